"""The plain mode: numbered answers, commands, refusals, hot seats; what it says is the match's own words."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy import GAME
from undercroft.bots import find_bot
from undercroft.engine import Ask, Dice, Line, Match, Memorial, Opening, Outcome, Roll, SeenEvent, Sheet, Side, Stage, Throw
from undercroft.games import OURS, find
from undercroft.store import Keeper, Store, open_store
from undercroft.terminal import words
from undercroft.terminal.answers import spoken
from undercroft.terminal.lookup import COMMANDS
from undercroft.terminal.plain import Plain
from undercroft.terminal.words import ascii_only, ask_lines, outcome_lines, sheet_lines


def table(tmp_path: Path, seats: tuple[str, ...] = ("Ada",), bots: dict[int, str] | None = None, **more: Any) -> Keeper:
    store: Store = open_store(tmp_path / "games.db", find=lambda _slug: GAME)
    return Keeper.create(store, Opening(game="toy", seats=seats, seed=3, **more), bots=bots or {})


def sit(keeper: Keeper, lines: Iterable[str], **more: Any) -> str:
    said: list[str] = []
    waiting = iter(lines)
    Plain(keeper, lambda _prompt: next(waiting, None), said.append, **more).run()
    return "".join(said)


def test_a_number_a_key_and_first_letters_all_answer(tmp_path: Path) -> None:
    keeper = table(tmp_path)
    said = sit(keeper, ["1", "guess", "l", "re", "2"])
    assert [move.answer for move in keeper.match.moves] == ["climb", "guess", "left", "rest", 2]
    assert "Ada climbs" in said
    assert "  1  Climb" in said
    assert "The game is kept" in said


def test_why_sheet_map_log_rules_and_help(tmp_path: Path) -> None:
    said = sit(
        table(tmp_path),
        ["climb", "why", "why toy-none-01", "sheet", "map", "log", "rules die", "rules zzz", "terms", "where", "?"],
    )
    assert "TOY-CLIMB-01 (Climbing)" in said
    assert "there is no rule" in said
    assert "Toy - turn 1" in said
    assert "There is no map yet." in said
    assert "No rule speaks of 'zzz'" in said
    assert "take back your last answer" in said
    assert "[climb: 1d6 ->" in said


def test_a_wrong_answer_is_explained_and_nothing_is_lost(tmp_path: Path) -> None:
    keeper = table(tmp_path)
    said = sit(keeper, ["dance", "99", ""], width=120)
    assert "'dance' is not possible now. Type a number from 1 to 3, or the first letters of an answer." in said
    assert "'99' is not possible now. Type a number from 1 to 3" in said
    assert "\nType a number from 1 to 3.\n" in said
    assert keeper.match.move_count == 0


def test_undo_and_its_refusal(tmp_path: Path) -> None:
    keeper = table(tmp_path)
    said = sit(keeper, ["guess", "undo", "climb", "undo"])
    assert "Taken back." in said
    assert "That stands: dice fell" in said
    assert [move.answer for move in keeper.match.moves] == ["climb"]


def test_save_writes_a_file_and_says_where(tmp_path: Path) -> None:
    file = tmp_path / "toy.undercroft"
    said = sit(table(tmp_path), [f"save {file}", f"save {tmp_path / 'no' / 'such'}"])
    assert f"Saved to {file}." in said
    assert "Not saved:" in said
    assert file.exists()


def test_the_end_is_a_page(tmp_path: Path) -> None:
    said = sit(table(tmp_path, options={"goal": 3}), ["climb"] * 10)
    assert "Height" in said
    assert "turns:" in said


def test_around_one_screen_secrets_wait_for_their_owner(tmp_path: Path) -> None:
    said = sit(table(tmp_path, seats=("Ada", "Bo")), ["", "guess", "left", "", "climb"])
    assert "Pass the screen to Ada" in said
    before_bo, after_bo = said.split("Pass the screen to Bo")
    assert "It was the" not in after_bo.split("Pass the screen to Ada")[0]
    assert "Ada guesses." in before_bo + after_bo


def test_bots_move_by_themselves(tmp_path: Path) -> None:
    keeper = table(tmp_path, seats=("Ada", "Robo"), bots={1: "random"})
    sit(keeper, ["climb", "climb"])
    assert {move.seat for move in keeper.match.moves} == {0, 1}


def test_a_stopped_game_goes_on_where_it_was(tmp_path: Path) -> None:
    keeper = table(tmp_path)
    sit(keeper, ["climb"])
    again = Keeper.open(open_store(tmp_path / "games.db", find=lambda _slug: GAME), keeper.id)
    said: list[str] = []
    Plain(again, lambda _prompt: None, said.append).run(recap=5)
    assert "Ada climbs" in "".join(said)
    assert again.match.state == keeper.match.state


def test_ascii_replaces_boxes() -> None:
    assert ascii_only("┌─┐ “x” é ●○ ☃") == '+-+ "x" e Oo ?'


@pytest.mark.parametrize("slug", OURS)
def test_every_sign_of_the_maps_has_an_ascii_twin(slug: str) -> None:
    game = find(slug)
    seats = tuple(f"P{number}" for number in range(game.min_seats))
    match, dice, bot = Match.start(game, Opening(game=slug, seats=seats, seed=1)), Dice(1), find_bot(game, "greedy")
    for _ in range(40):
        drawing = match.screen(0).drawing
        text = drawing.text if drawing is not None else ""
        assert ascii_only(text).count("?") == text.count("?")
        if match.ask is not None:
            match.answer(bot(match.view(match.ask.seats[0], dice)), match.ask.seats[0])


def test_an_open_table_needs_no_curtain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "hides_between_seats", False)
    said = sit(table(tmp_path, seats=("Ada", "Bo")), ["climb", "climb"])
    assert "Pass the screen" not in said
    assert "== Bo ==" in said
    assert "Pass the screen" in sit(table(tmp_path, seats=("Ada", "Bo"), gamesmaster="Gus"), ["", "climb"])


def test_the_last_page_says_once_how_it_ended_and_what_is_remembered() -> None:
    grave = Memorial(kind="grave", name="Ada", line="Ada fell.", data={})
    map_kept = Memorial(kind="world", name="Hill", line="The hill stands.", data={})
    outcome = Outcome(
        winners=(), summary="Ada fell.", turning_points=("A door.",), memorials=(grave, map_kept), rule="TOY-END-01"
    )
    lines = outcome_lines(outcome, ["Ada"], 80)
    assert lines[2:] == ["Ada fell.", "What turned it:", "  A door.", "To be remembered:", "  The hill stands."]


def test_a_map_is_turned_a_place_has_its_tale_and_sheets_are_searched(tmp_path: Path) -> None:
    said = sit(
        table(tmp_path),
        ["climb", "map turn=0 side=back", "map turn=7", "why stairs", "why attic", "find ada", "find zzz", "find"],
    )
    assert "back of turn 0, the coin unknown" in said
    assert "turn cannot be '7'; it is a number from 0 to 1" in said
    assert "(map side=...: front, back)" in said
    assert "always: 12 steps [TOY-CLIMB-01]" in said
    assert "Nothing is told of 'attic'." in said
    assert "Heights\n  Ada: " in said
    assert "No sheet holds 'zzz'." in said
    assert "Find what?" in said


def test_the_screen_passes_to_whoever_has_something_to_do(tmp_path: Path) -> None:
    keeper = table(tmp_path, gamesmaster="Gil")
    said = sit(keeper, ["", "pass Bob", "pass gil", "", "2", "dice:watch", "", "climb", "", "6", "", "still"])
    assert "Pass the screen to whom? Now it can be Ada, Gil." in said
    assert "(Ada is asked: Ada, what now?) And you?" in said
    assert "climb: 1d6 shows" in said
    assert keeper.match.state.heights == [6]


def test_enter_takes_the_usual_judgement_and_an_empty_text_where_it_may_be_empty() -> None:
    judged = Ask("choose", (0,), "A gust?", {"gust": "Yes", "still": "No"}, rule="TOY-CLIMB-01", suggest=("still",))
    assert "  (Enter: No)" in ask_lines(judged, 0, 80)
    free = Ask("text", (0,), "A twist?", rule="TOY-CLIMB-01", low=0, high=9, suggest=("", "a storm"))
    assert spoken("", free, 0) == ""
    assert spoken("2", free, 0) == "a storm"
    assert not any(line.strip() == "1" for line in ask_lines(free, 0, 80))
    asked = Ask("text", (0,), "A name?", rule="TOY-CLIMB-01", low=1, high=9, suggest=("Ada",))
    assert spoken("", asked, 0) == "Ada"


def test_more_lists_the_answers_that_hold_the_words(tmp_path: Path) -> None:
    said = sit(table(tmp_path), ["more clim", "more zzz"])
    listed = said.rsplit("Rest", 1)[1]
    assert "  1  Climb" in listed
    assert "No answer speaks of 'zzz'." in listed


def test_the_last_column_of_a_table_goes_on_below_itself() -> None:
    sheet = Sheet(
        "Key", kind="table", columns=("sign", "what"), rows=(("G", "the gardener's shed, for beginners"), ("long",), ("B", ""))
    )
    assert sheet_lines(sheet, 30) == [
        "Key",
        "  sign  what",
        "  G     the gardener's shed,",
        "        for beginners",
        "  long",
        "  B",
    ]
    assert sheet_lines(Sheet("One", kind="table", rows=(("a b c d e f g h i j",),)), 16)[1:] == ["  a b c d e f g", "  h i j"]


def test_a_table_too_wide_for_its_pane_says_its_columns_in_every_row() -> None:
    sheet = Sheet(
        "Powers",
        kind="table",
        columns=("name", "who", "number", "state"),
        rows=(("the Seamkeepers of Morgrik", "Dwarves", "4", ""), ("the Pit",)),
    )
    assert sheet_lines(sheet, 36) == ["Powers", "  the Seamkeepers of Morgrik", "    who: Dwarves; number: 4", "  the Pit"]
    assert sheet_lines(sheet, 60)[1] == "  name                        who      number  state"


def test_a_line_holds_as_many_parts_as_it_holds_whole() -> None:
    assert words.fitting(["Level 1", "HP: 10 of 10", "Turn: 1"], 18) == "Level 1 | Turn: 1"
    assert words.fitting(["A very long heading"], 12) == "A very l ..."


def test_large_numbers_can_be_read() -> None:
    lines = (Line("Gold", "12500", 30_000), Line("HP", "3", 10), Line("Gems", "2500"))
    assert sheet_lines(Sheet("Purse", lines), 60)[1:] == ["  Gold: 12,500 of 30,000", "  HP: 3 of 10", "  Gems: 2500"]


@pytest.mark.parametrize("slug", OURS)
def test_whatever_is_typed_the_table_stands(tmp_path: Path, slug: str) -> None:
    """Numbers, nonsense and every command, in any order: nothing breaks, and what was played replays."""
    game, dice = find(slug), Dice(7)
    opening = Opening(
        game=slug, seats=("Ada", "Bo")[: game.max_seats], seed=7, gamesmaster="Gil" if game.takes_gamesmaster else None
    )
    keeper = Keeper.create(open_store(tmp_path / "games.db"), opening)
    words = ["1"] * 12 + ["2", "3", "", "zzz", "the", "9", "99", "1, 2", "/why", "pass Gil", "pass Bo"]
    words += [f"{command} a" for command in COMMANDS if command not in ("save", "map")] + ["map", "sheet", "more", "undo", "?"]
    sit(keeper, [dice.pick(words) for _ in range(90)])
    assert keeper.match.moves
    assert keeper.save_file().verify(game) == ""


def test_a_name_that_looks_like_a_command_is_asked_about_once(tmp_path: Path) -> None:
    keeper = Keeper.create(open_store(tmp_path / "games.db"), Opening(game="robber", seats=("Ada",), seed=3))
    while keeper.match.ask is not None and keeper.match.ask.kind != "text":
        keeper.answer(keeper.match.ask.keys[0])
    said = sit(keeper, ["quit", "quit"])
    assert "Is 'quit' your answer? Write it once more if it is. The command is /quit." in said
    assert keeper.match.moves[-1].answer == "quit"
    stopped = sit(keeper, [])
    assert "The game is kept" in stopped


FIGHT = Stage(
    "A troll, under its own bridge",
    "the bridge",
    (Side("Ada", "hero", (Line("HP", "3", 10),)), Side("A troll", "troll", (), ("hungry",))),
    (Line("Way out", "none"),),
    (Throw(4, "Ada attacks the troll", Roll("2d6", (3, 5), 8), "9 or more", "a miss", good=False),),
    "Ada misses the troll.",
    "fight",
)


def test_the_stage_says_who_faces_whom_and_what_the_throw_meant() -> None:
    assert words.stage_line(FIGHT, 100) == ["  Ada, HP: 3 of 10 -- against -- A troll, hungry; Way out: none"]
    told = SeenEvent(4, "Ada attacks the troll (9+): 2d6 = 8", "TOY-CLIMB-01", "roll", Roll("2d6", (3, 5), 8))
    assert words.event_lines([told], 90, FIGHT) == ["    [Ada attacks the troll: 2d6 -> 3+5 = 8; needs 9 or more: A MISS]"]
    other = SeenEvent(5, "the bridge holds: 2d6 = 8", "TOY-CLIMB-01", "roll", Roll("2d6", (3, 5), 8))
    assert words.event_lines([other], 90, FIGHT) == ["    [the bridge holds: 2d6 -> 3+5 = 8]"]


def test_the_stage_as_a_box_has_two_columns_the_throw_and_the_outcome() -> None:
    box = words.stage_box(FIGHT, 80)
    assert box[0].split() == ["Ada", "A", "troll"] and "███░░░░░░░ 3/10" in box[1] and box[1].endswith("hungry")
    assert box[2:] == ["Way out: none", "* Ada attacks the troll: 3+5 = 8; needs 9 or more: A MISS", "Ada misses the troll."]
    assert words.stage_box(FIGHT, 34)[1].startswith("HP ███░░░░░ 3/10")  # a shorter bar: the number matters more
    assert all(len(line) <= 40 for line in words.stage_box(FIGHT, 40))


def test_a_robber_is_told_the_verdict_and_whom_he_faces(tmp_path: Path) -> None:
    keeper = Keeper.create(open_store(tmp_path / "games.db"), Opening(game="robber", seats=("Ada",), seed=3), bots={})
    bot, dice = find("robber").bot("sensible"), Dice(3)
    for _ in range(200):
        stage, ask = keeper.match.stage(0), keeper.match.ask
        assert stage is not None and ask is not None
        if len(stage.sides) > 1 and any(throw.needed for throw in stage.throws):
            break
        keeper.answer(bot(keeper.match.view(0, dice)), 0, ask.serial)
    said: list[str] = []
    Plain(keeper, lambda _prompt: None, said.append).run(recap=6)
    assert "; needs " in "".join(said) and " -- against -- " in "".join(said)

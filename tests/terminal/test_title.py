"""The title and what lies behind it: new games, the coach, settings, replays."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from undercroft import settings
from undercroft.bots import find_bot, known_bots
from undercroft.commands.playing import seat_words
from undercroft.engine import Line, Opening, Option
from undercroft.engine.stage import Side, Stage
from undercroft.games import OURS, find
from undercroft.settings import read
from undercroft.store import Keeper, Store, open_store
from undercroft.terminal import look as looks
from undercroft.terminal import scene, words
from undercroft.terminal.app import UndercroftApp
from undercroft.terminal.coach import Coach
from undercroft.terminal.form import NewGame, Preferences
from undercroft.terminal.found import Finder
from undercroft.terminal.look import Look
from undercroft.terminal.maps import scrolled
from undercroft.terminal.menu import Menu
from undercroft.terminal.opening import Wish, fields, learn, seated
from undercroft.terminal.pictures import picture
from undercroft.terminal.replay import Replay
from undercroft.terminal.table import TableSight
from undercroft.terminal.title import Games, Title

from .test_app import until
from .test_plain import FIGHT, sit


def open_title(
    store: Store, play: Callable[[UndercroftApp, Pilot[None]], Awaitable[None]], *, size: tuple[int, int] = (80, 24), **more: Any
) -> None:
    async def sitting() -> None:
        app = UndercroftApp(store, Look(letters="unicode", motion=False), **more)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, sitting()).result()


def at(app: UndercroftApp, kind: type[Any]) -> bool:
    """Whether such a screen lies on top."""
    return isinstance(app.screen, kind)


def rows(app: UndercroftApp) -> list[str]:
    listed = app.screen.query_one("#rows", OptionList)
    return [str(listed.get_option_at_index(at).prompt) for at in range(listed.option_count)]


def test_continue_comes_first_then_the_games_and_a_game_is_two_keys_away(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db")
    left = Keeper.create(store, Opening(game="robber", seats=("Ada",), seed=7))

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        assert at(app, Title)
        assert rows(app)[0].startswith("1  Continue robber: Ada")
        assert [row.split()[1] for row in rows(app)[1:6]] == list(OURS)
        await pilot.press("down", "down")
        assert picture("board").split("\n")[1] in str(app.screen.query_one("#beside", Static).render())
        await pilot.press("1")
        assert at(app, TableSight) and isinstance(app.playing, Keeper) and app.playing.id == left.id
        await pilot.press("escape", "q")
        assert at(app, Title)
        await pilot.press("2")
        assert at(app, NewGame)
        await pilot.press("1")
        await pilot.pause()
        assert at(app, TableSight) and app.playing is not None
        assert app.playing.match.state.place == "dungeon"  # a friend rolled her up
        await pilot.press("q")
        assert len(store.matches()) == 2
        await pilot.press("q")
        assert app.return_code == 0

    open_title(store, play)


def test_seats_bots_options_seed_and_dice_are_agreed_on_one_form(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db")

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        app.go("game", "descent")
        await pilot.pause()
        form = app.screen
        assert isinstance(form, NewGame)
        listed = form.query_one("#rows", OptionList)
        labels = [field.label for field in form.rows()]
        listed.highlighted = 3 + labels.index("Players")
        await pilot.press("right")
        assert len(form.wish.names) == 2 and form.wish.bots == {1: "steady"}
        listed.highlighted = 3 + [field.label for field in form.rows()].index("Seat 2")
        await pilot.press("left")
        assert form.wish.bots == {} and form.wish.names == ["Ada", "Bo"]
        listed.highlighted = 3 + [field.label for field in form.rows()].index("Seed")
        await pilot.press("enter", *"12x", "enter")
        assert (form.wish.seed or 0) == 0
        await pilot.press("enter", *"12", "enter")
        assert (form.wish.seed or 0) == 12
        listed.highlighted = 3 + [field.label for field in form.rows()].index("Dice")
        await pilot.press("enter")
        assert form.wish.physical_dice
        listed.highlighted = 3 + [field.label for field in form.rows()].index("Gamesmaster")
        await pilot.press("enter", *"Gus", "enter")
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.playing, Keeper))
        assert isinstance(app.playing, Keeper)
        opening = app.playing.record.opening
        assert (opening.seats, opening.gamesmaster, opening.seed, opening.physical_dice) == (("Ada", "Bo"), "Gus", 12, True)

    open_title(store, play, size=(120, 40))


@pytest.mark.parametrize("slug", OURS)
def test_every_option_of_every_game_is_a_row_with_a_line(slug: str) -> None:
    game = find(slug)
    wish = Wish.usual(game, "Ada")
    listed = fields(wish)
    for setting in game.settings:
        field = next(one for one in listed if one.label == setting.label)
        assert field.help and (field.turn or field.write)
        if field.turn is not None:
            field.turn(-1 if setting.default == setting.high else 1)
            assert setting.check(wish.options[setting.name]) != setting.default


@pytest.mark.parametrize("slug", OURS)
def test_every_opponent_is_a_turn_of_a_seat_with_its_name_and_temper(slug: str) -> None:
    game = find(slug)
    wish = Wish(game, ["Ada"])
    wish.add_seat(game.bots[0])
    seat = next(one for one in fields(wish) if one.label == "Seat 2")
    assert seat.turn is not None
    shown = []
    for _ in known_bots(game):
        shown.append(seat.value())
        find_bot(game, wish.bots[1])
        seat.turn(1)
    for said, opponent in zip(shown, known_bots(game), strict=True):
        assert opponent.key in said and opponent.name in said and opponent.line in said
    wish.add_seat(game.bots[0])
    wish.set_seat(1, game.bots[0])
    assert len(set(wish.names)) == 3


@pytest.mark.parametrize("slug", OURS)
def test_a_first_game_has_a_coach_who_says_each_thing_once(slug: str, tmp_path: Path) -> None:
    keeper = learn(open_store(tmp_path / "games.db"), find(slug), "Ada")
    coach = Coach(keeper)
    seat, ask = 0, keeper.match.ask
    assert coach.speaks and ask is not None
    while seat not in ask.seats:
        keeper.answer(keeper.bot_answer(ask.seats[0]), ask.seats[0])
        ask = keeper.match.ask
        assert ask is not None
    guide = keeper.game.guide
    assert guide is not None and coach.says(seat, ask) in (
        f"{guide.aim} {guide.stake} {guide.step}",
        f"{guide.aim} {guide.stake}",
    )
    lesson = keeper.game.lesson(keeper.game.mask(keeper.match.state, seat), seat, ask)
    assert coach.says(seat, ask) == (lesson.text if lesson is not None else "")
    assert coach.says(seat, ask) == ""
    assert not Coach(Keeper.create(keeper.store, Opening(game=slug, seats=tuple(keeper.record.opening.seats), seed=4))).speaks


def test_the_first_game_of_its_kind_has_a_coach_and_the_next_has_none(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db")
    first = Wish.usual(find("board"), "Ada").begin(store)
    assert Coach(first, first=True).speaks and not Coach(first).speaks
    assert Coach(first, first=True).opens is find("board").guide
    assert Coach(Wish.usual(find("robber"), "Ada").begin(store), first=True).speaks
    assert not Coach(Wish.usual(find("board"), "Ada").begin(store), first=True).speaks


@pytest.mark.parametrize("slug", OURS)
def test_a_rulebook_opens_with_how_one_plays_not_with_what_lay_in_the_box(slug: str) -> None:
    ((_, lines), *_others) = Finder.of_rules(find(slug), ascii_only=False)._make(80)
    book = find(slug).rulebook()
    assert book[lines[0].split(" ")[0]].kind != "component"


@pytest.mark.parametrize("slug", OURS)
def test_what_the_coach_says_is_never_cut(slug: str, tmp_path: Path) -> None:
    keeper = learn(open_store(tmp_path / "games.db"), find(slug), "Ada")

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        sight = app.screen
        assert isinstance(sight, TableSight)
        await until(pilot, lambda: sight._asked is not None)
        await pilot.pause()
        note, rows = sight.query_one("#coach", Static), sight.query_one("#options", OptionList)
        guide, said = keeper.game.guide, " ".join(str(note.render()).split())
        assert (
            guide is not None and said.startswith(f"Coach: {guide.aim} {guide.stake}") and said.endswith("(k: no more of this)")
        )
        assert rows.virtual_size.height <= rows.size.height

    open_title(keeper.store, play, playing=keeper)


def test_the_coach_speaks_in_lines_and_hushes(tmp_path: Path) -> None:
    keeper = learn(open_store(tmp_path / "games.db"), find("robber"), "Ada")
    said = sit(keeper, ["/hush", "1", "1"])
    assert said.count("Coach: ") == 1 and "The coach is silent." in said


def test_the_coach_hushed_on_the_screen_is_silent_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERCROFT_SETTINGS", str(tmp_path / "settings.toml"))
    (tmp_path / "settings.toml").write_text("")

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        app.go("game", "robber")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        assert "Coach: You own a torch" in str(app.screen.query_one("#coach", Static).render())
        await pilot.press("k")
        assert not app.screen.query_one("#coach").display

    open_title(open_store(tmp_path / "games.db"), play)
    assert looks.read().coach is False


def test_settings_are_turned_and_written_to_the_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("# mine\n[serve]\nport = 9000\n\n[terminal]\npace = 'slow'  # as I like it\n")
    monkeypatch.setenv("UNDERCROFT_SETTINGS", str(file))

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        app.look = looks.read()
        app.go("settings", "")
        await pilot.pause()
        form = app.screen
        assert isinstance(form, Preferences) and form.look.pace == "slow"
        form.query_one("#rows", OptionList).highlighted = 1 + list(looks.HELP).index("letters")
        await pilot.press("left")
        form.query_one("#rows", OptionList).highlighted = 1 + list(looks.HELP).index("name")
        await pilot.press("enter", *"Grete", "enter", "escape")
        await pilot.pause()
        assert app.look.letters == "ascii" and app.screen.has_class("ascii")

    open_title(open_store(tmp_path / "games.db"), play)
    assert looks.read() == Look(letters="ascii", pace="slow", name="Grete")
    assert file.read_text().startswith("# mine\n[serve]\nport = 9000\n") and read(file) is not None


def test_a_replay_steps_jumps_runs_finds_and_is_played_on_from(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db")
    keeper = Keeper.create(store, Opening(game="robber", seats=("Ada",), seed=7))
    bot = find("robber").bot("sensible")
    for _ in range(40):
        assert keeper.match.ask is not None
        keeper.answer(bot(keeper.match.view(0, keeper.match.dice)), 0)

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        app.go("games", "")
        await pilot.pause()
        assert isinstance(app.screen, Games)
        await pilot.press("r")
        await pilot.pause()
        seen = app.screen
        assert isinstance(seen, Replay)
        await pilot.press("right", "right", "left", "pagedown")
        assert seen.count == 11 and "--> Ada: " in " ".join(str(seen.query_one("#next", Static).render()).split())
        await pilot.press("end")
        assert seen.count == 40
        await pilot.press("g", *"7", "enter")
        assert seen.count == 7 and "answer 7 of 40" in str(seen.query_one("#status", Static).render())
        await pilot.press("g", *"level 1", "enter")
        assert seen.count > 7
        seen.look = Look(pace="quick")
        at = seen.count
        await pilot.press("space")
        await until(pilot, lambda: seen.count > at + 1)
        await pilot.press("space")
        assert seen._timer is None
        stands = seen.count
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(app.screen, TableSight) and isinstance(app.playing, Keeper)
        assert app.playing.record.forked_from == keeper.id and app.playing.match.move_count == stands

    open_title(store, play)


def test_many_answers_leaf_and_the_way_on_stays() -> None:
    menu = Menu({f"thing:{n}": Option(f"Thing{n}") for n in range(30)} | {"on": Option("On we go")})
    assert [len(menu.rows()), menu.rows()[-1].text, menu.rows()[7].text] == [9, "On we go", "More ... (1 of 5)"]
    seen = set()
    for _ in range(5):
        seen |= {key for row in menu.rows() for key in row.keys}
        assert menu.rows()[-1].keys == ("on",) and menu.choose(len(menu.rows()) - 2) is None
    assert len(seen) == 31 and menu.choose(8) == "on"


def test_a_group_lies_open_where_there_is_room_and_says_what_is_in_it_where_there_is_not() -> None:
    ways = {f"go:{n}": Option(f"Go to corridor {n}") for n in range(4)} | {
        f"try:{n}": Option(f"Try the door {n}") for n in range(5)
    }
    options = {**ways, "on": Option("On we go"), "eat": Option("Eat"), "rest": Option("Rest")}

    def said(spread: int = 9, width: int = 72) -> list[str]:
        return [row.text for row in Menu(options, width=width, spread=spread).rows()]

    assert said() == [*(f"Go to corridor {n}" for n in range(4)), "Try the door ... 0, 1, 2, 3 or 4", "On we go", "Eat", "Rest"]
    assert said(spread=7)[0] == "Go to corridor ... 0, 1, 2 or 3" and len(said(spread=7)) == 5
    assert said(spread=7, width=30)[0] == "Go to corridor ... 0 or 3 more"
    assert said(spread=7, width=8)[0] == "Go to corridor ... 4 answers"
    assert [row.letter for row in Menu(options, spread=7).rows()] == ["g", "t", "o", "a", "r"]  # what is in it moves no letter


def test_a_letter_is_one_of_a_word_that_tells_the_row_apart_and_no_key_of_the_table() -> None:
    ways = {f"go:{way}": Option(f"Go {way}", hint="back the way you came") for way in ("North", "East", "West")}
    menu = Menu({**ways, "fight": Option("Fight on")}, reserved="f")
    assert [row.letter for row in menu.rows()] == ["n", "e", "w", "o"]


def test_an_answer_keeps_its_letter_and_a_way_has_the_same_everywhere() -> None:
    south, door = Option("Go South"), Option("Open the door to the West")
    eat, rest, stair = Option("Eat"), Option("Rest here"), Option("The South Stair")
    read, old = Option("Read"), Option("Rest in the old hut")

    def letters(*options: Option) -> list[str]:
        return [row.letter for row in Menu({option.label: option for option in options}).rows()]

    assert letters(eat, rest, south, door, stair) == ["a", "r", "s", "w", "t"]  # e is East, though nobody can go there
    assert letters(stair, door, rest, eat) == ["t", "w", "r", "a"]  # whatever the order, and whatever was asked before
    assert letters(rest, read, eat) == ["r", "d", "a"]  # one letter, two answers: the second has another that is nobody's own
    assert letters(rest, old) == ["r", "i"] and letters(south, Option("Look South")) == ["s", ""]


def test_a_side_has_its_bar_where_there_is_room_and_its_words_and_numbers_everywhere() -> None:
    side = Side(name="The party", lines=(Line("On their feet", "6", of=6), Line("Gold", "1250", of=10_000)))
    stage = Stage(title="A meeting", sides=(side, Side(name="A troll")))
    assert words.stage_box(stage, 44)[1:3] == ["On their feet 6/6", "Gold 1,250/10,000"]
    assert words.stage_box(stage, 70)[1:3] == ["On their feet ██████ 6/6", "Gold          █░░░░░ 1,250/10,000"]


def test_a_map_stays_where_it_is_while_little_of_it_is_out_of_sight() -> None:
    assert [scrolled(at, 55, 46) for at in (9, 43, 45)] == [0, 0, 22]
    assert [scrolled(at, 90, 46) for at in (9, 30, 80)] == [0, 7, 57]


def test_bots_of_one_kind_are_told_apart_by_a_number() -> None:
    board = find("board")
    names = ["Ada"]
    for _ in range(3):
        names.append(seated(board, board.bots[0], names))
    assert names == ["Ada", "Maud", "Maud 2", "Maud 3"] and seated(board, "mine:headlong", names) == "Headlong"
    assert seat_words(board, "Maud,bot,bot") == (("Maud", "Maud 2", "Maud 3"), {1: board.bots[0], 2: board.bots[0]})


def test_a_tick_moves_no_letter() -> None:
    menu = Menu({"axe": Option("Axe"), "rope": Option("Rope")}, many=True, high=2)
    before = [row.letter for row in menu.rows()]
    assert menu.choose(0) is None and menu.ticked == ["axe"]
    assert [row.letter for row in menu.rows()] == before == ["a", "r", "d"]


def test_dice_tumble_before_they_lie_and_what_matters_is_always_said() -> None:
    rolling, still = (scene.box(FIGHT, 70, 10, since, 1).plain.split("\n") for since in (4, 5))
    throw = next(line for line in rolling if line.startswith("* "))
    assert throw == f"* {FIGHT.throws[0].why}: / ..."  # no face that could be taken for the one that counts
    assert FIGHT.outcome not in rolling and still == scene.box(FIGHT, 70, 10).plain.split("\n") and still[-1] == FIGHT.outcome
    many = msgspec.structs.replace(FIGHT, throws=tuple(msgspec.structs.replace(FIGHT.throws[0], n=n) for n in range(12)))
    low = scene.box(many, 70, 8).plain.split("\n")
    assert len(low) == 8 and low[-1] == FIGHT.outcome and low[0] == scene.box(many, 70, 99).plain.split("\n")[0]
    assert scene.strip(FIGHT, 78) == ["Ada: HP: 3 of 10 | Way out: none", "Ada misses the troll."]
    narrow = ["Ada: HP: 3 of 10", "Way out: none"]  # news covers none of it, and is told as far as there is room
    assert scene.strip(FIGHT, 20) == [*narrow, "Ada misses the ..."] and scene.strip(FIGHT, 20, 2) == narrow
    assert scene.strip(FIGHT, 20, 4) == [*narrow, "Ada misses the", "troll."] and scene.strip(FIGHT, 20, 1) == narrow[:1]
    assert "red" in {str(span.style) for span in scene.box(FIGHT, 70, 10).spans}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_robber_always_sees_gold_hit_points_and_the_way_out(tmp_path: Path, size: tuple[int, int]) -> None:
    store = open_store(tmp_path / "games.db")
    keeper = Wish(find("robber"), ["Ada"], seed=5).begin(store)
    bot = find("robber").bot("sensible")

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        below = 0
        while below < 12 and keeper.match.ask is not None:
            keeper.answer(bot(keeper.match.view(0, keeper.match.dice)), 0)
            if keeper.match.state.place != "dungeon":
                continue
            below += 1
            sight = app.screen
            assert isinstance(sight, TableSight)
            sight.refresh_table()
            await pilot.pause()
            boxes = [sight.query_one(name, Static) for name in ("#strip", "#stage", "#scene")]
            shown = " ".join(str(box.render()) for box in boxes if box.display)
            assert "HP" in shown and "Gold" in shown and "Way out" in shown, shown

    open_title(store, play, size=size, playing=keeper)


def test_sheets_stand_side_by_side_where_there_is_room() -> None:
    blocks = [["a"] * 3, ["b"], ["c"]]
    assert words.in_columns(blocks, 40) == ["a", "a", "a", "", "b", "", "c"]
    side = words.in_columns(blocks, 100)
    assert side[0].split() == ["a", "b"] and len(side) == 3


def test_a_text_that_looks_like_a_command_is_asked_about_on_the_screen_too(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db")
    keeper = Keeper.create(store, Opening(game="robber", seats=("Ada",), seed=3))

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        assert keeper.match.ask is not None and keeper.match.ask.kind == "text"
        await pilot.press(*"quit", "enter")
        assert not keeper.match.moves and isinstance(app.screen, TableSight)
        await pilot.press("enter")
        assert keeper.match.moves[0].answer == "quit"

    open_title(store, play, playing=keeper)


@pytest.mark.parametrize(("colour", "letters"), [("none", "ascii"), ("16", "ascii"), ("auto", "unicode")])
def test_ascii_is_ascii_and_colours_are_as_wished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, colour: str, letters: str
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    store = open_store(tmp_path / "games.db")
    look = settings.made({"colour": colour, "letters": letters, "motion": False}, Look, "[terminal]")
    seen: list[str] = []

    async def sitting() -> None:
        app = UndercroftApp(store, look)
        assert (app.no_color, app.native_ansi_color if hasattr(app, "native_ansi_color") else app.ansi_color) == (
            colour == "none",
            colour == "16",
        )
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            seen.append(shown(app))
            app.go("game", "robber")
            await pilot.pause()
            seen.append(shown(app))
            await pilot.press("2")
            await pilot.pause()
            seen.append(shown(app))
            for keys in (("1", "l"), ("escape", "y"), ("escape", "m"), ("escape", "question_mark")):
                await pilot.press(*keys)
                await pilot.pause()
                seen.append(shown(app))

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, sitting()).result()
    assert all(text.isascii() for text in seen) == (letters == "ascii"), [
        sign for text in seen for sign in text if ord(sign) > 127
    ]
    assert "Your move" in seen[2]


def shown(app: UndercroftApp) -> str:
    """What stands on the screen, as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)

"""The full-screen table, driven by keys."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from undercroft.bots import find_bot, random_answer
from undercroft.bots.brought import BotFailed
from undercroft.engine import Ask, Dice, IllegalAnswer, Opening, Option, Spot, guide
from undercroft.engine.errors import CHANGED
from undercroft.games import find
from undercroft.games.board.state import board_of
from undercroft.store import Keeper, open_store
from undercroft.terminal import scene
from undercroft.terminal.app import UndercroftApp
from undercroft.terminal.decision import Decision
from undercroft.terminal.found import Finder
from undercroft.terminal.layout import Layout
from undercroft.terminal.look import Look
from undercroft.terminal.maps import MapPane, nearest, under
from undercroft.terminal.opening import Wish
from undercroft.terminal.page import Page
from undercroft.terminal.table import TableSight

from .test_plain import table


class Table:
    """What a test looks at: the app, and the table in it, though a page may lie over it."""

    def __init__(self, app: UndercroftApp) -> None:
        self.app = app

    @property
    def sight(self) -> TableSight:
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableSight))

    def page(self) -> str:
        """The page that lies over the table; "": none does."""
        return self.app.screen.text if isinstance(self.app.screen, Page) else ""

    @property
    def question(self) -> str:
        return " ".join(str(self.sight.query_one("#question", Static).render()).split())

    @property
    def rows(self) -> list[str]:
        options = self.sight.query_one("#options", OptionList)
        return [str(options.get_option_at_index(at).prompt) for at in range(options.option_count)]


def sit_at(
    keeper: Keeper, play: Callable[[Table, Pilot[None]], Awaitable[None]], *, size: tuple[int, int], look: Look | None = None
) -> None:
    """Sit at a terminal of that size. In a thread: browser tests in the same process may keep a loop running in this one."""

    async def sitting() -> None:
        app = UndercroftApp(keeper.store, look or Look(letters="unicode", motion=False), keeper)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            table = Table(app)
            await until(pilot, lambda: not table.sight._thinking)
            await play(table, pilot)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, sitting()).result()


def test_keys_choose_explain_undo_and_quit(tmp_path: Path) -> None:
    keeper = table(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        assert "what now?" in app.question
        await pilot.press("2")
        assert "Which hand?" in app.question
        await pilot.press("u")
        assert "what now?" in app.question
        await pilot.press("1")
        assert keeper.match.state.heights[0] > 0
        await pilot.press("y")
        assert app.page()
        assert "TOY-CLIMB-01" in app.page()
        await pilot.press("escape")
        await pilot.press("down", "down", "enter")
        assert "How far?" in app.question
        await pilot.press("2", "enter")
        assert [move.answer for move in keeper.match.moves] == ["climb", "rest", 2]

    sit_at(keeper, play, size=(110, 36))


def test_escape_leaves_the_line_so_that_letters_are_keys_again(tmp_path: Path) -> None:
    keeper = table(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("3")
        assert isinstance(app.sight.focused, Input)
        await pilot.press("y")
        assert not app.page()
        await pilot.press("escape", "y")
        assert app.page()
        await pilot.press("escape", "escape")
        await pilot.press("backspace", "2", "enter")
        assert [move.answer for move in keeper.match.moves] == ["rest", 2]

    sit_at(keeper, play, size=(110, 36))


def test_the_last_page_is_shown_once(tmp_path: Path) -> None:
    keeper = table(tmp_path, options={"goal": 3})

    async def play(app: Table, pilot: Pilot[None]) -> None:
        while keeper.match.ask is not None:
            await pilot.press("1")
        await pilot.pause()
        assert app.page()
        assert "Height" in app.page()
        await pilot.press("escape")
        assert "Press n for another one" in app.question
        await pilot.press("p")
        assert "Height" in app.page()  # nobody has read it too late
        await pilot.press("escape")
        await pilot.press("n")
        await pilot.pause()
        assert app.sight.match is not keeper.match and app.sight.match.ask is not None

    sit_at(keeper, play, size=(60, 30))


@pytest.mark.parametrize("key", ["1", "0", "x", "n", "q", "u", "slash", "enter", "escape", "space", "tab", "down", "f1"])
def test_any_key_puts_a_page_away_and_does_nothing_else(tmp_path: Path, key: str) -> None:
    keeper = table(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("1", "y")
        assert app.page()
        before = app.question
        await pilot.press(key)
        await pilot.pause()
        assert app.app.screen is app.sight and app.question == before
        assert [move.answer for move in keeper.match.moves] == ["climb"]

    sit_at(keeper, play, size=(100, 30))


def test_no_other_game_before_this_one_is_over(tmp_path: Path) -> None:
    async def play(app: Table, pilot: Pilot[None]) -> None:
        before = app.sight
        await pilot.press("n")
        assert app.sight is before

    sit_at(table(tmp_path), play, size=(60, 30))


def test_a_shared_screen_is_handed_over(tmp_path: Path) -> None:
    keeper = table(tmp_path, seats=("Ada", "Bo"))

    async def play(app: Table, pilot: Pilot[None]) -> None:
        assert app.page()
        assert "Pass the screen to Ada" in app.page()
        await pilot.press("x")
        await pilot.press("1")
        await pilot.pause()
        assert "Pass the screen to Bo" in app.page()

    sit_at(keeper, play, size=(100, 30))


BOARD = ("Ada", "Robo")


def at_the_board(tmp_path: Path) -> Keeper:
    store = open_store(tmp_path / "games.db")
    opening = Opening(game="board", seats=BOARD, seed=3, options={"types": "elf,hero"})
    return Keeper.create(store, opening, bots={1: "greedy"})


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_however_many_answers_nine_rows_show_them_and_a_digit_takes_one(tmp_path: Path, size: tuple[int, int]) -> None:
    keeper = at_the_board(tmp_path)

    async def play(table: Table, pilot: Pilot[None]) -> None:
        ask = keeper.match.ask
        assert ask is not None and len(ask.keys) > 12 and len(table.rows) <= 9
        assert [row for row in table.rows if "End the turn here" in row]
        pane, options = table.sight.query_one("#decision"), table.sight.query_one("#options", OptionList)
        assert options.region.bottom <= pane.region.bottom - 1 <= size[1]  # nothing lies below the fold
        assert options.virtual_size.height <= options.size.height
        group = next(number for number, row in enumerate(table.rows, start=1) if "Go to ..." in row)
        assert re.search(r"Go to \.\.\. the Main Gallery, .* or \d+ more$", table.rows[group - 1])  # it says what is in it
        await pilot.press(str(group))
        assert "Go to ..." in table.question and not [move for move in keeper.match.moves if move.seat == 0]
        offered = [option.label for key, option in ask.options.items() if key.startswith("go:")]
        assert table.rows[0].split(" - ")[0].split("  ", 1)[1] in {label.removeprefix("Go to ") for label in offered}
        await pilot.pause()
        assert options.virtual_size.height <= options.size.height and len(table.rows) == 9  # nor of what was opened
        await pilot.press("0")
        assert "Go to ..." not in table.question
        await pilot.press(str(group), "3")
        assert [str(move.answer)[:5] for move in keeper.match.moves if move.seat == 0] == ["go:1-"]

    sit_at(keeper, play, size=size)


def test_where_there_is_room_nothing_is_cut(tmp_path: Path) -> None:
    """Six answers of two lines: as many as can have both, the first of them first; the coach before them."""
    long = "a path that goes on and on under the old hill until nobody knows the way"

    async def play(table: Table, pilot: Pilot[None]) -> None:
        decision = table.sight.query_one(Decision)
        options = {str(n): Option(f"Take {long} {n}") for n in range(6)}
        ask = Ask(seats=(0,), kind="choose", prompt="Which?", options=options)
        for most, whole in ((13, 6), (12, 4), (9, 1), (8, 0)):
            decision.room = (54, most)
            decision.put(ask, 0, ask.prompt)
            await pilot.pause()
            assert ["..." in row for row in table.rows] == [False] * whole + [True] * (6 - whole)
            assert 1 + sum(len(row.split("\n")) for row in table.rows) + decision.query_one("#hint").display <= most
        lesson = "There is a coach, who has three lines to say, and they are all of them in sight, to the last word of it."
        decision.room = Layout(100, 30, 60).question(taught=True)
        decision.put(ask, 0, ask.prompt, lesson)
        assert "(k: no more of this)" in str(decision.query_one("#coach", Static).render())

    sit_at(table(tmp_path), play, size=(100, 30))


def test_a_letter_out_of_its_words_takes_an_answer(tmp_path: Path) -> None:
    keeper = table(tmp_path)

    async def play(table: Table, pilot: Pilot[None]) -> None:
        assert [row.split()[:2] for row in table.rows] == [["1", "c"], ["2", "g"], ["3", "r"]]
        await pilot.press("r")
        assert "How far?" in table.question

    sit_at(keeper, play, size=(80, 24))


def test_a_place_is_chosen_on_the_map_by_arrows_and_by_a_click(tmp_path: Path) -> None:
    keeper = at_the_board(tmp_path)

    async def play(table: Table, pilot: Pilot[None]) -> None:
        pane = table.sight.query_one(MapPane)
        assert "1-C22" in pane.spots and "2-C01" not in pane.spots
        await pilot.press("right", "down")
        assert pane.has_focus and pane.at in pane.spots
        assert "Enter: " in str(pane.border_subtitle)
        pane.point("main_gallery")
        await pilot.press("enter")
        await until(pilot, lambda: "1-C" in " ".join(pane.spots))
        assert [move.answer for move in keeper.match.moves if move.seat == 0] == ["go:main_gallery"]
        place = next(place for place in pane.spots if place.startswith("1-C"))
        row, column, _ = pane.spots[place]
        drawing = table.sight.query_one("#drawing", Static)
        await pilot.click(drawing, offset=(column, row))
        assert [move.answer for move in keeper.match.moves if move.seat == 0][1] == f"go:{place}"

    sit_at(keeper, play, size=(120, 70))


def test_the_map_moves_to_the_nearest_place_in_a_direction() -> None:
    spots: dict[str, Spot] = {"a": (5, 10, 2), "b": (5, 20, 2), "c": (9, 10, 2), "far": (1, 60, 2)}
    assert (nearest(spots, "a", "right"), nearest(spots, "a", "down"), nearest(spots, "b", "left")) == ("b", "c", "a")
    assert nearest(spots, "a", "left") == "" and nearest(spots, "", "left") == "a"
    assert (under(spots, 5, 11), under(spots, 6, 22), under(spots, 20, 20)) == ("a", "b", "")


def test_a_line_takes_words_out_of_an_answer_or_a_command(tmp_path: Path) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"find elf", "enter")
        assert app.page()
        assert "Type: Elf" in app.page()
        await pilot.press("x", "y", "z")  # faster than the page goes
        await pilot.pause()
        assert app.app.screen is app.sight
        await pilot.press("slash", *"nonsense", "enter")
        assert not keeper.match.moves or keeper.match.moves[-1].seat != 0
        await pilot.press("slash", "escape", "slash", *"main gallery", "enter")
        assert [str(move.answer) for move in keeper.match.moves if move.seat == 0] == ["go:main_gallery"]

    sit_at(keeper, play, size=(80, 24))


def test_map_sheet_and_story_fill_the_screen_and_the_window_may_change(tmp_path: Path) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        for key, expected in (("m", "START"), ("p", "Combat Losing Table")):
            await pilot.press(key)
            assert expected in app.page()
            await pilot.press("escape")
        await pilot.press("l")
        finder = app.app.screen
        assert isinstance(finder, Finder) and finder.shown > 3
        await pilot.press(*"order of play", "down")
        assert "Order of play" in str(finder.query_one("#found Static", Static).render()) and finder.shown < 6
        await pilot.press(*"zzz")
        assert finder.shown == 0
        await pilot.press("escape")
        wide = str(app.sight.query_one("#log Static", Static).render()).split("\n")
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert app.sight.has_class("narrow")
        assert max(len(line) for row in app.rows for line in row.split("\n")) <= 54
        narrow = str(app.sight.query_one("#beside Static", Static).render()).split("\n")
        assert wide[0] == narrow[0] and max(map(len, narrow)) <= 56
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app.app.return_code == 0

    sit_at(keeper, play, size=(160, 50))


def test_a_suggested_text_is_chosen_by_its_number(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db")
    keeper = Keeper.create(store, Opening(game="robber", seats=("Ada",), seed=7))

    async def play(app: Table, pilot: Pilot[None]) -> None:
        offered = app.rows[0]
        await pilot.press("x", "1", "backspace", "backspace")  # what is begun is written on
        assert not keeper.match.moves
        await pilot.press("1", "enter")
        assert f"1  {keeper.match.moves[0].answer}" == offered

    sit_at(keeper, play, size=(100, 30))


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
def test_the_newest_line_of_the_story_is_in_sight_however_the_lower_part_grows(tmp_path: Path, size: tuple[int, int]) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        heights = set()
        for _ in range(6):
            story = app.sight._story
            heights.add(story.size.height)
            assert story.scroll_y == story.max_scroll_y
            group = next((row for row in app.rows if "answers" in row), app.rows[0])
            await pilot.press(group[0])
            await until(pilot, lambda: not app.sight._thinking)
            await pilot.pause()
        assert len(heights) > 1

    sit_at(keeper, play, size=size, look=Look(letters="unicode", motion=False, coach=False))


def test_a_fight_goes_on_by_one_key_until_something_changes(tmp_path: Path) -> None:
    keeper = Wish(find("descent"), ["Ada"], seed=2).begin(open_store(tmp_path / "games.db"))
    bot = find_bot(keeper.game, keeper.game.bots[0])
    while guide.onward(keeper.match, 0, guide.standing(keeper.match, 0)) is None:
        keeper.answer(bot(keeper.match.view(0, Dice(1))), 0)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        before, asked = len(keeper.match.moves), keeper.match.ask
        assert "f: Fight on until something changes" in app.question
        await pilot.press("f")
        assert len(keeper.match.moves) > before + 1 and keeper.match.ask is not asked
        await pilot.press("b")
        await until(pilot, lambda: "A bot would say" in app.page())

    sit_at(keeper, play, size=(80, 24))


def test_a_key_that_can_do_nothing_says_why(tmp_path: Path) -> None:
    async def play(app: Table, pilot: Pilot[None]) -> None:
        said: list[str] = []
        app.app.notify = lambda message, **_: said.append(message)  # type: ignore[method-assign]
        await pilot.press("f")
        assert said == ["f does nothing in this game: no fight here is the same blow over and over."]
        app.sight.query_one(Decision).speak()
        await pilot.press("f")
        assert len(said) == 1  # it is a letter there

    sit_at(at_the_board(tmp_path), play, size=(80, 24))


def test_the_map_counts_its_places_as_the_answers_do(tmp_path: Path) -> None:
    keeper = Wish(find("host"), ["Ada"], seed=5).begin(open_store(tmp_path / "games.db"))
    while (ask := keeper.match.ask) is not None and "alt:2" not in ask.keys_for(0):
        keeper.answer(next(key for key in ("dwarves", "accept", *ask.keys_for(0)) if key in ask.keys_for(0)), 0)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        pane = app.sight.query_one(MapPane)

        def counted(place: str) -> str:
            line, column, _ = pane.spots[place]
            return str(app.sight.query_one("#drawing", Static).render()).split("\n")[line][column]

        assert "Rather" in app.rows[1] and [counted("accept"), counted("alt:1"), counted("alt:2")] == ["1", "2", "3"]
        await pilot.press("left")
        assert pane.has_focus and pane.at == "accept"  # nobody stands there: what is suggested first

    sit_at(keeper, play, size=(80, 24))


def test_dice_come_to_rest_though_the_machine_is_busy(tmp_path: Path) -> None:
    keeper = Wish(find("descent"), ["Ada"], seed=3).begin(open_store(tmp_path / "games.db"))
    bot = find_bot(keeper.game, keeper.game.bots[0])
    while guide.onward(keeper.match, 0, guide.standing(keeper.match, 0)) is None:
        keeper.answer(bot(keeper.match.view(0, Dice(1))), 0)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("f")
        time.sleep(scene.FRAME * scene.FRAMES * 2)  # nobody else can do anything: pictures are skipped
        await until(pilot, lambda: app.sight._tumble is None)
        shown = str(app.sight.query_one("#stage", Static).render())
        stage = keeper.match.stage(0)
        assert stage is not None and "* " in shown and not any(f": {sign} ..." in shown for sign in "|/-\\")
        assert stage.throws[-1].verdict.upper() in shown

    sit_at(keeper, play, size=(120, 40), look=Look(letters="unicode", motion=True))


@pytest.mark.parametrize("size", [(60, 13), (20, 5)])
def test_in_a_tiny_window_the_question_is_what_is_left(tmp_path: Path, size: tuple[int, int]) -> None:
    keeper = table(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        pane, options = app.sight.query_one("#decision"), app.sight.query_one("#options", OptionList)
        assert pane.region.height == size[1] - 1 and options.region.height > 0 and not app.sight.query_one("#top").display
        await pilot.press("1")
        assert [move.answer for move in keeper.match.moves] == ["climb"]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.sight.query_one("#top").display

    sit_at(keeper, play, size=size)


def test_a_window_that_is_next_to_nothing_breaks_nothing(tmp_path: Path) -> None:
    async def play(app: Table, pilot: Pilot[None]) -> None:
        for size in ((1, 1), (3, 40), (120, 1), (1, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert [row for row in app.rows if "End the turn here" in row]

    sit_at(at_the_board(tmp_path), play, size=(80, 24))


@pytest.mark.parametrize("rows", [30, 33, 36, 40, 50])
def test_a_bots_fight_leaves_the_map_that_one_chooses_on(rows: int) -> None:
    for needed in range(3, 14):
        layout = Layout(100, rows, 60)
        stage = layout.stage_rows(needed, choosing=True)
        taken = stage + 2 if stage >= 4 else 2  # in a box, or in a strip
        assert rows - layout.bottom(needed) - taken - 4 >= 9


def test_the_place_that_is_suggested_first_is_in_sight(tmp_path: Path) -> None:
    keeper = Wish(find("host"), ["Ada"], seed=5).begin(open_store(tmp_path / "games.db"))

    async def play(app: Table, pilot: Pilot[None]) -> None:
        pane, seen = app.sight.query_one(MapPane), set()
        for _ in range(30):
            await until(pilot, lambda: not app.sight._thinking)
            await pilot.pause()
            if pane.spots and pane.here not in pane.text:
                row, column, _length = next(iter(pane.spots.values()))
                inside = pane.scrollable_content_region

                def shown(row: int = row, column: int = column, high: int = inside.height, wide: int = inside.width) -> bool:
                    return 0 <= row - pane.scroll_y < high and 0 <= column - pane.scroll_x < wide

                await until(pilot, shown)
                seen.add((row, column))
            if len(seen) > 2:
                break
            await pilot.press("1")
        assert len(seen) > 2

    sit_at(keeper, play, size=(80, 24), look=Look(letters="unicode", motion=False, coach=False))


def test_why_explains_the_question_before_what_a_bot_did(tmp_path: Path) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        asked = keeper.match.ask
        assert asked is not None
        app.sight._rule = "BRD-CMB-01"
        await pilot.press("y")
        lines = app.page().split("\n")
        at, last = lines.index("The question:"), lines.index("The last line of the story:")
        assert lines[at + 1].startswith(f"{asked.rule} ") and lines[last + 1].startswith("BRD-CMB-01 ")
        case = guide.case(keeper.match, 0)  # how things stand comes first
        assert case is not None and case.lines and 0 < at < last and lines[0] in case.lines[0]

    sit_at(keeper, play, size=(80, 24))


def test_a_sentence_may_begin_with_a_digit(tmp_path: Path) -> None:
    keeper = Keeper.create(open_store(tmp_path / "games.db"), Opening(game="robber", seats=("Ada",), seed=7))

    async def play(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("2")
        assert app.sight.query_one("#options", OptionList).highlighted == 1 and not keeper.match.moves
        await pilot.press(*"nd Ada", "enter")
        assert keeper.match.moves[0].answer == "2nd Ada"

    sit_at(keeper, play, size=(100, 30))


def test_a_line_says_what_is_written_in_it_and_how_it_is_left(tmp_path: Path) -> None:
    keeper = Keeper.create(open_store(tmp_path / "words.db"), Opening(game="robber", seats=("Ada",), seed=7))

    def keys(app: Table) -> set[str]:
        return {found.binding.key for found in app.sight.active_bindings.values() if found.binding.show}

    async def words(app: Table, pilot: Pilot[None]) -> None:
        assert app.question.endswith(" Write, or take one by its number and Enter:")
        assert {"enter", "escape"} <= keys(app) and "y" not in keys(app)
        await pilot.press("escape")
        assert "y" in keys(app)

    async def number(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("3")
        line = app.sight.query_one("#line", Input)
        assert line.placeholder == "0 to 2, then Enter; Escape leaves the line"
        await pilot.press("escape", "u")
        assert "what now?" in app.question

    sit_at(keeper, words, size=(100, 30))
    sit_at(table(tmp_path), number, size=(100, 30))


def test_a_number_that_was_left_is_written_on(tmp_path: Path) -> None:
    """Out of the line and back: a digit is still a number's, and Enter gives it."""
    keeper = table(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("3", "escape", "2")
        assert isinstance(app.sight.focused, Input)
        await pilot.press("enter")
        assert [move.answer for move in keeper.match.moves] == ["rest", 2]

    sit_at(keeper, play, size=(110, 36))


def test_a_small_map_shows_where_you_stand(tmp_path: Path) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        keeper.answer("towards:1-R09", 0)
        app.sight.refresh_table()
        await pilot.pause()
        drawn = str(app.sight.query_one("#drawing", Static).render()).split("\n")
        row = next(number for number, line in enumerate(drawn) if "E1" in line)
        pane = app.sight.query_one("#map")
        assert row > pane.size.height  # not in the first lines
        for _ in range(50):
            if pane.scroll_y <= row < pane.scroll_y + pane.size.height:
                return
            await pilot.pause(0.02)
        raise AssertionError(f"row {row} is not in sight from {pane.scroll_y}")

    sit_at(keeper, play, size=(80, 24))


@pytest.mark.parametrize("spaces", [("1-C41", "1-C42"), ("1-C41", "1-C41"), ("main_gallery", "main_gallery")])
def test_the_board_marks_a_pawn_alone_in_a_crowd_and_in_a_chamber(tmp_path: Path, spaces: tuple[str, str]) -> None:
    match = at_the_board(tmp_path).match
    board = board_of(match.state)
    for pawn, space in zip(match.state.pawns, spaces, strict=True):
        pawn.space = board.number[space]
    mark = match.game.here(match.state, 0)
    drawing = match.game.draw(match.state, 0)
    assert drawing is not None
    assert mark == ("2P" if spaces == ("1-C41", "1-C41") else "E1")
    assert mark in drawing.text.split("number: corridor space")[0]


def test_several_of_a_list_are_ticked_and_given_together(tmp_path: Path) -> None:
    keeper = Keeper.create(open_store(tmp_path / "games.db"), Opening(game="robber", seats=("Ada",), seed=9))
    dice = Dice(9)
    while keeper.match.ask is not None and keeper.match.ask.kind != "many":
        keeper.answer(random_answer(keeper.match.view(0, dice)), 0)
    ask = keeper.match.ask
    assert ask is not None

    async def play(app: Table, pilot: Pilot[None]) -> None:
        assert len(app.rows) == min(9, len(ask.keys) + 1) and "Done: 0 chosen" in app.rows[-1]
        await pilot.press("2")
        assert "[x]" in app.rows[1] and "[ ]" in app.rows[0]
        await pilot.press(str(len(app.rows)))
        assert keeper.match.moves[-1].answer == [ask.keys[1]]

    sit_at(keeper, play, size=(100, 30))


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait for what a thread beside the screen brings about."""
    while not true():
        await pilot.pause(0.01)


def test_a_bot_thinks_beside_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = table(tmp_path, ("Ada", "Bo"), {1: "random"})
    go, threads = threading.Event(), set()

    def slow(seat: int) -> str:
        threads.add(threading.current_thread())
        assert go.wait(60)
        return "climb"

    monkeypatch.setattr(keeper, "bot_answer", slow)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await until(pilot, lambda: "Bo is thinking" in app.question)
        await pilot.resize_terminal(60, 24)
        await until(pilot, lambda: app.sight.has_class("narrow") and "Bo is thinking" in app.question)
        await pilot.press("1", "2")  # nobody is asked: nothing happens
        assert len(keeper.match.moves) == 1
        go.set()
        await until(pilot, lambda: app.sight._asked is not None)
        assert len(keeper.match.moves) == 2 and "Ada, what now?" in app.question
        assert threads and threading.current_thread() not in threads

    sit_at(keeper, play, size=(110, 36))


@pytest.mark.parametrize("failing", [BotFailed("the bot mine:own broke down"), ZeroDivisionError("a bug of ours"), "fly"])
def test_a_bot_that_fails_is_named_and_the_game_can_be_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: Exception | str
) -> None:
    monkeypatch.setenv("UNDERCROFT_HOME", str(tmp_path))
    keeper = table(tmp_path, ("Ada", "Bo"), {1: "random"})

    def fails(seat: int) -> str:
        if isinstance(failing, Exception):
            raise failing
        return failing

    monkeypatch.setattr(keeper, "bot_answer", fails)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await until(pilot, lambda: "q leaves; the game is kept" in app.question)
        assert str(failing) in app.question and len(keeper.match.moves) == 1
        await pilot.press("q")
        await pilot.pause()
        assert app.app.return_code == 0

    sit_at(keeper, play, size=(160, 36))
    assert (tmp_path / "trouble.txt").is_file() == isinstance(failing, ZeroDivisionError)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
def test_every_pane_lies_in_the_window_and_a_broad_one_has_three_columns(tmp_path: Path, size: tuple[int, int]) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        shown = {name: app.sight.query_one(name) for name in ("#map", "#sheet", "#beside", "#log", "#decision")}
        regions = {name: pane.region for name, pane in shown.items() if pane.display}
        assert all(region.right <= size[0] and region.bottom <= size[1] and region.height > 2 for region in regions.values())
        assert sum(region.area for region in regions.values()) > 0.75 * size[0] * size[1]
        assert ("#sheet" in regions, "#beside" in regions) == (size[1] > 30, size[0] in (60, 80, 200))

    sit_at(keeper, play, size=size)


def test_an_answer_goes_to_the_question_on_the_screen_and_to_no_other(tmp_path: Path) -> None:
    keeper = table(tmp_path)
    other = Keeper.open(keeper.store, keeper.id)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        other.answer("guess")  # another program plays on
        await pilot.press("1")
        assert [move.answer for move in keeper.match.moves] == ["guess"]
        assert "Which hand?" in app.question
        await pilot.press("1")
        assert [move.answer for move in keeper.match.moves] == ["guess", "left"]

    sit_at(keeper, play, size=(110, 36))


def test_a_refusal_names_no_keys(tmp_path: Path) -> None:
    keeper = table(tmp_path)

    async def play(app: Table, pilot: Pilot[None]) -> None:
        app.sight._refused(IllegalAnswer("'nobody' is not possible now; choose guess, as:x"), keeper.match.ask)
        await pilot.pause()
        assert [note.message for note in pilot.app._notifications] == [CHANGED]

    sit_at(keeper, play, size=(110, 36))

"""The full-screen table, driven by keys."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, SelectionList, Static

from undercroft.bots import random_answer
from undercroft.engine import Dice, Opening
from undercroft.games.board.state import board_of
from undercroft.store import Keeper, open_store
from undercroft.terminal.app import TableApp
from undercroft.terminal.page import Page

from .test_plain import table


def sit_at(keeper: Keeper, play: Callable[[TableApp, Pilot[None]], Awaitable[None]], *, size: tuple[int, int]) -> None:
    """Sit at a terminal of that size. In a thread: browser tests in the same process may keep a loop running in this one."""

    async def sitting() -> None:
        app = TableApp(keeper)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, sitting()).result()


def test_keys_choose_explain_undo_and_quit(tmp_path: Path) -> None:
    keeper = table(tmp_path)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert "what now?" in str(app.query_one("#question", Static).render())
        await pilot.press("2")
        assert "Which hand?" in str(app.query_one("#question", Static).render())
        await pilot.press("u")
        assert "what now?" in str(app.query_one("#question", Static).render())
        await pilot.press("1")
        assert keeper.match.state.heights[0] > 0
        await pilot.press("w")
        assert isinstance(app.screen, Page)
        assert "TOY-CLIMB-01" in app.screen.text
        await pilot.press("escape")
        await pilot.press("down", "down", "enter")
        assert "How far?" in str(app.query_one("#question", Static).render())
        await pilot.press("2", "enter")
        assert [move.answer for move in keeper.match.moves] == ["climb", "rest", 2]

    sit_at(keeper, play, size=(110, 36))


def test_escape_leaves_the_line_so_that_letters_are_keys_again(tmp_path: Path) -> None:
    keeper = table(tmp_path)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.check_action("leave_line", ()) is False
        await pilot.press("3")
        assert app.check_action("leave_line", ()) is True
        await pilot.press("w")
        assert not isinstance(app.screen, Page)
        await pilot.press("escape", "w")
        assert isinstance(app.screen, Page)
        await pilot.press("escape", "d")
        await pilot.press("backspace", "2", "enter")
        assert [move.answer for move in keeper.match.moves] == ["rest", 2]

    sit_at(keeper, play, size=(110, 36))


def test_the_last_page_is_shown_once(tmp_path: Path) -> None:
    keeper = table(tmp_path, options={"goal": 3})

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        while keeper.match.ask is not None:
            await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, Page)
        assert "Height" in app.screen.text
        await pilot.press("escape")
        assert "Press n for another one" in " ".join(str(app.query_one("#question", Static).render()).split())
        assert not app.again
        await pilot.press("n")
        assert app.again

    sit_at(keeper, play, size=(60, 30))


def test_no_other_game_before_this_one_is_over(tmp_path: Path) -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        assert not app.again
        assert app.is_running

    sit_at(table(tmp_path), play, size=(60, 30))


def test_a_shared_screen_is_handed_over(tmp_path: Path) -> None:
    keeper = table(tmp_path, seats=("Ada", "Bo"))

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, Page)
        assert "Pass the screen to Ada" in app.screen.text
        await pilot.press("x")
        await pilot.press("1")
        await pilot.pause()
        assert "Pass the screen to Bo" in getattr(app.screen, "text", "")

    sit_at(keeper, play, size=(100, 30))


BOARD = ("Ada", "Robo")


def at_the_board(tmp_path: Path) -> Keeper:
    store = open_store(tmp_path / "games.db")
    opening = Opening(game="board", seats=BOARD, seed=3, options={"types": "elf,hero"})
    return Keeper.create(store, opening, bots={1: "greedy"})


def rows(app: TableApp) -> list[str]:
    options = app.query_one("#options", OptionList)
    return [str(options.get_option_at_index(at).prompt) for at in range(options.option_count)]


def test_many_answers_stand_in_groups_and_a_number_is_written_into_a_line(tmp_path: Path) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        listed = rows(app)
        assert "Go to corridor ..." in listed
        assert keeper.match.ask is not None
        keys = keeper.match.ask.keys
        assert len(keys) > 12
        assert len([row for row in listed if row.lstrip()[0].isdigit()]) == len(keys)
        await pilot.press("1", "2", "enter")
        assert [move.answer for move in keeper.match.moves if move.seat == 0] == [keys[11]]

    sit_at(keeper, play, size=(120, 40))


def test_a_line_takes_words_out_of_an_answer_or_a_command(tmp_path: Path) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"find elf", "enter")
        assert isinstance(app.screen, Page)
        assert "Type: Elf" in app.screen.text
        await pilot.press("x", "y", "z")  # faster than the page goes
        await pilot.pause()
        assert len(app.screen_stack) == 1
        await pilot.press("slash", *"nonsense", "enter")
        assert not keeper.match.moves or keeper.match.moves[-1].seat != 0
        await pilot.press("slash", "escape", "slash", *"main gallery", "enter")
        assert [str(move.answer) for move in keeper.match.moves if move.seat == 0] == ["go:main_gallery"]

    sit_at(keeper, play, size=(80, 24))


def test_map_sheet_and_story_fill_the_screen_and_the_window_may_change(tmp_path: Path) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        for key, expected in (("m", "START"), ("s", "Combat Losing Table"), ("l", "Order of play")):
            await pilot.press(key)
            assert isinstance(app.screen, Page)
            assert expected in app.screen.text
            await pilot.press("escape")
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert app.screen.has_class("narrow")
        assert max(len(line) for row in rows(app) for line in row.split("\n")) <= 52
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app.return_code == 0

    sit_at(keeper, play, size=(160, 50))


def test_a_suggested_text_is_chosen_by_its_number(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db")
    keeper = Keeper.create(store, Opening(game="robber", seats=("Ada",), seed=7))

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        offered = rows(app)[0]
        await pilot.press("1", "enter")
        assert f"1. {keeper.match.moves[0].answer}" == offered

    sit_at(keeper, play, size=(100, 30))


def test_a_small_map_shows_where_you_stand(tmp_path: Path) -> None:
    keeper = at_the_board(tmp_path)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        keeper.answer("towards:1-R09", 0)
        app.refresh_table()
        await pilot.pause()
        drawn = str(app.query_one("#drawing", Static).render()).split("\n")
        row = next(number for number, line in enumerate(drawn) if "E1" in line)
        pane = app.query_one("#map")
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

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        several = app.query_one("#several", SelectionList)
        assert several.option_count == len(ask.keys)
        await pilot.press("down", "space", "enter")
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

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await until(pilot, lambda: "Bo is thinking" in str(app.query_one("#question", Static).render()))
        await pilot.press("1", "2")  # nobody is asked: nothing happens
        assert len(keeper.match.moves) == 1
        go.set()
        await until(pilot, lambda: app._asked is not None)
        assert len(keeper.match.moves) == 2 and "Ada, what now?" in str(app.query_one("#question", Static).render())
        assert threads and threading.current_thread() not in threads

    sit_at(keeper, play, size=(110, 36))


def test_an_answer_goes_to_the_question_on_the_screen_and_to_no_other(tmp_path: Path) -> None:
    keeper = table(tmp_path)
    other = Keeper.open(keeper.store, keeper.id)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        other.answer("guess")  # another program plays on
        await pilot.press("1")
        assert [move.answer for move in keeper.match.moves] == ["guess"]
        assert "Which hand?" in str(app.query_one("#question", Static).render())
        await pilot.press("1")
        assert [move.answer for move in keeper.match.moves] == ["guess", "left"]

    sit_at(keeper, play, size=(110, 36))

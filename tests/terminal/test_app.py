"""The full-screen table, driven by keys."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from textual.widgets import Static

from undercroft.terminal.app import Page, TableApp

from .test_plain import table


def in_a_loop_of_its_own(play: Coroutine[Any, Any, None]) -> None:
    """Run in a thread: browser tests in the same process may keep a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, play).result()


def test_keys_choose_explain_undo_and_quit(tmp_path: Path) -> None:
    keeper = table(tmp_path)

    async def play() -> None:
        app = TableApp(keeper)
        async with app.run_test(size=(110, 36)) as pilot:
            await pilot.pause()
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

    in_a_loop_of_its_own(play())


def test_escape_leaves_the_line_so_that_letters_are_keys_again(tmp_path: Path) -> None:
    keeper = table(tmp_path)

    async def play() -> None:
        app = TableApp(keeper)
        async with app.run_test(size=(110, 36)) as pilot:
            await pilot.pause()
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

    in_a_loop_of_its_own(play())


def test_the_last_page_is_shown_once(tmp_path: Path) -> None:
    keeper = table(tmp_path, options={"goal": 3})

    async def play() -> None:
        app = TableApp(keeper)
        async with app.run_test(size=(60, 30)) as pilot:
            while keeper.match.ask is not None:
                await pilot.press("1")
            await pilot.pause()
            assert isinstance(app.screen, Page)
            assert "Height" in app.screen.text

    in_a_loop_of_its_own(play())


def test_a_shared_screen_is_handed_over(tmp_path: Path) -> None:
    keeper = table(tmp_path, seats=("Ada", "Bo"))

    async def play() -> None:
        app = TableApp(keeper)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, Page)
            assert "Pass the screen to Ada" in app.screen.text
            await pilot.press("x")
            await pilot.press("1")
            await pilot.pause()
            assert "Pass the screen to Bo" in getattr(app.screen, "text", "")

    in_a_loop_of_its_own(play())

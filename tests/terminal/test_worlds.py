"""Worlds in the full screen: from the title into one, its map and tales, down, home again, and a year on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from undercroft.bots import find_bot
from undercroft.engine import Dice
from undercroft.store import Keeper, open_store
from undercroft.store.worlds import Worlds
from undercroft.terminal.app import UndercroftApp
from undercroft.terminal.page import Page
from undercroft.terminal.table import TableSight
from undercroft.terminal.title import Title
from undercroft.terminal.worlds import WayIn, WorldList, WorldSight

from .test_app import until
from .test_title import at, open_title, rows

SEED = 5  # the robber has a short life


def advice(keeper: Keeper) -> Any:
    """What the game's best bot would answer."""
    return find_bot(keeper.game, keeper.game.bots[0])(keeper.match.view(0, Dice(1)))


async def take(app: UndercroftApp, pilot: Pilot[None], word: str) -> None:
    """The row that begins so, by its digit."""
    number = next(index for index, row in enumerate(rows(app), start=1) if row[3:].startswith(word))
    await pilot.press(str(number)) if number <= 9 else app.screen.action_take(number)  # type: ignore[attr-defined]
    await pilot.pause()


def test_from_the_title_down_and_home_into_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.terminal.worlds.new_seed", lambda: SEED)
    store = open_store(tmp_path / "games.db")

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        await take(app, pilot, "Worlds")
        assert at(app, WorldList)
        assert rows(app)[0].startswith("1  The Halls of House Faldgar, year 23")
        assert rows(app)[-1].endswith("Begin a world of your own")
        await pilot.press("1")
        await pilot.pause()
        assert at(app, WorldSight)
        assert [row[3:] for row in rows(app)[:4]] == [
            "Enter as a robber", "Enter as a party", "Enter as racers", "Enter as storytellers",
        ]  # fmt: skip
        for word, told in (("The map", "\n"), ("Who went down", "Nobody yet."), ("Told in town", "Foot Chewers")):
            await take(app, pilot, word)
            assert isinstance(app.screen, Page) and told in app.screen.text
            await pilot.press("escape")
        await take(app, pilot, "Enter as a robber")
        form = app.screen
        assert isinstance(form, WayIn)
        await pilot.press("down", "enter", *"Quill", "enter", "down", "right", "down", "right", "right")
        assert (form._door, form._goal) == (1, 2)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, TableSight))
        keeper = app.playing
        assert isinstance(keeper, Keeper)
        assert [row.match for row in Worlds(store).head(Worlds(store).ready()).below] == [keeper.id]
        while keeper.match.ask is not None:
            keeper.answer(advice(keeper), 0)
        await pilot.press("n")
        if isinstance(app.screen, Page):  # how it ended
            assert "Quill" in app.screen.text
            await pilot.press("escape", "n")
        assert at(app, TableSight), "there is no other game at a world's table"
        await pilot.press("q")
        await pilot.pause()
        assert at(app, WorldSight)
        await take(app, pilot, "Who went down")
        assert isinstance(app.screen, Page) and "Quill" in app.screen.text
        await pilot.press("escape", "escape", "escape")
        assert at(app, Title)

    open_title(store, play, size=(100, 30))


def test_its_author_goes_on_forks_and_sees_all(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db")

    async def play(app: UndercroftApp, pilot: Pilot[None]) -> None:
        app.go("worlds", "")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        sight = app.screen
        assert isinstance(sight, WorldSight)
        await take(app, pilot, "Fork")
        assert sight.world_id != "first"
        await take(app, pilot, "Next year")
        assert "year 24" in sight.heading()
        assert Worlds(store).head(Worlds(store).world("first")).site.year == 23
        assert not any("who lives there" in row for row in rows(app))
        await take(app, pilot, "See all of it")
        assert "See what players see" in rows(app)[app.screen.query_one("#rows", OptionList).highlighted or 0]
        await take(app, pilot, "Its history")
        assert isinstance(app.screen, Page) and "Murkwhisker (Ogre)" in app.screen.text
        await pilot.press("escape")
        await take(app, pilot, "Write it yourself")
        await until(pilot, lambda: isinstance(app.screen, TableSight))
        await pilot.press("q")
        await pilot.pause()
        assert any("Go on writing" in row for row in rows(app)) and not any("Next year" in row for row in rows(app))

    open_title(store, play, size=(100, 30))

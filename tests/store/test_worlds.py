"""Worlds that are kept: rows are only added, heads are folded, forks part, and nothing is lost on the way, in both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from undercroft.engine import BadOpening, CannotUndo
from undercroft.store import Keeper, Missing, Store, StoreError, open_store
from undercroft.store.copies import back_up, restore
from undercroft.store.visits import MOST_ROWS, add_row
from undercroft.store.worlds import READY, Head, World, Worlds

from .delve import find


@pytest.fixture(params=["sqlite", "postgresql"])
def worlds(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Worlds]:
    where = tmp_path / "games.db" if request.param == "sqlite" else request.getfixturevalue("postgres").database()
    store = open_store(where, find=find)
    yield Worlds(store)
    store.close()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Worlds]:
    store = open_store(tmp_path / "local.db", find=find)
    yield Worlds(store)
    store.close()


def go(worlds: Worlds, world: World, answer: str) -> Keeper:
    keeper = worlds.enter(worlds.head(world), "delve", seats=["Ada"], seed=1)
    keeper.answer(answer)
    return keeper


def accept(keeper: Keeper) -> None:
    while (ask := keeper.match.ask) is not None:
        keeper.answer(ask.keys[0] if ask.keys else ask.suggestions[0])


def again(worlds: Worlds, world: World) -> Head:
    """How it stands, read anew."""
    return Worlds(worlds.store).head(world)


def test_a_ready_made_world_is_entered_and_goes_on(worlds: Worlds) -> None:
    world = worlds.ready()
    assert (world.id, world.title) == (READY, "The Halls of House Faldgar")
    assert worlds.ready() == world
    assert len(worlds.all()) == 1
    head = worlds.head(world)
    assert head.version == 2  # its author went out, and the season came home
    assert head.site.world == READY
    assert len(head.site.dwellers) >= 3
    assert len(head.site.hoards) >= 3
    keeper = worlds.enter(head, "delve", seats=["Ada"], seed=1)
    assert [row.match for row in worlds.head(world).below] == [keeper.id]
    keeper.answer("slay")
    after = worlds.head(world)
    assert not after.below
    assert [row.match for row in after.since] == [keeper.id]
    assert after.site.trails[-1].match == keeper.id
    assert len(after.site.dwellers) < len(head.site.dwellers)
    assert msgspec.msgpack.encode(again(worlds, world).state) == msgspec.msgpack.encode(after.state)
    season = worlds.next(after)
    assert season.match.ask is None
    final = worlds.head(world)
    assert final.since == []
    assert final.site.year == head.site.year + 1
    assert final.site.trails == after.site.trails
    assert worlds.check(world, worlds.replay) == []


def test_two_parties_at_once_and_a_hoard_that_is_gone(worlds: Worlds) -> None:
    world = worlds.ready()
    head = worlds.head(world)
    first, second = (worlds.enter(head, "delve", seats=[name], seed=1) for name in ("Ada", "Bo"))
    assert len(worlds.head(world).below) == 2
    second.answer("take")
    first.answer("take")
    settled = worlds.head(world).settled
    assert len([deed for deed in settled.done if deed.what == "taken"]) == 1
    assert len([deed for deed in settled.void if deed.what == "taken"]) == 1
    assert [row.match for row in worlds.head(world).since] == [second.id, first.id]
    assert worlds.check(world) == []
    with pytest.raises(CannotUndo, match="history"):
        first.undo(0)


def test_whoever_comes_home_during_a_season_is_not_forgotten(worlds: Worlds) -> None:
    world = worlds.ready()
    head = worlds.head(world)
    party = worlds.enter(head, "delve", seats=["Ada"], seed=1)
    writing = worlds.next(worlds.head(world), years=1, ask="everything")
    assert writing.match.ask is not None
    with pytest.raises(StoreError, match="writing already"):
        worlds.next(worlds.head(world))
    party.answer("die")
    accept(writing)
    after = worlds.head(world)
    assert [row.match for row in after.since] == [party.id]
    assert [mark.name for mark in after.site.marks if mark.kind == "grave"] == ["the grave of Ada"]
    assert worlds.check(world) == []


def test_forks_have_their_own_history(local: Worlds) -> None:
    world = local.ready()
    go(local, world, "slay")
    below = local.enter(local.head(world), "delve", seats=["Bo"], seed=1)
    fork = local.fork(world, 3)
    whole, other = local.head(world), local.head(fork)
    assert msgspec.msgpack.encode(other.state) == msgspec.msgpack.encode(whole.state)
    assert other.below == []
    below.answer("take")
    assert len(local.head(world).since) == 2
    assert len(local.head(fork).since) == 1
    go(local, fork, "die")
    assert [row.kind for row in local.rows(fork)] == ["out", "season", "out", "home", "out", "home"]
    early = local.fork(fork, 1)
    assert local.head(early).since == []
    assert [local.check(each) for each in (world, fork, early)] == [[], [], []]
    with pytest.raises(StoreError, match="rows 1 to 5, not 0"):
        local.fork(world, 0)
    with pytest.raises(StoreError, match="not 77"):
        local.fork(world, 77)


def test_a_forgotten_match_leaves_its_deeds_and_a_copied_one_writes_none(local: Worlds) -> None:
    world = local.ready()
    keeper = go(local, world, "take")
    copy = keeper.fork(0)
    copy.answer("slay")
    assert len(local.head(world).since) == 1
    local.store.forget(keeper.id)
    assert len(again(local, world).since) == 1
    lost = local.enter(local.head(world), "delve", seats=["Ada"], seed=1)
    local.store.forget(lost.id)
    assert again(local, world).below == []
    assert local.check(world, local.replay) == []


def test_the_author_strikes_out_what_was_said(local: Worlds) -> None:
    world = local.ready()
    go(local, world, "take")
    head = local.head(world)
    line = next(entry.seq for entry in head.state.record if entry.kind == "stated")
    assert head.state.record[line].text == "Nobody sweeps here, or so Ada swore."
    local.strike(head, line)
    after = local.head(world)
    assert "sweeps" not in after.state.record[line].text
    local.next(after)
    assert "sweeps" not in local.head(world).state.record[line].text
    with pytest.raises(BadOpening, match="line 0"):
        local.strike(after, 0)


def test_worlds_are_in_a_back_up(local: Worlds, tmp_path: Path) -> None:
    world = local.ready()
    go(local, world, "die")
    before = msgspec.msgpack.encode(local.head(world).state)
    back_up(tmp_path / "local.db", tmp_path / "copy.db")
    restore(tmp_path / "copy.db", tmp_path / "new.db")
    store = open_store(tmp_path / "new.db", find=find)
    other = Worlds(store)
    assert msgspec.msgpack.encode(other.head(other.world(READY)).state) == before
    store.close()


def test_what_there_is_not_is_said(local: Worlds) -> None:
    with pytest.raises(Missing, match="no world 'x'"):
        local.world("x")
    fresh = local.add()
    with pytest.raises(StoreError, match="first season"):
        local.head(fresh)
    assert local.world(fresh.id[:3]).id == fresh.id
    world = local.ready()
    head = local.head(world)
    with pytest.raises(BadOpening, match="go into"):
        local.enter(head, "host", seats=["Ada"])
    with local.database.writing() as cursor:
        for n in range(MOST_ROWS):
            add_row(local.database, cursor, world.id, "strike", f"x{n}", 0.0, b"")
    with pytest.raises(StoreError, match="full"):
        local.enter(head, "delve", seats=["Ada"])


def test_a_broken_account_is_found(local: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    world = local.ready()
    go(local, world, "slay")
    before, after = Worlds(local.store).amounts(local.head(world).state), iter(((500, 200), (1, 1)))
    assert before != (1, 1)
    monkeypatch.setattr(local, "amounts", lambda state: next(after))
    assert len(local.check(world)) == 2


def test_practice_leaves_no_trace(local: Worlds) -> None:
    world = local.ready()
    head = local.head(world)
    opening, out = local.entry(head, "delve", seats=["Ada"], seed=1)
    keeper = Keeper.create(local.store, msgspec.structs.replace(opening, practice=True), out=out)
    keeper.answer("take")
    assert local.head(world).since == []
    assert isinstance(local.store, Store)

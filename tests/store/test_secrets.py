"""Sealed dice in the store: secrets in a table of their own, and a match that stands where it stood after a restart."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from tests.engine.sealing import epoch
from tests.engine.toy import GAME
from undercroft.engine import CannotUndo, Match, Opening, SaveFile, UndercroftError
from undercroft.engine.checking import Noted, check_save, revealed
from undercroft.engine.sealed import SEALED, Chance
from undercroft.store import Keeper, Store, open_store


def begun(store: Store, *names: str, goal: int = 12) -> Keeper:
    """A sealed match, stored, up to its first decision."""
    opening = Opening(game="toy", seats=names or ("Ada", "Bo", "Cy"), seed=0, dice=SEALED, options={"goal": goal})
    match = Match.start(GAME, opening, chance=Chance([epoch(1, match="m1")]))
    keeper, write = Keeper.begin(store, match, {2: "random"}, "m1")
    assert store.write([write]) == [True]
    return keeper


def reseal(keeper: Keeper, redraw: int | None = None) -> None:
    """Another epoch, stored."""
    n = max(keeper.match.chance.epochs, default=0) + 1
    new = epoch(n, "Bo sits down", moves=len(keeper.moves), events=len(keeper.events), match=keeper.id)
    write = keeper.prepare_epoch(new, redraw)
    assert keeper.store.write([write]) == [True]
    keeper.accept(write)


def to_the_end(keeper: Keeper) -> Keeper:
    while keeper.match.ask is not None:
        keeper.answer("climb")
    return keeper


def everything(store: Store, *but: str) -> bytes:
    """All bytes of the database, some tables left out."""
    names = ("matches", "moves", "snapshots", "memorials", "tables", "link_keys", "chat", "dice_secrets")
    parts = [store.database.read(f"SELECT * FROM {name}") for name in names if name not in but]
    columns = (column for rows in parts for row in rows for column in row)
    return b"|".join(bytes(c) if isinstance(c, bytes | memoryview) else str(c).encode() for c in columns)


def secrets_of(keeper: Keeper) -> list[bytes]:
    every = keeper.match.chance.epochs.values()
    words = [one.secret or "" for one in every] + [share.nonce for one in every for share in one.seats if share.kind == 1]
    keys = [key for one in every if (key := keeper.match.chance.key(one.n)) is not None]
    return [form for word in words for form in (word.encode(), bytes.fromhex(word))] + keys


def test_secrets_lie_in_one_table_only(store: Store) -> None:
    keeper = begun(store)
    keeper.answer("climb")
    reseal(keeper)
    keeper.answer("guess")
    keeper.rest()
    elsewhere, here = everything(store, "dice_secrets"), everything(store)
    live = keeper.save_file().encode()
    for secret in secrets_of(keeper):
        assert secret not in elsewhere
        assert secret not in live
    assert (keeper.match.chance.epochs[2].secret or "").encode() in here


def test_a_restart_stands_in_the_same_epoch_and_draws_the_same(store: Store) -> None:
    keeper = begun(store)
    keeper.answer("climb")
    keeper.answer("guess")
    reseal(keeper, redraw=0)
    keeper.answer("left")
    again = Keeper.open(store, keeper.id)
    assert again.match.snapshot() == keeper.match.snapshot()
    assert again.match.draws == keeper.match.draws
    assert again.bot_seed(2) == keeper.bot_seed(2)
    for one in (keeper, again):
        one.match.answer("climb")
    assert again.match.snapshot() == keeper.match.snapshot()


def test_another_process_follows_into_a_new_epoch(store: Store) -> None:
    keeper = begun(store)
    other = Keeper.open(store, keeper.id)
    keeper.answer("climb")
    reseal(keeper)
    keeper.answer("climb")
    assert other.catch_up()
    assert other.match.dice.epoch == 2
    assert other.match.snapshot() == keeper.match.snapshot()


def test_secrets_are_told_when_the_match_is_over(store: Store) -> None:
    keeper = begun(store)
    keeper.answer("climb")
    reseal(keeper)
    assert not revealed(keeper.save_file())
    to_the_end(keeper)
    for one in (keeper, Keeper.open(store, keeper.id)):
        save = one.save_file()
        assert revealed(save)
        assert check_save(SaveFile.decode(save.encode()), GAME, Noted()) == []
        with pytest.raises(CannotUndo, match="told"):
            one.undo(one.moves[-1].seat)


def test_secrets_are_told_when_a_table_is_closed(store: Store) -> None:
    keeper = begun(store)
    keeper.answer("climb")
    store.tell_secrets(keeper.id)
    save = Keeper.open(store, keeper.id).save_file()
    assert revealed(save)
    assert check_save(save, GAME, Noted()) == []


def test_an_epoch_that_was_given_up_stays(store: Store) -> None:
    keeper = begun(store)
    keeper.answer("climb")
    failed = msgspec.structs.replace(epoch(2, "Bo sits down", match="m1"), secret=None, given_up="Bo")
    store.add_epoch(keeper.id, failed)
    keeper.match.chance.add(failed)
    reseal(keeper)
    to_the_end(keeper)
    save = keeper.save_file()
    assert [one.given_up for one in save.epochs] == ["", "Bo", ""]
    assert check_save(save, GAME, Noted()) == []


def test_a_fork_of_a_finished_match_keeps_its_dice_or_gets_new_ones(store: Store) -> None:
    keeper = begun(store)
    keeper.answer("climb")
    reseal(keeper)
    to_the_end(keeper)
    fork = keeper.fork(3)
    assert fork.told == {1, 2}
    assert fork.match.dice.epoch == 2
    early = keeper.fork(1)
    assert early.match.dice.epoch == 1
    for one in (fork, early):
        reseal(one)
        to_the_end(one)
        assert check_save(one.save_file(), GAME, Noted()) == []
    assert [one.match for one in early.save_file().epochs] == ["m1", early.id]


def test_a_save_opens_under_a_new_name_and_plays_on_only_with_new_dice(store: Store) -> None:
    keeper = begun(store, goal=40)
    for _ in range(5):
        keeper.answer("climb")
    opened = Keeper.from_save(store, SaveFile.decode(keeper.save_file().encode()))
    assert opened.match.snapshot().digest == keeper.match.snapshot().digest
    assert opened.told == {1}
    with pytest.raises(UndercroftError, match="sealed"):
        opened.answer("climb")
    opened = Keeper.open(store, opened.id)
    reseal(opened)
    opened.answer("climb")
    again = Keeper.open(store, opened.id)
    assert again.match.draws == opened.match.draws
    assert again.match.dice.epoch == 2


def test_a_revealed_save_opens_and_replays(store: Store) -> None:
    keeper = to_the_end(begun(store))
    opened = Keeper.from_save(store, keeper.save_file())
    assert check_save(opened.save_file(), GAME, Noted()) == []
    assert opened.at(2).snapshot().digest == keeper.at(2).snapshot().digest


def test_forgetting_a_match_forgets_its_secrets(store: Store) -> None:
    keeper = begun(store)
    store.forget(keeper.id)
    assert store.epochs(keeper.id) == ([], set())


def test_seeded_rows_are_as_they_were(store: Store) -> None:
    keeper = Keeper.create(store, Opening(game="toy", seats=("Ada",), seed=5))
    keeper.answer("climb")
    assert store.epochs(keeper.id) == ([], set())
    assert b"draws" not in everything(store)
    assert b"epoch" not in everything(store)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_a_new_file_of_games_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db")
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    store.close()
    assert set(modes.values()) == {0o600}, modes

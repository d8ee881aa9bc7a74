"""The shelf: the server's own notes, who wants to be told, pages and tries, in both kinds of database."""

from __future__ import annotations

import msgspec

from undercroft.engine import Opening
from undercroft.store import Keeper, Store
from undercroft.store.rows import TableRecord
from undercroft.store.shelf import MOST_WANTS, Page, Shelf, Try, Want


def begun(store: Store, table: str) -> str:
    """A match of the toy at a table of that name."""
    keeper = Keeper.create(store, Opening(game="toy", seats=("Ada",), seed=7))
    store.create_table(TableRecord(table, keeper.id, 5.0, data={"wish": {}}), [])
    return keeper.id


def test_a_note_is_made_once_and_kept(store: Store) -> None:
    shelf = Shelf(store)
    assert shelf.note("seal", lambda: b"first") == b"first"
    assert Shelf(store).note("seal", lambda: b"second") == b"first"


def test_devices_are_told_until_they_ask_not_to_be_or_are_too_many(store: Store) -> None:
    shelf = Shelf(store)
    begun(store, "w1")
    for number in range(MOST_WANTS + 2):
        shelf.want(Want("w1", 0, f"https://push.test/{number}", {"auth": str(number)}))
    shelf.want(Want("w1", 1, "https://push.test/0", {"auth": "other seat"}))
    mine = [want for want in shelf.wants("w1") if want.seat == 0]
    assert len(mine) == MOST_WANTS
    assert Want("w1", 0, f"https://push.test/{MOST_WANTS + 1}", {"auth": str(MOST_WANTS + 1)}) in mine
    shelf.unwant("w1", 0, f"https://push.test/{MOST_WANTS + 1}")
    assert len(shelf.wants("w1")) == MOST_WANTS


def test_a_page_is_shown_otherwise_and_hidden_again_and_goes_with_its_match(store: Store) -> None:
    shelf = Shelf(store)
    match = begun(store, "p1")
    page = Page("abc", match, "p1", 9.0, embeds=True)
    shelf.show(page)
    assert shelf.page("abc") == shelf.page_of(match) == page
    told = Page("abc", match, "p1", 9.0, told=True)
    shelf.show(told)
    assert shelf.page("abc") == told
    shelf.hide("abc")
    assert shelf.page("abc") is None
    shelf.show(page)
    store.forget(match)
    assert shelf.page("abc") is None


def test_one_try_counts_and_the_best_comes_first(store: Store) -> None:
    shelf = Shelf(store)
    tries = [Try("2026-11-16", "toy", bytes([n]) * 4, begun(store, f"d{n}"), f"d{n}", float(n), f"P{n}") for n in range(3)]
    assert [shelf.try_once(one) for one in tries] == [True, True, True]
    assert not shelf.try_once(Try("2026-11-16", "toy", tries[0].player, tries[1].match, "d1", 9.0, "again"))
    shelf.finish(tries[1], 5.0, "got away")
    shelf.finish(tries[2], 7.0, "got rich")
    assert [one.name for one in shelf.tries("2026-11-16", "toy")] == ["P2", "P1", "P0"]
    assert shelf.tries("2026-11-17", "toy") == []
    assert shelf.try_at("d1") == msgspec.structs.replace(tries[1], score=5.0, line="got away")
    assert [one.name for one in shelf.tries_of(tries[2].player)] == ["P2"]
    assert shelf.forget_tries(tries[2].player) == 1
    assert [one.name for one in shelf.tries("2026-11-16", "toy")] == ["P1", "P0"]

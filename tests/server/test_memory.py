"""What is used up is gone at once: nothing waits for Python's collector, which would stop everybody to look for it."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.server.live.live import Connection
from undercroft.server.live.websocket import LiveSocket
from undercroft.server.measures import heap as heap_module
from undercroft.server.measures.heap import Heap
from undercroft.server.tables import pace
from undercroft.server.tables.table import LiveTable

from .house import QUICK, House, house


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[weakref.ref[Any]]]:
    """Every table, connection and line that was made meanwhile; Python's collector rests."""
    found: list[weakref.ref[Any]] = []

    def noted(kind: Any) -> None:
        begin = kind.__init__

        def init(self: Any, *args: Any, **more: Any) -> None:
            found.append(weakref.ref(self))
            begin(self, *args, **more)

        monkeypatch.setattr(kind, "__init__", init)

    for kind in (LiveTable, Connection, LiveSocket):
        noted(kind)
    gc.collect()
    gc.disable()
    yield found
    gc.enable()


def left(made: list[weakref.ref[Any]]) -> list[str]:
    """What of it is still here, a moment later."""
    for _ in range(200):
        here = [type(thing).__name__ for one in made if (thing := one()) is not None]
        if not here:
            break
        time.sleep(0.05)
    return here


def play(here: House, moves: int = 6) -> None:
    """A table at which two people answer, and go."""
    opened = here.open("toy", "Ada", "Bo")
    people = [here.sit(here.key(opened, seat)) for seat in (0, 1)]
    for move in range(moves):
        for person in people:
            person.until_news(move)
        if people[0].news["outcome"] is not None:  # their dice are sealed, and may end it early
            break
        assert people[move % 2].answer("climb")["type"] == "ok"
    for person in people:
        person.close()


@pytest.mark.parametrize("late", [1e9, -1.0])  # a server that has time, and one that is busy and owes everybody their screens
def test_a_table_that_leaves_and_its_lines_are_gone_without_the_collector(
    late: float, tmp_path: Path, made: list[weakref.ref[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "LATE", late)
    with house(tmp_path / "games.db", limits=msgspec.structs.replace(QUICK, idle_seconds=0.1)) as here:
        play(here)
        assert len(made) >= 5
        assert left(made) == []


def test_everything_is_looked_through_when_it_is_calm_or_has_not_been_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    heap, young = Heap(lambda: 0.0), heap_module.SOME - 1
    monkeypatch.setattr(gc, "get_count", lambda: (0, young, 0))
    assert not heap.due(calm=True)  # there is nothing to find
    young += 1
    assert heap.due(calm=True)
    assert not heap.due(calm=False)
    monkeypatch.setattr(heap_module, "LONGEST", -1.0)
    assert heap.due(calm=False)


def test_the_collector_looks_at_young_things_only_while_a_server_runs() -> None:
    before = gc.get_threshold()
    heap = Heap(lambda: 0.0)
    heap.begin()
    try:
        assert gc.get_threshold() == (heap_module.YOUNG, heap_module.NEVER, heap_module.NEVER)
        heap.give_back()
    finally:
        heap.end()
    assert gc.get_threshold() == before

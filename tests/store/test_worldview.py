"""A world on its page: all of it for the author, and for others nothing they cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from undercroft.store import open_store
from undercroft.store.worlds import Worlds
from undercroft.store.worldview import author_of, lines, may_write, view

from .delve import find


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[Worlds]:
    store = open_store(tmp_path / "games.db", find=find)
    yield Worlds(store)
    store.close()


def test_a_page_for_everybody_and_one_for_the_author(worlds: Worlds) -> None:
    world = worlds.ready()
    keeper = worlds.enter(worlds.head(world), "delve", seats=["Ada"], seed=1)
    keeper.answer("take")
    below = worlds.enter(worlds.head(world), "delve", seats=["Bo"], seed=1)
    head = worlds.head(world)
    theirs, own = view(worlds, head), view(worlds, head, author=True)
    assert [visit.match for visit in theirs.visits] == [keeper.id]
    assert theirs.visits[0].line.startswith("Ada came up again")
    assert [visit.match for visit in theirs.below] == [below.id]
    assert {rumour.truth for rumour in theirs.rumours} == {"open"}
    assert [place.id for place in theirs.places] == theirs.visits[0].places
    assert theirs.author is None
    assert own.author is not None
    assert {people.flavour for people in own.author.peoples} >= {"Cave Giants", "Ogre"}
    assert own.author.links[own.author.said[0]] == keeper.id
    secret = msgspec.json.encode(theirs).decode()
    for people in own.author.peoples:
        if people.name in ("Murkwhisker", "the Stolen Tongues"):
            assert people.name in own.map
            assert people.name not in theirs.map
    assert "the Pale Goblet" not in secret
    assert [(line.id, line.expeditions, line.below) for line in lines(worlds)] == [("first", 1, 1)]
    worlds.add()
    assert len(lines(worlds)) == 1


def test_who_may_go_on_with_a_world(worlds: Worlds) -> None:
    assert may_write(worlds.ready(), "")
    mine = worlds.add(author_of("secret"))
    assert may_write(worlds.world(mine.id), "secret")
    assert not may_write(worlds.world(mine.id), "guess")
    assert not may_write(worlds.world(mine.id))

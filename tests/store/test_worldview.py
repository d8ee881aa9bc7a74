"""A world on its page: all of it for the author, and for others nothing they cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.small_site import small_site
from undercroft.engine.site import Deed, Homecoming
from undercroft.site.came import came_of
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


def test_a_visit_says_what_came_of_what_they_went_down_for(worlds: Worlds) -> None:
    world = worlds.ready()
    site = worlds.head(world).site
    near = site.hoards[0]
    far = next(place for place in site.places if place.id != near.place and place.name)
    below = [
        worlds.enter(worlds.head(world), "delve", seats=["Ada"], seed=1, goal=goal)
        for goal in (near.id, near.id, near.place, far.id, site.aims[-1], 0)
    ]
    for keeper in below:
        keeper.answer("take")
    told = [visit.came for visit in view(worlds, worlds.head(world)).visits]
    assert told[0] == "They found what they went down for."
    assert told[1] == "What they went down for was gone before them."
    assert told[2].endswith(" again.")
    assert told[3] == f"They did not get as far as {far.name}."
    assert told[4].startswith("They had been told: ")
    assert told[5] == ""


def test_what_came_of_a_rumour_a_hoard_and_a_people() -> None:
    site = small_site()
    learned = Homecoming("m", "board", "Ada", 30, (Deed("learned", -2, text="false"),))
    empty = Homecoming("m", "board", "Ada", 30, ())
    assert came_of(site, -2, learned) == "They had been told: \u201cThe wyrm of the water is dead\u201d, and it was not so."
    assert came_of(site, -2, empty).endswith("and they did not find it.")
    assert came_of(site, -1, Homecoming("m", "robber", "Quill", 30, (), (80,))).endswith("and they went where it was said to be.")
    assert came_of(site, 177, empty) == "They did not find what they went down for."
    assert came_of(site, 177, empty, gone=True) == "What they went down for was gone before them."
    assert came_of(site, 0, empty) == ""


def test_who_may_go_on_with_a_world(worlds: Worlds) -> None:
    assert may_write(worlds.ready(), "")
    mine = worlds.add(author_of("secret"))
    assert may_write(worlds.world(mine.id), "secret")
    assert not may_write(worlds.world(mine.id), "guess")
    assert not may_write(worlds.world(mine.id))

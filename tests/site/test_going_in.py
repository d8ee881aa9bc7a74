"""What every game needs to go in: names and tales of places, shares in twelfths, the cut, and a `bring` that is checked."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from undercroft.engine import BadOpening
from undercroft.engine.site import Mark, People, Ticket
from undercroft.site.account import account, alone, dwelling, spread
from undercroft.site.bring import KEY, MOST_SHARES, check_shape, read_brought, short
from undercroft.site.cut import aim_of, cut, door_of
from undercroft.site.words import called, lost_at, tale_of

from .sites import BEAST, CAVE, DOOR, GOLD, HALL, HAMMER, MINE, PIT, SLIME, SWARM, grown, small_site


class Parcel(msgspec.Struct, forbid_unknown_fields=True):
    """What a test brings along."""

    name: str
    counts: dict[int, int] = {}


def test_places_are_called_by_name_owner_dead_mark_or_kind() -> None:
    site = small_site()
    place = {place.id: place for place in site.places}
    assert called(site, place[HALL]) == "the Hall of Records"
    assert called(site, place[MINE]) == "the mine of the Stolen Tongues"
    assert called(site, place[PIT]) == "the slave pit with the statue of nobody"
    assert called(site, place[CAVE]) == "the cave"
    site.dwellers = []
    assert called(site, place[MINE]) == "the mine where the Silver Coins died, three winters ago"
    site.marks.append(Mark(301, MINE, "grave", "Quill the robber", 29))
    assert called(site, place[MINE]) == "the mine where Quill the robber died, last winter"
    assert lost_at(site, place[CAVE]) is None
    site.marks.append(Mark(302, CAVE, "trap", "pit", 29))
    assert called(site, place[CAVE]) == "the cave"  # a trap gives no name away


def test_tales_have_no_counters() -> None:
    site = small_site()
    assert tale_of(site, site.places[0], 2) == [
        "Three winters ago: the Silver Coins met the Stolen Tongues.",
        "Three winters ago: the Silver Coins were never seen again.",
    ]


@given(some.integers(0, 4000), some.integers(1, 200))
def test_twelfths_are_spread_whole_and_even(twelfths: int, heads: int) -> None:
    parts = spread(twelfths, heads)
    assert (len(parts), sum(parts)) == (heads, twelfths)
    assert max(parts) - min(parts) <= 1


def test_who_is_alone() -> None:
    assert [alone(people) for people in small_site().peoples] == [False, True, True]
    assert alone(People(1, "Oswin", "The Liche King", "villain", villain=True))
    assert not alone(People(1, "beasts", "Beasts", "wandering"))


@pytest.mark.parametrize("seed", range(1, 9))
def test_what_dwells_adds_up_to_the_account(seed: int) -> None:
    site = grown(seed)
    for people in site.peoples:
        people.wear = (people.id + seed) % 12
    try:
        there = account(site)
        for people in site.peoples:
            assert sum(n for (owner, _), n in dwelling(site).items() if owner == people.id) == there.get(people.id, 0)
    finally:
        for people in site.peoples:
            people.wear = 0


def test_the_cut_is_nearest_to_the_goal() -> None:
    site = small_site()
    assert [place.id for place in cut(site, DOOR, SWARM, 2)] == [MINE, PIT]
    assert [place.id for place in cut(site, DOOR, BEAST, 1)] == [HALL]
    assert [place.id for place in cut(site, DOOR, SLIME, 1)] == [CAVE]
    assert len(cut(site, DOOR, 0, 99)) == 5
    assert door_of(site, DOOR).town == "Oatcombe"


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (0, ""),
        (SWARM, "to find the Stolen Tongues"),
        (HAMMER, "for the Bitter Hammer"),
        (GOLD, "for what lies in the mine of the Stolen Tongues"),
        (HALL, "to see the Hall of Records"),
        (-1, "because of a rumour: They say the Bitter Hammer lies in a mine."),
    ],
)
def test_an_aim_in_words(goal: int, words: str) -> None:
    assert aim_of(small_site(), goal) == words


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"name": 3}, "does not read"),
        ({"name": "x", "more": 1}, "does not read"),
        ({"name": "x", "counts": {"one": 1}}, "does not read"),
        ({"name": "a\tb"}, "one line"),
        ({"name": "x" * 201}, "one line"),
        ({"name": "x" * 70_000}, "70,011 bytes"),
        ({"name": object()}, "does not read"),
    ],
)
def test_what_is_brought_is_checked(raw: Any, words: str) -> None:
    with pytest.raises(BadOpening, match=words):
        read_brought({KEY: raw}, Parcel)


def test_what_is_brought_is_read() -> None:
    assert read_brought({}, Parcel) is None
    assert read_brought({KEY: {"name": "x", "counts": {"7": 2}}}, Parcel) == Parcel("x", {7: 2})
    assert short("a " * 300).endswith("a...")
    assert len(short("a " * 300)) <= 200


@pytest.mark.parametrize(
    "shares", [{str(n): (1, 1) for n in range(MOST_SHARES + 1)}, {"a": (0, 1)}, {"a": (1, 0)}, {"a": (1, 12_001)}]
)
def test_a_ticket_that_cannot_be_one(shares: dict[str, tuple[int, int]]) -> None:
    with pytest.raises(BadOpening, match="the ticket"):
        check_shape(Ticket("w", 1, 1, 1, 0, shares))

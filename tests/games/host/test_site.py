"""The Site of a hosted world: complete, sound, and joined exactly as host joins it."""

from __future__ import annotations

import os
from itertools import pairwise

import msgspec
import pytest

from tests.games.host.table import page, room, villain
from tests.games.host.worlds import played
from tests.sites import site
from undercroft.engine.site import Site
from undercroft.games.host import GAME
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground.web import web
from undercroft.games.host.handout.atlas import atlas
from undercroft.games.host.handout.rumours import said_to_live
from undercroft.games.host.handout.site import nearest_town
from undercroft.games.host.state import Host
from undercroft.site.account import account
from undercroft.site.cut import cut, goals, target
from undercroft.site.reach import steps_from
from undercroft.site.telling import tell_of

SOAK = os.environ.get("UNDERCROFT_SOAK") == "1"
SEEDS = range(1, 201 if SOAK else 9)
WORLDS = ("off", "scorched_lands", "hollow_earth", "rift_of_sorrows", "firetop_range", "pocket_universe")


def world(seed: int) -> Host:
    return played(seed, civilization="roll", named_treasures=True, alternate_worlds=WORLDS[seed % len(WORLDS)])


@pytest.mark.parametrize("seed", SEEDS)
def test_reach_is_that_of_the_world(seed: int) -> None:
    s = world(seed)
    found = GAME.site(s)
    places = {place.id for place in found.places}
    assert len(found.doors) == len(s.entrances)
    for door, entrance in zip(found.doors, s.entrances, strict=True):
        own = web(s).find(entrance.node)
        assert places & set(steps_from(found, [door.place], secret=True)) == {p for p in places if web(s).find(p) == own}


@pytest.mark.parametrize("seed", SEEDS)
def test_everybody_and_everything_below_is_in_it_once(seed: int) -> None:
    s = world(seed)
    found = GAME.site(s)
    places = {place.id for place in found.places}
    owners = {people.id for people in found.peoples}
    ids = [thing.id for things in (found.dwellers, found.hoards, found.peoples, found.places, found.marks) for thing in things]
    assert len(ids) == len(set(ids))
    assert {dweller.place for dweller in found.dwellers} | {hoard.place for hoard in found.hoards} <= places
    assert {mark.place for mark in found.marks} <= places
    assert {dweller.owner for dweller in found.dwellers} == owners
    below = [b for b in s.beads.values() if not (b.room in s.rooms and (s.rooms[b.room].above or b.room not in places))]
    homed = [b for b in below if b.room or b.passage or b.owner in s.stacks]
    assert {h.id for h in found.hoards} == {b.id for b in homed if b.colour == "loot"}
    assert {d.id for d in found.dwellers} == {
        b.id for b in homed if b.colour == "pop" and b.role != "prisoner" and (b.owner in s.groups or b.owner in s.stacks)
    }
    for people in found.peoples:
        assert account(found)[people.id] == 12 * people.strength - people.wear
        assert people.roams <= (people.id in s.stacks)
        if people.id in s.groups and s.groups[people.id].type != "surface":
            assert people.strength == bd.pop(s, people.id)


def test_places_tell_their_story_and_rumours_lead_somewhere() -> None:
    found = site(7)
    assert found.title == "The Halls of House Faldgar"
    assert len(found.record) == len(found.years)
    assert all(0 <= line < len(found.record) for place in found.places for line in place.tale)
    assert any(place.tale for place in found.places)
    assert all(rumour.seq < 0 for rumour in found.rumours)
    assert len({rumour.seq for rumour in found.rumours}) == len(found.rumours)
    assert {"true", "partly", "false"} == {rumour.truth for rumour in found.rumours}
    level = {place.id: place.level for place in found.places}
    for rumour in found.rumours:
        if rumour.truth != "true" and rumour.about in level and rumour.level in level.values():
            assert level[rumour.about] == rumour.level
    led = next(rumour for rumour in found.rumours if rumour.about in level)
    assert target(found, led.seq) == led.about
    assert all(door.town for door in found.doors)


def test_who_is_said_to_live_there_is_what_the_rumours_say() -> None:
    told = [
        "A peddler tells it for a drink: the Stolen Tongues (Cave Giants, chaotic) came to a mine. They say it was on level 4.",
        "Murkwhisker (Ogre, hungry) came to a cave.",
        "The Foot Chewers (Gnolls, chaotic) came to Grel-Lond.",
        "Far Shaft Colony (Druegar, chaotic) came to the barracks.",
        "The Twin Heading Union, chaotic Moth People, came to a cave.",  # as it is recorded today
        "Grel-Lond fell silent; the Foot Chewers were gone (hunger).",
    ]
    assert said_to_live(told) == [
        "the Stolen Tongues, cave giants", "Murkwhisker, an ogre", "Far Shaft Colony, druegar folk",
        "the Twin Heading Union, moth people",
    ]  # fmt: skip
    assert said_to_live(["Murkwhisker, a hungry Ogre, came to a cave."]) == ["Murkwhisker, an ogre"]
    site = GAME.site(world(7))
    assert "the Stolen Tongues, cave giants" in site.folk
    assert said_to_live(["Cult of the Choir (Temple of Evil, chaotic) came to a mine."]) == [
        "Cult of the Choir, a temple of evil"
    ]
    assert any(rumour.text.startswith("The Stolen Tongues came to a mine.") for rumour in site.rumours)
    assert tell_of(site).startswith("They tell of ") and tell_of(site).count(";") <= 3


def test_a_cut_is_round_its_goal() -> None:
    found = site(7)
    goal = goals(found)[0]
    near = cut(found, found.doors[0].id, goal, 6)
    assert len(near) == 6
    assert near[0].id == target(found, goal)


def test_making_a_site_changes_nothing_and_is_plain_data() -> None:
    s = world(3)
    before = msgspec.msgpack.encode(s)
    found = GAME.site(s)
    assert msgspec.msgpack.encode(s) == before
    assert msgspec.json.decode(msgspec.json.encode(found), type=Site) == found


@pytest.mark.rule("HST-EXPT-01", "HST-EXPT-02")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_atlas_cuts_nothing_off(seed: int) -> None:
    """Version 2: along the stops of its passages one gets wherever host's own web leads, and rooms name whom they lead to."""
    s = world(seed)
    data = atlas(s)
    assert data["version"] == 2
    rooms = {room["id"] for room in data["room"]}
    known = rooms | {junction["id"] for junction in data["junction"]}
    parts = {node: node for node in known}

    def find(node: int) -> int:
        while parts[node] != node:
            node = parts[node]
        return node

    for passage in data["passage"]:
        assert set(passage["stops"]) <= known
        for one, other in pairwise(passage["stops"]):
            if passage["kind"] != "river":
                parts[find(one)] = find(other)
    for one, other in pairwise(sorted(rooms)):
        assert (find(one) == find(other)) == (web(s).find(one) == web(s).find(other))
    for row in data["room"]:
        here, led = row["id"], {to for way in row["exits"] for to in way["to"] if way["kind"] != "river"}
        joined = {other for other in rooms if other != here and web(s).find(other) == web(s).find(here)}
        assert led <= joined
        assert bool(led) == bool(joined)


def test_an_arch_villain_is_one_creature_and_its_army_is_not() -> None:
    s = page()
    villain(s, "liche_king", room(s, 5.0, 5.0), 1, 0)
    assert [(p.villain, p.single) for p in GAME.site(s).peoples] == [(True, True)]
    assert atlas(s)["inhabitant"][0]["count_dice"] == "1"
    s = page()
    villain(s, "dungeon_master", room(s, 5.0, 5.0), 1, 0)
    assert [(p.villain, p.single) for p in GAME.site(s).peoples] == [(True, False)]
    assert atlas(s)["inhabitant"][0]["count_dice"] == "2d6"


def test_a_door_keeps_the_town_it_is_called_after_when_a_nearer_field_is_cleared() -> None:
    s = msgspec.structs.replace(world(7), rooms=dict(world(7).rooms))
    farms = [room for room in s.rooms.values() if room.above and "farm" in (room.label or room.kind)]
    door = min(s.entrances, key=lambda entrance: entrance.x)
    known = nearest_town(s, door.x)
    nearer = msgspec.structs.replace(farms[-1], id=max(s.rooms) + 1, x=door.x + 0.5, name="Newfield")
    assert abs(nearer.x - door.x) < min(abs(room.x - door.x) for room in farms)
    s.rooms[nearer.id] = nearer
    assert nearest_town(s, door.x) == known != "Newfield"
    for farm in farms:
        del s.rooms[farm.id]
    assert nearest_town(s, door.x) == "Newfield"

"""Law 5 for the map: what those above know of a world, and that it depends on nothing they cannot know."""

from __future__ import annotations

import os

import msgspec
import pytest

from tests.games.host.worlds import played
from undercroft.engine import Dice
from undercroft.engine.site import Deed, Homecoming
from undercroft.games.host import GAME
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.handout.site import dungeon_rooms
from undercroft.games.host.state import Host, visits
from undercroft.site.reach import steps_from

SOAK = os.environ.get("UNDERCROFT_SOAK") == "1"


def visited(seed: int) -> tuple[Host, list[int]]:
    """A world that somebody walked into from its first door; one of them died where they turned back."""
    s = played(seed, civilization="roll", named_treasures=True, stop_after="monsters")
    site = GAME.site(s)
    places = {place.id for place in site.places}
    stops = [stop for stop in steps_from(site, [site.doors[0].place]) if stop in places][:5]
    home = Homecoming("m", "robber", "Quill", s.absolute, (Deed("died", 0, stops[-1], who="Ada"),), tuple(stops))
    settled: Host = GAME.settle(s, [home]).state
    return settled, stops


def redrawn(s: Host, stops: list[int], dice: Dice) -> Host:
    """The same world with everything else in it that nobody came home to tell of."""
    other = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=Host)
    for bead in list(other.beads.values()):
        if dice.below(2):
            bd.remove(other, bead)
    for room in dungeon_rooms(other):
        if room.id not in stops:
            room.name, room.secret, room.plague = f"hall {dice.below(9)}", bool(dice.below(2)), dice.below(2)
        room.owner, room.tags = 0, ["trap"]
    for group in other.groups.values():
        if group.id not in other.kingdoms:
            group.name, group.claimed, group.alive = f"people {dice.below(9)}", {}, bool(dice.below(2))
    other.stacks, other.ores, other.villains, other.seed = {}, {}, [], dice.below(1000)
    other.record = other.record[:3]
    return other


@pytest.mark.parametrize("seed", range(1, 61 if SOAK else 5))
def test_their_map_depends_on_nothing_they_cannot_know(seed: int) -> None:
    s, stops = visited(seed)
    shown, dice = GAME.draw(GAME.known(s), None), Dice(seed)
    assert shown is not None
    for _ in range(2):
        other = GAME.draw(GAME.known(redrawn(s, stops, dice)), None)
        assert other == shown


def test_they_know_what_stands_in_the_open_and_where_somebody_walked() -> None:
    s, stops = visited(7)
    found = GAME.known(s)
    assert {room.id for room in dungeon_rooms(found)} == set(stops)
    assert {room.id for room in found.rooms.values() if room.above} == {room.id for room in s.rooms.values() if room.above}
    assert [mark.name for mark in found.landmarks.values()] == ["the grave of Ada"]
    assert not found.beads
    seen = visits(found)
    assert seen is not None
    assert seen.trails[0].stops == stops
    drawing = GAME.draw(found, None)
    assert drawing is not None
    assert "nobody knows" in drawing.svg
    assert 'id="visit-0"' in drawing.svg
    full = GAME.draw(s, None)
    assert full is not None
    assert "the Stolen Tongues" in full.svg
    assert "Stolen Tongues" not in drawing.svg
    assert "m]" in GAME.exports()["md"](s, None).decode()


def test_their_map_names_whom_visitors_met_and_nobody_else() -> None:
    s, stops = visited(7)
    peoples = [people for people in GAME.site(s).peoples if people.id in s.groups and people.id not in s.kingdoms]
    met, other = peoples[:2]
    home = Homecoming("n", "robber", "Bo", s.absolute, (Deed("slain", met.id, stops[0], 1),), tuple(stops))
    shown = GAME.draw(GAME.known(GAME.settle(s, [home]).state), None)
    before = GAME.draw(GAME.known(s), None)
    assert shown is not None
    assert before is not None
    name = met.name[:1].upper() + met.name[1:]
    assert name in shown.svg
    assert name not in before.svg
    assert "Whom visitors met" in shown.svg
    assert "nobody knows" not in shown.svg
    assert other.name[4:] not in shown.svg


def test_a_world_keeps_its_name() -> None:
    """What it was called when somebody first came home it is called for ever, on every map."""
    s, _ = visited(1)
    called = GAME.site(s).title
    s.seed += 1
    assert GAME.site(s).title == called
    shown = GAME.draw(GAME.known(s), None)
    assert shown is not None
    assert called in shown.svg

"""Every example of the specification, one by one: examples.toml says which test plays it with the same numbers, and it is run."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from undercroft.engine import Dice
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.handout.atlas import atlas
from undercroft.games.host.rules.dwarves import dwarves
from undercroft.games.host.rules.encounters import fortunes, skirmishes
from undercroft.games.host.rules.kingdoms import buildings, excursions
from undercroft.games.host.rules.monsters import breeders, seasons

from .table import group, kingdom, page, play, room, sync, wanderer
from .test_civilization import vein, year
from .test_kingdoms import door
from .worlds import blank, with_lair

EXAMPLES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "examples.toml").read_text())["example"]


def test_no_example_is_left_out() -> None:
    assert [line["id"] for line in EXAMPLES] == [f"HST-EX-{number:02}" for number in range(1, 69)]


@pytest.mark.parametrize("line", EXAMPLES, ids=[line["id"] for line in EXAMPLES])
def test_example(line: dict[str, Any]) -> None:
    module, name = line["shown_by"].split(".")
    shown: Callable[..., None] = getattr(import_module(f"{__package__}.{module}"), name)
    for case in line.get("cases", [[]]):
        shown(*(tuple(part) if isinstance(part, list) else part for part in case))


# Examples that no other test plays with the same numbers.


def gnolls_and_more() -> None:
    s = blank()
    first = with_lair(s, "the Gnolls", "breeder", "Gnolls", (3.0, 4.5), pop=2, loot=0)
    for x in (5.0, 7.0):
        other = with_lair(s, "more Gnolls", "breeder", "Gnolls", (x, 4.5), pop=0, loot=0)
        s.rooms[other.lair].owner = first.id
        first.rooms.append(other.lair)
        s.order.remove(other.id)
        s.groups.pop(other.id)
        bd.make(s, "pop", first.id, other.lair)
    rooms = [found for found in atlas(s)["room"] if found["faction"] == "the Gnolls"]
    assert len(rooms) == 3 and all(found["inhabitants"][0]["creature"] == "Gnolls" for found in rooms)
    assert all(any(found["detail_slots"]) for found in rooms)


def an_uneventful_excursion() -> None:
    s = page()
    realm = kingdom(s, 5.0, 5, 0)
    door(s, 9.0)
    play(s, excursions.excursion, realm)
    (city,) = buildings.buildings(s, realm.id, "city")
    assert len(skirmishes.garrison(s, realm.lair)) == 5 and s.specials == 1
    assert sorted(bead.colour for bead in bd.inside(s, city.id)) == ["loot", "pop", "pop"]


def a_dwarven_era_without_trouble() -> None:
    s = page("civilization")
    vein(s, 4.0)
    civ = play(s, dwarves.set_up).result
    numbers, built = [bd.pop(s, civ.people[0])], {}
    for _ in range(9):
        before = len(civ.built)
        year(s, civ)
        numbers.append(10 if civ.ended else bd.pop(s, civ.people[0]))
        if len(civ.built) > before:
            built[civ.year] = civ.built[-1]
    assert numbers == list(range(1, 11)) and civ.ended and civ.year == 9
    assert built == {
        2: "Workshops",
        3: "Great Hall",
        4: "Exploratory Shaft",
        5: "Hall Expansion",
        6: "Hall of Records",
        7: "Founding of the Dwarven City in the Golden Age",
        8: "Treasure Room",
        9: "They Delve Too Deep",
    }
    assert [bead.colour for bead in s.beads.values()] == ["loot"] * 5


def orcs_do_not_split() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 7, 2)
    sync(s, fortunes.gain_pop, orcs.id, 1, "HST-BRED-04")
    assert bd.pop(s, orcs.id) == 8
    play(s, breeders.support, orcs)
    assert bd.pop(s, orcs.id) == 7 and s.order == [orcs.id]


def eight_years_of_a_kingdom() -> None:
    s = page()
    realm = kingdom(s, 5.0, 2, 1)
    door(s, 9.5)
    castle, farms, built, people = [2], [0], {}, 0
    for when in range(2, 9):
        s.year, s.acted, specials = when, [], s.specials
        play(s, seasons.season, realm.id, dice=Dice(when))
        castle.append(len(skirmishes.garrison(s, realm.lair)))
        farms.append(sum(bool(skirmishes.garrison(s, land.id)) for land in buildings.buildings(s, realm.id, "farm")))
        if s.specials > specials:
            built[when] = list(buildings.buildings(s, realm.id))[-1].label
        if when == 7:
            people = bd.surface_pop(s)
    assert castle == [2, 3, 4, 5, 5, 5, 5, 5] and farms == [0, 1, 2, 3, 4, 5, 6, 6]
    assert built == {7: "city", 8: "tower"} and people == 13


def six_fights_without_dice() -> None:
    def met(stack: str, own: int, kind: str, flavour: str, pop: int, *, shrine: bool = False) -> tuple[int, int]:
        s = page()
        who = group(s, kind, flavour, 2.0, 4.0, pop)
        who.shrine = shrine
        beast = wanderer(s, stack, room(s, 5.0, 4.0), own)
        play(s, skirmishes.meet_stack, who.id, beast.id, groups_turn=False)
        return bd.pop(s, beast.id), bd.pop(s, who.id)

    assert met("Ooze", 2, "breeder", "Orcs", 3, shrine=True) == (0, 0)
    assert met("Beasts", 1, "breeder", "Cave Giants", 2) == (0, 2)
    assert met("Green Slime", 2, "breeder", "Orcs", 3) == (0, 1)
    assert met("Green Slime", 2, "breeder", "Orcs", 2) == (3, 0)
    s = page()
    cave = room(s, 4.0, 4.0)
    sync(s, skirmishes.stacks_meet, wanderer(s, "Beasts", cave, 3), wanderer(s, "Mimic", cave, 1))
    assert [bd.pop(s, stack) for stack in s.stacks] == [2]
    s = page()
    realm, ogre = kingdom(s, 5.0, 5, 0), group(s, "alpha", "Ogre", 5.0, 4.0, 1)
    play(s, skirmishes.meet_building, ogre.id, realm.lair)
    assert len(skirmishes.garrison(s, realm.lair)) == 4 and not ogre.alive

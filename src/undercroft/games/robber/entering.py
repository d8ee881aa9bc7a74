"""Going into a world: the places of an expedition's cut as chambers of the poster's levels, and its ticket."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ...engine import BadOpening
from ...engine.site import TWELFTHS, Door, Entry, People, Place, Site, Ticket
from ...engine.words import count
from ...site.account import HARMLESS, alone, check_ticket, dwelling
from ...site.bring import KEY, check_shape, read_brought, short
from ...site.casting import cast, read_casting
from ...site.cut import aim_of, cut, door_of, target
from ...site.reach import steps_from
from ...site.telling import heard, history, homecomer, lore, of_people, one_of, tell_of, trap_at, unlevelled
from ...site.words import called, tale
from .content import BY_LEVEL, MONSTERS
from .state_site import Expedition, Folk, Haunt, Loot

PLACES = 6  # that one delve may see
EACH = 2  # met for one bead
BOTTOM = 10
RUMOURS = 3
MOST = 60  # of one people at one place
CASTING = files(__package__) / "data" / "casting.toml"


def enter(site: Site, door: int, goal: int) -> Entry:
    """A delve by a door for a goal: the six places nearest to it, on levels counted from the first that is lived in."""
    places = cut(site, door, goal, PLACES)
    way_in = door_of(site, door)
    steps = steps_from(site, [way_in.place], secret=True)
    places.sort(key=lambda place: (place.level, steps.get(place.id, len(steps) + 1), place.id))
    living = dwelling(site)
    lived_in = {place for _, place in living} | {hoard.place for hoard in site.hoards}
    bands = [place.level for place in places if place.id in lived_in and not place.secret]
    top = min(bands or [place.level for place in places], default=1)
    wanted = target(site, goal)
    ticket = Ticket(site.world, site.version, site.year, door, goal)
    haunts = [_haunt(site, place, max(1, min(BOTTOM, place.level - top + 1)), wanted, ticket, living) for place in places]
    known = {place.id for place in site.places}
    gate = next((stop for stop in steps if stop in known), places[0].id if places else 0)
    delve = Expedition(
        ticket,
        site.title,
        way_in.town,
        gate,
        _travel(way_in, top),
        short(aim_of(site, goal)),
        [short(unlevelled(rumour)) for rumour in heard(site, RUMOURS)],
        haunts,
        lore=lore(site),
        said=[line for line in (tell_of(site), homecomer(site, way_in.town)) if line],
    )
    check_ticket(site, ticket)
    return Entry({KEY: msgspec.to_builtins(delve)}, {"length": "delve"}, ticket)


def _travel(door: Door, top: int) -> str:
    """The empty stretch from the door, in a sentence."""
    way = door.kind.replace("_", " ")
    deep = f", and down past {count(top - 1, 'level')} where nobody lives" if top > 1 else ""
    return f"In by the {way}{f' near {door.town}' if door.town else ''}{deep}."


def _haunt(site: Site, place: Place, level: int, wanted: int, ticket: Ticket, living: Mapping[tuple[int, int], int]) -> Haunt:
    """One place, with its people and hoards; each of them goes onto the ticket."""
    folk = []
    for people in sorted(site.peoples, key=lambda people: people.id):
        twelfths = living.get((people.id, place.id), 0)
        if twelfths and people.flavour not in HARMLESS:
            key = f"folk-{place.id}-{people.id}"
            ticket.shares[key] = (people.id, twelfths)
            folk.append(_folk(people, key, -(-twelfths // TWELFTHS), level))
    loot = []
    for hoard in sorted(
        (hoard for hoard in site.hoards if hoard.place == place.id), key=lambda hoard: (not hoard.name, hoard.id)
    ):
        key = f"hoard-{hoard.id}"
        ticket.shares[key] = (hoard.id, TWELFTHS - hoard.thin)
        loot.append(Loot(key, short(hoard.name), short(history(hoard))))
    return Haunt(
        place.id,
        level,
        short(called(site, place)),
        short(tale(site, place)),
        secret=place.secret,
        trap=short(trap_at(site, place)),
        wanted=place.id == wanted,
        folk=folk,
        loot=loot,
    )


def _folk(people: People, key: str, beads: int, level: int) -> Folk:
    count = beads if alone(people) else EACH * beads
    return Folk(
        key,
        short(one_of(people.flavour)),
        short(of_people(people)),
        short(people.name),
        played_by(people.flavour, people.type, level),
        min(MOST, count),
        roams=people.roams,
        friends=short(people.friends[-1]) if people.friends else "",
    )


def played_by(flavour: str, type: str, level: int) -> str:
    """Who of the bestiary plays a people on a level: of the monsters within one level, the one whose wits fit."""
    ideal = MONSTERS[cast(flavour, type, read_casting(CASTING))]
    near = [monster for deep in range(max(1, level - 1), min(BOTTOM, level + 1) + 1) for monster in BY_LEVEL[deep].values()]
    if ideal in near:
        return ideal.id
    able = [monster for monster in near if monster.chases] or near
    return min(able, key=lambda monster: (monster.wits != ideal.wits, abs(monster.level - level), monster.level, monster.die)).id


# What a guest brings is checked: it is somebody's file until it is known to be a delve.


def brought(bring: Mapping[str, Any]) -> Expedition | UnsetType:
    """The delve in an opening's `bring`, if there is one, or a BadOpening that says what is wrong with it."""
    delve = read_brought(bring, Expedition)
    if delve is None:
        return UNSET
    check_shape(delve.ticket)
    fault = _fault(delve)
    if fault:
        raise BadOpening(f"the expedition brought along will not do: {fault}")
    return delve


def _fault(delve: Expedition) -> str:
    """What is wrong with a delve; "" if nothing is."""
    if len(delve.haunts) > PLACES:
        return f"a delve sees at most {PLACES} places, not {len(delve.haunts)}"
    if len({haunt.id for haunt in delve.haunts}) < len(delve.haunts):
        return "a place is there twice"
    if len(delve.rumours) > RUMOURS or delve.trail or delve.graves or delve.inside or delve.last:
        return "it has been played already"
    keys: list[str] = []
    for haunt in delve.haunts:
        if not 1 <= haunt.level <= BOTTOM:
            return f"{haunt.name} is on level {haunt.level}; there are levels 1 to {BOTTOM}"
        if haunt.visits or haunt.room:
            return "it has been played already"
        for folk in haunt.folk:
            keys.append(folk.key)
            if folk.kind not in MONSTERS or not MONSTERS[folk.kind].level:
                return f"nobody in the bestiary is a {folk.kind!r}"
            if not 1 <= folk.number <= MOST or folk.slain:
                return f"{folk.number} of {folk.name} are too few or too many (1 to {MOST}), or some have fallen already"
        for loot in haunt.loot:
            keys.append(loot.key)
            if (loot.carrier, loot.boxed, loot.gems, loot.fell, loot.home) != (-1, False, 0, 0, False):
                return "it has been played already"
    if sorted(keys) != sorted(delve.ticket.shares):
        return "its places and its ticket do not agree"
    return ""

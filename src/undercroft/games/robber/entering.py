"""Going into a world: the places of an expedition's cut as chambers of the poster's levels, and its ticket."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import Any

import msgspec

from ...engine import BadOpening
from ...engine.site import TWELFTHS, Door, Entry, People, Place, Site, Ticket
from ...engine.structs import convert
from ...engine.words import number
from ...site.account import check_ticket
from ...site.casting import cast, read_casting
from ...site.cut import cut, target
from ...site.reach import steps_from
from ...site.telling import goal_of, heard, history, of_people, one_of, tale, whole_name
from .content import BY_LEVEL, MONSTERS
from .state_site import Expedition, Folk, Haunt, Loot

PLACES = 6  # that one delve may see
EACH = 2  # met for one bead
ALONE = ("alpha", "wyrm")  # peoples of single creatures: one for a bead
BOTTOM = 10
RUMOURS = 3
MOST = 60  # of one people at one place
LONGEST = 200  # letters
CASTING = files(__package__) / "data" / "casting.toml"


def enter(site: Site, door: int, goal: int) -> Entry:
    """A delve by a door for a goal: the six places nearest to it, on levels counted from the shallowest of them."""
    places = cut(site, door, goal, PLACES)
    way_in = next(each for each in site.doors if each.id == door)
    steps = steps_from(site, [way_in.place], secret=True)
    places.sort(key=lambda place: (place.level, steps.get(place.id, len(steps) + 1), place.id))
    open_levels = [place.level for place in places if not place.secret] or [place.level for place in places]
    top = min(open_levels, default=1)
    wanted = target(site, goal)
    ticket = Ticket(site.world, site.version, site.year, door, goal)
    worn: set[int] = set()
    haunts = [_haunt(site, place, max(1, min(BOTTOM, place.level - top + 1)), wanted, ticket, worn) for place in places]
    known = {place.id for place in site.places}
    gate = next((stop for stop in steps if stop in known), places[0].id if places else 0)
    delve = Expedition(
        ticket,
        site.title,
        way_in.town,
        gate,
        _travel(way_in, top),
        goal_of(site, goal),
        [_short(rumour.text) for rumour in heard(site, RUMOURS)],
        haunts,
    )
    check_ticket(site, ticket)
    return Entry({"site": msgspec.to_builtins(delve)}, {"length": "delve"}, ticket)


def _travel(door: Door, top: int) -> str:
    """The empty stretch from the door, in a sentence."""
    way = door.kind.replace("_", " ")
    deep = f", and down past {number(top - 1)} level{'s' * (top > 2)} where nobody lives" if top > 1 else ""
    return f"In by the {way}{f' near {door.town}' if door.town else ''}{deep}."


def _haunt(site: Site, place: Place, level: int, wanted: int, ticket: Ticket, worn: set[int]) -> Haunt:
    """One place, with its people and hoards; each of them goes onto the ticket."""
    peoples = {people.id: people for people in site.peoples}
    there = Counter(dweller.owner for dweller in site.dwellers if dweller.place == place.id and dweller.owner in peoples)
    folk = []
    for owner, beads in sorted(there.items()):
        people = peoples[owner]
        twelfths = TWELFTHS * beads - (people.wear if owner not in worn else 0)
        worn.add(owner)
        key = f"folk-{place.id}-{owner}"
        ticket.shares[key] = (owner, twelfths)
        folk.append(_folk(people, key, beads, level))
    loot = []
    for hoard in sorted(
        (hoard for hoard in site.hoards if hoard.place == place.id), key=lambda hoard: (not hoard.name, hoard.id)
    ):
        key = f"hoard-{hoard.id}"
        ticket.shares[key] = (hoard.id, TWELFTHS - hoard.thin)
        loot.append(Loot(key, _short(hoard.name), _short(history(hoard))))
    trap = next((mark.name for mark in site.marks if mark.place == place.id and mark.kind in ("trap", "defensive works")), "")
    return Haunt(
        place.id,
        level,
        _short(whole_name(site, place)),
        _short(tale(site, place)),
        secret=place.secret,
        trap=_short(trap),
        wanted=place.id == wanted,
        folk=folk,
        loot=loot,
    )


def _folk(people: People, key: str, beads: int, level: int) -> Folk:
    count = beads if people.type in ALONE else EACH * beads
    return Folk(
        key,
        _short(one_of(people.flavour)),
        _short(of_people(people)),
        _short(people.name),
        played_by(people.flavour, people.type, level),
        min(MOST, count),
        roams=people.roams,
    )


def played_by(flavour: str, type: str, level: int) -> str:
    """Who of the bestiary plays a people on a level: of the monsters within one level, the one whose wits fit."""
    ideal = MONSTERS[cast(flavour, type, read_casting(CASTING))]
    near = [monster for deep in range(max(1, level - 1), min(BOTTOM, level + 1) + 1) for monster in BY_LEVEL[deep].values()]
    if ideal in near:
        return ideal.id
    able = [monster for monster in near if monster.chases] or near
    return min(able, key=lambda monster: (monster.wits != ideal.wits, abs(monster.level - level), monster.level, monster.die)).id


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


# What a guest brings is checked: it is somebody's file until it is known to be a delve.


def brought(raw: Any) -> Expedition:
    """The delve in an opening's `bring`, or a BadOpening that says what is wrong with it."""
    try:
        delve = convert(raw, Expedition)
    except msgspec.ValidationError as error:
        raise BadOpening(f"bring['site'] is no delve that robber made: {error}") from error
    fault = _fault(delve)
    if fault:
        raise BadOpening(f"bring['site'] will not do: {fault}")
    return delve


def _fault(delve: Expedition) -> str:
    """What is wrong with a delve; "" if nothing is."""
    if len(delve.haunts) > PLACES:
        return f"a delve sees at most {PLACES} places, not {len(delve.haunts)}"
    if len({haunt.id for haunt in delve.haunts}) < len(delve.haunts):
        return "a place is there twice"
    if len(delve.rumours) > RUMOURS or delve.trail or delve.graves or delve.inside or delve.last:
        return "it has been played already"
    words = [delve.title, delve.town, delve.travel, delve.goal, *delve.rumours]
    keys: list[str] = []
    for haunt in delve.haunts:
        words += [haunt.name, haunt.tale, haunt.trap]
        if not 1 <= haunt.level <= BOTTOM:
            return f"{haunt.name} is on level {haunt.level}; there are levels 1 to {BOTTOM}"
        if haunt.visits or haunt.room:
            return "it has been played already"
        for folk in haunt.folk:
            words += [folk.one, folk.seen, folk.name]
            keys.append(folk.key)
            if folk.kind not in MONSTERS or not MONSTERS[folk.kind].level:
                return f"nobody in the bestiary is a {folk.kind!r}"
            if not 1 <= folk.number <= MOST or folk.slain:
                return f"{folk.number} of {folk.name} are too few or too many (1 to {MOST}), or some have fallen already"
        for loot in haunt.loot:
            words += [loot.name, loot.past]
            keys.append(loot.key)
            if (loot.carrier, loot.boxed, loot.gems, loot.fell, loot.home) != (-1, False, 0, 0, False):
                return "it has been played already"
    if any(len(text) > 2 * LONGEST for text in words):
        return f"a text is longer than {2 * LONGEST} letters"
    if sorted(keys) != sorted(delve.ticket.shares):
        return "its places and its ticket do not agree"
    if any(not 0 < twelfths <= TWELFTHS * MOST for _, twelfths in delve.ticket.shares.values()):
        return f"a share of the ticket is not 1 to {TWELFTHS * MOST} twelfths"
    return ""

"""What those above know of a world: the doors, what is told in town, and the places somebody came home from.

Nothing here depends on what nobody above can know: how many live below, where hoards and traps lie, what is hidden, which
rumours are true.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from ..engine.site import Door, Place, Rumour, Site, Trail
from .telling import names_level, unlevelled, worth_telling

MOST_RUMOURS = 24  # the newest ones that people still tell
MOST_GOALS = 10  # of them, to go down for


class Goal(msgspec.Struct, frozen=True):
    """Something to go down for."""

    id: int
    text: str


class Sight(msgspec.Struct):
    """A world as its visitors see it."""

    world: str
    title: str
    year: int
    doors: list[Door]
    rumours: list[Rumour]  # without their truth, but with what somebody found out
    places: list[Place]  # that somebody came home from
    graves: dict[int, list[str]]  # at such a place
    trails: list[Trail]
    lines: list[str]  # what came of each expedition, as the record tells it
    goals: list[Goal]
    lore: list[str]
    folk: list[str]  # who is said to live there
    waiting: str  # adventurers at an entrance, whom the next to go down play


def sight(site: Site) -> Sight:
    """The world without what nobody above can know."""
    walked = dict.fromkeys(stop for trail in site.trails for stop in trail.stops)
    places = [place for place in site.places if place.id in walked and not place.secret]
    seen = {place.id for place in places}
    graves: dict[int, list[str]] = {}
    for mark in site.marks:
        if mark.kind == "grave" and mark.place in seen:
            graves.setdefault(mark.place, []).append(mark.name)
    told = [
        Rumour(rumour.seq, rumour.level if names_level(rumour) else 0, rumour.text, rumour.known or "open", 0, rumour.known)
        for rumour in site.rumours
    ]
    aims = set(site.aims)
    sought = [rumour for rumour in worth_telling(told) if rumour.seq in aims and not rumour.known][:MOST_GOALS]
    return Sight(
        site.world,
        site.title,
        site.year,
        [Door(door.id, 0, door.kind, door.town) for door in site.doors],
        told[-MOST_RUMOURS:],
        [msgspec.structs.replace(place, tags=[], tale=[], secret=False) for place in places],
        graves,
        [msgspec.structs.replace(trail, stops=[stop for stop in trail.stops if stop in seen]) for trail in site.trails],
        [site.record[trail.line] if 0 <= trail.line < len(site.record) else "" for trail in site.trails],
        [
            *(Goal(rumour.seq, _aim(rumour)) for rumour in sought),
            *_places(places, graves),
        ],
        site.lore,
        site.folk,
        site.waiting,
    )


def _places(places: list[Place], graves: dict[int, list[str]]) -> list[Goal]:
    """Places to see again, those that one can tell apart: by who lies there, by a name, or because there is one of the kind."""
    labels = {
        place.id: f"see {graves[place.id][-1]}" if place.id in graves else f"see {place.name or 'the ' + place.kind} again"
        for place in places
    }
    often = Counter(labels.values())
    return [Goal(id, label) for id, label in labels.items() if often[label] == 1]


def _aim(rumour: Rumour) -> str:
    """A rumour as something to go down for: the level it names comes first, and who tells it does not matter."""
    said = unlevelled(rumour)
    return f"Level {rumour.level}: {said}" if names_level(rumour) else said


def goals(site: Site) -> list[Goal]:
    """What its author may send somebody for: peoples, named treasures, and all that is told."""
    named = [Goal(hoard.id, hoard.name) for hoard in site.hoards if hoard.name]
    return [Goal(people.id, people.name) for people in site.peoples] + named + sight(site).goals

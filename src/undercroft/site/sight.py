"""What those above know of a world: the doors, what is told in town, and the places somebody came home from.

Nothing here depends on what nobody above can know: how many live below, where hoards and traps lie, what is hidden, which
rumours are true.
"""

from __future__ import annotations

import msgspec

from ..engine.site import Door, Place, Rumour, Site, Trail

MOST_RUMOURS = 24  # the newest ones that people still tell


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
        Rumour(rumour.seq, rumour.level, rumour.text, rumour.known or "open", 0, rumour.known)
        for rumour in site.rumours[-MOST_RUMOURS:]
    ]
    return Sight(
        site.world,
        site.title,
        site.year,
        [Door(door.id, 0, door.kind, door.town) for door in site.doors],
        told,
        [msgspec.structs.replace(place, tags=[], tale=[], secret=False) for place in places],
        graves,
        [msgspec.structs.replace(trail, stops=[stop for stop in trail.stops if stop in seen]) for trail in site.trails],
        [site.record[trail.line] if 0 <= trail.line < len(site.record) else "" for trail in site.trails],
        [
            *(Goal(rumour.seq, rumour.text) for rumour in told if not rumour.known),
            *(Goal(place.id, f"see {place.name or 'the ' + place.kind} again") for place in places),
        ],
    )


def goals(site: Site) -> list[Goal]:
    """What its author may send somebody for: peoples, named treasures, and all that is told."""
    named = [Goal(hoard.id, hoard.name) for hoard in site.hoards if hoard.name]
    return [Goal(people.id, people.name) for people in site.peoples] + named + sight(site).goals

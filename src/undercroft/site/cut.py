"""The cut: the part of a dungeon that one expedition may see, the places nearest to its goal."""

from __future__ import annotations

from ..engine.errors import BadOpening
from ..engine.site import Door, Place, Site
from ..engine.words import uncapital
from .reach import steps_from
from .telling import unlevelled
from .words import called


def target(site: Site, goal: int) -> int:
    """The place that a goal (a people, a hoard, a place, or what a rumour speaks of) lies at; 0 where it lies nowhere."""
    for rumour in site.rumours:
        if goal and goal == rumour.seq and rumour.about:
            goal = rumour.about
            break
    for people in site.peoples:
        if people.id == goal:
            homes = [dweller.place for dweller in site.dwellers if dweller.owner == goal]
            return people.lair if people.lair in homes or not homes else homes[0]
    for hoard in site.hoards:
        if hoard.id == goal:
            return hoard.place
    return goal if any(place.id == goal for place in site.places) else 0


def goals(site: Site) -> list[int]:
    """What one may go down for, the most rewarding first: peoples by their hoards and number, then named treasures."""
    worth = {people.id: people.strength + 2 * sum(h.owner == people.id for h in site.hoards) for people in site.peoples}
    at_home = {dweller.owner for dweller in site.dwellers}
    peoples = sorted((p for p in site.peoples if p.id in at_home), key=lambda p: (-worth[p.id], p.id))
    treasures = [hoard.id for hoard in site.hoards if hoard.name and not hoard.hidden]
    return [people.id for people in peoples] + treasures


def told(site: Site) -> set[int]:
    """The places there is something to say of: dwellers, hoards, marks, a name."""
    there = (
        {dweller.place for dweller in site.dwellers}
        | {hoard.place for hoard in site.hoards}
        | {mark.place for mark in site.marks}
    )
    return there | {place.id for place in site.places if place.name}


def door_of(site: Site, door: int) -> Door:
    """The door of that id; a BadOpening says which there are."""
    for each in site.doors:
        if each.id == door:
            return each
    raise BadOpening(f"{site.title} has no door {door}; it has {', '.join(str(each.id) for each in site.doors) or 'none'}")


def aim_of(site: Site, goal: int) -> str:
    """What an expedition goes down for, in words; empty: for whatever there is."""
    for rumour in site.rumours:
        if goal and rumour.seq == goal:
            return f"because of a rumour: {uncapital(unlevelled(rumour))}"
    for people in site.peoples:
        if people.id == goal:
            return f"to find {people.name}"
    for hoard in site.hoards:
        if hoard.id == goal:
            where = next((called(site, place) for place in site.places if place.id == hoard.place), "below")
            return f"for {hoard.name}" if hoard.name else f"for what lies in {where}"
    for place in site.places:
        if place.id == goal:
            return f"to see {called(site, place)}"
    if goal:
        raise BadOpening(f"{site.title} has nothing of the number {goal} to go down for")
    return ""


def cut(site: Site, door: int, goal: int, most: int) -> list[Place]:
    """At most `most` places with something in them, nearest to the goal first (`door` where there is no goal).

    Places that no way leads to come last: they hang by a secret door.
    """
    start = target(site, goal) or door_of(site, door).place
    worth_seeing = told(site)
    steps = steps_from(site, [start], secret=True)
    spot = {place.id: (place.x, place.y) for place in site.places}
    x, y = spot.get(start, (0.0, 0.0))
    far = len(steps) + 1

    def nearness(place: Place) -> tuple[int, float, int]:
        return (steps.get(place.id, far), (place.x - x) ** 2 + (place.y - y) ** 2, place.id)

    return sorted((place for place in site.places if place.id in worth_seeing), key=nearness)[:most]

"""What to call the places and peoples of a Site, and what is told of them: the same names in every game."""

from __future__ import annotations

import re

from ..engine.site import Place, Site
from ..engine.words import capital, plain, uncapital
from .telling import GRAVE, OLD, ago, lines_of

_LOST = re.compile(r"^(.+) (?:was|were) never seen again\.$")  # how a record tells of a party that did not come home
UNTOLD = ("grave", "trap")  # marks that give a place no name: the dead are told of otherwise, and a trap not at all
SAD = ("wiped out", "never seen again", "killed", "fell")  # news that a visitor is told first
DULL = (
    *OLD,
    "sent for relatives",
    "longer table",
    "relatives came down",
    "opened a working",
    "cut deeper",
    "baskets of",
    "needed more room",
)  # what a visitor is not told of a place
LINES = 3  # of the record, that a place is told with


def lost_at(site: Site, place: Place) -> tuple[str, int] | None:
    """The last company that died here, and in which year."""
    here = [mark for mark in site.marks if mark.place == place.id and mark.kind == "grave"]
    graves = [(mark.year, mark.name.removeprefix(GRAVE)) for mark in here]
    graves += [(year, told[1]) for year, line in lines_of(site, place) if (told := _LOST.match(line))]
    if not graves:
        return None
    year, who = max(graves, key=lambda grave: grave[0])
    return uncapital(who), year


def trace(site: Site, place: Place) -> str:
    """What the last visitors left: "where the Silver Coins died, three winters ago"; empty where nobody fell."""
    lost = lost_at(site, place)
    return f"where {lost[0]} died, {ago(site, lost[1])}" if lost else ""


def called(site: Site, place: Place) -> str:
    """A place as one speaks of it: its name, whose lair it is, who died there, what stands there, or what it is."""
    if place.name:
        return uncapital(plain(place.name))
    here = {dweller.owner for dweller in site.dwellers if dweller.place == place.id}
    for people in site.peoples:
        if people.id in here and people.lair == place.id:
            return f"the {place.kind} of {people.name}"
    if fell := trace(site, place):
        return f"the {place.kind} {fell}"
    for mark in site.marks:
        if mark.place == place.id and mark.kind not in UNTOLD:
            return f"the {place.kind} with the {mark.name.removeprefix('the ')}"
    return f"the {place.kind}"


def tale_of(site: Site, place: Place, most: int = LINES) -> list[str]:
    """The last lines of the record that speak of a place, the oldest first: "Three winters ago: the Silver Coins ..."."""
    return [
        f"{capital(ago(site, year))}: {uncapital(plain(line))}" for year, line in lines_of(site, place)[-most:] if plain(line)
    ]


def tale(site: Site, place: Place) -> str:
    """What a visitor is told of a place, in a sentence: who died there, else its latest news; "" if there is none."""
    fell = trace(site, place)
    if fell and place.name:
        return f"This is {fell}."
    lines = [line for line in tale_of(site, place, len(place.tale)) if not any(word in line for word in DULL)]
    sad = [line for line in lines if any(word in line for word in SAD)]
    return (sad or lines or [""])[-1]

"""What to call the places and peoples of a Site, and what is told of them: the same names in every game."""

from __future__ import annotations

import re

from ..engine.site import Place, Site
from ..engine.words import capital, count, plain, uncapital

_LOST = re.compile(r"^(.+) (?:was|were) never seen again\.$")  # how a record tells of a party that did not come home
_COUNTERS = re.compile(r" \([^()]*\d[^()]*\)")  # "(29 to 13)": how the world's own game counted it
UNTOLD = ("grave", "trap")  # marks that give a place no name: the dead are told of otherwise, and a trap not at all
LINES = 3  # of the record, that a place is told with


def ago(site: Site, year: int) -> str:
    """How long it is since, as people below count."""
    since = site.year - year
    return "this very year" if since < 1 else "last winter" if since == 1 else f"{count(since, 'winter')} ago"


def lines_of(site: Site, place: Place) -> list[tuple[int, str]]:
    """The record of a place, oldest first: the year and the line, without the counters of the world's own game."""
    return [
        (site.years[line] if line < len(site.years) else site.year, plain(_COUNTERS.sub("", site.record[line])))
        for line in place.tale
        if 0 <= line < len(site.record)
    ]


def lost_at(site: Site, place: Place) -> tuple[str, int] | None:
    """The last company that died here, and in which year."""
    graves = [(mark.year, mark.name) for mark in site.marks if mark.place == place.id and mark.kind == "grave"]
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
    return [f"{capital(ago(site, year))}: {uncapital(line)}" for year, line in lines_of(site, place)[-most:] if line]

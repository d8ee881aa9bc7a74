"""What to call the places and peoples of a Site, and what is told of them: the same names in every game."""

from __future__ import annotations

import re

from ..engine.site import Place, Site
from ..engine.words import capital, count, plain, uncapital

_LOST = re.compile(r"^(.+) (?:was|were) never seen again\.$")  # how a record tells of a party that did not come home
_COUNTERS = re.compile(r" \([^()]*\d[^()]*\)")  # "(29 to 13)": how the world's own game counted it
LINES = 3  # of the record, that a place is told with


def ago(years: int) -> str:
    """How long ago, as people below count."""
    return "this very year" if years < 1 else "last winter" if years == 1 else f"{count(years, 'winter')} ago"


def lost_at(site: Site, place: Place) -> tuple[str, int] | None:
    """The last company that died here, and how many years ago."""
    graves = [(mark.year, mark.name) for mark in site.marks if mark.place == place.id and mark.kind == "grave"]
    for line in place.tale:
        told = _LOST.match(site.record[line])
        if told:
            graves.append((site.years[line] if line < len(site.years) else site.year, told[1]))
    if not graves:
        return None
    year, who = max(graves, key=lambda grave: grave[0])
    return uncapital(who), site.year - year


def trace(site: Site, place: Place) -> str:
    """What the last visitors left: "where the Silver Coins died, three winters ago"; empty where nobody fell."""
    lost = lost_at(site, place)
    return f"where {lost[0]} died, {ago(lost[1])}" if lost else ""


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
        if mark.place == place.id and mark.kind != "grave":
            return f"the {place.kind} with the {mark.name.removeprefix('the ')}"
    return f"the {place.kind}"


def tale_of(site: Site, place: Place, most: int = LINES) -> list[str]:
    """The last lines of the record that speak of a place, the oldest first: "Three winters ago: the Silver Coins ..."."""
    lines = []
    for line in place.tale[-most:]:
        text = plain(_COUNTERS.sub("", site.record[line]))
        when = site.year - site.years[line] if line < len(site.years) else 0
        lines.append(f"{capital(ago(when))}: {uncapital(text)}" if text else "")
    return [line for line in lines if line]

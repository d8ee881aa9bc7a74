"""What there is to say of a place: what to call it, who lives there and one of them, and what happened there, how long ago."""

from __future__ import annotations

import re

from ..engine.site import Hoard, People, Place, Rumour, Site
from ..engine.words import a, capital, number, sentence

# Flavours whose word for one of them does not follow by leaving out the plural.
ONE: dict[str, str] = {
    "Dwarves": "dwarf",
    "Dark Elves": "dark elf",
    "Earth Men": "earth man",
    "Moth People": "moth woman",
    "Clockwork Order": "clockwork brother",
    "The Thought Lord Cult": "cultist",
    "The Thought Lords": "thought lord",
    "Temple of Evil": "cultist",
    "The Dungeon Master": "dungeon master",
    "The Liche King": "liche king",
    "Unquiet Dead": "unquiet dead man",
    "Undead Legion": "dead legionary",
    "Gate Beings": "gate being",
    "Ogre Magi": "ogre mage",
}
GREW = ("formed", "rose from below", "opened a working", "Before counting", "Long ago")  # the oldest news of a place
DIED = ("wiped out", "never seen again", "fell silent", "fell:", "killed", "died", "lie here", "were lost")
NUMBERS = re.compile(r" \([^()]*\d[^()]*\)")  # "(29 to 13)": counters of the world's own game


def one_of(flavour: str) -> str:
    """One of them: "cave giant" of Cave Giants, "dwarf" of Dwarves."""
    if flavour in ONE:
        return ONE[flavour]
    word = flavour.removeprefix("The ").lower()
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us")) else word


def called(place: Place) -> str:
    """A place as one speaks of it: its own name, or "a mine"."""
    return place.name or a(place.kind or "room")


def whole_name(site: Site, place: Place) -> str:
    """A place and, if it has no name of its own, whose it is: "a mine of the Stolen Tongues"."""
    living = [dweller.owner for dweller in site.dwellers if dweller.place == place.id]
    keeping = [hoard.owner for hoard in site.hoards if hoard.place == place.id]
    peoples = {people.id: people for people in site.peoples if people.leader}
    owner = next((peoples[each] for each in (*living, *keeping) if each in peoples), None)
    return called(place) if place.name or owner is None else f"{called(place)} of {owner.name}"


def the_place(place: Place) -> str:
    """A place that was spoken of before: its own name, or "the mine"."""
    return place.name or f"the {place.kind or 'room'}"


def ago(site: Site, year: int) -> str:
    """How long it is since: "this winter", "last winter", "three winters ago"; nobody counts past thirty."""
    since = site.year - year
    if since <= 0:
        return "this winter"
    return "last winter" if since == 1 else f"{number(since)} winters ago" if since <= 30 else "longer ago than anybody counts"


def lines_of(site: Site, place: Place) -> list[tuple[int, str]]:
    """The record of a place, oldest first: the year and the line, without the counters of the world's own game."""
    return [
        (site.years[line] if line < len(site.years) else 0, NUMBERS.sub("", site.record[line]))
        for line in place.tale
        if 0 <= line < len(site.record)
    ]


def tale(site: Site, place: Place) -> str:
    """What a visitor of today is told of a place, in a sentence: the dead first, else its latest news; "" if there is none."""
    graves = [mark for mark in site.marks if mark.place == place.id and mark.kind == "grave"]
    if graves:
        grave = graves[-1]
        return f"This is where {grave.name} died, {ago(site, grave.year)}."
    lines = [(year, line) for year, line in lines_of(site, place) if not any(word in line for word in GREW)]
    sad = [(year, line) for year, line in lines if any(word in line for word in DIED)]
    if not lines:
        return ""
    year, line = (sad or lines)[-1]
    return sentence(
        f"{capital(ago(site, year))}: {line[:1].lower() + line[1:] if line.startswith(('The ', 'A ', 'An ')) else line}"
    )


def history(hoard: Hoard) -> str:
    """Whose a treasure was: "once of House Faldgar, then of the Silver Coins"; "" if nobody knows."""
    holders = [holder for holder in hoard.past if holder != "nobody"]
    return "" if not holders else f"once of {holders[0]}" + (f", then of {holders[-1]}" if len(holders) > 1 else "")


def of_people(people: People) -> str:
    """One of a people, with its article: "a cave giant of the Stolen Tongues"; a beast with a name goes by it."""
    one = one_of(people.flavour)
    if people.leader and people.leader == people.name:
        return f"{people.name}, {a(one)}"
    if not people.leader or people.name.lower().removeprefix("a ").removeprefix("an ") in (one, people.flavour.lower()):
        return a(one)
    return f"{a(one)} of {people.name}"


def last_company(site: Site) -> str:
    """The last company that did not come back, as the record has it; "" if all did."""
    for line in reversed(site.record):
        if line.endswith("were never seen again."):
            return line.removesuffix(" were never seen again.")
    graves = [mark for mark in site.marks if mark.kind == "grave"]
    return max(graves, key=lambda mark: mark.year).name if graves else ""


def with_article(name: str) -> str:
    """A name as it stands in the middle of a sentence."""
    return name[:1].lower() + name[1:] if name.startswith("The ") else name


def goal_of(site: Site, goal: int) -> str:
    """What an expedition is after, in words: a people, a treasure, a place, what a rumour says; "" if nothing in particular."""
    for rumour in site.rumours:
        if goal and rumour.seq == goal:
            return rumour.text
    for people in site.peoples:
        if people.id == goal:
            return people.name
    for hoard in site.hoards:
        if hoard.id == goal:
            return hoard.name or "a hoard that nobody has a name for"
    return next((the_place(place) for place in site.places if place.id == goal), "")


def heard(site: Site, most: int) -> list[Rumour]:
    """Rumours worth telling in town, the latest first, whatever their truth."""
    fresh = {rumour.text: rumour for rumour in reversed(site.rumours) if not any(word in rumour.text for word in GREW)}
    return list(fresh.values())[:most]

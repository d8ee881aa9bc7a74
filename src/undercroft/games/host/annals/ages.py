"""What an age came to, in a few sentences: who lived in it, how long, and why it ended."""

from __future__ import annotations

from collections import Counter

from ....engine.words import capital, count, listed, number, said
from ..ground import beads as bd
from ..rules.conventions.ages import ENDINGS
from ..state import Civ, Entry, Group, Host
from .facts import is_one, past

TITLES = {
    "opening": "The blank page",
    "primordial": "The Primordial Age",
    "civilization": "The Age of Civilization",
    "disaster": "The Great Disaster",
    "monsters": "The Age of Monsters",
    "villainy": "The Age of Villainy",
    "over": "The end",
}


def summary(s: Host, age: str, era: str) -> str:
    """The age in short; empty where there is nothing to sum up."""
    entries = [
        entry
        for entry in s.record
        if (entry.age == age and (age != "civilization" or entry.era in (era, "Before counting")))
        or (age == "villainy" and entry.age == "over")
    ]
    if age == "primordial":
        return _ground(s)
    if age == "civilization":
        return " ".join(_people(s, civ) for civ in s.civs if f"The Era of {civ.name}".casefold() == era.casefold())
    if age == "monsters":
        return _monsters(s, entries)
    if age == "villainy":
        return _villainy(s, entries)
    return ""


def _ground(s: Host) -> str:
    caves = sum(room.maker == "natural" and room.stratum == 0 for room in s.rooms.values())
    parts = [count(caves, "cave", "caves")] if caves else []
    for kind, word in (("gold", "gold"), ("mithral", "mithral")):
        if any(ore.kind == kind for ore in s.ores.values()):
            parts.append(word)
    if any(way.kind == "river" for way in s.passages.values()):
        parts.append("running water")
    return f"Before anybody counted years the ground was made, and in it {listed(parts)}." if parts else ""


def _people(s: Host, civ: Civ) -> str:
    rooms = sum(rid in s.rooms for rid in civ.rooms)
    dug = f" and left {count(rooms, 'room', 'rooms')} in the rock" if rooms else ""
    end = f" It ended because {civ.ended}." if civ.ended and " " in civ.ended else ""
    return f"{capital(civ.name)} had {count(civ.year, 'year', 'years')} under the ground{dug}.{end}"


def _span(entries: list[Entry]) -> int:
    return max((entry.year for entry in entries), default=0)


def newcomers(s: Host, entries: list[Entry]) -> list[Group]:
    """Groups that arrived in these lines."""
    ids = dict.fromkeys(entry.actor for entry in entries if entry.kind in ("arrived", "split"))
    return [s.groups[gid] for gid in ids if gid in s.groups and s.groups[gid].type not in ("surface", "villain", "minions")]


def _monsters(s: Host, entries: list[Entry]) -> str:
    years, came = _span(entries), newcomers(s, entries)
    last = max((entry.absolute_year for entry in entries), default=0)
    gone = [group for group in came if not group.alive and group.fell <= last]
    fate = (
        "none of them fell"
        if not gone
        else "none of them outlived it"
        if len(gone) == len(came)
        else f"{number(len(gone))} did not outlive it"
    )
    way = AGE_OF_MONSTERS[s.seed % 1009 % len(AGE_OF_MONSTERS)]
    told = said(way, years=count(years, "year", "years"), groups=count(len(came), "group", "groups"), fate=fate)
    return " ".join(filter(None, (told, _deadliest(s, gone))))


AGE_OF_MONSTERS = (
    "It lasted {years}. In all {groups} moved into the ruins, and {fate}.",
    "In {years} {groups} came to live where others had dug, and {fate}.",
    "They had {years} of it: {groups}, of which {fate}.",
)


def _deadliest(s: Host, gone: list[Group]) -> str:
    """A sentence on whoever ended more than one of the others."""
    ends = Counter(
        other.name
        for group in gone
        for other in s.groups.values()
        if other is not group and group.cause.endswith(f" {other.name}")
    )
    name, most = max(ends.items(), key=lambda item: item[1], default=("", 0))
    if most < 2:
        return ""
    above = any(group.name == name and group.type == "surface" for group in s.groups.values())
    ways = ENDED_BY if above else FEARED
    return said(ways[s.seed % 1013 % len(ways)], who=name, n=most)


ENDED_BY = ("The people of {who} ended {n:words} of them.", "{n:Words} of them fell to the people of {who}.")
FEARED = (
    "The name to fear was {who}, who ended {n:words} of them.",
    "{n:Words} of them ended with {who}.",
    "Whoever met {who} had reason to move on; {n:words} of them did not.",
)


def _villainy(s: Host, entries: list[Entry]) -> str:
    years = _span(entries)
    parties = [entry for entry in entries if entry.rule == "HST-ADVN-20"]
    home = sum(entry.kind == "adventure" and " left with " in entry.text for entry in entries)
    lines = []
    for villain in s.villains:
        group = s.groups[villain.group]
        kind = group.flavour.removeprefix("The ") if group.flavour else ""
        lines.append(
            f"Its villain was {group.name}"
            + (f", {bd.one(kind)}" if group.type == "villain" and kind and "Cult" not in kind else "")
            + "."
        )
    lines.append(f"It took {count(years, 'year', 'years')}." if years else "It took less than a year.")
    if parties:
        back = (
            ("it came home" if home else "it did not come home")
            if len(parties) == 1
            else "none came home"
            if not home
            else "all came home"
            if home == len(parties)
            else f"{number(home)} came home"
        )
        lines.append(f"{count(len(parties), 'party', 'parties').capitalize()} of adventurers went down; {back}.")
    if s.ending in ENDINGS:
        lines.append(f"In the end {past(ENDINGS[s.ending])}.")
    return " ".join(lines)


def closing(s: Host) -> str:
    """The last words: who was still there, below and above."""
    below = [capital(group.name) if not n else group.name for n, group in enumerate(_still(s))]
    above = [s.groups[gid].name for gid in s.kingdoms if gid in s.groups and s.groups[gid].alive]
    if not below:
        dark = "Below, nobody was left to put out the last lamp."
    elif len(below) > 3:
        dark = f"Below, {number(len(below))} kinds of folk and beasts still listened to each other through the walls."
    else:
        dark = f"{listed(below)} still lived below, and had the dark to {'itself' if _alone(s) else 'themselves'}."
    if not above:
        light = "Above, grass grew where the roads had been."
    elif s.outcome == "villain":
        light = f"In {listed(above)} they shut their doors early, and kept their lamps low."
    else:
        light = f"In {listed(above)} {LIGHTS[s.seed % 1019 % len(LIGHTS)]}"
    return f"{dark} {light}"


LIGHTS = (
    "the fields were ploughed, and children were told all this to bring them home before dark.",
    "it was harvest time, and nobody who could help it looked at the ground.",
    "they nailed the old doors shut, and lost the key in the usual place.",
    "there was a song about it by winter, with most of the names wrong.",
)


def _still(s: Host) -> list[Group]:
    return [group for group in s.groups.values() if group.alive and group.type not in ("surface", "minions")]


def _alone(s: Host) -> bool:
    left = _still(s)
    return len(left) == 1 and is_one(left[0])

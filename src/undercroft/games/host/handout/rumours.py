"""Rumours: what people say of the record, some of it wrong (HST-RPG)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ....engine import Dice
from ....engine.words import a, capital, uncapital
from ....site.telling import PEDDLER
from ..ground import beads as bd
from ..ground.page import depth
from ..state import Entry, Host, visits
from .levels import LEVELS, level_of

LITTLE = 0.05  # inches: an entrance lies no deeper
EVERYWHERE = ("formed", "disaster", "age_end")  # of the whole page, unless a room is named
# Lines of what may still be there to find: a people, a lair, a hoard, a place, a grave, what somebody swore to.
AIMS = ("founded", "built", "arrived", "relocated", "invasion", "split", "looted", "abandoned", "feature", "undead", "villain")
GRAVE = " were never seen again."
SCHOLAR = r"(?: \((?P<old>[^,()]+), \w+\)|, (?:an? )?\w+ (?P<kind>[A-Z][^,]*),)"  # "(Orcs, chaotic)"; now ", chaotic Orcs,"
CAME = re.compile(rf"^(?:.*: )?(?P<who>.+?){SCHOLAR} came to ")  # how a line tells that somebody moved in
KIND = re.compile(rf"{SCHOLAR}(?P<came> came to )")  # what a scholar adds, and nobody says
GONE = re.compile(r"; (.+?) (?:was|were) gone\b")  # and that nobody of them is left
MANY = ("s", "People", "Men", "Elves", "Folk", "Undead")  # how a flavour ends that is several
SAID = {"stated": "open", "hearsay": "false"}  # what visitors said, as they said it


def rumours(s: Host) -> list[dict[str, Any]]:
    """What is told in taverns: half of it true, three tenths partly, the rest false (HST-RPG-13, HST-EXPT-03).

    The fall of a civilization or a great group is told twice: once as it was, once as people like to tell it, unless
    there is nothing in it to be wrong about.
    """
    found: list[dict[str, Any]] = []
    for entry in s.record:
        if entry.rumour_weight <= 0:
            continue
        dice = Dice(s.seed & 0xFFFFFFFF).fork(entry.seq + 11)
        face = dice.below(100)
        truth = "true" if face < 50 else "partly" if face < 80 else "false"
        grades = ["true", "partly" if dice.below(2) else "false"] if _is_fall(entry) else [SAID.get(entry.kind, truth)]
        told = [_rumour(s, entry, grade, dice) for grade in grades]
        found.extend(told if len({each["truth"] for each in told}) == len(told) else told[:1])
    return found


def said_to_live(told: Iterable[str]) -> list[str]:
    """Who lives below as far as the rumours go, with what they are said to be: nothing that is not told in town."""
    living: dict[str, str] = {}
    for line in told:
        if came := CAME.match(line):
            living[uncapital(came["who"])] = came["old"] or came["kind"]
        elif gone := GONE.search(line):
            living.pop(gone[1], None)
    return [f"{name}, {_kind(name, flavour)}" for name, flavour in living.items()]


def _kind(name: str, flavour: str) -> str:
    """ "cave giants"; "an ogre" of somebody with a name of one word; "druegar folk" where the flavour is that of a people."""
    if flavour.endswith(MANY):
        return flavour.lower()
    if " of " in flavour or flavour.startswith("The "):  # a temple of evil, a thought lord cult
        return a(flavour.removeprefix("The ").lower())
    return a(flavour.lower()) if " " not in name.removeprefix("the ") else f"{flavour.lower()} folk"


def _is_fall(entry: Entry) -> bool:
    return entry.kind in ("age_end", "abandoned", "disaster")


def has_level(s: Host, entry: Entry) -> bool:
    """Whether a line tells of a place below ground; what happened on the surface or everywhere has no level."""
    room = s.rooms.get(entry.room)
    if room is not None:
        return not room.above
    return entry.place is not None and entry.kind not in EVERYWHERE and depth(s.page, *entry.place) > LITTLE


def is_aim(s: Host, entry: Entry) -> bool:
    """Whether one can go down for what a line tells of: no news from above, and not what visitors did themselves."""
    done = (seen := visits(s)) is not None and entry.seq in seen.links
    return has_level(s, entry) and (entry.kind == "stated" or entry.text.endswith(GRAVE) or (entry.kind in AIMS and not done))


def spoken(entry: Entry) -> str:
    """A line of the record as people tell it: without the dice, and without a scholar's date."""
    text = re.sub(r" \(\d+ to \d+\)", "", entry.text)
    rest = text.removeprefix(f"{entry.era}, ")
    return text if rest == text else f"Long ago {rest}"


def _rumour(s: Host, entry: Entry, truth: str, dice: Dice) -> dict[str, Any]:
    level = level_of(s, entry.place[1]) if entry.place else 1
    text, told = spoken(entry), level
    swaps = 0 if entry.kind in SAID else {"true": 0, "partly": 1, "false": 2}[truth]
    if swaps >= 1:
        told = 1 + (level + dice.below(LEVELS - 1)) % LEVELS
    below = has_level(s, entry) and entry.kind not in SAID
    if swaps >= 2 or (swaps and not below):  # where no level is named, a name or a number is wrong, or nothing
        wrong = _with_another_owner(s, text, dice) or _with_another_number(text)
        if not wrong and not below:
            truth, told = "true", level
        text = wrong or text
    if entry.kind not in SAID and not dice.below(8):  # how it is told must not give away whether it is true
        text = PEDDLER + uncapital(text)
    about = s.groups[entry.actor].name if entry.actor in s.groups else bd.place_name(s, entry.room) if entry.room else ""
    return {
        "text": f"{capital(text)} They say it was on level {told}." if below else capital(text),
        "truth": truth,
        "about": about,
        "level": told,
        "source_event": entry.seq,
    }


def _with_another_owner(s: Host, text: str, dice: Dice) -> str:
    names: Iterable[str] = [group.name for group in s.groups.values()]
    present = [name for name in names if name in text]
    others = [name for name in names if name not in text]
    if not present or not others:
        return ""
    return re.sub(rf"(?:[Tt]he )?{re.escape(present[0])}", lambda _: dice.pick(others), text, count=1)


def _with_another_number(text: str) -> str:
    found = re.search(r"\d+", text)
    return text[: found.start()] + str(int(found[0]) * 10) + text[found.end() :] if found else ""

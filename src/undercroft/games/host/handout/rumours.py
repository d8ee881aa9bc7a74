"""Rumours: what people say of the record, some of it wrong (HST-RPG)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ....engine import Dice
from ....engine.words import capital
from ..ground import beads as bd
from ..state import Entry, Host
from .levels import LEVELS, level_of

UNSEEN = "Not a soul was there when it happened: {}"
SAID = {"stated": "open", "hearsay": "false"}  # what visitors said, as they said it


def rumours(s: Host) -> list[dict[str, Any]]:
    """What is told in taverns: half of it true, three tenths partly, the rest false (HST-RPG-13, HST-EXPT-03).

    The fall of a civilization or a great group is told twice: once as it was, once as people like to tell it.
    """
    found: list[dict[str, Any]] = []
    for entry in s.record:
        if entry.rumour_weight <= 0:
            continue
        dice = Dice(s.seed & 0xFFFFFFFF).fork(entry.seq + 11)
        face = dice.below(100)
        truth = "true" if face < 50 else "partly" if face < 80 else "false"
        grades = ["true", "partly" if dice.below(2) else "false"] if _is_fall(entry) else [SAID.get(entry.kind, truth)]
        found.extend(_rumour(s, entry, grade, dice) for grade in grades)
    return found


def _is_fall(entry: Entry) -> bool:
    return entry.kind in ("age_end", "abandoned", "disaster")


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
    if swaps >= 2:
        text = _with_another_owner(s, text, dice) or _with_another_number(text) or UNSEEN.format(text)
    elif entry.kind not in SAID and not dice.below(8):  # how it is told must not give away whether it is true
        text = UNSEEN.format(text)
    about = s.groups[entry.actor].name if entry.actor in s.groups else bd.place_name(s, entry.room) if entry.room else ""
    return {
        "text": capital(text) if entry.kind in SAID else f"{capital(text)} They say it was on level {told}.",
        "truth": truth,
        "about": about,
        "level": told,
        "source_event": entry.seq,
    }


def _with_another_owner(s: Host, text: str, dice: Dice) -> str:
    names: Iterable[str] = [group.name for group in s.groups.values()]
    present = [name for name in names if name in text]
    others = [name for name in names if name not in text]
    return text.replace(present[0], dice.pick(others)) if present and others else ""


def _with_another_number(text: str) -> str:
    found = re.search(r"\d+", text)
    return text[: found.start()] + str(int(found[0]) * 10) + text[found.end() :] if found else ""

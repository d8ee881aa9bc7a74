"""Lore: what everybody above knows of a dungeon: who dug it, how that ended, what broke it, and whose land it lies under."""

from __future__ import annotations

from ...engine.words import count, listed
from .names import capitalised
from .state import Host

DIGGERS = {"dwarven": "dwarves", "dark_elf": "dark elves", "demon": "demons"}


def dug(s: Host) -> list[str]:
    """Who dug here, for how long, and how it ended."""
    return [
        f"{capitalised(civ.name)} dug here for {count(civ.year, 'year', 'years')}"
        + (f", until {civ.ended}." if " " in civ.ended else ".")
        for civ in s.civs
        if civ.year
    ]


def lore(s: Host) -> list[str]:
    """A few sentences, the oldest first."""
    kinds = list(dict.fromkeys(DIGGERS[civ.kind] for civ in s.civs if civ.kind in DIGGERS))
    broke = [entry.text for entry in s.record if entry.kind == "disaster"]
    above = [s.groups[gid].name for gid in s.kingdoms if gid in s.groups and s.groups[gid].alive]
    return [
        *([f"An old place of {listed(kinds)}."] if kinds else []),
        *dug(s),
        *broke,
        *([f"Above it lies {listed(above)}."] if above else []),
    ]

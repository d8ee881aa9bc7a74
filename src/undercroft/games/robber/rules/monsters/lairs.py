"""Monsters that are let be: on a drawn map they wait where they were met, with what they guard (ROB-MAP-03)."""

from __future__ import annotations

from msgspec import UNSET

from .....engine.words import listed
from ...content import MONSTERS
from ...state import Encounter, Lair, RobberState
from ..character.naming import name_of
from ..paper.sheets import area_at, here, is_drawing, note


def let_be(s: RobberState, met: Encounter, *, guards: bool) -> None:
    """Whoever lives in a chamber, or has roots, stays; a wanderer met in a passage goes its way."""
    stay = [foe for foe in met.foes if met.place == "chamber" or not MONSTERS[foe.kind].chases]
    if stay and is_drawing(s):
        lair = Lair(s.delve.level, here(s).area, stay, guards, met.hoards if guards else UNSET)
        s.delve.lairs.append(lair)
        note(area_at(s), words(lair))


def words(lair: Lair) -> str:
    """Who waits there, as the map has it."""
    kinds = list(dict.fromkeys(name_of(foe) for foe in lair.foes))
    return listed(kinds) + " with treasure" * lair.guards


def lair_at(s: RobberState, area: int) -> Lair | None:
    """Who waits in an area of this level, if anybody does."""
    return next((lair for lair in s.delve.lairs if (lair.level, lair.area) == (s.delve.level, area)), None)


def disturb(s: RobberState, lair: Lair) -> None:
    """They are met again: the map need not tell of them any longer."""
    s.delve.lairs.remove(lair)
    area = area_at(s)
    area.found = [text for text in area.found if text != words(lair)]
    for foe in lair.foes:
        foe.acted, foe.side, foe.grips = False, 0, []

"""The encounter at hand: whom the robbers face, how they look, and who is meant."""

from __future__ import annotations

from collections.abc import Sequence

from .....engine.words import ordinal
from ...state import Creature, Encounter, RobberState
from ..character.naming import name_of


def here(s: RobberState) -> Encounter:
    """The encounter at hand."""
    assert s.encounter is not None
    return s.encounter


def find_foe(encounter: Encounter, number: int) -> Creature:
    """The foe a key names; the first when it names none."""
    return next((foe for foe in encounter.foes if foe.id == number), encounter.foes[0])


def condition(creature: Creature) -> str:
    """How it looks: unhurt, hurt or badly hurt (ROB-DIAL-01)."""
    if creature.looks:
        return creature.looks
    if creature.hp >= creature.full:
        return "unhurt"
    return "badly hurt" if creature.hp * 2 <= creature.full else "hurt"


def which(creatures: Sequence[Creature], one: Creature) -> str:
    """A creature told apart from others of its kind: "second toad"."""
    alike = [other.id for other in creatures if other.kind == one.kind]
    return name_of(one) if len(alike) == 1 else f"{ordinal(alike.index(one.id) + 1)} {name_of(one)}"


def still_there(s: RobberState, foe: Creature) -> bool:
    """Whether a foe is still in the fight."""
    return s.encounter is not None and any(other.id == foe.id for other in s.encounter.foes)


def remove(encounter: Encounter, foe: Creature) -> None:
    """Take a foe out of the encounter."""
    encounter.foes = [other for other in encounter.foes if other.id != foe.id]

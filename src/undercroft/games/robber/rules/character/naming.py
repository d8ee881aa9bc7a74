"""What to call creatures, and the keywords of their kind."""

from __future__ import annotations

from ...content import MONSTERS
from ...state import Creature

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def name_of(creature: Creature) -> str:
    """What to call it."""
    return MONSTERS[creature.kind].name


def an(name: str) -> str:
    """A name with its article."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def many(name: str) -> str:
    """More than one of it."""
    return f"{name.removesuffix('f')}ves" if name.endswith("wolf") else f"{name}s"


def powers_of(creature: Creature) -> tuple[str, ...]:
    """Its keywords."""
    return MONSTERS[creature.kind].keywords

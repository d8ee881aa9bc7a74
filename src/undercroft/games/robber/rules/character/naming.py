"""What to call creatures, and the keywords of their kind."""

from __future__ import annotations

from msgspec import UNSET

from ...content import MONSTERS
from ...state import Creature


def name_of(creature: Creature) -> str:
    """What to call it."""
    return MONSTERS[creature.kind].name if creature.called is UNSET else creature.called


def powers_of(creature: Creature) -> tuple[str, ...]:
    """Its keywords."""
    return MONSTERS[creature.kind].keywords

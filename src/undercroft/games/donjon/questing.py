"""A quest begins: its adventure is scaled to the party, and what the record says of the place stands in the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .entering import brought, scale
from .rules.basics.words import read_fact
from .rules.creatures.creatures import half_up
from .state import Donjon, Fact

BOOK = "the book"


def begin_quest(s: Donjon, bring: Mapping[str, Any]) -> None:
    """The world's own record is true; what is told in Town is hearsay until somebody has been there (DON-LAW-14, DON-HOOK-01)."""
    assert s.adventure is not None
    s.quest = brought(bring, s.adventure)
    if s.quest is None:
        return
    levels = [b.level for b in s.brought]
    scale(s.adventure, max(s.options.starting_level, half_up(sum(levels) / len(levels)) if levels else 1))
    for text, hearsay in [*((line, False) for line in s.quest.lore), *((told.text, True) for told in s.quest.rumours)]:
        read = read_fact(text)
        s.facts.append(
            Fact(
                s.next_fact,
                text,
                read.kind,
                read.subject,
                BOOK,
                -1,
                "the record",
                0,
                0,
                s.quest.title,
                read.tags,
                "campaign",
                hearsay=hearsay,
            )
        )
        s.next_fact += 1

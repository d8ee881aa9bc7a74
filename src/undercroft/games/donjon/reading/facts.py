"""Reading facts: which of the closed list of effects a statement means, likeliest first."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from .english import ground, tokens, unquoted
from .evidence import fact_evidence
from .weights import shares

COLOUR = "colour"
MEANT = 0.2  # below this share a reading is a guess


class Effect(msgspec.Struct, frozen=True):
    """One way to understand a statement."""

    effect: str
    weight: float  # its share of one


def read_effects(text: str, names: frozenset[str] = frozenset()) -> tuple[Effect, ...]:
    """Every effect the statement may mean, the likeliest first.

    `names`: words (in ground form) that stand for somebody who is here.
    """
    return _read(text, names & _spoken(text))


@lru_cache(maxsize=4096)
def _spoken(text: str) -> frozenset[str]:
    """The words of a statement, in ground form: of all names those alone can matter."""
    return frozenset(map(ground, tokens(unquoted(text)[0])))


@lru_cache(maxsize=8192)
def _read(text: str, names: frozenset[str]) -> tuple[Effect, ...]:
    seen = fact_evidence(text, names)
    if not seen.features:
        return (Effect(COLOUR, 1.0),)
    return tuple(sorted((Effect(effect, share) for effect, share in shares("facts", seen).items()), key=lambda e: -e.weight))

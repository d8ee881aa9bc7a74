"""Reading actions: the kind of Test and the Attribute that a player's words mean, likeliest first."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from .evidence import deed_evidence
from .lexicon import lexicon
from .weights import shares

SHOWN = 6  # kinds offered at once; any Attribute may be had beside them
LEAST = 0.005  # a smaller share is not offered beside two likelier ones
FAIR = 0.7  # a second reading with at least this part of the first one's share is as fair as the first


class Reading(msgspec.Struct, frozen=True):
    """One way to understand an action."""

    kind: str
    attr: str
    weight: float  # its share of one
    word: str  # what it hangs on


@lru_cache(maxsize=2048)
def read_action(text: str) -> tuple[Reading, ...]:
    """The ways to understand an action, each of another kind, the likeliest first; none: there is no word in it."""
    seen = deed_evidence(text)
    if not seen.features:
        return ()
    made = []
    for kind, share in shares("deeds", seen).items():
        usual = [deed.attr for deed in lexicon().deeds if deed.kind == kind]
        attr = max(usual, key=lambda a: (seen.attrs.get((kind, a), 0.0), -usual.index(a)))
        made.append(Reading(kind, attr, share, seen.words.get(kind, "") if seen.best.get(kind, 0.0) >= 1 else ""))
    made.sort(key=lambda reading: -reading.weight)
    return tuple(made[:SHOWN])


def rival(text: str) -> Reading | None:
    """The second reading, if it is as fair as the first: then it is better to ask back."""
    found = read_action(text)
    return found[1] if len(found) > 1 and found[1].weight >= FAIR * found[0].weight else None

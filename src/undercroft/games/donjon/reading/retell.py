"""Retelling: a player's "I" and "we" in the third person, with verbs that agree, so that a fact stands in the story."""

from __future__ import annotations

import re

from .english import ground
from .lexicon import lexicon

_WORDS = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?|[^A-Za-z]+")
_SHORT = {"i'm": "{} is", "i've": "{} has", "i'll": "{} will", "i'd": "{} would", "we're": "they are", "we've": "they have",
          "we'll": "they will", "we'd": "they would"}  # fmt: skip
_WE = {"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"}
_VERBS = {"am": "is", "have": "has", "do": "does", "go": "goes", "don't": "doesn't", "haven't": "hasn't"}
_BETWEEN = frozenset(
    ["never", "always", "just", "also", "only", "quickly", "quietly", "carefully", "still", "now", "then", "suddenly"]
)
_SAME = frozenset(["can", "could", "will", "would", "shall", "should", "may", "might", "must", "was", "cannot", "can't", "won't"])


def retold(text: str, name: str) -> str:
    """What a player stated of "I" and "we", told of the character: "I find my key" -> "Roland finds Roland's key"."""
    parts = _WORDS.findall(text)
    told: list[str] = []
    agree = False
    for part in parts:
        low = part.lower().replace("’", "'")
        if agree and part[0].isalpha() and low not in _BETWEEN:
            agree = False
            told.append(_third(part, low))
        elif low in ("i", "me"):
            told.append(name)
            agree = low == "i"
        elif low in ("my", "mine"):
            told.append(f"{name}'s")
        elif low == "myself":
            told.append(name)
        elif low in _SHORT:
            told.append(_SHORT[low].format(name))
        elif low in _WE:
            told.append(_WE[low])
        else:
            told.append(part)
    return "".join(told)


def _third(word: str, low: str) -> str:
    """The verb after "I" as it stands after a name; a past tense and an auxiliary stay."""
    if low in _VERBS:
        return _VERBS[low]
    if low in _SAME or low in lexicon().irregular or ground(low) != low or low.endswith("ed"):
        return word
    if low.endswith(("ch", "sh", "s", "x", "z", "o")):
        return word + "es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"

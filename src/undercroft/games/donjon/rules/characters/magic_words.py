"""Magic Words: which may be taken, and what each can do without stretching. Chapter 6."""

from __future__ import annotations

from functools import lru_cache

from ... import content
from ..basics.words import stem


def word_fault(word: str) -> str:
    """Why a Word is no Magic Word: nouns, verbs and adjectives only (DON-WORD-04), or nothing."""
    rules = content.gm().magic
    low = word.lower().strip()
    if not low.isalpha() or len(low) < 2:
        return "it is not one word of letters alone"
    if low in rules.refuse:
        return "it is no noun, verb or adjective"
    if low.endswith("ly") and low not in rules.adjectives_in_ly:
        return "it is an adverb"
    return ""


@lru_cache(maxsize=4096)
def field_of(word: str) -> str:
    """The field of meaning a Word belongs to."""
    for name, field in content.gm().magic.fields.items():
        if any(stem(known) == stem(word) for known in field.words):
            return name
    return "unknown"


def natural_effects(word: str) -> list[str]:
    """What a Word does without stretching (DON-AGM-16)."""
    return content.gm().magic.fields[field_of(word)].natural


def harm_of(words: list[str]) -> str:
    """The sort of harm a spell does."""
    return " ".join(["magic", *words, *(content.gm().magic.fields[field_of(word)].harm for word in words)])

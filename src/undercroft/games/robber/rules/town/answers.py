"""Answers in town: a piece of business and what it is about ("sell:sword", "learn:sleep", "to:1"), or a plain word."""

from __future__ import annotations

from ..character import answers
from ..character.answers import Named, Word


class Errand(Named, frozen=True):
    """A piece of business and what or whom it is about."""


def read(key: str) -> Errand | Word:
    """A key as what it means."""
    return answers.read(key, Errand)

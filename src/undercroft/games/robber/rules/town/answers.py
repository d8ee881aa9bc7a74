"""Answers in town: a piece of business and what it is about ("sell:sword", "learn:sleep", "to:1"), or a plain word."""

from __future__ import annotations

from ..character.answers import Named, named


class Errand(Named, frozen=True):
    """A piece of business and what or whom it is about."""


def read(key: str) -> Errand:
    """A key as what it means."""
    return named(key, Errand)

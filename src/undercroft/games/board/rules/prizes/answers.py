"""Answers about prizes: which one to drop, where to look."""

from __future__ import annotations

from typing import ClassVar

from ..pieces.answers import At, Numbered


class Drop(Numbered, frozen=True):
    """Leave this prize of the hand behind, counted from 1."""

    verb: ClassVar[str] = "drop"


class Look(At, frozen=True):
    """Through the ESP Medallion, into this place."""

    verb: ClassVar[str] = "look"


class Gaze(At, frozen=True):
    """Into the Crystal Ball, at this place."""

    verb: ClassVar[str] = "gaze"


class Card(Numbered, frozen=True):
    """A card to see in the Crystal Ball, counted from 0."""

    verb: ClassVar[str] = "card"

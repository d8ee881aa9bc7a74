"""Answers in advanced play: whom to ambush or strike at, what to store."""

from __future__ import annotations

from typing import ClassVar

from ..pieces.answers import Numbered


class Ambush(Numbered, frozen=True):
    """Ambush the player of this seat."""

    verb: ClassVar[str] = "ambush"


class Strike(Numbered, frozen=True):
    """Strike back at the player of this seat."""

    verb: ClassVar[str] = "strike"


class Keep(Numbered, frozen=True):
    """Leave this prize in safe keeping, counted from 1: those stored already, then the hand."""

    verb: ClassVar[str] = "keep"

"""Answers to: into which chamber do you fall?"""

from __future__ import annotations

from typing import ClassVar

from ..pieces.answers import At


class Fall(At, frozen=True):
    """Down into this chamber."""

    verb: ClassVar[str] = "fall"

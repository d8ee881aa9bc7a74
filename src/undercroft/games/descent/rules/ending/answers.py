"""Answers to those who bar the way: to run, and behind what."""

from __future__ import annotations

import msgspec

from ..basics.answers import Name, Who, Word
from ..basics.answers import read as plain


class Run(msgspec.Struct, frozen=True):
    """Run, stabbed at ("run") or behind something ("run:glue")."""

    stall: str = ""
    verb = "run"

    @property
    def key(self) -> str:
        return f"run:{self.stall}" if self.stall else "run"


def read(key: str) -> Run | Word | Who | Name:
    """What was said."""
    verb, _, stall = key.partition(":")
    return Run(stall) if verb == "run" else plain(key)

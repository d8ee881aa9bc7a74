"""Look: how the terminal shows things - colours, letters, pace. One struct, read from and written to the settings file."""

from __future__ import annotations

import os
import sys
from typing import Literal, get_args, get_type_hints

import msgspec

from .. import settings

SECTION = "terminal"


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How the terminal looks and moves: the section [terminal] of the settings file."""

    colour: Literal["auto", "16", "none"] = "auto"
    letters: Literal["auto", "unicode", "ascii"] = "auto"
    motion: bool = True
    pace: Literal["slow", "steady", "quick"] = "steady"
    coach: bool = True
    name: str = "Ada"

    @property
    def ascii_only(self) -> bool:
        """Whether box-drawing is replaced: said so, or standard output cannot write it."""
        if self.letters == "auto":
            return not (getattr(sys.__stdout__, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")
        return self.letters == "ascii"

    @property
    def seconds(self) -> float:
        """How long a replay rests on one answer."""
        return {"slow": 2.5, "steady": 1.0, "quick": 0.3}[self.pace]

    @property
    def colours(self) -> str:
        """Whether there are none because nobody wants or can show any, the terminal's own 16, or as many as we like."""
        if self.colour == "none" or os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "vt100", "vt220"):
            return "none"
        return "16" if self.colour == "16" or os.environ.get("TERM") in ("linux", "xterm", "ansi") else "many"


HELP = {
    "colour": "many, the terminal's own sixteen, or none; NO_COLOR is obeyed as well",
    "letters": "box-drawing, or plain ASCII for old terminals and braille lines",
    "motion": "dice tumble for a moment before they lie still",
    "pace": "how long a replay rests on one answer",
    "coach": "in a first game, a sentence for each thing that is new",
    "name": "what you are called when you do not say",
}


def values(name: str) -> tuple[str | bool, ...]:
    """What a setting can be; empty: any text."""
    kind = get_type_hints(Look)[name]
    return (True, False) if kind is bool else get_args(kind)


def read(path: str | None = None) -> Look:
    """As the settings file says."""
    return settings.read(path).section(SECTION, Look)


def set_value(look: Look, name: str, value: str | bool) -> Look:
    """The look with one thing changed, and written to the file."""
    changed = settings.made({**msgspec.structs.asdict(look), name: value}, Look, "[terminal]")
    settings.change(SECTION, name, value)
    return changed

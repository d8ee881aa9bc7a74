"""Scene: the stage on a terminal - a box while something happens, a strip of what matters else, dice that tumble."""

from __future__ import annotations

import re

import msgspec
from rich.text import Text

from ..engine import Roll, Stage, Throw
from . import words

FRAMES = 5  # pictures of tumbling dice
FRAME = 0.08  # seconds for each


def busy(stage: Stage | None) -> bool:
    """Whether something is happening that wants the room."""
    return stage is not None and bool(len(stage.sides) > 1 or stage.throws or stage.moment)


def strip(stage: Stage, width: int) -> list[str]:
    """What matters, in a line or two: what is left of oneself, what one carries, what is at stake."""
    own = stage.sides[0] if stage.sides else None
    pairs = [*(own.lines if own is not None else ()), *stage.stakes]
    said = " | ".join(words.pair(line) + (f" ({line.hint})" if line.hint and len(line.hint) < 16 else "") for line in pairs)
    lines = words.wrap(f"{own.name}: {said}" if own is not None and said else said, width)[:2] if said else []
    return [*lines[:1], *words.wrap(stage.outcome, width)[-1:]] if stage.outcome and busy(stage) else lines


def tumbling(stage: Stage, since: int, frame: int) -> Stage:
    """The stage while the dice of events from `since` on still roll: other faces, and no verdict yet."""
    throws = tuple(_rolling(throw, frame) if throw.n >= since else throw for throw in stage.throws)
    return msgspec.structs.replace(stage, throws=throws, outcome="")


def _rolling(throw: Throw, frame: int) -> Throw:
    sides = re.search(r"d(\d+)", throw.roll.notation)
    most = int(sides[1]) if sides else 6
    faces = tuple((face + 3 * frame + 5 * at) % most + 1 for at, face in enumerate(throw.roll.faces))
    total = None if throw.roll.total is None else throw.roll.total - sum(throw.roll.faces) + sum(faces)
    return msgspec.structs.replace(throw, roll=Roll(throw.roll.notation, faces, total), verdict="...", good=None, against=None)


def box(stage: Stage, width: int, rows: int) -> Text:
    """The stage as a picture in letters; a good throw is green, a bad one red, and both say so in words.

    In too few rows the last throws stand for all: what came of them matters more, and the story has each.
    """
    while len(lines := words.stage_box(stage, width)) > rows and len(stage.throws) > 1:
        stage = msgspec.structs.replace(stage, throws=stage.throws[1:])
    drawn, throws = Text(), iter(stage.throws)
    for number, line in enumerate(lines):
        style = "bold" if number == 0 else ""
        if line.startswith("* "):
            good = next(throws).good
            style = "" if good is None else "green" if good else "red"
        drawn.append(("\n" if number else "") + line, style=style)
    return drawn

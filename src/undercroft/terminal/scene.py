"""Scene: the stage on a terminal - a box while something happens, a strip of what matters else, dice that tumble."""

from __future__ import annotations

import msgspec
from rich.text import Text

from ..engine import Stage
from . import words

FRAMES = 5  # pictures of tumbling dice
FRAME = 0.08  # seconds for each
_ROLLING = "|/-\\"


def busy(stage: Stage | None) -> bool:
    """Whether something is happening that wants the room."""
    return stage is not None and bool(len(stage.sides) > 1 or stage.throws or stage.moment)


def strip(stage: Stage, width: int, most: int = 3) -> list[str]:
    """What matters, in a line or two: what is left of oneself, what one carries, what is at stake; below it, as far as there
    is room, what came of it."""
    own = stage.sides[0] if stage.sides else None
    pairs = [*(own.lines if own is not None else ()), *stage.stakes]
    said = [words.pair(line) + (f" ({line.hint})" if line.hint and len(line.hint) < 16 else "") for line in pairs]
    if own is not None and own.lines:
        said[0] = f"{own.name}: {said[0]}"
    lines = words.packed(said, width)[: min(2, most)]
    if stage.outcome and busy(stage) and (left := most - len(lines)):
        outcome = words.wrap(stage.outcome, width)
        lines += outcome if len(outcome) <= left else [*outcome[: left - 1], f"{outcome[left - 1][: width - 4]} ..."]
    return lines


def box(stage: Stage, width: int, rows: int, since: int | None = None, frame: int = 0) -> Text:
    """The stage as a picture in letters; a good throw is green, a bad one red, and both say so in words.

    In too few rows the last throws stand for all: what came of them matters more, and the story has each. The dice of
    events from `since` on are still in the air: they have no face, so that none is taken for the one that counts.
    """
    air = {throw.n for throw in stage.throws if since is not None and throw.n >= since}
    if air:
        stage = msgspec.structs.replace(stage, outcome="")
    sign = f"{_ROLLING[frame % len(_ROLLING)]} ..."
    while len(lines := words.stage_box(stage, width, dict.fromkeys(air, sign))) > rows and len(stage.throws) > 1:
        stage = msgspec.structs.replace(stage, throws=stage.throws[1:])
    drawn, throws = Text(), iter(stage.throws)
    for number, line in enumerate(lines):
        style = "bold" if number == 0 else ""
        if line.startswith("* "):
            throw = next(throws)
            good = None if throw.n in air else throw.good
            style = "" if good is None else "green" if good else "red"
        drawn.append(("\n" if number else "") + line, style=style)
    return drawn

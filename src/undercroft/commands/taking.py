"""Taking it elsewhere: files for a virtual table, a maze of one's own."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from ..drawing import svg_to_png
from ..drawing.png import LARGEST
from ..engine import Exporter, UndercroftError
from ..engine.story import STORY, story
from ..engine.words import count, harmless
from ..games import find
from .kept import at, check_seat, opened


def run_export(plan: argparse.Namespace) -> int:
    """Write a map, a history or a sheet to a file."""
    save = opened(plan)
    check_seat(save, plan.seat)
    game = find(save.opening.game)
    exports: dict[str, Exporter] = {**game.exports()}
    kinds = ", ".join((*exports, STORY))
    if not plan.form:
        print(f"{game.slug} can be taken away as: {kinds}")
        return 0
    if plan.width is not None:
        exports = {**exports, "png": _picture(exports, plan.form, plan.width)}
    match = at(save, game, plan.at) if plan.form in exports or plan.form == STORY else None
    if plan.form == STORY and match is not None:
        told = harmless(story(match, plan.seat))
        exports[STORY] = lambda _state, _seat: told
    if match is None:
        raise UndercroftError(f"{game.slug} cannot be exported as {plan.form!r}; it can be {kinds}")
    state = match.state if plan.seat is None else game.mask(match.state, plan.seat)
    if plan.to == "-":
        sys.stdout.buffer.write(exports[plan.form](state, plan.seat))
        return 0
    target = Path(plan.to or f"{game.slug}-{save.opening.seed % 10_000}.{plan.form}")
    try:
        target.write_bytes(exports[plan.form](state, plan.seat))
    except OSError as error:
        raise UndercroftError(f"{target}: {error.strerror}") from None
    print(f"Written to {target}")
    return 0


def _picture(exports: Mapping[str, Exporter], form: str, width: int) -> Exporter:
    """The drawing as a picture of any size."""
    if form != "png" or "svg" not in exports:
        raise UndercroftError("--width goes with --as png, for a game that can be exported as svg")
    if not 1 <= width <= LARGEST:
        raise UndercroftError(f"--width {width}: a picture is 1 to {LARGEST} pixels wide")
    return lambda state, seat: svg_to_png(exports["svg"](state, seat).decode(), width)


def run_maze(plan: argparse.Namespace) -> int:
    """Check or draw a maze file."""
    from ..games.descent.maze_file import load  # late: start-up time
    from ..games.descent.quadrille import sheets  # late: start-up time
    from ..games.descent.soundness import check  # late: start-up time

    path = Path(plan.file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UndercroftError(f"{path}: {getattr(error, 'strerror', None) or 'not a text file in UTF-8'}") from None
    found = load(text, path.name)
    if plan.what == "check":
        problems = check(found)
        for problem in problems:
            print(problem)
        print(f"{path.name}: {count(len(problems), 'thing')} to look at" if problems else f"{path.name}: sound")
        return 1 if problems else 0
    target = Path(plan.to) if plan.to else path.with_suffix(".svg")
    drawn = sheets(found, players=plan.players)
    if plan.to == "-":
        print(drawn)
        return 0
    try:
        target.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise UndercroftError(f"{target}: {error.strerror}") from None
    print(f"Written to {target}")
    return 0

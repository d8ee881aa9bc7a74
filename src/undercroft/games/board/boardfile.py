"""Board files: their rows as structs, and the checks that refuse a board nobody could play on. It knows no pawns and no cards."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import msgspec

from undercroft.engine.errors import BadContent

KIND_NAMES = ("start", "corridor", "step", "room", "chamber")
VIA_NAMES = ("open", "door", "secret")


def plain(text: str) -> str:
    """An address or name without what people type differently: case, spaces, signs."""
    return "".join(c for c in text.lower() if c.isalnum())


class Canvas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Size of the drawing, the size of a cell, and the space where pawns begin."""

    width: int
    height: int
    cell: int
    start: str
    origin: str = ""  # house boards may still have it; nothing depends on it


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the folded parts of the board: its level, its place on the picture and its colour."""

    id: str
    level: int
    label: str
    x: int
    y: int
    w: int
    h: int
    colour: str
    rooms: int = 0  # house boards may still have these two; nothing depends on them
    chambers: list[str] = []


class SpaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space: start, corridor, step, room or chamber; centre and size on the picture; cards dealt to it."""

    id: str
    kind: str
    section: str
    level: int
    x: int
    y: int
    w: int
    h: int
    name: str = ""
    alias: str = ""
    between: list[int] = []  # house boards may still have it; nothing depends on it
    monsters: int = 0
    prizes: int = 0


class LinkRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two spaces joined: an opening, a door or a secret door, and where it is drawn."""

    a: str
    b: str
    via: str
    x: int
    y: int
    wall: str = "h"
    thick: bool = False


class StairRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A staircase: one step for each level of difference."""

    id: str
    name: str
    upper_level: int
    lower_level: int
    upper_end: str
    steps: list[str]
    lower_end: str
    upper_section: str = ""  # house boards may still have these three; nothing depends on them
    lower_section: str = ""
    hidden: bool = False


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board file. All lists are required."""

    canvas: Canvas
    section: list[Section]
    space: list[SpaceRow]
    link: list[LinkRow]
    staircase: list[StairRow]


def check_board(file: BoardFile, name: str) -> None:
    """Refuse a board that cannot be played on, naming what is wrong."""
    number: dict[str, SpaceRow] = {}
    seen: dict[str, str] = {}
    sections = {section.id: section for section in file.section}
    for row in file.space:
        if row.kind not in KIND_NAMES:
            raise BadContent(f"{name}: space {row.id!r} is of kind {row.kind!r}; it can be {', '.join(KIND_NAMES)}")
        if row.id in number or plain(row.id) in seen:
            raise BadContent(f"{name}: the address {row.id!r} is given twice; addresses must differ even without regard to case")
        if row.section not in sections:
            raise BadContent(f"{name}: space {row.id!r} is in section {row.section!r}, which is not listed")
        if row.kind == "room" and (row.monsters, row.prizes) != (1, 1):
            raise BadContent(
                f"{name}: room {row.id} takes {row.monsters} monsters and {row.prizes} prizes; a room takes one of each"
            )
        if row.kind not in ("room", "chamber") and (row.monsters or row.prizes):
            raise BadContent(f"{name}: cards lie in rooms and chambers only, not in {row.kind} {row.id}")
        if row.kind in ("room", "chamber", "corridor") and row.level != sections[row.section].level:
            raise BadContent(f"{name}: {row.kind} {row.id} is on level {row.level}, but its section {row.section} is not")
        number[row.id] = row
        seen[plain(row.id)] = row.id
    starts = [row.id for row in file.space if row.kind == "start"]
    if starts != [file.canvas.start]:
        raise BadContent(
            f"{name}: canvas.start is {file.canvas.start!r}; there must be exactly one start space, and this must be it"
        )
    near: dict[str, list[tuple[str, str]]] = {row.id: [] for row in file.space}
    joined: dict[tuple[str, str], bool] = {}
    for link in file.link:
        for end in (link.a, link.b):
            if end not in number:
                raise BadContent(f"{name}: a link joins {link.a!r} and {link.b!r}, but there is no space {end!r}")
        if link.via not in VIA_NAMES:
            raise BadContent(f"{name}: the link {link.a}/{link.b} is {link.via!r}; it can be {', '.join(VIA_NAMES)}")
        pair = (min(link.a, link.b), max(link.a, link.b))
        if pair in joined or link.a == link.b:
            raise BadContent(f"{name}: {link.a} and {link.b} are joined twice, or to themselves")
        joined[pair] = True
        kinds = {number[link.a].kind, number[link.b].kind}
        if "room" in kinds and link.via == "open":
            raise BadContent(f"{name}: room in {link.a}/{link.b} stands open; a room is closed by a door or a secret door")
        if link.via == "door" and "room" not in kinds:
            raise BadContent(f"{name}: the door {link.a}/{link.b} closes no room")
        near[link.a].append((link.b, link.via))
        near[link.b].append((link.a, link.via))
    for row in file.space:
        if row.kind == "room" and not near[row.id]:
            raise BadContent(f"{name}: room {row.id} has no door")
        if row.kind == "chamber" and not any(via == "open" for _, via in near[row.id]):
            raise BadContent(f"{name}: chamber {row.id} has no opening")
    reached = {file.canvas.start: True}
    queue = deque([file.canvas.start])
    while queue:
        for other, _ in near[queue.popleft()]:
            if other not in reached:
                reached[other] = True
                queue.append(other)
    for row in file.space:
        if row.id not in reached:
            raise BadContent(f"{name}: {row.kind} {row.id} cannot be reached from {file.canvas.start}")
    for stair in file.staircase:
        if len(stair.steps) != stair.lower_level - stair.upper_level:
            raise BadContent(
                f"{name}: staircase {stair.id} has {len(stair.steps)} steps between levels {stair.upper_level} and "
                f"{stair.lower_level}; it needs one for each level of difference"
            )
        chain = [stair.upper_end, *stair.steps, stair.lower_end]
        for a, b in pairwise(chain):
            if (min(a, b), max(a, b)) not in joined:
                raise BadContent(f"{name}: staircase {stair.id} is broken: {a} and {b} are not joined")
    if not any(number[other].kind == "chamber" and number[other].monsters == 0 for other, _ in near[file.canvas.start]):
        raise BadContent(f"{name}: {file.canvas.start} must adjoin a chamber without monsters, the gallery")
    for level in range(1, 7):
        if not any(row.kind == "chamber" and row.level == level for row in file.space):
            raise BadContent(f"{name}: level {level} has no chamber; traps and Transference need one on every level")

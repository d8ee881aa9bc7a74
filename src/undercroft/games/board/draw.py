"""The board as a picture: a printed, folded board with flat colours by level, heavy black walls, card backs and wooden pawns."""

from __future__ import annotations

import textwrap

from undercroft.drawing import Pen, Svg
from undercroft.engine import Drawing, Place
from undercroft.engine.words import some

from .board import CHAMBER, CORRIDOR, DOOR, OPEN, ROOM, SECRET, START, STEP, Board
from .content import KINDS, WOOD, Deck
from .plan import plan_of
from .rules.pieces.words import monster_name
from .state import Dungeon, Guard, Pawn, board_of, deck_of
from .textmap import text_map

INK = "#1d1a16"
PAPER = "#f3ead2"
SLAB = "#f6dd84"
HALL = "#fbf0c4"
STAIR = "#d9c07a"
SERIF = "Georgia, 'Times New Roman', serif"
SANS = "'Trebuchet MS', 'Gill Sans', Verdana, sans-serif"
MARGIN = 26

_printed: dict[int, tuple[Board, str, dict[str, Place]]] = {}


def draw(s: Dungeon, seat: int | None) -> Drawing:
    """The board for one seat, from a masked state."""
    board = board_of(s)
    base, places = _base(board)
    top = _on_the_board(s, board, deck_of(s))
    return Drawing(svg=base + top + "</svg>", text=text_map(s, seat), places=places, alt=_alt(s, board))


def export_svg(masked: Dungeon, seat: int | None) -> bytes:
    """The board as a file."""
    return draw(masked, seat).svg.encode()


def _alt(s: Dungeon, board: Board) -> str:
    where = "; ".join(
        f"{pawn.name} the {KINDS[pawn.kind]} in {board.label(pawn.space)}" for pawn in s.pawns if pawn.alive and pawn.space >= 0
    )
    left = sum(len(stack) for stack in s.stacks)
    return f"The board of nine sections with {left} monster cards left. {where}."


# The printed part, the same for every state of a board.


def _base(board: Board) -> tuple[str, dict[str, Place]]:
    kept = _printed.get(id(board))
    if kept is None or kept[0] is not board:
        if len(_printed) > 4:
            _printed.clear()
        kept = _printed[id(board)] = (board, _print(board), _places(board))
    return kept[1], kept[2]


def _places(board: Board) -> dict[str, Place]:
    return {row.id: Place(row.x - row.w / 2, row.y - row.h / 2, row.w, row.h, board.label(i)) for i, row in enumerate(board.rows)}


def _print(board: Board) -> str:
    canvas = board.file.canvas
    pen = Pen(1975, 0.5, reach=44.0)
    width, height = canvas.width + 2 * MARGIN, canvas.height + 2 * MARGIN + 22
    svg = Svg(width, height, title="The board of DUNGEON!", x=-MARGIN, y=-MARGIN)
    svg.rect(-MARGIN, -MARGIN, width, height, fill="#2a241d", rx=6)
    svg.rect(-MARGIN + 7, -MARGIN + 7, width - 14, height - 14, fill=PAPER, rx=3)
    _print_sections(svg, board, pen)
    _print_spaces(svg, board)
    _print_walls(svg, board, pen)
    _print_doors(svg, board)
    _print_names(svg, board)
    _print_legend(svg, board, canvas.height + 14)
    return svg.render().removesuffix("</svg>")


def _print_sections(svg: Svg, board: Board, pen: Pen) -> None:
    """Flat colour by level under each folded part, with hatched rock, and the folds between them."""
    for section in board.sections:
        svg.rect(section.x, section.y, section.w, section.h, fill=_tint(section.colour, 0.62))
        svg.path(
            pen.hatch(section.x, section.y, section.w, section.h, 13),
            stroke=_tint(section.colour, 0.28),
            stroke_width=0.7,
            fill="none",
        )
    for section in board.sections:
        if section.x:
            svg.line(section.x, section.y, section.x, section.y + section.h, stroke="#fff8e6", stroke_width=3, opacity=0.7)
            svg.line(
                section.x + 1.6, section.y, section.x + 1.6, section.y + section.h, stroke=INK, stroke_width=0.6, opacity=0.6
            )
        if section.y:
            svg.line(section.x, section.y, section.x + section.w, section.y, stroke="#fff8e6", stroke_width=3, opacity=0.7)
            svg.line(
                section.x, section.y + 1.6, section.x + section.w, section.y + 1.6, stroke=INK, stroke_width=0.6, opacity=0.6
            )


def _tint(colour: str, white: float) -> str:
    """A colour mixed with that much paper."""
    if len(colour) != 7 or not colour.startswith("#"):
        return PAPER
    mixed = (round(int(colour[i : i + 2], 16) * (1 - white) + int(PAPER[i : i + 2], 16) * white) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _print_spaces(svg: Svg, board: Board) -> None:
    fills = {START: "#ffffff", CORRIDOR: SLAB, STEP: STAIR, CHAMBER: HALL}
    for kind in (CORRIDOR, STEP, CHAMBER, START):
        with svg.group(fill=fills[kind]):
            for space, row in enumerate(board.rows):
                if board.kind[space] == kind:
                    _cell(svg, row.x, row.y, row.w, row.h, row.id)
    for section in board.sections:
        with svg.group(fill=section.colour):
            for space in board.rooms:
                row = board.rows[space]
                if row.section == section.id:
                    _cell(svg, row.x, row.y, row.w, row.h, row.id)
    treads = []
    for space, row in enumerate(board.rows):
        if board.kind[space] == STEP:
            for step in (0.25, 0.5, 0.75):
                treads.append(f"M{row.x - row.w / 2:g} {row.y - row.h / 2 + row.h * step:g}h{row.w}")
    svg.path("".join(treads), stroke=INK, stroke_width=1, fill="none", pointer_events="none")


def _cell(svg: Svg, x: float, y: float, w: float, h: float, address: str) -> None:
    svg.path(f"M{x - w / 2:g} {y - h / 2:g}h{w:g}v{h:g}h{-w:g}z", place=address)


def _print_walls(svg: Svg, board: Board, pen: Pen) -> None:
    """Heavy black walls, thin lines between the slabs."""
    plan = plan_of(board)
    size = plan.size
    slabs = "".join(f"M{a * size} {b * size}L{c * size} {d * size}" for a, b, c, d in plan.slabs)
    svg.path(slabs, stroke="#7d682c", stroke_width=0.8, fill="none", pointer_events="none")
    walls = "".join(pen.line(a * size, b * size, c * size, d * size) for a, b, c, d in plan.walls)
    svg.path(walls, stroke=INK, stroke_width=3, stroke_linecap="round", fill="none", pointer_events="none")
    for index, link in enumerate(board.links):
        if link.wall == "d" and board.via[index] == OPEN:
            svg.circle(link.x, link.y, 3.4, fill=STAIR, stroke=INK, stroke_width=1, pointer_events="none")


def _bar(board: Board, index: int) -> tuple[float, float, float, float]:
    """Where the bar of a door is drawn: x, y, width, height."""
    link = board.links[index]
    if link.wall == "d":
        return link.x - 5, link.y - 5, 10, 10
    across = link.wall == "h"
    if link.thick:
        w, h = (10, 22) if across else (22, 10)
    else:
        w, h = (14, 6) if across else (6, 14)
    return link.x - w / 2, link.y - h / 2, w, h


def _print_doors(svg: Svg, board: Board) -> None:
    """Doors as solid brown bars, secret doors as dashed pale ones; openings through rock as plain passages (BRD-BOARD-05)."""
    for index, link in enumerate(board.links):
        via = board.via[index]
        if via == OPEN and not link.thick:
            continue
        x, y, w, h = _bar(board, index)
        if via == DOOR:
            svg.rect(x, y, w, h, fill="#6b3f19", stroke=INK, pointer_events="none")
        elif via == SECRET:
            svg.rect(
                x, y, w, h, fill="#efe9dc", stroke="#5a3413", stroke_width=1.2, stroke_dasharray="2.5 1.8", pointer_events="none"
            )
        else:
            svg.rect(x, y, w, h, fill=HALL, pointer_events="none")


def _print_names(svg: Svg, board: Board) -> None:
    for section in board.sections:
        x, y = section.x + section.w / 2, section.y + 15
        clear = not any(
            board.section[i] == board.sections.index(section) and abs(row.x - x) < 78 and row.y - row.h / 2 < y + 4
            for i, row in enumerate(board.rows)
        )
        if not clear:
            x = section.x + 84
        svg.rect(x - 62, y - 11, 124, 15, fill=PAPER, stroke=INK, stroke_width=0.8, rx=2, pointer_events="none")
        svg.text(
            x,
            y + 0.5,
            section.label,
            font_family=SERIF,
            font_size=11,
            font_weight="bold",
            text_anchor="middle",
            fill=INK,
            pointer_events="none",
        )
    with svg.group(font_family=SANS, font_size=6.5, fill=INK, pointer_events="none"):
        for space in board.rooms:
            row = board.rows[space]
            svg.text(row.x - row.w / 2 + 3.5, row.y - row.h / 2 + 8.5, row.id.rsplit("-", 1)[-1])
    with svg.group(font_family=SERIF, font_style="italic", font_size=5.4, fill=INK, pointer_events="none"):
        for space in board.rooms:
            _print_room_name(svg, board, space)
    with svg.group(font_family=SERIF, font_style="italic", text_anchor="middle", fill=INK, pointer_events="none"):
        for space, row in enumerate(board.rows):
            if board.kind[space] not in (CHAMBER, START):
                continue
            words = _name_lines(row.name or row.id)
            if board.kind[space] == START:
                words = ["Main", "Staircase", "START"]
            size = 7.5 if board.kind[space] == START else 10
            for index, word in enumerate(words):
                svg.text(row.x, row.y - row.h / 2 + 12 + index * (size + 1), word, font_size=size)


def _print_room_name(svg: Svg, board: Board, space: int) -> None:
    """The name of a room in another game's world, in two lines beside its number, as far as there is space."""
    row = board.rows[space]
    if row.id not in board.told or row.name.endswith(row.id):
        return
    first, then = textwrap.wrap(row.name, int((row.w - 18) / 2.5)), int((row.w - 6) / 2.5)
    rest = textwrap.shorten(row.name[len(first[0]) :], then, placeholder="…")
    svg.text(row.x - row.w / 2 + 16, row.y - row.h / 2 + 8.5, first[0])
    svg.text(row.x - row.w / 2 + 3.5, row.y - row.h / 2 + 14, rest)


def _name_lines(name: str) -> list[str]:
    """A chamber's name, a word to a line; "Treasure Room" stays together."""
    return [word.replace("_", " ") for word in name.replace("Treasure Room", "Treasure_Room").split(" ")]


def _print_legend(svg: Svg, board: Board, y: float) -> None:
    """What the marks mean, below the board."""
    x = 4.0
    with svg.group(font_family=SANS, font_size=11, fill=INK):
        svg.rect(x, y + 2, 14, 6, fill="#6b3f19", stroke=INK)
        svg.text(x + 20, y + 10, "door")
        svg.rect(x + 62, y + 2, 14, 6, fill="#efe9dc", stroke="#5a3413", stroke_dasharray="2.5 1.8")
        svg.text(x + 82, y + 10, "secret door")
        svg.rect(x + 162, y + 2, 14, 6, fill="#bfe3b4", stroke=INK, stroke_width=1.4)
        svg.text(x + 182, y + 10, "known to whoever moves")
        x = 412.0
        for section in sorted({section.level: section for section in board.sections}.values(), key=lambda one: one.level):
            svg.rect(x, y - 2, 14, 14, fill=section.colour, stroke=INK)
            svg.text(x + 20, y + 10, f"level {section.level}")
            x += 72
        for kind, name in enumerate(("Elf", "Hero", "Superhero", "Wizard")):
            with svg.group(transform=f"translate({x + 14} {y + 6})"):
                _pawn_shape(svg, kind, "")
            svg.text(x + 26, y + 10, name)
            x += (62, 70, 98, 80)[kind]


# What lies and stands on it.


def _on_the_board(s: Dungeon, board: Board, deck: Deck) -> str:
    svg = Svg()
    mover = s.pawns[s.order[s.turn]] if s.phase == "turn" and s.order else None
    if mover is not None:
        for link in mover.doors:
            x, y, w, h = _bar(board, link)
            svg.rect(x, y, w, h, id=f"door-{link}", fill="#bfe3b4", stroke=INK, stroke_width=1.4, pointer_events="none")
    piles = "".join(_pile(board, deck, board.places[site], stack) for site, stack in enumerate(s.stacks) if stack)
    for space in sorted(s.loose):
        _loose(svg, board, space, s.loose[space])
    if mover is not None and mover.alive and len(mover.trail) > 1:
        points = "L".join(f"{board.rows[space].x} {board.rows[space].y}" for space in mover.trail)
        svg.path(
            f"M{points}",
            id="trail",
            stroke=INK,
            stroke_width=1.6,
            stroke_dasharray="1 5",
            stroke_linecap="round",
            fill="none",
            pointer_events="none",
        )
    for pawn in s.pawns:
        if pawn.alive and pawn.space >= 0:
            _pawn(svg, s, board, pawn, is_mover=pawn is mover)
    return piles + svg.body


_piles: dict[tuple[int, int, int, tuple[int, ...], int], str] = {}


def _pile(board: Board, deck: Deck, space: int, stack: list[Guard]) -> str:
    """The cards of a place as a piece of SVG, drawn once for each look they have."""
    look = (id(board), id(deck), space, tuple(guard.card for guard in stack), sum(len(guard.hoard) for guard in stack))
    drawn = _piles.get(look)
    if drawn is None:
        svg = Svg()
        _stack(svg, board, deck, space, stack)
        if len(_piles) > 4000:
            _piles.clear()
        drawn = _piles[look] = svg.body
    return drawn


def _stack(svg: Svg, board: Board, deck: Deck, space: int, stack: list[Guard]) -> None:
    """Cards of a place: backs in the colour of the level, a known monster face up with its name, the hoard as coins."""
    row = board.rows[space]
    colour = board.sections[board.section[space]].colour
    room = board.kind[space] == ROOM
    x, y = (row.x - 8.0, row.y - 5.0) if room else (row.x - 8.0, row.y + row.h / 2 - 24)
    if not room and len(_name_lines(row.name)) > 2:
        x, y = row.x + row.w / 2 - 24, row.y + row.h / 2 - 22  # beside a long name
    top = stack[0].card
    told = ", ".join(monster_name(deck, guard.card) for guard in stack)
    hoard = sum(len(guard.hoard) for guard in stack)
    with svg.group(id=f"cards-{row.id}", place=row.id):
        svg.tooltip(f"{board.label(space)}: {told}; {some(hoard, 'prize')}")
        for offset in range(min(len(stack), 4) - 1, -1, -1):
            face = top >= 0 and offset == 0
            svg.rect(
                x + offset * 2.6,
                y - offset * 2.2,
                14,
                18,
                rx=1.6,
                fill="#fffdf4" if face else colour,
                stroke=INK,
                stroke_width=1.1,
            )
            if not face:
                svg.rect(
                    x + offset * 2.6 + 2.4, y - offset * 2.2 + 2.6, 9.2, 12.8, rx=1, fill="none", stroke=PAPER, stroke_width=0.9
                )
        if top < 0:
            svg.text(
                x + 7,
                y + 12.4,
                str(board.level[space]),
                font_size=9,
                font_weight="bold",
                font_family=SERIF,
                text_anchor="middle",
                fill=PAPER,
            )
        else:
            name = deck.monsters[top].name.removeprefix("Trap: ")
            svg.text(
                x + 7, y + 12.4, name[0], font_size=10, font_weight="bold", font_family=SERIF, text_anchor="middle", fill=INK
            )
            svg.text(row.x, row.y + row.h / 2 - 2.4, name if len(name) < 13 else name.split()[-1], font_size=6, font_family=SANS,
                     text_anchor="middle", fill=INK, stroke=PAPER, stroke_width=1.6, paint_order="stroke")  # fmt: skip
        if len(stack) > 1:
            svg.text(x - 3, y + 14, f"{len(stack)}×", font_size=8, font_family=SANS, text_anchor="end", fill=INK)
        if hoard > (1 if room else 0):
            _coins(svg, x + 24, y + 12, hoard)


def _coins(svg: Svg, x: float, y: float, count: int) -> None:
    for offset in (0, 1, 2):
        svg.circle(x + (offset - 1) * 3.2, y - (3 if offset == 1 else 0), 3, fill="#e9c23a", stroke=INK, stroke_width=0.8)
    svg.text(x, y - 7, str(count), font_size=7.5, font_weight="bold", font_family=SANS, text_anchor="middle", fill=INK)


def _loose(svg: Svg, board: Board, space: int, lying: list[int]) -> None:
    """Unguarded prizes."""
    row = board.rows[space]
    with svg.group(id=f"loose-{row.id}", place=row.id):
        svg.tooltip(f"{len(lying)} unguarded prizes in {board.label(space)}")
        _coins(svg, row.x, row.y + (3 if row.h <= 20 else 8), len(lying))


def _pawn_shape(svg: Svg, kind: int, mark: str) -> None:
    """A turned wooden pawn about its foot's centre."""
    dark = kind != 3
    svg.path(
        "M-7 7Q-7 3 -3.4 1.4Q-1.6 -1.4 -2.2 -3.4A4 4 0 1 1 2.2 -3.4Q1.6 -1.4 3.4 1.4Q7 3 7 7Z",
        fill=WOOD[kind],
        stroke=INK,
        stroke_width=1.3,
    )
    svg.path("M-1.6 -8.6Q-3 -7.6 -2.6 -5.8", stroke="#ffffff" if dark else "#b9b2a0", stroke_width=1, fill="none", opacity=0.8)
    if mark:
        svg.text(
            0,
            6.2,
            mark,
            font_size=6.5,
            font_weight="bold",
            font_family=SANS,
            text_anchor="middle",
            fill="#ffffff" if dark else INK,
        )


WALKED = 7  # spaces of a pawn's way that a drawing tells, so that it can be seen to walk: a turn's five, and where it began


def _pawn(svg: Svg, s: Dungeon, board: Board, pawn: Pawn, *, is_mover: bool) -> None:
    """A pawn in its space: side by side with others, prone when it loses turns, a cross when wounded."""
    row = board.rows[pawn.space]
    here = [other for other in s.pawns if other.alive and other.space == pawn.space]
    index = here.index(pawn)
    wide = row.w > 24
    step = min(13.0, (row.w - 14) / max(1, len(here) - 1)) if wide and len(here) > 1 else (4.0 if len(here) > 1 else 0)
    x = row.x + (index - (len(here) - 1) / 2) * step
    y = row.y + (row.h / 2 - 14 if row.h > 24 else 1) - (index % 2) * (2 if len(here) > 2 else 0)
    prone = bool(pawn.lose_turns or pawn.trap_turns)
    walked = " ".join(f"{board.rows[space].x:.0f},{board.rows[space].y:.0f}" for space in pawn.trail[-WALKED:])
    path = {"data_path": walked} if s.phase != "over" and len(pawn.trail) > 1 else {}
    with svg.group(id=f"pawn-{pawn.seat}", place=row.id, transform=f"translate({x:.1f} {y:.1f})", **path):
        state = " prone," if prone else ""
        state += " seriously wounded," if pawn.wounded else ""
        svg.tooltip(f"{pawn.name} the {KINDS[pawn.kind]},{state} {len(pawn.prizes)} prizes")
        if is_mover:
            svg.circle(0, 0, 12, fill="none", stroke=INK, stroke_width=1.8, stroke_dasharray="4 2")
        with svg.group(transform="rotate(90)" if prone else None):
            _pawn_shape(svg, pawn.kind, str(pawn.mark))
        if pawn.wounded:
            svg.path("M4 -11h3v-3h3v3h3v3h-3v3h-3v-3h-3z", fill="#ffffff", stroke="#b01818", stroke_width=1.2)
        svg.text(0, 15, pawn.name[:10], font_size=6.5, font_family=SANS, text_anchor="middle", fill=INK, stroke=PAPER,
                 stroke_width=1.8, paint_order="stroke")  # fmt: skip

"""The back of a poster, rubber-stamped: ten levels by ten rooms in cross-section, and tracks for bearings and hit points."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import msgspec

from ...engine import Dice, Drawing, Exporter, Place
from .rules import sheet
from .rules.life import an, name_of
from .state import RobberState

WIDTH, HEIGHT = 1000, 880
LEFT, TOP, CELL_W, CELL_H, GAP = 118, 92, 80, 50, 14
INK, STAMP, PAPER, FADED, GRIME = "#26221d", "#96281b", "#e9dfc7", "#8a7f6a", "#d9ccad"
HAND = "'Courier New', Courier, monospace"
BLOCK = "Impact, 'Arial Narrow', 'Helvetica Neue', sans-serif"
BEARINGS = ("mapping", "lost", "pursued")


def draw(s: RobberState) -> Drawing:
    """The tracks; with Real Mapping, the map itself."""
    if s.map is not None and s.place == "dungeon" and s.possession is None:
        from . import draw_map

        return draw_map.draw(s)
    return Drawing(_svg(s), _text(s), _places(), _alt(s))


def exports() -> Mapping[str, Exporter]:
    """What can be taken away: the tracks, or with Real Mapping every sheet drawn, as SVG, PNG and text; all of it as JSON."""
    return {
        "svg": lambda s, seat: _drawing(s).encode(),
        "png": lambda s, seat: _picture(s),
        "txt": lambda s, seat: draw(s).text.encode(),
        "json": lambda s, seat: _data(s, seat),
    }


def _drawing(s: RobberState) -> str:
    if s.map is None:
        return draw(s).svg
    from .map_export import all_sheets

    return all_sheets(s)


def _picture(s: RobberState) -> bytes:
    from .map_export import to_png

    return to_png(_drawing(s))


def _data(s: RobberState, seat: int | None) -> bytes:
    if s.map is None:
        return msgspec.json.format(msgspec.json.encode(s))
    from .map_export import export_json

    return export_json(s)


def _alt(s: RobberState) -> str:
    if not s.robbers:
        return "An empty board: ten levels of ten rooms, waiting."
    robber = s.robbers[0]
    if s.place != "dungeon":
        return f"The board, with {robber.name} safe in town, {max(0, robber.hp)} of {sheet.max_hp(robber)} hit points."
    delve = s.delve
    behind = f", {an(name_of(delve.pursuers[0]))} behind" if delve.pursuers else ""
    return (
        f"{robber.name} in room {delve.room} of level {delve.level}, {delve.bearings}{behind}, "
        f"{max(0, robber.hp)} of {sheet.max_hp(robber)} hit points."
    )


# Where things are.


def _cell(level: int, room: int) -> tuple[float, float]:
    """The upper left corner of a room."""
    return LEFT + (room - 1) * CELL_W, TOP + (level - 1) * (CELL_H + GAP)


def _places() -> dict[str, Place]:
    places = {"town": Place(LEFT, 18, 240, 56, "the town")}
    for level in range(1, 11):
        x, y = _cell(level, 1)
        places[f"level-{level}"] = Place(20, y, 84, CELL_H, f"level {level}")
        for room in range(1, 11):
            x, y = _cell(level, room)
            places[f"room-{level}-{room}"] = Place(x, y, CELL_W - 8, CELL_H, f"room {room} of level {level}")
    return places


# Ink.


class _Hand:
    """A hand that is never quite steady, the same way every time."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def off(self, most: float) -> float:
        """A small slip of the pen."""
        return (self.dice.below(2001) / 1000 - 1) * most

    def box(self, x: float, y: float, width: float, height: float, *, slip: float = 1.8) -> str:
        """A box drawn in one go, corners not quite meeting."""
        points = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        placed = [(px + self.off(slip), py + self.off(slip)) for px, py in points]
        closing = (placed[0][0] + self.off(slip), placed[0][1] + self.off(slip))
        parts = [f"M{placed[0][0]:.1f} {placed[0][1]:.1f}"]
        for (ax, ay), (bx, by) in zip(placed, [*placed[1:], closing], strict=True):
            parts.append(f"Q{(ax + bx) / 2 + self.off(slip):.1f} {(ay + by) / 2 + self.off(slip):.1f} {bx:.1f} {by:.1f}")
        return "".join(parts)

    def line(self, ax: float, ay: float, bx: float, by: float, *, slip: float = 1.6) -> str:
        """A line with a little sag."""
        points = [(ax, ay), ((ax + bx) / 2, (ay + by) / 2), (bx, by)]
        (a, b), (c, d), (e, f) = [(x + self.off(slip), y + self.off(slip)) for x, y in points]
        return f"M{a:.1f} {b:.1f}Q{c:.1f} {d:.1f} {e:.1f} {f:.1f}"

    def hatch(self, x: float, y: float, width: float, height: float) -> str:
        """Rock: short strokes at a slant."""
        strokes = []
        for step in range(int(width // 9)):
            at = x + step * 9 + self.off(2)
            strokes.append(f"M{at:.1f} {y + height + self.off(1):.1f}L{at + 6 + self.off(2):.1f} {y + self.off(1.5):.1f}")
        return "".join(strokes)


def _path(d: str, *, stroke: str = INK, width: float = 1.6, fill: str = "none", extra: str = "") -> str:
    pen = f'stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="{fill}" {pen}{extra}/>'


def _words(
    x: float, y: float, text: str, *, size: int = 16, family: str = HAND, fill: str = INK, anchor: str = "start", extra: str = ""
) -> str:
    weight = ' font-weight="bold"' if family == BLOCK else ""
    type_ = f'font-family="{family}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}'
    return f'<text x="{x:.1f}" y="{y:.1f}" {type_}{extra}>{escape(text)}</text>'


def _svg(s: RobberState) -> str:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(_alt(s))}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        *_poster(),
        *_town(s),
        *_levels(s),
        *_bearings(s),
        *_hit_points(s),
        *_token(s),
        "</svg>",
    ]
    return "".join(parts)


def _poster() -> list[str]:
    """Creases of the folded poster, and a stamp showing through from the printed side."""
    hand = _Hand(1979)
    parts = [_path(hand.line(x, 0, x, HEIGHT, slip=3), stroke=GRIME, width=5) for x in (WIDTH / 3, 2 * WIDTH / 3)]
    parts += [_path(hand.line(0, y, WIDTH, y, slip=3), stroke=GRIME, width=5) for y in (HEIGHT / 3, 2 * HEIGHT / 3)]
    parts.append(
        _words(
            WIDTH - 26,
            62,
            "DUNGEON ROBBER",
            size=40,
            family=BLOCK,
            fill=STAMP,
            anchor="end",
            extra=' letter-spacing="3" opacity="0.82" transform="rotate(-2 800 50)"',
        )
    )
    return parts


def _town(s: RobberState) -> list[str]:
    """Roofs above the ground, and the steps down."""
    hand = _Hand(31)
    base = TOP - 18
    parts = [
        '<g id="town" data-place="town">',
        f'<rect x="{LEFT}" y="18" width="240" height="56" fill="{PAPER}" fill-opacity="0"/>',
    ]
    for x, wide, tall in ((150, 46, 20), (206, 34, 30), (250, 60, 16), (318, 30, 26)):
        walls = hand.box(x, base - tall, wide, tall)
        eaves, ridge = base - tall, (x + wide / 2 + hand.off(3), base - tall - 16 + hand.off(2))
        roof = f"M{x - 5} {eaves:.1f}L{ridge[0]:.1f} {ridge[1]:.1f}L{x + wide + 5} {eaves:.1f}Z"
        parts += [_path(walls, fill=PAPER), _path(roof, fill=GRIME)]
    parts.append(_words(362, base - 6, "TOWN", size=20, family=BLOCK, fill=STAMP, extra=' letter-spacing="2"'))
    parts.append("</g>")
    parts.append(_path(hand.line(20, base, WIDTH - 20, base), width=2.4))
    parts.append(_path(hand.hatch(20, base + 2, WIDTH - 40, 7), stroke=FADED, width=1))
    return parts


def _levels(s: RobberState) -> list[str]:
    """Ten strips of ten rooms, with the stairs at both ends."""
    parts: list[str] = []
    deepest = max(s.tally.deepest, s.delve.deepest if s.place == "dungeon" else 0)
    for level in range(1, 11):
        hand = _Hand(level * 7919)
        x, y = _cell(level, 1)
        parts.append(f'<g id="level-{level}" data-place="level-{level}">')
        parts.append(f'<rect x="20" y="{y}" width="84" height="{CELL_H}" fill="{PAPER}" fill-opacity="0"/>')
        parts.append(
            _words(
                94,
                y + 36,
                str(level),
                size=34,
                family=BLOCK,
                fill=STAMP if level <= deepest else FADED,
                anchor="end",
                extra=f' transform="rotate({hand.off(4):.1f} 80 {y + 24})"',
            )
        )
        parts.append("</g>")
        for room in range(1, 11):
            x, y = _cell(level, room)
            here = s.place == "dungeon" and (level, room) == (s.delve.level, s.delve.room)
            shade = "#fffaf0" if here else "#f3ead6" if level <= deepest else PAPER
            parts.append(f'<g id="room-{level}-{room}" data-place="room-{level}-{room}">')
            parts.append(_path(hand.box(x, y, CELL_W - 8, CELL_H), fill=shade, width=2.6 if here else 1.5))
            parts.append(_words(x + 7, y + 15, str(room), size=11, fill=FADED))
            if room in (1, 10):
                parts.append(_steps(hand, x, y, up=room == 1, bottom=level == 10))
            parts.append("</g>")
        if level < 10:
            parts.append(_path(hand.hatch(LEFT, y + CELL_H + 3, 10 * CELL_W - 8, GAP - 6), stroke=FADED, width=0.9))
    return parts


def _steps(hand: _Hand, x: float, y: float, *, up: bool, bottom: bool) -> str:
    """A stair of four steps, from the level above on the left, to the level below on the right; the last level has none."""
    if bottom and not up:
        return _words(x + 36, y + 40, "bottom", size=10, fill=FADED, anchor="middle")
    steps = []
    left = x + (10 if up else 34)
    for step in range(4):
        sx = left + step * 7
        sy = y + CELL_H - 24 + step * 6
        steps.append(f"M{sx + hand.off(0.6):.1f} {sy:.1f}h7v6")
    return _path("".join(steps), stroke=INK, width=1.4)


def _bearings(s: RobberState) -> list[str]:
    """The Bearings track: three stamps, and a compass token on one of them."""
    y = TOP + 10 * (CELL_H + GAP) + 34
    hand = _Hand(360)
    parts = [_words(18, y + 25, "BEARINGS", size=13, family=BLOCK)]
    for index, name in enumerate(BEARINGS):
        x = LEFT + index * 170
        now = s.place == "dungeon" and s.delve.bearings == name
        colour = STAMP if now else FADED
        parts.append(_path(hand.box(x, y, 150, 40), stroke=colour, width=3 if now else 1.6))
        parts.append(
            _words(x + 92, y + 26, name.upper(), size=15, family=BLOCK, fill=colour, anchor="middle", extra=' letter-spacing="2"')
        )
    if s.place == "dungeon":
        x = LEFT + BEARINGS.index(s.delve.bearings) * 170 + 24
        colour = STAMP if s.delve.bearings == "pursued" else INK
        needle = {"mapping": 0, "lost": 137, "pursued": 62}[s.delve.bearings]
        parts.append(
            f'<g id="token-bearings" transform="translate({x} {y + 20})">'
            f'<circle r="15" fill="#fffaf0" stroke="{INK}" stroke-width="2"/>'
            f'<path d="M0 -11L4 0L0 11L-4 0Z" fill="{colour}" transform="rotate({needle})"/></g>'
        )
        if s.delve.pursuers:
            parts.append(_words(LEFT + 3 * 170, y + 27, f"{an(name_of(s.delve.pursuers[0]))} behind you", size=16, fill=STAMP))
        elif s.delve.found:
            parts.append(_words(LEFT + 3 * 170, y + 27, f"{s.delve.rolled}: {s.delve.found}"[:40], size=16))
    return parts


def _hit_points(s: RobberState) -> list[str]:
    """A Hit Point track for every robber."""
    parts: list[str] = []
    y = TOP + 10 * (CELL_H + GAP) + 92
    rows = len(s.robbers) or 1
    pitch = min(26, 60 / rows)
    for index, robber in enumerate(s.robbers):
        hand = _Hand(500 + index)
        most = sheet.max_hp(robber)
        step = min(26, 640 / most)
        row = y + index * pitch
        radius = min(9, pitch / 2 - 1.5, step / 2 - 1.5)
        parts.append(f'<g id="token-hp-{robber.seat}">')
        parts.append(
            _words(
                18,
                row + 13,
                "HIT POINTS" if rows == 1 else robber.name[:10],
                size=13 if rows == 1 else 11,
                family=BLOCK if rows == 1 else HAND,
            )
        )
        for point in range(most):
            x = LEFT + 12 + point * step + hand.off(0.8)
            fill, line = (STAMP, INK) if point < robber.hp else (PAPER, FADED)
            ink = f'fill="{fill}" stroke="{line}" stroke-width="1.4"'
            parts.append(f'<circle cx="{x:.1f}" cy="{row + 8 + hand.off(0.8):.1f}" r="{radius:.1f}" {ink}/>')
        parts.append(_words(LEFT + 20 + most * step, row + 13, f"{max(0, robber.hp)} of {most}", size=15 if rows == 1 else 11))
        parts.append("</g>")
    return parts


def _token(s: RobberState) -> list[str]:
    """The robber with the torch; the pursuer at the heels, the foe in front."""
    if not s.robbers:
        return []
    if s.place == "dungeon":
        x, y = _cell(s.delve.level, s.delve.room)
    else:
        x, y = LEFT + 262, TOP - 66
    parts = []
    for index, robber in enumerate(robber for robber in s.robbers if robber.alive or len(s.robbers) == 1):
        px, py = x + 34 + index * 9 - 4 * (len(s.robbers) - 1), y + 28
        if not robber.alive:
            parts.append(
                f'<g id="token-robber-{robber.seat}" transform="translate({px} {py})">'
                f'<path d="M-8 12V-6a8 8 0 0 1 16 0V12Z" fill="#fffaf0" stroke="{INK}" stroke-width="2"/>'
                f'<path d="M0 -6V6M-4 -2H4" stroke="{INK}" stroke-width="1.6"/></g>'
            )
            continue
        parts.append(
            f'<g id="token-robber-{robber.seat}" transform="translate({px} {py})">'
            f'<circle cy="-11" r="5.5" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
            f'<path d="M0 -5L-7 12H7Z" fill="{INK}"/><path d="M6 -3L12 -10" stroke="{INK}" stroke-width="2"/>'
            f'<path d="M12 -11c-4 -5 1 -6 0 -11c5 4 5 8 0 11Z" fill="{STAMP}"/></g>'
        )
    behind = s.delve.pursuers if s.place == "dungeon" else []
    ahead = s.encounter.foes if s.encounter is not None and s.place == "dungeon" else []
    for foes, dx, ident in ((behind, 14, "pursuer"), (ahead, 58, "foe")):
        if foes:
            parts.append(
                f'<g id="token-{ident}" transform="translate({x + dx} {y + 30})">'
                f'<path d="M-9 11C-11 -4 -8 -8 -7 -13L-3 -8H3L7 -13C8 -8 11 -4 9 11Z" fill="{STAMP}" stroke="{INK}"/>'
                f'<path d="M-4 -2h2M2 -2h2M-4 5l2 -2l2 2l2 -2l2 2" stroke="{PAPER}" stroke-width="1.5" fill="none"/></g>'
            )
    return parts


# The same for terminals.


def _text(s: RobberState) -> str:
    """Ten rows of ten rooms; @ is the robber, ! what is after you, X what stands there."""
    delve = s.delve
    deepest = max(s.tally.deepest, delve.deepest if s.place == "dungeon" else 0)
    lines = ["level   room 1   2   3   4   5   6   7   8   9   10"]
    for level in range(1, 11):
        cells = []
        for room in range(1, 11):
            here = s.place == "dungeon" and (level, room) == (delve.level, delve.room)
            mark = " · " if level <= deepest else "   "
            if here:
                foe = "X" if s.encounter is not None else " "
                mark = f"{'!' if delve.pursuers else ' '}@{foe}"
            cells.append(mark)
        lines.append(f"  {level:>2}   up>│{'│'.join(cells)}│{'>down' if level < 10 else ''}")
    marks = [f"[{name.upper()}]" if s.place == "dungeon" and delve.bearings == name else f" {name} " for name in BEARINGS]
    lines += ["", f"bearings  {'  '.join(marks)}"]
    if delve.pursuers:
        lines[-1] += f"   ! {an(name_of(delve.pursuers[0]))} is behind you"
    if s.place != "dungeon":
        lines[-1] += "   (in town)"
    for robber in s.robbers:
        most = sheet.max_hp(robber)
        full = max(0, robber.hp)
        name = "hit points" if len(s.robbers) == 1 else robber.name[:10]
        lines.append(f"{name:<11}{'●' * full}{'○' * (most - full)} {full} of {most}")
    return "\n".join(lines)

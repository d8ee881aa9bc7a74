"""A fight drawn: who has which initiative numbers left, and who stands how far from whom."""

from __future__ import annotations

import textwrap
from math import cos, pi, sin

from ...drawing import figures
from ...engine.screen import Place
from .being import Being
from .pen import INK, PAPER, Pen
from .rules.basics.distance import band
from .state import DISTANCES, OUT, Donjon, Fighter

TOP, BOTTOM = 34.0, 294.0  # the part of the table below its heading
NAMES, CARDS, TRACK_END = 14.0, 148.0, 316.0  # of the tracker: where names and numbers begin, and where it ends
MOST_ROWS = 8
CARD = 23.0
SHARES = (0.52, 0.77, 1.0)  # of the widest ring: in close, one action away, two actions away
TURNS = (
    -0.06,
    -0.94,
    -0.22,
    -0.78,
    0.12,
    0.88,
    -0.38,
    -0.62,
)  # half turns at which those further off stand, the first at the right


def condition(b: Being) -> str:
    """How a creature looks, in a word."""
    return "hale" if b.wounds >= b.wounds_full else "hurt" if b.wounds else "reeling"


def figure_of(b: Being) -> str:
    """The name of the figure that shows somebody; what players invent often has none."""
    names = (b.species, b.calling, "adventurer") if b.pc else (b.kind.replace("_", " "), b.species, b.name)
    return next((name.lower() for name in names if name and figures.known(name)), "")


def fight_table(pen: Pen, s: Donjon) -> float:
    """The tracker at the left, the rings at the right; returns where the tracker ends."""
    _rings(pen, s)
    return _tracker(pen, s)


def _tracker(pen: Pen, s: Donjon) -> float:
    """One row a fighter, with the numbers still open as small cards, the one that is up now inked red."""
    assert s.fight is not None
    fighters = [f for f in s.fight.fighters if s.beings[f.id].status == "up"] or s.fight.fighters
    fighters = sorted(fighters, key=lambda f: s.beings[f.id].side)[:MOST_ROWS]
    row_high = min(27.0, (BOTTOM - TOP - 22) / len(fighters))
    pen.text(NAMES, TOP + 15, f"Flurry {s.fight.flurry}, on {max(1, s.fight.count)}", 15, bold=True)
    top = TOP + 22
    for row, f in enumerate(fighters):
        b = s.beings[f.id]
        y = top + row_high * row
        pen.line(f"row{f.id}", NAMES, y + row_high - 2, TRACK_END, y + row_high - 2, 0.7)
        pen.text(NAMES, y + row_high - 8, _short(b.name, 17), 15, bold=b.pc)
        _numbers(pen, f, y + (row_high - 22) / 2, now=s.fight.count, ours=b.side == 0)
    return top + row_high * len(fighters)


def _numbers(pen: Pen, f: Fighter, y: float, *, now: int, ours: bool) -> None:
    """The open numbers in the order they come: white cards for us, black ones for them, as many as have room."""
    open_numbers = sorted(f.numbers, reverse=True)
    room = int((TRACK_END - CARDS) // CARD)
    for k, n in enumerate(open_numbers[:room]):
        x = CARDS + CARD * k
        pen.box(f"n{f.id}{n}", x, y, CARD - 3, 20, "#b3261e" if n == now else "#ffffff" if ours else INK, 1.4)
        pen.text(x + CARD / 2 - 1.5, y + 15, str(n), 14, anchor="middle", bold=True, fill=INK if ours and n != now else "#ffffff")


def _short(name: str, most: int) -> str:
    name = name.removeprefix("the ")
    return name if len(name) <= most else name[: most - 1].rstrip() + "."


def _rings(pen: Pen, s: Donjon) -> None:
    """Range rings: the party in the middle, each foe on the ring of its nearest distance."""
    assert s.fight is not None
    cx, cy, wide, tall = 538.0, 166.0, 206.0, 118.0
    for ring, share in enumerate(SHARES):
        pen.ellipse(f"ring{ring}", cx, cy, wide * share, tall * share, 1.4, "" if ring == 0 else "6 6")
        pen.text(cx, cy + tall * share + (8 if ring == 0 else 4), DISTANCES[ring], 14, anchor="middle", italic=True, halo=PAPER)
    ours = [f.id for f in s.fight.fighters if s.beings[f.id].side == 0]
    size = 42.0 if len(ours) < 5 else 34.0
    for x, who in _in_a_row(ours, cx, 2.1 * wide * SHARES[0]):
        _token(pen, s.beings[who], x, cy + 18, size=size, most=9)
    standing = [who for who in ours if s.beings[who].status == "up"]
    far: dict[int, list[str]] = {}
    for f in s.fight.fighters:
        if s.beings[f.id].side == 1:
            far.setdefault(min((band(s, who, f.id) for who in standing), default=2), []).append(f.id)
    for x, who in _in_a_row(far.pop(0, []), cx, 2.1 * wide * SHARES[0]):
        _token(pen, s.beings[who], x, cy - 38, size=size, most=9)
    for near, there in far.items():
        share = (*SHARES, 1.0)[near]
        for who, turn in zip(there, TURNS * 9, strict=False):
            x, y = cx + wide * share * cos(turn * pi), cy + tall * share * sin(turn * pi)
            _token(pen, s.beings[who], x, max(TOP + 36, min(BOTTOM - 26, y)), away=near >= OUT, size=size)


def _in_a_row(who: list[str], middle: float, room: float) -> list[tuple[float, str]]:
    """Side by side, as wide apart as there is room."""
    step = min(64.0, room / max(1, len(who)))
    return [(middle + (n - (len(who) - 1) / 2) * step, one) for n, one in enumerate(who)]


def _token(pen: Pen, b: Being, x: float, y: float, *, away: bool = False, size: float = 44, most: int = 20) -> None:
    """A fighter: its figure, or its first letters on a disc, with wounds or looks beside the name."""
    place, half = f"being-{b.id}", size / 2
    with pen.piece(f"pawn-{b.id}", x, y, place):
        down, ours = b.status != "up", b.side == 0
        pen.circle(
            f"tok{b.id}", 0, 0, half, "#dddddd" if down or away else "#ffffff" if ours else "#e6d9c4", 2.4 if ours else 3.2
        )
        if name := figure_of(b):
            pen.figure(name, 0, half - 3, size - 8)
        else:
            pen.text(0, 6, _initials(b.name), 16, bold=True, anchor="middle")
        if down:
            pen.line(f"x{b.id}", -half + 6, -half + 6, half - 6, half - 6, 2.5)
        if b.pc:
            for k in range(min(9, b.wounds_full)):
                at = (k - (min(9, b.wounds_full) - 1) / 2) * 10
                pen.circle(f"w{b.id}{k}", at, -half - 6, 4, INK if k < b.wounds else "#ffffff", 1.2)
        state = "" if b.pc or down or condition(b) == "hale" else f", {condition(b)}"
        pen.text(
            0,
            half + 13 if ours else -half - 5,
            _short(b.name, most) + (state if most > 9 else ""),
            14,
            anchor="middle",
            halo=PAPER,
        )
    pen.places[place] = Place(x - half, y - half - (14 if b.side else 0), size, size + 14, b.name)


def _initials(name: str) -> str:
    words = [word for word in name.split() if word != "the"]
    return "".join(word[0] for word in words[:2]).upper()


NAME = 24  # letters of a fighter's name


def text_fight(s: Donjon) -> list[str]:
    """The same in letters: numbers, distances, wounds."""
    assert s.fight is not None
    out = [f"  Flurry {s.fight.flurry} ─ count {s.fight.count}"]
    ours = [f for f in s.fight.fighters if s.beings[f.id].side == 0]
    for f in s.fight.fighters:
        b = s.beings[f.id]
        mark = {"up": " ", "out": "x", "dead": "+", "fled": ">", "yielded": "o"}.get(b.status, "?")
        near = ""
        if b.side == 1 and b.status == "up":
            near = DISTANCES[min((band(s, o.id, f.id) for o in ours if s.beings[o.id].status == "up"), default=2)]
        wounds = "●" * b.wounds + "○" * (b.wounds_full - b.wounds) if b.pc else near
        out.append(f"  {mark} {b.name:<{NAME}.{NAME}} {wounds}".rstrip())
        out += textwrap.wrap(" ".join(map(str, f.numbers)), 36, initial_indent=" " * 8, subsequent_indent=" " * 8)
    return out

"""A fight drawn: who has which initiative numbers left, and who stands how far from whom."""

from __future__ import annotations

from math import cos, pi, sin

from ...engine.screen import Place
from .being import Being
from .pen import INK, Pen
from .rules.basics.distance import band
from .state import DISTANCES, OUT, Donjon, Fighter

LEFT, RIGHT, TOP, BOTTOM = 24.0, 584.0, 136.0, 686.0  # the part of the table a fight lies on
AXIS = 168.0  # where the numbers begin, right of the names
ROW = 25.0
MOST_ROWS = 9
SHARES = (0.46, 0.73, 1.0)  # of the widest ring: in close, one action away, two actions away


def condition(b: Being) -> str:
    """How a creature looks, in a word."""
    return "hale" if b.wounds >= b.wounds_full else "hurt" if b.wounds else "reeling"


def fight_table(pen: Pen, s: Donjon) -> None:
    """The tracker above, the rings below."""
    _rings(pen, s, _tracker(pen, s))


def _tracker(pen: Pen, s: Donjon) -> float:
    """One row a fighter, with the numbers still open as small cards under their count; returns where it ends."""
    assert s.fight is not None
    fighters = [f for f in s.fight.fighters if s.beings[f.id].status == "up"] or s.fight.fighters
    fighters = sorted(fighters, key=lambda f: s.beings[f.id].side)[:MOST_ROWS]
    step = (RIGHT - 8 - AXIS) / max(1, s.die)

    def column(n: int) -> float:
        return AXIS + (s.die - n) * step + step / 2

    head = TOP + 18
    end = head + 10 + ROW * len(fighters)
    pen.text(LEFT, head, f"Flurry {s.fight.flurry}", 16, bold=True)
    count = max(1, s.fight.count)
    with pen.piece("rail-hand", column(count), head):
        pen.svg.rect(-step / 2 - 1, 8, step + 2, end - head - 4, fill="#ddd3b8")
        pen.svg.path("M-7 -6L7 -6L0 6Z", fill=INK)
        pen.text(0, -10, str(count), 15, bold=True, anchor="middle")
    for n in range(s.die, 0, -1):
        if n != count and ((s.die <= 24 and n % 5 == 0) or n % 10 == 0):
            pen.text(column(n), head, str(n), 12, anchor="middle", fill="#444444")
    for row, f in enumerate(fighters):
        b = s.beings[f.id]
        y = head + 12 + ROW * row
        pen.line(f"row{f.id}", LEFT, y + ROW - 2, RIGHT - 8, y + ROW - 2, 0.7)
        pen.text(LEFT, y + 16, _short(b.name, 17), 14, bold=b.pc)
        for n in dict.fromkeys(f.numbers):
            _number(pen, f, n, f.numbers.count(n), column(n), y, step, ours=b.side == 0)
    return end


def _number(pen: Pen, f: Fighter, n: int, times: int, x: float, y: float, step: float, *, ours: bool) -> None:
    """An open number: a white card for us, a black one for them, doubled if it comes twice."""
    wide = min(19.0, step - 1.5)
    if wide < 9:
        pen.circle(f"n{f.id}{n}", x, y + 11, 3.5, "#ffffff" if ours else INK, 1.4)
        return
    for k in range(min(2, times)):
        pen.box(f"n{f.id}{n}", x - wide / 2 + 2 * k, y + 2 - 2 * k, wide, 18, "#ffffff" if ours else INK, 1.2)
    shift = 1.0 if times == 1 else 2.0
    pen.text(x + shift - 1, y + 15, str(n), 11, anchor="middle", bold=True, fill=INK if ours else "#ffffff")


def _short(name: str, most: int) -> str:
    name = name.removeprefix("the ")
    return name if len(name) <= most else name[: most - 1].rstrip() + "."


def _rings(pen: Pen, s: Donjon, top: float) -> None:
    """Range rings: the party in the middle, each foe on the ring of its nearest distance."""
    assert s.fight is not None
    cx, cy = (LEFT + RIGHT) / 2, (top + BOTTOM) / 2 + 2
    tall = (BOTTOM - top) / 2 - 16
    wide = min((RIGHT - LEFT) / 2 - 10, tall * 1.5)
    for ring, share in enumerate(SHARES):
        pen.ellipse(f"ring{ring}", cx, cy, wide * share, tall * share, 1.4, "" if ring == 0 else "6 6")
        x, y = cx + wide * share * cos(0.95), cy + tall * share * sin(0.95)
        pen.text(x, y + 4, DISTANCES[ring], 13, anchor="middle", italic=True, halo="#efe9da")
    ours = [f for f in s.fight.fighters if s.beings[f.id].side == 0]
    theirs = [f for f in s.fight.fighters if s.beings[f.id].side == 1]
    for n, f in enumerate(ours):
        row = n // 4
        in_row = min(4, len(ours) - 4 * row)
        x = cx + (n % 4 - (in_row - 1) / 2) * min(62.0, 1.9 * wide * SHARES[0] / in_row)
        _token(pen, s.beings[f.id], x, cy + 4 + 46 * row - (23 if len(ours) > 4 else 0))
    standing = [o for o in ours if s.beings[o.id].status == "up"]
    for n, f in enumerate(theirs):
        near = min((band(s, o.id, f.id) for o in standing), default=2)
        share = (*SHARES, 1.0)[near]
        angle = _angle(n, len(theirs))
        x, y = cx + wide * share * cos(angle), min(BOTTOM - 40, cy + tall * share * sin(angle))
        _token(pen, s.beings[f.id], x, y, away=near >= OUT, above=y < cy)


def _angle(n: int, count: int) -> float:
    """Where a foe stands on its ring: over the party, left to right, and the last third of a crowd below it on the left."""
    below = count // 3
    if n < count - below:
        return -pi * 0.85 + pi * 0.7 * (n + 0.5) / (count - below)
    return pi * 0.55 + pi * 0.35 * (n - (count - below) + 0.5) / below


def _token(pen: Pen, b: Being, x: float, y: float, *, away: bool = False, above: bool = False) -> None:
    """A fighter; `above`: the name stands over it, out of the way of those in the middle."""
    place = f"being-{b.id}"
    with pen.piece(f"pawn-{b.id}", x, y, place):
        down = b.status != "up"
        ours = b.side == 0
        pen.circle(f"tok{b.id}", 0, 0, 19, "#dddddd" if down or away else "#ffffff" if ours else INK, 2.6)
        pen.text(0, 6, _initials(b.name), 16, bold=True, anchor="middle", fill=INK if ours or down or away else "#ffffff")
        if down:
            pen.line(f"x{b.id}", -13, -13, 13, 13, 2.5)
        if b.pc:
            for k in range(min(9, b.wounds_full)):
                at = (k - (min(9, b.wounds_full) - 1) / 2) * 9
                pen.circle(f"w{b.id}{k}", at, -25, 3.4, INK if k < b.wounds else "#ffffff", 1.2)
        state = "" if b.pc or down or condition(b) == "hale" else f", {condition(b)}"
        pen.text(0, -26 if above else 33, _short(b.name, 14) + state, 13, anchor="middle", halo="#efe9da")
    pen.places[place] = Place(x - 22, y - (40 if above else 22), 44, 60, b.name)


def _initials(name: str) -> str:
    words = [word for word in name.split() if word != "the"]
    return "".join(word[0] for word in words[:2]).upper()


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
        out.append(f"  {mark} {b.name:<26.26} {' '.join(str(n) for n in f.numbers):<28.28} {wounds}")
    return out

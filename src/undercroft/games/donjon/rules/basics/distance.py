"""Distances in a fight: four bands between opponents, and tokens on a grid when the miniatures dial is on."""

from __future__ import annotations

import math

from .....engine import RulesBug
from ...being import KEPT_OFF, Being
from ...state import CLOSE, ONE, OUT, TWO, Donjon, Fighter


def fighter(s: Donjon, being_id: str) -> Fighter:
    """A being's place in the fight."""
    assert s.fight is not None
    for f in s.fight.fighters:
        if f.id == being_id:
            return f
    raise RulesBug(f"{being_id} is in no fight")


def _key(s: Donjon, a: str, b: str) -> str:
    return f"{a}|{b}" if s.beings[a].side == 0 else f"{b}|{a}"


def minis(s: Donjon) -> str:
    """The miniatures dial: off, inches, squares or hexes (DON-MINI-01)."""
    return s.options.miniatures


def gap(s: Donjon, a: Fighter, b: Fighter) -> int:
    """Distance of two tokens in squares, hexes or inches."""
    dx, dy = abs(a.x - b.x), abs(a.y - b.y)
    if minis(s) == "hexes":
        return max(dx, dy, abs((a.x - b.x) + (a.y - b.y)))
    if minis(s) == "inches":
        return round(math.sqrt(dx * dx + dy * dy))
    return max(dx, dy)


def band(s: Donjon, a: str, b: str) -> int:
    """The distance between two opponents (DON-DIST-01); derived from the tokens when there are any (DON-MINI-01)."""
    assert s.fight is not None
    least = ONE if kept_off(s, a, b) else CLOSE
    if s.options.miniatures != "off":
        apart = gap(s, fighter(s, a), fighter(s, b))
        reach = s.options.mini_move
        return max(least, CLOSE if apart <= 1 else ONE if apart <= reach else TWO if apart <= 2 * reach else OUT)
    return max(least, s.fight.bands.get(_key(s, a, b), ONE))


def kept_off(s: Donjon, a: str, b: str) -> bool:
    """Whether it has been stated that one of the two cannot get at the other (DON-LAW-14)."""
    return any(p.condition == KEPT_OFF and x in p.kinds for x, o in ((a, b), (b, a)) for p in s.beings[o].penalties)


def come_down(s: Donjon, b: Being) -> None:
    """Whoever goes for his opponents is where they can get at him."""
    for o in foes_of(s, b):
        o.penalties = [p for p in o.penalties if p.condition != KEPT_OFF or b.id not in p.kinds]


def set_band(s: Donjon, a: str, b: str, value: int) -> None:
    """Set the distance of one pair; a Game Master may do so at any time (DON-DIST-09)."""
    assert s.fight is not None
    s.fight.bands[_key(s, a, b)] = max(CLOSE, min(OUT, value))
    if minis(s) != "off":
        mover, other = fighter(s, a), fighter(s, b)
        reach = s.options.mini_move
        wanted = {CLOSE: 1, ONE: reach, TWO: 2 * reach, OUT: 2 * reach + 1}[max(CLOSE, min(OUT, value))]
        sign = 1 if mover.x >= other.x else -1
        mover.x, mover.y = other.x + sign * wanted, other.y


def foes_of(s: Donjon, b: Being) -> list[Being]:
    """Opponents in the fight who still stand."""
    assert s.fight is not None
    beings, side = s.beings, b.side
    found = [beings[f.id] for f in s.fight.fighters]
    return [o for o in found if o.side != side and o.status == "up"]


def fallen_of(s: Donjon, b: Being) -> list[Being]:
    """Opponents who lie unconscious."""
    assert s.fight is not None
    found = [s.beings[f.id] for f in s.fight.fighters]
    return [o for o in found if o.side != b.side and o.status == "out"]


def friends_of(s: Donjon, b: Being) -> list[Being]:
    """Members of one's own side in the fight who still stand."""
    assert s.fight is not None
    found = [s.beings[f.id] for f in s.fight.fighters]
    return [o for o in found if o.side == b.side and o.up and o.id != b.id]


def in_close(s: Donjon, b: Being) -> list[Being]:
    """Opponents in close."""
    return [o for o in foes_of(s, b) if band(s, b.id, o.id) == CLOSE]


def out_of_it(s: Donjon, b: Being) -> bool:
    """Out of range of every conscious enemy is out of the combat (DON-DIST-04)."""
    foes = foes_of(s, b)
    return bool(foes) and all(band(s, b.id, o.id) >= OUT for o in foes)


def apart(s: Donjon, a: Being, b: Being) -> int:
    """Distance of any two fighters; among friends it is derived (DON-DIST-10)."""
    assert s.fight is not None
    if a.id == b.id:
        return CLOSE
    if a.side != b.side or minis(s) != "off":
        return band(s, a.id, b.id) if a.side != b.side else _tokens(s, a, b)
    foes = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side != a.side and s.beings[f.id].status in ("up", "out")]
    if any(band(s, a.id, o.id) == CLOSE and band(s, b.id, o.id) == CLOSE for o in foes):
        return CLOSE
    one, other = fighter(s, a.id), fighter(s, b.id)
    if one.start == other.start and not one.moved and not other.moved:
        return CLOSE
    for o in foes:
        pair = sorted((band(s, a.id, o.id), band(s, b.id, o.id)))
        if pair[0] == CLOSE and pair[1] <= ONE:
            return ONE
    return TWO


def _tokens(s: Donjon, a: Being, b: Being) -> int:
    away = gap(s, fighter(s, a.id), fighter(s, b.id))
    reach = s.options.mini_move
    return CLOSE if away <= 1 else ONE if away <= reach else TWO if away <= 2 * reach else OUT


def step_token(s: Donjon, mover: Fighter, target: Fighter, *, away: bool) -> tuple[int, int]:
    """Shift a token by one action's move towards or away from another; returns the vector (DON-MINI-02, DON-MINI-03)."""
    reach = s.options.mini_move
    dx, dy = mover.x - target.x, mover.y - target.y
    ux = (dx > 0) - (dx < 0)
    uy = (dy > 0) - (dy < 0)
    if not ux and not uy:
        ux = 1
    vector = (0, 0)
    for _ in range(reach):
        if away:
            step = (ux, uy)
        else:
            if gap(s, mover, target) <= 1:
                break
            ux = (mover.x > target.x) - (mover.x < target.x)
            uy = (mover.y > target.y) - (mover.y < target.y)
            step = (-ux, -uy)
        mover.x += step[0]
        mover.y += step[1]
        vector = (vector[0] + step[0], vector[1] + step[1])
    return vector


def place_tokens(s: Donjon) -> None:
    """Put the tokens on the grid by the bands agreed at the start."""
    assert s.fight is not None
    reach = s.options.mini_move
    foes = [f for f in s.fight.fighters if s.beings[f.id].side == 1]
    for row, f in enumerate(foes):
        f.x, f.y = 0, row
    ours = [f for f in s.fight.fighters if s.beings[f.id].side == 0]
    for row, f in enumerate(ours):
        near = min((s.fight.bands.get(f"{f.id}|{o.id}", ONE) for o in foes), default=ONE)
        f.x, f.y = {CLOSE: 1, ONE: max(2, reach), TWO: 2 * reach}.get(near, 2 * reach + 1), min(row, len(foes) - 1)

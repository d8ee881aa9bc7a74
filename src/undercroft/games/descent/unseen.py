"""Unseen: what a seat cannot know, drawn anew, so that a bot which thinks ahead thinks about what might be.

Everything the party was told, and everything the step at hand has touched, stays: replaying the step's answers must reach the
same question. What is hidden and can move without making the maze unsound is moved: what the chambers nobody has entered are
and hold, trap doors and sliding panels nobody has met, the house's cards, what a sage fancies. The course of corridors nobody
has walked stays true. A level dug anew around what is pencilled would have to keep every tower, stair and landing of the
levels above and below and pass `soundness.check` each time - a maze a thought - and a guess that does not pass it would teach a
bot to fear walls that no gamesmaster would draw. So a thinking bot may know where a corridor leads, never what waits there.
"""

from __future__ import annotations

import msgspec

from ...engine import Dice
from .content import sages
from .maze import ROOMS, STEPS, Feature, Level
from .rules.mapping.mapping import can_draw
from .state import Game, Pastime, Sage


def redraw(start: Game, now: Game, seat: int, dice: Dice) -> Game:
    """The state at the start of the step as it might be, for all this seat knows; the gamesmaster knows it all."""
    if seat >= len(start.names):
        return start
    told = _told(now)
    levels = [_swap_rooms(level, now, dice) for level in start.levels]
    if can_draw(now) and "moth-eaten map" not in now.curses:  # else the sheet does not show what the party has met
        levels = [_move_panels(_move_trapdoor(level, levels, told, dice), told, dice) for level in levels]
    pastime = _deal(start.pastime, dice) if start.pastime is not None else None
    sage = _fancy(start.sage, dice) if start.sage is not None else None
    return msgspec.structs.replace(start, levels=levels, pastime=pastime, sage=sage)


def _told(now: Game) -> set[str]:
    """Every square on a sheet, as "level:col,row", and those beside it, which may have been spoken of."""
    told = {f"{now.at[0]}:{now.at[1]},{now.at[2]}"}
    for sheet in now.sheets:
        for spot in sheet.cells:
            col, _, row = spot.partition(",")
            told.add(f"{sheet.level}:{spot}")
            told.update(f"{sheet.level}:{int(col) + dx},{int(row) + dy}" for dx, dy in STEPS)
    return told


def _deal(p: Pastime, dice: Dice) -> Pastime:
    """The house's hidden cards and the deck, shuffled together."""
    if not p.deck or len(p.hands) < 2:
        return p
    shown = 1 if p.game == "black-jack" else 0
    pool = [*p.deck, *p.hands[1][shown:]]
    dice.shuffle(pool)
    hidden = len(p.hands[1]) - shown
    return msgspec.structs.replace(p, deck=pool[hidden:], hands=[p.hands[0], [*p.hands[1][:shown], *pool[:hidden]]])


def _fancy(sage: Sage, dice: Dice) -> Sage:
    """What he would like best, while nobody has seen his mood."""
    if sage.stage != "homage" or sage.homage:
        return sage
    return msgspec.structs.replace(sage, favourite=sages().favourite[str(1 + dice.below(6))])


def _swap_rooms(level: Level, now: Game, dice: Dice) -> Level:
    """Legends change places among letters whose chambers nobody has entered, special chambers with the rest; a sage who is
    asked for the way may speak of those, so while he listens only plain chambers change.
    """
    entered = {key for key, guard in now.guards.items() if guard.entered}
    wanted = {task.target for task in now.tasks}
    noted = {f"{sheet.level}:{spot}" for sheet in now.sheets for spot in sheet.notes}
    kinds = ("chamber",) if now.sage is not None else ROOMS
    free: list[str] = []
    for sign, feature in level.legend.items():
        if feature.kind not in kinds:
            continue
        cells = {f"{level.number}:{col},{row}" for col, row, found in level.cells() if found == sign}
        if cells and not cells & entered and not cells & wanted and not cells & noted:
            free.append(sign)
    if len(free) < 2:
        return level
    legends = [level.legend[sign] for sign in free]
    dice.shuffle(legends)
    legend: dict[str, Feature] = dict(level.legend)
    legend.update(zip(free, legends, strict=True))
    return msgspec.structs.replace(level, legend=legend)


def _unknown(level: Level, told: set[str], sign: str) -> list[tuple[int, int]]:
    """Squares of one sign that nobody has been told of."""
    return [(col, row) for col, row, found in level.cells() if found == sign and f"{level.number}:{col},{row}" not in told]


def _move_trapdoor(level: Level, levels: list[Level], told: set[str], dice: Dice) -> Level:
    """A trap door nobody has met may be under any other plain square with two ways and a floor below."""
    doors = _unknown(level, told, "o")
    below = next((other for other in levels if other.number == level.number + 1), None)
    if not doors or below is None or level.feature(*doors[0]).get("at"):
        return level
    plain = [
        (col, row)
        for col, row in _unknown(level, told, ".")
        if below.cell(col, row) == "." and sum(level.passage(col, row, way) == "open" for way in range(4)) == 2
    ]
    if not plain:
        return level
    rows = list(level.rows)
    for cell in doors:
        _write(rows, 2 * cell[0] - 1, 2 * cell[1] - 1, ".")
    places = [*plain, *doors]
    dice.shuffle(places)
    for cell in places[: len(doors)]:
        _write(rows, 2 * cell[0] - 1, 2 * cell[1] - 1, "o")
    return msgspec.structs.replace(level, rows=rows)


def _move_panels(level: Level, told: set[str], dice: Dice) -> Level:
    """A sliding panel nobody has passed may be in any other open side between plain squares that have two ways each."""
    cells = set(_unknown(level, told, "."))
    sides: list[tuple[int, int, str]] = []
    for col, row in sorted(cells):
        for way in (1, 2):
            near = (col + STEPS[way][0], row + STEPS[way][1])
            sign = level.edge(col, row, way)
            if near in cells and sign in " P" and level.passage(col, row, way) in ("open", "panel"):
                sides.append((2 * col - 1 + STEPS[way][0], 2 * row - 1 + STEPS[way][1], sign))
    panels = sum(1 for *_, sign in sides if sign == "P")
    if not panels or len(sides) == panels:
        return level
    rows = list(level.rows)
    for x, y, _ in sides:
        _write(rows, x, y, " ")
    dice.shuffle(sides)
    for x, y, _ in sides[:panels]:
        _write(rows, x, y, "P")
    return msgspec.structs.replace(level, rows=rows)


def _write(rows: list[str], x: int, y: int, sign: str) -> None:
    rows[y] = rows[y][:x] + sign + rows[y][x + 1 :]

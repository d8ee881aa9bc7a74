"""The finished map of a history as lines to be read: every thing with its place and the rule that drew it.

`python -m tests.games.host.plans` writes the files in `plans` anew, after their playthroughs. Read the diff.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening
from undercroft.games.host import GAME
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.state import Host, Point
from undercroft.testing.playthrough import _parser

HERE = Path(__file__).parent
HISTORIES = sorted((HERE.parents[1] / "playthroughs").glob("host-*.txt"))


def plan_file(history: Path) -> Path:
    return HERE / "plans" / history.name


def finished(history: Path) -> Host:
    """The world at the end of a playthrough."""
    heading = history.read_text(encoding="utf-8").splitlines()[0].removeprefix("# undercroft playthrough ")
    plan = _parser().parse_args(shlex.split(heading))
    options = dict(pair.split("=", 1) for pair in plan.option)
    match = Match.start(GAME, Opening(game="host", seats=("Ada",), seed=plan.seed, options=options), light=True)
    bot, dice = find_bot(GAME, plan.bot), Dice(plan.seed).fork(1)
    while match.ask is not None:
        match.answer(bot(match.view(0, dice)), 0)
    return match.state


def spot(p: Point) -> str:
    return f"{p[0]:.2f},{p[1]:.2f}"


def plan(s: Host) -> str:
    """Rooms, passages, ore, landmarks, groups and wanderers, in the order they came."""
    lines = []
    for room in s.rooms.values():
        name = room.name or room.label or room.kind
        made = f"{room.kind}, {room.shape}, {room.finish}, {room.state}{room.fluid and f', {room.fluid}'}"
        here = "".join({"pop": "●", "loot": "○", "control": "◆"}[bead.colour] for bead in bd.inside(s, room.id))
        more = " ".join([*room.tags, *(["secret"] if room.secret else []), *([f"plague {room.plague}"] if room.plague else [])])
        lines.append(
            f"room {room.id} {name}: {spot((room.x, room.y))} {room.w:.2f}x{room.h:.2f} ({made}) of {room.owner}, "
            f"year {room.year}, sheets {[room.stratum, *room.redrawn]} {here} {more} [{room.rule}]"
        )
    for way in s.passages.values():
        stops = " ".join(str(stop.node) for stop in way.stops)
        made = f"{way.finish}, {way.state}{way.fluid and f', {way.fluid}'}"
        lines.append(f"{way.kind} {way.id}: {' '.join(map(spot, way.points))} ({made}) of {way.owner} meets {stops} [{way.rule}]")
    for ore in s.ores.values():
        left = sum(cell.remaining for cell in ore.cells)
        lines.append(f"{ore.kind} {ore.id}: {' '.join(map(spot, ore.points))}, {left:g} of {len(ore.cells)} left [{ore.rule}]")
    for mark in s.landmarks.values():
        lines.append(f"{mark.kind} {mark.name}: {spot((mark.x, mark.y))}{' (gone)' if mark.gone else ''} [{mark.rule}]")
    for who in s.groups.values():
        met = f"met {who.met}, bribed by {who.bribed}, left {who.old_lairs}, {who.status} {who.master}"
        lines.append(
            f"{who.type} {who.id} {who.name} ({who.flavour}, {who.alignment}): number {who.arrived}, {bd.pop(s, who.id)}● "
            f"{bd.loot(s, who.id)}○ in {who.lair} and {who.rooms}, {met}{'' if who.alive else f', gone: {who.cause}'}"
        )
    for stack in s.stacks.values():
        walks = "roams" if stack.roams else "stays"
        lines.append(
            f"{stack.flavour} {stack.id}: {bd.pop(s, stack.id)}● {bd.loot(s, stack.id)}○ {spot(bd.stack_xy(s, stack.id))} {walks}"
        )
    return "\n".join(line.rstrip() for line in lines) + "\n"


if __name__ == "__main__":
    for history in HISTORIES:
        plan_file(history).write_text(plan(finished(history)), encoding="utf-8")

"""Steering: where the book leaves it open whom a group meets, which way it goes and where it flees, the author is asked.

Every answer comes with its odds, and the suggestion is what the world would do. Nothing is worked out, and no die falls, for
somebody who is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .....engine import Option, Table
from .....engine.words import told_odds
from ...answers import Thing, thing
from ...desk import all_in_words, asks, decide, in_words
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import page as pg
from ...ground.web import Way
from ...state import Group, Host, Mark, Point, Room
from .encounters import bonus, strength

FACES = range(1, 7)
MANY = 5  # answers at most


def chance(ahead: int) -> tuple[int, int]:
    """How many of a hundred throws a die and so much more beats another die, and how many are even."""
    throws = [mine + ahead - theirs for mine in FACES for theirs in FACES]
    return round(100 * sum(over > 0 for over in throws) / 36), round(100 * sum(not over for over in throws) / 36)


def odds(s: Host, one: int, two: int, where: int = 0) -> str:
    """How an encounter roll stands for the acting group."""
    mine, theirs = strength(s, one) + bonus(s, one, where), strength(s, two) + bonus(s, two, where)
    wins, even = chance(mine - theirs)
    return told_odds(f"a die and {mine} against a die and {theirs}: {wins}% to win, {even}% even")


async def whom(t: Table[Host], group: Group, others: Sequence[int], suggestion: int, rule: str) -> int:
    """Which neighbour a group falls out with."""
    s = t.state
    if len(others) < 2 or not asks(s, "meet_whom"):
        return suggestion
    rest = [gid for gid in others if gid != suggestion][: MANY - 1]
    options = {Thing("group", gid).key: _foe(s, group, gid) for gid in (suggestion, *rest)}
    prompt = "{who:^} look for trouble. With whom?"
    return thing(await decide(t, "meet_whom", prompt, options, Thing("group", suggestion).key, rule=rule, who=group.name))


def _foe(s: Host, group: Group, gid: int) -> Option:
    other = s.groups[gid]
    hints = (odds(s, group.id, gid, other.lair), f"{bd.pop(s, gid)} of them, {bd.loot(s, gid)} loot")
    return Option(other.name, hint="; ".join(filter(None, hints)), place=f"room-{other.lair}")


async def prey_of(t: Table[Host], group: Group, prey: Sequence[tuple[float, str, int, int]]) -> tuple[float, str, int, int]:
    """Which of those that are equally near a beast goes for: a bead more or less is no distance to it."""
    s = t.state
    near = [each for each in prey if each[0] <= prey[0][0] + s.measures.bead][:MANY]
    if len(near) < 2 or not asks(s, "hunt"):
        return prey[0]
    options: dict[str, Option] = {}
    for _, kind, found, room in near:
        if kind == "group":
            options[Thing(kind, found).key] = _foe(s, group, found)
        elif kind == "stack":
            options[Thing(kind, found).key] = Option(
                bd.stack_name(s, s.stacks[found]), hint="no dice: each side loses what the other is"
            )
        else:
            options[Thing(kind, found).key] = Option(bd.room_name(s.rooms[room]), hint="people live there", place=f"room-{room}")
    key = await decide(
        t, "hunt", "{who:^} is hungry. Whom does it go for?", options, next(iter(options)), rule="HST-ALPH-03", who=group.name
    )
    return next(each for each in near if Thing(each[1], each[2]).key == key)


async def which_way(t: Table[Host], group: Group, ways: Sequence[Way], first: int, rule: str) -> Way:
    """Along which tunnel a group spreads."""
    s = t.state
    if len(ways) < 2 or not asks(s, "spread"):
        return ways[first]
    order = [first, *(k for k in range(len(ways)) if k != first)][:MANY]
    spots: dict[str, tuple[int, Point]] = {}
    for k in order:
        leg = gr.follow(s, ways[k], s.measures.half_finger)
        spots[Thing("way", k).key] = (k, pg.along(s.passages[leg.passage].points, leg.stop))
    s.marks = [Mark(key, *at) for key, (_, at) in spots.items()]
    options: Mapping[str, Option] = {
        key: Option(f"On: {words}", place=key)
        for key, words in zip(spots, all_in_words(s, [at for _, at in spots.values()]), strict=True)
    }
    key = await decide(t, "spread", "{who:^} spread out. Which way?", options, next(iter(options)), rule=rule, who=group.name)
    s.marks = []
    return ways[spots[key][0]]


async def refuge(t: Table[Host], group: Group, rooms: Sequence[Room], rule: str) -> Room:
    """Where a beast that was driven out makes its new lair."""
    s = t.state
    if len(rooms) < 2 or not asks(s, "flee"):
        return rooms[0]
    options = {
        Thing("room", room.id).key: Option(bd.room_name(room), hint=in_words(s, (room.x, room.y)), place=f"room-{room.id}")
        for room in rooms[:MANY]
    }
    prompt = "{who:^} has to go. Where does it lie down?"
    return s.rooms[thing(await decide(t, "flee", prompt, options, next(iter(options)), rule=rule, who=group.name))]

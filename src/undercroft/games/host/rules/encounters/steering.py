"""Steering: where the book leaves it open whom a group meets, which way it goes and where it flees, the author is asked.

Every answer comes with its odds, and the suggestion is what the world would do. Nothing is worked out, and no die falls, for
somebody who is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .....engine import Option, Table
from .....engine.words import capital, said, told_odds
from ...answers import Thing, thing
from ...desk import all_in_words, asks, called, decide, in_words
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import page as pg
from ...ground.web import Leg, Way
from ...state import Group, Host, Mark, Room
from .bonds import bond
from .encounters import bonus, is_beast, strength
from .kinds import flavour
from .villainies import villainy_of
from .zones import leg_contacts

FACES = range(1, 7)
MANY = 5  # answers at most


def chance(ahead: int) -> tuple[int, int]:
    """How many of a hundred throws a die and so much more beats another die, and how many are even."""
    throws = [mine + ahead - theirs for mine in FACES for theirs in FACES]
    return round(100 * sum(over > 0 for over in throws) / 36), round(100 * sum(not over for over in throws) / 36)


def at_stake(s: Host, one: Group, two: Group) -> str:
    """What a meeting may come to for the one whose turn it is, by its own table (HST-DELV-11 to 14, HST-BRED-10, HST-ALPH-08)."""
    beast = is_beast(s, two)
    if one.type in ("alpha", "wyrm"):
        return BEASTS if beast else TRIBUTE
    if one.type == "breeder":
        return DRIVING if beast else RAID
    return "" if one.type != "delver" else HUNT if beast else WAR


HUNT = "win: it flees, and leaves a treasure; else one of you is eaten"
WAR = "win: one treasure; lose: one treasure and one of you"
RAID = "win: one treasure; else one of you dies"
DRIVING = "win: it has to go; even: one of you is eaten; lose: two"
BEASTS = "win: it is dead; even: it gives way; lose: yours flees"
TRIBUTE = "win: they pay; even: one of them is eaten; lose: it drops a treasure and flees"


def odds(s: Host, one: int, two: int, where: int = 0) -> str:
    """How an encounter roll stands for the acting group."""
    mine, theirs = s.groups[one], s.groups[two]
    if mine.type == "delver" and theirs.alignment == "lawful" and not is_beast(s, theirs):
        return "no dice: one dies on each side"
    court = villainy_of(s, two)
    if court is not None and court.disturbed is not None:
        return "no dice: each side loses what the other is"
    return "; ".join(filter(None, (told_odds(_dice(s, one, two, where)), at_stake(s, mine, theirs))))


def _dice(s: Host, one: int, two: int, where: int) -> str:
    mine, theirs = strength(s, one) + bonus(s, one, where), strength(s, two) + bonus(s, two, where)
    wins, even = chance(mine - theirs)
    return f"a die and {mine} against a die and {theirs}: {wins}% to win, {even}% even"


def danger(s: Host, mine: Group) -> tuple[Group, int] | None:
    """Who of those who know a group would harm it most surely, if they met: a neighbour, and its chance in a hundred."""
    foes = []
    for other in (s.groups[gid] for gid in s.order if gid != mine.id and s.groups[gid].alive):
        paid = mine.id in other.bribed and bd.loot(s, mine.id) > 0
        if mine.id in other.met and not paid and other.type != "surface" and mine.id != other.master and other.id != mine.master:
            ahead = strength(s, other.id) + bonus(s, other.id) - strength(s, mine.id) - bonus(s, mine.id, mine.lair)
            foes.append((chance(ahead)[0], other))
    best = max(foes, key=lambda foe: (foe[0], -foe[1].id), default=None)
    return (best[1], best[0]) if best is not None else None


def heroes(s: Host, mine: Group) -> int:
    """In a hundred, how often the next party would beat a group that it finds (HST-ADVN-14); 0: it would be let be."""
    if s.age not in ("monsters", "villainy") or not any(bd.pop(s, gid) for gid in s.kingdoms) or not hunted(s, mine, "lawful"):
        return 0
    more = s.year - 1 if s.age == "villainy" and s.dials.parties == "book" else 0
    theirs = strength(s, mine.id) + bonus(s, mine.id, mine.lair)
    wins = [chance(size + max(0, more) - theirs)[0] for size in FACES]
    return round(sum(wins) / len(wins))


def hunted(s: Host, group: Group, alignment: str) -> bool:
    """Whether parties of an alignment fight a group on sight (HST-ADVN-13, HST-VILL-11, HST-VILL-21)."""
    if group.type in ("villain", "minions") or bond(group).outlaw or flavour(s, group).outlaw:
        return True
    return group.alignment != alignment


async def whom(t: Table[Host], group: Group, others: Sequence[int], suggestion: int, rule: str) -> int:
    """Which neighbour a group falls out with."""
    s = t.state
    if len(others) < 2 or not asks(s, "meet_whom", group.id):
        return suggestion
    rest = [gid for gid in others if gid != suggestion][: MANY - 1]
    options = {Thing("group", gid).key: _foe(s, group, gid) for gid in (suggestion, *rest)}
    prompt = "{who:^} look for trouble. With whom?"
    first = Thing("group", suggestion).key
    return thing(await decide(t, "meet_whom", prompt, options, first, rule=rule, about=group.id, who=called(s, group)))


def _foe(s: Host, group: Group, gid: int) -> Option:
    other = s.groups[gid]
    hints = (odds(s, group.id, gid, other.lair), f"{bd.pop(s, gid)} of them, {bd.loot(s, gid)} loot")
    return Option(other.name, hint="; ".join(filter(None, hints)), place=f"room-{other.lair}")


async def prey_of(t: Table[Host], group: Group, prey: Sequence[tuple[float, str, int, int]]) -> tuple[float, str, int, int]:
    """Which of those that are equally near a beast goes for: a bead more or less is no distance to it."""
    s = t.state
    near = [each for each in prey if each[0] <= prey[0][0] + s.measures.bead][:MANY]
    if len(near) < 2 or not asks(s, "hunt", group.id):
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
    prompt, first = "{who:^} is hungry. Whom does it go for?", next(iter(options))
    key = await decide(t, "hunt", prompt, options, first, rule="HST-ALPH-03", about=group.id, who=called(s, group))
    return next(each for each in near if Thing(each[1], each[2]).key == key)


async def which_way(t: Table[Host], group: Group, ways: Sequence[Way], first: int, rule: str) -> Way:
    """Along which tunnel a group spreads."""
    s = t.state
    judgement = _judgement(s, group)
    if len(ways) < 2 or not asks(s, judgement, group.id):
        return ways[first]
    every = {k: gr.follow(s, ways[k], s.measures.half_finger) for k in range(len(ways))}
    found = {k: _along(s, group, leg) for k, leg in every.items()}
    order = [first, *sorted((k for k in every if k != first), key=lambda k: (not found[k], k))][:MANY]
    legs = {Thing("way", k).key: (k, every[k]) for k in order}
    spots = [pg.along(s.passages[leg.passage].points, leg.stop) for _, leg in legs.values()]
    s.marks = [Mark(key, *at) for key, at in zip(legs, spots, strict=True)]
    options: Mapping[str, Option] = {
        key: Option(_towards(words), hint=found[legs[key][0]] or "nobody there", place=key)
        for key, words in zip(legs, all_in_words(s, spots), strict=True)
    }
    prompt, start = f"{{who:^}} want to spread{_need(s, group)}. Which way?", next(iter(options))
    key = await decide(t, judgement, prompt, options, start, rule=rule, about=group.id, who=called(s, group))
    s.marks = []
    return ways[legs[key][0]]


def _towards(words: str) -> str:
    """A spot in words, what it is next to first."""
    part, _, rest = words.partition(", ")
    near, comma, which = rest.partition(", ")
    return f"{capital(near)}, {part}{comma}{which}"


def _need(s: Host, group: Group) -> str:
    """What delvers lack: without a treasure they are gone, with more treasures than heads they grow (HST-DELV-06, 07)."""
    heads, goods = bd.pop(s, group.id), bd.loot(s, group.id)
    if group.type != "delver" or _judgement(s, group) != "lead":
        return ""
    if not goods:
        return said(": {n:words} strong, and lost if they find no treasure this year", n=heads)
    if goods > heads:
        return said(": {n:words} strong, and about to be one more", n=heads)
    return said(
        ": {n:words} strong, {m:count treasure|treasures}; with {x:words} they are one more", n=heads, m=goods, x=heads + 1
    )


def _judgement(s: Host, group: Group) -> str:
    """Under which judgement a group's way is asked."""
    return "lead" if s.rules >= 6 and s.backed and s.backed[-1] == group.id else "spread"


def _along(s: Host, group: Group, leg: Leg) -> str:
    """Whom and what a group would come upon that way."""
    found = []
    for _, kind, met in leg_contacts(s, group.id, leg):
        if kind == "group":
            found.append(f"{s.groups[met].name}: {odds(s, group.id, met, leg.node if leg.node in s.rooms else 0)}")
        elif kind == "stack":
            found.append(f"{bd.stack_name(s, s.stacks[met])}: no dice, each side loses what the other is")
        else:
            found.append("people from above: each side loses one")
    lie = sum(bead.colour == "loot" and not bead.owner for bead in bd.inside(s, leg.node)) if leg.node in s.rooms else 0
    lies = said("{n:count treasure|treasures} {n:lies|lie} there", n=lie) if lie else ""
    return "; ".join(filter(None, (*found[:1], lies)))


async def refuge(t: Table[Host], group: Group, rooms: Sequence[Room], rule: str) -> Room:
    """Where a beast that was driven out makes its new lair."""
    s = t.state
    if len(rooms) < 2 or not asks(s, "flee", group.id):
        return rooms[0]
    options = {
        Thing("room", room.id).key: Option(bd.room_name(room), hint=_part_of(s, room), place=f"room-{room.id}")
        for room in rooms[:MANY]
    }
    why = next((f"{entry.text} " for entry in s.record[-3:][::-1] if group.id in (entry.actor, *entry.others)), "")
    prompt, first = f"{why}{{who:^}} has to go. Where does it lie down?", next(iter(options))
    return s.rooms[thing(await decide(t, "flee", prompt, options, first, rule=rule, about=group.id, who=called(s, group)))]


def _part_of(s: Host, room: Room) -> str:
    """In which part of the page a room lies, without its own name."""
    return in_words(s, (room.x, room.y)).removesuffix(f", in {bd.room_name(room)}")

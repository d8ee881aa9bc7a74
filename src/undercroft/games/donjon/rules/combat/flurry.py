"""The flurry: one step of a fight after the other, counting the numbers down. Chapter 5."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import count, listed, some
from ...being import Being
from ...state import Donjon
from ..basics import narrate
from ..basics.distance import fighter, out_of_it
from ..basics.people import rouse
from ..harm.initiative import initiative, place
from ..resolution.picking import COMMAND
from .actions import npc_action, pc_action
from .lull import end_fight, lull


async def fight_step(t: Table[Donjon]) -> None:
    """One step of a fight: placing, initiative, one action, or the lull."""
    s = t.state
    assert s.fight is not None
    stage = s.fight.stage
    if stage == "place":
        await place(t)
    elif stage == "initiative":
        await initiative(t)
    elif stage == "count":
        await next_action(t)
    elif stage == "lull":
        await lull(t)
    if s.fight is not None and s.fight.stage != "over" and _one_side_left(s):
        end_fight(t)


# Counting down.


def order_on(s: Donjon, count: int) -> list[str]:
    """Who acts on a number: players by seat, then NPCs, the nimbler first (DON-TIE-01, DON-TIE-03)."""
    assert s.fight is not None
    holders = [f.id for f in s.fight.fighters if count in f.numbers]
    if len(holders) < 2:
        return holders
    position = {f.id: at for at, f in enumerate(s.fight.fighters)}

    def rank(being_id: str) -> tuple[int, int, int]:
        b = s.beings[being_id]
        if b.pc and s.options.seat_order == "adroitness":  # DON-TIE-02
            return 0, -b.now[3], b.seat
        return (0, b.seat, 0) if b.pc else (1, -b.now[3], position[being_id])

    return sorted(holders, key=rank)


def next_actor(s: Donjon) -> str:
    """The next to act, one action per round of the table until all of a number are done (DON-INI-04, DON-TIE-01). "":
    the flurry is over."""
    assert s.fight is not None
    fight = s.fight
    while fight.count >= 1:
        able = order_on(s, fight.count)
        if able:
            waiting = [b for b in able if b not in fight.passed]
            if waiting:
                return waiting[0]
            fight.passed = []
            continue
        fight.count -= 1
        fight.passed = []
    return ""


async def next_action(t: Table[Donjon]) -> None:
    """Call the next number and let its owner act."""
    s = t.state
    assert s.fight is not None
    who = next_actor(s)
    if not who:
        s.fight.stage = "lull"
        return
    b = s.beings[who]
    me = fighter(s, who)
    me.numbers.remove(s.fight.count)
    s.fight.passed.append(who)
    if not b.up:
        me.numbers = []
        return
    if b.frozen:
        b.frozen -= 1
        narrate.say(t, "frozen" if b.frozen else "frozen_last", rule="DON-MDA-02", target=b.name, n=b.frozen)
        return
    moved_to = me.moved_to
    commands = [bonus for bonus in b.bonus if bonus.about == COMMAND]
    if b.pc:
        await pc_action(t, b)
    else:
        rouse(b)
        whole = {o.id: (o.wounds, sum(o.now)) for o in s.pcs()}
        await npc_action(t, b)
        await _stop(t, b, whole)
    b.bonus = [bonus for bonus in b.bonus if not any(bonus is old for old in commands)]  # for that action, or for none
    if s.fight is not None and me.moved_to == moved_to:
        me.moved_to = ""  # a charge counts for the very next action only
    if out_of_it(s, b) and b.up:
        b.status = "fled"


async def _stop(t: Table[Donjon], by: Being, whole: dict[str, tuple[int, int]]) -> None:
    """Nobody loses all he has in one press: a blow that costs a player something is a stop (DON-DMG-03)."""
    s = t.state
    for o in s.pcs():
        flesh, dice = whole[o.id]
        lost, worn = flesh - o.wounds, dice - sum(o.now)
        if s.fight is None or 0 < s.older < 9 or not o.up or (lost <= 0 and worn <= 0):
            continue
        worse = [count(lost, "Flesh Wound")] if lost > 0 else []
        cost = listed([*worse, *([some(worn, "die") + " of an Attribute"] if worn > 0 else [])])
        left = f"{o.wounds} of {some(o.wounds_full, 'Flesh Wound')}, Wherewithal {o.now[4]}"
        await t.choose(
            o.seat, "{foe} has hurt {who}: {cost}. Left: {left}.", {"on": Option("Go on", rule="DON-DMG-03")}, rule="DON-DMG-03",
            foe=by.cap, who=o.name, cost=cost, left=left,
        )  # fmt: skip


def _one_side_left(s: Donjon) -> bool:
    """A combat ends at once when one side has nobody left in it (DON-FLUR-04)."""
    assert s.fight is not None
    ours = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 0 and s.beings[f.id].up]
    theirs = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 1 and s.beings[f.id].up]
    return not ours or not theirs

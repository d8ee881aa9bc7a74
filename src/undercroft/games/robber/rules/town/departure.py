"""Leaving town again: bait for the purse, down the steps, or onto the list of the retired."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import Delve, Robber, RobberState
from ..character import coins, days, life, sheet
from ..paper import rooms
from . import station


async def pack_money(t: Table[RobberState], robber: Robber) -> None:
    """Coins for bribes and bait may come along, within the container rules (ROB-TOWN-10)."""
    gold = robber.home.cp // 100
    if gold < 1:
        return
    most = gold if "sack" in robber.pack else min(gold, coins.LOOSE)
    amount = await t.ask_number(
        robber.seat,
        "How much gold goes down with you? 10 GP a level buys a way past. What stays here is safe. (0 to {most:,})",
        0,
        most,
        rule="ROB-TOWN-10",
        suggest=0,
        most=most,
    )
    robber.home.cp -= amount * 100
    robber.purse.gp += amount


def is_home(s: RobberState) -> bool:
    """Whether a delve into a world is over: one delve is all there is (ROB-SETUP-05)."""
    return s.world is not None and s.tally.returns > 0


def disperse(s: RobberState) -> None:
    """When everybody has called it a day, the delve into the world has ended."""
    if len(s.visited) >= len(sheet.living(s)):
        s.over = s.paused = True


async def enter(t: Table[RobberState]) -> None:
    """Into the dungeon (ROB-MOVE-13, ROB-SETUP-01 to -04): level 1, room 1, Mapping; no Discovery yet (ROB-TURN-02)."""
    s = t.state
    s.place = "dungeon"
    s.delve = Delve()
    s.visited = []
    s.tally.delves += 1
    for robber in sheet.living(s):
        robber.took = coins.carried(robber)
    where = "Level 1" if s.dials.mapping else "Level 1, room 1"
    t.tell("Down the steps, torch first. {where}.", rule="ROB-MOVE-13", kind="headline", where=where)
    if s.world is not None:
        t.tell("{title}. {travel}", rule="ROB-MOVE-13", title=s.world.title, travel=s.world.travel)
    if s.dials.classes:
        for robber in sheet.living(s):
            await days.morning(t, robber)
    if s.dials.mapping:
        await rooms.begin(t)


async def retire(t: Table[RobberState], robber: Robber) -> None:
    """Onto the list (ROB-RETIRE-01): unspent gold is offered for experience first; then the robber leaves play."""
    s = t.state
    gold = robber.home.cp // 100
    if gold:
        key = await t.choose(
            robber.seat,
            "{gold:,} GP are still in the chest. Put them into your station before the door closes?",
            {"spend": Option("Yes, all of it", hint=f"+{gold:,} XP"), "keep": Option("No, leave it to the cat")},
            rule="ROB-RETIRE-01",
            gold=gold,
        )
        if key == "spend":
            robber.home.cp -= gold * 100
            robber.xp += gold
            await station.rise(t, robber)
    robber.retired = True
    s.story.append(f"{robber.name} retired as {sheet.title(robber)} with {robber.xp:,} XP")
    t.tell("{robber:^} retires as {title}, with {xp:,} XP and all limbs.", rule="ROB-RETIRE-01", kind="headline",
           robber=robber.name, title=sheet.title(robber), xp=robber.xp)  # fmt: skip
    if not sheet.living(s):
        s.over = True
        return
    if s.caller == robber.seat:
        life.pass_the_call(s)
    s.visited = [seat for seat in s.visited if seat != robber.seat]
    if is_home(s):
        disperse(s)
    elif len(s.visited) >= len(sheet.living(s)):
        await enter(t)

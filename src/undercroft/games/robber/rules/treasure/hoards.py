"""The Treasure table (Chapter 4): hoards by level, and what they lie in."""

from __future__ import annotations

from .....engine import Table
from ...state import Purse, RobberState
from ..belongings import carrying
from ..character import coins
from ..character.rolling import roll_on
from . import protection
from .finding import busy, finder
from .wonders import magic_item

GUARDED = 2  # ROB-TREAS-10: rolls for a treasure that was guarded
RIVAL = 2  # ROB-AOH-29: gone on 1-2 of d6


async def treasure(t: Table[RobberState], rolls: int, *, level: int, rule: str) -> None:
    """A hoard (ROB-TREAS-01, -10, -11): so many rolls, one container for all of it. A rival may have been first."""
    s = t.state
    if busy(s):
        t.tell("Treasure! And no time to bend down for it.", rule="ROB-BEAR-04")
        return
    if s.delve.rival and await t.roll("1d6", "the rival was here first on 1-2", rule="ROB-AOH-29") <= RIVAL:
        t.tell("An empty chest and a rude drawing. The rival was here.", rule="ROB-AOH-29")
        return
    if s.dials.protected and not await protection.overcome(t):
        return
    robber = await finder(t, "treasure")
    hoard = Purse()
    wonders = 0
    for _ in range(rolls):
        wonders += await roll_treasure(t, hoard, level, rule=rule)
    if hoard.copper:
        entry = await roll_on(t, "treasure_container", rule="ROB-TREAS-11", seat=s.caller)
        t.meet("container", entry.key)
        t.tell("Treasure: {what}, worth {worth} GP, {where}.", rule=rule,
               what=coins.describe_purse(hoard), worth=coins.gp(hoard.copper),
               where={"sack": "in a sack", "heavy": "in a Heavy box", "loose": "lying loose"}[entry.key])  # fmt: skip
        s.story.append(f"{robber.name} found {coins.gp(hoard.copper)} GP of treasure on level {s.delve.level}")
        await carrying.take_hoard(t, robber, hoard, entry.key)
    for _ in range(wonders):
        await magic_item(t, robber, rule="ROB-TREAS-09")


async def roll_treasure(t: Table[RobberState], hoard: Purse, level: int, *, rule: str) -> int:
    """One roll on the Treasure table into a hoard (ROB-TREAS-02 to -08); returns 1 for a magic item to be rolled."""
    entry = await roll_on(t, "treasure", rule=rule, seat=t.state.caller)
    t.meet("treasure", entry.key)
    if entry.key == "magic":
        return 1
    if entry.key == "gems":
        hoard.gems += await t.roll(f"{level}d4", "gems", rule="ROB-TREAS-07", seat=t.state.caller)
    elif entry.key == "jewelry":
        hoard.jewelry += level
    else:
        setattr(hoard, entry.coins, getattr(hoard, entry.coins) + entry.per_level * level)
    return 0

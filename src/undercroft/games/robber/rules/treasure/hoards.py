"""The Treasure table (Chapter 4): hoards by level, and what they lie in."""

from __future__ import annotations

from msgspec import UNSET

from .....engine import Table
from .....engine.words import capital
from ...state import Encounter, Purse, Robber, RobberState
from ..belongings import carrying, packing
from ..character import coins, lots
from ..character.rolling import roll_on
from . import protection
from .finding import busy, finder
from .wonders import magic_item

GUARDED = 2  # ROB-TREAS-10: rolls for a treasure that was guarded
NAMED = 250  # GP for each level: a treasure of the world that has a name
RIVAL = 2  # ROB-AOH-29: gone on 1-2 of d6


async def treasure(t: Table[RobberState], rolls: int, *, level: int, rule: str) -> None:
    """A hoard (ROB-TREAS-01, -10, -11): so many rolls, one container for all of it. A rival may have been first."""
    if not await at_leisure(t):
        return
    robber = await finder(t, "treasure")
    hoard = Purse()
    wonders = 0
    for _ in range(rolls):
        wonders += await roll_treasure(t, hoard, level, rule=rule)
    await take_up(t, robber, hoard, wonders, rule=rule)


async def at_leisure(t: Table[RobberState]) -> bool:
    """Whether a treasure can be taken: not on the run, not where a rival was first, not what its protection keeps."""
    s = t.state
    if busy(s):
        t.tell("Treasure! And no time to bend down for it.", rule="ROB-BEAR-04")
        return False
    if s.delve.rival and await t.roll("1d6", "the rival was here first on 1-2", rule="ROB-AOH-29") <= RIVAL:
        t.tell("An empty chest and a rude drawing. The rival was here.", rule="ROB-AOH-29")
        return False
    return not s.dials.protected or await protection.overcome(t)


async def take_up(t: Table[RobberState], robber: Robber, hoard: Purse, wonders: int, *, rule: str) -> None:
    """The money in what it lies in (ROB-TREAS-11), then the magic (ROB-TREAS-09)."""
    s = t.state
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


async def guarded(t: Table[RobberState], met: Encounter, *, rule: str) -> None:
    """What somebody guarded: two rolls (ROB-TREAS-10), or the hoards of the world that lie there."""
    if met.hoards is not UNSET:
        await of_the_world(t, met.hoards, level=met.loot_level, rule=rule)
    else:
        await treasure(t, GUARDED, level=met.loot_level, rule=rule)


async def of_the_world(t: Table[RobberState], keys: list[str], *, level: int, rule: str) -> None:
    """Hoards of the world: for each one roll, and for a treasure with a name a thing of 250 GP a level, counted as gems."""
    s = t.state
    found = [loot for loot in lots.loot_of(s, keys) if lots.lies(loot)]
    if not found or not await at_leisure(t):
        return
    robber = await finder(t, "treasure")
    hoard = Purse()
    wonders = 0
    for loot in found:
        loot.carrier = robber.seat
        if loot.name:
            loot.gems = level
            robber.purse.gems += level
            t.tell("{what}{past}! Worth {worth:,} GP, and {robber} has it.", rule=rule, kind="headline", what=capital(loot.name),
                   past=f", {loot.past}" * bool(loot.past), worth=NAMED * level, robber=robber.name)  # fmt: skip
            s.story.append(f"{robber.name} found {loot.name} on level {s.delve.level}")
        else:
            wonders += await roll_treasure(t, hoard, level, rule=rule)
    await take_up(t, robber, hoard, wonders, rule=rule)
    boxed = robber.heavy is not None and robber.heavy.box is not None and not packing.has(robber, "sack")
    for loot in found:
        loot.boxed = boxed and not loot.name


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

"""Out of the dungeon (Chapter 5): what ends at the door, and what goes into the chest."""

from __future__ import annotations

from .....engine import Table
from ...content import HEAVY
from ...state import Delve, Purse, Robber, RobberState
from ..belongings import packing
from ..character import beast, coins, days, lots, sheet
from ..monsters import henchmen
from . import shares

SICKBED = 30  # ROB-USELESS-09


async def leave(t: Table[RobberState]) -> None:
    """Out of the dungeon (ROB-MOVE-17, -21, ROB-TOWN-07): pursuit, being lost and all dungeon-long effects end."""
    s = t.state
    if s.possession is not None:
        beast.let_go(t)
        return
    henchmen.all_leave(t)
    s.encounter = None
    s.place = "town"
    s.visited = []
    s.tally.deepest = max(s.tally.deepest, s.delve.deepest)
    s.tally.returns += 1
    s.delve = Delve(turn=s.delve.turn)
    if len(sheet.living(s)) > 1:
        await shares.split_loot(t)
    gained = in_coin = 0
    for robber in sheet.living(s):
        robber.strong = robber.sick = robber.blessed = False
        gained += coins.carried(robber) - robber.took
        in_coin += coins.money(robber)
        show_the_world(t, robber)
        come_home(t, robber)
    brought = max(0, gained)  # own gear and bribe money are no loot
    s.tally.brought_cp += brought
    s.tally.best_cp = max(s.tally.best_cp, brought)
    goods = max(0, brought - in_coin)
    daylight = "Daylight, and {worth} GP." if brought else "Daylight, and nothing else."
    if goods and goods >= brought:
        daylight = "Daylight, and things to sell for {sold} GP."
    elif goods:
        daylight = "Daylight, and {worth} GP, {sold} of it in things to sell."
    t.tell(daylight, rule="ROB-TOWN-01", kind="headline", worth=coins.gp(brought), sold=coins.gp(goods))
    if s.dials.classes:
        for robber in sheet.living(s):
            await days.come_home(t, robber)


def show_the_world(t: Table[RobberState], robber: Robber) -> None:
    """What a robber brings out of a world is talked of."""
    for loot in lots.comes_home(t.state, robber):
        if loot.name:
            t.tell("{robber:^} carries {what} through the town, and half of it comes to look.", rule="ROB-TOWN-02",
                   robber=robber.name, what=loot.name)  # fmt: skip


def come_home(t: Table[RobberState], robber: Robber) -> None:
    """Money is counted into the chest at face value (ROB-TOWN-02), Heavy things set down, spoiled food regretted."""
    home = robber.home
    if robber.cursed:
        robber.cursed = False
        robber.weapon = packing.best_weapon(robber)
    home.cp += robber.purse.copper
    robber.purse = Purse()
    thing = robber.heavy
    robber.heavy = None
    if thing is not None and thing.box is not None:
        home.cp += thing.box.copper
    elif thing is not None and HEAVY[thing.kind].believed:
        home.art += 1
        t.tell("{robber:^} hangs the painting over the bed. Nobody says anything.", rule="ROB-USELESS-04", robber=robber.name)
    elif thing is not None:
        home.heavies.append(thing)
    if "spoiled_food" in robber.pack:
        del robber.pack["spoiled_food"]
        home.cp -= min(home.cp, SICKBED * 100)
        t.tell(
            "{robber:^} eats the spoiled food and spends a month in bed, and up to 30 GP.",
            rule="ROB-USELESS-09",
            robber=robber.name,
        )

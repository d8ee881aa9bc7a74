"""What a dead companion leaves (Appendix A, Multiple players)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital
from ...content import HEAVY, ITEMS
from ...state import Purse, Robber, RobberState
from ..belongings import carrying, packing
from ..character import coins, lots, sheet
from .answers import Found, read


async def remains(t: Table[RobberState]) -> None:
    """What a dead companion carried (ROB-MULTI-12): the survivors may take it, within their limits; not on the run."""
    s = t.state
    for dead in s.robbers:
        if dead.alive or not carries(dead):
            continue
        if s.delve.bearings == "pursued":
            t.tell("{dead}'s things are left where they fell.", rule="ROB-MULTI-12", dead=dead.name)
        else:
            for robber in sheet.living(s):
                if carries(dead):
                    await rummage(t, robber, dead)
        dead.pack, dead.purse, dead.heavy = {}, Purse(), None
        dead.weapon = dead.armor = ""
        dead.shield = False


def carries(robber: Robber) -> bool:
    """Whether there is anything to take."""
    return bool(robber.pack or robber.purse.copper or robber.heavy)


async def rummage(t: Table[RobberState], robber: Robber, dead: Robber) -> None:
    """One survivor takes what they like of what is left."""
    options: dict[str, Option] = {
        Found("take", item).key: Option(capital(ITEMS[item].count(number)), hint=ITEMS[item].note)
        for item, number in dead.pack.items()
    }
    if dead.purse.copper:
        options["take:money"] = Option(coins.describe_purse(dead.purse), hint=f"{coins.gp(dead.purse.copper)} GP")
    if dead.heavy is not None:
        options["take:heavy"] = Option(capital(HEAVY[dead.heavy.kind].name), hint=carrying.heavy_hint(dead.heavy))
    chosen = await t.choose_many(
        robber.seat,
        "{dead} has no more use for this. What does {robber} take?",
        options,
        0,
        len(options),
        rule="ROB-MULTI-12",
        dead=dead.name,
        robber=robber.name,
    )
    for key in chosen:
        what = read(key).what
        if what == "money":
            found, dead.purse = dead.purse, Purse()
            lots.pass_on(t.state, dead, robber)
            await carrying.pocket(t, robber, found)
        elif what == "heavy":
            thing = dead.heavy
            assert thing is not None
            if thing.box is not None and (
                packing.has(robber, "sack") or (robber.heavy is not None and robber.heavy.box is not None)
            ):
                await carrying.pocket(t, robber, thing.box)  # ROB-CARRY-04, -05: one container is enough
                dead.heavy = None
                lots.pass_on(t.state, dead, robber)
            elif await carrying.lift(t, robber, thing, rule="ROB-MULTI-12"):
                dead.heavy = None
                lots.pass_on(t.state, dead, robber)
        else:
            await carrying.gain(t, robber, what, dead.pack.pop(what))
    if chosen:
        t.tell("{robber:^} goes through {dead}'s pockets, with respect.", rule="ROB-MULTI-12", robber=robber.name, dead=dead.name)


AFTER = {"remains": remains}

"""Treasure protection (a dial of ours, from the poster): hoards that are guarded or hidden. Off unless asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from .....engine import Table
from ...state import Robber, RobberState
from ..character import life, sheet
from ..paper.sheets import consult
from ..traps import gases, missiles, pits, victims

SEARCHER = 5  # ROB-MAP-23: High Intelligence or a thief adds this
BLADE, BLADE_LEVEL = "1d8", 1
RUNES = "2d6"


async def overcome(t: Table[RobberState]) -> bool:
    """Guarded or hidden (ROB-MAP-23)? True when the treasure can be taken after all."""
    s = t.state
    opener = sheet.caller(s)
    kind = await consult(t, "V_protection", rule="ROB-MAP-23")
    if kind.key == "hidden":
        return await search(t)
    line = await consult(t, "VI_guarded", rule="ROB-MAP-24")
    t.tell("The treasure is guarded: {what}.", rule="ROB-MAP-24", what=line.text.lower())
    level = s.delve.level
    await EFFECTS[line.effect](t, opener)
    return bool(sheet.living(s)) and s.place == "dungeon" and s.delve.level == level


async def search(t: Table[RobberState]) -> bool:
    """Hidden (ROB-MAP-25): one search for the lot; what is missed stays missed."""
    s = t.state
    line = await consult(t, "VJ_hidden", rule="ROB-MAP-25")
    sharp = any("int" in robber.high or (sheet.calling(robber).searches and robber.level) for robber in sheet.living(s))
    need = line.find_in_20 + (SEARCHER if sharp else 0)
    if await t.roll("1d20", f"the treasure is found on 1-{need}", rule="ROB-MAP-25", seat=s.caller) <= need:
        t.tell("Found, hidden by or in this: {what}.", rule="ROB-MAP-25", what=line.text.lower())
        return True
    t.tell("If there was a treasure here, it is well hidden.", rule="ROB-MAP-25")
    return False


async def save_or_die(t: Table[RobberState], robber: Robber) -> None:
    """Poison, vermin, a symbol."""
    if not await life.save(t, robber, "poison", rule="ROB-MAP-24", bonus=victims.trap_bonus(robber)):
        t.tell("Deadly, and the save fails.", rule="ROB-MAP-24")
        life.drop_dead(t, robber, "guarded treasure", rule="ROB-MAP-24")


async def blade(t: Table[RobberState], robber: Robber) -> None:
    """One attack of level 1 for 1d8."""
    natural = await t.roll("1d20", f"the blade attacks {robber.name}", rule="ROB-MAP-24")
    if natural == 20 or natural + BLADE_LEVEL >= sheet.armor_class(robber):
        life.hurt(t, robber, await t.roll(BLADE, "the blade", rule="ROB-MAP-24"), "guarded treasure", rule="ROB-MAP-24")


async def runes(t: Table[RobberState], robber: Robber) -> None:
    """2d6, half on a save."""
    damage = await t.roll(RUNES, "explosive runes", rule="ROB-MAP-24")
    if await life.save(t, robber, "spell", rule="ROB-MAP-24", bonus=victims.trap_bonus(robber)):
        damage //= 2
    life.hurt(t, robber, damage, "guarded treasure", rule="ROB-MAP-24")


def _trap(trap: Callable[[Table[RobberState]], Awaitable[None]]) -> Callable[[Table[RobberState], Robber], Awaitable[None]]:
    """A trap of the poster, sprung by the lid."""

    async def sprung(t: Table[RobberState], robber: Robber) -> None:
        await trap(t)

    return sprung


EFFECTS: dict[str, Callable[[Table[RobberState], Robber], Awaitable[None]]] = {
    "save or die": save_or_die,
    "arrow_trap": _trap(missiles.arrow_trap),
    "spear_trap": _trap(missiles.spear_trap),
    "one level-1 attack, 1d8": blade,
    "gas": _trap(gases.breathe),
    "pit": _trap(pits.pit),
    "falling": _trap(missiles.falling),
    "2d6, save for half": runes,
}

"""Pits, elevators, chutes and walls (Appendix B): each kind of trap is a small function named by the table's key."""

from __future__ import annotations

from .....engine import Option, Table
from ...content import HEAVY, ITEMS
from ...state import Creature, Robber, RobberState
from ..belongings import carrying
from ..character import life, sheet
from ..character.naming import name_of
from ..character.rolling import roll_on
from ..monsters import henchmen, running
from . import bearings
from .victims import creatures, harm_creature

FALLS = 3  # ROB-TRAP-03: on 1-3 of d6
ESCAPES = 4  # ROB-TRAP-05: 4-6 of d6


async def pit(t: Table[RobberState]) -> None:
    """6-7 (ROB-TRAP-03): 3 in 6 to fall in, 1d6 damage."""
    await fall_in(t, "1d6", "pit", rule="ROB-TRAP-03")


async def spiked_pit(t: Table[RobberState]) -> None:
    """8 (ROB-TRAP-04): 3 in 6 to fall in, 1d6+1 damage."""
    await fall_in(t, "1d6+1", "spiked pit", rule="ROB-TRAP-04")


async def stays_out(t: Table[RobberState], robber: Robber, *, rule: str) -> bool:
    """d6, 1-3 falls; pole and thief's cunning add 1 each (ROB-TRAP-23)."""
    bonus = (1 if "pole" in robber.pack else 0) + (sheet.calling(robber).pits if robber.level else 0)
    face = await t.roll("1d6", f"{robber.name} stays out of it on {FALLS + 1 - bonus}+", rule=rule, seat=robber.seat)
    return face + bonus > FALLS


async def fall_in(t: Table[RobberState], damage: str, cause: str, *, rule: str) -> None:
    """Everyone checks for a pit and takes its damage."""
    s = t.state
    stopped = "{robber:^} stops with both toes over a {cause}."
    for robber in sheet.living(s):
        if await stays_out(t, robber, rule=rule):
            t.tell(stopped, rule=rule, robber=robber.name, cause=cause)
            stopped = "So does {robber}."
        else:
            harm = await t.roll(damage, cause, rule=rule, seat=robber.seat)
            life.hurt(t, robber, harm, cause, rule=rule, how=f"{robber.name} falls into a {cause} for {harm}")
    if s.over:
        return
    for creature in creatures(s):
        if await t.roll("1d6", f"the {name_of(creature)} stays out on {FALLS + 1}+", rule=rule) <= FALLS:
            harm_creature(t, creature, await t.roll(damage, cause, rule=rule), rule=rule)


async def closing_pit(t: Table[RobberState]) -> None:
    """14 (ROB-TRAP-05 to -07): a pit whose walls close; d6 each round, 4-6 escapes; after 1d4+1 tries they meet."""
    s = t.state
    for robber in sheet.living(s):
        if await stays_out(t, robber, rule="ROB-TRAP-05"):
            t.tell("{robber:^} stops at the brink. Below, the walls applaud.", rule="ROB-TRAP-05", robber=robber.name)
            continue
        t.tell("{robber:^} falls in, and the walls begin to move.", rule="ROB-TRAP-05", robber=robber.name)
        life.hurt(t, robber, await t.roll("1d6", "pit", rule="ROB-TRAP-05", seat=robber.seat), "pit", rule="ROB-TRAP-05")
        if robber.alive:
            await escape_walls(t, robber)
    if s.over:
        return
    for creature in creatures(s):
        if await t.roll("1d6", f"the {name_of(creature)} stays out on {FALLS + 1}+", rule="ROB-TRAP-05") <= FALLS:
            harm_creature(t, creature, await t.roll("1d6", "pit", rule="ROB-TRAP-05"), rule="ROB-TRAP-05")
            if creature.hp > 0:
                await creature_escapes(t, creature)


async def escape_walls(t: Table[RobberState], robber: Robber) -> None:
    """Tries to climb out: +1 High Strength, -1 plate, -1 clinging to something Heavy, which may be let go (ROB-TRAP-06)."""
    tries = await t.roll("1d4+1", "rounds until the walls meet", rule="ROB-TRAP-07", seat=robber.seat)
    for left in range(tries, 0, -1):
        if robber.heavy is not None and not HEAVY[robber.heavy.kind].believed:
            key = await t.choose(
                robber.seat,
                "The walls close in: {left:count round|rounds}. Your arms are full of {thing}. Let go?",
                ["keep", "let_go"],
                rule="ROB-TRAP-06",
                describe=lambda key: (
                    Option("Cling to it", hint="-1 to climb out") if key == "keep" else Option("Let go", hint="lost for good")
                ),
                left=left,
                thing=HEAVY[robber.heavy.kind].name,
            )
            if key == "let_go":
                carrying.drop_heavy(t, robber)
        bonus = escape_bonus(robber)
        face = await t.roll("1d6", f"climbing out needs {ESCAPES - bonus}+", rule="ROB-TRAP-05", seat=robber.seat)
        if face + bonus >= ESCAPES:
            t.tell("{robber:^} is out, thinner.", rule="ROB-TRAP-05", robber=robber.name)
            return
    t.tell("{tries:Words} tries, and the walls meet.", rule="ROB-TRAP-07", tries=tries)
    life.drop_dead(t, robber, "closing walls", rule="ROB-TRAP-07")


def escape_bonus(robber: Robber) -> int:
    """What helps and hinders between closing walls (ROB-TRAP-06)."""
    bonus = 1 if sheet.high(robber, "str") else 0
    if robber.armor and ITEMS[robber.armor].family == "plate":
        bonus -= 1
    return bonus - (1 if robber.heavy is not None else 0)


async def creature_escapes(t: Table[RobberState], creature: Creature) -> None:
    """A henchman or pursuer between closing walls."""
    for _ in range(await t.roll("1d4+1", "rounds until the walls meet", rule="ROB-TRAP-07")):
        if await t.roll("1d6", f"the {name_of(creature)} climbs out on {ESCAPES}+", rule="ROB-TRAP-05") >= ESCAPES:
            return
    harm_creature(t, creature, creature.hp, rule="ROB-TRAP-07")


async def elevator1(t: Table[RobberState]) -> None:
    """9 (ROB-TRAP-08, -11): down 1 level, Lost; the pursuer stays above, henchmen ride along."""
    await bearings.fall(t, 1, "The room is an elevator, and it is going down.", rule="ROB-TRAP-08")


async def elevator2(t: Table[RobberState]) -> None:
    """10 (ROB-TRAP-09): down 2 levels."""
    await bearings.fall(t, 2, "The room is an elevator, and in no hurry to stop.", rule="ROB-TRAP-09")


async def elevator2_5(t: Table[RobberState]) -> None:
    """11 (ROB-TRAP-10): down 1d4+1 levels."""
    levels = await t.roll("1d4+1", "levels down", rule="ROB-TRAP-10", seat=t.state.caller)
    await bearings.fall(t, levels, "The room is an elevator, and it has somewhere in mind.", rule="ROB-TRAP-10")


async def sliding_wall(t: Table[RobberState]) -> None:
    """12 (ROB-TRAP-12): a wall slides shut for good between the robber and everybody else; Lost."""
    s = t.state
    for mate in sheet.mates(s):
        henchmen.lose(t, mate, "The {beast} is on the other side of the wall now. It knocks for a while.", rule="ROB-TRAP-12")
    running.shake_off(t, "A wall slides shut in the monster's face.", rule="ROB-TRAP-12")
    s.delve.bearings = "lost"
    t.tell("A wall slides shut behind you. Lost.", rule="ROB-TRAP-12")


async def chute(t: Table[RobberState]) -> None:
    """20 (ROB-TRAP-21): an open chute, down 1 level; nobody has to."""
    key = await t.choose(
        t.state.caller,
        "An open chute, smooth and steep, down into the dark. In?",
        ["in", "no"],
        rule="ROB-TRAP-21",
        describe=lambda key: (
            Option("Slide", hint="down 1 level, lost; nothing follows") if key == "in" else Option("No, thank you")
        ),
    )
    if key == "in":
        await bearings.fall(t, 1, "Down the chute.", rule="ROB-TRAP-21")
    else:
        t.tell("The chute can wait for somebody else.", rule="ROB-TRAP-21")


async def illusory_wall(t: Table[RobberState]) -> None:
    """19 (ROB-TRAP-20): only the hidden chute matters; 1-3 of d6 falls; whoever is parted from the robber is gone."""
    s = t.state
    entry = await roll_on(t, "illusory_wall", rule="ROB-TRAP-20", seat=s.caller)
    if entry.key != "chute":
        t.tell("A wall that is not there, and nothing behind it that matters.", rule="ROB-TRAP-20")
        return
    t.tell("A wall that is not there, and behind it the mouth of a chute.", rule="ROB-TRAP-20")
    falls = [robber for robber in sheet.living(s) if not await stays_out(t, robber, rule="ROB-TRAP-20")]
    for mate in sheet.mates(s):
        down = await t.roll("1d6", f"the {name_of(mate)} stays out on {FALLS + 1}+", rule="ROB-TRAP-20") <= FALLS
        if down != bool(falls):
            henchmen.lose(t, mate, "The {beast} and you part ways, one of you downwards.", rule="ROB-TRAP-20")
    if falls:  # Ruling: a party goes after whoever fell; nobody is left alone below.
        await bearings.fall(t, 1, "Through a wall that was never there, and down a chute that was.", rule="ROB-TRAP-20")
    else:
        t.tell("Everybody stops at the edge. The chute is left to others.", rule="ROB-TRAP-20")

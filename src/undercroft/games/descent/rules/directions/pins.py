"""Pins: strewn on the floor they prick whoever walks over them; aboard a rubber raft they are bad company (DES-SUP-21, -24)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import listed
from ...state import Game, Member, add
from ..basics.throws import doubles, something_waits
from ..company.coming import meet
from ..personas.baggage import discover, held, take_goods
from ..personas.people import leader_seat, living
from ..wounds.wounds import all_lost, defeat, wound

PINS, CUSHION, POWDER = "PINS", "PIN CUSHIONS", "DR. SCHOLL'S FOOT POWDER"
FEET_IN_A_TIN = 4  # personas; a tin is enough for four hoplites too (DES-SUP-24)


def spot(level: int, cell: tuple[int, int]) -> str:
    """A square, as strewn squares are noted."""
    return f"{level}:{cell[0]},{cell[1]}"


def strew(s: Game) -> None:
    """A hundred pins lie where the party stands, for the rest of the descent."""
    here = spot(s.at[0], (s.at[1], s.at[2]))
    if here not in s.strewn:
        s.strewn.append(here)


def walkers(s: Game) -> list[Member]:
    """Those whose feet touch the floor, front line first; wizards of second rank float (DES-WIZ-16)."""
    order = [number for line in s.lines for number in line]
    feet = [m for m in living(s) if not (m.cls == "wizard" and 0 < m.rank <= 2)]
    return sorted(feet, key=lambda m: order.index(m.id) if m.id in order else len(order))


async def tread(t: Table[Game], where: str, *, sees: bool) -> bool:
    """Pins in the way: march over them, powder the feet, sweep them up, or stay; true if the party goes on (DES-SUP-21)."""
    s = t.state
    if where not in s.strewn or not walkers(s):
        return True
    if not sees:
        t.tell("Something crunches underfoot in the dark. Pins!", rule="DES-SUP-21")
        return await _walk_over(t, powdered=False)
    choice = await t.choose(
        leader_seat(s),
        "Pins glitter all over the floor here. How does the party go on?",
        {**_ways_over(s), "back": Option("Stay on this side", rule="DES-SUP-21")},
        rule="DES-SUP-21",
    )
    if choice == "back":
        return False
    if choice != "sweep":
        return await _walk_over(t, powdered=choice == "powder")
    s.strewn.remove(where)
    if not await _sweep(t):
        return True
    await meet(t, jumped=True)
    return False


async def left_by_ninja(t: Table[Game]) -> None:
    """Ninja vanish behind a handful of pins, and the party must get across to where they stood (DES-BST-13, DES-SUP-21)."""
    s = t.state
    if not walkers(s):
        return
    choice = await t.choose(
        leader_seat(s),
        "The floor where the ninja stood is strewn with pins. How does the party get across?",
        _ways_over(s),
        rule="DES-SUP-21",
    )
    if choice == "sweep":
        if await _sweep(t):
            s.spoils.append("company")
        return
    strew(s)
    await _walk_over(t, powdered=choice == "powder")


def _ways_over(s: Game) -> dict[str, str | Option]:
    feet = len(walkers(s))
    safe = min(feet, FEET_IN_A_TIN * held(s, POWDER))
    options: dict[str, str | Option] = {
        "march": Option("March over them", hint="doubles (1 in 6): a hit each, through the sole", rule="DES-SUP-21")
    }
    if safe:
        rest = "nobody is pricked" if safe == feet else f"{safe} are safe, {feet - safe} go without: a tin does for four"
        options["powder"] = Option("Powder the feet first", hint=rest, rule="DES-SUP-24")
    options["sweep"] = Option(
        "Sweep them up", hint="a hundred pins for the baggage; doubles (1 in 6): somebody hears", rule="DES-SUP-21"
    )
    return options


async def _walk_over(t: Table[Game], *, powdered: bool) -> bool:
    """Doubles, and the pins go through every sole that is not powdered (DES-SUP-21, DES-SUP-24); false if that was the end."""
    s = t.state
    bare = walkers(s)
    if powdered:
        discover(t, POWDER)
        t.meet("pins", "powdered feet")
        bare = bare[FEET_IN_A_TIN * held(s, POWDER) :]
        if not bare:
            t.tell("On powdered feet they slide over the pins as over a ballroom floor.", rule="DES-SUP-24")
            return True
    t.meet("pins", "walked over")
    if not await doubles(t, "pins_walked", rule="DES-SUP-21"):
        t.tell("They pick their way across, and nobody is pricked.", rule="DES-SUP-21")
        return True
    t.tell("Ouch! Pins in the feet of {names}.", rule="DES-SUP-21", names=listed([m.name for m in bare]))
    for m in bare:
        await wound(t, m, 1, "pins")
    if all_lost(s):
        await defeat(t)
        return False
    return True


async def _sweep(t: Table[Game]) -> bool:
    """A hundred pins for the baggage, and perhaps somebody who heard (DES-SUP-21); true if so."""
    add(t.state.chest.goods, PINS)
    t.meet("pins", "swept up")
    t.tell("The pins are swept up: a hundred of them for the baggage.", rule="DES-SUP-21")
    return await something_waits(t, "pins_swept", rule="DES-SUP-21")


async def pack_raft(t: Table[Game]) -> bool:
    """Pins in the bags and a raft of rubber: doubles and it bursts, unless they are left or stuck in a cushion (DES-SUP-21,
    DES-MAGW-29); true if the raft still floats.
    """
    s = t.state
    if not s.boat.get("raft") or not held(s, PINS):
        return True
    options: dict[str, str | Option] = {
        "ashore": Option("Leave the pins on the bank", hint="they stay there", rule="DES-SUP-21"),
        "risk": Option("Take them aboard as they are", hint="doubles (1 in 6): the raft bursts", rule="DES-SUP-21"),
    }
    if held(s, CUSHION):
        options["cushion"] = Option("Stick them in the pin cushion", hint="they stay put", rule="DES-SUP-20")
    choice = await t.choose(
        leader_seat(s), "The raft is rubber, and there are loose pins in the bags. What about them?", options, rule="DES-SUP-21"
    )
    if choice == "cushion":
        discover(t, CUSHION)
        t.tell("Every pin goes into the cushion.", rule="DES-SUP-20")
    elif choice == "ashore":
        take_goods(s, PINS, held(s, PINS))
        t.tell("The pins stay on the bank.", rule="DES-SUP-21")
    elif await doubles(t, "pins_aboard", rule="DES-SUP-21", seat=leader_seat(s)):
        discover(t, PINS)
        s.boat["left"] = 0
        t.tell("A pin finds the rubber. The raft sighs, sinks, and everybody swims back to the bank.", rule="DES-SUP-21")
        return False
    return True

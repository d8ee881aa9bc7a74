"""Reptiles: snakes and their venom, crocs that hold on, turtles (DES-BST-07, DES-BST-25)."""

from __future__ import annotations

from .....engine import Table
from ...arsenal import ARMOURS
from ...state import Battle, Foe, Game, Member, dial, member
from ..basics.deeds import Deeds
from ..basics.throws import doubles, one_die
from ..battle.field import record
from ..personas.baggage import discover
from ..personas.people import PEOPLE, full_body, has, living, may_use
from ..wounds.wounds import raise_dead, wound


def _fangs(m: Member, worn: bool) -> None:
    """What a kit would draw is counted (DES-SUP-07)."""
    if worn:
        m.snake_armour += 1
    else:
        m.snake_hits += 1


async def _venom(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if dial(t.state, "snake_venom") and bodily and one == other and m.status == "ready":
        t.meet("doubles", "snake_venom")
        b.venom.append(m.id)
        t.tell("That bite was venomous.", rule="DES-BST-07")


async def _after_snakes(t: Table[Game], b: Battle) -> None:
    """A kit draws the venom, or it does its work (DES-SUP-07, DES-DIAL-10)."""
    s = t.state
    kit = any(has(m, "SNAKE-BITE KITS") and may_use(m, "SNAKE-BITE KITS") for m in living(s))
    if kit:
        await _snake_bites(t, b)
    for number in [] if kit else b.venom:
        m = member(s, number)
        if m.status == "ready":
            hits = await one_die(t, "The gamesmaster", f"for the venom in {m.name}", rule="DES-DIAL-10")
            await wound(t, m, hits, "venom")
    for m in s.members:
        m.snake_hits = 0
        m.snake_armour = 0


async def _snake_bites(t: Table[Game], b: Battle) -> None:
    """A snake-bite kit undoes what snakes did to the living, and brings back one of their dead unless doubles (DES-SUP-07)."""
    s = t.state
    for m in living(s):
        if m.snake_hits or m.snake_armour:
            m.body = min(full_body(s, m), m.body + m.snake_hits)
            m.armour_left += min(m.snake_armour, ARMOURS.get(m.armour, 0) - m.armour_left)
            discover(t, "SNAKE-BITE KITS")
            t.tell("The kit draws the venom from {name}.", rule="DES-SUP-07", name=m.name)
    for number, by in b.slain_by.items():
        m = member(s, number)
        if by == "Snakes" and m.status == "dead" and m.kind in PEOPLE:
            discover(t, "SNAKE-BITE KITS")
            if not await doubles(t, "snake_bite_kit", rule="DES-SUP-07"):
                raise_dead(t, m)
                t.tell("{name} sits up.", rule="DES-SUP-07", name=m.name)
            break


SNAKES = Deeds(dreads=frozenset({"SNAKE SMASHERS"}), marks=_fangs, hits=_venom, battle_won=_after_snakes)


def _at_home(b: Battle) -> int:
    """Crocs are at home in water (DES-BST-25)."""
    return 1 if b.floor == "lake" else 0


async def _hold(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if one + other == 12 and m.status == "ready":
        foe.holds, m.held = m.id, foe.id
        t.tell("The croc holds on!", rule="DES-BST-25")


async def _gnaw(t: Table[Game], b: Battle, foe: Foe) -> None:
    """A croc that holds on takes one hit each round with no throw (DES-BST-25)."""
    victim = member(t.state, foe.holds)
    if victim.status != "ready":
        foe.holds = -1
        return
    t.tell("The croc has not let go of {name}.", rule="DES-BST-25", name=victim.name)
    record(b, f"foe-{foe.id}", "gnaws", victim.name)
    record(b, f"member-{victim.id}", "is gnawed by", "the croc")
    await wound(t, victim, 1, foe.name)


CROCS = Deeds(
    dreads=frozenset({"CROC CRUNCHERS"}),
    bonus=_at_home,
    hits=_hold,
    gnaws=_gnaw,
    heard="a croc that has hold of you does not let go",
)

TURTLES = Deeds(dreads=frozenset({"TURTLE THUMPERS"}))

REPTILES = {"Snakes": SNAKES, "Crocs": CROCS, "Turtles": TURTLES, "Giant Turtle": TURTLES}

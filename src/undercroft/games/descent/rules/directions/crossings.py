"""Crossings: lakes by boat or raft, chasms and trap doors by rope and hook (DES-SPCH-04, DES-SUP-39 to -43)."""

from __future__ import annotations

from .....engine import Option, Table
from ...maze import Level
from ...state import Game, Member, level_of
from ..basics.speech import beside
from ..basics.throws import something_waits, total
from ..company.coming import meet
from ..mapping.mapping import look
from ..mapping.whereabouts import maze_of
from ..personas.baggage import discover, held, take_goods
from ..personas.people import leader_seat, living
from .passages import fall, set_down
from .pins import pack_raft

ROPES_NEEDED = 3  # thirty feet, DES-SUP-39


async def climb(t: Table[Game]) -> None:
    """Thirty feet of rope and a hook: seven or more to catch, each failed try an encounter throw (DES-SUP-39, DES-SUP-40)."""
    s = t.state
    if not await throw_hook(t):
        return
    discover(t, "ROPES")
    spot = (s.at[0] - 1, s.at[1], s.at[2])
    s.at = [spot[0], spot[1], spot[2]]
    ways = [way for way, what in look(s, level_of(s, spot[0]), spot[1], spot[2]).items() if what == "open"]
    if ways:  # step off the trap door
        near = beside((spot[1], spot[2]), ways[0])
        spot = (spot[0], near[0], near[1])
    s.at[0] += 1
    t.tell("Up the rope, one after another.", rule="DES-SUP-39")
    await set_down(t, spot, why="stairs")


async def throw_hook(t: Table[Game]) -> bool:
    """A grappling hook catches on seven or more; a miss is an encounter throw (DES-SUP-40)."""
    s = t.state
    if await total(t, "The party", "the grappling hook", rule="DES-SUP-40", seat=leader_seat(s)) >= 7:
        discover(t, "GRAPPLING HOOKS")
        return True
    t.tell("The hook falls with a clang.", rule="DES-SUP-40")
    if await something_waits(t, "hook_missed", rule="DES-SUP-40"):
        await meet(t, jumped=True)
    return False


async def cross_lake(t: Table[Game]) -> bool:
    """A lake is crossed by boat or raft, in trips, or by those who need neither (DES-SPCH-04, DES-PRI-15, DES-WIZ-16)."""
    s = t.state
    afoot = [m for m in living(s) if not walks_water(m)]
    if not afoot:
        t.tell("They walk across.", rule="DES-PRI-15")
        return True
    launch(s)
    if not s.boat:
        t.tell("Without a boat nobody crosses this water.", rule="DES-SPCH-04")
        return False
    if s.boat["left"] <= 0:
        t.tell("The raft has a hole in it. A patch or a piece of gum would mend it.", rule="DES-MAGW-29")
        return False
    seats = 4 if s.boat.get("raft") else 6
    discover(t, "BOAT") if seats == 6 else t.meet("use", "INFLATABLE RUBBER RAFT")
    if not await pack_raft(t):
        return False
    t.tell("The party is ferried over, {n} at a time.", rule="DES-SUP-41" if seats == 6 else "DES-MAGW-29", n=seats)
    return True


def walks_water(m: Member) -> bool:
    """Priests of first rank walk on water; wizards of second levitate (DES-PRI-15, DES-WIZ-16)."""
    return (m.cls == "priest" and m.rank == 1) or (m.cls == "wizard" and 0 < m.rank <= 2)


def launch(s: Game) -> None:
    """Put the party's boat on the water: five hits, ten more with a steel hull; a raft takes one (DES-SUP-41, -42,
    DES-MAGW-29).
    """
    if s.boat:
        return
    if held(s, "BOAT"):
        full = 5 + (10 if held(s, "STEEL HULL") else 0)
        left = s.tally.get("boat left", full)
        s.boat = {"left": min(left, full), "full": full}
    elif held(s, "INFLATABLE RUBBER RAFT"):
        s.boat = {"left": 1, "full": 1, "raft": 1}


def hit_boat(t: Table[Game]) -> None:
    """A boat takes a hit; at nought it sinks, and a raft lies slack until it is patched (DES-SUP-41, DES-MAGW-29)."""
    s = t.state
    if not s.boat or s.boat["left"] <= 0:
        return
    s.boat["left"] -= 1
    if s.boat["left"] > 0:
        return
    if s.boat.get("raft"):
        t.tell("The raft has a hole in it; it will float no more until it is patched.", rule="DES-MAGW-29")
        return
    take_goods(s, "BOAT", 1)
    if held(s, "STEEL HULL"):
        take_goods(s, "STEEL HULL", 1)
    s.boat = {}
    s.tally.pop("boat left", None)
    t.tell("The boat sinks.", rule="DES-SUP-41")


async def patch(t: Table[Game]) -> None:
    """One patch, or a piece of gum, restores one hit (DES-SUP-43, DES-SUP-34)."""
    s = t.state
    name = "BOAT REPAIR KIT" if held(s, "BOAT REPAIR KIT") else "BUBBLE GUM"
    take_goods(s, name, 1)
    discover(t, name)
    s.boat["left"] += 1
    t.tell("One hit patched.", rule="DES-SUP-43")


async def cross_chasm(t: Table[Game], level: Level, near: tuple[int, int]) -> bool:
    """A chasm is crossed by rope and hook or by floating; or one falls two levels (DES-SPCH-04)."""
    s = t.state
    if all(m.cls == "wizard" and 0 < m.rank <= 2 for m in living(s)):
        return True
    t.meet("feature", "chasm")
    options: dict[str, str | Option] = {"back": "Stay on this side"}
    if held(s, "ROPES") >= ROPES_NEEDED and held(s, "GRAPPLING HOOKS"):
        options["rope"] = Option("Throw the hook and rope across", hint="7 or more", rule="DES-SUP-40")
    to = maze_of(s).drop(level, *near, level.cell(*near))[0]
    if any(other.number == to[0] and other.cell(to[1], to[2]) != " " for other in s.levels):
        options["leap"] = Option("Jump in", hint="you land two levels down", rule="DES-SPCH-04")
    choice = await t.choose(leader_seat(s), "A chasm yawns. What now?", options, rule="DES-SPCH-04")
    if choice == "rope":
        if await throw_hook(t):
            discover(t, "ROPES")
            return True
    elif choice == "leap":
        t.meet("feature", "chasm")
        await fall(t, to, why="chasm")
    return False

"""What an Alpha Villain has built, its inner sanctum above all (HST-AVCO, HST-SANC)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note
from ...content import Sanctum
from ...desk import decide, pick
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import works
from ...ground.web import Spot
from ...state import Group, Host, Villain
from ..conventions import stacks
from ..encounters.encounters import sanctum_of

PRICE = 3  # HST-AVIL-08


def spendable(s: Host, group: Group) -> int:
    """Loot it may spend: a hoard keeps one, a heartgem stays (HST-SANC-03, HST-SANC-04)."""
    kept = sanctum_of(s, group).keep_loot if group.sanctum else 0
    return max(0, bd.loot(s, group.id) - kept)


def spend(s: Host, group: Group, price: int) -> None:
    """Pay; the heartgem is never touched."""
    purse = [b for b in bd.of(s, group.id, "loot") if b.role != "heartgem"]
    for bead in purse[:price]:
        bd.remove(s, bead)


async def build(t: Table[Host], villain: Villain, group: Group) -> None:
    """Down the construction table from the top until nothing more can be bought (HST-AVIL-05)."""
    s = t.state
    if "The Grand Lair" not in villain.built and spendable(s, group) >= 3:
        spend(s, group, 3)
        while len(group.rooms) < 3 or len([r for r in group.rooms if r != group.lair]) < 2:
            add_room(s, group, "grand lair", "HST-AVCO-01")
        s.rooms[group.lair].name = s.rooms[group.lair].name or f"Grand Lair of {group.name}"
        _built(t, villain, group, "The Grand Lair", "HST-AVCO-01", group.lair)
    if "Temple Complex" not in villain.built and group.alignment in ("lawful", "chaotic") and spendable(s, group) >= 1:
        spend(s, group, 1)
        _built(t, villain, group, "Temple Complex", "HST-AVCO-02", add_room(s, group, "temple", "HST-AVCO-02", tags=("temple",)))
    line = sanctum_of(s, group)
    if "Inner Sanctum" not in villain.built and spendable(s, group) >= line.cost:
        spend(s, group, line.cost)
        await inner_sanctum(t, villain, group, line)
    while villain.works < entrances(s, group) and spendable(s, group) >= 1:
        spend(s, group, 1)
        villain.works += 1
        works.landmark(s, "defensive works", "defensive works", gr.node_xy(s, group.lair), "HST-AVCO-04", group.lair)
        _built(t, villain, group, "Defensive Works", "HST-AVCO-04", group.lair)


def _built(t: Table[Host], villain: Villain, group: Group, what: str, rule: str, room: int) -> None:
    text = "{who} had more {what} built." if what in villain.built else "{who} had its {what} built."
    villain.built.append(what)
    t.meet("alpha villain construction", what)
    note(t, "built", text, rule, by=group, room=room, what=what.removeprefix("The "))


def add_room(s: Host, group: Group, label: str, rule: str, *, size: str = "bead", tags: tuple[str, ...] = ()) -> int:
    """One more room of the lair."""
    lair = s.rooms[group.lair]
    room = works.room_near(
        s, (lair.x, lair.y), size, "villain", rule, rooms=[lair.id], owner=group.id, label=label, tags=tags, start=s.measures.bead
    )
    if room.id not in group.rooms:
        group.rooms.append(room.id)
    return room.id


def entrances(s: Host, group: Group) -> int:
    """Ways into the lair: passages that lead out of its rooms to elsewhere (HST-AVCO-04)."""
    out: dict[int, None] = {}
    for rid in group.rooms:
        for way in gr.ways_on(s, Spot(rid)):
            stop = gr.next_stop(s, way)
            if stop is not None and stop.node not in group.rooms:
                out[way.passage] = None
    return len(out)


async def inner_sanctum(t: Table[Host], villain: Villain, group: Group, line: Sanctum) -> None:
    """By the kind of beast (HST-SANC-00 to 11)."""
    s = t.state
    villain.built.append("Inner Sanctum")
    name = line.name
    if line.choice:
        suggestion = pick(s, "fire_giant_sanctum", line.choice)
        name = await decide(
            t,
            "fire_giant_sanctum",
            "A hall to drink in, or a forge?",
            {c: Option(c) for c in line.choice},
            suggestion,
            rule="HST-SANC-11",
            about=villain.group,
        )
    size = (
        "three_bead"
        if line.min_size_beads >= 3
        else "two_bead"
        if name in ("Arena of Death", "Palace", "Throne Room", "Drinking Hall")
        else "bead"
    )
    room = add_room(s, group, name, "HST-AVCO-03", size=size, tags=("sanctum",))
    group.sanctum = name
    t.meet("inner sanctum", name)
    for _ in range(line.pop):
        bd.make(s, "pop", group.id, room)
    for _ in range(line.loot):
        bd.make(s, "loot", group.id, room, role="heartgem", source="sanctum")
    if line.guard_pop:
        stacks.new_stack(s, "Arena Beast", room, line.guard_pop, roams=False).ignores = group.id
    note(t, "built", "{who} had its {what} made.", "HST-AVCO-03", by=group, room=room, what=name)

"""The Primordial Age: three dice on an empty page (HST-PRIM)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from .....engine import Option, Table
from .....engine.words import capital
from ...answers import Own
from ...chronicle import note, roll
from ...content import line_at, primordial
from ...desk import decide, drop, name_it, pick
from ...entries import own_entries
from ...ground import beads as bd
from ...ground.web import new_id
from ...state import Group, Host, stream
from ..conventions.entries import NESTING, TABLES, play_entry
from ..conventions.treasure import treasure
from .caverns import cave_at, cave_complex, natural_caverns
from .deposits import gold_vein, mithral
from .rivers import underground_river


async def primordial_step(t: Table[Host]) -> None:
    """One event of the age; after the last one the Age of Civilization begins (HST-PRIM-03)."""
    s = t.state
    s.nested = 0
    s.events_left -= 1
    await primordial_event(t)


async def primordial_event(t: Table[Host]) -> None:
    """A d8 on the map, read in the table; its place is where the event takes place (HST-PRIM-03 to 05)."""
    face = await roll(t, "1d8", "primordial event", "HST-PRIM-05")
    await apply_event(t, line_at(primordial().primordial_events, face).id)


async def apply_event(t: Table[Host], event: str) -> None:
    """Carry out one line of the Primordial Events table."""
    t.meet("primordial event", event)
    await EVENTS.get(event, special)(t)


async def ancient_wyrm(t: Table[Host]) -> Group:
    """A cave of two beads, a wyrm with a name, and its first treasure (HST-PRIM-14)."""
    s = t.state
    room = await cave_at(t, "HST-PRIM-14", "two_bead")
    name = await name_it(t, "wyrm", "the ancient wyrm", rule="HST-PRIM-14")
    group = Group(new_id(s), "wyrm", "Ancient Wyrm", name, "hungry", 0, s.absolute, room.id, [room.id])
    s.groups[group.id] = group
    room.owner, room.label = group.id, name
    room.tags.append("wyrm")
    bd.make(s, "pop", group.id, room.id)
    await treasure(t, bd.make(s, "loot", group.id, room.id, source="wyrm"), "artifact", "HST-PRIM-14")
    note(
        t,
        "formed",
        "{name}, an ancient wyrm, curled up in the deep and began to count.",
        "HST-PRIM-14",
        actor=group.id,
        room=room.id,
        name=name,
    )
    return group


async def special(t: Table[Host]) -> None:
    """An 8: on a further 6 an event of one's own or of one's choice, else the disaster table (HST-PRIM-17)."""
    s = t.state
    s.nested += 1
    if s.nested > NESTING:
        await apply_event(t, list(EVENTS)[stream(s, "judge", len(EVENTS))])
        return
    face = await roll(t, "1d6", "what strange thing", "HST-PRIM-17")
    if face != 6:
        await TABLES["great_disaster"](t)
        return
    entries = own_entries("primordial_event", s.custom)
    own = {Own(str(entry["id"])).key: Option(str(entry["name"]), hint=str(entry.get("description", ""))) for entry in entries}
    listed = {event: Option(capital(event.replace("_", " "))) for event in EVENTS}
    kind = pick(s, "primordial_eight_six", ("listed", "own"))
    keys = list(own if kind == "own" else listed)
    suggestion = keys[stream(s, "judge", len(keys))]
    key = await decide(
        t,
        "primordial_eight_six",
        "Six! Invent a primordial event, or pick one.",
        {**own, **listed},
        suggestion,
        rule="HST-PRIM-17",
    )
    if key in own:
        entry = next(entry for entry in entries if Own(str(entry["id"])).key == key)
        t.meet("own entry", "primordial_event")
        await play_entry(t, entry, await drop(t, "HST-PRIM-17"), "HST-PRIM-17")
    else:
        await apply_event(t, key)


EVENTS: dict[str, Callable[[Table[Host]], Awaitable[object]]] = {  # what an eight and a six may choose from
    "mithral": mithral,
    "natural_caverns": natural_caverns,
    "gold_vein": gold_vein,
    "cave_complex": cave_complex,
    "underground_river": underground_river,
    "ancient_wyrm": ancient_wyrm,
}

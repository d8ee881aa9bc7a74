"""A people of the author's own, played from its lists (HST-CUST-04, HST-CIV-05)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note
from ...desk import decide, next_drop, pick
from ...entries import own_entries
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import lodes, works
from ...ground import page as pg
from ...ground.web import new_id
from ...state import Civ, Group, Host, Point
from ..civilization.customs import Customs
from ..civilization.decline import all_beads, end, heads, new_civ
from ..conventions.entries import Occasion, apply
from ..primordial.deposits import gold_vein
from .effects import _entry, holds


async def set_up(t: Table[Host]) -> Civ:
    """A people of the author's own, or one from our library (HST-CUST-04)."""
    s = t.state
    entries = own_entries("civilization", s.custom)
    options = {str(entry["id"]): Option(str(entry["name"]), hint=str(entry.get("description", ""))) for entry in entries}
    suggestion = pick(s, "own_entry", list(options))
    key = await decide(t, "own_entry", "A people of your own making. Which?", options, suggestion, rule="HST-CIV-05")
    entry = next(entry for entry in entries if entry["id"] == key)
    t.meet("own entry", "civilization")
    if not lodes.unmined(s):
        await gold_vein(t)
    group = Group(new_id(s), "custom", str(entry["name"]), str(entry["name"]), "lawful", 0, s.absolute, colour=str(entry["pen"]))
    civ = new_civ(
        s,
        "custom",
        f"the {entry['name']}" if not str(entry["name"]).lower().startswith("the ") else str(entry["name"]),
        group,
        str(entry["pen"]),
    )
    civ.entry = str(entry["id"])
    note(t, "founded", "{who} came into the world. It was year zero.", "HST-CUST-04", actor=group.id, who=civ.name)
    start = pg.fit_underground(s.page, *next_drop(s), 0.4, 0.4, s.measures.bead)
    for effect in entry["setup"]:
        if not civ.ended:
            await apply(t, effect, Occasion(start, "HST-CUST-04", group.id, civ))
    if not civ.ended and not bd.pop(s, group.id):
        works.house(s, group.id, "pop", "delver", "HST-CUST-04") if group.lair else None
        check(t, civ)
    return civ


async def season(t: Table[Host], civ: Civ, which: str) -> None:
    """One season by the entry's own list."""
    entry = _entry(t.state, civ)
    at = gr.node_xy(t.state, t.state.groups[civ.people[0]].lair)
    for effect in entry["season"][which]:
        if civ.ended:
            return
        await apply(t, effect, Occasion(at, "HST-CUST-04", civ.people[0], civ))
    if not civ.ended:
        for row in entry["end"]:
            if await holds(t, str(row["test"]), civ, civ.people[0]):
                end(t, civ, str(row["reason"]), "HST-CUST-04")
                return


def check(t: Table[Host], civ: Civ) -> None:
    """A people without people is gone."""
    if not civ.ended and not bd.pop(t.state, civ.people[0]):
        entry = _entry(t.state, civ)
        why = next((str(row["reason"]) for row in entry["end"] if str(row["test"]) == "pop <= 0"), "nobody was left")
        end(t, civ, why, "HST-CUST-04")


def casualties(t: Table[Host], civ: Civ, count: int, at: Point | None) -> int:
    """Losses, closest to the breach first."""
    s = t.state
    beads = sorted(bd.of(s, civ.people[0], "pop"), key=lambda b: (pg.dist(bd.xy(s, b), at) if at else 0.0, b.id))[:count]
    for bead in beads:
        bd.remove(s, bead)
    civ.deaths += len(beads)
    check(t, civ)
    return len(beads)


def clean_up(t: Table[Host], civ: Civ) -> None:
    """People and loose loot go; what the entry keeps stays, ownerless."""
    s = t.state
    keep = _entry(s, civ)["cleanup"].get("keep", [])
    for gid in civ.people:
        for bead in [*bd.of(s, gid, "pop"), *bd.of(s, gid, "loot")]:
            if bead.colour == "loot" and bead.room and s.rooms[bead.room].label in keep:
                bd.give(s, bead, 0)
            else:
                bd.remove(s, bead)
    for rid in civ.rooms:
        s.rooms[rid].owner = 0


async def no_row(t: Table[Host], winner: Civ, loser: Civ) -> str:
    """No line of Civilized Conflict is theirs."""
    return ""


OWN_PEOPLE = Customs(
    title="A people of your own",
    hint="from your own file, or from our library",
    hand="delver",
    set_up=set_up,
    season=season,
    casualties=casualties,
    check=check,
    clean_up=clean_up,
    strength=heads,
    keeps_slaves=False,
    fears=all_beads,
    worm_digs=False,
    row="",
    prevails=no_row,
)

"""The Demon civilization: ten princes, a pit, and a worm that digs (HST-DEMN, HST-DMCN)."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import article
from ...chronicle import note
from ...desk import random_heading
from ...ground import beads as bd
from ...ground import lodes, nearby, tunnels, works
from ...ground import page as pg
from ...ground.web import new_id
from ...state import Civ, Group, Host, Stack, stream
from ..civilization.customs import Customs
from ..civilization.decline import civ_room, heads, lose, new_civ
from ..conventions import stacks
from ..conventions.treasure import treasure
from ..primordial.caverns import cave_complex
from .princes import casualties, check, make_own, pit_of, princes
from .tunnel_worm import devour, hunt, nest, prey, worm_digs


async def set_up(t: Table[Host]) -> Civ:
    """The Pit with ten princes an inch above the bottom, and the worm (HST-DEMN-02 to 05)."""
    s = t.state
    if not any(stack.flavour == "Beasts" for stack in s.stacks.values()):
        await cave_complex(t)
    group = Group(new_id(s), "demon", "Demons", "the Demons", "chaotic", 0, s.absolute, colour="red")
    civ = new_civ(s, "demon", "the Demons", group, "red")
    w, h = works.box(s, "demon_pit")
    y = pg.r2(s.page.height / 2 if s.page.under else s.page.height - 1.0)
    x = 0.0
    less = None
    for _ in range(60):
        x = pg.r2(w / 2 + 0.1 + stream(s, "place", 1000) / 1000 * (s.page.width - w - 0.2))
        if pg.underground(s.page, x, y, w, h) and nearby.clear_of_rooms(s, x, y, w, h):
            break
    else:
        (x, y), less = works.fitted(s, (x, y), "demon_pit")
    pit = works.draw_room(
        s,
        (x, y),
        "demon_pit",
        "demon",
        "HST-DEMN-04",
        kind="pit",
        label="Demon Pit",
        owner=group.id,
        tags=["unnameable"],
        dims=less,
    )
    pit.capacity = 10
    group.lair = pit.id
    group.rooms.append(pit.id)
    civ_room(civ, [pit])
    civ.worm = pit.id
    for _ in range(10):
        bd.make(s, "pop", group.id, pit.id)
    note(
        t,
        "founded",
        "Ten Demon princes fell into the world and could not get out. It was year zero.",
        "HST-DEMN-04",
        actor=group.id,
        room=pit.id,
    )
    return civ


async def season(t: Table[Host], civ: Civ, which: str) -> None:
    """The Demon year: infighting, sacrifice, nest, hunger."""
    if which == "spring":
        civ.sacrificed = False
        civ.touched = []
        spring(t, civ)
    elif which == "summer":
        await summer(t, civ)
    elif which == "fall":
        nest(t, civ)
    else:
        await winter(t, civ)


def spring(t: Table[Host], civ: Civ) -> None:
    """Infighting kills one prince (HST-DEMN-06)."""
    s = t.state
    bd.remove(s, bd.of(s, civ.people[0], "pop")[-1])
    note(
        t,
        "died",
        "A Demon prince was murdered by the others; {n:words} {n:was|were} left.",
        "HST-DEMN-06",
        actor=civ.people[0],
        room=pit_of(s, civ).id,
        n=princes(s, civ),
    )
    check(t, civ)


async def summer(t: Table[Host], civ: Civ) -> None:
    """A victim at the worm's place builds a palace; otherwise the worm goes looking (HST-DEMN-07, HST-DEMN-08)."""
    s = t.state
    victims = prey(s, civ)
    if not victims:
        return
    first = victims[0]
    if first.far <= s.measures.bead + 1e-6:
        await devour(t, civ, first)
        await demon_palace(t, civ)
        return
    await hunt(t, civ, first)


async def demon_palace(t: Table[Host], civ: Civ) -> None:
    """A palace joined to the Pit; one prince moves there with a treasure and stays in this world (HST-DMCN-01)."""
    s = t.state
    group = s.groups[civ.people[0]]
    pit = pit_of(s, civ)
    room = works.room_near(
        s,
        (pit.x, pit.y),
        "two_bead",
        "demon",
        "HST-DMCN-01",
        rooms=[pit.id],
        owner=group.id,
        kind="palace",
        label="Demon Palace",
        start=s.measures.bead,
    )
    make_own(s, civ, room)
    t.meet("demon construction", "Demon Palace")
    demons = bd.of(s, group.id, "pop")
    stack = stacks.new_stack(s, "Palace Demon", room.id, 0, roams=False)
    if demons:
        bd.move(s, demons[-1], room.id)
        bd.give(s, demons[-1], stack.id)
        await treasure(t, bd.make(s, "loot", stack.id, room.id, source="palace"), "artifact", "HST-DMCN-01")
    note(
        t,
        "sacrifice",
        "The worm found a victim where it lay; a Demon Palace marks the year.",
        "HST-DMCN-01",
        actor=group.id,
        room=room.id,
    )
    check(t, civ)


async def winter(t: Table[Host], civ: Civ) -> None:
    """Without a sacrifice the worm digs at random; then features touched get their constructions (HST-DEMN-10, HST-DEMN-11)."""
    s = t.state
    if not civ.sacrificed:
        worm = s.rooms[civ.worm]
        angle = random_heading(s, (worm.x, worm.y), s.measures.finger)
        start = pg.edge_of_box(pg.away((worm.x, worm.y), angle, 9), worm.x, worm.y, worm.w, worm.h)
        await worm_digs(t, civ, start, pg.away(start, angle, s.measures.finger), s.measures.finger, "HST-DEMN-10", hungry=False)
    for thing in list(civ.touched):
        if not civ.ended and thing not in civ.used:
            await construct(t, civ, thing)


async def construct(t: Table[Host], civ: Civ, thing: int) -> None:
    """Bile Pit, Infernal Engine, Gateway Stone or Soul Mill, each with a bound Demon (HST-DEMN-12, HST-DMCN-03 to 06)."""
    s = t.state
    name, near, rule = "", (0.0, 0.0), ""
    gift = 0
    if thing in s.rooms and s.rooms[thing].plague:
        cave = s.rooms[thing]
        name, rule, near = "Bile Pit", "HST-DMCN-03", (cave.x, cave.y + cave.h / 2 + s.measures.bead)
    elif thing in s.ores:
        ore = s.ores[thing]
        worm = s.rooms[civ.worm]
        left = [cell for cell in ore.cells if cell.remaining > 0] or ore.cells
        cell = min(left, key=lambda c: lodes.cell_distance((worm.x, worm.y), c))
        near = lodes.anchor(cell)
        if ore.kind == "mithral":
            name, rule, gift = "Infernal Engine", "HST-DMCN-04", 1
            lodes.mine_out(s, cell, 1.0, civ.people[0])
        else:
            name, rule = "Gateway Stone", "HST-DMCN-05"
    elif thing in s.passages and s.passages[thing].kind == "river":
        name, rule = "Soul Mill", "HST-DMCN-06"
        worm = s.rooms[civ.worm]
        _, offset = nearby.way_distance((worm.x, worm.y), s.passages[thing])
        near = pg.along(s.passages[thing].points, offset)
    if not name:
        return
    civ.used.append(thing)
    t.meet("demon construction", name)
    group = s.groups[civ.people[0]]
    first = 6 if name == "Bile Pit" else -1
    spots = works.sites(s, near, works.box(s, "bead"), many=1, first_angle=first)
    room = works.room_near(
        s,
        near,
        "bead",
        "demon",
        rule,
        rooms=[],
        ways=[],
        owner=group.id,
        kind="room",
        label=name,
        joined=False,
        at=spots[0] if spots else None,
    )
    tunnels.connect(s, room, "demon", rule, rooms=[civ.worm, *civ.rooms[:1]], ways=civ.works[-3:], owner=group.id)
    make_own(s, civ, room)
    demons = bd.of(s, group.id, "pop")
    if demons:
        stack = stacks.new_stack(s, "Bound Demon", room.id, 0, roams=False)
        bd.move(s, demons[-1], room.id)
        bd.give(s, demons[-1], stack.id)
        for _ in range(gift):
            bd.make(s, "loot", stack.id, room.id, source="engine")
    note(
        t,
        "built",
        "The Demons made {what} and bound one of their own to it.",
        rule,
        actor=group.id,
        room=room.id,
        what=f"{article(name)} {name}",
    )
    check(t, civ)


def clean_up(t: Table[Host], civ: Civ) -> None:
    """The worm becomes a monster with its hoard; the Pit becomes a plague cave (HST-DEMN-16)."""
    s = t.state
    group = civ.people[0]
    for bead in bd.of(s, group, "pop"):
        bd.remove(s, bead)
    worm = stacks.new_stack(s, "Tunnel Worm", civ.worm, 1, roams=True)
    for bead in bd.of(s, group, "loot"):
        if bead.role == "hoard":
            bead.role = ""
            bd.move(s, bead, civ.worm)
            bd.give(s, bead, worm.id)
        else:
            bd.give(s, bead, 0)
    pit = pit_of(s, civ)
    pit.plague, pit.label, pit.kind = 1, "Demon Pit (plague 1)", "cave"
    for rid in civ.rooms:
        s.rooms[rid].owner = 0


def fears(stack: Stack) -> bool:
    """Nothing in the rock frightens a Demon."""
    return False


async def wrath(t: Table[Host], winner: Civ, loser: Civ) -> str:
    """Demons kill two (HST-CONF-05)."""
    return f"{winner.name} slew {lose(t, loser, 2)}"


DEMONS = Customs(
    title="Demons",
    hint="ten princes in a pit and a worm that digs",
    hand="demon",
    set_up=set_up,
    season=season,
    casualties=casualties,
    check=check,
    clean_up=clean_up,
    strength=heads,
    keeps_slaves=False,
    fears=fears,
    worm_digs=True,
    row="demon_wrath",
    prevails=wrath,
)

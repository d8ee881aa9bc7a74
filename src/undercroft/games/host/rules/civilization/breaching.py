"""What digging breaks into (HST-CIV-06, HST-CIV-07, HST-GEO-18)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...ground import beads as bd
from ...ground import page as pg
from ...ground import tunnels, wiring
from ...state import Civ, Group, Host, Point, Room
from ..advanced.flood import maybe_flood
from ..conventions import stacks
from .conflict import clash
from .customs import CUSTOMS
from .decline import end, lose, population


async def dig_way(
    t: Table[Host], civ: Civ, start: Point, target: Point, length: float, rule: str, *, kind: str = "tunnel", entrance: str = "",
    from_surface: bool = False,
) -> tunnels.Plan:  # fmt: skip
    """Dig towards a target, resolving each feature in the order touched; digging stops where the age ends (HST-GEO-18)."""
    s = t.state
    group = civ.acting or civ.people[0]
    hand = CUSTOMS[civ.kind].hand
    found = tunnels.plan(s, start, target, length, hand, skip_rooms=civ.rooms, skip_ways=civ.works, from_surface=from_surface)
    points = found.points
    floods: list[tunnels.Touch] = []
    for touch in found.touches:
        if touch.kind in ("room", "river"):
            floods.append(touch)
        await breach(t, civ, touch, pg.along(found.points, touch.offset))
        if civ.ended:
            points = wiring.tidy(pg.part(found.points, 0.0, max(0.05, touch.offset)))
            break
    passage = tunnels.dig(s, points, hand, rule, kind=kind, owner=group, entrance=entrance)
    passage.colour = civ.colour
    civ.works.append(passage.id)
    if not civ.ended:
        for touch in floods:
            await maybe_flood(t, touch.kind, touch.id, passage, pg.along(found.points, min(touch.offset, found.length)))
    return tunnels.Plan(points, pg.length(points), found.touches, "breach" if civ.ended else found.ended)


def _suffered(s: Host, civ: Civ, feature: int) -> bool:
    """Whether this hazard has hurt the civilization before; notes it if not."""
    if any(feature in s.groups[gid].hazards for gid in civ.people):
        return True
    s.groups[civ.people[0]].hazards.append(feature)
    return False


async def breach(t: Table[Host], civ: Civ, touch: tunnels.Touch, at: Point) -> None:
    """What a feature does to the diggers when they break into it (HST-CIV-06, HST-CIV-07)."""
    s = t.state
    if touch.kind == "room":
        await _breach_room(t, civ, s.rooms[touch.id], at)
        room_civ = next((other for other in s.civs if other is not civ and not other.ended and touch.id in other.rooms), None)
        if room_civ is not None:
            await clash(t, civ, room_civ)
    elif touch.kind == "passage":
        other = next((other for other in s.civs if other is not civ and not other.ended and touch.id in other.works), None)
        if other is not None:
            await clash(t, civ, other)
    if CUSTOMS[civ.kind].worm_digs and not civ.ended and touch.id not in civ.touched:
        civ.touched.append(touch.id)


async def _breach_room(t: Table[Host], civ: Civ, room: Room, at: Point) -> None:
    s = t.state
    room.secret = False
    if room.plague and not _suffered(s, civ, room.id):
        note(
            t, "died", "{who} broke into a plague cave; {n:words} died of it.", "HST-CAVE-02", by=civ, room=room.id, n=room.plague
        )
        lose(t, civ, room.plague, at)
        if civ.ended:
            return
    for stack in stacks.stacks_in(s, room.id):
        if not CUSTOMS[civ.kind].fears(stack):
            continue
        hurt = min(stacks.strength(s, stack), population(s, civ))
        note(
            t,
            "died",
            "{who} woke {what}; {n:words} fell before it was put down." if hurt else "{who} woke {what} and put it down unhurt.",
            "HST-PRIM-11",
            by=civ,
            room=room.id,
            what=stack.flavour.lower(),
            n=hurt,
        )
        stacks.lose(s, stack, hurt)
        lose(t, civ, hurt, at)
        if civ.ended:
            return
    wyrm = next((g for g in s.groups.values() if g.alive and g.type == "wyrm" and g.lair == room.id), None)
    if wyrm is not None and not _suffered(s, civ, room.id):
        paid = pay_wyrm(s, civ, wyrm)
        note(
            t,
            "tribute",
            "{who} met {wyrm} and " + ("left a treasure behind." if paid else "had nothing to give."),
            "HST-PRIM-15",
            actor=wyrm.id,
            room=room.id,
            who=civ.name,
            wyrm=wyrm.name,
        )
    if "fate" in room.tags:
        room.tags.remove("fate")
        room.label = ""
        note(t, "age_end", "{who} opened the cave called Fate.", "HST-CAVE-06", by=civ, room=room.id)
        end(t, civ, "Fate was waiting in the dark", "HST-CAVE-06")


def pay_wyrm(s: Host, civ: Civ, wyrm: Group) -> bool:
    """One loot goes to the wyrm's hoard (HST-PRIM-15)."""
    for gid in civ.people if not civ.acting else [civ.acting, *civ.people]:
        mine = [bead for bead in bd.of(s, gid, "loot") if bead.role != "treasure"]
        if mine:
            bd.move(s, mine[0], wyrm.lair)
            bd.give(s, mine[0], wyrm.id)
            return True
    return False

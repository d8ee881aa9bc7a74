"""Alpha predators: their season, and what they take from others (HST-ALPH)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import count
from ...chronicle import note, say
from ...desk import called, decide
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, tunnels, works
from ...ground import page as pg
from ...ground.web import Spot, web
from ...state import Group, Host, Point
from ..encounters.bonds import is_kindred
from ..encounters.encounters import Meeting, Nature, alone, encounter, is_beast
from ..encounters.fortunes import hold, leave_loot, loot_from, lose_pop
from ..encounters.kinds import flavour
from ..encounters.lairs import may_lair, move_lair, relocate
from ..encounters.oddities import oddity
from ..encounters.skirmishes import meet_building, meet_stack
from ..encounters.steering import prey_of
from ..encounters.zones import halted, rivals
from .digging import other_section


async def alpha_season(t: Table[Host], group: Group) -> None:
    """Forage, else gather, else eat one's savings, else move (flow "alpha_season")."""
    s = t.state
    what = flavour(s, group)
    fed = await forage(t, group)
    if halted(s, group):
        return
    if not fed:
        await go_hungry(t, group)
    if halted(s, group):
        return
    if what.maze_cost and bd.loot(s, group.id) >= what.maze_cost and "maze" not in s.rooms[group.lair].tags:
        options = {"maze": Option("Make the lair a maze", hint="1 loot; +1 in conflicts there"), "save": Option("Keep the loot")}
        prompt, who = "Shall {who} make a maze of its lair?", called(s, group)
        if await decide(t, "maze", prompt, options, "maze", rule="HST-ALPF-04", about=group.id, who=who) == "maze":
            for bead in bd.of(s, group.id, "loot")[: what.maze_cost]:
                bd.remove(s, bead)
            s.rooms[group.lair].tags.append("maze")
            t.meet("odd power", "maze")
            note(t, "built", "{who} made its lair a maze.", "HST-ALPF-04", by=group, room=group.lair)


def in_range(s: Host, group: Group) -> dict[int, float]:
    """Rooms within a finger of the lair; a water dweller goes along rivers and through flooded places (HST-FLOD-13)."""

    def may_enter(node: int, passage: int) -> bool:
        return s.passages[passage].kind == "river" or s.passages[passage].fluid == "water"

    if flavour(s, group).stays_in:
        return gr.reach(s, Spot(group.lair), s.measures.finger, wet=True, may_enter=may_enter).far
    return gr.reach(s, Spot(group.lair), s.measures.finger).far


async def forage(t: Table[Host], group: Group, *, meets: bool = True) -> bool:
    """Up to a finger to the closest population, one encounter; else all free loot in range. Whether anything was found."""
    s = t.state
    what = flavour(s, group)
    found = in_range(s, group)
    if what.loot_first and gather(t, group, found, straight=True):
        return True
    prey = prey_list(s, group, found)
    digging = False
    if not prey and "prey" in what.digs_to:
        prey = prey_list(s, group, None)
        digging = True
    if prey:
        _far, kind, thing, room = await prey_of(t, group, prey)
        if digging:
            await dig_to(t, group, thing, kind, room)
        if not halted(s, group):
            await hunt(t, group, kind, thing, room)
        return True
    return gather(t, group, found, straight="loot" in what.digs_to)


def prey_list(s: Host, group: Group, found: dict[int, float] | None) -> list[tuple[float, str, int, int]]:
    """Population in range, the closest first; straight distance when `found` is None (diggers)."""
    lair = gr.node_xy(s, group.lair)
    reach = s.measures.finger
    swims = flavour(s, group).stays_in
    out: list[tuple[float, float, float, str, int, int]] = []

    def straight(at: Point) -> float | None:
        far = pg.dist(lair, at)
        return far if far <= reach else None

    for other in rivals(s, group.id):
        if other.id in group.bribed and bd.loot(s, other.id) > 0:
            continue
        if other.master == group.id or is_kindred(group, other):
            continue
        best = None
        rooms = dict.fromkeys(bd.stand(s, other.id).homes)
        if not rooms and alone(s, other.id):
            rooms = {other.lair: None}
        if swims:
            rooms |= dict.fromkeys([*other.rooms, *other.held])
        for rid in rooms:
            far = found.get(rid) if found is not None else straight(gr.node_xy(s, rid))
            if far is not None and (best is None or far < best[0]):
                best = (far, rid)
        if best is not None:
            out.append((round(best[0], 3), -gr.node_xy(s, best[1])[1], gr.node_xy(s, best[1])[0], "group", other.id, best[1]))
    for stack in s.stacks.values():
        if stack.ignores == group.id or oddity(stack).inert:
            continue
        at = bd.stack_xy(s, stack.id)
        if stack.passage and found is not None:
            ends = [
                found[stop.node] + abs(stop.offset - stack.offset)
                for stop in gr.stops_between(s, stack.passage, stack.offset - reach, stack.offset + reach)
                if stop.node in found
            ]
            far = min(ends) if ends and min(ends) <= reach else None
        elif found is not None:
            far = found.get(stack.node)
        else:
            far = straight(at)
        if far is not None:
            out.append((round(far, 3), -at[1], at[0], "stack", stack.id, stack.node))
    for rid in [rid for gid in s.kingdoms for rid in s.groups[gid].rooms]:
        far = found.get(rid) if found is not None else None
        if far is not None and any(b.colour == "pop" and b.owner in s.kingdoms for b in bd.inside(s, rid)):
            at = gr.node_xy(s, rid)
            out.append((round(far, 3), -at[1], at[0], "building", rid, rid))
    out.sort()
    return [(far, kind, thing, room) for far, _, _, kind, thing, room in out]


async def hunt(t: Table[Host], group: Group, kind: str, thing: int, room: int) -> None:
    """One encounter per forage (HST-ALPH-03)."""
    if kind == "group":
        await encounter(t, group.id, thing, room)
    elif kind == "stack":
        await meet_stack(t, group.id, thing, groups_turn=True)
    else:
        await meet_building(t, group.id, thing)


async def dig_to(t: Table[Host], group: Group, thing: int, kind: str, room: int) -> None:
    """Purple Worm and Xorn dig to prey that no passage leads to (HST-ALPF-08, HST-ALPF-11)."""
    s = t.state
    lair = s.rooms[group.lair]
    goal = bd.stack_xy(s, thing) if kind == "stack" else gr.node_xy(s, room)
    if gr.connected(s, group.lair, room) and room in gr.reach(s, Spot(group.lair), s.measures.finger).far:
        return
    target = (
        pg.edge_of_box((lair.x, lair.y), s.rooms[room].x, s.rooms[room].y, s.rooms[room].w, s.rooms[room].h)
        if room in s.rooms
        else goal
    )
    start = pg.edge_of_box(target, lair.x, lair.y, lair.w, lair.h)
    style = "delver" if flavour(s, group).digs_neatly else "natural"
    passage = tunnels.dig(
        s,
        tunnels.clip(s, tunnels.styled(s, start, target, style))[0],
        style,
        "HST-ALPF-11" if style == "delver" else "HST-ALPF-08",
        kind="natural",
        owner=group.id,
    )
    passage.finish = "natural"
    t.meet("odd power", "digs to prey")
    note(t, "dug", "{who} dug straight to its prey.", passage.rule, by=group, at=target)


def gather(t: Table[Host], group: Group, found: dict[int, float], *, straight: bool) -> bool:
    """All unowned loot within a finger comes to the lair (HST-ALPH-04)."""
    s = t.state
    lair = gr.node_xy(s, group.lair)
    count = 0
    for bead in bd.of(s, 0, "loot"):
        if not bead.room or bead.role in ("crypt", "shrine") or s.rooms[bead.room].above:
            continue
        near = bead.room in found or (
            straight and pg.dist(bd.xy(s, bead), lair) <= s.measures.finger and not s.rooms[bead.room].secret
        )
        if near:
            if straight:
                _dig_for_loot(s, group, bead.room)
            hold(s, group, bead, "HST-ALPH-04")
            count += 1
            if bd.age_over(s):
                break
    if count:
        note(
            t,
            "looted",
            "{who} dragged {n:count piece|pieces} of loot to its lair.",
            "HST-ALPH-04",
            by=group,
            room=group.lair,
            n=count,
        )
    return count > 0


def _dig_for_loot(s: Host, group: Group, room: int) -> None:
    if not gr.connected(s, group.lair, room):
        lair, goal = s.rooms[group.lair], s.rooms[room]
        stop = pg.edge_of_box((lair.x, lair.y), goal.x, goal.y, goal.w, goal.h)
        start = pg.edge_of_box(stop, lair.x, lair.y, lair.w, lair.h)
        tunnels.dig(
            s,
            tunnels.clip(s, tunnels.styled(s, start, stop, "natural"))[0],
            "natural",
            "HST-ALPF-08",
            kind="natural",
            owner=group.id,
        )


async def go_hungry(t: Table[Host], group: Group) -> None:
    """Nothing in range: spend one loot, or move the lair; a dragon sleeps (HST-ALPH-05, HST-ALPF-01)."""
    s = t.state
    what = flavour(s, group)
    if what.never_spends_to_live:
        t.meet("odd power", "dragon sleeps")
        say(t, "{who} sleeps.", "HST-ALPF-01", who=group.name)
        return
    mine = bd.of(s, group.id, "loot")
    if mine:
        bd.remove(s, mine[0])
        note(
            t,
            "died",
            "{who} found no prey and spent a treasure on food.",
            "HST-ALPH-05",
            by=group,
            room=group.lair,
            changes={"loot": -1},
        )
        return
    reached = in_range(s, group)
    recent = recent_lairs(s, group)
    best: tuple[int, float, float, int] | None = None
    for node in reached:
        room = s.rooms.get(node)
        if room is None or node in recent or not may_lair(s, group, room):
            continue
        food = 0
        for other in gr.reach(s, Spot(node), s.measures.finger).far:
            food += len(web(s).by_room.get(other, ()))
        food -= sum(1 for _ in web(s).by_owner.get(group.id, ()))
        key = (-food, -room.y, room.x, room.id)
        if best is None or key < best:
            best = key
    if best is not None:
        relocate(s, group, s.rooms[best[3]])
        note(
            t,
            "relocated",
            "{who}, hungry, moved its lair to {place}.",
            "HST-ALPH-05",
            by=group,
            room=best[3],
            place=bd.room_name(s.rooms[best[3]]),
        )
        return
    break_out(t, group)


def recent_lairs(s: Host, group: Group) -> list[int]:
    """Lairs that a group has left in the last three years (HST-ALPH-05)."""
    return [rid for rid, year in group.old_lairs if s.absolute - year <= 3]


def break_out(t: Table[Host], group: Group) -> None:
    """A natural passage of up to a finger towards another part of the dungeon, and a new lair (HST-ALPH-05).

    Where two fingers of passages lead already is no other part, and a lair left lately is no new one: a beast that
    went back and forth would braid the same tunnel year after year.
    """
    s = t.state
    if flavour(s, group).stays_in:
        return
    recent = recent_lairs(s, group)
    start, target, joined = other_section(s, group, s.measures.finger, near=2 * s.measures.finger, shun=recent)
    plan = tunnels.plan(s, start, target, s.measures.finger, "alpha", skip_rooms=group.rooms)
    if plan.length < 0.1:
        return
    tunnels.dig(s, plan.points, "alpha", "HST-ALPH-05", kind="natural", owner=group.id)
    last = plan.points[-1]
    room = next(
        (
            r
            for r in nearby.rooms_in(s, last[0] - 0.12, last[1] - 0.12, last[0] + 0.12, last[1] + 0.12)
            if r.id != group.lair and r.id not in recent and may_lair(s, group, r)
        ),
        None,
    )
    if room is None and not joined:
        sites = works.sites(s, last, works.box(s, "bead"), many=1)
        if sites:
            room = works.draw_room(s, sites[0], "bead", "natural", "HST-ALPH-05", kind="cave")
            tunnels.connect(s, room, "natural", "HST-ALPH-05", rooms=[group.lair], ways=[list(s.passages)[-1]], owner=group.id)
    if room is not None:
        relocate(s, group, room)
    note(t, "relocated", "{who} broke out of its cave.", "HST-ALPH-05", by=group, room=group.lair)


async def alpha_meets(met: Meeting) -> None:
    """An alpha demands tribute, or fights another alpha for dominance (HST-ALPH-07 to 09)."""
    ahead = await met.roll()
    if is_beast(met.t.state, met.two):
        await dominance(met, ahead)
    else:
        await tribute(met, ahead)


async def dominance(met: Meeting, ahead: int) -> None:
    """One of two beasts is killed or gives way (HST-ALPH-09)."""
    t, s, one, two = met.t, met.t.state, met.one, met.two
    if ahead > 0:
        met.told("{who} met {other}, and only one walked away", "HST-ALPH-09")
        met.slay()
        spoils(t, one, two)
    elif not ahead:
        met.told("{who} met {other}, who gave way", "HST-ALPH-09")
        if two.type != "villain":
            leave_loot(s, two.id, 1, two.lair)
            await move_lair(t, two, 0, s.measures.finger, "HST-ALPH-09")
    else:
        met.told("{who} met {other} and had to give way", "HST-ALPH-09")
        await move_lair(t, one, 0, s.measures.finger, "HST-ALPH-09")


async def tribute(met: Meeting, ahead: int) -> None:
    """Others pay, in loot or in lives, or beat it off (HST-ALPH-08)."""
    t, s, one, two = met.t, met.t.state, met.one, met.two
    what = flavour(s, one)
    if ahead > 0:
        wanted = what.tribute if not what.tribute_from or two.type in what.tribute_from else 1
        got = loot_from(t, one.id, two.id, wanted, "HST-ALPH-08")
        paid = "{other} paid {who} " + count(got, "piece of loot", "pieces of loot") + " in tribute"
        met.told(paid if got else "{other} could not pay {who} in coin", "HST-ALPH-08", "tribute")
        if not got:
            lose_pop(t, two.id, 1, f"eaten by {one.name}")
    elif not ahead:
        met.told("{who} carried one of {other} off", "HST-ALPH-08")
        lose_pop(t, two.id, 1, f"eaten by {one.name}")
    else:
        met.told("{who} came for {other} and was beaten off", "HST-ALPH-08")
        leave_loot(s, one.id, 1, met.where if met.where in s.rooms else two.lair)
        await move_lair(t, one, two.id, s.measures.half_finger, "HST-ALPH-08")
    spoils(t, one, two)


def spoils(t: Table[Host], one: Group, two: Group) -> None:
    """An alpha that destroys a group may loot one of what it leaves (HST-ALPH-07)."""
    s = t.state
    if two.alive:
        return
    left = [bead for bead in bd.inside(s, two.lair) if bead.colour == "loot" and bead.owner == 0]
    left += [
        bead for rid in two.rooms if rid != two.lair for bead in bd.inside(s, rid) if bead.colour == "loot" and bead.owner == 0
    ]
    if left and one.alive:
        hold(s, one, left[0], "HST-ALPH-07")


ALPHAS = Nature(meets=alpha_meets, season=alpha_season)

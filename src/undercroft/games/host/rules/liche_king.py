"""The Liche King: tombs, legions, minions and gates (HST-LICH, HST-LICO)."""

from __future__ import annotations

from ....engine import Option, Table
from .. import beads as bd
from .. import graph as gr
from .. import nearby, tunnels, works
from .. import page as pg
from ..chronicle import note
from ..desk import decide, name_it, stream
from ..state import Group, Host, Room, Villain
from ..web import new_id
from . import stacks
from .downfall import conclude, fall
from .encounters import totals
from .fortunes import lose_pop
from .kinds import roll_flavour
from .legions import empty_tombs, legions, liche_fights_group, liche_fights_stack, losses, party_meets, raise_legion
from .natures import Bond
from .reign import check_goals, new_villain
from .thought_lords import join_large
from .undead import tombs
from .villainies import Villainy
from .zones import lives

GOAL = 10  # HST-LICH-08
PRICES = (("The Lab", 3), ("Menagerie", 2), ("Bone Pit", 3), ("Shrine of Evil", 2), ("Gate Room", 2), ("Tombs", 1))


async def set_up(t: Table[Host], purse: int) -> None:
    """A lair where tombs are densest; all tombs and their loot; a group dominated; then he builds (HST-LICH-01 to 06)."""
    s = t.state
    graves = tombs(s)
    if graves:
        finger = s.measures.finger
        middle = min(graves, key=lambda r: (-sum(pg.dist((r.x, r.y), (o.x, o.y)) <= finger for o in graves), -r.y, r.x, r.id))
        near = (middle.x, middle.y)
    else:
        rooms = nearby.dungeon_rooms(s)
        found = rooms[stream(s, "place", len(rooms))] if rooms else None
        near = (found.x, found.y) if found else (s.page.width / 2, s.page.height / 2)
    name = await name_it(t, "villain", "the Liche King", rule="HST-LICH-02")
    lair = works.room_near(
        s, near, "bead", "villain", "HST-LICH-02", rooms=[], label=f"Lair of {name}", joined=False, start=s.measures.bead
    )
    villain, group = new_villain(s, "liche_king", name, "chaotic", lair.id)
    lair.owner = group.id
    bd.make(s, "pop", group.id, lair.id)
    join_large(s, lair, group)
    note(t, "villain", "{who}, Liche King, sat up in the dark.", "HST-LICH-02", actor=group.id, room=lair.id, who=name)
    villain.tombs = [room.id for room in graves]
    for room in graves:
        claim_tomb(t, villain, group, room)
    for _ in range(purse):
        bd.make(s, "loot", group.id, lair.id, source="purse")
    live = [s.groups[g] for g in bd.living(s)]
    if live:
        rich = min(live, key=lambda g: (-bd.loot(s, g.id), -bd.pop(s, g.id), g.id))
        dominate(t, villain, group, rich)
    await build(t, villain, group)
    store_cash(s, villain, group)


def claim_tomb(t: Table[Host], villain: Villain, group: Group, room: Room) -> None:
    """Loot in a tomb comes to him, whoever stands in it is removed (HST-LICH-03)."""
    s = t.state
    room.secret = False
    for bead in list(bd.inside(s, room.id)):
        if bead.colour == "loot":
            bead.role = "" if bead.role != "artifact" else "artifact"
            bd.move(s, bead, group.lair)
            bd.give(s, bead, group.id)
        elif bead.colour == "pop":
            owner = bead.owner
            bd.remove(s, bead)
            if owner in s.stacks and not bd.pop(s, owner):
                stacks.end(s, s.stacks[owner])
            elif owner in s.groups and owner != group.id and not bd.pop(s, owner):
                fall(t, owner, "the villain's tombs")
    for bead in list(bd.inside(s, room.id)):
        if bead.colour == "loot" and bead.owner != group.id:
            bd.move(s, bead, group.lair)
            bd.give(s, bead, group.id)


def dominate(t: Table[Host], villain: Villain, group: Group, other: Group) -> None:
    """The richest group becomes his minions and keeps one loot (HST-LICH-05)."""
    s = t.state
    other.status, other.master = "minion", group.id
    villain.minions = other.id
    for bead in bd.of(s, other.id, "loot")[1:]:
        bd.move(s, bead, group.lair)
        bd.give(s, bead, group.id)
    t.meet("status", "minion")
    note(
        t,
        "subjugated",
        "{who} made minions of {other}.",
        "HST-LICH-05",
        by=group,
        room=other.lair,
        others=[other.id],
        other=other.name,
    )


async def build(t: Table[Host], villain: Villain, group: Group) -> None:
    """Down the table, each item in turn, skipping what he cannot pay (HST-LICH-06, HST-LICO-00)."""
    s = t.state
    for name, price in PRICES:
        times = 1
        if name == "Gate Room":
            times = sum(not e.guarded for e in s.entrances)
        elif name == "Tombs":
            times = bd.loot(s, group.id)
        for _ in range(times):
            if bd.loot(s, group.id) < price:
                break
            for bead in bd.of(s, group.id, "loot")[:price]:
                bd.remove(s, bead)
            await construct(t, villain, group, name)


async def construct(t: Table[Host], villain: Villain, group: Group, name: str) -> None:
    """One construction of the Liche King (HST-LICO-01 to 06)."""
    s = t.state
    t.meet("liche king construction", name)
    villain.built.append(name)
    lair = s.rooms[group.lair]
    rule = f"HST-LICO-0{[n for n, _ in PRICES].index(name) + 1}"

    def near(label: str, **more: object) -> Room:
        kind = str(more.get("kind", "room"))
        tags = more.get("tags", ())
        return works.room_near(
            s,
            (lair.x, lair.y),
            "bead",
            "villain",
            rule,
            rooms=[lair.id],
            owner=group.id,
            label=label,
            kind=kind,
            tags=list(tags) if isinstance(tags, (list, tuple)) else [],
            start=s.measures.bead,
        )

    if name == "The Lab":
        room = near("Lab")
        stacks.new_stack(s, "Lab Guard", room.id, 1, roams=False)
    elif name == "Menagerie":
        room = near("Menagerie")
        await fill_menagerie(t, group, room)
    elif name == "Bone Pit":
        spots = works.sites(s, (lair.x, lair.y + s.measures.bead), works.box(s, "bead"), many=1, first_angle=6)
        room = works.room_near(
            s,
            (lair.x, lair.y),
            "bead",
            "villain",
            rule,
            rooms=[lair.id],
            owner=group.id,
            label="Bone Pit",
            kind="pit",
            at=spots[0] if spots else None,
        )
    elif name == "Shrine of Evil":
        room = near("Shrine of Evil", tags=["shrine"])
        bd.make(s, "loot", 0, room.id, role="shrine", source="shrine")
    elif name == "Gate Room":
        free = [e for e in s.entrances if not e.guarded]
        door = free[stream(s, "place", len(free))]
        at = pg.fit_underground(s.page, door.x, door.y + 0.4, *works.box(s, "bead"), s.measures.bead)
        room = works.room_near(s, at, "bead", "villain", rule, rooms=[], owner=group.id, label="Gate Room", joined=False)
        start = pg.edge_of_box(gr.node_xy(s, door.node), room.x, room.y, room.w, room.h)
        if not gr.connected(s, room.id, door.node):
            way = nearby.nearest_way(s, (room.x, room.y), lambda p: any(stop.node == door.node for stop in p.stops))
            goal = (
                pg.along(way[0].points, max(0.12, min(way[1], way[0].length - 0.12)))
                if way is not None
                else gr.node_xy(s, door.node)
            )
            start = pg.edge_of_box(goal, room.x, room.y, room.w, room.h)
            tunnels.dig(s, tunnels.clip(s, [start, goal])[0], "villain", rule, owner=group.id)
        door.guarded = room.id
        villain.gates.append(room.id)
        stacks.new_stack(s, "Gate Guard", room.id, 1, roams=False)
    else:
        room = new_tomb(s, villain, group)
    if room.id not in group.rooms and name != "Tombs":
        group.rooms.append(room.id)
    note(
        t,
        "built",
        "{who} made a {what}.",
        rule,
        by=group,
        room=room.id,
        what="tomb" if name == "Tombs" else name.removeprefix("The "),
    )


async def fill_menagerie(t: Table[Host], group: Group, room: Room) -> None:
    """The closest wandering monster that can move is caged, and its loot is his (HST-LICO-02)."""
    s = t.state
    free = [st for st in s.stacks.values() if st.roams]
    if free:
        beast = min(free, key=lambda st: (round(pg.dist(bd.stack_xy(s, st.id), (room.x, room.y)), 3), st.id))
    else:
        what = await roll_flavour(t, "wandering", "HST-LICO-02")
        beast = stacks.new_stack(s, what.name, room.id, what.pop or 1, what.loot, roams=True)
    stacks.move_stack(s, beast, room.id)
    beast.roams = False
    for bead in bd.of(s, beast.id, "loot"):
        bd.move(s, bead, group.lair)
        bd.give(s, bead, group.id)


def new_tomb(s: Host, villain: Villain, group: Group) -> Room:
    """A new empty tomb near the lair (HST-LICO-06)."""
    lair = s.rooms[group.lair]
    base = [lair.id, *villain.tombs[-3:]]
    room = works.room_near(
        s,
        (lair.x, lair.y),
        "bead",
        "villain",
        "HST-LICO-06",
        rooms=[r for r in base if s.rooms[r].state != "collapsed"],
        owner=group.id,
        label="tomb",
        kind="tomb",
        tags=["tomb"],
        start=s.measures.bead,
    )
    villain.tombs.append(room.id)
    return room


def store_cash(s: Host, villain: Villain, group: Group) -> None:
    """His cash lies in tombs, one each; what has no tomb stays in the lair (HST-LICH-04)."""
    for bead in bd.of(s, group.id, "loot"):
        if bead.room in villain.tombs:
            continue
        free = empty_tombs(s, villain)
        if len(free) > 1:  # one stays open for a legion
            bd.move(s, bead, free[-1])
        else:
            bd.move(s, bead, group.lair)


async def villain_turn(t: Table[Host], villain: Villain, group: Group) -> None:
    """Legion, minions, new minions, tomb, gates (flow "liche_king_season")."""
    s = t.state
    raise_legion(t, villain, group, "HST-LICH-10")
    check_goals(t)
    if s.age != "villainy":
        return
    minions = s.groups.get(villain.minions)
    if minions is not None and minions.alive:
        await minions_meet(t, villain, group, minions)
        if s.age != "villainy" or villain.fallen:
            return
    if minions is None or not lives(minions):
        await new_minions(t, villain, group)
    if s.age != "villainy" or villain.fallen:
        return
    if not empty_tombs(s, villain):
        options = {"yes": Option("Build a tomb for free"), "no": Option("Do not")}
        if await decide(t, "liche_build", "No tomb stands empty. Build one?", options, "yes", rule="HST-LICH-13") == "yes":
            tomb = new_tomb(s, villain, group)
            note(t, "built", "{who} had a tomb dug and left it open.", "HST-LICH-13", by=group, room=tomb.id)
            if bd.loot(s, group.id):
                options = {"pay": Option("Fill it at once", hint="1 loot"), "save": Option("Leave it empty")}
                if (
                    await decide(t, "liche_legion_pay", "Pay one loot for a legion in it?", options, "pay", rule="HST-LICH-13")
                    == "pay"
                ):
                    bd.remove(s, bd.of(s, group.id, "loot")[0])
                    raise_legion(t, villain, group, "HST-LICH-13", tomb.id)
    await guard_gates(t, villain, group)
    store_cash(s, villain, group)


async def minions_meet(t: Table[Host], villain: Villain, group: Group, minions: Group) -> None:
    """Minions encounter the closest group (HST-LICH-11)."""
    s = t.state
    others = [s.groups[g] for g in bd.living(s) if g != minions.id and s.groups[g].master != group.id]
    if not others:
        return
    other = min(others, key=lambda g: (round(gr.far_apart(s, minions.lair, g.lair), 3), g.id))
    mine, theirs = await totals(t, minions.id, other.id, other.lair)
    note(
        t,
        "encounter",
        "Minions of {who} fell upon {other} ({a} to {b}).",
        "HST-LICH-11",
        actor=minions.id,
        room=other.lair,
        others=[other.id],
        who=group.name,
        other=other.name,
        a=mine,
        b=theirs,
    )
    if mine >= theirs:
        lose_pop(t, other.id, 1, "the villain's minions")
        if mine > theirs:
            bd.make(s, "loot", group.id, group.lair, source="minions")
        return
    lose_pop(t, minions.id, 1, f"war with {other.name}")
    raise_legion(t, villain, group, "HST-LICH-11")
    check_goals(t)


async def new_minions(t: Table[Host], villain: Villain, group: Group) -> None:
    """Up to three legions become a new minion group (HST-LICH-12)."""
    s = t.state
    have = legions(s, villain)
    if not have:
        return
    suggestion = "2" if len(have) >= 6 else "0"
    options = {str(n): Option(f"{n} of them" if n else "None") for n in range(min(3, len(have)) + 1)}
    count = int(
        await decide(
            t, "liche_minions", "He has no minions. How many legions become some?", options, suggestion, rule="HST-LICH-12"
        )
    )
    if not count:
        return
    lair = s.rooms[group.lair]
    room = works.room_near(
        s,
        (lair.x, lair.y),
        "bead",
        "villain",
        "HST-LICH-12",
        rooms=[lair.id],
        label="hall of the dead hand",
        start=s.measures.bead,
    )
    number = sum(1 for g in s.groups.values() if g.arrived) + 1
    minions = Group(
        new_id(s),
        "minions",
        "Undead",
        f"the dead hand of {group.name}",
        "chaotic",
        number,
        s.absolute,
        room.id,
        [room.id],
        status="minion",
        master=group.id,
    )
    s.groups[minions.id] = minions
    s.order.append(minions.id)
    villain.minions = minions.id
    for stack in have[:count]:
        for bead in bd.of(s, stack.id, "pop"):
            bd.move(s, bead, room.id)
            bd.give(s, bead, minions.id)
        s.stacks.pop(stack.id)
    note(t, "grew", "{n} legions left their tombs to serve as minions.", "HST-LICH-12", actor=minions.id, room=room.id, n=count)


async def guard_gates(t: Table[Host], villain: Villain, group: Group) -> None:
    """A breeder minion may guard an unguarded gate, if two stay (HST-LICH-14)."""
    s = t.state
    minions = s.groups.get(villain.minions)
    if minions is None or not minions.alive or minions.type != "breeder" or bd.pop(s, minions.id) <= 2:
        return
    open_gates = [rid for rid in villain.gates if not stacks.stacks_in(s, rid)]
    if not open_gates:
        return
    options = {"yes": Option("Send one", hint="the minions keep at least two"), "no": Option("Leave the gate open")}
    if await decide(t, "liche_guard", "A gate stands unguarded. Send a minion?", options, "yes", rule="HST-LICH-14") == "yes":
        bead = bd.of(s, minions.id, "pop")[-1]
        stack = stacks.new_stack(s, "Gate Guard", open_gates[0], 0, roams=False)
        bd.move(s, bead, open_gates[0])
        bd.give(s, bead, stack.id)
        note(t, "built", "A minion took up guard at a gate.", "HST-LICH-14", actor=minions.id, room=open_gates[0])


def triumphs(t: Table[Host], villain: Villain, group: Group) -> None:
    """Ten legions in ten tombs (HST-LICH-08)."""
    if len(legions(t.state, villain)) >= GOAL:
        conclude(t, "villain", "liche_king triumphs")


def fit(s: Host) -> int:
    """Tombs, and large or rich chaotic groups; a lawful group that ended the age speaks against him (HST-VILL-17, 18)."""
    live = [s.groups[gid] for gid in bd.living(s)]
    score = sum(g.alignment == "chaotic" and (bd.pop(s, g.id) >= 3 or bd.loot(s, g.id) >= 3) for g in live)
    if s.trigger is not None and s.trigger.group in s.groups and s.groups[s.trigger.group].alignment == "lawful":
        score -= 2
    return score + min(3, len(tombs(s)) // 2)


async def stand_by(t: Table[Host], group: Group) -> None:
    """Minions act with their king."""


LICHE_KING = Villainy(
    title="The Liche King",
    slain="liche_king killed",
    set_up=set_up,
    season=villain_turn,
    goal=triumphs,
    fit=fit,
    party_meets=party_meets,
    loses=losses,
    disturbed=liche_fights_group,
    fights_stack=liche_fights_stack,
)
MINION = Bond(outlaw=True, season=stand_by)

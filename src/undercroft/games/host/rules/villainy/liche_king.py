"""The Liche King: tombs, legions, minions and gates (HST-LICH)."""

from __future__ import annotations

from .....engine import Line, Option, Table, words
from ...chronicle import note
from ...desk import decide, name_it
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, works
from ...ground import page as pg
from ...ground.web import new_id
from ...state import Group, Host, Room, Villain, stream
from ..adventurers.undead import tombs
from ..conventions import stacks
from ..encounters.bonds import Bond
from ..encounters.downfall import conclude, fall
from ..encounters.encounters import totals
from ..encounters.fortunes import lose_pop
from ..encounters.villainies import Villainy, check_goals, new_villain
from ..encounters.zones import lives
from .legions import empty_tombs, legions, liche_fights_group, liche_fights_stack, losses, party_meets, raise_legion
from .liche_works import build, new_tomb
from .thought_lords import join_large

GOAL = 10  # HST-LICH-08


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
        prompt = "No tomb stands empty. Build one?"
        if await decide(t, "liche_build", prompt, options, "yes", rule="HST-LICH-13", about=group.id) == "yes":
            tomb = new_tomb(s, villain, group)
            note(t, "built", "{who} had a tomb dug and left it open.", "HST-LICH-13", by=group, room=tomb.id)
            if bd.loot(s, group.id):
                options = {"pay": Option("Fill it at once", hint="1 loot"), "save": Option("Leave it empty")}
                prompt = "Pay one loot for a legion in it?"
                if await decide(t, "liche_legion_pay", prompt, options, "pay", rule="HST-LICH-13", about=group.id) == "pay":
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
    options = {"0": Option("None of them")}
    options.update({str(n): Option(f"{words.capital(words.number(n))} of them") for n in range(1, min(3, len(have)) + 1)})
    prompt = "He has no minions. How many legions become some?"
    count = int(await decide(t, "liche_minions", prompt, options, suggestion, rule="HST-LICH-12", about=group.id))
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
    note(
        t,
        "grew",
        "{n:Words} {n:legion|legions} left their tombs to serve as minions.",
        "HST-LICH-12",
        actor=minions.id,
        room=room.id,
        n=count,
    )


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
    prompt = "A gate stands unguarded. Send a minion?"
    if await decide(t, "liche_guard", prompt, options, "yes", rule="HST-LICH-14", about=group.id) == "yes":
        bead = bd.of(s, minions.id, "pop")[-1]
        stack = stacks.new_stack(s, "Gate Guard", open_gates[0], 0, roams=False)
        bd.move(s, bead, open_gates[0])
        bd.give(s, bead, stack.id)
        note(t, "built", "A minion took up guard at a gate.", "HST-LICH-14", actor=minions.id, room=open_gates[0])


def triumphs(t: Table[Host], villain: Villain, group: Group) -> None:
    """Ten legions in ten tombs (HST-LICH-08)."""
    if len(legions(t.state, villain)) >= GOAL:
        conclude(t, "villain", "liche_king triumphs")


def progress(s: Host, villain: Villain, group: Group) -> Line:
    """The legions so far."""
    risen = min(GOAL, len(legions(s, villain)))
    return Line(group.name, str(risen), of=GOAL, hint="legions in tombs", rule="HST-LICH-08")


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
    progress=progress,
    fit=fit,
    party_meets=party_meets,
    loses=losses,
    disturbed=liche_fights_group,
    fights_stack=liche_fights_stack,
)
MINION = Bond(outlaw=True, season=stand_by)

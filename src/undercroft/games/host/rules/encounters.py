"""Encounters: dice between groups by the table of the one whose turn it is, none with wanderers (HST-ENCT, HST-WCON)."""

from __future__ import annotations

from typing import NamedTuple

from ....engine import Option, Table
from .. import beads as bd
from .. import graph as gr
from .. import works
from ..chronicle import note, roll
from ..desk import decide, stream
from ..state import Bead, Group, Host, Stack
from ..web import Spot
from . import stacks
from .lairs import check_surface, fall, flavour, flavour_named, gain_pop, hold, leave_loot, loot_from, lose_pop, maker, move_lair


def is_alpha(group: Group) -> bool:
    """Alphas are handled as such whatever their alignment (HST-ENCT-07)."""
    return group.type in ("alpha", "wyrm")


def villain_of(s: Host, gid: int) -> str:
    """Which arch-villain a group is, if any."""
    return next((v.kind for v in s.villains if v.group == gid), "")


def bonus(s: Host, gid: int, where: int = 0) -> int:
    """What is added to encounter rolls, and what protects against wanderers (HST-ENCT-03, HST-WCON-04)."""
    group = s.groups[gid]
    what = flavour(s, group)
    total = what.bonus
    villain = villain_of(s, gid)
    if is_alpha(group) or villain == "alpha_villain":
        total += 2
    if villain == "thought_lords":
        total += 1
    if s.artifact and s.artifact in s.beads and s.beads[s.artifact].owner == gid:
        total += 1
    if group.shrine:
        total += 1
    if group.status == "infiltrated":
        total += 1
    if what.maze_bonus and where == group.lair and "maze" in s.rooms[group.lair].tags:
        total += what.maze_bonus
    if what.bonus_if_loot_over and bd.loot(s, gid) > what.bonus_if_loot_over["loot"]:
        total += what.bonus_if_loot_over["bonus"]
    if group.sanctum and where and where == group.lair:
        from ..content import sanctums

        line = sanctums().get("Dragon" if group.flavour == "Ancient Wyrm" else group.flavour)
        total += line.bonus_inside if line is not None else int(what.inner_sanctum.get("bonus_inside", 0))
    return total


def protection(s: Host, gid: int, where: int = 0) -> int:
    """What keeps a group from harm where no dice are rolled; the Dungeon Master without an army has his two (HST-DMST-21)."""
    alone = villain_of(s, gid) == "dungeon_master" and not bd.pop(s, gid)
    return bonus(s, gid, where) + (2 if alone else 0)


def strength(s: Host, gid: int) -> int:
    """Population as it counts in conflict; the Dungeon Master alone counts three, or his army if that is more (HST-DMST-11)."""
    count = bd.pop(s, gid)
    if villain_of(s, gid) == "dungeon_master":
        return max(3, count)
    return count * flavour(s, s.groups[gid]).strength_per_bead


async def totals(t: Table[Host], actor: int, foe: int, where: int, *, extra: int = 0) -> tuple[int, int]:
    """Encounter roll: d6 plus population plus modifiers on each side (HST-ENCT-02)."""
    s = t.state
    mine = await roll(t, "1d6", f"{s.groups[actor].name}", "HST-ENCT-02") + strength(s, actor) + bonus(s, actor, where) + extra
    theirs = await roll(t, "1d6", f"{s.groups[foe].name}", "HST-ENCT-02") + strength(s, foe) + bonus(s, foe, where)
    return mine, theirs


def meet(s: Host, a: int, b: int) -> None:
    """Groups remember whom they have met (HST-ENCT-04)."""
    for one, two in ((a, b), (b, a)):
        if two not in s.groups[one].met:
            s.groups[one].met.append(two)


async def encounter(t: Table[Host], actor: int, foe: int, where: int = 0, *, forced: bool = False) -> bool:
    """A group bumps into another; once per pair and turn. Whether they met (HST-ENCT-01)."""
    s = t.state
    one, two = s.groups[actor], s.groups[foe]
    if not one.alive or not two.alive or actor == foe or (foe in s.met_now and not forced):
        return False
    if one.status == "infiltrated" and two.status == "infiltrated":
        return False  # HST-THOT-13
    if {one.id, two.id} & {two.master, one.master} and (one.master == two.id or two.master == one.id):
        return False  # servants and their master do not fight
    s.met_now.append(foe)
    meet(s, actor, foe)
    where = where or two.lair
    if villain_of(s, actor) and villain_of(s, foe):
        await _villains_meet(t, one, two, where)
        return True
    table = flavour(s, one).encounter_rules or one.type
    if villain_of(s, foe) == "liche_king":
        from .liche_king import liche_fights_group

        liche_fights_group(t, one, two)
    elif table == "breeder":
        await breeder_meets(t, one, two, where)
    elif table in ("alpha", "wyrm"):
        await alpha_meets(t, one, two, where)
    elif table == "temple":
        from .features import temple_meets

        await temple_meets(t, one, two)
    else:
        await delver_meets(t, one, two, where)
    return True


def _told(t: Table[Host], one: Group, two: Group, result: str, rule: str, where: int, kind: str = "encounter") -> None:
    note(
        t,
        kind,
        "{who} met {other}: {result}.",
        rule,
        actor=one.id,
        others=[two.id],
        room=where if where in t.state.rooms else 0,
        who=one.name,
        other=two.name,
        result=result,
    )


async def delver_meets(t: Table[Host], one: Group, two: Group, where: int) -> None:
    """Delvers skirmish with the lawful, drive alphas off, and war with the chaotic (HST-DELV-11 to 14)."""
    s = t.state
    alpha = is_alpha(two) or villain_of(s, two.id) == "alpha_villain"
    if not alpha and two.alignment == "lawful":
        if two.flavour in flavour(s, one).no_skirmish_with:
            _told(t, one, two, "they touched feelers and went on", "HST-DLVF-01", where)
            return
        _told(t, one, two, "a skirmish, one dead on each side", "HST-DELV-11", where)
        lose_pop(t, one.id, 1, f"a skirmish with {two.name}")
        lose_pop(t, two.id, 1, f"a skirmish with {one.name}")
        return
    mine, theirs = await totals(t, one.id, two.id, where)
    if alpha:
        if mine > theirs:
            loot_from(t, one.id, two.id, 1, "HST-DELV-12")
            if mine - theirs >= 4:
                _told(t, one, two, f"the beast was slain ({mine} to {theirs})", "HST-DELV-12", where)
                if two.type == "villain":
                    lose_pop(t, two.id, 1, f"killed by {one.name}")
                else:
                    fall(t, two.id, f"killed by {one.name}")
            else:
                _told(t, one, two, f"the beast was driven out ({mine} to {theirs})", "HST-DELV-12", where)
                if two.type != "villain":
                    move_lair(t, two, one.id, s.measures.thumb, "HST-DELV-12")
        else:
            _told(t, one, two, f"the beast kept its ground ({mine} to {theirs})", "HST-DELV-13", where)
            lose_pop(t, one.id, 1, f"eaten by {two.name}")
        return
    if mine > theirs:
        _told(t, one, two, f"war, and a victory ({mine} to {theirs})", "HST-DELV-14", where)
        loot_from(t, one.id, two.id, 1, "HST-DELV-14")
        lose_pop(t, two.id, 1, f"war with {one.name}")
    elif mine == theirs:
        _told(t, one, two, f"war without a winner ({mine} to {theirs})", "HST-DELV-14", where)
        lose_pop(t, one.id, 1, f"war with {two.name}")
        lose_pop(t, two.id, 1, f"war with {one.name}")
    else:
        _told(t, one, two, f"war, and a defeat ({mine} to {theirs})", "HST-DELV-14", where)
        if one.alive:
            loot_from(t, two.id, one.id, 1, "HST-DELV-14")
        lose_pop(t, one.id, 1, f"war with {two.name}")


def supported(s: Host, gid: int) -> bool:
    """Every three population need one loot (HST-BRED-07)."""
    return 3 * bd.loot(s, gid) >= bd.pop(s, gid)


async def breeder_meets(t: Table[Host], one: Group, two: Group, where: int) -> None:
    """Breeders hit and run; alphas they try to bribe first (HST-BRED-10 to 13)."""
    s = t.state
    alpha = is_alpha(two) or villain_of(s, two.id) == "alpha_villain"
    if not alpha:
        mine, theirs = await totals(t, one.id, two.id, where)
        if mine > theirs:
            got = loot_from(t, one.id, two.id, 1, "HST-BRED-10")
            _told(
                t,
                one,
                two,
                f"a raid that paid ({mine} to {theirs})" if got else f"a raid that found empty chests ({mine} to {theirs})",
                "HST-BRED-10",
                where,
            )
        elif mine == theirs:
            _told(t, one, two, f"a raid that cost both ({mine} to {theirs})", "HST-BRED-10", where)
            lose_pop(t, two.id, 1, f"a raid by {one.name}")
            lose_pop(t, one.id, 1, f"a raid on {two.name}")
        else:
            _told(t, one, two, f"a raid that failed ({mine} to {theirs})", "HST-BRED-10", where)
            lose_pop(t, one.id, 1, f"a raid on {two.name}")
        return
    cost = flavour(s, one).bribe_cost
    if supported(s, one.id):
        willing = bd.loot(s, one.id) >= 1 or cost == 0
        options = {
            "bribe": Option("Offer a bribe", hint="d6 plus loot on each side; a success costs 1 loot"),
            "fight": Option("Fight it"),
        }
        key = await decide(
            t,
            "bribe",
            "{who} face {beast}. Bribe it?",
            options,
            "bribe" if willing else "fight",
            rule="HST-BRED-11",
            who=one.name,
            beast=two.name,
        )
        if key == "bribe":
            mine = await roll(t, "1d6", "bribe offered", "HST-BRED-11") + bd.loot(s, one.id)
            theirs = await roll(t, "1d6", "bribe wanted", "HST-BRED-11") + bd.loot(s, two.id)
            if mine > theirs:
                if cost:
                    loot_from(t, two.id, one.id, min(cost, 1), "HST-BRED-12")
                if one.id not in two.bribed:
                    two.bribed.append(one.id)
                _told(t, one, two, f"it was bought off ({mine} to {theirs})", "HST-BRED-12", where, "bribe")
                return
    mine, theirs = await totals(t, one.id, two.id, where)
    if mine > theirs:
        _told(t, one, two, f"the beast was driven out ({mine} to {theirs})", "HST-BRED-13", where)
        if two.type != "villain":
            move_lair(t, two, one.id, s.measures.finger, "HST-BRED-13")
    elif mine == theirs:
        got = loot_from(t, one.id, two.id, 1, "HST-BRED-13")
        _told(
            t,
            one,
            two,
            f"something was stolen and somebody eaten ({mine} to {theirs})"
            if got
            else f"somebody was eaten ({mine} to {theirs})",
            "HST-BRED-13",
            where,
        )
        lose_pop(t, one.id, 1, f"eaten by {two.name}")
    else:
        _told(t, one, two, f"two were eaten ({mine} to {theirs})", "HST-BRED-13", where)
        lose_pop(t, one.id, 2, f"eaten by {two.name}")


async def alpha_meets(t: Table[Host], one: Group, two: Group, where: int) -> None:
    """An alpha demands tribute, or fights another alpha for dominance (HST-ALPH-07 to 09)."""
    s = t.state
    mine, theirs = await totals(t, one.id, two.id, where)
    if is_alpha(two) or villain_of(s, two.id) == "alpha_villain":
        if mine > theirs:
            _told(t, one, two, f"the loser was killed ({mine} to {theirs})", "HST-ALPH-09", where)
            if two.type == "villain":
                lose_pop(t, two.id, 1, f"killed by {one.name}")
            else:
                fall(t, two.id, f"killed by {one.name}")
            if not two.alive:
                _spoils(t, one, two)
        elif mine == theirs:
            _told(t, one, two, f"the other gave way ({mine} to {theirs})", "HST-ALPH-09", where)
            if two.type != "villain":
                leave_loot(s, two.id, 1, two.lair)
                move_lair(t, two, 0, s.measures.finger, "HST-ALPH-09")
        else:
            _told(t, one, two, f"it had to give way itself ({mine} to {theirs})", "HST-ALPH-09", where)
            move_lair(t, one, 0, s.measures.finger, "HST-ALPH-09")
        return
    what = flavour(s, one)
    if mine > theirs:
        wanted = what.tribute if not what.tribute_from or two.type in what.tribute_from else 1
        got = loot_from(t, one.id, two.id, wanted, "HST-ALPH-08")
        if got:
            _told(t, one, two, f"{got} loot was paid in tribute ({mine} to {theirs})", "HST-ALPH-08", where, "tribute")
        else:
            _told(t, one, two, f"they could not pay in coin ({mine} to {theirs})", "HST-ALPH-08", where, "tribute")
            lose_pop(t, two.id, 1, f"eaten by {one.name}")
    elif mine == theirs:
        _told(t, one, two, f"one was carried off ({mine} to {theirs})", "HST-ALPH-08", where)
        lose_pop(t, two.id, 1, f"eaten by {one.name}")
    else:
        _told(t, one, two, f"it was beaten off ({mine} to {theirs})", "HST-ALPH-08", where)
        leave_loot(s, one.id, 1, where if where in s.rooms else two.lair)
        move_lair(t, one, two.id, s.measures.half_finger, "HST-ALPH-08")
    if not two.alive:
        _spoils(t, one, two)


def _spoils(t: Table[Host], one: Group, two: Group) -> None:
    """An alpha that destroys a group may loot one of what it leaves (HST-ALPH-07)."""
    s = t.state
    left = [bead for bead in bd.inside(s, two.lair) if bead.colour == "loot" and bead.owner == 0]
    left += [
        bead for rid in two.rooms if rid != two.lair for bead in bd.inside(s, rid) if bead.colour == "loot" and bead.owner == 0
    ]
    if left and one.alive:
        hold(s, one, left[0], "HST-ALPH-07")


async def _villains_meet(t: Table[Host], one: Group, two: Group, where: int) -> None:
    """Two arch-villains: a plain roll, the loser loses one (HST-VILL-04)."""
    mine, theirs = await totals(t, one.id, two.id, where)
    if mine == theirs:
        _told(t, one, two, f"the villains eyed each other ({mine} to {theirs})", "HST-VILL-04", where)
        return
    loser = two if mine > theirs else one
    _told(t, one, two, f"villain fought villain, and {loser.name} lost a servant ({mine} to {theirs})", "HST-VILL-04", where)
    lose_pop(t, loser.id, 1, "the rival villain")


# Without dice.


class Exchange(NamedTuple):
    """What a fight without dice costs: victims on the target's side, beads on the wanderer's."""

    victims: int
    loss: int


def no_dice(own: int, kills: int, protection: int, per_bead: int, pop: int) -> Exchange:
    """One formula for every fight without dice (HST-WCON-03, 04, 07)."""
    points = own * kills - protection
    if points <= 0:
        return Exchange(0, own)
    used = min(points, pop * per_bead)
    return Exchange(min(points // per_bead, pop), min(own, -(-used // kills)))


def brush(own: int, cost: Exchange, *, hardy: bool) -> str:
    """A fight without dice in words: `own` beads stood against {who}; the hardy ones only leave."""
    if hardy:
        return "{who} fought {what} and lost {n}." if cost.victims else "{who} drove {what} off."
    if cost.loss >= own:
        return "{who} made an end of {what} and lost {n} doing so." if cost.victims else "{who} made short work of {what}."
    if not cost.victims:
        return "{who} met {what} and came to no harm; {m} of the others fell."
    return "{who} met {what} and lost {n}; {m} of the others fell." if cost.loss else "{who} met {what} and lost {n}."


async def meet_stack(t: Table[Host], gid: int, stack_id: int, *, groups_turn: bool) -> None:
    """A group and a wandering monster meet: no dice (HST-WCON-01 to 07)."""
    s = t.state
    stack = s.stacks.get(stack_id)
    group = s.groups[gid]
    if stack is None or not group.alive or stack.ignores == gid:
        return
    if stack.flavour in ("Trap", "Captive"):
        return
    if stack.flavour == "Undead Legion":
        await meet_legion(t, gid)
        return
    kind = villain_of(s, gid)
    if kind == "liche_king":
        from .liche_king import liche_fights_stack

        liche_fights_stack(t, group, stack)
        return
    if kind == "dungeon_master":
        from .dungeon_master import fight_stack

        fight_stack(t, group, stack, own_turn=groups_turn)
        return
    what = flavour_named(s, "wandering", stack.flavour)
    here = stack.node if stack.node in s.rooms else 0
    if group.flavour in what.joins:
        for bead in [*bd.of(s, stack.id, "pop"), *bd.of(s, stack.id, "loot")]:
            works.take_in(s, gid, bead, maker(group), "HST-WNDF-06")
        s.stacks.pop(stack.id)
        note(t, "grew", "A lone hobgoblin joined {who}.", "HST-WNDF-06", actor=gid, room=group.lair, who=group.name)
        return
    if stack.webbed and group.type in what.web.get("victims", []):
        note(t, "died", "{who} blundered into a web and lost one.", "HST-WNDF-03", actor=gid, room=here, who=group.name)
        lose_pop(t, gid, int(what.web.get("kills", 1)), "a giant spider")
        return
    cost = no_dice(
        stacks.strength(s, stack), what.kills_per_bead, bonus(s, gid, here), flavour(s, group).strength_per_bead, _body(s, gid)
    )
    name = stack.name or stack.flavour
    note(
        t,
        "encounter",
        brush(stacks.strength(s, stack), cost, hardy=bool(what.killed_only_by)),
        "HST-WCON-03",
        actor=gid,
        room=here,
        who=group.name,
        what=name,
        n=cost.victims,
        m=cost.loss,
    )
    lose_pop(t, gid, cost.victims, f"killed by {name}")
    _stack_pays(
        t, stack, cost.loss, killed_all=not group.alive, taker=group if groups_turn and group.alive else None, by_party=False
    )


async def meet_legion(t: Table[Host], gid: int) -> None:
    """Whoever comes upon a legion in its tomb meets the Liche King and all of them (HST-LICH-07)."""
    s = t.state
    king = next((v.group for v in s.villains if v.kind == "liche_king" and not v.fallen), 0)
    if king and gid != king:
        await encounter(t, gid, king)


def _body(s: Host, gid: int) -> int:
    """How many beads stand to be lost; the Dungeon Master without an army is one."""
    return bd.pop(s, gid) or (1 if villain_of(s, gid) == "dungeon_master" else 0)


def _stack_pays(t: Table[Host], stack: Stack, loss: int, *, killed_all: bool, taker: Group | None, by_party: bool) -> None:
    """The wanderer's own price, with the odd ends of slime and troll (HST-WNDF-04, HST-WNDF-11)."""
    s = t.state
    if stack.id not in s.stacks:
        return
    what = flavour_named(s, "wandering", stack.flavour)
    if killed_all and what.on_destroy:
        room = stack.node if stack.node in s.rooms else 0
        for _ in range(what.on_destroy.get("gain", 1)):
            bead = bd.make(s, "pop", stack.id, room)
            bead.passage, bead.offset = stack.passage, stack.offset
        t.meet("odd power", "slime grows")
        return
    if loss >= stacks.strength(s, stack) and what.killed_only_by and not by_party:
        left = bd.of(s, stack.id, "loot")
        stacks.drop_loot(s, stack)
        _take_dropped(s, left, taker)
        _step_aside(s, stack)
        note(
            t,
            "relocated",
            "The {what} shrugged off its wounds and left.",
            "HST-WNDF-11",
            room=stack.node if stack.node in s.rooms else 0,
            what=stack.flavour.lower(),
        )
        return
    left = bd.of(s, stack.id, "loot") if loss >= stacks.strength(s, stack) else []
    stacks.lose(s, stack, loss)
    if stack.id not in s.stacks:
        _take_dropped(s, left, taker)


def _take_dropped(s: Host, left: list[Bead], taker: Group | None) -> None:
    if taker is not None:
        for bead in left:
            hold(s, taker, bead, "HST-WCON-06")


def _step_aside(s: Host, stack: Stack) -> None:
    """A troll wanders half a finger off (HST-WNDF-11)."""
    spot = Spot(stack.node, stack.passage, stack.offset)
    left = s.measures.half_finger
    for _ in range(30):
        ways = gr.ways_on(s, spot)
        if not ways or left <= 0.01:
            break
        leg = gr.follow(s, ways[stream(s, "place", len(ways))], left)
        left -= max(leg.cost, 0.05)
        spot = Spot(leg.node) if leg.node else Spot(0, leg.passage, leg.stop)
    stacks.move_stack(s, stack, spot.node, spot.passage, spot.offset)


def stacks_meet(t: Table[Host], one: Stack, two: Stack) -> None:
    """Two wanderers: the same type join, others kill each other (HST-WCON-03, HST-WCON-05)."""
    s = t.state
    if "Undead Legion" in (one.flavour, two.flavour):
        from .liche_king import liche_fights_stack

        king = next((v.group for v in s.villains if v.kind == "liche_king" and not v.fallen), 0)
        if king:
            liche_fights_stack(t, s.groups[king], two if one.flavour == "Undead Legion" else one)
        return
    if one.flavour == two.flavour and one.roams == two.roams:
        room = two.node if two.node in s.rooms and not two.passage else 0
        for bead in [*bd.of(s, one.id, "pop"), *bd.of(s, one.id, "loot")]:
            bd.move(s, bead, room, two.passage, two.offset)
            bd.give(s, bead, two.id)
        s.stacks.pop(one.id)
        note(t, "grew", "{what} joined their own kind.", "HST-WCON-05", room=room, what=one.flavour)
        return
    a, b = flavour_named(s, "wandering", one.flavour), flavour_named(s, "wandering", two.flavour)
    hunter, prey, kind = (one, two, a) if a.kills_per_bead >= b.kills_per_bead else (two, one, b)
    cost = no_dice(stacks.strength(s, hunter), kind.kills_per_bead, 0, 1, stacks.strength(s, prey))
    note(
        t,
        "encounter",
        "{a} met {b} in the dark.",
        "HST-WCON-03",
        room=two.node if two.node in s.rooms else 0,
        a=one.flavour,
        b=two.flavour,
    )
    prey_dies = cost.victims >= stacks.strength(s, prey)
    hunter_dies = cost.loss >= stacks.strength(s, hunter)
    _stack_pays(t, prey, cost.victims, killed_all=hunter_dies, taker=None, by_party=False)
    _stack_pays(t, hunter, cost.loss, killed_all=prey_dies, taker=None, by_party=False)


def garrison(s: Host, building: int) -> list[Bead]:
    """The kingdom's people in a building."""
    return [bead for bead in bd.inside(s, building) if bead.colour == "pop" and bead.owner in s.kingdoms]


def _raid(cost: Exchange) -> str:
    """A raid on the surface in words."""
    if not cost.victims:
        return "{who} came up at {place} and killed {m} of the people there."
    if not cost.loss:
        return "{who} came up at {place} and lost {n} for nothing."
    return "{who} came up at {place}: {n} of them fell, and {m} of the people there."


async def meet_building(t: Table[Host], gid: int, building: int) -> None:
    """A monster group comes upon a surface building: it fights as one wandering monster (HST-SURF-03, HST-SURF-18)."""
    s = t.state
    group = s.groups[gid]
    people = garrison(s, building)
    if not people or not group.alive:
        return
    room = s.rooms[building]
    cost = no_dice(len(people), 1, protection(s, gid), flavour(s, group).strength_per_bead, _body(s, gid))
    for bead in people[: cost.loss]:
        bd.remove(s, bead)
    note(
        t,
        "encounter",
        _raid(cost),
        "HST-SURF-03",
        actor=gid,
        room=building,
        who=group.name,
        place=bd.room_name(room),
        n=cost.victims,
        m=cost.loss,
    )
    lose_pop(t, gid, cost.victims, f"killed by the people of {bd.room_name(room)}")
    if not garrison(s, building):
        if group.alive:
            for bead in bd.inside(s, building):
                if bead.colour == "loot":
                    hold(s, group, bead, "HST-SURF-18")
        from .surface import emptied

        emptied(t, building)
    check_surface(s)


async def stack_meets_building(t: Table[Host], stack: Stack, building: int) -> None:
    """A wandering monster at a farm or castle: two wanderers fight."""
    s = t.state
    people = garrison(s, building)
    if not people or stack.id not in s.stacks:
        return
    what = flavour_named(s, "wandering", stack.flavour)
    cost = no_dice(stacks.strength(s, stack), what.kills_per_bead, 0, 1, len(people))
    for bead in people[: cost.victims]:
        bd.remove(s, bead)
    note(
        t,
        "encounter",
        "{what} came out at {place}; {n} of the people fell.",
        "HST-SURF-03",
        room=building,
        what=stack.flavour,
        place=bd.room_name(s.rooms[building]),
        n=cost.victims,
    )
    if not garrison(s, building):
        from .surface import emptied

        emptied(t, building)
    _stack_pays(t, stack, cost.loss, killed_all=not garrison(s, building), taker=None, by_party=False)
    check_surface(s)


def hazard(t: Table[Host], gid: int, room: int) -> None:
    """A plague cave hurts each group once (HST-CAVE-02, HST-DSTR-07)."""
    s = t.state
    group = s.groups[gid]
    found = s.rooms[room]
    if found.plague and room not in group.hazards:
        group.hazards.append(room)
        note(
            t, "died", "{who} found a plague cave; {n} died.", "HST-DSTR-07", actor=gid, room=room, who=group.name, n=found.plague
        )
        lose_pop(t, gid, found.plague, "plague")


def grow(t: Table[Host], gid: int, count: int, rule: str) -> None:
    """A group grows by beads."""
    gain_pop(t, gid, count, rule)

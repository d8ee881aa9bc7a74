"""Encounters: dice between groups by the table of the one whose turn it is, none with wanderers (HST-ENCT, HST-WCON)."""

from __future__ import annotations

from ....engine import Option, Table
from ....engine.structs import convert
from .. import beads as bd
from ..chronicle import note, roll
from ..content import Sanctum, sanctums
from ..desk import decide
from ..state import Group, Host
from .downfall import fall
from .fortunes import hold, leave_loot, loot_from, lose_pop
from .kinds import flavour, flavour_named
from .lairs import move_lair
from .natures import NATURES, bond, is_kindred
from .villainies import VILLAINIES, villain_of, villainy_of

ALPHA = 2  # HST-ENCT-03


def is_alpha(group: Group) -> bool:
    """Alphas are handled as such whatever their alignment (HST-ENCT-07)."""
    return group.type in ("alpha", "wyrm")


def is_beast(s: Host, group: Group) -> bool:
    """Alphas and whoever is met as one is."""
    villainy = villainy_of(s, group.id)
    return is_alpha(group) or (villainy is not None and villainy.beast)


def sanctum_of(s: Host, group: Group) -> Sanctum:
    """The sanctum of its kind; a wyrm's is the dragon's, an unlisted beast's a plain room (HST-AVCO-03)."""
    name = "Dragon" if group.flavour == "Ancient Wyrm" else group.flavour
    line = sanctums().get(name)
    if line is not None:
        return line
    own = flavour_named(s, "alpha", group.flavour).inner_sanctum
    return convert(own, Sanctum) if own else Sanctum(name="Inner Sanctum")


def bonus(s: Host, gid: int, where: int = 0) -> int:
    """What is added to encounter rolls, and what protects against wanderers (HST-ENCT-03, HST-WCON-04)."""
    group = s.groups[gid]
    what = flavour(s, group)
    total = what.bonus + bond(group).bonus
    villainy = villainy_of(s, gid)
    if is_alpha(group):
        total += ALPHA
    if villainy is not None:
        total += villainy.bonus
    if s.artifact and s.artifact in s.beads and s.beads[s.artifact].owner == gid:
        total += 1
    if group.shrine:
        total += 1
    if what.maze_bonus and where == group.lair and "maze" in s.rooms[group.lair].tags:
        total += what.maze_bonus
    if what.bonus_if_loot_over and bd.loot(s, gid) > what.bonus_if_loot_over["loot"]:
        total += what.bonus_if_loot_over["bonus"]
    if group.sanctum and where and where == group.lair:
        total += sanctum_of(s, group).bonus_inside
    return total


def alone(s: Host, gid: int) -> int:
    """What a villain counts for without any beads; nobody else counts (HST-DMST-11)."""
    villainy = villainy_of(s, gid)
    return villainy.alone if villainy is not None else 0


def protection(s: Host, gid: int, where: int = 0) -> int:
    """What keeps a group from harm where no dice are rolled; the Dungeon Master without an army has his two (HST-DMST-21)."""
    return bonus(s, gid, where) + (max(0, alone(s, gid) - 1) if not bd.pop(s, gid) else 0)


def body(s: Host, gid: int) -> int:
    """How many beads stand to be lost; a villain without any is one."""
    return bd.pop(s, gid) or min(1, alone(s, gid))


def strength(s: Host, gid: int) -> int:
    """Population as it counts in conflict; the Dungeon Master alone counts three, or his army if that is more (HST-DMST-11)."""
    return max(alone(s, gid), bd.pop(s, gid) * flavour(s, s.groups[gid]).strength_per_bead)


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
    if is_kindred(one, two) or one.master == two.id or two.master == one.id:
        return False  # nor do servants and their master fight
    mine, theirs = villain_of(s, actor), villainy_of(s, foe)
    if mine is not None and theirs is None and (confronts := VILLAINIES[mine.kind].confronts) is not None:
        await confronts(t, mine, one, two)
        return True
    s.met_now.append(foe)
    meet(s, actor, foe)
    where = where or two.lair
    if mine is not None and theirs is not None:
        await villains_meet(t, one, two, where)
    elif theirs is not None and theirs.disturbed is not None:
        theirs.disturbed(t, one, two)
    else:
        await NATURES[flavour(s, one).encounter_rules or one.type].meets(t, one, two, where)
    return True


def told(t: Table[Host], one: Group, two: Group, result: str, rule: str, where: int, kind: str = "encounter") -> None:
    note(
        t,
        kind,
        "{who} met {other}: {result}.",
        rule,
        by=one,
        others=[two.id],
        room=where if where in t.state.rooms else 0,
        other=two.name,
        result=result,
    )


async def delver_meets(t: Table[Host], one: Group, two: Group, where: int) -> None:
    """Delvers skirmish with the lawful, drive alphas off, and war with the chaotic (HST-DELV-11 to 14)."""
    s = t.state
    alpha = is_beast(s, two)
    if not alpha and two.alignment == "lawful":
        if two.flavour in flavour(s, one).no_skirmish_with:
            told(t, one, two, "they touched feelers and went on", "HST-DLVF-01", where)
            return
        told(t, one, two, "a skirmish, one dead on each side", "HST-DELV-11", where)
        lose_pop(t, one.id, 1, f"a skirmish with {two.name}")
        lose_pop(t, two.id, 1, f"a skirmish with {one.name}")
        return
    mine, theirs = await totals(t, one.id, two.id, where)
    if alpha:
        if mine > theirs:
            loot_from(t, one.id, two.id, 1, "HST-DELV-12")
            if mine - theirs >= 4:
                told(t, one, two, f"the beast was slain ({mine} to {theirs})", "HST-DELV-12", where)
                if two.type == "villain":
                    lose_pop(t, two.id, 1, f"killed by {one.name}")
                else:
                    fall(t, two.id, f"killed by {one.name}")
            else:
                told(t, one, two, f"the beast was driven out ({mine} to {theirs})", "HST-DELV-12", where)
                if two.type != "villain":
                    move_lair(t, two, one.id, s.measures.thumb, "HST-DELV-12")
        else:
            told(t, one, two, f"the beast kept its ground ({mine} to {theirs})", "HST-DELV-13", where)
            lose_pop(t, one.id, 1, f"eaten by {two.name}")
        return
    if mine > theirs:
        told(t, one, two, f"war, and a victory ({mine} to {theirs})", "HST-DELV-14", where)
        loot_from(t, one.id, two.id, 1, "HST-DELV-14")
        lose_pop(t, two.id, 1, f"war with {one.name}")
    elif mine == theirs:
        told(t, one, two, f"war without a winner ({mine} to {theirs})", "HST-DELV-14", where)
        lose_pop(t, one.id, 1, f"war with {two.name}")
        lose_pop(t, two.id, 1, f"war with {one.name}")
    else:
        told(t, one, two, f"war, and a defeat ({mine} to {theirs})", "HST-DELV-14", where)
        if one.alive:
            loot_from(t, two.id, one.id, 1, "HST-DELV-14")
        lose_pop(t, one.id, 1, f"war with {two.name}")


def supported(s: Host, gid: int) -> bool:
    """Every three population need one loot (HST-BRED-07)."""
    return 3 * bd.loot(s, gid) >= bd.pop(s, gid)


async def breeder_meets(t: Table[Host], one: Group, two: Group, where: int) -> None:
    """Breeders hit and run; alphas they try to bribe first (HST-BRED-10 to 13)."""
    s = t.state
    alpha = is_beast(s, two)
    if not alpha:
        mine, theirs = await totals(t, one.id, two.id, where)
        if mine > theirs:
            got = loot_from(t, one.id, two.id, 1, "HST-BRED-10")
            told(
                t,
                one,
                two,
                f"a raid that paid ({mine} to {theirs})" if got else f"a raid that found empty chests ({mine} to {theirs})",
                "HST-BRED-10",
                where,
            )
        elif mine == theirs:
            told(t, one, two, f"a raid that cost both ({mine} to {theirs})", "HST-BRED-10", where)
            lose_pop(t, two.id, 1, f"a raid by {one.name}")
            lose_pop(t, one.id, 1, f"a raid on {two.name}")
        else:
            told(t, one, two, f"a raid that failed ({mine} to {theirs})", "HST-BRED-10", where)
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
                told(t, one, two, f"it was bought off ({mine} to {theirs})", "HST-BRED-12", where, "bribe")
                return
    mine, theirs = await totals(t, one.id, two.id, where)
    if mine > theirs:
        told(t, one, two, f"the beast was driven out ({mine} to {theirs})", "HST-BRED-13", where)
        if two.type != "villain":
            move_lair(t, two, one.id, s.measures.finger, "HST-BRED-13")
    elif mine == theirs:
        got = loot_from(t, one.id, two.id, 1, "HST-BRED-13")
        told(
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
        told(t, one, two, f"two were eaten ({mine} to {theirs})", "HST-BRED-13", where)
        lose_pop(t, one.id, 2, f"eaten by {two.name}")


async def alpha_meets(t: Table[Host], one: Group, two: Group, where: int) -> None:
    """An alpha demands tribute, or fights another alpha for dominance (HST-ALPH-07 to 09)."""
    s = t.state
    mine, theirs = await totals(t, one.id, two.id, where)
    if is_beast(s, two):
        if mine > theirs:
            told(t, one, two, f"the loser was killed ({mine} to {theirs})", "HST-ALPH-09", where)
            if two.type == "villain":
                lose_pop(t, two.id, 1, f"killed by {one.name}")
            else:
                fall(t, two.id, f"killed by {one.name}")
            if not two.alive:
                spoils(t, one, two)
        elif mine == theirs:
            told(t, one, two, f"the other gave way ({mine} to {theirs})", "HST-ALPH-09", where)
            if two.type != "villain":
                leave_loot(s, two.id, 1, two.lair)
                move_lair(t, two, 0, s.measures.finger, "HST-ALPH-09")
        else:
            told(t, one, two, f"it had to give way itself ({mine} to {theirs})", "HST-ALPH-09", where)
            move_lair(t, one, 0, s.measures.finger, "HST-ALPH-09")
        return
    what = flavour(s, one)
    if mine > theirs:
        wanted = what.tribute if not what.tribute_from or two.type in what.tribute_from else 1
        got = loot_from(t, one.id, two.id, wanted, "HST-ALPH-08")
        if got:
            told(t, one, two, f"{got} loot was paid in tribute ({mine} to {theirs})", "HST-ALPH-08", where, "tribute")
        else:
            told(t, one, two, f"they could not pay in coin ({mine} to {theirs})", "HST-ALPH-08", where, "tribute")
            lose_pop(t, two.id, 1, f"eaten by {one.name}")
    elif mine == theirs:
        told(t, one, two, f"one was carried off ({mine} to {theirs})", "HST-ALPH-08", where)
        lose_pop(t, two.id, 1, f"eaten by {one.name}")
    else:
        told(t, one, two, f"it was beaten off ({mine} to {theirs})", "HST-ALPH-08", where)
        leave_loot(s, one.id, 1, where if where in s.rooms else two.lair)
        move_lair(t, one, two.id, s.measures.half_finger, "HST-ALPH-08")
    if not two.alive:
        spoils(t, one, two)


def spoils(t: Table[Host], one: Group, two: Group) -> None:
    """An alpha that destroys a group may loot one of what it leaves (HST-ALPH-07)."""
    s = t.state
    left = [bead for bead in bd.inside(s, two.lair) if bead.colour == "loot" and bead.owner == 0]
    left += [
        bead for rid in two.rooms if rid != two.lair for bead in bd.inside(s, rid) if bead.colour == "loot" and bead.owner == 0
    ]
    if left and one.alive:
        hold(s, one, left[0], "HST-ALPH-07")


async def villains_meet(t: Table[Host], one: Group, two: Group, where: int) -> None:
    """Two arch-villains: a plain roll, the loser loses one (HST-VILL-04)."""
    mine, theirs = await totals(t, one.id, two.id, where)
    if mine == theirs:
        told(t, one, two, f"the villains eyed each other ({mine} to {theirs})", "HST-VILL-04", where)
        return
    loser = two if mine > theirs else one
    told(t, one, two, f"villain fought villain, and {loser.name} lost a servant ({mine} to {theirs})", "HST-VILL-04", where)
    lose_pop(t, loser.id, 1, "the rival villain")

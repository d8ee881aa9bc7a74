"""The Age of Civilization: who comes, whose turn it is, what digging breaks into, and two at once (HST-CIV, TWOC, CONF)."""

from __future__ import annotations

from collections.abc import Sequence

from ....engine import Option, Table
from .. import beads as bd
from .. import page as pg
from .. import strata, tunnels, wiring
from ..chronicle import note, roll
from ..content import line_at
from ..desk import decide, stream
from ..state import Civ, Group, Host, Point, Room, Stack
from ..web import new_id
from . import stacks
from .customs import CUSTOMS
from .flood import maybe_flood

SEASONS = ("spring", "summer", "fall", "winter")
CAP = 60  # HST-TERM-02, HST-TERM-03
DRAWS = {  # rows of Civilized Conflict that nobody there is favoured by: people and loot lost on both sides
    "dwarven_supremacy": (1, 0, "both bled"),
    "dark_elf_might": (0, 1, "both lost treasure in the dark"),
    "demon_wrath": (1, 1, "both lost lives and treasure"),
}


async def begin(t: Table[Host]) -> None:
    """A fresh sheet, a civilization chosen or rolled, and perhaps a second one (HST-CIV-01 to 05, HST-TWOC-01)."""
    s = t.state
    s.civs_left -= 1
    strata.new_stratum(s, "civilization")
    s.civs = []
    kind = await which(t, "civilization", str(s.dials["civilization"]))
    kinds = [kind]
    if s.dials["two_civilizations"]:
        kinds.append(await which(t, "second_civilization", str(s.dials["second_civilization"])))
    for kind in kinds:
        await found(t, kind)
    s.year = 0
    s.era = "The Era of " + " and ".join(civ.name for civ in s.civs)
    s.todo = []
    finish_if_ended(t)


async def which(t: Table[Host], judgement: str, setting: str) -> str:
    """Chosen beforehand, chosen now, or rolled (HST-CIV-02, HST-CIV-03)."""
    if setting in CUSTOMS:
        return setting
    options = {"roll": Option("Roll for it", hint="d10: Dwarves 3, Dark Elves 3, Demons 3, your own 1")}
    options |= {kind: Option(customs.title, hint=customs.hint) for kind, customs in CUSTOMS.items()}
    key = "roll"
    if setting == "choose":
        key = await decide(t, judgement, "Which civilization shall rise?", options, "roll", rule="HST-CIV-02")
    if key != "roll":
        return key
    face = await roll(t, "1d10", "which civilization", "HST-CIV-03")
    return line_at("civilizations.toml", "civilization", face).id


async def found(t: Table[Host], kind: str) -> Civ:
    """Set a civilization up."""
    t.meet("civilization", kind)
    return await CUSTOMS[kind].set_up(t)


def new_civ(s: Host, kind: str, name: str, group: Group, colour: str) -> Civ:
    """Note a civilization and its first people."""
    civ = Civ(new_id(s), kind, name, [group.id], colour=colour)
    s.groups[group.id] = group
    s.civs.append(civ)
    return civ


def new_year(t: Table[Host]) -> None:
    """Whole years alternate, the richer civilization first; a coin on a tie (HST-ORDR-03, HST-TWOC-02)."""
    s = t.state
    s.year += 1
    s.absolute += 1
    t.tell("{era}, year {n}", rule="HST-HIST-03", kind="headline", era=s.era, n=s.year)
    live = [k for k, civ in enumerate(s.civs) if not civ.ended]
    if len(live) == 2:
        riches = [wealth(s, s.civs[k]) for k in live]
        if riches[1] > riches[0] or (riches[1] == riches[0] and stream(s, "judge", 2)):
            live.reverse()
    s.todo = [f"civ:{k}:{season}" for k in live for season in SEASONS] + ["civ:close"]


async def civ_step(t: Table[Host], what: str) -> None:
    """One season of one civilization, or the close of the year."""
    s = t.state
    _, which_one, *rest = what.split(":")
    if which_one == "close":
        s.season = ""
        if not any(e.absolute_year == s.absolute for e in s.record[-40:]):
            note(t, "quiet", "A quiet year.", "HST-HIST-01")
        for civ in s.civs:
            if not civ.ended and s.year >= CAP:
                end(t, civ, "the years had simply run out", "HST-TERM-02")
        finish_if_ended(t)
        return
    civ = s.civs[int(which_one)]
    if civ.ended:
        return
    s.season = rest[0]
    if rest[0] == "spring":
        civ.year += 1
        civ.clashed = False
        civ.deaths = 0
    await CUSTOMS[civ.kind].season(t, civ, rest[0])
    finish_if_ended(t)


def finish_if_ended(t: Table[Host]) -> None:
    """When the last civilization has ended, the Great Disaster follows - once (HST-CIV-08, HST-TWOC-06)."""
    s = t.state
    ended = [civ for civ in s.civs if civ.ended]
    if len(ended) == len(s.civs) or (ended and s.dials["two_civ_end"] == "first"):
        for civ in s.civs:
            if not civ.ended:
                end(t, civ, "its rival's fall dragged it down", "HST-TWOC-06")
        s.todo = ["civilization over"]


def end(t: Table[Host], civ: Civ, why: str, rule: str) -> None:
    """A civilization comes to its end: its own clean-up, at once (HST-CIV-08)."""
    s = t.state
    if civ.ended:
        return
    civ.ended = why
    note(
        t,
        "age_end",
        "The era of {who} ended in its year {n}: {why}.",
        rule,
        actor=civ.people[0] if civ.people else 0,
        who=civ.name,
        n=civ.year,
        why=why,
    )
    s.tallies[f"{civ.kind}_years"] = civ.year
    CUSTOMS[civ.kind].clean_up(t, civ)
    for gid in civ.people:
        group = s.groups[gid]
        group.alive = False
        group.fell, group.cause = s.absolute, why


def wealth(s: Host, civ: Civ) -> int:
    """All loot beads a civilization owns; slaves are loot beads too (HST-TWOC-02)."""
    return sum(bd.loot(s, gid) for gid in civ.people)


# Breaching.


async def dig_way(
    t: Table[Host], civ: Civ, start: Point, target: Point, length: float, rule: str, *, kind: str = "tunnel", entrance: str = "",
    from_surface: bool = False,
) -> tunnels.Plan | None:  # fmt: skip
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
            t,
            "died",
            "{who} broke into a plague cave; {n} died of it.",
            "HST-CAVE-02",
            actor=civ.people[0],
            room=room.id,
            who=civ.name,
            n=room.plague,
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
            "{who} woke {what}; {n} fell before it was put down.",
            "HST-PRIM-11",
            actor=civ.people[0],
            room=room.id,
            who=civ.name,
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
        note(t, "age_end", "{who} opened the cave called Fate.", "HST-CAVE-06", actor=civ.people[0], room=room.id, who=civ.name)
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


def lose(t: Table[Host], civ: Civ, count: int, at: Point | None = None) -> int:
    """A civilization takes casualties by its own custom; its end is tested at once (HST-GEO-18)."""
    return CUSTOMS[civ.kind].casualties(t, civ, count, at)


def population(s: Host, civ: Civ) -> int:
    """Strength in conflict, as its custom counts it (HST-TWOC-04)."""
    return CUSTOMS[civ.kind].strength(s, civ)


def all_beads(stack: Stack) -> bool:
    """For peoples who fear whatever lives in the rock (HST-PRIM-11)."""
    return True


def heads(s: Host, civ: Civ) -> int:
    """For peoples who count their heads in conflict."""
    return bd.pop(s, civ.people[0]) if civ.people else 0


def take_loot(s: Host, civ: Civ, count: int, to: Civ | None) -> int:
    """Loot lost by a civilization, to another or to nobody."""
    gone = 0
    for gid in dict.fromkeys(gid for gid in (civ.acting, *civ.people) if gid):
        for bead in bd.of(s, gid, "loot"):
            if gone >= count or bead.role == "treasure":
                continue
            gone += 1
            if to is None or not to.people:
                bd.remove(s, bead)
            else:
                home = s.groups[to.people[0]]
                bead.role = ""
                room = next((s.rooms[rid] for rid in home.rooms if bd.free_slots(s, s.rooms[rid]) > 0), s.rooms[home.lair])
                bd.move(s, bead, room.id)
                bd.give(s, bead, home.id)
    return gone


def after_theft(t: Table[Host], civ: Civ) -> None:
    """Stolen slaves are stolen people: a Dark Elf place may have lost its last (HST-DELF-22)."""
    if CUSTOMS[civ.kind].keeps_slaves:
        CUSTOMS[civ.kind].check(t, civ)


async def clash(t: Table[Host], acting: Civ, other: Civ) -> None:
    """Civilized Conflict, at most one roll per turn of the acting side (HST-TWOC-03, HST-CONF-01)."""
    if acting.clashed or acting.ended or other.ended:
        return
    acting.clashed = True
    face = await roll(t, "1d6", "civilized conflict", "HST-CONF-01")
    await conflict(t, acting, other, line_at("civilizations.toml", "civilized_conflict", face).id)


async def conflict(t: Table[Host], acting: Civ, other: Civ, row: str) -> None:
    """One row of the Civilized Conflict table (HST-CONF-02 to 06)."""
    s = t.state
    t.meet("conflict", row)
    favoured = next((kind for kind, customs in CUSTOMS.items() if customs.row == row), "")
    winner = acting if acting.kind == favoured else other if other.kind == favoured else None
    if row == "skirmish":
        mine, theirs = population(s, acting), population(s, other)
        if mine <= theirs:
            lose(t, acting, 1)
        if theirs <= mine:
            lose(t, other, 1)
        result = "a skirmish, and the weaker side bled" if mine != theirs else "a skirmish that hurt both alike"
    elif winner is not None:
        result = await CUSTOMS[favoured].prevails(t, winner, other if winner is acting else acting)
    elif row in DRAWS:
        people, loot, result = DRAWS[row]
        for side in (acting, other):
            if people:
                lose(t, side, people)
            if loot:
                take_loot(s, side, loot, None)
                after_theft(t, side)
    else:
        mine = await roll(t, "1d6", "war: the attackers", "HST-CONF-06") + population(s, acting)
        theirs = await roll(t, "1d6", "war: the defenders", "HST-CONF-06") + population(s, other)
        if mine == theirs:
            result = "all-out war, and the armies withdrew"
        else:
            victor, beaten = (acting, other) if mine > theirs else (other, acting)
            fallen = lose(t, beaten, abs(mine - theirs))
            lose(t, victor, fallen // 2)
            result = f"all-out war ({mine} against {theirs}), won by {victor.name} at {fallen // 2} dead to {fallen}"
    note(
        t,
        "conflict",
        "{who} and {other} clashed: {result}.",
        f"HST-CONF-{_ROWS[row]}",
        actor=acting.people[0] if acting.people else 0,
        others=[other.people[0]] if other.people else [],
        who=acting.name,
        other=other.name,
        result=result,
    )


_ROWS = {"skirmish": "02", "dwarven_supremacy": "03", "dark_elf_might": "04", "demon_wrath": "05", "all_out_war": "06"}


def civ_room(s: Host, civ: Civ, rooms: Sequence[Room]) -> None:
    """Rooms that belong to a civilization."""
    for room in rooms:
        civ.rooms.append(room.id)
        room.colour = civ.colour

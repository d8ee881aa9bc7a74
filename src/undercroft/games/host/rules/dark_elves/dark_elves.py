"""The Dark Elf civilization: a road, a city, colonies, and slaves who can count (HST-DELF)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note
from ...content import civilizations
from ...desk import decide, pick, place
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import lodes
from ...ground import page as pg
from ...ground.web import Spot
from ...state import Civ, Host, Point, Stack
from ..civilization.customs import CUSTOMS, Customs
from ..civilization.decline import end, lose
from ..conventions import stacks
from .building import build
from .places import found_colony, gain, has_ended, nobles, set_up, settle, sites, slaves, tunnel


async def season(t: Table[Host], civ: Civ, which: str) -> None:
    """The Dark Elf year: scout, mine, build, slaves."""
    if which == "spring":
        await spring(t, civ)
    elif which == "summer":
        await summer(t, civ)
    elif which == "fall":
        await fall(t, civ)
    else:
        await winter(t, civ)


async def spring(t: Table[Host], civ: Civ) -> None:
    """A noble if they outnumber slaves; then found a colony, or dig towards a site, or gain a slave (HST-DELF-10 to 15)."""
    s = t.state
    city = civ.city
    if not city:
        return
    civ.acting = city
    if nobles(s, city) > slaves(s, city):
        gain(t, civ, city, "pop", "HST-DELF-11")
        settle(t, civ)
        if civ.ended or civ.city != city:
            return
    found = sites(s, civ)
    if not found:
        gain(t, civ, city, "loot", "HST-DELF-15")
        t.tell("No new site was left; {city} bred a slave.", rule="HST-DELF-15", city=s.groups[city].name)
        settle(t, civ)
        return
    near = [site for site in found if site.far <= s.measures.finger + 1e-6]
    if not near:
        site = found[0]
        note(
            t,
            "dug",
            "{who} dug towards {what} they had heard of.",
            "HST-DELF-14",
            by=s.groups[city],
            at=site.start,
            what=site.what,
        )
        await tunnel(t, civ, site.start, site.at, s.measures.finger, "HST-DELF-14")
        return
    if nobles(s, city) > 1 and slaves(s, city) > 1:
        lords, held = nobles(s, city) - 1, slaves(s, city) - 1
        risky = held > 2 * lords if s.dials.revolt_at == "over_twice" else held >= 2 * lords
        options = {
            "found": Option(
                "Found a colony", hint="a revolt in the City would follow" if risky else "one noble and one slave leave the City"
            ),
            "wait": Option("Not this year"),
        }
        key = await decide(
            t,
            "found_colony",
            "{what:^}, within reach. Send a noble and a slave to live there?",
            options,
            "wait" if risky else "found",
            rule="HST-DELF-12",
            what=near[0].what,
        )
        if key == "found":
            at = near[0].at
            if len(near) > 1:
                at = await place(
                    t,
                    "colony_site",
                    "Which site?",
                    [site.at for site in near],
                    lambda p: "" if any(pg.dist(p, site.at) < 0.8 for site in near) else "no free site lies there",
                    rule="HST-DELF-12",
                )
            await found_colony(t, civ, min(near, key=lambda site: pg.dist(site.at, at)))


async def summer(t: Table[Host], civ: Civ) -> None:
    """Colonies mine and grow; with nothing left on the map every place gains a slave (HST-DELF-16 to 18)."""
    s = t.state
    gems = [bead for bead in bd.of(s, 0, "loot") if bead.room and "gems" in s.rooms[bead.room].tags]
    if not lodes.unmined(s) and not gems:
        for gid in list(civ.people):
            gain(t, civ, gid, "loot", "HST-DELF-18")
        settle(t, civ)
        return
    for gid in sorted(civ.people):
        if civ.ended or gid not in civ.people or gid not in civ.was_colony:
            continue
        civ.acting = gid
        if await mine(t, civ, gid):
            gain(t, civ, gid, "pop", "HST-DELF-16")
            settle(t, civ)
            if not civ.ended and gid in civ.people and nobles(s, gid) > slaves(s, gid):
                gain(t, civ, gid, "loot", "HST-DELF-17")
                settle(t, civ)


async def mine(t: Table[Host], civ: Civ, gid: int) -> bool:
    """One thumb of ore or one gem within a finger of the colony is worked out (HST-DELF-16)."""
    s = t.state
    group = s.groups[gid]
    reach = s.measures.finger
    lair = s.rooms[group.lair]
    gems = []
    for bead in bd.of(s, 0, "loot"):
        if bead.room and "gems" in s.rooms[bead.room].tags:
            room = s.rooms[bead.room]
            far = min(pg.to_box((s.rooms[rid].x, s.rooms[rid].y), room.x, room.y, room.w, room.h) for rid in group.rooms)
            if far <= reach:
                gems.append((far, bead.id))
    ores = [row for row in lodes.nearest_ore(s, group.rooms, []) if row[0] <= reach + 1e-6]
    if gems and (not ores or min(gems)[0] < ores[0][0]):
        bd.remove(s, s.beads[min(gems)[1]])
        note(t, "mined", "{who} took a gemstone out of its bed.", "HST-DELF-16", by=group, room=lair.id)
        return True
    if not ores:
        return False
    spots = [pg.spot(*lodes.anchor(row[2])) for row in ores[:5]]
    at = await place(
        t,
        "mine_site",
        "Which ore shall {who} mine?",
        spots,
        lambda p: "" if any(lodes.cell_distance(p, row[2]) < 0.6 for row in ores) else "no ore in reach lies there",
        rule="HST-DELF-16",
        who=group.name,
    )
    _, ore, cell, _ = min(ores, key=lambda row: pg.dist(lodes.anchor(row[2]), at))
    lodes.mine_out(s, cell, 1.0, gid)
    note(t, "mined", "{who} worked out a stretch of {ore}.", "HST-DELF-16", by=group, room=lair.id, ore=ore.kind)
    return True


async def fall(t: Table[Host], civ: Civ) -> None:
    """City and colonies build what stands at their number (HST-DELF-19, HST-DELF-20, HST-DECN-00)."""
    s = t.state
    for gid in sorted(civ.people):
        if civ.ended or gid not in civ.people:
            continue
        civ.acting = gid
        count = nobles(s, gid) + slaves(s, gid)
        line = next((row for row in civilizations().dark_elf_construction if row.pop == count), None)
        if line is None:
            continue
        is_city = gid == civ.city
        work = line.city if is_city else line.colony
        if not work:
            continue
        group = s.groups[gid]
        tunnels = "tunnel" in work
        done = any("tunnel" in mark for mark in group.built) if tunnels and not is_city else work in group.built
        if tunnels and is_city and any("tunnel" in mark for mark in group.built):
            suggestion = pick(s, "repeat_exploratory_tunnel", ("build", "not"))
            key = await decide(
                t,
                "repeat_exploratory_tunnel",
                "{who} may drive its tunnel further up. Shall it?",
                {"build": Option("Dig on", hint="reaching the surface ends the age"), "not": Option("Not this year")},
                suggestion,
                rule="HST-DELF-20",
                who=group.name,
            )
            if key == "not":
                continue
            done = False
        if done:
            continue
        await build(t, civ, gid, work, is_city)
    civ.acting = civ.city


def new_city(t: Table[Host], civ: Civ) -> None:
    """Without a City the largest colony becomes it (HST-DELF-22)."""
    s = t.state
    if civ.city or civ.ended:
        return
    if not civ.people:
        end(t, civ, "no place was left to them", "HST-DELF-22")
        return
    best = min(civ.people, key=lambda gid: (-(nobles(s, gid) + slaves(s, gid)), -nobles(s, gid), gid))
    civ.city = best
    civ.people = [best, *(gid for gid in civ.people if gid != best)]
    note(t, "founded", "{who} became the great City.", "HST-DELF-22", by=s.groups[best], room=s.groups[best].lair)


async def winter(t: Table[Host], civ: Civ) -> None:
    """A new City if there is none, a slave, a capture (HST-DELF-21 to 23)."""
    new_city(t, civ)
    if not civ.ended:
        gain(t, civ, civ.city, "loot", "HST-DELF-21")
        settle(t, civ)
        new_city(t, civ)
        if not has_ended(civ):
            civ.acting = civ.city
            capture(t, civ)


def capture(t: Table[Host], civ: Civ) -> None:
    """The closest foreign population that tunnels reach becomes a slave in the City (HST-DELF-23)."""
    s = t.state
    home = s.groups[civ.city].lair
    found = gr.reach(s, Spot(home)).far
    prey: list[tuple[float, int, int]] = []
    for stack in s.stacks.values():
        if stack.flavour == "Freed Slaves" and s.dials.freed_slaves != "retaken":
            continue
        if stack.node in found:
            prey.append((found[stack.node], stack.id, 0))
    for other in s.civs:
        if other is not civ and not other.ended and other.kind != "dark_elf":  # Elves do not enslave Elves (HST-DELF-23)
            for gid in other.people:
                for bead in bd.of(s, gid, "pop"):
                    if bead.room in found:
                        prey.append((found[bead.room], bead.id, 1))
    if not prey:
        return
    _, thing, kind = min(prey)
    if kind == 0:
        name = s.stacks[thing].flavour.lower()
        stacks.lose(s, s.stacks[thing], 1)
    else:
        bead = s.beads[thing]
        name = bd.owner_name(s, bead.owner)
        owner = next(other for other in s.civs if bead.owner in other.people)
        bd.remove(s, bead)
        CUSTOMS[owner.kind].check(t, owner)
    note(t, "sacrifice", "{who} led one of {what} away in chains.", "HST-DELF-23", by=s.groups[civ.city], room=home, what=name)
    gain(t, civ, civ.city, "loot", "HST-DELF-23")
    settle(t, civ)


def gain_slaves(t: Table[Host], civ: Civ, gid: int, count: int) -> None:
    """Captives of a conflict become slaves (HST-CONF-04)."""
    if civ.ended:
        return
    if gid not in civ.people:
        gid = civ.people[0] if civ.people else 0
    for _ in range(count if gid else 0):
        gain(t, civ, gid, "loot", "HST-CONF-04")
    settle(t, civ)


def casualties(t: Table[Host], civ: Civ, count: int, at: Point | None) -> int:
    """Slaves before nobles; the place that dug before the City (HST-DELF-06, HST-TWOC-04)."""
    s = t.state
    gone = 0
    for gid in dict.fromkeys([civ.acting, civ.city, *civ.people]):
        if gid not in civ.people:
            continue
        for bead in [*bd.of(s, gid, "loot"), *bd.of(s, gid, "pop")]:
            if gone < count:
                bd.remove(s, bead)
                gone += 1
    settle(t, civ)
    return gone


def clean_up(t: Table[Host], civ: Civ) -> None:
    """Nobles and slaves go; each place keeps a beast in its pits and goods in its palaces (HST-DELF-26)."""
    s = t.state
    for gid in civ.people:
        group = s.groups[gid]
        for bead in [*bd.of(s, gid, "pop"), *bd.of(s, gid, "loot")]:
            bd.remove(s, bead)
        pit = next((rid for rid in group.rooms if s.rooms[rid].kind == "slave pit"), group.lair)
        stacks.new_stack(s, "Slave Beasts", pit, 1, roams=True)
        bd.make(s, "loot", 0, group.lair, source="goods")
    for rid in civ.rooms:
        s.rooms[rid].owner = 0


def strength(s: Host, civ: Civ) -> int:
    """The acting place counts with the City, nobles and slaves alike (HST-TWOC-04)."""
    places = dict.fromkeys(gid for gid in (civ.acting, civ.city or (civ.people[0] if civ.people else 0)) if gid in civ.people)
    return sum(bd.pop(s, gid) + bd.loot(s, gid) for gid in places)


def fears(stack: Stack) -> bool:
    """Those it has freed do not fight it in their rooms."""
    return stack.flavour != "Freed Slaves"


async def might(t: Table[Host], winner: Civ, loser: Civ) -> str:
    """Two of the others become slaves (HST-CONF-04)."""
    got = lose(t, loser, 2)
    gain_slaves(t, winner, winner.acting or (winner.people[0] if winner.people else 0), got)
    return f"{got} were led away in chains to {winner.name}"


DARK_ELVES = Customs(
    title="Dark Elves",
    hint="a road, a city, colonies, and slaves who can count",
    hand="dark_elf",
    set_up=set_up,
    season=season,
    casualties=casualties,
    check=settle,
    clean_up=clean_up,
    strength=strength,
    keeps_slaves=True,
    fears=fears,
    worm_digs=False,
    row="dark_elf_might",
    prevails=might,
)

"""The Dungeon Master: an army, slaves, traps, and a march on the surface (HST-DMST, HST-DMCO)."""

from __future__ import annotations

from .....engine import Line, Option, Table
from .....engine.words import capital
from ...chronicle import note, roll, toll
from ...desk import called, decide, name_it
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import lodes, nearby, strata, tunnels, works
from ...ground import page as pg
from ...ground.web import Spot, web
from ...state import Bead, Group, Host, Party, Room, Stack, Villain, stream
from ..adventurers.party_fights import alive, fight, hurt, party_bonus
from ..conventions import stacks
from ..conventions.ages import ENDINGS
from ..encounters.bonds import Bond
from ..encounters.downfall import conclude, villain_falls
from ..encounters.encounters import bonus, encounter, is_alpha, meet, protection, strength
from ..encounters.fortunes import loot_from, lose_pop
from ..encounters.kinds import flavour_named
from ..encounters.lairs import first_room
from ..encounters.skirmishes import brush, meet_building, meet_stack, no_dice, stack_pays
from ..encounters.villainies import Villainy, new_villain
from ..encounters.zones import claim_leg, frontier, is_taken, leg_contacts
from ..monsters.digging import dig_out
from ..monsters.growth import seize
from .enslaved import enslave, slave_season
from .master_works import WORKS, construct

ARMY = 10  # HST-DMST-20
OVER = 3  # HST-DMST-10


async def set_up(t: Table[Host], purse: int) -> None:
    """At the itinerant wizard, else in the tower, else in the largest unoccupied room (HST-DMST-01 to 05)."""
    s = t.state
    wizard = next((st for st in s.stacks.values() if flavour_named(s, "wandering", st.flavour).becomes == "Dungeon Master"), None)
    tower = next((r for r in s.rooms.values() if r.above and r.label == "tower"), None)
    gains: list[Bead] = []
    if wizard is not None:
        hq = s.rooms.get(wizard.node) or nearby.nearest_room(s, bd.stack_xy(s, wizard.id))
        assert hq is not None
        gains = bd.of(s, wizard.id, "loot")
        for bead in bd.of(s, wizard.id, "pop"):
            bd.remove(s, bead)
        s.stacks.pop(wizard.id)
        start = "the wandering wizard"
    elif tower is not None:
        hq = tower
        for bead in [b for b in bd.inside(s, tower.id) if b.colour == "pop" and b.owner in s.kingdoms]:
            bd.remove(s, bead)
        for pid in web(s).at.get(tower.id, ()):
            for stop in s.passages[pid].stops:
                if stop.node in s.rooms and s.rooms[stop.node].kind == "cellar":
                    cellar = s.rooms[stop.node]
                    gains += [
                        b for b in bd.inside(s, cellar.id) if b.colour == "loot" and (b.owner == 0 or b.owner in s.kingdoms)
                    ]
        if tower.owner in s.kingdoms and tower.id in s.groups[tower.owner].rooms:
            s.groups[tower.owner].rooms.remove(tower.id)
        start = "the wizard in the tower"
    else:
        free = [r for r in nearby.dungeon_rooms(s) if bd.is_unoccupied(s, r)]
        found = min(free, key=lambda r: (-r.w * r.h, -r.y, r.x, r.id)) if free else None
        if found is None:
            found = first_room(s, (s.page.width / 2, s.page.height / 2), "HST-DMST-01")
        hq = found
        start = "a stranger"
    name = await name_it(t, "villain", "the Dungeon Master", rule="HST-DMST-03")
    _, group = new_villain(s, "dungeon_master", name, "chaotic", hq.id)
    occupants = [s.groups[gid] for gid in bd.living(s) if hq.id in s.groups[gid].rooms]
    hq.owner, hq.name = group.id, hq.name or f"HQ of {name}"
    hq.tags.append("hq")
    strata.reoccupy(s, hq, group.id, "villain")
    t.meet("dungeon master start", start)
    note(
        t,
        "villain",
        "{what} took up a throne: {who}, Dungeon Master.",
        "HST-DMST-03",
        actor=group.id,
        room=hq.id,
        what=capital(start),
        who=name,
    )
    for bead in gains:
        bd.move(s, bead, hq.id)
        bd.give(s, bead, group.id)
    for _ in range(purse):
        bd.make(s, "loot", group.id, hq.id, source="purse")
    for other in occupants:
        enslave(t, other, group)
    _join(s, hq, group)
    _barracks(t, group)


def _join(s: Host, hq: Room, group: Group) -> None:
    """A place without a way into the dungeon is joined to the closest passage (HST-DMST-01)."""
    if not hq.above:
        if not web(s).at.get(hq.id):
            tunnels.join_dungeon(s, hq, "villain", "HST-DMST-01")
        return
    cellars = [
        s.rooms[stop.node]
        for pid in web(s).at.get(hq.id, ())
        for stop in s.passages[pid].stops
        if stop.node in s.rooms and s.rooms[stop.node].kind == "cellar"
    ]
    if cellars:
        cellar = cellars[0]
        cellar.owner = group.id
        if cellar.id not in group.rooms:
            group.rooms.append(cellar.id)
        others = [pid for pid in web(s).at.get(cellar.id, ()) if s.passages[pid].kind != "path"]
        if not others:
            tunnels.join_dungeon(s, cellar, "villain", "HST-DMST-01")


def _barracks(t: Table[Host], group: Group) -> None:
    """A barracks of one bead near HQ, with one army (HST-DMST-05, HST-DMST-08)."""
    s = t.state
    hq = s.rooms[group.lair]
    base = [rid for rid in group.rooms if not s.rooms[rid].above] or list(group.rooms)
    near = s.rooms[base[0]]
    spot = (near.x, near.y if not near.above else pg.surf(s.page, hq.x) + 0.5)
    room = works.room_near(
        s,
        spot,
        "bead",
        "villain",
        "HST-DMST-05",
        rooms=[r for r in base if not s.rooms[r].above],
        owner=group.id,
        kind="barracks",
        label="barracks",
        start=s.measures.bead,
    )
    if room.id not in group.rooms:
        group.rooms.append(room.id)
    if not web(s).at.get(room.id):
        tunnels.join_dungeon(s, room, "villain", "HST-DMST-05")
    bd.make(s, "pop", group.id, room.id)


async def villain_turn(t: Table[Host], villain: Villain, group: Group) -> None:
    """Loot, army, ZOC or an old quarrel, construction (flow "dungeon_master_season")."""
    s = t.state
    if not bd.loot(s, group.id):
        bd.make(s, "loot", group.id, group.lair, source="dungeon master")
    purse = bd.loot(s, group.id)
    if purse:
        options = {
            "pay": Option("Raise an army", hint=_price(s, group)),
            "save": Option("Save the loot", hint="more than 3 buys a construction"),
        }
        if (
            await decide(
                t,
                "dm_army",
                "{who} has {n} loot. Pay for an army?",
                options,
                "pay" if is_wise(s, group) else "save",
                rule="HST-DMST-08",
                about=group.id,
                who=called(s, group),
                n=purse,
            )
            == "pay"
        ):
            bd.remove(s, bd.of(s, group.id, "loot")[0])
            _barracks(t, group)
            note(
                t,
                "grew",
                "{who} paid for a company of soldiers; the army was {n:words}.",
                "HST-DMST-08",
                by=group,
                room=group.rooms[-1],
                n=bd.pop(s, group.id),
            )
    villain.failed_now = 0
    target = s.groups.get(villain.retry)
    if target is not None and target.alive and target.status == "free":
        await confront(t, villain, group, target)
    else:
        await expand(t, villain, group)
        if not villain.fallen and s.age == "villainy":
            seize(t, group, "HST-DMST-09")
    villain.retry = villain.failed_now
    if villain.fallen or s.age != "villainy":
        return
    if bd.loot(s, group.id) > OVER:
        price = OVER if s.dials.dm_construction_cost == "3" else bd.loot(s, group.id)
        for bead in bd.of(s, group.id, "loot")[:price]:
            bd.remove(s, bead)
        face = await roll(t, "1d4", "Dungeon Master's construction", "HST-DMCO-00")
        await construct(t, villain, group, WORKS[face - 1])


def is_wise(s: Host, group: Group) -> bool:
    """Whether one more soldier is worth a loot: not if that stops a construction, nor to march against ten (HST-DMST-08).

    The company that makes ten conquers a weaker surface, whatever else the loot might buy (HST-DMST-20).
    """
    if bd.pop(s, group.id) == ARMY - 1:
        return bd.surface_pop(s) < ARMY
    return bd.loot(s, group.id) != OVER + 1


def _price(s: Host, group: Group) -> str:
    """What a soldier costs, and what the tenth one means."""
    if bd.pop(s, group.id) < ARMY - 1:
        return "1 loot for one unit"
    people = bd.surface_pop(s)
    return f"1 loot; ten march on {people} people, and " + ("the world is won" if people < ARMY else "are thrown back")


async def expand(t: Table[Host], villain: Villain, group: Group) -> None:
    """The zone grows a finger along random tunnels, until a group is met (HST-DMST-09, HST-DMST-21)."""
    s = t.state
    ways = frontier(s, group)
    if not ways:
        await dig_out(t, group, "HST-DMST-09", "villain")
        return
    way = ways[stream(s, "place", len(ways))]
    left = s.measures.finger
    for _ in range(60):
        leg = gr.follow(s, way, left)
        claim_leg(s, group, leg)
        for _, kind, thing in leg_contacts(s, group.id, leg):
            if villain.fallen or s.age != "villainy":
                return
            if kind == "stack" and thing in s.stacks:
                await meet_stack(t, group.id, thing, groups_turn=True)
            elif kind == "building":
                await meet_building(t, group.id, thing)
            elif kind == "group":
                other = s.groups[thing]
                if other.master == group.id or not other.alive:
                    continue
                await confront(t, villain, group, other)
                return
        if villain.fallen or s.age != "villainy":
            return
        left -= max(leg.cost, 0.02)
        if not leg.node or left <= 0.02:
            return
        on = [w for w in gr.ways_on(s, Spot(leg.node)) if not is_taken(s, group, w)]
        if not on:
            return
        way = on[stream(s, "place", len(on))]


def fight_stack(t: Table[Host], group: Group, stack: Stack, *, own_turn: bool) -> None:
    """Wandering monsters meet the army without dice; alone his +2 protects him (HST-DMST-21)."""
    s = t.state
    army = bd.pop(s, group.id)
    what = flavour_named(s, "wandering", stack.flavour)
    cost = no_dice(stacks.strength(s, stack), what.kills_per_bead, protection(s, group.id), 1, army or 1)
    note(
        t,
        "encounter",
        brush(stacks.strength(s, stack), cost, hardy=bool(what.killed_only_by)),
        "HST-DMST-21",
        by=group,
        room=stack.node if stack.node in s.rooms else 0,
        what=bd.stack_name(s, stack),
        n=cost.victims,
        m=cost.loss,
    )
    lose_pop(t, group.id, cost.victims, f"killed by {bd.stack_name(s, stack)}")
    taker = group if own_turn and group.alive else None
    driven_off = bool(what.killed_only_by) and not cost.victims
    stack_pays(t, stack, cost.loss, killed_all=not group.alive, taker=taker, by_party=False, driven_off=driven_off)


async def confront(t: Table[Host], villain: Villain, group: Group, other: Group) -> None:
    """An encounter roll, with himself or the army, whichever is bigger (HST-DMST-11 to 13)."""
    s = t.state
    if other.id in s.met_now:
        return
    if other.type == "villain":
        await encounter(t, group.id, other.id)
        return
    s.met_now.append(other.id)
    meet(s, group.id, other.id)
    mine = await roll(t, "1d6", group.name, "HST-DMST-11") + strength(s, group.id) + bonus(s, group.id)
    theirs = await roll(t, "1d6", other.name, "HST-DMST-11") + strength(s, other.id) + bonus(s, other.id, other.lair)
    lawful = other.alignment == "lawful" and not is_alpha(other)
    if mine > theirs or (mine == theirs and not lawful):
        enslave(t, other, group)
        return
    villain.failed_now = other.id
    note(
        t,
        "encounter",
        "{other} would not kneel to {who} ({b} to {a}).",
        "HST-DMST-12" if lawful else "HST-DMST-13",
        by=group,
        room=other.lair,
        others=[other.id],
        other=other.name,
        a=mine,
        b=theirs,
    )
    if mine == theirs:
        lose_pop(t, other.id, 1, "the Dungeon Master")
        lose_pop(t, group.id, min(1, bd.pop(s, group.id)), f"resisted by {other.name}")
        return
    if lawful:
        for bead in bd.of(s, group.id, "loot")[:1]:
            bd.remove(s, bead)
    else:
        loot_from(t, other.id, group.id, 1, "HST-DMST-13")
    lose_pop(t, group.id, 1, f"resisted by {other.name}")


def march(t: Table[Host], villain: Villain, group: Group) -> None:
    """An army of ten attacks the surface: fewer than ten people there, and the world is his (HST-DMST-20)."""
    s = t.state
    if bd.pop(s, group.id) < ARMY or villain.fallen:
        return
    people = bd.surface_pop(s)
    won = people < ARMY
    note(
        t,
        "villain",
        "{who} marched on the surface, where {n:words} stood against ten.",
        "HST-DMST-20",
        by=group,
        room=group.lair,
        n=people,
    )
    if won:
        conclude(t, "villain", "dungeon_master conquers")
    elif all(v.fallen or v is villain for v in s.villains):
        conclude(t, "heroes", "dungeon_master repelled")
    else:
        villain_falls(t, group.id, ENDINGS["dungeon_master repelled"])


async def party_meets(t: Table[Host], party: Party, group: Group) -> None:
    """First the army without dice, then the Dungeon Master alone (HST-DMST-06, 18, 19)."""
    s = t.state
    army = bd.pop(s, group.id)
    if army:
        cost = no_dice(army, 1, party_bonus(s, party), 1, alive(s, party))
        note(
            t,
            "encounter",
            "{who} met the army of {other}; {toll}.",
            "HST-DMST-18",
            by=party,
            room=group.lair,
            other=group.name,
            toll=toll(cost.victims, cost.loss, "of the army"),
        )
        lose_pop(t, group.id, cost.loss, f"killed by {party.name}")
        hurt(t, party, cost.victims)
    if not party.fate and not bd.pop(s, group.id):
        party.node = group.lair
        await fight(t, party, group)
    if party.fate == "died" and group.alive:
        reward(t, group)


def reward(t: Table[Host], group: Group) -> None:
    """A defeated party: one more for the army (HST-DMST-19)."""
    works.house(t.state, group.id, "pop", "villain", "HST-DMST-19")
    note(t, "grew", "The army of {who} grew by a deserter.", "HST-DMST-19", by=group, room=group.lair)


def progress(s: Host, villain: Villain, group: Group) -> Line:
    """The army so far."""
    return Line(group.name, str(min(ARMY, bd.pop(s, group.id))), of=ARMY, hint="army; at ten it marches", rule="HST-DMST-20")


def fit(s: Host) -> int:
    """Ore, and a tower whose cellar holds loot (HST-VILL-14, HST-VILL-15)."""
    towers = [room for room in s.rooms.values() if room.label == "tower dungeon"]
    rich = any(bead.colour == "loot" for room in towers for bead in bd.inside(s, room.id))
    return 2 * rich + bool(lodes.unmined(s))


DUNGEON_MASTER = Villainy(
    title="The Dungeon Master",
    slain="dungeon_master killed",
    set_up=set_up,
    season=villain_turn,
    goal=march,
    progress=progress,
    fit=fit,
    party_meets=party_meets,
    alone=3,
    confronts=confront,
    fights_stack=fight_stack,
)
ENSLAVED = Bond(outlaw=True, season=slave_season)

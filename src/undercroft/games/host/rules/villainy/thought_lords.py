"""The Thought Lord Cult: the Mind Pool, infiltration and sacrifice (HST-THOT)."""

from __future__ import annotations

from .....engine import Line, Option, Table
from ...answers import Thing, thing
from ...chronicle import note, roll, say
from ...desk import decide, place
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, tunnels, works
from ...ground import page as pg
from ...ground.web import web
from ...names import suggest, take
from ...state import Bead, Group, Host, Party, Point, Room, Villain
from ..adventurers.party_fights import alive, fight, hurt, party_bonus
from ..encounters.bonds import Bond
from ..encounters.downfall import conclude, villain_falls
from ..encounters.encounters import bonus, strength
from ..encounters.fortunes import gain_pop, loot_from, lose_pop
from ..encounters.skirmishes import emptied, garrison
from ..encounters.villainies import Villainy, new_villain

POOL = 3  # HST-THOT-09, HST-THOT-16
PRICE = 3  # HST-THOT-11


async def set_up(t: Table[Host], purse: int) -> None:
    """Four rooms in the largest empty area of the lower half, joined; the closest group is theirs (HST-THOT-01 to 06)."""
    s = t.state
    spot = nearby.emptiest(s, s.page.height / 2)
    size = works.box(s, "thumb")

    def ok(p: Point) -> bool:
        return pg.underground(s.page, *p, *size) and nearby.clear_of_rooms(s, *p, *size)

    found = works.sites(s, spot, size, many=4, accept=lambda p: p[1] >= s.page.height / 2)
    less = None
    if not found:
        nook, less = works.fitted(s, spot, "thumb")
        found = [nook]
    at = await place(
        t,
        "place_room",
        "Where do the Thought Lords dig their Mind Pool?",
        found,
        lambda p: "" if ok(p) else "something is in the way",
        rule="HST-THOT-01",
        size=size,
    )
    pool = works.draw_room(
        s, at, "thumb", "villain", "HST-THOT-01", kind="room", label="Mind Pool", shape="round", tags=["mind_pool"], dims=less
    )
    villain, group = new_villain(s, "thought_lords", take(s, suggest(s, "temple")), "chaotic", pool.id)
    pool.owner = group.id
    villain.pool = pool.id
    bd.make(s, "loot", group.id, pool.id, source="pool")
    for _ in range(purse):
        bd.make(s, "loot", group.id, pool.id, source="purse")
    bd.make(s, "control", group.id, pool.id)
    for label in ("cell of a Thought Lord", "cell of a Thought Lord", "prison"):
        room = works.room_near(
            s,
            (pool.x, pool.y),
            "bead",
            "villain",
            "HST-THOT-01",
            rooms=[pool.id],
            owner=group.id,
            label=label,
            kind="prison" if label == "prison" else "room",
            start=s.measures.bead,
        )
        group.rooms.append(room.id)
        if label == "prison":
            villain.prisons.append(room.id)
            bd.make(s, "pop", group.id, room.id, role="prisoner")
        else:
            bd.make(s, "pop", group.id, room.id)
    join_large(s, pool, group)
    note(t, "villain", "Beneath everything {who} filled a pool with thoughts.", "HST-THOT-01", by=group, room=pool.id)
    live = [s.groups[g] for g in bd.living(s)] or [s.groups[g] for g in s.kingdoms[:1]]
    if live:
        nearest = min(live, key=lambda g: (round(gr.far_apart(s, pool.id, g.lair), 3), g.id))
        infiltrate(t, group, nearest)


def join_large(s: Host, pool: Room, group: Group) -> None:
    """Joined to the closest chamber from which the rest of the dungeon can be reached (HST-THOT-04)."""
    sizes: dict[int, int] = {}
    for room in s.rooms.values():
        root = web(s).find(room.id)
        sizes[root] = sizes.get(root, 0) + 1
    own = web(s).find(pool.id)
    doors = {web(s).find(e.node) for e in s.entrances}
    best_size = max((n for root, n in sizes.items() if root != own), default=0)

    def accept(room: Room) -> bool:
        root = web(s).find(room.id)
        return root != own and not room.above and (root in doors if doors else sizes[root] == best_size)

    target = nearby.nearest_room(s, (pool.x, pool.y), accept)
    if target is None:
        if not any(web(s).find(pool.id) == d for d in doors):
            tunnels.join_dungeon(s, pool, "villain", "HST-THOT-04")
        return
    stop = pg.edge_of_box((pool.x, pool.y), target.x, target.y, target.w, target.h)
    start = pg.edge_of_box(stop, pool.x, pool.y, pool.w, pool.h)
    tunnels.dig(s, tunnels.clip(s, [start, stop])[0], "villain", "HST-THOT-04", owner=group.id)


def infiltrate(t: Table[Host], group: Group, other: Group) -> None:
    """A control bead marks an agent among them (HST-THOT-13)."""
    s = t.state
    other.status, other.master = "infiltrated", group.id
    bd.make(s, "control", other.id, other.lair)
    t.meet("status", "infiltrated")
    note(
        t,
        "subjugated",
        "{other} thought what {who} thought.",
        "HST-THOT-10",
        by=group,
        room=other.lair,
        others=[other.id],
        other=other.name,
    )


def target_of(s: Host, group: Group) -> Group | None:
    """The closest un-infiltrated group; the castle when it is closest or nothing else is left (HST-THOT-09)."""
    minds = [s.groups[g] for g in [*bd.living(s), *s.kingdoms] if s.groups[g].status != "infiltrated" and bd.pop(s, g)]
    return min(minds, key=lambda g: (round(gr.far_apart(s, group.lair, g.lair), 3), g.id)) if minds else None


async def villain_turn(t: Table[Host], villain: Villain, group: Group) -> None:
    """Infiltrate, exchange, sacrifice (flow "thought_lords_season")."""
    s = t.state
    other = target_of(s, group)
    if other is not None:
        options = {
            "try": Option(
                "Try to infiltrate",
                hint=f"d6+{bd.pop(s, group.id) + POOL} against d6+{minds_of(s, other) + bonus(s, other.id, other.lair)}",
            ),
            "wait": Option("Wait"),
        }
        if (
            await decide(
                t,
                "tl_infiltrate",
                "The Thought Lords reach for {other}. Try?",
                options,
                "try",
                rule="HST-THOT-09",
                about=group.id,
                other=other.name,
            )
            == "try"
        ):
            await attempt(t, group, other)
    if villain.fallen or not group.alive:
        return
    while bd.loot(s, group.id) >= PRICE:
        wise = bd.pop(s, group.id) <= 3 or bd.loot(s, group.id) >= 6
        options = {"yes": Option("Exchange", hint="3 loot for one Thought Lord"), "no": Option("Keep the loot")}
        prompt, suggestion = "Exchange three loot for a Thought Lord?", "yes" if wise else "no"
        if await decide(t, "tl_exchange", prompt, options, suggestion, rule="HST-THOT-11", about=group.id) == "no":
            break
        for bead in bd.of(s, group.id, "loot")[:PRICE]:
            bd.remove(s, bead)
        gain_pop(t, group.id, 1, "HST-THOT-11")
    await sacrifice(t, villain, group)


async def attempt(t: Table[Host], group: Group, other: Group) -> None:
    """An encounter roll with the Mind Pool's three (HST-THOT-09, HST-THOT-10)."""
    s = t.state
    artifact = 1 if s.artifact in s.beads and s.beads[s.artifact].owner == group.id else 0
    mine = await roll(t, "1d6", group.name, "HST-THOT-09") + bd.pop(s, group.id) + POOL + artifact
    theirs = await roll(t, "1d6", other.name, "HST-THOT-09") + minds_of(s, other) + bonus(s, other.id, other.lair)
    if mine > theirs:
        infiltrate(t, group, other)
        gain_pop(t, group.id, 1, "HST-THOT-10")
        return
    note(
        t,
        "encounter",
        "The people of {other} screamed in their sleep ({b} to {a}).",
        "HST-THOT-10",
        actor=group.id,
        room=other.lair,
        others=[other.id],
        other=other.name,
        a=mine,
        b=theirs,
    )
    if other.type == "surface":
        haunt(t, other, 1 if mine == theirs else 2)
    else:
        lose_pop(t, other.id, 1 if mine == theirs else 2, "the villain's nightmares")
    if mine < theirs:
        lose_pop(t, group.id, 1, "a mind too strong")


def townsfolk(s: Host, kingdom: Group) -> list[Bead]:
    """The people of castle and city; farms are beneath the Thought Lords' notice (HST-THOT-09)."""
    return [bead for bead in bd.of(s, kingdom.id, "pop") if bead.room in s.rooms and s.rooms[bead.room].label != "farm"]


def minds_of(s: Host, other: Group) -> int:
    """How many minds resist: a group's strength, or the people of castle and city."""
    return len(townsfolk(s, other)) if other.type == "surface" else strength(s, other.id)


def haunt(t: Table[Host], kingdom: Group, count: int) -> None:
    """Nightmares take people of the castle first, then of the city (HST-THOT-10)."""
    s = t.state
    for bead in sorted(townsfolk(s, kingdom), key=lambda b: (b.room != kingdom.lair, b.id))[:count]:
        bd.remove(s, bead)
        if not garrison(s, bead.room):
            emptied(t, bead.room)


def prisoners(s: Host, group: Group) -> list[Bead]:
    """Those who wait in the prison."""
    return [bead for bead in bd.of(s, group.id, "pop") if bead.role == "prisoner"]


async def sacrifice(t: Table[Host], villain: Villain, group: Group) -> None:
    """The Mind Pool wants one: a prisoner, one of an infiltrated group, or at last a Thought Lord (HST-THOT-12)."""
    s = t.state
    thralls = [s.groups[g] for g in [*bd.living(s), *s.kingdoms] if s.groups[g].master == group.id and bd.pop(s, g)]
    held = prisoners(s, group)
    options: dict[str, str | Option] = {}
    if held:
        options["prisoner"] = Option("A prisoner", hint=f"{len(held)} left")
    for thrall in sorted(thralls, key=lambda g: (bd.pop(s, g.id) <= 1, -bd.pop(s, g.id), g.id)):
        options[Thing("group", thrall.id).key] = Option(f"One of {thrall.name}", hint=f"they are {bd.pop(s, thrall.id)}")
    if not options:
        options["lord"] = Option("A Thought Lord")
    prompt, first = "The Mind Pool hungers. Who is it to be?", next(iter(options))
    key = await decide(t, "tl_sacrifice", prompt, options, first, rule="HST-THOT-12", about=group.id)
    if key == "prisoner":
        bd.remove(s, held[0])
        victim = "a prisoner"
    elif key == "lord":
        victim = "one of its own"
        lose_pop(t, group.id, 1, "the Mind Pool")
    else:
        thrall = s.groups[thing(key)]
        victim = f"one of {thrall.name}"
        lose_pop(t, thrall.id, 1, "sacrificed to the Mind Pool")
    note(t, "sacrifice", "The Mind Pool took {victim}.", "HST-THOT-12", actor=group.id, room=villain.pool, victim=victim)


def tithe(t: Table[Host], group: Group) -> None:
    """An infiltrated group with more than one loot gives one (HST-THOT-15)."""
    s = t.state
    master = s.groups.get(group.master)
    if master is not None and master.alive and bd.loot(s, group.id) > 1:
        loot_from(t, master.id, group.id, 1, "HST-THOT-15")
        say(t, "{who} sent a gift to {other} and did not know why.", "HST-THOT-15", who=group.name, other=master.name)


async def mind_pool_test(t: Table[Host], party: Party, group: Group) -> None:
    """A party meets infiltrated friends: a conflict with the Mind Pool itself (HST-THOT-16, HST-THOT-17)."""
    s = t.state
    mine = await roll(t, "1d6", party.name, "HST-THOT-16") + alive(s, party) + party_bonus(s, party)
    theirs = await roll(t, "1d6", "the Mind Pool", "HST-THOT-16") + POOL
    master = s.groups[group.master]
    if mine > theirs:
        group.status, group.master = "free", 0
        for bead in bd.of(s, group.id, "control"):
            bd.remove(s, bead)
        note(
            t,
            "adventure",
            "{who} broke the spell upon {other} ({a} to {b}).",
            "HST-THOT-17",
            by=party,
            room=group.lair,
            others=[group.id],
            other=group.name,
            a=mine,
            b=theirs,
        )
    elif mine == theirs:
        await fight(t, party, group)
    else:
        villain = next(v for v in s.villains if v.group == master.id)
        captive = bd.of(s, party.id, "pop")[0]
        cell = next((r for r in villain.prisons if bd.free_slots(s, s.rooms[r]) > 0), 0)
        if not cell:
            prison = s.rooms[villain.prisons[0]]
            room = works.room_near(
                s,
                (prison.x, prison.y),
                "bead",
                "villain",
                "HST-THOT-17",
                rooms=[prison.id],
                owner=master.id,
                label="prison",
                kind="prison",
                start=s.measures.bead,
            )
            villain.prisons.append(room.id)
            master.rooms.append(room.id)
            cell = room.id
        captive.role = "prisoner"
        bd.move(s, captive, cell)
        bd.give(s, captive, master.id)
        note(
            t,
            "adventure",
            "One of {who} stayed behind with {other}, smiling ({a} to {b}).",
            "HST-THOT-17",
            by=party,
            room=group.lair,
            others=[group.id],
            other=group.name,
            a=mine,
            b=theirs,
        )
        if not alive(s, party):
            hurt(t, party, 0)


async def party_meets(t: Table[Host], party: Party, group: Group) -> None:
    """A normal fight; prisoners are freed if the Thought Lords die (HST-THOT-18)."""
    s = t.state
    party.node = group.lair
    held = prisoners(s, group)
    for bead in held:
        bd.give(s, bead, 0)
    await fight(t, party, group)
    for bead in held:
        if not group.alive and not party.fate:
            bead.role = ""
            bd.move(s, bead, 0)
            bd.give(s, bead, party.id)
        elif group.alive:
            bd.give(s, bead, group.id)
        else:
            bd.remove(s, bead)


def all_minds(s: Host) -> list[Group]:
    """Every group and kingdom there is."""
    return [s.groups[gid] for gid in [*bd.living(s), *s.kingdoms]]


def triumph(t: Table[Host], villain: Villain, group: Group) -> None:
    """Every mind above and below is theirs; without a Thought Lord nobody's is (HST-THOT-08)."""
    if not bd.pop(t.state, group.id):
        villain_falls(t, group.id, "no Thought Lord was left")
        return
    minds = all_minds(t.state)
    if minds and all(mind.status == "infiltrated" for mind in minds):
        conclude(t, "villain", "thought_lords triumph")


def progress(s: Host, villain: Villain, group: Group) -> Line:
    """The minds so far."""
    minds = all_minds(s)
    count = sum(mind.status == "infiltrated" for mind in minds)
    return Line(group.name, str(count), of=max(1, len(minds)), hint="minds infiltrated", rule="HST-THOT-08")


def fit(s: Host) -> int:
    """Breeders breed minds (HST-VILL-16)."""
    return min(3, sum(s.groups[gid].type == "breeder" for gid in bd.living(s)))


THOUGHT_LORDS = Villainy(
    title="The Thought Lord Cult",
    slain="thought_lords wiped out",
    set_up=set_up,
    season=villain_turn,
    goal=triumph,
    progress=progress,
    fit=fit,
    party_meets=party_meets,
    bonus=1,
)
INFILTRATED = Bond(bonus=1, kindred=True, idle=True, afterwards=tithe, meets_friends=mind_pool_test)

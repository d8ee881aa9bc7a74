"""Beads: making, moving, giving and losing them. Whatever counts beads asks here; nothing else touches `bead.owner`.

Loot is conserved: it is made by `make`, leaves the world by `remove`, and otherwise only changes hands.
"""

from __future__ import annotations

from bisect import insort

from ....engine.words import article
from ..state import Bead, Holder, Host, Point, Room, Stack, Trigger
from .graph import node_xy
from .nearby import point_at
from .web import FAR, Stand, new_id, web

VILLAINY_LOOT = 6  # HST-MNST-02
DISC = 0.6  # half a bead's own width and one bead around it (HST-ZOC-01)


def make(s: Host, colour: str, owner: int, room: int, *, role: str = "", source: str = "") -> Bead:
    """A new bead in a room."""
    w = web(s)
    bead = Bead(new_id(s), colour, owner, room, role=role, source=source)
    s.beads[bead.id] = bead
    w.by_owner.setdefault(owner, []).append(bead.id)
    w.stands.pop(owner, None)
    if room:
        w.by_room.setdefault(room, []).append(bead.id)
        w.unsettle(s, room)
    if colour == "loot":
        s.made_loot += 1
        _after_gain(s, owner)
    return bead


def remove(s: Host, bead: Bead) -> None:
    """Take a bead out of the world."""
    w = web(s)
    w.by_owner[bead.owner].remove(bead.id)
    w.stands.pop(bead.owner, None)
    if bead.room:
        w.by_room[bead.room].remove(bead.id)
        w.unsettle(s, bead.room)
    del s.beads[bead.id]
    if bead.colour == "loot":
        s.lost_loot += 1
    if bead.id == s.artifact:
        s.artifact = 0


def move(s: Host, bead: Bead, room: int, passage: int = 0, offset: float = 0.0) -> None:
    """Put a bead elsewhere; room 0 and no passage: it is carried by its owner."""
    w = web(s)
    w.stands.pop(bead.owner, None)
    if bead.room:
        w.by_room[bead.room].remove(bead.id)
        w.unsettle(s, bead.room)
    bead.room, bead.passage, bead.offset = room, passage, offset
    if room:
        insort(w.by_room.setdefault(room, []), bead.id)
        w.unsettle(s, room)


def give(s: Host, bead: Bead, owner: int) -> None:
    """A bead changes hands; named treasures remember it (HST-NAMT-03)."""
    if bead.owner == owner:
        return
    w = web(s)
    w.by_owner[bead.owner].remove(bead.id)
    w.stands.pop(bead.owner, None)
    w.stands.pop(owner, None)
    bead.owner = owner
    insort(w.by_owner.setdefault(owner, []), bead.id)
    if bead.name:
        bead.history.append(Holder(owner_name(s, owner), place_name(s, bead.room), s.absolute))
    if bead.colour == "loot":
        _after_gain(s, owner)


def _after_gain(s: Host, owner: int) -> None:
    """Six loot in one hand end the Age of Monsters at once (HST-MNST-02)."""
    if s.age != "monsters" or s.trigger is not None:
        return
    group = s.groups.get(owner)
    if group is not None and group.alive and loot(s, owner) >= VILLAINY_LOOT:
        s.trigger = Trigger("loot", owner, s.year)


def age_over(s: Host) -> bool:
    """Whether an age has ended in mid-turn: six loot or lost kingdoms among monsters, a villain's end or triumph after them.

    What ended the Age of Monsters is remembered through the Age of Villainy and stops nothing there.
    """
    return s.age in ("disaster", "over") or (s.age == "monsters" and s.trigger is not None)


def owner_name(s: Host, owner: int) -> str:
    """What to call an owner."""
    if owner in s.groups:
        return s.groups[owner].name
    if owner in s.stacks:
        return stack_name(s, s.stacks[owner])
    if s.party is not None and s.party.id == owner:
        return s.party.name
    return "nobody"


def place_name(s: Host, room: int) -> str:
    """What to call a room."""
    found = s.rooms.get(room)
    return "a tunnel" if found is None else room_name(found)


def room_name(room: Room) -> str:
    """The name, label or kind of a room."""
    if room.name:
        return room.name
    if room.plague:
        return "a plague cave"
    if "wyrm" in room.tags and room.label:
        return f"the lair of {room.label}"
    if "fate" in room.tags:
        return "the cave of Fate"
    if room.label:
        if room.above or room.label in ("mine", "store", "tomb", "crypt", "crater", "prison", "palace", "slave pit", "annex"):
            return one(room.label)
        return "the gem cave" if room.label == "gemstones" else f"the {room.label}"
    return "an old cave" if room.kind == "cave" and room.finish != "natural" else one(room.kind)


def stack_name(s: Host, stack: Stack) -> str:
    """What to call those who wander or lie in wait: a name of their own, else a troll, an ooze, beasts, two trolls."""
    if stack.name:
        return stack.name
    kind = stack.flavour.lower()
    if kind.endswith(("s", "undead", "dead")):
        return kind
    if pop(s, stack.id) <= 1:
        return one(kind)
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def of(s: Host, owner: int, colour: str) -> list[Bead]:
    """An owner's beads of one colour, by id."""
    beads = s.beads
    return [beads[bid] for bid in web(s).by_owner.get(owner, ()) if beads[bid].colour == colour]


def inside(s: Host, room: int) -> list[Bead]:
    """The beads in a room, by id."""
    return [s.beads[bid] for bid in web(s).by_room.get(room, ())]


def pop(s: Host, owner: int) -> int:
    """Population: prisoners do not count."""
    beads = s.beads
    count = 0
    for bid in web(s).by_owner.get(owner, ()):
        bead = beads[bid]
        if bead.colour == "pop" and bead.role != "prisoner":
            count += 1
    return count


def loot(s: Host, owner: int) -> int:
    """Loot owned."""
    beads = s.beads
    return len([bid for bid in web(s).by_owner.get(owner, ()) if beads[bid].colour == "loot"])


def xy(s: Host, bead: Bead) -> Point:
    """Where a bead lies on the page: its slot in the room, or its spot on a passage."""
    if bead.passage:
        return point_at(s, bead.passage, bead.offset)
    if not bead.room:
        stack = s.stacks.get(bead.owner)
        if stack is not None:
            return stack_xy(s, stack.id)
        if s.party is not None:
            return node_xy(s, s.party.node)
        return (0.0, 0.0)
    room = s.rooms[bead.room]
    here = web(s).by_room[bead.room]
    return (room.x, room.y) if len(here) == 1 else slots_of(room, len(here))[here.index(bead.id)]


def stand(s: Host, gid: int) -> Stand:
    """Where a group's own population and loot lie; worked out when asked for, kept until a bead moves."""
    w = web(s)
    found = w.stands.get(gid)
    if found is None:
        beads = s.beads
        own = [beads[bid] for bid in w.by_owner.get(gid, ()) if beads[bid].colour != "control"]
        slots: dict[int, Point] = {}
        for rid in {bead.room: None for bead in own if bead.room and not bead.passage}:
            slots.update(zip(w.by_room[rid], slots_of(s.rooms[rid], len(w.by_room[rid])), strict=True))
        points = [slots.get(bead.id) or xy(s, bead) for bead in own]
        homes = list(dict.fromkeys(bead.room for bead in own if bead.colour == "pop" and bead.room))
        if points:
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            found = Stand(points, homes, min(xs), min(ys), max(xs), max(ys))
        else:
            found = Stand(points, homes, FAR, FAR, -FAR, -FAR)
        if all(bead.room or bead.passage for bead in own):
            w.stands[gid] = found
    return found


def slots_of(room: Room, count: int) -> list[Point]:
    """The middles of the slots when `count` beads share a room."""
    if count == 1:
        return [(room.x, room.y)]
    columns = max(1, min(count, round(room.w / max(0.2, room.h) * max(1.0, count / max(1.0, room.w / room.h)) ** 0.5 + 0.49)))
    rows = -(-count // columns)
    across = [room.x + room.w * ((col + 0.5) / columns - 0.5) for col in range(columns)]
    down = [room.y + room.h * ((row + 0.5) / rows - 0.5) for row in range(rows)]
    return [(across[slot % columns], down[slot // columns]) for slot in range(count)]


def stack_xy(s: Host, stack_id: int) -> Point:
    """Where a wandering stack stands."""
    stack = s.stacks[stack_id]
    if stack.passage:
        return point_at(s, stack.passage, stack.offset)
    return node_xy(s, stack.node)


def is_empty(s: Host, room: Room) -> bool:
    """No bead of any kind inside (zones are judged elsewhere)."""
    return not web(s).by_room.get(room.id)


def is_unoccupied(s: Host, room: Room) -> bool:
    """No population inside."""
    return not any(bead.colour == "pop" for bead in inside(s, room.id))


def free_slots(s: Host, room: Room) -> int:
    """How many more beads a room holds."""
    return room.capacity - len(web(s).by_room.get(room.id, ()))


def surface_pop(s: Host) -> int:
    """All population of the kingdoms, excursions included (HST-SURF-05)."""
    away = sum(pop(s, stack.id) for stack in s.stacks.values() if stack.flavour == "Excursion")
    return away + sum(pop(s, gid) for gid in s.kingdoms)


def living(s: Host) -> list[int]:
    """Underground monster groups that are alive, by arrival: delvers, breeders, alphas, temples and the like."""
    return [gid for gid in s.order if s.groups[gid].alive and s.groups[gid].type not in ("surface", "villain", "minions")]


def one(thing: str) -> str:
    """A thing with its article: a mine, an annex."""
    return f"{article(thing)} {thing}"

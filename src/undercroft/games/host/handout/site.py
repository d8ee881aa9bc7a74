"""The Site: a hosted dungeon in the neutral form that other games enter. It follows from the state and changes nothing."""

from __future__ import annotations

from collections import Counter

from ....engine import Dice
from ....engine.site import Door, Dweller, Hoard, Mark, People, Place, Rumour, Site, Way
from ..chronicle import title
from ..ground import beads as bd
from ..ground import graph as gr
from ..ground.page import depth, dist
from ..ground.web import Spot
from ..lore import lore
from ..names import invent
from ..state import Bead, Group, Host, Landmark, Passage, Point, Room, Stack, visits
from .campaign import town_name
from .levels import level_of
from .rumours import KIND, is_aim, rumours, said_to_live

CLOSE_BY = 5.5  # inches, half a page: of the farms within it the oldest counts, and a door keeps its name when a nearer one comes


def dungeon_rooms(s: Host) -> list[Room]:
    """The rooms below ground that are still there."""
    return [room for room in s.rooms.values() if not room.above and room.state != "collapsed"]


def site_of(s: Host) -> Site:
    """The whole dungeon as other games read it."""
    rooms, seen = {room.id: room for room in dungeon_rooms(s)}, visits(s)
    standing = _Standing(s, rooms)
    dwellers = [
        Dweller(bead.id, bead.owner, place)
        for bead in s.beads.values()
        if _dwells(s, bead) and (place := standing.place_of(bead))
    ]
    there = Counter(dweller.owner for dweller in dwellers)
    often = Counter(map(bd.room_name, rooms.values()))
    places = [_place(s, room, often[bd.room_name(room)] == 1) for room in rooms.values()]
    _tell_tales(s, places)
    said, aims, folk = _rumours(s, places)
    return Site(
        world="",
        title=title(s),
        version=0,
        seed=s.seed,
        year=s.absolute,
        places=places,
        ways=[_way(s, way) for way in s.passages.values()],
        dwellers=dwellers,
        peoples=[
            *(_people(s, group, there[group.id]) for group in s.groups.values() if there[group.id]),
            *(_wanderers(s, stack, there[stack.id]) for stack in s.stacks.values() if there[stack.id]),
        ],
        hoards=[
            _hoard(s, bead, place) for bead in s.beads.values() if bead.colour == "loot" and (place := standing.place_of(bead))
        ],
        doors=_doors(s, rooms),
        marks=[
            Mark(mark.id, place, mark.kind, mark.name or mark.kind, mark.year)
            for mark in s.landmarks.values()
            if not mark.gone and (place := standing.place_of_mark(mark))
        ],
        rumours=said,
        aims=aims,
        trails=list(seen.trails) if seen is not None else [],
        heroes=list(seen.heroes) if seen is not None else [],
        record=[entry.text for entry in s.record],
        years=[entry.absolute_year for entry in s.record],
        lore=lore(s),
        folk=folk,
        waiting=s.party.name if seen is not None and seen.expedition and s.party is not None else "",
    )


class _Standing:
    """Which place a thing is at: the room it lies in, or the one that is nearest along the ways."""

    def __init__(self, s: Host, rooms: dict[int, Room]) -> None:
        self.s = s
        self.rooms = rooms
        self.known: dict[Spot, int] = {}

    def place_of(self, bead: Bead) -> int:
        """The place of a bead; 0 if it is above ground, with a party, or there is no place at all."""
        if bead.room:
            return bead.room if bead.room in self.rooms else 0
        stack = self.s.stacks.get(bead.owner)
        spot = Spot(0, bead.passage, bead.offset) if bead.passage else None
        if spot is None and stack is not None:
            spot = Spot(0, stack.passage, stack.offset) if stack.passage else Spot(stack.node)
        return 0 if spot is None else self.near(spot)

    def place_of_mark(self, mark: Landmark) -> int:
        """The place of a landmark: its room, or the nearest; 0 if it stands above ground."""
        if mark.room in self.s.rooms:
            return mark.room if mark.room in self.rooms else 0
        return self.closest((mark.x, mark.y)) if depth(self.s.page, mark.x, mark.y) > 0 else 0

    def near(self, spot: Spot) -> int:
        """The place that is fewest inches of tunnel away; where no way leads to any, the closest on the page."""
        if spot.node in self.rooms:
            return spot.node
        found = self.known.get(spot)
        if found is None:
            far = gr.reach(self.s, spot).far
            within = [(cost, node) for node, cost in far.items() if node in self.rooms]
            found = self.known[spot] = min(within)[1] if within else self.closest(gr.where_is(self.s, spot))
        return found

    def closest(self, at: Point) -> int:
        return min(self.rooms, key=lambda rid: (dist(at, (self.rooms[rid].x, self.rooms[rid].y)), rid), default=0)


def _dwells(s: Host, bead: Bead) -> bool:
    return bead.colour == "pop" and bead.role != "prisoner" and (bead.owner in s.groups or bead.owner in s.stacks)


def _place(s: Host, room: Room, once: bool) -> Place:
    """A place; "the gem cave" is a name where there is one of them, else what it is."""
    called = bd.room_name(room)
    article, _, rest = called.partition(" ")
    return Place(
        id=room.id,
        level=level_of(s, room.y),
        name=room.name or (called if article == "the" and once else ""),
        kind=room.kind if room.name or (article == "the" and once) else rest,
        size=room.size,
        maker=room.maker,
        fluid=room.fluid,
        x=room.x,
        y=room.y,
        tags=[*room.tags, *(["plague"] if room.plague else [])],
        secret=room.secret,
    )


def _tell_tales(s: Host, places: list[Place]) -> None:
    """Every place knows the lines of the record that tell of it, as `chronicle.story` finds them."""
    tales: dict[int, dict[int, None]] = {place.id: {} for place in places}
    for place in places:
        if 0 <= s.rooms[place.id].event < len(s.record):
            tales[place.id][s.rooms[place.id].event] = None
    for entry in s.record:
        for thing in (entry.room, *entry.made, *entry.others):
            if thing in tales:
                tales[thing][entry.seq] = None
    for place in places:
        place.tale = sorted(tales[place.id])


def _way(s: Host, way: Passage) -> Way:
    nodes = [stop.node for stop in way.stops]
    stops = [node for node, before in zip(nodes, [0, *nodes], strict=False) if node != before]
    return Way(way.id, way.kind, way.state, stops, any(s.rooms[node].secret for node in stops if node in s.rooms))


def _people(s: Host, group: Group, there: int) -> People:
    return People(
        id=group.id,
        name=group.name,
        flavour=group.flavour or group.type,
        type=group.type,
        alignment=group.alignment,
        status=group.status,
        leader=leader(s, group),
        lair=group.lair,
        strength=there,
        wear=wear(s, group.id),
        friends=friends(s, group.id),
        villain=group.type == "villain",
        single=group.type in ("alpha", "wyrm") or any(v.group == group.id and v.kind != "dungeon_master" for v in s.villains),
    )


def _wanderers(s: Host, stack: Stack, there: int) -> People:
    dead = any(word in stack.flavour.lower() for word in ("undead", "skeleton"))
    return People(
        id=stack.id,
        name=bd.stack_name(s, stack),
        flavour=stack.flavour,
        type="undead" if dead else "wandering",
        strength=there,
        wear=wear(s, stack.id),
        friends=friends(s, stack.id),
        roams=stack.roams,
    )


def leader(s: Host, group: Group) -> str:
    """Who leads a group: its own name if it is one creature."""
    if group.type in ("alpha", "wyrm"):
        return group.name
    grammar = {"dark_elf": "dark_elf", "demon": "demon"}.get(group.type, "villain")
    return invent(grammar, Dice(s.seed & 0xFFFFFFFF).fork(group.id + 7))


def _hoard(s: Host, bead: Bead, place: int) -> Hoard:
    return Hoard(
        id=bead.id,
        place=place,
        owner=bead.owner,
        thin=thin(s, bead.id),
        name=bead.name,
        past=list(dict.fromkeys(holder.owner for holder in bead.history)),
        hidden=s.rooms[place].secret,
    )


def _doors(s: Host, rooms: dict[int, Room]) -> list[Door]:
    return [
        Door(entrance.id, _first_below(s, entrance.node, rooms), entrance.kind, nearest_town(s, entrance.x))
        for entrance in s.entrances
    ]


def _first_below(s: Host, node: int, rooms: dict[int, Room]) -> int:
    """The first stop below a door: a place or a junction. A door that leads nowhere is a stop of its own."""
    if node in rooms:
        return node
    below = [
        link.node
        for link in gr.edges(s, node)
        if s.passages[link.passage].kind != "path" and not (link.node in s.rooms and s.rooms[link.node].above)
    ]
    return next((stop for stop in below if stop in rooms), below[0] if below else node)


def nearest_town(s: Host, x: float) -> str:
    """The town nearest to a spot of the surface, of those close by the oldest, so that it keeps its name; else the castle."""
    above = [room for room in s.rooms.values() if room.above and room.state != "collapsed"]
    farms = [room for room in above if "farm" in (room.label or room.kind)]
    near = min(farms or above, key=lambda room: (max(0.0, abs(room.x - x) - CLOSE_BY), room.id), default=None)
    if near is None:
        return ""
    return town_name(s, near) if farms else bd.room_name(near)


def _rumours(s: Host, places: list[Place]) -> tuple[list[Rumour], list[int], list[str]]:
    """Rumours with what they speak of; which of them are something to go down for, true or not; and who is said to live there.

    Their numbers are negative, so that a goal may be any id; one that has the level wrong leads to a place on that level.
    """
    living = {group.id for group in s.groups.values() if group.alive}
    known = {place.id: place for place in places}
    found: list[Rumour] = []
    aims: list[int] = []
    learned = seen.learned if (seen := visits(s)) is not None else {}
    every = rumours(s)
    for told in every:
        entry = s.record[told["source_event"]]
        about = entry.actor if entry.actor in living else entry.room if entry.room in known else 0
        if told["truth"] in ("partly", "false") and entry.kind != "hearsay":
            x = entry.place[0] if entry.place else s.page.width / 2
            there = [place for place in places if place.level == told["level"] and not place.secret]
            about = min(there, key=lambda place: (abs(place.x - x), place.id)).id if there else about
        seq = -(2 * entry.seq + 1)
        seq -= any(rumour.seq == seq for rumour in found[-1:])  # a fall is told twice
        text = KIND.sub(r"\g<came>", told["text"])
        found.append(Rumour(seq, told["level"], text, told["truth"], about, learned.get(seq, "")))
        if is_aim(s, entry):
            aims.append(seq)
    return found, aims, said_to_live(told["text"] for told in every)


def wear(s: Host, people: int) -> int:
    """How far a people's next bead is hurt, in twelfths."""
    return seen.wear.get(people, 0) if (seen := visits(s)) is not None else 0


def thin(s: Host, hoard: int) -> int:
    """How much of a bead of loot was taken, in twelfths."""
    return seen.thin.get(hoard, 0) if (seen := visits(s)) is not None else 0


def friends(s: Host, people: int) -> list[str]:
    """Companies that parted from a people as friends."""
    return list(seen.friends.get(people, ())) if (seen := visits(s)) is not None else []

"""The story of a place: what made it, who lived and died there, who holds it now. It reads the record and decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine import Line, Tale
from ...engine.words import capital, listed
from .chronicle import story
from .ground import beads as bd
from .ground.web import web
from .state import Entry, Host, Room

ENTRANCES = {
    "shaft_head": "a shaft head", "cave_mouth": "a cave mouth", "volcanic_cone": "a volcanic cone", "adit": "an adit",
    "castle_cellar": "the castle cellars", "city_cellar": "the cellars of the city", "tower_cellar": "the tower's cellar",
    "rift": "the rift",
}  # fmt: skip


def tale(s: Host, place: str) -> Tale | None:
    """The story of a room, passage, ore, landmark, entrance, group or treasure, by its id on the map or by its name."""
    kind, _, number = place.strip().partition("-")
    if kind in TELLERS and number.isdecimal():
        return TELLERS[kind](s, int(number))
    found = named(s, place)
    return TELLERS[found[0]](s, found[1]) if found is not None else None


def of_room(s: Host, thing: int) -> Tale | None:
    """A room, cave or surface building."""
    room = s.rooms.get(thing)
    return Tale(capital(bd.room_name(room)), (*_contents(s, room), *_past(s, thing))) if room is not None else None


def of_way(s: Host, thing: int) -> Tale | None:
    """A tunnel, shaft, river or path."""
    way = s.passages.get(thing)
    if way is None:
        return None
    ends = listed(dict.fromkeys(bd.place_name(s, stop.node) for stop in way.stops if stop.node in s.rooms), none="")
    now = Line("Now", f"{way.length:.1f} inches long" + (f", past {ends}" if ends else ""))
    return Tale(capital(way.label or {"natural": "natural passage"}.get(way.kind, way.kind)), (now, *_past(s, thing)))


def of_ore(s: Host, thing: int) -> Tale | None:
    """A vein or deposit, and who has been at it."""
    ore = s.ores.get(thing)
    if ore is None:
        return None
    lines = [Line("Now", f"{sum(cell.remaining > 0 for cell in ore.cells)} of {len(ore.cells)} workings left")]
    miners = dict.fromkeys(bd.owner_name(s, cell.mined_by) for cell in ore.cells if cell.mined_by)
    if miners:
        lines.append(Line("Mined by", ", ".join(miners)))
    return Tale("A vein of gold" if ore.kind == "gold" else "A deposit of mithral", (*lines, *_past(s, thing)))


def of_mark(s: Host, thing: int) -> Tale | None:
    """A statue, gate, lake, trap or other landmark."""
    mark = s.landmarks.get(thing)
    if mark is None:
        return None
    where = [Line("Where", bd.place_name(s, mark.room))] if mark.room in s.rooms else []
    return Tale(capital(mark.name or mark.kind), (*where, *_past(s, thing)))


def of_door(s: Host, thing: int) -> Tale | None:
    """A way in from the surface: the story of the building or of the passage behind it."""
    door = next((found for found in s.entrances if found.id == thing), None)
    if door is None:
        return None
    guard = [Line("Guarded by", bd.place_name(s, door.guarded))] if door.guarded else []
    ways = [way for way in web(s).at.get(door.node, ()) if s.passages[way].kind != "path"]
    behind = [door.node] if door.node in s.rooms else ways
    past = {entry.seq: entry for way in behind for entry in story(s, way)}
    lines = [_line(past[seq]) for seq in sorted(past)]
    return Tale(capital(ENTRANCES.get(door.kind, f"a {door.kind.replace('_', ' ')}")), (*guard, *lines))


def of_group(s: Host, thing: int) -> Tale | None:
    """A people, beast or villain."""
    group = s.groups.get(thing)
    if group is None:
        return None
    now = f"{bd.pop(s, thing)} strong, with {bd.loot(s, thing)} loot" if group.alive else f"gone ({group.cause})"
    return Tale(capital(group.name), (Line("Now", now), *_past(s, thing)))


def of_bead(s: Host, thing: int) -> Tale | None:
    """A treasure with a name, and through whose hands it went."""
    bead = s.beads.get(thing)
    if bead is None:
        return None
    held = [Line(f"year {holder.year}", f"{capital(holder.owner)}, {holder.place}") for holder in bead.history]
    return Tale(bead.name or "Loot", (*held, *_past(s, thing)))


TELLERS: dict[str, Callable[[Host, int], Tale | None]] = {
    "room": of_room, "way": of_way, "ore": of_ore, "mark": of_mark, "door": of_door, "group": of_group, "bead": of_bead,
}  # fmt: skip


def _contents(s: Host, room: Room) -> Iterator[Line]:
    """What a room is, and who and what is in it."""
    pop: dict[str, int] = {}
    loot: list[str] = []
    for bead in bd.inside(s, room.id):
        if bead.colour == "pop":
            pop[bd.owner_name(s, bead.owner)] = pop.get(bd.owner_name(s, bead.owner), 0) + 1
        elif bead.colour == "loot":
            loot.append(bead.name or "loot")
    if pop:
        yield Line("Here now", ", ".join(f"{who} ({count})" for who, count in pop.items()))
    if loot:
        plain = loot.count("loot")
        yield Line("Treasure", ", ".join([name for name in loot if name != "loot"] + ([f"{plain} loot"] if plain else [])))
    owner = s.groups.get(room.owner)
    if owner is not None and owner.alive and owner.name not in pop:
        yield Line("Belongs to", owner.name)
    if room.abandoned and not pop:
        yield Line("Abandoned by", room.abandoned)
    if room.plague:
        yield Line("Plague", str(room.plague), rule="HST-CAVE-02")
    if room.fluid:
        yield Line("Filled with", room.fluid)
    if room.secret:
        yield Line("Door", "too secret to be found yet")


def _past(s: Host, thing: int) -> list[Line]:
    """Every line of the record that tells of it, in order of time."""
    return [_line(entry) for entry in story(s, thing)]


def _line(entry: Entry) -> Line:
    when = f"{entry.era}, {entry.year}" if entry.year else entry.era
    rest = entry.text.removeprefix(f"{entry.era}, ")
    return Line(when, capital(rest), rule=entry.rule)


def named(s: Host, words: str) -> tuple[str, int] | None:
    """What somebody means by a few words of a name: rooms first, then groups, landmarks and treasures; the latest wins."""
    wanted = words.casefold().split()
    best: tuple[int, int] | None = None
    found: tuple[str, int] | None = None
    for order, (kind, thing, name) in enumerate(_names(s)):
        low = name.casefold()
        if not wanted or not all(word in low for word in wanted):
            continue
        score = (len(low) - sum(len(word) for word in wanted), -order)  # the name that says least besides
        if best is None or score < best:
            best, found = score, (kind, thing)
    return found


def _names(s: Host) -> Iterator[tuple[str, int, str]]:
    for ore in s.ores.values():
        yield "ore", ore.id, f"{ore.kind} ore"
    for way in s.passages.values():
        if way.label or way.kind in ("shaft", "river", "road", "rift", "bridge"):
            yield "way", way.id, way.label or way.kind
    for bead in s.beads.values():
        if bead.name:
            yield "bead", bead.id, bead.name
    for mark in s.landmarks.values():
        yield "mark", mark.id, mark.name or mark.kind
    for group in s.groups.values():
        yield "group", group.id, group.name
    for room in s.rooms.values():
        for name in (room.name, room.label or ("" if room.name else room.kind)):
            if name and room.state != "collapsed":
                yield "room", room.id, name

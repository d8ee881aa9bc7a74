"""Real Mapping: the poster's full generator, drawn as it is rolled. Moving over the drawn map is in mapping.py.

Each rule rolls on one section of the poster and draws what fits; mapping_grid.py knows what fits.
"""

from __future__ import annotations

from math import pi, sqrt

from ....engine import Table
from ..content import TABLES
from ..state import RobberState
from ..state_map import Area, Box, Exit, Flight, Floor, Map, Square
from . import mapping_grid as grid
from . import sheet
from .mapping_tables import CHARTS, Line

CHECK, LONG = 3, 6  # squares to the next check: 30', or 60' straight on (ROB-MAP-05)
DOORS_IN_A_ROW = 4  # how often a door at the side may bring another
SNEAK_BY_FEET = {5: -1, 10: 0, 20: 1, 30: 1, 40: 2, 50: 2}  # ROB-MAP-08
SECRET = 5  # ROB-MAP-13: found on 1-5 of d20
JUMP = 2  # ROB-MAP-09: a jumper clears a chasm on this or more of d6
BIG = {
    "circular": 4 / pi,
    "oval": 4 / pi,
    "triangular": 2.0,
    "trapezoidal": 4 / 3,
    "odd": 4 / 3,
    "hexagonal": 4 / 3,
    "octagonal": 1.2,
}
CAVES: dict[str, tuple[tuple[int, int], ...]] = {  # ROB-POOL-07, in squares
    "cave_40x60": ((4, 6),),
    "cave_50x75": ((5, 8),),
    "double_small": ((2, 3), (6, 6)),
    "double_large": ((4, 5), (8, 9)),
    "cavern_95x125": ((10, 13),),
    "cavern_120x150": ((12, 15),),
    "cavern_150x200": ((15, 20),),
    "mammoth_cavern": ((28, 38),),
}
POOLED = {"double_large": "pools", "cavern_95x125": "pools", "cavern_150x200": "pools", "mammoth_cavern": "lakes"}


async def consult(t: Table[RobberState], chart: str, *, rule: str) -> Line:
    """Roll on a section of the poster."""
    table = CHARTS[chart]
    line = table.at(await t.roll(f"1{table.die}", table.title, rule=rule, seat=t.state.caller))
    t.meet("poster", f"{chart}:{line.key}")
    return line


# The paper.


def here(s: RobberState) -> Map:
    """The map in hand."""
    assert s.map is not None
    return s.map


def sheet_of(s: RobberState, level: int | None = None) -> Floor:
    """The sheet of a level (the present one), begun if need be."""
    chart = here(s)
    wanted = s.delve.level if level is None else level
    floor = chart.floor(wanted)
    if floor is None:
        floor = Floor(wanted)
        chart.floors.append(floor)
    return floor


def area_at(s: RobberState) -> Area:
    """The area the robber stands in."""
    return sheet_of(s).areas[here(s).area - 1]


def add_area(floor: Floor, kind: str, boxes: list[Box], way: str) -> Area:
    """Draw an area; rooms of all kinds get the next number."""
    area = Area(len(floor.areas) + 1, kind, boxes, way)
    if kind in ("chamber", "room", "cave"):
        floor.rooms += 1
        area.number = floor.rooms
    floor.areas.append(area)
    join_up(floor, area)
    return area


def join_up(floor: Floor, area: Area) -> None:
    """Ways left unexplored that the new area runs across now open into it (ROB-MAP-22)."""
    covered = {square for box in area.boxes for square in grid.squares_of(box)}
    for exit_ in floor.exits:
        if not exit_.to and exit_.area != area.id and grid.beyond(exit_.square, exit_.way) in covered:
            exit_.to = area.id


def add_exit(
    floor: Floor, area: Area, square: Square, way: str, kind: str = "passage", feet: int = 0, lane: int = 0
) -> Exit | None:
    """Draw a way out; off the paper there is none, and into mapped ground it joins what it meets (ROB-MAP-22)."""
    ground = grid.taken(floor)
    step = grid.beyond(square, way)
    if not grid.on_paper(step):
        return None
    met = ground.get(step, 0)
    if met == area.id or any(e.area == area.id and e.square == square and e.way == way for e in floor.exits):
        return None
    exit_ = Exit(1 + max((e.id for e in floor.exits), default=0), area.id, square, way, kind, feet, lane, met)
    floor.exits.append(exit_)
    return exit_


def add_flight(floor: Floor, area: Area, key: str, levels: int, square: Square | None = None) -> Flight:
    """Draw stairs: at a square, or in a corner of the room that nothing else uses."""
    if square is None:
        used = [e.square for e in floor.exits if e.area == area.id] + [f.square for f in floor.flights if f.area == area.id]
        inside = [s for s in grid.squares_of(grid.biggest(area)) if s not in used]
        square = inside[0] if inside else next(grid.squares_of(grid.biggest(area)))
    flight = Flight(1 + max((f.id for f in floor.flights), default=0), key, area.id, square, levels)
    floor.flights.append(flight)
    return flight


def note(area: Area, text: str) -> None:
    """Pencil a line into an area, once."""
    if text and text not in area.found:
        area.found.append(text)


# Passages.


async def measure(t: Table[RobberState]) -> tuple[Line, Line | None]:
    """How wide a passage is (ROB-MAP-08), and what is special about it (ROB-MAP-09)."""
    line = await consult(t, "IIIA_passage_width", rule="ROB-MAP-08")
    if line.key != "special":
        return line, None
    special = await consult(t, "IIIB_special_passage", rule="ROB-MAP-09")
    t.tell("Not an ordinary passage: {what}.", rule="ROB-MAP-09", what=special.text)
    return special, special


async def lay(t: Table[RobberState], exit_: Exit, squares: int) -> tuple[Area | None, grid.Run | None]:
    """Draw a passage from an exit and walk it. None: nothing new could be drawn, or it stops here for the robber."""
    s = t.state
    floor = sheet_of(s)
    special: Line | None = None
    sneak = SNEAK_BY_FEET.get(exit_.feet, 0)
    if not exit_.feet:
        line, special = await measure(t)
        exit_.feet, sneak = line.feet, line.sneak
    run = grid.run_passage(exit_, squares, max(1, exit_.feet // 10), grid.taken(floor))
    if not run.length:
        run_into(t, floor, exit_, run)
        return None, None
    area = add_area(floor, "passage", run.boxes, exit_.way)
    area.shape = "diagonal" if grid.is_slanted(exit_.way) else "rect"
    area.feet, area.sneak = exit_.feet, sneak
    exit_.to = area.id
    here(s).area = area.id
    if special is not None:
        area.special, area.sneak = special.key, special.sneak
        if not await cross(t, area, special):
            return None, None
    if run.met:
        link = add_exit(floor, area, run.end, exit_.way, feet=exit_.feet, lane=run.lane)
        if link is not None:
            t.tell("The passage runs into ground you know.", rule="ROB-MAP-22")
        else:
            area.closed = True
        return None, None
    if run.edge:
        area.closed = True
        t.tell("The passage stops at the edge of the paper: solid rock.", rule="ROB-MAP-22")
        return None, None
    return area, run


def run_into(t: Table[RobberState], floor: Floor, exit_: Exit, run: grid.Run) -> None:
    """No square to draw on: the way opens straight into known ground, or not at all (ROB-MAP-22)."""
    if run.met:
        exit_.to = run.met
        here(t.state).area = run.met
        t.tell("A few steps, and you are back on ground you know.", rule="ROB-MAP-22")
        return
    floor.exits = [other for other in floor.exits if other.id != exit_.id]
    t.tell("That way ends in solid rock after a few feet.", rule="ROB-MAP-22")


async def cross(t: Table[RobberState], area: Area, special: Line) -> bool:
    """Water and chasms (ROB-MAP-09): bridged, by boat if it is on this bank, by a jump, or not at all."""
    if special.roll == "gallery_stairs":
        stairs = await consult(t, "gallery_stairs", rule="ROB-MAP-09")
        note(area, f"galleries, stairs {stairs.text.lower()}")
    if not special.roll.endswith("crossing"):
        return True
    crossing = await consult(t, special.roll, rule="ROB-MAP-09")
    area.crossing = crossing.key
    if crossing.key == "bridge":
        t.tell("There is a bridge.", rule="ROB-MAP-09")
        return True
    if (
        crossing.key == "boat"
        and await t.roll("1d6", "the boat is on this bank on 1-3", rule="ROB-MAP-09", seat=t.state.caller) <= 3
    ):
        t.tell("A boat, and on the right side. It holds.", rule="ROB-MAP-09")
        return True
    if crossing.key == "jump" and await jump(t):
        return True
    area.crossing = "obstacle" if crossing.key == "boat" else crossing.key
    if sheet.living(t.state):
        t.tell("No way across. As good as a dead end.", rule="ROB-MAP-09")
    return False


async def jump(t: Table[RobberState]) -> bool:
    """A chasm with a narrow place (ROB-MAP-09): the strong and the nimble clear it; others fall on a 1 of d6."""
    from . import life

    s = t.state
    risky = [r.name for r in sheet.living(s) if not (sheet.high(r, "str") or sheet.high(r, "dex"))]
    key = await t.choose(
        s.caller,
        "A chasm, 150 feet deep, with a narrow place to jump. {who} Jump?",
        {"jump": f"Jump{' (1 in 6 to fall, and die)' if risky else ''}", "stay": "Leave it, and go back"},
        rule="ROB-MAP-09",
        who=f"{' and '.join(risky)} might not make it." if risky else "Nobody here is worried.",
    )
    if key == "stay":
        return False
    for robber in list(sheet.living(s)):
        if sheet.high(robber, "str") or sheet.high(robber, "dex"):
            continue
        if await t.roll("1d6", f"{robber.name} clears the chasm on {JUMP}+", rule="ROB-MAP-09", seat=robber.seat) < JUMP:
            life.drop_dead(t, robber, "chasm", rule="ROB-MAP-09")
    return bool(sheet.living(s))


def go_on(floor: Floor, area: Area, run: grid.Run, way: str) -> Exit | None:
    """The passage continues where it stopped."""
    return add_exit(floor, area, run.end, way, feet=area.feet, lane=run.lane)


ARMS: dict[str, tuple[str, ...]] = {  # ROB-MAP-07: what leaves the junction, the way straight on included where it goes on
    "left90": ("left90", "straight"),
    "right90": ("right90", "straight"),
    "left45": ("left45", "straight"),
    "right45": ("right45", "straight"),
    "left135": ("left135", "straight"),
    "right135": ("right135", "straight"),
    "left_curve45": ("left45", "straight"),
    "right_curve45": ("right45", "straight"),
    "t": ("left90", "right90"),
    "y": ("left45", "right45"),
    "four_way": ("left90", "straight", "right90"),
    "x": ("left45", "left135", "straight", "right135", "right45"),
}


def draw_arms(floor: Floor, area: Area, run: grid.Run, way: str, arms: tuple[str, ...]) -> list[Exit]:
    """Draw the arms of a junction; those straight on keep the width, the others are measured when explored."""
    drawn = []
    for arm in arms:
        square = run.end if arm == "straight" else grid.left_of(run, way) if arm.startswith("left") else grid.right_of(run, way)
        straight = arm == "straight"
        exit_ = add_exit(
            floor, area, square, grid.turned(way, arm), feet=area.feet if straight else 0, lane=run.lane if straight else 0
        )
        if exit_ is not None:
            drawn.append(exit_)
    return drawn


async def side_passages(t: Table[RobberState], area: Area, run: grid.Run, way: str) -> list[Exit]:
    """A junction (ROB-MAP-07)."""
    line = await consult(t, "III_side_passages", rule="ROB-MAP-07")
    t.tell("A junction: {what}.", rule="ROB-MAP-07", what=line.text.lower())
    return draw_arms(sheet_of(t.state), area, run, way, ARMS[line.key])


async def corner(t: Table[RobberState], area: Area, run: grid.Run, way: str) -> Exit | None:
    """The passage bends (ROB-MAP-10); beyond the corner its width is measured anew."""
    line = await consult(t, "IV_turns", rule="ROB-MAP-10")
    t.tell("The passage turns: {what}.", rule="ROB-MAP-10", what=line.text.lower())
    drawn = draw_arms(sheet_of(t.state), area, run, way, (line.key,))
    if not drawn:
        area.closed = True
    return drawn[0] if drawn else None


# Doors.


async def doors(t: Table[RobberState], area: Area, run: grid.Run, way: str) -> list[Exit]:
    """A door, and where it is (ROB-MAP-06): one at the side brings a further check at once, where only doors count."""
    floor = sheet_of(t.state)
    found: list[Exit] = []
    for _ in range(DOORS_IN_A_ROW):
        place = await consult(t, "IIa_door_location", rule="ROB-MAP-06")
        t.tell("A door: {place}.", rule="ROB-MAP-06", place=place.text.lower())
        if place.key == "ahead":
            square, leads = run.end, "straight"
        else:
            square, leads = (grid.left_of(run, way), "left90") if place.key == "left" else (grid.right_of(run, way), "right90")
        for straight in grid.squared(grid.turned(way, leads)):
            door = add_exit(floor, area, square, straight, kind="door")
            if door is not None:
                found.append(door)
                break
        if place.key == "ahead":
            return found
        again = TABLES["discovery"].at(await t.roll("1d20", "another door here on 8-10", rule="ROB-MAP-06", seat=t.state.caller))
        if again.key != "door":
            break
    go_on(floor, area, run, way)
    return found


async def beyond_door(t: Table[RobberState], door: Exit) -> str:
    """What a door opens on (ROB-MAP-06); the robber goes through. Returns "room", "passage" or "known"."""
    s = t.state
    floor = sheet_of(s)
    if door.to:
        here(s).area = door.to
        t.tell("The door opens on ground you know.", rule="ROB-MAP-22")
        return "known"
    line = await consult(t, "IIb_beyond_door", rule="ROB-MAP-06")
    ahead = door.way == floor.areas[door.area - 1].way
    t.tell("Behind the door: {what}.", rule="ROB-MAP-06", what=line.text.lower())
    if line.key == "parallel" and not ahead:
        return await parallel(t, door)
    if line.key == "parallel":
        return await room(t, door, "room", CHARTS["V_shape_size_room"].line("10x10"))
    if line.key in ("room", "chamber"):
        return await room(t, door, line.key, None)
    turn = {"straight": "straight", "diag_ahead": "right45", "diag_behind": "left45"}[line.key]
    way, door.way = door.way, grid.turned(door.way, turn)
    area, run = await lay(t, door, CHECK)
    if area is not None and run is not None:
        go_on(floor, area, run, door.way)
    door.way = way
    return "passage"


async def parallel(t: Table[RobberState], door: Exit) -> str:
    """A passage along the wall behind a side door, 30' both ways (ROB-MAP-06)."""
    floor = sheet_of(t.state)
    line, _ = await measure(t)
    ground = grid.taken(floor)
    first = grid.beyond(door.square, door.way)
    if not grid.is_free((*first, 1, 1), ground):
        run_into(t, floor, door, grid.run_passage(door, 1, 1, ground))
        return "known"
    left, right = grid.turned(door.way, "left90"), grid.turned(door.way, "right90")
    reach = {}
    for way in (left, right):
        reach[way] = grid.run_passage(Exit(0, 0, first, way), CHECK, 1, {**ground, first: 0}).length
    start, end = grid.beyond(first, left, reach[left]), grid.beyond(first, right, reach[right])
    box = (min(start[0], end[0]), min(start[1], end[1]), abs(start[0] - end[0]) + 1, abs(start[1] - end[1]) + 1)
    area = add_area(floor, "passage", [box], right)
    area.feet, area.sneak = line.feet, line.sneak
    door.to = area.id
    here(t.state).area = area.id
    add_exit(floor, area, start, left, feet=min(line.feet, 10))
    add_exit(floor, area, end, right, feet=min(line.feet, 10))
    return "passage"


# Chambers, rooms and caves.


async def room(t: Table[RobberState], entry: Exit, kind: str, size: Line | None) -> str:
    """A chamber or room: shape and size (ROB-MAP-11), what a round one holds (ROB-MAP-12), and its exits (ROB-MAP-13)."""
    s = t.state
    floor = sheet_of(s)
    line = size or await consult(t, f"V_shape_size_{kind}", rule="ROB-MAP-11")
    shape, cave = "rect", ""
    if line.key == "unusual":
        odd = await consult(t, "VA_unusual_shape", rule="ROB-MAP-11")
        shape = odd.key
        if shape == "cave":
            cave = await roll_cave(t)
            dimensions = CAVES[cave]
        else:
            dimensions = (unusual_size(shape, await square_feet(t)),)
    else:
        wide, deep = (int(part) // 10 for part in line.key.split("x"))
        dimensions = ((deep, wide) if len(floor.areas) % 2 else (wide, deep),)
    area = draw_room(floor, entry, "cave" if cave else kind, shape, dimensions)
    if area is None:
        run_into(t, floor, entry, grid.run_passage(entry, 1, 1, grid.taken(floor)))
        return "known"
    here(s).area = area.id
    full = sum(w * d for w, d in dimensions)
    drawn = sum(box[2] * box[3] for box in area.boxes)
    t.tell("{what} {number}: {size}{shrunk}.", rule="ROB-MAP-22" if drawn < full else "ROB-MAP-11", what=area.kind.capitalize(),
           number=area.number, size=describe_size(area), shrunk=", as much of it as fits" if drawn < full else "")  # fmt: skip
    note(area, describe_size(area))
    if cave:
        await cave_waters(t, area, cave)
    elif shape == "circular":
        await middle(t, area)
    await exits(t, area, doors_for=kind == "room")
    return "room"


async def roll_cave(t: Table[RobberState]) -> str:
    """How large a cave is (ROB-POOL-07)."""
    entry = TABLES["caves"].at(await t.roll("1d20", "Caves and caverns", rule="ROB-POOL-07", seat=t.state.caller))
    t.meet("poster", f"caves:{entry.key}")
    t.tell("{what}.", rule="ROB-POOL-07", what=entry.text)
    return entry.key


async def square_feet(t: Table[RobberState]) -> int:
    """The size of an unusual room (ROB-MAP-11): 15-20 adds 2,000 and rolls again."""
    total = 0
    while True:
        line = await consult(t, "VB_unusual_size", rule="ROB-MAP-11")
        if not line.add:
            return total + line.area
        total += line.add


def unusual_size(shape: str, area: int) -> tuple[int, int]:
    """The box, in squares, that an unusual shape of so many square feet is drawn in."""
    box = area * BIG[shape] / 100
    if shape == "oval":
        deep = max(1, round(sqrt(box / 1.5)))
        return max(1, round(box / deep)), deep
    side = max(1, round(sqrt(box)))
    return side, max(1, round(box / side))


def draw_room(floor: Floor, entry: Exit, kind: str, shape: str, dimensions: tuple[tuple[int, int], ...]) -> Area | None:
    """Draw the largest room that fits behind an exit (ROB-MAP-22); a double cave is two boxes with an opening between."""
    ground = grid.taken(floor)
    wide, deep = dimensions[0]
    fitted = grid.fit_room(entry.square, entry.way, wide, deep, ground, lean=len(floor.areas) % 3 - 1)
    if fitted is None:
        return None
    box, way = fitted
    area = add_area(floor, kind, [box], way)
    area.shape = shape
    entry.to = area.id
    entry.way = way
    if len(dimensions) > 1:
        ground.update(dict.fromkeys(grid.squares_of(box), area.id))
        for wall in (way, grid.turned(way, "right90"), grid.turned(way, "left90")):
            middle_square = grid.wall_squares(box, wall)[len(grid.wall_squares(box, wall)) // 2]
            second = grid.fit_room(middle_square, wall, *dimensions[1], ground)
            if second is not None:
                area.boxes.append(second[0])
                break
    return area


def describe_size(area: Area) -> str:
    """An area's size in words: "30' x 50' chamber", "circular room, 40' across"."""
    sizes = " and ".join(f"{min(w, h) * 10}' x {max(w, h) * 10}'" for _, _, w, h in area.boxes)
    if area.kind == "cave":
        return f"{'double cave' if len(area.boxes) > 1 else 'cave'}, about {sizes}"
    return f"{sizes} {area.kind}" if area.shape == "rect" else f"{area.shape} {area.kind}, about {sizes}"


async def middle(t: Table[RobberState], area: Area) -> None:
    """In the middle of a circular room (ROB-MAP-12): a pool, a well, or a shaft that can be climbed down."""
    s = t.state
    line = await consult(t, "circular_feature", rule="ROB-MAP-12")
    if line.key == "pool":
        await pool(t, area, rule="ROB-MAP-12")
    elif line.key in ("well", "shaft"):
        area.feature = line.key
        note(area, line.key)
        t.tell("In the middle: a {what}.", rule="ROB-MAP-12", what=line.key)
        if line.key == "shaft" and s.delve.level < 10:
            x, y, wide, high = area.boxes[0]
            add_flight(sheet_of(s), area, "shaft", 1, (x + wide // 2, y + high // 2))


async def cave_waters(t: Table[RobberState], area: Area, cave: str) -> None:
    """Some caves hold a pool or a lake (ROB-POOL-07)."""
    table = POOLED.get(cave)
    if table == "pools":
        await pool(t, area, rule="ROB-POOL-07")
    elif table == "lakes":
        await lake(t, area)


async def pool(t: Table[RobberState], area: Area, *, rule: str) -> None:
    """The Pools table (ROB-POOL-07): nothing, water, a monster, a monster with treasure, or magic; after the contents."""
    s = t.state
    entry = TABLES["pools"].at(await t.roll("1d20", "Pools", rule=rule, seat=s.caller))
    t.meet("pool", entry.key)
    t.tell("{what}.", rule=rule, what=entry.text)
    if entry.key == "none":
        note(area, "a dry basin")
        return
    area.feature = "pool"
    note(area, entry.text.lower())
    if entry.key == "pool_monster":
        s.delve.after.append("map:monster")
    elif entry.key == "pool_monster_treasure":
        s.delve.after.append("map:guarded")
    elif entry.key == "magic_pool":
        s.delve.after.append("map:magic_pool")


async def lake(t: Table[RobberState], area: Area) -> None:
    """The Lakes table (ROB-POOL-07); an enchanted lake is guarded nine times in ten, and leads nowhere here."""
    s = t.state
    entry = TABLES["lakes"].at(await t.roll("1d20", "Lakes", rule="ROB-POOL-07", seat=s.caller))
    t.meet("pool", f"lake_{entry.key}")
    t.tell("{what}.", rule="ROB-POOL-07", what=entry.text.split(":")[0])
    if entry.key == "none":
        return
    area.feature = "lake"
    note(area, entry.text.split(":")[0].lower())
    if entry.key == "lake_monsters" or (
        entry.key == "enchanted" and await t.roll("1d10", "it is guarded on 1-9", rule="ROB-POOL-07", seat=s.caller) <= 9
    ):
        s.delve.after.append("map:monster")


# Exits.


async def exits(t: Table[RobberState], area: Area, *, doors_for: bool) -> None:
    """How many ways lead on (ROB-MAP-13), in which walls, and of what kind; none: the walls may be searched."""
    line = await consult(t, "VC_exits", rule="ROB-MAP-13")
    size = sum(box[2] * box[3] for box in area.boxes) * 100 / BIG.get(area.shape, 1)  # an unusual shape leaves corners of its box
    if line.exits:
        number = (
            await t.roll(line.exits, "exits", rule="ROB-MAP-13", seat=t.state.caller) if "d" in line.exits else int(line.exits)
        )
    else:
        number = line.exits_small if size <= line.area_limit else line.exits_large
    kind = "door" if doors_for != line.swap else "passage"
    for _ in range(number):
        await one_exit(t, area, kind)
    drawn = [e for e in sheet_of(t.state).exits if e.area == area.id]
    if not drawn:
        area.closed = True
    t.tell("Ways on: {number}.", rule="ROB-MAP-13", number=len(drawn) or "none that you can see")


async def one_exit(t: Table[RobberState], area: Area, kind: str) -> None:
    """One exit: its wall (V.D) and direction (V.E); into mapped ground it is rolled on again (ROB-MAP-22)."""
    place = await consult(t, "VD_exit_location", rule="ROB-MAP-13")
    turn = {"opposite": "straight", "left": "left90", "right": "right90"}.get(place.key)
    wall = grid.opposite(area.way) if turn is None else grid.turned(area.way, turn)
    if put_exit(sheet_of(t.state), area, wall, kind, leads=await direction(t, wall, kind)):
        return
    line = await consult(t, "blocked_exit", rule="ROB-MAP-22")
    t.tell("No room for that exit: {what}.", rule="ROB-MAP-22", what=line.text.lower())
    if line.key == "opposite":
        put_exit(sheet_of(t.state), area, grid.opposite(wall), kind)
    else:
        break_through(sheet_of(t.state), area, wall, line.key)


async def direction(t: Table[RobberState], wall: str, kind: str) -> str:
    """Passages may leave at a slant (V.E); doors open straight."""
    if kind == "door":
        return wall
    line = await consult(t, "VE_exit_direction", rule="ROB-MAP-13")
    return grid.turned(wall, {"straight": "straight", "diag_left": "left45", "diag_right": "right45"}[line.key])


def free_spots(floor: Floor, area: Area, wall: str) -> list[Square]:
    """Where a wall can be opened onto blank paper, the likeliest spot first."""
    ground = grid.taken(floor)
    used = [(e.square, e.way) for e in floor.exits if e.area == area.id] + [
        (grid.beyond(e.square, e.way), grid.opposite(e.way)) for e in floor.exits if e.to == area.id
    ]
    spots: list[Square] = []
    for box in area.boxes:
        squares = grid.wall_squares(box, wall)
        middle_spot = len(squares) // 2 if area.shape != "rect" else (area.id * 5 + len(floor.exits) * 3) % len(squares)
        order = sorted(range(len(squares)), key=lambda index: (abs(index - middle_spot), index))
        spots += [squares[index] for index in order]
    return [
        spot
        for spot in spots
        if (spot, wall) not in used and grid.on_paper(grid.beyond(spot, wall)) and grid.beyond(spot, wall) not in ground
    ]


def put_exit(floor: Floor, area: Area, wall: str, kind: str, leads: str = "") -> bool:
    """Open a wall onto blank paper, if there is a spot."""
    spots = free_spots(floor, area, wall)
    for spot in spots:
        for way in dict.fromkeys((leads or wall, wall)):
            ahead = grid.beyond(spot, way)
            if grid.on_paper(ahead) and ahead not in grid.taken(floor) and add_exit(floor, area, spot, way, kind) is not None:
                return True
    return False


def break_through(floor: Floor, area: Area, wall: str, kind: str) -> None:
    """A secret or one-way door into the mapped ground behind a wall, if any is there."""
    ground = grid.taken(floor)
    for box in area.boxes:
        for spot in grid.wall_squares(box, wall):
            met = ground.get(grid.beyond(spot, wall), 0)
            if met and met != area.id and not any(e.area == area.id and e.to == met for e in floor.exits):
                add_exit(floor, area, spot, wall, kind)
                return


async def search_walls(t: Table[RobberState], area: Area) -> int:
    """Search every 10' of wall once (ROB-MAP-13): a secret door on 1-5 of d20; a dead end has three walls. Returns how many."""
    floor = sheet_of(t.state)
    area.searched = True
    if area.kind == "passage":
        end = grid.wall_squares(area.boxes[-1], grid.squared(area.way)[0])[0]
        ways = [wall for wall in ("n", "e", "s", "w") if wall not in grid.squared(grid.opposite(area.way))]
        spots = [(end, wall) for wall in ways if end in free_spots(floor, area, wall)]
    else:
        spots = [(spot, wall) for wall in ("n", "e", "s", "w") for spot in free_spots(floor, area, wall)]
    if not spots:
        t.tell("Behind these walls there is only ground you know, or rock.", rule="ROB-MAP-13")
        return 0
    faces = await t.roll_faces(f"{len(spots)}d20", "secret doors, 1-5 each", rule="ROB-MAP-13", seat=t.state.caller)
    found = sum(
        1
        for face, (spot, wall) in zip(faces, spots, strict=True)
        if face <= SECRET and add_exit(floor, area, spot, wall, "secret")
    )
    if found:
        area.closed = False
    t.tell("Secret doors found: {found}.", rule="ROB-MAP-13", found=found or "none")
    return found

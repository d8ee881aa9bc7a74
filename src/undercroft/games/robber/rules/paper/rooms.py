"""Real Mapping: chambers, rooms and caves - shape, size, what lies in the middle, and the ways that lead on."""

from __future__ import annotations

from math import pi, sqrt

from .....engine import Table
from .....engine.words import capital, listed
from ...state import RobberState
from ...state_map import Area, Exit, Floor, Map, Square
from ..character.rolling import roll_on
from . import grid
from .charts import Line
from .passages import run_into
from .sheets import add_area, add_exit, add_flight, area_at, consult, here, note, sheet_of

SECRET = 5  # ROB-MAP-13: found on 1-5 of d20
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
    t.tell("{what} {number}: {size}{shrunk}.", rule="ROB-MAP-22" if drawn < full else "ROB-MAP-11", what=capital(area.kind),
           number=area.number, size=lambda: describe_size(area).removesuffix(f" {area.kind}"),
           shrunk=", as much of it as fits" if drawn < full else "")  # fmt: skip
    note(area, describe_size(area))
    if cave:
        await cave_waters(t, area, cave)
    elif shape == "circular":
        await middle(t, area)
    await exits(t, area, doors_for=kind == "room")
    return "room"


async def roll_cave(t: Table[RobberState]) -> str:
    """How large a cave is (ROB-POOL-07)."""
    entry = await roll_on(t, "caves", rule="ROB-POOL-07", seat=t.state.caller)
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
    sizes = listed(f"{min(w, h) * 10}' x {max(w, h) * 10}'" for _, _, w, h in area.boxes)
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
    entry = await roll_on(t, "pools", rule=rule, seat=s.caller)
    t.meet("poster", f"pools:{entry.key}")
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
    entry = await roll_on(t, "lakes", rule="ROB-POOL-07", seat=s.caller)
    t.meet("poster", f"lakes:{entry.key}")
    t.tell("{what}.", rule="ROB-POOL-07", what=entry.text.split(":")[0])
    if entry.key == "none":
        return
    area.feature = "lake"
    note(area, entry.text.split(":")[0].lower())
    if entry.key == "lake_monsters" or (
        entry.key == "enchanted" and await t.roll("1d10", "it is guarded on 1-9", rule="ROB-POOL-07", seat=s.caller) <= 9
    ):
        s.delve.after.append("map:monster")


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
    first = area.id == 1 and not drawn and sheet_of(t.state).level == 1  # will be rolled again (ROB-MAP-04)
    if not first:
        ways = "{number:count way|ways} on." if drawn else "No way on that you can see."
        t.tell(ways, rule="ROB-MAP-13", number=len(drawn))


BECOMES = {
    "secret": "is a secret door, and found",
    "one_way": "is a door that opens one way",
    "opposite": "is in the opposite wall, if there is room",
}


async def one_exit(t: Table[RobberState], area: Area, kind: str) -> None:
    """One exit: its wall (V.D) and direction (V.E); into mapped ground it is rolled on again (ROB-MAP-22)."""
    place = await consult(t, "VD_exit_location", rule="ROB-MAP-13")
    turn = {"opposite": "straight", "left": "left90", "right": "right90"}.get(place.key)
    wall = grid.opposite(area.way) if turn is None else grid.turned(area.way, turn)
    if put_exit(sheet_of(t.state), area, wall, kind, leads=await direction(t, wall, kind)):
        return
    line = await consult(t, "blocked_exit", rule="ROB-MAP-22")
    t.tell("One way out would lead into ground already drawn, so it {becomes}.", rule="ROB-MAP-22", becomes=BECOMES[line.key])
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
    dice = f"{len(spots)}d20"
    faces = await t.roll_faces(dice, "secret doors, 1-5 each", rule="ROB-MAP-13", seat=t.state.caller, pool=True)
    found = sum(
        1
        for face, (spot, wall) in zip(faces, spots, strict=True)
        if face <= SECRET and add_exit(floor, area, spot, wall, "secret")
    )
    if found:
        area.closed = False
    t.tell("A secret door." if found == 1 else "{found:Words} secret doors.", rule="ROB-MAP-13", found=found)
    return found


ENTRANCE = (grid.WIDE // 2, 2 * grid.TALL // 5)


async def begin(t: Table[RobberState]) -> None:
    """A new delve, a new sheet (ROB-MAP-04): the entrance stairs lead into a chamber, rolled with its exits, empty."""
    s = t.state
    s.map = Map()
    s.delve.room = 0  # ROB-MAP-21: no Room track while mapping
    floor = sheet_of(s)
    steps = Exit(0, 0, ENTRANCE, "s")
    await room(t, steps, "chamber", None)
    area = area_at(s)
    while not any(exit_.area == area.id for exit_ in floor.exits):  # Ruling: the first chamber always leads on
        await exits(t, area, doors_for=False)
    area.closed = False
    add_flight(floor, area, "entrance", -1, grid.beyond(ENTRANCE, "s"))
    note(area, "the entrance")
    s.delve.after.clear()
    t.tell("A clean sheet of squared paper. The first chamber goes in the middle; it is empty.", rule="ROB-MAP-04")


async def secret_room(t: Table[RobberState]) -> None:
    """A chamber behind a secret door in the wall here (advanced odd happenings); drawn if there is room. No contents rolled."""
    s = t.state
    area = area_at(s)
    for wall in (grid.squared(area.way)[0], "n", "e", "s", "w"):
        spots = free_spots(sheet_of(s), area, wall)
        door = add_exit(sheet_of(s), area, spots[0], wall, "secret") if spots else None
        if door is not None:
            await room(t, door, "chamber", None)
            return

"""The surface campaign map: entrances, towns, castles and peoples on a sheet of hexes (HST-RPG-02 to 08).

It follows from the finished world and its seed; the world itself is not touched.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from ....drawing import Labels, Pen, Svg
from ....drawing.svg import path_of
from ....drawing.typeface import SERIF
from ....engine import Dice, parse
from ..content import CampaignMap, campaign_map
from ..drawing.inks import BLACK, PAPER, PENCIL, WATER
from ..ground.page import dist
from ..names import invent
from ..state import Entrance, Host, Room

ROW_DIE = parse("1d8")
HEX = 30.0  # half the width of a hex on the sheet
_IMPASSABLE = ("lake",)


class Site(msgspec.Struct, frozen=True):
    """A place on the campaign map."""

    kind: str  # entrance, town, castle, city, tower, landmark, people
    name: str
    looks: str  # natural cave, ruin, sewer ... or the name of a people
    share: float  # how far across, 0 to 1
    number: int  # the row rolled, 1 to 8
    column: int
    row: int
    source: int = 0  # id of the entrance or building it stands for


class Campaign(msgspec.Struct, frozen=True):
    """The finished sheet."""

    wide: int
    high: int
    terrain: list[list[str]]  # by row, then column
    sites: list[Site]
    roads: list[list[tuple[int, int]]]  # columns and rows, from the seat of power outwards

    def plain(self) -> dict[str, Any]:
        """As data."""
        return {
            "wide": self.wide,
            "high": self.high,
            "terrain": self.terrain,
            "roads": self.roads,
            "sites": msgspec.to_builtins(self.sites),
        }


def campaign(s: Host, dice: Dice | None = None) -> Campaign:
    """Make the sheet: entrances from left to right first, then towns, buildings, landscape, roads, peoples."""
    rules = campaign_map()
    thrown = dice or Dice(s.seed & 0xFFFFFFFF).fork(1001)
    look = Dice(s.seed & 0xFFFFFFFF).fork(1002)
    maker = _Maker(s, rules.hexes_wide, rules.hexes_high, rules.rows_per_number, thrown)
    for entrance in sorted(s.entrances, key=lambda found: (found.x, found.id)):
        kind = rules.kind_by_origin.get(entrance.kind) or look.pick(rules.entrance_kinds)
        maker.put("entrance", _guard_name(s, entrance) or kind, kind, entrance.x, entrance.id)
    above = [room for room in s.rooms.values() if room.above and room.state != "collapsed"]
    for room in above:
        if "farm" in (room.label or room.kind):
            maker.put_town(room)
    for room in above:
        kind = next((word for word in ("castle", "city", "tower") if word in (room.label or room.kind)), "")
        if kind or "farm" not in (room.label or room.kind):
            maker.put(kind or "landmark", room.name or room.label or room.kind, room.label or room.kind, room.x, room.id)
    terrain = _terrain(maker.wide, maker.high, look, rules.terrain)
    for site in maker.sites:
        if terrain[site.row][site.column] in _IMPASSABLE:
            terrain[site.row][site.column] = "fields"
    for name in _peoples(s, look, rules):
        maker.put_people(name, look, terrain)
    return Campaign(maker.wide, maker.high, terrain, maker.sites, _roads(maker.sites, terrain))


def town_name(s: Host, farm: Room) -> str:
    """What the town is called that a farm has become: the same in every year."""
    return farm.name or invent("town", Dice(s.seed & 0xFFFFFFFF).fork(farm.id + 3001))


class _Maker:
    """A sheet being filled: every hex holds one site at most."""

    def __init__(self, s: Host, wide: int, high: int, rows: int, dice: Dice) -> None:
        self.s = s
        self.wide, self.high, self.rows = wide, high, rows
        self.dice = dice
        self.sites: list[Site] = []

    def free(self, column: int, row: int) -> tuple[int, int]:
        """The hex itself, or the nearest free one."""
        taken = {(site.column, site.row) for site in self.sites}
        spots = [(c, r) for r in range(self.high) for c in range(self.wide) if (c, r) not in taken]
        return min(spots, key=lambda spot: (hex_distance(spot, (column, row)), spot))

    def put(self, kind: str, name: str, looks: str, x: float, source: int) -> Site:
        """A site as far across as on the dungeon map, in the row a d8 gives."""
        share = x / self.s.page.width
        number = self.dice.total(ROW_DIE, "row on the campaign map")
        column, row = self.free(min(self.wide - 1, int(share * self.wide)), (number - 1) * self.rows)
        site = Site(kind, name, looks, round(share, 2), number, column, row, source)
        self.sites.append(site)
        return site

    def put_town(self, farm: Room) -> None:
        """A farm becomes a town, beside the entrance it was near."""
        name = town_name(self.s, farm)
        near = [e for e in self.s.entrances if dist((e.x, e.y), (farm.x, farm.y)) <= self.s.measures.thumb + farm.w]
        if not near:
            self.put("town", name, "town", farm.x, farm.id)
            return
        closest = min(near, key=lambda e: (dist((e.x, e.y), (farm.x, farm.y)), e.id))
        door = next(site for site in self.sites if site.source == closest.id)
        column, row = self.free(door.column, door.row)
        self.sites.append(Site("town", name, "town", round(farm.x / self.s.page.width, 2), door.number, column, row, farm.id))

    def put_people(self, name: str, look: Dice, terrain: list[list[str]]) -> None:
        """A people of its own, wherever there is dry land."""
        column, row = self.free(look.below(self.wide), look.below(self.high))
        if terrain[row][column] in _IMPASSABLE:
            terrain[row][column] = "fields"
        self.sites.append(Site("people", name, name, round(column / self.wide, 2), row // self.rows + 1, column, row))


def _guard_name(s: Host, entrance: Entrance) -> str:
    guard = s.rooms.get(entrance.guarded)
    return guard.name if guard is not None else ""


def _terrain(wide: int, high: int, look: Dice, names: list[str]) -> list[list[str]]:
    """Patches of landscape: a d12 for every block of hexes, borders blurred."""
    block = 3
    seeds = [[look.below(12) for _ in range(wide // block + 2)] for _ in range(high // block + 2)]
    return [
        [names[seeds[(row + look.below(2)) // block][(column + look.below(2)) // block]] for column in range(wide)]
        for row in range(high)
    ]


def _peoples(s: Host, look: Dice, rules: CampaignMap) -> list[str]:
    """Two or three peoples that fit the history; where Dwarves dug, their descendants live near."""
    kinds = [civ.kind for civ in s.civs]
    flavours = " ".join(group.flavour.lower() for group in s.groups.values())
    fits = {
        "a Dwarven age in the record": "dwarven" in kinds,
        "a Dark Elf age in the record": "dark_elf" in kinds,
        "a Demon age in the record": "demon" in kinds,
        "always possible": True,
        "gnomes in the dungeon": "gnome" in flavours,
    }
    possible = [people.name for people in rules.people if fits[people.when]]
    low, high = rules.peoples_to_add
    look.shuffle(possible)
    chosen = possible[: low + look.below(high - low + 1)]
    if "dwarven" in kinds:
        few, many = rules.dwarven_ruins_add_settlements
        chosen = [name for name in chosen if name != "Dwarf settlement"] + ["Dwarf settlement"] * (
            few + look.below(many - few + 1)
        )
    return chosen


def hex_distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many steps apart two hexes are."""

    def cube(spot: tuple[int, int]) -> tuple[int, int]:
        return spot[0] - (spot[1] - (spot[1] & 1)) // 2, spot[1]

    (q1, r1), (q2, r2) = cube(one), cube(other)
    return max(abs(q1 - q2), abs(r1 - r2), abs((q1 + r1) - (q2 + r2)))


def neighbours(column: int, row: int) -> list[tuple[int, int]]:
    """The six hexes around one."""
    shift = row & 1
    sides = [(-1, 0), (1, 0), (shift - 1, -1), (shift, -1), (shift - 1, 1), (shift, 1)]
    return [(column + dc, row + dr) for dc, dr in sides]


def _roads(sites: list[Site], terrain: list[list[str]]) -> list[list[tuple[int, int]]]:
    """Shortest ways from the castle (or city, or first town) to every town and city, around lakes."""
    seat = next((site for kind in ("castle", "city", "town") for site in sites if site.kind == kind), None)
    if seat is None:
        return []
    before = _flood((seat.column, seat.row), terrain, _IMPASSABLE)
    roads = []
    for site in sites:
        if site.kind in ("town", "city") and site is not seat:
            spot = (site.column, site.row)
            if spot not in before:
                before = _flood((seat.column, seat.row), terrain, ())  # a ferry
            road = [spot]
            while before[road[-1]] is not None:
                road.append(before[road[-1]])  # type: ignore[arg-type]
            roads.append(road[::-1])
    return roads


def _flood(
    start: tuple[int, int], terrain: list[list[str]], barred: tuple[str, ...]
) -> dict[tuple[int, int], tuple[int, int] | None]:
    before: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for column, row in neighbours(*here):
            if (
                (column, row) not in before
                and 0 <= row < len(terrain)
                and 0 <= column < len(terrain[0])
                and terrain[row][column] not in barred
            ):
                before[column, row] = here
                waiting.append((column, row))
    return before


_GROUND = {"fields": "#f3ecd2", "woods": "#dfe6cf", "hills": "#e9dcc0", "marsh": "#dde3d6", "mountains": "#d9d0c4", "lake": WATER}
_SIGN = {
    "woods": "M-7 6l4 -11l4 11zM1 6l4 -11l4 11z",
    "hills": "M-11 5q5 -10 11 0M1 5q4 -7 9 0",
    "marsh": "M-8 3h6M-5 3v-6M3 5h6M6 5v-6",
    "mountains": "M-12 8l9 -18l5 9l3 -5l7 14",
    "lake": "M-9 0q4 -4 8 0t8 0M-6 6q4 -4 8 0",
}


def middle(column: int, row: int) -> tuple[float, float]:
    """The middle of a hex on the sheet."""
    return 60 + HEX * 1.75 * (column + (0.5 if row & 1 else 0)) + HEX, 50 + HEX * 1.5 * row + HEX


def campaign_svg(s: Host) -> str:
    """The sheet as a drawing, with the numbers 1 to 8 down its side."""
    map_ = campaign(s)
    wide, high = middle(map_.wide, map_.high)
    svg = Svg(wide + 30, high + 10, title="The land above")
    pen = Pen(s.seed & 0xFFFFFFFF, 1.0, reach=20)
    svg.rect(0, 0, wide + 30, high + 10, fill=PAPER)
    for row in range(map_.high):
        for column in range(map_.wide):
            _hex(svg, column, row, map_.terrain[row][column])
    rows = map_.high // 8
    with svg.group(font_family=SERIF, font_size=16, fill=PENCIL, text_anchor="middle"):
        for number in range(1, 9):
            svg.text(26, middle(0, (number - 1) * rows)[1] + 18, str(number))
    with svg.group(fill="none", stroke="#7a5a32", stroke_width=3, stroke_dasharray="7 4"):
        for road in map_.roads:
            svg.path(pen.stroke([middle(*spot) for spot in road]))
    labels = Labels(40, 10, wide - 20, high)
    with svg.group(stroke=BLACK, stroke_width=1.5, font_family=SERIF):
        for site in map_.sites:
            x, y = middle(site.column, site.row)
            labels.block(x - 10, y - 10, 20, 20)
        for site in map_.sites:
            _site(svg, site, labels)
    return svg.render()


def _hex(svg: Svg, column: int, row: int, ground: str) -> None:
    x, y = middle(column, row)
    half = HEX * 0.875
    corners = [
        (x, y - HEX),
        (x + half, y - HEX / 2),
        (x + half, y + HEX / 2),
        (x, y + HEX),
        (x - half, y + HEX / 2),
        (x - half, y - HEX / 2),
    ]
    svg.path(path_of(corners, closed=True), fill=_GROUND[ground], stroke="#c9bfa5", stroke_width=0.8)
    if ground in _SIGN:
        svg.path(
            _SIGN[ground], transform=f"translate({x:.1f} {y:.1f})", fill="none", stroke=PENCIL, stroke_width=1, stroke_opacity=0.7
        )


_SITE = {
    "entrance": "M-9 7V-1Q0 -13 9 -1V7Z",
    "town": "M-10 8V-1l6 -6l6 6v9zM2 8V0l4 -4l4 4v8z",
    "castle": "M-10 9V-9h4v4h4v-4h4v4h4v-4h4V9z",
    "city": "M-12 9v-9h6v-6h6v9h5v-12h6v18z",
    "tower": "M-4 9V-8l4 -7l4 7V9z",
    "people": "M-10 8l10 -16l10 16z",
    "landmark": "M-7 0l7 -8l7 8l-7 8z",
}


def _site(svg: Svg, site: Site, labels: Labels) -> None:
    x, y = middle(site.column, site.row)
    with svg.group(transform=f"translate({x:.1f} {y:.1f})"):
        svg.tooltip(f"{site.name} ({site.looks})")
        svg.path(_SITE[site.kind], fill=BLACK if site.kind == "entrance" else "#fffdf5")
    spot = labels.place(site.name, x, y + 20, 12)
    if spot is not None:
        svg.text(spot[0], spot[1] + 4, site.name, font_size=12, text_anchor="middle", fill=BLACK, stroke=PAPER,
                 stroke_width=3, stroke_opacity=0.85, paint_order="stroke", stroke_linejoin="round")  # fmt: skip

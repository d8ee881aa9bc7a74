"""What is dug: walls in each maker's hand, floors, doorways, ruins, and what stands in the rooms. Half of a map."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from math import hypot

from ....drawing import Pen, Svg
from ....drawing.pen import smooth
from ....drawing.svg import Attribute, path_of
from ....engine import Dice
from ..ground import beads as bd
from ..ground.page import depth, in_box, nearest_on_segment, part
from ..ground.plan import CURVED, cuts
from ..ground.wiring import outline
from ..names import capitalised
from ..state import Group, Host, Ore, Passage, Point, Room
from .cartouche import claimed, entries, height, numbers
from .caverns import BURROW, CAVE, FISSURE, RIFT, Cavern
from .crests import CREST, crest, crest_of
from .dwellers import floor_box, spots
from .ends import dead_ends, rubble
from .fittings import air_of, fittings, hangings, tone_of
from .hatching import Hatching
from .inks import BLACK, FLOORS, MAGMA, PAPER, PENCIL, RED, WATER, Style, style_of, tint
from .interiors import ceiling, ground
from .laid import Laid
from .lettering import Ground
from .rivers import river
from .rock import UNIT, Sheet, scaled
from .stamps import Stamps
from .torn import legs_near, nooks, shown
from .ways import bridge, steps

MARGIN = 26.0
WAY = 10.0  # width of a passage
FADE = (1.0, 0.75, 0.6, 0.5)  # how strongly the ink of a stratum shows through those above it
CHASMS = ("rift", "fissure")  # open downwards, and dark
WALL = "#3d362c"  # of passages that nobody worked
EARTH = "#b39a6e"  # their floors: darker than any that were built
SHADES = ((76, 0.05), (64, 0.05), (53, 0.06), (43, 0.07), (34, 0.08), (26, 0.1))  # of the rock, the darker the nearer
ABYSS = "#2b251f"  # what shows of a chasm
STAIRS = 1.4  # inches: a longer way to a cellar is hidden
WARM = ("forge", "hearth", "campfire", "brazier", "cauldron", "lamp", "chandelier")  # light shines around them

HERALDRY = {"dwarven": "#6f93cc", "dark_elf": "#8f6fae", "villain": "#b8404a", "custom": "#cfa94c", "delver": "#8fa06a"}


class Diggings:
    """The part of a map that lies below the ground."""

    def __init__(
        self,
        s: Host,
        stratum: int | None = None,
        year: int | None = None,
        *,
        empty: bool = False,
        bare: bool = False,
        beads: bool = False,
        like: Diggings | None = None,
    ) -> None:
        self.s = s
        self.like = like  # weather and relics are where they are on that map, and nothing is numbered or named: for films
        self.year = year
        self.empty = empty
        self.beads = beads
        self.only = stratum
        self.now = year is None and stratum is None and not empty
        self.wide, self.high = s.page.width * UNIT, s.page.height * UNIT
        self.stamps = Stamps()
        self.ground = Ground(2, 2, self.wide - 2, self.high - 2)
        self.wilds = self.ground  # a copy of it, before weather and relics took theirs
        sheets = sorted({stratum.index for stratum in s.strata} | {0})
        self.sheets = [] if empty else [index for index in sheets if self.only is None or index == self.only]
        self.last = max(sheets)
        self.rooms = [room for room in s.rooms.values() if self.seen(room)]
        self.ways = [way for way in s.passages.values() if self.seen(way) and way.kind != "path"]
        self.halls = [room for room in self.rooms if not room.above and room.state != "collapsed"]
        self.plan = Laid(s, self.halls, self.ways)
        self.number = numbers(s, self.halls)
        fallen = [room for room in self.rooms if room.state == "collapsed" and not room.above and not self.plan.swallowed(room)]
        self.ruined = {room.id: index for index, room in enumerate(fallen, start=len(self.number) + 1)}
        self.key = [] if empty or bare else entries(s, self.halls, self.number, now=self.now, ruins=self.ruined.values())
        self.foot = 0.0 if empty or bare else height(self.key, self.wide) + 14
        self.spots = spots(s) if self.now else {}
        self.head = 0.0  # of paper over the map, if its title finds no other room
        self.svg = Svg(title="The map of a dungeon")
        self.sheet = Sheet(self.svg, s)
        self._shapes: dict[int, str] = {}
        self._lines: dict[int, str] = {}
        self._caverns: dict[int, list[Cavern]] = {}
        self._pieces: dict[int, list[list[Point]]] = {}
        self.faces: dict[int, tuple[float, float, float, float]] = {}  # portraits, by group
        self._bends: dict[int, list[tuple[Point, Point]]] = {}  # of lines, by the room that they lead to
        self.peaks: dict[int, tuple[float, float]] = {}  # where landmarks were drawn
        self.houses: dict[int, tuple[float, float, float, float]] = {}

    def pen(self, style: Style) -> Pen:
        """A hand for one maker's style."""
        return Pen(self.s.seed & 0xFFFFFFFF, min(style.wobble, 1.2), reach=26)

    def seen(self, feature: Room | Passage | Ore) -> bool:
        """Whether a feature is on this picture at all."""
        if self.year is not None and feature.year > self.year:
            return False
        return any(self.on_sheet(feature, index) for index in self.sheets)

    @staticmethod
    def on_sheet(feature: Room | Passage | Ore, index: int) -> bool:
        """Whether a feature was drawn, or drawn again, on a sheet."""
        return feature.stratum == index or index in getattr(feature, "redrawn", ())

    def sheet_of(self, feature: Room | Passage | Ore) -> int:
        """The newest sheet of this picture that a feature is drawn on."""
        return max(index for index in self.sheets if self.on_sheet(feature, index))

    def fade(self, index: int) -> float | None:
        """How strongly a sheet's ink shows through those above it."""
        return FADE[min(self.last - index, len(FADE) - 1)] if self.only is None else None

    # What is dug.

    def shape(self, room: Room) -> str:
        """Path data of a room in its maker's hand."""
        if room.id not in self._shapes:
            points, pen = scaled(outline(self.s, room)), self.pen(style_of(room.maker, room.colour))
            self._shapes[room.id] = smooth(points) if room.shape in CURVED else pen.stroke(points, closed=True)
        return self._shapes[room.id]

    def lines(self, way: Passage) -> str:
        """Path data of a passage, up to every doorway: its middle, or where nobody dressed its walls both of them."""
        if way.id not in self._lines:
            found = [cavern.shape() for cavern in self.caverns(way)] or [path_of(scaled(line)) for line in self.pieces(way)]
            self._lines[way.id] = "".join(found)
        return self._lines[way.id]

    def caverns(self, way: Passage) -> list[Cavern]:
        """The pieces of a passage that nobody dressed; nature's pinch out where they stop."""
        if way.id not in self._caverns:
            natural = way.maker == "natural"
            hand = RIFT if way.kind == "rift" else FISSURE if way.kind in CHASMS else CAVE if natural else BURROW
            self._caverns[way.id] = [
                Cavern(
                    scaled(line),
                    hand,
                    self.s.seed + 31 * way.id + index & 0xFFFFFFFF,
                    (natural and _place(line[0]) in self.blind, natural and _place(line[-1]) in self.blind),
                )
                for index, line in enumerate(self.pieces(way) if _rough(way) else ())
            ]
        return self._caverns[way.id]

    @cached_property
    def blind(self) -> dict[Point, tuple[Passage, Point]]:
        """Where passages stop in the rock, to a hair's breadth, which do, and the way they were going there."""
        ways = [way for way in self.ways if way.kind not in ("river", "valley")]
        rooms = [room for room in self.rooms if not self.plan.swallowed(room)]
        return {_place(end): (way, ahead) for way, end, ahead in dead_ends(self.s, self.plan, ways, rooms)}

    def trace(self, way: Passage, ink: str, more: float = 0.0, **look: Attribute) -> None:
        """One passage in one colour, so much wider than its floor."""
        if self.caverns(way):
            look |= {"fill": ink, "stroke": ink if more else "none", "stroke_width": more or None}
        else:
            look |= {"stroke": ink, "stroke_width": WAY + more}
        self.svg.path(self.lines(way), **look)

    def pieces(self, way: Passage) -> list[list[Point]]:
        """What shows of a passage: not where a chasm runs along it, nor nature's where somebody built."""
        if way.id not in self._pieces:
            line, *rest = self.plan.strokes(way)
            rank = _rank(way)
            over = (
                [self.plan.line(other) for other in self.ways if other.kind != "river" and _rank(other) > rank]
                if rank < 2
                else []
            )
            near = legs_near(line, over) if way.kind not in ("river", "valley") else []
            found = shown(line, near, (self.loose(way, line[0]), self.loose(way, line[-1]))) if near else [line]
            self._pieces[way.id] = [*found, *rest]
        return self._pieces[way.id]

    def loose(self, way: Passage, end: Point) -> bool:
        """Whether an end of a passage leads to nothing."""
        (x, y), page = end, self.s.page
        if not (0.15 < x < page.width - 0.15 and 0.15 < y < page.height - 0.15) or depth(page, x, y) < 0.3:
            return False
        if any(hypot(x - door.at[0], y - door.at[1]) < 0.2 for door in self.plan.doorways(way)):
            return False
        if way.kind == "river" and any(
            nearest_on_segment(end, a, b)[0] < 0.2
            for other in self.ways
            if other is not way and other.kind == "river"
            for a, b in pairwise(other.points)
        ):
            return False
        return not any(abs(x - room.x) <= room.w / 2 + 0.1 and abs(y - room.y) <= room.h / 2 + 0.1 for room in self.halls)

    def dug(self) -> None:
        """The rock around everything that was dug: hatched, close to the walls at first, then thinner."""
        rings = {room.id: scaled(self.plan.outline(room)) for room in self.halls}
        lines = [scaled(line) for way in self.ways if way.kind not in ("river", "valley") for line in self.plan.strokes(way)]
        hatching = Hatching(
            self.s.page,
            self.s.seed & 0xFFFF,
            UNIT,
            [*lines, *([*ring, ring[0]] for ring in rings.values())],
            [floor_box(room) for room in self.halls],
        )
        with self.svg.group(id="rock", fill="none", stroke_linejoin="round", pointer_events="none"):
            hatching.beds(self.svg, self.wide)
            rooms, ways = "".join(self.shape(room) for room in self.halls), "".join(path_of(line) for line in lines)
            self.svg.define(f'<path id="dug" d="{rooms}{ways}"/>')
            with self.svg.group(stroke="#2a241c", stroke_linecap="round"):
                for wide, dark in SHADES:
                    self.svg.add("use", None, href="#dug", stroke_width=wide, stroke_opacity=dark)
            hatching.draw(self.svg)

    def walls(self) -> None:
        """What each maker builds around its rooms: dressed stone, timber, spines, flames, battlements."""
        self.crests()
        with self.svg.group(id="walls", fill="none", stroke_linejoin="miter", pointer_events="none"):
            for room in self.halls:
                if room.fluid == "magma":  # its light on the rock
                    for wide, glow in [(104 - 10 * step, 0.045 + 0.005 * step) for step in range(10)]:
                        self.svg.path(
                            self.shape(room), stroke="#ff7a1c", stroke_width=wide, stroke_opacity=glow, stroke_linejoin="round"
                        )
            if (seat := self.seat) is not None:  # light falls out of it, and on nothing else
                for wide, glow in [(110 - 10 * step, 0.05 + 0.007 * step) for step in range(10)]:
                    self.svg.path(
                        self.shape(seat), stroke="#ffe2a0", stroke_width=wide, stroke_opacity=glow, stroke_linejoin="round"
                    )
            for room in sorted(self.halls, key=lambda room: room.stratum):
                style = style_of(room.maker, room.colour)
                if len(style.trim) > 1:
                    self.svg.define(f'<path id="shape-{room.id}" d="{self.shape(room)}"/>')
                for course in style.trim:
                    look: dict[str, Attribute] = {
                        "stroke": course.colour or style.ink,
                        "stroke_width": 2 * course.out,
                        "stroke_dasharray": course.dash or None,
                        "stroke_linejoin": "round" if room.shape == "spiky" else None,
                        "stroke_opacity": course.opacity if course.opacity < 1 else None,
                    }
                    if len(style.trim) > 1:
                        self.svg.add("use", None, href=f"#shape-{room.id}", **look)
                    else:
                        self.svg.path(self.shape(room), **look)

    def crests(self) -> None:
        """Over the great rooms of a people: what shows in the rock that they are great."""
        taken = [(room.x - room.w / 2, room.y - room.h / 2, room.x + room.w / 2, room.y + room.h / 2) for room in self.halls]
        with self.svg.group(id="crests", stroke=BLACK, stroke_width=1.2, stroke_linejoin="round", pointer_events="none"):
            for room in self.halls:
                top, half = room.y - room.h / 2, min(room.w * 0.3, 0.2)
                place = (room.x - half, top - CREST / UNIT - 0.04, room.x + half, top - 0.04)
                if (kind := crest_of(room)) and not any(
                    a < place[2] and c > place[0] and b < place[3] and d > place[1] for a, b, c, d in taken
                ):
                    walls = [course.colour for course in style_of(room.maker, room.colour).trim if course.colour]
                    data = crest(kind, room.x * UNIT, top * UNIT - 2, half * UNIT)
                    self.svg.path(data, fill=walls[-1] if walls else PAPER)

    def layer(self, index: int) -> None:
        """One sheet: its surface line, ore, and the walls of its passages."""
        s, svg = self.s, self.svg
        if self.only is not None:
            self.sheet.surface(f"surface-{index}")
        ways = [way for way in self.ways if self.sheet_of(way) == index]
        with svg.group(id=f"stratum-{index}-ore"):
            for ore in s.ores.values():
                if self.seen(ore) and self.sheet_of(ore) == index:
                    self.ore(ore)
        with svg.group(id=f"stratum-{index}-passages", fill="none", stroke_linejoin="round", stroke_linecap="round"):
            for way in ways:
                if way.kind != "river":
                    self.way_walls(way)

    def rivers(self) -> None:
        """Water, under everything that was built or torn: whatever leads over it throws its shadow on it."""
        for index in self.sheets:
            with self.svg.group(id=f"stratum-{index}-rivers", stroke_opacity=self.fade(index)):
                for way in self.ways:
                    if way.kind == "river" and self.sheet_of(way) == index:
                        self.river(way)

    def river(self, way: Passage) -> None:
        """Water between its banks, or a dry bed."""
        dry = way.state == "flooded" or not way.fluid
        bed = "#d9c8a2" if dry else _wash(way.fluid) or WATER
        line = list(self.plan.line(way))
        tapers = self.loose(way, line[0]), self.loose(way, line[-1])
        for end, inner in ((0, line[1]), (-1, line[-2])):
            (x, y), page = line[end], self.s.page
            if min(x, page.width - x, page.height - y) < 0.06:  # on, beyond the frame
                long = hypot(x - inner[0], y - inner[1]) or 1.0
                line[end] = (x + (x - inner[0]) / long * 0.2, y + (y - inner[1]) / long * 0.2)
        river(self.svg, scaled(line), f"way-{way.id}", (self.s.seed + way.id) & 0xFFFFFFFF, bed, dry=dry, tapers=tapers)
        over = [
            path_of(scaled(piece))
            for other in self.ways
            if other.kind not in ("river", "valley") and legs_near(other.points, [line], 0.1)
            for piece in self.pieces(other)
        ]
        rooms = [self.shape(room) for room in self.halls if legs_near(corners(room, 0.1), [line])]
        self.svg.define(f'<clipPath id="wet-way-{way.id}"><use href="#way-{way.id}"/></clipPath>')
        with self.svg.group(clip_path=f"url(#wet-way-{way.id})", stroke=BLACK, fill="none", pointer_events="none"):
            for more, dark in ((12, 0.22), (6, 0.3)):
                self.svg.path("".join(over), stroke_width=WAY + more, stroke_opacity=dark)
                self.svg.path("".join(rooms), stroke_width=10 + 2 * more, stroke_opacity=dark)

    def ore(self, ore: Ore) -> None:
        """Gold is a red vein, mithral a shaded wedge; what is mined out is only dotted."""
        with self.svg.group(id=f"ore-{ore.id}", place=f"ore-{ore.id}"):
            self.svg.tooltip(f"{ore.kind}, {sum(cell.remaining > 0 for cell in ore.cells)} of {len(ore.cells)} workings left")
            for cell in ore.cells:
                points = scaled(cell.shape)
                left = cell.remaining > 0
                if ore.kind == "gold":
                    pen = Pen((self.s.seed + ore.id) & 0xFFFFFFFF, 3, reach=18)
                    self.svg.path(pen.stroke(points), fill="none", stroke=RED, stroke_width=3.2 if left else 1.2,
                                  stroke_dasharray=None if left else "2 5", stroke_linecap="round")  # fmt: skip
                else:
                    self.svg.path(path_of(points, closed=True), fill="#c9d3dc" if left else "none", stroke="#5a6b7a",
                                  stroke_width=1.1, stroke_dasharray=None if left else "2 4")  # fmt: skip

    def way_walls(self, way: Passage) -> None:
        """A passage is drawn as its two walls: a wide stroke of ink, hollowed out later."""
        style, rough = style_of(way.maker, way.colour), _rough(way)
        ink = PENCIL if way.kind == "road" else WALL if rough and way.maker == "natural" else style.ink
        wide = 2 * min(2.2, max(style.weight, 1.9 if rough else 0))
        hidden = {"opacity": 0.0} if way.kind == "valley" else {}  # drawn with the sky; it can still be pointed at
        self.trace(way, ink, wide, id=f"way-{way.id}", place=f"way-{way.id}", **hidden)

    def hollows(self) -> None:
        """Passages hollowed out: walls are left around them all, none where one meets another."""
        svg = self.svg
        ways = [way for way in self.ways if way.kind not in ("river", "valley")]
        with svg.group(
            id="floors",
            pointer_events="none",
            fill="none",
            stroke_linejoin="round",
            stroke_linecap="round",
        ):
            caves = [way for way in ways if way.maker == "natural" and way.kind not in CHASMS]
            for way in caves:
                self.hollow(way)
            if caves:
                self.merged(caves)
            built = [way for way in ways if _rank(way) == 1]
            for way in built:  # posts along it, where it leads through a cave
                self.trace(way, style_of(way.maker, way.colour).ink, 2.6, stroke_dasharray="1.7 3.3", stroke_linecap="butt")
            for way in built:
                self.hollow(way)
            with svg.group(stroke_width=0.8):
                for way in ways:
                    across = "".join(steps(way, WAY, piece) for piece in self.pieces(way))
                    if across:
                        svg.path(across, stroke=style_of(way.maker, way.colour).ink)
            chasms = [way for way in ways if way.kind in CHASMS]
            for way in chasms:  # their edges are over everything they were torn through
                self.trace(way, WALL, 4.4)
            for way in chasms:
                self.hollow(way)
            ledges = "".join(
                cavern.ledges(way.id * 31 + index) for way in chasms for index, cavern in enumerate(self.caverns(way))
            )
            svg.path(ledges, stroke="#8d8069", stroke_width=1.2)
            self.bridges(ways)
            self.gates(built)
            stops = [(end, ahead) for end, (way, ahead) in self.blind.items() if way.maker != "natural"]
            rubble(svg, stops, self.s.seed & 0xFFFFFFFF)

    def hollow(self, way: Passage) -> None:
        """The floor of one passage."""
        self.trace(way, _floor(way))

    def merged(self, caves: list[Passage]) -> None:
        """Where tunnels of nature merge no splinters of rock are left between them."""
        rooms = [
            (room.x * UNIT, room.y * UNIT, room.w * UNIT / 2, room.h * UNIT / 2) for room in self.halls if room.maker == "natural"
        ]
        if data := nooks([scaled(line) for way in caves for line in self.pieces(way)], rooms, WAY / 2 + 1):
            self.svg.path(data, fill=EARTH, stroke="none")

    def gates(self, built: list[Passage]) -> None:
        """A door of planks wherever something built leads out into a tunnel of nature's."""
        found = []
        for way in built:
            line = self.plan.line(way)
            for end, at, inner in ((way.points[0], line[0], line[1]), (way.points[-1], line[-1], line[-2])):
                other = self.plan.meets(way, end)
                long = hypot(at[0] - inner[0], at[1] - inner[1])
                if other is not None and long and _rank(other) == 0 and other.kind != "valley":
                    (x, y), dx, dy = (at[0] * UNIT, at[1] * UNIT), (at[0] - inner[0]) / long, (at[1] - inner[1]) / long
                    x, y = x + dx * 3.2, y + dy * 3.2
                    found.append((x - dy * 6.6, y + dx * 6.6, x + dy * 6.6, y - dx * 6.6))
        data = "".join(f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" for x0, y0, x1, y1 in found)
        if data:
            with self.svg.group(id="gates", stroke_linecap="butt"):
                self.svg.path(data, stroke=BLACK, stroke_width=5.2, stroke_linecap="square")
                self.svg.path(data, stroke="#c99a5b", stroke_width=3.2)
                self.svg.path(data, stroke="#6e4a2a", stroke_width=3.2, stroke_dasharray="0.8 2.6")

    def bridges(self, ways: list[Passage]) -> None:
        """A chasm lies over every passage it was torn through; planks lead across where both are to be seen."""
        chasms = [self.plan.line(way) for way in ways if way.kind in CHASMS]
        deck = "".join(
            bridge(piece, chasms, WAY + 3, self.halls) for way in ways if way.kind not in CHASMS for piece in self.pieces(way)
        )
        if deck:
            with self.svg.group(id="bridges", stroke_linecap="butt"):
                self.svg.path(deck, stroke=BLACK, stroke_width=WAY * 0.9)
                self.svg.path(deck, stroke="#d8b377", stroke_width=WAY * 0.86 - 2)
                self.svg.path(deck, stroke="#8a6534", stroke_width=WAY * 0.86 - 2, stroke_dasharray="0.9 2.3")

    def cellar_stairs(self) -> None:
        """From a building down to its cellar."""
        with self.svg.group(id="cellar-stairs", pointer_events="none", fill="none"):
            for way in self.s.passages.values():
                if way.kind == "path" and self.seen(way) and way.length < STAIRS and self.to_cellar(way):
                    line, ink = path_of(scaled(way.points)), style_of("surface", "").ink
                    self.svg.path(line, stroke=ink, stroke_width=9.5)
                    self.svg.path(line, stroke=FLOORS["surface"], stroke_width=7)
                    self.svg.path(line, stroke=ink, stroke_width=7, stroke_dasharray="0.9 3.6")
                    self.ground.block_line(scaled(way.points), 6)

    def to_cellar(self, way: Passage) -> bool:
        """Whether a path leads from a building to a room below it, past no other room."""
        ends, (a, *_, b) = {stop.node for stop in way.stops}, way.points
        below = [room.id for room in self.halls if room.id in ends]
        return bool(below) and not any(
            in_box(a, b, room.x - room.w / 2, room.y - room.h / 2, room.x + room.w / 2, room.y + room.h / 2)
            for room in self.halls
            if room.id not in ends
        )

    def ruins(self) -> None:
        """Rooms that fell in: a broken outline, full of rubble, without a name."""
        with self.svg.group(id="ruins", stroke_linejoin="round"):
            for room in self.rooms:
                if room.id not in self.ruined:
                    continue
                self.ground.block(*self.box(room))
                left, top, right, low = floor_box(room)
                size = min(low - top, 40.0)
                with self.svg.group(id=f"room-{room.id}", place=f"room-{room.id}"):
                    self.svg.tooltip("fallen in")
                    ink = style_of(room.maker, room.colour).ink
                    self.svg.path(self.shape(room), fill="#a5936f", stroke=ink, stroke_width=2, stroke_dasharray="12 6 3 8")
                    self.svg.path(self.shape(room), fill="url(#dust)")
                for index in range(max(1, int((right - left) // size))):
                    piece = ("rubble", "broken pillar")[(index + room.id) % 2]
                    x = left + size * (index + 0.5)
                    self.stamps.put(self.svg, piece, x, low, size, tone=tone_of(piece), kind="furniture")
                x, y = room.x * UNIT, (room.y - room.h / 2) * UNIT
                crack = f"M{x - 6:.0f} {y:.0f}l5 7l-4 5l7 6M{x + 9:.0f} {y + 1:.0f}l-3 6l4 4"
                self.svg.path(crack, fill="none", stroke=BLACK, stroke_width=1.3, pointer_events="none")

    def doorways(self) -> None:
        """Walls are cut at doorways, and nowhere else."""
        with self.svg.group(id="doorways", pointer_events="none", fill="none", stroke=PAPER, stroke_width=WAY - 1):
            for way in sorted(self.ways, key=lambda way: way.kind not in CHASMS):
                if way.kind in ("river", "valley"):
                    continue
                for door in self.plan.doorways(way):
                    room = self.s.rooms[door.room]
                    if room.state == "collapsed" or room.id not in self.number:
                        continue
                    reach = style_of(room.maker, room.colour).weight + 1
                    (x, y), (dx, dy) = (door.at[0] * UNIT, door.at[1] * UNIT), door.through
                    if (x - room.x * UNIT) * dx + (y - room.y * UNIT) * dy < 0:
                        dx, dy = -dx, -dy
                    cut = f"M{x - dx:.1f} {y - dy:.1f}L{x + dx * reach:.1f} {y + dy * reach:.1f}"
                    self.svg.path(cut, stroke=_floor(way))

    def rim(self, room: Room) -> None:
        """The walls of a room all around; its floor covers their inner half later, and whatever is cut too far."""
        style = style_of(room.maker, room.colour)
        self.svg.path(
            self.shape(room), fill="none", stroke=style.ink,
            stroke_width=2 * max(style.weight, 1.9 if room.maker == "natural" else 0),
            stroke_linejoin="round", stroke_dasharray="5 3" if room.secret else None,
            stroke_opacity=1 if room.maker == "natural" else None,
        )  # fmt: skip

    def room(self, room: Room) -> None:
        """A room in its maker's hand: a floor shaded by its maker, wet or burning."""
        style, svg, d = style_of(room.maker, room.colour), self.svg, self.shape(room)
        with svg.group(id=f"room-{room.id}", place=f"room-{room.id}"):
            svg.tooltip(capitalised(bd.room_name(room)))
            svg.path(d, fill=FLOORS.get(room.maker, PAPER))
            if style.shade:
                svg.path(d, fill=f"url(#{style.shade})")
            if (air := air_of(room)) is not None and not room.abandoned:
                svg.path(d, fill=air[0], fill_opacity=air[1])
            if room.plague:
                svg.path(d, fill="#8aa62f", fill_opacity=0.34)
                svg.path(d, fill="url(#sick)")
            elif room.abandoned:
                svg.path(d, fill="#6b6355", fill_opacity=0.3)
                svg.path(d, fill="url(#dust)")
            elif room.state == "fallow":
                svg.path(d, fill="#6b6355", fill_opacity=0.13)
            svg.path(d, fill="url(#vault)")
            if room.fluid != "magma":
                ground(svg, scaled(self.plan.outline(room)), floor_box(room)[3], room.maker, style.ink)
            if room is self.seat:
                svg.path(d, fill="#ffedb0", fill_opacity=0.5, stroke="#b9851f", stroke_width=1.6, stroke_opacity=1)

    # What stands in it.

    def furniture(self) -> None:
        """Every room shows what it is; those nobody lives in gather dust."""
        with self.svg.group(id="furniture", pointer_events="none"):
            for room in self.halls:
                self.furnish(room)
            self.steam()

    def furnish(self, room: Room) -> None:
        """The pieces of one room along its floor; a tall room has an upper floor, and a ladder to it."""
        left, top, right, low = floor_box(room)
        crowd = len(bd.inside(self.s, room.id)) if self.now else 0
        fade = 0.6 if crowd and room.w >= 0.6 else 0.75 if room.abandoned else None
        pieces = fittings(room)
        wet = room.fluid or ("water" if room.state == "flooded" else "")
        storeys = [low, (low + top) / 2] if low - top > 70 and room.maker != "natural" and not wet else [low]
        size = min((low - top) / len(storeys) * 0.82, 46.0)
        count = max(1, min(9, int((right - left) / (size * 1.12))))
        if room.w < 0.6 and crowd:
            count, size, right = (1, size * 0.62, left + size * 0.62 - 2) if crowd == 1 else (0, size, right)
        if not (wet or room.plague or (room.w < 0.6 and crowd > 1)):
            self.hang(room)
        for storey, y in enumerate(storeys):
            if storey:
                self.svg.rect(
                    left - 5, y, right - left - 11, 3, fill=tone_of("table"), stroke=BLACK, stroke_width=0.9, opacity=fade
                )
                self.stamps.put(
                    self.svg, "ladder", right - 8, low, low - y + 4, tone=tone_of("ladder"), kind="furniture", fade=fade
                )
            edge = right - (18 if len(storeys) > 1 else 0)
            if count == 1 and not crowd and wet != "magma" and self.set_up(room, pieces, left, edge, y, size, fade):
                continue
            for index in range(count if wet != "magma" else 0):
                x = (left + edge) / 2 if count == 1 else left + size / 2 + (edge - left - size) * index / (count - 1)
                turn = room.id if len(pieces) > 3 and count > 1 else 0  # no two halls alike
                piece = pieces[(index + storey * count + turn) % len(pieces)]
                if piece in WARM and not (wet or room.abandoned):
                    self.svg.circle(x, y - size * 0.36, size * 0.72, fill="url(#warm)")
                small = size * (1 - 0.07 * self.dice(room).fork(index + 9 * storey).below(4))
                flip = bool((room.id + index + storey) % 2)  # nor two bunks
                self.stamps.put(self.svg, piece, x, y, small, tone=tone_of(piece), kind="furniture", fade=fade, mirror=flip)
        left, top, right, low = floor_box(room)
        if room.abandoned and not crowd and not room.plague:
            web = min(20.0, (low - top) * 0.62)
            self.stamps.put(self.svg, "web", right - web * 0.36, top + web * 0.86, web, mirror=True)
        if room.plague:
            self.stamps.put(self.svg, "skull", right - 6, top + 12, 12, ink="#3d4d12", tone="#c9d48f")
        if wet:
            self.flood(room, wet)
        west, north, wide, tall = (room.x - room.w / 2) * UNIT, (room.y - room.h / 2) * UNIT, room.w * UNIT, room.h * UNIT
        out = max((course.out for course in style_of(room.maker, room.colour).trim if course.opacity == 1), default=2) + 1
        self.ground.block(west - out, north - out, west + wide + out, north + tall + out)

    def hang(self, room: Room) -> None:
        """What hangs from the roof: something in most small rooms, and all along large ones."""
        left, top, right, low = floor_box(room)
        ring, dice, kinds = scaled(self.plan.outline(room)), self.dice(room).fork(3), hangings(room)
        size = min(26.0, (low - top) * 0.4)
        many = 1 if room.w < 0.6 else max(1, int((right - left) // 58))
        for index in range(many):
            if not dice.below(4):
                continue
            share = 0.66 + dice.below(14) / 100 if many == 1 else (index + 0.3 + dice.below(40) / 100) / many
            x = left + (right - left) * share
            piece = kinds[dice.below(len(kinds))]
            if room.abandoned and (piece in WARM or x > right - size):
                continue
            y = max(ceiling(ring, x - size * 0.3), ceiling(ring, x + size * 0.3)) - 0.5
            if piece in WARM:
                self.svg.circle(x, y + size * 0.6, size * 0.8, fill="url(#warm)")
            tone = HERALDRY.get(room.maker, tone_of(piece)) if piece in ("banner", "shield") else tone_of(piece)
            self.stamps.put(self.svg, piece, x, y + size * 0.96, size, tone=tone, kind="furniture", mirror=bool(dice.below(2)))

    def set_up(
        self, room: Room, pieces: tuple[str, ...], left: float, right: float, y: float, size: float, fade: float | None
    ) -> bool:
        """A small room with its main piece and a smaller one beside it, on either side; some have the main one alone."""
        dice = self.dice(room)
        way = dice.below(4)
        if way == 0 or right - left < 20:
            return False
        main, beside = pieces[0], pieces[1 + dice.below(len(pieces) - 1)] if len(pieces) > 1 else pieces[0]
        large, little = size * (0.8 + 0.04 * dice.below(4)), size * (0.42 + 0.05 * dice.below(3))
        ends = (left + large * 0.44, right - little * 0.4) if way % 2 else (right - large * 0.44, left + little * 0.4)
        for piece, x, high in ((beside, ends[1], little), (main, ends[0], large)):
            if piece in WARM and not room.abandoned:
                self.svg.circle(x, y - high * 0.36, high * 0.72, fill="url(#warm)")
            self.stamps.put(
                self.svg, piece, x, y, high, tone=tone_of(piece), kind="furniture", fade=fade, mirror=bool(dice.below(2))
            )
        return True

    def dice(self, room: Room) -> Dice:
        """What differs from room to room, always the same for one."""
        return Dice(self.s.seed & 0xFFFFFFFF).fork(room.id)

    @cached_property
    def seat(self) -> Room | None:
        """Where the eye should go: the seat of the last arch-villain, else the largest room of the first civilization."""
        s = self.s
        here = {room.id: room for room in self.halls}
        for villain in reversed(s.villains if self.now else []):
            if villain.hq in here:
                return here[villain.hq]
        if self.like is not None:
            return here.get(self.like.seat.id) if self.like.seat is not None else None
        built = [room for room in self.halls if s.civs and room.maker == s.civs[0].kind]
        return max(built, key=lambda room: (room.w * room.h, -room.id), default=None)

    def flood(self, room: Room, fluid: str) -> None:
        """Water or fire that stands in a room, up to a third below its ceiling, over whatever is in it."""
        left, top, right, low = self.box(room)
        level = top + (low - top) * 0.3
        crests = "".join("q4 -4 8 0q4 4 8 0" for _ in range(int((right - left) // 16) + 2))
        surface = f"M{left - 2:.0f} {level:.0f}{crests}"
        self.svg.define(f'<clipPath id="wet-{room.id}"><path d="{self.shape(room)}"/></clipPath>')
        with self.svg.group(clip_path=f"url(#wet-{room.id})", fill="none"):
            if fluid == "magma":
                self.lava(room, left, level, right, low)
                return
            for fill, opacity in ((_wash(fluid), 0.72), ("url(#waves)", None)):
                self.svg.path(f"{surface}V{low + 2:.0f}H{left - 2:.0f}Z", fill=fill, fill_opacity=opacity)
            self.svg.path(surface, stroke="#3f7486", stroke_width=1.4)

    def steam(self) -> None:
        """Where a river runs into lava."""
        rivers = [self.plan.line(way) for way in self.ways if way.kind == "river" and way.fluid == "water"]
        for fire in self.plan.fires:
            ring = self.plan.outline(fire)
            for x, y in scaled([at for line in rivers for at in cuts(line, ring, fire)]):
                for dx, turn, high in ((-8, 1, 26), (-2, -1, 38), (4, 1, 32), (9, -1, 22)):
                    wisp = f"M{x + dx:.1f} {y + 2:.1f}q{turn * 7} {-high // 4} 0 {-high // 2}t0 {-high // 2}"
                    for wide, opacity in ((5.0, 0.35), (2.4, 0.7)):
                        self.svg.path(wisp, fill="none", stroke="#fdfaf2", stroke_width=wide, stroke_opacity=opacity,
                                      stroke_linecap="round")  # fmt: skip

    def lava(self, room: Room, left: float, level: float, right: float, low: float) -> None:
        """Molten rock: brightest where it wells up, dark at its bed, with floes of crust; its light is on everything above."""
        self.svg.path(self.shape(room), fill="#f2913a", fill_opacity=0.5)
        wide = right - left + 8
        top = f"M{left - 4:.0f} {level + 2:.0f}q{wide * 0.2:.0f} -5 {wide * 0.4:.0f} -1t{wide * 0.34:.0f} 0t{wide * 0.3:.0f} 1"
        self.svg.path(f"{top}V{low + 4:.0f}H{left - 4:.0f}Z", fill="url(#lava)")
        self.svg.path(top, stroke="#fff3b8", stroke_width=2)
        dice, floes = self.dice(room), []
        for _ in range(int(wide // 22)):
            x, y, size = left + dice.below(int(wide)), level + 5 + dice.below(max(1, int((low - level) * 0.5))), 5 + dice.below(9)
            floes.append(f"M{x:.0f} {y:.0f}q{size // 3} -4 {size} -2q{size // 2} 1 {size - 2} 3q-{size} 3 {2 - 2 * size} -1z")
        self.svg.path("".join(floes), fill="#5a1d12", fill_opacity=0.5)

    def zones(self) -> None:
        """A wash over the floors a group lives in or claims."""
        s = self.s
        with self.svg.group(id="zones", pointer_events="none"):
            for gid in dict.fromkeys([*s.order, *s.kingdoms]):
                group = s.groups[gid]
                if group.alive:
                    with self.svg.group(id=f"zone-{gid}", fill=colour_of(group), opacity=0.24):
                        self.zone(group)

    def zone(self, group: Group) -> None:
        """Rooms lived in or claimed."""
        s = self.s
        homes = [bead.room for bead in s.beads.values() if bead.owner == group.id and bead.colour == "pop"]
        for room_id in dict.fromkeys([*group.rooms, *group.held, *homes]):
            room = s.rooms.get(room_id)
            if room is not None and not room.above and room.state != "collapsed":
                self.svg.path(self.shape(room))

    def claims(self) -> None:
        """Stretches of passage that a group claims: a row of dots in its colour."""
        s = self.s
        with self.svg.group(
            id="claims",
            pointer_events="none",
            fill="none",
            stroke_width=1.9,
            stroke_opacity=0.75,
            stroke_linecap="round",
            stroke_dasharray="0.1 15",
        ):
            for gid in dict.fromkeys([*s.order, *s.kingdoms]):
                group = s.groups[gid]
                for way, stretches in claimed(s, group).items() if group.alive else ():
                    points = s.passages[way].points
                    data = "".join(path_of(scaled(part(points, start, stop))) for start, stop in stretches)
                    self.svg.path(data, stroke=colour_of(group))

    def box(self, room: Room) -> tuple[float, float, float, float]:
        """The box of a room or building on the map."""
        if room.id in self.houses:
            return self.houses[room.id]
        half, tall = room.w / 2 * UNIT, room.h / 2 * UNIT
        return room.x * UNIT - half, room.y * UNIT - tall, room.x * UNIT + half, room.y * UNIT + tall


def corners(room: Room, out: float) -> list[Point]:
    """The box around a room, a little larger."""
    half, tall = room.w / 2 + out, room.h / 2 + out
    return [(room.x - half, room.y - tall), (room.x + half, room.y + tall)]


def colour_of(group: Group) -> str:
    """The colour of a group's floors, claims and name."""
    return tint(group.id, group.colour)


def _place(at: Point) -> Point:
    return round(at[0], 2), round(at[1], 2)


def _floor(way: Passage) -> str:
    return _wash(way.fluid) or (
        ABYSS if way.kind in CHASMS else EARTH if way.maker == "natural" else FLOORS.get(way.maker, PAPER)
    )


def _rank(way: Passage) -> int:
    """Which of two passages lies over the other."""
    return 2 if way.kind in CHASMS else 0 if way.maker == "natural" else 1


def _rough(way: Passage) -> bool:
    """Whether nobody worked the walls of a passage."""
    return way.kind not in ("road", "valley", "bridge", "shaft") and style_of(way.maker, way.colour).wobble > 1


def _wash(fluid: str) -> str:
    return {"water": WATER, "magma": MAGMA}.get(fluid, "")

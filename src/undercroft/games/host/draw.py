"""The map of a hosted dungeon: tracing paper over tracing paper, drawn by hand. Strata are layers, newest on top.

`picture` draws any stratum or year; `draw` is what a player sees now, with suggestions marked. It changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from math import cos, radians, sin

from ...drawing import Pen, Svg
from ...drawing.figures import Drawn
from ...drawing.pen import smooth
from ...drawing.svg import path_of
from ...engine import Drawing, Place
from .chronicle import title
from .drawing import marks
from .drawing.cartouche import draw_key, entries, height, numbers
from .drawing.draw_text import raster
from .drawing.dwellers import Spot, floor_box, footing, spots, upside_down, villain_box
from .drawing.fittings import building_figure, creature_figure, fittings, landmark_figure
from .drawing.inks import BLACK, MAGMA, PAPER, PATTERNS, PENCIL, RED, WATER, Style, style_of, tint
from .drawing.lettering import Ground, beside
from .drawing.rock import UNIT, Hatching, Sheet, scaled
from .drawing.stamps import Stamps
from .drawing.trails import on_foot
from .drawing.ways import steps
from .ground import beads as bd
from .ground.graph import node_xy
from .ground.page import along, part
from .ground.plan import CURVED, Plan
from .ground.wiring import outline
from .names import capitalised
from .state import Bead, Group, Host, Ore, Passage, Room

__all__ = ["MARGIN", "UNIT", "draw", "picture"]

MARGIN = 26.0
WAY = 10.0  # width of a passage
FADE = (1.0, 0.75, 0.6, 0.5)  # how strongly the ink of a stratum shows through those above it
CHASMS = ("rift", "fissure")  # open downwards, and dark
SERIF = "Georgia, 'Times New Roman', serif"


def draw(s: Host) -> Drawing:
    """What the author sees now."""
    places = {
        mark.key: Place(
            (mark.x - mark.w / 2) * UNIT + MARGIN, (mark.y - mark.h / 2) * UNIT + MARGIN, mark.w * UNIT, mark.h * UNIT, mark.key
        )
        for mark in s.marks
    }
    rooms = sum(1 for room in s.rooms.values() if not room.above)
    alt = f"A dungeon in cross-section: {rooms} rooms, {len(s.entrances)} ways in, {len(bd.living(s))} groups below ground."
    return Drawing(picture(s), raster(s), places, alt)


def picture(s: Host, *, stratum: int | None = None, year: int | None = None, empty: bool = False, bare: bool = False) -> str:
    """The map as SVG: all of it, one stratum alone, as it stood in a year, or (empty) the blank page. A bare one has no key."""
    return Map(s, stratum, year, empty=empty, bare=bare).render()


class Map:
    """One drawing under way."""

    def __init__(
        self, s: Host, stratum: int | None = None, year: int | None = None, *, empty: bool = False, bare: bool = False
    ) -> None:
        self.s = s
        self.year = year
        self.empty = empty
        self.only = stratum
        self.now = year is None and stratum is None and not empty
        self.wide, self.high = s.page.width * UNIT, s.page.height * UNIT
        self.plan = Plan(s)
        self.stamps = Stamps()
        self.ground = Ground(2, 2, self.wide - 2, self.high - 2)
        sheets = sorted({stratum.index for stratum in s.strata} | {0})
        self.sheets = [] if empty else [index for index in sheets if self.only is None or index == self.only]
        self.last = max(sheets)
        self.rooms = [room for room in s.rooms.values() if self.seen(room)]
        self.ways = [way for way in s.passages.values() if self.seen(way) and way.kind != "path"]
        self.halls = [room for room in self.rooms if not room.above and room.state != "collapsed"]
        self.number = numbers(s, self.halls)
        self.key = [] if empty or bare else entries(s, self.halls, self.number, now=self.now)
        self.foot = 0.0 if empty or bare else height(self.key, self.wide) + 14
        self.spots = spots(s) if self.now else {}
        self.svg = Svg(
            self.wide + 2 * MARGIN, self.high + 2 * MARGIN + self.foot, title="The map of a dungeon", x=-MARGIN, y=-MARGIN
        )
        self.sheet = Sheet(self.svg, s)
        self.openings: dict[int, list[str]] = {}  # doorways, by room
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

    def render(self) -> str:
        """Everything, from the paper up."""
        svg = self.svg
        svg.define(PATTERNS)
        self.sheet.define()
        svg.rect(-MARGIN, -MARGIN, self.wide + 2 * MARGIN, self.high + 2 * MARGIN + self.foot, fill=PAPER)
        self.sheet.rock()
        self.dug()
        self.sheet.air()
        for index in self.sheets:
            with svg.group(id=f"stratum-{index}", stroke_opacity=self.fade(index), clip_path="url(#page)"):
                self.layer(index)
        self.hollows()
        for index in self.sheets:
            with svg.group(id=f"stratum-{index}-rooms", stroke_opacity=self.fade(index)):
                for room in self.halls:
                    if self.sheet_of(room) == index:
                        self.room(room)
        self.doorways()
        if self.now:
            self.zones()
        self.furniture()
        self.sheet.surface("surface-line")
        self.frame()
        if not self.empty:
            self.buildings()
            self.entrances()
            self.landmarks()
        if self.now:
            self.trail()
            self.people()
        if not self.empty:
            self.plates()
            self.names()
            if self.key:
                draw_key(svg, self.stamps, self.key, self.high + 20, self.wide, self.heading(), SERIF)
            elif self.foot:
                draw_key(svg, self.stamps, [], self.high + 20, self.wide, self.heading(), SERIF)
        if self.now:
            self.suggestions()
        svg.define(self.stamps.symbols)
        return svg.render()

    # The page.

    def heading(self) -> tuple[str, str]:
        """What the map is called, and when it is."""
        s = self.s
        year = s.absolute if self.year is None else self.year
        when = "before counting" if not year else f"year {year}"
        return title(s), when if self.only is None else f"{when}, stratum {self.only}"

    def frame(self) -> None:
        """The neatline, and the numbers 1 to 6 down both narrow sides."""
        with self.svg.group(fill="none", stroke=BLACK, pointer_events="none"):
            self.svg.rect(0, 0, self.wide, self.high, stroke_width=1.6)
            self.svg.rect(-20, -20, self.wide + 40, self.high + 34 + self.foot, stroke_width=2.6)
            self.svg.rect(-23.5, -23.5, self.wide + 47, self.high + 41 + self.foot, stroke_width=0.7)
        with self.svg.group(id="side-marks", font_family=SERIF, font_size=14, fill=PENCIL, text_anchor="middle"):
            for number, height in enumerate(self.s.page.marks, start=1):
                self.svg.text(-10, height * UNIT + 5, str(number))
                self.svg.text(self.wide + 10, height * UNIT + 5, str(number))

    # What is dug.

    def shape(self, room: Room) -> str:
        """Path data of a room in its maker's hand."""
        points = scaled(outline(self.s, room))
        return smooth(points) if room.shape in CURVED else self.pen(style_of(room.maker, room.colour)).stroke(points, closed=True)

    def lines(self, way: Passage) -> str:
        """Path data of a passage in its maker's hand, up to every doorway."""
        style = style_of(way.maker, way.colour)
        drawn = [scaled(line) for line in self.plan.strokes(way)]
        pen = self.pen(style)
        return "".join(pen.stroke(line) if style.wobble > 1 else path_of(line) for line in drawn)

    def dug(self) -> None:
        """Hatching in the rock around everything that was dug, thinning out from the walls."""
        hatching = Hatching(self.s.seed)
        for room in self.halls:
            ring = scaled(self.plan.outline(room))
            hatching.along([*ring, ring[0]], 6.5, style_of(room.maker, room.colour).weight, (1,))
        for way in self.ways:
            if way.kind not in ("river", "valley"):
                for line in self.plan.strokes(way):
                    hatching.along(scaled(line), 11.0, WAY / 2 + 2, (1, -1))
        with self.svg.group(
            id="rock", fill="none", stroke="#2a241c", stroke_linecap="round", pointer_events="none", clip_path="url(#page)"
        ):
            for strokes, weight in zip(hatching.paths, (0.9, 0.75, 0.6), strict=True):
                self.svg.path("".join(strokes), stroke_width=weight, stroke_opacity=0.3 + weight / 2)

    def layer(self, index: int) -> None:
        """One sheet: its surface line, water, ore, and the walls of its passages."""
        s, svg = self.s, self.svg
        if self.only is not None:
            self.sheet.surface(f"surface-{index}")
        ways = [way for way in self.ways if self.sheet_of(way) == index]
        with svg.group(id=f"stratum-{index}-rivers"):
            for way in ways:
                if way.kind == "river":
                    self.river(way)
        with svg.group(id=f"stratum-{index}-ore"):
            for ore in s.ores.values():
                if self.seen(ore) and self.sheet_of(ore) == index:
                    self.ore(ore)
        with svg.group(id=f"stratum-{index}-passages", fill="none", stroke_linejoin="round", stroke_linecap="round"):
            for way in ways:
                if way.kind != "river":
                    self.way_walls(way)

    def river(self, way: Passage) -> None:
        """Two pencil banks with water between; dry ones are only dashed."""
        pen = Pen((self.s.seed + way.id) & 0xFFFFFFFF, 3, reach=40)
        d = pen.stroke(scaled(way.points))
        dry = way.state == "flooded" or not way.fluid
        self.svg.path(d, id=f"way-{way.id}", place=f"way-{way.id}", fill="none", stroke=PENCIL, stroke_width=15,
                      stroke_dasharray="5 4" if dry else None)  # fmt: skip
        self.svg.path(d, pointer_events="none", fill="none", stroke=PAPER if dry else _wash(way.fluid) or WATER, stroke_width=12)
        if not dry:
            self.svg.path(
                d,
                pointer_events="none",
                fill="none",
                stroke="#3f7486",
                stroke_width=1,
                stroke_dasharray="14 9",
                stroke_opacity=0.7,
            )

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
        style = style_of(way.maker, way.colour)
        self.svg.path(
            self.lines(way),
            id=f"way-{way.id}",
            place=f"way-{way.id}",
            stroke=PENCIL if way.kind == "road" else style.ink,
            stroke_width=WAY + 2 * min(2.2, style.weight),
            stroke_dasharray="9 3" if way.kind in CHASMS else None,
            stroke_opacity=0 if way.kind == "valley" else None,  # the valley is drawn with the sky; it can still be pointed at
        )

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
            clip_path="url(#page)",
        ):
            for way in sorted(ways, key=lambda way: way.kind not in CHASMS):
                svg.path(self.lines(way), stroke_width=WAY, stroke=_floor(way))
            with svg.group(stroke_width=0.8):
                for way in ways:
                    across = steps(way, WAY)
                    if across:
                        svg.path(across, stroke=style_of(way.maker, way.colour).ink)

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
                    self.svg.path(cut, stroke=None if _floor(way) == PAPER else _floor(way))
                    stub = path_of(scaled([door.come, door.at])) if door.come != door.at else ""
                    self.openings.setdefault(room.id, []).append(cut + stub)

    def room(self, room: Room) -> None:
        """A room in its maker's hand: walls all around, a floor shaded by its maker, wet or burning."""
        style, svg, d = style_of(room.maker, room.colour), self.svg, self.shape(room)
        with svg.group(id=f"room-{room.id}", place=f"room-{room.id}"):
            svg.tooltip(capitalised(bd.room_name(room)))
            svg.path(d, fill=_wash(room.fluid) or PAPER, stroke=style.ink, stroke_width=2 * style.weight, stroke_linejoin="round",
                     paint_order="stroke", stroke_dasharray="5 3" if room.secret else None)  # fmt: skip
            shade = {"water": "waves", "magma": "flames"}.get(room.fluid, style.shade)
            if shade:
                svg.path(d, fill=f"url(#{shade})")
            if room.plague:
                svg.path(d, fill="#6f8a2f", fill_opacity=0.22)
            if room.maker == "dwarven" and room.shape not in CURVED:
                points = scaled(outline(self.s, room))
                inner = [(x + (4 if x < room.x * UNIT else -4), y + (4 if y < room.y * UNIT else -4)) for x, y in points]
                svg.path(path_of(inner, closed=True), fill="none", stroke=style.ink, stroke_width=0.6)

    # What stands in it.

    def furniture(self) -> None:
        """Every room shows what it is; those nobody lives in gather dust."""
        with self.svg.group(id="furniture", pointer_events="none"):
            for room in self.halls:
                self.furnish(room)

    def furnish(self, room: Room) -> None:
        """The pieces of one room along its floor; a tall room has an upper floor, and a ladder to it."""
        left, top, right, low = floor_box(room)
        ink = style_of(room.maker, room.colour).ink
        crowd = len(bd.inside(self.s, room.id)) if self.now else 0
        fade = 0.4 if crowd and room.w >= 0.6 else 0.6 if room.state == "fallow" or room.abandoned else 0.9
        pieces = fittings(room)
        storeys = [low, (low + top) / 2] if low - top > 70 and room.maker != "natural" and not room.fluid else [low]
        size = min((low - top) / len(storeys) * 0.82, 46.0)
        count = max(1, min(9, int((right - left) / (size * 1.12))))
        if room.w < 0.6 and crowd:
            count, size, right = (1, size * 0.62, left + size * 0.62 - 2) if crowd == 1 else (0, size, right)
        for storey, y in enumerate(storeys):
            if storey:
                self.svg.path(
                    f"M{left - 5:.0f} {y + 1:.0f}H{right - 16:.0f}",
                    fill="none",
                    stroke=ink,
                    stroke_width=1.6,
                    stroke_opacity=fade,
                )
                self.stamps.put(self.svg, "ladder", right - 8, low, low - y + 4, ink=ink, kind="furniture", fade=fade)
            edge = right - (18 if len(storeys) > 1 else 0)
            for index in range(count):
                x = (left + edge) / 2 if count == 1 else left + size / 2 + (edge - left - size) * index / (count - 1)
                piece = pieces[(index + storey * count) % len(pieces)]
                self.stamps.put(self.svg, piece, x, y, size, ink=ink, kind="furniture", fade=fade)
        left, top, right, low = floor_box(room)
        if room.abandoned and not crowd:
            self.stamps.put(self.svg, "web", right - 7, top + 14, 15, ink=ink, fade=0.7, mirror=True)
        if room.plague:
            self.stamps.put(self.svg, "skull", right - 6, top + 12, 12, ink="#4d6117")
        west, north, wide, tall = (room.x - room.w / 2) * UNIT, (room.y - room.h / 2) * UNIT, room.w * UNIT, room.h * UNIT
        self.ground.block(west - 3, north - 3, west + wide + 3, north + tall + 3)

    def zones(self) -> None:
        """A wash over the floors a group lives in or claims."""
        s = self.s
        with self.svg.group(id="zones", pointer_events="none"):
            for gid in dict.fromkeys([*s.order, *s.kingdoms]):
                group = s.groups[gid]
                if group.alive:
                    colour = tint(gid, group.colour)
                    with self.svg.group(id=f"zone-{gid}", fill=colour, stroke=colour, opacity=0.24):
                        self.zone(group)

    def zone(self, group: Group) -> None:
        """Rooms lived in or claimed, stretches of passage."""
        s = self.s
        homes = [bead.room for bead in s.beads.values() if bead.owner == group.id and bead.colour == "pop"]
        for room_id in dict.fromkeys([*group.rooms, *group.held, *homes]):
            room = s.rooms.get(room_id)
            if room is not None and not room.above and room.state != "collapsed":
                self.svg.path(self.shape(room), stroke="none")
                self.svg.path("".join(self.openings.get(room_id, ())), fill="none", stroke_width=WAY - 1)
        for way_id, stretches in group.claimed.items():
            way = s.passages.get(way_id)
            if way is not None:
                for start, stop in stretches:
                    self.svg.path(path_of(scaled(part(way.points, start, stop))), fill="none", stroke_width=WAY)

    # Above ground, and ways down.

    def buildings(self) -> None:
        """Farms, castles, cities and towers, larger with the fortune of their kingdom, and the paths between them."""
        s, svg = self.s, self.svg
        with svg.group(id="surface"):
            for way in s.passages.values():
                if way.kind == "path" and self.seen(way) and s.page.world != "pocket_universe":  # nor is it straight around a rim
                    svg.path(path_of(scaled(way.points)), fill="none", stroke=PENCIL, stroke_width=1.2, stroke_dasharray="4 4")
            for room in sorted((room for room in self.rooms if room.above), key=lambda room: room.x):
                figure = building_figure(room)
                rich = len(bd.inside(s, room.id)) if self.now else 0
                size = {"castle": 52, "city": 60, "farm": 36, "tower": 54, "church": 46, "mill": 46}.get(figure, 38) + 3.5 * min(
                    rich, 8
                )
                half = size / 2
                foot = footing(s, room, half)
                with svg.group(id=f"room-{room.id}", place=f"room-{room.id}"):
                    svg.tooltip(room.name or room.label or room.kind)
                    self.stamps.put(svg, figure, foot.x, foot.y, size, kind="furniture", turn=foot.turn, flip=foot.flip)
                lean = radians(foot.turn)
                x, y = foot.x + sin(lean) * half, foot.y - (-1 if foot.flip else 1) * cos(lean) * half
                self.houses[room.id] = (x - half, y - half, x + half, y + half)
                self.ground.block(*self.houses[room.id])

    def entrances(self) -> None:
        """Every way in from above."""
        with self.svg.group(id="entrances"):
            for entrance in self.s.entrances:
                if self._past(entrance.year):
                    house = self.s.rooms.get(entrance.node)
                    foot = footing(self.s, house) if house is not None and house.above else None
                    x, y = (foot.x, foot.y) if foot is not None else (entrance.x * UNIT, entrance.y * UNIT)
                    marks.entrance(self.svg, entrance, x, y, cellar=foot is not None)
                    self.ground.block(x - 9, y - 10, x + 9, y + 8)

    def landmarks(self) -> None:
        """Statues, gates, battlefields and the like."""
        with self.svg.group(id="signs"):
            for mark in self.s.landmarks.values():
                if mark.gone or not self._past(mark.year):
                    continue
                x, y = mark.x * UNIT, mark.y * UNIT
                with self.svg.group(
                    id=f"landmark-{mark.id}", place=f"mark-{mark.id}", pointer_events="all", fill="none", stroke_width=1.6
                ):
                    self.svg.tooltip(mark.name or mark.kind)
                    if not marks.landscape(self.svg, mark.kind, x, y):
                        self.stamps.put(self.svg, landmark_figure(mark), x, y + 11, 22)
                self.ground.block(x - 17, y - 27, x + 17, y + 13)

    def _past(self, year: int) -> bool:
        return self.year is None or year <= self.year

    # Who is there.

    def trail(self) -> None:
        """Where the last adventurers went, and where the present ones stand (HST-COMP-04)."""
        s = self.s
        trail = s.party.trail if s.party is not None else s.last_trail
        if len(trail) > 1:
            line = marks.footsteps(scaled(on_foot(s, trail)))
            self.svg.path(line, id="trail", pointer_events="none", fill="none", stroke="#3d6b3a", stroke_width=2,
                          stroke_dasharray="3 6", stroke_linecap="round")  # fmt: skip
        if s.party is not None and not s.party.fate:
            x, y = along(s.passages[s.party.passage].points, s.party.offset) if s.party.passage else node_xy(s, s.party.node)
            with self.svg.group(id="party", transform=f"translate({x * UNIT:.1f} {y * UNIT:.1f})"):
                self.svg.tooltip(s.party.name)
                self.svg.circle(0, 0, 15, fill="#fff", stroke="#3d6b3a", stroke_width=2.4)
                self.stamps.put(self.svg, "adventurer", 0, 12, 25, tone="#a9c3a3")

    def people(self) -> None:
        """Everybody as a small figure; the beads of the board game are a layer of their own, at their feet."""
        s = self.s
        with self.svg.group(id="people", pointer_events="none"):
            for room in self.halls:
                self.villain(room)
            for bead in sorted(
                s.beads.values(), key=lambda bead: (self.spots[bead.id].y if bead.id in self.spots else 0, bead.id)
            ):
                spot = self.spots.get(bead.id)
                if spot is not None:
                    self.figure(bead.id, spot)
        with self.svg.group(id="beads"):
            for bead in s.beads.values():
                spot = self.spots.get(bead.id)
                if spot is None:
                    continue
                group = s.groups.get(bead.owner)
                colour = tint(group.id, group.colour) if group is not None else BLACK if bead.owner in s.stacks else PENCIL
                scale = max(0.3, min(0.5, spot.size / 80))
                place = f"room-{bead.room}" if bead.room else None
                with self.svg.group(
                    id=f"bead-{bead.id}",
                    place=place,
                    transform=f"translate({spot.x + spot.size * 0.28:.1f} {spot.y - 2:.1f}) scale({scale:.2f})",
                ):
                    marks.bead(self.svg, bead, colour, bd.owner_name(s, bead.owner), special=bead.id == s.artifact)
            for civ in s.civs:
                if civ.worm in s.rooms and not civ.ended:
                    room = s.rooms[civ.worm]
                    with self.svg.group(id="worm"):
                        self.svg.tooltip("the tunnel worm")
                        self.stamps.put(
                            self.svg, "purple worm", room.x * UNIT, (room.y + room.h * 0.4) * UNIT, room.h * 80, tone="#d98f86"
                        )

    def figure(self, bead_id: int, spot: Spot) -> None:
        """One population bead as a creature, one loot bead as what it is."""
        s, bead = self.s, self.s.beads[bead_id]
        size = spot.size * 0.92
        if bead.colour == "loot":
            self.stamps.put(self.svg, _treasure(s, bead), spot.x, spot.y, size * 0.72, tone="#ecd27a", kind="thing")
            return
        if bead.colour == "control":
            self.stamps.put(self.svg, "flag", spot.x, spot.y, size * 0.8, tone="#b9a3cc")
            return
        group, stack = s.groups.get(bead.owner), s.stacks.get(bead.owner)
        if group is not None:
            look, tone = creature_figure(group.flavour, group.type), tint(group.id, group.colour)
        else:
            look, tone = creature_figure(stack.flavour if stack is not None else "adventurer", "wandering"), "#d3c7ac"
        home = s.rooms.get(bead.room)
        flip = home is not None and home.above and upside_down(s, home)
        self.stamps.put(self.svg, look, spot.x, spot.y, size, tone=_lighter(tone), mirror=bool(bead.id % 2), flip=flip)
        self.ground.block(spot.x - size / 2, spot.y - size, spot.x + size / 2, spot.y + 2)

    def villain(self, room: Room) -> None:
        """An arch-villain, large, in its own hall."""
        s = self.s
        spot, _ = villain_box(s, room)
        for villain in s.villains:
            if spot is not None and villain.hq == room.id and not villain.fallen:
                group = s.groups[villain.group]
                look = creature_figure(group.flavour if villain.kind == "alpha_villain" else villain.kind, "villain")
                if villain.kind == "alpha_villain" and isinstance(look, Drawn):
                    look = Drawn(look.name, (*look.words, "crowned"))
                with self.svg.group(id=f"villain-{room.id}"):
                    self.svg.tooltip(group.name)
                    self.stamps.put(self.svg, look, spot.x, spot.y, spot.size, tone=_lighter(tint(group.id, group.colour)))

    # Words.

    def plates(self) -> None:
        """The number of every room on a small plate over its corner; the key tells them."""
        with self.svg.group(
            id="numbers", font_family=SERIF, font_size=7.5, text_anchor="middle", pointer_events="none", fill=BLACK
        ):
            for room in self.halls:
                words = str(self.number[room.id])
                x, y = min(scaled(self.plan.outline(room)), key=lambda point: point[0] + point[1])
                half = 2.3 * len(words) + 2
                x, y = max(x + 3, half + 1), max(y + 2, 6)
                self.svg.rect(
                    x - half,
                    y - 5,
                    2 * half,
                    10,
                    rx=2,
                    fill=PAPER,
                    stroke=style_of(room.maker, room.colour).ink,
                    stroke_width=0.8,
                )
                self.svg.text(x, y + 2.7, words)
                self.ground.block(x - half, y - 5, x + half, y + 5)

    def names(self) -> None:
        """Names, the most important first; one that finds no room beside what it names is told in the key alone."""
        for way in self.ways:
            for line in self.plan.strokes(way):
                self.ground.block_line(scaled(line), WAY * 0.8)
        for line in (self.s.page.surface, self.s.page.under):
            self.ground.block_line(scaled(line), 2)
        with self.svg.group(
            id="names", pointer_events="none", font_family=SERIF, font_style="italic", text_anchor="middle", stroke=PAPER,
            stroke_width=3, paint_order="stroke", stroke_linejoin="round",
        ):  # fmt: skip
            for words, (left, top, right, bottom), size, ink in self.wanted():
                label = self.ground.place(words, beside(left, top, right, bottom, words, size), size)
                if label is not None:
                    self.svg.text(label.x, label.y + size * 0.33, words, font_size=size, fill=ink)

    def wanted(self) -> list[tuple[str, tuple[float, float, float, float], float, str]]:
        """What deserves a name, the box it stands beside, its size and ink."""
        s = self.s
        wanted = []
        if self.now:
            for group in s.groups.values():
                if group.alive and group.lair in s.rooms:
                    wanted.append((group.name, self.box(s.rooms[group.lair]), 14.0, tint(group.id, group.colour)))
        told = {name for name, *_ in wanted}
        often = Counter(room.name for room in s.rooms.values() if room.above)
        for room in self.rooms:
            if room.name and room.name not in told and often[room.name] <= 1 and room.state != "collapsed":
                wanted.append((room.name, self.box(room), 12.0, style_of(room.maker, room.colour).ink))
        for mark in s.landmarks.values():
            if mark.name and not mark.gone and self._past(mark.year):
                wanted.append(
                    (mark.name, (mark.x * UNIT - 13, mark.y * UNIT - 13, mark.x * UNIT + 13, mark.y * UNIT + 13), 11.0, BLACK)
                )
        for room in self.halls:
            if (
                room.label
                and not room.name
                and room.size != "bead"
                and room.label not in ("mine", "cave")
                and not room.label.startswith("plague")
            ):
                wanted.append(
                    (
                        capitalised(re.sub(r" \(plague \d\)", "", room.label)),
                        self.box(room),
                        10.5,
                        style_of(room.maker, room.colour).ink,
                    )
                )
        return wanted

    def box(self, room: Room) -> tuple[float, float, float, float]:
        """The box of a room or building on the map."""
        if room.id in self.houses:
            return self.houses[room.id]
        half, tall = room.w / 2 * UNIT, room.h / 2 * UNIT
        return room.x * UNIT - half, room.y * UNIT - tall, room.x * UNIT + half, room.y * UNIT + tall

    def suggestions(self) -> None:
        """Where the author might put the thing at hand."""
        with self.svg.group(
            id="suggestions", fill="#ffe9a8", fill_opacity=0.55, stroke="#8a5a00", stroke_width=2, stroke_dasharray="6 4"
        ):
            for mark in self.s.marks:
                self.svg.rect(
                    (mark.x - mark.w / 2) * UNIT, (mark.y - mark.h / 2) * UNIT, mark.w * UNIT, mark.h * UNIT, rx=6, place=mark.key
                )


def _treasure(s: Host, bead: Bead) -> str:
    if bead.id == s.artifact or bead.role == "artifact":
        return "crown"
    return "heartgem" if bead.role == "heartgem" else "jewel" if bead.name or bead.source == "gems" else "coins"


def _floor(way: Passage) -> str:
    return _wash(way.fluid) or ("#a89a80" if way.kind in CHASMS else PAPER)


def _wash(fluid: str) -> str:
    return {"water": WATER, "magma": MAGMA}.get(fluid, "")


def _lighter(colour: str) -> str:
    """A group's colour as its people wear it: halfway to paper."""
    return "#" + "".join(f"{(int(colour[at : at + 2], 16) + 2 * int(PAPER[at : at + 2], 16)) // 3:02x}" for at in (1, 3, 5))

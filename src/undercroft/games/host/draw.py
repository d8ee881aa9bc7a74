"""The map of a hosted dungeon: tracing paper over tracing paper, drawn by hand. Strata are layers, newest on top.

`picture` draws any stratum or year; `draw` is what a player sees now, with suggestions marked. It changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...drawing import Labels, Pen, Svg
from ...drawing.pen import smooth
from ...drawing.svg import path_of
from ...engine import Dice, Drawing, Place
from .chronicle import title
from .drawing import marks
from .drawing.draw_text import raster
from .drawing.inks import BLACK, MAGMA, PAPER, PATTERNS, PENCIL, RED, ROCK, SKY, WATER, Style, style_of, tint
from .drawing.trails import on_foot
from .ground import beads as bd
from .ground.graph import node_xy
from .ground.page import along, part
from .ground.wiring import outline
from .names import capitalised
from .state import Bead, Group, Host, Ore, Passage, Point, Room

UNIT = 100.0  # drawing units to the inch
MARGIN = 26.0
WAY = 9.0  # width of a passage
FADE = (1.0, 0.72, 0.55, 0.45)  # how strongly a stratum shows through those above it
SKETCH = "Georgia, 'Times New Roman', serif"


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


def picture(s: Host, *, stratum: int | None = None, year: int | None = None, empty: bool = False) -> str:
    """The map as SVG: all of it, one stratum alone, as it stood in a year, or (empty) the bare page."""
    return _Map(s, stratum, year, empty).render()


class _Map:
    """One drawing under way."""

    def __init__(self, s: Host, stratum: int | None, year: int | None, empty: bool) -> None:
        self.s = s
        self.year = year
        self.empty = empty
        self.only = stratum
        self.now = year is None and stratum is None and not empty
        self.wide, self.high = s.page.width * UNIT, s.page.height * UNIT
        self.svg = Svg(self.wide + 2 * MARGIN, self.high + 2 * MARGIN, title="The map of a dungeon", x=-MARGIN, y=-MARGIN)
        self.labels = Labels(-MARGIN + 4, 0, self.wide + 2 * MARGIN - 8, self.high)

    def pen(self, style: Style) -> Pen:
        """A hand for one maker's style."""
        return Pen(self.s.seed & 0xFFFFFFFF, style.wobble, reach=26)

    def shown(self, feature: Room | Passage | Ore, stratum: int) -> bool:
        """Whether a feature is drawn on a stratum of this picture."""
        if self.empty or (self.year is not None and feature.year > self.year):
            return False
        return feature.stratum == stratum or stratum in getattr(feature, "redrawn", ())

    def render(self) -> str:
        """Everything, from the paper up."""
        svg, s = self.svg, self.s
        svg.define(PATTERNS)
        svg.rect(-MARGIN, -MARGIN, self.wide + 2 * MARGIN, self.high + 2 * MARGIN, fill=PAPER)
        self.sky()
        last = max((stratum.index for stratum in s.strata), default=0)
        for index in range(last + 1):
            if self.only is None or self.only == index:
                fade = 1.0 if self.only is not None else FADE[min(last - index, len(FADE) - 1)]
                with svg.group(id=f"stratum-{index}", opacity=fade):
                    self.layer(index)
        if self.now:
            self.zones()
        self.side_marks()
        self.surface("surface-line")
        if not self.empty:
            self.heading()
            self.entrances()
            self.marks_on_rooms()
        if self.now:
            self.trail()
            self.beads()
        if not self.empty:
            self.names()
        if self.now:
            self.suggestions()
        return svg.render()

    # The page.

    def line_points(self, line: Iterable[Point]) -> list[Point]:
        """Page points in drawing units."""
        return [(x * UNIT, y * UNIT) for x, y in line]

    def sky(self) -> None:
        """Open air above the surface line, and rock below it."""
        svg, page = self.svg, self.s.page
        top = self.line_points(page.surface)
        svg.rect(0, 0, self.wide, self.high, fill=ROCK)
        svg.rect(0, 0, self.wide, self.high, fill="url(#rock)")
        if page.world == "pocket_universe":
            rim = top + self.line_points(page.under)[::-1]
            svg.path(f"M0 0H{self.wide}V{self.high}H0Z{path_of(rim, closed=True)}", fill=SKY, fill_rule="evenodd")
            return
        svg.path(path_of([(0, 0), (self.wide, 0), *top[::-1]], closed=True), fill=SKY)
        if page.under:
            foot = self.line_points(page.under)
            svg.path(path_of([*foot, (self.wide, self.high), (0, self.high)], closed=True), fill=SKY)
        self.far_hills(top)
        for left, right in page.valleys:
            svg.path(
                path_of([(left * UNIT, 60), (right * UNIT, 60), (right * UNIT - 30, 300), (left * UNIT + 30, 300)], closed=True),
                fill=SKY,
            )

    def far_hills(self, top: list[Point]) -> None:
        """Pencilled hills on the horizon, the same for the same world."""
        dice = Dice(self.s.seed & 0xFFFFFFFF).fork(3)
        ridge = []
        x = 0.0
        while x < self.wide:
            wide, high = min(self.wide - x, 70.0 + dice.below(120)), 18 + dice.below(42)
            base = min(y for _, y in top) - 10
            ridge.append(f"M{x:.0f} {base:.0f}q{wide / 2:.0f} {-high} {wide:.0f} 0")
            x += max(20.0, wide * 0.8)
        self.svg.path("".join(ridge), id="hills", fill="none", stroke=PENCIL, stroke_width=0.8, stroke_opacity=0.6)

    def surface(self, name: str) -> None:
        """The surface line is drawn again over every new sheet (HST-STRA-04)."""
        page = self.s.page
        pen = Pen(self.s.seed & 0xFFFFFFFF, 2.0, reach=34)
        with self.svg.group(id=name, fill="none", stroke=BLACK, stroke_width=2.6, stroke_linecap="round"):
            self.svg.path(pen.stroke(self.line_points(page.surface)))
            if page.under:
                self.svg.path(pen.stroke(self.line_points(page.under)))
        tufts = []
        points = self.line_points(page.surface)
        for number, (x, y) in enumerate(points[:-1]):
            nx, ny = points[number + 1]
            for share in (0.2, 0.55, 0.85):
                gx, gy = x + (nx - x) * share, y + (ny - y) * share
                tufts.append(f"M{gx:.1f} {gy:.1f}l-3 -7M{gx:.1f} {gy:.1f}l1 -8M{gx:.1f} {gy:.1f}l4 -6")
        self.svg.path("".join(tufts), stroke=PENCIL, stroke_width=0.9, fill="none")

    def heading(self) -> None:
        """What the sheet is called and when, in the open sky; what the signs mean, below the page."""
        s = self.s
        year = s.absolute if self.year is None else self.year
        when = "before counting" if not year else f"year {year}"
        layer = "" if self.only is None else f", stratum {self.only}"
        self.labels.block(0, 0, self.wide, 38)
        with self.svg.group(id="heading", font_family=SKETCH, fill=BLACK):
            self.svg.text(10, 30, title(s), font_size=26, font_style="italic")
            self.svg.text(self.wide - 10, 28, f"{when}{layer}", font_size=15, font_style="italic", text_anchor="end")
            marks.key(self.svg, 14, self.high + 13, control=any(bead.colour == "control" for bead in s.beads.values()))

    def side_marks(self) -> None:
        """The numbers 1 to 6 down both narrow sides."""
        with self.svg.group(id="side-marks", font_family=SKETCH, font_size=15, fill=PENCIL, text_anchor="middle"):
            for number, height in enumerate(self.s.page.marks, start=1):
                self.svg.text(-13, height * UNIT + 5, str(number))
                self.svg.text(self.wide + 13, height * UNIT + 5, str(number))

    # Strata.

    def layer(self, index: int) -> None:
        """One sheet: its surface line, water, ore, passages and rooms."""
        s, svg = self.s, self.svg
        if self.only is not None:
            self.surface(f"surface-{index}")
        ways = [way for way in s.passages.values() if self.shown(way, index) and way.kind != "path"]
        rooms = [room for room in s.rooms.values() if self.shown(room, index) and room.state != "collapsed"]
        with svg.group(id=f"stratum-{index}-rivers"):
            for way in ways:
                if way.kind == "river":
                    self.river(way)
        with svg.group(id=f"stratum-{index}-ore"):
            for ore in s.ores.values():
                if self.shown(ore, index):
                    self.ore(ore)
        with svg.group(id=f"stratum-{index}-passages", fill="none", stroke_linejoin="round"):
            for way in ways:
                if way.kind != "river":
                    self.way_walls(way)
        with svg.group(id=f"stratum-{index}-rooms"):
            for room in rooms:
                if not room.above:
                    self.room(room)
        with svg.group(id=f"stratum-{index}-doors", pointer_events="none", fill="none", stroke=PAPER, stroke_linecap="round"):
            for way in ways:
                if way.kind != "river":
                    svg.path(self.way_path(way), stroke_width=WAY - 2.5, stroke=_wash(way.fluid) or PAPER)
        with svg.group(id=f"stratum-{index}-surface"):
            for room in rooms:
                if room.above:
                    marks.building(svg, room, UNIT)
            for way in s.passages.values():
                if way.kind == "path" and self.shown(way, index):
                    svg.path(
                        path_of(self.line_points(way.points)),
                        fill="none",
                        stroke=PENCIL,
                        stroke_width=1.2,
                        stroke_dasharray="4 4",
                    )

    def river(self, way: Passage) -> None:
        """Two pencil banks with water between; dry ones are only dashed."""
        points = self.line_points(way.points)
        pen = Pen((self.s.seed + way.id) & 0xFFFFFFFF, 5, reach=40)
        d = pen.stroke(points)
        dry = way.state == "flooded" or not way.fluid
        self.svg.path(d, id=f"way-{way.id}", place=f"way-{way.id}", fill="none", stroke=PENCIL, stroke_width=13,
                      stroke_dasharray="5 4" if dry else None)  # fmt: skip
        self.svg.path(d, pointer_events="none", fill="none", stroke=PAPER if dry else _wash(way.fluid) or WATER, stroke_width=10)

    def ore(self, ore: Ore) -> None:
        """Gold is a red vein, mithral a shaded wedge; what is mined out is only dotted."""
        with self.svg.group(id=f"ore-{ore.id}", place=f"ore-{ore.id}"):
            self.svg.tooltip(f"{ore.kind}, {sum(cell.remaining > 0 for cell in ore.cells)} of {len(ore.cells)} workings left")
            for cell in ore.cells:
                points = self.line_points(cell.shape)
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
        dash = "9 3" if way.kind in ("fissure", "rift") else None
        d = self.way_path(way)
        self.svg.path(
            d,
            id=f"way-{way.id}",
            place=f"way-{way.id}",
            stroke=PENCIL if way.kind == "road" else style.ink,
            stroke_width=WAY,
            stroke_dasharray=dash,
        )

    def way_path(self, way: Passage) -> str:
        """The line of a passage in its maker's hand."""
        style = style_of(way.maker, way.colour)
        points = self.line_points(way.points)
        return self.pen(style).stroke(points) if style.wobble > 1 else path_of(points)

    def room(self, room: Room) -> None:
        """A room in its maker's hand: outline, shading, water or fire."""
        style = style_of(room.maker, room.colour)
        points = self.line_points(outline(self.s, room))
        pen = self.pen(style)
        d = smooth(points) if room.shape in ("blob", "round") else pen.stroke(points, closed=True)
        with self.svg.group(id=f"room-{room.id}", place=f"room-{room.id}"):
            self.svg.tooltip(capitalised(bd.room_name(room)))
            self.svg.path(d, fill=_wash(room.fluid) or PAPER, stroke="none")
            shade = {"water": "waves", "magma": "flames"}.get(room.fluid, style.shade)
            if shade:
                self.svg.path(d, fill=f"url(#{shade})", stroke="none")
            self.svg.path(d, fill="none", stroke=style.ink, stroke_width=style.weight, stroke_linejoin="round",
                          stroke_dasharray="5 3" if room.secret else None)  # fmt: skip
            if room.maker == "dwarven":
                inner = [(x + (room.x * UNIT - x) * 0.12, y + (room.y * UNIT - y) * 0.12) for x, y in points]
                self.svg.path(path_of(inner, closed=True), fill="none", stroke=style.ink, stroke_width=0.6)

    # What lies on top.

    def zones(self) -> None:
        """A wash over everything a group controls."""
        s = self.s
        with self.svg.group(id="zones", pointer_events="none"):
            for gid in dict.fromkeys([*s.order, *s.kingdoms]):
                group = s.groups[gid]
                if group.alive:
                    with self.svg.group(
                        id=f"zone-{gid}", fill=tint(gid, group.colour), stroke=tint(gid, group.colour), opacity=0.13
                    ):
                        self.zone(group)

    def zone(self, group: Group) -> None:
        """Discs around beads, rooms lived in or claimed, stretches of passage."""
        s = self.s
        for bead in s.beads.values():
            if bead.owner == group.id and (bead.room or bead.passage):
                x, y = bd.xy(s, bead)
                above = bead.room in s.rooms and s.rooms[bead.room].above
                self.svg.circle(x * UNIT, y * UNIT, bd.DISC * UNIT * (0.4 if above else 0.75), stroke="none")
        for room_id in [*group.rooms, *group.held]:
            if room_id in s.rooms and not s.rooms[room_id].above:
                self.svg.path(path_of(self.line_points(outline(s, s.rooms[room_id])), closed=True), stroke_width=10)
        for way_id, stretches in group.claimed.items():
            for start, stop in stretches:
                if way_id in s.passages:
                    self.svg.path(
                        path_of(self.line_points(part(s.passages[way_id].points, start, stop))), fill="none", stroke_width=22
                    )

    def entrances(self) -> None:
        """Every way in from above."""
        with self.svg.group(id="entrances"):
            for entrance in self.s.entrances:
                if self.year is None or entrance.year <= self.year:
                    marks.entrance(self.svg, entrance, UNIT)

    def marks_on_rooms(self) -> None:
        """Small signs: tombs, shrines, gems, plague, landmarks."""
        s = self.s
        with self.svg.group(id="signs", pointer_events="none", fill="none", stroke=BLACK, stroke_width=1.2):
            for room in s.rooms.values():
                if self._past(room.year) and room.state != "collapsed":
                    marks.room_signs(self.svg, room, UNIT)
            for landmark in s.landmarks.values():
                if not landmark.gone and self._past(landmark.year):
                    marks.landmark(self.svg, landmark, UNIT)

    def _past(self, year: int) -> bool:
        return self.year is None or year <= self.year

    def trail(self) -> None:
        """Where the last adventurers went, and where the present ones stand (HST-COMP-04)."""
        s = self.s
        trail = s.party.trail if s.party is not None else s.last_trail
        if len(trail) > 1:
            line = path_of(self.line_points(on_foot(s, trail)))
            self.svg.path(
                line,
                id="trail",
                pointer_events="none",
                fill="none",
                stroke="#3d6b3a",
                stroke_width=2,
                stroke_dasharray="3 6",
                stroke_linecap="round",
            )
        if s.party is not None and not s.party.fate:
            x, y = along(s.passages[s.party.passage].points, s.party.offset) if s.party.passage else node_xy(s, s.party.node)
            with self.svg.group(id="party", transform=f"translate({x * UNIT:.1f} {y * UNIT:.1f})"):
                self.svg.tooltip(s.party.name)
                self.svg.path(
                    "M0 -15L4.5 -5L15 -5L6.5 2L10 13L0 6L-10 13L-6.5 2L-15 -5L-4.5 -5Z",
                    fill="#fff",
                    stroke="#3d6b3a",
                    stroke_width=2.4,
                )

    def beads(self) -> None:
        """Small glass dots: filled for population, open for loot, a ringed third colour for control."""
        s = self.s
        with self.svg.group(id="beads"):
            for bead in s.beads.values():
                x, y = self.bead_at(bead)
                if (x, y) == (0.0, 0.0):
                    continue
                self.labels.block(x * UNIT - 10, y * UNIT - 10, 20, 20)
                group = s.groups.get(bead.owner)
                colour = tint(group.id, group.colour) if group is not None else BLACK if bead.owner in s.stacks else PENCIL
                place = f"room-{bead.room}" if bead.room else None
                with self.svg.group(id=f"bead-{bead.id}", place=place, transform=f"translate({x * UNIT:.1f} {y * UNIT:.1f})"):
                    marks.bead(self.svg, bead, colour, bd.owner_name(s, bead.owner), special=bead.id == s.artifact)
            for civ in s.civs:
                if civ.worm in s.rooms and not civ.ended:
                    marks.worm(self.svg, s.rooms[civ.worm], UNIT)
            for villain in s.villains:
                if villain.hq in s.rooms and not villain.fallen:
                    marks.crown(self.svg, s.rooms[villain.hq], s.groups[villain.group].name, UNIT)

    def bead_at(self, bead: Bead) -> Point:
        """Where a bead is drawn: in its place, or in rows over the roof of a building, which would vanish under it."""
        s = self.s
        room = s.rooms.get(bead.room)
        if room is None or not room.above or bead.passage:
            return bd.xy(s, bead)
        ids = [found.id for found in bd.inside(s, room.id)]
        row, column = divmod(ids.index(bead.id), 6)
        wide = min(6, len(ids) - 6 * row)
        side = -1 if room.y < s.page.height / 2 else 1  # the lower kingdom of a hollow earth stands on its head
        half = (wide - 1) / 2 * 0.21
        middle = min(max(room.x, half + 0.12), s.page.width - half - 0.12)  # a row keeps to the page
        return middle - half + column * 0.21, room.y + side * (room.h / 2 + 0.12 + 0.21 * row)

    def names(self) -> None:
        """Names, the most important first; one that finds no room is left out."""
        s = self.s
        wanted: list[tuple[str, float, float, float, str]] = []
        if self.now:
            for group in s.groups.values():
                if group.alive and group.lair in s.rooms:
                    lair = s.rooms[group.lair]
                    gap = 0.4 if lair.above else 0.13  # over the beads on the roof
                    wanted.append((group.name, lair.x, lair.y - lair.h / 2 - gap, 14, tint(group.id, group.colour)))
        told = {name for name, *_ in wanted}
        often = Counter(room.name for room in s.rooms.values() if room.above)
        for room in s.rooms.values():
            if room.name in told or often[room.name] > 1 or room.state == "collapsed":
                continue  # its people's name stands there already, or its sign says as much, or it is gone
            if room.name and self._past(room.year) and (self.only is None or self.only == room.stratum):
                wanted.append((room.name, room.x, room.y + room.h / 2 + 0.11, 12.5, style_of(room.maker, room.colour).ink))
        for landmark in s.landmarks.values():
            if landmark.name and not landmark.gone and self._past(landmark.year):
                wanted.append((landmark.name, landmark.x, landmark.y + 0.2, 11.5, BLACK))
        for room in s.rooms.values():
            if (
                room.label
                and room.state != "collapsed"
                and not room.name
                and self._past(room.year)
                and room.size not in ("bead",)
                and room.label not in ("mine", "cave")
            ):
                wanted.append((room.label, room.x, room.y + room.h / 2 + 0.11, 11, style_of(room.maker, room.colour).ink))
        with self.svg.group(
            id="names", pointer_events="none", font_family=SKETCH, font_style="italic", text_anchor="middle", stroke=PAPER,
            stroke_width=3, paint_order="stroke", stroke_linejoin="round",
        ):  # fmt: skip
            for words, x, y, size, ink in wanted:
                spot = self.labels.place(words, x * UNIT, y * UNIT, size)
                if spot is not None:
                    self.svg.text(spot[0], spot[1] + size * 0.35, words, font_size=size, fill=ink)

    def suggestions(self) -> None:
        """Where the author might put the thing at hand."""
        with self.svg.group(
            id="suggestions", fill="#ffe9a8", fill_opacity=0.55, stroke="#8a5a00", stroke_width=2, stroke_dasharray="6 4"
        ):
            for mark in self.s.marks:
                self.svg.rect(
                    (mark.x - mark.w / 2) * UNIT, (mark.y - mark.h / 2) * UNIT, mark.w * UNIT, mark.h * UNIT, rx=6, place=mark.key
                )


def _wash(fluid: str) -> str:
    return {"water": WATER, "magma": MAGMA}.get(fluid, "")

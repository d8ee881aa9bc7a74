"""The map of a hosted dungeon: tracing paper over tracing paper, drawn by hand. Strata are layers, newest on top.

`picture` draws any stratum or year; `draw` is what a player sees now, with suggestions marked. It changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

from ...drawing.figures import Drawn
from ...drawing.svg import path_of
from ...drawing.typeface import SERIF
from ...engine import Drawing, Place
from ...engine.words import count
from .chronicle import title
from .drawing import marks
from .drawing.buried import buried
from .drawing.cartouche import RUBRIC, Face, draw_key, homes, labelled, mourned, ribbon, title_width
from .drawing.diggings import CHASMS, MARGIN, WAY, Diggings
from .drawing.draw_text import raster
from .drawing.dwellers import VALLEY, Spot, footing, upside_down, villain_box
from .drawing.fittings import building_figure, building_look, creature_figure, landmark_figure, tone_of
from .drawing.inks import BLACK, PAPER, PENCIL, lighter, style_of, tint
from .drawing.laid import onto
from .drawing.lettering import GAPS, Label, beside, tie, width_of
from .drawing.relics import relics
from .drawing.rivers import foot_of_fall
from .drawing.rock import UNIT, scaled
from .drawing.textures import textures
from .drawing.trails import FOOTSTEPS, VISITORS, on_foot
from .ground import beads as bd
from .ground.graph import connected, node_xy
from .ground.page import along, depth, in_box, nearest_on_segment, surf, total
from .lore import dug
from .names import capitalised
from .rules.conventions.ages import ENDINGS
from .state import Bead, Group, Host, Landmark, Passage, Point, Room, Villain, visits

__all__ = ["CHASMS", "DATE", "MARGIN", "UNIT", "WAY", "Map", "draw", "picture"]


def draw(s: Host) -> Drawing:
    """What the author sees now."""
    places = {
        mark.key: Place((mark.x - mark.w / 2) * UNIT, (mark.y - mark.h / 2) * UNIT, mark.w * UNIT, mark.h * UNIT, mark.key)
        for mark in s.marks
    }
    rooms = sum(1 for room in s.rooms.values() if not room.above)
    alt = f"A dungeon in cross-section: {rooms} rooms, {len(s.entrances)} ways in, {len(bd.living(s))} groups below ground."
    return Drawing(picture(s, beads=not s.ending, bare=on_the_table(s)), raster(s), places, alt)


def on_the_table(s: Host) -> bool:
    """Whether the map is being played on: then its key is a sheet beside it, and all the room is for the map."""
    return not s.ending and visits(s) is None


def picture(
    s: Host, *, stratum: int | None = None, year: int | None = None, empty: bool = False, bare: bool = False, beads: bool = False
) -> str:
    """The map as SVG: all of it, one stratum alone, as it stood in a year, or (empty) the blank page. A bare one has no key.

    The beads of the board game are for the table: a map for the wall shows people and treasure without them.
    """
    return Map(s, stratum, year, empty=empty, bare=bare, beads=beads).render()


SMALLER = (11.0, 9.5)  # a name of whoever lives here, where it finds no room as large as it should be
PORTRAITS = (35.0, 28.0, 22.0)  # half as large as one may be, the largest that finds room
HEAD = 72.0  # of paper over a map in which its title has no room
DATE = (126.0, 42.0)  # the corner that a film writes its year in


class Map(Diggings):
    """One drawing, whole."""

    def render(self) -> str:
        """Everything, from the paper up."""
        svg = self.svg
        svg.define(textures())
        self.sheet.define()
        svg.rect(-MARGIN, -MARGIN - HEAD, self.wide + 2 * MARGIN, self.high + 2 * MARGIN + self.foot + HEAD, fill=PAPER)
        self.sheet.rock()
        self.dug()
        self.sheet.air()
        self.rivers()
        self.walls()
        for index in self.sheets:
            with svg.group(id=f"stratum-{index}", stroke_opacity=self.fade(index)):
                self.layer(index)
        self.hollows()
        self.cellar_stairs()
        if self.now:
            self.claims()
        self.ruins()
        for index in self.sheets:
            with svg.group(id=f"stratum-{index}-rims", stroke_opacity=self.fade(index), pointer_events="none"):
                for room in self.halls:
                    if self.sheet_of(room) == index:
                        self.rim(room)
        self.doorways()
        for index in self.sheets:
            with svg.group(id=f"stratum-{index}-rooms", stroke_opacity=self.fade(index)):
                for room in self.halls:
                    if self.sheet_of(room) == index:
                        self.room(room)
        if self.now:
            self.zones()
            self.trail()
        self.furniture()
        if not self.empty:
            self.volcanoes()
        self.sheet.surface("surface-line")
        self.frame()
        if not self.empty:
            self.buildings()
            self.entrances()
            self.landmarks()
        if self.now:
            self.people()
            self.party()
        if not self.empty:
            if self.like is None:
                self.plates()
                self.ways_taken()
                if self.foot:
                    self.title()
                self.names()
            self.leftover()
            if self.like is not None:
                self.dated()
            if self.foot:
                draw_key(svg, self.stamps, self.key, self.high + 20, self.wide, self.heading(), SERIF, self.makers())
        self.edge()
        if self.now:
            self.suggestions()
        svg.define(self.stamps.symbols)
        return svg.render()

    # The page.

    def heading(self) -> tuple[str, ...]:
        """What the map is called, when it is, and how it came about."""
        s = self.s
        year = s.absolute if self.year is None else self.year
        when = "before counting" if not year else f"year {year}"
        if self.only is not None:
            return title(s), f"{when}, stratum {self.only}"
        return title(s), when, *(self.came_about() if self.now else ())

    def makers(self) -> list[Face]:
        """Who is pictured beside the tale: whoever dug it first, and the last who wanted it."""
        s = self.s
        found = [Face(creature_figure(civ.kind, civ.kind), style_of(civ.kind, "").ink, bool(civ.ended)) for civ in s.civs[:1]]
        for villain in s.villains[-1:]:
            group = s.groups[villain.group]
            found.append(Face(self.villain_figure(villain), tint(group.id, group.colour), bool(villain.fallen)))
        return found

    def came_about(self) -> list[str]:
        """Who dug it, who wanted it, how that ended, and what there is of it."""
        s = self.s
        lines = dug(s)
        lines += [f"{capitalised(s.groups[villain.group].name)} set out to rule it." for villain in s.villains]
        lines += [f"{capitalised(ENDINGS[s.ending])}."] if s.ending in ENDINGS else []
        ways = count(len(s.entrances), "way")
        if (seen := visits(s)) is not None and seen.hearsay:
            known = count(len(self.halls), "place is", "places are") if self.halls else "nothing is"
            return [*lines, f"{capitalised(known)} known of it, and {ways} in."]
        return [*lines, f"{len(self.halls)} rooms and {ways} in."]

    def title(self) -> None:
        """The title on a ribbon: in the sky if it has room for it, else in the rock where nobody dug, else over the map."""
        name, when, *_ = self.heading()
        half = title_width(name) / 2 + 64
        across = (self.wide / 2, *(self.wide * share / 20 for share in (8, 12, 7, 13, 6, 14, 5, 15, 4, 16)))
        skies = [(x, y) for y in (38.0, self.high - 56) for x in across if self.airy(x, y + 44, half)]
        rock = [(x, self.high - 56 - 24 * step) for step in range(int(self.high * 0.65 / 24)) for x in across]
        for x, y in (*skies, *rock):
            if self.ground.free(x - half, y - 31, x + half, y + 44):
                self.ground.block(x - half, y - 31, x + half, y + 44)
                ribbon(self.svg, x, y, name, when, SERIF)
                return
        self.head = HEAD
        ribbon(self.svg, self.wide / 2, -54, name, when, SERIF)

    def airy(self, x: float, y: float, half: float) -> bool:
        """Whether a stretch lies in the open air."""
        return all(depth(self.s.page, (x + step * half / 8) / UNIT, y / UNIT) < 0 for step in range(-8, 9))

    def dated(self) -> None:
        """The year in the corner of the sky, for films."""
        wide, high = DATE
        self.svg.rect(8, 8, wide - 16, high - 16, rx=3, fill=PAPER, stroke=BLACK, stroke_width=1.2)
        said = self.heading()[1]
        self.svg.text(wide / 2, high / 2 + 5, said, font_family=SERIF, font_size=14, text_anchor="middle", fill=RUBRIC)

    def leftover(self) -> None:
        """Sky and rock where nothing is: weather, and relics of older days."""
        page, ground = self.s.page, self.ground if self.like is None else deepcopy(self.like.wilds)
        for left, right in page.valleys:
            ground.block(left * UNIT, 0, right * UNIT, 300)
        for start, end in pairwise(scaled(page.surface)):
            ground.block(start[0], min(start[1], end[1]) - 14, end[0], max(start[1], end[1]) + 6)
        self.wilds = deepcopy(ground)
        self.sheet.heavens.weather(ground)
        buried(self.svg, self.s, ground, UNIT)
        relics(self.svg, self.s, ground, UNIT)

    def frame(self) -> None:
        """The margin, over whatever ran out of the page, the neatline, and the numbers 1 to 6 down both narrow sides."""
        tall = self.high + 2 * MARGIN + self.foot + HEAD
        outside = f"M{-MARGIN} {-MARGIN - HEAD}h{self.wide + 2 * MARGIN}v{tall}h{-self.wide - 2 * MARGIN}z"
        self.svg.path(f"{outside}M0 0v{self.high}h{self.wide}v{-self.high}z", fill=PAPER, pointer_events="none")
        self.svg.rect(0, 0, self.wide, self.high, fill="none", stroke=BLACK, stroke_width=1.6, pointer_events="none")
        self.rule()
        with self.svg.group(id="side-marks", font_family=SERIF, font_size=12, fill=PENCIL, text_anchor="middle"):
            for number, height in enumerate(self.s.page.marks, start=1):
                for x, edge in ((-12.0, 0.0), (self.wide + 12, self.s.page.width)):
                    if self.s.page.world == "pocket_universe" or depth(self.s.page, edge, height) > 0:
                        self.svg.text(x, height * UNIT + 4, str(number))

    def edge(self) -> None:
        """Two lines around everything, and the sheet as large as what is on it."""
        head, tall = self.head, self.high + self.foot + self.head
        with self.svg.group(fill="none", stroke=BLACK, pointer_events="none"):
            self.svg.rect(-20, -20 - head, self.wide + 40, tall + 34, stroke_width=2.6)
            self.svg.rect(-23.5, -23.5 - head, self.wide + 47, tall + 41, stroke_width=0.7)
        self.svg.reach(-MARGIN, -MARGIN - head, self.wide + 2 * MARGIN, tall + 2 * MARGIN)

    def rule(self) -> None:
        """A border in half inches, as old maps have."""
        bars = ""
        for step in range(0, int(max(self.wide, self.high) / 50) + 1, 2):
            across, down = min(50.0, self.wide - step * 50), min(50.0, self.high - step * 50)
            if across > 0:
                bars += "".join(f"M{step * 50} {y:.0f}h{across:.0f}v4h{-across:.0f}z" for y in (-5, self.high + 1))
            if down > 0:
                bars += "".join(f"M{x:.0f} {step * 50}h4v{down:.0f}h-4z" for x in (-5, self.wide + 1))
        self.svg.rect(-5, -5, self.wide + 10, self.high + 10, fill="none", stroke=BLACK, stroke_width=0.8)
        self.svg.path(bars, fill=BLACK)

    # Above ground, and ways down.

    def buildings(self) -> None:
        """Farms, castles, cities and towers, larger with the fortune of their kingdom, and the paths between them."""
        s, svg = self.s, self.svg
        with svg.group(id="surface"):
            for way in s.passages.values():
                if way.kind == "path" and self.seen(way) and self.open_air(way):
                    svg.path(path_of(scaled(way.points)), fill="none", stroke=PENCIL, stroke_width=1.2, stroke_dasharray="4 4")
            for room in sorted((room for room in self.rooms if room.above), key=lambda room: room.x):
                kind = building_figure(room)
                figure, roof = building_look(room) if room.state != "collapsed" else ("rubble", tone_of("rubble"))
                rich = len(bd.inside(s, room.id)) if self.now else 0
                size = {"castle": 58, "city": 64, "farm": 42, "tower": 58, "church": 50, "mill": 50}.get(kind, 42) + 3.5 * min(
                    rich, 8
                )
                size = size if room.state != "collapsed" else 38
                half = size / 2
                foot = footing(s, room, half)
                with svg.group(id=f"room-{room.id}", place=f"room-{room.id}"):
                    svg.tooltip(room.name or room.label or room.kind)
                    self.stamps.put(svg, figure, foot.x, foot.y, size, tone=roof, kind="furniture", turn=foot.turn,
                                    mirror=bool(room.id % 3 == 1), flip=foot.flip)  # fmt: skip
                lean = radians(foot.turn)
                x, y = foot.x + sin(lean) * half, foot.y - (-1 if foot.flip else 1) * cos(lean) * half
                self.houses[room.id] = (x - half, y - half, x + half, y + half)
                self.ground.block(*self.houses[room.id])

    def open_air(self, way: Passage) -> bool:
        """Whether a path runs over the ground; one to a cellar is indoors, and around a rim none is straight."""
        page = self.s.page
        return page.world != "pocket_universe" and all(depth(page, x, y) < 0.3 for x, y in way.points)

    def entrances(self) -> None:
        """Every way in from above."""
        with self.svg.group(id="entrances"):
            for entrance in self.s.entrances:
                if self._past(entrance.year):
                    house = self.s.rooms.get(entrance.node)
                    foot = footing(self.s, house) if house is not None and house.above else None
                    x, y = (foot.x, foot.y) if foot is not None else (entrance.x * UNIT, entrance.y * UNIT)
                    marks.entrance(self.svg, entrance, x, y, cellar=foot is not None)
                    self.ground.block(x - 12, y - 13, x + 12, y + 8)

    def afar(self, mark: Landmark) -> bool:
        """Whether a landmark is a mountain behind the land, rather than a sign on it."""
        page = self.s.page
        return (
            marks.volcanic(mark.kind)
            and page.world != "pocket_universe"
            and abs(depth(page, mark.x, mark.y)) < 0.4
            and (not page.under or mark.y < page.height / 2)
        )

    def volcanoes(self) -> None:
        """Mountains of fire, behind everything that stands on the ground."""
        with self.svg.group(id="volcanoes", fill="none", stroke_linejoin="round", stroke_linecap="round", clip_path="url(#sky)"):
            for mark in self.s.landmarks.values():
                if not mark.gone and self._past(mark.year) and self.afar(mark):
                    x = self.beside_houses(mark) * UNIT
                    y = min(mark.y, surf(self.s.page, x / UNIT)) * UNIT
                    self.peaks[mark.id] = (x, y)
                    with self.svg.group(id=f"landmark-{mark.id}", place=f"mark-{mark.id}"):
                        self.svg.tooltip(mark.name or mark.kind)
                        marks.volcano(self.svg, x, y)
                    self.ground.block(x - 30, y - 112, x + 30, y)

    def beside_houses(self, mark: Landmark) -> float:
        """Where a mountain stands, so that no castle seems to be built on it: it is far behind, and none measures it."""
        houses = [room.x for room in self.rooms if room.above and building_figure(room) != "farm" and abs(room.y - mark.y) < 1.0]
        spots = [mark.x + step * 0.1 * side for step in range(19) for side in (1, -1)]
        fit = [x for x in spots if 0.9 < x < self.s.page.width - 0.9]
        free = (x for x in fit if all(abs(x - at) > 0.7 for at in houses))
        return next(free, mark.x)

    def landmarks(self) -> None:
        """Statues, gates, battlefields and the like."""
        with self.svg.group(id="signs"):
            for mark in self.s.landmarks.values():
                if mark.gone or not self._past(mark.year) or self.afar(mark):
                    continue
                x, y = self.signpost(mark)
                self.peaks[mark.id] = (x, y)
                if mark.kind == "waterfall" and self.hidden(x, y):
                    self.peaks[mark.id] = (x, y - 50)  # its name belongs to the water
                    continue
                with self.svg.group(
                    id=f"landmark-{mark.id}", place=f"mark-{mark.id}", pointer_events="all", fill="none", stroke_width=1.6
                ):
                    self.svg.tooltip(mark.name or mark.kind)
                    if not marks.landscape(self.svg, mark.kind, x, y):
                        self.stamps.put(self.svg, landmark_figure(mark), x, y + 11, 22)
                self.ground.block(x - 17, y - 27, x + 17, y + 13)

    def hidden(self, x: float, y: float) -> bool:
        """Whether a room, or the frame, hides what falls there."""
        return (
            y > self.high - 20
            or not 16 < x < self.wide - 16
            or any(abs(x / UNIT - room.x) < room.w / 2 + 0.2 and abs(y / UNIT - room.y) < room.h / 2 + 0.2 for room in self.halls)
        )

    def signpost(self, mark: Landmark) -> Point:
        """Where a sign stands: on the ground beside houses and ways in, not in front of them; foam at the foot of its fall."""
        page, x, y = self.s.page, mark.x * UNIT, mark.y * UNIT
        if mark.kind == "waterfall":
            lines = [scaled(self.plan.line(way)) for way in self.ways if way.kind == "river" and way.fluid]
            foot = foot_of_fall((x, y), lines)
            return (foot[0], foot[1] - 9) if foot is not None else (x, y)  # the water has turned by then
        if mark.kind in ("lake", "sinkhole") or page.world == "pocket_universe" or abs(mark.y - surf(page, mark.x)) > 0.3:
            return x, y
        for away in (0, 30, -30, 46, -46, 62, -62):
            at = x + away
            level = y if not away else surf(page, at / UNIT) * UNIT - 6
            if 20 < at < self.wide - 20 and self.ground.free(at - 11, level - 20, at + 11, level + 8):
                return at, level
        return x, y

    def _past(self, year: int) -> bool:
        return self.year is None or year <= self.year

    # Who is there.

    def trail(self) -> None:
        """Where the last adventurers went (HST-COMP-04)."""
        s = self.s
        trail = s.party.trail if s.party is not None else s.last_trail
        if len(trail) > 1:
            line = marks.footsteps(scaled(on_foot(s, trail)))
            self.svg.path(
                line,
                pointer_events="none",
                fill="none",
                stroke=PAPER,
                stroke_width=3.4,
                stroke_opacity=0.55,
                stroke_linecap="round",
            )
            self.svg.path(line, id="trail", pointer_events="none", fill="none", stroke="#3d6b3a", stroke_width=1.2,
                          stroke_dasharray="2.5 6", stroke_opacity=0.7, stroke_linecap="round")  # fmt: skip
        self.visitors()

    def party(self) -> None:
        """The present adventurers, where they stand."""
        s = self.s
        if s.party is not None and not s.party.fate:
            x, y = along(s.passages[s.party.passage].points, s.party.offset) if s.party.passage else node_xy(s, s.party.node)
            with self.svg.group(id="party", transform=f"translate({x * UNIT:.1f} {y * UNIT:.1f})"):
                self.svg.tooltip(s.party.name)
                self.svg.circle(0, 0, 15, fill="#fff", stroke="#3d6b3a", stroke_width=2.4)
                self.stamps.put(self.svg, "adventurer", 0, 12, 25, tone="#a9c3a3")

    def visitors(self) -> None:
        """Where expeditions of other games went, each game with its own ink and step."""
        s, seen = self.s, visits(self.s)
        for number, trail in enumerate(seen.trails[-VISITORS:] if seen is not None else ()):
            ink, step = FOOTSTEPS.get(trail.game, FOOTSTEPS["descent"])
            stops = [stop for stop in trail.stops if stop in s.rooms]
            if not stops:
                continue
            legs = [leg for leg in pairwise(stops) if connected(s, *leg)]  # no way leads there: nobody saw how they came
            with self.svg.group(id=f"visit-{number}", pointer_events="none", fill="none"):
                self.svg.tooltip(f"{trail.company}, {trail.game}, year {trail.year}")
                walked = [marks.footsteps(scaled(on_foot(s, [node_xy(s, start), node_xy(s, end)]))) for start, end in legs]
                line = "".join(dict.fromkeys(walked))
                if line:
                    self.svg.path(line, stroke=ink, stroke_width=2.2, stroke_dasharray=step, stroke_linecap="round")
                x, y = node_xy(s, stops[-1])
                self.svg.circle(x * UNIT, y * UNIT, 5, fill=ink, stroke="#fff", stroke_width=1)

    def people(self) -> None:
        """Everybody as a small figure; the beads of the board game are a layer of their own, at their feet."""
        s = self.s
        with self.svg.group(id="lights", pointer_events="none", fill="url(#aura)"):  # so that one sees them among their furniture
            for bead in s.beads.values():
                spot, home = self.spots.get(bead.id), s.rooms.get(bead.room)
                if spot is not None and bead.colour == "pop" and home is not None and not home.above:
                    self.svg.circle(spot.x, spot.y - spot.size * 0.42, spot.size * 0.55)
        with self.svg.group(id="people", pointer_events="none"):
            for room in self.halls:
                self.villain(room)
            for bead in sorted(
                s.beads.values(), key=lambda bead: (self.spots[bead.id].y if bead.id in self.spots else 0, bead.id)
            ):
                spot = self.spots.get(bead.id)
                if spot is not None:
                    self.figure(bead.id, spot)
        for civ in s.civs:
            if civ.worm in s.rooms and not civ.ended:
                room = s.rooms[civ.worm]
                with self.svg.group(id="worm"):
                    self.svg.tooltip("the tunnel worm")
                    self.stamps.put(
                        self.svg, "purple worm", room.x * UNIT, (room.y + room.h * 0.4) * UNIT, room.h * 80, tone="#d98f86"
                    )
        if self.beads:
            self.glass()

    def glass(self) -> None:
        """The beads of the board game, a layer of their own."""
        s = self.s
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

    def figure(self, bead_id: int, spot: Spot) -> None:
        """One population bead as a creature, one loot bead as what it is."""
        s, bead = self.s, self.s.beads[bead_id]
        size, home = spot.size * 0.92, s.rooms.get(bead.room)
        flip = home is not None and home.above and upside_down(s, home)
        self.ground.block(spot.x - size / 2, spot.y - size, spot.x + size / 2, spot.y + (size if flip else 2))
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
        self.stamps.put(self.svg, look, spot.x, spot.y, size, tone=lighter(tone), mirror=bool(bead.id % 2), flip=flip)

    def villain(self, room: Room) -> None:
        """An arch-villain, large, in its own hall."""
        spot, _ = villain_box(self.s, room)
        for villain in self.s.villains:
            if spot is not None and villain.hq == room.id and not villain.fallen:
                group = self.s.groups[villain.group]
                with self.svg.group(id=f"villain-{room.id}"):
                    self.svg.tooltip(group.name)
                    tone = lighter(tint(group.id, group.colour))
                    self.stamps.put(self.svg, self.villain_figure(villain), spot.x, spot.y, spot.size, tone=tone)

    def villain_figure(self, villain: Villain) -> Drawn | str:
        """What an arch-villain looks like; one that was a beast before wears a crown now."""
        if villain.kind != "alpha_villain":
            return creature_figure(villain.kind, "villain")
        look = creature_figure(self.s.groups[villain.group].flavour, "alpha")
        return Drawn(look.name, (*look.words, "crowned")) if isinstance(look, Drawn) else look

    def portraits(self) -> None:
        """The portrait of every arch-villain in free ground near its seat, with a black ribbon if it fell."""
        with self.svg.group(id="portraits", pointer_events="none"):
            for villain in self.s.villains:
                seat = self.s.rooms.get(villain.hq)
                if seat is None or not (seat.id in self.number or seat.id in self.ruined or seat.id in self.houses):
                    continue
                left, top, right, bottom = self.box(seat)
                ring = self.touched(seat)
                x0, y0 = (left + right) / 2, (top + bottom) / 2
                group = self.s.groups[villain.group]
                turns = [turn * pi / 8 for turn in (12, 13, 11, 14, 10, 15, 9, 0, 8, 1, 7, 2, 6, 3, 5, 4)]
                half, tall = (right - left) / 2, (bottom - top) / 2
                spots: list[tuple[bool, float, int, float, float, list[Point], float]] = []
                for size in PORTRAITS:
                    clear = size + 2
                    for far in range(int(clear), 260, 12):
                        for turn in turns:  # around the seat, so far off its sides
                            x, y = x0 + (far + half) * cos(turn), y0 + (far + tall) * sin(turn)
                            if self.ground.free(x - clear, y - clear, x + clear, y + clear):
                                if not (line := self.led((x, y), ring, seat)):
                                    continue
                                words = group.name
                                beneath = beside(x - size, y - size, x + size, y + size, words, SMALLER[0], GAPS[:3])
                                mute = not any(self.ground.roomy(words, spot, SMALLER[0]) for spot in beneath)
                                over = total(self.crossed(a, b) for a, b in pairwise(line))
                                cost = 40 / size + far / 60 + 0.7 * (len(line) - 2) + over / 4
                                spots.append((mute, cost, len(spots), x, y, line, size))
                    if any(not spot[0] for spot in spots):
                        break
                if not spots:
                    continue  # not an inch of free rock near it: the key tells whose seat it was
                *_, x, y, line, size = min(spots)
                self.ground.block_line(line, 1)
                self.ground.block(x - size - 2, y - size - 2, x + size + 2, y + size + 2)
                self.faces[group.id] = (x - size, y - size, x + size, y + size)
                self.svg.path(path_of(line), fill="none", stroke=PAPER, stroke_width=3.6, stroke_linejoin="round")
                self.svg.path(path_of(line), fill="none", stroke=BLACK, stroke_width=1.8, stroke_linejoin="round")
                self.svg.circle(*line[-1], 3, fill=BLACK, stroke=PAPER, stroke_width=0.8)
                self.svg.circle(x, y, size, fill=PAPER, stroke=BLACK, stroke_width=1)
                self.svg.circle(x, y, size - 3, fill=PAPER, stroke=tint(group.id, group.colour), stroke_width=2.6)
                tone = lighter(tint(group.id, group.colour))
                self.stamps.put(self.svg, self.villain_figure(villain), x, y + size * 0.66, size * 1.37, tone=tone)
                if villain.fallen:
                    mourned(self.svg, x, y, size)

    def over_rooms(self, start: Point, end: Point, seat: Room | None = None) -> bool:
        """Whether a line from a portrait would run over a room or building on its way."""
        a, b = (start[0] / UNIT, start[1] / UNIT), (end[0] / UNIT, end[1] / UNIT)
        (west, east), (north, south) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        for room, left, top, right, low in self.solid:
            if left > east or right < west or top > south or low < north or room is seat:
                continue
            own = seat is None and left <= b[0] <= right and top <= b[1] <= low
            if not own and in_box(a, b, left, top, right, low) is not None:
                return True
        return False

    def plain(self, words: str, box: tuple[float, float, float, float], size: float, ring: list[Point]) -> Iterator[Point]:
        """Spots for words beside a box from which their line would run over no room but the one that it ends at."""
        for spot in beside(*box, words, size):
            if self.ground.roomy(words, spot, size):
                tied = tie(Label(words, *spot, width_of(words, size) + 12, size * 1.3), ring)
                if not tied or not self.over_rooms(*tied):
                    yield spot

    @cached_property
    def solid(self) -> list[tuple[Room, float, float, float, float]]:
        """Rooms and buildings with a little around them, in inches."""
        boxes = [(room, [side / UNIT for side in self.box(room)]) for room in self.rooms]
        return [(room, left - 0.08, top - 0.08, right + 0.08, low + 0.08) for room, (left, top, right, low) in boxes]

    def led(self, start: Point, ring: list[Point], seat: Room) -> list[Point]:
        """A line to a room from what belongs to it: straight, else with one bend, over no other room; empty if there is none."""
        near = nearest(start, ring)
        if not self.over_rooms(start, near, seat):
            return [start, near]
        for bend, end in self.bends(seat, ring)[:24]:
            if not self.over_rooms(start, bend):  # nor over the seat itself
                return [start, bend, end]
        return []

    def bends(self, seat: Room, ring: list[Point]) -> list[tuple[Point, Point]]:
        """Where a line may turn to a room, and the point of its outline that it then leads to, the nearest first."""
        if seat.id not in self._bends:
            left, top, right, low = self.box(seat)
            found = []
            for out in (12, 24, 40, 60, 90):
                for turn in range(16):
                    x = (left + right) / 2 + ((right - left) / 2 + out) * cos(turn * pi / 8)
                    y = (top + low) / 2 + ((low - top) / 2 + out) * sin(turn * pi / 8)
                    end = nearest((x, y), ring)
                    if 4 < x < self.wide - 4 and 4 < y < self.high - 4 and not self.over_rooms((x, y), end, seat):
                        found.append(((x, y), end))
            self._bends[seat.id] = found
        return self._bends[seat.id]

    def crossed(self, start: Point, end: Point) -> int:
        """How much of what is drawn a line from a portrait to its seat would run over, in twelfths of it."""
        found = 0
        for step in range(12):
            x, y = start[0] + (end[0] - start[0]) * step / 12, start[1] + (end[1] - start[1]) * step / 12
            if hypot(x - end[0], y - end[1]) > 10:
                found += not self.ground.free(x - 1, y - 1, x + 1, y + 1)
        return found

    # Words.

    def plates(self) -> None:
        """The number of every room on a plate of paper in its corner; the key tells them."""
        found, plates = [], []
        number = {**self.number, **self.ruined}
        for room in self.rooms:
            if room.id not in number:
                continue
            words = str(number[room.id])
            x, y = min(scaled(self.plan.outline(room)), key=lambda point: point[0] + point[1])
            half = 2.25 * len(words) + 1.6
            x, y = max(x + 4, half + 1), max(y + 4, 6)
            found.append((x, y, words))
            plates.append(f"M{x - half:.1f} {y - 4.8:.1f}h{2 * half:.1f}v9.6h{-2 * half:.1f}z")
            self.ground.block(x - half, y - 5, x + half, y + 5)
        self.svg.path("".join(plates), id="plates", pointer_events="none", fill=PAPER, fill_opacity=0.9, stroke=BLACK,
                      stroke_width=0.5, stroke_opacity=0.6, stroke_linejoin="round")  # fmt: skip
        with self.svg.group(
            id="numbers", font_family=SERIF, font_size=8.6, text_anchor="middle", pointer_events="none", fill=BLACK
        ):
            for x, y, words in found:
                self.svg.text(x, y + 3, words)

    def ways_taken(self) -> None:
        """Passages and the surface are no ground for words."""
        for way in self.ways:
            for line in self.plan.strokes(way):
                self.ground.block_line(scaled(line), WAY * 0.88)
        for line in (self.s.page.surface, self.s.page.under):
            self.ground.block_line(scaled(line), 2)

    def names(self) -> None:
        """Names, the most important first; one that finds no room beside what it names is told in the key alone."""
        if self.now:
            for mark in self.s.marks:
                x, y, half, tall = mark.x * UNIT, mark.y * UNIT, mark.w / 2 * UNIT, mark.h / 2 * UNIT
                self.ground.block(x - half, y - tall, x + half, y + tall)
            for left, right in self.s.page.valleys:
                self.ground.block(left * UNIT - 8, surf(self.s.page, left) * UNIT, right * UNIT + 8, VALLEY)
            self.portraits()
        placed: list[tuple[Label, float, str, list[Point]]] = []
        folk = {group.name: group for group in self.s.groups.values() if self.now and (group.alive or group.id in self.faces)}
        for words, around, size, ink, ring in self.wanted():
            label = self.ground.place(words, self.plain(words, around, size, ring), size)
            if (group := folk.pop(words, None)) is not None and label is None:
                label, size, ring = self.near_home(words, group, around, ring)
            if label is not None:
                placed.append((label, size, BLACK if ink == PENCIL else ink, ring))
        with self.svg.group(id="tags", pointer_events="none", stroke_width=0.9):
            for label, _, ink, ring in placed:
                tied = [(label.x, label.y), *ring] if len(ring) < 3 else tie(label, ring)
                if tied:
                    self.svg.path(path_of(tied), fill="none", stroke=PAPER, stroke_width=2.4)
                    self.svg.path(path_of(tied), fill="none", stroke=ink, stroke_width=1.2)
                    self.svg.circle(*tied[-1], 1.9, fill=ink, stroke="none")
            for label, _, ink, _ in placed:
                wide, high = label.width - 3, label.height - 1
                self.svg.rect(label.x - wide / 2, label.y - high / 2, wide, high, rx=high / 2, fill=PAPER,
                              fill_opacity=0.93, stroke=ink)  # fmt: skip
        with self.svg.group(id="names", pointer_events="none", font_family=SERIF, font_style="italic", text_anchor="middle"):
            for label, size, ink, _ in placed:
                self.svg.text(label.x, label.y + size * 0.32, label.words, font_size=size, fill=ink)

    def near_home(
        self, words: str, group: Group, around: tuple[float, float, float, float], ring: list[Point]
    ) -> tuple[Label | None, float, list[Point]]:
        """The name of whoever lives here, smaller, or by another of their rooms, or further off with a line to its home."""
        known = (room for room in homes(self.s, group.id) if room in self.number or room in self.houses)
        rooms = [] if group.id in self.faces else [self.s.rooms[room] for room in known]
        places = [(around, ring), *((self.box(room), self.touched(room)) for room in rooms)]
        for size in SMALLER:
            for box, edge in places:
                if label := self.ground.place(words, self.plain(words, box, size, edge), size):
                    return label, size, edge
        short = words.removeprefix("the ").partition(" the ")[0].partition(" of ")[0]
        for said, size in ((words, SMALLER[0]), (words, SMALLER[1]), (short, SMALLER[1])):
            for room in rooms:
                edge = self.touched(room)
                spots = (spot for spot in around_of(self.box(room)) if self.ground.roomy(said, spot, size))
                if label := self.ground.place(said, (spot for spot in spots if self.led(spot, edge, room)), size):
                    line = self.led((label.x, label.y), edge, room)
                    self.ground.block_line(line, 1)
                    return label, size, line[1:]
        return None, SMALLER[-1], ring

    def touched(self, room: Room) -> list[Point]:
        """The outline that a line from a name to a room ends at; in the middle of a building, which fills no box."""
        if room.id not in self.houses:
            return scaled(self.plan.outline(room))
        left, top, right, low = self.houses[room.id]
        wide, tall = (right - left) * 0.28, (low - top) * 0.2
        if self.s.page.world == "pocket_universe":  # it may lie on its side
            x, y = (left + right) / 2, (top + low) / 2
            return corners(x - 4, y - 4, x + 4, y + 4)
        if upside_down(self.s, room):
            return corners(left + wide, top + tall, right - wide, top + 2 * tall)
        return corners(left + wide, top + 1.4 * tall, right - wide, low - tall)

    def wanted(self) -> list[tuple[str, tuple[float, float, float, float], float, str, list[Point]]]:
        """What deserves a name, the box it stands beside, its size and ink, and the outline of the thing itself."""
        s = self.s
        wanted = []
        if self.now:
            for group in s.groups.values():
                if group.alive and group.lair in s.rooms:
                    box, lair = self.faces.get(group.id), s.rooms[group.lair]
                    ring = corners(*box) if box else self.touched(lair)
                    wanted.append((group.name, box or self.box(lair), 14.0, tint(group.id, group.colour), ring))
            for villain in s.villains:
                if villain.fallen and villain.group in self.faces:
                    group, face = s.groups[villain.group], self.faces[villain.group]
                    wanted.insert(0, (group.name, face, 14.0, tint(group.id, group.colour), corners(*face)))
        told = {name for name, *_ in wanted}
        often = Counter(room.name for room in s.rooms.values() if room.above)
        for room in self.rooms:
            if room.name and room.name not in told and often[room.name] <= 1 and room.state != "collapsed":
                wanted.append((room.name, self.box(room), 12.0, style_of(room.maker, room.colour).ink, self.touched(room)))
        for mark in s.landmarks.values():
            if mark.name and mark.name not in told and not mark.gone and self._past(mark.year):
                told.add(mark.name)  # once a map
                x, y = self.peaks.get(mark.id, (mark.x * UNIT, mark.y * UNIT))
                wanted.append((mark.name, (x - 13, y - 13, x + 13, y + 13), 11.0, BLACK, corners(x - 7, y - 7, x + 7, y + 7)))
        for room in self.halls:
            if not room.name and room.size != "bead" and (label := labelled(room)):
                ink = style_of(room.maker, room.colour).ink
                wanted.append((capitalised(label), self.box(room), 10.5, ink, self.touched(room)))
        return wanted

    def suggestions(self) -> None:
        """Where the author might put the thing at hand."""
        with self.svg.group(
            id="suggestions", fill="#ffe9a8", fill_opacity=0.55, stroke="#8a5a00", stroke_width=2, stroke_dasharray="6 4"
        ):
            for mark in self.s.marks:
                self.svg.rect(
                    (mark.x - mark.w / 2) * UNIT, (mark.y - mark.h / 2) * UNIT, mark.w * UNIT, mark.h * UNIT, rx=6, place=mark.key
                )
        with self.svg.group(id="suggested", pointer_events="none", font_family=SERIF, font_weight=700, font_size=23):
            for number, (x, y) in enumerate(self.numbered(), start=1):
                self.svg.circle(x, y, 15, fill=PAPER, stroke="#8a5a00", stroke_width=2.4)
                self.svg.text(x, y + 8, str(number), text_anchor="middle", fill="#5a3a00", stroke="none")

    def numbered(self) -> list[Point]:
        """Where the numbers of the suggestions stand, as the answers count them: each on its own mark, none on another."""
        placed: list[Point] = []
        for mark in self.s.marks:
            half, tall = mark.w / 2 * UNIT, mark.h / 2 * UNIT
            corners = [
                (mark.x * UNIT + dx, mark.y * UNIT + dy)
                for dx, dy in ((-half, -tall), (half, -tall), (-half, tall), (half, tall))
            ]
            free = (spot for spot in corners if all(hypot(spot[0] - x, spot[1] - y) > 32 for x, y in placed))
            placed.append(next(free, (mark.x * UNIT, mark.y * UNIT)))
        return placed


def nearest(point: Point, ring: list[Point]) -> Point:
    """The point of an outline that is nearest to another point."""
    return min((nearest_on_segment(point, a, b)[0], onto(point, a, b)) for a, b in pairwise([*ring, ring[0]]))[1]


def around_of(box: tuple[float, float, float, float]) -> list[Point]:
    """Spots further off from a box, all around it, the nearest first."""
    left, top, right, low = box
    half, tall = (right - left) / 2, (low - top) / 2
    return [
        (left + half + (half + out + 40) * cos(turn * pi / 12), top + tall + (tall + out) * sin(turn * pi / 12))
        for out in range(12, 140, 9)
        for turn in range(24)
    ]


def corners(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """A box as an outline."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _treasure(s: Host, bead: Bead) -> str:
    if bead.id == s.artifact or bead.role == "artifact":
        return "crown"
    return "heartgem" if bead.role == "heartgem" else "jewel" if bead.name or bead.source == "gems" else "coins"

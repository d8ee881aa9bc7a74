"""Taking it away: posters, a book, layers, a tabletop with closed walls, and a history that moves."""

from __future__ import annotations

import base64
import io
import json
import re
import struct
import zlib
from functools import cache
from itertools import pairwise
from math import hypot
from xml.etree import ElementTree

import pytest
from PIL import Image

from undercroft.drawing import svg_to_png
from undercroft.games.host.drawing.laid import Laid
from undercroft.games.host.exports import EXPORTS
from undercroft.games.host.ground import tunnels
from undercroft.games.host.handout.site import dungeon_rooms
from undercroft.games.host.state import Host
from undercroft.games.host.takeaway import moving, paper
from undercroft.games.host.takeaway.tabletop import DOOR, openings

from .table import page, room
from .worlds import played


@cache
def world() -> Host:
    return played(3, civilization="dwarven")


@cache
def taken(form: str) -> bytes:
    return EXPORTS[form](world(), None)


def box(pdf: bytes) -> tuple[int, int]:
    """The size of the first page in millimetres."""
    wide, high = (float(n) for n in re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf).groups())  # type: ignore[union-attr]
    return round(wide / 72 * 25.4), round(high / 72 * 25.4)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of a thumb's size: their making is not what is looked at."""
    monkeypatch.setattr(paper, "svg_to_png", lambda svg, _width: svg_to_png(svg, 120))


def test_a_poster_is_one_sheet_of_its_size_in_our_typeface(small: None) -> None:
    made = EXPORTS["a3.pdf"](world(), None)
    assert box(made) == (420, 297) and len(re.findall(rb"/Type /Page\b", made)) == 1
    assert b"SourceSerifPro" in made and made.count(b"/Subtype /Image") >= 1
    assert paper.POSTERS["a2"] == (594, 420) and "a2.pdf" in EXPORTS


@pytest.mark.rule("HST-RPG-09")
def test_the_book_for_a_campaign_has_maps_powers_rumours_and_every_room(small: None) -> None:
    made = EXPORTS["campaign.pdf"](world(), None)
    assert made.startswith(b"%PDF") and made.count(b"/Subtype /Image") >= 2
    guide = paper.guide(world())
    assert "## Powers" in guide and "## What people say" in guide
    numbers = {int(n) for n in re.findall(r"^- (\d+)\. ", guide, re.MULTILINE)}
    rooms = json.loads(taken("json"))["room"]
    assert numbers == {room["number"] for room in rooms}
    assert not re.search(r"\b[a-z]+_[a-z]+\b", guide)
    assert " 0 units" not in guide and "Gone, but remembered: " in guide
    listed = [int(n) for part in guide.split("## Level")[1:] for n in re.findall(r"^- (\d+)\. ", part, re.MULTILINE)]
    assert len(listed) == len(rooms) and guide.count("\n- ") < len(rooms) + paper.RUMOURS + 30


def test_letters_of_other_tongues_are_set_and_never_an_error() -> None:
    s = played(3, civilization="dwarven", stop_after="primordial")
    s.page.world = "normal"
    for text in ("# Ωμέγα и Ять", "- 地獄 \U0001f409"):
        book = paper._pages("a4")
        book.add_page()
        paper._set(book, text, 10, 100, 11)
        assert bytes(book.output()).startswith(b"%PDF")


def test_layers_are_layers() -> None:
    root = ElementTree.fromstring(taken("layers.svg"))
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    names = {group.get(label) for group in root if group.get(label)}
    assert {"rock", "furniture", "numbers", "names", "surface", "key"} <= names
    assert any(name.startswith("stratum") for name in names if name)


def scene() -> dict[str, object]:
    found: dict[str, object] = json.loads(taken("dd2vtt"))
    return found


def test_a_tabletop_has_what_the_format_asks_for() -> None:
    found: dict[str, object] = scene()
    assert {"format", "resolution", "line_of_sight", "objects_line_of_sight", "portals", "environment", "lights", "image"} <= set(
        found
    )
    size = found["resolution"]["map_size"]  # type: ignore[index]
    assert isinstance(size["x"], int) and isinstance(size["y"], int)
    picture = Image.open(io.BytesIO(base64.b64decode(str(found["image"]))))
    picture.load()
    assert picture.size == (size["x"] * 35, size["y"] * 35)


def test_walls_are_closed_and_every_doorway_is_one_portal() -> None:
    s, found = world(), scene()
    size = found["resolution"]["map_size"]  # type: ignore[index]
    for wall in found["line_of_sight"]:  # type: ignore[attr-defined]
        assert wall[0] == wall[-1] and len(wall) >= 4
        assert all(0 <= point["x"] <= size["x"] and 0 <= point["y"] <= size["y"] for point in wall)
    plan = Laid(s, dungeon_rooms(s), [way for way in s.passages.values() if way.kind != "path"])
    doors = openings(s, plan)
    assert len(found["portals"]) == len(doors) + len(s.entrances)  # type: ignore[arg-type]
    places = [(portal["position"]["x"], portal["position"]["y"]) for portal in found["portals"]]  # type: ignore[attr-defined]
    assert len(set(places)) == len(places), "two passages share a doorway, and not its portal"
    for way in s.passages.values():
        for door in plan.doorways(way) if way.kind not in ("river", "path") else ():
            if s.rooms[door.room].state != "collapsed":
                assert any(
                    one.room == door.room and hypot(one.at[0] - door.at[0], one.at[1] - door.at[1]) < DOOR for one in doors
                )
    for portal in found["portals"]:  # type: ignore[attr-defined]
        assert set(portal) == {"position", "bounds", "rotation", "closed", "freestanding"} and len(portal["bounds"]) == 2


def test_lights_burn_where_somebody_lives_or_fire_stands() -> None:
    lights = scene()["lights"]
    assert lights
    for light in lights:  # type: ignore[attr-defined]
        assert light["range"] > 0 and re.fullmatch("[0-9a-f]{8}", light["color"])


def frame(shade: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 6), (shade, 0, 0)).save(out, "PNG")
    return out.getvalue()


def test_a_moving_picture_has_a_frame_for_every_picture() -> None:
    made = moving.animated([moving.Frame(0, 0, frame(shade)) for shade in (0, 100, 200)])
    film = Image.open(io.BytesIO(made))
    assert getattr(film, "n_frames", 1) == 3
    shades = []
    for number in range(3):
        film.seek(number)
        shades.append(film.convert("RGB").getpixel((3, 3))[0])  # type: ignore[index]
    assert shades == [0, 100, 200]
    at = 8
    while at < len(made):
        (length,) = struct.unpack_from(">I", made, at)
        assert struct.unpack_from(">I", made, at + 8 + length)[0] == zlib.crc32(made[at + 4 : at + 8 + length])
        at += 12 + length
    other = io.BytesIO()
    Image.new("RGB", (4, 3), (0, 255, 0)).save(other, "PNG")
    patched = Image.open(io.BytesIO(moving.animated([moving.Frame(0, 0, frame(0)), moving.Frame(4, 3, other.getvalue())])))
    patched.seek(1)
    assert [patched.convert("RGB").getpixel(spot)[1] for spot in ((3, 3), (4, 3), (7, 5))] == [0, 255, 255]  # type: ignore[index]
    with pytest.raises(ValueError, match="on the first of them"):
        moving.animated([moving.Frame(0, 0, frame(0)), moving.Frame(5, 3, other.getvalue())])


def test_the_years_of_the_film_are_those_in_which_something_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    s = world()
    years = moving.years_of(s)
    assert years == sorted(set(years)) and len(years) <= moving.FRAMES and years[0] == 0
    monkeypatch.setattr(moving, "FRAMES", 3)
    assert len(moving.years_of(s)) == 3 and moving.years_of(s)[-1] == years[-1]
    monkeypatch.setattr(moving, "WIDEST", 160)
    made = moving.growing(s)
    places = sum(len(moving.changed(s, *span)) for span in pairwise(moving.years_of(s)))
    assert len(made) < 5_000_000 and getattr(Image.open(io.BytesIO(made)), "n_frames", 1) == 2 + places


def test_a_year_of_the_film_is_drawn_wherever_something_was_made() -> None:
    s = world()
    for before, year in pairwise(moving.years_of(s)):
        boxes = moving.changed(s, before, year)
        for hall in s.rooms.values():
            if before < hall.year <= year:
                x, y = hall.x + moving.EDGE, hall.y + moving.EDGE
                assert any(left < x < right and top < y < low for left, top, right, low in boxes)
        for number, one in enumerate(boxes):
            for two in boxes[:number]:
                assert moving._area(moving._both(one, two)) >= moving._area(one) + moving._area(two)


@pytest.mark.rule("HST-PRIM-10")
def test_a_cave_that_touches_the_surface_is_its_own_mouth() -> None:
    for rules, doors in ((2, 0), (3, 1)):
        s = page()
        s.rules = rules
        cave = room(s, 5.0, 1.75 + 0.2 + 0.03)
        assert cave.h == 0.4
        tunnels.to_surface(s, cave, "natural", "HST-PRIM-10", "cave_mouth")
        assert len(s.entrances) == doors

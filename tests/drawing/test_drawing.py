"""Drawing: nothing a player writes can break out, the same seed draws the same line, labels keep apart."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from undercroft.drawing import Labels, Pen, Raster, Svg, svg_to_png
from undercroft.drawing.svg import number


def test_names_full_of_markup_are_only_words() -> None:
    svg = Svg(100, 50, title='<script>"x"</script>')
    with svg.group(id="pawn-1", place='go:"a"<b>', transform="translate(3 4)"):
        svg.text(1, 2, "</text><script>alert(1)</script>", font_size=5, hover="a & b")
        svg.rect(0, 0, 10.123, 5, class_="room", stroke_width=0.5, fill=None)
    root = ET.fromstring(svg.render())
    assert not [node for node in root.iter() if node.tag.endswith("script")]
    group = next(node for node in root.iter() if node.get("id") == "pawn-1")
    assert group.get("data-place") == 'go:"a"<b>'
    rect = next(node for node in root.iter() if node.tag.endswith("rect"))
    assert (rect.get("width"), rect.get("stroke-width"), rect.get("class"), rect.get("fill")) == ("10.12", "0.5", "room", None)


def test_numbers_are_short() -> None:
    assert [number(value) for value in (1.0, -0.001, 2.5, 1 / 3, 100)] == ["1", "0", "2.5", "0.33", "100"]


def test_the_same_hand_draws_the_same_line() -> None:
    assert Pen(3).line(0, 0, 50, 9) == Pen(3).line(0, 0, 50, 9) != Pen(4).line(0, 0, 50, 9)
    assert Pen(3).box(0, 0, 20, 10).endswith("Z")
    assert Pen(3).circle(5, 5, 4).startswith("M")
    assert Pen(3).hatch(0, 0, 30, 12).count("M") == 7


def test_labels_never_collide_and_stay_on_the_page() -> None:
    labels = Labels(0, 0, 200, 100)
    spots = [labels.place("Crypt of Moss", 100, 50, 8) for _ in range(20)]
    placed = [spot for spot in spots if spot is not None]
    assert 3 <= len(placed) < 20
    for index, (x, y) in enumerate(placed):
        for other_x, other_y in placed[:index]:
            assert abs(x - other_x) >= 60 or abs(y - other_y) >= 8


def test_lines_join_into_corners() -> None:
    page = Raster(7, 3)
    page.box(0, 0, 7, 3)
    page.down(3, 0, 2)
    page.put(1, 1, "ab")
    assert page.render() == "┌──┬──┐\n│ab│  │\n└──┴──┘"
    page.put(-3, 9, "off the page")


def test_a_picture_is_a_png() -> None:
    svg = Svg(100, 50, title="x")
    svg.text(10, 30, "Hello", font_family="Georgia, serif", font_size=14)
    blank = Svg(100, 50, title="x")
    picture = svg_to_png(svg.render(), 200)
    assert picture.startswith(b"\x89PNG")
    assert picture != svg_to_png(blank.render(), 200)

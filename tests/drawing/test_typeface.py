"""One typeface everywhere: Latin, Greek and Cyrillic are in it, and what is not is a box and a warning, never an error."""

from __future__ import annotations

import io
import struct

import pytest
from PIL import Image

from undercroft.drawing import svg_to_png
from undercroft.drawing.typeface import FACES, FAMILY, LATIN, face, letters, light, unknown

POEM = "Příliš žluťoučký, Größe, Łódź; Ξεσκεπάζω τὴν; Съешь ещё этих мягких булок"


def test_the_upright_faces_know_latin_greek_and_cyrillic() -> None:
    for style in ("", "B"):
        for low, high in ((0x41, 0x12B), (0x391, 0x3C9), (0x410, 0x44F)):
            missing = [code for code in range(low, high) if chr(code).isalpha() and code not in letters(style)]
            assert not missing, [chr(code) for code in missing]
    assert all(face(style).is_file() for style in FACES) and ord("é") in letters("I")


def test_letters_it_does_not_have_are_named() -> None:
    assert unknown(POEM.replace("ὴ", "η")) == "" and unknown("地 a 獄\n") == "地獄"


def picture(text: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 40">'
        f"<text x='4' y='28' font-family=\"'{FAMILY}'\" font-size='20'>{text}</text></svg>"
    )


def ink(png: bytes) -> int:
    return sum(value < 128 for value in Image.open(io.BytesIO(png)).convert("L").tobytes())


def test_a_picture_is_set_in_it_and_warns_of_strange_letters() -> None:
    assert ink(svg_to_png(picture("Ωμέγα и Я"), 400)) > 100
    with pytest.warns(UserWarning, match="地"):
        assert ink(svg_to_png(picture("地"), 400)) > 5  # a letter of this machine, or a box


def test_greek_and_cyrillic_stand_upright_where_the_italics_lack_them() -> None:
    plain = picture("Жук")
    assert svg_to_png(plain.replace("<text", '<text font-style="normal"'), 400) == svg_to_png(
        plain.replace("<text", '<g font-style="italic"><text').replace("</text>", "</text></g>"), 400
    )


def test_a_picture_has_a_size_that_can_be() -> None:
    for width in (0, 50_000):
        with pytest.raises(ValueError, match="pixels wide"):
            svg_to_png(picture("x"), width)


@pytest.mark.parametrize("style", ["", "B"])
def test_the_light_face_has_every_latin_outline_and_no_other(style: str) -> None:
    whole, small = face(style).read_bytes(), light(style)
    assert len(small) < len(whole) * 0.75
    had, has = _outlines(whole), _outlines(small)
    assert set(has) == set(had)  # it maps what it mapped, so that nothing else moves
    latin = {code for code in had if any(code in some for some in LATIN)}
    assert latin and all(has[code] == had[code] for code in latin)
    greek = had.keys() & range(0x391, 0x3C9)
    assert all(has[code] == b"" for code in greek if code not in latin and had[code] not in {had[one] for one in latin})


def _outlines(data: bytes) -> dict[int, bytes]:
    """The outline of each letter of a font, by an eye of its own: table by table."""
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {}
    for k in range(count):
        tag, _, at, size = struct.unpack_from(">4sIII", data, 12 + 16 * k)
        tables[tag] = data[at : at + size]
    (glyphs,) = struct.unpack_from(">H", tables[b"maxp"], 4)
    wide = struct.unpack_from(">h", tables[b"head"], 50)[0]
    loca = struct.unpack_from(f">{glyphs + 1}{'I' if wide else 'H'}", tables[b"loca"])
    scale = 1 if wide else 2
    cmap = tables[b"cmap"]
    found = {}
    for k in range(struct.unpack_from(">H", cmap, 2)[0]):
        (at,) = struct.unpack_from(">I", cmap, 8 + 8 * k)
        if struct.unpack_from(">H", cmap, at)[0] != 12:
            continue
        for group in range(struct.unpack_from(">I", cmap, at + 12)[0]):
            first, last, glyph = struct.unpack_from(">III", cmap, at + 16 + 12 * group)
            for code in range(first, last + 1):
                number = glyph + code - first
                found[code] = tables[b"glyf"][loca[number] * scale : loca[number + 1] * scale]
    return found

"""What a drawing must be: sound, safe for names of strangers, and the same whenever it is drawn."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from ..engine import Drawing

_FORBIDDEN = ("<script", " style=", "javascript:", "@import", "<foreignObject", "<image")
_HANDLER = re.compile(r"<[^>]*\son\w+=")
_OUTWARD = re.compile(r"""href=["'](?!#)""")  # within itself a drawing may refer to its own parts


def drawing_faults(drawing: Drawing) -> list[str]:
    """What is wrong with a drawing, in words."""
    svg = drawing.svg
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        return [f"the drawing is not well-formed: {error}"]
    found = [f"the drawing holds {word!r}" for word in _FORBIDDEN if word in svg]
    if _OUTWARD.search(svg):
        found.append("the drawing leads somewhere else")
    if _HANDLER.search(svg):
        found.append("something in the drawing would run")
    if not root.tag.endswith("svg") or "viewBox" not in root.attrib or "width" in root.attrib:
        found.append("the drawing is no svg with a viewBox and without a width")
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    if len(ids) != len(set(ids)):
        found.append(f"ids are there twice: {sorted({name for name in ids if ids.count(name) > 1})}")
    marked = {element.attrib["data-place"] for element in root.iter() if "data-place" in element.attrib}
    if not marked >= set(drawing.places):
        found.append(f"places are told, but not marked: {sorted(set(drawing.places) - marked)}")
    if not drawing.alt.strip():
        found.append("the drawing is not told to whoever cannot see it")
    return found

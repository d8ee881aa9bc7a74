"""An SVG whose layers a drawing program knows as such: sheets, people, beads, names and numbers can be hidden one by one."""

from __future__ import annotations

import re

from ..draw import picture
from ..state import Host

INKSCAPE = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
_GROUP = re.compile(r"<g\b([^>]*?)(/?)>|</g>")
_ID = re.compile(r'\bid="([^"]+)"')


def layered(s: Host) -> str:
    """The map, each of its outermost groups a layer."""
    depth = 0

    def mark(found: re.Match[str]) -> str:
        nonlocal depth
        if found[0] == "</g>":
            depth -= 1
            return found[0]
        depth += not found[2]
        named = _ID.search(found[1])
        if depth != 1 or found[2] or named is None:
            return found[0]
        label = named[1].replace("-", " ")
        hidden = ' style="display:none"' if label == "beads" else ""  # for those who want the board game
        return f'<g{found[1]}{hidden} inkscape:groupmode="layer" inkscape:label="{label}">'

    head, defs, body = picture(s, beads=True).partition("</defs>")
    return head.replace("<svg ", f"<svg {INKSCAPE} ", 1) + defs + _GROUP.sub(mark, body)

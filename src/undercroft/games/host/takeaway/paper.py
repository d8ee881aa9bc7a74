"""Paper: a poster with map, chronicle and key, and a book for a campaign, set in our typeface."""

from __future__ import annotations

import io
import logging
import re
from typing import Any

from ....drawing import svg_to_png
from ....drawing.typeface import FACES, face
from ....engine import UndercroftError
from ....engine.words import capital, count
from ..annals.book import chronicle, short
from ..chronicle import title
from ..draw import picture
from ..drawing.cartouche import told
from ..handout.atlas import atlas
from ..handout.campaign import campaign_svg
from ..state import Host

RUBRIC, INK = (138, 42, 30), (31, 27, 24)  # headings and words
POSTERS = {"a3": (420, 297), "a2": (594, 420)}  # millimetres
FALLBACKS = ("/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf", "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc")
_MARK = re.compile(r"\*+")
_TALLY = re.compile(r" \(\d+( to \d+)?\)")
RUMOURS = 24


def _pages(size: Any, orientation: str = "landscape") -> Any:
    try:
        from fpdf import FPDF  # late: start-up time
    except ImportError:
        raise UndercroftError(
            "A PDF needs the package fpdf2; install it (pip install 'undercroft[pdf]'), or export md or svg"
        ) from None
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # it tells how it cuts a font down
    book = FPDF(orientation=orientation, unit="mm", format=size)
    for style in FACES:
        book.add_font("serif", style, str(face(style)))
    try:
        book.add_font("other", "", FALLBACKS[0])
        book.set_fallback_fonts(["other"], exact_match=False)
    except OSError:
        pass  # letters that our typeface lacks stand as boxes
    return book


def poster(s: Host, paper: str) -> bytes:
    """One large sheet: the map with its key, and beside it the short chronicle."""
    wide, high = POSTERS[paper]
    book = _pages((high, wide))
    book.set_title(title(s))
    book.set_auto_page_break(False)
    book.set_margins(0, 0, 0)
    book.add_page()
    book.set_fill_color(250, 246, 234)
    book.rect(0, 0, wide, high, style="F")
    edge = wide * 0.025
    for away, weight in ((0.35, 0.9), (0.45, 0.25)):
        book.set_line_width(weight)
        book.rect(edge * away, edge * away, wide - 2 * edge * away, high - 2 * edge * away)
    drawn = picture(s)
    across, down = (float(number) for number in drawn.split('viewBox="')[1].split('"')[0].split()[2:])
    map_wide = min(wide * 0.68, (high - 2 * edge) * across / down)
    book.image(io.BytesIO(svg_to_png(drawn, 2800 if paper == "a3" else 3800)), x=edge, y=edge, w=map_wide)
    left = edge + map_wide + edge
    _column(book, short(s), left, edge, wide - edge - left, high - 2 * edge)
    return bytes(book.output())


def _column(book: Any, text: str, left: float, top: float, wide: float, high: float) -> None:
    """Text in one column, as large as it fits."""
    low, top_size = 6.0, 16.0
    for _ in range(4):
        size = (low + top_size) / 2
        low, top_size = (size, top_size) if _tall(book, text, wide, size) <= high else (low, size)
    size = low
    book.set_xy(left, top)
    for line in text.splitlines():
        _set(book, line, left, wide, size)


def _tall(book: Any, text: str, wide: float, size: float) -> float:
    total = 0.0
    for line in text.splitlines():
        style, scale, words = _look(line)
        if words:
            book.set_font("serif", style, size * scale)
            lines = book.multi_cell(wide, 1, words, dry_run=True, output="LINES")
            total += len(lines) * size * scale * 0.45 + size * 0.18
    return total


def _look(line: str) -> tuple[str, float, str]:
    """How a line of the chronicle is set: its style, its size to the body, its words."""
    words = _MARK.sub("", line).lstrip("# ").strip()
    words = "\u2022 " + words[2:] if words.startswith("- ") else words
    if line.startswith("# "):
        return "B", 2.0, words
    if line.startswith("#"):
        return "B", 1.3, words
    return ("I" if line.startswith("*") and not line.startswith("**") else ""), 1.0, words


def _set(book: Any, line: str, left: float, wide: float, size: float) -> None:
    style, scale, words = _look(line)
    if not words:
        return
    book.set_font("serif", style, size * scale)
    book.set_text_color(*(RUBRIC if scale > 1 else INK))
    book.set_x(left)
    book.multi_cell(wide, size * scale * 0.45, words, new_x="LEFT", new_y="NEXT", align="L" if scale > 1 else "J")
    book.set_y(book.get_y() + size * 0.18)


def history(s: Host) -> bytes:
    """The whole book: the map, the land above, and the full chronicle."""
    return _book(s, chronicle(s))


def campaign_book(s: Host) -> bytes:
    """For a campaign: the maps, the history in short, who lives here, what is said, and every room with what is in it."""
    return _book(s, f"{short(s)}\n{guide(s)}")


def _book(s: Host, text: str) -> bytes:
    book = _pages("a4")
    book.set_title(title(s))
    book.set_auto_page_break(True, margin=15)
    book.set_margins(14, 14, 14)
    for drawn in (picture(s), campaign_svg(s)):
        across, down = (float(number) for number in drawn.split('viewBox="')[1].split('"')[0].split()[2:])
        book.add_page(orientation="landscape" if across > 1.2 * down else "portrait")
        wide = min(book.w - 16, (book.h - 16) * across / down)
        book.image(io.BytesIO(svg_to_png(drawn, 2000)), x=(book.w - wide) / 2, y=8, w=wide)
    book.add_page(orientation="portrait")
    for line in text.splitlines():
        if line.startswith("#") and book.get_y() > book.h - 45:  # no heading at the foot of a page
            book.add_page(orientation="portrait")
        _set(book, line, 14, 182, 11)
    return bytes(book.output())


def guide(s: Host) -> str:
    """What a referee needs: powers, rumours, and the rooms level by level."""
    data = atlas(s, s.substitutions)
    numbers = {room["id"]: room["number"] for room in data["room"]}
    lines = ["## Powers", ""]
    gone = []
    for power in data["faction"]:
        if not power["population"]:
            gone.append(power["name"])
            continue
        home = f", at No. {numbers[power['lair']]}" if power["lair"] in numbers else ""
        who = f"{power['flavour']}, {power['alignment']}{home}"
        lines.append(f"- {capital(power['name'])}: {who}; {count(power['population'], 'unit', 'units')}, {power['loot']} loot.")
    lines += [f"- Gone, but remembered: {', '.join(gone)}."] if gone else []
    lines += ["", "## What people say", ""]
    said = data["rumour"]
    for index in range(min(RUMOURS, len(said))):  # from all of the history
        rumour = said[index * len(said) // min(RUMOURS, len(said))]
        lines.append(f"- {_TALLY.sub('', rumour['text'])} ({rumour['truth']})")
    for level in data["level"]:
        lines += ["", f"## Level {level['number']}", ""]
        here = [room for room in data["room"] if room["level"] == level["number"]]
        lines += [_room(s, room) for room in sorted(here, key=lambda room: int(room["number"]))]
    return "\n".join(lines) + "\n"


def _room(s: Host, room: dict[str, Any]) -> str:
    """A room as the key calls it, who and what is in it, what happened there last, and what else one finds."""
    there = [f"{people['creature']} ({people['count_dice']})" for people in room["inhabitants"]]
    parts = [capital(told(s, s.rooms[room["id"]]) if room["id"] in s.rooms else room["name"])]
    parts += [f"Here: {', '.join(there)}"] if there else []
    parts += [f"Treasure: {len(room['treasure'])}"] if room["treasure"] else []
    parts += [capital(_TALLY.sub("", line)).rstrip(".") for line in room["history"][-1:]]
    details = dict.fromkeys(capital(str(slot)).rstrip(".") for slot in room["detail_slots"] if slot)
    sentences = [part if part.endswith(("?", "!")) else f"{part}." for part in (*parts, *list(details)[:2])]
    return f"- {room['number']}. {' '.join(sentences)}"

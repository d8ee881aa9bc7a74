"""The cartouche under the map: title and years, and a key of just what is on it. Rooms of a kind are numbered in a row."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import NamedTuple

from ....drawing import Svg
from ..ground import beads as bd
from ..names import capitalised
from ..state import Host, Room, visits
from .fittings import creature_figure, fittings, tone_of
from .inks import BLACK, PAPER, lighter, tint
from .lettering import width_of
from .stamps import Stamps

LINE, TYPE, COLUMN, LETTERS = 15.0, 10.5, 192.0, 33
HEAD = 300.0  # width of the title's own box


RUBRIC = "#8a2a1e"  # headings, as scribes wrote them


class Entry(NamedTuple):
    """A line of the key: a figure and what it stands for."""

    figure: object
    words: str
    colour: str = "#d3c7ac"
    head: bool = False  # a heading


_MADE = {
    "delver": "delving", "breeder": "warren", "alpha": "lair", "villain": "villain's room", "dwarven": "dwarven room",
    "dark_elf": "Dark Elf room", "demon": "demon room", "natural": "cave", "surface": "cellar",
}  # fmt: skip


def told(s: Host, room: Room) -> str:
    """What the key calls a room: its name or use, or whose it is or was."""
    if room.name or room.label or room.kind != "room" or room.plague or room.tags:
        return bd.room_name(room)
    if room.abandoned:
        return f"once {room.abandoned}"
    group = s.groups.get(room.owner)
    return group.name if group is not None else _MADE.get(room.maker, "room")


def numbers(s: Host, rooms: Iterable[Room]) -> dict[int, int]:
    """A number for every room: those of a kind in a row, from left to right, so that the key can tell them in ranges."""
    kinds: dict[str, list[Room]] = {}
    for room in sorted(rooms, key=lambda room: (room.x, room.y)):
        kinds.setdefault(told(s, room), []).append(room)
    return {room.id: number for number, room in enumerate((room for kind in kinds.values() for room in kind), start=1)}


def ranges(found: Iterable[int]) -> str:
    """Numbers told shortly: 1-4, 7."""
    runs: list[list[int]] = []
    for number in sorted(found):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


def entries(s: Host, rooms: list[Room], number: dict[int, int], *, now: bool) -> list[Entry]:
    """The key: who lives here, then what the rooms are."""
    found: list[Entry] = [Entry(None, "Who lives here, and how strong", head=True)] if now else []
    if now:
        for group in s.groups.values():
            if group.alive and bd.pop(s, group.id):
                many = bd.pop(s, group.id)
                words = capitalised(group.name) + (f"\u00a0({many})" if many > 1 else "")
                found.append(Entry(creature_figure(group.flavour, group.type), words, lighter(tint(group.id, group.colour))))
        for stack in s.stacks.values():
            if bd.pop(s, stack.id):
                found.append(Entry(creature_figure(stack.flavour, "wandering"), capitalised(bd.stack_name(s, stack))))
    if found and len(found) == 1:
        seen = visits(s)
        found.append(Entry(None, "nobody knows" if seen is not None and seen.hearsay else "nobody"))
    kinds: dict[str, list[Room]] = {}
    for room in sorted(rooms, key=lambda room: number[room.id]):
        kinds.setdefault(told(s, room), []).append(room)
    found += [Entry(None, "Rooms, by their numbers", head=True)] if kinds else []
    for name, of_kind in kinds.items():
        words = f"{ranges(number[room.id] for room in of_kind)}  {_plural(name, len(of_kind))}"
        piece = fittings(of_kind[0])[0]
        found.append(Entry(piece, words, tone_of(piece)))
    found += [Entry(None, "Signs", head=True)] if rooms else []
    for words, figure, there in (
        ("loot", "coins", now and any(bead.colour == "loot" for bead in s.beads.values())),
        ("struck by plague", "skull", any(room.plague for room in rooms)),
        ("abandoned", "web", any(room.abandoned for room in rooms)),
        ("fallen in", "rubble", any(room.state == "collapsed" and not room.above for room in s.rooms.values())),
        ("the last company's way", "boots", now and len(s.party.trail if s.party is not None else s.last_trail) > 1),
        ("dots: ground that a group claims", "flag", now and any(group.alive and group.claimed for group in s.groups.values())),
    ):
        if there:
            found.append(Entry(figure, words, tone_of(figure)))
    return list(dict.fromkeys(found))


def _plural(name: str, count: int) -> str:
    plain = name.removeprefix("a ").removeprefix("an ")
    if count == 1 or (name in ("", plain) and plain[:1].isupper()) or plain.startswith("once "):
        return capitalised(plain)  # one of them, or a people's name
    first, of, rest = plain.removeprefix("the ").partition(" of ")
    return capitalised(f"{first if first.endswith('s') else first + 's'}{of}{rest}")


def height(found: list[Entry], wide: float) -> float:
    """How much paper the key needs below the map."""
    return 30 + max(126.0, max(len(column) for column in _columns(found, wide)) * LINE)


def _columns(found: list[Entry], wide: float) -> list[list[tuple[Entry, str]]]:
    """The lines of the key in columns of about one length; no heading stands at the foot of one, no entry in two."""
    count = max(1, int((wide - HEAD) // COLUMN))
    lines: list[tuple[Entry, str]] = []
    for entry in found:
        for index, words in enumerate(wrap(entry.words, LETTERS) or [""]):
            lines.append((entry if not index else entry._replace(figure=None), words))
    tall = max(1, -(-len(lines) // count))
    while len(columns := _cut(lines, tall)) > count:
        tall += 1
    return columns or [[]]


def _cut(lines: list[tuple[Entry, str]], tall: int) -> list[list[tuple[Entry, str]]]:
    columns, start = [], 0
    while start < len(lines):
        stop = min(start + tall, len(lines))
        while (
            stop < len(lines)
            and stop - start > 1
            and (lines[stop - 1][0].head or lines[stop][0].words == lines[stop - 1][0].words)
        ):
            stop -= 1
        columns.append(lines[start:stop])
        start = stop
    return columns


def ribbon(svg: Svg, x: float, y: float, name: str, when: str, font: str) -> None:
    """The title on a ribbon in the sky, its middle at a point, the year on a knot below."""
    size = title_size(name)
    half = width_of(name, size) / 2 + 22
    with svg.group(id="title", font_family=font, text_anchor="middle", pointer_events="none", stroke_linejoin="round"):
        for side in (-1, 1):
            tail = f"M{x + side * (half - 16):.1f} {y - 12:.1f}h{side * 44}l{side * -13} 19l{side * 13} 19h{side * -44}z"
            svg.path(tail, fill="#e4d6b4", stroke=BLACK, stroke_width=1.3)
            fold = f"M{x + side * half:.1f} {y + 18:.1f}h{side * -16}v8z"
            svg.path(fold, fill="#8d7a55", stroke=BLACK, stroke_width=1.1)
        band = f"M{x - half:.1f} {y - 20:.1f}q{half:.1f} -6 {2 * half:.1f} 0v38q{-half:.1f} -6 {-2 * half:.1f} 0z"
        svg.path(band, fill=PAPER, stroke=BLACK, stroke_width=1.5)
        lines = "".join(f"M{x - half + 6:.1f} {edge:.1f}q{half - 6:.1f} -6 {2 * half - 12:.1f} 0" for edge in (y - 15, y + 13))
        svg.path(lines, fill="none", stroke=RUBRIC, stroke_width=0.8)
        svg.text(x, y + size * 0.22, name, font_size=size, font_style="italic", fill=BLACK)
        svg.rect(x - 42, y + 21, 84, 18, rx=9, fill=PAPER, stroke=BLACK, stroke_width=1)
        svg.text(x, y + 34, when, font_size=12.5, fill=RUBRIC)


def title_size(name: str) -> float:
    """How large a title is written: long ones smaller."""
    return max(17.0, min(27.0, 560 / max(1.0, width_of(name, 1))))


def draw_key(
    svg: Svg, stamps: Stamps, found: list[Entry], top: float, wide: float, heading: tuple[str, ...], font: str, *, titled: bool
) -> None:
    """Title and key in their frame, from `top` down; where the title is told elsewhere, how it came about has its place."""
    tall = height(found, wide)
    name, when, *tale = heading
    middle = (HEAD - 8) / 2
    with svg.group(id="heading", font_family=font, fill=BLACK, pointer_events="none", text_anchor="middle"):
        svg.rect(0, top, wide, tall, fill=PAPER, stroke=BLACK, stroke_width=1.2)
        svg.rect(4, top + 4, HEAD - 16, tall - 8, fill="none", stroke=BLACK, stroke_width=0.7)
        y = top + 22
        for line in wrap("How it came about" if titled and tale else name, 30):
            svg.text(middle, y, line, font_size=15, font_style="italic", fill=RUBRIC)
            y += 17
        if not titled:
            svg.text(middle, y, when, font_size=12.5)
            y += 17
        for size in (13.0, 12.0, 11.0, 10.0, 9.0, 8.0):  # as large as it fits
            lines = [part for words in tale for part in wrap(words, int(590 / size))]
            if y + len(lines) * size * 1.24 < top + tall - 10:
                break
        for line in lines:
            svg.text(middle, y + 1, line, font_size=size)
            y += size * 1.24
    with svg.group(id="key", font_family=font, font_size=TYPE, fill=BLACK, pointer_events="none"):
        columns = _columns(found, wide)
        across = min((wide - HEAD) / len(columns), COLUMN * 1.3)
        for index, column in enumerate(columns):
            x = HEAD + index * across
            for row, (entry, words) in enumerate(column):
                y = top + 22 + row * LINE
                if entry.figure is not None:
                    stamps.put(svg, entry.figure, x + 8, y + 2.5, 12.5, tone=entry.colour)  # type: ignore[arg-type]
                if entry.head:
                    svg.text(x, y, words, font_weight="bold", fill=RUBRIC)
                else:
                    svg.text(x + 21, y, words)

"""The cartouche under the map: title, years and scale, and a key of just what is on it. Rooms of a kind are numbered in a row."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import NamedTuple

from ....drawing import Svg
from ..ground import beads as bd
from ..names import capitalised
from ..state import Host, Room
from .fittings import creature_figure, fittings
from .inks import BLACK, PAPER, tint
from .stamps import Stamps

LINE, TYPE, COLUMN = 12.5, 10.0, 210.0
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
    found: list[Entry] = [Entry(None, "Who lives here", head=True)] if now else []
    if now:
        for group in s.groups.values():
            if group.alive and bd.pop(s, group.id):
                found.append(
                    Entry(creature_figure(group.flavour, group.type), capitalised(group.name), tint(group.id, group.colour))
                )
        for stack in s.stacks.values():
            if bd.pop(s, stack.id):
                found.append(Entry(creature_figure(stack.flavour, "wandering"), capitalised(bd.stack_name(s, stack))))
    if found and len(found) == 1:
        found.append(Entry(None, "nobody"))
    kinds: dict[str, list[Room]] = {}
    for room in sorted(rooms, key=lambda room: number[room.id]):
        kinds.setdefault(told(s, room), []).append(room)
    found += [Entry(None, "Rooms, by their numbers", head=True)] if kinds else []
    for name, of_kind in kinds.items():
        words = f"{ranges(number[room.id] for room in of_kind)}  {_plural(name, len(of_kind))}"
        found.append(Entry(fittings(of_kind[0])[0], words))
    found += [Entry(None, "Signs", head=True)] if rooms else []
    for words, figure, there in (
        ("loot", "coins", now and any(bead.colour == "loot" for bead in s.beads.values())),
        ("struck by plague", "skull", any(room.plague for room in rooms)),
        ("abandoned", "web", any(room.abandoned for room in rooms)),
    ):
        if there:
            found.append(Entry(figure, words))
    return list(dict.fromkeys(found))


def _plural(name: str, count: int) -> str:
    plain = name.removeprefix("a ").removeprefix("an ")
    if count == 1 or (name in ("", plain) and plain[:1].isupper()) or plain.startswith("once "):
        return capitalised(plain)  # one of them, or a people's name
    first, of, rest = plain.removeprefix("the ").partition(" of ")
    return capitalised(f"{first if first.endswith('s') else first + 's'}{of}{rest}")


def height(found: list[Entry], wide: float) -> float:
    """How much paper the key needs below the map."""
    return 26 + max(96.0, len(_columns(found, wide)[0]) * LINE)


def _columns(found: list[Entry], wide: float) -> list[list[tuple[Entry, str]]]:
    count = max(1, int((wide - HEAD) // COLUMN))
    lines: list[tuple[Entry, str]] = []
    for entry in found:
        for index, words in enumerate(wrap(entry.words, 38) or [""]):
            lines.append((entry if not index else entry._replace(figure=None), words))
    tall = max(1, -(-len(lines) // count))
    return [lines[start : start + tall] for start in range(0, max(1, len(lines)), tall)] or [[]]


def draw_key(svg: Svg, stamps: Stamps, found: list[Entry], top: float, wide: float, heading: tuple[str, ...], font: str) -> None:
    """Title and key in their frame, from `top` down."""
    tall = height(found, wide)
    name, when, *tale = heading
    with svg.group(id="heading", font_family=font, fill=BLACK, pointer_events="none"):
        svg.rect(0, top, wide, tall, fill=PAPER, stroke=BLACK, stroke_width=1.2)
        svg.rect(4, top + 4, HEAD - 16, tall - 8, fill="none", stroke=BLACK, stroke_width=0.7)
        size = min(24.0, (HEAD - 40) / max(1, len(name)) / 0.54)
        lines = [name] if size >= 15 else wrap(name, 26)
        size = max(size, 15.0) if len(lines) == 1 else 17.0
        y = top + 18 + size / 2
        for line in lines:
            svg.text((HEAD - 8) / 2, y, line, font_size=size, font_style="italic", text_anchor="middle")
            y += size * 1.15
        svg.text((HEAD - 8) / 2, y + 2, when, font_size=12.5, text_anchor="middle")
        _scale(svg, (HEAD - 8) / 2 - 100, y + 20)
        y += 56
        for line in (part for words in tale for part in wrap(words, 46)):
            if y < top + tall - 10:
                svg.text((HEAD - 8) / 2, y, line, font_size=10.5, font_style="italic", text_anchor="middle")
                y += 13
    with svg.group(id="key", font_family=font, font_size=TYPE, fill=BLACK, pointer_events="none"):
        for index, column in enumerate(_columns(found, wide)):
            x = HEAD + index * COLUMN
            for row, (entry, words) in enumerate(column):
                y = top + 20 + row * LINE
                if entry.figure is not None:
                    stamps.put(svg, entry.figure, x + 7, y + 2.5, 12.5, tone=entry.colour)  # type: ignore[arg-type]
                if entry.head:
                    svg.text(x, y, words, font_weight="bold", fill=RUBRIC)
                else:
                    svg.text(x + 18, y, words)


def _scale(svg: Svg, x: float, y: float) -> None:
    """Two inches of the page, as the book measures."""
    for index in range(4):
        svg.rect(x + index * 50, y, 50, 4, fill=BLACK if index % 2 == 0 else PAPER, stroke=BLACK, stroke_width=0.8)
    for index, words in ((0, "0"), (2, "1"), (4, "2 inches")):
        svg.text(x + index * 50, y + 15, words, font_size=9, text_anchor="middle")

"""The cartouche under the map: title and years, and a key of just what is on it. Rooms of a kind are numbered in a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from textwrap import wrap
from typing import NamedTuple
from xml.sax.saxutils import escape

from ....drawing import Svg
from ....engine.words import plural
from ..ground import beads as bd
from ..ground.page import total
from ..names import capitalised
from ..state import Group, Host, Room, visits
from .fittings import creature_figure, fittings, tone_of
from .inks import BLACK, FLOORS, PAPER, RED, lighter, style_of, tint
from .stamps import Stamps
from .trails import FOOTSTEPS, VISITORS

LINE, TYPE, COLUMN, LETTERS = 16.0, 10.5, 192.0, 33
LARGER = (1.6, 1.45, 1.3, 1.15, 1.0)  # how large a key may be written
HEAD = 330.0  # width of the title's own box


RUBRIC = "#8a2a1e"  # headings, as scribes wrote them


class Entry(NamedTuple):
    """A line of the key: a figure and what it stands for."""

    figure: object
    words: str
    colour: str = "#d3c7ac"
    head: bool = False  # a heading
    sign: str = ""  # not a figure but the thing itself, as the map draws it: dots, dashes, a line, a chasm, a maker's walls


class Face(NamedTuple):
    """A portrait beside the tale."""

    figure: object
    colour: str
    dead: bool = False


_MADE = {
    "dwarven": "dwarven room", "dark_elf": "Dark Elf room", "demon": "demon room", "custom": "hall", "natural": "cave",
    "delver": "delving", "breeder": "warren", "alpha": "lair", "surface": "cellar", "villain": "chamber",
}  # fmt: skip
_BY = {
    "dwarven": "Built by Dwarves", "dark_elf": "Built by Dark Elves", "demon": "Built by Demons", "custom": "Built by its people",
    "natural": "Made by nature", "delver": "Dug by delvers", "breeder": "Dug by breeders", "alpha": "Dug by beasts",
    "surface": "Dug from above", "villain": "The villain's works",
}  # fmt: skip


def told(s: Host, room: Room) -> str:
    """What the key calls a room: its name or use, or whose it is or was."""
    if room.plague and not room.name and (label := labelled(room)):
        return f"the {label}"
    if room.name or room.label or room.kind != "room" or room.plague or room.tags:
        return bd.room_name(room)
    if room.abandoned:
        return f"where {room.abandoned} lived"
    group = s.groups.get(room.owner)
    return group.name.removeprefix("the ") if group is not None else _MADE.get(room.maker, "room")


def labelled(room: Room) -> str:
    """What a room is called for its use, if that says more than its kind; the plague in it has a sign."""
    plain = room.label in ("mine", "cave") or room.label.startswith("plague")
    return "" if plain else re.sub(r" \(plague \d\)", "", room.label)


def of_makers(s: Host, rooms: Iterable[Room]) -> dict[str, dict[str, list[Room]]]:
    """Rooms by who made them, in the order of the ages, and by kind, those of a kind from left to right."""
    order = list(dict.fromkeys([*(civ.kind for civ in s.civs), *_MADE]))
    theirs = {room_id: civ.kind for civ in s.civs for room_id in civ.rooms}
    makers: dict[str, dict[str, list[Room]]] = {maker: {} for maker in order}
    for room in sorted(rooms, key=lambda room: (room.x, room.y)):
        makers.setdefault(theirs.get(room.id, room.maker), {}).setdefault(told(s, room), []).append(room)
    return {maker: kinds for maker, kinds in makers.items() if kinds}


def numbers(s: Host, rooms: Iterable[Room]) -> dict[int, int]:
    """A number for every room: those of a maker and a kind in a row, so that the key can tell them in ranges."""
    kinds = [kind for made in of_makers(s, rooms).values() for kind in made.values()]
    return {room.id: number for number, room in enumerate((room for kind in kinds for room in kind), start=1)}


def whose(s: Host, maker: str) -> str:
    """What the key writes over the rooms of one maker."""
    folk = [s.groups[civ.people[0]].name for civ in s.civs if civ.kind == maker and civ.people]
    named = f"Built by {folk[0]}" if len(folk) == 1 and maker in ("dwarven", "custom") else ""
    return named if 0 < len(named) < LETTERS - 6 else _BY.get(maker, "Built by others")


def ranges(found: Iterable[int]) -> str:
    """Numbers told shortly: 1-4, 7."""
    runs: list[list[int]] = []
    for number in sorted(found):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


def claimed(s: Host, group: Group) -> dict[int, list[tuple[float, float]]]:
    """What a group claims of tunnels, from where to where; chasms are too dark for dots."""
    dark = ("path", "rift", "fissure")
    return {way: found for way, found in group.claimed.items() if way in s.passages and s.passages[way].kind not in dark}


def homes(s: Host, owner: int) -> list[int]:
    """The rooms where a group or wanderers are: its lair first, then where most of them are."""
    lair = s.groups[owner].lair if owner in s.groups else 0
    there = Counter(bead.room for bead in bd.of(s, owner, "pop") if bead.room and bead.role != "prisoner")
    return [*([lair] if lair in s.rooms else []), *(room for room, _ in there.most_common() if room != lair)]


def entries(s: Host, rooms: list[Room], number: dict[int, int], *, now: bool, ruins: Collection[int] = ()) -> list[Entry]:
    """The key: who lives here and where, then what the rooms are."""

    def where(owner: int) -> str:
        found = [number[room] for room in homes(s, owner) if room in number]
        return f" in {ranges(found)}" if found else ""

    found: list[Entry] = [Entry(None, "Who lives here, and how strong", head=True)] if now else []
    if now:
        for group in s.groups.values():
            if group.alive and bd.pop(s, group.id):
                many = bd.pop(s, group.id)
                words = capitalised(group.name) + (f"\u00a0({many})" if many > 1 else "") + where(group.id)
                found.append(Entry(creature_figure(group.flavour, group.type), words, lighter(tint(group.id, group.colour))))
        for stack in s.stacks.values():
            if bd.pop(s, stack.id):
                found.append(
                    Entry(creature_figure(stack.flavour, "wandering"), capitalised(bd.stack_name(s, stack)) + where(stack.id))
                )
    seen = visits(s)
    if found and seen is not None and seen.hearsay:
        met = [Entry(creature_figure(*kind), capitalised(name)) for name, kind in seen.met.items()]
        heading = "Whom visitors met" if met else "Who lives here"
        found = [Entry(None, heading, head=True), *(met or [Entry(None, "nobody knows")])]
    elif len(found) == 1:
        found.append(Entry(None, "nobody"))
    for maker, kinds in of_makers(s, rooms).items():
        found.append(Entry(None, whose(s, maker), head=True, sign=maker))
        spoken: dict[str, list[Room]] = {}
        for name, of_kind in kinds.items():
            spoken.setdefault(_plural(name, len(of_kind)), []).extend(of_kind)
        for name, of_kind in spoken.items():
            words = f"{ranges(number[room.id] for room in of_kind)}  {name}"
            piece = fittings(of_kind[0])[0]
            found.append(Entry(piece, words, tone_of(piece)))
    fell = [villain for villain in s.villains if now and villain.fallen and villain.hq in number]
    found += [Entry(None, "Fallen villains and their seats", head=True)] if fell else []
    for villain in fell:
        group = s.groups[villain.group]
        words = f"{number[villain.hq]}  {capitalised(group.name)}"
        found.append(Entry(creature_figure(villain.kind, "villain"), words, lighter(tint(group.id, group.colour))))
    found += [Entry(None, "Signs", head=True)] if rooms else []
    for words, figure, there in (
        ("loot", "coins", now and any(bead.colour == "loot" for bead in s.beads.values())),
        ("struck by plague", "skull", any(room.plague for room in rooms)),
        ("abandoned", "web", any(room.abandoned for room in rooms)),
        (f"{ranges(ruins)}  Fallen in", "rubble", bool(ruins)),
    ):
        if there:
            found.append(Entry(figure, words, tone_of(figure)))
    for words, sign, there in (
        ("the last company's way", "way", now and len(s.party.trail if s.party is not None else s.last_trail) > 1),
        ("ground that a group claims", "claim", now and any(group.alive and claimed(s, group) for group in s.groups.values())),
        ("a portrait's ribbon: fallen", "ribbon", now and any(villain.fallen for villain in s.villains)),
        *(
            (
                words,
                sign,
                any(ore.kind == "gold" and is_left == any(cell.remaining > 0 for cell in ore.cells) for ore in s.ores.values()),
            )
            for words, sign, is_left in (("a vein of gold", "gold", True), ("a vein of gold, mined out", "mined", False))
        ),
        ("a chasm, with planks across", "chasm", any(way.kind in ("rift", "fissure") for way in s.passages.values())),
        ("a tunnel of nature's", "tunnel", any(way.kind == "natural" for way in s.passages.values())),
    ):
        if there:
            found.append(Entry(None, words, sign=sign))
    went = [trail for trail in seen.trails[-VISITORS:] if trail.stops] if now and seen is not None else []
    found += [Entry(None, "Who went down", head=True)] if went else []
    for trail in went:
        ink = FOOTSTEPS.get(trail.game, FOOTSTEPS["descent"])[0]
        found.append(Entry("boots", f"{capitalised(trail.company)}, year {trail.year}", ink))
    return list(dict.fromkeys(found))


def _plural(name: str, count: int) -> str:
    plain = name.removeprefix("a ").removeprefix("an ")
    plain = "workshops" if plain == "the workshops" else plain  # of one maker, with and without a name for it
    if count == 1 or (name in ("", plain) and plain[:1].isupper()) or plain.startswith("where "):
        return capitalised(plain)  # one of them, or a people's name
    first, of, rest = plain.removeprefix("the ").partition(" of ")
    return capitalised(f"{first if first.endswith('s') else plural(first)}{of}{rest}")


def even(words: str, letters: int) -> list[str]:
    """Words in as few lines as they need, none of them much shorter than the others."""
    lines = wrap(words, letters) if len(words) > letters else [words]
    while len(lines) > 1 and letters > 8 and len(narrower := wrap(words, letters - 1)) == len(lines):
        letters, lines = letters - 1, narrower
    return lines


def height(found: list[Entry], wide: float) -> float:
    """How much paper the key needs below the map."""
    columns, large = _columns(found, wide)
    return 30 + max(166.0, max(map(len, columns)) * LINE * large)


def _columns(found: list[Entry], wide: float) -> tuple[list[list[tuple[Entry, str]]], float]:
    """The lines of the key in columns of about one length, as large as a few lines can be: no heading at the foot of a column,
    no entry in two.
    """
    lines: list[tuple[Entry, str]] = []
    for entry in found:
        for index, words in enumerate(even(entry.words, LETTERS) or [""]):
            lines.append((entry if not index else entry._replace(figure=None, sign=""), words))
    for large in LARGER:
        count = max(1, int((wide - HEAD) // (COLUMN * large)))
        tall = max(1, -(-len(lines) // count))
        while len(columns := _cut(lines, tall)) > count:
            tall += 1
        if tall * LINE * large <= 200:
            break
    return columns or [[]], large


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
    half = title_width(name) / 2 + 26
    with svg.group(id="title", font_family=font, text_anchor="middle", pointer_events="none", stroke_linejoin="round"):
        svg.tooltip(name)
        for side in (-1, 1):
            tail = f"M{x + side * (half - 16):.1f} {y - 14:.1f}h{side * 50}l{side * -15} 21l{side * 15} 21h{side * -50}z"
            svg.path(tail, fill="#dcc999", stroke=BLACK, stroke_width=1.4)
            strokes = "".join(
                f"M{x + side * (half + 6):.1f} {y + 2 + line:.1f}h{side * (14 - abs(line) // 2)}" for line in (-6, 0, 6, 12)
            )
            svg.path(strokes, fill="none", stroke=BLACK, stroke_width=0.7, stroke_opacity=0.6)
            fold = f"M{x + side * half:.1f} {y + 21:.1f}h{side * -16}v9z"
            svg.path(fold, fill="#7d6a48", stroke=BLACK, stroke_width=1.1)
        band = f"M{x - half:.1f} {y - 23:.1f}q{half:.1f} -7 {2 * half:.1f} 0v44q{-half:.1f} -7 {-2 * half:.1f} 0z"
        svg.path(band, fill=PAPER, stroke=BLACK, stroke_width=1.7)
        for edge, weight in ((y - 18.5, 0.8), (y - 16.5, 0.5), (y + 14.5, 0.5), (y + 16.5, 0.8)):
            line = f"M{x - half + 6:.1f} {edge:.1f}q{half - 6:.1f} -7 {2 * half - 12:.1f} 0"
            svg.path(line, fill="none", stroke=RUBRIC, stroke_width=weight)
        _engraved(svg, x, y + size * 0.22, name, size)
        knot = f"M{x - 46:.1f} {y + 23:.1f}h92l-7 9l7 9h-92l7 -9z"
        svg.path(knot, fill=PAPER, stroke=BLACK, stroke_width=1.1)
        svg.text(x, y + 36, when, font_size=12.5, fill=RUBRIC)


GILT, SPREAD, SMALL = "#c0392b", 1.1, 0.8  # the face of a title's letters, the space between them, how small small capitals are


def _engraved(svg: Svg, x: float, y: float, name: str, size: float) -> None:
    """Words as titles are cut: red capitals with an edge, over their own shadow."""
    letters = _capitals(name, size)
    for away, look in (
        (1.7, f'fill="{BLACK}"'),
        (0, f'fill="{PAPER}" stroke="{PAPER}" stroke-width="2.6"'),
        (0, f'fill="{GILT}" stroke="{BLACK}" stroke-width="0.9"'),
    ):
        place = f'x="{x + away:.1f}" y="{y + away:.1f}" font-weight="bold" letter-spacing="{SPREAD}"'
        svg.raw(f"<text {place} {look}>{letters}</text>")


def _capitals(name: str, size: float) -> str:
    """A title in capitals, those that begin a word larger than the others."""
    words = []
    for word in name.split(" "):
        first, rest = (
            (word[:1], word[1:]) if word not in ("of", "and", "the", "with", "that", "under", "to", "in") else ("", word)
        )
        large = f'<tspan font-size="{size:.1f}">{escape(first.upper())}</tspan>' if first else ""
        words.append(f'{large}<tspan font-size="{size * SMALL:.1f}">{escape(rest.upper())}</tspan>')
    return f'<tspan font-size="{size * SMALL:.1f}"> </tspan>'.join(words)


def _ems(name: str) -> float:
    """About how wide a title is, in parts of its size."""
    return total(0.3 if letter in " '" else 0.36 if letter in "iIjJ" else 0.74 if letter.isupper() else 0.55 for letter in name)


def title_width(name: str) -> float:
    """About how wide a title is written."""
    return _ems(name) * title_size(name) + SPREAD * len(name)


def title_size(name: str) -> float:
    """How large a title is written: long ones smaller."""
    return max(16.0, min(32.0, 620 / max(1.0, _ems(name))))


def draw_key(
    svg: Svg,
    stamps: Stamps,
    found: list[Entry],
    top: float,
    wide: float,
    heading: tuple[str, ...],
    font: str,
    faces: Sequence[Face],
) -> None:
    """Key and tale in their frame, from `top` down; a map that is no dungeon's last has its title in the place of the tale."""
    tall = height(found, wide)
    with svg.group(id="heading", font_family=font, fill=BLACK, pointer_events="none", text_anchor="middle"):
        svg.rect(0, top, wide, tall, fill="#f4ecd4", stroke=BLACK, stroke_width=1.4)
        svg.rect(3.5, top + 3.5, wide - 7, tall - 7, fill="none", stroke=BLACK, stroke_width=0.6)
        for x, y in ((3.5, top + 3.5), (wide - 3.5, top + 3.5), (3.5, top + tall - 3.5), (wide - 3.5, top + tall - 3.5)):
            svg.path(f"M{x:.1f} {y - 7:.1f}l7 7l-7 7l-7 -7z", fill=RUBRIC, stroke=BLACK, stroke_width=0.9)
            svg.path(f"M{x:.1f} {y - 3:.1f}l3 3l-3 3l-3 -3z", fill="#f4ecd4")
        svg.line(HEAD - 16, top + 14, HEAD - 16, top + tall - 14, stroke=BLACK, stroke_width=0.7)
        _tale(svg, stamps, heading, top, tall, faces)
    with svg.group(id="key", font_family=font, fill=BLACK, pointer_events="none"):
        columns, larger = _columns(found, wide)
        across = min((wide - HEAD) / len(columns), COLUMN * larger * 1.3)
        line = min(LINE * larger * 1.3, (tall - 30) / max(1, *map(len, columns)))  # as large as there is room
        larger = max(larger, min(line / LINE, across / COLUMN))
        for index, column in enumerate(columns):
            x = HEAD + index * across
            for row, (entry, words) in enumerate(column):
                y = top + 22 + row * line
                if entry.figure is not None:
                    stamps.put(svg, entry.figure, x + 7, y + 3.4, 14.5 * larger, tone=entry.colour)  # type: ignore[arg-type]
                if entry.sign:
                    _sample(svg, entry.sign, x, y - 3.5)
                if entry.head:
                    svg.text(
                        x + (21 if entry.sign else 0), y, words, font_weight="bold", font_size=TYPE * larger + 1, fill=RUBRIC
                    )
                    svg.path(f"M{x:.1f} {y + 3.5:.1f}h{across - 26:.1f}", stroke=RUBRIC, stroke_width=0.7)
                    continue
                number, gap, rest = words.partition("  ")
                if gap:
                    words = f'<tspan font-weight="bold">{number}</tspan>  {escape(rest)}'
                    svg.raw(f'<text x="{x + 21:.1f}" y="{y:.1f}" font-size="{TYPE * larger:.1f}">{words}</text>')
                else:
                    svg.text(x + 21, y, words, font_size=TYPE * larger)


_LINES = {
    "way": ("#3d6b3a", 1.6, "2.5 4"), "claim": (RUBRIC, 2.6, "0.1 6"), "gold": (RED, 3.0, None), "mined": (RED, 1.2, "2 4"),
}  # fmt: skip


def _sample(svg: Svg, sign: str, x: float, y: float) -> None:
    """A short piece of what a sign looks like on the map; for a maker, its walls and floor."""
    across = f"M{x:.1f} {y:.1f}h15"
    if sign in _LINES:
        ink, weight, dashes = _LINES[sign]
        svg.path(across, fill="none", stroke=ink, stroke_width=weight, stroke_dasharray=dashes, stroke_linecap="round")
        return
    if sign == "ribbon":
        svg.circle(x + 7.5, y, 6.5, fill=PAPER, stroke=BLACK, stroke_width=1)
        mourned(svg, x + 7.5, y, 6.5)
        return
    if sign in ("chasm", "tunnel"):
        for ink, weight in ((BLACK, 11.0), ("#2b251f" if sign == "chasm" else "#b39a6e", 8.0)):
            svg.path(across, fill="none", stroke=ink, stroke_width=weight)
        if sign == "chasm":
            svg.path(f"M{x + 7.5:.1f} {y - 5.5:.1f}v11", fill="none", stroke="#d8b377", stroke_width=5)
        return
    style = style_of(sign, "")
    walls = next((course.colour for course in style.trim if course.colour), style.ink)
    svg.rect(x + 1, y - 5, 13, 10, fill=FLOORS.get(sign, PAPER), stroke=walls, stroke_width=2.8)


def _tale(svg: Svg, stamps: Stamps, heading: tuple[str, ...], top: float, tall: float, faces: Sequence[Face]) -> None:
    """How it came about, between the portraits of those who did it."""
    name, when, *tale = heading
    middle, y = (HEAD - 12) / 2, top + 25
    if tale:
        svg.text(middle, y, "How it came about", font_size=15, font_style="italic", font_weight="bold", fill=RUBRIC)
        y += 17
    else:
        svg.tooltip(name)
        size = max(13.0, min(22.0, 280 / max(1.0, max(map(_ems, wrap(name, 24))))))
        for line in wrap(name, 24):
            _engraved(svg, middle, y, line, size)
            y += size * 1.02
        svg.text(middle, y, when, font_size=12.5, fill=RUBRIC)
        y += 17
    shown = faces if tale else ()
    for index, portrait in enumerate(shown[:2]):
        _portrait(svg, stamps, portrait, 40 if not index else HEAD - 52, top + tall / 2 + 10)
    room = HEAD - 26 - 62 * len(shown[:2])
    if len(shown) == 1:
        middle += 33
    for size in (13.0, 12.4, 11.8, 11.2, 10.6, 10.0, 9.0, 8.0):  # as large as it fits
        lines = [part for words in tale for part in even(words, max(10, int(room / size * 1.98)))]
        if y + len(lines) * size * 1.24 < top + tall - 10:
            break
    y += max(0.0, (top + tall - 12 - y - len(lines) * size * 1.24) / 3)
    for line in lines:
        svg.text(middle, y + 1, line, font_size=size)
        y += size * 1.24


def _portrait(svg: Svg, stamps: Stamps, face: Face, x: float, y: float) -> None:
    """Somebody in a round frame, with a black ribbon if it is dead."""
    svg.circle(x, y, 31, fill=PAPER, stroke=BLACK, stroke_width=1.2)
    svg.circle(x, y, 28.5, fill=lighter(face.colour), fill_opacity=0.55, stroke=face.colour, stroke_width=2)
    stamps.put(svg, face.figure, x, y + 22, 45, tone=lighter(face.colour))  # type: ignore[arg-type]
    if face.dead:
        mourned(svg, x, y, 31)


def mourned(svg: Svg, x: float, y: float, radius: float) -> None:
    """A black ribbon over the corner of a portrait."""
    near, far = radius * 0.18, radius * 0.96
    for wide, ink in ((min(5.0, radius / 3), BLACK), (0.8, "#5a544a")):
        svg.path(f"M{x + near:.1f} {y + far:.1f}L{x + far:.1f} {y + near:.1f}", stroke=ink, stroke_width=wide)

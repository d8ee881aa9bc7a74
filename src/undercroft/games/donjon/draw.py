"""The table drawn: the map or Town, fact cards, the party and whom they met. A fight is drawn in draw_fight.py."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from ...drawing import Svg
from ...engine.screen import Drawing, Place, Spot
from ...engine.words import capital
from .adventure import Adventure
from .being import Being
from .draw_fight import BOTTOM, NAME, condition, fight_table, figure_of, text_fight
from .pen import INK, PAPER, Pen, wrap
from .state import Donjon, Fact

W, H = 760, 300
LEFT, RIGHT, TOP = 14.0, 410.0, 34.0  # a column of pictures, a column of cards, both below the heading
CARD_WIDE, CHIP = 336.0, 38.0


def draw(s: Donjon, seat: int | None) -> Drawing:
    """The table as this seat sees it. Dice are on the stage, not here."""
    svg = Svg()
    pen = Pen(svg)
    pen.box("table", 3, 3, W - 6, H - 6, PAPER, 1.5)
    title, where = _title(s)
    alt = f"{title}. {where}."
    with pen.piece("heading", LEFT, 24):
        pen.text(0, 0, title, 17, bold=True)
        pen.text(CARD_WIDE + RIGHT - LEFT, 0, where[: max(0, 78 - len(title))], 14, italic=True, anchor="end")
    if s.fight is not None:
        end = fight_table(pen, s)
        _fact_lines(pen, s, end + 6)
        alt += f" A fight: count {s.fight.count}."
    else:
        if s.chapter or s.phase in ("road", "home", "over"):
            _map(pen, s)
        else:
            _town(pen, s)
        free = _people(pen, s)
        _cards(pen, s, free)
    sheet = Svg(W, H, aria_label=alt)
    sheet.include(svg)
    return Drawing(sheet.render(), text_table(s), pen.places, alt)


def _title(s: Donjon) -> tuple[str, str]:
    if s.scene is not None:
        name = s.scene.name
        return capital(name), s.scene.where
    if s.here is not None:
        return s.here.name, "between two scenes"
    if s.adventure is not None:
        return s.adventure.town.name, s.adventure.town.kind
    return "Donjon", "an empty table"


def _live(s: Donjon) -> list[Fact]:
    """Facts of this scene, the newest last; between scenes those the players stated last."""
    return [f for f in s.facts if f.live and f.scene == s.scene_no] or [f for f in s.facts if f.seat >= 0][-3:]


def _fact_lines(pen: Pen, s: Donjon, y: float) -> None:
    """In a fight, the facts of the scene below the tracker: the newest that have room."""
    lines = [(fact.id, k, line) for fact in reversed(_live(s)) for k, line in enumerate(wrap(capital(fact.text), 42, 2))]
    for n, (number, k, line) in enumerate(lines[: int((BOTTOM - y) // 18)]):
        with pen.piece(f"fact-{number}-{k}", LEFT, y + 14 + 18 * n):
            pen.text(0 if k == 0 else 10, 0, line, 14, italic=True)


def _cards(pen: Pen, s: Donjon, free: float) -> None:
    """In Town what the quest is and what it pays, on yellow; then facts, pinned to the table, as many as have room."""
    cards = _notices(s)
    cards += [(f"fact-{fact.id}", f"{capital(fact.text)} ({_byline(fact)})", fact.seat >= 0) for fact in reversed(_live(s))]
    y = TOP
    for card, text, ours in cards:
        lines = wrap(text, 46, 2)
        high = 14.0 + 18 * len(lines)
        if y + high > free:
            return
        with pen.piece(card, RIGHT + pen.shake(card, 3), y):
            pen.box(
                card, 0, 0, CARD_WIDE, high, "#fff8d6" if card.startswith("notice") else "#ffffff" if ours else "#f3efe6", 1.6
            )
            for k, line in enumerate(lines):
                pen.text(10, 20 + 18 * k, line, 14)
        y += high + 5


def _notices(s: Donjon) -> list[tuple[str, str, bool]]:
    adventure = s.adventure
    if adventure is None or s.scene is not None or s.chapter or s.phase not in ("town", "advance"):
        return []
    asked = f"Everybody says: see {adventure.town.giver}." if adventure.town.giver else "Something is wrong here. Ask."
    words = (
        [asked]
        if not s.hooked
        else [f"The goal: {adventure.goal}", *(f"On offer: {prize}" for prize in adventure.enticement[:3])]
    )
    return [(f"notice-{n}", text, True) for n, text in enumerate(words)]


def _byline(fact: Fact) -> str:
    return f"{fact.author}" + (f"; yet {fact.twist}" if fact.twist else "") + ("; hearsay" if fact.hearsay else "")


def met(s: Donjon) -> list[Being]:
    """Creatures of the scene before a blow is struck, and whoever walks with the party."""
    open_meeting = s.scene is not None and s.scene.stage in ("meet", "sneak", "talk")  # else they may still be in hiding
    here = s.scene.foes if s.scene is not None and open_meeting else []
    return [b for b in s.beings.values() if not b.pc and b.status == "up" and (b.id in here or b.side == 0)]


def _people(pen: Pen, s: Donjon) -> float:
    """The party and whom they have met, as chips in two columns at the foot of the table; returns where they begin."""
    people = [*s.pcs(), *met(s)][:10]
    wide = CARD_WIDE / 2
    top = BOTTOM - (CHIP + 4) * ((len(people) + 1) // 2)
    for n, b in enumerate(people):
        x, y = RIGHT + (n % 2) * wide, top + (n // 2) * (CHIP + 4)
        place = f"being-{b.id}"
        with pen.piece(f"pawn-{b.id}", x, y, place):
            pen.box(f"chip{b.id}", 0, 0, wide - 5, CHIP, "#ffffff" if b.side == 0 else "#d9d4c6", 1.6)
            if name := figure_of(b):
                pen.figure(name, 19, CHIP - 3, 32)
            pen.text(40, 17, b.cap[:17], 14, bold=b.pc)
            if b.pc:
                for k in range(min(9, b.wounds_full)):
                    pen.circle(f"w{b.id}{k}", 46 + k * 12, 28, 4.5, INK if k < b.wounds else "#ffffff", 1.4)
            else:
                pen.text(40, 32, ("with you, " if b.side == 0 else "") + condition(b), 14, italic=True)
        pen.places[place] = Place(x, y, wide - 5, CHIP, b.name)
    return top


def _town(pen: Pen, s: Donjon) -> None:
    if s.adventure is None:
        return
    town = s.adventure.town
    with pen.piece("town-card", LEFT, TOP):
        pen.box("town", 0, 0, 384, BOTTOM - TOP, "#fffdf2")
        pen.text(12, 22, "What is sold here", 15, bold=True)
        for n, r in enumerate(town.resources[:9]):
            y = 44.0 + n * 23
            pen.text(12, y, r.name[:26], 14)
            pen.text(214, y, f"up to {r.cap}", 14)
            pen.text(282, y, f"Markup {max(0, r.markup - s.respect) + (3 if s.hostile else 0)}", 14)
            pen.line(f"row{n}", 10, y + 6, 374, y + 6, 0.8)
        y = 52.0 + len(town.resources[:9]) * 23
        for feature in town.features[:5]:
            for k, line in enumerate(wrap(feature, 52, 2)):
                if y < BOTTOM - TOP - 6:
                    pen.text(12 if k == 0 else 22, y, ("- " if k == 0 else "") + line, 14)
                    y += 18


_FUNGUS_SPOTS = ((44, 236), (262, 26), (116, 34), (262, 168), (312, 248), (308, 84))  # of the named places, in their order


def _map(pen: Pen, s: Donjon) -> None:
    """A map from the named places (DON-FUN-42); other adventures get a strip of chapters."""
    with pen.piece("map", LEFT, TOP):
        pen.box("map", 0, 0, 384, BOTTOM - TOP, "#fffdf2")
        if s.adventure is not None and s.adventure.key == "fungus":
            _fungus_map(pen, s)
        elif s.adventure is not None:
            _chapters(pen, s, s.adventure)


def _chapters(pen: Pen, s: Donjon, adventure: Adventure) -> None:
    """The chapters as a way down, the one we are in inked; the named places below."""
    for k, line in enumerate(wrap(" - ".join(adventure.map_places), 52, 2)):
        pen.text(192, 226 + 18 * k, line, 14, anchor="middle")
    step = 360 / max(1, len(adventure.chapters))
    for n, chapter in enumerate(adventure.chapters, start=1):
        x, y = 14 + (n - 1) * step, 30.0 + 12 * (n - 1)
        if n > 1:
            pen.line(f"way{n}", x - step + min(104, step - 8), y + 40, x, y + 52)
        pen.box(f"ch{n}", x, y, min(104, step - 8), 104, INK if n == s.chapter else "#ffffff")
        for k, line in enumerate(wrap(chapter.name, max(8, int(min(104, step - 8) / 8)), 4)):
            pen.text(
                x + min(104, step - 8) / 2, y + 26 + 19 * k, line, 14, anchor="middle", fill="#ffffff" if n == s.chapter else INK
            )


def _fungus_map(pen: Pen, s: Donjon) -> None:
    for n in range(40):  # trees
        x, y = 138 + pen.shake(f"tx{n}", 62), 54 + (n % 10) * 18 + pen.shake(f"ty{n}", 10)
        pen.svg.path(f"M{x:.0f} {y:.0f}l-6 14l12 0z", fill="none", stroke=INK, stroke_width=1)
    river = "M{0} 8C{1} 66 {0} 106 {2} 148C{3} 188 {2} 222 {1} 252"
    for width, ink, dx in ((5, INK, 0), (2, "#fffdf2", 3)):
        d = river.format(208 + dx, 240 + dx, 236 + dx, 258 + dx)
        pen.svg.path(d, fill="none", stroke=ink, stroke_width=width)
    pen.line("log", 222, 162, 258, 146, 4)
    for n in range(10):  # swamp
        x, y = 276 + (n * 31) % 76, 184 + (n * 23) % 48
        pen.line(f"sw{n}", x, y, x + 14, y, 1)
        pen.line(f"swr{n}", x + 7, y, x + 7, y - 7, 1)
    pen.svg.path("M298 142L312 104L330 118L344 96L364 144Z", fill="none", stroke=INK, stroke_width=2)
    pen.svg.ellipse(332, 137, 8, 6, fill=INK)
    pen.box("wall", 24, 186, 40, 30, "#ffffff")
    for name, (x, y) in zip(s.adventure.map_places if s.adventure else (), _FUNGUS_SPOTS, strict=False):
        pen.text(x, y, name, 14, anchor="middle", bold=True, halo="#fffdf2")
    spot = {0: (44, 200), 1: (140, 150), 2: (332, 137), 3: (332, 172)}[min(3, s.chapter)]
    with pen.piece("party-marker", *spot):
        pen.circle("party", 0, 0, 11, "#ffffff", 3)
        pen.text(0, 5, "x", 14, bold=True, anchor="middle")
    if s.chapter >= 2:
        below = "below: the caves" if s.chapter == 2 else "deep below: spores"
        pen.text(310, 200, below, 14, anchor="middle", italic=True, halo="#fffdf2")


# The same in letters: narrow enough for the small map of a terminal of 80 columns.

WIDE = 44


def _frame(lines: Iterable[str]) -> list[str]:
    told = [part for line in lines for part in textwrap.wrap(line, WIDE - 4)]
    return ["┌" + "─" * (WIDE - 2) + "┐", *(f"│ {line:<{WIDE - 4}} │" for line in told), "└" + "─" * (WIDE - 2) + "┘"]


def _item(text: str, mark: str = "") -> list[str]:
    return textwrap.wrap(text, WIDE, initial_indent=f"  {mark}", subsequent_indent=" " * (2 + len(mark)))


def _road(text: str) -> list[str]:
    """Places along a way: a line ends between two of them, never inside a name."""
    whole = " ── ".join(place.replace(" ", "\xa0") for place in text.split(" ── "))
    return [row.replace("\xa0", " ") for row in _item(whole)]


def text_table(s: Donjon) -> str:
    """The table as text: the scene card, facts, the rail, distances, the dice."""
    title, where = _title(s)
    out = _frame([title, where])
    for fact in [f for f in s.facts if f.live and f.scene == s.scene_no][-5:]:
        out += _item(f"{fact.text} ({_byline(fact)})", "* ")
    if s.fight is not None:
        out += text_fight(s)
    elif s.adventure is not None and s.adventure.key == "fungus":
        where_now = {0: "Amerla", 1: "Crimson Forest", 2: "the cave", 3: "Spores Below"}[min(3, s.chapter)]
        out += _road("Amerla ── Crimson Forest ── fallen tree ═ Nylo ═ swamp ── rocks, cave")
        out += _item(f"[you: {where_now}]")
    elif s.adventure is not None:
        out += _road(" ── ".join(s.adventure.map_places))
    if s.fight is None and met(s):
        out += _item("Here: " + ", ".join(f"{b.name} ({condition(b)})" for b in met(s)))
    if s.tray is not None:
        r = s.tray
        out += _item(r.why)
        for who, faces in ((r.a, r.a_faces), (r.b, r.b_faces)):
            out += textwrap.wrap(f"{who}: {' '.join(map(str, faces))}", WIDE, initial_indent="    ", subsequent_indent="      ")
        out += _item(f"{r.a if r.won else r.b}: {r.successes}" + (f" ({r.tied} tied)" if r.tied else ""), "  ")
    return "\n".join(out)


def spots(s: Donjon) -> dict[str, Spot]:
    """Where the fighters' names stand in that text."""
    if s.fight is None:
        return {}
    rows, fight = text_table(s).split("\n"), text_fight(s)
    first = rows.index(fight[0])
    names = [number for number, row in enumerate(fight) if row[3:4] == " " and row[4:5] != " "]
    return {
        f"being-{fighter.id}": (first + number, 4, min(NAME, len(s.beings[fighter.id].name)))
        for number, fighter in zip(names, s.fight.fighters, strict=True)
    }

"""The table drawn: index cards and a felt pen. The scene card with its fact cards, dice face to face, initiative rail,
range rings, the map."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from zlib import crc32

from ...engine.screen import Drawing, Place
from .being import Being
from .state import DISTANCES, Donjon, Fact

W, H = 1000, 700
_PALE = ("#fffdf2", "#f6fbff", "#fff6f4", "#f5fff3")


class Pen:
    """A felt pen with a slight wobble that follows from what it draws, so the same card is always the same drawing."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.places: dict[str, Place] = {}

    def shake(self, key: str, amount: float = 2.0) -> float:
        """A small offset for a key."""
        return (crc32(key.encode()) % 1000 / 999 - 0.5) * 2 * amount

    def line(self, key: str, x1: float, y1: float, x2: float, y2: float, width: float = 2.0, dash: str = "") -> None:
        """A hand-drawn stroke."""
        mx, my = (x1 + x2) / 2 + self.shake(key + "x"), (y1 + y2) / 2 + self.shake(key + "y")
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.out.append(
            f'<path d="M{x1:.1f} {y1:.1f}Q{mx:.1f} {my:.1f} {x2:.1f} {y2:.1f}" fill="none" '
            f'stroke="#1b1b1b" stroke-width="{width}" stroke-linecap="round"{extra}/>'
        )

    def box(self, key: str, x: float, y: float, w: float, h: float, fill: str = "#fffdf2", width: float = 2.2) -> None:
        """A card."""
        d = [self.shake(f"{key}{n}", min(2.5, 0.06 * min(w, h))) for n in range(8)]
        self.out.append(
            f'<path d="M{x + d[0]:.1f} {y + d[1]:.1f}L{x + w + d[2]:.1f} {y + d[3]:.1f}'
            f'L{x + w + d[4]:.1f} {y + h + d[5]:.1f}L{x + d[6]:.1f} {y + h + d[7]:.1f}Z"'
            f' fill="{fill}" stroke="#1b1b1b" stroke-width="{width}" stroke-linejoin="round"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 15,
        *,
        bold: bool = False,
        anchor: str = "start",
        fill: str = "#1b1b1b",
        italic: bool = False,
        halo: str = "",
    ) -> None:
        """Lettering."""
        style = (' font-weight="bold"' if bold else "") + (' font-style="italic"' if italic else "")
        style += f' stroke="{halo}" stroke-width="5" paint-order="stroke"' if halo else ""
        self.out.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-family="Segoe Print, Bradley Hand, Comic Sans MS, '
            f'Marker Felt, sans-serif" font-size="{size}" text-anchor="{anchor}"'
            f' fill="{fill}"{style}>{escape(words)}</text>'
        )

    def circle(self, key: str, x: float, y: float, r: float, fill: str = "none", width: float = 2.0, dash: str = "") -> None:
        """A ring, not quite round."""
        k = self.shake(key, r * 0.04)
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.out.append(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{r + k:.1f}" ry="{r - k:.1f}" '
            f'fill="{fill}" stroke="#1b1b1b" stroke-width="{width}"{extra}/>'
        )

    def open(self, key: str, x: float, y: float, place: str = "") -> None:
        """Begin something that can move."""
        mark = f' data-place="{escape(place, quote=True)}"' if place else ""
        self.out.append(f'<g id="{escape(key, quote=True)}" transform="translate({x:.1f} {y:.1f})"{mark}>')

    def close(self) -> None:
        """End it."""
        self.out.append("</g>")


def wrap(words: str, width: int, most: int = 9) -> list[str]:
    """Break a text into lines of about `width` characters."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: width - 3] + "..."]
    return lines


def draw(s: Donjon, seat: int | None) -> Drawing:
    """The table as this seat sees it."""
    pen = Pen()
    pen.box("table", 6, 6, W - 12, H - 12, "#efe9da", 1.5)
    alt = _scene_card(pen, s)
    _fact_cards(pen, s)
    if s.fight is not None:
        _rail(pen, s)
        _rings(pen, s)
        alt += f" A fight: count {s.fight.count}."
    elif s.chapter or s.phase in ("road", "home"):
        _map(pen, s)
        _party(pen, s)
        _met(pen, s)
    else:
        _party(pen, s)
        _town(pen, s)
    if s.tray is not None:
        _tray(pen, s)
    body = "".join(pen.out)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {W} {H}" role="img"'
    svg = f'{head} aria-label="{escape(alt, quote=True)}">{body}</svg>'
    return Drawing(svg, text_table(s), pen.places, alt)


def _scene_card(pen: Pen, s: Donjon) -> str:
    title, where = _title(s)
    pen.open("scene-card", 24, 24)
    pen.box("scene", 0, 0, 560, 96, _PALE[s.chapter % 4], 3)
    lines = wrap(title, 34, 2)
    for k, line in enumerate(lines):
        pen.text(18, 36 + 22 * k if len(lines) == 1 else 28 + 24 * k, line, 26 if len(lines) == 1 else 21, bold=True)
    rule = 48 if len(lines) == 1 else 62
    pen.line("rule", 16, rule, 540, rule, 1.2)
    pen.text(18, rule + 24, where[:64], 15, italic=True)
    pen.close()
    return f"{title}. {where}."


def _title(s: Donjon) -> tuple[str, str]:
    if s.scene is not None:
        name = s.scene.name
        return name[0].upper() + name[1:], s.scene.where
    if s.here is not None:
        return s.here.name, "between two scenes"
    if s.adventure is not None:
        return s.adventure.town.name, s.adventure.town.kind
    return "Donjon", "an empty table"


def _fact_cards(pen: Pen, s: Donjon) -> None:
    """Facts are cards pinned to the scene."""
    live = [f for f in s.facts if f.live and f.scene == s.scene_no][-5:]
    if not live:
        live = [f for f in s.facts if f.seat >= 0][-3:]
    for n, fact in enumerate(live):
        x, y = 612 + pen.shake(f"fx{fact.id}", 6), 24 + n * 92
        pen.open(f"fact-{fact.id}", x, y)
        pen.box(f"fact{fact.id}", 0, 0, 360, 84, "#ffffff" if fact.seat >= 0 else "#f3efe6")
        pen.circle(f"pin{fact.id}", 180, 6, 6, "#1b1b1b", 1)
        for k, line in enumerate(wrap(fact.text[:1].upper() + fact.text[1:], 42, 2)):
            pen.text(14, 28 + 18 * k, line, 15)
        pen.text(14, 74, _byline(fact)[:58], 11, italic=True, fill="#444444")
        pen.close()


def _byline(fact: Fact) -> str:
    return f"{fact.author}" + (f" / yet {fact.twist}" if fact.twist else "") + (" (hearsay)" if fact.hearsay else "")


def _rail(pen: Pen, s: Donjon) -> None:
    """The initiative rail, counted down; struck numbers are gone from it."""
    assert s.fight is not None
    die = s.die
    x0, x1, y = 40, 580, 168
    pen.line("rail", x0, y, x1, y, 3)
    step = (x1 - x0) / max(1, die)
    for n in range(die, 0, -1):
        x = x0 + (die - n) * step + step / 2
        pen.line(f"tick{n}", x, y - 5, x, y + 5, 1.2)
        if die <= 30 or n % 10 == 0:
            pen.text(x, y + 20, str(n), 10, anchor="middle")
    at = x0 + (die - max(1, s.fight.count)) * step + step / 2
    pen.open("rail-hand", at, y - 26)
    pen.out.append('<path d="M-8 0L8 0L0 16Z" fill="#1b1b1b"/>')
    pen.close()
    for row, f in enumerate(s.fight.fighters[:12]):
        b = s.beings[f.id]
        for n in dict.fromkeys(f.numbers):
            x = x0 + (die - n) * step + step / 2
            pen.circle(f"n{f.id}{n}", x, y - 12 - 7 * (row % 4), 3.2, "#1b1b1b" if b.pc else "#ffffff", 1.4)
    pen.text(40, 150, f"Flurry {s.fight.flurry}: count {s.fight.count}", 13, bold=True)


def _rings(pen: Pen, s: Donjon) -> None:
    """Range rings: the party in the middle, each foe on the ring of its nearest distance."""
    assert s.fight is not None
    from .rules.distance import band

    cx, cy = 300, 400
    for ring, r in enumerate((70, 135, 195)):
        pen.circle(f"ring{ring}", cx, cy, r, "none", 1.4, "" if ring == 0 else "6 6")
        pen.text(cx, cy + r + 4, DISTANCES[ring], 11, anchor="middle", italic=True, halo="#efe9da")
    ours = [f for f in s.fight.fighters if s.beings[f.id].side == 0]
    theirs = [f for f in s.fight.fighters if s.beings[f.id].side == 1]
    for n, f in enumerate(ours):
        x = cx + (n - (len(ours) - 1) / 2) * 30
        _token(pen, s.beings[f.id], x, cy + (8 if n % 2 else -8))
    from math import cos, pi, sin

    for n, f in enumerate(theirs):
        b = s.beings[f.id]
        near = min((band(s, o.id, f.id) for o in ours if s.beings[o.id].status == "up"), default=2)
        r = (58, 108, 168, 205)[near]
        angle = 2 * pi * n / max(1, len(theirs)) - pi / 2 + 0.35
        _token(pen, b, cx + r * cos(angle), cy + r * sin(angle))


def _token(pen: Pen, b: Being, x: float, y: float) -> None:
    place = f"being-{b.id}"
    pen.open(f"pawn-{b.id}", x, y, place)
    down = b.status != "up"
    pen.circle(f"tok{b.id}", 0, 0, 15, "#dddddd" if down else "#ffffff" if b.pc else "#1b1b1b", 2.4)
    pen.text(0, 5, _initials(b.name), 12, bold=True, anchor="middle", fill="#1b1b1b" if b.pc or down else "#ffffff")
    if down:
        pen.line(f"x{b.id}", -11, -11, 11, 11, 2.5)
    pen.text(0, 28, b.name.removeprefix("the ")[:18], 9, anchor="middle")
    pen.close()
    pen.places[place] = Place(x - 16, y - 16, 32, 48, b.name)


def _initials(name: str) -> str:
    words = [word for word in name.split() if word != "the"]
    return "".join(word[0] for word in words[:2]).upper()


def _party(pen: Pen, s: Donjon) -> None:
    for n, b in enumerate(s.pcs()):
        x, y = 24 + (n % 4) * 142, 500 + (n // 4) * 96
        place = f"being-{b.id}"
        pen.open(f"pawn-{b.id}", x, y, place)
        pen.box(f"pc{b.id}", 0, 0, 134, 88, "#ffffff")
        pen.text(10, 24, b.name[:14], 16, bold=True)
        pen.text(10, 42, b.calling[:22], 10, italic=True)
        for k in range(b.wounds_full):
            pen.circle(f"w{b.id}{k}", 16 + k * 13, 58, 5, "#1b1b1b" if k < b.wounds else "#ffffff", 1.5)
        pen.text(10, 80, f"W {b.wealth}  P {b.provisions}" + (f"  S {b.spell_dice}" if b.spell_dice else ""), 11)
        pen.close()
        pen.places[place] = Place(x, y, 134, 88, b.name)


def met(s: Donjon) -> list[Being]:
    """Creatures of the scene before a blow is struck, and whoever walks with the party."""
    open_meeting = s.scene is not None and s.scene.stage in ("meet", "sneak", "talk")  # else they may still be in hiding
    here = s.scene.foes if s.scene is not None and open_meeting else []
    return [b for b in s.beings.values() if not b.pc and b.status == "up" and (b.id in here or b.side == 0)]


def condition(b: Being) -> str:
    """How a creature looks, in a word."""
    return "hale" if b.wounds >= b.wounds_full else "hurt" if b.wounds else "reeling"


def _met(pen: Pen, s: Donjon) -> None:
    """Who is here besides the party: grey cards, friends with a lighter one."""
    if len(s.pcs()) > 4:
        return
    for n, b in enumerate(met(s)[:4]):
        x, y = 24 + n * 142, 596
        place = f"being-{b.id}"
        pen.open(f"pawn-{b.id}", x, y, place)
        pen.box(f"npc{b.id}", 0, 0, 134, 84, "#ffffff" if b.side == 0 else "#d9d4c6")
        for k, line in enumerate(wrap(b.cap, 15, 2)):
            pen.text(10, 22 + 18 * k, line, 14, bold=True)
        pen.text(10, 72, ("with you, " if b.side == 0 else "") + condition(b), 11, italic=True)
        pen.close()
        pen.places[place] = Place(x, y, 134, 84, b.name)


def _tray(pen: Pen, s: Donjon) -> None:
    """Dice pools in two rows, face against face; tied pairs stand aside, successes are inked."""
    r = s.tray
    assert r is not None
    x0, y0 = 612, 500
    pen.open("tray", x0, y0)
    pen.box("tray", 0, 0, 364, 182, "#f7f2e4")
    pen.text(12, 20, r.why[:50], 12, bold=True)
    beaten = (r.b_faces if r.won else r.a_faces)[r.tied : r.tied + 1]
    bar = beaten[0] if beaten else 0
    for row, (name, parts, faces, won) in enumerate(((r.a, r.a_parts, r.a_faces, r.won), (r.b, r.b_parts, r.b_faces, not r.won))):
        y = 46 + row * 70
        pen.text(12, y - 8, f"{name}: {parts}"[:62], 9, italic=True)
        for k, face in enumerate(faces[:14]):
            x = 12 + k * 24.5 + (8 if k >= r.tied and r.tied else 0)
            good = won and (k < r.tied or face > bar)
            pen.open(f"die-{row}-{k}", x, y)
            pen.box(f"die{row}{k}{face}", 0, 0, 21, 24, "#1b1b1b" if good else "#ffffff", 1.6)
            pen.text(10.5, 17, str(face), 11, anchor="middle", fill="#ffffff" if good else "#1b1b1b", bold=good)
            pen.close()
    winner = r.a if r.won else r.b
    pen.text(
        12,
        172,
        f"{winner}: {r.successes} {'success' if r.successes == 1 else 'successes'}" + (f", {r.tied} tied" if r.tied else ""),
        13,
        bold=True,
    )
    pen.close()


def _town(pen: Pen, s: Donjon) -> None:
    if s.adventure is None:
        return
    town = s.adventure.town
    pen.open("town-card", 24, 140)
    pen.box("town", 0, 0, 560, 330, "#fffdf2")
    pen.text(18, 32, f"{town.name}: what is sold here", 18, bold=True)
    for n, r in enumerate(town.resources):
        y = 66 + n * 30
        pen.text(18, y, r.name, 15)
        pen.text(250, y, f"up to {r.cap}", 15)
        pen.text(360, y, f"Markup {max(0, r.markup - s.respect) + (3 if s.hostile else 0)}", 15)
        pen.line(f"row{n}", 16, y + 8, 540, y + 8, 0.8)
    y = 80 + len(town.resources) * 30
    for feature in town.features[:5]:
        for k, line in enumerate(wrap(feature, 70, 2)):
            pen.text(18 if k == 0 else 30, y, ("- " if k == 0 else "") + line, 13)
            y += 18
    pen.close()


_FUNGUS_MAP = (
    ("Amerla", 70, 250),
    ("Crimson Forest", 190, 150),
    ("river Nylo", 390, 60),
    ("fallen tree", 425, 206),
    ("swamp", 440, 322),
    ("rocks, cave mouth", 478, 128),
)


def _map(pen: Pen, s: Donjon) -> None:
    """A map from the named places (DON-FUN-42); other adventures get a strip of chapters."""
    pen.open("map", 24, 136)
    pen.box("map", 0, 0, 560, 350, "#fffdf2")
    if s.adventure is not None and s.adventure.key == "fungus":
        _fungus_map(pen, s)
    elif s.adventure is not None:
        for n, chapter in enumerate(s.adventure.chapters, start=1):
            x = 40 + (n - 1) * 500 / max(1, len(s.adventure.chapters))
            pen.box(f"ch{n}", x, 120, 100, 90, "#1b1b1b" if n == s.chapter else "#ffffff")
            for k, line in enumerate(wrap(chapter.name, 13, 3)):
                pen.text(x + 50, 150 + 18 * k, line, 12, anchor="middle", fill="#ffffff" if n == s.chapter else "#1b1b1b")
            if n > 1:
                pen.line(f"way{n}", x - 500 / max(1, len(s.adventure.chapters)) + 104, 165, x - 4, 165)
    pen.close()


def _fungus_map(pen: Pen, s: Donjon) -> None:
    for n in range(46):  # trees
        x, y = 110 + (n * 53) % 200 + pen.shake(f"tx{n}", 8), 60 + (n * 37) % 230 + pen.shake(f"ty{n}", 8)
        pen.out.append(f'<path d="M{x:.0f} {y:.0f}l-6 14l12 0z" fill="none" stroke="#1b1b1b" stroke-width="1"/>')
    pen.out.append(
        '<path d="M300 30C350 90 300 150 350 210C380 260 340 300 360 340" fill="none" stroke="#1b1b1b" stroke-width="5"/>'
    )
    pen.out.append(
        '<path d="M304 30C354 90 304 150 354 210C384 260 344 300 364 340" fill="none" stroke="#fffdf2" stroke-width="2"/>'
    )
    pen.line("log", 330, 226, 380, 206, 4)
    for n in range(10):  # swamp
        x, y = 400 + (n * 31) % 90, 240 + (n * 23) % 70
        pen.line(f"sw{n}", x, y, x + 16, y, 1)
        pen.line(f"swr{n}", x + 8, y, x + 8, y - 8, 1)
    pen.out.append(
        '<path d="M470 190L486 150L506 164L520 140L540 192Z" fill="none" stroke="#1b1b1b" '
        'stroke-width="2"/><ellipse cx="506" cy="184" rx="9" ry="7" fill="#1b1b1b"/>'
    )
    pen.box("wall", 46, 232, 48, 36, "#ffffff")
    for name, x, y in _FUNGUS_MAP:
        pen.text(x, y + (52 if name == "Amerla" else 0), name, 12, anchor="middle", bold=True, halo="#fffdf2")
    spot = {0: (70, 250), 1: (200, 210), 2: (506, 184), 3: (506, 230)}[min(3, s.chapter)]
    pen.open("party-marker", *spot)
    pen.circle("party", 0, 0, 9, "#ffffff", 3)
    pen.text(0, 4, "x", 12, bold=True, anchor="middle")
    pen.close()
    if s.chapter >= 2:
        pen.text(506, 250, "below: the caves" if s.chapter == 2 else "deep below: spores", 11, anchor="middle", italic=True)


# The same in letters.


def _frame(lines: Iterable[str], width: int = 74) -> list[str]:
    out = ["┌" + "─" * width + "┐"]
    out += [f"│ {line[: width - 2]:<{width - 2}} │" for line in lines]
    return [*out, "└" + "─" * width + "┘"]


def text_table(s: Donjon) -> str:
    """The table as text: the scene card, facts, the rail, distances, the dice."""
    title, where = _title(s)
    out = _frame([title, where])
    live = [f for f in s.facts if f.live and f.scene == s.scene_no][-5:]
    for fact in live:
        out.append(f"  * {fact.text}  ({_byline(fact)})")
    if s.fight is not None:
        out += _text_fight(s)
    elif s.adventure is not None and s.adventure.key == "fungus":
        where_now = {0: "Amerla", 1: "Crimson Forest", 2: "the cave", 3: "Spores Below"}[min(3, s.chapter)]
        out.append(f"  Amerla ── Crimson Forest ── fallen tree ═ Nylo ═ swamp ── rocks, cave   [you: {where_now}]")
    if s.fight is None and met(s):
        out.append("  Here: " + ", ".join(f"{b.name} ({condition(b)})" for b in met(s)))
    if s.tray is not None:
        r = s.tray
        out.append(f"  {r.why}")
        out.append(f"    {r.a:<24.24} {' '.join(f'{f:2d}' for f in r.a_faces)}")
        out.append(f"    {r.b:<24.24} {' '.join(f'{f:2d}' for f in r.b_faces)}")
        out.append(f"    {r.a if r.won else r.b}: {r.successes}" + (f" ({r.tied} tied)" if r.tied else ""))
    return "\n".join(out)


def _text_fight(s: Donjon) -> list[str]:
    from .rules.distance import band

    assert s.fight is not None
    out = [f"  Flurry {s.fight.flurry} ─ count {s.fight.count}"]
    ours = [f for f in s.fight.fighters if s.beings[f.id].side == 0]
    for f in s.fight.fighters:
        b = s.beings[f.id]
        mark = {"up": " ", "out": "x", "dead": "+", "fled": ">", "yielded": "o"}.get(b.status, "?")
        near = ""
        if b.side == 1 and b.status == "up":
            near = DISTANCES[min((band(s, o.id, f.id) for o in ours if s.beings[o.id].status == "up"), default=2)]
        wounds = "●" * b.wounds + "○" * (b.wounds_full - b.wounds) if b.pc else near
        out.append(f"  {mark} {b.name:<26.26} {' '.join(str(n) for n in f.numbers):<28.28} {wounds}")
    return out

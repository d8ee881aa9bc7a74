"""The table drawn: the scene card with its fact cards, dice face to face, Town, the map. A fight is drawn in draw_fight.py."""

from __future__ import annotations

from collections.abc import Iterable

from ...drawing import Svg
from ...engine.screen import Drawing, Place, Spot
from .being import Being
from .draw_fight import condition, fight_table, text_fight
from .pen import INK, Pen, wrap
from .state import Donjon, Fact

W, H = 1000, 700
_PALE = ("#fffdf2", "#f6fbff", "#fff6f4", "#f5fff3")


def draw(s: Donjon, seat: int | None) -> Drawing:
    """The table as this seat sees it."""
    svg = Svg()
    pen = Pen(svg)
    pen.box("table", 6, 6, W - 12, H - 12, "#efe9da", 1.5)
    alt = _scene_card(pen, s)
    _fact_cards(pen, s)
    if s.fight is not None:
        fight_table(pen, s)
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
    sheet = Svg(W, H, aria_label=alt)
    sheet.include(svg)
    return Drawing(sheet.render(), text_table(s), pen.places, alt)


def _scene_card(pen: Pen, s: Donjon) -> str:
    title, where = _title(s)
    with pen.piece("scene-card", 24, 24):
        pen.box("scene", 0, 0, 560, 96, _PALE[s.chapter % 4], 3)
        lines = wrap(title, 34, 2)
        for k, line in enumerate(lines):
            pen.text(18, 36 + 22 * k if len(lines) == 1 else 28 + 24 * k, line, 26 if len(lines) == 1 else 21, bold=True)
        rule = 48 if len(lines) == 1 else 62
        pen.line("rule", 16, rule, 540, rule, 1.2)
        pen.text(18, rule + 24, where[:64], 15, italic=True)
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
    above = _notices(pen, s) if not s.chapter and s.scene is None and s.fight is None else 0
    for n, fact in enumerate(live[: 5 - above], start=above):
        x, y = 612 + pen.shake(f"fx{fact.id}", 6), 24 + n * 92
        with pen.piece(f"fact-{fact.id}", x, y):
            pen.box(f"fact{fact.id}", 0, 0, 360, 84, "#ffffff" if fact.seat >= 0 else "#f3efe6")
            pen.circle(f"pin{fact.id}", 180, 6, 6, INK, 1)
            for k, line in enumerate(wrap(fact.text[:1].upper() + fact.text[1:], 42, 2)):
                pen.text(14, 28 + 20 * k, line, 16)
            pen.text(14, 74, _byline(fact)[:54], 12, italic=True, fill="#444444")


def _notices(pen: Pen, s: Donjon) -> int:
    """In Town, what the quest is and what it pays, on a yellow card or two; returns how many."""
    adventure = s.adventure
    if adventure is None or s.phase not in ("town", "advance"):
        return 0
    asked = f"Everybody says: see {adventure.town.giver}." if adventure.town.giver else "Something is wrong here. Ask."
    words = [("What is wrong", asked)]
    if s.hooked:
        words = [("The goal", adventure.goal), *(("On offer", prize) for prize in adventure.enticement[:3])]
    for n, (title, text) in enumerate(words):
        with pen.piece(f"notice-{n}", 612 + pen.shake(f"no{n}", 6), 24 + n * 92):
            pen.box(f"notice{n}", 0, 0, 360, 84, "#fff8d6")
            pen.circle(f"noticepin{n}", 180, 6, 6, INK, 1)
            pen.text(14, 24, title, 13, italic=True, fill="#444444")
            for k, line in enumerate(wrap(text[:1].upper() + text[1:], 42, 2)):
                pen.text(14, 46 + 20 * k, line, 16)
    return len(words)


def _byline(fact: Fact) -> str:
    return f"{fact.author}" + (f" / yet {fact.twist}" if fact.twist else "") + (" (hearsay)" if fact.hearsay else "")


def _party(pen: Pen, s: Donjon) -> None:
    for n, b in enumerate(s.pcs()):
        x, y = 24 + (n % 4) * 142, 500 + (n // 4) * 96
        place = f"being-{b.id}"
        with pen.piece(f"pawn-{b.id}", x, y, place):
            pen.box(f"pc{b.id}", 0, 0, 134, 88, "#ffffff")
            pen.text(10, 24, b.name[:14], 16, bold=True)
            pen.text(10, 42, b.calling[:22], 10, italic=True)
            for k in range(b.wounds_full):
                pen.circle(f"w{b.id}{k}", 16 + k * 13, 58, 5, INK if k < b.wounds else "#ffffff", 1.5)
            pen.text(10, 80, f"Wealth {b.wealth}, Pr. {b.provisions}" + (f", Sp. {b.spell_dice}" if b.spell_dice else ""), 11)
        pen.places[place] = Place(x, y, 134, 88, b.name)


def met(s: Donjon) -> list[Being]:
    """Creatures of the scene before a blow is struck, and whoever walks with the party."""
    open_meeting = s.scene is not None and s.scene.stage in ("meet", "sneak", "talk")  # else they may still be in hiding
    here = s.scene.foes if s.scene is not None and open_meeting else []
    return [b for b in s.beings.values() if not b.pc and b.status == "up" and (b.id in here or b.side == 0)]


def _met(pen: Pen, s: Donjon) -> None:
    """Who is here besides the party: grey cards, friends with a lighter one."""
    if len(s.pcs()) > 4:
        return
    for n, b in enumerate(met(s)[:4]):
        x, y = 24 + n * 142, 596
        place = f"being-{b.id}"
        with pen.piece(f"pawn-{b.id}", x, y, place):
            pen.box(f"npc{b.id}", 0, 0, 134, 84, "#ffffff" if b.side == 0 else "#d9d4c6")
            for k, line in enumerate(wrap(b.cap, 15, 2)):
                pen.text(10, 22 + 18 * k, line, 14, bold=True)
            pen.text(10, 72, ("with you, " if b.side == 0 else "") + condition(b), 12.5, italic=True)
        pen.places[place] = Place(x, y, 134, 84, b.name)


def _tray(pen: Pen, s: Donjon) -> None:
    """Dice pools in two rows, face against face; tied pairs stand aside, successes are inked."""
    r = s.tray
    assert r is not None
    x0, y0 = 612, 500
    with pen.piece("tray", x0, y0):
        pen.box("tray", 0, 0, 364, 182, "#f7f2e4")
        pen.text(12, 22, r.why[:46], 14, bold=True)
        beaten = (r.b_faces if r.won else r.a_faces)[r.tied : r.tied + 1]
        bar = beaten[0] if beaten else 0
        for row, (name, parts, faces, won) in enumerate(
            ((r.a, r.a_parts, r.a_faces, r.won), (r.b, r.b_parts, r.b_faces, not r.won))
        ):
            y = 46 + row * 70
            pen.text(12, y - 6, f"{name}: {parts}"[:56], 11.5, italic=True)
            for k, face in enumerate(faces[:14]):
                x = 12 + k * 24.5 + (8 if k >= r.tied and r.tied else 0)
                good = won and (k < r.tied or face > bar)
                with pen.piece(f"die-{row}-{k}", x, y):
                    pen.box(f"die{row}{k}{face}", 0, 0, 21, 24, INK if good else "#ffffff", 1.6)
                    pen.text(10.5, 17, str(face), 12.5, anchor="middle", fill="#ffffff" if good else INK, bold=good)
        winner = r.a if r.won else r.b
        pen.text(
            12,
            170,
            f"{winner}: {r.successes} {'success' if r.successes == 1 else 'successes'}" + (f", {r.tied} tied" if r.tied else ""),
            15,
            bold=True,
        )


def _town(pen: Pen, s: Donjon) -> None:
    if s.adventure is None:
        return
    town = s.adventure.town
    with pen.piece("town-card", 24, 140):
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
            for k, line in enumerate(wrap(feature, 62, 2)):
                pen.text(18 if k == 0 else 30, y, ("- " if k == 0 else "") + line, 15)
                y += 21


_FUNGUS_SPOTS = ((70, 302), (390, 60), (190, 150), (425, 206), (440, 322), (478, 128))  # of the named places, in their order


def _map(pen: Pen, s: Donjon) -> None:
    """A map from the named places (DON-FUN-42); other adventures get a strip of chapters."""
    with pen.piece("map", 24, 136):
        pen.box("map", 0, 0, 560, 350, "#fffdf2")
        if s.adventure is not None and s.adventure.key == "fungus":
            _fungus_map(pen, s)
        elif s.adventure is not None:
            pen.text(280, 300, " - ".join(s.adventure.map_places), 14, anchor="middle")
            for n, chapter in enumerate(s.adventure.chapters, start=1):
                x = 40 + (n - 1) * 500 / max(1, len(s.adventure.chapters))
                pen.box(f"ch{n}", x, 120, 100, 90, INK if n == s.chapter else "#ffffff")
                for k, line in enumerate(wrap(chapter.name, 13, 3)):
                    pen.text(x + 50, 150 + 18 * k, line, 12, anchor="middle", fill="#ffffff" if n == s.chapter else INK)
                if n > 1:
                    pen.line(f"way{n}", x - 500 / max(1, len(s.adventure.chapters)) + 104, 165, x - 4, 165)


def _fungus_map(pen: Pen, s: Donjon) -> None:
    for n in range(46):  # trees
        x, y = 110 + (n * 53) % 200 + pen.shake(f"tx{n}", 8), 60 + (n * 37) % 230 + pen.shake(f"ty{n}", 8)
        pen.svg.path(f"M{x:.0f} {y:.0f}l-6 14l12 0z", fill="none", stroke=INK, stroke_width=1)
    pen.svg.path("M300 30C350 90 300 150 350 210C380 260 340 300 360 340", fill="none", stroke=INK, stroke_width=5)
    pen.svg.path("M304 30C354 90 304 150 354 210C384 260 344 300 364 340", fill="none", stroke="#fffdf2", stroke_width=2)
    pen.line("log", 330, 226, 380, 206, 4)
    for n in range(10):  # swamp
        x, y = 400 + (n * 31) % 90, 240 + (n * 23) % 70
        pen.line(f"sw{n}", x, y, x + 16, y, 1)
        pen.line(f"swr{n}", x + 8, y, x + 8, y - 8, 1)
    pen.svg.path("M470 190L486 150L506 164L520 140L540 192Z", fill="none", stroke=INK, stroke_width=2)
    pen.svg.ellipse(506, 184, 9, 7, fill=INK)
    pen.box("wall", 46, 232, 48, 36, "#ffffff")
    for name, (x, y) in zip(s.adventure.map_places if s.adventure else (), _FUNGUS_SPOTS, strict=False):
        pen.text(x, y, name, 14, anchor="middle", bold=True, halo="#fffdf2")
    spot = {0: (70, 250), 1: (200, 210), 2: (506, 184), 3: (506, 230)}[min(3, s.chapter)]
    with pen.piece("party-marker", *spot):
        pen.circle("party", 0, 0, 9, "#ffffff", 3)
        pen.text(0, 4, "x", 12, bold=True, anchor="middle")
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
        out += text_fight(s)
    elif s.adventure is not None and s.adventure.key == "fungus":
        where_now = {0: "Amerla", 1: "Crimson Forest", 2: "the cave", 3: "Spores Below"}[min(3, s.chapter)]
        out.append(f"  Amerla ── Crimson Forest ── fallen tree ═ Nylo ═ swamp ── rocks, cave   [you: {where_now}]")
    elif s.adventure is not None:
        out.append("  " + " ── ".join(s.adventure.map_places))
    if s.fight is None and met(s):
        out.append("  Here: " + ", ".join(f"{b.name} ({condition(b)})" for b in met(s)))
    if s.tray is not None:
        r = s.tray
        out.append(f"  {r.why}")
        out.append(f"    {r.a:<24.24} {' '.join(f'{f:2d}' for f in r.a_faces)}")
        out.append(f"    {r.b:<24.24} {' '.join(f'{f:2d}' for f in r.b_faces)}")
        out.append(f"    {r.a if r.won else r.b}: {r.successes}" + (f" ({r.tied} tied)" if r.tied else ""))
    return "\n".join(out)


def spots(s: Donjon) -> dict[str, Spot]:
    """Where the fighters' names stand in that text."""
    if s.fight is None:
        return {}
    rows = text_table(s).split("\n")
    first = rows.index(text_fight(s)[0]) + 1
    return {
        f"being-{fighter.id}": (first + number, 4, min(26, len(s.beings[fighter.id].name)))
        for number, fighter in enumerate(s.fight.fighters)
    }

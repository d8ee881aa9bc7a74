"""Draw: the table at any moment - the party's pencil map, the gamesmaster's sheets, the battle's two lines, the front page."""

from __future__ import annotations

from textwrap import wrap

from ...drawing import Svg
from ...engine import Dial, Drawing, Place, Spot
from ...engine.words import harmless
from .arsenal import ARMOURS
from .bestiary import one_of
from .maze import Maze
from .quadrille import (
    CELL,
    INK,
    MARGIN,
    PENCIL,
    RED,
    Plan,
    compass,
    corner,
    document,
    draw_plan,
    plan_of,
    plan_of_pencil,
    plan_spots,
    plan_text,
    sheets,
    stroke,
    words_at,
)
from .rules.personas.people import full_body
from .state import Foe, Game, Member

# The table at any moment.


def table(s: Game, seat: int | None) -> Drawing | None:
    """The party's map (or the gamesmaster's level), with the battle's two lines under it; above ground, the front page."""
    gamesmaster = seat is not None and seat >= len(s.names)
    if s.phase == "over" and s.sheets and s.papers and not gamesmaster:
        return brought_home(s)
    if s.phase in ("paper", "last rise", "over") or (not s.at[0] and not gamesmaster):
        return cover(s)
    if not s.at[0]:
        return whole_maze(s)
    plan = _plan(s, gamesmaster)
    svg = Svg()
    places = draw_plan(svg, plan, RED if gamesmaster else PENCIL, hatch=gamesmaster)
    width = max(320.0, plan.width * CELL + 2 * MARGIN)
    height = float(plan.height * CELL + 2 * MARGIN)
    _party(svg, s)
    compass(svg, width - 18, 20, plan.north, INK)
    words_at(svg, MARGIN, 20, plan.corner, INK, 12, "start", "bold")
    text = plan_text(plan, (s.at[1], s.at[2]))
    if s.battle is not None:
        marks, width = battle_lines(svg, s, height, width)
        places.update(marks)
        height += 216
        text += "\n\n" + battle_text(s)
    alt = f"The party's map, {len(plan.cells)} squares drawn; the party stands at column {s.at[1]}, row {s.at[2]}."
    return Drawing(document(width, height, svg, alt), text, places, alt)


def _plan(s: Game, gamesmaster: bool) -> Plan:
    """The sheet on the table: the gamesmaster's own, or the party's."""
    if gamesmaster and s.levels:
        level = next((one for one in s.levels if one.number == s.at[0]), s.levels[0])
        return plan_of(level, players=False, name=s.maze_name)
    sheet = s.sheets[s.sheet]
    return plan_of_pencil(sheet, f"level {sheet.level}" if sheet.sure and sheet.level else "somewhere below")


def spots(s: Game, seat: int | None) -> dict[str, Spot]:
    """Where the squares and doors of the party's map lie in characters."""
    return plan_spots(_plan(s, gamesmaster=False)) if s.sheets and s.at[0] and (seat is None or seat < len(s.names)) else {}


def _party(svg: Svg, s: Game) -> None:
    x, y = corner(s.at[1], s.at[2], 0)
    nose = ("M0 -11L4 -5H-4Z", "M11 0L5 4V-4Z", "M0 11L4 5H-4Z", "M-11 0L-5 4V-4Z")[s.facing]
    with svg.group(id="party", transform=f"translate({x + CELL / 2:.0f} {y + CELL / 2:.0f})"):
        svg.circle(0, 0, 7, fill=INK)
        svg.path(nose, fill=INK)


def whole_maze(s: Game) -> Drawing:
    """The gamesmaster's maze before anybody is in it: all levels side by side, at most three to a row (DES-GM-04)."""
    wide = max(level.width for level in s.levels) * CELL + 2 * MARGIN
    high = max(level.height for level in s.levels) * CELL + 2 * MARGIN
    columns = min(3, len(s.levels))
    svg = Svg()
    for index, level in enumerate(s.levels):
        plan = plan_of(level, players=False, name=s.maze_name)
        with svg.group(transform=f"translate({index % columns * wide} {index // columns * high})"):
            words_at(svg, MARGIN, 22, plan.corner, INK, 13, "start", "bold")
            compass(svg, wide - 26, 20, plan.north, INK)
            draw_plan(svg, plan, RED, hatch=True, mark=f"level-{level.number}-")
    width, height = columns * wide, -(-len(s.levels) // columns) * high
    text = "\n\n".join(plan_text(plan_of(level, players=False, name=s.maze_name)) for level in s.levels)
    alt = f"All {len(s.levels)} levels of {s.maze_name}."
    return Drawing(document(width, height, svg, alt), text, {}, alt)


def dials(s: Game, seat: int | None) -> tuple[Dial, ...]:
    """Which sheet to look at: any level for the gamesmaster, any sheet the party has drawn for the others."""
    if seat is not None and seat >= len(s.names):
        choices = [(f"level-{level.number}", f"Level {level.number}") for level in s.levels]
    else:
        choices = [(f"sheet-{index}", _sheet_name(s, index)) for index in range(len(s.sheets))]
    if len(choices) < 2:
        return ()
    return (Dial("sheet", "Sheet", choices=(("here", "Where the party is" if s.at[0] else "All"), *choices)),)


def _sheet_name(s: Game, index: int) -> str:
    sheet = s.sheets[index]
    return f"Level {sheet.level}" if sheet.sure and sheet.level else f"Somewhere below ({index + 1})"


def table_at(s: Game, seat: int | None, sheet: str) -> Drawing | None:
    """One sheet by itself, the party on it if it is there."""
    kind, _, number = sheet.partition("-")
    if kind == "here":
        return table(s, seat)
    if kind == "level":
        level = next(one for one in s.levels if one.number == int(number))
        plan, there = plan_of(level, players=False, name=s.maze_name), level.number == s.at[0]
    else:
        plan, there = plan_of_pencil(s.sheets[int(number)], _sheet_name(s, int(number))), int(number) == s.sheet and bool(s.at[0])
    svg = Svg()
    places = draw_plan(svg, plan, RED if kind == "level" else PENCIL, hatch=kind == "level")
    width = max(320.0, plan.width * CELL + 2 * MARGIN)
    height = float(plan.height * CELL + 2 * MARGIN)
    if there:
        _party(svg, s)
    compass(svg, width - 18, 20, plan.north, INK)
    words_at(svg, MARGIN, 20, plan.corner, INK, 12, "start", "bold")
    alt = f"{plan.corner}, {len(plan.cells)} squares drawn."
    text = plan_text(plan, (s.at[1], s.at[2]) if there else None)
    return Drawing(document(width, height, svg, alt), text, places, alt)


def _token(svg: Svg, number: str, x: float, y: float, words: str, left: int, full: int, colour: str) -> None:
    bar = max(0.0, min(1.0, left / full)) if full else 0.0
    name = words if len(words) <= 18 else f"{words[:17]}…"
    size = 9 if len(name) <= 12 else round(9 * 12 / len(name), 1)  # a long name is written small
    with svg.group(id=number, place=number, transform=f"translate({x:.0f} {y:.0f})"):
        svg.rect(-34, -13, 68, 26, fill="#ffffff", stroke=colour, stroke_width=1.3)
        words_at(svg, 0, -1, name, colour, size)
        svg.rect(-30, 5, 60, 4, fill="none", stroke=colour, stroke_width=0.6)
        svg.rect(-30, 5, round(60 * bar), 4, fill=colour)


def member_hits(s: Game, m: Member) -> tuple[int, int]:
    """Hits left and in all, armour and shield included."""
    full = full_body(s, m) + ARMOURS.get(m.armour, 0) + (m.shield_left if m.shield else 0)
    return max(0, m.body) + m.armour_left + (m.shield_left if m.shield else 0), max(1, full)


def _called(s: Game, foe: Foe, *, short: bool = True) -> str:
    """A foe's name on its token, with the number the story calls it by."""
    if foe.member >= 0:
        return s.members[foe.member].name
    name = one_of(foe.name)
    return f"{name[:8].strip() if short else name} {foe.id + 1}"


def battle_lines(svg: Svg, s: Game, top: float, width: float) -> tuple[dict[str, Place], float]:
    """Two facing lines: their front above, ours below, second lines behind; where all stand, and how wide that is."""
    b = s.battle
    assert b is not None
    stroke(svg, MARGIN, top + 6, width - MARGIN, top + 6, INK, 1.2)
    places: dict[str, Place] = {}
    front = [foe for foe in b.foes if foe.id in b.front] or b.foes[:6]
    behind = len(b.foes) - len(front)
    rows: list[list[tuple[str, str, int, int, str]]] = [
        [(f"foe-{foe.id}", _called(s, foe), foe.hits, foe.full, RED) for foe in front]
    ]
    for line in s.lines:
        rows.append(
            [
                (f"member-{number}", s.members[number].name, *member_hits(s, s.members[number]), INK)
                for number in line
                if s.members[number].status == "ready"
            ]
        )
    widest = max([width, *(len(row) * 76 + 2 * MARGIN for row in rows)])
    for index, row in enumerate(rows):
        y = top + 40 + index * 42 + (8 if index else 0)
        for place, (name, words, left, full, colour) in enumerate(row):
            x = MARGIN + 38 + place * 76
            _token(svg, name, x, y, words, left, full, colour)
            places[name] = Place(x - 34, y - 13, 68, 26, words)
    more = f", {behind} more behind" if behind > 0 else ""
    words_at(svg, MARGIN, top + 22, f"round {b.round}: the enemy{more}", RED, 10, "start")
    return places, widest


def battle_text(s: Game) -> str:
    """The two lines in words for a terminal."""
    b = s.battle
    assert b is not None
    front = [foe for foe in b.foes if foe.id in b.front] or b.foes[:6]
    lines = ["  ".join(f"[{_called(s, foe, short=False)}: {foe.hits}/{foe.full}]" for foe in front)]
    if len(b.foes) > len(front):
        lines.append(f"({len(b.foes) - len(front)} more behind)")
    lines.append("-" * 40)
    for row in s.lines:
        shown = "  ".join(
            f"({s.members[n].name}: {member_hits(s, s.members[n])[0]})" for n in row if s.members[n].status == "ready"
        )
        if shown:
            lines.append(shown)
    return "\n".join(lines)


def brought_home(s: Game) -> Drawing:
    """The last page's picture: the map that the party drew, under the headline of its last evening."""
    plan, paper = _plan(s, gamesmaster=False), s.papers[-1]
    svg = Svg()
    draw_plan(svg, plan, PENCIL)
    width = max(520.0, plan.width * CELL + 2 * MARGIN)
    height = float(plan.height * CELL + 2 * MARGIN) + 34
    compass(svg, width - 18, 20, plan.north, INK)
    words_at(svg, MARGIN, 20, plan.corner, INK, 12, "start", "bold")
    words_at(svg, width / 2, height - 14, paper.headline, INK, 15, "middle", "bold")
    alt = f"The map that the party brought home, {len(plan.cells)} squares drawn. {paper.headline.capitalize()}."
    text = plan_text(plan) + f"\n\n{paper.headline}"
    return Drawing(document(width, height, svg, alt), text, {}, alt)


def cover(s: Game) -> Drawing:
    """Above ground: the last front page, or the cover of the stencil with the party's names."""
    if s.papers and s.phase in ("paper", "last rise", "over", "roll-call"):
        paper = s.papers[-1]
        title, lines = f"THE DAILY DUNGEON   no. {paper.number}", [paper.headline, "", *paper.stories]
    else:
        title = s.maze_name.upper()
        lines = [
            *([f"descent {s.descent} of {s.descents}"] if s.descents > 1 else []),
            "",
            *(f"{m.name}, {m.denomination} {m.cls} of rank {m.rank}" for m in s.members if m.id in s.party and m.rank),
        ]
    wrapped = [piece for line in lines for piece in wrap(line, 52, break_long_words=False, break_on_hyphens=False) or [""]]
    height = 130 + 18 * len(wrapped)
    svg = Svg()
    svg.rect(22, 18, 436, height - 36, fill="#ffffff", stroke=INK, stroke_width=1.4)
    words_at(svg, 240, 56, title, INK, 22, "middle", "bold")
    stroke(svg, 40, 70, 440, 70, INK, 1.6)
    stroke(svg, 40, 74, 440, 74, INK, 0.7)
    for index, line in enumerate(wrapped):
        words_at(svg, 42, 100 + 18 * index, line, INK, 13, "start", "bold" if index == 0 else None)
    return Drawing(document(480, height, svg, title), "\n".join([title, "=" * len(title), *lines]), {}, title)


# Taking things away.


def export_svg(s: Game, seat: int | None) -> bytes:
    """The whole maze for the gamesmaster or after the end; otherwise the party's sheets."""
    if s.levels:
        return sheets(Maze(s.maze_name, s.levels)).encode()
    drawing = table(s, seat)
    return (drawing.svg if drawing is not None else "").encode()


def export_paper(s: Game, seat: int | None) -> bytes:
    """Every issue of the Daily Dungeon, as text."""
    issues = [
        f"# The Daily Dungeon, no. {paper.number}\n\n## {paper.headline}\n\n" + "\n\n".join(paper.stories) for paper in s.papers
    ]
    return harmless("\n\n---\n\n".join(issues) or "No issue yet.")

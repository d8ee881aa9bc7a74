"""Things to take away: printable character sheets, the chronicle of facts, personas to bring to the next game."""

from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec

from ...drawing import Svg
from ...engine import Exporter
from ...engine.words import harmless, listed
from . import content
from .being import ATTRIBUTE_NAMES, ATTRIBUTES, SAVE_BODY, SAVE_MIND, Ability, Being
from .pen import INK, Pen, wrap
from .rules.characters.ability_words import circumstance
from .rules.resolution.pools import worth
from .state import Donjon

ABILITY_LINES = 8  # DON-SHEET-03
ROWS = {"weapon": 4, "armor": 4, "other": 5}  # DON-SHEET-02


def exports() -> Mapping[str, Exporter]:
    """By file name ending."""
    return {"html": sheets_html, "md": chronicle, "json": personas}


def rows_of(b: Being, sort: str) -> list[tuple[str, str, str]]:
    """A column of possessions: permanent tick, name, Worth; empty rows up to the printed number."""
    owned = [i for i in b.items if i.sort == sort]
    slots = b.slots[("weapon", "armor", "other").index(sort)]
    rows = [("x" if i.permanent or n < slots else "", i.name, str(worth(i))) for n, i in enumerate(owned)]
    while len(rows) < max(ROWS[sort], slots):
        rows.append(("x" if len(rows) < slots else "", "", ""))
    return rows


def sheet_svg(b: Being) -> str:
    """One index card per character, ready to print in black and white."""
    pen = Pen(Svg(1000, 700))
    pen.box(f"card{b.id}", 8, 8, 984, 684, "#ffffff", 3)
    pen.text(30, 52, b.name, 32, bold=True)
    pen.text(430, 52, b.calling[:34], 22)
    pen.text(930, 52, f"Level {b.level}", 20, anchor="end", bold=True)
    pen.line("head", 24, 66, 976, 66, 2)
    for n, (key, now, full) in enumerate(zip(ATTRIBUTES, b.now, b.full, strict=True)):
        y = 100 + n * 38
        pen.text(30, y, ATTRIBUTE_NAMES[key], 19)
        pen.box(f"a{key}", 190, y - 22, 34, 30, "#ffffff")
        pen.text(207, y, str(now), 19, anchor="middle", bold=True)
        pen.text(234, y, f"of {full}", 14)
    for n in range(max(ABILITY_LINES, len(b.abilities))):
        y = 100 + n * 34
        pen.line(f"ab{n}", 320, y + 6, 690, y + 6, 1)
        if n < len(b.abilities):
            a = b.abilities[n]
            pen.text(324, y - 9, ("Main: " if a.rank == "main" else "") + a.name[:36], 15, bold=a.rank == "main")
            pen.text(324, y + 3, _use(a)[:68], 9.5, italic=True)
            pen.text(684, y, str(a.score), 18, anchor="end", bold=True)
    misc = (
        (SAVE_BODY, b.save_body),
        (SAVE_MIND, b.save_mind),
        ("Wealth", b.wealth),
        ("Provisions", b.provisions),
        ("Experience", f"{b.xp:,}"),
    )
    for n, (name, score) in enumerate(misc):
        y = 100 + n * 40
        for k, part in enumerate(wrap(name, 30, 2)):
            pen.text(716, y + 14 * k - (6 if len(name) > 30 else 0), part, 12.5)
        pen.text(960, y, str(score), 18, anchor="end", bold=True)
    pen.text(716, 306, "Flesh Wounds", 13)
    for k in range(b.wounds_full):
        pen.circle(f"fw{k}", 826 + k * 18, 301, 7, INK if k < b.wounds else "#ffffff", 1.6)
    if b.words:
        pen.text(30, 378, "Magic Words: " + ", ".join(b.words), 15)
        pen.text(30, 398, f"Power looks like this: {b.look}"[:120], 12, italic=True)
    for c, (sort, title) in enumerate((("weapon", "Weapons"), ("armor", "Armor"), ("other", "Other"))):
        x = 30 + c * 320
        pen.text(x, 438, title, 17, bold=True)
        pen.text(x + 290, 438, "Worth", 11, anchor="end", italic=True)
        for n, (perm, name, value) in enumerate(rows_of(b, sort)):
            y = 466 + n * 32
            pen.box(f"p{sort}{n}", x, y - 16, 16, 16, "#ffffff", 1.4)
            pen.text(x + 8, y - 3, perm, 13, anchor="middle", bold=True)
            pen.text(x + 24, y, name[:28], 14)
            pen.text(x + 290, y, value, 14, anchor="end")
            pen.line(f"l{sort}{n}", x + 22, y + 5, x + 292, y + 5, 0.8)
    notes = [_note(note) for note in b.notes if not note.startswith("making:")]
    extra = [f"Spell Dice {b.spell_dice}, strain {b.strain}." if b.words else "", "; ".join(notes[:3])]
    extra.append(f"Played by {b.player}." if b.player else "")
    pen.text(30, 672, "  ".join(x for x in extra if x)[:120], 12, italic=True)
    return pen.svg.render()


def _use(a: Ability) -> str:
    """What an Ability helps to do, and only when."""
    kinds = content.gm().kinds
    what = listed((kinds[k].label if k in kinds else k for k in a.adds), "or", "")
    when = "; ".join(circumstance(w) for w in a.when)
    return what + (f", only {when}" if when else "") + (", once a scene" if a.once else "")


def _note(note: str) -> str:
    """A weapon agreed on in creation, in words; other notes as they are."""
    if not note.startswith("weapon:"):
        return note
    words, _, dr = note[7:].partition("=")
    return f"{words}: DR {dr}"


def sheets_html(state: Donjon, seat: int | None) -> bytes:
    """All character sheets, one to a page."""
    pages = "".join(f"<section>{sheet_svg(b)}</section>" for b in state.pcs())
    style = "@page{size:landscape;margin:10mm}section{page-break-after:always;max-width:1000px;margin:0 auto}"
    style += "svg{width:100%;height:auto}"
    head = f'<meta charset="utf-8"><title>Donjon: character sheets</title><style>{style}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{pages}</body></html>'.encode()


def chronicle(state: Donjon, seat: int | None) -> bytes:
    """Every fact with author, scene and Test (DON-LOG-02)."""
    lines = [f"# {state.adventure.title if state.adventure else 'Donjon'}: the chronicle", ""]
    scene = -1
    for f in state.facts:
        if f.scene != scene:
            scene = f.scene
            lines += ["", f"## Scene {scene}: {f.place}", ""]
        twist = f" *Yet {f.twist}.*" if f.twist else ""
        hearsay = " (so they say)" if f.hearsay else ""
        lines.append(f"- {f.text}{hearsay} - {f.author}, {f.test}.{twist}")
    if state.turning:
        lines += ["", "## Turning points", "", *(f"- {line}" for line in state.turning)]
    if state.graves:
        lines += ["", "## Graves", "", *(f"- {line}" for line in state.graves)]
    return harmless("\n".join(lines) + "\n")


def personas(state: Donjon, seat: int | None) -> bytes:
    """Living characters as data, to be brought to another game."""
    return json.dumps({"personas": [msgspec.to_builtins(b) for b in state.pcs()]}, indent=1).encode()

"""A saga: one dungeon through all games, by bots, told in the terminal and as a page."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from ..engine.words import listed, some
from ..simulate.saga import Saga, saga
from .worlds import paragraph

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 1.05rem/1.5 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
body {{ background: #faf6ea; color: #1f1b18 }} main {{ max-width: 42rem; margin: auto }}
figure {{ margin: 1.5rem -9rem }} figure svg {{ width: 100%; height: auto }} figcaption {{ color: #6d675c; text-align: center }}
blockquote {{ border-left: 3px solid #3d6b3a; padding-left: 1rem; margin: .5rem 0 1.5rem; font-style: italic }}
table {{ border-collapse: collapse; width: 100%; font-size: .9rem }} td, th {{ text-align: right; padding: .1rem .5rem }}
td:nth-child(2), th:nth-child(2) {{ text-align: left }}
@media (max-width: 62rem) {{ figure {{ margin: 1.5rem 0; overflow-x: auto }} figure svg {{ min-width: 40rem }} }}
</style></head><body><main>
{body}
</main></body></html>
"""
WHO = {"descent": "A party", "board": "Racers", "robber": "A robber", "donjon": "Heroes of a story"}
YEAR = re.compile(r"^Years? [^.]*\. ")  # how a chronicle begins a paragraph; it counts the years of its age
COLUMNS = ("year", "game", "answers", "on the ticket", "slain", "taken", "gone before")
Told = Iterator[tuple[str, str]]  # "age", "year", "text", "trip" or "line", and what it says


def run_saga(plan: argparse.Namespace) -> int:
    """Tell one."""
    told = saga(plan.seed, plan.seasons, replay=not plan.quick)
    if plan.out:
        written = markdown(told) if plan.out.endswith(".md") else page(told)
        Path(plan.out).write_text(written, encoding="utf-8")
    print("\n".join(lines(told)))
    if plan.out:
        print(f"\nThe same as a page: {plan.out}")
    return 0


def story(told: Saga) -> Told:
    """A saga in the order in which it is told."""
    for number, chapter in enumerate(told.chapters):
        if number:
            yield "age", f"Year {chapter.year}"
        for part in chapter.lines:
            if not part.startswith("## "):
                yield "text", YEAR.sub("", part.replace("*", ""))
            elif not number:
                yield "age", part[3:]
        if not number:
            yield "age", f"Year {chapter.year}"
        for trip in chapter.expeditions:
            yield "trip", f"{WHO.get(trip.game, trip.game)}, by the {trip.door}, for {trip.goal}"
            way = [f"The way led through {listed(trip.way)}."] if trip.way else []
            yield "text", " ".join([*way, *trip.told])
            yield "line", trip.line
        for line in chapter.skipped:
            yield "text", f"Nobody went down in {line.replace(': ', ', because ', 1)}."


def lines(told: Saga) -> list[str]:
    """A saga for the terminal."""
    found = [told.title, "=" * len(told.title)]
    for kind, text in story(told):
        if kind == "age":
            found += ["", "", text.upper()]
        elif kind == "trip":
            found += ["", "", f"  {text}", "  " + "-" * min(len(text), 70)]
        elif kind == "line":
            found += ["", paragraph(f"    > {text}")]
        else:
            found += ["", *paragraph(f"  {text}").replace("\n    ", "\n  ").split("\n")]
    rows = [COLUMNS, *_figures(told)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(COLUMNS))]
    table = ["  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return [
        *found,
        "",
        "",
        "THE MAP NOW",
        "",
        told.text,
        "",
        "THE FIGURES, IN TWELFTHS OF A BEAD",
        "",
        *table,
        "",
        *map(paragraph, _account(told)),
    ]


def _figures(told: Saga) -> list[tuple[str, ...]]:
    """A row for every expedition."""
    return [
        tuple(map(str, (trip.year, trip.game, trip.answers, trip.given, trip.slain, trip.taken, trip.void)))
        for chapter in told.chapters
        for trip in chapter.expeditions
    ]


def _account(told: Saga) -> list[str]:
    account = told.account
    found = [
        f"  People: {account['people at first']} when the first went down, {account['people at last']} now; "
        f"{account['slain']} slain by visitors, the rest is the world's own doing.",
        f"  Loot: {account['loot at first']} when the first went down, {account['loot at last']} now; "
        f"{account['taken']} carried out, {account['brought']} left by the dead, {account['void']} no longer there.",
    ]
    if account["replayed"]:
        found.append(f"  {some(account['replayed'], 'game')} played again: the same, byte for byte.")
    return found


def page(told: Saga) -> str:
    """A saga as a page of its own."""
    parts = [f"<h1>{escape(told.title)}</h1>", f"<figure>{told.before}<figcaption>Before anybody went down</figcaption></figure>"]
    tags = {"age": "h2", "trip": "h3", "line": "blockquote", "text": "p"}
    parts += [f"<{tags[kind]}>{escape(text)}</{tags[kind]}>" for kind, text in story(told)]
    parts.append(f"<figure>{told.after}<figcaption>After them</figcaption></figure>")
    rows = ["".join(f"<th>{name}</th>" for name in COLUMNS)]
    rows += ["".join(f"<td>{cell}</td>" for cell in row) for row in _figures(told)]
    parts.append(f"<h2>The figures, in twelfths of a bead</h2><table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>")
    parts.append("".join(f"<p>{escape(line.strip())}</p>" for line in _account(told)))
    return PAGE.format(title=escape(told.title), body="\n".join(parts))


def markdown(told: Saga, before: str = "", after: str = "") -> str:
    """A saga as a page of the docs, with pictures of the map where there are any."""
    marks = {"age": "## {}", "trip": "### {}", "line": "> {}", "text": "{}"}
    parts = [f"# {told.title}", *([f"![The map before anybody went down]({before})"] if before else [])]
    parts += [marks[kind].format(text) for kind, text in story(told)]
    parts += [f"![The map after them]({after})"] if after else []
    rows = [COLUMNS, ("--:",) * len(COLUMNS), *_figures(told)]
    parts += ["## The figures, in twelfths of a bead", "\n".join(f"| {' | '.join(row)} |" for row in rows)]
    return "\n\n".join([*parts, *(line.strip() for line in _account(told))]) + "\n"

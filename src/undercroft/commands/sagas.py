"""A saga: one dungeon through all games, by bots, told in the terminal and as a page."""

from __future__ import annotations

import argparse
from html import escape
from pathlib import Path

from ..engine.words import some
from ..games import find
from ..simulate.saga import Expedition, Saga, saga
from .worlds import NEWEST, paragraph

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 1.05rem/1.5 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
body {{ background: #faf6ea; color: #1f1b18 }}
figure {{ margin: 1.5rem 0 }} figure svg {{ width: 100%; height: auto }} figcaption, small {{ color: #6d675c }}
section {{ border-left: 3px solid #3d6b3a; padding-left: 1rem; margin: 1rem 0 }}
blockquote {{ margin: .5rem 0; font-style: italic }}
</style></head><body>
{body}
</body></html>
"""


def run_saga(plan: argparse.Namespace) -> int:
    """Tell one."""
    told = saga(plan.seed, plan.seasons, replay=not plan.quick)
    if plan.out:
        Path(plan.out).write_text(page(told), encoding="utf-8")
    print("\n".join(lines(told)))
    if plan.out:
        print(f"\nThe same as a page: {plan.out}")
    return 0


def lines(told: Saga) -> list[str]:
    """A saga for the terminal."""
    found = [told.title, "=" * len(told.title), ""]
    for chapter in told.chapters:
        found += [f"{chapter.age}, year {chapter.year}", ""]
        shown = chapter.lines[-NEWEST:]
        if len(chapter.lines) > len(shown):
            found.append(f"  ({some(len(chapter.lines) - len(shown), 'line')} of history before that)")
        found += [paragraph(f"  {line}") for line in shown]
        for trip in chapter.expeditions:
            found += ["", paragraph(f"  {trip.game.upper()}, by the {trip.door}, for {trip.goal}: {trip.came}")]
            found += [paragraph(f"    {trip.line}"), paragraph(f"    {_figures(trip)}")]
        found += [f"  {line}" for line in chapter.skipped]
        found.append("")
    return [*found, told.text, "", *map(paragraph, _account(told))]


def _figures(trip: Expedition) -> str:
    done = ", ".join(f"{number} {what}" for what, number in trip.deeds.items()) or "no deeds"
    return (
        f"{some(trip.answers, 'answer')}; {done}; of {some(trip.given, 'twelfth')} on the ticket {trip.slain} slain, "
        f"{trip.taken} taken, {trip.void} no longer there"
    )


def _account(told: Saga) -> list[str]:
    account = told.account
    found = [
        "The account, in twelfths of a bead",
        f"  people: {account['people at first']} when the first went down, {account['people at last']} now; "
        f"{account['slain']} slain by visitors, the rest is the world's own doing",
        f"  loot: {account['loot at first']} when the first went down, {account['loot at last']} now; "
        f"{account['taken']} carried out, {account['brought']} left by the dead, {account['void']} no longer there",
    ]
    if account["replayed"]:
        found.append(f"  {some(account['replayed'], 'game')} played again: the same, byte for byte")
    return found


def page(told: Saga) -> str:
    """A saga as a page of its own."""
    parts = [f"<h1>{escape(told.title)}</h1>", f"<figure>{told.before}<figcaption>Before anybody went down</figcaption></figure>"]
    for chapter in told.chapters:
        parts.append(f"<h2>{escape(chapter.age)}, year {chapter.year}</h2>")
        parts.append("".join(f"<p>{escape(line)}</p>" for line in chapter.lines[-NEWEST:]))
        for trip in chapter.expeditions:
            how = f"By the {trip.door}, for {trip.goal}. {trip.came}"
            parts.append(
                f"<section><h3>{escape(find(trip.game).title)}</h3><p>{escape(how)}</p>"
                f"<blockquote>{escape(trip.line)}</blockquote><small>{escape(_figures(trip))}</small></section>"
            )
    parts.append(f"<figure>{told.after}<figcaption>After them</figcaption></figure>")
    parts.append("".join(f"<p>{escape(line.strip())}</p>" for line in _account(told)))
    return PAGE.format(title=escape(told.title), body="\n".join(parts))

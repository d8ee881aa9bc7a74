"""The twenty dice of a new character. Chapter 2."""

from __future__ import annotations

from .....engine import Option, Table
from ...being import Being
from ...state import Donjon, Draft

DICE = 20  # DON-START-01


def rest_of_dice(b: Being) -> None:
    """Flesh Wounds and saves from what the Abilities leave of twenty dice."""
    left = DICE - sum(a.score for a in b.abilities)
    b.wounds_full = min(4, max(1, left // 2))
    left -= b.wounds_full
    b.save_body = min(4, (left + 1) // 2)
    b.save_mind = min(4, left - b.save_body)
    left -= b.save_body + b.save_mind
    for ability in b.abilities:
        while left > 0 and ability.score < 4:
            ability.score += 1
            left -= 1
    b.wounds = b.wounds_full


async def dice(t: Table[Donjon], d: Draft) -> None:
    """Twenty dice over eight scores, none above Level + 3 (DON-START-01)."""
    b = d.being
    suggested = suggest_dice(b)
    names = [a.name for a in b.abilities] + ["Mind save", "Body save", "Flesh Wounds"]
    shown = ", ".join(f"{name} {n}" for name, n in zip(names, suggested, strict=True))
    pick = await t.choose(
        d.seat,
        "Twenty dice over eight scores, none above 4. Take this? {shown}",
        {"take": Option("Take it", rule="DON-START-01"), "own": Option("Place them myself", hint="eight numbers")},
        rule="DON-START-01",
        shown=shown,
    )
    if pick == "own":
        placed: list[int] = []
        left = DICE
        for at, name in enumerate(names):
            rest = len(names) - 1 - at
            low, high = max(0, left - 4 * rest), min(4, left)
            n = (
                low
                if low == high
                else await t.ask_number(
                    d.seat,
                    "{name}? {left} dice left.",
                    low,
                    high,
                    rule="DON-START-01",
                    suggest=min(high, max(low, suggested[at])),
                    name=name,
                    left=left,
                )
            )
            placed.append(n)
            left -= n
        suggested = placed
    for a, n in zip(b.abilities, suggested[:5], strict=True):
        a.score = n
    b.save_mind, b.save_body, b.wounds_full = suggested[5], suggested[6], suggested[7]
    b.wounds = b.wounds_full
    if b.wounds_full == 0:
        t.tell("No Flesh Wounds at all: brave.", rule="DON-START-01")
    d.stage = "weapon"


def suggest_dice(b: Being) -> list[int]:
    """A sensible spread: a ready Class's own, or the Main Ability high and something for the skin."""
    ready = [*(a.score for a in b.abilities), b.save_mind, b.save_body, b.wounds_full]
    return ready if sum(ready) == DICE else [4, 3, 3, 2, 2, 1, 2, 3]

"""Attributes by the five methods of the dial. Chapter 2."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital
from ...being import ATTRIBUTE_NAMES, ATTRIBUTES
from ...state import Donjon, Draft
from ..basics.answers import Said, read

POINTS = 21  # DON-ATGEN-07


WHIFF = 15  # DON-ATGEN-04


METHODS = {
    "standard": "3d6 median in order",
    "whiff-proof": "as standard, and totals of 15 or less may be rolled again",
    "bonus": "whiff-proof, then one up and one down",
    "chosen": "six medians, placed as you like",
    "allocated": "21 points, one to six each",
}


SPREADS = {
    "even": [3, 3, 4, 4, 4, 3],
    "swinger": [5, 2, 3, 5, 4, 2],
    "thinker": [2, 6, 4, 3, 3, 3],
    "scout": [2, 3, 6, 5, 3, 2],
    "talker": [2, 4, 4, 3, 3, 5],
}


def median(faces: list[int]) -> int:
    """The middle one of three (DON-GLOS-03)."""
    return sorted(faces)[len(faces) // 2]


async def roll_medians(t: Table[Donjon], seat: int) -> list[int]:
    """Three six-sided dice for each Attribute, keep the median (DON-ATGEN-01)."""
    found = []
    for key in ATTRIBUTES:
        faces = await t.roll_faces("3d6", f"{ATTRIBUTE_NAMES[key]} (median)", rule="DON-ATGEN-01", seat=seat, pool=True)
        found.append(median(faces))
    return found


async def attributes(t: Table[Donjon], d: Draft) -> None:
    """The dial says how; anyone may turn it back to Standard for himself (DON-ATGEN-02, DON-ATGEN-03)."""
    s = t.state
    method = s.options.attributes
    if method != "standard":
        pick = await t.choose(
            d.seat,
            "Attributes: {how}. Or the standard way, in order?",
            {
                "dial": Option(f"The table's way ({method})", rule="DON-ATGEN-03"),
                "standard": Option("Standard", hint="3d6 median, in order", rule="DON-ATGEN-02"),
            },
            rule="DON-ATGEN-02",
            how=METHODS[method],
        )
        method = method if pick == "dial" else "standard"
    b = d.being
    if method == "allocated":
        await allocate(t, d)
    else:
        scores = await roll_medians(t, d.seat)
        for _ in range(20):
            if method == "standard" or sum(scores) > WHIFF:
                break
            again = await t.choose(
                d.seat,
                "{scores}: {total} in all. Roll them all again?",
                {"reroll": "Roll again", "keep": "Keep them"},
                rule="DON-ATGEN-04",
                scores=" ".join(str(n) for n in scores),
                total=sum(scores),
            )
            if again == "keep":
                break
            scores = await roll_medians(t, d.seat)
        if method == "chosen":
            scores = await place_scores(t, d, scores)
        b.full = scores
        if method == "bonus":
            await one_up_one_down(t, d)
    b.now = list(b.full)
    shown = ", ".join(f"{ATTRIBUTE_NAMES[k]} {n}" for k, n in zip(ATTRIBUTES, b.full, strict=True))
    t.tell("{shown}.", rule="DON-ATTR-01", shown=shown)
    d.stage = "words" if any(a.spell for a in b.abilities) and not b.words else "dice"


async def place_scores(t: Table[Donjon], d: Draft, scores: list[int]) -> list[int]:
    """Six medians, placed in any Attributes (DON-ATGEN-06)."""
    left = sorted(scores, reverse=True)
    placed: list[int] = []
    for key in ATTRIBUTES[:-1]:
        if len(set(left)) == 1:
            placed.append(left.pop())
            continue
        keys = list(dict.fromkeys(str(n) for n in left))
        pick = await t.choose(
            d.seat,
            "Which goes into {attribute}? Left: {left}.",
            {k: k for k in keys},
            rule="DON-ATGEN-06",
            attribute=ATTRIBUTE_NAMES[key],
            left=" ".join(str(n) for n in left),
        )
        left.remove(int(pick))
        placed.append(int(pick))
    return [*placed, left[0]]


async def one_up_one_down(t: Table[Donjon], d: Draft) -> None:
    """One score up and another down, within 1 to 6 (DON-ATGEN-05)."""
    b = d.being
    ups = [k for k, n in zip(ATTRIBUTES, b.full, strict=True) if n < 6]
    if not ups or all(n == 1 for n in b.full):
        t.tell("There is nothing to move: the scores stay as they fell.", rule="DON-ATGEN-05")
        return
    sole = [k for k, n in zip(ATTRIBUTES, b.full, strict=True) if n > 1]
    if len(sole) == 1:  # the only score that can go down cannot also go up
        ups = [k for k in ups if k != sole[0]]
    up = await t.choose(
        d.seat, "One up: which?", Said.keys("up", ups), rule="DON-ATGEN-05", describe=lambda k: ATTRIBUTE_NAMES[read(k).on]
    )
    b.full[ATTRIBUTES.index(read(up).on)] += 1
    downs = [k for k, n in zip(ATTRIBUTES, b.full, strict=True) if n > 1 and k != read(up).on]
    down = await t.choose(
        d.seat, "One down: which?", Said.keys("down", downs), rule="DON-ATGEN-05", describe=lambda k: ATTRIBUTE_NAMES[read(k).on]
    )
    b.full[ATTRIBUTES.index(read(down).on)] -= 1


async def allocate(t: Table[Donjon], d: Draft) -> None:
    """21 points over six Attributes, one to six each (DON-ATGEN-07)."""
    options: dict[str, str | Option] = {
        name: Option(
            capital(name), hint=" ".join(f"{ATTRIBUTE_NAMES[k][:3]} {n}" for k, n in zip(ATTRIBUTES, spread, strict=True))
        )
        for name, spread in SPREADS.items()
    }
    options["own"] = Option("My own spread", hint="six numbers")
    pick = await t.choose(d.seat, "21 points over six Attributes. How?", options, rule="DON-ATGEN-07")
    if pick != "own":
        d.being.full = list(SPREADS[pick])
        return
    left = POINTS
    full: list[int] = []
    for at, key in enumerate(ATTRIBUTES):
        rest = 5 - at
        low, high = max(1, left - 6 * rest), min(6, left - rest)
        n = (
            low
            if low == high
            else await t.ask_number(
                d.seat,
                "{attribute}? {left} points left.",
                low,
                high,
                rule="DON-ATGEN-07",
                suggest=min(high, max(low, left // (rest + 1))),
                attribute=ATTRIBUTE_NAMES[key],
                left=left,
            )
        )
        full.append(n)
        left -= n
    d.being.full = full

"""Tests: two pools, compared die by die. Chapter 1 of the rulebook. Spends nothing: that is the Law of Successes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .....engine import Table
from .....engine.words import capital
from ...state import Donjon, Rolled


class Pool(msgspec.Struct):
    """Dice to be rolled, and where they come from."""

    who: str
    parts: list[tuple[str, int]]
    seat: int | None = None
    faces: list[int] | None = None  # already rolled: one roll against several others
    least: int = 0
    reveals: str = ""  # the creature whose hidden scores (saves, hide, purse) these dice are

    @property
    def dice(self) -> int:
        """How many dice; penalties never push a pool below none (DON-DICE-08)."""
        dice = 0
        for _, n in self.parts:
            dice += n
        return max(self.least, dice)

    @property
    def text(self) -> str:
        """Where the dice come from, in words."""
        said = ""
        for name, n in self.parts:
            if n:
                said += f"{' - ' if n < 0 else ' + ' if said else ''}{name} {abs(n)}"
        return said.strip() or "nothing"

    def plus(self, name: str, dice: int) -> Pool:
        """The same pool with more (or fewer) dice."""
        parts = [*self.parts, (name, dice)] if dice else list(self.parts)
        return Pool(self.who, parts, self.seat, None, self.least, self.reveals)


class Compared(msgspec.Struct):
    """Who won, with how many successes, after how many ties; whether every die of the winner succeeded."""

    won: bool  # side a
    n: int
    tied: int
    every: bool


def compare(a: Sequence[int], b: Sequence[int]) -> Compared | None:
    """Compare two pools from the highest die down (DON-DICE-02 to 05, 07, 08). None: all dice are tied.

    Ties are set aside and go to the winner; a missing die counts as 0.
    """
    high, low = sorted(a, reverse=True), sorted(b, reverse=True)
    k = 0
    while k < len(high) and k < len(low) and high[k] == low[k]:
        k += 1
    next_a = high[k] if k < len(high) else 0
    next_b = low[k] if k < len(low) else 0
    if next_a == next_b:
        return None
    winner, beaten = (high, next_b) if next_a > next_b else (low, next_a)
    n = k + sum(1 for face in winner[k:] if face > beaten)
    return Compared(next_a > next_b, n, k, n == len(winner))


class Result(msgspec.Struct):
    """A finished Test."""

    won: bool  # side a won
    n: int  # the winner's successes
    every: bool  # every die of the winner is a success
    tied: int
    a_faces: list[int]
    b_faces: list[int]


async def throw(t: Table[Donjon], pool: Pool, why: str, *, rule: str) -> list[int]:
    """Roll a pool (DON-DICE-01); a pool of no dice shows nothing."""
    if pool.faces is not None:
        return pool.faces
    if pool.dice == 0:
        return []
    label = why if why.startswith(pool.who) else f"{why}: {pool.who}"
    label = capital(label)
    return await t.roll_faces(f"{pool.dice}d{t.state.die}", label, rule=rule, seat=pool.seat, pool=True)


async def contest(t: Table[Donjon], a: Pool, b: Pool, why: str, *, rule: str) -> Result:
    """One Test of pool a against pool b. Always has exactly one winner with at least one success (DON-DICE-09)."""
    s = t.state
    a_faces = await throw(t, a, why, rule=rule)
    b_faces = await throw(t, b, why, rule=rule)
    found = compare(a_faces, b_faces)
    a_all, b_all = list(a_faces), list(b_faces)
    while found is None:  # DON-DICE-06: each side adds one die
        extra = Pool("tie-break", [("one more die", 1)])
        one = (await throw(t, Pool(a.who, extra.parts, a.seat), "tie-break", rule="DON-DICE-06"))[0]
        other = (await throw(t, Pool(b.who, extra.parts, b.seat), "tie-break", rule="DON-DICE-06"))[0]
        a_all.append(one)
        b_all.append(other)
        if s.options.tiebreak == "resort":
            found = compare(a_all, b_all)
        elif one != other:
            found = Compared(one > other, len(a_all), len(a_all) - 1, every=True)
    s.tested += [side.reveals for side in (a, b) if side.reveals]
    s.tally.tests += 1
    _lay_out(t, a, b, why, rule, found, a_all, b_all)
    return Result(found.won, found.n, found.every, found.tied, a_all, b_all)


def _lay_out(
    t: Table[Donjon], a: Pool, b: Pool, why: str, rule: str, found: Compared, a_faces: list[int], b_faces: list[int]
) -> None:
    """Log the Test so that it can be recomputed from its entry (DON-LOG-01), and leave the dice on the table."""
    t.state.tray = Rolled(
        why,
        a.who,
        b.who,
        a.text,
        b.text,
        sorted(a_faces, reverse=True),
        sorted(b_faces, reverse=True),
        found.tied,
        found.won,
        found.n,
    )
    if t.light:
        return
    t.tell(
        "[{why}] {a} {a_dice} ({a_parts}: {a_faces}) against {b} {b_dice} ({b_parts}: {b_faces}): "
        "{winner}, {n} {n:success|successes}{ties}.",
        rule=rule,
        kind="roll",
        why=capital(why),
        a=a.who,
        a_dice=len(a_faces),
        a_parts=a.text,
        a_faces=" ".join(str(f) for f in sorted(a_faces, reverse=True)) or "-",
        b=b.who,
        b_dice=len(b_faces),
        b_parts=b.text,
        b_faces=" ".join(str(f) for f in sorted(b_faces, reverse=True)) or "-",
        winner=a.who if found.won else b.who,
        n=found.n,
        ties="" if not found.tied else f", {found.tied} tied",
    )

"""Exact odds of a Test: who wins, and with how many successes. Walks down the faces of the die (DON-ODDS-01).

It does not roll anything; `chances` is exact in fractions, `win` and `mean` are quick floats for hints and tactics.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import msgspec

from ...engine import BadOpening, Odds
from ...engine.words import count, some

TIES_COUNTED = 24  # further all-tied rounds have a chance below 1e-30 on any real die


class Chances(msgspec.Struct, frozen=True):
    """The exact outcome of side A's dice against side B's: chances by number of successes."""

    die: int
    a_dice: int
    b_dice: int
    a: dict[int, Fraction]  # P(A wins with exactly k)
    b: dict[int, Fraction]
    a_wins: Fraction
    b_wins: Fraction
    all_tied: Fraction  # P(the tie-break die is needed)
    a_every: Fraction  # P(A wins and every one of its dice is a success)
    b_every: Fraction

    @property
    def mean_a(self) -> Fraction | None:
        """A's successes on average, given that A wins."""
        return _mean(self.a, self.a_wins)

    @property
    def mean_b(self) -> Fraction | None:
        """B's successes on average, given that B wins."""
        return _mean(self.b, self.b_wins)


def _mean(side: dict[int, Fraction], wins: Fraction) -> Fraction | None:
    return sum((k * p for k, p in side.items()), Fraction(0)) / wins if wins else None


Ways = tuple[dict[int, int], dict[int, int], dict[int, int], int, int]


class _Walk:
    """A walk down the faces of one die, counting the ways dice can fall: whole numbers all the way."""

    def __init__(self, die: int) -> None:
        self.die = die
        self.memo: dict[tuple[int, int, int], Ways] = {}
        self.rests: dict[tuple[int, int, int], dict[int, int]] = {}

    def from_face(self, i: int, j: int, v: int) -> Ways:
        """Ways when i dice meet j dice, all showing at most v: A's wins by successes, B's, all tied by count, and the
        ways in which every one of the winner's dice is a success, A's and B's."""
        if i == 0 and j == 0:
            return {}, {}, {0: 1}, 0, 0
        if i == 0:
            return {}, {j: v**j}, {}, 0, v**j
        if j == 0:
            return {i: v**i}, {}, {}, v**i, 0
        known = self.memo.get((i, j, v))
        if known is not None:
            return known
        a: dict[int, int] = {}
        b: dict[int, int] = {}
        tied: dict[int, int] = {}
        a_every = b_every = 0
        for top_a in range(i + 1):
            for top_b in range(j + 1):
                if v == 1 and (top_a < i or top_b < j):
                    continue
                ways = comb(i, top_a) * comb(j, top_b)
                if top_a == top_b:
                    below_a, below_b, below_tied, every_a, every_b = self.from_face(i - top_a, j - top_b, v - 1)
                    for source, into in ((below_a, a), (below_b, b), (below_tied, tied)):
                        for k, q in source.items():
                            into[k + top_a] = into.get(k + top_a, 0) + ways * q
                    a_every += ways * every_a
                    b_every += ways * every_b
                elif top_a > top_b:  # the tied pairs stand aside, and the next pair decides
                    for k, q in self._rest(i - top_a, j - top_b, v - 1).items():
                        a[top_a + k] = a.get(top_a + k, 0) + ways * q
                        if k == i - top_a:
                            a_every += ways * q
                else:
                    for k, q in self._rest(j - top_b, i - top_a, v - 1).items():
                        b[top_b + k] = b.get(top_b + k, 0) + ways * q
                        if k == j - top_b:
                            b_every += ways * q
        self.memo[i, j, v] = result = (a, b, tied, a_every, b_every)
        return result

    def _rest(self, mine: int, theirs: int, v: int) -> dict[int, int]:
        """In how many ways k of my dice on 1..v beat the best of theirs on 1..v."""
        if theirs == 0:
            return {mine: v**mine}
        known = self.rests.get((mine, theirs, v))
        if known is not None:
            return known
        found: dict[int, int] = {}
        for best in range(1, v + 1):
            at_best = best**theirs - (best - 1) ** theirs
            for k in range(mine + 1):
                q = at_best * comb(mine, k) * (v - best) ** k * best ** (mine - k)
                if q:
                    found[k] = found.get(k, 0) + q
        self.rests[mine, theirs, v] = found
        return found


@lru_cache(maxsize=16)
def _walk(die: int) -> _Walk:
    return _Walk(die)


Glance = tuple[float, float, float, float]


def _at_face(dice: int, v: int) -> list[float]:
    """The chances that 0, 1, 2 ... of so many dice on 1..v show v; more dice than a float can count go by fractions."""
    if dice > 200:
        return [float(Fraction(comb(dice, n) * (v - 1) ** (dice - n), v**dice)) for n in range(dice + 1)]
    low = (v - 1) / v
    return [comb(dice, n) * low ** (dice - n) / v**n for n in range(dice + 1)]


class _Glance:
    """The same walk in floats, summed up: quick enough for a hint beside every option."""

    def __init__(self) -> None:
        self.memo: dict[tuple[int, int, int], Glance] = {}
        self.beats: dict[tuple[int, int], float] = {}

    def beat(self, theirs: int, v: int) -> float:
        """The chance that one die on 1..v is above the best of theirs on 1..v."""
        if theirs == 0:
            return 1.0
        known = self.beats.get((theirs, v))
        if known is None:
            steps = ((best**theirs - (best - 1) ** theirs) * (v - best) for best in range(1, v + 1))
            known = self.beats[theirs, v] = sum(steps) / v ** (theirs + 1) if v else 0.0
        return known

    def from_face(self, i: int, j: int, v: int) -> Glance:
        """When i dice meet j dice on 1..v: A's chance to win, its successes times that chance, the chance of a full tie, and
        the tied pairs times that one."""
        if i == 0 or j == 0:
            return (1.0, float(i), 0.0, 0.0) if i else (0.0, 0.0, 0.0 if j else 1.0, 0.0)
        known = self.memo.get((i, j, v))
        if known is not None:
            return known
        at_a, at_b = _at_face(i, v), _at_face(j, v)
        wins = counted = tied = pairs = 0.0
        fewer = beaten = 0.0  # the chance that B shows fewer of this face, and the same times what then beats the rest
        for n in range(i + 1):
            p = at_a[n]
            wins += p * fewer
            counted += p * (n * fewer + (i - n) * beaten)
            if n <= j:
                if both := p * at_b[n]:
                    below = self.from_face(i - n, j - n, v - 1)
                    wins += both * below[0]
                    counted += both * (below[1] + n * below[0])
                    tied += both * below[2]
                    pairs += both * (below[3] + n * below[2])
                fewer += at_b[n]
                beaten += at_b[n] * self.beat(j - n, v - 1)
        self.memo[i, j, v] = found = (wins, counted, tied, pairs)
        return found


_GLANCE = _Glance()  # whatever the die: it starts from its highest face


@lru_cache(maxsize=16384)
def _quick(m: int, n: int, die: int) -> tuple[float, float]:
    """A's win chance, and its mean successes when it wins."""
    wins, counted, tied, pairs = _GLANCE.from_face(m, n, die)
    wins += tied / 2
    counted += (pairs + tied * die / (die - 1)) / 2
    return wins, counted / wins if wins else 0.0


@lru_cache(maxsize=2048)
def chances(a_dice: int, b_dice: int, die: int = 20) -> Chances:
    """Exact chances of `a_dice` against `b_dice` (DON-ODDS-01, DON-ODDS-02)."""
    if a_dice < 0 or b_dice < 0 or die < 2:
        raise ValueError("dice cannot be negative, and a die needs at least two faces")
    ways_a, ways_b, ways_tied, ways_a_every, ways_b_every = _walk(die).from_face(a_dice, b_dice, die)
    every = die ** (a_dice + b_dice)
    a = {k: Fraction(q, every) for k, q in ways_a.items()}
    b = {k: Fraction(q, every) for k, q in ways_b.items()}
    tied = Fraction(sum(ways_tied.values()), every)
    a_wins, b_wins = sum(a.values(), tied / 2), sum(b.values(), tied / 2)
    for k, q in ways_tied.items():
        for extra in range(1, TIES_COUNTED + 1):  # both sides add dice until they differ; the winner takes all of them
            share = Fraction(q, every) / 2 * Fraction(die - 1, die) * Fraction(1, die) ** (extra - 1)
            a[k + extra] = a.get(k + extra, Fraction(0)) + share
            b[k + extra] = b.get(k + extra, Fraction(0)) + share
    return Chances(
        die,
        a_dice,
        b_dice,
        dict(sorted(a.items())),
        dict(sorted(b.items())),
        a_wins,
        b_wins,
        tied,
        Fraction(ways_a_every, every) + tied / 2,
        Fraction(ways_b_every, every) + tied / 2,
    )


def win(a_dice: int, b_dice: int, die: int = 20) -> float:
    """The chance that A wins, as a quick float."""
    return _quick(max(0, a_dice), max(0, b_dice), die)[0]


def mean(a_dice: int, b_dice: int, die: int = 20) -> float:
    """A's successes on average when A wins."""
    return _quick(max(0, a_dice), max(0, b_dice), die)[1]


def words(a_dice: int, b_dice: int, die: int = 20) -> str:
    """Odds in a short line: "9 dice against 5: 67%, about three successes" (DON-ODDS-03)."""
    if a_dice <= 0:
        return "no dice: no chance"
    chance = win(a_dice, b_dice, die)
    return f"{some(a_dice, 'die')} against {b_dice}: {chance:.0%}, about {count(round(mean(a_dice, b_dice, die)), 'success')}"


def report(a_dice: int, b_dice: int, die: int = 20) -> dict[str, Any]:
    """Everything about one Test as plain data, for the command line and JSON. Exact fractions come as text."""
    exact = chances(a_dice, b_dice, die)

    def side(found: dict[int, Fraction], wins: Fraction, every: Fraction, average: Fraction | None) -> dict[str, Any]:
        return {
            "wins": float(wins),
            "wins_exact": str(wins),
            "every_die": float(every),
            "mean_successes": None if average is None else float(average),
            "successes": {k: float(p) for k, p in found.items() if p > Fraction(1, 10**12)},
        }

    return {
        "game": "donjon",
        "die": die,
        "a_dice": a_dice,
        "b_dice": b_dice,
        "all_tied": float(exact.all_tied),
        "a": side(exact.a, exact.a_wins, exact.a_every, exact.mean_a),
        "b": side(exact.b, exact.b_wins, exact.b_every, exact.mean_b),
        "line": words(a_dice, b_dice, die),
    }


def text(a_dice: int, b_dice: int, die: int = 20) -> str:
    """The odds of one Test as a small table for a terminal."""
    found = report(a_dice, b_dice, die)
    lines = [
        f"{a_dice} dice against {b_dice} (d{die})",
        f"  first side wins  {found['a']['wins']:7.2%}   second side wins {found['b']['wins']:7.2%}",
        "  successes   first   second",
    ]
    most = max([*found["a"]["successes"], *found["b"]["successes"]], default=0)
    for k in range(1, most + 1):
        first, second = found["a"]["successes"].get(k, 0.0), found["b"]["successes"].get(k, 0.0)
        if first >= 0.00005 or second >= 0.00005:
            bar = "#" * round(40 * first) + "-" * round(40 * second)
            lines.append(f"  {k:9d} {first:7.2%} {second:7.2%}  {bar}")
    exact = [found[side]["wins_exact"] for side in ("a", "b")]
    if len(exact[0]) <= 60:
        lines.append(f"  exactly {exact[0]} and {exact[1]}")
    means = [found[side]["mean_successes"] for side in ("a", "b")]
    shown = ["-" if value is None else f"{value:.2f}" for value in means]
    lines.append(
        f"  mean when winning: {shown[0]} and {shown[1]}; every die a success: {found['a']['every_die']:.2%}"
        f" and {found['b']['every_die']:.2%}"
    )
    return "\n".join(lines)


def answer(question: Sequence[str]) -> Odds:
    """`undercroft odds donjon 9 5 [die 20]`: two pools and a die size; with no words, how to ask."""
    given = [word.lower().removeprefix("die=").removeprefix("d") for word in question]
    words_given = [word for word in given if word not in ("against", "v", "vs", "ice", "ie")]
    numbers = [int(word) for word in words_given if word.isdecimal()]
    if not numbers:
        return Odds("", "Name two pools, and a die size if it is not 20: `9 5`, or `4 8 d6`.")
    if len(numbers) < 2 or len(numbers) != len(words_given) or len(numbers) > 3:
        raise BadOpening(f"{' '.join(question)!r}: name two pools and perhaps a die size, such as 9 5 or 4 8 d6")
    a_dice, b_dice = numbers[:2]
    die = numbers[2] if len(numbers) == 3 else 20
    if die < 2 or max(a_dice, b_dice) > 60:
        raise BadOpening("pools go up to 60 dice, and a die has at least two faces")
    exact = chances(a_dice, b_dice, die)
    fractions = {"first wins": exact.a_wins, "second wins": exact.b_wins, "all tied": exact.all_tied}
    fractions |= {"first wins with every die": exact.a_every, "second wins with every die": exact.b_every}
    small = Fraction(1, 10**12)
    fractions |= {f"first wins by {k}": p for k, p in exact.a.items() if p > small}
    fractions |= {f"second wins by {k}": p for k, p in exact.b.items() if p > small}
    return Odds(
        f"{a_dice} dice against {b_dice} on d{die}",
        text(a_dice, b_dice, die),
        {name: str(value) for name, value in fractions.items()},
        {name: float(value) for name, value in fractions.items()},
    )

"""Dice: one generator of our own, the notation, and the sources that stand in for it in tests and odds.

The seeded source is SplitMix64: its whole state is one integer, the same on every platform and Python. This module does
not know of asks: dice typed in by a player are handled by the table.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, MutableSequence, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

import msgspec

from .errors import BadNotation, RulesBug

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15

# Words are drawn in blocks: one whole number holds a word in every 128 bits, so that one product serves them all. The last
# word of a block lies lowest, and is taken off the list last.
_BLOCK = 32
_FEW = 4
_ONES = sum(1 << 128 * lane for lane in range(_BLOCK))
_STEPS = sum(((_BLOCK - lane) * _GAMMA & _MASK) << 128 * lane for lane in range(_BLOCK))
_LANES = _MASK * _ONES
_unpack = struct.Struct("<" + "Q8x" * _BLOCK).unpack

# "2d6+1", "d100", "d%", "3d6 median", "2d20 high", "1d6x10", "1d4x10+5", and plain numbers.
_NOTATION = re.compile(
    r"^\s*(?:(?P<count>\d*)\s*d\s*(?P<sides>\d+|%)|(?P<flat>\d+))"
    r"\s*(?:[x*]\s*(?P<times>\d+))?\s*(?P<plus>[+-]\s*\d+)?\s*(?P<keep>median|high|low)?\s*$"
)


class Notation(msgspec.Struct, frozen=True):
    """A parsed dice expression: throw `count` dice of `sides`, keep all or one, multiply, add."""

    text: str
    count: int
    sides: int
    times: int = 1
    plus: int = 0
    keep: str = ""  # "" adds the faces up; "median", "high" and "low" keep one of them

    def total(self, faces: Sequence[int]) -> int:
        """The value of this roll when the dice show `faces`."""
        if not self.keep:
            kept = sum(faces)
        elif self.keep == "high":
            kept = max(faces)
        elif self.keep == "low":
            kept = min(faces)
        else:
            kept = sorted(faces)[len(faces) // 2]
        return kept * self.times + self.plus

    @property
    def low(self) -> int:
        """The least total possible."""
        return (1 if self.keep else self.count) * (1 if self.sides else 0) * self.times + self.plus

    @property
    def high(self) -> int:
        """The greatest total possible."""
        return (1 if self.keep else self.count) * self.sides * self.times + self.plus


@lru_cache(maxsize=1024)
def parse(text: str) -> Notation:
    """Read a dice expression such as "2d6+1", "d100", "3d6 median" or "1d4x10"."""
    found = _NOTATION.match(text)
    if not found:
        raise BadNotation(f"{text!r} is not a dice expression; write it like 2d6+1, d100, 1d6x10 or 3d6 median")
    if found["flat"] is not None:
        if found["times"] or found["keep"]:
            raise BadNotation(f"{text!r} throws no dice; write it like 2d6+1, d100, 1d6x10 or 3d6 median")
        return Notation(text, 0, 0, plus=int(found["flat"]) + _signed(found["plus"]))
    count = int(found["count"] or 1)
    sides = 100 if found["sides"] == "%" else int(found["sides"])
    if count < 1 or sides < 1:
        raise BadNotation(f"{text!r} throws no dice; use at least 1d1")
    return Notation(text, count, sides, int(found["times"] or 1), _signed(found["plus"]), found["keep"] or "")


def _signed(text: str | None) -> int:
    return int(text.replace(" ", "")) if text else 0


@lru_cache(maxsize=512)
def totals(notation: Notation) -> tuple[tuple[int, Fraction], ...]:
    """Every total of a roll with its exact chance, in ascending order."""
    if notation.keep:
        return _totals_kept(notation)
    ways = {0: 1}
    for _ in range(notation.count):
        after: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, notation.sides + 1):
                after[total + face] = after.get(total + face, 0) + number
        ways = after
    every = max(1, notation.sides) ** notation.count
    return tuple((t * notation.times + notation.plus, Fraction(n, every)) for t, n in sorted(ways.items()))


def _totals_kept(notation: Notation) -> tuple[tuple[int, Fraction], ...]:
    def faces(left: int) -> Iterable[tuple[int, ...]]:
        if not left:
            yield ()
            return
        for head in range(1, notation.sides + 1):
            for tail in faces(left - 1):
                yield (head, *tail)

    ways: dict[int, int] = {}
    for thrown in faces(notation.count):
        total = notation.total(thrown)
        ways[total] = ways.get(total, 0) + 1
    every = notation.sides**notation.count
    return tuple((total, Fraction(number, every)) for total, number in sorted(ways.items()))


class Dice:
    """The seeded source: SplitMix64. Subclasses replace where the numbers come from, nothing else."""

    __slots__ = ("_end", "_few", "_words")

    epoch = 0  # of sealed dice: under which key they fall

    def __init__(self, seed: int = 0) -> None:
        self._end = seed & _MASK  # the state when all of `_words` are used
        self._words: list[int] = []  # drawn ahead, the next one last
        self._few = _FEW  # how often one word is drawn alone: many dice are thrown once and put away

    @property
    def state(self) -> int:
        """All there is to know of these dice, as one number."""
        return (self._end - len(self._words) * _GAMMA) & _MASK

    @state.setter
    def state(self, state: int) -> None:
        self._end = state
        self._words = []
        self._few = _FEW

    def _draw(self) -> list[int]:
        """The next words: one at first, then a block."""
        if self._few:
            self._few -= 1
            self._words.append(_word(self._end))
            self._end = (self._end + _GAMMA) & _MASK
            return self._words
        z = (self._end * _ONES + _STEPS) & _LANES
        z = (((z ^ (z >> 30)) & _LANES) * 0xBF58476D1CE4E5B9) & _LANES
        z = (((z ^ (z >> 27)) & _LANES) * 0x94D049BB133111EB) & _LANES
        z = (z ^ (z >> 31)) & _LANES
        self._end = (self._end + _BLOCK * _GAMMA) & _MASK
        self._words = list(_unpack(z.to_bytes(16 * _BLOCK, "little")))
        return self._words

    def next64(self) -> int:
        """The next 64 random bits."""
        return (self._words or self._draw()).pop()

    def below(self, bound: int, label: str = "") -> int:
        """A number from 0 to bound-1, each equally likely."""
        product = (self._words or self._draw()).pop() * bound  # next64, without the call: this is the innermost loop of all
        if (product & _MASK) < bound:
            threshold = (1 << 64) % bound
            while (product & _MASK) < threshold:
                product = self.next64() * bound
        return product >> 64

    def faces(self, notation: Notation, label: str = "") -> list[int]:
        """Throw the dice of a notation and return each face, in the order thrown."""
        below, sides = self.below, notation.sides
        return [below(sides, label) + 1 for _ in range(notation.count)]

    def total(self, notation: Notation, label: str = "") -> int:
        """Throw the dice and return the value of the roll."""
        if notation.count == 1:
            return (self.below(notation.sides, label) + 1) * notation.times + notation.plus
        return notation.total(self.faces(notation, label))

    def pick(self, items: Sequence[T], label: str = "") -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items), label)]

    def shuffle(self, items: MutableSequence[T], label: str = "") -> None:
        """Put the items in a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1, label)
            items[last], items[other] = items[other], items[last]

    def weighted(self, weights: Sequence[int], label: str = "") -> int:
        """An index, chosen in proportion to its weight."""
        spot = self.below(sum(weights), label)
        for index, weight in enumerate(weights):
            spot -= weight
            if spot < 0:
                return index
        raise RulesBug("weighted choice ran past its weights")

    def shown(self, event: int) -> None:
        """The faces just thrown are told by the event of that number. Dice that are to be checked note it."""

    def fork(self, salt: int) -> Dice:
        """An independent generator that follows from this one and a salt, without touching this one."""
        return Dice(_word((self.state ^ (salt * _GAMMA)) & _MASK))


def _word(state: int) -> int:
    """The word that follows a state."""
    z = (state + _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class ScriptError(AssertionError):
    """A scripted roll was missing, left over, or of another kind than the script says."""


class ScriptedDice(Dice):
    """Rolls from a list, for tests. Each entry is one roll, in order:

    an int (the face of a single die, or the sum of the faces thrown, before any multiplier or plus), a list of faces, or
    a string "1d20=7" / "to hit=7" that also checks notation or label. `pick` and `weighted` take an int counted from 1;
    `shuffle` keeps the order unless the script holds a list of 0-based positions for it.
    """

    __slots__ = ("script", "used")

    def __init__(self, script: Iterable[int | str | Sequence[int]]) -> None:
        super().__init__(0)
        self.script = list(script)
        self.used = 0

    def _entry(self, what: str, label: str) -> int | list[int]:
        name = f"{what} ({label})" if label else what
        if self.used >= len(self.script):
            raise ScriptError(f"the script has no roll left for {name}; it held {len(self.script)}: {self.script}")
        entry = self.script[self.used]
        self.used += 1
        self.state = self.used
        if isinstance(entry, str):
            wanted, _, value = entry.rpartition("=")
            if wanted.strip() not in (what, label):
                raise ScriptError(f"roll {self.used} of the script is for {wanted!r}, but the rules rolled {name}")
            return int(value)
        return entry if isinstance(entry, int) else list(entry)

    def below(self, bound: int, label: str = "") -> int:
        entry = self._entry(f"d{bound}", label)
        if not isinstance(entry, int) or not 1 <= entry <= bound:
            raise ScriptError(f"roll {self.used} of the script is {entry!r}; d{bound} ({label}) needs 1 to {bound}")
        return entry - 1

    def faces(self, notation: Notation, label: str = "") -> list[int]:
        if not notation.count:
            return []
        entry = self._entry(notation.text, label)
        faces = self._spread(entry, notation) if isinstance(entry, int) else entry
        if len(faces) != notation.count or not all(1 <= face <= notation.sides for face in faces):
            raise ScriptError(f"roll {self.used} of the script is {entry!r}; {notation.text} ({label}) cannot show that")
        return faces

    @staticmethod
    def _spread(total: int, notation: Notation) -> list[int]:
        """Some faces with this sum (for kept dice: all alike)."""
        if notation.keep:
            return [total] * notation.count
        faces = []
        for left in range(notation.count, 0, -1):
            face = min(notation.sides, total - (left - 1))
            faces.append(face)
            total -= face
        return faces if total == 0 else []

    def total(self, notation: Notation, label: str = "") -> int:
        return notation.total(self.faces(notation, label))

    def shuffle(self, items: MutableSequence[T], label: str = "") -> None:
        if self.used < len(self.script) and isinstance(self.script[self.used], list):
            order = self._entry("shuffle", label)
            assert isinstance(order, list)
            if sorted(order) == list(range(len(items))):
                items[:] = [items[index] for index in order]
                return
            self.used -= 1

    def weighted(self, weights: Sequence[int], label: str = "") -> int:
        return self.below(len(weights), label)

    def finish(self) -> None:
        """Fail if the rules did not use every scripted roll."""
        if self.used < len(self.script):
            raise ScriptError(f"{len(self.script) - self.used} scripted roll(s) left over: {self.script[self.used :]}")


class EnumeratedDice(Dice):
    """Follows one branch of every possible throw; `odds.distribution` walks all branches.

    The branch is a list of indices into each throw's outcomes. Past its end the first outcome is taken, and what else
    could have fallen is noted in `widths`.
    """

    __slots__ = ("branch", "chance", "depth", "widths")

    def __init__(self, branch: Sequence[int] = ()) -> None:
        super().__init__(0)
        self.branch = list(branch)
        self.widths: list[int] = []
        self.depth = 0
        self.chance = Fraction(1)

    def _take(self, width: int) -> int:
        index = self.branch[self.depth] if self.depth < len(self.branch) else 0
        self.depth += 1
        self.state = self.depth
        self.widths.append(width)
        return index

    def below(self, bound: int, label: str = "") -> int:
        self.chance /= bound
        return self._take(bound)

    def total(self, notation: Notation, label: str = "") -> int:
        table = totals(notation)
        total, chance = table[self._take(len(table))]
        self.chance *= chance
        return total

    def weighted(self, weights: Sequence[int], label: str = "") -> int:
        able = [index for index, weight in enumerate(weights) if weight]
        index = able[self._take(len(able))]
        self.chance *= Fraction(weights[index], sum(weights))
        return index

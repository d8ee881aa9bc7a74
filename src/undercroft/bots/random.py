"""The random bot: any legal answer, each equally likely. The baseline for every other bot, and the conformance kit's player."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ..engine import Answer, Ask, Dice, View
from ..engine.words import plain

_WORDS = ("yes", "a door", "a lamp", "an old map", "a cold draught", "footsteps", "a rusty key")


def random_answer(view: View[Any]) -> Answer:
    """A legal answer for the view's seat, by the view's own dice."""
    return any_answer(view.ask, view.seat, view.dice)


def any_answer(ask: Ask, seat: int, dice: Dice) -> Answer:
    """A legal answer to an ask, each option equally likely. Never an action from outside the ask, unless there is no other."""
    if seat not in ask.seats:
        return dice.pick(ask.keys_for(seat))
    if ask.kind == "choose":
        return dice.pick(ask.keys)
    if ask.kind == "all":
        return dice.pick(ask.keys_for(seat))
    if ask.kind == "many":
        keys = list(ask.keys)
        dice.shuffle(keys)
        return keys[: ask.low + dice.below(ask.high - ask.low + 1)]
    if ask.kind == "number":
        return ask.low + dice.below(ask.high - ask.low + 1)
    if ask.kind == "text":
        return _any_text(ask.suggestions, ask.low, ask.high, dice)
    assert ask.notation is not None
    return dice.faces(ask.notation)


class AnyKey:
    """The same answers where what is allowed is all there is to know of a question."""

    __slots__ = ("_below", "_dice")

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._below = dice.below

    def key(self, keys: Collection[str]) -> str:
        """Any of some keys."""
        chosen = self._below(len(keys))
        return keys[chosen] if isinstance(keys, (list, tuple)) else tuple(keys)[chosen]

    def number(self, low: int, high: int) -> int:
        """Any number from `low` to `high`."""
        return low + self._below(high - low + 1)

    def text(self, suggested: Sequence[str], low: int, high: int) -> str:
        """Any of the texts that are suggested, or any words."""
        return plain(_any_text(suggested, low, high, self._dice))


def _any_text(suggested: Sequence[str], low: int, high: int, dice: Dice) -> str:
    text = dice.pick(suggested or _WORDS)
    while len(text) < low:
        text += " " + dice.pick(_WORDS)
    return text[:high].rstrip().ljust(low, ".")

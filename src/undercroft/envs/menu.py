"""Menu: a question as a fixed number of numbered actions. Action n is the n-th answer in the order in which it is shown.

A text is one of its suggestions, a number one of at most as many as there are actions, evenly spaced; a choice of several is
made one by one, with an action that ends it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from ..engine import Answer, Ask

DONE = "done"
_WORDS = ("yes", "no")  # where a text has no suggestions


class Menu:
    """What one seat may do now."""

    def __init__(self, ask: Ask, seat: int, size: int, chosen: Sequence[str] = ()) -> None:
        self.ask, self.seat, self.size = ask, seat, size
        self.chosen = list(chosen)  # of several things, so far
        self.answers: tuple[str | int, ...] = self._answers()

    def _answers(self) -> tuple[str | int, ...]:
        ask = self.ask
        if ask.kind == "number":
            return _spaced(ask.low, ask.high, self.size)
        if ask.kind == "text":
            fits = [text for text in (*ask.suggestions, *_WORDS) if ask.low <= len(text) <= ask.high]
            return tuple(dict.fromkeys(fits))[: self.size] or ("." * ask.low,)
        keys = ask.keys_for(self.seat) if ask.kind == "all" else ask.keys
        if ask.kind == "many":
            left = [key for key in keys if key not in self.chosen]
            done = (DONE,) if len(self.chosen) >= ask.low else ()
            return (*done, *left[: self.size - 1])
        return tuple(keys[: self.size])

    def take(self, action: int) -> Answer | None:
        """The answer this action gives, or None: one of several things was chosen, and there is more to choose.

        A number beyond the last answer counts on from the first again, as environments must do something with any action.
        """
        answer = self.answers[action % len(self.answers)]
        if self.ask.kind != "many":
            return answer
        if answer != DONE or DONE in self.ask.keys:
            self.chosen.append(str(answer))
            if len(self.chosen) < self.ask.high:
                self.answers = self._answers()
                return None
        return list(self.chosen)

    def codes(self) -> list[int]:
        """For each answer a number from 1 to 65535 that stands for its question and its verb, the same in every game."""
        ask, count = self.ask, len(self.answers)
        if ask.kind in ("number", "text"):  # low, middle and high ones; the first, second, third suggestion
            verbs = [str(n * 4 // count) if ask.kind == "number" else str(min(n, 3)) for n in range(count)]
        else:
            verbs = [str(answer).partition(":")[0] for answer in self.answers]
        return [zlib.crc32(f"{ask.rule} {verb}".encode()) % 65535 + 1 for verb in verbs]


def _spaced(low: int, high: int, size: int) -> tuple[int, ...]:
    count = high - low + 1
    if count <= size:
        return tuple(range(low, high + 1))
    return tuple(low + round(n * (count - 1) / (size - 1)) for n in range(size))

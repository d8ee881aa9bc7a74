"""Played: a light match whose questions are put as menus of numbered actions. What all three kinds of environment drive."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine import Match, Opening, SettingValue
from ..games import find
from .menu import Menu
from .seeing import SIGHTS

Observation = dict[str, npt.NDArray[Any]]


class Played:
    """A match from one action to the next."""

    def __init__(self, game: str, seats: int, options: dict[str, SettingValue]) -> None:
        self.game = find(game)
        self.sight = SIGHTS[game]
        self.names = tuple(f"P{number + 1}" for number in range(seats))
        self.options = options
        self.match: Match[Any]
        self.menu: Menu | None = None  # None: the game is over
        self.begin(0)
        self.width = len(self.see(0))

    def opening(self, seed: int) -> Opening:
        """The game with this seed: all its chance comes from it."""
        return Opening(game=self.game.slug, seats=self.names, seed=seed, options=self.options)

    def begin(self, seed: int) -> None:
        """A new game."""
        self.stand(Match.start(self.game, self.opening(seed), light=True))

    def stand(self, match: Match[Any]) -> None:
        """Go on with this match."""
        self.match = match
        self._ask()

    def _ask(self) -> None:
        ask = self.match.ask
        self.menu = None if ask is None else Menu(ask, ask.seats[0], self.sight.actions)

    def act(self, action: int) -> None:
        """The seat that is asked takes an action; nothing happens after the end."""
        if self.menu is None:
            return
        answer = self.menu.take(action)
        if answer is not None:
            self.match.answer(answer, self.menu.seat)
            self._ask()

    def reward(self, seat: int) -> float:
        """What the end is worth to a seat; before the end nothing is."""
        return 0.0 if self.menu is not None else self.sight.reward(self.game.outcome(self.match.state), seat, len(self.names))

    # Looking.

    def see(self, seat: int) -> npt.NDArray[np.float32]:
        """The state as this seat may know it."""
        return np.array(self.sight.see(self.game.mask(self.match.state, seat), seat), dtype=np.float32)

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """1 for every action the seat may take now; a seat that is not asked may take none."""
        mask = np.zeros(self.sight.actions, dtype=np.int8)
        if self.menu is not None and self.menu.seat == seat:
            mask[: len(self.menu.answers)] = 1
        return mask

    def observe(self, seat: int) -> Observation:
        """The state, what each action stands for, and which are allowed."""
        codes = np.zeros(self.sight.actions, dtype=np.uint16)
        if self.menu is not None and self.menu.seat == seat:
            found = self.menu.codes()
            codes[: len(found)] = found
        return {"observation": self.see(seat), "answers": codes, "action_mask": self.mask(seat)}

    def in_words(self) -> str:
        """The question at hand and its answers, numbered; or how it ended."""
        if self.menu is None:
            return self.game.outcome(self.match.state).summary
        listed = [f"{number:3} {answer}" for number, answer in enumerate(self.menu.answers)]
        return "\n".join([f"{self.names[self.menu.seat]}: {self.menu.ask.prompt}", *listed])

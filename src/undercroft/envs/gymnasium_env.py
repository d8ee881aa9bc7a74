"""Games for one as Gymnasium environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..engine import SettingValue
from .played import Observation, Played
from .spaces import action_space, observation_space


class SingleEnv(gymnasium.Env[Observation, Any]):
    """One robber's life, or one author's history. The end is worth 1 when it is a victory (retired; the heroes prevail), else 0.

    An action that is not allowed counts on from the first answer again; `info["action_mask"]` says which are.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        game: str = "robber",
        *,
        options: dict[str, SettingValue] | None = None,
        longest: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        """`options` are those of the game; after `longest` actions an episode is cut off (truncated)."""
        self._played = Played(game, 1, dict(options or {}))
        self._longest, self._taken = longest, 0
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = observation_space(self._played)
        self.action_space = action_space(self._played)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """A new game; all its chance comes from the seed."""
        super().reset(seed=seed)
        self._taken = 0
        self._played.begin(int(self.np_random.integers(2**62)))
        return self._played.observe(0), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer the question at hand."""
        self._taken += 1
        self._played.act(int(action))
        over = self._played.menu is None
        return self._played.observe(0), self._played.reward(0), over, not over and self._taken >= self._longest, self._info()

    def render(self) -> str | None:
        """The question and its answers in words."""
        return self._played.in_words() if self.render_mode == "ansi" else None

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are allowed, as some learners ask for it."""
        return self._played.mask(0).astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        menu = self._played.menu
        info: dict[str, Any] = {"action_mask": self._played.mask(0), "answers": () if menu is None else menu.answers}
        if menu is None:
            info["facts"] = self._played.game.outcome(self._played.match.state).facts
        return info

"""The spaces of Gymnasium and PettingZoo: what is seen, and a fixed number of actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from .played import Played


def observation_space(played: Played) -> spaces.Dict:
    """The state as numbers from 0 to 1, a code for each action (0: none), and the mask."""
    actions = played.sight.actions
    kept: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0.0, 1.0, (played.width,), np.float32),
        "answers": spaces.Box(0, 65535, (actions,), np.uint16),
        "action_mask": spaces.Box(0, 1, (actions,), np.int8),
    }
    return spaces.Dict(kept)


def action_space(played: Played) -> spaces.Discrete:
    """The number of the answer."""
    return spaces.Discrete(played.sight.actions)

"""Games for several as PettingZoo environments: agents act one after the other, as they are asked."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from ..engine import BadOpening, SettingValue
from .played import Observation, Played
from .spaces import action_space, observation_space

METADATA: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 4}


class TableEnv(AECEnv):  # type: ignore[misc]
    """A table of `board` (what the winner wins the others lose), `descent` (one's own score) or `donjon` (won together)."""

    metadata = METADATA

    def __init__(
        self,
        game: str = "board",
        seats: int = 2,
        *,
        options: dict[str, SettingValue] | None = None,
        longest: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        """`options` are those of the game; after `longest` actions a game is cut off (truncated)."""
        super().__init__()
        if seats < 1:
            raise BadOpening(f"a table has at least 1 seat, not {seats}")
        self._played = Played(game, seats, dict(options or {}))
        self.metadata = {**METADATA, "name": f"undercroft_{game}_v0"}
        self._longest, self._taken = longest, 0
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self._played) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self._played) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; all its chance comes from the seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._taken = 0
        self._played.begin(int(self._random.integers(2**62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def _look(self) -> None:
        menu = self._played.menu
        if menu is not None:
            self.agent_selection = self.possible_agents[menu.seat]
            self.infos[self.agent_selection] = {"answers": menu.answers}

    def observe(self, agent: str) -> Observation:
        """What this agent may know now."""
        return self._played.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """The selected agent answers; when a game is over, every agent steps once more with None, as PettingZoo asks for."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadOpening(f"{agent} is asked, and None is no action; it can be 0 to {self._played.sight.actions - 1}")
        self._cumulative_rewards[agent] = 0.0
        self._taken += 1
        self._played.act(int(action))
        over = self._played.menu is None
        if over:
            for seat, other in enumerate(self.possible_agents):
                self.rewards[other] = self._played.reward(seat)
                self.terminations[other] = True
        elif self._taken >= self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self._look()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The question and its answers in words."""
        return self._played.in_words() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

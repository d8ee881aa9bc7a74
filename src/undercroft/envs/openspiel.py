"""The board as an OpenSpiel game: "python_undercroft_board".

Chance by seed: the first chance node picks the deal, and wherever an answer makes dice fall, a chance node comes before it that
picks the seed of those dice. Every outcome is as likely as any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from ..engine import Answer, Dice, Match, Opening
from ..engine.snapshot import Snapshot
from ..games import find
from .menu import Menu
from .seeing import SIGHTS

DEALS = 1000  # seeds of a deal
THROWS = 36  # seeds of the dice that an answer makes fall
_SIGHT = SIGHTS["board"]

GAME_TYPE = pyspiel.GameType(
    short_name="python_undercroft_board",
    long_name="Undercroft: the board",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=12,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "rounds": 60, "types": ""},
)


class BoardGame(pyspiel.Game):  # type: ignore[misc]
    """The game; `rounds` ends it with nobody as the winner, `types` names the adventurers ("hero,wizard"; else they choose)."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.players = int(params.get("players", 2))
        self.rounds = int(params.get("rounds", 60))
        self.types = str(params.get("types", ""))
        info = pyspiel.GameInfo(
            num_distinct_actions=_SIGHT.actions,
            max_chance_outcomes=DEALS,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=50 * self.players * (self.rounds + 2),
        )
        super().__init__(GAME_TYPE, info, params)

    def opening(self, seed: int) -> Opening:
        """The game with this deal."""
        names = tuple(f"P{number + 1}" for number in range(self.players))
        return Opening(
            game="board", seats=names, seed=seed, brief=True, options={"round_limit": self.rounds, "types": self.types}
        )

    def new_initial_state(self) -> BoardState:
        """Before the deal."""
        return BoardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BoardObserver:
        """What a player sees."""
        return BoardObserver(self)


class Standing:
    """A match and the question at hand. It is copied by going back to where its step began."""

    def __init__(self, match: Match[Any], chosen: tuple[str, ...] = (), throws: int = 0, pending: Answer | None = None) -> None:
        self.match, self.throws, self.pending = match, throws, pending
        self.menu = None if match.ask is None else Menu(match.ask, match.ask.seats[0], _SIGHT.actions, chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        chosen = () if self.menu is None else tuple(self.menu.chosen)
        return _stand, (self.match.opening, self.match.snapshot(), chosen, self.throws, self.pending)

    def __deepcopy__(self, memo: dict[int, Any]) -> Standing:
        make, parts = self.__reduce__()
        copy: Standing = make(*parts)
        return copy

    def act(self, action: int) -> None:
        """Take an action; if dice would fall, it is kept until chance has had its say."""
        assert self.menu is not None
        answer, seat = self.menu.take(action), self.menu.seat
        if answer is None:
            return
        before = self.match.snapshot()
        dice = self.match.dice.state
        self.match.answer(answer, seat)
        if self.match.dice.state != dice:
            self.match = Match.restore(self.match.game, self.match.opening, before)
            self.pending = answer
        self._ask()

    def throw(self, outcome: int) -> None:
        """Chance has spoken: the answer that waited is given, and its dice fall by this seed."""
        assert self.pending is not None
        self.throws += 1
        self.match.set_chance(Dice((self.match.opening.seed * 100_003 + self.throws) * THROWS + outcome).next64())
        assert self.match.ask is not None
        self.match.answer(self.pending, self.match.ask.seats[0])
        self.pending = None
        self._ask()

    def _ask(self) -> None:
        ask = self.match.ask
        self.menu = None if ask is None else Menu(ask, ask.seats[0], _SIGHT.actions)


def _stand(opening: Opening, snapshot: Snapshot, chosen: tuple[str, ...], throws: int, pending: Answer | None) -> Standing:
    return Standing(Match.restore(find(opening.game), opening, snapshot), chosen, throws, pending)


class BoardState(pyspiel.State):  # type: ignore[misc]
    """A state of the game."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._standing: Standing | None = None  # None: nothing is dealt

    # Whose turn.

    def current_player(self) -> int:
        """Whoever is asked, chance, or nobody any more."""
        if self._standing is None or self._standing.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self._standing.menu is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._standing.menu.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._standing is not None and self._standing.menu is None

    def _legal_actions(self, player: int) -> list[int]:
        assert self._standing is not None and self._standing.menu is not None
        return list(range(len(self._standing.menu.answers)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Seeds, all equally likely."""
        count = DEALS if self._standing is None else THROWS
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        if self._standing is None:
            game: BoardGame = self.get_game()
            self._standing = Standing(Match.start(find("board"), game.opening(int(action))))
        elif self._standing.pending is not None:
            self._standing.throw(int(action))
        else:
            self._standing.act(int(action))

    def returns(self) -> list[float]:
        """What is won and lost: nothing before the end."""
        players = self.num_players()
        if self._standing is None or self._standing.menu is not None:
            return [0.0] * players
        match = self._standing.match
        outcome = match.game.outcome(match.state)
        return [_SIGHT.reward(outcome, seat, players) for seat in range(players)]

    # Looking.

    def promise(self, seat: int) -> float:
        """How a seat stands, from -1 to 1: for evaluators that stop before the end."""
        if self._standing is None:
            return 0.0
        return 2 * self._standing.match.game.promise(self._standing.match.state, seat) - 1

    def see(self, seat: int) -> list[float]:
        """What a seat may know, as numbers; before the deal there is nothing."""
        if self._standing is None:
            return []
        match = self._standing.match
        return _SIGHT.see(match.game.mask(match.state, seat), seat)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{'deal' if self._standing is None else 'dice'} {action}"
        assert self._standing is not None and self._standing.menu is not None
        return str(self._standing.menu.answers[action])

    def __str__(self) -> str:
        if self._standing is None:
            return "nothing is dealt"
        match = self._standing.match
        if match.ask is None:
            return match.game.outcome(match.state).summary
        return f"round {match.state.round}: {match.ask.prompt}"


class BoardObserver:
    """What a player sees, as a tensor and as a line."""

    def __init__(self, game: BoardGame) -> None:
        width = len(_SIGHT.see(Match.start(find("board"), game.opening(0), light=True).state, 0))
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BoardState, player: int) -> None:
        """Look at a state."""
        seen = state.see(player)
        self.tensor[:] = seen or 0.0

    def string_from(self, state: BoardState, player: int) -> str:
        """What it looks like, as a line of numbers."""
        return " ".join(f"{value:.3g}" for value in state.see(player))


pyspiel.register_game(GAME_TYPE, BoardGame)


def load(parameters: Mapping[str, int | str]) -> Any:
    """The game with these parameters."""
    return pyspiel.load_game(GAME_TYPE.short_name, dict(parameters))

"""Row: one game as it was played, for tallies, for tables of one line each, and for plots."""

from __future__ import annotations

from typing import Any

import msgspec

from ..bots import needs_full_match
from ..bots.random import AnyKey, random_answer
from ..engine import Answer, Ask, Bot, Dice, Game, Match, Opening, View

Fact = bool | int | float | str


class Row(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How one game went."""

    number: int  # of the game, from 0; games of one number have the same seed
    variant: int  # of an experiment
    seed: int
    moves: int
    finished: bool
    winners: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()
    facts: dict[str, Fact] = {}


def play(
    game: Game[Any],
    opening: Opening,
    bots: list[Bot],
    dice: Dice,
    *,
    number: int = 0,
    variant: int = 0,
    longest: int = 0,
    met: dict[tuple[str, str], int] | None = None,
) -> Row:
    """Play one light game to its end, or to the most decisions it may take. `met` counts the content that was met."""
    light = not any(needs_full_match(bot) for bot in bots)
    match = Match.start(game, opening, light=light, met=met)

    def answer(ask: Ask) -> Answer:
        seat = ask.seats[0]
        return bots[seat](View(game, match.state, seat, ask, dice) if light else match.view(seat, dice))

    blind = AnyKey(dice) if all(bot is random_answer for bot in bots) else None
    moves = match.play_out(answer, longest or game.longest, blind=blind)
    if match.ask is not None:
        return Row(number, variant, opening.seed, moves, False)
    outcome = game.outcome(match.state)
    return Row(number, variant, opening.seed, moves, True, outcome.winners, outcome.scores, outcome.facts)

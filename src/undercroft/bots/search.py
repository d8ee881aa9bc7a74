"""The search bot: try each answer on determinised copies, play them out, and take the one that does best (UCB at the root).

It knows nothing of any game but its bots and `Game.promise`, and never sees the true state: copies are drawn from what it
may know.
"""

from __future__ import annotations

import hashlib
import math
from typing import Any

import msgspec

from ..engine import Answer, Bot, Dice, Game, Match, View
from .random import any_answer, random_answer

PLAYOUTS = 120  # copies tried for one decision
HORIZON = 150  # decisions of a playout before its position is judged
_CURIOSITY = 0.7


def search_answer(view: View[Any]) -> Answer:
    """The answer that did best in playouts. Asks that are not a choice among keys go to the game's own bot."""
    game, ask, seat = view.game, view.ask, view.seat
    player = _playout_bot(game)
    keys = ask.keys_for(seat)
    if ask.kind != "choose" or len(keys) < 2:
        return player(view)
    dice = _dice_of(view, keys)
    tries = dict.fromkeys(keys, 0)
    sums = dict.fromkeys(keys, 0.0)
    for number in range(1, max(PLAYOUTS, 2 * len(keys)) + 1):
        key = max(keys, key=lambda key: _bound(sums[key], tries[key], number))
        copy = view.copy(dice.next64())
        copy.answer(key, seat)
        sums[key] += _play_out(copy, seat, player, dice)
        tries[key] += 1
    return max(keys, key=lambda key: (tries[key], sums[key]))


def _dice_of(view: View[Any], keys: tuple[str, ...]) -> Dice:
    """Dice that depend on what the seat sees and may answer, and on nothing else: one position, one answer."""
    seen = msgspec.msgpack.encode((view.state, view.seat, view.ask.prompt, keys))
    return Dice(int.from_bytes(hashlib.blake2b(seen, digest_size=8).digest(), "big"))


def _playout_bot(game: Game[Any]) -> Bot:
    return game.bot(game.bots[0]) if game.bots else random_answer


def _bound(total: float, tries: int, number: int) -> float:
    return math.inf if not tries else total / tries + _CURIOSITY * math.sqrt(math.log(number) / tries)


def _play_out(match: Match[Any], seat: int, player: Bot, dice: Dice) -> float:
    game = match.game
    for _ in range(HORIZON):
        ask = match.ask
        if ask is None:
            outcome = game.outcome(match.state)
            return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        mover = ask.seats[0]
        if mover < len(match.opening.seats):
            match.answer(player(View(game, match.state, mover, ask, dice)), mover)
        else:
            match.answer(any_answer(ask, mover, dice), mover)
    return game.promise(match.state, seat)

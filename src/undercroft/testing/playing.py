"""Whole games by bots, for tests of a game as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..bots import find_bot
from ..bots.random import any_answer
from ..engine import Dice, Game, Match, Opening, SettingValue
from .laws import LawBroken, names


def play(
    game: Game[Any],
    bots: Sequence[str],
    seed: int,
    *,
    options: Mapping[str, SettingValue] | None = None,
    seats: Sequence[str] = (),
    gamesmaster: str | None = None,
    light: bool = True,
    met: dict[tuple[str, str], int] | None = None,
    decisions: int | None = None,
    longest: int | None = None,
    each: Callable[[Match[Any]], None] | None = None,
    bring: Mapping[str, Any] | None = None,
) -> Match[Any]:
    """A game played by these bots, one a seat, to its end or for so many decisions. A gamesmaster answers anything.

    `each` looks at every decision; a game with more decisions than `longest` breaks the law.
    """
    opening = Opening(
        game=game.slug,
        seats=tuple(seats) or names(len(bots)),
        seed=seed,
        options=dict(options or {}),
        gamesmaster=gamesmaster,
        bring=dict(bring or {}),
    )
    match = Match.start(game, opening, light=light, met=met)
    players, dice, given = [find_bot(game, bot) for bot in bots], Dice(seed), 0
    while (ask := match.ask) is not None and given != decisions:
        if each is not None:
            each(match)
        seat = ask.seats[0]
        match.answer(players[seat](match.view(seat, dice)) if seat < len(players) else any_answer(ask, seat, dice), seat)
        given += 1
        if given > (longest or game.longest):
            raise LawBroken(f"{game.slug}, seed {seed}: {', '.join(bots)} go on and on")
    return match

"""Bots: random, each game's own, and those that somebody brings along. They see only masked states."""

from __future__ import annotations

from typing import Any

from ..engine import Bot, Game, Opponent
from .brought import bring_bot, brought, brought_bot
from .random import random_answer

__all__ = ["bring_bot", "brought", "find_bot", "known_bots", "needs_full_match", "random_answer"]

RANDOM = Opponent("random", "Chance", "anything that is allowed, as likely as anything else; no rival at all")
_BEST = ("greedy", "search")  # what a game's best bot was also called; old tables and saves still call it so


def find_bot(game: Game[Any], name: str) -> Bot:
    """A bot by name: one of the game's own, "random", one brought along, or "greedy": the game's best, where none is named so."""
    if ":" in name:
        return brought_bot(name)
    if name == "random" or (name in _BEST and not game.bots):
        return random_answer
    if name in _BEST and name not in game.bots:
        return game.bot(game.bots[0])
    return game.bot(name)


def known_bots(game: Game[Any]) -> list[Opponent]:
    """Everybody who can take a seat of this game, the best first, with a name and a word on how strong each is."""
    named = {one.key: one for one in game.opponents}
    own = [named.get(key) or _unnamed(key) for key in game.bots]
    return [*own, RANDOM, *map(_unnamed, brought())]


def _unnamed(key: str) -> Opponent:
    name = key.rpartition(":")[2].replace("_", " ").replace("-", " ").title()
    return Opponent(key, name, "brought along" if ":" in key else "")


def needs_full_match(bot: Bot) -> bool:
    """Whether a bot thinks ahead on copies of the match, which a light match cannot give."""
    return getattr(bot, "thinks_ahead", False) is True

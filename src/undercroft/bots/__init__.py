"""Bots: random, each game's own (greedy), and search over determinised copies. They see only masked states."""

from __future__ import annotations

from typing import Any

from ..engine import Bot, Game
from .brought import bring_bot, brought, brought_bot
from .random import random_answer
from .search import search_answer

__all__ = ["bring_bot", "brought", "find_bot", "needs_full_match", "random_answer", "search_answer", "strengths"]


def find_bot(game: Game[Any], name: str) -> Bot:
    """A bot by name: "random", "search", "greedy" (the game's best), one of the game's own, or one brought along."""
    if ":" in name:
        return brought_bot(name)
    if name == "random":
        return random_answer
    if name == "search":
        return search_answer
    if name == "greedy" and game.bots and name not in game.bots:
        return game.bot(game.bots[0])
    return game.bot(name)


def strengths(game: Game[Any]) -> dict[str, str]:
    """The bots of a game by name, the best first, with a few words on each."""
    own = {name: game.bot_words.get(name, "one of its own") for name in game.bots}
    best = {name: f"the best: {words}" for name, words in list(own.items())[:1]} if len(own) > 1 else {}
    return {**own, **best, "search": "thinks ahead, and takes its time", "random": "anything that is allowed"}


def needs_full_match(bot: Bot) -> bool:
    """Whether a bot thinks ahead on copies of the match, which a light match cannot give."""
    return bot is search_answer or getattr(bot, "thinks_ahead", False) is True

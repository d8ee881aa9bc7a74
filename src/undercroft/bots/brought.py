"""Bots that somebody brings along, as MODULE:FUNCTION. Only those that whoever runs the program has named are ever imported."""

from __future__ import annotations

import os
import sys
from functools import wraps
from importlib import import_module
from traceback import extract_tb
from typing import Any

from ..engine import Answer, BadOpening, Bot, IllegalAnswer, UndercroftError, View

VARIABLE = "UNDERCROFT_BOTS"  # their names with commas; processes that this one starts know them by it


class BotFailed(UndercroftError):
    """A bot that was brought along broke down, or said what cannot be said; the message names it."""


def brought() -> tuple[str, ...]:
    """The names of the bots that were brought along."""
    return tuple(name for name in os.environ.get(VARIABLE, "").split(",") if name)


def bring_bot(name: str) -> Bot:
    """Let a function of a module play: "mybots:cautious". From now on it can be named wherever a bot can."""
    bot = _load(name)
    if name not in brought():
        os.environ[VARIABLE] = ",".join((*brought(), name))
    return bot


def brought_bot(name: str) -> Bot:
    """One of them; a stranger's word brings nobody."""
    if name not in brought():
        known = ", ".join(brought()) or "none"
        raise BadOpening(f"nobody brought the bot {name!r} along; there are {known}; whoever starts the program can name it")
    return _load(name)


def _load(name: str) -> Bot:
    module, _, function = name.partition(":")
    if not module or not function or "," in name:
        raise BadOpening(f"{name!r} is no bot; write MODULE:FUNCTION, as in mybots:cautious")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # one's own module lies where one works
    try:
        found = getattr(import_module(module), function)
    except ImportError as error:
        raise BadOpening(f"{name}: the module {module!r} cannot be imported ({error})") from None
    except AttributeError:
        raise BadOpening(f"{name}: the module {module!r} has nothing named {function!r}") from None
    except Exception as error:
        raise BadOpening(f"{name}: the module {module!r} fails when it is imported: {error!r}") from None
    if not callable(found):
        raise BadOpening(f"{name} is not a function that answers")
    return _careful(name, found)


def _careful(name: str, bot: Bot) -> Bot:
    """The bot, whose mistakes are told in a sentence with its name."""

    @wraps(bot)
    def answer(view: View[Any]) -> Answer:
        try:
            said = bot(view)
        except UndercroftError:
            raise
        except Exception as error:
            at = extract_tb(error.__traceback__)[-1]
            raise BotFailed(
                f"the bot {name} broke down: {error!r} ({os.path.basename(at.filename)}, line {at.lineno})"
            ) from error
        try:
            view.ask.check(said, view.seat)
        except IllegalAnswer as error:
            raise BotFailed(f"the bot {name} gave no answer that can be given: {error}") from None
        return said

    answer.__dict__["thinks_ahead"] = getattr(bot, "thinks_ahead", False)
    return answer

"""Judging: what is put to a person in the gamesmaster's seat, who may leave any kind of it to the machine and take it back
(DES-GM-01, DES-GM-02).
"""

from __future__ import annotations

from collections.abc import Mapping

from .....engine import Option, Options, Table
from .....engine.ask import LazyValue, option_of
from ...state import Game

KINDS = {
    "baddies": "which baddies wait",
    "numbers": "how many they are",
    "peace": "what they make of an offer",
    "nerve": "whether their nerve goes",
    "aim": "at which line they aim",
    "treasure": "what treasure lies there",
    "supplies": "which supplies are found",
    "sages": "sages: their trade, words, mood, curses and tolls",
    "wishes": "when a wish is too greedy",
    "ideas": "whether a bright idea works",
    "keeper": "what the keeper of the store thinks",
    "weed": "tangle-weed in the open",
}


def asks(t: Table[Game], kind: str) -> bool:
    """Whether a person is to be asked about this kind of thing now."""
    return t.gamesmaster is not None and kind not in t.state.gm_leaves


async def judged(
    t: Table[Game],
    kind: str,
    question: str,
    options: Options,
    default: str | Mapping[str, int],
    *,
    rule: str,
    **values: LazyValue,
) -> str:
    """A gamesmaster's call. What the dice or the tables would say is marked; left to the machine, it holds."""
    if t.gamesmaster is None:
        return await t.judge(question, options, default, rule=rule, **values)
    if kind in t.state.gm_leaves:
        return default if isinstance(default, str) else t.pick([key for key, weight in default.items() for _ in range(weight)])
    return await t.judge(question, _marked(options, default), default, rule=rule, **values)


def _marked(options: Options, default: str | Mapping[str, int]) -> Options:
    """The options, with a word beside the one the machine would take."""
    if not isinstance(default, str):
        return options
    marked = dict(options)
    usual = option_of(marked[default])
    label, hint = usual.label, usual.hint
    marked[default] = Option(label, hint=f"{hint}; the machine's choice" if hint else "the machine's choice")
    return marked


VOID = "void"  # the ask at hand has been overtaken by what somebody did

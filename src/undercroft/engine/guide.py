"""Guide: how a newcomer is brought into play - an opening answered by a friend, a first game with a coach beside it, advice.

All of it is answers like any other: nothing here is a rule, and no save knows of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from .ask import Answer, Ask
from .dice import Dice
from .settings import SettingValue
from .structs import decoder
from .words import telling_odds

if TYPE_CHECKING:
    from .game import View
    from .match import Match

LONGEST_OPENING = 60  # answers that a friend gives for somebody, at most


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """A guided first game: a seed with something to learn in it; and what the game is about, in three sentences."""

    seed: int
    aim: str  # what one is and what one wants
    stake: str  # what may be lost, and how
    step: str  # what to do first
    options: dict[str, SettingValue] = {}
    walked: tuple[str, ...] = ()  # answers given before the newcomer takes over, so that something happens soon


class Lesson(msgspec.Struct, frozen=True):
    """What a coach says when something is new: why it matters, and what a good player would do. Told once."""

    key: str  # what is new; whoever heard of it is not told again
    text: str


class Advice(msgspec.Struct, frozen=True):
    """What a bot would answer now, and why."""

    answer: Answer
    label: str
    reason: str


def easiest(ask: Ask, seat: int, *prefer: str) -> Answer:
    """The first answer that begins with one of the words preferred, else the one that asks least of anybody."""
    keys = ask.keys_for(seat)
    if ask.kind in ("choose", "all"):
        return next((key for word in prefer for key in keys if key.startswith(word)), keys[0])
    if ask.kind == "many":
        return list(keys[: ask.low])
    if ask.kind == "dice":
        return [1] * (ask.notation.count if ask.notation is not None else 1)
    return next(iter(ask.suggestions), str(ask.low) if ask.kind == "number" else "...")


def verb(answer: Answer) -> str:
    """The word that an answer's key begins with: what is done, whatever it is done to."""
    return str(answer).partition(":")[0]


def reason(view: View[Any], answer: Answer, why: Mapping[str, str]) -> str:
    """Why an answer is good, by the word its key begins with; else by what it says of itself."""
    option = view.ask.options_for(view.seat).get(answer) if isinstance(answer, str) else None
    hint = option.hint if option is not None else ""
    words = why.get(verb(answer), "") if option is not None else ""
    if words:
        return f"{words} ({hint})" if hint else words
    return f"Of what is offered, it says the most for itself: {hint}." if hint else "It is the plainest thing to do here."


def lay_table(
    match: Match[Any], give: Callable[[Answer, int], object], bots: Mapping[int, Callable[..., Answer]], *, seed: int = 1
) -> int:
    """Answer for everybody until play proper begins, as a friend would; how many answers it took. `give` gives one."""
    dice = Dice(seed)
    for count in range(LONGEST_OPENING):
        ask = match.ask
        if ask is None or ask.kind == "dice":
            return count
        seat = ask.seats[0]
        view = match.view(seat, dice)
        answer = match.game.begin(view)
        if answer is None:
            return count
        give(bots[seat](view) if seat in bots else answer, seat)
    return LONGEST_OPENING


def advice(match: Match[Any], seat: int, bot: Callable[..., Answer]) -> Advice | None:
    """What a bot would do for this seat, which is asked now."""
    ask = match.ask
    if ask is None or seat not in ask.seats:
        return None
    view = match.view(seat, Dice(ask.serial))
    answer = bot(view)
    options = ask.options_for(seat)
    given = answer if isinstance(answer, list) else [answer]
    label = ", ".join(options[one].label if isinstance(one, str) and one in options else str(one) for one in given)
    return Advice(answer, label or "nothing", match.game.because(view, answer))


class Case(msgspec.Struct, frozen=True):
    """Why something is asked now, in the case at hand: a sentence each, before any rule."""

    lines: list[str]


def case(match: Match[Any], seat: int) -> Case | None:
    """The case behind the question this seat is asked: whose numbers they are, and how the dice were read that led here."""
    ask = match.ask
    if ask is None or seat not in ask.seats:
        return None
    with telling_odds(match.odds):
        lines = [*match.game.case(match.game.mask(match.state, seat), seat, ask)]
    stage = match.stage(seat)
    for throw in stage.throws if stage is not None else ():
        if throw.needed and throw.verdict:
            needed = throw.needed if throw.against is not None or throw.needed.startswith("to ") else f"needed {throw.needed}"
            fell = "" if throw.roll.total is None else f"{throw.roll.total}, "
            rule = match.events[throw.n].rule
            lines.append(f"{throw.why}: {fell}{needed}: {throw.verdict}{f' ({rule})' if rule else ''}.")
    return Case(lines)


def standing(match: Match[Any], seat: int) -> Any:
    """How things stand for a seat, to be compared with later on."""
    game = match.game
    return decoder(game.state_type).decode(msgspec.msgpack.encode(game.mask(match.state, seat)))


def onward(match: Match[Any], seat: int, since: Any) -> Answer | None:
    """The answer that goes on with what this seat is doing; None: something has changed since, or nothing is being done."""
    ask = match.ask
    if ask is None or seat not in ask.seats:
        return None
    return match.game.go_on(match.view(seat, Dice(ask.serial)), since)

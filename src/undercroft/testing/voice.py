"""Laws that listen: what a person reads in a game, held against the habits of good English and of good questions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..bots import find_bot
from ..bots.random import any_answer
from ..engine import Ask, Dice, Game, Match, Opening, SettingValue
from ..engine.words import article
from .laws import LawBroken

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn", "Gil", "Hob", "Ines", "Jory", "Kit", "Lena")
_MANY = "dice coins turns rounds cards spells prizes arrows hits spaces feet days years delves levels rooms doors men gems jewels"
_ONE_OF_MANY = f"(?:{'|'.join(_MANY.split())})"
FAULTS: dict[str, re.Pattern[str]] = {
    "a raw key": re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b"),
    "a file's name": re.compile(r"\b[\w-]+\.(?:toml|py|yaml|json|csv)\b"),
    "a Python value": re.compile(
        r"\bNone\b(?! of|\.|,| is| are| was| can| left| after)"
        r"|\bTrue\b|\bFalse\b|<\w+ object|\bfrozenset\(|\[\]|\{[^}]*\}|\w+\(\w+="
    ),
    "(s)": re.compile(r"\w\(e?s\)"),
    "one with a plural": re.compile(rf"(?<![\d.,-])(?<!\w )(?<!\w)(?:1|one) (?:[A-Z]\w+ )?{_ONE_OF_MANY}\b(?! [A-Z]| the| it)"),
    "less than nothing": re.compile(
        r"(?<![\w.])-\d+ (?:dice|coins|gold|turns|hits|successes)|(?<![.,\d])0 (?:dice|fell|successes|gold slip)"
    ),
    "punctuation": re.compile(r"[!?];|,,|;;|\s[,;!?](?:\s|$)|\s\.(?:\s|$)|[!?]\.|(?<!\.)\.\.(?!\.)|\( | \)"),
    "a word twice": re.compile(
        r"\b(?!that|had|is|her|ha|no|so|very|knock|on|in|far|ho|tut|drip|down|more|round|up|by|bye)([a-z]{2,}) \1\b"
    ),
    "an unmarked thousand": re.compile(r"(?<![\d.,:/#-])(?!1[5-9]\d\d\b|20\d\d\b)[1-9]\d{3,}(?![\d:%-])\b"),
    "a small I": re.compile(r"(?:^|\s)i(?:'|\s)(?!\.|e\.)"),
}
_ARTICLE = re.compile(r"\b(a|an) ([A-Za-z][\w'-]+)|\b(A|An) (?!or\b|and\b|is\b|in\b|at\b)([a-z][\w'-]+)")
_SENTENCE = re.compile(r"(?:^|(?<!\.\.)[.!?] )([a-z])")


def text_faults(text: str, *, whole: bool = False) -> Iterator[str]:
    """What is wrong with one text; `whole`: it is made of sentences, and begins as one."""
    for fault, pattern in FAULTS.items():
        if found := pattern.search(text):
            yield f"{fault}: {found.group().strip()!r} in {text!r}"
    for lower, after, upper, begun in _ARTICLE.findall(text):
        if (lower or upper.lower()) != article(after or begun):
            yield f"a wrong article: '{lower or upper} {after or begun}' in {text!r}"
    if whole and (found := _SENTENCE.search(text)):
        yield f"a sentence that begins small: {text!r}"


def ask_faults(ask: Ask, seat: int) -> Iterator[str]:
    """What is wrong with a question as one seat reads it."""
    yield from text_faults(ask.prompt, whole=True)
    options = ask.options_for(seat)
    shown = Counter((option.label, option.hint, option.place) for option in options.values())
    labels = Counter(option.label for option in options.values())
    for label, times in labels.items():
        if times > 1 and (
            max(n for (text, _, _), n in shown.items() if text == label) > 1
            or len({h for (t, h, _) in shown if t == label}) < times
        ):
            yield f"one label {times} times in a question: {label!r} in {ask.prompt!r}"
    for option in options.values():
        yield from text_faults(option.label)
        yield from text_faults(option.hint)
    if ask.kind == "choose" and len(options) == 1:
        yield f"a question with a single answer: {ask.prompt!r} {next(iter(options.values())).label!r}"


class Listener:
    """Everything a person could read in one game, and what is wrong with it. `templates` counts the lines of the story."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.templates: Counter[str] = Counter()
        self.lines: list[str] = []
        self._told = 0
        self._vain: Counter[tuple[object, ...]] = Counter()

    def hear(self, match: Match[Any]) -> None:
        """Hear what was told since the last time, and what is asked now."""
        for event in match.events[self._told :]:
            if event.kind != "roll":
                self.templates[event.template] += 1
            self.lines.append(event.text)
            if event.kind != "dice":
                self.faults.update(text_faults(event.text, whole=event.kind != "roll"))
        self._told = len(match.events)
        if match.ask is not None:
            for seat in match.ask.seats:
                self.faults.update(ask_faults(match.ask, seat))

    def answered(self, match: Match[Any], asked: tuple[object, ...], answer: object) -> None:
        """Note an answer that changes nothing whenever it is given: same seat, question, state and dice as before it."""
        ask = match.ask
        if ask is not None and ask.kind == "choose" and _question(match, ask) == asked:
            again = (*asked, str(answer))
            self._vain[again] += 1
            if self._vain[again] > 2:
                self.faults[f"an answer to no effect: {answer!r} to {ask.prompt!r}"] += 1


def _question(match: Match[Any], ask: Ask) -> tuple[object, ...]:
    return msgspec.msgpack.encode(match.state), match.dice.state, ask.seats, ask.prompt, ask.keys


def listen(
    game: Game[Any],
    bots: Sequence[str],
    seed: int,
    *,
    options: Mapping[str, SettingValue] | None = None,
    decisions: int | None = None,
) -> Listener:
    """A game played by these bots, heard from the first question to the last."""
    opening = Opening(game=game.slug, seats=NAMES[: len(bots)], seed=seed, options=dict(options or {}), brief=True)
    match = Match.start(game, opening)
    players, dice, ear, given = [find_bot(game, bot) for bot in bots], Dice(seed), Listener(), 0
    while (ask := match.ask) is not None and given != decisions:
        ear.hear(match)
        asked = _question(match, ask)
        seat = ask.seats[0]
        answer = players[seat](match.view(seat, dice)) if seat < len(players) else any_answer(ask, seat, dice)
        match.answer(answer, seat)
        ear.answered(match, asked, answer)
        given += 1
    ear.hear(match)
    if match.outcome is not None:
        ear.faults.update(text_faults(match.outcome.summary, whole=True))
        for fact in match.outcome.facts:
            ear.faults.update(text_faults(str(fact)))
    return ear


def check_voice(game: Game[Any], bots: Sequence[str], seed: int, *, options: Mapping[str, SettingValue] | None = None) -> None:
    """Play a game by bots and hold the laws of good words against it."""
    faults = listen(game, bots, seed, options=options).faults
    if faults:
        said = "\n".join(f"{times} x {fault}" for fault, times in faults.most_common(20))
        raise LawBroken(f"{game.slug}, seed {seed}, {', '.join(bots)}: {len(faults)} faults of words\n{said}")

"""Laws that listen: what a person reads in a game, held against the habits of good English and of good questions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..bots import find_bot
from ..bots.random import any_answer
from ..engine import Ask, Dice, Event, Game, Match, Opening, SettingValue
from ..engine.screen import Line, Screen
from ..engine.stage import Stage
from ..engine.words import NUMBERS, article
from .laws import LawBroken

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn", "Gil", "Hob", "Ines", "Jory", "Kit", "Lena")
_MANY = "dice coins turns rounds cards spells prizes arrows hits spaces feet days years delves levels rooms doors men gems jewels"
_ONE_OF_MANY = f"(?:{'|'.join(_MANY.split())})"
FAULTS: dict[str, re.Pattern[str]] = {
    "a raw key": re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b"),
    "a file's name": re.compile(r"\b[\w-]+\.(?:toml|py|yaml|json|csv)\b"),
    "a Python value": re.compile(
        r"\bNone\b(?! of|\.|,| is| are| was| can| left| after)"
        r"|\bTrue\b(?! enough)|\bFalse\b|<\w+ object|\bfrozenset\(|\[\]|\{[^}]*\}|\w+\(\w+="
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
_NUMBER = f"(?:{'|'.join(NUMBERS[2:])}|[2-9]|[1-9]\\d+)"
_BEGINS = r"(?:^|[.:;!?] )"
AGREEMENT = re.compile(
    rf"\b[Tt]hey (?:has|is|was|does|goes|misses|hits)\b|{_BEGINS}(?:He|She|It) (?:have|are|do)\b"
    rf"|\b[Tt]here is (?:{_NUMBER}|many|several)\b|\b[Tt]here are (?:one|an?|1)\b|\bthese (?:[A-Z]\w+ )*[A-Z]\w*[^s\W](?= |\?|$)"
    rf"|{_BEGINS}(?:{_NUMBER}|{'|'.join(word.capitalize() for word in NUMBERS[2:])}) (?:\w+ )?[a-z]+s (?:has|is|was|does)\b"
    rf"|{_BEGINS}(?:The )?[A-Z]\w+ and (?:the )?[A-Z]\w+ (?:has|is|was|does|goes|wants)\b"
    rf"|{_BEGINS}The (?:[A-Z]\w+ )*[A-Z]\w*(?:[^suoi\W]s|ies) (?:has|is|was|does|goes|comes|wants|loses|misses|takes)\b"
)
"""A verb beside the wrong number, where that can be told without a dictionary."""
_NOW = "is are has does goes comes takes moves begins runs finds gives makes stands sits lies falls"
_NOW += " dies breed breeds fights kills delve delves pass passes crawls settles builds raises digs"
PRESENT = re.compile(rf"\b(?:{'|'.join(_NOW.split())})\b")
_SPEECH = re.compile(r"'[^']*'(?!\w)|\"[^\"]*\"|“[^”]*”")
_ARTICLE = re.compile(r"\b(a|an) ([A-Za-z][\w'-]+)|\b(A|An) (?!or\b|and\b|is\b|in\b|at\b)([a-z][\w'-]+)")
_SENTENCE = re.compile(r"(?:^|(?<!\.\.)[.!?] )([a-z])")


def text_faults(text: str, *, whole: bool = False, past: bool = False) -> Iterator[str]:
    """What is wrong with one text; `whole`: it is made of sentences, and begins as one; `past`: it tells of what was."""
    for fault, pattern in FAULTS.items():
        if found := pattern.search(text):
            yield f"{fault}: {found.group().strip()!r} in {text!r}"
    for lower, after, upper, begun in _ARTICLE.findall(text):
        if (lower or upper.lower()) != article(after or begun):
            yield f"a wrong article: '{lower or upper} {after or begun}' in {text!r}"
    if found := AGREEMENT.search(text):
        yield f"a verb that does not agree: {found.group().strip()!r} in {text!r}"
    if past and (found := PRESENT.search(_SPEECH.sub("", text))):
        yield f"another tense: {found.group()!r} in {text!r}"
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


def screen_texts(screen: Screen, stage: Stage | None) -> Iterator[str]:
    """What stands beside the question: sheets, status, and what is on the stage."""

    def said(lines: Sequence[Line]) -> Iterator[str]:
        for line in lines:
            counted = line.of is not None and line.value.isdecimal()  # a client marks its thousands
            yield from (f"{line.label}: {int(line.value):,}" if counted else f"{line.label}: {line.value}", line.hint)

    yield from (screen.title, screen.subtitle)
    yield from said(screen.status)
    for sheet in screen.sheets:
        yield from (sheet.title, sheet.text, *sheet.columns, *(cell for row in sheet.rows for cell in row))
        yield from said(sheet.lines)
    if stage is not None:
        yield from (stage.title, stage.place, stage.outcome, stage.meanwhile)
        yield from said(stage.stakes)
        for side in stage.sides:
            yield from (side.name, *side.notes)
            yield from said(side.lines)
        for throw in stage.throws:
            yield from (throw.why, throw.needed, throw.verdict)


class Listener:
    """Everything a person could read in one game, and what is wrong with it. `templates` counts the lines of the story."""

    LOOKS = 12  # the screen is read at every so manyth question

    def __init__(self) -> None:
        self._asked = 0
        self.faults: Counter[str] = Counter()
        self.templates: Counter[str] = Counter()
        self.lines: list[str] = []
        self._told = 0
        self._vain: Counter[tuple[object, ...]] = Counter()

    def hear(self, match: Match[Any]) -> None:
        """Hear what was told since the last time, and what is asked now."""
        for event in match.events[self._told :]:
            if event.kind != "roll":
                self.templates[_kind(event)] += 1
            self.lines.append(event.text)
            if event.kind != "dice":
                past = match.game.past and event.kind not in ("roll", "ruling")
                self.faults.update(text_faults(event.text, whole=event.kind != "roll", past=past))
        self._told = len(match.events)
        if match.ask is not None:
            for seat in match.ask.seats:
                self.faults.update(ask_faults(match.ask, seat))
            if self._asked % self.LOOKS == 0:
                seat = match.ask.seats[0]
                for text in screen_texts(match.screen(seat, drawing=False), match.stage(seat)):
                    self.faults.update(text_faults(text))
            self._asked += 1

    def answered(self, match: Match[Any], asked: tuple[object, ...], answer: object) -> None:
        """Note an answer that changes nothing whenever it is given: same seat, question, state and dice as before it."""
        ask = match.ask
        if ask is not None and ask.kind == "choose" and _question(match, ask) == asked:
            again = (*asked, str(answer))
            self._vain[again] += 1
            if self._vain[again] > 2:
                self.faults[f"an answer to no effect: {answer!r} to {ask.prompt!r}"] += 1


def _kind(event: Event) -> str:
    """Which line this is: its template; where that is nothing but a place for words, the words."""
    return event.template if re.search(r"[a-z]{3}", re.sub(r"\{[^}]*\}", "", event.template)) else event.text


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

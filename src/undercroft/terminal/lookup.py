"""Lookup: what a player may look up in the middle of a question: rules, sheets, the map, the story so far. It decides nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..bots import find_bot
from ..engine import Ask, Game, Match, UndercroftError, guide, turned
from . import answers, words
from .seating import Playing

HELP = (
    ("why", "the rule behind the last line; why ID: any rule; why PLACE: the story of a place on the map"),
    ("map", "the map or board; where it can be turned, map NAME=VALUE"),
    ("sheet", "all sheets"),
    ("find WORDS", "the lines of all sheets that hold the words"),
    ("log N", "the last N lines of the story, or all of it"),
    ("rules WORDS", "search the rulebook"),
    ("terms", "words of the trade"),
    ("more WORDS", "the answers that hold the words, or every one by itself"),
    ("save FILE", "write this game to a file"),
    ("bot", "what would a bot do, and why?"),
    ("where", "which rule is running"),
)

COMMANDS = ("why", "sheet", "find", "map", "log", "rules", "terms", "save", "where", "more", "bot")
_RULES = 8  # shown of all that were found
_RULE = re.compile(r"\w{3}-\w+-\w+")


class Lookup:
    """The answers to such commands, as lines for one seat."""

    def __init__(self, playing: Playing, seat: int | None, width: int) -> None:
        self.playing = playing
        self.match: Match[Any] = playing.match
        self.game: Game[Any] = playing.match.game
        self.seat = seat
        self.width = width

    def lines(self, command: str, rest: str, ask: Ask | None, last_rule: str = "") -> list[str]:
        """What a command shows. `last_rule`: behind the last line that was told."""
        if command == "why":
            return self.why(rest, ask.rule if ask is not None else "", last_rule)
        if command == "sheet":
            return words.screen_lines(self.match.screen(self.seat, drawing=False), self.width)
        if command == "map":
            return self.map(rest)
        if command == "find":
            found = words.found(self.match.screen(self.seat, drawing=False), rest, self.width) if rest else []
            return found or [f"No sheet holds {rest!r}." if rest else "Find what? For example: find lantern"]
        if command == "log":
            story = words.event_lines(self.match.log(self.seat), self.width)
            return story[-answers.counted(rest) :]
        if command == "rules":
            return self.search(rest)
        if command == "terms":
            terms = [f"{term}: {meaning}" for term, meaning in self.game.glossary().items()]
            return [line for term in terms for line in words.wrap(term, self.width, "  ")] or ["No terms to explain."]
        if command == "save":
            return self.save(rest)
        if command == "where":
            return [self.match.where()]
        if command == "bot":
            return words.wrap(self.advice(), self.width)
        options = ask.options_for(self.seat) if ask is not None and self.seat is not None else {}
        found = answers.all_lines(options, self.width, rest)
        return found or [f"No answer speaks of {rest!r}." if rest else "There is no list of answers here."]

    def why(self, wanted: str, asked: str, last: str = "") -> list[str]:
        """A rule by its id, or the story of a place; nothing wanted: the rule of the question, then that of the last line."""
        book = self.game.rulebook()
        if not wanted:
            said = {"The question": asked, "The last line of the story": last if last != asked else ""}
            found = [(what, book[rule]) for what, rule in said.items() if rule in book]
            lines = [line for what, rule in found for line in (f"{what}:", *words.rule_lines(rule, self.width), "")][:-1]
            here = guide.case(self.match, self.seat) if self.seat is not None else None
            case = [line for said in (here.lines if here is not None else ()) for line in words.wrap(said, self.width)]
            return [*case, *([""] if case and lines else []), *lines] or ["No rule yet."]
        if wanted.upper() not in book:
            tale = self.game.tale(self.game.mask(self.match.state, self.seat), self.seat, wanted)
            if tale is not None:
                return words.tale_lines(tale, self.width)
            if not _RULE.fullmatch(wanted):
                return [f"Nothing is told of {wanted!r}. A rule is read by its id, and found by its words: rules {wanted}"]
        try:
            return words.rule_lines(book[wanted.upper()], self.width)
        except UndercroftError as error:
            return [str(error)]

    def advice(self) -> str:
        """What a bot would do; not where others could be played against with it."""
        people = [seat for seat in range(len(self.match.opening.names)) if seat not in self.playing.bots]
        if len(people) > 1 and not self.match.opening.practice:
            return "Bots are asked for advice only where one person plays, or for practice."
        bot = find_bot(self.game, next(iter(self.game.bots), "random"))
        found = guide.advice(self.match, self.seat, bot) if self.seat is not None else None
        return f"A bot would say: {found.label}. {found.reason}" if found is not None else "You are asked nothing now."

    def map(self, rest: str) -> list[str]:
        """The map, its dials turned if so wished."""
        masked = self.game.mask(self.match.state, self.seat)
        dials = self.game.dials(masked, self.seat)
        try:
            if rest:
                positions = turned(dials, dict(part.partition("=")[::2] for part in rest.split()))
                drawing = self.game.draw_at(masked, self.seat, positions)
            else:
                drawing = self.game.draw(masked, self.seat)
        except UndercroftError as error:
            return [str(error)]
        shown = [drawing.text or drawing.alt] if drawing else ["There is no map yet."]
        return [*shown, *(f"  (map {dial.name}=...: {words.positions(dial)})" for dial in dials)]

    def search(self, wanted: str) -> list[str]:
        """Rules that hold the words."""
        if not wanted:
            return ["Search for what? For example: rules door"]
        found = self.game.rulebook().search(wanted)
        lines = [line for rule in found[:_RULES] for line in words.rule_lines(rule, self.width)]
        if len(found) > _RULES:
            lines.append(f"... and {len(found) - _RULES} more. More words find fewer rules.")
        return lines or [f"No rule speaks of {wanted!r}."]

    def save(self, rest: str) -> list[str]:
        """Write the game to a file, and say where it is."""
        path = Path(rest or f"{self.game.slug}.undercroft").expanduser()
        try:
            self.playing.save_file().write(path)
        except OSError as error:
            return [f"Not saved: {path}: {error.strerror}"]
        except UndercroftError as error:
            return [f"Not saved: {error}"]
        return [f"Saved to {path}."]


class Doubt:
    """A text that looks like a command is asked about once; when it comes again, it is the text."""

    def __init__(self, commands: Sequence[str]) -> None:
        self._commands = commands
        self._word = ""

    def of(self, line: str, kind: str) -> str:
        """What to ask back; "": the line is taken as it is."""
        word = line.strip().lower()
        if kind != "text" or word not in self._commands or word == self._word:
            self._word = ""
            return ""
        self._word = word
        return f"Is {line!r} your answer? Write it once more if it is. The command is /{word}."

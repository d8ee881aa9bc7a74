"""Asking back: what a player looks up at the full-screen table: why, the map, the sheets, the story, the rules, the keys."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen as Sight

from ..engine import Match
from . import lookup, words
from .found import Finder
from .look import Look
from .page import Page
from .seating import Playing

KEYS = (
    ("1-9, letters", "take the answer with that digit or letter; a group opens, 0 or Escape closes it"),
    ("arrows", "move among the answers, or left and right to the map and there among its places; Enter takes"),
    ("y", "why? the rule behind the question, and behind the last line"),
    ("f", "fight on until something changes, or on to what concerns you, where that is offered"),
    ("b", "what would a bot do, and why?"),
    ("u", "take back, while no dice fell since"),
    ("m, p, l", "the whole map, all papers, the story so far, with a search"),
    ("h", "the rulebook, with a search"),
    ("k", "no more words from the coach"),
    ("g", "pass the screen to somebody who has something to do now: the gamesmaster's desk, a mutiny"),
    ("q, Ctrl-C", "stop; the game is kept and can be resumed"),
    ("/", "a line for words out of an answer, or for a command:"),
)


class Asking(Sight[bool]):
    """A table that answers questions about itself."""

    def __init__(self, playing: Playing, look: Look) -> None:
        super().__init__()
        self.playing = playing
        self.look = look
        self._ascii = look.ascii_only
        self._rule = ""  # behind the last line shown
        self._seat: int | None = None  # who looks at the screen

    @property
    def match(self) -> Match[Any]:
        """The match on the table."""
        return self.playing.match

    def _text(self, text: str) -> str:
        return words.ascii_only(text) if self._ascii else text

    def _here(self, seat: int | None) -> str:
        game = self.match.game
        return game.here(game.mask(self.match.state, seat), seat)

    @property
    def _page_width(self) -> int:
        return max(20, min(90, self.size.width - 12))

    def _page(self, lines: list[str], *, mark: str = "", from_end: bool = False) -> None:
        self.app.push_screen(Page(self._text("\n".join(lines)), mark=mark, from_end=from_end))

    def action_why(self) -> None:
        """The rule behind the question, and behind the last line."""
        self._page(lookup.Lookup(self.playing, self._seat, self._page_width).lines("why", "", self.match.ask, self._rule))

    def action_look(self, command: str) -> None:
        """The map or the sheets, as large as the screen."""
        if self._seat is None and self.match.ask is not None:
            return
        looked = lookup.Lookup(self.playing, self._seat, self._page_width).lines(command, "", self.match.ask)
        if command == "sheet" and self.match.outcome is not None:
            looked = [*self._last_page(), "", *looked]
        self._page("\n".join(looked).split("\n"), mark=self._here(self._seat) if command == "map" else "")

    def _last_page(self) -> list[str]:
        """How it ended, without a rule above."""
        outcome, match = self.match.outcome, self.match
        assert outcome is not None
        return words.outcome_lines(outcome, match.opening.names, self._page_width, match.game.drama(match.state))[2:]

    def action_story(self) -> None:
        """All of the story, with a search."""
        if self._seat is not None or self.match.ask is None:
            self.app.push_screen(Finder.of_story(self.match.log(self._seat), self._ascii))

    def action_rules(self) -> None:
        """The rulebook, with a search."""
        self.app.push_screen(Finder.of_rules(self.match.game, self._ascii))

    def action_help(self) -> None:
        """What the keys do, and the terms of the game."""
        game, width = self.match.game, self._page_width
        lines = [game.title, *words.wrap(game.credit, width), "", *words.entry_lines(KEYS, width)]
        lines += words.entry_lines(((f"  {word}", meaning) for word, meaning in lookup.HELP), width, 15)
        lines += ["While you write an answer, Escape first.", "", *words.entry_lines(game.glossary().items(), width)]
        self._page(lines)

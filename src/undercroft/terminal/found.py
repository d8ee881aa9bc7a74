"""Finder: something long to read, with a line to search it by - the rulebook, or the story so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen as Sight
from textual.widgets import Footer, Input, Static

from ..engine import Game, SeenEvent
from . import words

_MOST = 400  # entries shown at once

Entries: TypeAlias = Callable[[int], list[tuple[str, list[str]]]]
"""For a width: what is searched, and its lines."""


def told(lines: Sequence[str], plain: Callable[[str], str] = str, wanted: str = "") -> Text:
    """Lines of the story: headlines stand out, dice stand back, what was searched for is marked."""
    text, headline = Text(), False
    for number, line in enumerate(lines):
        headline = line.startswith("-- ") or (headline and not line.startswith("  ") and not lines[number - 1].endswith(" --"))
        style = "bold" if headline else "dim" if line.startswith("    ") else ""
        text.append(("\n" if number else "") + plain(line), style=style)
    for word in wanted.split():
        text.highlight_words([word], "reverse", case_sensitive=False)
    return text


class Story(VerticalScroll):
    """A pane with the story. Its newest line is in sight, however much room is left for it."""

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def on_mount(self) -> None:
        self.watch(self, "virtual_size", self._end)  # it is longer only when it has been laid out

    def tell(self, text: Text) -> None:
        """The story as it is now."""
        self.query_one(Static).update(text)
        self._end()

    def on_resize(self) -> None:
        self._end()

    def _end(self) -> None:
        self.scroll_end(animate=False)


class Finder(Sight[None]):
    """Entries of text; those that hold all the words written above are shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back"),
        Binding("down", "scroll(1)", "Down", show=False),
        Binding("up", "scroll(-1)", "Up", show=False),
        Binding("pagedown", "scroll(12)", "Page down"),
        Binding("pageup", "scroll(-12)", "Page up"),
    ]

    def __init__(
        self, title: str, make: Callable[[int], list[tuple[str, list[str]]]], *, ascii_only: bool, from_end: bool
    ) -> None:
        """`make` gives, for a width, the entries: what is searched, and its lines."""
        super().__init__()
        self.head = title
        self._make = make
        self._ascii = ascii_only
        self._from_end = from_end
        self.shown = 0  # entries that were found

    @classmethod
    def of_story(cls, log: Sequence[SeenEvent], ascii_only: bool) -> Finder:
        """The story so far, from its end."""

        def entries(width: int) -> list[tuple[str, list[str]]]:
            return [(event.text, words.event_lines([event], width)) for event in log]

        return cls("The story so far", entries, ascii_only=ascii_only, from_end=True)

    @classmethod
    def of_rules(cls, game: Game[Any], ascii_only: bool) -> Finder:
        """A rulebook, in our words."""
        book = game.rulebook()
        rules = sorted(book, key=lambda rule: rule.kind == "component")  # what lay in the box is read last

        def entries(width: int) -> list[tuple[str, list[str]]]:
            found = [(f"{rule.id} {rule.part} {rule.rule} {rule.ruling}", [*words.rule_lines(rule, width), ""]) for rule in rules]
            return found + [
                (f"{term} {said}", [*words.wrap(f"{term}: {said}", width), ""]) for term, said in book.glossary.items()
            ]

        return cls(f"{book.title} - the rules in our words", entries, ascii_only=ascii_only, from_end=False)

    def compose(self) -> ComposeResult:
        yield Static(self._text(self.head), id="heading", markup=False)
        yield Input(placeholder="words to look for", id="wanted", select_on_focus=False, compact=True)
        with VerticalScroll(id="found", can_focus=False):
            yield Static(markup=False)
        yield Static(id="count", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def _text(self, text: str) -> str:
        return words.ascii_only(text) if self._ascii else text

    def on_mount(self) -> None:
        self.set_class(self._ascii, "ascii")
        self.query_one(Input).focus()

    def on_resize(self) -> None:
        self._search(self.query_one(Input).value)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def _search(self, wanted: str) -> None:
        parts = wanted.lower().split()
        entries = self._make(max(20, min(100, self.size.width - 6)))
        found = [lines for text, lines in entries if all(part in text.lower() for part in parts)]
        self.shown = len(found)
        part = found[-_MOST:] if self._from_end else found[:_MOST]
        self.query_one("#found Static", Static).update(told([line for lines in part for line in lines], self._text, wanted))
        left = f"; {len(part)} are shown" if len(part) < len(found) else ""
        said = f"{len(found):,} of {len(entries):,}{left}" if found else f"Nothing holds {wanted!r}."
        self.query_one("#count", Static).update(self._text(said))
        pane = self.query_one("#found", VerticalScroll)
        self.call_after_refresh(pane.scroll_end if self._from_end else pane.scroll_home, animate=False)

    def action_scroll(self, lines: int) -> None:
        """Leaf through what was found."""
        pane = self.query_one("#found", VerticalScroll)
        pane.scroll_to(y=pane.scroll_y + lines, animate=False)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss()

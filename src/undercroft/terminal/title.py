"""The title: what waits to be continued, then the games, each with its line and its drawing; replays, settings."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen as Sight
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option as Line

from .. import __version__
from ..engine.words import listed, some
from ..games import find, slugs
from ..store import Store
from . import words
from .look import Look
from .pictures import TITLE, picture

_ROWS = 9


class Choosing(Sight[Any]):
    """A list of rows; a digit, Enter or a click takes one. What the row under the cursor is about stands beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(digit), f"take({digit})", show=False) for digit in range(1, 10)),
        Binding("escape,q", "leave", "Back"),
    ]

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self._rows: list[tuple[str, str, Any]] = []

    def rows(self) -> list[tuple[str, str, Any]]:
        """Each row: what it says, what is shown beside it, what the screen is left with."""
        raise NotImplementedError

    def heading(self) -> str:
        """What stands above the list."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        with Horizontal(id="choosing"):
            yield OptionList(id="rows")
            yield Static(id="beside", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.set_class(self.look.ascii_only, "ascii")
        self.fill()

    def on_resize(self) -> None:
        if self.is_mounted:
            self.fill()

    def on_screen_resume(self) -> None:
        self.fill()

    def fill(self) -> None:
        """Show the rows as they are now."""
        self.set_class(self.size.width < 70, "narrow")
        self.query_one("#heading", Static).update(self._text(self.heading()))
        self._rows = self.rows()
        rows = self.query_one("#rows", OptionList)
        at = rows.highlighted or 0
        width = max(20, (self.size.width if self.size.width < 70 else self.size.width * 3 // 5) - 6)
        said = [(f"{number if number <= _ROWS else ' '}  ", row[0]) for number, row in enumerate(self._rows, start=1)]
        lines = [textwrap.wrap(text, width, initial_indent=mark, subsequent_indent=" " * 12) for mark, text in said]
        for most in (3, 2, 1):  # what does not fit is cut, the longest first
            if sum(map(len, lines)) > self.size.height - 3:
                lines = [
                    line if len(line) <= most else [*line[: most - 1], f"{line[most - 1][: width - 4]} ..."] for line in lines
                ]
        rows.clear_options()
        rows.add_options([Line(self._text("\n".join(line)).replace("[", "\\[")) for line in lines])
        rows.highlighted = min(at, len(lines) - 1) if lines else None
        self.set_focus(rows)

    def _text(self, text: str) -> str:
        return words.ascii_only(text) if self.look.ascii_only else text

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#beside", Static).update(self._text(self._rows[event.option_index][1]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.chosen(self._rows[event.option_index][2])

    def action_take(self, digit: int) -> None:
        """The row of that digit."""
        if digit <= len(self._rows):
            self.chosen(self._rows[digit - 1][2])

    def chosen(self, what: Any) -> None:
        """A row was taken."""
        self.dismiss(what)

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.dismiss(None)


class Title(Choosing):
    """The first screen. It stays, and others lie over it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", "Quit")]

    def __init__(self, store: Store, look: Look, go: Callable[[str, str], None]) -> None:
        """`go` is told what was taken: "continue" and an id, "game" and a slug, "worlds", "games", "settings" or "quit"."""
        super().__init__(look)
        self.store = store
        self._go = go

    def heading(self) -> str:
        """Our name, large where there is room."""
        line = "Five classic dungeon games, one table."
        large = self.size.height >= 30 and self.size.width >= 70
        return f"{TITLE.strip(chr(10))}\n\n {line} Version {__version__}." if large else f" Undercroft {__version__} - {line}"

    def rows(self) -> list[tuple[str, str, Any]]:
        """Continue first."""
        width = max(24, self.size.width * 2 // 5 - 6)
        found: list[tuple[str, str, Any]] = []
        for kept in self.store.matches(going=True, limit=1):
            opening = kept.record.opening
            said = "\n".join(words.wrap(words.kept_line(kept), width))
            text = f"Continue {opening.game}: {listed(opening.seats)}"
            found.append((text, f"{picture(opening.game)}\n\n{said}", ("continue", kept.record.id)))
        for slug in slugs():
            game = find(slug)
            said = "\n".join([picture(slug), "", game.title, *words.wrap(game.tagline, width), *words.wrap(game.credit, width)])
            found.append((f"{slug:<8} {game.tagline}", said, ("game", slug)))
        found.append(
            ("Worlds", "One dungeon, five games: go down into it, and what you did there is its history.", ("worlds", ""))
        )
        count = len(self.store.matches())
        found.append(("Your games", f"{some(count, 'game')}: go on with one, or see it again", ("games", "")))
        found.append(("Settings", "colours, letters, motion, pace, the coach, your name", ("settings", "")))
        found.append(("Quit", "until next time", ("quit", "")))
        return found

    def chosen(self, what: Any) -> None:
        """Go there."""
        self._go(*what)

    def action_leave(self) -> None:
        """Out."""
        self._go("quit", "")


class Games(Choosing):
    """All games that are kept here. It is left with "resume" or "replay" and an id."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("r", "replay", "See it again")]

    def __init__(self, store: Store, look: Look) -> None:
        super().__init__(look)
        self.store = store

    def heading(self) -> str:
        """What the keys do."""
        return "Your games, the last played first. Enter goes on with one, or shows one that is over; r shows any of them again."

    def rows(self) -> list[tuple[str, str, Any]]:
        """A row for each."""
        width = max(24, self.size.width * 2 // 5 - 6)
        return [
            (
                words.kept_line(kept),
                picture(kept.record.opening.game) + "\n\n" + "\n".join(words.wrap(words.kept_line(kept), width)),
                ("replay" if kept.over else "resume", kept.record.id),
            )
            for kept in self.store.matches()
        ]

    def action_replay(self) -> None:
        """See the one under the cursor again."""
        at = self.query_one("#rows", OptionList).highlighted
        if at is not None:
            self.dismiss(("replay", self._rows[at][2][1]))

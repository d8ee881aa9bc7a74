"""Form: rows that can be changed - a new game, or the settings. Left and right turn a row, Enter turns or writes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen as Sight
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option as Line

from ..engine import Game, UndercroftError
from ..engine.words import capital
from . import words
from .found import Finder
from .look import HELP, Look, set_value, values
from .opening import Field, Wish, fields
from .pictures import picture


class Form(Sight[Any]):
    """Deeds first, each with a digit; then the fields. What the row under the cursor means is said below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Turn", key_display="< >", priority=True),
        Binding("right", "turn(1)", show=False, priority=True),
        *(Binding(str(digit), f"deed({digit})", show=False, priority=True) for digit in range(1, 10)),
        Binding("escape", "leave", "Back"),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self._writing: Field | None = None

    def heading(self) -> str:
        """What the form is about."""
        raise NotImplementedError

    def deeds(self) -> list[tuple[str, str, Callable[[], object]]]:
        """What can be done: a word, what it means, the doing."""
        raise NotImplementedError

    def rows(self) -> list[Field]:
        """What can be changed."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        yield OptionList(id="rows")
        yield Static(id="about", markup=False)
        yield Input(id="line", select_on_focus=True, compact=True)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.set_class(self.look.ascii_only, "ascii")
        self.query_one("#line").display = False
        self.fill()

    def _text(self, text: str) -> str:
        return words.ascii_only(text) if self.look.ascii_only else text

    def fill(self) -> None:
        """Show everything as it stands."""
        self.query_one("#heading", Static).update(self._text(self.heading()))
        rows = self.query_one("#rows", OptionList)
        room = max((len(field.label) for field in self.rows()), default=0)
        said = [f"{number}  {word:<12} {meaning}" for number, (word, meaning, _) in enumerate(self.deeds(), start=1)]
        said += [
            f"   {field.label:<{room}}  {'<' if field.turn else ' '} {field.value()} {'>' if field.turn else ''}"
            for field in self.rows()
        ]
        width, at = max(20, self.size.width - 6), self._at
        rows.clear_options()
        rows.add_options(
            [Line(self._text(line if len(line) <= width else f"{line[: width - 4]} ...").replace("[", "\\[")) for line in said]
        )
        rows.highlighted = min(at, len(said) - 1)
        self.set_focus(rows)

    def on_resize(self) -> None:
        if self.is_mounted:
            self.fill()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index != self._at:  # it has moved on since
            return
        field = self._field()
        said = f"{field.help} ({field.how})" if field is not None else self.deeds()[self._at][1]
        self.query_one("#about", Static).update(self._text(said))

    @property
    def _at(self) -> int:
        """The row under the cursor."""
        return self.query_one("#rows", OptionList).highlighted or 0

    def _field(self) -> Field | None:
        at = self._at - len(self.deeds())
        return self.rows()[at] if at >= 0 else None

    def action_deed(self, digit: int) -> None:
        """Do what has that digit."""
        if digit <= len(self.deeds()):
            self.deeds()[digit - 1][2]()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is written, digits are digits."""
        if isinstance(self.focused, Input) and action in ("deed", "turn"):
            return False
        return super().check_action(action, parameters)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        field = self._field()
        if field is None:
            self.deeds()[self._at][2]()
        elif field.write is not None:
            self._writing = field
            line = self.query_one("#line", Input)
            line.display, line.placeholder, line.value = True, f"{field.label}: {field.help}", ""
            self.set_focus(line)
        else:
            self.action_turn(1)

    def action_turn(self, step: int) -> None:
        """The row under the cursor, to its next value or the one before."""
        field = self._field()
        if field is not None and field.turn is not None:
            field.turn(step)
            self.fill()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        field, self._writing = self._writing, None
        self.query_one("#line").display = False
        try:
            if field is not None and field.write is not None:
                field.write(event.value.strip())
        except UndercroftError as error:
            self.notify(str(error), severity="warning", markup=False)
        self.fill()

    def on_key(self, event: events.Key) -> None:
        """Escape leaves the line before it leaves the form."""
        if event.key == "escape" and self._writing is not None:
            event.stop()
            event.prevent_default()
            self._writing = None
            self.query_one("#line").display = False
            self.fill()

    def action_leave(self) -> None:
        """Back to where one came from."""
        if self._writing is None:
            self.dismiss(None)


class NewGame(Form):
    """What is agreed before a game. It is left with a Wish, with "learn", or with nothing."""

    def __init__(self, game: Game[Any], look: Look) -> None:
        super().__init__(look)
        self.game = game
        self.wish = Wish.usual(game, look.name)

    def heading(self) -> str:
        """Its name, its line and its drawing, where there is room."""
        width = max(20, self.size.width - 4)
        lines = [self.game.title, *words.wrap(self.game.tagline, width), *words.wrap(self.game.credit, width)]
        if self.size.height >= 34:
            lines = [*picture(self.game.slug).split("\n"), "", *lines]
        return "\n".join(lines)

    def deeds(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Play, learn it, read."""
        people = ", ".join(self.wish.names)
        found: list[tuple[str, str, Callable[[], object]]] = [("Play", people, lambda: self.dismiss(self.wish))]
        if self.game.guide is not None:
            found.append(("Learn it", f"a first game with a coach. {self.game.guide.aim}", lambda: self.dismiss("learn")))
        rules = Finder.of_rules(self.game, self.look.ascii_only)
        found.append(("Rules", "the rulebook in our words, with a search", lambda: self.app.push_screen(rules)))
        return found

    def rows(self) -> list[Field]:
        """Seats, options, seed, dice."""
        return fields(self.wish)


class Preferences(Form):
    """The settings of the terminal. It is left with the new look."""

    def heading(self) -> str:
        """Where they are kept."""
        return "Settings, kept in your settings file; `undercroft config` shows it"

    def deeds(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Nothing but going back."""
        return [("Done", "back to the title", self.action_leave)]

    def rows(self) -> list[Field]:
        """A row for each setting."""
        return [self._row(name) for name in HELP]

    def _row(self, name: str) -> Field:
        able = list(values(name))

        def value() -> str:
            now = getattr(self.look, name)
            return ("on" if now else "off") if isinstance(now, bool) else str(now)

        def change(new: str | bool) -> None:
            try:
                self.look = set_value(self.look, name, new)
            except UndercroftError as error:
                self.notify(str(error), severity="error", markup=False)

        def turn(step: int) -> None:
            change(able[(able.index(getattr(self.look, name)) + step) % len(able)])

        return Field(capital(name), value, HELP[name], turn if able else None, None if able else change)

    def action_leave(self) -> None:
        """Back, with what was set."""
        if self._writing is None:
            self.dismiss(self.look)

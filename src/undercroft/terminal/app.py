"""The full-screen table: map, sheet, decision, log. It shows what the plain mode says and decides as little."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, OptionList, RichLog, SelectionList, Static
from textual.widgets.option_list import Option as Row

from ..engine import Answer, Ask, Match, UndercroftError
from . import words
from .seating import Playing, Seating

_BOTS_AT_A_TIME = 20  # bot moves between two looks at the keyboard


class Page(ModalScreen[None]):
    """A page of text laid over the table: a rule, the help, the last page of a game. Any key puts it away."""

    CSS = """
    Page { align: center middle; }
    #page { width: 80%; max-width: 90; height: auto; max-height: 85%; border: round $primary; padding: 1 2; }
    #page { background: $surface; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Static(self.text, markup=False)

    def on_key(self, event: Any) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown"):
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


class TableApp(App[None]):
    """One match on a terminal of any size."""

    CSS = """
    #top { height: 2fr; }
    #map { width: 2fr; border: round $secondary; overflow: auto auto; }
    #map Static { width: auto; }
    #sheet { width: 1fr; min-width: 30; border: round $secondary; }
    #bottom { height: 1fr; min-height: 12; }
    #decision { width: 1fr; border: round $primary; }
    #log { width: 1fr; border: round $secondary; }
    #question { padding: 0 1; height: auto; max-height: 50%; }
    #status { height: auto; max-height: 3; padding: 0 1; }
    OptionList, SelectionList { border: none; height: auto; max-height: 1fr; }
    Screen.narrow #top, Screen.narrow #bottom { layout: vertical; }
    """
    TITLE = "Undercroft"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "why", "Why?"),
        Binding("u", "undo", "Undo"),
        Binding("m", "look('map')", "Map"),
        Binding("s", "look('sheet')", "Sheet"),
        Binding("l", "look('log')", "Log"),
        Binding("d", "decide", "Decide"),
        Binding("g", "pass", "Pass on"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "quit", "Keep and quit"),
        Binding("escape", "leave_line", "Leave the line, for the other keys"),
    ]

    def __init__(self, playing: Playing, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.playing = playing
        self.seating = Seating(playing)
        self._ascii = ascii_only
        self._told = 0
        self._rule = ""
        self._keys: list[str] = []  # what the rows of the list answer
        self._seat: int | None = None  # who looks at the screen
        self._taking: int | None = None  # who took it though another is asked
        self._shown_end = False

    @property
    def match(self) -> Match[Any]:
        """The match on the table."""
        return self.playing.match

    def compose(self) -> ComposeResult:
        yield Static(id="status", markup=False)
        with Horizontal(id="top"):
            with VerticalScroll(id="map"):
                yield Static(id="drawing", markup=False)
            with VerticalScroll(id="sheet"):
                yield Static(id="papers", markup=False)
        with Horizontal(id="bottom"):
            with Vertical(id="decision"):
                yield Static(id="question", markup=False)
                yield OptionList(id="options")
                yield SelectionList[str](id="several")
                yield Input(id="line")
            yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#map").border_title = "Map"
        self.query_one("#sheet").border_title = "Sheet"
        self.query_one("#decision").border_title = "Your move"
        self.query_one("#log").border_title = "Story"
        self.refresh_table()

    def on_resize(self) -> None:
        self.screen.set_class(self.size.width < 70, "narrow")

    def _text(self, text: str) -> str:
        return words.ascii_only(text) if self._ascii else text

    # Showing.

    def refresh_table(self) -> None:
        """Let bots move, then show the table to whoever is asked."""
        for _ in range(_BOTS_AT_A_TIME):
            if not self.seating.bot_moves():
                break
        else:
            self.call_later(self.refresh_table)
        ask = self.match.ask
        seat = self.seating.onlooker
        taking, self._taking = self._taking, None
        if ask is not None and (taking is not None or ask.seats[0] in self.seating.people):
            seat = ask.seats[0] if taking is None else taking
            if self.seating.needs_hand_over(seat):
                secret = self.seating.hides_from(seat)
                self.seating.last = seat
                if secret:
                    self._show(None, None)
                    name = self.seating.names[seat]
                    note = f"Pass the screen to {name}.\n\n{name}, press any key when nobody else is looking."
                    self.push_screen(Page(note), lambda _: self._show(ask, seat))
                    return
        self._show(ask, seat)

    def _show(self, ask: Ask | None, seat: int | None) -> None:
        self._seat = seat
        screen = self.match.screen(seat)
        width = max(24, self.size.width // 3 - 5)
        heading = [screen.title + (f" - {screen.subtitle}" if screen.subtitle else "")]
        status = words.status_line(screen, max(40, self.size.width - 2))
        self.query_one("#status", Static).update(self._text("\n".join(heading + status)))
        self.query_one("#papers", Static).update(self._text("\n".join(words.papers(screen, width))))
        drawing = screen.drawing
        self.query_one("#drawing", Static).update(self._text(drawing.text or drawing.alt) if drawing else "")
        self._tell(seat)
        self._put(ask, seat)
        outcome = self.match.outcome
        if outcome is not None and not self._shown_end:
            self._shown_end = True
            self.push_screen(Page("\n".join(words.outcome_lines(outcome, self.seating.names, 72))))

    def _tell(self, seat: int | None) -> None:
        log = self.query_one("#log", RichLog)
        if self._told > len(self.match.events) or self.seating.shared:
            log.clear()
            self._told = 0
        events = self.match.log(seat, self._told)
        self._told = len(self.match.events)
        self._rule = next((event.rule for event in reversed(events) if event.rule), self._rule)
        for line in words.event_lines(events, max(20, self.size.width // 2 - 6)):
            log.write(self._text(line))

    def _put(self, ask: Ask | None, seat: int | None) -> None:
        """Show the question with the control that fits it."""
        options, several = self.query_one("#options", OptionList), self.query_one("#several", SelectionList)
        line = self.query_one("#line", Input)
        question = self.query_one("#question", Static)
        options.clear_options()
        several.clear_options()
        line.value = ""
        options.display = several.display = line.display = False
        if ask is None or seat is None or not ask.waits_for(seat):
            question.update("The game is over." if self.match.ask is None else "")
            return
        self._keys = list(ask.keys_for(seat))
        question.update(self._text(ask.prompt))
        if seat not in ask.seats:
            question.update(self._text(f"({self.seating.names[ask.seats[0]]} is asked: {ask.prompt}) And you?"))
        elif ask.kind == "many":
            several.add_options([(self._label(key, ask, seat), key) for key in self._keys])
            several.display = True
            several.focus()
            question.update(f"{self._text(ask.prompt)}\n(space to choose, Enter when done: {ask.low} to {ask.high})")
            return
        if ask.kind in ("choose", "all") or seat not in ask.seats:
            options.add_options([Row(self._label(key, ask, seat)) for key in self._keys])
        else:
            suggested = [text for text in ask.suggestions[:9] if text]
            options.add_options([Row(self._text(text).replace("[", "\\[")) for text in suggested])
            options.add_options([Row(self._label(key, ask, seat)) for key in self._keys])
            self._keys = [*suggested, *self._keys]
            line.display = True
            line.placeholder = (
                "your words" if ask.kind == "text" else f"{ask.low} to {ask.high}" if ask.kind == "number" else "faces"
            )
        options.display = bool(options.option_count)
        if options.option_count:
            options.highlighted = 0
        (line if line.display else options).focus()

    def _label(self, key: str, ask: Ask, seat: int) -> str:
        option = ask.options_for(seat)[key]
        number = self._keys.index(key) + 1
        text = f"{number}. {option.label}" + (f" - {option.hint}" if option.hint else "")
        return self._text(text).replace("[", "\\[")

    # Deciding.

    def _answer(self, answer: Answer) -> None:
        ask = self.match.ask
        if ask is None:
            return
        try:
            self.playing.answer(answer, ask.seats[0] if self._seat is None else self._seat, ask.serial)
        except UndercroftError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            return
        self.refresh_table()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self.match.ask is not None:
            self._answer(self._keys[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        ask = self.match.ask
        if ask is not None:
            usual = ask.suggestions[0] if ask.suggestions and (ask.kind != "text" or ask.low) else ""
            self._answer(event.value or usual)

    def on_key(self, event: Any) -> None:
        ask = self.match.ask
        if ask is None or isinstance(self.focused, Input) or len(self.screen_stack) > 1:
            return
        if event.key == "enter" and ask.kind == "many":
            event.stop()
            self._answer(list(self.query_one("#several", SelectionList).selected))
        elif event.key.isdigit() and ask.kind in ("choose", "all") and 1 <= int(event.key) <= len(self._keys):
            event.stop()
            self._answer(self._keys[int(event.key) - 1])

    # Asking back.

    def action_why(self) -> None:
        """The rule behind the last line, and behind the question."""
        ask = self.match.ask
        book = self.match.game.rulebook()
        ids = dict.fromkeys(rule for rule in (self._rule, ask.rule if ask else "") if rule in book)
        text = "\n\n".join("\n".join(words.rule_lines(book[rule], 70)) for rule in ids)
        self.push_screen(Page(text or "No rule yet."))

    def action_undo(self) -> None:
        """Take back the last answer."""
        try:
            self.playing.undo(self.seating.last if self.seating.shared else self.seating.onlooker)
        except UndercroftError as error:
            self.notify(f"That stands: {error}.", severity="warning", markup=False)
            return
        self._told = len(self.match.events) + 1
        self._shown_end = False
        self.refresh_table()

    def action_look(self, where: str) -> None:
        """Move to a part of the table, to scroll it."""
        self.query_one(f"#{where}").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape is offered only where letters are typed into a line."""
        return isinstance(self.focused, Input) if action == "leave_line" else super().check_action(action, parameters)

    def action_leave_line(self) -> None:
        """Out of the line that swallows every letter, so that `q`, `w` and the others are keys again."""
        self.query_one("#map").focus()

    def action_decide(self) -> None:
        """Back to the question."""
        for name in ("#line", "#several", "#options"):
            widget = self.query_one(name)
            if widget.display:
                widget.focus()
                return

    def action_pass(self) -> None:
        """Hand the screen to the next one who has something to do now: the gamesmaster's desk, a mutiny."""
        ask = self.match.ask
        able = [seat for seat in self.seating.people if ask is not None and ask.waits_for(seat)]
        others = [seat for seat in able if seat != self._seat]
        if not others:
            self.notify("Nobody else has anything to do now.", markup=False)
            return
        self._taking = next((seat for seat in others if self._seat is not None and seat > self._seat), others[0])
        self.refresh_table()

    def action_help(self) -> None:
        """What the keys do, and the terms of the game."""
        terms = "\n".join(f"{term}: {meaning}" for term, meaning in self.match.game.glossary().items())
        keys = (
            "Arrows and Enter, or a digit, choose. w why? u undo, m map, s sheet, l log, d decide, "
            "g pass the screen on, q keep and quit. "
            "While you write an answer, Escape first."
        )
        self.push_screen(Page(f"{self.match.game.title}\n{self.match.game.credit}\n\n{keys}\n\n{terms}"))

"""The full-screen table: map, sheet, decision, log. It shows what the plain mode says and decides as little."""

from __future__ import annotations

import asyncio
import signal
import textwrap
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input, OptionList, RichLog, SelectionList, Static
from textual.widgets.option_list import Option as Row

from ..engine import Answer, Ask, Match, Option, UndercroftError
from . import answers, lookup, words
from .page import Page, bring_in_sight
from .seating import Playing, Seating

_PATIENCE = 0.3  # seconds before a bot is said to be thinking
_DIGITS = 9  # answers that a single digit can choose
LOW = 30  # rows below which the story alone tells what is happening
NARROW = 70  # columns below which everything stands in one

_KEYS = (
    ("1-9, arrows", "choose; where there are more than nine answers, type the number and Enter"),
    ("w", "why? the rules behind the last line and the question"),
    ("u", "undo, while no dice fell since"),
    ("m, s, l", "the whole map, all sheets, the story so far"),
    ("d", "back to the question"),
    ("g", "pass the screen to somebody who has something to do now: the gamesmaster's desk, a mutiny"),
    ("q, Ctrl-C", "stop; the game is kept and can be resumed"),
    ("/", "a line for words out of an answer, or for a command:"),
)


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
    #stage { height: auto; max-height: 12; border: heavy $primary; padding: 0 1; }
    OptionList, SelectionList { border: none; height: auto; max-height: 1fr; }
    #line { dock: bottom; }
    Screen.narrow #top, Screen.narrow #bottom { layout: vertical; }
    Screen.narrow #sheet { display: none; }
    Screen.narrow #map, Screen.narrow #decision, Screen.narrow #log { width: 100%; }
    Screen.narrow #top { height: 1fr; }
    Screen.narrow #bottom { height: 3fr; }
    Screen.narrow #decision { height: 3fr; }
    Screen.narrow #log { height: 2fr; }
    Screen.ascii #map, Screen.ascii #sheet, Screen.ascii #decision, Screen.ascii #log { border: ascii $secondary; }
    Screen.ascii #stage { border: ascii $primary; }
    """
    TITLE = "Undercroft"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "why", "Why?"),
        Binding("u", "undo", "Undo"),
        Binding("m", "look('map')", "Map"),
        Binding("s", "look('sheet')", "Sheet"),
        Binding("l", "look('log')", "Log"),
        Binding("slash", "speak", "Say", key_display="/", priority=True),
        *(Binding(str(digit), f"digit({digit})", show=False, priority=True) for digit in range(10)),
        Binding("d", "decide", "Decide", show=False),
        Binding("g", "pass", "Pass on"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("n", "again", "New game"),
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("enter", "done", show=False, priority=True),
        Binding("escape", "leave_line", "Leave the line, for the other keys"),
    ]

    def __init__(self, playing: Playing, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.playing = playing
        self.seating = Seating(playing)
        self._ascii = ascii_only
        self._told = 0
        self._rule = ""
        self._rows: list[str] = []  # what the rows of the list answer; "": a heading
        self._asked: Ask | None = None  # the question on the screen
        self._seat: int | None = None  # who looks at the screen
        self._speaking = False  # the line is open for words to the table, not for an answer in words
        self._taking: int | None = None  # who took it though another is asked
        self._shown_end = False
        self.again = False  # whether another game is wanted, once this one is over

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
        yield Static(id="stage", markup=False)
        with Horizontal(id="bottom"):
            with Vertical(id="decision"):
                yield Static(id="question", markup=False)
                yield OptionList(id="options")
                yield SelectionList[str](id="several")
                yield Input(id="line", select_on_focus=False, compact=True)
            yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Footer()

    def on_mount(self) -> None:
        for name in ("SIGTERM", "SIGHUP"):  # whoever ends the program gets the terminal back as it was
            if hasattr(signal, name):
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.exit)
        self.screen.set_class(self._ascii, "ascii")
        self.query_one("#map").border_title = "Map"
        self.query_one("#sheet").border_title = "Sheet"
        self.query_one("#decision").border_title = "Your move"
        self.query_one("#log").border_title = "Story"
        self.refresh_table()

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Lay the table out for the size of the window."""
        self.screen_stack[0].set_class(self.size.width < NARROW, "narrow")
        if self._told:  # the lines are broken anew
            self._told = len(self.match.events) + 1
            self._show(self._asked, self._seat)

    def _text(self, text: str) -> str:
        return words.ascii_only(text) if self._ascii else text

    # Showing.

    def refresh_table(self) -> None:
        """Let bots move, then show the table to whoever is asked."""
        ask = self.match.ask
        bot = self.seating.bot_to_move()
        if ask is not None and bot is not None:
            self._asked = None  # nobody here is asked meanwhile
            self.run_worker(lambda: self._think(ask, bot), thread=True, exclusive=True, exit_on_error=False)
            self.set_timer(_PATIENCE, lambda: self._say_who_thinks(ask, bot))
            return
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

    def _think(self, ask: Ask, seat: int) -> None:
        """A bot's thoughts, beside the screen; what it says is answered on the screen's own thread."""
        try:
            answer = self.playing.bot_answer(seat)
        except UndercroftError as error:
            self.call_from_thread(self.notify, str(error), severity="error", markup=False)
            return
        self.call_from_thread(self._bot_says, ask, seat, answer)

    def _bot_says(self, ask: Ask, seat: int, answer: Answer) -> None:
        if self.match.ask is ask:  # else somebody took something back meanwhile
            self.playing.answer(answer, seat, ask.serial)
            self.refresh_table()

    def _say_who_thinks(self, ask: Ask, seat: int) -> None:
        if self.match.ask is ask and self._asked is None:
            self._show(None, self.seating.onlooker)
            self.query_one("#question", Static).update(
                self._text(f"{self.seating.names[seat]} is thinking ... (q stops; the game is kept)")
            )

    def _show(self, ask: Ask | None, seat: int | None) -> None:
        self._asked, self._seat = ask, seat
        screen = self.match.screen(seat)
        width = max(24, self.size.width // 3 - 5)
        heading = [screen.title + (f" - {screen.subtitle}" if screen.subtitle else "")]
        status = words.status_line(screen, max(40, self.size.width - 2))
        self.query_one("#status", Static).update(self._text("\n".join(heading + status)))
        self.query_one("#papers", Static).update(self._text("\n".join(words.papers(screen, width))))
        drawing = screen.drawing
        text = drawing.text or drawing.alt if drawing else ""
        self.query_one("#map").display = drawing is not None
        self.query_one("#drawing", Static).update(self._text(text))
        self.call_after_refresh(bring_in_sight, self.query_one("#map"), text, self._here(seat))
        self._tell(seat)
        self._set_stage(seat)
        self._put(ask, seat)
        outcome = self.match.outcome
        if outcome is not None and not self._shown_end:
            self._shown_end = True
            self._page(words.outcome_lines(outcome, self.seating.names, self._page_width))

    def _set_stage(self, seat: int | None) -> None:
        """What is happening, in a box of its own; when nothing is, or the window is low, the map has the room."""
        box, stage = self.query_one("#stage", Static), self.match.stage(seat) if seat is not None else None
        busy = stage is not None and bool(len(stage.sides) > 1 or stage.throws or stage.moment)
        box.display = busy and self.size.height >= LOW
        if stage is None or not box.display:
            return
        box.border_title = self._text(f"{stage.title} - {stage.place}" if stage.place else stage.title)
        box.update(self._text("\n".join(words.stage_box(stage, max(36, self.size.width - 6)))))

    def _here(self, seat: int | None) -> str:
        game = self.match.game
        return game.here(game.mask(self.match.state, seat), seat)

    def _tell(self, seat: int | None) -> None:
        log = self.query_one("#log", RichLog)
        if self._told > len(self.match.events) or self.seating.shared:
            log.clear()
            self._told = 0
        events = self.match.log(seat, self._told)
        self._told = len(self.match.events)
        self._rule = next((event.rule for event in reversed(events) if event.rule), self._rule)
        for line in words.event_lines(events, self._half - 6, self.match.stage(seat)):
            log.write(
                Text(self._text(line), style="bold" if line.startswith("-- ") else "dim" if line.startswith("    ") else "")
            )

    def _put(self, ask: Ask | None, seat: int | None) -> None:
        """Show the question with the control that fits it."""
        options, several = self.query_one("#options", OptionList), self.query_one("#several", SelectionList)
        line = self.query_one("#line", Input)
        question = self.query_one("#question", Static)
        options.clear_options()
        several.clear_options()
        line.value = ""
        self._speaking = options.display = several.display = line.display = False
        if ask is None or seat is None or not ask.waits_for(seat):
            question.update("The game is over. Press n for another one at once, with new dice." if self.match.ask is None else "")
            return
        mine = seat in ask.seats
        listed = ask.options_for(seat)
        question.update(
            self._text(ask.prompt if mine else f"({self.seating.names[ask.seats[0]]} is asked: {ask.prompt}) And you?")
        )
        if mine and ask.kind == "many":
            several.add_options(
                [(self._row(answers.text(option), f"{n}. "), key) for n, (key, option) in enumerate(listed.items(), start=1)]
            )
            several.display = True
            several.highlighted = 0 if listed else None
            self.screen_stack[0].set_focus(several)
            question.update(f"{self._text(ask.prompt)}\n(space to choose, Enter when done: {ask.low} to {ask.high})")
            return
        self._rows = []
        if mine and ask.kind in ("text", "number", "dice"):
            self._list_suggestions(ask, listed)
            line.display = True
            line.placeholder = {"text": "your words", "number": f"{ask.low} to {ask.high}"}.get(ask.kind, "faces")
        else:
            self._list_answers(listed)
        options.display = bool(options.option_count)
        if options.option_count:
            options.highlighted = next(at for at, key in enumerate(self._rows) if key)
        self.screen_stack[0].set_focus(line if line.display else options)

    def _list_answers(self, listed: Mapping[str, Option]) -> None:
        """The answers as rows; many of them in groups under headings."""
        if len(listed) <= _DIGITS:
            for number, (key, option) in enumerate(listed.items(), start=1):
                self._add_row(answers.text(option), key, f"{number}. ")
            return
        for group in answers.groups(listed):
            if group.heading:
                self._add_row(group.heading, "")
            for member in group.members:
                self._add_row(member.text, member.key, f"{'  ' if group.heading else ''}{member.number}. ")

    def _list_suggestions(self, ask: Ask, listed: Mapping[str, Option]) -> None:
        """Answers worth offering where any text, number or throw will do; then what else can be done."""
        for number, text in enumerate(ask.suggestions[: answers.SUGGESTIONS], start=1):
            if text:
                self._add_row(text, text, f"{number}. " if ask.kind == "text" else "")
        for key, option in listed.items():
            self._add_row(answers.text(option), key)

    def _add_row(self, text: str, key: str, start: str = "") -> None:
        self._rows.append(key)
        self.query_one("#options", OptionList).add_option(Row(self._row(text, start), disabled=not key))

    @property
    def _half(self) -> int:
        """Columns of the question and of the story: half the window, or all of a narrow one."""
        return max(28, self.size.width if self.size.width < NARROW else self.size.width // 2)

    def _row(self, text: str, start: str) -> str:
        """The text broken to the width of the list, its further lines under its first word."""
        lines = textwrap.wrap(text, self._half - 8, initial_indent=start, subsequent_indent=" " * len(start))
        return self._text("\n".join(lines)).replace("[", "\\[")

    # Deciding.

    def _answer(self, answer: Answer) -> None:
        asked = self._asked
        if asked is None or self.match.ask is None:
            return
        try:
            self.playing.answer(answer, asked.seats[0] if self._seat is None else self._seat, asked.serial)
        except UndercroftError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            if self.match.ask is asked:
                return
            self._told = len(self.match.events) + 1  # somebody else played on: show what is asked now
        self.refresh_table()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self.match.ask is not None:
            self._answer(self._rows[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        ask, seat = self.match.ask, self._seat
        if ask is None or seat is None:
            return
        said = event.value.strip()
        word, _, rest = said.lstrip("/").partition(" ")
        command = word.lower() if self._speaking or said.startswith("/") else ""
        if self._speaking:
            self.action_leave_line()
        if command in lookup.COMMANDS:
            looked = lookup.Lookup(self.playing, seat, self._page_width).lines(command, rest.strip(), ask, self._rule)
            self._page(looked, from_end=command == "log")
            return
        action = {"undo": self.action_undo, "pass": self.action_pass, "help": self.action_help, "?": self.action_help}.get(
            command
        )
        if action is not None:
            action()
        elif command in ("quit", "exit"):
            self.exit()
        else:
            try:
                answer = answers.spoken(said, ask, seat)
            except UndercroftError as refusal:
                self.notify(str(refusal), severity="warning", markup=False)
                return
            self._answer(answer)

    def action_done(self) -> None:
        """Give all that was ticked."""
        self._answer(list(self.query_one("#several", SelectionList).selected))

    def action_digit(self, digit: int) -> None:
        """Choose by a digit; where there are more answers than digits, begin a line with it."""
        listed = [key for key in self._rows if key]
        if len(listed) > _DIGITS:
            self.action_speak(str(digit))
        elif 1 <= digit <= len(listed):
            self._answer(listed[digit - 1])

    # Asking back.

    @property
    def _page_width(self) -> int:
        return max(20, min(90, self.size.width - 12))

    def _page(self, lines: list[str], *, mark: str = "", from_end: bool = False) -> None:
        self.push_screen(Page(self._text("\n".join(lines)), mark=mark, from_end=from_end))

    def action_why(self) -> None:
        """The rule behind the last line, and behind the question."""
        ask = self.match.ask
        book = self.match.game.rulebook()
        ids = dict.fromkeys(rule for rule in (self._rule, ask.rule if ask else "") if rule in book)
        lines = [line for rule in ids for line in (*words.rule_lines(book[rule], self._page_width), "")]
        self._page(lines[:-1] or ["No rule yet."])

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

    def action_look(self, command: str) -> None:
        """The map, the sheets or the story, as large as the screen."""
        if self._seat is None and self.match.ask is not None:
            return
        looked = lookup.Lookup(self.playing, self._seat, self._page_width).lines(command, "", self.match.ask)
        self._page(
            "\n".join(looked).split("\n"), mark=self._here(self._seat) if command == "map" else "", from_end=command == "log"
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys are offered where they do something: Escape in a line, passing on around one screen."""
        if action == "leave_line":
            return isinstance(self.focused, Input)
        if action == "pass":
            return self.seating.shared
        if action == "again":
            return self.match.ask is None
        if action in ("speak", "digit") and (isinstance(self.focused, Input) or len(self.screen_stack) > 1):
            return False
        if action == "done":
            return isinstance(self.focused, SelectionList) and len(self.screen_stack) == 1
        if action == "digit":
            return self.match.ask is not None and self.match.ask.kind in ("choose", "all")
        return super().check_action(action, parameters)

    def action_speak(self, start: str = "") -> None:
        """A line for what is quicker to write than to look for."""
        line = self.query_one("#line", Input)
        if self.match.ask is None or self._seat is None:
            return
        if not line.display:
            self._speaking = line.display = True
            line.placeholder = "an answer, or find, map, rules, why, save ..."
            line.value = start
            line.cursor_position = len(start)
        self.screen.set_focus(line)

    def action_leave_line(self) -> None:
        """Out of the line that swallows every letter, so that `q`, `w` and the others are keys again."""
        if self._speaking:
            self._speaking = False
            self.query_one("#line", Input).display = False
            self.action_decide()
        else:
            self.screen.set_focus(self.query_one("#map" if self.query_one("#map").display else "#sheet"))

    def action_decide(self) -> None:
        """Back to the question."""
        for name in ("#line", "#several", "#options"):
            widget = self.query_one(name)
            if widget.display:
                self.screen.set_focus(widget)
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

    def action_again(self) -> None:
        """The game is over; play another one."""
        self.again = True
        self.exit()

    def action_help(self) -> None:
        """What the keys do, and the terms of the game."""
        game, width = self.match.game, self._page_width
        lines = [game.title, *words.wrap(game.credit, width), "", *words.entry_lines(_KEYS, width)]
        lines += words.entry_lines(((f"  {word}", meaning) for word, meaning in lookup.HELP), width, 15)
        lines += ["While you write an answer, Escape first.", "", *words.entry_lines(game.glossary().items(), width)]
        self._page(lines)

"""Decision: the question and its answers in a pane. One way of answering whatever their number: a digit, a letter, a click."""

from __future__ import annotations

import textwrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as Line

from ..engine import Answer, Ask
from . import answers, words
from .menu import MOST, Menu, Row

_WRITTEN = ("text", "number", "dice")


class Written(Input):
    """The line: while one writes, letters are no keys, so what remains is said below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Give this answer", key_display="Enter"),
        Binding("escape", "screen.leave_line", "Leave the line: letters are keys again", key_display="Esc"),
    ]


class Decision(Vertical):
    """What is asked, and how to answer it."""

    class Decided(Message):
        """An answer was chosen."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    class Spoke(Message):
        """A line was written: an answer in words, or a command."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class Laid(Message):
        """It takes so many rows now."""

        def __init__(self, rows: int) -> None:
            super().__init__()
            self.rows = rows

    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__(id="decision")
        self._ascii = ascii_only
        self._menu: Menu | None = None
        self._rows: list[Row] = []
        self._written = False  # the question is answered by writing
        self._numbered = True  # a digit is a row, not what is written
        self.speaking = False  # the line is open for words to the table, not for an answer in words
        self._question = ""
        self._how = ""  # how a text is answered
        self._note = ""
        self.room = (76, 10)  # columns, and rows for question and answers
        self.calm = 10  # rows that it takes without need: so far groups lie open by themselves
        self.reserved = ""  # letters that no answer may have

    def compose(self) -> ComposeResult:
        yield Static(id="coach", markup=False)
        yield Static(id="question", markup=False)
        yield OptionList(id="options")
        yield Static(id="hint", markup=False)
        yield Written(id="line", select_on_focus=False, compact=True)

    # What is shown.

    def say(self, text: str) -> None:
        """No question: a word about why."""
        self._menu, self._rows, self._question, self._how, self._note = None, [], text, "", ""
        self._written = self.speaking = False
        self.query_one("#line").display = False
        self.show()

    def put(self, ask: Ask, seat: int, prompt: str, lesson: str = "", key: str = "") -> None:
        """A question, as this seat may answer it; and a key that does more than one answer."""
        mine = seat in ask.seats
        options = ask.options_for(seat)
        line = self.query_one("#line", Input)
        self._question, self._how, self.speaking = f"{prompt} ({key})" if key else prompt, "", False
        self._note = f"Coach: {lesson} (k: no more of this)" if lesson else ""
        self._written = mine and ask.kind in _WRITTEN
        self._numbered = not self._written or ask.kind == "text"
        self._menu = Menu(options, many=mine and ask.kind == "many", low=ask.low, high=ask.high, reserved=self.reserved)
        line.value, line.display = "", self._written
        if self._written:
            offered = [text for text in ask.suggestions[: answers.SUGGESTIONS] if text]
            self._rows = [Row(text, (text,)) for text in offered]
            self._rows += [Row(answers.text(option), (key,)) for key, option in options.items()]
            wanted = {"text": "your words", "number": f"{ask.low} to {ask.high}"}.get(ask.kind, "faces")
            line.placeholder = f"{wanted}, then Enter; Escape leaves the line"
            if ask.kind == "text":
                self._how = "Write, or take one by its number and Enter:" if self._rows else "Write:"
        usual = ask.suggestions[0] if ask.suggestions and ask.kind == "choose" else ""
        self.show(self._menu.at(usual) if usual else 0)

    def show(self, at: int = 0) -> None:
        """Lay the rows out for the room there is; where they do not fit, the coach and then the first rows have what is left."""
        width, most = self.room
        heading = self._menu.heading if self._menu is not None else ""
        written = int(self.query_one("#line").display)
        question = words.wrap(f"{self._question} {heading}".strip(), width)[: max(1, min(4, most - written - 1))]
        question += [self._how] if self._how and len(question) + written + 1 < most else []
        note = words.wrap(self._note, width) if self._note and not heading else []  # an open group has been looked into
        most = most if note else min(most, self.calm)
        if self._menu is not None and not self._written:
            self._menu.width, self._menu.spread = width - 6, min(MOST, self.calm - len(question) - len(note))
            self._rows = self._menu.rows()
        lines = [self._lines(number, row, width) for number, row in enumerate(self._rows)]
        spare = most - len(question) - written
        cut = len(note) + sum(map(len, lines)) > spare
        if cut:
            left = max(0, spare - len(lines) - 1)
            note = note if len(note) <= left else [*note[: left - 1], f"{note[left - 1][: width - 4]} ..."] if left else []
            left -= len(note)
            for number, one in enumerate(lines):
                left -= (more := len(one) - 1 if len(one) - 1 <= left else 0)
                lines[number] = one if more else [self._cut(one, width)]
        rows = self.query_one("#options", OptionList)
        rows.clear_options()
        rows.add_options([Line(self._safe("\n".join(one))) for one in lines])
        rows.display = bool(lines)
        if lines:
            rows.highlighted = min(at, len(lines) - 1)
        self._update("#question", question)
        self._update("#coach", note)
        self.query_one("#hint").display = cut
        self.call_after_refresh(self.refresh)  # where rows stood that are no more: what lies under them is not painted by itself
        self.post_message(self.Laid(len(question) + len(note) + written + sum(map(len, lines)) + int(cut)))

    def _update(self, name: str, lines: list[str]) -> None:
        pane = self.query_one(name, Static)
        pane.display = bool(lines)
        pane.update(self._plain("\n".join(lines)))

    def _lines(self, number: int, row: Row, width: int) -> list[str]:
        mark = str(number + 1) if self._numbered else " "
        start = f"{mark} {row.letter or ' '}  " if not self._written else f"{mark}  "
        return textwrap.wrap(row.text, width - 1, initial_indent=start, subsequent_indent=" " * len(start)) or [start]

    def _cut(self, lines: list[str], width: int) -> str:
        return lines[0] if len(lines) == 1 else f"{lines[0][: width - 4]} ..."

    def _plain(self, text: str) -> str:
        return words.ascii_only(text) if self._ascii else text

    def _safe(self, text: str) -> str:
        return self._plain(text).replace("[", "\\[")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """What did not fit on the line of the row."""
        event.stop()
        hint = self.query_one("#hint", Static)
        if hint.display and event.option_index < len(self._rows):
            text = self._rows[event.option_index].text
            hint.update(self._plain(text if len(text) <= self.room[0] else f"... {text[-self.room[0] + 5 :]}"))

    # What is chosen.

    def take(self, number: int) -> None:
        """The row of that number, from 0 on."""
        if self._menu is None or not 0 <= number < len(self._rows):
            return
        if self._written:
            self.post_message(self.Decided(self._rows[number].keys[0]))
            return
        answer = self._menu.choose(number)
        if answer is None:
            self.show(number if self._menu.many else 0)
        else:
            self.post_message(self.Decided(answer))

    @property
    def numbers(self) -> dict[str, int]:
        """The digit of the row that gives each answer, or leads to it."""
        return {key: number for number, row in enumerate(self._rows, start=1) for key in row.keys}

    @property
    def writes_digits(self) -> bool:
        """Whether the question is answered by writing: then a digit is written, wherever the keys go."""
        return self._written and not self.speaking

    def _meant(self, line: str) -> int:
        """The row whose number stands alone in the line; -1: none, it is written out."""
        numbered = self._written and self._numbered and not self.speaking and line.strip().isdecimal()
        return int(line) - 1 if numbered and len(line) < 3 and 0 < int(line) <= len(self._rows) else -1

    def on_input_changed(self, event: Input.Changed) -> None:
        """A number alone means a suggestion: it is marked, and Enter takes it. More words, and it is a sentence."""
        event.stop()
        if (row := self._meant(event.value)) >= 0:
            self.query_one("#options", OptionList).highlighted = row

    def write(self, sign: str) -> None:
        """Go back to the line, and go on writing."""
        line = self.query_one("#line", Input)
        self.focus_it()
        line.insert_text_at_cursor(sign)

    def return_to_line(self) -> None:
        """If the question is answered by writing, let the keys go there again."""
        if self._written:
            self.focus_it()

    def letter(self, sign: str) -> bool:
        """The row of that letter; whether there is one."""
        found = next((number for number, row in enumerate(self._rows) if row.letter == sign), None)
        if found is None or self._written:
            return False
        self.take(found)
        return True

    def back(self) -> bool:
        """Out of a group, or out of the line; whether there was anything to leave."""
        if self.speaking:
            self.speaking = False
            self.query_one("#line").display = False
            self.focus_it()
            return True
        if self._menu is not None and self._menu.back():
            self.show()
            return True
        return False

    def only(self, keys: list[str]) -> None:
        """Answers that lie at one place of the map."""
        if self._menu is not None:
            self._menu.only(keys)
            self.show()
            self.focus_it()

    def speak(self) -> None:
        """Open the line for what is quicker to write than to look for."""
        line = self.query_one("#line", Input)
        if not line.display:
            self.speaking = line.display = True
            line.placeholder, line.value = "an answer, or find, map, rules, why, save ...", ""
        self.screen.set_focus(line)

    def focus_it(self) -> None:
        """Let the keys go where the answer is given."""
        line = self.query_one("#line", Input)
        self.screen.set_focus(line if line.display else self.query_one("#options"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.take(event.option_index)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if (row := self._meant(event.value)) >= 0:
            self.take(row)
        else:
            self.post_message(self.Spoke(event.value.strip()))

"""Replay: a game looked at again, answer by answer: step, jump, let it run, and play on from anywhere."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen as Sight
from textual.timer import Timer
from textual.widgets import Footer, Input, Static

from ..engine import Match, Move, UndercroftError
from ..store import Keeper
from . import scene, words
from .found import Story, told
from .look import Look
from .maps import MapPane

_LONG = 80  # events in sight
_STAGE = 10  # rows of what happens


class Replay(Sight[Any]):
    """One stored game. It is left with the number of answers from which to play on, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back", priority=True),
        Binding("right", "step(1)", "On", priority=True),
        Binding("pageup", "step(-10)", show=False, priority=True),
        Binding("pagedown", "step(10)", show=False, priority=True),
        Binding("home", "to(0)", "First", priority=True),
        Binding("end", "to(-1)", "Last", priority=True),
        Binding("space", "run", "Run or rest", priority=True),
        Binding("g", "jump", "Go to ..."),
        Binding("p", "play", "Play on from here"),
        Binding("escape,q", "leave", "Leave"),
    ]

    def __init__(self, keeper: Keeper, look: Look, at: int | None = None) -> None:
        super().__init__()
        self.keeper = keeper
        self.look = look
        self.count = keeper.first if at is None else at
        self.match: Match[Any] = keeper.match
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="status", markup=False)
        with Horizontal(id="top"):
            yield MapPane()
            yield Story(id="beside")
        yield Static(id="stage", markup=False)
        yield Static(id="next", markup=False)
        yield Input(id="line", select_on_focus=False, compact=True)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.set_class(self.look.ascii_only, "ascii")
        self.query_one("#line").display = False
        self.query_one("#map").border_title, self.query_one("#beside").border_title = "Map", "Story"
        self.set_focus(None)
        self.show()

    def on_resize(self) -> None:
        if self.is_mounted:
            self.show()

    def _text(self, text: str) -> str:
        return words.ascii_only(text) if self.look.ascii_only else text

    @property
    def last(self) -> int:
        """How many answers were given in all."""
        return len(self.keeper.moves)

    def show(self) -> None:
        """How things stood, and what was answered then."""
        try:
            self.match = self.keeper.at(self.count)
        except UndercroftError as error:
            self.query_one("#next", Static).update(self._text(str(error)))
            return
        match, wide = self.match, self.size.width
        self.set_class(wide < 70, "narrow")
        screen, stage = match.screen(None), match.stage(None)
        heading = f"{screen.title} - {screen.subtitle} | answer {self.count} of {self.last}"
        self.query_one("#status", Static).update(self._text(heading[: wide - 2]))
        pane, drawing = self.query_one(MapPane), screen.drawing
        pane.display = drawing is not None
        pane.show(self._text(drawing.text or drawing.alt if drawing is not None else ""), {}, match.game.here(match.state, None))
        events = [event.seen_by(event.only[0] if event.only else None) for event in match.events[-_LONG:]]
        lines = words.event_lines([event for event in events if event is not None], max(24, wide * 2 // 5 - 5), stage)
        self.query_one("#beside", Story).tell(told(lines, self._text))
        box = self.query_one("#stage", Static)
        box.display = scene.busy(stage) and self.size.height >= 20
        if stage is not None and box.display:
            box.border_title = self._text(words.cut(stage.title, wide - 10))
            box.update(self._text(scene.box(stage, wide - 6, _STAGE).plain))
        self.query_one("#next", Static).update(self._text("\n".join(words.wrap(self._next(), wide - 4)[:3])))

    def _next(self) -> str:
        """The question, and what was answered."""
        ask = self.match.ask
        if self.count >= self.last or ask is None:
            return ask.prompt if ask is not None else "The game is over."
        move = self.keeper.moves[self.count]
        return f"{ask.prompt}  --> {self._said(move)}"

    def _said(self, move: Move) -> str:
        ask = self.match.ask
        name = self.keeper.record.opening.names[move.seat] if move.seat >= 0 else "The dice"
        options = ask.options_for(move.seat) if ask is not None and move.seat >= 0 else {}
        given = move.answer if isinstance(move.answer, list) else [move.answer]
        said = ", ".join(options[one].label if isinstance(one, str) and one in options else str(one) for one in given)
        return f"{name}: {said or 'nothing'}"

    def action_step(self, by: int) -> None:
        """So many answers on, or back."""
        self._move(self.count + by)

    def action_to(self, count: int) -> None:
        """The beginning, or the end."""
        self._move(self.last if count < 0 else count)

    def _move(self, count: int) -> None:
        self.count = max(self.keeper.first, min(self.last, count))
        self.show()
        if self.count == self.last and self._timer is not None:
            self.action_run()

    def action_run(self) -> None:
        """Let it run at the pace of the settings, or rest."""
        if self._timer is None:
            self._timer = self.set_interval(self.look.seconds, lambda: self.action_step(1))
        else:
            self._timer.stop()
            self._timer = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a number is written, keys write it."""
        if isinstance(self.focused, Input) and action in ("step", "to", "run", "jump", "play"):
            return False
        return super().check_action(action, parameters)

    def action_jump(self) -> None:
        """To a number."""
        line = self.query_one("#line", Input)
        line.display, line.placeholder, line.value = True, f"answer {self.keeper.first} to {self.last}, or words of the story", ""
        self.set_focus(line)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.query_one("#line").display = False
        self.set_focus(None)
        wanted = event.value.strip()
        if wanted.isdecimal():
            self._move(int(wanted[:9]))
        elif wanted:
            self._find(wanted.lower())

    def _find(self, wanted: str) -> None:
        """The next answer after which the story holds these words."""
        events = self.keeper.events
        for count in range(self.count, self.last):
            start = self.keeper.moves[count].events
            end = self.keeper.moves[count + 1].events if count + 1 < self.last else len(events)
            if any(wanted in event.text.lower() for event in events[start:end]):
                self._move(count + 1)
                return
        self.notify(f"From here on, nothing in the story holds {wanted!r}.", severity="warning", markup=False)

    def action_play(self) -> None:
        """Another game from here; this one stays as it is."""
        self.dismiss(self.count)

    def action_leave(self) -> None:
        """Back, first out of the line."""
        line = self.query_one("#line", Input)
        if line.display:
            line.display = False
            self.set_focus(None)
        else:
            self.dismiss(None)

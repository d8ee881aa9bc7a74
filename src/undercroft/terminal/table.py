"""The table, full-screen: map, sheet, stage, decision, story. It shows what the plain mode says and decides as little."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.widgets import Footer, Input, Static

from ..engine import Answer, Ask, IllegalAnswer, Stage, UndercroftError, guide
from ..engine.errors import CHANGED
from ..engine.words import some, uncapital
from . import answers, coach, lookup, scene, trouble, words
from .asking import Asking
from .decision import Decision
from .found import Story, told
from .layout import Layout
from .look import Look
from .maps import MapPane
from .page import Page
from .seating import Playing, Seating, entered, go_on

_PATIENCE = 0.3  # seconds before a bot is said to be thinking
_LEAST = 4  # rows of what is happening; where there are fewer, what matters of it is said in a strip
_GLIMPSE = 3  # seconds that a word about a key lies over the map
_LONG = 150  # events of the story that are kept in sight; `l` has all of it

_HEADING = re.compile(r"\w+ \w+")  # of a map that says what it shows
_LETTERS = "yumplhfbqk"  # keys of the table, which are no answer's letter
_COMMANDS = (*lookup.COMMANDS, "on", "undo", "pass", "hush", "help", "?", "quit", "exit")


class TableSight(Asking):
    """One match on a terminal of any size. It is left with true when another game is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "why", "Why?"),
        Binding("u", "undo", "Undo"),
        Binding("m", "look('map')", "Map"),
        Binding("p", "look('sheet')", "Papers"),
        Binding("l", "story", "Log"),
        Binding("h", "rules", "Rules"),
        Binding("f", "go_on", "Go on"),
        Binding("b", "advice", "Hint"),
        Binding("slash", "speak", "Say", key_display="/", priority=True),
        *(Binding(str(digit), f"digit({digit})", show=False, priority=True) for digit in range(10)),
        Binding("left,right,tab", "to_map", show=False),
        Binding("k", "hush", show=False),
        Binding("g", "pass", "Pass on"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("n", "again", "New game"),
        Binding("q", "stop", "Quit"),
        Binding("escape", "leave_line", show=False),
    ]

    def __init__(self, playing: Playing, look: Look | None = None) -> None:
        super().__init__(playing, Look() if look is None else look)
        self.seating = Seating(playing)
        self._coach = coach.Coach(playing, coach.never_again, first=True)
        self._coach.speaks = self._coach.speaks and self.look.coach
        self._asked: Ask | None = None  # the question on the screen
        self._lesson = ""
        self._taking: int | None = None  # who took it though another is asked
        self._thinking = False  # somebody's answer is being worked out beside the screen
        self._standing, self._sign = True, ""  # whether the match stands still meanwhile, and what is said
        self._shown_end = False
        self._doubt = lookup.Doubt(_COMMANDS)
        self._seen = len(playing.match.events)  # throws before this one lie still
        self._tumble: Timer | None = None
        self._frame = 0
        self._layout = Layout(80, 24)
        self._staged: Stage | None = None  # what is in the box
        self._stripped: Stage | None = None  # what is in the strip
        self._stage_rows, self._needed = 10, 8

    def compose(self) -> ComposeResult:
        yield Static(id="status", markup=False)
        with Horizontal(id="top"):
            yield MapPane()
            yield Static(id="scene", markup=False)
            with VerticalScroll(id="sheet"):
                yield Static(id="papers", markup=False)
            yield Story(id="beside")
        yield Static(id="stage", markup=False)
        yield Static(id="strip", markup=False)
        with Horizontal(id="bottom"):
            yield Decision(ascii_only=self._ascii)
            yield Story(id="log")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.set_class(self._ascii, "ascii")
        for name, title in (("#map", "Map"), ("#sheet", "Papers"), ("#log", "Story"), ("#beside", "Story")):
            self.query_one(name).border_title = title
        self.query_one("#decision").border_title = "Your move"
        if self.seating.bot_to_move() is not None:
            self._show(None, self.seating.onlooker)
        self.refresh_table()

    def on_resize(self) -> None:
        if self.is_mounted and self._thinking:
            self.call_after_refresh(self._wait)
        elif self.is_mounted:
            self.call_after_refresh(self._show, self._asked, self._seat)

    # Showing.

    def refresh_table(self) -> None:
        """Let bots move, then show the table to whoever is asked."""
        ask, bot = self.match.ask, self.seating.bot_to_move()
        if ask is not None and bot is not None:
            self._standing = True
            self._sign = f"{self.seating.names[bot]} is thinking ... (q stops; the game is kept)"
            self._beside(lambda: self.playing.bot_answer(bot), lambda answer: self._bot_says(ask, bot, answer))
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
                    self.app.push_screen(Page(note), lambda _: self._show(ask, seat))
                    return
        self._show(ask, seat)

    def _beside(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Do what may take long in a thread that nobody has to wait for; say so when it does take long."""
        asked = self.match.ask
        self._asked, self._thinking = None, True

        def run() -> None:
            try:
                result = work()
            except UndercroftError as error:
                result = error
            except Exception as error:  # a bug of ours must not end in a thread that nobody hears of
                result = UndercroftError(trouble.told(error))
            with suppress(RuntimeError):  # the screen has gone
                self.app.call_from_thread(done, result)

        def done(result: Any) -> None:
            self._thinking = False
            if isinstance(result, UndercroftError):
                self._refused(result, asked)
            else:
                then(result)

        self.set_timer(_PATIENCE, self._wait)
        threading.Thread(target=run, daemon=True).start()

    def _wait(self) -> None:
        """It takes long: what has happened so far, and who thinks. While an answer is carried out, nobody looks at the match."""
        if self._thinking:
            with self.app.batch_update():
                if self._standing:
                    self._show(None, self.seating.onlooker)
                self._say(self._sign)

    def _bot_says(self, ask: Ask, seat: int, answer: Answer) -> None:
        if self.match.ask is not ask:  # somebody took something back meanwhile
            return
        try:
            self.playing.answer(answer, seat, ask.serial)
        except UndercroftError as error:
            self._refused(error, ask)
        else:
            self.refresh_table()

    def _refused(self, error: UndercroftError, asked: Ask | None) -> None:
        """Somebody else was quicker, or a bot is at its wits' end: then nothing more comes of it."""
        late = isinstance(error, IllegalAnswer) and asked is not None and asked.kind == "choose"  # only keys on the list are sent
        self.notify(CHANGED if late else str(error), severity="warning", markup=False)
        stuck = self.match.ask is asked and self.seating.bot_to_move() is not None
        self._say(f"{error} (q leaves; the game is kept)") if stuck else self.refresh_table()

    def _say(self, words_: str) -> None:
        self.query_one(Decision).say(self._text(words_))

    def _show(self, ask: Ask | None, seat: int | None) -> None:
        """Everything, as this seat may see it, laid out for the size of the window."""
        if ask is not self._asked and ask is not None and seat is not None:
            self._lesson = self._coach.says(seat, ask)
        self._asked, self._seat = ask, seat
        screen = self.match.screen(seat)
        text = screen.drawing.text or screen.drawing.alt if screen.drawing is not None else ""
        self._layout = layout = Layout(*self.size, max(map(len, text.split("\n"))))
        for name in ("narrow", "low", "tiny", "broad"):
            self.set_class(getattr(layout, name), name)
        stage = self.match.stage(seat) if seat is not None else None
        heading = screen.title + (f" - {screen.subtitle}" if screen.subtitle else "")
        pairs, room = [words.pair(line) for line in screen.status], layout.columns - 2
        lines = [words.fitting([heading, *pairs], room)] if layout.low else [heading, *words.wrap(" | ".join(pairs), room)[:2]]
        self.query_one("#status", Static).update(self._text("\n".join(lines)))
        self._show_map(text, ask, seat)
        self.query_one("#papers", Static).update(self._text("\n".join(words.sheets_in(screen, layout.sheet))))
        self._tell(seat, stage)
        self._put(ask, seat)
        self._set_stage(stage)
        if self.match.outcome is not None and not self._shown_end:
            self._shown_end = True
            self._page(self._last_page())

    def _show_map(self, text: str, ask: Ask | None, seat: int | None) -> None:
        game, spots = self.match.game, {}
        if text and ask is not None and seat is not None and ask.waits_for(seat):
            named = dict.fromkeys(option.place for option in ask.options_for(seat).values() if option.place)
            known = game.spots(game.mask(self.match.state, seat), seat) if named else {}
            spots = {place: known[place] for place in named if place in known}
        pane = self.query_one(MapPane)
        pane.display = bool(text)
        pane.styles.width = None if self._layout.narrow else self._layout.map
        title, drawn = self._headed(text)
        above = text.count("\n") - drawn.count("\n")  # rows that the title has taken
        spots = {place: (row - above, column, length) for place, (row, column, length) in spots.items()}
        pane.show(self._text(drawn), spots, self._text(self._here(seat)))
        pane.border_title = self._text(words.cut(title, self._layout.map - 6)).replace("[", "\\[")
        how = "arrows, Enter or click" if spots else ""
        here = f"{self._here(seat)}: you" if seat is not None and self._here(seat) in text else ""
        said = words.fitting([here or how, how if here else ""], self._layout.map - 6)
        pane.border_subtitle = self._text(said).replace("[", "\\[")

    @staticmethod
    def _headed(text: str) -> tuple[str, str]:
        """The first line of a map that says what it is, and the rest: it stays in sight, wherever the map is moved."""
        first, _, rest = text.partition("\n")
        headed = _HEADING.match(first.strip()) and "  " not in first.strip() and rest
        return (f"Map: {first.strip()}", rest) if headed else ("Map", text)

    def _set_stage(self, stage: Stage | None) -> None:
        """What is happening, in a box; while nothing is, what matters in a strip, and the map has the room."""
        self._staged = self._stripped = None
        strip, low = self.query_one("#strip", Static), self._layout.low
        choosing = bool(self.query_one(MapPane).spots)  # then the map stays
        self._stage_rows = self._layout.stage_rows(self._needed, choosing=choosing)
        busy = scene.busy(stage) and not (choosing and (low or self._stage_rows < _LEAST))
        self.query_one("#scene").display, self.query_one("#stage").display = busy and low, busy and not low
        strip.display = stage is not None and not busy
        if stage is None:
            return
        if not busy:
            self._draw_strip(stage)
            return
        if low:
            self.query_one(MapPane).display = False
        newest = max((throw.n for throw in stage.throws), default=-1)
        if newest >= self._seen and self.look.motion and self._tumble is None:
            self._frame = 0
            self._tumble = self.set_interval(scene.FRAME, lambda: self._roll(stage))  # a busy machine skips some
            self._draw_stage(stage)
        else:
            self._draw_stage(stage)

    def _draw_strip(self, stage: Stage) -> None:
        """What matters while nothing happens, in the rows that are left for it."""
        self._stripped = stage
        strip, lines = (
            self.query_one("#strip", Static),
            scene.strip(stage, self.size.width - 4, self._layout.strip_rows(self._needed)),
        )
        strip.display = bool(lines) and self.match.ask is not None and not self._layout.tiny
        strip.update(self._text("\n".join(lines)))

    def _roll(self, stage: Stage) -> None:
        """One more picture of the dice; the last is how they lie."""
        self._frame += 1
        if self._frame < scene.FRAMES:
            self._draw_stage(stage)
            return
        if self._tumble is not None:
            self._tumble.stop()
        self._tumble, self._seen = None, len(self.match.events)
        now = self.match.stage(self._seat) if self._seat is not None and not self._thinking else stage
        if now is not None:
            self._draw_stage(now)

    def _draw_stage(self, stage: Stage) -> None:
        self._staged = stage
        box = self.query_one("#scene" if self._layout.low else "#stage", Static)
        box.border_title = self._text(words.fitting([stage.title, stage.place], self._layout.stage - 4, " - "))
        since = None if self._tumble is None else self._seen
        box.styles.max_height = None if self._layout.low else max(_LEAST, self._stage_rows) + 2
        drawn = scene.box(stage, self._layout.stage, self._stage_rows, since, self._frame)
        box.update(Text(self._text(drawn.plain)) if self._ascii else drawn)

    def on_decision_laid(self, event: Decision.Laid) -> None:
        """The lower part takes the rows that the question needs."""
        self.query_one("#bottom").styles.height = self._layout.bottom(event.rows)
        options = self._asked.options_for(self._seat) if self._asked is not None and self._seat is not None else {}
        numbers = self.query_one(Decision).numbers
        self.query_one(MapPane).number({options[key].place: numbers[key] for key in options if key in numbers})
        self._needed = event.rows
        self._stage_rows = self._layout.stage_rows(event.rows, choosing=bool(self.query_one(MapPane).spots))
        if self._staged is not None:
            self._draw_stage(self._staged)
        elif self._stripped is not None:
            self._draw_strip(self._stripped)

    @property
    def _story(self) -> Story:
        return self.query_one("#beside" if self._layout.low or self._layout.broad else "#log", Story)

    def _tell(self, seat: int | None, stage: Stage | None) -> None:
        shown = self.match.log(seat, max(0, len(self.match.events) - _LONG))
        self._rule = next((event.rule for event in reversed(shown) if event.rule), self._rule)
        self._story.tell(told(words.event_lines(shown, self._layout.story, stage), self._text))

    def _put(self, ask: Ask | None, seat: int | None) -> None:
        decision = self.query_one(Decision)
        decision.room, (_, decision.calm) = self._layout.question(taught=bool(self._lesson)), self._layout.question()
        decision.reserved = _LETTERS + "g" * self.seating.shared
        if ask is None or seat is None or not ask.waits_for(seat):
            over = self.match.ask is None
            more = "Press q: it is history now." if entered(self.playing) else "Press n for another one at once, with new dice."
            decision.say(f"The game is over. {more} p: the last page again." if over else "")
            return
        mine = seat in ask.seats
        prompt = ask.prompt if mine else f"({self.seating.names[ask.seats[0]]} is asked: {ask.prompt}) And you?"
        decision.put(
            ask, seat, prompt, self._lesson, f"f: {uncapital(self.match.game.onward)}" if self._onward() is not None else ""
        )
        decision.focus_it()
        self.refresh_bindings()

    # Deciding.

    def _answer(self, answer: Answer) -> None:
        asked = self._asked
        if asked is None or self.match.ask is None:
            return
        seat = asked.seats[0] if self._seat is None else self._seat
        self._seen = len(self.match.events) if self._tumble is None else self._seen
        if self.match.game.slow:
            self._standing, self._sign = False, "The years go by ..."
            self._beside(partial(self.playing.answer, answer, seat, asked.serial), lambda _: self.refresh_table())
            return
        try:
            self.playing.answer(answer, seat, asked.serial)
        except UndercroftError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            if self.match.ask is asked:
                return
        self.refresh_table()

    def on_decision_decided(self, event: Decision.Decided) -> None:
        self._answer(event.answer)

    def on_map_pane_taken(self, event: MapPane.Taken) -> None:
        """Whatever lies at a place of the map; where it is several things, they are asked about."""
        keys = self._at(event.place)
        if len(keys) == 1:
            self._answer(keys[0])
        elif keys:
            self.query_one(Decision).only(keys)

    def on_map_pane_pointed(self, event: MapPane.Pointed) -> None:
        asked, keys = self._asked, self._at(event.place)
        if asked is not None and keys and self._seat is not None:
            option = asked.options_for(self._seat)[keys[0]]
            said = f"Enter: {answers.text(option) if len(keys) == 1 else some(len(keys), 'answer') + ' here'}"
            pane = self.query_one(MapPane)
            pane.border_subtitle = self._text(words.cut(said, pane.size.width - 4)).replace("[", "\\[")

    def _at(self, place: str) -> list[str]:
        if self._asked is None or self._seat is None:
            return []
        return [key for key, option in self._asked.options_for(self._seat).items() if option.place == place]

    def on_decision_spoke(self, event: Decision.Spoke) -> None:
        """A line: a command after a slash, or where no text is asked for; else an answer in words."""
        ask, seat = self._asked, self._seat
        if ask is None or seat is None:
            return
        decision, said = self.query_one(Decision), event.line
        if not decision.speaking and (doubt := self._doubt.of(said, ask.kind)):
            self.notify(doubt, severity="warning", markup=False)
            return
        word, _, rest = said.lstrip("/").partition(" ")
        command = word.lower() if decision.speaking or said.startswith("/") or ask.kind != "text" else ""
        if decision.speaking:
            decision.back()
        if command == "bot":
            self.action_advice()
        elif command in lookup.COMMANDS:
            looked = lookup.Lookup(self.playing, seat, self._page_width).lines(command, rest.strip(), ask, self._rule)
            self._page(looked, from_end=command == "log")
        elif command in _COMMANDS:
            deeds = {"undo": self.action_undo, "pass": self.action_pass, "on": self.action_go_on, "hush": self.action_hush}
            stops = dict.fromkeys(("quit", "exit"), self.action_stop)
            {**deeds, **stops}.get(command, self.action_help)()
        else:
            try:
                self._answer(answers.spoken(said, ask, seat))
            except UndercroftError as refusal:
                self.notify(str(refusal), severity="warning", markup=False)

    def action_digit(self, digit: int) -> None:
        """Take the answer of that digit; 0 goes back out of a group."""
        decision = self.query_one(Decision)
        if decision.writes_digits:
            decision.write(str(digit))
        elif digit:
            decision.take(digit - 1)
        else:
            decision.back()

    def on_key(self, event: events.Key) -> None:
        """A letter that is no key of the table may be the letter of an answer; Enter goes back to a line that was left."""
        if event.key == "enter" and self.focused is not None and not isinstance(self.focused, Input):
            self.query_one(Decision).return_to_line()
        if event.character and event.character.isalpha() and not isinstance(self.focused, Input) and self._asked is not None:
            if event.character == "f":
                self.notify(self._no_fight(), markup=False, timeout=_GLIMPSE)
            self.query_one(Decision).letter(event.character)

    # Other keys.

    def _onward(self, since: Any = None) -> Answer | None:
        """The answer that goes on with a fight; None: there is none, or something has changed."""
        seat, ask = self._seat, self._asked
        if seat is None or ask is None or seat not in ask.seats or self._thinking:
            return None
        return guide.onward(self.match, seat, guide.standing(self.match, seat) if since is None else since)

    def _no_fight(self) -> str:
        """Why f does nothing now."""
        stage = self.match.stage(self._seat) if self._seat is not None else None
        if not self.match.game.onward:
            return "f does nothing in this game: no fight here is the same blow over and over."
        if stage is None or len(stage.sides) < 2:
            return "f fights on, and there is no fight."
        return "f fights on once blows have been struck. This comes first, and is yours to decide."

    def action_advice(self) -> None:
        """What a bot would do, and why: some think long."""
        if self._asked is None or self._thinking:
            return
        looked = lookup.Lookup(self.playing, self._seat, self._page_width)
        self._standing, self._sign = True, "A bot thinks about it ..."
        self._beside(partial(looked.lines, "bot", "", self._asked), self._advise)

    def _advise(self, lines: list[str]) -> None:
        self.refresh_table()
        self._page(lines)

    def action_go_on(self) -> None:
        """Answer after answer, until something changes."""
        if self._onward() is None or self._seat is None:  # said by `/on`; the key is not offered
            self.notify(self._no_fight(), markup=False, timeout=_GLIMPSE)
            return
        self._seen = len(self.match.events) if self._tumble is None else self._seen
        try:
            go_on(self.playing, self._seat)
        except UndercroftError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
        self.refresh_table()

    def action_undo(self) -> None:
        """Take back the last answer."""
        try:
            self.playing.undo(self.seating.last if self.seating.shared else self.seating.onlooker)
        except UndercroftError as error:
            self.notify(f"That stands: {error}.", severity="warning", markup=False)
            return
        self._shown_end = False
        self._seen = len(self.match.events)
        self.refresh_table()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys are offered where they do something."""
        if action == "pass":
            return self.seating.shared
        if action == "hush":
            return self._coach.speaks
        if action == "again":
            return self.match.ask is None and not entered(self.playing)
        if action in ("digit", "speak") and isinstance(self.focused, Input):
            return False
        if action == "go_on":
            return self._onward() is not None
        return super().check_action(action, parameters)

    def action_speak(self) -> None:
        """A line for what is quicker to write than to look for."""
        if self._asked is not None:
            self.query_one(Decision).speak()

    def action_leave_line(self) -> None:
        """Out of a group or a line, so that letters are keys again."""
        decision = self.query_one(Decision)
        if not decision.back():
            if isinstance(self.focused, Input):
                self.set_focus(self.query_one(MapPane) if self.query_one(MapPane).display else self.query_one("#log"))
            else:
                decision.focus_it()

    def action_to_map(self) -> None:
        """Choose on the map."""
        pane = self.query_one(MapPane)
        if pane.display and self.focused is not pane:
            self.set_focus(pane)
            pane.enter()
        else:
            self.query_one(Decision).focus_it()

    def action_hush(self) -> None:
        """The coach is silent, here and in games to come."""
        self._coach.hush()
        self._lesson = ""
        self._show(self._asked, self._seat)

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
        self.dismiss(True)

    def action_stop(self) -> None:
        """Leave; the game is kept."""
        self.dismiss(False)

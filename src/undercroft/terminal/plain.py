"""The plain mode: questions, numbered answers, a story. Works in any pipe, without colour, and with a screen reader.

It decides nothing: every answer goes to the stored match, which refuses what is not legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine import Ask, Match, UndercroftError
from . import answers, lookup, words
from .coach import Coach
from .seating import Playing, Seating, go_on

HELP = (
    *lookup.HELP,
    ("on", "go on with a fight until something changes, where the game can"),
    ("hush", "in a first game: no more words from the coach"),
    ("undo", "take back your last answer, while no dice fell since"),
    ("pass NAME", "hand the screen to somebody who has something to do now: the gamesmaster's desk, a mutiny"),
    ("quit", "stop; the game is kept and can be resumed"),
)

COMMANDS = (*lookup.COMMANDS, "?", "help", "undo", "pass", "on", "hush", "quit", "exit")


class Plain:
    """One sitting at the plain terminal."""

    def __init__(
        self,
        playing: Playing,
        read: Callable[[str], str | None],
        write: Callable[[str], None],
        *,
        width: int = 80,
        ascii_only: bool = False,
    ) -> None:
        self.playing = playing
        self.read = read  # a prompt -> a line, or None at the end of input
        self.width = width
        self._write = write
        self._ascii = ascii_only
        self._told: dict[int | None, int] = {}  # events shown so far, by seat where secrets pass over this screen
        self._taking: int | None = None  # who took the screen though another is asked
        self._rule = ""  # behind the last line shown
        self._status: list[str] = []
        self._seating = Seating(playing)
        self._doubt = lookup.Doubt(COMMANDS)
        self._coach = Coach(playing)

    @property
    def match(self) -> Match[Any]:
        """The match on the table."""
        return self.playing.match

    # The sitting.

    def run(self, *, recap: int = 0) -> bool:
        """Play until the game is over (true) or the player stops. `recap`: start with that many lines of the story."""
        if recap:
            self._told = dict.fromkeys((None, *range(len(self._seating.names))), max(0, len(self.match.events) - recap))
        while (ask := self.match.ask) is not None:
            if self._seating.bot_moves():
                continue
            taking, self._taking = self._taking, None
            seat = ask.seats[0] if taking is None else taking
            self._hand_over(seat)
            self._tell(seat)
            if not self._ask(ask, seat):
                self.say(["", "The game is kept. `undercroft resume` brings you back."])
                return False
        self._tell(self._seating.onlooker)
        outcome = self.match.outcome
        assert outcome is not None
        self.say(words.outcome_lines(outcome, self._seating.names, self.width, self.match.game.drama(self.match.state)))
        return True

    def _hand_over(self, seat: int) -> None:
        """Around one screen: say whose turn it is, and let nobody read what is not theirs."""
        if not self._seating.needs_hand_over(seat):
            return
        self._tell(self._seating.last)  # they look still
        secret = self._seating.hides_from(seat)
        self._seating.last = seat
        name = self._seating.names[seat]
        if secret:
            self.say(["", f"Pass the screen to {name}. {name}, press Enter when nobody else is looking."])
            self.read("")
            self.say(["\n" * 40])
        self.say(["", f"== {name} =="])
        self._status = []

    def say(self, lines: list[str]) -> None:
        """Write lines of text."""
        text = "\n".join(lines) + "\n"
        self._write(words.ascii_only(text) if self._ascii else text)

    def _tell(self, seat: int | None) -> None:
        """Show what happened since the last time, as this seat may know it."""
        reader = self._seating.reader(seat)
        told = min(self._told.get(reader, 0), len(self.match.events))
        events = self.match.log(seat, told)
        self._told[reader] = len(self.match.events)
        if events:
            self._rule = next((event.rule for event in reversed(events) if event.rule), self._rule)
            self.say(words.event_lines(events, self.width, self.match.stage(seat)))

    # One question.

    def _ask(self, ask: Ask, seat: int) -> bool:
        """Put the question until it is answered; false when the player stops."""
        status = words.status_line(self.match.screen(seat, drawing=False), self.width)
        if status != self._status:
            self._status = status
            self.say(["", *status])
        stage = self.match.stage(seat)
        if stage is not None and len(stage.sides) > 1:
            self.say(["", *words.stage_line(stage, self.width)])
        if seat not in ask.seats:
            asked = self._seating.names[ask.seats[0]]
            self.say(["", *words.wrap(f"({asked} is asked: {ask.prompt}) And you?", self.width)])
            self.say(answers.lines(ask.options_for(seat), self.width))
        else:
            if lesson := self._coach.says(seat, ask):
                self.say(["", *words.wrap(f"Coach: {lesson}", self.width)])
            self.say(["", *words.ask_lines(ask, seat, self.width)])
        while True:
            line = self.read("> ")
            if line is None:
                return False
            line = line.strip()
            if doubt := self._doubt.of(line, ask.kind):
                self.say(words.wrap(doubt, self.width))
                continue
            command = self._command(line, ask)
            if command:
                if command in ("quit", "exit"):
                    return False
                if self._obey(command, line.lstrip("/").partition(" ")[2].strip(), ask, seat):
                    return True
                continue
            try:
                self.playing.answer(answers.spoken(line, ask, seat), seat, ask.serial)
                return True
            except UndercroftError as refusal:
                self.say([*words.wrap(f"{refusal}", self.width), "(? for help)"])

    def _command(self, line: str, ask: Ask) -> str:
        """The command a line holds, if any. In a text ask only those with a slash count."""
        word = line.lstrip("/").split(" ")[0].lower()
        if word not in COMMANDS or (ask.kind == "text" and not line.startswith("/")):
            return ""
        return word

    # Commands.

    def _obey(self, command: str, rest: str, ask: Ask, seat: int) -> bool:
        """Carry out a command; true when there is a new question to put."""
        if command in ("?", "help"):
            self.say([*self._help(), "", *words.ask_lines(ask, seat, self.width)])
        elif command == "undo":
            return self._undo(seat)
        elif command == "pass":
            return self._pass(rest, ask)
        elif command == "on":
            return self._go_on(seat)
        elif command == "hush":
            self._coach.hush()
            self.say(["The coach is silent."])
        else:
            self.say(lookup.Lookup(self.playing, seat, self.width).lines(command, rest, ask, self._rule))
        return False

    def _help(self) -> list[str]:
        return [
            *words.wrap("Type the number of an answer, its first letters, or words out of it. Besides:", self.width),
            *words.entry_lines(HELP, self.width),
            *words.wrap("When a text is asked for, put a slash before a command: /quit", self.width),
        ]

    def _pass(self, name: str, ask: Ask) -> bool:
        """Hand the screen to somebody who may act now, though another is asked."""
        able = {self._seating.names[seat]: seat for seat in self._seating.people if ask.waits_for(seat)}
        near = [who for who in able if who.lower().startswith(name.lower())]
        if len(near) != 1:
            self.say([f"Pass the screen to whom? Now it can be {', '.join(able)}."])
            return False
        self._taking = able[near[0]]
        return True

    def _go_on(self, seat: int) -> bool:
        """Answer after answer, until something changes."""
        answered = go_on(self.playing, seat)
        if not answered:
            self.say(["There is nothing to go on with."])
        return answered

    def _undo(self, seat: int) -> bool:
        try:
            self.playing.undo(seat)
        except UndercroftError as error:
            self.say([f"That stands: {error}."])
            return False
        self._told = {reader: min(told, len(self.match.events)) for reader, told in self._told.items()}
        self._status = []
        self.say(["Taken back."])
        return True

"""The plain mode: questions, numbered answers, a story. Works in any pipe, without colour, and with a screen reader.

It decides nothing: every answer goes to the stored match, which refuses what is not legal.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..engine import Answer, Ask, Game, Match, SaveFile, Tale, UndercroftError, turned
from . import answers, words
from .seating import Playing, Seating

HELP = """\
Type the number of an answer, its first letters, or words out of it. Besides:
  why [ID]   the rule behind the last line, any rule by its id, or the story of a place on the map
  sheet      your sheet          find WORDS  the lines of all sheets that hold them
  map        the map or board; where it can be turned, map NAME=VALUE
  log [N]    the last N lines of the story (all without N)
  rules WORDS  search the rulebook    terms  words of the trade
  undo       take back your last answer, while no dice fell since
  save FILE  write this game to a file    where  which rule is running
  more [WORDS]  every answer by itself, or those that hold the words: more north
  pass NAME  hand the screen to somebody who has something to do now: the gamesmaster's desk, a mutiny
  quit       stop; the game is kept and can be resumed
When a text is asked for, put a slash before a command: /quit"""

_COMMANDS = (
    "?", "help", "why", "sheet", "find", "map", "log", "rules", "terms", "undo", "save", "where", "more", "pass",
    "quit", "exit",
)  # fmt: skip


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
        self.game: Game[Any] = playing.match.game
        self.read = read  # a prompt -> a line, or None at the end of input
        self.width = width
        self._write = write
        self._ascii = ascii_only
        self._told: dict[int | None, int] = {}  # events shown so far, by seat where secrets pass over this screen
        self._taking: int | None = None  # who took the screen though another is asked
        self._rule = ""  # behind the last line shown
        self._status: list[str] = []
        self._seating = Seating(playing)

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
        self.say(words.outcome_lines(outcome, self._seating.names, self.width))
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
            self.say(words.event_lines(events, self.width))

    # One question.

    def _ask(self, ask: Ask, seat: int) -> bool:
        """Put the question until it is answered; false when the player stops."""
        status = words.status_line(self.match.screen(seat, drawing=False), self.width)
        if status != self._status:
            self._status = status
            self.say(["", *status])
        if seat not in ask.seats:
            asked = self._seating.names[ask.seats[0]]
            self.say(["", *words.wrap(f"({asked} is asked: {ask.prompt}) And you?", self.width)])
            self.say(answers.lines(ask.options_for(seat), self.width))
        else:
            self.say(["", *words.ask_lines(ask, seat, self.width)])
        while True:
            line = self.read("> ")
            if line is None:
                return False
            line = line.strip()
            command = self._command(line, ask)
            if command:
                if command in ("quit", "exit"):
                    return False
                if self._obey(command, line.lstrip("/").partition(" ")[2].strip(), ask, seat):
                    return True
                continue
            try:
                self.playing.answer(self._answer(line, ask, seat), seat, ask.serial)
                return True
            except UndercroftError as refusal:
                self.say([*words.wrap(f"{refusal}", self.width), "(? for help)"])

    def _command(self, line: str, ask: Ask) -> str:
        """The command a line holds, if any. In a text ask only those with a slash count."""
        word = line.lstrip("/").split(" ")[0].lower()
        if word not in _COMMANDS or (ask.kind == "text" and not line.startswith("/")):
            return ""
        return word

    def _answer(self, line: str, ask: Ask, seat: int) -> Answer:
        """What the player meant: one of the answers, a number, or the text itself."""
        options = ask.options_for(seat)
        extra = dict.fromkeys(ask.extras.get(seat, ()))
        if seat not in ask.seats:
            return answers.meant(line, options)
        if ask.kind == "text":
            return self._text(line, ask)
        if ask.kind in ("number", "dice"):
            if line in extra:
                return line
            return line or (ask.suggestions[0] if ask.suggestions else line)
        if ask.kind == "many":
            return [answers.meant(part.strip(), options) for part in line.split(",") if part.strip()]
        if not line and ask.kind == "choose" and ask.suggestions:
            return ask.suggestions[0]
        return answers.meant(line, options)

    @staticmethod
    def _text(line: str, ask: Ask) -> str:
        suggestions = ask.suggestions
        if not line and suggestions and ask.low:
            return suggestions[0]
        if line.isdecimal() and 1 <= int(line) <= min(9, len(suggestions)):
            return suggestions[int(line) - 1]
        return line

    # Commands.

    def _obey(self, command: str, rest: str, ask: Ask, seat: int) -> bool:
        """Carry out a command; true when there is a new question to put."""
        if command in ("?", "help"):
            self.say([HELP, "", *words.ask_lines(ask, seat, self.width)])
        elif command == "why":
            self._why(rest or self._rule or ask.rule, ask.rule, seat)
        elif command == "sheet":
            self.say(words.screen_lines(self.match.screen(seat, drawing=False), self.width))
        elif command == "map":
            self._map(rest, seat)
        elif command == "find":
            found = words.found(self.match.screen(seat, drawing=False), rest, self.width) if rest else []
            self.say(found or [f"No sheet holds {rest!r}." if rest else "Find what? For example: find lantern"])
        elif command == "log":
            lines = words.event_lines(self.match.log(seat), self.width)
            self.say(lines[-int(rest) :] if rest.isdecimal() and int(rest) else lines)
        elif command == "rules":
            self._search(rest)
        elif command == "terms":
            self.say([f"  {term}: {meaning}" for term, meaning in self.game.glossary().items()] or ["No terms to explain."])
        elif command == "where":
            self.say([self.match.where()])
        elif command == "save":
            self._save(rest)
        elif command == "undo":
            return self._undo(seat)
        elif command == "more":
            found = answers.all_lines(ask.options_for(seat), self.width, rest)
            self.say(found or [f"No answer speaks of {rest!r}." if rest else "There is no list of answers here."])
        elif command == "pass":
            return self._pass(rest, ask)
        return False

    def _pass(self, name: str, ask: Ask) -> bool:
        """Hand the screen to somebody who may act now, though another is asked."""
        able = {self._seating.names[seat]: seat for seat in self._seating.people if ask.waits_for(seat)}
        near = [who for who in able if who.lower().startswith(name.lower())]
        if len(near) != 1:
            self.say([f"Pass the screen to whom? Now it can be {', '.join(able)}."])
            return False
        self._taking = able[near[0]]
        return True

    def _map(self, rest: str, seat: int) -> None:
        """The map, its dials turned if so wished."""
        masked = self.game.mask(self.match.state, seat)
        dials = self.game.dials(masked, seat)
        try:
            if rest:
                positions = turned(dials, dict(part.partition("=")[::2] for part in rest.split()))
                drawing = self.game.draw_at(masked, seat, positions)
            else:
                drawing = self.game.draw(masked, seat)
        except UndercroftError as error:
            self.say([str(error)])
            return
        self.say([drawing.text or drawing.alt] if drawing else ["There is no map yet."])
        self.say([f"  (map {dial.name}=...: {words.positions(dial)})" for dial in dials])

    def _why(self, rule_id: str, asked: str, seat: int) -> None:
        tale = None if rule_id.upper() in self.game.rulebook() else self._tale(rule_id, seat)
        if tale is not None:
            self.say(words.tale_lines(tale, self.width))
            return
        try:
            self.say(words.rule_lines(self.game.rulebook()[rule_id.upper()], self.width))
            if asked and asked != rule_id:
                self.say([f"  (the question itself follows from {asked}: why {asked})"])
        except UndercroftError as error:
            self.say([str(error)])

    def _tale(self, place: str, seat: int) -> Tale | None:
        return self.game.tale(self.game.mask(self.match.state, seat), seat, place)

    def _search(self, wanted: str) -> None:
        found = self.game.rulebook().search(wanted) if wanted else []
        for rule in found[:8]:
            self.say(words.rule_lines(rule, self.width))
        if len(found) > 8:
            self.say([f"... and {len(found) - 8} more. More words find fewer rules."])
        if not found:
            self.say([f"No rule speaks of {wanted!r}." if wanted else "Search for what? For example: rules door"])

    def _save(self, rest: str) -> None:
        path = Path(rest or f"{self.game.slug}.undercroft")
        try:
            SaveFile.of(self.match).write(path)
            self.say([f"Saved to {path}."])
        except (OSError, UndercroftError) as error:
            self.say([f"Not saved: {error}"])

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

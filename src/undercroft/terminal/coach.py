"""Coach: in a first game, a sentence for each thing that is new. Each is said once, and none after being told to hush."""

from __future__ import annotations

from collections.abc import Callable

from ..engine import Ask, UndercroftError
from . import look
from .seating import Playing


class Coach:
    """The coach of one sitting. At any table but a guided first game there is none."""

    def __init__(self, playing: Playing, hushed: Callable[[], None] = lambda: None) -> None:
        match = playing.match
        guide = match.game.guide
        self._playing = playing
        self._hushed = hushed
        self._heard: set[str] = set()
        self.speaks = guide is not None and match.opening.practice and match.opening.seed == guide.seed
        self.aim = guide.aim if guide is not None and self.speaks else ""

    def says(self, seat: int, ask: Ask) -> str:
        """What is new about this question, told once; at first, what the game is about."""
        if not self.speaks or seat not in ask.seats:
            return ""
        match = self._playing.match
        lesson = match.game.lesson(match.game.mask(match.state, seat), seat, ask)
        aim, self.aim = self.aim, ""
        if lesson is None or lesson.key in self._heard:
            return aim
        self._heard.add(lesson.key)
        return f"{aim} {lesson.text}".strip()

    def hush(self) -> None:
        """Silent from now on, and in games to come."""
        self.speaks = False
        self._hushed()


def never_again() -> None:
    """Write down that no coach is wanted; a settings file that cannot be written keeps nobody from playing."""
    try:
        look.set_value(look.read(), "coach", False)
    except UndercroftError:
        return

"""Coach: in a first game, a sentence for each thing that is new. Each is said once, and none after being told to hush."""

from __future__ import annotations

from collections.abc import Callable

from ..engine import Ask, UndercroftError
from ..store import Keeper
from . import look
from .seating import Playing, entered

MOST_ANSWERS = 6  # that leave room for three sentences


class Coach:
    """The coach of one sitting: of a guided game and, with `first`, of the first game of its kind that is kept here."""

    def __init__(self, playing: Playing, hushed: Callable[[], None] = lambda: None, *, first: bool = False) -> None:
        match = playing.match
        guide = match.game.guide
        self._playing = playing
        self._hushed = hushed
        self._heard: set[str] = set()
        guided = guide is not None and match.opening.practice and match.opening.seed == guide.seed
        self.speaks = guided or (guide is not None and first and _first(playing))
        settled = {setting.name: match.opening.options.get(setting.name, setting.default) for setting in match.game.settings}
        same = guide is not None and all(settled.get(name) == value for name, value in guide.options.items())
        self.opens = guide if self.speaks and (guided or same) else None

    def says(self, seat: int, ask: Ask) -> str:
        """What is new about this question, told once; before all else, what the game is about, what is at stake, what to do."""
        if not self.speaks or seat not in ask.seats:
            return ""
        if self.opens is not None:
            opened, self.opens = self.opens, None
            few = len(ask.options_for(seat)) <= MOST_ANSWERS
            step = f" {opened.step}" if few else ""  # many answers want the room; a lesson says it with the next question
            return f"{opened.aim} {opened.stake}{step}"
        match = self._playing.match
        lesson = match.game.lesson(match.game.mask(match.state, seat), seat, ask)
        if lesson is None or lesson.key in self._heard:
            return ""
        self._heard.add(lesson.key)
        return lesson.text

    def hush(self) -> None:
        """Silent from now on, and in games to come."""
        self.speaks = False
        self._hushed()


def _first(playing: Playing) -> bool:
    """Whether no other game of this kind was kept here before it."""
    if not isinstance(playing, Keeper) or entered(playing):
        return False
    return all(kept.record.id == playing.id for kept in playing.store.matches(game=playing.game.slug, limit=2))


def never_again() -> None:
    """Write down that no coach is wanted; a settings file that cannot be written keeps nobody from playing."""
    try:
        look.set_value(look.read(), "coach", False)
    except UndercroftError:
        return

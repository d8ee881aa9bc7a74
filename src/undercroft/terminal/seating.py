"""Seating: who sits at this screen. People around one screen take turns; what is not theirs is not shown to them."""

from __future__ import annotations

from typing import Any, Protocol

from ..engine import Answer, Game, Match, SaveFile, guide
from ..store import Keeper
from ..store.visits import world_of


class Playing(Protocol):
    """A match that is stored as it is played."""

    match: Match[Any]

    @property
    def bots(self) -> dict[int, str]:
        """Which seats are played by bots, and by which."""

    def answer(self, answer: Answer, seat: int | None = None, serial: int | None = None) -> object:
        """Give an answer; it is stored before this returns."""

    def undo(self, seat: int | None = None) -> object:
        """Take back the last answer."""

    def save_file(self) -> SaveFile:
        """The match as a file, from its first answer on."""

    def bot_answer(self, seat: int) -> Answer:
        """What the bot in that seat says to the pending ask."""


class Seating:
    """The seats of one match, seen from one screen."""

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        opening = playing.match.opening
        self.names = opening.names
        self.people = [seat for seat in range(len(self.names)) if seat not in playing.bots]
        self.shared = len(self.people) > 1  # several people around this screen
        game = playing.match.game
        apart = game.hides_between_seats or opening.gamesmaster is not None
        self.secretive = self.shared and apart and type(game).mask is not Game.mask  # nobody reads over a shoulder
        self.gamesmaster = opening.gamesmaster_seat
        self.open_players = not game.hides_between_seats  # players know the same; only the gamesmaster knows more
        self.last: int | None = None  # who answered last at this screen

    def needs_hand_over(self, seat: int) -> bool:
        """Whether the screen passes to somebody else before this seat is asked."""
        return self.shared and seat != self.last

    def hides_from(self, seat: int) -> bool:
        """Whether what lies on the screen must be covered before this seat looks, or what it will see from the others."""
        return self.secretive and not (self.open_players and self.gamesmaster not in (seat, self.last))

    def reader(self, seat: int | None) -> int | None:
        """Whose reading of the story this is: everybody's at an open table, each player's own where secrets pass."""
        if not self.secretive or seat is None or (self.open_players and seat != self.gamesmaster):
            return None
        return seat

    @property
    def onlooker(self) -> int | None:
        """The seat whose view may lie open on the table between turns; None: only what everyone may know."""
        return self.people[0] if len(self.people) == 1 else None

    def bot_to_move(self) -> int | None:
        """The seat of the bot that is asked now; None when a person is asked or the game is over."""
        ask = self.playing.match.ask
        return next((seat for seat in ask.seats if seat in self.playing.bots), None) if ask is not None else None

    def bot_moves(self) -> bool:
        """Let the bot that is asked now answer; false when a person is asked or the game is over."""
        seat = self.bot_to_move()
        if seat is None:
            return False
        self.playing.answer(self.playing.bot_answer(seat), seat)
        return True


def go_on(playing: Playing, seat: int) -> bool:
    """Go on with a fight, answer after answer, until something changes; whether anything was answered."""
    since, answered = guide.standing(playing.match, seat), False
    while (answer := guide.onward(playing.match, seat, since)) is not None:
        playing.answer(answer, seat, playing.match.ask.serial if playing.match.ask is not None else None)
        answered = True
    return answered


def entered(playing: object) -> bool:
    """Whether a match went into a world: there is no other game at such a table, for what happened is history."""
    return isinstance(playing, Keeper) and bool(world_of(playing.store.database, playing.id))

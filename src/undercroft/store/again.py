"""Again: the answers of a book played again, and compared with what is stored of them, throw by throw and step by step."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

import msgspec

from ..engine import Event, Game, Match, Opening, Snapshot, UndercroftError
from ..engine.ask import Ask
from ..engine.sealed import Chance, Draw
from .book import Book, restored
from .rows import StoreError
from .store import Store


class Differs(StoreError):
    """What the rules make of the stored answers is not what is stored."""


def asked(ask: Ask | None) -> str:
    """By what a question is known again: its rule and its kind. Its wording may change."""
    return "" if ask is None else f"{ask.rule} {ask.kind}"


def throws(events: Iterable[Event]) -> list[tuple[str, tuple[int, ...]]]:
    """The throws among what was told: what was thrown, and what fell."""
    return [(event.roll.notation, event.roll.faces) for event in events if event.roll is not None]


def _plain(draws: Iterable[Draw]) -> list[Draw]:
    return [msgspec.structs.replace(draw, event=-1) for draw in draws]


class Watch:
    """Sees a match being played again. `agree` answers are as they were; it raises Differs at the first that is not."""

    def __init__(self, book: Book, start: Snapshot, upto: int, *, strict: bool) -> None:
        self._book, self._start, self._upto = book, start, upto
        self._strict = strict  # under the same rules: states must be the same as well
        self._told = start.events
        self.agree = start.moves

    def __call__(self, match: Match[Any], count: int) -> None:
        """So many answers have been given."""
        book, events = self._book, match.events
        before = self._start.events if count == self._start.moves else book.moves[count - 1].events
        thrown, self._told = throws(events[self._told :]), len(events)
        if not self._strict or count > book.forgotten or not count:  # what older rules told was compared when they became today's
            if thrown != throws(book.events[before : book.told(count)]):
                raise Differs(f"other dice fall after {self._said(count - 1)}")
            if _plain(match.draws) != _plain(book.drawn(count)):
                raise Differs(f"something else is drawn after {self._said(count - 1)}")
        if self._strict and book.steps[count] and book.steps[count] != match.steps[-1].digest:
            raise Differs(f"things stand differently after {self._said(count - 1)}")
        self.agree = count
        if count < self._upto:
            self._same_question(match, count)
        elif self._strict and book.last is not None and count == len(book.moves):
            waiting = match.ask.seats if match.ask is not None else ()
            if (match.ask is None) != (book.last.serial < 0) or set(waiting) != set(book.last.waiting):
                raise Differs(f"somebody else is to answer after {self._said(count - 1)}")

    def _same_question(self, match: Match[Any], count: int) -> None:
        move, before = self._book.moves[count], self._book.asked[count]
        if move.seat < 0:
            return
        if match.ask is None:
            raise Differs(f"{self._said(count)} comes after the end")
        if (before and before != asked(match.ask)) or not match.ask.waits_for(move.seat):
            raise Differs(f"{self._said(count)} meets another question")

    def _said(self, index: int) -> str:
        """An answer in words, by its place in the book."""
        if index < self._start.moves:
            return f"answer {index + 1}" if index >= 0 else "the beginning"
        return self.said(index)

    def said(self, index: int) -> str:
        """The same with who gave it and what it was."""
        move, names = self._book.moves[index], self._book.record.opening.names
        given = move.answer if isinstance(move.answer, str | int) else ", ".join(map(str, move.answer))
        return f"answer {index + 1} ({names[move.seat]}: {given})" if move.seat >= 0 else f"answer {index + 1} (new dice)"


def compared(game: Game[Any], opening: Opening, start: Snapshot, book: Book, chance: Chance) -> Match[Any]:
    """The match as it stands, from a snapshot made under the same rules; Differs when that is not what is stored."""
    upto = len(book.moves)
    watch = Watch(book, start, upto, strict=True)
    try:
        return restored(game, opening, start, book, upto, chance, watch)
    except Differs:
        raise
    except UndercroftError as error:
        if watch.agree >= upto:
            raise
        raise Differs(f"{watch.said(watch.agree)} is refused: {error}") from error


def agreeing(store: Store, game: Game[Any], newest: Snapshot, book: Book, chance: Chance) -> tuple[Snapshot, Match[Any], str]:
    """The match from the newest snapshot that leads to what is stored, that snapshot, and a notice if another did not.

    Snapshots are a cache: those that do not lead there are forgotten. Differs: none does.
    """
    opening, name = book.record.opening, book.record.id
    try:
        return newest, compared(game, opening, newest, book, chance), ""
    except Differs as error:
        first = error
    for start, version in store.snapshots(name, newest.moves)[1:]:
        if version == game.rules_version and start != newest:
            with contextlib.suppress(Differs):
                match = compared(game, opening, start, book, chance)
                store.forget_snapshots(name, start.moves, len(book.moves))
                notice = f"a kept position did not fit ({first}); it was played again from answer {start.moves}, and agrees"
                return start, match, notice
    raise Differs(f"what the rules make of this game is not what is stored, so nobody plays on: {first}")


def as_far_as_it_goes(
    game: Game[Any], opening: Opening, start: Snapshot, book: Book, chance: Chance
) -> tuple[Match[Any], int, str]:
    """Under today's rules from a snapshot: the match after as many of the stored answers as still fit, how many stand, and
    the first that does not, with the reason. An answer fits that meets the same question, is legal, and lets the same dice fall.
    """
    upto, why = len(book.moves), ""
    while True:
        watch = Watch(book, start, upto, strict=False)
        try:
            match = restored(game, opening, start, book, upto, chance, watch)
            match.draws[:] = book.drawn(upto)
            break
        except UndercroftError as error:
            if not why:
                first = watch.said(min(watch.agree, upto - 1)) if upto > start.moves else "the turn"
                why = str(error) if isinstance(error, Differs) else f"{first} is refused: {error}"
            if upto == start.moves:
                match = _begun_otherwise(game, opening, start, book, chance)
                break
            upto = max(start.moves, min(watch.agree, upto - 1))
    match.steps[:] = [msgspec.structs.replace(step, events=min(step.events, book.told(step.moves))) for step in match.steps]
    return match, upto, why


def _begun_otherwise(game: Game[Any], opening: Opening, start: Snapshot, book: Book, chance: Chance) -> Match[Any]:
    """The match where its step begins, which today's rules tell in another way: what they tell is told now."""
    told: list[Event] = []
    match = restored(game, opening, start, book, start.moves, chance, lambda match, _: told.extend(match.events[start.events :]))
    match.table.events[:] = [*book.events[: start.events], *told]
    return match

"""Book: a match's rows read in order, and matches made from them. It reads and writes no database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any

import msgspec

from ..engine import Event, Game, Match, Move, Opening, Snapshot
from ..engine.sealed import Chance, Draw
from .rows import Record, Row, Write


class Book:
    """A match's rows read in order: what was answered and told, undone things left out."""

    def __init__(self, record: Record, rows: Iterable[Row]) -> None:
        self.record = record
        self.moves: list[Move] = []
        self.times: list[float] = []  # of each move
        self.events: list[Event] = []
        self.keeps: list[int] = []  # of each row: events from that number on were replaced by it
        self.bots = dict(record.bots)
        self.people = set(range(len(record.opening.seats))) - set(record.bots)  # seats that a person plays, or has played
        self.rules_version = record.rules_version
        self.draws: list[tuple[Draw, ...]] = [()]  # of sealed dice: of the beginning, and of each move
        self.asked: list[str] = []  # of each move: what it answered, where that was noted
        self.steps: list[str] = [""]  # the hash of the step in which the match stood, at the beginning and after each move
        self.forgotten = 0  # moves that today's rules cannot replay
        self.last: Row | None = None
        for row in rows:
            self.add(row)

    def copy(self) -> Book:
        """The same book, as it stands now."""
        other = copy(self)
        other.moves, other.times, other.events = list(self.moves), list(self.times), list(self.events)
        other.draws, other.asked, other.steps = list(self.draws), list(self.asked), list(self.steps)
        other.keeps, other.bots, other.people = list(self.keeps), dict(self.bots), set(self.people)
        return other

    def drawn(self, count: int) -> list[Draw]:
        """What sealed dice drew before the answer after `count` answers."""
        return [draw for each in self.draws[: count + 1] for draw in each]

    def told(self, count: int) -> int:
        """How many events had been told when `count` answers had been given, and the next one had not."""
        return self.moves[count].events if count < len(self.moves) else len(self.events)

    def add(self, row: Row) -> None:
        """Read one more row."""
        if row.kind == "move":
            assert row.move is not None
            self.moves.append(row.move)
            self.times.append(row.at)
            self.draws.append(row.draws)
            self.asked.append(row.asked)
            self.steps.append(row.step)
        elif row.kind == "begin":
            self.draws[:] = [row.draws]
            self.steps[:] = [row.step]
        elif row.kind in ("undo", "migrate"):
            del self.moves[row.count :]
            del self.times[row.count :]
            del self.draws[row.count + 1 :]
            del self.asked[row.count :]
            del self.steps[row.count + 1 :]
        if row.kind == "seat":
            assert row.seat is not None
            self.bots.pop(row.seat, None)
            if row.bot:
                self.bots[row.seat] = row.bot
            else:
                self.people.add(row.seat)
        elif row.kind == "migrate":
            self.rules_version = row.rules_version
            self.forgotten = row.count
            self.steps[:] = [*[""] * row.count, row.step]
        del self.events[row.keep :]
        self.events.extend(row.events)
        self.keeps.append(row.keep)
        self.last = row


def copied(record: Record, book: Book, match: Match[Any]) -> Iterable[Write]:
    """The rows of a new book with the answers and events of another."""
    moves, count = book.moves, len(book.moves)
    ends = [move.events for move in moves] + [len(match.events)]
    ask, outcome = match.ask, match.outcome
    for index in range(count + 1):
        last = index == count
        begin = 0 if index == 0 else ends[index - 1]
        row = Row(
            index,
            "begin" if index == 0 else "move",
            book.times[index - 1] if 0 < index <= len(book.times) else record.created,
            keep=begin,
            events=tuple(book.events[begin : ends[index]]),
            move=moves[index - 1] if index else None,
            count=index,
            serial=(ask.serial if ask is not None else -1) if last else moves[index].serial,
            waiting=(ask.seats if ask is not None else ()) if last else (),
            over=(outcome.summary or "over") if last and outcome is not None else "",
            draws=book.draws[index] if index < len(book.draws) else (),
        )
        yield Write(record.id, row, rules_version=record.rules_version, record=record if index == 0 else None)


def drawn_by_moves(match: Match[Any], draws: Sequence[Draw]) -> list[tuple[Draw, ...]]:
    """The draws of a file, by the moves that made them: those of a step all with the move that led to the next one."""
    found: list[tuple[Draw, ...]] = [()] * (match.move_count + 1)
    earlier, begin = len(draws) - len(match.draws), 0
    for step in match.steps:
        end = earlier + match.drawn_before(step)
        found[step.moves], begin = tuple(draws[begin:end]), end
    found[-1] += tuple(draws[begin:])
    return found


def carry(writes: list[Write], steps: list[Snapshot], rules_version: int) -> None:
    """Let rows carry snapshots into the store; any row will do, but the newest snapshot goes last."""
    while len(steps) > len(writes):
        del steps[0]
    for write, step in zip(writes[-len(steps) :], steps, strict=True):
        write.step, write.milestone, write.rules_version = msgspec.structs.replace(step, answers=()), True, rules_version


def restored(
    game: Game[Any],
    opening: Opening,
    snapshot: Snapshot,
    book: Book,
    count: int,
    chance: Chance | None = None,
    watch: Callable[[Match[Any], int], None] | None = None,
) -> Match[Any]:
    """The match after `count` answers of a book, from a snapshot of an earlier step. It remembers the moves before that too."""
    told = book.told(count)
    start = msgspec.structs.replace(snapshot, answers=())
    drawn = book.drawn(snapshot.moves)
    return Match.reopen(game, opening, start, book.moves[:count], book.events[:told], chance=chance, draws=drawn, watch=watch)

"""Saving: a save file as rows of a new match. It reads and writes no database."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from ..engine import Game, Match, Move, SaveFile
from .book import Book, carry, copied, drawn_by_moves
from .rows import Record, Write, new_id


def rows_of(
    save: SaveFile, game: Game[Any], bots: Mapping[int, str] | None = None, *, played: Match[Any] | None = None
) -> tuple[list[Write], str]:
    """The rows of a match like the saved one under a new name, and a note for the player, as `SaveFile.reopen` gives it.

    `played`: it was played again already, and this is what came of it.
    """
    match, note = save.reopen(game) if played is None else (played, "")
    record = Record(new_id(), match.opening, game.rules_version, time.time(), dict(bots or {}))
    book = Book(record, ())
    if note:
        start, since = save.snapshot.moves, match.moves  # what was answered since its step began was played again
        told = len(save.events)
        match.table.events[:] = save.events
        past = [Move(seat, answer) for seat, answer in save.moves[:start]]
        match.know_past([*past, *(msgspec.structs.replace(move, events=told) for move in since)])
        match.steps[-1] = msgspec.structs.replace(match.steps[-1], events=told)
    book.moves, book.events = list(match.moves), list(match.events)
    book.draws = drawn_by_moves(match, save.draws)
    writes = list(copied(record, book, match))
    writes[0].epochs, writes[0].told = save.epochs, frozenset(epoch.n for epoch in save.epochs)
    carry(writes, [*match.steps[:-1:8], match.steps[-1]], game.rules_version)
    last = writes[-1]
    if note:
        row = msgspec.structs.replace(
            last.row, n=last.row.n + 1, kind="migrate", keep=len(match.events), events=(), move=None,
            rules_version=game.rules_version,
        )  # fmt: skip
        writes.append(Write(record.id, row))
    outcome = match.outcome
    writes[-1].memorials = outcome.memorials if outcome is not None and outcome.memorials else None
    return writes, note

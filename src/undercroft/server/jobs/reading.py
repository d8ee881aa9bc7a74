"""Reading: what a stranger uploads is looked at here, in a process that can be stopped, before anything of it is believed.

Sizes are counted before it is decoded. For guests the rules play it again from its opening and its answers; everything else
that stands in the file - its log, its state - is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ...engine import BadSave, Game, Match, SaveFile, UndercroftError
from ...engine.words import plain
from ...store.rows import Write
from ...store.saving import rows_of
from ..wire.shapes import check_data, check_files, tame

LINE = 4_000  # characters in one line of a log
BROUGHT = 250_000  # bytes of what is brought along
SEATS = 20
NAME = 200


class ReadJob(msgspec.Struct, tag="read"):
    """Read a save: the answer is `Rows`."""

    data: bytes
    values: int  # how many it may hold
    home: bool  # it is the owner's own: what today's rules play differently is opened all the same
    size: int = 0  # bytes of it that follow, in pieces: no piece is large, so nobody waits while one is passed on


class Rows(msgspec.Struct):
    """What a save comes to. The rows are read one by one: whoever reads them has other things to do as well."""

    rows: list[bytes]
    note: str


_rows = msgspec.msgpack.Decoder(Write)
_answers = msgspec.msgpack.Decoder(Rows)


def check_counts(data: bytes, most: int) -> None:
    """Refuse data with too many values in it, without reading it."""
    if data.count(b",") + data.count(b"[") + data.count(b"{") + data.count(b":") > most:
        raise BadSave(f"this file holds more than {most:,} values; open it on your own machine")


def read_save(job: ReadJob, find: Callable[[str], Game[Any]]) -> bytes:
    """The rows of a match like the one in a file, or a BadSave that says what is wrong with it."""
    check_counts(job.data, job.values)
    try:
        save = SaveFile.decode(job.data, "this file")
    except RecursionError:
        raise BadSave("this file is nested too deep") from None
    opening = save.opening
    names = (*opening.seats[: SEATS + 1], opening.gamesmaster or "")
    if len(opening.seats) > SEATS or any(len(name) > NAME for name in names):
        raise BadSave(f"a save may have {SEATS} seats and names of {NAME} characters")
    if any(name != plain(name) for name in names):
        raise BadSave("the names in this save cannot be shown: they hold characters that are not for reading")
    try:
        game = find(opening.game)
    except (UndercroftError, AssertionError) as error:
        raise BadSave(str(error) or "there is no such game") from None
    if len(save.moves) > game.longest:
        raise BadSave("this save holds more answers than a game can have")
    check_files(game, opening.options, home=job.home)
    check_data(opening.bring)
    if not job.home:
        if len(msgspec.json.encode(opening.bring)) > BROUGHT:
            raise BadSave(f"what is brought along may take {BROUGHT} bytes")
        writes, note = rows_of(save, game, played=honest(save, game))
    elif any(len(event.template) > LINE or len(event.secret) > LINE for event in save.events):
        raise BadSave(f"a line of its log may have {LINE} characters")
    else:
        writes, note = rows_of(msgspec.structs.replace(save, events=tuple(tame(event) for event in save.events)), game)
    return msgspec.msgpack.encode(Rows([msgspec.msgpack.encode(write) for write in writes], note))


def honest(save: SaveFile, game: Game[Any]) -> Match[Any]:
    """A guest's save played again; refused unless the rules reach its end: on a made-up state they might go on for ever."""
    differs = save.outdated(game) or save.verify(game)
    if differs:
        raise BadSave(f"for guests only saves that today's rules play again are opened ({differs}); open it on your own machine")
    return save.replay(game)


def writes_of(answer: bytes) -> tuple[list[Write], str]:
    """The rows, on the other side."""
    rows = _answers.decode(answer)
    return [_rows.decode(row) for row in rows.rows], rows.note

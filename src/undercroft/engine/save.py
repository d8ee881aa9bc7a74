"""Save files: one match in one JSON file, with every answer, a hash per step, the log, and the state where it stands.

The file is an object with the fields of `Save`, in that order, and a last field `digest`: the SHA-256 of everything
before it. `SaveFile` in replaying.py reads it. A match with sealed dice is of format 2: it has `match`, `epochs` and `draws`; one
whose rules changed while it was played is of format 3.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from .ask import Answer
from .errors import BadSave
from .event import Event
from .game import Opening
from .sealed import Draw, Epoch
from .snapshot import Snapshot

if TYPE_CHECKING:
    from .match import Match

FORMAT = 3  # the newest that is read
LARGEST = 200_000_000  # bytes of a file; whole evenings have a few hundred thousand
TAIL = ',"digest":"'


def format_of(sealed: bool, older: int = 0) -> int:
    """The first format that has what is to be said: sealed dice, rules that changed on the way."""
    return 3 if older else 2 if sealed else 1


class StepMark(msgspec.Struct, frozen=True, array_like=True):
    """A step began after this many answers, with this hash of state and dice."""

    moves: int
    digest: str


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match as it is written to a file."""

    undercroft: int  # the version of this format
    rules_version: int
    opening: Opening
    moves: tuple[tuple[int, Answer], ...]  # seat and answer, from the first decision on
    steps: tuple[StepMark, ...]
    snapshot: Snapshot  # where the match stands now
    events: tuple[Event, ...]  # what was told, so that an old replay can be shown whatever today's rules say
    match: str = ""  # the name that the dice were sealed for
    epochs: tuple[Epoch, ...] = ()  # with their secrets once they are told
    draws: tuple[Draw, ...] = ()
    older: int = 0  # so many answers were given under older rules

    @classmethod
    def of(cls, match: Match[Any]) -> Self:
        """The save of a match that remembers its beginning."""
        if match.move_count != len(match.moves):
            raise BadSave("this game was reopened from a snapshot and does not remember its first answers")
        epochs = match.chance.epochs
        return cls(
            format_of(bool(epochs)),
            match.game.rules_version,
            match.opening,
            tuple((move.seat, move.answer) for move in match.moves),
            tuple(StepMark(step.moves, step.digest) for step in match.steps),
            match.snapshot(),
            tuple(match.events),
            epochs[max(epochs)].match if epochs else "",
            match.chance.told(match.dice, secrets=match.ask is None),
            tuple(match.draws),
        )

    def encode(self) -> bytes:
        """The bytes of the file."""
        body = msgspec.json.encode(self)[:-1]
        return body + f'{TAIL}{hashlib.sha256(body).hexdigest()}"}}\n'.encode()

    def write(self, path: Path) -> None:
        """Write the file whole or not at all."""
        part = path.with_name(path.name + ".part")
        part.write_bytes(self.encode())
        part.replace(path)

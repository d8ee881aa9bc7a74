"""A match played again: from its answers, or from the file it was saved to. A file that is cut short, edited or from
elsewhere is refused with a message that says which.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from . import words
from .ask import Answer
from .errors import AlteredSave, BadSave, RulesBug, UndercroftError
from .game import Game, Opening, S
from .match import Match
from .save import FORMAT, LARGEST, TAIL, Save
from .sealed import Chance
from .snapshot import Snapshot
from .structs import convert


def replay(game: Game[S], opening: Opening, moves: Sequence[tuple[int, Answer]], chance: Chance | None = None) -> Match[S]:
    """A match played again from its opening and its answers."""
    match = Match.start(game, opening, chance=chance)
    for seat, answer in moves:
        match.answer(answer, seat)
    return match


class _FormatOnly(msgspec.Struct):
    undercroft: int


class SaveFile(Save, frozen=True, forbid_unknown_fields=True):
    """A save that can be read, opened, played again and checked."""

    @classmethod
    def decode(cls, data: bytes, name: str = "this file") -> SaveFile:
        """Read the bytes of a save, or say what is wrong with them."""
        body, found, tail = data.rpartition(TAIL.encode())
        if not data.lstrip().startswith(b'{"undercroft":'):
            raise BadSave(f"{name} is not an Undercroft save")
        if not found or not tail.rstrip().endswith(b'"}'):
            raise BadSave(f"{name} is cut short: its end is missing")
        if hashlib.sha256(body).hexdigest() != tail.rstrip()[:-2].decode("ascii", "replace"):
            raise AlteredSave(f"{name} was changed after it was written: its checksum does not fit")
        try:
            version = _formats.decode(body + b"}").undercroft
            if version > FORMAT:
                raise BadSave(f"{name} was written by a newer Undercroft (format {version}; this one reads up to {FORMAT})")
            return _files.decode(body + b"}")
        except msgspec.DecodeError as error:
            raise BadSave(f"{name} cannot be read: {error}") from None

    @classmethod
    def read(cls, path: Path) -> SaveFile:
        """Read a file."""
        try:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except OSError as error:
            raise BadSave(f"{path}: {error.strerror}") from None
        if len(data) > LARGEST:
            raise BadSave(f"{path} is no save: it has more than {LARGEST // 1_000_000} MB")
        return cls.decode(data, str(path))

    def reopen(self, game: Game[Any]) -> tuple[Match[Any], str]:
        """The match to play on, and a note for the player: empty, or why its past cannot be replayed by today's rules."""
        if self.rules_version != game.rules_version:
            why = f"saved under rules version {self.rules_version}, opened under {game.rules_version}"
        elif self.older:
            why = self.outdated(game)
        elif differs := self.verify(game):
            why = f"today's rules play this match differently ({differs})"
        else:
            return self.replay(game), ""
        note = f"{why}; it goes on from where it was saved"
        snapshot = migrated(game, self.snapshot, self.rules_version)
        match = Match.restore(game, self.opening, snapshot, chance=self.chance())
        if self.rules_version != game.rules_version:
            note += self._answer_on(match)
        return match, note

    def outdated(self, game: Game[Any]) -> str:
        """Why today's rules cannot be expected to play it again from its opening: they changed since; "" when they did not."""
        if self.rules_version != game.rules_version:
            return f"this game was played under rules version {self.rules_version}"
        if self.older:
            return f"the rules changed while this game was played, after {words.count(self.older, 'answer')}"
        return ""

    def _answer_on(self, match: Match[Any]) -> str:
        """Give the answers since the step began once more, as far as today's rules take them; the first that they do not."""
        answers = self.snapshot.answers
        for given, (seat, answer) in enumerate(answers):
            try:
                match.answer(answer, seat)
            except UndercroftError as error:
                number = self.snapshot.moves + given + 1
                return f"; answer {number} ({self.opening.names[seat]}: {answer}) is refused ({error}), and asked again"
        return ""

    def chance(self) -> Chance:
        """Where its dice come from: keys, where they are told, else what was drawn."""
        return Chance(self.epochs, self.draws)

    def replay(self, game: Game[Any], upto: int | None = None) -> Match[Any]:
        """The match played again from its opening, up to that many answers."""
        return replay(game, self.opening, self.moves[:upto], self.chance())

    def verify(self, game: Game[Any], progress: Callable[[int], None] | None = None) -> str:
        """Play the whole match again and compare every step; "" when it agrees, else where it first differs."""
        try:
            match = Match.start(game, self.opening, chance=self.chance())
        except RulesBug as error:  # sealed dice that are neither told nor noted
            return f"it cannot begin: {error}"
        marks = {mark.moves: (number, mark.digest) for number, mark in enumerate(self.steps, start=1)}
        for count in range(len(self.moves) + 1):
            if count in marks:
                number, digest = marks[count]
                last = match.steps[-1]
                if last.moves != count or last.digest != digest:
                    return f"step {number} differs, after answer {count}{_said(self.moves, count)}"
            if count < len(self.moves):
                seat, answer = self.moves[count]
                try:
                    match.answer(answer, seat)
                except UndercroftError as error:
                    return f"answer {count + 1}{_said(self.moves, count + 1)} is refused: {error}"
            if progress is not None:
                progress(count)
        return ""


_formats = msgspec.json.Decoder(_FormatOnly)
_files = msgspec.json.Decoder(SaveFile)


def _said(moves: tuple[tuple[int, Answer], ...], count: int) -> str:
    if not count:
        return ""
    seat, answer = moves[count - 1]
    return f" (seat {seat}: {answer})"


def migrated(game: Game[Any], snapshot: Snapshot, rules_version: int) -> Snapshot:
    """The snapshot with its state in today's shape. If the rules changed, it is without the answers since the step began."""
    if rules_version == game.rules_version:
        return snapshot
    plain = game.migrate(msgspec.msgpack.decode(snapshot.state), rules_version)
    try:
        state = convert(plain, game.state_type)
    except msgspec.ValidationError as error:
        raise BadSave(f"this save is from rules version {rules_version} and cannot be opened any more: {error}") from None
    return msgspec.structs.replace(snapshot, state=msgspec.msgpack.encode(state), answers=())

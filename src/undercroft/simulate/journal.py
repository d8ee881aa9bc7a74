"""Journal: a file that keeps what is done of a long job, so that it can be gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from ..engine import UndercroftError
from .job import Piece

R = TypeVar("R")


class Journal(Generic[R]):
    """A file of what is done: a line that says of what job, then a line for each piece, written as it comes.

    A file that was cut anywhere is gone on with: a last line that is not whole is done again.
    """

    def __init__(self, path: Path, mark: dict[str, Any], kind: type[R]) -> None:
        self._decode = msgspec.json.Decoder(tuple[int, int, kind]).decode  # type: ignore[valid-type]
        self._where: dict[Piece, int] = {}
        head = msgspec.json.encode(mark)
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise UndercroftError(f"{path} cannot be written: {error.strerror}") from None
        self._file.seek(0)
        first = self._file.readline()
        if first.endswith(b"\n"):
            self._compare(path, first, head)
            self._index(path)
        elif head.startswith(first):  # new, or cut in its first line
            self._file.truncate(0)
            self._file.write(head + b"\n")
        else:
            self._file.close()
            raise UndercroftError(f"{path} is something else; name a file that a job like this wrote, or a new one")

    def _compare(self, path: Path, first: bytes, head: bytes) -> None:
        wanted = msgspec.json.decode(head)
        try:
            found = msgspec.json.decode(first)
            other = {name: found.get(name) for name in wanted if found.get(name) != wanted[name]}
        except (msgspec.DecodeError, AttributeError):
            self._file.close()
            raise UndercroftError(f"{path} is something else; name a file that a job like this wrote, or a new one") from None
        if other:
            self._file.close()
            name, value = next(iter(other.items()))
            raise UndercroftError(f"{path} is of another job: its {name} is {value!r}, not {wanted[name]!r}; name a new file")

    def _index(self, path: Path) -> None:
        end = self._file.tell()
        for line in self._file:
            try:
                first, count, _ = self._decode(line)
            except msgspec.DecodeError:
                if line.endswith(b"\n"):
                    self._file.close()
                    raise UndercroftError(f"{path} has a line that nobody wrote, at byte {end}; name a new file") from None
                break
            if not line.endswith(b"\n"):
                break
            self._where[first, count] = end
            end += len(line)
        self._file.truncate(end)

    def __contains__(self, piece: Piece) -> bool:
        return piece in self._where

    def read(self, piece: Piece) -> R:
        """What came of a piece that is done."""
        self._file.seek(self._where[piece])
        found: R = self._decode(self._file.readline())[2]
        return found

    def write(self, piece: Piece, found: R) -> None:
        """Keep what came of a piece, at once."""
        self._file.write(msgspec.json.encode((*piece, found)) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

"""Rows: every game by itself, kept on disk while they come, then written as CSV or Parquet or handed to a plot."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import msgspec

from ..engine import BadOpening, UndercroftError
from .row import Fact, Row

FORMS = (".csv", ".parquet")
_GROUP = 10_000  # rows that Parquet holds together

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Row).decode


def check_form(path: Path) -> None:
    """Refuse what cannot be written, before a long job begins."""
    if path.suffix not in FORMS:
        raise BadOpening(f"{path.name} is neither .csv nor .parquet")
    if path.suffix == ".parquet":
        _pyarrow("pyarrow")


def _pyarrow(module: str) -> Any:
    try:
        return import_module(module)  # late: start-up time
    except ImportError:
        raise UndercroftError(
            "Parquet needs the package pyarrow; install it (pip install 'undercroft[numbers]'), or write .csv"
        ) from None


class Rows:
    """Games as they come. Which facts there are is known only when all have come, so they wait in a file without a name."""

    def __init__(self, variants: Sequence[str]) -> None:
        self._variants = variants
        self._file = TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._kinds: dict[str, set[type]] = {}
        self._seats = 0

    def take(self, rows: Sequence[Row]) -> None:
        """Some more games."""
        for row in rows:
            self._file.write(_encode(row) + b"\n")
            self._seats = max(self._seats, len(row.scores))
            for name, value in row.facts.items():
                self._kinds.setdefault(name, set()).add(type(value))

    def __iter__(self) -> Iterator[tuple[str, Row]]:
        """Every game with its variant's name."""
        self._file.seek(0)
        for line in self._file:
            row = _decode(line)
            yield self._variants[row.variant], row
        self._file.seek(0, 2)

    def columns(self) -> dict[str, type]:
        """The columns and what they hold: those that every game has, then its facts."""
        found: dict[str, type] = {"game": int, "variant": str, "seed": str, "decisions": int, "finished": bool, "winners": str}
        found.update({f"score {seat}": float for seat in range(self._seats)})
        for name, kinds in sorted(self._kinds.items()):
            found[name if name not in found else f"fact {name}"] = (
                kinds.copy().pop() if len(kinds) == 1 else float if kinds <= {int, float} else str
            )
        return found

    def lines(self) -> Iterator[dict[str, Fact | None]]:
        """Every game as values by column; what a game has nothing of is None."""
        columns = self.columns()
        for variant, row in self:
            line: dict[str, Fact | None] = dict.fromkeys(columns)
            line.update(game=row.number, variant=variant, seed=str(row.seed), decisions=row.moves, finished=row.finished)
            line["winners"] = " ".join(map(str, row.winners))
            line.update({f"score {seat}": score for seat, score in enumerate(row.scores)})
            for name, value in row.facts.items():
                column = name if f"fact {name}" not in columns else f"fact {name}"
                line[column] = columns[column](value)
            yield line

    def write(self, path: Path) -> None:
        """As a file of the kind its name says."""
        if path.suffix == ".csv":
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(self.columns()))
                writer.writeheader()
                writer.writerows(self.lines())
        else:
            self._write_parquet(path)

    def _write_parquet(self, path: Path) -> None:
        arrow, parquet = _pyarrow("pyarrow"), _pyarrow("pyarrow.parquet")
        kinds = {bool: arrow.bool_(), int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
        schema = arrow.schema([(name, kinds[kind]) for name, kind in self.columns().items()])
        with parquet.ParquetWriter(path, schema) as writer:
            group: list[dict[str, Fact | None]] = []
            for line in self.lines():
                group.append(line)
                if len(group) == _GROUP:
                    writer.write_table(arrow.Table.from_pylist(group, schema))
                    group = []
            writer.write_table(arrow.Table.from_pylist(group, schema))

    def close(self) -> None:
        """Let them go."""
        self._file.close()

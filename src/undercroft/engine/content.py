"""Content: data files read strictly into structs. A wrong or unknown key is an error that names file and key."""

from __future__ import annotations

import csv
import io
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from . import structs
from .errors import BadContent

T = TypeVar("T")


def load_toml(file: Traversable | Path, into: type[T]) -> T:
    """Read a TOML file as `into`; structs in it should forbid unknown fields."""
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadContent(f"{file.name}: there is no such file") from None
    except UnicodeDecodeError:
        raise BadContent(f"{file.name}: not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadContent(f"{file.name}: not valid TOML: {error}") from None
    return convert(raw, into, file.name)


def load_csv(file: Traversable | Path, into: type[T]) -> list[T]:
    """Read a CSV file with a heading line as a list of `into`; empty cells count as not given."""
    rows = csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))
    return [
        convert({key: cell for key, cell in row.items() if cell not in ("", None)}, into, f"{file.name}:{number}", strict=False)
        for number, row in enumerate(rows, start=2)
    ]


def convert(raw: Any, into: type[T], name: str, *, strict: bool = True) -> T:
    """Turn plain data into structs, or say in which file and at which key it is wrong."""
    try:
        return structs.convert(raw, into, strict=strict)
    except msgspec.ValidationError as error:
        raise BadContent(f"{name}: {error}") from None

"""Settings: one TOML file for everything that can be set, a section for each part of the program. Unknown names are refused.

Nothing here knows what the sections mean: each part brings a struct with its names, types and defaults.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from . import folders
from .engine import UndercroftError

SECTIONS = ("serve", "limits", "keep", "terminal")
VARIABLE = "UNDERCROFT_SETTINGS"

T = TypeVar("T", bound=msgspec.Struct)


class BadSettings(UndercroftError):
    """A settings file that cannot be read, or names something that cannot be set."""


class Settings:
    """What a file says, by sections."""

    def __init__(self, sections: Mapping[str, Any] | None = None, name: str = "the settings") -> None:
        self._sections = dict(sections or {})
        self._name = name
        for section, values in self._sections.items():
            if section not in SECTIONS:
                raise BadSettings(f"{name}: there is no section [{section}]{_near(section, SECTIONS)}")
            if not isinstance(values, dict):
                raise BadSettings(f"{name}: {section} is a section: write [{section}], and what it says below")

    def section(self, section: str, kind: type[T], more: Mapping[str, Any] | None = None) -> T:
        """A section as a struct: the file's values over the defaults, and `more` over those."""
        return made({**self._sections.get(section, {}), **(more or {})}, kind, f"{self._name}: [{section}]")


def made(values: Mapping[str, Any], kind: type[T], where: str) -> T:
    """A struct from values; refused by name when one is unknown or of the wrong kind."""
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    for name, value in values.items():
        if name not in fields:
            raise BadSettings(f"{where} has no {name!r}{_near(name, fields)}")
        if isinstance(value, float | int) and not isinstance(value, bool) and value < 0:
            raise BadSettings(f"{where}: {name} cannot be less than 0")
        try:
            msgspec.convert(value, fields[name])
        except msgspec.ValidationError as error:
            able = get_args(fields[name]) if get_origin(fields[name]) is Literal else ()
            said = f"it can be {', '.join(map(str, able))}" if able else str(error)
            raise BadSettings(f"{where}: {name} is {value!r:.80}; {said}") from None
    return msgspec.convert(dict(values), kind)


def _near(word: str, known: Any) -> str:
    close = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(known)}"


def file_of(path: str | Path | None = None) -> Path:
    """The file named; else the one that UNDERCROFT_SETTINGS names; else settings.toml in the folder for it."""
    named = path or os.environ.get(VARIABLE)
    return Path(named).expanduser() if named else folders.settings_file()


def read(path: str | Path | None = None) -> Settings:
    """What the file says; without one in the user's folder, nothing."""
    named, file = path or os.environ.get(VARIABLE), file_of(path)
    if not named and not file.is_file():
        return Settings()
    try:
        return Settings(tomllib.loads(file.read_text(encoding="utf-8")), str(file))
    except OSError as error:
        raise BadSettings(f"{file}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, a number without end, a list in a list in a list
        raise BadSettings(f"{file} is not TOML: {error}") from None


def change(section: str, name: str, value: Any, path: str | Path | None = None) -> Path:
    """Write one setting into the file, or take it out (None). Everything else in it stays as it is, remarks too."""
    file = file_of(path)
    try:
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(f"{file.name}.new")
        beside.write_text("\n".join(_changed(lines, section, name, value)) + "\n", encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        raise BadSettings(f"{file}: {error.strerror}") from None
    except UnicodeError:
        raise BadSettings(f"{file}: {name} is no text in UTF-8, or the file is not") from None
    return file


def _changed(lines: list[str], section: str, name: str, value: Any) -> list[str]:
    """The lines of a file with one setting changed."""
    written = [f"{name} = {_toml(value)}"] if value is not None else []
    head = next((at for at, line in enumerate(lines) if re.fullmatch(rf"\[{section}\]\s*(#.*)?", line.strip())), None)
    if head is None:
        return [*lines, *([""] if lines and written else []), *([f"[{section}]", *written] if written else [])]
    end = next((at for at in range(head + 1, len(lines)) if lines[at].lstrip().startswith("[")), len(lines))
    old = next((at for at in range(head + 1, end) if re.match(rf"\s*{name}\s*=", lines[at])), None)
    if old is None:
        return [*lines[: head + 1], *written, *lines[head + 1 :]]
    after = old + 1
    while after < end and "=" not in lines[after] and lines[old].rstrip().endswith(("[", ",")):  # a list over several lines
        after += 1
    return [*lines[:old], *written, *lines[after:]]


def _toml(value: Any) -> str:
    """A value as TOML writes it: JSON's way for texts, numbers and lists of them."""
    return json.dumps(value, ensure_ascii=False)

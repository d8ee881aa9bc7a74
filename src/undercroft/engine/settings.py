"""Settings: the dials and optional rules of a game, read from its `settings.toml`: one line each, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from .content import convert, load_toml
from .errors import BadOpening

SettingValue: TypeAlias = bool | int | str


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dial or an optional rule that players set before the game."""

    name: str
    label: str
    default: SettingValue
    choices: tuple[str, ...] = ()  # for a text setting
    low: int = 0  # for a number setting
    high: int = 0
    help: str = ""
    rule: str = ""
    file: bool = False  # the value is the path of a file on this machine: a server takes none from strangers

    def check(self, value: SettingValue) -> SettingValue:
        """The value in its proper type, or a BadOpening that names what is allowed."""
        if isinstance(self.default, bool):
            words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
            if isinstance(value, bool):
                return value
            if isinstance(value, str) and value.lower() in words:
                return words[value.lower()]
            raise BadOpening(f"{self.name} is {value!r}; it can be on or off")
        if isinstance(self.default, int):
            if isinstance(value, str) and value.lstrip("-").isdecimal():
                value = int(value)
            if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
                return value
            raise BadOpening(f"{self.name} is {value!r}; it can be a whole number from {self.low} to {self.high}")
        if isinstance(value, str) and (not self.choices or value in self.choices):
            return value
        raise BadOpening(f"{self.name} is {value!r}; it can be {', '.join(self.choices)}")


def read_settings(file: Path) -> tuple[Setting, ...]:
    """The settings of a game, in the order of its file."""
    rows = load_toml(file, dict[str, dict[str, Any]])
    return tuple(convert({"name": name, **row}, Setting, f"{file.name}: {name}") for name, row in rows.items())

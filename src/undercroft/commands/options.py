"""Options of a game, as words of the command line."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import BadOpening, SettingValue


def read_options(pairs: Sequence[str]) -> dict[str, SettingValue]:
    """NAME=VALUE words as options; the game checks names and values."""
    options: dict[str, SettingValue] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise BadOpening(f"{pair!r} is not a house rule; write it NAME=VALUE")
        options[name] = value
    return options

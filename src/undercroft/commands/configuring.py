"""Configuring: the one settings file, shown and changed from the command line."""

from __future__ import annotations

import argparse
import tomllib
from typing import Any

import msgspec

from .. import folders, settings
from ..engine import UndercroftError
from ..server.measures.limits import Limits
from ..store.upkeep import Keep
from ..terminal.look import HELP, Look
from .hosting import Serve

KINDS: dict[str, type[msgspec.Struct]] = {"terminal": Look, "serve": Serve, "limits": Limits, "keep": Keep}


def run_config(plan: argparse.Namespace) -> int:
    """Show the settings, or change one."""
    if plan.deed == "path":
        print(settings.file_of(plan.settings))
        return 0
    if plan.deed == "list":
        return _list(plan)
    section, kind, name = _named(plan.name)
    if plan.deed == "get":
        print(_shown(getattr(settings.read(plan.settings).section(section, kind), name)))
        return 0
    if plan.deed == "set" and plan.value is None:
        raise UndercroftError(f"set {plan.name} to what? For example: undercroft config set terminal.pace quick")
    value = None if plan.deed == "unset" else _read(plan.value, kind, name, plan.name)
    print(f"Written to {settings.change(section, name, value, plan.settings)}")
    return 0


def _list(plan: argparse.Namespace) -> int:
    found = settings.read(plan.settings)
    print(f"# {settings.file_of(plan.settings)}")
    print(f"# games: {folders.data_file()}  ({folders.VARIABLE} names one folder for everything)")
    for section, kind in KINDS.items():
        print(f"\n[{section}]")
        now, usual = found.section(section, kind), kind()
        for field in msgspec.structs.fields(kind):
            value = getattr(now, field.name)
            said = HELP.get(field.name, "") if section == "terminal" else ""
            changed = "" if value == getattr(usual, field.name) else f"usually {_shown(getattr(usual, field.name))}"
            remark = "; ".join(filter(None, (changed, said)))
            print(f"{field.name} = {_shown(value)}" + (f"  # {remark}" if remark else ""))
    return 0


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _named(name: str | None) -> tuple[str, type[msgspec.Struct], str]:
    section, _, rest = (name or "").partition(".")
    if section not in KINDS:
        raise UndercroftError(f"{name!r} is no setting; write SECTION.NAME, where the section is {', '.join(KINDS)}")
    names = [field.name for field in msgspec.structs.fields(KINDS[section])]
    if rest not in names:
        raise UndercroftError(f"[{section}] has no {rest!r}; it has {', '.join(names)}")
    return section, KINDS[section], rest


def _read(word: str, kind: type[msgspec.Struct], name: str, said: str) -> Any:
    """A value as it was typed: on and off, a number, a TOML list, or the text itself; checked against its kind."""
    usual = getattr(kind(), name)
    if isinstance(usual, bool):
        if word.lower() not in ("on", "off", "true", "false", "yes", "no"):
            raise UndercroftError(f"{said} is {word!r}; it can be on or off")
        value: Any = word.lower() in ("on", "true", "yes")
    elif isinstance(usual, str):
        value = word
    else:
        try:
            value = tomllib.loads(f"x = {word}")["x"]
        except (ValueError, RecursionError):  # no TOML, a number without end
            value = [part.strip() for part in word.split(",")] if isinstance(usual, list) else word
    settings.made({name: value}, kind, f"[{said.partition('.')[0]}]")
    return value

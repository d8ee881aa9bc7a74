"""Casting: every flavour of the world's own tables is played by somebody in each game that goes in."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

from undercroft.engine.errors import BadContent
from undercroft.games.board.content import printed_deck
from undercroft.games.descent.bestiary import baddies
from undercroft.site.casting import Casting, cast, read_casting

GAMES = files("undercroft.games")
KINDS = ("delver", "breeder", "alpha", "wandering")
MONSTERS = {"descent": lambda: set(baddies()), "board": lambda: {card.name for card in printed_deck().monsters if not card.trap}}


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((GAMES / "host" / "data" / f"{name}.toml").read_text(encoding="utf-8"))


def flavours() -> list[str]:
    """Every people that the world's tables and its library of inventions can bring, read as text."""
    tables = _read("monsters")
    found = [row["name"] for kind in KINDS for row in tables[f"{kind}_flavor"] if not row.get("custom")]
    found += [entry["name"] for entry in _read("custom_library")["entry"] if entry["kind"] in (*KINDS, "civilization")]
    found += [row["alpha"] for row in _read("villains")["inner_sanctum"]]
    return sorted(set(found))


def tables() -> list[Traversable]:
    """The casting of each game that has one."""
    return [file for game in GAMES.iterdir() if game.is_dir() and (file := game / "data" / "casting.toml").is_file()]


def test_there_are_flavours_enough() -> None:
    assert len(flavours()) >= 52


@pytest.mark.parametrize("file", tables(), ids=str)
def test_every_flavour_is_cast(file: Traversable) -> None:
    table = read_casting(file)
    assert [name for name in flavours() if name not in table.flavour] == []


@pytest.mark.parametrize("game", sorted(MONSTERS))
def test_the_cast_exists(game: str) -> None:
    table = read_casting(GAMES / game / "data" / "casting.toml")
    assert {*table.flavour.values(), *table.type.values()} <= MONSTERS[game]()


def test_flavour_before_type_before_others() -> None:
    table = Casting({"Orcs": "boar"}, {"breeder": "rat", "other": "bat"})
    assert [cast("Orcs", "breeder", table), cast("Mire Folk", "breeder", table), cast("Mire Folk", "choir", table)] == [
        "boar",
        "rat",
        "bat",
    ]


def test_a_table_must_play_the_others(tmp_path: Path) -> None:
    file = tmp_path / "casting.toml"
    file.write_text('[flavour]\nOrcs = "boar"\n[type]\nbreeder = "rat"\n', encoding="utf-8")
    with pytest.raises(BadContent, match="'other'"):
        read_casting(file)

"""Every column and key of the data files has a reader."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable
from importlib.resources import files

import msgspec
import pytest

from undercroft.bots.random import any_answer
from undercroft.engine import Dice
from undercroft.games.board import GAME, boardfile, content
from undercroft.games.board.bot import bot
from undercroft.games.board.screen import reference_sheets

from .table import new_match

DATA = files("undercroft.games.board") / "data"
ROWS: dict[str, dict[str, type[msgspec.Struct]]] = {
    "adventurers.csv": {"": content.Adventurer},
    "monsters.csv": {"": content.MonsterRow},
    "pct.csv": {"": content.CombatRow},
    "prizes.csv": {"": content.PrizeRow},
    "sct.csv": {"": content.SpellCombatRow},
    "spells.csv": {"": content.SpellRow},
    "traps.csv": {"": content.TrapRow},
    "clt.toml": {"row": content.LosingRow},
    "special_swords.toml": {"row": content.SwordRow},
    "voices.toml": {"voice": content.Voice},
    "wandering.toml": {"row": content.WanderRow},
    "board.toml": {
        "canvas": boardfile.Canvas,
        "section": boardfile.Section,
        "space": boardfile.SpaceRow,
        "link": boardfile.LinkRow,
        "staircase": boardfile.StairRow,
    },
}


def _fields(name: str) -> dict[str, set[str]]:
    """The columns or keys of a data file, by table."""
    text = (DATA / name).read_text(encoding="utf-8")
    if name.endswith(".csv"):
        return {"": set(next(csv.reader(text.splitlines())))}
    tables = tomllib.loads(text)
    return {table: {key for row in (rows if isinstance(rows, list) else [rows]) for key in row} for table, rows in tables.items()}


def _recorder(kind: type, read: set[tuple[type, str]]) -> Callable[[object, str], object]:
    def note(row: object, field: str) -> object:
        read.add((kind, field))
        return object.__getattribute__(row, field)

    return note


def test_every_field_of_every_data_file_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {path.name for path in DATA.iterdir()} == {*ROWS, "casting.toml"}  # casting: tests/site/test_casting.py
    read: set[tuple[type, str]] = set()
    for kinds in ROWS.values():
        for kind in kinds.values():
            monkeypatch.setattr(kind, "__getattribute__", _recorder(kind, read))
    content.Tables()
    content.Deck(*content.printed_rows(), "the printed deck")
    content.voices.cache_clear()
    reference_sheets.cache_clear()
    for options in ({"advanced": True, "special_magic_swords": True, "types": "wizard"}, {"mode": "introductory"}):
        match = new_match("Ada", "Bo", seed=1, board=str(DATA / "board.toml"), **options)  # a board that no test has seen yet
        dice, greedy, turn = Dice(1), bot("greedy"), 0
        while (ask := match.ask) is not None and turn < 400:
            seat, turn = ask.seats[0], turn + 1
            assert ask.kind == "number" or ask.options_for(seat)
            match.answer(any_answer(ask, seat, dice) if turn % 2 else greedy(match.view(seat, dice)), seat)
        match.screen(0)
        for export in GAME.exports().values():
            assert export(GAME.mask(match.state, 0), 0)
    for name, kinds in ROWS.items():
        for table, fields in _fields(name).items():
            assert {field for field in fields if (kinds[table], field) not in read} == set(), (name, table)

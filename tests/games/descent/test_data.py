"""Data: every field of every file of the game is read by somebody, and so is every file."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening, View, run
from undercroft.games.descent import GAME, arsenal, bestiary, content
from undercroft.games.descent.content import DATA, Record, deeds, doubles_uses
from undercroft.games.descent.rules.battle.blows import aim
from undercroft.games.descent.rules.ending.peace import offer
from undercroft.games.descent.rules.sages.sages import curse, mood_parts, toll
from undercroft.games.descent.rules.surface.store import hire
from undercroft.games.descent.state import Sage

from .scene import fight, game

SOURCE = Path(content.__file__).parent
TREES = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")]


def records(of: type[Record] = Record) -> Iterator[type[Record]]:
    """Every struct that a data file is read into."""
    for each in of.__subclasses__():
        yield each
        yield from records(each)


def attributes() -> set[str]:
    return {node.attr for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def words() -> set[str]:
    return {
        node.value for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


AT_IMPORT = {("Arm", "takes_hits"), ("MagicItem", "takes_hits"), ("Dial", "name")}  # for ARMOURS, SHIELDS and the settings


def seldom() -> None:
    """What one evening may not bring: simulacra, a robed leader before a sage and at a peace, a curse, a toll, an odd weapon."""
    s = game("priest", "warrior +spear")
    for cls in ("warrior", "priest", "wizard"):
        hire(s, cls, "elf")
    s.members[0].goods["HOLY ROBE"] = 1
    assert ("holy robe", 1) in mood_parts(s, Sage("leech"))
    assert run(curse, s, dice=[1]).state.curses
    assert run(toll, s, dice=[1]).events
    fight(s, "Dragon")
    assert run(offer, s, answers=[[]], dice=[[1, 2]]).events
    assert bestiary.baddies()["Dragon"].special_hit[0].hits
    for baddie in bestiary.baddies().values():
        for change in baddie.weapon_as:
            arm = arsenal.Weapon(name=change.weapon.upper(), own=change.weapon, base=(change.weapon,))
            assert aim(arm, baddie) is not None


def test_every_field_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that only one struct has is somewhere in the source; a common one is read off this struct while bots play."""
    owners = Counter(field.name for each in records() for field in msgspec.structs.fields(each))
    wanted = {(each.__name__, field.name) for each in records() for field in msgspec.structs.fields(each)}
    used = attributes()
    assert not {pair for pair in wanted if pair[1] not in used}
    read: set[tuple[str, str]] = set()

    def reading(record: Record, name: str) -> Any:
        read.add((type(record).__name__, name))
        return object.__getattribute__(record, name)

    for name, module in list(sys.modules.items()):  # what other tests made the game remember would hide what is read
        for loader in list(vars(module).values()) if name.startswith("undercroft.games.descent.") else ():
            if hasattr(loader, "cache_clear"):
                loader.cache_clear()
    monkeypatch.setattr(Record, "__getattribute__", reading)
    bot, dice = find_bot(GAME, "collector"), Dice(5)
    match = Match.start(GAME, Opening(game="descent", seats=("Ada",), seed=5, options={**GAME.cover_options, "descents": 4}))
    while (ask := match.ask) is not None:
        match.answer(bot(View(GAME, match.state, 0, ask, dice)), 0)
    GAME.content()
    seldom()
    common = {pair for pair in wanted if owners[pair[1]] > 1}
    assert common
    assert sorted(common - read - AT_IMPORT) == []


def test_every_file_and_every_key_of_a_table_is_named() -> None:
    named = words()
    for file in DATA.iterdir():
        assert file.name == "mazes" or file.name in named, f"nobody opens {file.name}"
    for key in (*deeds(), *doubles_uses()):
        assert key in named, f"nobody asks for {key}"

"""Data files: every field is one that code asks for, and an edited number is an edited rule."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest

import undercroft.games.host as package
from undercroft.games.host import content, desk
from undercroft.games.host.rules.conventions.entries import EFFECTS, TABLES

from .table import page

HERE = Path(package.__file__).parent
STRUCTS = [thing for thing in vars(content).values() if isinstance(thing, type) and issubclass(thing, msgspec.Struct)]
NODES = [node for file in HERE.rglob("*.py") for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
ASKED_FOR = {node.attr for node in NODES if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
WORDS = {node.value for node in NODES if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_every_field_of_a_data_file_is_asked_for(struct: type[msgspec.Struct]) -> None:
    assert not set(struct.__struct_fields__) - ASKED_FOR
    assert struct.__struct_config__.forbid_unknown_fields or struct is content.Grammar


def test_every_data_file_is_read() -> None:
    assert {file.name for file in (HERE / "data").iterdir() if file.suffix in (".toml", ".csv")} <= WORDS


def test_every_name_grammar_is_used_with_all_of_its_lists() -> None:
    for key, grammar in content.grammars().items():
        words = "".join(grammar.templates)
        assert key in WORDS and all(f"{{{name}}}" in words or f"{{{name}^}}" in words for name in grammar.lists), key


def test_every_effect_of_the_schema_is_played() -> None:
    assert set(content.schema().effects) == set(EFFECTS) and set(content.schema().words["table"]) == set(TABLES)


def test_an_edited_weight_is_an_edited_suggestion(monkeypatch: pytest.MonkeyPatch) -> None:
    s = page()
    assert {desk.pick(s, "refuse_disaster", ("accept", "refuse")) for _ in range(60)} == {"accept", "refuse"}
    stubborn = content.Judgement("refuse_disaster", "Disaster! feature", [0, 1])
    monkeypatch.setattr(desk, "judgements", lambda: {"refuse_disaster": stubborn})
    assert {desk.pick(s, "refuse_disaster", ("accept", "refuse")) for _ in range(60)} == {"refuse"}


@pytest.mark.rule("HST-CONV-07")
def test_the_desk_offers_no_judgement_that_nobody_asks_for() -> None:
    asked = {
        node.value
        for file in (HERE / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    known = {*content.judgements(), *desk.OURS}
    assert known <= asked | {"drop", "name", "others"} and set(desk.PETTY) <= known

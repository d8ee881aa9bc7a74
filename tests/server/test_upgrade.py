"""A server that starts anew under other rules, or over a store that does not agree with itself: what the tables say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.engine.toy import RULE, Toy, ToyGame
from undercroft.engine import Table
from undercroft.store import open_store

from .house import Find, house


async def only_climbing(self: ToyGame, t: Table[Toy]) -> None:
    """Other rules: nobody rests."""
    seat = t.state.turn % len(t.state.heights)
    await t.choose(seat, "And now?", {"climb": "Climb", "wait": "Wait"}, rule=RULE)
    t.state.heights[seat] += await t.roll("1d6", "climb", rule=RULE)
    t.state.turn += 1


def test_what_is_asked_again_is_named_at_the_table_and_new_dice_fall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path / "games.db") as server:
        opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
        ada = server.sit(server.key(opened, 0))
        ada.until_news(0)
        ada.answer("rest")
        before = [epoch["seal"] for epoch in ada.table["dice"]["epochs"]]

    monkeypatch.setattr(ToyGame, "rules_version", 2)
    monkeypatch.setattr(ToyGame, "migrate", lambda self, state, version: state)
    monkeypatch.setattr(ToyGame, "step", only_climbing)
    with house(tmp_path / "games.db") as server:
        ada = server.sit(server.key(opened, 0))
        ada.until("news")
        assert "answer 1 (Ada: rest) is refused" in ada.news["notice"]
        assert "is asked again" in ada.news["notice"]
        assert [option["key"] for option in ada.news["ask"]["options"]] == ["climb", "wait"]
        epochs = ada.table["dice"]["epochs"]
        assert [epoch["seal"] for epoch in epochs[: len(before)]] == before
        assert epochs[-1]["why"] == "answers are asked again under other rules"


def test_what_fits_stands_and_nobody_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path / "games.db") as server:
        opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
        ada = server.sit(server.key(opened, 0))
        ada.until_news(0)
        ada.answer("rest")
    monkeypatch.setattr(ToyGame, "rules_version", 2)
    monkeypatch.setattr(ToyGame, "migrate", lambda self, state, version: state)
    with house(tmp_path / "games.db") as server:
        ada = server.sit(server.key(opened, 0))
        ada.until("news")
        assert (ada.news["ask"]["kind"], ada.news["moves"]) == ("number", 1)
        assert ada.news["notice"].endswith("every answer stands")
        assert len(ada.table["dice"]["epochs"]) == 1


def test_a_table_that_does_not_agree_with_its_rows_says_so_and_is_not_played(tmp_path: Path) -> None:
    with house(tmp_path / "games.db") as server:
        opened = server.open("toy", "Ada", options={"goal": 50})
        ada = server.sit(server.key(opened, 0))
        ada.until_news(0)
        ada.answer("rest")
        ada.answer(1)
    store = open_store(tmp_path / "games.db", find=Find())
    for snapshot, _ in store.snapshots(opened["table"]["match"], 100):
        state: dict[str, Any] = msgspec.msgpack.decode(snapshot.state)
        wrong = msgspec.structs.replace(snapshot, state=msgspec.msgpack.encode({**state, "heights": [437]}))
        with store.database.writing() as cursor:
            cursor.run("UPDATE snapshots SET body = ? WHERE count = ?", (msgspec.msgpack.encode(wrong), snapshot.moves))
    rows = store.rows(opened["table"]["match"])
    with house(tmp_path / "games.db") as server:
        bye = server.sit(server.key(opened, 0)).until("bye")
        assert (bye["code"], "not what is stored" in bye["message"]) == ("differs", True)
        assert server.get(f"/api/tables/{opened['table']['id']}", server.key(opened, 0)).status_code == 409
        assert server.get("/health").status_code == 200
    assert store.rows(opened["table"]["match"]) == rows, "nothing was played on"
    store.close()

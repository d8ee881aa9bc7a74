"""Sealing at the table: two rounds among the clients, who fails and who is absent, new epochs, restart, telling."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.engine.toy import GAME
from undercroft.engine import SaveFile
from undercroft.engine.checking import Noted, check_save, revealed
from undercroft.engine.sealed import seat_seal
from undercroft.store import Keeper, open_store

from .house import QUICK, Client, Find, House, Process, house


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    limits = msgspec.structs.replace(QUICK, mix_seconds=0.6)
    with house(tmp_path_factory.mktemp("sealing") / "games.db", limits=limits) as here:
        yield here


class Mixer(Client):
    """A client that mixes, as long as it is willing to."""

    def __init__(self, port: int, key: str, *, seals: bool = True, opens: bool = True) -> None:
        self.seals, self.opens = seals, opens
        self.nonces: dict[int, str] = {}
        self.lists: list[dict[str, Any]] = []
        super().__init__(port, key, mixes=True)

    def read(self, timeout: float = 10) -> dict[str, Any]:
        message = super().read(timeout)
        if message["type"] == "mix" and self.seals:
            nonce = os.urandom(32)
            self.nonces[message["epoch"]] = nonce.hex()
            sealed = seat_seal(message["match"], message["epoch"], message["seat"], nonce).hex()
            self.send({"type": "seal", "match": message["match"], "epoch": message["epoch"], "seal": sealed})
        if message["type"] == "mixed":
            self.lists.append(message)
            if self.opens:
                told = self.nonces[message["epoch"]]
                self.send({"type": "nonce", "match": message["match"], "epoch": message["epoch"], "nonce": told})
        return message

    def until_epoch(self, n: int, *mixed: int) -> dict[str, Any]:
        """Read until the table's dice are in that epoch, or a later one, which these seats have mixed."""
        end = time.monotonic() + 10
        while True:
            epochs = [epoch for epoch in self.table.get("dice", {}).get("epochs", []) if not epoch["given_up"]]
            if epochs and epochs[-1]["n"] >= n and (not mixed or tuple(epochs[-1]["mixed"]) == mixed):
                found: dict[str, Any] = epochs[-1]
                return found
            assert time.monotonic() < end, self.table.get("dice")
            self.drain(0.05)


def path_of(opened: dict[str, Any], rest: str = "") -> str:
    return f"/api/tables/{opened['table']['id']}{rest}"


def sit(server: House, opened: dict[str, Any], seat: int, **will: bool) -> Mixer:
    client = Mixer(server.port, server.key(opened, seat), **will)
    server.clients.append(client)
    return client


def play_out(*clients: Client) -> None:
    """Climb to the end."""
    while not clients[0].news.get("outcome"):
        for client in clients:
            client.drain(0.05)
        asked = next((one for one in clients if one.news.get("ask") and one.news["ask"]["mine"]), None)
        if asked is not None:
            asked.answer("climb")


def save_of(server: House, opened: dict[str, Any]) -> SaveFile:
    answer = server.get(path_of(opened, "/save"), opened["host"])
    assert answer.status_code == 200, answer.text
    return SaveFile.decode(answer.content)


def test_everybody_who_sits_down_mixes_and_the_game_checks(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", options={"goal": 30})
    dice = opened["table"]["dice"]
    assert (dice["sealed"], dice["known"], dice["told"]) == (True, False, False)
    assert [(epoch["n"], epoch["mixed"]) for epoch in dice["epochs"]] == [(1, [])]
    assert len(dice["epochs"][0]["seal"]) == 64
    ada = sit(server, opened, 0)
    assert ada.until_epoch(2, 0)["why"] == "Ada mixes in"
    bo = sit(server, opened, 1)
    for client in (ada, bo):
        for _ in range(60):
            ada.drain(0.02)
            bo.drain(0.02)
            if len(client.table["dice"]["epochs"]) == 3:
                break
    assert bo.until_epoch(3)["mixed"] == [0, 1]
    play_out(ada, bo)
    save = save_of(server, opened)
    noted = Noted(dice["epochs"][0]["seal"][:12], bo.nonces[3])
    assert revealed(save)
    assert check_save(save, GAME, noted) == []
    event, _, head = ada.news["tally"].partition(":")
    assert check_save(save, GAME, Noted(tally=(int(event), head))) == []
    assert ada.news["tally"] == bo.until_news(ada.news["moves"])["tally"]
    table = server.get(path_of(opened), opened["host"]).json()
    assert table["dice"]["told"]
    assert table["seed"] is None


def test_friends_who_gather_mix_before_anything_is_dealt(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", gather=True)
    assert opened["table"]["dice"]["epochs"] == []
    ada, bo = sit(server, opened, 0), sit(server, opened, 1)
    ada.until("welcome")
    bo.until("welcome")
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.append(server.post(path_of(opened, "/start"), opened["host"])))
    thread.start()
    while thread.is_alive():
        ada.drain(0.05)
        bo.drain(0.05)
    thread.join()
    assert answers[0].status_code == 200, answers[0].text
    (epoch,) = answers[0].json()["dice"]["epochs"]
    assert (epoch["n"], epoch["mixed"], epoch["why"]) == (1, [0, 1], "the game begins")
    (listed,) = ada.lists
    assert listed == bo.lists[0]
    assert [share["kind"] for share in listed["seats"]] == [1, 1]


def test_who_does_not_open_is_named_and_after_two_times_left_out(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo")
    bo = sit(server, opened, 1, opens=False)
    bo.until("welcome")
    ada = sit(server, opened, 0)
    end = time.monotonic() + 12
    while time.monotonic() < end:
        bo.drain(0.05)
        ada.drain(0.05)
        last = ada.table["dice"]["epochs"][-1]
        if last["mixed"] == [0]:
            break
    epochs = ada.table["dice"]["epochs"]
    assert epochs[-1]["mixed"] == [0]
    failed = [epoch for epoch in epochs if epoch["given_up"]]
    assert failed
    assert {epoch["given_up"] for epoch in failed} == {"Bo"}
    assert [epoch["n"] for epoch in epochs] == list(range(1, len(epochs) + 1))
    bo.opens = True
    play_out(ada, bo)
    assert check_save(save_of(server, opened), GAME, Noted()) == []


def test_who_does_not_even_seal_does_not_mix_and_stops_nobody(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo")
    bo = sit(server, opened, 1, seals=False)
    bo.until("welcome")
    ada = sit(server, opened, 0)
    epoch = ada.until_epoch(2, 0)
    assert not epoch["given_up"]
    bo.drain(1.5)
    ada.drain(1.0)
    assert len(ada.table["dice"]["epochs"]) == 2  # nobody is asked for ever
    assert ada.answer("climb")["type"] == "ok"


def test_a_seal_out_of_turn_and_a_nonce_that_does_not_open_are_refused(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo")
    ada = sit(server, opened, 0, seals=False)
    wanted = ada.until("mix")
    first = {"match": wanted["match"], "epoch": wanted["epoch"]}
    assert ada.ask({"type": "seal", **first, "epoch": 9, "seal": "00" * 32})["code"] == "stale"
    assert ada.ask({"type": "nonce", **first, "nonce": "00" * 32})["code"] == "illegal"
    nonce = bytes(32)
    ada.opens = False
    sealed = seat_seal(wanted["match"], wanted["epoch"], 0, nonce).hex()
    assert ada.ask({"type": "seal", **first, "seal": sealed})["type"] == "ok"
    ada.until("mixed")
    assert ada.ask({"type": "nonce", **first, "nonce": "01" * 32})["code"] == "illegal"
    assert ada.ask({"type": "nonce", **first, "nonce": nonce.hex()})["type"] == "ok"
    assert ada.until_epoch(2, 0)
    watcher = server.sit(server.key(opened, None))
    assert watcher.ask({"type": "seal", **first, "seal": sealed})["code"] == "stale"


def test_whoever_leaves_is_not_waited_for(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo")
    bo = sit(server, opened, 1, seals=False)
    bo.until("mix")
    bo.close()
    begun = time.monotonic()
    ada = sit(server, opened, 0)
    ada.until_epoch(2, 0)
    assert time.monotonic() - begun < 3


def test_practice_and_chosen_seeds_are_marked_as_known(server: House) -> None:
    for more in ({"practice": True}, {"bots": {1: "random"}, "seed": 5}, {"bots": {1: "random"}}):
        dice = server.open("toy", "Ada", "Bo", **more)["table"]["dice"]
        assert (dice["sealed"], dice["known"], dice["epochs"]) == (False, True, [])


def test_a_friend_in_a_bots_seat_brings_new_dice(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", "Cy", bots={2: "random"}, options={"goal": 40})
    seals = [epoch["seal"] for epoch in opened["table"]["dice"]["epochs"]]
    table = server.post(path_of(opened, "/seats/2"), opened["host"], {"bot": ""}).json()
    assert [epoch["why"] for epoch in table["dice"]["epochs"]] == ["the game begins", "Cy sits down"]
    assert table["dice"]["epochs"][0]["seal"] == seals[0]
    assert server.post(path_of(opened, "/seats/2"), opened["host"], {"bot": "random"}).json()["dice"] == table["dice"]
    again = server.post(path_of(opened, "/seats/2"), opened["host"], {"bot": ""}).json()
    assert again["dice"] == table["dice"]  # whoever comes back has mixed before
    server.post(path_of(opened, "/links/2"), opened["host"])
    table = server.get(path_of(opened), opened["host"]).json()
    assert table["dice"]["epochs"][-1]["why"] == "Cy's seat is handed over"


def test_an_upload_is_sealed_anew_and_what_was_dealt_keeps_a_mark(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", options={"goal": 8})
    ada, bo = sit(server, opened, 0), sit(server, opened, 1)
    play_out(ada, bo)
    save = save_of(server, opened)
    headers = {"content-type": "application/json"}
    over = server.http.post("/api/saves", content=save.encode(), headers=headers).json()
    assert over["table"]["over"]
    assert over["table"]["dice"]["told"]
    fork = server.post(path_of(over, "/fork"), over["host"], {"at": 0}).json()
    dice = fork["table"]["dice"]
    assert (dice["sealed"], dice["known"], dice["dealt_known"]) == (True, False, True)
    assert dice["epochs"][-1]["why"] == "its dice may be known to somebody"
    same = server.post(path_of(opened, "/fork"), opened["host"], {"at": 0, "other_dice": False}).json()
    assert (same["table"]["dice"]["known"], len(same["table"]["dice"]["epochs"])) == (True, 1)


def test_closing_a_table_tells_its_secrets_and_playing_on_needs_new_dice(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", options={"goal": 40})
    ada = sit(server, opened, 0)
    ada.until_epoch(2, 0)
    ada.until_news(1)
    assert ada.answer("climb")["type"] == "ok"
    assert server.get(path_of(opened, "/save"), opened["host"]).status_code == 403
    assert server.post(path_of(opened, "/close"), opened["host"]).json()["dice"]["told"]
    save = save_of(server, opened)
    assert revealed(save)
    assert check_save(save, GAME, Noted()) == []
    match = opened["table"]["match"]
    again = server.post(f"/api/saved/{match}/table").json()
    assert again["table"]["id"] != opened["table"]["id"]
    assert again["table"]["dice"]["known"] is False
    assert len(again["table"]["dice"]["epochs"]) == 3


def test_a_rematch_has_dice_of_its_own(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", options={"goal": 3})
    ada, bo = sit(server, opened, 0), sit(server, opened, 1)
    play_out(ada, bo)
    bo.close()
    ada.close()
    first = server.get(path_of(opened), opened["host"]).json()
    second = server.post(path_of(opened, "/rematch"), opened["host"]).json()
    assert second["match"] != first["match"]
    assert [epoch["n"] for epoch in second["dice"]["epochs"]] == [1]
    assert second["dice"]["epochs"][0]["seal"] != first["dice"]["epochs"][0]["seal"]


def test_a_bot_thinks_and_nobody_hands_it_the_key(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    hall, jobs = server.app.state.hall, []
    think = hall.studio.think

    async def noted(job: Any, *whose: Any) -> Any:
        jobs.append(msgspec.msgpack.encode(job))
        return await think(job, *whose)

    monkeypatch.setattr(hall.studio, "think", noted)
    opened = server.open("toy", "Ada", "Bo", "Cy", bots={2: "search"}, options={"goal": 14})
    ada, bo = sit(server, opened, 0), sit(server, opened, 1)
    play_out(ada, bo)
    keeper = hall.tables[opened["table"]["id"]].keeper
    epochs = keeper.match.chance.epochs
    assert len(jobs) > 1
    for n, epoch in epochs.items():
        for secret in (epoch.secret, keeper.match.chance.key(n).hex()):
            for job in jobs:
                assert bytes.fromhex(secret) not in job
                assert secret.encode() not in job
    assert check_save(save_of(server, opened), GAME, Noted()) == []


def test_a_killed_server_goes_on_with_the_same_dice(tmp_path: Path) -> None:
    process = Process(str(tmp_path / "games.db"))
    here = process.start()
    opened = here.open("toy", "Ada", "Bo", options={"goal": 30})
    ada = Mixer(process.port, here.key(opened, 0))
    ada.until_epoch(2, 0)
    ada.until_news(1)
    assert ada.answer("climb")["type"] == "ok"
    seal = ada.table["dice"]["epochs"][-1]["seal"]
    process.kill()
    ada.close()
    here = process.start()
    try:
        table = here.get(path_of(opened), opened["host"]).json()
        assert table["dice"]["epochs"][-1]["seal"] == seal
        bo = here.sit(here.key(opened, 1))
        bo.until("news")
        assert bo.answer("climb")["type"] == "ok"
        bo.close()
    finally:
        process.kill()
    store = open_store(tmp_path / "games.db", find=Find())
    keeper = Keeper.open(store, opened["table"]["match"])
    assert keeper.match.dice.epoch == 2
    store.tell_secrets(keeper.id)
    assert check_save(Keeper.open(store, keeper.id).save_file(), GAME, Noted()) == []
    store.close()

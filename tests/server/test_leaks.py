"""Leaks: every byte that a rival's socket received in a real game of `board`, read for what it may not know."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.engine import Dice, SaveFile
from undercroft.games import find
from undercroft.server.http.endpoints import ENDPOINTS
from undercroft.store import Keeper, Store, open_store
from undercroft.store.rows import new_id

from .house import Client, Find, House, house

ANSWERS = 160
SEED = 3_141_592_653_589_793_238  # long enough to be told from every other number
SECRET = bytes(range(100, 132))  # of the dice
SAMPLES = 12


class Game:
    """A game of two people and a bot, played over sockets, with a spectator: all they received."""

    def __init__(self, server: House, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.opened = server.open("board", "Ada", "Bo", "Cy", bots={2: "random"})
        self.ada, self.bo = (server.sit(server.key(self.opened, seat)) for seat in (0, 1))
        self.watcher = server.sit(server.key(self.opened, None))
        self.chance = random.Random(5)
        self.marks: list[int] = []  # answers given at the moments to look at again
        for _ in range(ANSWERS):
            if self.ada.news.get("outcome"):
                break
            self._one()

    def _one(self) -> None:
        for client in (self.ada, self.bo):
            while not client.news or (
                client.news["ask"] is not None and not any(seat in (0, 1) for seat in client.news["ask"]["seats"])
            ):
                client.until("news", timeout=20)
        moves = max(self.ada.news["moves"], self.bo.news["moves"])
        for client in (self.ada, self.bo):
            client.until_news(moves)
        asked = next((client for client in (self.ada, self.bo) if client.news["ask"] and client.news["ask"]["mine"]), None)
        if asked is None:
            return
        if self.chance.random() < SAMPLES / ANSWERS * 1.5:
            self.marks.append(moves)
        assert asked.answer(self._choice(asked.news["ask"]))["type"] == "ok"

    def _choice(self, ask: dict[str, Any]) -> Any:
        keys = [option["key"] for option in ask["options"]]
        if ask["kind"] == "many":
            return self.chance.sample(keys, self.chance.randint(ask["low"], min(ask["high"], len(keys))))
        if ask["kind"] == "number":
            return self.chance.randint(ask["low"], ask["high"])
        if ask["kind"] == "text":
            return (ask["suggestions"] or ["a text"])[0]
        return self.chance.choice(keys)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    folder = tmp_path_factory.mktemp("leaks")
    with pytest.MonkeyPatch.context() as patch, house(folder / "games.db", workers=False) as server:
        patch.setattr("undercroft.server.tables.hall.secrets.randbits", lambda _bits: SEED)
        patch.setattr("undercroft.server.tables.sealing.token_bytes", lambda _size: SECRET)
        patch.setattr("undercroft.server.tables.hall.new_id", lambda size=10: "leakymatch" if size == 10 else new_id(size))
        yield Game(server, folder)


def _store(played: Game) -> Store:
    return open_store(played.folder / "games.db", find=Find())


def _bytes(client: Client) -> str:
    client.drain(0.3)
    return "\n".join(client.received)


def test_the_game_was_a_real_one(played: Game) -> None:
    assert played.bo.news["moves"] > 80
    assert len(played.marks) > 3
    assert any('"drawing":{' in text for text in played.bo.received)


def test_no_seed_no_key_and_no_store_reaches_a_rival(played: Game) -> None:
    store = _store(played)
    record = store.record(played.bo.news["match"])
    text, watched = _bytes(played.bo), _bytes(played.watcher)
    secrets = [played.opened["host"], *(link["key"] for link in played.opened["links"])]
    assert record.opening.dice == "sealed1"
    if not played.bo.news["outcome"]:
        key = Keeper.open(store, record.id).match.chance.key(1)
        assert key is not None
        secrets += [str(SEED), f"{SEED:x}", SECRET.hex(), key.hex()]
    for secret in secrets:
        assert secret not in text
        assert secret not in watched
    store.close()


def test_no_page_of_the_api_tells_the_seed_or_a_key_before_the_end(played: Game) -> None:
    assert not played.bo.news["outcome"]
    table, keys = played.opened["table"]["id"], [played.opened["host"], *(link["key"] for link in played.opened["links"])]
    secrets = [str(SEED).encode(), f"{SEED:x}".encode(), SEED.to_bytes(8, "big"), SEED.to_bytes(8, "little")]
    secrets += [SECRET, SECRET.hex().encode()]
    read = 0
    for one in ENDPOINTS:
        if one.method != "GET" or "{match}" in one.path or "{page}" in one.path:  # nothing is shown yet; see test_shown
            continue
        parts = {"table": [table], "game": ["board"], "rule": ["BRD-SETUP-01"], "count": ["0", "40", "80"]}
        parts["ending"] = list(find("board").exports())
        fields = re.findall(r"{(\w+)}", one.path)
        for values in itertools.product(*(parts[field] for field in fields)):
            path = one.path.format(**dict(zip(fields, values, strict=True)))
            for key in keys if one.key else [""]:
                answer = played.server.get(path, key)
                assert answer.status_code < 500, path
                read += len(answer.content)
                for secret in (*secrets, *(other.encode() for other in keys)):
                    assert secret not in answer.content, (path, secret)
    lobby = played.server.post("/api/lobby", body={"keys": keys})
    assert len(lobby.json()["tables"]) == len(keys)
    assert not any(secret in lobby.content for secret in secrets)
    for path in ("/api/openapi.json", "/health", "/metrics"):
        assert str(SEED) not in played.server.get(path).text
    assert read > 100_000


def test_secret_wordings_reach_only_those_who_may_know(played: Game) -> None:
    store = _store(played)
    keeper = Keeper.open(store, played.bo.news["match"])
    text = {1: _bytes(played.bo), None: _bytes(played.watcher), 0: _bytes(played.ada)}
    hidden = 0
    for seat in (1, None):
        known = {seen.text for event in keeper.events if (seen := event.seen_by(seat)) is not None}
        for event in keeper.events:
            if event.only is None or seat in event.only:
                continue
            wording = event.text
            if wording not in known and not any(wording in other for other in known):
                hidden += 1
                assert msgspec.json.encode(wording).decode()[1:-1] not in text[seat], (seat, wording)
    numbers = [event["n"] for event in played.bo.events]
    assert numbers == sorted(set(numbers))
    told = [seen.text for event in keeper.events[: numbers[-1] + 1] if (seen := event.seen_by(1)) is not None]
    assert [event["text"] for event in played.bo.events] == told
    store.close()
    print(f"{hidden} secret wordings looked for")


def test_a_rivals_question_is_not_shown(played: Game) -> None:
    asked = 0
    for message in played.bo.messages:
        ask = message.get("ask")
        if message["type"] == "news" and ask and not ask["mine"]:
            asked += 1
            assert (ask["prompt"], ask["rule"], ask["suggestions"], ask["kind"]) == ("", "", [], "")
            assert all(option["anytime"] for option in ask["options"])
    assert asked > 20
    assert not any(option for message in played.watcher.messages if message.get("ask") for option in message["ask"]["options"])


def test_what_is_hidden_does_not_change_a_single_byte_for_a_rival(played: Game) -> None:
    """The same moment with every hidden card drawn anew: log, screen, question and drawing are the same bytes."""
    game = find("board")
    store = _store(played)
    keeper = Keeper.open(store, played.bo.news["match"])
    differed = 0
    for count in played.marks[:SAMPLES]:
        match = keeper.at(count)
        here = match.snapshot()
        start = msgspec.msgpack.decode(here.state, type=game.state_type)
        other = msgspec.msgpack.encode(game.determinise(start, match.state, 1, Dice(count + 1)))
        differed += other != here.state
        shown = []
        for state in (here.state, other):  # with the same dice: this step's own throws are no secret
            moves = tuple((move.seat, move.answer) for move in match.moves)
            snapshot = msgspec.structs.replace(here, state=state)
            save = SaveFile(2, game.rules_version - 1, match.opening, moves, (), snapshot, tuple(match.events),
                            keeper.id, match.chance.told(match.dice, secrets=False), tuple(match.draws))  # fmt: skip
            save = msgspec.structs.replace(save, rules_version=game.rules_version, steps=_never())
            opened = played.server.http.post("/api/saves", content=save.encode(), headers={"content-type": "application/json"})
            assert opened.status_code == 200, opened.text
            rival = played.server.sit(played.server.key(opened.json(), 1))
            rival.until("drawing")
            shown.append(_without_names(rival))
            rival.close()
        assert shown[0] == shown[1], count
    store.close()
    assert differed > 2


def _never() -> Any:
    from undercroft.engine.save import StepMark

    return (StepMark(0, "0" * 16),)  # no replay agrees with this, so the match goes on from the snapshot


def _without_names(client: Client) -> str:
    """Everything received, with what names the table itself left out."""
    told = []
    for message in client.messages:
        if message["type"] in ("news", "drawing"):
            told.append({name: value for name, value in message.items() if name != "match"})
    text = msgspec.json.encode(told).decode()
    return re.sub("seal [0-9a-f]{12}", "seal", text)  # of the new table's own dice

"""Every game over the network and through the store: played, drawn, reopened, looked back at, taken away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.games import OURS, find
from undercroft.store import Keeper, open_store

from .house import Find, House, house

ANSWERS = 40


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Path]]:
    folder = tmp_path_factory.mktemp("games")
    with house(folder / "games.db") as server:
        yield server, folder / "games.db"


def choose(ask: dict[str, Any], chance: random.Random) -> Any:
    """A legal answer to any question."""
    keys = [option["key"] for option in ask["options"] if not option["anytime"]]
    if ask["kind"] == "many":
        return chance.sample(keys, chance.randint(ask["low"], min(ask["high"], len(keys))))
    if ask["kind"] == "number":
        return chance.randint(ask["low"], ask["high"])
    if ask["kind"] == "text":
        text = str(chance.choice(ask["suggestions"] or ["a cold draught"]))
        return text[: ask["high"]].ljust(ask["low"], ".")
    if ask["kind"] == "dice":
        return [chance.randint(1, ask["sides"]) for _ in range(ask["count"])]
    return chance.choice(keys)


@pytest.mark.parametrize(
    ("slug", "mastered"),
    [*((slug, False) for slug in OURS), *((slug, True) for slug in OURS if find(slug).takes_gamesmaster)],
)
def test_a_game_is_played_reopened_and_looked_back_at(place: tuple[House, Path], slug: str, mastered: bool) -> None:
    server, path = place
    game = find(slug)
    names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"][: max(game.min_seats, 1)]
    opened = server.open(slug, *names, gamesmaster="Gail" if mastered else "")
    clients = [server.sit(link["key"]) for link in opened["links"] if link["seat"] is not None]
    for client in clients:
        client.until_news(0)
    chance = random.Random(slug)
    for _ in range(ANSWERS):
        news = max((client.news for client in clients), key=lambda news: int(news["n"]))
        if news["ask"] is None:
            break
        seat = news["ask"]["seats"][0]
        asked = clients[seat]
        while asked.news["n"] < news["n"]:
            asked.until("news")
        told = asked.answer(choose(asked.news["ask"], chance))
        assert told["type"] == "ok", told
    latest = max(int(client.news["n"]) for client in clients)
    for client in clients:
        while client.news["n"] < latest:
            client.until("news")
        assert client.news["screen"]["title"]
    store = open_store(path, find=Find())
    live = server.app.state.hall.tables[opened["table"]["id"]].keeper
    again = Keeper.open(store, clients[0].news["match"])
    assert again.notice == ""
    assert msgspec.msgpack.encode(again.match.state) == msgspec.msgpack.encode(live.match.state)
    assert again.match.dice.state == live.match.dice.state
    assert again.events == live.events
    save = again.save_file()
    assert save.verify(game) == ""
    store.close()
    table, key = opened["table"]["id"], opened["links"][0]["key"]
    replay = server.get(f"/api/tables/{table}/replay", key).json()
    count = len(replay["moves"])
    assert count >= min(ANSWERS, 1)
    for at in (0, count // 2, count):
        view = server.get(f"/api/tables/{table}/replay/{at}", key)
        assert view.status_code == 200, view.text
        assert view.json()["screen"]["title"]
    for ending in [ending for ending in game.exports() if ending in ("svg", "txt", "md", "json")]:  # quick ones
        file = server.get(f"/api/tables/{table}/exports/{ending}", key)
        assert file.status_code == 200, (ending, file.text[:200])
    for client in clients:
        client.close()

"""Slow games: webhooks and pushes for whoever is away, a table's clock, votes, and word left behind."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from undercroft.server.friends.friends import Friends
from undercroft.server.friends.reach import Reach

from .house import House, house
from .outside import Outside, PushManager, outside


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    with outside(tmp_path_factory.mktemp("outside")) as here:
        yield here


@pytest.fixture
def calling(tmp_path: Path, world: Outside) -> Iterator[House]:
    """A server whose owner lets it call, and whose names lead to the test's own world."""
    with house(tmp_path / "games.db") as here:
        friends: Friends = here.app.state.friends
        friends.caller = world.caller
        friends.bell.grace = 0.0
        while not world.came.empty():
            world.came.get()
        yield here


def path_of(opened: dict[str, Any], rest: str = "") -> str:
    return f"/api/tables/{opened['table']['id']}{rest}"


def test_a_server_calls_nobody_unless_its_owner_lets_it(server: House, world: Outside) -> None:
    opened = server.open("toy")
    refused = server.post(path_of(opened, "/webhook"), opened["host"], {"url": world.url("/hook")})
    assert refused.status_code == 403
    assert "calls = true" in refused.json()["message"]
    wish = PushManager(world.url("/push")).wish
    assert server.post(path_of(opened, "/want"), server.key(opened, 0), wish).status_code == 403
    assert server.get("/api/notices").json() == {"push": "", "calls": False}
    assert world.came.empty()


def test_a_webhook_tells_whose_turn_it_is_and_nothing_secret(calling: House, world: Outside) -> None:
    opened = calling.open("toy", "Ada", "Bo", title="Friday", options={"goal": 50})
    assert calling.post(path_of(opened, "/webhook"), calling.key(opened, 0), {"url": world.url("/h")}).status_code == 403
    assert calling.post(path_of(opened, "/webhook"), opened["host"], {"url": world.url("/h")}).status_code == 200
    assert "told whose turn" in world.told()["content"]
    ada = calling.sit(calling.key(opened, 0))
    ada.until_news(0)
    assert ada.answer("climb")["type"] == "ok"
    told = world.told()
    assert told["waiting_for"] == ["Bo"]
    assert told["content"] == told["text"] == f"Friday: waiting for Bo. {told['table']}"
    assert told["table"].endswith(f"/t/{opened['table']['id']}")
    info = calling.get(path_of(opened), calling.key(opened, 0)).json()
    assert info["webhook"] is True
    assert world.url("/h") not in json.dumps(info), "the address itself is the host's"
    assert calling.post(path_of(opened, "/webhook"), opened["host"], {"url": ""}).status_code == 200
    assert calling.get(path_of(opened), opened["host"]).json()["webhook"] is False


def test_a_webhook_that_will_not_do_is_refused_and_there_is_a_rate(calling: House, world: Outside) -> None:
    opened = calling.open("toy")
    world.answers["/no"] = (500, {})
    said = [calling.post(path_of(opened, "/webhook"), opened["host"], {"url": world.url("/no")}).json() for _ in range(7)]
    assert "answered 500" in said[0]["message"]
    assert said[-1]["code"] == "too-many"
    assert world.came.qsize() == 6
    other = calling.open("toy")
    inside = calling.post(path_of(other, "/webhook"), other["host"], {"url": world.url("/x", "inside.test")}).json()
    assert "public internet" in inside["message"]


def test_what_a_table_is_told_too_often_it_is_told_late_and_as_it_stands_by_then(calling: House, world: Outside) -> None:
    bell = calling.app.state.friends.bell
    bell.patience = 0.01
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    calling.post(path_of(opened, "/webhook"), opened["host"], {"url": world.url("/late")})
    world.told()
    asked, allowed = threading.Event(), threading.Event()

    def take(table: str) -> bool:
        asked.set()
        return allowed.is_set()

    bell.rate.take = take
    ada = calling.sit(calling.key(opened, 0))
    ada.until_news(0)
    ada.answer("climb")
    assert asked.wait(20)
    assert world.came.empty(), "it was told enough"
    allowed.set()
    assert world.told()["waiting_for"] == ["Bo"]


def test_a_name_calls_nobody_in_a_channel(calling: House, world: Outside) -> None:
    opened = calling.open("toy", "Ada", "@everyone <!channel>", title="A & B", options={"goal": 50})
    calling.post(path_of(opened, "/webhook"), opened["host"], {"url": world.url("/h")})
    world.told()
    ada = calling.sit(calling.key(opened, 0))
    ada.until_news(0)
    ada.answer("climb")
    told = world.told()
    assert told["allowed_mentions"] == {"parse": []}, "Discord calls nobody"
    assert "<" not in told["text"], "nor does Slack"
    assert told["text"].startswith("A &amp; B: waiting for @everyone &lt;!channel&gt;.")


def test_a_webhook_says_an_address_that_works_in_the_network(calling: House, world: Outside) -> None:
    calling.app.state.friends.reach = Reach("0.0.0.0", calling.port, ("table.lan",))
    opened = calling.open("toy")
    calling.post(path_of(opened, "/webhook"), opened["host"], {"url": world.url("/h")})
    assert world.told()["table"] == f"http://table.lan:{calling.port}/t/{opened['table']['id']}"


def test_who_wants_to_be_told_is_told_in_the_next_game_too(calling: House, world: Outside) -> None:
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    bo = PushManager(world.url("/push/again", "push.test"))
    calling.post(path_of(opened, "/want"), calling.key(opened, 1), bo.wish)
    calling.post(path_of(opened, "/rematch"), opened["host"])
    ada = calling.sit(calling.key(opened, 0))
    ada.until_news(0)
    ada.answer("climb")
    path, _, body = world.next()
    assert (path, bo.open(body)["body"]) == ("/push/again", "It is your turn.")


def test_a_push_is_sealed_for_one_browser_and_signed_by_us(calling: House, world: Outside) -> None:
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    bo = PushManager(world.url("/push/bo", "push.test"))
    assert calling.post(path_of(opened, "/want"), calling.key(opened, 1), bo.wish).status_code == 200
    ada = calling.sit(calling.key(opened, 0))
    ada.until_news(0)
    ada.answer("climb")
    path, headers, body = world.next()
    assert path == "/push/bo"
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "259200")
    key = calling.get("/api/notices").json()["push"]
    assert headers["authorization"].startswith("vapid t=")
    assert headers["authorization"].endswith(f"k={key}")
    opened_by_bo = bo.open(body)
    assert opened_by_bo == {
        "title": "Toy", "body": "It is your turn.", "path": f"/t/{opened['table']['id']}", "tag": opened["table"]["id"],
    }  # fmt: skip
    sitting = calling.sit(calling.key(opened, 1))
    sitting.until_news(1)
    sitting.answer("climb")  # Ada is at the table, and asked nobody to tell her
    calling.post(path_of(opened, "/unwant"), calling.key(opened, 1), {"endpoint": bo.wish["endpoint"]})
    assert calling.app.state.friends.shelf.wants(opened["table"]["id"]) == []
    assert world.came.empty()


def test_a_push_service_that_knows_the_browser_no_more_is_called_no_more(calling: House, world: Outside) -> None:
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    world.answers["/gone"] = (410, {})
    calling.post(path_of(opened, "/want"), calling.key(opened, 1), PushManager(world.url("/gone", "push.test")).wish)
    ada = calling.sit(calling.key(opened, 0))
    ada.until_news(0)
    ada.answer("climb")
    world.next()
    shelf = calling.app.state.friends.shelf
    until(lambda: shelf.wants(opened["table"]["id"]) == [])


def test_the_keys_of_a_server_are_made_once(tmp_path: Path, world: Outside) -> None:
    keys = []
    for _ in range(2):
        with house(tmp_path / "games.db") as here:
            here.app.state.friends.caller = world.caller
            keys.append(here.get("/api/notices").json()["push"])
    assert len(keys[0]) == 87
    assert keys[0] == keys[1]


def until(call: Any) -> None:
    end = time.monotonic() + 20
    while not call():
        assert time.monotonic() < end
        time.sleep(0.01)


def turn(server: House, seconds: float) -> None:
    """Let the server's clock run ahead; it looks at it within a second."""
    server.app.state.friends.now = lambda: time.time() + seconds


def moved(server: House, opened: dict[str, Any]) -> int:
    return int(server.get(path_of(opened), opened["host"]).json()["moves"])


def test_a_bot_moves_when_the_clock_has_run_out_though_nobody_is_there(calling: House) -> None:
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    clock = calling.post(path_of(opened, "/clock"), opened["host"], {"seconds": 86_400, "then": "bot"}).json()["clock"]
    assert (clock["seconds"], clock["then"]) == (86_400, "bot")
    assert 86_000 < clock["left"] <= 86_400
    assert calling.post(path_of(opened, "/clock"), calling.key(opened, 0), {"seconds": 60}).status_code == 403
    assert calling.post(path_of(opened, "/clock"), opened["host"], {"seconds": 5}).status_code == 400
    assert calling.post(path_of(opened, "/clock"), opened["host"], {"seconds": 0}).json()["clock"] is None
    calling.post(path_of(opened, "/clock"), opened["host"], {"seconds": 86_400, "then": "bot"})
    del calling.app.state.hall.tables[opened["table"]["id"]]  # it is not even in memory
    turn(calling, 90_000)
    until(lambda: moved(calling, opened) >= 1)
    table = calling.get(path_of(opened), opened["host"]).json()
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person"], "the seat stays Ada's"
    store = calling.app.state.hall.store
    until(lambda: store.chat(opened["table"]["id"]))  # it moves first, and speaks then
    assert store.chat(opened["table"]["id"])[0].text == "Ada: time ran out, and a bot moved."


def test_the_others_vote_when_the_clock_has_run_out(calling: House) -> None:
    opened = calling.open("toy", "Ada", "Bo", "Cy", options={"goal": 50})
    calling.post(path_of(opened, "/clock"), opened["host"], {"seconds": 60, "then": "vote"})
    early = calling.post(path_of(opened, "/vote"), calling.key(opened, 1), {"yes": True})
    assert early.json()["code"] == "stale"
    turn(calling, 100)
    until(lambda: calling.get(path_of(opened), opened["host"]).json()["clock"]["vote"] is not None)
    assert calling.post(path_of(opened, "/vote"), calling.key(opened, 0), {"yes": True}).json()["code"] == "not-yours"
    vote = calling.post(path_of(opened, "/vote"), calling.key(opened, 1), {"yes": True}).json()["clock"]["vote"]
    assert (vote["yes"], vote["no"], moved(calling, opened)) == ([1], [], 0)
    calling.post(path_of(opened, "/vote"), calling.key(opened, 2), {"yes": False})
    assert moved(calling, opened) == 0
    after = calling.post(path_of(opened, "/vote"), calling.key(opened, 2), {"yes": True}).json()
    assert after["moves"] >= 1
    assert after["clock"]["vote"] is None


def test_a_clock_may_just_be_looked_at_and_holds_for_the_next_game(calling: House) -> None:
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    calling.post(path_of(opened, "/clock"), opened["host"], {"seconds": 60, "then": "nothing"})
    turn(calling, 100)
    due = calling.app.state.friends.clocks._due
    until(lambda: opened["table"]["id"] not in due)  # it was looked at
    assert moved(calling, opened) == 0
    assert calling.post(path_of(opened, "/rematch"), opened["host"]).json()["clock"]["then"] == "nothing"
    invited = calling.get(path_of(opened, "/invitation"), calling.key(opened, 1)).json()
    assert invited["clock"] == "There is a clock: 1 minute for an answer"


def until_a_fight(server: House, opened: dict[str, Any]) -> int:
    """Ada plays on as a bot would, until she could leave word; how many answers that took."""
    key = server.key(opened, 0)
    ada = server.sit(key)
    ada.until_news(0)
    for _ in range(60):
        while 0 not in ada.news["ask"]["seats"]:
            ada.until_news(ada.news["moves"] + 1)
        if ada.news["ask"]["onward"]:
            break
        assert ada.answer(server.get(path_of(opened, "/advice"), key).json()["answer"])["type"] == "ok"
        ada.until_news(ada.news["moves"])
    assert ada.news["ask"]["onward"], "no fight came up"
    return int(ada.news["moves"])


def test_word_left_behind_is_kept_through_the_turns_of_others(calling: House) -> None:
    opened = calling.open("descent", "Ada", "Bo", bots={1: "steady"}, seed=1)
    key, before = calling.key(opened, 0), until_a_fight(calling, opened)
    assert calling.post(path_of(opened, "/standing"), key, {"yes": True}).json()["standing"] == [0]
    until(lambda: calling.get(path_of(opened), key).json()["standing"] == [])
    given = [move.seat for move in calling.app.state.hall.tables[opened["table"]["id"]].playing().moves[before:]]
    assert given.count(0) > 1
    assert 1 in given[: len(given) - given[::-1].index(0)], "Bo had a turn between two of Ada's"


def test_word_left_behind_goes_on_until_something_happens(calling: House) -> None:
    """Robber: a fight goes on by itself, and stops when it is over or goes badly; where rules do not allow it, it is refused."""
    toy = calling.open("toy")
    refused = calling.post(path_of(toy, "/standing"), calling.key(toy, 0), {"yes": True}).json()
    assert "every answer may matter" in refused["message"]
    opened = calling.open("robber", "Ada", seed=28)  # a fight that lasts four rounds
    key = calling.key(opened, 0)
    before = until_a_fight(calling, opened)
    info = calling.post(path_of(opened, "/standing"), key, {"yes": True}).json()
    assert info["goes_on"]
    until(lambda: calling.get(path_of(opened), key).json()["standing"] == [])
    assert calling.get(path_of(opened), key).json()["moves"] > before

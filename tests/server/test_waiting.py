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
from undercroft.server.http.endpoints import ENDPOINTS
from undercroft.store.shelf import Want

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


def test_what_a_stranger_may_read_names_no_key_no_hook_no_device_and_no_player(calling: House, world: Outside) -> None:
    """Every answer that this server gives to whoever has no key, after all of it was told to the server."""
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    device, me = PushManager(world.url("/a/device", "push.test")), "a secret that ada's browser made"
    assert calling.post(path_of(opened, "/webhook"), opened["host"], {"url": world.url("/a/hook")}).status_code == 200
    assert calling.post(path_of(opened, "/want"), calling.key(opened, 0), device.wish).status_code == 200
    calling.app.state.hall.store.find.slugs = ["robber"]
    tried = calling.post("/api/daily/robber/try", "", {"me": me, "name": "Ada"}).json()
    seed = calling.app.state.hall.tables[tried["table"]["id"]].playing().record.opening.seed
    secrets = [opened["host"], tried["host"], *(link["key"] for each in (opened, tried) for link in each["links"]), str(seed), me]
    secrets += ["/a/hook", "/a/device", device.wish["p256dh"], device.wish["auth"], opened["table"]["id"], tried["table"]["id"]]
    parts = {"game": "robber", "rule": "ROB-BEGIN-01", "match": tried["table"]["match"], "page": "nothing", "count": "0"}
    other = {"me": "a secret that another browser made"}
    bodies = {"/api/daily": other, "/api/daily/mine": other, "/api/worlds": other, "/api/lobby": {"keys": ["x" * 32]}}
    read = 0
    for one in ENDPOINTS:
        if one.key or (one.method != "GET" and one.path not in bodies) or one.path == "/api/saved":  # the machine's own owner's
            continue
        path = one.path.format(**parts)
        answer = calling.get(path) if one.method == "GET" else calling.post(path, "", bodies[one.path])
        assert answer.status_code < 500, path
        read += 1
        for secret in secrets:
            assert secret not in answer.text, (path, secret)
    for path in (
        "/",
        f"/t/{opened['table']['id']}",
        "/api/openapi.json",
        "/metrics",
        "/health",
        "/sw.js",
        "/manifest.webmanifest",
    ):
        text = calling.get(path).text.replace(opened["table"]["id"], "")  # which is in the link itself
        assert not [secret for secret in secrets if secret in text], path
    assert read > 15
    calling.app.state.hall.store.find.slugs = ["toy", "vote", "trap"]


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


def test_keys_with_which_nothing_can_be_sealed_are_refused_and_keep_nobody_else_from_being_told(
    calling: House, world: Outside
) -> None:
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    good = PushManager(world.url("/push/good", "push.test"))
    bad = {**good.wish, "endpoint": world.url("/push/bad", "push.test")}
    for wrong in ({"p256dh": "A" * 80}, {"p256dh": "A" * 87}, {"auth": "A" * 21}):
        refused = calling.post(path_of(opened, "/want"), calling.key(opened, 1), {**bad, **wrong})
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    shelf = calling.app.state.friends.shelf
    shelf.want(Want(opened["table"]["id"], 1, bad["endpoint"], {"p256dh": "A" * 80, "auth": bad["auth"]}))  # kept by 0.2
    calling.post(path_of(opened, "/want"), calling.key(opened, 1), good.wish)
    assert [want.address for want in shelf.wants(opened["table"]["id"])] == [bad["endpoint"], good.wish["endpoint"]]
    ada = calling.sit(calling.key(opened, 0))
    ada.until_news(0)
    ada.answer("climb")
    assert world.next()[0] == "/push/good"


def test_who_has_no_link_any_more_is_told_nothing_more(calling: House, world: Outside) -> None:
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    shelf, devices = calling.app.state.friends.shelf, [PushManager(world.url(f"/push/{seat}", "push.test")) for seat in (0, 1)]
    for seat, device in enumerate(devices):
        calling.post(path_of(opened, "/want"), calling.key(opened, seat), device.wish)
    assert calling.post(path_of(opened, "/links/1"), opened["host"]).status_code == 200
    assert [want.seat for want in shelf.wants(opened["table"]["id"])] == [0], "somebody else may sit there now"


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
    until(lambda: remarks(calling, opened))  # it moves first, and speaks then
    assert remarks(calling, opened)[0] == "Ada: time ran out, and a bot moved."


def test_a_clock_runs_since_it_was_set(calling: House) -> None:
    """Who has thought for an hour already is not late because somebody sets a clock of a minute."""
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    turn(calling, 3600)
    left = calling.post(path_of(opened, "/clock"), opened["host"], {"seconds": 60, "then": "nothing"}).json()["clock"]["left"]
    assert 60 < left <= 3660  # by the clock of the wall, which this server's is an hour ahead of
    clocks, table = calling.app.state.friends.clocks, opened["table"]["id"]
    due = clocks._due[table]
    calling.post(path_of(opened, "/clock"), opened["host"], {"seconds": 60, "then": "bot"})
    assert clocks._due[table] == due, "what happens then was changed, not how long it takes"
    assert moved(calling, opened) == 0
    turn(calling, 3670)
    until(lambda: moved(calling, opened) >= 1)


def remarks(server: House, opened: dict[str, Any]) -> list[str]:
    """What the story tells that happened beside the game."""
    return [each["text"] for each in server.get(path_of(opened), opened["host"]).json()["remarks"]]


@pytest.mark.parametrize("practice", [False, True])
def test_what_the_clock_did_stands_or_is_taken_back_before_everybody(
    calling: House, monkeypatch: pytest.MonkeyPatch, practice: bool
) -> None:
    """The one who was late may not take a clock's move back; at a practice table, where all can be, everybody is told."""

    async def guesses(*_: Any) -> str:  # touches no dice, so that it could be taken back
        return "guess"

    monkeypatch.setattr(calling.app.state.hall.studio, "think", guesses)
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50}, practice=practice)
    calling.post(path_of(opened, "/clock"), opened["host"], {"seconds": 60, "then": "bot"})
    ada, bo = calling.sit(calling.key(opened, 0)), calling.sit(calling.key(opened, 1))
    turn(calling, 61)
    ada.until_news(1)
    turn(calling, 0)
    until(lambda: remarks(calling, opened))
    assert ada.news["can_undo"] == practice
    answer = ada.ask({"type": "undo"})
    if practice:
        assert answer["type"] == "ok"
        while len(bo.table.get("remarks", [])) < 2:
            bo.until("table")
        assert bo.table["remarks"][-1]["text"] == "Ada took back what a bot did when time had run out."
        return
    assert (answer["code"], answer["message"]) == ("cannot-undo", "time had run out and a bot moved; what the clock does stands")
    assert moved(calling, opened) == 1
    ada.answer("left")  # and one's own answers are as they were
    assert calling.get(path_of(opened), opened["host"]).json()["moves"] == 2


def test_who_leaves_for_good_is_not_gone_in_silence(calling: House) -> None:
    opened = calling.open("toy", "Ada", "Bo", options={"goal": 50})
    ada = calling.sit(calling.key(opened, 0))
    ada.until_news(0)
    told = len(ada.events)
    assert calling.post(path_of(opened, "/leave/1"), calling.key(opened, 1)).status_code == 200
    while not ada.table["remarks"]:
        ada.until("table")
    assert ada.table["remarks"] == [{"n": told, "text": "Bo has left for good. A bot plays that seat from now on."}]
    calling.post(path_of(opened, "/rematch"), opened["host"])
    assert remarks(calling, opened) == [], "another game is another story"


def test_a_bot_that_stands_in_is_told_to_whoever_else_sits_there(calling: House) -> None:
    opened, alone = calling.open("toy", "Ada", "Bo", options={"goal": 50}), calling.open("toy", "Ada")
    for bot in ("random", "random", ""):
        assert calling.post(path_of(opened, "/seats/1"), calling.key(opened, 1), {"bot": bot}).status_code == 200
    assert remarks(calling, opened) == ["A bot plays for Bo for now.", "Bo plays, and no bot any more."]
    calling.post(path_of(alone, "/seats/0"), calling.key(alone, 0), {"bot": "random"})
    assert remarks(calling, alone) == [], "nobody else is there"


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

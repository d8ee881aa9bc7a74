"""The HTTP API: games, rules, replays, saves, exports, memorials, this machine's matches; and its OpenAPI document."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.engine.toy import GAME
from undercroft.bots import random_answer
from undercroft.engine import Dice, Event, Opening, SaveFile
from undercroft.engine.save import StepMark
from undercroft.server.http.looking import view_at
from undercroft.server.http.openapi import document
from undercroft.store import Keeper, open_store

from .house import QUICK, Client, Find, House, house


def _played(server: House, moves: int = 8) -> tuple[dict[str, object], str, Client]:
    opened = server.open("toy", "Ada", options={"goal": 50})
    key = server.key(opened, 0)
    ada = server.sit(key)
    for _ in range(moves):
        assert ada.answer("climb")["type"] == "ok"
    ada.until_news(moves)
    ada.close()
    return opened["table"], key, ada


def test_the_games_and_their_settings(server: House) -> None:
    games = server.get("/api/games").json()
    assert [game["slug"] for game in games] == ["toy", "vote", "trap"]
    toy = server.get("/api/games/toy").json()
    assert toy == games[0]
    assert [setting["name"] for setting in toy["settings"]] == ["goal", "vote", "wind"]
    assert toy["bots"][-1] == "random"
    missing = server.get("/api/games/chess")
    assert missing.status_code == 404
    assert "chess" in missing.json()["message"]


def test_why(server: House) -> None:
    assert server.get("/api/games/toy/rules/TOY-CLIMB-01").json()["rule"] == "Climb by a die."
    assert server.get("/api/games/toy/rules/TOY-NONE-01").status_code == 404
    assert [rule["id"] for rule in server.get("/api/games/toy/rules?words=die").json()["rules"]] == ["TOY-CLIMB-01"]
    assert server.get("/api/games/toy/rules?words=dragon").json()["rules"] == []


def test_a_replay_shows_every_moment_as_it_was(server: House) -> None:
    table, key, ada = _played(server)
    replay = server.get(f"/api/tables/{table['id']}/replay", key).json()
    assert [move["answer"] for move in replay["moves"]] == ["climb"] * 8
    assert replay["events"] == ada.events
    assert replay["seed"] is None
    assert replay["first"] == 0
    for count in (0, 3, 8):
        view = server.get(f"/api/tables/{table['id']}/replay/{count}", key).json()
        assert view["screen"]["subtitle"] == f"turn {count}"
        assert view["events"] == (replay["moves"][count]["events"] if count < 8 else len(ada.events))
        assert (view["said"], bool(view["prompt"])) == (("Climb", True) if count else ("", False))  # a label, not the key
    assert server.get(f"/api/tables/{table['id']}/replay/9", key).status_code == 404
    assert server.get(f"/api/tables/{table['id']}/replay/x", key).status_code == 404


def test_looking_back_holds_up_nobodys_move(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = server.open("toy", "Ada", options={"goal": 50})
    key, path = server.key(opened, 0), f"/api/tables/{opened['table']['id']}/replay"
    ada = server.sit(key)
    for _ in range(4):
        assert ada.answer("climb")["type"] == "ok"
    looking, done = threading.Event(), threading.Event()

    def slowly(keeper: Keeper, count: int, seat: int | None) -> Any:
        looking.set()
        assert done.wait(20)
        return view_at(keeper, count, seat)

    monkeypatch.setattr("undercroft.server.http.endpoints.view_at", slowly)
    with ThreadPoolExecutor(1) as pool:
        view = pool.submit(server.get, f"{path}/4", key)
        assert looking.wait(20)
        assert ada.answer("climb")["type"] == "ok"  # the table does not wait
        done.set()
        seen = view.result().json()
    assert seen["screen"]["subtitle"] == "turn 4"  # as it was when they asked
    assert seen["events"] == len([event for event in ada.events if event["n"] < seen["events"]]) < len(ada.events)
    ada.close()


def test_a_map_is_turned_and_a_place_has_its_tale(server: House) -> None:
    table, key, _ = _played(server, 3)
    toy = server.get("/api/games/toy").json()
    assert (toy["dials"], toy["tales"]) == (True, True)
    path = f"/api/tables/{table['id']}"
    assert [dial["name"] for dial in server.get(f"{path}/dials", key).json()["dials"]] == ["turn", "side"]
    assert server.get(f"{path}/drawing?turned=turn=2,side=back", key).json()["text"] == "back of turn 2, the coin unknown"
    assert server.get(f"{path}/drawing", key).json()["text"] == "front of turn 3, the coin unknown"
    for wrong, names in (("turn=4", "0 to 3"), ("turn=x", "0 to 3"), ("side=left", "front, back"), ("year=1", "turn, side")):
        refused = server.get(f"{path}/drawing?turned={wrong}", key)
        assert refused.status_code == 422
        assert names in refused.json()["message"]
    assert server.get(f"{path}/tale?place=stairs", key).json()["lines"][0]["value"] == "50 steps"
    assert server.get(f"{path}/tale?place=attic", key).status_code == 404
    assert server.get(f"{path}/tale?place=stairs", "nonsense").status_code == 403


def test_others_answers_are_secret_until_it_is_over(server: House) -> None:
    opened = server.open("vote", "A", "B")
    one, two = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
    one.answer("yes")
    path = f"/api/tables/{opened['table']['id']}/replay"
    assert [move["answer"] for move in server.get(path, server.key(opened, 1)).json()["moves"]] == [None]
    assert [move["answer"] for move in server.get(path, server.key(opened, 0)).json()["moves"]] == ["yes"]
    assert server.get(f"{path}/1", server.key(opened, 1)).json()["said"] == ""
    assert server.get(f"{path}/1", server.key(opened, 0)).json()["said"] != ""
    two.answer("no")
    for round in range(1, 5):
        one.until_news(2 * round)
        two.until_news(2 * round)
        one.answer("yes")
        two.answer("no")
    replay = server.get(path, server.key(opened, None)).json()
    assert [move["answer"] for move in replay["moves"]] == ["yes", "no"] * 5
    assert replay["seed"] is None  # the dice were sealed, and there was none; their secrets are told instead
    assert server.get(path.removesuffix("/replay"), server.key(opened, None)).json()["dice"]["told"]
    one.close()
    two.close()


def test_a_save_goes_out_and_comes_back_as_a_table(server: House) -> None:
    table, key, ada = _played(server)
    response = server.get(f"/api/tables/{table['id']}/save", key)
    assert response.headers["content-disposition"].startswith("attachment")
    opened = server.http.post("/api/saves", content=response.content, headers={"content-type": "application/json"})
    assert opened.status_code == 200, opened.text
    again = server.sit(server.key(opened.json(), 0))
    again.until_news(8)
    assert again.events == ada.events
    again.close()
    cut = server.http.post("/api/saves", content=response.content[:-40], headers={"content-type": "application/json"})
    assert cut.status_code == 422
    assert "cut short" in cut.json()["message"]


def test_a_server_for_guests_opens_only_saves_that_the_rules_play_again(tmp_path: Path) -> None:
    with house(tmp_path / "g.db", home=False) as server:

        def upload(save: SaveFile) -> httpx.Response:
            return server.http.post("/api/saves", content=save.encode(), headers={"content-type": "application/json"})

        table, key, _ = _played(server)
        save = SaveFile.decode(server.get(f"/api/tables/{table['id']}/save", key).content)
        assert upload(save).status_code == 200
        vast = GAME.state_type(heights=[0], coin="left", turn=0, goal=10**15, names=["Ada"])
        made_up = msgspec.structs.replace(save.snapshot, state=msgspec.msgpack.encode(vast), answers=())
        for bad in (
            msgspec.structs.replace(save, snapshot=made_up, steps=(StepMark(0, "0" * 16),)),
            msgspec.structs.replace(save, snapshot=made_up, rules_version=save.rules_version + 1),
        ):
            refused = upload(bad)
            assert refused.status_code == 422
            assert "on your own machine" in refused.json()["message"]
        harmless = upload(msgspec.structs.replace(save, snapshot=made_up))  # nobody looks at it: the answers are played
        assert harmless.json()["table"]["moves"] == 8


def test_continuing_a_match_from_the_terminal(tmp_path: Path) -> None:
    store = open_store(tmp_path / "g.db", find=Find())
    keeper = Keeper.create(store, Opening(game="toy", seats=("Ada", "Bot"), seed=3, options={"goal": 50}), bots={1: "random"})
    keeper.answer("climb", 0)
    store.close()
    with house(tmp_path / "g.db") as server:
        (line,) = server.get("/api/saved").json()["matches"]
        assert (line["match"], line["names"], line["moves"], line["over"]) == (keeper.id, ["Ada", "Bot"], 1, False)
        opened = server.post(f"/api/saved/{keeper.id}/table").json()
        ada = server.sit(server.key(opened, 0))
        while not ada.news or not ada.news["ask"]["mine"]:
            ada.until("news")
        ada.close()
        again = server.post(f"/api/saved/{keeper.id}/table").json()
        assert again["table"]["id"] == opened["table"]["id"]
        assert server.post("/api/saved/nothing/table").status_code == 404
        assert server.http.delete(f"/api/saved/{keeper.id}").status_code == 200
        assert server.get("/api/saved").json()["matches"] == []
        assert server.http.delete(f"/api/saved/{keeper.id}").status_code == 404


def test_a_server_for_others_lists_no_saved_matches(tmp_path: Path) -> None:
    with house(tmp_path / "g.db", home=False) as server:
        assert server.get("/api/saved").status_code == 403
        assert server.post("/api/saved/x/table").status_code == 403
        assert server.get("/api/server").json()["home"] is False


def test_memorials_by_game_and_kind(tmp_path: Path) -> None:
    from tests.store.test_keeper import Remembering, opening, play

    game = Remembering()
    store = open_store(tmp_path / "g.db", find=lambda slug: game)
    play(Keeper.create(store, opening("Ada", options={"goal": 3})), 1000)
    store.close()
    with house(tmp_path / "g.db") as server:
        (one,) = server.get("/api/memorials?game=toy&kind=grave").json()["memorials"]
        assert one["memorial"]["name"] == "Ada"
        assert server.get("/api/memorials?game=robber").json()["memorials"] == []
        assert one["draws"] is False  # the toy draws nothing
        assert server.get(f"/api/memorials/{one['match']}/drawing").status_code == 404
        assert server.get("/api/memorials/nothing/drawing").status_code == 404


def test_the_last_map_of_a_match_that_left_something_behind(tmp_path: Path) -> None:
    store = open_store(tmp_path / "g.db", find=Find())
    keeper = Keeper.create(store, Opening(game="robber", seats=("Ada",), seed=3))
    while keeper.match.ask is not None:
        keeper.answer(random_answer(keeper.match.view(0, Dice(len(keeper.moves)))), 0)
    going_on = Keeper.create(store, Opening(game="robber", seats=("Bo",), seed=4))
    store.close()
    with house(tmp_path / "g.db") as server:
        one = server.get("/api/memorials?game=robber").json()["memorials"][0]
        assert (one["match"], one["draws"]) == (keeper.id, True)
        for _ in range(2):  # made, and kept
            answer = server.get(f"/api/memorials/{keeper.id}/drawing")
            assert answer.status_code == 200
            assert answer.text.startswith("<svg")
            assert answer.headers["content-type"].startswith("image/svg+xml")
        assert server.get(f"/api/memorials/{going_on.id}/drawing").status_code == 404  # not over: nothing is shown


def test_health_and_metrics(server: House) -> None:
    assert server.get("/health").json()["ok"] is True
    _played(server)
    page = server.get("/metrics").text
    assert 'undercroft_moves_total{game="toy",by="person"}' in page
    assert "undercroft_move_seconds_bucket" in page
    assert "undercroft_connections" in page
    for line in page.splitlines():
        assert line.startswith("#") or len(line.rsplit(" ", 1)) == 2


def test_the_openapi_document_names_every_endpoint_once_and_every_reference_exists(server: House) -> None:
    told = server.get("/api/openapi.json").json()
    assert told == msgspec.json.decode(msgspec.json.encode(document()))
    text = msgspec.json.encode(told).decode()
    for part in text.split('"$ref":"#/components/schemas/')[1:]:
        assert part.partition('"')[0] in told["components"]["schemas"]
    names = [operation["operationId"] for path in told["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names)) >= 25
    assert all(operation["summary"] for path in told["paths"].values() for operation in path.values())


def test_static_files_are_served_with_a_strict_policy_and_nothing_else_is(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "js").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html>page")
    (web / "js" / "main.js").write_text("export {};")
    (web / "notes.py").write_text("secret")
    (tmp_path / "outside.js").write_text("secret")
    with house(tmp_path / "g.db", web=web) as server:
        for path in ("/", "/t/abc", "/g/robber/new"):
            page = server.get(path)
            assert page.text == "<!doctype html>page"
            assert "default-src 'self'" in page.headers["content-security-policy"]
            assert "unsafe" not in page.headers["content-security-policy"]
            assert page.headers["x-content-type-options"] == "nosniff"
        script = server.get("/js/main.js")
        assert script.headers["content-type"].startswith("text/javascript")
        again = server.http.get("/js/main.js", headers={"if-none-match": script.headers["etag"]})
        assert again.status_code == 304
        font = server.get("/fonts/regular.ttf")
        assert font.headers["content-type"] == "font/ttf" and font.content[:4] == b"\0\1\0\0"
        held = {"if-none-match": font.headers["etag"]}
        assert server.http.get("/fonts/regular.ttf", headers=held).status_code == 304
        for path in (
            "/fonts/comic.ttf",
            "/notes.py",
            "/../outside.js",
            "/%2e%2e/outside.js",
            "/js/%2e%2e/%2e%2e/outside.js",
            "/missing.js",
            "/x%00.js",
        ):
            assert server.get(path).status_code == 404, path
        assert server.get("/api/nothing").status_code == 404


def test_a_key_is_never_kept_in_the_clear(tmp_path: Path) -> None:
    with house(tmp_path / "g.db") as server:
        opened = server.open()
    data = b"".join(file.read_bytes() for file in tmp_path.glob("g.db*"))
    for secret in (opened["host"], *(link["key"] for link in opened["links"])):
        assert secret.encode() not in data
    assert opened["table"]["id"].encode() in data


def test_what_a_wrong_request_is_told(server: House) -> None:
    def post(body: object, path: str = "/api/tables") -> httpx.Response:
        return server.http.post(path, json=body)

    seats = [{"name": "A"}]
    for body, status, word in [
        ({"game": "chess", "seats": seats}, 404, "chess"),
        ({"game": "toy", "seats": []}, 400, "seats"),
        ({"game": "toy", "seats": [{"name": ""}]}, 400, "name"),
        ({"game": "toy", "seats": seats * 9}, 422, "1 to 4"),
        ({"game": "toy", "seats": seats, "options": {"goal": 1000}}, 422, "goal"),
        ({"game": "toy", "seats": seats, "options": {"colour": "red"}}, 422, "colour"),
        ({"game": "toy", "seats": [{"name": "A", "bot": "genius"}]}, 422, "genius"),
        ({"game": "toy", "seats": seats, "cheat": True}, 400, "cheat"),
        ([1, 2], 400, "object"),
    ]:
        response = post(body)
        assert response.status_code == status, (body, response.text)
        assert word in response.json()["message"]
    assert server.http.post("/api/tables", content=b"{", headers={"content-type": "application/json"}).status_code == 400
    assert server.http.post("/api/tables", content=b"{}", headers={"content-type": "text/plain"}).status_code == 400
    assert server.get("/api/tables/whatever").status_code == 401
    assert server.get("/api/tables/whatever", "wrong").status_code == 403
    opened, other = server.open(), server.open()
    assert server.get(f"/api/tables/{opened['table']['id']}", other["host"]).status_code == 403
    assert GAME.slug == "toy"


def test_a_strangers_save_cannot_make_the_server_format_what_it_likes(server: House) -> None:
    table, key, _ = _played(server)
    save = SaveFile.decode(server.get(f"/api/tables/{table['id']}/save", key).content)
    wild = Event(0, "{name.__class__.__mro__} {name:>99999999}", "TOY-CLIMB-01", {"name": "Ada"})
    fine = Event(1, "{name} waves {{politely}}.", "TOY-CLIMB-01", {"name": "Ada"})
    bad = msgspec.structs.replace(save, events=(wild, fine), steps=(StepMark(0, "0" * 16),))
    opened = server.http.post("/api/saves", content=bad.encode(), headers={"content-type": "application/json"})
    assert opened.status_code == 200, opened.text
    assert opened.json()["notice"]
    ada = server.sit(server.key(opened.json(), 0))
    ada.until("news")
    assert [event["text"] for event in ada.events] == [wild.template, "Ada waves {politely}."]
    assert ada.answer("climb")["type"] == "ok"
    ada.close()
    for spoilt in (
        msgspec.structs.replace(save, moves=save.moves * 1000),
        msgspec.structs.replace(
            save, snapshot=msgspec.structs.replace(save.snapshot, state=b"junk"), steps=(StepMark(0, "0" * 16),)
        ),
        msgspec.structs.replace(save, opening=msgspec.structs.replace(save.opening, seats=())),
        msgspec.structs.replace(save, opening=msgspec.structs.replace(save.opening, game="chess")),
    ):
        refused = server.http.post("/api/saves", content=spoilt.encode(), headers={"content-type": "application/json"})
        assert refused.status_code in (404, 422), refused.text


def test_old_keys_in_a_browser_do_not_lock_it_out(tmp_path: Path) -> None:
    with house(tmp_path / "g.db", limits=msgspec.structs.replace(QUICK, guesses_burst=3, guesses_per_second=0.001)) as server:
        opened = server.open("toy", "Ada")
        keys = [*(f"old{i}" for i in range(100)), server.key(opened, 0)]
        for _ in range(2):
            assert [line["key"] for line in server.post("/api/lobby", body={"keys": keys}).json()["tables"]] == [100]

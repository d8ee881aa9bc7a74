"""Tables: opening them, links, seats, bots, rematch, fork, close, lobby."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from .house import QUICK, House, house


def test_two_clicks_and_you_play(server: House) -> None:
    opened = server.open("toy", "Ada")
    assert opened["table"]["seed"] is None
    ada = server.sit(server.key(opened, 0))
    welcome = ada.until("welcome")
    assert (welcome["role"], welcome["seat"]) == ("seat", 0)
    news = ada.until_news(0)
    assert news["ask"]["mine"]
    assert [option["key"] for option in news["ask"]["options"]] == ["climb", "guess", "rest"]
    assert ada.answer("climb")["type"] == "ok"
    ada.until_news(1)
    assert any("climbs" in event["text"] for event in ada.events)
    ada.close()


def test_friends_see_the_move_and_a_spectator_too(server: House) -> None:
    opened = server.open()
    ada, bo = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
    watcher = server.sit(server.key(opened, None))
    for client in (ada, bo, watcher):
        client.until_news(0)
    assert not bo.news["ask"]["mine"]
    assert bo.news["ask"]["prompt"] == ""
    assert bo.news["ask"]["options"] == []
    assert ada.answer("climb")["type"] == "ok"
    for client in (ada, bo, watcher):
        client.until_news(1)
        assert any("Ada climbs" in event["text"] for event in client.events)
    assert bo.news["ask"]["mine"]
    assert watcher.answer("climb")["code"] == "not-yours"
    for client in (ada, bo, watcher):
        client.close()


def test_who_is_connected_is_shown(server: House) -> None:
    opened = server.open()
    ada = server.sit(server.key(opened, 0))
    ada.until("welcome")
    bo = server.sit(server.key(opened, 1))
    while not ada.table["seats"][1]["connected"]:
        ada.until("table")
    again = server.sit(server.key(opened, 1))  # a second tab
    again.until("welcome")
    bo.close()
    ada.drain(0.2)
    assert ada.table["seats"][1]["connected"]
    again.close()
    while ada.table["seats"][1]["connected"]:
        ada.until("table")
    ada.close()


def test_two_tabs_of_one_seat_see_the_same(server: House) -> None:
    opened = server.open("toy", "Ada")
    one, two = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 0))
    one.answer("rest")
    two.until_news(1)
    assert two.answer(1)["type"] == "ok"
    one.until_news(2)
    assert one.events == two.events
    assert one.news["ask"] == two.news["ask"]
    one.close()
    two.close()


def test_reconnecting_resumes_after_the_last_event_seen(server: House) -> None:
    opened = server.open()
    ada, bo = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
    ada.answer("climb")
    bo.until_news(1)
    bo.close()
    seen, before = bo.news["n"], list(bo.events)
    server.post(f"/api/tables/{opened['table']['id']}/seats/1", opened["host"], {"bot": "random"})
    ada.until_news(2)
    back = server.sit(server.key(opened, 1), match=bo.news["match"], seen=seen)
    back.until("news")
    assert back.news["keep"] == len(before)
    assert [event["n"] for event in before + back.events] == list(range(len(before) + len(back.events)))
    ada.close()
    back.close()


def test_reconnecting_after_an_undo_drops_what_was_taken_back(server: House) -> None:
    opened = server.open("toy", "Ada", practice=True)
    ada = server.sit(server.key(opened, 0))
    ada.answer("climb")
    ada.until_news(1)
    told = len(ada.events)
    assert told
    ada.close()
    other = server.sit(server.key(opened, 0))
    other.until_news(1)
    assert other.ask({"type": "undo"})["type"] == "ok"
    other.close()
    back = server.sit(server.key(opened, 0), match=ada.news["match"], seen=ada.news["n"])
    back.events = list(ada.events)
    back.news = {"match": ada.news["match"]}
    back.until("news")
    assert back.news["keep"] == 0
    assert back.events == []
    assert back.news["moves"] == 0
    back.close()


def test_undo_is_refused_where_dice_fell(server: House) -> None:
    opened = server.open("toy", "Ada")
    ada = server.sit(server.key(opened, 0))
    ada.answer("climb")
    refused = ada.ask({"type": "undo"})
    assert refused["code"] == "cannot-undo"
    assert "dice" in refused["message"]
    assert not ada.news["can_undo"]
    ada.answer("rest")
    assert ada.until_news(2)["can_undo"]
    assert ada.ask({"type": "undo"})["type"] == "ok"
    ada.close()


def test_practising_against_a_bot_one_takes_back_its_answers_with_ones_own(server: House) -> None:
    opened = server.open("toy", "Ada", "Bot", bots={1: "random"}, practice=True, options={"goal": 50})
    ada = server.sit(server.key(opened, 0))
    for _ in range(3):
        before = ada.until_news(0)["moves"]
        assert ada.answer("climb")["type"] == "ok"
        while ada.news["moves"] < before + 2 or not ada.news["ask"]["mine"]:
            ada.until("news")
    assert ada.ask({"type": "undo"})["type"] == "ok"
    assert ada.news["moves"] == before
    assert ada.news["ask"]["mine"]
    assert ada.answer("climb")["type"] == "ok"
    ada.close()


def test_bots_play_in_the_background_and_seats_go_back_and_forth(server: House) -> None:
    opened = server.open("toy", "Ada", "Bot", bots={1: "random"}, options={"goal": 50})
    assert [link["seat"] for link in opened["links"]] == [0, None]
    ada = server.sit(server.key(opened, 0))
    ada.answer("climb")
    while not ada.news["ask"]["mine"]:
        ada.until("news")
    path = f"/api/tables/{opened['table']['id']}"
    assert server.post(f"{path}/seats/0", server.key(opened, 0), {"bot": "random"}).json()["seats"][0]["kind"] == "bot"
    ada.until("news", timeout=5)
    info = server.post(f"{path}/seats/0", server.key(opened, 0), {"bot": ""}).json()
    assert info["seats"][0]["kind"] == "person"
    link = server.post(f"{path}/links/1", opened["host"]).json()
    assert server.post(f"{path}/seats/1", link["key"], {"bot": ""}).json()["seats"][1]["kind"] == "person"
    assert server.post(f"{path}/seats/1", server.key(opened, 0), {"bot": "random"}).status_code == 403
    ada.close()


def test_a_table_of_bots_plays_to_the_end_and_then_tells_the_seed(server: House) -> None:
    opened = server.open("toy", "A", "B", bots={0: "random", 1: "random"})
    watcher = server.sit(server.key(opened, None))
    while watcher.news.get("outcome") is None:
        watcher.until("news", timeout=20)
    assert watcher.news["ask"] is None
    info = server.get(f"/api/tables/{opened['table']['id']}", opened["host"]).json()
    assert info["over"]
    assert isinstance(info["seed"], int)
    watcher.close()


def test_people_gather_name_themselves_and_the_host_starts(server: House) -> None:
    opened = server.open("toy", "seat one", "seat two", gather=True)
    path = f"/api/tables/{opened['table']['id']}"
    assert opened["table"]["gathering"]
    bo = server.sit(server.key(opened, 1))
    bo.until("welcome")
    assert bo.ask({"type": "answer", "serial": 0, "answer": "climb"})["code"] == "closed"
    assert server.post(f"{path}/seats/1", server.key(opened, 1), {"name": "Bo"}).json()["seats"][1]["name"] == "Bo"
    assert server.post(f"{path}/start", server.key(opened, 1)).status_code == 403
    assert server.post(f"{path}/start", opened["host"]).status_code == 200
    news = bo.until("news")
    assert news["n"] == 0
    assert bo.table["seats"][1]["name"] == "Bo"
    assert server.post(f"{path}/start", opened["host"]).status_code == 409
    assert server.post(f"{path}/seats/1", server.key(opened, 1), {"name": "Late"}).status_code == 409
    bo.close()


def test_a_rematch_is_at_the_same_table_behind_the_same_links(server: House) -> None:
    opened = server.open("toy", "Ada", options={"goal": 3})
    path = f"/api/tables/{opened['table']['id']}"
    key = server.key(opened, 0)
    ada = server.sit(key)
    assert server.post(f"{path}/rematch", key).status_code == 403
    while ada.news.get("outcome") is None:
        ada.answer("climb")
    first = ada.news["match"]
    assert server.post(f"{path}/rematch", key, {"options": {"goal": 20}}).status_code == 200
    while ada.news["match"] == first:
        ada.until("news")
    assert ada.events == []
    assert ada.news["moves"] == 0
    assert ada.answer("climb")["type"] == "ok"
    info = server.get(path, key).json()
    assert info["earlier"] == [first]
    assert info["options"]["goal"] == 20
    old = server.get(f"{path}/replay?match={first}", key).json()
    assert old["over"]
    assert old["seed"] is not None
    assert server.get(f"{path}/replay?match=another", key).status_code == 404
    ada.close()


def test_a_closed_table_can_be_looked_at_but_not_played(server: House) -> None:
    opened = server.open("toy", "Ada")
    ada = server.sit(server.key(opened, 0))
    ada.until_news(0)
    path = f"/api/tables/{opened['table']['id']}"
    assert server.post(f"{path}/close", server.key(opened, 0)).status_code == 403
    assert server.post(f"{path}/close", opened["host"]).json()["closed"]
    assert ada.answer("climb")["code"] == "closed"
    assert server.get(f"{path}/replay", server.key(opened, 0)).status_code == 200
    ada.close()


def test_only_the_host_opens_a_closed_table_again(server: House) -> None:
    opened = server.open("toy", "Ada", options={"goal": 3})
    path, key = f"/api/tables/{opened['table']['id']}", server.key(opened, 0)
    ada = server.sit(key)
    while ada.news.get("outcome") is None:
        ada.answer("climb")
    assert server.post(f"{path}/close", opened["host"]).status_code == 200
    assert server.post(f"{path}/rematch", key).status_code == 409
    assert server.post(f"{path}/rematch", opened["host"]).json()["closed"] is False
    ada.close()


def test_a_fresh_link_makes_the_old_one_useless(server: House) -> None:
    opened = server.open()
    old = server.key(opened, 1)
    sitting, ada = server.sit(old), server.sit(server.key(opened, 0))
    sitting.until("welcome")
    link = server.post(f"/api/tables/{opened['table']['id']}/links/1", opened["host"]).json()
    for client in (sitting, server.sit(old)):
        assert client.until("bye")["code"] == "not-yours"
    assert ada.ask({"type": "ping"})["type"] == "pong"
    assert server.sit(link["key"]).until("welcome")["seat"] == 1
    assert link["path"] == f"/t/{opened['table']['id']}#{link['key']}"


def test_playing_on_from_an_earlier_decision(server: House) -> None:
    opened = server.open("toy", "Ada", options={"goal": 50})
    path = f"/api/tables/{opened['table']['id']}"
    key = server.key(opened, 0)
    ada = server.sit(key)
    for _ in range(6):
        ada.answer("climb")
    fork = server.post(f"{path}/fork", key, {"at": 3}).json()
    assert fork["table"]["id"] != opened["table"]["id"]
    assert fork["table"]["moves"] == 4  # three answers, and other dice
    again = server.sit(server.key(fork, 0))
    again.until_news(4)
    assert again.events == [event for event in ada.events if event["n"] < len(again.events)]
    assert again.answer("climb")["type"] == "ok"
    replay = server.get(f"/api/tables/{fork['table']['id']}/replay", server.key(fork, 0)).json()
    assert [move["name"] for move in replay["moves"]] == ["Ada", "Ada", "Ada", "other dice", "Ada"]
    alike = server.post(f"{path}/fork", key, {"at": 3, "other_dice": False}).json()
    assert alike["table"]["moves"] == 3
    assert server.post(f"{path}/fork", key, {"at": 99}).status_code == 409
    two = server.open()
    refused = server.post(f"/api/tables/{two['table']['id']}/fork", server.key(two, 0), {})
    assert refused.status_code == 403
    assert server.get(f"/api/tables/{two['table']['id']}/save", server.key(two, 0)).status_code == 403
    ada.close()
    again.close()


def test_the_lobby_lists_the_tables_of_a_browsers_keys(server: House) -> None:
    one, two = server.open("toy", "Ada"), server.open()
    keys = ["nonsense", server.key(one, 0), server.key(two, 1), two["host"]]
    lines = server.post("/api/lobby", body={"keys": keys}).json()["tables"]
    assert {(line["key"], line["role"], line["my_turn"]) for line in lines} == {
        (1, "seat", True),
        (2, "seat", False),
        (3, "host", False),
    }


def test_chat_reaches_everyone_once_also_after_reconnecting(server: House) -> None:
    opened = server.open()
    ada, bo = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
    assert ada.ask({"type": "say", "text": "hello \u0007 <b>there</b>"})["type"] == "ok"
    bo.until("chat")
    assert [(line["name"], line["text"]) for line in bo.chat] == [("Ada", "hello <b>there</b>")]
    bo.close()
    ada.ask({"type": "say", "text": "gone?"})
    back = server.sit(server.key(opened, 1), chat=bo.chat[-1]["n"])
    back.until("chat")
    assert [line["text"] for line in back.chat] == ["gone?"]
    assert ada.ask({"type": "say", "text": "\u0007 "})["code"] == "malformed"
    ada.close()
    back.close()


def test_nobody_talks_as_if_they_sat_at_the_table(server: House) -> None:
    opened = server.open()
    ada, watcher, host = (server.sit(key) for key in (server.key(opened, 0), server.key(opened, None), opened["host"]))
    for client, name in ((watcher, "Ada"), (watcher, ""), (host, "Bo"), (host, ""), (ada, "Bo")):
        assert client.ask({"type": "say", "text": "hm", "name": name})["type"] == "ok"
    while len(ada.chat) < 5:
        ada.until("chat")
    assert [line["name"] for line in ada.chat] == ["Ada (watching)", "somebody watching", "Bo (host)", "the host", "Ada"]
    for client in (ada, watcher, host):
        client.close()


def test_a_line_of_chat_whose_speaker_hangs_up_is_heard_at_once(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = server.open()
    ada, bo = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
    ada.until("welcome")
    bo.until("welcome")
    store, saying = server.app.state.hall.store, threading.Event()
    say = store.say

    def slowly(*words: Any) -> Any:
        saying.set()
        time.sleep(0.3)
        return say(*words)

    monkeypatch.setattr(store, "say", slowly)
    ada.send({"type": "say", "text": "brb"})
    assert saying.wait(10)
    ada.close()
    bo.until("chat")
    assert bo.chat[-1]["text"] == "brb"
    bo.close()


def test_a_seed_may_be_chosen_only_where_it_spoils_nothing(server: House) -> None:
    assert server.open("toy", "Ada", seed=5)["table"]["moves"] == 0
    body = {"game": "toy", "seats": [{"name": "A"}, {"name": "B"}], "seed": 5}
    refused = server.http.post("/api/tables", json=body)
    assert refused.status_code == 422
    assert "seed" in refused.json()["message"]


def test_secret_votes_may_arrive_in_any_order(server: House) -> None:
    opened = server.open("vote", "A", "B", "C")
    clients = [server.sit(server.key(opened, seat)) for seat in range(3)]
    for client in clients:
        client.until_news(0)
    serial = clients[0].news["ask"]["serial"]
    for seat, client in enumerate(clients):  # everyone clicks on what they were first shown
        assert client.answer("yes" if seat else "no", serial)["type"] == "ok"
    clients[0].until_news(3)
    assert clients[0].answer("yes", serial)["code"] == "stale"
    for client in clients:
        client.close()


def test_everything_survives_a_restart(tmp_path: Path) -> None:
    with house(tmp_path / "g.db") as first:
        opened = first.open("toy", "Ada", "Bo")
        ada = first.sit(first.key(opened, 0))
        ada.answer("climb")
        ada.ask({"type": "say", "text": "back soon"})
        ada.close()
    with house(tmp_path / "g.db", limits=QUICK) as second:
        bo = second.sit(second.key(opened, 1))
        bo.until("chat")
        assert bo.news["moves"] == 1
        assert bo.events == ada.events
        assert bo.answer("climb")["type"] == "ok"
        bo.close()


def test_a_gamesmaster_judges_and_overrules_from_the_desk(server: House) -> None:
    opened = server.open("toy", "Ada", gamesmaster="Gail", options={"goal": 50})
    assert [link["seat"] for link in opened["links"]] == [0, 1, None]
    ada, gail = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
    assert opened["table"]["seats"][1]["kind"] == "gamesmaster"
    gail.until_news(0)
    assert [(option["key"], option["anytime"]) for option in gail.news["ask"]["options"]] == [("dice:watch", True)]
    assert not gail.news["ask"]["mine"]
    ada.until_news(0)
    assert (gail.news["ask"]["overheard"], gail.news["ask"]["prompt"]) == (ada.news["ask"]["prompt"], "")
    assert gail.news["ask"]["offered"] == [option["label"] for option in ada.news["ask"]["options"]]
    assert gail.answer("dice:watch")["type"] == "ok"
    ada.until_news(1)
    assert ada.answer("climb")["type"] == "ok"
    gail.until_news(2)
    assert gail.news["ask"]["kind"] == "dice"
    assert (gail.news["ask"]["count"], gail.news["ask"]["sides"]) == (1, 6)
    shown = int(gail.news["ask"]["suggestions"][0])
    assert gail.answer([shown % 6 + 1])["type"] == "ok"
    gail.until_news(3)
    assert gail.news["ask"]["prompt"] == "A gust?"
    assert gail.answer("still")["type"] == "ok"
    ada.until_news(4)
    assert any(event["kind"] == "ruling" for event in ada.events)
    assert server.post(f"/api/tables/{opened['table']['id']}/seats/1", opened["host"], {"bot": "random"}).status_code == 404
    ada.close()
    gail.close()


def test_players_type_what_their_own_dice_show(server: House) -> None:
    opened = server.open("toy", "Ada", physical_dice=True)
    ada = server.sit(server.key(opened, 0))
    assert ada.answer("climb")["type"] == "ok"
    ada.until_news(1)
    assert (ada.news["ask"]["kind"], ada.news["ask"]["dice"]) == ("dice", "1d6")
    assert ada.answer([7])["code"] == "illegal"
    assert ada.answer([5])["type"] == "ok"
    ada.until_news(2)
    told = next(event for event in ada.events if event["roll"])
    assert told["roll"] == {"notation": "1d6", "faces": [5], "total": 5, "typed": True}
    assert told["text"].endswith("(typed)")
    ada.close()


def test_a_table_with_nobody_at_it_leaves_memory_but_not_the_store(tmp_path: Path) -> None:
    with house(tmp_path / "g.db", limits=msgspec.structs.replace(QUICK, idle_seconds=0.0)) as server:
        opened = server.open("toy", "Ada")
        hall = server.app.state.hall
        end = time.monotonic() + 20
        while hall.tables:
            assert time.monotonic() < end
            time.sleep(0.05)
        ada = server.sit(server.key(opened, 0))
        assert ada.answer("climb")["type"] == "ok"
        ada.close()


def test_a_lobby_says_where_a_game_stands_and_the_last_page_has_its_numbers(server: House) -> None:
    opened = server.open("toy", "Ada", options={"goal": 3})
    key = server.key(opened, 0)
    (line,) = server.post("/api/lobby", body={"keys": [key]}).json()["tables"]
    assert line["line"] == "turn 0"
    ada = server.sit(key)
    moves = 0
    while ada.until_news(moves)["outcome"] is None:
        ada.answer("climb")
        moves += 1
    assert ada.news["outcome"]["facts"]["turns"] >= 1
    (line,) = server.post("/api/lobby", body={"keys": [key]}).json()["tables"]
    assert line["line"].startswith("Height")

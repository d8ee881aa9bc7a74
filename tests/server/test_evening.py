"""A host's evening: asking people to leave, muting, locking, replacing links. What each of them is told."""

from __future__ import annotations

from typing import Any

from .house import House


def path_of(opened: dict[str, Any], rest: str) -> str:
    return f"/api/tables/{opened['table']['id']}{rest}"


def test_who_is_asked_to_leave_is_told_so_now_and_whenever_they_knock_again(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo")
    ada, bo = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
    ada.until_news(0)
    bo.until_news(0)
    answered = server.post(path_of(opened, "/kick/1"), opened["host"])
    assert answered.status_code == 200
    assert bo.until("bye") == {"type": "bye", "code": "kicked", "message": "the host asked you to leave this table"}
    old = server.key(opened, 1)
    again = server.sit(old)
    assert again.until("bye")["code"] == "kicked", "whoever missed the last word hears it at the door"
    refused = server.get(path_of(opened, ""), old)
    assert (refused.status_code, refused.json()["code"]) == (403, "kicked")
    assert server.http.post("/api/lobby", json={"keys": [old]}).json()["tables"] == []
    fresh = server.sit(answered.json()["key"])
    fresh.until_news(0)
    assert fresh.messages[0]["seat"] == 1
    ada.ask({"type": "ping"})
    for key in (server.key(opened, 0), server.key(opened, None)):
        assert server.post(path_of(opened, "/kick/0"), key).status_code == 403, "only the host may"
    assert server.post(path_of(opened, "/kick/7"), opened["host"]).status_code == 404


def test_every_onlooker_is_asked_to_leave_at_once(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo")
    ada, one, two = (server.sit(server.key(opened, seat)) for seat in (0, None, None))
    for client in (ada, one, two):
        client.until_news(0)
    server.post(path_of(opened, "/kick/spectator"), opened["host"])
    assert [client.until("bye")["code"] for client in (one, two)] == ["kicked", "kicked"]
    ada.ask({"type": "ping"})


def test_a_replaced_link_says_that_it_was_replaced(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo")
    bo = server.sit(server.key(opened, 1))
    bo.until_news(0)
    server.post(path_of(opened, "/links/1"), opened["host"])
    assert "replaced" in bo.until("bye")["message"]
    bye = server.sit(server.key(opened, 1)).until("bye")
    assert (bye["code"], "replaced" in bye["message"]) == ("not-yours", True)


def test_who_is_muted_plays_and_does_not_talk(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo")
    host = opened["host"]
    ada, bo, eve = (server.sit(server.key(opened, seat)) for seat in (0, 1, None))
    for client in (ada, bo, eve):
        client.until_news(0)
    table = server.post(path_of(opened, "/order"), host, {"muted": [0, 0], "quiet": True}).json()
    assert [seat["muted"] for seat in table["seats"]] == [True, False]
    while not ada.table.get("quiet"):
        ada.read()
    assert ada.ask({"type": "say", "text": "hear me"})["code"] == "muted"
    assert eve.ask({"type": "say", "text": "hear me"})["code"] == "muted"
    assert bo.ask({"type": "say", "text": "hello"})["type"] == "ok"
    assert server.sit(host).ask({"type": "say", "text": "order!"})["type"] == "ok"
    assert ada.answer("climb")["type"] == "ok"
    server.post(path_of(opened, "/order"), host, {"muted": [], "quiet": False})
    assert ada.ask({"type": "say", "text": "thank you"})["type"] == "ok"
    assert eve.ask({"type": "say", "text": "and I"})["type"] == "ok"
    assert server.post(path_of(opened, "/order"), host, {"muted": [2]}).status_code == 404
    assert server.post(path_of(opened, "/order"), server.key(opened, 0), {"locked": True}).status_code == 403


def test_a_locked_table_lets_players_come_back_and_nobody_new_watch(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", gather=True)
    host = opened["host"]
    before = server.sit(server.key(opened, None))
    before.until("welcome")
    assert server.post(path_of(opened, "/order"), host, {"locked": True}).json()["locked"] is True
    assert server.sit(server.key(opened, None)).until("bye")["code"] == "locked"
    assert server.post(path_of(opened, "/seats/1"), server.key(opened, 1), {"name": "Eve"}).json()["code"] == "locked"
    assert server.post(path_of(opened, "/seats/1"), host, {"name": "Bea"}).status_code == 200
    server.sit(server.key(opened, 1)).until("welcome")
    before.ask({"type": "ping"})
    assert server.post(path_of(opened, "/start"), host).json()["locked"] is True
    assert server.post(path_of(opened, "/rematch"), host).json()["locked"] is True, "it holds for the next game as well"
    server.post(path_of(opened, "/order"), host, {"locked": False})
    server.sit(server.key(opened, None)).until("welcome")

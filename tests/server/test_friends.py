"""Around a table: invitations, links of one's own, the address that friends can use."""

from __future__ import annotations

import re

import pytest

from undercroft.server.friends import reach
from undercroft.server.friends.reach import Reach

from .house import House


def path_of(opened: dict[str, dict[str, str]], rest: str = "") -> str:
    return f"/api/tables/{opened['table']['id']}{rest}"


def test_an_invitation_says_which_game_whose_table_and_who_is_there(server: House) -> None:
    opened = server.open("board", "Ada", "Bo", "Cy", bots={2: "greedy"}, title="Friday", gather=True)
    found = server.get(path_of(opened, "/invitation"), server.key(opened, 1)).json()
    assert (found["game"], found["table"], found["host"], found["name"], found["role"]) == (
        "board",
        "Friday",
        "Ada",
        "Bo",
        "seat",
    )
    assert [(seat["name"], seat["kind"], seat["here"]) for seat in found["seats"]] == [
        ("Ada", "person", False), ("Bo", "person", False), ("Cy", "bot", True),
    ]  # fmt: skip
    assert found["minutes"] == [30, 120]
    assert found["gathering"]
    watching = server.get(path_of(opened, "/invitation"), server.key(opened, None)).json()
    assert (watching["role"], watching["seat"], watching["name"]) == ("spectator", None, "")
    assert server.get(path_of(opened, "/invitation"), "wrong").status_code == 403


def test_a_guest_makes_a_link_to_watch_by_that_opens_no_seat(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo")
    link = server.post(path_of(opened, "/watch"), server.key(opened, 1)).json()
    assert (link["role"], link["seat"]) == ("spectator", None)
    watcher = server.sit(link["key"])
    watcher.until_news(0)
    assert watcher.answer("climb")["code"] == "not-yours"
    server.post(path_of(opened, "/order"), opened["host"], {"locked": True})
    assert server.post(path_of(opened, "/watch"), server.key(opened, 1)).json()["code"] == "locked"
    server.post(path_of(opened, "/kick/spectator"), opened["host"])
    assert server.get(path_of(opened), link["key"]).json()["code"] == "kicked"


def test_a_link_is_drawn_for_a_phone_and_stays_out_of_addresses(server: House) -> None:
    drawn = server.post("/api/qr", "", {"text": f"http://localhost:{server.port}/t/abc#secret"})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.content.startswith(b"<svg")
    assert b"secret" not in drawn.content
    assert server.post("/api/qr", "", {"text": "x" * 301}).status_code == 400


@pytest.mark.parametrize(
    ("listens", "called", "local", "other"),
    [
        (Reach("127.0.0.1", 8765), "localhost:8765", True, ""),
        (Reach("0.0.0.0", 8765), "localhost:8765", True, "http://192.168.0.7:8765"),
        (Reach("0.0.0.0", 8765), "[::1]:8765", True, "http://192.168.0.7:8765"),
        (Reach("10.0.0.4", 80), "127.0.0.1", True, "http://10.0.0.4:80"),
        (Reach("0.0.0.0", 8765, ("table.lan",)), "localhost:8765", True, "http://table.lan:8765"),
        (Reach("0.0.0.0", 8765), "192.168.0.7:8765", False, ""),
        (Reach("127.0.0.1", 8765), "play.example.org", False, ""),
    ],
)
def test_an_address_that_works_here_only_is_called_so(
    monkeypatch: pytest.MonkeyPatch, listens: Reach, called: str, local: bool, other: str
) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: "192.168.0.7")
    found = listens.seen_from(called)
    assert (found.local, found.other) == (local, other)
    assert bool(found.words) == local
    assert other in found.words


def test_a_preview_of_an_invitation_names_the_game_and_nothing_else(server: House) -> None:
    opened = server.open("board", "Ada", "Bo", title="Friday")
    text = server.get(f"/t/{opened['table']['id']}").text
    tags = dict(re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)">', text))
    assert tags["og:title"] == "DUNGEON!: a place at the table"
    assert tags["og:image"] == f"http://127.0.0.1:{server.port}/icon-512.png"
    for secret in ("Ada", "Friday", opened["host"], *(link["key"] for link in opened["links"])):
        assert secret not in text
    nobody = server.get("/t/nobody-knows-it")
    assert (nobody.status_code, "og:" in nobody.text) == (200, False)
    assert '<meta property="og:title" content="Undercroft">' in server.get("/").text


def test_whoever_let_a_bot_play_is_not_told_that_it_is_their_turn(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
    key = server.key(opened, 0)

    def mine() -> bool:
        return bool(server.post("/api/lobby", "", {"keys": [key]}).json()["tables"][0]["my_turn"])

    assert mine()
    server.post(path_of(opened, "/seats/0"), key, {"bot": "random"})
    assert not mine()


def test_an_address_that_works_here_only_says_how_to_start_the_server_with_its_port() -> None:
    assert Reach("127.0.0.1", 9000).seen_from("localhost:9000").words.count("--host 0.0.0.0 --port 9000") == 1
    assert "--port" not in Reach("127.0.0.1", 8765).seen_from("localhost:8765").words


def test_a_machine_in_no_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: "")
    assert Reach("0.0.0.0", 1).seen_from("localhost:1").words == reach.NO_NETWORK


def test_whoever_handed_a_seat_to_a_bot_has_it_back_in_the_next_game_and_who_left_for_good_has_not(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", "Cy", bots={2: "random"}, options={"goal": 50})
    host, bo = opened["host"], server.key(opened, 1)
    server.post(path_of(opened, "/seats/1"), bo, {"bot": "random"})
    kinds = [seat["kind"] for seat in server.post(path_of(opened, "/rematch"), host).json()["seats"]]
    assert kinds == ["person", "person", "bot"]
    assert server.post(path_of(opened, "/leave/0"), bo).json()["code"] == "not-yours"
    left = server.post(path_of(opened, "/leave/1"), bo).json()
    assert [seat["kind"] for seat in left["seats"]] == ["person", "bot", "bot"]
    assert "left this table for good" in server.get(path_of(opened), bo).json()["message"]
    kinds = [seat["kind"] for seat in server.post(path_of(opened, "/rematch"), host).json()["seats"]]
    assert kinds == ["person", "bot", "bot"]
    link = server.post(path_of(opened, "/links/1"), host).json()
    server.post(path_of(opened, "/seats/1"), link["key"], {"bot": ""})
    server.post(path_of(opened, "/seats/1"), link["key"], {"bot": "random"})
    kinds = [seat["kind"] for seat in server.post(path_of(opened, "/rematch"), host).json()["seats"]]
    assert kinds == ["person", "person", "bot"], "who was asked back is one of the people again"


def test_a_gamesmaster_does_not_leave_a_bot_to_judge(server: House) -> None:
    opened = server.open("toy", "Ada", gamesmaster="Gus")
    assert server.post(path_of(opened, "/leave/1"), server.key(opened, 1)).json()["code"] == "no-such"


def test_playing_on_from_a_replay_one_sits_where_one_likes(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", bots={1: "random"}, practice=True)
    key = server.key(opened, 0)
    fork = server.post(path_of(opened, "/fork"), key, {"at": 0, "seat": 1, "alone": True}).json()
    assert [seat["kind"] for seat in fork["table"]["seats"]] == ["bot", "person"]
    assert [link["seat"] for link in fork["links"]] == [1, None]
    both = server.post(path_of(opened, "/fork"), key, {"at": 0, "seat": 1}).json()
    assert [seat["kind"] for seat in both["table"]["seats"]] == ["person", "person"]
    assert server.post(path_of(opened, "/fork"), key, {"at": 0, "seat": 2}).json()["code"] == "no-such"

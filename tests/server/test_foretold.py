"""No player can foretell the dice of a game of two people: not from the seed, nor a save, a fork, or the faces shown."""

from __future__ import annotations

from typing import Any

from tests.engine.toy import GAME
from undercroft.engine import Match, Opening, SaveFile, Snapshot, UndercroftError

from .house import Client, House

THROWS = 14  # six to this power: nobody guesses so much


def climbs(match: Match[Any], count: int) -> list[int]:
    """What somebody who has this match expects the next throws to show."""
    before = len(match.events)
    try:
        for _ in range(count):
            match.answer("climb")
    except UndercroftError:
        pass  # nothing more can be foretold
    return [event.roll.faces[0] for event in match.events[before:] if event.roll is not None]


def thrown(clients: list[Client], count: int) -> list[int]:
    """What they do show, at the table."""
    for client in clients:
        client.drain(0.1)
    before = {event["n"] for event in clients[0].events}
    for _ in range(count):
        asked = next(client for client in clients if client.news["ask"]["mine"])
        assert asked.answer("climb")["type"] == "ok"
        moves = asked.news["moves"]
        for client in clients:
            client.until_news(moves)
    return [event["roll"]["faces"][0] for event in clients[0].events if event["roll"] and event["n"] not in before]


def saved(server: House, opened: dict[str, Any]) -> SaveFile:
    answer = server.get(f"/api/tables/{opened['table']['id']}/save", opened["host"])
    assert answer.status_code == 200, answer.text
    return SaveFile.decode(answer.content)


def both(server: House, opened: dict[str, Any], *keys: str) -> list[Client]:
    clients = [server.sit(key) for key in keys or (server.key(opened, 0), server.key(opened, 1))]
    for client in clients:
        client.until("news")
    return clients


def test_a_host_who_read_the_seed_knows_nothing_once_a_friend_takes_the_bots_seat(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", bots={1: "random"}, options={"goal": 50})
    path = f"/api/tables/{opened['table']['id']}"
    save = saved(server, opened)  # while Ada is alone
    friend = server.post(f"{path}/links/1", opened["host"]).json()["key"]
    assert server.post(f"{path}/seats/1", opened["host"], {"bot": ""}).status_code == 200
    expected = climbs(save.reopen(GAME)[0], THROWS)
    assert len(expected) == THROWS
    assert thrown(both(server, opened, server.key(opened, 0), friend), THROWS) != expected


def test_what_lay_hidden_is_drawn_anew_when_a_second_person_sits_down(server: House) -> None:
    """The coin of the toy: whoever played alone could read it in a save."""
    differs = 0
    for _ in range(24):
        opened = server.open("toy", "Ada", "Bo", bots={1: "random"}, options={"goal": 50})
        path = f"/api/tables/{opened['table']['id']}"
        known = saved(server, opened).reopen(GAME)[0].state.coin
        assert server.post(f"{path}/seats/1", opened["host"], {"bot": ""}).status_code == 200
        link = server.post(f"{path}/links/1", opened["host"]).json()["key"]
        clients = both(server, opened, server.key(opened, 0), link)
        thrown(clients, 1)
        differs += server.app.state.hall.tables[opened["table"]["id"]].keeper.match.state.coin != known
        assert any(event["kind"] == "dice" and "drawn anew" in event["text"] for event in clients[0].events)
        for client in clients:
            client.close()
    assert differs


def test_whoever_uploads_a_save_does_not_know_what_comes(server: House) -> None:
    save = SaveFile.of(Match.start(GAME, Opening(game="toy", seats=("Ada", "Bo"), seed=77, options={"goal": 50})))
    expected = climbs(save.reopen(GAME)[0], THROWS)
    headers = {"content-type": "application/json"}
    answer = server.http.post("/api/saves", content=save.encode(), headers=headers)
    assert answer.status_code == 200, answer.text
    assert thrown(both(server, answer.json()), THROWS) != expected


def test_a_fork_of_a_practice_game_is_not_known(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", practice=True, seed=78, options={"goal": 50})
    expected = climbs(saved(server, opened).reopen(GAME)[0], THROWS)
    answer = server.post(
        f"/api/tables/{opened['table']['id']}/fork", opened["host"], {"practice": False, "other_dice": False}
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    assert thrown(both(server, answer.json()), THROWS) != expected


def test_faces_and_the_state_of_the_dice_say_nothing_about_what_comes(server: House) -> None:
    """SplitMix64's next throws follow from one number, which 24 faces determine; there must be no such number."""
    opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
    clients = both(server, opened)
    keeper = server.app.state.hall.tables[opened["table"]["id"]].keeper
    start = keeper.match.snapshot()
    seeded = Match.restore(GAME, keeper.record.opening, Snapshot(start.state, start.dice))
    expected = climbs(seeded, THROWS)
    assert len(expected) == THROWS
    assert thrown(clients, THROWS) != expected

"""The dungeon of the day: one seed for everyone, one try that counts, a wall, a midnight, and being forgotten."""

from __future__ import annotations

import calendar
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from undercroft.bots import find_bot
from undercroft.engine import Dice, Outcome
from undercroft.games import OURS
from undercroft.server.friends.daily import MEASURES
from undercroft.store import Keeper

from .house import House, house

EVENING = calendar.timegm((2026, 11, 16, 23, 50, 0))  # ten minutes to midnight
ADA, BO = "ada's secret, made by her browser", "bo's secret, made by his browser"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path / "games.db", home=False) as here:
        here.app.state.hall.store.find.slugs = list(OURS)
        moments = itertools.count(EVENING)
        here.app.state.friends.now = lambda: next(moments)
        here.app.state.friends.daily.every = 0.0  # games end behind the server's back here
        yield here
        here.app.state.hall.store.find.slugs = ["toy", "vote", "trap"]


def look(server: House, me: str = "", game: str = "robber") -> dict[str, Any]:
    found = server.post("/api/daily", "", {"me": me}).json()
    return next(each for each in found["games"] if each["game"] == game)


def attempt(server: House, me: str, name: str, game: str = "robber") -> dict[str, Any]:
    response = server.post(f"/api/daily/{game}/try", "", {"me": me, "name": name})
    assert response.status_code == 200, response.text
    opened: dict[str, Any] = response.json()
    return opened


def finish(server: House, opened: dict[str, Any]) -> None:
    """Play it to its end, as its bot would; behind the server's back, which then reads it anew."""
    hall = server.app.state.hall
    del hall.tables[opened["table"]["id"]]
    keeper = Keeper.open(hall.store, opened["table"]["match"])
    think, dice = find_bot(keeper.game, keeper.game.bots[0]), Dice(7)
    while keeper.match.ask is not None:
        keeper.answer(think(keeper.match.view(0, dice)), 0)


def test_the_last_page_names_the_day(evening: House) -> None:
    opened = attempt(evening, ADA, "Ada")
    finish(evening, opened)
    page = evening.sit(evening.key(opened, 0)).until("news")["outcome"]["page"]
    assert page[0] == {"title": "The dungeon of the day", "lines": ["16 November 2026."]}
    alone = evening.open("robber", "Ada")
    finish(evening, alone)
    assert "day" not in evening.sit(evening.key(alone, 0)).until("news")["outcome"]["page"][0]["title"]


def test_everyone_gets_the_same_dungeon_and_one_try(evening: House) -> None:
    ada, bo = attempt(evening, ADA, "Ada"), attempt(evening, BO, "Bo")
    seeds = {evening.app.state.hall.tables[one["table"]["id"]].playing().record.opening.seed for one in (ada, bo)}
    assert len(seeds) == 1
    again = evening.post("/api/daily/robber/try", "", {"me": ADA, "name": "Ada"}).json()
    assert (again["code"], "tomorrow" in again["message"]) == ("closed", True)
    assert look(evening, ADA)["mine"]["score"] is None
    assert look(evening, ADA)["tries"] == 2
    assert evening.post("/api/daily/toy/try", "", {"me": ADA, "name": "Ada"}).json()["code"] == "no-such"
    assert evening.post("/api/daily/robber/try", "", {"me": "short", "name": "Ada"}).status_code == 400


def test_nobody_looks_ahead_or_tries_twice_by_a_side_door(evening: House) -> None:
    opened = attempt(evening, ADA, "Ada")
    path, key = f"/api/tables/{opened['table']['id']}", evening.key(opened, 0)
    assert evening.get(f"{path}/save", key).json()["code"] == "not-yours"
    assert evening.post(f"{path}/fork", key, {"at": 0}).json()["code"] == "not-yours"
    assert evening.get(f"{path}/advice", key).json()["code"] == "not-yours"
    assert "by hand" in evening.post(f"{path}/seats/0", key, {"bot": "random"}).json()["message"]
    assert "by hand" in evening.post(f"{path}/leave/0", key).json()["message"]
    assert opened["table"]["seed"] is None
    assert not opened["table"]["can_fork"]


def test_what_is_down_there_is_told_nowhere_before_the_day_is_over(evening: House) -> None:
    """Neither the tavern wall nor a page of its owner's shows a try of today, and there is no second game at its table."""
    opened = attempt(evening, ADA, "Ada", "host")
    finish(evening, opened)
    match, path = opened["table"]["match"], f"/api/tables/{opened['table']['id']}"

    def hung() -> list[str]:
        return [each["match"] for each in evening.get("/api/memorials").json()["memorials"]]

    assert match not in hung()
    assert "tomorrow" in evening.get(f"/api/memorials/{match}/drawing").json()["message"]
    assert "tomorrow" in evening.post(f"{path}/show", opened["host"], {"told": True, "again": True}).json()["message"]
    assert "tomorrow" in evening.post(f"{path}/rematch", opened["host"]).json()["message"]
    assert evening.get(path, opened["host"]).json()["day"] == "2026-11-16"
    evening.app.state.friends.now = lambda: EVENING + 900
    assert match in hung()
    assert evening.post(f"{path}/show", opened["host"], {"told": True}).status_code == 200


def test_the_wall_and_a_midnight(evening: House) -> None:
    ada, bo = attempt(evening, ADA, "Ada"), attempt(evening, BO, "Bo")
    finish(evening, ada)
    mine = look(evening, ADA)
    assert mine["mine"]["line"]
    assert [(line["name"], line["mine"], line["page"]) for line in mine["wall"]] == [("Ada", True, "")]
    assert look(evening, BO)["wall"] == [], "whoever still plays is told nothing of what is down there"
    assert mine["yesterday"] == []
    finish(evening, bo)
    today = look(evening, BO)
    assert [line["name"] for line in today["wall"]] == ["Ada", "Bo"], "the same answers gave the same, and Ada was first"
    evening.app.state.friends.now = lambda: EVENING + 900
    tomorrow = look(evening, ADA)
    assert (tomorrow["mine"], tomorrow["tries"], tomorrow["wall"]) == (None, 0, [])
    best = tomorrow["yesterday"]
    assert [line["name"] for line in best] == ["Ada", "Bo"]
    replay = evening.get(f"/api/shown/{best[0]['page']}/replay").json()
    assert replay["over"]
    assert replay["seed"] is not None, "the day is over, and so is the secret"
    seed = evening.app.state.hall.tables[attempt(evening, ADA, "Ada")["table"]["id"]].playing().record.opening.seed
    assert seed != replay["seed"]
    assert look(evening, ADA)["yesterday"][0]["page"] == best[0]["page"]
    assert [one["day"] for one in evening.post("/api/daily/mine", "", {"me": ADA}).json()["tries"]] == [
        "2026-11-17",
        "2026-11-16",
    ]


def test_a_player_is_forgotten_for_good(evening: House) -> None:
    finish(evening, attempt(evening, ADA, "Ada"))
    finish(evening, attempt(evening, BO, "Bo"))
    assert len(look(evening, BO)["wall"]) == 2
    moments = itertools.count(EVENING + 900)
    evening.app.state.friends.now = lambda: next(moments)
    page = look(evening, BO)["yesterday"][0]["page"]
    assert evening.get(f"/api/shown/{page}").status_code == 200
    moments = itertools.count(EVENING)
    assert evening.post("/api/daily/forget", "", {"me": ADA}).status_code == 200
    assert evening.get(f"/api/shown/{page}").status_code == 404
    assert [line["name"] for line in look(evening, BO)["wall"]] == ["Bo"]
    assert evening.post("/api/daily/mine", "", {"me": ADA}).json() == {"tries": []}


@pytest.mark.parametrize("game", MEASURES)
def test_each_game_has_a_measure_that_its_outcomes_have(evening: House, game: str) -> None:
    finish(evening, attempt(evening, ADA, "Ada", game))
    mine = look(evening, ADA, game)
    assert mine["mine"]["score"] >= 0
    assert mine["best"] == mine["mine"]["score"]
    assert mine["measure"]


def test_robbers_who_retire_stand_above_those_who_are_buried() -> None:
    score = MEASURES["robber"].score
    rich = Outcome((0,), "", facts={"retired": True, "experience": 1, "best return": 0.0})
    dead = Outcome((), "", facts={"retired": False, "experience": 0, "best return": 9_000.0})
    assert score(rich) > score(dead) > score(Outcome((), "", facts={"retired": False, "experience": 0, "best return": 8.0}))


def test_gold_counts_at_home_and_time_decides_between_equals() -> None:
    score = MEASURES["board"].score
    facts: dict[str, bool | int | float | str] = {"gold": 20_000, "rounds": 30}
    assert score(Outcome((0,), "", facts=facts)) > score(Outcome((0,), "", facts={**facts, "rounds": 40}))
    assert score(Outcome((), "", facts=facts)) == 0


def test_whoever_ends_a_try_here_is_on_the_wall_at_once(evening: House) -> None:
    evening.app.state.friends.daily.every = 3600.0
    opened = attempt(evening, ADA, "Ada", "host")
    assert look(evening, ADA, "host")["mine"]["score"] is None
    ada, match = evening.sit(evening.key(opened, 0)), evening.app.state.hall.tables[opened["table"]["id"]].playing().match
    think = find_bot(match.game, match.game.bots[0])
    ada.until_news(0)
    while ada.news["ask"] is not None:
        moves = ada.news["moves"]
        assert ada.answer(think(match.view(0, Dice(moves))))["type"] == "ok"
    assert look(evening, ADA, "host")["mine"]["score"] is not None

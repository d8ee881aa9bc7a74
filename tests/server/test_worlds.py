"""Worlds in the browser: seen from above, gone down into, come home from, gone on with by their authors; secrets stay below."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.games.host.test_known import redrawn
from undercroft.engine import Dice
from undercroft.engine.sealed import SEALED
from undercroft.engine.site import Deed, Homecoming
from undercroft.games.host.state import Host
from undercroft.server.measures.limits import Buckets
from undercroft.site.reach import steps_from
from undercroft.store.visits import SeasonRow, add_row
from undercroft.store.worlds import Worlds

from .house import House, house

ME, OTHER = "a" * 48, "b" * 48


@pytest.fixture
def public(tmp_path: Path) -> Iterator[House]:
    """A server for everybody."""
    with house(tmp_path / "games.db", home=False) as server:
        yield server


def look(server: House, id: str = "first", **who: Any) -> dict[str, Any]:
    found = server.post(f"/api/worlds/{id}", body=who)
    assert found.status_code == 200, found.text
    page: dict[str, Any] = found.json()
    return page


def play(server: House, opened: dict[str, Any]) -> None:
    """To the end, as a bot would."""
    table = f"/api/tables/{opened['table']['id']}"
    key = server.key(opened, 0)
    person = server.sit(key)
    person.until_news(0)
    while person.news["ask"] is not None:
        moves, advice = person.news["moves"], server.get(f"{table}/advice", key).json()
        said = person.answer(advice["answer"])
        assert said["type"] == "ok", said
        person.until_news(moves + 1)


def test_down_and_home_again(public: House) -> None:
    """The first thing that a guest does here: the list, a world, a robber in it, and a line in its history with a replay."""
    [line] = public.post("/api/worlds").json()["worlds"]
    assert (line["id"], line["expeditions"], line["below"]) == ("first", 0, 0)
    before = look(public)
    assert not before["mine"]
    assert before["view"]["map"].startswith("<svg")
    door, goal = before["view"]["doors"][1]["id"], before["view"]["goals"][0]["id"]
    wish = {"game": "robber", "name": "Quill", "door": door, "goal": goal}
    opened = public.post("/api/worlds/first/enter", body=wish).json()
    assert opened["table"]["world"] == "first"
    assert line["title"] in opened["table"]["title"]
    below = look(public)["view"]["below"]
    assert [(visit["match"], visit["game"]) for visit in below] == [(opened["table"]["match"], "robber")]
    assert public.post("/api/worlds").json()["worlds"][0]["below"] == 1

    play(public, opened)
    after = look(public)
    assert after["view"]["below"] == []
    [visit] = after["view"]["visits"]
    assert visit["match"] == opened["table"]["match"]
    assert "Quill" in visit["line"]
    replay = public.get(f"/api/shown/{after['pages'][visit['match']]}/replay")
    assert replay.json()["over"]
    again = public.post(f"/api/tables/{opened['table']['id']}/rematch", opened["host"])
    assert again.json()["code"] == "closed", "a world is entered from its page"
    assert public.get("/w/first").text.count(line["title"]) >= 2, "a link's preview names it"
    assert public.get("/w/nowhere").status_code == 404


def test_every_game_goes_down_at_a_table(public: House) -> None:
    games = look(public)["view"]["games"]
    assert set(games) == {"descent", "board", "robber", "donjon"}
    for game in games:
        opened = public.post("/api/worlds/first/enter", body={"game": game, "name": "Bo"}).json()
        people = [seat["kind"] for seat in opened["table"]["seats"]]
        assert people.count("person") == 1, game
        keeper = public.app.state.hall.tables[opened["table"]["id"]].playing()
        assert keeper.record.opening.brief
        assert len(set(keeper.record.opening.seats)) == len(people)
        assert keeper.match.ask is not None
    assert {visit["game"] for visit in look(public)["view"]["below"]} == set(games)


@pytest.mark.parametrize("game", ["board", "descent", "donjon"])
def test_friends_come_along_by_link(public: House, game: str) -> None:
    """They gather first; nobody is below before the host begins, and then all of them are, with dice that nobody knows."""
    opened = public.post("/api/worlds/first/enter", body={"game": game, "name": "Ada", "friends": 2}).json()
    table, friend = opened["table"], public.key(opened, 1)
    assert table["gathering"] and table["world"] == "first"
    assert [seat["kind"] for seat in table["seats"]] == ["person"] * 3
    assert look(public)["view"]["below"] == []
    public.post(f"/api/tables/{table['id']}/seats/1", friend, body={"name": "Wren"})
    assert public.post(f"/api/tables/{table['id']}/start", opened["host"]).status_code == 200
    keeper = public.app.state.hall.tables[table["id"]].playing()
    assert keeper.record.opening.seats[:2] == ("Ada", "Wren")
    assert keeper.record.opening.dice == SEALED
    [below] = look(public)["view"]["below"]
    assert (below["match"], below["game"]) == (keeper.id, game)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "robber", "friends": 4}, "at most 4 go down together"),
        ({"game": "robber", "door": 1}, "no door 1"),
        ({"game": "robber", "goal": 3}, "no goal 3"),
        ({"game": "host"}, "does not go into worlds"),
        ({"game": "nothing"}, "does not go into worlds"),
        ({"game": "robber", "site": {"places": []}}, "unknown field"),
        ({"game": "robber", "bring": {"expedition": {}}}, "unknown field"),
    ],
)
def test_guests_send_names_and_numbers_that_the_page_told_them(public: House, wish: dict[str, Any], said: str) -> None:
    refused = public.post("/api/worlds/first/enter", body={"name": "Ada", **wish})
    assert refused.status_code == 400 or refused.status_code == 422, refused.text
    assert said in refused.json()["message"]
    assert look(public)["view"]["below"] == []


def test_only_the_author_sees_all_and_goes_on(public: House) -> None:
    """The world that came with the server has no author among its guests; a fork belongs to whoever made it."""
    for deed in ("next", "write"):
        assert public.post(f"/api/worlds/first/{deed}", body={"me": ME}).json()["code"] == "not-yours"
    assert public.post("/api/worlds/first", body={"me": ME, "author": True}).json()["code"] == "not-yours"
    fork = public.post("/api/worlds/first/fork", body={"me": ME}).json()["id"]
    assert [line["id"] for line in public.post("/api/worlds", body={"me": ME}).json()["worlds"]] == [fork, "first"]
    assert [line["id"] for line in public.post("/api/worlds", body={"me": OTHER}).json()["worlds"]] == ["first"]
    theirs, own = look(public, fork, me=OTHER), look(public, fork, me=ME, author=True)
    assert (theirs["mine"], theirs["view"]["author"], theirs["exports"]) == (False, None, [])
    assert own["mine"]
    assert own["view"]["author"]["peoples"]
    assert public.post(f"/api/worlds/{fork}", body={"me": OTHER, "author": True}).json()["code"] == "not-yours"
    year = own["view"]["year"]
    assert public.post(f"/api/worlds/{fork}/next", body={"me": OTHER}).json()["code"] == "not-yours"
    assert public.post(f"/api/worlds/{fork}/next", body={"me": ME}).json()["view"]["year"] == year + 1
    assert look(public)["view"]["year"] == year, "the other world stays where it was"
    taken = public.post(f"/api/worlds/{fork}/exports/json", body={"me": ME})
    assert taken.headers["content-disposition"] == f'attachment; filename="world-{fork}.json"'
    assert msgspec.json.decode(taken.content)["version"] == 2
    assert public.post(f"/api/worlds/{fork}/exports/json", body={"me": OTHER}).json()["code"] == "not-yours"
    assert public.post(f"/api/worlds/{fork}/exports/xyz", body={"me": ME}).json()["code"] == "no-such"


def test_the_author_writes_a_season_at_a_table(public: House) -> None:
    fork = public.post("/api/worlds/first/fork", body={"me": ME}).json()["id"]
    opened = public.post(f"/api/worlds/{fork}/write", body={"me": ME, "name": "Mags"}).json()
    assert opened["table"]["game"] == "host"
    assert look(public, fork, me=ME)["writing"]
    assert not look(public, fork, me=OTHER)["writing"]
    again = public.post(f"/api/worlds/{fork}/write", body={"me": ME}).json()
    assert again["table"]["id"] == opened["table"]["id"], "there is one season at a time"
    assert public.post(f"/api/worlds/{fork}/next", body={"me": ME}).json()["code"] == "closed"


def test_a_world_of_ones_own_from_its_first_day(public: House) -> None:
    """Its author writes until the pen is put down; until then there is nothing to go down into."""
    opened = public.post("/api/begin-world", body={"me": ME, "name": "Mags"}).json()
    id = opened["table"]["world"]
    assert opened["table"]["game"] == "host"
    assert [line["id"] for line in public.post("/api/worlds", body={"me": ME}).json()["worlds"]] == ["first"]
    assert public.post(f"/api/worlds/{id}", body={"me": ME}).json()["code"] == "no-such"
    assert public.post("/api/begin-world", body={"me": "short"}).json()["code"] == "malformed"


def test_a_history_that_has_ended_is_kept_as_a_world(public: House) -> None:
    """Its author goes down into what was written at a plain table, and goes on with it after its end."""
    wish = {"game": "host", "seats": [{"name": "Mags"}], "seed": 3, "options": {"ask": "nothing"}}
    opened = public.post("/api/tables", body=wish).json()
    table = opened["table"]["id"]
    assert public.post(f"/api/tables/{table}/world", public.key(opened, 0), body={"me": ME}).json()["code"] == "not-yours"
    id = public.post(f"/api/tables/{table}/world", opened["host"], body={"me": ME}).json()["id"]
    assert public.post(f"/api/tables/{table}/world", opened["host"], body={"me": ME}).json()["id"] == id, "it is one world"
    page = look(public, id, me=ME)
    assert page["mine"]
    assert page["view"]["doors"]
    year = page["view"]["year"]
    assert public.post(f"/api/worlds/{id}/next", body={"me": ME}).json()["view"]["year"] > year, "it starts anew"
    robbers = public.post("/api/tables", body={"game": "robber", "seats": [{"name": "Quill"}]}).json()
    refused = public.post(f"/api/tables/{robbers['table']['id']}/world", robbers["host"], body={"me": ME}).json()
    assert refused["code"] == "bad-opening"


def test_the_author_strikes_out_a_line(public: House) -> None:
    fork = public.post("/api/worlds/first/fork", body={"me": ME}).json()["id"]
    worlds = Worlds(public.app.state.hall.store)
    said = Homecoming("m1", "donjon", "Ada", 0, (Deed("stated", who="Ada", text="The moon is a door"),))
    with worlds.database.writing() as cursor:
        add_row(worlds.database, cursor, fork, "home", "m1", 1.0, msgspec.msgpack.encode(said))
    author = look(public, fork, me=ME, author=True)["view"]["author"]
    [line] = author["said"]
    assert author["record"][line] == "The moon is a door, or so Ada swore."
    assert author["links"][str(line)] == "m1"
    strike = f"/api/worlds/{fork}/strike"
    assert public.post(strike, body={"me": OTHER, "line": line}).json()["code"] == "not-yours"
    assert public.post(strike, body={"me": ME, "line": 0}).json()["code"] == "bad-opening"
    after = public.post(strike, body={"me": ME, "line": line}).json()["view"]["author"]
    assert "moon" not in after["record"][line]


def test_at_home_the_owner_is_the_author(server: House) -> None:
    page = look(server)
    assert page["mine"]
    assert page["view"]["author"] is None, "and still sees what players see, until they want more"
    assert look(server, author=True)["view"]["author"]["peoples"]
    assert server.post("/api/worlds/first/next").json()["view"]["year"] == page["view"]["year"] + 1


def test_a_guest_begins_a_dozen_worlds_and_no_more(public: House) -> None:
    for _ in range(12):
        assert "id" in public.post("/api/worlds/first/fork", body={"me": ME}).json()
    assert public.post("/api/worlds/first/fork", body={"me": ME}).json()["code"] == "closed"
    assert "id" in public.post("/api/worlds/first/fork", body={"me": OTHER}).json()


def test_who_calls_themselves_something_else_each_time_does_not_fill_the_shelf(public: House) -> None:
    public.app.state.friends.worlds._begun = Buckets(0.0, 3)
    forks = [public.post("/api/worlds/first/fork", body={"me": str(i) * 48}).json() for i in range(4)]
    assert [fork.get("code") for fork in forks] == [None, None, None, "too-many"]
    assert public.post("/api/begin-world", body={"me": ME}).json()["code"] == "too-many"


def test_a_world_whose_first_season_is_being_written_is_looked_for_once(public: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = public.post("/api/begin-world", body={"me": ME}).json()["table"]["world"]
    looked: list[str] = []
    head = Worlds.head

    def looking(self: Worlds, world: Any) -> Any:
        looked.append(world.id)
        return head(self, world)

    monkeypatch.setattr(Worlds, "head", looking)
    for _ in range(3):
        assert [line["id"] for line in public.post("/api/worlds", body={"me": ME}).json()["worlds"]] == ["first"]
    assert looked.count(begun) == 1
    assert looked.count("first") == 1
    assert public.post(f"/api/worlds/{begun}/fork", body={"me": ME}).json()["code"] == "closed", "not that the store is away"


def test_redraw_what_nobody_can_know_and_no_public_byte_changes(public: House) -> None:
    """Law 5: somebody came home from five places; whatever else is below may be anything."""
    pages = public.app.state.friends.worlds
    worlds: Worlds = pages.worlds
    world = worlds.ready()
    site = worlds.head(world).site
    known = {place.id for place in site.places}
    stops = [stop for stop in steps_from(site, [site.doors[0].place]) if stop in known][:5]
    home = Homecoming("m", "robber", "Quill", site.year, (Deed("died", 0, stops[-1], who="Ada"),), tuple(stops))
    with worlds.database.writing() as cursor:
        add_row(worlds.database, cursor, world.id, "home", "m", 1.0, msgspec.msgpack.encode(home))

    def public_bytes() -> bytes:
        pages._views.clear()
        worlds._heads.clear()
        return public.post("/api/worlds/first").content + public.get("/w/first").content

    shown = public_bytes()
    assert b"Ada" in shown
    season = next(row for row in worlds.rows(world) if row.kind == "season")
    state = msgspec.msgpack.decode(season.season.state, type=Host)
    for seed in range(3):
        other = redrawn(state, stops, Dice(seed))
        other.record, other.seed = state.record, state.seed  # what is told in town, by which names, and what towns are called
        for group in other.groups.values():
            group.name = state.groups[group.id].name
        packed = msgspec.msgpack.encode(SeasonRow(season.season.upto, zlib.compress(msgspec.msgpack.encode(other), 9)))
        with worlds.database.writing() as cursor:
            cursor.run("UPDATE world_rows SET body = ? WHERE world_id = ? AND n = ?", (packed, world.id, season.n))
        assert msgspec.msgpack.encode(other) != msgspec.msgpack.encode(state)
        assert public_bytes() == shown


def test_a_fresh_machine_has_a_world_and_no_finished_game(tmp_path: Path) -> None:
    with house(tmp_path / "games.db", home=True) as server:
        assert server.post("/api/worlds", body={}).json()["worlds"]
        assert server.get("/api/saved").json()["matches"] == []

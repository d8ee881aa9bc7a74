"""A finished game shown to everybody: what its public bytes hold, and what they never do."""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import pytest

from undercroft.server.jobs.picture import HEIGHT, WIDTH, card_svg

from .finished import bring, played
from .house import House

SEED = 3_141_592_653_589_793  # long enough to be told from every other number


def path_of(opened: dict[str, Any], rest: str = "") -> str:
    return f"/api/tables/{opened['table']['id']}{rest}"


def guessed(server: House) -> dict[str, Any]:
    """Two people guess which hand holds the coin, in secret, until one has won."""
    opened = server.open("toy", "Ada", "Bo", options={"goal": 6})
    people = [server.sit(server.key(opened, seat)) for seat in (0, 1)]
    for person in people:
        person.until_news(0)
    moves = 0
    while people[0].news["ask"] is not None:
        person = people[people[0].news["ask"]["seats"][0]]
        asked = [option["key"] for option in person.news["ask"]["options"]]
        person.answer("guess" if "guess" in asked else "left")
        moves = person.news["moves"]
        for each in people:
            each.until_news(moves)
    told = json.dumps(people[0].events + people[1].events)
    assert "It was the" in told
    return opened


def public_bytes(server: House, page: dict[str, Any]) -> bytes:
    """Everything that a stranger can get of a page."""
    paths = [
        f"/g/{page['id']}",
        f"/g/{page['id']}/replay",
        f"/g/{page['id']}.png",
        f"/e/{page['id']}",
        f"/api/shown/{page['id']}",
    ]
    paths += [
        f"/api/shown/{page['id']}/replay",
        *(f"/api/shown/{page['id']}/replay/{count}" for count in range(page["moves"] + 1)),
    ]
    return b"\n".join(server.get(path).content for path in paths)


def test_every_public_byte_is_free_of_secrets_until_the_host_tells(server: House) -> None:
    opened = guessed(server)
    info = server.get(path_of(opened), opened["host"]).json()
    match = server.app.state.hall.tables[opened["table"]["id"]].playing().match
    assert server.post(path_of(opened, "/show"), server.key(opened, 0)).status_code == 403, "only the host shows it"
    page = server.post(path_of(opened, "/show"), opened["host"]).json()
    bytes_ = public_bytes(server, page)
    secrets = [opened["host"], *(link["key"] for link in opened["links"]), opened["table"]["id"], "It was the", match.state.coin]
    secrets += [epoch["seal"] for epoch in info["dice"]["epochs"]]
    for secret in secrets:
        assert secret.encode() not in bytes_, secret
    moves = server.get(f"/api/shown/{page['id']}/replay").json()["moves"]
    assert [move["answer"] for move in moves] == [None] * page["moves"]
    told = server.post(path_of(opened, "/show"), opened["host"], {"told": True}).json()
    assert told["id"] == page["id"], "the link stays"
    assert b'"guess"' in public_bytes(server, told)
    assert opened["host"].encode() not in public_bytes(server, told)


def test_what_only_one_seat_was_told_stays_with_it(server: House) -> None:
    """A whole game of board: which prizes somebody found is in no public byte."""
    opened = bring(server, played("board", 5, "Ada", "Bo", options=(("types", "elf,hero"),)))
    page = server.post(path_of(opened, "/show"), opened["host"], {"embeds": True}).json()
    bytes_ = public_bytes(server, page)
    match = server.app.state.hall.tables[opened["table"]["id"]].playing().match
    known = {seen.text for event in match.events if (seen := event.seen_by(None)) is not None}
    seen = {told.text for event in match.events for seat in (0, 1) if (told := event.seen_by(seat)) is not None}
    secrets = seen - known
    assert len(secrets) > 10
    assert [secret for secret in secrets if secret.encode() in bytes_] == []
    assert all(fact.encode() in bytes_ for fact in list(known)[:20]), "what everybody saw is there"
    moves = server.get(f"/api/shown/{page['id']}/replay").json()["moves"]
    assert {move["answer"] for move in moves} == {None}


def test_a_page_is_there_from_when_the_host_shows_it_until_it_is_taken_down(server: House) -> None:
    opened = server.open("toy", options={"goal": 50})
    assert server.post(path_of(opened, "/show"), opened["host"]).json()["code"] == "closed", "it is not over"
    over = guessed(server)
    assert server.get(path_of(over, "/shown"), over["host"]).json() == {"page": None}
    page = server.post(path_of(over, "/show"), over["host"]).json()
    assert server.get(path_of(over, "/shown"), over["host"]).json()["page"] == page
    assert server.get(f"/api/shown/{page['id']}").status_code == 200
    assert server.get(f"/e/{page['id']}").status_code == 403, "not in frames, unless the host lets them"
    assert server.post(path_of(over, "/hide"), over["host"]).status_code == 200
    for path in (f"/api/shown/{page['id']}", f"/api/shown/{page['id']}/replay", f"/g/{page['id']}", f"/g/{page['id']}.png"):
        assert server.get(path).status_code == 404


def test_a_links_preview_has_title_lines_and_picture(server: House) -> None:
    opened = bring(server, played("robber", SEED, "<b>Ada & Co</b>"))
    page = server.post(path_of(opened, "/show"), opened["host"], {"again": True, "embeds": True}).json()
    text = server.get(page["path"]).text
    tags = dict(re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)">', text))
    assert tags["og:title"].endswith("&lt;b&gt;Ada &amp; Co&lt;/b&gt;")
    assert "<b>Ada" not in text
    assert tags["og:url"] == f"http://127.0.0.1:{server.port}{page['path']}"
    assert page["lines"][0].split()[0] in tags["og:description"]
    assert tags["og:image"] == tags["og:url"] + ".png"
    picture = server.get(f"{page['path']}.png")
    assert picture.headers["content-type"] == "image/png"
    assert struct.unpack(">II", picture.content[16:24]) == (WIDTH, HEIGHT)
    assert len(picture.content) < 1_500_000
    assert str(SEED).encode() not in public_bytes(server, page)
    frame = server.get(f"/e/{page['id']}")
    assert "frame-ancestors *" in frame.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in server.get(page["path"]).headers["content-security-policy"]
    assert page["text"].startswith("The ") or page["lines"][0] in page["text"]
    again = server.http.post(f"/api/shown/{page['id']}/again", json={"name": "Bo"}).json()
    keeper = server.app.state.hall.tables[again["table"]["id"]].playing()
    assert keeper.record.opening.seed == SEED
    assert again["table"]["seed"] is None, "nobody is told the seed before the end"


def test_a_dungeon_is_played_again_only_where_a_seed_gives_it_and_the_host_lets_it(server: House) -> None:
    sealed = guessed(server)
    shown = server.post(path_of(sealed, "/show"), sealed["host"], {"again": True}).json()
    assert shown["again"] is False  # shown all the same
    page = server.post(path_of(sealed, "/show"), sealed["host"]).json()
    assert server.http.post(f"/api/shown/{page['id']}/again", json={"name": "Bo"}).json()["code"] == "not-yours"


def test_a_picture_is_made_once(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = guessed(server)
    page = server.post(path_of(opened, "/show"), opened["host"]).json()
    studio, made = server.app.state.hall.studio, []
    paint = studio.paint

    async def counted(*job: Any) -> bytes:
        made.append(job)
        return bytes(await paint(*job))

    monkeypatch.setattr(studio, "paint", counted)
    assert server.get(f"{page['path']}.png").content == server.get(f"{page['path']}.png").content
    assert len(made) == 1


def test_words_on_a_picture_are_wrapped_cut_and_only_words() -> None:
    svg = card_svg(
        "board", '<svg xmlns="http://www.w3.org/2000/svg" width="9" viewBox="0 0 9 9"></svg>', "<script>", ["word " * 200, "two"]
    )
    assert "<script>" not in svg
    assert svg.count("<text") < 12
    assert '<svg x="20" y="20" width="700"' in svg

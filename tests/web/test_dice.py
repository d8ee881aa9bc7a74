"""Sealed dice in the browser: its own BLAKE2b, what it mixes in, the dialog of a table, and the page that checks a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.house import House, house
from undercroft.engine import SaveFile
from undercroft.engine.checking import Noted, check_save
from undercroft.games import find

from .player import Player

pytestmark = pytest.mark.browser

VECTORS = json.loads((Path(__file__).parents[1] / "engine" / "data" / "sealed1.json").read_text())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("dice") / "games.db") as here:
        yield here


@pytest.fixture
def seat(open_page: Callable[..., Any], server: House) -> Iterator[Callable[..., Player]]:
    players: list[Player] = []

    def come() -> Player:
        players.append(Player(open_page(reduced_motion="reduce"), f"http://localhost:{server.port}"))
        return players[-1]

    yield come
    assert [problem for player in players for problem in player.problems] == []


def link(opened: dict[str, Any], seat: int | None) -> str:
    return str(next(each["path"] for each in opened["links"] if each["seat"] == seat))


CHECK = """async save => {
  const { check } = await import("/js/sealed.js");
  const events = Array.from({ length: 20 }, (_, n) => ({ n, kind: "tell" }));
  for (const [n, faces] of save.shown) events[n] = { n, kind: "roll", roll: { faces } };
  return [...new Set(check({ ...save, events, opening: { seats: [] } }).map((fault) => fault.kind))].sort();
}"""

WORDS = """async key => {
  const { blake2b } = await import("/js/blake2b.js");
  const { bytes, hex } = await import("/js/sealed.js");
  return hex(blake2b(new Uint8Array(8), "undercroft-dice1", 64, bytes(key)));
}"""

TALLIES = """async ({ first, draws }) => {
  const { tally } = await import("/js/sealed.js");
  const all = [first];
  for (const [, , , bound, faces, event] of draws) {
    if (event >= 0) all.push(tally(all.at(-1), event, `${faces.length}d${bound}`, faces));
  }
  return all;
}"""


def test_the_browser_agrees_with_the_vectors(seat: Callable[..., Player]) -> None:
    page = seat().page
    page.goto(f"{seat().home}/check")
    assert page.evaluate(WORDS, VECTORS["keys"]["1"]) == "".join(VECTORS["words"][:8])
    assert page.evaluate(TALLIES, {"first": VECTORS["tallies"][0], "draws": VECTORS["good"]["draws"]}) == VECTORS["tallies"]
    assert page.evaluate(CHECK, VECTORS["good"]) == []
    for name, bad in VECTORS["bad"].items():
        assert page.evaluate(CHECK, bad["save"]) == bad["codes"], name


def test_two_browsers_mix_play_and_check(seat: Callable[..., Player], server: House, tmp_path: Path) -> None:
    opened = server.open("board", "Ada", "Bo", options={"types": "superhero,hero"})
    table = server.app.state.hall.tables[opened["table"]["id"]]
    ada, bo = seat().sit(link(opened, 0)), seat().sit(link(opened, 1))
    for player in (ada, bo):
        player.page.wait_for_function(
            "() => document.querySelector('.table-page').live.model.table.dice.epochs.at(-1).mixed.length === 2"
        )
    shares = list(table.keeper.match.chance.epochs.values())[-1].seats
    noted = [player.page.evaluate("() => JSON.parse(localStorage.getItem('undercroft.seals'))") for player in (ada, bo)]
    last = max(table.keeper.match.chance.epochs)
    for share, mine in zip(shares, noted, strict=True):
        assert mine[table.keeper.id]["nonces"][str(last)] == share.nonce
    ada.page.locator(".dice-sign").click()
    told = ada.page.locator("dialog").inner_text()
    assert "Mixed by Ada and Bo" in told
    assert "can foresee them, not choose them" in told
    assert table.keeper.match.chance.epochs[last].seal[:12] in told
    ada.page.locator("dialog button.close").click()
    assert table.keeper.match.chance.epochs[last].seal[:12] in (ada.page.locator(".dice-sign").get_attribute("title") or "")
    for _ in range(6):
        asked = ada if 0 in table.keeper.match.ask.seats else bo
        asked.wait_asked()
        asked.take()
    before = len(table.keeper.moves)
    server.post(f"/api/tables/{opened['table']['id']}/close", opened["host"])
    assert len(table.keeper.moves) == before
    save = server.get(f"/api/tables/{opened['table']['id']}/save", opened["host"])
    assert save.status_code == 200
    assert check_save(SaveFile.decode(save.content), find("board"), Noted()) == []
    bo.page.goto(f"{bo.home}/check/{opened['table']['id']}")
    bo.page.wait_for_selector(".verdict.agrees")
    assert "mixed by Ada and Bo" in bo.page.locator(".verdict").inner_text()
    assert "this browser noted" in bo.page.locator(".report").inner_text()
    file = tmp_path / "changed.undercroft"
    good = SaveFile.decode(save.content)
    thrown = next(i for i, draw in enumerate(good.draws) if draw.event >= 0)
    other = msgspec.structs.replace(good.draws[thrown], results=tuple(7 - face for face in good.draws[thrown].results))
    draws = (*good.draws[:thrown], other, *good.draws[thrown + 1 :])
    file.write_bytes(msgspec.structs.replace(good, draws=draws).encode())
    bo.page.locator("#check-file").set_input_files(str(file))
    bo.page.wait_for_selector(".verdict.fails")
    assert "altered:" in bo.page.locator(".verdict").inner_text()


def test_a_seeded_save_cannot_be_checked(seat: Callable[..., Player]) -> None:
    player = seat()
    player.page.goto(f"{player.home}/check")
    replays = Path(__file__).parents[1] / "replays"
    player.page.locator("#check-file").set_input_files(str(replays / "robber-0.1.undercroft"))
    player.page.wait_for_selector(".verdict.unknown")
    assert "never sealed" in player.page.locator(".verdict").inner_text()


def test_a_practice_table_says_that_its_dice_are_known(seat: Callable[..., Player], server: House) -> None:
    opened = server.open("board", "Ada", "Bo", practice=True)
    ada = seat().sit(link(opened, 0))
    assert ada.page.locator(".dice-sign").inner_text() == "dice known"
    ada.page.locator(".dice-sign").click()
    assert "Dice known" in ada.page.locator("dialog").inner_text()

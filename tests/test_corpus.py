"""Saves and databases of released versions (tests/corpus, by tools/write_corpus.py) open and are played on, for ever.

What was played under today's rules must come out the same, step by step. What was played under older ones goes on from where
it was, and says so. Each is also opened as if the rules had changed since, so that this never breaks unnoticed.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.store.pg import Postgres, binaries
from undercroft.bots import find_bot
from undercroft.bots.random import any_answer
from undercroft.engine import Answer, Dice, Match, SaveFile
from undercroft.engine.save import StepMark
from undercroft.games import OURS, find
from undercroft.store import Keeper, Store, open_store

CORPUS = Path(__file__).parent / "corpus"
SAVES = sorted(CORPUS.glob("*.undercroft.xz"))
ON = 12  # answers given after opening


def next_answer(match: Match[Any], dice: Dice) -> tuple[int, Answer]:
    """The game's best bot plays, and chance where it does not: real dice, and the gamesmaster."""
    ask = match.ask
    assert ask is not None
    seat = ask.seats[0]
    if ask.kind == "dice" or seat >= len(match.opening.seats):
        return seat, any_answer(ask, seat, dice)
    return seat, find_bot(match.game, "greedy")(match.view(seat, dice))


@pytest.fixture(params=["today", "later"])
def rules(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Today's rules, or the same under the number of the next."""
    if request.param == "later":
        for slug in OURS:
            monkeypatch.setattr(type(find(slug)), "rules_version", find(slug).rules_version + 1)
    return str(request.param)


@pytest.mark.parametrize("slug", OURS)
def test_every_game_has_ten_saves_in_play_and_two_that_ended(slug: str) -> None:
    names = [path.name for path in SAVES if path.name.startswith(f"{slug}-")]
    assert sum("-going." in name for name in names) >= 10
    assert sum("-over." in name for name in names) >= 2


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name.partition(".u")[0])
def test_a_save_opens_and_is_played_on(path: Path, rules: str) -> None:
    save = SaveFile.decode(lzma.decompress(path.read_bytes()), path.name)
    game = find(save.opening.game)
    same = save.rules_version == game.rules_version
    assert not (same and rules == "later")
    match, note = save.reopen(game)  # compares the hashes of all steps
    older = f"saved under rules version {save.rules_version}, opened under {game.rules_version}"
    assert note == ("" if same else f"{older}; it goes on from where it was saved")
    assert (match.outcome is not None) == ("-over." in path.name)
    if same:
        assert match.snapshot() == save.snapshot
    assert match.screen(0).title
    begun, dice = match.move_count, Dice(1)
    while match.ask is not None and match.move_count < begun + ON:
        seat, answer = next_answer(match, dice)
        match.answer(answer, seat)
    assert match.outcome is not None or match.move_count == begun + ON


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


def unpacked(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Store:
    """A copy of a database, opened."""
    data = lzma.decompress(path.read_bytes())
    if ".sqlite3" in path.name:
        copy = tmp_path / "games.sqlite3"
        copy.write_bytes(data)
        return open_store(copy)
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed")
    import psycopg

    where = request.getfixturevalue("postgres").database()
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute(data)
    return open_store(where)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("games-*.xz")), ids=lambda path: path.stem)
def test_a_database_opens_and_every_match_is_played_on(
    path: Path, rules: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    store = unpacked(path, tmp_path, request)
    try:
        kept = store.matches()
        assert {line.record.opening.game for line in kept} == set(OURS)
        assert len(kept) >= 4 * len(OURS)
        for line in kept:
            play_on(store, line.record.id, line.over)
        for match in {line.record.id for line in kept}:
            for name in store.tables_of(match):
                assert store.table(name) is not None
                assert [said.text for said in store.chat(name)] == ["Who has the lamp?", "<b>Not I</b> - \N{CANDLE}"]
                assert store.key(name.encode()) is not None
                assert store.say(name, 0, "Ada", "Here it is.").n > 2
        assert {memorial.game for memorial in store.memorials()} >= {"robber", "descent"}
    finally:
        store.close()


def play_on(store: Store, match: str, over: bool) -> None:
    written = store.record(match).rules_version
    keeper = Keeper.open(store, match)
    if written == keeper.game.rules_version:
        assert keeper.notice == ""
        save, here = keeper.save_file(), keeper.match.steps[-1]
        save = msgspec.structs.replace(save, steps=(*save.steps, StepMark(here.moves, here.digest)))
        assert save.verify(keeper.game) == "", "a change of rules needs a new rules_version and a migration"
    else:
        assert f"saved under rules version {written}, opened under {keeper.game.rules_version}" in keeper.notice
    assert (keeper.match.outcome is not None) == over
    begun, dice = keeper.match.move_count, Dice(1)
    while keeper.match.ask is not None and keeper.match.move_count < begun + ON:
        seat, answer = next_answer(keeper.match, dice)
        keeper.answer(answer, seat)
    again = Keeper.open(store, match)
    assert again.notice == ""
    assert again.match.steps[-1].digest == keeper.match.steps[-1].digest
    assert again.match.dice.state == keeper.match.dice.state
    assert again.events == keeper.events

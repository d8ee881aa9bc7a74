"""Nothing is taken back: matches of older rules, snapshots that do not fit, and rules that changed without saying so."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from tests.engine.toy import GAME, RULE, Toy, ToyGame
from undercroft.engine import Opening, SaveFile, Table
from undercroft.store import Keeper, Store, open_store
from undercroft.store.again import Differs

from .conftest import find
from .pg import Postgres

ANSWERS: list[str | int] = ["rest", 1, "climb", "rest", 2, "climb", "climb", "rest", 0, "climb", "rest"]


class Later(ToyGame):
    """The toy under later rules that ask and throw the same."""

    rules_version: ClassVar[int] = 2

    def migrate(self, state: Any, rules_version: int) -> Any:
        return {**state, "goal": state["goal"] + 1}


class Shorter(Later):
    """Later rules under which nobody rests for two steps."""

    async def step(self, t: Table[Toy]) -> None:
        s = t.state
        seat = s.turn % len(s.heights)
        move = await t.choose(seat, "And now?", {"climb": "Climb", "guess": "Guess", "rest": "Rest"}, rule=RULE)
        if move == "climb":
            s.heights[seat] += await t.roll("1d6", "climb", rule=RULE)
        elif move == "rest":
            s.heights[seat] += await t.ask_number(seat, "How far?", 0, 1, rule=RULE)
        await t.judge("A gust?", {"gust": "Yes", "still": "No"}, {"gust": 1, "still": 5}, rule=RULE)
        s.turn += 1


class Steeper(Later):
    """Later rules that throw other dice for the second climber."""

    async def step(self, t: Table[Toy]) -> None:
        s = t.state
        seat = s.turn % len(s.heights)
        move = await t.choose(seat, "And now?", {"climb": "Climb", "guess": "Guess", "rest": "Rest"}, rule=RULE)
        if move == "climb":
            s.heights[seat] += await t.roll("1d6" if s.turn < 3 else "1d8", "climb", rule=RULE)
        elif move == "rest":
            s.heights[seat] += await t.ask_number(seat, "How far?", 0, 2, rule=RULE)
        await t.judge("A gust?", {"gust": "Yes", "still": "No"}, {"gust": 1, "still": 5}, rule=RULE)
        s.turn += 1


class Asking(Later):
    """Later rules in which another rule asks what the first climber does."""

    async def step(self, t: Table[Toy]) -> None:
        s = t.state
        seat = s.turn % len(s.heights)
        await t.choose(seat, "And now?", {"climb": "Climb", "rest": "Rest"}, rule="TOY-OTHER-01")
        s.turn += 1


class Silently(ToyGame):
    """Other rules under the same version: nobody said so."""

    async def step(self, t: Table[Toy]) -> None:
        t.state.heights[0] += 1
        await super().step(t)


def killed(path: Path) -> tuple[str, list[str]]:
    """A match of eleven answers by a thrifty keeper that was killed: its only snapshot is that of the beginning."""
    store = open_store(path, find=find)
    keeper = Keeper.create(store, Opening(game="toy", seats=("Ada", "Bo"), seed=5, options={"goal": 50}))
    keeper.thrift = 100
    for answer in ANSWERS:
        ask = keeper.match.ask
        assert ask is not None
        keeper.answer(answer, ask.seats[0])
    told = [event.text for event in keeper.events]
    store.close()
    return keeper.id, told


def opened(path: Path, id: str, game: ToyGame, **more: Any) -> Keeper:
    return Keeper.open(open_store(path, find=lambda slug: game), id, **more)


def test_every_acknowledged_answer_stands_after_an_upgrade(tmp_path: Path) -> None:
    id, told = killed(tmp_path / "g.db")
    keeper = opened(tmp_path / "g.db", id, Later())
    assert [move.answer for move in keeper.moves] == ANSWERS
    assert keeper.notice == "saved under rules version 1, opened under 2; every answer stands"
    assert [event.text for event in keeper.events] == told
    assert keeper.match.state.goal == 51
    keeper.answer(1, keeper.match.ask.seats[0])  # type: ignore[union-attr]
    again = opened(tmp_path / "g.db", id, Later())
    assert (again.notice, again.match.state) == ("", keeper.match.state)


@pytest.mark.parametrize(
    ("game", "stand", "misfit"),
    [
        (Shorter(), 4, "answer 5 (Ada: 2) is refused"),
        (Steeper(), 5, "other dice fall after answer 6 (Bo: climb)"),
        (Asking(), 0, "answer 1 (Ada: rest) meets another question"),
    ],
)
def test_only_what_does_not_fit_is_asked_again_and_the_notice_names_it(
    tmp_path: Path, game: ToyGame, stand: int, misfit: str
) -> None:
    id, told = killed(tmp_path / "g.db")
    keeper = opened(tmp_path / "g.db", id, game)
    assert [move.answer for move in keeper.moves] == ANSWERS[:stand]
    assert misfit in keeper.notice
    assert f"{len(ANSWERS) - stand} answers" in keeper.notice
    assert keeper.taken_back == len(ANSWERS) - stand
    assert [event.text for event in keeper.events] == told[: len(keeper.events)]
    again = opened(tmp_path / "g.db", id, game)
    assert (again.notice, again.moves, again.match.state) == ("", keeper.moves, keeper.match.state)


def test_a_save_of_older_rules_keeps_the_answers_of_its_last_turn(tmp_path: Path) -> None:
    store = open_store(tmp_path / "g.db", find=find)
    keeper = Keeper.create(store, Opening(game="toy", seats=("Ada", "Bo"), seed=5, options={"goal": 50}))
    keeper.answer("rest", 0)
    save = SaveFile.decode(keeper.save_file().encode())
    match, note = save.reopen(Later())
    assert match.ask is not None
    assert match.ask.kind == "number"
    assert note == "saved under rules version 1, opened under 2; it goes on from where it was saved"
    keeper.answer(2, 0)
    keeper.answer("rest", 1)
    keeper.answer(2, 1)
    keeper.answer("rest", 0)
    refused = msgspec.structs.replace(save, snapshot=msgspec.structs.replace(save.snapshot, answers=((0, "rest"), (0, 2))))
    match, note = refused.reopen(Shorter())
    assert match.ask is not None
    assert match.ask.kind == "number"
    assert "answer 2 (Ada: 2) is refused" in note
    store.close()


def test_a_snapshot_that_does_not_fit_the_answers_is_not_played_on(tmp_path: Path) -> None:
    """As an undo and a snapshot that crossed each other left it."""
    store = open_store(tmp_path / "g.db", find=find)
    keeper = Keeper.create(store, Opening(game="toy", seats=("Ada", "Bo"), seed=5, options={"goal": 50}, practice=True))
    for answer in ("rest", 1, "rest", 2):
        keeper.answer(answer, keeper.match.ask.seats[0])  # type: ignore[union-attr]
    state = msgspec.msgpack.decode(keeper.match.steps[-1].state)
    wrong = msgspec.structs.replace(keeper.match.steps[-1], state=msgspec.msgpack.encode({**state, "heights": [437, 2]}))
    with store.database.writing() as cursor:
        cursor.run("UPDATE snapshots SET body = ? WHERE match_id = ? AND count = 4", (msgspec.msgpack.encode(wrong), keeper.id))
    again = Keeper.open(store, keeper.id)
    assert again.match.state.heights == [1, 2]
    assert "did not fit" in again.notice
    assert Keeper.open(store, keeper.id).notice == "", "what does not fit is forgotten"
    with store.database.writing() as cursor:
        cursor.run("UPDATE snapshots SET body = ? WHERE match_id = ?", (msgspec.msgpack.encode(wrong), keeper.id))
    with pytest.raises(Differs, match="not what is stored"):
        Keeper.open(store, keeper.id)
    store.close()


def test_rules_that_changed_without_saying_so_are_found_out(tmp_path: Path) -> None:
    id, _ = killed(tmp_path / "g.db")
    with pytest.raises(Differs, match="things stand differently after answer 2 "):
        opened(tmp_path / "g.db", id, Silently())
    keeper = opened(tmp_path / "g.db", id, Silently(), accept=True)
    assert "today's rules play this differently" in keeper.notice
    assert opened(tmp_path / "g.db", id, Silently()).match.state == keeper.match.state


def test_an_undo_between_looking_and_keeping_leaves_no_snapshot_of_what_was_undone(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL: one server lets a table rest while at another somebody takes a move back and plays on."""
    from undercroft.store.postgresql import _PostgresqlCursor

    where = postgres.database()
    here, there = open_store(where, find=find), open_store(where, find=find)
    keeper = Keeper.create(here, Opening(game="toy", seats=("Ada",), seed=5, options={"goal": 50}, practice=True))
    keeper.answer("rest", 0)
    keeper.thrift = 100
    keeper.answer(2, 0)  # a new step, of which there is no snapshot yet
    other = Keeper.open(there, keeper.id)
    other.thrift = 100

    def take_back() -> None:
        other.undo(0)
        other.answer(0, 0)

    rival = threading.Thread(target=take_back)
    run = _PostgresqlCursor.run

    def run_and_wait(self: _PostgresqlCursor, sql: str, values: Any = ()) -> list[tuple[Any, ...]]:
        found = run(self, sql, values)
        if sql.startswith("SELECT max(n)") and threading.current_thread() is not rival and not rival.ident:
            rival.start()
            rival.join(1)  # it is done by now, or waits for this transaction
        return found

    monkeypatch.setattr(_PostgresqlCursor, "run", run_and_wait)
    keeper.rest()
    rival.join(30)
    assert not rival.is_alive()
    kept = there.snapshot(keeper.id, 10**6)
    assert kept is not None
    assert msgspec.msgpack.decode(kept[0].state)["heights"] == [0], "the undone branch must not be found by anybody"
    again = Keeper.open(there, keeper.id)
    assert (again.match.state.heights, again.notice) == ([0], "")
    here.close()
    there.close()


def test_every_store_agrees_with_what_it_stored(store: Store) -> None:
    keeper = Keeper.create(store, Opening(game="toy", seats=("Ada", "Bo"), seed=5, options={"goal": 50}, practice=True))
    for answer in ANSWERS:
        keeper.answer(answer, keeper.match.ask.seats[0])  # type: ignore[union-attr]
    keeper.undo()
    rows = store.rows(keeper.id)
    assert [row.asked for row in rows[1:3]] == [f"{RULE} choose", f"{RULE} number"]
    assert rows[2].step == keeper.fork(2).match.steps[-1].digest != rows[1].step
    assert Keeper.open(store, keeper.id).match.state == keeper.match.state
    assert GAME.rules_version == 1

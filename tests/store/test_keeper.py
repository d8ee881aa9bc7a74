"""The keeper: what is answered is stored, and a reopened match is the same match."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from tests.engine.toy import GAME, Toy, ToyGame
from undercroft.bots import random_answer
from undercroft.engine import CHANCE, CannotUndo, Dice, IllegalAnswer, Memorial, Opening, Outcome, SaveFile
from undercroft.engine.words import number
from undercroft.store import Conflict, Keeper, Row, Store, StoreError, Write, open_store

from .conftest import find


def opening(*names: str, **more: Any) -> Opening:
    return Opening(game="toy", seats=names or ("Ada", "Bo"), seed=more.pop("seed", 7), **more)


def play(keeper: Keeper, count: int, seed: int = 1) -> None:
    dice = Dice(seed)
    for _ in range(count):
        ask = keeper.match.ask
        if ask is None:
            return
        keeper.answer(random_answer(keeper.match.view(ask.seats[0], dice)), ask.seats[0])


def same(one: Keeper, other: Keeper) -> None:
    """Both stand at the same place and would go on the same way."""
    assert msgspec.msgpack.encode(one.match.state) == msgspec.msgpack.encode(other.match.state)
    assert one.match.dice.state == other.match.dice.state
    assert one.events == other.events == one.match.events == other.match.events
    assert one.moves == other.moves == one.match.moves == other.match.moves
    assert one.n == other.n
    assert one.bots == other.bots
    mine, theirs = one.match.ask, other.match.ask
    assert (mine is None) == (theirs is None)
    if mine is not None and theirs is not None:
        assert (mine.serial, mine.seats, mine.keys, mine.prompt) == (theirs.serial, theirs.seats, theirs.keys, theirs.prompt)


def test_a_reopened_match_is_the_same_at_every_decision(store: Store) -> None:
    keeper = Keeper.create(store, opening(options={"goal": 50}))
    for turn in range(70):
        same(keeper, Keeper.open(store, keeper.id))
        play(keeper, 1, seed=turn)
    assert len(store.milestones(keeper.id)) >= 2


def test_a_thrifty_keeper_writes_few_snapshots_and_reopens_the_same(store: Store) -> None:
    keeper = Keeper.create(store, opening(options={"goal": 50}, practice=True))
    keeper.thrift = 10
    behind = []
    for turn in range(60):
        same(keeper, Keeper.open(store, keeper.id))
        found = store.snapshot(keeper.id, keeper.match.move_count)
        assert found is not None
        behind.append(keeper.match.move_count - found[0].moves)
        play(keeper, 1, seed=turn)
        if turn % 13 == 12:
            keeper.undo()
    assert 5 < max(behind) < 15
    keeper.rest()
    found = store.snapshot(keeper.id, keeper.match.move_count)
    assert found is not None
    assert found[0] == keeper.match.steps[-1]


def test_two_keepers_that_play_on_alike_stay_alike(store: Store) -> None:
    keeper = Keeper.create(store, opening(options={"goal": 50}))
    play(keeper, 30)
    again = Keeper.open(store, keeper.id)
    answers = []
    dice = Dice(3)
    for _ in range(20):
        ask = keeper.match.ask
        assert ask is not None
        answers.append((ask.seats[0], random_answer(keeper.match.view(ask.seats[0], dice))))
        keeper.match.answer(answers[-1][1], answers[-1][0])
        again.match.answer(answers[-1][1], answers[-1][0])
    assert keeper.match.snapshot() == again.match.snapshot()
    assert keeper.match.events == again.match.events


def test_a_refused_answer_writes_nothing(store: Store) -> None:
    keeper = Keeper.create(store, opening())
    with pytest.raises(IllegalAnswer, match="climb"):
        keeper.answer("dance", 0)
    with pytest.raises(IllegalAnswer):
        keeper.answer("rest", 1)
    assert keeper.n == store.last_n(keeper.id) == 0


def test_a_stale_answer_is_refused_after_reopening_too(store: Store) -> None:
    keeper = Keeper.create(store, opening())
    assert keeper.match.ask is not None
    old = keeper.match.ask.serial
    keeper.answer("rest", 0, old)
    again = Keeper.open(store, keeper.id)
    with pytest.raises(IllegalAnswer, match="question"):
        again.answer("1", 0, old)


def test_undo_is_a_row_and_nothing_is_rewritten(store: Store) -> None:
    keeper = Keeper.create(store, opening())
    keeper.answer("rest", 0)
    before = store.rows(keeper.id)
    keeper.undo(0)
    rows = store.rows(keeper.id)
    assert rows[: len(before)] == before
    assert [row.kind for row in rows] == ["begin", "move", "undo"]
    again = Keeper.open(store, keeper.id)
    same(keeper, again)
    assert again.match.ask is not None
    assert again.match.ask.keys == ("climb", "guess", "rest")


def test_undo_where_dice_fell_is_refused_also_after_reopening(store: Store) -> None:
    keeper = Keeper.create(store, opening())
    keeper.answer("climb", 0)
    for one in (keeper, Keeper.open(store, keeper.id)):
        with pytest.raises(CannotUndo, match="dice"):
            one.undo(0)
    assert [row.kind for row in store.rows(keeper.id)] == ["begin", "move"]


def test_a_practice_game_can_be_undone_to_its_first_move_after_reopening(store: Store) -> None:
    keeper = Keeper.create(store, opening(practice=True, options={"goal": 50}))
    play(keeper, 60)
    states = [msgspec.msgpack.encode(Keeper.open(store, keeper.id).at(count).state) for count in range(60)]
    keeper = Keeper.open(store, keeper.id)
    for count in reversed(range(60)):
        keeper.undo()
        assert msgspec.msgpack.encode(keeper.match.state) == states[count]
        if count % 7 == 0:
            same(keeper, Keeper.open(store, keeper.id))
    assert keeper.moves == []
    play(keeper, 30, seed=9)
    same(keeper, Keeper.open(store, keeper.id))


def test_forks_share_the_past_and_go_their_own_way(store: Store) -> None:
    keeper = Keeper.create(store, opening(options={"goal": 50}), bots={1: "random"})
    play(keeper, 40)
    fork = keeper.fork(30, seed=99)
    assert fork.moves[:30] == keeper.moves[:30]
    assert [move.seat for move in fork.moves[30:]] == [CHANCE]
    assert fork.record.forked_from == keeper.id
    assert fork.record.forked_at == 30
    assert fork.bots == {1: "random"}
    same(fork, Keeper.open(store, fork.id))
    play(fork, 20, seed=2)
    same(fork, Keeper.open(store, fork.id))
    alike = keeper.fork(30)
    assert alike.match.dice.state == keeper.at(30).dice.state
    assert fork.match.dice.state != alike.match.dice.state
    with pytest.raises(CannotUndo, match="0 to 40"):
        keeper.fork(41)


def test_a_fork_with_other_dice_survives_undo(store: Store) -> None:
    keeper = Keeper.create(store, opening(practice=True))
    keeper.answer("rest", 0)
    fork = keeper.fork(seed=5)
    dice = fork.match.dice.state
    fork.answer("1", 0)
    fork.undo()
    assert fork.match.dice.state == dice
    same(fork, Keeper.open(store, fork.id))


def test_whoever_comes_second_is_told_and_stands_where_the_first_left_it(store: Store) -> None:
    keeper = Keeper.create(store, opening())
    other = Keeper.open(store, keeper.id)
    keeper.answer("climb", 0)
    with pytest.raises(Conflict):
        other.answer("rest", 0)
    same(keeper, other)


def test_simultaneous_writers_in_one_batch_fail_alone(store: Store) -> None:
    one, two = Keeper.create(store, opening()), Keeper.create(store, opening("Cy"))
    rival = Keeper.open(store, one.id)
    rival.answer("climb", 0)
    writes = [one.prepare_answer("rest", 0), two.prepare_answer("rest", 0)]
    assert store.write(writes) == [False, True]
    two.accept(writes[1])
    one.reload()
    same(one, rival)
    same(two, Keeper.open(store, two.id))


def test_bots_play_their_seats_and_can_be_sent_away(store: Store) -> None:
    keeper = Keeper.create(store, opening(options={"goal": 50}), bots={1: "random"})
    keeper.answer("climb", 0)
    assert keeper.bot_to_move() == 1
    while (seat := keeper.bot_to_move()) is not None:
        keeper.answer(keeper.bot_answer(seat), seat)
    keeper.set_bot(1, None)
    keeper.set_bot(0, "random")
    again = Keeper.open(store, keeper.id)
    assert again.bots == {0: "random"}
    same(keeper, again)


def test_the_list_says_whose_turn_it_is(store: Store) -> None:
    first = Keeper.create(store, opening("Ada"))
    second = Keeper.create(store, opening("Bo", "Cy", gamesmaster="Di"))
    second.answer("climb", 0)
    lines = store.matches()
    assert [line.record.id for line in lines] == [second.id, first.id]
    assert lines[0].waiting_for == ("Di",)
    play(first, 1000)
    assert store.matches()[0].last.over
    assert [line.record.id for line in store.matches(going=True)] == [second.id]
    assert store.matches(game="robber") == []
    store.forget(second.id)
    with pytest.raises(StoreError, match="no saved game"):
        Keeper.open(store, second.id)


class Remembering(ToyGame):
    """A toy that leaves a memorial."""

    def outcome(self, state: Toy) -> Outcome:
        plain = super().outcome(state)
        return msgspec.structs.replace(plain, memorials=(Memorial("grave", state.names[0], "Fell.", {"turn": state.turn}),))


def test_memorials_are_kept_once_and_taken_back_with_the_end(tmp_path: Path) -> None:
    game = Remembering()
    store = open_store(tmp_path / "m.db", find=lambda slug: game)
    keeper = Keeper.create(store, opening("Ada", practice=True, options={"goal": 3}))
    play(keeper, 1000)
    assert keeper.match.ask is None
    kept = store.memorials("toy", "grave")
    assert [one.memorial.name for one in kept] == ["Ada"]
    assert kept[0].match == keeper.id
    Keeper.open(store, keeper.id).undo()
    assert store.memorials() == []
    store.close()


class Newer(ToyGame):
    """The toy under later rules: its state has another field."""

    rules_version: ClassVar[int] = 2

    def migrate(self, state: Any, rules_version: int) -> Any:
        assert rules_version == 1
        return {**state, "goal": state["goal"] + 1}


def test_a_match_of_older_rules_is_migrated_by_a_row_and_keeps_its_log(tmp_path: Path) -> None:
    store = open_store(tmp_path / "v.db", find=find)
    keeper = Keeper.create(store, opening(options={"goal": 50}))
    play(keeper, 10)
    while keeper.match.steps[-1].moves == keeper.match.move_count:
        ask = keeper.match.ask
        assert ask is not None
        keeper.answer("rest", ask.seats[0])
    rows = store.rows(keeper.id)
    told = [event.text for event in keeper.events]
    store.close()
    newer = Newer()
    store = open_store(tmp_path / "v.db", find=lambda slug: newer)
    again = Keeper.open(store, keeper.id)
    assert "rules version 1" in again.notice
    assert "every answer stands" in again.notice
    assert again.match.state.goal == 51
    assert [event.text for event in again.events] == told
    assert store.rows(keeper.id)[: len(rows)] == rows
    play(again, 20)
    once_more = Keeper.open(store, keeper.id)
    assert once_more.notice == ""
    assert once_more.match.state.goal == 51
    same(again, once_more)
    with pytest.raises(StoreError, match="older rules"):
        again.at(2)
    save = SaveFile.decode(again.save_file().encode())
    assert save.outdated(newer) == f"the rules changed while this game was played, after {number(again.first)} answers"
    elsewhere = Keeper.from_save(store, save)
    assert elsewhere.notice == f"{save.outdated(newer)}; it goes on from where it was saved"
    assert elsewhere.match.state == again.match.state
    store.close()


def test_a_save_file_goes_out_and_comes_back(store: Store) -> None:
    keeper = Keeper.create(store, opening(options={"goal": 50}))
    play(keeper, 40)
    save = SaveFile.decode(keeper.save_file().encode())
    assert save.verify(GAME) == ""
    again = Keeper.from_save(store, save, bots={0: "random"})
    assert again.notice == ""
    assert again.id != keeper.id
    assert again.events == keeper.events
    assert [move.answer for move in again.moves] == [move.answer for move in keeper.moves]
    assert again.match.dice.state == keeper.match.dice.state
    play(again, 5)
    same(again, Keeper.open(store, again.id))


def test_a_seat_that_has_answered_in_secret_has_answered_after_reopening(store: Store) -> None:
    from tests.store.vote import VOTE

    votes = Store(store.database, lambda slug: VOTE)
    keeper = Keeper.create(votes, Opening(game="vote", seats=("Ada", "Bo"), seed=1))
    keeper.answer("yes", 1)
    again = Keeper.open(votes, keeper.id)
    assert again.match.ask is not None
    assert again.match.ask.seats == (0,)
    same(keeper, again)
    again.answer("no", 0)
    assert again.match.state.votes == [["no", "yes"]]


def test_very_many_rows_are_stored_at_once(store: Store) -> None:
    keeper = Keeper.create(store, opening("Ada"))
    keeper.answer("rest", 0)
    move = keeper.moves[0]
    record = msgspec.structs.replace(keeper.record, id="long")
    rows = [msgspec.structs.replace(row, n=n) for n, row in enumerate([store.rows(keeper.id)[1]] * 5000)]
    writes = [Write("long", row, record=record if row.n == 0 else None) for row in rows]
    assert store.write(writes) == [True] * 5000
    other = msgspec.structs.replace(rows[2], at=1.0)
    assert store.write([Write("long", other)]) == [False]
    assert [row.move for row in store.rows("long", 4998)] == [move, move]


def test_two_processes_that_migrate_a_match_at_the_same_moment_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(tmp_path / "v.db", find=find)
    keeper = Keeper.create(store, opening(options={"goal": 50}))
    play(keeper, 7)
    newer = Newer()
    here, there = Store(store.database, lambda slug: newer), Store(store.database, lambda slug: newer)
    rows = here.rows
    opened: list[Keeper] = []

    def rows_while_another_opens(match: str, since: int = 0) -> list[Row]:
        read = rows(match, since)
        if not opened:
            opened.append(Keeper.open(there, match))
        return read

    monkeypatch.setattr(here, "rows", rows_while_another_opens)
    late = Keeper.open(here, keeper.id)
    assert [row.kind for row in there.rows(keeper.id)].count("migrate") == 1
    same(late, opened[0])
    store.close()


def test_a_row_that_is_stored_twice_is_stored_and_another_of_its_number_is_not(store: Store) -> None:
    """A commit whose answer got lost is tried again, perhaps together with others."""
    keeper, other = Keeper.create(store, opening()), Keeper.create(store, opening())
    write = keeper.prepare_answer("climb", 0)
    assert store.write([write]) == [True]
    assert store.write([write, other.prepare_answer("climb", 0)]) == [True, True]
    rival = msgspec.structs.replace(write, row=msgspec.structs.replace(write.row, at=1.0))
    assert store.write([rival]) == [False]
    assert Keeper.open(store, keeper.id).n == 1

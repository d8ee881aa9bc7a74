"""Match: answers, refusals, undo, fork, restore, secrets, the gamesmaster's desk."""

from __future__ import annotations

import types
from collections.abc import Generator, Mapping

import pytest

from undercroft.bots.random import AnyKey, any_answer
from undercroft.engine import (
    Ask,
    CannotUndo,
    Dice,
    IllegalAnswer,
    Match,
    Opening,
    Option,
    Options,
    Roll,
    RulesBug,
    ScriptedDice,
    Table,
    UndercroftError,
    replay,
    run,
)
from undercroft.games import OURS, find

from .toy import GAME, RULE, Toy, ToyGame, climb


def start(seed: int = 1, seats: tuple[str, ...] = ("Ada",), **more: object) -> Match[Toy]:
    return Match.start(GAME, Opening(game="toy", seats=seats, seed=seed, **more))  # type: ignore[arg-type]


def play_random(match: Match[Toy], seed: int = 5) -> Match[Toy]:
    dice = Dice(seed)
    while match.ask:
        match.answer(dice.pick(match.ask.keys) if match.ask.keys else 1)
    return match


def test_a_game_runs_to_its_outcome() -> None:
    match = play_random(start())
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize("by_key", [False, True])
@pytest.mark.parametrize("slug", OURS)
def test_a_policy_that_plays_a_light_match_out_gets_where_answers_one_by_one_do(slug: str, by_key: bool) -> None:
    game = find(slug)
    opening = Opening(game=slug, seats=("Ada", "Bo")[: max(1, game.min_seats)], seed=3)
    straight, one_by_one = Match.start(game, opening, light=True), Match.start(game, opening)
    dice, same = Dice(5), Dice(5)
    blind = AnyKey(dice) if by_key else None
    given = [straight.play_out(lambda ask: any_answer(ask, ask.seats[0], dice), longest, blind=blind) for longest in (1, 59, 90)]
    assert given[0] == 1
    for _ in range(150):
        if (ask := one_by_one.ask) is not None:
            one_by_one.answer(any_answer(ask, ask.seats[0], same), ask.seats[0])
    assert straight.state == one_by_one.state
    assert straight.dice.state == one_by_one.dice.state
    if straight.ask is None or one_by_one.ask is None:
        assert straight.ask is one_by_one.ask
    else:
        assert sum(given) == 150
        assert straight.ask.keys == one_by_one.ask.keys


def test_a_policy_that_cheats_is_refused() -> None:
    match = Match.start(GAME, Opening(game="toy", seats=("Ada",), seed=1), light=True)
    with pytest.raises(IllegalAnswer, match="fly"):
        match.play_out(lambda ask: "climb" if match.state.heights[0] == 0 else "fly", 5)
    before = match.state.heights[0]
    assert before > 0
    match.answer("climb")  # the question it could not answer is still there
    assert match.state.heights[0] > before


def test_an_illegal_answer_names_the_legal_ones_and_changes_nothing() -> None:
    match = start()
    before = match.snapshot()
    with pytest.raises(IllegalAnswer, match="climb, guess, rest"):
        match.answer("fly")
    assert match.snapshot() == before


@pytest.mark.parametrize("word", ["+-5", "9" * 5000, "five", "11", "1e1"])
def test_what_is_no_number_of_the_range_is_refused_as_an_answer(word: str) -> None:
    with pytest.raises(IllegalAnswer, match=r"^.{3,62} will not do; give a whole number 1 to 10$"):
        Ask("number", (0,), "How many?", low=1, high=10).check(word, 0)


def test_a_stale_serial_and_a_wrong_seat_are_refused() -> None:
    match = start(seats=("Ada", "Bo"))
    assert match.ask
    serial = match.ask.serial
    match.answer("climb", seat=0, serial=serial)
    with pytest.raises(IllegalAnswer, match=r"^The question has changed\. Read it again\.$"):
        match.answer("climb", seat=0, serial=serial)
    with pytest.raises(IllegalAnswer, match=r"^It is Bo's turn\.$"):
        match.answer("climb", seat=0)


def test_restore_is_equal_at_every_decision() -> None:
    match = start(seed=3)
    dice = Dice(9)
    while match.ask:
        again = Match.restore(GAME, match.opening, match.snapshot())
        assert again.state == match.state
        assert again.ask is not None
        assert again.ask.keys == match.ask.keys
        assert again.ask.serial == match.ask.serial
        assert again.dice.state == match.dice.state
        assert again.events == []
        match.answer(dice.pick(match.ask.keys) if match.ask.keys else 1)


def test_undo_takes_back_what_touched_no_dice() -> None:
    match = start()
    before = match.snapshot()
    match.answer("guess")
    match.undo()
    assert match.snapshot().answers == before.answers
    assert match.ask is not None
    assert match.ask.keys == ("climb", "guess", "rest")
    match.answer("climb")
    with pytest.raises(CannotUndo, match="dice"):
        match.undo()


def test_a_practice_game_takes_back_dice_too() -> None:
    match = start(practice=True)
    match.answer("climb")
    match.answer("climb")
    height = match.state.heights[0]
    assert height
    match.undo()
    match.undo()
    assert match.state.heights == [0]
    assert match.events == []
    assert match.moves == []


def test_after_an_undo_a_click_meant_for_the_old_question_is_refused() -> None:
    match = start()
    assert match.ask
    first = match.ask.serial
    match.answer("guess")
    match.undo()
    with pytest.raises(IllegalAnswer):
        match.answer("guess", serial=first)


def test_fork_from_an_earlier_decision_leaves_the_original_alone() -> None:
    match = start(seed=4)
    for _ in range(3):
        match.answer("climb")
    bytes_now = match.snapshot()
    other = match.fork(at=1)
    assert other.move_count == 1
    assert other.events == match.events[: match.moves[1].events]
    other.answer("climb")
    assert match.snapshot() == bytes_now
    assert other.state.heights[0] == sum_of_rises(match, 2)


def sum_of_rises(match: Match[Toy], count: int) -> int:
    return match.fork(at=count).state.heights[0]


def test_masked_states_hide_the_coin_and_determinised_copies_reach_the_same_ask() -> None:
    match = start(seed=8)
    assert match.view(0, Dice(1)).state.coin == "unknown"
    match.answer("guess")
    copy = match.determinised(0, seed=5)
    assert copy.ask is not None
    assert match.ask is not None
    assert copy.ask.keys == match.ask.keys


def test_secret_wording_is_for_its_seat_alone() -> None:
    match = start(seats=("Ada", "Bo"))
    match.answer("guess")
    match.answer("left")
    assert any("hand" in event.text for event in match.log(0))
    assert not any("hand" in event.text for event in match.log(1))
    assert not any("hand" in event.text for event in match.log(None))


def test_a_gamesmaster_is_asked_and_may_watch_and_overrule_throws() -> None:
    match = start(gamesmaster="Gus")
    assert match.ask is not None
    assert match.ask.keys_for(1) == ("dice:watch",)
    match.answer("dice:watch", seat=1)
    match.answer("climb", seat=0)
    assert match.ask.kind == "dice"
    match.answer("6", seat=1)
    assert match.state.heights == [6]
    rulings = [event.text for event in match.events if event.kind == "ruling"]
    assert len(rulings) == 1
    assert match.ask.keys_for(1)[:2] == ("gust", "still")
    match.answer("gust", seat=1)
    assert match.state.heights == [5]
    again = Match.restore(GAME, match.opening, match.snapshot())
    assert again.state == match.state


def test_rolls_with_physical_dice_are_typed_in() -> None:
    match = start(physical_dice=True)
    match.answer("climb")
    assert match.ask is not None
    assert match.ask.kind == "dice"
    with pytest.raises(IllegalAnswer, match="1 to 6"):
        match.answer("7")
    match.answer("5")
    assert match.state.heights[0] in (4, 5)


def test_awaiting_anything_else_fails_at_once() -> None:
    @types.coroutine
    def stray() -> Generator[int, None, None]:
        yield 3

    async def rule(t: Table[Toy]) -> None:
        await stray()

    with pytest.raises(RulesBug, match="only the table's own"):
        run(rule, start().state)


def test_a_rule_runs_by_itself_with_scripted_answers_and_dice() -> None:
    state = start().state
    ran = run(climb, state, 0, answers=["climb"], dice=["climb=4"])
    assert ran.state.heights == [4]
    assert ran.texts == ["Ada climbs 4."]
    with pytest.raises(AssertionError, match="left over"):
        run(climb, state, 0, answers=["climb"], dice=[4, 4])
    with pytest.raises(AssertionError, match="no roll left for 1d6"):
        run(climb, state, 0, answers=["climb"], dice=[])
    with pytest.raises(AssertionError, match="no scripted answer left"):
        run(climb, state, 0)


def test_simultaneous_answers_are_kept_in_seat_order() -> None:
    async def vote(t: Table[Toy]) -> dict[int, str]:
        return await t.choose_all("Stay?", {1: {"yes": "Yes", "no": "No"}, 0: {"yes": "Yes", "no": "No"}}, rule="TOY-CLIMB-01")

    ran = run(vote, start().state, answers=[(1, "no"), (0, "yes")])
    assert list(ran.result.items()) == [(0, "yes"), (1, "no")]


def test_light_matches_play_the_same_game() -> None:
    opening = Opening(game="toy", seats=("Ada",), seed=11)
    full, light = Match.start(GAME, opening), Match.start(GAME, opening, light=True)
    dice = Dice(2)
    while full.ask:
        assert light.ask is not None
        answer = dice.pick(full.ask.keys) if full.ask.keys else 1
        full.answer(answer)
        light.answer(answer)
    assert light.ask is None
    assert light.state == full.state
    assert light.events == []


def test_where_names_the_running_rules() -> None:
    assert "step > climb" in start().where().replace("ToyGame.", "")


def test_unknown_and_wrong_options_are_named() -> None:
    with pytest.raises(UndercroftError, match="goal, vote, wind"):
        start(options={"gaol": 3})
    with pytest.raises(UndercroftError, match="3 to 50"):
        start(options={"goal": 99})
    with pytest.raises(UndercroftError, match="calm, storm"):
        start(options={"wind": "breeze"})
    with pytest.raises(UndercroftError, match="1 to 4"):
        start(seats=())


def test_scripted_dice_check_notation_and_range() -> None:
    from undercroft.engine import ScriptError, parse

    assert ScriptedDice([[2, 3]]).faces(parse("2d6")) == [2, 3]
    assert sum(ScriptedDice([9]).faces(parse("2d6"))) == 9
    with pytest.raises(ScriptError, match="cannot show"):
        ScriptedDice([13]).faces(parse("2d6"))
    with pytest.raises(ScriptError, match="is for"):
        ScriptedDice(["1d8=3"]).faces(parse("1d6"))


def test_a_fork_with_other_dice_is_remembered_by_saves_snapshots_and_undo() -> None:
    match = start(seed=4, practice=True)
    match.answer("guess")
    other = match.fork(seed=99)
    for answer in ("left", "climb", "climb"):
        other.answer(answer)
    again = Match.restore(GAME, other.opening, other.snapshot())
    assert again.state == other.state
    assert replay(GAME, other.opening, [(move.seat, move.answer) for move in other.moves]).state == other.state
    height = other.state.heights[0]
    other.undo()
    other.answer("climb")
    assert other.state.heights[0] == height


def test_a_match_reopens_with_its_past() -> None:
    match = start(seed=5, practice=True)
    for answer in ("climb", "guess", "left", "climb", "guess"):
        match.answer(answer)
    for step in match.steps:
        again = Match.reopen(GAME, match.opening, step, match.moves, match.events)
        assert again.state == match.state
        assert again.snapshot() == match.snapshot()
        assert again.events == match.events
        again.undo()
        assert again.moves == match.moves[:-1]


def test_when_the_rules_fail_the_answer_is_taken_back_and_the_log_kept() -> None:
    class Broken(ToyGame):
        async def step(self, t: Table[Toy]) -> None:
            await climb(t, 0)
            if t.state.heights[0] > 4:
                raise KeyError("no such stair")

    match = Match.start(Broken(), Opening(game="toy", seats=("Ada",), seed=1))
    said = ""
    while not said:
        before, told = match.snapshot(), list(match.events)
        try:
            match.answer("climb")
        except RulesBug as error:
            said = str(error)
    assert "no such stair" in said
    assert "taken back" in said
    assert match.snapshot() == before
    assert match.events == told
    match.answer("rest")
    match.answer("0")


def test_values_made_by_functions_are_made_only_when_somebody_looks() -> None:
    looked: list[int] = []

    def name() -> str:
        looked.append(1)
        return "Ada"

    async def rule(t: Table[Toy]) -> None:
        await t.choose(0, "{name}?", ["go"], rule="TOY-CLIMB-01", name=name)
        t.tell("{name} goes.", rule="TOY-CLIMB-01", name=name)

    run(rule, start().state, answers=["go"], light=True)
    assert looked == []
    ran = run(rule, start().state, answers=["go"])
    assert ran.asks[0].prompt == "Ada?"
    assert ran.texts == ["Ada goes."]


class Desk(ToyGame):
    """A toy whose gamesmaster may whisper, or move a climber, at any time."""

    def anytime(self, t: Table[Toy], ask: Ask) -> Mapping[int, Options]:
        if t.gamesmaster is None:
            return {}
        return {t.gamesmaster: {"whisper": Option("Whisper", words=20), "push": "Push", "lift": "Lift"}}

    async def act_anytime(self, t: Table[Toy], seat: int, key: str) -> str | None:
        if key == "push":
            return "rest"
        if key == "lift":
            await t.choose(seat, "Sure?", {"yes": "Yes"}, rule=RULE)
            t.state.heights[0] += 1
            await t.choose(seat, "Higher?", {"no": "No"}, rule=RULE)
            return None
        text = key.partition(":")[2] or await t.ask_text(seat, "What?", rule=RULE)
        t.tell("A whisper: {words}", rule=RULE, words=text)
        return None


def test_an_action_at_any_time_asks_without_offering_more_and_may_answer_for_the_player() -> None:
    match = Match.start(Desk(), Opening(game="toy", seats=("Ada",), seed=1, gamesmaster="Gil"))
    match.answer("whisper", 1)
    assert match.ask is not None
    assert (match.ask.kind, [list(own) for own in match.ask.extras.values()]) == ("text", [["never:mind"]])
    match.answer("boo", 1)
    assert "A whisper: boo" in [event.text for event in match.events]
    assert match.ask.extras[1]
    match.answer("push", 1)
    assert match.ask.prompt == "How far?"
    again = Match.restore(match.game, match.opening, match.snapshot())
    assert again.ask is not None
    assert again.ask.prompt == "How far?"


def desk() -> Match[Toy]:
    return Match.start(Desk(), Opening(game="toy", seats=("Ada",), seed=1, gamesmaster="Gil"))


def test_a_gamesmaster_may_leave_a_question_of_her_own_as_long_as_nothing_is_done() -> None:
    match = desk()
    asked = match.ask
    assert asked is not None
    match.answer("lift", 1)
    again = Match.restore(match.game, match.opening, match.snapshot())
    assert again.ask is not None
    again.answer("never:mind", 1)
    assert again.ask.prompt == asked.prompt
    assert again.state.heights == [0]
    match.answer("yes", 1)
    assert match.ask is not None
    assert (match.ask.prompt, dict(match.ask.extras)) == ("Higher?", {})  # Ada is up there: it is too late


def test_an_action_with_words_of_ones_own_asks_nothing() -> None:
    match = desk()
    match.answer("whisper:  boo\n", 1)
    assert match.ask is not None
    assert match.ask.seats == (0,)
    assert "A whisper: boo" in [event.text for event in match.events]
    for wrong, says in (
        ("whisper:", "0 characters"),
        (f"whisper:{'o' * 21}", "1 to 20 characters"),
        ("push:on", "somebody else"),
    ):
        with pytest.raises(IllegalAnswer, match=says):
            match.answer(wrong, 1)
    with pytest.raises(IllegalAnswer, match="not possible now"):
        match.answer("whisper:boo", 0)


def test_a_gamesmaster_lets_a_round_stand_and_sees_the_next_one_again() -> None:
    class Storm(ToyGame):
        async def step(self, t: Table[Toy]) -> None:
            await t.choose(0, "On?", {"on": "On"}, rule=RULE)
            for _ in range(3):
                await t.roll("1d6", "a gust", rule=RULE)
            await t.choose(0, "Still?", {"yes": "Yes"}, rule=RULE)
            await t.roll("1d6", "a squall", rule=RULE)

    match = Match.start(Storm(), Opening(game="toy", seats=("Ada",), seed=1, gamesmaster="Gil"))
    match.answer("dice:watch", 1)
    match.answer("on", 0)
    match.answer("dice:stand", 1)
    assert match.ask is not None
    assert match.ask.prompt == "Still?"
    match.answer("yes", 0)
    assert match.ask.prompt.startswith("a squall: 1d6 shows")


def test_a_watching_gamesmaster_may_stop_watching_in_the_middle_of_a_throw() -> None:
    match = start(gamesmaster="Gil")
    match.answer("dice:watch", 1)
    match.answer("climb", 0)
    assert match.ask is not None
    assert match.ask.kind == "dice"
    match.answer("dice:free", 1)
    assert not match.table.watching
    assert match.ask.prompt == "A gust?"


def test_an_overruled_throw_is_told_to_those_alone_who_may_know_of_it() -> None:
    class Whim(ToyGame):
        async def step(self, t: Table[Toy]) -> None:
            await t.choose(0, "On?", {"on": "On"}, rule=RULE)
            await t.roll("1d6", "a whim", rule=RULE, only=(1,))
            t.state.turn += 1

    match = Match.start(Whim(), Opening(game="toy", seats=("Ada",), seed=1, gamesmaster="Gil"))
    match.answer("dice:watch", 1)
    match.answer("on", 0)
    assert match.ask is not None
    shown = int(match.ask.suggestions[0])
    match.answer([shown % 6 + 1], 1)
    assert [event.kind for event in match.log(1)] == ["ruling", "roll"]
    assert match.log(0) == []


def test_a_pool_is_not_added_up() -> None:
    async def throw(t: Table[Toy]) -> list[int]:
        return await t.roll_faces("3d6", "a pool", rule=RULE, pool=True)

    ran = run(throw, Toy([0], "left"), dice=[[2, 5, 5]])
    assert ran.result == [2, 5, 5]
    assert ran.events[0].roll == Roll("3d6", (2, 5, 5), None)
    assert ran.events[0].text == "a pool: 3d6 = 2 5 5"

"""The first minute of every game: set-up answered by a friend, advice with a reason at every question, fights fought on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening, SaveFile, guide
from undercroft.games import OURS, find
from undercroft.games.descent.rules.battle.blows import PATIENCE, rounds_in_vain

IN_PLAY: dict[str, Callable[[Any], Any]] = {  # what the state says once play proper has begun
    "robber": lambda s: s.place == "dungeon",
    "board": lambda s: s.phase == "turn" and s.pawns[0].kind == 1,
    "descent": lambda s: s.phase == "walk" and len(s.party) == 6 and sum(bool(s.members[n].hand) for n in s.party) >= 4,
    "host": lambda s: s.age == "civilization" and len(s.record) > 3,  # a world has formed, and its people want a name
    "donjon": lambda s: s.scene is not None and s.pcs(),
}  # fmt: skip


def laid(slug: str, seed: int, **more: Any) -> Match[Any]:
    """A game whose set-up was answered for Ada."""
    game = find(slug)
    names = ("Ada", "Bo")[: max(1, game.min_seats)]
    match = Match.start(game, Opening(game=slug, seats=names, seed=seed, brief=True, **more))
    bots = {seat: find_bot(game, game.bots[0]) for seat in range(1, len(names))}
    assert 0 < guide.lay_table(match, match.answer, bots) < 12
    return match


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize("seed", [2, 11])
def test_the_set_up_is_answered_and_play_begins(slug: str, seed: int) -> None:
    match = laid(slug, seed)
    assert match.ask is not None and IN_PLAY[slug](match.state)
    again = SaveFile.decode(SaveFile.of(match).encode())
    assert not again.verify(match.game)  # the answers are answers like any other


@pytest.mark.parametrize("slug", OURS)
def test_a_bot_gives_a_legal_answer_and_a_reason_at_every_question(slug: str) -> None:
    match = laid(slug, 5)
    bot, dice = find_bot(match.game, match.game.bots[0]), Dice(1)
    said, heard = set(), set()
    for _ in range(60):
        ask = match.ask
        if ask is None:
            break
        seat = ask.seats[0]
        found = guide.advice(match, seat, bot)
        assert found is not None and len(found.reason) > 10 and found.label
        ask.check(found.answer, seat)
        said.add(found.reason)
        lesson = match.game.lesson(match.game.mask(match.state, seat), seat, ask)
        heard.add(lesson.key if lesson is not None else "")
        match.answer(bot(match.view(seat, dice)), seat)
    assert len(said) >= 2 and len(heard - {""}) >= 2
    assert guide.advice(match, 7, bot) is None


def in_battle(seed: int) -> Match[Any]:
    """A descent in its first round of blows."""
    match = laid("descent", seed)
    bot, dice = find_bot(match.game, "steady"), Dice(1)
    while match.state.battle is None or not match.state.battle.round:
        match.answer(bot(match.view(0, dice)), 0)
    return match


@pytest.mark.parametrize("seed", [3, 4, 9])
def test_a_fight_goes_on_until_something_changes(seed: int) -> None:
    match = in_battle(seed)
    while guide.onward(match, 0, guide.standing(match, 0)) is None:  # who has a ball of light is asked in the dark
        assert match.ask is not None
        match.answer("none" if "none" in match.ask.keys else match.ask.keys[0], 0)
    since = guide.standing(match, 0)
    given = []
    while (answer := guide.onward(match, 0, since)) is not None:
        given.append(answer)
        match.answer(answer, 0)
        assert len(given) < 200
    assert given and set(given) <= {"none", "rest", "stay"}
    now = match.state
    foes = {foe.id for foe in now.battle.foes} if now.battle is not None else set()
    ids = {foe.id for foe in since.battle.foes}
    hurt = [m.name for m, was in zip(now.members, since.members, strict=True) if m.body < was.body or m.status != was.status]
    halved = [m.name for m, was in zip(now.members, since.members, strict=True) if m.armour_left * 2 < was.armour_left]
    vain = now.battle is not None and rounds_in_vain(now.battle) >= PATIENCE
    assert foes != ids or hurt or halved or vain or match.ask is None or not {"none", "rest", "stay"} & set(match.ask.keys)


def test_nobody_goes_on_where_nothing_is_being_done() -> None:
    match = laid("descent", 3)
    assert guide.onward(match, 0, guide.standing(match, 0)) is None
    board = laid("board", 3)
    assert guide.onward(board, board.ask.seats[0], None) is None  # type: ignore[union-attr]


def test_a_robber_fights_on_until_it_hurts_or_something_falls() -> None:
    match = laid("robber", 35)
    for key in ("explore", "fight"):
        match.answer(key, 0)
    since = guide.standing(match, 0)
    assert guide.onward(match, 0, since) == "attack"
    while (answer := guide.onward(match, 0, since)) is not None:
        match.answer(answer, 0)
    now = match.state
    assert now.encounter is None or now.robbers[0].hp * 3 <= since.robbers[0].hp * 2 or now.robbers[0].hp <= 6 or (
        [foe.looks for foe in match.game.mask(now, 0).encounter.foes] != [foe.looks for foe in since.encounter.foes]
    )  # fmt: skip

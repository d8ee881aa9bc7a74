"""The bound of the game, its bots, and what is true of every position."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from undercroft.bots.random import any_answer
from undercroft.engine import Dice, Match, SettingValue
from undercroft.games.board import GAME
from undercroft.games.board.bot import bot
from undercroft.games.board.content import WIZARD
from undercroft.games.board.rules.advanced.answers import Strike
from undercroft.games.board.rules.prizes.answers import Card, Gaze
from undercroft.games.board.rules.turn.answers import Said, read
from undercroft.games.board.state import board_of
from undercroft.testing import play

from .table import new_match

EVERYTHING: dict[str, SettingValue] = {"advanced": True, "special_magic_swords": True, "increased_wizard_spells": True}
HOUSE: dict[str, SettingValue] = {
    "ambush": True, "memory_aid": "off", "show_prize_backs": False, "wounded_return": "walk", "retreat_known_secret_doors": True,
    "spell_stock": "unlimited", "re_entry": True, "re_entry_limit": "below_last_type",
}  # fmt: skip


def test_a_game_cannot_be_stuck() -> None:
    """Why it ends: in a turn every `go` uses up movement, a secret door is tried at most once (it opens or the turn is
    over), a look or a gaze comes once, and every attack ends the turn; a chain of forced fights goes on with a chance of
    at most 24 in 36 each; so turns end, and after `round_limit` rounds the game does."""
    turns: dict[tuple[int, int, int], int] = {}

    def look(match: Match[Any]) -> None:
        turns[seed, match.state.round, match.state.turn] = turns.get((seed, match.state.round, match.state.turn), 0) + 1

    for seed in range(3):
        match = play(GAME, ["random"] * 3, seed, options={"round_limit": 40, **EVERYTHING}, each=look)
        assert match.state.round <= 40
        assert match.ask is None
        assert match.outcome is not None
    assert max(turns.values()) <= 60
    assert GAME.longest >= 500 * 12 * 60


def test_every_key_that_is_offered_says_one_answer() -> None:
    met: set[type] = set()

    def look(match: Match[Any]) -> None:
        ask = match.ask
        assert ask is not None
        for key in (key for seat in ask.seats for key in ask.keys_for(seat) if ask.kind != "number"):
            answer = read(key)
            assert answer.key == key
            met.add(type(answer))

    for seed in (1, 2, 8):
        seats = ("superhero", "superhero 2", "hero", "wizard", "wizard 2", "elf")
        options = {**(HOUSE if seed % 2 else EVERYTHING), "round_limit": 150}
        name = ("bold", "delver", "greedy")[seed % 3]
        play(GAME, [*[name] * 4, "random", "random"], seed, seats=seats, options=options, each=look)
    rare = {"gaze:crypt": Gaze("crypt"), "card:0": Card(0), "strike:11": Strike(11)}
    for key, said in rare.items():
        assert read(key) == said
        assert said.key == key
    assert met | {type(said) for said in rare.values()} == set(get_args(Said))


def _wins(one: str, other: str, games: int) -> tuple[int, int]:
    """Wins of the first and the second bot, each with two of four pawns, seats changed about."""
    first = second = 0
    for seed in range(games):
        names = (one, other, one, other) if seed % 2 else (other, one, other, one)
        match = play(GAME, names, seed, seats=("elf", "elf 2", "hero", "hero 2"))
        if match.state.winner >= 0:
            first += names[match.state.winner] == one
            second += names[match.state.winner] == other
    return first, second


def test_the_bot_beats_random_play_in_good_time() -> None:
    greedy, chance = _wins("greedy", "random", 8)
    assert greedy >= 7
    assert chance <= 1


def test_every_prize_is_counted_whatever_the_options() -> None:
    sheet: dict[str, SettingValue] = {"mode": "introductory", "re_entry": True}
    for seed, options in enumerate((EVERYTHING, HOUSE, sheet)):
        match = play(GAME, ["greedy"] * 4, seed, options={**options, "round_limit": 120})
        assert match.outcome is not None
        facts = match.outcome.facts
        assert facts["rounds"] == match.state.round
        assert sum(count for name, count in facts.items() if name.startswith("prizes ") and isinstance(count, int)) == 80


@pytest.mark.rule("BRD-SPL-03", "BRD-SEL-02", "BRD-DROP-02", "BRD-WND-01")
@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_lost_and_nobody_is_in_two_states_that_exclude_each_other(seed: int) -> None:
    match = new_match(*"ABCDE", seed=seed, light=True, advanced=True, special_magic_swords=True, round_limit=40)
    dice, played = Dice(seed), bot("bold")
    while (ask := match.ask) is not None:
        seat = ask.seats[0]
        match.answer(any_answer(ask, seat, dice) if seat % 2 else played(match.view(seat, dice)), seat)
        s = match.state
        if s.now.moves < 5:
            continue  # cards may be on their way
        board = board_of(s)
        prizes = [card for stack in s.stacks for guard in stack for card in guard.hoard] + s.gone
        prizes += [card for lying in s.loose.values() for card in lying]
        prizes += [card for pawn in s.pawns for card in (*pawn.prizes, *pawn.stored, *pawn.trap_prizes)]
        assert sorted(prizes) == list(range(80))
        for spell in range(3):
            assert s.spell_stock[spell] + sum(pawn.spells.count(spell) for pawn in s.pawns) == 12
        kinds = [pawn.kind for pawn in s.pawns if pawn.space >= 0]
        assert all(kinds.count(kind) <= 3 for kind in kinds)
        for pawn in s.pawns:
            if pawn.space < 0:
                assert not (pawn.prizes or pawn.stored or pawn.spells or pawn.trap_prizes)
                continue
            assert pawn.trail[-1] == pawn.space
            assert not (pawn.wounded and (pawn.prizes or pawn.space == board.start))
            assert pawn.kind == WIZARD or not (pawn.spells or pawn.spell_limit)
            assert set(pawn.used) <= set(pawn.prizes)
        for hold in s.holds:
            assert s.pawns[hold.holder].space == s.pawns[hold.held].space

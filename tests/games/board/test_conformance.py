"""The laws of the engine, the bound of the game, the coverage of its content, and its bots."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from undercroft.bots.random import any_answer
from undercroft.engine import Dice, Match, Opening, SettingValue
from undercroft.games import find
from undercroft.games.board import GAME
from undercroft.games.board import __file__ as home
from undercroft.games.board.bot import bot
from undercroft.games.board.content import WIZARD
from undercroft.games.board.rules.advanced.answers import Strike
from undercroft.games.board.rules.prizes.answers import Card, Gaze
from undercroft.games.board.rules.turn.answers import Said, read
from undercroft.games.board.state import Dungeon, board_of
from undercroft.testing import check_game, check_hash_seeds, check_rules_source

from .table import new_match

EVERYTHING: dict[str, SettingValue] = {"advanced": True, "special_magic_swords": True, "increased_wizard_spells": True}
HOUSE: dict[str, SettingValue] = {
    "ambush": True, "memory_aid": "off", "show_prize_backs": False, "wounded_return": "walk", "retreat_known_secret_doors": True,
    "spell_stock": "unlimited", "re_entry": True, "re_entry_limit": "below_last_type",
}  # fmt: skip


@pytest.mark.parametrize(
    ("options", "seats", "seed"), [({}, 4, 1), (EVERYTHING, 3, 2), (HOUSE, 5, 3), ({"mode": "introductory"}, 6, 4), ({}, 12, 5)]
)
def test_the_laws_hold(options: dict[str, SettingValue], seats: int, seed: int) -> None:
    check_game(GAME, [seed], seats=seats, options=options, decisions=260, every=23)


def test_a_solo_game_obeys_the_laws() -> None:
    check_game(
        GAME, [3], seats=1, options={"solo": "plain", "wandering_monsters": True, "types": "wizard"}, decisions=200, every=23
    )


def test_the_same_bytes_under_two_hash_seeds() -> None:
    check_hash_seeds("board", [1])


def test_the_rules_keep_to_the_table() -> None:
    check_rules_source(Path(home).parent)
    assert find("board") is GAME


def _random_game(
    seed: int, count: int, options: dict[str, SettingValue], met: dict[tuple[str, str], int] | None = None
) -> Match[Dungeon]:
    opening = Opening(game="board", seats=tuple(f"P{n}" for n in range(count)), seed=seed, options=options)
    match = Match.start(GAME, opening, light=True, met=met)
    dice = Dice(seed)
    longest_turn = decisions = 0
    where = (0, 0)
    while match.ask is not None:
        here = (match.state.round, match.state.turn)
        decisions = decisions + 1 if here == where else 1
        where = here
        longest_turn = max(longest_turn, decisions)
        seat = match.ask.seats[0]
        match.answer(any_answer(match.ask, seat, dice), seat)
    assert longest_turn <= 60
    return match


def test_a_game_cannot_be_stuck() -> None:
    """Why it ends: in a turn every `go` uses up movement, a secret door is tried at most once (it opens or the turn is
    over), a look or a gaze comes once, and every attack ends the turn; a chain of forced fights goes on with a chance of
    at most 24 in 36 each; so turns end, and after `round_limit` rounds the game does."""
    for seed in range(3):
        match = _random_game(seed, 3, {"round_limit": 40, **EVERYTHING})
        assert match.state.round <= 40
        assert match.ask is None
        assert match.outcome is not None
    assert GAME.longest >= 500 * 12 * 60


def test_every_record_is_met_in_play() -> None:
    met: dict[tuple[str, str], int] = {}
    missing = [(kind, name) for kind, names in GAME.content().items() for name in names]
    players = [bot("bold"), bot("delver"), bot("greedy")]
    # These five meet everything between them; should a rule change and they no longer do, the others are played as well.
    for seed in dict.fromkeys((29, 3, 37, 40, 42, *range(60))):
        dice = Dice(seed)
        opening = Opening(game="board", seats=("superhero", "superhero 2", "wizard", "hero", "elf", "wizard 2"), seed=seed,
                          options={**EVERYTHING, "increased_wizard_spells": seed % 2 == 0, "round_limit": 150})  # fmt: skip
        match = Match.start(GAME, opening, light=True, met=met)
        # Even numbers play at random for variety, odd ones by bots.
        play = players[seed // 2 % 3]
        while match.ask is not None:
            seat = match.ask.seats[0]
            match.answer(play(match.view(seat, dice)) if seed % 2 and seat != 5 else any_answer(match.ask, seat, dice), seat)
        missing = [record for record in missing if record not in met]
        if not missing:
            break
    assert not missing


def test_every_key_that_is_offered_says_one_answer() -> None:
    met: set[type] = set()
    players = [bot("bold"), bot("delver"), bot("greedy")]
    for seed in (1, 2, 8):
        seats = ("superhero", "superhero 2", "hero", "wizard", "wizard 2", "elf")
        options = {**(HOUSE if seed % 2 else EVERYTHING), "round_limit": 150}
        match = Match.start(GAME, Opening(game="board", seats=seats, seed=seed, options=options), light=True)
        dice, play = Dice(seed), players[seed % 3]
        while (ask := match.ask) is not None:
            for key in (key for seat in ask.seats for key in ask.keys_for(seat) if ask.kind != "number"):
                answer = read(key)
                assert answer.key == key
                met.add(type(answer))
            seat = ask.seats[0]
            match.answer(any_answer(ask, seat, dice) if seat > 3 else play(match.view(seat, dice)), seat)
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
        opening = Opening(game="board", seats=("elf", "elf 2", "hero", "hero 2"), seed=seed)
        match = Match.start(GAME, opening, light=True)
        dice = Dice(seed)
        while match.ask is not None:
            seat = match.ask.seats[0]
            view = match.view(seat, dice)
            match.answer(any_answer(match.ask, seat, dice) if names[seat] == "random" else bot(names[seat])(view), seat)
        if match.state.winner >= 0:
            first += names[match.state.winner] == one
            second += names[match.state.winner] == other
    return first, second


def test_the_bot_beats_random_play_in_good_time() -> None:
    greedy, chance = _wins("greedy", "random", 8)
    assert greedy >= 7
    assert chance <= 1


def test_bots_play_every_option_to_the_end() -> None:
    sheet: dict[str, SettingValue] = {"mode": "introductory", "re_entry": True}
    for seed, options in enumerate((EVERYTHING, HOUSE, sheet)):
        opening = Opening(game="board", seats=("A", "B", "C", "D"), seed=seed, options={**options, "round_limit": 120})
        match = Match.start(GAME, opening, light=True)
        play, dice = bot("greedy"), Dice(seed)
        while match.ask is not None:
            seat = match.ask.seats[0]
            match.answer(play(match.view(seat, dice)), seat)
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

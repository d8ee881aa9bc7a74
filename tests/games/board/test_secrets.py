"""Who knows what: masks, private looks that last, and copies drawn anew."""

from __future__ import annotations

from undercroft.engine import Dice
from undercroft.games.board import GAME
from undercroft.games.board.secrets import seen_monsters, seen_prizes

from .table import Setting, new_match


def test_a_peeked_card_stays_known_to_the_peeker_while_it_lies() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Troll", prizes=["Gold Ring"]).give("Crystal Ball")
    site = table.board.site[table.board.find("1-R02")]
    table.turn("ball", "gaze:1-R02", "end")
    guard = table.s.stacks[site][0]
    for _ in range(3):
        assert GAME.mask(table.s, 0).stacks[site][0] == guard
        assert GAME.mask(table.s, 1).stacks[site][0].card == -4
        assert GAME.mask(table.s, None).stacks[site][0].hoard == [-3]
        table.turn("end")
    # The elf wins the prize: what he holds is his secret again.
    table.s.turn = 1
    table.at("1-C09", seat=1)
    table.turn("open:1-R02", "enter", dice=[12])
    assert GAME.mask(table.s, 0).pawns[1].prizes == [-3]
    assert table.s.pawns[0].knows_prizes == []


def test_a_prize_seen_at_work_is_public_until_it_leaves_the_hand() -> None:
    table = Setting("hero", "elf").at("1-C09", trail=["1-C10", "1-C09"]).guard("1-R02", "Giant").give("Magic Sword", "Gold Ring")
    sword = table.pawn.prizes[0]
    assert sword not in seen_prizes(table.s, 1)
    table.turn("open:1-R02", "drop:1", dice=[2, 8])
    assert sword not in seen_prizes(table.s, 1)
    assert sword in seen_prizes(table.s, 0)
    kept = Setting("hero", "elf").at("1-C09", trail=["1-C10", "1-C09"]).guard("1-R02", "Giant").give("Magic Sword", "Gold Ring")
    kept.turn("open:1-R02", "drop:2", dice=[2, 8])
    assert GAME.mask(kept.s, 1).pawns[0].prizes == [kept.pawn.prizes[0]]


def test_spells_are_a_number_to_rivals() -> None:
    table = Setting("wizard", "elf").spells("fireball", "lightning")
    assert GAME.mask(table.s, 1).pawns[0].spells == [-1, -1]
    assert GAME.mask(table.s, 0).pawns[0].spells == [1, 2]


def test_a_redrawn_copy_keeps_what_the_seat_knows_and_deals_the_rest_anew() -> None:
    match = new_match("A", "B", seed=6, types="hero,elf")
    state = match.state
    known = state.stacks[0][0].card
    state.pawns[0].knows_monsters.append(known)
    changed = 0
    for seed in range(4):
        again = new_match("A", "B", seed=6, types="hero,elf").state
        again.pawns[0].knows_monsters.append(known)
        copy = GAME.determinise(again, state, 0, Dice(seed))
        assert copy.stacks[0][0].card == known
        cards = sorted(guard.card for stack in copy.stacks for guard in stack)
        assert cards == list(range(116))
        assert sorted(card for stack in copy.stacks for guard in stack for card in guard.hoard) == list(range(80))
        changed += [g.card for st in copy.stacks for g in st] != [g.card for st in state.stacks for g in st]
        assert GAME.mask(copy, 0).stacks == GAME.mask(state, 0).stacks
    assert changed == 4
    assert known in seen_monsters(state, 0)
    assert known not in seen_monsters(state, 1)

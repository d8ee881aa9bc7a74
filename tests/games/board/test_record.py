"""What is counted and remembered beside the play: fights against the odds, ambushes, who acted, how a game ended."""

from __future__ import annotations

from collections.abc import MutableSequence

import pytest

from undercroft.engine import run
from undercroft.engine.errors import IllegalAnswer
from undercroft.games.board import GAME
from undercroft.games.board.content import KINDS
from undercroft.games.board.rules import step
from undercroft.games.board.rules.advanced.wandering import attack
from undercroft.games.board.rules.combat.retreat import way_back
from undercroft.games.board.rules.ending.outcome import outcome
from undercroft.games.board.rules.pieces.odds import odds
from undercroft.games.board.rules.pieces.table import note
from undercroft.games.board.rules.setting_up.deal import deal
from undercroft.games.board.rules.spells.attack import spells_at_hand
from undercroft.games.board.rules.spells.stock import spell_phase
from undercroft.games.board.state import Guard, Leg

from .table import Setting, goes, new_match


@pytest.mark.rule("BRD-CMB-03", "BRD-CMB-07")
@pytest.mark.parametrize(("monster", "needed", "told"), [("Troll", 10, False), ("Giant", 11, True)])
def test_only_a_kill_that_needed_eleven_or_more_is_against_the_odds(monster: str, needed: int, told: bool) -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", monster)
    assert table.deck.monsters[table.s.stacks[table.board.site[table.board.find("1-R02")]][0].card].needs[1] == needed
    table.turn("open:1-R02", "stay", dice=[needed])
    assert any("against the odds" in moment for moment in table.s.moments) == told


@pytest.mark.rule("BRD-CMB-01", "BRD-CMB-08", "BRD-NOEF-05")
def test_a_fight_ends_the_stand_off_of_another_door() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Goblins")
    table.pawn.standoff = table.board.find("1-R02")
    table.turn("end", "stay", dice=[12])
    assert table.pawn.standoff == -1


@pytest.mark.rule("BRD-ESP-01", "BRD-ESP-02")
def test_a_look_is_for_the_bearers_eyes_even_without_the_memory_aid() -> None:
    table = Setting("hero", "elf", memory_aid=False).at("1-C09").guard("1-R02", "Ogre").give("ESP Medallion")
    assert "open:1-R02" in table.asked("look:1-R02")
    site = table.board.site[table.board.find("1-R02")]
    assert GAME.mask(table.s, 0).stacks[site][0].card == table.s.stacks[site][0].card
    assert GAME.mask(table.s, 1).stacks[site][0].card < 0


@pytest.mark.rule("BRD-SEC-11", "BRD-ESP-03", "BRD-ESP-01")
def test_after_a_look_only_the_attack_is_left() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Ogre").give("ESP Medallion")
    assert len(table.asked()) > 2
    assert table.asked("look:1-R02") == ("open:1-R02", "end")


@pytest.mark.rule("BRD-AMB-01", "BRD-AMB-03")
def test_each_ambush_is_counted_once() -> None:
    table = Setting("hero", "elf", ambush=True).at("2-C55").at("2-C54", seat=1)
    table.turn("go:2-C54", (0, "ambush:1"), (1, "pass"), dice=[2, 2])
    assert table.s.ambushes == 1
    passed = Setting("hero", "elf", ambush=True).at("2-C55").at("2-C54", seat=1)
    passed.asked("go:2-C54", (0, "pass"), (1, "pass"))
    assert passed.s.ambushes == 0


@pytest.mark.rule("BRD-AMB-16")
def test_two_wounded_pawns_pass_each_other_and_the_walk_goes_on() -> None:
    table = Setting("hero", "elf", ambush=True, wounded_walk=True).at("2-C55").at("2-C54", seat=1)
    for pawn in table.s.pawns:
        pawn.wounded = True
    home = table.board.distances([table.board.start])
    assert home[table.board.find("2-C54")] != home[table.board.find("2-C55")]
    near, far = sorted((0, 1), key=lambda seat: home[table.s.pawns[seat].space])
    table.s.turn = far
    keys = table.asked()
    assert f"go:{table.where(near)}" in keys
    beyond = keys[-2]
    table.asked((far, beyond))
    assert table.where(far) == beyond[3:]


@pytest.mark.rule("BRD-SAMB-04", "BRD-SAMB-02")
def test_a_spell_at_a_pawn_is_one_ambush() -> None:
    table = Setting("wizard", "hero", ambush=True).at("2-C55").at("2-C54", seat=1).spells("fireball")
    table.turn("cast:fireball@pawn-1", dice=[2])
    assert table.s.ambushes == 1
    assert set(table.s.now.acted) == {0, 1}


@pytest.mark.rule("BRD-CLT-03", "BRD-CMB-06")
def test_a_loser_has_acted_in_a_turn_that_is_not_his() -> None:
    table = Setting("wizard", "hero", ambush=True).at("2-C55").at("2-C54", seat=1).spells("fireball")
    table.turn("cast:fireball@pawn-1", dice=[12, 7])
    assert 1 in table.s.now.acted


@pytest.mark.rule("BRD-SPL-08")
def test_after_the_spells_the_first_of_the_order_begins() -> None:
    match = new_match("A", "B", "C", types="hero,elf,superhero")
    state = match.state
    state.phase, state.picks, state.turn = "spells", 0, 2
    run(spell_phase, state)
    assert (state.phase, state.turn, state.picks) == ("turn", 0, 0)


@pytest.mark.rule("BRD-END-01", "BRD-END-02", "BRD-WIN-04")
def test_the_outcome_counts_and_remembers() -> None:
    state = new_match("A", "B", types="hero,elf").state
    elf = next(pawn for pawn in state.pawns if KINDS[pawn.kind] == "elf")
    elf.deaths, elf.alive, elf.killed_by, elf.killed_round = 2, False, "the Troll", 7
    state.winner, state.ending, state.phase, state.round = 1 - elf.seat, "won", "over", 9
    end = outcome(state)
    assert end.winners == (1 - elf.seat,)
    assert (end.facts["elf deaths"], end.facts["hero deaths"], end.facts["deaths"]) == (2, 0, 2)
    assert (end.facts["hero wins"], end.facts["elf wins"]) == (True, False)
    assert end.facts["last killer"] == "the Troll"
    assert [memorial.kind for memorial in end.memorials] == ["hall of fame", "grave"]
    assert "round 7" in end.memorials[1].line
    state.winner, state.ending = -1, "dead"
    assert (outcome(state).rule, outcome(state).winners) == ("BRD-END-01", ())
    state.ending = "rounds"
    assert (outcome(state).rule, outcome(state).winners) == ("BRD-END-02", ())


@pytest.mark.rule("BRD-SOLO-01", "BRD-SOLO-03", "BRD-SOLO-04", "BRD-SOLO-05")
def test_the_outcome_of_solo_games() -> None:
    tour = new_match("A", solo="type_tour", types="").state
    tour.phase, tour.ending = "over", "won"
    tour.pawns[0].kind = tour.pawns[0].first_kind = 3
    for won in ((True, True, True, True), (True, False, True, True)):
        tour.legs = [Leg(kind, one, 10 + kind, 10_000, 2.0) for kind, one in enumerate(won)]
        end = outcome(tour)
        assert end.facts["tour wins"] == sum(won)
        assert (end.winners == (0,)) == all(won)
        assert end.rule == "BRD-SOLO-03"
    for solo, rule in (("plain", "BRD-SOLO-01"), ("quest", "BRD-SOLO-04"), ("time_limit", "BRD-SOLO-05")):
        state = new_match("A", solo=solo, types="hero").state
        state.pawns[0].kind = state.pawns[0].first_kind = 1
        state.pawns[0].won_levels, state.pawns[0].won_count = 7, 2
        state.phase, state.ending, state.winner, state.round = "over", "won", 0, 12
        end = outcome(state)
        assert (end.rule, end.winners, end.facts["average level"], end.facts["winner"]) == (rule, (0,), 3.5, "hero")
        assert end.memorials[-1].kind == "solo"
        assert "Next time, try level 4." in end.memorials[-1].line
        state.winner, state.ending = -1, "time"
        assert (outcome(state).winners, outcome(state).facts["winner"]) == ((), "nobody")


@pytest.mark.rule("BRD-BALL-02")
def test_the_ball_shows_two_cards_no_more_and_no_less() -> None:
    for picked in (["card:0"], ["card:0", "card:1", "card:2"]):
        table = Setting("hero").at("1-C09").give("Crystal Ball").guard("1-R02", "Ogre", prizes=["Gold Cup", "Gold Ring"])
        with pytest.raises(IllegalAnswer):
            table.turn("ball", "gaze:1-R02", picked)


@pytest.mark.rule("BRD-DIAL-08", "BRD-UI-06")
def test_the_oldest_note_goes_when_there_are_sixty() -> None:
    table = Setting("hero")
    for space in range(61):
        note(table.s, table.pawn, space, space % 50, "ball", prize=False)
    assert [one.space for one in table.pawn.notes] == list(range(1, 61))


@pytest.mark.rule("BRD-TRN-05", "BRD-TRN-08", "BRD-BALL-01")
def test_who_vanished_has_moved() -> None:
    table = Setting("wizard").at("kitchen").spells("transference").give("Crystal Ball")
    assert "ball" in table.asked()
    keys = table.asked("transfer:guard_room")
    assert "ball" not in keys
    assert not [key for key in keys if key.startswith("towards:")]
    assert goes(keys)


@pytest.mark.rule("BRD-WAND-12", "BRD-WAND-20")
def test_a_wandering_monster_killed_again_counts_as_killed() -> None:
    table = Setting("hero").at("2-C55").killed("Ghouls")
    table.s.phase = "wander"
    card = table.s.discards[1].pop()
    run(attack, table.s, table.pawn, Guard(card, []), dice=[12])
    assert (table.s.killed, table.pawn.kills, table.s.discards[1]) == (2, 1, [card])


@pytest.mark.rule("BRD-UI-05", "BRD-CMB-07")
def test_the_odds_against_what_nothing_bites_are_none() -> None:
    table = Setting("hero").guard("6-R01", "Red Dragon")
    dragon = table.s.stacks[table.board.site[table.board.find("6-R01")]][0].card
    assert odds(table.s, table.pawn, dragon) == 0
    table.give("Magic Sword")
    assert odds(table.s, table.pawn, dragon) == 1


@pytest.mark.rule("BRD-SETUP-01", "BRD-SETUP-02", "BRD-SETUP-03")
def test_every_pile_is_shuffled_by_itself_before_it_is_dealt() -> None:
    table = Setting("hero", "elf")
    piles: list[list[int]] = []

    def reverse(pile: MutableSequence[int]) -> None:
        piles.append(sorted(pile))
        pile.reverse()

    deal(table.s, reverse)
    deck, board = table.deck, table.board
    assert piles == [sorted(pile) for v in range(1, 7) for pile in (deck.monsters_by_level[v], deck.prizes_by_level[v])]
    first = next(space for space in board.rooms if board.level[space] == 3)
    guard = table.s.stacks[board.site[first]][0]
    assert (guard.card, guard.hoard) == (deck.monsters_by_level[3][0], [deck.prizes_by_level[3][0]])  # the last of the pile


@pytest.mark.rule("BRD-SOLO-03")
def test_the_next_type_of_a_tour_begins_on_a_fresh_board() -> None:
    state = new_match("A", solo="type_tour").state
    state.legs = [Leg(0, True, 30, 10_000, 1.5)]
    state.round, state.turn, state.killed, state.winner, state.ending, state.gone = 30, 0, 9, 0, "won", [3]
    state.pawns[0].prizes, state.pawns[0].deaths = [5], 1
    state.phase = "tour"
    run(step, state)
    assert (state.round, state.turn, state.picks, state.killed, state.winner, state.ending) == (1, 0, 0, 0, -1, "")
    assert (state.phase, state.gone, state.pawns[0].prizes, state.pawns[0].deaths) == ("pick", [], [], 1)


@pytest.mark.rule("BRD-DOOR-02", "BRD-SEN-01", "BRD-SEN-02", "BRD-ATK-01", "BRD-ATK-06")
def test_a_secret_door_opened_by_card_is_known_whatever_comes_through_it() -> None:
    for spell, answers, dice in ((False, ("open:1-R09", "stay"), [12]), (True, ("cast:fireball@1-R09", "stay"), [12])):
        table = Setting("wizard").at("main_gallery").guard("1-R09", "Goblins").give("Secret Entrance Card")
        if spell:
            table.spells("fireball")
        table.turn(*answers, dice=dice)
        assert table.pawn.doors == [table.board.link_between[table.board.find("main_gallery"), table.board.find("1-R09")]]
        assert table.pawn.used == table.pawn.prizes


@pytest.mark.rule("BRD-RET-02", "BRD-RET-12", "BRD-RET-06")
def test_the_way_back_must_be_long_enough() -> None:
    table = Setting("hero").at("1-C09", trail=["1-C10", "1-C09"])
    assert way_back(table.s, table.board, table.pawn, 1) == [table.board.find("1-C10")]
    assert way_back(table.s, table.board, table.pawn, 2) is None


@pytest.mark.rule("BRD-SPL-04", "BRD-SPL-03")
def test_only_spells_in_hand_can_be_thrown_and_one_a_turn() -> None:
    table = Setting("wizard").at("1-C09").guard("1-R02", "Goblins").spells("lightning", "transference")
    assert [key for key in table.asked() if key.startswith("cast:")] == ["cast:lightning@1-R02"]
    table.s.now.spell_used = True
    assert spells_at_hand(table.s, table.pawn) == []

"""What is counted and remembered beside the play: fights against the odds, ambushes, who acted, how a game ended."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.board import GAME
from undercroft.games.board.content import KINDS
from undercroft.games.board.rules.ending.outcome import outcome
from undercroft.games.board.rules.spells.stock import spell_phase
from undercroft.games.board.state import Leg

from .table import Setting, new_match


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


@pytest.mark.rule("BRD-SEC-11", "BRD-ESP-03")
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

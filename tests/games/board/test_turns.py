"""Adventurers, who picks and moves when, and what rules a turn."""

from __future__ import annotations

import pytest

from undercroft.engine import BadOpening, run
from undercroft.games.board import GAME
from undercroft.games.board.bot import choose_target
from undercroft.games.board.content import ELF, HERO, SUPERHERO, WIZARD, tables
from undercroft.games.board.rules import step
from undercroft.games.board.rules.pieces.hand import goal
from undercroft.games.board.rules.pieces.odds import odds
from undercroft.games.board.rules.setting_up.order import throw_for_order

from .table import Setting, goes, new_match


@pytest.mark.parametrize(
    ("kind", "gold", "finds", "levels", "ogre"),
    [
        pytest.param("elf", 10_000, 4, (1, 3), 15, marks=pytest.mark.rule("BRD-TYPE-01")),
        pytest.param("hero", 10_000, 2, (1, 4), 10, marks=pytest.mark.rule("BRD-TYPE-02")),
        pytest.param("superhero", 20_000, 2, (3, 5), 26, marks=pytest.mark.rule("BRD-TYPE-03")),
        pytest.param("wizard", 30_000, 2, (5, 6), 15, marks=pytest.mark.rule("BRD-TYPE-04")),
    ],
)
def test_what_a_type_needs_and_can(kind: str, gold: int, finds: int, levels: tuple[int, int], ogre: int) -> None:
    table = Setting(kind)
    one = tables().adventurers[table.pawn.kind]
    assert (goal(table.pawn), one.secret_door_success_up_to, one.advised_level_from, one.advised_level_to) == (
        gold,
        finds,
        *levels,
    )
    assert odds(table.s, table.pawn, table.monster("Ogre")) == ogre
    sheet = GAME.screen(table.s, 0).sheets[0]
    values = {line.label: line.value for line in sheet.lines}
    assert values["Gold needed"] == f"{gold:,}"
    assert values["Secret doors"] == f"open on 1-{finds}"
    assert ("Spells" in values) == (kind == "wizard")


@pytest.mark.rule("BRD-TYPE-06")
def test_an_elf_may_walk_on_the_sixth_level() -> None:
    table = Setting("elf").at("6-C10")
    assert len(goes(table.asked())) > 3
    table.turn("end")


@pytest.mark.rule("BRD-TYPE-07")
def test_bots_head_for_the_levels_advised() -> None:
    for seed in range(6):
        state = new_match("W", "S", seed=seed, types="wizard,superhero", light=True).state
        for pawn, levels in ((state.pawns[0], (5, 6)), (state.pawns[1], (3, 4, 5))):
            pawn.kind = pawn.first_kind = WIZARD if pawn.seat == 0 else SUPERHERO
            pawn.space = Setting("elf").board.start
            if pawn.kind == WIZARD:
                pawn.spells, pawn.spell_limit = [0, 1, 1, 2, 2, 2, 2], 7
            target = choose_target(GAME.mask(state, pawn.seat), pawn)
            assert Setting("elf").board.level[target] in levels


# Selection.


def _opening(*names: str, **dials: object) -> Setting:
    table = Setting(*names, **dials)
    table.s.phase = "order"
    table.s.order = []
    for pawn in table.s.pawns:
        pawn.kind = pawn.first_kind = -1
        pawn.space = -1
    return table


@pytest.mark.rule("BRD-SEL-01", "BRD-SEL-04")
def test_the_highest_total_picks_first_and_moves_first_all_game() -> None:
    table = _opening("elf", "elf", "elf")
    run(step, table.s, dice=[5, 11, 8])
    assert table.s.order == [1, 2, 0]
    first = run(step, table.s, answers=["be:hero"])
    assert first.asks[0].seats == (1,)
    assert run(step, table.s, answers=["be:elf"]).asks[0].seats == (2,)
    assert run(step, table.s, answers=["be:elf"]).asks[0].seats == (0,)
    run(step, table.s)
    movers = []
    for _ in range(6):
        movers.append(table.s.order[table.s.turn])
        table.turn("end")
    assert movers == [1, 2, 0, 1, 2, 0]


@pytest.mark.rule("BRD-SEL-02", "BRD-SEL-03")
def test_three_pawns_of_a_type_and_no_more() -> None:
    table = _opening(*["elf"] * 12)
    table.s.order = list(range(12))
    table.s.phase = "pick"
    for kind in ("wizard",) * 3:
        run(step, table.s, answers=[f"be:{kind}"])
    ran = run(step, table.s, answers=["be:superhero"])
    assert ran.asks[0].keys == ("be:elf", "be:hero", "be:superhero")
    for kind in ("superhero", "superhero", "hero", "hero", "hero", "elf", "elf"):
        run(step, table.s, answers=[f"be:{kind}"] if kind != "elf" else [])
    assert not run(step, table.s).asks
    assert table.s.pawns[11].kind == ELF


@pytest.mark.rule("BRD-SEL-05")
def test_ties_are_thrown_again_among_the_tied() -> None:
    table = _opening("elf", "elf", "elf")
    run(throw_for_order, table.s, dice=[9, 9, 4, 3, 7])
    assert table.s.order == [1, 0, 2]


@pytest.mark.rule("BRD-SEL-06")
def test_pawns_of_a_type_carry_marks_and_names() -> None:
    match = new_match("Ann", "Bea", types="hero,hero")
    assert sorted(pawn.mark for pawn in match.state.pawns) == [1, 2]
    svg = match.screen(0).drawing
    assert svg is not None
    assert all(f">{name}<" in svg.svg for name in ("Ann", "Bea"))
    assert 'id="pawn-0"' in svg.svg
    assert 'id="pawn-1"' in svg.svg
    assert "H1" in svg.text
    assert "H2" in svg.text


def test_seats_named_after_types_take_them() -> None:
    match = new_match("elf", "hero", "superhero", "wizard")
    assert [pawn.kind for pawn in match.state.pawns] == [ELF, HERO, SUPERHERO, WIZARD]
    assert [pawn.kind for pawn in new_match("wizard-1", "Wizard 2", "elf").state.pawns] == [WIZARD, WIZARD, ELF]
    with pytest.raises(BadOpening, match="dwarf"):
        new_match("A", "B", types="dwarf,elf")
    with pytest.raises(BadOpening, match="3 adventurers for 2 seats"):
        new_match("A", "B", types="elf,elf,elf")


# The routine of play.


@pytest.mark.rule("BRD-TURN-01", "BRD-TURN-02")
def test_a_fight_ends_the_movement() -> None:
    table = Setting("hero", "elf").at("1-C07").guard("1-R02", "Goblins", prizes=["Sack of Gold"])
    ran = table.turn("open:1-R02", "enter", dice=[12])
    assert len(ran.asks) == 2
    assert table.where() == "1-R02"
    assert table.s.order[table.s.turn] == 1


@pytest.mark.rule("BRD-TURN-03")
def test_doing_nothing_is_legal() -> None:
    table = Setting("hero", "elf").at("1-C09")
    table.turn("end")
    assert table.where() == "1-C09"


@pytest.mark.rule("BRD-TURN-04")
def test_a_forced_retreat_on_a_free_way_asks_nothing() -> None:
    table = Setting("hero", "elf").at("1-C09", trail=["1-C11", "1-C10", "1-C09"]).guard("1-R02", "Goblins")
    ran = table.turn("open:1-R02", dice=[2, 9])
    assert len(ran.asks) == 1
    assert table.where() == "1-C11"


@pytest.mark.rule("BRD-TURN-05", "BRD-END-01", "BRD-KILL-02")
def test_the_last_pawn_killed_ends_the_game_without_a_winner() -> None:
    table = Setting("elf", "hero").at("1-C09").at("1-C09", seat=1).guard("1-R02", "Goblins")
    table.turn("open:1-R02", dice=[2, 2])
    assert not table.pawn.alive
    assert table.s.phase == "turn"
    assert table.s.order[table.s.turn] == 1
    table.turn("open:1-R02", dice=[3, 7])
    assert table.s.order[table.s.turn] == 1  # the dead get no more turns
    ran = table.turn("end", dice=[3, 2])
    assert GAME.is_over(table.s)
    assert table.s.winner == -1
    assert "The dungeon has won" in ran.texts[-1]


@pytest.mark.rule("BRD-TURN-06")
def test_a_round_ends_after_the_last_player_still_in_the_game() -> None:
    table = Setting("elf", "hero", "elf", "hero")
    table.s.pawns[3].lose_turns = 1
    for _ in range(3):
        assert table.s.round == 1
        table.turn("end")
    table.turn()
    assert table.s.round == 2
    table.s.pawns[3].alive = False
    for _ in range(3):
        assert table.s.round == 2
        table.turn("end")
    assert table.s.round == 3


@pytest.mark.rule("BRD-TURN-07")
def test_lost_turns_then_wounds_then_freedom() -> None:
    # A chain: CLT 10 drives the pawn into the next chamber, where it rolls a 3.
    table = Setting("hero", "elf").at("5U-C34", trail=["queens_treasure_room_annex", "5U-C34"])
    table.at("5U-C30", seat=1).guard("queens_treasure_room", "Green Slime").guard("queens_treasure_room_annex", "Giant")
    table.turn("go:queens_treasure_room", dice=[2, 10, 2, 3])
    assert table.pawn.lose_turns == 1
    assert table.pawn.wounded
    table.turn("end")
    here = table.where()
    ran = table.turn()
    assert table.where() == here
    assert not ran.asks
    table.turn("end")
    table.turn()
    assert table.where() == "main_staircase"
    table.turn("end")
    table.turn("go:main_gallery", "end")
    assert table.where() == "main_gallery"


@pytest.mark.rule("BRD-TURN-07")
def test_a_wounded_pawn_goes_home_before_any_hold_is_settled() -> None:
    table = Setting("hero", "elf", ambush=True).at("1-C20").at("1-C20", seat=1)
    from undercroft.games.board.state import Hold

    table.s.holds = [Hold(1, 0, True), Hold(0, 1, True)]
    table.pawn.wounded = True
    ran = table.turn()
    assert not ran.asks
    assert table.where() == "main_staircase"
    assert not table.s.holds

"""Wizard spells."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.board.rules import step
from undercroft.games.board.rules.movement.reach import reach_of, reaches_of
from undercroft.games.board.rules.spells.stock import choose_first_spells, spell_phase
from undercroft.games.board.rules.spells.transference import may_transfer
from undercroft.games.board.rules.turn.labels import describer

from .table import Setting, goes


@pytest.mark.rule("BRD-SPL-01")
def test_only_wizards_cast_and_they_fight_by_hand_too() -> None:
    table = Setting("superhero").at("1-C09").guard("1-R02", "Goblins")
    table.pawn.spells = []
    assert not [key for key in table.asked() if key.startswith(("cast:", "transfer:"))]
    wizard = Setting("wizard").at("1-C09").guard("1-R02", "Goblins").spells("fireball")
    keys = wizard.asked()
    assert "cast:fireball@1-R02" in keys
    assert "open:1-R02" in keys


@pytest.mark.rule("BRD-SPL-02")
def test_a_wizard_takes_seven_spells_in_any_mix() -> None:
    for fire, bolt in ((7, 0), (0, 0), (3, 2)):
        table = Setting("wizard")
        run(choose_first_spells, table.s, table.pawn, answers=[fire, bolt] if fire < 7 else [fire])
        assert [table.pawn.spells.count(kind) for kind in (2, 1, 0)] == [fire, bolt, 7 - fire - bolt]
        assert table.pawn.spell_limit == 7
        assert sum(table.s.spell_stock) == 29


@pytest.mark.rule("BRD-SPL-03", "BRD-ATK-04", "BRD-ATK-05")
def test_a_used_spell_goes_back_and_a_failure_has_no_bad_result() -> None:
    table = Setting("wizard").at("1-C09").guard("1-R02", "Troll").spells("fireball", "lightning")
    ran = table.turn("cast:fireball@1-R02", dice=[6])
    assert table.s.spell_stock == [12, 11, 12]
    assert [event.rule for event in ran.events if event.roll] == ["BRD-ATK-03"]
    assert table.where() == "1-C09"
    ran = table.turn("cast:lightning@1-R02")
    assert not [event for event in ran.events if event.roll]
    assert table.s.spell_stock == [12, 12, 12]
    assert table.stack("1-R02") == ["Troll"]


@pytest.mark.rule("BRD-SPL-04")
def test_one_spell_a_turn() -> None:
    table = Setting("wizard").at("queens_treasure_room").spells("transference", "transference", "fireball", "lightning")
    keys = table.asked("transfer:kings_library")
    assert not [key for key in keys if key.startswith(("cast:", "transfer:"))]
    assert goes(keys)


@pytest.mark.rule("BRD-SPL-05")
def test_spells_only_in_ones_own_turn() -> None:
    table = (
        Setting("hero", "wizard", ambush=True, wandering_monsters=True)
        .at("1-C09")
        .at("1-C10", seat=1, trail=["1-C11", "1-C10"])
        .spells("fireball", "lightning", seat=1)
    )
    # Driven one space back he stands next to his enemy, but it is the enemy's turn.
    ran = table.turn("go:1-C10", (0, "pass"), (1, "ambush"), dice=[2, 12, 8])
    assert table.where(1) == "1-C11"
    assert len(ran.asks) == 2
    assert len(table.s.pawns[1].spells) == 2
    chamber = Setting("hero", "wizard").at("crypt", seat=1).spells("transference", seat=1)
    assert not may_transfer(chamber.s, chamber.s.pawns[1])
    chamber.s.turn = 1
    assert may_transfer(chamber.s, chamber.s.pawns[1])


@pytest.mark.rule("BRD-SPL-06")
def test_spells_are_never_dropped() -> None:
    table = Setting("wizard").at("1-C09").guard("1-R02", "Giant").spells("fireball", "lightning").give("Gold Ring")
    table.turn("open:1-R02", dice=[2, 3])
    assert len(table.pawn.spells) == 2
    assert table.hand() == []


@pytest.mark.rule("BRD-SPL-07", "BRD-DIAL-07")
def test_the_stock_is_finite_unless_the_dial_says_otherwise() -> None:
    table = Setting("wizard")
    table.s.spell_stock = [12, 12, 0]
    ran = run(choose_first_spells, table.s, table.pawn, answers=[7])
    assert "Lightning" in ran.asks[0].prompt
    assert table.pawn.spells == [1] * 7
    several = Setting("wizard", "wizard", "wizard", unlimited_spells=True)
    for pawn in several.s.pawns:
        run(choose_first_spells, several.s, pawn, answers=[7])
    assert sum(pawn.spells.count(2) for pawn in several.s.pawns) == 21
    limited = Setting("wizard", "wizard", "wizard")
    run(choose_first_spells, limited.s, limited.s.pawns[0], answers=[7])
    second = run(choose_first_spells, limited.s, limited.s.pawns[1], answers=[5, 2])
    assert second.asks[0].high == 5


@pytest.mark.rule("BRD-SPL-08")
def test_wizards_choose_in_order_of_play() -> None:
    table = Setting("wizard", "elf", "wizard")
    table.s.order = [2, 1, 0]
    table.s.phase = "spells"
    assert run(step, table.s, answers=[7]).asks[0].seats == (2,)
    assert run(step, table.s, answers=[3, 2]).asks[0].seats == (0,)
    run(spell_phase, table.s)
    assert table.s.phase == "turn"


@pytest.mark.rule("BRD-SPL-09")
def test_a_sword_does_not_help_a_spell() -> None:
    table = Setting("wizard").at("1-C09").guard("1-R02", "Troll").spells("fireball").give("Magic Sword")
    table.turn("cast:fireball@1-R02", dice=[6])
    assert table.stack("1-R02") == ["Troll"]


# Transference.


@pytest.mark.rule("BRD-TRN-01")
def test_transference_only_from_a_chamber() -> None:
    table = Setting("wizard").at("4L-C28").spells("transference")
    assert not [key for key in table.asked() if key.startswith("transfer:")]
    room = Setting("wizard").at("2-R03").spells("transference")
    assert not [key for key in room.asked() if key.startswith("transfer:")]


@pytest.mark.rule("BRD-TRN-02", "BRD-TRN-03")
def test_where_transference_leads() -> None:
    def targets(where: str) -> set[str]:
        table = Setting("wizard").at(where).spells("transference")
        return {key[9:] for key in table.asked() if key.startswith("transfer:")}

    assert targets("crypt") == {
        "storeroom", "armory", "torture_chamber", "queens_treasure_room", "queens_treasure_room_annex", "wizards_laboratory",
        "wizards_treasure_room",
    }  # fmt: skip
    assert targets("main_gallery") == {"main_staircase", "kitchen", "guard_room"}
    assert targets("main_staircase") == {"main_gallery"}
    assert "armory" in targets("torture_chamber")


@pytest.mark.rule("BRD-TRN-04", "BRD-TRN-05", "BRD-TRN-06")
def test_transference_away_from_a_monster_and_into_another() -> None:
    table = Setting("wizard").at("4L-C48").spells("transference", "transference", "fireball")
    table.guard("crypt", "Troll").guard("armory", "Ogre")
    ran = table.turn("go:crypt", "transfer:armory", dice=[12])
    troll = table.s.stacks[table.board.site[table.board.find("crypt")]][0].card
    assert troll in table.s.shown
    assert table.stack("crypt") == ["Troll"]
    assert table.stack("armory") == []
    assert len(ran.asks) == 2
    start = Setting("wizard").at("crypt").spells("transference").guard("crypt", "Troll")
    start.turn("transfer:armory", "end")
    assert start.where() == "armory"


@pytest.mark.rule("BRD-TRN-07")
def test_the_jump_costs_nothing_and_the_rest_of_the_move_remains() -> None:
    table = Setting("wizard").at("4L-C29").spells("transference")
    keys = table.asked("go:crypt", "transfer:armory")
    reach = reaches_of(table.board).reach(table.board.find("armory"), 3, table.s.stacks, [], all_doors=False)
    assert {key for key in keys if key.startswith("go:")} == {key for key in reach.menu if key.startswith("go:")}


@pytest.mark.rule("BRD-TRN-08")
def test_arriving_on_the_staircase_by_transference_wins() -> None:
    table = (
        Setting("wizard")
        .at("main_gallery")
        .spells("transference")
        .give("Huge Diamond", "Gold Necklace", "Huge Ruby", "Huge Sapphire")
    )
    table.turn("transfer:main_staircase")
    assert table.s.winner == 0


@pytest.mark.rule("BRD-TRN-09")
def test_a_trap_is_quicker_than_transference() -> None:
    table = Setting("wizard").at("4L-C28").spells("transference").guard("crypt", "lose_turns")
    ran = table.turn("go:crypt", dice=["1d6=2"])
    assert len(ran.asks) == 1
    assert table.pawn.trap_turns == 2


# Attack spells.


@pytest.mark.rule("BRD-ATK-01")
def test_never_at_a_monster_in_the_same_space() -> None:
    table = Setting("wizard").at("crypt").spells("fireball").guard("crypt", "Troll")
    assert "cast:fireball@crypt" not in table.asked()
    outside = Setting("wizard").at("4L-C28").spells("fireball").guard("crypt", "Troll")
    assert "cast:fireball@crypt" in outside.asked()


@pytest.mark.rule("BRD-ATK-02", "BRD-ATK-08")
def test_the_spell_is_chosen_before_the_card_is_seen() -> None:
    table = Setting("wizard").at("1-C09").guard("1-R02", "Troll").spells("fireball", "lightning")
    keys = table.asked()
    assert {"open:1-R02", "cast:fireball@1-R02", "cast:lightning@1-R02"} <= set(keys)
    card = table.s.stacks[table.board.site[table.board.find("1-R02")]][0].card
    assert card not in table.s.shown
    reach = reach_of(table.s, table.board, table.deck, table.pawn)
    describe = describer(table.s, table.board, table.deck, table.pawn, reach)
    assert "unknown card: about 30 in 36 to win; you hold 1" in describe("cast:lightning@1-R02").hint  # 273 of 9 x 36
    table.turn("cast:lightning@1-R02")
    assert card in table.s.shown


@pytest.mark.rule("BRD-ATK-03")
@pytest.mark.parametrize(("roll", "dies"), [(5, True), (4, False)])
def test_a_spell_kills_from_its_number(roll: int, dies: bool) -> None:
    table = Setting("wizard").at("1-C09").guard("1-R02", "Black Pudding").spells("fireball")
    table.turn("cast:fireball@1-R02", *(["stay"] if dies else []), dice=[roll])
    assert (table.stack("1-R02") == []) == dies


@pytest.mark.rule("BRD-ATK-06")
def test_after_a_failure_the_card_is_known_but_lies_face_down() -> None:
    from undercroft.games.board import GAME

    table = Setting("wizard", "elf").at("1-C09").guard("1-R02", "Troll").spells("fireball")
    table.turn("cast:fireball@1-R02", dice=[2])
    site = table.board.site[table.board.find("1-R02")]
    assert GAME.mask(table.s, 1).stacks[site][0].card == table.s.stacks[site][0].card
    assert not table.s.facing


@pytest.mark.rule("BRD-ATK-07", "BRD-ATK-12")
def test_after_a_kill_the_wizard_may_advance_without_movement() -> None:
    table = Setting("wizard").guard("1-R02", "Troll", prizes=["Gold Ring"]).spells("fireball")
    far = next(i for i, d in enumerate(table.board.distances([table.board.find("1-C09")])) if d == 5 and table.board.kind[i] == 1)
    table.at(table.board.address[far])
    table.turn("go:1-C09", "cast:fireball@1-R02", "enter", dice=[12])
    assert table.where() == "1-R02"
    assert table.hand() == ["Gold Ring"]
    five = Setting("wizard").spells("lightning").guard("crypt", "Giant")
    way = five.board.distances([five.board.find("4L-C28")], stop=lambda space: five.board.site[space] >= 0)
    away = next(i for i, d in enumerate(way) if d == 5 and five.board.kind[i] == 1)
    five.at(five.board.address[away])
    assert "cast:lightning@crypt" in five.asked("go:4L-C28")
    shy = Setting("wizard").at("1-C09").guard("1-R02", "Troll", prizes=["Gold Ring"]).spells("fireball")
    shy.turn("cast:fireball@1-R02", "stay", dice=[12])
    assert shy.where() == "1-C09"
    assert list(shy.s.loose) == [shy.board.find("1-R02")]  # unguarded, for whoever comes


@pytest.mark.rule("BRD-ATK-09")
def test_a_spell_strikes_the_top_card_and_advancing_means_the_next_fight() -> None:
    table = Setting("wizard").at("4L-C28").spells("fireball").guard("crypt", "Troll", "Mummy", "Giant")
    ran = table.turn("cast:fireball@crypt", "stay", dice=[12])
    assert ran.asks[1].keys[0] == "stay"
    assert table.stack("crypt") == ["Mummy", "Giant"]
    bold = Setting("wizard").at("4L-C28").spells("fireball").guard("crypt", "Troll", "Mummy", "Giant")
    bold.turn("cast:fireball@crypt", "enter", dice=[12, 12])
    assert bold.stack("crypt") == ["Giant"]
    assert bold.where() == "crypt"


@pytest.mark.rule("BRD-ATK-10")
def test_a_spell_attack_ends_the_turn() -> None:
    table = Setting("wizard", "elf").at("1-C09").guard("1-R02", "Troll").spells("fireball", "lightning")
    assert len(table.turn("cast:fireball@1-R02", dice=[2]).asks) == 1
    assert table.s.order[table.s.turn] == 1


@pytest.mark.rule("BRD-ATK-11")
def test_a_spell_at_a_trap_is_wasted() -> None:
    table = Setting("wizard").at("1-C09").guard("1-R02", "lose_turns", prizes=["Gold Ring"]).spells("fireball")
    ran = table.turn("cast:fireball@1-R02")
    assert len(table.stack("1-R02")) == 1
    assert table.s.spell_stock == [12, 12, 12]
    assert not [event for event in ran.events if event.roll]
    assert table.where() == "1-C09"


# Regaining.


@pytest.mark.rule("BRD-REG-01", "BRD-REG-04")
def test_a_turn_on_the_staircase_brings_a_spell_of_any_kind() -> None:
    table = Setting("wizard").spells("transference")
    table.turn("end", "take:fireball")
    assert table.pawn.spells == [0, 2]
    ball = Setting("wizard").spells().give("Crystal Ball").guard("crypt", "Troll", "Giant")
    ball.turn("ball", "gaze:crypt", "take:lightning")
    assert ball.pawn.spells == [1]
    prone = Setting("wizard").spells()
    prone.pawn.lose_turns = 1
    prone.turn("take:transference")
    assert prone.pawn.spells == [0]
    safe = Setting("wizard", safe_keeping=True).spells().give("Gold Ring")
    safe.turn("bank", ["keep:1"], "take:fireball")
    assert safe.pawn.spells == [2]
    scarce = Setting("wizard").spells()
    scarce.s.spell_stock = [12, 12, 0]
    assert scarce.asked("end") == ("take:lightning", "take:transference")


@pytest.mark.rule("BRD-REG-02")
def test_never_more_than_the_maximum() -> None:
    table = Setting("wizard").spells(*["fireball"] * 7)
    assert len(table.turn("end").asks) == 1
    assert len(table.pawn.spells) == 7


@pytest.mark.rule("BRD-REG-03")
def test_the_turn_of_arrival_does_not_count() -> None:
    table = Setting("wizard").at("main_gallery").spells()
    table.turn("go:main_staircase", "end")
    assert table.pawn.spells == []
    out = Setting("wizard").spells()
    out.turn("go:main_gallery", "go:main_staircase", "end")
    assert out.pawn.spells == []
    table.turn("end", "take:fireball")
    assert table.pawn.spells == [2]


# Increased spells.


@pytest.mark.rule("BRD-INC-01", "BRD-INC-02")
def test_increased_spells_are_six_and_a_die() -> None:
    limits = []
    for die in range(1, 7):
        table = Setting("wizard", increased_wizard_spells=True)
        run(choose_first_spells, table.s, table.pawn, answers=[4, 2], dice=[f"1d6={die}"])
        assert len(table.pawn.spells) == table.pawn.spell_limit == 6 + die
        limits.append(table.pawn.spell_limit)
    assert sum(limits) / 6 == 9.5


@pytest.mark.rule("BRD-INC-03", "BRD-SWD-05")
def test_under_increased_spells_a_wizard_may_not_use_a_sword() -> None:
    for increased, roll, dies in ((True, 9, False), (False, 9, True)):
        table = Setting("wizard", increased_wizard_spells=increased).at("1-C09").guard("1-R02", "Giant").give("Magic Sword")
        table.turn("open:1-R02", *(["stay"] if dies else []), dice=[roll] if dies else [roll, 7])
        assert (table.stack("1-R02") == []) == dies
    other = Setting("hero", increased_wizard_spells=True).at("1-C09").guard("1-R02", "Giant").give("Magic Sword")
    other.turn("open:1-R02", "stay", dice=[10])
    assert other.stack("1-R02") == []


@pytest.mark.rule("BRD-INC-04")
def test_a_wizard_may_still_carry_a_sword_for_its_gold() -> None:
    from undercroft.games.board.rules.pieces.hand import worth

    table = Setting("wizard", increased_wizard_spells=True).give("Magic Sword", level=4)
    assert worth(table.deck, table.pawn) == 500

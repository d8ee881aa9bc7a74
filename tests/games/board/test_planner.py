"""The planner: home with enough, spells where they bite, no blow that costs more than it brings, rest for what is needed."""

from __future__ import annotations

from undercroft.games.board.content import TRANSFERENCE
from undercroft.games.board.planner import HABITS, Plan

from .table import Setting


def plan(table: Setting) -> Plan:
    return Plan(table.s, table.pawn, HABITS)


def where(table: Setting) -> str:
    target = plan(table).target()
    return table.board.address[target] if target >= 0 else ""


def test_with_enough_gold_it_goes_home_and_otherwise_to_the_prize() -> None:
    table = Setting("hero", "hero").at("1-C09").guard("1-R02", "Goblins", prizes=["Gold Ring"])
    assert where(table) == "1-R02"
    assert plan(table).turn(table.asked()) == "open:1-R02"
    table.give("Huge Ruby", "Gold Ring")
    assert where(table) == "main_staircase"


def test_a_known_monster_is_weighed_blow_by_blow() -> None:
    """An Elf cannot kill a Black Pudding; a hero's chance against a Goblin is 33 in 36, against a Mummy 6 in 36."""
    table = Setting("hero", "hero").at("1-C09")
    reckoned = plan(table)
    monsters = reckoned.deck.monsters
    goblin, mummy = (monsters[table.monster(name)] for name in ("Goblins", "Mummy"))
    assert reckoned.by_hand(goblin) == 33 / 36
    assert reckoned.by_hand(mummy) == 6 / 36
    assert reckoned.fight(goblin, 1000.0) > reckoned.fight(mummy, 1000.0) == 0.0
    assert abs(reckoned.fight(goblin, 1000.0) - (1000 - (reckoned.rate + 3 / 36 * reckoned.loss) / (33 / 36))) < 1e-9
    pudding = monsters[table.monster("Black Pudding")]
    assert plan(Setting("elf", "elf")).by_hand(pudding) == 0.0


def test_the_nearer_of_two_like_rooms_is_the_better_one() -> None:
    table = Setting("hero", "hero").at("1-C09").guard("1-R02", "Goblins", prizes=["Gold Ring"])
    table.guard("1-R07", "Goblins", prizes=["Gold Ring"])
    assert where(table) == "1-R02"


def test_a_wizard_throws_the_spell_that_bites() -> None:
    table = Setting("wizard", "wizard").at("1-C09").spells("fireball", "lightning")
    table.guard("1-R02", "Mummy", prizes=["Jade Idol"])  # Lightning does nothing to a Mummy, a Fire Ball needs 3
    table.s.shown.append(table.s.stacks[table.board.site[table.board.find("1-R02")]][0].card)
    assert plan(table).turn(table.asked()) == "cast:fireball@1-R02"


def test_a_wizard_rests_for_as_many_spells_as_the_missing_gold_takes() -> None:
    table = Setting("wizard", "wizard").guard("5U-R01", "Troll", prizes=["Jade Idol"])
    assert plan(table).lacking == 6
    assert plan(table).turn(table.asked()) == "end"
    table.give("Huge Diamond", "Gold Necklace", "Huge Ruby")  # 27,000 of 30,000
    assert plan(table).lacking == 3
    table.spells("fireball", "fireball", "lightning")
    assert plan(table).lacking == 0
    assert plan(table).turn(table.asked()) != "end"
    table.pawn.spells = [TRANSFERENCE] * 3
    assert plan(table).lacking == 3
    assert plan(Setting("hero", "hero")).lacking == 0


def test_a_planning_wizard_throws_spells_at_loaded_rivals() -> None:
    table = Setting("wizard", "hero", ambush=True).at("2-C55").at("2-C54", seat=1).spells("fireball", "lightning")
    table.give("Gold Ring", "Gold Cup", "Silver Ring", seat=1).guard("5U-R01", "Troll", prizes=["Jade Idol"])
    assert plan(table).turn(table.asked()).endswith("@pawn-1")

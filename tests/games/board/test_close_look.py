"""A closer look: who must hold, who slips away, what is told at a door, where turns and walks end, what the stock gives."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.board.board import OPEN, printed_board
from undercroft.games.board.content import FIREBALL, LIGHTNING, TRANSFERENCE
from undercroft.games.board.rules.combat.fight import retreat
from undercroft.games.board.rules.movement.limping import walk_home
from undercroft.games.board.rules.setting_up.selection import pick_pawn
from undercroft.games.board.rules.spells.stock import choose_first_spells, regain
from undercroft.games.board.state import Hold

from .table import Setting

NO_EFFECT, BACK_ONE = 7, 8  # totals of the losing table


def stock(fire: int, bolts: int, moves: int) -> list[int]:
    """Spell cards by kind, as the state counts them."""
    found = [0, 0, 0]
    found[FIREBALL], found[LIGHTNING], found[TRANSFERENCE] = fire, bolts, moves
    return found


BOARD = printed_board()
AROUND = [BOARD.address[space] for space, via, _ in BOARD.near[BOARD.find("guard_room")] if via == OPEN]

# Ambush.


@pytest.mark.rule("BRD-AMB-05", "BRD-AMB-08", "BRD-AMB-09", "BRD-AMB-10", "BRD-AMB-18", "BRD-AMB-03")
@pytest.mark.parametrize(
    ("dice", "must"),
    [
        ([2, 2], False),  # both miss: they hold if they like
        ([12, 2, NO_EFFECT], True),  # the mover took a hit without effect
        ([2, 12, NO_EFFECT], True),  # the ambusher did
        ([12, 12, NO_EFFECT, NO_EFFECT], True),
    ],
)
def test_a_hit_without_effect_binds_both(dice: list[int], must: bool) -> None:
    table = Setting("hero", "elf", ambush=True).at("2-C54").at("2-C55", seat=1)
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=dice)
    assert {(hold.holder, hold.held, hold.must) for hold in table.s.holds} == {(0, 1, must), (1, 0, must)}


@pytest.mark.rule("BRD-AMB-01", "BRD-AMB-17", "BRD-TAMB-01", "BRD-AMB-19")
def test_who_slips_away_from_an_ambush_is_gone_and_walks_no_farther() -> None:
    def set_up() -> Setting:
        return Setting("wizard", "hero", ambush=True).at("2-C54").at("guard_room", seat=1).spells("transference")

    table = set_up()
    ran = table.turn("go:guard_room", (0, "pass"), (1, "ambush"), "transfer:kitchen", "end")
    assert table.where() == "kitchen"
    assert (table.s.holds, table.pawn.spells, table.s.ambushes) == ([], [], 1)
    assert not [event for event in ran.events if event.roll]
    assert not [text for text in ran.texts if "enters" in text]  # he never came to walk on
    stays = set_up()
    stays.turn("go:guard_room", (0, "pass"), (1, "ambush"), "fight", dice=[2, 2])
    assert (stays.where(), len(stays.s.holds)) == ("guard_room", 2)


@pytest.mark.rule("BRD-AMB-08", "BRD-AMB-09", "BRD-SAMB-06")
def test_a_wizard_who_is_driven_out_of_a_hold_may_answer_with_a_spell() -> None:
    table = Setting("wizard", "hero", ambush=True).at("2-C55", trail=["2-C54", "2-C55"]).at("2-C55", seat=1).spells("fireball")
    table.s.holds = [Hold(1, 0, must=True), Hold(0, 1, must=True)]
    ran = table.turn("cast:fireball@pawn-1", dice=[12, 2, BACK_ONE, 2])
    assert (table.where(), table.pawn.spells, ran.asks[-1].rule) == ("2-C54", [], "BRD-SAMB-06")
    assert table.s.now.ambushers == [1]


@pytest.mark.rule("BRD-SAMB-01", "BRD-SAMB-05")
@pytest.mark.parametrize("guarded", [True, False])
def test_who_advances_after_a_spell_meets_what_is_there(guarded: bool) -> None:
    table = Setting("wizard", "hero", ambush=True).at(AROUND[0]).at("guard_room", seat=1, trail=[AROUND[1], "guard_room"])
    table.spells("fireball").give("Gold Ring", "Silver Cup", seat=1)
    if guarded:
        table.guard("guard_room", "Goblins")
    ran = table.turn("cast:fireball@pawn-1", (1, "drop:1"), "enter", "take",
                     dice=[12, BACK_ONE, *([12] if guarded else [])])  # fmt: skip
    assert table.where() == "guard_room"
    assert len([event for event in ran.events if event.rule == "BRD-CMB-03" and event.roll]) == guarded
    assert len(table.pawn.prizes) == 1


# Doors and what is told.


@pytest.mark.rule("BRD-DOOR-01", "BRD-DOOR-03", "BRD-CMB-03")
@pytest.mark.parametrize(
    ("card", "dice", "told"),
    [
        ("Goblins", [2, 7], "Hero 1 opens room 1-R02 and strikes at "),
        ("lose_turns", [3], "Hero 1 opens the door of room 1-R02."),
    ],
)
def test_the_door_that_was_opened_is_told_once(card: str, dice: list[int], told: str) -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", card)
    ran = table.turn("open:1-R02", dice=dice)
    assert [text for text in ran.texts if "opens" in text and text.startswith(told)]
    within = Setting("hero").at("2-C54").guard("guard_room", card)
    assert not [text for text in within.turn("go:guard_room", dice=dice).texts if "opens" in text]


@pytest.mark.rule("BRD-DOOR-05", "BRD-DOOR-06", "BRD-CMB-04")
@pytest.mark.parametrize(
    ("prizes", "asked"),
    [
        ([], "and guarded nothing"),
        (["Gold Ring"], "prize is not"),
        (["Gold Ring", "Silver Cup"], "prizes are not"),
    ],
)
def test_who_has_won_at_a_door_is_asked_in_with_what_lies_there(prizes: list[str], asked: str) -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Giant", prizes=prizes)
    ran = table.turn("open:1-R02", "stay", dice=[12])
    assert asked in ran.asks[1].prompt
    assert table.where() == "1-C09"


@pytest.mark.rule("BRD-RET-01", "BRD-RET-05", "BRD-LOSE-01")
def test_a_retreat_that_costs_no_turn_tells_of_none() -> None:
    table = Setting("hero").at("1-C09", trail=["1-C10", "1-C09"])
    ran = run(retreat, table.s, table.pawn, 1)
    assert (table.where(), ran.texts) == ("1-C10", ["Hero 1 falls back one space."])


@pytest.mark.rule("BRD-MOVE-01", "BRD-MOVE-09", "BRD-DOOR-10")
def test_a_change_of_level_is_told_unless_more_follows_at_once() -> None:
    down = Setting("hero").at("3L-C81")
    board = down.board
    up, low = board.level[board.find("2-C07")], board.level[board.find("3L-C81")]
    ran = down.turn("go:2-C07", "end")
    assert f"Hero 1 {'comes up' if up < low else 'goes down'} to level {up}." in ran.texts
    back = Setting("hero").at("2-C07").turn("go:3L-C81", "end")
    assert f"Hero 1 {'goes down' if up < low else 'comes up'} to level {low}." in back.texts
    same = Setting("hero").at("2-C54").turn("go:2-C55", "end")
    assert not [text for text in same.texts if "level" in text]
    straight = Setting("hero").at("3L-C81").known("2-C07", "kitchen").guard("kitchen", "Goblins")
    ran = straight.turn("go:kitchen", dice=[12])
    assert straight.where() == "kitchen"
    assert not [text for text in ran.texts if "level" in text]


# Turns.


@pytest.mark.rule("BRD-TURN-07", "BRD-TURN-01")
@pytest.mark.parametrize(("number", "headed"), [(1, 1), (2, 0), (9, 0), (10, 1), (11, 0), (20, 1)])
def test_the_first_and_every_tenth_round_is_headed_once(number: int, headed: int) -> None:
    table = Setting("hero", "elf").at("1-C09").at("1-C10", seat=1)
    table.s.round = number
    ran = table.turn("end")
    assert len([event for event in ran.events if event.kind == "headline"]) == headed
    table.s.round = number
    assert not [event for event in table.turn((1, "end")).events if event.kind == "headline"]


@pytest.mark.rule("BRD-REG-01", "BRD-REG-03", "BRD-CMB-10", "BRD-NOEF-04")
@pytest.mark.parametrize(("begins", "goes", "regained"), [("main_staircase", False, 1), ("main_gallery", True, 0)])
def test_only_a_whole_turn_on_the_staircase_brings_a_spell(begins: str, goes: bool, regained: int) -> None:
    table = Setting("wizard").at(begins)
    table.s.spell_stock = [1, 0, 0]
    table.turn(*(["go:main_staircase"] if goes else []), "end")
    assert (table.where(), len(table.pawn.spells)) == ("main_staircase", regained)


@pytest.mark.rule("BRD-REG-01", "BRD-REG-02", "BRD-REG-04")
@pytest.mark.parametrize(
    ("there", "answers", "taken"),
    [
        ([1, 0, 0], [], [FIREBALL]),  # the last of its kind, and nobody is asked
        ([0, 0, 1], [], [TRANSFERENCE]),
        ([1, 0, 1], ["take:transference"], [TRANSFERENCE]),
        ([0, 0, 0], [], []),
    ],
)
def test_what_the_stock_still_has_comes_back(there: list[int], answers: list[str], taken: list[int]) -> None:
    table = Setting("wizard").at("main_staircase")
    table.s.spell_stock = stock(*there)
    run(regain, table.s, table.pawn, answers=answers)
    assert table.pawn.spells == taken
    assert sum(table.s.spell_stock) == sum(there) - len(taken)


@pytest.mark.rule("BRD-SPL-02", "BRD-INC-01")
@pytest.mark.parametrize(
    ("there", "answers", "held"),
    [
        ([12, 12, 12], [3, 2], (3, 2, 2)),
        ([0, 0, 12], [], (0, 0, 7)),  # whatever mix the stock allows
        ([0, 5, 0], [], (0, 5, 0)),
        ([2, 0, 12], [1], (1, 0, 6)),
        ([12, 12, 3], [4, 0], (4, 0, 3)),
        ([12, 2, 1], [6, 0], (6, 0, 1)),
    ],
)
def test_a_new_wizard_takes_seven_of_what_is_there(there: list[int], answers: list[int], held: tuple[int, ...]) -> None:
    table = Setting("wizard")
    table.pawn.spell_limit = 0
    table.s.spell_stock = stock(*there)
    run(choose_first_spells, table.s, table.pawn, answers=answers)
    assert table.pawn.spell_limit == 7
    assert tuple(table.pawn.spells.count(kind) for kind in (FIREBALL, LIGHTNING, TRANSFERENCE)) == held
    assert sum(table.s.spell_stock) == sum(there) - sum(held)


@pytest.mark.rule("BRD-SEC-11", "BRD-TRN-01")
def test_a_spell_of_transference_is_among_what_a_free_turn_offers() -> None:
    table = Setting("wizard").at("kitchen").spells("transference")
    assert "transfer:guard_room" in table.asked()
    assert not [key for key in Setting("wizard").at("kitchen").spells("fireball").asked() if key.startswith("transfer:")]


@pytest.mark.rule("BRD-SEL-01", "BRD-SEL-06", "BRD-INT-03")
def test_the_type_first_chosen_is_remembered() -> None:
    table = Setting("hero", "elf")
    table.pawn.first_kind = table.pawn.kind = -1
    table.pawn.wish = -1
    ran = run(pick_pawn, table.s, table.pawn, answers=["be:superhero"])
    assert table.pawn.first_kind == table.pawn.kind >= 0
    assert "Superhero" in ran.texts[0]
    assert table.pawn.trail == [table.board.start]


@pytest.mark.rule("BRD-DIAL-04", "BRD-WND-02")
@pytest.mark.parametrize("known", [True, False])
def test_a_wounded_pawn_with_no_way_home_is_carried(known: bool) -> None:
    table = Setting("hero", wounded_walk=True).at("6-R04")
    table.pawn.wounded = True
    if known:
        door = next(link for _space, _via, link in table.board.near[table.pawn.space])
        table.pawn.doors.append(door)
        assert table.asked()[-1] == "end"
        return
    assert run(walk_home, table.s, table.pawn).result is False
    table.turn()
    assert (table.where(), table.pawn.wounded, table.s.now.moved) == ("main_staircase", False, True)


@pytest.mark.rule("BRD-TRAP-01", "BRD-TRAP-07", "BRD-TRAP-09")
def test_whoever_falls_through_a_trap_door_meets_what_lies_below() -> None:
    table = Setting("hero").at("2-C54").guard("guard_room", "transport_down")
    below = next(key for key in table.asked("go:guard_room") if key.startswith("fall:"))
    again = Setting("hero").at("2-C54").guard("guard_room", "transport_down").guard(below[5:], "Giant")
    ran = again.turn("go:guard_room", below, dice=[12])
    assert [event.rule for event in ran.events if event.roll] == ["BRD-CMB-03"]
    assert (again.where(), again.stack(below[5:]), again.stack("guard_room")) == (below[5:], [], [])


@pytest.mark.rule("BRD-TRAP-01", "BRD-TRAP-07", "BRD-TRAP-09", "BRD-TRAP-05")
def test_whoever_falls_into_an_empty_chamber_finds_what_lies_there() -> None:
    table = Setting("hero").at("2-C54").guard("guard_room", "transport_down")
    below = next(key for key in table.asked("go:guard_room") if key.startswith("fall:"))
    again = Setting("hero").at("2-C54").guard("guard_room", "transport_down").loose(below[5:], "Gold Ring")
    again.turn("go:guard_room", below, "take")
    assert (again.where(), again.hand()) == (below[5:], ["Gold Ring"])
    assert again.s.now.acted == [0]


@pytest.mark.rule("BRD-SAMB-01", "BRD-SAMB-05", "BRD-AMB-01")
def test_who_advances_into_an_ambush_does_not_fight_the_monster_as_well() -> None:
    table = Setting("wizard", "hero", "elf", ambush=True).at(AROUND[0]).at("guard_room", seat=1, trail=[AROUND[1], "guard_room"])
    table.at("guard_room", seat=2).guard("guard_room", "Goblins").spells("fireball").give("Gold Ring", "Silver Cup", seat=1)
    ran = table.turn(
        "cast:fireball@pawn-1", (1, "drop:1"), "enter", "take", (0, "pass"), (2, "ambush"), dice=[12, BACK_ONE, 2, 2]
    )
    assert [event.rule for event in ran.events if event.roll] == ["BRD-SAMB-02", "BRD-CLT-01", "BRD-AMB-03", "BRD-AMB-03"]
    assert table.stack("guard_room") == ["Goblins"]


@pytest.mark.rule("BRD-AMB-03", "BRD-AMB-06")
def test_who_is_struck_at_has_acted_too() -> None:
    table = Setting("hero", "elf", "elf", ambush=True).at("2-C54").at("2-C55", seat=1).at("2-C66", seat=2)
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[2, 2])
    assert sorted(set(table.s.now.acted)) == [0, 1]

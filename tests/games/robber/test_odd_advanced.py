"""Appendix A, Advanced Odd Happenings: all thirty, chases in reverse, the mirror, and two traders."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import run
from undercroft.games.robber.content import BY_LEVEL, ITEMS, MONSTERS, TABLES
from undercroft.games.robber.rules import turn
from undercroft.games.robber.rules.chambers import chamber, stairs
from undercroft.games.robber.rules.character import life, sheet
from undercroft.games.robber.rules.delving import discovery, movement
from undercroft.games.robber.rules.fight import meeting, parlay, rounds, sneaking
from undercroft.games.robber.rules.monsters import appearing, blows, powers
from undercroft.games.robber.rules.odd import advanced, company, happenings, mirror, pursuit, trade
from undercroft.games.robber.rules.town import homecoming
from undercroft.games.robber.rules.traps import bearings, missiles
from undercroft.games.robber.state import Encounter, Heavy, Possession, Purse, RobberState

from .desk import creature, gp, robber, table
from .desk import party as table_of

ADVANCED = {"odd": "advanced"}


def odd(number: int, *dice: Any, answers: Any = (), **fields: Any) -> RobberState:
    """Something odd happened: a d100, further dice, answers; the state it left."""
    state = table(dials=ADVANCED, **fields)
    run(happenings.odd_happening, state, answers=answers, dice=[number, *dice])
    return state


def met(state: RobberState) -> Encounter:
    """The encounter at hand."""
    assert state.encounter is not None
    return state.encounter


def kinds(state: RobberState) -> list[str]:
    """Who is met."""
    return [foe.kind for foe in met(state).foes]


@pytest.mark.rule("ROB-AOH-00", "ROB-AOH-30", "ROB-AOH-41", "ROB-DISC-09")
def test_a_d100_replaces_the_basic_table() -> None:
    entries = TABLES["advanced_odd_happenings"].entries
    assert [number for entry in entries for number in range(entry.lo, entry.hi + 1)] == list(range(1, 101))
    nothing = [entry for entry in entries if entry.key in ("missing", "false_alarm")]
    assert sum(entry.hi - entry.lo + 1 for entry in nothing) == 71
    assert {entry.key for entry in entries} == set(advanced.HAPPENINGS)
    for number in (20, 31, 100):
        before = table(dials=ADVANCED)
        assert odd(number) == before
    run(discovery.discover, table(dials=ADVANCED), answers=["side"], dice=[3, "1d100=50"])
    run(discovery.discover, table(dials=ADVANCED), answers=["on"], dice=[15, "1d100=50"])


# Rooms and stairs.


@pytest.mark.rule("ROB-AOH-01")
def test_1_a_chamber_with_monster_and_treasure() -> None:
    state = odd(1, 1, 3)
    assert (kinds(state), met(state).place, met(state).loot) == (["kobold"], "chamber", "treasure")


@pytest.mark.rule("ROB-AOH-02")
def test_2_creepy_stairs_bring_another_odd_thing_on_arrival() -> None:
    state = odd(2, "Stairs=15")
    assert state.delve.stairs is not None
    run(movement.movement, state, answers=["stairs"], dice=["1d100=21"])
    assert (state.delve.level, state.delve.signs) == (2, True)  # before the Discovery, which is still to come
    state = odd(2, "Stairs=8", level=3)
    run(movement.movement, state, answers=["stairs"], dice=["1d100=23"])
    assert (state.delve.level, state.delve.crypt) == (2, True)
    state = odd(2, "Stairs=15")
    run(turn.turn, state, answers=["explore"], dice=[2])  # not taken: nothing more
    assert not state.delve.signs


@pytest.mark.rule("ROB-AOH-32", "ROB-MON-08")
@pytest.mark.parametrize(("level", "deep"), [(3, 5), (9, 10), (10, 10)])
def test_22_a_lair_two_levels_worse_and_richer(level: int, deep: int) -> None:
    state = odd(22, 1, 3, level=level)
    assert (met(state).foes[0].level, met(state).loot_level, met(state).loot) == (deep, deep, "treasure")
    assert kinds(state) == [BY_LEVEL[deep][1].id]


@pytest.mark.rule("ROB-AOH-05", "ROB-CHAM-01")
def test_5_ancient_caves_have_pools_in_one_chamber_of_six() -> None:
    state = odd(5)
    assert state.delve.caves
    run(chamber.chamber, state, dice=[5, "Useful Items=30"])
    assert state.delve.after == ["pool"]
    run(turn.step, state, answers=["leave"], dice=[6])
    state.delve.after = ["pool"]
    run(turn.step, state, dice=[5])
    run(movement.backtrack, state, answers=["room:1"], dice=[20])
    assert (state.delve.caves,) == (False,)
    lair = odd(22, 1, 3, caves=True)
    assert lair.delve.after == ["pool"]  # a lair in the caves is a chamber too
    state = odd(5)
    bearings.left_level(state)
    assert not state.delve.caves


@pytest.mark.rule("ROB-AOH-33")
@pytest.mark.parametrize(("level", "kind"), [(1, "skeleton"), (7, "ghast"), (9, "vampire")])
def test_23_example_18_a_crypt(level: int, kind: str) -> None:
    state = odd(23, level=level)
    assert run(monsters_of, state, level).result == kind
    state = odd(23, level=2)
    assert run(monsters_of, state, 2, dice=[4]).result == "bugbear"
    run(movement.backtrack, state, answers=["room:1"], dice=[20])
    assert not state.delve.crypt


async def monsters_of(t: Any, level: int) -> str:
    """Which monster comes."""
    return await appearing.choose_kind(t, level, rule="ROB-MON-02")


@pytest.mark.rule("ROB-AOH-34", "ROB-MOVE-04", "ROB-USEFUL-01")
def test_24_a_dwarven_mine_gives_gems_for_searching() -> None:
    state = odd(24, level=2)
    run(chamber.chamber, state, dice=[5])
    assert state.robbers[0].purse.copper == 500 * 100
    run(movement.backtrack, state, answers=["room:1"], dice=[20])
    assert not state.delve.mine


# Monsters.


@pytest.mark.rule("ROB-AOH-03")
def test_3_surprised_by_a_monster_that_goes_first() -> None:
    state = odd(3, 1, 3)
    assert (met(state).stage, met(state).first) == ("fight", [met(state).foes[0].id])
    ran = run(rounds.fight_round, state, answers=["attack"], dice=[19, 4, 1, 1])
    assert state.robbers[0].hp == 6  # struck before anything was asked
    assert "parlay" not in ran.asks[0].keys


@pytest.mark.rule("ROB-AOH-04", "ROB-MON-03", "ROB-FIGHT-01")
def test_4_surprise_gives_two_turns_in_a_row() -> None:
    state = odd(4, 2, 6, level=2)
    assert met(state).stage == "meeting"
    ran = run(meeting.meeting, state, answers=["fight", "attack", "attack"], dice=[1, 1, 1])
    assert len(ran.asks) == 3  # the orc's one attack came after both
    state = odd(4, 3, 5, level=3)  # a piercer: its ambush is cancelled
    assert (kinds(state), met(state).first, met(state).aware) == (["piercer"], [], False)
    state = odd(4, 2, 6, level=2)
    assert {"run", "parlay", "sneak"} <= set(meeting.options(state))
    run(meeting.meeting, state, answers=["parlay"], dice=[6])
    run(meeting.meeting, state, answers=["fight", "attack"], dice=[1, 1])  # one turn only: the bonus is gone


@pytest.mark.rule("ROB-AOH-06", "ROB-FIGHT-09")
def test_6_the_torch_goes_out() -> None:
    assert odd(6).delve.forced
    assert not odd(6, bearings="lost").delve.forced
    state = odd(6, pursuer="rat")
    assert (met(state).dark, met(state).cornered) == (True, True)
    assert rounds.closed_run(state)
    run(rounds.fight_round, state, answers=["attack"], dice=[11, 9])  # 11 - 1 misses AC 11; 9 + 1 - 1 misses AC 10
    assert (met(state).foes[0].hp, state.robbers[0].hp) == (4, 10)


@pytest.mark.rule("ROB-AOH-07", "ROB-PARLAY-04")
def test_7_a_password_makes_parlay_at_least_friendly() -> None:
    state = odd(7, answers=["password:kobold"])
    assert state.delve.password == "kobold"
    for total in (2, 7, 12):
        state.encounter = Encounter("meeting", [creature("kobold")], "passage")
        run(meeting.meeting, state, answers=["parlay"], dice=[total])
        assert [state.encounter, *state.robbers[0].henchmen] == [None]
    state.encounter = Encounter("meeting", [creature("kobold")], "passage")
    state.robbers[0].high = ["cha"]
    run(meeting.meeting, state, answers=["parlay"], dice=[12])
    assert len(state.robbers[0].henchmen) == 1
    bearings.left_level(state)
    assert state.delve.password == ""
    for level in (5, 6):
        assert odd(7, level=level).delve.password == ""


@pytest.mark.rule("ROB-AOH-08")
def test_8_a_friendly_adventurer_joins() -> None:
    state = odd(8, 4, level=3)
    friend = state.robbers[0].henchmen[0]
    assert (powers.armor_class(friend), powers.attack_bonus(friend), friend.hp) == (13, 3, 4)
    assert MONSTERS[friend.kind].intelligent
    assert "armed" in MONSTERS[friend.kind].keywords


@pytest.mark.rule("ROB-AOH-12")
@pytest.mark.parametrize(("save", "alive"), [(10, True), (9, False)])
def test_12_a_gimmick_monster_kills_or_does_nothing(save: int, alive: bool) -> None:
    state = odd(12, 9, 5, level=2)
    foe = met(state).foes[0]
    assert (powers.armor_class(foe), powers.attack_bonus(foe), foe.hp) == (12, 2, 5)
    assert parlay.parlay_closed(state)
    run(rounds.foes_turn, state, dice=[18, save])
    assert (state.robbers[0].alive, state.robbers[0].hp) == (alive, 10 if alive else 0)


@pytest.mark.rule("ROB-AOH-13")
def test_12_a_flumph_gives_counsel_and_nothing_else() -> None:
    for face in range(1, 7):
        state = table(dials=ADVANCED, pack={"sword": 1, "food": 1})
        ran = run(happenings.odd_happening, state, dice=[12, 10, face])
        assert any("flumph" in text and len(text) > 40 for text in ran.texts)
        assert state == table(dials=ADVANCED, pack={"sword": 1, "food": 1})
    ran = run(company.flumph, table(pack={"sword": 1, "food": 1}), dice=[2])
    assert "the food, at 30 GP" in ran.texts[0]
    for level, times in ((1, 60), (3, 70)):  # level and d20 against AC 10
        assert f"hits you {times} times in a hundred" in run(company.flumph, table(level=level), dice=[4]).texts[0]


@pytest.mark.rule("ROB-AOH-26")
def test_18_helping_an_intelligent_monster_makes_a_henchman() -> None:
    state = odd(18, 2, 5, 1, 1, level=2, answers=["help:0"])  # an orc against a centipede
    assert (kinds(state), state.tally.met) == (["centipede"], 1)
    assert [mate.kind for mate in state.robbers[0].henchmen] == ["orc"]
    run(rounds.fight_round, state, answers=["attack"], dice=[19, 6, "Useful Items=30"])
    assert [mate.kind for mate in state.robbers[0].henchmen] == ["orc"]
    assert state.encounter is None
    old = creature("kobold", 3, 7)
    state = odd(18, 2, 5, 1, 1, level=2, answers=["help:0"], henchmen=[old])
    run(rounds.fight_round, state, answers=["attack", "dismiss:7"], dice=[19, 6, "Useful Items=30"])
    assert [mate.kind for mate in state.robbers[0].henchmen] == ["orc"], "one henchman, the player's pick"


@pytest.mark.rule("ROB-AOH-26")
def test_18_walking_away_is_safe_and_beasts_do_not_stay() -> None:
    state = odd(18, 2, 5, 1, 1, level=2, answers=["away"])
    assert (state.encounter, state.robbers[0].henchmen) == (None, [])
    state = odd(18, 2, 1, 1, 5, level=2, answers=["help:1"])
    run(rounds.fight_round, state, answers=["attack"], dice=[19, 6, "Useful Items=30"])
    assert state.robbers[0].henchmen == []
    state = odd(18, 2, 5, 1, 5, level=2, answers=["help:0"])
    run(rounds.fight_round, state, answers=["run"])
    assert state.robbers[0].henchmen == []  # ran: no henchman


@pytest.mark.rule("ROB-AOH-31")
def test_21_signs_let_one_wandering_monster_pass() -> None:
    state = odd(21)
    run(discovery.discover, state, answers=["ignore"], dice=[19])
    assert (state.encounter, state.delve.signs) == (None, False)
    state = odd(21)
    run(discovery.discover, state, answers=["meet"], dice=[19, 1, 3])
    assert (kinds(state), state.delve.signs) == (["kobold"], False)
    state = odd(21)
    run(discovery.discover, state, dice=[12, 13, 1, 3])  # not in a lair
    assert state.delve.signs


@pytest.mark.rule("ROB-AOH-37")
def test_27_a_monster() -> None:
    assert kinds(odd(27, 4, 3)) == ["skeleton"]


@pytest.mark.rule("ROB-AOH-38")
def test_28_two_monsters_one_ahead_one_behind() -> None:
    state = odd(28, 2, 3, 3, 3, level=2)
    assert kinds(state) == ["orc", "troglodyte"]
    assert "run" not in meeting.options(state)
    assert "ahead" in rounds.closed_run(state)
    assert {"sneak", "parlay"} <= set(meeting.options(state))
    met(state).foes = met(state).foes[:1]
    assert "run" in meeting.options(state)
    state = odd(28, 1, 3, 2, 3)  # kobold and fire beetle: no common language
    assert "parlay" not in meeting.options(state)
    state = odd(28, 3, 3, 4, 3, level=3)  # a piercer among them: ambush
    assert met(state).stage == "fight"


@pytest.mark.rule("ROB-AOH-38", "ROB-PARLAY-09")
def test_28_parlay_with_two_costs_double_and_charisma_hires_both() -> None:
    state = odd(28, 2, 3, 3, 3, level=2)
    assert parlay.bribe_price(state) == 2 * 2 * 10 * 100
    assert sneaking.sneak_target(state) == 12
    state.robbers[0].high = ["cha"]
    run(meeting.meeting, state, answers=["parlay"], dice=[12])
    assert [mate.kind for mate in state.robbers[0].henchmen] == ["orc", "troglodyte"]
    state = odd(28, 2, 3, 3, 3, level=2, purse=gp(40))
    run(meeting.meeting, state, answers=["bribe"], dice=[11])
    assert [mate.kind for mate in state.robbers[0].henchmen] == ["orc"]
    assert state.encounter is None


# Traps, gas, obstacles.


@pytest.mark.rule("ROB-AOH-09", "ROB-AOH-39")
@pytest.mark.parametrize("number", [9, 29])
def test_9_and_29_traps(number: int) -> None:
    state = odd(number, "Tricks and Traps=6", 2, 4)
    assert state.robbers[0].hp == 6


@pytest.mark.rule("ROB-AOH-10", "ROB-CHASE-03")
def test_10_gas_may_guard_a_treasure() -> None:
    state = odd(10, "Gas=1", 3, 70, 19, answers=["breathe"])
    assert state.robbers[0].purse.gp == 100  # 250 gp lie loose; pockets hold 100
    assert odd(10, "Gas=1", 4, answers=["breathe"]).robbers[0].purse.copper == 0
    assert odd(10, answers=["back"]).robbers[0].purse.copper == 0
    state = odd(10, "Gas=10", 9, answers=["breathe"])  # afraid: no treasure
    assert state.delve.forced
    state = odd(10, "Gas=10", 10, 3, 70, 19, answers=["breathe"])
    assert state.robbers[0].purse.gp == 100
    state = odd(10, "Gas=14", pursuer="rat")  # on the run: the gas only
    assert (state.robbers[0].strong, state.robbers[0].purse.copper) == (True, 0)


@pytest.mark.rule("ROB-AOH-14")
def test_13_a_puzzle_stops_those_of_normal_wits() -> None:
    assert odd(13).delve.forced
    assert odd(13, high="int") == table(dials=ADVANCED, high="int")
    state = odd(13, pursuer="rat")
    assert met(state).cornered


@pytest.mark.rule("ROB-AOH-15")
def test_14_a_portcullis_stops_the_weak() -> None:
    assert odd(14).delve.forced
    assert not odd(14, high="str").delve.forced
    assert not odd(14, pack={"gauntlets": 1}).delve.forced
    assert met(odd(14, pursuer="rat")).cornered


# Gifts.


@pytest.mark.rule("ROB-AOH-16")
def test_15_an_altar_blesses_the_wise() -> None:
    state = odd(15, high="wis")
    assert state.robbers[0].blessed
    state.encounter = Encounter("fight", [creature("ghast", 5)], "passage", begun=True)
    run(rounds.foes_turn, state, dice=[19])  # a hit: no damage, no paralysis, no blessing left
    assert (state.robbers[0].hp, state.robbers[0].blessed, met(state).slept) == (10, False, [])
    assert not odd(15).robbers[0].blessed
    state = odd(15, high="wis")
    run(homecoming.leave, state)
    assert not state.robbers[0].blessed


@pytest.mark.rule("ROB-AOH-25")
def test_17_a_glint_is_a_gem_or_a_trap() -> None:
    assert odd(17, 5, answers=["pick"]).robbers[0].purse.gems == 1
    state = odd(17, 6, "Tricks and Traps=6", 2, 4, answers=["pick"])
    assert (state.robbers[0].purse.gems, state.robbers[0].hp) == (0, 6)
    assert odd(17, answers=["leave"]).robbers[0].purse.gems == 0


@pytest.mark.rule("ROB-AOH-40")
def test_30_a_valuable_item() -> None:
    assert "holy_symbol" in odd(30, 3).robbers[0].pack


@pytest.mark.rule("ROB-AOH-42")
@pytest.mark.parametrize("number", [5, 7, 8, 11, 15, 16, 17, 18, 19, 21, 24, 25, 26, 30])
def test_the_pursued_run_past(number: int) -> None:
    assert odd(number, pursuer="rat", high="wis") == table(dials=ADVANCED, pursuer="rat", high="wis")


@pytest.mark.rule("ROB-AOH-42", "ROB-AOH-38", "ROB-AOH-12")
def test_what_does_not_wait_for_the_pursued() -> None:
    for number in (1, 22):
        state = odd(number, 1, 3, pursuer="rat")
        assert (len(kinds(state)), met(state).stage, met(state).loot) == (2, "fight", "treasure")
    assert kinds(odd(28, 1, 3, pursuer="rat")) == ["rat", "kobold"]
    assert kinds(odd(27, 1, 3, pursuer="rat")) == ["rat", "kobold"]
    assert odd(23, pursuer="rat").delve.crypt
    state = odd(12, 10, pursuer="rat")
    assert state == table(dials=ADVANCED, pursuer="rat")


# The kobold, the rival, the chase.


def chasing(kind: str = "kobold", hp: int = 3, **fields: Any) -> RobberState:
    """In the middle of a chase."""
    state = table(dials=ADVANCED, bearings="lost", **fields)
    state.delve.quarry = creature(kind, hp, level=state.delve.level if kind == "rival" else 1)
    return state


@pytest.mark.rule("ROB-AOH-11", "ROB-CHASE-04")
def test_11_a_kobold_with_a_sack() -> None:
    assert odd(11, answers=["no"]) == table(dials=ADVANCED)  # declining costs nothing
    state = odd(11, 3, answers=["chase"])
    assert state.delve.quarry is not None
    run(turn.turn, state, answers=["on"], dice=[17])  # a dead end: cornered
    assert kinds(state) == ["kobold"]
    run(rounds.fight_round, state, answers=["attack"], dice=[19, 5, 70])
    ada = state.robbers[0]
    assert (ada.purse.gp, "sack" in ada.pack, state.delve.bearings) == (250, True, "lost")


@pytest.mark.rule("ROB-CHASE-01")
@pytest.mark.parametrize("roll", [4, 14])
def test_at_corners_the_quarry_is_gone_or_struck(roll: int) -> None:
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[roll, 4])
    assert (state.delve.quarry, state.delve.bearings, state.delve.room) == (None, "lost", 4)
    state = chasing(room=5)
    ran = run(turn.turn, state, answers=["on"], dice=[roll, 5, 10])  # 10 misses AC 11, and on it goes
    assert state.delve.quarry is not None
    assert any(event.rule == "ROB-FIGHT-03" for event in ran.events)
    state = chasing(room=5, hp=3)
    run(turn.turn, state, answers=["on"], dice=[roll, 6, 15, 3, 30])  # hit, dead: one Treasure roll
    assert (state.delve.quarry, state.encounter) == (None, None)
    assert state.robbers[0].purse.sp == 1000


@pytest.mark.rule("ROB-CHASE-01", "ROB-CHASE-04")
def test_the_quarry_wanders_up_and_out() -> None:
    state = chasing(level=2, room=1)
    run(turn.turn, state, answers=["on"], dice=[18])
    assert (state.delve.level, state.delve.room) == (1, 10)
    state = chasing(level=1, room=1)
    run(turn.turn, state, answers=["on"])
    assert (state.delve.quarry, state.delve.bearings) == (None, "lost")
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[1, 9, 18])  # both walk in a circle, and a new Discovery follows
    assert state.delve.room == 9


@pytest.mark.rule("ROB-CHASE-02", "ROB-AOH-29", "ROB-CHASE-03")
def test_dead_ends_and_stuck_doors_corner_it() -> None:
    for dice in ([17], [8, 4]):
        state = chasing(room=5)
        run(turn.turn, state, answers=["on"], dice=dice)
        assert (kinds(state), met(state).first, state.delve.quarry) == (["kobold"], [], None)
        run(rounds.fight_round, state, answers=["attack"], dice=[1, 1])  # the robber first
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[8, 5, 5, 1])  # it opens the door; one blow, a miss
    assert state.delve.quarry is not None
    rival = chasing("rival", room=5)
    run(turn.turn, rival, answers=["on"], dice=[17])
    run(rounds.fight_round, rival, answers=["attack"], dice=[1, 1])
    assert kinds(rival) == ["rival"]  # cornered, he fights


@pytest.mark.rule("ROB-CHASE-03", "ROB-CHAM-02")
def test_what_ends_a_chase() -> None:
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[19, 4, 3])
    assert (kinds(state), state.delve.quarry) == (["skeleton"], None)
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[12, 16, 4, 3])  # into somebody's lair
    assert (met(state).loot, state.delve.quarry) == ("treasure", None)
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[12, 18])  # treasure, run past
    assert state.delve.quarry is not None
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[20, 12])  # a sliding wall
    assert (state.delve.quarry, state.delve.bearings) == (None, "lost")
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[20, 9, 4])  # an elevator
    assert (state.delve.quarry, state.delve.level) == (None, 2)
    state = chasing(room=5, hp=4)
    run(turn.turn, state, answers=["on"], dice=[20, 6, 2, 3, 2, 6])  # a pit: both fall, and it does not get up
    assert (state.robbers[0].hp, state.delve.quarry) == (7, None)
    state = chasing(room=5)
    run(turn.turn, state, answers=["stop"])
    assert (state.delve.quarry, state.delve.bearings) == (None, "lost")


@pytest.mark.rule("ROB-CHASE-04", "ROB-AOH-29")
def test_after_the_chase_the_robber_is_lost() -> None:
    state = odd(19, 4, level=2)
    run(rounds.fight_round, state, answers=["attack", "chase"], dice=[1])
    assert state.delve.quarry is not None
    run(turn.turn, state, answers=["on"], dice=[4, 1])
    assert (state.delve.bearings, state.delve.rival) == ("lost", True)


@pytest.mark.rule("ROB-AOH-27", "ROB-ABIL-02")
def test_19_a_rival_runs_on_his_turn_and_is_harder_to_hit_then() -> None:
    state = odd(19, 4, level=2)
    foe = met(state).foes[0]
    assert (powers.armor_class(foe), foe.hp) == (12, 4)
    run(rounds.fight_round, state, answers=["attack", "chase"], dice=[11])  # one action: 11 misses AC 12
    assert state.delve.quarry is not None
    run(turn.turn, state, answers=["on"], dice=[4, 5, 13])  # 13 misses AC 14 on the run
    assert state.delve.quarry is not None
    assert state.delve.quarry.hp == 4
    run(turn.turn, state, answers=["on"], dice=[4, 5, 14, 2])
    assert state.delve.quarry is not None
    assert state.delve.quarry.hp == 2


@pytest.mark.rule("ROB-AOH-28")
@pytest.mark.parametrize(("face", "silver"), [(2, 2000), (3, 0)])
def test_19_a_beaten_rival_may_have_a_sack(face: int, silver: int) -> None:
    state = odd(19, 1, level=2)
    run(rounds.fight_round, state, answers=["attack"], dice=[19, 6, face, *([30] if silver else [])])
    assert (state.robbers[0].purse.sp, "sack" in state.robbers[0].pack) == (silver, bool(silver))
    assert not state.delve.rival


@pytest.mark.rule("ROB-AOH-29")
def test_19_a_rival_at_large_has_been_there_first() -> None:
    state = odd(19, 4, level=2)
    run(rounds.fight_round, state, answers=["attack", "no"], dice=[1])
    assert (state.delve.rival, state.delve.bearings) == (True, "mapping")
    run(chamber.chamber, state, dice=[18, 2])
    assert state.robbers[0].purse.copper == 0
    run(chamber.chamber, state, dice=[18, 3, 30, 20])
    assert state.robbers[0].purse.sp == 100
    bearings.left_level(state)
    assert not state.delve.rival
    away = odd(19, 4, level=2)
    run(rounds.fight_round, away, answers=["run"])
    assert (away.delve.rival, away.delve.bearings) == (True, "mapping")  # walking off is letting him go


# The mirror.


@pytest.mark.rule("ROB-AOH-17", "ROB-AOH-00")
def test_16_a_mirror_need_not_be_touched() -> None:
    assert odd(16, answers=["no"]) == table(dials=ADVANCED)


@pytest.mark.rule("ROB-AOH-17")
def test_16_touching_the_mirror_is_a_d4() -> None:
    assert kinds(odd(16, "1d4=1", 4, answers=["touch"])) == ["double"]
    assert odd(16, "1d4=2", answers=["touch"]).delve.topsy
    assert odd(16, "1d4=3", 1, 3, 7, answers=["touch"]).possession is not None
    assert odd(16, "1d4=4", answers=["touch"]).place == "town"


@pytest.mark.rule("ROB-AOH-18")
def test_mirror_1_the_double_is_the_robber_again() -> None:
    state = odd(
        16,
        1,
        4,
        answers=["touch"],
        hp=7,
        armor="leather_armor",
        high="dex str",
        pack={"sword": 1, "leather_armor": 1},
        weapon="sword",
    )
    double = met(state).foes[0]
    assert (double.hp, powers.armor_class(double), powers.attack_bonus(double), double.damage) == (7, 13, 1, "1d8+1")
    assert meeting.options(state) == ["run", "fight"]
    state = odd(16, 1, 3, answers=["touch"])
    assert (met(state).stage, len(met(state).first)) == ("fight", 1)
    run(rounds.fight_round, state, answers=["attack"], dice=[9, 1, 1])  # +0 against AC 10: 9 misses
    assert state.robbers[0].hp == 10
    state = odd(16, 1, 4, answers=["touch"])
    run(meeting.meeting, state, answers=["run"])
    assert state.delve.bearings == "pursued"


@pytest.mark.rule("ROB-AOH-19", "ROB-SCROLL-07")
def test_mirror_1_a_spell_comes_back() -> None:
    def duel(spell: str, level: int = 0) -> RobberState:
        state = odd(16, 1, 4, answers=["touch"], high="int wis", level=1)
        state.robbers[0].pack = {f"scroll_{spell}": 1}
        met(state).foes[0].level = level
        met(state).stage = "fight"
        return state

    state = duel("charm")
    run(rounds.fight_round, state, answers=["read:charm"], dice=[10, 8])  # it saves; so does the robber, on 8
    assert state.encounter is not None
    state = duel("charm")
    run(rounds.fight_round, state, answers=["read:charm"], dice=[10, 7])  # the robber fails, and must run
    assert state.delve.bearings == "pursued"
    state = duel("magic_missile")
    run(rounds.fight_round, state, answers=["read:magic_missile"], dice=[2, 4])
    assert (met(state).foes[0].hp, state.robbers[0].hp) == (7, 5)
    state = duel("command", 6)
    run(rounds.fight_round, state, answers=["read:command-flee"], dice=[12, 7])
    assert state.delve.bearings == "pursued"
    state = duel("sleep")
    run(rounds.fight_round, state, answers=["read:sleep"])
    assert state.encounter is None  # sleep beats it, and never comes back
    state = duel("sleep", 5)
    run(rounds.fight_round, state, answers=["read:sleep"])
    assert state.encounter is not None


@pytest.mark.rule("ROB-AOH-20")
def test_mirror_1_killing_the_double_doubles_the_money() -> None:
    state = odd(
        16, 1, 4, answers=["touch"], hp=1, purse=Purse(gp=120, gems=1), pack={"bludgeon": 1, "sack": 1, "food": 2, "wand_mm": 1},
    )  # fmt: skip
    met(state).stage = "fight"
    run(rounds.fight_round, state, answers=["attack"], dice=[19, 3])
    ada = state.robbers[0]
    assert (ada.purse.gp, ada.purse.gems) == (240, 2)
    assert ada.pack == {"bludgeon": 2, "sack": 1, "food": 4, "wand_mm": 1}
    state = odd(16, 1, 4, answers=["touch"], hp=1, purse=gp(90))
    met(state).stage = "fight"
    run(rounds.fight_round, state, answers=["attack"], dice=[19, 3])
    assert state.robbers[0].purse.gp == 100  # pockets are pockets


@pytest.mark.rule("ROB-AOH-21")
def test_mirror_2_example_47_topsy_turvy() -> None:
    state = odd(16, 2, answers=["touch"], room=1)
    assert state.delve.topsy
    assert "up" not in movement.moves(state)
    deep = table(level=10, room=10, topsy=True)
    run(movement.movement, deep, answers=["down"])
    assert deep.place == "town"
    assert not deep.delve.topsy
    assert "down" not in movement.moves(table(level=10, room=10))
    for key, shut in (("up1", True), ("chimney_up2", True), ("down1", False)):
        assert stairs.blocked(state, TABLES["stairs"].line(key)) is shut
    assert "up" in movement.moves(table(level=2, room=1, topsy=True))


@pytest.mark.rule("ROB-AOH-22")
def test_mirror_3_playing_a_monster() -> None:
    state = odd(16, 3, 4, 5, 7, answers=["touch"], level=2, room=4)
    beast = state.robbers[0]
    assert (beast.beast, beast.hp, state.delve.level, state.delve.room, state.delve.bearings) == ("toad", 5, 3, 7, "mapping")
    assert (sheet.armor_class(beast), sheet.attack_bonus(beast)) == (13, 3)
    state.encounter = Encounter("fight", [creature("orc", 6)], "passage", begun=True)
    run(rounds.robbers_turn, state, answers=["attack"], dice=[9, 4])  # 9 + 3 hits AC 12 for its own 1d6
    assert met(state).foes[0].hp == 2
    state.encounter = None
    assert "release" in movement.moves(state)
    bottom = odd(16, 3, 1, 5, 7, answers=["touch"], level=10)
    assert bottom.delve.level == 10


@pytest.mark.rule("ROB-AOH-23", "ROB-TURN-01")
def test_mirror_3_the_monster_dies_brings_home_treasure_or_is_let_go() -> None:
    state = odd(16, 3, 4, 5, 7, answers=["touch"], level=2, room=4, hp=8)

    async def die(t: Any) -> None:
        sheet.caller(t.state).hp = 1
        life.hurt(t, sheet.caller(t.state), 3, "orc", rule="ROB-FIGHT-13")

    run(die, state)
    assert (state.robbers[0].name, state.robbers[0].hp, state.robbers[0].alive, state.over) == ("Ada", 8, True, False)
    assert (state.delve.level, state.delve.room, state.possession) == (2, 4, None)

    state = odd(16, 3, 4, 1, 7, answers=["touch"], level=2, room=4, hp=8)
    run(missiles.arrow_trap, state, dice=[3, 19, 4])  # three arrows: the first kills it, the rest find nobody
    assert (state.robbers[0].name, state.robbers[0].hp, state.possession) == ("Ada", 8, None)

    state = odd(16, 3, 4, 5, 7, answers=["touch"], level=2, room=4)
    state.robbers[0].purse = Purse(gp=60, gems=2)
    state.robbers[0].pack = {"sword": 1}
    state.delve.level, state.delve.room = 2, 4
    run(turn.turn, state)
    ada = state.robbers[0]
    assert (ada.name, ada.purse.gp, ada.purse.gems, "sword" in ada.pack) == ("Ada", 60, 2, True)

    state = odd(16, 3, 4, 5, 7, answers=["touch"], level=2, room=4)
    state.robbers[0].purse = gp(60)
    state.delve.level, state.delve.room = 2, 5
    run(turn.turn, state, answers=["backtrack", "room:4"], dice=[20])  # on arrival, with no Discovery in between
    assert (state.robbers[0].name, state.robbers[0].purse.gp, state.delve.room) == ("Ada", 60, 4)

    state = odd(16, 3, 4, 5, 7, answers=["touch"], level=2, room=4)
    state.robbers[0].purse = gp(60)
    run(turn.turn, state, answers=["release"])
    assert (state.robbers[0].name, state.robbers[0].purse.gp) == ("Ada", 0)
    state = odd(16, 3, 4, 5, 7, answers=["touch"], level=1)
    state.delve.level, state.delve.room = 1, 1
    assert "up" not in movement.moves(state)  # no monster leaves the dungeon


@pytest.mark.rule("ROB-AOH-22", "ROB-MULTI-12")
def test_mirror_3_in_a_party_the_others_wait() -> None:
    state = table_of(robber(), robber(seat=1, name="Bob"))
    state.dials = table(dials=ADVANCED).dials
    state.caller = 1
    run(mirror.control, state, dice=[1, 3, 7])
    assert [member.name for member in sheet.living(state)] == ["the centipede"]
    run(turn.turn, state, answers=[(1, "release")])
    assert [member.name for member in sheet.living(state)] == ["Ada", "Bob"]


@pytest.mark.rule("ROB-AOH-24")
def test_mirror_4_home() -> None:
    state = table(dials=ADVANCED, purse=gp(30))
    state.robbers[0].henchmen = [creature("orc", 3, 7)]
    run(happenings.odd_happening, state, answers=["touch"], dice=[16, 4])
    assert (state.place, state.robbers[0].home.cp, state.robbers[0].henchmen) == ("town", 3000, [])


# The traders.


@pytest.mark.rule("ROB-AOH-35")
def test_25_the_shop_sells_useful_items_at_double_and_buys_anything() -> None:
    state = odd(25, purse=gp(20), pack={"bludgeon": 1, "holy_symbol": 1})
    run(turn.step, state, answers=["buy:sword"])
    assert (state.robbers[0].purse.gp, "sword" in state.robbers[0].pack) == (4, True)
    ran = run(turn.step, state, answers=["sell:holy_symbol"])
    assert "buy:sword" not in ran.asks[0].keys  # 4 GP will not do
    assert state.robbers[0].purse.gp == 29
    run(turn.step, state, answers=["leave"])
    assert state.delve.after == []
    offered = {item.id: item.shop for item in ITEMS.values() if item.shop}
    assert all(price == 2 * ITEMS[item].price for item, price in offered.items())
    lines = {entry.key for entry in TABLES["useful_items"].entries}
    assert set(offered) - {"bludgeon"} <= lines
    rich = odd(25, purse=Purse(gems=1), pack={"bludgeon": 1})
    run(turn.step, rich, answers=["buy:statue"])
    assert (rich.robbers[0].heavy.kind, rich.robbers[0].purse.gp) == ("statue", 50)  # type: ignore[union-attr]


@pytest.mark.rule("ROB-AOH-36")
def test_26_the_study_buys_scrolls_for_200_and_sells_for_300() -> None:
    state = odd(26, pack={"bludgeon": 1, "sack": 1, "scroll_sleep": 1})
    assert state.encounter is None
    ran = run(turn.step, state, answers=["sell:scroll_sleep"])
    assert ran.asks[0].keys == ("leave", "sell:scroll_sleep")  # nothing to attack
    assert state.robbers[0].purse.gp == 200
    state.robbers[0].purse = gp(300)
    ran = run(turn.step, state, answers=["buy:scroll_haste"])
    assert sum(key.startswith("buy:") for key in ran.asks[0].keys) == 8
    assert (state.robbers[0].purse.gp, "scroll_haste" in state.robbers[0].pack) == (0, True)
    run(turn.step, state, answers=["leave"])


@pytest.mark.rule("ROB-AOH-35")
def test_in_a_party_each_deals_for_themselves() -> None:
    state = table_of(robber(purse=gp(20)), robber(seat=1, name="Bob", purse=gp(5)))
    state.delve.after = ["shop"]
    ran = run(turn.step, state, answers=["0/buy:sword"])
    assert "1/buy:sword" not in ran.asks[0].keys
    assert "sword" in state.robbers[0].pack


@pytest.mark.rule("ROB-AOH-35", "ROB-CARRY-01")
def test_the_shop_sells_nothing_heavy_to_full_arms() -> None:
    state = odd(25, purse=gp(90), heavy=Heavy("bad_art"))
    ran = run(turn.step, state, answers=["leave"])
    assert "buy:sword" in ran.asks[0].keys
    assert not {"buy:furniture", "buy:statue"} & set(ran.asks[0].keys)
    state = odd(25, purse=gp(90))
    assert "buy:furniture" in run(turn.step, state, answers=["leave"]).asks[0].keys


@pytest.mark.rule("ROB-AOH-20", "ROB-CARRY-05")
def test_mirror_1_doubles_the_box_and_no_magic() -> None:
    box = Heavy("box", box=Purse(sp=900))
    pack = {"bludgeon": 1, "scroll_sleep": 1, "healing_potion": 2, "speed_potion": 1, "oil": 1}
    state = odd(16, 1, 4, answers=["touch"], hp=1, purse=gp(60), heavy=box, pack=pack)
    met(state).stage = "fight"
    run(rounds.fight_round, state, answers=["attack"], dice=[19, 3])
    ada = state.robbers[0]
    assert ada.heavy is not None
    assert (ada.purse, ada.heavy.box) == (gp(60), Purse(sp=1800, gp=60))
    assert ada.pack == {**pack, "bludgeon": 2, "oil": 2}


@pytest.mark.rule("ROB-AOH-19", "ROB-FIGHT-06")
def test_mirror_1_the_spell_comes_back_to_whoever_cast_it() -> None:
    state = table_of(robber(), robber(seat=1, name="Bob", high="int", pack={"scroll_magic_missile": 1}))
    run(mirror.double, state, dice=[6])
    met(state).stage = "fight"
    run(rounds.fight_round, state, answers=[(0, "attack"), (1, "read:magic_missile")], dice=[1, 2, 4])
    assert [member.hp for member in state.robbers] == [10, 5]


@pytest.mark.rule("ROB-AOH-33", "ROB-AOH-32")
def test_a_crypt_reaches_no_deeper_than_its_level() -> None:
    state = odd(22, 2, 3, level=5, crypt=True)  # a lair of level 7, where a crypt would hold ghasts
    assert kinds(state) == [BY_LEVEL[7][2].id]
    assert kinds(odd(27, 3, level=7, crypt=True)) == ["ghast"]


@pytest.mark.rule("ROB-CHASE-03", "ROB-TRAP-02", "ROB-TRAP-17")
def test_nobody_looks_for_doors_or_turns_back_on_a_chase() -> None:
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[20, 1, 4, 4])  # the secret door is a pit, which both stay out of
    assert state.delve.quarry is not None
    ran = run(turn.turn, state, answers=["on"], dice=[20, 17, 15])  # strength gas, breathed without a question
    assert len(ran.asks) == 1
    assert state.delve.quarry is not None


@pytest.mark.rule("ROB-CHASE-03", "ROB-GAS-02", "ROB-GAS-03")
def test_gas_that_ends_pursuit_ends_a_chase() -> None:
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[20, 17, 8])
    assert (state.delve.quarry, state.delve.bearings) == (None, "lost")
    state = chasing(room=5)
    run(turn.turn, state, answers=["on"], dice=[20, 17, 1, 5])
    assert state.delve.quarry is not None
    run(turn.turn, state, answers=["on"], dice=[20, 17, 1, 4])
    assert state.delve.quarry is None


@pytest.mark.rule("ROB-CHASE-03", "ROB-TRAP-22", "ROB-AOH-29")
def test_a_rival_who_dies_in_a_trap_robs_nobody() -> None:
    state = chasing("rival", hp=1, room=5)
    run(turn.turn, state, answers=["on"], dice=[20, 6, 4, 1, 3])  # the robber stays out of the pit, the rival does not
    assert (state.delve.quarry, state.delve.rival, state.delve.bearings, state.encounter) == (None, False, "lost", None)


@pytest.mark.rule("ROB-AOH-21", "ROB-STAIR-14")
def test_stairs_that_lead_nowhere_say_why() -> None:
    async def look(t: Any) -> None:
        await stairs.find_stairs(t, rule="ROB-DISC-16")

    state = table(topsy=True)
    assert "the way out is elsewhere" in run(look, state, dice=[8]).texts[-1]
    assert state.delve.stairs is None
    assert "this is the bottom" in run(look, table(level=10), dice=[1]).texts[-1]


@pytest.mark.rule("ROB-AOH-18", "ROB-MAGIC-09")
@pytest.mark.parametrize(
    ("weapon", "high", "attack", "damage"),
    [
        ("sword_plus1", "str", 2, "1d8+2"),
        ("sword_plus1", "", 1, "1d8+1"),
        ("cursed_bludgeon", "str", 0, "1d6"),
        ("cursed_bludgeon", "", -1, "1d6-1"),
        ("whip", "str", 1, "0"),
        ("", "str", 1, "1"),
    ],
)
def test_mirror_1_the_double_strikes_as_the_robber_does(weapon: str, high: str, attack: int, damage: str) -> None:
    state = odd(16, 1, 4, answers=["touch"], weapon=weapon, pack={weapon: 1} if weapon else {}, high=high)
    foe = met(state).foes[0]
    assert (foe.attack, foe.damage) == (attack, damage)
    if damage in ("1d6-1", "0"):  # never below 1, but a whip hurts nobody
        run(blows.hit_robber, state, foe, state.robbers[0], critical=False, dice=[1] if damage != "0" else [])
        assert state.robbers[0].hp == (9 if damage == "1d6-1" else 10)


@pytest.mark.rule("ROB-AOH-35", "ROB-AOH-36", "ROB-CARRY-05", "ROB-CARRY-06")
def test_traders_take_the_coins_in_the_box_and_give_change() -> None:
    state = odd(25, purse=gp(2), heavy=Heavy("box", box=Purse(sp=150)))
    run(turn.step, state, answers=["buy:sword"])  # 16 GP: all of the box, and 1 GP from the pocket
    ada = state.robbers[0]
    assert (ada.purse, ada.heavy, "sword" in ada.pack) == (gp(1), None, True)
    state = odd(25, purse=Purse(pp=1))
    run(turn.step, state, answers=["buy:dagger"])
    assert state.robbers[0].purse == gp(1)
    state = odd(26, purse=gp(1), heavy=Heavy("box", box=Purse(sp=3500)))
    run(turn.step, state, answers=["buy:scroll_haste"])
    assert state.robbers[0].heavy == Heavy("box", box=Purse(sp=500))


@pytest.mark.rule("ROB-AOH-20")
@pytest.mark.parametrize(("answer", "dice"), [("read:charm", [9]), ("read:command-flee", [])])
def test_mirror_1_a_double_that_was_not_killed_leaves_no_money(answer: str, dice: list[int]) -> None:
    scroll = f"scroll_{answer[5:].partition('-')[0]}"
    state = odd(16, 1, 4, answers=["touch"], high="int wis", purse=gp(30), pack={"oil": 1, scroll: 1})
    met(state).stage = "fight"
    run(rounds.fight_round, state, answers=[answer], dice=dice)
    assert state.encounter is None
    assert (state.robbers[0].purse, state.robbers[0].pack) == (gp(30), {"oil": 1})


@pytest.mark.rule("ROB-AOH-23", "ROB-KEY-28")
def test_mirror_3_a_wounded_mind_flayer_may_kill_the_played_monster() -> None:
    state = table(dials=ADVANCED, level=7, room=3)
    run(mirror.control, state, dice=[1, 3, 7])
    state.robbers[0].hp = 1
    flayer = creature("mind_flayer", 4, 90, wounded=True)
    state.encounter = Encounter("fight", [flayer], "passage", begun=True)
    after = run(rounds.foes_turn, state, dice=[20]).state
    assert (after.robbers[0].beast, after.robbers[0].hp, after.encounter) == ("", 10, None)


@pytest.mark.rule("ROB-AOH-38")
def test_28_twice_the_same_monster_is_still_one_ahead_and_one_behind() -> None:
    state = table(level=2)
    played = run(company.two_monsters, state, dice=[2, 3, 2, 3])
    assert kinds(state) == ["orc", "orc"]
    assert not any("one for each of you" in text for text in played.texts)
    assert any("behind you: an orc" in text for text in played.texts)


@pytest.mark.rule("ROB-AOH-35", "ROB-AOH-36", "ROB-CARRY-06")
def test_selling_below_ground_warns_of_gold_that_cannot_be_carried() -> None:
    state = table(pack={"sword_plus1": 1, "scroll_sleep": 1, "food": 1})
    ada = state.robbers[0]
    assert "pockets hold 100" in trade.describe_deal(state, "sell:sword_plus1").hint
    assert "pockets hold 100" in trade.describe_scroll(state, "sell:scroll_sleep").hint
    assert trade.describe_deal(state, "sell:food").hint == "30 GP"
    run(trade.sell, state, ada, "sword_plus1")
    assert ada.purse.gp == 100, "as it said"
    ada.pack["sack"] = 1
    assert trade.describe_scroll(state, "sell:scroll_sleep").hint == "200 GP"


@pytest.mark.rule("ROB-AOH-22", "ROB-AOH-23")
def test_mirror_3_a_monster_can_be_let_go_even_at_a_dead_end() -> None:
    state = odd(16, 3, 4, 5, 7, answers=["touch"], level=2, room=4)
    state.delve.forced = True
    assert movement.moves(state) == ["backtrack", "release"]
    run(movement.movement, state, answers=["release"])
    assert state.possession is None


@pytest.mark.rule("ROB-AOH-35", "ROB-AOH-36", "ROB-CARRY-06")
def test_change_below_ground_has_to_be_carried_too() -> None:
    state = odd(25, purse=Purse(gp=1, gems=1), pack={"bludgeon": 1})
    assert "pockets hold 100" in trade.describe_deal(state, "buy:dagger").hint
    assert trade.describe_deal(state, "buy:sack").hint.count("pockets") == 0
    run(turn.step, state, answers=["buy:dagger"])
    ada = state.robbers[0]
    assert (ada.purse.gp, ada.purse.gems, "dagger" in ada.pack) == (100, 0, True)  # 247 came back over the counter
    state = odd(25, purse=Purse(gems=1), pack={"bludgeon": 1})
    run(turn.step, state, answers=["buy:sack"])
    assert state.robbers[0].purse.gp == 248, "the sack holds its own change"
    state = odd(25, purse=Purse(gems=1), heavy=Heavy("box", box=gp(1)))
    run(turn.step, state, answers=["buy:dagger"])
    assert (state.robbers[0].purse.coins, state.robbers[0].heavy) == (100, None), "an emptied box is left"
    state = odd(26, purse=Purse(jewelry=1), pack={"bludgeon": 1, "sack": 1})
    run(turn.step, state, answers=["buy:scroll_sleep"])
    assert state.robbers[0].purse == Purse(gp=700)


@pytest.mark.rule("ROB-AOH-35")
def test_gems_in_a_box_pay_as_well() -> None:
    state = odd(25, purse=Purse(), heavy=Heavy("box", box=Purse(gems=2, cp=50)))
    run(turn.step, state, answers=["buy:dagger"])
    heavy = state.robbers[0].heavy
    assert heavy is not None
    assert heavy.box == Purse(gems=1, gp=246, cp=50)


@pytest.mark.rule("ROB-AOH-28", "ROB-AOH-29", "ROB-AOH-11")
@pytest.mark.parametrize(("spoils", "at_large"), [("rival", True), ("kobold", False)])
def test_only_a_rival_who_got_away_is_ahead_of_you(spoils: str, at_large: bool) -> None:
    state = table(foes=[])
    met = Encounter("fight", [], "chase", loot="none", spoils=spoils, left=1)
    run(pursuit.settle, state, met)
    assert (state.delve.rival, state.delve.bearings) == (at_large, "lost")


@pytest.mark.rule("ROB-AOH-35", "ROB-AOH-36")
def test_a_trader_is_dealt_with_before_anything_else_that_waits() -> None:
    for happening, name in ((trade.shopkeeper, "shop"), (trade.wizard_study, "study")):
        state = table(after=["pool"])
        run(happening, state)
        assert state.delve.after == [name, "pool"]


@pytest.mark.rule("ROB-CARRY-06", "ROB-AOH-35")
def test_the_hundred_and_first_coin_is_one_too_many() -> None:
    ada = robber(purse=gp(70))
    assert trade.too_much(ada, 30) == ""
    assert "pockets hold 100" in trade.too_much(ada, 31)


@pytest.mark.rule("ROB-MAP-21", "ROB-CHASE-04")
def test_a_chase_off_the_map_starts_somewhere_on_the_unseen_track() -> None:
    state = table(room=0)
    run(pursuit.begin, state, creature("kobold"), dice=[7])
    assert (state.delve.room, state.delve.bearings) == (7, "lost")


@pytest.mark.rule("ROB-AOH-27", "ROB-CHASE-01")
def test_a_quarry_with_one_hit_point_left_runs_on() -> None:
    state = table(quarry=creature("kobold", 4), bearings="lost")
    run(pursuit.blow, state, dice=[19, 3])
    assert state.delve.quarry is not None
    assert (state.delve.quarry.hp, state.encounter) == (1, None)


@pytest.mark.rule("ROB-AOH-11", "ROB-AOH-28")
@pytest.mark.parametrize("owned", [0, 1])
def test_the_sack_is_kept_by_whoever_has_none(owned: int) -> None:
    state = table(pack={"bludgeon": 1} | ({"sack": 1} if owned else {}))
    run(pursuit.sack, state, 1, dice=["Treasure=70"])
    assert (state.robbers[0].pack["sack"], state.robbers[0].purse.gp) == (1, 250)


@pytest.mark.rule("ROB-AOH-35", "ROB-CARRY-01")
def test_what_the_purse_just_covers_is_offered() -> None:
    assert "sword" in trade.shop_offers(robber(purse=gp(16)))
    assert "sword" not in trade.shop_offers(robber(purse=gp(15)))


@pytest.mark.rule("ROB-AOH-03", "ROB-MON-05")
def test_nobody_talks_to_what_saw_them_first() -> None:
    state = table()
    run(company.surprised, state, dice=[1, 3])
    assert state.encounter is not None
    assert (state.encounter.aware, state.encounter.stage, state.encounter.first) == (True, "fight", [101])


@pytest.mark.rule("ROB-AOH-35", "ROB-CARRY-01")
def test_a_purse_is_counted_in_whole_gold() -> None:
    assert "sword" not in trade.shop_offers(robber(purse=Purse(cp=1599)))
    assert "sword" in trade.shop_offers(robber(purse=Purse(cp=1600)))


@pytest.mark.rule("ROB-AOH-23")
def test_a_monster_hands_over_its_box_too() -> None:
    state = table(pack={"sack": 1})
    state.possession = Possession(state.robbers, state.delve, 4)
    beast = robber(name="the orc", beast="orc", pack={"oil": 2}, purse=gp(5), heavy=Heavy("box", box=gp(300)))
    state.robbers = [beast]
    run(mirror.hand_over, state)
    ada = state.robbers[0]
    assert (ada.name, ada.purse.gp, ada.pack) == ("Ada", 305, {"sack": 1, "oil": 2})

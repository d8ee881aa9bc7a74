"""Appendix A, several players: the caller, the monsters, the loot, and the dead."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from undercroft.engine import BadOpening, Match, Opening, run
from undercroft.games.robber import GAME
from undercroft.games.robber.rules import turn
from undercroft.games.robber.rules.character import life, sheet
from undercroft.games.robber.rules.delving import discovery, movement
from undercroft.games.robber.rules.fight import meeting, parlay, rounds, sneaking
from undercroft.games.robber.rules.monsters import appearing, facing, running
from undercroft.games.robber.rules.town import business, departure, homecoming, shares
from undercroft.games.robber.rules.traps import gases, pits
from undercroft.games.robber.rules.treasure import finding, hoards, remains, searching
from undercroft.games.robber.state import Heavy, Purse, Robber, RobberState

from .desk import creature, gp, robber
from .desk import party as table_of


def three(**delve: Any) -> RobberState:
    """Ada, Bob and Cyd in the dungeon, Ada calling."""
    return table_of(robber(), robber(seat=1, name="Bob"), robber(seat=2, name="Cyd"), **delve)


def two(**delve: Any) -> RobberState:
    """Ada and Bob."""
    return table_of(robber(), robber(seat=1, name="Bob"), **delve)


@pytest.mark.rule("ROB-MULTI-01")
def test_one_to_four_robbers_make_one_party() -> None:
    for count in (1, 4):
        match = Match.start(GAME, Opening(game="robber", seats=tuple("ABCD"[:count]), seed=1))
        for _ in range(40):
            ask = match.ask
            if ask is None or (len(match.state.robbers) == count and match.state.place == "town"):
                break
            match.answer("Nym" if ask.kind == "text" else ask.keys[0], ask.seats[0])
        assert [member.seat for member in match.state.robbers] == list(range(count))
        assert isinstance(match.state.delve.level, int)  # one delve for all
    with pytest.raises(BadOpening, match="1 to 4"):
        GAME.check_opening(Opening(game="robber", seats=tuple("ABCDE"), seed=1))


@pytest.mark.rule("ROB-MULTI-02", "ROB-MULTI-04", "ROB-MULTI-05")
def test_only_the_caller_steers() -> None:
    state = three()
    state.caller = 1
    ran = run(turn.turn, state, answers=["explore"], dice=[2])
    assert [ask.seats for ask in ran.asks] == [(1,)]  # whatever the others shout
    for caller in range(3):
        state = three(foes=[creature("orc", 4, number) for number in (90, 91, 92)], stage="meeting")
        state.caller = caller
        ran = run(meeting.meeting, state, answers=["run"])
        assert [ask.seats for ask in ran.asks] == [(caller,)]
        assert set(ran.asks[0].keys) == {"run", "parlay", "sneak", "fight"}
        state = three(foes=[creature("orc", 4, 90)])
        state.caller = caller
        assert [member.seat for member in state.robbers if "run" in rounds.options(state, member)] == [caller]


@pytest.mark.rule("ROB-MULTI-02")
def test_in_a_fight_everyone_decides_for_themselves() -> None:
    state = three(foes=[creature("orc", 6, 90)])
    ran = run(rounds.robbers_turn, state, answers=[(0, "attack"), (1, "attack"), (2, "attack")], dice=[1, 1, 1])
    assert [ask.seats for ask in ran.asks] == [(0,), (1,), (2,)]
    assert ["run" in ask.keys for ask in ran.asks] == [True, False, False]


@pytest.mark.rule("ROB-MULTI-03", "ROB-MULTI-06")
def test_example_46_the_call_goes_round_and_monsters_come_by_threes() -> None:
    state = three()
    state.delve.turn = 0
    callers = []
    for roll in (2, 2, 2, 2):
        run(turn.turn, state, answers=["explore"], dice=[roll])
        callers.append(state.players[state.caller])
    assert callers == ["Ada", "Bob", "Cyd", "Ada"]
    state = three()
    state.caller = 0
    state.delve.turn = 1
    run(turn.turn, state, answers=["explore"], dice=[19, 3, 1, 2, 3])  # the second turn: Bob calls, and three rats come
    assert state.players[state.caller] == "Bob"
    assert state.encounter is not None
    assert [foe.kind for foe in state.encounter.foes] == ["rat", "rat", "rat"]


@pytest.mark.rule("ROB-MULTI-06")
def test_as_many_monsters_as_living_players_each_with_its_own_hp() -> None:
    state = three()
    state.robbers[0].henchmen = [creature("orc", 3, 7)]

    async def meet(t: Any) -> None:
        await appearing.wandering(t, rule="ROB-DISC-18")

    run(meet, state, dice=[3, 1, 2, 3])
    assert state.encounter is not None
    assert [(foe.kind, foe.hp) for foe in state.encounter.foes] == [("rat", 1), ("rat", 2), ("rat", 3)]
    state = three()
    state.robbers[1].alive = False
    run(meet, state, dice=[1, 4, 4])
    assert state.encounter is not None
    assert len(state.encounter.foes) == 2


@pytest.mark.rule("ROB-MULTI-03")
def test_the_dead_do_not_call() -> None:
    state = three()
    state.robbers[1].alive = False
    life.pass_the_call(state)
    assert state.caller == 2


@pytest.mark.rule("ROB-MULTI-07")
def test_all_players_act_before_any_monster_and_targets_are_random() -> None:
    state = two(foes=[creature("rat", 4, 90), creature("rat", 4, 91)])
    state.robbers[1].henchmen = [creature("orc", 5, 7)]
    ran = run(
        rounds.fight_round,
        state,
        answers=[(0, "attack@90"), (1, "attack@91"), (1, "sic@90")],
        dice=[1, 1, 1, "whom it attacks=2", 19, 3, "whom it attacks=3", 19, 2],
    )
    rolls = [event.text for event in ran.events if event.kind == "roll" and "attacks" in event.text]
    assert ["Ada" in rolls[0], "Bob" in rolls[1], "your orc" in rolls[2]] == [True] * 3
    assert "the rat attacks Bob" in rolls[3]
    assert "the rat attacks your orc" in rolls[4]
    assert (state.robbers[1].hp, state.robbers[1].henchmen[0].hp) == (7, 3)


@pytest.mark.rule("ROB-MULTI-08")
def test_each_has_own_henchmen_and_own_arms() -> None:
    state = two()
    ada, bob = state.robbers
    run(carry_both, state)
    assert (ada.heavy is not None, bob.heavy is not None) == (True, True)
    bob.high = ["cha"]
    assert (sheet.henchman_limit(ada), sheet.henchman_limit(bob)) == (1, 2)


async def carry_both(t: Any) -> None:
    """A statue for each."""
    from undercroft.games.robber.rules.belongings import carrying

    for member in t.state.robbers:
        assert await carrying.lift(t, member, Heavy("statue", 100), rule="ROB-MULTI-08")


# The loot.


@pytest.mark.rule("ROB-MULTI-09")
def test_finds_go_to_whom_the_caller_names() -> None:
    state = two()
    ran = run(finding.finder, state, answers=["carry:1"])
    assert ran.result is state.robbers[1]
    assert ran.asks[0].seats == (0,)


@pytest.mark.rule("ROB-MULTI-09")
def test_a_split_needs_every_yes() -> None:
    state = three()
    ada, bob, cyd = state.robbers
    ada.purse, bob.heavy = gp(100), Heavy("box", box=gp(201))
    ran = run(
        shares.split_loot,
        state,
        answers=[(0, "all:0"), (1, "yes"), (2, "no"), (1, "shares"), (1, 100), (1, 101), (0, "yes"), (2, "yes")],
    )
    assert [ask.high for ask in ran.asks if ask.kind == "number"] == [301, 201]  # nobody shares out more than there is
    assert [member.purse.copper for member in (ada, bob, cyd)] == [10_000, 10_100, 10_000]
    assert [member.heavy for member in (ada, bob, cyd)] == [None, None, None]
    state = three()
    state.robbers[2].purse = gp(5)
    run(shares.split_loot, state, answers=[(0, "keep"), (1, "yes"), (2, "yes")])
    assert [member.purse.copper for member in state.robbers] == [0, 0, 500]


@pytest.mark.rule("ROB-MULTI-09")
def test_a_stalemate_is_split_evenly_and_the_odd_copper_goes_to_the_caller() -> None:
    state = three()
    state.caller = 1
    state.robbers[0].purse = Purse(cp=100)
    answers = [(1, "all:1"), (0, "no"), (2, "all:2"), (0, "no"), (0, "all:0"), (1, "no")]
    run(shares.split_loot, state, answers=answers)
    assert [member.purse.copper for member in state.robbers] == [33, 34, 33]


@pytest.mark.rule("ROB-MULTI-09")
def test_the_pile_is_divided_before_anything_is_banked() -> None:
    state = two()
    state.robbers[0].purse = gp(100)
    run(homecoming.leave, state, answers=[(0, "even"), (1, "yes")])
    assert [member.home.cp for member in state.robbers] == [5_000, 5_000]
    assert run(shares.split_loot, two()).asks == []  # nothing to argue about


# Rolls for all, rolls for each.


@pytest.mark.rule("ROB-MULTI-10")
def test_sneaking_needs_everybody_to_succeed() -> None:
    foes = [creature("kobold", 4, number) for number in (90, 91, 92)]
    state = three(foes=foes, stage="meeting")
    state.encounter.place = "chamber"  # type: ignore[union-attr]
    run(meeting.meeting, state, answers=["sneak"], dice=[10, 10, 10])
    assert state.encounter is None
    state = three(foes=[creature("kobold", 4, number) for number in (90, 91, 92)], stage="meeting")
    state.encounter.place = "chamber"  # type: ignore[union-attr]
    ran = run(
        sneaking.sneak, state, steal=False, answers=[(0, "attack@90"), (1, "attack@90"), (2, "attack@90")],
        dice=[20, 9, 20, "whom it attacks=1", 1, "whom it attacks=1", 1, "whom it attacks=1", 1, 1, 1, 1,
              "whom it attacks=1", 1, "whom it attacks=1", 1, "whom it attacks=1", 1],
    )  # fmt: skip
    assert any("Bob kicks a loose stone" in text for text in ran.texts)
    assert state.encounter is not None


@pytest.mark.rule("ROB-MULTI-10", "ROB-KEY-10")
def test_single_rolls_are_the_callers_and_dangers_are_for_each() -> None:
    state = three(foes=[creature("orc", 4, number) for number in (90, 91, 92)], stage="meeting", level=2)
    state.robbers[0].purse = gp(100)
    assert parlay.bribe_price(state) == 3 * 20 * 100  # paid for each monster
    state.robbers[1].high = ["cha"]
    assert parlay.parlay_bonus(state, bribe=False) == 0
    state.caller = 1
    assert parlay.parlay_bonus(state, bribe=False) == 1
    state = three()
    run(pits.pit, state, dice=[4, 3, 2, 3, 1])
    assert [member.hp for member in state.robbers] == [10, 8, 9]
    state = three()
    run(gases.poison, state, dice=[10, 9, 10])
    assert [member.alive for member in state.robbers] == [True, False, True]


@pytest.mark.rule("ROB-MULTI-10", "ROB-MOVE-04")
def test_the_way_back_a_door_and_a_corner_are_one_roll_by_the_caller() -> None:
    for caller, dice in ((0, [4]), (1, [[4, 9]])):  # Bob is clever, and throws two
        state = two(room=9)
        state.robbers[1].high = ["int"]
        state.caller = caller
        run(movement.backtrack, state, answers=["room:1"] if caller else [], dice=dice)
        assert (state.delve.room, state.delve.bearings) == ((1, "mapping") if caller else (4, "lost"))
    for caller, opened in ((0, False), (1, True)):  # Bob is strong
        state = two(bearings="pursued", pursuers=[creature("rat", 4, 50), creature("rat", 4, 51)])
        state.robbers[1].high = ["str"]
        state.caller = caller
        assert run(discovery.force_door, state, dice=[4]).result is opened
    state = two(bearings="pursued", pursuers=[creature("rat", 4, 50), creature("rat", 4, 51)])
    run(running.evade, state, dice=[4])
    assert (state.delve.bearings, state.delve.pursuers) == ("lost", [])


@pytest.mark.rule("ROB-MULTI-11")
def test_one_loot_and_one_hp_for_each() -> None:
    state = three(foes=[creature("rat", 1, 90)])
    for member in state.robbers:
        member.hp = 5
    state.encounter.defeated = 2  # type: ignore[union-attr]
    run(rounds.fight_round, state, answers=[(0, "attack")], dice=[19, 6, "Useful Items=30"])
    assert state.encounter is None
    assert [member.hp for member in state.robbers] == [6, 6, 6]


@pytest.mark.rule("ROB-MULTI-11")
def test_every_pursuer_strikes_somebody_at_random() -> None:
    state = two()
    state.delve.bearings = "pursued"
    state.delve.pursuers = [creature("rat", 4, 50), creature("rat", 4, 51)]
    run(running.free_attack, state, dice=["whom it attacks=2", 19, 2, "whom it attacks=1", 19, 3])
    assert [member.hp for member in state.robbers] == [7, 8]


# The dead.


@pytest.mark.rule("ROB-MULTI-12")
def test_the_others_play_on_and_may_take_what_the_dead_one_had() -> None:
    state = two(foes=[creature("rat", 1, 90)])
    ada, bob = state.robbers
    bob.hp, bob.pack, bob.weapon, bob.purse = 1, {"sword": 1, "food": 2}, "sword", gp(30)
    bob.henchmen = [creature("orc", 3, 7)]
    run(
        rounds.fight_round,
        state,
        answers=[(0, "attack"), (1, "attack")],
        dice=[1, 1, 1, "whom it attacks=2", 19, 4],
    )
    assert (bob.alive, bob.henchmen, state.over) == (False, [], False)
    run(turn.step, state, answers=[(0, "attack")], dice=[19, 6, "Useful Items=30"])
    assert (state.encounter, state.delve.after) == (None, ["remains"])
    run(turn.step, state, answers=[(0, ["take:sword", "take:money"])])
    assert (ada.pack, ada.weapon, ada.purse.gp) == ({"bludgeon": 1, "sword": 1}, "sword", 30)
    assert (bob.pack, state.delve.after) == ({}, [])

    async def meet(t: Any) -> None:
        await appearing.wandering(t, rule="ROB-DISC-18")

    run(meet, state, dice=[1, 4])
    assert state.encounter is not None
    assert len(state.encounter.foes) == 1


@pytest.mark.rule("ROB-MULTI-12")
def test_nobody_stops_for_the_dead_on_the_run() -> None:
    state = two()
    state.delve.bearings = "pursued"
    state.delve.pursuers = [creature("rat", 4, 50)]

    async def die(t: Any) -> None:
        life.drop_dead(t, t.state.robbers[0], "rat", rule="ROB-FIGHT-13")

    run(die, state)
    assert (state.caller, state.over, state.delve.after) == (1, False, ["remains"])
    ran = run(turn.step, state)
    assert (ran.asks, state.robbers[0].pack) == ([], {})


@pytest.mark.rule("ROB-MULTI-12")
def test_the_delve_ends_when_all_are_dead_or_out_and_only_survivors_retire() -> None:
    state = two()

    async def die(t: Any) -> None:
        for member in t.state.robbers:
            life.drop_dead(t, member, "rat", rule="ROB-FIGHT-13")

    run(die, state)
    assert state.over
    state = two()
    state.robbers[0].alive = False
    state.caller = 1
    state.robbers[1].level = 1
    run(homecoming.leave, state)
    ran = run(business.visit, state, answers=[(1, "retire")])
    assert "retire" in ran.asks[0].keys
    assert state.over
    assert isinstance(state.robbers[1], Robber)


@pytest.mark.rule("ROB-MULTI-06")
def test_several_of_a_kind_are_told_apart() -> None:
    state = two(foes=[creature("toad", 4, 90), creature("toad", 1, 91, full=4)])
    assert rounds.describe_foes(state) == "Two toads (unhurt, badly hurt)"
    labels = [rounds.describe(state, state.robbers[0], key).label for key in ("attack@90", "attack@91")]
    assert labels == ["Attack the first toad", "Attack the second toad"]
    alike = two(foes=[creature("rat", 4, 90), creature("rat", 4, 91), creature("orc", 4, 92)])
    assert rounds.describe_foes(alike) == "Two rats (all unhurt) and the orc (unhurt)"
    assert rounds.describe(alike, alike.robbers[0], "attack@92").label == "Attack the orc"
    state.robbers[0].high, state.robbers[0].pack = ["int"], {"scroll_sleep": 1, "oil": 1}
    spells = [key for key in rounds.options(state, state.robbers[0]) if not key.startswith("wield")]
    labels = [rounds.describe(state, state.robbers[0], key).label for key in spells]
    assert len(labels) == len(set(labels)) == 7  # two blows, two jars, two spells, and running


@pytest.mark.rule("ROB-MULTI-12", "ROB-CARRY-04", "ROB-CARRY-05")
def test_a_dead_friends_box_is_emptied_into_the_sack_or_box_one_has() -> None:
    for pack, heavy in (({"sack": 1}, None), ({}, Heavy("box", box=Purse(cp=500)))):
        state = two()
        ada, bob = state.robbers
        ada.pack, ada.heavy = pack, heavy
        bob.alive, bob.pack, bob.heavy = False, {}, Heavy("box", box=Purse(sp=900))
        run(remains.remains, state, answers=[(0, ["take:heavy"])])
        held = ada.heavy.box if ada.heavy is not None else None
        assert (ada.purse.sp, held) == ((900, None) if "sack" in pack else (0, Purse(cp=500, sp=900)))
        assert bob.heavy is None


@pytest.mark.rule("ROB-MULTI-09", "ROB-TOWN-09")
def test_in_town_things_change_hands_by_agreement() -> None:
    state = three()
    state.place = "town"
    ada, bob, cyd = state.robbers
    ada.pack, ada.weapon = {"bludgeon": 1, "plate_mail": 1}, "bludgeon"
    ada.home.cp, ada.home.heavies, ada.home.things = 5_000, [Heavy("gold_statue", 300)], {"food": 2}
    run(business.visit, state, answers=[(0, "give"), (0, "thing:plate_mail"), (0, "to:2")])
    run(business.visit, state, answers=[(0, "give"), (0, "thing:food"), (0, "to:1")])
    run(business.visit, state, answers=[(0, "give"), (0, "heavy:0"), (0, "to:1")])
    run(business.visit, state, answers=[(0, "give"), (0, "gold"), (0, "to:1"), (0, 20)])
    assert (ada.pack, ada.home.things, ada.home.heavies, ada.home.cp) == ({"bludgeon": 1}, {"food": 1}, [], 3_000)
    assert (bob.home.things, bob.home.heavies, bob.home.cp) == ({"food": 1}, [Heavy("gold_statue", 300)], 2_000)
    assert cyd.home.things == {"plate_mail": 1}
    run(business.visit, state, answers=[(0, "give"), (0, "thing:bludgeon"), (0, "to:1")])
    assert (ada.pack, ada.weapon) == ({}, "")  # and it is out of the hand
    for other in (bob, cyd):
        other.retired = True
    assert "give" not in business.options(state, ada)  # nobody left to give to


@pytest.mark.rule("ROB-MULTI-07")
def test_the_players_act_in_any_order() -> None:
    state = three(foes=[creature("rat", 6, 90)])
    ran = run(
        rounds.robbers_turn,
        state,
        answers=[(0, "wait"), (1, "attack"), (2, "wait"), (0, "attack"), (2, "attack")],
        dice=[1, 1, 1],
    )
    assert [ask.seats for ask in ran.asks] == [(0,), (1,), (2,), (0,), (2,)]
    assert ["wait" in ask.keys for ask in ran.asks] == [True, True, True, False, False]  # once each, and not for the last
    assert rounds.describe(state, state.robbers[0], "wait").label == "Let the others go first"
    alone = table_of(robber(), foes=[creature("rat", 6, 90)])
    assert "wait" not in run(rounds.robbers_turn, alone, answers=["attack"], dice=[1]).asks[0].keys
    dead = two(foes=[creature("rat", 1, 90)])
    run(rounds.robbers_turn, dead, answers=[(0, "wait"), (1, "attack")], dice=[19, 6])
    assert facing.here(dead).foes == []  # nothing left for Ada to do


@pytest.mark.rule("ROB-MULTI-09")
def test_the_caller_is_told_what_there_is_to_carry_and_who_has_hands_free() -> None:
    state = three()
    state.robbers[1].pack["sack"] = 1
    state.robbers[2].heavy = Heavy("statue", 100)
    ask = run(finding.finder, state, "healing_potion", answers=["carry:1"]).asks[0]
    assert ask.prompt == "A healing potion. Who takes it?"
    assert [option.hint for option in ask.options.values()] == ["", "has a sack", "arms full of a statue"]
    ran = run(partial(searching.useful, rule="ROB-CHAM-02"), state, answers=["carry:1"], dice=["1d100=95"])
    assert ran.asks[0].prompt == "A healing potion. Who takes it?"
    ran = run(partial(searching.useful, rule="ROB-CHAM-02"), state, answers=["carry:0"], dice=["1d100=1", 4])
    assert ran.asks[0].prompt == "Something to carry. Who takes it?", "nobody smells spoiled food from here"
    ran = run(partial(hoards.treasure, level=1, rule="ROB-CHAM-05"), state, 1, answers=["carry:1"], dice=["1d100=66", 20])
    assert ran.asks[0].prompt == "Treasure. Who takes it?"


@pytest.mark.rule("ROB-MULTI-07", "ROB-KEY-29")
def test_a_companion_struck_down_by_mistake_costs_nobody_else_a_turn() -> None:
    s = table_of(
        robber(),
        robber(seat=1, name="Bo", hp=1),
        robber(seat=2, name="Cy"),
        level=9,
        foes=[creature("doppelganger", copies="robber-1")],
    )
    ran = run(
        rounds.robbers_turn,
        s,
        answers=["attack", "attack"],
        dice=[1, 15, 3, 2],
    )
    assert not s.robbers[1].alive
    assert any("Cy" in text for text in ran.texts)


@pytest.mark.rule("ROB-USEFUL-19", "ROB-SCROLL-05", "ROB-MULTI-08")
def test_potions_and_cures_work_on_a_companion() -> None:
    ada = robber(high="wis", pack={"healing_potion": 1, "scroll_cure_light_wounds": 1})
    s = table_of(ada, robber(seat=1, name="Bo", hp=2), robber(seat=2, name="Cy"), foes=[creature("rat")])
    keys = rounds.options(s, ada)
    assert [key for key in keys if "@robber" in key] == ["read:cure_light_wounds@robber-1", "drink:healing_potion@robber-1"]
    assert rounds.describe(s, ada, "drink:healing_potion@robber-1").label == "Give a healing potion to Bo"
    assert rounds.describe(s, ada, "read:cure_light_wounds@robber-1").label == "Read cure light wounds on Bo"
    run(rounds.act, s, ada, answers=["drink:healing_potion@robber-1"], dice=[3])
    run(rounds.act, s, ada, answers=["read:cure_light_wounds@robber-1"], dice=[2])
    assert ([member.hp for member in s.robbers], ada.pack) == ([10, 7, 10], {})


@pytest.mark.rule("ROB-USEFUL-19", "ROB-SCROLL-05", "ROB-FIGHT-22")
def test_potions_and_cures_work_in_town() -> None:
    ada = robber(high="wis", hp=3, pack={"healing_potion": 2, "scroll_cure_light_wounds": 1})
    s = table_of(ada, robber(seat=1, name="Bo", hp=2))
    s.place = "town"
    asked = run(business.visit, s, answers=["use:healing_potion"], dice=[4]).asks[0].keys
    assert [key for key in asked if "cure" in key or "healing" in key] == [
        "use:healing_potion", "use:healing_potion@robber-1", "read:cure_light_wounds", "read:cure_light_wounds@robber-1",
    ]  # fmt: skip
    run(business.visit, s, answers=["read:cure_light_wounds@robber-1"], dice=[6])
    assert ([member.hp for member in s.robbers], ada.pack) == ([7, 8], {"healing_potion": 1})
    ada.hp = s.robbers[1].hp = 10
    assert not [key for key in business.options(s, ada) if "healing" in key], "nobody needs it"


@pytest.mark.rule("ROB-MULTI-09")
def test_with_one_companion_nobody_asks_to_whom() -> None:
    s = table_of(robber(pack={"oil": 2}), robber(seat=1, name="Bo"))
    ran = run(shares.give, s, s.robbers[0], answers=["thing:oil"])
    assert (len(ran.asks), s.robbers[0].pack, s.robbers[1].home.things) == (1, {"oil": 1}, {"oil": 1})


@pytest.mark.rule("ROB-MULTI-12")
def test_a_box_poured_into_a_sack_is_left_empty() -> None:
    dead = robber(seat=1, name="Bo", alive=False, pack={}, heavy=Heavy("box", box=gp(300)))
    s = table_of(robber(pack={"sack": 1}), dead)
    run(remains.rummage, s, s.robbers[0], dead, answers=[["take:heavy"]])
    assert (s.robbers[0].purse.gp, dead.heavy) == (300, None)


@pytest.mark.rule("ROB-RETIRE-01", "ROB-MULTI-03")
def test_a_caller_who_retires_passes_the_call() -> None:
    s = table_of(robber(level=1), robber(seat=1, name="Bo"))
    s.place = "town"
    run(departure.retire, s, s.robbers[0])
    assert (s.caller, s.over) == (1, False)

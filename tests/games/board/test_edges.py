"""Edges of the rules: what must not happen, what is asked no more, what is forgotten."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from undercroft.engine import Table, run
from undercroft.games.board.board import FAR, OPEN
from undercroft.games.board.content import tables
from undercroft.games.board.rules import step
from undercroft.games.board.rules.advanced.wandering import attack
from undercroft.games.board.rules.combat.fight import suffer
from undercroft.games.board.rules.ending.outcome import outcome
from undercroft.games.board.rules.ending.solo import next_leg
from undercroft.games.board.rules.monsters import traps
from undercroft.games.board.rules.movement.reach import secret_doors
from undercroft.games.board.rules.pieces.odds import odds
from undercroft.games.board.rules.prizes.looking import may_gaze, may_look
from undercroft.games.board.rules.setting_up.deal import deal
from undercroft.games.board.rules.spells.transference import may_transfer
from undercroft.games.board.rules.turn.turn import take_turn
from undercroft.games.board.rules.winning.winning import check_win
from undercroft.games.board.state import Dungeon, Guard, Hold, Leg, Note, Pawn, Turn

from .table import Setting, goes, new_match

DIAMOND = "Huge Diamond"  # worth all an Elf or a Hero needs


# The turn.


@pytest.mark.rule("BRD-TURN-01", "BRD-MOVE-14", "BRD-AMB-12")
def test_what_lies_beside_a_monster_is_not_offered_at_the_start_of_a_turn() -> None:
    table = Setting("hero").at("kitchen").guard("kitchen", "Goblins").loose("kitchen", "Gold Ring")
    ran = table.turn("end", dice=[12])
    assert [ask.rule for ask in ran.asks] == ["BRD-MOVE-01"]
    assert table.hand() == ["Gold Ring"]  # by the fight that was due, not before it


@pytest.mark.rule("BRD-TURN-01", "BRD-MOVE-14")
def test_what_lies_where_a_turn_begins_is_offered_first() -> None:
    table = Setting("hero").at("kitchen").loose("kitchen", "Gold Ring")
    ran = table.turn("take", "end")
    assert table.hand() == ["Gold Ring"]
    assert len(ran.asks) == 2
    elsewhere = Setting("hero").at("1-C09").loose("kitchen", "Gold Ring")
    assert elsewhere.turn("end").asks[0].rule == "BRD-MOVE-01"


@pytest.mark.rule("BRD-WND-02", "BRD-WIN-06", "BRD-WIN-01")
def test_whoever_is_carried_home_with_enough_has_won() -> None:
    table = Setting("hero", "elf").at("2-C55").give(DIAMOND)
    table.pawn.wounded = True
    table.turn()
    assert (table.s.winner, table.s.phase, table.s.ending) == (0, "over", "won")


@pytest.mark.rule("BRD-WIN-01", "BRD-WIN-06", "BRD-WND-02")
def test_only_the_first_to_come_home_wins() -> None:
    # The wounded Wizard's spell drives the Hero home with enough; that ends the game before he is carried there himself.
    table = (
        Setting("hero", "wizard", ambush=True)
        .give(DIAMOND, "Silver Cup")
        .at("main_gallery", trail=["main_staircase", "main_gallery"])
    )
    near = next(space for space, via, _ in table.board.near[table.board.gallery] if via == OPEN and space != table.board.start)
    table.at(table.board.address[near], seat=1).spells("fireball", seat=1)
    rich = table.s.pawns[1]
    rich.wounded = True
    rich.prizes = [card for card, prize in enumerate(table.deck.prizes) if prize.value >= 3000 and card not in table.used_prizes][
        :10
    ]
    table.s.turn = 1
    table.turn((1, "cast:fireball@pawn-0"), (0, "drop:2"), dice=[12, 8])
    assert (table.s.winner, table.where(0)) == (0, "main_staircase")


@pytest.mark.rule("BRD-WIN-01", "BRD-WIN-06")
def test_who_is_dead_or_elsewhere_or_second_does_not_win() -> None:
    async def check(t: Table[Dungeon], pawn: Pawn) -> bool:
        return check_win(t, pawn)

    table = Setting("hero", "elf").give(DIAMOND, seat=1)
    table.s.winner = 0
    assert not run(check, table.s, table.s.pawns[1]).result
    assert table.s.winner == 0
    table.s.winner = -1
    table.s.pawns[1].alive = False
    assert not run(check, table.s, table.s.pawns[1]).result
    table.s.pawns[1].alive = True
    assert run(check, table.s, table.s.pawns[1]).result
    assert table.s.winner == 1
    assert table.s.now.over


@pytest.mark.rule("BRD-CMB-10", "BRD-NOEF-04", "BRD-SAMB-06")
def test_a_game_won_in_the_last_fight_of_a_turn_asks_nothing_more() -> None:
    table = Setting("wizard", "hero", ambush=True).at("main_gallery", trail=["main_staircase", "main_gallery"])
    table.guard("main_gallery", "Giant").spells("fireball")
    table.pawn.prizes = [card for card, prize in enumerate(table.deck.prizes) if prize.value >= 3000][:11]
    near = next(space for space, via, _ in table.board.near[table.board.gallery] if via == OPEN and space != table.board.start)
    table.at(table.board.address[near], seat=1)
    table.turn("end", "drop:1", dice=[2, 6])
    assert (table.s.winner, table.s.phase) == (0, "over")


@pytest.mark.rule("BRD-SEC-11", "BRD-SEC-01")
def test_a_turn_with_nothing_left_to_do_ends_unasked_and_a_tried_door_is_remembered() -> None:
    table = Setting("elf", introductory=True).at("5U-C35")
    first = next(key for key in table.asked() if key.startswith("try:") and "annex" in key and "C35" in key)
    assert not [key for key in table.asked(first, dice=[1]) if key.startswith("try:")]
    assert table.s.now.tried


# Fights and what they leave behind.


@pytest.mark.rule("BRD-WND-01")
def test_a_wound_is_a_turning_point_and_counts_once() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Giant")
    table.s.round = 4
    table.turn("open:1-R02", dice=[2, 12])
    assert table.s.moments == ["Hero 1 the Hero was seriously wounded by the Giant in round 4"]
    assert (table.pawn.wounded, table.pawn.wounds) == (True, 1)
    table.s.holds = [Hold(0, 1), Hold(1, 0)]
    suffered = run(suffer, table.s, table.pawn, tables().losing[12], "the Ogre")
    assert suffered.state.pawns[0].wounds == 1  # he was wounded already
    assert not table.s.holds


@pytest.mark.rule("BRD-KILL-01", "BRD-KILL-03", "BRD-SAFE-07")
def test_the_dead_leave_nothing_behind_on_the_table() -> None:
    table = (
        Setting("wizard", "elf").at("1-C09").guard("1-R02", "Giant").spells("fireball", "fireball", "lightning").give("Gold Ring")
    )
    pawn = table.pawn
    pawn.stored, pawn.lose_turns, pawn.doors, pawn.standoff = [table.prize("Gold Cup")], 2, [3], 7
    table.s.holds = [Hold(0, 1), Hold(1, 0)]
    table.s.round = 6

    async def killed(t: Table[Dungeon]) -> None:
        await suffer(t, t.state.pawns[0], tables().losing[2], "the Giant")

    run(killed, table.s)
    assert table.s.moments == ["Wizard 1 the Wizard was killed by the Giant in round 6"]
    assert table.s.spell_stock == [12, 12, 12]
    assert (pawn.alive, pawn.space, pawn.trail, pawn.spells, pawn.prizes, pawn.stored) == (False, -1, [], [], [], [])
    assert (pawn.lose_turns, pawn.wounded, pawn.standoff, pawn.doors, table.s.holds) == (0, False, -1, [], [])
    assert (pawn.deaths, pawn.killed_by, pawn.killed_round) == (1, "the Giant", 6)
    assert sorted(table.s.gone) == sorted(table.used_prizes)


@pytest.mark.rule("BRD-CLT-05", "BRD-RET-17", "BRD-LOSE-01")
@pytest.mark.parametrize(("total", "prone"), [(8, False), (9, True)])
def test_only_some_retreats_cost_a_turn(total: int, prone: bool) -> None:
    table = Setting("hero").at("1-C09", trail=["1-C11", "1-C10", "1-C09"]).guard("1-R02", "Giant")
    ran = table.turn("open:1-R02", dice=[2, total])
    assert any(text.endswith(" and is down for a turn.") for text in ran.texts) == prone
    assert table.pawn.lose_turns == int(prone)


@pytest.mark.rule("BRD-CLT-01", "BRD-CLT-03", "BRD-CMB-06")
def test_every_total_of_two_dice_and_no_other_is_rolled_on_the_losing_table() -> None:
    table = Setting("hero", "elf", wandering_monsters=True).at("2-C55").killed("Ghouls")
    table.s.phase = "wander"
    card = table.s.discards[1].pop()
    ran = run(attack, table.s, table.pawn, Guard(card, []), dice=["2d6=2", "2d6=7"])
    assert [event.rule for event in ran.events if event.roll] == ["BRD-CMB-03", "BRD-CLT-01"]
    assert table.s.now.acted == [0]


@pytest.mark.rule("BRD-WAND-15", "BRD-WAND-19", "BRD-WAND-20")
def test_all_have_seen_a_monster_that_wanders() -> None:
    table = Setting("hero").at("2-C55").killed("Ghouls")
    table.s.phase = "wander"
    card = table.s.discards[1].pop()
    run(attack, table.s, table.pawn, Guard(card, []), dice=[2, 7])
    assert card in table.s.shown
    robbed = Setting("hero").at("2-C55", trail=["2-C56", "2-C55"]).killed("Ghouls").give("Gold Ring")
    robbed.s.phase, robbed.s.round = "wander", 3
    run(attack, robbed.s, robbed.pawn, Guard(robbed.s.discards[1].pop(), []), dice=[2, 8])
    assert robbed.s.moments == ["A wandering Ghouls robbed Hero 1 the Hero in round 3"]
    place = next(robbed.board.places[site] for site, stack in enumerate(robbed.s.stacks) if stack)
    assert [note.space for note in robbed.pawn.notes] == [place]
    assert (robbed.pawn.kills, robbed.s.killed) == (0, 1)


@pytest.mark.rule("BRD-TRAP-01", "BRD-TRAP-02")
@pytest.mark.parametrize(("lost", "told"), [(3, False), (4, True)])
def test_a_sprung_trap_is_forgotten_and_a_long_one_is_a_turning_point(lost: int, told: bool) -> None:
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "lose_turns").give("ESP Medallion")
    table.turn("look:1-R02", "open:1-R02", dice=[f"1d6={lost}"])
    assert table.pawn.knows_monsters == []
    assert table.s.shown == []
    assert table.pawn.trap_turns == lost
    assert bool(table.s.moments) == told
    assert 0 in table.s.now.acted


@pytest.mark.rule("BRD-TRAP-04")
@pytest.mark.parametrize("level", [5, 6])
def test_below_the_deepest_level_a_trap_door_leads_nowhere(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Setting("hero").at("6-R01")
    monkeypatch.setattr(traps, "deck_of", lambda s: SimpleNamespace(monsters=[SimpleNamespace(level=level)]))
    below = [f"fall:{table.board.address[space]}" for space in table.board.chambers_of[6]]
    ran = run(traps.transport, table.s, table.pawn, Guard(0, []), answers=below[:1] if level == 5 else [])
    assert ran.result == (level == 5)
    assert [list(ask.keys) for ask in ran.asks] == ([below] if level == 5 else [])


@pytest.mark.rule("BRD-ATK-03", "BRD-ATK-04", "BRD-ATK-11")
def test_a_spell_that_can_fail_is_a_fight_and_one_that_cannot_work_is_none() -> None:
    for monster, fights, dice in (("Giant", 1, [2]), ("lose_turns", 0, [])):
        table = Setting("wizard").at("1-C09").guard("1-R02", monster).spells("fireball")
        table.turn("cast:fireball@1-R02", dice=dice)
        assert table.pawn.fights == fights
    troll = Setting("wizard").at("1-C09").guard("1-R02", "Troll").spells("lightning")  # a dash
    troll.turn("cast:lightning@1-R02")
    assert troll.pawn.fights == 0


@pytest.mark.rule("BRD-ATK-02", "BRD-ATK-10", "BRD-NOEF-05")
@pytest.mark.parametrize("there", [True, False])
def test_a_spell_from_the_doorway_of_a_stand_off_is_the_attack_that_was_due(there: bool) -> None:
    table = Setting("wizard").at("1-C09").guard("1-R02", "Giant").spells("fireball")
    if there:
        table.pawn.standoff = table.board.find("1-R02")
    table.turn("cast:fireball@1-R02", dice=[2])
    assert table.stack("1-R02") == ["Giant"]
    assert table.s.now.met_duty == there


@pytest.mark.rule("BRD-UI-05")
def test_nobody_kills_a_trap() -> None:
    table = Setting("superhero").guard("1-R02", "lose_turns")
    assert odds(table.s, table.pawn, table.s.stacks[table.board.site[table.board.find("1-R02")]][0].card) == 0


@pytest.mark.rule("BRD-CMB-12")
def test_a_prize_picked_up_is_no_longer_known_to_others() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Goblins", prizes=["Gold Ring"])
    table.s.pawns[1].knows_prizes = list(table.used_prizes)
    table.turn("open:1-R02", "enter", dice=[12])
    assert table.s.pawns[1].knows_prizes == []
    assert (table.pawn.won_count, table.pawn.won_levels) == (1, table.deck.prizes[table.used_prizes[0]].level)


# Prizes.


@pytest.mark.rule("BRD-ESP-01", "BRD-BALL-01")
def test_the_first_card_of_a_deck_may_be_the_medallion_or_the_ball() -> None:
    table = Setting("hero")
    for name, held in (("ESP Medallion", True), ("Crystal Ball", True), ("Gold Ring", False)):
        prize = next(prize for prize in table.deck.prizes if prize.name == name)
        deck: Any = SimpleNamespace(prizes=[prize])
        table.pawn.prizes = [0]
        assert may_look(deck, table.pawn) == (held and name == "ESP Medallion")
        assert may_gaze(table.s, table.board, deck, table.pawn) == (held and name == "Crystal Ball")
    table.pawn.prizes = []
    assert not may_look(table.deck, table.pawn)


@pytest.mark.rule("BRD-BALL-01", "BRD-BALL-02", "BRD-BALL-03")
def test_two_cards_need_no_choice_and_empty_halls_use_the_ball_up_for_the_turn() -> None:
    two = Setting("hero").at("1-C09").give("Crystal Ball").guard("1-R02", "Ogre", prizes=["Gold Cup"])
    ran = two.turn("ball", "gaze:1-R02", "end")
    assert [ask.kind for ask in ran.asks] == ["choose", "choose", "choose"]
    assert len(two.pawn.notes) == 2
    one = Setting("hero").at("1-C09").give("Crystal Ball").guard("kitchen", "Ogre")
    one.turn("ball", "gaze:kitchen")
    assert len(one.pawn.notes) == 1
    empty = Setting("hero").at("1-C09").give("Crystal Ball")
    ran = empty.turn("ball")  # no movement is left, so nothing is asked
    assert len(ran.asks) == 1
    assert empty.s.now.ball


@pytest.mark.rule("BRD-SAFE-01", "BRD-SAFE-03", "BRD-SAFE-06")
def test_a_card_left_in_safety_is_no_longer_seen_at_work_and_the_others_are() -> None:
    table = Setting("hero", safe_keeping=True).give("Magic Sword", "ESP Medallion", "Gold Ring")
    sword, medallion, ring = table.pawn.prizes
    table.pawn.used = [sword, medallion]
    table.turn("bank", ["keep:1"])
    assert table.pawn.stored == [sword]
    assert table.pawn.prizes == [medallion, ring]
    assert table.pawn.used == [medallion]


@pytest.mark.rule("BRD-SAFE-01", "BRD-SAFE-03", "BRD-SAFE-04")
def test_nothing_need_be_left_and_fetching_leaves_the_turn_going() -> None:
    table = Setting("hero", safe_keeping=True).give("Gold Ring")
    table.pawn.stored = [table.prize("Gold Cup")]
    ran = table.turn("bank", [], "end")
    assert sorted(table.hand()) == ["Gold Cup", "Gold Ring"]
    assert table.pawn.stored == []
    assert goes(ran.asks[2].keys)


@pytest.mark.rule("BRD-SWD-04")
def test_without_a_sword_nothing_is_added() -> None:
    for roll, kills in ((9, True), (8, False)):
        table = Setting("hero").at("1-C09").guard("1-R02", "Ogre").give("Gold Ring", "ESP Medallion")
        table.turn("open:1-R02", *(["stay"] if kills else []), dice=[roll] if kills else [roll, 7])
        assert (table.stack("1-R02") == []) == kills


@pytest.mark.rule("BRD-WND-04")
def test_where_nothing_lies_nobody_is_asked_and_the_wounded_never_are() -> None:
    table = Setting("hero", wounded_walk=True).at("main_gallery").loose("main_staircase", "Gold Ring")
    table.pawn.wounded = True
    ran = table.turn("go:main_staircase", "take")
    assert [ask.rule for ask in ran.asks] == ["BRD-DIAL-04", "BRD-MOVE-14"]  # cured there, and then he may
    hurt = Setting("hero", wounded_walk=True).at("1-C09")
    hurt.pawn.wounded = True
    key = next(key for key in hurt.asked() if key.startswith("go:"))
    hurt.loose(key[3:], "Gold Ring")
    assert [ask.rule for ask in hurt.turn(key, *(["end"] if hurt.s.now.moves > 1 else [])).asks][:1] == ["BRD-DIAL-04"]
    assert hurt.hand() == []


@pytest.mark.rule("BRD-RET-11", "BRD-RET-12", "BRD-NOEF-05")
def test_who_is_set_down_by_magic_has_left_the_doorway_and_every_hold() -> None:
    table = Setting("wizard", "hero").at("kitchen").guard("1-R02", "Giant").spells("transference")
    table.pawn.standoff = table.board.find("1-R02")
    table.s.holds = [Hold(0, 1)]
    assert table.asked("transfer:guard_room")
    assert table.pawn.standoff == -1
    assert table.pawn.trail == [table.board.find("guard_room")]
    assert not table.s.holds


# Ambush.


@pytest.mark.rule("BRD-AMB-18")
def test_one_foe_is_struck_at_unasked() -> None:
    table = Setting("hero", "elf", ambush=True).at("2-C54").at("2-C55", seat=1)
    ran = table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[2, "Hero 1 strikes at Elf 1=2"])
    assert len(ran.asks) == 2


@pytest.mark.rule("BRD-AMB-22")
def test_without_the_rule_nobody_is_asked_whatever_he_comes_upon() -> None:
    table = Setting("hero", "elf").at("2-C54").at("2-C55", seat=1)
    ran = table.turn("go:2-C55", "end")
    assert [ask.rule for ask in ran.asks] == ["BRD-MOVE-01", "BRD-MOVE-01"]


@pytest.mark.rule("BRD-AMB-03", "BRD-AMB-04", "BRD-AMB-05", "BRD-AMB-18")
def test_who_was_driven_home_with_enough_has_won_and_bears_no_second_blow() -> None:
    table = Setting("hero", "superhero", "superhero", ambush=True).give(DIAMOND, "Silver Cup")
    table.at("main_staircase").at("main_gallery", seat=1).at("main_gallery", seat=2)
    table.s.now = Turn(moves=5)
    ran = table.turn("go:main_gallery", (0, "pass"), (1, "ambush"), (2, "ambush"), "strike:1", "drop:2", dice=[12, 12, 12, 6])
    assert (table.s.winner, table.where()) == (0, "main_staircase")
    assert len([event for event in ran.events if event.rule == "BRD-CLT-01" and event.roll]) == 1
    assert not table.s.holds
    assert table.s.now.fought


@pytest.mark.rule("BRD-AMB-03", "BRD-AMB-08", "BRD-AMB-09")
def test_other_holds_stay_when_a_pair_fights_again() -> None:
    table = Setting("hero", "elf", "superhero", ambush=True).at("2-C55").at("2-C55", seat=1).at("2-C55", seat=2)
    table.s.holds = [Hold(1, 0), Hold(0, 1), Hold(2, 1), Hold(1, 2)]
    table.turn((1, "hold"), dice=[2, 2])
    assert {(hold.holder, hold.held) for hold in table.s.holds} == {(1, 0), (0, 1), (2, 1), (1, 2)}
    assert len(table.s.holds) == 4
    assert table.s.now.fought


@pytest.mark.rule("BRD-AMB-12")
def test_the_turn_passes_on_only_while_the_game_does() -> None:
    table = Setting("hero", "elf").at("main_gallery").give(DIAMOND)
    table.turn("go:main_staircase")
    assert (table.s.turn, table.s.phase) == (0, "over")
    on = Setting("hero", "elf")
    on.turn("end")
    assert on.s.turn == 1


# The house dial of the limping, and solo play.


@pytest.mark.rule("BRD-DIAL-04")
def test_a_limping_wizard_who_slips_away_limps_no_farther_this_turn() -> None:
    table = Setting("wizard", wounded_walk=True).at("5U-C34").guard("queens_treasure_room", "Troll").spells("transference")
    table.guard("queens_treasure_room_annex", "Giant")
    table.pawn.wounded = True
    home = table.board.distances([table.board.start])
    keys = table.asked("go:queens_treasure_room")
    there = [key for key in keys if key.startswith("transfer:") and home[table.board.number[key[9:]]] < FAR]
    for key in there:
        again = Setting("wizard", wounded_walk=True).at("5U-C34").guard("queens_treasure_room", "Troll").spells("transference")
        again.guard("queens_treasure_room_annex", "Giant")
        again.pawn.wounded = True
        if key.endswith("annex"):
            continue
        ran = again.turn("go:queens_treasure_room", key)
        assert len(ran.asks) == 2
        assert again.where() == key[9:]
        assert again.pawn.wounded
    assert len(there) > 2


@pytest.mark.rule("BRD-SOLO-01", "BRD-SOLO-02", "BRD-SOLO-04", "BRD-SOLO-05")
def test_a_solo_game_remembers_gold_depth_and_the_latest_turning_points() -> None:
    table = Setting("hero", solo="plain").give("Gold Ring", "Silver Cup")
    state = table.s
    state.gone = [card for card in range(80) if card not in table.used_prizes]
    state.phase, state.ending, state.round = "over", "rounds", 12
    state.moments = [f"moment {number}" for number in range(20)]
    gold = sum(table.deck.prizes[card].value for card in table.used_prizes)
    for levels, count, depth, target in ((0, 0, 0.0, 1), (7, 2, 3.5, 4), (11, 2, 5.5, 6), (12, 2, 6.0, 6)):
        table.pawn.won_levels, table.pawn.won_count = levels, count
        end = outcome(state)
        assert end.memorials[-1].line.endswith(f"Next time, try level {target}.")
        assert (end.facts["average level"], end.facts["gold"], end.facts["winner"]) == (depth, gold, "nobody")
        assert end.memorials[-1].data == {
            "type": "hero", "won": False, "turns": 12, "gold": gold, "average_level": depth, "aim": "plain"
        }  # fmt: skip
    assert end.turning_points == tuple(f"moment {number}" for number in range(8, 20))
    table.pawn.alive = False
    assert outcome(state).facts["gold"] == 0


@pytest.mark.rule("BRD-SOLO-03")
def test_a_tour_is_told_leg_by_leg() -> None:
    table = Setting("wizard", solo="type_tour")
    state = table.s
    state.gone = list(range(80))
    state.phase, state.ending, state.winner = "over", "won", 0
    state.moments = [f"moment {number}" for number in range(14)]
    state.legs = [Leg(kind, kind != 1, 10 + kind, 1000 * kind, 2.0) for kind in range(4)]
    end = outcome(state)
    assert end.summary == (
        "The tour is over, 3 of 4 games won. elf: won after 10 turns, 0 gold; hero: lost after 11 turns, 1,000 gold; "
        "superhero: won after 12 turns, 2,000 gold; wizard: won after 13 turns, 3,000 gold."
    )
    assert end.winners == ()
    assert end.turning_points == tuple(f"moment {number}" for number in range(2, 14))


@pytest.mark.rule("BRD-SOLO-03")
def test_the_next_leg_forgets_swords_holds_and_what_was_seen() -> None:
    state = new_match("A", solo="type_tour").state
    state.holds, state.plus_two, state.weighed, state.facing, state.killed = [Hold(0, 0)], [1], [1], [2], 5
    state.pawns[0].wounds, state.pawns[0].kills, state.pawns[0].fights, state.pawns[0].deaths = 1, 2, 3, 4
    state.now = Turn(moves=3, began=5)
    state.legs = [Leg(0, True, 30, 10_000, 1.5)]

    async def leg(t: Table[Dungeon]) -> None:
        next_leg(t)

    run(leg, state)
    assert (state.holds, state.plus_two, state.weighed, state.facing, state.killed) == ([], [], [], [], 0)
    pawn = state.pawns[0]
    assert (pawn.seat, pawn.wounds, pawn.kills, pawn.fights, pawn.deaths) == (0, 1, 2, 3, 4)
    assert (state.order, state.now, state.round, state.winner) == ([0], Turn(), 1, -1)


@pytest.mark.rule("BRD-END-01", "BRD-END-02", "BRD-WIN-04")
def test_the_latest_twelve_turning_points_are_told_at_every_end() -> None:
    table = Setting("hero", "elf")
    state = table.s
    state.gone = list(range(80))
    state.phase = "over"
    state.moments = [f"moment {number}" for number in range(14)]
    for winner, ending in ((0, "won"), (-1, "dead"), (-1, "rounds")):
        state.winner, state.ending = winner, ending
        assert outcome(state).turning_points == tuple(f"moment {number}" for number in range(2, 14))


@pytest.mark.rule("BRD-SOLO-01", "BRD-SOLO-02", "BRD-SOLO-04", "BRD-SOLO-05")
def test_how_a_solo_game_ended_is_told_in_its_own_words() -> None:
    table = Setting("hero", solo="plain", solo_turn_limit=9)
    state = table.s
    state.gone = list(range(80))
    state.phase, state.round = "over", 9
    told = {}
    for ending in ("time", "dead", "rounds"):
        state.ending = ending
        told[ending] = outcome(state).summary
    assert told == {
        "time": "9 turns are up, and Hero 1 the Hero is not home: lost.",
        "dead": "Hero 1 the Hero was killed in turn 9.",
        "rounds": "9 turns, and Hero 1 the Hero never came home.",
    }
    state.ending, state.winner = "won", 0
    end = outcome(state)
    assert end.summary == "Hero 1 the Hero brought 0 gold pieces home in 9 turns."
    assert [memorial.kind for memorial in end.memorials] == ["hall of fame", "solo"]
    assert end.memorials[0].data["won"] is True


@pytest.mark.rule("BRD-WIN-04", "BRD-END-01", "BRD-END-02")
def test_the_facts_of_a_game_that_was_won() -> None:
    table = Setting("hero", "elf", "elf").give(DIAMOND, seat=1)
    state = table.s
    state.gone = [card for card in range(80) if card not in table.used_prizes]
    state.phase, state.ending, state.winner, state.order, state.round = "over", "won", 1, [2, 0, 1], 7
    state.pawns[0].wounds, state.pawns[1].fights, state.pawns[2].fights, state.killed = 2, 3, 4, 5
    state.ambushes, state.wandered = 6, 8
    facts = outcome(state).facts
    assert {name: facts[name] for name in ("winner", "winning seat", "winning place in the order", "winning gold")} == {
        "winner": "elf", "winning seat": "seat 2", "winning place in the order": "3", "winning gold": 10_000
    }  # fmt: skip
    assert (facts["rounds"], facts["wounds"], facts["fights"], facts["monsters killed"]) == (7, 2, 7, 5)
    assert (facts["ambushes"], facts["wandering attacks"], facts["deaths"]) == (6, 8, 0)
    assert (facts["elf wins"], facts["hero wins"]) == (True, False)
    assert "superhero wins" not in facts
    assert outcome(state).memorials[0].data == {"type": "elf", "rounds": 7}
    assert outcome(state).scores == (0.0, 10_000.0, 0.0)


@pytest.mark.rule("BRD-REEN-03", "BRD-KILL-02", "BRD-REEN-02")
def test_who_stays_dead_has_no_turn() -> None:
    table = Setting("wizard", "elf", re_entry=True)
    table.pawn.alive, table.pawn.space = False, -1
    ran = table.turn("out")
    assert ran.texts == ["Wizard 1 takes no further part."]
    assert (table.pawn.out, table.pawn.alive) == (True, False)
    assert table.s.phase == "turn"


@pytest.mark.rule("BRD-REEN-02", "BRD-REEN-04", "BRD-REEN-06")
def test_whoever_comes_back_has_not_rested_on_the_staircase() -> None:
    table = Setting("wizard", "elf", re_entry=True, below_last_type=True)
    table.pawn.alive, table.pawn.space = False, -1
    table.turn("be:superhero", "end")
    assert table.pawn.alive
    assert (table.where(), table.s.now.moved) == ("main_staircase", False)
    assert table.pawn.trail == [table.board.start]


@pytest.mark.rule("BRD-ESP-01", "BRD-ESP-02", "BRD-BALL-01", "BRD-BALL-03")
def test_a_look_cannot_be_taken_back_and_shows_what_one_bears() -> None:
    for name, answers in (("ESP Medallion", ["look:1-R02", "end"]), ("Crystal Ball", ["ball", "gaze:1-R02", "end"])):
        table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Ogre").give(name)
        ran = table.turn(*answers)
        assert table.pawn.used == table.pawn.prizes
        assert ran.table.touched
    blind = Setting("hero", "elf").at("1-C09").guard("1-R02", "Ogre").give("ESP Medallion")
    assert not blind.turn("end").table.touched


@pytest.mark.rule("BRD-TRN-04", "BRD-TRN-09", "BRD-DIAL-04")
def test_a_limping_wizard_may_stand_and_fight() -> None:
    table = Setting("wizard", wounded_walk=True).at("5U-C34").guard("queens_treasure_room", "Troll").spells("transference")
    table.guard("queens_treasure_room_annex", "Giant")
    table.pawn.wounded = True
    table.turn("go:queens_treasure_room", "fight", dice=[12])
    assert table.stack("queens_treasure_room") == []
    spent = Setting("wizard", wounded_walk=True).at("5U-C34").guard("queens_treasure_room", "Troll")
    spent.guard("queens_treasure_room_annex", "Giant")
    spent.pawn.wounded = True
    spent.turn("go:queens_treasure_room", dice=[12])  # without the spell there is nothing to ask
    assert spent.stack("queens_treasure_room") == []


@pytest.mark.rule("BRD-AMB-08", "BRD-AMB-09")
def test_a_hold_that_was_let_go_is_gone() -> None:
    table = Setting("hero", "elf", ambush=True).at("2-C55").at("2-C55", seat=1)
    table.s.holds = [Hold(1, 0), Hold(0, 1)]
    table.turn((1, "release"), "end")
    assert table.s.holds == [Hold(0, 1)]


@pytest.mark.rule("BRD-REG-01", "BRD-REG-02", "BRD-REG-04")
def test_with_one_kind_left_in_the_stock_nobody_is_asked_which() -> None:
    for stock, held in (([0, 3, 0], [1]), ([2, 0, 0], [0]), ([0, 0, 0], [])):
        table = Setting("wizard")
        table.s.spell_stock = list(stock)
        ran = table.turn("end")
        assert len(ran.asks) == 1
        assert table.pawn.spells == held
        assert sum(table.s.spell_stock) == sum(stock) - len(held)


@pytest.mark.rule("BRD-WAND-02", "BRD-WAND-04")
def test_a_wandering_monster_comes_in_nobodys_turn() -> None:
    table = Setting("hero", "elf", wandering_monsters=True).at("2-C55").killed("Ghouls")
    table.s.phase, table.s.turn = "wander", 1
    table.s.now = Turn(moves=2, moved=True, acted=[1])
    run(step, table.s, dice=[3, 1, 2, 7])
    assert table.s.now.acted == [0]
    assert not table.s.now.over
    assert (table.s.wandered, table.s.discards[1], table.s.phase, table.s.round) == (1, [], "turn", 2)


@pytest.mark.rule("BRD-SAMB-02", "BRD-SAMB-05", "BRD-SAMB-06", "BRD-REG-03")
def test_who_advanced_from_the_staircase_has_not_rested_there() -> None:
    table = Setting("wizard", "hero", ambush=True).at("main_staircase").spells("fireball").give("Gold Ring", seat=1)
    near = next(space for space, via, _ in table.board.near[table.board.gallery] if via == OPEN and space != table.board.start)
    table.at("main_gallery", seat=1, trail=[table.board.address[near], "main_gallery"])
    table.turn("cast:fireball@pawn-1", "enter", "take", dice=[12, 8])
    assert (table.where(), table.where(1), table.hand()) == ("main_gallery", table.board.address[near], ["Gold Ring"])
    assert table.s.now.moved
    assert table.pawn.spells == []


@pytest.mark.rule("BRD-SAMB-05", "BRD-SAMB-07", "BRD-WIN-06")
def test_a_spell_that_drives_its_victim_home_to_win_leaves_nothing_to_fetch() -> None:
    table = Setting("hero", "wizard", ambush=True).give(DIAMOND, "Silver Cup")
    table.at("main_gallery", trail=["main_staircase", "main_gallery"]).spells("fireball", seat=1)
    near = next(space for space, via, _ in table.board.near[table.board.gallery] if via == OPEN and space != table.board.start)
    table.at(table.board.address[near], seat=1)
    table.s.turn = 1
    ran = table.turn((1, "cast:fireball@pawn-0"), (0, "drop:2"), dice=[12, 8])
    assert len(ran.asks) == 2
    assert (table.s.winner, table.s.phase) == (0, "over")


@pytest.mark.rule("BRD-TRN-01")
def test_who_may_transfer_and_who_may_not() -> None:
    def may(
        kind: str = "wizard", where: str = "kitchen", *, spells: tuple[str, ...] = ("transference",), used: bool = False
    ) -> bool:
        table = Setting(kind, "elf").at(where).spells(*spells)
        table.s.now = Turn(moves=5, spell_used=used)
        return may_transfer(table.s, table.pawn)

    assert may()
    assert may(where="main_staircase")
    assert not may("hero")
    assert not may(where="1-C09")
    assert not may(where="1-R02")
    assert not may(spells=("fireball", "lightning"))
    assert not may(used=True)
    table = Setting("wizard", "elf").at("kitchen").spells("transference")
    table.s.turn = 1
    assert not may_transfer(table.s, table.pawn)
    table.s.turn, table.s.phase = 0, "wander"
    assert not may_transfer(table.s, table.pawn)


@pytest.mark.rule("BRD-RET-07", "BRD-RET-08", "BRD-RET-16", "BRD-TRAP-04")
def test_whoever_is_driven_through_a_trap_door_in_a_chain_cannot_slip_away() -> None:
    table = Setting("wizard", "elf").at("5U-C34", trail=["queens_treasure_room_annex", "5U-C34"]).at("5U-C30", seat=1)
    table.guard("queens_treasure_room", "Green Slime").guard("queens_treasure_room_annex", "transport_down")
    table.spells("transference")
    trap = table.deck.monsters[table.s.stacks[table.board.site[table.board.find("queens_treasure_room_annex")]][0].card]
    below = table.board.address[table.board.chambers_of[trap.level + 1][0]]
    table.guard(below, "Troll").loose(below, "Gold Ring")
    ran = table.turn("go:queens_treasure_room", "fight", f"fall:{below}", dice=[2, 10, 2, 7])
    assert table.where() == below
    assert [ask.rule for ask in ran.asks] == ["BRD-MOVE-01", "BRD-TRN-04", "BRD-TRAP-04"]


@pytest.mark.rule("BRD-SETUP-01", "BRD-SETUP-02", "BRD-SETUP-03", "BRD-SOLO-03")
def test_a_fresh_deal_clears_the_table() -> None:
    state = new_match("A", "B", types="hero,elf").state
    state.loose, state.gone, state.shown, state.spell_stock = {3: [1]}, [2], [4], [0, 0, 0]
    state.discards[2].append(5)
    deal(state, lambda pile: None)
    assert (state.loose, state.gone, state.shown, state.spell_stock) == ({}, [], [], [12, 12, 12])
    assert state.discards == [[], [], [], [], [], []]
    assert sum(len(guard.hoard) for stack in state.stacks for guard in stack) == 80


@pytest.mark.rule("BRD-INT-12", "BRD-BALL-01", "BRD-BALL-04")
def test_the_introductory_ball_ends_the_turn() -> None:
    table = Setting("hero", introductory=True).at("1-C09").guard("1-R02", "Ogre").give("Crystal Ball")
    ran = table.turn("ball", "gaze:1-R02")
    assert len(ran.asks) == 2
    assert table.stack("1-R02") == ["Ogre"]


@pytest.mark.rule("BRD-SPL-08")
def test_every_wizard_of_the_order_takes_his_spells_and_nobody_else() -> None:
    table = Setting("wizard", "wizard", "hero", "wizard")
    table.s.phase = "spells"
    for answers in ([(0, 2), (0, 2)], [(1, 2), (1, 2)], [(3, 2), (3, 2)]):
        run(step, table.s, answers=answers)
    assert [len(pawn.spells) for pawn in table.s.pawns] == [7, 7, 0, 7]
    assert table.s.phase == "spells"
    run(step, table.s)
    assert (table.s.phase, table.s.picks) == ("turn", 0)


@pytest.mark.rule("BRD-SEC-07", "BRD-SEN-01")
def test_only_the_card_opens_every_secret_door() -> None:
    table = Setting("hero").give("Gold Ring")
    table.pawn.doors = [table.board.secrets[3]]
    assert list(secret_doors(table.s, table.board, table.pawn)) == [table.board.secrets[3]]
    table.give("Secret Entrance Card")
    assert list(secret_doors(table.s, table.board, table.pawn)) == list(table.board.secrets)


@pytest.mark.rule("BRD-CMB-02", "BRD-CMB-01")
def test_a_card_turned_up_is_seen_by_all_and_noted_once() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Giant")
    card = table.s.stacks[table.board.site[table.board.find("1-R02")]][0].card
    for _ in range(2):
        ran = table.turn("open:1-R02" if table.pawn.standoff < 0 else "end", dice=[2, 7])
        assert ran.table.touched
        assert table.s.shown == [card]
        table.turn("end")
    plain = Setting("hero", memory_aid=False).at("1-C09").guard("1-R02", "Giant")
    plain.turn("open:1-R02", dice=[2, 7])
    assert plain.s.shown == []


@pytest.mark.rule("BRD-REEN-05", "BRD-REEN-02")
def test_with_no_pawn_free_there_is_no_turn() -> None:
    table = Setting("hero", "elf", "elf", "elf", re_entry=True)
    table.pawn.alive, table.pawn.space = False, -1
    ran = table.turn()
    assert ran.texts == ["No pawn is free for Hero 1 to come back with."]
    assert not table.pawn.out


@pytest.mark.rule("BRD-SEL-01", "BRD-SEL-04", "BRD-SEL-05")
def test_ties_below_the_first_are_thrown_again_too() -> None:
    table = Setting("hero", "elf", "hero", "elf")
    table.s.phase = "order"
    run(step, table.s, dice=["2d6=10", "2d6=5", "2d6=5", "2d6=11", "2d6=3", "2d6=4"])
    assert table.s.order == [3, 0, 2, 1]
    assert table.s.phase == "pick"


@pytest.mark.rule("BRD-INT-04", "BRD-SEL-05")
def test_in_the_introductory_game_only_the_first_matters() -> None:
    table = Setting("hero", "elf", "hero", introductory=True)
    table.s.phase = "order"
    run(step, table.s, answers=[(0, "be:hero"), (1, "be:elf"), (2, "be:hero")], dice=[5, 9, 5])
    assert table.s.order == [1, 2, 0]
    assert table.s.phase == "spells"


@pytest.mark.rule("BRD-SAFE-01", "BRD-SAFE-03", "BRD-SAFE-06")
@pytest.mark.parametrize(
    ("keep", "told"),
    [
        (["keep:1", "keep:2"], "Hero 1 leaves one prize in safe keeping."),
        (["keep:2"], "Hero 1 leaves one prize in safe keeping and takes one prize out."),
        ([], "Hero 1 takes one prize out of safe keeping."),
        (["keep:1"], "Hero 1 counts the prizes in safe keeping and leaves it at that."),
    ],
)
def test_what_is_left_and_what_is_fetched_is_told(keep: list[str], told: str) -> None:
    table = Setting("hero", safe_keeping=True).give("Gold Ring")
    table.pawn.stored = [table.prize("Gold Cup")]
    ends = "keep:2" in keep
    ran = table.turn("bank", keep, *([] if ends else ["end"]))
    assert told in ran.texts


@pytest.mark.rule("BRD-MOVE-01")
def test_a_walk_is_told_where_it_leads_to_a_stair_and_seen_on_the_board_otherwise() -> None:
    table = Setting("hero").at("1-C09")
    assert not [text for text in table.turn("go:1-C10", "end").texts if "1-C10" in text]
    step = next(space for space in table.board.stair_of if table.board.level[space] == 1)
    name = table.board.stair_of[step].name
    foot = next(space for space, _via, _link in table.board.near[step] if space not in table.board.stair_of)
    table.at(table.board.address[foot])
    told = table.turn(f"go:{table.board.address[step]}", "end").texts
    assert any(text.startswith(f"Hero 1 takes the {name} ") for text in told)
    quiet = Setting("hero").at("1-C09")
    run(take_turn, quiet.s, answers=["go:1-C10", "end"], light=True)
    assert quiet.where() == "1-C10"


@pytest.mark.rule("BRD-WAND-13", "BRD-WAND-20")
def test_only_the_notes_of_the_booty_follow_it() -> None:
    table = Setting("hero").at("2-C55", trail=["2-C56", "2-C55"]).killed("Ghouls").give("Gold Ring")
    ring = table.pawn.prizes[0]
    table.pawn.notes = [Note(1, 3, ring, False, "ball"), Note(1, 4, ring + 1, True, "dropped")]
    table.s.phase = "wander"
    run(attack, table.s, table.pawn, Guard(table.s.discards[1].pop(), []), dice=[2, 8])
    place = next(table.board.places[site] for site, stack in enumerate(table.s.stacks) if stack)
    assert [note.space for note in table.pawn.notes] == [3, 4, place]


@pytest.mark.rule("BRD-WND-02", "BRD-WND-06", "BRD-DIAL-04", "BRD-SAMB-07")
def test_a_wounded_wizard_limps_on_after_his_spell() -> None:
    table = Setting("wizard", "hero", ambush=True, wounded_walk=True).at("2-C55").at("2-C54", seat=1).spells("fireball")
    table.pawn.wounded = True
    keys = table.asked("cast:fireball@pawn-1", dice=[2])
    assert goes(keys)
    assert keys[-1] == "end"


@pytest.mark.rule("BRD-AMB-22", "BRD-TRN-06")
def test_without_the_rule_whoever_appears_beside_another_is_let_be() -> None:
    table = Setting("wizard", "hero").at("kitchen").at("guard_room", seat=1).spells("transference")
    ran = table.turn("transfer:guard_room", "end")
    assert [ask.rule for ask in ran.asks] == ["BRD-MOVE-01", "BRD-MOVE-01"]

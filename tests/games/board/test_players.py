"""Re-entry, ambush, spell ambush, Transference out of it."""

from __future__ import annotations

import pytest

from undercroft.engine import Option
from undercroft.games.board import GAME
from undercroft.games.board.bot import STYLES, _ambush, plan_turn
from undercroft.games.board.content import HERO, tables
from undercroft.games.board.rules.pieces.hand import goal

from .table import Setting


def _dead(kind: str, *others: str, **dials: object) -> Setting:
    table = Setting(kind, *others, **dials)
    table.pawn.alive = False
    table.pawn.space = -1
    table.pawn.trail = []
    return table


@pytest.mark.rule("BRD-REEN-01", "BRD-REEN-02", "BRD-REEN-04", "BRD-REEN-06", "BRD-SEC-08")
def test_a_killed_player_comes_back_as_a_beginner_and_moves_at_once() -> None:
    table = Setting("wizard", "elf", re_entry=True).at("1-C09").guard("1-R02", "Giant").give("Gold Ring")
    table.pawn.doors = [3, 4]
    table.turn("open:1-R02", dice=[2, 2])
    table.turn("end")
    assert table.s.round == 2
    ran = table.turn("be:hero", "go:main_gallery", "end")
    assert ran.asks[0].keys == ("be:superhero", "be:hero", "be:elf", "out")
    assert (table.pawn.kind, goal(table.pawn)) == (HERO, 10_000)
    assert table.where() == "main_gallery"
    assert table.hand() == []
    assert table.pawn.doors == []
    assert table.pawn.spell_limit == 0  # no Wizard any more
    off = _dead("wizard", "elf")
    assert off.s.pawns[1].alive
    off.s.turn = 1
    off.turn("end")
    assert off.s.order[off.s.turn] == 1


@pytest.mark.rule("BRD-REEN-03", "BRD-DIAL-06")
def test_the_new_type_is_weaker_than_the_first_or_by_dial_than_the_last() -> None:
    assert _dead("wizard", "elf", re_entry=True).asked() == ("be:superhero", "be:hero", "be:elf", "out")
    assert _dead("elf", "elf", re_entry=True).s.pawns[0].first_kind == 0
    elf = _dead("elf", "hero", re_entry=True)
    elf.s.turn = 1
    elf.turn("end")
    assert elf.s.order[elf.s.turn] == 1  # an Elf has nothing to come back as
    for below_last, offered in ((False, ("be:superhero", "be:hero", "be:elf", "out")), (True, ("be:elf", "out"))):
        table = _dead("wizard", "elf", re_entry=True, below_last_type=below_last)
        table.pawn.kind = HERO
        assert table.asked() == offered


@pytest.mark.rule("BRD-REEN-05")
def test_with_no_pawn_free_the_dead_wait_for_one() -> None:
    table = _dead("hero", "elf", "elf", "elf", re_entry=True)
    ran = table.turn()
    assert not ran.asks
    assert not table.pawn.alive
    table.s.turn = 0
    table.s.pawns[2].alive, table.s.pawns[2].space = False, -1
    assert table.asked() == ("be:elf", "out")


@pytest.mark.rule("BRD-END-01", "BRD-KILL-02", "BRD-REEN-03")
def test_when_the_last_of_the_dead_declines_the_dungeon_has_won() -> None:
    table = _dead("wizard", "elf", re_entry=True)
    table.s.pawns[1].alive, table.s.pawns[1].space = False, -1
    table.turn("out")
    assert (table.s.phase, table.s.ending, table.s.winner) == ("over", "dead", -1)


@pytest.mark.rule("BRD-KILL-02", "BRD-REEN-03")
def test_who_stays_dead_is_remembered_as_what_he_was() -> None:
    table = Setting("wizard", "elf", re_entry=True).at("1-C09").guard("1-R02", "Giant")
    table.turn("open:1-R02", dice=[2, 2])
    table.turn("end")
    table.turn("out")
    table.turn("end")
    assert table.s.order[table.s.turn] == 1  # not asked again
    table.s.phase, table.s.ending = "over", "rounds"
    # The cards the test did not deal are out of the game.
    dealt = [card for pawn in table.s.pawns for card in pawn.prizes]
    table.s.gone = [card for card in range(len(table.deck.prizes)) if card not in dealt]
    outcome = GAME.outcome(table.s)
    assert outcome.facts["wizard deaths"] == 1
    assert outcome.facts["elf deaths"] == 0
    assert "the Wizard was killed by the Giant" in outcome.memorials[0].line


@pytest.mark.rule("BRD-REEN-07")
def test_the_option_says_it_is_for_long_games() -> None:
    assert "long games" in next(setting.help for setting in GAME.settings if setting.name == "re_entry")


@pytest.mark.rule("BRD-KILL-02", "BRD-REEN-03")
def test_a_dead_player_may_stay_dead() -> None:
    table = _dead("wizard", "elf", re_entry=True)
    table.turn("out")
    table.turn("end")
    assert table.s.order[table.s.turn] == 1


# Ambush.


def _meet(one: str = "hero", other: str = "superhero", **dials: object) -> Setting:
    return Setting(one, other, ambush=True, **dials).at("2-C53").at("2-C55", seat=1, trail=["2-C57", "2-C56", "2-C55"])


@pytest.mark.rule("BRD-AMB-01")
def test_both_are_asked_and_if_neither_draws_the_move_goes_on() -> None:
    table = _meet()
    ran = table.turn("go:2-C57", (0, "pass"), (1, "pass"), "end")
    assert ran.asks[1].per_seat is not None
    assert list(ran.asks[1].per_seat[1]) == ["pass", "ambush"]
    assert list(ran.asks[1].per_seat[0]) == ["pass", "ambush:1"]
    assert table.where() == "2-C57"
    stop = _meet()
    stop.turn("go:2-C55", (0, "pass"), (1, "pass"), "end")
    assert stop.where() == "2-C55"


@pytest.mark.rule("BRD-AMB-02")
def test_an_ambush_stops_the_movement_and_the_turn() -> None:
    table = _meet()
    ran = table.turn("go:2-C57", (0, "pass"), (1, "ambush"), dice=[2, 2])
    assert table.where() == "2-C55"
    assert len(ran.asks) == 2
    assert table.s.order[table.s.turn] == 1


@pytest.mark.rule("BRD-AMB-03")
@pytest.mark.parametrize(("roll", "hit"), [(6, True), (5, False)])
def test_row_is_ones_own_type_and_column_the_opponents(roll: int, hit: bool) -> None:
    table = _meet()
    ran = table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[roll, 8, 7] if hit else [roll, 8])
    texts = [text for text in ran.texts if "strikes at" in text]
    assert "(6 needed)" in texts[0]
    assert ("a hit" in texts[0]) == hit
    assert "(9 needed)" in texts[1]


@pytest.mark.rule("BRD-AMB-04", "BRD-SAMB-02", "BRD-SAMB-11")
def test_the_player_and_spell_combat_tables() -> None:
    assert tables().combat == ((7, 8, 10, 10), (6, 7, 9, 11), (5, 6, 7, 10), (8, 9, 11, 9))
    assert tables().spell_combat == {1: (3, 6, 9, 11), 2: (6, 5, 7, 9)}
    assert all(row[3] == max(row) for row in tables().spell_combat.values())


@pytest.mark.rule("BRD-AMB-05")
def test_both_may_be_hit_and_the_movers_result_comes_first() -> None:
    # Both came from 2-C54 and must fall back one: the mover gets the space, the other must take another.
    table = Setting("hero", "superhero", ambush=True).at("2-C54").at("2-C55", seat=1, trail=["2-C54", "2-C55"])
    table.turn("go:2-C55", (0, "ambush:1"), (1, "pass"), dice=[12, 12, 8, 8])
    assert table.where(0) == "2-C54"
    assert table.where(1) == "2-C56"
    # The blows fall together: a dead man's blow counts.
    dead = Setting("hero", "superhero", ambush=True).at("2-C54").at("2-C55", seat=1, trail=["2-C56", "2-C55"])
    dead.turn("go:2-C55", (0, "ambush:1"), (1, "pass"), dice=[12, 12, 2, 8])
    assert dead.where(0) == "off"
    assert dead.where(1) == "2-C56"


@pytest.mark.rule("BRD-AMB-07")
def test_no_spells_in_the_same_space() -> None:
    table = Setting("wizard", "hero", ambush=True).at("2-C53").at("2-C55", seat=1).spells("fireball", "lightning")
    ran = table.turn("go:2-C55", (0, "ambush:1"), (1, "pass"), dice=[2, 9, 7])
    assert "(9 needed)" in next(text for text in ran.texts if text.startswith("Wizard 1 the Wizard strikes"))
    assert not [key for ask in ran.asks[1:] for key in ask.keys_for(0) if key.startswith("cast:")]


@pytest.mark.rule("BRD-AMB-08")
def test_no_effect_means_the_melee_goes_on_unasked() -> None:
    table = _meet()
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[12, 2, 7])
    ran = table.turn(dice=[2, 2])  # the Superhero's turn: a round, nobody asked
    assert not ran.asks
    assert len([event for event in ran.events if event.rule == "BRD-AMB-03" and event.roll]) == 2
    ran = table.turn((1, "release"), "end")  # two misses: now it is a question
    assert ran.asks[0].seats == (1,)
    other = _meet()  # the same when it is the one who was met that stood his ground
    other.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[2, 12, 7])
    assert not other.turn(dice=[2, 2]).asks
    parted = _meet()
    parted.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[12, 12, 7, 8])
    assert not parted.s.holds


@pytest.mark.rule("BRD-AMB-09")
def test_two_pawns_hold_each_other_until_one_lets_go() -> None:
    table = _meet()
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[2, 2])
    ran = table.turn((0, "hold"), dice=[2, 2])
    assert ran.asks[0].seats == (0,)
    assert len(ran.asks) == 1
    for _ in range(2):
        table.turn((1 if table.s.order[table.s.turn] == 0 else 0, "hold"), dice=[2, 2])
    ran = table.turn((1, "release"), "go:2-C54", "end")
    assert table.where() == "2-C54"
    assert not table.s.holds


@pytest.mark.rule("BRD-AMB-10")
def test_the_victor_may_take_what_was_dropped_at_once() -> None:
    table = _meet().give("Gold Ring", "Silver Cup")
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), "drop:1", (1, "take"), dice=[7, 2, 8])
    assert table.hand(1) == ["Gold Ring"]
    assert table.hand(0) == ["Silver Cup"]


@pytest.mark.rule("BRD-AMB-11")
def test_if_both_retreat_the_prizes_lie_there() -> None:
    table = _meet().give("Gold Ring")
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[12, 12, 8, 8])
    assert table.s.loose == {table.board.find("2-C55"): [table.used_prizes[0]]}
    table.turn("go:2-C55", "take", "end")
    assert table.hand(1) == ["Gold Ring"]


@pytest.mark.rule("BRD-AMB-12")
def test_beside_a_monster_what_is_not_taken_becomes_its_own() -> None:
    table = Setting("hero", "superhero", ambush=True).at("5U-C31", trail=["5U-C30", "5U-C31"]).at("queens_treasure_room", seat=1)
    table.guard("queens_treasure_room", "Troll").give("Gold Ring")
    table.turn("go:queens_treasure_room", (0, "pass"), (1, "ambush"), (1, "leave"), dice=[12, 2, 8])
    assert table.hoard("queens_treasure_room") == ["Gold Ring"]
    assert not table.s.loose


@pytest.mark.rule("BRD-AMB-13")
def test_each_retreats_by_his_own_trail() -> None:
    table = _meet()
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[12, 12, 9, 9])
    assert table.where(0) == "2-C53"
    assert table.where(1) == "2-C57"


@pytest.mark.rule("BRD-AMB-14")
def test_the_victor_may_follow_and_ambush_again() -> None:
    table = _meet()
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[12, 2, 8])
    assert table.where(0) == "2-C54"
    ran = table.turn("go:2-C54", (0, "pass"), (1, "ambush:0"), dice=[2, 2])
    assert any("Ambush in corridor 2-C54" in text for text in ran.texts)


@pytest.mark.rule("BRD-AMB-15")
def test_the_help_explains_how_a_victim_gets_free() -> None:
    words = next(setting.help for setting in GAME.settings if setting.name == "ambush")
    assert "wounding or killing the pursuer" in words
    assert "in the pursuer's own turn" in words


@pytest.mark.rule("BRD-AMB-17", "BRD-AMB-18")
def test_two_may_ambush_a_third_who_strikes_at_one() -> None:
    table = Setting("superhero", "hero", "elf", ambush=True).at("1-C08", trail=["1-C06", "1-C07", "1-C08"])
    table.at("1-C09", seat=1).at("1-C09", seat=2).give("Gold Ring", "Silver Cup", "Jade Idol")
    ran = table.turn(
        "go:1-C09", (0, "pass"), (1, "ambush"), (2, "ambush"), "strike:1", "drop:1", "drop:1", "back:1-C07,1-C06", (1, "take"),
        dice=[9, 11, 5, 6, 9],
    )  # fmt: skip
    rolls = [event.values["why"] for event in ran.events if event.roll]
    assert rolls == [
        "Hero 1 strikes at Superhero 1", "Elf 1 strikes at Superhero 1", "Superhero 1 strikes at Hero 1",
        "Superhero 1 on the losing table", "Superhero 1 on the losing table",
    ]  # fmt: skip
    assert table.hand() == ["Jade Idol"]
    assert table.pawn.lose_turns == 1
    assert len(table.hand(1)) == 2


@pytest.mark.rule("BRD-AMB-01", "BRD-AMB-03")
def test_a_mover_who_ambushes_one_of_two_fights_that_one_alone() -> None:
    table = Setting("superhero", "hero", "elf", ambush=True).at("1-C08").at("1-C09", seat=1).at("1-C09", seat=2)
    ran = table.turn("go:1-C09", (0, "ambush:2"), (1, "pass"), (2, "pass"), dice=[2, 2])
    blows = [event.values["why"] for event in ran.events if event.roll]
    assert blows == ["Elf 1 strikes at Superhero 1", "Superhero 1 strikes at Elf 1"]
    assert sorted((hold.holder, hold.held) for hold in table.s.holds) == [(0, 2), (2, 0)]
    assert any("Superhero 1 against Elf 1" in text for text in ran.texts)


@pytest.mark.rule("BRD-AMB-18")
def test_whom_the_first_blow_kills_the_second_cannot_hurt() -> None:
    table = Setting("superhero", "hero", "elf", ambush=True).at("1-C08").at("1-C09", seat=1).at("1-C09", seat=2)
    ran = table.turn("go:1-C09", (0, "pass"), (1, "ambush"), (2, "ambush"), "strike:2", dice=[12, 12, 12, 2, 7])
    losers = [event.values["why"] for event in ran.events if event.rule == "BRD-CLT-01" and event.roll]
    assert losers == ["Superhero 1 on the losing table", "Elf 1 on the losing table"]  # his own blow falls all the same
    assert not table.pawn.alive
    assert table.pawn.deaths == 1


@pytest.mark.rule("BRD-AMB-06", "BRD-SWD-02")
def test_a_sword_that_helped_in_an_ambush_has_been_seen() -> None:
    table = Setting("hero", "superhero", ambush=True).at("2-C54").at("2-C55", seat=1).give("Magic Sword", seat=1)
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[2, 2])
    assert GAME.mask(table.s, 0).pawns[1].prizes == table.s.pawns[1].prizes


@pytest.mark.rule("BRD-SAFE-02", "BRD-AMB-18")
@pytest.mark.parametrize("safe", [True, False])
def test_driven_home_by_the_first_blow_he_drops_nothing_at_the_second(safe: bool) -> None:
    table = Setting("superhero", "hero", "elf", ambush=True, safe_keeping=safe)
    table.at("main_gallery", seat=1).at("main_gallery", seat=2).give("Gold Ring", "Silver Cup")
    answers = ((0, "pass"), (1, "ambush"), (2, "ambush"), "strike:1", "drop:1", (1, "take"))
    table.turn("go:main_gallery", *answers, dice=[12, 12, 2, 6, 12])
    assert table.hand() == (["Silver Cup"] if safe else [])
    assert table.pawn.wounded


@pytest.mark.rule("BRD-AMB-06")
def test_a_sword_still_in_hiding_is_not_reckoned_in_the_odds_others_see() -> None:
    table = Setting("hero", "hero", ambush=True, special_magic_swords=True).at("2-C54").at("2-C55", seat=1)
    table.give("Magic Sword", "Magic Sword", seat=1)
    plain, great = table.s.pawns[1].prizes
    table.s.plus_two, table.s.weighed = [great], [plain, great]

    def risk() -> str:
        ran = table.turn("go:2-C55", (0, "pass"), (1, "pass"), "end")
        table.at("2-C54")
        table.s.turn = 0
        asked = ran.asks[1].per_seat
        assert asked is not None
        option = dict(asked[0])["ambush:1"]
        assert isinstance(option, Option)
        return option.hint

    assert risk().endswith("hits 21 in 36")
    table.s.pawns[1].used = [plain]
    assert risk().endswith("hits 26 in 36")
    table.s.pawns[1].used = [plain, great]
    assert risk().endswith("hits 30 in 36")


@pytest.mark.rule("BRD-AMB-19")
def test_no_ambush_on_the_main_staircase() -> None:
    table = Setting("hero", "superhero", ambush=True).at("main_gallery")
    assert len(table.turn("go:main_staircase", "end").asks) == 2


@pytest.mark.rule("BRD-AMB-20")
def test_an_ambush_takes_the_place_of_the_monster_fight() -> None:
    table = Setting("hero", "superhero", ambush=True).at("5U-C31", trail=["5U-C30", "5U-C31"]).at("queens_treasure_room", seat=1)
    table.guard("queens_treasure_room", "Troll")
    ran = table.turn("go:queens_treasure_room", (0, "pass"), (1, "ambush"), dice=[2, 2])
    assert not any("Troll" in text for text in ran.texts)
    assert not table.s.shown
    peace = Setting("hero", "superhero", ambush=True).at("5U-C31", trail=["5U-C30", "5U-C31"]).at("queens_treasure_room", seat=1)
    peace.guard("queens_treasure_room", "Troll")
    peace.turn("go:queens_treasure_room", (0, "pass"), (1, "pass"), dice=[12])
    assert peace.stack("queens_treasure_room") == []


@pytest.mark.rule("BRD-AMB-21")
def test_player_combat_can_kill_one_and_wound_the_other() -> None:
    table = _meet()
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[12, 12, 2, 3])
    assert not table.pawn.alive
    assert table.s.pawns[1].wounded
    assert not table.s.holds
    # Whoever is wounded is not held, and holds nobody, though both still share the space.
    lamed = _meet()
    lamed.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[12, 2, 3])
    assert lamed.pawn.wounded
    assert lamed.where() == lamed.where(1)
    assert not lamed.s.holds


@pytest.mark.rule("BRD-AMB-22")
def test_without_the_rule_pawns_never_fight() -> None:
    table = Setting("hero", "superhero").at("2-C53").at("2-C55", seat=1)
    assert len(table.turn("go:2-C57", "end").asks) == 2


# By spell.


def _wizard(**dials: object) -> Setting:
    table = Setting("wizard", "hero", ambush=True, **dials).at("2-C54", trail=["2-C53", "2-C54"])
    return (
        table.at("2-C55", seat=1, trail=["2-C57", "2-C56", "2-C55"])
        .spells("fireball", "lightning")
        .give("Gold Ring", "Silver Cup", seat=1)
    )


@pytest.mark.rule("BRD-SAMB-01")
def test_both_spells_are_offered_against_a_neighbour() -> None:
    keys = _wizard().asked()
    assert {"cast:fireball@pawn-1", "cast:lightning@pawn-1"} <= set(keys)


@pytest.mark.rule("BRD-SAMB-03", "BRD-SAMB-04")
def test_a_hit_means_the_losing_table_and_no_answer() -> None:
    table = _wizard()
    ran = table.turn("cast:lightning@pawn-1", dice=[6, 7])
    assert [event.rule for event in ran.events if event.roll] == ["BRD-SAMB-02", "BRD-CLT-01"]
    assert not table.s.holds
    miss = _wizard()
    ran = miss.turn("cast:lightning@pawn-1", dice=[5])
    assert len([event for event in ran.events if event.roll]) == 1
    back = _wizard()
    back.at("2-C55", seat=1, trail=["2-C54", "2-C55"])
    back.turn("cast:lightning@pawn-1", (1, "drop:1"), "stay", dice=[12, 8])
    assert back.where(1) != "2-C54"
    # Nor into the Main Gallery, where there is else room for everybody, if the Wizard stands there.
    hall = Setting("wizard", "hero", ambush=True).at("main_gallery").spells("lightning")
    hall.at("1-C34", seat=1, trail=["main_gallery", "1-C34"])
    hall.turn("cast:lightning@pawn-1", dice=[12, 8])
    assert hall.where(1) not in ("main_gallery", "1-C34")


@pytest.mark.rule("BRD-SAMB-05", "BRD-SAMB-09")
def test_the_wizard_may_advance_for_what_was_dropped() -> None:
    table = _wizard()
    table.turn("cast:fireball@pawn-1", (1, "drop:1"), "enter", "take", dice=[5, 8])
    assert table.where() == "2-C55"
    assert table.hand() == ["Gold Ring"]
    assert table.s.spell_stock == [12, 11, 12]
    assert table.s.order[table.s.turn] == 1
    # A pawn that still stands there may ambush him as he comes.
    crowd = Setting("wizard", "hero", "elf", ambush=True).at("2-C54").at("2-C55", seat=1, trail=["2-C56", "2-C55"])
    crowd.at("2-C55", seat=2).give("Gold Ring", seat=1).spells("fireball")
    ran = crowd.turn("cast:fireball@pawn-1", "enter", "take", (0, "pass"), (2, "ambush"), dice=[12, 8, 2, 2])
    assert len([event for event in ran.events if event.rule == "BRD-AMB-03" and event.roll]) == 2


@pytest.mark.rule("BRD-SAMB-06")
def test_an_ambushed_wizard_may_answer_from_the_next_space() -> None:
    table = (
        Setting("wizard", "hero", ambush=True).at("2-C54", trail=["2-C53", "2-C54"]).at("2-C55", seat=1, trail=["2-C56", "2-C55"])
    )
    table.spells("fireball")
    ran = table.turn("go:2-C55", (0, "pass"), (1, "ambush"), "cast:fireball@pawn-1", dice=[11, 2, 8, 2])
    assert table.where() == "2-C54"
    assert ran.asks[2].keys == ("no", "cast:fireball@pawn-1")


@pytest.mark.rule("BRD-SPL-04", "BRD-SAMB-06")
def test_a_wizard_who_has_cast_already_cannot_answer() -> None:
    table = Setting("wizard", "hero", ambush=True).at("crypt").at("armory", seat=1).spells("transference", "fireball")
    near = next(s for s, via, _ in table.board.near[table.board.find("armory")] if via == 0)
    back = f"back:{table.board.address[near]}"
    ran = table.turn("transfer:armory", (0, "pass"), (1, "ambush"), back, dice=[12, 2, 6])
    assert table.pawn.space == near
    assert not any(ask.rule == "BRD-SAMB-06" for ask in ran.asks)


@pytest.mark.rule("BRD-SAMB-08")
def test_a_spell_strikes_one_pawn_of_several() -> None:
    table = Setting("wizard", "hero", "elf", ambush=True).at("2-C54").at("2-C55", seat=1).at("2-C55", seat=2).spells("fireball")
    keys = table.asked()
    assert {"cast:fireball@pawn-1", "cast:fireball@pawn-2"} <= set(keys)
    ran = table.turn("cast:fireball@pawn-2", dice=[12, 11])
    struck = [event.values["why"] for event in ran.events if event.rule == "BRD-CLT-01" and event.roll]
    assert struck == ["Elf 1 on the losing table"]


@pytest.mark.rule("BRD-SAMB-10")
def test_no_spell_across_walls_unknown_doors_or_onto_the_staircase() -> None:
    hidden = Setting("wizard", "hero", ambush=True).at("5U-C35").at("queens_treasure_room_annex", seat=1).spells("fireball")
    assert not [key for key in hidden.asked() if "@pawn" in key]
    hidden.known("5U-C35", "queens_treasure_room_annex")
    assert [key for key in hidden.asked() if "@pawn" in key]
    stairs = Setting("wizard", "hero", ambush=True).at("main_gallery").spells("fireball")
    assert not [key for key in stairs.asked() if "@pawn" in key]
    wall = Setting("wizard", "hero", ambush=True).at("3L-C22").at("armory", seat=1).spells("fireball")
    assert not [key for key in wall.asked() if "@pawn" in key]


# Transference out of it.


@pytest.mark.rule("BRD-TAMB-01")
def test_a_wizard_does_not_slip_out_of_his_own_ambush() -> None:
    table = Setting("wizard", "hero", ambush=True).at("4L-C28").at("crypt", seat=1).spells("transference")
    ran = table.turn("go:crypt", (0, "ambush:1"), (1, "pass"), dice=[2, 2])
    assert not any(ask.rule == "BRD-TAMB-01" for ask in ran.asks)


@pytest.mark.rule("BRD-TAMB-01", "BRD-TAMB-03")
def test_a_wizard_slips_out_of_an_ambush_in_a_chamber() -> None:
    table = Setting("wizard", "hero", ambush=True).at("4L-C28").at("crypt", seat=1).spells("transference").guard("armory", "Ogre")
    ran = table.turn("go:crypt", (0, "pass"), (1, "ambush"), "transfer:armory", dice=[12])
    assert not any(event.rule == "BRD-AMB-03" for event in ran.events)
    assert table.where() == "armory"
    assert table.stack("armory") == []


@pytest.mark.rule("BRD-TAMB-02", "BRD-SPL-05")
def test_a_held_wizard_cannot_slip_away() -> None:
    table = Setting("wizard", "hero", ambush=True).at("4L-C28").at("crypt", seat=1).spells("transference")
    table.turn("go:crypt", (0, "pass"), (1, "ambush"), "fight", dice=[2, 2])
    table.turn((0, "release"), "end")
    ran = table.turn((1, "hold"), dice=[2, 2])
    assert len(ran.asks) == 1


@pytest.mark.rule("BRD-AMB-08", "BRD-AMB-09", "BRD-AMB-03")
def test_the_old_pair_is_not_held_twice() -> None:
    table = _meet()
    table.turn("go:2-C55", (0, "pass"), (1, "ambush"), dice=[2, 2])
    assert len(table.s.holds) == 2
    table.turn((0, "hold"), dice=[2, 2])
    assert len(table.s.holds) == 2


@pytest.mark.rule("BRD-SAMB-01", "BRD-AMB-14")
def test_a_bot_throws_spells_at_loaded_rivals_and_starts_no_quarrel_with_its_goal_in_hand() -> None:
    def choice(*prizes: str) -> str:
        table = Setting("wizard", "hero", ambush=True).at("2-C55").at("2-C54", seat=1).spells("fireball", "lightning")
        table.give(*prizes, seat=1).guard("5U-R01", "Troll", prizes=["Jade Idol"])
        return plan_turn(table.s, table.pawn, table.asked(), STYLES["greedy"])

    assert choice("Gold Ring", "Gold Cup", "Silver Cup") == "cast:fireball@pawn-1"  # 5 or more; a Lightning Bolt needs 6
    assert not choice("Gold Ring", "Gold Cup").startswith("cast:")
    rich = Setting("superhero", "elf", ambush=True).at("2-C55").at("2-C55", seat=1).give("Gold Ring", "Gold Cup", seat=1)
    assert _ambush(rich.s, rich.pawn, ("pass", "ambush:1")) == "ambush:1"
    rich.give("Huge Diamond", "Gold Necklace", "Jade Idol")
    rich.give("Silver Cup", "Silver Cup", "Gold Ring", "Gold Cup", seat=1)
    assert _ambush(rich.s, rich.pawn, ("pass", "ambush:1")) == "pass"


@pytest.mark.rule("BRD-SAMB-05", "BRD-SAMB-07", "BRD-WND-06")
def test_a_wounded_wizard_throws_but_does_not_fetch_what_falls() -> None:
    table = Setting("wizard", "hero", ambush=True).at("2-C55").at("2-C54", seat=1, trail=["2-C53", "2-C54"])
    table.spells("fireball").give("Gold Ring", seat=1)
    table.pawn.wounded = True
    ran = table.turn("cast:fireball@pawn-1", dice=[12, 8])
    assert len(ran.asks) == 1
    assert table.where() == "main_staircase"
    assert list(table.s.loose) == [table.board.find("2-C54")]


@pytest.mark.rule("BRD-WND-05", "BRD-DIAL-04")
def test_the_monsters_of_its_space_leave_a_wounded_pawn_alone() -> None:
    table = Setting("hero", wounded_walk=True).at("crypt").guard("crypt", "Troll")
    table.pawn.wounded = True
    ran = table.turn("end")  # it rests where it fell
    assert not [event for event in ran.events if event.roll]
    assert table.where() == "crypt"

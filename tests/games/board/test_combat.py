"""Combat with monsters, the losing table, stand-offs, the monster cards, traps."""

from __future__ import annotations

import pytest

from undercroft.engine.words import count
from undercroft.games.board import GAME
from undercroft.games.board.content import DASH, printed_deck, tables
from undercroft.games.board.rules.pieces.odds import WAYS, chance
from undercroft.games.board.state import Guard

from .table import Setting, goes

DECK = printed_deck()
NEEDS = ("elf", "hero", "superhero", "wizard", "lightning", "fireball")


@pytest.mark.rule("BRD-CMB-03")
@pytest.mark.parametrize(("roll", "falls"), [(9, True), (8, False)])
def test_equal_or_higher_kills(roll: int, falls: bool) -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Ogre")
    table.turn("open:1-R02", *(["stay"] if falls else []), dice=[roll] if falls else [roll, 7])
    assert (table.stack("1-R02") == []) == falls


@pytest.mark.rule("BRD-CMB-05", "BRD-INT-17", "BRD-DROP-07")
def test_the_victor_takes_the_whole_hoard_whoever_dropped_it() -> None:
    table = Setting("hero", "elf", introductory=True).at("1-C09", trail=["1-C10", "1-C09"]).at("1-C09", seat=1)
    table.guard("1-R02", "Goblins", prizes=["Sack of Gold"]).give("Gold Ring", "Silver Cup")
    table.turn("open:1-R02", "drop:1", dice=[2, 8])
    assert table.hoard("1-R02") == ["Sack of Gold", "Gold Ring"]
    table.turn("open:1-R02", "enter", dice=[12])
    assert sorted(table.hand(1)) == ["Gold Ring", "Sack of Gold"]


@pytest.mark.rule("BRD-CMB-06", "BRD-CLT-03")
def test_a_miss_means_a_roll_on_the_losing_table_that_no_sword_helps() -> None:
    table = Setting("hero").at("1-C09", trail=["1-C10", "1-C09"]).guard("1-R02", "Giant").give("Magic Sword")
    ran = table.turn("open:1-R02", dice=[2, 11])
    rolls = [event.rule for event in ran.events if event.roll]
    assert rolls == ["BRD-CMB-03", "BRD-CLT-01"]
    assert table.where() == "1-C09"  # 11 stays 11: no effect, not a 12
    assert not table.pawn.wounded


@pytest.mark.rule("BRD-CMB-07", "BRD-MON-02")
def test_a_dash_cannot_be_beaten_unaided_and_needs_no_roll() -> None:
    table = Setting("elf").at("1-C09").guard("1-R02", "Blue Dragon")
    ran = table.turn("open:1-R02", dice=["2d6=7"])
    assert [event.rule for event in ran.events if event.roll] == ["BRD-CLT-01"]
    assert table.stack("1-R02") == ["Blue Dragon"]
    wizard = Setting("wizard").at("1-C09").guard("1-R02", "Blue Dragon").spells("lightning").give("Magic Sword")
    ran = wizard.turn("cast:lightning@1-R02")
    assert not [event for event in ran.events if event.roll]


@pytest.mark.rule("BRD-CMB-08", "BRD-CMB-09", "BRD-CMB-11")
def test_one_card_of_a_chamber_is_fought_and_guards_nothing() -> None:
    table = Setting("superhero").at("5U-C31").guard("queens_treasure_room", "Troll", "Giant", "Witch")
    ran = table.turn("go:queens_treasure_room", dice=[8])  # enough for the Troll, not for those beneath
    assert table.stack("queens_treasure_room") == ["Giant", "Witch"]
    assert table.hand() == []
    assert len([event for event in ran.events if event.roll]) == 1


@pytest.mark.rule("BRD-CMB-10", "BRD-NOEF-04")
def test_whoever_ends_his_turn_beside_a_monster_fights_it() -> None:
    table = Setting("superhero").at("queens_treasure_room").guard("queens_treasure_room", "Troll")
    table.turn("end", dice=[12])
    assert table.stack("queens_treasure_room") == []


@pytest.mark.rule("BRD-CMB-10")
def test_a_spell_at_a_neighbouring_pawn_does_not_spare_the_fight_at_home() -> None:
    table = (
        Setting("wizard", "hero", ambush=True)
        .at("queens_treasure_room", trail=["5U-C31", "queens_treasure_room"])
        .at("5U-C31", seat=1)
    )
    table.spells("lightning").guard("queens_treasure_room", "Troll")
    ran = table.turn("cast:lightning@pawn-1", dice=[2, 12])
    assert [event.rule for event in ran.events if event.roll] == ["BRD-SAMB-02", "BRD-CMB-03"]
    assert table.stack("queens_treasure_room") == []


@pytest.mark.rule("BRD-CMB-14", "BRD-NOEF-01", "BRD-NOEF-06", "BRD-CMB-06")
def test_a_stand_off_leaves_everything_as_it_was_and_one_attack_is_all() -> None:
    for total in (7, 11):
        table = Setting("hero").at("1-C09").guard("1-R02", "Goblins", prizes=["Sack of Gold"]).give("Silver Cup")
        ran = table.turn("open:1-R02", dice=[3, total])
        assert table.where() == "1-C09"
        assert table.hand() == ["Silver Cup"]
        assert table.hoard("1-R02") == ["Sack of Gold"]
        assert len(ran.asks) == 1


# The losing table.


@pytest.mark.rule("BRD-CLT-01", "BRD-CLT-02")
def test_the_losing_table_covers_every_total_once_with_its_chances() -> None:
    rows = tables().losing_rows
    assert sorted(total for row in rows for total in row.totals) == list(range(2, 13))
    assert {row.result: sorted(row.totals) for row in rows} == {
        "no_effect": [7, 11], "retreat_1": [6, 8], "retreat_2": [4, 5, 9, 10], "seriously_wounded": [3, 12], "killed": [2]
    }  # fmt: skip
    assert {row.result: (row.retreat, row.drop, row.lose_turns) for row in rows} == {
        "no_effect": (0, "none", 0), "retreat_1": (1, "one", 0), "retreat_2": (2, "one", 1),
        "seriously_wounded": (0, "all", 0), "killed": (0, "all", 0),
    }  # fmt: skip
    assert {row.result: sum(WAYS[total] for total in row.totals) for row in rows} == {
        "no_effect": 8, "retreat_1": 10, "retreat_2": 14, "seriously_wounded": 3, "killed": 1
    }  # fmt: skip
    assert [chance(need) for need in (2, 7, 9, 12, 13)] == [36, 21, 10, 1, 0]


@pytest.mark.rule("BRD-CLT-04")
def test_pawns_hit_by_pawns_use_the_same_table() -> None:
    table = Setting("hero", "superhero", ambush=True).at("2-C53").at("2-C54", seat=1)
    ran = table.turn("go:2-C54", (0, "pass"), (1, "ambush"), dice=[12, 2, 7])
    assert [event.rule for event in ran.events if event.roll] == ["BRD-AMB-03", "BRD-AMB-03", "BRD-CLT-01"]


@pytest.mark.rule("BRD-CLT-05", "BRD-CMB-06", "BRD-DROP-01", "BRD-LOSE-01")
def test_the_drop_comes_before_the_retreat_and_the_lost_turn_last() -> None:
    table = Setting("hero").at("1-C09", trail=["1-C11", "1-C10", "1-C09"]).guard("1-R02", "Giant").give("Gold Ring", "Silver Cup")
    ran = table.turn("open:1-R02", "drop:1", dice=[2, 9])
    assert ran.texts[-1] == "Hero 1 falls back two spaces, drops a Gold Ring (3,000) and is down for a turn."
    assert ran.events[-1].seen_by(1).text == "Hero 1 falls back two spaces, drops one prize and is down for a turn."  # type: ignore[union-attr]
    assert table.hoard("1-R02") == ["Gold Ring"]
    assert (table.where(), table.pawn.lose_turns) == ("1-C11", 1)


# Stand-offs.


@pytest.mark.rule("BRD-NOEF-02", "BRD-NOEF-03")
def test_after_a_stand_off_the_pawn_may_leave_by_any_way_or_try_a_door_or_stay() -> None:
    table = (
        Setting("superhero")
        .at("queens_treasure_room", trail=["5U-C31", "queens_treasure_room"])
        .guard("queens_treasure_room", "Troll")
    )
    table.guard("queens_treasure_room_annex", "Witch")
    keys = table.asked()
    assert {"5U-C31", "5U-C34", "queens_treasure_room_annex"} <= set(goes(keys))
    assert any(key.startswith("try:") for key in keys)
    assert "end" in keys
    room = Setting("hero").at("2-R03").guard("2-R04", "Ghouls")
    room.pawn.standoff = room.board.find("2-R04")
    room.turn("end", "stay", dice=[12])  # to stay is to fight again
    assert room.stack("2-R04") == []


@pytest.mark.rule("BRD-NOEF-05", "BRD-CMB-06", "BRD-CMB-10", "BRD-NOEF-04")
def test_a_doorway_stand_off_is_fought_again_unless_the_pawn_leaves() -> None:
    def stand() -> Setting:
        table = (
            Setting("wizard")
            .at("1-C09", trail=["1-C10", "1-C09"])
            .guard("1-R02", "Giant")
            .spells("fireball")
            .give("Crystal Ball")
        )
        table.turn("open:1-R02", dice=[2, 7])
        assert table.pawn.standoff == table.board.find("1-R02")
        return table

    table = stand()
    ran = table.turn("end", dice=[2, 11])  # stays: fights
    assert len([event for event in ran.events if event.roll]) == 2
    table = stand()
    assert not [event for event in table.turn("go:1-C10", "end").events if event.roll]  # leaves: no fight
    table = stand()
    assert not [event for event in table.turn("go:1-C10", "go:1-C09", "end").events if event.roll]  # goes and comes back
    table = stand()
    ran = table.turn("ball", "gaze:1-R02", "end", dice=[2, 7])  # only looks: fights
    assert [event.rule for event in ran.events if event.roll] == ["BRD-CMB-03", "BRD-CLT-01"]
    table = stand()
    ran = table.turn("cast:fireball@1-R02", dice=[2])  # a failed spell at that monster meets the duty
    assert [event.rule for event in ran.events if event.roll] == ["BRD-ATK-03"]
    table = Setting("wizard").at("1-C55").known("1-C55", "1-R08").guard("1-R08", "Giant").guard("main_gallery", "Troll")
    table.spells("fireball").pawn.standoff = table.board.find("1-R08")
    ran = table.turn("cast:fireball@main_gallery", dice=[2, 2, 7])  # one at another monster does not
    assert [event.rule for event in ran.events if event.roll] == ["BRD-ATK-03", "BRD-CMB-03", "BRD-CLT-01"]


# The cards.


@pytest.mark.rule("BRD-MON-01")
def test_a_monster_has_the_same_numbers_on_every_level() -> None:
    numbers: dict[str, tuple[int, ...]] = {}
    for card in DECK.monsters:
        if not card.trap:
            assert numbers.setdefault(card.name, card.needs) == card.needs
            assert len(card.needs) == 6


@pytest.mark.parametrize(
    ("name", "numbers", "counts"),
    [  # lightning, fire ball, wizard, superhero, hero, elf
        pytest.param("Giant Lizard", "2 2 5 2 4 5", {1: 2, 2: 2}, marks=pytest.mark.rule("BRD-MON-03")),
        pytest.param("Giant Rats", "7 2 6 3 4 5", {1: 2}, marks=pytest.mark.rule("BRD-MON-04")),
        pytest.param("Goblins", "6 2 5 2 4 3", {1: 2}, marks=pytest.mark.rule("BRD-MON-05")),
        pytest.param("Hobgoblins", "3 3 6 3 5 4", {1: 1, 2: 3}, marks=pytest.mark.rule("BRD-MON-06")),
        pytest.param("Skeleton", "2 2 6 3 4 5", {1: 2}, marks=pytest.mark.rule("BRD-MON-07")),
        pytest.param("Evil Hero", "4 5 6 5 7 8", {2: 2, 3: 3}, marks=pytest.mark.rule("BRD-MON-08")),
        pytest.param("Ghouls", "3 3 6 4 5 6", {2: 4}, marks=pytest.mark.rule("BRD-MON-09")),
        pytest.param("Giant Spider", "4 3 5 4 6 6", {2: 3, 3: 2}, marks=pytest.mark.rule("BRD-MON-10")),
        pytest.param("Gargoyle", "4 - 6 5 6 7", {3: 3}, marks=pytest.mark.rule("BRD-MON-11")),
        pytest.param("Giant Snake", "5 6 9 6 8 10", {3: 3, 4: 3}, marks=pytest.mark.rule("BRD-MON-12")),
        pytest.param("Mummy", "- 3 8 8 10 11", {3: 2, 4: 4}, marks=pytest.mark.rule("BRD-MON-13")),
        pytest.param("Ogre", "5 4 8 6 9 8", {3: 4}, marks=pytest.mark.rule("BRD-MON-14")),
        pytest.param("Werewolf", "9 8 7 7 9 9", {3: 3, 4: 2}, marks=pytest.mark.rule("BRD-MON-15")),
        pytest.param("Evil Superhero", "7 7 8 7 9 10", {4: 4}, marks=pytest.mark.rule("BRD-MON-16")),
        pytest.param("Giant", "9 6 10 9 11 10", {4: 2, 5: 4}, marks=pytest.mark.rule("BRD-MON-17")),
        pytest.param("Green Slime", "6 - 11 10 11 12", {4: 3, 5: 4}, marks=pytest.mark.rule("BRD-MON-18")),
        pytest.param("Troll", "- 7 8 8 10 9", {4: 4, 5: 4}, marks=pytest.mark.rule("BRD-MON-19")),
        pytest.param("Black Pudding", "- 5 12 10 12 -", {5: 4, 6: 2}, marks=pytest.mark.rule("BRD-MON-20")),
        pytest.param("Purple Worm", "6 8 12 10 11 12", {5: 3, 6: 3}, marks=pytest.mark.rule("BRD-MON-21")),
        pytest.param("Vampire", "10 10 9 8 10 12", {5: 3, 6: 4}, marks=pytest.mark.rule("BRD-MON-22")),
        pytest.param("Witch", "10 10 5 9 11 11", {5: 4}, marks=pytest.mark.rule("BRD-MON-23")),
        pytest.param("Blue Dragon", "- 7 12 10 12 -", {6: 4}, marks=pytest.mark.rule("BRD-MON-24")),
        pytest.param("Evil Wizard", "11 11 7 11 12 -", {6: 3}, marks=pytest.mark.rule("BRD-MON-25")),
        pytest.param("Red Dragon", "8 - 12 11 - -", {6: 2}, marks=pytest.mark.rule("BRD-MON-26")),
    ],
)
def test_a_monster_card_fights_as_printed(name: str, numbers: str, counts: dict[int, int]) -> None:
    printed = [DASH if text == "-" else int(text) for text in numbers.split()]
    cards = [card for card in DECK.monsters if card.name == name]
    assert {level: sum(card.level == level for card in cards) for level in {card.level for card in cards}} == counts
    lines = dict(zip(("lightning", "fireball", "wizard", "superhero", "hero", "elf"), printed, strict=True))
    assert dict(zip(NEEDS, cards[0].needs, strict=True)) == lines
    for kind in ("elf", "hero", "superhero", "wizard"):
        need = lines[kind]
        table = Setting(kind).at("1-C09").guard("1-R02", name)
        if need == DASH:
            table.turn("open:1-R02", dice=[7])
            assert table.stack("1-R02") == [name]
            continue
        table.turn("open:1-R02", "stay", dice=[need])
        assert table.stack("1-R02") == []
        if need > 2:
            table = Setting(kind).at("1-C09").guard("1-R02", name)
            table.turn("open:1-R02", dice=[need - 1, 7])
            assert table.stack("1-R02") == [name]
    for spell in ("lightning", "fireball"):
        table = Setting("wizard").at("1-C09").guard("1-R02", name).spells(spell)
        if lines[spell] == DASH:
            table.turn(f"cast:{spell}@1-R02")
            assert table.stack("1-R02") == [name]
        else:
            table.turn(f"cast:{spell}@1-R02", "stay", dice=[lines[spell]])
            assert table.stack("1-R02") == []


# Traps.


@pytest.mark.rule("BRD-TRAP-01", "BRD-TRAP-02", "BRD-TRAP-03", "BRD-TRAP-07", "BRD-INT-11")
@pytest.mark.parametrize("introductory", [False, True])
def test_a_lost_turns_trap_holds_for_a_die_and_then_pays(introductory: bool) -> None:
    table = Setting("hero", "elf", introductory=introductory).at("1-C09").guard("1-R02", "lose_turns", prizes=["Gold Ring"])
    ran = table.turn("open:1-R02", dice=["1d6=4"])
    assert table.where() == "1-R02"
    assert table.hand() == []
    assert not [event for event in ran.events if event.rule == "BRD-CLT-01"]
    for left in (3, 2, 1):
        table.turn("end")
        assert not table.turn().asks
        assert table.pawn.trap_turns == left
        assert table.hand() == []
    table.turn("end")
    table.turn()
    assert table.hand() == ["Gold Ring"]
    table.turn("end")
    assert table.asked()[0].startswith("go:")


@pytest.mark.rule("BRD-TRAP-04", "BRD-TRAP-05", "BRD-TRAP-06")
def test_a_transport_trap_drops_the_finder_into_a_chamber_below() -> None:
    table = Setting("superhero").at("3L-C01").guard("crypt", "Troll")
    room = next(
        (table.board.address[s], table.board.address[r])
        for r in table.board.rooms
        for s, via, _ in table.board.near[r]
        if table.board.level[r] == 3 and via == 1
    )
    table.at(room[0])
    site = table.board.site[table.board.find(room[1])]
    table.s.stacks[site] = [Guard(table.monster("transport_down", 3), [table.prize("Gold Ring")])]
    ran = table.turn(f"open:{room[1]}", "take", "fall:crypt", dice=[12])
    assert ran.asks[2].keys == ("fall:crypt", "fall:torture_chamber")
    assert table.hand() == ["Gold Ring"]
    assert table.where() == "crypt"
    assert table.stack("crypt") == []
    assert table.pawn.trail == [table.board.find("crypt")]


@pytest.mark.rule("BRD-TRAP-06")
def test_a_wizard_may_answer_the_fall_with_transference() -> None:
    table = Setting("wizard").at("crypt").spells("transference").guard("queens_treasure_room", "Troll")
    table.s.stacks[table.board.site[table.board.find("crypt")]] = [Guard(table.monster("transport_down", 4), [])]
    ran = table.turn("end", "fall:queens_treasure_room", "transfer:wizards_laboratory")
    assert "fight" in ran.asks[2].keys
    assert table.where() == "wizards_laboratory"
    assert table.stack("queens_treasure_room") == ["Troll"]


@pytest.mark.rule("BRD-TRAP-08", "BRD-TRAP-09", "BRD-TRAP-02")
def test_a_trap_in_a_chamber_acts_at_once_and_leaves_the_game() -> None:
    table = Setting("hero").at("5U-C31").guard("queens_treasure_room", "lose_turns", "Troll", "Witch")
    trap = table.s.stacks[table.board.site[table.board.find("queens_treasure_room")]][0].card
    table.turn("go:queens_treasure_room", dice=["1d6=2"])
    assert table.stack("queens_treasure_room") == ["Troll", "Witch"]
    assert all(trap not in pile for pile in table.s.discards)
    assert table.s.killed == 0
    for _ in range(2):
        assert not [event for event in table.turn().events if event.roll]  # the cards beneath leave the prisoner alone
    assert table.hand() == []
    table.turn("end", dice=[2, 7])  # free again: a turn ended there means a fight


@pytest.mark.rule("BRD-TRAP-10")
def test_the_prize_of_a_trap_is_reserved_until_the_prisoner_is_driven_out() -> None:
    table = Setting("hero", "superhero", ambush=True).at("1-C09", trail=["1-C10", "1-C09"]).at("1-C10", seat=1)
    table.guard("1-R02", "lose_turns", prizes=["Gold Ring"])
    table.turn("open:1-R02", dice=["1d6=4"])
    ran = table.turn("go:1-C09", "go:1-R02", (0, "pass"), (1, "pass"), "end")
    assert not any("Yours?" in ask.prompt for ask in ran.asks)
    assert table.hand(1) == []
    table.turn()  # one turn in the trap
    table.at("1-C09", seat=1)
    table.turn("go:1-R02", (0, "pass"), (1, "ambush:0"), "take", dice=[2, 12, 8])
    assert table.pawn.trap_turns == 0
    assert table.where() == "1-C09"
    assert table.hand(1) == ["Gold Ring"]
    table.turn("end")  # no turns to lose


@pytest.mark.rule("BRD-TRAP-11")
def test_seven_traps_in_the_decks() -> None:
    traps = sorted((card.trap, card.level) for card in DECK.monsters if card.trap)
    assert traps == [("lose_turns", 2), ("lose_turns", 3), ("lose_turns", 4), ("lose_turns", 5),
                     ("transport_down", 3), ("transport_down", 4), ("transport_down", 5)]  # fmt: skip


def test_a_fight_is_told_without_naming_the_prize() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Goblins", prizes=["Gold Ring"])
    ran = table.turn("open:1-R02", "enter", dice=[12])
    public = [seen.text for event in ran.events if (seen := event.seen_by(1)) is not None]
    assert not any("Gold Ring" in text for text in public)
    assert any("takes one prize" in text for text in public)
    assert GAME.mask(table.s, 1).pawns[0].prizes == [-3]


@pytest.mark.rule("BRD-UI-04")
def test_the_turning_points_tell_first_blood_long_odds_and_long_traps() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Goblins")
    table.turn("open:1-R02", "stay", dice=[12])
    assert table.s.moments == ["Hero 1 killed the first monster, the Goblins, in round 1"]
    table.guard("1-R02", "Giant")
    table.turn("open:1-R02", "stay", dice=[11])
    assert table.s.moments[1:] == ["Hero 1 the Hero killed the Giant by hand against the odds in round 2"]
    for turns, told in ((3, 0), (4, 1)):
        trap = Setting("hero").at("1-C09").guard("1-R02", "lose_turns")
        ran = trap.turn("open:1-R02", dice=[turns])
        assert ran.texts[-1] == f"A trap shuts on Hero 1 in room 1-R02, for {count(turns, 'turn')}."
        assert len(trap.s.moments) == told

"""Prize cards, the four special ones, special swords, safe keeping."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.board import GAME
from undercroft.games.board.content import printed_deck, tables
from undercroft.games.board.rules.pieces.hand import sword_bonus, worth
from undercroft.games.board.rules.prizes.gaining import gain

from .table import Setting, goes

DECK = printed_deck()


@pytest.mark.rule("BRD-PRZ-01")
def test_gold_is_added_up() -> None:
    table = Setting("hero").give("Gold Ring", "Jade Idol")
    assert worth(table.deck, table.pawn) == 8000
    table.pawn.stored = [table.prize("Silver Cup")]
    assert worth(table.deck, table.pawn) == 9000


@pytest.mark.rule("BRD-PRZ-02")
def test_twelve_prizes_do_not_slow_a_pawn() -> None:
    table = Setting("hero").at("1-C20").give(*["Sack of Gold"] * 12)
    near = table.board.distances([table.pawn.space])
    assert max(near[table.board.number[a]] for a in goes(table.asked())) == 5


@pytest.mark.rule("BRD-PRZ-03")
def test_prizes_cannot_be_traded_or_dropped_at_will() -> None:
    table = Setting("hero", "elf").at("1-C09").at("1-C09", seat=1).give("Gold Ring", "Silver Cup")
    assert {key.partition(":")[0] for key in table.asked()} <= {"go", "towards", "open", "try", "end"}


@pytest.mark.parametrize(
    ("name", "copies", "total", "by_level"),
    [
        pytest.param("Magic Sword", 5, 2000, "1:0 2:0 4:500 4:500 6:1000", marks=pytest.mark.rule("BRD-PRZ-04", "BRD-SWD-06")),
        pytest.param(
            "Sack of Gold", 15, 11000,
            "1:250 1:250 1:500 1:500 1:750 1:750 1:1000 2:500 2:750 2:1000 2:1000 3:750 3:1000 3:1000 4:1000",
            marks=pytest.mark.rule("BRD-PRZ-05"),
        ),
        pytest.param("Secret Entrance Card", 4, 0, "1:0 2:0 3:0 4:0", marks=pytest.mark.rule("BRD-PRZ-06")),
        pytest.param("Silver Cup", 6, 6000, "2:1000 2:1000 3:1000 3:1000 3:1000 4:1000", marks=pytest.mark.rule("BRD-PRZ-07")),
        pytest.param("Silver Ring", 7, 14000, "2:2000 3:2000 3:2000 3:2000 4:2000 4:2000 5:2000",
                     marks=pytest.mark.rule("BRD-PRZ-08")),
        pytest.param("ESP Medallion", 2, 1000, "3:0 5:1000", marks=pytest.mark.rule("BRD-PRZ-09")),
        pytest.param("Gold Cup", 7, 17500, "3:2500 3:2500 3:2500 4:2500 4:2500 5:2500 5:2500",
                     marks=pytest.mark.rule("BRD-PRZ-10")),
        pytest.param("Gold Ring", 6, 18000, "3:3000 3:3000 4:3000 4:3000 5:3000 5:3000", marks=pytest.mark.rule("BRD-PRZ-11")),
        pytest.param("Crystal Ball", 2, 1500, "4:500 6:1000", marks=pytest.mark.rule("BRD-PRZ-12")),
        pytest.param("Huge Emerald", 5, 25000, "4:5000 5:5000 5:5000 6:5000 6:5000", marks=pytest.mark.rule("BRD-PRZ-13")),
        pytest.param("Huge Sapphire", 4, 24000, "4:6000 5:6000 5:6000 6:6000", marks=pytest.mark.rule("BRD-PRZ-14")),
        pytest.param("Jade Idol", 6, 30000, "4:5000 4:5000 5:5000 5:5000 6:5000 6:5000", marks=pytest.mark.rule("BRD-PRZ-15")),
        pytest.param("Silver Coffer", 5, 20000, "4:4000 4:4000 5:4000 5:4000 6:4000", marks=pytest.mark.rule("BRD-PRZ-16")),
        pytest.param("Huge Ruby", 2, 16000, "5:8000 6:8000", marks=pytest.mark.rule("BRD-PRZ-17")),
        pytest.param("Silver Necklace", 2, 14000, "5:7000 6:7000", marks=pytest.mark.rule("BRD-PRZ-18")),
        pytest.param("Gold Necklace", 1, 9000, "6:9000", marks=pytest.mark.rule("BRD-PRZ-19")),
        pytest.param("Huge Diamond", 1, 10000, "6:10000", marks=pytest.mark.rule("BRD-PRZ-20")),
    ],
)  # fmt: skip
def test_a_prize_as_printed(name: str, copies: int, total: int, by_level: str) -> None:
    cards = [card for card in DECK.prizes if card.name == name]
    assert (len(cards), sum(card.value for card in cards)) == (copies, total)
    assert " ".join(f"{card.level}:{card.value}" for card in sorted(cards, key=lambda c: (c.level, c.value))) == by_level


# Secret Entrance Cards.


@pytest.mark.rule("BRD-SEN-02", "BRD-SEN-03")
def test_doors_passed_with_the_card_stay_known_and_the_card_is_not_used_up() -> None:
    table = Setting("hero").at("5U-C35").give("Secret Entrance Card")
    for _ in range(5):
        table.turn("go:queens_treasure_room_annex", "end")
        table.turn("go:5U-C35", "end")
    assert table.hand() == ["Secret Entrance Card"]
    assert worth(table.deck, table.pawn) == 0
    table.pawn.prizes = []
    keys = table.asked()
    assert "go:queens_treasure_room_annex" in keys
    assert len(table.pawn.doors) == 1
    table.at("queens_treasure_room")
    assert any(key.startswith("try:") for key in table.asked())


@pytest.mark.rule("BRD-SEN-04")
def test_the_card_is_shown_as_a_wand() -> None:
    table = Setting("hero").give("Secret Entrance Card")
    hand = next(sheet for sheet in GAME.screen(table.s, 0).sheets if sheet.title == "Your prizes")
    assert "wand" in hand.lines[0].hint


# Swords.


@pytest.mark.rule("BRD-SWD-01", "BRD-INT-10")
@pytest.mark.parametrize("introductory", [False, True])
def test_a_sword_adds_one_against_monsters(introductory: bool) -> None:
    for roll, dies in ((8, True), (7, False)):
        table = Setting("hero", introductory=introductory).at("1-C09").guard("1-R02", "Ogre").give("Magic Sword")
        table.turn("open:1-R02", *(["stay"] if dies else []), dice=[roll] if dies else [roll, 11])
        assert (table.stack("1-R02") == []) == dies
    dash = Setting("hero", introductory=introductory).at("1-C09").guard("1-R02", "Red Dragon").give("Magic Sword")
    dash.turn("open:1-R02", "stay", dice=[12])
    assert dash.stack("1-R02") == []


@pytest.mark.rule("BRD-SWD-02", "BRD-AMB-06")
def test_a_sword_adds_one_against_pawns() -> None:
    for roll, hit in ((8, True), (7, False)):
        table = Setting("hero", "superhero", ambush=True).at("1-C09").at("1-C10", seat=1).give("Magic Sword")
        ran = table.turn("go:1-C10", (0, "ambush:1"), (1, "pass"), dice=[2, roll, 7] if hit else [2, roll])
        assert any("a hit" in text for text in ran.texts) == hit


@pytest.mark.rule("BRD-SWD-03", "BRD-SSW-06")
@pytest.mark.parametrize(
    ("plus_two", "roll", "dies"), [(False, 12, True), (False, 11, False), (True, 11, True), (True, 10, False)]
)
def test_a_dash_falls_to_a_rolled_twelve_or_eleven_with_plus_two(plus_two: bool, roll: int, dies: bool) -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Red Dragon").give("Magic Sword")
    if plus_two:
        table.s.plus_two = [table.pawn.prizes[0]]
    table.turn("open:1-R02", *(["stay"] if dies else []), dice=[roll] if dies else [roll, 7])
    assert (table.stack("1-R02") == []) == dies


@pytest.mark.rule("BRD-SWD-04")
def test_only_the_better_of_two_swords_counts() -> None:
    table = Setting("hero").give("Magic Sword", "Magic Sword")
    assert sword_bonus(table.s, table.deck, table.pawn) == 1
    table.s.plus_two = [table.pawn.prizes[1]]
    assert sword_bonus(table.s, table.deck, table.pawn) == 2


@pytest.mark.rule("BRD-SWD-07", "BRD-SAFE-06")
def test_stored_cards_do_nothing_until_taken_out() -> None:
    table = Setting("hero", safe_keeping=True).give("Magic Sword", "Crystal Ball").guard("crypt", "Troll", "Giant")
    table.turn("bank", ["keep:1", "keep:2"])
    assert sword_bonus(table.s, table.deck, table.pawn) == 0
    assert "ball" not in table.asked()
    table.turn("bank", [], "ball", "gaze:crypt")  # nothing is left to do
    assert sword_bonus(table.s, table.deck, table.pawn) == 1
    assert table.pawn.stored == []


@pytest.mark.rule("BRD-SSW-01", "BRD-SSW-02", "BRD-SSW-04")
@pytest.mark.parametrize(("level", "need"), [(1, 12), (2, 10), (4, 9), (6, 7)])
def test_a_found_sword_is_plus_two_on_a_high_roll(level: int, need: int) -> None:
    assert tables().swords[level] == need
    assert next(row.origin for row in tables().sword_rows if row.level == level) == "book"
    for roll in (need, need - 1):
        table = Setting("hero", special_magic_swords=True).at("1-C09").guard("1-R02", "Goblins")
        card = table.prize("Magic Sword", level)
        table.s.stacks[table.board.site[table.board.find("1-R02")]][0].hoard = [card]
        table.turn("open:1-R02", "enter", dice=[12, f"2d6={roll}"])
        assert sword_bonus(table.s, table.deck, table.pawn) == (2 if roll == need else 1)


@pytest.mark.rule("BRD-SSW-03")
def test_no_sword_lies_on_levels_three_and_five() -> None:
    assert {card.level for card in DECK.prizes if card.special == "magic_sword"} == {1, 2, 4, 6}
    assert (tables().swords[3], tables().swords[5]) == (10, 8)


@pytest.mark.rule("BRD-SSW-05")
def test_the_strength_is_rolled_once_and_stays_with_the_card() -> None:
    table = Setting("hero", "elf", special_magic_swords=True)
    card = table.prize("Magic Sword", 6)
    run(gain, table.s, table.pawn, [card], "BRD-CMB-05", dice=[7])
    table.pawn.prizes = []
    run(gain, table.s, table.s.pawns[1], [card], "BRD-CMB-05")
    assert sword_bonus(table.s, table.deck, table.s.pawns[1]) == 2


# ESP.


@pytest.mark.rule("BRD-ESP-01", "BRD-ESP-02", "BRD-UI-04", "BRD-INT-13")
@pytest.mark.parametrize("introductory", [False, True])
def test_the_medallion_shows_the_card_to_its_owner_alone(introductory: bool) -> None:
    table = Setting("hero", "elf", introductory=introductory).at("1-C09").guard("1-R02", "Troll").give("ESP Medallion")
    ran = table.turn("look:1-R02", "open:1-R02", "stay", dice=[12])
    look = next(event for event in ran.events if event.rule == "BRD-ESP-02")
    own, rival, crowd = look.seen_by(0), look.seen_by(1), look.seen_by(None)
    assert own is not None
    assert rival is not None
    assert crowd is not None
    assert "Troll" in own.text
    assert "Troll" not in rival.text + crowd.text
    assert "ESP Medallion" in rival.text
    again = Setting("hero", "elf").at("1-C09").guard("1-R02", "Troll").give("ESP Medallion")
    site = again.board.site[again.board.find("1-R02")]
    again.asked("look:1-R02")
    assert GAME.mask(again.s, 0).stacks[site][0].card >= 0
    assert GAME.mask(again.s, 1).stacks[site][0].card < 0


@pytest.mark.rule("BRD-ESP-03")
def test_after_a_look_attack_that_one_or_end() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Troll").guard("1-R01", "Giant").give("ESP Medallion")
    assert table.asked("look:1-R02") == ("open:1-R02", "end")
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Troll").give("ESP Medallion")
    assert len(table.turn("look:1-R02", "end").asks) == 2
    # With his five spaces walked he sees into a chamber, but cannot step in; a Wizard can still throw a spell.
    board = table.board
    way = board.distances([board.find("4L-C28")], stop=lambda space: board.site[space] >= 0)
    away = next(space for space, cost in enumerate(way) if cost == 5 and board.kind[space] == 1)
    for kind, keys in (("hero", ()), ("wizard", ("cast:fireball@crypt", "end"))):
        far = Setting(kind).at(board.address[away]).guard("crypt", "Giant").give("ESP Medallion")
        far.pawn.spells = [0, 2] if kind == "wizard" else []
        assert far.asked("go:4L-C28", "look:crypt") == keys


@pytest.mark.rule("BRD-ESP-04", "BRD-ESP-05")
def test_a_look_into_a_chamber_shows_the_top_card_and_may_lead_in_and_away() -> None:
    table = (
        Setting("wizard")
        .at("5U-C31")
        .guard("queens_treasure_room", "Troll", "Giant", "Witch")
        .give("ESP Medallion")
        .spells("transference")
    )
    ran = table.turn("look:queens_treasure_room", "go:queens_treasure_room", "transfer:wizards_laboratory")
    assert len(table.pawn.notes) == 1
    assert table.where() == "wizards_laboratory"
    look = next(event for event in ran.events if event.rule == "BRD-ESP-02")
    assert "Troll" in look.text
    assert "Giant" not in look.text


@pytest.mark.rule("BRD-ESP-06")
def test_no_look_through_an_unknown_secret_door() -> None:
    table = Setting("hero").at("5U-C35").guard("queens_treasure_room_annex", "Giant").give("ESP Medallion")
    assert "look:queens_treasure_room_annex" not in table.asked()
    table.known("5U-C35", "queens_treasure_room_annex")
    assert "look:queens_treasure_room_annex" in table.asked()


@pytest.mark.rule("BRD-ESP-07")
def test_the_medallion_is_never_used_up() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Troll").give("ESP Medallion")
    for _ in range(3):
        table.turn("look:1-R02", "end")
    assert table.hand() == ["ESP Medallion"]


# The Crystal Ball.


@pytest.mark.rule("BRD-BALL-01", "BRD-BALL-02", "BRD-UI-06")
def test_the_ball_shows_two_cards_anywhere_and_closes_movement() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("6-R01", "Vampire", prizes=["Huge Diamond"]).give("Crystal Ball")
    table.guard("crypt", "Troll", "Giant", "Mummy")
    ran = table.turn("ball", "gaze:6-R01")
    assert set(ran.asks[1].keys) == {"gaze:6-R01", "gaze:crypt"}
    text = next(event.text for event in ran.events if event.rule == "BRD-BALL-03")
    assert "Vampire" in text
    assert "Huge Diamond" in text
    notes = next(sheet for sheet in GAME.screen(GAME.mask(table.s, 0), 0).sheets if sheet.title == "Your notes")
    assert {row[2] for row in notes.rows} == {"Vampire", "Huge Diamond (10,000)"}
    assert all(row[0] == "1" for row in notes.rows)
    table.turn("end")
    seen = next(event.text for event in table.turn("ball", "gaze:crypt").events if event.rule == "BRD-BALL-03")
    assert "Troll and Giant" in seen
    assert "Mummy" not in seen
    table.turn("end")
    moved = table.asked("go:1-C10")
    assert "ball" not in moved


@pytest.mark.rule("BRD-BALL-02")
def test_where_more_cards_lie_the_owner_names_two() -> None:
    table = Setting("hero").at("1-C09").guard("6-R01", "Vampire", prizes=["Huge Diamond", "Gold Ring"]).give("Crystal Ball")
    ran = table.turn("ball", "gaze:6-R01", ["card:0", "card:2"])
    text = next(event.text for event in ran.events if event.rule == "BRD-BALL-03")
    assert "Gold Ring" in text
    assert "Huge Diamond" not in text


@pytest.mark.rule("BRD-BALL-03")
def test_nobody_else_sees_and_the_order_stays() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("crypt", "Troll", "Giant", "Mummy").give("Crystal Ball")
    ran = table.turn("ball", "gaze:crypt")
    assert table.stack("crypt") == ["Troll", "Giant", "Mummy"]
    public = [seen.text for event in ran.events if (seen := event.seen_by(1)) is not None]
    assert not any("Troll" in text or "Giant" in text for text in public)
    site = table.board.site[table.board.find("crypt")]
    assert [guard.card for guard in GAME.mask(table.s, 1).stacks[site]] == [-4, -4, -3]
    own = [guard.card for guard in GAME.mask(table.s, 0).stacks[site]]
    assert own[0] >= 0
    assert own[1] >= 0
    assert own[2] == -3
    # Without the memory aid it is seen while the turn lasts, by him alone.
    off = (
        Setting("hero", "elf", memory_aid=False)
        .at("1-C09")
        .guard("crypt", "Troll")
        .guard("1-R02", "Goblins")
        .give("Crystal Ball")
    )
    off.asked("ball", "gaze:crypt")
    troll = off.s.stacks[off.board.site[off.board.find("crypt")]][0].card
    assert GAME.mask(off.s, 0).peeked_monsters == [troll]
    assert GAME.mask(off.s, 0).stacks[site][0].card == troll
    for other in (1, None):
        assert GAME.mask(off.s, other).peeked_monsters == []
        assert GAME.mask(off.s, other).stacks[site][0].card == -4


@pytest.mark.rule("BRD-UI-06", "BRD-DROP-08")
def test_what_one_dropped_is_in_ones_notes_and_in_nobody_elses() -> None:
    table = Setting("hero", "elf").at("1-C09", trail=["1-C10", "1-C09"]).guard("1-R02", "Giant").give("Gold Ring", "Silver Cup")
    table.turn("open:1-R02", "drop:1", dice=[2, 8])
    notes = next(sheet for sheet in GAME.screen(GAME.mask(table.s, 0), 0).sheets if sheet.title == "Your notes")
    assert notes.rows == (("1", "1-R02", "Gold Ring (3,000)", "dropped"),)
    assert GAME.mask(table.s, 1).pawns[0].notes == []


@pytest.mark.rule("BRD-BALL-04", "BRD-INT-12")
def test_the_ball_does_not_spare_a_fight_that_is_due() -> None:
    table = Setting("hero").at("crypt").guard("crypt", "Troll").give("Crystal Ball")
    ran = table.turn("ball", "gaze:crypt", dice=[2, 7])
    assert [event.rule for event in ran.events if event.roll] == ["BRD-CMB-03", "BRD-CLT-01"]
    sheet = Setting("hero", introductory=True).at("crypt").guard("crypt", "Troll").give("Crystal Ball")
    assert "ball" not in sheet.asked()
    doorway = Setting("hero", introductory=True).at("1-C09").guard("1-R02", "Troll").give("Crystal Ball")
    doorway.pawn.standoff = doorway.board.find("1-R02")
    assert "ball" not in doorway.asked()


@pytest.mark.rule("BRD-BALL-05")
def test_the_ball_works_every_turn() -> None:
    table = Setting("hero").at("1-C20").guard("crypt", "Troll").give("Crystal Ball")
    for _ in range(3):
        table.turn("ball", "gaze:crypt")
    assert table.hand() == ["Crystal Ball"]


@pytest.mark.rule("BRD-BALL-06")
def test_after_the_ball_a_door_may_be_opened_but_no_space_entered() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Troll", prizes=["Gold Ring"]).give("Crystal Ball")
    keys = table.asked("ball", "gaze:1-R02")
    assert keys == ("open:1-R02", "end")
    again = Setting("hero").at("1-C09").guard("1-R02", "Troll", prizes=["Gold Ring"]).give("Crystal Ball")
    again.turn("ball", "gaze:1-R02", "open:1-R02", "enter", dice=[12])
    assert again.where() == "1-R02"
    sheet = Setting("hero", introductory=True).at("1-C09").guard("1-R02", "Troll", prizes=["Gold Ring"]).give("Crystal Ball")
    assert len(sheet.turn("ball", "gaze:1-R02").asks) == 2
    # Transference is movement too; a spell thrown from where he stands is not.
    wizard = Setting("wizard").at("4L-C28").guard("crypt", "Troll").give("Crystal Ball").spells("transference", "fireball")
    assert wizard.asked("ball", "gaze:crypt") == ("cast:fireball@crypt", "end")
    within = Setting("wizard").at("crypt").guard("armory", "Troll").give("Crystal Ball").spells("transference")
    assert within.asked("ball", "gaze:armory") == ()


# Safe keeping.


@pytest.mark.rule("BRD-SAFE-01", "BRD-SAFE-03", "BRD-SAFE-04")
def test_a_deposit_of_any_choice_ends_the_turn() -> None:
    table = (
        Setting("superhero", safe_keeping=True)
        .at("main_gallery")
        .give("Gold Ring", "Silver Cup", "Jade Idol", "Gold Cup", "Silver Ring")
    )
    ran = table.turn("go:main_staircase", "bank", ["keep:2", "keep:4"])
    assert [table.deck.prizes[card].name for card in table.pawn.stored] == ["Silver Cup", "Gold Cup"]
    assert table.hand() == ["Gold Ring", "Jade Idol", "Silver Ring"]
    assert len(ran.asks) == 3
    off = Setting("superhero").give("Gold Ring")
    assert "bank" not in off.asked()


@pytest.mark.rule("BRD-SAFE-02")
def test_on_the_staircase_nothing_can_make_him_drop_them() -> None:
    table = Setting("hero", "superhero", "wizard", safe_keeping=True, ambush=True, wandering_monsters=True).at("main_gallery")
    table.at("main_staircase", seat=1).give("Silver Cup").at("main_gallery", seat=2).spells("fireball", seat=2)
    ran = table.turn("go:main_staircase", "end")
    assert len(ran.asks) == 2  # no ambush there
    table.turn("end")
    table.s.turn = 2
    assert not [key for key in table.asked() if "@pawn" in key]  # no spell onto it
    assert table.hand() == ["Silver Cup"]


@pytest.mark.rule("BRD-SAFE-05")
def test_stored_prizes_count_when_the_pawn_is_home() -> None:
    table = Setting("hero", safe_keeping=True).at("main_gallery").give("Silver Coffer")
    table.pawn.stored = [table.prize("Jade Idol"), table.prize("Silver Cup", 4)]
    table.turn("end")
    assert table.s.winner == -1
    table.turn("go:main_staircase")
    assert table.s.winner == 0


@pytest.mark.rule("BRD-SAFE-07")
def test_stored_prizes_of_the_dead_leave_the_game() -> None:
    table = Setting("wizard", "elf", safe_keeping=True, re_entry=True).at("1-C09").guard("1-R02", "Giant")
    table.pawn.stored = [table.prize("Huge Diamond"), table.prize("Gold Necklace"), table.prize("Huge Sapphire")]
    gone = list(table.pawn.stored)
    table.turn("open:1-R02", dice=[2, 2])
    assert table.s.gone == gone
    table.turn("end")
    table.turn("be:hero", "end")
    assert worth(table.deck, table.pawn) == 0


@pytest.mark.rule("BRD-SEN-01", "BRD-SEN-02")
def test_a_door_a_spell_was_thrown_through_by_the_card_stays_known() -> None:
    table = Setting("wizard").at("2-C16").give("Secret Entrance Card").spells("fireball")
    table.guard("2-R04", "Ghouls", prizes=["Silver Cup"])
    table.turn("cast:fireball@2-R04", "enter", dice=[12])
    assert table.where() == "2-R04"
    assert table.pawn.used == [table.pawn.prizes[0]]  # all have seen the card at work
    table.pawn.prizes = []
    assert "go:2-C16" in table.asked()
    pawns = Setting("wizard", "hero", ambush=True).at("2-C16").at("2-R04", 1).give("Secret Entrance Card").spells("fireball")
    pawns.turn("cast:fireball@pawn-1", dice=[2])
    pawns.pawn.prizes, pawns.s.turn = [], 0
    assert "go:2-R04" in pawns.asked()


@pytest.mark.rule("BRD-INT-12", "BRD-BALL-02")
def test_the_sheet_lets_one_look_at_any_two_cards_of_a_chamber() -> None:
    def table(*, introductory: bool) -> Setting:
        return (
            Setting("hero", introductory=introductory).at("1-C20").guard("crypt", "Troll", "Giant", "Mummy").give("Crystal Ball")
        )

    sheet = table(introductory=True).turn("ball", "gaze:crypt", ["card:0", "card:2"])
    assert "Troll and Mummy" in sheet.texts[-1]
    assert [option.label for option in sheet.asks[-1].options.values()] == [
        "The top card",
        "Card 2 from the top",
        "Card 3 from the top",
    ]
    assert "Troll and Giant" in table(introductory=False).turn("ball", "gaze:crypt").texts[-1]


@pytest.mark.rule("BRD-SAFE-03", "BRD-SAFE-04")
def test_one_visit_to_the_safe_keeping_a_turn() -> None:
    table = Setting("hero", safe_keeping=True)
    table.pawn.stored = [table.prize("Gold Ring"), table.prize("Magic Sword")]
    keys = table.asked("bank", ["keep:1"])
    assert "bank" not in keys
    assert table.hand() == ["Magic Sword"]
    table.turn("end")
    assert "bank" in table.asked()

"""The worked examples, step by step, with scripted dice."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.board.content import DASH, printed_deck
from undercroft.games.board.rules import step
from undercroft.games.board.rules.spells.stock import choose_first_spells
from undercroft.games.board.rules.turn.turn import take_turn
from undercroft.games.board.state import Guard

from .table import Setting, goes


@pytest.mark.rule("BRD-EXM-01")
def test_ex_01_reading_the_troll_card() -> None:
    card = next(card for card in printed_deck().monsters if card.name == "Troll")
    assert card.needs == (9, 10, 8, 8, DASH, 7)


@pytest.mark.rule("BRD-EXM-02", "BRD-SWD-01", "BRD-CMB-03", "BRD-SWD-04")
@pytest.mark.parametrize(("roll", "killed"), [(8, True), (7, False)])
def test_ex_02_a_sword_turns_a_needed_nine_into_a_rolled_eight(roll: int, killed: bool) -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Ogre").give("Magic Sword")
    table.turn("open:1-R02", *(["stay"] if killed else []), dice=[roll] if killed else [roll, 7])
    assert (table.stack("1-R02") == []) == killed


def test_ex_03_cost_of_stairs() -> None:
    board = Setting("hero").board
    steps = {stair.id: (stair.upper_level, stair.lower_level, len(stair.steps)) for stair in board.stairs}
    assert (steps["ST03"], steps["ST05"], steps["ST01"]) == ((1, 3, 2), (1, 4, 3), (1, 2, 1))


@pytest.mark.rule("BRD-EXM-03", "BRD-TRN-01", "BRD-TRN-02", "BRD-TRN-03", "BRD-SPL-03")
def test_ex_04_transference_across_levels() -> None:
    table = Setting("wizard").at("torture_chamber").spells("transference")
    table.turn("transfer:armory", "end")
    assert table.where() == "armory"
    assert table.pawn.spells == []
    assert table.s.spell_stock == [12, 12, 12]


@pytest.mark.rule("BRD-EXM-04", "BRD-TRN-04", "BRD-TRN-05", "BRD-SPL-04", "BRD-MOVE-09")
def test_ex_05_four_spaces_the_crypt_a_troll_and_away() -> None:
    table = Setting("wizard").at("4L-C48").spells("transference", "fireball").guard("crypt", "Troll")
    table.guard("queens_treasure_room_annex", "Purple Worm")
    ran = table.turn("go:4L-C28", "go:crypt", "transfer:queens_treasure_room_annex", dice=[9, 7])
    assert not any("strikes at the Troll" in text for text in ran.texts)
    assert any("strikes at the Purple Worm" in text and "needs 12" in text for text in ran.texts)
    assert table.where() == "queens_treasure_room_annex"
    assert table.s.spell_stock == [12, 12, 11]
    assert not any(key.startswith("cast:") for key in ran.asks[2].keys)
    assert table.stack("crypt") == ["Troll"]


@pytest.mark.rule("BRD-REEN-03", "BRD-INC-01")
def test_ex_06_re_entry_and_increased_spells() -> None:
    table = Setting("wizard", "elf", re_entry=True)
    table.pawn.alive = False
    table.pawn.space = -1
    assert table.asked() == ("be:superhero", "be:hero", "be:elf", "out")
    for die in range(1, 7):
        wizard = Setting("wizard", increased_wizard_spells=True)
        run(choose_first_spells, wizard.s, wizard.pawn, answers=[2, 2], dice=[die])
        assert wizard.pawn.spell_limit == 6 + die


@pytest.mark.rule("BRD-EXM-05", "BRD-AMB-02", "BRD-AMB-03", "BRD-AMB-06", "BRD-AMB-10", "BRD-AMB-14", "BRD-CLT-01")
def test_ex_07_a_superhero_ambushes_a_homeward_hero() -> None:
    table = (
        Setting("hero", "superhero", ambush=True)
        .at("2-C53")
        .at("2-C55", seat=1)
        .give("Huge Diamond", "Magic Sword", "Silver Cup")
    )
    ran = table.turn("go:2-C57", (0, "pass"), (1, "ambush"), "drop:3", (1, "take"), dice=[7, 7, 8])
    strikes = [text for text in ran.texts if "strikes at" in text]
    assert strikes == [
        "Superhero 1 the Superhero strikes at Hero 1 with 7 (6 needed): a hit.",
        "Hero 1 the Hero strikes at Superhero 1 with 7 (9 needed, sword +1): a miss.",
    ]
    assert table.where() == "2-C54"
    assert table.hand(1) == ["Silver Cup"]
    assert table.s.order[table.s.turn] == 1
    ran = table.turn("go:2-C54", (0, "pass"), (1, "ambush:0"), dice=[2, 2])
    assert any(text.startswith("Ambush in") for text in ran.texts)


@pytest.mark.rule(
    "BRD-EXM-06", "BRD-NOEF-01", "BRD-DROP-01", "BRD-SEC-04", "BRD-SEC-10", "BRD-RET-02", "BRD-RET-12", "BRD-CLT-01", "BRD-CMB-06"
)
def test_ex_08_the_superhero_the_black_pudding_and_the_purple_worm() -> None:
    table = Setting("superhero").at("5U-C31", trail=["5U-C27", "5U-C28", "5U-C29", "5U-C30", "5U-C31"])
    table.give("Silver Cup", level=2).give("Gold Cup", level=4).give("Jade Idol", level=4)
    table.guard("queens_treasure_room", "Black Pudding").guard("queens_treasure_room_annex", "Purple Worm")
    # Turn 1: a fight, a stand-off.
    table.turn("go:queens_treasure_room", dice=[6, 7])
    assert table.where() == "queens_treasure_room"
    # Turn 2: off to the Annex; the Worm gets the cheapest prize.
    table.turn("go:queens_treasure_room_annex", "drop:1", dice=[5, 6])
    assert table.where() == "5U-C34"
    assert table.hoard("queens_treasure_room_annex") == ["Silver Cup"]
    # Turn 3: the Pudding again, and again a stand-off.
    table.turn("go:queens_treasure_room", dice=[8, 7])
    assert table.where() == "queens_treasure_room"
    # Turn 4: a secret door, a 3, and the Pudding comes.
    key = next(
        key
        for key in table.asked()
        if key.startswith("try:") and "queens_treasure_room/" in key.replace(":", "/") + "/" and "annex" not in key
    )
    table.turn(key, "drop:1", dice=["1d6=3", 4, 9])
    assert table.where() == "5U-C30"
    assert table.pawn.trail[-2:] == [table.board.find("5U-C31"), table.board.find("5U-C30")]
    assert table.hoard("queens_treasure_room") == ["Gold Cup"]
    assert table.hand() == ["Jade Idol"]
    assert table.pawn.lose_turns == 1


@pytest.mark.rule("BRD-EXM-07", "BRD-ATK-03", "BRD-ATK-07", "BRD-ESP-01", "BRD-ESP-02", "BRD-TRN-04", "BRD-RET-11")
def test_ex_09_the_wizards_fire_ball_medallion_and_unlucky_transference() -> None:
    table = Setting("wizard", "elf").at("5U-C17").spells("fireball", "transference", "lightning").give("Silver Cup", level=2)
    table.guard("5U-R03", "Black Pudding").guard("queens_treasure_room", "Troll").guard("kings_treasure_room", "Blue Dragon")
    table.guard("kings_library", "Black Pudding")
    table.s.stacks[table.board.site[table.board.find("5U-R03")]][0].hoard = [table.prize("ESP Medallion", 5)]
    table.turn("cast:fireball@5U-R03", "enter", dice=[8])
    assert table.where() == "5U-R03"
    assert table.hand() == ["Silver Cup", "ESP Medallion"]
    assert table.s.spell_stock == [11, 11, 12]
    table.turn("end")
    table.at("5U-C31")
    ran = table.turn(
        "look:queens_treasure_room",
        "go:queens_treasure_room",
        "transfer:kings_treasure_room",
        "drop:1",
        "back:6-C31",
        dice=[7, 6],
    )
    seen = next(event for event in ran.events if event.rule == "BRD-ESP-02")
    rival = seen.seen_by(1)
    assert "Troll" in seen.text
    assert rival is not None
    assert "Troll" not in rival.text
    assert table.stack("queens_treasure_room") == ["Troll"]
    assert table.pawn.spells == [1]
    assert table.where() == "6-C31"
    assert table.hoard("kings_treasure_room") == ["Silver Cup"]
    table.turn("end")
    ran = table.turn("go:6-C35", "look:kings_library", "end")
    assert "Black Pudding" in next(event.text for event in ran.events if event.rule == "BRD-ESP-02")
    pudding = table.deck.monsters[table.s.stacks[table.board.site[table.board.find("kings_library")]][0].card]
    assert pudding.needs[4] == DASH  # his last spell is useless here


@pytest.mark.rule("BRD-EXM-08", "BRD-RET-07", "BRD-RET-08", "BRD-RET-09", "BRD-RET-10", "BRD-DROP-01", "BRD-LOSE-02")
def test_ex_10_the_hero_driven_four_times_between_green_slime_and_giant() -> None:
    table = Setting("hero", "elf").at("5U-C35").at("5U-C30", seat=1)
    table.give("Silver Ring", "Silver Ring", "Gold Cup", "Gold Ring", "Silver Cup")
    table.guard("queens_treasure_room", "Green Slime").guard("queens_treasure_room_annex", "Giant")
    key = next(key for key in table.asked() if key.startswith("try:") and "annex" in key and "C35" in key)
    table.turn(key, "go:queens_treasure_room_annex", dice=["1d6=2", 7, 7])
    assert table.where() == "queens_treasure_room_annex"
    table.turn("end")
    ran = table.turn("go:queens_treasure_room", "drop:1", "drop:1", "drop:1", "drop:1", dice=[6, 10, 8, 4, 5, 5, 9, 6])
    fights = [event.values["why"] for event in ran.events if event.roll and event.rule == "BRD-CMB-03"]
    assert fights == [f"Hero 1 against the {name}" for name in ("Green Slime", "Giant", "Green Slime", "Giant")]
    legs = [event.values["into"] or event.values["where"] for event in ran.events if event.rule in ("BRD-RET-01", "BRD-RET-07")]
    between, annex, queen = "corridor 5U-C34", "the Queen's Treasure Room Annex", "the Queen's Treasure Room"
    assert legs == [annex, queen, annex, between]
    assert [table.board.label(space) for space in table.pawn.trail[-7:]] == [
        between,
        annex,
        between,
        queen,
        between,
        annex,
        between,
    ]
    assert table.where() == "5U-C34"
    assert len(table.hand()) == 1
    assert table.pawn.lose_turns == 3
    assert (len(table.hoard("queens_treasure_room")), len(table.hoard("queens_treasure_room_annex"))) == (2, 2)


@pytest.mark.rule("BRD-DOOR-02", "BRD-DOOR-05", "BRD-MOVE-01")
def test_ex_11_a_door_opened_after_five_spaces() -> None:
    table = Setting("hero").guard("1-R02", "Goblins", prizes=["Sack of Gold"])
    far = next(i for i, d in enumerate(table.board.distances([table.board.find("1-C09")])) if d == 5 and table.board.kind[i] == 1)
    table.at(table.board.address[far])
    table.turn("go:1-C09", "open:1-R02", "enter", dice=[4])
    assert table.where() == "1-R02"
    assert table.hand() == ["Sack of Gold"]


@pytest.mark.rule("BRD-SEC-01", "BRD-SEC-02", "BRD-SEC-06", "BRD-INT-07")
@pytest.mark.parametrize("introductory", [False, True])
def test_ex_12_two_secret_doors_in_one_turn(introductory: bool) -> None:
    table = Setting("elf", introductory=introductory).at("5U-C35")
    first = next(key for key in table.asked() if key.startswith("try:") and "annex" in key and "C35" in key)
    after = table.asked(first, "go:queens_treasure_room", dice=[4])
    doors = [key for key in after if key.startswith("try:")]
    if introductory:
        assert not doors
        return
    assert doors
    again = Setting("elf").at("5U-C35")
    near = [key for key in doors if "queens_treasure_room/" in key.replace(":", "/") or key.endswith("queens_treasure_room")]
    ran = again.turn(first, "go:queens_treasure_room", near[0], near[1], dice=[4, 1, 5])
    assert len([event for event in ran.events if event.roll]) == 3
    assert len(again.pawn.doors) == 2


@pytest.mark.rule("BRD-CMB-07", "BRD-SWD-03", "BRD-SWD-04", "BRD-SSW-06")
def test_ex_13_dash_monsters_with_and_without_swords() -> None:
    for sword, roll, kills in ((0, 12, False), (1, 12, True), (1, 11, False), (2, 11, True), (2, 10, False)):
        table = Setting("hero").at("1-C09").guard("1-R02", "Red Dragon")
        if sword:
            table.give("Magic Sword")
        if sword == 2:
            table.s.plus_two = list(table.pawn.prizes)
        dice = [7] if not sword else [roll] if kills else [roll, 7]
        table.turn("open:1-R02", *(["stay"] if kills else []), dice=dice)
        assert (table.stack("1-R02") == []) == kills


@pytest.mark.rule("BRD-AMB-05", "BRD-AMB-17", "BRD-AMB-18")
def test_ex_14_two_ambush_a_third() -> None:
    table = Setting("superhero", "hero", "elf", ambush=True).at("1-C20")
    before = [s for s, via, _ in table.board.near[table.board.find("1-C20")] if via == 0]
    second = [s for s, via, _ in table.board.near[before[0]] if via == 0 and s != table.board.find("1-C20")]
    table.at(table.board.address[before[0]], trail=[table.board.address[second[0]], table.board.address[before[0]]])
    table.at("1-C20", seat=1).at("1-C20", seat=2).give("Gold Ring", "Silver Cup", "Jade Idol")
    answers: list[object] = ["go:1-C20", (0, "pass"), (1, "ambush"), (2, "ambush"), "strike:1", "drop:1", "drop:1"]
    keys = table.asked(*answers, dice=[9, 11, 5, 6, 9])  # type: ignore[arg-type]
    assert all(key.startswith("back:") for key in keys)
    assert table.pawn.space == before[0]  # the first result is carried out, the second waits for its line
    assert len(table.hand()) == 1
    assert table.s.pawns[1].alive
    assert table.where(1) == table.where(2) == "1-C20"


@pytest.mark.rule("BRD-SAMB-01", "BRD-SAMB-02", "BRD-SAMB-03", "BRD-SAMB-05")
def test_ex_15_spell_ambush() -> None:
    table = Setting("wizard", "hero", ambush=True).at("2-C54").at("2-C55", seat=1, trail=["2-C56", "2-C55"]).spells("lightning")
    table.give("Gold Ring", seat=1)
    table.turn("cast:lightning@pawn-1", "enter", "take", dice=[6, 8])
    assert table.where(1) == "2-C56"
    assert table.where() == "2-C55"
    assert table.hand() == ["Gold Ring"]


@pytest.mark.rule("BRD-WAND-04", "BRD-WAND-07", "BRD-WAND-08", "BRD-WAND-13", "BRD-WAND-15", "BRD-WAND-16")
@pytest.mark.parametrize("clt", [8, 7])
def test_ex_16_a_wandering_monster_chooses_and_settles(clt: int) -> None:
    table = (
        Setting("hero", "hero", "wizard", wandering_monsters=True)
        .killed("Ogre")
        .at("3U-C10")
        .at("3U-C36", seat=1)
        .at("storeroom", seat=2)
    )
    table.give("Gold Ring", "Gold Cup").give("Silver Cup", "Silver Cup", "Silver Ring", seat=1)
    table.s.phase, table.s.turn = "wander", 2
    table.s.pawns[1].trail = [table.board.find("3U-C46"), table.board.find("3U-C36")]
    run(step, table.s, answers=[(1, "drop:1")] if clt == 8 else [], dice=[4, 1, 6, clt])
    assert [pawn.fights for pawn in table.s.pawns] == [0, 1, 0]
    lying = [(table.board.places[site], stack) for site, stack in enumerate(table.s.stacks) if stack]
    assert len(lying) == 1
    place, stack = lying[0]
    dist = table.board.distances([table.board.find("3U-C36")])
    if clt == 8:
        vacant = [p for p in table.board.places if p != table.board.find("storeroom")]
        assert dist[place] == min(dist[p] for p in vacant)
        assert [table.deck.prizes[card].name for card in stack[0].hoard] == ["Silver Cup"]
        assert table.where(1) == "3U-C46"
    else:
        assert table.board.address[place] == "storeroom"
        assert table.where(1) == "3U-C36"
    poor = Setting("hero", wandering_monsters=True).killed("Ogre").at("3U-C36", trail=["3U-C46", "3U-C36"])
    poor.s.phase = "wander"
    run(step, poor.s, dice=[4, 1, 6, 8])
    assert len(poor.s.discards[2]) == 1


@pytest.mark.rule("BRD-TRAP-01", "BRD-TRAP-04", "BRD-TRAP-05", "BRD-TRAP-06")
def test_ex_17_transport_trap() -> None:
    table = Setting("superhero").guard("wizards_laboratory", "Troll")
    room = table.board.find("4U-R05")
    door = next(s for s, via, _ in table.board.near[room] if via == 1)
    table.at(table.board.address[door])
    table.s.stacks[table.board.site[room]] = [Guard(table.monster("transport_down", 4), [table.prize("Gold Ring")])]
    ran = table.turn("open:4U-R05", "take", "fall:wizards_laboratory", dice=[8])
    assert set(ran.asks[2].keys) == {
        "fall:queens_treasure_room", "fall:queens_treasure_room_annex", "fall:wizards_laboratory", "fall:wizards_treasure_room"
    }  # fmt: skip
    assert table.hand() == ["Gold Ring"]
    assert table.stack("wizards_laboratory") == []


@pytest.mark.rule("BRD-WIN-01", "BRD-WIN-03", "BRD-TRN-08", "BRD-SAFE-05")
def test_ex_18_winning_and_not_winning() -> None:
    hero = Setting("hero").at("main_gallery").give("Huge Diamond")
    hero.turn("end")
    assert hero.s.winner == -1
    hero.turn("go:main_staircase")
    assert hero.s.winner == 0
    wizard = (
        Setting("wizard")
        .at("main_gallery")
        .spells("transference")
        .give("Huge Diamond", "Gold Necklace", "Huge Ruby", "Gold Ring")
    )
    wizard.turn("transfer:main_staircase")
    assert wizard.s.winner == 0
    for answers, wins in ((("go:main_staircase",), True), (("end",), False)):
        rich = Setting("superhero", safe_keeping=True).at("main_gallery").give("Huge Ruby")
        rich.pawn.stored = [rich.prize("Huge Diamond"), rich.prize("Silver Ring")]
        rich.turn(*answers)
        assert (rich.s.winner == 0) == wins


@pytest.mark.rule("BRD-CMB-08", "BRD-CMB-11", "BRD-MOVE-09", "BRD-MOVE-10")
def test_ex_19_a_chamber_of_three() -> None:
    table = Setting("superhero").guard("guard_room", "Ghouls", "Hobgoblins", "Evil Hero")
    ways = [table.board.address[s] for s, via, _ in table.board.near[table.board.find("guard_room")] if via == 0]
    table.at(ways[0])
    table.turn("go:guard_room", dice=[9])
    assert table.stack("guard_room") == ["Hobgoblins", "Evil Hero"]
    assert ways[1] in goes(table.asked())
    assert not [event for event in table.turn(f"go:{ways[1]}", "end").events if event.roll]
    ran = table.turn("go:guard_room", dice=[9])
    assert any("Hobgoblins" in text for text in ran.texts)


@pytest.mark.rule("BRD-WND-01", "BRD-WND-02", "BRD-WND-03", "BRD-REG-01", "BRD-REG-03", "BRD-DROP-02")
def test_ex_20_seriously_wounded_and_back() -> None:
    table = (
        Setting("wizard", "elf").at("5U-C31").guard("queens_treasure_room", "Troll").give("Gold Ring", "Silver Cup", "Jade Idol")
    )
    table.turn("go:queens_treasure_room", dice=[2, 12])
    assert len(table.hoard("queens_treasure_room")) == 3
    assert table.pawn.wounded
    assert table.where() == "queens_treasure_room"
    table.turn("end")
    table.turn()
    assert table.where() == "main_staircase"
    assert table.pawn.spells == []
    table.turn("end")
    table.turn("end", "take:fireball")
    assert table.pawn.spells == [2]


@pytest.mark.rule("BRD-RET-05", "BRD-RET-06", "BRD-RET-07")
@pytest.mark.parametrize(("clt", "path"), [(6, ["5U-C34"]), (4, ["5U-C34", "queens_treasure_room"])])
def test_ex_21_entering_by_a_secret_door_and_losing(clt: int, path: list[str]) -> None:
    table = Setting("hero").at("5U-C35").known("5U-C35", "queens_treasure_room_annex")
    table.guard("queens_treasure_room", "Green Slime").guard("queens_treasure_room_annex", "Giant")
    ran = run(take_turn, table.s, answers=["go:queens_treasure_room_annex"], dice=[2, clt] + ([2, 7] if clt == 4 else []))
    assert table.where() == path[-1]
    assert [table.board.address[space] for space in table.pawn.trail[-len(path) :]] == path
    assert any("Green Slime" in text for text in ran.texts) == (clt == 4)

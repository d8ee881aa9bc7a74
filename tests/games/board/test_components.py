"""The box: credits, pawns, the board, the decks and the deal."""

from __future__ import annotations

from collections import Counter, deque

import pytest

from undercroft.engine import BadContent, BadOpening
from undercroft.games.board import GAME
from undercroft.games.board.board import CHAMBER, CORRIDOR, FAR, OPEN, ROOM, SECRET, printed_board
from undercroft.games.board.boardfile import KIND_NAMES
from undercroft.games.board.content import KINDS, printed_deck, printed_rows, tables
from undercroft.games.board.rules.movement.reach import reaches_of
from undercroft.games.board.screen import card_browser, reference_sheets
from undercroft.games.board.state import Dungeon

from .table import Setting, new_match

BOARD = printed_board()
DECK = printed_deck()


@pytest.mark.rule("BRD-COMP-01", "BRD-COMP-03", "BRD-COMP-12", "BRD-COMP-13")
def test_the_about_page_names_the_makers_the_ages_and_the_setting() -> None:
    about = next(sheet.text for sheet in new_match("A", "B").screen(0, drawing=False).sheets if sheet.title == "About this game")
    for name in (
        "David R. Megarry",
        "E. Gary Gygax",
        "Larry Kessling",
        "Keith Hill",
        "Richard Hill",
        "Tracy Lesch",
        "Patch Press",
    ):
        assert name in about
    assert "ages 8" in about
    assert "10 and up" in about
    assert "10 minutes" in about
    assert "30 minutes to 2 hours" in about
    assert "ruined castle" in about
    assert "six levels" in about
    assert all(word in about for word in ("Goblins", "werewolves", "giants", "dragons"))
    assert "The Dragon" in about
    assert "$1.50" in about
    assert "$9.00" in about
    assert "8 and up" in GAME.ages
    assert "10 and up" in GAME.ages
    assert GAME.length == "30 minutes to 2 hours"


@pytest.mark.rule("BRD-COMP-02")
def test_two_to_twelve_play_and_one_only_in_solo() -> None:
    for count in (2, 12):
        assert len(new_match(*(f"P{n}" for n in range(count))).state.pawns) == count
    with pytest.raises(BadOpening, match="2 to 12"):
        new_match("A")
    with pytest.raises(BadOpening, match="13"):
        new_match(*(f"P{n}" for n in range(13)))
    assert len(new_match("A", solo="plain").state.pawns) == 1


@pytest.mark.rule("BRD-COMP-04", "BRD-TYPE-05")
def test_twelve_pawns_three_of_each_colour_in_order_of_strength() -> None:
    rows = tables().adventurers
    assert [(row.type, row.pawn_colour, row.pawns) for row in rows] == [
        ("elf", "green", 3), ("hero", "blue", 3), ("superhero", "red", 3), ("wizard", "white", 3)
    ]  # fmt: skip
    assert [row.type for row in sorted(rows, key=lambda row: -row.strength_rank)] == ["wizard", "superhero", "hero", "elf"]
    assert list(KINDS) == ["elf", "hero", "superhero", "wizard"]


@pytest.mark.rule("BRD-COMP-05")
def test_two_dice_for_fights_one_for_doors_and_traps() -> None:
    match = new_match(
        "A", "B", "C", seed=5, advanced=True, increased_wizard_spells=True, special_magic_swords=True, types="wizard,elf,hero"
    )
    from undercroft.bots.random import any_answer
    from undercroft.engine import Dice

    dice = Dice(9)
    while match.ask is not None and match.move_count < 900:
        seat = match.ask.seats[0]
        match.answer(any_answer(match.ask, seat, dice), seat)
    rolls = [(event.rule, event.roll.notation) for event in match.events if event.roll is not None]
    assert rolls
    single = ("BRD-SEC-01", "BRD-TRAP-02", "BRD-INC-01")
    for rule, notation in rolls:
        assert notation == ("1d6" if rule in single else "2d6"), rule
    assert {"BRD-SEC-01", "BRD-INC-01", "BRD-CMB-03", "BRD-CLT-01", "BRD-SEL-01"} <= {rule for rule, _ in rolls}
    trap = Setting("hero").at("1-C09").guard("1-R02", "lose_turns").turn("open:1-R02", dice=[4])
    pawns = Setting("wizard", "elf", ambush=True).at("1-C09").at("1-C10", seat=1).spells("fireball")
    blast = pawns.turn("cast:fireball@pawn-1", dice=[2])
    sword = Setting("hero", special_magic_swords=True).at("1-C09").guard("1-R02", "Ghouls", prizes=["Magic Sword"])
    found = sword.turn("open:1-R02", "enter", dice=[12, 2])
    rolls = [(event.rule, event.roll.notation) for ran in (trap, blast, found) for event in ran.events if event.roll is not None]
    assert rolls == [("BRD-TRAP-02", "1d6"), ("BRD-SAMB-02", "2d6"), ("BRD-CMB-03", "2d6"), ("BRD-SSW-01", "2d6")]


@pytest.mark.rule("BRD-COMP-06", "BRD-CMB-02")
def test_a_revealed_card_shows_its_whole_chart_to_all_and_the_prize_to_nobody() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Goblins", prizes=["Sack of Gold"])
    table.asked("open:1-R02", dice=[12])
    for seat in (0, 1, None):
        sheets = GAME.screen(GAME.mask(table.s, seat), seat).sheets
        chart = next(sheet for sheet in sheets if sheet.title.startswith("Card on the table"))
        assert "Goblins (level 1, book)" in chart.title
        assert {row[0]: row[1] for row in chart.rows} == {
            "Lightning": "6", "Fire Ball": "2", "Wizard": "5", "Super Hero": "2", "Hero": "4", "Elf": "3"
        }  # fmt: skip
    again = Setting("hero", "elf").at("1-C09").guard("1-R02", "Goblins", prizes=["Sack of Gold"])
    masked = GAME.mask(again.s, 0)
    assert masked.stacks[again.board.site[again.board.find("1-R02")]][0].hoard == [-1]


@pytest.mark.rule("BRD-COMP-07", "BRD-CMB-12")
def test_a_prize_in_hand_shows_its_face_to_its_owner_and_its_level_to_all() -> None:
    table = Setting("hero", "elf").at("1-C09").guard("1-R02", "Goblins", prizes=["Sack of Gold"])
    table.turn("open:1-R02", "enter", dice=[12])
    card = table.pawn.prizes[0]
    own = GAME.screen(GAME.mask(table.s, 0), 0)
    hand = next(sheet for sheet in own.sheets if sheet.title == "Your prizes")
    assert (hand.lines[0].label, hand.lines[0].value) == ("Sack of Gold", f"{table.deck.prizes[card].value:,}")
    rival = GAME.screen(GAME.mask(table.s, 1), 1)
    sheet = next(sheet for sheet in rival.sheets if sheet.title == "Hero 1 the Hero")
    line = next(line for line in sheet.lines if line.label == "Prizes")
    assert (line.value, line.hint) == ("1", "level 1")
    assert GAME.mask(table.s, 1).pawns[0].prizes == [-1]
    assert "Sack of Gold" not in str(rival.sheets)


@pytest.mark.rule("BRD-COMP-08", "BRD-SETUP-06")
def test_the_spell_stock_holds_twelve_of_three_kinds_and_stays_untouched_without_wizards() -> None:
    assert new_match("A", "B", types="elf,hero").state.spell_stock == [12, 12, 12]
    table = Setting("wizard").spells("fireball")
    sheet = GAME.screen(table.s, 0).sheets[0]
    assert (
        next(line.value for line in sheet.lines if line.label == "In the stock")
        == "12 Transference, 12 Lightning Bolt, 11 Fire Ball"
    )


@pytest.mark.rule("BRD-COMP-09", "BRD-INT-01")
def test_a_mode_switch_offers_both_rule_sets() -> None:
    setting = next(setting for setting in GAME.settings if setting.name == "mode")
    assert set(setting.choices) == {"introductory", "full"}
    assert new_match("A", "B", mode="introductory").state.dials.introductory
    assert not new_match("A", "B").state.dials.introductory


@pytest.mark.rule("BRD-COMP-10")
def test_the_four_tables_are_on_every_screen() -> None:
    sheets = {sheet.title: sheet.rows for sheet in new_match("A", "B").screen(None, drawing=False).sheets}
    assert sheets["Combat Losing Table"][0] == ("7, 11", "No Effect")
    assert sheets["Player Combat Table"][1] == ("Hero", "6", "7", "9", "11")
    assert sheets["Spell Combat Table"] == (("Lightning Bolt", "3", "6", "9", "11"), ("Fire Ball", "6", "5", "7", "9"))
    assert ("7", "6") in sheets["Wandering Monster Table"]
    assert len(reference_sheets()) == 5


@pytest.mark.rule("BRD-COMP-11", "BRD-CMB-04")
def test_a_killed_monster_joins_the_pile_of_its_level() -> None:
    table = Setting("hero").at("3L-C01")
    room = _room_next_to(table, "3L")
    table.guard(room[1], "Ogre").at(room[0])
    table.turn(f"open:{room[1]}", "stay", dice=[12])
    assert [[table.deck.monsters[card].name for card in pile] for pile in table.s.discards] == [[], [], ["Ogre"], [], [], []]
    assert table.stack(room[1]) == []


def _room_next_to(table: Setting, section: str) -> tuple[str, str]:
    """A corridor space and a room behind a plain door, in a section."""
    board = table.board
    for index, link in enumerate(board.links):
        a, b = board.ends[index]
        if link.via == "door" and {board.kind[a], board.kind[b]} == {CORRIDOR, ROOM} and board.rows[a].section == section:
            return (link.a, link.b) if board.kind[a] == CORRIDOR else (link.b, link.a)
    raise AssertionError(section)


# The board.


@pytest.mark.rule("BRD-BOARD-01", "BRD-BOARD-02")
def test_nine_sections_three_by_three_with_start_in_the_centre() -> None:
    levels = {section.id: section.level for section in BOARD.sections}
    assert levels == {"1": 1, "2": 2, "3U": 3, "3L": 3, "4U": 4, "4L": 4, "5U": 5, "5L": 5, "6": 6}
    rows = sorted(BOARD.sections, key=lambda section: (section.y, section.x))
    assert [section.id for section in rows] == ["3L", "4L", "5L", "2", "1", "6", "3U", "4U", "5U"]
    assert BOARD.rows[BOARD.start].section == "1"
    svg = GAME.draw(new_match("A", "B").state, None).svg
    for section in BOARD.sections:
        assert f">{section.label}<" in svg


@pytest.mark.rule("BRD-BOARD-03")
def test_every_space_is_of_a_known_kind() -> None:
    assert Counter(KIND_NAMES[kind] for kind in BOARD.kind) == {
        "corridor": 739,
        "room": 80,
        "step": 27,
        "chamber": 13,
        "start": 1,
    }
    assert BOARD.size == 860


@pytest.mark.rule("BRD-BOARD-04")
def test_halves_of_a_level_share_a_colour_and_the_six_levels_differ() -> None:
    colours: dict[int, set[str]] = {}
    for section in BOARD.sections:
        colours.setdefault(section.level, set()).add(section.colour)
    assert all(len(found) == 1 for found in colours.values())
    assert len({next(iter(found)) for found in colours.values()}) == 6


@pytest.mark.rule("BRD-BOARD-05")
def test_doors_and_secret_doors_are_drawn_apart_for_everybody() -> None:
    state = new_match("A", "B").state
    for seat in (0, 1, None):
        svg = GAME.draw(GAME.mask(state, seat), seat).svg
        assert svg.count('stroke-dasharray="2.5 1.8"') >= 67
        assert svg.count('fill="#6b3f19"') >= 75


@pytest.mark.rule("BRD-BOARD-06", "BRD-BOARD-07", "BRD-BOARD-09")
def test_rooms_and_named_chambers_by_level() -> None:
    assert Counter(BOARD.level[room] for room in BOARD.rooms) == {1: 9, 2: 9, 3: 16, 4: 18, 5: 16, 6: 12}
    chambers = {(BOARD.rows[c].name, BOARD.level[c]) for c in BOARD.chambers}
    assert chambers == {
        ("Main Gallery", 1), ("Kitchen", 2), ("Guard Room", 2), ("Storeroom", 3), ("Armory", 3),
        ("Torture Chamber", 4), ("Crypt", 4), ("Queen's Treasure Room", 5), ("Queen's Treasure Room Annex", 5),
        ("Wizard's Laboratory", 5), ("Wizard's Treasure Room", 5),
        ("King's Treasure Room", 6), ("King's Library", 6),
    }  # fmt: skip
    sections = {BOARD.address[c]: BOARD.rows[c].section for c in BOARD.chambers}
    assert (sections["torture_chamber"], sections["armory"], sections["crypt"]) == ("4U", "3L", "4L")


@pytest.mark.rule("BRD-BOARD-08", "BRD-BOARD-20")
def test_spaces_are_found_however_their_address_is_typed() -> None:
    assert BOARD.find("Almsroom") == BOARD.find("armory") == BOARD.find("Armory")
    assert BOARD.find("4l-c48") == BOARD.find("4L C48") == BOARD.find("4L-C48")
    assert BOARD.find("Start") == BOARD.start
    assert len({address.lower() for address in BOARD.address}) == BOARD.size
    assert len(BOARD.link_between) == 2 * len(BOARD.links)
    assert sum(BOARD.rows[c].monsters > 0 for c in BOARD.chambers) == 12
    assert BOARD.door_name(BOARD.link_between[BOARD.find("2-C50"), BOARD.find("2-R07")]) in ("2-C50/2-R07", "2-R07/2-C50")
    with pytest.raises(BadContent, match="no space 'nowhere'"):
        BOARD.find("nowhere")


def _links(address: str) -> list[tuple[str, int]]:
    return [(BOARD.address[space], via) for space, via, _ in BOARD.near[BOARD.find(address)]]


@pytest.mark.rule("BRD-BOARD-10", "BRD-BOARD-11", "BRD-BOARD-12")
def test_the_queens_rooms() -> None:
    queen, annex = _links("queens_treasure_room"), _links("queens_treasure_room_annex")
    shared = [a for a, via in queen if (a, via) in annex]
    assert shared == ["5U-C34"]
    assert {a for a, _ in _links("5U-C34")} == {"queens_treasure_room", "queens_treasure_room_annex"}
    assert sum(via == SECRET for _, via in queen) == 2
    assert sorted(via for _, via in annex) == [OPEN, SECRET]
    assert len(_links("5U-C31")) == 2
    assert len(_links("5U-C30")) == 2
    assert ("5U-C31", OPEN) in queen


@pytest.mark.rule("BRD-BOARD-13")
def test_the_kings_rooms_are_a_short_corridor_apart() -> None:
    dist = BOARD.distances([BOARD.find("kings_treasure_room")])
    assert dist[BOARD.find("kings_library")] <= 6
    assert BOARD.rows[BOARD.find("kings_library")].section == BOARD.rows[BOARD.find("kings_treasure_room")].section == "6"


@pytest.mark.rule("BRD-BOARD-14", "BRD-MOVE-04")
def test_the_gallery_is_the_only_way_out_of_start_and_one_space_away() -> None:
    assert _links("main_staircase") == [("main_gallery", OPEN)]
    table = Setting("hero")
    table.turn("go:main_gallery", "end")
    assert table.where() == "main_gallery"
    reach = reaches_of(BOARD).reach(BOARD.start, 5, table.s.stacks, [], all_doors=False)
    assert reach.deed("go:main_gallery") == (BOARD.gallery, BOARD.gallery, 1)
    back = reaches_of(BOARD).reach(BOARD.gallery, 5, table.s.stacks, [], all_doors=False)
    assert back.deed("go:main_staircase") == (BOARD.start, BOARD.start, 1)


@pytest.mark.rule("BRD-BOARD-15", "BRD-STAIR-02")
def test_nineteen_staircases_with_a_step_for_each_level() -> None:
    pairs = Counter((stair.upper_level, stair.lower_level) for stair in BOARD.stairs)
    assert pairs == {(1, 2): 2, (1, 3): 2, (1, 4): 2, (2, 3): 2, (3, 4): 2, (4, 5): 4, (5, 6): 3, (4, 6): 2}
    assert all(len(stair.steps) == stair.lower_level - stair.upper_level for stair in BOARD.stairs)
    steps = {stair.id: len(stair.steps) for stair in BOARD.stairs}
    assert (steps["ST03"], steps["ST05"], steps["ST01"]) == (2, 3, 1)
    tops = [BOARD.via[BOARD.link_between[BOARD.find(s.upper_end), BOARD.find(s.steps[0])]] for s in BOARD.stairs]
    assert sorted(tops) == [OPEN] * 17 + [SECRET] * 2
    for die, end in ((2, "4L-C79"), (3, "ST15-1")):
        table = Setting("hero").at("ST15-1", trail=["6-C02", "ST15-2", "ST15-1"])
        key = next(key for key in table.asked() if key.startswith("try:") and "ST15-1" in key)
        table.s.now.moves = 5
        answers = (key, "go:4L-C79", "end") if die == 2 else (key,)
        table.turn(*answers, dice=[f"1d6={die}"])
        assert table.where() == end


@pytest.mark.rule("BRD-BOARD-16", "BRD-BOARD-21")
def test_doors_and_what_they_close() -> None:
    via = Counter(link.via for link in BOARD.links)
    assert (via["door"], via["secret"]) == (75, 67)
    for index, link in enumerate(BOARD.links):
        kinds = {BOARD.kind[end] for end in BOARD.ends[index]}
        if link.via == "door":
            assert ROOM in kinds
        if ROOM in kinds:
            assert link.via != "open"
    assert all(any(v == OPEN for _, v, _ in BOARD.near[c]) for c in BOARD.chambers)
    only_secret = {BOARD.address[r] for r in BOARD.rooms if all(v == SECRET for _, v, _ in BOARD.near[r])}
    assert only_secret == {"3L-R07", "4L-R03", "4U-R07", "5L-R06", "5U-R02", "6-R04", "6-R07"}
    assert any(BOARD.kind[a] == BOARD.kind[b] == ROOM for a, b in BOARD.ends)


@pytest.mark.rule("BRD-BOARD-17")
def test_chambers_are_gates_of_their_sections() -> None:
    split = []
    for index, section in enumerate(BOARD.sections):
        spaces = [i for i in range(BOARD.size) if BOARD.section[i] == index and BOARD.kind[i] == CORRIDOR]
        seen = {spaces[0]}
        queue = deque([spaces[0]])
        while queue:
            for v, via, _ in BOARD.near[queue.popleft()]:
                if v not in seen and BOARD.section[v] == index and BOARD.kind[v] == CORRIDOR and via != SECRET:
                    seen.add(v)
                    queue.append(v)
        if len(seen) < len(spaces):
            split.append(section.id)
    assert {"2", "3U", "3L", "4U", "4L", "5L", "6"} <= set(split)


@pytest.mark.rule("BRD-BOARD-18")
def test_distances_from_start() -> None:
    def stocked(space: int) -> bool:
        return BOARD.kind[space] == ROOM or (BOARD.kind[space] == CHAMBER and space != BOARD.gallery)

    dist = BOARD.distances([BOARD.start], stop=stocked)
    nearest = {
        level: min(dist[i] for i in range(BOARD.size) if BOARD.kind[i] == CORRIDOR and BOARD.level[i] == level)
        for level in range(2, 7)
    }
    assert nearest == {2: 9, 3: 13, 4: 10, 5: 19, 6: 32}
    assert (dist[BOARD.find("1-R01")], dist[BOARD.find("1-R02")], dist[BOARD.find("1-R03")]) == (11, 7, 8)
    every = BOARD.distances([BOARD.start], doors=range(len(BOARD.links)))
    assert max(every) < FAR


# The decks and the deal.


@pytest.mark.rule("BRD-DECK-01", "BRD-DECK-08")
def test_deck_arithmetic() -> None:
    for level in range(1, 7):
        rooms = sum(BOARD.level[room] == level for room in BOARD.rooms)
        chambers = sum(BOARD.level[c] == level and c != BOARD.gallery for c in BOARD.chambers)
        assert len(DECK.monsters_by_level[level]) == rooms + 3 * chambers
        assert len(DECK.prizes_by_level[level]) == rooms
    traps = sum(bool(card.trap) for card in DECK.monsters)
    assert (len(DECK.monsters), len(DECK.monsters) - traps, traps, len(DECK.prizes)) == (116, 109, 7, 80)
    assert sum(prize.value for prize in DECK.prizes) == 219_000


@pytest.mark.parametrize(
    ("level", "monsters", "prizes"),
    [
        pytest.param(1, 9, 9, marks=pytest.mark.rule("BRD-DECK-02")),
        pytest.param(2, 15, 9, marks=pytest.mark.rule("BRD-DECK-03")),
        pytest.param(3, 22, 16, marks=pytest.mark.rule("BRD-DECK-04")),
        pytest.param(4, 24, 18, marks=pytest.mark.rule("BRD-DECK-05")),
        pytest.param(5, 28, 16, marks=pytest.mark.rule("BRD-DECK-06")),
        pytest.param(6, 18, 12, marks=pytest.mark.rule("BRD-DECK-07")),
    ],
)
def test_cards_of_a_level(level: int, monsters: int, prizes: int) -> None:
    assert (len(DECK.monsters_by_level[level]), len(DECK.prizes_by_level[level])) == (monsters, prizes)


@pytest.mark.rule("BRD-DECK-09", "BRD-DECK-10", "BRD-DECK-11")
def test_the_reconstructed_decks_are_marked() -> None:
    monsters, traps, prizes = printed_rows()
    fifth = {row.name: row.count for row in monsters if row.level == 5} | {
        row.effect: row.count for row in traps if row.level == 5
    }
    assert fifth == {
        "Black Pudding": 4, "Giant": 4, "Green Slime": 4, "Purple Worm": 3, "Troll": 4, "Vampire": 3, "Witch": 4,
        "lose_turns": 1, "transport_down": 1,
    }  # fmt: skip
    sixth = {row.name: (row.count, row.value) for row in prizes if row.level == 6}
    assert sixth == {
        "Crystal Ball": (1, 1000), "Gold Necklace": (1, 9000), "Huge Diamond": (1, 10000), "Huge Emerald": (2, 5000),
        "Huge Ruby": (1, 8000), "Huge Sapphire": (1, 6000), "Jade Idol": (2, 5000), "Magic Sword": (1, 1000),
        "Silver Coffer": (1, 4000), "Silver Necklace": (1, 7000),
    }  # fmt: skip
    assert all(row.origin == ("reconstructed" if row.level == 5 else "book") for row in monsters)
    assert all(row.origin == ("reconstructed" if row.level == 5 else "book") for row in traps)
    assert all(row.origin == ("reconstructed" if row.level == 6 else "book") for row in prizes)
    page = card_browser()
    assert "| 5 | Witch | 4 | 10 | 10 | 5 | 9 | 11 | 11 | reconstructed | " in page
    assert "| 6 | Huge Diamond | 1 | 10,000 |  | reconstructed |" in page
    assert "| 4 | Troll | 4 | - | 7 | 8 | 8 | 10 | 9 | book |" in page


def _dealt(seed: int, types: str = "", mode: str = "full") -> Dungeon:
    return new_match("A", "B", seed=seed, types=types, mode=mode).state


@pytest.mark.rule("BRD-SETUP-01", "BRD-SETUP-02", "BRD-SETUP-03", "BRD-SETUP-04", "BRD-SETUP-05")
def test_the_deal_fills_every_room_and_chamber_from_its_own_level() -> None:
    state = _dealt(3)
    seen_monsters, seen_prizes = [], []
    for site, stack in enumerate(state.stacks):
        space = BOARD.places[site]
        level = BOARD.level[space]
        for guard in stack:
            assert DECK.monsters[guard.card].level == level
            assert all(DECK.prizes[card].level == level for card in guard.hoard)
            seen_monsters.append(guard.card)
            seen_prizes += guard.hoard
        if BOARD.kind[space] == ROOM:
            assert len(stack) == 1
            assert len(stack[0].hoard) == 1
        else:
            assert len(stack) == (0 if space == BOARD.gallery else 3)
            assert all(not guard.hoard for guard in stack)
    assert sorted(seen_monsters) == list(range(116))
    assert sorted(seen_prizes) == list(range(80))
    other = _dealt(4)
    assert [[g.card for g in stack] for stack in other.stacks] != [[g.card for g in stack] for stack in state.stacks]


@pytest.mark.rule("BRD-SETUP-07")
def test_all_pawns_begin_on_the_main_staircase() -> None:
    match = new_match("A", "B", "C", types="elf,hero,superhero")
    assert [pawn.space for pawn in match.state.pawns] == [BOARD.start] * 3


@pytest.mark.rule("BRD-SETUP-08")
def test_the_deal_does_not_depend_on_who_opens_what_first() -> None:
    one, other = new_match("A", "B", seed=8, types="hero,elf"), new_match("A", "B", seed=8, types="hero,elf")
    for _ in range(30):
        assert one.ask is not None
        assert other.ask is not None
        one.answer(one.ask.keys[0])
        other.answer(other.ask.keys[-1])
    dealt = [[guard.card for guard in stack] for stack in _dealt(8, types="hero,elf").stacks]
    for match in (one, other):
        for site, stack in enumerate(match.state.stacks):
            assert [guard.card for guard in stack] == dealt[site][len(dealt[site]) - len(stack) :]


@pytest.mark.rule("BRD-SETUP-09")
def test_the_introductory_game_stocks_all_six_levels() -> None:
    state = _dealt(3, mode="introductory")
    assert sum(len(stack) for stack in state.stacks) == 116
    table = Setting("elf", introductory=True).at("6-C10")
    assert any(key.startswith("go:6-") for key in table.asked())

"""What is shown: the board, the options on it, the sheets, the odds, the chain of a retreat."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from undercroft.drawing import svg_to_png
from undercroft.engine import BadOpening
from undercroft.engine.words import count
from undercroft.games.board import GAME
from undercroft.games.board.rules.movement.reach import reach_of
from undercroft.games.board.rules.pieces.odds import odds_line
from undercroft.games.board.rules.turn.choices import turn_keys
from undercroft.games.board.rules.turn.labels import describer

from .table import Setting, goes, new_match


@pytest.mark.rule("BRD-UI-01")
def test_the_board_shows_pawns_stacks_known_monsters_prone_pawns_and_hoards() -> None:
    table = Setting("hero", "wizard").at("1-C09").at("1-C10", seat=1).guard("1-R02", "Troll", prizes=["Gold Ring", "Silver Cup"])
    table.guard("crypt", "Giant", "Mummy", "Werewolf").loose("1-C12", "Gold Cup")
    table.s.shown = [table.s.stacks[table.board.site[table.board.find("1-R02")]][0].card]
    table.s.pawns[1].lose_turns = 1
    table.s.pawns[0].doors = [
        table.board.link_between[table.board.find("5U-C35"), table.board.find("queens_treasure_room_annex")]
    ]
    drawing = GAME.draw(GAME.mask(table.s, 0), 0)
    svg = drawing.svg
    for mark in (
        'id="pawn-0"',
        'id="pawn-1"',
        'id="cards-1-R02"',
        'id="cards-crypt"',
        'id="loose-1-C12"',
        "rotate(90)",
        'id="door-',
    ):
        assert mark in svg
    assert ">Troll<" in svg
    assert ">Giant<" not in svg
    assert ">3×<" in svg
    assert "room 1-R02: Troll; 2 prizes" in svg
    assert drawing.text.startswith("1st Level")
    assert "H1" in drawing.text
    assert "W1" in drawing.text
    assert "Troll" in drawing.text or "Trol" in drawing.text
    assert "4th Level, Lower" in drawing.text
    assert "$1" in drawing.text
    assert "Hero 1" in drawing.alt


def test_the_drawing_is_sound_and_safe_for_any_name() -> None:
    match = new_match('<script>"&', "O'Brien & Söhne", seed=2, types="elf,wizard")
    for seat in (0, 1, None):
        drawing = match.screen(seat).drawing
        assert drawing is not None
        root = ET.fromstring(drawing.svg)
        assert root.attrib["viewBox"]
        assert "width" not in root.attrib
        assert "<script" not in drawing.svg
        assert " style=" not in drawing.svg
        assert not re.search(r"\son\w+=", drawing.svg)
        places = {element.attrib["data-place"] for element in root.iter() if "data-place" in element.attrib}
        assert places == set(drawing.places)
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
    last = match.screen(None).drawing
    assert last is not None
    assert svg_to_png(last.svg, 300).startswith(b"\x89PNG")


def test_every_section_can_be_drawn_in_characters() -> None:
    table = Setting("elf")
    for section in table.board.sections:
        corridor = next(row.id for row in table.board.rows if row.section == section.id and row.kind == "corridor")
        text = GAME.draw(table.at(corridor).s, 0).text
        lines = text.splitlines()
        assert lines[0].startswith(f"{section.label} (01 is {section.id}-C01")
        assert max(len(line) for line in lines) <= 80
        assert max(len(line) for line in lines[: lines.index("")]) <= 61
        assert "E1" in text


@pytest.mark.rule("BRD-UI-02")
def test_options_name_their_place_and_cost() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Goblins")
    reach = reach_of(table.s, table.board, table.deck, table.pawn)
    keys = turn_keys(table.s, table.board, table.deck, table.pawn, reach)
    describe = describer(table.s, table.board, table.deck, table.pawn, reach)
    for address in goes(keys):
        option = describe(f"go:{address}")
        assert option.place == address
        assert option.hint.startswith(count(reach.dist[table.board.number[address]], "space"))
    assert describe("open:1-R02").place == "1-R02"
    door = Setting("elf").at("5U-C35")
    reach = reach_of(door.s, door.board, door.deck, door.pawn)
    key = next(entry[0] for entry in reach.tries)
    assert "opens on 1-4" in describer(door.s, door.board, door.deck, door.pawn, reach)(key).hint
    chamber = Setting("hero").at("5U-C30").guard("queens_treasure_room", "Troll", "Giant")
    reach = reach_of(chamber.s, chamber.board, chamber.deck, chamber.pawn)
    hint = describer(chamber.s, chamber.board, chamber.deck, chamber.pawn, reach)("go:queens_treasure_room").hint
    assert "two spaces east" in hint
    assert "stops you: 2 monsters face down; about " in hint
    assert "; no prize; " in hint


@pytest.mark.rule("BRD-UI-05")
def test_a_face_down_card_shows_the_mean_odds_of_its_level() -> None:
    table = Setting("hero").at("2-C50").guard("2-R07", "Ghouls")
    for sword, mean in (([], 28), (["Magic Sword"], 32)):  # 396 and 443 of 504 throws
        table.give(*sword)
        reach = reach_of(table.s, table.board, table.deck, table.pawn)
        hint = describer(table.s, table.board, table.deck, table.pawn, reach)("open:2-R07").hint
        assert hint == f"about {mean} in 36 to win"


@pytest.mark.rule("BRD-UI-03")
def test_a_sheet_holds_everything_for_its_owner_and_the_public_part_for_others() -> None:
    table = Setting("wizard", "hero").spells("fireball", "transference").give("Gold Ring", "Crystal Ball")
    table.pawn.doors, table.pawn.lose_turns, table.pawn.wounded = [760], 2, True
    own = GAME.screen(GAME.mask(table.s, 0), 0)
    labels = {line.label for line in own.sheets[0].lines}
    assert {"Type", "Gold needed", "Gold held", "Secret doors", "Prone", "Wounded", "Spells", "In the stock"} <= labels
    assert "one Fire Ball and one Transference" in next(line.hint for line in own.sheets[0].lines if line.label == "Spells")
    hand = own.sheets[1]
    assert hand.kind == "hand"
    assert [line.label for line in hand.lines] == ["Gold Ring", "Crystal Ball"]
    rival = GAME.screen(GAME.mask(table.s, 1), 1)
    sheet = next(sheet for sheet in rival.sheets if sheet.seat == 0)
    shown = {line.label: line for line in sheet.lines}
    assert "Gold held" not in shown
    assert shown["Prizes"].value == "2"
    assert shown["Spells"].value == "2"
    assert "Fire" not in str(sheet)
    assert "Gold Ring" not in str(rival)


@pytest.mark.rule("BRD-UI-05")
def test_the_chance_against_a_known_monster_is_shown() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Ogre")
    table.s.shown = [table.s.stacks[table.board.site[table.board.find("1-R02")]][0].card]
    reach = reach_of(table.s, table.board, table.deck, table.pawn)
    assert "10 in 36" in describer(table.s, table.board, table.deck, table.pawn, reach)("open:1-R02").hint
    known = next(sheet for sheet in GAME.screen(table.s, 0).sheets if sheet.title == "Monsters you know of")
    assert known.rows == (("1-R02", "top", "Ogre: 9 or more, 10 in 36", "0"),)
    dragon = Setting("hero").monster("Red Dragon")
    assert odds_line(table.s, table.pawn, dragon) == "Red Dragon: you cannot kill it"
    table.give("Magic Sword")
    assert odds_line(table.s, table.pawn, dragon) == "Red Dragon: 12 or more, 1 in 36"


@pytest.mark.rule("BRD-UI-05")
@pytest.mark.parametrize(
    ("words", "chance"),
    [
        (["hero", "ogre"], 10 / 36), (["hero", "ogre", "sword"], 15 / 36), (["elf", "red", "dragon"], 0.0),
        (["fireball", "mummy"], 35 / 36),
        (["hero", "red", "dragon", "sword+2"], 3 / 36), (["superhero", "against", "hero"], 26 / 36), (["door", "elf"], 4 / 6),
        (["lightning", "against", "wizard"], 3 / 36),
    ],
)  # fmt: skip
def test_odds_in_words(words: list[str], chance: float) -> None:
    odds = GAME.odds(words)
    assert next(iter(odds.chances.values())) == pytest.approx(chance)


def test_odds_of_the_tables_and_of_nonsense() -> None:
    assert sum(GAME.odds(["losing"]).chances.values()) == pytest.approx(1)
    assert GAME.odds(["wandering"]).fractions["nothing"] == "1/12"
    assert "Ask:" in GAME.odds([]).text
    with pytest.raises(BadOpening, match="no monster 'cow'"):
        GAME.odds(["hero", "cow"])
    with pytest.raises(BadOpening, match="not a question"):
        GAME.odds(["why"])


@pytest.mark.rule("BRD-UI-07")
def test_a_chain_of_retreats_is_told_step_by_step() -> None:
    table = Setting("hero", "elf").at("5U-C34", trail=["queens_treasure_room_annex", "5U-C34"]).at("5U-C30", seat=1)
    table.guard("queens_treasure_room", "Green Slime").guard("queens_treasure_room_annex", "Giant")
    ran = table.turn("go:queens_treasure_room", dice=[2, 10, 2, 4, 2, 5, 2, 6])
    story = [event.rule for event in ran.events if event.rule in ("BRD-RET-01", "BRD-RET-07") or event.roll]
    assert story == [
        "BRD-CMB-03", "BRD-CLT-01", "BRD-RET-07",
        "BRD-CMB-03", "BRD-CLT-01", "BRD-RET-07",
        "BRD-CMB-03", "BRD-CLT-01", "BRD-RET-07",
        "BRD-CMB-03", "BRD-CLT-01", "BRD-RET-01",
    ]  # fmt: skip


def test_exports_are_files() -> None:
    state = new_match("A", "B").state
    exports = GAME.exports()
    assert exports["svg"](GAME.mask(state, None), None).startswith(b"<svg")
    assert b"| 6 | Red Dragon | 2 |" in exports["md"](state, None)

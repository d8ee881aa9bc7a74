"""House boards and house decks: files, checked with errors that say what is wrong."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from undercroft.engine import BadOpening, Match, run
from undercroft.games.board import GAME
from undercroft.games.board.rules.turn.turn import take_turn
from undercroft.games.board.state import board_of, deck_of

from .table import new_match

PRINTED = (files("undercroft.games.board") / "data" / "board.toml").read_text(encoding="utf-8")
EXTRA_DOOR = '{ a = "1-C20", b = "1-R05", via = "door", x = 1, y = 1 }'


def _file(folder: Path, text: str, name: str = "house.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def _with_links(text: str, *rows: str) -> str:
    return text.replace("\nlink = [", "\nlink = [" + "".join(f"{row}, " for row in rows))


def _with_space(text: str, address: str, kind: str, more: str = "") -> str:
    row = f'{{ id = "{address}", kind = "{kind}", section = "1", level = 1, x = 1, y = 1, w = 1, h = 1{more} }}'
    return text.replace("\n]\n\nlink = [", f"\n{row},\n]\n\nlink = [")


@pytest.mark.rule("BRD-BOARD-19")
def test_a_board_with_one_extra_door_works_without_code_changes(tmp_path: Path) -> None:
    match = new_match("A", "B", types="hero,elf", board=_file(tmp_path, _with_links(PRINTED, EXTRA_DOOR)))
    state = match.state
    board = board_of(state)
    assert len(board.links) == 968
    pawn = state.pawns[state.order[0]]
    pawn.space = board.find("1-C20")
    pawn.trail = [pawn.space]
    state.stacks[board.site[board.find("1-R05")]] = []
    run(take_turn, state, answers=["go:1-R05", "end"])
    assert board.address[pawn.space] == "1-R05"
    fresh = new_match("A", "B", types="hero,elf", board=_file(tmp_path, _with_links(PRINTED, EXTRA_DOOR)))
    again = Match.restore(GAME, fresh.opening, fresh.snapshot())
    assert len(board_of(again.state).links) == 968  # the board travels with the save
    assert fresh.screen(0).drawing is not None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: _with_links(text, EXTRA_DOOR.replace("1-C20", "9-C99")), "there is no space '9-C99'"),
        (lambda text: _with_links(text, EXTRA_DOOR, EXTRA_DOOR), "joined twice"),
        (lambda text: _with_links(text, EXTRA_DOOR.replace('"door"', '"window"')), "'window'; it can be open, door, secret"),
        (lambda text: _with_links(text, EXTRA_DOOR.replace('"door"', '"open"')), "stands open"),
        (lambda text: _with_links(text, EXTRA_DOOR.replace("1-R05", "1-C50")), "closes no room"),
        (lambda text: _with_space(text, "1-r05", "room"), "given twice"),
        (lambda text: _with_space(text, "1-R99", "room", ", monsters = 1, prizes = 1"), "room 1-R99 has no door"),
        (lambda text: _with_space(text, "1-C99", "corridor"), "1-C99 cannot be reached"),
        (lambda text: text.replace('steps = ["ST03-1", "ST03-2"]', 'steps = ["ST03-1"]'), "staircase ST03 has 1 steps"),
        (lambda text: text.replace('start = "main_staircase"', 'start = "crypt"'), "exactly one start"),
        (lambda text: text.replace('kind = "start"', 'kind = "hall"'), "kind 'hall'"),
        (lambda text: text.replace("[canvas]", "[canvas]\ncolour = 3"), "colour"),
        (lambda text: "not a board", "not valid TOML"),
    ],
)  # fmt: skip
def test_a_broken_board_is_refused_with_a_reason(tmp_path: Path, change: object, message: str) -> None:
    assert callable(change)
    with pytest.raises(BadOpening, match=message) as refused:
        new_match("A", "B", board=_file(tmp_path, change(PRINTED)))
    assert "house.toml" in str(refused.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadOpening, match="there is no such file"):
        new_match("A", "B", board=str(tmp_path / "none.toml"))
    with pytest.raises(BadOpening, match="there is no such file"):
        new_match("A", "B", deck=str(tmp_path / "none.toml"))


def test_only_a_toml_file_of_decent_size_is_read(tmp_path: Path) -> None:
    with pytest.raises(BadOpening, match=r"named something\.toml"):
        new_match("A", "B", board="/dev/zero")
    with pytest.raises(BadOpening, match="larger than 2,000,000 bytes"):
        new_match("A", "B", deck=_file(tmp_path, "#" * 2_000_001))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(BadOpening, match="no such file"):
        new_match("A", "B", deck=str(tmp_path / "folder.toml"))


def _prizes(counts: dict[int, int], value: int = 1000, special: str = "") -> str:
    return "".join(
        f'[[prize]]\nlevel = {level}\nname = "House Gem"\ncount = {count}\nvalue = {value}\nspecial = "{special}"\n'
        for level, count in counts.items()
    )


def _cows(hero: str) -> str:
    rest = "".join(f'{column} = "2"\n' for column in ("lightning", "fireball", "wizard", "superhero", "elf"))
    return f'[[monster]]\nlevel = 1\nname = "Cow"\ncount = 9\nhero = "{hero}"\n{rest}'


ROOMS = {1: 9, 2: 9, 3: 16, 4: 18, 5: 16, 6: 12}


def test_a_house_deck_is_dealt_and_travels_with_the_save(tmp_path: Path) -> None:
    match = new_match("A", "B", deck=_file(tmp_path, _prizes(ROOMS, 5000)))
    assert {card.name for card in deck_of(match.state).prizes} == {"House Gem"}
    assert len(deck_of(match.state).monsters) == 116
    again = Match.restore(GAME, match.opening, match.snapshot())
    assert deck_of(again.state).prizes[0].value == 5000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (_prizes(ROOMS | {3: 15}), "level 3 has 15 prizes; the printed board needs 16"),
        (_prizes(ROOMS | {7: 1}), "level 7; levels run from 1 to 6"),
        (_prizes(ROOMS, special="wings"), "special 'wings'"),
        (_prizes(ROOMS, value=-5), "worth -5"),
        (_cows("moo"), "'moo' in column hero"),
        (_cows("-").replace("count = 9", "count = 8"), "level 1 has 8 monster and trap cards"),
        ('[[trap]]\nlevel = 1\nname = "Pit"\ncount = 9\neffect = "tickle"\n', "effect 'tickle'"),
        ('[[treasure]]\nlevel = 1\n', "treasure"),
    ],
)  # fmt: skip
def test_a_broken_deck_is_refused_with_a_reason(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadOpening, match=message) as refused:
        new_match("A", "B", deck=_file(tmp_path, text, "deck.toml"))
    assert "deck.toml" in str(refused.value)


def test_a_quest_needs_its_prize_in_the_deck(tmp_path: Path) -> None:
    with pytest.raises(BadOpening, match="there is none in the deck"):
        new_match("A", solo="quest", deck=_file(tmp_path, _prizes(ROOMS)))

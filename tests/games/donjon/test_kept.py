"""Deep games keep their secrets, drawings are safe, personas come back, content loads strictly."""

from __future__ import annotations

import re

import msgspec
import pytest

from undercroft import new_match
from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening
from undercroft.games.donjon import GAME, content
from undercroft.games.donjon.draw import WIDE, spots, text_table
from undercroft.games.donjon.pen import wrap
from undercroft.games.donjon.sheets import personas
from undercroft.games.donjon.state import Donjon
from undercroft.testing import play, screen_faults

from .test_running import a_won_game

_encode = msgspec.msgpack.Encoder().encode


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (3, {}),
        (5, {"heroes": "samples", "adventure": "temple", "starting_level": 3}),
        (7, {"heroes": "samples", "miniatures": "squares", "return_trip": "full"}),
    ],
)
def test_a_deep_game_restores_and_keeps_its_secrets(seed: int, options: dict[str, bool | int | str]) -> None:
    def look(match: Match[Donjon]) -> None:
        if match.move_count % 31:
            return
        again = Match.restore(GAME, match.opening, match.snapshot())
        assert _encode(again.state) == _encode(match.state)
        assert again.ask is not None
        assert match.ask is not None
        assert again.ask.prompt == match.ask.prompt
        for seat in range(3):
            other = match.determinised(seat, seed=seat + 5)
            assert _encode(GAME.mask(other.state, seat)) == _encode(GAME.mask(match.state, seat))
        assert list(screen_faults(match)) == []

    play(GAME, ("storyteller", "bruiser", "caster"), seed, options=options, light=False, decisions=700, each=look)


def test_drawings_are_safe_and_still() -> None:
    match = a_won_game()
    state = match.state
    state.phase = "road"
    state.players[0] = "<script>alert(1)</script>"
    state.pcs()[0].name = '<b onclick="x">'
    drawing = GAME.draw(GAME.mask(state, 0), 0)
    assert drawing is not None
    assert "<b onclick" not in drawing.svg
    assert "<script" not in drawing.svg
    assert " style=" not in drawing.svg
    assert 'viewBox="0 0 760 300"' in drawing.svg
    assert drawing == GAME.draw(GAME.mask(state, 0), 0)
    ids = re.findall(r' id="([^"]+)"', drawing.svg)
    assert len(ids) == len(set(ids))
    assert text_table(state).startswith("┌")
    assert wrap("a b c", 3) == ["a b", "c"]


def test_personas_come_back() -> None:
    match = a_won_game(2, heroes="samples")
    saved = msgspec.json.decode(personas(match.state, None))
    opening = Opening(game="donjon", seats=("Ada",), seed=9, bring=saved)
    again: Match[Donjon] = Match.start(GAME, opening)
    assert again.ask is not None
    assert "brought:0" in again.ask.keys
    again.answer("brought:0")
    assert again.state.pc(0).name == match.state.pcs()[0].name
    assert again.state.pc(0).level == match.state.pcs()[0].level


def test_content_loads_strictly() -> None:
    assert len(content.bestiary()) == 18
    assert set(content.gm().related) <= {*content.gm().kinds, "charge"}
    for row in content.bestiary().values():
        for ability in row.abilities:
            assert set(ability.adds) <= set(content.gm().kinds)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_table_in_letters_fits_a_small_terminal_and_names_lie_where_they_are_chosen(seed: int) -> None:
    match = new_match("donjon", seats=["Ada", "Bo"], seed=seed)
    bot, dice, fought = find_bot(match.game, match.game.bots[0]), Dice(seed), 0
    for _ in range(150):
        if match.ask is None:
            break
        rows = text_table(match.state).split("\n")
        assert max(map(len, rows)) <= WIDE
        for place, (row, column, length) in spots(match.state).items():
            name = match.state.beings[place.removeprefix("being-")].name
            assert rows[row][column : column + length] == name[:length]
            fought += 1
        seat = match.ask.seats[0]
        match.answer(bot(match.view(seat, dice)), seat)
    assert fought

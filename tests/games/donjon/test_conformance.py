"""Donjon obeys the laws of every game, its screens and drawings hold, its bots finish, and everything in it is met."""

from __future__ import annotations

import re

import msgspec
import pytest

from undercroft.bots.random import any_answer
from undercroft.engine import Dice, Match, Opening
from undercroft.games.donjon import GAME, content
from undercroft.games.donjon.draw import text_table
from undercroft.games.donjon.pen import wrap
from undercroft.games.donjon.sheets import personas
from undercroft.games.donjon.state import Donjon
from undercroft.testing import check_game

from .test_running import a_won_game

_encode = msgspec.msgpack.Encoder().encode


@pytest.mark.parametrize("seats", [1, 3])
def test_the_laws_hold_under_random_play(seats: int) -> None:
    check_game(GAME, seeds=(1, 2, 5), seats=seats)


def test_the_laws_hold_with_odd_dials_and_a_gamesmaster() -> None:
    odd: dict[str, bool | int | str] = {
        "heroes": "samples",
        "miniatures": "hexes",
        "die": 6,
        "race": True,
        "adventure": "sketch",
        "tiebreak": "resort",
        "seriousness": "Rust-and-Blood",
        "ammunition": True,
        "charge": "instead",
        "free_attack": "caught",
        "spell_pricing": "table",
        "recurring": True,
    }
    check_game(GAME, seeds=(3, 4), seats=2, options=odd)
    check_game(GAME, seeds=(6,), seats=2, gamesmaster="Gus", decisions=300)


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (3, {}),
        (5, {"heroes": "samples", "adventure": "temple", "starting_level": 3}),
        (7, {"heroes": "samples", "miniatures": "squares", "return_trip": "full"}),
    ],
)
def test_a_deep_game_restores_and_keeps_its_secrets(seed: int, options: dict[str, bool | int | str]) -> None:
    opening = Opening(game="donjon", seats=("Ada", "Bea", "Cid"), seed=seed, options=options)
    match: Match[Donjon] = Match.start(GAME, opening)
    bots = [GAME.bot(name) for name in ("storyteller", "bruiser", "caster")]
    dice = Dice(seed)
    while match.ask is not None and match.move_count < 700:
        if match.move_count % 31 == 0:
            again = Match.restore(GAME, match.opening, match.snapshot())
            assert _encode(again.state) == _encode(match.state)
            assert again.ask is not None
            assert again.ask.prompt == match.ask.prompt
            for seat in range(3):
                other = match.determinised(seat, seed=seat + 5)
                assert _encode(GAME.mask(other.state, seat)) == _encode(GAME.mask(match.state, seat))
                drawing = GAME.draw(GAME.mask(match.state, seat), seat)
                assert drawing is not None
                for option in match.ask.options_for(seat).values():
                    assert not option.place or option.place in drawing.places
        seat = match.ask.seats[0]
        match.answer(bots[seat](match.view(seat, dice)), seat)


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
    assert 'viewBox="0 0 1000 700"' in drawing.svg
    assert drawing == GAME.draw(GAME.mask(state, 0), 0)
    ids = re.findall(r' id="([^"]+)"', drawing.svg)
    assert len(ids) == len(set(ids))
    assert text_table(state).startswith("┌")
    assert wrap("a b c", 3) == ["a b", "c"]


def test_bots_of_every_taste_finish_and_meet_everything() -> None:
    met: dict[tuple[str, str], int] = {}
    wanted = [("encounter", e.id) for chapter in content.adventure("fungus").chapters for e in chapter.encounters]
    wanted += [("creature", key) for key in GAME.content()["creature"] if key != "undead_crocodile"]  # it lives in a swamp
    for number, seed in enumerate((10, 15, 24, 25, *range(30))):  # these four used to be enough
        opening = Opening(game="donjon", seats=("A", "B", "C"), seed=seed)
        match: Match[Donjon] = Match.start(GAME, opening, light=True, met=met)
        bots = [GAME.bot(GAME.bots[(seed + seat) % len(GAME.bots)]) for seat in range(3)]
        dice = Dice(seed)
        while match.ask is not None:
            seat = match.ask.seats[0]
            match.answer(bots[seat](match.view(seat, dice)), seat)
        assert match.outcome is not None
        if number >= 3 and all(entry in met for entry in wanted):
            break
    assert [entry for entry in wanted if entry not in met] == []


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


def test_light_and_full_play_agree() -> None:
    ends = []
    for light in (True, False):
        opening = Opening(game="donjon", seats=("A", "B"), seed=11, options={"heroes": "samples"})
        match: Match[Donjon] = Match.start(GAME, opening, light=light)
        bots = [GAME.bot("bruiser"), GAME.bot("chainer")]
        dice = Dice(2)
        while match.ask is not None:
            seat = match.ask.seats[0]
            match.answer(bots[seat](match.view(seat, dice)), seat)
        ends.append(_encode(match.state))
    assert ends[0] == ends[1]


def test_content_loads_strictly() -> None:
    assert len(content.bestiary()) == 18
    assert set(content.gm().related) <= {*content.gm().kinds, "charge"}
    for row in content.bestiary().values():
        for ability in row.abilities:
            assert set(ability.adds) <= set(content.gm().kinds)


@pytest.mark.parametrize("gamesmaster", [None, "Gus"])
def test_every_seat_has_a_screen_and_a_drawing_at_every_decision(gamesmaster: str | None) -> None:
    for seed in (5, 6):
        opening = Opening(game="donjon", seats=("Ada", "Bea"), seed=seed, options={"heroes": "samples"}, gamesmaster=gamesmaster)
        match: Match[Donjon] = Match.start(GAME, opening)
        bots = [GAME.bot("storyteller"), GAME.bot("bruiser")]
        dice = Dice(seed)
        for _ in range(220):
            if match.ask is None:
                break
            for seat in (0, 1, 2, None):
                masked = GAME.mask(match.state, seat)
                assert GAME.screen(masked, seat).title
                drawing = GAME.draw(masked, seat)
                assert drawing is not None
                assert drawing.svg.startswith("<svg")
            seat = match.ask.seats[0]
            match.answer(any_answer(match.ask, seat, dice) if seat == 2 else bots[seat](match.view(seat, dice)), seat)

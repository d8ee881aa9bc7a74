"""The game keeps the laws that every game keeps."""

# mypy: disable-error-code="unreachable, attr-defined"
from __future__ import annotations

from undercroft.bots import find_bot
from undercroft.engine import Dice, Opening
from undercroft.games.host import GAME
from undercroft.simulate.play import play_one
from undercroft.simulate.tally import Tally
from undercroft.testing import check_game


def test_laws() -> None:
    check_game(GAME, seeds=range(2))


def test_every_round_of_a_coverage_run_is_a_legal_table() -> None:
    known = {setting.name for setting in GAME.settings}
    assert {"dungeon_master", "liche_king", "alpha_villain"} <= {turn.get("villain_choice") for turn in GAME.cover_rounds}
    for turn in GAME.cover_rounds:
        options = {**GAME.cover_options, **turn}
        assert set(options) <= known
        GAME.check_opening(Opening(game="host", seats=("Author",), seed=1, options=options))


def test_every_bot_finishes_a_short_history() -> None:
    for number, name in enumerate(GAME.bots):
        tally = Tally()
        opening = Opening(game="host", seats=("Author",), seed=number, options={"ask": "everything", "stop_after": "disaster"})
        play_one(GAME, opening, [find_bot(GAME, name)], Dice(number), tally)
        assert (tally.games, tally.unfinished) == (1, 0), name

"""The package as a stranger uses it: the example of the README, to the letter, on every game."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import pytest

import undercroft
from undercroft.engine import Match
from undercroft.games import OURS, find
from undercroft.games.board.state import Dungeon
from undercroft.games.descent.state import Game as Descent
from undercroft.games.donjon.state import Donjon
from undercroft.games.host.state import Host
from undercroft.games.robber.state import RobberState


@pytest.mark.parametrize("slug", OURS)
def test_first_options_until_the_end_then_save_and_load(slug: str, tmp_path: Path) -> None:
    names = ["Ada", "Bo", "Cy"][: find(slug).min_seats]
    match = undercroft.new_match(slug, seats=names, seed=7)
    for _ in range(150):
        if not match.ask:
            break
        match.answer(next(iter(match.ask.options)))
    match.save(tmp_path / "ada.undercroft")
    again = undercroft.load(tmp_path / "ada.undercroft")
    assert again.snapshot() == match.snapshot()
    assert (again.outcome is None) == (match.outcome is None)


def test_a_match_has_the_state_of_its_game_for_a_type_checker() -> None:
    """`make check` reads these types; here they are compared with what really lies on the table."""
    robber, board = undercroft.new_match("robber", ["Ada"], seed=1), undercroft.new_match("board", ["Ada", "Bo"], seed=1)
    assert_type(robber.state, RobberState)
    assert_type(board.state, Dungeon)
    host, descent = undercroft.new_match("host", ["Ada"], seed=1), undercroft.new_match("descent", ["Ada"], seed=1)
    assert_type(host, Match[Host])
    assert_type(descent, Match[Descent])
    donjon = undercroft.new_match("donjon", ["Ada"], seed=1)
    assert_type(donjon, Match[Donjon])
    states = [match.state for match in (robber, board, host, descent, donjon)]
    assert [type(state) for state in states] == [RobberState, Dungeon, Host, Descent, Donjon]

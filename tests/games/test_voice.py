"""What a person reads in a game of each kind, held against the laws that listen (undercroft.testing.voice)."""

from __future__ import annotations

import pytest

from undercroft.engine.settings import SettingValue
from undercroft.games import find
from undercroft.testing.voice import check_voice, listen

GAMES = [
    ("robber", ["bold", "diver", "sensible"], 3, {}),
    ("robber", ["diver", "sensible", "cautious", "bold"], 12, {"odd": "advanced", "mode": "advanced"}),
    ("robber", ["bold", "diver", "sensible"], 15, {}),
    ("board", ["bold", "delver", "greedy"], 20, {"advanced": True}),
    ("host", ["powder_keg"], 16, {"civilization": "roll", "second_civilization": "roll", "play_on": True}),
]


@pytest.mark.parametrize(("game", "bots", "seed", "options"), GAMES)
def test_nothing_sounds_wrong(game: str, bots: list[str], seed: int, options: dict[str, SettingValue]) -> None:
    check_voice(find(game), bots, seed, options=options)


def test_nothing_sounds_wrong_in_the_first_hour_of_a_descent() -> None:
    ear = listen(find("descent"), ["plunderer", "cautious"], 2, options={"veterans": "storied", "maze": "new"}, decisions=150)
    assert not ear.faults


def test_a_board_game_says_less_of_the_same() -> None:
    """Whose turn it is made a quarter of the story, where somebody walked a fifth. No line is now more than one in eight."""
    ear = listen(find("board"), ["greedy", "bold"], 1)
    assert not ear.faults
    assert 8 * max(ear.templates.values()) < sum(ear.templates.values())

"""Finished games for tests: played by a bot here, and brought to a server as a save."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening
from undercroft.games import find

from .house import House


@lru_cache
def played(slug: str, seed: int, *names: str, options: tuple[tuple[str, Any], ...] = ()) -> bytes:
    """A whole game by its best bot, as a save file."""
    game = find(slug)
    match = Match.start(game, game.check_opening(Opening(game=slug, seats=names or ("Ada",), seed=seed, options=dict(options))))
    think, dice = find_bot(game, game.bots[0]), Dice(seed)
    while match.ask is not None:
        seat = match.ask.seats[0]
        match.answer(think(match.view(seat, dice)), seat)
    with tempfile.TemporaryDirectory() as folder:
        match.save(Path(folder) / "game.undercroft")
        return (Path(folder) / "game.undercroft").read_bytes()


def bring(server: House, save: bytes) -> dict[str, Any]:
    """A table with that game, over."""
    response = server.http.post("/api/saves", content=save, headers={"content-type": "application/json"})
    assert response.status_code == 200, response.text
    opened: dict[str, Any] = response.json()
    return opened

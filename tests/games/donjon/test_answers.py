"""Answers with types: a key is read into what it says, and written back as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import pytest

from undercroft.bots.random import any_answer
from undercroft.engine import Ask, Dice, Match, Opening
from undercroft.games.donjon import GAME
from undercroft.games.donjon.rules.basics import answers as basics
from undercroft.games.donjon.rules.basics.answers import Said
from undercroft.games.donjon.rules.flow import answers as flow
from undercroft.games.donjon.rules.flow.answers import Flask
from undercroft.games.donjon.rules.goods import answers as goods
from undercroft.games.donjon.rules.goods.answers import Own
from undercroft.games.donjon.rules.resolution import answers as resolution
from undercroft.games.donjon.rules.resolution.answers import Bring
from undercroft.games.donjon.state import Donjon


class _Keyed(Protocol):
    @property
    def key(self) -> str: ...


def readers(ask: Ask, keys: list[str]) -> Iterator[Callable[[str], _Keyed]]:
    """Whoever reads the answers to an ask."""
    if "plain" in keys:
        yield resolution.read
    elif ask.rule == "DON-BUY-03":
        yield goods.read
    elif all("/" in key for key in keys):
        yield flow.read
    else:
        yield basics.read


@pytest.mark.parametrize("seed", range(6))
def test_every_key_offered_is_read_and_written_back(seed: int) -> None:
    options: dict[str, bool | int | str] = {
        "heroes": "samples" if seed % 2 else "make",
        "ammunition": True,
        "starting_level": 1 + seed,
    }
    opening = Opening(game="donjon", seats=("A", "B", "C"), seed=seed, options=options, gamesmaster="G" if seed > 2 else None)
    match: Match[Donjon] = Match.start(GAME, opening)
    bots = [GAME.bot(name) for name in ("storyteller", "bruiser", "caster")]
    dice = Dice(seed)
    offered = 0
    while (ask := match.ask) is not None and match.move_count < 500:
        for seat in ask.seats:
            keys = list(ask.keys_for(seat)) if ask.kind in ("choose", "many", "all") else []
            for read in readers(ask, keys):
                assert [read(key).key for key in keys] == keys
                offered += len(keys)
        seat = ask.seats[0]
        wild = seat >= len(bots) or dice.below(4) == 0
        match.answer(any_answer(ask, seat, dice) if wild else bots[seat](match.view(seat, dice)), seat)
    assert offered > 500


@pytest.mark.parametrize(
    ("read", "key", "said"),
    [
        (basics.read, "away", Said("away")),
        (basics.read, "attack:n7", Said("attack", "n7")),
        (basics.read, "text:Two bandits: one map", Said("text", "Two bandits: one map")),
        (resolution.read, "plain", Bring("plain")),
        (resolution.read, "plain+3", Bring("plain", "", 3)),
        (resolution.read, "use:kill", Bring("use", "kill")),
        (resolution.read, "use:kill+2", Bring("use", "kill", 2)),
        (resolution.read, "argue:cave-lore", Bring("argue", "cave-lore")),
        (goods.read, "broadsword", Said("broadsword")),
        (goods.read, "own:big spoon=2", Own("big spoon", 2)),
        (flow.read, "pc0/i7", Flask("pc0", "i7")),
    ],
)
def test_what_a_key_says(read: Callable[[str], _Keyed], key: str, said: _Keyed) -> None:
    assert read(key) == said
    assert said.key == key

"""The law of answers: a key is made and read in the chapter that asks, and reads back as the same text."""

from __future__ import annotations

import importlib.util
import re
import sys
from typing import Any

import pytest

from undercroft.bots.random import any_answer
from undercroft.engine import Dice, Match, Opening, Table
from undercroft.games.robber import GAME
from undercroft.games.robber.rules.fight.answers import Blow
from undercroft.games.robber.rules.fight.answers import read as read_in_fight
from undercroft.games.robber.rules.magic.answers import Use
from undercroft.games.robber.rules.magic.answers import read as read_use
from undercroft.games.robber.rules.monsters.answers import Drop, read_drop

RULES = "undercroft.games.robber.rules."
PLAIN = re.compile(r"[a-z][a-z_0-9]*")
GAMES: list[tuple[dict[str, Any], int]] = [
    ({"odd": "advanced", "mode": "advanced"}, 1),
    ({"odd": "advanced", "classes": True}, 3),
    ({"mapping": True, "protected": True}, 2),
]


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Every key offered, with the chapter whose rule asked."""
    seen: set[tuple[str, str]] = set()
    for name in ("choose", "choose_many"):
        asks = getattr(Table, name)

        def note(self: Any, seat: Any, prompt: str, options: Any, *args: Any, asks: Any = asks, **words: Any) -> Any:
            module = sys._getframe(1).f_globals["__name__"]
            seen.update((module.removeprefix(RULES).split(".")[0], key) for key in options)
            return asks(self, seat, prompt, options, *args, **words)

        monkeypatch.setattr(Table, name, note)
    return seen


def has_answers(chapter: str) -> bool:
    return importlib.util.find_spec(f"{RULES}{chapter}.answers") is not None


def test_every_key_reads_back_as_itself(offered: set[tuple[str, str]]) -> None:
    for options, seats in GAMES:
        for seed in range(12):
            dice = Dice(seed)
            opening = Opening(game="robber", seats=("Ada", "Bo", "Cy")[:seats], seed=seed, options=options)
            match = Match.start(GAME, opening, light=True)
            bot = GAME.bot(("diver", "bold")[seed % 2])
            while (ask := match.ask) is not None and match.move_count < 1500:
                seat = ask.seats[0]
                match.answer(any_answer(ask, seat, dice) if seed % 3 == 0 else bot(match.view(seat, dice)), seat)
    for chapter in ("monsters", "treasure", "fight", "town", "odd", "delving", "mapping"):
        asked = [key for where, key in offered if where == chapter and not PLAIN.fullmatch(key)]
        assert asked, f"{chapter} asked nothing"
    for chapter, key in offered:
        if chapter != "character" and has_answers(chapter):
            assert importlib.import_module(f"{RULES}{chapter}.answers").read(key).key == key, chapter
        else:
            assert PLAIN.fullmatch(key), f"{chapter} has no answers.py, and offers {key}"


@pytest.mark.parametrize(
    ("key", "use"),
    [
        ("oil", Use("oil")),
        ("oil@7", Use("oil", foe=7)),
        ("read:command-flee@7", Use("read", "command", "flee", 7)),
        ("cast:haste@mate-3", Use("cast", "haste", ally="mate-3")),
        ("1/use:healing_potion@mate-3", Use("use", "healing_potion", ally="mate-3", seat=1)),
    ],
)
def test_a_use_says_all_of_it(key: str, use: Use) -> None:
    assert (read_use(key), use.key) == (use, key)


@pytest.mark.parametrize(
    ("key", "drop"),
    [("drop:food", Drop("food")), ("drop:1:coins", Drop("coins", 1)), ("drop:2:item:sword", Drop("item:sword", 2))],
)
def test_a_drop_says_whose_it_is(key: str, drop: Drop) -> None:
    assert (read_drop(key), drop.key) == (drop, key)


def test_a_fight_tells_blows_from_uses() -> None:
    assert read_in_fight("attack@7") == Blow("attack", 7)
    assert read_in_fight("attack") == Blow("attack")
    assert read_in_fight("turn@7") == Use("turn", foe=7)

"""Every die that falls in play is the one the book names: scripted dice give faces, and would not notice a d8 for a d6."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening, SettingValue
from undercroft.games.robber import GAME

BOOK = Path(__file__).parent / "dice.csv"
"""rule, dice, and what they were thrown for once. "N" stands for a number of dice that depends on the place."""
COUNTED = ("ROB-MAP-13", "ROB-TREAS-07")  # so many walls, so many levels

EVERYTHING: dict[str, SettingValue] = {"mapping": True, "odd": "advanced", "classes": True, "protected": True}
TABLES: list[tuple[str, int, dict[str, SettingValue], int]] = [
    ("diver", 1, {"odd": "advanced", "classes": True}, 80),
    ("bold", 1, {"odd": "advanced"}, 60),
    ("random", 1, {"classes": True}, 60),
    ("diver", 1, EVERYTHING, 40),
    ("random", 1, EVERYTHING, 20),
    ("bold", 3, {"classes": True, "odd": "advanced"}, 15),
    ("diver", 1, {"mode": "old_school"}, 20),
]


def thrown(bot: str, seats: int, options: dict[str, SettingValue], games: int) -> dict[tuple[str, str], str]:
    """Every pair of rule and dice seen in so many games, with one purpose each."""
    found: dict[tuple[str, str], str] = {}
    player = find_bot(GAME, bot)
    for seed in range(games):
        names = ("Ada", "Bo", "Cy")[:seats]
        match = Match.start(GAME, GAME.check_opening(Opening(game="robber", seats=names, seed=seed, options=options)))
        dice = Dice(seed)
        while match.ask is not None and match.move_count < 1500:
            seat = match.ask.seats[0]
            match.answer(player(match.view(seat, dice)), seat)
        for event in match.events:
            if event.roll is not None:
                notation = event.roll.notation
                if event.rule in COUNTED and not notation.startswith("1d"):
                    notation = f"N{notation.lstrip('0123456789')}"
                found.setdefault((event.rule, notation), event.text)
    return found


@pytest.mark.rule("ROB-TRAP-13", "ROB-OLD-01", "ROB-USEFUL-19", "ROB-MAP-21", "ROB-FIGHT-04", "ROB-TRAP-18", "ROB-TRAP-19")
def test_every_die_thrown_is_in_the_book() -> None:
    with BOOK.open(encoding="utf-8", newline="") as file:
        book = {(row["rule"], row["dice"]) for row in csv.DictReader(file)}
    seen: dict[tuple[str, str], str] = {}
    for bot, seats, options, games in TABLES:
        seen |= thrown(bot, seats, options, games)
    strange = {pair: text for pair, text in seen.items() if pair not in book}
    assert not strange
    assert len(seen) > len(book) * 4 // 5, "too little was thrown to say so"

"""In every test of the robber the dice thrown are the ones the book names for the rule: scripted dice alone would not notice."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from undercroft.engine import Table

COUNTED = ("ROB-MAP-13", "ROB-TREAS-07")  # so many walls, so many levels
with (Path(__file__).parent / "dice.csv").open(encoding="utf-8", newline="") as file:
    BOOK: dict[str, set[str]] = {}
    for row in csv.DictReader(file):
        BOOK.setdefault(row["rule"], set()).add(row["dice"])


@pytest.fixture(autouse=True)
def _the_books_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw that the book does not know under its rule fails the test; rules of other games' names are let be."""
    for name in ("roll", "roll_faces"):
        throw = getattr(Table, name)

        def checked(self: Any, dice: str, why: str, *, rule: str = "", throw: Any = throw, **words: Any) -> Any:
            known = BOOK.get(rule) if "d" in dice else None
            notation = f"N{dice.lstrip('0123456789')}" if rule in COUNTED and not dice.startswith("1d") else dice
            assert known is None or notation in known, f"{rule} throws {dice} ({why}); the book has {', '.join(sorted(known))}"
            return throw(self, dice, why, rule=rule, **words)

        monkeypatch.setattr(Table, name, checked)

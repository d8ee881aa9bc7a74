"""The poster's generator tables, read strictly. No rules here."""

from __future__ import annotations

import msgspec

from .....engine.content import load_toml
from ...content import DATA


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a generator table. The legend of its fields opens data/appendix_a.toml."""

    lo: int
    hi: int
    key: str
    text: str
    roll: str = ""
    area: int = 0
    add: int = 0
    area_limit: int = 0
    exits_small: int = 0
    exits_large: int = 0
    exits: str = ""
    swap: bool = False
    levels: int = 0
    effect: str = ""
    find_in_20: int = 0
    feet: int = 0
    sneak: int = 0

    @property
    def plain(self) -> str:
        """Its text within a sentence."""
        return self.text[0].lower() + self.text[1:]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A generator table."""

    id: str
    title: str
    die: str
    entries: tuple[Line, ...]

    def at(self, roll: int) -> Line:
        """The line that a roll names."""
        return next(entry for entry in self.entries if entry.lo <= roll <= entry.hi)

    def line(self, key: str) -> Line:
        """The line with that key."""
        return next(entry for entry in self.entries if entry.key == key)


class _Charts(msgspec.Struct, forbid_unknown_fields=True):
    table: list[Chart]


CHARTS: dict[str, Chart] = {chart.id: chart for chart in load_toml(DATA / "appendix_a.toml", _Charts).table}

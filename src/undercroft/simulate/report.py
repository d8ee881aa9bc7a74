"""Report: what a simulation found, as data (JSON) and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ..engine.words import capital
from .tally import Mean, Rate, Tally, rate


class Report(msgspec.Struct, frozen=True):
    """Rates and means with 95 % intervals."""

    game: str
    games: int
    unfinished: int
    decisions: Mean
    wins_by_seat: dict[str, Rate]
    rates: dict[str, Rate]
    means: dict[str, Mean]
    tables: dict[str, dict[str, Rate]]
    met: dict[str, dict[str, int]] = {}
    never_met: dict[str, list[str]] = {}

    @classmethod
    def of(cls, game: str, tally: Tally, content: Mapping[str, Sequence[str]]) -> Report:
        """The report of a tally."""
        return cls(
            game,
            tally.games,
            tally.unfinished,
            tally.moves.mean(),
            {str(seat): rate(count, tally.games) for seat, count in sorted(tally.wins.items())},
            {name: rate(true, of) for name, (true, of) in sorted(tally.rates.items())},
            {name: numbers.mean() for name, numbers in sorted(tally.numbers.items())},
            {name: _ranked(table) for name, table in sorted(tally.words.items())},
            {kind: dict(sorted(table.items())) for kind, table in sorted(tally.met.items())},
            {kind: left for kind, names in content.items() if (left := [n for n in names if n not in tally.met.get(kind, {})])},
        )

    def json(self) -> str:
        """As JSON, the same bytes for the same plan."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()

    def text(self) -> str:
        """In words, for a terminal."""
        lines = [f"{self.game}: {self.games} games, {_mean(self.decisions)} decisions each"]
        if self.unfinished:
            lines.append(f"  {self.unfinished} stopped before their end")
        if self.wins_by_seat:
            lines.append("Wins by seat")
            lines.extend(f"  seat {seat:<20} {_rate(r)}" for seat, r in self.wins_by_seat.items())
        if self.rates:
            lines.append("How often")
            lines.extend(f"  {name:<25} {_rate(r)}" for name, r in self.rates.items())
        if self.means:
            lines.append("On average")
            lines.extend(f"  {name:<25} {_mean(mean)}, {mean.least:g} to {mean.most:g}" for name, mean in self.means.items())
        for name, table in self.tables.items():
            lines.append(capital(name))
            lines.extend(f"  {word:<25} {_rate(r)}" for word, r in table.items())
        for kind, counts in self.met.items():
            lines.append(f"Met: {len(counts)} of {kind}")
        for kind, names in self.never_met.items():
            lines.append(f"Never met, {kind}: {', '.join(names)}")
        if self.met and not self.never_met:
            lines.append("Everything the game names was met.")
        return "\n".join(lines)


def _ranked(table: dict[str, int]) -> dict[str, Rate]:
    every = sum(table.values())
    return {word: rate(count, every) for word, count in sorted(table.items(), key=lambda pair: (-pair[1], pair[0]))}


def _rate(found: Rate) -> str:
    return f"{found.rate:7.2%}  ({found.low:.2%} to {found.high:.2%})  {found.count}"


def _mean(found: Mean) -> str:
    return f"{found.mean:.2f} +- {found.high - found.mean:.2f}"

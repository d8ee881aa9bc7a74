"""Experiment: the same games with one thing changed, and what that changes, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .report import Report
from .tally import Mean, Numbers, Tally


class Difference(msgspec.Struct, frozen=True):
    """How much more of something there is than in the first variant, over pairs of games with the same seed."""

    mean: float
    low: float
    high: float
    pairs: int
    sure: bool  # whether the interval leaves zero out


class Experiment(msgspec.Struct, frozen=True):
    """Reports by variant, and differences from the first."""

    game: str
    base: str
    variants: dict[str, Report]
    differences: dict[str, dict[str, Difference]]

    @classmethod
    def of(
        cls, game: str, names: Sequence[str], tallies: Sequence[Tally], differences: Sequence[dict[str, Numbers]]
    ) -> Experiment:
        """From what was counted; tallies and differences may be missing when nothing was."""
        reports = {name: Report.of(game, tally, {}) for name, tally in zip(names, tallies or [Tally()] * len(names), strict=True)}
        found = {
            name: {fact: _difference(numbers.mean(), numbers.count) for fact, numbers in sorted(table.items())}
            for name, table in zip(names[1:], differences or [{}] * (len(names) - 1), strict=True)
        }
        return cls(game, names[0], reports, found)

    @property
    def games(self) -> int:
        """How many games of each variant."""
        return self.variants[self.base].games

    def json(self) -> str:
        """As JSON, the same bytes for the same plan."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()

    def text(self) -> str:
        """In words: for each variant what differs, the surest first."""
        lines = [f"{self.game}: {self.games} games of each, with the same seeds"]
        base = self.variants[self.base]
        for name, table in self.differences.items():
            lines.append(f"{name}, beside {self.base}")
            other = self.variants[name]
            width = max((len(fact) for fact, found in table.items() if found.low or found.high), default=0)
            for fact, found in sorted(table.items(), key=lambda pair: (not pair[1].sure, pair[0])):
                if found.low or found.high:  # what never differs is not worth a line
                    was, now = _of(base, fact), _of(other, fact)
                    sign = "*" if found.sure else " "
                    lines.append(
                        f" {sign} {fact:<{width}}  {found.mean:+10.3f}  ({found.low:+.3f} to {found.high:+.3f})  {was} -> {now}"
                    )
        lines.append("* the interval leaves zero out; at 95 %, one in twenty does so by chance")
        return "\n".join(lines)


def _difference(mean: Mean, pairs: int) -> Difference:
    return Difference(mean.mean, mean.low, mean.high, pairs, mean.low > 0 or mean.high < 0)


def _of(report: Report, fact: str) -> str:
    if fact in report.rates:
        return f"{report.rates[fact].rate:.3f}"
    if fact == "decisions":
        return f"{report.decisions.mean:.3f}"
    return f"{report.means[fact].mean:.3f}" if fact in report.means else ""

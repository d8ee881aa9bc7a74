"""Numbers about the server, in Prometheus's text format. It measures; it does not decide."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from functools import lru_cache

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Histogram:
    """Counts by upper bound."""

    def __init__(self, name: str, text: str, bounds: tuple[float, ...] = _BOUNDS) -> None:
        self.name, self.text, self.bounds = name, text, bounds
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Note one value."""
        self.total += value
        self._counts[bisect_left(self.bounds, value)] += 1

    def lines(self) -> list[str]:
        """The histogram as text."""
        lines = [f"# HELP {self.name} {self.text}", f"# TYPE {self.name} histogram"]
        total = 0
        for bound, count in zip(self.bounds, self._counts, strict=False):
            total += count
            lines.append(f'{self.name}_bucket{{le="{bound}"}} {total}')
        total += self._counts[-1]
        return [
            *lines,
            f'{self.name}_bucket{{le="+Inf"}} {total}',
            f"{self.name}_sum {self.total:.6f}",
            f"{self.name}_count {total}",
        ]


class Metrics:
    """All of them."""

    def __init__(self) -> None:
        self.counters: Counter[tuple[str, str]] = Counter()  # name and labels
        self.latency = Histogram(
            "undercroft_move_seconds", "from an answer's arrival until it was durable and handed to all seats"
        )
        self.batch = Histogram("undercroft_commit_rows", "rows committed together", _SIZES)
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self._moves: Counter[tuple[str, str]] = Counter()  # game, and by whom

    _HELP = {
        "undercroft_moves_total": "answers given and stored, by game and by whom",
        "undercroft_refused_total": "messages refused, by code",
        "undercroft_http_requests_total": "HTTP requests, by status",
        "undercroft_tables_opened_total": "tables opened, by game",
        "undercroft_drawings_total": "drawings sent",
        "undercroft_caught_up_total": "times another process's answers were taken in",
    }

    def count(self, name: str, **labels: str) -> None:
        """One more of something."""
        self.counters[name, _labels(tuple(labels.items()))] += 1

    def moved(self, game: str, by: str) -> None:
        """One more move. Moves are counted often, so their labels are written only when somebody looks."""
        self._moves[game, by] += 1

    def text(self) -> str:
        """The whole page."""
        lines: list[str] = []
        for name, (text, value) in self.gauges.items():
            lines += [f"# HELP {name} {text}", f"# TYPE {name} gauge", f"{name} {value():g}"]
        last = ""
        moves = {("undercroft_moves_total", _labels((("game", game), ("by", by)))): n for (game, by), n in self._moves.items()}
        for (name, labels), number in sorted((self.counters | moves).items()):
            if name != last:
                lines += [f"# HELP {name} {self._HELP.get(name, name)}", f"# TYPE {name} counter"]
                last = name
            lines.append(f"{name}{{{labels}}} {number}" if labels else f"{name} {number}")
        return "\n".join([*lines, *self.latency.lines(), *self.batch.lines()]) + "\n"


@lru_cache(maxsize=1000)
def _labels(labels: tuple[tuple[str, str], ...]) -> str:
    return ",".join(f'{key}="{_clean(value)}"' for key, value in labels)


def _clean(value: str) -> str:
    return "".join(c for c in value if c.isalnum() or c in "-_./ ")[:60]

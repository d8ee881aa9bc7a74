"""How long a history takes, and how the cost of a group's year grows with the world: `python bench/bench_host.py`.

The second part compares small worlds (one page, forty years) with a large one (ten pages, four hundred years) in which no
villain ever comes, so that the years can pile up. Groups in such a world hoard without end and are several times as large
as any in play; so the growth is told twice: over all seasons, and like with like - seasons of groups of the same type and
size, weighed as they occur in the large world. What remains then is the world's own age and size, and that there are more
neighbours to look out for.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from typing import Any, NamedTuple

from undercroft.engine import Dice, Opening, Table
from undercroft.games.host import GAME
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.state import Host

SMALL = range(12)
LARGE = (3, 5)
Kind = tuple[str, int]  # type of group, and its size class: beads 0-3, 4-7, 8-15, 16-31 ...


class Played(NamedTuple):
    """A history: its end, its seconds, and for every kind of group how many seasons it had and what they took."""

    state: Host
    seconds: float
    seasons: dict[Kind, tuple[int, float]]


def history(seed: int, **options: Any) -> Played:
    """Play one accept-all history."""
    opening = GAME.check_opening(Opening(game="host", seats=("A",), seed=seed, options={"ask": "nothing", **options}))
    dice = Dice(seed)
    start = time.process_time()
    t: Table[Host] = Table(GAME.setup(opening, dice), dice, game=GAME, light=True)
    seasons: dict[Kind, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    while not GAME.is_over(t.state):
        s = t.state
        kind: Kind | None = None
        if s.todo and s.todo[0].startswith("season:"):
            group = s.groups[int(s.todo[0].removeprefix("season:"))]
            kind = (group.type, max(2, (bd.pop(s, group.id) + bd.loot(s, group.id)).bit_length()))
        before = time.process_time()
        step = GAME.step(t)
        send: Any = None
        while True:
            try:
                ask = step.send(send)
            except StopIteration:
                break
            send = ask.keys[0] if ask.keys else ask.suggestions[0]
        if kind is not None:
            count, spent = seasons[kind]
            seasons[kind] = (count + 1, spent + time.process_time() - before)
    return Played(t.state, time.process_time() - start, dict(seasons))


def whole_histories(seeds: range) -> None:
    """From the primordial age to the ending, with the last map drawn."""
    from undercroft.games.host.draw import draw

    history(0, civilization="roll")
    rows = []
    for seed in seeds:
        played = history(seed, civilization="roll")
        before = time.process_time()
        drawing = draw(played.state)
        rows.append((played.seconds + time.process_time() - before, time.process_time() - before, len(drawing.svg), seed))
    print(
        f"one page, {len(rows)} whole histories with their map: mean {sum(r[0] for r in rows) / len(rows):.3f} s, "
        f"slowest {max(rows)[0]:.3f} s (seed {max(rows)[3]}); the map alone {sum(r[1] for r in rows) / len(rows):.3f} s, "
        f"{sum(r[2] for r in rows) / len(rows) / 1024:.0f} KiB"
    )


def growth() -> None:
    """Small worlds against a large one."""
    bd.VILLAINY_LOOT = 10**6  # no villain comes
    small: dict[Kind, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    large: dict[Kind, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for book, seeds, pages, cap in ((small, SMALL, 1, 40), (large, LARGE, 10, 400)):
        worlds = [
            history(seed, civilization="roll", stop_after="monsters", pages=pages, monsters_cap=cap, max_groups=99)
            for seed in seeds
        ]
        for world in worlds:
            for kind, (count, spent) in world.seasons.items():
                book[kind] = (book[kind][0] + count, book[kind][1] + spent)
        count, spent = sum(c for c, _ in book.values()), sum(x for _, x in book.values())
        print(
            f"{len(worlds)} worlds of {pages} page(s), {cap} years of monsters: "
            f"{sum(w.seconds for w in worlds) / len(worlds):.2f} s "
            f"and {sum(len(w.state.rooms) for w in worlds) / len(worlds):.0f} rooms each; {count} group-years of "
            f"{1000 * spent / count:.2f} ms"
        )
    plain = _mean(large) / _mean(small)
    alike = [kind for kind in large if small[kind][0] >= 8]
    share = sum(large[kind][0] for kind in alike) / sum(count for count, _ in large.values())
    expected = sum(large[kind][0] * small[kind][1] / small[kind][0] for kind in alike)
    print(
        f"a group-year in the large worlds costs {plain:.2f} times one in the small; groups of like type and size "
        f"({share:.0%} of the seasons): {sum(large[kind][1] for kind in alike) / expected:.2f} times"
    )


def _mean(book: dict[Kind, tuple[int, float]]) -> float:
    return sum(spent for _, spent in book.values()) / sum(count for count, _ in book.values())


def main() -> int:
    """Print both parts."""
    whole_histories(range(30))
    growth()
    return 0


if __name__ == "__main__":
    sys.exit(main())

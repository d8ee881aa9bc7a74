"""How long a history takes, and how the cost of a year grows: `python bench/bench_host.py`."""

from __future__ import annotations

import sys
import time
from typing import Any

from undercroft.engine import Dice, Opening, Table
from undercroft.games.host import GAME
from undercroft.games.host import beads as bd
from undercroft.games.host.state import Host


def history(seed: int, **options: Any) -> tuple[Host, float, dict[str, float]]:
    """Play one accept-all history; seconds in all, and seconds per group-year in the ages of monsters and villainy."""
    opening = GAME.check_opening(Opening(game="host", seats=("A",), seed=seed, options={"ask": "nothing", **options}))
    dice = Dice(seed)
    start = time.process_time()
    t: Table[Host] = Table(GAME.setup(opening, dice), dice, game=GAME, light=True)
    spent, group_years = 0.0, 0
    while not GAME.is_over(t.state):
        before = time.process_time()
        season = bool(t.state.todo) and t.state.todo[0].startswith("season:")
        step = GAME.step(t)
        send: Any = None
        while True:
            try:
                ask = step.send(send)
            except StopIteration:
                break
            send = ask.keys[0] if ask.keys else ask.suggestions[0]
        if season:
            spent += time.process_time() - before
            group_years += 1
    seconds = time.process_time() - start
    return t.state, seconds, {"ms per group-year": 1000 * spent / max(1, group_years), "group-years": group_years}


def main() -> int:
    """Print a table: one page and forty years, ten pages and four hundred, and the drawing of the last map."""
    from undercroft.games.host.draw import draw

    history(0, civilization="roll")
    rows = [history(seed, civilization="roll") for seed in range(10)]
    print(f"one page, 10 histories: mean {sum(r[1] for r in rows) / 10:.3f} s, slowest {max(r[1] for r in rows):.3f} s")
    state = rows[0][0]
    before = time.process_time()
    drawing = draw(state)
    print(f"its SVG: {time.process_time() - before:.3f} s, {len(drawing.svg) / 1024:.0f} KiB, {len(state.rooms)} rooms")
    bd.VILLAINY_LOOT = 10**6  # no villain comes, so that the years can pile up
    for name, options in (
        ("one page, 40 years", {"pages": 1, "monsters_cap": 40, "max_groups": 99}),
        ("ten pages, 400 years", {"pages": 10, "monsters_cap": 400, "max_groups": 99}),
    ):
        state, seconds, cost = history(3, civilization="roll", stop_after="monsters", **options)
        print(
            f"{name}: {state.absolute} years in {seconds:.2f} s, {len(state.rooms)} rooms, {len(state.passages)} passages, "
            f"{len(bd.living(state))} groups left; {cost['group-years']:.0f} group-years of {cost['ms per group-year']:.2f} ms"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

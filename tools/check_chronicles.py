"""Look for worn sentences in chronicles: `python tools/check_chronicles.py [HOW MANY [FIRST SEED]]`, by default a hundred."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.games.host.test_annals import worn
from tests.games.host.test_plan import KINDS
from tests.games.host.worlds import _played, played


def main() -> None:
    """Every kind of world in turn; what makes more than three in a hundred lines of a world is printed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    bad = 0
    for seed in range(first, first + count):
        found = worn(played(seed, **KINDS[seed % len(KINDS)]))
        _played.cache_clear()
        bad += bool(found)
        for said, times, lines in found:
            print(f"seed {seed}: {times} of {lines}: {said}", flush=True)
    print(f"{count} worlds, {bad} with worn sentences")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()

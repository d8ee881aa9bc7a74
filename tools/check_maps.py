"""Look for faults in the maps of many worlds: `python tools/check_maps.py [HOW MANY [FIRST SEED]]`, by default a thousand."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.games.host.test_plan import KINDS, faults
from tests.games.host.worlds import _played, played


def main() -> None:
    """Every kind of world in turn; faults are printed as they are found."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    bad = 0
    for seed in range(first, first + count):
        found = faults(played(seed, **KINDS[seed % len(KINDS)]))
        _played.cache_clear()
        bad += bool(found)
        for line in found:
            print(f"seed {seed}: {line}", flush=True)
        if (seed - first + 1) % 50 == 0:
            print(f"{seed - first + 1} worlds, {bad} with faults", flush=True)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()

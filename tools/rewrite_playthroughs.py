"""Write the files in tests/playthroughs anew, each from its own heading: all, or those whose names begin so. Read the diff."""

import sys
from pathlib import Path

from undercroft.testing.playthrough import again

for file in sorted((Path(__file__).parent.parent / "tests" / "playthroughs").glob("*.txt")):
    if file.name.startswith(tuple(sys.argv[1:]) or ("",)):
        before, after = again(file)
        file.write_text(after, encoding="utf-8")
        print(f"{file.name}: {'the same' if before == after else 'CHANGED'}")

"""Write every file in tests/playthroughs anew from its own heading. Read the diff before you commit it."""

from pathlib import Path

from undercroft.testing.playthrough import again

for file in sorted((Path(__file__).parent.parent / "tests" / "playthroughs").glob("*.txt")):
    before, after = again(file)
    file.write_text(after, encoding="utf-8")
    print(f"{file.name}: {'the same' if before == after else 'CHANGED'}")

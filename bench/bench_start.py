"""How fast a command is there, beside a bare Python, and how large the package is. Processor time; the best of several runs."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import undercroft

RUNS = 15
COMMANDS = {
    "bare Python": ["-c", "pass"],
    "undercroft --help": ["-c", "from undercroft.cli import main; main(['--help'])"],
    "import undercroft": ["-c", "import undercroft"],
    "undercroft rules robber door": ["-m", "undercroft", "rules", "robber", "door"],
    "the full-screen app, imported": ["-c", "import undercroft.terminal.app"],
}


def seconds(words: list[str]) -> float:
    """Processor time of one run, its own and the system's."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True, env=dict(os.environ))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the table."""
    best = {name: min(seconds(words) for _ in range(RUNS)) for name, words in COMMANDS.items()}
    bare = best["bare Python"]
    for name, spent in best.items():
        print(f"{name:<32} {spent * 1000:6.0f} ms   {spent / bare:5.1f} times bare Python")
    package = Path(undercroft.__file__).parent
    size = sum(file.stat().st_size for file in package.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    print(f"the package without its dependencies: {size / 1e6:.1f} MB in {sum(1 for _ in package.rglob('*.py'))} modules")


if __name__ == "__main__":
    main()

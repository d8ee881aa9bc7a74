"""Run the commands of a page again and put what they print below them: `python tools/rerun_docs.py docs/develop/arena.md`.

A block of one command, followed by a block of ```text, is such a place. Commands keep what they did in .cache/, so a page that
was stopped goes on where it was; delete the folder to begin anew. Words after the page choose commands that contain them.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

PLACE = re.compile(r"^```\n(undercroft [^\n]*)\n```\n\n```text\n(.*?)^```$", re.S | re.M)


def run(line: str) -> str:
    """What a command prints."""
    words = [sys.executable, "-m", "undercroft", *shlex.split(line)[1:]]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def main() -> None:
    """Rewrite the page."""
    page, *chosen = sys.argv[1:]
    path = Path(page)
    Path(".cache").mkdir(exist_ok=True)

    def again(found: re.Match[str]) -> str:
        line = found[1]
        if chosen and not any(word in line for word in chosen):
            return found[0]
        print(line, flush=True)
        return f"```\n{line}\n```\n\n```text\n{run(line)}```"

    path.write_text(PLACE.sub(again, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

"""The app in a real terminal of 80 by 24: a whole game of board against three bots, and the terminal given back as it was."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from undercroft.games import find
from undercroft.store import open_store

PATIENCE = 120


class Terminal:
    """A tmux of our own with one pane."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        tmux = shutil.which("tmux")
        if tmux is None:
            pytest.skip("no tmux found")
        self._call = [tmux, "-u", "-f", os.devnull, "-S", str(folder / "tmux")]
        self._size = size
        self.folder = folder

    def tmux(self, *words: str) -> str:
        return subprocess.run([*self._call, *words], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout

    def run(self, *words: str) -> None:
        settings = {"LC_ALL": "C.UTF-8", "UNDERCROFT_HOME": str(self.folder)}
        if "PYTHONPATH" in os.environ:
            settings["PYTHONPATH"] = os.environ["PYTHONPATH"]
        env = " ".join(f"{name}={shlex.quote(value)}" for name, value in settings.items())
        command = f"env {env} {shlex.join([sys.executable, '-m', 'undercroft', *words])}; echo LEFT WITH $?; exec sh"
        wide, high = map(str, self._size)
        self.tmux("new-session", "-d", "-x", wide, "-y", high, command)

    def sees(self, found: Callable[[str], bool] | str) -> str:
        """Wait until the pane shows something."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            shown = self.tmux("capture-pane", "-p")
            if found in shown if isinstance(found, str) else found(shown):
                return shown
            time.sleep(0.05)
        raise AssertionError(f"never seen; at last there was\n{self.tmux('capture-pane', '-p')}")

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    found = Terminal(tmp_path, (80, 24))
    yield found
    subprocess.run([*found._call, "kill-server"], capture_output=True, check=False, timeout=PATIENCE)


def _asks(seen: str, now: str) -> bool:
    """Whether something new is shown: her turn, a group of answers, or the last page."""
    return now != seen and ("End the turn" in now or "In figures" in now or re.search("│ 1 ", now) is not None)


def test_a_board_game_against_three_bots_is_played_through_in_a_small_terminal(terminal: Terminal) -> None:
    """She stays on the stair and ends her turns; one of the three elves comes home with the gold."""
    db = terminal.folder / "games.db"
    words = "play board --seats Ada,bot,bot,bot --seed 1 --option types=elf,elf,elf,elf --db"
    terminal.run(*words.split(), str(db))
    seen, presses = "", 0
    while True:
        shown = terminal.sees(partial(_asks, seen))
        if "In figures" in shown:
            break
        assert len(shown.rstrip("\n").split("\n")) <= 24 and "╭─ Map" in shown and ("To win" in shown or "You need" in shown)
        row = re.search(r"(\d?) (\w?)\s+End the turn", shown)
        terminal.press((row[1] or row[2]) if row else "0")  # a group that a key meant for the question before has opened is left
        seen, presses = shown, presses + 1
        assert presses < 200
    terminal.press("x")
    terminal.sees("The game is over")
    terminal.press("q")
    terminal.sees("LEFT WITH 0")
    (kept,) = open_store(db).matches()
    assert kept.over and kept.record.bots == dict.fromkeys((1, 2, 3), find("board").bots[0])


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_whoever_ends_the_program_gets_the_terminal_back(terminal: Terminal, how: signal.Signals) -> None:
    terminal.run("title", "--db", str(terminal.folder / "games.db"))
    terminal.sees("Five classic dungeon games")
    assert terminal.tmux("display", "-p", "#{alternate_on}#{mouse_any_flag}").strip() == "11"
    shell = int(terminal.tmux("display", "-p", "#{pane_pid}"))
    children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
    os.kill(int(children[0]), how)
    terminal.sees("LEFT WITH 0")
    assert terminal.tmux("display", "-p", "#{alternate_on}#{mouse_any_flag}").strip() == "00"

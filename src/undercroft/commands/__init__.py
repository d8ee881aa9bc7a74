"""What each command of the command line does. Every `run_` function takes the parsed words and returns an exit status."""

from .counting import run_odds, run_simulate
from .playing import run_fork, run_play, run_resume
from .reading import run_hall, run_replay, run_rules
from .taking import run_export, run_maze, run_serve

__all__ = [
    "run_export", "run_fork", "run_hall", "run_maze", "run_odds", "run_play", "run_replay", "run_resume", "run_rules",
    "run_serve", "run_simulate",
]  # fmt: skip

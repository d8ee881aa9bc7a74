"""Folders: where games, settings and a bug's traceback are kept, unless somebody names a file."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_log_path

VARIABLE = "UNDERCROFT_HOME"


def _home() -> Path | None:
    """The folder that UNDERCROFT_HOME names: then everything is kept in it."""
    named = os.environ.get(VARIABLE)
    return Path(named).expanduser() if named else None


def data_file() -> Path:
    """The file of all games."""
    return (_home() or user_data_path("undercroft", appauthor=False)) / "games.db"


def settings_file() -> Path:
    """The file of all settings."""
    return (_home() or user_config_path("undercroft", appauthor=False)) / "settings.toml"


def trouble_file() -> Path:
    """Where a bug of ours is written down."""
    return (_home() or user_log_path("undercroft", appauthor=False)) / "trouble.txt"

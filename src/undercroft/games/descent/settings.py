"""Settings: how long a campaign is, which maze, and every dial of the ledger (DES-DIAL)."""

from __future__ import annotations

from pathlib import Path

from ...engine import read_settings

SETTINGS = read_settings(Path(__file__).with_name("settings.toml"))

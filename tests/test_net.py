"""A few games of the net (`tools/net`): what is asked, answered, told and shown is as it was recorded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from undercroft.games import OURS

NET = Path(__file__).parent.parent / "tools" / "net"


@pytest.mark.parametrize("slug", OURS)
def test_games_go_as_recorded(slug: str) -> None:
    """`tools/net check GAME` plays all 200. When a rule was mended on purpose: `tools/net record GAME`."""
    played = subprocess.run(
        [sys.executable, str(NET), "check", slug, "--games", "5", "--answers", "100"], capture_output=True, text=True, check=False
    )
    assert played.returncode == 0, played.stdout + played.stderr

"""axe-core, if it is here: it comes from npm and is not part of the repository."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SPOTS = [ROOT / ".cache/node/node_modules/axe-core/axe.min.js", ROOT / "node_modules/axe-core/axe.min.js"]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def find_axe() -> str:
    """The source of axe-core."""
    given = os.environ.get("UNDERCROFT_AXE")
    for spot in [Path(given)] if given else SPOTS:
        if spot.is_file():
            return spot.read_text()
    pytest.skip("axe-core is not here; npm install --prefix .cache/node axe-core@4")


def check_page(page: Any, source: str) -> list[str]:
    """What axe finds wrong with the page as it stands, a line each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(source)
    found = page.evaluate("tags => axe.run(document, {runOnly: tags})", TAGS)
    return [
        f"{violation['id']}: {violation['help']}: {node['target']} {node.get('failureSummary', '')}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]

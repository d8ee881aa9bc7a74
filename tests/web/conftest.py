"""A real Chromium for the browser tests: Debian's, driven by Playwright, with nothing downloaded."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[2] / "src" / "undercroft" / "web"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--mute-audio",
]


def chromium() -> str | None:
    """Where Chromium is on this machine."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for all tests. Missing: skipped at home, an error in CI."""
    path = chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no chromium found; `apt-get install chromium`")
        pytest.skip("no chromium found; `apt-get install chromium`")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield opened
        opened.close()

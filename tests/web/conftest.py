"""A real Chromium for the browser tests: Debian's, driven by Playwright, with nothing downloaded."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .fake import FakeTable

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
    """One Chromium for all tests."""
    path = chromium()
    if path is None:
        pytest.skip("no chromium found; `apt-get install chromium`")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Pages of their own, with nothing remembered."""
    contexts = []

    def open_(**options: Any) -> Any:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 800}} | options))
        context.set_default_timeout(20_000)
        contexts.append(context)
        return context.new_page()

    yield open_
    for context in contexts:
        context.close()


@pytest.fixture
def fake(open_page: Callable[..., Any]) -> Iterator[FakeTable]:
    """A table on a desktop screen; the page must not have complained."""
    table = FakeTable(open_page())
    yield table
    assert table.problems == []

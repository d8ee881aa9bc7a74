"""A host's evening in the browser: mute, lock, ask somebody to leave; and what those people read on their own pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import house

from .fake import FakeTable, ask, option
from .player import Player

pytestmark = pytest.mark.browser

KEEP = "opened => import('/js/api.js').then(api => { api.sitDown(opened, 0); })"


def test_a_host_keeps_order_and_everybody_reads_what_became_of_them(open_page: Callable[..., Any], tmp_path: Path) -> None:
    with house(tmp_path / "games.db") as server:
        home = f"http://localhost:{server.port}"
        opened = server.open("toy", "Ada", "Bo", options={"goal": 40})
        links = {each["seat"]: each["path"] for each in opened["links"]}
        ada = Player(open_page(reduced_motion="reduce"), home)
        ada.page.goto(home)
        ada.page.evaluate(KEEP, opened)
        ada.sit(f"/t/{opened['table']['id']}")
        bo = Player(open_page(), home).sit(links[1])
        eve = Player(open_page(reduced_motion="reduce"), home).sit(links[None])
        ada.wait_asked()
        eve.page.wait_for_selector("text=You are watching")

        def at_seat(name: str, words: str) -> None:
            ada.page.locator(".seats button.seat", has_text=name).click()
            ada.page.get_by_role("button", name=words).click()

        def keep_order(words: str) -> None:
            ada.page.locator(".menu summary").click()
            ada.page.get_by_text("Keep order…").click()
            ada.page.get_by_role("button", name=words).click()

        at_seat("Bo", "Mute")
        bo.page.wait_for_selector(".seat:has-text('muted')")
        bo.page.get_by_role("button", name="Talk").click()
        bo.page.get_by_label("Say something").fill("hear me")
        bo.page.get_by_role("button", name="Say", exact=True).click()
        bo.page.wait_for_selector("text=the host has muted you")
        keep_order("Lock the table")
        eve.page.wait_for_selector(".seat:has-text('locked')")
        late = Player(open_page(), home)
        late.page.goto(home + links[None])
        late.page.wait_for_selector("text=the host has locked this table")
        keep_order("Ask all who watch to leave")
        eve.page.wait_for_selector("text=the host asked you to leave this table")
        at_seat("Bo", "Ask to leave")
        bo.page.wait_for_selector("text=The door is shut")
        assert bo.page.locator("text=the host asked you to leave this table").is_visible()
        bo.page.reload()
        bo.page.wait_for_selector("text=the host asked you to leave this table")
        assert not [problem for problem in ada.problems if problem.startswith("error")]


def test_a_last_word_that_waits_behind_news_is_read_though_the_line_is_closed(fake: FakeTable) -> None:
    """News follow each other with a pause; the line ends before the last of them has had its moment."""
    fake.put(ask("choose", "First?", option("yes", "Yes")))
    fake.open()
    fake.page.wait_for_selector("h2.prompt:has-text('First?')")
    for number in range(3):
        fake.put(ask("choose", f"Question {number}?", option("yes", "Yes")))
    fake.sockets[-1].send(json.dumps({"type": "bye", "code": "kicked", "message": "the host asked you to leave this table"}))
    fake.sockets[-1].close(code=1008)
    fake.page.wait_for_selector("text=the host asked you to leave this table")
    assert len(fake.sockets) == 1, "and nobody knocks again"


def test_a_server_that_starts_anew_says_so_while_the_page_knocks(fake: FakeTable) -> None:
    fake.put(ask("choose", "First?", option("yes", "Yes")))
    fake.open()
    fake.page.wait_for_selector("h2.prompt:has-text('First?')")
    fake.sockets[-1].send(json.dumps({"type": "bye", "code": "closing", "message": "the server is about to start anew"}))
    fake.sockets[-1].close(code=1012)
    fake.page.wait_for_selector(".banner.lost:has-text('The server is about to start anew')")
    fake.page.wait_for_selector("h2.prompt:has-text('First?')")
    fake.page.wait_for_function("() => !document.querySelector('.banner.lost')")

"""What goes wrong at tables: the server falls over, two tabs play one seat, questions change under the finger, names run on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Process

from .fake import HOME, FakeTable, ask, option
from .player import Player

pytestmark = pytest.mark.browser


YES_NO = (option("yes", "Yes"), option("no", "No"))


def test_a_server_is_killed_in_mid_turn(open_page: Callable[..., Any], tmp_path: Path) -> None:
    """kill -9 while a question waits: the page says so, comes back by itself, and the question and every line are still there."""
    process = Process(str(tmp_path / "games.db"))
    server = process.start()
    try:
        opened = server.open("toy", "Ada", "Bo", options={"goal": 40})
        links = {each["seat"]: each["path"] for each in opened["links"]}
        ada = Player(open_page(reduced_motion="reduce"), f"http://localhost:{server.port}").sit(links[0])
        bo = Player(open_page(reduced_motion="reduce"), ada.home).sit(links[1])
        for player in (ada, bo):
            player.wait_asked()
            player.take("climb")
        ada.wait_asked()
        ada.take("guess")
        assert ada.prompt == "Which hand?"
        told = ada.story()
        process.kill()
        for player in (ada, bo):
            player.page.wait_for_selector(".banner.lost")
        assert ada.page.locator("button.option").count() == 0
        server.close()
        server = process.start()
        ada.wait_asked()
        assert ada.page.locator(".banner.lost").count() == 0
        assert (ada.prompt, ada.story()) == ("Which hand?", told)
        ada.take("left")
        bo.wait_asked()
        bo.take("climb")
        ada.wait_asked()
        assert ada.story()[: len(told)] == told
        assert len(ada.story()) > len(told)
    finally:
        server.close()
        process.kill()


def test_two_tabs_of_one_seat(open_page: Callable[..., Any], tmp_path: Path) -> None:
    """Both tabs show the same; when both answer at once, one is told so and sees the next question."""
    process = Process(str(tmp_path / "games.db"))
    server = process.start()
    try:
        opened = server.open("toy", "Ada", options={"goal": 40})
        path = next(each["path"] for each in opened["links"] if each["seat"] == 0)
        one = Player(open_page(reduced_motion="reduce"), f"http://localhost:{server.port}").sit(path)
        two = Player(one.page.context.new_page(), one.home).sit(path)
        for player in (one, two):
            player.wait_asked()
        one.take("climb")
        two.page.wait_for_function("count => document.querySelectorAll('.story .line').length === count", arg=len(one.story()))
        for player in (one, two):
            player.wait_asked()
        serial = one.page.evaluate("() => document.querySelector('uc-decision').dataset.serial")
        for player in (one, two):
            player.page.evaluate("() => document.querySelector('[data-key=climb]').click()")
        for player in (one, two):
            player.page.wait_for_function(
                "before => document.querySelector('uc-decision').dataset.serial !== before && document.querySelector('.option')",
                arg=serial,
            )
        assert one.story() == two.story()
        two.page.wait_for_timeout(400)
        two.take("climb")
        one.page.wait_for_function("count => document.querySelectorAll('.story .line').length === count", arg=len(two.story()))
    finally:
        server.close()
        process.kill()


def test_a_question_that_changes_under_the_finger(fake: FakeTable) -> None:
    """A click meant for the old question does not answer the new one; what follows one's own answer is not held back."""
    page = fake.page
    fake.put(ask("choose", "Attack the troll?", *YES_NO))
    fake.open()
    page.wait_for_selector("[data-key=yes]")
    page.evaluate(
        """() => new MutationObserver((_, self) => {
          if (!document.querySelector('h2.prompt').textContent.startsWith('Jump')) return;
          self.disconnect(); document.querySelector('[data-key=yes]').click()
        }).observe(document.body, {childList: true, subtree: true})"""
    )
    fake.put(ask("choose", "Jump into the pit?", *YES_NO))
    page.wait_for_selector("text=The question has changed")
    assert fake.answers() == []
    page.wait_for_timeout(400)
    page.click("[data-key=no]")
    assert fake.answers() == ["no"]
    fake.put(ask("choose", "And now?", *YES_NO))
    page.wait_for_selector("h2.prompt:has-text('And now?')")
    page.keyboard.press("1")
    assert fake.answers() == ["no", "yes"]
    assert fake.said[-1]["serial"] == fake.serial


def test_a_stale_answer_is_refused_and_the_next_question_can_be_answered(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "Now?", *YES_NO))
    fake.open()
    page.click("[data-key=yes]")
    fake.answers()
    fake.put(ask("choose", "And now?", *YES_NO))
    fake.sockets[-1].send(json.dumps({"type": "refused", "id": "1", "code": "stale", "message": "That was another question."}))
    page.wait_for_selector("uc-decision .note:has-text('The question has changed')")
    page.click("[data-key=no]")
    assert [(said["serial"], said["answer"]) for said in fake.said if said["type"] == "answer"] == [(1, "yes"), (2, "no")]


def test_an_answer_stays_given_while_others_answer(fake: FakeTable) -> None:
    """A secret vote: another's answer comes in between. Ours is not asked for again until the server has taken it up."""
    page = fake.page
    vote = ask("all", "Who leads?", *YES_NO, seats=[0, 1])
    fake.put(vote)
    fake.open()
    page.click("[data-key=yes]")
    page.wait_for_selector("uc-decision.sent")
    fake.serial -= 1
    fake.put(vote, moves=2)
    page.wait_for_function("() => document.querySelector('.table-page').live.model.moves === 2")
    page.evaluate("() => document.querySelector('[data-key=yes]').click()")
    assert fake.answers() == ["yes"]
    assert page.locator("uc-decision.sent").count() == 1
    given = next(said["id"] for said in fake.said if said["type"] == "answer")
    fake.sockets[-1].send(json.dumps({"type": "ok", "id": given, "n": 1}))  # taken, and taken back: the same question stands
    page.wait_for_selector("uc-decision:not(.sent)")
    page.click("[data-key=no]")
    assert fake.answers() == ["yes", "no"]


def test_an_answer_that_was_not_heard_of_is_given_again_on_a_new_line(open_page: Callable[..., Any]) -> None:
    """A line that died in silence is noticed; the answer is said again, to the same question only."""
    page = open_page(reduced_motion="reduce")
    page.clock.install()
    fake = FakeTable(page)
    fake.put(ask("choose", "Now?", *YES_NO))
    fake.open()
    page.click("[data-key=yes]")
    page.clock.run_for(1500)
    page.wait_for_selector("text=On its way")
    page.keyboard.press("2")  # patience: one answer is enough
    page.clock.run_for(16_000)
    page.clock.run_for(2_000)
    page.wait_for_selector("uc-decision.sent [data-key=yes]")
    assert len(fake.sockets) == 2
    hello = [said for said in fake.said if said["type"] == "hello"]
    assert (hello[-1]["match"], hello[-1]["seen"]) == ("m1", fake.n)
    assert [(said["serial"], said["answer"]) for said in fake.said if said["type"] == "answer"] == [(1, "yes"), (1, "yes")]
    fake.put(ask("choose", "And now?", *YES_NO))
    page.wait_for_selector("uc-decision:not(.sent) h2.prompt:has-text('And now?')")
    fake.sockets[-1].close()  # nothing was said to this question, so nothing is said again
    page.wait_for_selector(".banner.lost")
    page.clock.run_for(2_000)
    page.wait_for_selector("uc-decision:not(.sent) [data-key=no]")
    page.click("[data-key=no]")
    assert fake.answers() == ["yes", "yes", "no"]


LONG = "<b>Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"  # forty letters without a gap


DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


@pytest.mark.parametrize("device", DEVICES)
def test_twelve_players_with_endless_names_and_a_long_story(open_page: Callable[..., Any], device: str) -> None:
    """Nothing sticks out, the map keeps its room, forty choices scroll, and 3,000 lines of story do not slow a move down."""
    fake = FakeTable(open_page(**DEVICES[device]))
    page = fake.page
    fake.table["seats"] = [
        {"seat": n, "name": LONG[: 40 - n] + str(n), "kind": "person", "bot": "", "connected": n % 2 == 0, "waiting": n == 7}
        for n in range(12)
    ]
    fake.screen |= {
        "title": LONG,
        "subtitle": LONG * 3,
        "status": [{"label": LONG, "value": LONG}],
        "sheets": [{"title": LONG, "lines": [{"label": LONG, "value": LONG, "hint": LONG}], "seat": n} for n in range(12)],
    }
    fake.tell(*[f"{n}: {LONG} walks, and {LONG * 2} follows." for n in range(3000)])
    options = [option(f"k{n}", f"{LONG} {n}", LONG) for n in range(40)]
    fake.put(ask("choose", f"{LONG} meets {LONG}. What now?", *options, seats=[7]))
    fake.open()
    page.wait_for_selector("[data-key=k0]")
    page.wait_for_function("() => document.querySelectorAll('.story .line').length === 3000")
    for fits in ("document.documentElement.scrollWidth <= innerWidth", "document.documentElement.scrollHeight <= innerHeight"):
        assert page.evaluate(f"() => {fits}"), fits
    frame = page.locator("uc-map").bounding_box()
    assert frame is not None
    assert frame["height"] > 260
    shown = page.locator(".seat.turn").bounding_box()  # whose turn it is, is in sight
    seats = page.locator(".seats").bounding_box()
    assert shown is not None
    assert seats is not None
    assert seats["x"] - 1 <= shown["x"] < seats["x"] + seats["width"]
    page.evaluate(
        """() => { window.slowest = 0; new PerformanceObserver(list => { for (const task of list.getEntries())
        window.slowest = Math.max(window.slowest, task.duration) }).observe({type: 'longtask'}) }"""
    )
    for n in range(3):
        fake.tell(f"Another line {n}.")
        fake.put(ask("choose", f"And now {n}?", *options, seats=[7]))
        page.wait_for_selector(f"h2.prompt:has-text('And now {n}?')")
    assert page.locator(".story .line").count() == 3003
    assert page.evaluate("() => window.slowest") < 1500  # milliseconds, on a machine that has other things to do
    page.goto(HOME)
    page.wait_for_selector(".game-paper")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

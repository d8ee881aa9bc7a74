"""Two browsers and a phone: invited, waiting, handing seats over, showing what happened, coming back tomorrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.house import House, house
from undercroft import games

from .axe import check_page, find_axe
from .player import Player

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 780}, "is_mobile": True, "has_touch": True, "color_scheme": "dark"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("friends") / "games.db") as here:
        here.app.state.hall.store.find.slugs = list(games.OURS)
        yield here


@pytest.fixture
def seat(browser: Any, server: House) -> Iterator[Callable[..., Player]]:
    """People, each with a browser of their own; none of their pages may have complained."""
    players: list[Player] = []

    def come(**options: Any) -> Player:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | options))
        context.set_default_timeout(20_000)
        players.append(Player(context.new_page(), f"http://localhost:{server.port}"))
        return players[-1]

    yield come
    problems = [problem for player in players for problem in player.problems]
    for player in players:
        player.page.context.close()
    assert problems == []


def link(opened: dict[str, Any], seat: int | None) -> str:
    return str(next(each["path"] for each in opened["links"] if each["seat"] == seat))


def test_invited_by_link_one_sits_down_and_one_watches(seat: Callable[..., Player], server: House) -> None:
    """A friend on a phone is told what the link is for and sits; another only watches. Each has links of its own."""
    axe = find_axe()
    host, friend, other = seat(), seat(**PHONE), seat()
    page = host.page
    page.goto(host.home)
    page.get_by_label("Set up a table of DUNGEON!").click()
    page.get_by_label("Name in seat 1").fill("Ada")
    page.get_by_label("Name in seat 2").fill("Ash")
    page.get_by_label("Who sits in seat 2").select_option("person")
    page.locator("button", has_text="Open the table").click()
    page.locator(".gather .where", has_text="on this machine only").wait_for()
    page.get_by_label("QR code for Ash").click()
    page.locator("dialog img.qr").wait_for()
    assert page.evaluate("() => document.querySelector('img.qr').naturalWidth") > 100
    assert check_page(page, axe) == []
    page.keyboard.press("Escape")
    links = page.evaluate("() => JSON.parse(localStorage.getItem('undercroft.keys'))[0].links")
    path = next(each["path"] for each in links if each["seat"] == 1)

    friend.page.goto(friend.home + path)
    friend.page.locator(".invitation").wait_for()
    assert friend.page.locator(".kicker").inner_text() == "Ada asks you to the table"
    assert "30 minutes to 2 hours" in friend.page.locator(".invitation").inner_text()
    assert check_page(friend.page, axe) == []
    friend.page.get_by_label("Your name").fill("Bo")
    friend.page.locator("button.sit").click()
    page.locator(".who:has-text('Bo'):has-text('is here')").wait_for()

    other.page.goto(other.home + path)
    other.page.locator("button.watch").click()  # the same link, but this one would rather look on
    other.page.locator(".gather").wait_for()
    page.locator("button", has_text="Begin").click()
    other.page.locator(".banner", has_text="You are watching").wait_for()
    other.page.get_by_text("Menu").click()
    other.page.get_by_text("Share links").click()
    assert other.page.get_by_label("Copy link for spectators").count() == 1
    assert other.page.get_by_label("Copy link for This seat on another device").count() == 0
    friend.page.get_by_text("Menu").click()
    friend.page.get_by_text("Share links").click()
    assert friend.page.get_by_label("Copy link for Ada").count() == 0  # a guest's links are a guest's own
    friend.page.get_by_label("Make a link to watch by").click()
    friend.page.get_by_label("Copy link for spectators").wait_for()

"""A guest with a browser: from the front page into a world, down as a robber, and home into its history."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.house import House, house
from undercroft import games

from .axe import check_page, find_axe
from .player import Player

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 400, "height": 800}, "is_mobile": True, "has_touch": True, "color_scheme": "dark"}
SEED = 5  # the robber has a short life
MOST = 300  # answers until a robber is home or dead


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patch, house(tmp_path_factory.mktemp("worlds") / "games.db", home=False) as here:
        patch.setattr("secrets.randbits", lambda _: SEED)
        here.app.state.hall.store.find.slugs = list(games.OURS)
        yield here


def test_down_as_a_robber_and_into_the_history(open_page: Callable[..., Any], server: House) -> None:
    axe = find_axe()
    player = Player(open_page(reduced_motion="reduce"), f"http://localhost:{server.port}")
    page = player.page
    page.goto(player.home)
    page.get_by_role("link", name="See this world").click()
    page.get_by_text("Nobody yet.").wait_for()
    assert check_page(page, axe) == []
    page.get_by_role("button", name="Enter as a robber").click()
    page.get_by_label("Your name").fill("Quill")
    page.get_by_label("Door", exact=True).select_option(index=1)
    page.get_by_label("What for").select_option(index=2)
    assert check_page(page, axe) == []
    page.get_by_role("button", name="Go down").click()
    page.wait_for_selector("uc-decision")
    [match] = [visit["match"] for visit in server.post("/api/worlds/first").json()["view"]["below"]]
    table = page.url.rpartition("/")[2]
    key = page.evaluate("() => JSON.parse(localStorage.getItem('undercroft.keys'))[0].key")
    for _ in range(MOST):
        if player.wait_asked() != "asked":
            break
        advice = server.get(f"/api/tables/{table}/advice", key).json()
        player.take(advice["answer"])
    page.locator(".over").get_by_role("link", name="To the world").click()
    line = page.locator(".went li").first
    line.wait_for()
    assert "Quill" in line.inner_text()
    assert page.locator(".went li").count() == 1
    assert [visit["match"] for visit in server.post("/api/worlds/first").json()["view"]["visits"]] == [match]
    assert check_page(page, axe) == []
    line.get_by_role("link", name="Watch how it went").click()
    page.locator(".replay").first.wait_for()
    assert player.problems == []


def test_a_fork_on_a_phone_is_ones_own(open_page: Callable[..., Any], server: House) -> None:
    """The world of the server has no desk but to fork it; the fork's author goes on, and sees all of it."""
    axe = find_axe()
    player = Player(open_page(**PHONE, reduced_motion="reduce"), f"http://localhost:{server.port}")
    page = player.page
    page.goto(f"{player.home}/w/first")
    page.get_by_role("button", name="Fork").wait_for()
    assert page.get_by_role("button", name="Next year").count() == 0
    page.get_by_role("button", name="Fork").click()
    page.get_by_role("button", name="Next year").click()
    page.get_by_text("Year 24,").wait_for()
    page.get_by_role("button", name="See all of it").click()
    page.get_by_role("heading", name="Who lives there").wait_for()
    assert page.locator("li", has_text="Murkwhisker (Ogre)").count() == 1
    assert check_page(page, axe) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") == 400
    page.get_by_text("Take it away").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Take it away as json").click()
    assert download.value.suggested_filename.endswith(".json")
    assert player.problems == []


def test_two_go_down_together(open_page: Callable[..., Any], server: House) -> None:
    """The host asks a friend along from the world's page; the friend comes by the link, on a phone, and both have their turns."""
    host = Player(open_page(reduced_motion="reduce"), f"http://localhost:{server.port}")
    friend = Player(open_page(**PHONE, reduced_motion="reduce"), host.home)
    page = host.page
    page.goto(f"{host.home}/w/first")
    page.get_by_role("button", name="Enter as racers").click()
    page.get_by_label("Your name").fill("Quill")
    page.get_by_label("Who comes along").select_option("1")
    assert check_page(page, find_axe()) == []
    page.get_by_role("button", name="Go down").click()
    page.locator(".gather").wait_for()
    [kept] = page.evaluate("() => JSON.parse(localStorage.getItem('undercroft.keys')).slice(-1)")
    friend.page.goto(host.home + next(each["path"] for each in kept["links"] if each["seat"] == 1))
    friend.page.get_by_label("Your name").fill("Wren")
    friend.page.locator("button.sit").click()
    friend.page.locator(".gather").wait_for()
    page.get_by_role("button", name="Begin").click()
    table = page.url.rpartition("/")[2]
    playing = server.app.state.hall.tables[table].playing
    for player in (host, friend):
        player.page.wait_for_selector("uc-decision, .over", state="attached")
    for _ in range(6):
        seat = playing().match.ask.seats[0]
        player = (host, friend)[seat]
        assert player.wait_asked() == "asked"
        player.take(0)
    assert playing().record.opening.seats == ("Quill", "Wren")
    [below] = [visit for visit in server.post("/api/worlds/first").json()["view"]["below"] if visit["match"] == playing().id]
    assert below["game"] == "board"
    assert host.problems + friend.problems == []

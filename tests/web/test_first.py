"""The first minute: each game's guided game, played in Chromium by a newcomer who asks what a bot would do and does it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, house
from undercroft import games

from .firefox import firefox, open_firefox
from .player import ASKED, TAKE, Player

SUCCESS = {  # what the story says when something good has happened to the newcomer
    "robber": r"Treasure: .* worth",
    "board": r"^{me} .*takes ",
    "descent": r": \d+ karma",
    "donjon": r"against .*: \w+, [2-9] success",
    "host": r"raised their Great Hall|founded",
}
MOST = 6  # answers


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(Path(tmp_path_factory.mktemp("first")) / "games.db") as opened:
        opened.app.state.hall.store.find.slugs = list(games.OURS)
        yield opened


def learn(page: Any, server: House, slug: str) -> Player:
    """From the front page into the guided game."""
    player = Player(page, f"http://localhost:{server.port}")
    page.goto(player.home)
    page.locator(f".game-paper[data-game={slug}]").get_by_role("button", name="Learn ").click()
    page.wait_for_selector("uc-decision", state="attached")
    player.wait_asked()
    return player


def advised(player: Player) -> None:
    """Ask what a bot would do, and do it."""
    page = player.page
    page.get_by_role("button", name="What would a bot do?").click()
    page.wait_for_function("() => /A bot would say/.test(document.querySelector('.coach-said')?.textContent ?? '')")
    said = page.locator(".coach-said").inner_text()
    assert len(said) > 40  # the reason too
    chosen = page.locator(".option.near")
    player.take(chosen.get_attribute("data-key") if chosen.count() else 0)


@pytest.mark.parametrize("slug", games.OURS)
def test_a_guided_game_succeeds_within_six_answers(slug: str, server: House, open_page: Callable[..., Any]) -> None:
    player = learn(open_page(), server, slug)
    page = player.page
    guide = games.find(slug).guide
    assert guide is not None
    first = page.locator("uc-stage .opening-words dd")  # what I am and want, what is at stake, what to do first
    page.wait_for_function("aim => document.querySelector('uc-stage')?.textContent.includes(aim)", arg=guide.aim)
    assert first.all_inner_texts() == [guide.aim, guide.stake, guide.step]
    assert page.locator("uc-stage h2").inner_text()
    me = page.locator(".seat[data-seat='0'] .name").text_content()
    coached = set()
    for _ in range(MOST):
        coached.add(page.locator(".coach-said").inner_text())
        advised(player)
        assert player.wait_asked() == "asked"
        if any(re.search(SUCCESS[slug].replace("{me}", str(me)), line) for line in player.story()):
            break
    else:
        raise AssertionError(f"no success in {MOST} answers: {player.story()[-8:]}")
    coached.add(page.locator(".coach-said").inner_text())
    assert len(coached - {""}) >= 2  # something new was explained on the way, or by what came of it
    assert player.problems == []


STORY = "() => [...document.querySelectorAll('.story .line')].map(l => l.querySelector('.told, h3').textContent)"
SERIAL = "() => document.querySelector('uc-decision').dataset.serial"
ANSWERED = "before => document.querySelector('.over') || document.querySelector('uc-decision').dataset.serial !== before"


def test_the_guided_board_succeeds_in_firefox_too(server: House, tmp_path: Path) -> None:
    path = firefox()
    if path is None:
        pytest.skip("no firefox found; `apt-get install firefox-esr`")
    with open_firefox(path, tmp_path) as page:
        page.goto(f"http://localhost:{server.port}/")
        page.wait_for("() => document.querySelector('.game-paper[data-game=board] button[aria-label^=Learn]')")
        page.call("() => document.querySelector('.game-paper[data-game=board] button[aria-label^=Learn]').click()")
        page.wait_for("() => document.querySelectorAll('uc-stage .opening-words dd').length === 3")
        me = page.call("() => document.querySelector(\".seat[data-seat='0'] .name\").textContent")
        for _ in range(MOST):
            assert page.wait_for(ASKED) == "asked"
            page.call(
                "() => [...document.querySelectorAll('button')].find(b => b.textContent === 'What would a bot do?').click()"
            )
            page.wait_for("() => /A bot would say/.test(document.querySelector('.coach-said')?.textContent ?? '')")
            before = page.call(SERIAL)
            page.call(TAKE, page.call("() => document.querySelector('.option.near').dataset.key"))
            page.wait_for(ANSWERED, before)
            page.wait_for(ASKED)
            if any(re.search(SUCCESS["board"].replace("{me}", me), line) for line in page.call(STORY)):
                break
        else:
            raise AssertionError(f"no success in {MOST} answers: {page.call(STORY)[-8:]}")
        assert page.call("() => document.querySelector('uc-map').shadowRoot.querySelector('svg.drawing #pawn-0') !== null")
        assert page.problems == []


LEGIBLE = """() => {
  const map = document.querySelector('uc-map').shadowRoot;
  const svg = map.querySelector('svg.drawing'), pawn = svg?.querySelector('#pawn-0')?.getBoundingClientRect();
  const room = map.querySelector('.stage').getBoundingClientRect();
  if (!pawn) return false;
  const size = text => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  const seen = pawn.left >= room.left && pawn.right <= room.right && pawn.top >= room.top && pawn.bottom <= room.bottom;
  return seen && Math.min(...[...svg.querySelectorAll('text')].map(size)) >= 10;
}"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_board_is_legible_where_it_opens_and_follows_the_pawn(
    size: tuple[int, int], server: House, open_page: Callable[..., Any]
) -> None:
    player = learn(open_page(viewport={"width": size[0], "height": size[1]}), server, "board")
    page = player.page
    height = page.locator("uc-decision").bounding_box()["height"]
    for _ in range(5):
        page.wait_for_function(LEGIBLE)  # every letter on the map is at least 10 px high, and one's own pawn is in view
        advised(player)
        assert player.wait_asked() == "asked"
        if size[0] > 1000:
            assert page.locator("uc-decision").bounding_box()["height"] == height  # the bar keeps its height
    assert player.problems == []


def test_the_coach_is_silent_once_told_so_and_speaks_of_each_thing_once(server: House, open_page: Callable[..., Any]) -> None:
    player = learn(open_page(), server, "robber")
    page = player.page
    page.wait_for_function("() => document.querySelector('.coach-said')?.textContent")
    first = page.locator(".coach-said").inner_text()
    advised(player)
    player.wait_asked()
    assert page.locator(".coach-said").inner_text() not in ("", first)
    page.get_by_role("button", name="Enough coaching").click()
    for _ in range(2):
        advised(player)
        player.wait_asked()
        assert page.locator(".coach-said").inner_text() == ""
    page.reload()
    player.wait_asked()
    assert page.locator(".coach-said").inner_text() == ""


def test_play_begins_in_play_and_all_can_be_set_up_by_hand_in_one_answer(server: House, open_page: Callable[..., Any]) -> None:
    page = open_page()
    player = Player(page, f"http://localhost:{server.port}")
    page.goto(player.home)
    page.locator(".game-paper[data-game=descent]").get_by_role("button", name="Play ").click()
    page.wait_for_selector("uc-decision", state="attached")
    player.wait_asked()
    assert player.prompt.endswith("Where to?")
    page.wait_for_function("() => document.querySelectorAll('uc-stage .opening-words dd').length === 3")
    assert page.locator(".option").first.get_attribute("data-key") == "open:South"  # on, not back
    assert page.locator(".option").last.get_attribute("data-key") == "surface"
    page.get_by_role("button", name="Set it all up myself").click()
    page.wait_for_function("() => document.querySelector('h2.prompt')?.textContent === 'Who goes down?'")
    assert player.problems == []

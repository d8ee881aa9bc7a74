"""Real games on a real server in a real browser: openings, a whole board game with friends, and what goes wrong at tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, house
from undercroft import games
from undercroft.engine import Dice

from .axe import check_page, find_axe
from .player import Player

pytestmark = pytest.mark.browser

GAMES = games.OURS
SEED = 2026  # every table of this file is dealt by it: a test must not depend on luck


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patch, house(tmp_path_factory.mktemp("web") / "games.db") as here:
        patch.setattr("undercroft.server.tables.hall.secrets.randbits", lambda _bits: SEED)
        here.app.state.hall.store.find.slugs = list(games.OURS)
        yield here


@pytest.fixture
def seat(browser: Any, server: House) -> Iterator[Callable[..., Player]]:
    """People, each with a browser of their own; none of their pages may have complained."""
    players: list[Player] = []
    contexts: list[Any] = []

    def come(**options: Any) -> Player:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | options))
        context.set_default_timeout(30_000)
        contexts.append(context)
        players.append(Player(context.new_page(), f"http://localhost:{server.port}"))
        return players[-1]

    yield come
    problems = [problem for player in players for problem in player.problems]
    for context in contexts:
        context.close()
    assert problems == []


def link(opened: dict[str, Any], seat: int | None) -> str:
    return str(next(each["path"] for each in opened["links"] if each["seat"] == seat))


@pytest.mark.parametrize("slug", GAMES)
def test_each_games_opening(seat: Callable[..., Player], slug: str) -> None:
    """From the front page, one click and one's first decisions: map, sheets, story and rules are all there."""
    ada = seat()
    page = ada.page
    page.goto(ada.home)
    title = games.find(slug).title
    paper = page.locator(f".game-paper[data-game={slug}]")
    paper.scroll_into_view_if_needed()  # what is below is fetched when somebody looks
    page.wait_for_function(f"() => document.querySelector('[data-game={slug}] img.lid')?.naturalWidth > 0", timeout=60_000)
    page.get_by_label(f"Play {title} now").click()
    for _ in range(8):
        if ada.wait_asked() == "over":
            page.locator("button", has_text="Look at the table").click()
            break
        assert ada.prompt
        ada.take()
    page.wait_for_selector(".story .line:visible")
    page.wait_for_function("() => document.querySelector('uc-map').shadowRoot.querySelector('svg')", timeout=60_000)
    assert page.locator(".paper").count() > 0
    assert ada.story()
    page.locator(".story .why").last.click()
    page.wait_for_selector("dialog .rule-text")
    page.keyboard.press("Escape")
    page.goto(ada.home)
    page.locator(".table-card", has_text=title).first.wait_for()  # it is there to come back to


def test_a_whole_board_game_with_two_browsers_and_a_bot(seat: Callable[..., Player], server: House) -> None:
    """Two people by link and a bot play to the end; both see the same story and the same last page."""
    opened = server.open(
        "board", "Ada", "Bo", "Cy", bots={2: "greedy"}, options={"types": "superhero,hero,elf"}, practice=True, seed=3
    )
    small = {"width": 900, "height": 600}  # a large board is drawn a hundred times here, by the processor
    people = {0: seat(viewport=small).sit(link(opened, 0)), 1: seat(viewport=small).sit(link(opened, 1))}
    table = opened["table"]["id"]
    match = server.app.state.hall.tables[table].playing().match
    think = games.find("board").bot("greedy")
    decisions = 0
    while match.ask is not None:
        number = next((number for number in match.ask.seats if number in people), None)
        if number is None:
            people[0].page.wait_for_timeout(5)
            continue
        player = people[number]
        if player.wait_asked() == "over":
            break
        answer = think(match.view(number, Dice(decisions)))
        player.take(answer if isinstance(answer, str) else 0)
        decisions += 1
    assert decisions > 20
    for player in people.values():
        assert player.wait_asked() == "over"
    assert match.outcome is not None
    assert match.outcome.winners
    for number, player in people.items():
        assert player.page.locator(".over .summary").inner_text() == match.outcome.summary
        assert (player.page.locator(".over h1").inner_text() == "You won") == (number in match.outcome.winners)
    people[0].page.locator("button", has_text="Look at the table").click()
    assert people[0].story() == [event.text for event in match.log(0)]
    people[1].page.locator("button", has_text="Again").click()
    for player in people.values():
        player.page.wait_for_selector("uc-decision .prompt")


def test_a_friend_comes_by_link(seat: Callable[..., Player]) -> None:
    """The host sets a table, the friend opens the link, gives a name, and both are asked when the host begins."""
    host, friend = seat(), seat()
    host.page.goto(host.home)
    host.page.get_by_label("Set up a table of DUNGEON!").click()
    host.page.get_by_label("Who sits in seat 2").select_option("person")
    host.page.locator("button", has_text="Open the table").click()
    host.page.wait_for_selector(".gather")
    links = host.page.evaluate("() => JSON.parse(localStorage.getItem('undercroft.keys'))[0].links")
    friend.sit(next(each["path"] for each in links if each["seat"] == 1))
    assert "#" not in friend.page.url  # the key does not stay in the address
    friend.page.get_by_label("Your name").fill("Zoë")
    friend.page.get_by_label("Your name").press("Enter")
    host.page.wait_for_selector(".who:has-text('Zoë'):has-text('is here')")
    assert friend.page.locator("button", has_text="Begin").count() == 0
    host.page.locator("button", has_text="Begin").click()
    for player in (host, friend):
        player.page.wait_for_selector(".seat.here:has-text('Zoë')")
    friend.page.reload()  # the key is remembered
    friend.page.wait_for_selector(".seat:has-text('Zoë (you)')")


def test_a_line_lost_in_mid_turn(seat: Callable[..., Player], server: House) -> None:
    """The line drops twice, once while the rival moves: the turn is still there, and nothing is told twice or missed."""
    opened = server.open("toy", "Ada", "Bo", options={"goal": 30})
    ada, bo = seat().sit(link(opened, 0)), seat().sit(link(opened, 1))
    ada.wait_asked()
    ada.take("guess")
    assert ada.prompt == "Which hand?"
    ada.page.context.set_offline(True)
    ada.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    ada.page.evaluate("() => document.querySelector('.table-page').live?.hangUp()")
    ada.page.wait_for_selector(".banner.lost")
    ada.page.context.set_offline(False)
    ada.wait_asked()
    assert ada.prompt == "Which hand?"
    ada.take("left")
    ada.page.context.set_offline(True)
    ada.page.evaluate("() => document.querySelector('.table-page').live?.hangUp()")
    ada.page.wait_for_selector(".banner.lost")
    bo.wait_asked()
    bo.take("climb")
    ada.page.context.set_offline(False)
    ada.wait_asked()
    match = server.app.state.hall.tables[opened["table"]["id"]].playing().match
    assert ada.story() == [event.text for event in match.log(0)]
    assert bo.story() == [event.text for event in match.log(1)]
    ada.problems[:] = [problem for problem in ada.problems if "WebSocket" not in problem and "ERR_INTERNET" not in problem]


def answer_by_keyboard(page: Any) -> None:
    """Answer what is asked with keys alone, from wherever the focus is."""
    before = page.evaluate("() => document.querySelector('uc-decision').dataset.serial")
    kind = page.evaluate(
        """() => { const body = document.querySelector('uc-decision .ask-body');
        return body.querySelector('.confirm') ? 'many' : body.querySelector('input[type=number]') ? 'number'
        : body.querySelector('form') && !body.querySelector('.chip') ? 'text' : 'choose' }"""
    )
    if kind == "number":
        page.keyboard.type(page.locator("uc-decision input[type=number]").get_attribute("min") or "0")
    elif kind == "text":
        for _ in range(8):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement?.matches('uc-decision input, uc-decision textarea')"):
                break
        page.keyboard.type("A lamp")
    elif kind == "many":
        for digit in "123456789":
            if page.locator("uc-decision .confirm").is_enabled():
                break
            page.keyboard.press(digit)
    else:
        page.keyboard.press("1")
    if page.evaluate("before => document.querySelector('uc-decision:not(.sent)')?.dataset.serial === before", before):
        page.keyboard.press("Enter")
    page.wait_for_function(
        "before => document.querySelector('.over') || document.querySelector('uc-decision').dataset.serial !== before", arg=before
    )


@pytest.mark.parametrize("slug", GAMES)
def test_keyboard_only(seat: Callable[..., Player], slug: str) -> None:
    """From the front page into a game, its first decisions, a rule, the map and back, without a mouse; and the new is heard."""
    ada = seat()
    page = ada.page
    page.goto(ada.home)
    page.wait_for_selector(f".game-paper[data-game={slug}]")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.getAttribute('aria-label')") == f"Play {games.find(slug).title} now":
            break
    page.keyboard.press("Enter")
    for _ in range(7):
        if ada.wait_asked() == "over":
            return
        answer_by_keyboard(page)
    if ada.wait_asked() == "over":
        return
    heard = page.locator("#hear").text_content() or ""
    assert ada.prompt in heard
    assert ada.story()[-1] in heard or len(ada.story()) > 12
    page.keyboard.press("d")
    assert page.evaluate("() => document.activeElement?.className") == "prompt"
    page.keyboard.press("w")
    page.wait_for_selector("dialog .rule-text")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("?")
    page.wait_for_selector("dialog .keys")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("m")
    assert page.evaluate("() => document.activeElement?.localName") == "uc-map"


def test_a_phone_plays(seat: Callable[..., Player]) -> None:
    ada = seat(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = ada.page
    page.goto(ada.home)
    page.get_by_label(f"Play {games.find('robber').title} now").tap()
    for _ in range(5):
        ada.wait_asked()
        ada.take()
    ada.wait_asked()
    for tab in ("Sheets", "Story", "Map"):
        page.locator(".tabs button", has_text=tab).tap()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        decision = page.locator("uc-decision").bounding_box()
        assert decision is not None
        assert decision["y"] + decision["height"] <= 845


def test_undo_replay_and_playing_on_from_there(seat: Callable[..., Player], server: House) -> None:
    ada = seat()
    page = ada.page
    opened = server.open("toy", "Ada", options={"goal": 14}, practice=True)  # out of reach of two climbs and a rest
    ada.sit(link(opened, 0))
    for choice in ("climb", "climb"):
        ada.wait_asked()
        ada.take(choice)
    ada.wait_asked()
    told = ada.story()
    ada.take("rest")
    assert ada.prompt == "How far?"
    page.keyboard.press("u")
    page.wait_for_selector(".option[data-key=rest]")
    assert ada.story() == told
    while ada.wait_asked() == "asked":
        ada.take("climb")
    page.locator(".over button", has_text="Replay").click()
    page.wait_for_selector(".scrub input[type=range]")
    assert "The beginning" in page.locator(".said").inner_text()
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('.said').textContent.startsWith('Answer')")
    page.wait_for_function(
        "count => document.querySelectorAll('.story .line').length === count", arg=len(opened_log(server, opened))
    )
    page.get_by_label("One move back").click()
    page.get_by_label("To the beginning").click()
    page.get_by_label("One move on").click()
    page.wait_for_function("() => document.querySelector('.said').textContent.startsWith('Answer 1 ')")
    page.locator("button", has_text="Play on from here").click()
    page.locator("dialog button", has_text="Play on").click()
    assert ada.wait_asked() == "asked"
    assert opened["table"]["id"] not in page.url


def opened_log(server: House, opened: dict[str, Any]) -> list[Any]:
    """Everything seat 0 was told at that table."""
    log: list[Any] = server.app.state.hall.tables[opened["table"]["id"]].playing().match.log(0)
    return log


def test_the_history_of_a_world_under_its_map(seat: Callable[..., Player], server: House) -> None:
    """Host, some years in: an earlier year is drawn by the server, one sheet alone as well, and a place tells its story."""
    ada = seat()
    page = ada.page
    opened = server.open("host", "Ada", seed=5, practice=True)
    ada.sit(link(opened, 0))
    ada.wait_asked()
    ada.take("onward")
    ada.wait_asked()
    ada.take("auto:age")
    if ada.wait_asked() == "over":
        page.locator("button", has_text="Look at the table").click()
    page.wait_for_function("() => Number(document.querySelector('uc-timeline input')?.max) > 5")  # the dials know the new years
    drawn = "() => document.querySelector('uc-map').shadowRoot.querySelectorAll('svg.drawing [data-place^=room]').length"
    page.wait_for_function(f"() => ({drawn})() > 20")
    rooms = page.evaluate(drawn)
    page.get_by_label("Year", exact=True).fill("0")
    page.wait_for_function(f"count => ({drawn})() < count", arg=rooms)
    page.get_by_label("Back to now").click()
    page.wait_for_function(f"count => ({drawn})() === count", arg=rooms)
    page.locator("uc-timeline select").select_option(index=1)
    page.wait_for_function(f"count => ({drawn})() < count", arg=rooms)
    page.get_by_label("Back to now").click()
    page.wait_for_function(f"count => ({drawn})() === count", arg=rooms)
    page.keyboard.press("i")
    page.locator(".places button").first.click()
    page.wait_for_selector("dialog .tale li")


def test_a_gamesmaster_has_a_desk(seat: Callable[..., Player], server: House) -> None:
    """While the player thinks, the gamesmaster may act; the player hears of it at once."""
    opened = server.open("descent", "Ada", gamesmaster="Gil")
    ada, gil = seat().sit(link(opened, 0)), seat().sit(link(opened, 1))
    ada.wait_asked()
    gil.page.wait_for_selector("h2.prompt:has-text('Waiting for Ada')")
    gil.page.locator(".desk .option", has_text="Say something").click()
    gil.page.locator("uc-decision form input, uc-decision form textarea").fill("A cold wind.")
    gil.page.keyboard.press("Enter")
    ada.page.wait_for_selector(".story .line:has-text('A cold wind.')")
    assert ada.wait_asked() == "asked"  # and is asked again
    gil.page.wait_for_selector(f".overheard:has-text('{ada.prompt}')")  # who judges sees the question, and what is open
    gil.page.locator(".desk .option", has_text="Write yourself a note").click()
    field = gil.page.locator("uc-decision textarea")
    field.fill("They trust")
    before = gil.page.locator("uc-decision").get_attribute("data-serial")
    ada.take()
    gil.page.wait_for_selector(f"uc-decision:not([data-serial='{before}']) .overheard")
    gil.page.keyboard.type(" the sage.")  # nobody waited for it, and nothing of it is lost
    assert field.input_value() == "They trust the sage."
    gil.page.keyboard.press("Enter")
    gil.page.wait_for_selector(":text('They trust the sage.')")
    gil.page.locator(".desk .option", has_text="Speak for somebody").click()
    gil.page.locator("uc-decision .option", has_text="Never mind").click()
    gil.page.wait_for_selector(".overheard")


def test_a_game_is_taken_away_and_opened_again(seat: Callable[..., Player], tmp_path: Path) -> None:
    """The story as text, the map as a drawing, and the save file, which another browser opens where the game stood."""
    ada, other = seat(accept_downloads=True), seat()
    page = ada.page
    page.goto(ada.home)
    page.get_by_label(f"Play {games.find('robber').title} now").click()
    for _ in range(6):
        ada.wait_asked()
        ada.take()
    ada.wait_asked()
    told, prompt = ada.story(), ada.prompt
    page.locator(".menu summary").click()
    page.locator(".menu button", has_text="Take it away").click()
    taken = {}
    for name in ("The story, with its last page", "The map, as SVG", "The save file"):
        with page.expect_download() as download:
            page.locator("dialog button", has_text=name).click()
        taken[name] = tmp_path / download.value.suggested_filename
        download.value.save_as(taken[name])
    story, lines = taken["The story, with its last page"].read_text(), page.locator(".line.tell .told").all_inner_texts()
    assert lines and all(line in story for line in lines), "what was told, without the dice"
    assert taken["The map, as SVG"].read_text().startswith("<svg")
    other.page.goto(other.home)
    other.page.locator("input[type=file]").set_input_files(taken["The save file"])
    other.wait_asked()
    assert (other.story(), other.prompt) == (told, prompt)


def test_a_seat_goes_to_a_bot_and_back_while_others_watch(seat: Callable[..., Player], server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
    ada, watcher = seat().sit(link(opened, 0)), seat().sit(link(opened, None))
    watcher.page.wait_for_selector("text=You are watching")
    ada.wait_asked()
    ada.page.locator(".seat[data-seat='0']").click()
    ada.page.get_by_label("Which bot").select_option("random")
    ada.page.locator("dialog button", has_text="Let a bot play").click()
    ada.page.wait_for_selector("text=A bot plays your seat")
    watcher.page.wait_for_selector(".seat.bot[data-seat='0']")
    watcher.page.wait_for_selector("text=Waiting for Bo")
    ada.page.locator("button", has_text="Take it back").click()
    watcher.page.wait_for_selector(".seat.here[data-seat='0']")
    ada.page.keyboard.press("c")
    ada.page.keyboard.type("Back again.")
    ada.page.keyboard.press("Enter")
    watcher.page.wait_for_selector(".tabs .count")


@pytest.mark.parametrize("slug", GAMES)
def test_axe_finds_nothing_at_a_real_table(seat: Callable[..., Player], slug: str) -> None:
    source = find_axe()
    ada = seat(viewport={"width": 1500, "height": 900})
    ada.page.goto(ada.home)
    ada.page.get_by_label(f"Play {games.find(slug).title} now").click()
    for _ in range(3):
        ada.wait_asked()
        ada.take()
    ada.wait_asked()
    ada.page.wait_for_function("() => document.querySelector('uc-map').shadowRoot.querySelector('svg')", timeout=60_000)
    for theme in ("paper", "light", "dark"):
        ada.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        assert check_page(ada.page, source) == [], theme


def test_axe_finds_nothing_around_the_table(seat: Callable[..., Player]) -> None:
    """On a phone: the setting-up, the waiting, the links, the keys, and a replay."""
    source = find_axe()
    ada = seat(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = ada.page
    page.goto(ada.home)
    page.get_by_label("Set up a table of DUNGEON!").click()
    page.get_by_label("Who sits in seat 2").select_option("person")
    assert check_page(page, source) == []
    page.locator("button", has_text="Open the table").click()
    page.wait_for_selector(".gather")
    assert check_page(page, source) == []
    page.locator("button", has_text="Begin").click()
    page.wait_for_selector(".seats .seat")
    page.locator(".menu summary").click()
    page.locator(".menu button", has_text="Share").click()
    assert check_page(page, source) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("?")
    assert check_page(page, source) == []
    page.goto(page.url.replace("/t/", "/replay/"))
    page.wait_for_selector(".scrub")
    page.wait_for_function("() => document.querySelector('.titles h1').textContent")
    assert check_page(page, source) == []


def test_screenshots_are_here_and_small() -> None:
    folder = Path(__file__).parents[2] / "docs" / "screenshots"
    for slug in GAMES:
        for device in ("desktop", "phone"):
            assert 5_000 < (folder / f"{slug}-{device}.png").stat().st_size < 200_000

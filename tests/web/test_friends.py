"""Two browsers and a phone: invited, waiting, handing seats over, showing what happened, coming back tomorrow."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.server.finished import bring, played
from tests.server.house import House, house
from tests.server.outside import PushManager, outside
from tests.server.test_daily import EVENING, finish
from undercroft import games

from .axe import check_page, find_axe
from .player import TAKE, Player

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "is_mobile": True, "has_touch": True, "color_scheme": "dark"}


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
    page.get_by_label("Set up a table of Dungeon Robber").click()
    page.locator("button", has_text="Add a seat").click()
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
    assert "A game takes 5 to 20 minutes." in friend.page.locator(".invitation").inner_text()
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
    assert other.page.get_by_text("Leave for good…").is_hidden(), "whoever watches is offered what they can do"
    assert other.page.get_by_text("Keep order…").is_hidden()
    other.page.get_by_text("Share links").click()
    assert other.page.get_by_label("Copy link for spectators").count() == 1
    assert other.page.get_by_label("Copy link for This seat on another device").count() == 0
    friend.page.get_by_text("Menu").click()
    friend.page.get_by_text("Share links").click()
    assert friend.page.get_by_label("Copy link for Ada").count() == 0  # a guest's links are a guest's own
    friend.page.get_by_label("Make a link to watch by").click()
    friend.page.get_by_label("Copy link for spectators").wait_for()
    lines: list[Any] = []
    other.page.on("websocket", lambda line: lines.append(line))
    other.page.goto(other.home + path)  # another link in the same tab is an invitation again, and nothing else meanwhile
    other.page.locator(".invitation").wait_for()
    assert lines == []


def host_of(player: Player, opened: dict[str, Any], seat: int = 0) -> Player:
    """The browser at which a table was opened: it has the host's key and all links."""
    mine = next(each for each in opened["links"] if each["seat"] == seat)
    kept = {"table": opened["table"]["id"], "key": mine["key"], "role": "seat", "seat": seat, "at": 1, "host": opened["host"]}
    keys = json.dumps(json.dumps([{**kept, "links": opened["links"]}]))
    player.page.add_init_script(f"localStorage['undercroft.keys'] ??= {keys}")
    return player.sit(f"/t/{opened['table']['id']}")


def choose(player: Player, entry: str) -> None:
    """Something from the menu."""
    player.page.locator(".menu summary").click()
    player.page.locator(".menu button", has_text=entry).click()


def test_seats_are_handed_over_taken_back_replaced_and_left(seat: Callable[..., Player], server: House) -> None:
    """Each as people expect it, with two browsers: a bot for a while, a lost link, a rematch, playing on, leaving for good."""
    opened = server.open("toy", "Ada", "Bo", options={"goal": 3})
    ada, bo = host_of(seat(), opened), seat().sit(link(opened, 1))
    bo.page.wait_for_selector(".seat:has-text('Bo (you)')")
    choose(bo, "let a bot play for me")
    ada.page.locator(".seat.bot", has_text="Bo").wait_for()
    ada.page.locator("#toasts", has_text="A bot plays for Bo for now").wait_for()
    assert bo.page.locator(".table-card .turn").count() == 0
    bo.page.locator(".table-card a", has_text="Come back").first.click()  # it is still there to come back to
    bo.page.locator(".banner button", has_text="Take it back").click()
    ada.page.locator(".seat.here", has_text="Bo").wait_for()

    ada.page.locator(".seat", has_text="Bo").click()  # Bo has lost the link
    ada.page.locator("dialog button", has_text="Make a new link").click()
    bo.page.locator("text=replaced by a new one").wait_for()
    kept = "JSON.parse(localStorage.getItem('undercroft.keys'))[0].links"
    lost = next(each["path"] for each in opened["links"] if each["seat"] == 1)
    ada.page.wait_for_function(f"lost => {kept}.every(each => each.path !== lost)", arg=lost)  # Bo may hear of it first
    links = ada.page.evaluate(f"() => {kept}")
    ada.page.keyboard.press("Escape")
    bo.sit(next(each["path"] for each in links if each["seat"] == 1))
    ada.page.locator(".seat.here", has_text="Bo").wait_for()

    choose(bo, "let a bot play for me")  # and it wins for Bo, or loses
    while ada.wait_asked() != "over":
        ada.take("rest") if ada.page.locator("button[data-key=rest]").count() else ada.take(0)
    bo.page.goto(f"{bo.home}/t/{opened['table']['id']}")
    assert bo.wait_asked() == "over"
    won = "Bo" in ada.page.locator(".over h1").inner_text()
    assert ("The bot in your seat won" in bo.page.locator(".over h1").inner_text()) == won
    ada.page.locator("button", has_text="Again").click()
    for player in (ada, bo):
        player.page.locator(".seat.here", has_text="Ada").wait_for()
        player.page.locator(".seat.here", has_text="Bo").wait_for()  # a person again

    bo.page.wait_for_selector(".seat:has-text('Bo (you)')")
    choose(bo, "Leave for good")
    bo.page.locator("dialog button.primary", has_text="Leave for good").click()
    ada.page.locator(".seat.bot", has_text="Bo").wait_for()
    bo.page.locator(".papers").wait_for()
    ada.page.locator("#toasts", has_text="Bo has left for good").wait_for()  # whoever stays is told, and the story keeps it
    assert "A bot plays that seat from now on." in ada.page.locator(".story .remark").last.inner_text()
    assert bo.page.evaluate("() => localStorage.getItem('undercroft.keys')") == "[]"

    ada.page.goto(f"{ada.home}/replay/{opened['table']['id']}?match={opened['table']['match']}")
    ada.page.locator("button", has_text="Play on from here").click()
    ada.page.get_by_label("Bo", exact=True).check()
    assert check_page(ada.page, find_axe()) == []
    ada.page.get_by_label("As they were").check()
    ada.page.locator("dialog button", has_text="Play on").click()
    ada.page.wait_for_selector(".seat:has-text('Bo (you)')")
    fork = ada.page.url.rpartition("/")[2]
    known = ada.page.evaluate("() => JSON.parse(localStorage.getItem('undercroft.keys'))")
    bo.sit(next(link["path"] for key in known if key["table"] == fork for link in key["links"] if link["seat"] == 0))
    bo.page.wait_for_selector(".seat:has-text('Ada (you)')")  # each plays on in the other's seat
    ada.page.locator(".seat.here", has_text="Ada").wait_for()


def ids(told: dict[str, Any]) -> list[str]:
    return [each["registrationId"] for each in told["registrations"]]


# A browser without a push service of its own: it has the keys that the test made.
SUBSCRIBES = """let made = null;
PushManager.prototype.getSubscription = async () => made;
PushManager.prototype.subscribe = async wish => {
  const {endpoint, ...keys} = WISH;
  window.subscribedWith = wish.applicationServerKey;
  const options = {applicationServerKey: null};
  return made = {endpoint, options, unsubscribe: async () => true, toJSON: () => ({endpoint, keys})};
};"""


TOLD = """async path => (await (await navigator.serviceWorker.ready).getNotifications())
  .some(each => each.tag === path && each.body === 'It is your turn.')"""


def test_a_slow_game_tells_whoever_is_away(seat: Callable[..., Player], server: House, tmp_path: Path) -> None:
    """A clock, a webhook and a push: received outside, opened with the browser's keys, and shown by the service worker."""
    opened = server.open("toy", "Ada", "Bo", title="Slow", options={"goal": 50})
    friends = server.app.state.friends
    with outside(tmp_path) as world:
        friends.caller, friends.bell.grace = world.caller, 0.0
        ada, bo = host_of(seat(), opened), seat(**PHONE)
        device = PushManager(world.url("/push", "push.test"))
        bo.page.add_init_script(SUBSCRIBES.replace("WISH", json.dumps(device.wish)))
        bo.sit(link(opened, 1))
        ada.page.context.grant_permissions(["notifications"], origin=ada.home)
        choose(ada, "Waiting: notices and clock")
        page = ada.page
        page.get_by_label("Ring a bell").check()
        page.get_by_label("Let the browser tell me").check()
        page.get_by_label("For an answer").select_option("86400")
        page.get_by_label("When it has run out").select_option("vote")
        for clock in (page.locator("uc-clock"), bo.page.locator("uc-clock")):
            clock.filter(has_text="23 hours left").wait_for()
        box, size = bo.page.locator("uc-clock").bounding_box(), PHONE["viewport"]
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"], box
        page.get_by_label("Webhook").fill(world.url("/hook"))
        page.locator("dialog button", has_text="Tell it").click()
        assert "told whose turn" in world.told()["content"]
        assert check_page(page, find_axe()) == []
        page.keyboard.press("Escape")

        origin = bo.home
        bo.page.context.grant_permissions(["notifications"], origin=origin)
        bo.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        tools = bo.page.context.new_cdp_session(bo.page)
        found: list[str] = []
        tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(ids(told)))
        tools.send("ServiceWorker.enable")
        bo.page.get_by_text("Tell me when it is my turn…").click()
        bo.page.get_by_label("Send a notice to this device").click()
        bo.page.wait_for_function("id => localStorage.getItem(`undercroft.push.${id}`)", arg=opened["table"]["id"])
        assert bo.page.evaluate("() => window.subscribedWith") == server.get("/api/notices").json()["push"]
        assert [want.seat for want in friends.shelf.wants(opened["table"]["id"])] == [1]
        bo.page.get_by_label("Let the browser tell me").check()
        bo.page.locator("dialog button", has_text="Close").click()
        bo.page.locator(".home").click()  # Bo goes back to the front page, and is away
        bo.page.locator(".table-card", has_text="waiting for Ada").wait_for()
        page.locator(".seat.away", has_text="Bo").wait_for()
        ada.wait_asked()
        ada.take("climb")
        came = {path: body for path, _, body in (world.next(), world.next())}
        assert json.loads(came["/hook"])["waiting_for"] == ["Bo"]
        told = device.open(came["/push"])
        while not found:
            bo.page.wait_for_timeout(20)
        tools.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": json.dumps(told)})
        bo.page.wait_for_function(
            """async () => (await (await navigator.serviceWorker.ready).getNotifications())
            .some(each => each.title === 'Slow' && each.body === 'It is your turn.')"""
        )
        bo.page.evaluate("() => Object.defineProperty(document, 'hidden', {value: true})")
        bo.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        bo.page.wait_for_function("() => document.title === '(1) Undercroft'")  # the front page tells it, too
        bo.page.wait_for_function(TOLD, arg=f"/t/{opened['table']['id']}")
        said = bo.page.locator(".table-card", has_text="your turn").inner_text()
        assert "1 day left" in said or "23 hours left" in said  # as quick as the machine is
        friends.now = lambda: time.time() + 90_000
        page.locator(".banner button", has_text="Let a bot move").wait_for()
        page.evaluate("() => Object.defineProperty(document, 'hidden', {value: true})")  # Ada looks elsewhere
        asked = "document.querySelector('.table-page').live.model.ask"
        serial = page.evaluate(f"() => {asked}.serial")
        page.locator(".banner button", has_text="Let a bot move").click()
        page.wait_for_function(f"was => {asked}.serial !== was", arg=serial)
        if not page.evaluate(f"() => {asked}.mine"):  # a guess or a rest needs a second answer, and Bo gives it
            late = server.sit(server.key(opened, 1))
            late.until("news")
            late.answer("left" if late.news["ask"]["kind"] == "choose" else 1)
            late.close()
        ada.wait_asked()  # the bot moved for Bo, whose seat it stays
        page.wait_for_function(TOLD, arg=f"/t/{opened['table']['id']}")
        assert page.title().startswith("● ")
        page.locator(".seat.away", has_text="Bo").wait_for()
        friends.now = time.time
        friends.caller = None


def test_ones_own_games_are_ones_own_also_on_one_machine(seat: Callable[..., Player], server: House) -> None:
    """Under "Continue" stands what this browser plays; what others here play is folded away, and not told to the network."""
    opened = server.open("toy", "Ada", "Bo", title="Hers", options={"goal": 50})
    ada, other = host_of(seat(), opened), seat()
    ada.wait_asked()
    for player, shown in ((ada, 1), (other, 0)):
        player.page.goto(player.home)
        player.page.locator("#h-continue").wait_for()
        assert player.page.locator(".tables > li > .table-card:visible", has_text="Ada, Bo").count() == shown
    other.page.locator("summary", has_text="From other browsers on this machine").click()
    assert other.page.locator(".table-card:visible", has_text="Ada, Bo").count() > 0


def test_on_the_home_screen_and_without_a_network(seat: Callable[..., Player], server: House) -> None:
    """The page installs; with no network it says so, and nothing of a game is kept by the worker."""
    ada = seat(**PHONE)
    opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
    ada.sit(link(opened, 0))
    page = ada.page
    manifest = page.evaluate("() => fetch(document.querySelector('link[rel=manifest]').href).then(r => r.json())")
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    for icon in manifest["icons"]:
        assert page.request.get(f"{ada.home}{icon['src']}").headers["content-type"] == "image/png"
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    ada.wait_asked()
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys())
        .map(each => new URL(each.url).pathname)))).flat().sort()"""
    )
    assert kept == ["/css/offline.css", "/icon.svg", "/offline.html"]
    page.context.set_offline(True)
    page.goto(f"{ada.home}/")
    assert page.locator("h1").inner_text() == "The lantern is out."
    page.context.set_offline(False)
    page.goto(f"{ada.home}/t/{opened['table']['id']}")
    ada.wait_asked()
    ada.problems.clear()  # being offline is complained of, and was meant


@contextmanager
def another_site(folder: Path) -> Iterator[str]:
    """Files of somebody else's, at an address of their own."""

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(folder))

        def log_message(self, format: str, *args: Any) -> None:
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_address[1]}"
    site.shutdown()
    site.server_close()


def test_a_finished_game_is_shown_to_strangers(seat: Callable[..., Player], server: House, tmp_path: Path) -> None:
    """The host shows it; a stranger on a phone sees page and replay and plays the same dungeon; another site frames it."""
    opened = bring(server, played("robber", 2))
    host, stranger = host_of(seat(), opened), seat(**PHONE)
    page = host.page
    page.locator("button", has_text="Show it to everybody").click()
    page.get_by_label("Other sites may show the replay in a frame").check()
    page.locator("dialog button", has_text="Show it").first.click()
    page.locator("dialog img.shown-picture").wait_for()
    path = str(page.locator(".show-result a").get_attribute("href"))
    assert check_page(page, find_axe()) == []

    other = stranger.page
    other.goto(stranger.home + path)
    other.locator(".shown .summary, .shown h1").first.wait_for()
    assert other.evaluate("() => document.querySelector('meta[property=\"og:image\"]').content").endswith(f"{path}.png")
    other.wait_for_function("() => document.querySelector('.shown img').naturalWidth === 1200")
    assert check_page(other, find_axe()) == []
    other.locator("a", has_text="Watch the replay").click()
    other.locator(".scrub").wait_for()
    other.get_by_label("To the end").click()
    other.wait_for_function("() => document.querySelector('.said').textContent.startsWith('Answer')")
    assert other.locator("button", has_text="Play on from here").count() == 0
    other.go_back()
    other.locator("button", has_text="Play this dungeon yourself").click()
    other.wait_for_selector("uc-decision .prompt")
    keepers = [table.playing() for table in server.app.state.hall.tables.values() if table.id in other.url]
    assert [keeper.record.opening.seed for keeper in keepers] == [2]

    (tmp_path / "elsewhere.html").write_text(
        f'<iframe src="{host.home}{path.replace("/g/", "/e/")}" width="900" height="600"></iframe>'
    )
    (tmp_path / "favicon.ico").touch()
    with another_site(tmp_path) as site:
        framing = seat().page
        framing.goto(f"{site}/elsewhere.html")
        framing.frame_locator("iframe").locator(".scrub").wait_for()


def test_the_dungeon_of_the_day_over_a_midnight_and_ones_own_games(seat: Callable[..., Player], server: House) -> None:
    """One try from the front page; tomorrow another dungeon and yesterday's replay; one's own games, taken down again."""
    friends, axe = server.app.state.friends, find_axe()
    friends.now, friends.daily.every = lambda: EVENING, 0.0
    ada = seat(**PHONE)
    page = ada.page
    page.goto(ada.home)
    page.get_by_label("Try it: today's dungeon of Dungeon Robber").click()
    page.get_by_label("Your name on the wall").fill("Ada")
    page.locator("dialog button", has_text="Go down").click()
    ada.wait_asked()
    table = page.url.rpartition("/")[2]
    match = server.app.state.hall.tables[table].record.match
    page.goto(f"{ada.home}/offline.html")
    finish(server, {"table": {"id": table, "match": match}})
    page.goto(f"{ada.home}/t/{table}")
    assert ada.wait_asked() == "over"
    assert page.locator(".over button", has_text="Again").count() == 0, "there is one try"
    assert page.locator(".over .kicker").first.inner_text() == "Dungeon Robber · the dungeon of Monday, November 16"
    page.goto(ada.home)
    page.locator(".days .table-card", has_text="See the end").wait_for()
    page.locator(".days summary", has_text="Today's wall (1)").click()
    assert page.locator(".day-wall .mine").inner_text().startswith("Ada (you)")
    assert [line for line in check_page(page, axe) if "['.look']" not in line] == []  # letters on a map are no label
    friends.now = lambda: EVENING + 900  # midnight has passed
    page.reload()
    page.get_by_label("Try it: today's dungeon of Dungeon Robber").wait_for()
    page.locator(".day-wall a", has_text="Watch how").click()
    page.locator(".scrub").wait_for()
    page.goto(f"{ada.home}/mine")
    page.locator(".mine h2", has_text="Records").wait_for()
    assert page.locator("td", has_text="2026-11-16").count() == 1
    assert check_page(page, axe) == []
    with page.expect_download() as taken:
        page.locator("button", has_text="Take it away").click()
    page.locator("button", has_text="Delete all of it").click()
    page.locator("dialog button", has_text="Delete it").click()
    page.locator(".empty", has_text="No game has come to its end").wait_for()
    page.get_by_label("Games taken away earlier").set_input_files(taken.value.path())
    page.locator(".played li").wait_for()  # what was taken away can be brought back, but not onto the wall
    assert page.locator(".mine tbody td").first.inner_text().startswith("1 game")
    torn = json.dumps({"games": [{"match": "x", "game": "robber"}, 7]})
    page.get_by_label("Games taken away earlier").set_input_files(
        {"name": "torn.json", "mimeType": "application/json", "buffer": torn.encode()}
    )
    page.locator("#toasts", has_text="2 of 2 in that file are no games").wait_for()
    assert page.locator(".played li").count() == 1
    page.locator(".played button", has_text="Forget").click()
    page.locator(".empty", has_text="No game has come to its end").wait_for()
    assert page.locator("td", has_text="2026-11-16").count() == 0
    page.goto(ada.home)
    page.get_by_label("Try it: today's dungeon of Dungeon Robber").wait_for()
    assert page.locator(".day-wall").count() == 0
    friends.now = time.time


def test_around_one_screen_a_curtain_falls_between_two(seat: Callable[..., Player]) -> None:
    """Two people on one device at a game with secrets: whoever is asked gets the screen, and nobody sees the other's sheet."""
    both = seat(**PHONE)
    page = both.page
    page.goto(both.home)
    page.get_by_label("Set up a table of DUNGEON!").click()
    for number, name in ((1, "Ada"), (2, "Bo")):
        page.get_by_label(f"Name in seat {number}").fill(name)
    page.get_by_label("Who sits in seat 2").select_option("beside")
    page.locator("button", has_text="Open the table").click()
    seen: list[str] = []
    for _ in range(40):
        page.wait_for_selector(".curtain, uc-decision:not(.waiting):not(.sent) .ask-body > *")
        if page.locator(".curtain").count():
            assert page.locator("uc-decision, uc-sheets, .story").count() == 0, "something of the table shows under the curtain"
            if not seen:
                assert check_page(page, find_axe()) == []
            name = page.locator(".curtain button").inner_text().removeprefix("I am ")
            seen.append(name)
            page.locator(".curtain button").click()
            page.wait_for_selector(f".seat:has-text('{name} (you)')", state="attached")
            if seen.count("Ada") > 1 and seen.count("Bo") > 1:
                break
        page.evaluate(TAKE, 0)
    assert {"Ada", "Bo"} <= set(seen)
    assert page.locator(".seat.here").count() == 2, "nobody who sits before this screen is away"
    page.reload()
    page.locator(".curtain").wait_for()  # also after a reload
    page.locator(".curtain button").click()
    page.wait_for_selector(".seat:has-text('(you)')", state="attached")
    for _ in range(40):  # until the screen is to go to the other one
        page.wait_for_selector(".curtain, uc-decision:not(.waiting):not(.sent) .ask-body > *")
        if page.locator(".curtain").count():
            break
        page.evaluate(TAKE, 0)
    page.goto(both.home)  # and then nobody takes it
    page.locator(".table-card a.primary", has_text="Your turn").click()  # whoever of them it is
    page.locator(".curtain").wait_for()  # and for whoever comes back from the front page


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_a_crowd_stands_in_turn_order_and_the_map_is_as_large_as_for_two(
    seat: Callable[..., Player], server: House, screen: dict[str, Any]
) -> None:
    sizes = []
    for count in (2, 12):
        names = [f"P{number}" for number in range(count)]
        kinds = ",".join((["elf", "hero", "superhero", "wizard"] * 3)[:count])
        opened = server.open("board", *names, options={"types": kinds})
        match = server.app.state.hall.tables[opened["table"]["id"]].playing().match
        state, asked = match.state, match.ask.seats
        page = seat(**screen).sit(link(opened, next(each for each in range(count) if each not in asked))).page
        page.locator("uc-decision.waiting").wait_for()  # at both tables, for the size of a question takes from the map's
        page.locator(".seat .pawn").nth(count - 1).wait_for(state="attached")
        page.wait_for_function("() => document.querySelector('uc-map').shadowRoot.querySelector('svg')", timeout=60_000)
        box = page.locator("uc-map").bounding_box()
        stage = page.locator("uc-stage").bounding_box()
        assert box is not None
        sizes.append(round(box["width"]) * round(box["height"] + (stage["height"] if stage is not None else 0)))
        shown = page.evaluate("() => [...document.querySelectorAll('.seat[data-seat]')].map(each => Number(each.dataset.seat))")
        assert shown == state.order
        assert page.locator(".seat .pawn").count() == count
        assert page.locator(".seat .worth", has_text="gold").count() == 1, "one's own gold, and nobody else's"
        page.evaluate(find_axe())
        assert page.evaluate("async () => (await axe.run('.seats')).violations.map(each => each.id)") == []
    assert sizes[1] >= sizes[0] * 0.97

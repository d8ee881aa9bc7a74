"""An evening behind the screen, in Chromium: two players and a gamesmaster, each in a browser, and all of the desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, house
from undercroft import games
from undercroft.engine import Dice

from .player import Player

pytestmark = pytest.mark.browser
ADA, BEN, GIL = 0, 1, 2
LOOK = 600  # ms that a page gives one to look at a question that has changed under one's hand
CAME = """was => document.querySelector('uc-decision').dataset.serial !== was ? 'moved'
  : document.querySelector('uc-decision .note')?.textContent"""


class Evening:
    """A table of three, and what its people do with mouse and keys."""

    def __init__(self, server: House, open_page: Callable[..., Any]) -> None:
        opened = server.open(
            "descent", "Ada", "Ben", gamesmaster="Gil", practice=True, seed=74,
            options={"maze": "model", "starting_gold": "fixed:40"},
        )  # fmt: skip
        paths = {link["seat"]: link["path"] for link in opened["links"]}
        self.people = [Player(open_page(), f"http://localhost:{server.port}").sit(paths[seat]) for seat in (ADA, BEN, GIL)]
        self.page = self.people[GIL].page
        self.table = server.app.state.hall.tables[opened["table"]["id"]]
        self.think = games.find("descent").bot("steady")

    @property
    def match(self) -> Any:
        return self.table.playing().match

    def play(self, *rules: str) -> None:
        """Everybody answers as a bot would, Gil with the first answer, until one of these questions is asked."""
        for number in range(60):
            ask = self.match.ask
            if ask.rule in rules:
                return
            seat = ask.seats[0]
            player = self.people[seat]
            player.wait_asked()
            answer = self.think(self.match.view(seat, Dice(number))) if seat != GIL else 0
            player.take(answer if isinstance(answer, str) and ask.kind == "choose" else 0)
        raise AssertionError(f"never asked: {rules}")

    def moved(self, act: Callable[[], object]) -> None:
        """Do something until it has come through: who answers as the question changes is asked to look again first."""
        before = self.page.locator("uc-decision").get_attribute("data-serial")
        for _ in range(3):
            act()
            came = self.page.wait_for_function(CAME, arg=before).json_value()
            if came == "moved":
                return
            self.page.wait_for_timeout(LOOK)
        raise AssertionError(f"refused: {came}")

    def desk(self, text: str, *inputs: str | int) -> None:
        """An action from the desk, then what it asks: choices by a word in them, numbers, words."""
        self.moved(self.page.locator(".desk .option", has_text=text).first.click)
        for said in inputs:
            options = self.page.locator("uc-decision .ask-body .option", has_text=str(said))
            if isinstance(said, str) and options.count():
                self.moved(options.first.click)
            else:
                self.write(str(said))

    def write(self, words: str) -> None:
        """Answer in words, or with a number."""
        field = self.page.locator("uc-decision .ask-body form").locator("input, textarea").first
        field.fill(words)
        self.moved(lambda: field.press("Enter"))

    def beside(self, text: str, words: str) -> None:
        """An action that is written beside the game."""
        self.page.locator(".desk .option", has_text=text).first.click()
        field = self.page.locator(".desk textarea")
        field.fill(words)
        self.moved(lambda: field.press("Enter"))

    def hears(self, seat: int, words: str) -> None:
        self.people[seat].page.wait_for_selector(f".story .line:has-text({words!r})", state="attached")


@pytest.fixture
def evening(tmp_path: Path, open_page: Callable[..., Any]) -> Iterator[Evening]:
    with house(tmp_path / "games.db") as server:
        server.app.state.hall.store.find.slugs = list(games.OURS)
        here = Evening(server, open_page)
        yield here
        assert [person.problems for person in here.people] == [[], [], []]


def test_an_evening_behind_the_screen(evening: Evening) -> None:
    ada, page, s = evening.people[ADA], evening.page, evening.match.state
    evening.play("DES-MOVE-01")
    page.wait_for_selector(f".overheard:has-text('{evening.match.ask.prompt}')")  # she sees what Ada is asked
    assert page.locator(".desk").bounding_box()["y"] > page.locator(".overheard").bounding_box()["y"]  # and the desk is below it

    # While Ada is writing, the maze is altered and stocked and a baddie invented: she keeps her question and her words.
    ada.page.locator("uc-decision .option", has_text="Try something clever").click()
    field = ada.page.locator("uc-decision .ask-body form").locator("input, textarea").first
    field.fill("We knock")
    asked = ada.prompt
    ada.page.evaluate("""() => {
      window.heard = [];
      new MutationObserver(() => window.heard.push(document.querySelector('h2.prompt')?.textContent))
        .observe(document.body, {subtree: true, childList: true, characterData: true});
    }""")
    evening.beside("Alter the maze", "2 4,2 west door")
    evening.beside("Stock a chamber", "2A 3 orcs")
    evening.beside("Invent a baddie", "Tax Collectors 2 9 6 2")
    page.wait_for_selector("text=Tax Collectors are on your list now")
    assert set(ada.page.evaluate("window.heard")) <= {asked}  # she never waited for anybody
    assert not [line for line in ada.story() if "Tax Collectors" in line or "Orcs" in line]
    field.press("End")
    ada.page.keyboard.type(" three times.")
    assert field.input_value() == "We knock three times."
    field.press("Enter")
    page.wait_for_selector("h2.prompt:has-text('What comes of it?')")
    evening.write("Somebody knocks back.")
    evening.hears(ADA, "Somebody knocks back.")
    assert any(level.passage(4, 2, 3) == "door" for level in evening.match.state.levels if level.number == 2)

    # Give, take, curse, hurt, move.
    evening.play("DES-MOVE-01")
    evening.desk("Put something in the chest", "Gold", 12)
    evening.desk("Take something away", "The chest", "12 gold", 5)
    evening.desk("Lay a curse", "Lay: butter fingers")
    evening.desk("Mark hits off", "Bruno", 3)
    evening.hears(BEN, "butter fingers")
    s = evening.match.state
    assert (s.chest.gold, s.curses, s.members[0].body) == (7, ["butter fingers"], 3)
    evening.desk("Move the party", "A at")
    evening.play("DES-PEACE-01")  # whom she stocked it with
    s = evening.match.state
    assert [foe.name for foe in s.battle.foes] == ["Orcs"] * 3
    evening.desk("Strike somebody dead", "second orc")
    evening.hears(ADA, "The second orc clutches its heart and falls.")
    evening.desk("Call the baddies off", "They make peace")
    evening.play("DES-MOVE-01")

    # What she invented comes; she sees each throw, and lets a round stand.
    evening.desk("Send baddies", "Tax Collectors")
    evening.play("DES-PEACE-01")
    evening.desk("See each throw first")
    ada.wait_asked()
    ada.take("fight")
    page.wait_for_selector("uc-decision .option:has-text('Let this round stand')")
    evening.moved(page.locator("uc-decision .option", has_text="Let this round stand").click)
    evening.play("DES-FLEE-06", "DES-WZB-01", "DES-BAT-09")
    assert evening.match.state.battle.round == 1

    # Every question from the desk has a way out, and who is away is seen.
    for text in (
        "Speak for somebody",
        "Award karma",
        "Mark hits off",
        "Put something",
        "Take something",
        "Lay a curse",
        "Leave things",
    ):
        evening.desk(text)
        evening.moved(page.locator("uc-decision .option", has_text="Never mind").first.click)
    evening.people[BEN].page.close()
    page.wait_for_selector(".seat[data-seat='1']:has-text('away'), .seat[data-seat='1'].away")

"""What a critic looks at: room for the map, a story that keeps up, dialogs heard and seen, a long game that stays quick."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from .axe import check_page, find_axe
from .fake import GAME, HOME, MAP, FakeTable, ask, option

DESK = {"width": 1440, "height": 900}
SHEET = {"title": "Ada", "kind": "sheet", "seat": 0, "lines": [{"label": "Hits", "value": "3", "of": 5}]}


def crowd(count: int) -> list[dict[str, Any]]:
    """More choices than fit, each with what it costs."""
    return [option(f"go:{n}", f"Walk on towards room {n}", "nine spaces, two turns; a face-down card") for n in range(count)]


def height(page: Any, part: str) -> float:
    box = page.locator(part).bounding_box()
    assert box is not None, part
    return float(box["height"])


@pytest.mark.parametrize(
    ("wide", "high", "least"), [(1440, 900, 0.52), (1180, 820, 0.45), (820, 1180, 0.38), (390, 844, 0.32), (844, 390, 0.6)]
)
def test_the_map_is_large_and_the_decision_in_sight(open_page: Callable[..., Any], wide: int, high: int, least: float) -> None:
    """With thirty choices the map keeps its share of the height, and nothing lies on the choices."""
    fake = FakeTable(open_page(viewport={"width": wide, "height": high}, reduced_motion="reduce"))
    page = fake.page
    fake.screen |= {"status": [{"label": f"Figure {n}", "value": "12 / 30"} for n in range(5)], "sheets": [SHEET]}
    fake.put(ask("choose", "Where to?", *crowd(30)))
    fake.open()
    page.locator("[data-key='go:0']").wait_for()
    assert height(page, ".map-panel") > high * least
    first = page.locator("[data-key='go:0']").bounding_box()
    more = page.locator("uc-decision .below").bounding_box()
    body = page.locator("uc-decision .ask-body").bounding_box()
    assert first["y"] + first["height"] <= high
    assert more["y"] >= body["y"] + body["height"] - 8  # below the choices, not on them
    assert more["y"] + more["height"] <= high


@pytest.mark.parametrize(
    ("wide", "high", "size"), [(390, 844, "huge"), (360, 640, "large"), (844, 390, "medium"), (1440, 900, "huge")]
)
def test_large_letters_leave_the_choices_in_sight(open_page: Callable[..., Any], wide: int, high: int, size: str) -> None:
    """However large the letters, the question and its first answer are on the screen, and nothing sticks out sideways."""
    fake = FakeTable(open_page(viewport={"width": wide, "height": high}, reduced_motion="reduce", has_touch=True))
    page = fake.page
    page.add_init_script(f"localStorage.setItem('undercroft.settings', JSON.stringify({{size: '{size}'}}))")
    fake.screen |= {"status": [{"label": f"Figure {n}", "value": "12 / 30"} for n in range(5)], "sheets": [SHEET]}
    question = "Ada the wizard stands in corridor 5U-C08 with five spaces to move. What now?"
    fake.put(ask("choose", question, *crowd(12)), can_undo=True)
    fake.open()
    page.locator("[data-key='go:0']").wait_for()
    page.wait_for_timeout(100)
    first = page.locator("[data-key='go:0']").bounding_box()
    body = page.locator("uc-decision .ask-body").bounding_box()
    assert first["y"] + min(first["height"], 44) <= body["y"] + body["height"] + 3
    assert body["y"] + body["height"] <= high
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    tools = page.evaluate(
        """() => {
          const map = document.querySelector('uc-map').getBoundingClientRect();
          const buttons = [...document.querySelector('uc-map').shadowRoot.querySelectorAll('.tools button:not([hidden])')];
          return buttons.every(b => b.getBoundingClientRect().left >= map.left && b.getBoundingClientRect().right <= map.right);
        }"""
    )
    assert tools
    page.locator("[data-key='go:0']").tap()
    assert fake.answers() == ["go:0"]


def test_figures_stand_beside_the_names_where_there_is_room(fake: FakeTable) -> None:
    page = fake.page
    fake.screen |= {"status": [{"label": "Gold", "value": "120"}]}
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    page.locator(".status dd").wait_for()

    def row(part: str) -> float:
        return float(page.evaluate("part => document.querySelector(part).getBoundingClientRect().top", part))

    assert row(".status-row") < page.evaluate("() => document.querySelector('.bar-start').getBoundingClientRect().bottom")
    fake.screen |= {"status": [{"label": f"A long name {n}", "value": "and much to say about it"} for n in range(6)]}
    fake.put(ask("choose", "And now?", option("yes", "Yes")))
    page.wait_for_function("() => document.querySelectorAll('.status dd').length === 6")
    assert row(".status-row") >= page.evaluate("() => document.querySelector('.bar-end').getBoundingClientRect().bottom")
    assert page.evaluate("() => [...document.querySelectorAll('.status dt')].every(e => e.scrollWidth <= e.clientWidth)")


def test_the_story_keeps_up_when_a_question_takes_its_room(fake: FakeTable) -> None:
    """The last line stays in sight; whoever scrolled up by hand is left there."""
    page = fake.page
    fake.tell(*(f"Line {n}, and so on, and so forth, to the end of the passage." for n in range(80)))
    fake.put(ask("", "", mine=False, seats=[1]))
    fake.open()
    page.locator(".line").nth(79).wait_for()
    behind = "() => { const log = document.querySelector('uc-log'); return log.scrollHeight - log.scrollTop - log.clientHeight }"
    for turn in range(3):
        fake.tell(f"News of turn {turn}.")
        fake.put(ask("choose", "Where to?", *crowd(12)))
        page.locator("[data-key='go:0']").wait_for()
        page.wait_for_timeout(120)
        assert page.evaluate(behind) < 5
        assert page.locator(".newest").is_hidden()
        fake.put(ask("", "", mine=False, seats=[1]))
        page.locator("[data-key='go:0']").wait_for(state="detached")
    page.locator("uc-log").hover()
    page.mouse.wheel(0, -600)
    page.locator(".newest").wait_for()
    fake.tell("Something at the end.")
    fake.put(ask("choose", "Where to?", *crowd(12)))
    page.locator("[data-key='go:0']").wait_for()
    page.wait_for_timeout(120)
    assert page.evaluate(behind) > 300
    page.locator(".newest").click()
    assert page.evaluate(behind) < 5


def test_why_never_stands_alone_on_a_line(fake: FakeTable) -> None:
    """Whatever the length of a line, its last word and its why? stand side by side."""
    page = fake.page
    fake.tell(*(f"Ada moves {'on and ' * (n // 4)}{'i' * (n % 7 + 1)} on." for n in range(60)))
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    page.locator(".line").nth(59).wait_for()
    alone = page.evaluate(
        """() => [...document.querySelectorAll('.line')].filter(line => {
          const range = document.createRange();
          range.selectNodeContents(line.querySelector('.told'));
          const word = [...range.getClientRects()].at(-1);
          const why = line.querySelector('.why').getBoundingClientRect();
          return why.top > word.bottom - 4 || why.left < word.right || why.right > line.getBoundingClientRect().right + 1;
        }).map(line => line.textContent)"""
    )
    assert alone == []


def test_print_fills_what_is_full(fake: FakeTable) -> None:
    """Printers leave backgrounds out; hit points must not look lost."""
    page = fake.page
    fake.screen |= {"sheets": [SHEET]}
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    page.locator(".boxes i.full").first.wait_for()
    page.emulate_media(media="print")
    style = "e => { const s = getComputedStyle(e); return [s.printColorAdjust, s.backgroundColor] }"
    assert page.locator(".boxes i.full").first.evaluate(style) == ["exact", "rgb(0, 0, 0)"]
    assert page.locator(".paper input:visible").count() == 0


def test_what_is_over_does_not_stand_before_what_could_begin(fake: FakeTable) -> None:
    page = fake.page
    table = fake.table | {"over": True}
    page.add_init_script(
        "localStorage.setItem('undercroft.keys', JSON.stringify([{table: 'tab', key: 'k', role: 'seat', seat: 0, at: 1}]))"
    )
    line = {"key": 0, "role": "seat", "seat": 0, "table": table, "my_turn": False, "line": "Ada won."}
    fake.answers_to["/api/lobby"] = {"tables": [line]}
    page.goto(HOME)
    page.locator("#h-continue").wait_for()
    assert page.locator("h2").all_inner_texts()[:2] == ["Sit down", "Your finished games"]
    fake.answers_to["/api/lobby"] = {"tables": [line | {"table": table | {"over": False}}]}
    page.goto(HOME)
    page.locator("#h-continue").wait_for()
    assert page.locator("h2").all_inner_texts()[:2] == ["Continue", "Sit down"]


def test_a_box_without_a_picture_is_a_box_all_the_same(fake: FakeTable) -> None:
    page = fake.page
    fake.refuse_calls = True  # the console tells of a picture that is not there
    page.route(re.compile("/lid$"), lambda route: route.fulfill(status=404, body=""))
    page.goto(HOME)
    page.get_by_role("button", name=re.compile("^Play ")).first.wait_for()
    page.wait_for_function("() => document.querySelectorAll('.lid').length === 0")


DIALS = {
    "dials": [
        {"name": "year", "label": "Year", "low": 0, "high": 24, "choices": [], "marks": [[0, "Before"], [10, "Villainy"]]},
        {"name": "layer", "label": "Layer", "low": 0, "high": 0, "choices": [["all", "All"], ["2", "Two"]], "marks": []},
    ]
}
TALE = {"title": "The Crypt", "lines": [{"label": "Year 3", "value": "Dug by dwarves.", "rule": "BRD-1", "hint": "twice"}]}


@pytest.mark.parametrize(("theme", "width"), [("paper", 1440), ("dark", 1440), ("light", 390)])
def test_axe_finds_nothing_in_timeline_story_settings_and_rulebook(open_page: Callable[..., Any], theme: str, width: int) -> None:
    source = find_axe()
    fake = FakeTable(open_page(viewport={"width": width, "height": 900}, reduced_motion="reduce"), game="host")
    page = fake.page
    page.add_init_script(f"localStorage.setItem('undercroft.settings', JSON.stringify({{theme: '{theme}', name: 'Ada'}}))")
    named = MAP.replace('data-place="crypt">', 'data-place="crypt"><title>The old crypt</title>')
    fake.drawing = {"svg": named, "text": "+--+", "places": {}, "alt": "A hall and a crypt."}
    fake.answers_to |= {
        "/api/games/host": {**GAME, "slug": "host", "dials": True, "tales": True},
        "/api/tables/tab/dials": DIALS,
        "/api/tables/tab/drawing": {"svg": MAP, "text": "", "places": {}, "alt": "Long ago."},
        "/api/tables/tab/tale": TALE,
    }
    fake.screen |= {"sheets": [SHEET], "status": [{"label": "Age", "value": "of Monsters", "rule": "BRD-1"}]}
    fake.tell(*(f"Year {n}." for n in range(60)))
    fake.put(ask("choose", "Where to?", *crowd(12)))
    fake.open()
    slide = page.get_by_label("Year", exact=True)
    slide.wait_for()
    assert check_page(page, source) == []
    slide.fill("7")
    page.locator("uc-timeline.past").wait_for()
    assert check_page(page, source) == [], "another year"
    page.get_by_label("Back to now").click()

    def close() -> None:
        while page.locator("dialog").count():
            page.keyboard.press("Escape")
            page.wait_for_timeout(30)

    page.locator("h2.prompt").focus()
    page.keyboard.press("i")
    page.locator(".places button").first.wait_for()
    assert check_page(page, source) == [], "places"
    page.locator(".places button", has_text="The old crypt").click()
    page.locator(".tale li").wait_for()
    assert check_page(page, source) == [], "the story of a place"
    close()
    page.keyboard.press("r")
    page.locator(".rule-list button").first.wait_for()
    page.locator(".glossary summary").click()
    assert page.locator("dialog h2").inner_text() == "Rulebook of Dungeon!"
    assert check_page(page, source) == [], "rulebook"
    close()
    for item in ("Settings", "Keys and help", "Share links", "Take it away"):
        page.locator(".menu summary").click()
        page.locator(".menu button", has_text=item).click()
        page.locator("dialog[open]").wait_for()
        assert check_page(page, source) == [], item
        close()
    page.locator(".menu summary").click()
    assert check_page(page, source) == [], "menu"
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    assert check_page(page, source) == [], "story"


def big_map(move: int) -> str:
    """Some 2,000 shapes, as in an old world of host; a few of them have moved."""
    rooms = [
        f'<g id="room-{n}" data-place="p{n}"><rect x="{n % 40 * 25}" y="{n // 40 * 60}" width="20" height="16" fill="#fff"'
        f' stroke="#333"/><path d="M{n % 40 * 25} {n // 40 * 60 + 20}c4 2 8-2 20 0" stroke="#333" fill="none"/>'
        f'<text x="{n % 40 * 25}" y="{n // 40 * 60 + 40}" font-size="6">Room {n}</text></g>'
        for n in range(500)
    ]
    pawns = [f'<g id="pawn-{n}" transform="translate({n * 30 + move * 7 % 40} {n * 17})"><circle r="6"/></g>' for n in range(30)]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 800">{"".join(rooms + pawns)}</svg>'


def test_a_long_game_with_a_large_map_stays_quick(open_page: Callable[..., Any]) -> None:
    """Six hundred lines, two thousand shapes: a move costs few milliseconds (of the processor, because this machine may be busy
    with something else), and what did not change on the map stays the very same element."""
    fake = FakeTable(open_page(viewport=DESK, reduced_motion="reduce"))
    page = fake.page
    fake.drawing = {"svg": big_map(0), "text": "", "places": {}, "alt": "Large."}
    fake.tell(*(f"Line {n}: the party walks on through the dark, and something follows." for n in range(600)))
    choices = [option(f"go:{n}", f"Room {n}", place=f"p{n}") for n in range(12)]
    fake.put(ask("choose", "Where to?", *choices))
    fake.open()
    page.locator(".spot").first.wait_for(state="attached")
    page.evaluate("() => { window.first = document.querySelector('uc-map').shadowRoot.querySelector('#room-0') }")
    counter = page.context.new_cdp_session(page)
    counter.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        told = {one["name"]: one["value"] for one in counter.send("Performance.getMetrics")["metrics"]}
        return float(sum(told[name] for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")))

    before = spent()
    for move in range(1, 9):
        fake.tell(f"Move {move}.")
        fake.drawing = {"svg": big_map(move), "text": "", "places": {}, "alt": "Large."}
        fake.put(ask("choose", f"Where to after {move}?", *choices))
        at = f"translate({3 * 30 + move * 7 % 40} 51)"
        page.wait_for_function(
            "at => document.querySelector('uc-map').shadowRoot.querySelector('#pawn-3').getAttribute('transform') === at", arg=at
        )
    moves = spent() - before
    assert moves / 8 < 0.08, moves / 8  # seconds; it was 0.025 when this was written
    assert page.evaluate("() => first === document.querySelector('uc-map').shadowRoot.querySelector('#room-0')")

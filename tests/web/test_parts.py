"""The parts of the table, with a server made of fixed data: every kind of ask, the map, the story, and all its states."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from .axe import check_page, find_axe
from .fake import GAME, HOME, MAP, FakeTable, ask, option

pytestmark = pytest.mark.browser

ROLL = {"notation": "2d6", "faces": [4, 5], "total": 9}


def test_choose_by_click_by_digit_and_on_the_map(fake: FakeTable) -> None:
    page = fake.page
    question = ask(
        "choose",
        "Where to?",
        option("go:hall", "Hall", "safe", place="hall"),
        option("go:crypt", "Crypt", place="crypt"),
        option("stay", "Stay"),
    )
    fake.put(question)
    fake.open()
    page.click("button[data-key='go:hall']")
    assert fake.answers() == ["go:hall"]
    assert fake.said[-1]["serial"] == 1
    fake.put(question)
    page.wait_for_selector("uc-decision:not(.sent)")
    page.keyboard.press("3")
    assert fake.answers() == ["go:hall", "stay"]
    fake.put(question)
    page.wait_for_selector("uc-decision:not(.sent)")
    assert page.locator("[data-spot]").count() == 2  # one from the list of places, one found in the drawing itself
    page.locator("[data-spot=crypt]").click()
    assert fake.answers()[-1] == "go:crypt"
    fake.put(question)
    page.wait_for_selector("uc-decision:not(.sent)")
    page.locator("[data-spot=hall]").focus()
    page.keyboard.press("Enter")
    assert fake.answers()[-1] == "go:hall"
    assert "safe" in (page.locator("[data-spot=hall]").get_attribute("aria-label") or "")


def test_a_second_click_is_not_sent(fake: FakeTable) -> None:
    fake.put(ask("choose", "Now?", option("yes", "Yes"), option("no", "No")))
    fake.open()
    fake.page.evaluate("() => { for (let i = 0; i < 3; i++) document.querySelector('button[data-key=yes]').click() }")
    assert fake.answers() == ["yes"]
    fake.sockets[-1].send(json.dumps({"type": "table", "table": fake.table}))  # nor after something else has come
    fake.page.wait_for_timeout(100)
    fake.page.evaluate("() => document.querySelector('button[data-key=no]').click()")
    assert fake.answers() == ["yes"]


def test_two_digits_when_there_are_many(fake: FakeTable) -> None:
    options = [option(f"k{n}", f"Choice {n}") for n in range(1, 24)]
    fake.put(ask("choose", "Which?", *options))
    fake.open()
    fake.page.keyboard.press("1")
    assert fake.answers() == []
    fake.page.keyboard.press("7")
    assert fake.answers() == ["k17"]
    fake.put(ask("choose", "Which?", *options))
    fake.page.wait_for_selector("uc-decision:not(.sent)")
    fake.page.keyboard.press("2")
    fake.page.keyboard.press("Enter")
    assert fake.answers() == ["k17", "k2"]
    fake.put(ask("choose", "Which?", *options))
    fake.page.wait_for_selector("uc-decision:not(.sent)")
    fake.page.keyboard.press("9")
    assert fake.answers() == ["k17", "k2", "k9"]


def test_several_things_to_do_in_one_place(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "What?", option("fight", "Fight", "58 %", place="hall"), option("sneak", "Sneak", place="hall")))
    fake.open()
    page.locator("[data-spot=hall]").click()
    page.locator(".several button", has_text="Sneak").click()
    assert fake.answers() == ["sneak"]


def test_many(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("many", "Drop which?", option("a", "Axe"), option("b", "Bow"), option("c", "Club"), low=1, high=2))
    fake.open()
    confirm = page.locator("button.confirm")
    assert confirm.is_disabled()
    page.keyboard.press("3")
    page.keyboard.press("1")
    assert page.locator("[data-key=a]").get_attribute("aria-pressed") == "true"
    page.keyboard.press("2")
    assert confirm.is_disabled()  # three are too many
    page.keyboard.press("2")
    confirm.click()
    assert fake.answers() == [["c", "a"]]


def test_number_and_text_and_dice(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("number", "How much?", low=0, high=50, suggestions=["10"]))
    fake.open()
    field = page.locator("uc-decision input[type=number]")
    assert field.input_value() == "10"
    page.keyboard.type("37")  # goes into the field from wherever one is
    page.keyboard.press("Enter")
    assert fake.answers() == [37]
    fake.put(ask("text", "Its name?", low=1, high=30, suggestions=["Gorm", "Ulf"]))
    page.locator(".chip", has_text="Ulf").click()
    assert fake.answers() == [37, "Ulf"]
    fake.put(ask("dice", "Throw.", dice="2d6", count=2, sides=6))
    rows = page.locator(".faces")
    rows.nth(0).locator("button").nth(3).click()
    rows.nth(1).locator("button").nth(5).click()
    page.locator("button", has_text="That is what fell").click()
    assert fake.answers()[-1] == [4, 6]
    fake.put(ask("dice", "Throw.", dice="1d20", count=1, sides=20))
    page.locator("uc-decision button", has_text="for me").click()
    thrown = fake.answers()[-1]
    assert len(thrown) == 1
    assert 1 <= thrown[0] <= 20


def test_a_watched_throw_may_stand_or_become_another(fake: FakeTable) -> None:
    page = fake.page
    watched = ask("dice", "A snake strikes: 2d6 shows 3 3. What shall it be?", dice="2d6", count=2, sides=6, suggestions=["3 3"])
    fake.put(watched)
    fake.open()
    assert page.locator("uc-decision button", has_text="for me").count() == 0
    page.locator("button", has_text="Let it stand").click()
    assert fake.answers()[-1] == [3, 3]
    fake.put(watched)
    page.locator(".faces").nth(1).locator("button").nth(5).click()
    page.locator("button", has_text="Make it 3 6").click()
    assert fake.answers()[-1] == [3, 6]


def test_secret_votes_and_the_gamesmasters_desk(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("all", "Vote!", option("yes", "Yes"), option("no", "No"), option("gm:gust", "A gust of wind", anytime=True)))
    fake.open()
    assert page.locator("text=answers this in secret").is_visible()
    page.locator("summary", has_text="At any time").click()
    page.locator("[data-key='gm:gust']").click()
    assert fake.answers() == ["gm:gust"]
    fake.put(ask("", "", option("gm:gust", "A gust of wind", anytime=True), mine=False, seats=[1]))
    page.wait_for_selector("text=Bo <b> is thinking")
    page.locator("[data-key='gm:gust']").click()
    assert len(fake.answers()) == 2


def test_a_refused_answer_can_be_given_again(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "Now?", option("yes", "Yes"), option("no", "No")))
    fake.open()
    page.click("[data-key=yes]")
    fake.answers()
    fake.sockets[-1].send(
        json.dumps({"type": "refused", "id": "1", "code": "away", "message": "The store is asleep; try again."})
    )
    page.wait_for_selector("uc-decision .note:has-text('The store is asleep')")
    page.click("[data-key=no]")
    assert fake.answers() == ["yes", "no"]


def test_strangers_words_are_only_words(fake: FakeTable) -> None:
    """Names, labels and drawings full of markup do nothing."""
    page = fake.page
    nasty = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
    fake.tell(nasty)
    fake.screen["title"] = nasty
    fake.screen["sheets"] = [{"title": nasty, "kind": "sheet", "lines": [{"label": nasty, "value": nasty, "hint": nasty}]}]
    fake.drawing = {
        "svg": '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'viewBox="0 0 10 10" onload="window.hit=1">'
        "<script>window.hit=1</script><foreignObject>"
        '<body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.hit=1"/></body></foreignObject>'
        '<a href="javascript:window.hit=1"><rect id="inside-a" width="5" height="5"/></a><image href="http://elsewhere.test/x.png"/>'
        '<use xlink:href="http://elsewhere.test/y.svg#z"/><rect id="kept" width="5" height="5" onclick="window.hit=1" fill="url(http://elsewhere.test/f)"/>'
        '<style>@import url(http://elsewhere.test/s.css); .x{}</style><set attributeName="href" to="javascript:1"/>'
        '<text id="words" style="fill: red">walk onward = "north"</text></svg>',
        "text": "",
        "places": {},
        "alt": nasty,
    }
    fake.put(ask("choose", nasty, option("a", nasty, nasty)))
    fake.open()
    page.wait_for_selector("[data-key=a]")
    page.locator("#kept").wait_for(state="attached")
    left = page.evaluate(
        """() => { const svg = document.querySelector('uc-map').shadowRoot.querySelector('svg');
        return [svg.outerHTML, document.querySelectorAll('#app script, #app img').length, window.hit ?? 0] }"""
    )
    for bad in ("script", "foreignObject", "onload", "onclick", "javascript", "elsewhere", "<a", "<image", "<set"):
        assert bad not in left[0]
    assert left[1:] == [0, 0]
    assert page.locator("#words").text_content() == 'walk onward = "north"'
    assert page.locator("h2.prompt").inner_text() == nasty


def test_the_story_reads_from_the_top_and_says_why(fake: FakeTable) -> None:
    page = fake.page
    fake.tell("Turn 1", kind="headline")
    fake.tell("Ada walks.")
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    fake.tell("Ada strikes: 9", kind="roll", roll=ROLL)
    fake.put(ask("choose", "And now?", option("yes", "Yes")))
    page.wait_for_selector(".line:nth-child(3)")
    assert page.locator(".story .told, .story h3").all_inner_texts() == [
        "Turn 1",
        "Ada walks.",
        "Ada strikes: 9",
    ]
    assert page.locator(".story .line").count() == page.locator(".story .line .why").count()
    assert page.locator(".line .dice").get_attribute("aria-label") == "2d6: 4, 5, makes 9"
    heard = page.locator("#hear").inner_text()
    assert "Ada strikes: 9" in heard
    assert "And now?" in heard
    assert "Ada walks." not in heard  # the past is not read aloud on sitting down
    page.locator(".story .why").nth(1).click()
    dialog = page.locator("dialog[open]")
    dialog.locator("text=Five spaces at most.").wait_for()
    assert "A door counts as a space." in dialog.inner_text()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


def test_a_move_taken_back_leaves_the_story(fake: FakeTable) -> None:
    page = fake.page
    fake.tell("One.", "Two.", "Three.")
    fake.put(ask("choose", "Now?", option("yes", "Yes")), can_undo=True)
    fake.open()
    page.wait_for_selector(".line:nth-child(3)")
    page.keyboard.press("u")
    page.wait_for_timeout(30)
    assert fake.said[-1]["type"] == "undo"
    del fake.events[1:]
    fake.tell("Another two.")
    fake.put(ask("choose", "Now?", option("yes", "Yes")), told_before=1)
    page.wait_for_selector(".line:nth-child(3)", state="detached")
    assert page.locator(".story .told, .story h3").all_inner_texts() == ["One.", "Another two."]


def test_a_lost_line_comes_back_where_it_was(fake: FakeTable) -> None:
    page = fake.page
    fake.tell("One.", "Two.")
    fake.put(ask("choose", "Now?", option("yes", "Yes"), option("no", "No")))
    fake.open()
    page.wait_for_selector(".line:nth-child(2)")
    fake.sockets[-1].close()
    page.wait_for_selector(".banner.lost")
    assert page.locator("button.option").count() == 0  # nothing can be clicked into the void
    fake.tell("Three, meanwhile.")
    assert fake.last is not None
    fake.n = 3
    fake.last = {**fake.last, "n": 3, "keep": 2, "events": fake.events[2:]}
    page.wait_for_selector(".line:nth-child(3)")
    hello = [message for message in fake.said if message["type"] == "hello"]
    assert (hello[0]["match"], hello[0]["seen"]) == ("", -1)
    assert (hello[-1]["match"], hello[-1]["seen"]) == ("m1", 2)
    assert page.locator(".story .told, .story h3").all_inner_texts() == [
        "One.",
        "Two.",
        "Three, meanwhile.",
    ]
    page.keyboard.press("2")
    assert fake.answers() == ["no"]


def test_a_busy_servers_screen_comes_later(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    page.wait_for_selector("[data-key=yes]")
    fake.put(ask("choose", "And now?", option("yes", "Yes")), screen=None)
    page.wait_for_selector("h2.prompt:has-text('And now?')")
    assert page.locator(".subtitle").inner_text() == "turn 3"  # the old screen stays meanwhile
    fake.sockets[-1].send(
        json.dumps({"type": "screen", "match": "m1", "n": fake.n, "screen": {**fake.screen, "subtitle": "turn 4"}})
    )
    page.wait_for_selector(".subtitle:has-text('turn 4')")


def test_a_pawn_walks_and_a_room_appears(fake: FakeTable) -> None:
    page = fake.page
    page.add_init_script(
        """window.started = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
          window.started.push([this.id, options.duration]); return animate.call(this, frames, options) }"""
    )
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    page.locator("#pawn").wait_for(state="attached")
    assert fake.drawing is not None
    moved = MAP.replace("translate(80 85)", "translate(275 120)").replace(
        "</svg>", '<rect id="room" x="5" y="200" width="40" height="30"/></svg>'
    )
    fake.drawing = {**fake.drawing, "svg": moved}
    fake.put(ask("choose", "And now?", option("yes", "Yes")))
    page.wait_for_function("() => document.querySelector('uc-map').shadowRoot.querySelector('#room')")
    started = page.evaluate("() => window.started")
    assert sorted(name for name, _ in started if name) == ["pawn", "room"]
    assert all(duration < 400 for _, duration in started)
    page.keyboard.press("Escape")
    assert (
        page.evaluate(
            "() => document.querySelector('uc-map').shadowRoot.getAnimations().filter(a => a.playState === 'running').length"
        )
        == 0
    )


def test_nothing_moves_when_that_is_asked(open_page: Callable[..., Any]) -> None:
    fake = FakeTable(open_page(reduced_motion="reduce"))
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    fake.page.locator("#pawn").wait_for(state="attached")
    assert fake.drawing is not None
    fake.drawing = {**fake.drawing, "svg": MAP.replace("translate(80 85)", "translate(275 120)")}
    fake.tell("Ada strikes: 9", kind="roll", roll=ROLL)
    fake.put(ask("choose", "And now?", option("yes", "Yes")))
    fake.page.wait_for_function(
        "() => document.querySelector('uc-map').shadowRoot.querySelector('#pawn').getAttribute('transform').includes('275')"
    )
    assert fake.page.evaluate("() => document.querySelector('uc-map').shadowRoot.getAnimations().length") == 0
    assert fake.page.evaluate("() => document.getAnimations().filter(a => a.effect.getTiming().duration > 0).length") == 0


def test_dice_fall_and_can_be_hushed(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    page.wait_for_selector("[data-key=yes]")
    fake.tell("Ada strikes: 9", kind="roll", roll=ROLL)
    fake.put(ask("choose", "And now?", option("yes", "Yes")))
    page.wait_for_selector("uc-tray .throw")
    assert page.locator("uc-tray .die").count() == 2
    assert page.locator("uc-tray strong").inner_text() == "9"
    fake.tell("A pool: 3 5", kind="roll", roll={"notation": "2d20", "faces": [3, 15], "total": None})
    fake.put(ask("choose", "And then?", option("yes", "Yes")))
    page.wait_for_selector("uc-tray .die[data-sides='20']")
    assert page.locator("uc-tray strong").count() == 0  # a pool is not added up
    assert page.locator("uc-tray .dice").get_attribute("aria-label") == "2d20: 15, 3"
    page.locator(".menu summary").click()
    page.locator(".menu button", has_text="Settings").click()
    page.locator("label", has_text="Hush").click()
    page.locator("label", has_text="Dark").click()
    page.locator("label", has_text="Huge").click()
    assert page.evaluate(
        "() => [document.documentElement.dataset.theme, getComputedStyle(document.documentElement).fontSize]"
    ) == ["dark", "25px"]
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("[data-key=yes]")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    fake.tell("Ada strikes: 9", kind="roll", roll=ROLL)
    fake.put(ask("choose", "And then?", option("yes", "Yes")))
    page.wait_for_selector("h2.prompt:has-text('And then?')")
    assert page.locator("uc-tray").is_hidden()


def test_zoom_and_pan_by_button_wheel_and_key(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "Now?", option("a", "Hall", place="hall")))
    fake.open()
    page.locator("#pawn").wait_for(state="attached")

    def view() -> list[float]:
        return [
            float(part)
            for part in page.evaluate(
                "() => document.querySelector('uc-map').shadowRoot.querySelector('svg').getAttribute('viewBox')"
            ).split()
        ]

    home = view()
    page.get_by_label("Zoom in").click()
    assert view()[2] < home[2]
    page.get_by_label("Show all of the map").click()
    assert view() == home
    page.mouse.move(600, 300)
    page.mouse.wheel(0, -200)
    page.wait_for_timeout(50)
    assert view()[2] < home[2]
    page.keyboard.press("m")
    page.keyboard.press("0")
    assert view() == home
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert view()[0] > home[0]
    page.get_by_label("Look at the choices on the map").click()
    assert view()[2] < home[2]
    page.get_by_label("Read the map as text").click()
    assert page.locator("uc-map pre").inner_text().startswith("+----+")


def test_two_fingers_zoom_and_one_drags(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "Now?", option("a", "Hall", place="hall")))
    fake.open()
    page.locator("#pawn").wait_for(state="attached")
    before, pinched, dragged = page.evaluate(
        """() => { const stage = document.querySelector('uc-map').shadowRoot.querySelector('.stage');
        const svg = stage.querySelector('svg');
        stage.setPointerCapture = () => {};
        const touch = (type, pointerId, clientX, clientY) =>
          stage.dispatchEvent(new PointerEvent(type, {pointerId, clientX, clientY, pointerType: 'touch', bubbles: true}));
        const view = () => svg.getAttribute('viewBox').split(' ').map(Number);
        const first = view();
        touch('pointerdown', 1, 300, 300); touch('pointerdown', 2, 400, 300);
        touch('pointermove', 2, 500, 300); touch('pointerup', 1, 300, 300); touch('pointerup', 2, 500, 300);
        const second = view();
        touch('pointerdown', 3, 300, 300); touch('pointermove', 3, 340, 300);
        touch('pointermove', 3, 360, 300); touch('pointerup', 3, 360, 300);
        return [first, second, view()] }"""
    )
    assert pinched[2] == pytest.approx(before[2] / 2)
    assert dragged[0] < pinched[0]
    assert dragged[2] == pinched[2]
    assert fake.answers() == []  # a drag is not a click


def test_the_skip_link_leads_to_the_decision(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "Now?", option("a", "Hall")))
    fake.open()
    page.wait_for_selector("[data-key=a]")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("() => [document.activeElement.className, location.hash]") == ["prompt", ""]


SHEETS: list[dict[str, Any]] = [
    {
        "title": "Ada",
        "kind": "sheet",
        "seat": 0,
        "lines": [
            {"label": "Hits", "value": "4", "of": 7, "hint": "heals in town", "rule": "BRD-1"},
            {"label": "Gold", "value": "120", "of": 9000},
        ],
    },
    {
        "title": "Hand",
        "kind": "hand",
        "seat": 0,
        "lines": [{"label": "Fireball", "value": "2 left"}, {"label": "Sword", "value": ""}],
    },
    {"title": "Tracks", "kind": "track", "lines": [{"label": "Level", "value": "3", "of": 10}]},
    {"title": "Facts", "kind": "facts", "lines": [{"label": "The door", "value": "is painted on"}]},
    {"title": "Prices", "kind": "table", "columns": ["thing", "price"], "rows": [["rope", "1"], ["axe", "7"]]},
    {"title": "Note", "kind": "note", "text": "Long ago.\n\nThen nothing."},
    {"title": "Bo's sheet", "kind": "sheet", "seat": 1, "lines": [{"label": "Hits", "value": "2", "of": 3}]},
]


def test_sheets_by_kind(fake: FakeTable) -> None:
    page = fake.page
    fake.screen["sheets"] = SHEETS
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    page.set_viewport_size({"width": 1500, "height": 900})
    page.wait_for_selector(".paper[data-kind=note]")
    assert page.locator(".paper").nth(0).locator(".boxes i.full").count() == 4
    assert "4 / 7" in page.locator(".paper").nth(0).inner_text()
    assert page.locator("meter").count() == 1
    assert page.locator(".card").count() == 2
    assert page.locator(".track i.token").inner_text() == "3"
    assert page.locator(".fact").count() == 1
    assert page.locator(".paper table td").all_inner_texts() == ["rope", "1", "axe", "7"]
    assert page.locator(".prose p").count() == 2
    theirs = page.locator(".paper", has_text="Bo's sheet")
    assert theirs.get_attribute("open") is None  # others' sheets are folded, yours lie open
    theirs.locator("summary").click()
    page.wait_for_timeout(50)
    fake.screen["sheets"] = [*SHEETS[:-1], {**SHEETS[-1], "lines": [{"label": "Hits", "value": "1", "of": 3}]}]
    fake.put(ask("choose", "And now?", option("yes", "Yes")))
    page.wait_for_selector("h2.prompt:has-text('And now?')")
    assert page.locator(".paper", has_text="Bo's sheet").get_attribute("open") is not None  # and stays as it was left


def test_states_watching_closed_and_shut(open_page: Callable[..., Any]) -> None:
    watching = FakeTable(open_page(), role="spectator", seat=None)
    watching.put(ask("", "", mine=False, seats=[0]))
    watching.open()
    watching.page.wait_for_selector("text=You are watching")
    watching.page.wait_for_selector("text=Waiting for Ada")
    assert watching.page.locator("button.option").count() == 0
    closed = {**watching.table, "closed": True}
    watching.sockets[-1].send(json.dumps({"type": "table", "table": closed}))
    watching.page.wait_for_selector("text=This table is closed")
    watching.sockets[-1].send(json.dumps({"type": "bye", "code": "not-yours", "message": "This key opens nothing."}))
    watching.page.wait_for_selector("text=The door is shut")
    assert watching.page.locator("text=This key opens nothing.").is_visible()
    stranger = FakeTable(open_page())
    stranger.page.goto(f"{HOME}/t/other")
    stranger.page.wait_for_selector("text=This table is not yours yet")
    stranger.page.goto(f"{HOME}/nowhere")
    stranger.page.wait_for_selector("text=A blank wall")


def outcome(**more: Any) -> dict[str, Any]:
    return {
        "winners": [0],
        "summary": "Ada carries 10,000 gold out of the dungeon.",
        "scores": [10000, 4250.5],
        "turning_points": ["The troll fell.", "Bo got lost."],
        "page": [{"title": "What turned it", "lines": ["The troll fell.", "Bo got lost."]}],
        "memorials": [{"kind": "hall of fame", "name": "Ada", "line": "Out with 10,000.", "data": {}}],
        "rule": "BRD-1",
        "facts": {"rooms_entered": 31, "slain": True},
    } | more


def test_game_over_is_a_page_worth_keeping(fake: FakeTable) -> None:
    page = fake.page
    fake.tell("Ada wins.")
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    fake.table = {**fake.table, "over": True, "seed": 77}
    fake.sockets[-1].send(json.dumps({"type": "table", "table": fake.table}))
    fake.put(None, outcome=outcome())
    page.wait_for_selector(".over uc-picture")
    text = page.locator(".over").inner_text()
    for part in (
        "You won",
        "Ada carries 10,000",
        "The troll fell.",
        "rooms entered",
        "31",
        "4250.50",
        "seed",
        "77",
        "Out with 10,000.",
    ):
        assert part in text
    for name in ("Again", "Replay", "Share", "Take it away"):
        assert page.locator(".over button", has_text=name).is_visible()
    page.locator("button", has_text="Look at the table").click()
    page.wait_for_selector(".table-page .line")
    page.locator("button", has_text="To the last page").click()
    page.wait_for_selector(".over .summary")


def test_the_last_page_shows_the_drawing_that_comes_after_the_end(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    fake.table = {**fake.table, "over": True}
    fake.sockets[-1].send(json.dumps({"type": "table", "table": fake.table}))
    fake.put(None, outcome=outcome())
    page.wait_for_selector(".over uc-picture")
    assert fake.drawing is not None
    late = {**fake.drawing, "svg": MAP.replace("</svg>", '<circle id="after-the-end" cx="5" cy="5" r="2"/></svg>')}
    page.evaluate("() => { document.querySelector('.over').marked = true }")
    fake.sockets[-1].send(json.dumps({"type": "drawing", "match": "m1", "n": fake.n, "drawing": late}))
    page.wait_for_selector(".over uc-picture #after-the-end", state="attached")
    assert page.evaluate(
        "() => document.querySelector('.over').marked"
    )  # the page one was reading stays; only the picture is new
    fake.sockets[-1].send(json.dumps({"type": "table", "table": {**fake.table, "seed": 4711}}))
    page.wait_for_selector(".over dd:has-text('4711')")  # the seed is told when it is known


def test_a_new_table_from_its_dials(fake: FakeTable) -> None:
    page = fake.page
    wishes: list[dict[str, Any]] = []

    def opened(route: Any) -> None:
        wishes.append(route.request.post_data_json)
        links = [
            {"role": "seat", "seat": 0, "name": "Ada", "key": "k0", "path": "/t/tab#k0"},
            {"role": "spectator", "seat": None, "name": "", "key": "ks", "path": "/t/tab#ks"},
        ]
        route.fulfill(
            status=200,
            content_type="application/json",
            body=json.dumps({"table": fake.table, "host": "kh", "links": links, "notice": ""}),
        )

    page.route(f"{HOME}/api/tables", opened)
    page.goto(HOME)
    page.get_by_label("Set up a table of Dungeon!").click()
    page.get_by_label("Gold to win", exact=True).fill("20000")
    page.get_by_label("Ambush").check()
    page.get_by_label("Wind").select_option("storm")
    page.get_by_label("Name in seat 1").fill("Ada")
    page.locator("button", has_text="Add a seat").click()
    page.get_by_label("Who sits in seat 3").select_option("bot:random")
    page.get_by_label("Practice").check()
    page.locator("button", has_text="Open the table").click()
    page.wait_for_url(f"{HOME}/t/tab")
    (wish,) = wishes
    assert wish["options"] == {"goal": 20000, "ambush": True, "wind": "storm"}
    assert [seat["bot"] for seat in wish["seats"]] == ["", "greedy", "random"]
    assert wish["seats"][0]["name"] == "Ada"
    assert wish["practice"] is True
    assert wish["gather"] is False
    page.wait_for_selector(".seats .seat", state="attached")
    page.locator(".menu summary").click()
    page.locator(".menu button", has_text="Share").click()
    assert page.get_by_label("Copy link for spectators").is_visible()
    page.keyboard.press("Escape")
    page.goto(HOME)
    page.get_by_label("Play Robber now").click()  # the quick way: one click
    page.wait_for_url(f"{HOME}/t/tab")
    assert wishes[1]["game"] == "robber"
    assert len(wishes[1]["seats"]) == 1


def test_friends_gather(fake: FakeTable) -> None:
    page = fake.page
    fake.table = {**fake.table, "gathering": True, "match": ""}
    page.goto(f"{HOME}/t/tab#key-0")
    page.wait_for_selector("text=Waiting for friends")
    with page.expect_request(re.compile("/api/tables/tab/seats/0")) as asked:
        page.get_by_label("Your name").fill("Zoë")
        page.get_by_label("Your name").press("Enter")
    assert asked.value.post_data_json == {"name": "Zoë"}
    page.locator("h1").click()
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.sockets[-1].send(json.dumps({"type": "table", "table": {**fake.table, "gathering": False}}))
    page.wait_for_selector("[data-key=yes]")


def test_another_year_of_the_map(fake: FakeTable) -> None:
    """A game whose drawing has dials: the map of another year, one layer of it, and back to now; no choices in the past."""
    page = fake.page
    fake.answers_to |= {
        "/api/games/board": {**GAME, "dials": True},
        "/api/tables/tab/dials": {
            "dials": [
                {
                    "name": "year",
                    "label": "Year",
                    "low": 0,
                    "high": 24,
                    "choices": [],
                    "marks": [[0, "Before"], [10, "Villainy"]],
                },
                {
                    "name": "layer",
                    "label": "Layer",
                    "low": 0,
                    "high": 0,
                    "choices": [["all", "All"], ["2", "Stratum 2"]],
                    "marks": [],
                },
            ]
        },
        "/api/tables/tab/drawing": {
            "svg": MAP.replace('id="pawn"', 'id="old-pawn"'),
            "text": "",
            "places": {},
            "alt": "Long ago.",
        },
    }
    fake.put(ask("choose", "Where to?", option("go:hall", "Hall", place="hall")))
    fake.open()
    slide = page.get_by_label("Year", exact=True)
    slide.wait_for()
    page.locator("[data-spot=hall]").wait_for(state="attached")
    assert page.locator("uc-timeline .at").inner_text() == "24"
    slide.fill("7")
    page.locator("#old-pawn").wait_for(state="attached")
    assert page.locator("uc-timeline .when").inner_text() == "Before"
    assert page.locator("uc-timeline .at").inner_text() == "7 of 24"
    assert slide.get_attribute("aria-valuetext") == "Year 7 of 24, Before"
    assert fake.asked[-1] == "/api/tables/tab/drawing?turned=year%3D7"
    assert page.locator("[data-spot]").count() == 0
    assert page.locator("[data-key='go:hall']").is_visible()  # the decision stays in sight
    with page.expect_request(lambda request: request.url.endswith("/drawing?turned=year%3D7%2Clayer%3D2")):
        page.get_by_label("Layer", exact=True).select_option("2")
    page.get_by_label("Back to now").click()
    page.locator("[data-spot=hall]").wait_for(state="attached")
    assert page.locator("#old-pawn").count() == 0
    slide.fill("22")
    page.get_by_label("Watch it grow").click()
    page.wait_for_function("() => document.querySelector('uc-timeline .at').textContent === '24'")
    page.locator("[data-spot=hall]").wait_for(state="attached")
    page.keyboard.press("h")
    assert page.evaluate("() => document.activeElement?.getAttribute('aria-label')") == "Year"


def test_a_place_tells_its_story(fake: FakeTable) -> None:
    """A click on a place that is no choice asks about it; so does the keyboard; a place that is a choice is chosen."""
    page = fake.page
    fake.answers_to |= {
        "/api/games/board": {**GAME, "tales": True},
        "/api/tables/tab/tale": {
            "title": "The Crypt",
            "lines": [
                {"label": "Year 3", "value": "Dug by dwarves.", "rule": "BRD-1"},
                {"label": "Year 9", "value": "Lost <b>."},
            ],
        },
    }
    assert fake.drawing is not None
    fake.drawing = {**fake.drawing, "svg": MAP.replace('data-place="crypt">', 'data-place="crypt"><title>The old crypt</title>')}
    fake.put(ask("choose", "Where to?", option("go:hall", "Hall", place="hall")))
    fake.open()
    page.locator("uc-map[tales]").wait_for()
    page.locator("g[data-place=crypt]").click()
    dialog = page.locator("dialog[open]")
    dialog.locator("text=Dug by dwarves.").wait_for()
    assert "Lost <b>." in dialog.inner_text()
    assert "/api/tables/tab/tale?place=crypt" in fake.asked
    dialog.locator(".why").click()
    page.locator("dialog .rule-text").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("i")
    page.locator(".places button", has_text="The old crypt").click()
    page.locator("dialog[open] .tale").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.locator("[data-spot=hall]").click()
    assert fake.answers() == ["go:hall"]


def lobby_line(number: int, **more: Any) -> dict[str, Any]:
    seats = [{"seat": 0, "name": "Ada", "kind": "person", "bot": "", "connected": False, "waiting": True}]
    table = {
        "id": f"t{number}", "game": "board", "title": "Dungeon!", "match": f"m{number}", "created": 1.0, "seats": seats,
        "spectators": 0, "gathering": False, "closed": False, "over": False, "practice": False, "physical_dice": False,
        "options": {}, "earlier": [], "moves": 3 + number, "touched": 100.0 + number, "can_fork": True, "seed": None, "bots": [],
    } | more  # fmt: skip
    return {"key": number, "role": "seat", "seat": 0, "table": table, "my_turn": number == 4, "line": ""}


def test_many_tables_do_not_push_the_games_down(fake: FakeTable) -> None:
    """Three tables are shown, one's own turn first, and the others are folded away; what is remembered has pictures and links."""
    page = fake.page
    page.add_init_script(
        """localStorage.setItem('undercroft.keys', JSON.stringify([...Array(13).keys()].map(
        n => ({table: `t${n}`, key: `k${n}`, role: 'seat', seat: 0, at: 99 - n}))))"""
    )
    remembered = [("hall of fame", "Ada"), ("retired", "Osbert"), ("grave", "Hob"), ("world", "Deepmoor"), ("oddity", "A hat")]
    fake.answers_to |= {
        "/api/lobby": {"tables": [lobby_line(n) for n in range(12)] + [lobby_line(12, over=True)]},
        "/api/memorials": {
            "memorials": [
                {
                    "game": "robber",
                    "at": 9.0,
                    "match": "m12",
                    "draws": True,
                    "memorial": {"kind": kind, "name": name, "line": "So it went."},
                }
                for kind, name in remembered
            ]
        },
    }
    page.goto(HOME)
    page.locator("summary", has_text="All 12 tables").wait_for()
    cards = page.locator(".table-card:visible")
    assert cards.count() == 3
    assert "your turn" in cards.first.inner_text()
    games = page.locator("#h-games").bounding_box()
    assert games is not None
    assert games["y"] < 700
    page.locator("summary", has_text="All 12 tables").click()
    assert cards.count() == 12
    for title in ("Halls of fame", "Retired", "Here lie", "Also remembered"):
        shelf = page.locator(".shelf", has_text=title)
        assert shelf.locator(".emblem").count() == 1
        assert shelf.get_by_text("How it went").get_attribute("href") == "/replay/t12"
    page.get_by_label("Look closely at the map of Deepmoor").click()
    page.locator("dialog.large uc-picture svg").wait_for()
    assert page.locator(".memorial.map").count() == 1  # the finished table's map and the world are the same thing, shown once


def test_dice_fall_where_they_hide_least(fake: FakeTable) -> None:
    page = fake.page
    assert fake.drawing is not None
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    page.locator("#pawn").wait_for(state="attached")
    page.set_viewport_size({"width": 1280, "height": 620})  # the drawing fills its frame from top to bottom
    for spot in ("20 250", "390 250", "390 10", "20 10"):
        fake.drawing = {**fake.drawing, "svg": MAP.replace("translate(80 85)", f"translate({spot})")}
        fake.tell("Ada strikes: 9", kind="roll", roll=ROLL)
        fake.put(ask("choose", "Now?", option("yes", "Yes")))
        page.wait_for_function(
            "at => document.querySelector('uc-map').shadowRoot.querySelector('#pawn').getAttribute('transform').includes(at)",
            arg=spot,
        )
        page.wait_for_selector("uc-tray .throw")
        page.wait_for_timeout(400)  # the pawn has walked
        tray, pawn = page.locator("uc-tray").bounding_box(), page.locator("#pawn").bounding_box()
        assert tray is not None
        assert pawn is not None
        beside = tray["x"] > pawn["x"] + pawn["width"] or pawn["x"] > tray["x"] + tray["width"]
        assert beside or tray["y"] > pawn["y"] + pawn["height"] or pawn["y"] > tray["y"] + tray["height"]


def test_a_wide_table_on_a_narrow_sheet_and_more_choices_than_fit(fake: FakeTable) -> None:
    page = fake.page
    columns = ["name", "who", "alignment", "number", "loot", "state"]
    row = ["the March of Kingsbury", "Surface Kingdom", "lawful", "12", "3", "free"]
    fake.screen["sheets"] = [{"title": "Powers", "kind": "table", "columns": columns, "rows": [row, row]}]
    fake.put(
        ask(
            "choose", "Which of them?", *[option(f"k{n}", f"Choice {n}", "costs something, and a little more") for n in range(40)]
        )
    )
    fake.open()
    table = page.locator(".sheets-panel table")
    table.wait_for()
    assert table.evaluate("t => t.parentElement.scrollWidth <= t.parentElement.clientWidth")  # nothing is cut off
    assert page.get_by_role("cell", name="Surface Kingdom").count() == 2
    more = page.locator("uc-decision .below")
    assert more.is_visible()
    page.locator("[data-key=k39]").focus()
    more.wait_for(state="hidden")
    box = page.locator("uc-decision").bounding_box()
    assert box is not None
    assert box["height"] < 800 * 0.4


def test_many_facts_are_searched(fake: FakeTable) -> None:
    """Of many facts the first are shown; words find the others; what was typed stays when the sheets change under it."""
    page = fake.page
    rows = [
        {"label": f"Fact {n}", "value": "a green door" if n == 33 else "a wall", "hint": "Ada" if n % 2 else "Bo"}
        for n in range(40)
    ]
    fake.screen["sheets"] = [
        {"title": "Ledger", "kind": "facts", "lines": rows},
        {"title": "Few", "kind": "facts", "lines": rows[:3]},
    ]
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    ledger, few = page.locator(".paper", has_text="Ledger"), page.locator(".paper", has_text="Few")
    assert ledger.locator(".fact").count() == 12
    assert few.locator("input").count() == 0
    ledger.locator("button", has_text="All 40").click()
    assert ledger.locator(".fact").count() == 40
    page.get_by_label("Search: Ledger").fill("Ada DOOR")
    assert ledger.locator(".fact strong").all_inner_texts() == ["Fact 33"]
    fake.screen["sheets"] = [
        {**fake.screen["sheets"][0], "lines": [{"label": "New", "value": "a red door", "hint": "Ada"}, *rows]}
    ]
    fake.put(ask("choose", "And now?", option("yes", "Yes")))
    page.wait_for_selector("h2.prompt:has-text('And now?')")
    page.keyboard.type(" red")  # still in the field
    assert ledger.locator(".fact strong").all_inner_texts() == ["New"]
    page.get_by_label("Search: Ledger").fill("dragon")
    assert ledger.locator("text=Nothing of the kind.").is_visible()
    assert fake.answers() == []


def test_talk(fake: FakeTable) -> None:
    page = fake.page
    fake.put(ask("choose", "Now?", option("yes", "Yes")))
    fake.open()
    page.keyboard.press("c")
    page.keyboard.type("Hello 1 <b>")  # digits typed into a field choose nothing
    page.keyboard.press("Enter")
    page.wait_for_timeout(30)
    assert [message["text"] for message in fake.said if message["type"] == "say"] == ["Hello 1 <b>"]
    assert fake.answers() == []
    page.locator(".tabs button", has_text="Story").click()
    import time

    fake.sockets[-1].send(
        json.dumps({"type": "chat", "lines": [{"n": 1, "at": time.time(), "seat": 1, "name": "Bo", "text": "Hi <i>"}]})
    )
    page.wait_for_selector(".tabs .count")
    page.locator(".tabs button", has_text="Talk").click()
    assert page.locator(".chat p").inner_text() == "BoHi <i>"
    assert page.locator(".tabs .count").count() == 0


@pytest.mark.parametrize("theme", ["paper", "light", "dark"])
def test_axe_finds_nothing(open_page: Callable[..., Any], theme: str) -> None:
    source = find_axe()
    fake = FakeTable(open_page(viewport={"width": 1500, "height": 900}, reduced_motion="reduce"))
    page = fake.page
    page.add_init_script(f"localStorage.setItem('undercroft.settings', JSON.stringify({{theme: '{theme}', name: 'Ada'}}))")
    page.goto(HOME)
    page.wait_for_selector(".memorial")
    assert check_page(page, source) == []
    fake.screen |= {"sheets": SHEETS, "status": [{"label": "Gold", "value": "120", "rule": "BRD-1"}]}
    fake.tell("Turn 1", kind="headline")
    fake.tell("Ada walks.")
    fake.tell("Ada strikes: 9", kind="roll", roll=ROLL)
    fake.tell("The gamesmaster overrules.", kind="ruling")
    fake.put(
        ask("choose", "Where to?", option("go:hall", "Hall", "safe", place="hall"), option("go:crypt", "Crypt", place="crypt")),
        can_undo=True,
    )
    fake.open()
    page.wait_for_selector("[data-spot]", state="attached")
    assert check_page(page, source) == []
    fake.put(None, outcome=outcome())
    page.wait_for_selector(".over .summary")
    assert check_page(page, source) == []


def test_axe_finds_nothing_in_any_question_or_dialog(open_page: Callable[..., Any]) -> None:
    source = find_axe()
    fake = FakeTable(open_page(viewport={"width": 1500, "height": 900}, reduced_motion="reduce"))
    page = fake.page
    page.goto(HOME)
    page.get_by_label("Set up a table of Dungeon!").click()
    assert check_page(page, source) == []
    fake.tell("Ada walks.")
    fake.put(ask("choose", "Where to?", option("go:hall", "Hall")))
    fake.open()
    for question in (
        ask("many", "Drop which?", option("a", "Axe"), option("b", "Bow"), low=1, high=2),
        ask("number", "How much?", low=0, high=50, suggestions=["10"]),
        ask("text", "Its name?", low=1, high=30, suggestions=["Gorm"]),
        ask("dice", "Throw.", dice="2d6", count=2, sides=6),
        ask("", "", mine=False, seats=[1]),
    ):
        fake.put(question)
        page.wait_for_function(
            "text => document.querySelector('h2.prompt').textContent.startsWith(text)", arg=question["prompt"] or "Bo"
        )
        assert check_page(page, source) == []
    page.locator(".story .why").first.click()
    page.wait_for_selector("dialog .ruling")
    assert check_page(page, source) == []


def test_print_shows_the_map_and_the_story_and_no_buttons(fake: FakeTable) -> None:
    page = fake.page
    fake.tell("Ada walks.")
    fake.put(ask("choose", "Now?", option("yes", "Yes", place="hall")))
    fake.open()
    page.locator("#pawn").wait_for(state="attached")
    page.emulate_media(media="print")
    box = page.locator("uc-map svg.drawing").bounding_box()
    assert box is not None
    assert box["height"] > 400
    assert page.locator(".story .told").is_visible()
    assert page.locator("button:visible").count() == 0


def test_a_phone(open_page: Callable[..., Any]) -> None:
    """Nothing sticks out sideways, every control is large enough for a thumb, and the decision is in sight in every tab."""
    fake = FakeTable(open_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, device_scale_factor=2))
    page = fake.page
    fake.screen |= {"sheets": SHEETS, "status": [{"label": "Gold", "value": "120"}]}
    fake.tell("Ada walks a long way through a hall that does not end, and then it does.")
    fake.put(
        ask("choose", "Where to?", option("go:hall", "Hall", "safe", place="hall"), option("go:crypt", "Crypt", place="crypt"))
    )
    fake.open()
    for tab in ("Map", "Sheets", "Story", "Talk"):
        page.locator(".tabs button", has_text=tab).tap()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("[data-key='go:hall']").is_visible()
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, a, summary, input, select')]
            .filter(e => e.offsetParent && !e.matches('.skip, .only-heard'))
            .map(e => [e.textContent || e.ariaLabel, e.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.height < 39 || box.width < 40))
            .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
        )
        assert [name for name in small if not name.startswith(("Hits", "Level"))] == []
    page.locator(".tabs button", has_text="Map").tap()
    page.locator("[data-spot=crypt]").tap()
    assert fake.answers() == ["go:crypt"]
    page.goto(HOME)
    page.wait_for_selector(".memorial")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_many_places_are_a_few_by_name_and_the_rest_on_the_map(fake: FakeTable) -> None:
    """A turn that could end in thirty places names the first ones; every other is one fold or one click on the map away."""
    places = [option(f"go:{number}", f"Go to {number}", place="hall" if number else "crypt") for number in range(30)]
    fake.open()
    fake.put(ask("choose", "Where to?", *places, option("end", "End the turn")))
    fake.page.locator("button.option").first.wait_for()
    shown = fake.page.locator("button.option:visible").evaluate_all("all => all.map(each => each.dataset.key)")
    assert shown == [*(f"go:{number}" for number in range(6)), "end"]
    fake.page.keyboard.press("7")  # seven stand there, so that one digit is enough
    assert fake.answers() == ["end"]
    fake.put(ask("choose", "Where to?", *places, option("end", "End the turn")))
    fake.page.locator("summary", has_text="24 more places").click()
    fake.page.locator("button.option:visible[data-key='go:29']").click()
    assert fake.answers() == ["end", "go:29"]

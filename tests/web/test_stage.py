"""The stage in Chromium: who faces whom, a throw shown once with its verdict, what is heard; drafts, keys and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .axe import check_page, find_axe
from .fake import FakeTable, ask, option

NOW = ask("choose", "What now?", option("hit", "Attack"), option("run", "Run"))
HEARD = "() => [...document.querySelectorAll('#hear p')].map(p => p.textContent)"


def blow(n: int, face: int, verdict: str, *, good: bool) -> dict[str, Any]:
    """A throw as the server would put it on the stage."""
    return {
        "n": n,
        "why": "Ada attacks the troll",
        "roll": {"notation": "1d20", "faces": [face], "total": face},
        "needed": "11 or more",
        "verdict": verdict,
        "good": good,
        "against": None,
    }


def fight(*throws: dict[str, Any], left: int = 8, outcome: str = "", moment: str = "fight") -> dict[str, Any]:
    """A stage as the server would send it."""
    return {
        "title": "A troll, under its own bridge",
        "place": "the bridge",
        "sides": [
            {"name": "Ada", "figure": "hero", "lines": [{"label": "HP", "value": str(left), "of": 10}], "notes": []},
            {"name": "A troll", "figure": "troll", "lines": [], "notes": ["hungry"]},
        ],
        "stakes": [{"label": "Gold", "value": "250 GP", "of": None}],
        "throws": list(throws),
        "outcome": outcome,
        "moment": moment,
    }


def moving(page: Any) -> int:
    """How many dice on the stage are falling now."""
    count: int = page.evaluate(
        "() => [...document.querySelectorAll('uc-stage .die')].filter(d => d.getAnimations().length).length"
    )
    return count


def test_a_throw_is_seen_once_with_its_verdict_and_stays_until_the_next_answer(fake: FakeTable) -> None:
    page = fake.page
    fake.put(NOW, stage=fight())
    fake.open()
    page.wait_for_selector("uc-stage.busy h2:has-text('A troll')")
    assert page.locator("uc-stage img.figure").count() == 2
    assert page.locator("uc-stage .side.ours .left i.full").count() == 8
    fake.tell("Ada attacks the troll: 7", kind="roll", roll=blow(0, 7, "a miss", good=False)["roll"])
    fake.tell("Ada misses.")
    fake.put(NOW, stage=fight(blow(0, 7, "a miss", good=False), left=3, outcome="Ada misses."))
    page.wait_for_selector("uc-stage .verdict.bad:has-text('a miss')")
    assert page.locator("uc-stage .needed").inner_text() == "needs 11 or more"
    assert page.locator("uc-tray").is_hidden()  # once, not twice
    assert page.locator("[data-key=hit]").is_enabled()  # the answer does not wait for the dice
    page.wait_for_function("() => !document.querySelector('uc-stage .die').getAnimations().length")
    assert page.locator("uc-stage .came").inner_text() == "Ada misses."
    fake.put(NOW, stage=fight(blow(0, 7, "a miss", good=False), left=3, outcome="Ada misses."), told_before=fake.n)
    assert moving(page) == 0  # seen already
    fake.put(NOW, stage=fight(left=3))
    page.wait_for_function("() => !document.querySelector('uc-stage .thrown')")


def test_nothing_moves_on_the_stage_when_hushed_and_a_quiet_stage_is_small(open_page: Callable[..., Any]) -> None:
    fake = FakeTable(open_page(reduced_motion="reduce"))
    page = fake.page
    fake.put(NOW, stage=fight())
    fake.open()
    page.wait_for_selector("uc-stage.busy")
    tall = page.locator("uc-stage").bounding_box()
    fake.tell("Ada attacks the troll: 17", kind="roll", roll=blow(0, 17, "slain", good=True)["roll"])
    fake.put(NOW, stage=fight(blow(0, 17, "slain", good=True)))
    page.wait_for_selector("uc-stage .verdict.good")
    assert moving(page) == 0
    fake.put(NOW, stage={**fight(moment=""), "sides": fight()["sides"][:1]})
    page.wait_for_selector("uc-stage:not(.busy)")
    low = page.locator("uc-stage").bounding_box()
    assert tall is not None and low is not None and low["height"] < tall["height"] / 2
    fake.put(NOW, stage=None)
    page.wait_for_selector("uc-stage", state="hidden")
    assert fake.problems == []


def test_the_throw_is_heard_first_then_the_question_with_its_choices_and_the_rest_on_asking(fake: FakeTable) -> None:
    page = fake.page
    fake.put(NOW, stage=fight())
    fake.open()
    page.wait_for_selector("uc-stage.busy")
    page.evaluate("() => document.getElementById('hear').replaceChildren()")
    for text in ("Bo walks.", "Bo walks on.", "Bo rests."):
        fake.tell(text)
    fake.put(NOW, stage=fight(blow(0, 7, "a miss", good=False), outcome="Ada misses."))
    page.wait_for_function("() => document.querySelectorAll('#hear p').length >= 2")
    heard = page.evaluate(HEARD)
    assert heard == ["Ada attacks the troll: 7, needed 11 or more: a miss. Ada misses.", "You are asked: What now? 2 choices."]
    assert page.locator("[data-key=run]").get_attribute("aria-keyshortcuts") == "2"
    page.keyboard.press("e")
    page.wait_for_function("() => document.querySelectorAll('#hear p').length >= 3")
    assert "HP 8 of 10; against A troll, hungry. Gold 250 GP" in page.evaluate(HEARD)[-1]


def test_single_keys_can_be_turned_off_and_refusals_are_heard(fake: FakeTable) -> None:
    page = fake.page
    page.add_init_script("localStorage.setItem('undercroft.settings', JSON.stringify({ keys: 'off' }))")
    fake.put(NOW)
    fake.open()
    page.wait_for_selector("[data-key=hit]")
    for key in "1rd?":
        page.keyboard.press(key)
    assert fake.answers() == [] and page.locator("dialog").count() == 0
    page.click("[data-key=hit]")
    fake.answers()
    page.evaluate("() => document.getElementById('hear').replaceChildren()")
    fake.sockets[-1].send(json.dumps({"type": "refused", "id": "1", "code": "away", "message": "The store is asleep."}))
    page.wait_for_selector("uc-decision .note:has-text('asleep')")
    assert page.evaluate(HEARD) == ["Refused: The store is asleep."]


def test_a_refusal_is_seen_above_a_dialog(fake: FakeTable) -> None:
    page = fake.page
    fake.put(NOW)
    fake.open()
    page.click("[data-key=hit]")
    fake.answers()
    page.locator(".menu summary").click()
    page.locator(".menu button", has_text="Settings").click()
    page.wait_for_selector("dialog[open]")
    fake.sockets[-1].send(json.dumps({"type": "refused", "id": "1", "code": "away", "message": "The store is asleep."}))
    note = page.locator("dialog[open] .toast")
    note.wait_for()
    box = note.bounding_box()
    assert box is not None
    assert page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.toast'))", [box["x"] + 9, box["y"] + 9])


def test_half_typed_words_survive_the_desk_a_blip_and_a_reload(fake: FakeTable) -> None:
    page = fake.page
    words = ask("text", "What is true now?", low=1, high=80)
    fake.put(words)
    fake.open()
    field = page.locator(".answer-form input[type=text]")
    field.fill("There is a way round beh")
    field.evaluate("field => field.setSelectionRange(5, 5)")
    fake.put(words)  # the gamesmaster did something: another serial, the same question
    page.wait_for_function("() => document.querySelector('uc-decision').dataset.serial === '2'")
    assert field.input_value() == "There is a way round beh"
    assert field.evaluate("field => document.activeElement === field && field.selectionStart") == 5
    page.evaluate("() => document.querySelector('.table-page').live.hangUp()")
    page.wait_for_selector("uc-decision.waiting")
    page.wait_for_selector("uc-decision:not(.waiting)")
    assert field.input_value() == "There is a way round beh"
    page.reload()
    field.wait_for()
    assert field.input_value() == "There is a way round beh"
    field.fill("There is a way round behind the well")
    field.press("Enter")
    assert fake.answers() == ["There is a way round behind the well"]
    fake.sockets[-1].send(json.dumps({"type": "ok", "id": "1", "n": 9}))
    fake.put(ask("choose", "And now?", option("yes", "Yes")))
    page.wait_for_selector("[data-key=yes]")
    fake.put(words)  # asked again another time: the paper is clean
    field.wait_for()
    assert field.input_value() == ""


def test_a_fight_on_a_phone_in_the_dark_holds_no_fault_that_axe_finds(open_page: Callable[..., Any]) -> None:
    fake = FakeTable(open_page(viewport={"width": 390, "height": 844}, color_scheme="dark"), game="robber")
    page = fake.page
    many = [blow(n, 3 + n, "a hit" if n % 2 else "a miss", good=bool(n % 2)) for n in range(4)]
    fake.put(NOW, stage=fight(*many, outcome="Ada holds the bridge, and the troll holds Ada."))
    fake.open()
    page.wait_for_selector("uc-stage.many .thrown")
    stage, question = page.locator("uc-stage").bounding_box(), page.locator("uc-decision").bounding_box()
    assert stage is not None and question is not None and stage["y"] + stage["height"] <= question["y"]  # above the question
    assert page.locator("uc-stage .verdict").count() == 4
    assert check_page(page, find_axe()) == []
    assert fake.problems == []


def test_what_one_died_of_stands_on_the_last_page(fake: FakeTable) -> None:
    page = fake.page
    ended = {"winners": [], "summary": "Ada is dead.", "scores": [0.0], "facts": {}, "memorials": [], "rule": ""}
    last = fight(blow(0, 19, "hit for 9", good=False), left=0, outcome="The troll has Ada.", moment="death")
    fake.put(NOW, stage=fight())
    fake.open()
    fake.put(None, outcome=ended, stage=last)
    page.wait_for_selector(".over uc-stage .verdict:has-text('hit for 9')")
    box = page.locator(".over uc-stage").bounding_box()
    assert box["width"] > 600


def test_a_quiet_stage_grows_rather_than_print_over_itself(fake: FakeTable) -> None:
    quiet = fight(moment="")
    quiet["sides"] = quiet["sides"][:1]
    quiet["stakes"] = [
        {"label": label, "value": "as long as a sentence about the way home", "of": None} for label in ("Out", "Up")
    ]
    fake.put(NOW, stage=quiet)
    fake.open()
    fake.page.wait_for_selector("uc-stage:not(.busy) .stakes")
    head, side = (fake.page.locator(f"uc-stage {part}").bounding_box() for part in (".stage-head", ".side.ours .side-words"))
    assert head["y"] + head["height"] <= side["y"] + 1

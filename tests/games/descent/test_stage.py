"""What the stage shows of a descent, and how far "fight on" goes."""

from __future__ import annotations

import copy

import msgspec
import pytest

from undercroft.engine import Ask, Dice, Roll, Table, Told, run
from undercroft.engine.ask import option_of
from undercroft.engine.game import View
from undercroft.games.descent import GAME
from undercroft.games.descent.first import case, go_on, lesson
from undercroft.games.descent.rules.basics.asides import remark
from undercroft.games.descent.rules.battle import onslaught, strikes
from undercroft.games.descent.rules.battle.blows import in_vain
from undercroft.games.descent.rules.battle.field import record
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.ending import meeting, rounds
from undercroft.games.descent.rules.ending.ideas import comes_of
from undercroft.games.descent.rules.personas.people import nearest_rank
from undercroft.games.descent.rules.treasure import rolling
from undercroft.games.descent.stage import hits_left, learnt, stage, turn_back
from undercroft.games.descent.state import Game

from .scene import fight, game


def goes_on(s: Game, since: Game, *keys: str) -> object:
    return go_on(View(GAME, s, 0, Ask("choose", (0,), "What now?", keys), Dice(1)), since)


def test_fighting_on_lets_them_fall_and_leaves_shields_alone() -> None:
    s = game("warrior", "warrior")
    b = fight(s, "Orcs", 4)
    b.round = 1
    since = copy.deepcopy(s)
    assert goes_on(s, since, "rest", "none") == "none"
    assert goes_on(s, since, "ready", "front:0") == "ready"
    b.foes = b.foes[1:]
    assert goes_on(s, since, "stay", "run") == "stay"
    b.foes = [*b.foes, *fight(copy.deepcopy(s), "Trolls", 1).foes]
    b.foes[-1].id = 99
    assert goes_on(s, since, "stay", "run") is None  # somebody new
    b.foes = b.foes[:-1]
    s.members[0].body -= 1
    assert goes_on(s, since, "stay", "run") is None  # somebody bleeds


@pytest.mark.rule("DES-BAT-20", "DES-BAT-21", "DES-FLEE-06")
def test_fighting_on_stops_when_nobody_hits_and_says_why() -> None:
    s = game("warrior +axe", "warrior +axe", "wizard")
    b = fight(s, "Trolls", 1)
    s.members[2].goods["LIGHT BALLS"], b.round, b.light = 5, 1, 0
    since = copy.deepcopy(s)
    assert goes_on(s, since, "none", "LIGHT BALLS") is None  # the dark is met: light is one's own to throw or to keep
    for b.round in (1, 2):
        record(b, "member-0", "misses", "the troll")
        if b.round == 1:
            assert (in_vain(s, b), goes_on(s, since, "stay")) == ("", "stay")
    assert goes_on(s, since, "stay") is None
    asked = run(rounds.round_ends, s, b, answers=["stay"]).asks[-1].prompt
    assert "Nobody of yours has hit for two rounds" in asked
    assert "in the dark" in asked and f"{s.members[2].name} has 5 balls of light" in asked
    assert goes_on(s, copy.deepcopy(s), "stay") == "stay"  # who has heard it may go on all the same
    record(b, "member-0", "hits", "the troll")
    assert (in_vain(s, b), goes_on(s, since, "stay")) == ("", "stay")


def test_fighting_on_asks_nothing_of_who_can_do_but_one_thing_and_ends_with_the_fight() -> None:
    s = game("warrior", "warrior")
    b = fight(s, "Orcs", 1)
    b.round = 1
    for keys, plain in ((("draw:AXE", "hold"), "hold"), (("strike@0", "draw:AXE", "hold"), "strike@0")):
        view = View(GAME, s, 0, Ask("choose", (0,), "What now?", keys, rule="DES-BAT-09"), Dice(1))
        assert go_on(view, copy.deepcopy(s)) == plain
    b.foes = []
    assert goes_on(s, copy.deepcopy(s), "who:0", "none") is None  # whom to heal is one's own to say


@pytest.mark.rule("DES-ARM-09")
def test_fighting_on_stops_before_the_armour_is_gone() -> None:
    s = game("warrior")
    fight(s, "Trolls", 1).round = 1
    s.members[0].armour, s.members[0].armour_left = "PLATE ARMOR", 10
    since = copy.deepcopy(s)
    s.members[0].armour_left = 8
    assert goes_on(s, since, "stay") == "stay"
    since.members[0].armour_left, s.members[0].armour_left = 3, 2
    assert goes_on(s, since, "stay") is None


@pytest.mark.rule("DES-TREAS-14", "DES-TREAS-19")
def test_a_won_fight_and_a_find_have_the_stage_with_their_pictures() -> None:
    s = game("warrior", "warrior")
    b = fight(s, "Trolls", 2)
    s.phase, b.foes, b.joined = "spoils", [], 2
    shown = stage(s, 0, [])
    assert shown is not None
    assert (shown.title, shown.sides[1].name, shown.sides[1].figure) == ("Won", "Two Trolls", "troll")
    no = Told(1, "", "DES-TREAS-01", "roll", Roll("2d6", (4, 6), 10), {"why": "The gamesmaster throws for gold, on 7"})
    told = [no, Told(2, "One gold bar for the chest.", "DES-TREAS-14"), Told(3, "One silver bar for the chest.", "DES-TREAS-19")]
    shown = stage(s, 0, told)
    assert shown is not None and (shown.moment, shown.throws, shown.sides[1].figure) == ("find", (), "hoard")
    assert shown.outcome == "One gold bar for the chest. One silver bar for the chest."
    s.battle, s.phase = None, "walk"
    shown = stage(s, 0, [Told(1, "Maud kills the second troll.", "DES-KAR-01", values={"foe": "the second troll"})])
    assert shown is not None and (shown.sides[1].name, shown.sides[1].figure) == ("The troll", "troll")


def doubles(why: str, *faces: int) -> Told:
    return Told(1, why, "DES-DBL-01", "roll", Roll("2d6", faces, sum(faces)), {"why": why})


@pytest.mark.rule("DES-DBL-01")
def test_a_throw_for_company_says_who_comes() -> None:
    s = game("warrior", "warrior")
    for faces, verdict, good in (((2, 3), "nobody comes", True), ((4, 4), "they come", False)):
        shown = stage(s, 0, [doubles("The gamesmaster throws for doubles at the stairs", *faces)])
        assert shown is not None and [(one.verdict, one.good) for one in shown.throws] == [(verdict, good)]
    shown = stage(s, 0, [doubles("The elf throws for doubles", 4, 4)])
    assert shown is not None and [one.verdict for one in shown.throws] == ["doubles!"]


@pytest.mark.rule("DES-STRE-01")
def test_what_the_legend_promised_has_its_moment() -> None:
    s = game("warrior", "warrior")
    told = [
        Told(1, "And here is the sword Stormbringer.", "DES-STRE-01", values={"special": "the sword Stormbringer"}),
        Told(2, "Bruno takes it.", "DES-TREAS-14"),
    ]
    shown = stage(s, 0, told)
    assert shown is not None and (shown.outcome, shown.moment) == ("And here is the sword Stormbringer.", "find")


@pytest.mark.rule("DES-TREAS-01", "DES-STRE-01")
def test_nobody_speaks_of_dust_where_the_legend_waits() -> None:
    s = game("warrior")
    nothing: list[int | list[int]] = [12, 2, 2, 2, 2, 3, 3, 2, 2, 2, [1, 2]]
    assert "In the chamber: nothing but dust." in run(rolling.roll_treasure, s, dice=nothing).texts
    s.spoils = ["special"]
    assert not any("dust" in text for text in run(rolling.roll_treasure, s, dice=nothing).texts)


def test_on_the_way_the_stage_counts_the_party_and_names_the_hurt() -> None:
    s = game("warrior", "warrior", "priest", "warrior", "warrior", "wizard")
    s.members[2].body -= 2
    shown = stage(s, 0, [])
    assert shown is not None
    assert [(line.label, line.value) for line in shown.sides[0].lines] == [
        ("On their feet", "6"),
        (s.members[2].name, str(hits_left(s.members[2]))),
    ]


def test_a_pack_that_falls_at_one_blow_each_is_a_number() -> None:
    s = game("warrior", "warrior")
    b = fight(s, "Dogs", 9)
    b.told = True
    shown = stage(s, 0, [])
    assert shown is not None and [(line.label, line.value) for line in shown.sides[1].lines] == [("standing", "9")]
    b.round = 1
    shown = stage(s, 0, [])
    assert shown is not None and [(line.label, line.value) for line in shown.sides[1].lines] == [("in front", "4")]
    assert "5 more behind them" in shown.sides[1].notes


@pytest.mark.rule("DES-TREAS-14", "DES-TREAS-19", "DES-TREAS-28")
def test_the_chest_counts_bars_and_jewels_and_no_baggage() -> None:
    s = game("warrior")
    s.chest.goods = {"ROPES": 4}

    def stakes() -> dict[str, tuple[str, int | None]]:
        shown = stage(s, 0, [])
        assert shown is not None
        return {line.label: (line.value, line.of) for line in shown.stakes if line.label != "Next rank"}

    assert stakes() == {"Gold found": ("0", 30)}
    s.chest.gold_bars, s.chest.silver_bars, s.chest.jewels = 1, 1, {"RUBIES": 10}
    assert stakes() == {"Gold found": ("16", 30)}  # a ruby is worth ten silver
    s.chest.relics = 2
    assert stakes()["Relics"] == ("2", None)


@pytest.mark.rule("DES-BAT-10")
def test_what_was_learnt_of_them_is_said_in_the_fight_and_after_it() -> None:
    s = game("warrior", "warrior")
    b = fight(s, "Orcs", 3)
    b.round, s.leader = 2, 0
    assert learnt(s, b) == ""
    s.notebooks[0]["Orcs"] = {"axe": [7, 6], "sword": [0, 5]}
    said = "an axe: 7 hits and 6 misses; a sword: 5 misses"
    assert learnt(s, b) == said
    ask = Ask("choose", (0,), "Stay or run?", ("stay", "run"))
    told = lesson(s, 0, ask)
    assert told is not None and told.key == "round" and said in told.text
    assert any(said in line for line in case(s, 0, ask))
    shown = stage(s, 0, [])
    assert shown is not None and said in shown.sides[1].notes
    b.foes = []
    shown = stage(s, 0, [])
    assert shown is not None and f"learnt of Orcs: {said}" in shown.sides[0].notes
    told = lesson(s, 0, Ask("choose", (0,), "Take it?", ("take", "decline")))
    assert told is not None and told.key == "learnt" and said in told.text


@pytest.mark.rule("DES-WAR-03")
def test_the_stage_says_who_is_nearest_to_a_rank_and_what_it_still_costs() -> None:
    s = game("warrior", "priest")
    s.party = [0, 1]
    for m in s.members:
        m.rank, m.gold, m.silver, m.karma, m.denomination = 10, 0, 0, 0, "human"
    assert nearest_rank(s).endswith("short")
    s.members[0].karma = 50
    assert nearest_rank(s) == f"{s.members[0].name}, 40 gold short"
    assert nearest_rank(s, 2 * 40 * 16) == f"{s.members[0].name}, once home"  # each has half of what is in the chest
    s.members[0].status = "dead"
    assert nearest_rank(s).startswith(s.members[1].name)


@pytest.mark.rule("DES-BAT-09")
def test_blows_told_in_one_sentence_keep_their_verdicts() -> None:
    s = game("warrior +axe", "warrior +morning_star", "warrior +axe")
    b = fight(s, "Trolls", 1)
    b.round = 1
    ran = run(strikes.party_strikes, s, b, [], answers=["rest"], dice=[[1, 2], [6, 5], [2, 1], [5, 5]])
    assert ran.texts == [
        "warrior1 and warrior2 get through to the troll: 2 of 4. Nothing from warrior0.",
    ]
    told = [one for event in ran.events if (one := event.told_to(0)) is not None]
    shown = stage(s, 0, told)
    assert shown is not None and shown.outcome == ran.texts[0]
    assert [throw.verdict for throw in shown.throws] == ["a miss", "a hit", "a miss", "a hit"]


@pytest.mark.rule("DES-BAT-12")
def test_their_blows_are_told_in_one_sentence_until_somebody_bleeds() -> None:
    s = game("warrior", "warrior")
    for m in s.members:
        m.armour, m.armour_left = "PLATE ARMOR", 9
    b = fight(s, "Bears", 3)
    b.told, b.round = True, 1
    ran = run(onslaught.foes_attack, s, b, dice=[[0, 1], [6, 3], [1, 2], [0, 1], [5, 4]])
    assert ran.texts == ["The Bears find warrior0 twice (armour, 7 left); warrior1 stood elsewhere."]
    shown = stage(s, 0, [one for event in ran.events if (one := event.told_to(0)) is not None])
    assert shown is not None and [throw.verdict for throw in shown.throws] == ["a hit", "a miss", "a hit"]
    for m in s.members:
        m.armour_left = 0
    ran = run(onslaught.foes_attack, s, b, dice=[[0, 1], [6, 3], [1, 2], [0, 1], [5, 4]])
    assert len(ran.texts) == 3 and "body, 4 left" in ran.texts[0]  # what matters is told at once


def test_the_stage_says_how_much_is_enough() -> None:
    s = game("warrior", "warrior")
    for m in s.members:
        m.armour, m.armour_left = "PLATE ARMOR", 15

    def said() -> tuple[object, ...]:
        shown = stage(s, 0, [])
        assert shown is not None
        lines = {line.label: line for line in shown.stakes}
        return lines["Gold found"].of, turn_back(s), "Turn back?" in lines

    assert said() == (30, "", False)
    s.chest.gold = 45
    assert said() == (60, "a fair haul", True)
    s.members[0].armour_left = s.members[1].armour_left = 2
    assert said() == (60, "half your hits are gone and a fair haul", True)
    s.chest.gold, s.members[1].status = 0, "dead"
    assert said() == (30, "one of you is dead", True)
    s.chest.gold = 70
    assert said() == (70, "one of you is dead and a good haul", True)


@pytest.mark.rule("DES-GM-05", "DES-BST-35")
def test_what_everybody_has_heard_is_said_at_the_meeting_but_not_by_a_person() -> None:
    heard = "As everybody has heard: strike at a gorgon and you may meet her eye, and whoever meets it is stone."
    s = game("warrior", "warrior", at=(2, 1, 1))
    ran = run(coming.meet, s, name="Gorgons", number=2)
    assert ran.texts[-1] == heard
    shown = stage(s, 0, [one for event in ran.events if (one := event.told_to(0)) is not None])
    assert shown is not None and heard[24:-1] in shown.sides[1].notes
    s = game("warrior", "warrior", at=(2, 1, 1))
    assert heard not in run(coming.meet, s, name="Gorgons", number=2, gamesmaster=1).texts
    s.tally["slain:Orcs"] = 3
    ran = run(coming.meet, s, name="Orcs", number=2)
    assert ran.texts[-1] == "You have met Orcs before, and three of them did not come back from it."


@pytest.mark.rule("DES-GM-05")
@pytest.mark.parametrize("temper", ["kindly", "fair", "cruel"])
def test_the_automated_gamesmaster_has_a_temper_and_a_person_her_own(temper: str) -> None:
    s = game("warrior", "warrior", at=(2, 1, 1))
    s.dials = msgspec.structs.replace(s.dials, temperament=temper)

    async def speak(t: Table[Game]) -> None:
        remark(t, "opening")
        for nth in range(3):
            remark(t, "death", nth, name="Bruno")

    texts = run(speak, s).texts
    assert texts[0].startswith(f"Your gamesmaster tonight is {temper}") and len(set(texts)) == 4
    assert run(speak, s, gamesmaster=1).texts == []


@pytest.mark.rule("DES-STORE-14")
def test_ideas_end_by_what_they_are() -> None:
    said = ("We sing.", "A rope across the door", "We throw the cheese", "Something with numbers")
    assert len({comes_of(text).works for text in said} | {comes_of(text).fails for text in said}) == 8
    assert comes_of("Something with numbers") is comes_of("xyzzy")


@pytest.mark.rule("DES-BAT-08", "DES-BAT-05")
def test_before_a_fight_stands_what_the_announcement_comes_to() -> None:
    s = game("warrior", "warrior")
    b = fight(s, "Bears", 6)
    b.told = True
    hint = option_of(meeting.meeting_options(s, b)["fight"]).hint
    assert hint == "they strike first, about two hits a round; your front can take 10"  # three abreast, 21 in 36
    b.told = False
    assert option_of(meeting.meeting_options(s, b)["fight"]).hint == "the baddies strike first"

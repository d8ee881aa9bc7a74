"""Whom a fact calls up, what people want, who remembers the party, and a pack that lies out of reach."""

from __future__ import annotations

import pytest

from undercroft.engine import SeenEvent
from undercroft.engine.event import Roll
from undercroft.games.donjon import screen
from undercroft.games.donjon.being import Being, Penalty
from undercroft.games.donjon.rules.basics import people
from undercroft.games.donjon.rules.basics.words import number_in, somebody_in
from undercroft.games.donjon.rules.characters.ability_words import suggest_ability
from undercroft.games.donjon.rules.combat import hits
from undercroft.games.donjon.rules.combat.actions import pc_options
from undercroft.games.donjon.rules.concepts import facts
from undercroft.games.donjon.rules.concepts.effects import meant
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.flow import desk
from undercroft.games.donjon.rules.resolution.pools import LEANING, fits, tagged, tempered
from undercroft.games.donjon.rules.running import meetings, scenes
from undercroft.games.donjon.rules.tasks.declaring import intent_of, opposing, told_of
from undercroft.games.donjon.state import Donjon, Fact, Person
from undercroft.terminal.words import once

from .kit import arena, creature, run, scene, table


@pytest.mark.rule("DON-AGM-11")
@pytest.mark.parametrize(
    ("said", "word", "many"),
    [
        ("Three snoring bandits lie round a cold fire", "bandits", 3),
        ("A pair of wolves follows us", "wolves", 2),
        ("There is a goblin scout", "scout", 1),
        ("A band of orcs camps here", "orcs", 0),
        ("A few drunk goblins", "goblins", 0),
        ("There are 4 rats", "rats", 4),
        ("One of the guards is here", "guards", 1),
        ("Wolves", "wolves", 0),
    ],
)
def test_as_many_come_as_were_said(said: str, word: str, many: int) -> None:
    assert number_in(said, word) == many


@pytest.mark.rule("DON-AGM-11")
@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("Two homesick deserters camp at the edge of the forest", "deserters"),
        ("A travelling dentist sits by the road", "dentist"),
        ("I hear an old washerwoman singing", "washerwoman"),
        ("There is a bored goblin who plays cards", "goblin"),
        ("Two bored sentries guard a plank bridge over the Nylo", "sentries"),
        ("There are guards the mayor hired", "guards"),
    ],
)
def test_whoever_is_spoken_of_is_met_though_no_table_knows_the_word(said: str, who: str) -> None:
    assert somebody_in(said) == who


def called_up(text: str, seats: int = 1) -> tuple[Donjon, list[Being]]:
    s = table(seats)
    s.facts.append(Fact(1, text, "creature", "bandit", "Roland", 0, "looking", 0, 1, "here"))
    now = scene(s, "creature")
    now.stage, now.seed_fact = "open", 1
    run(meetings.creature, s, now, dice=[1, 1])
    return s, [s.beings[i] for i in now.foes]


@pytest.mark.rule("DON-AGM-11")
def test_three_snoring_bandits_are_three_and_asleep() -> None:
    _, met = called_up("Three snoring bandits lie round a cold fire")
    assert len(met) == 3
    assert len({b.name for b in met}) == 3
    assert all([(p.dice, p.source) for p in b.penalties] == [(3, "fast asleep or as good as")] for b in met)
    assert all(b.want for b in met)
    _, crowd = called_up("Ninety orcs, no, 90 bandits")
    assert len(crowd) == 4, "as many as there is room for"
    assert len(called_up("Toads sit along the wall")[1]) == 2, "nobody says how many, but toads are more than one"
    assert len(called_up("A toad sits on the wall")[1]) == 1


@pytest.mark.rule("DON-ATK-03", "DON-LAW-14")
def test_what_is_said_of_how_they_are_holds_for_all_of_them() -> None:
    s = table(1)
    now = scene(s)
    one, two = creature(s, "human_fighter", "the tall guard"), creature(s, "human_fighter", "the short guard")
    now.foes, now.stage = [one.id, two.id], "meet"
    fact = Fact(1, "They are asleep", "condition", "they", "Roland", 0, "watching", 1, 1, "here", effect="hindered")
    run(_work, s, fact, Setting("perception", "watching", s.pc(0)))
    assert [p.source for b in (one, two) for p in b.penalties] == ["fast asleep or as good as"] * 2
    assert fact.did == "fast asleep or as good as: the tall guard and the short guard"


async def _work(t: object, fact: Fact, about: Setting) -> None:
    facts.work(t, fact, about)  # type: ignore[arg-type]


@pytest.mark.rule("DON-CHAP-03")
def test_whom_a_fact_calls_up_in_town_is_met_on_the_road() -> None:
    s = table(1, chapter=0)
    fact = Fact(1, "There is a bored goblin scout in the forest", "creature", "scout", "Roland", 0, "asking", 0, 0, "Town")
    run(_work, s, fact, Setting("social", "asking", s.pc(0)))
    assert s.secret.queue == ["fact:1"]
    assert fact.did == "they will be met"


# What they want.


@pytest.mark.rule("DON-CONT-03")
def test_who_offers_what_is_wanted_has_two_dice_fewer_against_him() -> None:
    s = table(1)
    now = scene(s)
    foe = creature(s, "human_fighter", "the Fighter")
    now.foes, foe.want = [foe.id], "supper"
    plain = opposing(s, intent_of("I ask the fighter to let me pass", [foe]), [foe])
    fed = opposing(s, intent_of("I offer the fighter a bowl of soup", [foe]), [foe])
    assert fed.dice == max(0, plain.dice - 2)
    assert "what they want" in fed.text
    assert opposing(s, intent_of("I tell the fighter a joke", [foe]), [foe]).dice == plain.dice


@pytest.mark.rule("DON-CONT-03", "DON-PERC-01")
def test_watching_them_shows_what_they_want_and_then_it_can_be_offered() -> None:
    s = table(1)
    now = scene(s)
    foe = creature(s, "human_fighter", "the Fighter")
    now.foes, now.stage, foe.want = [foe.id], "meet", "supper"
    ran = run(meetings.approach, s, now, [foe], answers=["look", "use:track-anything", "facts:0"], dice=[[20] * 10, [1] * 4])
    assert "The Fighter wants a warm supper." in ran.texts
    talked = run(meetings.approach, s, now, [foe], answers=["talk", "want", "plain", "facts:0"], dice=[[20, 20]])
    asked = next(ask for ask in talked.asks if "put it to" in ask.prompt)
    assert asked.options["want"].label == "Offer supper"
    assert (foe.dealt, foe.status) == ("offered", "gone")


# Who remembers.


@pytest.mark.rule("DON-CONT-03")
@pytest.mark.parametrize(("dealt", "regard"), [("let", 1), ("offered", 2), ("scared", -1), ("robbed", -2), ("", -1)])
def test_whoever_got_away_remembers_what_was_done(dealt: str, regard: int) -> None:
    s = table(1)
    now = scene(s)
    foe, other = creature(s, "human_thief", "the Thief"), creature(s, "human_thief", "the tall Thief")
    foe.status = other.status = "gone"
    foe.dealt = dealt
    people.remember(s, now.where)
    assert [(p.kind, p.dealt, p.regard, p.place) for p in s.people] == [("human_thief", dealt or "fought", regard, "somewhere")]
    assert s.people[0].name.endswith(" the Thief")
    assert s.people[0].name != "the Thief"


@pytest.mark.rule("DON-CONT-03")
@pytest.mark.parametrize(("regard", "more"), [(1, -2), (0, 0), (-1, 2)])
def test_they_are_met_again_by_name_and_it_counts_when_they_talk(regard: int, more: int) -> None:
    s = table(1)
    scene(s)
    s.people = [Person("Hobb the Thief", "human_thief", "let", "a ford", 1, regard)]
    s.scene_no = 4
    now = scene(s)
    foe = creature(s, "human_thief", "the Thief")
    now.foes = [foe.id]
    before = opposing(s, intent_of("I ask the thief to let me pass", [foe]), [foe]).dice
    ran = run(_recognise, s, [foe])
    assert foe.name == "Hobb the Thief"
    assert ran.texts == ["Hobb the Thief knows you from a ford: you talked, and parted well."]
    assert opposing(s, intent_of("I ask the thief to let me pass", [foe]), [foe]).dice == max(0, before + more)
    wolf = creature(s, "red_wolf", "the Wolf")
    run(_recognise, s, [wolf])
    assert wolf.name == "the Wolf", "no callback is better than a wrong one"


async def _recognise(t: object, made: list[Being]) -> None:
    people.recognise(t, made)  # type: ignore[arg-type]


@pytest.mark.rule("DON-SCENE-01", "DON-CONT-03")
def test_a_scene_s_end_is_when_they_are_remembered() -> None:
    s = table(1)
    now = scene(s)
    foe = creature(s, "human_thief", "the Thief")
    now.foes = [foe.id]
    run(_won_over, s, now, [foe])
    run(scenes.end, s)
    assert [(p.dealt, p.scene) for p in s.people] == [("let", 1)]
    assert foe.id not in s.beings


async def _won_over(t: object, now: object, foes: list[Being]) -> None:
    meetings.won_over(t, now, foes, foes[0])  # type: ignore[arg-type]


@pytest.mark.rule("DON-CALL-01")
def test_that_they_have_waited_long_enough_is_said() -> None:
    s = table(1)
    now = scene(s)
    foe = creature(s, "human_fighter", "the Fighter")
    now.foes, now.stage, now.rounds = [foe.id], "meet", meetings.PATIENCE
    ran = run(meetings.approach, s, now, [foe], answers=["fight"])
    assert ran.asks[0].prompt == "The Fighter has waited long enough: blows, or away. What do you do?"
    assert ran.asks[0].keys == ("fight", "slip")


# A pack out of reach.


@pytest.mark.rule("DON-LAW-09", "DON-PACK-01")
def test_a_pack_that_landed_out_of_reach_is_of_no_use_until_the_scene_is_over() -> None:
    s = table(1)
    b = s.pc(0)
    fact = Fact(1, "Roland's pack lands well out of reach", "colour", "pack", "the Game Master", -1, "climbing", 1, 1, "here")
    arena(s, creature(s, "red_wolf"))
    assert "rummage" in pc_options(s, b)
    facts.bite(fact, b)
    assert "rummage" not in pc_options(s, b)
    assert [p.source for p in b.penalties] == ["the pack is out of reach"]
    assert fact.did == "Roland cannot get at the pack in this scene"
    b.penalties = [p for p in b.penalties if p.until != "scene"]
    assert b.packed
    plain = Fact(2, "Roland packs a punch", "colour", "pack", "the Game Master", -1, "climbing", 1, 1, "here")
    facts.bite(plain, b)
    assert b.packed


# Sorts of things, tempers, words.


@pytest.mark.rule("DON-ABIL-03")
@pytest.mark.parametrize(("said", "plain"), [("I climb an oak", True), ("I climb the tree", True), ("I climb the rope", False)])
def test_climb_trees_is_good_for_an_oak_without_a_word(said: str, plain: bool) -> None:
    s = table(1)
    climb = next(a for a in s.pc(0).abilities if a.name == "Climb Trees")
    assert fits(climb, "athletics", tagged(said)) == plain


@pytest.mark.rule("DON-AGM-02", "DON-UNC-02")
def test_a_kind_one_calls_things_easier_half_of_the_time_and_a_grim_one_harder() -> None:
    for temper, steps in (("kind", ["easy", "medium"]), ("dry", ["medium"]), ("grim", ["hard", "medium"])):
        s = table(1, temper=temper)
        called = [tempered(s, "medium", "deed") for _ in range(40)]
        assert sorted(set(called)) == steps
        assert 10 <= called.count("medium") <= 30 or not LEANING[temper]
        assert tempered(s, "crazy", "deed") in ("crazy", "very_hard")
        assert {tempered(s, "very_hard", "deed") for _ in range(20)} <= {"hard", "very_hard"}, "never up to Crazy"


@pytest.mark.rule("DON-TEST-06", "DON-AGM-05")
def test_a_plan_is_told_of_the_character() -> None:
    s = table(1)
    assert told_of(s.pc(0), "I climb the oak and hide my rope") == "Roland climbs the oak and hides his rope."
    assert told_of(s.pc(0), "Climb the oak") == "Roland: climb the oak."


@pytest.mark.rule("DON-LOG-01")
def test_a_throw_that_is_laid_out_face_by_face_is_shown_once() -> None:
    throw = SeenEvent(1, "Pim: looking: 3d20 = 4 9 2", "DON-PERC-01", "roll", Roll("3d20", (4, 9, 2), None))
    other = SeenEvent(2, "initiative: 2d20 = 7 5", "DON-INI-01", "roll", Roll("2d20", (7, 5), None))
    told = SeenEvent(3, "[Looking] Pim 3 (Discernment 3: 9 4 2) against nobody: Pim, 3 successes.", "DON-LOG-01", "tell")
    assert once([throw, other, told]) == [other, told]
    assert once([throw]) == [throw]


def test_penalties_of_a_scene_do_not_add_up() -> None:
    b = Being("x", "the Guard")
    row = people.condition_of("he is drunk")
    assert row is not None
    people.suffer(b, row)
    people.suffer(b, row)
    assert b.penalties == [Penalty(3, ["perception", "initiative"], "scene", "fast asleep or as good as")]
    assert people.condition_of("he is not drunk") is None


@pytest.mark.rule("DON-ABIL-11")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Vanish in a Crowd", "stealth"),
        ("Swim Like a Fish", "athletics"),
        ("Bake Bread", "handiwork"),
        ("Make People Laugh", "social"),
    ],
)
def test_an_ability_that_no_table_knows_is_read_like_an_action(name: str, kind: str) -> None:
    assert suggest_ability(name, "supporting").adds == [kind]


# The desk.


@pytest.mark.rule("DON-TEST-01", "DON-UNC-02")
def test_a_called_test_shows_the_chances_of_each_and_its_kind_can_be_changed() -> None:
    s = table(2)
    s.desk.machine = []
    ran = run(
        desk.act, s, 2, "desk:test", gamesmaster=2,
        answers=[(2, "all"), (2, "hear them in time"), (2, "as:stealth"), (2, "nothing")],
    )  # fmt: skip
    first, second = ran.asks[2:4]
    assert first.prompt == "'hear them in time' is a Test to notice, search, track or listen. How hard, and does failing hurt?"
    assert "Roland" in first.options["hard:medium"].hint
    assert "Azar" in first.options["hurts:medium"].hint
    assert second.prompt.startswith("'hear them in time' is a Test to hide and sneak.")
    assert s.tally.tests == 0


@pytest.mark.rule("DON-AGM-01")
@pytest.mark.parametrize("what", ["frame", "test", "award", "twist", "overrule", "hand", "distance"])
def test_there_is_a_way_out_of_every_question_of_the_desk(what: str) -> None:
    s = table(2)
    arena(s, creature(s, "red_wolf"))
    s.facts.append(Fact(1, "There is a bell", "feature", "bell", "Roland", 0, "looking", 1, 1, "here"))
    before = (list(s.desk.framed), list(s.desk.machine), s.tally.tests, s.facts[0].twist)
    run(desk.act, s, 2, f"desk:{what}", answers=[(2, "nothing")], gamesmaster=2)
    assert (s.desk.framed, s.desk.machine, s.tally.tests, s.facts[0].twist) == before


@pytest.mark.rule("DON-ATK-03", "DON-LAW-09")
def test_all_facts_of_her_blow_are_asked_at_once() -> None:
    s = table(1)
    wolf = creature(s, "red_wolf", "the Wolf")
    arena(s, wolf)
    about = Setting("attack", "biting", wolf, s.pc(0))
    said = "Roland trips; Roland drops what was in hand"
    ran = run(hits._gm_spends_hit, s, wolf, s.pc(0), 3, about, answers=[(1, "facts"), (1, said)], gamesmaster=1)
    assert ran.result == (1, 0)
    assert len(ran.asks) == 2
    assert [p.condition for p in s.pc(0).penalties] == ["prone", "disarmed"]


@pytest.mark.rule("DON-AGM-01")
def test_her_view_of_the_scene_says_who_wants_what_what_is_stated_and_which_tests_fit() -> None:
    s = table(1)
    now = scene(s)
    foe = creature(s, "human_fighter", "the Fighter")
    now.foes, foe.want = [foe.id], "supper"
    s.facts.append(Fact(1, "There is a bell", "feature", "bell", "Roland", 0, "looking", s.scene_no, 1, "here", did="it rings"))
    sheet = screen.the_scene(s)
    told = {line.label: (line.value, line.hint) for line in sheet.lines}
    assert told["The Fighter"][0] == "wants a warm supper"
    assert told["Fact, Roland"] == ("There is a bell", "it rings")
    assert told["Test: talk them round"][0].startswith("Roland ")
    assert told["Test: talk them round"][0].endswith("%")
    ledger = screen.ledger(s)
    assert "it rings" in ledger.lines[0].hint


@pytest.mark.rule("DON-LAW-14")
def test_a_fact_means_whom_it_names_of_several_alike() -> None:
    s = table(1)
    now = scene(s)
    one, two = creature(s, "human_fighter", "the nervous Deserter"), creature(s, "human_fighter", "the stubborn Deserter")
    now.foes = [one.id, two.id]
    assert meant(s, "The stubborn deserter comes along with me", one) == [two]
    assert meant(s, "The deserters join us", one) == [one, two]

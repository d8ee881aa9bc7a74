"""A seventh reading, by playing: what a fact says of whom, Town's facts, sleepers, scenes that a word has ended, failures."""

from __future__ import annotations

import re

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.reading.actions import read_action
from undercroft.games.donjon.rules.basics import narrate
from undercroft.games.donjon.rules.basics.people import asleep, condition_of, suffer
from undercroft.games.donjon.rules.combat import flurry, hits
from undercroft.games.donjon.rules.concepts import effects, law
from undercroft.games.donjon.rules.concepts import facts as ledger
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.flow import pacing
from undercroft.games.donjon.rules.running import adventures, scenes
from undercroft.games.donjon.rules.tasks import declaring, tasks
from undercroft.games.donjon.state import TWO, Donjon, Fact

from .kit import arena, creature, run, scene, table


def enter(s: Donjon, text: str, effect: str, about: Setting | None = None) -> Fact:
    """A fact of Roland's, with the reading he has picked."""
    about = about or Setting("perception", "looking", s.pc(0))
    return ledger.enter(Table(s, Dice(1)), text, author="Roland", seat=0, test="looking", about=about, effect=effect)


def two_poachers(s: Donjon) -> None:
    """Two of a kind before the party."""
    now = scene(s)
    now.stage = "meet"
    now.foes = [creature(s, "human_thief", name).id for name in ("the sniffing Poacher", "the torn-eared Poacher")]


@pytest.mark.rule("DON-LAW-14", "DON-ATK-03")
def test_a_fact_about_one_of_them_is_about_him() -> None:
    s = table(1)
    two_poachers(s)
    fact = enter(s, "The torn-eared one has laid his knife down", "hindered")
    assert fact.did == "disarmed: the torn-eared Poacher"
    about = Setting("stealth", "sneaking up", s.pc(0))
    assert ledger.refuse(s, "The torn-eared one is yawning", about, 1) == ""  # somebody who is here: nothing to argue


@pytest.mark.rule("DON-ATK-03")
@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("His knife goes spinning into the ferns", "disarmed"),
        ("He wears a striped shirt", "off_balance"),
        ("She loses her grip on the spear", "disarmed"),
        ("He falls flat on his back", "prone"),
        ("The ogre is blinded by the flame", "blinded_briefly"),
        ("It gets caught in the net", "entangled"),
        ("He is pinned to the wall", "cornered"),
    ],
)
def test_what_becomes_of_a_fighter_is_read_by_whole_words(text: str, condition: str) -> None:
    assert ledger.condition_in(text) == condition


@pytest.mark.rule("DON-CHAP-08", "DON-LAW-14")
def test_a_way_that_town_has_told_of_is_there_on_the_road() -> None:
    s = table(1, chapter=0)
    fact = enter(s, "The charcoal burners know a dry path over the swamp", "shorter")
    assert (fact.did, s.owed_cut) == (ledger.LATER, 0)
    adventures.enter_chapter(Table(s, Dice(1)), 1)
    assert (fact.did, s.owed_cut, s.way_known) == ("the chapter is a scene shorter", 1, True)


@pytest.mark.rule("DON-LAW-14", "DON-CACHE-01")
def test_one_thing_that_is_mine_is_in_the_pack_however_it_shines() -> None:
    s = table(1)
    now = scene(s)
    ring = enter(s, "I find a gold ring on the ledge", "mine")
    assert ring.did == "a gold ring is in Roland's pack"
    assert now.caches == []
    hoard = enter(s, "I find a treasure under the stone", "mine")
    assert (hoard.did, now.caches) == ("a cache of Level 1", [1])


@pytest.mark.rule("DON-FUN-12", "DON-LAW-14", "DON-XP-04")
def test_whom_the_goblins_have_left_is_saved() -> None:
    s = table(1)
    now = scene(s, "surrounded", "2", "The surrounded adventurer")
    now.stage = "open"
    run(scenes.scene_step, s)
    assert len(now.friends) == 1
    for b in effects.here(s):
        fact = enter(s, f"{b.name} takes off running", "leaves")
        assert fact.did == f"gone: {b.name}"
    xp = s.pc(0).xp
    run(scenes.scene_step, s)
    ran = run(scenes.scene_step, s) if s.scene is not None else None
    assert s.scene is None
    assert s.pc(0).xp >= xp + 4
    assert ran is None or any("thanks you" in text for text in ran.texts)
    assert not [b for b in s.beings.values() if b.name == "the wounded adventurer"]


@pytest.mark.rule("DON-LAW-14")
def test_who_acts_in_a_fight_is_awake() -> None:
    s = table(1)
    toad = creature(s, "poison_toad")
    row = condition_of("The toad is fast asleep")
    assert row is not None
    suffer(toad, row)
    assert asleep(toad)
    fight = arena(s, toad, band=TWO)
    fight.count = 9
    fight.fighters[-1].numbers = [8]
    fight.fighters[0].numbers = []
    run(flurry.next_action, s, dice=Dice(3))
    assert not asleep(toad)


@pytest.mark.rule("DON-LAW-09", "DON-AGM-04")
@pytest.mark.parametrize(("kind", "action"), [("force", "I fling him into the ferns"), ("handiwork", "I lift the purse off him")])
def test_a_failure_before_somebody_is_about_him(kind: str, action: str) -> None:
    s = table(1)
    scene(s)
    told = {narrate.gm_idea(s, kind, "Roland", "the Poacher", "poachers", action) for _ in range(6)}
    lines = content.narration().gm_facts[f"{kind}_at"]
    assert told == {line.format(actor="Roland", target="the Poacher") for line in lines}


@pytest.mark.rule("DON-LAW-09")
def test_scenery_is_in_a_failure_only_if_it_was_named() -> None:
    s = table(1)
    scene(s)
    features = {f for names in content.narration().features.values() for f in names}
    for kind in ("athletics", "perception", "force", "handiwork", "endurance"):
        told = " ".join(narrate.gm_idea(s, kind, "Roland", "", "wolves", "I do what I can") for _ in range(20))
        assert not any(re.search(rf"\bthe {feature}\b", told) for feature in features), told
        assert "the others" not in told  # he is alone
    named = {narrate.gm_idea(s, "force", "Roland", "", "wolves", "I break the door") for _ in range(20)}
    assert any("the door holds" in text for text in named)


@pytest.mark.rule("DON-LAW-03", "DON-LAW-01")
def test_facts_are_offered_before_dice_and_one_success_is_one() -> None:
    s = table(1)
    scene(s)
    about = Setting("perception", "looking", s.pc(0))
    ran = run(law.spend, s, s.pc(0), 1, about, answers=["facts:0"])
    shown = sorted(ran.asks[0].options_for(0).values(), key=lambda option: option.rank)
    assert [option.label for option in shown] == ["A fact", "A die"]
    assert ran.asks[0].prompt.startswith("One success for Roland (looking). Is it a fact that you state")
    ran = run(law.spend, s, s.pc(0), 3, about, answers=["facts:2", "There is a dry well here", ""])
    assert [ask.prompt.split("(")[1].split(")")[0] for ask in ran.asks if ask.kind == "text"] == [
        "the first of 2",
        "the second of 2",
    ]


@pytest.mark.rule("DON-DMG-01", "DON-ODDS-03")
def test_the_odds_of_damage_are_against_what_it_meets() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = b.abilities[:1]
    b.abilities[0].adds = ["damage"]
    wolf = creature(s, "red_wolf")
    arena(s, wolf)
    ran = run(hits.deal, s, b, wolf, 2, frozenset(), dice=Dice(2), answers=["plain"])
    hints = [option.hint for option in ran.asks[0].options_for(0).values()]
    assert all("against 0" not in hint for hint in hints), hints
    assert any(f"against {wolf.now[4]}" in hint for hint in hints), hints


@pytest.mark.rule("DON-WEAP-07")
def test_who_fights_with_bare_hands_is_told_so_once() -> None:
    from undercroft.games.donjon.rules.harm.initiative import call_initiative

    s = table(1)
    s.pc(0).wielding = ""
    two_poachers(s)
    t = Table(s, Dice(1))
    foes = effects.here(s)
    call_initiative(t, foes, by_party=True)
    call_initiative(t, foes, by_party=True)
    assert sum("no weapon in hand" in event.text for event in t.events) == 1


@pytest.mark.rule("DON-AGM-08", "DON-TEST-06")
def test_a_plain_statement_is_not_asked_about_at_length() -> None:
    from undercroft.games.donjon.reading.facts import read_effects

    assert len(effects.ranked(list(read_effects("The wild bees join me")))) <= 3
    s = table(1)
    intent = declaring.intent_of("I climb the old oak", [])
    offered = [key for key in declaring._changes(s, s.pc(0), intent, []) if key.startswith("as:")]
    assert len(offered) <= 2 < len(read_action("I climb the old oak"))


@pytest.mark.rule("DON-CHAP-03")
@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Two poachers are skinning a deer, and they have not seen me", "Two poachers are skinning a deer"),
        ("I hear the toads snoring: they are asleep", "The toads snoring"),
        ("There is a bandit asleep under my cart", "A bandit asleep under Roland's cart"),
    ],
)
def test_a_scene_out_of_a_players_words_has_a_short_name_in_the_third_person(text: str, heading: str) -> None:
    s = table(1)
    s.phase = "road"
    fact = enter(s, text, "appears")
    run(pacing.player_made, s, fact, dice=Dice(1))
    assert s.scene is not None
    assert s.scene.name == heading


@pytest.mark.rule("DON-TEST-06")
def test_a_throw_for_a_plan_is_headed_as_the_story_tells_it() -> None:
    s = table(1)
    b = s.pc(0)
    assert tasks._headed(b, "I climb the oak") == "Roland climbs the oak"
    assert tasks._headed(b, "sneaking up") == "Roland: sneaking up"


@pytest.mark.rule("DON-AGM-14")
def test_who_has_gone_is_gone_without_a_twist() -> None:
    s = table(1, temper="grim")
    for effect in ("leaves", "mind", "joins", "solved"):
        fact = Fact(1, "The goblin runs off", "quality", "goblin", "Roland", 0, "x", 1, 1, "here", effect=effect)
        assert {ledger.twist(Table(s, Dice(1)), fact) for _ in range(40)} == {""}

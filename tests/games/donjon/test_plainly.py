"""Rules versions 7 and 8: what is said of a foe happens to it, suggestions fit, odds know what is kept, a defeat is a stop."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.adventure import Encounter
from undercroft.games.donjon.being import Being, Bonus
from undercroft.games.donjon.rules.basics import narrate, people
from undercroft.games.donjon.rules.combat import actions
from undercroft.games.donjon.rules.combat.combat import against_attack
from undercroft.games.donjon.rules.concepts import facts as ledger
from undercroft.games.donjon.rules.concepts.effects import fears, ranked, readings
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.concepts.law import player_won
from undercroft.games.donjon.rules.running import scenes
from undercroft.games.donjon.stage import stage
from undercroft.games.donjon.state import Donjon

from .kit import arena, creature, give, numbers, run, scene, table

KINDS = (
    "attack",
    "dodge",
    "perception",
    "social",
    "special",
    "force",
    "athletics",
    "knowledge",
    "stealth",
    "handiwork",
    "movement",
)
OF_A_FOE = (  # as players say it in the heat of a fight
    "The wolf trips over a root", "It limps now", "Its jaw is broken", "The wolf is afraid of me", "the blow knocks it flat",
    "it yelps and backs away", "its front leg is lame", "the wolf can't see for the blood in its eyes", "it is winded",
    "my blade is stuck in its shoulder", "the wolf runs away", "the wolf gives up", "the wolf has a thorn in its paw",
    "The wolf is old and half blind", "a branch falls on the wolf", "the wolf howls in pain", "the wolf whimpers",
    "the wolf's left eye is gone", "the wolf hesitates", "They are confused", "the wolf is frightened by the noise",
)  # fmt: skip


def _fight() -> tuple[Donjon, Being, Being]:
    s = table(1)
    scene(s)
    wolf = creature(s, "red_wolf", "the Red Wolf")
    arena(s, wolf)
    return s, s.pc(0), wolf


@pytest.mark.rule("DON-LAW-04", "DON-ATK-03")
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_was_done_a_fact_about_a_foe_hinders_it(kind: str) -> None:
    """Said of somebody who stands there it is never refused, and never only colour, whether or not it was done to him."""
    s, b, wolf = _fight()
    for target in (wolf, None):
        about = Setting(kind, "a gesture", b, target)
        for text in OF_A_FOE:
            assert not ledger.refuse(s, text, about, 1), text
            assert ranked(readings(s, text, target, ledger.allowed_kinds(s, about)))[0] == "hindered", text


@pytest.mark.rule("DON-LAW-04", "DON-ATK-03", "DON-WEAK-01")
def test_what_is_said_of_other_things_in_a_fight_stays_what_it_is() -> None:
    s, b, wolf = _fight()
    about = Setting("perception", "looking about", b, None)
    for text, effect in {
        "the wolf fears fire": "weakness",
        "there is a pit right behind it": "here",
        "it is pitch dark now": "light",
        "There is a way round behind the oak": "opens",
    }.items():
        assert ranked(readings(s, text, None, ledger.allowed_kinds(s, about)))[0] == effect, text
    assert fears("It cannot stand salt")
    assert not fears("It is afraid of us")
    s.fight = None
    wolf.status = "gone"
    assert ledger.refuse(s, "The wolf trips over a root", about, 1)  # nobody is there any more


@pytest.mark.rule("DON-ATK-03", "DON-LAW-14")
def test_the_foe_that_is_named_is_the_one_to_whom_it_happens() -> None:
    s, b, wolf = _fight()
    goblin = creature(s, "blood_goblin", "the Blood Goblin")
    arena(s, wolf, goblin)
    answers = ["facts:1", "The goblin is blinded by dirt"]
    run(player_won, s, b, 1, Setting("force", "kicking up dirt", b, None), answers=answers)
    assert [p.condition for p in goblin.penalties] == ["blinded_briefly"]
    assert not wolf.penalties
    answers = ["facts:1", "It trips"]
    run(player_won, s, b, 1, Setting("attack", "striking", b, goblin), answers=answers)
    assert [p.condition for p in goblin.penalties] == ["blinded_briefly", "prone"]
    shown = stage(s, 0, ())
    assert shown is not None
    s.beings[wolf.id].status = "gone"
    shown = stage(s, 0, ())
    assert shown is not None
    assert "prone (-1)" in shown.sides[1].notes


@pytest.mark.rule("DON-ATK-03")
def test_a_condition_is_the_first_that_is_said() -> None:
    assert ledger.condition_in("It is cornered against a fallen trunk") == "cornered"
    assert ledger.condition_in("It trips, and is stuck") == "prone"
    s, b, wolf = _fight()
    assert ledger.state_in(s, "the wolf is distracted by a bird") is None  # nobody is bored in a fight
    assert ledger.does(s, "hindered", "It trips") == "down: a die less to hit and to dodge, until back up"
    assert ledger.does(s, "hindered", "It limps") == "in no state to fight: 1 die less"
    s.fight = None
    ledger.afflict(Table(s, Dice(1)), wolf, "blinded_briefly", b)
    assert wolf.penalties[0].until == "roll"  # the first flurry would wipe it away unseen


@pytest.mark.rule("DON-LAW-04")
@pytest.mark.parametrize("sort", ["red_wolf", "blood_goblin"])
@pytest.mark.parametrize("kind", KINDS)
def test_suggested_facts_fit_a_fight(sort: str, kind: str) -> None:
    """Each can be stated as it stands and does something; most are about whom one faces."""
    s = table(1)
    scene(s)
    foe = creature(s, sort)
    arena(s, foe)
    about = Setting(kind, "a gesture", s.pc(0), foe)
    for start in range(3):
        s.lines[f"ideas/{kind}"] = start
        offered = narrate.ideas(s, kind, "Roland", foe.name, "wolves", faced=True)
        for text in offered:
            assert not ledger.refuse(s, text, about, 1), text
            assert ranked(readings(s, text, foe, ledger.allowed_kinds(s, about)))[0] != "colour", text
        if kind not in ("dodge", "movement"):
            assert sum(foe.name in text or "wolves" in text for text in offered) * 2 >= len(offered), offered


@pytest.mark.rule("DON-LAW-06", "DON-LAW-09", "DON-HOLD-03")
def test_odds_know_what_is_kept_and_the_stage_says_whose_it_is() -> None:
    s, b, wolf = _fight()
    numbers(s, wolf, 5)
    leap, guard = against_attack(s, b, wolf)
    b.bonus = [Bonus(2, "gm:attack", "a slip", only=True, scene=1), Bonus(1, "attack", "an opening", scene=1)]
    wolf.bonus = [Bonus(1, "attack", "a snarl", scene=1)]
    b.spell_dice = 3
    assert against_attack(s, b, wolf) == (leap + 1 + 2 + 3, guard + 1 + 2 + 3)
    hint = actions.describe_action(s, b, f"attack:{wolf.id}").hint
    assert f"dice against {leap + 6}:" in hint
    shown = stage(s, 0, ())
    assert shown is not None
    assert shown.sides[0].notes[:2] == ("1 die kept", f"2 dice against {b.name}")


@pytest.mark.rule("DON-CHAP-03")
@pytest.mark.parametrize(
    ("fact", "scene_words", "way", "fits"),
    [
        ("There is a rope by the river", "A rope hangs over the water", False, True),
        ("A rotten bridge crosses the gorge", "The bridge is guarded", False, True),
        ("The badgers dig a tunnel to the cellar", "A tunnel with an echo", False, True),
        ("There is a stair that leads down with the draught", "A cellar of small caps", True, True),
        ("There is a way along the crack in the wall for the others", "A tunnel with an echo. Step, drag", True, False),
        ("It is quiet here, and has been for days", "It is quiet. The birds have stopped", False, False),
        ("The bees tell me the sporegobs sleep at noon", "The bank of the Nylo, brown and quick", False, False),
        ("He says there is a price on the Emerald", "A man says nothing at all", False, False),
        ("I remember the other side of the hill", "The far side of the place", False, False),
        ("There is a hole at the back of it", "A pit at the back of the place", False, False),
    ],
)
def test_a_scene_calls_back_what_speaks_of_the_same_thing_or_nothing(fact: str, scene_words: str, way: bool, fits: bool) -> None:
    assert scenes.ties(fact, scene_words, way=way) is fits


@pytest.mark.rule("DON-CHAP-03", "DON-LAW-14")
@pytest.mark.parametrize("seed", range(6))
def test_a_scene_that_opens_calls_nothing_back_but_what_belongs_to_it(seed: int) -> None:
    """Whatever the narrator's whim: a clue about a rope comes back where a rope hangs, and nowhere else."""
    told = []
    for words in ("A rope hangs over the water.", "Squat shapes turn in the glow."):
        s = table(1)
        scene(s)
        s.seed = seed
        ledger.enter(
            Table(s, Dice(1)), "He says there is a rope by the river", author="Roland", seat=0, test="asking", kind="clue"
        )
        ran = run(scenes.begin, s, Encounter("x", "Onwards", "quiet", words), planned=True, dice=Dice(1))
        told.append(any("a rope by the river" in text for text in ran.texts))
    whim = table(1)
    whim.seed = seed
    assert told == [narrate.chance(whim, "tie", 60), False]


@pytest.mark.rule("DON-DEATH-06", "DON-LAW-10")
def test_a_defeat_is_a_stop() -> None:
    s, b, _ = _fight()
    b.status, s.fight = "out", None
    shown = stage(s, 0, ())
    assert shown is not None
    assert shown.moment == "death"
    ran = run(scenes.scene_step, s, answers=["A boot, and it is mine"], dice=Dice(3))
    assert ran.asks[0].rule == "DON-LAW-10"
    assert "the last thing Roland sees" in ran.asks[0].prompt
    assert "A boot, and it is mine." in ran.texts
    s, b, _ = _fight()
    b.status, s.fight = "out", None
    ran = run(scenes.scene_step, s, answers=["write it for me"], dice=Dice(3))
    assert any(text in {line.format(actor=b.name) for line in content.narration().last_seen.lines} for text in ran.texts)


@pytest.mark.rule("DON-TEST-03", "DON-LAW-06")
def test_dice_as_last_time_stand_first() -> None:
    s, b, wolf = _fight()
    numbers(s, b, 9)
    b.bonus = [Bonus(2, "attack", "an opening", scene=1)]
    b.usual["attack"] = "use:swing-machete+1"
    give(s, b, "machete")
    ran = run(actions.act, s, b, f"attack:{wolf.id}", answers=["use:swing-machete+2", "damage"], dice=Dice(5))
    shown = sorted(ran.asks[0].options.values(), key=lambda option: option.rank)
    assert shown[0].label == "Swing Machete, with 2 kept dice"
    assert shown[0].hint.startswith("as last time; ")
    assert ran.asks[0].prompt.endswith("Hit, and each success is a die of damage or a fact.")


@pytest.mark.rule("DON-ACT-01")
def test_two_swords_of_one_name_are_told_apart() -> None:
    s, b, _ = _fight()
    first, second = give(s, b, "broadsword"), give(s, b, "broadsword")
    b.items[-1].curse = 1
    b.wielding = ""
    labels = [actions.describe_action(s, b, f"draw:{item}").label for item in (first, second)]
    assert labels == ["Take broadsword, the first, in hand", "Take broadsword, the second, in hand"]


@pytest.mark.rule("DON-LAW-09", "DON-WEAK-01", "DON-ATK-03")
def test_what_she_says_of_a_failure_does_not_weaken_her_own_side() -> None:
    s, b, wolf = _fight()
    about = Setting("social", "snarling back", b, wolf)
    before = [list(a.weaknesses) for a in wolf.abilities]
    for text in (
        "the wolf repeats it back, slowly, as an insult",
        "the wolf fears nothing",
        "the wolf is deaf in that ear",
        "it trips",
    ):
        ledger.enter(Table(s, Dice(1)), text, author="the Game Master", seat=-1, test="snarling back", about=about)
    assert ([list(a.weaknesses) for a in wolf.abilities], wolf.penalties) == (before, [])
    ledger.enter(
        Table(s, Dice(1)),
        "Roland trips",
        author="the Game Master",
        seat=-1,
        test="a bite",
        about=Setting("attack", "a bite", wolf, b),
    )
    assert [p.condition for p in b.penalties] == ["prone"]


@pytest.mark.rule("DON-CONT-03")
def test_a_hired_sword_who_ran_is_not_remembered_as_an_enemy() -> None:
    s, _, _ = _fight()
    hired = creature(s, "human_fighter", "Corporal Nobb")
    stranger = creature(s, "human_fighter", "the Fighter")
    hired.side, hired.status, stranger.status = 0, "fled", "fled"
    people.remember(s, "a bridge")
    assert [p.name.endswith("the Fighter") for p in s.people] == [True]

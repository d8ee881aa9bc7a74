"""Chapter 4: which dice, how hard, contests, the Law of Successes, narration, and harm to people and things."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.being import Ability, Being, Item, MagicBonus, When
from undercroft.games.donjon.rules.basics.words import read_fact
from undercroft.games.donjon.rules.concepts import facts as ledger
from undercroft.games.donjon.rules.concepts import law
from undercroft.games.donjon.rules.concepts.contest import Pool
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.harm.damage import damage_test, hazard, severity_parts, soak_pool, threaten_item
from undercroft.games.donjon.rules.resolution.picking import argue, choose_pool, related, verdict
from undercroft.games.donjon.rules.resolution.pools import difficulty_pool, pool, tagged
from undercroft.games.donjon.rules.tasks.declaring import intent_of
from undercroft.games.donjon.rules.tasks.tasks import (
    against_dice,
    contest_for,
    perception_step,
    resist_pool,
    sneak,
    task,
)
from undercroft.games.donjon.state import Donjon, Fact

from .kit import arena, creature, give, run, scene, table


async def try_task(t: Table[Donjon], b: Being, kind: str, step: str, why: str, **more: object) -> object:
    return await task(t, b, kind, step, why, rule="DON-UNC-01", **more)  # type: ignore[arg-type]


async def pick(t: Table[Donjon], b: Being, kind: str, tags: frozenset[str], attr: str | None = None) -> Pool:
    return (await choose_pool(t, b, kind, tags=tags, other=4, why="trying", rule="DON-TEST-02", attr=attr)).pool


def plain(s: Donjon) -> Being:
    """A character without Abilities, so that only Attributes count."""
    b = s.pc(0)
    b.abilities = []
    return b


@pytest.mark.rule("DON-TEST-02", "DON-TEST-03", "DON-TEST-07")
def test_the_player_brings_up_one_ability_and_only_one_counts() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    b.abilities = [Ability("Hit", 3, ["attack"], "main"), Ability("Stab", 5, ["attack"], when=[When("gear", "dagger")])]
    tags = tagged("dagger")
    ran = run(pick, s, b, "attack", tags, answers=["use:stab"])
    assert ran.result.dice == 5 + 5
    assert set(ran.asks[0].keys) == {"use:hit", "use:stab", "plain"}
    assert run(pick, s, b, "attack", tags).result.dice == 5 + 5  # as last time, from the same Abilities: no question
    b.abilities.pop()
    ran = run(pick, s, b, "attack", tags, answers=["plain"])
    assert ran.result.dice == 5  # fitting but not picked
    run(pick, s, b, "attack", tags, answers=["plain"])
    run(pick, s, b, "attack", tags, answers=["use:hit"])
    ran = run(pick, s, b, "attack", tags)
    assert ran.result.dice == 5 + 3  # the only one that fits, and brought up in this scene already


@pytest.mark.rule("DON-TEST-07", "DON-MUC-01")
def test_one_ability_to_hit_and_another_to_hurt() -> None:
    s = table(1)
    scene(s)
    croc = creature(s, "undead_crocodile")
    arena(s, croc)
    from undercroft.games.donjon.rules.combat.combat import attack_tags

    tags = attack_tags(s, croc, s.pc(0))
    assert run(pick, s, croc, "attack", tags).result.dice == 8
    assert run(pick, s, croc, "damage", tags, "vir").result.dice == 15


@pytest.mark.rule("DON-TEST-04")
def test_all_fitting_items_add_on_top() -> None:
    s = table(1)
    b = s.pc(0)
    ability = Ability("Pick Locks", 3, ["handiwork"], "main")
    b.abilities = [ability]
    b.now[3] = 4
    b.items = [
        Item("a", "pick", abilities=[Ability("Unlock", 2, ["handiwork"])]),
        Item("b", "oil", abilities=[Ability("Loosen", 1, ["handiwork"])]),
    ]
    assert pool(s, b, "handiwork", ability=ability).dice == 10


@pytest.mark.rule("DON-TEST-05")
def test_only_initiative_refuses_abilities() -> None:
    assert "initiative" not in content.gm().kinds
    from undercroft.games.donjon.rules.harm.initiative import initiative_dice

    s = table(1)
    b = s.pc(0)
    b.abilities.append(Ability("Initiative!", 9, ["initiative"], "main"))
    assert initiative_dice(s, b) == 1 + 6


@pytest.mark.rule("DON-TEST-06")
def test_tasks_belong_to_attributes() -> None:
    for words, attr in (
        ("pick a lock", "adr"),
        ("climb the wall", "vir"),
        ("run far", "whe"),
        ("run to the door", "adr"),
        ("recall a name", "cer"),
        ("listen at the door", "dis"),
        ("talk him round", "soc"),
        ("break open the door", "vir"),
    ):
        assert intent_of(words, []).attr == attr, words


@pytest.mark.rule("DON-UNC-01", "DON-UNC-02", "DON-UNC-03")
def test_difficulty_dice_and_donjon_level() -> None:
    s = table(1, chapter=3)  # Donjon Level 2
    assert difficulty_pool(s, "hard").dice == 8
    assert content.gm().difficulty.dice == [0, 3, 6, 9, 12]
    assert s.adventure is not None
    for level, dice in ((1, 4), (10, 13)):
        s.adventure.chapters[2].donjon_level = level
        assert difficulty_pool(s, "medium").dice == dice


@pytest.mark.rule("DON-PERC-01", "DON-AGM-03")
def test_perception_is_as_hard_as_the_control_she_wants() -> None:
    s = table(1, chapter=1)
    assert perception_step(s) == "medium"
    assert perception_step(s, way=True) == "very_hard"
    s.scenes_done[0] = 5
    assert perception_step(s) == "easy"
    s.scenes_done[0] = 0
    s.stuck = 2
    assert perception_step(s) == "easy"
    s.stuck = 0
    scene(s)
    assert perception_step(s) == "hard"
    s = table(1, chapter=3)
    s.scenes_done = [0, 0, 1]
    assert difficulty_pool(s, perception_step(s)).dice == 5


@pytest.mark.rule("DON-PERC-02", "DON-LAW-10", "DON-AGM-06")
def test_after_a_failure_the_player_narrates_with_all_her_facts() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    about = Setting("perception", "searching", b)
    ran = run(
        law.gm_won,
        s,
        b,
        2,
        about,
        answers=[
            "nothing at all happens",
            "I look at it: only a decoy, watching, tracks, dust, shadow, bird, trail, wrong way, twice, breath, more of them",
        ],
    )
    stated, dice = ran.result
    assert len(stated) == 2
    assert dice == 0
    assert ran.asks[0].kind == "text"
    assert all(f.text in ran.asks[0].prompt for f in stated)
    told = ran.texts[-1]
    assert told.startswith("I look at")


@pytest.mark.rule("DON-LAW-15")
def test_leaving_out_a_fact_meets_mock_menace() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    facts = [ledger.enter(Table(s, law_dice()), "a bell rings somewhere", author="the Game Master", seat=-1, test="x")]
    ran = run(law.player_narrates, s, b, facts, answers=["I shrug", "The bell, the bell"])
    menace = ran.texts[0]
    assert any(word in menace for word in ("laughs", "cackle", "And ...?"))
    assert "a bell rings somewhere" in menace
    assert ran.texts[-1] == "The bell, the bell."


def law_dice() -> Dice:
    """Dice that are never rolled."""
    return Dice(1)


@pytest.mark.rule("DON-LAW-10")
def test_a_gamesmaster_may_stop_the_telling() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    facts = [ledger.enter(Table(s, law_dice()), "rats leap out", author="the Game Master", seat=-1, test="x")]
    ran = run(
        law.player_narrates,
        s,
        b,
        facts,
        answers=["The rats turn human and call me master", (1, "stop"), (1, "They bite instead.")],
        gamesmaster=1,
    )
    assert "They bite instead." in ran.texts[-1]


@pytest.mark.rule("DON-PERC-03", "DON-LAW-09", "DON-AGM-04")
def test_her_successes_buy_facts_and_dice_against_him() -> None:
    s = table(1)
    scene(s)
    b = plain(s)
    ran = run(try_task, s, b, "perception", "medium", "listening", answers=["write it for me"], dice=[[1] * 6, [20, 19, 18, 1]])
    assert len([f for f in s.facts if f.seat == -1]) == 2
    assert against_dice(b, "perception") == 1
    ran = run(
        try_task,
        s,
        b,
        "perception",
        "medium",
        "listening again",
        answers=["facts:0"],
        dice=[[20, 19, 18, 1, 1, 1], [5, 4, 3, 2, 1]],
    )
    assert [e.roll.notation for e in ran.events if e.roll is not None][1] == "5d20"
    assert law.gm_facts_wanted("stealth", 3) == 1
    assert law.gm_facts_wanted("threat_of_damage", 3) == 0
    assert law.gm_facts_wanted("perception", 9) <= 3


@pytest.mark.rule("DON-CONT-01", "DON-CONT-03")
def test_contests_have_no_donjon_level_and_fitting_attributes() -> None:
    s = table(3)
    scout = Being(
        "n9",
        "Goblin scout",
        now=[2, 2, 2, 5, 2, 2],
        full=[2, 2, 2, 5, 2, 2],
        abilities=[Ability("Sprint like Ass is on Fire", 2, ["movement"])],
    )
    s.beings["n9"] = scout
    assert resist_pool(s, [scout], "adr", "movement", "run").dice == 7
    assert contest_for("sneak up on them", "stealth")[:2] == ("adr", "dis")
    assert contest_for("persuade him", "social")[:2] == ("soc", "dis")
    assert contest_for("distract the fool", "social")[:2] == ("soc", "cer")
    assert contest_for("sprint after it", "movement")[:2] == ("adr", "adr")
    goblins = [creature(s, "blood_goblin"), creature(s, "blood_goblin")]
    assert resist_pool(s, goblins, "dis", "perception", "hear see").dice == 5
    roland = s.pc(0)
    sneaking = next(a for a in roland.abilities if a.name == "Sneak in Forests")
    assert pool(s, roland, "stealth", ability=sneaking).dice == 8
    ran = run(
        sneak,
        s,
        roland,
        goblins,
        answers=["use:sneak-in-forests", "facts:0", "keep"],
        dice=[[20, 19, 5, 4, 3, 2, 1, 1], [10, 9, 8, 7, 6]],
    )
    assert [e.roll.notation for e in ran.events if e.roll is not None] == ["8d20", "5d20"]
    assert ran.result


@pytest.mark.rule("DON-CONT-02")
def test_two_players_roll_against_each_other() -> None:
    s = table(2)
    scene(s)
    a, b = s.pc(0), s.pc(1)
    a.abilities, b.abilities = [], []
    against = pool(s, b, "force", attr="vir")
    ran = run(
        try_task,
        s,
        a,
        "force",
        "medium",
        "arm-wrestling",
        answers=["facts:0", "keep"],
        dice=[[20, 19], [1]],
        attr="vir",
        against=against,
        target=b,
    )
    assert [e.roll.notation for e in ran.events if e.roll is not None] == ["2d20", "1d20"]
    assert not any("The donjon" in e.text for e in ran.events if e.kind == "roll")


@pytest.mark.rule("DON-LAW-04")
def test_a_fact_must_concern_the_action() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    about = Setting("handiwork", "picking the lock", b, None, tagged("lock door"))
    assert ledger.refuse(s, "the baron dies", about, 2)
    assert ledger.refuse(s, "It is open and oiled", about, 2) == ""
    ran = run(law.spend, s, b, 2, about, answers=["facts:1", "the baron dies", "", "It is open and oiled"])
    stated, left = ran.result
    assert [f.text for f in stated] == ["It is open and oiled"]
    assert left == 1  # the refused one cost nothing
    assert any("The success is kept" in text for text in ran.texts)


@pytest.mark.rule("DON-LAW-04", "DON-LAW-14")
def test_who_can_say_what_a_fact_has_to_do_with_it_has_it_stand() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    about = Setting("handiwork", "picking the lock", b, None, tagged("lock door"))
    ran = run(law.spend, s, b, 1, about, answers=["facts:1", "I hear orcs", "the keyhole is a good ear"])
    (fact,), left = ran.result
    assert (fact.text, fact.kind, left) == ("I hear orcs", "creature", 0)  # and they are on their way
    assert s.secret.queue == [f"fact:{fact.id}"]
    assert "How so? The keyhole is a good ear." in ran.texts


@pytest.mark.rule("DON-AGM-08")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Under the leaves runs an old charcoal burners' track that saves us half a day", "way"),
        ("The wind says the sporegobs will not cross running water", "weakness"),
        ("They say the King's spores wilt in vinegar", "weakness"),
        ("In the roots I find a jar of honey", "object"),
        ("The miller tells me who sold the Emerald", "clue"),
        ("A hut with cold ashes in the hearth stands by the track", "feature"),
        ("Two goblins asleep on their shields", "creature"),
    ],
)
def test_a_fact_in_anybodys_words_is_read_for_what_it_is(text: str, kind: str) -> None:
    assert read_fact(text).kind == kind


@pytest.mark.rule("DON-WEAK-01", "DON-LAW-14")
def test_a_weakness_told_before_the_creature_is_met_holds_when_it_is_met() -> None:
    from undercroft.games.donjon.adventure import Foes
    from undercroft.games.donjon.rules.creatures.creatures import spawn

    s = table(1)
    b = s.pc(0)
    about = Setting("knowledge", "recalling an old song", b)
    ran = run(law.spend, s, b, 1, about, answers=["facts:1", "I remember that red wolves cannot stand vinegar"])
    assert "DON-WEAK-01" in [event.rule for event in ran.events]  # noted, and not yet at work

    async def meet(t: Table[Donjon]) -> list[Being]:
        return [*spawn(t, Foes("red_wolf"), 2), *spawn(t, Foes("snake"), 1)]

    met = run(meet, s)
    wolf, other, snake = met.result
    assert all(any("vinegar" in w for a in x.abilities for w in a.weaknesses) for x in (wolf, other))
    assert not any(a.weaknesses for a in snake.abilities)
    assert sum("vinegar" in text for text in met.texts) == 1


@pytest.mark.rule("DON-LAW-05")
def test_success_is_assumed_unless_the_winner_says_otherwise() -> None:
    s = table(1)
    scene(s)
    about = Setting("perception", "searching for a door", s.pc(0), None, tagged("door"))
    ran = run(law.player_won, s, s.pc(0), 1, about, answers=["facts:0"])
    assert ran.state.facts == []
    s = table(1)
    scene(s)
    about = Setting("perception", "searching for a door", s.pc(0), None, tagged("door"))
    run(law.player_won, s, s.pc(0), 1, about, answers=["facts:1", "There is no door at all"])
    assert s.facts[0].kind == "absence"


@pytest.mark.rule("DON-LAW-06")
def test_kept_dice_serve_related_rolls_and_lapse_with_the_scene() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    law.keep(s, b, 2, "stealth", "sneaking")
    assert related(s, b, "knowledge") == 0
    assert related(s, b, "attack") == 2
    law.lapse(s)
    assert b.bonus == []
    s.phase = "road"
    law.keep(s, b, 1, "perception", "looking into the forest")
    fact = ledger.enter(
        Table(s, law_dice()), "I see a small group of orcs", author="Roland", seat=0, test="looking into the forest"
    )
    assert f"fact:{fact.id}" in s.secret.queue
    law.lapse(s)
    assert related(s, b, "stealth") == 1  # it belongs to the scene it brought about


@pytest.mark.rule("DON-LAW-07")
def test_dice_may_be_given_to_a_friend() -> None:
    s = table(3)
    scene(s)
    ran = run(law.hand_out, s, s.pc(0), 3, "perception", "scouting", answers=["split", 0, 2])
    assert related(s, s.pc(2), "attack") == 2
    assert related(s, s.pc(0), "attack") == 1
    run(law.hand_out, s, s.pc(0), 2, "perception", "scouting", answers=["give:pc1"])
    assert related(s, s.pc(1), "attack") == 2
    assert ran.asks[0].rule == "DON-LAW-07"


@pytest.mark.rule("DON-LAW-08", "DON-AGM-05")
def test_the_telling_holds_every_fact() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    about = Setting("perception", "searching", b, None, tagged("forest"))
    texts = ["There is a ring of demon script", "It is in the north wall", "There is a key in the keyhole"]
    ran = run(law.player_won, s, b, 3, about, answers=["facts:3", *texts])
    told = ran.texts[-1]
    assert all(text in told for text in texts)
    openings = [line.format(actor=b.name, place="forest", how_win="") for line in content.narration().win.lines]
    assert any(told.startswith(line) for line in openings)


@pytest.mark.rule("DON-LAW-08")
def test_a_gamesmasters_telling_is_held_to_the_facts() -> None:
    s = table(1)
    scene(s)
    facts = [
        ledger.enter(Table(s, law_dice()), text, author="Roland", seat=0, test="x")
        for text in ("There is a tapestry", "There is a skull")
    ]
    ran = run(law.gm_narrates, s, "Roland", facts, answers=[(1, "Behind the tapestry, a draught.")], gamesmaster=1)
    assert any("skull" in text for text in ran.texts)
    assert sum("And also" in text for text in ran.texts) == 1


@pytest.mark.rule("DON-LAW-11")
def test_a_lost_action_fails_though_nothing_is_stated() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    ran = run(law.player_narrates, s, b, [])
    assert ran.rules == ["DON-LAW-11"]
    assert ran.texts


@pytest.mark.rule("DON-LAW-12")
def test_climbing_first_helps_the_leap() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    b.abilities = []
    law.keep(s, b, 4, "athletics", "climbing the tree")
    ran = run(
        try_task,
        s,
        b,
        "athletics",
        "very_hard",
        "leaping the pit",
        answers=["plain+4", "facts:0"],
        attr="vir",
        dice=[[20, 19, 18, 17, 16, 15], [1] * 10],
    )
    assert next(e.roll.notation for e in ran.events if e.roll is not None) == "6d20"


@pytest.mark.rule("DON-LAW-14")
def test_facts_stay_true_and_later_tests_build_on_them() -> None:
    s = table(1, chapter=2)  # a cave: no trees here
    scene(s)
    b = s.pc(0)
    trees = next(a for a in b.abilities if a.name == "Climb Trees")
    from undercroft.games.donjon.rules.resolution.pools import place_tags

    assert verdict(s, b, trees, "athletics", tagged("climb up", place_tags(s))) == "arguable"
    ledger.enter(Table(s, law_dice()), "There is a dead tree in the shaft", author="Roland", seat=0, test="looking")
    assert verdict(s, b, trees, "athletics", tagged("climb up", place_tags(s))) == "plain"


@pytest.mark.rule("DON-LAW-14", "DON-AGM-02")
def test_citing_a_fact_makes_a_task_one_step_easier() -> None:
    from undercroft.games.donjon.rules.tasks.declaring import eased

    s = table(1)
    scene(s)
    ledger.enter(Table(s, law_dice()), "There is a ladder against the wall", author="Roland", seat=0, test="looking")
    assert eased(Table(s, law_dice()), "climb the ladder to the roof", "hard") == "medium"
    assert eased(Table(s, law_dice()), "climb the drainpipe", "hard") == "hard"
    s.facts[0].live = False
    assert eased(Table(s, law_dice()), "climb the ladder to the roof", "hard") == "hard"


@pytest.mark.rule("DON-AGM-12")
def test_arguing_for_an_ability() -> None:
    s = table(1, chapter=2)
    scene(s)
    b = s.pc(0)
    trees = next(a for a in b.abilities if a.name == "Climb Trees")
    machete = next(a for a in b.abilities if a.name == "Swing Machete")
    assert verdict(s, b, machete, "attack", tagged("mace")) == "refused"
    assert verdict(s, b, machete, "social", tagged("mace")) == "wrong kind"
    assert argue(s, "it is all wood to me", "climbing the wall", tagged("wall cave")) == "stretched"
    assert argue(s, "the wall is like bark", "climbing the wall", tagged("wall cave")) == "argued"
    ran = run(
        try_task,
        s,
        b,
        "athletics",
        "medium",
        "climbing up",
        attr="vir",
        answers=["argue:climb-trees", "it is a matter of attitude", "facts:0"],
        dice=[[20, 19, 18, 17], [1] * 7],
    )
    assert [e.roll.notation for e in ran.events if e.roll is not None] == ["4d20", "7d20"]
    assert trees.name in b.argued
    hide = Ability("Thick Hide", 2, ["soak"], when=[When("harm", "sharp")])
    assert verdict(s, b, hide, "soak", tagged("fall")) == "refused"
    regen = Ability("Regenerate", 1, ["healing"], once=True)
    b.used.append("Regenerate")
    assert verdict(s, b, regen, "healing", frozenset()) == "spent"


@pytest.mark.rule("DON-HARM-01", "DON-HARM-02", "DON-HARM-03")
def test_announced_harm_follows_a_failure_with_the_dice_she_kept() -> None:
    s = table(3, chapter=3)  # Donjon Level 2
    scene(s)
    fiera = s.pc(2)
    fiera.abilities = []
    ran = run(
        try_task,
        s,
        fiera,
        "athletics",
        "medium",
        "climbing the wall",
        attr="vir",
        danger=3,
        dice=[[1] * 5, [20, 19, 1, 1, 1], [1] * 7, [20, 19, 18, 17]],
    )
    rolled = [e.roll.notation for e in ran.events if e.roll is not None]
    assert rolled == ["5d20", "5d20", "7d20", "4d20"]
    assert any("will hurt" in text for text in ran.texts)
    ran = run(
        try_task,
        s,
        fiera,
        "athletics",
        "medium",
        "climbing a fence",
        attr="vir",
        answers=["write it for me"],
        dice=[[1] * 5, [20, 19, 1, 1, 1]],
    )
    assert not any("Damage" in text or "will hurt" in text for text in ran.texts)
    assert sum(n for _, n in severity_parts(s, 6, 0)) == 8
    assert sum(n for _, n in severity_parts(s, 3, 2)) == 7


@pytest.mark.rule("DON-HARM-04", "DON-HARM-05")
def test_each_success_costs_a_flesh_wound_and_winning_buys_nothing() -> None:
    s = table(3)
    scene(s)
    fiera = s.pc(2)
    fiera.abilities = []
    run(hazard, s, fiera, [("the fall", 5)], tagged("fall"), why="a fall", dice=[[20, 19, 18, 2, 1], [10, 9, 8, 7]])
    assert fiera.wounds == 1
    ran = run(hazard, s, fiera, [("the fall", 5)], tagged("fall"), why="a fall", dice=[[5, 4, 3, 2, 1], [20, 19, 18, 17]])
    assert fiera.wounds == 1
    assert ran.asks == []
    assert fiera.bonus == []


@pytest.mark.rule("DON-IHARM-01", "DON-IHARM-02")
def test_a_tool_in_danger_loses_a_die() -> None:
    s = table(3, chapter=3)
    scene(s)
    azar = s.pc(1)
    azar.abilities = []
    pick_item = Item("pick", "lock-pick", abilities=[Ability("Unlock Doors", 2, ["handiwork"])])
    azar.items.append(pick_item)
    ran = run(
        try_task,
        s,
        azar,
        "handiwork",
        "medium",
        "picking the lock",
        attr="adr",
        answers=["write it for me"],
        dice=[[1] * 5, [20, 19, 18, 1, 1], [1, 6, 11, 13], [7, 12]],
    )
    rolled = [e.roll.notation for e in ran.events if e.roll is not None]
    assert rolled[2:] == ["4d20", "2d20"]  # Donjon Level 2 + 2 dice, one success went into the threat
    assert pick_item.abilities[0].score == 1


@pytest.mark.rule("DON-IHARM-03", "DON-IHARM-04")
def test_things_break_when_their_mundane_dice_are_gone() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    give(s, b, "dagger")
    run(threaten_item, s, b, b.items[0], 1, dice=[[20, 3], [5]])
    assert b.items == []
    assert b.wielding == ""
    give(s, b, "sap")
    run(threaten_item, s, b, b.items[0], 0, dice=[[1]])
    assert b.items == []
    give(s, b, "fish_scale_armor")
    run(threaten_item, s, b, b.items[0], 3, dice=[[20, 19, 18, 2], [5] * 17])
    assert b.items == []
    b.items.append(Item("r", "ring", magic=[MagicBonus("general", "Swim", 2)], worth=0))
    ran = run(threaten_item, s, b, b.items[0], 0, dice=[[2], [20, 19, 18, 17]])
    assert len(b.items) == 1
    assert ran.asks == []


@pytest.mark.rule("DON-AGM-02")
def test_the_automated_difficulty_reads_the_words() -> None:
    from undercroft.games.donjon.rules.resolution.pools import judge_step

    for words, step in (
        ("climb a fence", "easy"),
        ("climb 100 feet with gear", "medium"),
        ("climb a tall cliff with gear", "hard"),
        ("climb 100 feet without gear", "hard"),
        ("climb a sheer, wet cliff", "very_hard"),
        ("climb glass", "crazy"),
    ):
        assert judge_step(words) == step, words


@pytest.mark.rule("DON-AGM-08", "DON-AGM-09")
def test_facts_are_read_and_counted() -> None:
    s = table(1)
    s.phase = "road"
    assert read_fact("There is a hollow tree").kind == "feature"
    assert read_fact("I hear footsteps behind us").kind == "creature"
    assert read_fact("It leads down to the river").kind == "way"
    assert read_fact("I find a brass key").kind == "object"
    assert read_fact("Trolls cannot stand fire").kind == "weakness"
    assert read_fact("It means that somebody lied").kind == "clue"
    assert read_fact("The ogre trips over a root").kind == "condition"
    assert read_fact("There is no lock").kind == "absence"
    assert read_fact("They are busy making a fire").kind == "condition"
    assert read_fact("orcs, a dragon and a chest of gold").price == 3
    assert read_fact("a small group of orcs").price == 1
    assert read_fact(" ".join(["word"] * 19)).price == 2
    fact = ledger.enter(Table(s, law_dice()), "I hear footsteps behind us", author="Roland", seat=0, test="Hear Noise")
    assert s.secret.queue == [f"fact:{fact.id}"]
    about = Setting("perception", "looking", s.pc(0))
    assert "3 facts" in ledger.refuse(s, "orcs, a dragon and a chest of gold", about, 2)


@pytest.mark.rule("DON-LOG-01")
def test_every_test_can_be_recomputed_from_its_entry() -> None:
    from undercroft.games.donjon.rules.concepts.contest import compare

    s = table(1)
    scene(s)
    ran = run(
        try_task,
        s,
        plain(s),
        "perception",
        "medium",
        "looking",
        answers=["facts:1", "There is a ditch"],
        dice=[[20, 19, 5, 4, 3, 2], [10, 8, 7, 6]],
    )
    entry = next(e for e in ran.events if "a_faces" in e.values)
    again = compare(
        [int(f) for f in str(entry.values["a_faces"]).split()], [int(f) for f in str(entry.values["b_faces"]).split()]
    )
    assert again is not None
    assert again.won
    assert again.n == entry.values["n"] == 2
    assert entry.values["a_parts"] == "Discernment 6"
    assert "Donjon Level 1" in str(entry.values["b_parts"])
    assert s.tray is not None
    assert s.tray.spent == "1 fact, 1 die"


@pytest.mark.rule("DON-LOG-02")
def test_the_chronicle_names_author_scene_and_test() -> None:
    from undercroft.games.donjon.screen import ledger as ledger_sheet
    from undercroft.games.donjon.sheets import chronicle

    s = table(1)
    scene(s, name="the glade")
    ledger.enter(Table(s, law_dice()), "There is a dry well", author="Roland", seat=0, test="searching")
    s.facts.append(Fact(99, "old news", "colour", "news", "Azar", 1, "talking", 0, 1, "the inn", live=False))
    text = chronicle(s, None).decode()
    assert "There is a dry well - Roland, searching" in text
    assert "old news - Azar, talking" in text
    assert [line.value for line in ledger_sheet(s).lines] == ["There is a dry well", "Old news"]
    assert ledger.search(s, "dry well") == [s.facts[0]]


@pytest.mark.rule("DON-HARM-02")
def test_a_creatures_harm_uses_its_attribute_and_ability() -> None:
    s = table(3)
    scene(s)
    fiera = s.pc(2)
    fiera.abilities = []
    run(
        damage_test,
        s,
        Pool("Thing", [("Virility", 3), ("Crush", 2)]),
        fiera,
        tagged("blunt"),
        dice=[[20, 3, 3, 3, 3], [10, 9, 8, 7]],
    )
    assert fiera.wounds == 3
    ran = run(soak_pool, s, fiera, tagged("blunt"), 3)
    assert ran.result.dice == 4


@pytest.mark.rule("DON-WEAK-01", "DON-LAW-14")
def test_a_weakness_belongs_to_whom_the_words_name() -> None:
    s = table(1)
    scene(s)
    wolf = creature(s, "red_wolf", "the Red Wolf")
    b = s.pc(0)
    about = Setting("social", "talking it round", b, wolf)
    said = [
        "It says the Mushroom King cannot stand fire",
        "The wolf hates loud noise like all of them",
        "They are afraid of salt",
    ]
    run(law.spend, s, b, 3, about, answers=["facts:3", *said])
    weak = [w for a in wolf.abilities for w in a.weaknesses]
    assert sorted(weak) == ["loud noise", "salt"]
    assert read_fact("There is a bear trap by the trunk").kind == "feature"


@pytest.mark.rule("DON-LOG-02")
def test_a_fact_remembers_where_it_was_stated() -> None:
    s = table(1)
    quiet = Table(s, Dice(1))
    assert ledger.enter(quiet, "There is a bell", author="Roland", seat=0, test="x").place == "the Crimson Forest"
    scene(s).where = "the bell tower"
    assert ledger.enter(quiet, "There is a rope", author="Roland", seat=0, test="x").place == "the bell tower"
    s.scene, s.chapter = None, 0
    assert ledger.enter(quiet, "There is a well", author="Roland", seat=0, test="x").place == "Amerla"

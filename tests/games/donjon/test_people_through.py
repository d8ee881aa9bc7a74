"""Characters, creatures, the Law and the desk played through."""

from __future__ import annotations

from itertools import pairwise

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.being import Ability, Being, Bonus, Item, Penalty, When
from undercroft.games.donjon.rules.basics.judging import AREAS
from undercroft.games.donjon.rules.bestiary import beasts, fungi, horrors, people
from undercroft.games.donjon.rules.characters import (
    attribute_methods,
    callings,
    choosing_words,
    creation,
    experience,
    inventing,
    twenty_dice,
)
from undercroft.games.donjon.rules.concepts import law
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.creatures import creatures
from undercroft.games.donjon.rules.flow import desk
from undercroft.games.donjon.rules.running import sketch
from undercroft.games.donjon.rules.tasks import tasks
from undercroft.games.donjon.state import CLOSE, ONE, TWO, Advance, Donjon, Draft, Fact

from .kit import Weighed, arena, creature, numbers, run, scene, table
from .test_edges import bare, rolled
from .test_fight_through import duel
from .test_harm_through import asked


def draft(seats: int = 1, **options: bool | int | str) -> tuple[Donjon, Draft]:
    """A character in the making at an empty seat 0."""
    s = table(seats, 1, **options)
    del s.beings["pc0"]
    return s, Draft(0, being=Being("pc0", "", seat=0, player="Robin"))


# Characters.


@pytest.mark.rule("DON-ATGEN-01", "DON-ATGEN-02", "DON-ATGEN-03", "DON-ATGEN-04", "DON-GLOS-03")
def test_medians_in_order_and_whiffs_again() -> None:
    low, high = [[1, 2, 6]] * 6, [[1, 3, 5]] * 6
    s, d = draft(attributes="standard")
    ran = run(attribute_methods.attributes, s, d, dice=low)
    assert (d.being.full, d.being.now, ran.asks, rolled(ran)) == ([2] * 6, [2] * 6, [], ["3d6"] * 6)
    s, d = draft(attributes="whiff-proof")
    ran = run(attribute_methods.attributes, s, d, answers=["dial", "reroll"], dice=[*low, *high])
    assert (d.being.full, asked(ran)) == ([3] * 6, [["dial", "standard"], ["reroll", "keep"]])
    s, d = draft(attributes="whiff-proof")
    run(attribute_methods.attributes, s, d, answers=["dial", "keep"], dice=low)
    assert d.being.full == [2] * 6
    s, d = draft(attributes="whiff-proof")
    run(attribute_methods.attributes, s, d, answers=["standard"], dice=low)
    assert d.being.full == [2] * 6
    edge = [*[[3, 3, 3]] * 3, *[[2, 2, 2]] * 3]
    s, d = draft(attributes="whiff-proof")
    assert len(run(attribute_methods.attributes, s, d, answers=["dial", "keep"], dice=edge).asks) == 2  # 15 is a whiff
    s, d = draft(attributes="whiff-proof")
    assert len(run(attribute_methods.attributes, s, d, answers=["dial"], dice=[[3, 3, 3], *edge[:3], *edge[4:]]).asks) == 1
    for spell, words, stage in ((True, [], "words"), (True, ["fire"], "dice"), (False, [], "dice")):
        s, d = draft(attributes="standard")
        d.being.abilities, d.being.words = [Ability("Cast", 1, ["magic"], "main", spell=spell)], list(words)
        run(attribute_methods.attributes, s, d, dice=low)
        assert d.stage == stage


@pytest.mark.rule("DON-ATGEN-05")
def test_one_up_and_another_down() -> None:
    s, d = draft()
    d.being.full = [6, 3, 3, 3, 1, 3]
    ran = run(attribute_methods.one_up_one_down, s, d, answers=["up:whe", "down:vir"])
    assert d.being.full == [5, 3, 3, 3, 2, 3]
    assert asked(ran) == [
        ["up:cer", "up:dis", "up:adr", "up:whe", "up:soc"],
        ["down:vir", "down:cer", "down:dis", "down:adr", "down:soc"],
    ]
    d.being.full = [1] * 6
    assert run(attribute_methods.one_up_one_down, s, d).asks == []
    d.being.full = [6] * 6
    assert run(attribute_methods.one_up_one_down, s, d).asks == []
    d.being.full = [2, 1, 1, 1, 1, 1]
    ran = run(attribute_methods.one_up_one_down, s, d, answers=["up:cer", "down:vir"])
    assert (asked(ran)[0], d.being.full) == (["up:cer", "up:dis", "up:adr", "up:whe", "up:soc"], [1, 2, 1, 1, 1, 1])


@pytest.mark.rule("DON-ATGEN-06", "DON-ATGEN-03")
def test_six_medians_where_one_likes() -> None:
    s, d = draft()
    ran = run(attribute_methods.place_scores, s, d, [2, 5, 3, 3, 3, 3], answers=["3", "5", "2"])
    assert ran.result == [3, 5, 2, 3, 3, 3]
    assert asked(ran) == [["5", "3", "2"], ["5", "3", "2"], ["3", "2"]]


@pytest.mark.rule("DON-ATGEN-07", "DON-ATTR-08")
def test_points_placed_by_hand_leave_room_for_the_rest() -> None:
    s, d = draft()
    ran = run(attribute_methods.allocate, s, d, answers=["own", 1, 1, 1])
    assert d.being.full == [1, 1, 1, 6, 6, 6]  # the rest is then fixed
    assert [(ask.low, ask.high) for ask in ran.asks[1:]] == [(1, 6)] * 3
    ran = run(attribute_methods.allocate, s, d, answers=["own", 6, 6, 4, 2, 1])
    assert (d.being.full, [(ask.low, ask.high) for ask in ran.asks[3:]]) == ([6, 6, 4, 2, 1, 2], [(1, 6), (1, 3), (1, 2)])
    s, d = draft(attributes="allocated")
    d.being.full = [3] * 6
    run(creation.quick, s, d, answers=["take"])
    assert (d.being.now, d.stage) == ([3] * 6, "dice")
    d.being.full = [3] * 6
    run(creation.quick, s, d, answers=["own", "dial", "even"])
    assert (d.being.full, d.being.now, d.stage) == (attribute_methods.SPREADS["even"], attribute_methods.SPREADS["even"], "dice")
    s, d = draft(attributes="standard")
    run(creation.quick, s, d, dice=[[2, 2, 2]] * 6)
    assert (d.being.full, d.stage) == ([2] * 6, "dice")


@pytest.mark.rule("DON-START-01")
def test_twenty_dice_by_hand() -> None:
    s, d = draft()
    d.being.abilities = [Ability(f"A{n}", 0, ["attack"]) for n in range(5)]
    ran = run(twenty_dice.dice, s, d, answers=["own", 0, 0, 4, 4, 4, 4, 4])
    assert [(a.low, a.high) for a in ran.asks[1:]][:3] == [(0, 4), (0, 4), (0, 4)]
    b = d.being
    assert ([a.score for a in b.abilities], b.save_mind, b.save_body, b.wounds, d.stage) == ([0, 0, 4, 4, 4], 4, 4, 0, "weapon")
    s, d = draft()
    d.being.abilities = [Ability(f"A{n}", 0, ["attack"]) for n in range(5)]
    ran = run(twenty_dice.dice, s, d, answers=["take"])
    b = d.being
    assert sum(a.score for a in b.abilities) + b.save_mind + b.save_body + b.wounds_full == 20
    assert b.wounds == b.wounds_full == 3
    for scores in ([4, 3, 3, 2, 2], [1, 1, 1, 1, 1], [2, 2, 2, 2, 1]):
        made = Being("x", "X", abilities=[Ability(f"A{n}", k, ["attack"]) for n, k in enumerate(scores)])
        twenty_dice.rest_of_dice(made)
        whole = [*(a.score for a in made.abilities), made.save_mind, made.save_body, made.wounds_full]
        assert max(whole) <= 4
        assert made.wounds == made.wounds_full
        assert sum(whole) == 20
        assert twenty_dice.suggest_dice(made) == whole


@pytest.mark.rule("DON-CLASS-01", "DON-CLASS-02", "DON-CLASS-03", "DON-RACE-01", "DON-RACE-03")
def test_a_calling_is_named_until_it_fits() -> None:
    s, d = draft(2)
    taken = s.pc(1).calling
    ran = run(callings.calling, s, d, answers=["class", taken, "Rat Catcher"])
    assert (d.being.calling, d.being.species, d.being.sort, d.stage, len(ran.asks)) == (
        "Rat Catcher",
        "human",
        "Class",
        "ability",
        3,
    )
    s, d = draft(2)
    run(callings.calling, s, d, answers=["race", "Human", "human", "HUMAN", "human"])
    assert d.being.calling.lower() != "human"  # four tries, then one is found
    assert d.being.species == d.being.calling
    s, d = draft(2, dominant="goblin")
    run(callings.calling, s, d, answers=["race", "Goblin", "Human"])
    assert (d.being.calling, d.being.sort) == ("Human", "Race")
    assert callings.classed_people(s) == "goblin"
    s, d = draft(2, dominant="all")
    run(callings.calling, s, d, answers=["race", "Rock Troll", "Mountain Raider"])
    assert (d.being.species, d.being.calling) == ("Rock Troll", "Rock Troll, Mountain Raider")
    s, d = draft(2)
    ran = run(callings.calling, s, d, gamesmaster=2, answers=["class", "Knight", (2, "no"), "Witch", (2, "yes")])
    assert d.being.calling == "Witch"
    assert [callings.calling_fault(s, name, "Class") == "" for name in ("X", "Xy", "x" * 40, "x" * 41, "12")] == [False, True, True, False, False]  # fmt: skip  # noqa: E501
    s.pc(1).status = "dead"
    assert callings.calling_fault(s, taken, "Class") == ""


@pytest.mark.rule("DON-CLASS-01")
def test_a_name_at_last() -> None:
    for idea, wealth, stage in (("Elf", 0, "quick"), ("", 5, "done"), ("", 0, "purse")):
        s, d = draft(2)
        d.idea, d.being.wealth = idea, wealth
        ran = run(creation.name, s, d, answers=["Bo"])
        assert (d.being.name, d.stage, d.idea) == ("Bo", stage, "")
        offered = list(ran.asks[0].suggestions)
        assert len(set(offered)) == 4
        assert s.pc(1).name not in offered
    s, d = draft(2)
    run(creation.name, s, d, answers=[s.pc(1).name])
    assert d.being.name == f"{s.pc(1).name} the Other"


@pytest.mark.rule("DON-WEAP-05", "DON-START-02")
def test_an_odd_weapon_has_its_rating_settled_and_the_purse_is_chosen() -> None:
    s, d = draft()
    d.being.abilities = [
        Ability("Swing Fire Iron", 2, ["attack"], "main", [When("gear", "fire iron")]),
        Ability("Swing Swords", 2, ["attack"], when=[When("gear", "sword")]),
        Ability("Dodge Irons", 2, ["dodge"], when=[When("gear", "fire iron")]),
    ]
    ran = run(creation.weapon, s, d, answers=[3])
    assert (d.being.notes, d.stage) == (["weapon:fire iron=3"], "purse")
    assert [(a.low, a.high) for a in ran.asks] == [(0, 4)]
    run(creation.purse, s, d, answers=["wealth"])
    assert (d.being.wealth, d.being.provisions, d.stage) == (5, 3, "name")
    d.being.name = "Bo"
    run(creation.purse, s, d, answers=["provisions"])
    assert (d.being.wealth, d.being.provisions, d.stage) == (3, 5, "done")


@pytest.mark.rule("DON-LEVEL-01", "DON-LEVEL-02", "DON-START-03", "DON-CLASS-02")
def test_joining_the_party_at_its_level() -> None:
    for asked_for, dial, pages in ((1, 1, 0), (3, 1, 6), (1, 2, 3)):
        s, d = draft(2, starting_level=dial)
        d.level, s.advances = asked_for, []
        d.being.sort, d.being.calling, d.being.abilities, d.being.side = "Race", "Elf", [Ability("See", 1, ["perception"])], 1
        creation.finish(Table(s, Dice(1)), d)
        assert (s.beings["pc0"].side, s.races["elf"], len(s.advances)) == (0, ["See"], pages)
        top = max(asked_for, dial)
        assert d.being.xp == (30 * top * (top - 1) // 2)


@pytest.mark.rule("DON-ABIL-01", "DON-ABIL-05", "DON-MABIL-01", "DON-MABIL-02", "DON-ABIL-02", "DON-ABIL-03")
def test_what_an_ability_may_not_be() -> None:
    def fault(rank: str, adds: list[str], **more: object) -> bool:
        return inventing.ability_fault(Ability("Odd Thing", 0, adds, rank, **more)) != ""  # type: ignore[arg-type]

    here = [When("place", "cave")]
    assert fault("main", ["attack", "damage"])
    assert fault("supporting", ["attack", "damage"], when=here)
    assert not fault("main", ["attack", "dodge", "social"])
    assert fault("main", ["attack", "dodge", "social", "stealth"])
    assert not fault("main", ["magic"], spell=True)
    assert fault("supporting", ["magic"], spell=True)
    assert fault("supporting", ["magic"], spell=True, once=True)
    assert not fault("supporting", ["magic"], spell=True, when=here)
    assert inventing.ability_fault(Ability("Cast Spells", 0, ["magic"], "supporting", here, spell=True)) != ""
    assert fault("supporting", ["attack", "dodge"], when=here)
    assert fault("supporting", ["attack"])
    assert not fault("supporting", ["attack"], once=True)


@pytest.mark.rule("DON-ABIL-01", "DON-POW-01", "DON-POW-02", "DON-MABIL-01", "DON-ABIL-11")
def test_a_gamesmaster_may_find_an_ability_too_strong() -> None:
    s, d = draft(2)
    d.ability, d.being.abilities = 1, [Ability("Swing", 0, ["attack"], "main")]
    run(inventing.ability, s, d, gamesmaster=2, answers=["Hear Noise", (2, "no")])
    assert d.ability == 1
    run(inventing.ability, s, d, gamesmaster=2, answers=["Hear Noise", (2, "once")])
    assert (d.ability, d.being.abilities[-1].once, d.being.abilities[-1].score) == (2, True, 0)
    run(inventing.ability, s, d, gamesmaster=2, answers=["Backstab", "damage", (2, "milder"), (2, "Poke")])
    assert (d.being.abilities[-1].name, d.ability) == ("Poke", 3)
    ran = run(inventing.ability, s, d, answers=[(1, "Pick Locks"), (0, "leave")])
    assert (d.ability, asked(ran)[1]) == (3, ["take", "leave"])
    run(inventing.ability, s, d, answers=[(1, "Pick Locks"), (0, "take")])
    assert d.ability == 4
    run(inventing.ability, s, d, answers=["Cast Spells"])
    assert (d.ability, d.stage) == (4, "concept")  # a general gift must be the Main one
    run(inventing.ability, s, d, answers=["Evaluate Worth"])
    assert (d.ability, d.stage) == (5, "attributes")


@pytest.mark.rule("DON-WORD-03", "DON-WORD-04", "DON-WORD-05", "DON-WORD-06", "DON-MABIL-03", "DON-HOLD-02")
def test_words_are_asked_for_until_they_will_do() -> None:
    s, d = draft()
    b = d.being
    spell = Ability("Cast Spells", 0, ["magic"], "main", spell=True)
    run(choosing_words.ask_words, s, b, 2, spell, answers=["fire", "Fire", "two words", "Rat"])
    assert b.words == ["fire", "rat"]
    b.words = []
    ran = run(choosing_words.ask_words, s, b, 1, spell, answers=["a b", "c d", "e f", "g h"])
    assert b.words == [ran.asks[3].suggestions[0].lower()]  # four tries, then one is given
    nature = Ability("Cast Nature Spells", 0, ["magic"], spell=True)
    b.words = []
    run(choosing_words.ask_words, s, b, 1, nature, answers=["fire", "grow"])
    assert b.words == ["grow"]
    b.words = []
    run(choosing_words.ask_words, s, b, 1, nature, answers=["zorgle"])
    assert b.words == ["zorgle"]  # no table knows it
    b.words, b.abilities = [], [Ability("Swing", 0, ["attack"], "main"), nature]
    run(choosing_words.words, s, d, answers=["grow", "root", "green light"])
    assert (b.words, b.look, d.stage) == (["grow", "root"], "green light", "dice")
    b.words, b.abilities = [], [spell]
    run(choosing_words.words, s, d, answers=["fire", "rat", "cold", "wind", "sparks"])
    assert len(b.words) == 4


# Experience.


@pytest.mark.rule("DON-XP-02", "DON-XP-03", "DON-XP-04", "DON-XP-05")
def test_three_sources_of_experience() -> None:
    s = table(2)
    foes = [creature(s, "red_wolf", f"wolf {n}") for n in range(6)]
    for foe, status in zip(foes, ("out", "dead", "yielded", "gone", "fled", "up"), strict=True):
        foe.level, foe.status = 2, status
    foes[0].level = 3
    t = Table(s, Dice(1))
    assert experience.combat_award(t, foes) == 5  # nine Levels among two, half up
    assert ([b.xp for b in s.pcs()], s.tally.xp_combat) == ([5, 5], 5)
    assert experience.combat_award(t, foes[4:]) == 0
    experience.goal_award(t, 4, "x")
    experience.goal_award(t, 0, "x")
    assert ([b.xp for b in s.pcs()], s.tally.xp_goal) == ([9, 9], 4)
    experience.style_award(t, s.pc(1), 2)
    assert ([b.xp for b in s.pcs()], s.tally.xp_style) == ([9, 11], 2)


@pytest.mark.rule("DON-UP-01", "DON-UP-02", "DON-UP-03", "DON-UP-04", "DON-UP-06", "DON-UP-07", "DON-UP-08", "DON-UP-09")
def test_levels_page_by_page() -> None:
    b = Being("x", "X", seat=0)
    assert [experience.threshold(n, 30) for n in (1, 2, 3, 4, 5, 20)] == [0, 30, 90, 180, 300, 5700]
    for xp, level in ((29, 1), (30, 2), (89, 2), (90, 3), (180, 4)):
        b.xp = xp
        assert experience.due(b, 30) == level
    found = [p.stage for p in experience.pages(b, 6)]
    assert found == [
        "level", "dice", "second", "level", "dice", "third", "level", "dice", "second", "level", "dice",
        "level", "dice", "third", "second",
    ]  # fmt: skip
    s = table(1)
    hero = s.pc(0)
    hero.xp = 95
    experience.queue_advances(s)
    assert len(s.advances) == 6
    run(experience.advance_step, s)
    assert (hero.level, len(s.turning), len(s.advances)) == (2, 1, 5)
    before = sum(a.score for a in hero.abilities) + hero.save_mind + hero.save_body + hero.wounds_full
    run(experience.advance_step, s, answers=["spread"])
    after = sum(a.score for a in hero.abilities) + hero.save_mind + hero.save_body + hero.wounds_full
    assert after - before == 5
    assert max(a.score for a in hero.abilities) <= 5
    run(experience.advance_step, s, answers=["slot:armor"])
    assert hero.slots == [1, 2, 1]
    assert hero.xp == 95
    s.advances = [Advance(0, "third")]
    full = list(hero.full)
    run(experience.advance_step, s, answers=["attr:dis", *(["it shows"] if full[2] >= 6 else [])])
    assert (hero.full[2], hero.now[2]) == (full[2] + 1, full[2] + 1)


@pytest.mark.rule("DON-UP-03")
def test_dice_are_placed_one_by_one_below_the_cap() -> None:
    s = table(1)
    b = s.pc(0)
    b.level = 1
    b.abilities = [Ability("Swing", 4, ["attack"], "main"), Ability("Hide", 3, ["stealth"])]
    b.save_mind, b.save_body, b.wounds_full, b.wounds = 4, 3, 3, 1
    ran = run(experience.place_dice, s, b, 5, answers=["put:hide", "put:wounds_full", "put:save_body"])
    assert asked(ran) == [["put:hide", "put:save_body", "put:wounds_full", "spread"], ["put:save_body", "put:wounds_full", "spread"], ["put:save_body", "spread"]]  # fmt: skip  # noqa: E501
    assert ([a.score for a in b.abilities], b.save_body, b.wounds_full, b.wounds) == ([4, 4], 4, 4, 2)
    b.level = 3
    experience.spread(b, 5, 6)
    assert ([a.score for a in b.abilities], b.wounds_full, b.save_body, b.save_mind) == ([5, 5], 5, 5, 5)
    experience.spread(b, 99, 6)
    assert ([a.score for a in b.abilities], b.wounds_full, b.save_body, b.save_mind) == ([6, 6], 6, 6, 6)


@pytest.mark.rule("DON-UP-04", "DON-UP-05", "DON-UP-06", "DON-WORD-06", "DON-ABIL-03", "DON-MABIL-01")
def test_what_third_and_second_levels_bring() -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.full, b.now = [6, 5, 3, 3, 3, 3], [6, 5, 3, 2, 3, 3]
    run(experience.third_level, s, b, answers=["attr:cer"])
    run(experience.third_level, s, b, answers=["attr:adr"])
    assert (b.full, b.now, b.notes) == ([6, 6, 3, 4, 3, 3], [6, 6, 3, 3, 3, 3], [])
    run(experience.third_level, s, b, answers=["attr:vir", "trees lean away"])
    assert (b.full[0], b.notes) == (7, ["Virility 7: trees lean away"])
    run(experience.third_level, s, b, answers=["ability", "Cast Spells", "Hear Noise"])
    assert [(a.name, a.score, a.rank) for a in b.abilities] == [("Hear Noise", 1, "supporting")]
    run(experience.new_ability, s, b, answers=["Hear Noise", "hear noise", "Cast Spells", "Cast Spells"])
    assert len(b.abilities) == 2
    assert b.abilities[1].name != "Hear Noise"
    run(experience.new_ability, s, b, answers=["Cast Nature Spells", "grow", "root"])
    assert (b.abilities[-1].spell, b.words) == (True, ["grow", "root"])
    ran = run(experience.second_level, s, b, answers=["word", "rat"])
    assert asked(ran)[0] == ["slot:weapon", "slot:armor", "slot:other", "word"]
    b.abilities = []
    ran = run(experience.second_level, s, b, answers=["slot:other"])
    assert (asked(ran)[0], b.slots) == (["slot:weapon", "slot:armor", "slot:other"], [1, 1, 2])


# Creatures.


@pytest.mark.rule("DON-NPC-06")
def test_scaling_up_and_down_five_dice_a_level() -> None:
    def dice(b: Being) -> int:
        return sum(a.score for a in b.abilities) + b.save_mind + b.save_body + b.wounds_full

    s = table(1)
    for key in ("blood_goblin", "human_fighter"):
        b = creature(s, key)
        before, strong = dice(b), b.full[0]
        creatures.scale(b, 3)
        assert (b.level, dice(b), b.full[0], b.now, b.wounds) == (3, before + 10, strong + 1, b.full, b.wounds_full)
        assert all(a.score <= 6 for a in b.abilities)
        creatures.scale(b, 1)
        assert (b.level, dice(b), b.full[0]) == (1, before, strong)
        creatures.scale(b, 0)
        assert b.level == 1
    b = creature(s, "blood_goblin")
    first = creatures._order(b)[0]
    high = first.score
    creatures._add_dice(b, 2)
    assert first.score == min(high + 1, b.level + 3) or b.wounds_full > 0
    tiny = Being("x", "X", level=1, wounds_full=1, abilities=[Ability("a", 0, ["attack"])])
    creatures._take_dice(tiny, 5)
    assert (tiny.wounds_full, tiny.abilities[0].score) == (1, 0)


@pytest.mark.rule("DON-NPC-03", "DON-NPC-04", "DON-NPC-05")
def test_invented_creatures_keep_to_the_numbers() -> None:
    s = table(1)
    for archetype in content.gm().archetypes:
        for level in (1, 3, 6):
            b = creatures.invent(s, "Odd One", archetype, level)
            assert sum(b.full) == 18 + level // 3
            scores = [*(a.score for a in b.abilities), b.save_mind, b.save_body, b.wounds_full]
            assert sum(scores) == 15 + 5 * level
            assert max(scores) <= level + 3
            assert len(b.abilities) == 5
            assert (b.now, b.wounds, b.level) == (b.full, b.wounds_full, level)
    assert creatures.share(10, [1, 1, 1], 4) == [4, 3, 3]
    assert creatures.share(20, [1, 1, 1], 4) == [4, 4, 4]
    assert creatures.share(7, [4, 2, 1], 9) == [4, 2, 1]


@pytest.mark.rule("DON-NPC-07")
def test_a_block_stands_as_printed_and_is_armed() -> None:
    s = table(1)
    row = content.bestiary()["human_thief"]
    b = creatures.block(s, row)
    assert (b.level, b.full, b.now, b.wounds, b.wounds_full) == (row.level, list(row.attributes), list(row.attributes), row.flesh_wounds, row.flesh_wounds)  # fmt: skip  # noqa: E501
    assert (b.look, b.role, b.natural, b.kind) == ("", row.role, row.natural, "human_thief")
    assert b.wielding == next(i.id for i in b.items if i.sort == "weapon")
    assert b.worn == [i.id for i in b.items if i.sort == "armor"]
    assert creatures.block(s, content.bestiary()["human_wizard"]).look != ""


# Odd powers.


@pytest.mark.rule("DON-MRW-02", "DON-MPT-03", "DON-MBS-01", "DON-MRW-01")
def test_howls_and_stares() -> None:
    s, b, _ = duel()
    wolf, snake = creature(s, "red_wolf"), creature(s, "snake_big")
    arena(s, wolf, snake)
    b.save_mind = 1
    howl = next(a for a in wolf.abilities if a.power == "howl")
    n = wolf.now[5] + howl.score
    wolf.bonus = [Bonus(1, "social", "x", scene=s.scene_no)]
    b.penalties = [Penalty(1, ["save_mind"], "roll", "old")]
    ran = run(beasts.frighten, s, wolf, b, "howl", dice=[[20, 19, *[1] * (n - 1)], [9] * 3])
    assert (rolled(ran), wolf.hint, wolf.bonus) == ([f"{n + 1}d20", "3d20"], "howl", [])
    assert [(p.dice, p.kinds, p.until) for p in b.penalties] == [(2, ["any"], "roll")]  # and the old one is used up
    b.penalties = []
    stare = next(a for a in snake.abilities if a.power == "hypnotize")
    n = snake.now[1] + stare.score
    ran = run(beasts.hypnotize, s, snake, b, dice=[[20, 19, *[1] * (n - 2)], [9] * 4])
    assert (rolled(ran), snake.hint) == ([f"{n}d20", "4d20"], "hypnotized:pc0")
    assert [(x.dice, x.about, x.only, x.against) for x in snake.bonus] == [(2, "attack", True, "pc0")]
    snake.bonus = []
    b.penalties = [Penalty(1, ["save_mind"], "roll", "old")]
    run(beasts.hypnotize, s, snake, b, gamesmaster=1, answers=[(1, "penalty")], dice=[[20, *[1] * (n - 1)], [9] * 3])
    assert (snake.bonus, [(p.dice, p.kinds, p.until) for p in b.penalties]) == ([], [(1, ["any"], "roll")])
    b.penalties = []
    run(beasts.hypnotize, s, snake, b, dice=[[1] * n, [20] * 4])
    assert (snake.bonus, b.penalties) == ([], [])
    assert beasts.stares(s, snake) == "attack:pc0"
    snake.hint = ""
    assert beasts.stares(s, snake) == "hypnotize:pc0"
    assert beasts.howls(s, wolf) == ""
    wolf.hint = ""
    assert beasts.howls(s, wolf) == "howl:pc0"
    track = next(a for a in wolf.abilities if a.power == "track_blood")
    m = wolf.now[2] + track.score
    ran = run(beasts.track_blood, s, wolf, b, dice=[[20, 19, *[1] * (m - 2)], [9] * 3])
    assert (ran.result, rolled(ran)) == (2, [f"{m}d20", "3d20"])
    assert run(beasts.track_blood, s, wolf, b, dice=[[1] * m, [20] * 3]).result == -3


@pytest.mark.rule("DON-MPT-02", "DON-MPT-03")
def test_a_toad_jumps_clings_and_leaps() -> None:
    s, b, toad = duel(kind="poison_toad", band=ONE)
    toad.abilities = creature(s, "poison_toad").abilities
    jump = next(a.score for a in toad.abilities if a.power == "toad_jump")
    cling = next(a.score for a in toad.abilities if a.power == "toad_cling")
    toad.bonus = [Bonus(1, "action", "command", scene=s.scene_no)]
    ran = run(beasts.toad_jump, s, toad, dice=[[20, 19, *[1] * (2 + jump)], [9] * 4])
    assert (rolled(ran), toad.hint) == ([f"{4 + jump}d20", "4d20"], "jumped")
    assert [(x.dice, x.about, x.only) for x in toad.bonus] == [(2, "athletics", True)]
    ran = run(beasts.toad_cling, s, toad, dice=[[20, *[1] * (4 + cling)], [9] * 4])
    assert (rolled(ran), toad.hint) == ([f"{5 + cling}d20", "4d20"], "clung")
    assert [(x.dice, x.about, x.only) for x in toad.bonus] == [(1, "attack", True)]
    toad.bonus = []
    run(beasts.toad_jump, s, toad, dice=[[1] * (3 + jump), [20] * 4])
    assert (toad.bonus, toad.hint) == ([], "jumped")
    assert beasts.jumps(s, toad) == "cling"
    toad.hint = "clung"
    assert beasts.jumps(s, toad) == "leap:pc0"
    toad.hint = ""
    numbers(s, toad, 5)
    assert (beasts.jumps(s, toad), beasts.hrrmphs(s, toad)) == ("", "hrrmph:pc0")
    numbers(s, toad, 5, 4)
    assert (beasts.jumps(s, toad), beasts.hrrmphs(s, toad)) == ("jump", "")
    toad.abilities = []
    ran = run(beasts.toad_leap, s, toad, b, dice=[[1] * 3, [20] * 3])
    assert s.fight is not None
    assert s.fight.bands[f"pc0|{toad.id}"] == CLOSE


@pytest.mark.rule("DON-MSN-02")
@pytest.mark.parametrize(
    ("n", "wounds", "adr", "dis", "plan"),
    [
        (1, 2, 3, 3, [("flesh", 1)]),
        (2, 2, 3, 3, [("adr", 1)]),
        (3, 2, 3, 3, [("adr", 2)]),
        (4, 2, 3, 3, [("adr", 1), ("dis", 1)]),
        (5, 2, 3, 3, [("adr", 2), ("dis", 1)]),
        (3, 2, 0, 0, [("flesh", 3)]),
        (3, 2, 1, 3, [("adr", 1), ("dis", 1)]),
        (4, 2, 0, 3, [("dis", 2)]),
        (6, 2, 1, 1, [("adr", 1), ("dis", 1), ("flesh", 2)]),
        (1, 0, 3, 3, [("adr", 1)]),
        (2, 0, 3, 3, [("adr", 1), ("dis", 1)]),
        (3, 0, 3, 3, [("adr", 2), ("dis", 1)]),
    ],
)
def test_where_venom_goes(n: int, wounds: int, adr: int, dis: int, plan: list[tuple[str, int]]) -> None:
    assert beasts.snake_bite(Being("x", "X", wounds=wounds, now=[3, 3, dis, adr, 3, 3]), n) == plan


@pytest.mark.rule("DON-MDA-02", "DON-MLO-02", "DON-POW-02", "DON-POW-03")
def test_touches_and_oozes_and_mending() -> None:
    s, b, foe = duel(kind="daolites")
    foe.abilities = creature(s, "daolites").abilities
    score = next(a.score for a in foe.abilities if a.power == "paralyze")
    b.save_body = 1
    dice = Weighed([1, [20, 19, *[1] * (1 + score + 2)], [9] * 4])
    ran = run(horrors.touch, s, foe, b, 2, "", dice=dice)
    assert (dice.weighings, ran.result, b.frozen, rolled(ran)) == ([[1, 1]], True, 2, [f"{3 + score + 2}d20", "4d20"])
    assert run(horrors.touch, s, foe, b, 2, "").result is False  # already stiff
    b.frozen = 0
    assert run(horrors.touch, s, foe, b, 2, "", dice=[2]).result is False
    run(horrors.paralyze, s, foe, b, 0, dice=[[1] * (3 + score), [20] * 4])
    assert b.frozen == 0
    ooze = creature(s, "living_ooze")
    eat = next(a.score for a in ooze.abilities if a.power == "destroy_items")
    assert run(horrors.flow_over, s, ooze, b, 1, "").result is False  # nothing is worn
    mail = Item("m", "Mail", "armor", 3)
    b.items, b.worn = [mail, Item("h", "Helm", "armor", 1)], ["m", "h"]
    n = ooze.now[0] + eat + 1
    dice = Weighed([2, [20, *[1] * (n - 1)], [9] * 3])
    ran = run(horrors.flow_over, s, ooze, b, 1, "", dice=dice)
    assert (dice.weighings, ran.result, mail.dr, b.wounds) == ([[2, 1]], True, 2, 5)
    assert run(horrors.flow_over, s, ooze, b, 1, "", dice=[1]).result is False
    b.abilities = [Ability("Regenerate", 2, ["healing"], power="regenerate_adr", once=True)]
    assert not people.can_regenerate(b)
    b.now[3] = 1
    assert people.can_regenerate(b)
    ran = run(people.regenerate_adr, s, b, dice=[[20, 1, 1, 1, 1], [9, 9]])
    assert (rolled(ran), b.now[3], b.used) == (["5d20", "2d20"], 2, ["Regenerate"])
    assert not people.can_regenerate(b)
    b.used = []
    run(people.regenerate_adr, s, b, dice=[[20] * 5, [1]])
    assert b.now[3] == 3  # never above the full score


@pytest.mark.rule("DON-MSC-02", "DON-MSC-03", "DON-MSC-04", "DON-MSG-02", "DON-MMK-01")
def test_fungi() -> None:
    s, b, _ = duel(2)
    s.pc(1)
    cap, gob, king = creature(s, "spraycaps"), creature(s, "sporegobs"), creature(s, "mushroom_king")
    fight = arena(s, cap, gob, king)
    fight.bands[f"pc1|{cap.id}"] = TWO
    s.torch = ""
    cloud = next(a.score for a in cap.abilities if a.power == "spore_cloud")
    ran = run(fungi.spore_cloud, s, cap, dice=[[20, 19, *[1] * (cloud - 2)], [9] * 3, [1] * (cap.now[0] + 2), [20] * 3])
    assert rolled(ran) == [f"{cloud}d20", "3d20", f"{cap.now[0] + 2}d20", "3d20"]  # only who is near
    ran = run(fungi.spore_cloud, s, cap, dice=[[1] * cloud, [20] * 3])
    assert len(rolled(ran)) == 2
    fight.flames = ["pc0"]
    ran = run(fungi.spore_cloud, s, cap, dice=Dice(3))
    assert rolled(ran)[0] == f"{s.donjon_level + 3}d20"  # it burns instead
    fight.flames = []
    fight.bands[f"pc0|{cap.id}"] = TWO
    assert run(fungi.spore_cloud, s, cap).events != []
    assert fungi.blooms(s, cap) == ""
    fight.bands[f"pc0|{cap.id}"] = ONE
    assert fungi.blooms(s, cap) == "cloud"
    spray = next(a.score for a in cap.abilities if a.power == "retaliate")
    ran = run(fungi.retaliate, s, cap, b, 2, dice=[[1] * (spray + 2), [20] * 3])
    assert rolled(ran)[0] == f"{spray + 2}d20"
    fight.bands[f"pc0|{cap.id}"] = TWO
    assert run(fungi.retaliate, s, cap, b, 2).events == []
    gob.wounds, gob.wounds_full = 1, 4
    assert fungi.bites(s, gob).startswith("bite:")
    gob.wounds = 2
    assert fungi.bites(s, gob) == ""
    eat = next(a.score for a in gob.abilities if a.power == "eat_and_heal")
    n = gob.now[0] + eat + 1
    run(fungi.eat_and_heal, s, gob, b, 1, dice=[[20, 19, 18, *[1] * (n - 3)], [9] * 3])
    assert gob.wounds == 4  # never above the full score
    worship = next(a.score for a in king.abilities if a.power == "worship")
    m = king.now[5] + worship
    run(fungi.worship, s, king, gob, dice=[[20, 19, *[1] * (m - 2)], [9] * gob.level])
    assert [(x.dice, x.about, x.only) for x in gob.bonus] == [(2, "action", True)]
    assert (king.hint, fungi.is_worshipped(s, king)) == ("worship", "")
    king.hint = ""
    assert fungi.is_worshipped(s, king) == ""
    numbers(s, gob, 4)
    numbers(s, cap, 9)
    assert fungi.is_worshipped(s, king) == f"worship:{gob.id}"  # the nimble before the rooted


# The Law.


@pytest.mark.rule("DON-LAW-01", "DON-LAW-03", "DON-LAW-06", "DON-LAW-07")
def test_successes_are_facts_or_dice() -> None:
    s = table(3)
    scene(s)
    b = s.pc(0)
    about = Setting("perception", "looking", b)
    ran = run(law.spend, s, b, 3, about, answers=["facts:1", "There is a broken cart here"])
    assert (asked(ran)[0], [f.text for f in ran.result[0]], ran.result[1]) == (
        ["facts:0", "facts:1", "facts:2", "facts:3"], ["There is a broken cart here"], 2
    )  # fmt: skip
    ran = run(law.spend, s, b, 2, about, answers=["facts:2", ""])
    assert ran.result == ([], 2)  # empty keeps the die
    ran = run(law.spend, s, b, 1, about, answers=["There is a dry well here"], least=1)
    assert (len(ran.result[0]), ran.result[1]) == (1, 0)
    assert s.scene is not None
    assert s.scene.said == [0]
    s.chapter, s.town_law = 0, False
    assert run(law.spend, s, b, 2, about).result == ([], 0)
    s.chapter = 1
    run(law.hand_out, s, b, 3, "attack", "x", answers=["split", 1, 0])
    assert ([x.dice for x in b.bonus], [x.dice for x in s.pc(1).bonus], s.pc(2).bonus) == ([2], [1], [])
    ran = run(law.hand_out, s, b, 1, "attack", "x", answers=["give:pc2"])
    assert (asked(ran)[0], [x.dice for x in s.pc(2).bonus]) == (["keep", "give:pc1", "give:pc2"], [1])
    run(law.hand_out, s, b, 2, "attack", "x", answers=["split", 2])
    assert sum(x.dice for x in s.pc(1).bonus) == 3
    kept = s.tally.dice_kept
    assert run(law.hand_out, s, b, 0, "attack", "x").asks == []
    law.keep(s, b, 0, "attack", "x")
    assert s.tally.dice_kept == kept == 6


@pytest.mark.rule("DON-AGM-04", "DON-LAW-09", "DON-LAW-10")
def test_what_the_machine_buys_with_its_successes() -> None:
    wanted = {
        "threat_of_damage": [0, 0, 0, 1, 1],
        "perception": [1, 2, 2, 2, 2],
        "stealth": [0, 0, 1, 1, 1],
        "movement": [0] * 5,
        "social": [1] * 5,
        "knowledge": [1] * 5,
        "handiwork": [1] * 5,
        "attack": [0] * 5,
        "spell": [0] * 5,
        "initiative_boost": [0] * 5,
        "athletics": [1] * 5,
    }
    for situation, facts in wanted.items():
        assert [law.gm_facts_wanted(situation, n) for n in range(1, 6)] == facts, situation
    s = table(1)
    scene(s)
    b = s.pc(0)
    ran = run(law.gm_won, s, b, 3, Setting("knowledge", "recalling", b), answers=["write it for me"])
    facts, dice = ran.result
    assert (len(facts), dice, facts[0].hearsay, facts[0].seat, s.stuck) == (1, 2, True, -1, 1)
    ran = run(law.gm_won, s, b, 2, Setting("attack", "hitting", b))
    assert (ran.result, ran.asks) == (([], 2), [])
    ran = run(law.gm_won, s, b, 2, Setting("social", "x", b), gamesmaster=1, answers=[(1, "facts:2"), (1, "He laughs"), (1, "He spits"), "He laughs and spits at me", (1, "run")])  # fmt: skip  # noqa: E501
    assert ([f.text for f in ran.result[0]], ran.result[1]) == (["He laughs", "He spits"], 0)


# Tasks.


@pytest.mark.rule("DON-PERC-01", "DON-AGM-03")
def test_how_much_control_she_wants() -> None:
    s = table(1, chapter=0)
    assert tasks.perception_step(s) == "medium"
    s = table(1, chapter=2)
    assert tasks.perception_step(s) == "crazy"
    s.torch = "pc0"
    assert tasks.perception_step(s) == "medium"
    assert s.here is not None
    quota = s.here.quota
    assert tasks.perception_step(s, way=True) == "very_hard"
    s.scenes_done[1] = quota - 2
    assert tasks.perception_step(s, way=True) == "very_hard"
    s.scenes_done[1] = quota - 1
    assert tasks.perception_step(s, way=True) == "medium"
    s.scenes_done[1] = quota
    assert tasks.perception_step(s) == "easy"
    s.scenes_done[1], s.owed_cut = 0, quota
    assert tasks.perception_step(s) == "easy"
    s.owed_cut = 0
    s.stuck = 1
    assert tasks.perception_step(s) == "medium"
    s.stuck = 2
    assert tasks.perception_step(s) == "easy"
    s.stuck = 0
    now = scene(s)
    assert tasks.perception_step(s) == "hard"
    now.stage = "meet"
    assert tasks.perception_step(s) == "medium"
    now.stage, now.planned = "set", False
    assert tasks.perception_step(s) == "medium"


@pytest.mark.rule("DON-UNC-02", "DON-HARM-01", "DON-IHARM-01", "DON-FUN-13", "DON-LAW-09")
def test_one_task_from_difficulty_to_harm() -> None:
    async def go(t: Table[Donjon], b: Being, kind: str = "athletics", **more: object) -> tuple[bool, int, int]:
        result, stated, dice = await tasks.task(t, b, kind, "medium", "trying", rule="DON-UNC-01", **more)  # type: ignore[arg-type]
        return result.won, len(stated), dice

    s = table(1)
    now = scene(s)
    b = bare(s.pc(0))
    b.now, b.wounds, b.wounds_full = [3] * 6, 5, 5
    ran = run(go, s, b, attr="vir", law=False, dice=[[20, 19, 1], [9] * 4])
    assert (ran.result, now.beaten, now.difficulty) == ((True, 0, 2), 3, "medium")
    ran = run(go, s, b, attr="vir", law=False, dice=[[1] * 3, [20, 19, 1, 1]])
    assert ran.result == (False, 0, 2)
    ran = run(go, s, b, attr="vir", danger=0, dice=[[1] * 3, [20, 19, 1, 1], [1] * 3, [20] * 3])
    assert (ran.result, rolled(ran)[2]) == ((False, 0, 0), "3d20")  # Donjon Level, no severity, two dice
    ran = run(go, s, b, attr="vir", danger=3, answers=["write it for me"], dice=[[1] * 3, [20] * 4, [1] * 7, [20] * 3])
    assert (ran.result, rolled(ran)[2]) == ((False, 1, 0), "7d20")
    ran = run(go, s, b, attr="vir", printed_danger=0, dice=[[1] * 3, [20, 1, 1, 1], [1], [20] * 3])
    assert rolled(ran)[2] == "1d20"
    ran = run(go, s, b, attr="vir", answers=["write it for me"], dice=[[1] * 3, [20, 19, 18, 1]])
    assert ran.result == (False, 1, 2)
    assert [(x.dice, x.about, x.only) for x in b.bonus] == [(2, "gm:athletics", True)]
    ran = run(go, s, b, attr="vir", law=False, dice=[[1] * 3, [20] * 6])
    assert (rolled(ran)[1], b.bonus) == ("6d20", [])  # kept against him, and used up
    pick = Item("p", "Pick", abilities=[Ability("Open", 2, ["handiwork"])])
    b.items = [pick]
    ran = run(
        go, s, b, kind="handiwork", attr="adr", answers=["write it for me"], dice=[[1] * 5, [20, 19, 1, 1], [1] * 2, [20] * 2]
    )
    assert (rolled(ran), b.bonus) == (["5d20", "4d20", "2d20", "2d20"], [])  # two successes put the tool in danger
    ran = run(go, s, b, kind="handiwork", attr="adr", answers=["write it for me"], dice=[[1] * 5, [20, 1, 1, 1]])
    assert len(rolled(ran)) == 2
    b.items, b.abilities = [], [Ability("Swing Axe", 2, ["attack"], when=[When("gear", "axe")])]
    ran = run(
        go, s, b, kind="handiwork", attr="adr", any_weapon=True, law=False, answers=["use:swing-axe"], dice=[[20] * 5, [1] * 4]
    )
    assert (rolled(ran)[0], b.abilities[0].adds, len(b.abilities[0].when)) == ("5d20", ["attack"], 1)


@pytest.mark.rule("DON-SURP-01", "DON-SURP-02", "DON-CONT-03")
def test_sneaking_up_lost_gives_each_a_die() -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    b.now = [3] * 6
    wolves = [bare(creature(s, "red_wolf", f"wolf {n}")) for n in range(3)]
    for wolf, eyes in zip(wolves, (2, 4, 6), strict=True):
        wolf.now[2] = eyes
    wolves[2].status = "out"
    ran = run(tasks.sneak, s, b, wolves, answers=["write it for me"], dice=[[1] * 3, [20] * 4])
    assert (ran.result, rolled(ran), b.bonus, b.hint) == (False, ["3d20", "4d20"], [], "")  # the best eyes that are open
    assert [[(x.dice, x.about, x.only) for x in w.bonus] for w in wolves] == [
        [(1, "initiative", True)] * 2,
        [(1, "initiative", True)],
        [],
    ]
    assert tasks.resist_pool(s, [], "dis", "perception", "").dice == 0
    ran = run(tasks.sneak, s, b, wolves, answers=["facts:0"], dice=[[20] * 3, [1] * 4])
    assert (ran.result, b.hint) == (True, "hidden")


# The desk.


@pytest.mark.rule("DON-AGM-01", "DON-TEST-01", "DON-HARM-01", "DON-UNC-02", "DON-XP-02", "DON-XP-04", "DON-XP-05", "DON-LAW-09")
def test_what_she_may_do_from_her_desk() -> None:
    s = table(2)
    scene(s)
    for b in s.pcs():
        bare(b).now = [3] * 6
    g = 2
    ran = run(desk._test, s, g, gamesmaster=g, answers=[(g, "all"), (g, "climb a ledge"), (g, "hard:easy"), "facts:0", "keep", (g, ""), (1, "facts:0"), (1, "keep"), (g, "")], dice=[[20] * 3, [1], [20] * 3, [1]])  # fmt: skip  # noqa: E501
    assert rolled(ran) == ["3d20", "1d20", "3d20", "1d20"]
    for b in s.pcs():
        b.bonus = []
    ran = run(desk._test, s, g, gamesmaster=g, answers=[(g, "pc1"), (g, "climb a ledge"), (g, "hurts:easy"), (g, "facts:0")], dice=[[1] * 3, [20], [1] * 5, [20] * 3])  # fmt: skip  # noqa: E501
    assert rolled(ran)[2] == "5d20"  # Donjon Level 1, Medium 3, and the die
    run(desk._award, s, g, gamesmaster=g, answers=[(g, "goal"), (g, "hard"), (g, "a plan")])
    assert [b.xp for b in s.pcs()] == [7, 7]
    run(desk._award, s, g, gamesmaster=g, answers=[(g, "fight"), (g, 5)])
    assert [b.xp for b in s.pcs()] == [10, 10]
    run(desk._award, s, g, gamesmaster=g, answers=[(g, "style"), (g, "pc1"), (g, 3)])
    assert [b.xp for b in s.pcs()] == [10, 13]
    run(desk._fact, s, g, gamesmaster=g, answers=[(g, "There is a draught")])
    assert (s.facts[-1].text, s.facts[-1].seat, s.facts[-1].author) == ("There is a draught", -1, "the Game Master")
    b = s.pc(0)
    b.wounds_full, b.wounds, b.full = 4, 4, [5] * 6
    for what, n, most in (("wounds", 2, 4), ("now:2", 5, 5), ("wealth", 20, 20), ("xp", 9999, 9999)):
        ran = run(desk._overrule, s, g, gamesmaster=g, answers=[(g, "pc0"), (g, what), (g, n)])
        assert (ran.asks[-1].low, ran.asks[-1].high) == (0, most)
    assert (b.wounds, b.now[2], b.wealth, b.xp) == (2, 5, 20, 9999)
    wolf = creature(s, "red_wolf")
    run(desk._overrule, s, g, gamesmaster=g, answers=[(g, wolf.id), (g, "wounds"), (g, 0)])
    assert wolf.status == "out"
    run(desk._overrule, s, g, gamesmaster=g, answers=[(g, wolf.id), (g, "wounds"), (g, 1)])
    assert wolf.status == "up"
    for key, left in (("npcs", ["npcs"]), ("npcs", []), ("all", list(AREAS)), ("none", [])):
        run(desk._hand, s, g, gamesmaster=g, answers=[(g, key)])
        assert s.desk.machine == left


@pytest.mark.rule("DON-AGM-11", "DON-NPC-01", "DON-NPC-04", "DON-AGM-01")
def test_who_is_met_in_a_scene_of_hers() -> None:
    s = table(2)
    g = 2
    assert run(desk.cast, s, "An empty shrine", gamesmaster=g, answers=[(g, "nobody")]).result == []
    ran = run(desk.cast, s, "A giant spider hangs here", gamesmaster=g, answers=[(g, "read"), (g, 2), (g, 3)])
    assert (asked(ran)[0], [b.level for b in ran.result]) == (["read", "say", "nobody"], [3, 3])
    assert [(a.low, a.high) for a in ran.asks if a.kind == "number"] == [(1, 6), (1, 4)]
    ran = run(
        desk.cast, s, "Empty words", gamesmaster=g, answers=[(g, "say"), (g, "Tax Collector"), (g, "talker"), (g, 1), (g, 1)]
    )
    assert (asked(ran)[0], [b.calling for b in ran.result]) == (["say", "nobody"], ["Tax Collector"])
    assert desk.first_words("a" * 64) == "a" * 64
    assert desk.first_words("word " * 20).endswith(" ...")


@pytest.mark.rule("DON-LAW-13", "DON-AGM-14", "DON-INTRO-02")
def test_a_twist_lies_beside_a_fact_and_adds_up() -> None:
    s = table(1)
    s.facts = [Fact(n, f"fact {n}", "colour", "", "Roland", 0 if n else -1, "t", 0, 1, "h") for n in range(11)]
    ran = run(desk._twist, s, 1, gamesmaster=1, answers=[(1, "fact:10"), (1, "it bites")])
    assert len(asked(ran)[0]) == 9  # eight facts, and a way out
    run(desk._twist, s, 1, gamesmaster=1, answers=[(1, "fact:10"), (1, "it is watched")])
    assert (s.facts[10].text, s.facts[10].twist.count(";"), s.tally.twists) == ("fact 10", 1, 2)
    s.facts[9].twist = ""
    run(law._twist, s, s.facts[9], wanted=True, gamesmaster=1, answers=[(1, "it hums")])
    assert ("hums" in s.facts[9].twist, s.tally.twists) == (True, 3)
    assert run(law._twist, s, s.facts[8], wanted=False, gamesmaster=1).asks == []


# Sketches.


@pytest.mark.rule("DON-AGM-15", "DON-ADV-01", "DON-TOWN-02", "DON-TOWN-03", "DON-TOWN-04", "DON-TOWN-05")
def test_many_sketches_keep_to_the_form() -> None:
    kinds, tempers, markups = set(), set(), set()
    for seed in range(60):
        made = sketch.sketch(Dice(seed), 2, 3)
        assert 2 <= len(made.chapters) <= 4
        levels = [c.donjon_level for c in made.chapters]
        assert levels[0] == 2
        assert all(0 <= b - a <= 1 for a, b in pairwise(levels))
        assert made.big_bad.level == levels[-1] + 2
        assert [c.quota for c in made.chapters] == [4] * (len(levels) - 1) + [2]
        ids = [e.id for c in made.chapters for e in c.encounters]
        assert ids == [f"s{n}" for n in range(1, len(ids) + 1)]
        for chapter in made.chapters:
            fights = [e for e in chapter.encounters if e.scene == "foes"]
            assert len(fights) == (1 if chapter is made.chapters[-1] else 2)
            assert [e.cache for e in chapter.encounters if e.scene == "cache"] == [chapter.donjon_level + 2]
            assert len(chapter.opponents) == 3
        assert [f.count for f in made.big_bad.guards] == ["2"]
        assert len(made.enticement) == 2
        assert sketch.warnings(made) == []
        shift = {"suspicious": 1, "friendly": -1}.get(made.town.temper, 0)
        for line in made.town.resources:
            assert max(0, 1 + shift) <= line.markup <= 6 + shift
            markups.add(line.markup - shift)
        kinds.add(made.town.kind)
        tempers.add(made.town.temper)
    assert tempers == {"suspicious", "indifferent", "friendly"}
    assert len(kinds) == len(content.gm().towns)


@pytest.mark.rule("DON-CHAP-01", "DON-ADV-02", "DON-ADV-06", "DON-CLIMAX-02", "DON-TOWN-05", "DON-ADV-05")
def test_what_an_adventure_is_told() -> None:
    made = sketch.sketch(Dice(1), 1, 3)
    last = made.chapters[-1].donjon_level
    for level, told in ((last, 1), (last + 1, 0), (last + 3, 0), (last + 4, 1)):
        made.big_bad.level = level
        assert len(sketch.warnings(made)) == told
    made.big_bad.level = last + 1
    whole = [e for c in made.chapters for e in c.encounters]
    for c in made.chapters:
        c.encounters = []
    made.chapters[0].encounters = whole[:5]
    assert sketch.warnings(made) == []
    made.chapters[0].encounters = whole[:4]
    assert len(sketch.warnings(made)) == 1
    made.chapters[0].encounters = whole
    for field in ("goal", "enticement"):
        kept = getattr(made, field)
        setattr(made, field, type(kept)())
        assert len(sketch.warnings(made)) == 1
        setattr(made, field, kept)
    made.environment = "a wood"
    made.town.name, made.town.hook = "", []
    assert len(sketch.warnings(made)) == 3
    assert [sketch.hint(3, n) for n in (1, 2, 4, 5)] == ["easy", "fair", "fair", "hard"]


@pytest.mark.rule("DON-ADV-09", "DON-AGM-15")
def test_what_comes_after_an_adventure() -> None:
    for level, kind, offered in ((4, "fungus", False), (5, "fungus", True), (5, "nok", False)):
        s = table(2, adventure=kind, recurring=True)
        for b in s.pcs():
            b.level = level
        creature(s, "red_wolf")
        s.respect, s.hostile, s.secret.queue, s.secret.escapees, s.secret.alerted, s.secret.back_way = (
            2,
            True,
            ["x"],
            2,
            True,
            True,
        )
        s.adventures_done = 1
        ran = run(sketch.next_adventure, s, answers=["nok"] if offered else [], dice=Dice(1))
        assert (len(ran.asks) == 1) is offered
        assert s.adventure is not None
        assert s.adventure.key == ("nok" if offered else "sketch1")
        assert (s.respect, s.hostile, s.secret.queue, s.secret.escapees, s.secret.alerted, s.secret.back_way) == (
            0,
            False,
            [],
            0,
            False,
            False,
        )
        assert s.secret.recurring
        assert all(b.pc for b in s.beings.values())
        if not offered:
            assert s.adventure.chapters[0].donjon_level == level


@pytest.mark.rule("DON-ABIL-01", "DON-ABIL-02", "DON-WORLD-03", "DON-POW-01", "DON-ABIL-11")
def test_naming_an_ability_is_everybodys_business() -> None:
    s = table(3)
    del s.beings["pc1"]
    d = Draft(1, being=Being("pc1", "", seat=1, player="Ron", calling="Knight"))
    tip = content.tips().player["abilities"]
    prompts = []
    for name in ("Hit People With Weapons", "Hear Noise", "Immune to Fire"):
        ran = run(inventing.ability, s, d, answers=[name])
        prompts.append(ran.asks[0].prompt)
        assert ran.asks[0].seats == (1, 0, 2)
    assert [tip in p for p in prompts] == [False, True, False]
    assert ["Main Ability" in p for p in prompts] == [True, False, False]
    assert all("Others may propose" in p for p in prompts)
    assert [(a.name, a.rank) for a in d.being.abilities] == [
        ("Hit People With Weapons", "main"), ("Hear Noise", "supporting"), ("Resistant to Fire", "supporting")
    ]  # fmt: skip
    s, d = draft()
    ran = run(inventing.ability, s, d, answers=["Hit People With Weapons"])
    assert "Others may propose" not in ran.asks[0].prompt
    offered = run(inventing.ability, s, d, answers=["Hear Noise"]).asks[0].suggestions
    assert len(set(offered)) == 6
    alone = Draft(0, being=Being("pc0", "", seat=0, sort="Race", species="elf"))
    s = table(2, dominant="all")
    s.beings["pc0"].species, s.beings["pc0"].sort = "elf", "Race"
    run(inventing.ability, s, alone, answers=["Hit People With Weapons"])
    assert alone.being.abilities[0].name == "Hit People With Weapons"  # nobody shares a race with himself


@pytest.mark.rule("DON-PRE-01", "DON-CLASS-05", "DON-CLASS-01", "DON-CLASS-03")
def test_who_to_be() -> None:
    s = table(2)
    del s.beings["pc0"]
    d = Draft(0, "start")
    ran = run(callings.start, s, d, answers=["ready", "back"])
    assert (d.stage, d.being.id, d.being.seat, d.being.side) == ("start", "pc0", 0, 0)
    samples = [k for k in asked(ran)[0] if k.startswith("sample:")]
    taken = s.pc(1)
    assert len(samples) == len(content.samples()) - 1
    assert not any(content.samples()[k.split(":")[1]].name == taken.name for k in samples)
    run(callings.start, s, d, answers=[samples[0]])
    row = content.samples()[samples[0].split(":")[1]]
    b = d.being
    assert (b.name, b.calling, d.stage, b.full, b.now, b.wounds, b.wealth) == (row.name, row.calling, "done", list(row.attributes), list(row.attributes), row.flesh_wounds, row.wealth)  # fmt: skip  # noqa: E501
    s.beings["pc0"] = Being("pc0", "Dead", seat=0, status="dead")
    d = Draft(0, "start")
    ready = asked(run(callings.start, s, d, answers=["ready", "back"]))[1]
    assert d.being.id != "pc0"  # the dead keep their place
    run(callings.start, s, d, answers=["ready", ready[0]])
    assert (d.stage, d.idea, len(d.being.abilities)) == ("name", d.being.calling, 5)
    assert sum(a.score for a in d.being.abilities) + d.being.save_mind + d.being.save_body + d.being.wounds_full == 20
    s.pc(1).calling = d.being.calling
    again = asked(run(callings.start, s, Draft(0, "start"), answers=["ready", "back"]))[1]
    assert ready[0] not in again
    d = Draft(0, "start")
    run(callings.start, s, d, answers=["invent"])
    assert (d.stage, d.being.species) == ("concept", "human")


@pytest.mark.rule("DON-TOWN-02", "DON-TOWN-03", "DON-TOWN-04", "DON-TOWN-05")
@pytest.mark.parametrize(
    ("face", "temper", "shift"), [(1, "suspicious", 1), (2, "indifferent", 0), (5, "indifferent", 0), (6, "friendly", -1)]
)
def test_a_town_is_thrown(face: int, temper: str, shift: int) -> None:
    for size_face in range(1, 7):
        size = next(row for row in content.gm().towns if min(row.rolls) <= size_face <= max(row.rolls))
        script: list[object] = [size_face, face]
        caps: list[int | None] = []
        for text in (size.weapons, size.provisions, size.hospitality):
            if text.isdecimal():
                caps.append(int(text))
            else:
                count = int(text.split("d")[0] or 1)
                script.append([1] * count)
                caps.append(None)
            script.append([6, 1, 1] if len(caps) == 1 else [2, 5, 3])
        made = sketch.sketch_town(Weighed([*script, 1]), ["a hook"], "a giver")  # type: ignore[list-item]
        assert [line.markup for line in made.resources] == [max(0, 1 + shift), 3 + shift, 3 + shift]  # the median, by temper
        assert [cap is None or line.cap == cap for line, cap in zip(made.resources, caps, strict=True)] == [True] * 3
        assert {len(line.vendors) for line in made.resources} == {size.vendors}
        assert (made.temper, made.hook, made.giver, made.name) == (
            temper,
            ["a hook"],
            "a giver",
            content.gm().sketch.town_names[0],
        )

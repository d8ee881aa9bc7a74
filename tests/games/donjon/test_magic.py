"""Chapter 6: Words, gathering, holding, spells and their prices, releasing, curses, making magic items."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.being import Ability, Being, Item, MagicBonus, When
from undercroft.games.donjon.rules.basics.distance import set_band
from undercroft.games.donjon.rules.characters import choosing_words, magic_words
from undercroft.games.donjon.rules.characters.experience import second_level
from undercroft.games.donjon.rules.combat.actions import npc_spell
from undercroft.games.donjon.rules.concepts import facts
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.creatures.healing import damage_taken
from undercroft.games.donjon.rules.magic import loot, magic, potions, spells
from undercroft.games.donjon.rules.magic.magic import casting_pool, gather
from undercroft.games.donjon.rules.magic.release import release
from undercroft.games.donjon.rules.magic.spells import Spell
from undercroft.games.donjon.rules.resolution.picking import opposing_extra
from undercroft.games.donjon.rules.resolution.pools import curse_parts, pool, tagged, worth
from undercroft.games.donjon.state import CLOSE, ONE, Donjon, Draft

from .kit import arena, creature, give, run, scene, table
from .test_combat import notations


def azar(s: Donjon) -> Being:
    return s.pc(1)


@pytest.mark.rule("DON-WORD-01", "DON-SPELL-01", "DON-SPELL-03", "DON-SPELL-07")
def test_a_spell_is_made_up_from_words_and_named_after_them() -> None:
    s = table(3)
    b = azar(s)
    b.spell_dice = 4
    trolls = [creature(s, "minotaur", "Troll A"), creature(s, "minotaur", "Troll B")]
    arena(s, *trolls)
    ran = run(
        spells.compose,
        s,
        b,
        answers=[
            ["fiery", "cloud"],
            "hurt",
            "hinder-body",
            [trolls[0].id, trolls[1].id],
            "scene",
            "Breakfast",
            "Hellish Fiery Cloud",
        ],
    )
    spell = ran.result
    assert spell is not None
    assert (spell.words, spell.effects, spell.name) == (["fiery", "cloud"], ["hurt", "hinder-body"], "Hellish Fiery Cloud")
    assert set(ran.asks[0].keys) == {"fiery", "madness", "demon", "cloud"}  # Words, not a spell list
    assert b.spell_dice == 4  # drafting costs nothing
    assert set(ran.asks[1].keys) == set(content.gm().magic.effects) - {"heal"}
    assert any("leaves out a Word" in text for text in ran.texts)
    assert spells.name_holds("Hellish Fiery Cloud of Gnawing Madness", ["fiery", "cloud", "gnawing", "madness"])
    assert not spells.name_holds("Cascade", ["fiery"])


@pytest.mark.rule("DON-WORD-02")
def test_miracles_follow_the_same_rules() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = [Ability("Work Miracles", 4, ["magic"], "main", spell=True)]
    ran = run(gather, s, b, dice=[[20, 19, 3, 3, 3, 3, 3], [5]])
    assert notations(ran) == ["7d20", "1d20"]
    assert b.spell_dice == 2


@pytest.mark.rule("DON-WORD-03", "DON-WORD-05")
def test_four_words_for_a_main_gift_two_for_a_supporting_one() -> None:
    s = table(3)
    assert len(azar(s).words) == 4
    d = Draft(
        0,
        "words",
        Being(
            "pc0",
            "Elf",
            seat=0,
            abilities=[Ability("Cast Nature Spells", 2, ["magic"], "supporting", [When("object", "nature")], spell=True)],
        ),
    )
    ran = run(choosing_words.words, s, d, answers=["tree", "squirrel", "leaves turn"])
    assert d.being.words == ["tree", "squirrel"]
    assert not any("question" in text for text in ran.texts)
    nature = d.being.abilities[0]
    assert choosing_words.belongs("tree", nature)
    assert not choosing_words.belongs("clockwork", nature)


@pytest.mark.rule("DON-WORD-04")
def test_nouns_verbs_and_adjectives_only() -> None:
    for word in ("the", "she", "quickly", "of", "and", "two words", "x"):
        assert magic_words.word_fault(word), word
    for word in ("fiery", "gnawing", "demon", "ghostly", "heal"):
        assert magic_words.word_fault(word) == "", word
    s = table(3)
    b = azar(s)
    run(choosing_words.ask_words, s, b, 1, b.abilities[0], answers=["quickly", "reversal"])
    assert b.words[-1] == "reversal"


@pytest.mark.rule("DON-WORD-06", "DON-UP-06", "DON-PERM-04")
def test_levels_bring_words_or_slots() -> None:
    s = table(3, chapter=0)
    ran = run(second_level, s, azar(s), answers=["word", "gnawing"])
    assert azar(s).words[-1] == "gnawing"
    assert "word" in ran.asks[0].keys
    ran = run(second_level, s, s.pc(0), answers=["slot:other"])
    assert "word" not in ran.asks[0].keys
    assert s.pc(0).slots == [1, 1, 2]


@pytest.mark.rule("DON-GATH-01", "DON-GATH-02", "DON-GATH-03", "DON-GATH-05", "DON-GATH-07")
def test_gathering_three_times() -> None:
    s = table(3)
    assert s.adventure is not None
    s.adventure.chapters[0].donjon_level = 3
    b = azar(s)
    from undercroft.games.donjon.rules.combat.actions import pc_options

    arena(s, creature(s, "minotaur"), band=ONE)
    assert "release" not in pc_options(s, b)
    ran = run(gather, s, b, dice=[[3, 4, 4, 6, 6, 8, 10, 14, 18, 20], [4, 13, 13]])
    assert notations(ran) == ["10d20", "3d20"]
    assert b.spell_dice == 3
    ran = run(gather, s, b, dice=[[2, 2, 4, 8, 10, 15, 16, 18, 20], [11, 11, 17]])
    assert notations(ran) == ["9d20", "3d20"]
    assert b.spell_dice == 5
    ran = run(gather, s, b, dice=[[1, 3, 3, 9, 9, 12, 14, 17], [4, 13, 19]])
    assert notations(ran) == ["8d20", "3d20"]
    assert b.spell_dice == 4
    assert b.abilities[0].score - b.strain == 2


@pytest.mark.rule("DON-GATH-02")
def test_gathering_is_harder_when_pressed_or_hurt() -> None:
    s = table(3)
    b = azar(s)
    foe = creature(s, "minotaur")
    arena(s, foe, band=ONE)
    assert magic.gather_step(s, b) == "easy"
    set_band(s, b.id, foe.id, CLOSE)
    assert magic.gather_step(s, b) == "medium"
    b.wounds = 1
    assert magic.gather_step(s, b) == "hard"


@pytest.mark.rule("DON-GATH-04")
def test_a_failed_first_attempt_helps_the_other_side() -> None:
    s = table(3)
    scene(s)
    b = azar(s)
    run(gather, s, b, answers=["write it for me"], dice=[[1] * 10, [20]])
    assert b.strain == 0
    b.bonus = [x for x in b.bonus if not x.about.startswith("gm:")]
    from undercroft.games.donjon.being import Bonus

    b.bonus.append(Bonus(2, "gm:gather", "a failed gathering", only=True))
    ran = run(gather, s, b, dice=[[20] * 10, [1] * 3])
    assert notations(ran)[1] == "3d20"


@pytest.mark.rule("DON-GATH-06", "DON-HOLD-01")
def test_strain_lasts_until_a_nights_rest_and_so_does_held_power() -> None:
    s = table(3)
    b = azar(s)
    b.strain = 3
    b.spell_dice = 2
    ran = run(gather, s, b)
    assert b.strain == 4
    assert not magic.can_cast(b)
    assert b.spell_dice == 0
    assert any("spent" in text for text in ran.texts)
    b.strain, b.spell_dice = 2, 3
    from undercroft.games.donjon.adventure import Encounter
    from undercroft.games.donjon.rules.running import common_scenes, scenes

    run(scenes.begin, s, Encounter("e", "next", "quiet"), planned=True)
    assert (b.strain, b.spell_dice) == (2, 3)
    common_scenes.night(Table(s, Dice(1)))
    assert (b.strain, b.spell_dice) == (0, 0)


@pytest.mark.rule("DON-HOLD-02")
def test_held_power_shows_and_grows() -> None:
    s = table(3)
    b = azar(s)
    b.spell_dice = 1
    small = magic.look(b)
    b.spell_dice = 7
    assert small.startswith("a big horned shadow")
    assert len(magic.look(b)) > len(small)
    scene(s)
    from undercroft.games.donjon.rules.tasks.tasks import sneak

    goblin = creature(s, "blood_goblin")
    ran = run(sneak, s, b, [goblin], answers=["write it for me"], dice=[[1] * 3, [20] * 12])
    assert any("horned shadow" in text for text in ran.texts)


@pytest.mark.rule("DON-HOLD-03")
def test_doing_anything_active_is_harder_while_holding() -> None:
    s = table(3)
    b = azar(s)
    b.spell_dice = 4
    for kind, dice in (
        ("athletics", 4),
        ("attack", 4),
        ("movement", 4),
        ("social", 4),
        ("perception", 4),
        ("dodge", 0),
        ("soak", 0),
        ("save_mind", 0),
        ("magic", 0),
    ):
        assert sum(n for _, n in opposing_extra(b, kind)) == dice, kind


@pytest.mark.rule("DON-HOLD-04", "DON-HOLD-05")
def test_a_hit_on_the_holder_tests_his_grip() -> None:
    s = table(3)
    scene(s)
    b = azar(s)
    b.spell_dice = 4
    ran = run(magic.hold_on, s, b, 2, dice=[[20] * 9, [1] * 6])
    assert notations(ran) == ["9d20", "6d20"]  # 5 + 4 against 4 + 2
    assert b.spell_dice == 4
    assert ran.asks == []
    ran = run(magic.hold_on, s, b, 0, dice=[[20] * 9, [1] * 4])
    assert notations(ran)[1] == "4d20"


@pytest.mark.rule("DON-HOLD-06", "DON-DIST-10")
def test_a_backfire_hits_everyone_in_close_with_one_roll() -> None:
    s = table(3)
    b = azar(s)
    for pc in s.pcs():
        pc.abilities = [a for a in pc.abilities if a.spell]
    foe = creature(s, "human_fighter")
    fight = arena(s, foe)
    for f in fight.fighters:
        f.moved = True
    set_band(s, "pc2", foe.id, ONE)
    b.spell_dice = 5
    ran = run(magic.backfire, s, b, dice=[[9] * 5, [20] * 5, [20] * 3, [20] * 8])
    assert notations(ran) == ["5d20", "5d20", "3d20", "8d20"]  # the fighter takes damage in combat
    assert b.spell_dice == 0


@pytest.mark.rule("DON-HOLD-07", "DON-CAST-16")
def test_a_felled_wizard_tests_and_loses_the_power_either_way() -> None:
    for dice, hurt in (([[1] * 7, [20] * 5], True), ([[20] * 7, [1] * 5], False)):
        s = table(1)
        wizard = creature(s, "human_wizard")
        arena(s, wizard)
        wizard.spell_dice = 3
        wizard.status = "out"
        extra = [[1] * 3, [20] * 3] if hurt else []
        s.pc(0).abilities = []
        ran = run(magic.hold_on, s, wizard, 2, dice=[*dice, *extra])
        assert notations(ran)[:2] == ["7d20", "5d20"]
        assert wizard.spell_dice == 0


@pytest.mark.rule("DON-SPELL-02", "DON-SPELL-08")
def test_prices_of_words() -> None:
    s = table(3)
    assert [spells.words_price(s, n) for n in range(1, 6)] == [0, 1, 2, 3, 4]
    s.options = msgspec.structs.replace(s.options, spell_pricing="table")
    assert [spells.words_price(s, n) for n in range(1, 7)] == [0, 1, 2, 4, 8, 16]
    spell = Spell(["a", "b", "c", "d"], ["hurt"] * 4, "x", targets=["1", "2", "3", "4"])
    assert 10 - spells.spell_price(s, spell) == 5


@pytest.mark.rule("DON-SPELL-04", "DON-AGM-16")
def test_a_stretched_word_gives_three_dice() -> None:
    s = table(3)
    b = azar(s)
    b.words = ["rat"]
    b.spell_dice = 2
    s.pc(0).wounds = 1
    scene(s)
    ran = run(spells.compose, s, b, answers=[["rat"], "heal", "a healing rat", "pc0", "Rat of Mercy"])
    spell = ran.result
    assert spell is not None
    assert spell.stretched == ["rat"]
    assert "How does 'rat'" in ran.asks[2].prompt
    ran2 = run(release, s, b, spell, dice=[[20] * 12, [1] * 5])
    assert notations(ran2)[1] == "5d20"  # 2 damage + 3
    assert magic_words.natural_effects("fog") != []
    assert "hurt" not in magic_words.natural_effects("fog")


@pytest.mark.rule("DON-SPELL-05", "DON-SPELL-06")
def test_prices_of_people_and_time() -> None:
    assert [spells.people_price(n) for n in (1, 4, 5, 25, 200, 9999)] == [0, 1, 1, 2, 4, 8]
    assert list(spells.DURATIONS.values()) == [0, 0, 1, 2, 4, 8, 16]
    s = table(3)
    goblins = Spell(["reversal"], ["hinder-mind"], "Reversal", "day", ["1", "2", "3", "4", "5"])
    assert spells.spell_price(s, goblins) == 3


@pytest.mark.rule("DON-CAST-01", "DON-CAST-12", "DON-CAST-03", "DON-CAST-04")
def test_one_roll_against_every_target_for_every_effect() -> None:
    s = table(3)
    b = azar(s)
    b.spell_dice = 10
    trolls = []
    for n in range(4):
        troll = Being(
            f"n{n}",
            f"Troll {n}",
            full=[5, 2, 3, 2, 5, 1],
            now=[5, 2, 3, 2, 5, 1],
            wounds=9,
            wounds_full=9,
            save_mind=2,
            save_body=3,
            abilities=[Ability("Regenerate", 5, ["soak"], weaknesses=["fire"])],
        )
        s.beings[troll.id] = troll
        trolls.append(troll)
    arena(s, *trolls, band=ONE)
    spell = Spell(
        ["fiery", "cloud", "gnawing", "madness"],
        ["hurt", "hinder-body", "hinder-body", "hinder-mind"],
        "Hellish Fiery Cloud of Gnawing Madness",
        targets=[x.id for x in trolls],
    )
    script: list[list[int] | int] = [[9] * 16]
    for size in (5, 8, 8, 5):
        for _ in range(4):
            script += [[20] * size] if len(script) > 1 else [[20] * size, 1]  # resisted; she lets it be, asked once a spell
    ran = run(release, s, b, spell, dice=script)
    rolled = notations(ran)
    assert rolled[0] == "16d20"
    assert rolled[1:5] == ["5d20"] * 4  # fire: Wherewithal alone, the Ability is off
    assert rolled[5:13] == ["8d20"] * 8  # Wherewithal + body save
    assert rolled[13:17] == ["5d20"] * 4  # Discernment + mind save
    assert b.spell_dice == 0


@pytest.mark.rule("DON-CAST-02")
def test_a_harming_spell_is_its_own_damage_roll() -> None:
    s = table(3)
    b = azar(s)
    b.spell_dice = 2
    leader = Being("n1", "Leader", full=[3] * 6, now=[3] * 6, wounds=4, wounds_full=4, abilities=[Ability("Dodge", 9, ["dodge"])])
    s.beings["n1"] = leader
    arena(s, leader, band=ONE)
    give(s, leader, "chain_shirt")
    leader.now[4] = 4
    ran = run(
        release,
        s,
        b,
        Spell(["fiery"], ["hurt"], "Fiery Cascade", targets=["n1"]),
        dice=[[1, 1, 1, 2, 3, 6, 7, 9, 14, 18, 18, 20], [1, 3, 6, 6, 8, 8]],
    )
    assert notations(ran) == ["12d20", "6d20"]
    assert leader.status == "out"


@pytest.mark.rule("DON-CAST-05", "DON-CAST-06")
def test_penalties_last_as_long_as_the_spell_and_statistics_stay() -> None:
    s = table(3)
    b = azar(s)
    b.spell_dice = 2
    foe = creature(s, "minotaur")
    arena(s, foe, band=ONE)
    run(
        release,
        s,
        b,
        Spell(["cloud"], ["hinder-body"], "Cloud", "scene", [foe.id]),
        answers=["facts:0"],
        dice=[[20, 19, 18] + [1] * 8, [9] * 9],
    )
    assert foe.penalties[0].dice == 3
    assert foe.penalties[0].until == "scene"
    assert pool(s, foe, "perception").dice == max(0, 1 - 3)
    assert pool(s, foe, "force").dice == 5
    assert foe.wounds == 6
    b.spell_dice = 2
    foe.penalties = []
    run(
        release,
        s,
        b,
        Spell(["demon"], ["hinder-mind"], "Chicken-Demon", "instant", [foe.id]),
        answers=["facts:1", "It is a chicken to the demon's eye", "attack"],
        dice=[[20, 19, 18, 17] + [1] * 8, [9] * 3],
    )
    assert [(p.dice, p.kinds) for p in foe.penalties] == [(1, ["perception", "attack"]), (3, ["attack"])]  # the fact, the spell
    assert foe.wounds == 6


@pytest.mark.rule("DON-CAST-07")
def test_a_floating_light_is_easy() -> None:
    s = table(3, chapter=3)
    b = azar(s)
    b.words, b.spell_dice = ["light"], 1
    ran = run(
        release,
        s,
        b,
        Spell(["light"], ["help"], "Light", "instant", ["pc1"]),
        answers=["perception"],
        dice=[[20, 19] + [1] * 9, [5, 4]],
    )
    assert notations(ran) == ["11d20", "2d20"]
    assert b.boons[0].dice == 2


@pytest.mark.rule("DON-CAST-08")
def test_healing_faces_the_damage_taken() -> None:
    s = table(3)
    patient = s.pc(2)
    patient.wounds, patient.now[0] = 0, 4
    assert damage_taken(patient) == 5
    b = azar(s)
    b.spell_dice = 1
    ran = run(release, s, b, Spell(["heal"], ["heal"], "Heal", targets=["pc2"]), dice=[[20, 19, 18] + [1] * 8, [9] * 5])
    assert notations(ran) == ["11d20", "5d20"]
    assert damage_taken(patient) == 2


@pytest.mark.rule("DON-CAST-09", "DON-CAST-11")
def test_summoning_faces_the_level_and_control_is_another_effect() -> None:
    s = table(3)
    b = azar(s)
    arena(s, creature(s, "minotaur"), band=ONE)
    b.spell_dice = 3
    before = set(s.beings)
    ran = run(release, s, b, Spell(["demon"], ["summon"], "Demon", summon="a demon"), dice=[[20] * 13, [1]])
    new = next(s.beings[i] for i in s.beings if i not in before)
    assert notations(ran) == ["13d20", "1d20"]
    assert new.side == 1  # uncontrolled
    b.spell_dice = 3
    before = set(s.beings)
    run(
        release,
        s,
        b,
        Spell(["demon", "madness"], ["summon", "hinder-mind"], "Mad Demon", summon="a demon", targets=[]),
        dice=[[20] * 12, [1], [1] * 4],
    )
    new = next(s.beings[i] for i in s.beings if i not in before)
    assert new.side == 0
    b.spell_dice = 1
    before = set(s.beings)
    ran = run(release, s, b, Spell(["demon"], ["summon"], "Demon", summon="a demon"), dice=[[1] * 11, [20], 1])
    assert any("Nothing comes" in text for text in ran.texts)  # she need not use them
    b.spell_dice = 1
    run(release, s, b, Spell(["demon"], ["summon"], "Demon", summon="a demon"), dice=[[1] * 11, [20], 2])
    assert len(s.beings) == len(before) + 1


@pytest.mark.rule("DON-CAST-10")
def test_a_gamesmaster_sets_the_opposing_dice() -> None:
    s = table(3)
    b = azar(s)
    b.spell_dice = 1
    ran = run(
        release,
        s,
        b,
        Spell(["light"], ["help"], "Light", "instant", ["pc1"]),
        answers=[(3, "hard"), "attack"],
        dice=[[20] * 11, [1] * 7],
        gamesmaster=3,
    )
    assert notations(ran)[1] == "7d20"


@pytest.mark.rule("DON-CAST-13")
def test_facts_of_a_spell_stay_with_its_words() -> None:
    s = table(3)
    scene(s)
    b = azar(s)
    foe = creature(s, "minotaur")
    about = Setting("magic", "'Fiery Cloud'", b, foe, tagged("fiery"), spell=["fiery", "cloud"])
    assert facts.refuse(s, "the wall collapses", about, 2)
    assert facts.refuse(s, "a cloud of sparks hangs there", about, 2) == ""


@pytest.mark.rule("DON-CAST-14", "DON-ABIL-08")
def test_damage_demons_helps_a_spell_against_demons_only() -> None:
    s = table(3)
    b = azar(s)
    b.spell_dice = 3
    demon = Being("n1", "Demon", full=[3] * 6, now=[3] * 6, wounds=9, wounds_full=9, tags=["demon"])
    man = Being("n2", "Man", full=[3] * 6, now=[3] * 6, wounds=9, wounds_full=9, tags=["human"])
    s.beings.update(n1=demon, n2=man)
    arena(s, demon, man, band=ONE)
    run(release, s, b, Spell(["fiery"], ["hurt"], "Fire", targets=["n1", "n2"]), dice=[[10] * 12, [20, 20], [9, 9, 9], [9, 9, 9]])
    assert demon.status == "out"  # 14 dice, all above 9
    assert man.status == "out"
    assert demon.wounds == 0


@pytest.mark.rule("DON-CAST-15")
def test_a_lost_comparison_does_not_undo_a_won_one() -> None:
    s = table(3)
    b = azar(s)
    b.spell_dice = 3
    one, two = creature(s, "minotaur", "One"), creature(s, "minotaur", "Two")
    arena(s, one, two, band=ONE)
    run(
        release,
        s,
        b,
        Spell(["madness"], ["hinder-mind"], "Madness", "flurry", [one.id, two.id]),
        answers=["facts:0", "everything"],
        dice=[[15] + [1] * 11, [9, 9, 9], [20, 20, 20], 1],
    )
    assert one.penalties
    assert not two.penalties


@pytest.mark.rule("DON-CAST-16", "DON-MHW-01")
def test_creatures_cast_by_the_same_rules() -> None:
    s = table(3)
    fiera = s.pc(2)
    wizard = creature(s, "human_wizard")
    arena(s, wizard, band=ONE, ours=("pc2",))
    ran = run(gather, s, wizard, dice=[[20] + [1] * 8, [5]])
    assert notations(ran) == ["9d20", "1d20"]
    assert wizard.spell_dice == 1
    spell = npc_spell(s, wizard)
    assert spell is not None
    assert spell.words == ["fire"]
    ran = run(release, s, wizard, spell, answers=["use:resistant-to-fire"], dice=[[1] * 10, [20] * 6])
    assert notations(ran) == ["10d20", "6d20"]
    assert fiera.bonus == []
    assert len(ran.asks) == 1  # a win of hers buys nothing


@pytest.mark.rule("DON-MITEM-04", "DON-FUN-07", "DON-MHW-02")
def test_one_time_bonuses_are_used_up_and_last_a_scene() -> None:
    s = table(3)
    scene(s)
    fiera = s.pc(2)
    potion = give(s, fiera, "potion_of_toughness")
    run(potions.drink, s, fiera, potion)
    assert fiera.items == []
    fiera.abilities = []
    from undercroft.games.donjon.rules.harm.damage import soak_pool

    assert run(soak_pool, s, fiera, tagged("blunt"), 3).result.dice == 6
    wizard = creature(s, "human_wizard")
    flask = next(i for i in wizard.items if "potion" in i.tags)
    run(potions.drink, s, wizard, flask.id)
    dodge = next(a for a in wizard.abilities if "dodge" in a.adds)
    assert pool(s, wizard, "dodge", ability=dodge).dice == 2 + 2 + 3
    fiera.wounds = 1
    heal_id = give(s, fiera, "potion_of_healing")
    ran = run(potions.drink, s, fiera, heal_id, dice=[[20, 19, 3, 3, 3], [9, 9, 9]])
    assert notations(ran) == ["5d20", "3d20"]
    assert fiera.wounds == 3


@pytest.mark.rule("DON-CURSE-01", "DON-LOOT-08")
def test_curse_dice_lower_the_worth_never_below_one() -> None:
    item = Item("i", "Broadsword", "weapon", 3, magic=[MagicBonus("general", "Attack", 2), MagicBonus("general", "Defend", 1)])
    assert worth(item) == 9
    item.curse = 3
    assert worth(item) == 6
    item.curse = 20
    assert worth(item) == 1


@pytest.mark.rule("DON-CURSE-02", "DON-AGM-17")
def test_a_curse_is_secret_until_it_bites() -> None:
    from undercroft.games.donjon import GAME
    from undercroft.games.donjon.rules.resolution.picking import after_roll
    from undercroft.games.donjon.screen import item_words

    found = []
    for _ in range(2):
        s = table(1)
        b = s.pc(0)
        item = Item("i1", "Boots", magic=[MagicBonus("general", "Sneak", 2)], curse=2)
        b.items.append(item)
        run(loot.lay_curse, s, item, dice=[3])
        found.append(s.secret.curses["i1"])
    assert found == ["stealth", "stealth"]
    assert "of what nobody knows" in item_words(b, item)
    assert GAME.mask(s, 0).secret.curses == {}
    assert curse_parts(s, b, "stealth") == []  # no odds may give it away
    assert curse_parts(s, b, "stealth", hidden=True) == [("curse of Boots", -2)]
    assert curse_parts(s, b, "attack") == []
    after_roll(Table(s, Dice(1)), b, "attack")
    assert not item.curse_known
    after_roll(Table(s, Dice(1)), b, "stealth")
    assert [i.curse_known for i in b.items] == [True]
    assert len(content.gm().curses) == 12


def maker(adventures: int = 1) -> tuple[Donjon, Being, Item]:
    s = table(3, chapter=0)
    s.adventures_done = adventures
    b = azar(s)
    b.wealth = 8
    sword = Item("s", "Fiery sword", "weapon", 2, magic=[MagicBonus("general", "Fiery Attack", 2)])
    return s, b, sword


@pytest.mark.rule("DON-MAKE-01", "DON-MAKE-02")
def test_making_is_for_casters_between_adventures_with_the_wealth_and_the_word() -> None:
    s, b, sword = maker()
    assert worth(sword) == 6
    assert loot.make_fault(s, b, sword, 6) == ""
    assert loot.make_fault(s, b, sword, 9)
    assert loot.make_fault(s, b, Item("x", "Icy sword", magic=[MagicBonus("general", "Freeze", 1)]), 2)
    s.chapter = 1
    assert "between adventures" in loot.make_fault(s, b, sword, 6)
    s, b, sword = maker(0)
    assert "between adventures" in loot.make_fault(s, b, sword, 6)
    s, b, sword = maker()
    s.retreated = True
    assert "between adventures" in loot.make_fault(s, b, sword, 6)
    s, b, sword = maker()
    assert "spell-caster" in loot.make_fault(s, s.pc(0), sword, 6)


@pytest.mark.rule("DON-MAKE-03", "DON-MAKE-04")
def test_a_made_item_gives_wealth_back_but_never_more_than_before() -> None:
    s, b, sword = maker()
    ran = run(loot.make_item, s, b, sword, dice=[[20, 19, 18] + [1] * 7, [5], [20] * 13, [1] * 6])
    assert notations(ran)[2:] == ["13d20", "6d20"]
    assert b.wealth == 8
    assert sword in b.items


@pytest.mark.rule("DON-MAKE-05", "DON-MAKE-06")
def test_failure_asks_for_more_and_curses_make_it_cheaper() -> None:
    s, b, sword = maker()
    run(loot.make_item, s, b, sword, dice=[[20] + [1] * 9, [5], [1] * 11, [20, 19, 1, 1, 1, 1]])
    assert b.wealth == 2
    assert loot.debt(b, "Fiery sword") == 2
    assert loot.make_fault(s, b, sword, worth(sword) + loot.debt(b, "Fiery sword"))
    s, b, sword = maker()
    sword.curse = 2
    assert worth(sword) == 4
    ran = run(loot.make_item, s, b, sword, dice=[[20] + [1] * 9, [5], [1] * 11, [20] * 4])
    assert b.wealth == 4
    assert notations(ran)[-1] == "4d20"


@pytest.mark.rule("DON-CAST-01")
def test_the_casting_pool() -> None:
    s = table(3)
    assert casting_pool(s, azar(s), 2).dice == 12

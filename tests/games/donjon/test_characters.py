"""Chapter 2: Attributes by five methods, Classes and Races, Abilities as data, saves, the twenty dice, the samples, the sheet."""

from __future__ import annotations

import pytest

from undercroft.engine import Match, Opening, Ran, Table, run
from undercroft.games.donjon import GAME, content
from undercroft.games.donjon.being import ATTRIBUTE_NAMES, ATTRIBUTES, Ability, Being, When
from undercroft.games.donjon.rules.bestiary.people import can_regenerate, regenerate_adr
from undercroft.games.donjon.rules.characters import attribute_methods, callings, choosing_words, creation, inventing, twenty_dice
from undercroft.games.donjon.rules.characters.ability_words import suggest_ability, tone_down
from undercroft.games.donjon.rules.characters.callings import calling_fault
from undercroft.games.donjon.rules.characters.experience import starting_level, threshold
from undercroft.games.donjon.rules.characters.inventing import ability_fault, ability_ideas, read_back
from undercroft.games.donjon.rules.creatures.creatures import invent
from undercroft.games.donjon.rules.harm.damage import soak_pool
from undercroft.games.donjon.rules.resolution.picking import verdict
from undercroft.games.donjon.rules.resolution.pools import best_ability, fits, pool, save_pool, tagged
from undercroft.games.donjon.screen import character_sheet, screen
from undercroft.games.donjon.sheets import rows_of, sheets_html
from undercroft.games.donjon.state import Donjon, Draft

from .kit import arena, creature, faults, give, scene, table

ROLLS = [[1, 5, 6], [1, 2, 2], [4, 4, 4], [2, 5, 5], [3, 4, 6], [1, 1, 6]]  # Fiera's rolls in the book
LOW = [[1, 1, 1], [2, 2, 2], [3, 3, 3], [3, 3, 3], [3, 3, 3], [3, 3, 3]]  # totals 15
SIXTEEN = [[2, 2, 2], [2, 2, 2], [3, 3, 3], [3, 3, 3], [3, 3, 3], [3, 3, 3]]


def draft(s: Donjon, stage: str = "start", seat: int = 0) -> Draft:
    d = Draft(seat, stage)
    d.being = Being(f"pc{seat}", "", seat=seat, player="Robin", side=0)
    s.beings.pop(f"pc{seat}", None)
    s.drafts = [d]
    s.phase = "creation"
    return d


def attributes_by(method: str, answers: list[str | int], dice: list[list[int]]) -> Ran[Donjon, None]:
    s = table(1, attributes=method)
    d = draft(s, "attributes")
    d.being.abilities = [Ability("Hit", 0, ["attack"], "main")]
    return run(attribute_methods.attributes, s, d, answers=answers, dice=dice)


@pytest.mark.rule("DON-WORLD-01")
def test_the_world_note_is_shown_while_characters_are_made() -> None:
    s = table(1, world="far future with rayguns")
    d = draft(s)
    ran = run(callings.start, s, d, answers=["sample:roland"])
    assert "far future with rayguns" in ran.asks[0].prompt
    assert any(line.value == "far future with rayguns" for line in screen(s, 0).status)


@pytest.mark.rule("DON-WORLD-02")
def test_five_prompts_that_may_be_skipped() -> None:
    assert len(content.tips().concept.prompts) == 5
    s = table(1)
    d = draft(s, "concept")
    run(callings.concept, s, d, answers=["think", "lurk", "skip"])
    assert d.being.concept == ["think", "lurk"]
    assert d.stage == "calling"
    d = draft(s, "concept")
    run(callings.concept, s, d, answers=["swing", "strike", "trouble", "steel", "grunt"])
    assert len(d.being.concept) == 5


@pytest.mark.rule("DON-WORLD-03")
def test_another_player_proposes_an_ability_and_the_owner_takes_it() -> None:
    s = table(2)
    d = draft(s, "ability")
    run(inventing.ability, s, d, answers=[(1, "Hit People With Weapons"), "take"])
    assert [a.name for a in d.being.abilities] == ["Hit People With Weapons"]
    run(inventing.ability, s, d, answers=[(1, "Sneak in Forests"), "leave"])
    assert len(d.being.abilities) == 1


@pytest.mark.rule("DON-ATTR-01", "DON-SHEET-01")
def test_the_sheet_lists_six_attributes_in_order_and_every_field() -> None:
    assert tuple(ATTRIBUTE_NAMES.values()) == ("Virility", "Cerebrality", "Discernment", "Adroitness", "Wherewithal", "Sociality")
    assert ATTRIBUTES == ("vir", "cer", "dis", "adr", "whe", "soc")
    s = table(3)
    s.pc(1).now[4] = 3
    sheet = character_sheet(s, s.pc(1))
    labels = [line.label for line in sheet.lines]
    at = labels.index("Virility")
    assert labels[at : at + 6] == list(ATTRIBUTE_NAMES.values())
    whe = sheet.lines[at + 4]
    assert (whe.value, whe.of) == ("3", 5)
    for field in (
        "Name",
        "Class",
        "Level",
        "Experience",
        "Flesh Wounds",
        "Wealth",
        "Provisions",
        "Magic Words",
        "Spell Dice held",
        "Weapons",
        "Armour",
        "Other",
    ):
        assert field in labels
    s.pc(1).level, s.pc(1).xp = 9, 1080
    experience = next(line for line in character_sheet(s, s.pc(1)).lines if line.label == "Experience")
    assert (experience.value, experience.hint) == ("1,080", f"Level 10 at {threshold(10, s.options.advancement):,}")
    assert "," in experience.hint


@pytest.mark.rule("DON-ATTR-02", "DON-ATTR-06", "DON-ATTR-05")
def test_virility_hurts_wherewithal_soaks_adroitness_hits() -> None:
    kinds = content.gm().kinds
    assert kinds["damage"].attribute == "vir"
    assert kinds["soak"].attribute == "whe"
    assert kinds["attack"].attribute == "adr"
    assert kinds["dodge"].attribute == "adr"
    s = table(3)
    assert pool(s, s.pc(2), "damage").parts[0] == ("Virility", 5)
    assert pool(s, s.pc(2), "attack").parts[0] == ("Adroitness", 4)


@pytest.mark.rule("DON-ATTR-03", "DON-ATTR-07", "DON-ATTR-04")
def test_cerebrality_packs_sociality_haggles_discernment_searches() -> None:
    kinds = content.gm().kinds
    assert kinds["spending_provisions"].attribute == "cer"
    assert kinds["spending_wealth"].attribute == "soc"
    assert kinds["perception"].attribute == "dis"
    assert kinds["magic"].attribute == "cer"


@pytest.mark.rule("DON-ATTR-08")
def test_starting_attributes_lie_from_one_to_six() -> None:
    s = table(1)
    d = draft(s, "attributes")
    d.being.full = [6, 1, 3, 4, 4, 3]
    ran = run(attribute_methods.one_up_one_down, s, d, answers=["up:cer", "down:dis"])
    assert "up:vir" not in ran.asks[0].keys
    assert d.being.full == [6, 2, 2, 4, 4, 3]
    d.being.full = [1, 1, 3, 4, 6, 6]
    ran = run(attribute_methods.one_up_one_down, s, d, answers=["up:vir", "down:whe"])
    assert ran.asks[0].keys == ("up:vir", "up:cer", "up:dis", "up:adr")
    assert ran.asks[1].keys == ("down:dis", "down:adr", "down:whe", "down:soc")


@pytest.mark.rule("DON-ATGEN-01")
def test_standard_keeps_the_median_in_order() -> None:
    ran = attributes_by("standard", [], ROLLS)
    assert ran.state.drafts[0].being.full == [5, 2, 4, 5, 4, 1]


@pytest.mark.rule("DON-ATGEN-02")
def test_anyone_may_turn_the_dial_back_to_standard() -> None:
    ran = attributes_by("allocated", ["standard"], ROLLS)
    assert ran.state.drafts[0].being.full == [5, 2, 4, 5, 4, 1]


@pytest.mark.rule("DON-ATGEN-03")
def test_the_dial_has_five_settings() -> None:
    dial = next(x for x in GAME.settings if x.name == "attributes")
    assert dial.choices == ("standard", "whiff-proof", "bonus", "chosen", "allocated")


@pytest.mark.rule("DON-ATGEN-04")
def test_whiff_proof_offers_a_reroll_at_fifteen_as_often_as_need_be_and_not_at_sixteen() -> None:
    ran = attributes_by("whiff-proof", ["dial", "reroll", "reroll"], [*LOW, *LOW, *ROLLS])
    assert ran.state.drafts[0].being.full == [5, 2, 4, 5, 4, 1]
    ran = attributes_by("whiff-proof", ["dial", "keep"], LOW)
    assert sum(ran.state.drafts[0].being.full) == 15
    ran = attributes_by("whiff-proof", ["dial"], SIXTEEN)
    assert sum(ran.state.drafts[0].being.full) == 16


@pytest.mark.rule("DON-ATGEN-05")
def test_bonus_takes_one_down_and_puts_one_up() -> None:
    ran = attributes_by("bonus", ["dial", "up:soc", "down:adr"], ROLLS)
    assert ran.state.drafts[0].being.full == [5, 2, 4, 4, 4, 2]
    down = ran.asks[-1].keys
    assert "down:soc" not in down  # another score, and never below 1
    ran = attributes_by("bonus", ["dial", "up:vir", "down:adr"], ROLLS)
    assert "down:soc" not in ran.asks[-1].keys


@pytest.mark.rule("DON-ATGEN-06")
def test_chosen_rolls_may_be_placed_in_any_order() -> None:
    ran = attributes_by("chosen", ["dial", "1", "2", "4", "4"], ROLLS)
    assert ran.state.drafts[0].being.full == [1, 2, 4, 4, 5, 5]
    assert sorted(ran.state.drafts[0].being.full) == sorted([5, 2, 4, 5, 4, 1])


@pytest.mark.rule("DON-ATGEN-07")
def test_allocated_shares_twenty_one_points() -> None:
    ran = attributes_by("allocated", ["dial", "own", 2, 3, 6, 5, 3], [])
    assert ran.state.drafts[0].being.full == [2, 3, 6, 5, 3, 2]
    for ask in ran.asks[2:]:
        assert ask.low >= 1
        assert ask.high <= 6
    with pytest.raises(Exception, match="will not do"):
        attributes_by("allocated", ["dial", "own", 7], [])
    for spread in attribute_methods.SPREADS.values():
        assert sum(spread) == 21


@pytest.mark.rule("DON-CLASS-01")
def test_a_class_is_invented_by_naming_it_and_a_gamesmaster_may_veto() -> None:
    s = table(1)
    d = draft(s, "calling")
    run(callings.calling, s, d, answers=["class", "Knight of the Silver Lance"])
    assert d.being.calling == "Knight of the Silver Lance"
    d = draft(s, "calling")
    run(callings.calling, s, d, answers=["class", "Tax Collector", (1, "no"), "Thief", (1, "yes")], gamesmaster=1)
    assert d.being.calling == "Thief"


@pytest.mark.rule("DON-CLASS-02")
def test_a_race_defines_its_whole_species() -> None:
    s = table(3)
    b = s.pc(2)
    run(_finish, s, b)
    archetype = content.gm().archetypes[1]
    npc = invent(s, "Snap-Tooth Dragon-Kin", archetype, 1)
    assert [a.name for a in npc.abilities] == [a.name for a in b.abilities]
    d = draft(s, "calling")
    run(callings.calling, s, d, answers=["class", "Sailor"])
    assert d.being.species == "human"


async def _finish(t: Table[Donjon], b: Being) -> None:
    creation.finish(t, Draft(b.seat, "done", b))


@pytest.mark.rule("DON-CLASS-03")
def test_no_two_alike_in_a_party() -> None:
    s = table(2)
    assert calling_fault(s, "wilderness SCOUT", "Class")
    assert calling_fault(s, "Thief", "Class") == ""


@pytest.mark.rule("DON-CLASS-04", "DON-CLASS-05")
def test_sample_names_and_five_complete_sets() -> None:
    names = content.callings().names
    assert {"Mercenary", "Archaeologist", "Purple-Robed Sorcerer", "Wilderness Scout", "Tinkerer"} <= set(names.classes)
    assert {"Pebble Gnome", "Sentient Forest Ape", "Red-Nose Goblin", "House Ogre", "Snap-Tooth Dragon-Kin"} <= set(names.races)
    sets = [row.name for row in content.callings().set]
    assert {"Mercenary", "Purple-Robed Sorcerer", "Granite-Bone Troll", "Elf", "Noble"} <= set(sets)
    for row in content.callings().set:
        assert [a.rank for a in row.abilities] == ["main", *["supporting"] * 4]
        assert sum(row.attributes) == 21
    s = table(1)
    d = draft(s, "calling")
    ran = run(callings.calling, s, d, answers=["class", "Thief"])
    assert set(ran.asks[1].suggestions) <= set(names.classes)


@pytest.mark.rule("DON-RACE-01")
def test_another_species_may_have_the_classes() -> None:
    s = table(2, dominant="goblin")
    assert calling_fault(s, "Human", "Race") == ""
    assert calling_fault(s, "Goblin", "Race")
    d = draft(s, "calling")
    run(callings.calling, s, d, answers=["race", "Human"])
    s.beings["pc0"] = d.being
    assert calling_fault(s, "human", "Race")


@pytest.mark.rule("DON-RACE-02")
def test_goblin_classes_are_offered_to_goblins() -> None:
    s = table(1, dominant="goblin")
    d = draft(s, "calling")
    ran = run(callings.calling, s, d, answers=["class", "Cave Guard"])
    assert {"Cave Guard", "Pumpkin Bomber", "Grub Hunter"} <= set(ran.asks[1].suggestions)
    assert d.being.species == "goblin"


@pytest.mark.rule("DON-RACE-03")
def test_with_classes_for_all_a_race_shares_its_main_ability() -> None:
    s = table(2, dominant="all")
    first = s.pc(1)
    first.sort, first.species = "Race", "Rock Troll"
    first.abilities[0].name = "Take All Sorts of Damage"
    d = draft(s, "calling")
    run(callings.calling, s, d, answers=["race", "Rock Troll", "Mountain Raider"])
    assert d.being.calling == "Rock Troll, Mountain Raider"
    ran = run(inventing.ability, s, d)
    assert d.being.abilities[0].name == "Take All Sorts of Damage"
    assert d.ability == 1
    assert not ran.asks


@pytest.mark.rule("DON-LEVEL-01", "DON-START-03")
def test_a_new_character_is_level_one_with_nothing_but_scores() -> None:
    s = table(3)
    for b in s.pcs():
        assert (b.level, b.xp, b.items, b.slots) == (1, 0, [], [1, 1, 1])


@pytest.mark.rule("DON-LEVEL-02")
def test_a_higher_start_is_built_level_by_level() -> None:
    from undercroft.games.donjon.rules.characters.experience import advance_step

    s = table(1, chapter=0)
    b = s.pc(0)
    before = sum(a.score for a in b.abilities) + b.save_mind + b.save_body + b.wounds_full
    starting_level(s, b, 3)
    answers = {"level": [], "dice": ["spread"], "second": ["slot:other"], "third": ["attr:vir"]}
    while s.advances:
        run(advance_step, s, answers=answers[s.advances[0].stage])
    after = sum(a.score for a in b.abilities) + b.save_mind + b.save_body + b.wounds_full
    assert (b.level, b.xp, after - before) == (3, 90, 10)
    assert b.slots == [1, 1, 2]
    assert b.full[0] == 3


@pytest.mark.rule("DON-FW-01")
def test_flesh_wounds_never_add_dice() -> None:
    s = table(1)
    b = s.pc(0)
    for kind in content.gm().kinds:
        before = pool(s, b, kind).dice
        b.wounds, b.wounds_full = 9, 9
        assert pool(s, b, kind).dice == before
        b.wounds, b.wounds_full = 3, 3


@pytest.mark.rule("DON-PROV-01", "DON-WEALTH-01")
def test_pack_and_purse_are_single_scores() -> None:
    s = table(1)
    sheet = {line.label: line.value for line in character_sheet(s, s.pc(0)).lines}
    assert sheet["Provisions"] == "5"
    assert sheet["Wealth"] == "3"
    assert sheet["Other"] == "-"


@pytest.mark.rule("DON-SAVE-01", "DON-SAVE-02", "DON-SAVE-03")
def test_two_saves_with_their_attributes() -> None:
    s = table(3)
    azar = s.pc(1)
    labels = [line.label for line in character_sheet(s, azar).lines if line.label.startswith("Save vs.")]
    assert labels == ["Save vs. Illusion and Confusion", "Save vs. Poison, Paralysis, and Transmogrification"]
    assert save_pool(s, azar, "save_mind").parts[0][0] == "Discernment"
    assert save_pool(s, azar, "save_mind").dice == 2 + 4
    assert save_pool(s, azar, "save_body").parts[0][0] == "Wherewithal"
    assert save_pool(s, azar, "save_body").dice == 5 + 1


@pytest.mark.rule("DON-ABIL-02", "DON-ABIL-03", "DON-ABIL-04")
def test_a_main_ability_is_broad_and_a_supporting_one_is_not() -> None:
    sets = {row.name: row for row in content.callings().set}
    hit = sets["Mercenary"].abilities[0].make()
    bows = next(a for a in sets["Elf"].abilities if a.name == "Use Bows").make()
    for gear in ("sword blade", "bow arrow", "mace"):
        assert fits(hit, "attack", tagged(gear))
    assert fits(bows, "attack", tagged("Long bow arrow"))
    assert not fits(bows, "attack", tagged("sword blade"))
    s = table(1)
    elf = s.pc(0)
    elf.abilities = [a.make() for a in sets["Elf"].abilities]
    give(s, elf, "mace")
    goblin = creature(s, "blood_goblin")
    arena(s, goblin)
    from undercroft.games.donjon.rules.combat.combat import attack_tags

    assert best_ability(s, elf, "attack", attack_tags(s, elf, goblin)) is None
    assert pool(s, elf, "attack").dice == elf.now[3]


@pytest.mark.rule("DON-ABIL-05")
def test_an_ability_helps_to_hit_or_to_hurt_not_both() -> None:
    both = Ability("Backstab", 2, ["attack", "damage"], "supporting", [When("position", "behind")])
    assert "not both" in ability_fault(both)
    s = table(1)
    d = draft(s, "ability")
    d.ability = 1
    run(inventing.ability, s, d, answers=["Backstab", "damage"])
    assert d.being.abilities[0].adds == ["damage"]
    assert d.being.abilities[0].when[0].words == "behind"


@pytest.mark.rule("DON-ABIL-06")
def test_soaking_everything_and_soaking_melee_alone() -> None:
    sets = {row.name: row for row in content.callings().set}
    troll = sets["Granite-Bone Troll"].abilities[0].make()
    mercenary = next(a for a in sets["Mercenary"].abilities if a.name.startswith("Take Damage")).make()
    assert fits(troll, "soak", tagged("trap fall stone"))
    assert fits(troll, "soak", tagged("magic fire"))
    assert fits(mercenary, "soak", tagged("cutting weapon melee fight"))
    assert not fits(mercenary, "soak", tagged("trap fall"))


@pytest.mark.rule("DON-ABIL-07")
def test_lying_helps_only_a_lie() -> None:
    s = table(3)
    lie = next(a for a in s.pc(1).abilities if a.name == "Lie Convincingly")
    noble = next(row for row in content.callings().set if row.name == "Noble").abilities[0].make()
    assert fits(lie, "social", tagged("lie"))
    assert not fits(lie, "social", tagged("plead"))
    assert fits(noble, "social", tagged("plead"))
    assert verdict(s, s.pc(1), lie, "social", tagged("plead")) == "refused"


@pytest.mark.rule("DON-ABIL-08")
def test_demons_by_any_means_and_anything_by_hand() -> None:
    s = table(3)
    demons = next(a for a in s.pc(1).abilities if a.name == "Damage Demons")
    smash = next(a for row in content.callings().set for a in row.abilities if a.name == "Hand-smash").make()
    assert fits(demons, "damage", tagged("sword demon"))
    assert demons.magic
    assert not fits(demons, "damage", tagged("sword goblin"))
    assert fits(smash, "damage", tagged("fists hand goblin"))
    assert not fits(smash, "damage", tagged("axe goblin"))


@pytest.mark.rule("DON-ABIL-10")
def test_combos_feed_the_next_roll() -> None:
    from undercroft.games.donjon.rules.concepts.law import keep
    from undercroft.games.donjon.rules.magic.loot import loot

    s = table(1)
    scene(s)
    b = s.pc(0)
    keep(s, b, 2, "looting", "Find Treasure")
    keep(s, b, 3, "looting", "Evaluate Worth")
    ran = run(loot, s, b, 2, "the hoard", answers=["money"], dice=[[20, 19, 3, 3, 3, 3, 3], [18, 2, 1]])
    rolled = [e.roll for e in ran.events if e.roll is not None]
    assert rolled[0].notation == "7d20"
    assert b.wealth == 5


@pytest.mark.rule("DON-ABIL-11")
def test_an_ability_is_data_and_its_name_fills_the_form() -> None:
    made = suggest_ability("Sneak in Forests", "supporting")
    assert made.adds == ["stealth"]
    assert (made.when[0].key, made.when[0].words) == ("place", "forest")
    assert "only where there is a forest" in read_back(made)
    assert ability_fault(Ability("Many", 0, ["a", "b", "c", "d"], "main"))
    assert ability_fault(Ability("Vague", 0, ["stealth"], "supporting"))


@pytest.mark.rule("DON-MABIL-01", "DON-MABIL-02")
def test_general_magic_must_be_main_and_narrow_magic_may_be_supporting() -> None:
    general = suggest_ability("Cast Spells", "supporting")
    assert ability_fault(general)
    narrow = suggest_ability("Cast Nature Spells", "supporting")
    assert narrow.spell
    assert ability_fault(narrow) == ""


@pytest.mark.rule("DON-MABIL-03")
def test_a_caster_is_not_finished_without_words_and_look() -> None:
    s = table(1)
    d = draft(s, "words")
    d.being.abilities = [suggest_ability("Cast Spells", "main")]
    ran = run(choosing_words.words, s, d, answers=["fire", "ice", "grow", "sleep", "the air hums"])
    assert d.being.words == ["fire", "ice", "grow", "sleep"]
    assert d.being.look == "the air hums"
    assert ran.asks[-1].low > 0  # no look, no caster
    assert d.stage == "dice"


@pytest.mark.rule("DON-MABIL-04")
def test_magical_abilities_without_spells_work_like_any_other() -> None:
    s = table(1)
    b = s.pc(0)
    hands = Ability("Hands of Flame", 3, ["damage"], "supporting", [When("gear", "fists")])
    b.abilities[4] = hands
    assert best_ability(s, b, "damage", tagged("fists hand goblin")) is hands
    assert b.spell_dice == 0


@pytest.mark.rule("DON-POW-01", "DON-POW-02")
def test_too_much_is_toned_down() -> None:
    assert tone_down("Immune to Fire") == "Resistant to Fire"
    assert tone_down("Regenerate Damage") == "Regenerate Adroitness Damage"
    assert tone_down("Climb Trees") == "Climb Trees"
    s = table(1)
    d = draft(s, "ability")
    d.ability = 1
    ran = run(inventing.ability, s, d, answers=["Immune to Fire"])
    assert d.being.abilities[0].name == "Resistant to Fire"
    assert any("claims too much" in text for text in ran.texts)


@pytest.mark.rule("DON-POW-02", "DON-POW-03")
def test_regenerating_adroitness_once_a_scene() -> None:
    s = table(3)
    fiera = s.pc(2)
    scene(s)
    fiera.now[3] = 2
    assert can_regenerate(fiera)
    ran = run(regenerate_adr, s, fiera, dice=[[20, 19, 3, 2, 1], [10, 9]])
    rolled = [e.roll for e in ran.events if e.roll is not None]
    assert [r.notation for r in rolled] == ["5d20", "2d20"]
    assert fiera.now[3] == 4
    fiera.now[3] = 3
    assert not can_regenerate(fiera)
    fiera.used = []  # the next scene
    assert can_regenerate(fiera)


@pytest.mark.rule("DON-START-01")
def test_twenty_dice_over_eight_scores() -> None:
    s = table(1)
    d = draft(s, "dice")
    d.being.abilities = [a.make(0) for a in content.samples()["roland"].abilities]
    run(twenty_dice.dice, s, d, answers=["own", 4, 3, 3, 3, 2, 2, 2])
    b = d.being
    assert [a.score for a in b.abilities] == [4, 3, 3, 3, 2]
    assert (b.save_mind, b.save_body, b.wounds_full) == (2, 2, 1)
    b.full = [3, 3, 4, 4, 4, 3]
    b.wealth, b.provisions = 5, 3
    assert faults(s, b) == []
    d1 = draft(s, "dice")
    d1.being.abilities = [a.make(0) for a in content.samples()["roland"].abilities]
    ran = run(twenty_dice.dice, s, d1, answers=["own", 0, 0, 0])
    assert ran.asks[1].high == 4
    assert [a.score for a in d1.being.abilities] == [0, 0, 0, 4, 4]  # who places none must place four in each of the rest
    assert (d1.being.save_mind, d1.being.save_body, d1.being.wounds_full) == (4, 4, 4)
    d2 = draft(s, "dice")
    d2.being.abilities = [a.make(0) for a in content.samples()["roland"].abilities]
    run(twenty_dice.dice, s, d2, answers=["take"])
    assert sum(a.score for a in d2.being.abilities) + d2.being.save_mind + d2.being.save_body + d2.being.wounds_full == 20


@pytest.mark.rule("DON-START-02")
@pytest.mark.parametrize(("pick", "scores"), [("wealth", (5, 3)), ("provisions", (3, 5))])
def test_five_and_three(pick: str, scores: tuple[int, int]) -> None:
    s = table(1)
    d = draft(s, "purse")
    d.being.name = "Roland"
    run(creation.purse, s, d, answers=[pick])
    assert (d.being.wealth, d.being.provisions) == scores


@pytest.mark.rule("DON-PRE-01")
def test_the_three_worked_characters_are_legal_and_ready() -> None:
    s = table(3)
    for b, name in zip(s.pcs(), ("Roland", "Azar", "Fiera"), strict=True):
        assert b.name == name
        assert sum(b.full) == 21
        assert faults(s, b) == []
    d = draft(s)
    ran = run(callings.start, s, d, answers=["sample:roland"])
    assert d.being.name == "Roland"
    assert "sample:azar" not in ran.asks[0].keys  # taken


@pytest.mark.rule("DON-CLASS-05", "DON-WEAP-05")
def test_a_whole_invented_character_from_first_to_last_page() -> None:
    s = table(2, attributes="allocated")
    draft(s)
    pages: list[list[str | int]] = [
        ["invent"],
        ["skip"],
        ["class", "Cave Painter"],
        ["Hit People With Weapons"],
        ["Swing Ladle", "yes"],
        ["Climb Walls", "yes"],
        ["Cast Illusions", "yes"],
        ["Hear Noise"],
        ["dial", "even"],
        ["dream", "light", "colours run"],
        ["take"],
        [2],
        ["wealth"],
        ["Ochre"],
    ]
    for page in pages:
        assert s.drafts
        run(creation.creation_step, s, answers=page)
    assert s.drafts == []
    ochre = s.pc(0)
    assert ochre.name == "Ochre"
    assert faults(s, ochre) == []
    assert "weapon:ladle=2" in ochre.notes
    assert ochre.words == ["dream", "light"]
    assert ability_ideas(Draft(0))


@pytest.mark.rule("DON-SHEET-02", "DON-SHEET-03")
def test_the_printed_sheet_has_its_rows_and_room_for_more() -> None:
    s = table(3)
    b = s.pc(0)
    assert [len(rows_of(b, sort)) for sort in ("weapon", "armor", "other")] == [4, 4, 5]
    for sort in ("weapon", "armor", "other"):
        assert [row[0] for row in rows_of(b, sort)].count("x") == 1
    while len(b.abilities) < 9:
        b.abilities.append(Ability(f"Later Gift {len(b.abilities)}", 1, ["stealth"]))
    page = sheets_html(s, None).decode()
    assert all(a.name in page for a in b.abilities)
    assert page.count("<section>") == 3
    labels = [line.label for line in character_sheet(s, b).lines]
    assert all(any(a.name in label for label in labels) for a in b.abilities)


@pytest.mark.rule("DON-ABIL-06")
def test_thick_hide_is_in_the_pool_only_when_picked_and_only_against_sharp_things() -> None:
    s = table(3)
    fiera = s.pc(2)
    scene(s)
    ran = run(soak_pool, s, fiera, tagged("cutting sharp"), 5, answers=["use:thick-hide"])
    assert ran.result.dice == 6
    ran = run(soak_pool, s, fiera, tagged("fall"), 5)
    assert ran.result.dice == 4


@pytest.mark.rule("DON-ABIL-01")
@pytest.mark.parametrize(("skip", "magic", "questions"), [(False, False, 16), (False, True, 21), (True, False, 12)])
def test_a_newcomer_who_takes_what_is_offered_is_soon_done(skip: bool, magic: bool, questions: int) -> None:
    match = Match.start(GAME, Opening(game="donjon", seats=("Nell",), seed=5))
    while match.state.drafts:
        ask = match.ask
        assert ask is not None
        keys = ask.keys_for(0)
        if ask.kind == "text":
            spells = [name for name in ask.suggestions if "Spell" in name]
            main = "Main Ability" in ask.prompt and magic
            answer = spells[0] if main else next(name for name in ask.suggestions if name not in spells)
        elif match.move_count == 0:
            answer = "invent"
        elif skip and "skip" in keys:
            answer = "skip"
        else:
            answer = "magic" if magic and "magic" in keys else "steel" if "steel" in keys else keys[0]
        match.answer(answer, 0)
    assert match.move_count == questions
    assert faults(match.state, match.state.pc(0)) == []

"""A fourth reading: harm in a fight, magic that weighs or wounds, and calls that are the Game Master's."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.being import Ability, Boon, Item, MagicBonus, When
from undercroft.games.donjon.rules.basics.distance import band, fighter
from undercroft.games.donjon.rules.basics.words import singular, stem
from undercroft.games.donjon.rules.bestiary import fungi
from undercroft.games.donjon.rules.characters.ability_words import suggest_ability
from undercroft.games.donjon.rules.combat.combat import attack
from undercroft.games.donjon.rules.combat.hits import land
from undercroft.games.donjon.rules.goods.goods import a_thing
from undercroft.games.donjon.rules.harm import initiative
from undercroft.games.donjon.rules.magic import magic
from undercroft.games.donjon.rules.magic.release import release
from undercroft.games.donjon.rules.magic.spells import Spell, gem_dice
from undercroft.games.donjon.rules.resolution.picking import choose_pool
from undercroft.games.donjon.rules.resolution.pools import attribute, fits, item_parts, pool, tagged, two_handed
from undercroft.games.donjon.rules.running import meetings
from undercroft.games.donjon.rules.tasks.declaring import declare
from undercroft.games.donjon.state import CLOSE, ONE, TWO, Donjon

from .kit import arena, creature, give, run, scene, table

GM = 1
HARDENED = Ability("Take Damage in Combat", 3, ["soak"], when=[When("position", "fight")])
FIREPROOF = Ability("Resistant to Fire", 2, ["soak"], when=[When("harm", "fire")])


# Harm in a fight is harm in combat.


@pytest.mark.rule("DON-HOLD-06", "DON-ABIL-03")
def test_the_explosion_of_held_power_is_harm_in_combat_and_no_fire() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = [HARDENED, FIREPROOF]
    b.spell_dice = 2
    arena(s, creature(s, "human_thief"), band=TWO)
    ran = run(magic.backfire, s, b, answers=["use:take-damage-in-combat"], dice=[[1] * 2, [20] * 6])
    assert ran.asks[0].keys == ("use:take-damage-in-combat", "plain")
    s.fight = None
    b.spell_dice = 2
    b.usual = {}
    ran = run(magic.backfire, s, b, dice=[[1] * 2, [20] * 3])
    assert not ran.asks


@pytest.mark.rule("DON-CAST-02", "DON-ABIL-03")
def test_a_spell_in_a_fight_is_soaked_like_a_blow() -> None:
    s = table(1)
    caster = s.pc(0)
    caster.words, caster.spell_dice = ["fire"], 3
    caster.abilities = [Ability("Cast Spells", 2, ["magic"], "main", spell=True)]
    foe = creature(s, "human_fighter")
    foe.abilities = [HARDENED]
    foe.items, foe.worn = [], []
    arena(s, foe)
    dice = caster.now[1] + 2 + 3
    ran = run(
        release, s, caster, Spell(["fire"], ["hurt"], "Blaze", targets=[foe.id]), dice=[[1] * dice, [20] * (foe.now[4] + 3), 1]
    )
    assert [e.roll.notation for e in ran.events if e.roll is not None][:2] == [f"{dice}d20", f"{foe.now[4] + 3}d20"]


@pytest.mark.rule("DON-MSC-03", "DON-ABIL-03")
def test_a_burning_cloud_is_harm_in_combat() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = [HARDENED]
    cap = creature(s, "spraycaps")
    cap.abilities = []
    arena(s, cap)
    ran = run(fungi.explode, s, cap, answers=["use:take-damage-in-combat"], dice=[[1] * 4, [20] * 6, [20] * cap.now[4]])
    assert ran.asks[0].keys == ("use:take-damage-in-combat", "plain")


# Magic that weighs, wounds and charges.


@pytest.mark.rule("DON-MITEM-03")
def test_magic_damage_is_dice_on_the_damage_and_not_on_the_attack() -> None:
    s = table(1)
    b = s.pc(0)
    b.items = [Item("w", "Grudge", "weapon", 2, magic=[MagicBonus("general", "Damage", 2)])]
    b.wielding = "w"
    assert item_parts(b, "damage", frozenset()) == [("Grudge, Damage", 2)]
    assert item_parts(b, "attack", frozenset()) == []


@pytest.mark.rule("DON-WT-02", "DON-WT-03", "DON-WT-04")
def test_virility_by_magic_carries_weight() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities, b.now[0] = [], 2
    give(s, b, "broadsword")
    give(s, b, "plate_armor")
    clumsy = pool(s, b, "attack").dice
    assert two_handed(b, b.items[0])
    assert attribute(s, b, "adr") == b.now[3] - 2
    b.items.append(Item("r", "Ring", magic=[MagicBonus("attribute", "Virility", 2)]))
    assert not two_handed(b, b.items[0])
    assert attribute(s, b, "adr") == b.now[3]
    assert pool(s, b, "attack").dice == clumsy + 1 + 2  # neither sword nor armor is too heavy now
    b.items.pop()
    b.boons.append(Boon(1, [], "scene", "a draught", "vir"))
    assert attribute(s, b, "adr") == b.now[3] - 1


@pytest.mark.rule("DON-MOVE-10")
def test_an_ability_that_charges_and_attacks_keeps_both() -> None:
    s = table(1, charge="instead")
    knight = creature(s, "human_fighter")
    knight.abilities = [Ability("Ride Down", 3, ["attack", "charge"]), Ability("Couch Lance", 2, ["charge"])]
    arena(s, knight)
    fighter(s, knight.id).moved_to = "pc0"
    s.pc(0).abilities = []
    n = knight.now[3] + 3
    run(attack, s, knight, s.pc(0), dice=[[1] * n, [20] * s.pc(0).now[3]])
    assert [a.adds for a in knight.abilities] == [["attack", "charge"], ["charge"]]


@pytest.mark.rule("DON-ABIL-04")
@pytest.mark.parametrize(
    ("word", "one"), [("knives", "knife"), ("wives", "wife"), ("elves", "elf"), ("thieves", "thief"), ("gloves", "glove")]
)
def test_plurals_of_things_with_edges(word: str, one: str) -> None:
    assert singular(word) == one


@pytest.mark.rule("DON-ABIL-04")
def test_throw_knives_is_for_knives() -> None:
    knives = suggest_ability("Throw Knives", "supporting")
    assert fits(knives, "attack", tagged("knife thrown"))
    assert stem("knife") == stem("knives")


@pytest.mark.rule("DON-MITEM-03")
def test_the_heart_of_nok_helps_with_spells_on_the_dead() -> None:
    s = table(1)
    b = s.pc(0)
    ghoul = creature(s, "human_thief")
    command, blaze = Spell(["bone"], ["help"], "Rise"), Spell(["fire"], ["hurt"], "Blaze", targets=[ghoul.id])
    assert gem_dice(s, b, command) == 0
    b.items.append(content.goods().item("heart_of_nok", "heart"))
    assert a_thing(b.items[-1]) == "the Heart of Nok"
    assert gem_dice(s, b, command) == 3
    assert gem_dice(s, b, blaze) == 0
    ghoul.tags.append("undead")
    assert gem_dice(s, b, blaze) == 3


# Her calls.


@pytest.mark.rule("DON-ATK-03", "DON-LAW-09")
def test_her_facts_on_a_hit_are_told_to_the_table() -> None:
    s = table(1)
    foe = creature(s, "blood_goblin")
    arena(s, foe)
    s.pc(0).abilities = []
    dice = [[1] * 20, [20] * s.pc(0).now[4]]
    ran = run(
        land,
        s,
        foe,
        s.pc(0),
        1,
        tagged("bite"),
        answers=[(GM, "facts"), (GM, "Roland loses a boot")],
        dice=Dice(1),
        gamesmaster=GM,
    )
    assert "Roland loses a boot." in ran.texts
    assert dice


@pytest.mark.rule("DON-CALL-01", "DON-AGM-01")
@pytest.mark.parametrize(("ruled", "fights"), [("blows", True), ("wait", False)])
def test_she_says_whether_a_failed_talk_comes_to_blows(ruled: str, fights: bool) -> None:
    s = table(1)
    s.pc(0).abilities = []
    goblin = creature(s, "blood_goblin")
    goblin.tags.append("talks")
    now = scene(s)
    now.foes, now.stage = [goblin.id], "meet"
    mine, theirs = s.pc(0).now[5], pool(s, goblin, "save_mind", attr="dis").dice
    answers = [(0, "talk"), (0, "charm"), (GM, "facts:0"), (GM, ruled)]
    ran = run(meetings.approach, s, now, [goblin], answers=answers, dice=[[1] * mine, [20] * theirs], gamesmaster=GM)
    assert (s.fight is not None) is fights
    assert (now.stage == "after") is fights
    assert ran.asks[-1].rule == "DON-CALL-01"


@pytest.mark.rule("DON-DIST-02", "DON-DIST-03")
def test_where_her_side_starts_is_hers_to_say() -> None:
    s = table(1)
    wolf, other = creature(s, "red_wolf", "one"), creature(s, "red_wolf", "other")
    fight = arena(s, wolf, other)
    fight.by_party = False
    ran = run(initiative.place, s, answers=[(GM, "two"), (GM, "one")], gamesmaster=GM)
    assert (band(s, "pc0", wolf.id), band(s, "pc0", other.id)) == (TWO, ONE)
    assert ran.asks[0].keys == ("one", "two")
    fight.ambush = True
    ran = run(initiative.place, s, answers=[(GM, "one"), (GM, "close")], gamesmaster=GM)
    assert (band(s, "pc0", wolf.id), band(s, "pc0", other.id)) == (ONE, CLOSE)
    run(initiative.place, s)
    assert (band(s, "pc0", wolf.id), band(s, "pc0", other.id)) == (CLOSE, ONE)


@pytest.mark.rule("DON-TEST-06", "DON-AGM-01")
def test_she_picks_the_attribute_of_a_free_test() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = []
    b.now[:] = [1, 2, 3, 4, 5, 6]
    answers = [(0, "run through the maze"), (GM, "whe"), (GM, "medium"), (0, "facts:0"), (GM, "")]
    ran = run(declare, s, b, [], answers=answers, dice=[[20] * 5, [1] * (3 + s.donjon_level)], gamesmaster=GM)
    assert next(e.roll.notation for e in ran.events if e.roll is not None) == "5d20"


@pytest.mark.rule("DON-CAST-10")
def test_she_names_any_other_score_against_a_spell() -> None:
    s = table(1)
    caster = s.pc(0)
    caster.words, caster.spell_dice = ["light"], 2
    caster.abilities = [Ability("Cast Spells", 2, ["magic"], "main", spell=True)]
    dice = caster.now[1] + 2 + 2
    for score in (1, 7):
        caster.spell_dice = 2
        spell = Spell(["light"], ["shield"], "Glow", targets=[caster.id])
        ran = run(release, s, caster, spell, answers=[(GM, "own"), (GM, score)], dice=[[20] * dice, [1] * score], gamesmaster=GM)
        assert [e.roll.notation for e in ran.events if e.roll is not None] == [f"{dice}d20", f"{score}d20"]
    caster.spell_dice = 2
    spell = Spell(["light"], ["shield"], "Glow", targets=[caster.id])
    ran = run(release, s, caster, spell, answers=[(GM, "crazy")], dice=[[20] * dice, [1] * (12 + s.donjon_level)], gamesmaster=GM)
    assert ran.events


async def _argue(t: Table[Donjon], why: str) -> bool:
    b = t.state.pc(0)
    picked = await choose_pool(t, b, "stealth", tags=tagged("cellar"), other=3, why=why, rule="DON-TEST-02")
    return picked.stretched


@pytest.mark.rule("DON-AGM-12")
def test_her_rulings_on_an_ability_are_precedents() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = [Ability("Hide in Forests", 3, ["stealth"], when=[When("place", "forest")])]
    scene(s)
    words = [(0, "argue:hide-in-forests"), (0, "it is a matter of attitude")]
    ran = run(_argue, s, "hiding", answers=[*words, (GM, "argued")], gamesmaster=GM)
    assert ran.result is False
    b.argued, b.usual = [], {}
    ran = run(_argue, s, "hiding", answers=words)  # without her the machine would call it a stretch; it remembers
    assert ran.result is False

"""The worked examples of the book, replayed: dice through the Test engine, pools through the rules, the rest by the
tests named here."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from undercroft.engine import Table
from undercroft.games.donjon import content
from undercroft.games.donjon.adventure import Resource
from undercroft.games.donjon.being import Ability, Being, Item, MagicBonus
from undercroft.games.donjon.rules.basics.distance import band, fighter
from undercroft.games.donjon.rules.characters.ability_words import suggest_ability
from undercroft.games.donjon.rules.characters.experience import threshold
from undercroft.games.donjon.rules.combat import actions
from undercroft.games.donjon.rules.combat.combat import attack
from undercroft.games.donjon.rules.combat.moving import move_away, move_in
from undercroft.games.donjon.rules.concepts.contest import Pool, Result, contest
from undercroft.games.donjon.rules.fungus.fungus_caves import drink_spores
from undercroft.games.donjon.rules.goods import goods, pack
from undercroft.games.donjon.rules.harm.damage import damage_test
from undercroft.games.donjon.rules.magic import magic, release, spells
from undercroft.games.donjon.rules.magic.loot import loot
from undercroft.games.donjon.rules.resolution.picking import related
from undercroft.games.donjon.rules.resolution.pools import attribute, difficulty_pool, pool, score, tagged, worth
from undercroft.games.donjon.rules.running import meetings
from undercroft.games.donjon.rules.tasks.declaring import declare
from undercroft.games.donjon.rules.tasks.tasks import look_around, sneak, task
from undercroft.games.donjon.state import CLOSE, ONE, Donjon

from .kit import arena, creature, faults, give, numbers, run, scene, table
from .test_combat import bare, notations

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "examples.json").read_text(encoding="utf-8"))
BY_ID = {entry["id"]: entry for entry in EXAMPLES}
ROLLED = [(entry["id"], number, test) for entry in EXAMPLES for number, test in enumerate(entry.get("tests", []))]

# Examples that are told rather than rolled: the tests that play them.
PLAYED = {
    "DON-EX-01": "test_basics.test_a_won_search_makes_the_thing_exist_though_nobody_had_prepared_it",
    "DON-EX-04": "test_basics.test_the_median_is_the_middle_one",
    "DON-EX-06": "test_characters.test_standard_keeps_the_median_in_order",
    "DON-EX-07": "test_characters.test_a_main_ability_is_broad_and_a_supporting_one_is_not",
    "DON-EX-08": "test_characters.test_an_ability_helps_to_hit_or_to_hurt_not_both",
    "DON-EX-09": "test_characters.test_combos_feed_the_next_roll",
    "DON-EX-10": "test_characters.test_too_much_is_toned_down",
    "DON-EX-11": "test_characters.test_regenerating_adroitness_once_a_scene",
    "DON-EX-12": "test_characters.test_the_three_worked_characters_are_legal_and_ready",
    "DON-EX-13": "test_characters.test_the_three_worked_characters_are_legal_and_ready",
    "DON-EX-14": "test_characters.test_the_three_worked_characters_are_legal_and_ready",
    "DON-EX-19": "test_goods.test_flame_breath_needs_its_diet",
    "DON-EX-31": "test_combat.test_the_count_goes_down_and_ties_go_round_the_table",
    "DON-EX-32": "test_combat.test_the_count_goes_down_and_ties_go_round_the_table",
    "DON-EX-34": "test_combat.test_the_side_that_starts_it_says_how_far",
    "DON-EX-36": "test_combat.test_charging",
    "DON-EX-37": "test_combat.test_distracting_the_ogre_feeds_the_blow",
    "DON-EX-38": "test_resolution.test_climbing_first_helps_the_leap",
    "DON-EX-42": "test_combat.test_the_lowest_attribute_heals_first_and_only_player_characters_heal",
    "DON-EX-43": "test_magic.test_four_words_for_a_main_gift_two_for_a_supporting_one",
    "DON-EX-45": "test_magic.test_held_power_shows_and_grows",
    "DON-EX-49": "test_magic.test_a_stretched_word_gives_three_dice",
    "DON-EX-50": "test_magic.test_penalties_last_as_long_as_the_spell_and_statistics_stay",
    "DON-EX-52": "test_magic.test_summoning_faces_the_level_and_control_is_another_effect",
    "DON-EX-53": "test_running.test_towns_of_the_book",
    "DON-EX-54": "test_running.test_towns_of_the_book",
    "DON-EX-55": "test_running.test_written_adventures_have_all_five_parts",
    "DON-EX-56": "test_running.test_the_heart_of_nok",
    "DON-EX-57": "test_running.test_the_rotten_log",
    "DON-EX-58": "test_running.test_the_quota_stands_and_ways_shorten_it_but_never_below_one",
    "DON-EX-59": "test_running.test_weaknesses",
    "DON-EX-60": "test_running.test_immunity_becomes_resistance_in_dice",
    "DON-EX-62": "test_running.test_goals_are_worth_level_and_difficulty",
    "DON-EX-65": "test_running.test_each_body_has_one_looter_and_one_choice",
    "DON-EX-68": "test_fungus.test_the_cave_in",
    "DON-EX-70": "test_fungus.test_the_snake_pit",
    "DON-EX-72": "test_basics.test_any_action_in_words_is_resolved_by_a_test",
    "DON-EX-73": "test_basics.test_a_won_search_makes_the_thing_exist_though_nobody_had_prepared_it",
    "DON-EX-74": "test_characters.test_goblin_classes_are_offered_to_goblins",
    "DON-EX-75": "test_goods.test_the_worth_scale",
    "DON-EX-76": "test_basics.test_the_genie_adds_to_about_two_in_five_found_things_and_denies_none",
    "DON-EX-77": "test_running.test_respect_lowers_the_markups",
}
PRINTED_AS_IS = ("DON-EX-25", "DON-EX-30", "DON-EX-31", "DON-EX-48")


async def _versus(t: Any, a: int, b: int) -> Result:
    return await contest(t, Pool("a", [("x", a)]), Pool("b", [("y", b)]), "example", rule="DON-WEX-01")


@pytest.mark.rule("DON-WEX-01")
@pytest.mark.parametrize(("key", "number", "test"), ROLLED, ids=[f"{key}-{number}" for key, number, _ in ROLLED])
def test_the_dice_fall_as_told(key: str, number: int, test: dict[str, Any]) -> None:
    a, b = test["dice_a"], test["dice_b"]
    for switch, wanted in (("continue", test["successes"]), ("resort", test.get("successes_resort", test["successes"]))):
        script = [faces for faces in (a, b) if faces]
        for one, other in test.get("extra", []):
            script += [[one], [other]]
        ran = run(_versus, table(1, tiebreak=switch), len(a), len(b), dice=script)
        assert ("a" if ran.result.won else "b") == test["winner"], key
        assert ran.result.n == wanted, key
    if key == "DON-EX-80":
        assert ran.result.every is False
        assert run(_versus, table(1), 1, 1, dice=[a, b, [12], [3]]).result.every is True


@pytest.mark.rule("DON-WEX-01")
def test_every_example_is_rolled_computed_or_played() -> None:
    computed = {name[len("test_ex_") :].split("_")[0] for name in globals() if name.startswith("test_ex_")}
    for entry in EXAMPLES:
        number = entry["id"].rsplit("-", 1)[1]
        assert "tests" in entry or entry["id"] in PLAYED or number in computed, entry["id"]
    for where in PLAYED.values():
        module, _, name = where.partition(".")
        assert callable(getattr(importlib.import_module(f"tests.games.donjon.{module}"), name)), where


@pytest.mark.rule("DON-WEX-02")
def test_examples_off_the_rules_say_so() -> None:
    for key in PRINTED_AS_IS:
        assert BY_ID[key]["discrepancy"], key
    assert len([entry for entry in EXAMPLES if "discrepancy" in entry]) >= 12


async def attempt(t: Table[Donjon], b: Being, kind: str, why: str, attr: str, words: str = "", danger: int = -1) -> Any:
    """A Medium task, as the Game Master calls for it."""
    return await task(t, b, kind, "medium", why, rule="DON-UNC-01", attr=attr, words=words, danger=danger)


def dice_of(key: str, number: int = 0) -> tuple[list[int], list[int]]:
    test = BY_ID[key]["tests"][number]
    return test["dice_a"], test["dice_b"]


def test_ex_05_looking_into_the_forest() -> None:
    s = table(1)
    scene(s).stage = "meet"
    b = bare(s.pc(0))
    b.now[2] = b.full[2] = 7
    a, other = dice_of("DON-EX-05")
    facts = ["I see a small group of orcs", "They are busy making a fire"]
    ran = run(look_around, s, b, "look into the forest", answers=["facts:2", *facts], dice=[a, other])
    assert [f.text for f in ran.result[1]] == facts
    assert related(s, b, "stealth") == 1  # for sneaking up on them


def test_ex_15_provisions() -> None:
    entry = BY_ID["DON-EX-15"]
    s = table(1, chapter=0)
    b = bare(s.pc(0))
    b.wealth, b.provisions, b.now[5] = 9, 4, 2
    a, other = dice_of("DON-EX-15")
    ran = run(goods.buy_provisions, s, b, Resource("Provisions", 7, 3, ["chandler"]), answers=[6], dice=[a, other])
    assert notations(ran) == [f"{entry['pools']['player']}d20", f"{entry['pools']['gm']}d20"]
    assert {"provisions_after": b.provisions, "wealth_after": b.wealth} == entry["values"]


def test_ex_16_the_baron() -> None:
    entry = BY_ID["DON-EX-16"]
    s = table(3)
    scene(s)
    azar = bare(s.pc(1))
    azar.wealth = 12
    duval = creature(s, "human_fighter", "Baron Duval")
    duval.wealth = 10
    a, other = dice_of("DON-EX-16")
    ran = run(goods.bribe, s, azar, duval, answers=[8], dice=[a, other])
    assert notations(ran) == [f"{entry['pools']['player']}d20", f"{entry['pools']['gm']}d20"]
    assert azar.wealth == entry["values"]["wealth_after"]
    assert related(s, azar, "social", duval.id) == entry["values"]["bonus_dice"]
    assert related(s, azar, "social") == 0  # with him alone


def test_ex_17_sell_or_trade() -> None:
    pools = BY_ID["DON-EX-17"]["pools"]
    line = Resource("Weapons and Armor", 4, 3, ["armourer"])
    for way in ("sell", "trade0", "trade2"):
        s = table(3, chapter=0)
        fiera = bare(s.pc(2))
        fiera.wealth = 5
        axe = Item("axe", "Huge axe", "weapon", 4, sharp=True)
        fiera.items.append(axe)
        a, b = pools[f"{way}_player"], pools[f"{way}_gm"]
        rolls = [[1] * a, [20] * b]
        if way == "sell":
            ran = run(goods.sell, s, fiera, axe, line, dice=rolls)
            assert axe not in fiera.items  # gone for nothing
        else:
            ran = run(goods.trade, s, fiera, axe, "chain_shirt", "armourer", line, answers=[int(way[-1])], dice=rolls)
            assert axe in fiera.items
        assert notations(ran) == [f"{a}d20", f"{b}d20"]
        assert fiera.wealth == 5


def test_ex_18_too_heavy() -> None:
    s = table(1)
    roland = s.pc(0)
    give(s, roland, "plate_armor")
    assert attribute(s, roland, "adr") == BY_ID["DON-EX-18"]["values"]["adroitness_in_plate"]
    roland.items, roland.worn = [], []
    give(s, roland, "broadsword")
    assert pool(s, roland, "attack").dice == 5 - BY_ID["DON-EX-18"]["values"]["to_hit_penalty"]


def test_ex_20_lock_pick() -> None:
    s = table(1)
    n = BY_ID["DON-EX-20"]["pools"]["gm"]
    ran = run(pack.rummage, s, bare(s.pc(0)), "a lock-pick", answers=[2, 0], dice=[[20] * 3, [1] * n])
    assert [e.roll.notation for e in ran.events if e.roll is not None] == ["3d20", f"{n}d20"]


def test_ex_21_axe_seller() -> None:
    pools = BY_ID["DON-EX-21"]["pools"]
    s = table(3, chapter=0)
    fiera = s.pc(2)
    line = Resource("Weapons", 4, 3, ["smith"])
    answers = [2, "use:intimidate-people"]
    rolls = [[20] * pools["player"], [1] * pools["gm"]]
    ran = run(goods.buy, s, fiera, "two_handed_axe", "smith", line, answers=answers, dice=rolls)
    assert notations(ran) == [f"{pools['player']}d20", f"{pools['gm']}d20"]
    assert fiera.wealth == 1


def test_ex_22_bottle() -> None:
    pools = BY_ID["DON-EX-22"]["pools"]
    s = table(1)
    scene(s)
    zoe = bare(s.pc(0))
    zoe.level, zoe.now[1] = 3, 4
    zoe.abilities = [suggest_ability("Stuff Backpack Full", "main")]
    zoe.abilities[0].score = 5
    answers = [0, (1, 2), 1, "use:stuff-backpack-full"]  # plain; the GM determines a Worth of 2; one Provision staked
    rolls = [[20] * pools["player"], [1] * pools["gm"]]
    ran = run(pack.rummage, s, zoe, "a glass bottle", answers=answers, dice=rolls, gamesmaster=1)
    assert notations(ran) == [f"{pools['player']}d20", f"{pools['gm']}d20"]
    assert zoe.provisions == 4
    assert any(i.name == "a glass bottle" for i in zoe.items)


def test_ex_23_river() -> None:
    s = table(1, chapter=3)
    roland = s.pc(0)
    give(s, roland, "ring_of_floating")
    pools = BY_ID["DON-EX-23"]["pools"]
    assert pool(s, roland, "athletics", attr="vir").dice == pools["player"]
    assert difficulty_pool(s, "hard").dice == pools["gm"]


def test_ex_24_tracks() -> None:
    s = table(1, chapter=3)
    pools = BY_ID["DON-EX-24"]["pools"]
    assert pool(s, s.pc(0), "perception", ability=s.pc(0).abilities[0]).dice == pools["player"]
    assert difficulty_pool(s, "medium").dice == pools["gm"]


def test_ex_25_goblin_chase() -> None:
    s = table(3)
    scene(s)
    fiera = s.pc(2)
    fiera.now[3] = 5  # as printed
    scout = creature(s, "blood_goblin", "the goblin scout")
    scout.now[3] = 5
    scout.abilities = [Ability("Sprint like Blazes", 2, ["movement"])]
    pools = BY_ID["DON-EX-25"]["pools"]
    for b in (s.pc(0), s.pc(1)):
        b.status = "out"
    rolls = [[20] * pools["player"], [1] * pools["gm"]]
    ran = run(declare, s, fiera, [scout], answers=["chase after the goblin scout", "facts:0"], dice=rolls)
    assert notations(ran) == [f"{pools['player']}d20", f"{pools['gm']}d20"]  # and no Donjon Level


def test_ex_26_depths() -> None:
    s = table(1)
    assert s.adventure is not None
    for level in (1, 10):
        s.adventure.chapters[0].donjon_level = level
        assert difficulty_pool(s, "medium").dice == BY_ID["DON-EX-26"]["pools"][f"level{level}_gm"]


def test_ex_27_three_facts_and_all_of_them_told() -> None:
    s = table(3, chapter=3)
    scene(s).stage = "meet"
    azar = bare(s.pc(1))
    for b in (s.pc(0), s.pc(2)):
        b.status = "out"
    azar.now[2] = azar.full[2] = 6
    a, other = dice_of("DON-EX-27")
    facts = ["The door has demonic script around it", "It is in the north wall of the room", "There is a key in the keyhole"]
    ran = run(look_around, s, azar, "look behind the tapestries", answers=["facts:3", *facts], dice=[a, other])
    assert [f.text for f in ran.result[1]] == facts
    told = " ".join(ran.texts).lower()
    assert all(word in told for word in ("demonic script", "north wall", "keyhole"))


def test_ex_28_the_player_tells_it_and_is_stopped() -> None:
    s = table(3, chapter=3)
    scene(s)
    assert s.here is not None
    s.here.donjon_level = 3
    azar = bare(s.pc(1))
    azar.now[0] = 4
    a, other = dice_of("DON-EX-28")
    gm = 3
    answers: list[Any] = [
        (gm, "medium"),
        (gm, "facts:2"),
        (gm, "Azar falls onto a pile of garbage"),
        (gm, "Rats leap out of the garbage"),
        (1, "He slips into the garbage, and rats as big as dogs leap out. One turns human and calls him master"),
        (gm, "stop"),
        (gm, "It turns human and grins evilly"),
    ]
    ran = run(attempt, s, azar, "athletics", "climbing the wall", "vir", answers=answers, dice=[a, other], gamesmaster=gm)
    assert [f.text for f in ran.result[1]] == ["Azar falls onto a pile of garbage", "Rats leap out of the garbage"]
    assert any("grins evilly" in text and "'No,'" in text for text in ran.texts)


def test_ex_29_fall() -> None:
    pools = BY_ID["DON-EX-29"]["pools"]
    s = table(3, chapter=3)
    scene(s)
    fiera = s.pc(2)
    rolls = [[1] * 5, [20, 19, 1, 1, 1], [20] * pools["gm"], [1] * pools["player"]]
    ran = run(attempt, s, fiera, "athletics", "climbing the wall", "vir", danger=3, dice=rolls)
    assert any("will hurt" in text for text in ran.texts[:1])  # said before a die falls
    assert notations(ran)[2:] == [f"{pools['gm']}d20", f"{pools['player']}d20"]
    assert fiera.wounds == 0


def test_ex_30_the_lock_pick() -> None:
    entry = BY_ID["DON-EX-30"]
    s = table(3, chapter=3)
    scene(s)
    roland = bare(s.pc(0))
    pick = Item("p", "lock-pick", abilities=[Ability("Unlock Doors", 2, ["handiwork"])], worth=1)
    roland.items.append(pick)
    item, other = dice_of("DON-EX-30")
    rolls = [[1] * 7, [20, 19, 18, 1, 1], other, item]
    answers = ["write it for me"]
    ran = run(attempt, s, roland, "handiwork", "picking the lock", "adr", "lock door", answers=answers, dice=rolls)
    assert notations(ran)[2:] == [f"{entry['pools']['gm']}d20", f"{entry['pools']['item']}d20"]
    assert pick.abilities[0].score == entry["values"]["unlock_doors_after"]


def test_ex_33_sneaking_up() -> None:
    s = table(3, chapter=2)
    scene(s).tags = ["forest"]
    one, other = creature(s, "minotaur", "one"), creature(s, "minotaur", "other")
    a, b = dice_of("DON-EX-33")
    answers = ["use:sneak-in-forests", "facts:1", "There are two minotaurs", "keep"]
    ran = run(sneak, s, s.pc(0), [one, other], answers=answers, dice=[a, b])
    assert notations(ran)[:2] == ["8d20", "5d20"]
    assert ran.result
    assert related(s, s.pc(0), "initiative") == 2


def test_ex_35_the_last_minotaur_runs() -> None:
    s = table(1)
    roland = bare(s.pc(0))
    mino = creature(s, "minotaur")
    for i in mino.items:
        i.magic = []
    give(s, roland, "machete")
    arena(s, mino)
    numbers(s, roland, 16, 15, 10, 8)
    numbers(s, mino, 5)
    a, b = dice_of("DON-EX-35", 0)
    run(move_away, s, mino, answers=["resist", "decline"], dice=[a, b])
    assert band(s, roland.id, mino.id) == ONE
    assert related(s, mino, "movement", roland.id) == 2
    a, b = dice_of("DON-EX-35", 1)
    run(move_in, s, roland, mino, answers=[(1, "resist"), "facts:0"], dice=[b[:0] or a, b], gamesmaster=1)
    assert band(s, roland.id, mino.id) == CLOSE
    assert related(s, roland, "movement", mino.id) == 5
    numbers(s, mino)
    a, b = dice_of("DON-EX-35", 2)
    mino.wounds = 2
    rolls = [a, b, [20] * 8, [1] * 2, [20] * 12, [1] * 11]
    ran = run(move_away, s, mino, answers=["resist", "plain+5", "take", "damage"], dice=rolls)
    assert notations(ran)[:2] == ["2d20", "10d20"]
    assert notations(ran)[2] == "8d20"  # Adroitness 5 and the three of the chase
    assert mino.status == "out"


def test_ex_39_to_41_fiera_and_the_minotaur() -> None:
    s = table(3, chapter=3)
    fiera = s.pc(2)
    fiera.abilities = [a for a in fiera.abilities if a.name == "Breathe Flame"]
    give(s, fiera, "flame_breath")
    mino = creature(s, "minotaur")
    arena(s, mino, ours=("pc2",))
    numbers(s, fiera, 13, 10)
    numbers(s, mino, 8, 5)
    mino.role = "brute"
    gm = 3
    a, b = dice_of("DON-EX-39", 0)
    hurt = [[1] * 10, [20] * 11]
    said: list[Any] = ["use:breathe-flame", (gm, "parry"), "damage"]
    ran = run(attack, s, fiera, mino, answers=said, dice=[a, b, *hurt], gamesmaster=gm)
    assert notations(ran)[:2] == ["7d20", "6d20"]
    assert fighter(s, mino.id).numbers == [5]  # the 8 is struck off
    a, b = dice_of("DON-EX-39", 1)
    said = [(gm, "parry"), (gm, "damage"), (gm, "flesh")]  # her flame was brought up in this scene already
    ran = run(attack, s, fiera, mino, answers=said, dice=[a, b, [20] * 8, [1] * 4], gamesmaster=gm)
    assert notations(ran)[2:] == ["8d20", "4d20"]  # it hits her: Virility 5, axe 2, one success
    assert fighter(s, mino.id).numbers == []
    a, b = dice_of("DON-EX-39", 2)
    blow, hide = dice_of("DON-EX-40")
    said = ["damage", "attr:whe", "her flame withers its torso"]
    mino.wounds = 6
    ran = run(attack, s, fiera, mino, answers=said, dice=[a, b, blow, hide])
    assert notations(ran) == ["7d20", "2d20", "12d20", "11d20"]  # nothing left to parry with
    assert mino.now[4] == BY_ID["DON-EX-40"]["values"]["wherewithal_after"]
    assert mino.wounds == 6
    fiera.wounds, fiera.now[4] = 0, 4
    a, b = dice_of("DON-EX-41")
    run(damage_test, s, Pool("Minotaur", [("dice", 7)]), fiera, tagged("axe"), by=mino, dice=[a, b])
    values = BY_ID["DON-EX-41"]["values"]
    assert (fiera.now[4], fiera.wounds, fiera.status) == (values["wherewithal_after"], values["flesh_wounds"], "up")
    fiera.now[4] = 4
    run(damage_test, s, Pool("Minotaur", [("dice", 7)]), fiera, tagged("axe"), by=mino, dice=[[20] * 7, b])
    assert fiera.status == "out"


def test_ex_44_gathering() -> None:
    s = table(3)
    scene(s)
    assert s.here is not None
    s.here.donjon_level = 3
    azar = s.pc(1)
    wanted = ["10d20", "9d20", "8d20"]
    for number in range(3):
        ran = run(magic.gather, s, azar, dice=list(dice_of("DON-EX-44", number)))
        assert notations(ran) == [wanted[number], "3d20"]
    values = BY_ID["DON-EX-44"]["values"]
    assert azar.spell_dice == values["spell_dice"]
    assert score(azar, azar.abilities[0]) == values["cast_spells_after"]


def test_ex_46_fiery_cascade() -> None:
    s = table(3)
    azar = s.pc(1)
    leader = creature(s, "human_fighter", "the bandit leader")
    leader.items, leader.worn, leader.wielding = [], [], ""
    leader.abilities, leader.wounds, leader.now[4] = [], 5, 6
    arena(s, leader)
    azar.spell_dice = 2
    a, b = dice_of("DON-EX-46")
    spell = spells.Spell(["fiery"], ["hurt"], "Azar's Fiery Cascade", targets=[leader.id])
    assert spells.spell_price(s, spell) == BY_ID["DON-EX-46"]["values"]["paid"]
    ran = run(release.release, s, azar, spell, dice=[a, b])
    assert notations(ran) == [f"{BY_ID['DON-EX-46']['pools']['caster']}d20", "6d20"]
    assert leader.status == "out"


@pytest.mark.parametrize("fighting", [True, False], ids=["in a fight", "as they come near"])
def test_ex_47_reversal(fighting: bool) -> None:
    s = table(3)
    azar = s.pc(1)
    goblins = [creature(s, "blood_goblin", f"goblin {n}") for n in range(5)]
    if fighting:
        arena(s, *goblins)
    else:  # as in the book: they come through the forest, and nobody has struck
        now = scene(s)
        now.stage, now.foes = "meet", [g.id for g in goblins]
    azar.spell_dice = 9
    spell = spells.Spell(["reversal"], ["hinder-mind"], "Undeniable Racial Role Reversal", "day", [g.id for g in goblins])
    values = BY_ID["DON-EX-47"]["values"]
    assert spells.spell_price(s, spell) == values["paid"]
    answers = ["facts:0", "everything"] * 5
    ran = run(release.release, s, azar, spell, answers=answers, dice=[[20] * (10 + values["left"]), *[[1] * 6] * 5])
    assert notations(ran) == ["16d20", *["6d20"] * 5]  # one roll; each Discernment 3 + mind save 3
    assert all(g.penalties and p.until == "day" for g in goblins for p in g.penalties)
    assert (s.fight is not None) is fighting


def test_ex_46_by_the_games_own_questions() -> None:
    """In a fight: gather, release, one Word, one leader, two Spell Dice and nothing paid."""
    s = table(3)
    azar = s.pc(1)
    leader = creature(s, "human_fighter", "the bandit leader")
    leader.items, leader.worn, leader.wielding = [], [], ""
    leader.abilities, leader.wounds, leader.now[4] = [], 5, 6
    arena(s, leader, band=ONE)
    numbers(s, azar, 9, 5)
    ran = run(actions.pc_action, s, azar, answers=["gather"], dice=[[20, 20] + [1] * 8, [15]])
    assert (notations(ran), azar.spell_dice) == (["10d20", "1d20"], 2)
    answers = ["release", ["fiery"], "hurt", "Azar's Fiery Cascade"]
    ran = run(actions.pc_action, s, azar, answers=answers, dice=list(dice_of("DON-EX-46")))
    assert notations(ran) == ["12d20", "6d20"]
    assert (leader.status, azar.spell_dice) == ("out", 0)


def test_ex_47_by_the_games_own_questions() -> None:
    """In a meeting, before a blow: nine Spell Dice, one for five goblins, two for the day, six left; nobody strikes."""
    s = table(3)
    azar = s.pc(1)
    azar.words.append("reversal")
    goblins = [creature(s, "blood_goblin", f"goblin {n}") for n in range(5)]
    now = scene(s)
    now.stage, now.foes = "meet", [g.id for g in goblins]
    ran = run(meetings.approach, s, now, goblins, answers=["magic", "gather:pc1"], dice=[[20] * 9 + [1], [10]])
    assert (notations(ran), azar.spell_dice) == (["10d20", "1d20"], 9)
    spell = [["reversal"], "hinder-mind", [g.id for g in goblins], "day", "Undeniable Racial Role Reversal"]
    answers = ["magic", "release:pc1", *spell, *["facts:0", "everything"] * 5]
    ran = run(meetings.approach, s, now, goblins, answers=answers, dice=[[20] * 16, *[[1] * 6] * 5])
    assert notations(ran) == ["16d20", *["6d20"] * 5]
    assert all(p.until == "day" and p.dice == 16 for g in goblins for p in g.penalties)
    assert all(g.penalties for g in goblins)
    assert (s.fight, now.over, azar.spell_dice) == (None, False, 0)


def test_ex_48_four_words() -> None:
    values = BY_ID["DON-EX-48"]["values"]
    words = ["fiery", "cloud", "gnawing", "madness"]
    effects = ["hurt", "hinder-body", "hinder-body", "hinder-mind"]
    for pricing, left in (("text", values["left"]), ("table", values["left_with_table_prices"])):
        s = table(3, spell_pricing=pricing)
        azar = s.pc(1)
        trolls = [creature(s, "minotaur", f"troll {n}") for n in range(4)]
        for troll in trolls:
            troll.abilities = [Ability("Regenerate", 6, ["soak"], weaknesses=["fire"])]
            troll.wounds = 9
        arena(s, *trolls)
        azar.spell_dice = 10
        name = "Hellish Fiery Cloud of Gnawing Madness"
        spell = spells.Spell(words, effects, name, "flurry", [x.id for x in trolls])
        each = [[20] * 6] * 4 + [[20] * 9] * 4 + [[20] * 9] * 4 + [[20] * 3] * 4  # they resist everything
        ran = run(release.release, s, azar, spell, dice=[[1] * (10 + left), each[0], 1, *each[1:]])  # and she lets it be, once
        assert notations(ran)[0] == f"{10 + left}d20"
        assert notations(ran)[1:5] == ["6d20"] * 4  # Wherewithal alone: fire
        assert notations(ran)[5:13] == ["9d20"] * 8  # Wherewithal + body save, twice
        assert notations(ran)[13:] == ["3d20"] * 4  # Discernment + mind save


def test_ex_51_healing() -> None:
    s = table(3)
    scene(s)
    azar, patient = s.pc(1), s.pc(2)
    patient.wounds -= 4
    patient.now[0] -= 1
    azar.spell_dice = 1
    spell = spells.Spell(["heal"], ["heal"], "Heal", targets=[patient.id])
    ran = run(release.release, s, azar, spell, dice=[[20, 20, 20] + [1] * 8, [9] * BY_ID["DON-EX-51"]["pools"]["gm"]])
    assert notations(ran)[1] == "5d20"
    assert (patient.now[0], patient.wounds) == (5, 2)  # three mended, the Attribute first


def test_ex_64_the_broadsword() -> None:
    entry = BY_ID["DON-EX-64"]
    s = table(1)
    scene(s)
    roland = bare(s.pc(0))
    a, b = dice_of("DON-EX-64")
    item = content.goods().item("magic_broadsword", "x")
    assert worth(item) == entry["values"]["worth"]
    chief = creature(s, "orc_hermit", "the Undead Orc Chieftain")
    chief.level, chief.status = 8, "out"
    said = ["item", "own", "Broadsword of Wrath: attack 2, defend 1", "yes", 0]
    ran = run(loot, s, roland, chief.level, chief.name, answers=said, dice=[a, b])
    assert notations(ran) == [f"{entry['pools']['player']}d20", f"{entry['pools']['gm']}d20"]
    assert worth(roland.items[-1]) == 9


def test_ex_69_a_drink() -> None:
    s = table(1, chapter=2)
    scene(s)
    b = bare(s.pc(0))
    b.wounds = b.wounds_full = 3
    a, other = dice_of("DON-EX-69")
    ran = run(drink_spores, s, b, dice=[a, other])
    assert notations(ran) == ["5d20", "8d20"]
    assert b.wounds == 1


def test_ex_71_a_spraycap_cannot_dodge() -> None:
    s = table(1, chapter=3)
    b = bare(s.pc(0))
    b.now[3] = 4
    give(s, b, "machete")
    cap = creature(s, "spraycaps")
    arena(s, cap)
    numbers(s, cap, 12)  # and with actions to spare it does not parry either
    a, _ = dice_of("DON-EX-71")
    ran = run(attack, s, b, cap, answers=["damage"], dice=[a, [20] * 8, [1] * 5, [1] * 6, [20] * 3])
    assert notations(ran)[:2] == ["4d20", "8d20"]  # Virility 2, machete 2, all four successes
    assert notations(ran)[3] == "6d20"  # it sprays back with 3 and the three Flesh Wounds it had to lose


def test_ex_81_two_foes_one_resists() -> None:
    s = table(1)
    roland = bare(s.pc(0))
    one, other = creature(s, "blood_goblin", "A"), creature(s, "blood_goblin", "B")
    arena(s, one, other)
    numbers(s, one, 7)
    numbers(s, roland, 4)
    a, b = dice_of("DON-EX-81")
    rolls = [a, b, [1] * 8, [20] * 5, [1] * 6, [20] * 5]
    ran = run(move_away, s, roland, answers=[(1, "resist"), "dodge", "dodge"], dice=rolls, gamesmaster=1)
    assert notations(ran)[2] == "8d20"  # Adroitness 4, Hunt 2, two successes
    assert notations(ran)[4] == "6d20"
    assert (band(s, roland.id, one.id), band(s, roland.id, other.id)) == (CLOSE, ONE)


def test_ex_61_crocodile() -> None:
    s = table(1)
    croc = creature(s, "undead_crocodile")
    values = BY_ID["DON-EX-61"]["values"]
    assert sum(croc.full) == values["attribute_points"]
    assert sum(a.score for a in croc.abilities) + croc.save_mind + croc.save_body + croc.wounds_full == values["dice"]
    assert croc.full[3] + croc.abilities[1].score == values["attack"]
    assert croc.full[0] + croc.abilities[0].score == values["damage"]


def test_ex_63_finds() -> None:
    values = BY_ID["DON-EX-63"]["values"]
    for key, wanted in values.items():
        assert worth(content.goods().item(key, "x")) == wanted, key


def test_ex_66_levels() -> None:
    for key, wanted in BY_ID["DON-EX-66"]["values"].items():
        assert threshold(int(key.removeprefix("level")), 30) == wanted


def test_ex_67_emerald() -> None:
    gem = Item("g", "gem", magic=[MagicBonus("general", "extra Spell Dice", 2), MagicBonus("gem", "stone", 6)])
    assert worth(gem) == BY_ID["DON-EX-67"]["values"]["worth"]


def test_ex_12_samples_are_printed_as_they_are() -> None:
    s = table(3)
    roland, azar, fiera = s.pcs()
    assert (roland.full, azar.full, fiera.full) == ([2, 3, 6, 5, 3, 2], [1, 6, 2, 3, 5, 4], [5, 3, 4, 4, 4, 1])
    assert [(a.name, a.score) for a in roland.abilities] == [
        ("Track Anything", 4),
        ("Sneak in Forests", 3),
        ("Climb Trees", 2),
        ("Swing Machete", 3),
        ("Wild Animal Lore", 2),
    ]
    assert (fiera.wounds_full, fiera.save_mind, fiera.save_body) == (4, 2, 2)
    assert all(faults(s, b) == [] for b in s.pcs())

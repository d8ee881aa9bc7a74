"""The worked examples of the book, replayed: dice through the Test engine, pools through the rules, the rest by the
tests named here."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from undercroft.engine import run
from undercroft.games.donjon import content
from undercroft.games.donjon.rules import goods, magic
from undercroft.games.donjon.rules.contest import Pool, Result, contest
from undercroft.games.donjon.rules.creation import faults
from undercroft.games.donjon.rules.damage import severity_parts
from undercroft.games.donjon.rules.experience import threshold
from undercroft.games.donjon.rules.pools import attribute, difficulty_pool, pool, worth
from undercroft.games.donjon.state import Ability, Item, MagicBonus

from .kit import creature, give, table

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


def test_ex_15_provisions() -> None:
    entry = BY_ID["DON-EX-15"]
    assert entry["pools"] == {"player": 6 + 2, "gm": 4 + 3}
    assert entry["values"] == {"provisions_after": 4 + 2, "wealth_after": 9 - 6}


def test_ex_17_sell_or_trade() -> None:
    pools = BY_ID["DON-EX-17"]["pools"]
    axe, shirt = Item("a", "Axe", "weapon", 4), content.goods().item("chain_shirt", "s")
    assert (worth(axe) + 1, 5 + 3) == (pools["sell_player"], pools["sell_gm"])
    assert (worth(axe) + 1 + 2, worth(shirt) + 3) == (pools["trade2_player"], pools["trade2_gm"])
    assert (worth(axe) + 1, worth(shirt) + 3) == (pools["trade0_player"], pools["trade0_gm"])


def test_ex_18_too_heavy() -> None:
    s = table(1)
    roland = s.pc(0)
    give(s, roland, "plate_armor")
    assert attribute(s, roland, "adr") == BY_ID["DON-EX-18"]["values"]["adroitness_in_plate"]
    roland.items, roland.worn = [], []
    give(s, roland, "broadsword")
    assert pool(s, roland, "attack").dice == 5 - BY_ID["DON-EX-18"]["values"]["to_hit_penalty"]


def test_ex_20_lock_pick() -> None:
    assert goods.pack_dice(0, 2, odd=False) == BY_ID["DON-EX-20"]["pools"]["gm"]


def test_ex_21_axe_seller() -> None:
    assert BY_ID["DON-EX-21"]["pools"] == {"player": 2 + 1 + 4, "gm": 4 + 3}


def test_ex_22_bottle() -> None:
    assert BY_ID["DON-EX-22"]["pools"] == {"player": 1 + 4 + 5, "gm": goods.pack_dice(2, 0, odd=False)}


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
    fiera = s.pc(2)
    fiera.now[3] = 5  # as printed
    assert pool(s, fiera, "movement").dice == BY_ID["DON-EX-25"]["pools"]["player"]
    scout = Ability("Sprint", 2, ["movement"])
    assert 5 + scout.score == BY_ID["DON-EX-25"]["pools"]["gm"]


def test_ex_26_depths() -> None:
    s = table(1)
    assert s.adventure is not None
    for level in (1, 10):
        s.adventure.chapters[0].donjon_level = level
        assert difficulty_pool(s, "medium").dice == BY_ID["DON-EX-26"]["pools"][f"level{level}_gm"]


def test_ex_29_fall() -> None:
    s = table(3, chapter=3)
    assert sum(n for _, n in severity_parts(s, 3, 2)) == BY_ID["DON-EX-29"]["pools"]["gm"]
    assert s.pc(2).now[4] == BY_ID["DON-EX-29"]["pools"]["player"]


def test_ex_47_reversal() -> None:
    s = table(3)
    spell = magic.Spell(["reversal"], ["hinder-mind"], "Undeniable Racial Role Reversal", "day", [str(n) for n in range(5)])
    values = BY_ID["DON-EX-47"]["values"]
    assert magic.spell_price(s, spell) == values["paid"]
    assert 9 - values["paid"] == values["left"]


def test_ex_48_four_words() -> None:
    s = table(3)
    values = BY_ID["DON-EX-48"]["values"]
    assert magic.words_price(s, 4) == values["paid_words"]
    assert magic.people_price(4) == values["paid_people"]
    assert 10 - magic.words_price(s, 4) - magic.people_price(4) == values["left"]
    s.options["spell_pricing"] = "table"
    assert 10 - magic.words_price(s, 4) - magic.people_price(4) == values["left_with_table_prices"]


def test_ex_51_healing() -> None:
    from undercroft.games.donjon.rules.damage import damage_taken

    s = table(3)
    patient = s.pc(2)
    patient.wounds -= 4
    patient.now[0] -= 1
    assert damage_taken(patient) == BY_ID["DON-EX-51"]["pools"]["gm"]


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

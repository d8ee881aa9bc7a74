"""Appendix A, classes: conditions, gear, numbers, backstab, turning, spells."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Table, run
from undercroft.games.robber.content import ITEMS
from undercroft.games.robber.rules.belongings import outfit
from undercroft.games.robber.rules.character import days, life, sheet
from undercroft.games.robber.rules.delving import discovery
from undercroft.games.robber.rules.fight import meeting, rounds, sneaking
from undercroft.games.robber.rules.magic import things, using
from undercroft.games.robber.rules.magic.answers import Use
from undercroft.games.robber.rules.monsters import bestiary, blows, facing
from undercroft.games.robber.rules.town import business, callings, homecoming, station
from undercroft.games.robber.rules.traps import gases, pits, victims
from undercroft.games.robber.rules.treasure import searching
from undercroft.games.robber.state import Home, Robber, RobberState

from .desk import creature, party, robber, table

ON = {"classes": True}
READY: dict[str, dict[str, Any]] = {  # what each class asks for
    "thief": {"high": "dex", "stolen": True},
    "fighter": {"high": "str", "crit": True},
    "cleric": {"high": "wis", "pack": {"bludgeon": 1, "scroll_command": 1}},
    "wizard": {"high": "int", "pack": {"bludgeon": 1, "scroll_sleep": 1}},
}


def of(calling: str, level: int, **fields: Any) -> Robber:
    """A robber of a class and level, in full health."""
    made = robber(calling=calling, level=level, chosen=True, **fields)
    if "hp" not in fields:
        made.hp = sheet.max_hp(made)
    return made


def offered(**fields: Any) -> tuple[str, ...]:
    """What a robber is offered with the first level."""
    state = table(dials=ON, place="town", xp=1000, **fields)
    return run(callings.choose_calling, state, state.robbers[0], answers=["wait"]).asks[0].keys


@pytest.mark.rule("ROB-CLASS-01", "ROB-THIEF-01", "ROB-FIGHTER-01", "ROB-CLERIC-01", "ROB-WIZARD-01")
@pytest.mark.parametrize("calling", ["thief", "fighter", "cleric", "wizard"])
def test_a_class_asks_for_an_ability_and_a_deed(calling: str) -> None:
    ready = READY[calling]
    assert offered(**ready) == (f"be:{calling}", "be:robber", "wait")
    assert offered(**{**ready, "high": ""}) == ("be:robber", "wait")
    without = {key: value for key, value in ready.items() if key == "high"}
    assert offered(**without) == ("be:robber", "wait")


@pytest.mark.rule("ROB-CLERIC-01", "ROB-WIZARD-01")
def test_the_scroll_may_lie_at_home_and_is_not_used_up() -> None:
    state = table(dials=ON, place="town", xp=1000, high="wis", home=Home(things={"scroll_sanctuary": 1}))
    run(callings.choose_calling, state, state.robbers[0], answers=["be:cleric"])
    assert state.robbers[0].calling == "cleric"
    assert state.robbers[0].home.things == {"scroll_sanctuary": 1}
    assert offered(high="int", pack={"scroll_command": 1}) == ("be:robber", "wait")  # the wrong school


@pytest.mark.rule("ROB-CLASS-01")
def test_without_the_option_nobody_is_asked() -> None:
    state = table(place="town", home=Home(cp=100_000), **READY["fighter"])
    ran = run(station.spend, state, state.robbers[0], "", answers=[1000])
    assert (state.robbers[0].level, state.robbers[0].calling) == (1, "")
    assert len(ran.asks) == 1


@pytest.mark.rule("ROB-CLASS-02", "ROB-TOWN-09")
def test_one_may_wait_and_the_level_follows_later_at_once() -> None:
    state = table(dials=ON, place="town", home=Home(cp=150_000))
    ada = state.robbers[0]
    run(station.spend, state, ada, "", answers=[1500, "wait"])
    assert (ada.level, ada.xp, ada.chosen) == (0, 1500, False)
    assert "calling" in callings.town_options(ada)
    ada.xp, ada.high, ada.crit = 2500, ["str"], True
    run(business.visit, state, answers=["calling", "be:fighter"])
    assert (ada.level, ada.calling) == (2, "fighter")
    assert "calling" not in callings.town_options(ada)


@pytest.mark.rule("ROB-CLASS-03", "ROB-XP-02", "ROB-CLERIC-05")
def test_a_class_is_for_good_even_when_drained() -> None:
    state = table(dials=ON, place="town", home=Home(cp=100_000))
    ada = state.robbers[0]
    run(station.spend, state, ada, "", answers=[1000, "be:robber"])
    ada.high, ada.crit, ada.home.cp = ["str"], True, 100_000
    ran = run(station.spend, state, ada, "", answers=[1000])
    assert (ada.level, ada.calling, len(ran.asks)) == (2, "", 1)
    assert callings.town_options(ada) == []
    thief = of("thief", 1, high="dex")
    life.set_level(Table(state, None), thief, 0)  # type: ignore[arg-type]
    assert (sheet.sneak_bonus(thief), sheet.max_hp(thief)) == (1, 10)
    assert not sheet.may_wield(thief, ITEMS["sword"])
    assert victims.trap_bonus(thief) == 0
    assert not run(sneaking.backstab, table(dials=ON, who=thief, foes=[creature("orc")], stage="meeting")).result
    cleric = of("cleric", 0, high="wis")
    cleric.hp = 3
    drained = table(dials=ON, who=cleric)
    run(days.come_home, drained, cleric)
    run(days.wake, drained, cleric)
    assert (cleric.hp, cleric.memorized, things.turning_number(cleric)) == (3, [], None)


@pytest.mark.rule("ROB-CLASS-04", "ROB-FIGHTER-03", "ROB-FIGHTER-04")
def test_a_fighter_has_two_hp_and_one_attack_a_level_and_no_running_bonus() -> None:
    fighter = of("fighter", 3, high="str")
    assert sheet.max_hp(fighter) == 16
    assert sheet.attack_bonus(fighter) == 4
    assert sheet.armor_class(fighter, fleeing=True) == sheet.armor_class(fighter) == 10
    assert sheet.armor_class(of("", 3), fleeing=True) == 13
    assert sheet.max_hp(of("fighter", 3, high="con")) == 10 + 6 + 3


@pytest.mark.rule("ROB-CLASS-05", "ROB-THIEF-02", "ROB-FIGHTER-02", "ROB-CLERIC-02", "ROB-WIZARD-02")
def test_what_each_class_may_use() -> None:
    weapons = [item.id for item in ITEMS.values() if item.slot == "weapon" and not item.cursed]
    armor = [item.id for item in ITEMS.values() if item.slot in ("armor", "shield")]

    def usable(calling: str) -> set[str]:
        who = of(calling, 1)
        return {w for w in weapons if sheet.may_wield(who, ITEMS[w])} | {a for a in armor if sheet.may_wear(who, ITEMS[a])}

    everything = set(weapons) | set(armor)
    assert usable("fighter") == usable("") == everything
    assert usable("thief") == {"dagger", "dagger_plus1", "leather_armor", "leather_plus1", "bracers"}
    assert usable("wizard") == {"dagger", "dagger_plus1", "bracers"}
    assert usable("cleric") == set(armor) | {"bludgeon", "mace_plus1"}


@pytest.mark.rule("ROB-CLASS-05", "ROB-CLASS-02")
def test_gear_outside_the_class_is_carried_and_sold_not_used() -> None:
    state = table(
        dials=ON, place="town", xp=1000, high="int", weapon="sword", armor="plate_mail", shield=True,
        pack={"sword": 1, "dagger": 1, "plate_mail": 1, "shield": 1, "scroll_sleep": 1},
    )  # fmt: skip
    ada = state.robbers[0]
    run(callings.choose_calling, state, ada, answers=["be:wizard"])
    assert (ada.weapon, ada.armor, ada.shield) == ("dagger", "", False)
    assert {"sword", "plate_mail", "shield"} <= set(ada.pack)
    assert not {"wield:sword", "wear:plate_mail", "shield:on"} & set(outfit.gear_options(ada))
    assert {"sword", "plate_mail", "shield"} <= set(business.sellables(ada))


@pytest.mark.rule("ROB-FIGHTER-02", "ROB-CLERIC-02", "ROB-WIZARD-02", "ROB-THIEF-03")
def test_who_reads_what() -> None:
    clever = "int wis"
    reads = {
        calling: [school for school, item in (("wizard", "scroll_sleep"), ("cleric", "scroll_command"))
                  if sheet.may_read(of(calling, 1, high=clever), ITEMS[item])]
        for calling in ("thief", "fighter", "cleric", "wizard")
    }  # fmt: skip
    assert reads == {"thief": ["wizard", "cleric"], "fighter": [], "cleric": ["cleric"], "wizard": ["wizard"]}
    assert not sheet.may_read(of("thief", 1), ITEMS["scroll_sleep"])


# Thief.


@pytest.mark.rule("ROB-THIEF-03")
@pytest.mark.parametrize(("save", "foes_left"), [(9, 1), (10, 0)])
def test_a_thief_saves_to_use_a_scroll(save: int, foes_left: int) -> None:
    who = of("thief", 1, high="int dex", pack={"dagger": 1, "scroll_sleep": 1})
    state = table(dials=ON, foes=[creature("kobold"), creature("kobold", number=91)], who=who)
    assert state.encounter is not None
    run(using.use, state, who, Use("read", "sleep", foe=90), dice=[save])
    assert "scroll_sleep" not in who.pack
    assert len(state.encounter.foes) == foes_left + 1


@pytest.mark.rule("ROB-THIEF-04", "ROB-THIEF-08")
def test_a_thief_gains_hp_and_stealth_by_level() -> None:
    assert sheet.max_hp(of("thief", 4)) == 14
    assert sheet.sneak_bonus(of("thief", 3, high="dex")) == 4


@pytest.mark.rule("ROB-THIEF-05")
def test_a_thief_opens_doors_on_a_four() -> None:
    state = table(dials=ON, pursuer="orc", who=of("thief", 1))
    assert run(discovery.force_door, state, dice=[4]).result is True
    state = table(dials=ON, pursuer="orc", who=of("thief", 1))
    assert run(discovery.force_door, state, dice=[3]).result is False


@pytest.mark.rule("ROB-THIEF-06")
def test_a_thief_avoids_a_pit_on_a_three() -> None:
    state = table(dials=ON, who=of("thief", 1))
    run(pits.pit, state, dice=[3])
    assert state.robbers[0].hp == 11
    state = table(dials=ON, who=of("thief", 1))
    run(pits.pit, state, dice=[2, 4])
    assert state.robbers[0].hp == 7


@pytest.mark.rule("ROB-THIEF-07", "ROB-CHAR-04")
def test_a_thief_survives_poison_gas_on_a_nine() -> None:
    state = table(dials=ON, who=of("thief", 1))
    run(gases.poison, state, dice=[9])
    assert state.robbers[0].alive
    state = table(dials=ON, who=of("thief", 1))
    run(gases.poison, state, dice=[8])
    assert not state.robbers[0].alive


def behind(kind: str, hp: int, who: Robber) -> RobberState:
    """A thief, and something in a chamber that has not noticed."""
    return table(dials=ON, level=2, foes=[creature(kind, hp)], stage="meeting", where="chamber", who=who)


@pytest.mark.rule("ROB-THIEF-09", "ROB-KEY-03")
def test_example_44_a_backstab_hits_at_plus_four_for_double() -> None:
    who = of("thief", 2, high="dex", pack={"dagger": 1}, weapon="dagger")
    state = behind("orc", 6, who)
    run(meeting.meeting, state, answers=["sneak", "backstab"], dice=["1d20=8", "1d20=8", 3, 12])
    assert state.encounter is None  # 8 + 4 = 12 hits AC 12; twice 3 kills it, and it is looted
    assert who.kills == 1


@pytest.mark.rule("ROB-THIEF-09")
def test_a_backstabbed_monster_that_lives_acts_next() -> None:
    who = of("thief", 2, high="dex", pack={"dagger": 1}, weapon="dagger")
    state = behind("bugbear", 6, who)
    run(meeting.meeting, state, answers=["sneak", "backstab"], dice=[20, 9, 2])
    assert state.encounter is not None
    assert (state.encounter.foes[0].hp, state.encounter.stage, state.encounter.first) == (2, "fight", [90])
    state = behind("bugbear", 6, of("thief", 2, high="dex", pack={"dagger": 1}, weapon="dagger"))
    run(meeting.meeting, state, answers=["sneak", "slip"], dice=[20])
    assert state.encounter is None
    state = behind("bugbear", 6, of("", 2, high="dex"))
    assert len(run(meeting.meeting, state, answers=["sneak"], dice=[20]).asks) == 1  # thieves only


@pytest.mark.rule("ROB-THIEF-09")
def test_strength_counts_double_in_a_backstab_too() -> None:
    who = of("thief", 1, high="dex str", pack={"dagger": 1}, weapon="dagger")
    state = behind("hobgoblin", 9, who)
    run(meeting.meeting, state, answers=["sneak", "backstab"], dice=[20, 15, 2])
    assert state.encounter is not None
    assert state.encounter.foes[0].hp == 9 - 2 * (2 + 1)


# Cleric.


@pytest.mark.rule("ROB-CLERIC-03", "ROB-CLERIC-04")
def test_a_cleric_by_level() -> None:
    assert sheet.max_hp(of("cleric", 5)) == 15
    assert [sheet.attack_bonus(of("cleric", level)) for level in (1, 2, 4, 5)] == [0, 1, 2, 2]


@pytest.mark.rule("ROB-CLERIC-05")
@pytest.mark.parametrize(("symbol", "stands"), [(False, 10), (True, 12)])
def test_clerics_turn_undead(symbol: bool, stands: int) -> None:
    pack = {"bludgeon": 1, **({"holy_symbol": 1} if symbol else {})}
    for roll, gone in ((stands - 1, True), (stands, False)):
        state = table(dials=ON, foes=[creature("vampire", 5)], who=of("cleric", 1, pack=dict(pack)))
        assert "turn" in rounds.options(state, state.robbers[0])
        assert state.encounter is not None
        run(using.use, state, state.robbers[0], Use("turn"), dice=[roll])
        assert (not state.encounter.foes) is gone
    state = table(dials=ON, foes=[creature("orc", 5)], who=of("cleric", 1))
    assert "turn" not in rounds.options(state, state.robbers[0])


@pytest.mark.rule("ROB-CLERIC-06", "ROB-GAS-05", "ROB-USEFUL-15")
def test_sleep_heals_a_cleric_and_henchmen_fully() -> None:
    who = of("cleric", 2, hp=2)
    who.henchmen = [creature("orc", 1, 7, full=6)]
    state = table(dials=ON, who=who)
    run(searching.bedroom, state)
    assert (who.hp, who.henchmen[0].hp) == (12, 6)
    other = of("fighter", 1, hp=2)
    state = table(dials=ON, who=other)
    run(searching.bedroom, state)
    assert other.hp == 3
    asleep = of("cleric", 2, hp=2)
    run(gases.sleeping, table(dials=ON, who=asleep))
    assert asleep.hp == 12


@pytest.mark.rule("ROB-CLERIC-07")
def test_clerics_heal_for_nothing_in_town() -> None:
    who = of("cleric", 2, hp=3)
    state = table(dials=ON, who=who)
    run(homecoming.leave, state)
    assert (who.hp, who.home.cp) == (12, 0)
    who = of("thief", 2, hp=3)
    run(homecoming.leave, table(dials=ON, who=who))
    assert who.hp == 3


@pytest.mark.rule("ROB-CLERIC-08")
def test_a_cleric_casts_as_often_as_levels_by_choice() -> None:
    who = of("cleric", 2, hp=5)
    state = table(dials=ON, who=who)
    run(days.morning, state, who)
    assert using.castable(who) == ["cure_light_wounds", "sanctuary", "command", "animate_dead"]
    run(using.use_calmly, state, "cast:cure_light_wounds", dice=[4])
    assert (who.hp, len(who.memorized)) == (9, 1)
    run(using.use_calmly, state, "cast:animate_dead", dice=[3])
    assert [mate.kind for mate in who.henchmen] == ["skeleton"]
    assert (using.castable(who), using.calm_options(state, who)) == ([], [])
    run(searching.bedroom, state)
    assert len(who.memorized) == 2


# Wizard.


@pytest.mark.rule("ROB-WIZARD-03")
def test_a_wizard_gains_hp_at_even_levels() -> None:
    assert [sheet.max_hp(of("wizard", level)) for level in (1, 2, 5)] == [10, 11, 12]


@pytest.mark.rule("ROB-WIZARD-04")
def test_a_wizard_spends_a_scroll_to_learn() -> None:
    who = of("wizard", 1, high="int", pack={"dagger": 1, "scroll_sleep": 1})
    who.home.things = {"scroll_haste": 2, "scroll_command": 1}
    state = table(dials=ON, place="town", who=who)
    assert callings.town_options(who) == ["learn:sleep", "learn:haste"]
    run(business.visit, state, answers=["learn:sleep"])
    run(business.visit, state, answers=["learn:haste"])
    assert (who.learned, who.pack, who.home.things) == (
        ["sleep", "haste"],
        {"dagger": 1},
        {"scroll_haste": 1, "scroll_command": 1},
    )
    assert callings.town_options(who) == []
    assert callings.town_options(of("thief", 1, high="int", pack={"scroll_sleep": 1})) == []


@pytest.mark.rule("ROB-WIZARD-05", "ROB-MOVE-13")
def test_a_wizard_memorizes_in_the_morning() -> None:
    who = of("wizard", 2, learned=["sleep", "haste"])
    state = table(dials=ON, place="town", who=who)
    run(business.visit, state, answers=["enter", "sleep", "sleep"])
    assert who.memorized == ["sleep", "sleep"]
    foe = creature("kobold")
    state = table(dials=ON, foes=[foe, creature("kobold", number=91)], who=who)
    run(using.use, state, who, Use("cast", "sleep", foe=90))
    assert who.memorized == ["sleep"]
    assert state.encounter is not None
    assert [left.id for left in state.encounter.foes] == [91]
    run(searching.bedroom, state, answers=["haste", "sleep"])
    assert who.memorized == ["haste", "sleep"]


@pytest.mark.rule("ROB-WIZARD-05")
def test_a_wizard_without_spells_sleeps_like_anybody() -> None:
    who = of("wizard", 2)
    run(days.morning, table(dials=ON, who=who), who)
    assert who.memorized == []


@pytest.mark.rule("ROB-THIEF-09", "ROB-MULTI-10")
def test_in_a_party_the_thief_strikes_when_all_were_quiet() -> None:
    thief = of("thief", 1, high="dex", seat=1, name="Bob", pack={"dagger": 1}, weapon="dagger")
    state = party(robber(), thief, foes=[creature("kobold", 4), creature("kobold", 4, 91)], stage="meeting")
    state.dials = table(dials=ON).dials
    state.encounter.width = 0  # type: ignore[union-attr]
    run(meeting.meeting, state, answers=["sneak", (1, "backstab@91")], dice=[20, 20, 15, 2])
    assert state.encounter is not None
    assert [foe.id for foe in state.encounter.foes] == [90]


@pytest.mark.rule("ROB-MAGIC-12", "ROB-FIGHTER-01")
def test_gauntlets_of_ogre_power_make_a_fighter_while_they_are_owned() -> None:
    assert offered(crit=True, pack={"gauntlets": 1}) == ("be:fighter", "be:robber", "wait")
    assert offered(crit=True, home=Home(things={"gauntlets": 1})) == ("be:fighter", "be:robber", "wait")
    assert offered(pack={"gauntlets": 1}) == ("be:robber", "wait")  # the deed is still to be done
    assert offered(crit=True, strong=True) == ("be:robber", "wait")  # gas is not enough


@pytest.mark.rule("ROB-FIGHTER-01", "ROB-FIGHT-15")
def test_a_natural_20_with_oil_is_a_critical_hit_too() -> None:
    for roll, crit in ((20, True), (19, False)):
        state = table(pack={"oil": 1}, foes=[creature("orc", 20)])
        run(rounds.robbers_turn, state, answers=["oil"], dice=[roll] if crit else [roll, [1, 1]])
        assert state.robbers[0].crit is crit


@pytest.mark.rule("ROB-KEY-30", "ROB-CLASS-03")
def test_a_drained_level_takes_its_spell_along() -> None:
    s = table(level=9, calling="cleric", foes=[creature("vampire", 6)], dials={"classes": True})
    who = s.robbers[0]
    who.level, who.memorized = 2, ["any", "any"]
    run(bestiary.drain, s, facing.here(s).foes[0], who)
    assert (who.level, who.memorized) == (1, ["any"])
    who.memorized = []
    run(bestiary.drain, s, facing.here(s).foes[0], who)
    assert (who.level, who.memorized) == (0, []), "a spell already cast cannot be taken"
    wizard = table(level=9, foes=[creature("vampire", 6)], dials={"classes": True}).robbers[0]
    wizard.calling, wizard.level, wizard.memorized = "wizard", 1, ["sleep"]
    s.robbers[0] = wizard
    run(bestiary.drain, s, facing.here(s).foes[0], wizard)
    assert not using.castable(wizard)


@pytest.mark.rule("ROB-THIEF-09")
def test_a_backstab_that_does_not_kill_opens_the_fight() -> None:
    state = table(dials=ON, who=of("thief", 1, high="dex"), foes=[creature("orc", 9)], stage="meeting")
    assert run(sneaking.backstab, state, answers=["backstab"], dice=[2]).result
    met = state.encounter
    assert met is not None
    assert (met.begun, met.stage, met.aware, met.first) == (True, "fight", True, [90])


@pytest.mark.rule("ROB-FIGHTER-01", "ROB-FIGHT-02")
def test_a_natural_twenty_is_a_fighters_deed() -> None:
    for natural, deed in ((20, True), (19, False)):
        state = table(foes=[creature("orc", 20)])
        run(blows.strike, state, state.robbers[0], facing.here(state).foes[0], dice=[natural] + ([] if deed else [3]))
        assert state.robbers[0].crit is deed


@pytest.mark.rule("ROB-CLASS-05")
def test_fists_and_what_may_be_used_stay_in_hand() -> None:
    for weapon in ("", "dagger"):
        who = of("thief", 1, weapon=weapon, pack={"dagger": 1, "dagger_plus1": 1})
        callings.lay_aside(who)
        assert who.weapon == weapon


@pytest.mark.rule("ROB-CLASS-01", "ROB-CLASS-02")
def test_a_calling_waits_for_the_first_level_and_is_part_of_the_story() -> None:
    state = table(dials=ON, place="town", xp=999)
    assert callings.town_options(state.robbers[0]) == []
    state.robbers[0].xp = 1000
    assert callings.town_options(state.robbers[0]) == ["calling"]
    run(callings.choose_calling, state, state.robbers[0], answers=["be:robber"])
    assert state.story == ["Ada became a Dungeon Robber"]


@pytest.mark.rule("ROB-CLASS-05")
@pytest.mark.parametrize(("calling", "held"), [("fighter", True), ("thief", False)])
def test_a_shield_stays_where_the_class_allows_it(calling: str, held: bool) -> None:
    who = of(calling, 1, shield=True, pack={"shield": 1})
    callings.lay_aside(who)
    assert who.shield is held


@pytest.mark.rule("ROB-WIZARD-04")
def test_one_of_two_scrolls_at_home_is_spent() -> None:
    for number, left in ((2, {"scroll_sleep": 1}), (1, {})):
        who = of("wizard", 1, pack={}, home=Home(things={"scroll_sleep": number}))
        run(callings.learn, table(dials=ON, who=who), who, "sleep")
        assert (who.home.things, who.learned) == (left, ["sleep"])


@pytest.mark.rule("ROB-WIZARD-05")
def test_the_only_spell_learned_is_memorized_unasked() -> None:
    who = of("wizard", 2, learned=["haste"])
    assert not run(days.memorize, table(dials=ON, who=who), who).asks
    assert who.memorized == ["haste", "haste"]

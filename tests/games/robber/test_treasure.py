"""Chapter 4: carrying, every table of things, scrolls."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import run
from undercroft.games.robber.content import GEM, ITEMS, JEWEL, TABLES
from undercroft.games.robber.masking import mask
from undercroft.games.robber.rules.belongings import carrying, outfit, packing
from undercroft.games.robber.rules.chambers import chamber
from undercroft.games.robber.rules.character import coins, sheet
from undercroft.games.robber.rules.delving import discovery, movement
from undercroft.games.robber.rules.fight import meeting, reckon, rounds
from undercroft.games.robber.rules.magic import spells, using
from undercroft.games.robber.rules.monsters import blows, facing, running
from undercroft.games.robber.rules.town import business, homecoming
from undercroft.games.robber.rules.traps import pits
from undercroft.games.robber.rules.treasure import hoards, searching, wonders
from undercroft.games.robber.state import Encounter, Heavy, Purse, RobberState

from .desk import creature, gp, robber, table, under
from .desk import party as table_of


def weights(name: str) -> list[int]:
    return [entry.hi - entry.lo + 1 for entry in TABLES[name].entries]


def search(roll: int, *dice: Any, answers: list[str] | None = None, **fields: Any) -> RobberState:
    """One roll on Useful Items."""
    s = table(**fields)
    run(under(searching.useful), s, dice=[roll, *dice], answers=answers or [])
    return s


def find(roll: int, *dice: Any, **fields: Any) -> RobberState:
    """One roll on Valuable Items."""
    s = table(**fields)
    run(under(searching.valuable), s, dice=[roll, *dice])
    return s


def wonder(roll: int, *dice: Any, answers: list[str] | None = None, **fields: Any) -> RobberState:
    """One roll on Magic Items."""
    s = table(**fields)
    run(under(wonders.magic_item), s, s.robbers[0], dice=[roll, *dice], answers=answers or [])
    return s


def hoard(*dice: Any, rolls: int = 1, answers: list[str] | None = None, **fields: Any) -> RobberState:
    """A treasure."""
    s = table(**fields)
    run(under(hoards.treasure), s, rolls, level=s.delve.level, dice=list(dice), answers=answers or [])
    return s


# Carrying.


@pytest.mark.rule("ROB-CARRY-01")
def test_one_heavy_thing() -> None:
    for key, kind in (("keep", "box"), ("swap", "statue")):
        s = search(84, heavy=Heavy("box", box=gp(500)), answers=[key])
        assert s.robbers[0].heavy is not None
        assert s.robbers[0].heavy.kind == kind
    many = robber(pack={"plate_mail": 3, "chain_mail": 4, "sword": 9})
    assert coins.carried(many) == (600 + 160 + 72) * 100


@pytest.mark.rule("ROB-CARRY-02")
def test_it_falls_when_pursued() -> None:
    s = table(foes=[creature("rat")], heavy=Heavy("statue", 100), stage="meeting")
    run(meeting.meeting, s, answers=["run", "no"])
    assert s.robbers[0].heavy is None


@pytest.mark.rule("ROB-CARRY-03")
def test_pockets_are_filled_when_the_box_is() -> None:
    s = hoard(92, [3], 70, 10, rolls=2, answers=["pockets"])
    who = s.robbers[0]
    assert who.heavy is not None
    assert who.heavy.box is not None
    assert (who.purse.gems, who.purse.gp, who.heavy.box.gp) == (3, 100, 150)
    run(running.run_away, _meet(s))
    assert (s.robbers[0].heavy, who.purse.gems, who.purse.gp) == (None, 3, 100)


def _meet(s: RobberState) -> RobberState:
    s.encounter = Encounter("fight", [creature("skeleton")], "passage", begun=True)
    s.delve.dropped = True
    return s


@pytest.mark.rule("ROB-CARRY-04")
def test_a_sack_holds_everything_and_runs_along() -> None:
    s = hoard(10, 10, pack={"sack": 1}, level=3)
    assert s.robbers[0].purse.cp == 3000
    run(running.run_away, _meet(s))
    assert s.robbers[0].purse.cp == 3000


@pytest.mark.rule("ROB-CARRY-05", "ROB-USEFUL-16")
def test_one_container_is_enough() -> None:
    s = hoard(70, 10, pack={"sack": 1})
    assert (s.robbers[0].heavy, s.robbers[0].purse.gp) == (None, 250)
    s = hoard(70, 19, heavy=Heavy("box", box=gp(10)))
    assert s.robbers[0].heavy is not None
    assert s.robbers[0].heavy.box is not None
    assert s.robbers[0].heavy.box.gp == 260
    s = search(90, heavy=Heavy("box", box=gp(500)))
    assert (s.robbers[0].heavy, s.robbers[0].purse.gp) == (None, 500)


@pytest.mark.rule("ROB-CARRY-06", "ROB-CONT-04")
def test_a_hundred_loose_coins() -> None:
    assert hoard(70, 19).robbers[0].purse.coins == 100
    s = hoard(30, 20, purse=gp(60), answers=["sp"])
    assert (s.robbers[0].purse.sp, s.robbers[0].purse.gp) == (100, 0)
    s = hoard(30, 20, purse=gp(60), answers=["gp"])
    assert (s.robbers[0].purse.sp, s.robbers[0].purse.gp) == (40, 60)
    s = hoard(95, 20, purse=gp(100))
    assert (s.robbers[0].purse.jewelry, s.robbers[0].purse.gp) == (1, 100)


@pytest.mark.rule("ROB-CARRY-08")
def test_the_value_of_money() -> None:
    assert Purse(cp=3000).copper == 30 * 100
    assert Purse(ep=750).copper == 375 * 100
    assert Purse(sp=10, pp=1).copper == 6 * 100
    assert (Purse(gems=1).copper, Purse(jewelry=1).copper) == (GEM, JEWEL) == (25_000, 100_000)


# Useful Items.


@pytest.mark.rule("ROB-USEFUL-01", "ROB-USEFUL-03")
def test_the_useful_table() -> None:
    assert len(TABLES["useful_items"].entries) == 20
    assert TABLES["useful_items"].at(50).key == "nothing"
    assert weights("useful_items")[1] == 45
    for roll in (6, 50):
        assert search(roll).robbers[0].pack == {"bludgeon": 1}


@pytest.mark.rule("ROB-USEFUL-02", "ROB-USELESS-01")
def test_useless() -> None:
    s = search(5, "Useless Items=5", 20)
    assert s.robbers[0].purse.cp == 20


@pytest.mark.rule("ROB-USEFUL-04")
def test_furniture() -> None:
    assert search(51, answers=["break"]).robbers[0].pack == {"bludgeon": 2}
    s = search(57, answers=["carry"])
    assert s.robbers[0].heavy == Heavy("furniture", 20)
    assert ITEMS["bludgeon"].price == 1


@pytest.mark.rule(
    "ROB-USEFUL-05",
    "ROB-USEFUL-06",
    "ROB-USEFUL-07",
    "ROB-USEFUL-08",
    "ROB-USEFUL-09",
    "ROB-USEFUL-10",
    "ROB-USEFUL-11",
    "ROB-USEFUL-16",
    "ROB-USEFUL-17",
    "ROB-USEFUL-18",
    "ROB-USEFUL-19",
)
@pytest.mark.parametrize(
    ("low", "high", "item", "price"),
    [
        (58, 59, "dagger", 2),
        (60, 61, "sword", 8),
        (62, 63, "leather_armor", 3),
        (64, 65, "shield", 5),
        (66, 67, "chain_mail", 40),
        (68, 68, "plate_mail", 200),
        (69, 71, "food", 30),
        (90, 91, "sack", 1),
        (92, 93, "whip", 3),
        (94, 94, "pole", 1),
        (95, 95, "healing_potion", 100),
    ],
)
def test_useful_things(low: int, high: int, item: str, price: int) -> None:
    for roll in (low, high):
        s = search(roll, answers=["wear"] if item in ("chain_mail", "plate_mail") else [])
        assert s.robbers[0].pack[item] == 1
    assert ITEMS[item].price == price
    town_state = table(place="town", pack={item: 1})
    run(business.sell, town_state, town_state.robbers[0], "", answers=[f"sell:{item}"])
    assert town_state.robbers[0].home.cp == price * 100


@pytest.mark.rule("ROB-USEFUL-07", "ROB-USEFUL-08", "ROB-USEFUL-09", "ROB-USEFUL-10")
@pytest.mark.parametrize(("roll", "ac", "sneaks"), [(62, 12, True), (66, 14, False), (68, 16, False)])
def test_armor_worn(roll: int, ac: int, sneaks: bool) -> None:
    s = search(roll, answers=[] if sneaks else ["wear"])
    assert (sheet.armor_class(s.robbers[0]), sheet.can_sneak(s.robbers[0])) == (ac, sneaks)
    run(under(searching.useful), s, dice=[64])
    assert sheet.armor_class(s.robbers[0]) == ac + 1


@pytest.mark.rule("ROB-USEFUL-11", "ROB-TOWN-05")
def test_food_in_town() -> None:
    s = table(place="town", hp=3, pack={"food": 1})
    run(business.visit, s, answers=["eat"])
    assert (s.robbers[0].hp, s.robbers[0].pack) == (10, {})
    s = table(place="town", who=robber(hp=3, level=5, pack={"food": 1}))  # of 15: ten and no more
    run(business.visit, s, answers=["eat"])
    assert s.robbers[0].hp == 13
    for healthy in (table(place="town", pack={"food": 1}), table(place="town", hp=3)):
        assert "eat" not in business.options(healthy, healthy.robbers[0])  # not hungry, or nothing to eat


@pytest.mark.rule("ROB-USEFUL-12")
def test_coins() -> None:
    for roll in (72, 83):
        assert search(roll, 13).robbers[0].purse.gp == 13


@pytest.mark.rule("ROB-USEFUL-13", "ROB-USEFUL-01")
def test_statue() -> None:
    for roll in (84, 85):
        assert search(roll).robbers[0].heavy == Heavy("statue", 100)


@pytest.mark.rule("ROB-USEFUL-14")
def test_oil() -> None:
    for roll in (86, 87):
        assert search(roll, 3).robbers[0].pack["oil"] == 3
    assert ITEMS["oil"].price == 10


@pytest.mark.rule("ROB-USEFUL-15")
def test_a_bedroom() -> None:
    for roll in (88, 89):
        s = search(roll, hp=4, henchmen=[creature("orc", 2, full=5)])
        assert (s.robbers[0].hp, s.robbers[0].henchmen[0].hp) == (5, 3)


@pytest.mark.rule("ROB-USEFUL-17", "ROB-MON-07")
def test_the_whip() -> None:
    foe = creature("orc", 6)
    s = table(level=2, weapon="whip", pack={"whip": 1}, foes=[foe], high="str")
    run(blows.strike, s, s.robbers[0], foe, dice=[15])
    assert (foe.hp, foe.disarmed, s.robbers[0].pack) == (6, True, {"whip": 1, "bludgeon": 1})
    run(rounds.foes_turn, s, dice=[15])
    assert s.robbers[0].hp == 9
    run(rounds.foes_turn, s, dice=[20])
    assert s.robbers[0].hp == 8
    run(blows.strike, s, s.robbers[0], foe, dice=[15])
    assert s.robbers[0].pack["bludgeon"] == 1
    blows.slay(_table(s), foe, None)
    assert facing.here(s).drops == []
    hob = creature("hobgoblin", 6)
    s = table(level=4, weapon="whip", pack={"whip": 1}, foes=[hob])
    run(blows.strike, s, s.robbers[0], hob, dice=[15])
    assert "sword" in s.robbers[0].pack


def _table(s: RobberState) -> Any:
    async def nothing(t: Any) -> None:
        return None

    return run(nothing, s).table


@pytest.mark.rule("ROB-USEFUL-19", "ROB-VALU-03")
def test_a_healing_potion_for_oneself_or_a_friend() -> None:
    s = table(hp=3, pack={"healing_potion": 2}, henchmen=[creature("orc", 1, 7, full=6)])
    run(movement.movement, s, answers=["use:healing_potion", "use:healing_potion@mate-7", "explore"], dice=[5, 3])
    assert (s.robbers[0].hp, s.robbers[0].henchmen[0].hp, s.robbers[0].pack) == (8, 4, {})


@pytest.mark.rule("ROB-USEFUL-20", "ROB-USEFUL-21")
def test_better_tables() -> None:
    for roll in (96, 99):
        assert search(roll, "Valuable Items=3").robbers[0].pack["holy_symbol"] == 1
    assert search(100, "Magic Items=18").robbers[0].pack["ring_protection"] == 1


# Useless Items.


@pytest.mark.rule("ROB-USELESS-01")
def test_the_useless_table() -> None:
    assert [entry.key for entry in TABLES["useless_items"].entries] == [
        "bad_art",
        "moldy_clothes",
        "flawed_sword",
        "spoiled_food",
        "copper",
        "silver",
    ]


def useless(roll: int, *dice: Any, answers: list[str] | None = None, **fields: Any) -> RobberState:
    s = table(**fields)
    run(searching.useless, s, dice=[roll, *dice], answers=answers or [])
    return s


@pytest.mark.rule("ROB-USELESS-02")
def test_bad_art_is_believed_in() -> None:
    s = useless(1, heavy=Heavy("statue", 100))
    assert s.robbers[0].heavy == Heavy("bad_art")
    s = useless(1, heavy=Heavy("box", box=gp(500)), answers=["keep"])
    assert s.robbers[0].heavy is not None
    assert s.robbers[0].heavy.kind == "box"
    s = search(84, heavy=Heavy("bad_art"))
    assert s.robbers[0].heavy == Heavy("bad_art")
    s = table(level=5, heavy=Heavy("bad_art"))
    run(under(searching.valuable), s, dice=[8], answers=["swap"])
    assert s.robbers[0].heavy == Heavy("gold_statue", 500)


@pytest.mark.rule("ROB-USELESS-03")
def test_bad_art_keeps_the_healthy_from_fleeing() -> None:
    s = table(foes=[creature("orc")], stage="meeting", heavy=Heavy("bad_art"))
    assert "run" not in meeting.options(s)
    assert "art" in meeting.closed_choices(s, meeting.options(s))
    s.robbers[0].hp = 9
    assert "run" in meeting.options(s)
    run(meeting.meeting, s, answers=["run"])
    assert (s.robbers[0].heavy, s.delve.bearings) == (None, "pursued")
    hasted = table(foes=[creature("orc")], heavy=Heavy("bad_art"), encounter={"hasted": [0]})
    assert "run" not in rounds.options(hasted, hasted.robbers[0])


@pytest.mark.rule("ROB-USELESS-04", "ROB-TOWN-02")
def test_bad_art_hangs_at_home() -> None:
    s = table(room=1, heavy=Heavy("bad_art"))
    run(homecoming.leave, s)
    assert (s.robbers[0].home.art, s.robbers[0].home.heavies, s.robbers[0].home.cp) == (1, [], 0)
    assert not [key for key in business.options(s, s.robbers[0]) if key.startswith("sell_heavy")]
    from undercroft.games.robber.screen import screen

    assert any(line.label == "On the wall" for page in screen(s, 0).sheets for line in page.lines)


@pytest.mark.rule("ROB-USELESS-05", "ROB-USELESS-10")
def test_the_wise_know_bad_art_and_bad_food() -> None:
    assert useless(1, high="wis").robbers[0].heavy is None
    assert "spoiled_food" not in useless(4, high="wis").robbers[0].pack
    assert "spoiled_food" in useless(4).robbers[0].pack


@pytest.mark.rule("ROB-USELESS-06")
def test_moldy_clothes() -> None:
    assert useless(2, 9, 3).robbers[0].hp == 7
    assert useless(2, 10).robbers[0].hp == 10
    assert useless(2, high="con").robbers[0].hp == 11
    dead = useless(2, 9, 3, hp=2)
    assert (dead.over, dead.robbers[0].cause) == (True, "moldy clothes")


@pytest.mark.rule("ROB-USELESS-07")
def test_a_flawed_sword_breaks_at_the_first_hit() -> None:
    foe = creature("orc", 9)
    s = table(level=2, weapon="flawed_sword", pack={"flawed_sword": 1}, foes=[foe])
    run(blows.strike, s, s.robbers[0], foe, dice=[2])
    assert s.robbers[0].weapon == "flawed_sword"
    run(blows.strike, s, s.robbers[0], foe, dice=[15, "1d8=8"])
    assert (foe.hp, s.robbers[0].pack, s.robbers[0].weapon) == (1, {}, "")
    assert ITEMS["flawed_sword"].price == 1


@pytest.mark.rule("ROB-USELESS-08")
def test_spoiled_food_goes_only_to_a_beast() -> None:
    s = table(pursuer="toad", pack={"spoiled_food": 1})
    assert running.drops(s) == ["drop:spoiled"]
    run(running.drop, s, "drop:spoiled", dice=[9])
    assert (s.delve.bearings, s.robbers[0].pack, s.delve.dropped) == ("lost", {}, True)
    assert running.drops(table(pursuer="orc", pack={"spoiled_food": 1})) == []
    skeleton = table(pursuer="skeleton", pack={"spoiled_food": 1})
    run(running.drop, skeleton, "drop:spoiled")
    assert (skeleton.delve.bearings, skeleton.robbers[0].pack) == ("pursued", {})
    assert movement.free_actions(table(pack={"spoiled_food": 1})) == []


@pytest.mark.rule("ROB-USELESS-09", "ROB-TOWN-02")
@pytest.mark.parametrize(("owned", "left"), [(50, 20), (12, 0)])
def test_spoiled_food_in_town(owned: int, left: int) -> None:
    s = table(hp=4, purse=gp(owned), pack={"spoiled_food": 1})
    run(homecoming.leave, s)
    assert (s.robbers[0].home.cp, s.robbers[0].hp, s.robbers[0].pack) == (left * 100, 4, {})


@pytest.mark.rule("ROB-USELESS-11", "ROB-USELESS-12")
def test_small_change() -> None:
    assert useless(5, 20).robbers[0].purse == Purse(cp=20)
    assert useless(6, 20).robbers[0].purse == Purse(sp=20)


# Valuable Items.


@pytest.mark.rule("ROB-VALU-01", "ROB-VALU-02", "ROB-VALU-03", "ROB-VALU-04", "ROB-VALU-05", "ROB-VALU-06")
def test_the_valuable_table() -> None:
    assert [entry.key for entry in TABLES["valuable_items"].entries] == [
        "plate_mail",
        "healing_potion",
        "holy_symbol",
        "van_helsing_kit",
        "dagger_plus1",
        "cleric_scroll",
        "wizard_scroll",
        "gold_statue",
        "treasure",
        "magic",
    ]
    prices = {"plate_mail": 200, "healing_potion": 100, "holy_symbol": 25, "van_helsing_kit": 75, "dagger_plus1": 500}
    for roll, (item, price) in enumerate(prices.items(), start=1):
        s = table()
        run(under(searching.valuable), s, dice=[roll], answers=["pack"] if item == "plate_mail" else [])
        assert s.robbers[0].pack[item] == 1
        assert ITEMS[item].price == price


@pytest.mark.rule("ROB-VALU-05")
@pytest.mark.parametrize("kind", ["werewolf", "vampire", "medusa"])
def test_the_van_helsing_kit(kind: str) -> None:
    foe = creature(kind, 6)
    s = table(pack={"van_helsing_kit": 1, "bludgeon": 1}, foes=[foe], henchmen=[creature("orc", 4, 7)])
    run(blows.strike, s, s.robbers[0], foe, dice=[9])
    run(blows.strike, s, s.robbers[0], foe, dice=[10, 1])
    assert facing.here(s).foes == []
    other = creature(kind, 6)
    s.encounter = Encounter("fight", [other], "passage")
    run(blows.mate_strikes, s, s.robbers[0].henchmen[0], other, s.robbers[0], dice=[10])
    assert other.hp == 6


@pytest.mark.rule("ROB-VALU-06")
def test_a_plus_one_dagger() -> None:
    foe = creature("kobold", 9)
    s = table(weapon="dagger_plus1", pack={"dagger_plus1": 1}, foes=[foe])
    run(blows.strike, s, s.robbers[0], foe, dice=[10, "1d4+1=2"])
    assert foe.hp == 6


@pytest.mark.rule("ROB-VALU-07", "ROB-VALU-08", "ROB-MAGIC-06", "ROB-MAGIC-07", "ROB-MAGIC-01")
def test_scrolls_found() -> None:
    assert find(6, "1d6=6").robbers[0].pack["scroll_animate_dead"] == 1
    assert find(7, "1d4=4").robbers[0].pack["scroll_haste"] == 1
    assert [entry.key for entry in TABLES["wizard_scroll"].entries] == ["sleep", "charm", "magic_missile", "haste"]
    assert weights("cleric_scroll") == [3, 1, 1, 1]
    assert {ITEMS[item].price for item in ITEMS if ITEMS[item].spell} == {150}
    assert wonder(5, "1d4=4").robbers[0].pack["scroll_haste"] == 1
    assert wonder(8, "1d6=6").robbers[0].pack["scroll_animate_dead"] == 1


@pytest.mark.rule("ROB-VALU-09")
def test_a_gold_statue_is_worth_its_depth() -> None:
    s = find(8, level=6)
    assert s.robbers[0].heavy == Heavy("gold_statue", 600)
    run(homecoming.leave, s)
    run(business.visit, s, answers=["sell_heavy:0"])
    assert s.robbers[0].home.cp == 60_000
    s.robbers[0].name = "the toad"  # whom a mirror has changed
    s.robbers[0].home.heavies = [Heavy("gold_statue", 1200)]
    ran = run(business.visit, s, answers=["sell_heavy:0"])
    assert "The toad sells a gold statue for 1,200 GP." in ran.texts


@pytest.mark.rule("ROB-VALU-10", "ROB-VALU-11", "ROB-VALU-01")
def test_valuable_rolls_on() -> None:
    assert find(9, "Treasure=70", "what it lies in=1").robbers[0].purse.gp == 250
    assert find(10, "Magic Items=15").robbers[0].pack["elven_boots"] == 1


# The Treasure table.


@pytest.mark.rule("ROB-TREAS-01")
def test_the_treasure_table() -> None:
    assert weights("treasure") == [25, 25, 15, 15, 10, 4, 3, 3]
    assert hoard(99, "Magic Items=15", level=10).robbers[0].pack["elven_boots"] == 1


@pytest.mark.rule("ROB-TREAS-02", "ROB-TREAS-03", "ROB-TREAS-04", "ROB-TREAS-05", "ROB-TREAS-06", "ROB-TREAS-07", "ROB-TREAS-08")
@pytest.mark.parametrize(
    ("level", "dice", "purse", "value"),
    [
        (3, [25], Purse(cp=3000), 30),
        (3, [50], Purse(sp=3000), 300),
        (2, [65], Purse(ep=1500), 750),
        (4, [80], Purse(gp=1000), 1000),
        (1, [90], Purse(pp=100), 500),
        (3, [94, [1, 2, 4]], Purse(gems=7), 1750),
        (10, [97], Purse(jewelry=10), 10_000),
    ],
)
def test_treasure_per_level(level: int, dice: list[Any], purse: Purse, value: int) -> None:
    s = hoard(*dice, "what it lies in=1", level=level)
    assert (s.robbers[0].purse, s.robbers[0].purse.copper) == (purse, value * 100)


@pytest.mark.rule("ROB-TREAS-09")
def test_treasure_may_be_magic() -> None:
    for roll in (98, 100):
        assert hoard(roll, "Magic Items=17").robbers[0].pack["ring_invisibility"] == 1


@pytest.mark.rule("ROB-TREAS-10")
def test_guarded_twice_unguarded_once() -> None:
    s = table()
    run(chamber.contents, s, "treasure", dice=["Treasure=70", "what it lies in=1"])
    assert s.robbers[0].purse.gp == 250


@pytest.mark.rule("ROB-TREAS-11", "ROB-CONT-01")
def test_one_hoard_one_container() -> None:
    assert weights("treasure_container") == [4, 14, 2]
    s = hoard(70, 85, "what it lies in=2", rolls=2)
    assert (s.robbers[0].purse.gp, s.robbers[0].purse.pp, s.robbers[0].pack["sack"]) == (250, 100, 1)
    hoard(98, 99, "Magic Items=15", "Magic Items=15", rolls=2)


@pytest.mark.rule("ROB-CONT-02", "ROB-CONT-03", "ROB-CONT-04")
def test_sack_box_or_loose() -> None:
    s = hoard(70, 4)
    assert (s.robbers[0].pack["sack"], s.robbers[0].heavy) == (1, None)
    s = hoard(70, 5, answers=["pockets"])
    assert s.robbers[0].heavy is not None
    assert s.robbers[0].heavy.kind == "box"
    s = hoard(30, 19)
    assert (s.robbers[0].purse.sp, s.robbers[0].heavy) == (100, None)


# Magic Items.


@pytest.mark.rule("ROB-MAGIC-01")
def test_the_magic_table() -> None:
    assert len(TABLES["magic_items"].entries) == 17
    assert weights("magic_items") == [1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]


@pytest.mark.rule(
    "ROB-MAGIC-02",
    "ROB-MAGIC-03",
    "ROB-MAGIC-04",
    "ROB-MAGIC-05",
    "ROB-MAGIC-10",
    "ROB-MAGIC-11",
    "ROB-MAGIC-12",
    "ROB-MAGIC-13",
    "ROB-MAGIC-14",
    "ROB-MAGIC-15",
    "ROB-MAGIC-16",
    "ROB-MAGIC-17",
    "ROB-MAGIC-18",
    "ROB-SNEAK-02",
    "ROB-MAGIC-01",
)
@pytest.mark.parametrize(
    ("roll", "item", "price"),
    [
        (1, "sword_plus1", 1000),
        (2, "mace_plus1", 750),
        (3, "leather_plus1", 1000),
        (4, "plate_plus1", 2000),
        (12, "bracers", 1500),
        (13, "wand_mm", 500),
        (14, "gauntlets", 750),
        (15, "elven_boots", 500),
        (16, "treasure_finding", 500),
        (17, "ring_invisibility", 2000),
        (18, "ring_protection", 750),
        (19, "speed_potion", 100),
        (20, "libram", 750),
    ],
)
def test_magic_things(roll: int, item: str, price: int) -> None:
    s = wonder(roll, answers=["wear"] if item == "plate_plus1" else [])
    assert s.robbers[0].pack[item] == 1
    assert ITEMS[item].price == price


@pytest.mark.rule("ROB-MAGIC-03")
def test_a_plus_one_mace_is_a_bludgeon() -> None:
    assert (ITEMS["mace_plus1"].family, ITEMS["mace_plus1"].damage, ITEMS["mace_plus1"].attack) == ("bludgeon", "1d6+1", 1)


@pytest.mark.rule("ROB-MAGIC-04", "ROB-MAGIC-05", "ROB-FIGHT-21")
def test_magic_armor() -> None:
    s = wonder(3)
    assert (sheet.armor_class(s.robbers[0]), sheet.can_sneak(s.robbers[0])) == (13, True)
    s = wonder(4, answers=["wear"])
    assert (sheet.armor_class(s.robbers[0]), sheet.can_sneak(s.robbers[0])) == (17, False)


@pytest.mark.rule("ROB-MAGIC-08")
def test_a_clutch_of_potions() -> None:
    for roll in (9, 10):
        assert wonder(roll, 4).robbers[0].pack["healing_potion"] == 4


@pytest.mark.rule("ROB-MAGIC-09")
def test_a_cursed_weapon() -> None:
    s = wonder(11)
    who = s.robbers[0]
    assert (who.weapon, who.cursed, who.pack["bludgeon"]) == ("cursed_bludgeon", True, 1)
    assert not [key for key in outfit.gear_options(who) if key.startswith("wield")]
    assert mask(s).robbers[0].weapon == "mace_plus1"
    foe = creature("kobold", 9)
    s.encounter = Encounter("fight", [foe], "passage", begun=True)
    run(blows.strike, s, who, foe, dice=[11])
    assert (foe.hp, who.curses_known) == (9, ["cursed_bludgeon"])
    assert mask(s).robbers[0].weapon == "cursed_bludgeon"
    run(blows.strike, s, who, foe, dice=[12, "1d6-1=1"])
    assert foe.hp == 8, "never below 1"
    run(blows.strike, s, who, foe, dice=[20])
    assert foe.hp == 3
    s.encounter = None
    run(homecoming.leave, s)
    assert (who.cursed, who.weapon) == (False, "bludgeon")
    for weapon, cursed in (
        ("", "cursed_bludgeon"),
        ("flawed_sword", "cursed_sword"),
        ("whip", "cursed_whip"),
        ("dagger", "cursed_dagger"),
    ):
        assert wonder(11, weapon=weapon, pack={weapon: 1} if weapon else {}).robbers[0].weapon == cursed
    free = wonder(11, weapon="sword_plus1", pack={"sword_plus1": 1})
    assert (free.robbers[0].weapon, free.robbers[0].cursed) == ("sword_plus1", False)
    assert ITEMS["cursed_sword"].price == 0


@pytest.mark.rule("ROB-MAGIC-10")
def test_bracers_or_armor() -> None:
    s = wonder(12)
    assert (sheet.armor_class(s.robbers[0]), sheet.can_sneak(s.robbers[0])) == (14, True)
    s = wonder(12, armor="leather_armor", pack={"leather_armor": 1, "shield": 1, "ring_protection": 1}, shield=True)
    assert (s.robbers[0].armor, sheet.armor_class(s.robbers[0])) == ("bracers", 16)


@pytest.mark.rule("ROB-MAGIC-11")
@pytest.mark.parametrize(("dice", "left", "owned"), [([1], 9, False), ([2, "1d4+1=4"], 4, True), ([20, "1d4+1=1"], 7, True)])
def test_the_wand(dice: list[Any], left: int, owned: bool) -> None:
    foe = creature("dragon", 9)
    s = table(pack={"wand_mm": 1}, foes=[foe])
    run(rounds.act, s, s.robbers[0], answers=["wand"], dice=dice)
    assert (foe.hp, "wand_mm" in s.robbers[0].pack) == (left, owned)


@pytest.mark.rule("ROB-MAGIC-12", "ROB-MAGIC-13", "ROB-MAGIC-15", "ROB-MAGIC-16", "ROB-XP-04")
def test_things_worn() -> None:
    strong = robber(pack={"gauntlets": 1})
    assert (sheet.attack_bonus(strong), pits.escape_bonus(strong)) == (1, 1)
    assert run(discovery.force_door, table(who=strong, pursuer="rat"), dice=[4]).result
    assert sheet.sneak_bonus(robber(pack={"elven_boots": 1})) == 1
    assert sheet.sneak_bonus(robber(pack={"elven_boots": 1, "ring_invisibility": 1})) == 3
    assert sheet.armor_class(robber(pack={"ring_protection": 2})) == 11


@pytest.mark.rule("ROB-MAGIC-14")
def test_treasure_finding() -> None:
    s = table(pack={"treasure_finding": 1})
    run(movement.movement, s, answers=["use:treasure_finding", "explore"])
    assert s.robbers[0].finding
    run(chamber.contents, s, "empty", dice=["Treasure=70", "what it lies in=1"])
    assert (s.robbers[0].finding, s.robbers[0].purse.gp) == (False, 250)
    run(chamber.contents, s, "empty", dice=["Useful Items=50"])
    s = table(pursuer="rat", finding=True)
    run(chamber.contents, s, "empty")
    assert s.robbers[0].finding
    s = table(finding=True)
    run(homecoming.leave, s)
    assert s.robbers[0].finding
    assert not [
        key
        for key in rounds.options(
            table(pack={"treasure_finding": 1}, foes=[creature("rat")]), robber(pack={"treasure_finding": 1})
        )
        if "finding" in key
    ]


@pytest.mark.rule("ROB-MAGIC-17", "ROB-SCROLL-04", "ROB-MAGIC-13")
def test_haste() -> None:
    foe = creature("orc", 30)
    s = table(level=2, pack={"speed_potion": 1, "bludgeon": 1}, foes=[foe], heavy=Heavy("statue", 100))
    run(rounds.fight_round, s, answers=["drink:speed_potion"], dice=[1])
    run(rounds.fight_round, s, answers=["attack"], dice=[15, 2, 15, 3, 1])
    assert foe.hp == 25
    run(rounds.fight_round, s, answers=["run"])
    assert (s.delve.bearings, s.delve.pursuers, s.robbers[0].heavy) == ("lost", [], None)
    s = table(pursuer="rat", pack={"speed_potion": 1})
    run(movement.movement, s, answers=["use:speed_potion", "wander"])
    assert s.delve.bearings == "lost"
    mate = creature("orc", 6, 7)
    s = table(high="int", pack={"scroll_haste": 1}, foes=[creature("rat", 9, 1)], henchmen=[mate])
    run(rounds.robbers_turn, s, answers=["read:haste@mate-7"], dice=[15, 1, 15, 1])
    assert facing.here(s).foes[0].hp == 7
    stuck = table(level=3, foes=[creature("toad", 4, grips=["robber-0"])], encounter={"hasted": [0]})
    assert "run" not in rounds.options(stuck, stuck.robbers[0])


@pytest.mark.rule("ROB-MAGIC-18")
def test_the_libram() -> None:
    s = table(pack={"libram": 1})
    run(movement.movement, s, answers=["use:libram", "explore"], dice=[4])
    assert (s.robbers[0].high, s.robbers[0].pack) == (["dex"], {})
    s = table(high="dex", pack={"libram": 1})
    ran = run(movement.movement, s, answers=["use:libram", "explore"], dice=[4])
    assert s.robbers[0].pack == {"libram_dex": 1}
    assert not [key for key in ran.asks[1].keys if key.startswith("use:libram")]
    assert ITEMS["libram_dex"].price == 750


# Scrolls.


def read(spell: str, kind: str, *, hp: int = 4, **fields: Any) -> RobberState:
    return table(high="int wis", pack={f"scroll_{spell}": 1}, foes=[creature(kind, hp)], **fields)


@pytest.mark.rule("ROB-SCROLL-01", "ROB-SCROLL-09", "ROB-FIGHT-11", "ROB-USEFUL-01")
def test_sleep() -> None:
    s = read("sleep", "orc", level=2)
    s.robbers[0].hp = 5
    run(rounds.fight_round, s, answers=["read:sleep"], dice=["Useful Items=60"])
    assert (s.encounter, s.robbers[0].hp, s.robbers[0].pack) == (None, 6, {"sword": 1})
    for kind in ("stirge", "skeleton"):
        s = read("sleep", kind)
        run(rounds.act, s, s.robbers[0], answers=["read:sleep"])
        assert facing.here(s).foes
        assert s.robbers[0].pack == {}


@pytest.mark.rule("ROB-SCROLL-02")
def test_charm() -> None:
    s = read("charm", "dragon", level=10)
    s.robbers[0].hp = 5
    run(rounds.fight_round, s, answers=["read:charm"], dice=[9, "Useful Items=50"])
    assert (s.robbers[0].hp, [mate.kind for mate in s.robbers[0].henchmen]) == (6, ["dragon"])
    s = read("charm", "lizard")
    run(rounds.act, s, s.robbers[0], answers=["read:charm"])
    assert facing.here(s).foes


@pytest.mark.rule("ROB-SCROLL-03", "ROB-FIGHT-14")
def test_magic_missile() -> None:
    s = read("magic_missile", "dragon", hp=2)
    run(rounds.act, s, s.robbers[0], answers=["read:magic_missile"], dice=["1d4+1=1"])
    assert facing.here(s).foes == []


@pytest.mark.rule("ROB-SCROLL-05")
def test_cure_light_wounds() -> None:
    s = read("cure_light_wounds", "orc")
    s.robbers[0].hp = 2
    run(rounds.act, s, s.robbers[0], answers=["read:cure_light_wounds"], dice=[8])
    assert s.robbers[0].hp == 10
    s = table(high="wis", pack={"scroll_cure_light_wounds": 1}, henchmen=[creature("orc", 1, 7, full=6)])
    run(movement.movement, s, answers=["read:cure_light_wounds@mate-7", "explore"], dice=[3])
    assert s.robbers[0].henchmen[0].hp == 4


@pytest.mark.rule("ROB-SCROLL-06", "ROB-FIGHT-09")
def test_sanctuary() -> None:
    s = read("sanctuary", "orc", level=2, henchmen=[creature("kobold", 4, 7)])
    run(rounds.act, s, s.robbers[0], answers=["read:sanctuary"])
    foe = facing.here(s).foes[0]
    run(blows.foe_attacks, s, foe, s.robbers[0], dice=[9])
    run(blows.foe_attacks, s, foe, s.robbers[0], dice=[10, 15, 2])
    assert s.robbers[0].hp == 8
    run(blows.foe_attacks, s, foe, s.robbers[0].henchmen[0], dice=[15, 1])
    run(blows.strike, s, s.robbers[0], foe, dice=[1])
    run(blows.foe_attacks, s, foe, s.robbers[0], dice=[9])


@pytest.mark.rule("ROB-SCROLL-07")
def test_command() -> None:
    s = read("command", "orc", level=2)
    s.robbers[0].hp = 5
    run(rounds.fight_round, s, answers=["read:command-sleep"], dice=["Useful Items=50"])
    assert (s.encounter, s.robbers[0].hp) == (None, 6)
    s = read("command", "orc", level=2)
    s.robbers[0].hp = 5
    run(rounds.fight_round, s, answers=["read:command-flee"])
    assert (s.encounter, s.robbers[0].hp) == (None, 5)
    for face, stays in ((10, True), (9, False)):
        s = read("command", "hill_giant")
        run(rounds.act, s, s.robbers[0], answers=["read:command-sleep"], dice=[face])
        assert bool(facing.here(s).foes) is stays


@pytest.mark.rule("ROB-SCROLL-08", "ROB-HENCH-06")
def test_animate_dead() -> None:
    s = table(high="wis", pack={"scroll_animate_dead": 1}, henchmen=[creature("orc", number=1)])
    run(movement.movement, s, answers=["read:animate_dead", "dismiss:1", "explore"], dice=["1d6=5"])
    assert [(mate.kind, mate.hp) for mate in s.robbers[0].henchmen] == [("skeleton", 5)]
    run(homecoming.leave, s)
    assert s.robbers[0].henchmen == []


@pytest.mark.rule("ROB-SCROLL-09")
def test_a_scroll_is_read_once() -> None:
    s = table(high="int", pack={"scroll_magic_missile": 2}, foes=[creature("dragon", 30)])
    run(rounds.act, s, s.robbers[0], answers=["read:magic_missile"], dice=[1])
    assert s.robbers[0].pack == {"scroll_magic_missile": 1}
    assert spells.POTION == "1d8"


@pytest.mark.rule("ROB-VALU-05", "ROB-AOH-06")
@pytest.mark.parametrize(
    ("answer", "dice", "pack"),
    [
        ("wand", [2, 1], {"wand_mm": 1}),
        ("oil", [10, 2], {"oil": 1}),
        ("read:magic_missile", [1], {"scroll_magic_missile": 1}),
    ],
)
def test_the_kit_counts_for_wand_oil_and_missile_too(answer: str, dice: list[int], pack: dict[str, int]) -> None:
    """To its owner the prey has a single hit point, whatever it is hit with."""
    s = table(high="int", pack={"van_helsing_kit": 1, **pack}, foes=[creature("vampire", 6)])
    run(rounds.robbers_turn, s, answers=[answer], dice=dice)
    assert facing.here(s).foes == []
    plain = table(high="int", pack=pack, foes=[creature("vampire", 6)])
    run(rounds.robbers_turn, plain, answers=[answer], dice=dice[:1] if answer == "oil" else dice)
    assert facing.here(plain).foes != []


@pytest.mark.rule("ROB-CARRY-03", "ROB-CONT-03")
def test_the_best_hundred_coins_are_pocketed_when_a_box_is_filled() -> None:
    s = hoard(70, 5, purse=Purse(cp=40), answers=["pockets"])  # 250 gp in a Heavy box
    ada = s.robbers[0]
    assert ada.heavy is not None
    assert (ada.purse, ada.heavy.box) == (Purse(gp=100), Purse(gp=150, cp=40))


@pytest.mark.rule("ROB-CARRY-03", "ROB-CARRY-02", "ROB-CONT-03", "ROB-CONT-01")
def test_nobody_has_to_fill_their_pockets() -> None:
    s = hoard(92, [3], 70, 10, rolls=2, purse=Purse(cp=40), answers=["box"])
    ada = s.robbers[0]
    assert ada.heavy is not None
    assert (ada.purse, ada.heavy.box) == (Purse(cp=40), Purse(gp=250, gems=3))
    run(running.run_away, _meet(s))
    assert (s.robbers[0].heavy, ada.purse) == (None, Purse(cp=40)), "all of it is lost with the box"
    s = hoard(92, [3], 10)  # gems alone need no box
    assert (s.robbers[0].purse.gems, s.robbers[0].heavy) == (3, None)
    s = hoard(92, [3], 70, 10, rolls=2, heavy=Heavy("statue", 100), answers=["keep"])
    assert (s.robbers[0].purse.gems, s.robbers[0].purse.gp) == (3, 100), "without arms for the box, what pockets hold"


@pytest.mark.rule("ROB-TOWN-05", "ROB-TOWN-10")
def test_food_left_at_home_is_eaten_first() -> None:
    s = table(place="town", hp=3, pack={"food": 1})
    s.robbers[0].home.things = {"food": 1}
    run(business.visit, s, answers=["eat"])
    assert (s.robbers[0].hp, s.robbers[0].pack, s.robbers[0].home.things) == (10, {"food": 1}, {})
    s = table(place="town", hp=3, pack={})
    s.robbers[0].home.things = {"food": 2}
    run(business.visit, s, answers=["eat"])
    assert (s.robbers[0].hp, s.robbers[0].home.things) == (10, {"food": 1})


@pytest.mark.rule("ROB-SCROLL-04")
def test_a_hasted_henchman_is_slow_again_after_the_battle_and_nobody_chases_during_it() -> None:
    mate = creature("orc", 6, 7)
    s = table(high="int", pack={"scroll_haste": 1}, foes=[creature("rat", 9, 1)], henchmen=[mate])
    run(rounds.robbers_turn, s, answers=["read:haste@mate-7"], dice=[15, 1, 15, 1])
    run(rounds.robbers_turn, s, answers=["run"])
    assert (s.delve.bearings, s.delve.pursuers) == ("lost", []), "one scroll, both effects, whoever is hasted"
    mate.loses_turn = True
    rat = creature("rat", 9, 2)
    s.encounter = Encounter("fight", [rat], "passage")
    run(rounds.fight_round, s, answers=["attack"], dice=["Ada attacks rat=2", "your orc attacks=15", 1, 2, 2])
    assert rat.hp == 8, "one attack: haste and lost turns end with their battle"
    s.encounter = None
    mate.hasted = True
    s.encounter = Encounter("meeting", [rat], "passage")
    run(meeting.meeting, s, answers=["run"])
    assert s.delve.bearings == "pursued", "yesterday's haste helps nobody"


@pytest.mark.rule("ROB-MAGIC-09")
def test_a_second_cursed_weapon_deceives_again() -> None:
    s = wonder(11)
    who = s.robbers[0]
    foe = creature("kobold", 9)
    s.encounter = Encounter("fight", [foe], "passage", begun=True)
    run(blows.strike, s, who, foe, dice=[2])
    s.encounter = None
    run(homecoming.leave, s)
    who.pack["sword"] = 1
    who.weapon = "sword"
    run(wonders.gain_magic, s, who, "cursed_weapon")
    assert (who.weapon, packing.shown(who, "cursed_sword")) == ("cursed_sword", "+1 sword")
    assert packing.shown_damage(who, "cursed_sword") == "1d8+1"
    assert mask(s).robbers[0].weapon == "sword_plus1"
    assert packing.shown(who, "cursed_bludgeon") == "cursed bludgeon", "the first is known for what it is"
    met = Encounter("fight", [foe], "passage", begun=True)
    assert reckon.chance_to_hit(who, foe, met) == 11, "the odds are as wrong as the owner"
    assert reckon.fair_fight(who, met) == reckon.fair_fight(robber(pack={"sword_plus1": 1}, weapon="sword_plus1"), met)
    assert "cursed_bludgeon" in mask(s).robbers[0].pack


@pytest.mark.rule("ROB-USELESS-02", "ROB-CARRY-01")
def test_the_art_is_believed_to_be_worth_exactly_five_hundred() -> None:
    s = table(heavy=Heavy("gold_statue", 499))
    run(searching.bad_art, s, s.robbers[0])
    held = s.robbers[0].heavy
    assert held is not None and held.kind == "bad_art", "given up without a question"
    s = table(heavy=Heavy("gold_statue", 500))
    run(searching.bad_art, s, s.robbers[0], answers=["keep"])
    held = s.robbers[0].heavy
    assert held is not None and held.kind == "gold_statue", "there the player chooses"
    for worth, lifted in ((499, False), (500, True)):
        s = table(heavy=Heavy("bad_art"))
        answers = ["swap"] if lifted else []
        assert run(under(carrying.lift), s, s.robbers[0], Heavy("gold_statue", worth), answers=answers).result is lifted


@pytest.mark.rule("ROB-MAGIC-01")
def test_a_magic_find_is_part_of_the_story() -> None:
    s = table(level=3)
    run(wonders.gain_magic, s, s.robbers[0], "gauntlets")
    assert s.story == [f"Ada found {ITEMS['gauntlets'].one} on level 3"]


@pytest.mark.rule("ROB-CARRY-05", "ROB-CONT-01")
@pytest.mark.parametrize(("container", "told"), [("heavy", True), ("loose", True), ("sack", False)])
def test_a_sack_at_hand_takes_it_all(container: str, told: bool) -> None:
    s = table(pack={"sack": 1})
    ran = run(carrying.take_hoard, s, s.robbers[0], gp(300), container)
    assert (s.robbers[0].purse.gp, s.robbers[0].heavy) == (300, None)
    assert any("Into the sack" in text for text in ran.texts) is told


@pytest.mark.rule("ROB-VALU-05", "ROB-FIGHT-04")
def test_odds_are_promised_for_fists_but_not_for_a_whip() -> None:
    s = table(foes=[creature("rat")], stage="meeting", pack={"whip": 1}, weapon="")
    assert reckon.fair_fight(s.robbers[0], facing.here(s)) is not None
    s.robbers[0].weapon = "whip"
    assert reckon.fair_fight(s.robbers[0], facing.here(s)) is None


@pytest.mark.rule("ROB-TREAS-01")
def test_a_hoard_is_part_of_the_story() -> None:
    assert hoard(66, 1, level=1).story == ["Ada found 250 GP of treasure on level 1"]


@pytest.mark.rule("ROB-MAGIC-13")
def test_a_speed_potion_is_drunk_up() -> None:
    s = table(foes=[creature("orc", 9)], pack={"bludgeon": 1, "speed_potion": 1})
    run(rounds.act, s, s.robbers[0], answers=["drink:speed_potion"])
    assert (s.robbers[0].pack, facing.here(s).hasted) == ({"bludgeon": 1}, [0])


@pytest.mark.rule("ROB-MAGIC-11", "ROB-SCROLL-03", "ROB-KEY-29")
def test_a_dart_of_light_may_meet_the_wrong_one() -> None:
    ada, bo = robber(pack={"wand_mm": 1}), robber(seat=1, name="Bo")
    s = table_of(ada, bo, level=9, foes=[creature("doppelganger", 9, copies="robber-1")])
    run(rounds.act, s, ada, answers=["wand"], dice=[2, 1, 3])
    assert (bo.hp, facing.here(s).foes[0].hp) == (6, 9)


@pytest.mark.rule("ROB-USELESS-02", "ROB-USELESS-05")
def test_bad_art_is_taken_up_in_place_of_what_is_worth_less() -> None:
    s = table()
    run(searching.bad_art, s, s.robbers[0])
    assert s.robbers[0].heavy == Heavy("bad_art")
    s = table(heavy=Heavy("statue", 100))
    ran = run(searching.bad_art, s, s.robbers[0])
    assert (s.robbers[0].heavy, any("crash" in text for text in ran.texts)) == (Heavy("bad_art"), True)


@pytest.mark.rule("ROB-USELESS-06")
def test_moldy_clothes_are_kept_whatever_they_do() -> None:
    s = table()
    run(searching.moldy_clothes, s, s.robbers[0], dice=[9, 3])
    assert (s.robbers[0].pack["moldy_clothes"], s.robbers[0].hp) == (1, 7)


@pytest.mark.rule("ROB-MAGIC-14")
def test_a_potion_of_treasure_finding_is_drunk_up() -> None:
    s = table(pack={"treasure_finding": 1})
    run(using.use_calmly, s, "use:treasure_finding")
    assert (s.robbers[0].pack, s.robbers[0].finding) == ({}, True)

"""Treasure, finds, division and homecoming, the Daily Dungeon and the hall of fame."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Table, run
from undercroft.games.descent.hoard import jewels, treasure
from undercroft.games.descent.rules.basics.money import coin, jewel_worth, money, wealth
from undercroft.games.descent.rules.basics.throws import amount
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.ending import aftermath, outcome, peace
from undercroft.games.descent.rules.surface.shelves import charge
from undercroft.games.descent.rules.treasure import finds, rolling, special
from undercroft.games.descent.state import Game, Guard

from .scene import fight, game

NOTHING = [3, 2, 2, 2, 2, 3, 3, 2, 2, 2]  # totals on which no category is present, in table order
PRESENT = {
    "GOLD": [7],
    "GOLD BAR": [6, 8],
    "SILVER": [5, 6, 8],
    "SILVER BAR": [4, 7, 9],
    "JEWELS": [7, 9],
    "MAGIC WEAPON": [2, 12],
    "SPELL": [2, 11, 12],
    "RELIC": [3, 10],
    "SAGE": [4, 5, 6],
    "SUPPLIES": [4, 10],
}


def table(**present: int) -> list[Any]:
    """Eleven throws with the named categories present, not doubled."""
    dice: list[Any] = []
    for index, name in enumerate(PRESENT):
        dice.append(present.get(name.replace(" ", "_"), NOTHING[index]))
    return [*dice, [1, 2]]


@pytest.mark.rule(
    "DES-TREAS-01",
    "DES-TREAS-02",
    "DES-TREAS-03",
    "DES-TREAS-04",
    "DES-TREAS-05",
    "DES-TREAS-06",
    "DES-TREAS-07",
    "DES-TREAS-08",
    "DES-TREAS-09",
    "DES-TREAS-10",
    "DES-TREAS-11",
    "DES-TREAS-12",
)
def test_the_totals_of_every_category() -> None:
    assert [category.name for category in treasure().category] == [*PRESENT, "DOUBLED TREASURE"]
    for category in treasure().category[:-1]:
        assert sorted(category.totals) == PRESENT[category.name]
    assert treasure().category[-1].totals == "doubles"


@pytest.mark.rule("DES-TREAS-01", "DES-TREAS-26")
def test_one_chamber() -> None:
    """Example 25."""
    s = game("warrior", "wizard")
    dice = [[3, 4], [2, 3], [4, 4], [6, 6], [1, 1], [3, 3], [5, 6], [2, 2], [1, 4], [5, 5], [2, 5]]
    details: list[Any] = [[1, 2], [1, 2], [1, 2], [1, 3], [1, 3], [1, 3], 1, 1, 2, 1, 1, 3, 7, 5]
    ran = run(rolling.roll_treasure, s, answers=["take"], dice=[*dice, *details])
    assert "In the chamber: gold, silver, a spell, a sage and supplies." in ran.texts
    rolls = [str(event.values["why"]) for event in ran.events if event.kind == "roll"]
    assert [why.rpartition("for ")[2] for why in rolls[:4]] == ["gold, on 7", "a gold bar, on 6 or 8", "silver, on 5, 6 or 8",
                                                                "a silver bar, on 4, 7 or 9"]  # fmt: skip
    order = [why.rpartition("for ")[2].partition(",")[0].removeprefix("a ") for why in rolls[:11]]
    assert order == [*(name.lower() for name in PRESENT), "doubles"]
    assert (s.chest.gold, s.chest.silver) == (9, 12)
    assert s.members[1].goods["GORGON GORERS"] == 2
    assert s.members[0].goods["CHEESE"] == 3
    assert s.spoils == ["sage"]


@pytest.mark.rule("DES-TREAS-13", "DES-TREAS-17", "DES-SETUP-07", "DES-DIAL-09")
def test_amounts() -> None:
    """Example 22."""
    s = game("warrior")

    async def thrown(t: Table[Game]) -> int:
        return await amount(t, "gold", rule="DES-TREAS-13")

    assert run(thrown, s, dice=[[1, 2], [3, 3], [4, 4], [2, 5]]).result == 24
    assert run(thrown, s, dice=[[2, 3], [2, 4], [4, 5]]).result == 20
    assert run(thrown, s, dice=[[3, 4], [5, 2], [2, 2], [6, 1]]).result == 25
    s.dials = msgspec.structs.replace(s.dials, doubles_chain=True)
    assert run(thrown, s, dice=[[2, 2], [3, 3], [4, 5], [1, 2], [1, 2]]).result == 25


@pytest.mark.rule("DES-TREAS-03", "DES-TREAS-05", "DES-TREAS-14", "DES-TREAS-16", "DES-TREAS-19", "DES-TREAS-28")
def test_bars_and_the_chest() -> None:
    for total in (6, 8):
        s = game("warrior")
        run(rolling.roll_treasure, s, dice=table(GOLD_BAR=total))
        assert s.chest.gold_bars == 1
    s = game("warrior")
    run(rolling.roll_treasure, s, dice=table(SILVER_BAR=9))
    assert s.chest.silver_bars == 1
    assert s.members[0].gold == 0
    s.members[0].gold_bars, s.members[0].silver_bars = 1, 1
    assert wealth(s.members[0]) == 160 + 10


@pytest.mark.rule("DES-TREAS-20", "DES-TREAS-21", "DES-TREAS-22", "DES-TREAS-23", "DES-TREAS-24", "DES-TREAS-25")
@pytest.mark.parametrize(
    ("total", "name", "each"),
    [
        (10, "DIAMONDS", 16),
        (12, "DIAMONDS", 16),
        (8, "RUBIES", 10),
        (11, "RUBIES", 10),
        (7, "EMERALDS", 7),
        (9, "EMERALDS", 7),
        (5, "EMERALDS", 7),
        (6, "TURQUOISE", 4),
        (3, "TURQUOISE", 4),
        (4, "QUARTZ", 1),
        (2, "QUARTZ", 1),
    ],
)
def test_jewels(total: int, name: str, each: int) -> None:
    """Example 23 among them."""
    s = game("warrior")
    run(rolling._jewels, s, 1, dice=[[1, 5], [2, 6], [3, 4], total])
    assert s.chest.jewels == {name: 21}
    assert jewels()[name].silver_each == each
    assert jewel_worth(s.chest.jewels) == 21 * each


@pytest.mark.rule("DES-TREAS-18", "DES-TREAS-15")
def test_silver_and_bars_that_give_no_change() -> None:
    m = game("warrior").members[0]
    m.silver = 40
    from undercroft.games.descent.rules.basics.money import set_coin

    set_coin(m, coin(m))
    assert (m.gold, m.silver) == (2, 8)
    m.gold = m.silver = 0
    m.gold_bars = 1
    charge(m, 6 * 16)
    assert (m.gold_bars, coin(m)) == (0, 0)


@pytest.mark.rule("DES-TREAS-26", "DES-SAGE-18", "DES-TREAS-12")
def test_doubled_treasure_doubles_all_but_the_sage() -> None:
    s = game("priest", "priest")
    dice: list[Any] = [7, 2, 2, 4, 2, 12, 11, 3, 5, 4, [6, 6]]
    details: list[Any] = [[2, 4], [3, 5], [2, 4]]  # gold 20
    details += [3, 4, 8, 5]  # a neck-brace, thrown for
    details += [1, 1]  # a spell crumbles
    details += [9, 5, [5, 3], 9, 5, [1, 2]]  # two relics, each with its own karma
    details += [1, 1, 2, 9, 4]  # cheese
    run(rolling.roll_treasure, s, answers=["take", "take"], dice=[*dice, *details])
    assert (s.chest.gold, s.chest.silver_bars) == (40, 2)
    assert s.members[0].goods["NECK-BRACE"] == 2
    assert s.members[0].karma == 17
    assert s.members[0].goods["CHEESE"] == 4
    assert s.spoils == ["sage"]


@pytest.mark.rule("DES-MAZE-10", "DES-TREAS-26", "DES-STRE-01", "DES-STRE-02")
def test_double_treasure_is_not_doubled_treasure() -> None:
    """Examples 8 and 47."""
    s = game("warrior", at=(2, 8, 6))
    s.guards["2:8,5"] = Guard(entered=True)
    b = fight(s, "Orcs", 1, place="chamber", treasure=True)
    b.chamber = "2:8,5"
    b.foes.clear()

    async def win(t: object) -> None:
        outcome.begin(t)  # type: ignore[arg-type]

    run(win, s)
    assert s.spoils == ["gather", "treasure", "treasure", "special", "healing"]
    run(aftermath.aftermath, s)
    first = [*table(GOLD=7)[:10], [4, 4], [2, 4], [3, 5], [2, 4]]
    run(aftermath.aftermath, s, dice=first)
    run(aftermath.aftermath, s, dice=table(SILVER_BAR=4))
    assert (s.chest.gold, s.chest.silver_bars) == (40, 1)
    run(aftermath.aftermath, s, answers=["take"])
    assert s.members[0].goods["STORMBRINGER"] == 1


@pytest.mark.rule("DES-STRE-02")
def test_stormbringer_drinks_and_turns() -> None:
    from .test_battle import blow, struck

    s = game("warrior", "warrior +axe")
    s.members[0].goods["STORMBRINGER"], s.members[0].hand = 1, "STORMBRINGER"
    assert struck(s, "Orcs", 3) == 1
    assert struck(s, "Bears", 4) == 1
    b = fight(s, "Dogs", 2)
    run(blow, s, s.members[1], dice=[12])
    assert s.members[1].karma == 0
    assert s.members[0].karma == 2
    run(blow, s, s.members[0], dice=[[1, 1]])
    assert s.members[1].body == 4
    assert b
    assert struck(s, "Giant Germs", 5) == 1  # no sword number: eight will do, and +3


@pytest.mark.rule("DES-STRE-03", "DES-STRE-01")
def test_a_ghod_grants_one_boon() -> None:
    s = game("warrior")
    s.curses = ["butter fingers"]
    run(special.find_special, s, "a ghod", answers=["curses"])
    assert not s.curses
    s.members[0].body = 1
    run(special.find_special, s, "a ghod", answers=["heal"])
    assert s.members[0].body == 5
    run(special.find_special, s, "a ghod", answers=["treasure"], dice=table(GOLD_BAR=6))
    assert s.chest.gold_bars == 1
    assert "ghod" not in str(s.members[0].goods)


@pytest.mark.rule("DES-RELIC-01", "DES-RELIC-02")
def test_relics() -> None:
    """Example 24."""
    for dice, karma in (([5, 3], 15), ([4, 4], 32)):
        s = game("priest", "priest")
        run(finds.find_relic, s, dice=[9, 5, dice])
        assert (s.members[0].karma, s.members[0].relics, s.members[1].karma) == (karma, 1, 0)
    s = game("warrior")
    run(finds.find_relic, s)
    assert s.chest.relics == 1


@pytest.mark.rule("DES-SUPF-01", "DES-SUPF-02")
def test_supplies_go_to_the_highest_who_wants_them() -> None:
    s = game("warrior", "priest", "wizard")
    run(finds.find_supplies, s, answers=["decline", "take"], dice=[1, 1, 3, 11, 9, 4])
    assert s.members[1].goods["CHEESE"] == 3


@pytest.mark.rule("DES-IDEA-04", "DES-MAZE-30", "DES-AFT-01")
def test_treasure_only_for_a_chamber_won() -> None:
    s = game("warrior", at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True)
    s.members[0].goods["GARBAGE"] = 3
    run(coming.meet, s, name="Bears", number=3, place="chamber", chamber="2:3,5", treasure=True)
    run(peace.offer, s, answers=[["GARBAGE"], 3], dice=[[1, 4]])
    assert s.phase == "walk"
    assert not s.spoils
    s = game("warrior", "priest", at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True)
    b = fight(s, "Orcs", 8, place="chamber", treasure=True)
    b.chamber = "2:3,5"
    del b.foes[3:]
    from undercroft.games.descent.rules.battle import nerve
    from undercroft.games.descent.rules.ending import outcome

    run(nerve.nerve, s, b, dice=[[2, 2]])
    run(outcome.finished, s, b)
    assert s.spoils == ["gather", "treasure", "healing"]
    s = game("warrior")
    b = fight(s, "Orcs", 1)
    b.foes.clear()
    run(outcome.finished, s, b)
    assert s.spoils == ["gather"]


@pytest.mark.rule("DES-AFT-01", "DES-SAGE-18")
def test_the_sage_comes_after_the_healings() -> None:
    s = game("warrior", "priest", at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True)
    b = fight(s, "Orcs", 1, place="chamber", treasure=True)
    b.chamber = "2:3,5"
    b.foes.clear()
    from undercroft.games.descent.rules.ending import outcome

    run(outcome.finished, s, b)
    run(aftermath.aftermath, s)
    run(aftermath.aftermath, s, dice=table(SAGE=5))
    assert s.spoils == ["healing", "sage"]


@pytest.mark.rule("DES-TREAS-27", "DES-NOTE-07")
def test_thirty_pieces_of_silver() -> None:
    """Example 42."""
    for on, thrown in ((True, [[5, 6], [4, 5], [4, 6]]), (False, [[5, 6], [4, 5], [4, 6]]), (True, [[5, 6], [4, 6], [4, 6]])):
        s = game("warrior +axe", "wizard", thirty_silver=on)
        from undercroft.games.descent.rules.personas.people import new_member

        slave = new_member(
            s, seat=0, name="Octopus", kind="slave", cls="", rank=0, baddie="Doctor Octopus", master=1, denomination=""
        )
        s.party.append(slave.id)
        s.lines[1].append(slave.id)
        betrays = on and thrown[1] == [4, 5]
        run(rolling._silver, s, 1, dice=[*thrown, *(["the traitor=2"] if betrays else [])])
        if betrays:
            assert s.battle is not None
            assert {foe.name for foe in s.battle.foes} == {"Traitor", "Doctor Octopus"}
            assert 1 not in s.party
            assert s.leader == 0
            from .test_battle import blow

            s.battle.front = [0, 1]
            for _ in range(2):
                run(blow, s, s.members[0], dice=[9])
            assert s.members[1].status == "dead"
            assert s.members[0].karma == 2
        else:
            assert s.battle is None


@pytest.mark.rule("DES-FLAV-04", "DES-TREAS-01")
def test_pairs_that_mean_nothing_are_not_told() -> None:
    s = game("warrior")
    dice = [[1, 1], [1, 1], *([[5, 6]] * 4), *([[3, 4]] * 5)]  # nothing at all
    assert not any("Doubles" in text for text in run(rolling.roll_treasure, s, dice=dice).texts)


@pytest.mark.rule("DES-STRE-01")
@pytest.mark.parametrize(
    ("noted", "found"),
    [
        ("the rainbow cloak", "THE RAINBOW CLOAK"),
        ("the crown of Maxentius", "THE CROWN OF MAXENTIUS"),
        ("the spinster's pearl", "THE SPINSTER'S PEARL"),
        ("a great sword", "GREAT SWORD"),
        ("an AXE +1", "AXE +1"),
        ("the sword Stormbringer", "STORMBRINGER"),
        ('a dusty "Who\'s Who in the Dungeon"', '"WHO\'S WHO IN THE DUNGEON"'),
    ],
)
def test_special_treasure_is_what_the_legend_says(noted: str, found: str) -> None:
    """A known name among its words is that thing; a part of a word is not."""
    s = game("warrior")
    run(special.find_special, s, noted, answers=["take"])
    assert list(s.members[0].goods) == ["TORCHES", found]


@pytest.mark.rule("DES-SUPF-01")
def test_a_gamesmaster_finds_no_simulacra_on_the_floor() -> None:
    s = game("warrior")
    ran = run(finds.find_supplies, s, gamesmaster=1, dice=[1, 1, 3], answers=[(1, "be:TORCHES"), (1, 2), (0, "take")])
    assert "be:SIMULACRA" not in ran.asks[0].keys
    assert "be:BOAT" in ran.asks[0].keys


def test_thousands_of_gold_are_marked() -> None:
    assert money(16 * 1382 + 7) == "1,382 gold 7 silver"
    assert money(16 * 999) == "999 gold"
    assert money(0) == "nothing"

"""Treasure, finds, division and homecoming, the Daily Dungeon and the hall of fame."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Table, run
from undercroft.games.descent.hoard import jewels, treasure
from undercroft.games.descent.rules import finds, home, meeting, peace, spoils
from undercroft.games.descent.rules.campaign import memorials, outcome
from undercroft.games.descent.rules.money import coin, jewel_worth, wealth
from undercroft.games.descent.rules.muster import fresh_descent
from undercroft.games.descent.rules.paper import front_page, gazette, hall_of_fame, print_paper
from undercroft.games.descent.rules.shelves import charge, price
from undercroft.games.descent.rules.throws import amount
from undercroft.games.descent.state import Cache, Chest, Game, Guard, Loan

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
    ran = run(spoils.roll_treasure, s, answers=["take"], dice=[*dice, *details])
    assert "In the chamber: gold, silver, a spell, a sage and supplies." in ran.texts
    rolls = [str(event.values["why"]) for event in ran.events if event.kind == "roll"]
    assert [why.rpartition("for ")[2] for why in rolls[:4]] == ["gold, on 7", "a gold bar, on 6 or 8", "silver, on 5, 6 or 8",
                                                                "a silver bar, on 4, 7 or 9"]  # fmt: skip
    order = [why.rpartition("for ")[2].partition(",")[0].removeprefix("a ") for why in rolls[:11]]
    assert order == [*(name.lower() for name in PRESENT), "all of it twice"]
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
    s.dials["doubles_chain"] = True
    assert run(thrown, s, dice=[[2, 2], [3, 3], [4, 5], [1, 2], [1, 2]]).result == 25


@pytest.mark.rule("DES-TREAS-03", "DES-TREAS-05", "DES-TREAS-14", "DES-TREAS-16", "DES-TREAS-19", "DES-TREAS-28")
def test_bars_and_the_chest() -> None:
    for total in (6, 8):
        s = game("warrior")
        run(spoils.roll_treasure, s, dice=table(GOLD_BAR=total))
        assert s.chest.gold_bars == 1
    s = game("warrior")
    run(spoils.roll_treasure, s, dice=table(SILVER_BAR=9))
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
    run(spoils._jewels, s, 1, dice=[[1, 5], [2, 6], [3, 4], total])
    assert s.chest.jewels == {name: 21}
    assert jewels()[name].silver_each == each
    assert jewel_worth(s.chest.jewels) == 21 * each


@pytest.mark.rule("DES-TREAS-18", "DES-TREAS-15")
def test_silver_and_bars_that_give_no_change() -> None:
    m = game("warrior").members[0]
    m.silver = 40
    from undercroft.games.descent.rules.money import set_coin

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
    run(spoils.roll_treasure, s, answers=["take", "take"], dice=[*dice, *details])
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
        spoils.begin(t)  # type: ignore[arg-type]

    run(win, s)
    assert s.spoils == ["gather", "treasure", "treasure", "special", "healing"]
    run(spoils.aftermath, s)
    first = [*table(GOLD=7)[:10], [4, 4], [2, 4], [3, 5], [2, 4]]
    run(spoils.aftermath, s, dice=first)
    run(spoils.aftermath, s, dice=table(SILVER_BAR=4))
    assert (s.chest.gold, s.chest.silver_bars) == (40, 1)
    run(spoils.aftermath, s, answers=["take"])
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
    run(finds.find_special, s, "a ghod", answers=["curses"])
    assert not s.curses
    s.members[0].body = 1
    run(finds.find_special, s, "a ghod", answers=["heal"])
    assert s.members[0].body == 5
    run(finds.find_special, s, "a ghod", answers=["treasure"], dice=table(GOLD_BAR=6))
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
    run(meeting.meet, s, name="Bears", number=3, place="chamber", chamber="2:3,5", treasure=True)
    run(peace.offer, s, answers=[["GARBAGE"], 3], dice=[[1, 4]])
    assert s.phase == "walk"
    assert not s.spoils
    s = game("warrior", "priest", at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True)
    b = fight(s, "Orcs", 8, place="chamber", treasure=True)
    b.chamber = "2:3,5"
    del b.foes[3:]
    from undercroft.games.descent.rules import battle

    run(battle.nerve, s, b, dice=[[2, 2]])
    run(battle.finished, s, b)
    assert s.spoils == ["gather", "treasure", "healing"]
    s = game("warrior")
    b = fight(s, "Orcs", 1)
    b.foes.clear()
    run(battle.finished, s, b)
    assert s.spoils == ["gather"]


@pytest.mark.rule("DES-AFT-01", "DES-SAGE-18")
def test_the_sage_comes_after_the_healings() -> None:
    s = game("warrior", "priest", at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True)
    b = fight(s, "Orcs", 1, place="chamber", treasure=True)
    b.chamber = "2:3,5"
    b.foes.clear()
    from undercroft.games.descent.rules import battle

    run(battle.finished, s, b)
    run(spoils.aftermath, s)
    run(spoils.aftermath, s, dice=table(SAGE=5))
    assert s.spoils == ["healing", "sage"]


@pytest.mark.rule("DES-TREAS-27", "DES-NOTE-07")
def test_thirty_pieces_of_silver() -> None:
    """Example 42."""
    for on, thrown in ((True, [[5, 6], [4, 5], [4, 6]]), (False, [[5, 6], [4, 5], [4, 6]]), (True, [[5, 6], [4, 6], [4, 6]])):
        s = game("warrior +axe", "wizard", thirty_silver=on)
        from undercroft.games.descent.rules.people import new_member

        slave = new_member(
            s, seat=0, name="Octopus", kind="slave", cls="", rank=0, baddie="Doctor Octopus", master=1, denomination=""
        )
        s.party.append(slave.id)
        s.lines[1].append(slave.id)
        betrays = on and thrown[1] == [4, 5]
        run(spoils._silver, s, 1, dice=[*thrown, *(["the traitor=2"] if betrays else [])])
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


# Home.


@pytest.mark.rule("DES-DIV-01", "DES-DIV-02", "DES-SIM-01")
def test_division_with_a_remainder_and_simulacra() -> None:
    """Example 51."""
    s = game("warrior", "priest", "wizard", "warrior simulacrum", "priest simulacrum")
    s.chest.gold = 101
    home.share_out(s, s.members[:3], s.members[3:], [])
    leader = s.members[s.leader]
    assert [coin(m) for m in s.members[:3]] == [20 * 16 + 3 + (m is leader) for m in s.members[:3]]
    assert "The keeper, for his simulacra: 40 gold 6 silver" in s.reckoned


@pytest.mark.rule("DES-DIV-03")
def test_jewels_may_be_kept() -> None:
    s = game("warrior", "priest")
    s.chest.gold, s.chest.jewels = 7, {"EMERALDS": 16}
    home.share_out(s, s.members, [], [0])
    assert s.members[0].jewels == {"EMERALDS": 16}
    assert coin(s.members[0]) + 112 == coin(s.members[1]) == 112
    ran = run(home.divide, game_with_jewels(), answers=["coin"])
    assert ran.asks[0].rule == "DES-DIV-03"


def game_with_jewels() -> Game:
    s = game("warrior")
    s.chest.jewels = {"RUBIES": 2}
    return s


@pytest.mark.rule("DES-DIV-04")
def test_a_bar_nobody_can_share_goes_to_the_leader() -> None:
    s = game("warrior", "warrior", "warrior", "priest")
    s.chest.gold_bars = 1
    home.share_out(s, s.members, [], [])
    assert [m.gold_bars for m in s.members] == [0, 0, 0, 1]
    assert all(coin(m) == 0 for m in s.members)
    s = game("warrior", "priest")
    s.chest.gold_bars, s.chest.gold = 1, 10
    home.share_out(s, s.members, [], [])
    assert (s.members[1].gold_bars, s.members[0].gold) == (1, 10)


@pytest.mark.rule("DES-DIV-05")
def test_a_daughter_takes_jewels_only() -> None:
    s = game("warrior 6", "priest", "daughter")
    s.members[2].parents = [0]
    s.chest.gold, s.chest.jewels = 40, {"EMERALDS": 12}
    home.share_out(s, s.members[:2], [], [])
    assert s.members[2].jewels == {"EMERALDS": 4}
    assert s.members[0].jewels == {"EMERALDS": 4}
    assert coin(s.members[2]) == 0
    assert abs(coin(s.members[0]) - coin(s.members[1])) == 0


@pytest.mark.rule("DES-DIV-06")
def test_what_the_dead_leave() -> None:
    s = game("warrior 7", "son", "warrior")
    s.members[1].parents = [0]
    s.members[0].status, s.members[0].gold = "dead", 20
    home.inherit(s)
    assert s.members[1].gold == 20
    s = game("warrior seat0", "warrior seat1", players=2)
    s.members[0].status, s.members[0].gold, s.ended, s.leader = "dead", 20, "home", 1
    run(home.homecoming, s)
    assert s.members[1].gold == 20  # nobody of his player's is left: into the chest
    s = game("warrior", at=(2, 2, 4))
    s.members[0].goods["SWORD +1"] = 1
    s.chest.gold = 30
    s.members[0].status = "dead"
    s.ended = "lost"
    run(home.homecoming, s)
    assert s.caches[0].chest.gold == 30
    later = game("elf warrior", at=(2, 2, 3))
    later.caches = list(s.caches)
    from undercroft.games.descent.rules.walk import order

    run(order, later, answers=["go:South"])
    assert later.chest.gold == 30
    assert later.chest.goods["SWORD +1"] == 1
    fresh_descent(s)
    assert s.caches


@pytest.mark.rule("DES-DIV-07", "DES-STORE-12", "DES-SAGE-12")
def test_settling_at_home() -> None:
    """Example 48, and the order of things."""
    s = game("warrior", "warrior")
    s.loans, s.chest.gold, s.ended, s.curses = [Loan(60)], 100, "home", ["butter fingers"]
    s.members[0].conditions = ["bitten"]
    s.leader = 1
    run(home.homecoming, s, answers=["pay"])
    assert s.members[0].status == "dead"
    assert s.members[1].gold == 40
    assert not s.loans
    assert not s.curses
    assert s.papers
    s = game("warrior")
    s.loans, s.chest.gold, s.ended = [Loan(60)], 100, "home"
    run(home.homecoming, s, answers=["later"])
    assert (s.loans[0].gold, s.loans[0].descents) == (72, 1)


@pytest.mark.rule("DES-NOTE-02", "DES-IDEA-10", "DES-FLAV-06")
def test_the_daily_dungeon_and_the_hall_of_fame() -> None:
    s = game("warrior 8", "priest 9")
    s.ended, s.dead = "home", ["Osric, human warrior of rank 10, by Orcs"]
    s.members[0].gold, s.members[0].earned = 50, 7
    ran = run(home.homecoming, s)
    assert "OSRIC" in s.papers[0].headline
    assert any(text.startswith("THE DAILY DUNGEON, no. 1") for text in ran.texts)
    lines = hall_of_fame(s)
    assert lines[0].startswith("highest rank: warrior0 (rank 8), priest1")
    assert lines[1].startswith("richest: warrior0 (50 gold")
    assert any("karma" in line for line in lines)
    assert any(text.startswith("Hall of fame") for text in ran.texts)


@pytest.mark.rule("DES-NOTE-02")
@pytest.mark.parametrize("ended", ["home", "lost", "closing"])
@pytest.mark.parametrize("fallen", [0, 1, 5])
def test_the_paper_never_repeats_itself_in_a_campaign(ended: str, fallen: int) -> None:
    s = game("warrior", "priest")
    printed: list[str] = []
    for issue in range(20):  # the longest campaign
        s.ended, s.reckoned = ended, ["warrior0: nothing"]
        s.dead = [f"Hob {issue}{n}, elf warrior of rank 9, by Orcs" for n in range(fallen)]
        s.tally["slain"] = s.tally.get("slain", 0) + issue + 1
        run(_print, s)
        printed += [s.papers[-1].headline, *s.papers[-1].stories]
        at_length = [story for story in s.papers[-1].stories if story.startswith("Hob")]
        assert len({story.partition("rank 9")[2] for story in at_length}) == len(at_length) == min(3, fallen)
    assert len(set(printed)) == len(printed)
    assert all(line.format_map(_Blanks()) for box in msgspec.structs.astuple(gazette()) for line in box)


async def _print(t: Table[Game]) -> None:
    print_paper(t)


class _Blanks(dict[str, str]):
    def __missing__(self, key: str) -> str:
        known = {"NAMES", "MAZE", "LEADER", "home", "gold", "level", "who", "what", "killer", "killer_large", "n"}
        assert key in known
        return key


@pytest.mark.rule("DES-IDEA-10")
def test_nobody_is_famous_for_nothing() -> None:
    s = game("warrior 8", "priest 9")
    assert [line.partition(":")[0] for line in hall_of_fame(s)] == ["highest rank"]
    s.members[1].earned = 5
    assert "most karma earned: priest1 (5)" in hall_of_fame(s)


@pytest.mark.rule("DES-IDEA-08", "DES-IDEA-14", "DES-NOTE-06")
def test_what_is_kept() -> None:
    """Example 55: purses, karma and the same people."""
    s = game("warrior", "warrior", "warrior")
    s.members[0].gold, s.members[0].karma, s.members[0].status = 30, 7, "home"
    s.members[1].status, s.members[2].status = "dead", "retired"
    kept = memorials(s)
    assert [(entry.kind, entry.name) for entry in kept[:3]] == [
        ("persona", "warrior0"),
        ("grave", "warrior1"),
        ("retired", "warrior2"),
    ]
    from undercroft.engine import Dice
    from undercroft.games.descent import GAME

    from .scene import opening

    again = GAME.setup(opening("P0", bring={"personas": [entry.data for entry in kept if entry.kind == "persona"]}), Dice(1))
    assert [(m.name, m.gold, m.karma, m.status) for m in again.members] == [("warrior0", 30, 7, "home")]
    m = again.members[0]
    for name in ("PLATE ARMOR", "SPEAR", "SPEAR"):
        charge(m, price(again, name))
    assert m.gold == 11
    s.over = True
    told = outcome(s)
    assert told.facts["alive"] == 1
    assert Cache(1, 1, 1).chest == Chest()


@pytest.mark.rule("DES-TORCH-02")
def test_the_torch_burns_out() -> None:
    s = game("warrior")
    s.ended = "home"
    run(home.homecoming, s)
    assert "TORCHES" not in s.members[0].goods
    s = game("wizard")
    s.members[0].goods = {"FLASHLIGHT": 1}
    for left in (2, 1, 0):
        home.burn_torch(s)
        assert s.members[0].uses.get("FLASHLIGHT", 0) == left
    assert "FLASHLIGHT" not in s.members[0].goods


@pytest.mark.rule("DES-DIV-01", "DES-DIV-03")
def test_the_reckoning_names_bars_and_jewels_too() -> None:
    s = game("warrior", "priest")
    s.chest.gold, s.chest.silver_bars, s.chest.jewels = 4, 1, {"EMERALDS": 2}
    home.share_out(s, s.members, [], [1])
    told = " ".join(s.reckoned)
    assert "1 silver bar" in told
    assert "priest1:" in told
    assert "2 emeralds" in s.reckoned[1]
    assert all(not line.endswith(": ") for line in s.reckoned)


@pytest.mark.rule("DES-NOTE-02")
def test_the_paper_does_not_bring_home_a_statue_that_was_left_below() -> None:
    s = game("warrior", "priest")
    s.ended, s.news = "home", ["Bo was turned to stone", "Cy was turned to stone"]
    s.dead = ["Bo, left behind as a statue", "Di, left behind as a statue"]
    told = " ".join(front_page(s).stories)
    assert "Mourned: Bo and Di (each left behind as a statue)." in told
    assert "Cy was turned to stone." in told
    assert "Bo was turned" not in told


@pytest.mark.rule("DES-NOTE-02", "DES-DIV-01")
@pytest.mark.parametrize(("shares", "told"), [(["A: nothing", "B: 4 silver"], True), (["A: nothing", "B: nothing"], False)])
def test_a_little_silver_is_not_nothing(shares: list[str], told: bool) -> None:
    s = game("warrior", "priest")
    s.ended, s.reckoned = "home", shares
    stories = front_page(s).stories
    assert any("a little silver" in story.lower() for story in stories) == told


@pytest.mark.rule("DES-DIV-01")
def test_equal_shares_are_told_together() -> None:
    from undercroft.games.descent.rules.home import shares

    told = shares(["Bruno: 3 silver", "Tuck: 8 silver and 1 silver bar", "Maud: 3 silver"])
    assert told == "Bruno and Maud: 3 silver each; Tuck: 8 silver and 1 silver bar"

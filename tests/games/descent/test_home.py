"""Home: shares, debts, the newspaper, and what is remembered."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.engine import Table, run
from undercroft.games.descent.rules.basics.money import coin, wealth
from undercroft.games.descent.rules.campaign.campaign import memorials, outcome
from undercroft.games.descent.rules.surface import home
from undercroft.games.descent.rules.surface.muster import fresh_descent
from undercroft.games.descent.rules.surface.paper import front_page, gazette, hall_of_fame, print_paper
from undercroft.games.descent.rules.surface.shelves import charge, price
from undercroft.games.descent.state import Cache, Chest, Game, Loan

from .scene import game


@pytest.mark.rule("DES-DIV-01", "DES-DIV-02", "DES-SIM-01")
def test_division_with_a_remainder_and_simulacra() -> None:
    """Example 51."""
    s = game("warrior", "priest", "wizard", "warrior simulacrum", "priest simulacrum")
    s.chest.gold = 101
    home.share_out(s, s.members[:3], s.members[3:], [], {})
    leader = s.members[s.leader]
    assert [coin(m) for m in s.members[:3]] == [20 * 16 + 3 + (m is leader) for m in s.members[:3]]
    assert "The keeper, for his simulacra: 40 gold 6 silver" in s.reckoned


@pytest.mark.rule("DES-DIV-03")
def test_jewels_may_be_kept() -> None:
    s = game("warrior", "priest")
    s.chest.gold, s.chest.jewels = 7, {"EMERALDS": 16}
    home.share_out(s, s.members, [], [0], {})
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
    home.share_out(s, s.members, [], [], {})
    assert [m.gold_bars for m in s.members] == [0, 0, 0, 1]
    assert all(coin(m) == 0 for m in s.members)
    s = game("warrior", "priest")
    s.chest.gold_bars, s.chest.gold = 1, 10
    home.share_out(s, s.members, [], [], {})
    assert (s.members[1].gold_bars, s.members[0].gold) == (1, 10)


@pytest.mark.rule("DES-DIV-05")
def test_a_daughter_takes_jewels_only() -> None:
    s = game("warrior 6", "priest", "daughter")
    s.members[2].parents = [0]
    s.chest.gold, s.chest.jewels = 40, {"EMERALDS": 12}
    home.share_out(s, s.members[:2], [], [], {})
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
    from undercroft.games.descent.rules.orders.walk import order

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
    home.share_out(s, s.members, [], [1], {})
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
    from undercroft.games.descent.rules.surface.home import shares

    told = shares(["Bruno: 3 silver", "Tuck: 8 silver and 1 silver bar", "Maud: 3 silver"])
    assert told == "Bruno and Maud: 3 silver each; Tuck: 8 silver and 1 silver bar"


def bars(*specs: str, gold: int = 0, **chest: int) -> Game:
    s = game(*specs)
    s.chest.gold = gold
    for name, number in chest.items():
        setattr(s.chest, name, number)
    return s


@pytest.mark.rule("DES-DIV-04", "DES-DIV-01")
def test_a_bar_beyond_a_share_is_part_of_the_leaders_share() -> None:
    """Nobody has the coin to pay it down: the leader has the bar, and the others share the rest."""
    s = bars("priest", "warrior", "warrior", "warrior", gold=12, gold_bars=1)
    run(home.divide, s)
    assert [wealth(m) for m in s.members] == [160, 64, 64, 64]


@pytest.mark.rule("DES-DIV-04")
def test_the_leader_assigns_the_bars_that_fit_a_share() -> None:
    s = bars("priest", "warrior", "warrior", gold=20, gold_bars=1, silver_bars=1)
    ran = run(home.divide, s, answers=["m2", "m1"])
    assert [ask.seats for ask in ran.asks] == [(0,), (0,)]
    assert (s.members[2].gold_bars, s.members[1].silver_bars) == (1, 1)
    assert [wealth(m) for m in s.members] == [164, 163, 163]


@pytest.mark.rule("DES-DIV-04")
def test_who_wants_a_bar_too_large_for_his_share_pays_it_down() -> None:
    s = bars("priest", "warrior", "warrior", "warrior", gold_bars=1)
    s.members[3].gold = 8  # 128 silver: enough for the 120 that the bar is worth beyond a share
    ran = run(home.divide, s, answers=["m3"])
    assert ran.asks[0].keys == ("m0", "m3")
    assert s.members[3].gold_bars == 1
    assert [wealth(m) for m in s.members] == [40, 40, 40, 168]

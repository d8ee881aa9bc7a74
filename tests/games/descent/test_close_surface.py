"""A close look at the surface: coming home, the division, the store, recruits, the muster, and the end of a campaign."""

from __future__ import annotations

import pytest

from undercroft.engine import Table
from undercroft.games.descent.rules.basics.money import coin
from undercroft.games.descent.rules.campaign import campaign
from undercroft.games.descent.rules.mapping.whereabouts import maze_of
from undercroft.games.descent.rules.orders import errands
from undercroft.games.descent.rules.personas.people import full_body
from undercroft.games.descent.rules.surface import home, kindness, muster, recruits, shelves, store
from undercroft.games.descent.rules.surface.paper import print_paper
from undercroft.games.descent.state import Chest, Game, Loan, Pencil

from .scene import game, persona, played


@pytest.mark.rule("DES-DIV-07")
def test_what_is_settled_at_home_and_in_which_order() -> None:
    s = game("wizard", "warrior")
    s.ended, s.curses, s.veiled, s.pictures, s.chest.gold = "home", ["ill company"], ["ill company"], [4], 6
    beast = persona(s, "warrior")
    beast.kind, beast.cls, beast.baddie, beast.master = "unicorn", "", "Unicorn", 0
    s.party.append(2)
    s.loans = [Loan(2)]
    ran, _ = played(home.homecoming, s, answers=["pay", "ask"], dice=[8])
    assert [ask.rule for ask in ran.asks] == ["DES-STORE-12", "DES-BST-36"]
    assert (s.curses, s.veiled, s.loans, s.phase) == ([], [], [], "paper")
    assert (s.members[0].gold, s.members[1].gold, s.chest.goods) == (6, 2, {"UNICORN'S HORN": 1})  # two each, and a picture
    assert [m.status for m in s.members] == ["home", "home", "gone"]


@pytest.mark.rule("DES-IDEA-13", "DES-DIV-06", "DES-DIV-07")
def test_a_party_that_is_lost() -> None:
    s = game("warrior", "simulacrum", "daughter", "warrior", "warrior", "wizard", "warrior", at=(2, 6, 2))
    kinds = ["dead", "ready", "ready", "hostage", "stone", "dead", "home"]
    for m, status in zip(s.members, kinds, strict=True):
        m.status = status
    slave = persona(s, "warrior")
    slave.kind = "slave"
    s.party = [0, 1, 2, 3, 4, 5, 7]
    s.ended, s.chest.gold, s.members[0].goods, s.loans, s.members[0].relics = "lost", 7, {"AXE": 2}, [Loan(5)], 1
    played(home.lost, s)
    assert [m.status for m in s.members] == ["dead", "dead", "dead", "dead", "dead", "dead", "home", "gone"]
    assert s.dead == ["daughter2, lost below", "warrior3, left below", "warrior4, left below"]
    assert (s.grudge, s.broken, s.loans, s.tally["lost descents"], s.chest.gold) == (1, 1, [Loan(5)], 1, 0)
    cache = s.caches[0]
    assert (cache.level, cache.col, cache.row, cache.chest.gold, cache.chest.goods, cache.chest.relics, s.members[0].goods) == (
        2, 6, 2, 7, {"AXE": 2}, 1, {},
    )  # fmt: skip
    assert cache.names == ["warrior0", "warrior3", "warrior4", "wizard5"]
    s.members[6].status = "dead"
    played(home.lost, s)
    assert s.loans == []  # nobody is left to owe


@pytest.mark.rule("DES-BST-16", "DES-BST-35", "DES-SON-05")
def test_bites_statues_and_hostages_at_the_surface() -> None:
    s = game("warrior", "warrior 7", "warrior", "warrior")
    bitten, leader, stone, hostage = s.members
    bitten.conditions, stone.status, hostage.status = ["bitten"], "stone", "hostage"
    bitten.parents, leader.karma, s.leader = [1], 50, 1
    s.chest.gold, leader.gold = 12, 7
    ran, change = played(home.afflictions, s)
    assert (ran.asks, [m.status for m in s.members]) == ([], ["dead", "ready", "dead", "dead"])  # nineteen gold are too few
    assert s.dead == ["warrior0, gone as a were-wolf", "warrior2, who stays a statue", "warrior3, kept by the rats"]
    assert (leader.karma, s.tally["deaths"]) == (0, 3)
    stone.status, leader.gold = "stone", 8
    _, change = played(home.afflictions, s, answers=["pay"])
    assert change == {"members.2.status": "ready", "chest.gold": 0, "members.1.gold": 0}
    stone.status, leader.gold = "stone", 99
    _, change = played(home.afflictions, s, answers=["leave"])
    assert (stone.status, s.tally["deaths"], leader.gold) == ("dead", 4, 99)
    stone.status, s.leader = "stone", -1
    assert not played(home.afflictions, s)[0].asks


@pytest.mark.rule("DES-STORE-12")
@pytest.mark.parametrize(
    ("chest", "purses", "due", "asked", "left"),
    [
        ((10, 0), (0, 0), 10, True, (0, 0, 0, 0)),
        ((3, 32), (5, 4), 10, True, (0, 0, 0, 4)),
        ((3, 31), (5, 1), 10, True, (0, 0, 0, 0)),
        ((3, 15), (3, 3), 10, False, None),
        ((12, 8), (1, 1), 10, True, (2, 8, 1, 1)),
        ((0, 0), (4, 9), 10, True, (0, 0, 3, 0)),
    ],
)
def test_what_the_store_is_owed(
    chest: tuple[int, int], purses: tuple[int, int], due: int, asked: bool, left: tuple[int, int, int, int] | None
) -> None:
    """From the chest, its silver too, then from purses, the fullest first."""
    s = game("warrior", "warrior")
    s.loans = [Loan(due - 4), Loan(4)]
    s.chest.gold, s.chest.silver = chest
    s.members[0].gold, s.members[1].gold = purses
    ran, _ = played(home.debts, s, answers=["pay"] if asked else [])
    assert bool(ran.asks) is asked
    if left is not None:
        assert (s.loans, (s.chest.gold, s.chest.silver, s.members[0].gold, s.members[1].gold)) == ([], left)
    else:
        assert [(loan.gold, loan.descents) for loan in s.loans] == [(8, 1), (5, 1)]  # a fifth more, rounded up
    s.loans, s.leader = [Loan(1)], -1
    assert played(home.debts, s)[1] == {}


@pytest.mark.rule("DES-DIV-01", "DES-DIV-02", "DES-DIV-03", "DES-DIV-04", "DES-DIV-05", "DES-SIM-08")
def test_the_division_to_the_last_silver() -> None:
    s = game("priest seat0", "warrior seat1", "warrior seat0", "simulacrum", "daughter", players=2)
    s.members[4].parents = [1]
    s.members[1].silver_bars = 2
    s.chest = Chest(
        gold=10, silver=3, gold_bars=1, silver_bars=1, jewels={"RUBIES": 7, "QUARTZ": 4}, goods={"ROPES": 1}, relics=2
    )
    ran, _ = played(home.divide, s, answers=[(0, "coin"), (1, "jewels"), (0, "m1")])
    # the daughter has one ruby of seven, and no quartz; coin and jewels are 227 silver, the bars 170: 397 among four
    assert [ask.seats for ask in ran.asks] == [(0,), (1,), (0,)]
    assert ran.asks[2].keys == ("m0", "m1", "m2")  # a silver bar fits every share; the gold bar only the leader takes
    assert (s.members[4].jewels["RUBIES"], s.members[1].silver_bars) == (1, 3)
    assert s.members[0].gold_bars == 1  # on top of nothing: it is more than his share
    given = {m.id: coin(m) for m in s.members}
    assert given[0] == (237 - 0) % 3  # the remainder of what the others share
    assert (given[2], s.members[1].jewels["RUBIES"]) == (79, 7)
    assert given[1] == 79 - 10 - 60 - 4
    assert s.members[1].jewels["QUARTZ"] == 4
    assert s.chest == Chest(goods={"ROPES": 1}, relics=2)
    assert s.tally["hauled"] == 397 // 16
    assert s.reckoned == [
        "priest0: 1 gold bar",
        "warrior1: 5 silver, 1 silver bar, 7 rubies and 4 quartz",
        "warrior2: 4 gold 15 silver",
        "The keeper, for his simulacra: 4 gold 15 silver",
    ]


@pytest.mark.rule("DES-DIV-01", "DES-DIV-02", "DES-DIV-05")
def test_a_plain_division_and_none_at_all() -> None:
    s = game("warrior", "priest", "warrior")
    s.chest.gold, s.chest.silver = 3, 5
    played(home.divide, s)
    assert [coin(m) for m in s.members] == [17, 19, 17]  # fifty-three: the odd two are the leader's, a priest
    assert (s.tally["hauled"], s.reckoned[1]) == (3, "priest1: 1 gold 3 silver")
    for m in s.members:
        m.status = "dead"
    s.chest.gold = 9
    assert played(home.divide, s)[1] == {}


@pytest.mark.rule("DES-MAGW-18", "DES-SUP-38", "DES-BST-36")
def test_curios_and_horns() -> None:
    s = game("wizard", "warrior")
    s.pictures, s.leader = [3, 4], 1
    s.chest.goods = {"CAPTIVE BAT": 2, "CAPTIVE HARPY": 1, "ROPES": 1}

    async def sell(t: Table[Game]) -> None:
        home.sell_curios(t)

    _, change = played(sell, s)
    assert change == {
        "members.0.gold": 7,
        "members.1.gold": 15,
        "chest.goods.CAPTIVE BAT": None,
        "chest.goods.CAPTIVE HARPY": None,
    }
    s.pictures, s.leader = [], -1
    s.chest.goods["CAPTIVE BAT"] = 1
    _, change = played(sell, s)
    assert change == {"chest.goods.CAPTIVE BAT": None}
    s.members[0].status, s.pictures = "dead", [9]
    assert played(sell, s)[1] == {}
    beast = persona(s, "warrior")
    beast.kind, beast.cls, beast.master = "unicorn", "", 1
    s.party.append(2)
    for thrown, horn in ((7, None), (8, 1)):
        beast.status = "ready"
        _, change = played(home.horns, s, answers=["ask"], dice=[thrown])
        assert (beast.status, s.chest.goods.get("UNICORN'S HORN")) == ("gone", horn)
    assert not played(home.horns, s)[0].asks
    beast.status = "ready"
    assert played(home.horns, s, answers=["no"])[1] == {}
    s.members[0].cls = "priest"
    assert not played(home.horns, s)[0].asks  # no wizard has a use for it


@pytest.mark.rule("DES-TORCH-02", "DES-SPELL-34")
def test_one_torch_burns_out_or_a_battery_runs_down() -> None:
    s = game("wizard", "warrior")
    m, other = s.members
    m.goods, other.goods, s.chest.goods = {"FLASHLIGHT": 1}, {"TORCHES": 2}, {"TORCHES": 1}
    for want in ({"TORCHES": 1}, {}):
        home.burn_torch(s)
        assert other.goods == want
    home.burn_torch(s)
    assert s.chest.goods == {}
    for left in ({"FLASHLIGHT": 2}, {"FLASHLIGHT": 1}, {}):
        home.burn_torch(s)
        assert m.uses == left
    assert m.goods == {}
    home.burn_torch(s)


@pytest.mark.rule("DES-ARM-05", "DES-NOTE-02", "DES-TORCH-02", "DES-SIM-07", "DES-DIV-06", "DES-SUP-41")
def test_everybody_home_and_what_is_wiped_from_the_table() -> None:
    s = game("warrior plate", "simulacrum", "simulacrum", "daughter", "warrior", "daughter")
    m, _hired, broken, child, dead, kept = s.members
    demon = persona(s, "warrior")
    demon.kind, demon.status = "demon", "ready"
    s.party = [0, 1, 2, 4, 6]
    m.armour_left, m.body, m.descents = 1, 1, 2
    broken.status = dead.status = "dead"
    child.status, child.parents, kept.status, kept.parents = "home", [4], "home", [0]
    dead.gold = 5
    s.grudge, s.broken, s.offered, s.ended, s.boat = 2, 0, ["x"], "home", {"left": 3, "full": 5}

    async def finish(t: Table[Game]) -> None:
        home.finish(t)

    played(finish, s)
    assert [one.status for one in s.members] == ["home", "gone", "dead", "gone", "dead", "home", "gone"]
    assert (m.armour_left, m.body, m.descents, m.gold, dead.gold) == (15, 5, 3, 5, 0)
    assert (s.grudge, s.broken, s.offered, s.phase, s.tally["ended:home"], s.tally["boat left"]) == (1, 1, [], "paper", 1, 3)
    assert (len(s.papers), m.goods.get("TORCHES")) == (1, None)
    s.phase, s.boat, s.tally = "home", {"left": 1, "full": 1, "raft": 1}, {}
    played(finish, s)
    assert (s.grudge, "boat left" in s.tally) == (1, False)  # a point for what was broken this time stays


@pytest.mark.rule("DES-NOTE-02", "DES-IDEA-10")
def test_the_paper_counts_from_the_last_issue() -> None:
    s = game("warrior")
    s.tally.update({"slain": 5, "hauled": 7})
    s.members[0].earned = 3

    async def issue(t: Table[Game]) -> None:
        print_paper(t)

    ran, change = played(issue, s)
    assert (change["tally.slain printed"], change["tally.hauled printed"], len(s.papers)) == (5, 7, 1)
    assert len([text for text in ran.texts if text.startswith("Hall of fame")]) == 1
    assert s.papers[0].fame[0] == "highest rank: warrior0 (rank 10)"  # which is where everybody begins, and no news
    ran, _ = played(issue, s)
    assert not [text for text in ran.texts if text.startswith("Hall of fame")]  # nothing new
    assert (s.papers[1].number, len(s.papers)) == (2, 2)


@pytest.mark.rule("DES-SIM-07", "DES-STORE-18")
@pytest.mark.parametrize(("grudge", "axe", "arrows"), [(0, 80, 16), (1, 88, 18), (2, 96, 20), (3, 104, 21)])
def test_a_grudge_makes_everything_dearer(grudge: int, axe: int, arrows: int) -> None:
    """Ten per cent a point, rounded up to a silver."""
    s = game("warrior")
    s.grudge = grudge
    assert (shelves.price(s, "AXE"), shelves.price(s, "ARROWS")) == (axe, arrows)


@pytest.mark.rule("DES-ARM-04", "DES-SUP-11", "DES-WPN-24", "DES-WPN-26", "DES-STORE-01", "DES-TREAS-15", "DES-STORE-16")
def test_what_is_sold_to_whom_and_how_it_is_paid() -> None:
    s = game("warrior", "wizard", "wizard 9")
    m, _mage, _ninth = s.members
    assert [bool(shelves.why_not(one, "SHIELD")) for one in s.members] == [False, True, True]
    m.shield = "SHIELD"
    assert (bool(shelves.why_not(m, "SHIELD")), bool(shelves.why_not(m, "PLATE ARMOR"))) == (True, False)
    m.goods["ARROWS"] = 2
    assert [bool(shelves.why_not(m, name)) for name in ("ARROWS", "BLOW-GUN DARTS")] == [False, False]
    m.goods["BLOW-GUN DARTS"] = 1
    assert [bool(shelves.why_not(m, name)) for name in ("ARROWS", "BLOW-GUN DARTS")] == [True, False]
    m.goods["BLOW-GUN DARTS"] = 2
    assert [bool(shelves.why_not(m, name)) for name in ("ARROWS", "BLOW-GUN DARTS")] == [True, True]
    m.goods["QUIVER"] = 1
    assert not shelves.why_not(m, "ARROWS")
    assert [bool(shelves.why_not(one, "SWORD BALLS")) for one in s.members] == [True, True, False]
    m.gold = 5
    assert shelves.afford(s, m, "AXE") == "coin"
    m.gold, m.silver = 4, 15
    assert shelves.afford(s, m, "AXE") == ""
    m.silver_bars = 1
    assert shelves.afford(s, m, "AXE") == "bar"
    for purse, cost, left in (
        ((4, 15, 0, 2), 80, (0, 9, 0, 1)), ((0, 0, 1, 0), 80, (0, 0, 0, 0)), ((4, 0, 1, 2), 80, (0, 4, 1, 0)),
        ((1, 0, 1, 1), 80, (1, 0, 0, 0)), ((6, 0, 1, 1), 80, (1, 0, 1, 1)), ((1, 0, 2, 0), 170, (0, 6, 1, 0)),
    ):  # fmt: skip
        m.gold, m.silver, m.gold_bars, m.silver_bars = purse
        shelves.charge(m, cost)
        assert (m.gold, m.silver, m.gold_bars, m.silver_bars) == left


@pytest.mark.rule("DES-STORE-01", "DES-STORE-15")
def test_buying_puts_things_where_they_belong() -> None:
    s = game("warrior", "wizard")
    m, mage = s.members
    for one in s.members:
        one.gold, one.status = 60, "home"

    async def buy(t: Table[Game], payer: int, who: int, name: str, number: int = 1) -> None:
        shelves.buy(t, s.members[payer], s.members[who], name, number)

    _, change = played(buy, s, 0, 0, "AXE")
    assert change == {"members.0.gold": 55, "members.0.goods.AXE": 1, "members.0.hand": "AXE", "tally.spent": 80}
    _, change = played(buy, s, 0, 0, "BOILED LEATHER ARMOR")
    assert (m.armour, m.armour_left, m.gold) == ("BOILED LEATHER ARMOR", 7, 49)
    played(buy, s, 0, 0, "PLATE ARMOR")
    assert (m.armour, m.goods["BOILED LEATHER ARMOR"], m.armour_left) == ("PLATE ARMOR", 1, 15)
    played(buy, s, 0, 0, "CHAIN MAIL ARMOR")
    assert (m.armour, m.goods["CHAIN MAIL ARMOR"]) == ("PLATE ARMOR", 1)
    played(buy, s, 0, 0, "SHIELD")
    assert (m.shield, m.shield_left, m.goods.get("SHIELD"), m.gold) == ("SHIELD", 5, None, 19)
    _, change = played(buy, s, 1, 1, "LIGHT BALLS", 3)
    assert (mage.goods["LIGHT BALLS"], mage.kinds) == (3, ["LIGHT BALLS"])
    assert 60 * 16 - coin(mage) == 3 * shelves.price(s, "LIGHT BALLS")
    ran, _ = played(buy, s, 0, 1, "CHEESE")
    assert (mage.goods["CHEESE"], " for wizard1: " in ran.texts[0], m.gold < 19) == (1, True, True)


@pytest.mark.rule("DES-FLAV-05", "DES-STORE-15", "DES-SIM-07", "DES-SIM-01", "DES-STORE-12", "DES-TORCH-03")
def test_the_keeper_and_his_counter() -> None:
    s = game("warrior", "priest")
    for m in s.members:
        m.status, m.goods = "home", {}
    for grudge, words in (
        (0, "'Morning!'"),
        (1, "The keeper sniffs."),
        (2, "The keeper sniffs."),
        (3, "The keeper does not look up."),
    ):
        s.grudge = grudge
        assert store.greeting(s).startswith(words)
    s.grudge = 0
    ran, change = played(store.visit, s, 0, answers=["done"])
    assert (ran.result, ran.asks[0].keys, s.offered) == (True, ("hire", "loan", "done"), ["greeted 0"])
    s.members[0].gold, s.members[1].gold = 9, 16
    ran, change = played(store.visit, s, 0, answers=["kit:0"])
    assert ran.asks[0].keys == ("all", "kit:0", "kit:1", "buy:0", "buy:1", "kind", "hire", "loan", "torch", "done")
    assert (ran.result, change["members.0.goods.AXE"], change["members.0.goods.SPEAR"], s.members[0].gold) == (False, 1, 1, 2)
    assert len(ran.texts) == 1  # said in one breath
    ran, change = played(store.visit, s, 0, answers=["torch"])
    assert s.members[1].goods["TORCHES"] == 1
    ran, change = played(store.visit, s, 0, answers=["done"])
    assert "torch" not in ran.asks[0].keys
    s.grudge, s.members[1].gold = 1, 10
    ran, change = played(store.visit, s, 0, answers=["soothe"])
    assert change == {"grudge": 0, "members.1.gold": 0}
    s.grudge = 1
    assert "soothe" not in played(store.visit, s, 0, answers=["done"])[0].asks[0].keys
    s.members[0].gold, s.members[0].goods["SAURIAN BRANDY"] = 50, 1
    _, change = played(store.visit, s, 0, answers=["soothe"])
    assert change == {"grudge": 0, "members.0.goods.SAURIAN BRANDY": None}


@pytest.mark.rule("DES-SIM-02", "DES-SIM-03", "DES-SIM-04", "DES-SIM-05", "DES-SIM-08", "DES-SIM-01")
def test_hiring_a_simulacrum() -> None:
    s = game("warrior")
    s.members[0].status = "home"
    ran, change = played(store._hire, s, 0, answers=["none"])
    assert (len(ran.asks[0].keys), change) == (10, {})
    ran, _ = played(store._hire, s, 0, answers=["wizard:elf", "he:virgin"])
    made = s.members[1]
    assert (made.kind, made.seat, made.cls, made.denomination, made.sex, made.virgin, made.rank, made.status, made.name) == (
        "simulacrum", -1, "wizard", "elf", "he", True, 10, "home", "Simulacrum 1",
    )  # fmt: skip
    assert ran.texts == ["An elf wizard simulacrum steps out of the back room."]
    assert (made.kinds == [name for name in made.goods if name.endswith("BALLS")], made.hand, bool(made.kinds)) == (
        True,
        "",
        True,
    )
    assert (s.party, s.hired, s.tally["hired"]) == ([0, 1], 1, 1)
    ran, _ = played(store._hire, s, 0, answers=["priest:human", "she:experienced"])
    other = s.members[2]
    assert (other.hand, other.kinds, bool(other.armour), other.virgin, s.hired, other.name) == (
        "MACE", [], True, False, 2, "Simulacrum 2",
    )  # fmt: skip
    assert ran.texts == ["A human priest simulacrum steps out of the back room."]
    assert store.hire(s, "warrior", "dwarf").hand == "AXE"


@pytest.mark.rule("DES-STORE-12", "DES-MAGW-04", "DES-ARM-12")
def test_loans_sales_and_changing_armour() -> None:
    s = game("warrior", "warrior", "simulacrum")
    for m in s.members:
        m.status = "home"
    ran, change = played(store._loan, s, 0, answers=[5])
    assert ran.asks[0].high == 2 * s.dials.loan_limit_per_persona
    assert (s.members[0].gold, s.members[1].gold, s.loans) == (3, 2, [Loan(6)])
    store.borrow(s, s.members[:1], 1)
    assert s.loans[-1] == Loan(2)  # a fifth more, rounded up
    m = s.members[0]
    m.goods = {"AXE": 1, "SWORD +2": 1, "TRIPLE FLAIL": 1, "SHURIKENS": 1, "ARROWS": 1}
    assert [store.offer_price(name) for name in ("AXE", "SWORD +2", "TRIPLE FLAIL", "TRIPLE MORNING STAR", "SHURIKENS")] == [
        40, 192, 128, 160, 320,
    ]  # fmt: skip
    before = coin(m)
    _, change = played(store._sell, s, m, "SWORD +2", dice=[[1, 2]])
    assert change == {"offered": ["0:SWORD +2"]}
    _, change = played(store._sell, s, m, "TRIPLE FLAIL", dice=[[2, 2]])
    assert (coin(m) - before, m.goods.get("TRIPLE FLAIL"), s.offered) == (128, None, ["0:SWORD +2", "0:TRIPLE FLAIL"])
    m.armour, m.armour_left, m.goods["PLATE ARMOR"] = "CHAIN MAIL ARMOR", 10, 1
    _, change = played(store._wear, s, m, "PLATE ARMOR")
    assert change == {
        "members.0.armour": "PLATE ARMOR", "members.0.armour_left": 15, "members.0.goods.PLATE ARMOR": None,
        "members.0.goods.CHAIN MAIL ARMOR": 1,
    }  # fmt: skip


@pytest.mark.rule("DES-SETUP-08", "DES-STORE-10", "DES-STORE-11")
def test_kindness_between_members() -> None:
    s = game("warrior seat0", "priest seat1", "wizard seat0", players=2)
    for m in s.members:
        m.status = "home"
    s.members[0].gold, s.members[2].silver = 1, 15
    ran, change = played(kindness.kindnesses, s, 0, answers=["nothing"])
    assert ran.asks[0].keys == ("lend:0", "gift:0", "nothing")  # the wizard has not a gold piece
    s.members[0].gold = 9
    ran, change = played(kindness.kindnesses, s, 0, answers=["lend:0", "m1", 4, "loan"])
    assert (ran.asks[1].keys, ran.asks[2].low, ran.asks[2].high) == (("m1", "m2"), 1, 9)
    assert change == {"members.0.gold": 5, "members.1.gold": 4, "members.1.debts.0": 4}
    _, change = played(kindness.kindnesses, s, 0, answers=["lend:0", "m1", 1, "gift"])
    assert change == {"members.0.gold": 4, "members.1.gold": 5}
    _, change = played(kindness.kindnesses, s, 0, answers=["lend:0", "m1", 2, "loan"])
    assert change["members.1.debts.0"] == 6
    s.members[1].gold = 5
    _, change = played(kindness.repay, s, 1, s.members[1])
    assert change == {"members.1.gold": 0, "members.0.gold": 7, "members.1.debts.0": 1}
    s.members[1].gold = 5
    _, change = played(kindness.repay, s, 1, s.members[1])
    assert change == {"members.1.gold": 4, "members.0.gold": 8, "members.1.debts.0": None}
    ran, change = played(kindness.kindnesses, s, 0, answers=["gift:0", "m2", "general", "CHEESE", 1])
    assert s.members[2].goods["CHEESE"] == 1


@pytest.mark.rule("DES-DAU-03", "DES-SPELL-24", "DES-SUP-45", "DES-TORCH-03", "DES-SETUP-01")
def test_the_muster() -> None:
    s = game("warrior 6", "wizard", "daughter", "warrior")
    parent, mage, child, other = s.members
    for m in s.members:
        m.status, m.goods = "home", {}
    child.parents, s.party = [0], [0, 1, 3]
    slave = persona(s, "warrior")
    slave.kind, slave.cls, slave.baddie, slave.master, slave.status = "slave", "", "Hoplites", 1, "home"
    beast = persona(s, "warrior")
    beast.kind, beast.cls, beast.baddie, beast.master, beast.status = "unicorn", "", "Unicorn", 3, "home"
    parent.gold, mage.gold, other.gold = 30, 2, 4
    assert muster.feed_cost(s, slave) == 2  # seven hits: two gold
    ran, _ = played(muster.muster, s, answers=["sit", "feed"])
    assert (ran.asks[0].keys, ran.asks[1].keys) == (("bring", "sit"), ("free", "feed"))
    assert (parent.gold, mage.gold, s.party, s.phase) == (0, 0, [0, 1, 3, 4, 5], "line")
    assert [m.status for m in s.members] == ["ready", "ready", "home", "ready", "ready", "ready"]
    assert other.goods == {"TORCHES": 1}  # the richest that is left
    assert s.leader == 0
    parent.gold = 29
    ran, _ = played(muster.daughter, s, child, answers=["bring"])
    assert (ran.asks[0].keys, s.party[-1]) == (("bring",), 2)
    mage.gold = 1
    ran, _ = played(muster.feed, s, slave, answers=["free"])
    assert (ran.asks[0].keys, slave.status) == (("free",), "gone")
    ran, _ = played(muster.feed, s, slave, gamesmaster=1, answers=[(1, 0), (0, "feed")])
    assert (ran.asks[0].low, ran.asks[0].high, mage.gold) == (0, 99, 1)
    for m in s.members:
        m.gold, m.silver, m.goods = 0, 0, {}
    mage.gold = 1
    played(muster.get_torch, s)
    assert (mage.goods, s.loans) == ({"TORCHES": 1}, [Loan(3)])
    s.party, s.phase = [], "muster"
    assert played(muster.muster, s)[1] == {"phase": "roll-call"}


@pytest.mark.rule("DES-IDEA-02", "DES-DIAL-11")
def test_choosing_a_castle() -> None:
    s = game("warrior", maze="popnecker")
    castles = maze_of(s).castles()
    s.phase, s.at, s.before, s.facing, s.sheets = "castle", [0, 0, 0], [0, 0, 0], 0, []
    ran, _ = played(muster.choose_castle, s, answers=["castle:0"] if len(castles) > 1 else [])
    spot = list(castles[0])
    assert (len(ran.asks), s.at, s.before, s.facing, s.phase) == (int(len(castles) > 1), spot, spot, 2, "walk")
    assert (s.tally["descents"], s.members[0].deepest, len(s.sheets), s.sheets[0].sure) == (1, spot[0], 1, True)
    assert f"{spot[1]},{spot[2]}" in s.sheets[0].cells


@pytest.mark.rule("DES-MAZE-27", "DES-SETUP-01")
def test_below_everything_is_new_for_the_next_descent() -> None:
    s = game("warrior")
    s.sheets = [
        Pencil(1, edges={"1,2": "P", "3,4": "d"}, notes={"1,1": "beware: orcs", "2,2": "chute!"}), Pencil(2, sure=False),
    ]  # fmt: skip
    s.sheet, s.orders, s.curses, s.anger, s.hired, s.dead, s.tally = 1, 9, ["x"], True, 2, ["A"], {"rooms": 3}
    s.chest = Chest(gold=4, goods={"ROPES": 1}, relics=1)
    muster.fresh_descent(s)
    assert [(sheet.level, sheet.edges, sheet.notes) for sheet in s.sheets] == [(1, {"1,2": "p", "3,4": "d"}, {"2,2": "chute!"})]
    assert (s.sheet, s.orders, s.curses, s.anger, s.hired, s.dead, s.tally) == (0, 0, [], False, 0, [], {"rooms": 0})
    assert (s.chest, s.party, s.leader, s.at, s.kept_sheets) == (Chest(goods={"ROPES": 1}, relics=1), [], -1, [0, 0, 0], [])


@pytest.mark.rule("DES-SETUP-01", "DES-IDEA-08", "DES-IDEA-09", "DES-SETUP-05", "DES-SETUP-06", "DES-SETUP-07", "DES-DENOM-01")
def test_the_roll_call() -> None:
    s = game(players=2, personas_per_player=2)
    s.party, s.members = [], []
    ran, _ = played(recruits.roll_call, s, 1, answers=["new:warrior:elf", "she:virgin", "Ada"], dice=[[1, 2], [1, 2], [1, 2]])
    assert ran.asks[0].keys[:2] == ("usual", "new:warrior:human")
    assert "done" not in ran.asks[0].keys  # somebody must go, and this is the last player
    assert (ran.asks[2].high, ran.result) == (24, False)
    m = s.members[0]
    assert (m.name, m.seat, m.cls, m.denomination, m.sex, m.virgin, m.rank, m.karma, m.gold, m.status, s.party) == (
        "Ada", 1, "warrior", "elf", "she", True, 10, 0, 9, "home", [0],
    )  # fmt: skip
    ran, _ = played(recruits.roll_call, s, 1, answers=["done"])
    assert (ran.result, "usual" in ran.asks[0].keys, "new:wizard:dwarf" in ran.asks[0].keys) == (True, False, True)
    assert not [key for key in ran.asks[0].keys if "centaur" in key]
    other = persona(s, "priest seat1")
    other.status = "home"
    ran, _ = played(recruits.roll_call, s, 1, answers=["take:1"])
    assert (ran.asks[0].keys[0], s.party) == ("take:1", [0, 1])
    assert "all" not in ran.asks[0].keys  # the dial says how many
    ran, _ = played(recruits.roll_call, s, 1, answers=["done"])
    assert ran.asks[0].keys == ("done",)
    s.party = [0]
    played(recruits.roll_call, s, 1, answers=["retire:1"])
    assert other.status == "retired"
    ran, _ = played(recruits.roll_call, s, 0, answers=["usual"], dice=[[1, 2]] * 6)
    assert (ran.result, [m.seat for m in s.members[2:]], [(m.cls, m.denomination) for m in s.members[2:]]) == (
        True, [0, 0], [("warrior", "human"), ("priest", "human")],
    )  # fmt: skip
    assert [(m.sex, m.virgin) for m in s.members[2:]] == [("he", False), ("she", True)]
    assert len(recruits.USUAL) == 6


@pytest.mark.rule("DES-SETUP-05", "DES-SETUP-07", "DES-DENOM-06")
def test_old_hands_and_centaurs() -> None:
    s = game(exotic_personas=True, starting_gold="fixed:25")
    s.members, s.party = [], []
    played(recruits.make, s, 0, "warrior", "centaur", name="Cedric", sex="he", virgin=False)
    m = s.members[0]
    assert (m.goods, m.hand, m.gold) == ({"SPIKED HOOVES": 1}, "SPIKED HOOVES", 25)
    for cls, face, rank, brings, goods in (
        ("warrior", 3, 8, [], {}),
        ("warrior", 4, 7, ["son"], {}),
        ("warrior", 5, 6, ["son", "daughter"], {}),
        ("wizard", 4, 7, [], {}),
        ("wizard", 5, 6, ["apprentice"], {}),
        ("wizard", 6, 5, ["apprentice"], {"STAFF OF ETERNAL LIGHT": 1}),
        ("priest", 6, 5, [], {}),
    ):
        s.members = []
        one = persona(s, cls)
        one.gold = 3
        played(recruits.old_hand, s, one, dice=[face])
        price = {8: (65, 176), 7: (80, 200), 6: (110, 400), 5: (150, 580)}[rank] if cls != "priest" else (160, 525)
        assert (one.rank, [child.kind for child in s.members[1:]], one.goods, (one.gold - 3, one.karma)) == (
            rank,
            brings,
            goods,
            price,
        )
        assert one.body == full_body(s, one)


@pytest.mark.rule("DES-IDEA-10", "DES-IDEA-08", "DES-IDEA-14")
def test_how_a_campaign_is_reckoned() -> None:
    s = game("warrior 8 seat0", "priest seat1", "warrior seat1", players=2)
    for m in s.members:
        m.status = "home"
    s.members[0].gold, s.members[0].earned, s.members[1].gold_bars = 10, 9, 2
    s.members[2].status = "dead"
    s.descents, s.maze_name, s.discovered = 2, "The Hole", ["A"]
    s.tally.update({"deaths": 1, "rises": 2, "ended:lost": 1, "killed by:Orcs": 1, "killed by:Bears": 2})
    found = campaign.outcome(s)
    assert list(found.scores or ()) == [202.0, 0.0]  # ranks climbed, a quarter of the karma
    assert found.winners == (0,)
    s.tally["hauled"] = 61
    assert list(campaign.outcome(s).scores or ()) == [232.0, 10.0]  # half of the haul each; one has lost somebody
    del s.tally["hauled"]
    assert found.summary == (
        "Two descents into The Hole: no gold came up; two of the party are home, one died, and two ranks were gained."
        " One party never came back."
    )
    facts = found.facts
    assert (facts["survived"], facts["alive"], facts["best rank"], facts["purses"], facts["uses seen"], facts["deadliest"]) == (
        True, 2, 8, 30, 1, "Bears",
    )  # fmt: skip
    s.tally["ended:lost"], s.descents = 2, 1
    assert campaign.outcome(s).summary.endswith("Two parties never came back.")
    assert campaign.outcome(s).summary.startswith("One descent into")
    kinds = [memorial.kind for memorial in found.memorials]
    assert kinds[:3] == ["persona", "persona", "grave"]
    for m in s.members:
        m.status = "dead"
    s.tally = {}
    empty = campaign.outcome(s)
    assert (empty.winners, empty.facts["best rank"], empty.facts["deadliest"], empty.facts["survived"]) == (
        (),
        11,
        "nothing",
        False,
    )
    assert not empty.summary.endswith("came back.")


@pytest.mark.rule("DES-BAT-01", "DES-LEAD-05")
def test_the_leaders_player_sets_the_line_before_the_castle_and_below() -> None:
    s = game("warrior seat0", "warrior 9 seat1", players=2)
    s.phase = "line"
    ran, change = played(muster.line_phase, s, answers=["line:0:1", "done"])
    assert ([ask.seats for ask in ran.asks], change) == ([(1,), (1,)], {"phase": "castle", "lines.0": [1], "lines.1": [0]})
    ran, change = played(errands.line, s, answers=["line:0:0", "done"])
    assert ([ask.seats for ask in ran.asks], change) == ([(1,), (1,)], {"lines.0": [1, 0], "lines.1": []})

"""The General Store, simulacra, torches, and peace by gifts."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Table, run
from undercroft.games.descent.bestiary import gifts, likes
from undercroft.games.descent.rules.basics.money import coin
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.ending import meeting, peace
from undercroft.games.descent.rules.personas.people import may_use, own_weapons, seat_of, usable_balls
from undercroft.games.descent.rules.surface import kindness, muster, shelves, store
from undercroft.games.descent.rules.surface.home import finish
from undercroft.games.descent.rules.wounds.wounds import die
from undercroft.games.descent.state import Game, Guard

from .scene import game


def shop(*specs: str, gold: int = 0, **dials: Any) -> Game:
    """A party in the store."""
    s = game(*specs, **dials)
    for m in s.members:
        m.status, m.gold, m.goods = "home", gold, {}
    s.phase = "store"
    return s


@pytest.mark.rule("DES-STORE-10", "DES-STORE-11", "DES-SETUP-08")
def test_a_warrior_buys_for_a_priest_and_lends_to_a_wizard() -> None:
    """Example 49."""
    s = shop("warrior", "priest", "wizard")
    s.members[0].gold = 20
    run(store.visit, s, 0, answers=["kind", "gift:0", "m1", "priest", "MEDI-KIT", 1])
    run(store.visit, s, 0, answers=["kind", "lend:0", "m2", 5, "loan"])
    assert s.members[0].gold == 10
    assert s.members[1].goods["MEDI-KIT"] == 1
    assert s.members[2].gold == 5
    assert s.members[2].debts == {0: 5}
    assert not may_use(s.members[0], "MEDI-KIT")
    assert may_use(s.members[1], "MEDI-KIT")
    run(store.visit, s, 0, answers=["repay:2"])
    assert (s.members[0].gold, s.members[2].debts) == (15, {})


@pytest.mark.rule("DES-SETUP-08")
def test_lending_five_of_ten() -> None:
    s = shop("warrior", "wizard")
    s.members[0].gold = 10
    kindness.move_gold(s.members[0], s.members[1], 5, loan=True)
    assert (s.members[0].gold, s.members[1].gold, s.members[1].debts) == (5, 5, {0: 5})


@pytest.mark.rule("DES-STORE-01", "DES-STORE-08", "DES-STORE-15", "DES-STORE-17", "DES-STORE-18")
def test_shelves_prices_and_secrets() -> None:
    s = shop("warrior", "wizard", gold=200)
    hint = shelves.ware(s, s.members[0], s.members[0], "BOLA").hint  # type: ignore[union-attr]
    assert "5 gold" in hint
    assert "nobody says" in hint
    assert "tied" not in hint
    s.discovered.append("BOLA")
    assert "tied" in shelves.ware(s, s.members[0], s.members[0], "BOLA").hint  # type: ignore[union-attr]
    assert shelves.price(s, "AXE") == 80
    run(store.visit, s, 0, answers=["buy:1", "general", "ROPES", 3])
    assert s.members[1].goods["ROPES"] == 3
    assert may_use(s.members[1], "ROPES")
    s.members[0].goods["SPEAR"] = 1
    s.grudge = 1
    options = {key.partition(":")[0] for key in store.counter(s, 0)}
    assert {"buy", "sell", "hire", "loan", "soothe", "torch", "kind"} <= options


@pytest.mark.rule("DES-STORE-12", "DES-DIV-07")
def test_a_loan_from_the_store() -> None:
    s = shop("warrior", "priest")
    run(store.visit, s, 0, answers=["loan", 50])
    assert s.loans[0].gold == 60
    assert sum(m.gold for m in s.members) == 50
    with pytest.raises(Exception, match="1 to 50"):
        run(store._loan, s, 0, answers=[51])
    s.grudge, s.loans = 2, []
    assert "loan" not in store.counter(s, 0)


@pytest.mark.rule("DES-MAGW-04")
def test_the_keeper_buys_on_doubles_once() -> None:
    s = shop("warrior")
    m = s.members[0]
    m.goods, m.hand = {"SWORD": 1, "AXE": 1}, "AXE"
    run(store.visit, s, 0, answers=["sell:0:SWORD"], dice=[[2, 3]])
    assert "sell:0:SWORD" not in store.counter(s, 0)
    s.offered = []
    run(store.visit, s, 0, answers=["sell:0:SWORD"], dice=[[2, 2]])
    assert m.gold == 3
    assert store.offer_price("SWORD +2") == 12 * 16
    assert store.offer_price("TRIPLE MORNING STAR") == 10 * 16
    assert store.offer_price("SHURIKENS") == 20 * 16


@pytest.mark.rule("DES-SIM-02", "DES-SIM-03", "DES-SIM-04", "DES-SIM-05", "DES-SIM-06", "DES-SIM-08", "DES-SIM-09", "DES-SUP-44")
def test_simulacra() -> None:
    s = shop("warrior seat0", "priest seat1", players=2)
    run(store.visit, s, 0, answers=["hire", "warrior:elf", "she:virgin"])
    made = s.members[-1]
    assert (made.armour, made.goods, made.rank, made.denomination, made.virgin) == (
        "PLATE ARMOR",
        {"SPEAR": 1, "SWORD": 1, "AXE": 1},
        10,
        "elf",
        True,
    )
    assert store.hire(s, "priest", "human").goods == {"CRUCIFIX": 1, "HOLY ROBE": 1, "HOLY WATER": 1, "MEDI-KIT": 1, "MACE": 1}
    assert sum(store.hire(s, "wizard", "human").goods.values()) == 25
    keys = run(store._hire, s, 0, answers=["none"]).asks[0].keys
    assert len([key for key in keys if ":" in key]) == 9
    s.leader = 1
    assert seat_of(s, made) == 1
    s.leader = 0
    assert seat_of(s, made) == 0
    for _ in range(2):
        store.hire(s, "warrior", "human")
    assert "hire" in store.counter(s, 0)
    store.hire(s, "warrior", "human")
    assert "hire" not in store.counter(s, 0)
    assert own_weapons(s, made)
    assert usable_balls(s, s.members[-2]) == []
    assert "SIMULACRA" not in shelves.shelf(s, "general")


@pytest.mark.rule("DES-SIM-07", "DES-FLAV-05")
def test_the_keepers_grudge() -> None:
    s = shop("warrior", "warrior simulacrum")
    plain = store.greeting(s)
    s.members[1].status = "ready"
    run(die, s, s.members[1], "Orcs")
    assert s.grudge == 1
    assert shelves.price(s, "AXE") == 88  # 5 gold 8 silver
    assert store.greeting(s) != plain
    s.grudge = 3
    assert "hire" not in store.counter(s, 0)
    s.members[0].gold = 10
    run(store.visit, s, 0, answers=["soothe"])
    assert (s.grudge, s.members[0].gold) == (2, 0)
    s.members[0].goods["SAURIAN BRANDY"] = 1
    run(store.visit, s, 0, answers=["soothe"])
    assert s.grudge == 1

    async def homeward(t: Table[Game]) -> None:
        finish(t)

    s.ended = "home"
    run(homeward, s)
    assert (s.grudge, s.broken) == (1, 1)  # this descent's breakage does not fade at once
    s.party = [0]
    run(homeward, s)
    assert (s.grudge, s.broken) == (0, 0)


@pytest.mark.rule("DES-TORCH-03", "DES-SUP-45")
def test_the_richest_buys_the_torch() -> None:
    s = shop("warrior", "warrior", "priest")
    for m, gold in zip(s.members, (5, 20, 9), strict=True):
        m.gold = gold
    run(store.visit, s, 0, answers=["torch"])
    assert [m.gold for m in s.members] == [5, 18, 9]
    assert "torch" not in store.counter(s, 0)
    s = shop("warrior", "priest")
    assert not store.lit(s)
    ran = run(muster.muster, s)
    assert any("No torch" in text for text in ran.texts)
    assert s.loans
    s = shop("wizard 5")
    s.members[0].goods["STAFF OF ETERNAL LIGHT"] = 1
    assert store.lit(s)
    s.members[0].goods = {"FLASHLIGHT": 1}
    assert store.lit(s)


@pytest.mark.rule("DES-TREAS-15", "DES-STORE-16")
def test_paying_with_a_bar_warns() -> None:
    s = shop("warrior")
    s.members[0].gold_bars = 1
    hint = shelves.ware(s, s.members[0], s.members[0], "SWORD").hint  # type: ignore[union-attr]
    assert "no change" in hint
    run(store.visit, s, 0, answers=["buy:0", "weapons", "SWORD"])
    assert (s.members[0].gold_bars, coin(s.members[0])) == (0, 0)
    assert s.members[0].goods["SWORD"] == 1


@pytest.mark.rule("DES-STORE-13", "DES-SUP-16")
def test_the_usual_and_food_as_gifts() -> None:
    s = shop("warrior", "priest", "wizard", gold=24)
    for number in range(3):
        run(store.visit, s, 0, answers=[f"kit:{number}"])
    assert s.members[0].armour == "PLATE ARMOR"
    assert s.members[1].goods["MACE"] == 1
    assert s.members[2].goods["LIGHT BALLS"] == 7
    for m in s.members:
        m.status = "ready"
    s.members[0].goods["CHEESE"] = 2
    run(coming.meet, s, name="Rats", number=10)
    assert "CHEESE" in peace._giftable(s)


@pytest.mark.rule("DES-SPELL-24", "DES-STORE-15")
def test_slaves_are_fed_or_freed() -> None:
    from undercroft.games.descent.rules.personas.people import new_member

    for answer, status in (("feed", "home"), ("free", "gone")):
        s = shop("wizard", gold=10)
        beast = new_member(
            s, seat=0, name="bear", kind="slave", cls="", rank=0, baddie="Bears", master=0, status="home", denomination=""
        )
        run(muster.feed, s, beast, answers=[answer])
        assert beast.status == status
        assert s.members[0].gold == (9 if answer == "feed" else 10)


# Peace.


def offered(foe: str, number: int, gift: str, units: int, dice: Any, **more: Any) -> Game:
    """The party after offering a gift."""
    s = game("warrior", at=(2, 3, 5), **more)
    s.guards["2:3,5"] = Guard(entered=True)
    if units:
        s.members[0].goods[gift] = units
    run(coming.meet, s, name=foe, number=number, place="chamber", chamber="2:3,5", treasure=True)
    answers: list[Any] = [[gift] if units else []]
    if units > 1:
        answers.append(units)
    if not units:
        answers = []
    run(peace.offer, s, answers=answers, dice=[dice])
    return s


@pytest.mark.rule("DES-PEACE-01", "DES-PEACE-02", "DES-PEACE-03", "DES-SUP-16", "DES-PEACE-04", "DES-SUP-18", "DES-SUP-31")
@pytest.mark.parametrize(
    ("foe", "number", "gift", "units", "dice"),
    [("Rats", 12, "CHEESE", 3, [2, 3]), ("Bears", 3, "GARBAGE", 3, [1, 4]), ("Crazed Italians", 8, "RAGU", 2, [3, 2])],
)
def test_gifts_that_make_peace(foe: str, number: int, gift: str, units: int, dice: list[int]) -> None:
    """Examples 14, 15 and 17."""
    s = offered(foe, number, gift, units, dice)
    assert s.battle is None
    assert gift not in s.members[0].goods
    assert s.guards["2:3,5"].peace
    assert s.members[0].karma == 0
    assert not s.spoils


@pytest.mark.rule(
    "DES-SUP-16",
    "DES-SUP-17",
    "DES-SUP-18",
    "DES-SUP-19",
    "DES-SUP-22",
    "DES-SUP-24",
    "DES-SUP-25",
    "DES-SUP-27",
    "DES-SUP-28",
    "DES-SUP-31",
    "DES-PEACE-08",
)
@pytest.mark.parametrize(
    ("foe", "number", "gift", "units", "like", "enough"),
    [
        ("Rats", 10, "CHEESE", 2, 3, True),
        ("Giant Spiders", 2, "COTTAGE CHEESE", 1, 1, True),
        ("Bears", 3, "GARBAGE", 3, 3, True),
        ("Dogs", 12, "DOG BISCUITS", 2, 3, True),
        ("Turtles", 2, "FLIES", 1, 3, True),
        ("Hoplites", 4, "DR. SCHOLL'S FOOT POWDER", 1, 3, True),
        ("Gorillas", 3, "SUGAR", 1, 3, True),
        ("Dragon", 1, "ROLL AIDS", 1, 3, True),
        ("Saurians", 4, "SAURIAN BRANDY", 1, 3, True),
        ("Crazed Italians", 8, "RAGU", 2, 3, True),
        ("Vampires", 1, "RAGU", 1, -3, False),
        ("Trolls", 2, "SUGAR", 1, -1, False),
        ("Orcs", 5, "SAURIAN BRANDY", 1, 3, True),
        ("Dragon", 1, "GOLD", 20, 1, True),
    ],
)
def test_who_likes_what(foe: str, number: int, gift: str, units: int, like: int, enough: bool) -> None:
    found, satisfied = peace.liking(foe, {gift: units})
    assert found == like
    assert (satisfied + 1e-6 >= number) is enough


def test_a_chimera_wants_all_three() -> None:
    assert peace.liking("Chimera", {"GARBAGE": 1, "DOG BISCUITS": 1, "FLIES": 1}) == (3, 1.0)
    assert peace.liking("Chimera", {"GARBAGE": 1})[0] == -1
    assert peace.liking("Rats", {})[0] == gifts().roll.no_gift
    assert all(entry.favourite for entry in likes().values())


@pytest.mark.rule("DES-PEACE-05")
def test_two_of_seven_bears() -> None:
    """Example 16."""
    s = offered("Bears", 7, "GARBAGE", 2, [2, 3])
    assert s.battle is not None
    assert len(s.battle.foes) == 5
    assert s.battle.joined == 5
    assert s.phase == "battle"
    assert s.battle.treasure


@pytest.mark.rule("DES-PEACE-06")
def test_a_refused_gift_is_lost() -> None:
    s = offered("Bears", 7, "GARBAGE", 2, [1, 2])
    assert s.phase == "battle"
    assert "GARBAGE" not in s.members[0].goods
    assert s.battle is not None
    assert "offer" not in meeting.meeting_options(s, s.battle)


@pytest.mark.rule("DES-PEACE-03", "DES-GM-05")
def test_cruelty_and_temperament() -> None:
    for dials, number in (({}, 10), ({"cruelty": 12}, 12), ({"temperament": "cruel"}, 11), ({"temperament": "kindly"}, 9)):
        assert peace.peace_number(game("warrior", **dials)) == number
    assert offered("Rats", 12, "CHEESE", 3, [2, 3], temperament="cruel").phase == "battle"
    assert offered("Rats", 12, "CHEESE", 3, [1, 3], temperament="kindly").battle is None


@pytest.mark.rule("DES-SUP-29")
def test_poisoned_cheese() -> None:
    s = game("warrior", at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True)
    s.members[0].goods.update({"CHEESE": 2, "POISON": 1})
    run(coming.meet, s, name="Rats", number=10, place="chamber", chamber="2:3,5", treasure=True)
    run(peace.offer, s, answers=[["CHEESE"], 2, "poison"], dice=[7])
    assert s.phase == "spoils"
    assert s.members[0].karma == 0
    assert s.poisoned
    assert s.members[0].uses["POISON"] == 3


@pytest.mark.rule("DES-SUP-37")
def test_fools_gold() -> None:
    s = game("warrior")
    s.members[0].goods["FOOL'S GOLD"] = 10
    run(coming.meet, s, name="Orcs", number=10)
    ran = run(peace.offer, s, answers=[["FOOL'S GOLD"], 10], dice=[[4, 4]])
    assert any("comes to 8" in text and "-3" in text for text in ran.texts)  # 8 + 1 + 2 - 3
    s = game("warrior")
    s.members[0].goods["FOOL'S GOLD"] = 10
    run(coming.meet, s, name="Orcs", number=10)
    ran = run(peace.offer, s, answers=[["FOOL'S GOLD"], 10], dice=[[3, 5]])
    assert s.battle is None


@pytest.mark.rule("DES-SUP-03")
def test_the_holy_robe_speaks() -> None:
    s = game("priest")
    s.members[0].goods.update({"HOLY ROBE": 1, "CHEESE": 2})
    run(coming.meet, s, name="Rats", number=10)
    ran = run(peace.offer, s, answers=[["CHEESE"], 2], dice=[4])
    assert any("+1 the holy robe" in text for text in ran.texts)
    assert s.battle is None


@pytest.mark.rule("DES-PEACE-01")
def test_gifts_need_their_owners_consent() -> None:
    s = game("priest seat0", "warrior seat1", players=2)
    s.members[1].goods["CHEESE"] = 1
    run(coming.meet, s, name="Rats", number=4)
    run(peace.offer, s, answers=[(0, ["CHEESE"]), (1, "no")], dice=[[6, 6]])
    assert s.members[1].goods["CHEESE"] == 1
    s = game("priest")
    run(coming.meet, s, name="Rats", number=4)
    assert s.battle is not None
    assert list(meeting.meeting_options(s, s.battle))[:3] == ["fight", "offer", "run"]


@pytest.mark.rule("DES-PEACE-04", "DES-CHIV-03")
def test_peace_may_be_broken_by_the_unchivalrous() -> None:
    from undercroft.games.descent.rules.orders.errands import break_peace, errands

    s = offered("Bears", 3, "GARBAGE", 3, [1, 4])
    assert "break" in errands(s)
    run(break_peace, s)
    assert s.phase == "battle"
    assert s.battle is not None
    assert s.battle.treasure
    s = offered("Bears", 3, "GARBAGE", 3, [1, 4])
    s.members[0].rank = 7
    assert "break" not in errands(s)


@pytest.mark.rule("DES-STORE-14")
def test_a_clever_idea() -> None:
    s = game("warrior", at=(2, 3, 5))
    s.before = [2, 2, 5]
    s.members[0].goods["GLUE"] = 1
    s.guards["2:3,5"] = Guard(entered=True)
    run(coming.meet, s, name="Orcs", number=4, place="chamber", chamber="2:3,5")
    run(meeting.decide, s, answers=["idea", "We pour glue on the door and go."])
    assert s.battle is None
    assert s.members[0].uses["GLUE"] == 1
    for thrown, missing in ((9, 1), (8, 0)):
        s = game("warrior")
        run(coming.meet, s, name="Orcs", number=4)
        run(meeting.decide, s, answers=["idea", "We sing."], dice=[thrown])
        assert s.battle is not None
        assert s.battle.missing == missing


@pytest.mark.rule("DES-STORE-01")
def test_one_may_look_along_several_shelves_before_buying() -> None:
    s = game("warrior", lines=False)
    m = s.members[0]
    m.status, m.gold = "home", 20
    ran = run(shelves.browse, s, 0, m, m, answers=["general", "nothing", "weapons", "AXE"])
    assert m.goods["AXE"] == 1
    assert [ask.prompt.rpartition(" ")[2] for ask in ran.asks] == ["shelf?", "buy?", "shelf?", "buy?"]
    assert run(shelves.browse, s, 0, m, m, answers=["general", "nothing", "nothing"]).result is None

"""Money, goods, treasure and the pack played through."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.adventure import Resource
from undercroft.games.donjon.being import HIRED, Ability, Being, Bonus, Item, MagicBonus, When
from undercroft.games.donjon.rules.concepts.contest import Pool
from undercroft.games.donjon.rules.goods import goods, pack, shops
from undercroft.games.donjon.rules.magic import loot, potions
from undercroft.games.donjon.rules.running import town
from undercroft.games.donjon.state import Donjon

from .kit import creature, give, run, scene, table
from .test_edges import bare, rolled
from .test_harm_through import asked

LINE = Resource("Weapons", 3, 2, ["smith"])


def buyer(wealth: int = 4, chapter: int = 0, seats: int = 1) -> tuple[Donjon, Being]:
    """Sociality and Cerebrality 3, and a purse."""
    s = table(seats, chapter=chapter)
    b = bare(s.pc(0))
    b.now, b.wealth, b.provisions = [3] * 6, wealth, 2
    return s, b


async def _spend(t: Table[Donjon], b: Being, other: int, **more: object) -> tuple[bool, int]:
    result, stake = await goods.spend_wealth(t, b, Pool("x", [("x", other)]), "buying it", rule="DON-BUY-01", **more)  # type: ignore[arg-type]
    return result.won, stake


@pytest.mark.rule("DON-SPEND-01", "DON-SPEND-02", "DON-SPEND-03")
def test_a_stake_is_lost_only_if_it_wins() -> None:
    s, b = buyer()
    ran = run(_spend, s, b, 4, answers=[2], dice=[[20] * 5, [1] * 4])
    assert (rolled(ran), ran.result, b.wealth) == (["5d20", "4d20"], (True, 2), 2)
    assert [(ask.low, ask.high) for ask in ran.asks] == [(0, 4)]  # and nothing is asked about successes
    ran = run(_spend, s, b, 4, answers=[2], dice=[[1] * 5, [20] * 4])
    assert (ran.result, b.wealth) == ((False, 2), 2)
    assert (s.tally.buys, s.tally.bought) == (2, 1)
    for b.wealth in (0, -4):  # none, or in debt
        ran = run(_spend, s, b, 4, dice=[[20] * 3, [1] * 4])
        assert ran.asks == []  # nothing to stake: words alone
    b.wealth = 5
    ran = run(_spend, s, b, 4, most=2, answers=[2], extra=[("x", 1)], dice=[[20] * 6, [1] * 4])
    assert ran.asks[0].high == 2
    b.spell_dice = 2
    ran = run(_spend, s, b, 4, answers=[0], dice=[[20] * 3, [1] * 6])
    assert rolled(ran) == ["3d20", "6d20"]  # held power frightens vendors


@pytest.mark.rule("DON-GOODS-01")
def test_any_way_with_people_helps_to_haggle_and_nothing_sticks() -> None:
    s, b = buyer(0)
    b.abilities = [Ability("Charm", 2, ["social"], "main"), Ability("Swing", 4, ["attack"])]
    ran = run(_spend, s, b, 4, answers=["use:charm"], dice=[[20] * 5, [1] * 4])
    assert (rolled(ran)[0], asked(ran)) == ("5d20", [["use:charm", "plain"]])
    assert [a.adds for a in b.abilities] == [["social"], ["attack"]]


@pytest.mark.rule("DON-BUY-01", "DON-BUY-02", "DON-BUY-06", "DON-SPEND-02")
def test_buying() -> None:
    s, b = buyer()
    price = content.goods().shown("club").dr
    ran = run(goods.buy, s, b, "club", "smith", LINE, answers=[1], dice=[[20] * 4, [1] * (price + 2)])
    assert (ran.result, [i.name for i in b.items], b.wealth) == (True, [content.goods().shown("club").name], 3)
    assert rolled(ran) == ["4d20", f"{price + 2}d20"]
    ring = Item("r", "Ring", magic=[MagicBonus("general", "Attack", 2)], curse=1)
    full = content.goods().magic_worth["general"] * 2 - 1
    ran = run(goods.buy, s, b, "ring", "smith", LINE, ring, answers=[0], dice=[[1] * 3, [20] * (full + 2)])
    assert (ran.result, rolled(ran)[1], len(b.items)) == (False, f"{full + 2}d20", 1)
    assert goods.barred(b, "smith:ring", 3)
    assert not goods.barred(b, "smith:ring", 4)
    assert not goods.barred(b, "tanner:ring", 3)
    goods.refuse(b, "smith:ring", 5)
    assert (goods.barred(b, "smith:ring", 5), len(b.refusals)) == (True, 1)


@pytest.mark.rule("DON-BUY-04", "DON-BUY-05")
def test_provisions_are_capped_over_a_stay() -> None:
    s, b = buyer(9)
    line = Resource("Provisions", 5, 2, [])
    s.provisions_spent = {"0": 2}
    ran = run(goods.buy_provisions, s, b, line, answers=[3], dice=[[20, 19, 1, 1, 1, 1], [9] * 4])
    assert ran.asks[0].high == 3
    assert (rolled(ran), b.provisions, b.wealth, s.provisions_spent["0"]) == (["6d20", "4d20"], 4, 6, 5)
    s.provisions_spent = {}
    run(goods.buy_provisions, s, b, line, answers=[1], dice=[[1] * 4, [20] * 6])
    assert (b.provisions, b.wealth, s.provisions_spent) == (4, 6, {})
    assert goods.barred(b, "chandler:provisions", 6)


@pytest.mark.rule("DON-SELL-01", "DON-SELL-02", "DON-SELL-05", "DON-SELL-06")
def test_selling_things_and_services() -> None:
    s, b = buyer(2)
    axe = Item("a", "Axe", "weapon", 3)
    b.items, b.wielding = [axe, Item("k", "Knife", "weapon", 1)], "a"
    ran = run(goods.sell, s, b, axe, LINE, dice=[[20, 19, 1, 1, 1, 1], [9] * 4])
    assert (rolled(ran), b.wealth, [i.id for i in b.items], b.wielding) == (["6d20", "4d20"], 4, ["k"], "k")
    run(goods.sell, s, b, b.items[0], LINE, dice=[[1] * 4, [20] * 6])
    assert (b.wealth, b.items, b.wielding) == (4, [], "")  # gone for too little to matter
    b.service = "!3:guard duty"
    ran = run(goods.sell_service, s, b, LINE, dice=[[20] * 6, [1] * 6])
    assert (rolled(ran), b.wealth, b.service) == (["6d20", "6d20"], 10, "")
    b.service = "!3:guard duty"
    run(goods.sell_service, s, b, LINE, dice=[[1] * 6, [20] * 12])
    assert (b.wealth, b.service) == (10, "")


@pytest.mark.rule("DON-SELL-03", "DON-SELL-04")
def test_trading_in() -> None:
    s, b = buyer(2)
    old = Item("o", "Axe", "weapon", 3)
    b.items, b.wielding = [old], "o"
    new = content.goods().shown("club")
    ran = run(goods.trade, s, b, old, "club", "smith", LINE, answers=[1], dice=[[1] * 7, [20] * (new.dr + 2)])
    assert (ran.result, rolled(ran), [i.id for i in b.items], b.wealth) == (False, ["7d20", f"{new.dr + 2}d20"], ["o"], 2)
    assert goods.barred(b, "smith:club", 2)
    ran = run(goods.trade, s, b, old, "club", "smith", LINE, answers=[1], dice=[[20] * 7, [1] * (new.dr + 2)])
    assert (ran.result, [i.name for i in b.items], b.wealth) == (True, [new.name], 1)
    boot = Item("b", "Boot")
    ran = run(goods.trade, s, b, boot, "club", "smith", LINE)
    assert (ran.result, ran.asks) == (False, [])
    assert [goods.wants_trade("smith", i) for i in (old, boot, Item("r", "Ring", magic=[MagicBonus("general", "x", 1)]))] == [True, False, True]  # fmt: skip  # noqa: E501
    assert goods.wants_trade("inn", Item("x", "Vase", worth=3))
    assert not goods.wants_trade("inn", Item("x", "Vase", worth=2))


@pytest.mark.rule("DON-BRIBE-01", "DON-BRIBE-02", "DON-BRIBE-04")
def test_a_bribe_is_dice_on_the_next_proposition_to_him() -> None:
    s, b = buyer(3, chapter=1)
    npc = creature(s, "human_fighter")
    npc.wealth, npc.now[2] = 2, 3
    ran = run(goods.bribe, s, b, npc, answers=[2], dice=[[20, 19, 1, 1, 1], [9] * 5])
    assert (rolled(ran), ran.result, b.wealth) == (["5d20", "5d20"], True, 1)
    assert [(x.dice, x.about, x.only, x.against) for x in b.bonus] == [(2, "social", True, npc.id)]
    assert npc.id in s.tested
    b.bonus = []
    ran = run(goods.bribe, s, b, npc, answers=[1], dice=[[1] * 4, [20] * 5])
    assert (ran.result, b.wealth, b.bonus) == (False, 1, [])
    ran = run(goods.bribe, s, b, npc)
    assert (ran.result, ran.asks) == (False, [])
    b.wealth = 2
    assert run(goods.bribe, s, b, npc, answers=[0], dice=[[20] * 3, [1] * 5]).result is True


@pytest.mark.rule("DON-PERM-02", "DON-PERM-03")
def test_what_is_kept_between_adventures() -> None:
    s, b = buyer()
    one, two = Item("1", "Axe", "weapon", 3, permanent=True), Item("2", "Club", "weapon", 1)
    mail, ring = Item("3", "Mail", "armor", 2), Item("4", "Ring")
    b.items, b.wielding, b.worn = [one, two, mail, ring], "1", ["3"]
    ran = run(goods.keep_possessions, s, b, answers=[["2"]])
    assert [(ask.low, ask.high, list(ask.keys)) for ask in ran.asks] == [(1, 1, ["1", "2"])]
    assert ([i.id for i in b.items], [i.permanent for i in b.items], b.wielding) == (["2", "3", "4"], [True] * 3, "2")
    b.slots = [2, 1, 1]
    b.items.append(one)
    assert run(goods.keep_possessions, s, b).asks == []
    assert [goods.slots_of(b, sort) for sort in ("weapon", "armor", "other")] == [2, 1, 1]


@pytest.mark.rule("DON-WT-02", "DON-WT-03", "DON-GOODS-01", "DON-BUY-01")
def test_what_is_taken_is_readied_if_it_is_better() -> None:
    s, b = buyer()
    club, axe, giant = Item("c", "Club", "weapon", 1), Item("a", "Axe", "weapon", 3), Item("g", "Giant", "weapon", 4)
    for item, held in ((club, "c"), (axe, "a"), (giant, "a")):
        goods.take(s, b, item)
        assert b.wielding == held  # four dice less twice the weight too much
    shirt, mail, plate = Item("s", "Shirt", "armor", 1), Item("m", "Mail", "armor", 3), Item("p", "Plate", "armor", 4)
    shield = Item("sh", "Shield", "armor", 1, shield=True)
    for item, worn in ((shirt, ["s"]), (shield, ["s", "sh"]), (mail, ["sh", "m"]), (plate, ["sh", "m"])):
        goods.take(s, b, item)
        assert b.worn == worn
    bow = Item("b", "Bow", "weapon", 2, reach="missile")
    goods.take(s, b, bow)
    assert bow.ammo is None
    s, b = buyer()
    s = table(1, ammunition=True)
    b = bare(s.pc(0))
    goods.take(s, b, bow)
    assert bow.ammo == 0


# Shops.


@pytest.mark.rule("DON-BUY-03", "DON-UNUS-01", "DON-BUY-02")
def test_what_a_town_sells_to_whom() -> None:
    s, b = buyer()
    line = goods.resource(s, "weapons")
    assert line is not None
    sold = shops.goods_for(s, b, "weapons")
    assert sold
    rows = content.goods()
    assert all(rows.shown(key).dr <= line.cap for key in sold)
    assert any(rows.shown(key).dr == line.cap for key in sold)
    assert not any("supply" in rows.shown(key).tags for key in sold)
    b.abilities = [Ability("Breathe Fire", 2, ["attack"], when=[When("gear", "breath")])]
    assert any("supply" in rows.shown(key).tags for key in shops.goods_for(s, b, "weapons"))
    b.abilities = []
    for vendor in line.vendors:
        goods.refuse(b, f"{vendor}:{sold[0]}", b.wealth)
    assert sold[0] not in shops.goods_for(s, b, "weapons")
    b.wealth += 1
    assert sold[0] in shops.goods_for(s, b, "weapons")
    give(s, b, sold[0])
    assert sold[0] not in shops.goods_for(s, b, "weapons")
    assert shops.sells(s, b, "weapons")
    assert shops.goods_for(s, b, "horses") == []
    assert not shops.sells(s, b, "horses")
    assert all(not rows.armor[key].special for key in shops.goods_for(s, b, "armor"))


@pytest.mark.rule("DON-WORTH-01", "DON-BUY-01", "DON-BUY-02")
def test_hiring_a_sword() -> None:
    for seats, room in ((1, 2), (2, 1), (3, 0)):
        s, b = buyer(seats=seats)
        for n in range(room + 1):
            assert shops.hireable(s) is (n < room)
            creature(s, "human_fighter").side = 0
    s, b = buyer()
    line = goods.resource(s, "hospitality")
    assert line is not None
    m = goods.markup(s, line)
    ran = run(shops.hire, s, b, answers=[1], dice=[[20] * 4, [1] * (3 + m)])
    assert (ran.result, rolled(ran)) == (True, ["4d20", f"{3 + m}d20"])
    hired = next(x for x in s.beings.values() if not x.pc)
    assert (hired.side, HIRED in hired.tags, hired.kind, b.wealth) == (0, True, "human_fighter", 3)
    ran = run(shops.hire, s, b, answers=[1], dice=[[1] * 4, [20] * (3 + m)])
    assert (ran.result, b.wealth) == (False, 3)
    assert run(shops.hire, s, b).asks == []


@pytest.mark.rule("DON-MISS-03")
def test_ten_arrows_cost_a_weapon_of_one() -> None:
    s, b = buyer()
    s = table(1, chapter=0, ammunition=True)
    b = bare(s.pc(0))
    b.now, b.wealth = [3] * 6, 2
    bow = Item("b", "Bow", "weapon", 2, reach="missile", ammo=3)
    b.items = [Item("k", "Knife", "weapon", 1), bow]
    line = goods.resource(s, "weapons")
    assert line is not None
    m = goods.markup(s, line)
    ran = run(shops.buy_ammo, s, b, answers=[1], dice=[[20] * 4, [1] * (1 + m)])
    assert (rolled(ran)[1], bow.ammo, b.wealth) == (f"{1 + m}d20", 13, 1)
    run(shops.buy_ammo, s, b, answers=[1], dice=[[1] * 4, [20] * (1 + m)])
    assert (bow.ammo, b.wealth) == (13, 1)


@pytest.mark.rule("DON-SELL-04", "DON-TOWN-08", "DON-TOWN-09", "DON-SELL-05", "DON-RETURN-03")
def test_what_may_be_done_in_town() -> None:
    s, b = buyer(0)
    b.natural = ""
    s.players = ["a", "b", "c"]
    t = Table(s, Dice(1))
    shop = ["shop:weapons", "shop:armor"]
    assert list(town.errands(t, b)) == ["hook", *shop, "ask", "service", "ready"]
    s.hooked = True
    b.tried, b.service, b.wealth = ["asked"], "3:guard", 1
    assert list(town.errands(t, b)) == [*shop, "provisions", "ready"]
    b.service = "!3:guard"
    b.items = [Item("r", "Rope"), Item("a", "Axe", "weapon", 2)]
    b.wielding = "a"
    assert list(town.errands(t, b)) == [*shop, "provisions", "sell", "paid", "ready"]
    b.wielding = ""
    assert list(town.errands(t, b)) == [*shop, "provisions", "sell", "trade", "paid", "ready"]
    b.items, b.service = [], "3:x"
    b.abilities = [Ability("Cast", 2, ["magic"], "main", spell=True)]
    s.adventures_done = 1
    assert list(town.errands(t, b)) == [*shop, "provisions", "make", "ready"]
    s.retreated = True
    assert list(town.errands(t, b)) == [*shop, "provisions", "ready", "giveup"]
    line = goods.resource(s, "provisions")
    assert line is not None
    s.provisions_spent = {"0": line.cap - 1}
    assert "provisions" in town.errands(t, b)
    s.provisions_spent = {"0": line.cap}
    assert "provisions" not in town.errands(t, b)
    s.players = ["a"]
    assert "hire" in town.errands(t, b)
    b.wealth = 0
    assert "hire" not in town.errands(t, b)


# Treasure.


@pytest.mark.rule("DON-LOOT-03", "DON-LOOT-04", "DON-LOOT-05", "DON-LOOT-06", "DON-LOOT-08")
def test_looting_money_or_a_thing() -> None:
    s, b = buyer(2, chapter=1)
    scene(s)
    ran = run(loot.loot, s, b, 3, "the body", answers=["money"], dice=[[20, 19, 1], [9, 9]])
    assert (rolled(ran), b.wealth, asked(ran)) == (["3d20", "2d20"], 4, [["money", "item", "leave"]])
    b.abilities = [Ability("Find Treasure", 2, ["looting"])]
    b.bonus = [Bonus(1, "looting", "x", scene=s.scene_no)]
    ran = run(loot.loot, s, b, 3, "the body", answers=["money"], dice=[[1] * 6, [20] * 4])
    assert (rolled(ran), b.wealth, b.bonus) == (["6d20", "4d20"], 4, [])
    b.abilities = []
    ran = run(loot.loot, s, b, 3, "the body", answers=["item", "wish:short-sword", 0], dice=[[20] * 3, [1] * 2])
    assert ([i.name for i in b.items], len(ran.asks)) == ([content.goods().shown("short_sword").name], 3)
    ran = run(loot.loot, s, b, 3, "the body", answers=["item", "wish:ring-of-defence-1", 1], dice=[[20] * 3, [1], 1])
    ring = b.items[-1]
    assert (ring.curse, rolled(ran)[:2]) == (1, ["3d20", "1d20"])
    assert ring.id in s.secret.curses
    assert (ran.asks[-1].low, ran.asks[-1].high) == (0, 1)
    n = len(b.items)
    run(loot.loot, s, b, 3, "the body", answers=["item", "wish:ring-of-defence-1", 0], dice=[[1] * 3, [20] * 2])
    assert len(b.items) == n
    assert run(loot.loot, s, b, 3, "the body", answers=["leave"]).events == []


@pytest.mark.rule("DON-LOOT-07", "DON-LOOT-02")
@pytest.mark.parametrize(("level", "more"), [(3, False), (4, True)])
def test_what_was_worn_in_the_fight_falls_to_the_players(level: int, more: bool) -> None:
    s, b = buyer(2, chapter=1, seats=2)
    scene(s)
    body = creature(s, "human_fighter")
    body.level, body.status = level, "out"
    body.items = [Item("a", "Axe", "weapon", 2), Item("m", "Mail", "armor", 1), Item("r", "Rope"), Item("g", "Gem", magic=[])]
    lead = s.lead
    ran = run(loot.loot_body, s, body, s.party(), answers=[(1, "who:pc0"), *(["leave"] if more else [])])
    assert asked(ran)[0] == ["who:pc0", "who:pc1"]
    assert ([i.id for i in b.items], [i.id for i in body.items], s.lead) == (["a", "m"], ["r", "g"], lead + 1)
    yielded = creature(s, "red_wolf")
    yielded.status, yielded.items = "yielded", []
    assert run(loot.loot_body, s, yielded, s.party()).asks == []
    yielded.status, yielded.level = "out", 0
    assert len(run(loot.loot_body, s, yielded, s.party(), answers=["who:pc1"]).asks) == 1


@pytest.mark.rule("DON-LOOT-01", "DON-LOOT-02", "DON-CACHE-01")
def test_bodies_first_then_everybody_searches_each_cache_once() -> None:
    s, _b = buyer(2, chapter=1, seats=2)
    now = scene(s)
    body = creature(s, "red_wolf")
    body.status = "out"
    now.bodies, now.caches, s.phase = [body.id], [3, 4], "loot"
    run(loot.loot_step, s, answers=[(0, "who:pc0"), "leave"])
    assert (now.bodies, s.phase) == ([], "loot")
    seen = []
    while s.phase == "loot":
        ran = run(loot.loot_step, s, answers=["leave"] if len(now.looted) < 4 else [])
        seen += [ask.seats[0] for ask in ran.asks]
    assert (seen, now.caches, now.looted, s.phase) == ([0, 1, 0, 1], [], [], "scene")
    now.bodies, now.caches, s.phase = [body.id], [3], "loot"
    for x in s.pcs():
        x.status = "out"
    run(loot.loot_step, s)
    assert (now.bodies, now.caches, s.phase) == ([], [], "scene")


@pytest.mark.rule("DON-CURSE-02", "DON-AGM-17")
def test_a_curse_is_drawn_or_chosen_in_secret() -> None:
    s, _b = buyer()
    ring = Item("r", "Ring", curse=2)
    rows = content.gm().curses
    for face in (1, 12):
        run(loot.lay_curse, s, ring, dice=[face])
        assert s.secret.curses["r"] == next(c.activity for c in rows if c.roll == face)
    run(loot.lay_curse, s, ring, gamesmaster=1, answers=[(1, "curse:5")])
    assert s.secret.curses["r"] == next(c.activity for c in rows if c.roll == 5)


@pytest.mark.rule("DON-MITEM-03", "DON-MITEM-02")
def test_a_prize_in_ones_own_words() -> None:
    s, _ = buyer()
    item = loot.parse_wish(s, "Fine thing: DR 7, against dragons 3, Virility 2, once 2, sneak 12, nothing, plain x")
    assert (item.name, item.sort, item.dr) == ("Fine thing", "weapon", 4)
    assert [(m.kind, m.ability, m.dice) for m in item.magic] == [
        ("specific", "Against Dragons", 3),
        ("attribute", "Virility", 2),
        ("one_time", "Healing", 2),
        ("general", "Sneak", 9),
    ]
    assert {"potion", "magic"} <= set(item.tags)
    plate = loot.parse_wish(s, "Gilded plate armor, DR 3")
    assert (plate.sort, plate.dr) == ("armor", 3)
    assert loot.parse_wish(s, ": attack 1").name == "Thing"


@pytest.mark.rule("DON-MAKE-01", "DON-MAKE-02", "DON-MAKE-03", "DON-MAKE-04", "DON-MAKE-05", "DON-MAKE-06")
def test_making_a_magic_item() -> None:
    s, b = buyer(9)
    b.full = [3] * 6
    b.abilities, b.words = [Ability("Cast", 2, ["magic"], "main", spell=True)], ["fire"]
    b.wounds = b.wounds_full

    def made(name: str = "Fire ring") -> Item:
        return Item("r", name, magic=[MagicBonus("general", "Sight", 1)])

    price = content.goods().magic_worth["general"]
    assert loot.make_fault(s, b, made(), price) != ""  # no adventure is behind them
    s.adventures_done = 1
    assert loot.make_fault(s, b, made(), price) == ""
    assert loot.make_fault(s, b, made(), 9) == ""
    assert loot.make_fault(s, b, made(), 10) != ""
    assert loot.make_fault(s, b, made("Rat ring"), price) != ""
    s.chapter = 1
    assert loot.make_fault(s, b, made(), price) != ""
    s.chapter, s.retreated = 0, True
    assert loot.make_fault(s, b, made(), price) != ""
    s.retreated = False
    b.strain = 2
    assert loot.make_fault(s, b, made(), price) != ""
    b.strain = 0
    ran = run(loot.make_item, s, b, made(), dice=[[20] * 5, [1], [1] * 10, [20, 19, *[1] * (price - 2)]])
    assert (ran.result, b.wealth, b.items, b.spell_dice) == (False, 9 - price, [], 0)
    assert rolled(ran) == ["5d20", "1d20", "10d20", f"{price}d20"]
    assert loot.debt(b, "Fire ring") == 2
    assert loot.debt(b, "Fire") == 0
    b.notes.append("making:Ring 1=2=3")
    assert loot.debt(b, "Ring 1=2") == 3
    b.wealth = price + 1
    assert run(loot.make_item, s, b, made(), 2).result is False  # two more before another attempt
    b.wealth = price + 4
    ran = run(loot.make_item, s, b, made(), 2, dice=[[20] * 5, [1], [20, *[1] * 9], [9] * price])
    assert (ran.result, b.wealth, [i.name for i in b.items]) == (True, 3, ["Fire ring"])
    b.wealth = price
    run(loot.make_item, s, b, made(), dice=[[20] * 5, [1], [20] * 10, [1] * price])
    assert b.wealth == price  # never more than before
    cursed = made()
    cursed.curse = 1
    b.wealth = 9
    run(loot.make_item, s, b, cursed, dice=[[20] * 5, [1], [20] * 10, [1] * (price - 1), 3])
    assert cursed.id in s.secret.curses


@pytest.mark.rule("DON-MITEM-04", "DON-MHW-02")
def test_potions() -> None:
    s, b = buyer()
    b.full, b.now, b.wounds, b.wounds_full = [3] * 6, [3, 3, 3, 2, 3, 3], 2, 4
    flask = Item("f", "Flask", tags=["potion"])
    flask.magic = [
        MagicBonus("one_time", "Healing", 2),
        MagicBonus("one_time", "Adroitness", 2),
        MagicBonus("one_time", "Toughness", 1),
        MagicBonus("one_time", "Attack", 3),
        MagicBonus("general", "Attack", 3),
    ]
    b.items = [flask, Item("o", "Other")]
    ran = run(potions.drink, s, b, "f", dice=[[20, 19], [9] * 3])
    assert (rolled(ran), [i.id for i in b.items], b.now[3], b.wounds) == (["2d20", "3d20"], ["o"], 3, 3)
    assert [(x.dice, x.kinds, x.until, x.attribute) for x in b.boons] == [
        (2, [], "scene", "adr"), (1, ["soak"], "scene", ""), (3, ["attack"], "scene", "")
    ]  # fmt: skip
    b.items, b.wounds = [Item("f", "Flask", magic=[MagicBonus("one_time", "Healing", 1)])], 3
    run(potions.drink, s, b, "f", dice=[[1], [20]])
    assert b.wounds == 3


# The pack.


@pytest.mark.rule(
    "DON-PACK-01", "DON-PACK-02", "DON-PACK-03", "DON-PACK-04", "DON-ITEM-01", "DON-ITEM-02", "DON-ITEM-03", "DON-SPEND-04"
)
def test_what_was_in_the_pack() -> None:
    s, b = buyer(0, chapter=1)
    b.provisions = 3
    ran = run(pack.rummage, s, b, "a silver whistle", answers=[0, 2], dice=[[20] * 5, [1] * 4])
    assert (rolled(ran), ran.result, b.provisions) == (["5d20", "4d20"], True, 1)  # Cerebrality 3 + 2; always 3, Worth 1
    assert (b.items[-1].name, b.items[-1].abilities, b.items[-1].worth) == ("a silver whistle", [], 1)
    ran = run(pack.rummage, s, b, "a folding ladder", answers=[3, 0], dice=[[1] * 3, [20] * 9])
    assert (rolled(ran), ran.result, b.provisions) == (["3d20", "9d20"], False, 1)  # 3, Ability 3, and 3 for its size
    ran = run(pack.rummage, s, b, "a folding ladder")
    assert (ran.result, ran.asks, ran.events[-1].rule) == (False, [], "DON-PACK-04")  # looked for already
    b.provisions = 2
    ran = run(pack.rummage, s, b, "a folding ladder", answers=[3, 0], dice=[[20] * 3, [1] * 9])
    assert ([(a.score, len(a.adds)) for a in b.items[-1].abilities]) == [(3, 1)]
    for wish in ("a sword", "a wooden shield", "a potion"):
        assert run(pack.rummage, s, b, wish).result is False
    assert pack.pack_fault(b, "a fine rope", 4) == ""
    assert pack.pack_fault(b, "a fine rope", 5) != ""
    b.spell_dice = 2
    ran = run(pack.rummage, s, b, "a drum", answers=[0, 0], dice=[[1] * 3, [20] * 6])
    assert rolled(ran)[1] == "6d20"
    b.spell_dice = 0
    ran = run(pack.rummage, s, b, "a harp", gamesmaster=1, answers=[0, (1, 6), 0], dice=[[1] * 3, [20] * 9])
    assert rolled(ran)[1] == "9d20"  # she says what it is worth
    b.provisions = 0
    ran = run(pack.rummage, s, b, "a torch", dice=[[20] * 3, [1] * 3])
    assert (len(ran.asks), s.torch) == (0, "pc0")
    ran = run(pack.rummage, s, b, answers=["a flute", 0], dice=[[20] * 3, [1] * 4])
    assert b.items[-1].name == "a flute"
    s.chapter = 0
    ran = run(pack.rummage, s, b, "a flute")
    assert (ran.result, ran.events[-1].rule) == (False, "DON-SPEND-04")


@pytest.mark.rule("DON-BUY-01", "DON-BUY-02", "DON-BUY-03", "DON-FUN-09")
def test_at_the_counter() -> None:
    s, b = buyer(4)
    line = goods.resource(s, "weapons")
    assert line is not None
    sold = shops.goods_for(s, b, "weapons")
    assert len(sold) > shops.SHELF + 1
    ran = run(shops.shop, s, b, "weapons", answers=["more", "nothing"])
    assert asked(ran) == [[*sold[:8], "more", "nothing"], [*sold[8:], "nothing"]]
    assert run(shops.shop, s, b, "weapons", answers=["nothing"]).events == []
    key = sold[0]
    n = content.goods().shown(key).dr + goods.markup(s, line)
    ran = run(shops.shop, s, b, "weapons", answers=[key, 1], dice=[[1] * 4, [20] * n])
    husbands = [text for text in ran.texts if "husband" in text]
    assert len(husbands) == 1
    assert "tanner" in husbands[0]
    first = "blacksmith"
    assert goods.barred(b, f"{first}:{key}", b.wealth)
    if len(line.vendors) > 1:
        ran = run(shops.shop, s, b, "weapons", answers=[key, 1], dice=[[20] * 4, [1] * n])
        assert b.items  # another vendor may be tried
    armor = shops.goods_for(s, b, "armor")
    few = len(armor) <= shops.SHELF + 1
    m = content.goods().shown(armor[0]).dr + goods.markup(s, line)
    ran = run(shops.shop, s, b, "armor", answers=[armor[0], 0], dice=[[20] * 3, [1] * m])
    assert (("more" in asked(ran)[0]) is not few, goods.barred(b, f"tanner:{armor[0]}", b.wealth)) == (True, False)
    assert any(i.sort == "armor" for i in b.items)
    ran = run(shops.shop, s, b, "armor", answers=["nothing"])
    b.notes = ["weapon:fire iron=2"]
    ran = run(shops.shop, s, b, "weapons", answers=["own:fire iron=2", 0], dice=[[20] * 3, [1] * (2 + goods.markup(s, line))])
    iron = b.items[-1]
    assert (iron.name, iron.dr, iron.sort, iron.tags) == ("Fire Iron", 2, "weapon", ["fire", "iron"])
    assert not any("husband" in text for text in ran.texts)  # once is enough

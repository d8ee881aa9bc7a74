"""Chapter 3: Spending Tests, buying, selling, trading, bribes, weapons and weight, the pack, permanent possessions."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content, odds
from undercroft.games.donjon.adventure import Resource
from undercroft.games.donjon.being import Ability, Being, Item, MagicBonus
from undercroft.games.donjon.rules.combat.combat import can_attack, range_penalty
from undercroft.games.donjon.rules.combat.hits import damage_parts
from undercroft.games.donjon.rules.creatures.healing import heal_by_scene
from undercroft.games.donjon.rules.goods import goods, pack, shops
from undercroft.games.donjon.rules.goods.answers import Own
from undercroft.games.donjon.rules.resolution.pools import (
    armor_parts,
    attribute,
    item_parts,
    pool,
    tagged,
    two_handed,
    weapon_dr,
    weight,
    worth,
)
from undercroft.games.donjon.rules.running import town
from undercroft.games.donjon.rules.running.scenes import end
from undercroft.games.donjon.state import CLOSE, ONE, TWO, Donjon

from .kit import arena, creature, give, run, scene, table

SMITH = Resource("Weapons and Armor", 3, 3, ["smith", "tanner"])
SHOP = Resource("Provisions", 5, 3, ["chandler"])


def robin(s: Donjon) -> Being:
    """Robin's character of the examples: Wealth 9, Provisions 4, Sociality 2, no Ability that haggles."""
    b = s.pc(0)
    b.wealth, b.provisions = 9, 4
    return b


@pytest.mark.rule("DON-SPEND-01", "DON-SPEND-02", "DON-SPEND-03", "DON-BUY-04")
def test_the_stake_is_rolled_with_sociality_and_lost_only_on_success() -> None:
    s = table(1, chapter=0)
    b = robin(s)
    line = Resource("Provisions", 6, 3, ["chandler"])
    ran = run(goods.buy_provisions, s, b, line, answers=[6], dice=[[3, 6, 9, 10, 12, 14, 17, 20], [2, 7, 8, 11, 14, 15, 16]])
    assert (b.provisions, b.wealth) == (6, 3)
    assert not any(ask.kind == "text" or "facts" in str(ask.keys) for ask in ran.asks)
    assert b.bonus == []
    b = robin(table(1, chapter=0))
    s2 = table(1, chapter=0)
    b2 = robin(s2)
    run(goods.buy_provisions, s2, b2, line, answers=[6], dice=[[1] * 8, [20] * 7])
    assert (b2.provisions, b2.wealth) == (4, 9)


@pytest.mark.rule("DON-SPEND-04")
def test_provisions_are_for_the_road() -> None:
    s = table(1, chapter=0)
    ran = run(pack.rummage, s, s.pc(0), "a rope")
    assert ran.result is False
    assert any("for the road" in text for text in ran.texts)
    s = table(1, chapter=1)
    npc = creature(s, "human_fighter")
    run(goods.bribe, s, s.pc(0), npc, answers=[0], dice=[[20, 19], [1] * 6])  # a bribe is possible out there
    assert s.pc(0).bonus[0].dice == 2


@pytest.mark.rule("DON-BUY-01")
def test_buying_faces_worth_and_markup() -> None:
    s = table(1, chapter=0)
    b = robin(s)
    line = Resource("Weapons", 4, 3, ["smith"])
    ran = run(goods.buy, s, b, "two_handed_axe", "smith", line, answers=[5], dice=[[20, 19, 18, 17, 16, 15, 14], [1] * 7])
    assert ran.result
    rolled = [e.roll for e in ran.events if e.roll is not None]
    assert rolled[1].notation == "7d20"
    assert any(i.name == "Two-handed axe" for i in b.items)
    assert b.wealth == 4


@pytest.mark.rule("DON-BUY-02", "DON-BRIBE-04")
def test_a_refusal_stands_until_wealth_has_risen_or_with_another_vendor() -> None:
    s = table(1, chapter=0)
    b = robin(s)
    run(goods.buy, s, b, "dagger", "smith", SMITH, answers=[0], dice=[[1, 1], [20] * 4])
    assert goods.barred(b, "smith:dagger", b.wealth)
    assert not goods.barred(b, "tanner:dagger", b.wealth)
    assert not goods.barred(b, "smith:dagger", b.wealth + 1)
    npc = creature(s, "human_fighter", "the baron")
    run(goods.bribe, s, b, npc, answers=[3], dice=[[1] * 5, [20] * 6])
    assert b.wealth == 9
    ran = run(goods.bribe, s, b, npc)
    assert ran.result is False
    assert any("will not look" in text for text in ran.texts)
    b.wealth = 10
    ran = run(goods.bribe, s, b, npc, answers=[3], dice=[[20] * 5, [1] * 6])
    assert ran.result


@pytest.mark.rule("DON-BUY-03", "DON-BUY-06")
def test_nothing_above_the_cap() -> None:
    s = table(1, chapter=0)
    b = s.pc(0)
    assert "plate_armor" not in shops.goods_for(s, b, "armor")
    assert "scale_mail" in shops.goods_for(s, b, "armor")
    shop = content.goods()
    assert worth(shop.item("glowing_dagger", "x")) == 11 > 4
    assert worth(shop.item("potion_of_toughness", "x")) == 2 <= 5


@pytest.mark.rule("DON-BUY-05")
def test_the_provisions_cap_counts_over_one_stay() -> None:
    s = table(1, chapter=0)
    b = robin(s)
    ran = run(goods.buy_provisions, s, b, SHOP, answers=[3], dice=[[20] * 5, [1] * 7])
    assert ran.asks[0].high == 5
    assert s.provisions_spent["0"] == 3
    ran = run(goods.buy_provisions, s, b, SHOP, answers=[2], dice=[[1] * 4, [20] * (b.provisions + 3)])
    assert ran.asks[0].high == 2
    assert s.provisions_spent["0"] == 3  # a stake that came back does not count


@pytest.mark.rule("DON-WORTH-01", "DON-WORTH-02")
def test_the_worth_scale() -> None:
    s = table(1)
    b = s.pc(0)
    ran = run(pack.rummage, s, b, "a fighting dog", answers=[0, 4, 1], dice=[[1] * 4, [20] * 7], gamesmaster=1)
    assert ran.asks[1].prompt.endswith("What is it worth? (0 cheap, 3 moderate, 6 expensive, 9 very pricey)")
    assert [e.roll.notation for e in ran.events if e.roll is not None] == ["4d20", "7d20"]  # 3 and whatever she says


@pytest.mark.rule("DON-BRIBE-01", "DON-BRIBE-02", "DON-BRIBE-03")
def test_a_bribe_faces_wealth_and_discernment_and_buys_dice_on_the_next_talk() -> None:
    s = table(3, chapter=0)
    azar = s.pc(1)
    azar.wealth = 12
    duval = creature(s, "human_fighter", "Baron Duval")
    duval.wealth = 10
    run(
        goods.bribe,
        s,
        azar,
        duval,
        answers=[8, "plain"],
        dice=[[1, 4, 7, 7, 8, 11, 12, 16, 16, 16, 20, 20], [3, 3, 4, 6, 7, 11, 13, 13, 13, 14, 15, 16]],
    )
    assert azar.wealth == 4
    bonus = azar.bonus[0]
    assert (bonus.dice, bonus.about, bonus.only, bonus.against) == (2, "social", True, duval.id)
    from undercroft.games.donjon.rules.creatures.creatures import npc_wealth

    assert npc_wealth(creature(s, "human_fighter")) == 4
    assert npc_wealth(creature(s, "red_wolf")) == 0
    assert npc_wealth(creature(s, "spraycaps")) == 0
    assert npc_wealth(creature(s, "orc_hermit")) == 3
    for tag, value in (("noble", 10), ("merchant", 7), ("commoner", 2)):
        b = Being("x", "X", tags=[tag, "living"])
        assert npc_wealth(b) == value


@pytest.mark.rule("DON-SELL-01", "DON-SELL-02")
def test_selling_pays_by_the_success_and_the_thing_is_gone_either_way() -> None:
    for faces, wealth in (([20, 19, 18, 17, 16], 10), ([1, 1, 1, 1, 1], 5)):
        s = table(3, chapter=0)
        fiera = s.pc(2)
        fiera.wealth = 5
        fiera.abilities = []
        axe = Item("axe", "Axe", "weapon", 4)
        fiera.items.append(axe)
        ran = run(goods.sell, s, fiera, axe, SMITH, dice=[faces, [8] * 8])
        rolled = [e.roll for e in ran.events if e.roll is not None]
        assert [r.notation for r in rolled] == ["5d20", "8d20"]
        assert fiera.wealth == wealth
        assert fiera.items == []


@pytest.mark.rule("DON-SELL-03", "DON-SELL-04")
def test_trading_in_adds_the_worth_and_loses_nothing_on_failure() -> None:
    for won in (True, False):
        s = table(3, chapter=0)
        fiera = s.pc(2)
        fiera.wealth = 5
        fiera.abilities = []
        axe = Item("axe", "Axe", "weapon", 4)
        fiera.items.append(axe)
        faces = [[20, 19, 18, 17, 16, 15, 14], [2] * 5] if won else [[1] * 7, [20] * 5]
        ran = run(goods.trade, s, fiera, axe, "chain_shirt", "smith", SMITH, answers=[2], dice=faces)
        assert ran.result is won
        assert fiera.wealth == (3 if won else 5)
        assert any(i.id == "axe" for i in fiera.items) is not won
        assert any(i.name == "Chain shirt" for i in fiera.items) is won
    silver, club = Item("s", "silver ornament", worth=3), Item("c", "Club", "weapon", 1)
    assert goods.wants_trade("innkeeper", silver)
    assert not goods.wants_trade("innkeeper", club)
    assert goods.wants_trade("blacksmith", club)
    assert goods.wants_trade("innkeeper", content.goods().item("potion_of_speed", "p"))


@pytest.mark.rule("DON-SELL-05")
def test_a_service_is_paid_once_it_is_done() -> None:
    s = table(1, chapter=0)
    b = s.pc(0)
    s.hooked = True
    run(town.errand, s, b, answers=["service"])
    assert b.service == "3:guard duty on the wall"
    ran = run(town.errand, s, b, answers=["ready"])
    assert "paid" not in ran.asks[0].keys
    from undercroft.games.donjon.adventure import Encounter
    from undercroft.games.donjon.rules.running import scenes

    run(scenes.begin, s, Encounter("duty", "the duty", "quiet"), planned=True)
    assert b.service.startswith("!")
    ran = run(town.errand, s, b, answers=["paid"], dice=[[20, 19, 18, 17, 16], [5, 4, 3, 2]])
    assert b.service == ""
    assert b.wealth == 8


@pytest.mark.rule("DON-SELL-06")
def test_the_rich_gain_less_from_a_sale_and_trading_pays_better() -> None:
    poor, rich = odds.win(4 + 1, 2 + 3), odds.win(4 + 1, 8 + 3)
    assert rich < poor
    assert odds.win(4 + 1, 2 + 3) > odds.win(4 + 1, 5 + 3)  # a trade for a chain shirt against a sale at Wealth 5


@pytest.mark.rule("DON-WEAP-01", "DON-WEAP-02", "DON-WEAP-03")
def test_damage_ratings() -> None:
    rows = content.goods()
    sizes = {row.name: row.dr for row in rows.sizes}
    assert sizes == {"fists and feet": -1, "small": 0, "medium": 1, "large": 2, "huge": 3}
    for row in rows.weapons.values():
        if row.size:
            assert row.dr == sizes[row.size] + (rows.sharp if row.sharp else 0), row.name
    assert rows.weapons["broadsword"].dr == 3
    assert rows.weapons["dagger"].dr == 1
    assert rows.weapons["warhammer"].dr == 2
    assert rows.weapons["two_handed_axe"].dr == 4
    missiles = {(r.dr, r.reach) for r in rows.weapons.values() if r.reach != "melee"}
    assert missiles == {(1, "thrown"), (2, "missile"), (3, "missile"), (4, "missile")}
    assert rows.weapons["short_bow"].dr == rows.weapons["hand_crossbow"].dr == 2
    assert [rows.armor[k].dr for k in ("leather_armor", "shield", "chain_shirt", "chain_armor", "plate_armor")] == [1, 1, 2, 3, 4]
    s = table(1)
    give(s, s.pc(0), "chain_shirt")
    assert sum(n for _, n in armor_parts(s.pc(0))) == 2
    assert weapon_dr(Being("x", "Man", seat=0)) == ("fists and feet", -1)


@pytest.mark.rule("DON-WEAP-04")
def test_descriptions_are_free() -> None:
    s = table(1)
    b = s.pc(0)
    furs = Item("furs", "bear-skin furs", "armor", 1)
    b.items.append(furs)
    b.worn = ["furs"]
    assert armor_parts(b) == [("bear-skin furs", 1)]
    made = shops.own_weapon(s, Own("machete", 2))
    assert (made.name, made.dr, made.tags) == ("Machete", 2, ["machete"])


@pytest.mark.rule("DON-WEAP-05")
def test_an_agreed_weapon_is_in_the_shop() -> None:
    s = table(1, chapter=0)
    s.pc(0).notes.append("weapon:ladle=2")
    assert shops.goods_for(s, s.pc(0), "weapons")[0] == "own:ladle=2"


@pytest.mark.rule("DON-WEAP-06")
def test_mundane_armor_stops_at_most_four() -> None:
    s = table(3)
    fiera = s.pc(2)
    give(s, fiera, "plate_armor")
    give(s, fiera, "shield")
    assert sum(n for _, n in armor_parts(fiera)) == 4
    fiera.items, fiera.worn = [], []
    give(s, fiera, "chain_shirt")
    give(s, fiera, "shield")
    assert sum(n for _, n in armor_parts(fiera)) == 3
    assert all(row.dr <= 4 for row in content.goods().weapons.values())


@pytest.mark.rule("DON-WEAP-07")
def test_natural_weapons_count_nothing_and_fists_less() -> None:
    s = table(1)
    assert weapon_dr(creature(s, "red_wolf"))[1] == 0
    assert damage_parts(s.pc(0)) == [("fists and feet", -1)]


@pytest.mark.rule("DON-WT-01", "DON-WT-02", "DON-WT-03", "DON-TOWN-07")
def test_weight_against_virility() -> None:
    s = table(3)
    roland = s.pc(0)  # Virility 2, Adroitness 5
    give(s, roland, "broadsword")
    base = roland.now[3]
    assert pool(s, roland, "attack").dice == base - 1
    assert damage_parts(roland) == [("Broadsword", 3)]
    roland.items, roland.wielding = [], ""
    give(s, roland, "heavy_crossbow")
    assert pool(s, roland, "attack").dice == base - 2
    roland.now[0] = 3
    roland.items, roland.wielding = [], ""
    give(s, roland, "broadsword")
    assert pool(s, roland, "attack").dice == base
    roland.now[0] = 2
    give(s, roland, "plate_armor")
    assert attribute(s, roland, "adr") == 3
    azar = s.pc(1)  # Virility 1
    give(s, azar, "snowleaf_wood")
    assert weight(azar.items[0]) == 1
    assert azar.items[0].dr == 2
    assert attribute(s, azar, "adr") == azar.now[3]


@pytest.mark.rule("DON-WT-04")
def test_two_hands_leave_none_for_a_shield() -> None:
    s = table(3)
    b = s.pc(2)
    b.now[0] = 3
    give(s, b, "shield")
    sword = give(s, b, "broadsword")
    item = next(i for i in b.items if i.id == sword)
    assert two_handed(b, item)
    assert armor_parts(b) == []
    b.now[0] = 4
    assert not two_handed(b, item)
    assert armor_parts(b) == [("Shield", 1)]


@pytest.mark.rule("DON-MISS-01", "DON-MISS-02", "DON-MISS-03")
def test_missiles_share_their_range_and_arrows_are_counted_only_on_request() -> None:
    s = table(1)
    b = s.pc(0)
    foe = creature(s, "red_wolf")
    arena(s, foe, band=TWO)
    for key in ("hand_crossbow", "composite_bow"):
        b.items = []
        give(s, b, key)
        assert range_penalty(b, TWO) == -3
        assert b.items[0].ammo is None
    s = table(1, chapter=0, ammunition=True)
    b = s.pc(0)
    goods.take(s, b, content.goods().item("short_bow", "bow"))
    b.wielding = "bow"
    foe = creature(s, "red_wolf")
    arena(s, foe, band=ONE)
    assert not can_attack(s, b, foe)
    ran = run(shops.buy_ammo, s, b, answers=[3], dice=[[20] * 5, [1] * 4])
    assert [e.roll.notation for e in ran.events if e.roll is not None][1] == "4d20"
    assert b.items[0].ammo == 10
    assert can_attack(s, b, foe)
    from undercroft.games.donjon.rules.combat.combat import _note_attack

    _note_attack(s, b, foe, "")
    assert b.items[0].ammo == 9


@pytest.mark.rule("DON-UNUS-01")
def test_flame_breath_needs_its_diet() -> None:
    s = table(3, chapter=0)
    fiera, roland = s.pc(2), s.pc(0)
    assert weapon_dr(fiera)[1] == -1
    assert "flame_breath" in shops.goods_for(s, fiera, "weapons")
    assert "flame_breath" not in shops.goods_for(s, roland, "weapons")
    give(s, fiera, "flame_breath")
    assert weapon_dr(fiera)[1] == 3
    assert worth(fiera.items[0]) == 3
    assert range_penalty(fiera, CLOSE) == 0  # a melee attack made in close
    assert range_penalty(fiera, ONE) is None
    assert fiera.items[0].sort == "weapon"


@pytest.mark.rule("DON-PACK-01", "DON-PACK-02", "DON-GOODS-01")
def test_the_pack_holds_what_the_test_says() -> None:
    s = table(1)
    zoe = s.pc(0)
    zoe.now[1] = zoe.full[1] = 4
    zoe.abilities = [Ability("Stuff Backpack Full", 5, ["spending_provisions"], "main")]
    ran = run(pack.rummage, s, zoe, "a glass bottle", answers=[2, 1, "use:stuff-backpack-full"], dice=[[20] + [9] * 9, [8] * 5])
    assert ran.result
    rolled = [e.roll.notation for e in ran.events if e.roll is not None]
    assert rolled == ["10d20", "5d20"]
    assert zoe.provisions == 4
    assert any(i.name == "a glass bottle" for i in zoe.items)
    ran = run(pack.rummage, s, zoe, "a lute", answers=[1, 1], dice=[[1] * 10, [20] * 9])
    rolled = [e.roll.notation for e in ran.events if e.roll is not None]
    assert rolled == ["10d20", "9d20"]  # always 3, Worth 3 above the Ability's 1, and 3 for a thing one would not carry


@pytest.mark.rule("DON-PACK-03")
def test_a_failed_search_stands_until_provisions_grow() -> None:
    s = table(1)
    b = s.pc(0)
    run(pack.rummage, s, b, "a rope", answers=[1, 1], dice=[[1] * 4, [20] * 4])
    assert b.provisions == 5
    assert pack.pack_fault(b, "a rope", 1)
    b.provisions = 6
    assert pack.pack_fault(b, "a rope", 1) == ""


@pytest.mark.rule("DON-PACK-04", "DON-ITEM-02")
def test_no_arms_no_magic_and_no_more_than_four() -> None:
    s = table(1)
    b = s.pc(0)
    for wish in ("a spare dagger", "a suit of armor", "a magic lamp", "a healing potion", "a longsword"):
        assert pack.pack_fault(b, wish, 0), wish
    assert pack.pack_fault(b, "a rope", 5)
    assert pack.pack_fault(b, "a rope", 4) == ""
    ran = run(pack.rummage, s, b, "a spare dagger")  # and nobody asks how good it is
    assert ran.result is False


@pytest.mark.rule("DON-ITEM-01", "DON-ITEM-03")
def test_the_player_sets_price_and_worth_of_a_tool() -> None:
    s = table(3)
    azar = s.pc(1)
    item = Item("pick", "lock-pick", abilities=[Ability("Unlock Doors", 2, ["handiwork"])])
    azar.items.append(item)
    assert item_parts(azar, "handiwork", tagged("lock")) == [("lock-pick, Unlock Doors", 2)]
    ran = run(pack.rummage, s, azar, "a lock-pick", answers=[2, 1], dice=[[20] * 7, [1] * 5])
    assert ran.result
    assert azar.items[-1].abilities[0].score == 2


@pytest.mark.rule("DON-GOODS-01")
def test_a_menacing_customer() -> None:
    s = table(3, chapter=0)
    fiera = s.pc(2)
    line = Resource("Weapons", 4, 3, ["smith"])
    ran = run(
        goods.buy, s, fiera, "two_handed_axe", "smith", line, answers=[2, "use:intimidate-people"], dice=[[20] * 7, [1] * 7]
    )
    assert ran.result
    assert [e.roll.notation for e in ran.events if e.roll is not None] == ["7d20", "7d20"]
    assert "spending_wealth" not in fiera.abilities[3].adds  # nothing sticks to the sheet


@pytest.mark.rule("DON-PERM-01", "DON-PERM-02", "DON-PERM-03", "DON-PERM-04")
def test_only_permanent_possessions_outlive_an_adventure() -> None:
    s = table(1, chapter=0)
    b = s.pc(0)
    for key in ("broadsword", "dagger", "chain_shirt", "shield", "potion_of_speed", "potion_of_healing"):
        give(s, b, key)
    assert len(b.items) == 6  # no limit while it lasts
    dagger, shield = b.items[1].id, b.items[3].id
    run(goods.keep_possessions, s, b, answers=[[dagger], [shield], [b.items[4].id]])
    assert [i.name for i in b.items] == ["Dagger", "Shield", "Potion of Speed"]
    assert all(i.permanent for i in b.items)
    assert (b.wealth, b.provisions) == (3, 5)
    b.slots[2] = 2
    give(s, b, "potion_of_healing")
    run(goods.keep_possessions, s, b)
    assert len([i for i in b.items if i.sort == "other"]) == 2


@pytest.mark.rule("DON-MITEM-01", "DON-MITEM-02", "DON-MITEM-03")
def test_worth_of_magic() -> None:
    printed = {"potion_of_leaping": 5, "glowing_dagger": 11, "flame_wand": 10, "fish_scale_armor": 17, "emerald": 10}
    for key, dice in printed.items():
        assert worth(content.goods().item(key, "x")) == dice, key
    ring = Item("r", "Ring", magic=[MagicBonus("attribute", "Cerebrality", 1)])
    assert worth(ring) == 4
    s = table(1)
    s.pc(0).items.append(ring)
    assert attribute(s, s.pc(0), "cer") == 4
    undead = Item("u", "Blessed cord", magic=[MagicBonus("specific", "Attack undead", 2)])
    assert worth(undead) == 2
    s.pc(0).items.append(undead)
    assert item_parts(s.pc(0), "attack", tagged("undead")) == [("Blessed cord, Attack undead", 2)]
    assert item_parts(s.pc(0), "attack", tagged("goblin")) == []


@pytest.mark.rule("DON-WORTH-01", "DON-BUY-01")
def test_a_sword_for_hire_is_a_service_of_worth_three() -> None:
    s = table(1, chapter=0)
    assert shops.hireable(s)
    ran = run(shops.hire, s, s.pc(0), answers=[3], dice=[[20] * 5, [1] * 4])
    assert ran.result
    assert [e.roll.notation for e in ran.events if e.roll is not None] == ["5d20", "4d20"]
    hired = next(b for b in s.beings.values() if not b.pc)
    assert (hired.kind, hired.side) == ("human_fighter", 0)
    assert shops.hireable(s)  # somebody alone may have two
    second = creature(s, "human_fighter")
    second.side = 0
    assert not shops.hireable(s)
    del s.beings[second.id]
    assert not shops.hireable(table(3, chapter=0))
    s.chapter = 1
    from undercroft.games.donjon.rules.running.meetings import start_fight

    play = scene(s)
    foe = creature(s, "red_wolf")
    start_fight(Table(s, Dice(1)), play, [foe], by_party=True)
    assert s.fight is not None
    assert [f.id for f in s.fight.fighters] == ["pc0", hired.id, foe.id]
    hired.status, hired.wounds = "out", 0
    s.fight = None
    run(end, s)
    assert hired.id in s.beings  # unconscious is not dead
    run(heal_by_scene, s)
    assert (hired.status, hired.wounds) == ("up", 1)
    s = table(1, chapter=0)
    assert run(shops.hire, s, s.pc(0), answers=[0], dice=[[1, 1], [20] * 4]).result is False
    assert run(shops.hire, s, s.pc(0)).result is False

"""The pack: whether the wished-for thing was in it. Chapter 3."""

from __future__ import annotations

from .....engine import Table
from ... import content
from ...being import Ability, Being, Item
from ...state import Donjon
from ..basics import lengths, narrate
from ..basics.judging import holds
from ..basics.words import content_words, kind_of, slug, stems
from ..concepts.contest import Pool, contest
from ..resolution.picking import choose_pool, opposing_extra
from ..resolution.pools import tagged
from .goods import barred, best_stake, refuse, stake_odds


def pack_fault(b: Being, wish: str, ability: int) -> str:
    """Why a wish cannot come out of the pack, or nothing (DON-PACK-03, DON-PACK-04, DON-ITEM-02)."""
    said = stems(wish)
    goods = content.goods()
    arms = stems(" ".join([*(w.name for w in goods.weapons.values()), "sword dagger bow crossbow"]))
    plain = frozenset({"stone", "hand", "special", "diet", "throw", "flam", "breath", "short", "light", "heavy", "long"})
    if said & (arms - plain) or any(word in said for word in ("weapon", "sword", "dagger")):
        return "weapons do not come out of Provisions"
    if any(word in said for word in ("armor", "armour", "shield", "mail")):
        return "armour does not come out of Provisions"
    if any(word in said for word in ("magic", "potion", "wand", "enchant")):
        return "magic does not come out of Provisions"
    if ability > 4:
        return "a mundane thing has at most 4 dice; more is magic"
    if barred(b, f"pack:{slug(wish)}", b.provisions):
        return "you have looked for that already"
    return ""


async def rummage(t: Table[Donjon], b: Being, wish: str = "") -> bool:
    """On an adventure: a Provisions Spending Test says whether it was in the pack (DON-PACK-01 to 04, DON-ITEM-01 to 03)."""
    s = t.state
    if not s.chapter:
        t.tell("Provisions are for the road; here there are shops.", rule="DON-SPEND-04")
        return False
    goods = content.goods()
    if not wish:
        usual = [g.name for g in goods.gear.values() if not barred(b, f"pack:{slug(g.name)}", b.provisions)]
        wish = await t.ask_text(
            b.seat,
            "What did {who} pack? (Provisions {n}.)",
            rule="DON-PACK-01",
            high=lengths.THING,
            suggest=usual[:6] or ["a bit of string"],
            who=b.name,
            n=b.provisions,
        )
    row = next((g for g in goods.gear.values() if slug(g.name) == slug(wish)), None)
    dice = 0
    if (row is None or row.ability) and not pack_fault(b, wish, 0):
        dice = await t.ask_number(
            b.seat,
            "How good is it? 0: plain; 1 to 4: an Ability of that many dice, and as many against you.",
            0,
            4,
            rule="DON-ITEM-03",
            suggest=1,
        )
    fault = pack_fault(b, wish, dice)
    if fault:
        t.tell("'{wish}': {fault}.", rule="DON-PACK-04", wish=wish, fault=fault)
        return False
    value = row.worth if row is not None else 1
    if row is None and holds(t, "world"):  # DON-PACK-02: she says what a thing is worth
        value = await t.ask_number(
            t.gamesmaster or 0,
            "{who} looks for {wish}. What is it worth? ({scale})",
            0,
            12,
            rule="DON-PACK-02",
            suggest=1,
            scale=", ".join(f"{band.worth} {band.label.lower()}" for band in goods.worth_bands),
            who=b.name,
            wish=wish,
        )
    odd = (
        row.odd
        if row is not None
        else any(word in stems(wish) for word in ("huge", "boat", "ladder", "lute", "table", "horse", "cart"))
    )
    other = Pool("The pack", [("always", 3), ("Worth or Ability", max(value, dice)), ("odd or too large", 3 if odd else 0)])
    stake = 0
    if b.provisions:
        stake = await t.ask_number(
            b.seat,
            "{who} has {n} Provisions. How many do you stake on {what}, against {other}? Lost only if you win.{chances}",
            0,
            b.provisions,
            rule="DON-SPEND-01",
            suggest=lambda: best_stake(s, b, b.provisions, other.dice, "cer", "spending_provisions"),
            who=b.name,
            what=wish,
            n=b.provisions,
            other=other.dice,
            chances=lambda: stake_odds(s, b, other.dice, b.provisions, attr="cer", kinds=("spending_provisions",)),
        )
    picked = await choose_pool(
        t,
        b,
        "spending_provisions",
        attr="cer",
        tags=tagged(wish, " ".join(row.tags) if row else "", "tool"),
        other=other.dice,
        why=f"looking for {wish}",
        rule="DON-PACK-01",
        extra=[("Provisions", stake)],
    )
    for name, dice_more in opposing_extra(b, "spending_provisions", stretched=picked.stretched):
        other = other.plus(name, dice_more)
    result = await contest(t, picked.pool, other, f"{b.name} looks for {wish}", rule="DON-PACK-02")
    if not result.won:
        refuse(b, f"pack:{slug(wish)}", b.provisions)
        narrate.say(t, "not_packed", rule="DON-PACK-03", item=wish, actor=b.name)
        return False
    b.provisions -= stake
    item = Item(s.new_id("i"), wish, worth=value, tags=[*(row.tags if row else []), *stems_list(wish)])
    if dice:
        kind = row.adds if row is not None and row.adds else kind_of(wish)
        item.abilities = [Ability(row.ability if row is not None and row.ability else f"Use {wish}", dice, [kind])]
    b.items.append(item)
    if "torch" in item.tags or "light" in item.tags:
        s.torch = b.id
    narrate.say(t, "packed", rule="DON-PACK-01", item=wish, actor=b.name)
    return True


def stems_list(text: str) -> list[str]:
    """The words of a wish as tags."""
    return content_words(text)

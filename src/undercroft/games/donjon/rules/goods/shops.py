"""Shops: what a Town sells and to whom, haggling at the counter, hired swords. Chapters 3 and 7."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .....engine import Option, Table
from ... import content
from ...adventure import Foes, Resource
from ...being import HIRED, Being, Item, one_of_each
from ...state import Donjon
from ..basics import narrate
from ..basics.answers import Said
from ..basics.answers import read as said
from ..basics.words import dice_words
from ..concepts.contest import Pool
from ..creatures.creatures import spawn
from ..resolution.pools import item_of, with_magic, worth
from .answers import Own, read
from .goods import barred, buy, liking, markup, refuse, resource, sell, spend_wealth, trade

SHELF = 8  # goods shown at a glance, what suits the buyer first; the rest are one question away


def goods_for(s: Donjon, b: Being, sort: str) -> list[str]:
    """What a Town sells of a sort, under its cap (DON-BUY-03); what suits the buyer first."""
    goods = content.goods()
    line = resource(s, sort)
    if line is None:
        return []
    able = list(_sold(s, b, sort, line))
    if sort == "weapons":
        able.sort(key=lambda key: -liking(b, goods.shown(key)))
    else:
        able.sort(key=lambda key: (goods.shown(key).dr > b.full[0], -goods.shown(key).dr))
    notes = [said(note) for note in b.notes] if sort == "weapons" else []
    custom = [note.on for note in notes if note.verb == "weapon"]
    return [*Said.keys("own", custom), *able]


def sells(s: Donjon, b: Being, sort: str) -> bool:
    """Whether a Town has anything of a sort for this buyer."""
    line = resource(s, sort)
    return line is not None and next(_sold(s, b, sort, line), None) is not None


def _sold(s: Donjon, b: Being, sort: str, line: Resource) -> Iterator[str]:
    vendors = line.vendors or ["smith"]
    owned = {item.name for item in b.items}
    for key, item in _shelf(sort, line.cap, tuple(s.adventure.town.specials if s.adventure else ())):
        if item.name in owned:
            continue
        if b.refusals and all(barred(b, f"{vendor}:{key}", b.wealth) for vendor in vendors):
            continue
        if "supply" in item.tags and not any("breath" in w.words for a in b.abilities for w in a.when):
            continue  # DON-UNUS-01: agreed with those whom it concerns
        yield key


@lru_cache(maxsize=256)
def _shelf(sort: str, cap: int, specials: tuple[str, ...]) -> list[tuple[str, Item]]:
    """The goods of a sort up to a Worth, with what only some Towns sell; to be looked at."""
    goods = content.goods()
    keys = goods.weapons if sort == "weapons" else [k for k, row in goods.armor.items() if not row.special or k in specials]
    return [(key, item) for key in keys if worth(item := goods.shown(key)) <= cap]


def own_weapon(s: Donjon, own: Own) -> Item:
    """A weapon agreed on in creation, such as a machete of DR 2 (DON-WEAP-05, DON-WEAP-04)."""
    return Item(s.new_id("i"), own.words.title(), "weapon", own.dr, tags=own.words.split())


HIRELINGS = ("Osric", "Big Hilda", "Corporal Nobb", "Grim Tam", "Sister Agate", "One-Eyed Wat", "Young Pell", "Brother Ulf")


def hireable(s: Donjon) -> bool:
    """Whether a sword is for hire: Hospitality goes to Worth 3, and the party is small. Ruling, ours: two for somebody alone,
    one for two players."""
    line = resource(s, "hospitality")
    room = 3 - len(s.players)
    hired = sum(1 for x in s.beings.values() if not x.pc and x.side == 0)
    return line is not None and line.cap >= 3 and hired < room


async def hire(t: Table[Donjon], b: Being) -> bool:
    """A service of Worth 3, bought like any other (DON-WORTH-01, DON-BUY-01): a fighter for this adventure."""
    s = t.state
    line = resource(s, "hospitality")
    assert line is not None
    if barred(b, "innkeeper:sword", b.wealth):
        narrate.say(t, "not_hired", rule="DON-BUY-02", actor=b.name)
        return False
    other = Pool("The inn", [("Worth", 3), ("Markup", markup(s, line))])
    result, _ = await spend_wealth(t, b, other, "hiring a sword", rule="DON-BUY-01")
    if not result.won:
        refuse(b, "innkeeper:sword", b.wealth)
        narrate.say(t, "not_hired", rule="DON-BUY-02", actor=b.name)
        return False
    hired = spawn(t, Foes("human_fighter", "1", HIRELINGS[narrate.turn(s, "hireling", len(HIRELINGS))]), 1)[0]
    hired.name = hired.name.removeprefix("the ")
    hired.side = 0
    hired.tags = [*hired.tags, HIRED]
    narrate.say(t, "hired", rule="DON-BUY-01", actor=hired.name)
    return True


async def shop(t: Table[Donjon], b: Being, sort: str) -> None:
    """Choose a thing and a vendor, then haggle (DON-BUY-01 to 03); the couple at smithy and tannery mention each other
    (DON-FUN-09)."""
    s = t.state
    line = resource(s, sort)
    assert line is not None
    goods = content.goods()
    keys = goods_for(s, b, sort)

    def describe(key: str) -> str | Option:
        if key == "nothing":
            return "Nothing after all"
        if key == "more":
            return Option("The rest of the shelf", hint=f"{len(keys) - SHELF} more")
        own = read(key)
        if isinstance(own, Own):
            return Option(own.words.title(), hint=f"DR {own.dr}, as agreed")
        item = goods.shown(key)
        heavy = "; heavy for you" if item.dr > with_magic(b, "vir") and "supply" not in item.tags else ""
        return Option(
            item.name, hint=f"DR {item.dr}, {dice_words(worth(item) + markup(s, line))} against you{heavy}", rule="DON-BUY-01"
        )

    shown = keys if len(keys) <= SHELF + 1 else [*keys[:SHELF], "more"]
    key = await t.choose(
        b.seat, "What does {who} look at?", [*shown, "nothing"], rule="DON-BUY-03", describe=describe, who=b.name
    )
    if key == "more":
        key = await t.choose(
            b.seat, "What does {who} look at?", [*keys[SHELF:], "nothing"], rule="DON-BUY-03", describe=describe, who=b.name
        )
    if key == "nothing":
        return
    vendors = [v for v in (line.vendors or ["smith"]) if not barred(b, f"{v}:{key}", b.wealth)]
    vendor = vendors[0] if vendors else (line.vendors or ["smith"])[0]
    if "blacksmith" in line.vendors:
        vendor = "tanner" if sort == "armor" and "tanner" in vendors else vendor
        other = "tanner" if vendor == "blacksmith" else "blacksmith"
        if not s.lines.get(f"husband/{vendor}"):
            s.lines[f"husband/{vendor}"] = 1
            t.tell(
                "'My husband the {other} would tell you the same,' says the {vendor}.",
                rule="DON-FUN-09",
                other=other,
                vendor=vendor,
            )
    own = read(key)
    await buy(t, b, key, vendor, line, own_weapon(s, own) if isinstance(own, Own) else None)


async def part_with(t: Table[Donjon], b: Being, loose: list[Item], *, trading: bool) -> None:
    """Sell a thing, or trade it in."""
    s = t.state
    items = loose
    key = await t.choose(
        b.seat,
        "Part with what?",
        {i.id: Option(i.name, hint=f"Worth {worth(i)}") for i in one_of_each(items)},
        rule="DON-SELL-01",
    )
    item = item_of(b, key)
    assert item is not None
    assert s.adventure is not None
    if not trading:
        line = resource(s, {"weapon": "weapons", "armor": "armor"}.get(item.sort, "hospitality")) or s.adventure.town.resources[0]
        await sell(t, b, item, line)
        return
    sorts = [sort for sort in ("weapons", "armor") if goods_for(s, b, sort)]
    wants = [key for sort in sorts for key in goods_for(s, b, sort) if not isinstance(read(key), Own)]
    want = await t.choose(
        b.seat, "For what?", wants, rule="DON-SELL-03", describe=lambda k: Option(content.goods().shown(k).name)
    )
    sort = "weapons" if want in content.goods().weapons else "armor"
    shelf = resource(s, sort)
    assert shelf is not None
    await trade(t, b, item, want, (shelf.vendors or ["smith"])[0], shelf)


async def buy_ammo(t: Table[Donjon], b: Being) -> None:
    """Ten pieces cost as much as a weapon of DR 1 (DON-MISS-03)."""
    s = t.state
    line = resource(s, "weapons")
    assert line is not None
    result, _ = await spend_wealth(
        t, b, Pool("The fletcher", [("Worth", 1), ("Markup", markup(s, line))]), "buying ten arrows", rule="DON-MISS-03"
    )
    if result.won:
        bow = next(i for i in b.items if i.reach == "missile")
        bow.ammo = (bow.ammo or 0) + content.goods().ammunition_bundle

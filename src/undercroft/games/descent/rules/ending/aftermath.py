"""Aftermath: what comes after a won battle, in its order - gathering, treasure, finds, healing, the sage (DES-AFT-01)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import listed
from ...arsenal import ARMOURS, SHIELDS, weapon
from ...state import Cache, Chest, Game, Member, add, here, member
from ..basics.answers import Who, chosen
from ..basics.deeds import DEEDS
from ..basics.wares import some
from ..battle.balls import dismiss_demon
from ..company.coming import meet
from ..company.sages_come import appear
from ..directions.pins import left_by_ninja
from ..personas.people import PEOPLE, has, leader_seat, living, may_wear, people, seat_of, wear
from ..treasure.finds import find_relic
from ..treasure.rolling import roll_treasure
from ..treasure.special import find_special
from ..wounds.wounds import is_hurt, lay_hands, some_hits


async def aftermath(t: Table[Game]) -> None:
    """One thing of the aftermath."""
    s = t.state
    if not s.spoils:
        s.battle = None
        if s.phase == "spoils":
            s.phase = "walk"
        return
    step = s.spoils.pop(0)
    if step == "pins":
        await left_by_ninja(t)
    elif step == "gather":
        await gather(t)
    elif step == "treasure":
        await roll_treasure(t)
    elif step == "special":
        for special in here(s).feature(s.at[1], s.at[2]).specials:
            await find_special(t, special)
    elif step == "relic":
        await find_relic(t)
    elif step == "picture":
        await take_picture(t)
    elif step == "healing":
        await free_healing(t)
    elif step == "company":
        place = "chamber" if here(s).is_room(s.at[1], s.at[2]) else "corridor"
        s.battle = None
        await meet(t, jumped=True, place=place)
    elif step == "sage":
        s.battle = None
        await appear(t)


async def gather(t: Table[Game]) -> None:
    """Thrown things come back, arrows do not; what the fallen carried is gathered (DES-AFT-02, DES-DIV-06)."""
    s = t.state
    b = s.battle
    assert b is not None
    dismiss_demon(s)
    if b.flown:
        t.tell("Thrown weapons are gathered up.", rule="DES-AFT-02")
        b.flown.clear()
    for kind, deeds in DEEDS.items():
        if deeds.captive and kind in b.kinds and sum(m.goods.get("BIRD CAGES", 0) for m in living(s)) > 1:
            add(s.chest.goods, deeds.captive)
            t.meet("use", "BIRD CAGES")
            t.tell("One of the {beasts} goes into the empty cage.", rule="DES-SUP-38", beasts=kind)
    for number in b.slain_by:
        m = member(s, number)
        if m.status == "dead" and m.kind in (*PEOPLE, "simulacrum"):
            await strip(t, m)
    gather_cache(t)


async def strip(t: Table[Game], dead: Member) -> None:
    """The fallen's arms are offered to the survivors, the rest goes into the baggage (DES-DIV-06, DES-ARM-12)."""
    s = t.state
    if dead.kind == "simulacrum":
        dead.goods = {}
        return
    for name in list(dead.goods):
        number = dead.goods.pop(name)
        for _ in range(number if weapon(name) is not None else 0):
            takers = people(s)
            if takers:
                key = await t.choose(
                    leader_seat(s),
                    "{dead}'s {item}: who takes it?",
                    ["chest", *(Who.say(m.id) for m in takers)],
                    rule="DES-DIV-06",
                    dead=dead.name,
                    item=name.lower(),
                    describe=lambda key: "Into the baggage" if key == "chest" else chosen(s, key).name,
                )
                if key != "chest":
                    taker = chosen(s, key)
                    add(taker.goods, name)
                    continue
            add(s.chest.goods, name)
        if weapon(name) is None:
            add(s.chest.goods, name, number)
    s.chest.relics += dead.relics
    dead.relics = 0
    for suit, left in ((dead.armour, dead.armour_left), (dead.shield, dead.shield_left)):
        if not suit or left <= 0 or suit == "ORNAMENTAL LEATHER":
            continue
        takers = [m for m in people(s) if may_wear(m, suit) and left > (m.shield_left if suit in SHIELDS else m.armour_left)]
        if takers:
            key = await t.choose(
                leader_seat(s),
                "{dead}'s {item} still takes {left} hits: who puts it on?",
                ["nobody", *(Who.say(m.id) for m in takers)],
                rule="DES-ARM-12",
                dead=dead.name,
                item=suit.lower(),
                left=left,
                describe=lambda key: "Nobody" if key == "nobody" else chosen(s, key).name,
            )
            if key != "nobody":
                taker = chosen(s, key)
                old = taker.armour if suit in ARMOURS else ""
                wear(taker, suit, left)
                if old:
                    add(taker.goods, old)
    dead.armour, dead.shield, dead.armour_left, dead.shield_left = "", "", 0, 0


def gather_cache(t: Table[Game]) -> None:
    """What an earlier party left here is the party's now (DES-DIV-06)."""
    s = t.state
    level = here(s)
    here_cells = level.room(s.at[1], s.at[2]) if level.is_room(s.at[1], s.at[2]) else [(s.at[1], s.at[2])]
    for cache in list(s.caches):
        if cache.level == level.number and (cache.col, cache.row) in here_cells:
            s.caches.remove(cache)
            pour(s.chest, cache.chest)
            if not cache.names:
                t.tell("Here lies something: {what}.", rule="DES-GM-01", what=hoard(cache.chest))
                continue
            t.meet("feature", "a dead party's things")
            t.tell(
                "Here lie the bones of {names}, and what they carried.",
                rule="DES-DIV-06",
                names=", ".join(cache.names),
            )


def hoard(chest: Chest) -> str:
    """What a chest holds, in words."""
    coin = (("gold", chest.gold), ("silver", chest.silver), ("gold bars", chest.gold_bars), ("silver bars", chest.silver_bars))
    parts = [f"{number} {what}" for what, number in (*coin, ("relics", chest.relics)) if number]
    parts += [f"{number} {name.lower()}" for name, number in chest.jewels.items()]
    return listed([*parts, *(some(name, number) for name, number in chest.goods.items())])


def pour(into: Chest, out: Chest) -> None:
    """Everything from one chest into another."""
    into.gold += out.gold
    into.silver += out.silver
    into.gold_bars += out.gold_bars
    into.silver_bars += out.silver_bars
    into.relics += out.relics
    for jewel, number in out.jewels.items():
        add(into.jewels, jewel, number)
    for name, number in out.goods.items():
        add(into.goods, name, number)


def leave_behind(s: Game) -> None:
    """A lost party's chest and goods stay where it fell (DES-DIV-06)."""
    left = Chest()
    pour(left, s.chest)
    names = []
    for number in s.party:
        m = member(s, number)
        if m.kind in PEOPLE:
            names.append(m.name)
            for name, goods in m.goods.items():
                add(left.goods, name, goods)
            m.goods = {}
            left.relics += m.relics
    s.caches.append(Cache(s.at[0], s.at[1], s.at[2], names, left))
    s.chest = Chest()


async def take_picture(t: Table[Game]) -> None:
    """A picture of what thorny weed did sells to the Daily Dungeon (DES-MAGW-18)."""
    s = t.state
    b = s.battle
    photographers = [
        m for m in living(s) if m.cls == "wizard" and has(m, "CAMERA OUTFIT") and m.uses.get("CAMERA OUTFIT", 12) > 0
    ]
    if b is None or not photographers:
        return
    m = photographers[0]
    choice = await t.choose(
        seat_of(s, m), "Take a picture for the Daily Dungeon?", {"click": "Click", "no": "No, thank you"}, rule="DES-MAGW-18"
    )
    if choice == "click":
        m.uses["CAMERA OUTFIT"] = m.uses.get("CAMERA OUTFIT", 12) - 1
        s.pictures.append((b.largest + 1) // 2)
        t.meet("use", "CAMERA OUTFIT")
        t.tell("A very gory picture.", rule="DES-MAGW-18")


async def free_healing(t: Table[Game]) -> None:
    """After a chamber's battle every priest gives one member one die of hits back, without risk (DES-PRI-02)."""
    s = t.state
    priests = [m for m in living(s) if m.cls == "priest" and m.kind in (*PEOPLE, "simulacrum")]
    for priest in priests:
        hurt = [m for m in living(s) if is_hurt(s, m)]
        if not hurt:
            break
        options: dict[str, str | Option] = {
            Who.say(m.id): Option(m.name, hint=f"{some_hits(m.body)} left" + (", bitten" if "bitten" in m.conditions else ""))
            for m in hurt
        }
        options["none"] = "Nobody"
        if has(priest, "HOLY WATER"):
            options["water"] = Option("Use holy water with it", hint="+1 hit", rule="DES-SUP-02")
        key = await t.choose(seat_of(s, priest), "Whom does {name} heal?", options, rule="DES-PRI-02", name=priest.name)
        if key == "water":
            priest.conditions.append("holy water to heal")
            del options["water"]
            key = await t.choose(seat_of(s, priest), "Whom does {name} heal?", options, rule="DES-PRI-02", name=priest.name)
        if key != "none":
            await lay_hands(t, priest, chosen(s, key))

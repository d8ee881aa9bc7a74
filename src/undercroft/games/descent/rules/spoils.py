"""Spoils: what comes after a won battle, in its order - gathering, treasure, finds, healing, the sage (DES-AFT-01, DES-TREAS)."""

from __future__ import annotations

from ....engine import Option, Table
from ..arsenal import ARMOURS, SHIELDS, weapon
from ..hoard import treasure
from ..state import Cache, Chest, Game, Member, add, count, here, level_of, member
from .balls import dismiss_demon
from .finds import find_magic_weapon, find_relic, find_special, find_spell, find_supplies
from .judging import asks
from .people import PEOPLE, has, leader_seat, living, may_wear, people, seat_of, wear
from .pins import left_by_ninja
from .throws import WORDS, amount, two_dice, watchers
from .wares import joined, some
from .wounds import is_hurt, lay_hands


def begin(t: Table[Game]) -> None:
    """After a chamber's battle the whole aftermath, after any other only the gathering (DES-AFT-01, DES-MAZE-30)."""
    s = t.state
    b = s.battle
    assert b is not None
    s.phase = "spoils"
    s.spoils = [*(["pins"] if b.pinned else []), "gather", *(s.spoils if b.traitor >= 0 else [])]
    if b.treasure and b.chamber and not s.guards[b.chamber].emptied:
        s.guards[b.chamber].emptied = True
        feature = _feature(s, b.chamber)
        passes = 0 if feature.get("treasure") == "none" else 2 if feature.get("treasure") == "double" else 1
        s.spoils += ["treasure"] * passes
        if feature.get("special"):
            s.spoils.append("special")
        if feature.kind == "temple":
            s.spoils.append("relic")
        from .tasks import task_cleared

        task_cleared(t, b.chamber, b.kinds[0])
    if b.place == "chamber":
        if b.thorny:
            s.spoils.append("picture")
        s.spoils.append("healing")


def begin_quiet(t: Table[Game], chamber: str) -> None:
    """A chamber without guardians gives up only what its legend notes (DES-IDEA-04, DES-STRE-01)."""
    s = t.state
    s.guards[chamber].emptied = True
    if _feature(s, chamber).get("special"):
        s.phase = "spoils"
        s.spoils = ["special"]


def _feature(s: Game, chamber: str):  # type: ignore[no-untyped-def]
    number, _, spot = chamber.partition(":")
    col, row = (int(part) for part in spot.split(","))
    return level_of(s, int(number)).feature(col, row)


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
        await find_special(t, here(s).feature(s.at[1], s.at[2]).get("special"))
    elif step == "relic":
        await find_relic(t)
    elif step == "picture":
        await take_picture(t)
    elif step == "healing":
        await free_healing(t)
    elif step == "company":
        from .meeting import meet

        place = "chamber" if here(s).is_room(s.at[1], s.at[2]) else "corridor"
        s.battle = None
        await meet(t, jumped=True, place=place)
    elif step == "sage":
        from .sages import appear

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
    for kind, name in (("Bats", "CAPTIVE BAT"), ("Harpies", "CAPTIVE HARPY")):
        if kind in b.kinds and sum(m.goods.get("BIRD CAGES", 0) for m in living(s)) > 1:
            add(s.chest.goods, name)
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
            if takers and (weapon(name) is not None):
                key = await t.choose(
                    leader_seat(s),
                    "{dead}'s {item}: who takes it?",
                    ["chest", *(f"m{m.id}" for m in takers[:8])],
                    rule="DES-DIV-06",
                    dead=dead.name,
                    item=name.lower(),
                    describe=lambda key: "Into the baggage" if key == "chest" else member(s, int(key[1:])).name,
                )
                if key != "chest":
                    taker = member(s, int(key[1:]))
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
                ["nobody", *(f"m{m.id}" for m in takers[:8])],
                rule="DES-ARM-12",
                dead=dead.name,
                item=suit.lower(),
                left=left,
                describe=lambda key: "Nobody" if key == "nobody" else member(s, int(key[1:])).name,
            )
            if key != "nobody":
                taker = member(s, int(key[1:]))
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
    return joined([*parts, *(some(name, number) for name, number in chest.goods.items())])


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


# Treasure.


async def roll_treasure(t: Table[Game]) -> None:
    """Two dice for each of the eleven categories, in table order; then what is there (DES-TREAS-01, DES-MAZE-09)."""
    s = t.state
    count(s, "treasures")
    present: list[str] = []
    pairs: list[str] = []
    doubled = False
    for category in treasure().category:
        if isinstance(category.totals, str):
            one, other = await two_dice(t, "The gamesmaster", "for all of it twice, on doubles", rule="DES-TREAS-01", behind=True)
            doubled = one == other
            if doubled:
                t.meet("doubles", "doubled_treasure")
            continue
        chance = joined((str(number) for number in sorted(category.totals)), last="or")
        one, other = await two_dice(t, "The gamesmaster", f"for {heap(category.name)}, on {chance}", rule="DES-TREAS-01",
                                    behind=True, aloud=False)  # fmt: skip
        if one == other:
            pairs.append(WORDS[one])
        if one + other in category.totals:
            present.append(category.name)
    if pairs:  # they mean nothing here, but a pair is a pair (DES-FLAV-04)
        marks = joined([f"two {word}" for word in pairs])
        seen_by = None if t.gamesmaster is None else watchers(t)
        t.tell("** Doubles among those throws: {pairs}! **", rule="DES-FLAV-04", only=seen_by, pairs=marks)
    if asks(t, "treasure"):
        present, doubled = await choose_treasure(t, present, doubled=doubled)
    for name in present:
        t.meet("treasure", name)
    if doubled:
        t.meet("treasure", "DOUBLED TREASURE")
    t.tell(
        "In the chamber: {what}{doubled}.",
        rule="DES-TREAS-01",
        what=heaps(present),
        doubled=", all of it twice" if doubled and present else "",
    )
    times = 2 if doubled else 1
    for name in present:
        await FINDS[name](t, times)


def heap(category: str) -> str:
    """A treasure category as it is spoken of."""
    return (
        f"a {category.lower()}"
        if category in ("GOLD BAR", "SILVER BAR", "MAGIC WEAPON", "SPELL", "RELIC", "SAGE")
        else category.lower()
    )


def heaps(present: list[str]) -> str:
    """All that lies there, in words."""
    names = [heap(name) for name in present]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nothing but dust"


async def choose_treasure(t: Table[Game], thrown: list[str], *, doubled: bool) -> tuple[list[str], bool]:
    """A person behind the screen may put other treasure there than was thrown (DES-GM-01)."""
    assert t.gamesmaster is not None
    ruled = await t.judge(
        "Treasure, by the dice: {what}{doubled}. Let it stand?",
        {"stand": "As thrown", "nothing": "Nothing at all", "other": "Something else ..."},
        "stand",
        rule="DES-GM-01",
        what=heaps(thrown),
        doubled=", all of it twice" if doubled else "",
    )
    if ruled == "stand":
        return thrown, doubled
    if ruled == "nothing":
        return [], False
    every: dict[str, str | Option] = {
        category.name: Option(heap(category.name).capitalize(), hint="thrown" if category.name in thrown else "")
        for category in treasure().category
    }
    every["DOUBLED TREASURE"] = Option("All of it twice", hint="thrown" if doubled else "")
    chosen = await t.choose_many(t.gamesmaster, "What lies there?", every, 0, len(every), rule="DES-GM-01")
    return [name for name in chosen if name in FINDS], "DOUBLED TREASURE" in chosen


async def _gold(t: Table[Game], times: int) -> None:
    found = times * await amount(t, "gold", rule="DES-TREAS-13")
    t.state.chest.gold += found
    count(t.state, "gold found", found)
    t.tell("{n} gold for the chest.", rule="DES-TREAS-13", n=found)


async def _gold_bar(t: Table[Game], times: int) -> None:
    t.state.chest.gold_bars += times
    t.tell("{bars} for the chest.", rule="DES-TREAS-14", bars="A gold bar" if times == 1 else f"{times} gold bars")


async def _silver(t: Table[Game], times: int) -> None:
    s = t.state
    found = await amount(t, "silver", rule="DES-TREAS-17")
    s.chest.silver += times * found
    t.tell("{n} silver for the chest.", rule="DES-TREAS-17", n=times * found)
    if found == 30 and s.dials["thirty_silver"]:
        await _betray(t)


async def _betray(t: Table[Game]) -> None:
    from .traitor import thirty_silver

    await thirty_silver(t)


async def _silver_bar(t: Table[Game], times: int) -> None:
    t.state.chest.silver_bars += times
    t.tell("{bars} for the chest.", rule="DES-TREAS-19", bars="A silver bar" if times == 1 else f"{times} silver bars")


async def _jewels(t: Table[Game], times: int) -> None:
    """So many, and two further dice for their kind (DES-TREAS-20)."""
    s = t.state
    found = times * await amount(t, "jewels", rule="DES-TREAS-20")
    one, other = await two_dice(t, "The gamesmaster", "for their kind", rule="DES-TREAS-20")
    kind = next(jewel for jewel in treasure().jewel if one + other in jewel.totals)
    t.meet("jewel", kind.name)
    add(s.chest.jewels, kind.name, found)
    t.tell("{n} {jewel}, worth {each} silver each.", rule="DES-TREAS-20", n=found, jewel=kind.name.lower(), each=kind.silver_each)


async def _magic(t: Table[Game], times: int) -> None:
    await find_magic_weapon(t, times=times)


async def _spell(t: Table[Game], times: int) -> None:
    await find_spell(t, times=times)


async def _relic(t: Table[Game], times: int) -> None:
    for _ in range(times):
        await find_relic(t)


async def _sage(t: Table[Game], times: int) -> None:
    """The sage is met last, and never doubled (DES-SAGE-18)."""
    if "sage" not in t.state.spoils:
        t.state.spoils.append("sage")


async def _supplies(t: Table[Game], times: int) -> None:
    await find_supplies(t, times=times)


FINDS = {
    "GOLD": _gold, "GOLD BAR": _gold_bar, "SILVER": _silver, "SILVER BAR": _silver_bar, "JEWELS": _jewels, "MAGIC WEAPON": _magic,
    "SPELL": _spell, "RELIC": _relic, "SAGE": _sage, "SUPPLIES": _supplies,
}  # fmt: skip


# Pictures and healing.


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
            f"m{m.id}": Option(m.name, hint=f"{m.body} hits left" + (", bitten" if "bitten" in m.conditions else ""))
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
            await lay_hands(t, priest, member(s, int(key[1:])))

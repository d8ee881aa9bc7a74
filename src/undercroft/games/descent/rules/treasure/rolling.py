"""Rolling: what treasure lies in a chamber, category by category, and how much of it (DES-TREAS, DES-MAZE-09)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, listed
from ...hoard import treasure
from ...state import Game, add, count
from ..basics.answers import chosen, whos
from ..basics.judging import asks
from ..basics.throws import amount, two_dice
from ..personas.karma import give_karma, task_mapped
from ..personas.people import leader_seat, people
from .finds import find_magic_weapon, find_relic, find_spell, find_supplies
from .traitor import thirty_silver


async def roll_treasure(t: Table[Game]) -> None:
    """Two dice for each of the eleven categories, in table order; then what is there (DES-TREAS-01, DES-MAZE-09)."""
    s = t.state
    count(s, "treasures")
    present: list[str] = []
    doubled = False
    for category in treasure().category:
        if isinstance(category.totals, str):
            one, other = await two_dice(t, "The gamesmaster", "for doubles, on which all of it lies there twice",
                                        rule="DES-TREAS-01", behind=True)  # fmt: skip
            doubled = one == other
            if doubled:
                t.meet("doubles", "doubled_treasure")
            continue
        chance = listed((str(number) for number in sorted(category.totals)), last="or")
        one, other = await two_dice(t, "The gamesmaster", f"for {heap(category.name)}, on {chance}", rule="DES-TREAS-01",
                                    behind=True)  # fmt: skip
        if one + other in category.totals:
            present.append(category.name)
    if asks(t, "treasure"):
        present, doubled = await choose_treasure(t, present, doubled=doubled)
    for name in present:
        t.meet("treasure", name)
    if doubled:
        t.meet("treasure", "DOUBLED TREASURE")
    if present or "special" not in t.state.spoils:  # who says dust means it
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
    return listed(names, none="nothing but dust")


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
        category.name: Option(capital(heap(category.name)), hint="thrown" if category.name in thrown else "")
        for category in treasure().category
    }
    every["DOUBLED TREASURE"] = Option("All of it twice", hint="thrown" if doubled else "")
    chosen = await t.choose_many(t.gamesmaster, "What lies there?", every, 0, len(every), rule="DES-GM-01")
    return [name for name in chosen if name in FINDS], "DOUBLED TREASURE" in chosen


async def _gold(t: Table[Game], times: int) -> None:
    found = times * await amount(t, "gold", rule="DES-TREAS-13")
    t.state.chest.gold += found
    count(t.state, "gold found", found)
    t.tell("{n:,} gold for the chest.", rule="DES-TREAS-13", n=found)


async def _gold_bar(t: Table[Game], times: int) -> None:
    t.state.chest.gold_bars += times
    t.tell("{n:Words} gold {n:bar|bars} for the chest.", rule="DES-TREAS-14", n=times)


async def _silver(t: Table[Game], times: int) -> None:
    s = t.state
    found = await amount(t, "silver", rule="DES-TREAS-17")
    s.chest.silver += times * found
    t.tell("{n} silver for the chest.", rule="DES-TREAS-17", n=times * found)
    if found == 30 and s.dials.thirty_silver:
        await _betray(t)


async def _betray(t: Table[Game]) -> None:
    await thirty_silver(t)


async def _silver_bar(t: Table[Game], times: int) -> None:
    t.state.chest.silver_bars += times
    t.tell("{n:Words} silver {n:bar|bars} for the chest.", rule="DES-TREAS-19", n=times)


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


async def reward(t: Table[Game]) -> None:
    """A finished task: the promised treasure, and karma for one member of the leader's choosing (DES-SAGE-11, DES-IDEA-05)."""
    s = t.state
    task_mapped(s)
    for task in [one for one in s.tasks if one.done]:
        s.tasks.remove(task)
        t.tell("The task is done: {task}.", rule="DES-SAGE-11", task=task.name)
        t.meet("deed", "task")
        key = await t.choose(leader_seat(s), "Whose karma is it? ({n})", whos(people(s)), rule="DES-IDEA-05", n=task.karma)
        give_karma(t, chosen(s, key), task.karma, "a sage's task", "DES-SAGE-11")
        await FINDS[task.category](t, 1)

"""The Age of Monsters: its first year, its later years, and how it ends (HST-MNST)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note, roll
from ...content import line_at, monsters
from ...desk import decide, drop
from ...ground import beads as bd
from ...state import Host, Trigger
from ..advanced.bridges import bridge_rift
from ..advanced.minor import after_wipeouts
from ..adventurers.adventure import adventurers_or_undead
from ..conventions.ages import close_age, open_age
from ..conventions.backing import whose_story
from ..conventions.naming import names_of_year
from ..encounters.lairs import arrive
from ..kingdoms.kingdoms import set_up
from .features import special_feature
from .seasons import season
from .wandering import arrive_three, wandering_season

RESTARTS = 3  # HST-MNST-06
MANAGEABLE = 8  # HST-MNST-05


async def monsters_step(t: Table[Host]) -> None:
    """The next thing this year holds."""
    s = t.state
    if not s.todo:
        new_year(t)
    what = s.todo.pop(0)
    if what == "begin":
        carry_over(t)
        s.year = 1
        s.absolute += 1
        s.acted = []
        note(t, "quiet", "Something moved in the ruins; the Age of Monsters began.", "HST-MNST-01")
        s.todo = (["kingdoms"] if not s.kingdoms else []) + ["arrive:delver", "arrive:breeder", "arrive:alpha", "close"]
    elif what == "kingdoms":
        await set_up(t)
        if s.page.world == "hollow_earth":
            await set_up(t, "chaotic")
    elif what.startswith("arrive:"):
        kind = what.split(":")[1]
        await arrive(
            t,
            kind,
            await drop(t, "HST-MNST-08"),
            {"delver": "HST-DELV-02", "breeder": "HST-BRED-02", "alpha": "HST-ALPH-02"}[kind],
        )
    elif what == "event":
        await yearly_event(t)
        if s.trigger is None and not (s.todo and s.todo[0].startswith("restart")):
            s.todo = [f"season:{gid}" for gid in s.order] + ["wander", "close"]
    elif what.startswith("season:"):
        await season(t, int(what.split(":")[1]))
    elif what == "wander":
        await wandering_season(t)
    elif what == "close":
        s.season = ""
        if s.page.world == "rift_of_sorrows":
            await bridge_rift(t)
        if not any(entry.absolute_year == s.absolute for entry in s.record[-60:]):
            note(t, "quiet", "A quiet year.", "HST-HIST-01")
        for ask in (whose_story, names_of_year) if s.rules < 6 else (names_of_year, whose_story):
            await ask(t)
    elif what.startswith("restart"):
        restart(t, swept=what == "restart:swept")
        return
    await after_wipeouts(t)
    check_ends(t)


def check_ends(t: Table[Host]) -> None:
    """After every change: six loot, kingdoms gone, or nobody left (HST-MNST-02, HST-SURF-05, HST-MNST-06)."""
    s = t.state
    if s.age != "monsters":
        return
    if s.trigger is not None:
        why = {
            "loot": "{who} had grown too rich to be left alone", "kingdoms": "the surface kingdoms had been overrun",
            "crowded": "there were too many powers in the dark, and {who} was the richest",
            "cap": "the years had piled up, and {who} was the richest", "restarts": "the dungeon had been emptied too often",
        }[s.trigger.why]  # fmt: skip
        who = s.groups[s.trigger.group].name if s.trigger.group in s.groups else "nobody"
        t.meet("trigger", s.trigger.why)
        s.tallies["monsters years"] = s.tallies.get("monsters years", 0) + s.year
        note(
            t,
            "age_end",
            "The Age of Monsters ended in its year {n}: " + why + ".",
            "HST-MNST-02",
            actor=s.trigger.group,
            n=s.year,
            who=who,
        )
        close_age(t, "monsters")
        return
    begun = s.year > 1 or (s.year == 1 and not any(x.startswith("arrive") or x == "kingdoms" for x in s.todo))
    if begun and not bd.living(s) and not any(x.startswith("restart") for x in s.todo):
        s.todo = ["restart"]


def new_year(t: Table[Host]) -> None:
    """A year begins: caps first (HST-MNST-05, HST-TERM-05)."""
    s = t.state
    s.year += 1
    s.nested = 0
    s.absolute += 1
    s.acted = []
    t.tell("{era}, year {n}", rule="HST-HIST-03", kind="headline", era=s.era, n=s.year)
    s.todo = ["event"]


async def yearly_event(t: Table[Host]) -> None:
    """Overcrowding and cap, then a d6 on the map (HST-MNST-09, HST-MNST-13)."""
    s = t.state
    count = len(bd.living(s))
    if s.year > s.dials.monsters_cap:
        s.trigger = Trigger("cap", richest(s), s.year)
        return
    limit = s.dials.max_groups
    if count >= limit:
        s.trigger = Trigger("crowded", richest(s), s.year)
        return
    if count >= MANAGEABLE:
        options = {"stay": Option("Go on with all of them"), "villainy": Option("Move on to the Age of Villainy")}
        key = await decide(
            t, "too_many_groups", "There are {n} groups to look after. Too many?", options, "stay", rule="HST-MNST-05", n=count
        )
        if key == "villainy":
            s.trigger = Trigger("crowded", richest(s), s.year)
            return
    await monster_roll(t)


async def monster_roll(t: Table[Host], *, adventurers: bool = True) -> None:
    """The Monster table, at the die's place (HST-MNST-13)."""
    face = await roll(t, "1d6", "what comes this year", "HST-MNST-13")
    what = line_at(monsters().monster, face).id
    t.meet("monster roll", what)
    if what in ("delver", "breeder", "alpha"):
        at = await drop(t, "HST-MNST-09")
        await arrive(t, what, at, {"delver": "HST-DELV-02", "breeder": "HST-BRED-02", "alpha": "HST-ALPH-02"}[what])
    elif what == "wandering":
        await arrive_three(t)
    elif what == "feature":
        await special_feature(t, await drop(t, "HST-MNST-09"))
    elif adventurers:
        await adventurers_or_undead(t)


async def feature_roll(t: Table[Host]) -> None:
    """A special feature, for an entry that sends us to the table (HST-FEAT-00)."""
    await special_feature(t, await drop(t, "HST-FEAT-00"))


async def visitors(t: Table[Host]) -> None:
    """The Monster table, for an entry that sends us there; in villainy parties have their own time (HST-MNST-13)."""
    await monster_roll(t, adventurers=t.state.age == "monsters")


def richest(s: Host) -> int:
    """The richest group, for ages that end by a cap."""
    live = [gid for gid in s.order if s.groups[gid].alive]
    return min(live, key=lambda g: (-bd.loot(s, g), -bd.pop(s, g), g)) if live else 0


def carry_over(t: Table[Host]) -> None:
    """What earlier ages left takes part; wyrms become alphas at the head of the order (HST-MNST-15, HST-PRIM-16)."""
    s = t.state
    if s.rules >= 5:
        s.named_upto = len(s.used_names)  # what came earlier was named as it came
    for group in s.groups.values():
        if group.type == "wyrm" and group.alive and group.id not in s.order:
            group.arrived = sum(1 for g in s.groups.values() if g.arrived) + 1
            s.order.append(group.id)
            note(t, "arrived", "{who} woke, hungry, and was an alpha predator.", "HST-PRIM-16", by=group, room=group.lair)


def restart(t: Table[Host], *, swept: bool) -> None:
    """Nobody left: a disaster and a new first year; after a clean sweep no disaster (HST-MNST-06, HST-ADVN-10)."""
    s = t.state
    s.restarts += 1
    t.meet("restart", "swept" if swept else "empty")
    if s.restarts > RESTARTS:
        s.trigger = Trigger("restarts", 0, s.year)
        check_ends(t)
        return
    note(
        t,
        "age_end",
        "The dungeon stood empty" + (", swept clean by adventurers." if swept else "."),
        "HST-ADVN-10" if swept else "HST-MNST-06",
    )
    if swept:
        s.todo = ["begin"]
        s.ages.append("monsters")
        s.year = 0
    else:
        open_age(t, "disaster")

"""The Age of Villainy: who comes, the years, the parties, and every ending (HST-VILL)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note, roll
from ...content import line_at, villains
from ...desk import decide
from ...ground import beads as bd
from ...ground import strata
from ...state import Host, Villain
from ..advanced.minor import after_wipeouts
from ..adventurers import adventure as adv
from ..conventions.ages import finish
from ..conventions.backing import whose_story
from ..conventions.naming import names_of_year
from ..encounters.downfall import conclude
from ..encounters.villainies import VILLAINIES, check_goals
from ..kingdoms.kingdoms import build_castle
from ..monsters.monsters import monster_roll
from ..monsters.seasons import season
from ..monsters.wandering import wandering_season

HERALDS = {  # why the age begins, as the record tells it
    "loot": "Word of the hoard of {who} had reached the wrong ears. The Age of Villainy began.",
    "kingdoms": "With the lands of {who} laid waste, nobody was left to keep watch. The Age of Villainy began.",
}


async def villainy_step(t: Table[Host]) -> None:
    """The next thing this year holds (flow "villainy_year")."""
    s = t.state
    if not s.todo:
        new_year(t)
        if s.age != "villainy":
            return
    what = s.todo.pop(0)
    if what == "begin":
        await begin(t)
    elif what.startswith("setup:"):
        await set_up_villain(t, what.split(":")[1])
    elif what == "dawn":
        await dawn(t)
        s.todo = [f"villain:{k}" for k, v in enumerate(s.villains) if not v.fallen]
        s.todo += [f"season:{gid}" for gid in s.order if s.groups[gid].type != "villain"] + ["wander", "party", "close"]
    elif what.startswith("villain:"):
        await villain_season(t, s.villains[int(what.split(":")[1])])
    elif what.startswith("season:"):
        await season(t, int(what.split(":")[1]))
    elif what == "wander":
        await wandering_season(t)
    elif what == "party":
        if s.dials.parties != "seldom" or s.year % 2:
            await adv.adventure(t, size_bonus=s.year - 1 if s.dials.parties == "book" else 0, villainy=True)
    elif what == "close":
        s.season = ""
        if not any(entry.absolute_year == s.absolute for entry in s.record[-60:]):
            note(t, "quiet", "A quiet year.", "HST-HIST-01")
        for ask in (whose_story, names_of_year) if s.rules < 6 else (names_of_year, whose_story):
            await ask(t)
    if s.age == "villainy":
        await after_wipeouts(t)
        check_goals(t)
    if s.age == "villainy" and what == "close" and s.dials.stop_after == f"villainy_{s.year}":
        finish(t, "stopped", f"stopped in year {s.year} of villainy")


def new_year(t: Table[Host]) -> None:
    """A year of villainy; the cap is the end (HST-TERM-06)."""
    s = t.state
    if s.year >= s.dials.villainy_cap:
        conclude(t, "twilight", "twilight")
        return
    s.year += 1
    s.nested = 0
    s.absolute += 1
    s.acted = []
    t.tell("{era}, year {n}", rule="HST-HIST-03", kind="headline", era=s.era, n=s.year)
    s.todo = ["dawn"]


async def begin(t: Table[Host]) -> None:
    """Trigger noted, a fresh sheet, occupied parts and landmarks redrawn, the villain chosen (flow "villainy_start")."""
    s = t.state
    s.year = 0
    s.villains = []
    trigger = s.trigger
    who = s.groups[trigger.group].name if trigger is not None and trigger.group in s.groups else "nobody"
    note(
        t,
        "villain",
        HERALDS.get(trigger.why if trigger else "", "Somebody worse had heard of this place. The Age of Villainy began."),
        "HST-VILL-01",
        actor=trigger.group if trigger else 0,
        who=who,
    )
    if trigger is not None and trigger.why == "loot" and trigger.group in s.kingdoms:
        purse = [b for b in bd.of(s, trigger.group, "loot") if b.id != s.artifact][:5]
        for bead in purse:
            bd.remove(s, bead)
        s.villain_purse = len(purse)
        note(
            t,
            "looted",
            "{n:Words} {n:treasure|treasures} of {who} vanished overnight.",
            "HST-SURF-16",
            actor=trigger.group,
            n=len(purse),
            who=who,
        )
    if not bd.surface_pop(s) and s.kingdoms:
        await build_castle(t, s.groups[s.kingdoms[0]])
    strata.new_stratum(s, "villainy")
    redraw(s)
    first = await choose_villain(t, [])
    kinds = [first]
    if s.dials.two_villains:
        kinds.append(await choose_villain(t, kinds))
    s.todo = [f"setup:{kind}" for kind in kinds] + ["close"]


def redraw(s: Host) -> None:
    """Occupied rooms and landmarks are drawn again on the newest sheet (HST-STRA-06, HST-VILL-02)."""
    marked = {mark.room for mark in s.landmarks.values() if mark.room}
    for room in s.rooms.values():
        grand = room.kind in ("city", "hall") or any(tag in room.tags for tag in ("tomb", "shrine", "temple", "gate"))
        if room.state != "collapsed" and (bd.inside(s, room.id) or room.id in marked or grand or room.above):
            strata.reoccupy(s, room, 0)


async def choose_villain(t: Table[Host], taken: list[str]) -> str:
    """Rolled, chosen, or the best fit (HST-VILL-03, HST-VILL-04, HST-VILL-13)."""
    s = t.state
    setting = s.dials.villain_choice
    if setting in VILLAINIES and setting not in taken:
        return setting
    if setting in ("player", "best_fit"):
        score = {kind: villainy.fit(s) for kind, villainy in VILLAINIES.items() if kind not in taken}
        best = max(score, key=lambda kind: score[kind])
        options = {kind: Option(VILLAINIES[kind].title, hint=f"fits this dungeon: {score[kind]:+d}") for kind in score}
        if setting == "player":
            return await decide(t, "villain", "Which arch-villain is drawn to this place?", options, best, rule="HST-VILL-13")
        t.tell("{who} fits this dungeon best ({n:+d}).", rule="HST-VILL-13", who=VILLAINIES[best].title, n=score[best])
        return best
    for _ in range(50):
        face = await roll(t, "1d4", "arch-villain", "HST-VILL-03")
        kind = line_at(villains().arch_villain, face).id
        if kind not in taken:
            return kind
    return next(kind for kind in VILLAINIES if kind not in taken)


async def set_up_villain(t: Table[Host], kind: str) -> None:
    """The villain arrives; a purse set aside by the kingdoms is its (HST-SURF-16)."""
    s = t.state
    t.meet("villain", kind)
    purse, s.villain_purse = s.villain_purse, 0
    await VILLAINIES[kind].set_up(t, purse)


async def dawn(t: Table[Host]) -> None:
    """Kingdoms wiped out last year are set up anew; new groups, if the option is on (HST-VILL-06, 07, 22)."""
    s = t.state
    for gid in s.kingdoms:
        if not bd.pop(s, gid):
            await build_castle(t, s.groups[gid])
    if s.dials.villainy_arrivals:
        await monster_roll(t, adventurers=False)


async def villain_season(t: Table[Host], villain: Villain) -> None:
    """The arch-villain takes its turn before any group (HST-VILL-05)."""
    s = t.state
    group = s.groups[villain.group]
    if villain.fallen or not group.alive or group.id in s.acted:
        return
    s.acted.append(group.id)
    s.met_now = []
    s.season = group.name
    await VILLAINIES[villain.kind].season(t, villain, group)

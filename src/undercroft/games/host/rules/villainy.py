"""The Age of Villainy: who comes, the years, the parties, and every ending (HST-VILL)."""

from __future__ import annotations

from ....engine import Option, Table
from .. import beads as bd
from .. import lodes, strata
from ..chronicle import note, roll
from ..content import line_at
from ..desk import decide
from ..state import Group, Host, Party, Villain
from ..web import new_id
from . import adventure as adv
from . import undead
from .fortunes import fall
from .history import finish, open_age
from .minor import after_wipeouts
from .seasons import season
from .wandering import wandering_season

KINDS = ("dungeon_master", "thought_lords", "liche_king", "alpha_villain")
TITLES = {
    "dungeon_master": "The Dungeon Master",
    "thought_lords": "The Thought Lord Cult",
    "liche_king": "The Liche King",
    "alpha_villain": "Alpha Villain",
}


HERALDS = {  # why the age begins, as the record tells it
    "loot": "Word of the hoard of {who} had reached the wrong ears. The Age of Villainy begins.",
    "kingdoms": "With the lands of {who} laid waste, nobody was left to keep watch. The Age of Villainy begins.",
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
        await adv.adventure(t, size_bonus=s.year - 1, villainy=True)
    elif what == "close":
        s.season = ""
        if not any(entry.absolute_year == s.absolute for entry in s.record[-60:]):
            note(t, "quiet", "A quiet year.", "HST-HIST-01")
    if s.age == "villainy":
        await after_wipeouts(t)
        check_goals(t)
    if s.age == "villainy" and what == "close" and s.dials["stop_after"] == f"villainy_{s.year}":
        finish(t, "stopped", f"stopped in year {s.year} of villainy")


def new_year(t: Table[Host]) -> None:
    """A year of villainy; the cap is the end (HST-TERM-06)."""
    s = t.state
    if s.year >= int(s.dials["villainy_cap"]):
        conclude(t, "twilight", "twilight")
        return
    s.year += 1
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
        HERALDS.get(trigger.why if trigger else "", "Somebody worse had heard of this place. The Age of Villainy begins."),
        "HST-VILL-01",
        actor=trigger.group if trigger else 0,
        who=who,
    )
    if trigger is not None and trigger.why == "loot" and trigger.group in s.kingdoms:
        purse = [b for b in bd.of(s, trigger.group, "loot") if b.id != s.artifact][:5]
        for bead in purse:
            bd.remove(s, bead)
        s.villain_purse = len(purse)
        note(t, "looted", "{n} treasures of {who} vanished overnight.", "HST-SURF-16", actor=trigger.group, n=len(purse), who=who)
    if not bd.surface_pop(s) and s.kingdoms:
        from .surface import build_castle

        await build_castle(t, s.groups[s.kingdoms[0]])
    strata.new_stratum(s, "villainy")
    redraw(s)
    first = await choose_villain(t, [])
    kinds = [first]
    if s.dials["two_villains"]:
        kinds.append(await choose_villain(t, kinds))
    s.todo = [f"setup:{kind}" for kind in kinds] + ["close"]


def redraw(s: Host) -> None:
    """Occupied rooms and landmarks are drawn again on the newest sheet (HST-STRA-06, HST-VILL-02)."""
    marked = {mark.room for mark in s.landmarks.values() if mark.room}
    for room in s.rooms.values():
        grand = room.kind in ("city", "hall") or any(tag in room.tags for tag in ("tomb", "shrine", "temple", "gate"))
        if room.state != "collapsed" and (bd.inside(s, room.id) or room.id in marked or grand or room.above):
            strata.reoccupy(s, room, 0)


def fit_scores(s: Host) -> dict[str, int]:
    """How well each villain suits this dungeon (HST-VILL-13 to 19)."""
    score = dict.fromkeys(KINDS, 0)
    towers = [r for r in s.rooms.values() if r.label == "tower dungeon"]
    if any(b.colour == "loot" for r in towers for b in bd.inside(s, r.id)):
        score["dungeon_master"] += 2
    if lodes.unmined(s):
        score["dungeon_master"] += 1
    live = [s.groups[gid] for gid in bd.living(s)]
    score["thought_lords"] += min(3, sum(g.type == "breeder" for g in live))
    if s.trigger is not None and s.trigger.group in s.groups and s.groups[s.trigger.group].alignment == "lawful":
        score["liche_king"] -= 2
    score["liche_king"] += sum(g.alignment == "chaotic" and (bd.pop(s, g.id) >= 3 or bd.loot(s, g.id) >= 3) for g in live)
    score["liche_king"] += min(3, len(undead.tombs(s)) // 2)
    if any(g.type in ("alpha", "wyrm") and (bd.pop(s, g.id) >= 2 or bd.loot(s, g.id) >= 3) for g in live):
        score["alpha_villain"] += 3
    return score


async def choose_villain(t: Table[Host], taken: list[str]) -> str:
    """Rolled, chosen, or the best fit (HST-VILL-03, HST-VILL-04, HST-VILL-13)."""
    s = t.state
    setting = str(s.dials["villain_choice"])
    if setting in KINDS and setting not in taken:
        return setting
    if setting in ("player", "best_fit"):
        score = fit_scores(s)
        free = [kind for kind in KINDS if kind not in taken]
        best = min(free, key=lambda kind: (-score[kind], KINDS.index(kind)))
        options = {kind: Option(TITLES[kind], hint=f"fits this dungeon: {score[kind]:+d}") for kind in free}
        if setting == "player":
            return await decide(t, "villain", "Which arch-villain is drawn to this place?", options, best, rule="HST-VILL-13")
        t.tell("{who} fits this dungeon best ({n:+d}).", rule="HST-VILL-13", who=TITLES[best], n=score[best])
        return best
    for _ in range(50):
        face = await roll(t, "1d4", "arch-villain", "HST-VILL-03")
        kind = line_at("villains.toml", "arch_villain", face).id
        if kind not in taken:
            return kind
    return next(kind for kind in KINDS if kind not in taken)


async def set_up_villain(t: Table[Host], kind: str) -> None:
    """The villain arrives; a purse set aside by the kingdoms is its (HST-SURF-16)."""
    s = t.state
    t.meet("villain", kind)
    if kind == "dungeon_master":
        from .dungeon_master import set_up
    elif kind == "thought_lords":
        from .thought_lords import set_up
    elif kind == "liche_king":
        from .liche_king import set_up
    else:
        from .alpha_villain import set_up
    purse, s.villain_purse = s.villain_purse, 0
    await set_up(t, purse)


def new_villain(s: Host, kind: str, name: str, alignment: str, lair: int) -> tuple[Villain, Group]:
    """Note a villain and its group; it acts before all others."""
    number = sum(1 for g in s.groups.values() if g.arrived) + 1
    group = Group(new_id(s), "villain", TITLES[kind], name, alignment, number, s.absolute, lair, [lair])
    s.groups[group.id] = group
    s.order.append(group.id)
    villain = Villain(kind, group.id, lair)
    s.villains.append(villain)
    return villain, group


async def dawn(t: Table[Host]) -> None:
    """Kingdoms wiped out last year are set up anew; new groups, if the option is on (HST-VILL-06, 07, 22)."""
    s = t.state
    for gid in s.kingdoms:
        if not bd.pop(s, gid):
            from .surface import build_castle

            await build_castle(t, s.groups[gid])
    if s.dials["villainy_arrivals"]:
        from .monsters import monster_roll

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
    if villain.kind == "dungeon_master":
        from .dungeon_master import villain_turn
    elif villain.kind == "thought_lords":
        from .thought_lords import villain_turn
    elif villain.kind == "liche_king":
        from .liche_king import villain_turn
    else:
        from .alpha_villain import villain_turn
    await villain_turn(t, villain, group)


def villain_falls(t: Table[Host], gid: int, cause: str) -> None:
    """The arch-villain is gone; its servants are free; with the last one the age ends well (HST-VILL-20, HST-VILL-21)."""
    s = t.state
    villain = next((v for v in s.villains if v.group == gid), None)
    if villain is None or villain.fallen:
        return
    villain.fallen = True
    group = s.groups[gid]
    for other in s.groups.values():
        if other.master == gid:
            other.status, other.master = "free", 0
            for bead in bd.of(s, other.id, "control"):
                bd.remove(s, bead)
    for bead in bd.of(s, gid, "control"):
        bd.remove(s, bead)
    fall(t, gid, cause)
    note(t, "outcome", "{who} fell: {cause}.", "HST-VILL-20", actor=gid, room=group.lair, who=group.name, cause=cause)
    if all(v.fallen for v in s.villains):
        conclude(
            t,
            "heroes",
            {
                "dungeon_master": "dungeon_master killed",
                "thought_lords": "thought_lords wiped out",
                "liche_king": "liche_king killed",
                "alpha_villain": "alpha_villain killed",
            }[villain.kind],
        )


def check_goals(t: Table[Host]) -> None:
    """Goals are looked at after every change (HST-THOT-08, HST-LICH-08, HST-AVIL-06, HST-DMST-20)."""
    s = t.state
    for villain in s.villains:
        if villain.fallen or s.age != "villainy":
            continue
        group = s.groups[villain.group]
        if villain.kind == "dungeon_master":
            from .dungeon_master import march

            march(t, villain, group)
        elif villain.kind == "thought_lords":
            if not bd.pop(s, group.id):
                villain_falls(t, group.id, "no Thought Lord was left")
                continue
            minds = [s.groups[gid] for gid in bd.living(s)] + [s.groups[gid] for gid in s.kingdoms]
            if minds and all(g.status == "infiltrated" for g in minds):
                conclude(t, "villain", "thought_lords triumph")
        elif villain.kind == "liche_king":
            from .legions import legions
            from .liche_king import GOAL

            if len(legions(s, villain)) >= GOAL:
                conclude(t, "villain", "liche_king triumphs")
        elif bd.pop(s, group.id) >= 7:
            conclude(t, "villain", "alpha_villain triumphs")


def conclude(t: Table[Host], outcome: str, ending: str) -> None:
    """The end - or, with play_on, a disaster and a new Age of Monsters, once (HST-VILL-20)."""
    s = t.state
    if s.age != "villainy":
        return
    s.tallies["villainy years"] = s.year
    if s.dials["play_on"] and s.ages.count("villainy") == 1:
        t.meet("ending", ending)
        note(t, "outcome", "An age ends; the dungeon does not.", "HST-VILL-20")
        for villain in s.villains:
            if not villain.fallen:
                villain.fallen = True
                for other in s.groups.values():
                    if other.master == villain.group:
                        other.status, other.master = "free", 0
                fall(t, villain.group, "its age was over")
        for bead in [b for b in s.beads.values() if b.colour == "control"]:
            bd.remove(s, bead)
        s.trigger = None
        open_age(t, "disaster")
        return
    finish(t, outcome, ending)


async def party_meets_villain(t: Table[Host], party: Party, group: Group, kind: str) -> None:
    """A party comes upon the arch-villain: it always fights (HST-VILL-11; flow "party_meets_villain")."""
    if kind == "dungeon_master":
        from .dungeon_master import party_meets
    elif kind == "thought_lords":
        from .thought_lords import party_meets
    elif kind == "liche_king":
        from .legions import party_meets
    else:
        from .alpha_villain import party_meets
    await party_meets(t, party, group)

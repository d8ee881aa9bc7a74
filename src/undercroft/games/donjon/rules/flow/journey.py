"""The journey: what a party does between scenes, camp, retreat, and the way home. Chapter 7."""

from __future__ import annotations

from .....engine import Option, Table, told_apart
from .....engine.words import capital, count
from ...adventure import Encounter
from ...state import Donjon, Draft
from ..basics import narrate, quest
from ..basics.judging import call
from ..basics.tales import tale
from ..characters.experience import queue_advances
from ..fungus.fungus_caves import need_light
from ..goods.pack import rummage
from ..magic.potions import drink
from ..running.adventures import enter_chapter, owed
from ..running.meetings import lead_seats, work_magic
from ..running.scenes import begin
from ..tasks.declaring import declare
from ..tasks.tasks import look_around
from .answers import Flask
from .answers import read as read_flask
from .pacing import next_scene, scene_name, wander_place

PATIENCE = 2  # things the party may do on the road, per head, before a scene comes to them (DON-CHAP-04)


async def road_step(t: Table[Donjon]) -> None:
    """Between scenes: press on, search, try something, rest, turn back; nothing stalls (DON-CHAP-04)."""
    s = t.state
    assert s.adventure is not None
    if s.homeward:
        await home_step(t)
        return
    if _dead_seats(s) and s.pcs():
        _new_characters(t)
        return
    if not s.party():
        for b in s.pcs():
            b.status = "up"
    if s.desk.framed:
        await next_scene(t)
        return
    if s.here is not None and s.here.dark and s.town_turns == 0 and s.scenes_done[s.chapter - 1] == 0:
        s.town_turns = 1

        await need_light(t)
        return
    s.town_turns += 1
    if s.town_turns > 2 + PATIENCE * len(s.party()):
        narrate.say(t, "moved_on", rule="DON-CHAP-04")
        await next_scene(t)
        return
    left = owed(s)
    last = s.chapter == len(s.adventure.chapters)
    options: dict[str, str | Option] = {
        "on": Option("Press on", hint="into whatever is next" if left or last else "", rule="DON-CHAP-02")
    }
    if left == 0 and not last and s.way_known:
        options = {
            "chapter": Option(f"Go on: {s.here.exit if s.here else ''}", hint="the next chapter", rule="DON-AGM-10"),
            "stay": Option("Stay and see what else is here", hint="one more scene of this chapter", rule="DON-CHAP-02"),
        }
    options["look"] = Option("Search or listen", hint="win, and say what is there", rule="DON-ABIL-09")
    options["declare"] = Option("Try something", hint="in your own words", rule="DON-TEST-01")
    seats = lead_seats(s)
    b0 = s.pc(seats[0])
    if any(b.spell_dice or any(a.spell for a in b.abilities) for b in s.party()):
        options["magic"] = Option("Work magic", hint="gather power, or let it go", rule="DON-GATH-01")
    if any(b.provisions and b.packed for b in s.party()):
        options["rummage"] = Option("Look for something in the pack", rule="DON-PACK-01")
    if any(i for b in s.party() if b.packed for i in b.items if "potion" in i.tags):
        options["drink"] = Option("Drink a potion", rule="DON-MITEM-04")
    again = "a quiet scene; strain goes" if not s.rested else "another night: something may find you"
    options["rest"] = Option("Camp for the night", hint=again, rule="DON-GATH-06")
    options["town"] = Option("Go back to Town", hint="the chapter waits; no full healing", rule="DON-RETURN-03")
    done = s.scenes_done[s.chapter - 1]
    key = await t.choose(
        seats,
        "{chapter}. {done}{lead} goes first. What now?",
        options,
        rule="DON-TEST-01",
        chapter=s.here.name if s.here else "",
        done=f"{capital(count(done, 'scene'))} behind you. " if done else "",
        lead=b0.name,
    )
    b = s.pc(t.by)
    if key in ("on", "stay"):
        await next_scene(t, stay=key == "stay")
    elif key == "chapter":
        enter_chapter(t, s.chapter + 1)
    elif key == "look":
        await look_around(t, b)
        s.lead += 1
    elif key == "declare":
        deed = await declare(t, b, [])
        s.lead += not deed.back
        s.town_turns -= deed.back
    elif key == "magic":
        await work_magic(t)
    elif key == "rummage":
        packed = [x for x in s.party() if x.provisions and x.packed]
        await rummage(t, b if b in packed else packed[0])
    elif key == "drink":
        flasks = {
            Flask(x.id, i.id).key: Option(f"{x.name}: {i.name}")
            for x in s.party()
            if x.packed
            for i in x.items
            if "potion" in i.tags
        }
        which = await t.choose(b.seat, "Which potion?", told_apart(flasks), rule="DON-MITEM-04")
        flask = read_flask(which)
        await drink(t, s.beings[flask.owner], flask.item)
    elif key == "rest":
        await camp(t)
    else:
        retreat(t)


async def camp(t: Table[Donjon]) -> None:
    """A night's rest is a quiet scene; a second one in a row may be found by something (DON-GATH-06, the pacing tables)."""
    s = t.state
    if s.rested:
        found = await call(
            t,
            "scenes",
            "Another night in the same place. Does something find them?",
            {"quiet": "A quiet night", "found": "Something comes"},
            {"quiet": 3, "found": 1},
            rule="DON-CHAP-04",
        )
        if found == "found":
            await begin(t, Encounter("wander", scene_name(s, "found"), "wander", place=wander_place(s)), planned=False)
            return
    name = scene_name(s, "camp")
    await begin(t, Encounter("rest", name, "quiet", place=wander_place(s)), planned=False)


def _dead_seats(s: Donjon) -> list[int]:
    living = [b.seat for b in s.pcs()]
    return [seat for seat in range(len(s.players)) if seat not in living]


def _new_characters(t: Table[Donjon]) -> None:
    """The player of a dead character makes a new one at the lowest Level of the party (DON-DEATH-07)."""
    s = t.state
    level = min(b.level for b in s.pcs())
    for seat in _dead_seats(s):
        s.drafts.append(Draft(seat, "start", join=True, level=level))
    s.scores["back_to_road"] = 1
    s.phase = "creation"


def retreat(t: Table[Donjon]) -> None:
    """Walking back to Town breaks nothing off: wounds stay, the chapter waits (DON-RETURN-03)."""
    s = t.state
    s.retreated = True
    quest.home(s)
    s.scores["left_chapter"] = s.chapter
    s.chapter = 0
    s.phase = "town"
    s.ready = []
    s.town_turns = 0
    s.provisions_spent = {}
    narrate.say(t, "walk_back", rule="DON-RETURN-03", town=s.adventure.town.name if s.adventure else "Town")
    queue_advances(s)


# What comes next.


async def home_step(t: Table[Donjon]) -> None:
    """The way back: a quick trip with at most one minor encounter per chapter (DON-RETURN-01, DON-RETURN-02, DON-FUN-41)."""
    s = t.state
    assert s.adventure is not None
    if not s.home_left:
        s.phase = "home"
        return
    s.chapter = s.home_left.pop(0)
    way_home = tale(s).way_home
    if way_home is not None and (waiting := way_home(s)) is not None:
        await begin(t, waiting, planned=True)
        return
    meets = await call(
        t,
        "scenes",
        "A small encounter on the way home?",
        {"meet": "Something small", "skip": "Nothing"},
        {"meet": 1, "skip": 1},
        rule="DON-RETURN-02",
    )
    if meets == "meet":
        await begin(t, Encounter("home", scene_name(s, "home"), "wander", place=wander_place(s)), planned=False)
    else:
        place = narrate.place_name(s.here.name) if s.here else "the road"
        narrate.say(t, "let_through", rule="DON-RETURN-02", where=place)

"""Common sorts of scenes: obstacles, traps, talks, quiet hours, hoards and a rotten log. Chapter 7."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, uncapital
from ... import content
from ...being import Being
from ...state import Donjon, Scene
from ..basics import narrate, quest
from ..characters.experience import goal_award
from ..concepts.contest import Pool, contest
from ..concepts.contest import contest as run_contest
from ..creatures.creatures import improvise
from ..harm.damage import hazard
from ..magic.magic import rest
from ..resolution.picking import choose_pool, opposing_extra
from ..resolution.pools import armor_parts, attribute, difficulty_pool, level_of, place_tags, tagged
from ..tasks.declaring import declare
from ..tasks.tasks import look_around, talk, task
from .meetings import lead_seats, one_or_all
from .scene_facts import encounter_of


async def obstacle(t: Table[Donjon], scene: Scene) -> None:
    """Something in the way: one leads, any may help; passed, it is a goal (DON-XP-04)."""
    s = t.state
    enc = encounter_of(s, scene)
    options: dict[str, str | Option] = {
        "try": Option(
            "Have a go",
            hint=f"{enc.kind}, {enc.difficulty.replace('_', ' ')}" + ("; failing hurts" if enc.danger >= 0 else ""),
            rule="DON-UNC-01",
        ),
        "prepare": Option("Prepare it first", hint="another Test; its successes are dice on this one", rule="DON-LAW-12"),
        "look": Option("Study it", rule="DON-PERC-01"),
    }
    if scene.rounds >= 2:
        options["leave"] = Option("Find another way round", hint="no award")
    key = await t.choose(lead_seats(s), "{name}. Who does what?", options, rule="DON-TEST-01", name=capital(enc.name))
    b = s.pc(t.by)
    scene.rounds += 1
    if key == "leave" or scene.rounds > 6:
        narrate.say(t, "round", rule="DON-CHAP-02")
        scene.over = True
    elif key == "look":
        await look_around(t, b, f"study {enc.name}")
    elif key == "prepare":
        deed = await declare(t, b, [], {"": "Won, each success is a fact or a die for getting past."})
        scene.rounds -= deed.back
    else:
        result, _, _ = await task(
            t,
            b,
            enc.kind or "athletics",
            enc.difficulty,
            f"getting past {uncapital(enc.name)}",
            rule="DON-UNC-01",
            attr=enc.attribute or None,
            danger=enc.danger,
        )
        if result.won:
            goal_award(
                t, s.donjon_level + level_of(s, scene.difficulty) if enc.xp < 0 else enc.xp, f"getting past {uncapital(enc.name)}"
            )
            scene.awarded = scene.over = True


async def trap(t: Table[Donjon], scene: Scene) -> None:
    """Notice it, or dodge it, one character a step; the danger is announced."""
    s = t.state
    enc = encounter_of(s, scene)
    party = s.party()
    at = int(scene.data["turn"])
    if at >= len(party):
        if scene.stage == "notice" and scene.data.get("seen") != "1":
            scene.stage, scene.data["turn"] = "avoid", "0"
            return
        if scene.data.get("hurt") != "1":
            goal_award(t, s.donjon_level + level_of(s, enc.difficulty), "coming through unhurt")
        scene.awarded = scene.over = True
        return
    b = party[at]
    scene.data["turn"] = str(at + 1)
    if scene.stage == "notice":
        result, _, _ = await task(
            t, b, "perception", "medium", f"noticing {enc.name}", rule="DON-PERC-01", attr="dis", words="hear see trap"
        )
        if result.won:
            scene.data["seen"] = "1"
            scene.data["turn"] = str(len(party))
            narrate.say(t, "clear", rule="DON-PERC-01")
    else:
        before = (b.wounds, list(b.now))
        await task(
            t,
            b,
            enc.kind or "athletics",
            enc.difficulty,
            f"getting clear of {enc.name}",
            rule="DON-HARM-01",
            attr=enc.attribute or "adr",
            danger=max(0, enc.danger),
            danger_words="trap fall stone",
        )
        if (b.wounds, b.now) != before:
            scene.data["hurt"] = "1"


async def talking(t: Table[Donjon], scene: Scene) -> None:
    """Somebody to be won over."""
    s = t.state
    enc = encounter_of(s, scene)
    if scene.stage == "open":
        b = improvise(s, "hermit", max(1, s.donjon_level))
        b.name = narrate.lower(enc.name)
        scene.foes = [b.id]
        scene.stage = "talk"
        return
    npc = s.beings[scene.foes[0]]
    options: dict[str, str | Option] = {
        "talk": Option("Talk", rule="DON-CONT-01"),
        "look": Option("Watch first", rule="DON-PERC-01"),
        "pass": Option("Pass by"),
    }
    if scene.rounds >= 3:
        options = {"talk": options["talk"], "pass": options["pass"]}
    key = await t.choose(lead_seats(s), "{name} waits. What now?", options, rule="DON-SCENE-01", name=capital(npc.name))
    b = s.pc(t.by)
    scene.rounds += 1
    if key == "pass":
        scene.over = True
    elif key == "look":
        await look_around(t, b, f"watch {npc.name}")
    else:
        result, _ = await talk(t, b, npc, f"winning over {npc.name}")
        if result.won:
            s.clues += 1
            t.tell("{npc} tells them something worth knowing.", rule="DON-CLIMAX-01", npc=npc.cap)
            goal_award(t, s.donjon_level + 3, "a good talk")
            scene.awarded = True
            stop = quest.stop_of(s, scene.encounter)
            if stop is not None:
                stop.befriended = True
        scene.foes = []
        scene.over = True


async def quiet(t: Table[Donjon], scene: Scene) -> None:
    """A quiet place: search, talk, rest the night (DON-GATH-06)."""
    s = t.state
    if scene.stage == "open":
        scene.stage = "set"
        scene.data["left"] = str(min(3, len(s.party())))
        return
    left = int(scene.data["left"])
    if left <= 0:
        scene.over = True
        return
    scene.data["left"] = str(left - 1)
    options: dict[str, str | Option] = {
        "look": Option("Search the place", rule="DON-ABIL-09"),
        "declare": Option("Do something else", hint="in your own words", rule="DON-TEST-01"),
        "rest": Option("Rest the night", hint="strain and held power go; the others may still act", rule="DON-GATH-06"),
        "on": Option("Move on"),
    }
    seats = lead_seats(s)
    seat = seats[left % len(seats)]
    calm = content.narration().names["calm"]
    key = await t.choose(
        seat,
        "{calm} {who}?",
        options,
        rule="DON-SCENE-01",
        calm=calm[scene.n % len(calm)],
        who=s.pc(seat).name,
    )
    b = s.pc(seat)
    if key == "look":
        await look_around(t, b)
    elif key == "declare":
        deed = await declare(t, b, [])
        scene.data["left"] = str(left - 1 + deed.back)
    elif key == "rest":
        night(t)
        scene.over = True
    else:
        scene.over = True


def night(t: Table[Donjon]) -> None:
    """A night's rest for everyone (DON-GATH-06, DON-HOLD-01)."""
    for b in t.state.pcs():
        rest(b)
    narrate.say(t, "camp", rule="DON-GATH-06")


async def cache(t: Table[Donjon], scene: Scene) -> None:
    """A hoard to be searched."""
    if scene.stage == "open":
        scene.stage = "set"
        level = encounter_of(t.state, scene).cache or t.state.donjon_level + t.pick((1, 2, 3), "cache Level")
        scene.caches = [level]
        narrate.say(t, "hoard", rule="DON-CACHE-01")
        return
    scene.over = True


async def rotten_log(t: Table[Donjon], scene: Scene) -> None:
    """A rotten log: Adroitness less the armor's DR against Medium; two or more on it, and it may break (DON-CHAP-05,
    DON-CHAP-06)."""
    s = t.state
    party = s.party()
    if scene.stage == "open":
        how = await one_or_all(t, "", "it may break", rule="DON-CHAP-06")
        scene.data["turn"] = "0"
        scene.stage = "cross"
        if how == "all" and not await log_holds(t, party):
            scene.data["broken"] = "1"
        return
    at = int(scene.data["turn"])
    if at >= len(party):
        goal_award(t, s.donjon_level + 3, "crossing the log")
        scene.awarded = scene.over = True
        return
    b = party[at]
    scene.data["turn"] = str(at + 1)
    if scene.data.get("broken") == "1":
        await hazard(t, b, [("Donjon Level", s.donjon_level)], tagged("fall water"), why="the current takes you")
        return
    await cross_log(t, b)


async def cross_log(t: Table[Donjon], b: Being) -> bool:
    """One character on the log."""
    s = t.state

    dr = sum(n for _, n in armor_parts(b))
    hill = difficulty_pool(s, "medium")
    picked = await choose_pool(
        t,
        b,
        "athletics",
        attr="adr",
        tags=tagged(place_tags(s), "log balance"),
        other=hill.dice,
        why="crossing the log",
        rule="DON-CHAP-05",
        extra=[("armor", -dr)],
    )
    for name, dice in opposing_extra(b, "athletics", stretched=picked.stretched):
        hill = hill.plus(name, dice)
    result = await run_contest(t, picked.pool, hill, f"{b.name} crosses the log", rule="DON-CHAP-05")
    if not result.won:
        parts = [("Donjon Level", s.donjon_level), ("dice from the failure", result.n)]
        await hazard(t, b, parts, tagged("fall water"), why=f"{b.name} falls in")
    return result.won


async def log_holds(t: Table[Donjon], on_it: list[Being]) -> bool:
    """Reversed: the Game Master rolls their combined Wherewithal, the players six dice (DON-CHAP-06)."""
    s = t.state
    weight = Pool("The load", [(b.name, attribute(s, b, "whe")) for b in on_it])
    result = await contest(t, weight, Pool("The log", [("players' dice", 6)], on_it[0].seat), "the log bends", rule="DON-CHAP-06")
    t.tell("{what}", rule="DON-CHAP-06", what="It breaks." if result.won else "It cracks, and holds.")
    return not result.won

"""The climax: the Big Bad with its retinue, how it ends, and which way leads home. Chapter 7."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital
from ... import content
from ...adventure import Foes
from ...being import Item
from ...state import Donjon, Scene
from ..basics import narrate, quest
from ..basics.words import stem
from ..creatures.creatures import spawn
from ..magic.spells import Spell, Wonder, is_about
from .meetings import bring, present, start_fight
from .scene_facts import as_they_left_it, forget_climax, remember_climax


async def big_bad(t: Table[Donjon], scene: Scene) -> None:
    """The climax of an adventure: the Big Bad and its retinue (DON-CLIMAX-01 to 05)."""
    s = t.state
    assert s.adventure is not None
    bad = s.adventure.big_bad
    if scene.stage == "open":
        boss = spawn(t, Foes(bad.key, "1", "" if bad.key else bad.name.removeprefix("the "), bad.level, bad.archetype), 1)[0]
        boss.name = bad.name
        boss.leader = "self"
        boss.role = boss.role if boss.role in ("leader", "caster") else "brute"
        boss.as_pc = s.secret.recurring
        guards = as_they_left_it(s, boss, await bring(t, scene, bad.guards))
        for g in guards:
            g.leader = boss.id
        if bad.prize:
            boss.items.append(content.goods().item(bad.prize, s.new_id("i")))
        else:
            boss.items.append(Item(s.new_id("i"), "what they came for", worth=bad.level, tags=["prize"]))
        scene.foes = [boss.id, *(g.id for g in guards)]
        quest.meets(s, scene, [boss, *guards])
        scene.stage = "meet"
        narrate.say(t, "climax_again" if s.lines.get("climax") else "climax", rule="DON-CLIMAX-01", big_bad=bad.name)
    elif scene.stage == "meet":
        start_fight(t, scene, present(s, scene), by_party=False)
    else:
        await climax_over(t, scene)


async def climax_over(t: Table[Donjon], scene: Scene) -> None:
    """Beaten, driven off or not: the adventure turns homeward, or goes on (DON-CLIMAX-03 to 05)."""
    s = t.state
    assert s.adventure is not None
    boss = next((b for b in s.beings.values() if b.leader == "self"), None)
    beaten = boss is None or boss.status in ("out", "dead", "yielded") or (boss.as_pc and boss.status == "fled")
    if beaten:
        if boss is not None and boss.status == "fled":
            for b in s.pcs():  # a thwarted Big Bad is worth its full experience (DON-CLIMAX-04)
                b.xp += max(1, round(boss.level / max(1, len(s.pcs()))))
            t.tell("{boss} is gone over the edge. Nobody saw a body.", rule="DON-CLIMAX-03", boss=boss.cap)
        t.tell("{title}: it is done. Now to get home and say so.", rule="DON-CLIMAX-05", title=s.adventure.title)
        s.turning.append(f"{capital(s.adventure.big_bad.name)} is beaten")
        s.homeward = True
        forget_climax(s)
        if boss is not None and boss.id in s.beings:
            boss.leader = ""
        set_home(s)
    else:
        remember_climax(s, scene)
        narrate.say(t, "not_over", rule="DON-CLIMAX-05", big_bad=s.adventure.big_bad.name)
        s.scenes_done[s.chapter - 1] = max(0, s.scenes_done[s.chapter - 1] - 2)
        if boss is not None and boss.id in s.beings:
            del s.beings[boss.id]
        s.scores["falls"] = s.scores.get("falls", 0) + 1
    scene.over = True


DEAD = frozenset(stem(word) for word in ("dead", "death", "bone", "grave", "ghost", "corpse", "skull"))


def on_the_dead(s: Donjon, spell: Spell) -> bool:
    """The Heart of Nok helps with spells on the dead (DON-MITEM-03)."""
    return is_about(s, spell, DEAD, "undead")


HEART = Wonder(works_on=on_the_dead, found="The Heart of Nok is found, and still beats")


def set_home(s: Donjon) -> None:
    """The way back: cut, quick or full (DON-RETURN-01, DON-RETURN-02)."""
    way = s.options.return_trip
    s.home_left = [] if way == "cut" else list(range(s.chapter, 0, -1))
    if way == "full":
        s.home_left = [n for n in s.home_left for _ in range(2)]

"""Grakvar, the orc hermit: on the trail, spoken to, befriended, and on the way home. Chapter 8."""

from __future__ import annotations

from .....engine import Option, Table
from ...adventure import Encounter, Foes
from ...being import Being
from ...state import Donjon, Scene
from ..basics.judging import call
from ..characters.experience import goal_award
from ..concepts.law import keep
from ..creatures.creatures import spawn
from ..resolution.pools import best_ability, place_tags, pool, tagged
from ..running.meetings import bring, lead_seats, start_fight, turn_of
from ..running.scene_facts import encounter_of
from ..tasks.tasks import talk, task


async def grakvar(t: Table[Donjon], scene: Scene) -> None:
    """The orc hermit trails the party: unnoticed he attacks on the way back; spoken to kindly he is glad of it
    (DON-FUN-23, DON-MOH-02)."""
    s = t.state
    if scene.stage == "open":
        made = await bring(t, scene, encounter_of(s, scene).foes)
        s.secret.grakvar = "trailing"
        made[0].hint = "trail"
        scene.stage, scene.data["turn"] = "notice", "0"
        return
    orc = next((s.beings[i] for i in scene.foes if i in s.beings), None)
    if orc is None:
        scene.over = True
        return
    if scene.stage == "notice":
        b = turn_of(s, scene)
        if b is None:
            t.tell("The step and the drag stay just out of the light.", rule="DON-FUN-23")
            del s.beings[orc.id]
            scene.foes = []
            scene.over = True
            return
        hiding = pool(s, orc, "stealth", ability=best_ability(s, orc, "stealth", tagged(place_tags(s))), tags=frozenset())
        result, _, _ = await task(
            t,
            b,
            "perception",
            "medium",
            "finding who follows",
            rule="DON-FUN-23",
            attr="dis",
            words="hear see track",
            against=hiding,
        )
        if result.won:
            t.tell("An orc, grey with years, lame in one leg, club held like a walking stick.", rule="DON-FUN-23")
            s.secret.grakvar = "noticed"
            scene.stage = "talk"
        return
    if scene.stage == "talk":
        options: dict[str, str | Option] = {
            "talk": Option("Speak to him as to a person", rule="DON-MOH-02"),
            "sense": Option("Read him first", hint="Medium Discernment: what does he want?", rule="DON-FUN-23"),
            "scare": Option("Drive him off", rule="DON-CONT-03"),
            "fight": Option("Call for initiative", rule="DON-CALL-01"),
        }
        key = await t.choose(lead_seats(s), "Grakvar glares, and does not leave. What now?", options, rule="DON-FUN-23")
        b = s.pc(t.by)
        scene.rounds += 1
        if key == "sense" and scene.rounds < 4:
            result, _, _ = await task(
                t, b, "perception", "medium", "reading the hermit", rule="DON-FUN-23", attr="dis", words="empathize see"
            )
            if result.won:
                scene.data["insight"] = "1"
                t.tell("He has not had a conversation in years. He would like one.", rule="DON-FUN-23")
                keep(s, b, 2, "social", "knowing what he wants", only=True, against=orc.id)
        elif key == "fight":
            s.secret.grakvar = "fought"
            start_fight(t, scene, [orc], by_party=True)
        else:
            result, manner = await talk(t, b, orc, "talking with Grakvar", rule="DON-MOH-02")
            kind = key != "scare" and manner in ("charm", "plead", "bargain")
            if result.won and kind:
                await befriend(t, scene, orc)
            elif result.won:
                orc.status = "gone"
                s.secret.grakvar = "driven off"
                goal_award(t, 1, "being rid of Grakvar", rule="DON-FUN-23")
                scene.awarded = scene.over = True
            elif scene.rounds >= 3:
                start_fight(t, scene, [orc], by_party=False)
            else:
                t.tell("He snorts. But he stays to hear more.", rule="DON-FUN-23")
        return
    if orc.status in ("out", "dead", "yielded"):
        s.secret.grakvar = "beaten"
        goal_award(t, 4, "dealing with Grakvar", rule="DON-FUN-23")
    scene.awarded = scene.over = True


async def befriend(t: Table[Donjon], scene: Scene, orc: Being) -> None:
    """Befriended, he may come along against the Mushroom King, whom he hates (DON-MOH-02)."""
    s = t.state
    s.secret.grakvar = "befriended"
    goal_award(t, 7, "a friend where nobody looked for one", rule="DON-FUN-23")
    s.clues += 1
    t.tell(
        "It takes a while, and a shared supper. 'The King,' says Grakvar at last, 'sits on a slope. He is afraid of blades.'",
        rule="DON-MOH-02",
    )
    joins = await call(
        t,
        "scenes",
        "Does Grakvar come along?",
        {"joins": "He comes", "stays": "He stays"},
        {"joins": 1, "stays": 1},
        rule="DON-MOH-02",
    )
    if joins == "joins":
        orc.side = 0
        orc.role = "brute"
        scene.friends = [orc.id]
        orc.hint = ""
        s.library.append("friend:Grakvar")
        t.tell("He picks up his club. Step, drag, in front now.", rule="DON-MOH-02")
    else:
        orc.status = "gone"
    scene.awarded = scene.over = True


def grakvar_friend(s: Donjon) -> Being | None:
    """Grakvar, if he walks with the party."""
    return next((b for b in s.beings.values() if b.kind == "orc_hermit" and b.side == 0 and b.up), None)


def grakvar_waits(s: Donjon) -> bool:
    """Whether Grakvar comes at them on the way home: always if he was never noticed; if they met and he is still about, when
    he thinks he can get away with it (DON-FUN-41)."""
    if s.secret.grakvar in ("unmet", "trailing"):
        return True
    if s.secret.grakvar not in ("noticed", "driven off", "fought"):
        return False
    about = any(b.kind == "orc_hermit" and b.side == 1 and b.status in ("up", "gone", "fled") for b in s.beings.values())
    full = sum(b.wounds_full for b in s.pcs())
    return about and 2 * sum(b.wounds for b in s.pcs()) <= full


def on_the_way_home(s: Donjon) -> Encounter | None:
    """In the upper cave (DON-FUN-41)."""
    if s.chapter != 2 or not grakvar_waits(s):
        return None
    return Encounter("grakvar-home", "Grakvar again", "grakvar_returns", place="the upper cave")


async def grakvar_returns(t: Table[Donjon], scene: Scene) -> None:
    """Never noticed, he attacks as they come back up (DON-FUN-41)."""
    s = t.state
    if scene.stage == "open":
        orc = next((b for b in s.beings.values() if b.kind == "orc_hermit"), None) or spawn(t, Foes("orc_hermit"), 1)[0]
        orc.side, orc.status = 1, "up"
        scene.foes = [orc.id]
        t.tell("Step, drag. This time it does not stop.", rule="DON-FUN-41")
        start_fight(t, scene, [orc], by_party=False)
        return
    foe = next((b for b in s.beings.values() if b.kind == "orc_hermit"), None)
    s.secret.grakvar = "escaped on the way home" if foe is not None and foe.status in ("up", "fled") else "beaten on the way home"
    scene.over = True

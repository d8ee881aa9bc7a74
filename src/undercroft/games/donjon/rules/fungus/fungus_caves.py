"""A Fungus Among Us, chapter 2: the scenes of the caves, numbers as printed, but for Grakvar. Chapter 8."""

from __future__ import annotations

from .....engine import Option, Table
from ... import odds
from ...being import Being
from ...state import Donjon, Scene
from ..basics.judging import call
from ..characters.experience import goal_award
from ..concepts.contest import Pool, contest
from ..concepts.effects import SETTLED
from ..creatures.healing import heal
from ..goods.goods import barred
from ..goods.pack import rummage
from ..harm.damage import hurt_flesh
from ..resolution.picking import after_roll
from ..resolution.pools import lit, save_pool, tagged
from ..running.meetings import bring, foes_scene, lead_seats, present, start_fight, turn_of
from ..running.scene_facts import encounter_of
from ..tasks.declaring import declare
from ..tasks.tasks import look_around, task
from .ambush import ambush_dice


async def need_light(t: Table[Donjon]) -> None:
    """Somebody has to produce a torch from Provisions: three dice against it (DON-FUN-19)."""
    s = t.state
    for b in s.party():
        if lit(s):
            return
        if b.provisions and b.packed and not barred(b, "pack:a-torch", b.provisions):
            look = await t.choose(
                b.seat,
                "It is pitch dark. Does {who} look for a torch in the pack?",
                {
                    "yes": Option("Rummage for a torch", hint="3 dice against you", rule="DON-FUN-19"),
                    "no": Option("Let another" if len(s.party()) > 1 else "Go without"),
                },
                rule="DON-FUN-19",
                who=b.name,
            )
            if look == "yes":
                await rummage(t, b, "a torch")
    if not lit(s):
        t.tell("No light at all. Seeing anything is Crazy, and every blow is struck at -3.", rule="DON-FUN-19")


async def cave_in(t: Table[Donjon], scene: Scene) -> None:
    """Hard to notice, Hard to avoid; 3 damage dice plus the trap's successes; 7, 4 or 1 experience (DON-FUN-21)."""
    s = t.state
    if scene.stage == "notice":
        b = turn_of(s, scene)
        if b is None:
            scene.stage, scene.data["turn"] = "avoid", "0"
            t.tell("The humming stops. So does the ceiling, staying up.", rule="DON-FUN-21")
            return
        result, _, _ = await task(
            t, b, "perception", "hard", "noticing the cave-in", rule="DON-FUN-21", attr="dis", words="trap stone see hear"
        )
        if result.won:
            scene.data["noticed"] = "1"
    elif scene.stage == "avoid":
        b = turn_of(s, scene)
        if b is None:
            xp = 7 if scene.data.get("hurt") != "1" else 4 if scene.data.get("noticed") == "1" else 1
            why = {7: "nobody being harmed", 4: "seeing it before it fell", 1: "getting through alive"}[xp]
            goal_award(t, xp, why, rule="DON-FUN-21")
            scene.awarded = True
            scene.stage = "dust"
            return
        before = (b.wounds, list(b.now))
        await task(
            t,
            b,
            "athletics",
            "hard",
            "getting clear of the stones",
            rule="DON-FUN-21",
            attr="adr",
            words="stone trap jump",
            printed_danger=3,
            danger_words="stone trap fall",
        )
        if (b.wounds, b.now) != before:
            scene.data["hurt"] = "1"
    elif scene.stage == "dust":
        come = await call(
            t,
            "scenes",
            "Do the daolites come to see?",
            {"come": "They come", "sleep": "They sleep on"},
            {"come": 1, "sleep": 1},
            rule="DON-FUN-21",
        )
        if come == "come":
            foes = await bring(t, scene, encounter_of(s, scene).foes)
            t.tell("Small rocky persons step out of the wall to see what they have caught.", rule="DON-MDA-01")
            start_fight(t, scene, foes, by_party=False)
        else:
            scene.over = True
    else:
        scene.over = True


WELL_DICE = 8  # printed: 6 + 2, though the chapter's Donjon Level is 1 (DON-FUN-22)


async def drink_spores(t: Table[Donjon], b: Being) -> int:
    """A drink from the well: body save against eight dice; each success heals one, each of the other side costs a Flesh
    Wound (DON-FUN-22)."""
    s = t.state
    result = await contest(
        t,
        save_pool(s, b, "save_body"),
        Pool("The spores", [("Hard, as printed", WELL_DICE)]),
        f"{b.name} drinks the glowing water",
        rule="DON-FUN-22",
    )
    after_roll(t, b, "save_body")
    if result.won:
        return heal(t, b, result.n, rule="DON-FUN-22")
    hurt_flesh(t, b, result.n, tagged("spores poison"))
    return -result.n


async def spore_well(t: Table[Donjon], scene: Scene) -> None:
    """The well of glowing spores: who drinks? (DON-FUN-22)"""
    s = t.state
    b = turn_of(s, scene)
    if b is None:
        scene.over = True
        return
    mine = save_pool(s, b, "save_body", rolled=False).dice

    key = await t.choose(
        b.seat,
        "Does {who} drink?",
        {
            "drink": Option("Drink", hint=f"{odds.words(mine, WELL_DICE, s.die)}; heals or hurts one for one", rule="DON-FUN-22"),
            "no": Option("Not a chance"),
        },
        rule="DON-FUN-22",
        who=b.name,
    )
    if key == "drink":
        await drink_spores(t, b)
        scene.beaten = max(scene.beaten, 0)


async def toads(t: Table[Donjon], scene: Scene) -> None:
    """Poison toads ambush from the walls: Stick to Walls gives initiative dice (DON-FUN-24)."""
    s = t.state
    if scene.stage == "open":
        foes = await bring(t, scene, encounter_of(s, scene).foes)
        await ambush_dice(t, foes)
        start_fight(t, scene, foes, by_party=False, ambush=False)
    else:
        scene.over = True


async def chasm(t: Table[Donjon], scene: Scene) -> None:
    """Hard to jump; the fallen land in glowing water: Medium Wherewithal not to swallow any; ways on by the Game Master
    (DON-FUN-25)."""
    s = t.state
    if scene.stage == "jump":
        b = turn_of(s, scene)
        if b is None:
            scene.stage, scene.data["turn"] = ("water", "0") if scene.data.get("fallen") else ("over", "0")
            return
        how = await t.choose(
            b.seat,
            "Ten feet of nothing. What does {who} do?",
            {
                "jump": Option("Jump", hint="Hard, by Virility; who falls lands in the water", rule="DON-FUN-25"),
                "prepare": Option("Something else first", hint="in your own words; dice it wins may help", rule="DON-LAW-12"),
            }
            if scene.rounds < 2
            else {"jump": Option("Jump", hint="Hard, by Virility", rule="DON-FUN-25")},
            rule="DON-FUN-25",
            who=b.name,
        )
        if how == "prepare":
            scene.rounds += 1
            scene.data["turn"] = str(int(scene.data["turn"]) - 1)
            deed = await declare(t, b, [], {"": "Won, each success is a fact or a die for the jump."})
            scene.rounds -= deed.back
            if scene.data.pop(SETTLED, "") == "solved":  # across, in words of one's own
                scene.data["turn"] = str(int(scene.data["turn"]) + 1)
                scene.rounds = 0
            return
        scene.rounds = 0
        result, _, _ = await task(
            t, b, "athletics", "hard", "jumping the chasm", rule="DON-FUN-25", attr="vir", words="chasm jump leap gap"
        )
        if not result.won:
            scene.data["fallen"] = scene.data.get("fallen", "") + f" {b.id}"
            t.tell("{who} does not quite arrive, and goes down with a glittering splash.", rule="DON-FUN-25", who=b.cap)
        return
    if scene.stage == "water":
        fallen = [s.beings[i] for i in scene.data["fallen"].split() if i in s.beings and s.beings[i].up]
        at = int(scene.data["turn"])
        if at < len(fallen):
            scene.data["turn"] = str(at + 1)
            b = fallen[at]
            result, _, _ = await task(
                t,
                b,
                "endurance",
                "medium",
                "not swallowing the water",
                rule="DON-FUN-25",
                attr="whe",
                words="water spore",
            )
            if not result.won:
                await drink_spores(t, b)
            return
        way = await chasm_exit(t)
        text = {
            "well": "The glow leads through a drowned tunnel, and up and out of a well.",
            "king": "The river spits them out behind a court of fungus. Nobody there is looking this way.",
            "outside": "The river carries them out under the sky, cold and coughing, and they walk back in.",
        }[way]
        t.tell("{words}", rule="DON-FUN-25", words=text)
        if way == "king":
            s.way_known = True
            s.secret.back_way = True
            assert s.here is not None
            s.owed_cut = s.here.quota
        if way == "well":
            scene.stage = "well"
            scene.data["turn"] = "0"
            return
    elif scene.stage == "well":
        await spore_well(t, scene)
        return
    elif not scene.data.get("fallen"):
        goal_award(t, s.donjon_level + 6, "clearing the chasm")
        scene.awarded = True
    scene.over = True


async def chasm_exit(t: Table[Donjon]) -> str:
    """Where the water leads: the well if scenes are owed, the king if the quota is met, outside if the party is badly
    hurt (DON-FUN-25)."""
    s = t.state
    full = sum(b.wounds_full for b in s.pcs()) or 1
    chapter = s.here
    assert chapter is not None
    if sum(b.wounds for b in s.pcs()) / full < 1 / 3:
        usual = "outside"
    elif s.scenes_done[s.chapter - 1] + 1 >= chapter.quota - s.owed_cut:
        usual = "king"
    else:
        usual = "well"
    return await call(
        t,
        "scenes",
        "Where does the water carry them?",
        {"well": "To the well", "king": "Behind the Mushroom King", "outside": "Outside"},
        usual,
        rule="DON-FUN-25",
    )


async def light_tunnel(t: Table[Donjon], scene: Scene) -> None:
    """Easy to crawl, 1 experience; beyond it open air, a cache or a goblin cave (DON-FUN-26)."""
    s = t.state
    if scene.stage == "open":
        key = await t.choose(
            lead_seats(s),
            "Crawl up it?",
            {"crawl": Option("Crawl", hint="Easy", rule="DON-FUN-26"), "leave": Option("Leave it")},
            rule="DON-FUN-26",
        )
        if key == "leave":
            scene.over = True
            return
        b = s.pc(t.by)
        result, _, _ = await task(
            t, b, "athletics", "easy", "crawling up the tunnel", rule="DON-FUN-26", attr="adr", words="tunnel crawl cave"
        )
        if not result.won:
            t.tell("It is just too narrow, today.", rule="DON-FUN-26")
            scene.over = True
            return
        goal_award(t, 1, "going up the tunnel of light", rule="DON-FUN-26")
        scene.awarded = True
        beyond = await call(
            t,
            "scenes",
            "What lies beyond?",
            {"air": "Open air", "cache": "A hidden cache", "goblins": "A blood goblin cave"},
            {"air": 2, "cache": 2, "goblins": 1},
            rule="DON-FUN-26",
        )
        if beyond == "air":
            t.tell("Sky, and a breath of it. Then back.", rule="DON-FUN-26")
            scene.over = True
        elif beyond == "cache":
            scene.stage = "found"
            scene.caches = [encounter_of(s, scene).cache or 3]
            t.tell("A dry hollow, and somebody's savings.", rule="DON-FUN-26")
        else:
            foes = await bring(t, scene, encounter_of(s, scene).foes)
            t.tell("The light is a cooking fire. The cooks look up.", rule="DON-FUN-26")
            scene.stage = "meet"
            scene.foes = [b.id for b in foes]
    elif scene.stage == "found":
        scene.over = True
    else:
        await foes_scene(t, scene)


async def snake_pit(t: Table[Donjon], scene: Scene) -> None:
    """A Level 4 cache and two snakes per party member; a found trapdoor leads on to chapter 3 (DON-FUN-27)."""
    s = t.state
    if scene.stage == "open":
        options: dict[str, str | Option] = {
            "down": Option("Go down for it", hint="there will be snakes", rule="DON-FUN-27"),
            "look": Option("Look from the edge", hint="state what is there: a trapdoor, say", rule="DON-PERC-01"),
            "leave": Option("Leave it be"),
        }
        if scene.rounds >= 2:
            options.pop("look")
        if scene.data.get("trapdoor") == "1":
            options["through"] = Option("Down through the trapdoor", hint="to what glows below; no gold", rule="DON-FUN-27")
        key = await t.choose(lead_seats(s), "Gold below, and coils. What do you do?", options, rule="DON-FUN-27")
        b = s.pc(t.by)
        scene.rounds += 1
        if key == "leave":
            scene.over = True
        elif key == "through":
            drop_below(t)
            scene.over = True
        elif key == "look":
            _, stated = await look_around(t, b, "look into the pit")
            if any("trapdoor" in f.text.lower() or "trap door" in f.text.lower() for f in stated):
                scene.data["trapdoor"] = "1"
                s.way_known = True
                s.secret.back_way = True
                t.tell("There is a ring in the floor of the pit. It leads down, and the air below glows.", rule="DON-FUN-27")
        else:
            foes = await bring(t, scene, encounter_of(s, scene).foes)
            scene.data["went"] = "1"
            start_fight(t, scene, foes, by_party=True)
    elif scene.stage == "after" and not present(s, scene):
        scene.stage = "gold"
        scene.caches = [4]
    else:
        if scene.data.get("trapdoor") == "1":
            drop_below(t)
        scene.over = True


def drop_below(t: Table[Donjon]) -> None:
    """A trapdoor in the pit drops the party into the next chapter, whatever is still owed (DON-FUN-27)."""
    s = t.state
    assert s.here is not None
    s.owed_cut = s.here.quota
    t.tell("One after the other they drop through, and the air begins to glow.", rule="DON-FUN-27")

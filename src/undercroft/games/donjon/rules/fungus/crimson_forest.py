"""A Fungus Among Us, chapter 1: the scenes of the Crimson Forest, numbers as printed. Chapter 8."""

from __future__ import annotations

from .....engine import Option, Table
from ...being import Being
from ...state import Donjon, Scene
from ..basics import narrate
from ..basics.answers import Said, read
from ..characters.experience import goal_award
from ..concepts.law import keep
from ..creatures.creatures import spawn
from ..harm.damage import hazard
from ..resolution.pools import best_ability, pool, tagged
from ..running.meetings import beset, bring, foes_scene, lead_seats, one_or_all, present, start_fight, turn_of
from ..running.scene_facts import encounter_of
from ..tasks.declaring import declare
from ..tasks.tasks import look_around, task
from .ambush import ambush_dice


async def hollow_tree(t: Table[Donjon], scene: Scene) -> None:
    """Hard to climb outside, Medium inside; a bird; a Level 4 cache; 7 experience for scouting from the top (DON-FUN-11)."""
    s = t.state
    if scene.stage in ("open", "foot"):
        options: dict[str, str | Option] = {
            "outside": Option("Climb the outside", hint="Hard; a fall hurts", rule="DON-FUN-11"),
            "look": Option("Look it over first", hint="somebody might think of the inside", rule="DON-PERC-01"),
            "leave": Option("Leave it"),
        }
        if scene.data.get("hollow") == "1" or scene.rounds >= 1:
            options = {
                "inside": Option("Climb up inside the hollow trunk", hint="Medium; a fall hurts", rule="DON-FUN-11"),
                **options,
            }
        key = await t.choose(
            lead_seats(s), "It would be a fine place to see from. Who goes up, and how?", options, rule="DON-FUN-11"
        )
        b = s.pc(t.by)
        scene.rounds += 1
        scene.stage = "foot"
        if key == "leave" or scene.rounds > 5:
            scene.over = True
        elif key == "look":
            won, _ = await look_around(t, b, "look over the hollow tree")
            scene.data["hollow"] = "1" if won else scene.data.get("hollow", "")
            if won:
                t.tell("The split at the root goes all the way up.", rule="DON-FUN-11")
        else:
            step = "hard" if key == "outside" else "medium"
            result, _, _ = await task(
                t, b, "athletics", step, f"climbing the tree {key}", rule="DON-FUN-11", attr="vir", words="tree climb", danger=3
            )
            if result.won:
                scene.data["climber"] = b.id
                scene.stage = "air"
    elif scene.stage == "air":
        made = spawn(t, encounter_of(s, scene).foes[0], 1)
        scene.foes = [b.id for b in made]
        t.tell("Something as wide as a roof folds its wings and drops.", rule="DON-FUN-11")
        start_fight(t, scene, made, by_party=False)
    elif scene.stage == "after":
        climber = s.beings.get(scene.data.get("climber", ""))
        if climber is not None and climber.up and not present(s, scene):
            scene.stage = "top"
        else:
            scene.over = True
    elif scene.stage == "top":
        climber = s.beings[scene.data["climber"]]
        s.way_known = True
        t.tell(
            "From the nest {who} sees the river, the swamp, and grey rocks with a hole in them.",
            rule="DON-FUN-11",
            who=climber.name,
        )
        goal_award(t, 7, "scouting from the top of the tree", rule="DON-FUN-11")
        scene.awarded = True
        scene.caches = [4]
        scene.stage = "down"
        scene.goal = 7
    else:
        scene.over = True


async def surrounded(t: Table[Donjon], scene: Scene) -> None:
    """As many blood goblins as PCs round a badly hurt man; 4 experience if he lives (DON-FUN-12)."""
    s = t.state
    if scene.stage == "open":
        await beset(t, scene, "wounded adventurer")
        return
    rescued = s.beings.get(scene.friends[0]) if scene.friends else None
    if scene.stage == "after" or (not present(s, scene) and scene.stage == "meet"):
        if rescued is not None and rescued.up:
            goal_award(t, 4, "saving his life", rule="DON-FUN-12")
            t.tell("The man thanks you, twice, and limps off towards Amerla.", rule="DON-FUN-12")
            rescued.status = "gone"
        else:
            t.tell("He will not be telling anyone who left him there.", rule="DON-FUN-12")
        scene.awarded = True
        scene.friends = []
        scene.over = True
        return
    await foes_scene(t, scene)
    if scene.over and rescued is not None and scene.stage != "after" and not scene.awarded:
        if not scene.foes:  # slipped past: the goblins finish it
            rescued.status = "dead"
            t.tell("Behind them the yelling stops.", rule="DON-FUN-12")
        else:
            goal_award(t, 4, "saving his life", rule="DON-FUN-12")
        scene.awarded = True
        scene.friends = []


async def rope_trap(t: Table[Donjon], scene: Scene) -> None:
    """Medium to notice; Hard to get down; the fall rolls six dice, against which the cutting successes help (DON-FUN-13)."""
    s = t.state
    if scene.stage == "notice":
        b = turn_of(s, scene)
        if b is None:
            victim = t.pick(s.party(), "who hangs")
            scene.data["victim"] = victim.id
            scene.stage = "hang"
            t.tell("The path lets go of {who}, upwards. A rope, one ankle, twelve feet.", rule="DON-FUN-13", who=victim.name)
            return
        result, _, _ = await task(
            t, b, "perception", "medium", "noticing the trap", rule="DON-FUN-13", attr="dis", words="trap see search track"
        )
        if result.won:
            t.tell("A rope, bent back and waiting, and a way round it.", rule="DON-FUN-13")
            goal_award(t, s.donjon_level + 3, "spotting the hunter's rope")
            scene.awarded = scene.over = True
        return
    victim = s.beings[scene.data["victim"]]
    options: dict[str, str | Option] = {
        "self": Option(f"{victim.name} cuts the rope", hint="Hard; then falls against six dice", rule="DON-FUN-13"),
    }
    if scene.rounds < 3:
        options["prepare"] = Option("Something else first", hint="in your own words; what it wins may help", rule="DON-LAW-12")
    for b in s.party():
        if b.id != victim.id:
            options[Said("friend", b.id).key] = Option(
                f"{b.name} climbs up and lets {victim.name} down", hint="Hard; nobody falls", rule="DON-FUN-13"
            )
    key = await t.choose(
        lead_seats(s),
        "{who} turns slowly, upside down, twelve feet up. What now? (After {left} more {tries} the rope parts by itself.)",
        options,
        rule="DON-FUN-13",
        who=victim.name,
        left=max(1, 4 - scene.rounds),
        tries="try" if scene.rounds >= 3 else "tries",
    )
    scene.rounds += 1
    if key == "prepare":
        deed = await declare(t, s.pc(t.by), [], {"": "Won, each success is a fact or a die for getting down."})
        scene.rounds -= deed.back
        return
    actor = victim if key == "self" else s.beings[read(key).on]
    result, _, dice = await task(
        t,
        actor,
        "handiwork",
        "hard",
        "getting down",
        rule="DON-FUN-13",
        attr="adr",
        words="rope cut weapon blade",
        any_weapon=True,
        law=key != "self",
    )
    if result.won:
        if key == "self":
            await cut_down(t, victim, dice)
        goal_award(t, s.donjon_level + 6, "getting down from the rope")
        scene.awarded = scene.over = True
    elif key == "self" and scene.rounds < 4:
        t.tell("{words}", rule="DON-FUN-13", words=narrate.failed(s, victim.name, []))
    elif scene.rounds >= 4:
        t.tell("In the end the rope is as tired as everybody, and parts.", rule="DON-FUN-13")
        await cut_down(t, victim, 0)
        scene.over = True


async def cut_down(t: Table[Donjon], victim: Being, dice: int) -> int:
    """The fall: a Damage Test against six dice; cutting successes may be dice on the defence (DON-FUN-13)."""
    if dice:
        keep(t.state, victim, dice, "soak", "the cut rope", only=True)
    return await hazard(t, victim, [("the fall", 6)], tagged("fall"), why=f"{victim.name} falls from the rope", rule="DON-FUN-13")


async def wolf_ambush(t: Table[Donjon], scene: Scene) -> None:
    """Red wolves surround and ambush; stealth or Track Blood gives them initiative dice first (DON-FUN-14, DON-MRW-04)."""
    s = t.state
    if scene.stage == "open":
        wolves = await bring(t, scene, encounter_of(s, scene).foes)
        await ambush_dice(t, wolves)
        start_fight(t, scene, wolves, by_party=False, ambush=True)
    else:
        scene.over = True


async def followed(t: Table[Donjon], scene: Scene) -> None:
    """Rivals follow, hoping to be led to the cave; Discernment against the thief's sneaking notices them (DON-FUN-15)."""
    s = t.state
    foes = present(s, scene)
    if scene.stage == "notice":
        b = turn_of(s, scene)
        if b is None:
            t.tell("Whoever it is, they are good at it. The feeling stays.", rule="DON-FUN-15")
            s.secret.rivals_ahead = True
            scene.foes = []
            scene.over = True
            return
        thief = next((o for o in foes if o.kind == "human_thief"), None)
        against = (
            None
            if thief is None
            else pool(s, thief, "stealth", ability=best_ability(s, thief, "stealth", frozenset()), tags=frozenset())
        )
        result, _, _ = await task(
            t,
            b,
            "perception",
            "medium",
            "noticing who follows",
            rule="DON-FUN-15",
            attr="dis",
            words="hear see track",
            against=against,
        )
        if result.won:
            scene.stage = "meet"
            t.tell("Three of them, forty paces back: a sword, a hood, and a hat with stars on it.", rule="DON-FUN-15")
        return
    await foes_scene(t, scene)


async def nylo(t: Table[Donjon], scene: Scene) -> None:
    """The fallen tree: Easy to cross; with more than one on it a Medium Discernment Test too, to get off in time; swimming is
    Hard, and there are snakes; 4 experience for getting across (DON-FUN-16)."""
    s = t.state
    if scene.stage == "open":
        how = await one_or_all(t, "an Easy balance each", "quicker, and the tree may break", rule="DON-FUN-16")
        scene.data.update(how=how, turn="0")
        scene.stage = "cross"
        return
    if scene.stage == "cross":
        b = turn_of(s, scene)
        if b is None:
            scene.stage = "river" if scene.data.get("wet") else "far"
            return
        result, _, _ = await task(
            t, b, "athletics", "easy", "crossing the fallen tree", rule="DON-FUN-16", attr="adr", words="tree balance log"
        )
        if result.won and scene.data["how"] == "all":  # and off it again before it breaks under them all
            result, _, _ = await task(
                t, b, "perception", "medium", "getting off before it breaks", rule="DON-FUN-16", attr="dis", words="see hear"
            )
        if not result.won:
            scene.data["wet"] = scene.data.get("wet", "") + f" {b.id}"
            t.tell("{who} is in the Nylo.", rule="DON-FUN-16", who=b.cap)
    elif scene.stage == "river":
        snakes = await bring(t, scene, encounter_of(s, scene).foes)
        t.tell("The river has noticed. Coils turn over in the brown water.", rule="DON-FUN-16")
        scene.stage = "swim"
        scene.data["turn"] = "0"
        for o in snakes:
            o.hint = ""
    elif scene.stage == "swim":
        wet = [s.beings[i] for i in scene.data["wet"].split() if i in s.beings and s.beings[i].up]
        at = int(scene.data["turn"])
        if at < len(wet):
            scene.data["turn"] = str(at + 1)
            swimmer = wet[at]
            result, _, _ = await task(
                t, swimmer, "athletics", "hard", "swimming the Nylo", rule="DON-FUN-16", attr="vir", words="swim water river"
            )
            if result.won:
                scene.data["dry"] = scene.data.get("dry", "") + f" {swimmer.id}"
                t.tell("{who} crawls out on the far bank.", rule="DON-FUN-16", who=swimmer.cap)
            return
        foes = present(s, scene)
        if foes and len(scene.data.get("dry", "").split()) < len(wet):
            start_fight(t, scene, foes, by_party=False)
        else:
            scene.foes = []
            scene.stage = "far"
    else:
        s.way_known = True
        t.tell("The far bank is swamp, and beyond it grey rocks open on the dark.", rule="DON-FUN-17")
        goal_award(t, 4, "getting across the Nylo", rule="DON-FUN-16")
        scene.awarded = scene.over = True

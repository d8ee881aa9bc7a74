"""A Fungus Among Us: the scenes of the sample adventure, numbers as printed. Chapter 8. Common sorts of scenes are in
scenes.py."""

from __future__ import annotations

from ....engine import Option, Table
from .. import content
from ..state import Being, Bonus, Donjon, Foes, Scene
from . import narrate
from .contest import Pool, contest
from .creatures import half_up, spawn
from .damage import hazard, heal, hurt_flesh
from .experience import goal_award
from .facts import Setting
from .judging import call
from .law import keep, player_won
from .picking import after_roll, choose_pool
from .pools import best_ability, pool, save_pool, tagged
from .scenes import bring, encounter_of, foes_scene, lead_seats, present, scene_rule, start_fight
from .tasks import declare, look_around, talk, task


def turn_of(s: Donjon, scene: Scene) -> Being | None:
    """One character a step: the next of the party, or None when all have had their turn."""
    at = int(scene.data.get("turn", "0"))
    party = s.party()
    if at >= len(party):
        return None
    scene.data["turn"] = str(at + 1)
    return party[at]


# Chapter 1.


@scene_rule("hollow_tree")
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


@scene_rule("surrounded")
async def surrounded(t: Table[Donjon], scene: Scene) -> None:
    """As many blood goblins as PCs round a badly hurt man; 4 experience if he lives (DON-FUN-12)."""
    s = t.state
    if scene.stage == "open":
        victim = spawn(t, Foes("human_fighter", "1", "wounded adventurer"), 1)[0]
        victim.wounds, victim.side = 1, 0
        await bring(t, scene, encounter_of(s, scene).foes)
        scene.friends = [victim.id]
        scene.stage = "meet"
        return
    rescued = s.beings.get(scene.friends[0]) if scene.friends else None
    if scene.stage == "after" or (not present(s, scene) and scene.stage == "meet"):
        if rescued is not None and rescued.up:
            goal_award(t, 4, "saving his life", rule="DON-FUN-12")
            t.tell("The man thanks you, twice, and limps off towards Amerla.", rule="DON-FUN-12")
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


@scene_rule("rope_trap")
async def rope_trap(t: Table[Donjon], scene: Scene) -> None:
    """Medium to notice; Hard to get down; the fall rolls six dice, against which the cutting successes help (DON-FUN-13)."""
    s = t.state
    if scene.stage == "open":
        scene.stage = "notice"
        return
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
            t.tell("A rope, bent back and waiting. They walk round it.", rule="DON-FUN-13")
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
            options[f"friend:{b.id}"] = Option(
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
        await declare(t, s.pc(t.by), [])
        return
    actor = victim if key == "self" else s.beings[key[7:]]
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
        t.tell("In the end the rope is as tired as they are, and parts.", rule="DON-FUN-13")
        await cut_down(t, victim, 0)
        scene.over = True


async def cut_down(t: Table[Donjon], victim: Being, dice: int) -> int:
    """The fall: a Damage Test against six dice; cutting successes may be dice on the defence (DON-FUN-13)."""
    if dice:
        keep(t.state, victim, dice, "soak", "the cut rope", only=True)
    return await hazard(
        t, victim, 6, tagged("fall"), why=f"{victim.name} falls from the rope", rule="DON-FUN-13", parts=[("the fall", 6)]
    )


@scene_rule("wolf_ambush")
async def wolf_ambush(t: Table[Donjon], scene: Scene) -> None:
    """Red wolves surround and ambush; stealth or Track Blood gives them initiative dice first (DON-FUN-14, DON-MRW-04)."""
    s = t.state
    if scene.stage == "open":
        wolves = await bring(t, scene, encounter_of(s, scene).foes)
        await ambush_dice(t, wolves)
        start_fight(t, scene, wolves, by_party=False, ambush=True)
    else:
        scene.over = True


async def ambush_dice(t: Table[Donjon], foes: list[Being]) -> None:
    """The ambushers' Test before the fight: Track Blood on the injured, else hiding against the party's eyes; initiative dice."""
    from .powers import power, track_blood

    s = t.state
    injured = next((b for b in s.party() if b.wounds < b.wounds_full or b.now != b.full), None)
    first = foes[0]
    if injured is not None and power(first, "track_blood") is not None:
        watcher = injured
        n = await track_blood(t, first, injured)
    else:
        hiding = pool(
            s, first, "stealth", ability=best_ability(s, first, "stealth", tagged(_where(s), "wall cling")), tags=frozenset()
        )
        watcher = sharpest(s)
        picked = await choose_pool(
            t,
            watcher,
            "perception",
            tags=tagged(_where(s), "hear see"),
            other=hiding.dice,
            why="keeping an eye on the shadows",
            rule="DON-MRW-04",
            attr="dis",
        )
        result = await contest(t, hiding, picked.pool, f"{first.name} lies in wait", rule="DON-MRW-04")
        n = result.n if result.won else -result.n
    for number in range(n):
        foe = foes[number % len(foes)]
        foe.bonus.append(Bonus(1, "initiative", "ambush", only=True, scene=s.scene_no))
    if n < 0:
        t.tell("But {who} looked up in time.", rule="DON-PERC-03", who=watcher.name)
        await player_won(t, watcher, -n, Setting("perception", "seeing the ambush", watcher, first, frozenset()))


def sharpest(s: Donjon) -> Being:
    """Who of the party sees best: one pair of eyes rolls for all (DON-CONT-03)."""
    tags = tagged(_where(s), "hear see")
    return max(s.party(), key=lambda b: pool(s, b, "perception", attr="dis", ability=best_ability(s, b, "perception", tags)).dice)


def _where(s: Donjon) -> str:
    from .pools import place_tags

    return place_tags(s)


@scene_rule("followed")
async def followed(t: Table[Donjon], scene: Scene) -> None:
    """Rivals follow, hoping to be led to the cave; Discernment against the thief's sneaking notices them (DON-FUN-15)."""
    s = t.state
    if scene.stage == "open":
        await bring(t, scene, encounter_of(s, scene).foes)
        scene.stage, scene.data["turn"] = "notice", "0"
        return
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


@scene_rule("nylo")
async def nylo(t: Table[Donjon], scene: Scene) -> None:
    """The fallen tree: Easy to cross; with more than one on it a Medium Discernment Test too, to get off in time; swimming is
    Hard, and there are snakes; 4 experience for getting across (DON-FUN-16)."""
    s = t.state
    party = s.party()
    if scene.stage == "open":
        how = "one"
        if len(party) > 1:
            how = await t.choose(
                lead_seats(s),
                "One at a time, or all together?",
                {
                    "one": Option("One at a time", hint="an Easy balance each", rule="DON-FUN-16"),
                    "all": Option("All together", hint="quicker, and the tree may break", rule="DON-FUN-16"),
                },
                rule="DON-FUN-16",
            )
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


# Chapter 2.


async def need_light(t: Table[Donjon]) -> None:
    """Somebody has to produce a torch from Provisions: three dice against it (DON-FUN-19)."""
    from .goods import barred, rummage
    from .pools import lit

    s = t.state
    for b in s.party():
        if lit(s):
            return
        if b.provisions and not barred(b, "pack:a-torch", b.provisions):
            look = await t.choose(
                b.seat,
                "It is pitch dark. Does {who} look for a torch in the pack?",
                {"yes": Option("Rummage for a torch", hint="3 dice against you", rule="DON-FUN-19"), "no": Option("Let another")},
                rule="DON-FUN-19",
                who=b.name,
            )
            if look == "yes":
                await rummage(t, b, "a torch")
    if not lit(s):
        t.tell("No light at all. Seeing anything is Crazy, and every blow is struck at -3.", rule="DON-FUN-19")


@scene_rule("cave_in")
async def cave_in(t: Table[Donjon], scene: Scene) -> None:
    """Hard to notice, Hard to avoid; 3 damage dice plus the trap's successes; 7, 4 or 1 experience (DON-FUN-21)."""
    s = t.state
    if scene.stage == "open":
        scene.stage, scene.data["turn"] = "notice", "0"
        return
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


@scene_rule("spore_well")
async def spore_well(t: Table[Donjon], scene: Scene) -> None:
    """The well of glowing spores: who drinks? (DON-FUN-22)"""
    s = t.state
    if scene.stage == "open":
        scene.stage, scene.data["turn"] = "drink", "0"
        return
    b = turn_of(s, scene)
    if b is None:
        scene.over = True
        return
    mine = save_pool(s, b, "save_body", rolled=False).dice
    from .. import odds

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


@scene_rule("grakvar")
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
        hiding = pool(s, orc, "stealth", ability=best_ability(s, orc, "stealth", tagged(_where(s))), tags=frozenset())
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


@scene_rule("toads")
async def toads(t: Table[Donjon], scene: Scene) -> None:
    """Poison toads ambush from the walls: Stick to Walls gives initiative dice (DON-FUN-24)."""
    s = t.state
    if scene.stage == "open":
        foes = await bring(t, scene, encounter_of(s, scene).foes)
        await ambush_dice(t, foes)
        start_fight(t, scene, foes, by_party=False, ambush=False)
    else:
        scene.over = True


@scene_rule("chasm")
async def chasm(t: Table[Donjon], scene: Scene) -> None:
    """Hard to jump; the fallen land in glowing water: Medium Wherewithal not to swallow any; ways on by the Game Master
    (DON-FUN-25)."""
    s = t.state
    if scene.stage == "open":
        scene.stage, scene.data["turn"] = "jump", "0"
        return
    if scene.stage == "jump":
        b = turn_of(s, scene)
        if b is None:
            scene.stage, scene.data["turn"] = ("water", "0") if scene.data.get("fallen") else ("over", "0")
            return
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
            "well": "They follow the glow through a drowned tunnel and climb out of a well.",
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


@scene_rule("light_tunnel")
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


@scene_rule("snake_pit")
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


# Chapter 3.


@scene_rule("sentries")
async def sentries(t: Table[Donjon], scene: Scene) -> None:
    """One or two sporegobs fewer than PCs, who try to run and report; escapees join the guard and the king is alerted
    (DON-FUN-31)."""
    s = t.state
    if scene.stage == "open":
        if s.secret.back_way:
            t.tell("They came in by the back, past the guard-room. It is empty soup bowls, as it were.", rule="DON-FUN-31")
            scene.over = True
            return
        foes = await bring(t, scene, encounter_of(s, scene).foes)
        start_fight(t, scene, foes, by_party=True)
        return
    away = [i for i in scene.foes if i in s.beings and s.beings[i].status == "fled"]
    if away:
        s.secret.escapees += len(away)
        s.secret.alerted = True
        t.tell("{n} of them got away. Somewhere below, a great many small feet begin to run.", rule="DON-FUN-31", n=len(away))
        if "3b" not in s.secret.deck:
            s.secret.deck.insert(0, "3b")
    scene.over = True


@scene_rule("current")
async def current(t: Table[Donjon], scene: Scene) -> None:
    """The king's spell moves the water: Medium Virility to stay up, 5 dice plus successes for those who fall, until all
    stay up (DON-FUN-32)."""
    s = t.state
    if scene.stage == "open":
        scene.stage = "wave"
        scene.data.update(turn="0", down="0")
        return
    b = turn_of(s, scene)
    if b is None:
        if scene.data["down"] == "1" and scene.rounds < 6 and s.party():
            scene.rounds += 1
            scene.data.update(turn="0", down="0")
            t.tell("It comes again.", rule="DON-FUN-32")
            return
        goal_award(t, 4, "coming through the living current", rule="DON-FUN-32")
        scene.awarded = scene.over = True
        return
    result, _, _ = await task(
        t,
        b,
        "force",
        "medium",
        "standing against the current",
        rule="DON-FUN-32",
        attr="vir",
        words="water swim",
        printed_danger=5,
        danger_words="water fall",
    )
    if not result.won:
        scene.data["down"] = "1"


@scene_rule("tending_room")
async def tending_room(t: Table[Donjon], scene: Scene) -> None:
    """A blood goblin stuck in goop: free him or leave him; won over he gives a clue (DON-FUN-33)."""
    s = t.state
    if scene.stage == "open":
        await bring(t, scene, encounter_of(s, scene).foes)
        scene.stage = "stuck"
        return
    goblin = s.beings[scene.foes[0]]
    key = await t.choose(
        lead_seats(s),
        "The goblin looks up at you, all teeth and hope. Free him?",
        {"free": Option("Free him", rule="DON-FUN-33"), "leave": Option("Leave him to the mushrooms", rule="DON-FUN-33")},
        rule="DON-FUN-33",
    )
    b = s.pc(t.by)
    if key == "free":
        result, _, _ = await task(
            t, b, "social", "medium", "winning the goblin's trust", rule="DON-FUN-33", attr="soc", words="charm plead goblin"
        )
        if result.won:
            s.clues += 1
            t.tell(
                "'Two that spray,' says the goblin, 'beside him. They burn. Oh, they burn.' Then he is gone.", rule="DON-FUN-33"
            )
        else:
            t.tell("He bites the nearest thumb and runs.", rule="DON-FUN-33")
    else:
        t.tell("They leave. It is very quiet behind them, and then it is not.", rule="DON-FUN-33")
    goblin.status = "gone"
    scene.foes = []
    scene.over = True


@scene_rule("mushroom_king")
async def mushroom_king(t: Table[Donjon], scene: Scene) -> None:
    """The climax: the king on his slope, sporegobs for half the party plus escapees, and two spraycaps (DON-FUN-34 to 36)."""
    s = t.state
    assert s.adventure is not None
    if scene.stage == "open":
        king = spawn(t, Foes("mushroom_king", "1"), 1)[0]
        king.leader = "self"
        king.as_pc = s.secret.recurring
        king.items.append(content.goods().item("emerald", s.new_id("i")))
        gobs = half_up(len(s.party()) / 2) + s.secret.escapees
        if s.flag("race") and s.secret.rivals_ahead:
            gobs = max(0, gobs - 3)
            t.tell(
                "Somebody has been here before you: three sporegobs lie burst, and so do three adventurers.", rule="DON-FUN-08"
            )
        guard = spawn(t, Foes("sporegobs"), gobs) + spawn(t, Foes("spraycaps"), 2)
        for g in guard:
            g.leader = king.id
        scene.foes = [king.id, *(g.id for g in guard)]
        scene.stage = "meet"
        if s.lines.get("climax"):
            narrate.say(t, "climax_again", rule="DON-CLIMAX-01", big_bad="the Mushroom King")
        else:
            narrate.say(t, "climax", rule="DON-CLIMAX-01", big_bad="the Mushroom King")
            t.tell(
                "He sits at the top of a rocky slope under a cap as wide as a cart. In it, green as a cat's eye, the Emerald.",
                rule="DON-FUN-36",
            )
    elif scene.stage == "meet":
        friend = grakvar_friend(s)
        start_fight(t, scene, present(s, scene), by_party=False, slope=scene.foes[0], friends=[friend] if friend else None)
    else:
        from .scenes import climax_over

        await climax_over(t, scene)


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


@scene_rule("grakvar_returns")
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

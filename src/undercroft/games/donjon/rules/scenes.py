"""Scenes: beginning and ending them, and the common sorts: foes, obstacles, traps, talks, finds, quiet, and the Big Bad.
Chapter 7.

A scene is a small function that reads its stage from the state; a fight inside it is played by flurry.py and comes back here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ....engine import Option, Table
from .. import content
from ..state import Being, Donjon, Encounter, Fact, Foes, Item, Scene
from . import narrate
from .contest import Pool, contest
from .creatures import balance, group_count, improvise, name_group, numbers, spawn
from .damage import LASTING, hazard, heal_by_scene, heal_one
from .experience import goal_award, style_award
from .flurry import call_initiative
from .judging import call
from .law import lapse
from .pools import armor_parts, attribute, level_of, place_tags, tagged
from .tasks import declare, look_around, resist_pool, sneak, talk, task

SceneRule = Callable[[Table[Donjon], Scene], Awaitable[None]]
SCENES: dict[str, SceneRule] = {}


def scene_rule(name: str) -> Callable[[SceneRule], SceneRule]:
    """Register the small function that plays a sort of scene."""

    def register(rule: SceneRule) -> SceneRule:
        SCENES[name] = rule
        return rule

    return register


def encounter_of(s: Donjon, scene: Scene) -> Encounter:
    """The written encounter of a scene; an empty one for made-up scenes."""
    if s.adventure is not None:
        for chapter in s.adventure.chapters:
            for enc in chapter.encounters:
                if enc.id == scene.encounter:
                    return enc
    return Encounter(scene.encounter or "x", scene.name, scene.kind)


# Beginning and ending.


async def begin(t: Table[Donjon], enc: Encounter, *, planned: bool, fact: Fact | None = None) -> None:
    """A scene starts: everyone heals one, once-per-scene Abilities refresh (DON-SCENE-01, DON-HEAL-01)."""
    s = t.state
    s.scene_no += 1
    chapter = s.here
    where = enc.place or (narrate.place_name(chapter.name) if chapter else "Town")
    scene = Scene(s.scene_no, enc.id, enc.name, enc.scene, where, tags=list(enc.tags), planned=planned, goal=enc.xp)
    scene.seed_fact = fact.id if fact is not None else -1
    s.scene = scene
    s.phase = "scene"
    s.town_turns = 0
    s.rested = enc.id == "rest"
    s.tally.planned += planned
    s.tally.made += not planned
    s.made_in_row = 0 if planned else s.made_in_row + 1
    for f in s.facts:
        if f.scope == "scene" and f.scene < s.scene_no:
            f.live = False
    for b in s.beings.values():
        b.used, b.argued = [], []
        b.penalties = [p for p in b.penalties if p.until in LASTING]
        b.boons = [p for p in b.boons if p.until in LASTING]
        if b.pc and b.service and not b.service.startswith("!"):
            b.service = "!" + b.service
    t.tell("{n}. {name}", rule="DON-SCENE-01", kind="headline", n=s.scene_no, name=enc.name[0].upper() + enc.name[1:])
    if planned and s.adventure is not None and s.adventure.key in content.ADVENTURES:
        t.meet("encounter", enc.id)
    text = narrate.opening(s, where)
    t.tell("{opening}{words}", rule="DON-SCENE-01", opening=text, words=f" {enc.text}" if enc.text else "")
    if fact is not None:
        t.tell("It began with {author}'s word: '{fact}'.", rule="DON-CHAP-03", author=fact.author, fact=fact.text)
    elif planned and chapter is not None:
        _tie(t)
    await heal_by_scene(t)
    if chapter is not None and chapter.cramped and not s.homeward:
        tight = await call(
            t,
            "world",
            "Is it cramped here? (2 dice off all character actions.)",
            {"cramped": "Cramped", "roomy": "Room enough"},
            {"cramped": 1, "roomy": 2},
            rule="DON-FUN-18",
        )
        if tight == "cramped":
            scene.cramped = chapter.cramped
            t.tell("There is no room to swing anything: 2 dice off everything you do here.", rule="DON-FUN-18")
    scene.dark = chapter is not None and chapter.dark


def _tie(t: Table[Donjon]) -> None:
    """A planned scene is tied to the newest live fact of the players, so that their words lead somewhere (DON-CHAP-03)."""
    s = t.state
    live = [
        f
        for f in s.facts
        if f.live
        and f.seat >= 0
        and f.kind in ("feature", "way", "clue", "quality")
        and f.scene == s.scene_no - 1
        and f.chapter == s.chapter
    ]
    if live and narrate.chance(s, "tie", 60):
        sort = "way" if live[-1].kind == "way" else "other"
        words = narrate.line(s, f"tie/{sort}", content.narration().tie[sort])
        t.tell(words, rule="DON-CHAP-03", fact=live[-1].text.rstrip("."))


async def end(t: Table[Donjon]) -> None:
    """A scene is over: goals, applause, kept dice lapse, the count goes up (DON-XP-01, DON-LAW-06, DON-CHAP-02)."""
    s = t.state
    scene = s.scene
    assert scene is not None
    if not scene.awarded and scene.beaten >= 0 and scene.goal < 0 and s.chapter and not scene.foes:
        goal_award(t, s.donjon_level + scene.beaten, f"seeing it through ({scene.name.lower()})")
    await applause(t)
    narrate.say(t, "scene_close", rule="DON-SCENE-01", where=scene.where)
    lapse(s)
    if s.chapter and not s.homeward and scene.encounter != "rest":  # Ruling: camping pays off no scene that is owed
        s.scenes_done[s.chapter - 1] += 1
    for being_id in list(s.beings):
        b = s.beings[being_id]
        if (
            not b.pc and b.status != "up" and b.leader != "self" and being_id not in scene.friends and b.kind != "orc_hermit"
        ) or (not b.pc and b.side == 1 and being_id in scene.foes and b.kind != "orc_hermit"):
            del s.beings[being_id]
    s.scene = None
    s.phase = "road" if s.chapter or s.homeward else "town"
    s.lead += 1
    if s.scores.get("falls", 0) >= 4 and not s.homeward:  # Ruling: somebody else is sent; it closes as lost (DON-RETURN-03)
        from .town import close

        t.tell("Beaten back four times: the village thanks them, and asks somebody else.", rule="DON-RETURN-03")
        s.scores["falls"] = 0
        close(t, won=False)


REACTIONS = ("laugh", "gasp", "cheer", "groan", "shudder")


async def applause(t: Table[Donjon]) -> None:
    """Entertainment: the others' reactions decide, one to three points a scene (DON-XP-05, DON-AGM-13)."""
    s = t.state
    scene = s.scene
    assert scene is not None
    party = s.pcs()
    if len(party) == 1:
        b = party[0]
        if b.seat in scene.said and b.seat not in scene.vivid:
            earlier = [f for f in s.facts if f.scene < scene.n and f.seat >= 0]
            mine = [f for f in s.facts if f.scene == scene.n and f.seat == b.seat and len(f.text.split()) >= 8]
            for f in mine:
                if any(tag in old.tags for old in earlier for tag in f.tags if len(tag) > 3):
                    scene.vivid.append(b.seat)
                    style_award(t, b, 1)
                    return
        return
    if not s.flag("applause") or not scene.said:
        return
    options: dict[int, dict[str, str | Option]] = {}
    for b in party:
        spoke = [o for o in party if o.seat in scene.said and o.seat != b.seat]
        if spoke:
            options[b.seat] = {"none": Option("Nobody this time")}
            for o in spoke:
                last = next((f.text for f in reversed(s.facts) if f.seat == o.seat and f.scene == scene.n), "")
                options[b.seat][f"cheer:{o.seat}"] = Option(f"{o.player or o.name}", hint=f"'{last}'" if last else "well told")
    if not options:
        return
    said = await t.choose_all("Whose words in this scene made you laugh, gasp or groan?", options, rule="DON-XP-05")
    for b in party:
        n = sum(1 for key in said.values() if key == f"cheer:{b.seat}")
        others = len(party) - 1
        if n:
            style_award(t, b, 3 if n >= others and others > 1 else 2 if 2 * n >= others and others > 1 else 1)


async def scene_step(t: Table[Donjon]) -> None:
    """Play on in the current scene."""
    s = t.state
    scene = s.scene
    assert scene is not None
    if not s.party():
        await fate(t)
        return
    if scene.caches and scene.stage not in ("open",) and not scene.over and s.phase == "scene" and scene.data.get("hold") != "1":
        s.phase = "loot"
        return
    await SCENES[scene.kind](t, scene)
    if s.phase == "scene" and s.scene is not None and scene.over:
        if scene.caches or scene.bodies:
            s.phase = "loot"
            return
        await end(t)


async def fate(t: Table[Donjon]) -> None:
    """Nobody of the party is left standing: death, capture or rescue, by the Seriousness setting (DON-DEATH-06)."""
    s = t.state
    weights = {
        "Monty Python and the Geeks": (0, 3, 7),
        "Slapstick": (0, 4, 6),
        "Tongue-in-Cheek": (1, 4, 5),
        "Black Humor": (3, 4, 3),
        "Serious": (4, 4, 2),
        "Rust-and-Blood": (8, 2, 0),
    }[s.option("seriousness")]
    options = {
        "death": "They are slain",
        "capture": "They wake as prisoners, stripped of goods",
        "rescue": "Somebody drags them out",
    }
    if not s.pcs():
        key = "death"
    else:
        default = {k: w for k, w in zip(options, weights, strict=True) if w}
        key = await call(t, "scenes", "The whole party lies there. What becomes of them?", options, default, rule="DON-DEATH-06")
    scene = s.scene
    if key == "death":
        for b in s.pcs():
            b.status = "dead"
            s.graves.append(f"{b.name}, {b.calling} of Level {b.level}, {scene.name if scene else 'Town'}")
        t.tell("Nobody comes back to tell it.", rule="DON-DEATH-07")
        s.phase = "over"
        s.ended = "slain"
        s.won.append(False)
        return
    for b in s.pcs():
        b.status = "up"
        if key == "capture":
            b.items = [i for i in b.items if i.permanent or i.id == b.wielding or i.id in b.worn]
    t.tell(
        "{what}",
        rule="DON-DEATH-06",
        what="They wake in a cage, lighter by everything loose. A day later the lock turns out to be a joke."
        if key == "capture"
        else "They wake by a small fire. Whoever dragged them here has left soup, and no name.",
    )
    s.turning.append("The whole party goes down, and lives")
    s.scores["falls"] = s.scores.get("falls", 0) + 1
    for b in s.pcs():  # Ruling: the days that pass count as quiet scenes for healing (DON-HEAL-01)
        for _ in range(3 if key == "capture" else 6):
            heal_one(b)
    s.fight = None
    if scene is not None:
        scene.over = True
        scene.bodies, scene.caches = [], []
        s.phase = "scene"
        if scene.kind in ("mushroom_king", "big_bad"):
            scene.data["failed"] = "1"
            s.scenes_done[s.chapter - 1] = max(0, s.scenes_done[s.chapter - 1] - 2)
        await end(t)


# Meeting foes.


async def bring(t: Table[Donjon], scene: Scene, foes: list[Foes]) -> list[Being]:
    """Put the encounter's creatures on the table."""
    made: list[Being] = []
    for row in foes:
        count = await numbers(t, row)
        made += spawn(t, row, count)
    scene.foes = [b.id for b in made]
    return made


def present(s: Donjon, scene: Scene) -> list[Being]:
    """Creatures of the scene that still stand."""
    return [s.beings[i] for i in scene.foes if i in s.beings and s.beings[i].up]


def hurt(s: Donjon) -> bool:
    """Whether anyone of the party bleeds."""
    return any(b.wounds < b.wounds_full for b in s.pcs())


def lead_seats(s: Donjon) -> tuple[int, ...]:
    """The seats that may speak for the party, the one in the spotlight first."""
    party = s.party()
    at = s.lead % len(party)
    return tuple(b.seat for b in [*party[at:], *party[:at]])


async def approach(t: Table[Donjon], scene: Scene, foes: list[Being]) -> None:
    """The party has seen them first: what now? (DON-CALL-01, DON-SURP-01)"""
    s = t.state
    who = narrate.listed([b.name for b in foes])
    sharpest = resist_pool(s, foes, "dis", "perception", "hear see").dice
    options: dict[str, str | Option] = {
        "fight": Option("Call for initiative", hint="swords out", rule="DON-CALL-01"),
        "sneak": Option("Sneak up on them", hint=f"against {sharpest}; dice for initiative, and in close", rule="DON-SURP-01"),
        "look": Option("Watch and listen", hint="win, and say what is true of them", rule="DON-PERC-01"),
        "slip": Option("Slip past", hint=f"stealth against {sharpest}; no fight, and no experience for one", rule="DON-CONT-03"),
        "declare": Option("Something else", hint="in your own words", rule="DON-INTRO-03"),
    }
    if any("talks" in b.tags for b in foes):
        options["talk"] = Option("Talk to them", hint="a social Test; lost, it comes to blows", rule="DON-CONT-01")
        if any(b.wealth for b in s.party()):
            options["bribe"] = Option("Offer money first", hint="dice on the talk", rule="DON-BRIBE-01")
    if scene.rounds >= 3:
        options = {k: v for k, v in options.items() if k in ("fight", "slip")}
    key = await t.choose(
        lead_seats(s),
        "{who} {have} not decided about you yet. What do you do?",
        options,
        rule="DON-CALL-01",
        who=who[0].upper() + who[1:],
        have="has" if len(foes) == 1 else "have",
    )
    actor = s.pc(t.by)
    scene.rounds += 1
    if key == "fight":
        start_fight(t, scene, foes, by_party=True)
    elif key == "sneak":
        scene.stage = "sneak"
        scene.data["turn"] = "0"
    elif key == "look":
        await look_around(t, actor, f"watch {foes[0].name}")
    elif key == "slip":
        other = resist_pool(s, foes, "dis", "perception", "hear see")
        result, _, _ = await task(t, actor, "stealth", "medium", "slipping past", rule="DON-CONT-03", against=other)
        if result.won:
            narrate.say(t, "slipped", rule="DON-CONT-03")
            scene.foes = []
            scene.over = True
        else:
            start_fight(t, scene, foes, by_party=False)
    elif key == "declare":
        await declare(t, actor, foes)
    elif key == "bribe":
        from .goods import bribe

        await bribe(t, actor, next(b for b in foes if "talks" in b.tags))
    else:
        npc = next(b for b in foes if "talks" in b.tags)
        result, manner = await talk(t, actor, npc, "talking them round")
        if result.won:
            for b in foes:
                b.status = "gone"
            t.tell(
                "{who}.",
                rule="DON-XP-03",
                who="They think better of it, and go"
                if manner == "threat"
                else "They let you by, and will not trouble you again",
            )
            from .experience import combat_award

            combat_award(t, foes)
            scene.over = True
        else:
            start_fight(t, scene, foes, by_party=False)


def start_fight(
    t: Table[Donjon],
    scene: Scene,
    foes: list[Being],
    *,
    by_party: bool,
    ambush: bool = False,
    slope: str = "",
    friends: list[Being] | None = None,
) -> None:
    """Call for initiative inside the scene: no new scene starts (DON-SCENE-03)."""
    scene.stage = "after"
    s = t.state
    allies = [s.beings[i] for i in scene.friends if i in s.beings and s.beings[i].up]
    known = [b.id for b in [*allies, *(friends or [])]]
    allies += [b for b in s.beings.values() if not b.pc and b.side == 0 and b.up and b.id not in known]  # whoever walks along
    call_initiative(t, foes, by_party=by_party, ambush=ambush, slope=slope, friends=[*allies, *(friends or [])])


async def sneaking(t: Table[Donjon], scene: Scene, foes: list[Being]) -> None:
    """Each sneaker rolls and uses his own successes (DON-SURP-02). One character a step."""
    s = t.state
    at = int(scene.data.get("turn", "0"))
    party = s.party()
    if at < len(party):
        b = party[at]
        scene.data["turn"] = str(at + 1)
        go = "sneak"
        if len(party) > 1:
            go = await t.choose(
                b.seat,
                "Does {who} sneak along, or wait back?",
                {"sneak": Option("Sneak", rule="DON-SURP-02"), "back": Option("Wait back")},
                rule="DON-SURP-02",
                who=b.name,
            )
        if go == "sneak" and not await sneak(t, b, foes):
            scene.data["heard"] = "1"
        return
    start_fight(t, scene, foes, by_party=True)


@scene_rule("foes")
async def foes_scene(t: Table[Donjon], scene: Scene) -> None:
    """Opponents, seen in time."""
    s = t.state
    if scene.stage == "open":
        await bring(t, scene, encounter_of(s, scene).foes)
        scene.stage = "meet"
    elif scene.stage == "meet":
        foes = present(s, scene)
        if foes:
            await approach(t, scene, foes)
        else:
            scene.over = True
    elif scene.stage == "sneak":
        await sneaking(t, scene, present(s, scene))
    else:
        scene.over = True


@scene_rule("wander")
async def wander(t: Table[Donjon], scene: Scene) -> None:
    """A wandering foe from the chapter's list, its Level by the party's state (DON-NPC-01, DON-NPC-02)."""
    s = t.state
    if scene.stage == "open":
        chapter = s.here
        assert chapter is not None
        rows = [row for row in chapter.opponents if row.key not in ("orc_hermit",)]
        row = rows[narrate.turn(s, f"wander/{s.chapter}", len(rows))]
        weights = balance(s)
        if s.homeward:
            weights = {"-1": 1, "0": 0, "1": 0}
        offset = int(
            await call(
                t,
                "scenes",
                "How strong are they?",
                {"-1": "One Level below", "0": "The Donjon Level", "1": "One above"},
                {k: w for k, w in weights.items() if w},
                rule="DON-NPC-01",
            )
        )
        level = max(1, s.donjon_level + offset)
        real = max(-1, min(1, level - s.donjon_level))
        count = group_count(t, real, easy=s.homeward)
        made = spawn(t, Foes(row.key, "group", row.name, level, row.archetype), count, level)
        scene.foes = [b.id for b in made]
        scene.stage = "meet"
        t.tell("{words}", rule="DON-SCENE-01", words=narrate.meeting(s, made))
    else:
        await foes_scene(t, scene)


@scene_rule("creature")
async def creature(t: Table[Donjon], scene: Scene) -> None:
    """Somebody a player's fact has called into being (DON-AGM-11)."""
    s = t.state
    if scene.stage == "open":
        fact = next(f for f in s.facts if f.id == scene.seed_fact)
        from .words import creature_in

        word = creature_in(fact.text) or fact.subject
        weights = balance(s)
        offset = int(
            await call(
                t,
                "scenes",
                "{fact}: how strong?",
                {"-1": "One Level below", "0": "The Donjon Level", "1": "One above"},
                {k: w for k, w in weights.items() if w},
                rule="DON-NPC-01",
                fact=fact.text,
            )
        )
        level = max(1, s.donjon_level + offset)
        low = group_count(t, max(-1, min(1, level - s.donjon_level)), easy=True)
        count = (
            1
            if fact.text.lower().split()[:3] and any(w in fact.text.lower().split() for w in ("a", "an", "somebody", "someone"))
            else low
        )
        made = [improvise(s, whole_name(fact.text, word), level) for _ in range(count)]
        name_group(s, made)
        for b in made:
            t.meet("creature" if b.kind in content.bestiary() else "archetype", b.kind)
        scene.foes = [b.id for b in made]
        scene.stage = "meet"
        t.tell("{words}", rule="DON-AGM-11", words=narrate.meeting(s, made))
    else:
        await foes_scene(t, scene)


def whole_name(text: str, word: str) -> str:
    """The creature word with the adjective before it: "a giant spider" -> "giant spider"."""
    words = [w.strip(".,!") for w in text.lower().split()]
    at = words.index(word) if word in words else -1
    if at > 0 and words[at - 1] not in ("a", "an", "the", "see", "hear", "of", "two", "three", "some", "is", "are"):
        return f"{words[at - 1]} {word}"
    return word


@scene_rule("obstacle")
async def obstacle(t: Table[Donjon], scene: Scene) -> None:
    """Something in the way: one leads, any may help; passed, it is a goal (DON-XP-04)."""
    s = t.state
    enc = encounter_of(s, scene)
    if scene.stage == "open":
        scene.stage = "try"
        return
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
    key = await t.choose(
        lead_seats(s), "{name}. Who does what?", options, rule="DON-TEST-01", name=enc.name[0].upper() + enc.name[1:]
    )
    b = s.pc(t.by)
    scene.rounds += 1
    if key == "leave" or scene.rounds > 6:
        narrate.say(t, "round", rule="DON-CHAP-02")
        scene.over = True
    elif key == "look":
        await look_around(t, b, f"study {enc.name}")
    elif key == "prepare":
        await declare(t, b, [])
    else:
        result, _, _ = await task(
            t,
            b,
            enc.kind or "athletics",
            enc.difficulty,
            f"getting past {enc.name}",
            rule="DON-UNC-01",
            attr=enc.attribute or None,
            danger=enc.danger,
        )
        if result.won:
            goal_award(t, s.donjon_level + level_of(s, scene.difficulty) if enc.xp < 0 else enc.xp, f"getting past {enc.name}")
            scene.awarded = scene.over = True


@scene_rule("trap")
async def trap(t: Table[Donjon], scene: Scene) -> None:
    """Notice it, or dodge it, one character a step; the danger is announced."""
    s = t.state
    enc = encounter_of(s, scene)
    party = s.party()
    if scene.stage == "open":
        scene.stage, scene.data["turn"] = "notice", "0"
        return
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


@scene_rule("talk")
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
    key = await t.choose(
        lead_seats(s), "{name} waits. What now?", options, rule="DON-SCENE-01", name=npc.name[0].upper() + npc.name[1:]
    )
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
            t.tell("{npc} tells them something worth knowing.", rule="DON-CLIMAX-01", npc=npc.cap[0].upper() + npc.name[1:])
            goal_award(t, s.donjon_level + 3, "a good talk")
            scene.awarded = True
        scene.foes = []
        scene.over = True


@scene_rule("quiet")
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
    key = await t.choose(seat, "Nothing is trying to eat anybody. {who}?", options, rule="DON-SCENE-01", who=s.pc(seat).name)
    b = s.pc(seat)
    if key == "look":
        await look_around(t, b)
    elif key == "declare":
        await declare(t, b, [])
    elif key == "rest":
        night(t)
        scene.over = True
    else:
        scene.over = True


def night(t: Table[Donjon]) -> None:
    """A night's rest for everyone (DON-GATH-06, DON-HOLD-01)."""
    from .magic import rest

    for b in t.state.pcs():
        rest(b)
    narrate.say(t, "camp", rule="DON-GATH-06")


@scene_rule("cache")
async def cache(t: Table[Donjon], scene: Scene) -> None:
    """A hoard to be searched."""
    if scene.stage == "open":
        scene.stage = "set"
        level = encounter_of(t.state, scene).cache or t.state.donjon_level + t.pick((1, 2, 3), "cache Level")
        scene.caches = [level]
        narrate.say(t, "hoard", rule="DON-CACHE-01")
        return
    scene.over = True


@scene_rule("rotten_log")
async def rotten_log(t: Table[Donjon], scene: Scene) -> None:
    """A rotten log: Adroitness less the armor's DR against Medium; two or more on it, and it may break (DON-CHAP-05,
    DON-CHAP-06)."""
    s = t.state
    party = s.party()
    if scene.stage == "open":
        how = "one"
        if len(party) > 1:
            how = await t.choose(
                lead_seats(s),
                "One at a time, or all together?",
                {"one": Option("One at a time"), "all": Option("All together", hint="it may break")},
                rule="DON-CHAP-06",
            )
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
        await hazard(
            t, b, 0, tagged("fall water"), why="the current takes you", parts=[("Donjon Level", s.donjon_level), ("severity", 0)]
        )
        return
    await cross_log(t, b)


async def cross_log(t: Table[Donjon], b: Being) -> bool:
    """One character on the log."""
    s = t.state
    from .contest import contest as run_contest
    from .picking import choose_pool, opposing_extra
    from .pools import difficulty_pool

    dr = sum(n for _, n in armor_parts(s, b))
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
        await hazard(
            t,
            b,
            0,
            tagged("fall water"),
            why=f"{b.name} falls in",
            parts=[("Donjon Level", s.donjon_level), ("dice from the failure", result.n)],
        )
    return result.won


async def log_holds(t: Table[Donjon], on_it: list[Being]) -> bool:
    """Reversed: the Game Master rolls their combined Wherewithal, the players six dice (DON-CHAP-06)."""
    s = t.state
    weight = Pool("The load", [(b.name, attribute(s, b, "whe")) for b in on_it])
    result = await contest(t, weight, Pool("The log", [("players' dice", 6)], on_it[0].seat), "the log bends", rule="DON-CHAP-06")
    t.tell("{what}", rule="DON-CHAP-06", what="It breaks." if result.won else "It cracks, and holds.")
    return not result.won


@scene_rule("rescue")
async def rescue(t: Table[Donjon], scene: Scene) -> None:
    """A dying adventurer with one Flesh Wound among beasts (DON-CHAP-07)."""
    s = t.state
    if scene.stage == "open":
        victim = spawn(t, Foes("human_fighter", "1", "dying adventurer"), 1)[0]
        victim.wounds, victim.side = 1, 0
        await bring(t, scene, encounter_of(s, scene).foes)
        scene.friends = [victim.id]
        scene.stage = "meet"
    elif scene.stage == "after":
        victim = s.beings[scene.friends[0]]
        if victim.up:
            goal_award(t, s.donjon_level + 3, "saving his life")
        scene.awarded = scene.over = True
    else:
        await foes_scene(t, scene)


@scene_rule("big_bad")
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
        guards = await bring(t, scene, bad.guards)
        for g in guards:
            g.leader = boss.id
        if bad.prize:
            boss.items.append(content.goods().item(bad.prize, s.new_id("i")))
        else:
            boss.items.append(Item(s.new_id("i"), "what they came for", worth=bad.level, tags=["prize"]))
        scene.foes = [boss.id, *scene.foes]
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
        s.turning.append(f"{s.adventure.big_bad.name[0].upper()}{s.adventure.big_bad.name[1:]} is beaten")
        s.homeward = True
        if boss is not None and boss.id in s.beings:
            boss.leader = ""
        _set_home(s)
    else:
        t.tell("It is not over: {boss} still holds the place.", rule="DON-CLIMAX-05", boss=s.adventure.big_bad.name)
        s.scenes_done[s.chapter - 1] = max(0, s.scenes_done[s.chapter - 1] - 2)
        if boss is not None and boss.id in s.beings:
            del s.beings[boss.id]
        s.scores["falls"] = s.scores.get("falls", 0) + 1
    scene.over = True


def _set_home(s: Donjon) -> None:
    """The way back: cut, quick or full (DON-RETURN-01, DON-RETURN-02)."""
    way = s.option("return_trip")
    s.home_left = [] if way == "cut" else list(range(s.chapter, 0, -1))
    if way == "full":
        s.home_left = [n for n in s.home_left for _ in range(2)]

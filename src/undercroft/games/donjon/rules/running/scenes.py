"""Scenes: beginning and ending them, applause, and what becomes of a party that lies on the ground. Chapter 7.

A fight inside a scene is played by flurry.py and comes back.
"""

from __future__ import annotations

import re

from .....engine import Option, Table
from .....engine.words import capital, sentence
from ... import content
from ...adventure import Encounter
from ...being import HIRED
from ...reading.english import words as ground_words
from ...reading.lexicon import lexicon
from ...state import Donjon, Fact, Scene
from ..basics import lengths, narrate, quest
from ..basics.answers import Said
from ..basics.judging import call
from ..basics.people import remember
from ..characters.experience import combat_award, goal_award, style_award
from ..concepts.effects import SETTLED
from ..concepts.law import WRITE_FOR_ME, lapse
from ..creatures.healing import LASTING, heal_by_scene, heal_one
from ..resolution.pools import level_of
from .adventures import close
from .meetings import bring
from .scene_facts import SCENES, encounter_of, remember_climax
from .spoils import spoils


async def set_up(t: Table[Donjon], scene: Scene) -> None:
    """The plain opening of a scene: its foes, its first stage, everyone's turn still to come."""
    rule = SCENES[scene.kind]
    if rule.foes:
        quest.meets(t.state, scene, await bring(t, scene, encounter_of(t.state, scene).foes))
    scene.stage, scene.data["turn"] = rule.opens, "0"


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
    quest.arrive(s, scene)
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
        b.usual = {}
        if b.pc and b.service and not b.service.startswith("!"):
            b.service = "!" + b.service
    t.tell("{n}. {name}", rule="DON-SCENE-01", kind="headline", n=s.scene_no, name=capital(enc.name))
    if planned and s.adventure is not None and s.adventure.key in content.ADVENTURES:
        t.meet("encounter", enc.id)
    text = narrate.opening(s, where, noticing=len(enc.text.split()) < 8)  # a written scene says itself what there is to see
    t.tell("{opening}{words}", rule=enc.ledger or "DON-SCENE-01", opening=text, words=f" {enc.text}" if enc.text else "")
    if fact is not None and len(fact.text) > len(enc.name) + 8:  # else the heading has said it
        said = narrate.stated(fact).rstrip(".")
        begun = "It began with {author}'s word: '{fact}'." if fact.seat >= 0 else "So it was true: {fact}."
        t.tell(begun, rule="DON-CHAP-03", fact=said if fact.seat >= 0 else narrate.lower(said), author=fact.author)
    elif fact is None and planned and chapter is not None:
        _tie(t, scene, enc)
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


_VAGUE = frozenset(["way", "path", "road", "place", "thing", "side", "part", "piece", "back", "end", "hand", "man", "floor"])
_LEADS = re.compile(r"\b(leads?|goes|runs|comes? out|opens)\b")


def ties(fact: str, told: str, *, way: bool) -> bool:
    """Whether a scene may call a fact back: they speak of one and the same thing, or it is a way that leads on. No callback is
    better than a wrong one (DON-CHAP-03)."""
    classes = lexicon().classes
    nouns = (classes["thing"] | classes["barrier"] | classes["way"] | classes["creature"]) - _VAGUE
    shared = frozenset(ground_words(fact)) & frozenset(ground_words(told)) & nouns
    return bool(shared) or (way and _LEADS.search(fact.lower()) is not None)


def _tie(t: Table[Donjon], scene: Scene, enc: Encounter) -> None:
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
    live = [f for f in live if ties(f.text, f"{scene.name} {scene.where} {enc.text}", way=f.kind == "way")]
    if live and narrate.chance(s, "tie", 60):
        sort = "way" if live[-1].kind == "way" else "other"
        words = narrate.line(s, f"tie/{sort}", content.narration().tie[sort])
        t.tell(words, rule="DON-CHAP-03", fact=narrate.stated(live[-1]).rstrip("."))


async def end(t: Table[Donjon]) -> None:
    """A scene is over: goals, applause, kept dice lapse, the count goes up (DON-XP-01, DON-LAW-06, DON-CHAP-02)."""
    s = t.state
    scene = s.scene
    assert scene is not None
    if not scene.awarded and scene.beaten >= 0 and scene.goal < 0 and s.chapter and not scene.foes:
        goal_award(t, s.donjon_level + scene.beaten, f"seeing it through ({scene.name.lower()})")
    await applause(t)
    narrate.say(t, "scene_close", rule="DON-SCENE-01", where=re.sub(r"^(?:a|an) ", "the ", scene.where))
    lapse(s)
    if s.chapter and not s.homeward and scene.encounter != "rest":  # Ruling: camping pays off no scene that is owed
        s.scenes_done[s.chapter - 1] += 1
    if SCENES[scene.kind].climax and not s.homeward and "noted" not in scene.data:
        remember_climax(s, scene)
    quest.leave(s, scene)
    remember(s, scene.where)
    held = bool(s.party())
    for being_id in list(s.beings):
        b = s.beings[being_id]
        if held and HIRED in b.tags and b.status == "out":
            continue
        row = content.bestiary().get(b.kind)
        if b.pc or (row is not None and row.lingers):
            continue
        gone = b.status != "up" and b.leader != "self" and being_id not in scene.friends
        if gone or (b.side == 1 and being_id in scene.foes):
            del s.beings[being_id]
    s.scene = None
    s.phase = "road" if s.chapter or s.homeward else "town"
    s.lead += 1
    if s.scores.get("falls", 0) >= 4 and not s.homeward:  # Ruling: somebody else is sent; it closes as lost (DON-RETURN-03)
        t.tell("Beaten back four times: the village thanks them, and asks somebody else.", rule="DON-RETURN-03")
        s.scores["falls"] = 0
        close(t, won=False)


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
    if not s.options.applause or not scene.said:
        return
    options: dict[int, dict[str, str | Option]] = {}
    for b in party:
        spoke = [o for o in party if o.seat in scene.said and o.seat != b.seat]
        if spoke:
            options[b.seat] = {"none": Option("Nobody this time")}
            for o in spoke:
                last = next((f.text for f in reversed(s.facts) if f.seat == o.seat and f.scene == scene.n), "")
                told = f"'{last}'" if last else "well told"
                options[b.seat][Said("cheer", str(o.seat)).key] = Option(o.player or o.name, hint=told)
    if not options:
        return
    said = await t.choose_all("Whose words in this scene made you laugh, gasp or groan?", options, rule="DON-XP-05")
    for b in party:
        n = sum(1 for key in said.values() if key == Said("cheer", str(b.seat)).key)
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
    if scene.stage == "open" and SCENES[scene.kind].opens:
        await set_up(t, scene)
        return
    if not (scene.over and quest.stop_of(s, scene.encounter) is not None):  # there only what lay there was still to be searched
        await SCENES[scene.kind].play(t, scene)
    if s.phase == "scene" and SETTLED in scene.data:
        obey(t, scene)
    if s.phase == "scene" and s.scene is not None and scene.over:
        spoils(t, scene)
        if scene.caches or scene.bodies:
            s.phase = "loot"
            return
        await end(t)


def obey(t: Table[Donjon], scene: Scene) -> None:
    """A fact has settled the scene: nothing asks again, and it is paid for like any other success (DON-LAW-14, DON-XP-03)."""
    s = t.state
    how = scene.data.pop(SETTLED)
    if scene.over:
        return
    met = [s.beings[i] for i in scene.foes if i in s.beings]
    if how != "solved" or met:
        combat_award(t, [b for b in met if not b.up])
    elif not scene.awarded:
        enc = encounter_of(s, scene)
        goal_award(
            t, enc.xp if enc.xp >= 0 else s.donjon_level + level_of(s, enc.difficulty or "medium"), f"seeing to {enc.name}"
        )
        scene.awarded = True
    scene.foes = [b.id for b in met if b.side == 1 and b.up]
    if met and scene.stage == "meet":
        scene.stage = "after"  # whoever stood in the way does so no more: the scene ends as after a fight that was won
    else:
        scene.over = True


EARLY = 4  # scenes


async def _last_seen(t: Table[Donjon]) -> None:
    """Nobody passes over a defeat: one of those who lie there tells what the last thing was (DON-LAW-10)."""
    s = t.state
    down = s.pcs()
    if not down or 0 < s.older < 7:
        return
    b = down[s.lead % len(down)]
    text = await t.ask_text(
        b.seat,
        "Beaten: nobody is left standing. What is the last thing {who} sees, hears or says?",
        rule="DON-LAW-10",
        high=lengths.STORY,
        suggest=(WRITE_FOR_ME,),
        who=b.name,
    )
    if text == WRITE_FOR_ME:
        lines = content.narration().last_seen.lines
        text = lines[narrate.turn(s, "last_seen", len(lines))].format(actor=b.name)
    t.tell("{words}", rule="DON-LAW-10", words=sentence(text))


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
    }[s.options.seriousness]
    options = {
        "death": "They are slain",
        "capture": "They wake as prisoners, stripped of goods",
        "rescue": "Somebody drags them out",
    }
    if not s.pcs():
        key = "death"
    else:
        default = {k: w for k, w in zip(options, weights, strict=True) if w}
        if s.scene_no <= EARLY and weights[0] < 4:  # Ruling: in the lighter tones nobody is buried before the story has begun
            default.pop("death", None)
        key = await call(t, "scenes", "The whole party lies there. What becomes of them?", options, default, rule="DON-DEATH-06")
    scene = s.scene
    await _last_seen(t)
    if key == "death":
        for b in s.pcs():
            b.status = "dead"
            s.tally.deaths += 1
            s.graves.append(f"{b.name}, {b.calling} of Level {b.level}, {scene.name if scene else 'Town'}")
        t.tell("Nobody comes back to tell it.", rule="DON-DEATH-07")
        if scene is not None:
            quest.leave(s, scene)
        s.phase = "over"
        s.ended = "slain"
        s.won.append(False)
        return
    for b in s.pcs():
        b.status = "up"
        if key == "capture":
            b.items = [i for i in b.items if i.permanent or i.id == b.wielding or i.id in b.worn]
    narrate.say(t, "caged" if key == "capture" else "carried_out", rule="DON-DEATH-06")
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
        if SCENES[scene.kind].climax:
            scene.data["failed"] = "1"
            s.scenes_done[s.chapter - 1] = max(0, s.scenes_done[s.chapter - 1] - 2)
        await end(t)

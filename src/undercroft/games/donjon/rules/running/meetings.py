"""Meetings: foes on the table, approached, sneaked up on or slipped past; wanderers and what players called up. Chapter 7."""

from __future__ import annotations

from functools import partial

from .....engine import Option, Table
from .....engine.ask import Label
from .....engine.words import capital, listed
from ... import content, odds
from ...adventure import Foes
from ...being import Being
from ...state import Donjon, Scene
from ..basics import narrate, quest
from ..basics.answers import Said, read
from ..basics.judging import call
from ..basics.people import asleep, condition_of, expected, give_wants, recognise, reveal, suffer
from ..basics.words import number_in, singular, somebody_in
from ..characters.experience import combat_award, goal_award
from ..concepts.effects import SETTLED
from ..concepts.facts import recall
from ..creatures.creatures import balance, group_count, improvise, name_group, numbers, spawn
from ..goods.goods import bribe
from ..harm.initiative import call_initiative
from ..magic.magic import can_cast, gather
from ..magic.release import release
from ..magic.spells import Spell, compose
from ..resolution.picking import opposing_extra
from ..resolution.pools import best_ability, place_tags, pool, tagged
from ..tasks.declaring import declare
from ..tasks.tasks import against_dice, look_around, resist_pool, sneak, talk, task
from .scene_facts import encounter_of


async def bring(t: Table[Donjon], scene: Scene, foes: list[Foes]) -> list[Being]:
    """Put the encounter's creatures on the table."""
    made: list[Being] = []
    for row in foes:
        count = await numbers(t, row)
        made += spawn(t, row, count)
    scene.foes = [b.id for b in made]
    give_wants(t.state, made)
    recognise(t, made)
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


def turn_of(s: Donjon, scene: Scene) -> Being | None:
    """One character a step: the next of the party, or None when all have had their turn."""
    at = int(scene.data.get("turn", "0"))
    party = s.party()
    if at >= len(party):
        return None
    scene.data["turn"] = str(at + 1)
    return party[at]


async def one_or_all(t: Table[Donjon], alone: str, together: str, *, rule: str) -> str:
    """How a party crosses something narrow: one after the other, or all at once."""
    s = t.state
    if len(s.party()) == 1:
        return "one"
    options = {"one": Option("One at a time", hint=alone, rule=rule), "all": Option("All together", hint=together, rule=rule)}
    return await t.choose(lead_seats(s), "One at a time, or all together?", options, rule=rule)


def _chance(s: Donjon, kind: str, attr: str, other: int) -> str:
    """What whoever is in the spotlight has to set against so many dice, in per cent if the table tells odds."""
    b = s.pc(lead_seats(s)[0])
    mine = pool(s, b, kind, attr=attr, ability=best_ability(s, b, kind, tagged(place_tags(s))), tags=tagged(place_tags(s))).dice
    facing = other + against_dice(b, kind) + sum(dice for _, dice in opposing_extra(b, kind))
    return f"{b.name} {odds.win(mine, facing, s.die):.0%}" if s.options.odds_shown else f"{b.name} {mine} against {facing}"


def _talking(s: Donjon, npc: Being) -> Option:
    mind = pool(s, npc, "save_mind", attr="dis", ability=best_ability(s, npc, "save_mind", frozenset())).dice
    return Option("Talk to them", hint=f"{_chance(s, 'social', 'soc', mind)}; lost, it comes to blows", rule="DON-CONT-01")


PATIENCE = 3  # things done before foes who have not decided; then they have


async def approach(t: Table[Donjon], scene: Scene, foes: list[Being]) -> None:
    """The party has seen them first: what now? (DON-CALL-01, DON-SURP-01)"""
    s = t.state
    who = listed([b.name for b in foes])

    def unseen(label: str, then: str, rule: str) -> Option:
        sharpest = resist_pool(s, foes, "dis", "perception", "hear see").dice
        return Option(label, hint=f"{_chance(s, 'stealth', 'adr', sharpest)}; {then}", rule=rule)

    options: dict[str, Label] = {
        "fight": Option("Call for initiative", hint="swords out", rule="DON-CALL-01"),
        "sneak": partial(unseen, "Sneak up on them", "dice for initiative, and in close", "DON-SURP-01"),
        "look": Option("Watch and listen", hint="win, and say what is true of them", rule="DON-PERC-01"),
        "slip": partial(unseen, "Slip past", "no fight, and no experience for one", "DON-CONT-03"),
        "declare": Option("Something else", hint="in your own words", rule="DON-INTRO-03"),
    }
    if any(b.spell_dice or any(a.spell for a in b.abilities) for b in s.party()):
        options["magic"] = Option("Work magic", hint="gather power, or let it go", rule="DON-GATH-01")
    if any("talks" in b.tags for b in foes):
        options["talk"] = partial(_talking, s, next(b for b in foes if "talks" in b.tags))
        if any(b.wealth for b in s.party()):
            options["bribe"] = Option("Offer money first", hint="dice on the talk", rule="DON-BRIBE-01")
    waited = scene.rounds >= PATIENCE
    if waited:
        options = {k: v for k, v in options.items() if k in ("fight", "slip", "magic")}
    key = await t.choose(
        lead_seats(s),
        "{who} {n:has|have} waited long enough: blows, or away. What do you do?"
        if waited
        else "{who} {n:is|are} asleep. What do you do?"
        if all(asleep(b) for b in foes)
        else "{who} {n:has|have} not decided about you yet. What do you do?",
        options,
        rule="DON-CALL-01",
        who=capital(who),
        n=len(foes),
    )
    actor = s.pc(t.by)
    scene.rounds += 1
    if key == "fight":
        start_fight(t, scene, foes, by_party=True)
    elif key == "sneak":
        scene.stage = "sneak"
        scene.data["turn"] = "0"
    elif key == "look":
        seen, _ = await look_around(t, actor, f"watch {foes[0].name}")
        if seen:
            reveal(t, present(s, scene))
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
        await free_action(t, scene, actor, foes)
    elif key == "magic":
        await meeting_magic(t, scene, foes)
    elif key == "bribe":
        await bribe(t, actor, next(b for b in foes if "talks" in b.tags))
    else:
        npc = next(b for b in foes if "talks" in b.tags)
        result, manner = await talk(t, actor, npc, "talking them round")
        if result.won:
            won_over(t, scene, foes, npc, threatened=manner == "threat")
        elif await comes_to_blows(t, npc):
            start_fight(t, scene, foes, by_party=False)


_PAST = "Won, you are past them. Lost, they come at you."
STAKES = {  # what free_action below makes of it
    "social": "Won, they let you by. Lost, they may come at you.",
    "stealth": _PAST,
    "movement": _PAST,
    "": "Won, they are still there, but for what you state. Lost, it costs time, and they have noticed.",
}


async def free_action(t: Table[Donjon], scene: Scene, actor: Being, foes: list[Being]) -> None:
    """What is done in free words before foes ends in something that the scene obeys: solved, changed, worse or delayed
    (DON-CONT-03, DON-CALL-01, DON-XP-03)."""
    deed = await declare(t, actor, foes, STAKES)
    left = present(t.state, scene)
    if deed.back:
        scene.rounds -= 1
    elif deed.strikes:
        start_fight(t, scene, foes, by_party=True)
    elif SETTLED in scene.data or not left:
        return
    elif deed.kind == "social":
        if deed.won:
            won_over(t, scene, left, left[0])
        elif await comes_to_blows(t, left[0]):
            start_fight(t, scene, left, by_party=False)
    elif deed.kind in ("stealth", "movement"):
        if deed.won:
            narrate.say(t, "slipped", rule="DON-CONT-03")
            scene.foes = []
            scene.over = True
        else:
            start_fight(t, scene, left, by_party=False)
    elif not deed.won:
        t.tell("It costs time, and they have noticed.", rule="DON-CALL-01")
        scene.rounds += 1


async def work_magic(t: Table[Donjon]) -> Spell | None:
    """Magic outside a fight: gather, or release what is held (DON-GATH-01, DON-CAST-01). Returns the spell that was let go."""
    s = t.state
    casters = [b for b in s.party() if any(a.spell for a in b.abilities)]
    options: dict[str, str | Option] = {}
    for b in casters:
        if can_cast(b) and b.spell_dice < 9:
            options[Said("gather", b.id).key] = Option(
                f"{b.name} gathers power", hint=f"holds {b.spell_dice}", rule="DON-GATH-01"
            )
        if b.spell_dice and b.words:
            options[Said("release", b.id).key] = Option(f"{b.name} releases a spell", rule="DON-CAST-01")
    options["none"] = Option("Better not")
    key = await t.choose(lead_seats(s), "What magic?", options, rule="DON-GATH-01")
    match read(key):
        case Said("gather", who):
            await gather(t, s.beings[who])
        case Said("release", who):
            spell = await compose(t, s.beings[who])
            if spell is not None:
                await release(t, s.beings[who], spell)
            return spell
    return None


async def meeting_magic(t: Table[Donjon], scene: Scene, foes: list[Being]) -> None:
    """Magic before foes who have not decided yet: what hurts them is a blow, what only clouds their minds is not noticed
    (DON-CAST-01, DON-CALL-01)."""
    spell = await work_magic(t)
    left = present(t.state, scene)
    if spell is None:
        return
    if not left and SETTLED not in scene.data:
        combat_award(t, foes)
        scene.over = True
    elif left and any(effect in ("hurt", "hinder-body") for effect in spell.effects):
        start_fight(t, scene, left, by_party=True)


def won_over(t: Table[Donjon], scene: Scene, foes: list[Being], npc: Being, *, threatened: bool = False) -> None:
    """They let the party by, and count as overcome (DON-XP-03)."""
    for b in foes:
        b.status = "gone"
        b.dealt = "scared" if threatened else b.dealt or "let"
    narrate.say(t, "scared_off" if threatened else "let_by", rule="DON-XP-03", target=npc.name)
    combat_award(t, foes)
    stop = quest.stop_of(t.state, scene.encounter)
    if stop is not None and stop.people:
        stop.befriended = stop.befriended or not threatened
    scene.over = True


async def comes_to_blows(t: Table[Donjon], npc: Being) -> bool:
    """Words have failed: the Game Master may call for initiative now, and the machine does (DON-CALL-01)."""
    ways = {"blows": "They call for initiative", "wait": "They wait for what comes next"}
    said = await call(
        t, "npcs", "Talking to {npc} has failed. Does it come to blows?", ways, "blows", rule="DON-CALL-01", npc=npc.name
    )
    return said == "blows"


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


async def foes_scene(t: Table[Donjon], scene: Scene) -> None:
    """Opponents, seen in time."""
    s = t.state
    if scene.stage == "meet":
        foes = present(s, scene)
        if foes:
            await approach(t, scene, foes)
        else:
            scene.over = True
    elif scene.stage == "sneak":
        await sneaking(t, scene, present(s, scene))
    else:
        scene.over = True


async def how_strong(t: Table[Donjon], question: str, weights: dict[str, int]) -> int:
    """The Level of those who turn up: the Donjon Level, or one off (DON-NPC-01)."""
    steps = {"-1": "One Level below", "0": "The Donjon Level", "1": "One above"}
    able = {step: weight for step, weight in weights.items() if weight}
    offset = await call(t, "scenes", "{asked}", steps, able, rule="DON-NPC-01", asked=question)
    return max(1, t.state.donjon_level + int(offset))


async def wander(t: Table[Donjon], scene: Scene) -> None:
    """A wandering foe from the chapter's list, its Level by the party's state (DON-NPC-01, DON-NPC-02)."""
    s = t.state
    if scene.stage == "open":
        chapter = s.here
        assert chapter is not None
        rows = [row for row in chapter.opponents if not row.key or not content.bestiary()[row.key].lingers]
        row = rows[narrate.turn(s, f"wander/{s.chapter}", len(rows))]
        level = await how_strong(t, "How strong are they?", {"-1": 1} if s.homeward else balance(s))
        count = group_count(t, level - s.donjon_level, easy=s.homeward)
        again = expected(s)
        if again is not None:
            row, count = Foes(again.kind, "1"), 1
        made = spawn(t, Foes(row.key, "group", row.name, level, row.archetype), count, level)
        scene.foes = [b.id for b in made]
        scene.stage = "meet"
        give_wants(s, made)
        t.tell("{words}", rule="DON-SCENE-01", words=narrate.meeting(s, made))
        recognise(t, made)
    else:
        await foes_scene(t, scene)


async def creature(t: Table[Donjon], scene: Scene) -> None:
    """Somebody a player's fact has called into being (DON-AGM-11)."""
    s = t.state
    if scene.stage == "open":
        fact = next(f for f in s.facts if f.id == scene.seed_fact)

        word = somebody_in(fact.text) or fact.subject
        level = await how_strong(t, f"{narrate.stated(fact).rstrip('.')}: how strong?", balance(s))
        low = group_count(t, level - s.donjon_level, easy=True)
        said = number_in(fact.text, word) or max(low, 1 + (singular_name(word) != word))  # "toads" are more than one
        count = min(said, 2 * len(s.pcs()) + 2)  # as many as were said, as far as there is room
        made = [improvise(s, singular_name(whole_name(fact.text, word)), level) for _ in range(count)]
        name_group(s, made)
        recall(t, made)
        give_wants(s, made)
        state = condition_of(fact.text)
        if state is not None:
            for b in made:
                suffer(b, state)
        for b in made:
            t.meet("creature" if b.kind in content.bestiary() else "archetype", b.kind)
        scene.foes = [b.id for b in made]
        scene.stage = "meet"
        narrate.say(t, "as_said", rule="DON-AGM-11", foes=listed([b.name for b in made]))
    else:
        await foes_scene(t, scene)


def whole_name(text: str, word: str) -> str:
    """The creature word with the adjective before it: "a giant spider" -> "giant spider"."""
    words = [w.strip(".,!") for w in text.lower().split()]
    at = words.index(word) if word in words else -1
    if at > 0 and words[at - 1] not in _NO_NAME and not number_in(f"{words[at - 1]} x", "x") > 1:
        return f"{words[at - 1]} {word}"
    return word


_NO_NAME = (
    "a",
    "an",
    "the",
    "see",
    "hear",
    "of",
    "some",
    "is",
    "are",
    "few",
    "several",
    "many",
    "and",
    "no",
    "one",
    "meet",
    "find",
)


def singular_name(name: str) -> str:
    """One of them: "snoring bandits" -> "snoring bandit"."""
    first, _, last = name.rpartition(" ")
    return f"{first} {singular(last)}".strip()


async def beset(t: Table[Donjon], scene: Scene, name: str) -> None:
    """Somebody with one Flesh Wound left among the encounter's foes, on nobody's side but his own (DON-CHAP-07, DON-FUN-12)."""
    victim = spawn(t, Foes("human_fighter", "1", name), 1)[0]
    victim.wounds, victim.side = 1, 0
    await bring(t, scene, encounter_of(t.state, scene).foes)
    scene.friends = [victim.id]
    scene.stage = "meet"


async def rescue(t: Table[Donjon], scene: Scene) -> None:
    """A dying adventurer with one Flesh Wound among beasts (DON-CHAP-07)."""
    s = t.state
    if scene.stage == "open":
        await beset(t, scene, "dying adventurer")
    elif scene.stage == "after":
        victim = s.beings[scene.friends[0]]
        if victim.up:
            goal_award(t, s.donjon_level + 3, "saving his life")
        scene.awarded = scene.over = True
    else:
        await foes_scene(t, scene)

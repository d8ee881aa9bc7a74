"""Tasks: a Test called by a player or the Game Master outside a fight, from declaring it to narrating it. Chapter 4."""

from __future__ import annotations

from .....engine import Option, Table
from ... import content, odds
from ...being import Being, Bonus
from ...reading.english import ground
from ...reading.english import words as ground_words
from ...reading.retell import retold
from ...state import Donjon, Fact
from ..basics import lengths, narrate
from ..basics.judging import call, holds
from ..basics.people import KNOWN, OFFERED, want_of
from ..basics.words import stems
from ..concepts.contest import Pool, Result, contest
from ..concepts.facts import Setting
from ..concepts.law import gm_won, keep, player_won
from ..harm.damage import hazard, severity_parts, threaten_item
from ..magic.magic import look
from ..resolution.picking import choose_pool, opposing_extra
from ..resolution.pools import best_ability, difficulty_pool, foe_tags, level_of, lit, place_tags, pool, steps, tagged, tempered

STEPS = {"easy": "Easy", "medium": "Medium", "hard": "Hard", "very_hard": "Very Hard", "crazy": "Crazy"}
WANTED = "want"  # a manner of its own, once it has come out what they want
MANNERS = {
    "charm": "Friendly and open",
    "threat": "Threatening",
    "lie": "Lying",
    "plead": "Pleading honestly",
    "bargain": "Bargaining",
}


def against_dice(b: Being, kind: str) -> int:
    """Dice the Game Master kept against this character's next related Test (DON-LAW-09)."""
    return sum(x.dice for x in b.bonus if x.about.startswith("gm:") and _near(x.about[3:], kind))


def _near(about: str, kind: str) -> bool:
    return about == kind or kind in content.gm().related.get(about, [])


def take_against(b: Being, kind: str) -> int:
    """Use them."""
    n = against_dice(b, kind)
    b.bonus = [x for x in b.bonus if not (x.about.startswith("gm:") and _near(x.about[3:], kind))]
    return n


def perception_step(s: Donjon, *, way: bool = False) -> str:
    """How much control the Game Master wants (DON-PERC-01, DON-AGM-03)."""
    if s.here is None:
        return "medium"
    if not lit(s):
        return "crazy"  # DON-FUN-19
    owed = s.here.quota - s.owed_cut - s.scenes_done[s.chapter - 1]
    if way and owed >= 2:
        return "very_hard"
    if owed <= 0 or s.stuck >= 2:
        return "easy"
    if s.scene is not None and s.scene.planned:
        return "hard" if s.scene.stage == "set" else "medium"
    return "medium"


async def task(
    t: Table[Donjon],
    b: Being,
    kind: str,
    step: str,
    why: str,
    *,
    rule: str,
    attr: str | None = None,
    words: str = "",
    danger: int = -1,
    danger_words: str = "fall",
    printed_danger: int = -1,
    against: Pool | None = None,
    target: Being | None = None,
    law: bool = True,
    any_weapon: bool = False,
    settled: bool = False,
    bring: str = "",
) -> tuple[Result, list[Fact], int]:
    """One Test: difficulty (or an opponent's dice), the player's pool, the Law, and harm if it was announced.

    Returns the result, the facts stated, and the dice the winner did not spend on facts.
    """
    s = t.state
    if against is None:
        if not settled:  # she has not said how hard it is
            ladder = steps(s) if holds(t, "difficulty") else STEPS
            step = await call(t, "difficulty", "{who}: {why}. How hard?", ladder, step, rule="DON-UNC-02", who=b.name, why=why)
        other = difficulty_pool(s, step, [("kept against you", take_against(b, kind))])
        if s.scene is not None:
            s.scene.difficulty = step
    else:
        other = against.plus("kept against you", take_against(b, kind))
    if danger >= 0 or printed_danger >= 0:
        narrate.say(t, "beware", rule="DON-HARM-01", actor=b.name)
    tags = tagged(why, words, place_tags(s), foe_tags(s, target) if target is not None else "")
    if any_weapon:
        tags = tags | tagged("weapon")
    pick_kind = kind
    borrowed = []
    if any_weapon:  # any weapon Ability may be used (DON-FUN-13)
        for ability in b.abilities:
            if "attack" in ability.adds and kind not in ability.adds:
                ability.adds.append(kind)
                borrowed.append((ability, ability.when))
                ability.when = []
    picked = await choose_pool(
        t,
        b,
        pick_kind,
        attr=attr,
        tags=tags,
        other=other.dice,
        why=why,
        rule=rule,
        against=target.id if target is not None else "",
        bring=bring,
    )
    for ability, when in borrowed:
        ability.adds.remove(kind)
        ability.when = when
    for name, dice in opposing_extra(b, kind, stretched=picked.stretched):
        other = other.plus(name, dice)
    result = await contest(t, picked.pool, other, _headed(b, why), rule=rule)
    about = Setting(kind, why, b, target, tags)
    if result.won:
        if s.scene is not None and against is None:
            s.scene.beaten = max(s.scene.beaten, level_of(s, step))
        if not law:
            return result, [], result.n
        stated = await player_won(t, b, result.n, about, against=target.id if target is not None else "")
        return result, stated, 0
    if not law:
        return result, [], result.n
    situation = "threat_of_damage" if danger >= 0 or printed_danger >= 0 else kind
    stated, dice = await gm_won(t, b, result.n, about, situation=situation)
    if danger >= 0 or printed_danger >= 0:
        parts = (
            [("the fall", printed_danger), ("dice from the failure", dice)]
            if printed_danger >= 0
            else severity_parts(s, danger, dice)
        )
        await hazard(t, b, parts, tagged(danger_words), why=f"{b.name} is hurt")
        return result, stated, 0
    item = next((i for i in b.items if i.abilities and any(kind in a.adds for a in i.abilities)), None)
    if kind == "handiwork" and item is not None and result.n >= 2:
        t.tell("{item} is in danger.", rule="DON-IHARM-01", item=item.cap)
        await threaten_item(t, b, item, result.n - 1)
        return result, stated, 0
    if dice:
        b.bonus.append(Bonus(dice, f"gm:{kind}", why, only=True, scene=s.scene_no))
    return result, stated, dice


def _headed(b: Being, why: str) -> str:
    """What a throw is for: a plan in a player's words as the story tells it, anything else after the name."""
    told = retold(why, b.name, b.pronoun)
    return told if told.startswith(b.name) else f"{b.name}: {why}"


def resist_pool(s: Donjon, foes: list[Being], attr: str, kind: str, words: str) -> Pool:
    """Against several opponents the best single pool among them rolls for all (DON-CONT-03)."""
    pools = [
        pool(s, o, kind, attr=attr, ability=best_ability(s, o, kind, tagged(words, place_tags(s))), tags=frozenset())
        for o in foes
        if o.up
    ]
    return max(pools, key=lambda p: p.dice) if pools else Pool("nobody", [])


async def sneak(t: Table[Donjon], b: Being, foes: list[Being]) -> bool:
    """Sneaking up: Adroitness against their Discernment; dice for Initiative on either side (DON-SURP-01, DON-SURP-02)."""
    s = t.state
    other = resist_pool(s, foes, "dis", "perception", "hear see")
    if b.spell_dice:
        t.tell("It does not help that {look}.", rule="DON-HOLD-02", look=look(b))
    result, _, dice = await task(t, b, "stealth", "medium", "sneaking up", rule="DON-CONT-03", against=other, target=None)
    if result.won:
        b.hint = "hidden"
        return True
    b.bonus = [x for x in b.bonus if x.about != "gm:stealth"]
    able = [o for o in foes if o.up]
    for number in range(dice):
        o = able[number % len(able)]
        keep(s, o, 1, "initiative", "they heard you", only=True)
    return False


async def look_around(t: Table[Donjon], b: Being, aim: str = "") -> tuple[bool, list[Fact]]:
    """A perception Test at any time: the player says afterwards what was there (DON-ABIL-09, DON-LAW-02, DON-PERC-01)."""
    s = t.state
    text = aim or await t.ask_text(
        b.seat,
        "What does {who} look or listen for? (You need not know yet.)",
        rule="DON-LAW-02",
        high=lengths.LINE,
        suggest=lambda: look_ideas(s, b),
        who=b.name,
    )
    said = ground_words(text)
    sought = any(word in said for word in ("find", "search", "look", "seek", "hidden", "secret"))
    ways = stems("way exit path door stair entrance passage")
    way = sought and bool(stems(text) & ways)
    words = "hear see search track" + (" secret" if "hidden" in said else "") + (" door" if way else "")
    result, stated, _ = await task(
        t, b, "perception", tempered(s, perception_step(s, way=way), "look"), text, rule="DON-PERC-01", attr="dis", words=words
    )
    return result.won, stated


def look_ideas(s: Donjon, b: Being) -> list[str]:
    """Things to look for."""
    base = [
        "look around without an aim",
        "listen for trouble ahead",
        "search for a hidden way",
        "search for tracks",
        "look for anything worth having",
    ]
    start = (s.scene_no + b.seat) % len(base)
    return [base[(start + k) % len(base)] for k in range(4)]


async def talk(t: Table[Donjon], b: Being, npc: Being, why: str, *, rule: str = "DON-CONT-01") -> tuple[Result, str]:
    """A social Test in a chosen manner: Sociality against Discernment (DON-CONT-03, DON-ABIL-07)."""
    s = t.state
    theirs = pool(s, npc, "save_mind", attr="dis", ability=best_ability(s, npc, "save_mind", frozenset()), tags=frozenset())
    facing = theirs.dice + against_dice(b, "social") + sum(dice for _, dice in opposing_extra(b, "social"))
    want = want_of(npc) if s.scene is not None and KNOWN in s.scene.data else None
    ways = [*MANNERS, *([WANTED] if want is not None else [])]

    def describe(way: str) -> Option:
        if want is not None and way == WANTED:
            mine = pool(s, b, "social", attr="soc", ability=best_ability(s, b, "social", tagged(why)), tags=tagged(why)).dice
            return Option(f"Offer {want.offer}", hint=odds.words(mine, max(0, facing - OFFERED), s.die))
        tags = tagged(why, way, place_tags(s), foe_tags(s, npc))
        ability = best_ability(s, b, "social", tags)
        mine = pool(s, b, "social", attr="soc", ability=ability, tags=tags).dice
        helped = f"{ability.name}: " if ability is not None else ""
        return Option(MANNERS[way], hint=helped + (odds.words(mine, facing, s.die) if s.options.odds_shown else f"{mine} dice"))

    manner = await t.choose(
        b.seat,
        "How does {who} put it to {npc}?",
        ways,
        rule="DON-ABIL-07",
        describe=describe,
        who=b.name,
        npc=npc.name,
    )
    if manner == WANTED:
        theirs = theirs.plus("what they want", -OFFERED)
    result, _, _ = await task(t, b, "social", "medium", why, rule=rule, attr="soc", words=manner, against=theirs, target=npc)
    if result.won and manner == WANTED:
        npc.dealt = "offered"
    return result, manner


def contest_for(action: str, kind: str) -> tuple[str, str, str]:
    """Attributes and Ability kind of a contested action (DON-CONT-03): actor's, opponent's, opponent's Ability."""
    said = ground_words(action)
    for row in content.gm().contests:
        if row.kind == kind and any(ground(word) in said for word in row.words):
            return row.actor, row.opponent, row.ability
    for row in content.gm().contests:
        if row.kind == kind:
            return row.actor, row.opponent, row.ability
    attr = content.gm().kinds[kind].attribute or "adr"
    return attr, "dis", "perception"

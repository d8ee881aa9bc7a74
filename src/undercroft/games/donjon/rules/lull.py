"""The lull: going on, parley, breaking off, surrender; and the end of a combat. Chapter 5."""

from __future__ import annotations

from ....engine import Option, Table
from ..being import Being
from ..state import Donjon
from . import narrate, tactics
from .combat import ready
from .contest import Pool, contest
from .judging import call
from .picking import choose_pool, opposing_extra
from .pools import foe_tags, save_pool, score, tagged

LULL = {
    "on": Option("Fight on", rule="DON-FLUR-02"),
    "talk": Option("Parley", hint="offer terms: a social Test", rule="DON-FLUR-03"),
    "off": Option("Break off", hint="the fight ends if they agree", rule="DON-FLUR-02"),
}


YIELD = Option("Surrender", hint="they take what is loose and half the Wealth, and go", rule="DON-FLUR-03")


def surrender(t: Table[Donjon], ours: list[Being], theirs: list[Being]) -> None:
    """The party gives in: robbed, and let go (DON-FLUR-03)."""
    for b in t.state.pcs():
        b.wealth //= 2
        for item in [i for i in b.items if not i.permanent]:
            b.items.remove(item)
        b.worn = [i for i in b.worn if any(x.id == i for x in b.items)]
        b.wielding = next((i.id for i in b.items if i.sort == "weapon"), "")
    for o in theirs:
        o.status = "fled"
    narrate.say(t, "surrender", rule="DON-FLUR-03")
    t.state.turning.append("The party surrenders")


async def lull(t: Table[Donjon]) -> None:
    """When 1 has been called: talk, and say whether to go on, parley or break off (DON-FLUR-01 to 03)."""
    s = t.state
    assert s.fight is not None
    s.fight.answered = False
    narrate.say(t, "lull", rule="DON-FLUR-01")
    ours = [b for b in s.party() if any(f.id == b.id for f in s.fight.fighters)]
    theirs_talk = any("talks" in s.beings[f.id].tags for f in s.fight.fighters if s.beings[f.id].side == 1 and s.beings[f.id].up)
    offers = {**LULL, "yield": YIELD} if theirs_talk else LULL
    theirs = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 1 and s.beings[f.id].up]
    say: list[str] = []
    for b in ours:
        say.append(await t.choose(b.seat, "A lull. What does {who} want?", offers, rule="DON-FLUR-03", who=b.name))
    s.fight.answered = True
    foe_says = await call(
        t, "npcs", "A lull. What do your creatures want?", LULL, tactics.wants_lull(s, theirs), rule="DON-FLUR-03"
    )
    if "yield" in say and "on" not in say and foe_says == "on":
        surrender(t, ours, theirs)
        end_fight(t)
        if s.scene is not None:
            s.scene.bodies = []
        return
    if "on" not in say and foe_says in ("off", "talk") and "talk" not in say:
        narrate.say(t, "part", rule="DON-FLUR-02")
        _part(s, theirs)
        end_fight(t)
        return
    if ("talk" in say and "on" not in say) or (foe_says == "talk" and "on" not in say):
        if await parley(t, ours, theirs, foe_says):
            end_fight(t)
            return
        if foe_says != "on":  # the words came to nothing, but nobody wants to go on
            narrate.say(t, "part_words", rule="DON-FLUR-02")
            _part(s, theirs)
            end_fight(t)
            return
    elif foe_says != "on":
        narrate.say(t, "not_let_off", rule="DON-FLUR-02")
    if s.fight.flurry >= 12:
        narrate.say(t, "weary", rule="DON-FLUR-02")
        _part(s, theirs)
        end_fight(t)
        return
    s.fight.stage = "initiative"


def _part(s: Donjon, theirs: list[Being]) -> None:
    for o in theirs:
        o.status = "fled"


async def parley(t: Table[Donjon], ours: list[Being], theirs: list[Being], foe_says: str) -> bool:
    """Words between flurries: a social Test against the best of them; won, they yield (DON-FLUR-03)."""
    s = t.state
    talkers = [o for o in theirs if "talks" in o.tags]
    if not talkers or not ours:
        t.tell("There is nobody there to talk to.", rule="DON-FLUR-03")
        return False
    narrate.say(t, "parley", rule="DON-FLUR-03", target=talkers[0].name)
    speaker = max(ours, key=lambda b: b.now[5] + max((score(b, a) for a in b.abilities if "social" in a.adds), default=0))
    defence = max((save_pool(s, o, "save_mind") for o in talkers), key=lambda p: p.dice)
    if foe_says == "talk":
        defence = Pool(defence.who, [*defence.parts, ("afraid", -3)])
    picked = await choose_pool(
        t,
        speaker,
        "social",
        tags=tagged("threat lie plead charm bargain fight", foe_tags(s, talkers[0])),
        other=defence.dice,
        why="offering terms",
        rule="DON-FLUR-03",
    )
    for name, dice in opposing_extra(speaker, "social", stretched=picked.stretched):
        defence = defence.plus(name, dice)
    result = await contest(t, picked.pool, defence, f"{speaker.name} offers terms", rule="DON-FLUR-03")
    if not result.won:
        t.tell("They spit, and raise their weapons.", rule="DON-FLUR-03")
        return False
    for o in theirs:
        if "rooted" not in o.tags:
            o.status = "yielded"
    t.tell("They lower their weapons. It is over.", rule="DON-FLUR-03")
    return True


def end_fight(t: Table[Donjon]) -> None:
    """The combat is over; experience and looting follow within the same scene (DON-FLUR-04, DON-XP-02)."""
    from .experience import combat_award

    s = t.state
    assert s.fight is not None
    fight = s.fight
    fight.stage = "over"
    foes = [s.beings[f.id] for f in fight.fighters if s.beings[f.id].side == 1]
    for b in [s.beings[f.id] for f in fight.fighters]:
        b.frozen = 0
        b.penalties = [p for p in b.penalties if p.until not in ("flurry", "action")]
        b.boons = [p for p in b.boons if p.until != "flurry"]
        b.bonus = [x for x in b.bonus if x.about != "movement"]
        b.hint = ""
        if b.pc and b.status == "fled":
            b.status = "up"
    for b in s.pcs():
        if b.wielding == "" and b.status == "up":
            able = next((i for i in b.items if i.sort == "weapon"), None)
            ready(s, b, able)
    s.first_fight = False
    combat_award(t, foes)
    if s.scene is not None:
        s.scene.bodies = [o.id for o in foes if o.status in ("out", "dead", "yielded")]
        s.scene.foes = [o.id for o in foes]
    s.fight = None
    if s.phase == "fight":
        s.phase = "loot"

"""The lull: going on, parley, breaking off, surrender; and the end of a combat. Chapter 5."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import listed
from ...being import Being
from ...state import Donjon
from ..basics import narrate
from ..basics.judging import call, holds
from ..characters.experience import combat_award
from . import tactics
from .combat import ready
from .parley import parley

LULL = {
    "on": Option("Fight on", rule="DON-FLUR-02"),
    "talk": Option("Parley", hint="ask for terms: a social Test", rule="DON-FLUR-03"),
    "off": Option("Break off", hint="the fight ends if they agree", rule="DON-FLUR-02"),
}


YIELD = Option("Surrender", hint="they take what is loose and half the Wealth, and go", rule="DON-FLUR-03")
PAY = Option("Pay and go", hint="they have offered: half the Wealth, and nothing else", rule="DON-FLUR-03")
SIGNS = {"talk": "lull_afraid", "off": "lull_restless", "offer": "lull_offer"}  # what one can see of them, as an event


def surrender(t: Table[Donjon], theirs: list[Being], *, offered: bool) -> None:
    """The party gives in: robbed, and let go; cheaper when the others have named the price (DON-FLUR-03)."""
    for b in t.state.pcs():
        b.wealth //= 2
        if offered:
            continue
        for item in [i for i in b.items if not i.permanent]:
            b.items.remove(item)
        b.worn = [i for i in b.worn if any(x.id == i for x in b.items)]
        b.wielding = next((i.id for i in b.items if i.sort == "weapon"), "")
    for o in theirs:
        o.status = "fled"
    narrate.say(t, "paid_off" if offered else "surrender", rule="DON-FLUR-03")
    t.state.turning.append("The party pays to be let go" if offered else "The party surrenders")


async def lull(t: Table[Donjon]) -> None:
    """When 1 has been called: talk, and say whether to go on, parley or break off (DON-FLUR-01 to 03)."""
    s = t.state
    assert s.fight is not None
    s.fight.answered = False
    narrate.say(t, "lull", rule="DON-FLUR-01")
    ours = [b for b in s.party() if any(f.id == b.id for f in s.fight.fighters)]
    theirs = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 1 and s.beings[f.id].up]
    usual = tactics.wants_lull(s, theirs)
    sign = "" if holds(t, "npcs") else "offer" if usual == "on" and tactics.offers(s, theirs) else usual
    if sign in SIGNS:
        narrate.say(t, SIGNS[sign], rule="DON-FLUR-03", foes=listed([o.name for o in theirs]))
    offers = dict(LULL)
    if any("talks" in o.tags for o in theirs):
        offers["yield"] = PAY if sign == "offer" else YIELD
    else:
        offers["talk"] = Option("Parley", hint="they do not look like talkers", rule="DON-FLUR-03")
    say: list[str] = []
    for b in ours:
        say.append(await t.choose(b.seat, "What does {who} want now?", offers, rule="DON-FLUR-03", who=b.name))
    s.fight.answered = True
    foe_says = await call(t, "npcs", "A lull. What do your creatures want?", LULL, usual, rule="DON-FLUR-03")
    if "yield" in say and "on" not in say and foe_says == "on":
        surrender(t, theirs, offered=sign == "offer")
        end_fight(t)
        if s.scene is not None:
            s.scene.bodies = []
        return
    if "on" not in say and foe_says in ("off", "talk") and "talk" not in say:
        narrate.say(t, "part", rule="DON-FLUR-02")
        _part(s, theirs)
        end_fight(t)
        return
    if "talk" in say and "on" not in say:
        speakers = [b for b, word in zip(ours, say, strict=True) if word == "talk"]
        if await parley(t, speakers, theirs, foe_says):
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


def end_fight(t: Table[Donjon]) -> None:
    """The combat is over; experience and looting follow within the same scene (DON-FLUR-04, DON-XP-02)."""
    s = t.state
    assert s.fight is not None
    fight = s.fight
    fight.stage = "over"
    foes = [s.beings[f.id] for f in fight.fighters if s.beings[f.id].side == 1]
    ours = [s.beings[f.id] for f in fight.fighters if s.beings[f.id].pc]
    driven_off = any(o.up for o in foes) and not any(b.up for b in ours)  # nobody searches a field he has left
    for b in [s.beings[f.id] for f in fight.fighters]:
        b.frozen = 0
        b.penalties = [p for p in b.penalties if p.until not in ("flurry", "next", "action")]
        b.boons = [p for p in b.boons if p.until != "flurry"]
        b.bonus = [x for x in b.bonus if x.about != "movement"]
        b.hint = ""
        if b.pc and b.status == "fled":
            b.status = "up"
    for b in s.pcs():
        if b.wielding == "" and b.status == "up":
            able = next((i for i in b.items if i.sort == "weapon"), None)
            ready(b, able)
    s.first_fight = False
    combat_award(t, foes)
    if s.scene is not None:
        left = driven_off or s.scene.data.pop("passed", "") == "1"
        s.scene.bodies = [] if left else [o.id for o in foes if o.status in ("out", "dead", "yielded")]
        s.scene.foes = [o.id for o in foes]
    s.fight = None
    if s.phase == "fight":
        s.phase = "loot"

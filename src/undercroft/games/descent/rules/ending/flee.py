"""Flee: running away, what stalls pursuit, and parting blows (DES-FLEE, DES-MAGW-12)."""

from __future__ import annotations

from .....engine import Option, Table
from ...bestiary import bestiary, one_of
from ...state import Battle, Game, count, dial, member
from ..basics.answers import Who, chosen, whos
from ..basics.asides import remark
from ..basics.deeds import deeds_of
from ..basics.judging import judged
from ..battle.balls import dismiss_demon
from ..battle.field import pursued, refill
from ..battle.onslaught import foes_attack
from ..company.coming import end_meeting, start_battle
from ..directions.passages import run_out, way_out
from ..directions.pins import strew
from ..mapping.mapping import BEWARE, jot
from ..personas.baggage import discover, held, kinds_held, take_goods
from ..personas.karma import reward_deed
from ..personas.line_up import front_row
from ..personas.people import chivalrous, leader_seat, living, seat_of, spend, take_ball, usable_balls
from ..wounds.wounds import all_lost, defeat, mend, mourn
from .outcome import finished

RULES = {
    "tangle": "DES-MAGW-12", "tangling": "DES-SPELL-27", "bomb": "DES-MAGW-37", "grenade": "DES-SUP-35", "pins": "DES-SUP-21",
    "wrap": "DES-SUP-26", "glue": "DES-SUP-36", "brandy": "DES-SUP-30", "blind": "DES-SPELL-26",
}  # fmt: skip
WORDS = {
    "tangle": "The weed shoots up and fills the chamber.", "tangling": "The ball bursts into weed from wall to wall.",
    "bomb": "The bomb goes off in a cloud of smoke.", "grenade": "The grenade hisses, and nobody sees his hand before his eyes.",
    "pins": "A hundred pins skitter over the floor.", "wrap": "They run into the Handi Wrap and bounce.",
    "glue": "The door is glued shut behind you.", "brandy": "The brandy burns blue across the way.",
    "blind": "They grope about, still blind.",
}  # fmt: skip
GOODS = {"tangle": "TANGLE-WEED", "bomb": "SMOKE BOMBS", "grenade": "SMOKE GRENADES", "pins": "PINS", "wrap": "HANDI WRAP"}


def stalls(s: Game, b: Battle, *, judged: bool = False) -> list[tuple[str, str]]:
    """What would let the party run unstabbed here and now; in the open weed is thrown only where a person may judge of it
    (DES-FLEE-03, DES-MAGW-13).
    """
    found: list[tuple[str, str]] = []
    chamber = b.place == "chamber"
    if not way_out(s, b.back):
        return found
    have = kinds_held(s)
    if held(s, "TANGLE-WEED") and (chamber or judged):
        found.append(("tangle", "tangle-weed" if chamber else "tangle-weed in the open, if the gamesmaster lets you"))
    if chamber and any(m.id not in b.threw and "TANGLING BALLS" in usable_balls(s, m) for m in living(s) if m.cls == "wizard"):
        found.append(("tangling", "a tangling ball"))
    if "SMOKE BOMBS" in have:
        found.append(("bomb", "a smoke bomb"))
    if "SMOKE GRENADES" in have:
        found.append(("grenade", "a smoke grenade"))
    if "PINS" in have and b.foes and all(foe.name in bestiary().traits.barefoot for foe in b.foes):
        found.append(("pins", "a hundred pins"))
    if "HANDI WRAP" in have and b.width == 1 and b.floor != "hall":
        found.append(("wrap", "handi wrap"))
    if chamber and "GLUE" in have:
        found.append(("glue", "glue on the door"))
    if "SAURIAN BRANDY" in have and "MATCHES" in have:
        found.append(("brandy", "burning brandy"))
    if b.stall:
        found.append(("blind", "their blindness"))
    return found


def must_stay(s: Game) -> bool:
    """The chivalrous do not run while a comrade is held or stoned beside them and no stall is used (DES-CHIV-03)."""
    row = front_row(s)
    trapped = any(m.held >= 0 for m in row) or any(
        member(s, number).status == "stone" and not member(s, number).carried for number in s.party
    )
    leader = member(s, s.leader)
    return trapped and chivalrous(leader) and len(row) > 1


def _use(t: Table[Game], b: Battle, stall: str) -> None:
    s = t.state
    if stall in GOODS:
        take_goods(s, GOODS[stall], 1)
        discover(t, GOODS[stall])
        if stall == "pins":
            strew(s)
    elif stall == "tangling":
        wizard = next(m for m in living(s) if "TANGLING BALLS" in usable_balls(s, m) and m.id not in b.threw)
        take_ball(wizard, "TANGLING BALLS")
        t.meet("spell", "TANGLING BALLS")
    elif stall in ("glue", "brandy"):
        if stall == "brandy":
            take_goods(s, "SAURIAN BRANDY", 1)
            discover(t, "SAURIAN BRANDY")
        name = "GLUE" if stall == "glue" else "MATCHES"
        owner = next((m for m in living(s) if m.goods.get(name)), None)
        if owner is not None:
            spend(owner, name)
        else:
            take_goods(s, name, 1)
        discover(t, name)
    t.meet("stall", stall)


async def run(t: Table[Game], stall: str) -> None:
    """The party runs: stabbed in the back unless it stalls them (DES-FLEE-02, DES-FLEE-04, DES-FLEE-06)."""
    s = t.state
    b = s.battle
    assert b is not None
    count(s, "runs")
    if not stall and must_stay(s):
        t.tell(
            "{name} is chivalrous and will not leave a comrade so. The party stays.",
            rule="DES-CHIV-03",
            name=member(s, s.leader).name,
        )
        if s.phase == "meeting":
            start_battle(t)
        return
    if stall == "tangle" and b.place != "chamber" and not await weed_in_the_open(t, b):
        return
    left_behind = deeds_of(b.foes[0].name).left_behind
    if stall:
        _use(t, b, stall)
        t.tell(WORDS[stall] + " The party runs, and nothing follows at once.", rule=RULES[stall])
    elif left_behind is None or not left_behind(t, b):
        t.tell("The party runs.", rule="DES-FLEE-02")
        refill(s, b)
        await foes_attack(t, b, bonus=int(dial(s, "parting_blow_bonus")), parting=True)
        if all_lost(s):
            await defeat(t)
            return
    await carry_stone(t)
    await get_away(t, b, stalled=bool(stall))


async def weed_in_the_open(t: Table[Game], b: Battle) -> bool:
    """Barred in the open, where it may catch the party too, unless the gamesmaster allows it (DES-MAGW-13); true if it works."""
    s = t.state
    ruled = await judged(
        t,
        "weed",
        "Tangle-weed in the open. Do you let them?",
        {
            "refuse": Option("No, not here", hint="the weed stays in the bag"),
            "catch": Option("It catches everyone", hint="both sides lose their next attack; the weed is gone"),
            "allow": Option("It holds the baddies", hint="the party gets away"),
        },
        "refuse",
        rule="DES-MAGW-13",
    )
    if ruled == "refuse":
        t.tell("'Not in the open,' says the gamesmaster. The weed stays in the bag.", rule="DES-MAGW-13")
    elif ruled == "catch":
        take_goods(s, GOODS["tangle"], 1)
        b.missing += 1
        for m in living(s):
            m.misses += 1
        t.tell("The weed grows in all directions and ties up friend and foe alike.", rule="DES-MAGW-13")
    if ruled != "allow" and s.phase == "meeting":
        start_battle(t)
    return ruled == "allow"


async def carry_stone(t: Table[Game]) -> None:
    """The dead and stoned are left behind unless carried, one bearer each (DES-FLEE-04)."""
    s = t.state
    bearers = [m for m in living(s) if m.kind != "daughter"]
    for number in list(s.party):
        m = member(s, number)
        if m.status != "stone" or not bearers:
            continue
        choice = await t.choose(
            leader_seat(s),
            "Who carries {name}, who is stone?",
            ["leave", *(Who.say(one.id) for one in bearers)],
            rule="DES-FLEE-04",
            describe=lambda key: "Leave the statue" if key == "leave" else chosen(s, key).name,
            name=m.name,
        )
        m.carried = choice != "leave"
        if choice == "leave":
            m.status = "dead"
            s.dead.append(f"{m.name}, left behind as a statue")
            count(s, "deaths")
            mourn(t, m)
        else:
            bearer = chosen(s, choice)
            bearers.remove(bearer)
            bearer.shield_front = False


async def get_away(t: Table[Game], b: Battle, *, stalled: bool) -> None:
    """Back to the last decision point; chamber guardians stay, corridor baddies catch up on doubles (DES-FLEE-04,
    DES-FLEE-05).
    """
    s = t.state
    mend(s)
    dismiss_demon(s)
    for m in living(s):
        m.shield_front = False
    if b.chamber:
        s.guards[b.chamber].foes = b.foes
        jot(s, BEWARE + (one_of(b.foes[0].name) if len(b.foes) == 1 else b.foes[0].name))
    if b.place != "chamber" and not stalled and await pursued(t):
        t.tell("They catch up.", rule="DES-FLEE-05")
        s.phase = "battle"
        b.threw, b.stall = [], False
        return
    for foe in b.foes:
        if foe.member >= 0:
            member(s, foe.member).status = "gone"  # the traitor and whoever stood by him stay below (DES-TREAS-27)
    end_meeting(t)
    run_out(t, b.back)
    remark(t, "ran", s.tally.get("runs", 0))


async def rear_guard(t: Table[Game]) -> None:
    """One stays behind alone so that the others get away unstabbed: fifteen karma if he lives (DES-IDEA-05)."""
    s = t.state
    b = s.battle
    assert b is not None
    row = front_row(s)
    key = await t.choose(leader_seat(s), "Who stays behind?", whos(row), rule="DES-IDEA-05")
    hero = chosen(s, key)
    if seat_of(s, hero) != leader_seat(s):
        willing = await t.choose(seat_of(s, hero), "Will {name} stay behind alone?", {"yes": "Go. I will hold them.", "no": "No"},
                                 rule="DES-IDEA-05", name=hero.name)  # fmt: skip
        if willing == "no":
            return
    t.meet("deed", "rear-guard")
    before = [list(line) for line in s.lines]
    s.lines = [[hero.id], [number for line in before for number in line if number != hero.id], []]
    await foes_attack(t, b, bonus=int(dial(s, "parting_blow_bonus")), parting=True)
    s.lines = [[number for number in line if member(s, number).status == "ready"] for line in before]
    if await finished(t, b):
        return
    if hero.status == "ready":
        reward_deed(t, hero, "holding the rear alone", "DES-IDEA-05")
    await get_away(t, b, stalled=True)

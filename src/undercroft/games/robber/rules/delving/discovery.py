"""Discovery phase (Chapter 2): what the next stretch of dungeon holds - passages, doors, chambers, and odd things."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import told_odds
from ...content import TABLES, Entry
from ...phrases import say
from ...state import RobberState
from ..chambers import chamber, stairs
from ..character import sheet
from ..character.naming import name_of
from ..monsters import appearing, powers, running
from ..odd.happenings import odd_happening
from ..traps import bearings
from ..traps.bearings import force_back

OPENS = 5  # ROB-DOOR-03: on d6


async def discover(t: Table[RobberState]) -> None:
    """Roll d20 on the Discovery table (ROB-DISC-01) and play what it brings. A lost robber may walk in circles first."""
    s = t.state
    delve = s.delve
    circles = 0
    while True:
        roll = await t.roll("1d20", "Discovery", rule="ROB-DISC-01", seat=s.caller)
        entry = TABLES["discovery"].at(roll)
        delve.rolled, delve.found = roll, entry.text
        t.meet("discovery", entry.key)
        if entry.key != "straight" or delve.bearings == "mapping":
            break
        delve.room = await t.roll("1d10", "which room", rule="ROB-DISC-03", seat=s.caller)
        circles += 1
        say(t, "circles", rule="ROB-DISC-03", nth=circles, room=delve.room)
    await feature(t, entry, odd=roll in entry.odd)


async def feature(t: Table[RobberState], entry: Entry, *, odd: bool) -> None:
    """Play one feature of the Discovery table."""
    if entry.key == "straight":
        say(t, "straight", rule="ROB-DISC-02")
    elif entry.key == "side_passage":
        await side_passage(t, odd=odd)
    elif entry.key == "door":
        await door(t)
    elif entry.key == "chamber":
        await chamber.chamber(t)
    elif entry.key == "turn":
        await passage_turns(t, odd=odd)
    elif entry.key == "dead_end":
        await bearings.face_dead_end(t, rule="ROB-DISC-13")
    elif entry.key == "stairs":
        await found_stairs(t, rule="ROB-DISC-16")
    elif entry.key == "wandering_monster":
        await wandering_monster(t)
    else:
        await chamber.trick_or_trap(t, rule="ROB-DISC-20")


async def found_stairs(t: Table[RobberState], *, rule: str) -> None:
    """Stairs (ROB-DISC-16, ROB-CHAM-06); a pursued robber may drop something first."""
    if t.state.delve.bearings == "pursued":
        await running.offer_drop(t)
    await stairs.find_stairs(t, rule=rule)


async def wandering_monster(t: Table[RobberState]) -> None:
    """19 (ROB-DISC-18): a monster comes along; signs seen earlier allow to keep out of its way once (ROB-AOH-31)."""
    s = t.state
    if s.delve.bearings == "pursued":
        await running.offer_drop(t)
    if s.delve.signs:
        s.delve.signs = False
        key = await t.choose(
            s.caller,
            "These are the tracks you saw. Something is coming. Keep out of its way?",
            {"ignore": Option("Let it pass", hint="uses up what you know"), "meet": Option("Stay and meet it")},
            rule="ROB-AOH-31",
        )
        if key == "ignore":
            t.tell("It passes. You were never there.", rule="ROB-AOH-31")
            return
    await appearing.wandering(t, rule="ROB-DISC-18")


async def side_passage(t: Table[RobberState], *, odd: bool) -> None:
    """3-7 (ROB-DISC-04 to -08): straight on, or aside; an odd number means something odd; the pursued may shake off."""
    s = t.state
    pursued = s.delve.bearings == "pursued"
    if pursued:
        pursued = not await running.offer_drop(t)
    if t.brief and not odd and not pursued:
        say(t, "by", rule="ROB-DISC-04")  # either way nothing happens: nothing to decide
        return
    key = await t.choose(
        s.caller,
        "A side passage{odd} {pursued}",
        ["side", "straight"],
        rule="ROB-DISC-05" if odd else "ROB-DISC-04",
        describe=lambda key: describe_side(s, key, odd),
        odd=". Something about it is wrong." if odd else ".",
        pursued="It might lose the thing behind you. Take it?" if pursued else "Look in?" if odd else "Take it?",
    )
    if key == "straight":
        say(t, "past", rule="ROB-DISC-08" if pursued else "ROB-DISC-04")
        return
    if pursued:
        await running.evade(t)
        if s.encounter is not None or s.over:
            return
    if odd:
        await odd_happening(t)
    else:
        say(t, "aside", rule="ROB-DISC-04")


def describe_side(s: RobberState, key: str, odd: bool) -> Option:
    """The choice at a side passage, with its odds."""
    if key == "straight":
        return Option("Straight on", hint="nothing happens")
    hints = []
    if s.delve.bearings == "pursued":
        chance = powers.shaken(s.delve.pursuers[0]) / 6
        hints.append(f"{told_odds(f'{chance:.0%} ')}to shake the {name_of(s.delve.pursuers[0])}, else it strikes")
    if odd:
        hints.append(odd_chances(s))
    return Option("Take the side passage", hint="; ".join(filter(None, hints)) or ("" if odd else "nothing odd about it"))


def odd_chances(s: RobberState) -> str:
    """What may come of something odd."""
    return told_odds("monster 10%, trap 10%, something valuable 10%" if s.dials.odd == "basic" else "29% that it matters")


async def passage_turns(t: Table[RobberState], *, odd: bool) -> None:
    """14-16 (ROB-DISC-09 to -12): a corner; a 15 looks odd, and the unpursued may retreat; the pursued go round."""
    s = t.state
    if s.delve.bearings == "pursued" and not await running.offer_drop(t):
        await running.evade(t)
        if s.encounter is None and not s.over and odd:
            await odd_happening(t)
        return
    if not odd:
        say(t, "turn", rule="ROB-DISC-09")
        return
    key = await t.choose(
        s.caller,
        "The passage turns, and something about the corner is odd. Go on?",
        ["on", "retreat"],
        rule="ROB-DISC-10",
        describe=lambda key: (
            Option(
                "Round the corner",
                hint=odd_chances(s),
            )
            if key == "on"
            else Option(
                "Retreat", hint="you must Backtrack next turn" if s.delve.bearings == "mapping" else "costs a Lost robber nothing"
            )
        ),
    )
    if key == "on":
        await odd_happening(t)
    else:
        force_back(t, "Some corners are better left alone.", rule="ROB-DISC-10")


async def door(t: Table[RobberState]) -> None:
    """8-10 (ROB-DOOR-01 to -06): opened at leisure, or in one try with something behind you."""
    s = t.state
    if s.delve.bearings == "pursued" and not await running.offer_drop(t):
        if not await force_door(t):
            return
        await running.evade(t)
        if s.encounter is not None or s.over:
            return
    await chamber.door_chart(t)


async def force_door(t: Table[RobberState]) -> bool:
    """One try (ROB-DOOR-03): d6, 5 or more opens it; if it stays shut the robber stands and fights (ROB-DOOR-04)."""
    s = t.state
    caller = sheet.caller(s)
    bonus = (1 if sheet.high(caller, "str") else 0) + (sheet.calling(caller).doors if caller.level else 0)
    face = await t.roll("1d6", f"forcing the door needs {OPENS - bonus}+", rule="ROB-DOOR-03", seat=caller.seat)
    if face + bonus >= OPENS:
        t.tell("The door gives, and everybody falls through it.", rule="ROB-DOOR-03")
        return True
    t.tell("The door says pull.", rule="ROB-DOOR-03")
    if not await running.offer_drop(t):
        await running.cornered(t, "No time for a second try: the {foe} is here.", rule="ROB-DOOR-04")
    return False

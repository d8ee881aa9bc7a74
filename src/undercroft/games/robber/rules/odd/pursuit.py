"""Chases in reverse (ROB-CHASE-01 to -04): the kobold with a sack, and the rival tomb robber. A turn of the chase is a step."""

from __future__ import annotations

from .....engine import Option, Table
from ...content import MONSTERS, TABLES
from ...state import Creature, Encounter, Purse, RobberState
from ..belongings import carrying, packing
from ..chambers import chamber
from ..character import coins, sheet
from ..character.naming import name_of
from ..character.rolling import roll_on
from ..fight import rounds
from ..monsters import appearing, blows, powers
from ..traps import bearings
from ..treasure import finding, hoards, wonders

GONE = 4  # ROB-CHASE-01: on 1-4 of d6 the quarry is gone
OPENS = 5  # ROB-CHASE-02: on d6
SACK = 2  # ROB-AOH-28: a rival has a sack on 1-2 of d6


async def kobold_sack(t: Table[RobberState]) -> None:
    """11 (ROB-AOH-11): a kobold with a sack of treasure sees the robber and runs. Declining costs nothing."""
    s = t.state
    key = await t.choose(
        s.caller,
        "A kobold with a clinking sack sees you, and runs. After it?",
        {"chase": Option("After it", hint="a treasure if you catch it; lost either way"), "no": Option("Let it run")},
        rule="ROB-AOH-11",
    )
    if key == "no":
        t.tell("The clinking fades.", rule="ROB-AOH-11")
        return
    await begin(t, await appearing.spawn(t, "kobold", rule="ROB-AOH-11"))


async def rival(t: Table[RobberState]) -> None:
    """19 (ROB-AOH-27): a rival robber; one turn for the robbers, then he runs."""
    s = t.state
    foe = await appearing.spawn(t, "rival", rule="ROB-AOH-27", level=s.delve.level)
    s.tally.met += 1
    s.encounter = Encounter("fight", [foe], "passage", loot="none", loot_level=s.delve.level, aware=True, spoils="rival")
    t.tell("{seen}. In a moment he will run.", rule="ROB-AOH-27", seen=MONSTERS["rival"].seen)


async def rival_runs(t: Table[RobberState], foe: Creature) -> bool:
    """On his turn the rival runs (ROB-AOH-27): after him, or let him go and find empty chests (ROB-AOH-29)."""
    s = t.state
    if s.encounter is None or s.encounter.place == "chase":
        return False
    s.encounter = None
    key = await t.choose(
        s.caller,
        "The rival takes to his heels. After him?",
        {"chase": Option("After him", hint=f"AC {10 + 2 * foe.level} on the run; lost either way"),
         "no": Option("Let him go", hint="he will be at every treasure before you, one time in three")},
        rule="ROB-AOH-27",
    )  # fmt: skip
    if key == "no":
        at_large(t)
    else:
        await begin(t, foe)
    return True


def left_alone(t: Table[RobberState], encounter: Encounter) -> None:
    """The party ran from the rival."""
    at_large(t)


def at_large(t: Table[RobberState]) -> None:
    """The rival survives (ROB-AOH-29): until stairs, one treasure in three is gone."""
    t.state.delve.rival = True
    t.tell("The rival is ahead of you now, with a sack and no manners.", rule="ROB-AOH-29")


async def begin(t: Table[RobberState], quarry: Creature) -> None:
    """The chase is on. Nobody draws maps while running, so the robber is Lost from here (ROB-CHASE-04)."""
    delve = t.state.delve
    delve.quarry = quarry
    delve.bearings = "lost"
    if not delve.room:
        delve.room = await t.roll("1d10", "where on the unseen track", rule="ROB-MAP-21", seat=t.state.caller)
    t.tell("After it!", rule="ROB-CHASE-01")


def escaped(t: Table[RobberState], how: str) -> None:
    """The quarry is gone; the robber has been Lost since the chase began (ROB-CHASE-04)."""
    delve = t.state.delve
    quarry = delve.quarry
    assert quarry is not None
    delve.quarry = None
    t.tell("{how} The {foe} is gone, and so is the way back.", rule="ROB-CHASE-04", how=how, foe=name_of(quarry))
    if quarry.kind == "rival":
        at_large(t)


async def chase_turn(t: Table[RobberState]) -> None:
    """The quarry Wanders and a Discovery is rolled (ROB-CHASE-01); the robber may give up first (ROB-CHASE-03)."""
    s = t.state
    delve = s.delve
    assert delve.quarry is not None
    key = await t.choose(
        s.caller,
        "The {foe} is ahead, in room {room} of level {level}. Keep after it?",
        {"on": Option("Keep running", hint="one Discovery: it may be cornered, hit, or lost"), "stop": Option("Give up")},
        rule="ROB-CHASE-03",
        foe=name_of(delve.quarry),
        room=delve.room,
        level=delve.level,
    )
    if key == "stop":
        escaped(t, "Out of breath.")
        return
    if not quarry_wanders(t):
        return
    while True:
        roll = await t.roll("1d20", "Discovery", rule="ROB-CHASE-01", seat=s.caller)
        entry = TABLES["discovery"].at(roll)
        delve.rolled, delve.found = roll, entry.text
        if entry.key != "straight":
            break
        delve.room = await t.roll("1d10", "which room", rule="ROB-CHASE-01", seat=s.caller)
        t.tell("Round in a circle, both of you: room {room}.", rule="ROB-CHASE-01", room=delve.room)
    await chase_feature(t, entry.key)


def quarry_wanders(t: Table[RobberState]) -> bool:
    """One room left, or up the stairs; from level 1 it is out and gone (ROB-CHASE-01)."""
    delve = t.state.delve
    if delve.room > 1:
        delve.room -= 1
        return True
    if delve.level == 1:
        escaped(t, "Up the steps and out.")
        return False
    delve.level -= 1
    delve.room = bearings.LAST_ROOM
    bearings.left_level(t.state)
    t.tell("It scrambles upstairs, to level {level}.", rule="ROB-CHASE-01", level=delve.level)
    return True


async def chase_feature(t: Table[RobberState], key: str) -> None:
    """What the dungeon puts in the quarry's way."""
    s = t.state
    if key in ("side_passage", "turn"):
        await shake_or_strike(t)
    elif key == "door":
        await quarry_door(t)
    elif key == "dead_end":
        corner(t, "A dead end.")
    elif key == "chamber":
        await run_through(t)
    elif key == "wandering_monster":
        escaped(t, "Something steps between you.")
        await appearing.wandering(t, rule="ROB-CHASE-03")
    elif key == "tricks_traps":
        await trapped(t)
    else:
        t.tell("Past some stairs, at a run.", rule="ROB-CHASE-03")
    assert s.delve.quarry is None or s.encounter is None


async def shake_or_strike(t: Table[RobberState]) -> None:
    """A side passage, a turn, an opened door (ROB-CHASE-01): d6 1-4 it is gone, 5-6 one attack at it."""
    if await t.roll("1d6", f"it is gone on 1-{GONE}", rule="ROB-CHASE-01", seat=t.state.caller) <= GONE:
        escaped(t, "Round the corner.")
        return
    await blow(t)


async def blow(t: Table[RobberState]) -> None:
    """One attack on the run; a rival's AC is higher by the dungeon level while he flees (ROB-AOH-27)."""
    s = t.state
    quarry = s.delve.quarry
    assert quarry is not None
    own = quarry.ac
    if quarry.kind == "rival":
        quarry.ac = powers.armor_class(quarry) + s.delve.level
    s.encounter = fight_with(s, quarry)
    await blows.strike(t, sheet.caller(s), quarry)
    quarry.ac = own
    if quarry.hp <= 0:
        s.delve.quarry = None
        await rounds.is_settled(t)
        return
    s.encounter = None


def fight_with(s: RobberState, quarry: Creature) -> Encounter:
    """A fight with the quarry: nothing but its sack to gain."""
    return Encounter(
        "fight", [quarry], "chase", loot="none", loot_level=s.delve.level, aware=True, begun=True, spoils=quarry.kind
    )


async def quarry_door(t: Table[RobberState]) -> None:
    """A door in its way (ROB-CHASE-02): below 5 on d6 it cannot open it, and is cornered."""
    if await t.roll("1d6", f"it opens the door on {OPENS}+", rule="ROB-CHASE-02", seat=t.state.caller) < OPENS:
        corner(t, "A door that will not open.")
        return
    await shake_or_strike(t)


def corner(t: Table[RobberState], how: str) -> None:
    """Cornered (ROB-CHASE-02): a normal fight, the robber first; the quarry cannot run."""
    s = t.state
    quarry = s.delve.quarry
    assert quarry is not None
    s.delve.quarry = None
    s.encounter = fight_with(s, quarry)
    t.tell("{how} The {foe} turns round, and it is you.", rule="ROB-CHASE-02", how=how, foe=name_of(quarry))


async def run_through(t: Table[RobberState]) -> None:
    """A chamber on the run (ROB-CHASE-03): monsters end the chase, traps hit both, the rest is run past."""
    entry = await roll_on(t, "chamber", rule="ROB-CHASE-03", seat=t.state.caller)
    if entry.key in ("monster", "monster_treasure"):
        escaped(t, "Across somebody's lair.")
        await chamber.contents(t, entry.key)
    elif entry.key == "tricks_traps":
        await trapped(t)
    else:
        t.tell("Through a chamber, without a glance.", rule="ROB-CHASE-03")


async def trapped(t: Table[RobberState]) -> None:
    """A trap hits both; elevators, chutes and sliding walls part them for good (ROB-CHASE-03)."""
    s = t.state
    quarry = s.delve.quarry
    assert quarry is not None
    s.delve.pursuers = [quarry]
    await chamber.trick_or_trap(t, rule="ROB-CHASE-03")
    still_there = any(other.id == quarry.id for other in s.delve.pursuers)
    if s.over or s.place != "dungeon":
        return
    s.delve.pursuers = []
    if quarry.hp <= 0:
        s.delve.quarry = None
        t.tell(
            "The {foe} ran into it first. That is the end of the chase, and of the {foe}.",
            rule="ROB-TRAP-22",
            foe=name_of(quarry),
        )
    elif not still_there:
        escaped(t, "That parts you.")


async def settle(t: Table[RobberState], encounter: Encounter) -> None:
    """The chase ended in a fight: a beaten kobold had a sack (ROB-AOH-11), a beaten rival perhaps (ROB-AOH-28)."""
    s = t.state
    if encounter.place == "chase":
        s.delve.bearings = "lost"  # ROB-CHASE-04
    if not encounter.defeated:
        if encounter.spoils == "rival":
            at_large(t)
        return
    if encounter.spoils == "rival" and await t.roll("1d6", "he has a sack on 1-2", rule="ROB-AOH-28", seat=s.caller) > SACK:
        t.tell("His pockets are as empty as yours.", rule="ROB-AOH-28")
        return
    await sack(t, encounter.loot_level)


async def sack(t: Table[RobberState], level: int) -> None:
    """One Treasure roll, in a sack that may be kept (ROB-AOH-11, ROB-AOH-28)."""
    robber = await finding.finder(t)
    hoard = Purse()
    magic = await hoards.roll_treasure(t, hoard, level, rule="ROB-AOH-11")
    if not packing.has(robber, "sack"):
        await carrying.gain(t, robber, "sack")
    t.tell("In the sack: {what}.", rule="ROB-AOH-11", what=coins.describe_purse(hoard) if hoard.copper else "something magic")
    await carrying.take_hoard(t, robber, hoard, "sack")
    for _ in range(magic):
        await wonders.magic_item(t, robber, rule="ROB-TREAS-09")

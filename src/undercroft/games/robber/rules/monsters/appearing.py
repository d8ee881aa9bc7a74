"""Choosing a Monster (Chapter 3): which one appears, and how it is met."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from .....engine import Table
from .....engine.words import capital, number
from ...content import BY_LEVEL, MONSTERS
from ...phrases import say
from ...state import Creature, Encounter, RobberState
from ...state_site import Folk
from ..character import lots, sheet
from ..character.naming import name_of
from . import powers

CRYPT = {monster.level: monster.id for monster in MONSTERS.values() if monster.crypt}  # ROB-AOH-33


async def choose_kind(t: Table[RobberState], level: int, *, rule: str) -> str:
    """d4 crossed with the dungeon level (ROB-MON-02); in a crypt the dead alone walk certain levels (ROB-AOH-33)."""
    if t.state.delve.crypt and level in CRYPT and level == t.state.delve.level:  # not what lives deeper than the crypt
        return CRYPT[level]
    return BY_LEVEL[level][await t.roll("1d4", f"which monster of level {level}", rule=rule)].id


async def spawn(t: Table[RobberState], kind: str, *, rule: str, level: int | None = None, folk: Folk | None = None) -> Creature:
    """One creature with its hit points rolled (ROB-MON-05); the throw is hidden unless the dial shows them (ROB-DIAL-01)."""
    s = t.state
    record = MONSTERS[kind]
    s.ids += 1
    name = folk.one if folk is not None else record.name
    hp = await t.roll(record.hp, f"hit points of the {name}", rule=rule, only=None if s.dials.show_hp else ())
    t.meet("monster", kind)
    made = Creature(s.ids, kind, record.level if level is None else level, hp, hp)
    if folk is not None:
        made.lot, made.called = folk.key, folk.one
    return made


async def appear(t: Table[RobberState], level: int, *, rule: str) -> list[Creature]:
    """A monster of a level; as many of that kind as there are players alive (ROB-MULTI-06)."""
    kind = await choose_kind(t, level, rule=rule)
    return [await spawn(t, kind, rule=rule) for _ in sheet.living(t.state)]


async def some_of(t: Table[RobberState], folk: Folk, *, rule: str) -> list[Creature]:
    """Those of a people who are met at once: as many as there are players alive (ROB-MULTI-06), while there are so many."""
    number = min(len(sheet.living(t.state)), lots.about(t.state, folk))
    return [await spawn(t, folk.kind, rule=rule, folk=folk) for _ in range(number)]


async def encounter(
    t: Table[RobberState],
    foes: list[Creature],
    *,
    place: str,
    guards: bool = False,
    level: int | None = None,
    rule: str,
    hoards: list[str] | UnsetType = UNSET,
) -> None:
    """Foes are met. With a pursuer behind it is a fight between two (ROB-DISC-22); an ambusher strikes first (ROB-KEY-12)."""
    s = t.state
    delve = s.delve
    s.tally.met += 1
    met = Encounter(
        "meeting", foes, place, loot="treasure" if guards else "useful", loot_level=delve.level if level is None else level
    )
    met.hoards = hoards or UNSET
    s.encounter = met
    t.tell("{seen}.", rule=rule, kind="headline", seen=first_sight(s, foes[0]))
    if len(foes) > 1 and len({foe.side for foe in foes}) == 1:
        say(t, "each", rule="ROB-MULTI-06", count=number(len(foes)))
    met.first = [foe.id for foe in foes if any(power.first for power in powers.powers(foe.kind))]
    if delve.bearings == "pursued":
        for pursuer in delve.pursuers:
            pursuer.side = 1
        met.foes = [*delve.pursuers, *foes]
        met.chased, met.aware, met.stage = True, True, "fight"
        delve.pursuers = []
        t.tell("And something is still behind you: the {beast}. No parlay now.", rule="ROB-FIGHT-20", beast=name_of(met.foes[0]))
    elif met.first:
        met.aware, met.stage = True, "fight"


def first_sight(s: RobberState, foe: Creature) -> str:
    """What is seen first: as its kind is, or one of a people of the world."""
    people = lots.folk_of(s, foe.lot)
    return capital(people.seen) if people is not None else MONSTERS[foe.kind].seen


async def wandering(
    t: Table[RobberState], *, rule: str, place: str = "passage", guards: bool = False, level: int | None = None
) -> None:
    """A monster of the current dungeon level is met (ROB-DISC-18, ROB-ODD-02, ROB-CHAM-03)."""
    deep = t.state.delve.level if level is None else level
    roamer = lots.roamer(t.state, deep) if place == "passage" else None
    if roamer is not None:  # who is known to walk about here comes first
        await encounter(t, await some_of(t, roamer, rule=rule), place=place, guards=guards, level=deep, rule=rule)
        return
    await encounter(t, await appear(t, deep, rule=rule), place=place, guards=guards, level=deep, rule=rule)

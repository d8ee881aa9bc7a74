"""Powers of the bestiary: what a keyword may do, and when rules ask it. The powers themselves are in bestiary.py and `odd`.

Keywords that are no more than a trait (undead, fiery, greedy, relentless, alert, immobile ...) have no record here: rules ask for
the word itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache

import msgspec

from .....engine import Table
from ...content import MONSTERS
from ...state import Creature, Encounter, Robber, RobberState
from ..character import sheet
from ..character.naming import powers_of

SHAKEN = 4  # ROB-DISC-06: a pursuer is shaken on this or less of d6


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """What a keyword, or a kind with a rule of its own, is and does. `rules/__init__.py` fills the tables below."""

    weapon: str = ""  # held, dropped, and taken by a whip
    drops: tuple[str, ...] = ()  # left when it is killed
    first: bool = False  # it strikes before anybody else
    strikes: int = 1  # so many attacks a turn
    sweeps: bool = False  # each attack is at everybody
    holds: bool = False  # whom it grips it hits without a roll
    idle: bool = False  # no blow of its own is to be feared
    harm: str = ""  # what a hit does in place of damage, in words
    shaken: int = SHAKEN
    plain: bool = False  # decides nothing in a fight to the death alone against one of its kind
    # When the fight begins, its turn comes (True: in place of its attacks), it hits, it has hit, it was missed by somebody, a
    # spell was aimed at it in vain, or the round ends.
    begins: Callable[[Table[RobberState], Creature], Awaitable[None]] | None = None
    turn: Callable[[Table[RobberState], Creature], Awaitable[bool]] | None = None
    hits: Callable[[Table[RobberState], Creature, Robber | Creature], Awaitable[None]] | None = None
    has_hit: Callable[[Table[RobberState], Creature], Awaitable[None]] | None = None
    missed: Callable[[Table[RobberState], Creature, Robber | Creature], Awaitable[None]] | None = None
    spelled: Callable[[Creature, Robber, str], None] | None = None
    round_ends: Callable[[Table[RobberState], Encounter], Awaitable[None]] | None = None


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody special, named by the first word of `Encounter.spoils`: what follows when it is settled, or fled from."""

    settled: Callable[[Table[RobberState], Encounter], Awaitable[None]]
    fled: Callable[[Table[RobberState], Encounter], None] | None = None


POWERS: dict[str, Power] = {}  # by keyword
KINDS: dict[str, Power] = {}  # by kind
COMPANY: dict[str, Company] = {}


@cache
def powers(kind: str) -> tuple[Power, ...]:
    """All that a kind can do, its keywords first."""
    of_words = [POWERS[word] for word in MONSTERS[kind].keywords if word in POWERS]
    return (*of_words, KINDS[kind]) if kind in KINDS else tuple(of_words)


def company(encounter: Encounter) -> Company | None:
    """The record of somebody special in this encounter."""
    return COMPANY.get(encounter.spoils.partition(":")[0])


def weapon(creature: Creature) -> str:
    """What a creature holds; "": nothing, or no longer (ROB-KEY-03, ROB-KEY-15)."""
    return "" if creature.disarmed else next((power.weapon for power in powers(creature.kind) if power.weapon), "")


def strikes(creature: Creature) -> int:
    """How many attacks it has a turn (ROB-KEY-27)."""
    return max((power.strikes for power in powers(creature.kind)), default=1)


def sweeps(creature: Creature) -> bool:
    """Whether it strikes at everybody at once (ROB-KEY-26)."""
    return any(power.sweeps for power in powers(creature.kind))


def holds(creature: Creature, ref: str) -> bool:
    """Whether it has hold of somebody, and needs no more attack rolls (ROB-FIGHT-19)."""
    return ref in creature.grips and any(power.holds for power in powers(creature.kind))


def shaken(creature: Creature) -> int:
    """On how much of d6, or less, it loses the trail (ROB-DISC-06, ROB-KEY-23)."""
    return min((power.shaken for power in powers(creature.kind)), default=SHAKEN)


async def missed(t: Table[RobberState], creature: Creature, by: Robber | Creature) -> None:
    """An attack at it went wide."""
    for power in powers(creature.kind):
        if power.missed is not None:
            await power.missed(t, creature, by)


def is_friend(t: Table[RobberState], creature: Creature) -> bool:
    """Whether the creature is one of the party's henchmen."""
    return any(mate.id == creature.id for mate in sheet.mates(t.state))


def lose_turn(t: Table[RobberState], robber: Robber, how: str) -> None:
    """The robber's next turn is skipped; several causes still cost one turn (ROB-FIGHT-17)."""
    encounter = t.state.encounter
    ref = sheet.refer(robber)
    if encounter is not None and ref not in encounter.slept:
        encounter.slept.append(ref)
    t.tell("{robber:^} {how}, and loses a turn.", rule="ROB-FIGHT-17", robber=robber.name, how=how)


def armor_class(creature: Creature) -> int:
    """10 + level, 0 for the defenseless (ROB-MON-04, ROB-KEY-13)."""
    if creature.ac is not None:
        return creature.ac
    return 0 if "defenseless" in powers_of(creature) else 10 + creature.level


def attack_bonus(creature: Creature) -> int:
    """Its level (ROB-MON-06)."""
    return creature.level if creature.attack is None else creature.attack

"""Odd powers: the moments at which the rules ask for one. What it does then is written in `bestiary`, one record each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from .....engine import Option, Table
from ...being import Ability, Being
from ...state import Donjon


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """What an Ability's `power`, or a natural weapon, does out of the ordinary. The state keeps its name alone."""

    verb: str = ""  # the action it gives, as answers name it
    label: str | Option = ""  # the action as it is offered; {foe}: whom it is turned on
    act: Callable[[Table[Donjon], Being], Awaitable[None]] | None = None
    act_on: Callable[[Table[Donjon], Being, Being], Awaitable[None]] | None = None
    at: Callable[[Donjon, Being], list[Being]] | None = None  # whom act_on can be turned on
    mine: Callable[[Being], bool] | None = None  # a player's own action: whether it can be taken now
    plan: Callable[[Donjon, Being], str] | None = None  # the answer of a creature that would use it now; "": not now
    reach: str = ""  # an attack with it instead of the weapon: melee, missile or thrown
    greedy: bool = False  # every success of such an attack goes into the damage
    instead: Callable[[Table[Donjon], Being, Being, int, str], Awaitable[bool]] | None = None  # of the Damage Test
    struck: Callable[[Table[Donjon], Being, Being, int], Awaitable[None]] | None = None  # after a blow that took so much
    tracks: Callable[[Table[Donjon], Being, Being], Awaitable[int]] | None = None  # the injured, before an ambush
    poison: bool = False  # its victim's body save comes on top of the defence
    allots: Callable[[Being, int], list[tuple[str, int]]] | None = None  # where so much of its damage goes
    apart: bool = False  # the Ability adds to no ordinary Test
    busy: bool = False  # its owner takes no free attack


PLAIN = Power()
POWERS: dict[str, Power] = {}  # filled in rules/__init__.py; its order is the order of play


def power(b: Being, name: str) -> Ability | None:
    """A being's Ability with this power."""
    return next((a for a in b.abilities if a.power == name), None)


def odd(b: Being) -> list[Power]:
    """A being's odd powers."""
    names = [a.power for a in b.abilities if a.power]
    if b.natural in POWERS:
        names.append(b.natural)
    return [record for name, record in POWERS.items() if name in names] if names else []


def by_verb(verb: str) -> Power | None:
    """The power that gives an action."""
    return next((record for record in POWERS.values() if record.verb == verb), None) if verb else None


def used(t: Table[Donjon], b: Being, name: str) -> Ability:
    """The Ability behind a power that is being used."""
    t.meet("power", name)
    ability = power(b, name)
    assert ability is not None
    return ability

"""Arch-villains: what each does in its own way. Generic rules ask the record by the kind of a villain (HST-VILL)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from .....engine import Line, Table
from ...ground.web import new_id
from ...state import Group, Host, Party, Stack, Villain


def new_villain(s: Host, kind: str, name: str, alignment: str, lair: int) -> tuple[Villain, Group]:
    """Note a villain and its group; it acts before all others."""
    number = sum(1 for g in s.groups.values() if g.arrived) + 1
    group = Group(new_id(s), "villain", VILLAINIES[kind].title, name, alignment, number, s.absolute, lair, [lair])
    s.groups[group.id] = group
    s.order.append(group.id)
    villain = Villain(kind, group.id, lair)
    s.villains.append(villain)
    return villain, group


def check_goals(t: Table[Host]) -> None:
    """Goals are looked at after every change (HST-THOT-08, HST-LICH-08, HST-AVIL-06, HST-DMST-20)."""
    s = t.state
    for villain in s.villains:
        if not villain.fallen and s.age == "villainy":
            VILLAINIES[villain.kind].goal(t, villain, s.groups[villain.group])


class FightsStack(Protocol):
    """A villain and a wanderer meet, on the villain's own turn or not."""

    def __call__(self, t: Table[Host], group: Group, stack: Stack, *, own_turn: bool) -> None: ...


class Villainy(msgspec.Struct, frozen=True, kw_only=True):
    """One arch-villain. What has a default is a power that most lack."""

    title: str
    slain: str  # the ending, if it falls
    set_up: Callable[[Table[Host], int], Awaitable[None]]  # with the purse that was set aside for it
    season: Callable[[Table[Host], Villain, Group], Awaitable[None]]
    goal: Callable[[Table[Host], Villain, Group], None]  # looked at after every change
    progress: Callable[[Host, Villain, Group], Line]  # towards its goal, on the screen
    fit: Callable[[Host], int]  # how well it suits this dungeon
    party_meets: Callable[[Table[Host], Party, Group], Awaitable[None]]
    bonus: int = 0  # on encounter rolls
    beast: bool = False  # met as an alpha predator is
    alone: int = 0  # what the villain counts without any beads; it falls with the blow that finds none
    loses: Callable[[Table[Host], int, int, str], int] | None = None  # takes its losses elsewhere; how many fell
    confronts: Callable[[Table[Host], Villain, Group, Group], Awaitable[None]] | None = None  # groups, by a table of its own
    disturbed: Callable[[Table[Host], Group, Group], None] | None = None  # by a group, without the group's own table
    fights_stack: FightsStack | None = None


VILLAINIES: dict[str, Villainy] = {}


def villain_of(s: Host, gid: int) -> Villain | None:
    """The arch-villain a group is, if any."""
    return next((villain for villain in s.villains if villain.group == gid), None)


def villainy_of(s: Host, gid: int) -> Villainy | None:
    """The ways of the arch-villain a group is, if any."""
    villain = villain_of(s, gid)
    return VILLAINIES[villain.kind] if villain is not None else None


def reigning(s: Host, kind: str) -> Villain | None:
    """The arch-villain of a kind, if it stands."""
    return next((villain for villain in s.villains if villain.kind == kind and not villain.fallen), None)

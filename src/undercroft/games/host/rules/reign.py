"""The reign of an arch-villain: it comes, and its goal is looked at after every change (HST-VILL)."""

from __future__ import annotations

from ....engine import Table
from ..state import Group, Host, Villain
from ..web import new_id
from .villainies import VILLAINIES


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

"""Karma: who gains it, and how it is noticed that a task was done (DES-KAR-01, DES-SAGE-11)."""

from __future__ import annotations

from .....engine import Table
from ...content import deeds, sages
from ...state import Game, Member, Taken, count, here
from .people import PEOPLE


def give_karma(t: Table[Game], m: Member, karma: int, why: str, rule: str) -> None:
    """Karma goes to one who keeps a sheet; simulacra and beasts have no use for it (DES-KAR-01, DES-SIM-08)."""
    if m.kind not in PEOPLE:
        return
    m.karma += karma
    m.earned += karma
    count(t.state, "karma", karma)
    t.tell("{name} gains {karma} karma for {why}.", rule=rule, name=m.name, karma=karma, why=why)


def _open_task(s: Game, name: str) -> Taken | None:
    return next((task for task in s.tasks if task.name == name and not task.done), None)


def task_relic(t: Table[Game]) -> None:
    """Bring a relic from another chamber."""
    task = _open_task(t.state, sages().task[0].name)
    if task is not None:
        task.done = True


def task_cleared(t: Table[Game], chamber: str, kind: str) -> None:
    """Clear a named chamber; fetch something of a named beast."""
    for index in (1, 2):
        task = _open_task(t.state, sages().task[index].name)
        if task is not None and task.target in (chamber, kind):
            task.done = True


def task_letter(t: Table[Game]) -> None:
    """Carry a letter to the next sage met."""
    task = _open_task(t.state, sages().task[3].name)
    if task is not None:
        task.done = True


def task_peace(t: Table[Game]) -> None:
    """Make peace with the next three baddies met."""
    task = _open_task(t.state, sages().task[4].name)
    if task is not None:
        task.count += 1
        task.done = task.count >= 3


def task_mapped(s: Game) -> None:
    """Map a whole level."""
    task = _open_task(s, sages().task[5].name)
    if task is None or int(task.target) != s.at[0]:
        return
    drawn = next((sheet.cells for sheet in s.sheets if sheet.level == s.at[0]), {})
    task.done = all(f"{col},{row}" in drawn for col, row, _ in here(s).cells())


def reward_deed(t: Table[Game], m: Member, deed: str, rule: str) -> None:
    """Karma for a valiant deed, by the list of them (DES-IDEA-05)."""
    give_karma(t, m, deeds()[deed], deed, rule)

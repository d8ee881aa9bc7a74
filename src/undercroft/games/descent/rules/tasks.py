"""Tasks: what sages ask for, how it is noticed that it was done, and the reward (DES-SAGE-11)."""

from __future__ import annotations

from ....engine import Table
from ..content import sages
from ..state import Game, Taken, here, member
from .blows import give_karma
from .people import leader_seat, people

CATEGORIES = ("GOLD", "SILVER", "JEWELS", "MAGIC WEAPON", "SPELL", "RELIC", "SUPPLIES")


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


async def reward(t: Table[Game]) -> None:
    """A finished task: the promised treasure, and karma for one member of the leader's choosing (DES-SAGE-11, DES-IDEA-05)."""
    from .spoils import FINDS

    s = t.state
    task_mapped(s)
    for task in [one for one in s.tasks if one.done]:
        s.tasks.remove(task)
        t.tell("The task is done: {task}.", rule="DES-SAGE-11", task=task.name)
        t.meet("deed", "task")
        key = await t.choose(
            leader_seat(s), "Whose karma is it? ({n})", {f"m{m.id}": m.name for m in people(s)}, rule="DES-IDEA-05", n=task.karma
        )
        give_karma(t, member(s, int(key[1:])), task.karma, "a sage's task", "DES-SAGE-11")
        await FINDS[task.category](t, 1)

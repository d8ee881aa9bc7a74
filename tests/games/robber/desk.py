"""A robber's table laid for tests: states with somebody in the right place, and creatures to meet there."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from undercroft.games.robber.content import MONSTERS
from undercroft.games.robber.state import Creature, Delve, Dials, Encounter, Purse, Robber, RobberState

T = TypeVar("T")


def creature(kind: str, hp: int = 4, number: int = 90, **fields: Any) -> Creature:
    """One monster of a kind."""
    return Creature(number, kind, fields.pop("level", MONSTERS[kind].level), hp, fields.pop("full", hp), **fields)


def robber(*, high: str = "", seat: int = 0, name: str = "Ada", **fields: Any) -> Robber:
    """A starting robber, with changes. `high` lists abilities: "str dex"."""
    made = Robber(seat, name, high=high.split(), pack={"bludgeon": 1}, weapon="bludgeon", hp=11 if "con" in high else 10)
    for field, value in fields.items():
        setattr(made, field, value)
    return made


def table(
    *,
    level: int = 1,
    room: int = 4,
    bearings: str = "mapping",
    pursuer: str = "",
    pursuer_hp: int = 4,
    foes: list[Creature] | None = None,
    stage: str = "fight",
    where: str = "passage",
    who: Robber | None = None,
    dials: dict[str, Any] | None = None,
    place: str = "dungeon",
    encounter: dict[str, Any] | None = None,
    **fields: Any,
) -> RobberState:
    """A robber in the dungeon; fields that belong to the robber are passed on."""
    if pursuer:
        bearings = "pursued"
    delve_fields = {
        name: fields.pop(name)
        for name in list(fields)
        if name in Delve.__struct_fields__ and name not in Robber.__struct_fields__
    }
    delve = Delve(level, room, bearings, **delve_fields)
    delve.deepest = level
    if pursuer:
        delve.pursuers = [creature(pursuer, pursuer_hp, 50)]
    state = RobberState(Dials(**(dials or {})), ["Ada"], [who or robber(**fields)], place=place, delve=delve, ids=100)
    if foes is not None:
        state.encounter = Encounter(stage, foes, where, loot_level=level, begun=stage == "fight", **(encounter or {}))
    return state


def party(
    *robbers: Robber, level: int = 1, room: int = 4, foes: list[Creature] | None = None, stage: str = "fight", **delve: Any
) -> RobberState:
    """Several robbers in the dungeon."""
    state = RobberState(
        Dials(), [member.name for member in robbers], list(robbers), place="dungeon", delve=Delve(level, room, **delve), ids=100
    )
    if foes is not None:
        state.encounter = Encounter(stage, foes, "passage", loot_level=level, begun=stage == "fight")
    return state


def gp(number: int) -> Purse:
    """A purse of gold."""
    return Purse(gp=number)


def under(rule: Callable[..., Coroutine[Any, Any, T]], name: str = "ROB-TURN-01") -> Callable[..., Coroutine[Any, Any, T]]:
    """A rule that is told under which id it is played, for `run` (whose own first argument has that name)."""
    return partial(rule, rule=name)

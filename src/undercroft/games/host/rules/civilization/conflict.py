"""Civilized Conflict: two peoples meet underground (HST-CONF)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note, roll
from ...content import civilizations, line_at
from ...state import Civ, Host
from .customs import CUSTOMS
from .decline import after_theft, lose, population, take_loot

DRAWS = {  # rows of Civilized Conflict that nobody there is favoured by: people and loot lost on both sides
    "dwarven_supremacy": (1, 0, "both bled"),
    "dark_elf_might": (0, 1, "both lost treasure in the dark"),
    "demon_wrath": (1, 1, "both lost lives and treasure"),
}


async def clash(t: Table[Host], acting: Civ, other: Civ) -> None:
    """Civilized Conflict, at most one roll per turn of the acting side (HST-TWOC-03, HST-CONF-01)."""
    if acting.clashed or acting.ended or other.ended:
        return
    acting.clashed = True
    face = await roll(t, "1d6", "civilized conflict", "HST-CONF-01")
    await conflict(t, acting, other, line_at(civilizations().civilized_conflict, face).id)


async def conflict(t: Table[Host], acting: Civ, other: Civ, row: str) -> None:
    """One row of the Civilized Conflict table (HST-CONF-02 to 06)."""
    s = t.state
    t.meet("conflict", row)
    rule = next(line.rule for line in civilizations().civilized_conflict if line.id == row)
    favoured = next((kind for kind, customs in CUSTOMS.items() if customs.row == row), "")
    winner = acting if acting.kind == favoured else other if other.kind == favoured else None
    if row == "skirmish":
        mine, theirs = population(s, acting), population(s, other)
        if mine <= theirs:
            lose(t, acting, 1)
        if theirs <= mine:
            lose(t, other, 1)
        result = "a skirmish, and the weaker side bled" if mine != theirs else "a skirmish that hurt both alike"
    elif winner is not None:
        result = await CUSTOMS[favoured].prevails(t, winner, other if winner is acting else acting)
    elif row in DRAWS:
        people, loot, result = DRAWS[row]
        for side in (acting, other):
            if people:
                lose(t, side, people)
            if loot:
                take_loot(s, side, loot, None)
                after_theft(t, side)
    else:
        mine = await roll(t, "1d6", "war: the attackers", "HST-CONF-06") + population(s, acting)
        theirs = await roll(t, "1d6", "war: the defenders", "HST-CONF-06") + population(s, other)
        if mine == theirs:
            result = "all-out war, and the armies withdrew"
        else:
            victor, beaten = (acting, other) if mine > theirs else (other, acting)
            fallen = lose(t, beaten, abs(mine - theirs))
            lose(t, victor, fallen // 2)
            result = f"all-out war ({mine} against {theirs}), won by {victor.name} at {fallen // 2} dead to {fallen}"
    note(
        t,
        "conflict",
        "{who} and {other} clashed: {result}.",
        rule,
        actor=acting.people[0] if acting.people else 0,
        others=[other.people[0]] if other.people else [],
        who=acting.name,
        other=other.name,
        result=result,
    )

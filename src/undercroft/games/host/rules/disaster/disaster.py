"""The Great Disaster: its table, and ten years (HST-DSTR)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from .....engine import Table
from ...chronicle import note, roll
from ...content import disaster, line_at
from ...desk import drop
from ...ground import strata
from ...state import Host
from ..conventions.entries import NESTING, TABLES, choose_own, play_entry
from ..primordial.rivers import underground_river
from .upheavals import earthquake, fallen_star, plague, volcano


async def disaster_step(t: Table[Host]) -> None:
    """Between civilization and monsters: a fresh sheet, all beads moved up, one roll, ten years (HST-DSTR-01)."""
    s = t.state
    s.season = ""
    strata.new_stratum(s, "disaster")
    s.nested = 0
    await great_disaster(t)
    s.absolute += disaster().duration_years
    note(t, "disaster", "Ten years of ruin passed. Then something crawled back in.", "HST-DSTR-10")


async def great_disaster(t: Table[Host]) -> None:
    """A d8 on the Great Disaster table (HST-DSTR-02)."""
    face = await roll(t, "1d8", "great disaster", "HST-DSTR-02")
    await apply_disaster(t, line_at(disaster().great_disaster, face).id)


async def apply_disaster(t: Table[Host], kind: str) -> None:
    """Carry out one line of the table."""
    s = t.state
    if kind == "great_river" and any(p.kind == "river" for p in s.passages.values()):
        kind = "earthquake"  # HST-DSTR-05
        t.tell("There was a river already, so the ground shook instead.", rule="HST-DSTR-05")
    t.meet("disaster", kind)
    await DISASTERS[kind](t)


async def special(t: Table[Host]) -> None:
    """An 8: on a 6 a disaster of one's own, else a primordial event in its place (HST-DSTR-09)."""
    s = t.state
    s.nested += 1
    if s.nested > NESTING:
        await earthquake(t)
        return
    face = await roll(t, "1d6", "what kind of disaster", "HST-DSTR-09")
    if face != 6:
        await TABLES["primordial_events"](t)
        return
    entry = await choose_own(t, "disaster", "A disaster of your own making. Which?", "HST-DSTR-09")
    await play_entry(t, entry, await drop(t, "HST-DSTR-09"), "HST-DSTR-09")


DISASTERS: dict[str, Callable[[Table[Host]], Awaitable[object]]] = {
    "earthquake": earthquake,
    "volcano": volcano,
    "great_river": underground_river,
    "plague": plague,
    "fallen_star": fallen_star,
    "special": special,
}

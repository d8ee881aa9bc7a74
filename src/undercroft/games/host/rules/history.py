"""The order of play: which age we are in, and what its next step is (HST-ORDR)."""

from __future__ import annotations

from ....engine import Table
from ..chronicle import belated
from ..state import Host, visits
from .civilization.civilization import begin, civ_step, new_year
from .conventions.ages import close_age, epilogue
from .conventions.backing import gone_peoples, own_fall, people_gone
from .conventions.opening import choose_world
from .disaster.disaster import disaster_step
from .monsters.monsters import monsters_step
from .primordial.primordial import primordial_step
from .villainy.villainy import villainy_step
from .visits import season


async def step(t: Table[Host]) -> None:
    """One event, season or phase; then the autoplay switch is looked at."""
    s = t.state
    age, year = s.age, s.year
    s.made_now, s.rolls_now, s.chosen = [], [], "suggestion"
    before, then, gone = len(s.record), s.absolute, gone_peoples(s)
    seen = visits(s)
    if seen is not None and not seen.begun:
        await season.begin(t, seen)
    else:
        await _step(t)
    belated(t, before)
    await people_gone(t, gone)
    await own_fall(t)
    if s.age == "over":
        epilogue(t)
    if (
        s.age == "over"
        or s.auto == "season"
        or (s.auto == "year" and (s.year != year or s.age != age))
        or (s.auto == "age" and s.age != age)
    ):
        s.auto = ""
    if seen is not None:
        if s.absolute != then:
            seen.wear = {}
        if s.age != "over" and season.ends(s, seen):
            season.put_down(t, seen)


async def _step(t: Table[Host]) -> None:
    s = t.state
    if s.age == "opening":
        await choose_world(t)
    elif s.age == "primordial":
        if s.events_left > 0:
            await primordial_step(t)
        if s.events_left <= 0:
            close_age(t, "primordial")
    elif s.age == "civilization":
        await civilization(t)
    elif s.age == "disaster":
        await disaster_step(t)
        close_age(t, "disaster")
    elif s.age == "monsters":
        await monsters_step(t)
    elif s.age == "villainy":
        await villainy_step(t)


async def civilization(t: Table[Host]) -> None:
    """The next thing in an Age of Civilization."""
    s = t.state
    if s.todo and s.todo[0] == "begin":
        s.todo = []
        await begin(t)
        return
    if s.todo and s.todo[0] == "civilization over":
        close_age(t, "civilization")
        return
    if not s.todo:
        new_year(t)
    what = s.todo.pop(0)
    await civ_step(t, what)

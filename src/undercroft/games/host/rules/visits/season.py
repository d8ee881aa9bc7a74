"""A season: the author goes on with a world that is kept, until the pen is put down at the end of a year (HST-ORDR-02).

State and dice are taken over from the last season, so that a world into which nobody went is the same as one never paused.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .....engine import BadOpening, Dice, Table
from .....engine.site import Homecoming
from ...state import Dials, Host, Visits, visits
from ..advanced.minor import after_wipeouts
from ..adventurers.adventure import explore
from ..adventurers.party_fights import close
from ..conventions.ages import open_age
from ..encounters.downfall import start_anew
from ..encounters.villainies import check_goals
from ..monsters.monsters import check_ends
from .settling import settle

COUNTED = ("civilization", "monsters", "villainy")  # ages with years
NEXT = {"primordial": "civilization", "civilization": "disaster", "disaster": "monsters", "monsters": "villainy"}


class Season(msgspec.Struct, forbid_unknown_fields=True):
    """What an opening brings for a world that is kept; without a state it is a new one."""

    id: str = ""
    title: str = ""  # what the world is called, where its state does not say so yet
    state: dict[str, Any] | None = None
    dice: int | None = None  # where they stood; None: they begin with the opening's seed
    years: int = 0  # how long it lasts; 0: until the pen is put down
    age: str = ""  # with years: they count from the beginning of this age
    expeditions: bool = False  # the pen is put down whenever adventurers arrive
    homecomings: list[Homecoming] = []
    telling: int = 1  # how they are told


def read(brought: Any) -> Season:
    """The season that an opening brings, or a BadOpening."""
    try:
        season = msgspec.convert(brought, Season)
    except msgspec.ValidationError as error:
        raise BadOpening(f"this is no world to go on with: {error}") from None
    if season.years < 0 or (season.age and season.age not in COUNTED):
        raise BadOpening(f"a season has 0 years or more, in one of these ages: {', '.join(COUNTED)}")
    return season


def begin_anew(s: Host, season: Season) -> Host:
    """A new world, which will be kept."""
    s.visits = Visits(
        world=season.id, begun=True, until=season.years, age=season.age if season.years else "", expeditions=season.expeditions
    )
    return s


def take_up(season: Season, dials: Dials, quiet: list[str], dice: Dice) -> Host:
    """The world as it was left, and as its visitors left it; the pen is taken up again."""
    try:
        left = msgspec.convert(season.state, Host, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadOpening(f"this is no world to go on with: {error}") from None
    lines = len(left.record)
    s: Host = settle(left, season.homecomings, season.telling).state
    seen = visits(s)
    assert seen is not None
    if type(dice) is Dice and season.dice is not None:
        dice.state = season.dice
    if dials.ask != s.dials.ask:
        s.dials, s.quiet = msgspec.structs.replace(s.dials, ask=dials.ask), quiet
    seen.world, seen.expeditions, seen.told = season.id, season.expeditions, lines
    seen.title = seen.title or season.title
    seen.begun = seen.paused = seen.pen = seen.expedition = False
    seen.dice, seen.waking = None, s.age == "over"
    seen.age = season.age if season.years else ""
    seen.until = season.years + (0 if seen.age or not season.years else s.absolute)
    s.auto = ""
    return s


async def begin(t: Table[Host], seen: Visits) -> None:
    """The author is told what happened meanwhile; a history that had ended goes on; adventurers whom nobody played go down."""
    s = t.state
    seen.begun = True
    for entry in s.record[seen.told :]:
        t.tell("{line}", rule=entry.rule, line=entry.text)
    seen.told = len(s.record)
    if seen.waking:
        seen.waking = False
        wake(t)
    elif s.party is not None:
        s.season = "adventurers"
        await explore(t, s.party)
        close(t, s.party)
        await after(t)


async def after(t: Table[Host]) -> None:
    """What every step of these ages looks at when it ends."""
    s = t.state
    if s.age == "monsters":
        await after_wipeouts(t)
        check_ends(t)
    elif s.age == "villainy":
        await after_wipeouts(t)
        check_goals(t)


def wake(t: Table[Host]) -> None:
    """After the end: what the author had stopped goes on; else a disaster and new monsters, any number of times (HST-VILL-20)."""
    s = t.state
    s.ages.pop()
    last = s.ages[-1]
    stopped, s.outcome, s.ending = s.outcome == "stopped", "", ""
    s.dials = msgspec.structs.replace(s.dials, stop_after="villainy")
    if stopped and last == "villainy":
        s.age, s.todo = "villainy", []
    elif stopped:
        open_age(t, "civilization" if s.civs_left > 0 and last in ("primordial", "civilization") else NEXT[last])
    else:
        s.age = "villainy"
        start_anew(t)


def ends(s: Host, seen: Visits) -> bool:
    """Whether the pen is put down now: adventurers wait to be played, or it is the end of the last year."""
    if seen.expedition:
        return True
    if s.age not in COUNTED or (s.todo and (s.age, s.todo) != ("villainy", ["begin"])):
        return False  # not the end of a year; a dungeon that was just emptied has its first year to come
    if seen.age and seen.until:
        return seen.age in s.ages and (s.age != seen.age or s.year >= seen.until)
    return seen.pen or bool(seen.until and s.absolute >= seen.until)


def put_down(t: Table[Host], seen: Visits) -> None:
    """The pen is put down; the record says nothing of it."""
    seen.paused, seen.pen = True, False
    seen.dice = t.dice.state if type(t.dice) is Dice else None
    t.tell("The pen was put down, in year {n}.", rule="HST-ORDR-02", kind="headline", n=t.state.absolute)

"""The Age of Civilization: who comes, and whose turn it is (HST-CIV, HST-TWOC)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note, roll
from ...content import civilizations, line_at
from ...desk import decide
from ...ground import strata
from ...state import Civ, Host, stream
from .customs import CUSTOMS
from .decline import end, wealth

SEASONS = ("spring", "summer", "fall", "winter")
CAP = 60  # HST-TERM-02, HST-TERM-03


async def begin(t: Table[Host]) -> None:
    """A fresh sheet, a civilization chosen or rolled, and perhaps a second one (HST-CIV-01 to 05, HST-TWOC-01)."""
    s = t.state
    s.civs_left -= 1
    strata.new_stratum(s, "civilization")
    s.civs = []
    kind = await which(t, "civilization", s.dials.civilization)
    kinds = [kind]
    if s.dials.two_civilizations:
        kinds.append(await which(t, "second_civilization", s.dials.second_civilization))
    for kind in kinds:
        await found(t, kind)
    s.year = 0
    s.era = "The Era of " + " and ".join(civ.name for civ in s.civs)
    s.todo = []
    finish_if_ended(t)


async def which(t: Table[Host], judgement: str, setting: str) -> str:
    """Chosen beforehand, chosen now, or rolled (HST-CIV-02, HST-CIV-03)."""
    if setting in CUSTOMS:
        return setting
    options = {"roll": Option("Roll for it", hint="d10: Dwarves 3, Dark Elves 3, Demons 3, your own 1")}
    options |= {kind: Option(customs.title, hint=customs.hint) for kind, customs in CUSTOMS.items()}
    key = "roll"
    if setting == "choose":
        key = await decide(t, judgement, "Which civilization shall rise?", options, "roll", rule="HST-CIV-02")
    if key != "roll":
        return key
    face = await roll(t, "1d10", "which civilization", "HST-CIV-03")
    return line_at(civilizations().civilization, face).id


async def found(t: Table[Host], kind: str) -> Civ:
    """Set a civilization up."""
    t.meet("civilization", kind)
    return await CUSTOMS[kind].set_up(t)


def new_year(t: Table[Host]) -> None:
    """Whole years alternate, the richer civilization first; a coin on a tie (HST-ORDR-03, HST-TWOC-02)."""
    s = t.state
    s.year += 1
    s.nested = 0
    s.absolute += 1
    t.tell("{era}, year {n}", rule="HST-HIST-03", kind="headline", era=s.era, n=s.year)
    live = [k for k, civ in enumerate(s.civs) if not civ.ended]
    if len(live) == 2:
        riches = [wealth(s, s.civs[k]) for k in live]
        if riches[1] > riches[0] or (riches[1] == riches[0] and stream(s, "judge", 2)):
            live.reverse()
    s.todo = [f"civ:{k}:{season}" for k in live for season in SEASONS] + ["civ:close"]


async def civ_step(t: Table[Host], what: str) -> None:
    """One season of one civilization, or the close of the year."""
    s = t.state
    _, which_one, *rest = what.split(":")
    if which_one == "close":
        s.season = ""
        if not any(e.absolute_year == s.absolute for e in s.record[-40:]):
            note(t, "quiet", "A quiet year.", "HST-HIST-01")
        for civ in s.civs:
            if not civ.ended and s.year >= CAP:
                end(t, civ, "the years had simply run out", "HST-TERM-02")
        finish_if_ended(t)
        return
    civ = s.civs[int(which_one)]
    if civ.ended:
        return
    s.season = rest[0]
    if rest[0] == "spring":
        civ.year += 1
        civ.clashed = False
        civ.deaths = 0
    await CUSTOMS[civ.kind].season(t, civ, rest[0])
    finish_if_ended(t)


def finish_if_ended(t: Table[Host]) -> None:
    """When the last civilization has ended, the Great Disaster follows - once (HST-CIV-08, HST-TWOC-06)."""
    s = t.state
    ended = [civ for civ in s.civs if civ.ended]
    if len(ended) == len(s.civs) or (ended and s.dials.two_civ_end == "first"):
        for civ in s.civs:
            if not civ.ended:
                end(t, civ, "its rival's fall dragged it down", "HST-TWOC-06")
        s.todo = ["civilization over"]

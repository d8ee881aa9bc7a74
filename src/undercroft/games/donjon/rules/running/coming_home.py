"""Coming home: handing over the prize, and the reward. Chapter 7."""

from __future__ import annotations

from .....engine import Table
from ...state import Donjon
from ..basics import narrate, quest
from ..basics.tales import tale
from .adventures import close


async def homecoming(t: Table[Donjon]) -> None:
    """Back in Town: hand over the prize, take the reward; the adventure is closed (DON-CLIMAX-05, DON-ADV-07)."""
    s = t.state
    assert s.adventure is not None
    if not s.scores.get("home", 0):
        quest.home(s)
        s.chapter = 0
        narrate.say(t, "return", rule="DON-RETURN-01", town=s.adventure.town.name)
    own = tale(s).homecoming
    if own is not None:
        await own(t)
        return
    s.scores["home"] = 1
    s.respect += 1
    t.tell(
        "{town} honours its word: {what}. All Markups here are one die lower from now on.",
        rule="DON-ADV-07",
        town=s.adventure.town.name,
        what="; ".join(s.adventure.enticement[:2]),
    )
    for b in s.pcs():
        b.wealth += 2
    close(t, won=True)

"""Places of a world in the chambers of its levels: which one is found next, what is told of it, and who is at home."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital
from ...state import RobberState
from ...state_site import Haunt
from ..character import lots
from ..monsters import appearing

GUARDED = 2  # hoards that one meeting guards: as many as the book gives a guardian rolls (ROB-TREAS-10)
UNCLAIMED = {
    "monster_treasure": "monster",
    "treasure": "empty",
}  # where all places were seen, the book's chambers have no treasure


def next_place(s: RobberState) -> Haunt | None:
    """The place of the world that the next chamber of this level is: the first that was not seen yet. Secret ones wait for
    somebody who finds the door, or who came for them."""
    return next((haunt for haunt in on_level(s) if not haunt.visits and (haunt.wanted or not haunt.secret)), None)


def known_place(s: RobberState, key: str) -> Haunt | None:
    """When all were seen the book's own line may lead back: a monster to where somebody is left, a treasure to where one lies."""
    seen = [haunt for haunt in on_level(s) if haunt.visits]
    if key in ("monster", "monster_treasure"):
        seen = [haunt for haunt in seen if lots.at_home(s, haunt) is not None]
    elif key == "treasure":
        seen = [haunt for haunt in seen if lying(haunt) and lots.at_home(s, haunt) is None]
    else:
        return None
    return min(seen, key=lambda haunt: haunt.visits, default=None)


def on_level(s: RobberState) -> list[Haunt]:
    """The places of this level."""
    return [haunt for haunt in lots.haunts(s) if haunt.level == s.delve.level]


def hidden_place(s: RobberState) -> Haunt | None:
    """A secret place of this level that nobody has found."""
    return next((haunt for haunt in on_level(s) if haunt.secret and not haunt.visits), None)


def lying(haunt: Haunt) -> list[str]:
    """The hoards that still lie there, those with a name first; no more than one meeting guards."""
    return [loot.key for loot in haunt.loot if lots.lies(loot)][:GUARDED]


def find(t: Table[RobberState], haunt: Haunt) -> None:
    """The party stands in a place of the world, and is told what it is."""
    s = t.state
    assert s.world is not None
    haunt.visits += 1
    s.world.inside = s.world.last = haunt.id
    s.delve.found = haunt.name
    if haunt.visits > 1:
        t.tell("Another way into {place}.", rule="ROB-CHAM-01", place=haunt.name)
        return
    haunt.room = s.delve.room
    s.world.trail.append(haunt.id)
    if haunt.secret:
        t.tell("A wall that is none, and behind it {place}. Nobody has stood here for a long time.", rule="ROB-TRAP-02",
               kind="headline", place=haunt.name)  # fmt: skip
    else:
        t.tell("{place}.", rule="ROB-CHAM-01", kind="headline", place=capital(haunt.name))
    if haunt.tale:
        t.tell("{tale}", rule="ROB-CHAM-01", tale=haunt.tale)
    if haunt.wanted:
        t.tell("This is the place they talk about in {town}.", rule="ROB-CHAM-01", town=s.world.town or "town")


async def meet(t: Table[RobberState], haunt: Haunt) -> bool:
    """Whoever is at home is met, one for each player, on what they guard (ROB-CHAM-03, -04). False: nobody is."""
    folk = lots.at_home(t.state, haunt)
    if folk is None:
        return False
    guarded = lying(haunt)
    rule = "ROB-CHAM-04" if guarded else "ROB-CHAM-03"
    foes = await appearing.some_of(t, folk, rule=rule)
    await appearing.encounter(t, foes, place="chamber", guards=bool(guarded), rule=rule, hoards=guarded)
    return True

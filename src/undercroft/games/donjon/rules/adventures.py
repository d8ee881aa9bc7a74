"""Adventures open in Town and close there; between two of them everyone recovers. Chapter 7."""

from __future__ import annotations

from ....engine import Table
from ..state import Donjon
from . import narrate
from .damage import recover
from .experience import goal_award, queue_advances
from .goods import keep_possessions
from .scenes import forget_climax


def open_adventure(t: Table[Donjon]) -> None:
    """The adventure opens in Town (DON-FLOW-01, DON-TOWN-01)."""
    s = t.state
    assert s.adventure is not None
    adventure = s.adventure
    s.phase = "town"
    s.chapter = 0
    s.hooked = False
    s.town_turns = 0
    s.ready = []
    s.scenes_done = [0] * len(adventure.chapters)
    s.owed_cut = 0
    s.clues = 0
    s.way_known = s.homeward = s.retreated = False
    s.first_fight = True
    s.provisions_spent = {}
    s.torch = ""
    s.facts = [f for f in s.facts if f.scope in ("campaign",)] if s.adventures_done == 0 else s.facts
    t.tell(
        "{title}",
        rule="DON-FLOW-01",
        kind="headline",
        title=f"{adventure.series + ': ' if adventure.series else ''}{adventure.title}",
    )
    narrate.say(t, "town_arrive", rule="DON-TOWN-01", town=adventure.town.name)
    features = "; ".join(adventure.town.features)
    t.tell(
        "{name}, {what}. {people}. {features}Temper towards strangers: {temper}.",
        rule="DON-TOWN-02",
        name=adventure.town.name,
        what=adventure.town.kind,
        people=adventure.town.people[0].upper() + adventure.town.people[1:],
        features=f"{features[0].upper()}{features[1:]}. " if features else "",
        temper=adventure.town.temper,
    )


def close(t: Table[Donjon], *, won: bool) -> None:
    """The adventure is closed; experience becomes Levels here (DON-UP-01); then the next one, or the end."""
    s = t.state
    assert s.adventure is not None
    s.won.append(won)
    s.adventures_done += 1
    s.scores.pop("home", None)
    forget_climax(s)
    s.homeward = False
    s.last_level = (
        s.adventure.chapters[max(0, s.chapter - 1)].donjon_level if s.chapter else s.adventure.chapters[-1].donjon_level
    )
    s.chapter = 0
    t.tell(
        "{title} is {how}.",
        rule="DON-CLIMAX-05" if won else "DON-RETURN-03",
        kind="headline",
        title=s.adventure.title,
        how="won" if won else "lost",
    )
    if won:
        goal_award(t, s.last_level + 6, "the adventure")
    queue_advances(s)
    s.phase = "between"


async def between(t: Table[Donjon]) -> None:
    """Between two adventures: everyone recovers; possessions are sorted; a new adventure opens (DON-HEAL-03, DON-PERM-02)."""
    s = t.state
    if s.adventures_done >= s.number("adventures") or not s.pcs():
        s.phase = "over"
        s.ended = "home" if not s.gave_up else "gave up"
        return
    at = s.scores.get("between", 0)
    party = s.pcs()
    if at < len(party):
        b = party[at]
        s.scores["between"] = at + 1
        recover(b)
        await keep_possessions(t, b)
        return
    s.scores.pop("between", None)
    from .sketch import next_adventure

    await next_adventure(t)
    open_adventure(t)

"""A better station in life (Chapter 5): gold spent is experience, experience is a title."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital
from ...content import STATIONS
from ...state import Robber, RobberState
from ..character import life, sheet
from . import callings


async def spend(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """Gold buys station: 1 GP, 1 XP, whole gold pieces only (ROB-XP-01)."""
    most = robber.home.cp // 100
    amount = await t.ask_number(
        robber.seat, "How many gold pieces for a better life? (1 to {most:,})", 1, most, rule="ROB-XP-01", suggest=most, most=most
    )
    robber.home.cp -= amount * 100
    robber.xp += amount
    following = next((step for step in STATIONS if step.xp > robber.xp), None)
    left = ": {left:,} more, and it is {title:a}" if following is not None else ""
    t.tell("{robber:^} spends {amount:,} GP on better company" + left + ".", rule="ROB-XP-01", robber=robber.name, amount=amount,
           left=following.xp - robber.xp if following is not None else 0,
           title=following.title if following is not None else "")  # fmt: skip
    await rise(t, robber)


async def rise(t: Table[RobberState], robber: Robber) -> None:
    """The level that experience has earned (ROB-XP-02); lycanthropy holds it back, and a class may be waited for."""
    s = t.state
    level = sheet.station(robber.xp).level
    if level <= robber.level or robber.lycanthropy:
        return
    if s.dials.classes and not robber.chosen and not await callings.choose_calling(t, robber):
        return
    life.set_level(t, robber, level)
    robber.chosen = True  # ROB-CLASS-03: never again
    step = STATIONS[level]
    if step.title_her and robber.her is None:
        form = await t.choose(
            robber.seat,
            "How shall they address you?",
            {"him": capital(step.title), "her": capital(step.title_her)},
            rule="ROB-TITLE-07",
        )
        robber.her = form == "her"
    t.tell("{robber:^} is {title:a} now, and {line}.", rule=f"ROB-TITLE-{level:02d}", kind="headline", robber=robber.name,
           title=sheet.title(robber), line=step.line)  # fmt: skip
    if level == len(STATIONS) - 1:
        t.tell("Nobody thought it could be done. Long live {robber}!", rule="ROB-TITLE-11", robber=robber.name)
    s.story.append(f"{robber.name} became a {sheet.title(robber)}")


async def take_calling(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """The level that was waited for, as what one has become meanwhile (ROB-CLASS-02)."""
    await rise(t, robber)

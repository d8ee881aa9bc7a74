"""Days of a calling (Appendix A): its morning, its sleep, its healing."""

from __future__ import annotations

from .....engine import Option, Table
from ...content import TABLES
from ...state import Robber, RobberState
from . import life, sheet


async def come_home(t: Table[RobberState], robber: Robber) -> None:
    """Clerics pay nothing for healing between adventures (ROB-CLERIC-07)."""
    if sheet.calling(robber).sleeps_well and robber.level:
        life.heal(t, robber, sheet.max_hp(robber), rule="ROB-CLERIC-07")


async def morning(t: Table[RobberState], robber: Robber) -> None:
    """A new day, which is a new delve (ROB-CLERIC-08, ROB-WIZARD-05): spells are ready, as many as levels."""
    robber.memorized = []
    how = sheet.calling(robber).spells
    if how == "when cast":
        robber.memorized = ["any"] * robber.level
    elif how == "memorized" and robber.learned:
        await memorize(t, robber)


async def memorize(t: Table[RobberState], robber: Robber) -> None:
    """A wizard fills a slot for each level with a spell learned; the same one twice is fine (ROB-WIZARD-05)."""
    for slot in range(1, robber.level + 1):
        spell = robber.learned[0]
        if len(robber.learned) > 1:
            spell = await t.choose(
                robber.seat,
                "Morning, {robber}. Which spell goes into slot {slot} of {slots}?",
                robber.learned,
                rule="ROB-WIZARD-05",
                describe=lambda key: Option(
                    TABLES["wizard_scroll"].line(key).text, hint=f"memorized: {robber.memorized.count(key)}"
                ),
                robber=robber.name,
                slot=slot,
                slots=robber.level,
            )
        robber.memorized.append(spell)
    t.tell("{robber:^} has memorized {spells}.", rule="ROB-WIZARD-05", robber=robber.name,
           spells=", ".join(spell.replace("_", " ") for spell in robber.memorized))  # fmt: skip


async def wake(t: Table[RobberState], robber: Robber) -> None:
    """After a sleep: a cleric and any henchman of the cleric's are whole again (ROB-CLERIC-06), and spells are renewed."""
    quick_healing(t, robber)
    await morning(t, robber)


def quick_healing(t: Table[RobberState], robber: Robber) -> None:
    """Any sleep makes a cleric whole, and the cleric's henchmen (ROB-CLERIC-06)."""
    if sheet.calling(robber).sleeps_well and robber.level:
        life.heal(t, robber, sheet.max_hp(robber), rule="ROB-CLERIC-06")
        for mate in robber.henchmen:
            life.mend(mate, mate.full)

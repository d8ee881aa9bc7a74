"""D&D classes (Appendix A): taking a calling with the first level, and a wizard's study.

Numbers that follow from a calling are in the sheet, its days in `character`; turning and spells are in `magic`.
"""

from __future__ import annotations

from collections.abc import Callable

from .....engine import Option, Table
from ...content import ABILITIES, CALLINGS, ITEMS
from ...state import Robber, RobberState
from ..belongings import packing
from ..character import life, sheet
from .answers import Errand, read

CLASSES = tuple(calling for calling in CALLINGS if calling)


def owns_scroll(robber: Robber, school: str) -> bool:
    """Whether a scroll of that school is in the pack or at home."""
    return any(ITEMS[item].spell and ITEMS[item].school == school for item in (*robber.pack, *robber.home.things))


def deed_done(robber: Robber, calling: str) -> bool:
    """The deed a class asks for (ROB-THIEF-01, ROB-FIGHTER-01, ROB-CLERIC-01, ROB-WIZARD-01)."""
    return DEEDS[calling](robber)


DEEDS: dict[str, Callable[[Robber], bool]] = {
    "thief": lambda robber: robber.stolen,
    "fighter": lambda robber: robber.crit,
    "cleric": lambda robber: owns_scroll(robber, "cleric"),
    "wizard": lambda robber: owns_scroll(robber, "wizard"),
}


def able(robber: Robber, calling: str) -> bool:
    """Whether the ability a class needs is High; owning gauntlets of ogre power will do for a fighter (ROB-MAGIC-12)."""
    needs = CALLINGS[calling].needs
    return needs in robber.high or (needs == "str" and ("gauntlets" in robber.pack or "gauntlets" in robber.home.things))


def qualifies(robber: Robber, calling: str) -> bool:
    """Whether ability and deed allow the class."""
    return able(robber, calling) and deed_done(robber, calling)


async def choose_calling(t: Table[RobberState], robber: Robber) -> bool:
    """The first level (ROB-CLASS-01): a class whose conditions are met, Dungeon Robber, or waiting (ROB-CLASS-02)."""
    fit = [calling for calling in CLASSES if qualifies(robber, calling)]
    key = await t.choose(
        robber.seat,
        "{robber:^} has come up in the world. As what?{closed}",
        [*Errand.keys("be", fit), "be:robber", "wait"],
        rule="ROB-CLASS-01",
        describe=describe_calling,
        robber=robber.name,
        closed=lambda: closed_classes(robber),
    )
    if key == "wait":
        t.tell("{robber:^} waits for better credentials.", rule="ROB-CLASS-02", robber=robber.name)
        return False
    before = sheet.max_hp(robber)
    robber.calling = meant(key)
    life.hp_changed(robber, before)
    lay_aside(robber)
    t.tell(
        "{robber:^} is a {calling} now.",
        rule="ROB-CLASS-01",
        kind="headline",
        robber=robber.name,
        calling=sheet.calling(robber).name,
    )
    t.state.story.append(f"{robber.name} became a {sheet.calling(robber).name}")
    return True


def meant(key: str) -> str:
    """The calling a key means."""
    calling = read(key).what
    return "" if calling == "robber" else calling


def describe_calling(key: str) -> Option:
    """A calling in words."""
    if key == "wait":
        return Option("Wait", hint="the money is spent; the level comes when you choose", rule="ROB-CLASS-02")
    record = CALLINGS[meant(key)]
    return Option(record.name, hint=record.hint, rule="ROB-CLASS-04")


def closed_classes(robber: Robber) -> str:
    """The classes not open yet, with what is missing."""
    missing = []
    for calling in CLASSES:
        record = CALLINGS[calling]
        wants = [] if able(robber, calling) else [f"High {ABILITIES[record.needs]}"]
        if not deed_done(robber, calling):
            wants.append(record.deed)
        if wants:
            missing.append(f"{record.name}: {', and '.join(wants)}")
    return f" (Closed: {'; '.join(missing)}.)" if missing else ""


def lay_aside(robber: Robber) -> None:
    """Gear outside the class goes into the pack: it can be carried and sold, not used (ROB-CLASS-05)."""
    if robber.weapon and not sheet.may_wield(robber, ITEMS[robber.weapon]):
        robber.weapon = packing.best_weapon(robber)
    if robber.armor and not sheet.may_wear(robber, ITEMS[robber.armor]):
        robber.armor = ""
    if robber.shield and not sheet.calling(robber).shield:
        robber.shield = False


def town_options(robber: Robber) -> list[str]:
    """A calling still to be taken (ROB-CLASS-02), and scrolls a wizard could learn (ROB-WIZARD-04)."""
    keys = []
    if not robber.chosen and robber.level == 0 and sheet.station(robber.xp).level > 0 and not robber.lycanthropy:
        keys.append("calling")
    if sheet.calling(robber).spells == "memorized":
        keys += Errand.keys("learn", learnable(robber))
    return keys


def learnable(robber: Robber) -> list[str]:
    """Wizard spells whose scroll is at hand and that are not known yet."""
    scrolls = [ITEMS[item] for item in dict.fromkeys((*robber.pack, *robber.home.things)) if ITEMS[item].spell]
    return [scroll.spell for scroll in scrolls if scroll.school == "wizard" and scroll.spell not in robber.learned]


def describe_town(robber: Robber, key: str) -> Option:
    """A piece of class business in words."""
    if key == "calling":
        return Option("Choose a calling", hint=f"{robber.xp:,} XP are waiting for it", rule="ROB-CLASS-02")
    spell = read(key).what.replace("_", " ")
    return Option(f"Learn {spell}", hint="spends the scroll for good", rule="ROB-WIZARD-04")


async def learn(t: Table[RobberState], robber: Robber, spell: str) -> None:
    """A wizard spends a scroll to learn its spell (ROB-WIZARD-04)."""
    item = f"scroll_{spell}"
    if item in robber.pack:
        packing.take(robber, item)
    elif robber.home.things[item] > 1:
        robber.home.things[item] -= 1
    else:
        del robber.home.things[item]
    robber.learned.append(spell)
    t.tell("{robber:^} reads the scroll until it is blank, and knows {spell}.", rule="ROB-WIZARD-04", robber=robber.name,
           spell=spell.replace("_", " "))  # fmt: skip

"""Healing: dice given back by scenes, by magic, and between adventures. Chapter 5."""

from __future__ import annotations

from .....engine import Table
from ...being import ATTRIBUTE_NAMES, ATTRIBUTES, HIRED, Being
from ...state import Donjon
from ..basics import narrate
from ..basics.answers import Said, read


def damage_taken(b: Being) -> int:
    """All damage a being has taken: Flesh Wounds and Attribute dice (DON-CAST-08)."""
    return (b.wounds_full - b.wounds) + sum(full - now for full, now in zip(b.full, b.now, strict=True))


def heal_one(b: Being, prefer: str = "") -> str:
    """Give back one lost die: Attributes first, the lowest before the others, then Flesh Wounds (DON-HEAL-02, DON-HEAL-05).
    Returns what was mended and what it is now, or nothing."""
    hurt = [key for key, full, now in zip(ATTRIBUTES, b.full, b.now, strict=True) if now < full]
    if hurt:
        key = prefer if prefer in hurt else min(hurt, key=lambda k: b.now[ATTRIBUTES.index(k)])
        at = ATTRIBUTES.index(key)
        b.now[at] += 1
        return f"{ATTRIBUTE_NAMES[key]} {b.now[at]}"
    if b.wounds < b.wounds_full:
        b.wounds += 1
        return f"Flesh Wounds {b.wounds}"
    return ""


def heal(t: Table[Donjon], b: Being, n: int, *, rule: str) -> int:
    """Mend n dice in order; magic wakes the unconscious (DON-HEAL-05, DON-DEATH-06)."""
    done = 0
    for _ in range(n):
        if not heal_one(b):
            break
        done += 1
    if done and b.status == "out":
        b.status = "up"
        t.tell("{who} opens an eye.", rule="DON-DEATH-06", who=b.cap)
    if done:
        t.tell("{who} mends {n}.", rule=rule, who=b.cap, n=done)
    return done


async def heal_by_scene(t: Table[Donjon]) -> None:
    """Whenever a scene begins each player character regains one lost die; the smashed wake up (DON-HEAL-01, DON-DEATH-06).
    Ruling: so does a hired sword whose party holds the field."""
    for hired in [b for b in t.state.beings.values() if HIRED in b.tags]:
        if hired.status == "out":
            hired.status = "up"
            narrate.say(t, "hired_wakes", rule="DON-DEATH-06", actor=hired.name)
        heal_one(hired)
    mended: list[str] = []
    for b in t.state.pcs():
        if b.status == "out":
            b.status = "up"
            narrate.say(t, "comes_to", rule="DON-DEATH-06", actor=b.name)
        hurt = [key for key, full, now in zip(ATTRIBUTES, b.full, b.now, strict=True) if now < full]
        prefer = ""
        if len(hurt) > 1:
            least = min(b.now[ATTRIBUTES.index(k)] for k in hurt)
            tied = [k for k in hurt if b.now[ATTRIBUTES.index(k)] == least]
            if len(tied) > 1:
                choice = await t.choose(
                    b.seat,
                    "A new scene: {who} regains one die. Which Attribute first?",
                    Said.keys("attr", tied),
                    rule="DON-HEAL-02",
                    describe=lambda key: ATTRIBUTE_NAMES[read(key).on],
                    who=b.name,
                )
                prefer = read(choice).on
        what = heal_one(b, prefer)
        if what:
            mended.append(f"{b.cap} ({what})")
    if mended:
        t.tell("A rest mends {who:and}.", rule="DON-HEAL-01", who=mended)


LASTING = ("day", "week", "month", "longer")  # spells that outlive their scene (DON-SPELL-06)


def recover(b: Being) -> None:
    """Between two adventures everyone recovers completely (DON-HEAL-03); only spells for a month or longer outlast it."""
    b.boons = [p for p in b.boons if p.until in ("month", "longer")]
    b.penalties = [p for p in b.penalties if p.until in ("month", "longer")]
    b.now = list(b.full)
    b.wounds = b.wounds_full
    b.strain = b.spell_dice = b.frozen = 0
    b.bonus, b.used, b.argued = [], [], []
    if b.status == "out":
        b.status = "up"

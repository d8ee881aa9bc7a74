"""Spells (Chapter 4): what each does, read from a scroll or cast by a calling."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from .....engine import Table
from ...content import MONSTERS
from ...state import Creature, Robber, RobberState
from ..belongings import packing
from ..character import life, sheet
from ..character.naming import name_of, powers_of
from ..monsters import appearing, blows, facing, henchmen, powers, running

SLEEP_LEVEL = 4  # ROB-SCROLL-01
COMMAND_SAVE_LEVEL = 6  # ROB-SCROLL-07

MISSILE = "1d4+1"
POTION = "1d8"

AIMED = ("sleep", "charm", "magic_missile", "command")
CALM = ("cure_light_wounds", "animate_dead")  # may also be used between encounters (ROB-FIGHT-22)


async def shoot(t: Table[RobberState], robber: Robber, foe: Creature, *, rule: str) -> None:
    """A magic missile, from a wand or a scroll: 1d4+1, and no attack roll (ROB-MAGIC-11, ROB-SCROLL-03)."""
    target = await blows.astray(t, foe, robber)
    damage = await t.roll(MISSILE, "magic missile", rule=rule, seat=robber.seat)
    if isinstance(target, Robber):
        blows.hurt_friend(t, target, damage, by=robber)
        return
    t.tell("A dart of light hits the {foe} for {damage}.", rule=rule, foe=name_of(target), damage=damage)
    await blows.wound(t, target, damage, by=robber)


def send_away(t: Table[RobberState], foe: Creature, text: str, *, rule: str) -> None:
    """A foe leaves unbeaten: it guards nothing any more, and yields nothing (ROB-FIGHT-16)."""
    encounter = facing.here(t.state)
    facing.remove(encounter, foe)
    encounter.left += 1
    t.tell(text, rule=rule, foe=name_of(foe))


def overcome(t: Table[RobberState], foe: Creature, text: str, *, rule: str) -> None:
    """A foe is beaten without being killed: defeat, but nothing falls from its hands."""
    encounter = facing.here(t.state)
    facing.remove(encounter, foe)
    encounter.defeated += 1
    t.tell(text, rule=rule, foe=name_of(foe))


async def cure(t: Table[RobberState], robber: Robber, rest: str, *, rule: str) -> None:
    """1d8 HP back, for the robber or the henchman named."""
    amount = await t.roll(POTION, "healing", rule=rule, seat=robber.seat)
    for mate in robber.henchmen:
        if rest == f"mate-{mate.id}":
            t.tell(
                "The {beast} recovers {amount} HP and looks surprised.",
                rule=rule,
                beast=name_of(mate),
                amount=life.mend(mate, amount),
            )
            return
    life.heal(t, robber, amount, rule=rule)


Spell: TypeAlias = Callable[[Table[RobberState], Robber, Creature], Awaitable[None]]


async def cast(t: Table[RobberState], robber: Robber, source: str, spell: str, foe: Creature | None, rest: str) -> None:
    """Read a scroll, which is used up (ROB-SCROLL-09), or cast a memorized spell; then its effect."""
    name, _, how = spell.partition("-")
    t.meet("spell", name)
    t.tell("{robber} {verb} {spell}.", rule="ROB-SCROLL-09", robber=robber.name,
           verb="reads a scroll of" if source == "read" else "casts", spell=name.replace("_", " "))  # fmt: skip
    if not await spend(t, robber, source, name):
        return
    if name == "haste":
        mate = next((mate for mate in robber.henchmen if rest == f"mate-{mate.id}"), None)
        await haste(t, robber, mate)
    elif name == "cure_light_wounds":
        await cure(t, robber, rest, rule="ROB-SCROLL-05")
    elif name == "sanctuary":
        facing.here(t.state).sanctuary.append(robber.seat)
        t.tell("A hush falls around {robber}. Blows must think twice.", rule="ROB-SCROLL-06", robber=robber.name)
    elif name == "animate_dead":
        await animate(t, robber)
    elif name == "command":
        assert foe is not None
        await command(t, robber, foe, how)
    else:
        assert foe is not None
        await ATTACKS[name](t, robber, foe)
    if foe is not None and name in AIMED and facing.still_there(t.state, foe):
        for power in powers.powers(foe.kind):
            if power.spelled is not None:
                power.spelled(foe, robber, name)


async def spend(t: Table[RobberState], robber: Robber, source: str, spell: str) -> bool:
    """Use up the scroll or the memorized casting. A thief must save, or the scroll is ruined unread (ROB-THIEF-03)."""
    if source == "cast":
        robber.memorized.remove("any" if robber.calling == "cleric" else spell)
        return True
    packing.take(robber, f"scroll_{spell}")
    if sheet.calling(robber).scroll_save and not await life.save(t, robber, "spell", rule="ROB-THIEF-03"):
        t.tell("{robber} reads it upside down. It is ruined.", rule="ROB-THIEF-03", robber=robber.name)
        return False
    return True


async def sleep(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """Sleep (ROB-SCROLL-01): one creature of up to level 4 is overcome at once; no save; not the undead."""
    if foe.level > SLEEP_LEVEL or "undead" in powers_of(foe):
        t.tell("The {foe} does not so much as yawn.", rule="ROB-SCROLL-01", foe=name_of(foe))
        return
    overcome(t, foe, "The {foe} folds up and snores.", rule="ROB-SCROLL-01")


async def charm(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """Charm (ROB-SCROLL-02): an intelligent creature saves or becomes a henchman; it counts as defeat. Undead are immune."""
    if not MONSTERS[foe.kind].intelligent or "undead" in powers_of(foe):
        t.tell("Charm is lost on the {foe}.", rule="ROB-SCROLL-02", foe=name_of(foe))
        return
    if await life.creature_saves(t, foe, rule="ROB-SCROLL-02"):
        t.tell("The {foe} has been flattered better.", rule="ROB-SCROLL-02", foe=name_of(foe))
        return
    overcome(t, foe, "The {foe} has always wanted to work for somebody like you.", rule="ROB-SCROLL-02")
    await henchmen.join(t, robber, foe, rule="ROB-SCROLL-02")


async def magic_missile(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """Magic missile (ROB-SCROLL-03): 1d4+1 damage, no attack roll."""
    await shoot(t, robber, foe, rule="ROB-SCROLL-03")


async def command(t: Table[RobberState], robber: Robber, foe: Creature, how: str) -> None:
    """Command (ROB-SCROLL-07): one intelligent creature sleeps (beaten) or flees (gone); from level 6 up it saves."""
    if not MONSTERS[foe.kind].intelligent or (how == "sleep" and "undead" in powers_of(foe)):
        t.tell("The {foe} does not take orders.", rule="ROB-SCROLL-07", foe=name_of(foe))
        return
    if foe.level >= COMMAND_SAVE_LEVEL and await life.creature_saves(t, foe, rule="ROB-SCROLL-07"):
        t.tell("The {foe} considers the order and declines.", rule="ROB-SCROLL-07", foe=name_of(foe))
        return
    if how == "sleep":
        overcome(t, foe, "The {foe} lies down where it stands.", rule="ROB-SCROLL-07")
    else:
        send_away(t, foe, "The {foe} remembers something urgent, elsewhere.", rule="ROB-SCROLL-07")


ATTACKS: dict[str, Spell] = {"sleep": sleep, "charm": charm, "magic_missile": magic_missile}


async def haste(t: Table[RobberState], robber: Robber, mate: Creature | None) -> None:
    """Haste (ROB-SCROLL-04): two attacks a turn to the end of the battle, and nobody gives chase; shakes a pursuer at once."""
    s = t.state
    if s.encounter is None:
        if s.delve.bearings == "pursued":
            s.delve.pursuers = []
            running.settle_chase(
                t, "{robber} is a blur, and then an echo. Nothing follows.", rule="ROB-SCROLL-04", robber=robber.name
            )
        return
    if mate is not None:
        mate.hasted = True
        t.tell("Your {beast} begins to blur.", rule="ROB-SCROLL-04", beast=name_of(mate))
    else:
        s.encounter.hasted.append(robber.seat)
        t.tell("Everybody else slows down.", rule="ROB-SCROLL-04")


async def animate(t: Table[RobberState], robber: Robber) -> None:
    """Animate dead (ROB-SCROLL-08): a skeleton joins as henchman; no corpse needed."""
    skeleton = await appearing.spawn(t, "skeleton", rule="ROB-SCROLL-08")
    await henchmen.join(t, robber, skeleton, rule="ROB-SCROLL-08")

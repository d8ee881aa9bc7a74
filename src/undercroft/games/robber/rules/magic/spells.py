"""Spells (Chapter 4): what each does, read from a scroll or cast by a calling."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from .....engine import Table
from ...content import MONSTERS
from ...state import Creature, Robber, RobberState
from ..belongings import packing
from ..character import life, sheet
from ..character.naming import name_of, powers_of
from ..monsters import appearing, blows, facing, henchmen, powers, running
from .answers import Use

SLEEP_LEVEL = 4  # ROB-SCROLL-01
COMMAND_SAVE_LEVEL = 6  # ROB-SCROLL-07

MISSILE = "1d4+1"
POTION = "1d8"


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


async def cast(t: Table[RobberState], robber: Robber, use: Use) -> None:
    """Read a scroll, which is used up (ROB-SCROLL-09), or cast a memorized spell; then its effect."""
    spell = SPELLS[use.what]
    t.meet("spell", use.what)
    t.tell("{robber:^} {verb} {spell}.", rule="ROB-SCROLL-09", robber=robber.name,
           verb="reads a scroll of" if use.source == "read" else "casts", spell=use.what.replace("_", " "))  # fmt: skip
    if not await spend(t, robber, use.source, use.what):
        return
    if spell.at_ally is not None:
        await spell.at_ally(t, robber, find_ally(t.state, robber, use.ally))
    if spell.at_foe is not None:
        foe = facing.find_foe(facing.here(t.state), use.foe)
        await spell.at_foe(t, robber, foe, use.how)
        if facing.still_there(t.state, foe):
            for power in powers.powers(foe.kind):
                if power.spelled is not None:
                    power.spelled(foe, robber, use.what)


def find_ally(s: RobberState, robber: Robber, ally: str) -> Robber | Creature:
    """Whom a use is for: a henchman or companion named, or the robber."""
    friends: list[Robber | Creature] = [*robber.henchmen, *sheet.living(s)]
    return next((friend for friend in friends if ally == sheet.refer(friend)), robber)


async def spend(t: Table[RobberState], robber: Robber, source: str, spell: str) -> bool:
    """Use up the scroll or the memorized casting. A thief must save, or the scroll is ruined unread (ROB-THIEF-03)."""
    if source == "cast":
        robber.memorized.remove("any" if sheet.calling(robber).spells == "when cast" else spell)
        return True
    packing.take(robber, f"scroll_{spell}")
    if sheet.calling(robber).scroll_save and not await life.save(t, robber, "spell", rule="ROB-THIEF-03"):
        t.tell("{robber:^} reads it upside down. It is ruined.", rule="ROB-THIEF-03", robber=robber.name)
        return False
    return True


async def sleep(t: Table[RobberState], robber: Robber, foe: Creature, how: str = "") -> None:
    """Sleep (ROB-SCROLL-01): one creature of up to level 4 is overcome at once; no save; not the undead."""
    if foe.level > SLEEP_LEVEL or "undead" in powers_of(foe):
        t.tell("The {foe} does not so much as yawn.", rule="ROB-SCROLL-01", foe=name_of(foe))
        return
    overcome(t, foe, "The {foe} folds up and snores.", rule="ROB-SCROLL-01")


async def charm(t: Table[RobberState], robber: Robber, foe: Creature, how: str = "") -> None:
    """Charm (ROB-SCROLL-02): an intelligent creature saves or becomes a henchman; it counts as defeat. Undead are immune."""
    if not MONSTERS[foe.kind].intelligent or "undead" in powers_of(foe):
        t.tell("Charm is lost on the {foe}.", rule="ROB-SCROLL-02", foe=name_of(foe))
        return
    if await life.creature_saves(t, foe, rule="ROB-SCROLL-02"):
        t.tell("The {foe} has been flattered better.", rule="ROB-SCROLL-02", foe=name_of(foe))
        return
    overcome(t, foe, "The {foe} has always wanted to work for somebody like you.", rule="ROB-SCROLL-02")
    await henchmen.join(t, robber, foe, rule="ROB-SCROLL-02")


async def magic_missile(t: Table[RobberState], robber: Robber, foe: Creature, how: str = "") -> None:
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


async def haste(t: Table[RobberState], robber: Robber, ally: Robber | Creature) -> None:
    """Haste (ROB-SCROLL-04): two attacks a turn to the end of the battle, and nobody gives chase; shakes a pursuer at once."""
    s = t.state
    if s.encounter is None:
        if s.delve.bearings == "pursued":
            s.delve.pursuers = []
            running.settle_chase(
                t, "{robber:^} is a blur, and then an echo. Nothing follows.", rule="ROB-SCROLL-04", robber=robber.name
            )
        return
    if isinstance(ally, Creature):
        ally.hasted = True
        t.tell("Your {beast} begins to blur.", rule="ROB-SCROLL-04", beast=name_of(ally))
    else:
        s.encounter.hasted.append(ally.seat)
        t.tell("Everybody else slows down.", rule="ROB-SCROLL-04")


async def cure_light_wounds(t: Table[RobberState], robber: Robber, ally: Robber | Creature) -> None:
    """Cure light wounds (ROB-SCROLL-05): 1d8 HP."""
    await cure(t, robber, ally, rule="ROB-SCROLL-05")


async def cure(t: Table[RobberState], robber: Robber, ally: Robber | Creature, *, rule: str) -> None:
    """1d8 HP back, for whoever was named."""
    amount = await t.roll(POTION, "healing", rule=rule, seat=robber.seat)
    if isinstance(ally, Robber):
        life.heal(t, ally, amount, rule=rule)
        return
    t.tell(
        "The {beast} recovers {amount} HP and looks surprised.", rule=rule, beast=name_of(ally), amount=life.mend(ally, amount)
    )


async def sanctuary(t: Table[RobberState], robber: Robber, ally: Robber | Creature) -> None:
    """Sanctuary (ROB-SCROLL-06): whoever would strike the robber must save first."""
    facing.here(t.state).sanctuary.append(robber.seat)
    t.tell("A hush falls around {robber}. Blows must think twice.", rule="ROB-SCROLL-06", robber=robber.name)


async def animate(t: Table[RobberState], robber: Robber, ally: Robber | Creature) -> None:
    """Animate dead (ROB-SCROLL-08): a skeleton joins as henchman; no corpse needed."""
    skeleton = await appearing.spawn(t, "skeleton", rule="ROB-SCROLL-08")
    await henchmen.join(t, robber, skeleton, rule="ROB-SCROLL-08")


# Whom a spell may be cast on now: allies as `Use.ally` has them.


def hurt(s: RobberState, robber: Robber) -> list[str]:
    """Whom a cure could help: the robber, a hurt henchman, or a hurt companion."""
    own = [""] if robber.hp < sheet.max_hp(robber) else []
    mates = [sheet.refer(mate) for mate in robber.henchmen if mate.hp < mate.full]
    if len(s.robbers) == 1:
        return own + mates
    others = [other for other in sheet.living(s) if other.seat != robber.seat and other.hp < sheet.max_hp(other)]
    return own + mates + [sheet.refer(other) for other in others]


def unhasted(s: RobberState, robber: Robber) -> list[str]:
    """Who is not hasted yet."""
    own = [""] if robber.seat not in facing.here(s).hasted else []
    return own + [sheet.refer(mate) for mate in robber.henchmen if not mate.hasted]


def when_pursued(s: RobberState, robber: Robber) -> list[str]:
    """The robber, on the run."""
    return [""] if s.delve.bearings == "pursued" else []


def unguarded(s: RobberState, robber: Robber) -> list[str]:
    """The robber, once a fight."""
    return [""] if robber.seat not in facing.here(s).sanctuary else []


def always(s: RobberState, robber: Robber) -> list[str]:
    """No target is needed."""
    return [""]


Allies: TypeAlias = Callable[[RobberState, Robber], list[str]]


class Spell(msgspec.Struct, frozen=True, kw_only=True):
    """A spell: what it does at a foe, or at an ally; whom it can help in a fight and at other times (ROB-FIGHT-22)."""

    hints: dict[str, str]  # by the ways it can be meant; most have but one, ""
    at_foe: Callable[[Table[RobberState], Robber, Creature, str], Awaitable[None]] | None = None
    at_ally: Callable[[Table[RobberState], Robber, Robber | Creature], Awaitable[None]] | None = None
    in_fight: Allies | None = None
    calmly: Allies | None = None


SPELLS: dict[str, Spell] = {
    "sleep": Spell(at_foe=sleep, hints={"": "overcomes anything up to level 4, undead excepted"}),
    "charm": Spell(at_foe=charm, hints={"": "the intelligent save on 10+ or join you"}),
    "magic_missile": Spell(at_foe=magic_missile, hints={"": "2 to 5 damage, never misses"}),
    "command": Spell(
        at_foe=command,
        hints={"sleep": "beaten if it obeys; level 6 and up save", "flee": "it leaves, unbeaten; level 6 and up save"},
    ),
    "haste": Spell(
        at_ally=haste, in_fight=unhasted, calmly=when_pursued, hints={"": "two attacks a turn; running needs no luck"}
    ),
    "cure_light_wounds": Spell(at_ally=cure_light_wounds, in_fight=hurt, calmly=hurt, hints={"": "heals 1d8"}),
    "sanctuary": Spell(at_ally=sanctuary, in_fight=unguarded, hints={"": "foes must save to strike at you"}),
    "animate_dead": Spell(at_ally=animate, in_fight=always, calmly=always, hints={"": "a skeleton joins you"}),
}

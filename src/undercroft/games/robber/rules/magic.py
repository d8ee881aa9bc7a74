"""Scrolls, potions, wands, oil and holy symbols: what they do in a fight, and what may be used between encounters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from ....engine import Option, Table, parse
from ..content import ABILITIES, ITEMS, MONSTERS, TABLES
from ..state import Creature, Robber, RobberState
from . import blows, carry, chase, fight, henchmen, life, monsters, sheet
from .life import name_of, powers_of

SLEEP_LEVEL = 4  # ROB-SCROLL-01
COMMAND_SAVE_LEVEL = 6  # ROB-SCROLL-07
SYMBOL_TURNS = 11  # ROB-VALU-04: the undead must reach this
MISSILE = "1d4+1"
POTION = "1d8"
OIL_DAMAGE = "2d6"
AIMED = ("sleep", "charm", "magic_missile", "command")
CALM = ("cure_light_wounds", "animate_dead")  # may also be used between encounters (ROB-FIGHT-22)


# In a fight.


def fight_options(s: RobberState, robber: Robber) -> list[str]:
    """Everything in the pack that can take the place of an attack (ROB-FIGHT-14)."""
    if not robber.pack and not robber.memorized:
        return []
    encounter = fight.here(s)
    keys: list[str] = []
    pack = robber.pack
    if "oil" in pack:
        keys += fight.aimed("oil", encounter.foes)
    if "wand_mm" in pack:
        keys += fight.aimed("wand", encounter.foes)
    for spell, source in readable(robber):
        keys += spell_keys(s, robber, spell, source)
    if "healing_potion" in pack:
        keys += patients(robber, "drink:healing_potion")
    if "speed_potion" in pack and robber.seat not in encounter.hasted:
        keys.append("drink:speed_potion")
    if turning_number(robber) is not None:
        undead = [foe for foe in encounter.foes if "undead" in powers_of(foe)]
        keys += ["turn"] if len(encounter.foes) == 1 and undead else [f"turn@{foe.id}" for foe in undead]
    return keys


def readable(robber: Robber) -> list[tuple[str, str]]:
    """The spells a robber could cast now, each with its source: "read" for a scroll, "cast" for one memorized."""
    found = [(ITEMS[item].spell, "read") for item in robber.pack if ITEMS[item].spell and sheet.may_read(robber, ITEMS[item])]
    return found + [(spell, "cast") for spell in dict.fromkeys(castable(robber))]


def castable(robber: Robber) -> list[str]:
    """Spells that need no scroll: a wizard's memorized ones, a cleric's by choice."""
    if not robber.memorized:
        return []
    if robber.calling == "cleric":
        return [entry.key for entry in TABLES["cleric_scroll"].entries]
    return robber.memorized


def spell_keys(s: RobberState, robber: Robber, spell: str, source: str) -> list[str]:
    """The keys of one spell in a fight."""
    encounter = fight.here(s)
    verb = f"{source}:{spell}"
    if spell == "command":
        return [f"{key}" for how in ("sleep", "flee") for key in fight.aimed(f"{verb}-{how}", encounter.foes)]
    if spell in AIMED:
        return fight.aimed(verb, encounter.foes)
    if spell == "cure_light_wounds":
        return patients(robber, verb)
    if spell == "haste":
        keys = [verb] if robber.seat not in encounter.hasted else []
        return keys + [f"{verb}@mate-{mate.id}" for mate in robber.henchmen if not mate.hasted]
    if spell == "sanctuary":
        return [verb] if robber.seat not in encounter.sanctuary else []
    return [verb]


def patients(robber: Robber, verb: str) -> list[str]:
    """Whom a cure could help: the robber, or a hurt henchman."""
    keys = [verb] if robber.hp < sheet.max_hp(robber) else []
    return keys + [f"{verb}@mate-{mate.id}" for mate in robber.henchmen if mate.hp < mate.full]


def turning_number(robber: Robber) -> int | None:
    """What undead must roll to stand before this robber; None: nothing to turn them with. Clerics have their own numbers."""
    symbol = "holy_symbol" in robber.pack
    if robber.calling == "cleric" and robber.level > 0:
        return 12 if symbol else 10  # ROB-CLERIC-05
    return SYMBOL_TURNS if symbol else None


async def use_in_fight(t: Table[RobberState], robber: Robber, verb: str, rest: str) -> None:
    """Carry out one of `fight_options`."""
    foe = fight.find_foe(fight.here(t.state), rest)
    if verb == "oil":
        await throw_oil(t, robber, foe)
    elif verb == "wand":
        await use_wand(t, robber, foe)
    elif verb == "turn":
        await turn_undead(t, robber, foe)
    elif verb == "drink:healing_potion":
        await drink_healing(t, robber, rest)
    elif verb == "drink:speed_potion":
        carry.take(robber, "speed_potion")
        await haste(t, robber, None)
    else:
        source, _, spell = verb.partition(":")
        await cast(t, robber, source, spell, foe, rest)


async def throw_oil(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """Oil as a weapon (ROB-FIGHT-15): an attack roll, 2d6 on a hit, a jar gone either way; fire does not hurt the fiery."""
    carry.take(robber, "oil")
    target = await blows.astray(t, foe, robber)
    natural = await t.roll("1d20", f"{robber.name} throws oil", rule="ROB-FIGHT-15", seat=robber.seat)
    if natural != 20 and natural + oil_bonus(t.state, robber) < blows.ac_against(robber, target):
        t.tell("The jar bursts on the wall. A warm evening for somebody.", rule="ROB-FIGHT-15")
        if target is foe and "nauseating" in powers_of(foe):
            await blows.nauseate(t, robber)
        return
    if natural == 20 and target is foe:
        robber.crit = True  # a fighter's deed, with whatever it was done (ROB-FIGHTER-01)
    if target is foe and "fiery" in powers_of(foe):
        t.tell("The {foe} basks in it.", rule="ROB-KEY-32", foe=name_of(foe))
        return
    damage = (
        parse(OIL_DAMAGE).high
        if natural == 20
        else await t.roll(OIL_DAMAGE, "burning oil", rule="ROB-FIGHT-15", seat=robber.seat)
    )
    if isinstance(target, Robber):
        blows.hurt_friend(t, target, damage, by=robber)
        return
    t.tell("The {foe} burns for {damage}.", rule="ROB-FIGHT-15", foe=name_of(target), damage=damage)
    await blows.wound(t, target, damage, by=robber)


def oil_bonus(s: RobberState, robber: Robber) -> int:
    """What is added to the throw of a jar: no weapon's plus, but the dark counts (ROB-AOH-06)."""
    return sheet.attack_bonus(robber) - (1 if fight.here(s).dark else 0)


async def shoot(t: Table[RobberState], robber: Robber, foe: Creature, *, rule: str) -> None:
    """A magic missile, from a wand or a scroll: 1d4+1, and no attack roll (ROB-MAGIC-11, ROB-SCROLL-03)."""
    target = await blows.astray(t, foe, robber)
    damage = await t.roll(MISSILE, "magic missile", rule=rule, seat=robber.seat)
    if isinstance(target, Robber):
        blows.hurt_friend(t, target, damage, by=robber)
        return
    t.tell("A dart of light hits the {foe} for {damage}.", rule=rule, foe=name_of(target), damage=damage)
    await blows.wound(t, target, damage, by=robber)


async def use_wand(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """Wand of magic missile (ROB-MAGIC-11): a 1 breaks it, anything else hits for 1d4+1."""
    if await t.roll("1d20", "the wand breaks on a 1", rule="ROB-MAGIC-11", seat=robber.seat) == 1:
        carry.take(robber, "wand_mm")
        t.tell("The wand goes off like a damp firework, and is firewood.", rule="ROB-MAGIC-11")
        return
    await shoot(t, robber, foe, rule="ROB-MAGIC-11")


async def turn_undead(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """Turn (ROB-VALU-04): the undead rolls d20 and flees below the number. It leaves; it is not beaten (ROB-FIGHT-16)."""
    need = turning_number(robber)
    assert need is not None
    if await t.roll("1d20", f"the {name_of(foe)} stands on {need}+", rule="ROB-VALU-04") >= need:
        t.tell("The {foe} has seen bigger symbols.", rule="ROB-VALU-04", foe=name_of(foe))
        return
    send_away(t, foe, "The {foe} flees from the symbol.", rule="ROB-FIGHT-16")


def send_away(t: Table[RobberState], foe: Creature, text: str, *, rule: str) -> None:
    """A foe leaves unbeaten: it guards nothing any more, and yields nothing (ROB-FIGHT-16)."""
    encounter = fight.here(t.state)
    fight.remove(encounter, foe)
    encounter.left += 1
    t.tell(text, rule=rule, foe=name_of(foe))


def overcome(t: Table[RobberState], foe: Creature, text: str, *, rule: str) -> None:
    """A foe is beaten without being killed: defeat, but nothing falls from its hands."""
    encounter = fight.here(t.state)
    fight.remove(encounter, foe)
    encounter.defeated += 1
    t.tell(text, rule=rule, foe=name_of(foe))


async def drink_healing(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """Healing potion (ROB-USEFUL-19): 1d8 for the robber or a henchman."""
    carry.take(robber, "healing_potion")
    await cure(t, robber, rest, rule="ROB-USEFUL-19")


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


# Spells.

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
        fight.here(t.state).sanctuary.append(robber.seat)
        t.tell("A hush falls around {robber}. Blows must think twice.", rule="ROB-SCROLL-06", robber=robber.name)
    elif name == "animate_dead":
        await animate(t, robber)
    elif name == "command":
        assert foe is not None
        await command(t, robber, foe, how)
    else:
        assert foe is not None
        await ATTACKS[name](t, robber, foe)
    if foe is not None and foe.kind == "double" and name in AIMED and fight.still_there(t.state, foe):
        foe.echo = f"{name}@{robber.seat}"  # ROB-AOH-19: it will cast it back


async def spend(t: Table[RobberState], robber: Robber, source: str, spell: str) -> bool:
    """Use up the scroll or the memorized casting. A thief must save, or the scroll is ruined unread (ROB-THIEF-03)."""
    if source == "cast":
        robber.memorized.remove("any" if robber.calling == "cleric" else spell)
        return True
    carry.take(robber, f"scroll_{spell}")
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
            chase.settle_chase(
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
    skeleton = await monsters.spawn(t, "skeleton", rule="ROB-SCROLL-08")
    await henchmen.join(t, robber, skeleton, rule="ROB-SCROLL-08")


# Between encounters.


def calm_options(s: RobberState, robber: Robber) -> list[str]:
    """What may be used at any decision outside a fight, even on the run (ROB-FIGHT-22)."""
    pack = robber.pack
    keys: list[str] = []
    if "healing_potion" in pack:
        keys += patients(robber, "use:healing_potion")
    for spell, source in readable(robber):
        if spell == "cure_light_wounds":
            keys += patients(robber, f"{source}:{spell}")
        elif spell == "animate_dead" or (spell == "haste" and s.delve.bearings == "pursued"):
            keys.append(f"{source}:{spell}")
    if "speed_potion" in pack and s.delve.bearings == "pursued":
        keys.append("use:speed_potion")
    if "treasure_finding" in pack and not robber.finding:
        keys.append("use:treasure_finding")
    for item in pack:
        if ITEMS[item].use == "libram" and (item == "libram" or item[7:] not in robber.high):
            keys.append(f"use:{item}")
    return keys


async def use_calmly(t: Table[RobberState], robber: Robber, key: str) -> None:
    """Carry out one of `calm_options`; it costs no turn."""
    verb, _, rest = key.partition("@")
    source, _, item = verb.partition(":")
    if source in ("read", "cast"):
        await cast(t, robber, source, item, None, rest)
    elif item == "healing_potion":
        await drink_healing(t, robber, rest)
    elif item == "speed_potion":
        carry.take(robber, item)
        await haste(t, robber, None)
    elif item == "treasure_finding":
        carry.take(robber, item)
        robber.finding = True
        t.tell("{robber} can smell gold. It smells like copper, mostly.", rule="ROB-MAGIC-14", robber=robber.name)
    else:
        await read_libram(t, robber, item)


async def read_libram(t: Table[RobberState], robber: Robber, item: str) -> None:
    """Libram of improvement (ROB-MAGIC-18): d6 at the first reading fixes the ability; if it is High the book can be sold."""
    ability = item[7:]
    if not ability:
        face = await t.roll("1d6", "which ability the libram improves", rule="ROB-MAGIC-18", seat=robber.seat)
        ability = list(ABILITIES)[face - 1]
    carry.take(robber, item)
    if ability in robber.high:
        carry.put(robber, f"libram_{ability}")
        t.tell("It is about {ability}, which {robber} knows by heart. Somebody will buy it.", rule="ROB-MAGIC-18",
               ability=ABILITIES[ability], robber=robber.name)  # fmt: skip
        return
    await life.raise_ability(t, robber, ability)
    t.tell("{robber} finishes the last chapter with High {ability}. The book crumbles.", rule="ROB-MAGIC-18",
           ability=ABILITIES[ability], robber=robber.name)  # fmt: skip


# Words.

SPELL_HINTS = {
    "sleep": "overcomes anything up to level 4, undead excepted",
    "charm": "the intelligent save on 10+ or join you",
    "magic_missile": "2 to 5 damage, never misses",
    "haste": "two attacks a turn; running needs no luck",
    "cure_light_wounds": "heals 1d8",
    "sanctuary": "foes must save to strike at you",
    "command-sleep": "beaten if it obeys; level 6 and up save",
    "command-flee": "it leaves, unbeaten; level 6 and up save",
    "animate_dead": "a skeleton joins you",
}


def describe_fight(s: RobberState, robber: Robber, verb: str, rest: str) -> Option:
    """A use in a fight, in words."""
    encounter = fight.here(s)
    foe = fight.find_foe(encounter, rest)
    at = f" at the {fight.which(encounter, foe)}" if len(encounter.foes) > 1 and rest and not rest.startswith("mate") else ""
    if verb == "oil":
        chance = min(20, max(1, 21 - blows.foe_ac(robber, foe) + oil_bonus(s, robber))) * 5
        return Option(f"Throw oil{at}", hint=f"hits {chance}%, 2d6 damage; {robber.pack['oil']} left", rule="ROB-FIGHT-15")
    if verb == "wand":
        return Option(f"Wave the wand{at}", hint="2 to 5 damage; breaks 1 time in 20", rule="ROB-MAGIC-11")
    if verb == "turn":
        need = turning_number(robber) or 0
        return Option(f"Turn the {fight.which(encounter, foe)}", hint=f"it flees {(need - 1) * 5}%", rule="ROB-VALU-04")
    option = describe_calm(robber, f"{verb}@{rest}" if rest else verb)
    return msgspec.structs.replace(option, label=option.label + at) if at else option


def describe_calm(robber: Robber, key: str) -> Option:
    """A potion, scroll or book, in words."""
    verb, _, rest = key.partition("@")
    source, _, what = verb.partition(":")
    mate = next((mate for mate in robber.henchmen if rest == f"mate-{mate.id}"), None)
    whom = f" to your {name_of(mate)}" if mate is not None else ""
    if source in ("read", "cast"):
        spell, _, how = what.partition("-")
        name = spell.replace("_", " ") + (f" ({how}!)" if how else "")
        on = f" on your {name_of(mate)}" if mate is not None else ""
        return Option(f"{'Read' if source == 'read' else 'Cast'} {name}{on}", hint=SPELL_HINTS[what], rule="ROB-SCROLL-09")
    record = ITEMS[what]
    if record.use == "libram":
        return Option(f"Read the {record.name}", hint=record.note, rule="ROB-MAGIC-18")
    left = robber.pack.get(what, 0)
    return Option(f"{'Give' if whom else 'Drink'} a {record.name}{whom}", hint=f"{record.note}; {left} left", rule="ROB-FIGHT-22")

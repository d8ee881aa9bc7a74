"""What may be used when: in a fight in place of an attack, or between encounters at no cost."""

from __future__ import annotations

import msgspec

from .....engine import Option, Table
from ...content import ITEMS, TABLES
from ...state import Robber, RobberState
from ..belongings import packing
from ..character import sheet
from ..character.naming import name_of, powers_of
from ..monsters import blows, facing
from .spells import AIMED, cast, haste
from .things import drink_healing, oil_bonus, read_libram, throw_oil, turn_undead, turning_number, use_wand


def fight_options(s: RobberState, robber: Robber) -> list[str]:
    """Everything in the pack that can take the place of an attack (ROB-FIGHT-14)."""
    if not robber.pack and not robber.memorized:
        return []
    encounter = facing.here(s)
    keys: list[str] = []
    pack = robber.pack
    if "oil" in pack:
        keys += facing.aimed("oil", encounter.foes)
    if "wand_mm" in pack:
        keys += facing.aimed("wand", encounter.foes)
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
    encounter = facing.here(s)
    verb = f"{source}:{spell}"
    if spell == "command":
        return [f"{key}" for how in ("sleep", "flee") for key in facing.aimed(f"{verb}-{how}", encounter.foes)]
    if spell in AIMED:
        return facing.aimed(verb, encounter.foes)
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


async def use_in_fight(t: Table[RobberState], robber: Robber, verb: str, rest: str) -> None:
    """Carry out one of `fight_options`."""
    foe = facing.find_foe(facing.here(t.state), rest)
    if verb == "oil":
        await throw_oil(t, robber, foe)
    elif verb == "wand":
        await use_wand(t, robber, foe)
    elif verb == "turn":
        await turn_undead(t, robber, foe)
    elif verb == "drink:healing_potion":
        await drink_healing(t, robber, rest)
    elif verb == "drink:speed_potion":
        packing.take(robber, "speed_potion")
        await haste(t, robber, None)
    else:
        source, _, spell = verb.partition(":")
        await cast(t, robber, source, spell, foe, rest)


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
        packing.take(robber, item)
        await haste(t, robber, None)
    elif item == "treasure_finding":
        packing.take(robber, item)
        robber.finding = True
        t.tell("{robber} can smell gold. It smells like copper, mostly.", rule="ROB-MAGIC-14", robber=robber.name)
    else:
        await read_libram(t, robber, item)


def describe_use(s: RobberState, key: str) -> Option:
    """One of `calm_uses` in words."""
    seat, _, use = key.partition("/")
    return describe_calm(s.robbers[int(seat)], use) if use else describe_calm(sheet.caller(s), key)


async def use(t: Table[RobberState], key: str) -> None:
    """Carry out one of `calm_uses`."""
    s = t.state
    seat, _, what = key.partition("/")
    if what:
        await use_calmly(t, s.robbers[int(seat)], what)
    else:
        await use_calmly(t, sheet.caller(s), key)


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
    encounter = facing.here(s)
    foe = facing.find_foe(encounter, rest)
    at = f" at the {facing.which(encounter, foe)}" if len(encounter.foes) > 1 and rest and not rest.startswith("mate") else ""
    if verb == "oil":
        chance = min(20, max(1, 21 - blows.foe_ac(robber, foe) + oil_bonus(s, robber))) * 5
        return Option(f"Throw oil{at}", hint=f"hits {chance}%, 2d6 damage; {robber.pack['oil']} left", rule="ROB-FIGHT-15")
    if verb == "wand":
        return Option(f"Wave the wand{at}", hint="2 to 5 damage; breaks 1 time in 20", rule="ROB-MAGIC-11")
    if verb == "turn":
        need = turning_number(robber) or 0
        return Option(f"Turn the {facing.which(encounter, foe)}", hint=f"it flees {(need - 1) * 5}%", rule="ROB-VALU-04")
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


def calm_uses(s: RobberState) -> list[str]:
    """Potions, scrolls and books that anybody in the party may use outside a fight; in a party the seat stands before the key."""
    keys = []
    for robber in sheet.living(s):
        if robber.pack or robber.memorized:
            tag = f"{robber.seat}/" if len(s.robbers) > 1 else ""
            keys += [f"{tag}{key}" for key in calm_options(s, robber)]
    return keys

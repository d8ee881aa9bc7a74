"""What may be used when: in a fight in place of an attack, or between encounters at no cost."""

from __future__ import annotations

import msgspec

from .....engine import Option, Table
from .....engine.words import told_odds
from ...content import ITEMS, SCROLLS, TABLES, USED_CALMLY
from ...state import Creature, Robber, RobberState
from ..character import sheet
from ..character.naming import name_of, powers_of
from ..monsters import blows, facing
from ..monsters.answers import aimed
from .answers import Use, at_allies, read
from .spells import SPELLS, cast, find_ally, hurt
from .things import AT_FOE, DRUNK, news, oil_bonus, read_libram, turning_number


def fight_options(s: RobberState, robber: Robber) -> list[str]:
    """Everything in the pack that can take the place of an attack (ROB-FIGHT-14)."""
    if not robber.pack and not robber.memorized:
        return []
    encounter = facing.here(s)
    keys: list[str] = []
    pack = robber.pack
    if "oil" in pack:
        keys += aimed("oil", encounter.foes)
    if "wand_mm" in pack:
        keys += aimed("wand", encounter.foes)
    for name, source in readable(robber):
        spell = SPELLS[name]
        if spell.at_foe is not None:
            for how in spell.hints:
                keys += aimed(Use(source, name, how).key, encounter.foes)
        if spell.in_fight is not None:
            keys += at_allies(Use(source, name).key, spell.in_fight(s, robber))
    if "healing_potion" in pack:
        keys += at_allies("drink:healing_potion", hurt(s, robber))
    if "speed_potion" in pack and robber.seat not in encounter.hasted:
        keys.append("drink:speed_potion")
    if turning_number(robber) is not None:
        undead = [foe for foe in encounter.foes if "undead" in powers_of(foe)]
        keys += aimed("turn", undead, alone=len(encounter.foes) == 1)
    return keys


def readable(robber: Robber) -> list[tuple[str, str]]:
    """The spells a robber could cast now, each with its source: "read" for a scroll, "cast" for one memorized."""
    found: list[tuple[str, str]] = []
    if not SCROLLS.isdisjoint(robber.pack):
        scrolls = [ITEMS[item] for item in robber.pack if item in SCROLLS]
        found = [(item.spell, "read") for item in scrolls if sheet.may_read(robber, item)]
    return found + [(spell, "cast") for spell in dict.fromkeys(castable(robber))] if robber.memorized else found


def castable(robber: Robber) -> list[str]:
    """Spells that need no scroll: a wizard's memorized ones, a cleric's by choice."""
    if not robber.memorized:
        return []
    calling = sheet.calling(robber)
    if calling.spells == "when cast":
        return [entry.key for entry in TABLES[f"{calling.scrolls[0]}_scroll"].entries]
    return robber.memorized


def calm_options(s: RobberState, robber: Robber) -> list[str]:
    """What may be used at any decision outside a fight, even on the run (ROB-FIGHT-22)."""
    pack = robber.pack
    keys: list[str] = []
    if "healing_potion" in pack:
        keys += at_allies("use:healing_potion", hurt(s, robber))
    for name, source in readable(robber):
        calmly = SPELLS[name].calmly
        if calmly is not None:
            keys += at_allies(Use(source, name).key, calmly(s, robber))
    if "speed_potion" in pack and s.delve.bearings == "pursued":
        keys.append("use:speed_potion")
    if "treasure_finding" in pack and not robber.finding:
        keys.append("use:treasure_finding")
    return keys + [Use("use", item).key for item in news(robber)]


def calm_uses(s: RobberState) -> list[str]:
    """Potions, scrolls and books that anybody in the party may use outside a fight; in a party the seat stands before the key."""
    keys = []
    for robber in sheet.living(s):
        if robber.memorized or not USED_CALMLY.isdisjoint(robber.pack):
            tag = f"{robber.seat}/" if len(s.robbers) > 1 else ""
            keys += [f"{tag}{key}" for key in calm_options(s, robber)]
    return keys


def cures(s: RobberState, robber: Robber) -> list[str]:
    """What heals, and does so at home as well (ROB-FIGHT-22)."""
    verbs = ["use:healing_potion"] if "healing_potion" in robber.pack else []
    verbs += [Use(source, name).key for name, source in readable(robber) if SPELLS[name].calmly is hurt]
    return [key for verb in verbs for key in at_allies(verb, hurt(s, robber))] if verbs else verbs


async def use(t: Table[RobberState], robber: Robber, use: Use) -> None:
    """Carry out one of `fight_options` or `calm_options`."""
    if use.source in ("read", "cast"):
        await cast(t, robber, use)
    elif use.source in AT_FOE:
        await AT_FOE[use.source](t, robber, facing.find_foe(facing.here(t.state), use.foe))
    elif use.what in DRUNK:
        await DRUNK[use.what](t, robber, find_ally(t.state, robber, use.ally))
    else:
        await read_libram(t, robber, use.what)


def user(s: RobberState, use: Use) -> Robber:
    """Whose thing or spell it is: the caller's, where no seat is named."""
    return s.robbers[s.caller if use.seat < 0 else use.seat]


async def use_calmly(t: Table[RobberState], key: str) -> None:
    """Carry out one of `calm_uses`; it costs no turn."""
    meant = read(key)
    await use(t, user(t.state, meant), meant)


def describe_calmly(s: RobberState, key: str) -> Option:
    """One of `calm_uses` in words."""
    meant = read(key)
    option = describe(s, user(s, meant), meant)
    return msgspec.structs.replace(option, label=f"{user(s, meant).name}: {option.label}") if meant.seat >= 0 else option


def describe_in_fight(s: RobberState, robber: Robber, use: Use) -> Option:
    """A use in a fight, in words."""
    encounter = facing.here(s)
    foe = facing.find_foe(encounter, use.foe)
    at = f" at the {facing.which(encounter.foes, foe)}" if len(encounter.foes) > 1 and use.foe >= 0 else ""
    if use.source == "oil":
        chance = min(20, max(1, 21 - blows.foe_ac(robber, foe) + oil_bonus(s, robber))) * 5
        hint = f"{told_odds(f'hits {chance}%, ')}2d6 damage; {robber.pack['oil']} left"
        return Option(f"Throw oil{at}", hint=hint, rule="ROB-FIGHT-15")
    if use.source == "wand":
        return Option(f"Wave the wand{at}", hint="2 to 5 damage; breaks 1 time in 20", rule="ROB-MAGIC-11")
    if use.source == "turn":
        need = turning_number(robber) or 0
        return Option(f"Turn the {facing.which(encounter.foes, foe)}",
                      hint=told_odds(f"it flees {(need - 1) * 5}%"), rule="ROB-VALU-04")  # fmt: skip
    option = describe(s, robber, use)
    return msgspec.structs.replace(option, label=option.label + at) if at else option


def describe(s: RobberState, robber: Robber, use: Use) -> Option:
    """A potion, scroll or book, in words."""
    ally = find_ally(s, robber, use.ally)
    whom = f"your {name_of(ally)}" if isinstance(ally, Creature) else ally.name if use.ally else ""
    if use.source in ("read", "cast"):
        name = use.what.replace("_", " ") + (f" ({use.how}!)" if use.how else "")
        label = f"{'Read' if use.source == 'read' else 'Cast'} {name}{f' on {whom}' if whom else ''}"
        return Option(label, hint=SPELLS[use.what].hints[use.how], rule="ROB-SCROLL-09")
    record = ITEMS[use.what]
    if record.use == "libram":
        return Option(f"Read the {record.name}", hint=record.note, rule="ROB-MAGIC-18")
    label = f"Give a {record.name} to {whom}" if whom else f"Drink a {record.name}"
    return Option(label, hint=f"{record.note}; {robber.pack.get(use.what, 0)} left", rule="ROB-FIGHT-22")

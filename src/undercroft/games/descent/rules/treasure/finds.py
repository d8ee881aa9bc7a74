"""Finds: magic weapons, spells, books, relics, supplies and special treasure, and who gets them (DES-MAGW, DES-SPELL,
DES-RELIC).
"""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital
from ...arsenal import ARMOURS, SHIELDS, VEST_HITS, MagicItem, magic_items, supplies, weapon
from ...hoard import FIGHTING, Spell, books, spell_file, spells, supply_finds
from ...state import Game, Member, add, count, member
from ..basics.answers import Name, chosen, read, whos
from ..basics.judging import asks
from ..basics.throws import highest, one_die, total, two_dice, watchers
from ..basics.wares import label, some, the, ware
from ..personas.karma import give_karma, task_relic
from ..personas.people import gain_spell, may_wear, people, refuses, wear


def takers(s: Game, name: str, *, cutting: bool) -> list[Member]:
    """Who throws for a magic weapon: warriors, priests too if it does not cut, wizards from fourth rank (DES-MAGW-02,
    DES-TREAS-29).
    """
    return [
        m for m in people(s)
        if m.cls == "warrior" or (m.cls == "priest" and not cutting) or (m.cls == "wizard" and m.rank <= 4)
    ]  # fmt: skip


async def award(t: Table[Game], name: str, number: int, throwers: list[Member], *, rule: str) -> Member | None:
    """The highest throw takes it, or declines and lets the next; nobody's goes into the baggage (DES-TREAS-29, DES-SUPF-02)."""
    s = t.state
    order = [m.id for m in throwers]
    if len(order) > 1:
        order = await highest(t, [(m.id, m.name, m.seat) for m in throwers], f"for {the(name)}", rule=rule)
    for who in order:
        m = member(s, who)
        choice = await t.choose(
            m.seat,
            "{name} has won {items}. Take {it}?",
            {"take": "Take it" if number == 1 else "Take them", "decline": "Let the next one have it"},
            rule=rule,
            name=m.name,
            items=some(name, number),
            it="it" if number == 1 else "them",
        )
        if choice == "take":
            own(s, m, name, number)
            t.tell("{name} takes {items}.", rule=rule, name=m.name, items=some(name, number))
            if m.goods.get(name) and name in (*SHIELDS, *ARMOURS) and may_wear(m, name):
                await put_on(t, m, name)
            return m
    add(s.chest.goods, name, number)
    t.tell("Into the baggage: {items}.", rule="DES-TREAS-29", items=some(name, number))
    return None


async def put_on(t: Table[Game], m: Member, name: str) -> None:
    """A suit or shield found below may take the place of the one that is worn, which stays where it is (DES-ARM-12)."""
    shield = name in SHIELDS
    old, left = (m.shield, m.shield_left) if shield else (m.armour, m.armour_left)
    choice = await t.choose(
        m.seat,
        "{name} wears {old}, good for {left} more hits. Change to the {item}?",
        {
            "on": Option("Put it on", hint=f"takes {(SHIELDS if shield else ARMOURS)[name]} hits; the old one stays here"),
            "carry": Option("Carry it home"),
        },
        rule="DES-ARM-12",
        name=m.name,
        old=old.lower(),
        left=left,
        item=name.lower(),
    )
    if choice == "on":
        add(m.goods, name, -1)
        wear(m, name)
        t.tell(
            "{name} puts on the {item} and leaves the {old}.", rule="DES-ARM-12", name=m.name, item=name.lower(), old=old.lower()
        )


def own(s: Game, m: Member, name: str, number: int = 1) -> None:
    """Put a found thing on a sheet; shields and armour are put on where the place is free."""
    if (name in SHIELDS and not m.shield and may_wear(m, name)) or (name == "SPEED ARMOR" and not m.armour and may_wear(m, name)):
        wear(m, name)
        number -= 1
    if number > 0:
        add(m.goods, name, number)
    if name == "BULLET-PROOF VEST":
        m.vest_left = VEST_HITS
    if weapon(name) is not None and not m.hand and not refuses(s, m, name):
        m.hand = name


async def which_magic_weapon(t: Table[Game]) -> list[tuple[str, int]]:
    """One die for the category, one for the item; a six is two of them, roll again is +2 (DES-MAGW-01, -11, -38)."""
    category = await one_die(t, "The gamesmaster", "for the kind of magic weapon", rule="DES-MAGW-01")
    if category == 6:
        return [*await which_magic_weapon(t), *await which_magic_weapon(t)]
    face = await one_die(t, "The gamesmaster", "for the magic weapon", rule="DES-MAGW-01")
    item: MagicItem = magic_items()[category, face]
    plus = 1
    while item.reroll:
        plus = 2
        face = await one_die(t, "The gamesmaster", "again for the magic weapon", rule="DES-MAGW-11")
        item = magic_items()[category, face]
    name = item.name if plus == 1 else item.name.replace("+1", "+2")
    number = await one_die(t, "The gamesmaster", "for how many", rule="DES-MAGW-14") if item.quantity else 1
    t.meet("magic weapon", item.name)
    return [(name, number)]


async def find_magic_weapon(t: Table[Game], *, times: int = 1, to: Member | None = None) -> None:
    """A magic weapon is found, and thrown for (DES-MAGW-02)."""
    s = t.state
    for name, number in await which_magic_weapon(t):
        count(s, "magic weapons")
        t.tell("Something magic: {items}.", rule="DES-MAGW-01", items=some(name, number * times))
        arm = weapon(name)
        cutting = arm.cutting if arm is not None else any(item.name == name and item.cutting for item in magic_items().values())
        if to is not None:
            own(s, to, name, number * times)
        else:
            await award(t, name, number * times, takers(s, name, cutting=cutting), rule="DES-MAGW-02")


async def find_spell(t: Table[Game], *, times: int = 1, to: Member | None = None) -> None:
    """One die for the category, one for the spell, one for charges; six is two spells, five a book (DES-SPELL-02, -03, -35)."""
    s = t.state
    category = await one_die(t, "The gamesmaster", "for the kind of spell", rule="DES-SPELL-02")
    if category == 6:
        await find_spell(t, times=times, to=to)
        await find_spell(t, times=times, to=to)
        return
    if category == 5:
        await find_book(t, times=times, to=to)
        return
    face = await one_die(t, "The gamesmaster", "for the spell", rule="DES-SPELL-02")
    spell: Spell = spells()[category, face]
    t.meet("found spell", spell.name)
    wizards = [to] if to is not None else [m for m in people(s) if m.cls == "wizard"]
    if not wizards:
        await _no_wizard(t, spell)
        return
    wizard = await _which_wizard(t, wizards, spell.name)
    name = spell.name
    if name == "CHOICE":
        kinds = [kind for kind in FIGHTING if kind != "MACE BALLS"]
        name = await t.choose(wizard.seat, "Which of the fighting balls?", kinds, rule="DES-SPELL-18", describe=str.capitalize)
    charges = times
    if category in spell_file().charges_for_categories:
        charges = times * await one_die(t, "The gamesmaster", "for the charges", rule="DES-SPELL-03")
    take_spell(wizard, name, charges)
    count(s, "spells")
    t.tell("{name} has {spell} now.", rule="DES-SPELL-01", name=wizard.name, spell=some(name, charges))


def take_spell(m: Member, name: str, charges: int) -> None:
    """A spell goes on a wizard's sheet: balls as charges, the rest as things (DES-SPELL-29 to -34)."""
    if name == "BODY SHIELD":
        m.body_shield += 10 * charges
    elif name in ("WIZARD'S SWORD", "WIZARD'S AXE", "CAMERA OUTFIT", "FLASHLIGHT"):
        add(m.goods, name, charges)
        if name.startswith("WIZARD") and not m.hand:
            m.hand = name
    else:
        gain_spell(m, name, charges)


async def _which_wizard(t: Table[Game], wizards: list[Member], name: str) -> Member:
    """Wizards settle among themselves; if they do not agree, they throw (DES-SPELL-04)."""
    s = t.state
    if len(wizards) == 1:
        return wizards[0]
    seats = sorted({m.seat for m in wizards})
    options: dict[str, str | Option] = {**whos(wizards)}
    if len(seats) == 1:
        key = await t.choose(seats[0], "Which wizard takes the {spell}?", options, rule="DES-SPELL-04", spell=ware(name))
        return chosen(s, key)
    votes = await t.choose_all(
        "Which wizard takes the {spell}?", dict.fromkeys(seats, options), rule="DES-SPELL-04", spell=ware(name)
    )
    if len(set(votes.values())) == 1:
        return chosen(s, votes[seats[0]])
    order = await highest(t, [(m.id, m.name, m.seat) for m in wizards], f"for {the(name)}", rule="DES-SPELL-04")
    return member(s, order[0])


async def _no_wizard(t: Table[Game], spell: Spell) -> None:
    """Without a wizard balls crumble; things may be carried off (DES-SPELL-06)."""
    if spell.name in ("WIZARD'S SWORD", "WIZARD'S AXE", "CAMERA OUTFIT", "FLASHLIGHT"):
        add(t.state.chest.goods, spell.name)
        t.tell("{item}: into the baggage, for want of a wizard.", rule="DES-SPELL-06", item=label(spell.name))
    else:
        t.tell("{item} crumble unclaimed, for want of a wizard.", rule="DES-SPELL-06", item=label(spell.name))


async def find_book(t: Table[Game], *, times: int = 1, to: Member | None = None) -> None:
    """Two dice for the book; twelve is two books (DES-BOOK-09)."""
    s = t.state
    shown = await total(t, "The gamesmaster", "for the book", rule="DES-SPELL-02")
    if shown == 12:
        await find_book(t, times=times, to=to)
        await find_book(t, times=times, to=to)
        return
    book = books()[shown]
    t.meet("book", book.name)
    wizards = [to] if to is not None else [m for m in people(s) if m.cls == "wizard"]
    if wizards:
        reader = await _which_wizard(t, wizards, book.name)
        add(reader.goods, book.name, times)
        t.tell("{name} has a book now: {book}.", rule="DES-SPELL-01", name=reader.name, book=ware(book.name))
    else:
        add(s.chest.goods, book.name, times)
        t.tell("A book goes into the baggage: {book}.", rule="DES-SPELL-06", book=ware(book.name))


async def find_relic(t: Table[Game]) -> None:
    """Priests throw for it; its karma is two dice multiplied, doubled on doubles (DES-RELIC-01, DES-RELIC-02)."""
    s = t.state
    t.meet("relic", "relic")
    task_relic(t)
    priests = [m for m in people(s) if m.cls == "priest"]
    if not priests:
        s.chest.relics += 1
        t.tell("A relic, and no priest to know its worth.", rule="DES-RELIC-01")
        return
    order = [m.id for m in priests]
    if len(order) > 1:
        order = await highest(t, [(m.id, m.name, m.seat) for m in priests], "for the relic", rule="DES-RELIC-01")
    winner = member(s, order[0])
    one, other = await two_dice(t, "The gamesmaster", "for the relic's karma", rule="DES-RELIC-02", aloud=True)
    karma = one * other * (2 if one == other else 1)
    if one == other:
        t.meet("doubles", "relic_karma")
    winner.relics += 1
    give_karma(t, winner, karma, "a relic", "DES-RELIC-02")


async def find_supplies(t: Table[Game], *, times: int = 1) -> None:
    """Shelf and item by two dice; the highest throw may have them (DES-SUPF-01, DES-SUPF-02)."""
    shelf = await one_die(t, "The gamesmaster", "for the shelf", rule="DES-SUPF-01", behind=True)
    face = await one_die(t, "The gamesmaster", "for the supplies", rule="DES-SUPF-01", behind=True)
    name, dice = supply_finds()[shelf][face - 1]
    if asks(t, "supplies"):
        every = {
            "stand": f"{label(name)}, as thrown",
            **{Name.say("be", other): label(other) for other in supplies() if other != "SIMULACRA"},
        }
        ruled = await t.judge("The supplies would be {name}. Let it stand?", every, "stand", rule="DES-SUPF-01", name=ware(name))
        said = read(ruled)
        if isinstance(said, Name):
            name, dice = said.name, "1d6"
    only = None if t.gamesmaster is None else watchers(t)
    found = await t.roll(dice, "The gamesmaster throws for how many", rule="DES-SUPF-01", only=only) if "d" in dice else int(dice)
    if t.gamesmaster is not None and asks(t, "supplies"):  # any amount of any supply he feels like
        found = await t.ask_number(t.gamesmaster, "{items} by the dice. How many?", 1, 200, rule="DES-SUPF-01", suggest=found,
                                   items=capital(some(name, found)))  # fmt: skip
    number = times * found
    t.meet("supplies", name)
    t.tell("Supplies: {items}.", rule="DES-SUPF-01", items=some(name, number))
    await award(t, name, number, people(t.state), rule="DES-SUPF-02")

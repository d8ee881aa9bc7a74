"""Magic Items (Chapter 4): the table, scrolls, and the weapon that is cursed."""

from __future__ import annotations

from .....engine import Table
from ...content import ITEMS
from ...state import Robber, RobberState
from ..belongings import carrying, packing
from ..character import sheet
from ..character.rolling import roll_on
from .finding import Line, good


async def wizard_scroll(t: Table[RobberState], robber: Robber) -> None:
    """A wizard's scroll; d4 names the spell (ROB-MAGIC-06)."""
    await scroll(t, robber, "wizard_scroll", rule="ROB-MAGIC-06")


async def cleric_scroll(t: Table[RobberState], robber: Robber) -> None:
    """A cleric's scroll; d6 names the spell (ROB-MAGIC-07)."""
    await scroll(t, robber, "cleric_scroll", rule="ROB-MAGIC-07")


async def scroll(t: Table[RobberState], robber: Robber, table: str, *, rule: str) -> None:
    """A scroll, whose spell a die names."""
    entry = await roll_on(t, table, rule=rule, seat=robber.seat)
    item = ITEMS[f"scroll_{entry.key}"]
    reads = "" if sheet.may_read(robber, item) else " It might as well be a laundry list, but it sells."
    t.tell("{robber:^} finds a {item}.{reads}", rule=rule, robber=robber.name, item=item.name, reads=reads)
    await carrying.gain(t, robber, item.id)


async def magic_item(t: Table[RobberState], robber: Robber, *, rule: str) -> None:
    """One roll on Magic Items (ROB-MAGIC-01)."""
    entry = await roll_on(t, "magic_items", rule=rule, seat=robber.seat)
    await gain_magic(t, robber, entry.key)


async def gain_magic(t: Table[RobberState], robber: Robber, key: str) -> None:
    """A line of the Magic Items table becomes a thing in the pack."""
    t.meet("magic", key)
    if key in WONDERS:
        await WONDERS[key](t, robber)
        return
    t.tell("Magic! {robber:^} finds {what}.{good}", rule="ROB-MAGIC-01", robber=robber.name, what=ITEMS[key].one,
           good=lambda: good(key))  # fmt: skip
    t.state.story.append(f"{robber.name} found {ITEMS[key].one} on level {t.state.delve.level}")
    await carrying.gain(t, robber, key)


async def healing_potions(t: Table[RobberState], robber: Robber) -> None:
    """1d4 healing potions (ROB-MAGIC-08)."""
    number = await t.roll("1d4", "healing potions", rule="ROB-MAGIC-08", seat=robber.seat)
    t.tell("{robber:^} finds {what}.", rule="ROB-MAGIC-08", robber=robber.name, what=ITEMS["healing_potion"].count(number))
    await carrying.gain(t, robber, "healing_potion", number)


async def cursed_weapon(t: Table[RobberState], robber: Robber) -> None:
    """A cursed weapon (ROB-MAGIC-09) looks like a +1 of the weapon in hand; without another magic weapon it must be used."""
    held = sheet.weapon(robber)
    item = f"cursed_{held.family if held else 'bludgeon'}"
    rescued = any(ITEMS[other].slot == "weapon" and ITEMS[other].magic and not ITEMS[other].cursed for other in robber.pack)
    packing.put(robber, item)
    t.meet("item", item)
    t.tell("Magic! {robber:^} finds a {item}.", rule="ROB-MAGIC-09", robber=robber.name, item=packing.shown(robber, item))
    if not rescued and sheet.may_wield(robber, ITEMS[item]):
        robber.weapon, robber.cursed = item, True


SCROLLS: dict[str, Line] = {"wizard_scroll": wizard_scroll, "cleric_scroll": cleric_scroll}
WONDERS: dict[str, Line] = {**SCROLLS, "healing_potions": healing_potions, "cursed_weapon": cursed_weapon}

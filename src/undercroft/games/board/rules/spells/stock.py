"""The stock of spell cards: choosing, spending, regaining (BRD-SPL, -REG, -INC)."""

from __future__ import annotations

from undercroft.engine import Option, Table
from undercroft.engine.words import count, listed, plural

from ...content import FIREBALL, LIGHTNING, SPELL_NAMES, SPELLS, TRANSFERENCE, WIZARD, tables
from ...state import Dungeon, Pawn
from ..pieces.table import acted
from .answers import Take


async def spell_phase(t: Table[Dungeon]) -> None:
    """The next Wizard in the order takes his opening spells (BRD-SPL-08); then the first turn."""
    s = t.state
    while s.picks < len(s.order):
        pawn = s.pawns[s.order[s.picks]]
        s.picks += 1
        if pawn.kind == WIZARD:
            await choose_first_spells(t, pawn)
            return
    s.picks = 0
    s.turn = 0
    s.phase = "turn"


def spend(t: Table[Dungeon], pawn: Pawn, spell: int) -> None:
    """A used spell goes back to the stock, whether it works or not; one a turn (BRD-SPL-03, 04)."""
    s = t.state
    pawn.spells.remove(spell)
    s.spell_stock[spell] += 1
    s.now.spell_used = True
    acted(s, pawn)
    t.meet("spell", SPELLS[spell])


def in_stock(s: Dungeon, spell: int) -> int:
    """How many of a kind may still be taken (BRD-SPL-07, BRD-DIAL-07)."""
    return 99 if s.dials.unlimited_spells else s.spell_stock[spell]


def take(s: Dungeon, pawn: Pawn, spell: int, count: int = 1) -> None:
    """Take spells from the stock."""
    pawn.spells += [spell] * count
    pawn.spells.sort()
    s.spell_stock[spell] = max(0, s.spell_stock[spell] - count) if s.dials.unlimited_spells else s.spell_stock[spell] - count


async def choose_first_spells(t: Table[Dungeon], pawn: Pawn) -> None:
    """A new Wizard takes his spells in any mix the stock allows: seven, or six and a die (BRD-SPL-02, BRD-INC-01)."""
    s = t.state
    pawn.spell_limit = tables().adventurers[pawn.kind].spells_at_start
    if s.dials.increased_wizard_spells:
        die = await t.roll("1d6", f"spells for {pawn.name}", rule="BRD-INC-01", seat=pawn.seat)
        pawn.spell_limit = 6 + die
    left = min(pawn.spell_limit, sum(in_stock(s, spell) for spell in range(3)))
    for spell, others in ((FIREBALL, (LIGHTNING, TRANSFERENCE)), (LIGHTNING, (TRANSFERENCE,))):
        low = max(0, left - sum(in_stock(s, other) for other in others))
        high = min(left, in_stock(s, spell))
        taken = low
        if low < high:
            taken = await t.ask_number(
                pawn.seat,
                "{name}, {left:count spell|spells} to choose. How many are {spell}?",
                low,
                high,
                rule="BRD-SPL-02",
                suggest=min(high, max(low, (left + 1) // 2)),
                name=pawn.name,
                left=left,
                spell=plural(SPELL_NAMES[spell]),
            )
        take(s, pawn, spell, taken)
        left -= taken
    take(s, pawn, TRANSFERENCE, left)
    t.tell("{name} takes {count:count spell|spells}.", rule="BRD-SPL-02", only=pawn.seat,
           secret="{name} takes {spells}.", name=pawn.name, count=len(pawn.spells), spells=spell_list(pawn.spells))  # fmt: skip


def spell_list(held: list[int]) -> str:
    """Spells in words, or how many."""
    if any(spell < 0 for spell in held):
        return count(len(held), "spell")
    kinds = [spell for spell in (FIREBALL, LIGHTNING, TRANSFERENCE) if spell in held]
    return listed((count(held.count(spell), SPELL_NAMES[spell]) for spell in kinds), none="no spells")


def may_regain(pawn: Pawn) -> bool:
    """A Wizard below his maximum of spells (BRD-REG-02)."""
    return pawn.kind == WIZARD and len(pawn.spells) < pawn.spell_limit


async def regain(t: Table[Dungeon], pawn: Pawn) -> None:
    """A Wizard who spent the whole turn on the Main Staircase takes one spell, up to his maximum (BRD-REG-01 to 04)."""
    s = t.state
    if not may_regain(pawn):
        return
    kinds = [spell for spell in (FIREBALL, LIGHTNING, TRANSFERENCE) if in_stock(s, spell) > 0]
    if not kinds:
        return
    spell = kinds[0]
    if len(kinds) > 1:
        key = await t.choose(
            pawn.seat,
            "A turn of rest on the Main Staircase: which spell comes back?",
            [Take(spell).key for spell in kinds],
            rule="BRD-REG-01",
            describe=lambda key: _label(s, Take.read(key).number),
        )
        spell = Take.read(key).number
    take(s, pawn, spell)
    t.tell("{name} regains a spell.", rule="BRD-REG-01", only=pawn.seat, secret="{name} regains {spell}.", name=pawn.name,
           spell=SPELL_NAMES[spell])  # fmt: skip


def _label(s: Dungeon, spell: int) -> Option:
    return Option(SPELL_NAMES[spell], hint=f"{in_stock(s, spell)} in stock")

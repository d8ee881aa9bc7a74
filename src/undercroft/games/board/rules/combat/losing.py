"""The roll on the Combat Losing Table, wounds and death (BRD-CLT, -WND, -KILL)."""

from __future__ import annotations

from msgspec import UNSET

from undercroft.engine import Table

from ...content import LosingRow, tables
from ...state import Dungeon, Fall, Pawn
from ..pieces.table import lay_loose, part
from ..pieces.words import kind_name
from ..winning.winning import close, eliminated


async def losing_roll(t: Table[Dungeon], pawn: Pawn) -> LosingRow:
    """The monster strikes back: two dice on the losing table, no sword helps (BRD-CMB-06, BRD-CLT-03)."""
    total = await t.roll("2d6", f"{pawn.name} on the losing table", rule="BRD-CLT-01", seat=pawn.seat)
    row = tables().losing[total]
    t.meet("losing", row.result)
    return row


def lapse_trap(t: Table[Dungeon], pawn: Pawn) -> None:
    """Whoever is driven out of a trap is free of it, and its prize lies loose (BRD-TRAP-10)."""
    if pawn.trap_turns:
        pawn.trap_turns = 0
        lay_loose(t.state, pawn.space, pawn.trap_prizes)
        pawn.trap_prizes = []
        t.tell("{name} is torn out of the trap; its prize lies open.", rule="BRD-TRAP-10", name=pawn.name)


def wound(t: Table[Dungeon], pawn: Pawn, foe: str) -> None:
    """Seriously Wounded: he waits where he fell until his next turn (BRD-WND-01, 05)."""
    s = t.state
    if not pawn.wounded:
        pawn.wounds += 1
    pawn.wounded = True
    part(s, pawn)
    s.moments.append(f"{pawn.name} the {kind_name(pawn)} was seriously wounded by {foe} in round {s.round}")
    t.tell("{name} is seriously wounded.", rule="BRD-WND-01", name=pawn.name)


def cure(t: Table[Dungeon], pawn: Pawn) -> None:
    """On the Main Staircase the wounds are cured at once, and the turn is over (BRD-WND-03, 07)."""
    pawn.wounded = False
    t.state.now.over = True
    t.tell("A Good Fairy salves {name:'s} wounds on the Main Staircase.", rule="BRD-WND-07", name=pawn.name)


def kill(t: Table[Dungeon], pawn: Pawn, foe: str) -> None:
    """Killed: the pawn leaves the board, its spells go back to the stock, its stored prizes out of the game.

    BRD-KILL-01, BRD-KILL-03, BRD-SAFE-07.
    """
    s = t.state
    part(s, pawn)
    pawn.alive = False
    pawn.deaths += 1
    pawn.killed_by = foe
    pawn.killed_round = s.round
    if s.expedition is not UNSET:
        s.expedition.fallen.append(Fall(pawn.name, pawn.space, foe))
    pawn.space = -1
    pawn.trail = []
    pawn.lose_turns = 0
    pawn.wounded = False
    pawn.standoff = -1
    pawn.doors = []
    for spell in pawn.spells:
        s.spell_stock[spell] += 1
    pawn.spells = []
    s.gone += pawn.stored + pawn.prizes
    pawn.stored, pawn.prizes = [], []
    s.moments.append(f"{pawn.name} the {kind_name(pawn)} was killed by {foe} in round {s.round}")
    t.tell("{name} the {role} is killed by {foe}.", rule="BRD-KILL-01", name=pawn.name, role=kind_name(pawn), foe=foe)
    if eliminated(s):
        close(t, "dead", "BRD-END-01", "Nobody is left. The dungeon has won.")


FATES = {"seriously_wounded": wound, "killed": kill}  # by the result on the table

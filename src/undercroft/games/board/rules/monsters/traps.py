"""The two traps: one holds its finder, one drops him a level (BRD-TRAP)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ...state import Dungeon, Guard, Pawn, board_of, deck_of
from ..pieces.deeds import Trap
from ..pieces.odds import chamber_line
from ..pieces.table import lay_loose, put_by_magic
from ..pieces.words import kind_name, the, turns
from ..prizes.gaining import offer_loose
from .answers import Fall


async def hold_in_trap(t: Table[Dungeon], pawn: Pawn, guard: Guard) -> bool:
    """Lose 1-6 Turns: sit in the room for a die's worth of turns; its prize waits for the prisoner (BRD-TRAP-02, 03, 10)."""
    s = t.state
    lost = await t.roll("1d6", f"how long the trap holds {pawn.name}", rule="BRD-TRAP-02", seat=pawn.seat)
    pawn.trap_turns = lost
    if lost > 3:
        s.moments.append(f"A trap shut on {pawn.name} the {kind_name(pawn)} for {turns(lost)} in round {s.round}")
    pawn.trap_prizes = guard.hoard
    t.tell("A trap shuts on {name} in {where}, for {turns}.", rule="BRD-TRAP-02",
           name=pawn.name, where=the(s, pawn.space), turns=turns(lost))  # fmt: skip
    return False


async def transport(t: Table[Dungeon], pawn: Pawn, guard: Guard) -> bool:
    """Transported to a chamber one level lower, of his own choice; he may take the room's prize along (BRD-TRAP-04 to 06)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    t.tell("The floor gives way under {name} in {where}.", rule="BRD-TRAP-04", name=pawn.name, where=the(s, pawn.space))
    lay_loose(s, pawn.space, guard.hoard)
    await offer_loose(t, pawn, "BRD-TRAP-05")
    targets = board.chambers_of.get(deck.monsters[guard.card].level + 1)
    if not targets:
        t.tell("There is nothing below: the trap only rattles.", rule="BRD-TRAP-04")
        return False
    key = await t.choose(
        pawn.seat,
        "Down you go. Into which chamber?",
        [Fall.key_of(board.address[space]) for space in targets],
        rule="BRD-TRAP-04",
        describe=lambda key: _label(s, Fall.read(key)),
    )
    put_by_magic(s, pawn, Fall.read(key).space(board))
    t.tell("{name} lands in {where}.", rule="BRD-TRAP-04", name=pawn.name, where=the(s, pawn.space))
    return True


def _label(s: Dungeon, there: Fall) -> Option:
    board = board_of(s)
    space = there.space(board)
    return Option(board.title(space), hint=chamber_line(s, space), place=there.address)


TRAPS_OF_CARDS = {"lose_turns": Trap(hold_in_trap), "transport_down": Trap(transport)}

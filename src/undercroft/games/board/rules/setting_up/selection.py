"""Who goes into the dungeon: types, marks, fresh pawns (BRD-SEL, BRD-TYPE)."""

from __future__ import annotations

from undercroft.engine import Table

from ...content import KINDS, tables
from ...state import Dungeon, Pawn, board_of
from ..pieces.words import kind_name
from .answers import Be


async def pick_pawns(t: Table[Dungeon], seats: list[int]) -> None:
    """Each player in turn picks a type of which a pawn is left, three of each (BRD-SEL-02, 03, 06; BRD-INT-02, 03)."""
    for seat in seats:
        await pick_pawn(t, t.state.pawns[seat])


async def pick_pawn(t: Table[Dungeon], pawn: Pawn) -> None:
    """One player's choice; a seat opened with a type takes it if it can."""
    s = t.state
    kinds = [kind for kind in range(len(KINDS)) if may_be(s, kind)]
    kind = pawn.wish
    if s.dials.solo == "type_tour":
        kind = len(s.legs)
    if kind not in kinds:
        kind = kinds[0]
        if len(kinds) > 1:
            key = await t.choose(
                pawn.seat,
                "{name}, who goes into the dungeon for you?",
                [Be(kind).key for kind in kinds],
                rule="BRD-INT-03" if s.dials.introductory else "BRD-SEL-01",
                describe=lambda key: Be.read(key).label,
                name=pawn.name,
            )
            kind = Be.read(key).number
    become(s, pawn, kind)
    pawn.first_kind = kind
    pawn.space = board_of(s).start
    pawn.trail = [pawn.space]
    marked = " with a {mark} on its back" * (pawn.mark > 1)
    t.tell(f"{{name}} plays the {{colour}} {{role}}{marked}.", rule="BRD-SEL-06", name=pawn.name, role=kind_name(pawn),
           colour=tables().adventurers[kind].pawn_colour, mark=pawn.mark)  # fmt: skip


async def pick_phase(t: Table[Dungeon]) -> None:
    """The next player in the order picks a pawn; then the Wizards their spells."""
    s = t.state
    await pick_pawn(t, s.pawns[s.order[s.picks]])
    s.picks += 1
    if s.picks == len(s.order):
        s.picks = 0
        s.phase = "spells"


def may_be(s: Dungeon, kind: int) -> bool:
    """Whether a pawn of this type is free; the introductory game knows Elves and Heroes alone (BRD-INT-02)."""
    return bool(free_mark(s, kind)) and not (s.dials.introductory and tables().adventurers[kind].introductory_game != "yes")


def free_mark(s: Dungeon, kind: int) -> int:
    """The lowest mark of a type that no living pawn bears, or 0 when its three pawns are in play (BRD-SEL-02, BRD-KILL-04)."""
    taken = [pawn.mark for pawn in s.pawns if pawn.kind == kind and pawn.alive and pawn.space >= 0]
    return next((mark for mark in range(1, tables().adventurers[kind].pawns + 1) if mark not in taken), 0)


def become(s: Dungeon, pawn: Pawn, kind: int) -> None:
    """Give a player a fresh pawn of a type."""
    pawn.mark = free_mark(s, kind)
    pawn.kind = kind
    pawn.prizes, pawn.used, pawn.stored, pawn.spells, pawn.doors = [], [], [], [], []
    pawn.lose_turns = pawn.trap_turns = pawn.spell_limit = 0
    pawn.wounded = False
    pawn.standoff = -1

"""Before the first turn: the deal, the order of play, the choice of pawns, the Wizards' spells (BRD-SETUP, -SEL, -INT)."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence

from undercroft.engine import Option, Table

from ..content import KINDS, LEVELS, WIZARD, tables
from ..state import Dungeon, Guard, Pawn, board_of, deck_of
from . import spells
from .table import kind_name
from .turn import become, deal_line, free_mark


def deal(s: Dungeon, shuffle: Callable[[MutableSequence[int]], None]) -> None:
    """Shuffle every pile by itself; a prize in each room, a monster over it, the rest into the chambers (BRD-SETUP-01 to 05)."""
    board, deck = board_of(s), deck_of(s)
    s.stacks = [[] for _ in board.places]
    s.loose, s.gone, s.shown = {}, [], []
    s.discards = [[] for _ in LEVELS]
    for level in LEVELS:
        monsters, wins = list(deck.monsters_by_level[level]), list(deck.prizes_by_level[level])
        shuffle(monsters)
        shuffle(wins)
        rooms = [space for space in board.rooms if board.level[space] == level]
        for space in rooms:
            s.stacks[board.site[space]] = [Guard(monsters.pop(), [wins.pop()])]
        for space in board.chambers_of[level]:
            s.stacks[board.site[space]] = [Guard(monsters.pop(), []) for _ in range(board.rows[space].monsters)]
    s.spell_stock = [row.count for row in tables().spells]


async def throw_for_order(t: Table[Dungeon]) -> None:
    """Everyone throws two dice. Full game: highest first, all the way down; introductory: highest first, then clockwise.

    BRD-SEL-01, 04, 05; BRD-INT-04.
    """
    s = t.state
    seats = list(range(len(s.pawns)))
    if s.dials.introductory:
        await pick_pawns(t, seats)
        first = (await _ranked(t, seats, only_first=True))[0]
        s.order = seats[first:] + seats[:first]
    else:
        s.order = await _ranked(t, seats, only_first=False) if len(seats) > 1 else seats
    t.tell("Order of play: {names}.", rule="BRD-INT-04" if s.dials.introductory else "BRD-SEL-04",
           names=", ".join(s.pawns[seat].name for seat in s.order))  # fmt: skip
    s.phase = "spells" if s.dials.introductory else "pick"


async def _ranked(t: Table[Dungeon], seats: list[int], *, only_first: bool) -> list[int]:
    """The seats by their throws, highest first; ties are thrown again among the tied (BRD-SEL-05)."""
    if len(seats) == 1:
        return seats
    s = t.state
    totals = {}
    for seat in seats:
        totals[seat] = await t.roll("2d6", f"{s.pawns[seat].name} for the order of play", rule="BRD-SEL-01", seat=seat)
    ranked: list[int] = []
    for total in sorted(set(totals.values()), reverse=True):
        tied = [seat for seat in seats if totals[seat] == total]
        ranked += await _ranked(t, tied, only_first=only_first) if not (only_first and ranked) else tied
    return ranked


async def pick_pawns(t: Table[Dungeon], seats: list[int]) -> None:
    """Each player in turn picks a type of which a pawn is left, three of each (BRD-SEL-02, 03, 06; BRD-INT-02, 03)."""
    for seat in seats:
        await pick_pawn(t, t.state.pawns[seat])


async def pick_pawn(t: Table[Dungeon], pawn: Pawn) -> None:
    """One player's choice; a seat opened with a type takes it if it can."""
    s = t.state
    kinds = [kind for kind in range(2 if s.dials.introductory else 4) if free_mark(s, kind)]
    kind = pawn.wish
    if s.dials.solo == "type_tour":
        kind = len(s.legs)
    if kind not in kinds:
        kind = kinds[0]
        if len(kinds) > 1:
            key = await t.choose(
                pawn.seat,
                "{name}, who goes into the dungeon for you?",
                [f"be:{KINDS[kind]}" for kind in kinds],
                rule="BRD-INT-03" if s.dials.introductory else "BRD-SEL-01",
                describe=lambda key: Option(key[3:].title(), hint=deal_line(KINDS.index(key[3:]))),
                name=pawn.name,
            )
            kind = KINDS.index(key[3:])
    become(s, pawn, kind)
    pawn.first_kind = kind
    pawn.space = board_of(s).start
    pawn.trail = [pawn.space]
    t.tell("{name} is the {colour} {role} pawn number {mark}.", rule="BRD-SEL-06", name=pawn.name, role=kind_name(pawn),
           colour=tables().adventurers[kind].pawn_colour, mark=pawn.mark)  # fmt: skip


async def pick_phase(t: Table[Dungeon]) -> None:
    """The next player in the order picks a pawn; then the Wizards their spells."""
    s = t.state
    await pick_pawn(t, s.pawns[s.order[s.picks]])
    s.picks += 1
    if s.picks == len(s.order):
        s.picks = 0
        s.phase = "spells"


async def spell_phase(t: Table[Dungeon]) -> None:
    """The next Wizard in the order takes his opening spells (BRD-SPL-08); then the first turn."""
    s = t.state
    while s.picks < len(s.order):
        pawn = s.pawns[s.order[s.picks]]
        s.picks += 1
        if pawn.kind == WIZARD:
            await spells.choose_first_spells(t, pawn)
            return
    s.picks = 0
    s.turn = 0
    s.phase = "turn"

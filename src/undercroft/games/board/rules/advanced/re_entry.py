"""Re-entry: a killed player comes back as a weaker type (BRD-REEN)."""

from __future__ import annotations

from undercroft.engine import Table

from ...content import KINDS
from ...state import Dungeon, Pawn, board_of
from ..pieces.table import put_by_magic
from ..setting_up.answers import Be
from ..setting_up.selection import become, may_be
from ..winning.winning import close, eliminated


async def re_enter(t: Table[Dungeon], pawn: Pawn) -> bool:
    """A killed player comes back as a weaker type, if he likes and a pawn is free, and moves at once (BRD-REEN-01 to 06)."""
    s, board = t.state, board_of(t.state)
    limit = pawn.kind if s.dials.below_last_type else pawn.first_kind
    free = [kind for kind in range(limit) if may_be(s, kind)]
    if not free:
        t.tell("No pawn is free for {name} to come back with.", rule="BRD-REEN-05", name=pawn.name)
        return False
    key = await t.choose(
        pawn.seat,
        "{name}, your adventurer is dead. Come back as a weaker one?",
        [*(Be(kind).key for kind in reversed(free)), "out"],
        rule="BRD-REEN-03",
        describe=lambda key: "Stay dead" if key == "out" else Be.read(key).label,
        name=pawn.name,
    )
    if key == "out":
        pawn.out = True
        t.tell("{name} takes no further part.", rule="BRD-KILL-02", name=pawn.name)
        if eliminated(s):
            close(t, "dead", "BRD-END-01", "Nobody is left. The dungeon has won.")
        return False
    become(s, pawn, Be.read(key).number)
    pawn.alive = True
    s.now.began = -2  # he did not spend this turn resting on the Main Staircase
    put_by_magic(s, pawn, board.start)
    t.tell("{name} enters the dungeon again, as {role}.", rule="BRD-REEN-02", name=pawn.name, role=KINDS[pawn.kind])
    return True

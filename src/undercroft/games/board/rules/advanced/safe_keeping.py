"""Prizes left on the Main Staircase for safe keeping (BRD-SAFE)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ...state import Dungeon, Pawn, deck_of
from ..pieces.words import apart, cards
from ..winning.winning import check_win
from .answers import Keep


async def bank(t: Table[Dungeon], pawn: Pawn) -> None:
    """Safe keeping: leave prizes on the Main Staircase, or fetch stored ones (BRD-SAFE-01, 03, 06). Leaving any ends the turn."""
    s, deck = t.state, deck_of(t.state)
    s.now.banked = True
    every = pawn.stored + pawn.prizes
    before = len(pawn.stored)
    options = {
        Keep(i + 1).key: Option(apart(deck, every, i), hint="stored now" if i < before else "in your hand")
        for i in range(len(every))
    }
    picked = await t.choose_many(
        pawn.seat, "Which prizes shall lie in safety here? The others go with you.", options, 0, len(every), rule="BRD-SAFE-03"
    )
    safe = [Keep.read(key).number - 1 for key in picked]
    deposited = [i for i in safe if i >= before]
    fetched = [i for i in range(before) if i not in safe]
    pawn.stored = [every[i] for i in safe]
    pawn.prizes = [card for i, card in enumerate(every) if i not in safe]
    pawn.used = [card for card in pawn.used if card in pawn.prizes]
    if deposited and fetched:
        t.tell("{name} leaves {left} in safe keeping and takes {out} out.", rule="BRD-SAFE-03",
               name=pawn.name, left=cards(len(deposited)), out=cards(len(fetched)))  # fmt: skip
    elif deposited:
        t.tell("{name} leaves {left} in safe keeping.", rule="BRD-SAFE-03", name=pawn.name, left=cards(len(deposited)))
    elif fetched:
        t.tell("{name} takes {out} out of safe keeping.", rule="BRD-SAFE-03", name=pawn.name, out=cards(len(fetched)))
    else:
        t.tell("{name} counts the prizes in safe keeping and leaves it at that.", rule="BRD-SAFE-03", name=pawn.name)
    if deposited:
        s.now.over = True  # BRD-SAFE-04
    check_win(t, pawn)

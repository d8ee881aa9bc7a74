"""Gaining prizes, and what lies loose (BRD-CMB-12, BRD-MOVE-14, BRD-SSW)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ...state import Dungeon, Pawn, deck_of
from ..pieces.deeds import POWERS
from ..pieces.hand import worth
from ..pieces.table import forget_prize
from ..pieces.words import cards, prize_names, the
from ..winning.winning import has_enough


async def gain(t: Table[Dungeon], pawn: Pawn, won: list[int], rule: str) -> None:
    """Take prizes into the hand, face down: all see how many and of which level, the owner sees what they are (BRD-CMB-12)."""
    if not won:
        return
    s, deck = t.state, deck_of(t.state)
    t.reveal()
    for card in won:
        forget_prize(s, card)
        pawn.prizes.append(card)
        pawn.won_levels += deck.prizes[card].level
        pawn.won_count += 1
        t.meet("prize", deck.prizes[card].record)
    if not t.light:
        backs = ", ".join(f"level {deck.prizes[card].level}" for card in won) if s.dials.show_prize_backs else cards(len(won))
        t.tell("{name} takes {cards} ({backs}).", rule=rule, only=pawn.seat,
               secret="{name} takes {names} and holds {gold} gold pieces{enough}.",
               name=pawn.name, cards=cards(len(won)), backs=backs, names=prize_names(deck, won),
               gold=f"{worth(deck, pawn):,}",
               enough=": enough. Now back to the Main Staircase" if has_enough(s, pawn) else "")  # fmt: skip
    for card in won:
        power = POWERS.get(deck.prizes[card].special)
        if power is not None and power.found is not None:
            await power.found(t, pawn, card)


async def offer_loose(t: Table[Dungeon], pawn: Pawn, rule: str = "BRD-MOVE-14") -> None:
    """Whoever comes upon unguarded prizes may take them at no cost (BRD-MOVE-14), but not Seriously Wounded (BRD-WND-04)."""
    s = t.state
    lying = s.loose.get(pawn.space)
    if not lying or pawn.wounded:
        return
    key = await t.choose(
        pawn.seat,
        "{cards} without a guard in {where}. Yours?",
        {"take": Option("Take what lies here", hint="it costs no movement"), "leave": "Leave it"},
        rule=rule,
        cards=cards(len(lying)),
        where=the(s, pawn.space),
    )
    if key == "take":
        won = s.loose.pop(pawn.space)
        await gain(t, pawn, won, rule)
    else:
        t.tell("{name} leaves the prizes in {where}.", rule=rule, name=pawn.name, where=the(s, pawn.space))

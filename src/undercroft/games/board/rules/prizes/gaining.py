"""Gaining prizes, and what lies loose (BRD-CMB-12, BRD-MOVE-14, BRD-SSW)."""

from __future__ import annotations

from undercroft.engine import Option, Table
from undercroft.engine.words import capital

from ...state import Dungeon, Pawn, deck_of
from ..pieces.deeds import POWERS
from ..pieces.hand import goal, worth
from ..pieces.table import forget_prize
from ..pieces.words import cards, levels_of, prize_finds, the
from ..winning.winning import has_enough


async def gain(t: Table[Dungeon], pawn: Pawn, won: list[int], rule: str, *, stepping: str = "") -> None:
    """Take prizes into the hand, face down: all see how many and of which level, the owner sees what they are (BRD-CMB-12).

    `stepping`: where he stepped in to do so, told in one line.
    """
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
        backs = levels_of(deck, won) if s.dials.show_prize_backs else ""
        who = "{name} steps in and takes " if stepping else "{name} takes "
        end = "Enough: now back to the Main Staircase." if has_enough(s, pawn) else ""
        found = sum(deck.prizes[card].value for card in won)
        sum_ = "{names}." if s.dials.quest else "{names}{worth}. In hand now: {gold:,} of {goal:,}."
        words = POWERS[deck.prizes[won[0]].special].words if len(won) == 1 and deck.prizes[won[0]].special else ""
        sum_ += " {power}." * bool(words)
        t.tell(f"{who}{{cards}}{{backs}}.", rule=rule, only=pawn.seat, secret=f"{who}{sum_}{' ' * bool(end)}{end}",
               name=pawn.name, where=stepping, cards=cards(len(won)), backs=backs, names=prize_finds(deck, won),
               worth=f" ({found:,})" if found else "",
               power=capital(words),
               gold=worth(deck, pawn), goal=goal(pawn))  # fmt: skip
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
        "{cards:^} without a guard in {where}. Yours?",
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

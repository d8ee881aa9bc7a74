"""The special prizes, a record for each: Magic Sword, Secret Entrance Card, ESP Medallion, Crystal Ball (BRD-SWD, -SSW, -SEN)."""

from __future__ import annotations

from undercroft.engine import Table

from ...content import WIZARD, tables
from ...state import Dungeon, Pawn, deck_of
from ..pieces.deeds import Power

MEDALLION, BALL = "esp_medallion", "crystal_ball"  # what they show is told in looking.py


def sword_adds(s: Dungeon, pawn: Pawn, card: int) -> int:
    """+1, or +2 from a great one (BRD-SWD-01, BRD-SSW-01); nothing for Wizards under increased spells (BRD-INC-03)."""
    if pawn.kind == WIZARD and s.dials.increased_wizard_spells:
        return 0
    return 2 if card in s.plus_two else 1


def sword_lost(s: Dungeon, card: int) -> str:
    """What its bearer gives up with this sword."""
    return "+2 in combat goes with it" if card in s.plus_two else "+1 in combat goes with it"


async def weigh(t: Table[Dungeon], pawn: Pawn, card: int) -> None:
    """Under the special-swords option the first finder of a sword rolls two dice; the deeper it lay, the likelier it is +2.

    Its strength is known once and for all (BRD-SSW-01, 02, 05).
    """
    s, deck = t.state, deck_of(t.state)
    if not s.dials.special_magic_swords or card in s.weighed:
        return
    s.weighed.append(card)
    total = await t.roll("2d6", "the sword's strength", rule="BRD-SSW-01", seat=pawn.seat, only=(pawn.seat,))
    if total >= tables().swords[deck.prizes[card].level]:
        s.plus_two.append(card)
        t.tell("{name}'s Magic Sword is one of the great ones: +2.", rule="BRD-SSW-02", only=pawn.seat, name=pawn.name)
    else:
        t.tell("{name}'s Magic Sword gives +1.", rule="BRD-SSW-02", only=pawn.seat, name=pawn.name)


POWERS_OF_PRIZES = {
    "magic_sword": Power(
        words="adds 1 to combat rolls, and 12 kills what nothing else of yours can",
        great="adds 2 to combat rolls, and 11 or 12 kills what nothing else of yours can",
        lost=sword_lost,
        bonus=sword_adds,
        found=weigh,
    ),
    "secret_entrance": Power(words="a wand that finds secret doors: all of them are plain doors to you", opens_doors=True),
    MEDALLION: Power(words="look at a monster next to you before you fight it"),
    BALL: Power(words="without moving, see two cards of any room or chamber"),
}

"""Money: what a purse holds, counted in silver (DES-TREAS-18)."""

from __future__ import annotations

from functools import lru_cache

from ...arsenal import arms, supplies
from ...hoard import jewels as kinds
from ...state import GOLD_BAR, SILVER_BAR, SILVER_PER_GOLD, Chest, Member


def wealth(m: Member) -> int:
    """Everything in the purse, in silver."""
    return coin(m) + SILVER_PER_GOLD * GOLD_BAR * m.gold_bars + SILVER_BAR * m.silver_bars + jewel_worth(m.jewels)


def coin(m: Member) -> int:
    """Gold and silver pieces, in silver."""
    return m.gold * SILVER_PER_GOLD + m.silver


def jewel_worth(jewels: dict[str, int]) -> int:
    """Jewels, in silver."""
    return sum(kinds()[kind].silver_each * number for kind, number in jewels.items())


def set_coin(m: Member, silver: int) -> None:
    """Put so much silver's worth in the purse, as gold and silver pieces (DES-TREAS-18)."""
    m.gold, m.silver = divmod(silver, SILVER_PER_GOLD)


def money(silver: int) -> str:
    """A sum in words: "5 gold 8 silver"."""
    gold, left = divmod(silver, SILVER_PER_GOLD)
    parts = ([f"{gold:,} gold"] if gold else []) + ([f"{left} silver"] if left else [])
    return " ".join(parts) or "nothing"


def haul(chest: Chest) -> int:
    """Everything in the party's chest, in silver."""
    bars = SILVER_PER_GOLD * GOLD_BAR * chest.gold_bars + SILVER_BAR * chest.silver_bars
    return chest.gold * SILVER_PER_GOLD + chest.silver + bars + jewel_worth(chest.jewels)


@lru_cache(maxsize=1024)
def arm_price(name: str) -> int:
    """List price in silver, 0 for what is not sold."""
    arm = arms().get(name)
    if arm is not None:
        return arm.gold * SILVER_PER_GOLD + arm.silver
    line = supplies().get(name)
    return line.gold * SILVER_PER_GOLD if line else 0

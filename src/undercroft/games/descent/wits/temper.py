"""Temper: what makes one bot unlike another, as numbers and likings."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """A bot's character."""

    rooms: int = 5  # chambers before it turns home
    home_at: float = 0.55  # of the party's hits
    courage: float = 1.0  # fights when strength times this exceeds the danger
    gifts: bool = False  # offers first, and carries gifts
    tinkers: bool = False  # tries things out: every weapon once on every baddie, odd errands, odd orders
    collects: bool = False  # wants to see every use of everything once
    gambles: bool = False  # sits down at every table, with whatever wins
    hires: int = 0
    deep: bool = False  # goes down whenever it can
    saves_balls: bool = False
    thrifty: bool = False  # buys what it must and pays nobody: no homage, no tickets, no ransom to outlaws
    careful: bool = True  # no priest of its goes before the Great Spider without sweets in the pocket
    heals: bool = True
    charts: bool = False  # walks every corridor before it opens a door, and searches dead ends
    glory: bool = False  # never bargains, breaks peace, takes tasks, holds the rear: all for karma
    secretive: bool = False  # keeps books and maps to itself (DES-WIZ-19)
    hoard: int = 0  # gold in the chest at which it goes home; it buys no ranks, and sells what it can


TEMPERS = {
    "steady": Temper(),
    "plunderer": Temper(rooms=12, home_at=0.35, courage=3.0, deep=True, heals=False, gambles=True, careful=False),
    "cautious": Temper(rooms=3, home_at=0.7, courage=0.8),
    "diplomat": Temper(gifts=True, courage=0.7),
    "experimenter": Temper(tinkers=True, gifts=True, rooms=9, home_at=0.5, courage=3.0, deep=True),
    "karma-hunter": Temper(rooms=9, home_at=0.45, courage=4.0, glory=True, careful=False),
    "mapper": Temper(rooms=7, courage=0.8, charts=True),
    "miser": Temper(rooms=7, saves_balls=True, thrifty=True, secretive=True, hoard=60),
    "boss": Temper(hires=6, rooms=8, courage=2.0, gambles=True),
    "collector": Temper(collects=True, gifts=True, rooms=10, home_at=0.45, courage=3.0, deep=True),
}

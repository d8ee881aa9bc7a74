"""Deeds: what makes one baddie unlike another, moment by moment. It names the moments; the bestiary writes the records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from .....engine import Option, Table
from ...state import Battle, Foe, Game, Member


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """Something the leader may do about them, which is open to nobody else's enemies."""

    option: Callable[[Game], Option | None]  # None: not open now
    take: Callable[[Table[Game]], Awaitable[None]]
    in_battle: bool = False  # open between rounds too


class Deeds(msgspec.Struct, frozen=True, kw_only=True):
    """One odd baddie. The rules ask at their moments; a deed that is not given is no different from anybody's."""

    # What is known of it.
    dreads: frozenset[str] = frozenset()  # things and balls that are made for it
    volume: str = ""  # the book that gives its numbers
    famous: bool = False  # stands in Who's Who
    tongue: str = ""  # the book that translates for it
    captive: str = ""  # what it is in a cage
    heard: str = ""  # what everybody has heard of it
    # Coming.
    comes: Callable[[Game, str], bool] | None = None  # it is they who wait, at this kind of place
    lies_in_wait: Callable[[Game], bool] | None = None  # whether it cares to, where a chamber is marked as its own
    twelve: Callable[[Battle], None] | None = None  # a twelve was thrown for their number
    appears: Callable[[Table[Game], Battle], None] | None = None  # in place of being announced
    first_words: Callable[[Table[Game], Battle], Awaitable[None]] | None = None
    surprise: Callable[[Table[Game], Battle], Awaitable[None]] | None = None  # while its particulars are untold
    ways: Mapping[str, Way] = {}  # out of a meeting
    friends: Mapping[str, Way] = {}  # what to do with them at peace
    unforgiving: Callable[[Table[Game]], bool] | None = None  # no offer will do
    refused: Callable[[Table[Game], Battle], Awaitable[None]] | None = None  # it comes to blows
    left_behind: Callable[[Table[Game], Battle], bool] | None = None  # no parting blow: it cannot follow
    # Striking.
    bowmen: bool = False  # half of them shoot from behind their line
    picks_line: bool = False  # may strike at the second line
    uproar: Callable[[Table[Game]], None] | None = None  # no order is heard in the first round
    glares: bool = False  # glasses and mirrors are wanted
    throws: Callable[[Game, list[Member]], bool] | None = None  # whether its attack on that row is a missile
    harmless: Callable[[Member], bool] | None = None  # whom it never strikes
    bonus: Callable[[Battle], int] | None = None  # on its attacks
    gnaws: Callable[[Table[Game], Battle, Foe], Awaitable[None]] | None = None  # while it holds somebody
    spares: Callable[[Table[Game], Member], bool] | None = None  # its hit comes to nothing
    marks: Callable[[Member, bool], None] | None = None  # each hit, on what is worn or on the body
    hits: Callable[[Table[Game], Battle, Foe, Member, int, int, int], Awaitable[None]] | None = None  # both dice; body hits
    last_hit: Callable[[Table[Game], Member], Awaitable[bool]] | None = None  # true: it does not kill
    kills: Callable[[Battle, Member], None] | None = None
    # Being struck.
    hurt: Callable[[Table[Game], Battle, Foe], None] | None = None  # and still alive
    looked_at: Callable[[Table[Game], Battle, Member, Foe], Awaitable[None]] | None = None  # a pair in a blow at it
    whipped: Callable[[Table[Game], Member], bool] | None = None  # true: that is all the whip does
    chained: Callable[[Table[Game], Foe], None] | None = None  # by a bicycle chain
    withstands: Callable[[Table[Game], Member, str], Awaitable[bool]] | None = None  # what it dreads
    lit: Callable[[Table[Game], Battle], Awaitable[None]] | None = None  # a light ball bursts
    slain: Callable[[Table[Game], Member], None] | None = None
    # Ends of rounds and of battles.
    round_begins: Callable[[Table[Game], Battle], Awaitable[None]] | None = None
    round_ends: Callable[[Table[Game], Battle], Awaitable[None]] | None = None
    nervous: Callable[[Game, Battle], bool] | None = None  # checks its nerve now
    cowed: Callable[[Game, Battle], bool] | None = None  # checks it whatever its nerve is
    slips_off: Callable[[Table[Game], Battle], None] | None = None  # having lost it
    battle_won: Callable[[Table[Game], Battle], Awaitable[None]] | None = None  # after any battle, whoever fought in it

    @property
    def power(self) -> bool:
        """Whether there is something to be seen at work, not only a thing it dreads or a book it stands in."""
        known = ("dreads", "volume", "famous", "tongue", "captive", "heard")
        return any(getattr(self, name) for name in self.__struct_fields__ if name not in known)


DEEDS: dict[str, Deeds] = {}  # in the order of play; filled by the package
PLAIN = Deeds()


def deeds_of(name: str) -> Deeds:
    """What is odd about a baddie; nothing about most."""
    return DEEDS.get(name, PLAIN)


def open_ways(s: Game, ways: Mapping[str, Way]) -> dict[str, Option]:
    """Those of its ways that are open now."""
    found = {key: way.option(s) for key, way in ways.items()}
    return {key: option for key, option in found.items() if option is not None}

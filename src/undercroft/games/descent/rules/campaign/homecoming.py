"""Coming home from another game's world: what was done there, read off the table when the descent is over."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from .....engine.site import Deed
from .....site.account import spread
from ...state import Expedition, Game, Guard, member
from ..personas.people import PEOPLE
from ..treasure.special import feature_of


def deeds(s: Game) -> tuple[Deed, ...]:
    """Who was slain or befriended, what was taken or left, who died or came home, what was opened; none in a plain game."""
    e = s.expedition
    if e is UNSET:
        return ()
    met = visited(s)
    done = [*_slain(s, e), *_found(s, e, met), *_befriended(e, met)]
    return (*done, *_died(s, e), *_came_home(s), *_opened(e, met), *_learned(e, met, done))


def visited(s: Game) -> dict[int, Guard]:
    """The places the party entered, in order, with what it did there."""
    found = {}
    for chamber, guard in s.guards.items():
        site = feature_of(s, chamber).get("site")
        if site and guard.entered:
            found[int(site)] = guard
    return found


def place_of(s: Game, number: int, col: int, row: int) -> int:
    """The place that a square belongs to, or is nearest to on its level; 0 at the surface."""
    near = [
        (abs(c - col) + abs(r - row), int(level.feature(c, r).get("site")))
        for level in s.levels
        if level.number == number
        for c, r, _ in level.cells()
        if level.feature(c, r).get("site")
    ]
    return min(near)[1] if near else 0


def _slain(s: Game, e: Expedition) -> Iterator[Deed]:
    for place, killed in e.slain.items():
        people, twelfths = e.ticket.shares.get(f"people {place}", (0, 0))
        number = e.numbers.get(place, 0)
        if people and number:
            hurt = sum(spread(twelfths, number)[: min(killed, number)])
            yield Deed("slain", people, place, hurt, "", f"{min(killed, number)} of {number}")


def _found(s: Game, e: Expedition, met: dict[int, Guard]) -> Iterator[Deed]:
    """The chest comes home with the party; with nobody left it lies where the last one fell (DES-DIV-06)."""
    fell = place_of(s, *_last(s)) if s.ended == "lost" else 0
    for place, guard in met.items():
        for hoard in e.hoards.get(place, ()) if guard.emptied else ():
            thing, twelfths = e.ticket.shares.get(f"hoard {hoard}", (0, 0))
            if thing:
                yield Deed("left" if s.ended == "lost" else "taken", thing, fell or (place if s.ended == "lost" else 0), twelfths)


def _last(s: Game) -> tuple[int, int, int]:
    cache = s.caches[-1] if s.caches else None
    return (cache.level, cache.col, cache.row) if cache is not None else (s.at[0], s.at[1], s.at[2])


def _befriended(e: Expedition, met: dict[int, Guard]) -> Iterator[Deed]:
    for place, guard in met.items():
        people, _ = e.ticket.shares.get(f"people {place}", (0, 0))
        if people and guard.peace:
            yield Deed("befriended", people, place)


def _died(s: Game, e: Expedition) -> Iterator[Deed]:
    """The dead of the party, each where he fell; whoever stayed below without a blow fell where the party was last."""
    for number in s.party:
        m = member(s, number)
        if m.status != "dead" or m.kind not in PEOPLE:
            continue
        fall = next((fall for fall in reversed(e.fallen) if fall.member == m.id), None)
        spot = (fall.level, fall.col, fall.row) if fall is not None else _last(s)
        yield Deed("died", 0, place_of(s, *spot), 0, m.name, f"killed by {fall.by}" if fall is not None else "never came home")


def _opened(e: Expedition, met: dict[int, Guard]) -> Iterator[Deed]:
    for place in e.hidden:
        if place in met:
            yield Deed("opened", 0, place)


def _came_home(s: Game) -> Iterator[Deed]:
    """Personas of the party who live, at home or retired for good."""
    for m in s.members:
        if m.kind in PEOPLE and (m.status == "retired" or (m.id in s.party and m.status == "home")):
            what = "retired" if m.status == "retired" else "returned"
            yield Deed(what, who=m.name, text=f"{m.denomination} {m.cls} of rank {m.rank}")


def _learned(e: Expedition, met: dict[int, Guard], done: list[Deed]) -> Iterator[Deed]:
    """Whether the rumour they went for is true, if they saw the place or met what it speaks of."""
    if e.rumour is not None:
        number, truth, about = e.rumour
        if about and (about in met or any(deed.thing == about for deed in done)):
            yield Deed("learned", number, about if about in met else 0, 0, "", truth)

"""The account of a dungeon in twelfths of a bead, and the laws that tickets and deeds are held to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..engine.errors import BadOpening
from ..engine.site import MOST_DEEDS, TWELFTHS, Deed, Site, Ticket

SPENDING = ("slain", "taken", "left")


def account(site: Site) -> dict[int, int]:
    """What there is of each people and each hoard, in twelfths."""
    there = Counter(dweller.owner for dweller in site.dwellers)
    amounts = {people.id: TWELFTHS * there[people.id] - people.wear for people in site.peoples if there[people.id]}
    return amounts | {hoard.id: TWELFTHS - hoard.thin for hoard in site.hoards}


def check_ticket(site: Site, ticket: Ticket) -> None:
    """A ticket gives away no more of anything than there is (law 1)."""
    there = account(site)
    given: Counter[int] = Counter()
    for thing, twelfths in ticket.shares.values():
        given[thing] += twelfths
    for thing, twelfths in given.items():
        if twelfths > there.get(thing, 0):
            raise BadOpening(f"the ticket gives {twelfths} twelfths of {thing}, and there are {there.get(thing, 0)}")


def check_deeds(ticket: Ticket, deeds: Iterable[Deed]) -> None:
    """Nobody slew, took or left more than the ticket gave them (law 2)."""
    done = list(deeds)
    if len(done) > MOST_DEEDS:
        raise BadOpening(f"an expedition has at most {MOST_DEEDS} deeds, not {len(done)}")
    given: Counter[int] = Counter()
    for thing, twelfths in ticket.shares.values():
        given[thing] += twelfths
    spent: Counter[int] = Counter()
    for deed in done:
        if deed.what in SPENDING:
            spent[deed.thing] += deed.twelfths
    for thing, twelfths in spent.items():
        if twelfths > given[thing]:
            raise BadOpening(f"{twelfths} twelfths of {thing} were slain, taken or left, and the ticket gave {given[thing]}")

"""The account of a dungeon in twelfths of a bead, and the laws that tickets and deeds are held to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..engine.errors import BadOpening
from ..engine.site import MOST_DEEDS, TWELFTHS, Deed, People, Site, Ticket

SPENDING = ("slain", "taken", "left")
ALONE = ("alpha", "wyrm", "villain")  # types of which a bead is one creature
HARMLESS = ("Trap", "Prisoner", "Captive")  # flavours that stand in a place and are nobody's foe


def alone(people: People) -> bool:
    """Whether a bead of this people is one creature: a beast, a villain, a lone wanderer."""
    return people.villain or people.type in ALONE or (people.type == "wandering" and not people.flavour.endswith("s"))


def spread(twelfths: int, heads: int) -> list[int]:
    """So many twelfths over so many heads, as evenly as whole ones go."""
    each, over = divmod(twelfths, heads) if heads else (0, 0)
    return [each + (head < over) for head in range(heads)]


def dwelling(site: Site) -> dict[tuple[int, int], int]:
    """What of each people lives at each place, in twelfths: (people, place) -> so many; a hurt people is hurt at home first."""
    hurt = {people.id: people.wear for people in site.peoples}
    lair = {people.id: people.lair for people in site.peoples}
    found: dict[tuple[int, int], int] = {}
    for dweller in sorted(site.dwellers, key=lambda each: each.place != lair.get(each.owner)):
        if dweller.owner in hurt:
            bead = TWELFTHS - hurt[dweller.owner]
            hurt[dweller.owner] = 0
            spot = (dweller.owner, dweller.place)
            found[spot] = found.get(spot, 0) + bead
    return found


def account(site: Site) -> dict[int, int]:
    """What there is of each people and each hoard, in twelfths."""
    there = Counter(dweller.owner for dweller in site.dwellers)
    amounts = {people.id: TWELFTHS * there[people.id] - people.wear for people in site.peoples if there[people.id]}
    return amounts | {hoard.id: TWELFTHS - hoard.thin for hoard in site.hoards}


def totals(site: Site) -> tuple[int, int]:
    """All people and all loot, in twelfths."""
    there, peoples = account(site), {people.id for people in site.peoples}
    people = sum(amount for thing, amount in there.items() if thing in peoples)
    return people, sum(there.values()) - people


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

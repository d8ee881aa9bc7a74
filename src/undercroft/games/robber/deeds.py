"""What a delve did to a world, read off its end: who fell, what was brought home or let fall, who died, what was opened."""

from __future__ import annotations

from ...engine.site import LONGEST_TEXT, MOST_DEEDS, Deed
from ...engine.words import capital, listed
from .rules.character import sheet
from .state import RobberState
from .state_site import Expedition, Loot


def deeds(s: RobberState) -> tuple[Deed, ...]:
    """The deeds of a delve into a world, in the order in which its places were made; none in the book's own dungeon."""
    if s.world is None:
        return ()
    who = listed(robber.name for robber in s.robbers)
    found = [*_slain(s.world, who), *_treasure(s, s.world), *_opened(s.world, who), *_ends(s, s.world)]
    return tuple(found[:MOST_DEEDS])


def _slain(site: Expedition, who: str) -> list[Deed]:
    """Of a share that stands for so many creatures, as much as of them fell."""
    found = []
    for haunt in site.haunts:
        for folk in haunt.folk:
            people, twelfths = site.ticket.shares[folk.key]
            spent = twelfths * folk.slain // folk.number
            if spent:
                found.append(Deed("slain", people, haunt.id, spent, who, f"{folk.name}: {folk.slain} slain"[:LONGEST_TEXT]))
    return found


def _treasure(s: RobberState, site: Expedition) -> list[Deed]:
    found = []
    for haunt in site.haunts:
        for loot in haunt.loot:
            hoard, twelfths = site.ticket.shares[loot.key]
            who = s.robbers[loot.carrier].name if 0 <= loot.carrier < len(s.robbers) else ""
            if loot.home:
                found.append(Deed("taken", hoard, haunt.id, twelfths, who, _words(loot)))
            elif loot.fell:
                found.append(Deed("left", hoard, loot.fell, twelfths, who, _words(loot)))
    return found


def _words(loot: Loot) -> str:
    return capital(loot.name)[:LONGEST_TEXT] if loot.name else ""


def _opened(site: Expedition, who: str) -> list[Deed]:
    return [Deed("opened", 0, haunt.id, 0, who) for haunt in site.haunts if haunt.secret and haunt.visits]


def _ends(s: RobberState, site: Expedition) -> list[Deed]:
    found = []
    for robber in s.robbers:
        if not robber.alive:
            place = site.graves.get(str(robber.seat), 0)
            found.append(Deed("died", 0, place, 0, robber.name, f"{robber.name} {robber.epitaph}"[:LONGEST_TEXT]))
        elif robber.retired:
            found.append(Deed("retired", who=robber.name, text=sheet.title(robber)[:LONGEST_TEXT]))
        else:
            found.append(Deed("returned", who=robber.name, text=sheet.title(robber)[:LONGEST_TEXT]))
    return found

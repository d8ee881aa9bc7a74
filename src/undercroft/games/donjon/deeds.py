"""What an adventure did to a world, read off its end: who fell, what was brought home, who died, what was learned and said."""

from __future__ import annotations

from ...engine.site import LONGEST_TEXT, MOST_DEEDS, Deed
from ...engine.words import capital, listed
from .state import Donjon
from .state_quest import Quest


def deeds(s: Donjon) -> tuple[Deed, ...]:
    """The deeds of an adventure in a world, in the order of its places; none in the book's own adventures."""
    quest = s.quest
    if quest is None:
        return ()
    who = listed((b.name for b in s.beings.values() if b.seat >= 0), none="")[:LONGEST_TEXT]
    found = [*_slain(quest, who), *_treasure(s, quest), *_seen(quest, who), *_dead(s, quest), *_home(s), *_words(quest)]
    return tuple(found[:MOST_DEEDS])


def _slain(quest: Quest, who: str) -> list[Deed]:
    """Of a share that so many creatures stood for, as much as of them fell."""
    found = []
    for stop in quest.stops:
        if stop.folk and stop.number:
            people, twelfths = quest.ticket.shares[stop.folk]
            spent = twelfths * stop.fallen // stop.number
            if spent:
                found.append(
                    Deed(
                        "slain", people, stop.place, spent, who, f"{stop.who}: {stop.fallen} of {stop.number} fell"[:LONGEST_TEXT]
                    )
                )
    return found


def _treasure(s: Donjon, quest: Quest) -> list[Deed]:
    found = []
    for stop in quest.stops:
        for prize in stop.prizes:
            if prize.seat < 0:
                continue
            hoard, twelfths = quest.ticket.shares[prize.key]
            who = s.pc(prize.seat).name
            if prize.home:
                found.append(Deed("taken", hoard, stop.place, twelfths, who, capital(prize.name)[:LONGEST_TEXT]))
            else:
                found.append(
                    Deed("left", hoard, prize.fell or quest.here or quest.gate, twelfths, who, capital(prize.name)[:LONGEST_TEXT])
                )
    return found


def _seen(quest: Quest, who: str) -> list[Deed]:
    """Doors that were found, friends that were made, and rumours that were looked into."""
    found = [Deed("opened", 0, stop.place, 0, who) for stop in quest.stops if stop.opened]
    friends = {stop.people: stop for stop in quest.stops if stop.befriended}
    found += [Deed("befriended", people, stop.place, 0, who, stop.who[:LONGEST_TEXT]) for people, stop in friends.items()]
    for rumour in quest.rumours:
        if rumour.place in quest.trail and rumour.truth != "open":
            so = "true" if rumour.truth == "true" else "false"
            found.append(Deed("learned", rumour.seq, rumour.place, 0, who, so))
    return found


def _dead(s: Donjon, quest: Quest) -> list[Deed]:
    return [
        Deed(
            "died",
            0,
            quest.graves.get(b.id, quest.here or quest.gate),
            0,
            b.name,
            f"{b.name}, {b.calling} of Level {b.level}"[:LONGEST_TEXT],
        )
        for b in s.beings.values()
        if b.seat >= 0 and b.status == "dead"
    ]


def _home(s: Donjon) -> list[Deed]:
    if s.ended == "slain":
        return []
    return [Deed("returned", who=b.name, text=f"{b.calling} of Level {b.level}"[:LONGEST_TEXT]) for b in s.pcs()]


def _words(quest: Quest) -> list[Deed]:
    return [Deed(word.what, 0, word.place, 0, word.who, word.text[:LONGEST_TEXT]) for word in quest.words if word.what]

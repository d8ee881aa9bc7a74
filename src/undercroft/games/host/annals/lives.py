"""Lives that can be read alone: of groups, villains, treasures with a name, and places where much happened."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.words import capital, count, listed
from ..chronicle import story
from ..ground import beads as bd
from ..state import Bead, Group, Host, Room
from .facts import Fact, is_one, kind_of, read, told
from .voice import Voice

KINDS = {"surface": "a kingdom above", "villain": "the villain of this history"}
BUSY = 4  # lines of the record that make a place worth a life of its own


def lives(s: Host) -> Iterator[tuple[str, str]]:
    """Name and life of everybody and everything that mattered."""
    for group in s.groups.values():
        yield group.name, life_of_group(s, group)
    for bead in s.beads.values():
        if bead.name and bead.history:
            yield bead.name, life_of_treasure(s, bead)
    homes = {group.name for group in s.groups.values()}
    for room in s.rooms.values():
        if room.name and room.name not in homes and len(story(s, room.id)) >= BUSY:
            yield room.name, life_of_place(s, room)


def life_of_group(s: Host, group: Group) -> str:
    """From the day they came to the day they were gone."""
    one = is_one(group)
    they, was = ("It", "was") if one else ("They", "were")
    kind = group.flavour if group.type not in ("surface", "villain") else ""
    what = kind_of(kind, group.alignment, one=one) if kind else KINDS.get(group.type, "of this place")
    opening = f"{capital(group.name)} {was} {what}."
    arrival = next((entry for entry in s.record if entry.actor == group.id and entry.kind == "arrived"), None)
    to = f" to {bd.place_name(s, arrival.room)}" if arrival is not None and arrival.room in s.rooms else ""
    came = f"{they} came{to} in year {group.year}" if group.year else f"{they} {was} there before anybody counted"
    lasted = max(0, group.fell - group.year)
    if group.alive:
        strong, rich = count(bd.pop(s, group.id), "soul", "souls"), count(bd.loot(s, group.id), "treasure", "treasures")
        end = f"and {was} there when the record closed, {strong} and {rich}."
    else:
        end = f"and lasted {count(lasted, 'year', 'years')}." if lasted else "and did not see another."
    facts = told(read(s, [entry for entry in story(s, group.id) if entry.kind != "age_end" and entry is not arrival]))
    return f"{opening} {came}, {end} {_prose(facts, group.name)}".strip()


def life_of_treasure(s: Host, bead: Bead) -> str:
    """Through whose hands it went."""
    hands: dict[str, str] = {}
    for holder in bead.history:
        hands.setdefault(holder.owner, f"{holder.owner} in year {holder.year}, in {holder.place}")
    now = bd.owner_name(s, bead.owner) if bead.owner else "nobody"
    past = _prose(told(read(s, story(s, bead.id))))
    return f"{capital(bead.name)} passed from hand to hand: {listed(hands.values())}. Last it belonged to {now}. {past}".strip()


def life_of_place(s: Host, room: Room) -> str:
    """What a place saw."""
    state = " It lies in ruins." if room.state == "collapsed" else f" It was left by {room.abandoned}." if room.abandoned else ""
    return f"{_prose(told(read(s, story(s, room.id))))}{state}"


def _prose(facts: list[Fact], subject: str = "") -> str:
    """Facts with their years, in order."""
    voice, parts, year = Voice(), [], -1
    voice.pause(subject)
    for fact in facts:
        said = voice.tell(fact)
        if fact.entry.absolute_year != year and fact.entry.absolute_year:
            year = fact.entry.absolute_year
            said = f"({year}) {said}"
        parts.append(said)
    return " ".join(parts)

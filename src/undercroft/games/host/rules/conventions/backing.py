"""Whose story it is: once their own people are gone, the author backs one of those who live in its halls (HST-CONV-07).

It changes no die. The stage and the last page tell how those the author backs are doing, and their fall is not passed over.
"""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import said
from ...answers import Thing, read
from ...desk import decide, in_words
from ...ground import beads as bd
from ...state import Group, Host

NOBODY = "nobody"
MANY = 5
WANTS = {  # in a few words, what each kind lives for
    "delver": "they dig, and hoard what they find",
    "breeder": "they breed, raid and beg",
    "alpha": "it eats its neighbours",
    "temple": "they pray to something",
    "wyrm": "it sleeps on gold, and wakes",
    "surface": "they live above, and send heroes down",
    "villain": "it wants everything",
}


def backed(s: Host) -> Group | None:
    """Whom the author backs now, alive or not."""
    return s.groups.get(s.backed[-1]) if s.backed else None


async def whose_story(t: Table[Host]) -> None:
    """At a year's end, when nobody is backed yet, or whoever was has fallen."""
    s = t.state
    mine = backed(s)
    if s.rules < 5 or "back" in s.quiet or (s.backed and (mine is None or mine.alive)):
        return
    live = [s.groups[gid] for gid in dict.fromkeys([*s.order, *s.kingdoms]) if s.groups[gid].alive]
    if not live:
        return
    heirs = [group for group in live if _in_their_halls(s, group)]
    offered = list({group.id: group for group in (*heirs, *live)}.values())[:MANY]
    options = {Thing("group", group.id).key: _option(s, group) for group in offered}
    options[NOBODY] = Option("Nobody's", hint="I only draw the map, and am not asked again")
    key = await decide(
        t, "back", f"{_lost(s, mine)}Whose story is it from here on?", options, next(iter(options)), rule="HST-CONV-07"
    )
    chosen = read(key)
    s.backed = [*s.backed, chosen.id if isinstance(chosen, Thing) else 0]


def _lost(s: Host, mine: Group | None) -> str:
    """Who is gone, and why, before the question."""
    if mine is not None:
        return said("The time of {who} is over: {why}. ", who=mine.name, why=mine.cause or "nobody saw the end of it")
    people = next((civ for civ in s.civs if civ.ended), None)
    if people is None:
        return ""
    return said("The time of {who} is over: {why}. Others live in their halls now. ", who=people.name, why=people.ended)


def _in_their_halls(s: Host, group: Group) -> bool:
    """Whether a group lives where the first people lived."""
    return any(group.lair in civ.rooms for civ in s.civs)


def _option(s: Host, group: Group) -> Option:
    lair = s.rooms.get(group.lair)
    where = in_words(s, (lair.x, lair.y)) if lair is not None else ""
    strong = said("{n:words} strong, {m:count treasure|treasures}", n=bd.pop(s, group.id), m=bd.loot(s, group.id))
    hint = "; ".join(filter(None, (WANTS.get(group.type, ""), strong, where)))
    return Option(group.name, hint=hint, place=f"room-{group.lair}" if lair is not None else "")


def fate(s: Host) -> list[str]:
    """What became of everybody whose story it was, for the last page."""
    lines = []
    for group in (s.groups[gid] for gid in s.backed if gid in s.groups):
        if group.alive:
            lines.append(
                said(
                    "This was the story of {who}: still there at the end, {n:words} strong.",
                    who=group.name,
                    n=bd.pop(s, group.id),
                )
            )
        else:
            why = f", {group.cause}" if group.cause else ""
            lines.append(said("This was the story of {who}: gone in year {n}{why}.", who=group.name, n=group.fell, why=why))
    return lines

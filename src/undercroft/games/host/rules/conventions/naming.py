"""Names in a batch: what came this year was named by the world; at its end the author keeps the names or writes others."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import listed
from ... import names
from ...answers import ONWARD, Spot, Thing
from ...desk import AUTHOR, ONWARDS, asks, let_go, passed_by, plays_on, ways_on
from ...state import Bead, Group, Host, Landmark, Room

Named = Group | Room | Landmark | Bead
SHOWN = 8


def newcomers(s: Host) -> dict[str, Named]:
    """What was named since the author was last asked, by key."""
    fresh = dict.fromkeys(s.used_names[s.named_upto :])
    found: dict[str, Named] = {}
    for kind, things in (("group", s.groups), ("room", s.rooms), ("mark", s.landmarks), ("bead", s.beads)):
        for thing in things.values():
            if thing.name in fresh:
                del fresh[thing.name]
                if s.rules >= 6 and isinstance(thing, Group) and not thing.alive:
                    continue  # eaten before anybody learned their name
                found[Thing(kind, thing.id).key] = thing
    return dict(list(found.items())[:SHOWN])


async def names_of_year(t: Table[Host]) -> None:
    """One question for all the names of a year (HST-HIST-04, HST-NAME-01)."""
    s = t.state
    quiet = passed_by(s) and not _heard_of(s, s.backed[-1])
    found = newcomers(s) if asks(s, "names_of_year") and not quiet else {}
    s.named_upto = len(s.used_names)
    while found:
        keys, kept = [Spot(0).key, *found, *ways_on(s)], "it" if len(found) == 1 else "them"

        def describe(key: str, kept: str = kept) -> str | Option:
            if key in found:
                return Option(f"Rename {found[key].name}")
            return ONWARDS.get(key) or Option(f"Keep {kept}", hint="whoever has one can be renamed later")

        shown = listed([thing.name for thing in found.values()])
        key = await t.choose(
            AUTHOR,
            "New this year: {names}. Keep the name?" if len(found) == 1 else "New this year: {names}. Keep the names?",
            keys,
            rule="HST-HIST-04",
            describe=describe,
            names=shown,
        )
        if key in found:
            text = await t.ask_text(AUTHOR, "The new name?", rule="HST-HIST-04", high=44, suggest=(found[key].name,))
            rename(s, found.pop(key), text)
        elif plays_on(s, key) or key != ONWARD or await let_go(t, "names_of_year"):
            break
    s.named_upto = len(s.used_names)


def _heard_of(s: Host, gid: int) -> bool:
    """Whether the record has anything of a group this year: then it is time to look up."""
    return any(entry.absolute_year == s.absolute and gid in (entry.actor, *entry.others) for entry in s.record[-60:])


def rename(s: Host, thing: Named, text: str) -> None:
    """Another name, as if it had never had the first: the record of the year says so too."""
    if text == thing.name:
        return
    old, thing.name = thing.name, names.take(s, names.unique(s, text))
    for entry in reversed(s.record):
        if entry.absolute_year != s.absolute:
            break
        entry.text = entry.text.replace(old, thing.name)

"""The historical record: every line names what it made, moved or destroyed, and the rule it follows (HST-HIST-01, 02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...engine import Table, words
from .content import rumour_weights
from .state import Civ, Entry, Group, Host, Party, Point, Stack, visits

WORKINGS = (  # how a year's mining is told, in turn
    "{who} opened a working in the {ore}.",
    "{who} cut deeper into the {ore}.",
    "There was fresh {ore} in the baskets of {who}.",
)


def capital(text: str, values: dict[str, Any]) -> None:
    """Names such as "the Bone Lickers" get a capital letter where they begin a sentence."""
    if text.startswith("{"):
        key = text[1 : text.index("}")].partition(":")[0]
        value = values.get(key)
        if isinstance(value, str):
            values[key] = words.capital(value)


def note(
    t: Table[Host],
    kind: str,
    text: str,
    rule: str,
    *,
    by: Group | Party | Stack | Civ | None = None,
    actor: int = 0,
    room: int = 0,
    at: Point | None = None,
    others: Iterable[int] = (),
    changes: dict[str, int] | None = None,
    headline: bool = False,
    **values: str | int,
) -> Entry:
    """Write a line into the record and tell it. What was drawn since the last line belongs to this one.

    `by` is whoever did it, {who} in the text.
    """
    s = t.state
    if by is not None:
        actor, values["who"] = by.people[0] if isinstance(by, Civ) else by.id, by.name
    capital(text, values)
    if at is None and room in s.rooms:
        at = (s.rooms[room].x, s.rooms[room].y)
    entry = Entry(
        len(s.record), s.age, s.era, s.year, s.absolute, s.season, actor, kind, at, room,
        s.strata[-1].index if s.strata else 0, changes or {}, s.rolls_now, s.chosen, rule,
        words.fill(text, values) if values else text, rumour_weights().get(kind, 1), s.made_now, list(others),
    )  # fmt: skip
    s.record.append(entry)
    s.rolls_now, s.made_now, s.chosen = [], [], "suggestion"
    t.tell(text, rule=rule, only=None, secret="", kind="headline" if headline else "tell", **values)
    return entry


def belated(t: Table[Host], before: int) -> None:
    """What was drawn after the last line of a step belongs to that line, not to whatever is written next; a step that drew and
    said nothing gets a line of its own."""
    s = t.state
    drawn = [thing for thing in s.made_now if thing in s.rooms or thing in s.passages]
    if len(s.record) == before:
        if drawn:
            _more_room(t, drawn)
        return
    last = s.record[-1]
    for thing in s.made_now:
        last.made.append(thing)
        feature = s.rooms.get(thing) or s.passages.get(thing) or s.ores.get(thing) or s.landmarks.get(thing)
        if feature is not None:
            feature.event = last.seq
    s.made_now = []


def _more_room(t: Table[Host], drawn: list[int]) -> None:
    s = t.state
    rooms = [s.rooms[thing] for thing in drawn if thing in s.rooms]
    ways = [s.passages[thing] for thing in drawn if thing in s.passages]
    owners = [room.owner for room in rooms] + [way.owner for way in ways]
    owner = next((gid for gid in owners if gid), 0)
    rule = rooms[0].rule if rooms else ways[0].rule
    text = "{who} needed more room and dug it." if rooms else "{who} dug on."
    who = s.groups[owner].name if owner in s.groups else "somebody"
    note(t, "dug", text, rule, actor=owner, room=rooms[0].id if rooms else 0, who=who)


def toll(n: int, m: int, others: str) -> str:
    """What a fight cost both sides: "nobody fell, and two of the dead"."""
    return f"{words.number(n) if n else 'nobody'} fell, and {words.number(m) if m else 'none'} {others}"


def say(t: Table[Host], text: str, rule: str, **values: str | int) -> None:
    """Tell something too small for the record."""
    capital(text, values)
    t.tell(text, rule=rule, only=None, secret="", kind="tell", **values)


async def roll(t: Table[Host], dice: str, why: str, rule: str) -> int:
    """Throw dice and keep the throw for the record."""
    value = await t.roll(dice, why, rule=rule)
    t.state.rolls_now.append(value)
    return value


def story(s: Host, thing: int) -> list[Entry]:
    """Every line of the record that tells of a feature, a group or a treasure: the answer to why it is there."""
    event = getattr(s.rooms.get(thing) or s.passages.get(thing) or s.ores.get(thing) or s.landmarks.get(thing), "event", -1)
    return [
        entry
        for entry in s.record
        if entry.seq == event or entry.room == thing or entry.actor == thing or thing in entry.made or thing in entry.others
    ]


TITLES = {  # what chroniclers call a dungeon after those who dug it first
    "dwarven": (
        "What {name} Dug", "The Halls of {name}", "The Cold Hearths of {name}", "The Long Stair of {name}",
        "The Hammer and Hall of {name}", "The Deep Road of {name}", "The Lamps of {name}",
    ),
    "dark_elf": (
        "{name} and Her Daughters", "The Silk Roads of {name}", "The Thousand Webs of {name}", "The Hidden Roads of {name}",
        "The Quiet Knives of {name}", "The Long Night of {name}",
    ),
    "demon": (
        "The Pit of the Ten Princes", "The Princes of Ash", "The Road of the Worm", "A War with Heaven, and After",
        "The Red Stair", "Below the Burning Gate", "The Pit that Heaven Closed",
        "Ten Thrones in the Dark", "The Furnace Years", "Brimstone and Patience",
    ),
    "": ("The Works of {name}", "What {name} Left", "The Cellars of {name}", "The Labours of {name}"),
}  # fmt: skip


def title(s: Host) -> str:
    """What to call the dungeon: as ever, if it is a world; else after its civilization, its villain, or its oldest group."""
    seen = visits(s)
    if seen is not None and seen.title:
        return seen.title
    if s.civs:
        first = s.civs[0]
        kinds = TITLES.get(first.kind, TITLES[""])
        return kinds[s.seed % 1_000_003 % len(kinds)].format(name=first.name.removeprefix("the Dark Elves of "))
    if s.groups:
        return f"The Delves of {next(iter(s.groups.values())).name}"
    return "An Unnamed Dungeon"

"""Worlds to test with: played by accepting every suggestion, and small ones made by hand."""

from __future__ import annotations

from functools import cache

import msgspec

from undercroft.engine import Dice, Match, Opening, SettingValue
from undercroft.games.host import GAME
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground.web import new_id
from undercroft.games.host.ground.wiring import add_room
from undercroft.games.host.state import Group, Host, Room


def played(seed: int, **options: SettingValue) -> Host:
    """A world at the end of its history, every suggestion accepted. Yours to change."""
    return msgspec.msgpack.decode(_played(seed, tuple(sorted(options.items()))), type=Host)


@cache
def _played(seed: int, options: tuple[tuple[str, SettingValue], ...]) -> bytes:
    opening = Opening(game="host", seats=("Author",), seed=seed, options={"ask": "nothing", **dict(options)})
    match = Match.start(GAME, opening, light=True)
    while (ask := match.ask) is not None:
        match.answer(ask.keys[0] if ask.keys else ask.suggestions[0])
    return msgspec.msgpack.encode(match.state)


def blank(**options: SettingValue) -> Host:
    """A page with nothing on it but its surface."""
    opening = GAME.check_opening(Opening(game="host", seats=("Author",), seed=1, options=dict(options)))
    return GAME.setup(opening, Dice(1))


def with_lair(s: Host, name: str, kind: str, flavour: str, at: tuple[float, float], *, pop: int, loot: int) -> Group:
    """Put a group on the page, in a two-bead room of its own."""
    room = Room(new_id(s), "room", at[0], at[1], 0.8, 0.4, "two_bead", "square", kind, 2, 0, 1, 0, "HST-DELV-01", finish="worked")
    add_room(s, room)
    group = Group(new_id(s), kind, flavour, name, "chaotic", 1, 1, lair=room.id, rooms=[room.id])
    room.owner = group.id
    s.groups[group.id] = group
    s.order.append(group.id)
    for _ in range(pop):
        bd.make(s, "pop", group.id, room.id)
    for _ in range(loot):
        bd.make(s, "loot", group.id, room.id)
    return group

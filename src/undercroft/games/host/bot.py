"""Bots: authors with a taste (notes 7). They look at the ask and the map, never at dice to come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine import Answer, Ask, View
from .answers import REROLL, TYPED, Until, read
from .ground import beads as bd
from .ground import graph as gr
from .ground import lodes, nearby
from .ground import page as pg
from .state import Host, Point

Taste = Callable[[Host, Ask], str]


def _open(ask: Ask) -> list[str]:
    """The real choices: nothing is typed, thrown again or left to the world."""
    return [key for key in ask.keys if key not in TYPED and not isinstance(read(key), Until)]


def _plain(view: View[Any], taste: Taste | None = None) -> Answer:
    """Accept what is suggested, unless the taste says otherwise."""
    ask = view.ask
    if ask.kind == "text":
        return ask.suggestions[0] if ask.suggestions else "Unnamed"
    if ask.kind == "number":
        return int(ask.suggestions[0]) if ask.suggestions else ask.low
    if ask.kind == "dice":
        assert ask.notation is not None
        return [view.dice.below(ask.notation.sides) + 1 for _ in range(ask.notation.count)]
    if ask.kind == "many":
        return list(ask.keys[: ask.low])
    key = taste(view.state, ask) if taste is not None else ""
    return key if key in ask.keys else ask.keys[0]


def accepter(view: View[Any]) -> Answer:
    """Takes every suggestion."""
    return _plain(view)


def _marks(s: Host) -> dict[str, Point]:
    return {mark.key: (mark.x, mark.y) for mark in s.marks}


def _best_mark(s: Host, ask: Ask, score: Callable[[Point], float]) -> str:
    marks = {key: at for key, at in _marks(s).items() if key in ask.keys}
    return max(marks, key=lambda key: (score(marks[key]), key)) if marks else ""


def _architect(s: Host, ask: Ask) -> str:
    """Loops, entrances and spread: rooms far from others, sinkholes, digging on."""
    for key in ("sinkhole", "dig", "build", "new", "found"):
        if key in ask.keys:
            return key
    return _best_mark(s, ask, lambda p: nearby.clearance(s, p))


def _miner(s: Host, ask: Ask) -> str:
    """Keeps to the ore."""

    for key in ("dwarven", "found", "move"):
        if key in ask.keys:
            return key
    left = [lodes.anchor(cell) for _, cell in lodes.unmined(s)]
    return _best_mark(s, ask, lambda p: -min((pg.dist(p, q) for q in left), default=0.0))


def _antiquarian(s: Host, ask: Ask) -> str:
    """Tombs, the dead, and a Liche King to rule them."""
    for key in ("liche_king", "demon", "new", "accept", "yes"):
        if key in _open(ask):
            return key
    return ""


def _peacekeeper(s: Host, ask: Ask) -> str:
    """Bribes, refuses disasters, founds nothing risky, moves on before it gets crowded."""
    for key in ("refuse", "bribe", "hold", "villainy", "wait", "save"):
        if key in ask.keys:
            return key
    return ""


def _powder_keg(s: Host, ask: Ask) -> str:
    """Everything close together, every fight taken."""
    for key in ("fight", "flood", "pay", "found", "stay"):
        if key in _open(ask):
            return key
    homes = [gr.node_xy(s, group.lair) for group in s.groups.values() if group.alive and group.lair]
    return _best_mark(s, ask, lambda p: -min((pg.dist(p, q) for q in homes), default=0.0))


def _would_fail(s: Host, ask: Ask) -> bool:
    """Whether the soldier to be paid for is the tenth, who sends an army against ten people or more."""
    masters = [v.group for v in s.villains if v.kind == "dungeon_master" and not v.fallen] if "pay" in ask.keys else []
    return bd.surface_pop(s) >= 10 and any(bd.pop(s, gid) == 9 for gid in masters)


def _kingmaker(s: Host, ask: Ask) -> str:
    """Feeds one side until somebody notices, and does not march in vain."""
    if _would_fail(s, ask):
        return "save"
    for key in ("dungeon_master", "pay", "fight", "yes", "save"):
        if key in _open(ask):
            return key
    return ""


def _campaigner(s: Host, ask: Ask) -> str:
    """Wants a dungeon to play in: many groups, many entrances, and then villainy."""
    if "villainy" in ask.keys and sum(g.alive for g in s.groups.values()) >= 5 and len(s.entrances) >= 3:
        return "villainy"
    return "sinkhole" if "sinkhole" in ask.keys else ""


def besieger(view: View[Any]) -> Answer:
    """Everything at the gates: what comes is made to come there, farms stand beside them, and armies are paid for."""
    s, ask = view.state, view.ask
    if _would_fail(s, ask):
        return "save"
    for key in ("dungeon_master", "pay", "fight", "flood"):
        if key in _open(ask):
            return key
    doors = [(door.x, door.y) for door in s.entrances]
    if not doors or ask.kind != "choose":
        return _plain(view)
    near = _best_mark(s, ask, lambda p: -min(pg.dist(p, q) for q in doors))
    if REROLL in ask.keys and near and min(pg.dist(_marks(s)[near], q) for q in doors) > s.measures.half_finger:
        return REROLL if view.dice.below(6) else near
    return near or ask.keys[0]


def eccentric(view: View[Any]) -> Answer:
    """Anything but what is suggested, if there is a choice at all; never lets the world play itself."""
    ask = view.ask
    odd = _open(ask)[1:] if ask.kind == "choose" else []
    return odd[view.dice.below(len(odd))] if odd else _plain(view)


def _with(taste: Taste) -> Callable[[View[Any]], Answer]:
    def bot(view: View[Any]) -> Answer:
        return _plain(view, taste)

    return bot


BOTS: dict[str, Callable[[View[Any]], Answer]] = {
    "accepter": accepter, "architect": _with(_architect), "miner": _with(_miner), "antiquarian": _with(_antiquarian),
    "peacekeeper": _with(_peacekeeper), "powder_keg": _with(_powder_keg), "kingmaker": _with(_kingmaker),
    "campaigner": _with(_campaigner), "besieger": besieger, "eccentric": eccentric,
}  # fmt: skip

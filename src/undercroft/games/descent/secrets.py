"""Secrets: what a player may not know - the maze beyond what was told, a sage's mind, the deck."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from .content import sages
from .state import Expedition, Game, Pastime

HIDDEN_COUNTS = ("curses", *(f"sage:{band.name}" for band in sages().mood_band))


def mask(s: Game, seat: int | None) -> Game:
    """The state as a player or spectator may know it; the gamesmaster sees all (DES-GM-04, DES-BAT-07)."""
    if seat is not None and seat >= len(s.names):
        return s
    sure = s.sheets[s.sheet].sure if s.sheets else True
    known = s.sheets[s.sheet].level if s.sheets and sure else 0
    leader = s.members[s.leader].seat if s.leader >= 0 else -1
    battle = s.battle
    if battle is not None:
        battle = msgspec.structs.replace(battle, chamber="?" if battle.chamber else "", back=[0, *battle.back[1:]])
    sage = s.sage
    if sage is not None:
        sage = msgspec.structs.replace(sage, favourite="", mood=0, band="", evil=False)
    known_baddies = [msgspec.structs.replace(own, weapons={}, power="") for own in s.home_baddies]
    return msgspec.structs.replace(
        s, levels=[], home_baddies=known_baddies, at=[known, *s.at[1:]] if s.sheets else s.at, before=[0, 0, 0],
        sheets=[sheet if sheet.sure else msgspec.structs.replace(sheet, level=0) for sheet in s.sheets],
        thrown_for=[], opened=[], sensed=[], panels={}, holes=[], gummed=[], strewn=[], guards={}, caches=[], entry="",
        members=s.members if sure else [msgspec.structs.replace(m, deepest=0) for m in s.members],
        tasks=[msgspec.structs.replace(task, target="") for task in s.tasks],
        whispers=s.whispers if seat is not None and seat == leader else [],
        tally=_tally(s.tally),
        curses=known_curses(s), veiled=[],
        battle=battle, sage=sage, pastime=_pastime(s.pastime), gm_notes=[], gm_leaves=[], expedition=known_expedition(s),
    )  # fmt: skip


def known_expedition(s: Game) -> Expedition | UnsetType:
    """What the party knows of the world it is in: its name, where it comes from and what for; not what a ticket gives away."""
    e = s.expedition
    if e is UNSET:
        return UNSET
    ticket = msgspec.structs.replace(e.ticket, shares={})
    return Expedition(ticket, e.title, e.town, e.door, e.aim, e.told, e.journey, plays=e.plays)


def _tally(tally: dict[str, int]) -> dict[str, int]:
    """What was counted, without what would give a sage's mind or a hidden curse away."""
    shown = dict(tally)
    for what in HIDDEN_COUNTS:
        shown.pop(what, None)
    return shown


def known_curses(s: Game) -> list[str]:
    """The curses the party knows of: a false friend's are known only once they are felt (DES-SAGE-14)."""
    return [name for name in s.curses if name not in s.veiled]


def _pastime(p: Pastime | None) -> Pastime | None:
    """Neither the deck nor the house's cards but the first may be seen."""
    if p is None or not p.deck:
        return p
    hands = p.hands
    if len(hands) > 1:
        shown = hands[1][:1] if p.game == "black-jack" else []
        hands = [hands[0], shown]
    return msgspec.structs.replace(p, deck=[], hands=hands)

"""Strata: the sheet we draw on, fresh sheets, and rooms drawn again (HST-STRA)."""

from __future__ import annotations

from ..state import Host, Room, Stratum
from . import beads as bd


def now(s: Host) -> int:
    """The stratum on which we draw; one sheet only when the author plays without tracing paper (HST-COMP-01)."""
    return s.strata[-1].index if s.strata else 0


def new_stratum(s: Host, age: str) -> None:
    """Lay a fresh sheet; all beads travel up, older works lie fallow (HST-STRA-01, 03, 05)."""
    if s.dials.strata == "single":
        if not s.strata:
            s.strata.append(Stratum(0, age, s.absolute))
        return
    s.strata.append(Stratum(len(s.strata), age, s.absolute))
    if len(s.strata) > 1:
        for room in s.rooms.values():
            if room.state == "active" and not room.above and not bd.inside(s, room.id):
                room.state = "fallow"
        for passage in s.passages.values():
            if passage.state == "active" and passage.kind != "path":
                passage.state = "fallow"


def reoccupy(s: Host, room: Room, owner: int, maker: str = "") -> None:
    """Somebody moves in: the room is drawn again on the newest sheet (HST-STRA-02)."""
    if owner:
        room.owner = owner
    if room.state == "fallow":
        room.state = "active"
    index = now(s)
    if index != room.stratum and index not in room.redrawn:
        room.redrawn.append(index)
    if maker in ("delver", "dwarven", "surface", "villain") and room.finish == "natural" and not room.fluid:
        room.finish = "worked"

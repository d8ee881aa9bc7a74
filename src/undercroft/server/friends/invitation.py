"""Invitation: what a link promises, before anybody sits down. It tells nothing that everyone at the table may not know."""

from __future__ import annotations

import io

import segno

from ...engine import Game
from ...engine.words import some
from ...store.rows import Key
from ..tables.table import LiveTable
from ..wire.friends import Invitation, InvitedSeat


def invitation(table: LiveTable, key: Key) -> Invitation:
    """What whoever holds this key is invited to."""
    info = table.info()
    people = [seat for seat in info.seats if seat.kind != "bot"]
    master = next((seat for seat in people if seat.kind == "gamesmaster"), None)
    host = people[0] if people else master
    mine = info.seats[key.seat] if key.seat is not None and key.seat < len(info.seats) else None
    return Invitation(
        game=info.game,
        title=table.game.title,
        table=info.title,
        tagline=table.game.tagline,
        host=host.name if host is not None else "",
        role=key.role,
        seat=key.seat,
        name=mine.name if mine is not None else "",
        seats=[InvitedSeat(seat.name, seat.kind, seat.connected) for seat in info.seats],
        minutes=table.game.minutes,
        gathering=info.gathering,
        over=info.over,
        moves=info.moves,
        locked=info.locked,
        clock=_allows(info.clock.seconds) if info.clock is not None else "",
        draws=type(table.game).draw is not Game.draw,
    )


def _allows(seconds: int) -> str:
    """How long an answer may take, in words."""
    many, unit = next(
        (seconds // size, unit)
        for size, unit in ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
        if seconds >= size
    )
    return f"There is a clock: {some(many, unit)} for an answer"


def qr(text: str) -> bytes:
    """A link as a picture that a phone's camera reads: SVG, dark on light whatever the theme."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", scale=6, border=3, dark="#1c1710", light="#ffffff", xmldecl=False
    )
    return out.getvalue()

"""Links: the keys to a table's seats - made, told once, replaced, and what those say that open nothing any more."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from typing import TYPE_CHECKING

from ...engine import UndercroftError
from ...store.rows import Key
from ..wire import messages as wire
from ..wire.refusal import Refusal

if TYPE_CHECKING:
    from .hall import Hall
    from .table import LiveTable

LEFT = {  # roles of keys that open nothing any more: the code and the words for whoever comes with one
    "kicked": ("kicked", "the host asked you to leave this table"),
    "left": ("not-yours", "you left this table for good; if you want to come back, ask the host for a new link"),
    "replaced": ("not-yours", "this link was replaced by a new one; ask the host for it"),
}


def hashed(secret: str) -> bytes:
    """What is kept of a key."""
    return hashlib.sha256(b"undercroft:" + secret.encode()).digest()


def check_in_use(key: Key | None) -> None:
    """Refuse a key that was taken back, and say so."""
    if key is not None and key.role in LEFT:
        raise Refusal(*LEFT[key.role])


def farewell(key: Key | None) -> wire.Bye | None:
    """What somebody at the table is told whose key is now like this; None: they may stay."""
    if key is None:
        return wire.Bye("not-yours", "this link does not open this table any more")
    return wire.Bye(*LEFT[key.role]) if key.role in LEFT else None


def opened_by(hall: Hall, secret: str, address: str) -> Key:
    """What a key opens. Guessing 192 bits is hopeless; trying it at speed is refused as well."""
    key = hall.store.key(hashed(secret)) if 0 < len(secret) <= 100 else None
    check_in_use(key)
    if key is None:  # whoever has a right one is let in, whatever others behind the same address try
        if not hall.guesses.take(address):
            raise Refusal("too-many", "too many wrong keys from here; wait a little")
        raise Refusal("not-yours", "this link does not open a table here; ask for a new one")
    return key


def make_link(table: str, role: str, seat: int | None, name: str) -> tuple[Key, wire.Link]:
    """A fresh secret: the key to be stored, and the link that is told once."""
    secret = secrets.token_urlsafe(24)
    return Key(hashed(secret), table, role, seat, name), wire.Link(role, seat, name, secret, f"/t/{table}#{secret}")


async def new_link(hall: Hall, table: LiveTable, seat: int | None, instead: str = "replaced") -> wire.Link:
    """A fresh link to a seat (None: for spectators); the old ones stop working, and say why (`instead`)."""
    info = table.info()
    if seat is not None and seat >= len(info.seats):
        raise Refusal("no-such", f"there is no seat {seat} at this table")
    role = "spectator" if seat is None else "seat"
    key, link = make_link(table.id, role, seat, info.seats[seat].name if seat is not None else "")
    await hall.pools.write.run(hall.store.retire_keys, table.id, role, seat, instead, who=table.who)
    await hall.pools.write.run(hall.store.add_keys, [key], who=table.who)
    if seat is not None:
        await table.sealing.handed_over(seat)
    for watcher in list(table.watchers):
        await watcher.check_key()
    return link


async def lobby(hall: Hall, secrets_: list[str], address: str) -> wire.Lobby:
    """The tables that these keys open. A browser may keep old keys: they count as one wrong guess together."""
    keys = await hall.pools.read.run(lambda: [hall.store.key(hashed(secret)) for secret in secrets_], who=address)
    if None in keys and not hall.guesses.take(address):
        raise Refusal("too-many", "too many wrong keys from here; wait a little")
    lines = []
    for index, key in enumerate(keys):
        if key is None or key.role in LEFT:
            continue
        try:
            table = await hall.table(key.table, address)
            async with table.hold():  # what is not on disk yet is not told
                info, where = table.info(), await table.look(table.outlook.line, key.seat)
        except (Refusal, UndercroftError):
            continue
        await asyncio.sleep(0)  # there may be hundreds, and others have something to say as well
        own = info.seats[key.seat] if key.seat is not None and key.seat < len(info.seats) else None
        mine = own is not None and own.waiting and own.kind != "bot"
        lines.append(wire.LobbyLine(index, key.role, key.seat, info, mine, where))
    lines.sort(key=lambda line: -line.table.touched)
    return wire.Lobby(lines)

"""Order: how a host keeps it at a table - who is muted, whether it is locked - and what old links say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from ...store import Keeper
from ...store.rows import Key, TableRecord
from ..wire import messages as wire
from ..wire.refusal import Refusal

if TYPE_CHECKING:
    from .hall import Hall
    from .table import LiveTable

ORDER = ("locked", "quiet", "muted")  # what a host says of a table
KEPT = (*ORDER, "gone", "clock", "webhook", "told")  # what a table's notes say of it that holds for the next match as well
LEFT = {  # roles of keys that open nothing any more: the code and the words for whoever comes with one
    "kicked": ("kicked", "the host asked you to leave this table"),
    "left": ("not-yours", "you left this table for good; if you want to come back, ask the host for a new link"),
    "replaced": ("not-yours", "this link was replaced by a new one; ask the host for it"),
}
LOCKED = "the host has locked this table: nobody new comes in just now"


def clock_info(data: Mapping[str, Any], keeper: Keeper | None, now: float) -> wire.ClockInfo | None:
    """A table's clock as everyone at it may know it."""
    clock = data.get("clock")
    if not clock:
        return None
    left = keeper.last.at + clock["seconds"] - now if keeper is not None else float(clock["seconds"])
    vote = data.get("vote") or {}
    open_ = keeper is not None and vote.get("serial", -1) == keeper.last.serial >= 0
    return wire.ClockInfo(
        clock["seconds"], clock["then"], round(left, 1), wire.VoteInfo(vote["yes"], vote["no"], vote["serial"]) if open_ else None
    )


def check_in_use(key: Key | None) -> None:
    """Refuse a key that was taken back, and say so."""
    if key is not None and key.role in LEFT:
        raise Refusal(*LEFT[key.role])


def farewell(key: Key | None) -> wire.Bye | None:
    """What somebody at the table is told whose key is now like this; None: they may stay."""
    if key is None:
        return wire.Bye("not-yours", "this link does not open this table any more")
    return wire.Bye(*LEFT[key.role]) if key.role in LEFT else None


def check_may_come(table: LiveTable, key: Key) -> None:
    """Refuse who is new at a locked table. Players come back whenever they like: their links are theirs."""
    if key.role == "spectator" and table.record.data.get("locked"):
        raise Refusal("locked", LOCKED)


def check_may_talk(table: LiveTable, role: str, seat: int | None) -> None:
    """Refuse who is muted."""
    data = table.record.data
    if seat is not None and seat in data.get("muted", ()):
        raise Refusal("muted", "the host has muted you; you can still play")
    if role == "spectator" and data.get("quiet"):
        raise Refusal("muted", "the host has asked everyone who watches to be quiet")


async def keep_order(hall: Hall, table: LiveTable, wish: wire.TableOrder) -> None:
    """Lock, mute, or the other way round."""
    seats = len(table.wish.seats) + bool(table.wish.gamesmaster)
    if wish.muted is not None and any(seat >= seats for seat in wish.muted):
        raise Refusal("no-such", f"there is no seat {max(wish.muted)} at this table")
    news = {name: value for name in ORDER if (value := getattr(wish, name)) is not None}
    if "muted" in news:
        news["muted"] = sorted(set(news["muted"]))

    def changed(record: TableRecord) -> TableRecord:
        return msgspec.structs.replace(record, data={**record.data, **news})

    async with table.lock:
        await hall.change(table, changed)
    table.changed()

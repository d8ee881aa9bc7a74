"""Order: how a host keeps it at a table - who is muted, and whether it is locked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...store.rows import Key
from ..wire import messages as wire
from ..wire.refusal import Refusal

if TYPE_CHECKING:
    from .table import LiveTable

ORDER = ("locked", "quiet", "muted")  # what a host says of a table
KEPT = (*ORDER, "gone", "clock", "webhook", "told")  # what a table's notes say of it that holds for the next match as well
LOCKED = "the host has locked this table: nobody new comes in just now"


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


async def keep_order(table: LiveTable, wish: wire.TableOrder) -> None:
    """Lock, mute, or the other way round."""
    seats = len(table.wish.seats) + bool(table.wish.gamesmaster)
    if wish.muted is not None and any(seat >= seats for seat in wish.muted):
        raise Refusal("no-such", f"there is no seat {max(wish.muted)} at this table")
    news = {name: value for name in ORDER if (value := getattr(wish, name)) is not None}
    if "muted" in news:
        news["muted"] = sorted(set(news["muted"]))

    await table.note(news)

"""Beside: what happens at a table beside the game - its clock, and remarks that its story keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...store import Keeper
from ...store.rows import TableRecord
from ..wire import messages as wire

if TYPE_CHECKING:
    from .table import LiveTable

REMARKS = 40  # the last ones are kept


def runs_out(data: Mapping[str, Any], asked: float) -> float:
    """When the time for an answer is over at a table with a clock: it runs since the question, or since it was set."""
    return float(max(asked, data["clock"].get("since", 0.0)) + data["clock"]["seconds"])


def clock_info(data: Mapping[str, Any], keeper: Keeper | None, now: float) -> wire.ClockInfo | None:
    """A table's clock as everyone at it may know it."""
    clock = data.get("clock")
    if not clock:
        return None
    left = runs_out(data, keeper.last.at) - now if keeper is not None else float(clock["seconds"])
    vote = data.get("vote") or {}
    open_ = keeper is not None and vote.get("serial", -1) == keeper.last.serial >= 0
    return wire.ClockInfo(
        clock["seconds"], clock["then"], round(left, 1), wire.VoteInfo(vote["yes"], vote["no"], vote["serial"]) if open_ else None
    )


def is_clocked(table: LiveTable, keeper: Keeper) -> bool:
    """Whether the last move was made by a bot because somebody's time had run out."""
    return bool(keeper.moves) and table.record.data.get("clocked") == [keeper.id, keeper.moves[-1].serial]


def remarks_of(record: TableRecord) -> list[wire.Remark]:
    """What was noted beside the match that is played now."""
    return [wire.Remark(n, text) for match, n, text in record.data.get("remarks", ()) if match == record.match]


async def remark(table: LiveTable, text: str) -> None:
    """Note something that happened beside the game, for everybody at the table and for its story."""
    told = len(table.keeper.events) if table.keeper is not None else 0
    await table.note(lambda data: {"remarks": [*data.get("remarks", ()), [table.record.match, told, text]][-REMARKS:]})

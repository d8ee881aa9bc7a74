"""Part: something that belongs to a table and knows it, but does not keep it: a table that leaves is gone at once."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .table import LiveTable


class Part:
    """A part of a table. Whoever calls it has the table."""

    def __init__(self, table: LiveTable) -> None:
        self._weak_table = weakref.ref(table)

    @property
    def _table(self) -> LiveTable:
        table = self._weak_table()
        assert table is not None, "a part is called by whoever has its table"
        return table

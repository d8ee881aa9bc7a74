"""Saved matches: append-only rows, snapshots, memorials. A move is committed before anyone sees it."""

from __future__ import annotations

from .keeper import Keeper
from .rows import Conflict, Kept, Missing, Record, Row, StoreError, Unreachable, Write
from .store import Store, open_store

__all__ = ["Conflict", "Keeper", "Kept", "Missing", "Record", "Row", "Store", "StoreError", "Unreachable", "Write", "open_store"]

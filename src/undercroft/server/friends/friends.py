"""Friends: the one object that holds what surrounds the tables of a server. The hall knows nothing of it but that it listens."""

from __future__ import annotations

import time
from collections.abc import Callable

from ...store.shelf import Shelf
from ..tables.hall import Hall
from .reach import Reach


class Friends:
    """All of it, for one server process."""

    def __init__(self, hall: Hall, *, now: Callable[[], float] = time.time) -> None:
        self.hall = hall
        self.shelf = Shelf(hall.store)
        self.now = now  # seconds since 1970; a test may turn it
        self.reach = Reach()

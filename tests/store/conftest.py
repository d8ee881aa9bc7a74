"""Stores for the tests of this folder: a file, and a real PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy import GAME
from undercroft.engine import Game
from undercroft.store import Store, open_store

from .pg import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """The same tests hold for both databases."""
    where = tmp_path / "games.db" if request.param == "sqlite" else request.getfixturevalue("postgres").database()
    store = open_store(where, find=find)
    yield store
    store.close()


def find(slug: str) -> Game[Any]:
    assert slug == "toy"
    return GAME

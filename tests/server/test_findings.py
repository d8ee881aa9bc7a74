"""What docs/develop/findings.md promises is there."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from undercroft.server.app import create_app
from undercroft.server.measures.limits import Limits
from undercroft.server.run import configured
from undercroft.store import open_store

ROOT = Path(__file__).parents[2]


def named() -> list[tuple[int, str, str]]:
    """Every finding with the tests that hold it: number, file, name. A name without a file is in the file before it."""
    found, file = [], ""
    for line in (ROOT / "docs/develop/findings.md").read_text(encoding="utf-8").splitlines():
        if number := re.match(r"\| (\d+) \|", line):
            for path, name in re.findall(r"`([\w/.]*)::(\w+)`", line):
                file = path or file
                found.append((int(number[1]), file, name))
    return found


def test_every_finding_has_tests_and_they_exist() -> None:
    assert {number for number, _, _ in named()} == set(range(1, 14))
    for _, file, name in named():
        assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.M), (file, name)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such loop")
def test_the_quick_loop_is_used_where_it_exists(tmp_path: Path) -> None:
    uvloop = pytest.importorskip("uvloop")
    store = open_store(tmp_path / "games.db")
    factory = configured(create_app(store, limits=Limits(), workers=False), Limits()).get_loop_factory()
    assert factory is not None
    loop = factory()
    loop.close()
    store.close()
    assert isinstance(loop, uvloop.Loop)
    assert re.search(r'^ *"uvloop', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)

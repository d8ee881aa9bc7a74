"""`undercroft world`: list, show, enter, next, fork, strike and check, as somebody types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.delve import find
from undercroft.cli import main
from undercroft.commands import worlds as commands
from undercroft.store import open_store


@pytest.fixture(autouse=True)
def delving(monkeypatch: pytest.MonkeyPatch) -> None:
    """A very small game that goes into worlds."""
    monkeypatch.setattr(commands, "find", find)
    monkeypatch.setattr(commands, "open_store", lambda where: open_store(where, find=find))


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    left = main(["world", *words])
    found = capsys.readouterr()
    return left, found.out, found.err


def test_a_fresh_install_has_a_world_to_go_down_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = ("--db", str(tmp_path / "games.db"))
    assert "The Halls of House Faldgar, year 23: 0 expeditions" in said(capsys, "list", *db)[1]
    left, out, _ = said(capsys, "show", "first", "--map", *db)
    assert left == 0
    for text in ("Who lives there", "Cave Giants", "the Bitter Hammer", "Nobody yet.", "(true)"):
        assert text in out
    _, everything, _ = said(capsys, "show", "fi", "--map", *db)
    _, known, _ = said(capsys, "show", "fi", "--players", "--map", *db)
    assert "the Stolen Tongues (" in everything and "the Stolen Tongues (" not in known
    left, out, _ = said(capsys, "show", "fi", "--players", *db)
    assert left == 0
    for text in ("Who lives there", "the Bitter Hammer", "(true)", "(false)"):
        assert text not in out
    left, out, _ = said(capsys, "enter", "first", "delve", "--seats", "bot", "--seed", "1", *db)
    assert left == 0
    assert "came up again" in out
    assert "1 expedition" in said(capsys, "list", *db)[1]
    left, out, _ = said(capsys, "next", "first", *db)
    assert "year 24" in out
    assert "A world of its own" in said(capsys, "fork", "first@1", *db)[1]
    left, out, _ = said(capsys, "check", "first", *db)
    assert (left, out) == (0, "6 rows checked: every bead is accounted for, every game of today's rules replays\n")
    assert len(said(capsys, "list", *db)[1].splitlines()) == 4


def test_a_new_world_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    left, out, _ = said(capsys, "new", "--seed", "3", "--years", "2", "--db", str(tmp_path / "games.db"))
    assert left == 0
    assert "The Halls of the Seamkeepers of Morgrik" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("show",), "which world"),
        (("show", "zzz"), "no world 'zzz'; there are first"),
        (("enter", "first"), "with which game"),
        (("enter", "first", "delve", "--goal", "99999"), "nothing of the number 99999"),
        (("fork", "first@x"), "first@12"),
        (("fork", "first@9"), "rows 1 to 1, not 9"),
        (("strike", "first"), "nobody has said anything"),
        (("strike", "first", "3"), "line 3 is not something"),
    ],
)
def test_what_will_not_do_is_said(words: tuple[str, ...], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    left, _, err = said(capsys, *words, "--db", str(tmp_path / "games.db"))
    assert left == 2
    assert why in err

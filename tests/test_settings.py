"""One file for everything that can be set: read, overruled by flags, and refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.test_cli import said
from undercroft import settings
from undercroft.cli import main
from undercroft.commands import hosting
from undercroft.server.measures.limits import Limits
from undercroft.settings import BadSettings, Settings, read
from undercroft.store.upkeep import Keep
from undercroft.terminal.trouble import told

Capture = pytest.CaptureFixture[str]

FILE = """
[serve]
port = 8000
names = ["play.example.org"]
db = "games.db"

[limits]
connections = 50
chat_per_second = 0.5

[keep]
finished_days = 90
"""


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    told: dict[str, Any] = {}
    monkeypatch.setattr(hosting, "serve", lambda **how: told.update(how))
    return told


def test_a_server_is_run_as_the_file_says_and_flags_overrule_it(tmp_path: Path, capsys: Capture, served: dict[str, Any]) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(FILE)
    assert said(capsys, "serve", "--settings", str(file), "--port", "9000", "--limit", "connections=60")[0] == 0
    assert (served["port"], served["hosts"], served["db"], served["host"]) == (
        9000,
        ("play.example.org",),
        "games.db",
        "127.0.0.1",
    )
    assert served["limits"] == Limits(connections=60, chat_per_second=0.5)
    assert served["keep"] == Keep(finished_days=90)


def test_without_a_file_everything_is_as_it_always_was(
    tmp_path: Path, capsys: Capture, served: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UNDERCROFT_HOME", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert said(capsys, "serve")[0] == 0
    assert (served["port"], served["db"], served["limits"], served["keep"]) == (8765, None, Limits(), Keep())
    (tmp_path / "undercroft").mkdir()
    (tmp_path / "undercroft" / "settings.toml").write_text("[serve]\nport = 7000\n")
    said(capsys, "serve")
    assert served["port"] == 7000
    monkeypatch.setenv("UNDERCROFT_SETTINGS", str(tmp_path / "other.toml"))
    assert "other.toml" in said(capsys, "serve")[2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[limits]\nconections = 5", "[limits] has no 'conections'; did you mean 'connections'?"),
        ("[limit]\nconnections = 5", "there is no section [limit]; did you mean 'limits'?"),
        ("[limits]\nconnections = 'many'", "Expected `int`, got `str`"),
        ("[limits]\nconnections = -1", "connections cannot be less than 0"),
        ("[keep]\nfor_ever = true", "[keep] has no 'for_ever'"),
        ("port = 5", "there is no section [port]"),
        ("limits = 5", "limits is a section"),
        ("[serve", "is not TOML"),
        ("[serve]\nlog = 'loud'", "log is auto, json or words"),
    ],
)
def test_what_cannot_be_set_is_refused_by_name(tmp_path: Path, capsys: Capture, text: str, words: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    status, _, error = said(capsys, "serve", "--settings", str(file))
    assert status == 2
    assert words in error


def test_limits_are_listed_and_refused_by_name(capsys: Capture) -> None:
    listed = said(capsys, "serve", "--limits")[1]
    assert "connections = 4000" in listed
    assert len(listed.splitlines()) == len(Limits.__struct_fields__)
    assert "did you mean 'queue'" in said(capsys, "serve", "--limit", "queeu=5")[2]
    assert "NAME=NUMBER" in said(capsys, "serve", "--limit", "queue=many")[2]
    with pytest.raises(BadSettings):
        Settings({"nothing": {}})
    assert read.__doc__


def test_one_folder_for_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("UNDERCROFT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("UNDERCROFT_SETTINGS", raising=False)
    assert main(["config", "set", "terminal.pace", "quick"]) == 0
    assert settings.file_of() == tmp_path / "home" / "settings.toml" and "quick" in settings.file_of().read_text()
    assert main(["hall"]) == 0 and (tmp_path / "home" / "games.db").is_file()
    told(RuntimeError("oops"))
    assert {file.name.split("-")[0] for file in (tmp_path / "home").iterdir()} == {"settings.toml", "games.db", "trouble.txt"}
    assert main(["config"]) == 0 and str(tmp_path / "home" / "games.db") in capsys.readouterr().out

"""For the shell: completion and man page from the parser, the settings file, bots of one's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_cli import said
from undercroft.bots import bring_bot, brought, find_bot
from undercroft.cli import parser
from undercroft.commands.shell import commands, man_page
from undercroft.engine import BadOpening, Dice, Opening
from undercroft.games import OURS, find
from undercroft.settings import BadSettings, change, read
from undercroft.store import Keeper, open_store
from undercroft.terminal.look import Look

Capture = pytest.CaptureFixture[str]


def completed(capsys: Capture, tmp_path: Path, *words: str) -> list[str]:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash found")
    status, script, _ = said(capsys, "completion", "bash")
    assert status == 0
    (tmp_path / "completion").write_text(script)
    typed = f"COMP_WORDS=(undercroft {' '.join(words)}); COMP_CWORD={len(words)}"
    line = f'. ./completion; {typed}; _undercroft; echo "${{COMPREPLY[@]}}"'
    return subprocess.run([bash, "-c", line], cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()


def test_bash_completes_commands_games_and_options(capsys: Capture, tmp_path: Path) -> None:
    assert completed(capsys, tmp_path, "re") == ["resume", "replay", "restore"]
    assert completed(capsys, tmp_path, "play", "do") == ["donjon"]
    assert completed(capsys, tmp_path, "serve", "--lim") == ["--limit", "--limits"]
    assert completed(capsys, tmp_path, "config", "un") == ["unset"]
    assert completed(capsys, tmp_path, "play", "donjon", "--odds", "t") == ["told"]
    (tmp_path / "story.md").write_text("")
    assert completed(capsys, tmp_path, "export", "--to", "s") == ["story.md"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_are_told_every_command_and_option(capsys: Capture, shell: str) -> None:
    status, script, _ = said(capsys, "completion", shell)
    assert status == 0
    for name, (command, _) in commands(parser()).items():
        assert name in script
        for action in command._actions:
            assert all(flag.lstrip("-") in script for flag in action.option_strings if flag.startswith("--"))


def test_the_man_page_tells_every_command_and_option(capsys: Capture) -> None:
    page = man_page(parser())
    for name, (command, _) in commands(parser()).items():
        assert f".SS {name}" in page
        for action in command._actions:
            assert all(
                flag.replace("-", "\\-") in page for flag in action.option_strings if flag.startswith("--") and flag != "--help"
            )
    assert said(capsys, "man")[1].startswith(".TH UNDERCROFT 1")


def test_config_shows_changes_and_refuses(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("# mine\n[serve]\nport = 9000 # high\n")
    here = ("--settings", str(file))
    assert said(capsys, "config", "path", *here)[1].strip() == str(file)
    assert said(capsys, "config", "set", "terminal.pace", "quick", *here)[0] == 0
    assert said(capsys, "config", "set", "terminal.motion", "off", *here)[0] == 0
    assert said(capsys, "config", "set", "serve.names", "a.example.org,b.example.org", *here)[0] == 0
    assert said(capsys, "config", "get", "terminal.pace", *here)[1] == '"quick"\n'
    assert read(file).section("terminal", Look) == Look(pace="quick", motion=False)
    assert file.read_text().startswith("# mine\n[serve]\n") and "port = 9000 # high" in file.read_text()
    shown = said(capsys, "config", *here)[1]
    assert 'pace = "quick"  # usually "steady"' in shown and 'names = ["a.example.org","b.example.org"]  # usually []' in shown
    assert said(capsys, "config", "unset", "terminal.pace", *here)[0] == 0
    assert read(file).section("terminal", Look).pace == "steady"
    for words, message in (
        (["terminal.pace", "hasty"], "pace is 'hasty'; it can be slow, steady, quick"),
        (["terminal.speed", "1"], "[terminal] has no 'speed'"),
        (["pace", "quick"], "write SECTION.NAME"),
        (["serve.port", "x"], "Expected `int`"),
        (["terminal.motion", "perhaps"], "it can be on or off"),
        (["terminal.pace"], "set terminal.pace to what?"),
    ):
        status, _, err = said(capsys, "config", "set", *words, *here)
        assert status == 2 and message in err, err


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadSettings, match="file"):
        change("terminal", "pace", "quick", tmp_path / "file" / "settings.toml")


MINE = """
def first(view):
    return view.ask.keys[0] if view.ask.keys else "Zed"

number = 3
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bots_of_mine.py").write_text(MINE)
    (tmp_path / "broken_bots.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERCROFT_BOTS", "")
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


def test_a_bot_of_ones_own_plays_once_it_was_brought_and_never_before(mine: Path) -> None:
    game = find("robber")
    with pytest.raises(BadOpening, match="nobody brought the bot 'bots_of_mine:first' along"):
        find_bot(game, "bots_of_mine:first")
    assert "bots_of_mine" not in sys.modules  # a stranger's word imports nothing
    bring_bot("bots_of_mine:first")
    assert brought() == ("bots_of_mine:first",)
    opening = Opening(game="board", seats=("Ada", "First 2"), seed=3)
    keeper = Keeper.create(open_store(mine / "games.db"), opening, bots={1: "bots_of_mine:first"})
    while keeper.match.ask is not None and keeper.match.ask.seats[0] == 0:
        keeper.answer(find_bot(keeper.game, "greedy")(keeper.match.view(0, Dice(1))), 0)
    assert keeper.match.ask is not None and keeper.bot_answer(1) == keeper.match.ask.keys[0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bots_of_mine:second", "has nothing named 'second'"),
        ("bots_of_mine:number", "is not a function"),
        ("no_such_module:first", "cannot be imported"),
        ("broken_bots:first", "fails when it is imported"),
        (":first", "write MODULE:FUNCTION"),
    ],
)
def test_a_bot_that_is_none_is_refused_in_a_sentence(mine: Path, capsys: Capture, name: str, message: str) -> None:
    with pytest.raises(BadOpening, match=message):
        bring_bot(name)
    status, _, err = said(capsys, "simulate", "robber", "--bot", name, "--games", "1")
    assert status == 2 and message in err and not os.environ["UNDERCROFT_BOTS"]


@pytest.mark.parametrize("slug", OURS)
def test_the_bots_that_were_brought_are_offered_at_tables(mine: Path, slug: str) -> None:
    from undercroft.server.wire.shapes import bot_names

    assert "bots_of_mine:first" not in bot_names(find(slug))
    bring_bot("bots_of_mine:first")
    assert bot_names(find(slug))[-1] == "bots_of_mine:first"

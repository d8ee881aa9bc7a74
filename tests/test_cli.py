"""The command line: errors on one line with status 2, lists, replays, rules, simulations; start-up stays light."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from undercroft.cli import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        status = main(list(words))
    except SystemExit as stop:
        status = int(stop.code or 0)
    out = capsys.readouterr()
    return status, out.out, out.err


@pytest.fixture
def db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


def play(words: list[str], lines: list[str], **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "undercroft", *words],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "chess"], "there is no game 'chess'; there are robber, board"),
        (["play", "robber", "--option", "nonsense=1"], "has no house rule 'nonsense'"),
        (["play", "robber", "--option", "nonsense"], "write it NAME=VALUE"),
        (["play", "board", "--seats", "Ada,,Bo"], "seat 2 has no name"),
        (["play", "board", "--seats", "Ada,Ada"], "two players are called 'Ada'"),
        (["hall", "chess"], "there is no game 'chess'"),
        (["serve", "--port", "99999"], "is not a port"),
        (["simulate", "robber", "--jobs", "-3"], "is not a number of processes: 1 to 61"),
        (["simulate", "robber", "--jobs", "62"], "is not a number of processes: 1 to 61"),
        (["rules", "robber", "ROB-NONE-99"], "there is no rule ROB-NONE-99"),
        (["simulate", "robber", "--games", "0"], "must be at least 1"),
        (["simulate", "robber", "--bot", "deep-thought", "--games", "1"], "no bot named 'deep-thought'"),
        (["replay", "no-such-file.undercroft"], "No such file"),
        (["frolic"], "invalid choice"),
        (["play", "--seed", "x"], "invalid int value"),
    ],
)
def test_errors_are_one_line_with_status_two(
    capsys: pytest.CaptureFixture[str], db: str, words: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(Path(db.removeprefix("sqlite:///")).parent))
    status, _, err = said(capsys, *words)
    assert status == 2
    assert err.startswith("undercroft: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "command", ["play", "resume", "fork", "replay", "rules", "simulate", "odds", "export", "hall", "maze", "serve"]
)
def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, _ = said(capsys, command, "--help")
    assert status == 0
    assert f"undercroft {command}" in out.split("example:")[1]


def test_help_starts_without_the_engine() -> None:
    code = (
        "import sys\nfrom undercroft.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print('msgspec' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("False")


def test_a_game_in_a_pipe_is_kept_resumed_replayed_and_exported(
    tmp_path: Path, db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "ada.undercroft"
    first = play(
        ["play", "robber", "--seats", "Ada", "--seed", "7", "--plain", "--db", db],
        ["", "1", "1", "1", "why", f"save {save}", "quit"],
    )
    assert first.returncode == 0, first.stderr
    assert "The game is kept" in first.stdout
    assert "ROB-" in first.stdout
    listed = said(capsys, "resume", "--db", db)[1]
    assert "robber" in listed
    assert "Ada" in listed
    match = listed.split()[0]
    again = play(["resume", match, "--plain", "--db", db], ["sheet", "map", "quit"])
    assert again.returncode == 0, again.stderr
    assert said(capsys, "replay", match, "--verify", "--db", db)[1].strip().endswith("the same")
    assert said(capsys, "replay", str(save), "--verify")[1].strip().endswith("the same")
    assert said(capsys, "replay", str(save), "--at", "1")[0] == 0
    assert said(capsys, "replay", str(save), "--at", "999")[0] == 2
    assert "there is no seat 9 in this game; there are 0 Ada" in said(capsys, "replay", str(save), "--seat", "9")[2]
    assert "there is no seat 9" in said(capsys, "export", str(save), "--as", "txt", "--seat", "9")[2]
    save.write_bytes(save.read_bytes()[:200])
    assert said(capsys, "replay", str(save))[0] == 2


def test_a_save_file_is_played_on_and_a_game_is_forked(tmp_path: Path, db: str, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "two.undercroft"
    words = ["--plain", "--db", db]
    first = play(
        ["play", "board", "--seats", "Ada,Bo", "--seed", "3", "--option", "types=elf,hero", *words], ["", f"save {save}"]
    )
    assert "Saved to" in first.stdout, first.stderr
    original = said(capsys, "resume", "--db", db)[1].split()[0]
    on = play(["resume", str(save), "--bot", "Bo=bold", *words], ["end", "end"])
    assert on.returncode == 0, on.stderr
    assert "A copy of" in on.stdout
    assert "Pass the screen" not in on.stdout  # Bo is a machine now
    fork = play(["fork", original, "--at", "0", "--seed", "5", *words], [])
    assert f"the first 0 answers are those of {original}" in fork.stdout, fork.stderr
    assert len(said(capsys, "resume", "--db", db)[1].split("\n\n")[0].split("\n")) == 3
    for wrong, message in (
        (["resume", str(save), "--bot", "Zoe"], "nobody named 'Zoe' plays in"),
        (["resume", original, "--bot", "Bo"], "a game that is kept here knows its bots"),
        (["fork", original, "--at", "99"], "can be forked at 0 to"),
    ):
        status, _, err = said(capsys, *wrong, *words)
        assert status == 2
        assert message in err


def test_a_game_of_older_rules_is_told_as_it_was_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import msgspec

    import undercroft
    from undercroft.engine import SaveFile

    match = undercroft.new_match("robber", ["Ada"], seed=7)
    for _ in range(4):
        match.answer(next(iter(match.ask.options)) if match.ask else "")
    old, file = SaveFile.of(match), tmp_path / "old.undercroft"
    msgspec.structs.replace(old, rules_version=old.rules_version - 1).write(file)
    assert "told as it was recorded" in said(capsys, "replay", str(file))[1]
    assert said(capsys, "replay", str(file), "--verify")[0] == 1
    status, _, err = said(capsys, "replay", str(file), "--at", "2")
    assert status == 2
    assert "not after 2 answers" in err


def test_without_a_name_the_story_is_told_of_somebody(db: str) -> None:
    done = play(["play", "board", "--seed", "4", "--plain", "--db", db], ["1", "1"])
    assert "Order of play: " in done.stdout
    assert "Ada" in done.stdout
    assert not re.search(r"\bYou (is|the|moves|walks)\b", done.stdout)


def test_the_rulebook_is_searchable(capsys: pytest.CaptureFixture[str]) -> None:
    assert "ROB-MOVE-01" in said(capsys, "rules", "robber", "rob-move-01")[1]
    assert "door" in said(capsys, "rules", "robber", "door")[1].lower()
    assert "Movement phase" in said(capsys, "rules", "robber")[1]


def test_simulation_is_the_same_under_any_hash_seed_and_number_of_processes() -> None:
    words = ["simulate", "robber", "--games", "60", "--json"]
    one = play(words, [], PYTHONHASHSEED="0").stdout
    other = play([*words, "--jobs", "2"], [], PYTHONHASHSEED="1").stdout
    assert json.loads(one)["games"] == 60
    assert one == other


def test_an_empty_hall_says_so(capsys: pytest.CaptureFixture[str], db: str) -> None:
    assert "bare" in said(capsys, "hall", "--db", db)[1]


def test_a_maze_file_is_checked_and_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "bad.maze"
    broken.write_text("maze  Bad\nlevel one\n")
    status, _, err = said(capsys, "maze", "check", str(broken))
    assert status == 2
    assert "bad.maze" in err


def test_options_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "mode=" in said(capsys, "play", "board", "--options")[1] or "on, off" in said(capsys, "play", "board", "--options")[1]


def test_the_tavern_wall_is_kept_across_games(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A robber who dies is remembered on this machine, and the next one is told of it."""
    from undercroft.engine import Memorial, Opening
    from undercroft.store import Keeper, open_store

    store = open_store(db)
    keeper = Keeper.create(store, Opening(game="robber", seats=("Ada",), seed=3), bots={0: "bold"})
    while (seat := keeper.bot_to_move()) is not None:
        keeper.answer(keeper.bot_answer(seat), seat)
    assert keeper.match.outcome is not None
    grave = keeper.match.outcome.memorials[0]
    assert isinstance(grave, Memorial)
    assert grave.line in said(capsys, "hall", "robber", "--db", db)[1]
    told = store.remembered("robber")
    assert grave.line in [entry["line"] for kind in told for entry in told[kind]]
    store.close()
    again = play(["play", "robber", "--seats", "Bo", "--seed", "4", "--plain", "--db", db], ["quit"])
    assert again.returncode == 0, again.stderr
    opened = open_store(db)
    newest = Keeper.open(opened, opened.matches(limit=1)[0].record.id)
    assert newest.record.opening.bring[grave.kind][0]["line"] == grave.line
    opened.close()


def test_the_library_example_of_the_readme_runs(tmp_path: Path) -> None:
    readme = Path(__file__).parents[1] / "README.md"
    example = readme.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    done = subprocess.run([sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "Outcome(" in done.stdout
    assert (tmp_path / "ada.undercroft").exists()

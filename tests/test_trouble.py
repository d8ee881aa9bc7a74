"""Never a traceback: strange words, closed or full streams, letters that cannot be shown, Ctrl-C in the middle of a count."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

RUN = [sys.executable, "-m", "undercroft"]


def run(*words: str | bytes, stdin: int | None = subprocess.DEVNULL, **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*RUN, *words], stdin=stdin, capture_output=True, env={**os.environ, **env}, timeout=120, check=False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "robber", "--seed", "1" * 26], b"a seed has at most 19 digits, not 26"),
        (["play", "robber", "--seats", "x" * 3000], b"write 1 to 60 letters on one line"),
        (["play", "robber", "--seats", "\x1b[2Jred"], b"will not do as a name"),
        (["play", "robber", "--seats", b"\xff\xfe"], b"will not do as a name"),
        (["play", "donjon", "--bring", "adventure=FOLDER/wrong.toml"], b"Object contains unknown field `elsewhere`"),
        (["play", "donjon", "--bring", "adventure=FOLDER/none.toml"], b"No such file or directory"),
        (["play", "donjon", "--bring", "adventure=FOLDER/bytes.toml"], b"is not TOML"),
        (["play", "donjon", "--bring", "adventure=/dev/zero"], b"/dev/zero has more than 4 million letters"),
        (["verify", "/dev/zero"], b"/dev/zero is no save: it has more than 200 MB"),
        (["play", "robber", "--seats", "Ada,bot:no_such:thing"], b"cannot be imported"),
        (["replay", "x", "--at", "9" * 5000], b"999 ... (see undercroft replay --help)"),
        (["config", "set", "terminal.name", b"\xff"], b"is no text in UTF-8"),
        (["config", "set", "serve.port", "9" * 5000], b"port is"),
        (["config", "--settings", "FOLDER/deep.toml"], b"is not TOML"),
        (["config", "--settings", "FOLDER/long.toml"], b"is not TOML"),
        (["replay", "x.undercroft", "--watch"], b"--watch is for games that are kept here, in a terminal"),
    ],
)
def test_strange_words_are_refused_in_a_sentence(words: list[str | bytes], message: bytes, tmp_path: Path) -> None:
    (tmp_path / "wrong.toml").write_text("[elsewhere]\n")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "deep.toml").write_text("x = " + "[" * 20_000)
    (tmp_path / "long.toml").write_text("x = " + "9" * 5000)
    meant = [word.replace("FOLDER", str(tmp_path)) if isinstance(word, str) else word for word in words]
    kept = [] if words[0] in ("config", "verify") else ["--db", f"sqlite:///{tmp_path / 'games.db'}"]
    done = run(*meant, *kept, UNDERCROFT_HOME=str(tmp_path))
    assert len(done.stderr) < 700 and done.returncode == 2 and message in done.stderr and b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stderr


def test_a_terminal_without_our_letters_gets_question_marks(tmp_path: Path) -> None:
    save = tmp_path / "h.undercroft"
    code = f"import undercroft; m = undercroft.new_match('host', seed=3); m.save({str(save)!r})"
    subprocess.run([sys.executable, "-c", code], check=True)
    done = run("replay", str(save), "--at", "0", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert done.returncode == 0 and done.stderr == b"" and b"?" in done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk_is_named() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*RUN, "rules", "robber", "door"], stdout=full, stderr=subprocess.PIPE, timeout=120, check=False)
    assert done.returncode == 74 and b"nothing more could be written: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"[terminal]\npace = 'hasty'\n", b"pace is 'hasty'; it can be slow, steady, quick"),
        (b"\xff", b"is not TOML"),
        (b"[terminl]\n", b"did you mean 'terminal'?"),
    ],
)
def test_settings_that_cannot_be_read_are_named(tmp_path: Path, text: bytes, message: bytes) -> None:
    (tmp_path / "settings.toml").write_bytes(text)
    words = ["play", "robber", "--plain", "--db", f"sqlite:///{tmp_path / 'games.db'}"]
    done = run(*words, UNDERCROFT_SETTINGS=str(tmp_path / "settings.toml"))
    assert done.returncode == 2 and message in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def answer(view):\n    return view.no_such_thing\n", b"the bot mine:answer broke down: AttributeError"),
        ("def answer(view):\n    return 'fly away'\n", b"the bot mine:answer gave no answer that can be given: 'fly away'"),
    ],
)
@pytest.mark.parametrize("words", [["play", "robber", "--plain", "--seats", "bot:mine:answer"], ["simulate", "robber", "--bot"]])
def test_a_bot_of_ones_own_fails_by_its_name(tmp_path: Path, words: list[str], code: str, message: bytes) -> None:
    (tmp_path / "mine.py").write_text(code)
    more = ["mine:answer", "--games", "2"] if words[-1] == "--bot" else ["--db", f"sqlite:///{tmp_path / 'games.db'}"]
    done = subprocess.run([*RUN, *words, *more], cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert done.returncode == 2 and message in done.stderr and b"Traceback" not in done.stderr


def test_a_bug_of_ours_is_told_in_a_sentence_and_written_down(tmp_path: Path) -> None:
    code = "from undercroft import cli; import undercroft.commands.reading as r; r.run_hall = None; cli.main(['hall'])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env={**os.environ, "UNDERCROFT_HOME": str(tmp_path)}, check=False
    )
    assert b"that should not have happened: TypeError" in done.stderr and b"Traceback" not in done.stderr
    assert "Traceback" in (tmp_path / "trouble.txt").read_text()


@pytest.mark.parametrize("words", [["title"], ["play"]])
def test_without_a_terminal_the_title_is_a_list(tmp_path: Path, words: list[str]) -> None:
    done = run(*words, "--db", f"sqlite:///{tmp_path / 'games.db'}", TERM="xterm")
    assert done.returncode == 0 and b"Which one?" in done.stdout and done.stderr == b""
    assert b"usage: undercroft" in run().stdout


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_break_nothing(closed: str, tmp_path: Path) -> None:
    for words in ("rules robber door", f"play robber --plain --db {tmp_path / 'games.db'}", ""):
        line = f"{sys.executable} -m undercroft {words} {closed}"
        done = subprocess.run(line, shell=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
        assert done.returncode in (0, 74) and b"Traceback" not in done.stderr


def test_a_number_without_end_is_no_answer_and_no_bug(tmp_path: Path) -> None:
    lines = "\n".join(
        ["1", "9" * 5000, f"log {'9' * 5000}", f"find {'9' * 5000}", f"why {'9' * 5000}", f"map {'9' * 5000}={'9' * 5000}"]
    )
    words = [*RUN, "play", "robber", "--plain", "--seats", "Ada,Bo", "--db", str(tmp_path / "games.db")]
    done = subprocess.run(words, input=lines.encode(), capture_output=True, timeout=120, check=False)
    assert done.returncode == 0 and b"? for help" in done.stdout and b"The game is kept" in done.stdout


def test_a_closed_pipe_is_nothing_to_speak_of() -> None:
    done = subprocess.run(
        f"{sys.executable} -m undercroft rules donjon the | head -1", shell=True, capture_output=True, check=False
    )
    assert done.returncode == 0 and done.stderr == b""


def test_without_any_input_the_game_is_kept(tmp_path: Path) -> None:
    words = f"{sys.executable} -m undercroft play robber --db sqlite:///{tmp_path / 'games.db'} <&-"
    done = subprocess.run(words, shell=True, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0 and b"The game is kept" in done.stdout and b"Traceback" not in done.stderr


def _children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def _busy(pid: int) -> bool:
    """Whether both workers are well under way: each has had two seconds of processor time."""
    ticks = []
    for child in _children(pid):
        words = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        ticks.append(int(words[11]) + int(words[12]))
    return sum(spent >= 200 for spent in ticks) >= 2


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="processes are counted by /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_simulation_keeps_what_was_counted_and_leaves_nobody_behind(how: signal.Signals) -> None:
    words = [*RUN, "simulate", "robber", "--games", "1000000", "--jobs", "2", "--json"]
    hearing = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests may be deaf to it
    counting = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hearing)
    while not _busy(counting.pid) and counting.poll() is None:
        time.sleep(0.05)
    workers = _children(counting.pid)
    counting.send_signal(how)
    out, err = counting.communicate(timeout=120)
    assert counting.returncode == 130, err
    assert b"Stopped after" in err and b"Traceback" not in err and b'"game": "robber"' in out
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="processes are counted by /proc")
@pytest.mark.parametrize("early", [True, False])
def test_ctrl_c_struck_twice_in_a_terminal_ends_a_simulation_all_the_same(early: bool) -> None:
    """A terminal sends it to the workers, too, and they may still be starting."""
    words = [*RUN, "simulate", "robber", "--games", "1000000", "--jobs", "2", "--json"]
    hearing = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    counting = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hearing, start_new_session=True)
    try:
        while counting.poll() is None and not (len(_children(counting.pid)) > 2 if early else _busy(counting.pid)):
            time.sleep(0.01)
        os.killpg(counting.pid, signal.SIGINT)
        for _ in range(50):  # until it stops listening, and after that
            time.sleep(0.002)
            os.killpg(counting.pid, signal.SIGINT)
        out, err = counting.communicate(timeout=120)
    finally:
        if counting.poll() is None:
            os.killpg(counting.pid, signal.SIGKILL)
    assert counting.returncode == 130, err
    assert b"Stopped after" in err and b"Traceback" not in err and b'"game": "robber"' in out


def test_what_is_taken_away_goes_to_standard_output(tmp_path: Path) -> None:
    save = tmp_path / "r.undercroft"
    subprocess.run(
        [sys.executable, "-c", f"import undercroft; undercroft.new_match('robber', seed=3).save({str(save)!r})"], check=True
    )
    done = subprocess.run([*RUN, "export", str(save), "--as", "svg", "--to", "-"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith(b"<svg") and not (tmp_path / "-").exists()

"""Save files: they read back, they name what is wrong with them, they say where a replay diverges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.engine import BadSave, Match, SaveFile

from .test_match import play_random, start
from .toy import GAME, ToyGame


def test_a_save_reads_back_and_plays_on(tmp_path: Path) -> None:
    match = start(seed=6)
    for answer in ("climb", "guess", "left", "rest"):
        match.answer(answer)
    match.save(tmp_path / "a.undercroft")
    again, note = SaveFile.read(tmp_path / "a.undercroft").reopen(GAME)
    assert note == ""
    assert again.state == match.state
    assert again.snapshot() == match.snapshot()
    assert [event.text for event in again.events] == [event.text for event in match.events]
    again.undo()
    assert again.move_count == match.move_count - 1


def test_broken_files_say_how_they_are_broken(tmp_path: Path) -> None:
    data = SaveFile.of(play_random(start())).encode()
    for bad, words in [
        (b"hello", "not an Undercroft save"),
        (data[: len(data) // 2], "cut short"),
        (data.replace(b"climb", b"clamb", 1), "changed after"),
        (b"", "not an Undercroft save"),
    ]:
        with pytest.raises(BadSave, match=words):
            SaveFile.decode(bad)
    with pytest.raises(BadSave, match="No such file"):
        SaveFile.read(tmp_path / "none.undercroft")


def test_a_newer_format_is_refused() -> None:
    save = msgspec.structs.replace(SaveFile.of(start()), undercroft=99)
    with pytest.raises(BadSave, match="newer"):
        SaveFile.decode(save.encode())


def test_verify_names_the_answer_where_a_replay_diverges() -> None:
    match = start(seed=2)
    for answer in ("climb", "climb", "climb"):
        match.answer(answer)
    save = SaveFile.of(match)
    assert save.verify(GAME) == ""
    tampered = msgspec.structs.replace(save, moves=(save.moves[0], (0, "rest"), *save.moves[2:]))
    assert "after answer 2 (seat 0: rest)" in tampered.verify(GAME)


class ToyTwo(ToyGame):
    """The toy under newer rules, in which heights were renamed by a migration."""

    rules_version = 2

    def migrate(self, state: Any, rules_version: int) -> Any:
        state["goal"] += 100
        return state


def test_an_old_save_opens_by_migration_and_says_so() -> None:
    match = start(seed=2)
    match.answer("climb")
    again, note = SaveFile.of(match).reopen(ToyTwo())
    assert "rules version 1" in note
    assert again.state.goal == match.state.goal + 100
    assert isinstance(again, Match)

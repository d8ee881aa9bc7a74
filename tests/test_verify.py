"""`undercroft verify`: good, altered, cut and old saves, and what was written down at the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.engine.sealing import epoch
from tests.test_cli import said
from undercroft.bots.random import any_answer
from undercroft.engine import Dice, Match, Opening, SaveFile
from undercroft.engine.checking import tallies
from undercroft.engine.save import StepMark
from undercroft.engine.sealed import SEALED, Chance
from undercroft.games import find

REPLAYS = Path(__file__).parent / "replays"


def played(answers: int = 10_000, dice: str = SEALED) -> SaveFile:
    """A game of three at the board: epoch 1, and epoch 2 after 60 answers."""
    game = find("board")
    chance = Chance([epoch(1)])
    opening = Opening(game="board", seats=("Ada", "Bo", "Cy"), seed=0, dice=dice)
    match, choices = Match.start(game, opening, chance=chance), Dice(4)
    while match.ask is not None and match.move_count < answers:
        if match.move_count == 60:
            chance.add(epoch(2, "Bo sits down", moves=60, events=len(match.events)))
            match.set_epoch(2)
        seat = match.ask.seats[0]
        match.answer(any_answer(match.ask, seat, choices), seat)
    return SaveFile.of(match)


@pytest.fixture(scope="module")
def finished() -> SaveFile:
    save = played()
    assert save.epochs[0].secret is not None
    return save


@pytest.fixture
def file(tmp_path: Path) -> Callable[[SaveFile], str]:
    def write(save: SaveFile) -> str:
        save.write(tmp_path / "game.undercroft")
        return str(tmp_path / "game.undercroft")

    return write


Capture = pytest.CaptureFixture[str]


def test_a_good_save_agrees(finished: SaveFile, file: Callable[[SaveFile], str], capsys: Capture) -> None:
    name = file(finished)
    status, out, _ = said(capsys, "verify", name)
    assert status == 0
    assert "in two epochs agree with their seals, mixed by Ada and Bo" in out
    assert "played again, come to the same" in out
    assert finished.epochs[0].seal[:12] in out
    event, head = list(tallies(finished.epochs, finished.events).items())[5]
    nonce = finished.epochs[1].seats[0].nonce
    noted = ["--seal", finished.epochs[1].seal[:12].upper(), "--nonce", nonce, "--tally", f"{event}:{head[:8]}"]
    assert said(capsys, "verify", name, *noted)[0] == 0


@pytest.mark.parametrize(
    ("noted", "kind"), [(["--seal", "abcdef"], "seal:"), (["--nonce", "ab" * 32], "seat-seal:"), (["--tally", "5:00"], "tally:")]
)
def test_what_was_written_down_must_fit(
    finished: SaveFile, file: Callable[[SaveFile], str], capsys: Capture, noted: list[str], kind: str
) -> None:
    status, out, _ = said(capsys, "verify", file(finished), *noted)
    assert status == 1
    assert out.startswith(kind)


def altered(save: SaveFile, kind: str) -> SaveFile:
    """The save with something wrong in it, and a checksum that fits again."""
    draws, epochs, events = list(save.draws), list(save.epochs), list(save.events)
    thrown = next(i for i, draw in enumerate(draws) if draw.event >= 0 and i > 40)
    if kind == "altered":
        draws[thrown] = msgspec.structs.replace(draws[thrown], results=tuple(7 - face for face in draws[thrown].results))
    elif kind == "gap":
        del draws[0]
    elif kind == "overlap":
        draws.insert(thrown, draws[thrown - 1])
    elif kind == "missing":
        del draws[-3:]
    elif kind == "seal":
        epochs[0] = msgspec.structs.replace(epochs[0], seal="00" * 32)
    elif kind == "seat-seal":
        share = msgspec.structs.replace(epochs[1].seats[1], seal="00" * 32)
        epochs[1] = msgspec.structs.replace(epochs[1], seats=(epochs[1].seats[0], share, *epochs[1].seats[2:]))
    elif kind == "epoch":
        epochs[1] = msgspec.structs.replace(epochs[1], why="")
    elif kind == "told":
        at = draws[thrown].event
        roll = events[at].roll
        assert roll is not None
        events[at] = msgspec.structs.replace(events[at], roll=msgspec.structs.replace(roll, faces=(1,) * 9))
    else:
        at = next(i for i, event in enumerate(events) if event.kind == "tell")
        events[at] = msgspec.structs.replace(events[at], template="Nothing happened.")
    return msgspec.structs.replace(save, draws=tuple(draws), epochs=tuple(epochs), events=tuple(events))


KINDS = ["seal", "seat-seal", "altered", "gap", "overlap", "missing", "told", "epoch", "rules"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_altered_save_is_found_out(finished: SaveFile, file: Callable[[SaveFile], str], capsys: Capture, kind: str) -> None:
    status, out, _ = said(capsys, "verify", file(altered(finished, kind)))
    assert status == 1
    assert any(line.startswith(f"{kind}:") for line in out.splitlines()), out


def test_a_changed_and_a_cut_file(finished: SaveFile, file: Callable[[SaveFile], str], capsys: Capture) -> None:
    name = file(finished)
    data = Path(name).read_bytes()
    Path(name).write_bytes(data.replace(b'"f",6,[', b'"f",8,[', 1))
    status, out, _ = said(capsys, "verify", name)
    assert (status, out.split()[0]) == (1, "altered:")
    Path(name).write_bytes(data[: len(data) // 2])
    status, _, error = said(capsys, "verify", name)
    assert status == 2
    assert "cut short" in error


def test_an_unfinished_game_cannot_be_checked_yet(file: Callable[[SaveFile], str], capsys: Capture) -> None:
    status, out, _ = said(capsys, "verify", file(played(90)))
    assert status == 2
    assert "not been told yet" in out


def test_an_old_save_is_only_played_again(capsys: Capture) -> None:
    status, out, _ = said(capsys, "verify", str(REPLAYS / "robber-0.1.undercroft"))
    assert status == 2
    assert "never sealed" in out


def test_an_old_save_that_plays_differently_fails(file: Callable[[SaveFile], str], capsys: Capture) -> None:
    game = find("board")
    match = Match.start(game, Opening(game="board", seats=("Ada", "Bo"), seed=3))
    choices = Dice(4)
    for _ in range(30):
        assert match.ask is not None
        match.answer(any_answer(match.ask, match.ask.seats[0], choices), match.ask.seats[0])
    save = SaveFile.of(match)
    other = msgspec.structs.replace(save, opening=msgspec.structs.replace(save.opening, seed=4))
    status, out, _ = said(capsys, "verify", file(other))
    assert status == 1
    assert out.startswith("rules:")


def test_a_save_whose_rules_changed_on_the_way_is_not_played_again(
    finished: SaveFile, file: Callable[[SaveFile], str], capsys: Capture
) -> None:
    """Its dice are checked as ever; answers of older rules are no fault of today's."""
    changed = msgspec.structs.replace(finished, older=3, steps=(StepMark(0, "of older rules"),))
    status, out, _ = said(capsys, "verify", file(changed))
    assert status == 0
    assert "The rules changed while this game was played, after three answers: the draws were checked" in out
    assert said(capsys, "verify", file(msgspec.structs.replace(changed, older=0)))[0] == 1


def test_typed_throws_are_marked_and_only_shuffles_are_checked(file: Callable[[SaveFile], str], capsys: Capture) -> None:
    game, chance = find("board"), Chance([epoch(1)])
    opening = Opening(game="board", seats=("Ada", "Bo"), seed=0, dice=SEALED, physical_dice=True)
    match, choices = Match.start(game, opening, chance=chance), Dice(4)
    while match.ask is not None:
        seat = match.ask.seats[0]
        match.answer(any_answer(match.ask, seat, choices), seat)
    save = SaveFile.of(match)
    typed = [event for event in save.events if event.roll is not None]
    assert typed
    assert all(event.roll is not None and event.roll.typed and event.text.endswith("(typed)") for event in typed)
    status, out, _ = said(capsys, "verify", file(save))
    assert status == 0
    assert "typed in by the players: no seal is on them" in out


def test_words_that_are_no_hex_are_refused(capsys: Capture) -> None:
    for words, message in [(["--seal", "xyz"], "hex"), (["--tally", "9"], "N:HEX")]:
        status, _, error = said(capsys, "verify", "game.undercroft", *words)
        assert status == 2
        assert message in error

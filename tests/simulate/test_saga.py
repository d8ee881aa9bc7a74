"""A saga by bots: one dungeon through all games, with the account exact and every match the same when it is played again."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.store.delve import find as find_delve
from undercroft import games
from undercroft.cli import main
from undercroft.commands.sagas import lines, markdown, page, story
from undercroft.engine import Game, RulesBug
from undercroft.engine.site import Homecoming
from undercroft.simulate import saga as sagas
from undercroft.simulate.saga import saga, visitors

SOAK = os.environ.get("UNDERCROFT_SOAK") == "1"


@pytest.fixture
def delving(monkeypatch: pytest.MonkeyPatch) -> None:
    """A very small game goes down, besides those there are."""

    def find(slug: str) -> Game[Any]:
        return find_delve(slug) if slug == "delve" else games.find(slug)

    monkeypatch.setattr(sagas, "find", find)


def test_a_saga_tells_what_the_years_brought_and_who_went_down(delving: None) -> None:
    told = saga(7, 3, games=["delve"])
    assert told.title == "The Halls of House Faldgar"
    assert [len(chapter.expeditions) for chapter in told.chapters] == [1, 1, 1]
    assert told.account["replayed"] == 6
    assert told.account["slain"] + told.account["taken"] + told.account["brought"] > 0
    assert [trail.match for trail in told.state.visits.trails] == ["delve-1", "delve-2", "delve-3"]
    text = "\n".join(lines(told))
    for chapter in told.chapters:
        assert f"YEAR {chapter.year}" in text
        assert chapter.expeditions[0].line.split()[0] in text
    html = page(told)
    assert html.count("<svg") == 2
    assert html.count("<blockquote>") == html.count("<h3>") == 3
    told_again = "\n".join(text for kind, text in story(told) if kind == "text")
    assert told_again.count("House Faldgar had nine years under the ground") == 1
    years = " ".join(part for chapter in told.chapters for part in chapter.lines)
    sentences = [sentence for sentence in re.split(r"[.!?]\s+", years) if len(sentence) > 40]
    assert len(sentences) == len(set(sentences)), "a later chapter tells its own years alone"
    assert "match delve" not in told_again
    assert markdown(told, "before.webp", "after.webp").count("![") == 2


def test_the_same_seed_is_the_same_saga(delving: None) -> None:
    assert page(saga(3, 2, games=["delve"], replay=False)) == page(saga(3, 2, games=["delve"], replay=False))


def test_an_account_that_does_not_come_out_is_an_error(delving: None, monkeypatch: pytest.MonkeyPatch) -> None:
    teller = sagas._Teller(7, ["delve"], replay=False)
    teller.season(4)
    counted = iter([(12, 12), (0, 12)])
    monkeypatch.setattr(teller, "amounts", lambda state: next(counted))
    with pytest.raises(RulesBug, match="account of seed 7 is wrong: people 12 = 0"):
        teller._settle(Homecoming("m", "delve", "Ada", 0, ()))


@pytest.mark.parametrize("slug", visitors())
@pytest.mark.parametrize("seed", range(1, 51 if SOAK else 2))
def test_every_game_goes_down_and_everything_is_accounted_for(slug: str, seed: int) -> None:
    told = saga(seed, 5 if SOAK else 1, games=[slug], replay=SOAK)
    assert told.chapters[0].expeditions or told.chapters[0].skipped


@pytest.mark.skipif(not SOAK, reason="long: `make soak`")
@pytest.mark.parametrize("seed", range(1, 51))
def test_all_games_go_down_one_after_the_other(seed: int) -> None:
    told = saga(seed, 5)
    played = sum(len(chapter.expeditions) + len(chapter.skipped) for chapter in told.chapters)
    assert played == 5 * len(visitors())


def test_the_command_prints_it_and_writes_a_page(
    delving: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sagas, "visitors", lambda: ["delve"])
    assert main(["saga", "--seasons", "1", "--seed", "7", "--quick", "--out", str(tmp_path / "saga.html")]) == 0
    said = capsys.readouterr().out
    assert "The Halls of House Faldgar" in said
    assert "THE FIGURES, IN TWELFTHS OF A BEAD" in said
    assert "delve, by the" in said
    assert (tmp_path / "saga.html").read_text().startswith("<!doctype html>")

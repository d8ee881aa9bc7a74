"""The arena: pairs on the same seeds in every seat, halves for what nobody wins, and the same figures however it is held."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from undercroft.cli import main
from undercroft.engine import Answer, BadOpening, UndercroftError, View
from undercroft.games import find
from undercroft.simulate import Stopped
from undercroft.simulate.arena import Bout, Contest, Share, Standings, compete
from undercroft.simulate.ratings import ratings

ROBBER = Contest("robber", ("cautious", "random"), games=23, seed=5)
WON, LOST = (1.0, 0.0), (0.0, 0.0)


def first(view: View[Any]) -> Answer:
    """A bot of one's own."""
    from undercroft.bots import random_answer

    return view.ask.keys[0] if view.ask.keys else random_answer(view)


@pytest.fixture(scope="module")
def whole() -> str:
    return compete(ROBBER).json()


def test_every_pair_meets_in_both_seats_on_the_same_seed_with_every_adventurer() -> None:
    contest = Contest("board", ("random", "greedy", f"{__name__}:first"), games=8, options={"round_limit": 3})
    bouts = contest.do(0, 4)
    assert [bout.who for bout in bouts[:6]] == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert [bout.part for bout in bouts[::6]] == ["elf", "hero", "superhero", "wizard"]
    assert contest.opening(find("board"), 3, 1).options["types"] == "wizard,wizard"
    assert contest.deals() == 4
    assert {bout.ends for bout in bouts} == {(LOST, LOST)}  # nobody can win in three rounds
    pairs = Standings.of(contest, bouts).pairs
    assert [(pair.share.points, pair.even) for pair in pairs] == [(4.0, 8)] * 3


def test_greater_tables_turn_round() -> None:
    contest = Contest("board", ("random", "greedy", "bold"), games=3, seats=3, options={"round_limit": 1})
    assert [bout.who for bout in contest.do(0, 1)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_adventurers_that_the_options_deal_stay_so() -> None:
    contest = Contest("board", ("random", "greedy"), options={"types": "elf,wizard"})
    assert contest.parts(find("board")) == ("",)
    assert contest.opening(find("board"), 5, 1).options["types"] == "elf,wizard"


def test_points_shares_and_halves() -> None:
    contest = Contest("board", ("greedy", "bold"), games=4)
    bouts = [
        Bout(0, "elf", (0, 1), (WON, LOST)),
        Bout(0, "elf", (1, 0), (LOST, WON)),
        Bout(1, "hero", (0, 1), (LOST, LOST)),
        Bout(1, "hero", (1, 0), (WON, LOST), unfinished=1),
    ]
    found = Standings.of(contest, bouts)
    (pair,) = found.pairs
    assert (pair.bot, pair.share.points, pair.share.games, pair.even) == ("greedy", 2.5, 4, 1)
    assert {part: share.points for part, share in pair.by_part.items()} == {"elf": 2.0, "hero": 0.5}
    assert pair.share.low < 0.625 < pair.share.high
    assert (found.games, found.deals, found.unfinished) == (4, 2, 1)
    assert list(found.ratings) == ["greedy", "bold"]
    text = found.text()
    assert "2.5 of 4" in text and "1 stopped before their end" in text


def test_alone_the_better_end_wins() -> None:
    contest = Contest("robber", ("cautious", "bold"), games=3)
    bouts = [
        Bout(0, "", (0, 1), ((1.0, 900.0), (1.0, 800.0))),  # both retire, one richer
        Bout(1, "", (0, 1), ((0.0, 0.0), (0.0, 0.0))),
        Bout(2, "", (0, 1), ((0.0, 0.0), (1.0, 50.0))),
    ]
    found = Standings.of(contest, bouts)
    assert found.pairs[0].share.points == 1.5
    assert found.pairs[0].score is not None and found.pairs[0].score.mean == pytest.approx(50 / 3, abs=1e-5)
    assert found.wins == {"cautious": 0.333333, "bold": 0.666667}
    assert found.games == 6


def test_the_share_of_nothing_is_unknown() -> None:
    assert Share.of(0, 0) == Share(0, 0, 0.5, 0.0, 1.0)


def test_ratings_find_the_stronger_and_grow_surer() -> None:
    few = ratings(["a", "b", "c"], [((0, 1), (WON, LOST)), ((1, 2), (WON, LOST))] * 3)
    many = ratings(["a", "b", "c"], [((0, 1), (WON, LOST)), ((1, 2), (WON, LOST)), ((1, 0), (WON, LOST))] * 60)
    assert list(few) == ["a", "b", "c"]
    assert many["a"].high - many["a"].low < (few["a"].high - few["a"].low) / 2
    even = ratings(["a", "b"], [((0, 1), (LOST, LOST))] * 10)
    assert even["a"].rating == even["b"].rating == 25


def test_any_number_of_processes_gives_the_same(whole: str) -> None:
    assert compete(ROBBER, jobs=2).json() == whole


@pytest.mark.parametrize("cut", [0, 20, 400, -1, -30])
def test_a_cut_file_is_gone_on_with_and_gives_the_same(whole: str, cut: int, tmp_path: Path) -> None:
    journal = tmp_path / "arena.jsonl"
    assert compete(ROBBER, journal=journal).json() == whole
    kept = journal.read_bytes()
    journal.write_bytes(kept[:cut])
    assert compete(ROBBER, journal=journal).json() == whole
    assert sorted(journal.read_bytes().splitlines()) == sorted(kept.splitlines())


def test_what_is_done_is_not_done_again(whole: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "arena.jsonl"
    compete(ROBBER, journal=journal)
    more = Contest("robber", ROBBER.bots, games=40, seed=5)
    done: list[int] = []
    play = Contest.do
    monkeypatch.setattr(Contest, "do", lambda self, first, count: done.append(first) or play(self, first, count))  # type: ignore[func-returns-value]
    assert compete(ROBBER, journal=journal).json() == whole
    assert done == []
    grown = compete(more, journal=journal).json()
    assert done == [20, 25, 30, 35]  # a piece that was cut short by the number of games is played whole
    assert grown == compete(more).json()


def test_a_journal_of_something_else_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "arena.jsonl"
    compete(Contest("robber", ("bold", "random"), games=1), journal=journal)
    with pytest.raises(UndercroftError, match="is of another job: its bots is"):
        compete(ROBBER, journal=journal)
    for text in ("Dear diary", "Dear diary\n", "[1]\n"):
        journal.write_text(text)
        with pytest.raises(UndercroftError, match="is something else"):
            compete(ROBBER, journal=journal)
        assert journal.read_text() == text
    compete(Contest("robber", ROBBER.bots, games=1, seed=5), journal=tmp_path / "new")
    with (tmp_path / "new").open("a") as file:
        file.write("what is this\n")
    with pytest.raises(UndercroftError, match="has a line that nobody wrote"):
        compete(ROBBER, journal=tmp_path / "new")


def test_whoever_stops_it_keeps_the_standings(tmp_path: Path) -> None:
    def stop(deals: int) -> None:
        if deals == 10:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as caught:
        compete(ROBBER, progress=stop, journal=tmp_path / "j")
    assert caught.value.report.deals == 10
    assert len((tmp_path / "j").read_bytes().splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["robber", "sensible"], "two bots or more"),
        (["robber", "sensible", "sensible"], "sensible is named twice"),
        (["robber", "sensible", "greedy"], "are the same bot"),
        (["robber", "sensible", "deep-thought"], "no bot named 'deep-thought'"),
        (["robber", "sensible", "nowhere:bot"], "cannot be imported"),
        (["robber", "sensible", "bold", "--games", "0"], "at least 1"),
        (["board", "greedy", "bold", "--seats", "3"], "2 bots cannot fill 3 seats"),
        (["board", "greedy", "bold", "--option", "types=elf,hero,elf"], "types names 3 adventurers for 2 seats"),
        (["board", "greedy", "bold", "--option", "colour=red"], "no house rule 'colour'"),
        (["chess", "greedy", "bold"], "chess"),
        (["robber", "sensible", "bold", "--on", "moon"], "is no cluster"),
        (["robber", "sensible", "bold", "--out", "/nowhere/at/all"], "cannot be written"),
    ],
)
def test_mistakes_are_named(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_command_prints_tables_and_json(whole: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "robber", "cautious", "random", "--games", "23", "--seed", "5", "--jobs", "1"]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(whole)
    assert main(words) == 0
    assert "cautious against random" in capsys.readouterr().out


def test_every_game_has_an_arena(tmp_path: Path) -> None:
    for slug in ("descent", "donjon", "host"):
        contest = Contest(slug, ("random", find(slug).bots[0]), games=1)
        found = compete(contest, journal=tmp_path / slug)
        assert found.games == 2 and found.pairs[0].share.games == 1
        assert compete(contest, journal=tmp_path / slug).json() == found.json()


def test_a_bot_is_a_bot() -> None:
    with pytest.raises(BadOpening, match="two bots"):
        Contest("board", ("greedy",)).check()

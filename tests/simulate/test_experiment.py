"""Experiments on paired seeds, every game by itself as CSV and Parquet, plots, journals, and mistakes that are named."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import msgspec
import pytest

from undercroft.cli import main
from undercroft.simulate import Plan, Row, Stopped, experiment, simulate
from undercroft.simulate.plots import survival
from undercroft.simulate.rows import Rows

VARIED = Plan("robber", games=30, seed=3, bots=("cautious",), vary={"mode": ("normal", "old_school")}, keep=True)


def rows_of(plan: Plan) -> list[Row]:
    found: list[Row] = []
    experiment(plan, take=found.extend)
    return found


def test_variants_have_the_same_seeds_and_their_differences_are_by_pairs() -> None:
    rows: list[Row] = []
    found = experiment(VARIED, take=rows.extend)
    first, second = ([row for row in rows if row.variant == index] for index in (0, 1))
    assert [row.seed for row in first] == [row.seed for row in second]
    assert len(first) == 30
    apart = [float(b.facts["turns"]) - float(a.facts["turns"]) for a, b in zip(first, second, strict=True)]
    turns = found.differences["mode=old_school"]["turns"]
    assert turns.mean == pytest.approx(sum(apart) / 30, abs=1e-5)
    assert turns.pairs == 30 and turns.low <= turns.mean <= turns.high
    assert turns.sure == (not turns.low <= 0 <= turns.high)
    alone = simulate(Plan("robber", games=30, seed=3, bots=("cautious",), options={"mode": "old_school"}))
    assert found.variants["mode=old_school"] == alone
    assert "mode=old_school, beside mode=normal" in found.text()


def test_several_things_vary_together() -> None:
    plan = Plan("board", vary={"bot": ("greedy", "random"), "seats": ("2", "3")})
    names = [name for name, _ in plan.variants()]
    assert names == ["bot=greedy, seats=2", "bot=greedy, seats=3", "bot=random, seats=2", "bot=random, seats=3"]
    last = plan.variants()[-1][1]
    assert (last.bots, last.seats) == (("random",), ("P1", "P2", "P3"))


def test_the_same_with_any_number_of_processes_and_when_gone_on_with(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    whole = experiment(VARIED).json()
    assert '"least": 1,' in whole  # whole numbers stay whole
    assert experiment(VARIED, jobs=2, journal=journal).json() == whole
    kept = journal.read_bytes()
    journal.write_bytes(kept[: len(kept) * 2 // 3])
    rows: list[Row] = []
    assert experiment(VARIED, journal=journal, take=rows.extend).json() == whole
    assert rows == rows_of(VARIED)
    assert journal.read_bytes() == kept


def test_whoever_stops_an_experiment_keeps_what_was_counted() -> None:
    def stop(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Stopped) as caught:
        experiment(VARIED, progress=stop)
    assert caught.value.report.games == 25
    with pytest.raises(Stopped) as caught:
        experiment(msgspec.structs.replace(VARIED, games=1), progress=stop)
    assert "1 games of each" in caught.value.report.text()


def test_a_line_for_every_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.csv"
    words = ["simulate", "robber", "--bot", "cautious", "--games", "30", "--seed", "3", "--rows", str(path), "--json"]
    assert main(words) == 0
    report = json.loads(capsys.readouterr().out)
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 30
    assert [line["game"] for line in lines[:2]] == ["0", "1"]
    assert sum(line["retired"] == "True" for line in lines) == report["rates"]["retired"]["count"]
    assert sum(float(line["turns"]) for line in lines) / 30 == pytest.approx(report["means"]["turns"]["mean"], abs=1e-5)


def test_parquet_has_the_same_lines_with_their_kinds(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not here")
    rows = Rows(["normal", "old"])
    rows.take([
        Row(0, 0, 2**63, 5, True, (0,), (7.0,), {"retired": True, "turns": 3, "gold": 2, "cause": "rat", "seed": 1}),
        Row(0, 1, 2**63, 9, False),
        Row(1, 0, 8, 6, True, (), (0.0,), {"retired": False, "turns": 4, "gold": 2.5}),
    ])  # fmt: skip
    path = tmp_path / "games.parquet"
    rows.write(path)
    table = parquet.read_table(path)
    assert table.to_pylist() == list(rows.lines())
    kinds = {name: str(table.schema.field(name).type) for name in ("retired", "turns", "gold", "cause", "seed", "fact seed")}
    assert kinds == {
        "retired": "bool", "turns": "int64", "gold": "double", "cause": "string", "seed": "string", "fact seed": "int64",
    }  # fmt: skip
    assert table.to_pylist()[1]["retired"] is None
    rows.close()


def test_who_retires_is_counted_as_long_as_he_delves() -> None:
    # four robbers: one dies on the first delve, one retires after it, one dies on the second, one retires after the third
    curve = survival([(1, True), (1, False), (2, True), (3, False)])
    assert curve == [(0, 1.0), (1, 0.75), (2, 0.375), (3, 0.375)]


@pytest.mark.parametrize(
    ("words", "panels"),
    [
        (["robber", "--bot", "cautious", "--vary", "mode=normal,old_school"], ["Still alive", "gold a turn"]),
        (["board", "--bot", "greedy", "--vary", "seats=2,3"], ["Games won by an adventurer", "Gold a turn"]),
        (["host", "--option", "ask=nothing"], ["How it ended, by villain", "When a villain rose"]),
        (["descent"], ["How often", "Scores"]),
    ],
    ids=lambda words: words[0],
)
def test_plots(words: list[str], panels: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not here")
    path = tmp_path / "plot.svg"
    assert main(["simulate", *words, "--games", "8", "--plot", str(path)]) == 0, capsys.readouterr().err
    drawn = path.read_text(encoding="utf-8")
    assert all(f"<!-- {panel}" in drawn or panel in drawn for panel in panels)
    if words[0] == "robber":
        assert main(["simulate", *words, "--games", "8", "--plot", str(tmp_path / "again.svg")]) == 0
        assert (tmp_path / "again.svg").read_text(encoding="utf-8") == drawn


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--vary", "mode=normal"], "names one value"),
        (["--vary", "mode=normal,upside_down"], "upside_down"),
        (["--vary", "colour=red,blue"], "no house rule 'colour'"),
        (["--vary", "seats=1,two"], "name numbers of players"),
        (["--vary", "seats=1,9"], "1 to 4 players"),
        (["--vary", "bot=sensible,deep-thought"], "no bot named 'deep-thought'"),
        (["--vary", "mode"], "NAME=VALUE"),
        (["--vary", "mode=normal,advanced", "--cover"], "leave out"),
        (["--rows", "games.xls"], "neither .csv nor .parquet"),
        (["--rows", "no/such/folder/games.csv"], "there is no folder"),
        (["--plot", "plot.txt"], "is no picture"),
        (["--on", "dask"], "is no cluster"),
    ],
)
def test_mistakes_are_named(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "robber", "--games", "1", *words]) == 2
    assert said in capsys.readouterr().err

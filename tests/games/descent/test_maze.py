"""The maze format: reading with line and column, checking, drawing, generating."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from undercroft.engine import Dice
from undercroft.games.descent.generate import generate
from undercroft.games.descent.maze import Maze, MazeError
from undercroft.games.descent.maze_file import PACKAGED, load, packaged, write
from undercroft.games.descent.quadrille import sheets
from undercroft.games.descent.soundness import check

TINY = "maze Tiny\nlevel 1\nnorth up\n\ngrid\n+-+-+-+\n|T .DA|\n+-+-+-+\nend\n\nlegend\nT tower from=surface\nA chamber\nend\n"


@pytest.mark.rule("DES-FORM-01", "DES-FORM-02")
def test_the_model_level_loads() -> None:
    maze = packaged("model")
    level = maze.levels[0]
    assert (maze.name, level.number, level.north) == ("Castle Crabgrass", 2, "up")
    assert (level.width, level.height) == (12, 9)
    assert len(level.rows) == 19
    assert all(len(row) == 25 for row in level.rows)


@pytest.mark.rule("DES-FORM-03")
def test_the_model_level_holds_every_feature() -> None:
    level = packaged("model").levels[0]
    kinds = {level.feature(col, row).kind for col, row, _ in level.cells()}
    passages = {level.passage(col, row, way) for col, row, _ in level.cells() for way in range(4)}
    assert {"tower", "chamber", "stairs", "trapdoor", "casino", "lake", "corridor"} <= kinds
    assert {"secret", "double", "panel", "chute", "door", "open", "wall"} <= passages
    assert level.legend["B"].get("treasure") == "double"
    assert level.legend["B"].get("special") == "the sword Stormbringer"
    assert level.legend["C"].get("baddies") == "mammal"
    dead_ends = [
        (col, row) for col, row, sign in level.cells()
        if sign == "." and sum(level.passage(col, row, way) not in ("wall", "secret", "chute") for way in range(4)) == 1
    ]  # fmt: skip
    assert dead_ends


@pytest.mark.rule("DES-FORM-02")
@pytest.mark.parametrize(
    ("change", "line", "column", "says"),
    [
        (("|T .DA|", "|T .DA"), 7, 7, "6 signs"),
        (("|T .DA|", "|T .QA|"), 7, 5, "no edge"),
        (("|T .DA|", "|T ?DA|"), 7, 4, "no cell"),
        (("A chamber", "A dungeon"), 13, 3, "no kind"),
        (("A chamber", "A chamber colour=red"), 13, 11, "no option"),
        (("A chamber", "A chamber say=\"x"), 13, 15, "quot"),
        (("north up", "north west"), 3, 7, "up, right, down or left"),
        (("level 1", "level one"), 2, 7, "give a number"),
        (("A chamber\nend\n", "A chamber\n"), 11, 1, "not closed"),
        (("|T .DA|", "|T .1A|"), 7, 5, "not in the legend"),
        (("|T .DA|", "|T aDA|"), 7, 4, "not in the legend"),
        (("A chamber", "A chamber\nA casino"), 14, 1, "twice"),
        (("maze Tiny", "castle Tiny"), 1, 1, "not a header line"),
    ],
)  # fmt: skip
def test_errors_point_at_line_and_column(change: tuple[str, str], line: int, column: int, says: str) -> None:
    with pytest.raises(MazeError, match=says) as caught:
        load(TINY.replace(*change), "tiny.txt")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith("tiny.txt:")


@pytest.mark.rule("DES-FORM-05")
def test_the_checker_warns() -> None:
    words = [str(problem) for problem in check(packaged("model"))]
    assert any("chute leads to level 5, which does not exist" in text for text in words)
    assert any("stairs leads to level 3" in text for text in words)
    no_tower = load(TINY.replace(" from=surface", ""), "x")
    assert any("no tower" in problem.text for problem in check(no_tower))
    doorless = load(TINY.replace("|T .DA|", "|T .|A|"), "x")
    found = [problem.text for problem in check(doorless)]
    assert any("no door" in text for text in found)
    assert any("cannot be reached" in text for text in found)
    plain = load(TINY.replace("A chamber\n", ""), "x")
    assert any("no legend line" in problem.text for problem in check(plain))
    below = TINY + "maze Tiny\nlevel 2\nnorth up\n\ngrid\n+-+-+-+\n|.|   |\n+-+-+-+\nend\n"
    trap = load(below.replace("|T .DA|", "|T oDA|").replace("|.|   |", "|.|   |"), "x")
    assert any("solid rock" in problem.text for problem in check(trap))


def test_panels_that_trap_for_ever_are_found() -> None:
    trap = load(TINY.replace("|T .DA|", "|T .PA|").replace("|T .PA|", "|T .P.|"), "x")
    assert any("trapped for ever" in problem.text and "sliding panel" in problem.text for problem in check(trap))
    loop = TINY.replace("|T .DA|", "|T .P.|\n+ +-+ +\n|. . .|").replace("A chamber\n", "")
    assert not [problem for problem in check(load(loop, "x")) if problem.grave]


@pytest.mark.rule("DES-FORM-05", "DES-MAZE-25")
@pytest.mark.parametrize("name", [name for name in PACKAGED if name != "model"])
def test_the_packaged_mazes_are_sound(name: str) -> None:
    maze = packaged(name)
    assert not [str(problem) for problem in check(maze) if problem.grave]
    assert write(load(write(maze), name)) == write(maze)


@pytest.mark.parametrize("seed", range(6))
def test_generated_mazes_are_sound_and_full(seed: int) -> None:
    levels = 1 + seed % 4
    maze = generate(Dice(seed), levels=levels)
    assert not [problem for problem in check(maze) if problem.grave]
    assert [level.number for level in maze.levels] == list(range(1, levels + 1))
    kinds = {feature.kind for level in maze.levels for feature in level.legend.values()}
    assert {"tower", "chamber", "casino", "theater", "temple", "study", "bower"} <= kinds
    if levels > 2:
        assert {"stairs", "trapdoor", "chute"} <= kinds
    assert write(generate(Dice(seed), levels=levels)) == write(maze)


@pytest.mark.rule("DES-MAZE-01", "DES-FLAV-02")
def test_drawings_parse_and_hide() -> None:
    maze = packaged("model")
    full, bare = sheets(maze), sheets(maze, players=True)
    for svg in (full, bare):
        root = ElementTree.fromstring(svg)
        assert root.attrib["viewBox"]
        assert "width" not in root.attrib
        assert "<script" not in svg
        assert "style=" not in svg
    assert "mammal" in full
    assert "mammal" not in bare
    assert ">s</text>" in full
    assert ">s</text>" not in bare
    assert sheets(maze) == full


def test_several_levels_in_one_file_and_their_dials() -> None:
    maze = packaged("grandmother")
    assert [level.number for level in maze.levels] == [1, 2, 3]
    assert maze.rules == {"cruelty": "9", "starting_gold": "fixed:40", "snake_venom": "yes"}
    assert [baddie.name for baddie in maze.baddies] == ["Aunts"]
    assert isinstance(maze, Maze)


@pytest.mark.rule("DES-MAZE-23", "DES-MOVE-12")
def test_the_checker_warns_of_drops_with_only_secret_ways_out() -> None:
    from .test_walk import OUBLIETTE

    (found,) = check(load(OUBLIETTE, "x"))
    assert not found.grave
    assert str(found) == "warning: level 1 at 3,1: past this trap door every way back to the surface needs a secret door"
    assert check(load(OUBLIETTE.replace("|. .SA|", "|. .DA|"), "x")) == []

"""The pages of docs/ tell the truth: their code runs, their commands exist, and so do the files and rules they name."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from undercroft.cli import parser
from undercroft.games import OURS, find

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "undercroft"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/develop/*.md")])
PROTOCOL = ROOT / "docs" / "develop" / "protocol.md"  # written by the server, and checked there
PREFIXES = {next(iter(find(slug).rulebook())).id.split("-")[0]: slug for slug in OURS}


def blocks(page: Path, kind: str) -> list[str]:
    """The fenced blocks of a page: "python", "toml", or "" for commands."""
    fenced = re.findall(r"^ *```(\w*)\n(.*?)^ *```$", page.read_text(encoding="utf-8"), re.S | re.M)
    return [text for language, text in fenced if language == kind]


def named_blocks(page: Path) -> dict[str, str]:
    """The blocks that stand after a line such as `pig/rulebook.toml`:"""
    return dict(re.findall(r"^`([\w./]+)`:\n\n```\w*\n(.*?)^```$", page.read_text(encoding="utf-8"), re.S | re.M))


def run_python(code: str, folder: Path, *more: str) -> str:
    words = [sys.executable, *(more or ("-c", code))]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def commands() -> list[tuple[str, str]]:
    """Every `undercroft ...` line of a block without a language, without what stands beside it."""
    found = []
    for page in PAGES:
        for block in blocks(page, ""):
            for line in block.splitlines():
                if line.strip().startswith("undercroft "):
                    found.append((page.name, re.split(r"\s{2,}|\s#", line.strip())[0]))
    return found


@pytest.mark.parametrize(("page", "line"), commands(), ids=lambda text: text if str(text).endswith(".md") else None)
def test_every_command_on_a_page_is_one(page: str, line: str) -> None:
    parser().parse_args(shlex.split(line)[1:])  # leaves with a message when an option is unknown


@pytest.mark.parametrize(
    "page", ["README.md", "docs/develop/library.md", "docs/develop/write-a-bot.md", "docs/develop/your-own.md"]
)
def test_the_code_of_a_page_runs_from_top_to_bottom(page: str, tmp_path: Path) -> None:
    code = blocks(ROOT / page, "python")
    assert code
    run_python("\n".join(code), tmp_path)


def test_the_agent_of_the_page_learns_for_a_moment(tmp_path: Path) -> None:
    code = "\n".join(blocks(ROOT / "docs/develop/environments.md", "python"))
    assert "LIVES = 1500" in code
    said = run_python(code.replace("LIVES = 1500", "LIVES = 24"), tmp_path)
    assert re.fullmatch(r"random [\d.]+%, after 24 lives [\d.]+%\n", said)


def test_the_game_of_the_tutorial_is_played_tested_and_found(tmp_path: Path) -> None:
    """The files of the page as they stand there, installed as a package would be."""
    files = named_blocks(ROOT / "docs" / "develop" / "add-a-game.md")
    assert set(files) == {"pyproject.toml", "pig/rulebook.toml", "pig/__init__.py", "tests/test_pig.py"}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    point = re.search(r"^pig = .*$", files["pyproject.toml"], re.M)
    assert point is not None
    entry = tmp_path / "undercroft_pig-0.1.dist-info"
    entry.mkdir()
    (entry / "METADATA").write_text("Metadata-Version: 2.1\nName: undercroft-pig\nVersion: 0.1\n", encoding="utf-8")
    (entry / "entry_points.txt").write_text(f"[undercroft.games]\n{point[0].replace(chr(34), '')}\n", encoding="utf-8")
    more = blocks(ROOT / "docs" / "develop" / "testing.md", "python")
    assert len(more) == 2
    (tmp_path / "tests" / "test_more.py").write_text("\n".join(more), encoding="utf-8")
    run_python("", tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "tests")
    report = run_python("", tmp_path, "-m", "undercroft", "simulate", "pig", "--bot", "holder,random", "--games", "50")
    assert "Wins by seat" in report
    assert "named by a test (100.0%)" in run_python("", tmp_path, "-m", "undercroft", "rules", "pig", "--coverage")
    assert "Pig." in run_python("", tmp_path, "-m", "undercroft.testing.playthrough", "pig", "--seed", "3")


def test_the_monster_of_the_page_touches_one_file_and_its_data(tmp_path: Path) -> None:
    """The blocks of the page put at the ends of the files they name, in a copy of the package; then the page's test."""
    files = named_blocks(ROOT / "docs" / "develop" / "add-a-monster.md")
    assert set(files) == {"data/baddies.toml", "rules/bestiary/weirdies.py", "test_swans.py"}
    shutil.copytree(SOURCE, tmp_path / "undercroft", ignore=shutil.ignore_patterns("web", "__pycache__", "rulebook.toml"))
    shutil.copy(SOURCE / "games" / "descent" / "rulebook.toml", tmp_path / "undercroft" / "games" / "descent")
    shutil.copy(ROOT / "tests" / "games" / "descent" / "scene.py", tmp_path)
    (tmp_path / "test_swans.py").write_text(files.pop("test_swans.py"), encoding="utf-8")
    for name, text in files.items():
        with (tmp_path / "undercroft" / "games" / "descent" / name).open("a", encoding="utf-8") as file:
            file.write(f"\n{text}")
    run_python("", tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", ".")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", [page for page in PAGES if page != PROTOCOL], ids=lambda page: page.name)
def test_every_file_a_page_names_is_there(page: Path) -> None:
    text = re.sub(r"^`[\w./]+`:\n\n```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    own = SOURCE / "games" / page.stem.split("-")[0]
    for name in re.findall(r"`([\w.-]+(?:/[\w.-]+)*/?(?:\.(?:py|md|toml|csv|txt|css|js)|(?<=/)))`", text):
        places = [ROOT, SOURCE, page.parent, own, own / "rules", own / "data", SOURCE / "games" / "robber", SOURCE / "store"]
        assert any((place / name).exists() for place in places), f"{page.name} names {name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_rule_a_page_names_exists(page: Path) -> None:
    for rule in re.findall(r"\b[A-Z]{3}-[A-Z0-9]+-\d+\b", page.read_text(encoding="utf-8")):
        prefix = rule.split("-")[0]
        if prefix in PREFIXES:
            assert rule in find(PREFIXES[prefix]).rulebook(), f"{page.name} names {rule}"


@pytest.mark.parametrize("slug", OURS)
def test_a_game_names_its_author_and_its_page_its_options(slug: str) -> None:
    game = find(slug)
    assert "not affiliated" in game.rulebook().credit
    author = {"robber": "Hughes", "board": "Megarry", "host": "Dowler", "descent": "VanGrasstek", "donjon": "Nixon"}[slug]
    page = (ROOT / "docs" / f"{slug}.md").read_text(encoding="utf-8")
    for text in (game.credit, page, (ROOT / "README.md").read_text(encoding="utf-8")):
        assert author in text
    options = page.partition("## Options")[2].partition("\n## ")[0]
    named = {*re.findall(r"--option (\w+)=", page), *re.findall(r"^\| `(\w+)`", options, re.M)}
    known = {setting.name for setting in game.settings}
    assert named <= known, named - known
    if slug in ("robber", "board"):
        assert not [name for name in known if f"`{name}`" not in page]


def test_everything_of_ones_own_is_played_as_the_page_says(tmp_path: Path) -> None:
    """The files of the page in an empty folder, and its commands, to the letter, for a dozen answers each."""
    page = ROOT / "docs" / "develop" / "your-own.md"
    for name, text in named_blocks(page).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines = [line for where, line in commands() if where == page.name and " serve " not in line]
    assert len(lines) == 8
    answers = "1\n" * 12
    for line in lines:
        words = [sys.executable, "-m", "undercroft", *shlex.split(line)[1:]]
        words += ["--seed", "3", "--db", "own.db"] if " play " in line else []
        done = subprocess.run(words, cwd=tmp_path, input=answers, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, f"{line}: {done.stderr}"
        expected = {"maze": "sound", "simulate": "20 games", "arena": "mybots:headlong against random"}.get(
            words[3], "The game is kept"
        )
        assert expected in done.stdout, line

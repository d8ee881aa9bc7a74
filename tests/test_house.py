"""The house is in order: rule sources, rulebooks, playthroughs, and what may not be committed."""

from __future__ import annotations

import ast
import graphlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

import undercroft
from undercroft.games import OURS, find
from undercroft.testing import check_rules_source
from undercroft.testing.coverage import coverage
from undercroft.testing.playthrough import again

ROOT = Path(__file__).parent.parent
PACKAGE = Path(undercroft.__file__).parent
PLAYTHROUGHS = sorted((ROOT / "tests" / "playthroughs").glob("*.txt"))


def test_the_engine_needs_msgspec_alone() -> None:
    code = (
        "import sys\nimport msgspec, msgspec.json, msgspec.msgpack\nmsgspec.msgpack.Decoder(list[int])\n"
        "before = set(sys.modules)\nimport undercroft.engine\n"
        "print(' '.join({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    outside = {name for name in loaded if name not in sys.stdlib_module_names} - {"undercroft", "msgspec"}
    assert outside == set()


def test_no_file_imports_itself_by_a_detour() -> None:
    graph = grimp.build_graph("undercroft", exclude_type_checking_imports=True, cache_dir=None)
    graphlib.TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()


def test_an_import_inside_a_function_says_why_it_is_late() -> None:
    """On its line; a package's own file, where most are, says it once."""
    silent = set()
    for path in PACKAGE.rglob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        for function in ast.walk(ast.parse("\n".join(lines))):
            for node in ast.walk(function) if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) else ():
                if isinstance(node, ast.Import | ast.ImportFrom):
                    said = lines[0 if path.name == "__init__.py" else node.lineno - 1 : node.lineno]
                    if not any("late: " in line for line in said):
                        silent.add(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert silent == set()


@pytest.mark.parametrize("slug", OURS)
def test_rules_do_only_what_rules_may(slug: str) -> None:
    assert check_rules_source(PACKAGE / "games" / slug) == []


@pytest.mark.parametrize("slug", OURS)
def test_every_rule_has_a_test_or_a_written_reason(slug: str) -> None:
    assert coverage(find(slug), ROOT / "tests", PACKAGE / "games" / slug).left == []


@pytest.mark.parametrize("slug", OURS)
def test_every_game_has_three_playthroughs(slug: str) -> None:
    assert len([file for file in PLAYTHROUGHS if file.name.startswith(f"{slug}-")]) >= 3


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_playthroughs_play_out_as_written(file: Path) -> None:
    before, after = again(file)
    assert after == before, "read the difference, then `make playthroughs`"


@pytest.mark.parametrize("slug", OURS)
def test_the_picture_of_the_chapters_is_the_contract(slug: str) -> None:
    picture = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("```")[3]
    drawn = re.search(rf"^{slug} (.*?)(?=^\S|\Z)", picture, re.MULTILINE | re.DOTALL)
    contracts = tomllib.loads((ROOT / "contracts" / f"{slug}.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (c["layers"] for c in contracts if f"undercroft.games.{slug}.rules" in c.get("containers", ()) and "layers" in c)
    assert drawn is not None
    assert [part.strip() for part in drawn[1].split(">")] == layers


def test_nothing_committed_names_a_registry_or_this_machine() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split("\n")
    if not files or files == [""]:
        pytest.skip("not a git checkout")
    assert not [name for name in files if name.endswith((".lock", "package-lock.json"))]
    for name in files:
        path = ROOT / name
        if not name or path.suffix in (".png", ".undercroft") or not path.is_file() or name == "tests/test_house.py":
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for word in ("pypi" + ".org", "deb.debian" + ".org", "registry.npmjs", "/work" + "/", "/root/"):
            assert word not in text, f"{name} names {word}"


@pytest.mark.parametrize(("ci", "left"), [("", 0), ("1", 1)], ids=["at home", "in CI"])
def test_only_at_home_may_a_test_skip_for_want_of_a_tool(tmp_path: Path, ci: str, left: int) -> None:
    (tmp_path / "test_it.py").write_text("import pytest\n\ndef test_it():\n    pytest.skip('no lantern found')\n")
    call = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", str(tmp_path)]
    ran = subprocess.run(call, cwd=ROOT, env=os.environ | {"CI": ci}, capture_output=True, text=True, check=False)
    assert ran.returncode == left, ran.stdout
    assert ("no lantern found" in ran.stdout) == bool(ci)


def test_the_page_of_options_is_up_to_date() -> None:
    import runpy

    made = runpy.run_path(str(ROOT / "tools" / "write_docs.py"))["options_page"]()
    assert (ROOT / "docs" / "options.md").read_text(encoding="utf-8") == made, "run `make docs`"


def test_one_name_for_one_idea() -> None:
    """The glossary is made from its data, and no page, option or help says it in another word."""
    import runpy

    made = runpy.run_path(str(ROOT / "tools" / "write_docs.py"))
    assert (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8") == made["glossary_page"](), "run `make docs`"
    never = re.compile("|".join(rf"\b{word}\b" for term in made["terms"]() for word in term["never"]), re.IGNORECASE)
    assert never.search("Ask all onlookers") and never.search("A dial.")
    pages = [ROOT / "README.md", *(page for page in (ROOT / "docs").glob("*.md") if page.name != "glossary.md")]
    pages += [ROOT / "src" / "undercroft" / "cli.py", *(ROOT / "src" / "undercroft" / "games").glob("*/settings.toml")]
    rule = re.compile(r"\b[A-Z]{3}-[A-Z]+-\d+")  # ids of rules are no words
    lines = [(page.name, rule.sub("", line)) for page in pages for line in page.read_text("utf-8").splitlines()]
    assert [f"{name}: {line.strip()}" for name, line in lines if never.search(line)] == []
    src = ROOT / "src" / "undercroft"
    said = [  # of programs only what a person reads: texts of more than a word
        (path.name, text)
        for folder in ("commands", "engine", "store", "server", "terminal", "web/js")
        for path in sorted((src / folder).rglob("*.[pj][ys]"))
        for text in re.findall(
            r'"(?!"")([^"\n]* [^"\n]*)"|`([^`\n]* [^`\n]*)`',
            re.sub(r'"""(?s:.*?)"""|\{[^{}\n]*\}|#.*|//.*', "", path.read_text("utf-8")),
        )
    ]
    aloud = re.compile(r"\b(?:stored game|saved match|spectators?|onlookers?|moderator|referee|rollback)\b", re.IGNORECASE)
    assert [f"{name}: {''.join(text)}" for name, text in said if aloud.search("".join(text))] == []


CUTS = ("startswith", "partition", "rpartition", "split", "rsplit", "removeprefix")


def test_only_answers_take_keys_apart() -> None:
    """A game's `answers.py` files make keys and read them; whoever has one in hand asks them what it says."""
    cut = []
    for path in (PACKAGE / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path.name != "answers.py" else ():
            match node:
                case ast.Attribute(value=ast.Name(id="key"), attr=attr) if attr in CUTS:
                    cut.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
                case ast.Subscript(value=ast.Name(id="key"), slice=ast.Slice()):
                    cut.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert cut == []

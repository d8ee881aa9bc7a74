"""`tools/mutants`: what it breaks, and when it says that somebody noticed."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "mutants"

HUNT = """
import sys, time, types
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = SourceFileLoader("mutants", sys.argv[1])
mutants = sys.modules["mutants"] = module_from_spec(spec_from_loader("mutants", loader))
loader.exec_module(mutants)

def test(name, body):
    session = types.SimpleNamespace(testsfailed=0)
    def run(item, nextitem):
        session.testsfailed += body() == "fails"
    return session, types.SimpleNamespace(nodeid=name, ihook=types.SimpleNamespace(pytest_runtest_protocol=run))

def for_ever():
    while True:
        pass

hunt = mutants.Hunt([], "board", 1)
bodies = {"passes": lambda: None, "fails": lambda: "fails", "starves": lambda: time.sleep(2.5), "hangs": for_ever}
for name, body in bodies.items():
    session, item = test(name, body)
    print(name, *(found for _, found in hunt.forked(session, [name], lambda name: (None, [item], 1))))
"""


def test_a_rule_that_never_ends_is_noticed_and_one_that_had_to_wait_for_the_processor_is_not() -> None:
    done = subprocess.run([sys.executable, "-c", HUNT, str(TOOL)], capture_output=True, text=True, check=True, timeout=600)
    assert done.stdout.splitlines() == ["passes (False, '')", "fails (True, 'fails')", "starves (False, '')", "hangs (True, '')"]


def test_a_default_argument_is_not_drawn_since_only_the_code_of_a_function_is_swapped(tmp_path: Path) -> None:
    rules = tmp_path / "src" / "undercroft" / "games" / "toy" / "rules"
    rules.mkdir(parents=True)
    (rules / "toy.py").write_text(
        'def pay(coins: int = 7, *, twice: bool = False) -> int:\n    """Pay up (TOY-PAY-01 to 03, 07)."""\n    return coins + 5'
    )
    (tmp_path / "tools").mkdir()
    tool = tmp_path / "tools" / "mutants"
    tool.write_text(TOOL.read_text(encoding="utf-8"), encoding="utf-8")
    done = subprocess.run([sys.executable, str(tool), "toy", "--list"], capture_output=True, text=True, check=True, timeout=600)
    assert {line.split()[0] for line in done.stdout.splitlines()} <= {f"TOY-PAY-0{number}" for number in (1, 2, 3, 7)}
    assert sorted(line.split(": ", 1)[1] for line in done.stdout.splitlines()) == [
        "coins + 5 -> coins - 5",
        "coins + 5: 5 -> 4",
        "coins + 5: 5 -> 6",
    ]


def test_a_list_of_ids_names_them_all() -> None:
    script = HUNT.split("def test")[0] + "print(mutants.ids_in('BRD-WND-01 to 03, 07; BRD-AMB-04b, BRD-LOSE-02'))"
    done = subprocess.run([sys.executable, "-c", script, str(TOOL)], capture_output=True, text=True, check=True, timeout=600)
    assert done.stdout.split("'")[1::2] == ["BRD-WND-01", "BRD-WND-02", "BRD-WND-03", "BRD-WND-07", "BRD-AMB-04b", "BRD-LOSE-02"]

"""The conformance kit finds what it should find, and lets a sound game pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.toy import GAME, Toy, ToyGame
from undercroft.engine import Drawing, Table
from undercroft.testing import LawBroken, check_game, check_rules_source, fingerprint
from undercroft.testing.pictures import drawing_faults


def test_the_toy_obeys() -> None:
    check_game(GAME, range(6), every=2)
    check_game(GAME, range(2), gamesmaster="Gus")


def test_a_leaking_mask_is_found() -> None:
    class Leaky(ToyGame):
        def mask(self, state: Toy, seat: int | None) -> Toy:
            return state

    with pytest.raises(LawBroken, match="may not know"):
        check_game(Leaky(), range(8), every=1)


def test_an_unknown_rule_is_found() -> None:
    class Lawless(ToyGame):
        async def step(self, t: Table[Toy]) -> None:
            await t.choose(0, "Well?", {"go": "Go"}, rule="TOY-NONE-01")
            t.state.turn += 1

    with pytest.raises(LawBroken, match="TOY-NONE-01"):
        check_game(Lawless(), [1])


def test_state_kept_outside_the_state_is_found() -> None:
    memory: list[int] = []

    class Forgetful(ToyGame):
        async def step(self, t: Table[Toy]) -> None:
            memory.append(1)
            await t.choose(0, "Well?", {"go": f"Go {len(memory)}"}, rule="TOY-CLIMB-01")
            t.state.turn += 1

    with pytest.raises(LawBroken, match="reaches another ask"):
        check_game(Forgetful(), [1])


def test_an_endless_game_is_found() -> None:
    class Endless(ToyGame):
        longest = 20

        def is_over(self, state: Toy) -> bool:
            return False

    with pytest.raises(LawBroken, match="within its stated bound"):
        check_game(Endless(), [1])


def test_fingerprints_repeat() -> None:
    assert fingerprint(GAME, 3) == fingerprint(GAME, 3) != fingerprint(GAME, 4)


def test_the_source_check_finds_chance_sets_and_try(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        "import random\nasync def f(t):\n    try:\n        await t.roll('1d6', 'x')\n    except ValueError:\n        pass\n"
        "    for x in {1, 2}:\n        pass\n    return [y for y in set((1, 2))]\n"
    )
    found = "\n".join(check_rules_source(tmp_path))
    assert "imports random" in found
    assert "wraps an await" in found
    assert found.count("loops over a set") == 2


@pytest.mark.parametrize(("target", "faults"), [("#rat", []), ("https://else.where/", ["the drawing leads somewhere else"])])
def test_a_drawing_refers_to_its_own_parts_alone(target: str, faults: list[str]) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g id="rat"/><use href="{target}"/></svg>'
    assert drawing_faults(Drawing(svg=svg, alt="a rat")) == faults

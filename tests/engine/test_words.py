"""Words: lists, numbers of things, one line."""

from __future__ import annotations

import pytest

from undercroft.engine.words import capital, listed, plain, some


@pytest.mark.parametrize(
    ("parts", "text"), [([], "nothing"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_a_list_is_read_aloud(parts: list[str], text: str) -> None:
    assert listed(parts) == text


def test_a_list_may_end_otherwise() -> None:
    assert listed(iter(["Ada", "Bo", "Cy"]), "or") == "Ada, Bo or Cy"
    assert listed([], none="nobody") == "nobody"


def test_numbers_of_things() -> None:
    assert [some(n, "answer") for n in (0, 1, 2)] == ["0 answers", "1 answer", "2 answers"]
    assert some(3, "foot", "feet") == "3 feet"


def test_a_first_letter_is_large_and_a_line_is_one_line() -> None:
    assert capital("a door") == "A door"
    assert capital("") == ""
    assert plain("a\n  b\x1b[2J\tc") == "a b [2J c"

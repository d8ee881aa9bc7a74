"""A world is the same on every Python."""

from __future__ import annotations

from undercroft.games.host.ground.page import length, total


def test_lengths_are_added_up_one_after_the_other() -> None:
    """From Python 3.12 on `sum` makes 1.0 of it: a map could differ by a hair, and what is as near as something else as well."""
    assert total([0.1] * 10) == 0.9999999999999999
    assert length([(0.1 * step, 0.0) for step in (0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0)]) == 0.9999999999999999

"""Histories written down, played again: each proves the rules that its lines, and the lines of its finished map, name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from undercroft.testing.playthrough import again

from .plans import HISTORIES, finished, plan, plan_file


def named(*files: Path) -> pytest.MarkDecorator:
    words = "".join(file.read_text(encoding="utf-8") for file in files)
    mark: pytest.MarkDecorator = pytest.mark.rule(*sorted(set(re.findall(r"HST-[A-Z]+-\d+", words))))
    return mark


@pytest.mark.parametrize("file", [pytest.param(file, marks=named(file), id=file.stem) for file in HISTORIES])
def test_a_history_plays_out_as_it_was_written(file: Path) -> None:
    written, today = again(file)
    assert today == written


@pytest.mark.parametrize("file", [pytest.param(file, marks=named(file, plan_file(file)), id=file.stem) for file in HISTORIES])
def test_its_map_is_drawn_as_it_was(file: Path) -> None:
    assert plan(finished(file)) == plan_file(file).read_text(encoding="utf-8")

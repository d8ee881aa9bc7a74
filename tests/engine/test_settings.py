"""Settings: read from a file, and chosen into a struct."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from undercroft.engine import Opening, Setting, read_settings
from undercroft.engine.errors import BadContent


def written(folder: Path, text: str) -> Path:
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_settings_are_read_in_the_order_of_the_file(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        'wind = { label = "Wind", default = "calm", choices = ["calm", "storm"], rule = "TOY-01" }\n'
        'goal = { label = "Height to reach", default = 12, low = 3, high = 50, help = "In feet." }\n',
    )
    assert read_settings(file) == (
        Setting("wind", "Wind", "calm", choices=("calm", "storm"), rule="TOY-01"),
        Setting("goal", "Height to reach", 12, low=3, high=50, help="In feet."),
    )


@pytest.mark.parametrize("row", ['{ label = "Wind", defualt = "calm" }', '{ default = "calm" }'])
def test_a_setting_that_cannot_be_read_is_named(tmp_path: Path, row: str) -> None:
    with pytest.raises(BadContent, match=r"settings\.toml.*wind"):
        read_settings(written(tmp_path, f"wind = {row}\n"))


class Chosen(msgspec.Struct, frozen=True):
    goal: int
    stormy: bool


class Listed(msgspec.Struct, frozen=True, array_like=True):
    goal: int
    stormy: bool


@pytest.mark.parametrize("into", [Chosen, Listed])
def test_options_become_a_struct_by_name(into: type[Chosen]) -> None:
    opening = Opening(game="toy", seats=("Ada",), seed=1, options={"wind": "storm", "goal": 20})
    assert opening.chosen(into, stormy=opening.options["wind"] == "storm") == into(20, True)
    with pytest.raises(KeyError, match="stormy"):
        opening.chosen(into)
    with pytest.raises(msgspec.ValidationError):
        opening.chosen(into, stormy="storm")

"""Figures: every creature of every game has one of its own, no two look alike, and a name nobody knows still gets a picture."""

from __future__ import annotations

import csv
import io
import tomllib
import xml.etree.ElementTree as ET
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest
import resvg_py
from PIL import Image

from undercroft.drawing import figures
from undercroft.drawing.figures import Drawn
from undercroft.drawing.figures.furniture import FURNITURE
from undercroft.drawing.figures.people import recipe
from undercroft.drawing.figures.things import THINGS

SHADOW = {"ink": "#000", "paper": "#000", "tone": "#000"}


def _toml(game: str, name: str) -> dict[str, Any]:
    return tomllib.loads((files("undercroft") / "games" / game / "data" / name).read_text(encoding="utf-8"))


def _csv(game: str, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((files("undercroft") / "games" / game / "data" / name).read_text(encoding="utf-8"))))


def _creatures() -> dict[str, list[str]]:
    """Who is in the data, by game. Built-in lines that only invite an invention are nobody yet."""
    host = _toml("host", "monsters.toml")
    flavours = [one["name"] for table in host for one in host[table] if table.endswith("_flavor") and not one.get("custom")]
    peoples = {"civilization", "delver", "breeder", "alpha", "wandering"}
    return {
        "board": [row["name"] for row in _csv("board", "monsters.csv")]
        + [row["type"] for row in _csv("board", "adventurers.csv")],
        "descent": [one["name"] for one in _toml("descent", "baddies.toml")["baddie"]]
        + ["warrior", "priest", "wizard", "sage", *(name for name in _toml("descent", "ranks.toml")["surcharge"])],
        "donjon": [one["key"] for one in _toml("donjon", "bestiary.toml")["creature"]]
        + [one["name"] for one in _toml("donjon", "classes.toml")["set"]]
        + [one["calling"] for one in _toml("donjon", "samples.toml")["character"]],
        "host": flavours
        + [one["name"] for one in _toml("host", "water_magma.toml")["dweller"]]
        + [one["id"] for one in _toml("host", "civilizations.toml")["civilization"] if one["id"] != "custom"]
        + [one["id"] for one in _toml("host", "villains.toml")["arch_villain"]]
        + [one["name"] for one in _toml("host", "custom_library.toml")["entry"] if one["kind"] in peoples],
        "robber": [one["name"] for one in _toml("robber", "monsters.toml")["monster"]]
        + [one["name"] for one in _toml("robber", "callings.toml")["calling"]]
        + [one["title"] for one in _toml("robber", "stations.toml")["station"]]
        + ["flumph"],
    }


SAME = {frozenset(pair) for pair in (("human_thief", "Thief"), ("Dark Elf", "dark_elf"))}  # of one trade, of one blood


@pytest.mark.parametrize("game", ["board", "descent", "donjon", "host", "robber"])
def test_every_creature_of_the_data_has_a_figure_of_its_own(game: str) -> None:
    creatures = list(dict.fromkeys(_creatures()[game]))
    assert len(creatures) > 20
    nobody = [name for name in creatures if figures.own(name) is None]
    assert nobody == []
    whose: dict[Drawn, str] = {}
    for name in creatures:
        drawn = figures.own(name)
        assert drawn is not None
        other = whose.setdefault(drawn, name)
        assert other == name or frozenset((other, name)) in SAME, f"{name} looks just like {other}"


def test_there_are_things_and_furniture_enough() -> None:
    assert len({**THINGS, **FURNITURE}) >= 120
    for name in (
        "chest",
        "sack",
        "sword",
        "jewel",
        "sarcophagus",
        "altar",
        "forge",
        "bunk",
        "throne",
        "cage",
        "mushrooms",
        "web",
        "door",
    ):
        assert figures.own(name) == Drawn(name)
    assert figures.own("mine cart") == Drawn("mine cart")


@cache
def _shadow(drawn: Drawn, pixels: int) -> int:
    """The silhouette as the bits of one number."""
    svg = figures.figure(drawn, size=pixels, **SHADOW).render()  # type: ignore[arg-type]
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=pixels, background="#ffffff"))
    bits = Image.open(io.BytesIO(png)).convert("1", dither=Image.Dither.NONE)
    return int.from_bytes(bytes(0 if value else 1 for value in bits.get_flattened_data()), "big")


def _everybody() -> list[Drawn]:
    return [*(Drawn(name) for name in figures.names()), *figures.variations()]


def test_no_two_shadows_are_alike() -> None:
    """At 32 pixels, at least a twentieth of what either covers is covered by only one of the two."""
    shadows = {drawn: _shadow(drawn, 32) for drawn in _everybody()}
    alike = [
        (str(one), str(two))
        for (one, a), (two, b) in combinations(shadows.items(), 2)
        if (a ^ b).bit_count() < 0.05 * (a | b).bit_count()
    ]
    assert alike == []


def test_everybody_is_seen_at_sixteen_pixels_and_stays_on_the_paper() -> None:
    for drawn in _everybody():
        shadow = _shadow(drawn, 16)
        assert shadow.bit_count() >= 18, f"{drawn} is hardly there"


def test_nobody_leaves_the_paper() -> None:
    for drawn in _everybody():
        svg = figures.figure(drawn, **SHADOW).render()  # type: ignore[arg-type]
        wider = svg.replace('viewBox="0 0 1000 1000"', 'viewBox="-100 -100 1200 1200"')
        assert wider != svg
        png = bytes(resvg_py.svg_to_bytes(svg_string=wider, width=48, background="#ffffff"))
        picture = Image.open(io.BytesIO(png)).convert("L").point(lambda value: 255 - value)
        left, top, right, bottom = picture.getbbox() or (0, 0, 0, 0)
        assert left >= 3 and top >= 3 and right <= 45 and bottom <= 45, f"{drawn} leaves the paper"


def test_a_seed_is_a_hand() -> None:
    def hand(seed: int) -> str:
        return figures.figure("goblin", seed=seed).render()

    assert hand(0) == hand(0)
    assert len({hand(seed) for seed in range(8)}) == 8


def test_figures_are_short_enough_to_send() -> None:
    assert all(len(figures.figure(name, size=400).render()) <= 12_000 for name in figures.names())
    for size, mean in ((100, 4_500), (16, 3_000)):
        assert sum(len(figures.figure(name, size=size).render()) for name in figures.names()) / len(figures.names()) < mean


def test_only_the_three_colours_asked_for() -> None:
    for name in ("dragon", "vampire", "chest", "slime"):
        svg = figures.figure(name, ink="#111111", paper="#eeeeee", tone="#777777").render()
        fills = {value for node in ET.fromstring(svg).iter() for key, value in node.attrib.items() if key in ("fill", "stroke")}
        assert fills <= {"#111111", "#eeeeee", "#777777", "none"}


def test_a_name_nobody_knows_gets_the_figure_of_its_kind() -> None:
    assert figures.find("Gloombeast of Nowhere") is None and not figures.known("Gloombeast of Nowhere")
    stranger = figures.figure("Gloombeast of Nowhere", title="").render()
    assert stranger == figures.figure("unknown", title="").render()
    assert figures.figure("Old Tom", kind="person", title="").render() == figures.figure("adventurer", title="").render()
    assert figures.find("a very old giant rat") == figures.own("Giant Rats")
    markup = figures.figure("<script>alert(1)</script>").render()
    assert not [node for node in ET.fromstring(markup).iter() if node.tag.endswith("script")]


def test_a_recipe_that_cannot_be_cooked_says_why() -> None:
    with pytest.raises(ValueError, match="no head 'pumpkin'"):
        recipe({"head": "pumpkin"})
    with pytest.raises(ValueError, match="a recipe has no 'shoes'"):
        recipe({"shoes": "red"})
    with pytest.raises(ValueError, match="no word 'upside'"):
        figures.figure("rat", words=("upside",))

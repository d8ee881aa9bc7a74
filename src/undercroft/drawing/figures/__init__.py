"""Figures: creatures, people, things and furniture by name, drawn by one pen.

`figure("giant rat")` is a drawing of its own, `piece` the same for use within another. A seed varies the hand and the build; seed 0 is the one
in the book. Whoever is not known gets the figure of its kind. `docs/figures.png` shows them all (`tools/draw_figures.py`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..svg import Svg
from .beasts import BEASTS, crocodile_bones, dragon
from .furniture import FURNITURE
from .gear import HELD
from .hats import HATS
from .heads import Part
from .horrors import HORRORS
from .ink import GROUND, INK, PAPER, TONE, Sheet, corners, curve, oval
from .people import Recipe, person, recipe
from .things import THINGS

__all__ = ["Drawn", "figure", "find", "known", "names", "own", "piece", "variations"]

INK_COLOUR, PAPER_COLOUR, TONE_COLOUR = "#1d1a16", "#ffffff", "#cfc6b2"
_DRAWINGS: dict[str, Part] = {**BEASTS, **HORRORS, **THINGS, **FURNITURE}


class Drawn(NamedTuple):
    """Which figure is meant, and the words that vary it."""

    name: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.name, *self.words))


@cache
def _book() -> dict[str, Any]:
    book = tomllib.loads((files(__package__) / "figures.toml").read_text(encoding="utf-8"))
    people: dict[str, Recipe] = {}
    for name, data in book["people"].items():
        start = dict(book["people"][data["like"]]) if "like" in data else {}
        people[name] = recipe({**start, **{key: value for key, value in data.items() if key != "like"}})
    book["people"] = people
    return book


def names() -> list[str]:
    """Every figure that is drawn for itself, in the order of the book."""
    return [*_book()["people"], *_DRAWINGS]


def variations() -> list[Drawn]:
    """Every figure that is another one with words, in the order of the book."""
    return list(dict.fromkeys(drawn for drawn in map(_split, _book()["names"].values()) if drawn.words))


def _plain(name: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "")))


def _singulars(name: str) -> list[str]:
    found = [name]
    for ending, instead in (
        ("men", "man"),
        ("wolves", "wolf"),
        ("ves", "f"),
        ("thieves", "thief"),
        ("people", "person"),
        ("ies", "y"),
        ("es", ""),
        ("s", ""),
    ):
        if name.endswith(ending):
            found.append(name[: -len(ending)] + instead)
    return found


def own(name: str) -> Drawn | None:
    """The figure of just that name: as drawn, by another name, or in the plural."""
    book = _book()
    for one in _singulars(_plain(name)):
        if one in book["names"]:
            return _split(book["names"][one])
        if one in book["people"] or one in _DRAWINGS:
            return Drawn(one)
    return None


def find(name: str) -> Drawn | None:
    """The figure of that name, or of what is left of it when words are dropped: a very old giant rat is a giant rat."""
    words = _plain(name).split()
    parts = [words[start:] for start in range(len(words))] + [words[:end] for end in range(len(words) - 1, 0, -1)]
    return next((found for part in parts if (found := own(" ".join(part))) is not None), None)


def _split(target: str) -> Drawn:
    """A figure of several words, then the words that vary it."""
    words = target.split()
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count])
        if name in _book()["people"] or name in _DRAWINGS:
            return Drawn(name, tuple(words[count:]))
    raise ValueError(f"no figure {target!r} in the book")


def known(name: str) -> bool:
    """Whether there is a figure for the name itself."""
    return find(name) is not None


def figure(
    name: str | Drawn, *, kind: str = "monster", seed: int = 0, size: float = 100, ink: str = INK_COLOUR, paper: str = PAPER_COLOUR,
    tone: str = TONE_COLOUR, words: tuple[str, ...] = (), title: str | None = None,
) -> Svg:  # fmt: skip
    """A drawing of the figure, to be shown about `size` pixels wide and high: small ones leave the fine strokes out."""
    return _drawn(name, kind, seed, size, ink, paper, tone, words).page(str(name) if title is None else title)


def piece(
    name: str | Drawn, *, kind: str = "monster", seed: int = 0, size: float = 100, ink: str = INK_COLOUR, paper: str = PAPER_COLOUR,
    tone: str = TONE_COLOUR, words: tuple[str, ...] = (),
) -> Svg:  # fmt: skip
    """The same as a piece of a larger drawing: a thousand units wide and high, to be scaled to about `size`."""
    return _drawn(name, kind, seed, size, ink, paper, tone, words).piece()


def _drawn(
    name: str | Drawn, kind: str, seed: int, size: float, ink: str, paper: str, tone: str, words: tuple[str, ...]
) -> Sheet:
    sheet = Sheet(seed, size=size, ink=ink, paper=paper, tone=tone)
    found = name if isinstance(name, Drawn) else find(name) or Drawn(_book()["kinds"].get(kind, "unknown"))
    _vary(sheet, found.name, (*found.words, *words))
    return sheet


def _vary(sheet: Sheet, name: str, words: tuple[str, ...]) -> None:
    """Draw a figure with the words that vary it, the last word outermost."""
    if not words:
        _plainly(sheet, name)
        return
    *inner, word = words
    if word in WORDS:
        WORDS[word](sheet, name, lambda: _vary(sheet, name, tuple(inner)))
    else:
        raise ValueError(f"no word {word!r} for a figure; there are {', '.join(WORDS)}")


def _plainly(sheet: Sheet, name: str) -> None:
    who = _book()["people"].get(name)
    if who is None:
        _DRAWINGS[name](sheet)
        return
    if sheet.seed:
        dice = sheet.dice
        who = replace(who, tall=who.tall - 3 + dice.below(6), wide=who.wide - 7 + dice.below(15), big=who.big - 4 + dice.below(9))
    person(sheet, who)


# Words that vary a figure.

Draw = Callable[[], None]


def _small(s: Sheet, name: str, draw: Draw) -> None:
    with s.at(50 * 0.4, GROUND * 0.4, 0.6):
        draw()


def _pack(s: Sheet, name: str, draw: Draw) -> None:
    for x, y in ((-4, 28), (44, 28), (20, 37)):
        with s.at(x, y, 0.6):
            draw()


def _crowned(s: Sheet, name: str, draw: Draw) -> None:
    with s.at(50 * 0.18, GROUND * 0.18, 0.82):
        draw()
        top = s.top
    with s.at(top.x, top.y + 5, 0.9):
        HATS["crown"](s)


def _fire(s: Sheet, name: str, draw: Draw) -> None:
    if name == "dragon":
        dragon(s, fire="flame")
        return
    s.layer(
        TONE, curve("8 96, 4 72, 12 56, 6 34!, 22 44, 28 14!, 42 32, 54 2!, 62 30, 78 12!, 78 42, 96 34!, 88 58, 97 74, 92 96")
    )
    with s.at(50 * 0.2, GROUND * 0.2, 0.8):
        draw()


def _bolt(s: Sheet, name: str, draw: Draw) -> None:
    dragon(s, fire="bolt")


def _poison(s: Sheet, name: str, draw: Draw) -> None:
    with s.at(0, GROUND * 0.14, 0.86):
        draw()
    for x, y, r in ((82, 18, 7), (93, 36, 4), (70, 8, 4), (94, 8, 3)):
        s.layer(PAPER, oval(x, y, r), weight=0.8)


def _ice(s: Sheet, name: str, draw: Draw) -> None:
    draw()
    for x, y, r in ((8, 20, 8), (92, 12, 7), (94, 90, 6), (6, 62, 5)):
        s.layer(
            PAPER,
            corners(
                f"{x} {y - r}, {x + r * 0.25} {y - r * 0.25}, {x + r} {y}, {x + r * 0.25} {y + r * 0.25}, {x} {y + r}, {x - r * 0.25} {y + r * 0.25}, {x - r} {y}, {x - r * 0.25} {y - r * 0.25}"
            ),
            weight=0.7,
        )


def _bones(s: Sheet, name: str, draw: Draw) -> None:
    crocodile_bones(s)


def _travelling(s: Sheet, name: str, draw: Draw) -> None:
    """On the road: with a pack and a lantern."""
    with s.at(14, GROUND * 0.1, 0.9):
        draw()
    s.layer(INK, corners("2 20, 40 66, 37 69, -1 24"), weight=0.5)
    with s.at(8, 26, 1.2):
        HELD["sack"](s)


WORDS: dict[str, Callable[[Sheet, str, Draw], None]] = {
    "small": _small, "pack": _pack, "crowned": _crowned, "fire": _fire, "bolt": _bolt, "poison": _poison, "ice": _ice, "bones": _bones,
    "travelling": _travelling,
}  # fmt: skip

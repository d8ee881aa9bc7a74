"""Fittings: what a room is, said by what stands in it; and landmarks and buildings by their figures (`fittings.toml`)."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from ....drawing.figures import Drawn, find, own
from ..state import Landmark, Room


@cache
def _book() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "fittings.toml").read_text(encoding="utf-8"))


@cache
def _rooms() -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(f"({word})" for word in _book()["rooms"]) + ")")


def fittings(room: Room) -> tuple[str, ...]:
    """What stands in a room, the most telling piece first."""
    said = " ".join((*room.tags, room.label, room.name, room.kind)).lower()
    words = [found.lastindex for found in _rooms().finditer(said) if found.lastindex]
    if words:
        return tuple(list(_book()["rooms"].values())[min(words) - 1])
    pieces = _book()["makers"].get(room.maker, _book()["makers"]["delver"])
    first = room.id % len(pieces)
    return (*pieces[first:], *pieces[:first])


def hangings(room: Room) -> tuple[str, ...]:
    """What may hang from the ceiling of a room or on its wall."""
    return tuple(_book()["above"].get(room.maker, _book()["above"]["delver"]))


@cache
def _tones() -> dict[str, str]:
    return {piece: tone for tone, pieces in _book()["tones"].items() for piece in pieces}


def tone_of(piece: str) -> str:
    """The tone of what a piece is made of: wood, iron, gold, else stone."""
    return _tones().get(piece, "#d3c7ac")


def landmark_figure(mark: Landmark) -> str:
    """The figure of a landmark, by what it is called."""
    said = f"{mark.kind} {mark.name}".lower()
    return next((figure for word, figure in _book()["landmarks"].items() if word in said), "standing stone")


def building_figure(room: Room) -> str:
    """The figure of a building, by its label, else its name: a city called Something Keep is still a city."""
    for said in (room.label.lower(), room.name.lower()):
        for word, figure in _book()["buildings"].items():
            if word in said:
                return str(figure)
    return "inn"


def creature_figure(flavour: str, kind: str) -> Drawn | str:
    """The figure of a people or a monster; of its kind, if it is somebody's own invention."""
    return own(flavour) or find(flavour) or str(_book()["types"].get(kind, "unknown"))

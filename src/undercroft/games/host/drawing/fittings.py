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


def air_of(room: Room) -> tuple[str, float] | None:
    """The tone over a room's floor that goes with its use, and how strong it is."""
    said = " ".join((*room.tags, room.label, room.name, room.kind)).lower()
    return next(((str(tone), float(strong)) for word, (tone, strong) in _book()["airs"].items() if word in said), None)


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


def building_look(room: Room) -> tuple[str, str]:
    """The figure of one building among those of its kind, and the tone of its roof."""
    looks, base, said = _book()["looks"], building_figure(room), f"{room.label} {room.name}".lower()
    kind = next((word for word in ("watch", "wizard") if word in said and base == "tower"), base)
    found, chance = looks.get(kind, [base]), (room.id * 2_654_435_761 & 0xFFFFFFFF) >> 12
    return str(found[chance % len(found)]), str(looks["roofs"][(chance >> 8) % len(looks["roofs"])])


def creature_figure(flavour: str, kind: str) -> Drawn | str:
    """The figure of a people or a monster; of its kind, if it is somebody's own invention."""
    return own(flavour) or find(flavour) or str(_book()["types"].get(kind, "unknown"))

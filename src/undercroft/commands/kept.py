"""Kept games: the save or the stored match that a word of the command line names."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Any

from ..engine import BadSave, Game, Match, SaveFile
from ..store import Keeper, Store, open_store


def width() -> int:
    """Columns of text that fit this terminal and can be read."""
    return min(100, max(40, shutil.get_terminal_size((80, 24)).columns))


def is_file(word: str) -> bool:
    """Whether a word names a save file rather than a stored game."""
    return Path(word).is_file() or word.endswith(".undercroft")


def match_id(store: Store, start: str) -> str:
    """The one stored match whose id begins so."""
    found = [match.record.id for match in store.matches(unasked=True, limit=100_000) if match.record.id.startswith(start)]
    if len(found) != 1:
        several = f"{len(found)} games begin with {start!r}: {', '.join(found[:5])}"
        raise BadSave(several if found else f"there is no file and no game {start!r} here; `undercroft resume --all` lists them")
    return found[0]


def opened(plan: argparse.Namespace) -> SaveFile:
    """The save named on the command line: a file, or a stored match."""
    if is_file(plan.match):
        return SaveFile.read(Path(plan.match))
    store = open_store(plan.db)
    return Keeper.open(store, match_id(store, plan.match)).save_file()


def check_seat(save: SaveFile, seat: int | None) -> None:
    """Refuse a seat that nobody has."""
    people = save.opening.names
    if seat is not None and seat >= len(people):
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(people))
        raise BadSave(f"there is no seat {seat} in this game; there are {listed}")


def at(save: SaveFile, game: Game[Any], count: int | None) -> Match[Any]:
    """The game after so many answers; None: as it was saved."""
    if count is not None and not 0 <= count <= len(save.moves):
        raise BadSave(f"this game has 0 to {len(save.moves)} answers, not {count}")
    if outdated := save.outdated(game):
        if count is not None and count != len(save.moves):
            raise BadSave(f"{outdated}; it can be read, and looked at as it was saved, but not after {count} answers")
        return save.reopen(game)[0]
    return save.replay(game, count)

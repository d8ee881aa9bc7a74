"""Verifying: whether the dice of a finished game are the ones that were sealed, and whether they were used as it says."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from ..engine import AlteredSave, SaveFile, UndercroftError
from ..engine.checking import Fault, Noted, check_noted, check_save, revealed
from ..engine.words import capital, count
from ..games import find

AGREES, FAILS, CANNOT = 0, 1, 2


def run_verify(plan: argparse.Namespace) -> int:
    """Check a save; 0: everything agrees, 1: something does not, 2: it cannot be checked."""
    noted = _noted(plan)
    try:
        save = SaveFile.read(Path(plan.file))
    except AlteredSave as error:
        print(f"altered: {error}")
        return FAILS
    if not revealed(save):
        return _replay_only(save, noted)
    game = find(save.opening.game)
    faults = check_save(save, game, noted)
    if faults:
        return _failed(faults)
    print(f"{len(save.draws)} draws in {_epochs(save)} agree with their seals, {_mixed(save)}.")
    if outdated := save.outdated(game):
        print(f"{capital(outdated)}: the draws were checked, and not played again.")
    else:
        print(f"{len(save.moves)} answers, played again, come to the same.")
    if save.opening.physical_dice:
        print("Throws were typed in by the players: no seal is on them, only on what was shuffled.")
    if not noted.seal:
        seals = ", ".join(epoch.seal[:12] for epoch in save.epochs)
        print(f"This shows that the file agrees with itself. Compare the seal with the one shown at the table: {seals}")
    return AGREES


def _replay_only(save: SaveFile, noted: Noted) -> int:
    """Seeds and unfinished games: only the rules can be checked."""
    game = find(save.opening.game)
    faults = check_noted(save, noted)
    outdated = save.outdated(game)
    if not faults and not outdated and (differs := save.verify(game)):
        faults = [Fault("rules", differs)]
    if faults:
        return _failed(faults)
    print(f"{capital(outdated)}." if outdated else f"{len(save.moves)} answers, played again, come to the same.")
    if save.epochs:
        print("Its secrets have not been told yet, so the dice cannot be checked; they are told when the game is over.")
    else:
        print("Its dice come from a seed and were never sealed: whoever knew the seed knew them.")
    return CANNOT


def _failed(faults: list[Fault]) -> int:
    print("\n".join(f"{fault.kind}: {fault.text}" for fault in faults))
    return FAILS


def _epochs(save: SaveFile) -> str:
    return count(sum(epoch.secret is not None for epoch in save.epochs), "epoch", "epochs")


def _mixed(save: SaveFile) -> str:
    """Who mixed, in words."""
    opening = save.opening
    names = [*opening.seats, opening.gamesmaster or ""]
    mixed = sorted({share.seat for epoch in save.epochs for share in epoch.seats if share.kind == 1})
    return f"mixed by {' and '.join(names[seat] for seat in mixed)}" if mixed else "mixed by nobody but the server"


def _noted(plan: argparse.Namespace) -> Noted:
    event, _, head = (plan.tally or "").partition(":")
    for word in (plan.seal, plan.nonce, head):
        if not re.fullmatch(r"[0-9a-fA-F]*", word or ""):
            raise UndercroftError(f"{word!r} is not written in hex digits")
    if plan.tally and not (event.isdecimal() and head):
        raise UndercroftError(f"{plan.tally!r} is not a tally; write it N:HEX, as in 41:9f02ab17")
    return Noted(plan.seal or "", plan.nonce or "", (int(event), head) if plan.tally else None)

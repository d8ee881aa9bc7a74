"""Snapshot: how to be somewhere again. State and dice where a step began, and the answers given since."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import UNSET, UnsetType

from .ask import Answer

CHANCE = -1
"""The seat of chance itself: a move of this seat says where the dice go on from, after a fork with other dice (a number) or
in a new epoch of sealed dice ("epoch 2").
"""


class Move(msgspec.Struct, frozen=True, gc=False):
    """One answer that was given."""

    seat: int
    answer: Answer
    serial: int = 0  # of the ask it answered
    touched: bool = False  # it made dice fall or showed something hidden: it cannot be taken back
    events: int = 0  # how many events were logged before it


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """State and dice where this step began, and the answers given since."""

    state: bytes
    dice: int
    answers: tuple[tuple[int, Answer], ...] = ()
    serial: int = 0  # of the next ask when the step began
    watching: bool = False
    moves: int = 0  # answers given before this step
    events: int = 0  # events logged before this step
    epoch: int | UnsetType = UNSET  # of sealed dice; other matches write nothing here, and their bytes stay as they were

    @property
    def digest(self) -> str:
        """A short hash of state and dice, for replays to check themselves by."""
        dice = self.dice.to_bytes(8, "big") + (self.epoch.to_bytes(2, "big") if self.epoch else b"")
        return hashlib.blake2b(self.state + dice, digest_size=8).hexdigest()

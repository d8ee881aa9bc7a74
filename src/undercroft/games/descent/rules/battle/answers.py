"""Answers in a round of battle: "strike@2", "shoot:WAR ARROWS@2", "draw:SPEAR", "water@2", "SLAVE BALLS@2", "HEALING BALLS#1"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from ..basics.answers import Name, Who, Word
from ..basics.answers import read as plain

WORDS = ("hold", "later", "rest", "none", "match", "no")


class Aimed(msgspec.Struct, frozen=True):
    """Something done to a foe or a member, or to nobody: a blow, a shot, a thing used, a ball."""

    verb: str
    foe: int = -1
    arm: str = ""  # which nature of a weapon, or what is shot
    member: int = -1

    @staticmethod
    def keys(verb: str, arms: Iterable[str], foes: Iterable[int]) -> list[str]:
        """A blow with each of these arms at each of these foes."""
        return [f"{verb}:{arm}@{foe}" if arm else f"{verb}@{foe}" for arm in arms for foe in foes]

    @property
    def key(self) -> str:
        what = f"{self.verb}:{self.arm}" if self.arm else self.verb
        return f"{what}@{self.foe}" if self.foe >= 0 else f"{what}#{self.member}" if self.member >= 0 else what


@lru_cache(maxsize=1024)
def read(key: str) -> Aimed | Name | Word | Who:
    """What was said."""
    said = plain(key)
    if key in WORDS or not isinstance(said, Word):
        return said
    head, at, foe = key.partition("@")
    verb, _, arm = head.partition(":")
    if verb == "draw":
        return Name(verb, arm)
    if at:
        return Aimed(verb, int(foe), arm)
    verb, mark, member = key.partition("#")
    return Aimed(verb, member=int(member)) if mark else Aimed(key)

"""Answers: the shapes a key may have. Chapters that ask for more than words have a `read` of their own. Nobody else cuts keys."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

import msgspec

from ...state import Game, Member


class Word(msgspec.Struct, frozen=True):
    """A key that is only a word, or the name of a thing: "done", "AXE"."""

    verb: str

    @property
    def key(self) -> str:
        return self.verb


class Who(msgspec.Struct, frozen=True):
    """A member of the party: "m3"."""

    member: int
    verb = "who"

    @staticmethod
    def say(member: int) -> str:
        return f"m{member}"

    @property
    def key(self) -> str:
        return self.say(self.member)


class Name(msgspec.Struct, frozen=True):
    """A verb and a name: "be:Orcs", "draw:SPEAR"."""

    verb: str
    name: str

    @staticmethod
    def say(verb: str, name: str) -> str:
        return f"{verb}:{name}"

    @property
    def key(self) -> str:
        return self.say(self.verb, self.name)


class Number(msgspec.Struct, frozen=True):
    """A verb and a number, mostly of a member: "take:3", "tower:2"."""

    verb: str
    number: int

    @staticmethod
    def say(verb: str, number: int) -> str:
        return f"{verb}:{number}"

    @property
    def key(self) -> str:
        return self.say(self.verb, self.number)


class Thing(msgspec.Struct, frozen=True):
    """A verb, a member and what is his: "sell:3:AXE", "line:3:0"."""

    verb: str
    member: int
    name: str

    @staticmethod
    @lru_cache(maxsize=4096)
    def say(verb: str, member: int, name: str) -> str:
        return f"{verb}:{member}:{name}"

    @property
    def key(self) -> str:
        return self.say(self.verb, self.member, self.name)


def read(key: str) -> Word | Who | Name:
    """What was said, where only members, words and "be:" are asked for."""
    if key[:1] == "m" and key[1:].isdecimal():
        return Who(int(key[1:]))
    return Name("be", key[3:]) if key[:3] == "be:" else Word(key)


def whos(members: Iterable[Member]) -> dict[str, str]:
    """Members to choose from, by name."""
    return {Who.say(m.id): m.name for m in members}


def chosen(s: Game, key: str) -> Member:
    """The member a key names."""
    return s.members[int(key[1:])]


def thing(key: str) -> Thing:
    """A key of three parts, the second a number."""
    verb, member, name = key.split(":", 2)
    return Thing(verb, int(member), name)


def spoken(key: str, deeds: Collection[str]) -> tuple[str, str]:
    """Which of these a key names, and what was typed with it: "gm:say:It drips". ("", "") if none."""
    deed = next((deed for deed in deeds if key == deed or key.startswith(f"{deed}:")), "")
    return deed, key[len(deed) + 1 :] if deed else ""

"""What crosses the wire about worlds: dungeons that are kept, seen from above, gone down into, and gone on with. No logic."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ...engine.site import Door, Hoard, People, Place, Rumour
from ...site.sight import Goal
from ...store.worldview import Author, Visit, WorldLine, WorldView

__all__ = ["Author", "Door", "Goal", "Hoard", "People", "Place", "Rumour", "Visit"]  # which are told of a world as they are

Secret = Annotated[str, Meta(max_length=100)]
OwnSecret = Annotated[str, Meta(min_length=16, max_length=100)]  # of whoever is to be an author
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=-(2**31), le=2**31)]


class WorldLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who looks at a world: a secret that their browser made and keeps. An author is known by its hash."""

    me: Secret = ""
    author: bool = False  # all of it; refused to whoever is not its author


class EnterWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody goes down: names and numbers as the world's page told them, and nothing else."""

    game: Name
    name: Name
    door: Number = 0  # 0: the first
    goal: Number = 0  # 0: whatever there is
    friends: Annotated[int, Meta(ge=0, le=11)] = 0  # who come along by link: the table waits for them before anybody goes down
    me: Secret = ""


class SeasonWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Its author goes on."""

    me: Secret = ""
    name: Name = "Author"


class WorldForkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A world of one's own: a fork, or a history that has come to its end."""

    me: OwnSecret


class WorldBeginWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A world of one's own, from its first day."""

    me: OwnSecret
    name: Name = "Author"


class StrikeWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Its author strikes out what a visitor said."""

    line: Annotated[int, Meta(ge=0, le=2**31)]
    me: Secret = ""


class WorldList(msgspec.Struct, frozen=True):
    """The worlds of this server, and one's own; the newest first."""

    worlds: list[WorldLine]


class WorldPage(msgspec.Struct, frozen=True):
    """A world on its page."""

    view: WorldView
    mine: bool  # who asks is its author: they may see all of it, and go on
    pages: dict[str, str] = {}  # matches of those who came home -> where their replay is open to everybody
    exports: list[str] = []  # what its author may take away
    writing: bool = False  # its author is at the next season just now


class WorldForked(msgspec.Struct, frozen=True):
    """The new world."""

    id: str

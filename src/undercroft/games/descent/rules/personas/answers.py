"""Answers when the line is set: "line:3:0", "weapon:3:AXE", "shield:3:front"."""

from __future__ import annotations

from ..basics.answers import Name, Thing, Who, Word, thing
from ..basics.answers import read as plain


def read(key: str) -> Thing | Word | Who | Name:
    """What was said."""
    return thing(key) if key.startswith(("line:", "weapon:", "shield:")) else plain(key)

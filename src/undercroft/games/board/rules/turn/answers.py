"""What any key of the game says: the answers of all chapters in one reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..advanced.answers import Ambush, Keep, Strike
from ..combat.answers import Back
from ..monsters.answers import Fall
from ..movement.answers import Go, Open, Towards, Try
from ..pieces.answers import Word
from ..prizes.answers import Card, Drop, Gaze, Look
from ..setting_up.answers import Be
from ..spells.answers import Blast, Cast, Take, Transfer

Said = (
    Go | Open | Towards | Try | Cast | Blast | Transfer | Take | Look | Gaze | Card | Drop
    | Back | Fall | Be | Ambush | Strike | Keep | Word
)  # fmt: skip
_READERS: dict[str, Callable[[str], Said]] = {
    kind.verb: kind.read
    for kind in (Go, Open, Towards, Try, Cast, Transfer, Take, Look, Gaze, Card, Drop, Back, Fall, Be, Ambush, Strike, Keep)
}


@lru_cache(maxsize=8192)
def read(key: str) -> Said:
    """The answer that a key says; the same keys come again and again."""
    verb, colon, _ = key.partition(":")
    return _READERS[verb](key) if colon else Word(key)

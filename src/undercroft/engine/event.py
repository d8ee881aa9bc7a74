"""Event: something that happened, as a template and its values, with its rule and who may know it."""

from __future__ import annotations

import msgspec

from .words import Value, fill


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that fell: the notation, each face, and what they came to (None: a pool, which is not added up)."""

    notation: str
    faces: tuple[int, ...]
    total: int | None
    typed: bool = False  # a player threw them and typed what fell: no seal is on them


class Event(msgspec.Struct, frozen=True):
    """What happened. `only` are the seats that know the secret wording; everyone else reads the public one.

    An event with `only` and no public template is not seen by the other seats at all.
    """

    n: int  # counted from 0 through the whole match
    template: str
    rule: str
    values: dict[str, Value] = {}
    kind: str = "tell"  # "tell", "roll", "ruling" (a gamesmaster overruled), "headline" (a turn or chapter begins) or "dice"
    only: tuple[int, ...] | None = None
    secret: str = ""
    roll: Roll | None = None

    def seen_by(self, seat: int | None) -> SeenEvent | None:
        """This event as one seat may know it (None: a spectator), or None when it may not."""
        knows = self.only is None or seat in self.only
        template = self.secret if knows and self.secret else self.template
        if not template or not (knows or self.secret):
            return None
        return SeenEvent(self.n, fill(template, self.values), self.rule, self.kind, self.roll if knows else None)

    @property
    def text(self) -> str:
        """The fullest wording, for logs of finished games and tests."""
        return fill(self.secret or self.template, self.values)


class SeenEvent(msgspec.Struct, frozen=True):
    """An event in words, as one seat sees it. Safe to send: it holds nothing that the seat may not know."""

    n: int
    text: str
    rule: str
    kind: str = "tell"
    roll: Roll | None = None

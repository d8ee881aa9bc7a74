"""Event: something that happened, as a template and its values, with its rule and who may know it."""

from __future__ import annotations

from string import Formatter

import msgspec

from .words import Value, fill

_FORMATTER = Formatter()


class Roll(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Dice that fell: the notation, each face, and what they came to (None: a pool, which is not added up)."""

    notation: str
    faces: tuple[int, ...]
    total: int | None
    typed: bool = False  # a player threw them and typed what fell: no seal is on them


class Event(msgspec.Struct, frozen=True, gc=False):
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

    def _wording(self, seat: int | None) -> tuple[str, bool]:
        """The template that one seat reads ("": none), and whether it knows all there is to know."""
        knows = self.only is None or seat in self.only
        template = self.secret if knows and self.secret else self.template
        return (template if knows or self.secret else ""), knows

    def seen_by(self, seat: int | None) -> SeenEvent | None:
        """This event as one seat may know it (None: a spectator), or None when it may not."""
        template, knows = self._wording(seat)
        if not template:
            return None
        return SeenEvent(self.n, fill(template, self.values), self.rule, self.kind, self.roll if knows else None)

    def told_to(self, seat: int | None) -> Told | None:
        """The same with its values, for a game that looks back at what it told this seat; of a secret, those it names alone."""
        seen, (template, _) = self.seen_by(seat), self._wording(seat)
        if seen is None:
            return None
        named = self.values if self.only is None else [name for _, name, _, _ in _FORMATTER.parse(template) if name]
        values = {name: self.values[name] for name in named if name in self.values}
        return Told(seen.n, seen.text, seen.rule, seen.kind, seen.roll, values)

    @property
    def text(self) -> str:
        """The fullest wording, for logs of finished games and tests."""
        return fill(self.secret or self.template, self.values)


class SeenEvent(msgspec.Struct, frozen=True, gc=False):
    """An event in words, as one seat sees it. Safe to send: it holds nothing that the seat may not know."""

    n: int
    text: str
    rule: str
    kind: str = "tell"
    roll: Roll | None = None


class Told(SeenEvent, frozen=True, gc=False):
    """An event as one seat was told it, with its values; never sent to a client."""

    values: dict[str, Value] = {}

"""Mind: one decision - what is seen, what may be said, and whose temper decides. The masked state shows the party's own map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ....engine import View
from ..arsenal import ARMOURS
from ..rules.basics.answers import Who, read
from ..rules.personas.people import full_body, living
from ..state import Game, Member
from .temper import Temper

HARMLESS = ("yes", "take", "feed", "pay", "enough", "ready", "hold", "done", "stay", "no", "none", "leave", "honest", "coin")


class Verb(Protocol):
    """An answer of any chapter."""

    @property
    def verb(self) -> str: ...


Said = TypeVar("Said", bound=Verb)


class Mind:
    """The view, the temper, and small questions every thought asks."""

    def __init__(self, view: View[Any], temper: Temper) -> None:
        self.view = view
        self.ask = view.ask
        self.temper = temper
        self.s: Game = view.state
        self.dice = view.dice
        self.keys = list(view.ask.keys) if view.ask.kind in ("choose", "many") else []
        self.known: dict[Any, dict[str, Any]] = {}  # what was heard, by who read it

    def first(self, *wanted: str) -> str:
        """The first of these words that may be said."""
        return next((word for word in wanted if word in self.keys), "")

    def heard(self, read: Callable[[str], Said]) -> dict[str, Said]:
        """What may be said, taken apart by the chapter that asks."""
        if read not in self.known:
            self.known[read] = {key: read(key) for key in self.keys}
        return self.known[read]

    def saying(self, read: Callable[[str], Said], *verbs: str) -> list[str]:
        """Every key with one of these verbs."""
        return [key for key, said in self.heard(read).items() if said.verb in verbs]

    def sooner(self, read: Callable[[str], Said], *verbs: str) -> str:
        """A key with the first of these verbs that may be said at all."""
        heard = self.heard(read)
        return next((key for verb in verbs for key, said in heard.items() if said.verb == verb), "")

    def whom(self) -> dict[str, Member]:
        """The members that may be named."""
        return {key: self.s.members[said.member] for key, said in self.heard(read).items() if isinstance(said, Who)}

    def pick(self, keys: list[str]) -> str:
        """Any of these."""
        return self.dice.pick(keys)

    def chance(self, one_in: int) -> bool:
        """Once in so many times."""
        return self.dice.below(one_in) == 0

    def tinker(self, one_in: int) -> bool:
        """Whether it is time to try something."""
        return self.temper.tinkers and self.chance(one_in)

    def fresh(self, name: str) -> bool:
        """Whether nobody at this table has seen what a thing is for."""
        return name not in self.s.discovered

    def anything(self) -> str:
        """Where there is no opinion: the harmless choice, else any."""
        return self.first(*HARMLESS) or self.pick(self.keys)

    def mine(self) -> list[Member]:
        """This player's personas on the way down."""
        s = self.s
        return [m for m in s.members if m.seat == self.view.seat and m.status == "home" and m.id in s.party]

    def strength(self) -> float:
        """The party's hits left, as a share of all it could have."""
        left = full = 0
        for m in living(self.s):
            if m.cls in ("warrior", "priest"):
                left += m.body + m.armour_left
                full += full_body(self.s, m) + ARMOURS.get(m.armour, 0)
        return left / full if full else 0.0

    def party_has(self, name: str, number: int = 1) -> bool:
        """Whether the party carries so many of a thing."""
        s = self.s
        return s.chest.goods.get(name, 0) + sum(m.goods.get(name, 0) for m in living(s)) >= number

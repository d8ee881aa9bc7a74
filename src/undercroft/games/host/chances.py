"""Odds in words: a bribe, a raid, a party against a group - walked through the rules of the game on a page made for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from ...engine import BadOpening, Odds, Opening, Table
from ...engine.dice import Dice
from ...engine.odds import distribution, drive, exactly, prefer
from ...engine.words import fill
from .content import Flavour, flavours
from .ground import beads as bd
from .ground import strata, works
from .ground.web import new_id
from .rules.adventurers import party_fights
from .rules.encounters.encounters import NATURES, Meeting, is_beast
from .rules.encounters.kinds import flavour
from .rules.monsters.breeders import supported
from .state import Group, Host, Party

if TYPE_CHECKING:
    from . import HostGame

USAGE = """What can be asked, always of the group whose turn it is first:
  bribe BREEDERS [pop=4] [loot=3] against BEAST [loot=1]    they try to buy a beast off, and fight if it wants more
  raid GROUP [pop=4] [loot=2] against GROUP [pop=3]         delvers or breeders fall upon a neighbour
  party 5 [artifact] against GROUP [pop=4] [loot=2]         adventurers find a lair
A group is named after its kind (orcs, dwarves, dragon); without numbers it is as it comes.
For example: raid orcs against dwarves"""

KINDS = ("delver", "breeder", "alpha")
MOST = 60  # beads of one sort
NEAR, FAR = (3.0, 5.0), (8.0, 5.0)  # two lairs on an empty page

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Host).decode


class Watched(Meeting):
    """A meeting that remembers how it went."""

    result = ""

    def told(self, result: str, rule: str, kind: str = "encounter") -> None:
        self.result = fill(result, {"who": self.one.name, "other": f"the {self.two.name}"})
        super().told(result, rule, kind)


def odds(game: HostGame, question: Sequence[str]) -> Odds:
    """The exact odds of a question; with no words, what can be asked."""
    if not question:
        return Odds("", USAGE)
    asked = _QUESTIONS.get(question[0].lower())
    if asked is None:
        raise BadOpening(f"there are no odds for {question[0]!r}; ask for {', '.join(_QUESTIONS)}")
    words = " ".join(question[1:]).lower()
    one, against, two = words.partition(" against ")
    if not against:
        raise BadOpening(f"{question[0]} whom? Write: {question[0]} ... against GROUP")
    opening = game.check_opening(Opening(game="host", seats=("?",), seed=1, options={"ask": "everything"}))
    s = game.setup(opening, Dice(1))
    s.page.surface = [(0.0, 1.75), (s.page.width, 1.75)]
    strata.new_stratum(s, "primordial")
    s.age = "monsters"
    return asked(s, one.split(), two.split())


def _bribe(s: Host, mine: list[str], theirs: list[str]) -> Odds:
    one, two = _group(s, mine, NEAR), _group(s, theirs, FAR)
    if one.type != "breeder" or not is_beast(s, two):
        beasts = ", ".join(_named("alpha"))
        raise BadOpening(f"only breeders bribe ({', '.join(_named('breeder'))}), and only beasts ({beasts})")
    note = "" if supported(s, one.id) else "  nothing is offered: every three of them need one loot to live on"
    return _meeting(s, one, two, "bribe", note)


def _raid(s: Host, mine: list[str], theirs: list[str]) -> Odds:
    return _meeting(s, _group(s, mine, NEAR), _group(s, theirs, FAR), "fight", "")


def _meeting(s: Host, one: Group, two: Group, choice: str, note: str) -> Odds:
    """What comes of a meeting at the other's lair, in the words of the record."""
    packed = _encode(s)

    def play(dice: Dice) -> str:
        fresh = _decode(packed)
        met = Watched(Table(fresh, dice, light=True), fresh.groups[one.id], fresh.groups[two.id], two.lair)
        meets = NATURES[flavour(fresh, met.one).encounter_rules or one.type].meets
        drive(_coroutine(meets, met), prefer(choice))
        return met.result

    return exactly(f"{_shown(s, one)} come upon {_shown(s, two)}", _ranked(distribution(play)), note)


async def _coroutine(meets: Callable[[Meeting], Any], met: Meeting) -> None:
    await meets(met)


def _party(s: Host, mine: list[str], theirs: list[str]) -> Odds:
    """A party finds a lair: who wins, and how many are left."""
    artifact = "artifact" in mine
    rest = [word for word in mine if word != "artifact"]
    if len(rest) != 1 or not rest[0].isdecimal() or not 1 <= int(rest[0]) <= MOST:
        raise BadOpening(f"how many adventurers? Write: party 5 against orcs, with 1 to {MOST} of them")
    size = int(rest[0])
    group = _group(s, theirs, FAR)
    band = Party(new_id(s), "the party", "lawful", size, group.lair, 1)
    for _ in range(size):
        bd.make(s, "pop", band.id, 0)
    if artifact:
        s.artifact = bd.make(s, "loot", band.id, 0, source="party").id
    packed, told = _encode(s), _encode(band)

    def play(dice: Dice) -> tuple[str, int]:
        fresh, party = _decode(packed), msgspec.msgpack.decode(told, type=Party)
        fresh.party = party
        table = Table(fresh, dice, light=True)
        result = drive(party_fights.fight(table, party, fresh.groups[group.id]), prefer())
        return ("dead" if party.fate else result), party_fights.alive(fresh, party)

    ends = distribution(play)
    chances: dict[str, Fraction] = {}
    for result in ("win", "tie", "lose", "dead"):
        share = sum((chance for (end, _), chance in ends.items() if end == result), Fraction(0))
        if share:
            chances[_ENDS[result]] = share
    left = sum((alive * chance for (_, alive), chance in ends.items()), Fraction(0))
    question = f"A party of {size}{' with the artifact' if artifact else ''} comes upon {_shown(s, group)}"
    return exactly(question, chances, f"  adventurers left: {float(left):.2f} of {size} on average")


_ENDS = {"win": "the lair is theirs", "tie": "a standstill", "lose": "beaten, and some get away", "dead": "nobody comes back"}
_QUESTIONS: dict[str, Callable[[Host, list[str], list[str]], Odds]] = {"bribe": _bribe, "raid": _raid, "party": _party}


def _named(kind: str) -> list[str]:
    return [what.name.lower() for what in flavours(kind) if not what.custom]


def _group(s: Host, words: list[str], at: tuple[float, float]) -> Group:
    """A group in a lair of its own, from words: its kind, pop= and loot=."""
    counts = {}
    for word in [word for word in words if "=" in word]:
        name, _, number = word.partition("=")
        if name not in ("pop", "loot") or not number.isdecimal() or not int(name == "pop") <= int(number) <= MOST:
            raise BadOpening(f"{word!r} is not to be had; write pop=N from 1 to {MOST}, or loot=N from 0 to {MOST}")
        counts[name] = int(number)
        words = [other for other in words if other != word]
    what = _kind(" ".join(words))
    home = works.draw_room(s, at, "thumb", what.kind, "HST-GEO-06", kind="room")
    arrived = len(s.order) + 1
    made = Group(new_id(s), what.kind, what.name, what.name, what.alignment, arrived, 1, home.id, [home.id])
    s.groups[made.id] = made
    s.order.append(made.id)
    home.owner = made.id
    for sort, usual in (("pop", max(1, what.pop)), ("loot", what.loot)):
        for _ in range(counts.get(sort, usual)):
            bd.make(s, sort, made.id, home.id)
    return made


def _kind(name: str) -> Flavour:
    for kind in KINDS:
        for what in flavours(kind):
            if not what.custom and name in (what.name.lower(), what.name.lower().removesuffix("s")):
                return msgspec.structs.replace(what, kind=kind)
    every = ", ".join(name for kind in KINDS for name in _named(kind))
    raise BadOpening(f"there is no group {name!r}; there are {every}")


def _shown(s: Host, group: Group) -> str:
    return f"{group.name} ({bd.pop(s, group.id)} strong, {bd.loot(s, group.id)} loot)"


def _ranked(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    return dict(sorted(chances.items(), key=lambda pair: (-pair[1], pair[0])))

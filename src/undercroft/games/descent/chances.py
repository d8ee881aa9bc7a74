"""Odds in words: a strike, a chamber of baddies, pursuit - by the rules of the game, on a party made for it.

A strike and the pursuit are walked, every fall of the dice. A battle has too many: it is fought many times over, to the end, with
a bot's answers, and the answer says how far it may be off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ...engine import Answer, Ask, BadOpening, Odds, Opening, Table, View
from ...engine.dice import Dice
from ...engine.odds import counted, distribution, drive, exactly, prefer, roughly
from ...engine.words import a, some
from .arsenal import ARMOURS, arms, magic_items, weapon
from .bestiary import baddies, one_of
from .maze_file import packaged
from .rules.battle import field, strikes
from .rules.company import coming
from .rules.company.company import line_up
from .rules.ending import flee, rounds
from .rules.mapping.mapping import new_sheet
from .rules.personas.line_up import default_lines
from .rules.personas.people import claims, living, new_member, wear
from .state import Battle, Game

if TYPE_CHECKING:
    from . import Descent

USAGE = """What can be asked:
  strike WEAPON at BADDIE [rank=8] [priest|wizard] [lit]      one fighter's turn: the hits it gives (exact)
  chamber BADDIES [NUMBER] [against PARTY] [lit]              a battle to the end (fought many times)
  pursuit BADDIES [NUMBER] [against PARTY]                    running from them in a corridor: who is caught (exact), who is
                                                              cut down from behind (tried many times)
A party is fighters with commas: against 2 warrior sword chain, priest mace leather, wizard (without one: that very party).
Battles are fought in the dark, unless lit by a ball. Without a number, as many come as the dice bring.
For example: chamber trolls 2 against 4 warrior axe plate"""

PARTY = "2 warrior sword chain, priest mace leather, wizard"
CLASSES = ("warrior", "priest", "wizard")
WEAR = {"plate": "PLATE ARMOR", "chain": "CHAIN MAIL ARMOR", "leather": "BOILED LEATHER ARMOR"}
FOLK = ("human", "elf", "dwarf", "centaur")
MOST = 12
BATTLES = 400  # fought, for one answer
SQUARE = (2, 4, 2)  # level, column and row of the model dungeon: a corridor

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Game).decode


def odds(game: Descent, question: Sequence[str]) -> Odds:
    """The odds of a question; with no words, what can be asked."""
    if not question:
        return Odds("", USAGE)
    asked = _QUESTIONS.get(question[0].lower())
    if asked is None:
        raise BadOpening(f"there are no odds for {question[0]!r}; ask for {', '.join(_QUESTIONS)}")
    return asked(game, [word.lower() for word in question[1:]])


# The questions.


def _strike(game: Descent, words: list[str]) -> Odds:
    lit = _taken(words, "lit")
    rank = _number(words, "rank", 1, 10, 10)
    cls = next((name for name in CLASSES if _taken(words, name)), "warrior")
    arm, _, baddie = " ".join(words).partition(" at ")
    if not baddie:
        raise BadOpening("strike whom, with what? Write: strike axe at trolls")
    name, foe = _weapon(arm), _baddie(baddie)
    s = _below(game, [])
    _join(s, f"{cls} {arm}", rank=rank)
    default_lines(s)
    held = weapon(name)
    assert held is not None
    ammo = held.ammunition[0] if held.ammunition else ""
    if ammo:
        s.members[0].goods[ammo] = 1
    _face(s, foe, 1, place="corridor", light=lit)
    packed = _encode(s)

    def play(dice: Dice) -> int:
        fresh = _decode(packed)
        b = fresh.battle
        assert b is not None
        before = b.foes[0].hits
        target = b.foes[0]
        drive(strikes.strike(Table(fresh, dice, light=True), b, fresh.members[0], target, ammo=ammo), prefer())
        return min(before, before - target.hits) if target in b.foes else before

    hits = dict(sorted(distribution(play).items()))
    full = max(1, baddies()[foe].hits)
    slain = {given: ", slain" * (given >= full) for given in hits}
    chances = {(some(given, "hit") if given else "no hit") + slain[given]: share for given, share in hits.items()}
    mean = sum((given * chance for given, chance in hits.items()), Fraction(0))
    question = f"A {cls} of rank {rank} strikes at {a(one_of(foe))} with the {name.lower()}{', by a light ball' * lit}"
    return exactly(question, chances, f"  hits given: {float(mean):.3f} on average; it takes {full} to slay it")


def _chamber(game: Descent, words: list[str]) -> Odds:
    """Fought to the end in a chamber, as the leader would who never runs."""
    lit = _taken(words, "lit")
    s, foe, number, party = _asked(game, words)
    packed, bot = _encode(s), game.bot(game.bots[0])

    def play(dice: Dice) -> tuple[str, int]:
        fresh = _decode(packed)
        table = Table(fresh, dice, light=True)
        answer = partial(_answer, game, fresh, dice.fork(1), bot)
        drive(coming.meet(table, name=foe, number=number, place="chamber"), answer)
        if fresh.battle is not None and fresh.phase == "meeting":
            fresh.battle.light = 99 if lit else 0
            coming.start_battle(table)
        while fresh.battle is not None and fresh.phase == "battle":
            drive(rounds.fight_round(table), answer)
        dead = len(s.members) - len(living(fresh))
        return ("lost" if fresh.ended == "lost" else "won" if fresh.phase == "spoils" else "broken off"), dead

    ends = counted(play, BATTLES)
    counts = {end: sum(n for (what, _), n in ends.items() if what == end) for end in ("won", "broken off", "lost")}
    fallen = sum(dead * n for (what, dead), n in ends.items() if what == "won") / max(1, counts["won"])
    unhurt = sum(n for (what, dead), n in ends.items() if what == "won" and not dead)
    text = f"  won without a death: {unhurt / BATTLES:.1%}; dead after a victory: {fallen:.2f} of {len(s.members)} on average"
    who = f"{number} {foe if number > 1 else one_of(foe)}" if number else f"{foe}, as many as come"
    question = f"{party} in a chamber with {who}{', by a light ball' * lit}"
    return roughly(question, {end: n for end, n in counts.items() if n or end != "broken off"}, text + "; nobody ran")


def _pursuit(game: Descent, words: list[str]) -> Odds:
    """Running in a corridor: parting blows, then doubles."""
    s, foe, number, party = _asked(game, words)
    number = number or 1
    _face(s, foe, number, place="corridor", light=True)
    packed = _encode(s)

    def caught(dice: Dice) -> str:
        table = Table(_decode(packed), dice, light=True)
        return "caught" if drive(field.pursued(table), prefer()) else "away"

    def play(dice: Dice) -> tuple[int, int]:
        fresh = _decode(packed)
        body = sum(m.body for m in living(fresh))
        drive(flee.run(Table(fresh, dice, light=True), ""), prefer("leave"))
        return len(s.members) - len(living(fresh)), body - sum(m.body for m in living(fresh))

    chances = distribution(caught)
    blows = counted(play, BATTLES)
    dead = sum(n for (killed, _), n in blows.items() if killed)
    tried = roughly("", {"nobody falls": BATTLES - dead, "somebody falls": dead})
    said = "\n".join(f"  their parting blows, {line.strip()}" for line in tried.text.splitlines()[1:3])
    text = f"{said}\n  (parting blows are not exact: run from {BATTLES} times)"
    question = f"{party} run from {number} {foe if number > 1 else one_of(foe)} in a corridor"
    found = exactly(question, {name: chances[name] for name in ("away", "caught")}, text)
    return msgspec.structs.replace(found, chances={**found.chances, **tried.chances}, played=BATTLES, errors=tried.errors)


_QUESTIONS: dict[str, Callable[[Descent, list[str]], Odds]] = {"strike": _strike, "chamber": _chamber, "pursuit": _pursuit}


def _answer(game: Descent, s: Game, dice: Dice, bot: Callable[[View[Game]], Answer], ask: Ask) -> Answer:
    """To fight on; all else as a bot would."""
    if "stay" in ask.keys:
        return "stay"
    return bot(View(game, s, ask.seats[0], ask, dice))


# A party and those before it, from words.


def _asked(game: Descent, words: list[str]) -> tuple[Game, str, int, str]:
    """The party below, whom it meets, how many (0: as the dice say), and the party in words."""
    baddie, _, party = " ".join(words).partition(" against ")
    named = baddie.split()
    number = int(named.pop()) if named and named[-1].isdecimal() else 0
    if number > MOST:
        raise BadOpening(f"{number} baddies are too many; name 1 to {MOST}")
    foe = _baddie(" ".join(named))
    fighters = [part.strip() for part in (party or PARTY).split(",") if part.strip()]
    s = _below(game, fighters)
    return s, foe, number, f"A party ({party or PARTY})"


def _below(game: Descent, fighters: Iterable[str]) -> Game:
    """A party in a corridor of the model dungeon."""
    opening = game.check_opening(Opening(game="descent", seats=("?",), seed=1, options={"maze": "model"}))
    s = game.setup(opening, Dice(1))
    found = packaged("model")
    s.levels, s.maze_name = list(found.levels), found.name
    s.at, s.before, s.phase = list(SQUARE), list(SQUARE), "walk"
    new_sheet(s, SQUARE[0], sure=True)
    for words in fighters:
        times, _, rest = words.partition(" ")
        for _ in range(int(times) if times.isdecimal() else 1):
            _join(s, rest if times.isdecimal() else words)
    if len(s.members) > MOST:
        raise BadOpening(f"a party of {len(s.members)} is too many; name 1 to {MOST} fighters")
    if s.members:
        default_lines(s)
    return s


def _join(s: Game, words: str, *, rank: int = 10) -> None:
    """One fighter: class, folk, armour, rank=N and a weapon, in any order."""
    rest = words.split()
    rank = _number(rest, "rank", 1, 10, rank)
    cls = next((name for name in CLASSES if _taken(rest, name)), "warrior")
    folk = next((name for name in FOLK if _taken(rest, name)), "human")
    armour = next((full for short, full in WEAR.items() if _taken(rest, short)), "")
    m = new_member(
        s, name=f"{cls} {len(s.members) + 1}", seat=0, cls=cls, denomination=folk, rank=rank, kind="persona", status="ready"
    )
    if armour:
        wear(m, armour)
        assert m.armour_left == ARMOURS[armour]
    if rest:
        m.hand = _weapon(" ".join(rest))
        m.goods[m.hand] = 1
    s.party.append(m.id)
    s.leader = (claims(s) or s.members)[0].id


def _face(s: Game, foe: str, number: int, *, place: str, light: bool) -> None:
    """Battle is joined."""
    s.battle = Battle(
        foes=line_up(s, foe, number), joined=number, kinds=[foe], place=place, back=list(s.before), light=99 if light else 0
    )
    s.phase = "battle"
    field.refill(s, s.battle)


def _taken(words: list[str], word: str) -> bool:
    """Whether a word is there; it is taken out."""
    if word in words:
        words.remove(word)
        return True
    return False


def _number(words: list[str], name: str, low: int, high: int, default: int) -> int:
    for word in list(words):
        key, equals, value = word.partition("=")
        if equals and key == name:
            words.remove(word)
            if not value.isdecimal() or not low <= int(value) <= high:
                raise BadOpening(f"{name} is {value!r}; it can be a whole number from {low} to {high}")
            return int(value)
    return default


def _weapon(name: str) -> str:
    if weapon(name.upper()) is not None:
        return name.upper()
    known = [arm for arm in (*arms(), *(item.name for item in magic_items().values())) if weapon(arm) is not None]
    raise BadOpening(f"there is no weapon {name!r}; there are {', '.join(dict.fromkeys(known)).lower()}")


def _baddie(name: str) -> str:
    for known in baddies():
        if name in (known.lower(), one_of(known).lower()):
            return known
    raise BadOpening(f"there are no baddies named {name!r}; there are {', '.join(baddies())}")

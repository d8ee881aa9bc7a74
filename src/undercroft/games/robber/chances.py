"""Exact odds, asked in words: fights to the death walked through the real rules, sneaking, parlaying, finding the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

from ...engine import Ask, BadOpening, Dice, Odds, Table, parse
from ...engine.dice import EnumeratedDice
from ...engine.odds import absorb, counted, distribution, exactly, prefer, roughly
from ...engine.odds import drive as through
from .content import ITEMS, MONSTERS, TABLES
from .rules.character import sheet
from .rules.delving import movement
from .rules.fight import rounds, sneaking
from .rules.fight.answers import Blow, read
from .rules.monsters import facing, powers
from .state import Creature, Delve, Dials, Encounter, Robber, RobberState
from .throws import OpenDice

USAGE = """What can be asked:
  fight MONSTER [sword|dagger|whip|fists|+1sword ...] [leather|chain|plate|shield ...] [str|dex|con ...] [hp=7] [level=3] [struck]
      the chance to beat it, to the death, and what is left of you; "struck": it strikes first
  sneak LEVEL [chamber] [steal] [alert] [bonus=2]      past a monster of that level
  parlay [bonus=3]                                     with a creature that has not yet acted
  backtrack ROOM [clever]                              to get lost on the way back
For example: fight skeleton sword leather str"""

LOUD = 2000  # fights that are tried where not every fall of the dice can be walked
WHOLE = 100  # stands in for hit points that the turn at hand does not look at

End = tuple[str, int, bool, str]
"""How a fight ended: "win", "die" or "retreat"; hit points left; lycanthropy; the weapon in hand."""
Place = tuple[str, bytes]

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(RobberState).decode
_decode_one = msgspec.msgpack.Decoder(Robber).decode


def drive(
    play: Callable[..., Any],
    s: RobberState,
    dice: Dice,
    *args: Any,
    answer: Callable[[Ask], Any],
    table: type[Table[RobberState]] = Table,
    **words: Any,
) -> Any:
    """Run a rule to its end on given dice, without labels or prose. Dice of `distribution` are read only as far as needed."""
    return through(
        play(table(s, OpenDice(dice) if isinstance(dice, EnumeratedDice) else dice, light=True), *args, **words), answer
    )


@cache
def half_round(turn: str, packed: bytes) -> dict[tuple[str, bytes], Fraction]:
    """One side's turn, every way the dice can fall: what became of it, and the state after."""

    def play(dice: Any) -> tuple[str, bytes]:
        s = _decode(packed)
        drive(rounds.robbers_turn if turn == "robber" else rounds.foes_turn, s, dice, answer=prefer("attack"))
        encounter = facing.here(s)
        if s.over:
            return "die", b""
        return ("on" if encounter.foes else "win" if encounter.defeated else "retreat"), _encode(s)

    return distribution(play)


def fight_ends(start: RobberState, *, foes_first: bool) -> dict[End, Fraction]:
    """How a fight to the death ends, exactly; the robber attacks every turn. Nobody joins in: see `fought_loudly`.

    The robber's turn does not depend on the robber's hit points, nor the monster's on its own: they are set aside meanwhile, so
    that each half round is walked once.
    """

    def step(place: Place) -> dict[Place, Fraction] | None:
        turn, packed = place
        if turn not in ("robber", "foe"):
            return None
        s = _decode(packed)
        who, foe = s.robbers[0], facing.here(s).foes[0]
        aside = who.hp if turn == "robber" else foe.hp
        if turn == "robber":
            who.hp = WHOLE
        else:
            foe.hp = WHOLE
        after: dict[Place, Fraction] = {}
        for (what, state), chance in half_round(turn, _encode(s)).items():
            target = _restored(turn, what, state, aside)
            after[target] = after.get(target, Fraction(0)) + chance
        return after

    ends: dict[End, Fraction] = {}
    for (what, packed), chance in absorb(("foe" if foes_first else "robber", _encode(start)), step).items():
        hp, ill, weapon = msgspec.msgpack.decode(packed) if packed else (0, False, "")
        ends[what, hp, ill, weapon] = ends.get((what, hp, ill, weapon), Fraction(0)) + chance
    return ends


def _restored(turn: str, what: str, packed: bytes, aside: int) -> Place:
    """The place a half round leads to, with the hit points that were set aside put back."""
    if what == "die":
        return "die", b""
    s = _decode(packed)
    if turn == "robber":
        s.robbers[0].hp = aside
    elif what == "on":
        facing.here(s).foes[0].hp = aside
    if what == "on":
        return "foe" if turn == "robber" else "robber", _encode(s)
    who = s.robbers[0]
    return what, _encode((who.hp, who.lycanthropy, who.weapon))


def standing(kind: str, hp: int, who: Robber) -> RobberState:
    """A robber face to face with a monster of so many hit points, alone and already fighting."""
    record = MONSTERS[kind]
    foe = Creature(1, kind, record.level, hp, WHOLE, acted=True)
    encounter = Encounter("fight", [foe], "passage", loot_level=record.level, begun=True)
    return RobberState(Dials(), ["?"], [who], place="dungeon", delve=Delve(record.level, 4), encounter=encounter, ids=1)


def fight_to_the_death(kind: str, who: Robber, *, foes_first: bool = False) -> dict[End, Fraction]:
    """Over the monster's rolled hit points; an ambusher strikes first anyway."""
    sides = parse(MONSTERS[kind].hp).sides
    first = foes_first or any(power.first for power in powers.powers(kind))
    total: dict[End, Fraction] = {}
    for hp in range(1, sides + 1):
        fresh = _decode_one(_encode(who))
        for end, chance in fight_ends(standing(kind, hp, fresh), foes_first=first).items():
            total[end] = total.get(end, Fraction(0)) + chance / sides
    return total


def is_loud(kind: str) -> bool:
    """Whether a monster does something at the end of each round, such as calling others: too much to walk through."""
    return any(power.round_ends is not None for power in powers.powers(kind))


def fought_loudly(kind: str, who: Robber, dice: Dice, *, foes_first: bool = False) -> tuple[str, int]:
    """One fight to the death with whatever comes, by the game's own rounds: how it ended, and the hit points left. The robber
    strikes at the first of them.
    """
    s = standing(kind, dice.total(parse(MONSTERS[kind].hp)), _decode_one(_encode(who)))
    turns: tuple[Callable[..., Any], ...] = (rounds.foes_turn,) if foes_first else ()
    while True:
        for turn in turns:
            drive(turn, s, dice, answer=_strike)
            if s.over:
                return "die", 0
            if not facing.here(s).foes:
                return ("win" if facing.here(s).defeated else "retreat"), s.robbers[0].hp
        turns = (rounds.robbers_turn, rounds.foes_turn, rounds.end_of_round)


def _strike(ask: Ask) -> str:
    return next((key for key in ask.keys if isinstance(said := read(key), Blow) and said.verb == "attack"), ask.keys[0])


# Questions in words.


def answer(question: Sequence[str]) -> Odds:
    """The exact odds of a question; with no words, what can be asked."""
    if not question:
        return Odds("", USAGE)
    asked = _QUESTIONS.get(question[0])
    if asked is None:
        raise BadOpening(f"there are no odds for {question[0]!r}; ask for {', '.join(_QUESTIONS)}")
    return asked(list(question[1:]))


def _number(words: list[str], name: str, low: int, high: int, default: int) -> int:
    """Take "name=7" out of the words."""
    for word in list(words):
        key, equals, value = word.partition("=")
        if equals and key == name:
            words.remove(word)
            if not value.lstrip("+-").isdecimal() or not low <= int(value) <= high:
                raise BadOpening(f"{name} is {value!r}; it can be a whole number from {low} to {high}")
            return int(value)
    return default


def _first_number(words: list[str], what: str, low: int, high: int) -> int:
    if not words or not words[0].isdecimal() or not low <= int(words[0]) <= high:
        raise BadOpening(f"name a {what} from {low} to {high}")
    return int(words.pop(0))


_GEAR = {
    "leather": "leather_armor",
    "chain": "chain_mail",
    "plate": "plate_mail",
    "+1sword": "sword_plus1",
    "+1mace": "mace_plus1",
    "+1dagger": "dagger_plus1",
    "+1leather": "leather_plus1",
    "+1plate": "plate_plus1",
    "kit": "van_helsing_kit",
    "ring": "ring_protection",
}


def robber_of(words: list[str]) -> Robber:
    """A robber from words: gear, High abilities, hp= and level=. Unknown words are refused."""
    level = _number(words, "level", 0, 11, 0)
    hp = _number(words, "hp", 1, 60, 0)
    who = Robber(0, "You", level=level, weapon="bludgeon", pack={"bludgeon": 1})
    for word in words:
        item = _GEAR.get(word, word)
        if word in ("str", "int", "wis", "dex", "con", "cha"):
            who.high.append(word)
        elif word == "fists":
            who.weapon = ""
        elif item in ITEMS:
            who.pack[item] = 1
            slot = ITEMS[item].slot
            if slot == "weapon":
                who.weapon = item
            elif slot == "armor":
                who.armor = item
            elif slot == "shield":
                who.shield = True
        else:
            raise BadOpening(f"{word!r} is neither gear nor an ability; for example: sword leather shield str hp=7 level=2")
    who.hp = min(hp or sheet.max_hp(who), 60)
    return who


def _fight(words: list[str]) -> Odds:
    if not words:
        raise BadOpening("name a monster: fight kobold")
    kind = words.pop(0).lower().replace(" ", "_")
    if kind not in MONSTERS or not MONSTERS[kind].level:
        raise BadOpening(f"there is no monster {kind!r}; there are {', '.join(m.id for m in MONSTERS.values() if m.level)}")
    struck = "struck" in words
    if struck:
        words.remove("struck")
    who = robber_of(words)
    question = f"You ({who.hp} HP, AC {sheet.armor_class(who)}, {carried(who)}) against a {MONSTERS[kind].name}, to the death"
    if is_loud(kind):
        fights = counted(lambda dice: fought_loudly(kind, who, dice, foes_first=struck), LOUD)
        ended = {what: sum(n for end, n in fights.items() if end[0] == what) for what in ("win", "retreat", "die")}
        spared = sum(hp * n for (what, hp), n in fights.items() if what == "win")
        left = f"  hit points left after a win: {spared / ended['win']:.2f} of {who.hp} on average" if ended["win"] else ""
        heard = f"  with all that comes when the {MONSTERS[kind].name} is heard, and the {MONSTERS[kind].name} struck down first"
        return roughly(
            question, {what: n for what, n in ended.items() if n or what != "retreat"}, "\n".join(filter(None, (left, heard)))
        )
    ends = fight_to_the_death(kind, who, foes_first=struck)
    shares = {
        what: sum((chance for end, chance in ends.items() if end[0] == what), Fraction(0)) for what in ("win", "retreat", "die")
    }
    chances = {what: share for what, share in shares.items() if share or what != "retreat"}
    spare = sum((end[1] * chance for end, chance in ends.items() if end[0] == "win"), Fraction(0))
    text = f"  hit points left after a win: {float(spare / shares['win']):.2f} of {who.hp} on average" if shares["win"] else ""
    return exactly(question, chances, text)


def carried(who: Robber) -> str:
    """The weapon in words."""
    return ITEMS[who.weapon].name if who.weapon else "fists"


def _sneak(words: list[str]) -> Odds:
    level = _first_number(words, "level", 1, 10)
    bonus = _number(words, "bonus", -5, 20, 0)
    place = "chamber" if "chamber" in words or "steal" in words else "passage"
    modifier = bonus + (sneaking.CHAMBER_SNEAK if place == "chamber" else 0) + (sneaking.STEAL if "steal" in words else 0)
    modifier += sneaking.ALERT if "alert" in words else 0
    widths = [(0, 20)] if place == "chamber" else [(e.sneak, e.hi - e.lo + 1) for e in TABLES["passage_width_sneak"].entries]
    chance = sum(
        (Fraction(weight, 20) * Fraction(min(20, max(0, 10 - level + modifier + width)), 20) for width, weight in widths),
        Fraction(0),
    )
    what = "Stealing from" if "steal" in words else "Sneaking past"
    return exactly(f"{what} a level {level} monster in a {place}", {"unheard": chance, "struck at": 1 - chance})


def _parlay(words: list[str]) -> Odds:
    bonus = _number(words, "bonus", 0, 9, 0)
    table = TABLES["parlay"]

    def play(dice: Any) -> str:
        return table.at(dice.total(parse("2d6")) + bonus).text.split(":")[0]

    return exactly(f"Parlay with {bonus:+}", distribution(play))


def _backtrack(words: list[str]) -> Odds:
    room = _first_number(words, "room", 1, 10)
    who = Robber(0, "You", high=["int"] if "clever" in words else [])
    chance = movement.lost_chance(who, room)
    return exactly(f"Backtrack from room {room}", {"lost": chance, "found": 1 - chance})


_QUESTIONS: dict[str, Callable[[list[str]], Odds]] = {
    "fight": _fight,
    "sneak": _sneak,
    "parlay": _parlay,
    "backtrack": _backtrack,
}

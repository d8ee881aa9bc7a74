"""A scene for tests: a party on its feet, a maze, and a battle if one is wanted. No dice are thrown here."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from undercroft.engine import Ask, Opening, Ran, run
from undercroft.games.descent import GAME
from undercroft.games.descent.arsenal import ARMOURS
from undercroft.games.descent.maze import Maze
from undercroft.games.descent.maze_file import load, packaged
from undercroft.games.descent.rules.battle import field
from undercroft.games.descent.rules.battle.answers import Aimed, read
from undercroft.games.descent.rules.company.company import line_up
from undercroft.games.descent.rules.mapping.mapping import draw_cell, new_sheet, sense
from undercroft.games.descent.rules.personas.line_up import default_lines
from undercroft.games.descent.rules.personas.people import claims, full_body, new_member, wear
from undercroft.games.descent.state import Battle, Game, Member, here

FOLK = ("human", "elf", "dwarf", "centaur")
RULEBOOK = GAME.rulebook()


def opening(
    *names: str, gamesmaster: str | None = None, bring: dict[str, Any] | None = None, seed: int = 1, **options: Any
) -> Opening:
    """A checked opening."""
    made = Opening(
        game="descent", seats=names or ("Ada",), seed=seed, options=options, gamesmaster=gamesmaster, bring=bring or {}
    )
    return GAME.check_opening(made)


def game(
    *specs: str,
    maze: str | Maze = "model",
    at: tuple[int, int, int] = (2, 4, 2),
    players: int = 1,
    lines: bool = True,
    **dials: Any,
) -> Game:
    """A party below ground. A spec is words: denomination, class, rank, "son", "daughter", "apprentice", a "seat2", armour
    as "plate".
    """
    from undercroft.engine import Dice

    s = GAME.setup(opening(*(f"P{number}" for number in range(players)), **dials), Dice(1))
    found = maze if isinstance(maze, Maze) else packaged(maze)
    s.levels, s.maze_name = list(found.levels), found.name
    for index, spec in enumerate(specs or ("warrior",)):
        persona(s, spec, index)
    s.party = [m.id for m in s.members]
    s.at = list(at)
    s.before = list(at)
    new_sheet(s, at[0], sure=True)
    if s.members:
        s.members[0].goods["TORCHES"] = 1
        s.leader = (claims(s) or s.members)[0].id
    sense(s, here(s), [(at[1], at[2])])
    draw_cell(s, here(s), at[1], at[2])
    s.phase = "walk"
    if lines:
        default_lines(s)
    return s


def persona(s: Game, spec: str, index: int = 0) -> Member:
    """One member from words."""
    fields: dict[str, Any] = {
        "seat": 0,
        "cls": "warrior",
        "denomination": "human",
        "rank": 10,
        "kind": "persona",
        "status": "ready",
    }
    armour = hand = ""
    for word in spec.split():
        if word in ("warrior", "priest", "wizard"):
            fields["cls"] = word
        elif word in FOLK:
            fields["denomination"] = word
        elif word.isdecimal():
            fields["rank"] = int(word)
        elif word.startswith("seat"):
            fields["seat"] = int(word[4:])
        elif word in ("son", "apprentice"):
            fields.update(kind=word, rank=11, cls="warrior" if word == "son" else "wizard")
        elif word == "daughter":
            fields.update(kind=word, rank=0, cls="")
        elif word == "simulacrum":
            fields.update(kind=word, seat=-1)
        elif word == "virgin":
            fields["virgin"] = True
        elif word in ("plate", "chain", "leather"):
            armour = {"plate": "PLATE ARMOR", "chain": "CHAIN MAIL ARMOR", "leather": "BOILED LEATHER ARMOR"}[word]
        elif word.startswith("+"):
            hand = word[1:].replace("_", " ").upper().replace("PLUS", "+")
        else:
            raise ValueError(word)
    m = new_member(s, name=f"{fields['kind'] if fields['kind'] != 'persona' else fields['cls']}{index}", **fields)
    if armour:
        wear(m, armour)
        assert m.armour_left == ARMOURS[armour]
    if hand:
        m.goods[hand] = 1
        m.hand = hand
    m.body = full_body(s, m)
    return m


def fight(s: Game, name: str, number: int = 1, *, light: bool = True, place: str = "corridor", **fields: Any) -> Battle:
    """A battle under way: foes in line, first round to come."""
    b = Battle(
        foes=line_up(s, name, number),
        joined=number,
        kinds=[name],
        place=place,
        back=list(s.before),
        light=99 if light else 0,
        **fields,
    )
    s.battle = b
    s.phase = "battle"
    field.refill(s, b)
    return b


def two(text: str) -> Maze:
    """A maze from its text."""
    return load(text, "test.txt")


def keys_of(asks: list[Ask], rule: str) -> list[tuple[str, ...]]:
    """The keys of every ask under a rule."""
    return [ask.keys for ask in asks if ask.rule == rule]


def said(key: str) -> Aimed:
    """What a wizard announces."""
    ball = read(key)
    assert isinstance(ball, Aimed)
    return ball


def played(
    rule: Callable[..., Coroutine[Any, Any, Any]], s: Game, /, *args: Any, **scripted: Any
) -> tuple[Ran[Game, Any], dict[str, Any]]:
    """Run a rule, and everything it changed on the table: "members.0.gold" -> 5, None for what is gone. Neither the count of
    throws nor the tale of blows nor the pencilled map is among it.
    """
    if "rule" in scripted:  # a rule that is told under which id it throws
        rule = functools.partial(rule, rule=scripted.pop("rule"))
    before = _leaves(msgspec.to_builtins(s))
    ran = run(rule, s, *args, **scripted)
    after = _leaves(msgspec.to_builtins(s))
    return ran, {
        name: after.get(name) for name in [*after, *(n for n in before if n not in after)] if before.get(name) != after.get(name)
    }


ODD = {"tied": 0, "disarmed": False, "stopped": False, "holds": -1, "member": -1, "shed": 0}


def _leaves(thing: Any, path: str = "") -> dict[str, Any]:
    if path in ("levels", "sheets", "battle.exchanges", "tally.throws", "tally.doubles"):
        return {}
    if isinstance(thing, dict) and "shed" in thing:  # a foe, in a line: "0 Orcs 1" and what is odd about it
        odd = [f"{name}={thing[name]}" for name, usual in ODD.items() if thing[name] != usual]
        return {path: " ".join([f"{thing['id']} {thing['name']} {thing['hits']}", *odd])}
    if isinstance(thing, dict):
        parts = [(str(name), value) for name, value in thing.items()]
    elif isinstance(thing, list) and any(isinstance(one, dict | list) for one in thing):
        parts = [(str(index), value) for index, value in enumerate(thing)]
    else:
        return {path: thing}
    found: dict[str, Any] = {}
    for name, value in parts:
        found |= _leaves(value, f"{path}.{name}" if path else name)
    return found


def rolls(ran: Ran[Game, Any]) -> list[str]:
    """What was thrown for, in order: "1d6 for the toll"."""
    return [event.text for event in ran.events if event.kind == "roll"]

"""Wishes: one for each member, and what greed does to a sage's mood (DES-SAGE-09)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from .....engine import Option, Table
from .....engine.words import capital, sentence
from ...arsenal import ARMOURS, arms, supplies
from ...bestiary import baddies
from ...content import sages
from ...secrets import known_curses
from ...state import Game, Member, Sage, add, here, member
from ..basics.answers import Name, Number, chosen, whos
from ..basics.judging import asks, judged
from ..basics.throws import one_die
from ..basics.wares import label
from ..company.books import learn
from ..mapping.guidance import show_route, way_to
from ..personas.people import gain_spell, people
from ..treasure.finds import find_magic_weapon
from ..wounds.wounds import heal, raise_dead
from .answers import read
from .ranks import promote
from .sages import settle


async def wish(t: Table[Game], sage: Sage) -> None:
    """Each member in turn asks; above two greed a head his mood drops by four and is read again (DES-SAGE-09)."""
    s = t.state
    everyone = people(s)
    if sage.wisher >= len(everyone):
        sage.stage = "gone"
        return
    m = everyone[sage.wisher]
    sage.wisher += 1
    options: dict[str, str | Option] = {
        Number.say("wish", index): Option(capital(entry.name), hint=f"greed {entry.greed}" if entry.greed else "modest")
        for index, entry in enumerate(sages().wish)
        if _possible(s, m, entry.name)
    }
    if asks(t, "wishes"):
        options["own"] = Option("Something else ...", hint="say what; modesty advised")
    options["none"] = "Nothing, thank you"
    most = sages().wish_rule.greed_allowed_per_member * len(everyone)
    borne = "" if t.gamesmaster is not None else f" (He bears {most} greed of all of you; {sage.greed} so far.)"
    choice = await t.choose(m.seat, "{name}, one wish?{borne}", options, rule="DES-SAGE-09", name=m.name, borne=borne)
    if choice == "none":
        return
    if choice == "own":
        await _own_wish(t, sage, m)
        return
    said = read(choice)
    assert isinstance(said, Number)
    entry = sages().wish[said.number]
    sage.greed += entry.greed
    if await _offended(t, m, entry.name, f"Greed comes to {sage.greed} of {most}", usual=sage.greed > most):
        await _too_greedy(t, sage)
        return
    t.meet("wish", entry.name)
    t.tell("{name} wishes: {wish}.", rule="DES-SAGE-09", name=m.name, wish=entry.name)
    await GRANTS[entry.name](t, m)


async def _own_wish(t: Table[Game], sage: Sage, m: Member) -> None:
    """A wish in the player's own words; a person behind the screen grants it, and sees to it from the desk."""
    assert t.gamesmaster is not None
    words = await t.ask_text(m.seat, "What does {name} wish?", rule="DES-SAGE-09", high=160, suggest=("A hat that fits",),
                             name=m.name)  # fmt: skip
    t.tell("{name} wishes: {wish}", rule="DES-SAGE-09", name=m.name, wish=sentence(words))
    if await _offended(t, m, words, "It is for you to say whether that is greedy", usual=False):
        await _too_greedy(t, sage)
        return
    done = await t.ask_text(t.gamesmaster, "How is it granted?", rule="DES-SAGE-09", high=300, suggest=("So it is.",))
    t.tell("{words}", rule="DES-SAGE-09", words=sentence(done))


async def _offended(t: Table[Game], m: Member, wanted: str, measure: str, *, usual: bool) -> bool:
    ruled = await judged(
        t,
        "wishes",
        "{name} wishes: {wish}. {measure}. Does the sage take offence?",
        {"no": "He grants it", "yes": "Too greedy"},
        "yes" if usual else "no",
        rule="DES-SAGE-09",
        name=m.name,
        wish=wanted,
        measure=measure,
    )
    return ruled == "yes"


async def _too_greedy(t: Table[Game], sage: Sage) -> None:
    """His mood drops by four, is read again, and he is gone."""
    sage.mood -= 4
    t.tell("That is one greedy wish too many: the sage grants nothing more, and thinks again of you.", rule="DES-SAGE-09")
    await settle(t, sage)
    if sage.face not in ("furious", "unfriendly"):
        t.tell("He takes nothing back, and goes.", rule="DES-SAGE-09")
    sage.stage = "gone"


def _possible(s: Game, m: Member, name: str) -> bool:
    if name == "lift a curse":
        return bool(known_curses(s))
    if name == "one die of charges of a spell already known":
        return m.cls == "wizard" and bool(m.kinds)
    if name == "raise a companion killed this descent":
        return any(member(s, number).status == "dead" for number in s.party)
    if name == "a rank for nothing":
        return m.rank > 1
    return True


async def _be_healed(t: Table[Game], m: Member) -> None:
    heal(t.state, m, 99)
    m.conditions = [mark for mark in m.conditions if mark != "bitten"]


async def _weakness(t: Table[Game], m: Member) -> None:
    options = {Name.say("of", name): name for name in baddies()}
    key = await t.choose(m.seat, "Whose weakness?", options, rule="DES-SAGE-09")
    learn(t, options[key], "DES-SAGE-09")


async def _way_home(t: Table[Game], m: Member) -> None:
    s = t.state
    level = here(s)
    if level.cell(s.at[1], s.at[2]) == "T":
        t.tell("'You are standing in it,' he says.", rule="DES-SAGE-09")
        return
    route = way_to(s, level, lambda col, row: level.cell(col, row) == "T" or level.cell(col, row) in "<X")
    if route is None:
        t.tell("He turns his map over twice. From here he knows of none.", rule="DES-SAGE-09")
        return
    show_route(s, level, route)
    t.tell("It is on the map now, {feet} feet of it.", rule="DES-SAGE-09", feet=10 * (len(route) - 1))


async def _supply(t: Table[Game], m: Member) -> None:
    cheap = [name for name, line in supplies().items() if 0 < line.gold <= 10]
    name = await t.choose(m.seat, "Which supply?", cheap, rule="DES-SAGE-09", describe=label)
    add(m.goods, name)
    if name.endswith("BALLS") and name not in m.kinds:
        m.kinds.append(name)


async def _ten_gold(t: Table[Game], m: Member) -> None:
    m.gold += 10


async def _armour(t: Table[Game], m: Member) -> None:
    m.armour_left = ARMOURS.get(m.armour, 0)


async def _charges(t: Table[Game], m: Member) -> None:
    kind = await t.choose(m.seat, "Which spell?", m.kinds, rule="DES-SAGE-09", describe=label)
    gain_spell(m, kind, await one_die(t, "The gamesmaster", "for the charges", rule="DES-SAGE-09"))


async def _weapon(t: Table[Game], m: Member) -> None:
    plain = [name for name, arm in arms().items() if arm.kind == "weapon"]
    name = await t.choose(m.seat, "Which weapon?", plain, rule="DES-SAGE-09", describe=label)
    add(m.goods, name)


async def _lift(t: Table[Game], m: Member) -> None:
    t.state.curses.remove(known_curses(t.state)[-1])


async def _magic(t: Table[Game], m: Member) -> None:
    await find_magic_weapon(t, to=m)


async def _raise(t: Table[Game], m: Member) -> None:
    s = t.state
    dead = [member(s, number) for number in s.party if member(s, number).status == "dead"]
    key = await t.choose(m.seat, "Who is to come back?", whos(dead), rule="DES-SAGE-09")
    raise_dead(t, chosen(s, key))


async def _rank(t: Table[Game], m: Member) -> None:
    await promote(t, m)


GRANTS: dict[str, Callable[[Table[Game], Member], Coroutine[Any, Any, None]]] = {
    "be healed": _be_healed, "know a baddie's weakness": _weakness, "be shown the way home": _way_home,
    "one supply from the list costing ten gold or less": _supply, "ten gold": _ten_gold, "armour made whole": _armour,
    "one die of charges of a spell already known": _charges, "an ordinary weapon of any price": _weapon, "lift a curse": _lift,
    "a magic weapon": _magic, "raise a companion killed this descent": _raise, "a rank for nothing": _rank,
}  # fmt: skip

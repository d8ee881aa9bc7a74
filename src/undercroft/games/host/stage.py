"""The stage: whose era it is and whom they have met, how near the threat is, and the throw that made history."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...drawing import figures
from ...engine import Line, Roll, Side, Stage, Throw, Told
from ...engine.stage import came_of, purpose, until_next_throw
from ...engine.words import said, some
from .ground import beads as bd
from .names import capitalised
from .rules.conventions.backing import backed
from .rules.encounters.villainies import VILLAINIES
from .screen import AGES, beads_of
from .state import Group, Host

DUELS = (
    "HST-ENCT-02",
    "HST-ADVN-14",
    "HST-CONF-06",
    "HST-BRED-11",
    "HST-THOT-09",
    "HST-THOT-16",
    "HST-DMST-11",
)  # two dice, one each
FATES = ("HST-DSTR-02", "HST-CIV-03", "HST-MNST-13", "HST-VILL-03", "HST-PRIM-05", "HST-CONF-01")  # a table decides

UNTIL = {  # how a civilization ends
    "dwarven": "they last until they dig too deep, or the last of them dies",
    "dark_elf": "they last until a city of theirs grows too great, or the daylight finds them",
    "demon": "they last until their princes have killed each other, or heaven comes",
}

FIGURES = {
    "surface": "knight",
    "temple": "priest",
    "minions": "skeleton",
    "villain": "king",
    "custom": "adventurer",
    "dark_elf": "elf",
}


def stage(s: Host, seat: int | None, told: Sequence[Told]) -> Stage | None:
    """What the world is at; the author has no side, so the people of the age stand alone until they meet somebody."""
    if s.age == "opening":
        return Stage("An empty page", stakes=(Line("To come", "rock, then people, then what eats them"),))
    ends = {entry.text for entry in s.record if entry.kind == "age_end"}
    ended = next((event for event in reversed(told) if event.text in ends), None)
    fallen = next((civ for civ in reversed(s.civs) if civ.ended and civ.people), None)
    if ended is not None and fallen is not None and s.age in ("disaster", "monsters"):
        then = [event.text for event in told if event.n > ended.n and event.roll is None and event.kind != "headline"]
        people = s.groups[fallen.people[0]]
        stakes = (Line("They lasted", some(fallen.year, "year")), Line("They leave", some(len(fallen.rooms), "room")))
        what = f"{ended.text} {then[0]}" if then else ended.text
        return Stage(f"The end of {fallen.name}", s.era, (_side(s, people),), stakes, (), what, "death")
    throws = _throws(told)
    duel = throws[-1] if throws and throws[-1].against is not None else None
    after = [event for event in told if duel is not None and event.n > duel.n and event.roll is None]
    return Stage(
        s.era + (f", year {s.year}" if s.year and s.age in ("civilization", "monsters", "villainy") else ""),
        AGES[s.age] if AGES[s.age] != s.era else "",
        _sides(s, told, duel),
        tuple(_stakes(s)),
        throws,
        after[0].text if after else came_of([event for event in told if event.kind != "headline"]),
        "fight" if duel is not None else "throw" if any(event.rule.startswith("HST-DSTR") for event in told) else "",
    )


def _throws(told: Sequence[Told]) -> tuple[Throw, ...]:
    """The last meeting of two powers, die against die, or else the last table that decided something."""
    for index in range(len(told) - 2, -1, -1):
        one, two = told[index], told[index + 1]
        if one.roll is not None and two.roll is not None and one.rule == two.rule and one.rule in DUELS:
            why = f"{purpose(one)} against {purpose(two)}" if one.rule not in ("HST-CONF-06", "HST-BRED-11") else purpose(one)
            return (Throw(one.n, why, one.roll, *_sums(one.roll, two.roll, told[index + 2 :]), None, two.roll),)
    for index in range(len(told) - 1, -1, -1):
        event = told[index]
        if event.roll is not None and event.rule in FATES and until_next_throw(told[index + 1 :]):
            return (Throw(event.n, purpose(event), event.roll),)
    return ()


_SCORE = re.compile(r"\((\d+) to (\d+)\)")


def _sums(mine: Roll, theirs: Roll, after: Sequence[Told]) -> tuple[str, str]:
    """What each side added to its die, and both sums, from the line that tells how it went."""
    score = _SCORE.search(next((event.text for event in after[:2] if event.roll is None), ""))
    if score is None:
        return "", ""
    one, two = int(score[1]), int(score[2])
    return (
        f"a die and {one - sum(mine.faces)} against a die and {two - sum(theirs.faces)}",
        f"{one} to {two}" + (", even" if one == two else ""),
    )


def _sides(s: Host, told: Sequence[Told], duel: Throw | None) -> tuple[Side, ...]:
    """The two who met, or whoever the last line is about."""
    if duel is not None:
        thrown = [event for event in told if event.n in (duel.n, duel.n + 1)]
        met = [group for event in thrown for group in _in(s, event)]
        if met:
            return tuple(_side(s, group) for group in met[:2])
    named = next((group for event in reversed(told) for group in _in(s, event)), None) or _leading(s)
    return (_side(s, named),) if named is not None else ()


def _in(s: Host, event: Told) -> list[Group]:
    """The groups that a line names, the doer first."""
    said = [str(value) for value in event.values.values()]
    return [group for text in said for group in s.groups.values() if text in (group.name, capitalised(group.name))]


def _leading(s: Host) -> Group | None:
    """Whoever the age is about: the people of the civilization, or the richest of the monsters."""
    for civ in s.civs:
        if not civ.ended and civ.people:
            return s.groups[civ.people[0]]
    live = [s.groups[gid] for gid in s.order if s.groups[gid].alive]
    return max(live, key=lambda group: (bd.loot(s, group.id), -group.id)) if live else None


def _side(s: Host, group: Group) -> Side:
    people, goods = beads_of(s, group)
    notes = [group.flavour] if group.flavour else []
    notes += [] if group.alive else ["gone"]
    lines = (Line("Number", str(bd.pop(s, group.id)), hint=people), Line("Wealth", str(bd.loot(s, group.id)), hint=goods))
    return Side(capitalised(group.name), _figure(group), lines, tuple(notes))


def _figure(group: Group) -> str:
    flavour = group.flavour.lower()
    return flavour if figures.known(flavour) else FIGURES.get(group.type, group.type.replace("_", " "))


def _stakes(s: Host) -> list[Line]:
    live = [s.groups[gid] for gid in s.order if s.groups[gid].alive]
    mine = backed(s)
    yours = []
    if mine is not None:
        number = said("{n:words} strong, {m:count treasure|treasures}", n=bd.pop(s, mine.id), m=bd.loot(s, mine.id))
        yours = [Line("Yours", mine.name, hint=number if mine.alive else f"gone, {mine.cause}", rule="HST-CONV-07")]
    if s.age == "civilization":
        yours = [
            Line(
                "Yours",
                s.groups[civ.people[0]].name,
                hint=f"in their year {civ.year}; {UNTIL.get(civ.kind, 'they will not last')}",
            )
            for civ in s.civs
            if not civ.ended and civ.people
        ]
        return yours
    return [*yours, *_threat(s, live)]


def _threat(s: Host, live: Sequence[Group]) -> list[Line]:
    """How near what is coming has come."""
    if s.age == "monsters" and live:
        rich = max(live, key=lambda group: (bd.loot(s, group.id), -group.id))
        hint = f"{rich.name}; at six an arch-villain comes"
        return [Line("Threat", str(min(6, bd.loot(s, rich.id))), 6, hint=hint, rule="HST-MNST-02")]
    if s.age == "villainy":
        return [VILLAINIES[one.kind].progress(s, one, s.groups[one.group]) for one in s.villains if not one.fallen]
    return [Line("Years in all", str(s.absolute), rule="HST-HIST-03")] if s.absolute else []

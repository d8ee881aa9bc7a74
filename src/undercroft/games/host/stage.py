"""The stage: whose era it is and whom they have met, how near the threat is, and the throw that made history."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import UnsetType

from ...drawing import figures
from ...engine import Line, Roll, Side, Stage, Throw, Told, words
from ...engine.stage import came_of, purpose, until_next_throw
from ...engine.words import some, told_odds
from .annals.facts import is_one
from .ground import beads as bd
from .names import capitalised
from .rules.conventions.backing import CHANCES, decides, end_of
from .rules.encounters.steering import danger, heroes
from .rules.encounters.villainies import VILLAINIES
from .screen import AGES, beads_of
from .state import Group, Host, backed

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
    mine, throws = backed(s), _throws(s, told)
    if mine is not None and not mine.alive and (last := _last_of(s, mine, told)):
        why = Line("Their end", end_of(s, mine), rule="HST-CONV-07")
        duel = next((throw for throw in throws if throw.against is not None), None)
        sides = _sides(s, told, duel) if duel is not None else (_side(s, mine),)
        return Stage(f"The end of {mine.name}", _when(s), sides, (why, *_chances(s)), throws if duel else (), last, "death")
    ends = {entry.text for entry in s.record if entry.kind == "age_end"}
    ended = next((event for event in reversed(told) if event.text in ends), None)
    fallen = next((civ for civ in reversed(s.civs) if civ.ended and civ.people), None)
    if ended is not None and fallen is not None and s.age in ("civilization", "disaster", "monsters"):
        then = [event.text for event in told if event.n > ended.n and event.roll is None and event.kind != "headline"]
        people = s.groups[fallen.people[0]]
        stakes = (Line("They lasted", some(fallen.year, "year")), Line("They leave", some(len(fallen.rooms), "room")))
        what = f"{ended.text} {then[0]}" if then else ended.text
        return Stage(f"The end of {fallen.name}", s.era, (_side(s, people),), stakes, (), what, "death")
    duel = throws[-1] if throws and throws[-1].against is not None else None
    after = [event for event in told if duel is not None and event.n > duel.n and event.roll is None]
    ours = _last_of(s, mine, told) if mine is not None else ""
    standing = mine is not None and mine.alive
    return Stage(
        capitalised(mine.name) if mine is not None and standing else _when(s),
        AGES[s.age] if AGES[s.age] != s.era and not standing else "",
        _sides(s, told, duel),
        tuple(_stakes(s)),
        throws,
        after[0].text if after else ours or came_of([event for event in told if not _idle(event, standing)]),
        "fight" if duel is not None else "throw" if any(event.rule.startswith("HST-DSTR") for event in told) else "",
    )


def _idle(event: Told, backing: bool) -> bool:
    """Whether a line is not worth the stage: a heading, or what goes on above while somebody is backed below."""
    return event.kind == "headline" or (backing and event.rule.startswith("HST-SURF"))


def _when(s: Host) -> str:
    return s.era + (f", year {s.year}" if s.year and s.age in ("civilization", "monsters", "villainy") else "")


def _last_of(s: Host, mine: Group, told: Sequence[Told]) -> str:
    """The last thing told of those whose story it is."""
    return next((event.text for event in reversed(told) if event.roll is None and mine in _in(s, event)), "")


def _throws(s: Host, told: Sequence[Told]) -> tuple[Throw, ...]:
    """The last meeting of two powers, die against die (one's own, if there are such), or else a table that decided something."""
    mine = backed(s)
    for index in range(len(told) - 2, -1, -1):
        one, two = told[index], told[index + 1]
        if one.roll is None or two.roll is None or one.rule != two.rule or one.rule not in DUELS:
            continue
        if mine is None or mine in (*_in(s, one), *_in(s, two)):
            who = (purpose(one), purpose(two)) if one.rule not in ("HST-CONF-06", "HST-BRED-11") else ("", "")
            why = " against ".join(who) if who[0] else purpose(one)
            sums = _sums(one.roll, two.roll, told[index + 2 :], who)
            return (Throw(one.n, why, one.roll, *sums, None, two.roll, who),)
    for index in range(len(told) - 1, -1, -1):
        event = told[index]
        if event.roll is not None and event.rule in FATES and until_next_throw(told[index + 1 :]):
            return (Throw(event.n, purpose(event), event.roll),)
    return ()


_SCORE = re.compile(r"\((\d+) to (\d+)\)")


def _sums(mine: Roll, theirs: Roll, after: Sequence[Told], who: tuple[str, str]) -> tuple[str, str]:
    """What each side added to its die, and both sums with the winner's name, from the line that tells how it went.

    A line may name the winner first: what it has as a and b is in the order of the dice.
    """
    line = next((event for event in after[:2] if event.roll is None), None)
    score = _SCORE.search(line.text) if line is not None else None
    if line is None or score is None:
        return "", ""
    one, two = (int(line.values.get(key, score[k])) for k, key in enumerate("ab", start=1))  # type: ignore[arg-type]
    won = who[0] if one > two else who[1]
    return (
        f"a die and {one - sum(mine.faces)} against a die and {two - sum(theirs.faces)}",
        f"{one} to {two}" + (", even" if one == two else f": {won} won" if won else ""),
    )


def _sides(s: Host, told: Sequence[Told], duel: Throw | None) -> tuple[Side, ...]:
    """The two who met, or whoever the last line is about."""
    if duel is not None:
        thrown = [event for event in told if event.n in (duel.n, duel.n + 1)]
        met = [group for event in thrown for group in _in(s, event)]
        if met:
            return tuple(_side(s, group) for group in met[:2])
    mine = backed(s)
    if mine is not None and mine.alive:
        foe = danger(s, mine)
        return (_side(s, mine), _side(s, foe[0])) if foe is not None else (_side(s, mine),)
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
    mine = group is backed(s)
    notes = [f"{group.flavour}{', yours' if mine else ''}"] if group.flavour else ["yours"] if mine else []
    notes += [_since(s, group) if mine else ""] if group.alive else ["gone"]
    lines = (Line("Number", str(bd.pop(s, group.id)), hint=people), Line("Wealth", str(bd.loot(s, group.id)), hint=goods))
    return Side(capitalised(group.name), _figure(group), lines, tuple(filter(None, notes)))


def _figure(group: Group) -> str:
    flavour = group.flavour.lower()
    return flavour if figures.known(flavour) else FIGURES.get(group.type, group.type.replace("_", " "))


def _stakes(s: Host) -> list[Line]:
    live = [s.groups[gid] for gid in s.order if s.groups[gid].alive]
    mine = backed(s)
    if s.age == "civilization":
        lines = []
        for civ in (civ for civ in s.civs if not civ.ended and civ.people):
            dug = len([rid for rid in civ.rooms if rid in s.rooms])
            lines.append(Line("Yours", "for now", hint=UNTIL.get(civ.kind, "they will not last")))
            lines += [Line("They leave", some(dug, "room"), hint="whoever is yours after them lives there")] if dug else []
        return lines
    if mine is not None and mine.alive:
        return [*_in_danger(s, mine), *_chances(s)]  # the rest is in the status
    return [*_chances(s), *_threat(s, live)]


def _since(s: Host, mine: Group) -> str:
    """What they have won and lost since the last year's end."""
    if isinstance(s.stood, UnsetType):
        return ""
    people, goods = bd.pop(s, mine.id) - s.stood[0], bd.loot(s, mine.id) - s.stood[1]
    parts = [f"{words.number(abs(n))} {'more' if n > 0 else 'fewer'}{of}" for n, of in ((people, ""), (goods, " treasure")) if n]
    return f"this year {words.listed(parts)}".replace("one fewer treasure", "one treasure less") if parts else ""


def _in_danger(s: Host, mine: Group) -> list[Line]:
    foe, party = danger(s, mine), heroes(s, mine)
    if party and (foe is None or party > foe[1]):
        often = "a party goes down every year, and each is stronger" if s.age == "villainy" else "a party may go down in any year"
        ill = told_odds(f"; {party}% that it goes ill, if it finds them")
        return [Line("Danger", f"heroes from above{told_odds(f', {party}%')}", hint=f"{often}{ill}", rule="HST-ADVN-14")]
    if foe is None:
        return [Line("Danger", "nobody yet", hint="none of the others has found them")]
    value = f"{foe[0].name}{told_odds(f', {foe[1]}%')}"
    return [Line("Danger", value, hint=told_odds("that it goes ill, when they meet"), rule="HST-ENCT-02")]


def _chances(s: Host) -> list[Line]:
    """How often the story was begun, and when it is kept and lost."""
    if s.rules < 6 or not s.backed or s.backed[-1] == 0:
        return []
    tries = sum(gid in s.groups for gid in s.backed)
    left = CHANCES - tries
    mine = backed(s)
    they, stand, fall = ("it", "stands", "falls") if mine is not None and is_one(mine) else ("they", "stand", "fall")
    again = f"you may choose {times(left)} more, while the history lasts" if left else "it is lost"
    if mine is not None and (s.age == "over" or (mine.alive and decides(s, mine))):
        again = "all is over"
    fallen = mine is None or not mine.alive
    hint = again if fallen else f"kept if {they} {stand} when the history ends; if {they} {fall}, {again}"
    return [Line("Your story", f"{tries} of {CHANCES}", hint=hint, rule="HST-CONV-07")]


def times(n: int) -> str:
    """Once, twice."""
    return {1: "once", 2: "twice"}.get(n, f"{words.number(n)} times")


def _threat(s: Host, live: Sequence[Group]) -> list[Line]:
    """How near what is coming has come."""
    if s.age == "monsters" and live:
        rich = max(live, key=lambda group: (bd.loot(s, group.id), -group.id))
        hint = f"{rich.name}{', yours' if rich is backed(s) else ''}; at six an arch-villain comes"
        return [Line("Threat", str(min(6, bd.loot(s, rich.id))), 6, hint=hint, rule="HST-MNST-02")]
    if s.age == "villainy":
        return [VILLAINIES[one.kind].progress(s, one, s.groups[one.group]) for one in s.villains if not one.fallen]
    return [Line("Years in all", str(s.absolute), rule="HST-HIST-03")] if s.absolute else []

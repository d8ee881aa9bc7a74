"""The Age of Monsters in acts: who had the dark to themselves for some years, what they wanted, and what became of it.

A year-book of the age reads like a ledger. So it is told by those who mattered most: their coming, their doings, their end, and
of everybody else what touched them. Who came and went without that has half a sentence; the lives have the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ....engine.words import Noun, count, fill, said
from ..state import Group, Host
from .facts import Fact, is_one, kind_of
from .gist import name_in

MAINS = 4  # so many are remembered of an age, at most
FEW = 4  # facts that make somebody worth remembering
SPAN = 4  # years of an act, about
PLENTY = 9  # facts of an act
ALWAYS = ("begins", "keep", "city", "monsters-end", "overrun", "ten-years", "quake", "cone", "star")
FEUDS = (
    "So it went on between {a} and {b}, blow for blow.",
    "{a:^} and {b} went on paying each other back, and were never quits.",
    "Between {a} and {b} it was an eye for an eye from then on.",
    "After that neither {a} nor {b} could have said who began it.",
)
WANTS = {  # what those who set the hours wanted, by what they are
    "alpha": (
        "Those were the years of {who}, who wanted something to eat, and quiet afterwards.",
        "Whoever lived below then learned to listen for {who}, who was always hungry.",
        "{who:^} set the hours in those years: while it slept others lived, and when it woke they paid.",
        "If that time had a face, it was that of {who}, who wanted supper.",
        "It began to matter where {who} lay, and how long ago it had eaten.",
        "All the others had plans. {who:^} had teeth.",
    ),
    "delver": (
        "Then it was the turn of {who}, who wanted ore, a wall around it, and nobody behind the wall.",
        "The dark had householders in those years: {who}, who counted everything twice.",
        "{who:^} meant to stay. They measured, hung doors, and wrote down what was owed them.",
        "Those were the years of {who}, who would have been content if the others had been further off.",
        "What {who} wanted was to be left alone with their picks, and it was too much to ask.",
    ),
    "breeder": (
        "{who:^} wanted room, for there were more of them every year.",
        "Those years were loud with {who}, who wanted whatever the neighbours had.",
        "It was the time of {who}: many, hungry, and sure that next year would be better.",
        "Nobody had asked {who} to be so many, and they could not help it.",
        "{who:^} wanted very little, but they wanted it from everybody.",
    ),
}  # fmt: skip
OTHERS = ("Others came too: {names}.", "There were others, whom few remember: {names}.")


LAST = 99  # whoever ended the age is remembered


def mains(s: Host, facts: Sequence[Fact]) -> list[Group]:
    """Whom the age is remembered by: those most is told of, in the order in which they came."""
    known = {group.name.casefold(): group for group in s.groups.values() if group.type not in ("surface", "villain", "minions")}
    told = Counter(
        name for fact in facts for name in dict.fromkeys((name_in(fact, "who"), name_in(fact, "other"))) if name in known
    )
    if s.trigger is not None and s.trigger.group in s.groups:
        told[s.groups[s.trigger.group].name.casefold()] += LAST
    best = sorted((name for name, times in told.items() if times >= FEW and name in known), key=lambda name: -told[name])[:MAINS]
    return sorted((known[name] for name in best), key=lambda group: group.id)


def remembered(s: Host, facts: Sequence[Fact]) -> list[Fact]:
    """The facts that touch those the age is remembered by, and who came with them; of each act the weightiest."""
    great = {group.name.casefold() for group in mains(s, facts)}
    parties = {name_in(fact, "who") for fact in facts if fact.topic == "party"}
    kept: list[Fact] = []
    for act in _acts(feuds(s, facts)):
        weighty = sorted(act, key=lambda fact: -_weight(fact, great, parties))[:PLENTY]
        chosen = {id(fact) for fact in weighty if _weight(fact, great, parties) > 0}
        kept += [fact for fact in act if id(fact) in chosen or fact.topic in ALWAYS]
    named = {name_in(fact, key) for fact in kept for key in ("who", "other")}
    seqs = {fact.entry.seq: fact for fact in kept}
    return [
        seqs.get(fact.entry.seq, fact)
        for fact in facts
        if fact.entry.seq in seqs or (fact.topic in ("came", "party") and name_in(fact, "who") in named)
        or (fact.topic in ("end-killed", "party-never") and name_in(fact, "who") in named)
    ]  # fmt: skip


def feuds(s: Host, facts: Sequence[Fact]) -> list[Fact]:
    """Two who pay each other back again and again are told of twice, then once for all the rest."""
    times: Counter[frozenset[str]] = Counter()
    found: list[Fact] = []
    for n, fact in enumerate(facts):
        pair = frozenset((name_in(fact, "who"), name_in(fact, "other")))
        ends = n + 1 < len(facts) and facts[n + 1].topic.startswith("end-") and name_in(facts[n + 1], "who") in pair
        times[pair] += "cause_of" in fact.values
        if "cause_of" not in fact.values or times[pair] < BACK or ends:
            found.append(fact)
        elif times[pair] == BACK:
            way = FEUDS[(s.seed + len(found)) % len(FEUDS)]
            found.append(Fact(fact.entry, fill(way, {"a": fact.values["who"], "b": fact.values["other"]}), until=fact.until))
    return found


BACK = 3


def _weight(fact: Fact, great: set[str], parties: set[str]) -> int:
    who, other = name_in(fact, "who"), name_in(fact, "other")
    weight = 3 * (who in great) + 3 * (other in great) + 2 * ("cause_of" in fact.values)
    weight += 3 * fact.topic.startswith("end-") * (who in great) + 3 * (fact.topic == "came") * (who in great)
    weight += 2 * (who in parties or other in parties) * bool(weight)
    return weight + (fact.years > 2) * (who in great) if weight else int(fact.how is None)


def _acts(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The age cut into stretches of about as many years each; what belongs to one year is never parted."""
    years = max((fact.entry.year for fact in facts), default=0)
    many = max(1, round(years / SPAN))
    found: list[list[Fact]] = [[] for _ in range(many)]
    for fact in facts:
        found[min(many - 1, max(0, fact.entry.year - 1) * many // max(1, years))].append(fact)
    return [act for act in found if act]


class Act(msgspec.Struct):
    """Some years, what is said of them first, and their facts."""

    opening: str
    facts: list[Fact]
    others: str = ""


def acts(s: Host, facts: Sequence[Fact]) -> Iterator[Act]:
    """The age act by act."""
    great = {group.name.casefold(): group for group in mains(s, facts)}
    told = {name_in(fact, "who") for fact in facts if fact.topic == "came"}
    used: Counter[str] = Counter()
    before, last = "", 0
    for act in _acts(facts):
        start, last = last + 1, act[-1].entry.absolute_year
        lord = _lord(act, {name: group for name, group in great.items() if group.year < act[0].entry.absolute_year})
        opening = ""
        if lord is not None and lord.name != before:
            before, kind = lord.name, lord.type if lord.type in WANTS else "alpha"
            ways = WANTS[kind]
            way = ways[(s.seed % 1009 + used[kind]) % len(ways)]
            opening = said(way, who=Noun(lord.name, proper=True, plural=not is_one(lord)))
            used[kind] += 1
        passing = [
            f"{one.name}, {kind_of(one.flavour, one.alignment, one=is_one(one))}, {_stay(one)}"
            for one in s.groups.values()
            if one.type in WANTS and one.name.casefold() not in told and start <= one.year <= last
        ]
        others = said(OTHERS[(s.seed + len(passing)) % 2], names="; ".join(passing)) if passing else ""
        yield Act(opening, act, others)


def _lord(act: Sequence[Fact], great: Mapping[str, Group]) -> Group | None:
    """Of those who were there before, whom most is told of in an act."""
    talk = Counter(name for fact in act for name in (name_in(fact, "who"), name_in(fact, "other")) if name in great)
    return great[talk.most_common(1)[0][0]] if talk else None


def _stay(group: Group) -> str:
    if group.alive:
        return "to the end"
    lasted = group.fell - group.year
    return f"for {count(lasted, 'year', 'years')}" if lasted else "for less than a year"

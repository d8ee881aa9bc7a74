"""Facts: lines of the record taken apart again, and those that tell the same thing year after year put together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import Any

import msgspec

from ....engine.words import NUMBERS, Noun, article, ordinal, pronoun
from ..names import in_plural
from ..state import Entry, Group, Host
from .tellings import Telling, tellings

_SLOT = re.compile(r"\\?\{(\w+)\\?\}")
_SCORE = r"(?: \((?P<mine>\d+) to (?P<theirs>\d+)\))?"
_ODD = {
    "score": _SCORE,
    "are": "(?:is|are|was|were)",
    "n": r"(?P<n>\S+)",  # a number is one word: a name before it ends where it begins
    "m": r"(?P<m>\S+)",
    "pieces": "(?:pieces? of )?loot",
    "stones": "gemstones?",
    "an": "(?:an? )?",
    "alignment": "(?P<alignment>lawful|chaotic|hungry)",
    "more": "(?P<more>.*?)",
    "words": "(?P<words>(?-i:[A-Z]).+)",
    "on": "(?P<on>on|by)",
    "tired": "(?P<tired>(?:found nothing|sent their|ran out|grew tired).*?)",
}
_ONE = ("alpha", "wyrm", "surface", "villain", "dark_elf")
_PAST = (
    (" is dead", " was dead"), ("belongs to", "belonged to"), ("lies still", "lay still"), (" are gone", " were gone"),
    ("has finally been", "had finally been"), ("rule the land", "ruled the land"), ("lies slain", "lay slain"),
)  # fmt: skip
_COMMON = ("what", "a", "b", "victim")  # things, whose large letter is that of the sentence
_SMALL = ("A ", "An ", "The ", "Knights of ")
_SHORT = tuple(
    (re.compile(pattern), shorter)
    for pattern, shorter in (
        (r"the (?:Barony|County|Kingdom|March) of (.+)", "{}"),
        (r"(?:the Company|Tribe) of the (.+)", "the {}"),
        (r"((?!the )[A-Z][\w'-]+), .+", "{}"),  # a title after a comma
        (r"((?!the )[A-Z][\w'-]+(?: [A-Z][\w'-]+)?) (?:the|under|of (?:the|Nine|Cold)) .+", "{}"),
        (r"(the [A-Z]\w+(?:wardens|bearers|breakers|brothers|cutters|keepers|masters|singers)) of .+", "{}"),
    )
)
_BARE = {  # a room without a name or a use, by who made it
    "dwarven": "an old Dwarven room", "dark_elf": "an old room of the Dark Elves", "demon": "a hole the Demons had left",
    "delver": "an old delving", "breeder": "an old warren", "alpha": "an old lair", "surface": "an old cellar",
    "natural": "a cave", "custom": "an old chamber",
}  # fmt: skip
GAP = 2  # years between two lines that still are one run
RUN = 3  # years that make a run
TEMPERS = {"lawful": "law-abiding", "chaotic": "lawless", "hungry": "hungry"}
SUMMED = ("n", "m", "loot")
HIGHEST = ("number", "army", "legion", "brood")  # `n` is how many there are: of a run the most
LATEST = ("prince", "leaving")  # and here how many are left


_BEFORE = (  # other ways in which the record said the same, most of them from before it was all told in the past
    ("A line is drawn", "A line was drawn"), ("This is no ordinary ground", "This was no ordinary ground"),
    ("It is year zero", "It was year zero"), ("place is known", "place was known"), (" is haunted.", " was haunted."),
    ("ruin pass. Then something crawls", "ruin passed. Then something crawled"), ("The noise is", "The noise was"),
    ("what is there", "what was there"), ("does not say where", "could not say where"), (" delve too deep", " delved too deep"),
    ("should lie still does not", "should have lain still did not"), ("Something moves in", "Something moved in"),
    ("Age of Monsters begins", "Age of Monsters began"), ("Age of Villainy begins", "Age of Villainy began"),
    ("there is no ground", "there was no ground"), ("The knights are home", "The knights were home"),
    ("river runs", "river ran"),
    ("; the army is ", "; the army was "), ("; they are ", "; they were "),
    ("left with empty hands", "left with 0 loot"), (" still tap at", " still tapped at"),
    ("There is nothing to mine", "There was nothing to mine"), ("No ore is left", "No ore was left"),
)  # fmt: skip
_NUMBERED = re.compile(r"\bthey now number (\d+)\.$|(?<= )now number (\d+)\.$")


class Fact(msgspec.Struct):
    """Something that happened, once or for years, and how the record said it."""

    entry: Entry
    text: str  # the line without its date
    how: Telling | None = None
    values: dict[str, Any] = {}
    items: list[dict[str, Any]] = []  # what happened several times in the year
    years: int = 1
    until: int = 0  # the absolute year it was last so

    @property
    def topic(self) -> str:
        """What it is about: lines of one kin are told as one."""
        return (self.how.kin or self.how.id) if self.how else ""


def short_name(name: str) -> str:
    """What somebody is called once everybody knows who is meant; the whole name, where it is short already."""
    for pattern, shorter in _SHORT:
        if found := pattern.fullmatch(name):
            return shorter.format(found[1])
    return name


def is_one(group: Group) -> bool:
    """Whether a group is spoken of as one: a beast, a city, a villain that is not a cult."""
    return group.type in _ONE and "Cult" not in group.flavour


@cache
def patterns() -> list[tuple[re.Pattern[str], Telling]]:
    """Every line we know to tell, as a pattern of the record."""
    found = []
    for telling in tellings().values():
        for said in filter(None, (telling.said, telling.also)):
            text = _SLOT.sub(lambda slot: _ODD.get(slot[1], f"(?P<{slot[1]}>.+?)"), re.escape(said))
            found.append((re.compile(text, re.IGNORECASE | re.DOTALL), telling))
    return found


class Names:
    """Who is one and who are many, by name."""

    def __init__(self, s: Host) -> None:
        self.nouns: dict[str, Noun] = {}
        self.rooms = s.rooms
        self.epithets = {
            group.name: f"the {group.flavour.removeprefix('The ')}"
            for group in s.groups.values()
            if group.type == "villain" and group.flavour.startswith("The ") and is_one(group)
        }
        for group in s.groups.values():
            self.nouns[group.name.casefold()] = Noun(group.name, proper=True, plural=not is_one(group))
        for civ in s.civs:
            self.nouns[civ.name.casefold()] = Noun(civ.name, proper=True, plural=True)
        for entry in s.record:
            if entry.rule == "HST-ADVN-20":
                name = re.split(r", (?:\d+|[a-z]+) strong", entry.text)[0]
                name = name if not name.startswith("The ") else f"the {name[4:]}"
                self.nouns[name.casefold()] = Noun(name, proper=True, plural=True)

    def noun(self, name: str, *, common: bool = False) -> Noun:
        """A name or a thing, with its number."""
        known = self.nouns.get(name.casefold())
        if known is not None:
            return known
        small = name.startswith(_SMALL) or (common and name[1:] == name[1:].lower())
        low = name[:1].lower() + name[1:] if small else name
        several = low.endswith("s") and not low.startswith(("a ", "an ", "the "))
        return Noun(low, proper=True, plural=several or low.startswith("knights of "))


def read(s: Host, entries: Iterable[Entry] | None = None) -> list[Fact]:
    """The record as facts, in its order."""
    names = Names(s)
    return [_fact(names, entry) for entry in (s.record if entries is None else entries)]


def _fact(names: Names, entry: Entry) -> Fact:
    text = entry.text
    for prefix in (f"{entry.era}, ", "Before counting, ", "In the deep, "):
        text = text.removeprefix(prefix)
    for now, then in _BEFORE:
        text = text.replace(now, then)
    text = _NUMBERED.sub(lambda old: f"they were {old[1]} now." if old[1] else f"were {old[2]} now.", text)
    for pattern, how in patterns():
        if found := pattern.fullmatch(text):
            values = _values(names, found.groupdict())
            room = names.rooms.get(entry.room)
            if room is not None and getattr(values.get("place"), "one", "") == "a room":
                values["place"] = Noun(_BARE.get(room.maker, "a room"), proper=True)
            return Fact(entry, text, how, values, until=entry.absolute_year)
    return Fact(entry, text, until=entry.absolute_year)


def _values(names: Names, raw: dict[str, str | None]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, text in raw.items():
        if text is None:
            continue
        if text.isdecimal():
            values[key] = int(text)
        elif key in ("n", "m", "now", "loot") and text.lower() in NUMBERS:
            values[key] = NUMBERS.index(text.lower())
        elif key in ("who", "other", "what", "place", "giver", "target", "a", "b", "victim"):
            values[key] = names.noun(text, common=key in _COMMON)
        else:
            values[key] = text
    who, flavour = values.get("who"), str(values.get("flavour", ""))
    if isinstance(who, Noun):
        values |= {"epithet": names.epithets.get(who.one, "")}
        place = values.get("place")
        if isinstance(place, Noun) and place.one == f"the lair of {who.one}":
            values["place"] = Noun("an old lair of its own", proper=True)
        values |= {"their": pronoun(who, "its"), "them": pronoun(who, "them")}
    if flavour:
        one = isinstance(who, Noun) and not who.plural
        values["kind"] = kind_of(flavour, str(values.get("alignment", "")), one=one)
    if "alignment" in values:
        values["temper"] = TEMPERS.get(values["alignment"], values["alignment"])
    if "why" in values:
        values["why"] = past(values["why"])
    if isinstance(values.get("n"), int):
        values.setdefault("nth", ordinal(values["n"]))
    for key in ("what", "other"):
        if isinstance(values.get(key), Noun):
            values[f"{key}s"] = values[key]
    for key in ("what", "other"):
        if isinstance(values.get(key), Noun) and values[key].one == "beasts":
            values[key] = values[f"{key}s"] = Noun("wild beasts", proper=True, plural=True)
    if "tired" in values:
        values["tired"] = values["tired"].replace("ran out of foes", "found nobody left to fight")
    if "toll" in values:
        values["toll"] = values["toll"].replace(" fell, and ", " of them died, and ", 1)
    values["margin"] = _margin(values)
    return values


def kind_of(flavour: str, alignment: str, *, one: bool) -> str:
    """What somebody is: "lawless hobgoblin miners", "a hungry glass hydra"."""
    low = flavour.lower()
    if not one:
        low = in_plural(low)
    words = f"{TEMPERS.get(alignment, alignment)} {low}".strip()
    return f"{article(words)} {words}" if one else words


def past(why: str) -> str:
    """An ending in the tense of the chronicle."""
    for now, then in _PAST:
        why = why.replace(now, then)
    return why


def _margin(values: dict[str, Any]) -> str:
    mine, theirs = values.get("mine", values.get("a")), values.get("theirs", values.get("b"))
    if not isinstance(mine, int) or not isinstance(theirs, int):
        return ""
    return " by a hair" if abs(mine - theirs) == 1 else " with ease" if abs(mine - theirs) >= 5 else ""


def _same(fact: Fact) -> tuple[str, ...]:
    assert fact.how is not None
    return (fact.topic, *(str(getattr(fact.values.get(key), "one", fact.values.get(key))) for key in fact.how.same or ()))


def gathered(facts: Sequence[Fact]) -> list[Fact]:
    """What happened several times in one year to the same people is one fact of many items."""
    found: list[Fact] = []
    for _, year in groupby(facts, key=lambda fact: (fact.entry.age, fact.entry.absolute_year)):
        seen: dict[tuple[str, ...], Fact] = {}
        for fact in year:
            if fact.how is None or fact.how.same is None or not tellings()[fact.topic].many:
                found.append(fact)
                continue
            first = seen.setdefault(_same(fact), fact)
            first.items.append(fact.values)
            if first is fact:
                found.append(fact)
            else:
                _add(first, fact)
    return found


def chained(facts: Sequence[Fact]) -> list[Fact]:
    """What went on for years is told once, in the year it ended."""
    runs: dict[tuple[str, ...], list[Fact]] = {}
    for fact in facts:
        if fact.how is not None and tellings()[fact.topic].chain:
            run = runs.setdefault((fact.entry.age, fact.entry.era, *_same(fact)), [])
            if run and fact.entry.absolute_year - run[-1].until > GAP:
                _close(run)
                run.clear()
            run.append(fact)
    for run in runs.values():
        _close(run)
    return [fact for fact in facts if fact.years]


def _close(run: list[Fact]) -> None:
    """Put a run together into its last fact; the others are no longer told."""
    years = {fact.entry.absolute_year for fact in run}
    if len(years) < RUN:
        return
    first, last = run[0], run[-1]
    for fact in run[1:]:
        _add(first, fact)
    for fact in run[:-1]:
        fact.years = 0
    last.values, last.items, last.years = first.values, [], len(years)


def _add(first: Fact, fact: Fact) -> None:
    """Take the numbers of a later line in: what came is summed, of what there is the most or the latest is told."""
    values = dict(fact.values)
    for key in SUMMED if first.topic not in LATEST else ():
        if isinstance(first.values.get(key), int) and isinstance(values.get(key), int):
            values[key] = max(first.values[key], values[key]) if first.topic in HIGHEST else first.values[key] + values[key]
    first.values = {**first.values, **values}


def _unheard(place: str, said: str) -> bool:
    """Whether a place has a name of its own that was not yet said."""
    return not place.startswith("a ") and not place.islower() and place.casefold() not in said.casefold()


def told(facts: Sequence[Fact]) -> list[Fact]:
    """The facts of a stretch of history as they are told. A villain's fall is told once, with the name of those who did it."""
    found = chained(gathered(facts))
    twice = {
        id(fact)
        for fact, after in pairwise(found)
        if fact.topic.startswith("end-") and after.topic == "fell" and fact.values["who"] == after.values["who"]
    }
    party: Fact | None = None
    said, city = "", "the city"
    for fact in found:
        place, who = fact.values.get("place"), fact.values.get("who")
        if fact.topic == "city":
            city = str(fact.values["name"])
        elif fact.topic == "help-city":
            fact.values["city"] = city
        if not fact.topic.startswith("end-"):
            said += fact.text
        elif isinstance(place, Noun) and isinstance(who, Noun) and _unheard(place.one, said):
            fact.values["place"] = Noun("their home" if who.plural else "its lair", proper=True)
        if fact.entry.rule == "HST-ADVN-20" and isinstance(fact.values.get("who"), Noun):
            party = fact
        elif fact.topic == "fell":
            cause = re.sub(r"^(?:a )?(?=war|raid|skirmish)", "in a ", str(fact.values["cause"]))
            if party is not None and party.until == fact.until:
                cause = cause.replace("by a party", f"by {short_name(party.values['who'].one)}")
            fact.values["cause"] = cause
    return [fact for fact in found if id(fact) not in twice]

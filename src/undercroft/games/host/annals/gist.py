"""The gist of an age: what is worth telling of it, in its order, with what led to what. The lives have the rest."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....engine.words import Noun, listed, ordinal
from .facts import RUN, Fact, short_name

FIRSTS = (  # told the first time in an age, when it went on for years, or when it led to something
    "gathered", "dragged", "no-prey", "broke-out", "burst", "tunnel", "little-deeper", "farm", "no-farm", "cellars",
    "looked", "tales-all", "tales-none",
    "surface-won", "surface-both", "kept", "driven", "raid-paid", "raid-failed", "raid-both", "skirmish",
    "war-none", "bought", "tribute", "no-coin", "carried", "beaten", "one-eaten", "two-eaten", "stolen-eaten", "short-work",
    "made-end", "met-lost", "no-harm", "met-lost-only", "fought-lost", "in-dark", "wanderer", "working", "stirred", "war-won",
    "war-lost", "no-ground", "pays", "kneel", "screamed", "gave-way", "eyed", "maze", "plague-walked", "plague",
    "help-city",
)  # fmt: skip
RUNS = (  # told only when it went on for years, or led to something
    "number", "more-room", "moved", "hungry-moved", "raid-empty", "had-to", "feelers", "drove-off", "like", "shrugged", "chewed",
    "tunnel-dark", "on", "straight", "gallery", "pressed", "surface-lost",
)  # fmt: skip
WRONGS = {  # who may have something to pay back, and for what
    "raid-paid": ("other", "robbed"), "raid-both": ("other", "raided"), "war-won": ("other", "beaten"),
    "raid-failed": ("other", "raided"), "war-lost": ("other", "attacked"), "war-none": ("other", "attacked"),
    "tribute": ("other", "made to pay tribute"), "carried": ("other", "preyed upon"), "no-coin": ("other", "preyed upon"),
    "one-eaten": ("who", "bitten"), "two-eaten": ("who", "bitten"), "driven": ("other", "driven out"),
    "gave-way": ("other", "chased off"), "stolen-eaten": ("other", "robbed"),
}  # fmt: skip
PAID_BACK = (
    "raid-paid", "raid-both", "raid-failed", "war-won", "war-lost", "war-none", "driven", "slain", "kept", "loser-killed",
    "stolen-eaten",
)  # fmt: skip
LONG = 6  # years after which it is worth saying how long somebody was there
MEMORY = 12  # years for which a wrong is remembered


def name_in(fact: Fact, key: str) -> str:
    """Whom a line names, as it is compared."""
    value = fact.values.get(key)
    return value.one.casefold() if isinstance(value, Noun) else ""


def _ended(facts: Sequence[Fact], n: int) -> bool:
    """Whether this is how somebody came to an end: the next line says that one of those in it is gone."""
    if n + 1 >= len(facts) or not facts[n + 1].topic.startswith("end-"):
        return False
    return name_in(facts[n + 1], "who") in (name_in(facts[n], "who"), name_in(facts[n], "other"))


def caused(facts: Sequence[Fact]) -> set[int]:
    """Give every act that pays a wrong back its cause, and say which lines have one or are one."""
    wrongs: dict[tuple[str, str], tuple[Fact, str]] = {}
    linked: set[int] = set()
    told: set[tuple[str, str, str]] = set()
    for fact in facts:
        pair = name_in(fact, "who"), name_in(fact, "other")
        if fact.topic in PAID_BACK and pair in wrongs:
            wrong, what = wrongs.pop(pair)
            ago = fact.entry.absolute_year - wrong.until
            if ago <= MEMORY and wrong.years and (*pair, what) not in told:
                told.add((*pair, what))
                when = (
                    "not long before"
                    if not ago
                    else "the year before"
                    if ago == 1
                    else f"in the {ordinal(wrong.entry.year)} year"
                )
                fact.values["cause_of"] = f"{what} by {{other}} {when}"
                linked |= {id(fact), id(wrong)}
        if fact.topic in WRONGS:
            key, what = WRONGS[fact.topic]
            wrongs[pair if key == "who" else pair[::-1]] = (fact, what)
    return linked


class Memory(msgspec.Struct):
    """What a chronicle remembers from one age to the next."""

    told: set[str] = set()  # what was told before
    came: dict[str, int] = {}  # who came when
    fallen: dict[str, list[str]] = {}  # by whom they were killed: companies of adventurers

    def remember(self, fact: Fact) -> None:
        """Take a line that is told in, and give it what is known of those in it."""
        who, other = name_in(fact, "who"), name_in(fact, "other")
        if fact.topic == "came":
            self.came[who] = fact.entry.absolute_year
        elif fact.topic.startswith("end-"):
            stayed = fact.entry.absolute_year - self.came.get(who, fact.entry.absolute_year)
            if stayed >= LONG:
                fact.values["stayed"] = stayed
        elif fact.topic == "party-wiped":
            dead = self.fallen.setdefault(other, [])
            if dead:
                fact.values["before"] = listed(dead)
            dead.append(short_name(fact.values["who"].one))
        elif fact.topic == "party-slew" and (dead := self.fallen.pop(other, [])):
            fact.values["avenged"] = listed(dead)


def gist(facts: Sequence[Fact], memory: Memory) -> list[Fact]:
    """The facts of an age that are told: ends, beginnings, first times, long runs, what led to what, and all of adventurers."""
    linked = caused(facts)
    parties = {name_in(fact, "who") for fact in facts if fact.topic == "party"}
    found: list[Fact] = []
    for n, fact in enumerate(facts):
        topic, who = fact.topic, name_in(fact, "who")
        small = (topic in FIRSTS or topic in RUNS) and who not in parties
        if topic == "own-thing":
            topic, small = str(fact.values.get("name")), True
        told = topic not in RUNS and topic not in memory.told
        if small and not (told or fact.years >= RUN or id(fact) in linked or _ended(facts, n)):
            continue
        if topic == "party-never" and found and found[-1].topic == "party-wiped" and name_in(found[-1], "who") == who:
            continue  # nobody expected them
        memory.told.add(topic)
        memory.remember(fact)
        found.append(fact)
    return found

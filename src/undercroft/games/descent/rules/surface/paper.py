"""Paper: the Daily Dungeon's front page after each descent, and the hall of fame (DES-NOTE-02, DES-IDEA-10, DES-FLAV-06).

An editor sets type, not dice: which line is used follows from the issue, so that a page never repeats one within a campaign
while another is left in the box.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files

import msgspec

from .....engine import Table
from .....engine.content import load_toml
from .....engine.words import article, capital, listed
from ...state import SILVER_PER_GOLD, Game, Member, Paper, member
from ..basics.money import money, wealth
from ..personas.people import PEOPLE

OBITUARIES = 3  # so many at length, the rest in a line


class Gazette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The box of type: sentences by occasion, with places for the facts."""

    all_home: tuple[str, ...]
    some_dead: tuple[str, ...]
    lost: tuple[str, ...]
    closing: tuple[str, ...]
    obituaries: tuple[str, ...]
    hauls: tuple[str, ...]
    paupers: tuple[str, ...]
    slain: tuple[str, ...]
    pictures: tuple[str, ...]
    small_ads: tuple[str, ...]


@cache
def gazette() -> Gazette:
    """The paper's sentences."""
    return load_toml(files("undercroft.games.descent") / "data" / "gazette.toml", Gazette)


def print_paper(t: Table[Game]) -> None:
    """An issue: who died, what was found, whose pictures were bought."""
    s = t.state
    paper = front_page(s)
    s.tally["slain printed"] = s.tally.get("slain", 0)
    s.tally["hauled printed"] = s.tally.get("hauled", 0)
    s.papers.append(paper)
    t.tell("THE DAILY DUNGEON, no. {n}: {headline}", rule="DES-NOTE-02", kind="headline", n=paper.number, headline=paper.headline)
    for story in paper.stories:
        t.tell("{story}", rule="DES-NOTE-02", story=story)
    before = s.papers[-2].fame if len(s.papers) > 1 else []
    for line in paper.fame:
        if line not in before and line.count("(rank 10)") < line.count("("):
            t.tell("Hall of fame, {line}.", rule="DES-IDEA-10", line=line)


class _Setter:
    """Takes lines out of the box of type: first those this campaign has not read yet, from a place that follows the issue."""

    def __init__(self, s: Game) -> None:
        self.read = [line for paper in s.papers for line in paper.used]
        self.used: list[str] = []
        self.start = 7 * len(s.papers) + sum(ord(letter) for letter in s.maze_name)

    def pick(self, box: tuple[str, ...], *, first: bool = False) -> str:
        """The next line of a box; `first` begins with the box's first line in a campaign's first issue."""
        gone = [*self.read, *self.used]
        start = 0 if first and not self.read else self.start % len(box)
        order = [*box[start:], *box[:start]]
        line = min(order, key=gone.count)
        self.used.append(line)
        return line


def front_page(s: Game) -> Paper:
    """Headline and stories of the descent just ended."""
    setter = _Setter(s)
    box = gazette()
    home = [
        member(s, number)
        for number in s.party
        if member(s, number).status in ("ready", "home") and member(s, number).kind in PEOPLE
    ]
    names = [line.partition(",")[0] for line in s.dead]
    gold = money((s.tally.get("hauled", 0) - s.tally.get("hauled printed", 0)) * SILVER_PER_GOLD)
    if gold == "nothing" and any(not line.endswith(": nothing") for line in s.reckoned):
        gold = "a little silver"
    facts = {
        "NAMES": _the_dead(names).upper() or "THE PARTY",
        "MAZE": s.maze_name.upper(),
        "LEADER": (member(s, s.leader).name if s.leader >= 0 else "the leader").upper(),
        "home": len(home),
        "gold": gold.upper(),
        "level": max([member(s, number).deepest for number in s.party], default=1) or 1,
    }
    kind = box.lost if s.ended == "lost" else box.some_dead if names else box.closing if s.ended == "closing" else box.all_home
    headline = setter.pick(kind, first=True).format(**facts)
    earlier = [paper.headline for paper in s.papers]
    if headline in earlier:
        headline += f" (IT SAYS HERE IN NO. {len(s.papers) + 1})"
    stories = obituaries(s, setter)
    risen = [line for line in s.news if " rose to rank " in line]
    told = [*risen, *(f"{name} was turned to stone" for name in names)]  # what became of those stands above
    stories += [capital(line) + "." for line in dict.fromkeys(s.news) if line not in told]
    if risen:
        stories.append(f"Promotions: {listed(dict.fromkeys(line.replace(' rose to rank ', ' to rank ') for line in risen))}.")
    below: list[str] = []
    if s.ended != "lost" and s.reckoned:
        below.append(capital(setter.pick(box.paupers if gold == "nothing" else box.hauls).format(gold=gold)))
    if s.pictures and s.ended != "lost":
        below.append(setter.pick(box.pictures).format(n=len(s.pictures)))
    slain = s.tally.get("slain", 0) - s.tally.get("slain printed", 0)
    if slain:
        below.append(_agree(setter.pick(box.slain).format(n=slain), slain))
    below.append(setter.pick(box.small_ads))
    printed = {story for paper in s.papers for story in paper.stories}
    stories += [story for story in below if story not in printed]
    shown = [f"A picture, {price} gold" for price in s.pictures]
    return Paper(len(s.papers) + 1, headline, stories, shown, setter.used, hall_of_fame(s)[:3])


def _agree(words: str, number: int) -> str:
    """The sentence for one, where it was written for many."""
    if number > 1:
        return words
    for many, one in (
        ("1 baddies", "1 baddie"),
        ("1 widows", "1 widow"),
        ("1 of the opposition were", "1 of the opposition was"),
    ):
        words = words.replace(many, one)
    return words


def obituaries(s: Game, setter: _Setter) -> list[str]:
    """The first few at length, the others together (DES-NOTE-02)."""
    stories: list[str] = []
    plain: dict[str, list[str]] = {}  # fate -> names
    for line in s.dead:
        who, _, rest = line.partition(", ")
        what, by, killer = rest.partition(", by ")
        if by and len(stories) < OBITUARIES:
            killer = _many(killer)
            sentence = setter.pick(gazette().obituaries)
            stories.append(sentence.format(who=who, what=_person(what), killer=killer, killer_large=capital(killer)))
        else:
            plain.setdefault(f"by {_many(killer)}" if by else rest, []).append(who)
    if plain:
        mourned = [f"{listed(who)} ({'each ' if len(who) > 1 and not fate.startswith('by ') else ''}{fate})" if fate
                   else listed(who) for fate, who in plain.items()]  # fmt: skip
        stories.append(f"{'Also mourned' if stories else 'Mourned'}: {'; '.join(mourned)}.")
    return stories


def _many(killer: str) -> str:
    """Whoever did it, in a sentence."""
    return f"the {killer}" if killer[:1].isupper() else killer


def _person(what: str) -> str:
    """Somebody's station with its article: "an elf warrior of rank 9"."""
    return f"{article(what)} {what}" if what else "of no fixed rank"


def _the_dead(names: list[str]) -> str:
    """Three names at most, and how many more there were."""
    if len(names) > 3:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return listed(names) if names else ""


def hall_of_fame(s: Game) -> list[str]:
    """Best rank, richest, most karma, deepest, most descents survived; nobody is famous for nothing (DES-IDEA-10)."""
    everyone = [m for m in s.members if m.kind in PEOPLE]
    tables: list[tuple[str, list[Member], Callable[[Member], str]]] = [
        ("highest rank", sorted((m for m in everyone if m.rank), key=lambda m: (m.rank, -m.earned)), lambda m: f"rank {m.rank}"),
        ("richest", sorted((m for m in everyone if wealth(m)), key=lambda m: -wealth(m)), lambda m: money(wealth(m))),
        ("most karma earned", sorted((m for m in everyone if m.earned), key=lambda m: -m.earned), lambda m: str(m.earned)),
        ("deepest", sorted((m for m in everyone if m.deepest), key=lambda m: -m.deepest), lambda m: f"level {m.deepest}"),
        (
            "most descents survived",
            sorted((m for m in everyone if m.descents), key=lambda m: -m.descents),
            lambda m: str(m.descents),
        ),
    ]
    return [f"{title}: " + ", ".join(f"{m.name} ({show(m)})" for m in best[:3]) for title, best, show in tables if best]

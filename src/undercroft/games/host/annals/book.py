"""The book: the chronicle in full, a chronicle of two pages for sharing, and the key to the rooms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from ....engine.words import capital, count
from ..chronicle import title
from ..drawing.cartouche import numbers
from ..ground import beads as bd
from ..handout.levels import level_of
from ..handout.site import dungeon_rooms
from ..state import Host, visits
from .acts import acts, remembered
from .ages import TITLES, closing, summary
from .facts import Fact, is_one, kind_of, read, told
from .gist import Memory, gist
from .lives import KINDS, lives
from .voice import Voice

TWO_PAGES = 850  # words
SENTENCE = 17  # words, about
SMALL = ("looted", "mined", "grew", "quiet", "dug", "relocated", "built")
GREAT = ("founded", "disaster", "villain", "age_end", "outcome", "abandoned", "conflict", "revolt", "subjugated")


def chronicle(s: Host) -> str:
    """Everything: the ages, who is left, the lives of all who mattered, and the key to the rooms."""
    lines = [f"# {title(s)}", "", f"*A history of {count(s.absolute, 'year', 'years')}, told age by age.*"]
    for paragraph in ages(s):
        lines += ["", paragraph]
    lines += ["", "## Who is left", "", *_left(s)]
    lines += ["", "## Lives", "", "*Each can be read alone.*"]
    for name, life in lives(s):
        lines += ["", f"### {capital(name)}", "", life]
    lines += ["", "## Key to the rooms", "", *_key(s)]
    return "\n".join(lines) + "\n"


def ages(s: Host) -> Iterator[str]:
    """The history, a heading for every age and a paragraph for every year that had anything in it."""
    voice, replays = Voice(turn(s)), visited(s)
    for age, era, facts in chapters(s):
        voice.chapter()
        yield heading(age, era)
        if in_short := summary(s, age, era):
            yield f"*{in_short}*"
        yield from _acts(s, voice, facts, replays) if age == "monsters" else _years(voice, facts, replays)
    if s.age == "over" and (last := closing(s)):
        yield last


def turn(s: Host) -> int:
    """A number of this world's own, for words."""
    return s.seed % 1_000_003


def chapters(s: Host) -> list[tuple[str, str, list[Fact]]]:
    """Age, era and facts of every chapter; a civilization is founded in its own."""
    found: list[tuple[str, str, list[Fact]]] = []
    era = ""
    for fact in reversed(told(read(s))):
        age = {"opening": "primordial", "over": "villainy"}.get(fact.entry.age, fact.entry.age)
        if age != "civilization":
            era = ""
        elif fact.entry.era.startswith("The Era of"):
            era = fact.entry.era
        if not found or found[-1][:2] != (age, era):
            found.append((age, era, []))
        found[-1][2].append(fact)
    memory = Memory()
    parts: list[tuple[str, str, list[Fact]]] = []
    for age, era, facts in reversed(found):
        facts.reverse()
        if age in ("monsters", "villainy"):
            facts = gist(facts, memory)
        parts.append((age, era, remembered(s, facts) if age == "monsters" else facts))
    return parts


def heading(age: str, era: str) -> str:
    """The title of a chapter."""
    return f"## {TITLES.get(age, capital(age))}" + (f": {era.removeprefix('The Era of ')}" if era else "")


def _years(voice: Voice, facts: Sequence[Fact], replays: Mapping[int, str]) -> Iterator[str]:
    """Paragraphs: each year its own, quiet years together with the next."""
    waiting: list[Fact] = []
    for _, year in groupby(facts, key=lambda fact: fact.entry.year):
        waiting += year
        if len(waiting) >= 3 or not waiting[-1].entry.year:
            yield _paragraph(voice, waiting, replays)
            waiting = []
    if waiting:
        yield _paragraph(voice, waiting, replays)


def _acts(s: Host, voice: Voice, facts: Sequence[Fact], replays: Mapping[int, str]) -> Iterator[str]:
    """The Age of Monsters: a paragraph for those who had the dark to themselves, and one for what came to pass."""
    for act in acts(s, facts):
        yield " ".join(filter(None, (_paragraph(voice, act.facts, replays, act.opening), act.others)))


def _paragraph(voice: Voice, facts: Sequence[Fact], replays: Mapping[int, str], opening: str = "") -> str:
    voice.pause()
    first, last = facts[0].entry.year, facts[-1].entry.year
    when = (
        ""
        if not last
        else f"**Year {last}.** "
        if first == last or not first
        else f"**Years {first} {'and' if last == first + 1 else 'to'} {last}.** "
    )
    return f"{when}{opening}{' ' * bool(opening)}" + " ".join(
        voice.tell(fact) + replays.get(fact.entry.seq, "") for fact in facts
    )


def visited(s: Host) -> dict[int, str]:
    """Of a world that is kept: where a line of the record tells of an expedition, the match it was."""
    seen = visits(s)
    return {trail.line: f" [{trail.game}, match {trail.match}]" for trail in seen.trails} if seen is not None else {}


def _left(s: Host) -> list[str]:
    lines = []
    for group in s.groups.values():
        if group.alive:
            strong, rich = bd.pop(s, group.id), bd.loot(s, group.id)
            kind = KINDS.get(group.type) or kind_of(group.flavour, group.alignment, one=is_one(group))
            lines.append(
                f"- **{capital(group.name)}**, {kind}: {count(strong, 'soul', 'souls')}, {count(rich, 'treasure', 'treasures')}."
            )
    return lines or ["Nobody."]


def _key(s: Host) -> list[str]:
    """Every number on the map, those of a kind in one line."""
    rooms = dungeon_rooms(s)
    number = numbers(s, rooms)
    kinds: dict[str, list[str]] = {}
    for room in sorted(rooms, key=lambda room: number[room.id]):
        name = room.name or bd.room_name(room)
        kinds.setdefault(capital(name), []).append(f"{number[room.id]} (level {level_of(s, room.y)})")
    return [f"- {name}: no. {', '.join(where)}." for name, where in kinds.items()]


# Two pages.


def short(s: Host) -> str:
    """A chronicle of two pages: each age in short, and what turned it."""
    voice, parts = Voice(turn(s)), chapters(s)
    lines = [f"# {title(s)}", "", f"*The short chronicle of {count(s.absolute, 'year', 'years')}.*"]
    heads = [summary(s, age, era) for age, era, _ in parts]
    left = TWO_PAGES - sum(len(head.split()) + 8 for head in heads)
    keep = _keep([facts for _, _, facts in parts], left)
    for (age, era, facts), head in zip(parts, heads, strict=True):
        lines += ["", heading(age, era), *(["", f"*{head}*"] if head else [])]
        voice.chapter()
        lines += ["", " ".join(voice.tell(fact) for fact in facts if fact.entry.seq in keep)]
    return "\n".join(lines) + "\n"


def _weight(fact: Fact) -> int:
    entry = fact.entry
    if entry.kind in SMALL and fact.years <= 1:
        return 0
    great = 10 - GREAT.index(entry.kind) // 3 if entry.kind in GREAT else 0
    return 1 + great * 3 + entry.rumour_weight * 2 + (fact.years > 2) * 4


def _keep(parts: Sequence[Sequence[Fact]], words: int) -> set[int]:
    """The two weightiest facts of every chapter, then the weightiest of all that fit."""
    best = [sorted(facts, key=lambda fact: (-_weight(fact), fact.entry.seq)) for facts in parts]
    order = [fact for facts in best for fact in facts[:2]]
    order += sorted((fact for facts in best for fact in facts[2:]), key=lambda fact: (-_weight(fact), fact.entry.seq))
    kept: set[int] = set()
    for fact in order:
        words -= SENTENCE
        if words < 0 or not _weight(fact):
            break
        kept.add(fact.entry.seq)
    return kept

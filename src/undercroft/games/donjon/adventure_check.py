"""A brought adventure, checked against the book before play: whatever it names must be there when its turn comes."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ...engine import BadOpening
from ...engine.structs import convert
from . import content
from .adventure import Adventure, Encounter, Foes
from .being import ATTRIBUTES
from .rules.running.scene_facts import SCENES

COUNT = re.compile(r"\d{1,2}|[1-9] x PCs|PCs - 1|half|group|rivals|optional")
MOST_CHAPTERS, MOST_SCENES = 12, 40
LONGEST = 2000  # letters of a text
HIGHEST = 60  # Level


def brought(raw: Any) -> Adventure:
    """The adventure in an opening's `bring`, or a BadOpening that says what is wrong with it and what is allowed (DON-ADV-09)."""
    try:
        adventure = convert(raw, Adventure)
    except msgspec.ValidationError as error:
        raise BadOpening(f"bring['adventure'] is no adventure: {error}") from error
    fault = _fault(adventure)
    if fault:
        raise BadOpening(f"the adventure {adventure.title[:60]!r} cannot be played: {fault}")
    return adventure


def _fault(adventure: Adventure) -> str:
    """The first thing that is wrong; "" if nothing is."""
    if not 1 <= len(adventure.chapters) <= MOST_CHAPTERS:
        return f"it has {len(adventure.chapters)} chapters; 1 to {MOST_CHAPTERS} are allowed"
    if not adventure.town.resources:
        return "its Town sells nothing; give it a resource"
    ids: list[str] = []
    for chapter in adventure.chapters:
        where = f"chapter {chapter.name[:40]!r}"
        if not 1 <= chapter.donjon_level <= HIGHEST:
            return f"{where} has Donjon Level {chapter.donjon_level}; 1 to {HIGHEST} are allowed"
        if not 0 <= chapter.quota <= MOST_SCENES or len(chapter.encounters) > MOST_SCENES:
            return f"{where} has more than {MOST_SCENES} scenes, or a quota that is none"
        if not chapter.opponents or not chapter.senses:
            return f"{where} needs opponents and senses"
        for enc in chapter.encounters:
            ids.append(enc.id)
            fault = _scene_fault(enc)
            if fault:
                return f"{where}, scene {enc.id[:20]!r}: {fault}"
        fault = next((found for row in chapter.opponents if (found := _foes_fault(row))), "")
        if fault:
            return f"{where}: {fault}"
    if len(set(ids)) < len(ids):
        return "two scenes have the same id"
    return _big_bad_fault(adventure) or _text_fault(adventure)


def _scene_fault(enc: Encounter) -> str:
    names = content.gm()
    if not enc.name or not enc.id:
        return "it needs an id and a name"
    if enc.scene not in SCENES:
        return f"there is no sort of scene {enc.scene!r}; there are {', '.join(sorted(SCENES))}"
    if enc.difficulty not in names.difficulty.steps:
        return f"nothing is {enc.difficulty!r}; there are {', '.join(names.difficulty.steps)}"
    if enc.attribute and enc.attribute not in ATTRIBUTES:
        return f"there is no Attribute {enc.attribute!r}; there are {', '.join(ATTRIBUTES)}"
    if enc.kind and enc.kind not in names.kinds:
        return f"there is no kind of Test {enc.kind!r}; there are {', '.join(names.kinds)}"
    if enc.position not in ("", "first", "last"):
        return f"its position is {enc.position!r}; first, last or nothing are allowed"
    return next((found for row in enc.foes if (found := _foes_fault(row))), "")


def _foes_fault(row: Foes) -> str:
    sorts = [archetype.key for archetype in content.gm().archetypes]
    if row.key and row.key not in content.bestiary():
        return f"nobody in the bestiary is a {row.key!r}"
    if row.archetype and row.archetype not in sorts:
        return f"there is no sort of creature {row.archetype!r}; there are {', '.join(sorts)}"
    if not COUNT.fullmatch(row.count):
        return f"nobody comes in the number {row.count!r}; try group, half, 1 or 1 x PCs"
    return "" if 0 <= row.level <= HIGHEST else f"Level {row.level} is not 0 to {HIGHEST}"


def _big_bad_fault(adventure: Adventure) -> str:
    bad = adventure.big_bad
    goods = content.goods()
    known = [*goods.weapons, *goods.armor, *goods.magic]
    if bad.prize and bad.prize not in known:
        return f"the prize {bad.prize!r} is in no list of goods; there are {', '.join(known[:6])} and others"
    if bad.scene not in SCENES or not SCENES[bad.scene].climax:
        return (
            f"its climax is {bad.scene!r}; {', '.join(sorted(name for name, sort in SCENES.items() if sort.climax))} are allowed"
        )
    own = Foes(bad.key, "1", bad.name, bad.level, bad.archetype)
    return next((found for row in (own, *bad.guards) if (found := _foes_fault(row))), "")


def _text_fault(adventure: Adventure) -> str:
    """No text is longer than a page."""
    texts = [value for value in _texts(msgspec.to_builtins(adventure)) if len(value) > LONGEST]
    return f"a text is longer than {LONGEST} letters: {texts[0][:40]!r}" if texts else ""


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in _texts(part)]

"""Why is this room here? Every feature knows the event that made it; a click or a few words tell its story."""

from __future__ import annotations

import re

import pytest

from undercroft.engine import turned
from undercroft.games.host import GAME
from undercroft.games.host.chronicle import TITLES, title
from undercroft.games.host.draw import picture
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.tale import named, tale

from .table import page, room, wanderer
from .worlds import played


@pytest.mark.rule("HST-HIST-02")
def test_every_feature_knows_the_event_that_made_it() -> None:
    s = played(3, civilization="dwarven")
    mute = []
    for kind, things in (("room", s.rooms), ("way", s.passages), ("ore", s.ores), ("mark", s.landmarks)):
        for thing in things:
            told = tale(s, f"{kind}-{thing}")
            assert told is not None and told.title, (kind, thing)
            if not any(line.rule for line in told.lines):
                mute.append((kind, thing))
    assert not mute


@pytest.mark.rule("HST-HIST-01", "HST-HIST-02")
def test_the_story_of_a_lair_names_its_people_and_their_end() -> None:
    s = played(3, civilization="dwarven")
    group = next(g for g in s.groups.values() if not g.alive and g.type in ("delver", "breeder", "alpha"))
    told = tale(s, f"room-{group.lair}")
    assert told is not None
    text = " ".join(line.value for line in told.lines)
    assert group.name.casefold() in text.casefold() and "fell silent" in text
    assert all(line.label for line in told.lines)
    own = tale(s, f"group-{group.id}")
    assert own is not None and own.lines[0].value.startswith("gone") and len(own.lines) > 2
    dated = [entry for entry in s.record if entry.room == group.lair]
    assert [line.rule for line in told.lines if line.rule][-1] == dated[-1].rule  # in order of time


@pytest.mark.rule("HST-HIST-02")
def test_what_is_drawn_after_the_line_still_belongs_to_it() -> None:
    s = played(3, civilization="dwarven")
    shaft = s.passages[s.civs[0].shaft]
    assert "sank a shaft" in s.record[shaft.event].text and shaft.id in s.record[shaft.event].made
    drawn = [(r.id, r.event, r.year) for r in s.rooms.values()]
    drawn += [(w.id, w.event, w.year) for w in s.passages.values() if w.kind not in ("river", "path")]
    for thing, event, year in drawn:
        assert thing in s.record[event].made and s.record[event].absolute_year == year, (thing, s.record[event].text)
    head = tale(s, f"door-{s.entrances[0].id}")
    assert head is not None and "sank a shaft" in head.lines[0].value


def test_a_place_is_found_by_a_few_words() -> None:
    s = played(3, civilization="dwarven")
    hall = next(r for r in s.rooms.values() if r.kind == "hall" and r.name)
    assert named(s, hall.name.upper()) == ("room", hall.id)
    assert named(s, hall.name.split()[-1]) is not None
    assert named(s, "great hall") == ("room", hall.id) and named(s, "gold") == ("ore", next(iter(s.ores)))
    assert named(s, "nothing of the kind anywhere") is None and named(s, "  ") is None
    told = GAME.tale(s, 0, hall.name)
    assert told is not None and told.title.casefold() == bd.room_name(hall).casefold()
    assert GAME.tale(s, 0, "room-999999") is None


def test_everything_on_the_map_with_a_story_can_be_pointed_at() -> None:
    s = played(3, civilization="dwarven")
    places = set(re.findall(r'data-place="([^"]+)"', picture(s)))
    kinds = {place.split("-")[0] for place in places}
    assert {"room", "way", "ore", "door"} <= kinds
    assert all(tale(s, place) is not None for place in places)


def test_the_map_can_be_turned_to_any_year_and_any_sheet() -> None:
    s = played(3, civilization="dwarven")
    year, layer = GAME.dials(s, 0)
    assert (year.low, year.high) == (0, s.absolute) and len(layer.choices) == len(s.strata) + 1
    assert all(0 <= when <= s.absolute and words for when, words in year.marks) and len(year.marks) >= 3
    first = GAME.draw_at(s, 0, turned(GAME.dials(s, 0), {"year": "0"}))
    last = GAME.draw_at(s, 0, turned(GAME.dials(s, 0), {}))
    alone = GAME.draw_at(s, 0, turned(GAME.dials(s, 0), {"layer": "1"}))
    assert first is not None and last is not None and alone is not None
    assert first.svg.count('id="room-') < last.svg.count('id="room-') and "before counting" in first.svg
    assert first.text.count("┌") < last.text.count("┌") and "●" in last.text and "●" not in first.text
    assert 'id="stratum-1"' in alone.svg and 'id="stratum-0"' not in alone.svg and "sheet 2" in alone.alt


@pytest.mark.rule("HST-HIST-04", "HST-NAME-01")
def test_names_keep_their_capitals_and_things_get_their_article() -> None:
    s = page()
    gate = room(s, 5.0, 5.0, maker="dwarven", name="the Ninefold Door-Ul")
    assert "The Ninefold Door-Ul" in picture(s) and "ninefold" not in picture(s)
    told = tale(s, f"room-{gate.id}")
    assert told is not None and told.title == "The Ninefold Door-Ul"
    assert bd.room_name(room(s, 2.0, 5.0, label="annex")) == "an annex"
    pairs = (
        ("Ooze", 1, "an ooze"),
        ("Troll", 1, "a troll"),
        ("Scavenger Jelly", 2, "scavenger jellies"),
        ("Beasts", 1, "beasts"),
    )
    for flavour, pop, name in pairs:
        assert bd.stack_name(s, wanderer(s, flavour, gate, pop)) == name


@pytest.mark.rule("HST-NAME-01", "HST-DELF-04")
def test_a_dark_elf_city_is_called_by_its_name_alone() -> None:
    s = played(10, civilization="dark_elf")
    cities = [g for g in s.groups.values() if g.type == "dark_elf"]
    assert cities and all(g.name in {r.name for r in s.rooms.values()} for g in cities)
    assert not any(f"the {g.name}" in entry.text for g in cities for entry in s.record)


def test_dungeons_of_a_kind_are_not_all_called_the_same() -> None:
    for kind in ("dwarven", "dark_elf", "demon", "custom"):
        s = played(3, civilization=kind, stop_after="disaster")
        names = set()
        for seed in range(40):
            s.seed = seed
            names.add(title(s))
        assert len(names) == len(TITLES.get(kind, TITLES[""]))

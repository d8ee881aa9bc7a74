"""Exports: data by the schema, a chronicle, a book, a tabletop, a campaign map."""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from undercroft.engine import BadContent, ScriptedDice, UndercroftError
from undercroft.games.host import GAME
from undercroft.games.host.exports import EXPORTS
from undercroft.games.host.ground.web import new_id
from undercroft.games.host.handout.atlas import atlas, read_substitutions
from undercroft.games.host.handout.campaign import campaign, campaign_svg, hex_distance
from undercroft.games.host.handout.levels import level_of
from undercroft.games.host.handout.rumours import is_aim, rumours
from undercroft.games.host.state import Entrance, Host, Room, Visits

from .worlds import blank, played, with_lair

FIELDS = {  # of the exported tables: what other programs rely on
    "meta": "title seed hand page ages years_total outcome villain option_flags",
    "level": "number top_y bottom_y room_ids theme danger",
    "room": "id name level x y size shape finish maker "
    "made_year tags fluid exits faction inhabitants treasure features history detail_slots",
    "passage": "id from to length kind style state traps secret",
    "entrance": "id x kind leads_to guard near_town campaign_hex",
    "faction": "id name type flavour alignment population loot lair zoc_rooms leader status arrived goals",
    "relation": "a b state since last_event",
    "inhabitant": "room creature units count_dice role roams",
    "treasure": "id room owner units name source past_owners hidden",
    "landmark": "id room kind name effect",
    "surface": "castle farms city tower others campaign_map",
    "history": "absolute_year era year kind text place actors",
    "rumour": "text truth about level source_event",
}


def dwarves() -> Host:
    return played(3, civilization="dwarven", stop_after="disaster")


@pytest.mark.rule("HST-EXPT-01", "HST-RPG-09")
def test_the_export_has_every_table_and_field_of_the_schema() -> None:
    data = atlas(dwarves())
    for table, fields in FIELDS.items():
        rows = data[table]
        for row in rows if isinstance(rows, list) else [rows]:
            assert set(fields.split()) <= set(row), table
    assert data["room"]
    assert all(1 <= room["level"] <= 6 and room["macro"] is True and room["detail_slots"] for room in data["room"])
    json.dumps(data)


@pytest.mark.rule("HST-EXPT-02", "HST-RPG-11", "HST-RPG-14")
def test_a_lair_is_exported_with_its_people_treasure_level_and_details() -> None:
    s = blank()
    group = with_lair(s, "the Gnolls", "breeder", "Gnolls", (5.0, 4.5), pop=4, loot=2)
    assert level_of(s, 4.5) == 3
    data = atlas(s)
    room = next(room for room in data["room"] if room["id"] == group.lair)
    assert (room["level"], room["faction"]) == (3, "the Gnolls")
    assert [(people["creature"], people["units"], people["count_dice"], people["role"]) for people in room["inhabitants"]] == [
        ("Gnolls", 4, "2d6", "lair")
    ]
    assert len(room["treasure"]) == 2
    assert all(room["detail_slots"])
    assert room["danger"] == 3 + 2
    faction = data["faction"][0]
    assert (faction["alignment"], faction["population"], faction["loot"]) == ("chaotic", 4, 2)
    s.dials = msgspec.structs.replace(s.dials, detail_fill=False)
    assert not any(atlas(s)["room"][0]["detail_slots"])


@pytest.mark.rule("HST-RPG-12")
def test_scale_sets_how_many_keyed_rooms_a_room_stands_for() -> None:
    for scale, low, high in (("short", 1, 2), ("campaign", 3, 6)):
        s = dwarves()
        s.dials = msgspec.structs.replace(s.dials, scale=scale)
        counts = {len(room["detail_slots"]) for room in atlas(s)["room"]}
        assert counts <= set(range(low, high + 1))
        assert len(counts) > 1


@pytest.mark.rule("HST-RPG-10")
def test_monsters_take_other_names_and_keep_their_numbers(tmp_path: Path) -> None:
    file = tmp_path / "names.toml"
    file.write_text('"Gnolls" = "Hyena folk"\n')
    s = blank(substitutions=str(file))
    with_lair(s, "the Gnolls", "breeder", "Gnolls", (5.0, 4.5), pop=4, loot=2)
    before, after = atlas(s), atlas(s, s.substitutions)
    assert after["faction"][0]["flavour"] == "Hyena folk"
    assert after["inhabitant"][0]["creature"] == "Hyena folk"
    assert after["inhabitant"][0]["units"] == before["inhabitant"][0]["units"]
    assert b"Hyena folk" in EXPORTS["json"](s, None)
    file.write_text("Gnolls = 3\n")
    with pytest.raises(BadContent, match=r"names\.toml"):
        read_substitutions(str(file))
    with pytest.raises(BadContent, match="No such file"):
        read_substitutions(str(tmp_path / "none.toml"))


@pytest.mark.rule("HST-EXPT-03", "HST-RPG-13")
def test_the_fall_of_a_people_is_told_truly_and_falsely() -> None:
    s = dwarves()
    found = rumours(s)
    fall = [entry.seq for entry in s.record if entry.kind in ("age_end", "abandoned")]
    assert fall
    grades = {rumour["truth"] for rumour in found if rumour["source_event"] in fall}
    assert "true" in grades
    assert grades & {"partly", "false"}
    for rumour in found:
        entry = s.record[rumour["source_event"]]
        true_level = level_of(s, entry.place[1]) if entry.place else 1
        assert (rumour["level"] == true_level) == (rumour["truth"] == "true")
    assert not any(re.search(r"\d+ to \d+|^Before counting|empty page", rumour["text"]) for rumour in found)
    assert [entry for entry in s.record if entry.rumour_weight <= 0 and entry.seq in {r["source_event"] for r in found}] == []


@pytest.mark.rule("HST-RPG-13")
@pytest.mark.parametrize("seed", range(1, 5))
def test_a_rumour_names_a_level_only_of_a_place_below_ground(seed: int) -> None:
    s = played(seed, civilization="roll")
    named: dict[bool, set[str]] = {True: set(), False: set()}
    for rumour in rumours(s):
        entry = s.record[rumour["source_event"]]
        says = rumour["text"].endswith(f" They say it was on level {rumour['level']}.")
        assert says == ("They say" in rumour["text"])
        named[says].add(rumour["truth"])
        room = s.rooms.get(entry.room)
        if (room is not None and room.above) or entry.place is None:
            assert not says, rumour["text"]
        elif room is not None and entry.kind not in ("stated", "hearsay"):
            assert says, rumour["text"]
    assert named[True] == {"true", "partly", "false"}
    assert len(named[False]) > 1  # whether a level is named gives nothing away


@pytest.mark.parametrize("seed", range(1, 5))
def test_one_goes_down_for_what_may_be_there_and_not_for_news(seed: int) -> None:
    s = played(seed, civilization="roll")
    aims = [entry for entry in s.record if is_aim(s, entry)]
    came = [entry for entry in aims if entry.kind == "arrived"]
    assert came
    assert not {entry.kind for entry in aims} & {"age_end", "excursion", "disaster", "formed", "dug", "outcome", "encounter"}
    assert not any(entry.room in s.rooms and s.rooms[entry.room].above for entry in aims)
    s.visits = Visits(title="", links={came[-1].seq: "match"})
    assert [entry for entry in aims if not is_aim(s, entry)] == [came[-1]]  # as if visitors had done that themselves


@pytest.mark.rule("HST-RPG-02", "HST-RPG-03")
def test_entrances_keep_their_share_of_the_width_and_roll_their_row() -> None:
    s = blank()
    s.entrances = [Entrance(new_id(s), 0, "shaft_head", 2.0, 1.75, 0), Entrance(new_id(s), 0, "cave_mouth", 9.0, 1.75, 0)]
    map_ = campaign(s, ScriptedDice([3, 7]))
    doors = [site for site in map_.sites if site.kind == "entrance"]
    assert [(site.share, site.number) for site in doors] == [(0.18, 3), (0.82, 7)]
    assert [site.row // 2 + 1 for site in doors] == [3, 7]
    assert map_.high == 16
    assert campaign_svg(s).count(">8<") == 1


@pytest.mark.rule("HST-RPG-04")
def test_an_entrance_looks_like_what_it_was() -> None:
    s = blank()
    origins = ["city_cellar", "shaft_head", "cave_mouth", "sinkhole"]
    s.entrances = [Entrance(new_id(s), 0, kind, 2.0 + number, 1.75, 0) for number, kind in enumerate(origins)]
    assert [site.looks for site in campaign(s).sites if site.kind == "entrance"] == ["sewer", "ruin", "natural cave", "sinkhole"]


def surface(s: Host, label: str, x: float, name: str = "") -> Room:
    room = Room(
        new_id(s),
        "building",
        x,
        1.5,
        0.4,
        0.4,
        "bead",
        "square",
        "surface",
        1,
        0,
        1,
        0,
        "HST-SURF-01",
        label=label,
        name=name,
        above=True,
    )
    s.rooms[room.id] = room
    return room


@pytest.mark.rule("HST-RPG-05", "HST-RPG-06", "HST-RPG-07")
def test_farms_become_towns_beside_their_entrance_with_a_road_to_the_castle() -> None:
    s = blank()
    s.entrances = [Entrance(new_id(s), 0, "shaft_head", 3.0, 1.75, 0)]
    surface(s, "farm", 3.3)
    surface(s, "farm", 9.0)
    surface(s, "castle", 6.0, "Castle Marl")
    surface(s, "tower", 8.0, "the Needle")
    map_ = campaign(s)
    door = next(site for site in map_.sites if site.kind == "entrance")
    towns = [site for site in map_.sites if site.kind == "town"]
    assert len(towns) == 2
    assert hex_distance((towns[0].column, towns[0].row), (door.column, door.row)) == 1
    castle = next(site for site in map_.sites if site.kind == "castle")
    assert castle.name == "Castle Marl"
    assert [site.name for site in map_.sites if site.kind == "tower"] == ["the Needle"]
    assert len({(site.column, site.row) for site in map_.sites}) == len(map_.sites)
    assert all(len(row) == map_.wide and all(row) for row in map_.terrain)
    assert len(map_.terrain) == map_.high
    for town in towns:
        road = next(road for road in map_.roads if road[-1] == (town.column, town.row))
        assert road[0] == (castle.column, castle.row)
        assert all(hex_distance(a, b) == 1 for a, b in pairwise(road))


@pytest.mark.rule("HST-RPG-08")
def test_peoples_live_near_and_dwarves_leave_descendants() -> None:
    peoples = [site.name for site in campaign(dwarves()).sites if site.kind == "people"]
    assert 1 <= peoples.count("Dwarf settlement") <= 2
    assert 2 <= len(peoples) <= 5
    assert "Dwarf settlement" not in [site.name for site in campaign(blank()).sites]


def test_the_chronicle_reads_as_one_and_names_everybody() -> None:
    text = EXPORTS["md"](dwarves(), None).decode()
    assert text.startswith("# The Halls of ")
    assert "## The Age of Civilization" in text
    assert " They " in text
    assert "## Key to the rooms" in text


def test_without_its_package_a_pdf_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(UndercroftError, match=r"undercroft\[pdf\]"):
        EXPORTS["pdf"](blank(), None)


def test_every_export_is_a_file_of_its_kind() -> None:
    s = dwarves()
    assert EXPORTS["png"](s, None).startswith(b"\x89PNG")
    assert EXPORTS["pdf"](s, None).startswith(b"%PDF")
    assert set(GAME.exports()) == set(EXPORTS)
    scene = json.loads(EXPORTS["dd2vtt"](s, None))
    assert scene["resolution"]["pixels_per_grid"] == 35
    assert all(len(line) >= 4 for line in scene["line_of_sight"])
    assert scene["portals"]  # one in every doorway: test_takeaway
    names = zipfile.ZipFile(io.BytesIO(EXPORTS["strata.zip"](s, None))).namelist()
    assert len(names) == 2 * len(s.strata)
    years = zipfile.ZipFile(io.BytesIO(EXPORTS["years.zip"](s, None))).namelist()
    assert "year-0000.svg" in years
    assert len(years) > 3

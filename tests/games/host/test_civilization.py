"""Civilizations: choosing, breaching, two at once, Dwarves, Dark Elves, Demons."""

# mypy: disable-error-code="unreachable, attr-defined"
from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import BadContent, Dice
from undercroft.games.host.content import civilizations, line_at
from undercroft.games.host.entries import check_entry, library
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes, nearby, tunnels, works
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import FAR, new_id, web
from undercroft.games.host.rules.civilization import breaching, conflict, decline
from undercroft.games.host.rules.civilization import civilization as civ_rules
from undercroft.games.host.rules.conventions.stacks import new_stack
from undercroft.games.host.rules.dark_elves import building as elven_building
from undercroft.games.host.rules.dark_elves import dark_elves, places
from undercroft.games.host.rules.demons import demons, tunnel_worm
from undercroft.games.host.rules.dwarves import building, dwarves
from undercroft.games.host.rules.history import step
from undercroft.games.host.state import Civ, Group, Host, Ore, Room

from .table import counts, page, play, room, sync


def vein(s: Host, y: float = 4.2) -> Ore:
    return lodes.add_ore(s, "gold", [(0.0, y), (11.0, y)], "HST-PRIM-08")


def clan(s: Host, pop: int = 1, loot: int = 0, x: float = 4.0, top: float = 1.75, foot: float = 4.0) -> Civ:
    """A Dwarven clan with a shaft, a barracks for each dwarf and stored loot."""
    group = Group(new_id(s), "dwarven", "Dwarves", "Clan Test", "lawful", 0, s.absolute, colour="blue")
    civ = decline.new_civ(s, "dwarven", "Clan Test", group, "blue")
    shaft = tunnels.dig(s, [(x, top), (x, foot)], "dwarven", "HST-DWRF-03", kind="shaft", owner=group.id, entrance="shaft_head")
    civ.shaft = shaft.id
    civ.works.append(shaft.id)
    mine = works.room_near(
        s, (x, foot), "thumb", "dwarven", "HST-DWRF-04", rooms=[], ways=[shaft.id], owner=group.id, kind="mine"
    )
    civ.rooms.append(mine.id)
    civ.mines.append(mine.id)
    for _ in range(max(1, pop)):
        beds = works.room_near(
            s,
            (x, top + 1.0),
            "bead",
            "dwarven",
            "HST-DWRF-04",
            rooms=[],
            ways=[shaft.id],
            owner=group.id,
            kind="barracks",
            label="barracks",
        )
        civ.rooms.append(beds.id)
        group.rooms.append(beds.id)
        if pop:
            bd.make(s, "pop", group.id, beds.id)
    group.rooms.append(mine.id)
    group.lair = group.rooms[0]
    for _ in range(loot):
        bd.make(s, "loot", group.id, mine.id, role="stored")
    return civ


def realm(s: Host, nobles: int, held: int, y: float = 7.4, x: float = 5.0) -> Civ:
    """A Dark Elf City on a road."""
    group = Group(new_id(s), "dark_elf", "Dark Elves", "Velith", "chaotic", 0, s.absolute)
    civ = decline.new_civ(s, "dark_elf", "the Dark Elves", group, "black")
    civ.city = civ.acting = group.id
    road = tunnels.dig(s, [(0.0, y), (11.0, y)], "natural", "HST-DELF-03", kind="road", owner=group.id)
    civ.works.append(road.id)
    fill(s, civ, group, (x, y), nobles, held)
    return civ


def fill(s: Host, civ: Civ, group: Group, near: tuple[float, float], nobles: int, held: int) -> None:
    for colour, kind, count in (("pop", "palace", nobles), ("loot", "slave pit", held)):
        for _ in range(count):
            made = works.room_near(
                s, near, "bead", "dark_elf", "HST-DELF-04", rooms=[], ways=[civ.works[0]], owner=group.id, kind=kind
            )
            group.rooms.append(made.id)
            civ.rooms.append(made.id)
            bd.make(s, colour, group.id, made.id)
    group.lair = group.rooms[0]


def colony(s: Host, civ: Civ, nobles: int, held: int, near: tuple[float, float], built: tuple[str, ...] = ()) -> Group:
    group = Group(
        new_id(s), "dark_elf", "Dark Elves", f"Colony {len(civ.people)}", "chaotic", 0, s.absolute, built=["site:0", *built]
    )
    s.groups[group.id] = group
    civ.people.append(group.id)
    civ.was_colony.append(group.id)
    fill(s, civ, group, near, nobles, held)
    return group


def pit(s: Host, princes: int, x: float = 5.0, y: float = 7.5) -> Civ:
    group = Group(new_id(s), "demon", "Demons", "the Demons", "chaotic", 0, s.absolute, colour="red")
    civ = decline.new_civ(s, "demon", "the Demons", group, "red")
    chamber = works.draw_room(s, (x, y), "demon_pit", "demon", "HST-DEMN-04", kind="pit", owner=group.id)
    group.lair = chamber.id
    group.rooms.append(chamber.id)
    civ.rooms.append(chamber.id)
    civ.worm = chamber.id
    for _ in range(princes):
        bd.make(s, "pop", group.id, chamber.id)
    return civ


def run_season(s: Host, civ: Civ, which: str, dice: Any = (), answers: Any = ()) -> Any:
    module = {"dwarven": dwarves, "dark_elf": dark_elves, "demon": demons}[civ.kind]
    return play(s, module.season, civ, which, dice=dice, answers=answers)


def year(s: Host, civ: Civ) -> None:
    civ.year += 1
    s.year = civ.year
    civ.deaths = 0
    civ.clashed = False
    for which in civ_rules.SEASONS:
        if not civ.ended:
            run_season(s, civ, which)


# Choosing and breaching.


@pytest.mark.rule("HST-CIV-01", "HST-CIV-02", "HST-CIV-03", "HST-STRA-03")
def test_chosen_or_rolled() -> None:
    s = page("civilization", civilization="dark_elf")
    vein(s)
    before = len(s.strata)
    ran = play(s, civ_rules.begin)
    assert [c.kind for c in s.civs] == ["dark_elf"] and len(s.strata) == before + 1
    assert not [e for e in ran.events if e.kind == "roll"]
    rolled = page("civilization", civilization="roll")
    vein(rolled)
    play(rolled, civ_rules.begin, dice=[2])
    assert rolled.civs[0].kind == "dwarven"
    kinds = [line_at(civilizations().civilization, face).id for face in range(1, 11)]
    assert kinds == ["dwarven"] * 3 + ["dark_elf"] * 3 + ["demon"] * 3 + ["custom"]


@pytest.mark.rule("HST-CIV-04", "HST-TWOC-01", "HST-FLOD-17")
def test_settings_advise_the_newcomer() -> None:
    from undercroft.games.host import GAME

    by_name = {setting.name: setting for setting in GAME.settings}
    assert "Dwarves" in by_name["civilization"].help and "first game" in by_name["two_civilizations"].help
    for name in ("two_civilizations", "two_villains", "flooding", "alternate_worlds"):
        assert "advanced" in by_name[name].help and by_name[name].default in (False, "off")
    s = page("civilization", two_civilizations=True, civilization="dwarven", second_civilization="dwarven")
    vein(s)
    play(s, civ_rules.begin, dice=Dice(3))
    assert [c.kind for c in s.civs] == ["dwarven", "dwarven"] and s.civs[0].name != s.civs[1].name


@pytest.mark.rule("HST-CIV-05", "HST-CUST-02", "HST-CUST-04")
def test_a_custom_civilization_must_differ() -> None:
    sample = dict(next(e for e in library() if e["kind"] == "civilization"))
    twin = {**sample, "name": "Stonemen", "pen": "blue", "setup": [], "construction": []}
    with pytest.raises(BadContent, match="differ"):
        check_entry(twin, "mine.toml")
    check_entry({**twin, "pen": "green"}, "mine.toml")
    with pytest.raises(BadContent, match=r"mine\.toml.*saltwrights.*fly"):
        check_entry({**sample, "setup": [{"op": "fly"}]}, "mine.toml")
    with pytest.raises(BadContent, match="wings"):
        check_entry({**sample, "wings": 2}, "mine.toml")


@pytest.mark.rule("HST-CUST-04", "HST-CIV-05")
def test_the_sample_civilization_plays_to_its_end() -> None:
    s = page("civilization", civilization="custom")
    vein(s)
    dice = Dice(4)
    play(s, civ_rules.begin, dice=dice)
    civ = s.civs[0]
    for _ in range(civ_rules.CAP):
        if civ.ended:
            break
        civ.year += 1
        for which in civ_rules.SEASONS:
            if not civ.ended:
                from undercroft.games.host.rules.own import people

                play(s, people.season, civ, which, dice=dice)
    assert civ.ended in ("the cisterns burst", "the last pan runs dry") and civ.year < civ_rules.CAP
    assert all(b.colour != "pop" or b.owner not in civ.people for b in s.beads.values())


@pytest.mark.rule("HST-CIV-06", "HST-CAVE-06", "HST-CAVE-02", "HST-GEO-18", "HST-PRIM-11")
def test_hazards_come_in_the_order_met_and_fate_ends_it() -> None:
    s = page("civilization")
    civ = clan(s, pop=6)
    beasts = room(s, 5.5, 4.0)
    new_stack(s, "Beasts", beasts.id, 1, roams=True)
    sick = room(s, 6.5, 4.0)
    sick.plague = 2
    fate = room(s, 7.5, 4.0, tags=["fate"])
    beyond = room(s, 8.5, 4.0)
    beyond.plague = 3
    play(s, breaching.dig_way, civ, (4.6, 4.0), (9.5, 4.0), 99, "HST-DWRF-10")
    assert "Fate" in civ.ended and "fate" not in fate.tags
    assert not s.stacks and s.passages[civ.works[-1]].points[-1][0] <= 7.5
    texts = [e.text for e in s.record]
    order = [next(k for k, text in enumerate(texts) if word in text) for word in ("beasts", "plague", "Fate")]
    assert order == sorted(order) and civ.deaths == 3


@pytest.mark.rule("HST-GEO-18")
def test_a_hazard_hurts_a_people_once() -> None:
    s = page("civilization")
    civ = clan(s, pop=5)
    sick = room(s, 6.5, 3.0)
    sick.plague = 2
    play(s, breaching.dig_way, civ, (4.0, 3.0), (8.0, 3.0), 99, "HST-DWRF-10")
    assert bd.pop(s, civ.people[0]) == 3
    play(s, breaching.dig_way, civ, (4.0, 3.6), (6.5, 3.0), 99, "HST-DWRF-10")
    assert bd.pop(s, civ.people[0]) == 3


@pytest.mark.rule("HST-CIV-07", "HST-CAVE-07", "HST-CAVE-08")
def test_water_and_magma_are_harmless_in_the_basic_game() -> None:
    s = page("civilization")
    civ = clan(s, pop=3, loot=2)
    for x, fluid in ((6.0, "water"), (7.5, "magma")):
        room(s, x, 3.0).fluid = fluid
    before = counts(s, civ.people[0])
    play(s, breaching.dig_way, civ, (4.0, 3.0), (9.0, 3.0), 99, "HST-DWRF-10")
    assert counts(s, civ.people[0]) == before and not civ.ended


@pytest.mark.rule("HST-PRIM-15")
def test_the_wyrm_takes_a_treasure_once() -> None:
    s = page("civilization")
    civ = clan(s, pop=3, loot=2)
    lair = room(s, 7.0, 3.0, "two_bead")
    wyrm = Group(new_id(s), "wyrm", "Ancient Wyrm", "Old", "hungry", 0, 0, lair.id, [lair.id])
    s.groups[wyrm.id] = wyrm
    bd.make(s, "pop", wyrm.id, lair.id)
    bd.make(s, "loot", wyrm.id, lair.id)
    play(s, breaching.dig_way, civ, (4.0, 3.0), (8.5, 3.0), 99, "HST-DWRF-10")
    assert (bd.loot(s, civ.people[0]), bd.loot(s, wyrm.id)) == (1, 2) and bd.pop(s, civ.people[0]) == 3


@pytest.mark.rule("HST-CIV-08", "HST-DSTR-01", "HST-ORDR-03")
def test_an_end_is_cleaned_up_before_the_disaster() -> None:
    s = page("civilization", civilization="dwarven")
    vein(s)
    s.todo = ["begin"]
    s.civs_left = 1
    dice = Dice(3)
    seasons: list[str] = []
    for _ in range(200):
        if s.age != "civilization":
            break
        seasons.append(s.todo[0].split(":")[-1] if s.todo else "new year")
        play(s, step, dice=dice)
    assert s.age == "disaster" and s.civs[0].ended
    assert not [b for b in s.beads.values() if b.owner == s.civs[0].people[0]]
    kinds = [e.kind for e in s.record]
    assert kinds.index("age_end") > kinds.index("founded")
    assert seasons[2:5] == ["summer", "fall", "winter"]


# Two at once.


@pytest.mark.rule("HST-TWOC-02")
def test_the_richer_goes_first() -> None:
    s = page("civilization", two_civilizations=True)
    vein(s)
    poor, rich = pit(s, 5), clan(s, pop=2, loot=3)
    sync(s, civ_rules.new_year)
    order = [int(x.split(":")[1]) for x in s.todo if x != "civ:close"]
    assert order == [s.civs.index(rich)] * 4 + [s.civs.index(poor)] * 4


@pytest.mark.rule("HST-TWOC-03", "HST-CONF-01")
def test_touching_the_others_works_is_one_roll_a_turn() -> None:
    s = page("civilization")
    one, two = clan(s, pop=5, loot=1), realm(s, 3, 3)
    ran = play(s, breaching.dig_way, one, (4.0, 4.5), (4.0, 8.3), 99, "HST-DWRF-10", dice=["1d6=1"])
    assert one.clashed and "skirmish" in " ".join(ran.texts)
    play(s, breaching.dig_way, one, (3.0, 4.5), (3.0, 8.3), 99, "HST-DWRF-10")
    assert not two.ended
    rows = [line_at(civilizations().civilized_conflict, face).id for face in range(1, 7)]
    assert rows == ["skirmish", "skirmish", "dwarven_supremacy", "dark_elf_might", "demon_wrath", "all_out_war"]


@pytest.mark.rule("HST-TWOC-04")
def test_a_colony_counts_with_its_city() -> None:
    s = page("civilization")
    civ = realm(s, 3, 3)
    town = colony(s, civ, 2, 1, (2.0, 6.0))
    civ.acting = town.id
    assert decline.population(s, civ) == 9
    sync(s, dark_elves.casualties, civ, 2, None)
    assert counts(s, town.id) == (1, 0) and counts(s, civ.city) == (3, 3)


@pytest.mark.rule("HST-TWOC-05", "HST-CONF-03")
def test_two_clans_may_meet() -> None:
    s = page("civilization")
    one, two = clan(s, pop=3, loot=1), clan(s, pop=3, loot=3, x=8.0)
    play(s, conflict.conflict, one, two, "dwarven_supremacy")
    assert (decline.wealth(s, one), decline.wealth(s, two)) == (3, 1)


@pytest.mark.rule("HST-TWOC-06")
def test_one_disaster_after_the_last_end() -> None:
    s = page("civilization")
    one, two = clan(s, pop=3), pit(s, 4)
    s.todo = ["civ:close"]
    sync(s, decline.end, two, "test", "HST-DEMN-15")
    sync(s, civ_rules.finish_if_ended)
    assert s.todo == ["civ:close"] and not one.ended
    sync(s, decline.end, one, "test", "HST-DWRF-15")
    sync(s, civ_rules.finish_if_ended)
    assert s.todo == ["civilization over"]
    harsh = page("civilization", two_civ_end="first")
    one, two = clan(harsh, pop=3), pit(harsh, 4)
    sync(harsh, decline.end, two, "test", "HST-DEMN-15")
    sync(harsh, civ_rules.finish_if_ended)
    assert one.ended and harsh.todo == ["civilization over"]


def facing(dwarf: tuple[int, int], demon: tuple[int, int]) -> tuple[Host, Civ, Civ]:
    s = page("civilization")
    one, two = clan(s, pop=dwarf[0], loot=dwarf[1]), pit(s, demon[0], x=9.0)
    for _ in range(demon[1]):
        bd.make(s, "loot", two.people[0], two.worm, role="hoard")
    return s, one, two


@pytest.mark.rule("HST-CONF-02", "HST-CONF-03", "HST-CONF-04", "HST-CONF-05")
@pytest.mark.parametrize(
    ("row", "dwarves_after", "demons_after"),
    [
        ("skirmish", (5, 3), (3, 1)),
        ("dwarven_supremacy", (5, 4), (4, 0)),
        ("dark_elf_might", (5, 2), (4, 0)),
        ("demon_wrath", (3, 3), (4, 1)),
    ],
)
def test_each_row_dwarves_against_demons(row: str, dwarves_after: tuple[int, int], demons_after: tuple[int, int]) -> None:
    s, one, two = facing((5, 3), (4, 1))
    play(s, conflict.conflict, two, one, row)
    assert counts(s, one.people[0]) == dwarves_after
    assert (bd.pop(s, two.people[0]), bd.loot(s, two.people[0])) == demons_after


@pytest.mark.rule("HST-CONF-02")
def test_an_even_skirmish_hurts_both() -> None:
    s, one, two = facing((4, 0), (4, 0))
    play(s, conflict.conflict, two, one, "skirmish")
    assert bd.pop(s, one.people[0]) == bd.pop(s, two.people[0]) == 3


@pytest.mark.rule("HST-CONF-04", "HST-CONF-05")
def test_elves_enslave_and_bleed_slaves_first() -> None:
    s = page("civilization")
    dwarf, elf = clan(s, pop=4, loot=2), realm(s, 3, 3)
    play(s, conflict.conflict, dwarf, elf, "dark_elf_might")
    assert bd.pop(s, dwarf.people[0]) == 2 and counts(s, elf.city) == (3, 5)
    s = page("civilization")
    dwarf, elf = clan(s, pop=4, loot=2), realm(s, 3, 3)
    play(s, conflict.conflict, dwarf, elf, "demon_wrath")
    assert counts(s, dwarf.people[0]) == (3, 1) and counts(s, elf.city) == (3, 1)


@pytest.mark.rule("HST-CONF-06")
def test_all_out_war() -> None:
    s, one, two = facing((5, 0), (4, 0))
    play(s, conflict.conflict, one, two, "all_out_war", dice=[6, 2])
    assert bd.pop(s, one.people[0]) == 3 and two.ended
    s, one, two = facing((5, 0), (4, 0))
    play(s, conflict.conflict, one, two, "all_out_war", dice=[2, 3])
    assert (bd.pop(s, one.people[0]), bd.pop(s, two.people[0])) == (5, 4)


# Dwarves.


@pytest.mark.rule("HST-DWRF-03", "HST-DWRF-04", "HST-DWRF-06", "HST-DWRF-05")
def test_the_shaft_goes_straight_to_the_ore() -> None:
    s = page("civilization")
    vein(s, 4.2)
    civ = play(s, dwarves.set_up).result
    shaft = s.passages[civ.shaft]
    assert shaft.points[0][0] == shaft.points[-1][0] and shaft.points[0][1] == 1.75
    assert shaft.points[-1][1] == pytest.approx(4.2, abs=0.25)
    assert [e.kind for e in s.entrances] == ["shaft_head"]
    group = s.groups[civ.people[0]]
    (pop,) = bd.of(s, group.id, "pop")
    (loot,) = bd.of(s, group.id, "loot")
    assert s.rooms[pop.room].kind == "barracks" and s.rooms[loot.room].kind == "mine"
    assert gr.connected(s, pop.room, loot.room) and gr.connected(s, pop.room, shaft.stops[0].node)
    assert group.name in " ".join(e.text for e in s.record) and s.record[-1].kind in ("founded", "dug")


@pytest.mark.rule("HST-DWRF-02")
def test_a_map_without_ore_gets_a_vein() -> None:
    s = page("civilization")
    play(s, dwarves.set_up, dice=[3, 4])
    assert [o.kind for o in s.ores.values()] == ["gold"]
    poor = page("civilization")
    ore = lodes.add_ore(poor, "mithral", [(5, 4), (6, 5), (4, 5)], "HST-PRIM-06")
    for cell in ore.cells[:3]:
        cell.remaining = 0.0
    assert not lodes.has_good_ore(poor)


@pytest.mark.rule("HST-DWRF-01", "HST-CONV-08", "HST-COMP-02")
def test_dwarven_tunnels_are_straight_and_blue() -> None:
    s = page("civilization")
    vein(s, 5.0)
    civ = play(s, dwarves.set_up).result
    for _ in range(5):
        year(s, civ)
    assert len(civ.works) > 5
    for pid in civ.works:
        way = s.passages[pid]
        assert way.colour == "blue" and way.maker == "dwarven"
        for a, b in zip(way.points, way.points[1:], strict=False):
            assert abs(a[0] - b[0]) < 0.011 or abs(a[1] - b[1]) < 0.011
    assert all(s.rooms[rid].shape in ("square", "vault") for rid in civ.rooms)


@pytest.mark.rule("HST-DWRF-07", "HST-DWRF-08")
def test_loot_is_gathered_once_and_brings_dwarves() -> None:
    s = page("civilization")
    civ = clan(s, pop=2, loot=3)
    bd.make(s, "loot", civ.people[0], civ.mines[0], source="mine")
    held = room(s, 9.0, 6.0)
    new_stack(s, "Beasts", held.id, 1, 1, roams=True)
    run_season(s, civ, "spring")
    assert counts(s, civ.people[0]) == (3, 4)
    beds = [s.rooms[r] for r in civ.rooms if s.rooms[r].kind == "barracks"]
    assert len(beds) == 3 and all(gr.connected(s, beds[0].id, b.id) for b in beds)
    run_season(s, civ, "spring")
    assert counts(s, civ.people[0]) == (3, 4)
    everything = page("civilization", dwarf_gather="all")
    civ = clan(everything, pop=2, loot=3)
    run_season(everything, civ, "spring")
    assert bd.pop(everything, civ.people[0]) == 5


@pytest.mark.rule("HST-DWRF-09", "HST-GEO-10")
def test_ore_in_reach_is_mined() -> None:
    s = page("civilization")
    vein(s, 5.8)
    civ = clan(s, pop=2)
    run_season(s, civ, "summer")
    assert sum(c.remaining == 0 for o in s.ores.values() for c in o.cells) == 1
    mine = s.rooms[civ.mines[-1]]
    assert mine.size == "thumb" and [b.colour for b in bd.inside(s, mine.id)] == ["loot"]
    assert gr.connected(s, mine.id, civ.rooms[0])


@pytest.mark.rule("HST-DWRF-10", "HST-GEO-12")
def test_distant_ore_draws_a_tunnel_of_a_finger() -> None:
    s = page("civilization")
    lodes.add_ore(s, "mithral", [(10, 7.5), (10.5, 8.2), (9.5, 8.2)], "HST-PRIM-06")
    civ = clan(s, pop=2)
    far = lodes.nearest_ore(s, civ.rooms, civ.works)[0][0]
    assert far > 3
    run_season(s, civ, "summer")
    assert not bd.loot(s, civ.people[0])
    way = s.passages[civ.works[-1]]
    assert pg.dist(way.points[0], way.points[-1]) == pytest.approx(3.0, abs=0.05)


@pytest.mark.rule("HST-DWRF-11", "HST-DWRF-13", "HST-DWRF-15")
def test_ore_runs_out_and_the_clan_leaves() -> None:
    s = page("civilization")
    civ = clan(s, pop=2)
    year(s, civ)
    assert bd.pop(s, civ.people[0]) == 1 and not civ.ended
    year(s, civ)
    assert civ.ended and not [r for r in s.rooms.values() if "tomb" in r.tags]


@pytest.mark.rule("HST-DWRF-12", "HST-DWCN-00")
def test_constructions_by_exact_population() -> None:
    names = {row.pop: row.name for row in civilizations().dwarven_construction}
    assert sorted(names) == [3, 4, 5, 6, 7, 8, 9, 10]
    s = page("civilization")
    civ = clan(s, pop=2)
    run_season(s, civ, "fall")
    assert not civ.built
    bd.make(s, "pop", civ.people[0], civ.rooms[0])
    bd.make(s, "pop", civ.people[0], civ.rooms[0])
    run_season(s, civ, "fall")
    run_season(s, civ, "fall")
    assert civ.built == ["Great Hall"]
    hall = page("civilization")
    civ = clan(hall, pop=6)
    run_season(hall, civ, "fall")
    assert civ.built == ["Great Hall"]
    many = page("civilization")
    civ = clan(many, pop=12)
    run_season(many, civ, "fall")
    assert civ.built == ["They Delve Too Deep"] and civ.ended


@pytest.mark.rule("HST-DWCN-03")
def test_workshops_fill_a_thumb_by_a_mine() -> None:
    s = page("civilization")
    civ = clan(s, pop=3)
    run_season(s, civ, "fall")
    shops = [s.rooms[r] for r in civ.rooms if s.rooms[r].kind == "workshop"]
    assert len(shops) == 3
    assert max(r.x + r.w / 2 for r in shops) - min(r.x - r.w / 2 for r in shops) <= 1.01
    assert max(r.y + r.h / 2 for r in shops) - min(r.y - r.h / 2 for r in shops) <= 1.01
    assert all(gr.connected(s, civ.mines[0], shop.id) for shop in shops)


@pytest.mark.rule("HST-DWCN-04", "HST-DWCN-06")
def test_the_great_hall_and_its_expansion() -> None:
    s = page("civilization")
    civ = clan(s, pop=4)
    run_season(s, civ, "fall")
    hall = s.rooms[civ.hall]
    assert (hall.w, hall.h) == (1.75, 0.4) and hall.name and gr.connected(s, hall.id, civ.rooms[0])
    (gold,) = bd.inside(s, hall.id)
    assert gold.role == "treasure"
    for _ in range(2):
        bd.make(s, "pop", civ.people[0], civ.rooms[0])
    run_season(s, civ, "fall")
    assert hall.w == 2.55


@pytest.mark.rule("HST-DWCN-05")
def test_the_exploratory_shaft() -> None:
    s = page("civilization")
    civ = clan(s, pop=5, foot=6.0)
    run_season(s, civ, "fall")
    assert s.passages[civ.works[-1]].points[-1] == (4.0, 7.0) and not civ.ended
    deep = page("civilization")
    civ = clan(deep, pop=5, foot=8.0)
    run_season(deep, civ, "fall")
    assert deep.passages[civ.works[-1]].points[-1][1] == 8.5 and civ.ended


@pytest.mark.rule("HST-DWCN-07", "HST-DWCN-08")
def test_records_and_city() -> None:
    s = page("civilization")
    civ = clan(s, pop=7)
    run_season(s, civ, "fall")
    records = next(r for r in s.rooms.values() if r.label == "Hall of Records")
    assert gr.graph_distance(s, records.id, s.passages[civ.shaft].stops[0].node) < FAR
    way = s.passages[civ.works[-1]]
    assert pg.dist(way.points[0], way.points[-1]) == pytest.approx(1.75, abs=0.8)
    assert [b.role for b in bd.inside(s, records.id)] == ["treasure"]
    bd.make(s, "pop", civ.people[0], civ.rooms[0])
    run_season(s, civ, "fall")
    city = next(r for r in s.rooms.values() if r.kind == "city")
    assert (city.w, city.h) == (3.0, 0.4) and city.name and gr.connected(s, city.id, civ.rooms[0])
    assert any("Golden Age" in e.text for e in s.record)


@pytest.mark.rule("HST-DWCN-09", "HST-GEO-25")
def test_the_treasure_room_is_hidden_until_opened() -> None:
    s = page("civilization")
    civ = clan(s, pop=9)
    run_season(s, civ, "fall")
    vault = next(r for r in s.rooms.values() if r.label == "Treasure Room")
    assert vault.secret and len(bd.inside(s, vault.id)) == 2 and not web(s).at.get(vault.id)
    for rid in civ.rooms:
        if rid != vault.id:
            other = s.rooms[rid]
            assert tunnel_worm.gap(vault, other) >= 0.99
    assert nearby.nearest_room(s, (vault.x, vault.y)) is not vault
    tunnels.dig(s, [(vault.x - 1.0, vault.y), (vault.x, vault.y)], "natural", "HST-GEO-07", kind="natural")
    assert not vault.secret and nearby.nearest_room(s, (vault.x, vault.y)) is vault


@pytest.mark.rule("HST-DWCN-08", "HST-GEO-11")
def test_a_city_is_a_finger_long_even_where_the_shaft_is_crowded() -> None:
    s = page("civilization")
    civ = clan(s, pop=8)
    for k in range(120):  # sick caves all around the shaft, further than a finger
        x, y = 0.5 + (k % 12) * 0.62, 2.1 + (k // 12) * 0.62
        if nearby.clear_of_rooms(s, x, y, 0.4, 0.4) and nearby.clear_of_ways(s, x, y, 0.4, 0.4):
            cave = room(s, x, y)
            cave.state, cave.plague = "fallow", 1
    play(s, building.city, civ)
    found = next(r for r in s.rooms.values() if r.kind == "city" or r.label == "Dwarven City")
    assert (found.w, found.h) == (3.0, 0.4) and not found.plague and gr.connected(s, found.id, s.groups[civ.people[0]].lair)


@pytest.mark.rule("HST-DWCN-10", "HST-DWRF-16")
def test_too_deep_and_what_is_left() -> None:
    s = page("civilization")
    vein(s, 4.0)
    civ = play(s, dwarves.set_up).result
    pops = [bd.pop(s, civ.people[0])]
    for _ in range(9):
        year(s, civ)
        pops.append(bd.pop(s, civ.people[0]) if not civ.ended else 10)
    assert pops == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] and civ.year == 9
    assert civ.ended == "they delved too deep"
    assert civ.built == [
        "Workshops",
        "Great Hall",
        "Exploratory Shaft",
        "Hall Expansion",
        "Hall of Records",
        "Founding of the Dwarven City in the Golden Age",
        "Treasure Room",
        "They Delve Too Deep",
    ]
    assert any(p[1] == 8.5 for p in s.passages[civ.works[-1]].points)
    left = list(s.beads.values())
    assert len(left) == 5 and all(b.colour == "loot" and b.owner == 0 and b.role == "treasure" for b in left)


@pytest.mark.rule("HST-DWRF-13", "HST-DWRF-12", "HST-CAVE-02")
def test_a_mine_breaks_into_plague() -> None:
    s = page("civilization")
    civ = clan(s, pop=5, loot=4)
    civ.built = ["Workshops", "Great Hall", "Exploratory Shaft"]
    sick = room(s, 7.0, 3.0)
    sick.plague = 2
    play(s, breaching.dig_way, civ, (4.0, 3.0), (8.0, 3.0), 99, "HST-DWRF-10")
    assert bd.pop(s, civ.people[0]) == 3
    run_season(s, civ, "fall")
    assert len(civ.built) == 3
    beds = [s.rooms[r] for r in civ.rooms if s.rooms[r].kind == "barracks"]
    for bed in beds:
        if bd.is_empty(s, bed):
            bed.kind = "room"
    run_season(s, civ, "winter")
    (tomb,) = [r for r in s.rooms.values() if "tomb" in r.tags]
    assert len(bd.inside(s, tomb.id)) == 1 and sum(b.role == "stored" for b in bd.of(s, civ.people[0], "loot")) == 3


@pytest.mark.rule("HST-DWRF-14")
def test_empty_barracks_may_become_the_tomb() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["place_room", "name", "name_treasure"]
    civ = clan(s, pop=4)
    for bead in bd.of(s, civ.people[0], "pop")[:2]:
        bd.remove(s, bead)
    civ.deaths = 2
    before = sum(s.rooms[r].kind == "barracks" for r in civ.rooms)
    ran = run_season(s, civ, "winter", answers=["convert"])
    assert ran.asks[0].keys[:2] == ("convert", "new")
    assert sum(s.rooms[r].kind == "barracks" for r in civ.rooms) == before - 1
    assert sum("tomb" in r.tags for r in s.rooms.values()) == 1


# Dark Elves.


@pytest.mark.rule("HST-DELF-01", "HST-DELF-03", "HST-DELF-04", "HST-DELF-07")
def test_a_road_and_a_city() -> None:
    s = page("civilization")
    vein(s, 4.0)
    room(s, 5.0, 7.5, tags=["fate"])
    civ = play(s, places.set_up).result
    assert not civ.ended
    road = s.passages[civ.works[0]]
    assert road.points[0][0] == 0.0 and road.points[-1][0] == 11.0 and road.colour == "pencil"
    assert all(6.5 <= y <= 8.5 for _, y in road.points)
    assert counts(s, civ.city) == (3, 3) and len(s.groups[civ.city].rooms) == 6
    assert all(gr.connected(s, rid, road.stops[0].node) for rid in s.groups[civ.city].rooms)
    names = [s.rooms[r].kind for r in s.groups[civ.city].rooms]
    assert names.count("palace") == 3 and names.count("slave pit") == 3
    assert s.groups[civ.city].name in s.record[-1].text
    for k in range(40):
        line = tunnels.styled(s, (1.0 + k * 0.1, 3.0), (4.0, 5.0 + k * 0.05), "dark_elf")
        turns = [abs(pg.heading(a, b) - pg.heading(b, c)) for a, b, c in zip(line, line[1:], line[2:], strict=False)]
        assert all(turn < 0.35 for turn in turns)


@pytest.mark.rule("HST-DELF-02")
def test_elves_without_ore_get_two_triangles() -> None:
    s = page("civilization")
    play(s, places.set_up)
    assert [o.kind for o in s.ores.values()] == ["mithral", "mithral"]


@pytest.mark.rule("HST-DELF-05", "HST-DELF-06")
def test_pits_grow_and_slaves_die_first() -> None:
    s = page("civilization")
    civ = realm(s, 3, 3)
    sync(s, places.gain, civ, civ.city, "loot", "HST-DELF-05")
    assert sum(s.rooms[r].kind == "slave pit" for r in s.groups[civ.city].rooms) == 4
    small = page("civilization")
    civ = realm(small, 2, 1)
    sync(small, dark_elves.casualties, civ, 2, None)
    assert counts(small, civ.city) == (1, 0)


@pytest.mark.rule("HST-DELF-08", "HST-DECN-08")
def test_daylight_means_war() -> None:
    s = page("civilization")
    civ = realm(s, 5, 4)
    civ.tops[civ.city] = (5.0, 6.0)
    play(s, elven_building.build, civ, civ.city, "Extend an exploratory tunnel upwards from the city", True)
    assert civ.tops[civ.city] == (5.0, 3.0) and not civ.ended
    play(s, elven_building.build, civ, civ.city, "Extend an exploratory tunnel upwards from the city", True)
    assert "daylight" in civ.ended and s.entrances


@pytest.mark.rule("HST-DELF-09")
def test_ten_ends_it_even_in_a_colony() -> None:
    s = page("civilization")
    civ = realm(s, 3, 3)
    town = colony(s, civ, 5, 4, (2.0, 6.0))
    sync(s, places.gain, civ, town.id, "loot", "HST-DELF-09")
    sync(s, places.settle, civ)
    assert "ten" in civ.ended


@pytest.mark.rule("HST-DELF-10", "HST-DELF-12", "HST-DELF-15")
def test_when_a_colony_can_be_founded() -> None:
    def offered(nobles: int, held: int) -> tuple[bool, str]:
        s = page("civilization", ask="everything")
        s.quiet = ["place_room", "name", "colony_site", "mine_site"]
        lodes.add_ore(s, "mithral", [(5, 4.2), (5.8, 5.2), (4.2, 5.2)], "HST-PRIM-06")
        civ = realm(s, nobles, held)
        if nobles > 1 and held > 1:
            ran = run_season(s, civ, "spring", answers=["wait"])
            return True, ran.asks[0].keys[0]
        run_season(s, civ, "spring")
        assert counts(s, civ.city) in ((nobles, held), (nobles + (nobles > held), held))
        return False, ""

    assert offered(3, 3) == (True, "found")
    assert offered(2, 3) == (True, "wait")
    assert offered(1, 1)[0] is False
    assert offered(2, 1)[0] is False


@pytest.mark.rule("HST-DELF-12", "HST-DELF-13")
def test_a_single_site_is_not_asked_for() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["place_room", "name", "mine_site"]
    lodes.add_ore(s, "mithral", [(5, 4.2), (5.8, 5.2), (4.2, 5.2)], "HST-PRIM-06")
    civ = realm(s, 3, 3)
    ran = run_season(s, civ, "spring", answers=["found"])
    assert len(ran.asks) == 1 and len(civ.people) == 2


@pytest.mark.rule("HST-DELF-11")
def test_nobles_in_the_majority_grow() -> None:
    s = page("civilization")
    civ = realm(s, 4, 3)
    run_season(s, civ, "spring")
    assert counts(s, civ.city)[0] == 5
    even = page("civilization")
    civ = realm(even, 3, 3)
    run_season(even, civ, "spring")
    assert counts(even, civ.city) == (3, 4)


@pytest.mark.rule("HST-DELF-13", "HST-DELF-16", "HST-DELF-17", "HST-DELF-19", "HST-DELF-21", "HST-DECN-01")
def test_the_first_year_with_a_site() -> None:
    s = page("civilization")
    lodes.add_ore(s, "mithral", [(5, 4.4), (5.8, 5.3), (4.2, 5.3)], "HST-PRIM-06")
    civ = realm(s, 3, 3)
    run_season(s, civ, "spring")
    (town,) = [g for g in civ.people if g != civ.city]
    assert counts(s, civ.city) == (2, 2) and counts(s, town) == (1, 1)
    assert gr.connected(s, s.groups[town].lair, s.groups[civ.city].lair) and s.groups[town].name
    run_season(s, civ, "summer")
    assert counts(s, town) == (2, 2) and counts(s, civ.city) == (2, 2)
    assert sum(c.remaining == 0 for o in s.ores.values() for c in o.cells) == 1
    run_season(s, civ, "fall")
    assert "Torture Pit" in s.groups[town].built and not [b for b in s.groups[civ.city].built if not b.startswith("site")]
    assert counts(s, town) == (2, 2)
    run_season(s, civ, "winter")
    assert counts(s, civ.city) == (2, 3)


@pytest.mark.rule("HST-DELF-14")
def test_a_distant_site_is_dug_towards() -> None:
    s = page("civilization")
    lodes.add_ore(s, "mithral", [(5, 2.0), (5.6, 2.6), (4.4, 2.6)], "HST-PRIM-06")
    civ = realm(s, 3, 3)
    run_season(s, civ, "spring")
    way = s.passages[civ.works[-1]]
    assert len(civ.people) == 1 and pg.dist(way.points[0], way.points[-1]) == pytest.approx(3.0, abs=0.06)


@pytest.mark.rule("HST-DELF-15", "HST-DELF-24", "HST-DELF-25", "HST-DELF-22", "HST-DECN-04")
def test_the_second_year_brings_revolt_and_a_new_city() -> None:
    s = page("civilization")
    ore = lodes.add_ore(s, "mithral", [(2, 5.2), (2.6, 5.9), (1.4, 5.9)], "HST-PRIM-06")
    civ = realm(s, 2, 3)
    town = colony(s, civ, 2, 2, (2.0, 6.4))
    town.built.append(f"site:{ore.id}")
    run_season(s, civ, "spring")
    freed = [st for st in s.stacks.values() if st.flavour == "Freed Slaves"]
    assert len(freed) == 1 and bd.pop(s, freed[0].id) == 3 and civ.city == 0
    assert counts(s, town.id) == (2, 3)
    run_season(s, civ, "summer")
    assert counts(s, town.id) == (3, 3)
    run_season(s, civ, "fall")
    assert "Tomb" in town.built and sum("tomb" in r.tags for r in s.rooms.values()) == 1
    run_season(s, civ, "winter")
    assert civ.city == town.id and counts(s, town.id) == (3, 4)


@pytest.mark.rule("HST-DELF-16", "HST-DELF-18")
def test_a_first_city_does_not_mine_and_an_empty_map_feeds_all() -> None:
    s = page("civilization")
    vein(s, 6.0)
    civ = realm(s, 3, 3)
    run_season(s, civ, "summer")
    assert counts(s, civ.city) == (3, 3)
    bare = page("civilization")
    civ = realm(bare, 4, 4)
    town = colony(bare, civ, 2, 2, (2.0, 6.0))
    other = colony(bare, civ, 3, 2, (8.0, 6.0))
    run_season(bare, civ, "summer")
    assert counts(bare, civ.city) == (4, 5) and counts(bare, town.id) == (2, 3) and counts(bare, other.id) == (3, 3)


@pytest.mark.rule("HST-DELF-16", "HST-DELF-19", "HST-DELF-22", "HST-DELF-09", "HST-DECN-00")
def test_a_colony_that_became_the_city_grows_to_ten() -> None:
    s = page("civilization")
    ore = lodes.add_ore(s, "mithral", [(5, 5.6), (5.6, 6.2), (4.4, 6.2)], "HST-PRIM-06")
    civ = realm(s, 3, 4)
    civ.was_colony.append(civ.city)
    s.groups[civ.city].built = [f"site:{ore.id}", "Torture Pit", "Tomb"]
    run_season(s, civ, "spring")
    assert counts(s, civ.city) == (3, 5)
    run_season(s, civ, "summer")
    assert counts(s, civ.city) == (4, 5)
    run_season(s, civ, "fall")
    assert any("Extend" in b for b in s.groups[civ.city].built) and not civ.ended
    run_season(s, civ, "winter")
    assert "ten" in civ.ended


@pytest.mark.rule("HST-DELF-20", "HST-DECN-05")
def test_the_city_may_dig_its_tunnel_again() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["place_room", "name"]
    civ = realm(s, 4, 3)
    run_season(s, civ, "fall")
    first = len(civ.works)
    run_season(s, civ, "fall", answers=["build"])
    assert len(civ.works) == first + 1
    a, b = s.passages[civ.works[-2]], s.passages[civ.works[-1]]
    assert b.points[0] == a.points[-1] and pg.length(a.points) == pytest.approx(3.0, abs=0.06)
    town = page("civilization")
    civ = realm(town, 3, 3)
    place = colony(town, civ, 4, 3, (2.0, 5.0))
    civ.acting = place.id
    play(town, elven_building.build, civ, place.id, "Exploratory tunnel towards surface", False)
    way = town.passages[civ.works[-1]]
    assert way.points[0][1] - way.points[-1][1] == pytest.approx(3.0, abs=0.06)


@pytest.mark.rule("HST-DELF-23")
def test_beasts_are_captured_and_freed_slaves_are_not() -> None:
    s = page("civilization")
    civ = realm(s, 4, 3)
    cave = room(s, 8.0, 6.8)
    tunnels.dig(s, [(8.0, 7.0), (8.0, 7.4)], "natural", "HST-GEO-07", kind="natural")
    new_stack(s, "Beasts", cave.id, 1, roams=True)
    run_season(s, civ, "winter")
    assert counts(s, civ.city) == (4, 5) and not s.stacks
    for dial, after in (("free", (4, 4)), ("retaken", (4, 5))):
        s = page("civilization", freed_slaves=dial)
        civ = realm(s, 4, 3)
        cave = room(s, 8.0, 6.8)
        tunnels.dig(s, [(8.0, 7.0), (8.0, 7.4)], "natural", "HST-GEO-07", kind="natural")
        new_stack(s, "Freed Slaves", cave.id, 3, roams=True)
        run_season(s, civ, "winter")
        assert counts(s, civ.city) == after


@pytest.mark.rule("HST-DELF-24")
def test_exactly_twice_is_enough() -> None:
    for nobles, held, dial, revolts in (
        (2, 4, "twice", True),
        (2, 3, "twice", False),
        (2, 4, "over_twice", False),
        (2, 5, "over_twice", True),
    ):
        s = page("civilization", revolt_at=dial)
        civ = realm(s, nobles, held)
        sync(s, places.settle, civ)
        assert bool(civ.ended) is revolts
        assert bool(s.stacks) is revolts


@pytest.mark.rule("HST-DELF-25", "HST-DELF-10", "HST-DELF-12", "HST-DELF-13", "HST-DELF-22")
def test_founding_at_the_wrong_moment_brings_all_down() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["place_room", "name", "colony_site"]
    lodes.add_ore(s, "mithral", [(5, 5.6), (5.6, 6.3), (4.4, 6.3)], "HST-PRIM-06")
    civ = realm(s, 2, 3)
    colony(s, civ, 2, 2, (2.0, 6.4))
    ran = run_season(s, civ, "spring", answers=["found"])
    assert ran.asks[0].keys[0] == "wait"
    assert civ.ended == "no place was left to them"
    assert [bd.pop(s, st.id) for st in s.stacks.values()] == [3, 3, 3]


@pytest.mark.rule("HST-DELF-26")
def test_what_elves_leave_behind() -> None:
    s = page("civilization")
    civ = realm(s, 3, 3)
    for x in (2.0, 8.5):
        colony(s, civ, 2, 2, (x, 6.0))
    play(s, elven_building.build, civ, civ.city, "Great Temple of Dame Chaos", True)
    sync(s, decline.end, civ, "test", "HST-DELF-09")
    assert sum(b.colour == "pop" for b in s.beads.values()) == 3
    assert sum(b.colour == "loot" for b in s.beads.values()) == 4
    assert all(st.flavour == "Slave Beasts" for st in s.stacks.values())


@pytest.mark.rule("HST-DECN-02", "HST-DECN-03", "HST-DECN-06", "HST-DECN-07", "HST-DECN-09")
def test_dark_elf_works() -> None:
    def after(work: str, nobles: int, held: int, *, city: bool) -> tuple[tuple[int, int], Host, Civ]:
        s = page("civilization")
        civ = realm(s, nobles, held)
        place = civ.city if city else colony(s, civ, nobles, held, (2.0, 6.0)).id
        play(s, elven_building.build, civ, place, work, city)
        return (counts(s, place) if not civ.ended else (0, 0)), s, civ

    beads, s, _ = after("Great Temple of Dame Chaos", 3, 2, city=True)
    assert beads == (3, 2) and any(b.role == "treasure" and b.owner == 0 for b in s.beads.values())
    assert after("Dark Shrine to Dame Chaos", 3, 2, city=False)[0] == (3, 2)
    assert after("Breeding Pit", 5, 3, city=True)[0] == (4, 4)
    assert after("Arena", 4, 4, city=False)[0] == (3, 4)
    _, _, civ = after("Reanimation Tanks", 5, 4, city=False)
    assert "ten" in civ.ended


@pytest.mark.rule("HST-DECN-00")
def test_the_columns_of_dark_elf_works() -> None:
    rows = {row.pop: (row.city, row.colony) for row in civilizations().dark_elf_construction}
    assert rows[4] == ("", "Torture Pit") and rows[6] == ("Tomb", "Tomb") and rows[8] == ("Breeding Pit", "Arena")
    assert rows[9][1] == "Reanimation Tanks" and sorted(rows) == [4, 5, 6, 7, 8, 9]


# Demons.


def beast(s: Host, x: float, y: float, pop: int = 1) -> Room:
    cave = room(s, x, y)
    new_stack(s, "Beasts", cave.id, pop, roams=True)
    return cave


@pytest.mark.rule("HST-DEMN-01")
def test_demon_tunnels_take_three_shapes() -> None:
    s = page("civilization")
    shapes = set()
    for k in range(60):
        line = tunnels.styled(s, (1.0 + k * 0.07, 5.0), (4.0 + k * 0.07, 5.0), "demon")
        assert pg.dist(line[0], line[-1]) == pytest.approx(3.0)
        shapes.add("straight" if len(line) == 2 else "curvy" if len(line) == 7 and abs(line[3][1] - 5.0) < 0.01 else "zigzag")
    assert shapes == {"straight", "curvy", "zigzag"}


@pytest.mark.rule("HST-DEMN-02", "HST-DEMN-04", "HST-DEMN-05", "HST-DEMN-03", "HST-COMP-06")
def test_the_pit_and_the_worm() -> None:
    from undercroft.games.host.screen import beads_of

    s = page("civilization")
    civ = play(s, demons.set_up).result
    assert sum(st.flavour == "Beasts" for st in s.stacks.values()) == 3
    chamber = s.rooms[civ.worm]
    assert chamber.capacity == 10 and chamber.y == 7.5 and bd.pop(s, civ.people[0]) == 10 and not chamber.name
    assert civ.worm in s.rooms
    assert beads_of(s, s.groups[civ.people[0]])[0] == "Demon prince"


@pytest.mark.rule("HST-DEMN-06", "HST-DEMN-08", "HST-DEMN-10", "HST-DMCN-02")
def test_a_year_with_a_beast_at_hand() -> None:
    s = page("civilization")
    civ = pit(s, 10)
    cave = beast(s, 5.0, 4.9)
    for which in civ_rules.SEASONS:
        run_season(s, civ, which)
    assert bd.pop(s, civ.people[0]) == 9 and not s.stacks
    assert {"shrine", "tomb"} <= set(cave.tags) and len(bd.inside(s, cave.id)) == 1
    assert len(civ.works) == 1 and civ.worm == cave.id


@pytest.mark.rule("HST-DEMN-08")
def test_distant_prey_draws_the_worm_a_finger() -> None:
    s = page("civilization")
    civ = pit(s, 10, x=2.0)
    beast(s, 9.5, 7.5)
    run_season(s, civ, "summer")
    way = s.passages[civ.works[0]]
    assert pg.dist(way.points[0], way.points[-1]) == pytest.approx(3.0, abs=0.06) and len(s.stacks) == 1
    assert s.rooms[civ.worm].label == "worm's den"
    alone = page("civilization")
    civ = pit(alone, 10)
    lair = room(alone, 5.0, 4.0, "two_bead")
    wyrm = Group(new_id(alone), "wyrm", "Ancient Wyrm", "Old", "hungry", 0, 0, lair.id, [lair.id])
    alone.groups[wyrm.id] = wyrm
    bd.make(alone, "pop", wyrm.id, lair.id)
    run_season(alone, civ, "summer")
    assert not civ.works


@pytest.mark.rule("HST-DEMN-07", "HST-DMCN-01", "HST-DEMN-06")
def test_the_worm_in_a_cave_complex() -> None:
    s = page("civilization")
    civ = pit(s, 10)
    caves = [beast(s, 5.0, 4.9), beast(s, 5.6, 4.8), beast(s, 4.4, 4.8)]
    princes = []
    for _ in range(3):
        for which in ("spring", "summer"):
            run_season(s, civ, which)
        princes.append(bd.pop(s, civ.people[0]))
    assert princes == [9, 7, 5] and civ.worm == caves[0].id
    palaces = [r for r in s.rooms.values() if r.label == "Demon Palace"]
    assert len(palaces) == 2 and all(gr.connected(s, p.id, civ.rooms[0]) for p in palaces)
    assert all({b.colour for b in bd.inside(s, p.id)} == {"pop", "loot"} for p in palaces)
    assert all(not st.roams for st in s.stacks.values() if st.flavour == "Palace Demon")


@pytest.mark.rule("HST-DEMN-09")
def test_the_hoard_travels() -> None:
    s = page("civilization")
    civ = pit(s, 8)
    cave = room(s, 5.0, 5.9)
    bead = bd.make(s, "loot", 0, cave.id)
    run_season(s, civ, "fall")
    assert bead.owner == civ.people[0] and bead.room == civ.worm
    other = room(s, 2.0, 5.0)
    tunnel_worm.move_worm(s, civ, other.id)
    assert bead.room == other.id
    far = page("civilization")
    civ = pit(far, 8)
    bead = bd.make(far, "loot", 0, room(far, 5.0, 4.9).id)
    run_season(far, civ, "fall")
    assert bead.owner == 0


@pytest.mark.rule("HST-DEMN-10")
def test_hunger_digs_at_random() -> None:
    s = page("civilization")
    civ = pit(s, 8)
    run_season(s, civ, "winter")
    way = s.passages[civ.works[0]]
    assert pg.dist(way.points[0], way.points[-1]) <= 3.05 and s.rooms[civ.worm].label == "worm's den"
    fed = page("civilization")
    civ = pit(fed, 8)
    civ.sacrificed = True
    run_season(fed, civ, "winter")
    assert not civ.works


@pytest.mark.rule("HST-DEMN-11", "HST-DEMN-12", "HST-DMCN-00", "HST-DMCN-03", "HST-DMCN-04", "HST-DMCN-05", "HST-DMCN-06")
def test_features_touched_become_constructions() -> None:
    s = page("civilization")
    civ = pit(s, 10)
    sick = room(s, 5.0, 5.5)
    sick.plague = 2
    gold = lodes.add_ore(s, "gold", [(1.0, 4.6), (10.0, 4.6)], "HST-PRIM-08")
    shiny = lodes.add_ore(s, "mithral", [(9.0, 5.5), (9.8, 6.5), (8.2, 6.5)], "HST-PRIM-06")
    river = tunnels.dig(s, [(0.0, 3.4), (11.0, 3.4)], "natural", "HST-PRIM-12", kind="river")
    play(s, breaching.dig_way, civ, (5.0, 7.1), (5.0, 3.0), 99, "HST-DEMN-10")
    assert civ.touched[:3] == [sick.id, gold.id, river.id] and bd.pop(s, civ.people[0]) == 8
    civ.touched.append(shiny.id)
    civ.sacrificed = True
    run_season(s, civ, "winter")
    labels = {r.label: r for r in s.rooms.values()}
    assert {"Bile Pit", "Gateway Stone", "Soul Mill", "Infernal Engine"} <= set(labels)
    assert bd.pop(s, civ.people[0]) == 4
    bound = [st for st in s.stacks.values() if st.flavour == "Bound Demon"]
    assert len(bound) == 4 and not any(st.roams for st in bound)
    assert labels["Bile Pit"].y > sick.y
    assert {b.colour for b in bd.inside(s, labels["Infernal Engine"].id)} == {"pop", "loot"}
    assert any(c.remaining == 0 for c in shiny.cells)
    mill = labels["Soul Mill"]
    assert nearby.way_distance((mill.x, mill.y), river)[0] - mill.h / 2 <= 0.4
    run_season(s, civ, "winter")
    assert sum(st.flavour == "Bound Demon" for st in s.stacks.values()) == 4


@pytest.mark.rule("HST-DEMN-13", "HST-DEMN-15", "HST-DEMN-06", "HST-TERM-04")
def test_demons_die_out_by_infighting() -> None:
    s = page("civilization")
    civ = pit(s, 10)
    left = []
    for _ in range(9):
        sync(s, demons.spring, civ)
        left.append(bd.pop(s, civ.people[0]))
        civ.year += 1
    assert left == [9, 8, 7, 6, 5, 4, 3, 2, 0] and civ.ended


@pytest.mark.rule("HST-DEMN-14")
def test_war_with_heaven() -> None:
    s = page("civilization")
    civ = pit(s, 6, y=3.0)
    play(s, tunnel_worm.worm_digs, civ, (5.0, 2.6), (5.0, 0.5), 3.0, "HST-DEMN-10", hungry=False)
    assert civ.ended and not bd.of(s, civ.people[0], "pop")
    assert [m.kind for m in s.landmarks.values()] == ["battlefield"]


@pytest.mark.rule("HST-DEMN-16")
def test_the_worm_stays_as_a_monster() -> None:
    s = page("civilization")
    civ = pit(s, 1)
    for _ in range(2):
        bd.make(s, "loot", civ.people[0], civ.worm, role="hoard")
    sync(s, decline.end, civ, "test", "HST-DEMN-15")
    (worm,) = s.stacks.values()
    assert worm.flavour == "Tunnel Worm" and worm.roams and counts(s, worm.id) == (1, 2)
    assert s.rooms[civ.rooms[0]].plague == 1


@pytest.mark.rule("HST-DELF-23", "HST-TWOC-05")
def test_elves_do_not_enslave_elves() -> None:
    s = page("civilization")
    civ = realm(s, 4, 3)
    other = realm(s, 3, 2, x=8.0)
    play(s, dark_elves.winter, civ)
    assert counts(s, civ.city) == (4, 4) and counts(s, other.city) == (3, 2)


@pytest.mark.rule("HST-DELF-22", "HST-CONF-03", "HST-DEMN-07")
def test_a_city_that_lost_its_last_to_others_is_replaced() -> None:
    s = page("civilization")
    civ = realm(s, 1, 0)
    other = colony(s, civ, 3, 2, (9.0, 7.4))
    city = civ.city
    worm = pit(s, 5, x=1.5, y=5.0)
    noble = bd.of(s, city, "pop")[0]
    play(s, tunnel_worm.devour, worm, tunnel_worm.Prey(0.0, noble.id, noble.room))
    assert civ.people == [other.id] and not s.groups[city].alive and s.rooms[s.groups[city].lair].abandoned
    play(s, dark_elves.winter, civ)
    assert civ.city == other.id and counts(s, other.id) == (3, 3)
    s = page("civilization")
    civ, dwarf = realm(s, 0, 1), clan(s, 2)
    colony(s, civ, 3, 2, (9.0, 7.4))
    city = civ.city
    play(s, conflict.conflict, dwarf, civ, "dwarven_supremacy")
    assert city not in civ.people and not s.groups[city].alive

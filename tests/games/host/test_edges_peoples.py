"""The edges of the first ages: caverns, rivers, disasters, and three peoples under the hill."""

# mypy: disable-error-code="unreachable, comparison-overlap"
from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Dice
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes, tunnels, works
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import web
from undercroft.games.host.rules.civilization import breaching, conflict, decline
from undercroft.games.host.rules.civilization import civilization as civ_rules
from undercroft.games.host.rules.conventions import entries
from undercroft.games.host.rules.dark_elves import building as elven_building
from undercroft.games.host.rules.dark_elves import dark_elves, places
from undercroft.games.host.rules.demons import demons, princes, tunnel_worm
from undercroft.games.host.rules.disaster import disaster, upheavals
from undercroft.games.host.rules.dwarves import building, dwarves
from undercroft.games.host.rules.monsters import features
from undercroft.games.host.rules.own import effects
from undercroft.games.host.rules.primordial import caverns, deposits, primordial, rivers
from undercroft.games.host.state import Civ, Host

from .table import counts, group, kingdom, page, play, room, sync, tunnel, wanderer
from .test_civilization import clan, colony, fill, pit, realm, run_season, vein

# The first age.


@pytest.mark.rule("HST-PRIM-03", "HST-PRIM-17", "HST-DSTR-09")
def test_tables_that_send_us_to_tables_stop_after_four() -> None:
    s = page("primordial")
    s.events_left, s.nested = 3, 9
    s.streams["judge"] = next(k for k in range(99) if Dice(k).below(6) == 3)  # then a cave complex, which needs no dice
    eights: list[Any] = ["1d8=8", "1d6=1"] * 4
    play(s, primordial.primordial_step, dice=[*eights, "1d8=8"])
    assert s.events_left == 2 and s.nested == 5
    assert len(s.rooms) == 3 and len(s.stacks) == 3
    s.nested = 3
    play(s, disaster.special, dice=["1d6=5", "1d8=4", "1d6=1", "1d6=1"])
    assert s.nested == 4 and s.ores
    play(s, disaster.special)
    assert s.nested == 5 and any(p.kind == "fissure" for p in s.passages.values())


@pytest.mark.rule("HST-PRIM-06", "HST-GEO-04")
@pytest.mark.parametrize("spot", [(0.4, 8.2), (10.7, 8.2), (0.4, 2.0), (10.7, 2.2), (5.5, 8.3), (5.5, 5.0)])
def test_a_wedge_of_mithral_lies_whole_on_the_page_near_its_die(spot: tuple[float, float]) -> None:
    s = page("primordial")
    s.pins = [spot, (5.5, 5.0)]
    play(s, deposits.mithral)
    wedge = next(iter(s.ores.values())).points
    middle = (sum(p[0] for p in wedge) / 3, sum(p[1] for p in wedge) / 3)
    assert all(0.0 <= x <= 11.0 and 1.75 < y <= 8.5 for x, y in wedge)
    assert [pg.dist(wedge[k], wedge[k - 1]) for k in range(3)] == [pytest.approx(1.75, abs=0.03)] * 3
    assert pg.dist(middle, spot) < 1.5 if spot != (5.5, 5.0) else pg.dist(middle, spot) < 0.03
    corner = min([(0.0, 0.0), (11.0, 0.0), (0.0, 8.5), (11.0, 8.5)], key=lambda c: pg.dist(c, spot))
    tip = min(wedge, key=lambda p: pg.dist(p, corner))
    assert pg.heading(middle, tip) == pytest.approx(pg.heading(spot, corner), abs=0.06)


@pytest.mark.rule("HST-PRIM-09", "HST-PRIM-10")
def test_three_caves_in_a_ring_and_a_mouth_for_the_shallow() -> None:
    s = page("primordial")
    s.pins = [(5.0, 6.5)]
    caves = play(s, caverns.cave_complex).result
    assert len(caves) == 3 and len(s.passages) == 3 and not s.entrances
    assert all(pg.dist((a.x, a.y), (b.x, b.y)) < 2.0 for a in caves for b in caves)
    assert all(pg.dist((a.x, a.y), (b.x, b.y)) > 0.4 for a in caves for b in caves if a is not b)
    assert sorted(st.node for st in s.stacks.values()) == sorted(c.id for c in caves)
    assert all(st.roams and st.flavour == "Beasts" and bd.pop(s, st.id) == 1 for st in s.stacks.values())
    s = page("primordial")
    s.pins = [(5.0, 2.8)]
    caves = play(s, caverns.cave_complex).result
    up = [p for p in s.passages.values() if p.points[-1][1] == 1.75]
    assert all(c.y - 1.75 <= 1.75 for c in caves) and [p.points[-1][0] for p in up] == [c.x for c in caves]
    edge = page("primordial")
    edge.pins = [(5.0, 3.5)]
    caves = play(edge, caverns.cave_complex).result
    ups = [p.points[-1][0] for p in edge.passages.values() if p.points[-1][1] == 1.75]
    assert ups == [c.x for c in caves if c.y - 1.75 <= 1.75] and 0 < len(ups) < 3


@pytest.mark.rule("HST-CAVE-01", "HST-CAVE-00")
def test_a_tunnel_of_a_finger_runs_through_the_cave() -> None:
    s = page("primordial")
    cave = room(s, 5.5, 5.0)
    play(s, caverns.cavern_contents, cave, 1)
    (way,) = s.passages.values()
    ends = way.points[0], way.points[-1]
    assert (
        pg.dist(*ends) == pytest.approx(3.0, abs=0.05)
        and [pg.dist(e, (5.5, 5.0)) for e in ends] == [pytest.approx(1.5, abs=0.05)] * 2
    )
    assert cave.id in [stop.node for stop in way.stops]


@pytest.mark.rule("HST-PRIM-12", "HST-RIVR-03", "HST-RIVR-04", "HST-RIVR-05", "HST-RIVR-06", "HST-RIVR-07")
def test_a_river_bends_falls_and_holds_caves() -> None:
    s = page("primordial", river_side="left")
    river = play(s, rivers.underground_river, dice=["1d6=3", "1d10=6", "1d10=8", "1d10=10", "1d10=4", "1d10=1"]).result
    a, b, c, d, e, f = river.points
    y = s.page.marks[2]
    assert (
        a == (0.0, y)
        and b == (pytest.approx(2.6, abs=0.01), pytest.approx(y + 1.5, abs=0.01))
        and c[0] - b[0] == pytest.approx(3.0)
    )
    assert d == (c[0], pytest.approx(c[1] + 1.75, abs=0.01)) and e[1] == pytest.approx(d[1] - 1.5, abs=0.01) and f[0] == 11.0
    (cave,) = s.rooms.values()
    assert (cave.x, cave.y) == (pytest.approx(b[0] + 1.5, abs=0.01), pytest.approx(b[1], abs=0.01)) and "river_cave" in cave.tags
    assert not s.entrances and [(m.kind, m.x) for m in s.landmarks.values()] == [("waterfall", d[0])]
    assert river.kind == "river" and river.fluid == "water"
    low = page("primordial")
    stream = play(low, rivers.underground_river, dice=["1d6=6", "1d10=10"]).result
    assert len(stream.points) == 2 and stream.points[-1][1] == pytest.approx(8.5, abs=0.05)


@pytest.mark.rule("HST-PRIM-12", "HST-RIVR-05", "HST-PRIM-13")
def test_a_cave_close_to_the_surface_opens_and_a_river_that_surfaces_ends_or_goes_on() -> None:
    s = page("primordial", river_at_surface="end")
    s.page.marks = [2.3, *s.page.marks[1:]]
    river = play(s, rivers.underground_river, dice=["1d6=1", "1d10=8", "1d10=4"]).result
    assert [e.kind for e in s.entrances if abs(e.x - 1.5) < 0.1] == ["cave_mouth"] and len(river.points) == 3
    assert river.points[-1][1] == pytest.approx(1.75, abs=0.05)
    (mark,) = [m for m in s.landmarks.values() if m.kind in ("lake", "sinkhole")]
    assert (mark.x, mark.y) == river.points[-1]


@pytest.mark.rule("HST-PRIM-12")
def test_a_coin_may_send_the_river_the_other_way() -> None:
    seen = {}
    for seed in range(8):
        s = page("primordial", river_side="coin")
        s.streams["direction"] = seed
        points = play(s, rivers.underground_river, dice=["1d6=4", *["1d10=1"] * 4]).result.points
        seen[points[0][0]] = [p[0] for p in points]
    assert seen == {0.0: [0.0, 3.0, 6.0, 9.0, 11.0], 11.0: [11.0, 8.0, 5.0, 2.0, 0.0]}


@pytest.mark.rule("HST-FEAT-00")
def test_twelve_throws_without_luck_bring_nothing() -> None:
    s = page()
    room(s, 5.0, 5.0)
    play(s, features.special_feature, (5.0, 5.0), dice=["1d12=2"] * 12)  # no castle, no artifact
    assert not s.landmarks and not s.artifact_made


# Disasters.


@pytest.mark.rule("HST-DSTR-01", "HST-DSTR-10")
def test_ten_years_and_a_fresh_sheet() -> None:
    s = page("disaster")
    s.nested, s.season = 7, "spring"
    sheets, year = len(s.strata), s.absolute
    play(s, disaster.disaster_step, dice=["1d8=7"])
    assert len(s.strata) == sheets + 1 and s.strata[-1].age == "disaster" and s.absolute == year + 10
    assert s.nested == 0 and s.season == ""


@pytest.mark.rule("HST-DSTR-04", "HST-DSTR-11")
def test_lava_swallows_what_lies_in_its_way_and_drives_everybody_out() -> None:
    s = page("disaster")
    s.pins = [(5.0, 5.0)]
    inside, safe = room(s, 5.0, 7.8), room(s, 8.0, 7.6)
    rim = [room(s, 6.25, 7.6), room(s, 3.75, 7.6)]  # a hair beyond its walls
    orcs = group(s, "breeder", "Orcs", 0, 0, 1, 1, at=inside)
    beasts = wanderer(s, "Beasts", inside)
    far = wanderer(s, "Beasts", room(s, 1.0, 4.0))
    way = tunnel(s, (1.2, 4.0), (3.0, 4.0))
    walker = wanderer(s, "Beasts", inside)
    walker.passage, walker.offset = way.id, 0.5
    civ = pit(s, 3, 1.5, 6.0)
    civ.worm = inside.id
    play(s, upheavals.volcano)
    (chamber,) = [r for r in s.rooms.values() if "lava_chamber" in r.tags]
    assert (
        chamber.w == pytest.approx(2.0)
        and chamber.fluid == "magma"
        and chamber.y + chamber.h / 2 == pytest.approx(8.45, abs=0.02)
    )
    assert [r.state for r in (inside, *rim)] == ["collapsed"] * 3 and safe.state != "collapsed"
    assert orcs.lair == beasts.node == civ.worm == safe.id and orcs.rooms == [safe.id] and safe.owner == orcs.id
    assert counts(s, orcs.id) == (1, 1) and all(b.room == safe.id for b in bd.of(s, orcs.id, "loot"))
    assert far.node != safe.id and walker.node == inside.id
    (cone,) = s.landmarks.values()
    assert cone.kind == "volcanic cone" and (cone.x, cone.y) == (5.0, 1.75) and s.entrances[0].kind == "volcanic_cone"


@pytest.mark.rule("HST-DSTR-03")
def test_an_earthquake_splits_both_ways_and_crosses_each_twice() -> None:
    s = page("disaster")
    play(s, upheavals.earthquake)
    across, down = [p for p in s.passages.values() if p.kind == "fissure"]
    assert across.points[0][0] == 0.0 and across.points[-1][0] == 11.0
    assert down.points[0][1] == pytest.approx(1.75, abs=0.05) and down.points[-1][1] == pytest.approx(8.5, abs=0.05)
    cross = [p for p in s.passages.values() if p.kind == "natural"]
    assert len(cross) == 4 and all(p.length <= 3.3 for p in cross)
    for fissure, pair in ((across, cross[:2]), (down, cross[2:])):
        for share, way in zip((1 / 3, 2 / 3), pair, strict=True):
            middle = pg.along(fissure.points, fissure.length * share)
            assert min(pg.nearest_on_segment(middle, a, b)[0] for a, b in zip(way.points, way.points[1:], strict=False)) < 0.05


@pytest.mark.rule("HST-DSTR-06")
def test_plague_takes_the_sealed_caves_or_makes_three() -> None:
    s = page("disaster")
    open_cave, sealed, worked, ruin = room(s, 3.0, 4.0), room(s, 6.0, 6.0), room(s, 8.0, 6.0), room(s, 9.5, 4.0)
    worked.finish, ruin.state = "worked", "collapsed"
    tunnel(s, (3.0, 1.75), (3.0, 3.8), entrance="cave_mouth")
    edge = room(s, 1.0, 7.0)
    tunnel(s, (0.0, 7.0), (0.8, 7.0))
    lava = room(s, 6.0, 8.0, tags=["lava_chamber"])
    play(s, upheavals.plague)
    assert [r.plague for r in (open_cave, sealed, worked, ruin, edge, lava)] == [0, 1, 0, 0, 0, 0]
    bare = page("disaster")
    play(bare, upheavals.plague)
    assert [r.plague for r in bare.rooms.values()] == [1, 1, 1] and len({(r.x, r.y) for r in bare.rooms.values()}) == 3


@pytest.mark.rule("HST-DSTR-08")
def test_a_star_leaves_a_crater_a_treasure_and_three_tunnels() -> None:
    s = page("disaster")
    s.pins = [(5.0, 1.0)]
    play(s, upheavals.fallen_star)
    (crater,) = s.rooms.values()
    assert abs(crater.x - 5.0) < 0.3 and crater.y < 2.6 and [b.owner for b in bd.inside(s, crater.id)] == [0]
    assert [e.kind for e in s.entrances] == ["crater"]
    rays = [p for p in s.passages.values() if p.length > 1.0]
    assert len(rays) == 3 and all(p.points[-1][1] > crater.y for p in rays)
    reach = sorted(pg.dist(p.points[0], p.points[-1]) for p in rays)
    assert reach == [pytest.approx(3.0, abs=0.25)] * 3
    ends = sorted(p.points[-1][0] for p in rays)
    assert ends[0] < 4.0 < 4.4 < ends[1] < 5.6 < 6.0 < ends[2]


# Two peoples.


@pytest.mark.rule("HST-CIV-06", "HST-CIV-07", "HST-TWOC-03")
def test_only_the_works_of_others_mean_conflict() -> None:
    def touched(which: str) -> int:
        s = page("civilization")
        ours, theirs = clan(s, 3), realm(s, 3, 2)
        what = {
            "own room": tunnels.Touch(1.0, "room", ours.rooms[0]),
            "own way": tunnels.Touch(1.0, "passage", ours.works[0]),
            "their room": tunnels.Touch(1.0, "room", theirs.rooms[0]),
            "their way": tunnels.Touch(1.0, "passage", theirs.works[0]),
            "old way": tunnels.Touch(1.0, "passage", tunnel(s, (9.0, 3.0), (9.0, 4.0)).id),
            "ore": tunnels.Touch(1.0, "ore", theirs.works[0]),
        }[which]
        clash = which.startswith("their")
        play(s, breaching.breach, ours, what, (5.0, 5.0), dice=["1d6=1"] if clash else [])
        return ours.clashed

    found = {which: touched(which) for which in ("own room", "own way", "their room", "their way", "old way", "ore")}
    assert [which for which, clashed in found.items() if clashed] == ["their room", "their way"]


@pytest.mark.rule("HST-PRIM-15", "HST-CIV-06")
def test_the_wyrm_is_paid_by_those_who_dug_and_never_in_treasures() -> None:
    s = page("civilization")
    civ = realm(s, 3, 2)
    away = colony(s, civ, 1, 2, (9.0, 4.0))
    wyrm = group(s, "wyrm", "Ancient Wyrm", 5.0, 4.0, 1, 1)
    civ.acting = away.id
    assert breaching.pay_wyrm(s, civ, wyrm) and places.slaves(s, away.id) == 1 and places.slaves(s, civ.city) == 2
    assert all(b.room == wyrm.lair for b in bd.of(s, wyrm.id, "loot")) and bd.loot(s, wyrm.id) == 2
    dwarves_of = clan(page("civilization"), 1)
    assert dwarves_of
    s = page("civilization")
    civ = clan(s, 2)
    wyrm = group(s, "wyrm", "Ancient Wyrm", 8.0, 4.0, 1, 1)
    bd.make(s, "loot", civ.people[0], civ.rooms[0], role="treasure")
    assert not breaching.pay_wyrm(s, civ, wyrm)


@pytest.mark.rule("HST-CIV-01", "HST-CIV-02", "HST-CIV-08", "HST-TWOC-01")
def test_an_age_of_civilization_begins() -> None:
    s = page("civilization", civilization="demon", two_civilizations=True, second_civilization="dwarven")
    s.civs_left, s.year, s.todo = 1, 9, ["left over"]
    room(s, 3.0, 5.0)
    vein(s)
    sheets = len(s.strata)
    play(s, civ_rules.begin, dice=Dice(3))
    assert [civ.kind for civ in s.civs] == ["demon", "dwarven"] and (s.civs_left, s.year, s.todo) == (0, 0, [])
    assert s.era == f"The Era of the Demons and {s.civs[1].name}" and len(s.strata) == sheets + 1


@pytest.mark.rule("HST-CIV-08", "HST-CIV-01")
def test_a_people_that_opens_fate_on_its_first_day_is_over_at_once() -> None:
    s = page("civilization", civilization="dark_elf")
    s.civs_left = 1
    vein(s)
    for k in range(30):
        room(s, 0.2 + 0.37 * k, 6.6 + 0.47 * (k % 4), tags=["fate"])
    for k in range(12):
        grave = room(s, 5.5, 6.55 + 0.16 * k)
        grave.tags.append("fate")
    play(s, civ_rules.begin, dice=Dice(3))
    assert s.civs[0].ended and s.todo == ["civilization over"]


@pytest.mark.rule("HST-CIV-03", "HST-ORDR-03", "HST-TERM-02")
def test_spring_opens_a_peoples_year_and_sixty_are_the_last() -> None:
    s = page("civilization")
    civ = pit(s, 5)
    civ.clashed, civ.deaths, civ.year = True, 4, 2
    s.nested = 3
    play(s, civ_rules.civ_step, "civ:0:spring")
    assert (civ.year, civ.clashed, civ.deaths, s.season) == (3, False, 0, "spring") and princes.princes(s, civ) == 4
    civ.clashed = True
    play(s, civ_rules.civ_step, "civ:0:fall")
    assert (civ.year, civ.clashed) == (3, True)
    for year, ended in ((59, False), (60, True)):
        s.year = year
        play(s, civ_rules.civ_step, "civ:close")
        assert bool(civ.ended) is ended and s.season == ""
    assert s.todo == ["civilization over"]
    before = civ.year
    play(s, civ_rules.civ_step, "civ:0:spring")
    assert civ.year == before


@pytest.mark.rule("HST-TWOC-02", "HST-ORDR-03")
def test_of_equally_rich_peoples_a_coin_says_who_goes_first() -> None:
    def first(loot: tuple[int, int], seed: int) -> str:
        s = page("civilization")
        clan(s, 2, loot[0]), clan(s, 2, loot[1], x=8.0)
        s.streams["judge"], s.nested = seed, 4
        sync(s, civ_rules.new_year)
        assert s.nested == 0 and len(s.todo) == 9
        return s.todo[0]

    assert {first((2, 2), seed) for seed in range(12)} == {"civ:0:spring", "civ:1:spring"}
    assert {first((1, 2), seed) for seed in range(6)} == {"civ:1:spring"}
    assert {first((2, 1), seed) for seed in range(6)} == {"civ:0:spring"}


@pytest.mark.rule("HST-TWOC-06", "HST-CIV-08")
@pytest.mark.parametrize(("rule", "over"), [("first", True), ("both", False)])
def test_one_end_may_drag_the_other_down(rule: str, over: bool) -> None:
    s = page("civilization", two_civ_end=rule) if rule == "first" else page("civilization")
    one, two = clan(s, 2), pit(s, 4)
    s.todo = ["civ:1:spring"]
    sync(s, decline.end, one, "test", "HST-DWRF-15")
    sync(s, civ_rules.finish_if_ended)
    assert bool(two.ended) is over and (s.todo == ["civilization over"]) is over


@pytest.mark.rule("HST-CONF-06")
@pytest.mark.parametrize(
    ("dice", "dwarves_left", "elves_left"),
    [((5, 2), 4 - 1, 5 - 2), ((2, 6), 4 - 4, 5 - 1), ((4, 3), 4, 5), ((6, 2), 4 - 1, 5 - 3)],
)
def test_all_out_war_costs_the_winner_half(dice: tuple[int, int], dwarves_left: int, elves_left: int) -> None:
    s = page("civilization")
    one, two = clan(s, 4), realm(s, 3, 2)
    play(s, conflict.conflict, one, two, "all_out_war", dice=[f"1d6={face}" for face in dice])
    left = places.nobles(s, two.people[0]) + places.slaves(s, two.people[0])
    if (dice, elves_left) == ((2, 6), 4):
        assert bd.pop(s, one.people[0]) == 0 and one.ended and left == 5 - 2
    else:
        assert (bd.pop(s, one.people[0]), left) == (dwarves_left, elves_left)


@pytest.mark.rule("HST-CONF-02", "HST-CONF-01")
def test_in_a_skirmish_the_weaker_bleeds() -> None:
    s = page("civilization")
    strong, weak = clan(s, 4), pit(s, 3)
    play(s, conflict.clash, weak, strong, dice=["1d6=2"])
    assert (bd.pop(s, strong.people[0]), bd.pop(s, weak.people[0])) == (4, 2) and weak.clashed and not strong.clashed
    play(s, conflict.clash, weak, strong)  # once a turn
    play(s, conflict.clash, strong, weak, dice=["1d6=1"])
    assert (bd.pop(s, strong.people[0]), strong.clashed) == (4, True)
    assert weak.ended  # one prince was left, and went home


# Dwarves.


@pytest.mark.rule("HST-DWRF-03", "HST-DWRF-04", "HST-DWRF-06")
def test_the_first_day_of_a_clan() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["name", "place_room"]
    lodes.add_ore(s, "gold", [(0.0, 4.0), (11.0, 4.0)], "HST-PRIM-08")
    ran = play(s, dwarves.set_up, answers=["accept"])
    (civ,) = s.civs
    clan_of = s.groups[civ.people[0]]
    shaft = s.passages[civ.shaft]
    x = shaft.points[0][0]
    assert shaft.kind == "shaft" and shaft.points[0][1] == 1.75 and {p[0] for p in shaft.points} == {x}
    assert shaft.points[-1][1] == pytest.approx(4.0, abs=0.25) and s.entrances[0].kind == "shaft_head" and s.entrances[0].x == x
    beds, mine = s.rooms[clan_of.lair], s.rooms[civ.mines[0]]
    assert (beds.kind, mine.kind, beds.size, mine.size) == ("barracks", "mine", "bead", "bead")
    assert [b.colour for b in bd.inside(s, beds.id)] == ["pop"] and [b.colour for b in bd.inside(s, mine.id)] == ["loot"]
    assert gr.connected(s, beds.id, s.entrances[0].node) and gr.connected(s, mine.id, beds.id)
    assert pg.dist((mine.x, mine.y), (x, 4.0)) < 0.6 and counts(s, clan_of.id) == (1, 1)
    half = [cell for _, cell in lodes.unmined(s) if cell.remaining == 0.5]
    assert len(half) == 1 and lodes.cell_distance((x, 4.0), half[0]) < 0.05 and half[0].mined_by == clan_of.id
    assert "alt:1" in ran.asks[0].keys


@pytest.mark.rule("HST-DWRF-03")
def test_a_shaft_is_sunk_over_ore_at_a_thumb_or_more_and_around_hazards() -> None:
    s = page("civilization")
    lodes.add_ore(s, "gold", [(1.0, 2.2), (4.0, 2.2)], "HST-PRIM-08")
    lodes.add_ore(s, "gold", [(5.0, 4.0), (7.0, 4.0)], "HST-PRIM-08")
    lodes.add_ore(s, "gold", [(8.0, 6.0), (10.0, 6.0)], "HST-PRIM-08")
    assert dwarves.ore_below(s, 2.9) == [2.2] and dwarves.ore_below(s, 4.5) == []
    first = dwarves.shaft_spots(s)
    assert 5.0 <= first[0][0] <= 7.0 and first[0][1] == 4.0 and 1.0 <= first[-1][0] <= 4.0
    for x in (5.0, 5.6, 6.2, 6.8):
        room(s, x, 3.0).plague = 1
    safe = dwarves.shaft_spots(s)
    assert 8.0 <= safe[0][0] <= 10.0
    s.page.valleys = [(7.5, 10.5)]
    assert all(not 7.5 < x < 10.5 for x, _ in dwarves.shaft_spots(s))
    for ore in list(s.ores.values())[1:]:
        for cell in ore.cells:
            cell.remaining = 0
    assert all(y == 2.2 for _, y in dwarves.shaft_spots(s))


@pytest.mark.rule("HST-DWRF-03")
def test_what_is_a_hazard_to_a_shaft() -> None:
    s = page("civilization")
    sick, fate, wet, lived, plain = (room(s, 1.0 + 2 * k, 5.0) for k in range(5))
    sick.plague, wet.fluid = 1, "water"
    fate.tags.append("fate")
    wanderer(s, "Beasts", lived)
    found = [dwarves.is_hazard(s, tunnels.Touch(0.0, "room", r.id)) for r in (sick, fate, wet, lived, plain)]
    assert found == [True, True, True, True, False] and not dwarves.is_hazard(s, tunnels.Touch(0.0, "passage", sick.id))


@pytest.mark.rule("HST-DWRF-07", "HST-DWRF-08")
def test_what_is_gathered_is_stored_and_brings_a_dwarf_each() -> None:
    s = page("civilization")
    civ = clan(s, 2)
    home = s.groups[civ.people[0]]
    lost = room(s, 6.0, 3.0)
    tunnel(s, (4.0, 3.0), (5.8, 3.0))
    loose = [bd.make(s, "loot", 0, lost.id) for _ in range(2)]
    mined = bd.make(s, "loot", home.id, civ.mines[0])
    slots = bd.free_slots(s, s.rooms[civ.mines[0]])
    beds = len([r for r in civ.rooms if s.rooms[r].kind == "barracks"])
    run_season(s, civ, "spring")
    assert all(b.owner == home.id and b.role == "stored" for b in (*loose, mined)) and mined.room == civ.mines[0]
    assert {s.rooms[b.room].kind for b in loose} == {"mine"} and slots >= 2
    assert counts(s, home.id) == (2 + 3, 3)
    assert len([r for r in civ.rooms if s.rooms[r].kind == "barracks"]) == beds + 3
    run_season(s, civ, "spring")
    assert counts(s, home.id) == (5, 3)  # what is stored was counted


@pytest.mark.rule("HST-DWRF-07")
def test_a_store_is_dug_when_the_mines_are_full() -> None:
    s = page("civilization")
    civ = clan(s, 1)
    home = s.groups[civ.people[0]]
    for rid in civ.mines:
        s.rooms[rid].capacity = 0
    lost = room(s, 6.0, 3.0)
    tunnel(s, (4.0, 3.0), (5.8, 3.0))
    loose = bd.make(s, "loot", 0, lost.id)
    run_season(s, civ, "spring")
    store = s.rooms[loose.room]
    assert (store.kind, store.label) == ("store", "store") and store.id in home.rooms and gr.connected(s, store.id, home.lair)


@pytest.mark.rule("HST-DWRF-09", "HST-DWRF-10")
@pytest.mark.parametrize(("gap", "mined"), [(1.6, True), (1.9, False)])
def test_ore_at_half_a_finger_is_mined_and_further_off_dug_for(gap: float, mined: bool) -> None:
    s = page("civilization")
    civ = clan(s, 2)
    mine = s.rooms[civ.mines[0]]
    y = mine.y + mine.h / 2 + gap
    ore = lodes.add_ore(s, "gold", [(3.0, y), (5.0, y)], "HST-PRIM-08")
    far = lodes.nearest_ore(s, civ.rooms, civ.works)[0][0]
    assert (far <= 1.75) is mined
    ways = len(s.passages)
    run_season(s, civ, "summer")
    assert (sum(cell.remaining == 0 for cell in ore.cells) == 1) is mined and len(civ.mines) == 1 + mined
    assert len(s.passages) == ways + 1
    if mined:
        new = s.rooms[civ.mines[1]]
        assert new.size == "thumb" and len(bd.inside(s, new.id)) == 1 and gr.connected(s, new.id, mine.id)


@pytest.mark.rule("HST-DWRF-11", "HST-DWRF-15")
def test_without_ore_one_leaves_each_summer_and_the_last_shuts_the_door() -> None:
    s = page("civilization")
    civ = clan(s, 2)
    run_season(s, civ, "summer")
    assert bd.pop(s, civ.people[0]) == 1 and not civ.ended and civ.deaths == 0
    run_season(s, civ, "summer")
    assert civ.ended


@pytest.mark.rule("HST-DWRF-13", "HST-DWRF-14")
def test_a_tomb_for_the_dead_with_the_first_of_the_stores() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["place_room"]
    civ = clan(s, 2, 2)
    home = civ.people[0]
    first, second = bd.of(s, home, "loot")
    run_season(s, civ, "winter")
    assert not [r for r in s.rooms.values() if "tomb" in r.tags]
    civ.deaths = 1
    run_season(s, civ, "winter")
    (tomb,) = [r for r in s.rooms.values() if "tomb" in r.tags]
    assert (tomb.kind, tomb.size) == ("tomb", "bead") and gr.connected(s, tomb.id, s.groups[home].lair)
    assert (first.room, first.role, first.owner) == (tomb.id, "treasure", home) and second.role == "stored"
    for bead in bd.of(s, home, "pop")[:1]:
        bd.remove(s, bead)
    run_season(s, civ, "winter")  # one empty barracks is not many: nobody is asked
    assert len([r for r in s.rooms.values() if "tomb" in r.tags]) == 2
    spare = works.room_near(s, (4.0, 3.0), "bead", "dwarven", "HST-DWRF-04", rooms=[], ways=[civ.shaft], kind="barracks")
    civ.rooms.append(spare.id)
    ran = run_season(s, civ, "winter", answers=["convert"])
    assert ran.asks[0].keys[:2] == ("convert", "new") and len([r for r in s.rooms.values() if r.kind == "tomb"]) == 3
    assert len([r for r in civ.rooms if s.rooms[r].kind == "barracks"]) == 2


@pytest.mark.rule("HST-DWRF-16", "HST-CIV-08")
def test_treasures_stay_and_stores_go() -> None:
    s = page("civilization")
    civ = clan(s, 2, 1)
    kept = bd.make(s, "loot", civ.people[0], civ.rooms[0], role="treasure")
    sync(s, decline.end, civ, "test", "HST-DWRF-15")
    assert kept.owner == 0 and counts(s, civ.people[0]) == (0, 0) and list(s.beads) == [kept.id]
    assert all(s.rooms[rid].owner == 0 for rid in civ.rooms) and not s.groups[civ.people[0]].alive


@pytest.mark.rule("HST-DWCN-05", "HST-DWCN-10")
def test_shafts_go_straight_down_a_thumb_or_to_the_foot_of_the_page() -> None:
    s = page("civilization")
    civ = clan(s, 5)
    play(s, building.exploratory_shaft, civ)
    way = s.passages[civ.works[-1]]
    assert way.points[0] == (4.0, 4.0) and way.points[-1] == (4.0, pytest.approx(5.0)) and way.kind == "shaft" and not civ.ended
    play(s, building.too_deep, civ)
    last = s.passages[civ.works[-1]]
    assert last.points[0] == way.points[-1] and last.points[-1] == (4.0, pytest.approx(8.5, abs=0.05)) and civ.ended
    s = page("civilization")
    civ = clan(s, 5, foot=8.0)
    play(s, building.exploratory_shaft, civ)
    assert civ.ended == "the shaft broke through the bottom of the world"


@pytest.mark.rule("HST-DWCN-05", "HST-DWCN-10", "HST-ALTW-08")
def test_in_the_pocket_universe_down_is_to_the_middle() -> None:
    s = page("opening")
    s.page = pg.make_page("pocket_universe", 11.0, 8.5, Dice(3))
    s.age = "civilization"
    civ = clan(s, 5, x=3.0, top=3.0, foot=3.6)
    play(s, building.exploratory_shaft, civ)
    a, b = s.passages[civ.works[-1]].points[0], s.passages[civ.works[-1]].points[-1]
    middle = (5.5, 4.25)
    assert pg.dist(a, b) == pytest.approx(1.0, abs=0.05) and pg.dist(b, middle) == pytest.approx(
        pg.dist(a, middle) - 1.0, abs=0.1
    )
    play(s, building.too_deep, civ)
    assert pg.dist(s.passages[civ.works[-1]].points[-1], middle) < 0.1 and civ.ended == "they delved too deep"


@pytest.mark.rule("HST-DWCN-06", "HST-DWCN-04")
def test_the_hall_grows_two_beads_longer() -> None:
    s = page("civilization")
    civ = clan(s, 4)
    play(s, building.great_hall, civ)
    hall = s.rooms[civ.hall]
    size, wide = hall.capacity, hall.w
    assert (
        wide == pytest.approx(1.75)
        and hall.h == pytest.approx(0.4, abs=0.1)
        and [b.role for b in bd.inside(s, hall.id)] == ["treasure"]
    )
    play(s, building.hall_expansion, civ)
    assert hall.w == pytest.approx(wide + 0.8) and hall.capacity == size + 2


@pytest.mark.rule("HST-DWCN-09")
def test_the_secret_room_lies_a_thumb_from_all_that_is_dwarven() -> None:
    s = page("civilization")
    civ = clan(s, 9)
    play(s, building.treasure_room, civ)
    (vault,) = [r for r in s.rooms.values() if r.label == "Treasure Room"]
    assert vault.secret and vault.size == "two_bead" and not web(s).at.get(vault.id)
    assert [(b.role, b.owner) for b in bd.inside(s, vault.id)] == [("treasure", civ.people[0])] * 2
    for rid in civ.rooms:
        other = s.rooms[rid]
        if other is not vault:
            dx = max(0.0, abs(vault.x - other.x) - (vault.w + other.w) / 2)
            dy = max(0.0, abs(vault.y - other.y) - (vault.h + other.h) / 2)
            assert (dx * dx + dy * dy) ** 0.5 >= 0.8
    assert vault.id in civ.rooms


# Dark Elves.


@pytest.mark.rule("HST-DELF-10", "HST-DELF-11", "HST-DELF-13", "HST-DELF-12")
@pytest.mark.parametrize(("lords", "held", "founds"), [(3, 3, True), (2, 1, False), (1, 1, False), (1, 2, False)])
def test_a_colony_leaves_one_of_each_behind(lords: int, held: int, founds: bool) -> None:
    s = page("civilization", revolt_at="over_twice")
    lodes.add_ore(s, "mithral", [(5, 4.2), (5.8, 5.2), (4.2, 5.2)], "HST-PRIM-06")
    civ = realm(s, lords, held)
    city = civ.city
    grown = lords + (lords > held)
    run_season(s, civ, "spring")
    assert (len(civ.people) == 2) is founds
    if founds:
        new = s.groups[civ.people[1]]
        assert (places.nobles(s, new.id), places.slaves(s, new.id)) == (1, 1) and new.parent == city
        assert (places.nobles(s, city), places.slaves(s, city)) == (grown - 1, held - 1)
        assert [s.rooms[r].kind for r in new.rooms] == ["palace", "slave pit"] and gr.connected(s, new.lair, s.groups[city].lair)
        assert pg.dist((s.rooms[new.lair].x, s.rooms[new.lair].y), (5.0, 4.9)) < 1.5 and civ.was_colony == [new.id]
    else:
        assert (places.nobles(s, city), places.slaves(s, city)) == (grown, held)


@pytest.mark.rule("HST-DELF-12")
def test_where_colonies_may_be_founded() -> None:
    s = page("civilization")
    civ = realm(s, 3, 2)
    wedge = lodes.add_ore(s, "mithral", [(5, 4.2), (5.8, 5.2), (4.2, 5.2)], "HST-PRIM-06")
    gems, owned = room(s, 8.0, 6.5, tags=["gems"]), room(s, 2.0, 6.5, tags=["gems"])
    ogre = group(s, "alpha", "Ogre", 10.0, 3.0, 1)
    bd.make(s, "loot", 0, gems.id), bd.make(s, "loot", ogre.id, owned.id)
    gold = lodes.add_ore(s, "gold", [(0.0, 3.0), (11.0, 3.0)], "HST-PRIM-08")
    found = places.sites(s, civ)
    assert [site.what for site in found][:2] == ["gems", "mithral"] and found[0].far < found[1].far < found[2].far
    assert len([site for site in found if site.what == "gold"]) == -(-len(gold.cells) // 3)
    assert all(site.start[1] == pytest.approx(7.4, abs=0.05) for site in found[:1])
    assert found[1].key == f"site:{wedge.id}" and found[0].at == (8.0, 6.5)
    s.groups[civ.city].built.append(f"site:{wedge.id}")
    for cell in gold.cells[:3]:
        cell.remaining = 0
    left = places.sites(s, civ)
    assert [site.what for site in left].count("mithral") == 0 and len(left) == len(found) - 2
    sealed = tunnel(s, (8.0, 4.0), (8.0, 5.0))
    assert all(site.start != sealed.points[0] for site in places.sites(s, civ))


@pytest.mark.rule("HST-DELF-14", "HST-DELF-15")
def test_sites_too_far_are_dug_for_and_none_at_all_breeds_a_slave() -> None:
    s = page("civilization")
    civ = realm(s, 2, 2)
    run_season(s, civ, "spring")
    assert (places.nobles(s, civ.city), places.slaves(s, civ.city)) == (2, 3)
    s = page("civilization")
    civ = realm(s, 2, 2)
    lodes.add_ore(s, "mithral", [(5, 2.2), (5.5, 3.0), (4.5, 3.0)], "HST-PRIM-06")
    run_season(s, civ, "spring")
    way = s.passages[civ.works[-1]]
    assert pg.dist(way.points[0], way.points[-1]) == pytest.approx(3.0, abs=0.1) and way.points[-1][1] < way.points[0][1]
    assert (places.nobles(s, civ.city), places.slaves(s, civ.city)) == (2, 2) and len(civ.people) == 1


@pytest.mark.rule("HST-DELF-16", "HST-DELF-17", "HST-DELF-18")
def test_the_summer_of_a_colony() -> None:
    s = page("civilization", revolt_at="over_twice")
    civ = realm(s, 3, 2)
    away = colony(s, civ, 1, 1, (5.0, 5.6))
    ore = lodes.add_ore(s, "gold", [(3.0, 4.4), (7.0, 4.4)], "HST-PRIM-08")
    gem_cave = room(s, 9.8, 3.0, tags=["gems"])
    gem = bd.make(s, "loot", 0, gem_cave.id)
    other = bd.make(s, "loot", 0, room(s, 1.0, 4.0).id)
    run_season(s, civ, "summer")
    assert sum(cell.remaining == 0 for cell in ore.cells) == 1 and gem.id in s.beads
    assert (places.nobles(s, away.id), places.slaves(s, away.id)) == (2, 2) and places.slaves(s, civ.city) == 2
    run_season(s, civ, "summer")
    assert (places.nobles(s, away.id), places.slaves(s, away.id)) == (3, 3)
    for cell in ore.cells:
        cell.remaining = 0
    gem_cave.x, gem_cave.y = 5.0, 4.2
    run_season(s, civ, "summer")
    assert gem.id not in s.beads and places.nobles(s, away.id) == 4 and other.id in s.beads
    city = places.slaves(s, civ.city)
    run_season(s, civ, "summer")  # nothing is left: loot elsewhere is no gem
    assert places.slaves(s, civ.city) == city + 1


@pytest.mark.rule("HST-DELF-22", "HST-DELF-24", "HST-DELF-25")
def test_a_revolt_kills_the_place_and_frees_three() -> None:
    s = page("civilization")
    civ = realm(s, 3, 2)
    away = colony(s, civ, 1, 2, (9.0, 4.0))
    sync(s, places.settle, civ)
    assert not away.alive and civ.people == [civ.city] and s.rooms[away.lair].abandoned == away.name
    (freed,) = s.stacks.values()
    assert (freed.flavour, freed.node, freed.roams, bd.pop(s, freed.id)) == ("Freed Slaves", away.lair, True, 3)
    assert (places.nobles(s, civ.city), places.slaves(s, civ.city)) == (3, 3) and s.tallies["revolts"] == 1
    s = page("civilization")
    civ = realm(s, 1, 2)
    away = colony(s, civ, 2, 0, (9.0, 4.0))
    sync(s, places.settle, civ)
    assert civ.city == 0 and civ.people == [away.id] and places.slaves(s, away.id) == 1
    play(s, dark_elves.winter, civ)
    assert civ.city == away.id and places.slaves(s, away.id) >= 2


@pytest.mark.rule("HST-DELF-09")
@pytest.mark.parametrize(("lords", "held", "ends"), [(6, 4, True), (6, 3, False)])
def test_ten_in_one_place_is_the_end(lords: int, held: int, ends: bool) -> None:
    s = page("civilization")
    civ = realm(s, lords, held)
    sync(s, places.settle, civ)
    assert bool(civ.ended) is ends


@pytest.mark.rule("HST-DELF-23", "HST-DELF-21")
def test_the_closest_foreigner_is_led_away() -> None:
    s = page("civilization")
    civ = realm(s, 4, 1)
    near, far = room(s, 7.0, 7.0), room(s, 9.5, 7.0)
    for cave in (near, far):
        tunnel(s, (cave.x, 7.4), (cave.x, 7.2))
    sealed = wanderer(s, "Beasts", room(s, 5.0, 3.0), 2)
    freed, beasts = wanderer(s, "Freed Slaves", near, 3), wanderer(s, "Beasts", far, 2)
    sync(s, dark_elves.capture, civ)
    assert bd.pop(s, beasts.id) == 1 and bd.pop(s, freed.id) == 3 and bd.pop(s, sealed.id) == 2
    assert places.slaves(s, civ.city) == 2
    play(s, dark_elves.winter, civ)
    assert places.slaves(s, civ.city) == 4 and beasts.id not in s.stacks
    s = page("civilization", freed_slaves="retaken")
    civ = realm(s, 2, 2)
    near = room(s, 7.0, 7.0)
    tunnel(s, (7.0, 7.4), (7.0, 7.2))
    freed = wanderer(s, "Freed Slaves", near, 3)
    s.dials = page("civilization", freed_slaves="retaken", revolt_at="twice").dials
    fill(s, civ, s.groups[civ.city], (5.0, 7.4), 0, 1)
    sync(s, dark_elves.capture, civ)  # the fourth slave of two nobles
    assert bd.pop(s, freed.id) == 2 and civ.city == 0


@pytest.mark.rule("HST-DELF-26")
def test_each_place_keeps_a_beast_in_its_pits_and_goods_in_its_palace() -> None:
    s = page("civilization")
    civ = realm(s, 2, 1)
    away = colony(s, civ, 1, 1, (9.0, 4.0))
    city = s.groups[civ.city]
    sync(s, decline.end, civ, "test", "HST-DELF-09")
    pits = [next(r for r in g.rooms if s.rooms[r].kind == "slave pit") for g in (city, away)]
    assert [(st.flavour, st.node, st.roams, bd.pop(s, st.id)) for st in s.stacks.values()] == [
        ("Slave Beasts", p, True, 1) for p in pits
    ]
    assert sorted(b.room for b in bd.of(s, 0, "loot")) == sorted([city.lair, away.lair]) and len(s.beads) == 4


@pytest.mark.rule("HST-DELF-19", "HST-DECN-06", "HST-DECN-07", "HST-DECN-09", "HST-DECN-02", "HST-DECN-03")
def test_what_dark_elf_works_cost_and_hold() -> None:
    def built(work: str, lords: int = 4, held: int = 3) -> tuple[int, int, int, str]:
        s = page("civilization")
        civ = realm(s, lords, held)
        play(s, elven_building.build, civ, civ.city, work, True)
        made = s.rooms[
            s.groups[civ.city].rooms[-1]
            if work not in ("Breeding Pit", "Reanimation Tanks")
            else next(r for r in s.rooms if s.rooms[r].label == work)
        ]
        treasure = [b for b in bd.inside(s, made.id) if b.owner == 0 and b.role == "treasure"]
        assert made.label == work and made.id in civ.rooms and gr.connected(s, made.id, s.groups[civ.city].lair)
        return places.nobles(s, civ.city), places.slaves(s, civ.city), len(treasure), made.size

    assert built("Torture Pit") == (4, 3, 0, "bead") and built("Tomb") == (4, 3, 0, "bead")
    assert built("Great Temple of Dame Chaos") == (4, 3, 1, "two_bead")
    assert built("Dark Shrine to Dame Chaos") == (4, 3, 1, "bead")
    assert built("Breeding Pit") == (3, 4, 0, "bead") and built("Arena") == (3, 3, 0, "bead")
    assert built("Reanimation Tanks") == (4, 4, 0, "bead")


@pytest.mark.rule("HST-DECN-05", "HST-DECN-08", "HST-DELF-08")
def test_an_exploratory_tunnel_climbs_a_finger_and_daylight_is_war() -> None:
    s = page("civilization")
    civ = realm(s, 4, 3)
    city = s.groups[civ.city]
    start = s.rooms[city.lair]
    play(s, elven_building.build, civ, city.id, "Exploratory tunnel towards surface 1 finger long", True)
    top = civ.tops[city.id]
    assert top[1] == pytest.approx(start.y - start.h / 2 - 3.0, abs=0.15) and not civ.ended
    play(s, elven_building.build, civ, city.id, "Extend an exploratory tunnel 1 finger upwards from the city", True)
    assert civ.ended and "daylight" in civ.ended


@pytest.mark.rule("HST-CONF-04", "HST-TWOC-04")
def test_captives_of_a_conflict_go_to_those_who_took_them() -> None:
    s = page("civilization")
    elves, dwarves_of = realm(s, 4, 1), clan(s, 4)
    away = colony(s, elves, 3, 1, (9.0, 4.0))
    elves.acting = away.id
    play(s, conflict.conflict, elves, dwarves_of, "dark_elf_might")
    assert (places.slaves(s, away.id), places.slaves(s, elves.city), bd.pop(s, dwarves_of.people[0])) == (3, 1, 2)
    elves.acting = 9999
    sync(s, dark_elves.gain_slaves, elves, 9999, 1)
    assert places.slaves(s, elves.people[0]) == 2


@pytest.mark.rule("HST-DELF-03", "HST-DELF-04")
def test_the_road_keeps_to_the_deep_and_around_fate() -> None:
    s = page("civilization")
    for k in range(9):
        room(s, 0.6 + 1.2 * k, 6.9, tags=["fate"])
    for _ in range(6):
        line = places.road_line(s)
        met = [s.rooms[x.id] for x in tunnels.touches_of(s, line) if x.kind == "room"]
        assert not met and line[0][0] == 0.0 and line[-1][0] == 11.0 and all(6.5 <= y <= 8.5 for _, y in line)


@pytest.mark.rule("HST-DELF-04", "HST-DELF-07", "HST-DELF-02")
def test_three_palaces_above_the_road_and_three_pits_below() -> None:
    s = page("civilization")
    vein(s)
    civ = play(s, places.set_up).result
    city = s.groups[civ.city]
    road = s.passages[civ.works[0]]
    kinds = [s.rooms[r].kind for r in city.rooms]
    assert kinds == ["palace", "slave pit"] * 3 and counts(s, city.id) == (3, 3)
    for rid in city.rooms:
        r = s.rooms[rid]
        y = next(
            a[1] + (b[1] - a[1]) * (r.x - a[0]) / (b[0] - a[0])
            for a, b in zip(road.points, road.points[1:], strict=False)
            if a[0] <= r.x <= b[0]
        )
        assert (r.y < y) is (r.kind == "palace") and abs(r.y - y) < 1.2 and r.size == "bead" and len(bd.inside(s, rid)) == 1
    xs = [s.rooms[r].x for r in city.rooms]
    assert max(xs) - min(xs) < 3.0 and len(s.ores) == 1


# Demons.


@pytest.mark.rule("HST-DEMN-16", "HST-DEMN-15")
def test_the_worm_keeps_its_hoard_where_it_lies() -> None:
    s = page("civilization")
    civ = pit(s, 2)
    den = room(s, 9.0, 4.0)
    civ.worm = den.id
    hoard = bd.make(s, "loot", civ.people[0], civ.rooms[0], role="hoard")
    sync(s, decline.end, civ, "test", "HST-DEMN-15")
    (worm,) = s.stacks.values()
    assert (hoard.room, hoard.owner, hoard.role) == (den.id, worm.id, "") and worm.node == den.id and bd.pop(s, worm.id) == 1
    assert (s.rooms[civ.rooms[0]].plague, s.rooms[civ.rooms[0]].kind) == (1, "cave") and bd.pop(s, civ.people[0]) == 0


@pytest.mark.rule("HST-DEMN-09")
def test_the_worm_nests_with_what_lies_within_half_a_finger() -> None:
    s = page("civilization")
    civ = pit(s, 5)
    den, near, far, secret = room(s, 5.0, 4.0), room(s, 6.4, 4.0), room(s, 7.4, 4.0), room(s, 4.0, 4.0)
    civ.worm = den.id
    secret.secret = True
    own = bd.make(s, "loot", 0, civ.rooms[0])
    hidden, further, closest = (bd.make(s, "loot", 0, r.id) for r in (secret, far, near))
    s.rooms[civ.rooms[0]].x, s.rooms[civ.rooms[0]].y = 5.0, 5.0
    sync(s, tunnel_worm.nest, civ)
    assert (closest.owner, closest.role, closest.room) == (civ.people[0], "hoard", den.id)
    sync(s, tunnel_worm.nest, civ)
    assert own.owner == hidden.owner == further.owner == 0
    dwarves_of = clan(s, 1, x=9.0)
    gold = bd.make(s, "loot", dwarves_of.people[0], near.id)
    sync(s, tunnel_worm.nest, civ)
    assert gold.owner == civ.people[0]


@pytest.mark.rule("HST-DEMN-07", "HST-DMCN-01", "HST-DEMN-08")
@pytest.mark.parametrize(("gap", "palace"), [(0.4, True), (0.5, False)])
def test_a_victim_within_a_bead_of_the_worm_is_at_its_place(gap: float, palace: bool) -> None:
    s = page("civilization")
    civ = pit(s, 5)
    den = room(s, 3.0, 4.0)
    civ.worm = den.id
    victim = room(s, 3.4 + gap, 4.0)
    beasts = wanderer(s, "Beasts", victim)
    run_season(s, civ, "summer")
    made = [r for r in s.rooms.values() if r.label == "Demon Palace"]
    assert bool(made) is palace and beasts.id not in s.stacks and civ.sacrificed
    if palace:
        (prince,) = s.stacks.values()
        assert (prince.flavour, prince.node, prince.roams) == ("Palace Demon", made[0].id, False) and counts(s, prince.id) == (
            1,
            1,
        )
        assert bd.pop(s, civ.people[0]) == 4 and gr.connected(s, made[0].id, civ.rooms[0]) and made[0].size == "two_bead"
    else:
        shrine = s.rooms[civ.worm]
        assert shrine.label == "Charnel Shrine" and {"shrine", "tomb"} <= set(shrine.tags) and bd.pop(s, civ.people[0]) == 5
        assert [(b.owner, b.role) for b in bd.inside(s, shrine.id)] == [(0, "treasure")]


@pytest.mark.rule("HST-DEMN-08")
def test_whom_the_worm_hunts_and_how_it_goes() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["place_room"]
    civ = pit(s, 5)
    bound, palace = wanderer(s, "Bound Demon", room(s, 5.0, 6.0)), wanderer(s, "Palace Demon", room(s, 6.0, 6.0))
    group(s, "wyrm", "Ancient Wyrm", 4.0, 6.0, 1, 1)
    dwarves_of = clan(s, 2)
    hidden = room(s, 9.0, 6.0)
    hidden.secret = True
    bd.make(s, "pop", dwarves_of.people[0], hidden.id)
    beasts = wanderer(s, "Beasts", room(s, 10.5, 3.0))
    found = tunnel_worm.prey(s, civ)
    owners = [s.beads[p.bead].owner for p in found]
    assert bound.id not in owners and palace.id not in owners and hidden.id not in [p.room for p in found]
    assert sorted(set(owners)) == sorted([dwarves_of.people[0], beasts.id]) and found == sorted(found, key=lambda p: p.far)
    ran = play(s, tunnel_worm.hunt, civ, found[0], dice=["1d6=1"])
    assert not ran.asks  # no old way leads any closer
    way = s.passages[civ.works[-1]]
    assert way.maker == "demon" and way.colour == "red" and pg.dist(way.points[0], way.points[-1]) <= 3.05


@pytest.mark.rule("HST-DEMN-13", "HST-DEMN-15")
def test_the_last_prince_goes_home() -> None:
    s = page("civilization")
    civ = pit(s, 3)
    sync(s, princes.casualties, civ, 1, None)
    assert bd.pop(s, civ.people[0]) == 2 and not civ.ended
    assert sync(s, princes.casualties, civ, 1, None).result == 1 and civ.ended and bd.pop(s, civ.people[0]) == 0


@pytest.mark.rule("HST-DEMN-12", "HST-DMCN-03", "HST-DMCN-04", "HST-DMCN-05", "HST-DMCN-06")
def test_what_demons_make_of_what_they_find() -> None:
    def made(what: str) -> tuple[Host, Civ, int]:
        s = page("civilization")
        civ = pit(s, 5)
        civ.worm = room(s, 4.0, 4.0).id
        if what == "plague":
            thing = room(s, 6.0, 4.0)
            thing.plague = 2
            return s, civ, thing.id
        if what == "river":
            return s, civ, tunnel(s, (0.0, 5.0), (11.0, 5.0), kind="river").id
        if what == "nothing":
            return s, civ, room(s, 6.0, 4.0).id
        return (
            s,
            civ,
            lodes.add_ore(
                s, what, [(5.0, 3.0), (6.0, 4.5), (5.0, 4.5)] if what == "mithral" else [(5.0, 3.0), (9.0, 3.0)], "HST-PRIM-06"
            ).id,
        )

    for what, label, gift in (
        ("plague", "Bile Pit", 0),
        ("mithral", "Infernal Engine", 1),
        ("gold", "Gateway Stone", 0),
        ("river", "Soul Mill", 0),
    ):
        s, civ, thing = made(what)
        play(s, demons.construct, civ, thing)
        (work,) = [r for r in s.rooms.values() if r.label == label]
        (bound,) = s.stacks.values()
        assert (bound.flavour, bound.node, bound.roams) == ("Bound Demon", work.id, False) and counts(s, bound.id) == (1, gift)
        assert bd.pop(s, civ.people[0]) == 4 and civ.used == [thing] and work.id in civ.rooms and work.size == "bead"
        assert gr.connected(s, work.id, civ.worm) or gr.connected(s, work.id, civ.rooms[0])
        if what == "plague":
            assert work.y > s.rooms[thing].y and abs(work.x - 6.0) < 0.8
        if what == "river":
            assert pg.dist((work.x, work.y), (4.0, 5.0)) < 1.2
        if what in ("mithral", "gold"):
            mined = [cell for cell in s.ores[thing].cells if not cell.remaining]
            assert len(mined) == (what == "mithral") and pg.dist((work.x, work.y), (5.3, 3.8)) < 1.6
    s, civ, thing = made("nothing")
    play(s, demons.construct, civ, thing)
    assert civ.used == [] and not s.stacks


# Peoples and entries of one's own.


@pytest.mark.rule("HST-CUST-02")
@pytest.mark.parametrize(
    ("test", "holds"),
    [("pop >= 3", True), ("pop >= 4", False), ("pop <= 3", True), ("pop <= 2", False), ("loot >= 1", True), ("loot <= 0", False)],
)
def test_tests_of_an_entry(test: str, holds: bool) -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 3, 1)
    assert play(s, effects.holds, test, None, orcs.id).result is holds


@pytest.mark.rule("HST-CUST-02")
def test_dice_and_ore_in_the_tests_of_an_entry() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 3, 1)
    assert play(s, effects.holds, "d6 >= 4", None, orcs.id, dice=["1d6=4"]).result is True
    assert play(s, effects.holds, "d6 <= 2", None, orcs.id, dice=["1d6=3"]).result is False
    assert play(s, effects.holds, "no ore left", None, orcs.id).result is True
    assert play(s, effects.holds, "ore in reach", None, orcs.id).result is False
    lodes.add_ore(s, "gold", [(1.0, 7.0), (5.0, 7.0)], "HST-PRIM-08")
    assert play(s, effects.holds, "no ore left", None, orcs.id).result is False
    assert play(s, effects.holds, "ore in reach", None, orcs.id).result is True
    s.rooms[orcs.lair].y = 4.0
    assert play(s, effects.holds, "ore in reach", None, orcs.id).result is False
    civ = clan(s, 1)
    assert play(s, effects.holds, "touches surface", civ, civ.people[0]).result is True
    assert play(s, effects.holds, "touches bottom", civ, civ.people[0]).result is False


@pytest.mark.rule("HST-CUST-04")
def test_a_people_gathers_what_its_tunnels_reach() -> None:
    s = page("civilization")
    civ = clan(s, 1)
    gid = civ.people[0]
    near, guarded, sealed = room(s, 6.0, 3.0), room(s, 8.0, 3.0), room(s, 9.5, 7.0)
    tunnel(s, (4.0, 3.0), (5.8, 3.0))
    tunnel(s, (6.2, 3.0), (7.8, 3.0))
    wanderer(s, "Beasts", guarded)
    loose = [bd.make(s, "loot", 0, near.id) for _ in range(3)]
    others = [bd.make(s, "loot", 0, r.id) for r in (guarded, sealed)] + [bd.make(s, "loot", 0, near.id, role="treasure")]
    now = entries.Occasion((4.0, 3.0), "HST-CUST-04", gid, civ)
    play(s, effects.gather, {"op": "gather", "count": 2}, now)
    assert [b.owner for b in loose] == [gid, gid, 0] and all(b.room in s.groups[gid].rooms for b in loose[:2])
    play(s, effects.gather, {"op": "gather"}, now)
    assert loose[2].owner == gid and all(b.owner == 0 for b in others)


@pytest.mark.rule("HST-CUST-01", "HST-CUST-02")
def test_whom_a_selector_names() -> None:
    s = page()
    a, b, c = (
        group(s, "breeder", "Orcs", 2.0, 5.0, 5, 1),
        group(s, "breeder", "Goblins", 5.0, 5.0, 2, 3),
        group(s, "delver", "Dwarves", 9.0, 5.0, 3, 0),
    )
    kingdom(s, 5.0)
    die = (4.0, 5.0)

    def named(who: str, self_id: int = 0) -> list[int]:
        return effects.chosen(s, who, self_id, die)

    assert (
        named("richest") == [b.id] and named("poorest") == [c.id] and named("largest") == [a.id] and named("smallest") == [b.id]
    )
    assert named("nearest to die") == [b.id] and named("all in reach") == [a.id, b.id] and named("all") == [a.id, b.id, c.id]
    assert named("self", 7) == [7] and named("self") == [] and named("nobody") == []
    assert effects.chosen(page(), "all", 0, die) == []


@pytest.mark.rule("HST-DWRF-15", "HST-GEO-18")
def test_whoever_sleeps_by_the_breach_dies_there() -> None:
    for k in range(3):
        s = page("civilization")
        civ = clan(s, 3)
        beads = bd.of(s, civ.people[0], "pop")
        sync(s, building.casualties, civ, 1, bd.xy(s, beads[k]))
        assert [b.id in s.beads for b in beads] == [n != k for n in range(3)]


@pytest.mark.rule("HST-CAVE-06", "HST-CIV-06", "HST-CIV-07")
def test_fate_is_opened_once() -> None:
    s = page("civilization")
    civ = clan(s, 3)
    cave = room(s, 7.0, 3.0, tags=["fate"], label="Fate")
    play(s, breaching.breach, civ, tunnels.Touch(1.0, "room", cave.id), (7.0, 3.0))
    assert civ.ended == "Fate was waiting in the dark" and cave.label == "" and "fate" not in cave.tags


@pytest.mark.rule("HST-CONF-02")
@pytest.mark.parametrize(("princes_in_pit", "words"), [(3, "weaker"), (4, "alike")])
def test_how_a_skirmish_is_told(princes_in_pit: int, words: str) -> None:
    s = page("civilization")
    one, two = clan(s, 4), pit(s, princes_in_pit)
    play(s, conflict.conflict, one, two, "skirmish")
    assert words in s.record[-1].text


@pytest.mark.rule("HST-DELF-10", "HST-DELF-11", "HST-DELF-15")
def test_a_noble_and_a_slave_in_one_spring() -> None:
    s = page("civilization")
    civ = realm(s, 3, 2)
    run_season(s, civ, "spring")
    assert (places.nobles(s, civ.city), places.slaves(s, civ.city)) == (4, 3)


@pytest.mark.rule("HST-DELF-16")
@pytest.mark.parametrize(("gem_y", "takes_gem"), [(4.9, True), (3.6, False)])
def test_a_colony_works_what_is_closest(gem_y: float, takes_gem: bool) -> None:
    s = page("civilization", revolt_at="over_twice")
    civ = realm(s, 3, 2)
    away = colony(s, civ, 1, 1, (5.0, 5.9))
    ore = lodes.add_ore(s, "gold", [(3.0, 4.2), (7.0, 4.2)], "HST-PRIM-08")
    gem = bd.make(s, "loot", 0, room(s, 5.0, gem_y, tags=["gems"]).id)
    assert play(s, dark_elves.mine, civ, away.id).result is True
    assert (gem.id not in s.beads) is takes_gem and any(cell.remaining == 0 for cell in ore.cells) is not takes_gem


@pytest.mark.rule("HST-DELF-19", "HST-DELF-20", "HST-DELF-06")
def test_those_who_dig_bleed_first() -> None:
    s = page("civilization")
    civ = realm(s, 3, 2)
    away = colony(s, civ, 4, 3, (9.0, 6.0))
    lair = s.rooms[away.lair]
    cave = room(s, lair.x, lair.y - 1.5)
    cave.plague = 1
    run_season(s, civ, "fall")
    assert (places.nobles(s, away.id), places.slaves(s, away.id)) == (4, 2) and places.slaves(s, civ.city) == 2
    assert civ.acting == civ.city


@pytest.mark.rule("HST-DELF-03")
def test_the_road_would_rather_meet_two_caves_than_fate() -> None:
    s = page("civilization")
    low = [6.62 + 0.24 * k for k in range(8)]
    for y in low:
        works.draw_room(s, (3.0, y), "bead", "natural", "HST-GEO-06", kind="cave", dims=(0.3, 0.23))
    for y in low[4:]:
        works.draw_room(s, (5.0, y), "bead", "natural", "HST-GEO-06", kind="cave", dims=(0.3, 0.23))
    for y in low[:4]:
        works.draw_room(s, (8.0, y), "bead", "natural", "HST-GEO-06", kind="cave", dims=(0.3, 0.23)).tags.append("fate")
    for _ in range(4):
        line = places.road_line(s)
        assert not [x for x in tunnels.touches_of(s, line) if x.kind == "room" and "fate" in s.rooms[x.id].tags]


@pytest.mark.rule("HST-DELF-02", "HST-DELF-04", "HST-ALTW-08")
def test_the_dark_elves_of_a_pocket_universe_live_in_its_middle() -> None:
    s = page("opening")
    s.page = pg.make_page("pocket_universe", 11.0, 8.5, Dice(3))
    s.age = "civilization"
    lodes.add_ore(s, "gold", [(4.0, 3.5), (7.0, 3.5)], "HST-PRIM-08")
    civ = play(s, places.set_up).result
    rooms = [s.rooms[r] for r in s.groups[civ.city].rooms]
    assert all(pg.dist((r.x, r.y), (5.5, 4.25)) < 1.6 for r in rooms)
    assert all((r.y < 4.25) is (r.kind == "palace") for r in rooms)
    assert s.passages[civ.works[0]].points[0] == (4.7, 4.25)


@pytest.mark.rule("HST-DMCN-04", "HST-DEMN-12")
def test_an_engine_is_not_built_into_ore_that_is_gone() -> None:
    s = page("civilization")
    civ = pit(s, 5)
    civ.worm = room(s, 4.0, 4.0).id
    ore = lodes.add_ore(s, "mithral", [(5.0, 3.0), (6.5, 4.5), (5.0, 4.5)], "HST-PRIM-06")
    order = sorted(ore.cells, key=lambda c: lodes.cell_distance((4.0, 4.0), c))
    order[0].remaining = 0
    order[1].remaining = 0.5
    play(s, demons.construct, civ, ore.id)
    assert order[1].remaining == 0 and all(cell.remaining == 1.0 for cell in order[2:])


@pytest.mark.rule("HST-CIV-06", "HST-GEO-18", "HST-CAVE-02", "HST-PRIM-11")
def test_digging_meets_everything_in_order_and_stops_where_the_age_ends() -> None:
    s = page("civilization")
    civ = clan(s, 4)
    sick, beasts_in, fate, beyond = room(s, 5.0, 3.0), room(s, 6.0, 3.0), room(s, 7.0, 3.0), room(s, 8.0, 3.0)
    sick.plague = 1
    fate.tags.append("fate")
    beyond.plague = 1
    beasts = wanderer(s, "Beasts", beasts_in, 1)
    before = [b.id for b in bd.of(s, civ.people[0], "pop")]
    found = play(s, breaching.dig_way, civ, (4.0, 3.0), (9.0, 3.0), 9.0, "HST-DWRF-10").result
    assert (
        civ.ended
        and beasts.id not in s.stacks
        and found.ended == "breach"
        and found.points[-1][0] == pytest.approx(6.8, abs=0.15)
    )
    told = [e.rule for e in s.record if e.rule in ("HST-CAVE-02", "HST-PRIM-11", "HST-CAVE-06")]
    assert told[:3] == ["HST-CAVE-02", "HST-PRIM-11", "HST-CAVE-06"] and beyond.id not in s.groups[civ.people[0]].hazards
    assert len(before) == 4 and s.groups[civ.people[0]].hazards == [sick.id] and not gr.connected(s, beyond.id, sick.id)
    way = s.passages[civ.works[-1]]
    assert way.colour == "blue" and way.owner == civ.people[0]

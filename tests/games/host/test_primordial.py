"""The Primordial Age, event by event."""

# mypy: disable-error-code="unreachable, attr-defined"
from __future__ import annotations

from collections import Counter

import pytest

from undercroft.engine import Dice
from undercroft.games.host.content import disaster, line_at, primordial
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import page as pg
from undercroft.games.host.rules.disaster.disaster import great_disaster
from undercroft.games.host.rules.history import step
from undercroft.games.host.rules.primordial import caverns, deposits, rivers
from undercroft.games.host.rules.primordial import primordial as prim
from undercroft.games.host.state import Host, Room

from .table import page, play, room, sync


def ore_kinds(s: Host) -> list[str]:
    return [ore.kind for ore in s.ores.values()]


@pytest.mark.rule("HST-PRIM-01", "HST-PRIM-02", "HST-GEO-01", "HST-GEO-02", "HST-GEO-03")
def test_a_new_page_has_a_surface_and_six_marks() -> None:
    made = pg.make_page("normal", 11.0, 8.5, Dice(3))
    assert (made.width, made.height) == (11.0, 8.5)
    assert made.marks == [2.31, 3.44, 4.56, 5.69, 6.81, 7.94]
    assert len(made.surface) == 12 and made.surface[0][0] == 0.0 and made.surface[-1][0] == 11.0
    for k in range(111):
        assert 1.63 <= pg.surf(made, k / 10) <= 1.87
    assert pg.depth(made, 5.0, 1.0) < 0 < pg.depth(made, 5.0, 3.0)
    assert made.height - 1.87 >= 6.6


@pytest.mark.rule("HST-PRIM-03")
def test_three_events_then_civilization() -> None:
    s = page("primordial")
    s.events_left = 3
    faces = []
    for _ in range(3):
        assert s.age == "primordial"
        play(s, step, dice=[4, 1, 1])
        faces.append(s.events_left)
    assert faces == [2, 1, 0] and s.age == "civilization" and len(s.ores) == 3


@pytest.mark.rule("HST-PRIM-05")
@pytest.mark.parametrize(
    ("face", "event"),
    [
        (1, "mithral"),
        (2, "natural_caverns"),
        (3, "natural_caverns"),
        (4, "gold_vein"),
        (5, "cave_complex"),
        (6, "underground_river"),
        (7, "ancient_wyrm"),
        (8, "special"),
    ],
)
def test_the_event_table(face: int, event: str) -> None:
    assert line_at(primordial().primordial_events, face).id == event


@pytest.mark.rule("HST-PRIM-04", "HST-PRIM-14", "HST-HIST-04")
def test_the_wyrm_lies_where_the_die_lay() -> None:
    s = page("primordial")
    s.pins = [(6.0, 5.0)]
    wyrm = play(s, prim.ancient_wyrm).result
    cave = s.rooms[wyrm.lair]
    assert (cave.x, cave.y, cave.size) == (6.0, 5.0, "two_bead")
    assert (bd.pop(s, wyrm.id), bd.loot(s, wyrm.id)) == (1, 1)
    assert wyrm.name and cave.label == wyrm.name and wyrm.name in s.used_names


@pytest.mark.rule("HST-PRIM-06")
def test_mithral_points_to_the_corners() -> None:
    s = page("primordial")
    s.pins = [(2.0, 3.0), (9.0, 7.0)]
    play(s, deposits.mithral)
    one, two = s.ores.values()
    assert one.kind == two.kind == "mithral" and len(one.cells) == len(two.cells) == 4
    assert pg.dist(one.points[0], one.points[1]) == pytest.approx(1.75, abs=0.03)
    assert min(one.points, key=lambda p: pg.dist(p, (0, 0))) == one.points[0]
    assert min(two.points, key=lambda p: pg.dist(p, (11, 8.5))) == two.points[0]


@pytest.mark.rule("HST-GEO-04")
def test_drops_are_put_underground_with_their_outline() -> None:
    s = page("primordial")
    s.pins = [(5.0, 1.0)]
    cave = play(s, caverns.cave_at, "HST-PRIM-07").result
    assert (cave.x, cave.y) == (5.0, 2.15)
    s.pins = [(5.0, 1.0), (5.0, 1.0)]
    play(s, deposits.mithral)
    for ore in s.ores.values():
        assert all(pg.depth(s.page, *p) >= 0 and pg.on_page(s.page, *p) for p in ore.points)
    for _ in range(200):
        from undercroft.games.host.desk import next_drop

        x, y = next_drop(s)
        assert 0.25 <= x <= 10.75 and 0.25 <= y <= 8.25


@pytest.mark.rule("HST-PRIM-07", "HST-CAVE-02", "HST-CAVE-04", "HST-CAVE-06")
def test_caverns_stop_at_fate() -> None:
    s = page("primordial")
    play(s, caverns.natural_caverns, dice=[4, 2, 3, 6])
    labels = [r.label for r in s.rooms.values()]
    assert labels == ["", "plague 3", "Fate"]
    first, second, third = s.rooms.values()
    assert not first.tags and not first.fluid and bd.is_empty(s, first)
    assert second.plague == 3 and third.tags == ["fate"]


@pytest.mark.rule("HST-PRIM-07")
def test_caverns_stop_at_six() -> None:
    s = page("primordial")
    play(s, caverns.natural_caverns, dice=[4] * 6)
    assert len(s.rooms) == 6


@pytest.mark.rule("HST-PRIM-08", "HST-GEO-10")
def test_a_gold_vein_runs_from_mark_to_mark() -> None:
    s = page("primordial")
    play(s, deposits.gold_vein, dice=[2, 5])
    (vein,) = s.ores.values()
    assert vein.kind == "gold" and vein.points == [(0.0, 3.44), (11.0, 6.81)] and len(vein.cells) == 11
    assert pg.length(vein.points) == pytest.approx(11.5, abs=0.05)


@pytest.mark.rule("HST-PRIM-09", "HST-PRIM-10")
def test_a_cave_complex_near_the_surface_opens_to_it() -> None:
    s = page("primordial")
    s.pins = [(5.0, 3.0)]
    caves = play(s, caverns.cave_complex).result
    assert len(caves) == 3 and len(s.entrances) >= 1 and s.entrances[0].kind == "cave_mouth"
    for cave in caves:
        assert gr.connected(s, caves[0].id, cave.id) and cave.size == "bead"
        assert pg.dist((cave.x, cave.y), (5.0, 3.0)) <= 3.0
        assert sum(bead.colour == "pop" for bead in bd.inside(s, cave.id)) == 1
    assert all(stack.flavour == "Beasts" for stack in s.stacks.values())
    deep = page("primordial")
    deep.pins = [(5.0, 6.0)]
    play(deep, caverns.cave_complex)
    assert not deep.entrances


@pytest.mark.rule("HST-PRIM-12", "HST-RIVR-02", "HST-RIVR-03", "HST-RIVR-04", "HST-RIVR-05", "HST-RIVR-06", "HST-RIVR-07")
def test_a_river_across_the_page() -> None:
    s = page("primordial")
    river = play(s, rivers.underground_river, dice=[3, 2, 4, 10, 7, 9]).result
    assert river.points == [(0.0, 4.56), (3.0, 4.56), (5.6, 3.06), (5.6, 4.81), (8.2, 6.31), (11.0, 6.31)]
    (cave,) = s.rooms.values()
    assert (cave.x, cave.y) == (9.7, 6.31)
    assert [mark.kind for mark in s.landmarks.values()] == ["waterfall"] and not s.entrances


@pytest.mark.rule("HST-RIVR-05")
def test_a_river_cave_near_the_surface_is_an_entrance() -> None:
    s = page("primordial")
    s.page.marks[0] = 2.6
    play(s, rivers.underground_river, dice=[1, 8, 2, 2, 2])
    assert [e.kind for e in s.entrances] == ["cave_mouth"]


@pytest.mark.rule("HST-RIVR-01")
def test_ten_lines_and_no_gap() -> None:
    forms = Counter(line_at(primordial().underground_river, face).id for face in range(1, 11))
    assert forms == {"level": 3, "up": 2, "down": 2, "level_cave": 2, "waterfall": 1}


@pytest.mark.rule("HST-RIVR-07", "HST-TERM-01")
def test_waterfalls_alone_leave_the_page_in_five() -> None:
    s = page("primordial")
    river = play(s, rivers.underground_river, dice=[1, 10, 10, 10, 10]).result
    assert river.points[-1][1] == 8.5


@pytest.mark.rule("HST-PRIM-13", "HST-RIVR-03")
def test_a_river_meets_the_surface_and_turns_down() -> None:
    s = page("primordial", ask="everything")
    s.quiet = ["place_room", "drop"]
    river = play(s, rivers.underground_river, dice=[1, 5, 2, 2, 2], answers=["lake"]).result
    assert river.points[1] == pytest.approx((0.97, 1.75), abs=0.02)
    assert river.points[2] == pytest.approx((3.57, 3.25), abs=0.02)
    assert [mark.kind for mark in s.landmarks.values()] == ["lake"] and not s.entrances
    sink = page("primordial", ask="everything")
    play(sink, rivers.underground_river, dice=[1, 5, 2, 2, 2], answers=["sinkhole"])
    assert [e.kind for e in sink.entrances] == ["sinkhole"]
    ends = page("primordial", river_at_surface="end")
    river = play(ends, rivers.underground_river, dice=[1, 5]).result
    assert river.points[-1][1] == pytest.approx(1.75, abs=0.02) and len(river.points) == 2


@pytest.mark.rule("HST-PRIM-17", "HST-DSTR-09")
def test_an_eight_goes_to_the_disasters_or_to_the_author() -> None:
    s = page("primordial")
    s.pins = [(3.0, 3.0)]
    play(s, prim.primordial_event, dice=[8, 3, 7])
    assert any("crater" in r.tags for r in s.rooms.values())
    asked = page("primordial", ask="everything")
    asked.quiet = ["drop", "place_room", "name", "name_treasure"]
    ran = play(asked, prim.primordial_event, dice=[8, 6, 1, 1], answers=["gold_vein"])
    assert "own:crystal_geode" in ran.asks[0].keys and ore_kinds(asked) == ["gold"]


@pytest.mark.rule("HST-PRIM-17", "HST-TERM-01")
def test_nested_rolls_stop_after_four() -> None:
    s = page("primordial")
    s.nested = 4
    before = len(s.record)
    play(s, prim.special, dice=Dice(5))
    assert s.nested == 5 and len(s.record) > before


@pytest.mark.rule("HST-CAVE-00", "HST-CAVE-01", "HST-CAVE-03", "HST-CAVE-05", "HST-CAVE-07", "HST-CAVE-08")
def test_what_a_cavern_holds() -> None:
    s = page("primordial")

    def cave(face: int, *dice: int) -> Room:
        made = caverns.natural_cave(s, (1.0 + face, 5.0), "HST-CAVE-00")
        play(s, caverns.cavern_contents, made, face, dice=list(dice))
        return made

    through = cave(1)
    (way,) = list(s.passages.values())
    assert way.length == pytest.approx(3.0, abs=0.35) and through.id in [stop.node for stop in way.stops]
    assert cave(2, 4).plague == 4
    gems = cave(3, 4)
    assert "gems" in gems.tags and len(bd.inside(s, gems.id)) == 4
    assert not bd.inside(s, cave(4).id)
    beasts = cave(5)
    assert [st.node for st in s.stacks.values()] == [beasts.id]
    assert "fate" in cave(6).tags
    assert cave(7).fluid == "water" and cave(8).fluid == "magma"
    assert [line_at(primordial().natural_cavern, k).id for k in range(1, 9)] == [
        "tunnel",
        "plague",
        "gemstones",
        "empty",
        "beasts",
        "fate",
        "water",
        "magma",
    ]


@pytest.mark.rule("HST-DSTR-02")
@pytest.mark.parametrize(
    ("face", "name"),
    [
        (1, "earthquake"),
        (2, "earthquake"),
        (3, "earthquake"),
        (4, "volcano"),
        (5, "great_river"),
        (6, "plague"),
        (7, "fallen_star"),
        (8, "special"),
    ],
)
def test_the_disaster_table(face: int, name: str) -> None:
    assert line_at(disaster().great_disaster, face).id == name


@pytest.mark.rule("HST-DSTR-03")
def test_an_earthquake_splits_the_page_twice() -> None:
    s = page("disaster")
    play(s, great_disaster, dice=[2])
    fissures = [p for p in s.passages.values() if p.kind == "fissure"]
    crossings = [p for p in s.passages.values() if p.kind == "natural"]
    assert len(fissures) == 2 and len(crossings) == 4
    assert all(c.length >= 1.4 for c in crossings)
    kinds = {s.nodes[stop.node].kind for f in fissures for stop in f.stops if stop.node in s.nodes}
    assert {"edge", "surface", "junction"} <= kinds and s.entrances
    assert gr.connected(s, fissures[0].stops[0].node, fissures[1].stops[0].node)


@pytest.mark.rule("HST-DSTR-04", "HST-DSTR-11")
def test_a_volcano_swallows_and_rises() -> None:
    from undercroft.games.host.rules.conventions.stacks import new_stack

    s = page("disaster")
    doomed = room(s, 6.0, 7.9)
    safe = room(s, 2.0, 5.0)
    beast = new_stack(s, "Beasts", doomed.id, 1, roams=True)
    s.pins = [(6.0, 1.0)]
    play(s, great_disaster, dice=[4])
    chamber = next(r for r in s.rooms.values() if "lava_chamber" in r.tags)
    assert chamber.fluid == "magma" and chamber.x == 6.0 and 7.5 <= chamber.y <= 8.5
    shaft = next(p for p in s.passages.values())
    assert shaft.points[0][0] == shaft.points[-1][0] == 6.0
    assert [e.kind for e in s.entrances] == ["volcanic_cone"]
    assert beast.node == safe.id and bd.inside(s, safe.id)


@pytest.mark.rule("HST-DSTR-05")
def test_a_second_river_is_an_earthquake() -> None:
    s = page("disaster")
    play(s, great_disaster, dice=[5, 4, 2, 2, 2, 2])
    assert [p.kind for p in s.passages.values()] == ["river"]
    play(s, great_disaster, dice=[5])
    assert sum(p.kind == "fissure" for p in s.passages.values()) == 2


@pytest.mark.rule("HST-DSTR-06")
def test_plague_in_sealed_caves_or_in_three_new_ones() -> None:
    from .table import tunnel

    s = page("disaster")
    sealed = [room(s, 3.0, 5.0), room(s, 5.0, 6.0)]
    open_cave = room(s, 8.0, 3.0)
    tunnel(s, (8.0, 2.8), (8.0, 1.75))
    play(s, great_disaster, dice=[6])
    assert [r.plague for r in sealed] == [1, 1] and open_cave.plague == 0
    bare = page("disaster")
    play(bare, great_disaster, dice=[6])
    assert [r.plague for r in bare.rooms.values()] == [1, 1, 1]


@pytest.mark.rule("HST-DSTR-08")
def test_a_fallen_star_leaves_a_treasure_and_three_tunnels() -> None:
    s = page("disaster")
    s.pins = [(4.0, 1.0)]
    play(s, great_disaster, dice=[7])
    (crater,) = s.rooms.values()
    assert crater.x == pytest.approx(4.0, abs=0.3) and [b.colour for b in bd.inside(s, crater.id)] == ["loot"]
    assert "crater" in [e.kind for e in s.entrances]
    tunnels = [p for p in s.passages.values() if p.length > 2.5]
    assert len(tunnels) == 3 and all(gr.connected(s, crater.id, p.stops[-1].node) for p in tunnels)


@pytest.mark.rule("HST-DSTR-09")
def test_an_eight_is_a_primordial_event_or_ones_own_disaster() -> None:
    s = page("disaster")
    play(s, great_disaster, dice=[8, 2, 4, 1, 2])
    assert ore_kinds(s) == ["gold"]
    own = page("disaster", ask="everything")
    own.quiet = ["drop"]
    ran = play(own, great_disaster, dice=[8, 6], answers=["falling_roof"])
    assert "long_drought" in ran.asks[0].keys and own.entrances


@pytest.mark.rule("HST-DSTR-01", "HST-DSTR-10", "HST-HIST-03", "HST-STRA-05")
def test_the_disaster_takes_a_sheet_and_ten_years() -> None:
    s = page("disaster")
    cave = room(s, 5.0, 5.0)
    bead = bd.make(s, "loot", 0, cave.id)
    at = bd.xy(s, bead)
    years, sheets = s.absolute, len(s.strata)
    play(s, step, dice=[7])
    assert len(s.strata) == sheets + 1 and s.absolute == years + 10 and s.age == "monsters"
    assert bd.xy(s, bead) == at and s.beads[bead.id] is bead


@pytest.mark.rule("HST-COMP-05")
@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_every_face_and_no_other(sides: int) -> None:
    dice = Dice(9)
    faces = Counter(dice.below(sides) + 1 for _ in range(10_000))
    assert sorted(faces) == list(range(1, sides + 1))


@pytest.mark.rule("HST-PRIM-16", "HST-MNST-15")
def test_the_wyrm_wakes_first() -> None:
    from undercroft.games.host.rules.monsters.monsters import carry_over

    s = page("monsters")
    s.pins = [(6.0, 5.0)]
    wyrm = play(s, prim.ancient_wyrm).result
    sync(s, carry_over)
    assert s.order[0] == wyrm.id and s.groups[wyrm.id].alive and s.groups[wyrm.id].arrived == 1

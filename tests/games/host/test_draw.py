"""The map: a pen for every maker, strata as layers, one party token, suggestions where they can be clicked."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from undercroft.drawing import Svg
from undercroft.drawing.figures import Drawn, find
from undercroft.games.host.chronicle import title
from undercroft.games.host.draw import HEAD, MARGIN, UNIT, WAY, Map, draw, picture
from undercroft.games.host.drawing.cartouche import _columns
from undercroft.games.host.drawing.dwellers import floor_box, spots
from undercroft.games.host.drawing.ends import dead_ends
from undercroft.games.host.drawing.fittings import hangings
from undercroft.games.host.drawing.hatching import CELL, RINGS
from undercroft.games.host.drawing.inks import BLACK, BLUE, HOURS, PENCIL, RED, STYLES, palette_of, style_of
from undercroft.games.host.drawing.interiors import below, ceiling, ground
from undercroft.games.host.drawing.laid import Laid
from undercroft.games.host.drawing.lettering import Label, tie
from undercroft.games.host.drawing.marks import footsteps
from undercroft.games.host.drawing.rivers import WIDEST, River, foot_of_fall, winding
from undercroft.games.host.drawing.rock import scaled
from undercroft.games.host.drawing.textures import INK
from undercroft.games.host.drawing.torn import legs_near, nooks, shown
from undercroft.games.host.drawing.ways import bridge, steps
from undercroft.games.host.ground.page import nearest_on_segment, surf
from undercroft.games.host.ground.plan import Plan
from undercroft.games.host.state import Landmark, Mark, Party, Villain
from undercroft.games.host.takeaway.layers import layered

from .table import kingdom, page, room, tunnel
from .worlds import blank, played, with_lair

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> dict[str, ET.Element]:
    """Every element with an id."""
    found = {}
    for node in ET.fromstring(svg).iter():
        name = node.get("id")
        if name:
            found[name] = node
    return found


def strokes(node: ET.Element) -> list[str]:
    return [part.get("stroke", "") for part in node.iter() if part.get("stroke") not in (None, "none")]


@pytest.mark.rule("HST-COMP-02")
def test_every_maker_has_its_pen() -> None:
    s = played(3, civilization="dwarven", stop_after="disaster")
    drawn = parsed(picture(s))
    barracks = next(room for room in s.rooms.values() if room.kind == "barracks")
    cave = next(room for room in s.rooms.values() if room.maker == "natural")
    vein = next(ore for ore in s.ores.values() if ore.kind == "gold")
    assert set(strokes(drawn[f"room-{barracks.id}"])) == {BLUE}
    assert set(strokes(drawn[f"room-{cave.id}"])) == {PENCIL}
    assert set(strokes(drawn[f"ore-{vein.id}"])) == {RED}
    assert style_of("delver", "").ink == BLACK
    assert style_of("dark_elf", "").ink == BLACK
    assert style_of("demon", "").ink == RED
    road = [way for way in played(11, civilization="dark_elf", stop_after="disaster").passages.values() if way.kind == "road"]
    assert road
    elves = parsed(picture(played(11, civilization="dark_elf", stop_after="disaster")))
    assert elves[f"way-{road[0].id}"].get("stroke") == PENCIL


@pytest.mark.rule("HST-EXPT-04", "HST-COMP-07")
def test_strata_are_layers_that_can_be_hidden() -> None:
    s = played(3, civilization="dwarven", stop_after="disaster")
    drawn = parsed(picture(s))
    layers = [name for name in drawn if name.startswith("stratum-") and name.count("-") == 1]
    assert layers == [f"stratum-{stratum.index}" for stratum in s.strata]
    assert len(layers) >= 2
    for index in (0, 1):
        assert {f"stratum-{index}-{kind}" for kind in ("rivers", "ore", "passages", "rooms")} <= set(drawn)
    alone = parsed(picture(s, stratum=1))
    assert "stratum-0" not in alone
    assert "stratum-1" in alone


@pytest.mark.rule("HST-COMP-07")
def test_an_empty_page_is_a_template_with_surface_and_side_numbers() -> None:
    svg = picture(blank(), empty=True)
    drawn = parsed(svg)
    assert "surface-line" in drawn
    assert [node.text for node in drawn["side-marks"]] == [str(number) for number in (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)]
    assert not [name for name in drawn if name.startswith(("room-", "way-", "bead-"))]


@pytest.mark.rule("HST-STRA-04")
def test_every_stratum_alone_shows_the_surface() -> None:
    s = played(3, civilization="dwarven", stop_after="disaster")
    for stratum in s.strata:
        assert f"surface-{stratum.index}" in parsed(picture(s, stratum=stratum.index))


@pytest.mark.rule("HST-COMP-04")
def test_one_token_stands_where_the_party_is_and_its_trail_shows() -> None:
    s = blank()
    lair = with_lair(s, "the Gnolls", "breeder", "Gnolls", (4.0, 4.0), pop=1, loot=0).lair
    assert "party" not in parsed(picture(s))
    s.party = Party(999, "the Lamp-bearers", "lawful", 3, lair, 1, trail=[(2.0, 2.0), (3.0, 3.0), (4.0, 4.0)])
    drawn = parsed(picture(s))
    assert drawn["party"].get("transform") == f"translate({4 * UNIT:.1f} {4 * UNIT:.1f})"
    assert drawn["trail"].get("d", "").count("L") == 2
    s.party.fate = "dead"
    assert "party" not in parsed(picture(s))


def test_beads_are_filled_open_or_ringed_and_named() -> None:
    s = blank()
    group = with_lair(s, "the Gnolls", "breeder", "Gnolls", (4.0, 4.0), pop=1, loot=1)
    drawn = parsed(picture(s, beads=True))
    beads = [drawn[name] for name in drawn if name.startswith("bead-")]
    titles = sorted(node.findtext(f"{SVG}title") or "" for node in beads)
    assert titles == ["loot, the Gnolls", "population, the Gnolls"]
    assert f"zone-{group.id}" in drawn


def test_beads_are_for_the_table_and_not_for_the_wall() -> None:
    s = blank()
    with_lair(s, "the Gnolls", "breeder", "Gnolls", (4.0, 4.0), pop=2, loot=1)
    wall = parsed(picture(s))
    assert "beads" not in wall and len(wall["people"]) == 3
    assert len(parsed(draw(s).svg)["beads"]) == 3
    layer = parsed(layered(s))["beads"]
    assert layer.get("style") == "display:none" and len(layer) == 3
    s.ending = "villain_dies"
    assert "beads" not in parsed(draw(s).svg)


def test_a_year_is_drawn_as_it_was() -> None:
    s = played(3, civilization="dwarven", stop_after="disaster")
    late = [room.id for room in s.rooms.values() if room.year > 3]
    drawn = parsed(picture(s, year=3))
    assert late
    assert not [room for room in late if f"room-{room}" in drawn]
    assert not [name for name in drawn if name.startswith("bead-")]


def test_suggestions_are_places_to_click() -> None:
    s = blank()
    s.marks = [Mark("accept", 3.0, 3.0), Mark("alt:1", 6.0, 4.0, 1.0, 1.0)]
    drawing = draw(s)
    places = {node.get("data-place") for node in ET.fromstring(drawing.svg).iter()} - {None}
    assert {"accept", "alt:1"} <= places
    assert set(drawing.places) == {"accept", "alt:1"}
    alt = drawing.places["alt:1"]
    assert (alt.x, alt.y, alt.width) == (5.5 * UNIT, 3.5 * UNIT, UNIT)
    (shown,) = [node for node in ET.fromstring(drawing.svg).iter() if node.get("data-place") == "alt:1"]
    assert (float(shown.get("x", "")), float(shown.get("y", ""))) == (alt.x, alt.y), (
        "where it can be clicked is where it is drawn"
    )


def test_the_same_world_is_the_same_drawing_and_names_are_only_words() -> None:
    s = played(3, civilization="dwarven", stop_after="disaster")
    assert picture(s) == picture(played(3, civilization="dwarven", stop_after="disaster"))
    next(iter(s.rooms.values())).name = "<script>alert(1)</script>"
    assert "<script>" not in picture(s)


def test_the_text_page_shows_rooms_beads_and_a_key() -> None:
    s = blank()
    with_lair(s, "the Gnolls", "breeder", "Gnolls", (4.0, 4.0), pop=1, loot=1)
    text = draw(s).text
    assert "A the Gnolls (1●1○)" in text
    assert "●" in text.split("A the Gnolls")[0]
    assert max(len(line) for line in text.splitlines()[:42]) <= 110


@pytest.mark.rule("HST-COMP-02")
def test_beads_over_a_castle_at_the_edge_stay_on_the_page() -> None:
    s = page()
    kingdom(s, s.page.width - 0.25, pop=6, loot=0)
    svg = picture(s, beads=True)
    spots = [float(x) for x in re.findall(r'id="bead-\d+"[^>]*transform="translate\(([\d.]+) ', svg)]
    assert len(spots) == 6 and max(spots) <= s.page.width * UNIT - 10 and len(set(spots)) == 6


@pytest.mark.rule("HST-COMP-02", "HST-NAME-01")
def test_the_name_of_a_swallowed_city_is_not_on_the_map() -> None:
    s = page()
    city = room(s, 5.0, 5.0, maker="dark_elf", name="Ilv'zir")
    assert "Ilv" in picture(s)
    city.state = "collapsed"
    svg = picture(s)
    assert "Ilv" not in svg
    assert "ruins" in parsed(svg) and f"room-{city.id}" in parsed(svg)


def test_an_arch_villain_is_drawn_large_until_it_falls() -> None:
    s = blank()
    group = with_lair(s, "Malagant", "villain", "", (4.0, 4.0), pop=1, loot=0)
    s.villains = [Villain("liche_king", group.id, group.lair)]
    svg = picture(s)
    assert f"villain-{group.lair}" in parsed(svg)
    assert len(parsed(svg)["portraits"]) > 0 and ">Malagant<" in svg
    s.villains[0].fallen = True
    fallen = parsed(picture(s))
    assert f"villain-{group.lair}" not in fallen
    assert len(fallen["portraits"]) == len(parsed(svg)["portraits"]) + 2, "its portrait has a black ribbon"


def test_a_trail_walked_twice_is_drawn_once() -> None:
    there, back = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], [(1.0, 0.0), (0.0, 0.0)]
    assert footsteps([*there, *back]) == footsteps(there)
    assert footsteps(there).count("M") == 2


def test_worked_slopes_have_stairs_shafts_have_rungs_and_caves_have_neither() -> None:
    s = page()
    slope = tunnel(s, (2.0, 3.0), (4.0, 4.0), kind="tunnel", maker="delver")
    shaft = tunnel(s, (6.0, 3.0), (6.0, 5.0), kind="shaft", maker="dwarven")
    level = tunnel(s, (7.0, 6.0), (9.0, 6.0), kind="tunnel", maker="delver")
    cave = tunnel(s, (2.0, 6.0), (4.0, 7.5))
    assert steps(slope, 10).count("M") > 20 and steps(shaft, 10).count("M") > 30
    assert steps(level, 10) == steps(cave, 10) == ""


def test_planks_lead_over_a_chasm_that_cuts_a_passage_and_none_where_it_only_leads_in() -> None:
    across, into = tunnel(page(), (2.0, 4.0), (6.0, 4.0)), tunnel(page(), (4.0, 4.0), (6.0, 4.0))
    chasm = [(4.0, 2.0), (4.0, 6.0)]
    assert bridge(across.points, [chasm], WAY) == f"M{4 * UNIT - 7.4:.1f} 400.0L{4 * UNIT + 7.4:.1f} 400.0"
    assert bridge(into.points, [chasm], WAY) == ""
    beside = [(2.0, 4.2), (6.0, 3.8)]
    assert bridge(across.points, [beside], WAY) == "", "they run side by side"


def test_a_passage_that_ends_at_another_leads_up_to_it_and_a_loose_end_keeps_away() -> None:
    s = page()
    main = tunnel(s, (1.0, 5.0), (9.0, 5.0))
    side = tunnel(s, (4.0, 3.0), (4.0, 4.92))
    loose = tunnel(s, (6.0, 3.0), (6.0, 4.85))
    laid = Laid(s, [], [main, side, loose])
    assert laid.meets(side, side.points[-1]) is main and laid.meets(loose, loose.points[-1]) is None
    assert laid.line(side)[-1] == pytest.approx((4.0, 4.93)), "its round end reaches the other's floor"
    assert laid.line(loose)[-1][1] < 4.7
    assert laid.line(main) == main.points


def test_the_key_tells_rooms_by_their_makers_in_the_order_of_the_ages() -> None:
    s = played(3, civilization="dwarven")
    drawn = Map(s)
    heads = [entry.words for entry in drawn.key if entry.head]
    assert heads[1].startswith("Built by") and heads[-1] == "Signs"
    order = [room.maker for room in sorted(drawn.halls, key=lambda room: drawn.number[room.id])]
    assert len(list(dict.fromkeys(order))) == len([None for one, two in pairwise(["", *order]) if one != two])


def test_every_maker_builds_walls_of_its_own() -> None:
    trims = {maker: style.trim for maker, style in STYLES.items() if maker != "natural"}
    assert len(set(trims.values())) == len(trims) and all(trims.values())
    s = page()
    for index, maker in enumerate(trims):
        room(s, 1.0 + index, 5.0, maker=maker)
    walls = parsed(picture(s))["walls"]
    drawn = [node for node in walls if node.get("stroke")]
    assert len(drawn) == sum(map(len, trims.values()))


def test_water_stands_in_a_flooded_room_and_a_fallen_one_is_cracked() -> None:
    s = page()
    wet, fallen = room(s, 3.0, 5.0, maker="dwarven"), room(s, 6.0, 5.0, maker="dwarven")
    assert "wet-" not in picture(s) and len(parsed(picture(s))["numbers"]) == 2
    wet.state, fallen.state = "flooded", "collapsed"
    svg = picture(s)
    assert f'clip-path="url(#wet-{wet.id})"' in svg
    assert len(parsed(svg)["numbers"]) == 2
    assert "2  Fallen in" in [entry.words for entry in Map(s).key]
    ruin = parsed(svg)["ruins"]
    assert [node.get("data-place") for node in ruin if node.get("data-place")] == [f"room-{fallen.id}"]
    assert len(list(ruin.iter(f"{SVG}use"))) > 0


def test_rooms_of_a_kind_are_furnished_differently() -> None:
    s = page()
    for index in range(12):
        room(s, 1.0 + index * 0.6, 5.0, maker="dwarven", label="barracks")
    uses = list(parsed(picture(s))["furniture"].iter(f"{SVG}use"))
    assert len({(node.get("href"), node.get("width")) for node in uses}) > 5
    assert len(uses) > 12


def test_light_falls_out_of_one_room_the_seat_of_the_last_villain_else_the_largest_of_the_first_civilization() -> None:
    s = played(3, civilization="dwarven")
    seat = Map(s).seat
    assert seat is not None
    assert picture(s).count('stroke="#ffe2a0"') == 10
    halls = {hall.id: hall for hall in Map(s).halls}
    last = [halls[villain.hq] for villain in s.villains if villain.hq in halls]
    built = [hall for hall in halls.values() if hall.maker == "dwarven"]
    assert seat.id == (last[-1] if last else max(built, key=lambda hall: (hall.w * hall.h, -hall.id))).id
    s.villains.clear()
    largest = Map(s).seat
    assert largest is not None and largest.w * largest.h == max(hall.w * hall.h for hall in built)
    assert "#ffe2a0" not in picture(page())


def test_the_title_is_on_a_ribbon_in_sky_or_rock_and_over_the_map_where_neither_has_room() -> None:
    s = played(3, civilization="dwarven")
    open_sky = parsed(picture(s))
    written = {"".join(node.itertext()) for node in open_sky["title"].findall(f"{SVG}text")}
    assert written == {title(s).upper(), f"year {s.absolute}"}
    assert title(s) not in [node.text for node in open_sky["heading"].iter(f"{SVG}text")]
    s.page.surface = [(x, 0.2) for x, _ in s.page.surface]
    bare = page()
    bare.page.surface = [(x, 0.2) for x, _ in bare.page.surface]
    in_rock = parsed(picture(bare))["title"]
    box = next(node for node in in_rock.iter(f"{SVG}path") if node.get("fill") == "#faf6ea")
    assert float((box.get("d") or "").split()[1].split("q")[0]) > 100, "in the rock where nobody dug"
    full = Map(s)
    full.ground.block(0, 0, full.wide, full.high)
    over = parsed(full.render())
    band = next(node for node in over["title"].iter(f"{SVG}path") if node.get("fill") == "#faf6ea")
    assert -MARGIN - HEAD < float((band.get("d") or "").split()[1].split("q")[0]) < -MARGIN, "on paper over the map"
    assert f'viewBox="{-MARGIN:.0f} {-MARGIN - HEAD:.0f} ' in full.svg.render()


def test_a_wanderer_in_a_valley_stands_on_its_floor() -> None:
    s = played(5, alternate_worlds="scorched_lands")
    valley = next(way for way in s.passages.values() if way.kind == "valley")
    bead = next(iter(s.beads.values()))
    bead.room, bead.passage, bead.offset = 0, valley.id, 0.3
    assert spots(s)[bead.id].y < 300


def test_a_name_that_stands_off_is_tied_to_what_it_names() -> None:
    box = [(100.0, 100.0), (140.0, 100.0), (140.0, 140.0), (100.0, 140.0)]
    assert tie(Label("near", 120, 150, 40, 14), box) is None
    assert tie(Label("below", 120, 180, 40, 14), box) == ((120, 173), (120, 140))
    assert tie(Label("right", 200, 120, 40, 14), box) == ((180, 120), (140, 120))
    spike = [(100.0, 100.0), (120.0, 130.0), (100.0, 140.0)]
    tied = tie(Label("off a spike", 200, 120, 40, 14), spike)
    assert tied is not None and tied[1] == (120, 130), "it touches the outline, not the box around it"


def test_a_column_of_the_key_does_not_end_with_a_heading_or_within_an_entry() -> None:
    for seed in range(8):
        s = played(300 + seed)
        drawn = Map(s)
        columns = [column for column in _columns(drawn.key, drawn.wide)[0] if column]
        for column, after in pairwise(columns):
            assert not column[-1][0].head
            assert column[-1][0].words != after[0][0].words


def test_ordinary_worlds_have_an_hour_of_their_own_and_others_their_own_sky() -> None:
    assert {palette_of("normal", seed).sky for seed in range(60)} == {hour.sky for hour in HOURS}
    assert len({palette_of("scorched_lands", seed).sky for seed in range(60)}) == 1


def test_a_river_winds_within_its_bend_and_its_banks_are_uneven() -> None:
    corner = [(0.0, 0.0), (200.0, 0.0), (200.0, 200.0)]
    line = winding(corner)
    assert (line[0], line[-1]) == (corner[0], corner[-1]) and corner[1] not in line
    assert min(abs(x - 200) + abs(y) for x, y in line) < 16
    found = River(corner, 7)
    assert len(set(found.half)) > 5 and min(found.half) >= 2.5 and max(found.half) <= WIDEST
    assert (
        min(River([(0.0, 0.0), (300.0, 90.0), (600.0, 0.0)], 7).half[18:22])
        > 7
        > max(River([(0.0, 0.0), (300.0, -90.0), (600.0, 0.0)], 7).half[18:22])
    )
    calm, falls = found.flow()
    assert calm and falls
    assert not River([(0.0, 0.0), (300.0, 20.0)], 7).flow()[1]


def test_rubble_lies_where_a_passage_stops_in_the_rock_and_nowhere_else() -> None:
    s = page()
    hall = room(s, 2.0, 5.0, maker="natural")
    stub = tunnel(s, (2.0, 5.0), (4.0, 5.0))
    other = tunnel(s, (4.0, 5.0), (6.0, 6.0))
    found = dead_ends(s, Plan(s), [stub, other], [hall])
    assert [end for _, end, _ in found] == [(6.0, 6.0)]
    assert [end for _, end, _ in dead_ends(s, Plan(s), [stub], [hall])] == [(4.0, 5.0)]


def test_a_passage_shows_no_tip_beyond_a_room_it_runs_under_and_no_stub_beyond_lava() -> None:
    s = page()
    hall = room(s, 4.0, 5.0, maker="dwarven")
    wall = hall.x + hall.w / 2
    through = tunnel(s, (2.0, 5.0), (wall + 0.2, 5.0))
    long = tunnel(s, (2.0, 5.0), (wall + 0.5, 5.0))
    meets = tunnel(s, (2.0, 5.0), (hall.x - hall.w / 2, 5.0))
    plan = Laid(s, [hall], [])  # none meets another
    assert plan.line(through)[-1][0] < wall - 0.05 and plan.line(through)[0] == (2.0, 5.0)
    assert plan.line(long) == long.points and plan.line(meets) == meets.points
    hall.fluid = "magma"
    ruin = room(s, wall + 0.1, 5.0, maker="dwarven")
    assert not Laid(s, [hall], []).swallowed(ruin)
    ruin.state = "collapsed"
    fire = Laid(s, [hall], [long])
    assert fire.swallowed(ruin) and fire.line(long)[-1][0] < wall
    assert f"room-{ruin.id}" not in parsed(picture(s))


def test_a_volcano_stands_behind_the_land_and_lava_glows_without_furniture() -> None:
    s = page()
    s.landmarks[900] = Landmark(900, "volcanic cone", "", 5.0, surf(s.page, 5.0), 0, 0, 0, 0, "HST-DSTR-04")
    chamber = room(s, 5.0, 5.0, maker="natural")
    chamber.fluid = "magma"
    svg = picture(s)
    drawn = parsed(svg)
    assert [node.get("id") for node in drawn["volcanoes"]] == ["landmark-900"] and not len(drawn["signs"])
    assert svg.index('id="volcanoes"') < svg.index('id="surface"')
    assert "url(#lava)" in svg and not list(drawn["furniture"].iter(f"{SVG}use"))


def test_rock_is_hatched_along_what_was_dug_thinner_further_off_and_neither_in_rooms_nor_in_the_air() -> None:
    s = played(3, civilization="dwarven")
    drawn = Map(s)
    rings = [
        [(float(x), float(y)) for x, y in re.findall(r"M(-?\d+) (-?\d+)", node.get("d") or "")]
        for node in parsed(drawn.render())["rock"].findall(f"{SVG}path")
        if node.get("stroke") == INK and not node.get("stroke-linecap")
    ]
    assert len(rings) == len(RINGS) and all(rings)
    weights = [weight for _, _, weight, _ in RINGS]
    assert weights == sorted(weights, reverse=True)
    boxes = [floor_box(hall) for hall in drawn.halls]
    for x, y in (spot for ring in rings for spot in ring):
        assert y > surf(s.page, x / UNIT) * UNIT - 16
        assert not any(box[0] + 14 < x < box[2] - 14 and box[1] + 14 < y < box[3] - 14 for box in boxes)
    lines = [[*ring, ring[0]] for ring in (scaled(drawn.plan.outline(hall)) for hall in drawn.halls)]
    lines += [scaled(line) for way in drawn.ways for line in drawn.plan.strokes(way)]
    for far, ring in enumerate(rings):
        for spot in ring[::7]:
            away = min(nearest_on_segment(spot, a, b)[0] for line in lines for a, b in pairwise(line))
            assert away < (far + 2.4) * CELL


def test_a_room_has_ground_to_stand_on_and_a_roof_to_hang_from() -> None:
    ring = [(0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 30.0)]
    assert sorted(below(ring, 24)) == [(0.0, 24.0), (0.0, 30.0), (40.0, 24.0), (40.0, 30.0)]
    assert below(ring, 31) == []
    slope = [(0.0, 10.0), (40.0, 0.0), (40.0, 30.0), (0.0, 30.0)]
    assert ceiling(slope, 20) == 5
    svg = Svg()
    ground(svg, ring, 24, "dwarven", BLUE)
    assert svg.body.count("<path") == 2 and BLUE in svg.body
    ground(empty := Svg(), ring, 31, "dwarven", BLUE)
    assert empty.body == ""


def test_what_hangs_is_known_for_every_maker_and_lights_go_out_where_nobody_lives() -> None:
    s = played(3, civilization="dwarven")
    for maker in STYLES:
        room = next(iter(s.rooms.values()))
        room.maker = maker
        assert all(find(piece) == Drawn(piece) for piece in hangings(room))
    drawn = Map(s)
    for hall in drawn.halls:
        hall.abandoned = "the Bone Lickers"
        drawn.hang(hall)
    assert not {"lamp", "chandelier"} & drawn.stamps.used


def test_the_key_pictures_who_dug_and_who_wanted_it_with_a_ribbon_for_the_dead() -> None:
    s = played(3, civilization="dwarven")
    faces = Map(s).makers()
    assert len(faces) == 2 and faces[0].dead == bool(s.civs[0].ended)
    s.villains[-1].fallen = False
    alive = Map(s).makers()
    assert not alive[-1].dead
    s.civs.clear()
    s.villains.clear()
    assert Map(s).makers() == []


def test_a_passage_shows_only_where_no_chasm_runs_along_it_and_no_stub_looks_out_beyond() -> None:
    line = [(1.0, 4.0), (9.0, 4.0)]
    along = [(3.0, 4.02), (5.0, 4.02)]
    first, second = shown(line, legs_near(line, [along]), (False, False))
    assert first[0] == line[0] and abs(first[-1][0] - 3.0) < 0.15
    assert second[-1] == line[-1] and abs(second[0][0] - 5.0) < 0.15
    crossing = [(8.8, 3.0), (8.8, 5.0)]
    assert shown(line, legs_near(line, [crossing]), (False, False)) == [line], "a crossing hides nothing"
    (cut,) = shown(line, legs_near(line, [crossing]), (True, True))
    assert cut[0] == line[0] and abs(cut[-1][0] - 8.8) < 0.05, "nothing looks out on the other side"


def test_no_splinter_of_rock_is_left_where_tunnels_merge_but_a_pillar_stays() -> None:
    def ring(side: float) -> list[tuple[float, float]]:
        return [(100.0, 100.0), (100.0 + side, 100.0), (100.0 + side, 100.0 + side), (100.0, 100.0 + side), (100.0, 100.0)]

    assert nooks([ring(22)], [], 6) and not nooks([ring(80)], [], 6)
    assert not nooks([ring(80)[:3]], [], 6)


def test_foam_is_at_the_foot_of_the_fall_nearest_to_its_mark() -> None:
    river = [(0.0, 50.0), (100.0, 60.0), (105.0, 160.0), (300.0, 170.0)]
    assert foot_of_fall((110.0, 90.0), [river]) == (105.0, 160.0)
    assert foot_of_fall((900.0, 90.0), [river]) is None

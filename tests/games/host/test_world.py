"""Page, graph, strata, record, names, and the advanced rules: floods, other worlds, treasures, minor features, own entries."""

# mypy: disable-error-code="unreachable, attr-defined"
from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.engine import BadContent, BadOpening, Dice, Match, Opening, SettingValue, run
from undercroft.games.host import GAME, desk, names
from undercroft.games.host.chronicle import story
from undercroft.games.host.content import Flavour, grammars, minor_lists, rumour_weights
from undercroft.games.host.desk import random_heading
from undercroft.games.host.entries import check_entry, library, load_entries, read_entries
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes, nearby, strata, tunnels, works
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import FAR, Spot, web
from undercroft.games.host.rules.advanced import flood, minor
from undercroft.games.host.rules.adventurers import adventure as adv
from undercroft.games.host.rules.adventurers import party_fights
from undercroft.games.host.rules.conventions import opening
from undercroft.games.host.rules.conventions.entries import choose_own, play_entry
from undercroft.games.host.rules.conventions.stacks import move_stack
from undercroft.games.host.rules.dark_elves import places
from undercroft.games.host.rules.encounters import fortunes, kinds, lairs, skirmishes
from undercroft.games.host.rules.hand import open_desk
from undercroft.games.host.rules.monsters import alphas, monsters, seasons, wandering
from undercroft.games.host.rules.primordial.caverns import cavern_contents
from undercroft.games.host.screen import ABOUT, screen
from undercroft.games.host.state import Host, stream

from .table import counts, farm, group, kingdom, page, play, room, sync, tunnel, wanderer
from .test_kingdoms import party


def match(seed: int, **options: Any) -> Match[Any]:
    return Match.start(GAME, Opening(game="host", seats=("Author",), seed=seed, options=options), light=True)


def finish(m: Match[Any], first: str = "") -> Host:
    while (ask := m.ask) is not None:
        m.answer(first if first in ask.keys else ask.keys[0] if ask.keys else ask.suggestions[0])
    state: Host = m.state
    return state


# Hand, page, strata.


@pytest.mark.rule("HST-CONV-01", "HST-CONV-02", "HST-CONV-03", "HST-GEO-06")
def test_sizes_and_capacities() -> None:
    s = page()
    m = s.measures
    assert (m.thumb, m.bead, m.half_finger, m.finger) == (1.0, 0.4, 1.75, 3.0) and m.half_finger != m.finger / 2
    expected = {
        "bead": ((0.4, 0.4), 1),
        "two_bead": ((0.8, 0.4), 2),
        "thumb": ((1.0, 1.0), 4),
        "hall": ((1.75, 0.4), 4),
        "city": ((3.0, 0.4), 7),
        "demon_pit": ((2.0, 0.8), 10),
    }
    for k, (size, (box, capacity)) in enumerate(expected.items()):
        made = room(s, 2.0 + (k % 3) * 3.2, 3.0 + (k // 3) * 2.0, size)
        assert (made.w, made.h) == box and made.capacity == capacity and made.finish == "natural" and made.state == "active"
    small = page(hand="small")
    assert (room(small, 5.0, 5.0, "thumb").w, room(small, 8.0, 5.0).w) == (0.8, 0.35)


@pytest.mark.rule("HST-CONV-09")
def test_hands_change_lengths_not_dice() -> None:
    def rolls(hand: str) -> tuple[list[int], float]:
        m = match(4, hand=hand, civilization="dwarven", stop_after="primordial", ask="nothing")
        s = finish(m)
        return [x for e in s.record for x in e.rolls], s.measures.finger

    small, large = rolls("small"), rolls("large")
    assert small[0] == large[0] and small[1] < large[1]
    with pytest.raises(BadOpening, match="bead < thumb"):
        match(1, hand="custom", hand_bead=110)
    assert finish(match(1, hand="custom", hand_bead=50, ask="nothing", stop_after="primordial")).measures.bead == 0.5


@pytest.mark.rule("HST-COMP-01", "HST-STRA-03", "HST-ORDR-01", "HST-ORDR-02")
def test_one_sheet_or_many() -> None:
    single = finish(match(7, strata="single", ask="nothing", civilization="roll"))
    assert {r.stratum for r in single.rooms.values()} == {0} and len(single.strata) == 1
    layers = finish(match(7, ask="nothing", civilization="roll"))
    assert [x.age for x in layers.strata][:3] == ["primordial", "civilization", "disaster"] and layers.strata[
        -1
    ].age == "villainy"
    order = [a for k, a in enumerate(layers.ages) if k == 0 or a != layers.ages[k - 1]]
    assert order[:4] == ["primordial", "civilization", "disaster", "monsters"] and order[-2:] == ["villainy", "over"]
    stopped = finish(match(7, ask="nothing", civilization="roll", stop_after="monsters"))
    assert stopped.outcome == "stopped" and not stopped.villains


@pytest.mark.rule("HST-STRA-01", "HST-STRA-02")
def test_old_sheets_lie_fallow_and_are_redrawn() -> None:
    s = page()
    hall = room(s, 4.0, 5.0, maker="dwarven")
    way = tunnel(s, (4.2, 5.0), (7.0, 5.0), kind="tunnel", maker="dwarven")
    strata.new_stratum(s, "disaster")
    assert hall.state == way.state == "fallow" and gr.ways_on(s, Spot(hall.id))
    play(s, lairs.arrive, "breeder", (4.0, 5.0), "HST-BRED-02", dice=[5])
    assert hall.state == "active" and hall.redrawn == [1] and hall.stratum == 0 and hall.owner in s.groups


@pytest.mark.rule("HST-CONV-04")
def test_a_colour_for_every_group() -> None:
    s = page(colours="per_group")
    room(s, 3.0, 5.0)
    room(s, 8.0, 5.0)
    a = play(s, lairs.arrive, "breeder", (3.0, 5.0), "HST-BRED-02", dice=[5]).result
    b = play(s, lairs.arrive, "delver", (8.0, 5.0), "HST-DELV-02", dice=[5]).result
    assert a.colour and b.colour and a.colour != b.colour
    assert all(s.rooms[r].colour in ("", b.colour) for r in b.rooms) and any(s.rooms[r].colour == b.colour for r in b.rooms)


@pytest.mark.rule("HST-CONV-06", "HST-DISP-02")
def test_what_beads_mean_and_what_groups_are_like() -> None:
    s = page()
    for kind, pop, loot in (
        ("dark_elf", "noble", "slave"),
        ("dwarven", "dwarf", "treasure"),
        ("surface", "knight or peasant", "loot"),
    ):
        who = group(s, kind, kind, 2.0 + len(s.order) * 2.5, 5.0, 1, 1, "lawful")
        card = next(sheet for sheet in screen(s).sheets if sheet.title == who.name)
        assert [line.hint for line in card.lines[:2]] == [pop, loot]
    for kind in ("dwarven", "dark_elf", "demon", "surface", "delver", "breeder", "alpha", "temple", "villain"):
        assert len(ABOUT[kind]) > 20
    assert any(ABOUT["surface"] in sheet.text for sheet in screen(s).sheets)


@pytest.mark.rule("HST-COMP-08", "HST-COMP-09", "HST-DISP-01")
def test_credits_help_and_panels() -> None:
    s = page()
    group(s, "alpha", "Ogre", 5.0, 5.0, 1)
    titles = {sheet.title: sheet for sheet in screen(s).sheets}
    assert "Dowler" in titles["About"].text and "2008" in titles["About"].text and "Nethack" in titles["About"].text
    assert {"Powers", "The historical record", "Ogre 1"} <= set(titles)
    done = finish(match(2, ask="nothing", civilization="roll"))
    assert all(entry.rule in GAME.rulebook() for entry in done.record)
    assert {GAME.rulebook()[entry.rule].part for entry in done.record} and len(done.record) > 20
    m = match(2, ask="everything", civilization="choose")
    while m.ask is not None and "reroll" not in m.ask.keys:
        m.answer(m.ask.keys[0])
    assert m.ask is not None and {"accept", "reroll", "hand", "onward"} <= set(m.ask.keys) and m.state.marks


@pytest.mark.rule("HST-CONV-07")
def test_one_line_opens_what_may_be_left_to_the_world() -> None:
    m = match(2, ask="everything", civilization="choose")
    ask = m.ask
    assert ask is not None and [key for key in ask.keys if key.startswith(("auto", "quiet", "onward"))] == [
        "onward",
    ]
    m.answer("onward")
    assert m.ask is not None and m.ask.keys[:4] == ("auto:season", "auto:year", "auto:age", "auto:end")
    judgement = m.ask.keys[4].removeprefix("quiet:")
    m.answer("back")
    assert m.ask is not None and (m.ask.prompt, m.ask.keys) == (ask.prompt, ask.keys)
    m.answer("onward")
    m.answer(f"quiet:{judgement}")
    assert judgement in m.state.quiet and m.state.auto == ""
    m = match(2, ask="everything", civilization="choose")
    m.answer("onward")
    m.answer("auto:end")
    assert m.ask is None and m.state.age == "over"


@pytest.mark.rule("HST-CONV-07")
def test_every_judgement_says_what_it_decides() -> None:
    from undercroft.games.host.content import judgements
    from undercroft.games.host.desk import OURS

    folder = Path(desk.__file__).parent
    source = "".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py")))
    named = re.findall(r"\b(?:decide|place)\(\s*t,\s*\"(\w+)\"", source) + re.findall(r"judgement=\"(\w+)\"", source)
    assert len(named) > 30 and set(named) <= {*OURS, *judgements()}


# The record.


@pytest.mark.rule("HST-HIST-01", "HST-HIST-02", "HST-HIST-03")
def test_the_record_is_complete_and_tells_why() -> None:
    s = finish(match(5, ask="nothing", civilization="dwarven"))
    assert set(rumour_weights()) >= {e.kind for e in s.record} and [e.seq for e in s.record] == list(range(len(s.record)))
    years = {e.absolute_year for e in s.record}
    lived = list(range(1, s.absolute + 1))
    gaps = [y for y in lived if y not in years]
    assert len(gaps) <= 10 * s.ages.count("disaster")
    made = [r for r in s.rooms.values() if not r.above]
    for r in made[:40]:
        assert story(s, r.id), r
        assert s.record[r.event].absolute_year >= 0
    assert story(s, s.civs[0].people[0])


@pytest.mark.rule("HST-HIST-02", "HST-DISP-03", "HST-ORDR-05")
def test_replay_and_undo_give_the_same_world() -> None:
    def world() -> tuple[Match[Any], bytes]:
        m = Match.start(
            GAME, Opening(game="host", seats=("Author",), seed=12, options={"civilization": "dwarven"}, practice=True)
        )
        for _ in range(10):
            assert m.ask is not None
            m.answer(m.ask.keys[0])
        return m, msgspec.msgpack.encode(m.state)

    m, first = world()
    assert world()[1] == first
    moves = len(m.moves)
    answer = m.moves[-1].answer
    m.undo(0)
    assert len(m.moves) == moves - 1
    m.answer(answer)
    assert msgspec.msgpack.encode(m.state) == first
    assert GAME.min_seats == GAME.max_seats == 1


# Streams, names.


@pytest.mark.rule("HST-GEO-05", "HST-CONV-07")
def test_rerolls_and_names_do_not_shift_the_dice() -> None:
    def results(answer: str) -> list[list[int]]:
        m = match(9, ask="everything", civilization="dwarven", stop_after="primordial")
        rerolled = 0
        while (ask := m.ask) is not None:
            key = ask.keys[0]
            if answer in ask.keys and rerolled < 3:
                key, rerolled = answer, rerolled + 1
            m.answer(key)
        return [e.rolls for e in m.state.record if e.rolls]

    assert results("reroll") == results("accept")
    s = page()
    before = dict(s.streams)
    names.suggest(s, "wyrm")
    assert {k for k in before if s.streams[k] != before[k]} == {"names"}


@pytest.mark.rule("HST-GEO-16")
def test_headings_are_even_and_places_lie_where_they_should() -> None:
    s = page()
    seen = Counter(round(random_heading(s, (5.0, 5.0), 1.0), 4) for _ in range(4800))
    assert len(seen) == 24 and min(seen.values()) > 120 and max(seen.values()) < 300
    from undercroft.games.host.desk import random_surface_x

    assert all(0.3 <= random_surface_x(s) <= 10.7 for _ in range(300))
    assert {stream(s, "judge", 3) for _ in range(50)} == {0, 1, 2}


@pytest.mark.rule("HST-NAME-01")
@pytest.mark.parametrize("grammar", sorted(grammars()))
def test_grammars_make_proper_names(grammar: str) -> None:
    dice = Dice(5)
    made = [names.invent(grammar, dice) for _ in range(200)]
    assert all(3 <= len(name) <= 44 and "{" not in name for name in made)
    small = ("statue", "temple", "gem", "villain", "town", "minor_feature", "delver_colony", "beast")
    assert len(set(made)) >= (30 if grammar in small else 110)


@pytest.mark.rule("HST-NAME-02")
def test_names_are_unique() -> None:
    s = page()
    made = [names.take(s, names.suggest(s, "statue")) for _ in range(500)]
    assert len(set(made)) == 500 and any(name.endswith(" II") for name in made)


# Graph.


@pytest.mark.rule("HST-GEO-07", "HST-GEO-08", "HST-GEO-13")
def test_junctions_and_distances() -> None:
    s = page()
    a, b = room(s, 3.0, 5.0), room(s, 4.4, 5.0)
    lone = room(s, 9.0, 7.0)
    tunnel(s, (3.2, 5.0), (4.2, 5.0))
    assert gr.graph_distance(s, a.id, b.id) == pytest.approx(1.4)
    assert gr.graph_distance(s, a.id, lone.id) == FAR
    old, new = tunnel(s, (6.0, 3.0), (6.0, 7.0)), tunnel(s, (5.0, 5.0), (7.0, 5.0))
    shared = [x.node for x in old.stops if x.node in [y.node for y in new.stops]]
    assert (
        len(shared) == 1 and s.nodes[shared[0]].kind == "junction" and (s.nodes[shared[0]].x, s.nodes[shared[0]].y) == (6.0, 5.0)
    )
    tunnels.connect(s, lone, "delver", "HST-GEO-13", rooms=[a.id])
    assert gr.graph_distance(s, a.id, lone.id) < FAR


@pytest.mark.rule("HST-GEO-11")
def test_near_means_near_and_always_succeeds() -> None:
    s = page()
    made = works.room_near(s, (5.0, 5.0), "bead", "delver", "HST-GEO-11", rooms=[])
    assert pg.dist((made.x, made.y), (5.0, 5.0)) <= 0.6
    for k in range(54):
        spot = (0.6 + (k % 9) * 1.15, 2.4 + (k // 9) * 1.1)
        if nearby.clear_of_rooms(s, *spot, 1.0, 1.0) and pg.underground(s.page, *spot, 1.0, 1.0):
            room(s, *spot, "thumb")
    for _ in range(12):
        works.room_near(s, (5.0, 5.0), "thumb", "delver", "HST-GEO-11", rooms=[], joined=False)
    rooms = list(s.rooms.values())
    for k, one in enumerate(rooms):
        for two in rooms[k + 1 :]:
            assert abs(one.x - two.x) >= (one.w + two.w) / 2 - 0.02 or abs(one.y - two.y) >= (one.h + two.h) / 2 - 0.02


@pytest.mark.rule("HST-GEO-12", "HST-GEO-22")
def test_digging_towards_something() -> None:
    s = page()
    assert pg.dist(tunnels.plan(s, (3.0, 5.0), (7.0, 5.0), 3.0, "delver").points[-1], (7.0, 5.0)) == pytest.approx(1.0, abs=0.02)
    assert tunnels.plan(s, (3.0, 5.0), (5.0, 5.0), 3.0, "delver").ended == "target"
    bend = tunnels.plan(s, (3.0, 5.0), (4.2, 6.2), 1.75, "dwarven")
    assert bend.ended == "target" and bend.length == pytest.approx(2.4, abs=0.02)
    edge = tunnels.plan(s, (10.0, 5.0), (14.0, 5.0), 3.0, "delver")
    assert edge.ended == "edge" and edge.length == pytest.approx(1.0, abs=0.02)
    way = tunnels.dig(s, edge.points, "delver", "HST-GEO-22")
    assert [s.nodes[x.node].kind for x in way.stops] == ["end", "edge"]
    up = tunnels.plan(s, (5.0, 3.0), (5.0, 0.5), 3.0, "delver")
    tunnels.dig(s, up.points, "delver", "HST-GEO-22", entrance="adit")
    assert up.ended == "surface" and [e.kind for e in s.entrances] == ["adit"]


@pytest.mark.rule("HST-GEO-17")
def test_the_emptiest_place() -> None:
    s = page()
    for y in (3.0, 5.0, 7.0):
        for x in (1.0, 2.5, 4.0):
            room(s, x, y, "thumb")
    at = nearby.emptiest(s)
    assert at[0] > 5.5
    best = max((round(nearby.clearance(s, (x / 10, y / 10)), 6), -y / 10, -x / 10) for x in range(1, 110) for y in range(1, 85))
    assert round(nearby.clearance(s, at), 6) == best[0]


@pytest.mark.rule("HST-GEO-23", "HST-FLOD-15")
def test_rivers_are_no_corridors_but_pikes_swim() -> None:
    s = page(flooding="auto")
    a, b = room(s, 3.0, 5.0), room(s, 4.4, 5.0)
    tunnel(s, (2.0, 5.0), (6.0, 5.0), kind="river")
    assert not gr.connected(s, a.id, b.id) and not gr.ways_on(s, Spot(a.id))
    assert b.id in gr.reach(s, Spot(a.id), wet=True).far
    a.fluid = b.fluid = "water"
    pike = wanderer(s, "Giant Pike", a)
    for _ in range(6):
        play(s, wandering.wander, pike, kinds.flavour_named(s, "wandering", "Giant Pike"))
        at = s.rooms.get(pike.node)
        assert (
            (at is not None and at.fluid == "water")
            or (pike.passage and s.passages[pike.passage].kind == "river")
            or pike.node in s.nodes
        )


# Floods.


@pytest.mark.rule("HST-FLOD-01", "HST-FLOD-04", "HST-CUST-01")
def test_a_flood_is_rolled_or_asked() -> None:
    def reach(mode: str, **kw: Any) -> tuple[Host, Any, Any]:
        s = page(flooding=mode, ask="everything")
        s.quiet = ["place_room"]
        lake = room(s, 5.0, 4.0)
        lake.fluid = "water"
        high, low = room(s, 3.0, 3.0), room(s, 3.0, 5.0)
        tunnel(s, (3.0, 3.2), (3.0, 4.8))
        way = tunnel(s, (4.8, 4.0), (3.0, 4.0))
        ran = play(s, flood.maybe_flood, "room", lake.id, way, (4.8, 4.0), **kw)
        return s, (high, low), ran

    _, (high, low), ran = reach("auto", dice=[4])
    assert low.fluid == "water" and low.state == "flooded" and high.fluid == ""
    _, (high, low), ran = reach("auto", dice=[3])
    assert low.fluid == "" and "stayed" in ran.texts[-1]
    _, (high, low), ran = reach("ask", dice=[6], answers=["hold"])
    assert ran.asks[0].keys[:2] == ("flood", "hold") and low.fluid == ""
    _, _, ran = reach("off")
    assert not ran.asks


@pytest.mark.rule("HST-FLOD-03", "HST-FLOD-05", "HST-FLOD-06", "HST-FLOD-07")
def test_a_magma_flood() -> None:
    s = page(flooding="auto")
    fire = room(s, 1.0, 4.0)
    fire.fluid = "magma"
    near, far = room(s, 3.2, 4.0), room(s, 5.4, 4.0)
    refuge = room(s, 3.2, 2.6)
    way = tunnel(s, (1.2, 4.0), (3.0, 4.0))
    tunnel(s, (3.4, 4.0), (5.2, 4.0))
    goblins = group(s, "breeder", "Goblins", 0, 0, 3, 1, at=near)
    orcs = group(s, "breeder", "Orcs", 0, 0, 3, 1, at=far)
    play(s, flood.maybe_flood, "room", fire.id, way, (1.2, 4.0), dice=[5])
    assert bd.pop(s, goblins.id) == 2 and goblins.lair == refuge.id and near.fluid == "magma"
    assert bd.pop(s, orcs.id) == 3 and orcs.lair == far.id and far.fluid == ""
    assert gr.graph_distance(s, fire.id, far.id) == pytest.approx(4.4, abs=0.1)


@pytest.mark.rule("HST-FLOD-02", "HST-FLOD-03")
def test_a_diverted_river_leaves_a_cave_system() -> None:
    s = page(flooding="auto")
    river = tunnel(s, (0.0, 4.0), (11.0, 4.0), kind="river")
    shaft = tunnel(s, (5.0, 3.0), (5.0, 7.0))
    play(s, flood.flood, "water", shaft, (5.0, 4.0), from_river=river.id)
    beds = [p for p in s.passages.values() if p.label == "dry river bed"]
    assert len(beds) == 1 and beds[0].kind == "natural" and beds[0].state == "dry"
    assert beds[0].points[0][0] == pytest.approx(5.0, abs=0.05) and river.points[-1][0] == pytest.approx(5.0, abs=0.05)


@pytest.mark.rule("HST-FLOD-08", "HST-FLOD-09", "HST-FLOD-10", "HST-FLOD-11", "HST-FLOD-18")
def test_dwellers_of_water_and_magma() -> None:
    made = {}
    for kind in ("delver", "breeder", "alpha"):
        for fluid in ("water", "magma"):
            s = page(flooding="auto")
            room(s, 5.0, 5.0).fluid = fluid
            who = play(s, lairs.arrive, kind, (5.0, 5.0), "HST-FLOD-08", dice=[5]).result
            made[kind, fluid] = who.flavour
            if who.flavour == "Merfok":
                assert all(s.rooms[r].fluid == "water" for r in who.rooms)
            if who.flavour == "Crabmen":
                assert counts(s, who.id) == (2, 1) and who.alignment == "chaotic"
            if who.flavour == "Flame Devils":
                assert who.alignment == "lawful"
                band = party(s, who.lair, 6)
                play(s, party_fights.meet_group, band, who, dice=[6, 1])
                assert not who.alive
    for fluid in ("water", "magma"):
        s = page(flooding="auto")
        room(s, 5.0, 5.0).fluid = fluid
        made["wandering", fluid] = play(s, wandering.place_one, (5.0, 5.0), dice=[9]).result.flavour
    assert made == {
        ("delver", "water"): "Merfok",
        ("delver", "magma"): "Flame Devils",
        ("breeder", "water"): "Crabmen",
        ("breeder", "magma"): "Azir",
        ("alpha", "water"): "Cave Octopus",
        ("alpha", "magma"): "Salamander",
        ("wandering", "water"): "Giant Pike",
        ("wandering", "magma"): "Elemental",
    }


@pytest.mark.rule("HST-FLOD-12")
def test_azir_freeze() -> None:
    s = page(flooding="auto")
    home = room(s, 5.0, 5.0, "thumb")
    for end in ((8.0, 5.0), (2.0, 5.0)):
        tunnel(s, pg.edge_of_box(end, 5.0, 5.0, 1.0, 1.0), end)
    azir = group(s, "breeder", "Azir", 0, 0, 2, 2, at=home)
    play(s, seasons.season, azir.id)
    assert bd.pop(s, azir.id) == 2
    home.fluid = "magma"
    s.acted = []
    play(s, seasons.season, azir.id)
    assert bd.pop(s, azir.id) == 3


@pytest.mark.rule("HST-FLOD-13", "HST-FLOD-14")
def test_octopus_and_salamander() -> None:
    s = page(flooding="auto")
    lake, shore, far = room(s, 4.0, 5.0), room(s, 5.4, 5.0), room(s, 9.0, 5.0)
    lake.fluid = "water"
    tunnel(s, (4.2, 5.0), (5.2, 5.0))
    tunnel(s, (5.6, 5.0), (8.8, 5.0))
    beast = group(s, "alpha", "Cave Octopus", 0, 0, 1, 0, at=lake)
    goblins = group(s, "breeder", "Goblins", 0, 0, 2, 1, at=shore)
    group(s, "breeder", "Orcs", 0, 0, 2, 1, at=far)
    found = alphas.in_range(s, beast)
    assert list(found) == [lake.id] and not alphas.prey_list(s, beast, found)
    goblins.held.append(lake.id)
    assert [row[2] for row in alphas.prey_list(s, beast, found)] == [goblins.id]
    play(s, seasons.season, beast.id, dice=[6, 1])
    assert beast.lair == lake.id and goblins.id in s.met_now
    s = page(flooding="auto")
    hot, cold = room(s, 4.0, 5.0), room(s, 6.0, 5.0)
    hot.fluid = "magma"
    newt = group(s, "alpha", "Salamander", 0, 0, 1, 0, at=hot)
    lairs.relocate(s, newt, cold)
    assert cold.fluid == "magma"


@pytest.mark.rule("HST-FLOD-16")
def test_an_elemental_keeps_dry() -> None:
    s = page(flooding="auto")
    home, lake = room(s, 4.0, 5.0), room(s, 5.4, 5.0)
    lake.fluid = "water"
    tunnel(s, (4.2, 5.0), (5.2, 5.0))
    fire = wanderer(s, "Elemental", home)
    for _ in range(5):
        play(s, wandering.wander, fire, kinds.flavour_named(s, "wandering", "Elemental"))
        assert fire.node == home.id
    move_stack(s, fire, home.id)


# Other worlds.


def world(name: str, dice: Any = ()) -> Host:
    s = page("opening", alternate_worlds=name)
    s.strata = []
    play(s, opening.choose_world, dice=dice)
    return s


@pytest.mark.rule("HST-ALTW-01", "HST-ALTW-02")
def test_which_world() -> None:
    assert world("on", [3]).page.world == "normal"
    assert world("on", [1, 4]).page.world == "hollow_earth"
    assert [world("on", [1, k] if k != 1 else [1, 1, 2]).page.world for k in range(1, 6)] == list(opening.WORLDS)
    s = page("opening", alternate_worlds="on", ask="everything")
    s.strata = []
    ran = play(s, opening.choose_world, dice=[8], answers=["scorched_lands"])
    assert set(ran.asks[0].keys) >= set(opening.WORLDS) and s.page.world == "scorched_lands"


@pytest.mark.rule("HST-ALTW-03")
def test_firetop_range() -> None:
    s = world("firetop_range", [3])
    assert sum(y == 0.3 for _, y in s.page.surface) == 3
    x = next(x for x, y in s.page.surface if y == 0.3)
    assert pg.depth(s.page, x, 1.2) > 0


@pytest.mark.rule("HST-ALTW-04")
def test_the_rift_and_its_bridges() -> None:
    from undercroft.games.host.rules.advanced.bridges import bridge_rift

    s = world("rift_of_sorrows")
    (rift,) = s.passages.values()
    left, foot, right = rift.points
    assert (
        foot[1] == 6.0
        and right[0] - left[0] == pytest.approx(2.5, abs=0.02)
        and s.page.width / 3 <= foot[0] <= s.page.width * 2 / 3 + 0.1
    )
    assert pg.depth(s.page, foot[0], 3.0) > 0 and len(s.entrances) == 2
    s.age = "monsters"
    west, east = room(s, left[0] - 0.2, 3.0), room(s, right[0] + 0.2, 3.0)
    who = group(s, "delver", "Dwarves", 0, 0, 2, 1, at=west)
    who.rooms.append(east.id)
    bd.make(s, "pop", who.id, east.id)
    play(s, bridge_rift, dice=[3])
    assert not [p for p in s.passages.values() if p.kind == "bridge"]
    play(s, bridge_rift, dice=[4])
    (bridge,) = [p for p in s.passages.values() if p.kind == "bridge"]
    assert abs(bridge.points[0][1] - bridge.points[1][1]) < 0.05 and gr.connected(s, bridge.stops[0].node, rift.stops[0].node)
    assert bridge.maker == "delver"
    realm = kingdom(s, left[0] - 1.0)
    play(s, bridge_rift)
    assert len([p for p in s.passages.values() if p.kind == "bridge"]) == 1  # one side only
    farm(s, realm, right[0] + 1.0)
    play(s, bridge_rift, dice=[4])
    high = [p for p in s.passages.values() if p.kind == "bridge"][-1]
    assert high.maker == "surface" and high.points[0] == pytest.approx(left) and high.points[-1] == pytest.approx(right)


@pytest.mark.rule("HST-ALTW-05")
def test_scorched_lands() -> None:
    s = world("scorched_lands")
    assert all(0.85 <= y <= 1.15 for _, y in s.page.surface) and len(s.page.valleys) == 2
    floors = [p for p in s.passages.values() if p.kind == "valley"]
    assert len(floors) == 2 and not s.entrances
    west, r = s.page.valleys[0]
    assert pg.depth(s.page, (west + r) / 2, 3.1) > 0
    s.age = "monsters"
    realm = kingdom(s, west - 0.6)
    assert not gr.connected(s, floors[0].stops[0].node, realm.lair)


@pytest.mark.rule("HST-ALTW-06", "HST-ALTW-07")
def test_hollow_earth() -> None:
    from undercroft.games.host.rules.kingdoms.kingdoms import set_up

    s = world("hollow_earth")
    s.age = "monsters"
    assert pg.depth(s.page, 5.0, 4.0) > 0 > pg.depth(s.page, 5.0, 7.5)
    lodes.add_ore(s, "gold", [(0, 3), (11, 3)], "HST-PRIM-08")
    civ = play(s, places.set_up).result
    assert all(abs(y - 4.25) <= 1.0 for _, y in s.passages[civ.works[0]].points)
    above, below = play(s, set_up).result, play(s, set_up, "chaotic").result
    assert s.rooms[above.lair].y < 2 and s.rooms[below.lair].y > 6 and below.alignment == "chaotic"
    tunnel(s, (3.0, pg.surf(s.page, 3.0)), (3.0, 3.0), entrance="cave_mouth")
    tunnel(s, (8.0, pg.floor(s.page, 8.0)), (8.0, 5.0), entrance="cave_mouth")
    band = play(s, adv.form_party, dice=[5, 3], villainy=True).result
    assert band.alignment == "chaotic" and gr.node_xy(s, band.node)[1] > 5 and band.home == below.id
    assert party_fights.is_opposed(s, band, above.lair) and not party_fights.is_opposed(s, band, below.lair)
    sync(s, party_fights.fight_building, band, above.lair)
    assert not skirmishes.garrison(s, above.lair)


@pytest.mark.rule("HST-ALTW-08")
def test_pocket_universe() -> None:

    s = world("pocket_universe")
    s.age = "civilization"
    assert pg.depth(s.page, 5.5, 4.25) > 2 and pg.depth(s.page, 0.5, 0.5) < 0
    assert pg.down(s.page, 5.5, 7.0)[1] < 0 < pg.down(s.page, 5.5, 2.0)[1]
    lodes.add_ore(s, "gold", [(3, 5), (8, 5)], "HST-PRIM-08")
    civ = play(s, places.set_up).result
    lairs_at = [gr.node_xy(s, r) for r in s.groups[civ.city].rooms]
    assert all(pg.dist(p, (5.5, 4.25)) < 1.8 for p in lairs_at) and s.passages[civ.works[0]].length < 3


# Named treasures.


@pytest.mark.rule("HST-NAMT-01", "HST-NAMT-02", "HST-NAMT-03", "HST-NAMT-04")
def test_named_treasures_keep_their_story() -> None:
    s = page(named_treasures=True)
    cave = room(s, 5.0, 5.0)
    play(s, cavern_contents, cave, 3, dice=[2])
    gems = bd.inside(s, cave.id)
    assert all(b.name for b in gems) and gems[0].name != gems[1].name
    tunnel(s, (1.0, 1.75), (1.0, 3.0), entrance="cave_mouth")
    band = play(s, adv.form_party, dice=[1, 2]).result
    assert bd.of(s, band.id, "loot")[0].name
    from .test_civilization import clan, run_season

    civ = clan(s, pop=4, x=8.0)
    run_season(s, civ, "fall")
    assert bd.inside(s, civ.hall)[0].name
    who = group(s, "delver", "Dwarves", 3.0, 7.0, 3, 1)
    assert not bd.of(s, who.id, "loot")[0].name
    gem = gems[0]
    for owner in (who.id, 0, band.id):
        bd.give(s, gem, owner)
    assert [h.owner for h in gem.history] == ["nobody", who.name, "nobody", band.name] and gem.id in s.beads
    assert any(sheet.title == "Treasures with a name" for sheet in screen(s).sheets)


# Minor features.


@pytest.mark.rule("HST-MINR-01", "HST-MINR-02", "HST-MINR-03", "HST-MINR-04", "HST-MINR-05")
def test_four_lists_of_twenty() -> None:
    lists = minor_lists()
    assert [len(column) for column in lists] == [20] * 4 and len({label for column in lists for label in column}) == 80
    assert (lists[0][0], lists[0][12], lists[0][19]) == ("The Hall of Tiles", "Throne of Iron", "A Tight Squeeze")
    assert (lists[1][0], lists[1][15], lists[1][19]) == ("The Iron Chute", "Bartertown", "Standing Stone")
    assert (lists[2][0], lists[2][10], lists[2][19]) == ("Caves of Confusion", "Ice Grotto", "Gas Leak")
    assert (lists[3][0], lists[3][7], lists[3][19]) == ("Ambuscade", "Abandoned Lab: Dangerous!", "Obsidian Vault")


@pytest.mark.rule("HST-MINR-06", "HST-MINR-07", "HST-MINR-08", "HST-MINR-04")
def test_a_wiped_out_group_leaves_a_minor_feature() -> None:
    s = page(minor_on_wipeout=True, minor_replace=True, ask="everything")
    s.quiet = ["place_room"]
    goblins = group(s, "breeder", "Goblins", 5.0, 5.0, 1, 0)
    sync(s, fortunes.lose_pop, goblins.id, 1, "hunger")
    beads = len(s.beads)
    play(s, minor.after_wipeouts, dice=[3, 11], answers=["own", "Humming Well"])
    (mark,) = s.landmarks.values()
    assert mark.name == "Ice Grotto" and pg.dist((mark.x, mark.y), (5.0, 5.0)) < 1.0 and s.minor[2][10] == "Humming Well"
    assert len(s.beads) == beads
    off = page()
    gone = group(off, "breeder", "Goblins", 5.0, 5.0, 1, 0)
    sync(off, fortunes.lose_pop, gone.id, 1, "hunger")
    play(off, minor.after_wipeouts)
    assert not off.landmarks


# The desk, own entries.


@pytest.mark.rule("HST-CONV-07", "HST-MINR-01", "HST-NAMT-01", "HST-HIST-04")
def test_the_authors_desk() -> None:
    s = page()
    who = group(s, "alpha", "Ogre", 5.0, 5.0, 1, 1)
    ran = run(open_desk, s, answers=["rename", f"group:{who.id}", "Old Moss"])
    assert (
        who.name == "Old Moss" and s.record[-1].kind == "hand_edit" and s.record[-1].chosen_by == "player" and len(ran.asks) == 3
    )
    run(open_desk, s, answers=["minor", f"room:{who.lair}"], dice=[1, 13])
    assert next(iter(s.landmarks.values())).name == "Throne of Iron"
    bead = bd.of(s, who.id, "loot")[0]
    run(open_desk, s, answers=["treasure", f"bead:{bead.id}", "the Wet Crown"])
    assert bead.name == "the Wet Crown" and bead.history
    run(open_desk, s, answers=["asks", ["bribe"]])
    assert "bribe" not in s.quiet and "name" in s.quiet
    m = match(3)
    assert m.ask is not None and "desk" in m.ask.keys_for(0)


@pytest.mark.rule("HST-CUST-01", "HST-CUST-02", "HST-CUST-03")
def test_own_entries_are_checked_and_offered() -> None:
    good = '[[entry]]\nkind = "alpha"\nid = "mole"\nname = "Great Mole"\npop = 1\nloot = 0\nalignment = "hungry"\n'
    entries = load_entries(good, "mine.toml")
    assert entries[0]["name"] == "Great Mole"
    for bad, words in (
        (good + "teeth = 3\n", "teeth"),
        (good.replace("hungry", "sleepy"), "sleepy"),
        (good.replace("pop = 1\n", ""), "pop is missing"),
        (good.replace('"alpha"', '"omega"'), "omega"),
        ("x = 1\n", r"\[\[entry\]\]"),
        ("[[entry", "not valid TOML"),
    ):
        with pytest.raises(BadContent, match=words):
            load_entries(bad, "mine.toml")
    opening_ = Opening(game="host", seats=("A",), seed=1, options={"ask": "nothing"}, bring={"entries": entries})
    assert Match.start(GAME, opening_, light=True).state.custom[0]["name"] == "Great Mole"
    kinds = {entry["kind"] for entry in library()}
    assert len(kinds) == 10 and all(check_entry(dict(entry), "library") for entry in library())


def test_the_library_plays() -> None:
    for entry in library():
        if "effects" in entry:
            s = page()
            room(s, 3.0, 5.0)
            group(s, "alpha", "Ogre", 8.0, 5.0, 1)
            play(s, play_entry, dict(entry), (5.0, 5.0), "HST-CUST-03", dice=Dice(1))
            assert str(entry["name"]) in s.record[-1].text


def test_every_way_on_can_be_walked() -> None:
    s = finish(match(21, ask="nothing", civilization="roll"))
    for node in [*s.rooms, *s.nodes]:
        for way in gr.ways_on(s, Spot(node)):
            assert gr.next_stop(s, way) is not None
    for passage in s.passages.values():
        assert all(a.offset < b.offset for a, b in pairwise(passage.stops))


@pytest.mark.rule("HST-CUST-01", "HST-CUST-02")
def test_own_entries_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    good = '[[entry]]\nkind = "alpha"\nid = "mole"\nname = "Great Mole"\npop = 1\nloot = 0\nalignment = "hungry"\n'

    def begin(text: str) -> Host:
        file.write_text(text, encoding="utf-8")
        options: dict[str, SettingValue] = {"ask": "nothing", "entries": str(file)}
        opening_ = Opening(game="host", seats=("A",), seed=1, options=options, bring={"entries": [_WELL]})
        return GAME.setup(GAME.check_opening(opening_), Dice(1))

    s = begin(good)
    assert [entry["name"] for entry in s.custom] == ["Old Well", "Great Mole"]
    room(s, 5.0, 5.0)
    s.age = "monsters"
    group_ = play(s, lairs.arrive, "alpha", (5.0, 5.0), "HST-ALPH-02", dice=[12]).result
    assert group_.flavour == "Great Mole"
    for bad, words in (
        (good.replace("loot = 0", 'loot = "much"'), "loot is 'much'"),
        (good.replace('name = "Great Mole"', "name = 3"), "name is 3"),
        (good + good, "id is used twice"),
        ("entry = [1]\n", "must be a table"),
        ('[[entry]]\nkind = "feature"\nid = "x"\nname = "X"\neffects = ["boom"]\n', "must be a table with op"),
        (good.replace("hungry", "sleepy"), "entry 'mole': alignment is 'sleepy'"),
    ):
        with pytest.raises(BadContent, match=words) as caught:
            begin(bad)
        assert str(file) in str(caught.value)
    file.write_bytes(b"\xff\xfe\x00")
    for path, words in ((tmp_path / "nowhere.toml", "No such file"), (file, "UTF-8"), (tmp_path, "directory")):
        with pytest.raises(BadContent, match=words):
            read_entries(str(path))


_WELL = {"kind": "surface_construction", "id": "well", "name": "Old Well", "pop": 0, "loot": 0}


@pytest.mark.rule("HST-DSTR-11", "HST-FLOD-04")
def test_a_flood_does_not_dig_out_a_collapsed_room() -> None:
    s = page(flooding="auto")
    gone, cave = room(s, 5.0, 6.0), room(s, 5.0, 7.0)
    way = tunnel(s, (5.0, 5.0), (5.0, 6.8))
    gone.state = "collapsed"
    web(s).unindex_room(gone)
    play(s, flood.flood, "water", way, (5.0, 5.0))
    assert gone.state == "collapsed" and not gone.fluid and cave.fluid == "water"


@pytest.mark.rule("HST-CUST-02", "HST-CUST-04")
def test_every_word_of_an_own_entry_is_checked_before_play() -> None:
    def refused(entry: dict[str, Any], words: str) -> None:
        with pytest.raises(BadContent, match=words) as caught:
            check_entry(entry, "mine.toml")
        assert "mine.toml: entry" in str(caught.value)

    feature: dict[str, Any] = {"kind": "feature", "id": "x", "name": "X"}
    for effects, words in (
        (3, "effects is 3; it must be a list"),
        ([{"op": "draw_room"}], "size is missing"),
        ([{"op": "draw_room", "size": "gigantic"}], "size is 'gigantic'; it can be bead"),
        ([{"op": "gain", "who": "everybody", "pop": 1}], "who is 'everybody'"),
        ([{"op": "gain", "who": "all", "pop": "many"}], "pop is 'many'; it can be 0 to 9"),
        ([{"op": "draw_passage", "from": "die", "to": "pit", "length": "3 miles"}], "length is '3 miles'"),
        ([{"op": "if", "test": "luck", "then": "none"}], "test is 'luck'"),
        ([{"op": "if", "test": "pop >= 2", "then": "die horribly"}], "then is 'die horribly'"),
        ([{"op": "fluid", "target": "nearest room to die", "fluid": "beer"}], "fluid is 'beer'"),
        ([{"op": "mine", "reach": "far"}], "reach is 'far'"),
        ([{"op": "draw_room", "size": "bead", "tags": "tomb"}], "tags is 'tomb'; it must be a list"),
        ([{"op": "record", "text": 4}], "text is 4; it must be a text"),
    ):
        refused({**feature, "effects": effects}, words)
    sample = next(dict(entry) for entry in library() if entry["kind"] == "civilization")
    for change, words in (
        ({"season": 1}, "season is 1; it must be a table"),
        ({"season": {**sample["season"], "fall": [{"op": "fly"}]}}, "fall: effect 'fly'"),
        ({"setup": "soon"}, "setup is 'soon'; it must be a list"),
        ({"construction": [{"pop": 4, "name": "Spire", "size": "sky"}]}, "size is 'sky'"),
        ({"construction": ["Spire"]}, "each is a table with pop and name"),
        ({"end": [{"test": "someday", "reason": "x"}]}, "each is a table with a test"),
    ):
        refused({**sample, **change}, words)
    beast: dict[str, Any] = {"kind": "alpha", "id": "m", "name": "Mole", "pop": 1, "loot": 0, "alignment": "hungry"}
    for change, words in (
        ({"pop": 0}, "a group begins with 1 to 9"),
        ({"strength_per_bead": 0}, "strength_per_bead is 0"),
        ({"kills_per_bead": 0}, "kills_per_bead is 0"),
        ({"may_dig": "a mile"}, "may_dig is 'a mile'"),
        ({"turn_dig": {"length": "far"}}, "turn_dig is 'far'"),
        ({"mines": "sometimes"}, "mines is 'sometimes'"),
        ({"encounter_rules": "polite"}, "encounter_rules is 'polite'"),
    ):
        refused({**beast, **change}, words)


@pytest.mark.rule("HST-CUST-02")
@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ({"op": "roll_table", "table": "weather"}, "table is 'weather'; it can be primordial_events"),
        ({"op": "draw_room", "size": "bead", "at": "the moon"}, "at is 'the moon'"),
        ({"op": "draw_passage", "from": "Olympus", "to": "die"}, "from is 'Olympus'"),
        ({"op": "draw_passage", "from": "die", "to": "Atlantis"}, "to is 'Atlantis'"),
        ({"op": "place", "loot": 1, "at": "the Attic"}, "label of a room that the entry draws"),
        ({"op": "tag", "target": "the Attic", "tag": "tomb"}, "target is 'the Attic'"),
        ({"op": "draw_ore", "ore": "silver"}, "ore is 'silver'; it can be gold, mithral"),
        ({"op": "draw_ore", "shape": "star"}, "no field 'shape'"),
        ({"op": "place", "pop": 1, "as": "king"}, "as is 'king'"),
        ({"op": "draw_room", "size": "bead", "style": "baroque"}, "style is 'baroque'"),
        ({"op": "move", "who": "all", "towards": "die"}, "no field 'towards'"),
        ({"op": "gather", "who": "richest"}, "who is 'richest'; it can be self"),
        ({"op": "mine", "who": "all"}, "who is 'all'; it can be self"),
        ({"op": "build", "who": "self", "list": "wishes"}, "list is 'wishes'"),
        ({"op": "gather", "reach": "far and wide"}, "reach is 'far and wide'"),
    ],
)
def test_no_word_of_an_effect_falls_through(effect: dict[str, Any], words: str) -> None:
    """What could not be played as it is written was played as something else, in silence."""
    with pytest.raises(BadContent, match=words):
        check_entry({"kind": "feature", "id": "x", "name": "X", "effects": [effect]}, "mine.toml")


@pytest.mark.rule("HST-CUST-02")
def test_a_room_that_the_entry_draws_is_a_place() -> None:
    drawn = {"op": "draw_room", "size": "bead", "at": "die", "label": "the Attic"}
    entry = {"kind": "feature", "id": "x", "name": "X", "effects": [drawn, {"op": "place", "loot": 1, "at": "the Attic"}]}
    assert check_entry(entry, "mine.toml") == entry


@pytest.mark.rule("HST-CUST-02")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"start": "on the moon"}, "start is 'on the moon'; it can be nearest room"),
        ({"prefers": "a view"}, "prefers is 'a view'; it can be natural cave"),
        ({"digs_to": ["gold"]}, "digs_to is 'gold'; it can be prey, loot"),
        ({"becomes": "King of Spain"}, "becomes is 'King of Spain'; it can be Dungeon Master"),
        ({"killed_only_by": "boredom"}, "killed_only_by is 'boredom'; it can be adventurers"),
        ({"tribute_from": ["bakers"]}, "tribute_from is 'bakers'; it can be"),
    ],
)
def test_no_word_of_a_flavour_falls_through(change: dict[str, Any], words: str) -> None:
    beast = {"kind": "alpha", "id": "m", "name": "Mole", "pop": 1, "loot": 0, "alignment": "hungry"}
    with pytest.raises(BadContent, match=words):
        check_entry({**beast, **change}, "mine.toml")


def feature_that_rolls(table: str) -> dict[str, Any]:
    return check_entry(
        {"kind": "feature", "id": "x", "name": "X", "effects": [{"op": "roll_table", "table": table}]}, "mine.toml"
    )


@pytest.mark.rule("HST-CUST-02", "HST-MNST-13")
def test_an_entry_may_roll_on_the_monster_table() -> None:
    s = page()
    room(s, 3.0, 5.0)
    ran = play(s, play_entry, feature_that_rolls("monster"), (5.0, 5.0), "HST-FEAT-18", dice=[2, 5])
    assert [g.flavour for g in s.groups.values()] == ["Goblins"] and ran.result is None
    early = page("primordial")
    play(early, play_entry, feature_that_rolls("monster"), (5.0, 5.0), "HST-PRIM-17")
    assert not early.groups


@pytest.mark.rule("HST-CUST-02", "HST-CAVE-00")
def test_an_entry_may_roll_on_other_tables() -> None:
    s = page("primordial")
    play(s, play_entry, feature_that_rolls("natural_cavern"), (5.0, 5.0), "HST-PRIM-17", dice=[7])
    assert [r.fluid for r in s.rooms.values()] == ["water"]
    play(s, play_entry, feature_that_rolls("minor_features"), (5.0, 5.0), "HST-PRIM-17", dice=[1, 13])
    assert [mark.name for mark in s.landmarks.values()] == ["Throne of Iron"]
    s = page()
    room(s, 3.0, 5.0)
    play(s, play_entry, feature_that_rolls("special_feature"), (5.0, 5.0), "HST-FEAT-18", dice=[3])
    assert [mark.kind for mark in s.landmarks.values()] == ["statue"]


@pytest.mark.rule("HST-CUST-02")
def test_a_year_has_room_for_tables_again() -> None:
    """Tables within tables are counted, but not from year to year."""
    s = page()
    s.nested = 9
    sync(s, monsters.new_year)
    assert s.nested == 0


@pytest.mark.rule("HST-CUST-02")
def test_a_flavour_may_prefer_worked_rooms() -> None:
    s = page()
    cave, hall = room(s, 5.0, 5.0), room(s, 6.5, 5.0)
    cave.finish, hall.finish = "natural", "worked"
    what = Flavour(name="Butlers", kind="alpha", prefers="worked room")
    assert lairs.arrival_room(s, what, (5.0, 5.2), "HST-CUST-02").id == hall.id
    far = Flavour(name="Bears", kind="alpha", prefers="natural cave")
    assert lairs.arrival_room(s, far, (6.5, 5.2), "HST-CUST-02").id == cave.id


@pytest.mark.rule("HST-CUST-01")
def test_a_heavier_entry_is_suggested_more_often() -> None:
    s = page(ask="nothing")
    mole = {"kind": "feature", "id": "mole", "name": "Mole Hill", "effects": [], "weight": 9}
    s.custom = [{"kind": "feature", "id": "ant", "name": "Ant Hill", "effects": []}, mole]
    picked = Counter(play(s, choose_own, "feature", "Which?", "HST-FEAT-18").result["id"] for _ in range(100))
    assert picked["mole"] > 75 and picked["ant"] > 2


@pytest.mark.rule("HST-GEO-11")
def test_on_full_ground_an_old_room_is_taken_only_if_it_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    s = page()
    sick, small, right = room(s, 4.0, 5.0, "thumb"), room(s, 5.0, 6.0), room(s, 6.0, 5.0, "thumb")
    for old in (sick, small, right):
        old.state = "fallow"
    sick.plague = 1
    monkeypatch.setattr(works, "sites", lambda *args, **more: [])
    taken = works.room_near(s, (4.2, 5.4), "thumb", "dwarven", "HST-GEO-11", rooms=[], joined=False)
    assert taken is right and right.state == "active" and sick.state == small.state == "fallow"

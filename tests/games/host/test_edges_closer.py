"""A closer look at rules that only whole histories came through: ends, floods, homes, villains' turns, hands on the map."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice
from undercroft.games.host.content import line_at, primordial
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.rules.advanced.flood import flood
from undercroft.games.host.rules.adventurers.party_fights import perish
from undercroft.games.host.rules.civilization.breaching import _breach_room
from undercroft.games.host.rules.civilization.decline import end, new_civ
from undercroft.games.host.rules.encounters.encounters import bonus
from undercroft.games.host.rules.encounters.fortunes import lose_pop
from undercroft.games.host.rules.encounters.skirmishes import meet_stack
from undercroft.games.host.rules.hand import name_treasure
from undercroft.games.host.rules.kingdoms.buildings import near_building, raise_building
from undercroft.games.host.rules.monsters.alphas import gather
from undercroft.games.host.rules.monsters.features import haunting, temple_of_evil
from undercroft.games.host.rules.monsters.monsters import check_ends
from undercroft.games.host.rules.primordial.caverns import cavern_contents
from undercroft.games.host.rules.villainy.villainy import choose_villain, villain_season
from undercroft.games.host.state import Party, Trigger

from .table import group, kingdom, page, play, room, sync, tunnel, villain, wanderer

# Ends and tallies.


@pytest.mark.rule("HST-MNST-02", "HST-MNST-06", "HST-SURF-05")
@pytest.mark.parametrize(("before", "after"), [(None, 7), (5, 12)])
def test_the_years_of_an_age_of_monsters_add_up(before: int | None, after: int) -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5, 4, 3, 6)
    if before is not None:
        s.tallies["monsters years"] = before
    s.year, s.trigger = 7, Trigger("loot", orcs.id, 7)
    sync(s, check_ends)
    assert s.tallies["monsters years"] == after


@pytest.mark.rule("HST-CIV-08")
def test_the_years_of_a_people_are_remembered_once() -> None:
    s = page("civilization")
    home = group(s, "dwarves", "Dwarves", 5, 4, 2)
    civ = new_civ(s, "dwarven", "Ironfold", home, "brown")
    civ.year = 9
    sync(s, end, civ, "the ore gave out", "HST-CIV-08")
    assert (civ.ended, s.tallies["dwarven_years"]) == ("the ore gave out", 9)
    civ.year = 12
    sync(s, end, civ, "a second time", "HST-CIV-08")
    assert (civ.ended, s.tallies["dwarven_years"]) == ("the ore gave out", 9)


# Homes, loot and fights.


@pytest.mark.rule("HST-ALPH-04")
def test_whoever_drags_the_sixth_treasure_home_stops_there() -> None:
    s = page()
    wyrm = group(s, "alpha", "Dragon", 5, 4, 1, 4)
    cave = room(s, 5, 5)
    for _ in range(4):
        bd.make(s, "loot", 0, cave.id)
    assert sync(s, gather, wyrm, {cave.id: 0.5}, straight=False).result is True
    assert bd.loot(s, wyrm.id) == 6
    assert s.trigger is not None
    poor = page()
    wyrm = group(poor, "alpha", "Dragon", 5, 4, 1, 0)
    cave = room(poor, 5, 5)
    for role in ("", "crypt", "shrine", ""):
        bd.make(poor, "loot", 0, cave.id, role=role)
    assert sync(poor, gather, wyrm, {cave.id: 0.5}, straight=False).result is True
    assert bd.loot(poor, wyrm.id) == 2  # what lies in a crypt or a shrine stays
    assert sync(poor, gather, wyrm, {}, straight=False).result is False


@pytest.mark.rule("HST-ENCT-03", "HST-WCON-04")
def test_a_sanctum_helps_who_is_at_home_in_it() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5, 4, 3)
    other = room(s, 7, 4)
    plain = bonus(s, orcs.id, orcs.lair)
    orcs.shrine = True
    assert bonus(s, orcs.id, orcs.lair) == plain + 1
    orcs.shrine = False
    gem = bd.make(s, "loot", orcs.id, orcs.lair)
    s.artifact = gem.id
    assert bonus(s, orcs.id, other.id) == plain + 1
    s.artifact = 0
    assert bonus(s, orcs.id, other.id) == plain


@pytest.mark.rule("HST-MNST-17", "HST-MNST-04")
def test_who_loses_the_last_of_his_people_falls_and_prisoners_do_not_fight() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5, 4, 3)
    bd.of(s, orcs.id, "pop")[0].role = "prisoner"
    assert sync(s, lose_pop, orcs.id, 1, "a rockfall").result == 1
    assert (bd.pop(s, orcs.id), orcs.alive) == (1, True)  # of two who fight
    s = page()
    orcs = group(s, "breeder", "Orcs", 5, 4, 2)
    assert sync(s, lose_pop, orcs.id, 5, "a rockfall").result == 2
    assert not orcs.alive


@pytest.mark.rule("HST-WCON-06", "HST-WCON-03", "HST-WNDF-11")
def test_a_troll_is_driven_off_half_a_finger_and_its_loot_is_taken() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5, 4, 8)
    tunnel(s, (5, 4), (9, 4))
    lair = s.rooms[orcs.lair]
    troll = wanderer(s, "Troll", lair, 1, 1)
    play(s, meet_stack, orcs.id, troll.id, groups_turn=True)
    assert troll.id in s.stacks
    assert bd.loot(s, orcs.id) == 1
    spot = gr.node_xy(s, troll.node) if troll.node else None
    assert troll.node != lair.id or spot is None


@pytest.mark.rule("HST-ADVN-17")
@pytest.mark.parametrize("rooms", [True, False])
def test_what_a_lost_party_carried_lies_where_it_fell_or_nowhere(rooms: bool) -> None:
    s = page()
    hole = room(s, 5, 4) if rooms else None
    door = tunnel(s, (5, 1.75), (5, 3), entrance="adit")
    party = Party(99, "The Lamplighters", "lawful", 1, door.stops[0].node, s.absolute)
    s.party = party
    bd.make(s, "pop", party.id, 0)
    gem = bd.make(s, "loot", party.id, 0)
    sync(s, perish, party, "lost")
    assert party.fate == "lost"
    assert bd.of(s, party.id, "pop") == []
    if hole is not None:
        assert (s.beads[gem.id].room, s.beads[gem.id].owner) == (hole.id, 0)
    else:
        assert gem.id not in s.beads
    assert s.tallies["parties lost"] == 1


# Rooms.


@pytest.mark.rule("HST-CAVE-02", "HST-CAVE-06", "HST-PRIM-11", "HST-PRIM-15")
def test_a_room_that_was_broken_into_is_no_secret_any_more() -> None:
    s = page("civilization")
    civ = new_civ(s, "dwarven", "Ironfold", group(s, "dwarves", "Dwarves", 5, 4, 2), "brown")
    hidden = room(s, 7, 4)
    hidden.secret = True
    play(s, _breach_room, civ, hidden, (7.0, 4.0))
    assert not hidden.secret


@pytest.mark.rule("HST-FEAT-05")
def test_the_lair_of_a_cult_is_a_temple() -> None:
    s = page()
    at = room(s, 5, 4)
    play(s, temple_of_evil, (5.0, 4.0), dice=Dice(3))
    cult = next(g for g in s.groups.values() if g.type == "temple")
    assert "temple" in s.rooms[cult.lair].tags
    assert cult.lair == at.id


@pytest.mark.rule("HST-FEAT-17")
def test_the_dead_walk_in_a_room_that_is_empty_and_nobodys() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5, 4, 3)
    far, full = room(s, 15, 4), room(s, 6.5, 4)
    bd.make(s, "loot", 0, full.id)
    play(s, haunting, (5.5, 4.0))
    (dead,) = s.stacks.values()
    assert (dead.node, dead.flavour) == (far.id, "Unquiet Dead")
    assert (bd.pop(s, dead.id), bd.loot(s, dead.id)) == (3, 1)
    assert dead.node != orcs.lair


@pytest.mark.rule("HST-CAVE-00", "HST-CAVE-02")
@pytest.mark.parametrize("face", [1, 4])
def test_a_plague_is_as_bad_as_its_die(face: int) -> None:
    s = page("primordial")
    at = next(n for n in range(1, 7) if line_at(primordial().natural_cavern, n).id == "plague")
    cave = room(s, 5, 5)
    play(s, cavern_contents, cave, at, dice=[f"1d4={face}"])
    assert (cave.plague, cave.label) == (face, f"plague {face}")


@pytest.mark.rule("HST-FLOD-03", "HST-FLOD-04")
def test_water_runs_down_the_ways_it_fills() -> None:
    s = page()
    upper, lower = room(s, 5, 3), room(s, 5, 5)
    breached = tunnel(s, (4.9, 3.05), (5, 4.9))
    play(s, flood, "water", breached, (5.0, 4.0))
    assert breached.fluid == "water"
    assert (lower.fluid, lower.state) == ("water", "flooded")
    assert upper.fluid == ""


@pytest.mark.rule("HST-SURF-04", "HST-FEAT-14")
def test_a_building_holds_nine_and_is_near_within_a_thumb() -> None:
    s = page()
    land = kingdom(s, 5.0)
    castle = s.rooms[land.lair]
    assert castle.capacity == raise_building(s, land, 9.0, "farm", "HST-SURF-09").capacity == 9
    edge = castle.x + castle.w / 2
    thumb = s.measures.thumb
    assert near_building(s, (edge + thumb - 0.02, castle.y))
    assert not near_building(s, (edge + thumb + 0.05, castle.y))


# Villains and the author's hand.


@pytest.mark.rule("HST-VILL-05")
@pytest.mark.parametrize(("fallen", "alive", "acted"), [(True, True, False), (False, False, False), (False, True, True)])
def test_a_villain_who_is_gone_or_has_acted_has_no_season(fallen: bool, alive: bool, acted: bool) -> None:
    s = page()
    vex, people = villain(s, "dungeon_master", room(s, 5, 4, "thumb", "delver"), 2, 1)
    vex.fallen, people.alive = fallen, alive
    s.acted = [people.id] if acted else []
    s.season = "before"
    play(s, villain_season, vex)
    assert (s.season, s.acted) == ("before", [people.id] if acted else [])


@pytest.mark.rule("HST-VILL-03", "HST-VILL-04", "HST-VILL-13")
def test_a_villain_that_was_set_comes_unless_he_is_here() -> None:
    s = page(villain_choice="liche_king")
    assert play(s, choose_villain, []).result == "liche_king"
    assert play(s, choose_villain, ["liche_king"], dice=Dice(3)).result != "liche_king"


@pytest.mark.rule("HST-NAMT-01")
def test_a_treasure_is_named_by_hand_in_at_most_44_letters() -> None:
    s = page(ask="everything")
    orcs = group(s, "breeder", "Orcs", 5, 4, 1, 2)
    first, _ = bd.of(s, orcs.id, "loot")
    ran = play(s, name_treasure, answers=[f"bead:{first.id}", "The Green Eye"])
    assert (first.name, first.history[-1].owner, ran.asks[1].high) == ("The Green Eye", orcs.name, 44)
    assert list(ran.asks[0].keys) == [f"bead:{b.id}" for b in bd.of(s, orcs.id, "loot")]

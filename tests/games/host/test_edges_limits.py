"""Where a rule stops: the last one who counts, the half of the page, what must not happen, whose bead it is."""

from __future__ import annotations

from itertools import combinations

import pytest

from undercroft.engine import Dice
from undercroft.games.host.content import line_at, primordial
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes
from undercroft.games.host.ground import page as pg
from undercroft.games.host.rules.advanced import minor
from undercroft.games.host.rules.adventurers import party_fights
from undercroft.games.host.rules.civilization import conflict
from undercroft.games.host.rules.civilization.breaching import _breach_room
from undercroft.games.host.rules.conventions import ages, stacks
from undercroft.games.host.rules.dark_elves import building as elven_building
from undercroft.games.host.rules.dark_elves import dark_elves, places
from undercroft.games.host.rules.demons import demons
from undercroft.games.host.rules.dwarves import building
from undercroft.games.host.rules.encounters import encounters, lairs, skirmishes, villainies
from undercroft.games.host.rules.encounters.fortunes import lose_pop
from undercroft.games.host.rules.kingdoms import excursions, kingdoms
from undercroft.games.host.rules.kingdoms.buildings import cellar_under, raise_building
from undercroft.games.host.rules.monsters import breeders, features
from undercroft.games.host.rules.primordial import caverns, rivers
from undercroft.games.host.rules.villainy import dungeon_master, legions, liche_king, sanctum, thought_lords
from undercroft.games.host.state import Point

from .table import counts, farm, group, kingdom, page, play, room, sync, tunnel, wanderer
from .test_civilization import clan, pit, realm, run_season, vein
from .test_kingdoms import party
from .test_villainy import beast, liche, lords, master

# Peoples under the hill.


@pytest.mark.rule("HST-DEMN-12", "HST-DEMN-13", "HST-DEMN-15", "HST-DMCN-03", "HST-DMCN-04", "HST-DMCN-05", "HST-DMCN-06")
@pytest.mark.parametrize(("princes", "left"), [(1, 0), (2, 0), (3, 2)])
def test_who_binds_his_last_demon_but_one_ends_the_age(princes: int, left: int) -> None:
    s = page("civilization")
    civ = pit(s, princes)
    play(s, demons.construct, civ, tunnel(s, (0.0, 5.0), (11.0, 5.0), kind="river").id)
    assert bd.pop(s, civ.people[0]) == left and bool(civ.ended) is (left == 0)


@pytest.mark.rule("HST-DELF-02", "HST-DELF-03", "HST-DELF-04", "HST-DELF-05", "HST-DELF-06", "HST-DELF-07")
def test_a_city_on_a_steep_road_lies_on_both_its_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    s = page("civilization")
    vein(s)
    monkeypatch.setattr(places, "road_line", lambda s: [(0.0, 8.0), (11.0, 4.7)])
    civ = play(s, places.set_up).result
    made = [s.rooms[rid] for rid in s.groups[civ.city].rooms]
    x = sum(r.x for r in made) / 6
    road = 8.0 - 0.3 * x
    assert all((r.kind == "palace") is (r.y < road) and abs(r.y - road) < 1.0 and abs(r.x - x) < 1.0 for r in made)


@pytest.mark.rule("HST-DELF-02", "HST-DELF-03", "HST-DELF-04", "HST-DELF-05", "HST-DELF-06", "HST-DELF-07")
def test_the_city_is_three_and_three_in_a_row_and_named_after_its_first_palace(monkeypatch: pytest.MonkeyPatch) -> None:
    s = page("civilization")
    vein(s)
    monkeypatch.setattr(places, "road_line", lambda s: [(0.0, 6.5), (11.0, 6.5)])
    civ = play(s, places.set_up).result
    city = s.groups[civ.city]
    made = [s.rooms[rid] for rid in city.rooms]
    palaces, pits = made[::2], made[1::2]
    assert city.lair == palaces[0].id and [r.name for r in made] == [city.name, "", "", "", "", ""]
    for row, side in ((palaces, -1), (pits, 1)):
        assert [r.x for r in row] == sorted(r.x for r in row)
        assert all(0.2 < (r.y - 6.5) * side < 0.7 for r in row)  # no further off than a bead's room beside the road
    for above, below in zip(palaces, pits, strict=True):
        assert above.x == below.x
    assert set(city.rooms) <= set(civ.rooms) and all(gr.connected(s, r.id, city.lair) for r in made)
    road = next(p for p in s.passages.values() if p.label == "road")
    assert road.id in civ.works and all(pid in civ.works for pid, p in s.passages.items() if p.owner == city.id)


@pytest.mark.rule("HST-DELF-02", "HST-DELF-03", "HST-DELF-04", "HST-DELF-05", "HST-DELF-06", "HST-DELF-07")
def test_a_palace_with_no_space_is_built_further_from_the_road(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "road_line", lambda s: [(0.0, 6.5), (11.0, 6.5)])
    free = page("civilization")
    vein(free)
    x = free.rooms[free.groups[play(free, places.set_up).result.city].rooms[2]].x  # of the palace in the middle
    s = page("civilization")
    vein(s)
    for y in (6.06, 6.94):
        room(s, x, y)
    civ = play(s, places.set_up).result
    palace, slaves = (s.rooms[rid] for rid in s.groups[civ.city].rooms[2:4])
    assert palace.x == slaves.x == x and palace.y < 5.9 and slaves.y > 7.1  # straight up and straight down


@pytest.mark.rule("HST-DECN-01", "HST-DECN-05", "HST-DECN-08", "HST-ALTW-06")
@pytest.mark.parametrize(("y", "up"), [(4.6, 1), (3.9, -1)])
def test_in_the_hollow_earth_the_nearer_surface_is_up(y: float, up: int) -> None:
    s = page("civilization")
    s.page.world, s.page.under = "hollow_earth", [(0.0, 8.2), (11.0, 8.2)]
    civ = realm(s, 1, 0, y=y)
    city = s.groups[civ.city]
    civ.tops[city.id] = (5.0, y)
    play(s, elven_building.build, civ, city.id, "Exploratory tunnel towards surface 1 finger long", True)
    way = s.passages[civ.works[-1]]
    assert (way.points[-1][1] - way.points[0][1]) * up > 1.0


@pytest.mark.rule("HST-DECN-02", "HST-DECN-05", "HST-DECN-08")
def test_in_a_pocket_universe_up_is_away_from_its_heart() -> None:
    s = page("civilization")
    s.page.world = "pocket_universe"
    civ = realm(s, 1, 0, y=4.25)
    city = s.groups[civ.city]
    civ.tops[city.id] = (4.5, 5.0)
    play(s, elven_building.build, civ, city.id, "Exploratory tunnel towards surface 1 finger long", True)
    top = civ.tops[city.id]
    heart = (s.page.width / 2, s.page.height / 2)
    assert pg.heading(heart, top) == pytest.approx(pg.heading(heart, (4.5, 5.0)), abs=0.05)
    assert pg.dist(heart, top) > pg.dist(heart, (4.5, 5.0)) + 1.0


@pytest.mark.rule("HST-DECN-01", "HST-DECN-04", "HST-DECN-06", "HST-DECN-07", "HST-DECN-09", "HST-LICH-03")
@pytest.mark.parametrize(("work", "kind"), [("Tomb", "tomb"), ("Arena", "room"), ("Torture Pit", "room")])
def test_only_a_tomb_is_one(work: str, kind: str) -> None:
    s = page("civilization")
    civ = realm(s, 5, 3)
    play(s, elven_building.build, civ, civ.city, work, True)
    made = s.rooms[s.groups[civ.city].rooms[-1]]
    assert (made.label, made.kind, "tomb" in made.tags) == (work, kind, kind == "tomb")


@pytest.mark.rule("HST-CAVE-02", "HST-CAVE-06", "HST-PRIM-11", "HST-PRIM-15")
@pytest.mark.parametrize(("plague", "pop", "hoard"), [(0, 3, 1), (1, 2, 0), (2, 1, 0), (3, 0, 0), (5, 0, 0)])
def test_all_that_waits_in_a_room_is_met_until_nobody_is_left(plague: int, pop: int, hoard: int) -> None:
    s = page("civilization")
    civ = clan(s, 5, 1)
    cave = room(s, 8.0, 6.0, "thumb")
    cave.plague = plague
    beasts = wanderer(s, "Beasts", cave, 2)
    wyrm = group(s, "wyrm", "Wyrm", 0, 0, 1, at=room(s, 9.5, 6.0) if plague else cave)
    play(s, _breach_room, civ, cave, (8.0, 6.0))
    assert (bd.pop(s, civ.people[0]), bool(civ.ended), bd.loot(s, wyrm.id)) == (pop, not pop, hoard)
    assert (beasts.id in s.stacks) is (plague == 5)  # nobody came so far


@pytest.mark.rule("HST-PRIM-11", "HST-PRIM-15", "HST-CAVE-06")
def test_who_dies_of_what_slept_there_meets_nothing_more() -> None:
    s = page("civilization")
    civ = clan(s, 2, 1)
    cave = room(s, 8.0, 6.0, "thumb", tags=["fate"])
    wanderer(s, "Beasts", cave, 3)
    wyrm = group(s, "wyrm", "Wyrm", 0, 0, 1, at=cave)
    play(s, _breach_room, civ, cave, (8.0, 6.0))
    assert civ.ended and "Fate" not in civ.ended and "fate" in cave.tags and not bd.loot(s, wyrm.id)


@pytest.mark.rule("HST-DWRF-07", "HST-DWRF-08")
def test_loot_of_nobody_in_a_dwarven_room_becomes_theirs() -> None:
    s = page("civilization")
    civ = clan(s, 2, 0)
    people = s.groups[civ.people[0]]
    lost = bd.make(s, "loot", 0, people.rooms[0])
    run_season(s, civ, "spring")
    assert (lost.owner, lost.role) == (people.id, "stored") and counts(s, people.id) == (3, 1)
    assert s.rooms[lost.room].kind in ("mine", "store", "workshop")


@pytest.mark.rule("HST-DWRF-07", "HST-DWRF-08")
def test_what_is_at_home_stays_and_what_lies_outside_is_carried_in() -> None:
    s = page("civilization")
    civ = clan(s, 2, 0)
    people = s.groups[civ.people[0]]
    cave = room(s, 6.0, 4.0)
    tunnel(s, (4.0, 3.9), (6.0, 4.0))
    home, outside = bd.make(s, "loot", people.id, people.rooms[1]), bd.make(s, "loot", people.id, cave.id)
    run_season(s, civ, "spring")
    assert home.room == people.rooms[1] and s.rooms[outside.room].kind in ("mine", "store", "workshop")
    assert {home.role, outside.role} == {"stored"} and bd.pop(s, people.id) == 4


@pytest.mark.rule("HST-DWCN-09")
@pytest.mark.parametrize("turned", range(4))
def test_the_secret_room_keeps_a_thumb_from_the_shaft_and_no_more(turned: int) -> None:
    s = page("civilization")
    civ = clan(s, 1, foot=8.0)
    s.streams["style"] = turned
    play(s, building.treasure_room, civ)
    (vault,) = [r for r in s.rooms.values() if r.label == "Treasure Room"]
    shaft = s.passages[civ.shaft].points
    near = min(pg.to_box(pg.along(shaft, k * 0.05), vault.x, vault.y, vault.w, vault.h) for k in range(120))
    assert s.measures.thumb - 0.02 <= near <= s.measures.thumb + 0.25


@pytest.mark.rule("HST-DWCN-10")
def test_too_deep_is_straight_down() -> None:
    s = page("civilization")
    civ = clan(s, 10, x=7.0)
    play(s, building.too_deep, civ)
    way = s.passages[civ.works[-1]]
    assert way.points[-1] == pytest.approx((way.points[0][0], s.page.height), abs=0.02) and civ.ended


# The kingdoms above.


@pytest.mark.rule("HST-SURF-15")
def test_a_shaft_leads_from_the_floor_of_a_cellar_to_the_ceiling_of_the_next() -> None:
    s = page()
    realm_of = kingdom(s, 5.0, 1, 1)
    sync(s, kingdoms.dig_cellar, realm_of)
    before = set(s.passages)
    sync(s, kingdoms.dig_cellar, realm_of)
    upper, lower = [r for r in s.rooms.values() if r.label == "castle cellar"]
    (shaft,) = [p for pid, p in s.passages.items() if pid not in before]
    assert shaft.points[0] == pytest.approx((upper.x, upper.y + upper.h / 2), abs=0.011)
    assert shaft.points[-1] == pytest.approx((lower.x, lower.y - lower.h / 2), abs=0.011)


@pytest.mark.rule("HST-SURF-08", "HST-SURF-12", "HST-SURF-15")
@pytest.mark.parametrize(("men", "farms", "dug"), [(1, 2, 1), (1, 1, 0)])
def test_only_who_is_supported_digs(men: int, farms: int, dug: int) -> None:
    s = page()
    realm_of = kingdom(s, 5.0, men, 1)
    for k in range(farms):
        farm(s, realm_of, 1.0 + 2 * k)
    play(s, kingdoms.surface_season, realm_of)
    assert sum(r.label == "castle cellar" for r in s.rooms.values()) == dug


@pytest.mark.rule("HST-SFCN-02", "HST-SFCN-04")
@pytest.mark.parametrize(("men", "gold"), [(1, 1), (2, 2), (0, 1), (1, 0)])
def test_a_castle_sends_one_of_its_own_and_one_treasure_to_its_city(men: int, gold: int) -> None:
    s = page()
    realm_of = kingdom(s, 5.0, men, gold)
    city = raise_building(s, realm_of, 8.0, "city", "HST-SFCN-02")
    city.label = "city"
    lost = bd.make(s, "loot", realm_of.id, city.id)
    sync(s, skirmishes.emptied, city.id)
    assert len(skirmishes.garrison(s, city.id)) == min(men, 1) and len(skirmishes.garrison(s, realm_of.lair)) == max(men - 1, 0)
    came = [b for b in bd.inside(s, city.id) if b.colour == "loot" and b is not lost]
    assert lost.owner == 0 and len(came) == (min(gold, 1) if men else 0)


# Features and wanderers.


@pytest.mark.rule("HST-WCON-03", "HST-WCON-04", "HST-WCON-07")
def test_what_a_fight_without_dice_costs() -> None:
    assert skirmishes.no_dice(4, 1, 0, 2, 1) == (1, 2)  # one who takes two blows takes two of them along
    assert skirmishes.no_dice(3, 2, 0, 1, 4) == (4, 2)
    assert skirmishes.no_dice(3, 1, 0, 2, 5) == (1, 3)
    assert skirmishes.no_dice(2, 1, 2, 1, 5) == (0, 2) and skirmishes.no_dice(3, 1, 2, 1, 5) == (1, 1)


@pytest.mark.rule("HST-DMST-21", "HST-WCON-06")
@pytest.mark.parametrize(("own_turn", "taken"), [(True, 1), (False, 0)])
def test_a_dungeon_master_takes_what_falls_in_his_own_turn(own_turn: bool, taken: int) -> None:
    s, _, g = master(5, 0)
    beasts = wanderer(s, "Beasts", room(s, 7.0, 6.0), 2, 1)
    sync(s, dungeon_master.fight_stack, g, beasts, own_turn=own_turn)
    assert beasts.id not in s.stacks and g.alive and counts(s, g.id) == (3, taken)


@pytest.mark.rule("HST-FEAT-17")
def test_without_an_empty_room_the_dead_get_a_cave_that_can_be_reached() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5.0, 4.0, 3)
    play(s, features.haunting, (8.0, 6.0))
    (dead,) = s.stacks.values()
    assert dead.node != orcs.lair and gr.connected(s, dead.node, orcs.lair)


@pytest.mark.rule("HST-FEAT-13")
def test_what_came_through_the_gate_is_met_once() -> None:
    s = page()
    cave = room(s, 5.0, 5.0, "thumb")
    first, second = group(s, "breeder", "Orcs", 0, 0, 1, at=cave), group(s, "breeder", "Goblins", 0, 0, 5, at=cave)
    play(s, features.dimensional_gate, (5.0, 5.0))
    (beings,) = s.stacks.values()
    assert not first.alive and bd.pop(s, second.id) == 5 and bd.pop(s, beings.id) == 1


@pytest.mark.rule("HST-WCON-03", "HST-WCON-05", "HST-WNDF-11")
@pytest.mark.parametrize("troll_first", [True, False])
def test_no_wanderer_kills_a_troll(troll_first: bool) -> None:
    s = page()
    cave, other = room(s, 3.0, 5.0), room(s, 6.0, 5.0)
    tunnel(s, (3.2, 5.0), (5.8, 5.0))
    troll, beasts = wanderer(s, "Troll", cave, 1, 1), wanderer(s, "Beasts", other, 4)
    hoard = bd.of(s, troll.id, "loot")
    sync(s, skirmishes.stacks_meet, *((troll, beasts) if troll_first else (beasts, troll)))
    assert bd.pop(s, troll.id) == 1 and [b.owner for b in hoard] == [0]


# Villains and minor features.


@pytest.mark.rule("HST-VILL-17", "HST-VILL-18")
def test_who_speaks_for_a_liche_king() -> None:
    def fit(pop: int, loot: int, side: str = "chaotic") -> int:
        s = page("villainy")
        group(s, "breeder", "Orcs", 5.0, 5.0, pop, loot, alignment=side)
        return villainies.VILLAINIES["liche_king"].fit(s)

    assert [fit(2, 2), fit(3, 0), fit(1, 3), fit(2, 0), fit(3, 3, "lawful"), fit(3, 3, "hungry")] == [0, 1, 1, 0, 0, 0]


@pytest.mark.rule("HST-MINR-07")
def test_no_name_stands_twice_on_the_lists_of_minor_features() -> None:
    s = page(minor_replace=True, ask="everything")
    old, other = s.minor[0][0], s.minor[1][5]
    for written, kept in ((other, f"{other} again"), (old, f"{old} again"), ("Salt Stair", "Salt Stair")):
        assert play(s, minor.replacement, old, answers=["own", written]).result == kept


@pytest.mark.rule("HST-MINR-06")
def test_a_minor_feature_marks_an_empty_room_of_the_old_zone() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5.0, 5.0, 1)
    farm_above = kingdom(s, 5.0).lair
    full, free = room(s, 7.0, 5.0), room(s, 3.0, 5.0)
    bd.make(s, "loot", 0, full.id)
    for rid in (farm_above, full.id):
        orcs.rooms.append(rid)
    lair: Point = (s.rooms[orcs.lair].x, s.rooms[orcs.lair].y)
    assert minor.place_for(s, orcs) == lair
    orcs.rooms.append(free.id)
    assert minor.place_for(s, orcs) == (free.x, free.y)


@pytest.mark.rule("HST-SANC-00", "HST-SANC-01", "HST-SANC-02", "HST-SANC-03", "HST-SANC-04", "HST-SANC-05", "HST-SANC-06")
@pytest.mark.rule("HST-SANC-07", "HST-SANC-08", "HST-SANC-09", "HST-SANC-10", "HST-SANC-11")
@pytest.mark.parametrize(
    ("flavour", "name", "size", "pop", "loot", "guards"),
    [
        ("Owlbear", "Great Nest", "bead", 1, 0, 0),
        ("Minotaur", "Labyrinth", "bead", 0, 0, 0),
        ("Dragon", "Hoard", "bead", 0, 0, 0),
        ("Xorn", "Heartgem", "bead", 0, 1, 0),
        ("Purple Worm", "Midden", "bead", 0, 0, 0),
        ("Ogre Magi", "Library", "bead", 0, 0, 0),
        ("Ogre", "Throne Room", "two_bead", 0, 0, 0),
        ("Ettin", "Arena of Death", "two_bead", 0, 0, 1),
        ("Rakshasa", "Palace", "two_bead", 0, 0, 0),
        ("Sphinx", "Grand Gallery", "three_bead", 0, 0, 0),
        ("Fire Giant", "Drinking Hall", "two_bead", 0, 0, 0),
        ("Fire Giant", "Forge", "bead", 0, 0, 0),
    ],
)
def test_what_an_inner_sanctum_holds(flavour: str, name: str, size: str, pop: int, loot: int, guards: int) -> None:
    s, v, g = beast(flavour, 2, 3, ask="everything")
    line = encounters.sanctum_of(s, g)
    ran = play(s, sanctum.inner_sanctum, v, g, line, answers=[name] if line.choice else [])
    (made,) = [r for r in s.rooms.values() if r.label == name]
    assert (made.size, made.tags, made.owner) == (size, ["sanctum"], g.id) and made.id in g.rooms and g.sanctum == name
    assert v.built == ["Inner Sanctum"] and gr.connected(s, made.id, g.lair) and len(ran.asks) == bool(line.choice)
    inside = [(b.colour, b.role) for b in bd.inside(s, made.id) if b.owner == g.id]
    assert inside == [("pop", "")] * pop + [("loot", "heartgem")] * loot and counts(s, g.id) == (2 + pop, 3 + loot)
    assert [(st.node, bd.pop(s, st.id), st.roams, st.ignores) for st in s.stacks.values()] == [(made.id, 1, False, g.id)] * guards


@pytest.mark.rule("HST-ENCT-01", "HST-LICH-07", "HST-ENCT-03")
def test_who_bumps_into_the_liche_king_fights_without_dice_and_any_other_villain_with() -> None:
    s, _, king = liche(2, 2)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 5)
    assert play(s, encounters.encounter, orcs.id, king.id).result is True
    assert bd.pop(s, orcs.id) == 2
    s, _, lord = master(2, 0)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 2)
    ran = play(s, encounters.encounter, orcs.id, lord.id, dice=Dice(3))
    assert ran.result is True and any(e.kind == "roll" for e in ran.events)


@pytest.mark.rule("HST-SURF-12", "HST-SURF-13", "HST-SURF-14")
@pytest.mark.parametrize(("key", "left"), [("yes", 0), ("no", 1)])
def test_knights_may_take_their_only_treasure_below(key: str, left: int) -> None:
    s = page(ask="everything")
    realm_of = kingdom(s, 5.0, 3, 1)
    den = room(s, 5.0, 4.0)
    tunnel(s, (5.0, 1.75), (5.0, 3.8), entrance="cave_mouth")
    wanderer(s, "Beasts", den, 9)
    play(s, excursions.excursion, realm_of, answers=[key])
    assert counts(s, realm_of.id) == (0, left)


@pytest.mark.rule("HST-SFCN-00", "HST-SFCN-01", "HST-SFCN-02", "HST-SFCN-03", "HST-SFCN-04", "HST-SFCN-05")
def test_without_ground_nothing_is_built_and_the_record_says_why() -> None:
    s = page()
    realm_of = kingdom(s, 5.0, 3, 1)
    for k in range(28):
        farm(s, realm_of, 0.2 + 0.4 * k, pop=0)
    before, lines = len(s.rooms), len(s.record)
    play(s, excursions.special_construction, realm_of)
    assert (len(s.rooms), s.specials) == (before, 0)
    assert [e.rule for e in s.record[lines:]] == ["HST-SFCN-05"]


@pytest.mark.rule("HST-ORDR-04")
def test_the_end_counts_treasures_and_those_who_are_left() -> None:
    s = page()
    group(s, "breeder", "Orcs", 5.0, 5.0, 4, 2)
    gone = group(s, "alpha", "Ogre", 8.0, 5.0, 1, 1)
    gone.alive = False
    kingdom(s, 5.0, 2, 1)
    s.rooms[gone.lair].state = "collapsed"
    facts = ages.outcome(s).facts
    assert (facts["loot left"], facts["groups ever"], facts["groups alive"], facts["rooms"]) == (4, 2, 1, 1)
    assert (facts["civilization"], facts["trigger"], facts["villain won"], facts["cap reached"]) == ("none", "none", False, False)


@pytest.mark.rule("HST-DLVF-09")
@pytest.mark.parametrize("x", [0.0, 5.0, 11.0])
def test_a_camp_lies_just_under_the_grass(x: float) -> None:
    s = page()
    camp = lairs._camp(s, x, "HST-DLVF-09")
    roof = camp.y - camp.h / 2
    assert 1.75 <= roof < 1.75 + s.measures.bead and camp.w / 2 <= camp.x <= 11.0 - camp.w / 2


@pytest.mark.rule("HST-DELF-04")
@pytest.mark.parametrize(("how", "low", "high"), [("anywhere", 1.2, 9.8), ("middle", 3.66, 7.34), ("ore", 8.0, 8.0)])
def test_where_along_the_road_the_city_may_stand(monkeypatch: pytest.MonkeyPatch, how: str, low: float, high: float) -> None:
    monkeypatch.setattr(places, "pick", lambda s, name, choices: how)
    found = []
    for seed in range(12):
        s = page("civilization")
        lodes.add_ore(s, "gold", [(1.0, 5.0), (3.0, 5.0)], "HST-PRIM-08")
        lodes.add_ore(s, "gold", [(6.0, 6.0), (10.0, 6.0)], "HST-PRIM-08")
        s.streams["place"] = seed
        found.append(play(s, places._city_x, [(0.0, 7.0), (11.0, 7.0)]).result)
    assert all(low <= x <= high for x in found)
    assert max(found) - min(found) >= 0.5 * (high - low)


@pytest.mark.rule("HST-BRED-04", "HST-BRED-03", "HST-THOT-14")
def test_breeding_is_told_when_they_are_more_than_ever() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5.0, 5.0, 2, 2)
    ran = play(s, breeders.breeder_season, orcs, dice=Dice(1))
    assert any("bred" in text for text in ran.texts) and orcs.numbered >= 3
    orcs.numbered = 99
    assert not any("bred" in text for text in play(s, breeders.breeder_season, orcs, dice=Dice(1)).texts)
    assert orcs.numbered == 99


@pytest.mark.rule("HST-BRED-03", "HST-BRED-04", "HST-BRED-06", "HST-BRED-09")
@pytest.mark.parametrize(("loot", "pop"), [(3, 3), (4, 4), (2, 3)])
def test_a_second_child_where_there_is_more_loot_than_people(loot: int, pop: int) -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5.0, 5.0, 2, loot)
    play(s, breeders.breeder_season, orcs, dice=Dice(1))
    assert counts(s, orcs.id) == (pop, loot)


@pytest.mark.rule("HST-LICH-03", "HST-LICH-05", "HST-LICH-02")
def test_a_tomb_is_emptied_and_only_the_loot_beyond_one_of_the_richest_is_his() -> None:
    s, v, king = liche(0, 0)
    tomb = room(s, 2.0, 7.0, "thumb", tags=["tomb"])
    tomb.secret = True
    squatters = group(s, "breeder", "Goblins", 0, 0, 1, 1, at=tomb)
    owners = group(s, "breeder", "Orcs", 8.0, 4.0, 2, 3)
    bead = bd.make(s, "pop", owners.id, tomb.id)
    dead = wanderer(s, "Undead", tomb, 2, 1)
    sync(s, liche_king.claim_tomb, v, king, tomb)
    assert not bd.inside(s, tomb.id) and not tomb.secret and bd.loot(s, king.id) == 2
    assert not squatters.alive and dead.id not in s.stacks
    assert owners.alive and bead.id not in s.beads and counts(s, owners.id) == (2, 3)
    sync(s, liche_king.dominate, v, king, owners)
    assert (owners.status, owners.master, v.minions) == ("minion", king.id, owners.id)
    assert counts(s, owners.id) == (2, 1) and bd.loot(s, king.id) == 4


@pytest.mark.rule("HST-DMST-01", "HST-DMST-02", "HST-DMST-03", "HST-DMST-04", "HST-DMST-05")
def test_a_dungeon_master_takes_the_towers_treasure_and_nobody_elses() -> None:
    s = page("villainy")
    realm_of = kingdom(s, 5.0, 2, 1)
    tower = raise_building(s, realm_of, 8.0, "tower", "HST-SFCN-03", "Wizard's Tower")
    tower.label = "tower"
    realm_of.rooms.append(tower.id)
    bd.make(s, "pop", realm_of.id, tower.id)
    cellar = cellar_under(s, realm_of, tower, "HST-SFCN-03", "tower dungeon")
    orcs = group(s, "breeder", "Orcs", 2.0, 6.0, 2, 1)
    theirs, free, crown = (bd.make(s, "loot", who, cellar.id) for who in (orcs.id, 0, realm_of.id))
    play(s, dungeon_master.set_up, 2)
    g = s.groups[s.villains[0].group]
    assert g.lair == tower.id and tower.id not in realm_of.rooms and tower.owner == g.id and "hq" in tower.tags
    assert (theirs.owner, free.owner, crown.owner) == (orcs.id, g.id, g.id)
    assert bd.pop(s, realm_of.id) == 2 and not skirmishes.garrison(s, tower.id)
    assert bd.loot(s, g.id) == 2 + 2 and orcs.status == "free"


@pytest.mark.rule("HST-DMST-01", "HST-DMST-02", "HST-DMST-03", "HST-DMST-04", "HST-DMST-05")
def test_a_stranger_takes_the_largest_room_that_nobody_holds() -> None:
    s = page("villainy")
    held = group(s, "breeder", "Orcs", 2.0, 6.0, 2, 1)
    small, large = room(s, 5.0, 4.0), room(s, 8.0, 4.0, "two_bead")
    play(s, dungeon_master.set_up, 0)
    g = s.groups[s.villains[0].group]
    assert g.lair == large.id and held.status == "free" and not small.owner


@pytest.mark.rule("HST-CONF-02", "HST-CONF-03", "HST-CONF-04", "HST-CONF-05", "HST-CONF-06")
@pytest.mark.parametrize(("elves", "dwarves", "left"), [(3, 3, (2, 2)), (4, 3, (4, 2)), (3, 4, (2, 4))])
def test_in_a_skirmish_the_weaker_bleeds_and_equals_both(elves: int, dwarves: int, left: tuple[int, int]) -> None:
    s = page("civilization")
    one, two = realm(s, elves, 0), clan(s, dwarves, 0)
    play(s, conflict.conflict, one, two, "skirmish")
    assert (bd.pop(s, one.city), bd.pop(s, two.people[0])) == left


@pytest.mark.rule("HST-CONF-02", "HST-CONF-03", "HST-CONF-04", "HST-CONF-05", "HST-CONF-06")
@pytest.mark.parametrize(("dice", "left"), [((6, 1), (4, 1)), ((1, 6), (1, 4)), ((3, 3), (6, 6)), ((4, 1), (5, 3))])
def test_a_war_costs_the_beaten_the_difference_and_the_victor_half(dice: tuple[int, int], left: tuple[int, int]) -> None:
    s = page("civilization")
    one, two = realm(s, 6, 0), clan(s, 6, 0)
    play(s, conflict.conflict, one, two, "all_out_war", dice=list(dice))
    assert (bd.pop(s, one.city), bd.pop(s, two.people[0])) == left


@pytest.mark.rule("HST-THOT-13", "HST-THOT-10")
def test_an_agent_is_a_bead_of_control_in_the_lair() -> None:
    s, _, g = lords(2, 0)
    orcs, others = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 1), group(s, "breeder", "Goblins", 8.0, 4.0, 3, 1)
    sync(s, thought_lords.infiltrate, g, orcs)
    assert [(b.owner, b.room) for b in s.beads.values() if b.colour == "control"] == [(orcs.id, orcs.lair)]
    assert (orcs.status, orcs.master, others.status) == ("infiltrated", g.id, "free")


@pytest.mark.rule("HST-MNST-04", "HST-MNST-17", "HST-DMST-06", "HST-THOT-07")
@pytest.mark.parametrize(("army", "count", "fallen"), [(2, 2, False), (2, 3, True), (0, 1, True), (0, 0, False)])
def test_a_dungeon_master_outlives_his_army_and_thought_lords_do_not(army: int, count: int, fallen: bool) -> None:
    s, v, g = master(army, 0)
    sync(s, lose_pop, g.id, count, "a rockfall")
    assert (v.fallen, bd.pop(s, g.id)) == (fallen, 0)
    s, v, g = lords(2, 0)
    sync(s, lose_pop, g.id, 1, "a rockfall")
    assert not v.fallen
    sync(s, lose_pop, g.id, 1, "a rockfall")
    assert v.fallen


@pytest.mark.rule("HST-DMST-06", "HST-DMST-18", "HST-DMST-19")
def test_who_beats_the_army_stands_before_its_master() -> None:
    s, _, g = master(1, 1)
    far = room(s, 9.0, 4.0)
    band = party(s, far.id, 5)
    play(s, dungeon_master.party_meets, band, g, dice=["1d6=6", "1d6=1"])
    assert band.node == g.lair and bd.loot(s, band.id) == 2 and not g.alive and not band.fate


@pytest.mark.rule("HST-ADVN-14", "HST-ADVN-15", "HST-ADVN-16", "HST-ADVN-17", "HST-ADVN-18")
@pytest.mark.parametrize(
    ("dice", "result", "left"),
    [((2, 3), "lose", 2), ((1, 1), "tie", 2), ((2, 1), "win", 2), ((3, 1), "win", 3), ((1, 3), "dead", 0)],
)
def test_three_against_a_villain_who_is_worth_three_alone(dice: tuple[int, int], result: str, left: int) -> None:
    s, v, g = master(0, 0)
    band = party(s, g.lair, 3)
    assert play(s, party_fights.fight, band, g, dice=list(dice)).result == result
    assert bd.pop(s, band.id) == left and v.fallen is (result == "win")


@pytest.mark.rule("HST-LICH-07", "HST-LICH-09", "HST-LICH-15")
@pytest.mark.parametrize(("band_of", "theirs"), [(2, False), (3, True)])
def test_the_dead_carry_nothing_off(band_of: int, theirs: bool) -> None:
    s, v, king = liche(1, 1, 1)
    (gold,) = bd.of(s, king.id, "loot")
    band = party(s, room(s, 9.0, 4.0).id, band_of)
    play(s, legions.party_meets, band, king)
    assert v.fallen and (band.fate == "died") is not theirs
    assert (gold.owner == band.id) is theirs and (theirs or gold.room == king.lair)


@pytest.mark.rule("HST-DEMN-02", "HST-DEMN-03", "HST-DEMN-04", "HST-DEMN-05", "HST-ALTW-06")
@pytest.mark.parametrize("hollow", [True, False])
def test_the_pit_lies_in_the_deep(hollow: bool) -> None:
    s = page("civilization")
    if hollow:
        s.page.world, s.page.under = "hollow_earth", [(0.0, 6.75), (11.0, 6.75)]
    vein(s)
    wanderer(s, "Beasts", room(s, 1.0, 3.0), 1)
    civ = play(s, demons.set_up, dice=Dice(2)).result
    pit_of = s.rooms[s.groups[civ.people[0]].lair]
    low, high = pg.deep_band(s.page)
    assert low <= pit_of.y <= high and bd.pop(s, civ.people[0]) == 10 and civ.worm == pit_of.id


@pytest.mark.rule("HST-PRIM-09", "HST-PRIM-10")
def test_each_of_three_caves_is_joined_to_both_others() -> None:
    s = page("primordial")
    s.pins = [(5.0, 6.5)]
    caves = [c.id for c in play(s, caverns.cave_complex).result]
    ends = [{p.stops[0].node, p.stops[-1].node} for p in s.passages.values()]
    assert all(set(pair) in ends for pair in combinations(caves, 2))


@pytest.mark.rule("HST-PRIM-12", "HST-RIVR-01", "HST-RIVR-02", "HST-RIVR-03", "HST-RIVR-04", "HST-RIVR-07")
@pytest.mark.parametrize(("under", "ends"), [(6.75, 6.75), (0.0, 8.5)])
def test_a_river_that_leaves_by_the_lower_surface_makes_no_lake(under: float, ends: float) -> None:
    s = page("primordial")
    if under:
        s.page.world, s.page.under = "hollow_earth", [(0.0, under), (11.0, under)]
    s.page.marks = [2.5, 3.0, 3.5, 4.0, 5.0, 6.0]
    down = next(n for n in range(1, 11) if line_at(primordial().underground_river, n).id == "down")
    river = play(s, rivers.underground_river, dice=["1d6=6", *[f"1d10={down}"] * (1 if under else 2)]).result
    assert river.points[-1][1] == pytest.approx(ends, abs=0.03) and not s.landmarks and not s.entrances
    assert any(river.id in entry.made for entry in s.record)


@pytest.mark.rule("HST-DMST-01", "HST-DMST-02", "HST-DMST-03", "HST-DMST-04", "HST-DMST-05")
@pytest.mark.parametrize("on_the_way", [True, False])
def test_a_wandering_wizard_settles_where_he_is_with_what_he_has(on_the_way: bool) -> None:
    s = page("villainy")
    here, there = room(s, 3.0, 5.0), room(s, 6.0, 5.0, "two_bead")
    way = tunnel(s, (3.2, 5.0), (5.6, 5.0))
    wizard = wanderer(s, "Itinerant Wizard", here, 1, 2)
    (body,) = bd.of(s, wizard.id, "pop")
    if on_the_way:
        stacks.move_stack(s, wizard, 0, way.id, 0.5)
    play(s, dungeon_master.set_up, 1)
    g = s.groups[s.villains[0].group]
    assert g.lair == here.id and wizard.id not in s.stacks and body.id not in s.beads and there.owner == 0
    assert counts(s, g.id) == (1, 3) and {b.room for b in bd.of(s, g.id, "loot")} == {here.id}


@pytest.mark.rule("HST-DELF-23", "HST-DWRF-15")
@pytest.mark.parametrize(("dwarves", "ended"), [(1, True), (2, False)])
def test_who_catches_the_last_dwarf_ends_the_clan(dwarves: int, ended: bool) -> None:
    s = page("civilization")
    elves, clan_of = realm(s, 4, 1), clan(s, dwarves)
    tunnel(s, (s.rooms[s.groups[elves.city].lair].x, 7.4), (4.0, 4.0))
    before = places.slaves(s, elves.city)
    sync(s, dark_elves.capture, elves)
    assert bd.pop(s, clan_of.people[0]) == dwarves - 1 and bool(clan_of.ended) is ended
    assert places.slaves(s, elves.city) == before + 1

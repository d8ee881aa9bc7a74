"""The edges of rules: cases that tell two readings apart, and what must not happen."""

# mypy: disable-error-code="unreachable"
from __future__ import annotations

import pytest

from undercroft.engine import Dice
from undercroft.games.host.content import Flavour, dweller_named
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import lodes, strata, tunnels
from undercroft.games.host.ground import page as pg
from undercroft.games.host.rules import hand
from undercroft.games.host.rules.adventurers import adventure, party_fights
from undercroft.games.host.rules.civilization import breaching, conflict, decline
from undercroft.games.host.rules.civilization import civilization as civ_rules
from undercroft.games.host.rules.conventions import ages, opening
from undercroft.games.host.rules.dark_elves import dark_elves
from undercroft.games.host.rules.disaster import disaster, upheavals
from undercroft.games.host.rules.dwarves import building, dwarves
from undercroft.games.host.rules.encounters import bonds, fortunes, kinds, lairs, skirmishes
from undercroft.games.host.rules.encounters import encounters as enc
from undercroft.games.host.rules.kingdoms import excursions, kingdoms
from undercroft.games.host.rules.monsters import alphas, delvers, features, growth, monsters, wandering
from undercroft.games.host.rules.primordial import caverns, primordial, rivers
from undercroft.games.host.rules.villainy import alpha_villain as av
from undercroft.games.host.rules.villainy import dungeon_master as dm
from undercroft.games.host.rules.villainy import liche_king as lk
from undercroft.games.host.rules.villainy import sanctum, villainy
from undercroft.games.host.rules.villainy import thought_lords as tl
from undercroft.games.host.state import Entrance, Trigger, Villain

from .table import counts, farm, group, kingdom, page, play, room, sync, tunnel, villain, wanderer
from .test_civilization import clan, pit, realm, run_season
from .test_kingdoms import at_lair, door, party
from .test_villainy import beast, master

# Dice: the notation counts, not only the face.


@pytest.mark.rule("HST-PRIM-05", "HST-PRIM-08")
def test_a_primordial_event_is_a_d8_and_a_vein_two_d6() -> None:
    s = page("primordial")
    play(s, primordial.primordial_event, dice=["1d8=4", "1d6=2", "1d6=5"])
    (ore,) = s.ores.values()
    assert [p[1] for p in (ore.points[0], ore.points[-1])] == [s.page.marks[1], s.page.marks[4]]


@pytest.mark.rule("HST-DSTR-02", "HST-DSTR-09")
def test_a_disaster_is_a_d8_and_its_eight_a_d6() -> None:
    s = page("disaster")
    play(s, disaster.great_disaster, dice=["1d8=8", "1d6=2", "1d8=4", "1d6=1", "1d6=1"])
    assert [ore.kind for ore in s.ores.values()] == ["gold"]


@pytest.mark.rule("HST-FEAT-10", "HST-FEAT-00")
def test_a_feature_is_a_d12_and_its_cavern_a_d8() -> None:
    s = page()
    play(s, features.special_feature, (5.0, 5.0), dice=["1d12=6", "1d8=8"])
    assert [r.fluid for r in s.rooms.values()] == ["magma"]


@pytest.mark.rule("HST-PRIM-07", "HST-CAVE-03")
def test_gemstones_are_a_d4() -> None:
    s = page("primordial")
    play(s, caverns.natural_caverns, dice=["1d8=3", "1d4=2", "1d8=6"])
    assert [len(bd.inside(s, rid)) for rid in s.rooms] == [2, 0]


@pytest.mark.rule("HST-FEAT-00", "HST-FEAT-02")
def test_a_feature_that_cannot_be_is_rolled_again() -> None:
    s = page()
    room(s, 5.0, 5.0)
    s.artifact_made = True
    play(s, features.special_feature, (5.0, 5.0), dice=[2] * 11 + [3])
    assert [mark.kind for mark in s.landmarks.values()] == ["statue"]


@pytest.mark.rule("HST-MNST-13", "HST-UNDD-04")
def test_a_six_brings_the_dead_where_few_live() -> None:
    s = page()
    room(s, 5.0, 5.0)
    play(s, monsters.monster_roll, dice=["1d6=6"])
    assert [stack.roams for stack in s.stacks.values()] == [False]
    s = page()
    room(s, 5.0, 5.0)
    play(s, monsters.monster_roll, dice=["1d6=6"], adventurers=False)
    assert not s.stacks


# Encounters.


@pytest.mark.rule("HST-ENCT-02", "HST-ENCT-03")
def test_both_sides_add_population_and_bonus() -> None:
    s = page()
    ogre, goblins = group(s, "alpha", "Ogre", 3.0, 5.0, 1), group(s, "breeder", "Goblins", 7.0, 5.0, 4)
    assert play(s, enc.totals, ogre.id, goblins.id, goblins.lair, dice=["1d6=3", "1d6=2"]).result == (3 + 1 + 2, 2 + 4)
    assert play(s, enc.totals, goblins.id, ogre.id, ogre.lair, dice=["1d6=3", "1d6=2"]).result == (3 + 4, 2 + 1 + 2)


@pytest.mark.rule("HST-ENCT-05")
def test_loot_comes_into_the_rooms_of_the_winner() -> None:
    s = page()
    ogre, goblins = group(s, "alpha", "Ogre", 3.0, 5.0, 1, 0), group(s, "breeder", "Goblins", 7.0, 5.0, 4, 2)
    assert sync(s, fortunes.loot_from, ogre.id, goblins.id, 3, "HST-ENCT-05").result == 2
    assert counts(s, ogre.id) == (1, 2) and counts(s, goblins.id) == (4, 0)
    assert all(bead.room in ogre.rooms for bead in bd.of(s, ogre.id, "loot"))


@pytest.mark.rule("HST-THOT-13")
def test_only_minds_of_one_master_are_kindred() -> None:
    s = page("villainy")
    one, two = group(s, "delver", "Dwarves", 3.0, 5.0, 2), group(s, "breeder", "Goblins", 7.0, 5.0, 2)
    assert not bonds.is_kindred(one, two)
    one.status = "infiltrated"
    assert not bonds.is_kindred(one, two) and not bonds.is_kindred(two, one)
    two.status = "infiltrated"
    assert bonds.is_kindred(one, two)
    one.status = two.status = "enslaved"
    assert not bonds.is_kindred(one, two)


@pytest.mark.rule("HST-ENCT-06")
def test_a_flavour_without_an_alignment_has_that_of_its_kind() -> None:
    s = page()
    sides = {
        kind: play(s, kinds.alignment_of, Flavour(name="X"), kind).result for kind in ("delver", "breeder", "alpha", "temple")
    }
    assert sides == {"delver": "lawful", "breeder": "chaotic", "alpha": "hungry", "temple": "chaotic"}
    assert play(s, kinds.alignment_of, Flavour(name="X", alignment="lawful"), "breeder").result == "lawful"
    odd = Flavour(name="X", alignment="random")
    assert [play(s, kinds.alignment_of, odd, "alpha", dice=[f"1d6={face}"]).result for face in (3, 4)] == ["lawful", "chaotic"]


@pytest.mark.rule("HST-WNDF-03", "HST-WCON-01", "HST-WCON-03")
def test_a_spider_without_a_web_fights_as_others_do() -> None:
    s = page()
    home = room(s, 5.0, 5.0)
    goblins = group(s, "breeder", "Goblins", 8.0, 5.0, 3)
    spider = wanderer(s, "Giant Spider", home)
    play(s, skirmishes.meet_stack, goblins.id, spider.id, groups_turn=True)
    assert bd.pop(s, goblins.id) == 2 and spider.id not in s.stacks
    s = page()
    spider = wanderer(s, "Giant Spider", room(s, 5.0, 5.0))
    spider.webbed = True
    goblins = group(s, "breeder", "Goblins", 8.0, 5.0, 3)
    ogre = group(s, "alpha", "Ogre", 2.0, 5.0, 1)
    play(s, skirmishes.meet_stack, goblins.id, spider.id, groups_turn=True)
    assert bd.pop(s, goblins.id) == 2 and spider.id in s.stacks
    play(s, skirmishes.meet_stack, ogre.id, spider.id, groups_turn=True)
    assert bd.pop(s, ogre.id) == 1 and spider.id not in s.stacks


@pytest.mark.rule("HST-FLOD-14", "HST-ALPH-05")
def test_a_lair_that_was_left_is_remembered() -> None:
    s = page()
    ogre, cave = group(s, "alpha", "Ogre", 3.0, 5.0, 1, 1), room(s, 7.0, 5.0)
    old = ogre.lair
    lairs.relocate(s, ogre, cave)
    assert ogre.old_lairs == [(old, s.absolute)] and ogre.lair == cave.id and not cave.fluid
    assert s.rooms[old].owner == 0 and cave.owner == ogre.id and ogre.rooms == [cave.id]
    assert all(bead.room == cave.id for colour in ("pop", "loot") for bead in bd.of(s, ogre.id, colour))


@pytest.mark.rule("HST-DELV-09")
def test_what_delvers_improve_is_drawn_on_the_newest_sheet() -> None:
    s = page()
    home, hall = room(s, 3.0, 5.0), room(s, 5.0, 5.0)
    dwarves = group(s, "delver", "Dwarves", 0, 0, 2, 1, at=home)
    dwarves.held.append(hall.id)
    way = tunnel(s, (3.2, 5.0), (4.8, 5.0))
    dwarves.claimed[way.id] = [(0.0, way.length * 0.4)]
    strata.new_stratum(s, "monsters")
    delvers.improve(s, dwarves)
    newest = s.strata[-1].index
    assert home.finish == hall.finish == "worked" and newest in hall.redrawn and newest in home.redrawn
    assert way.finish == "natural"
    dwarves.claimed[way.id] = [(0.0, way.length * 0.5)]
    delvers.improve(s, dwarves)
    assert way.finish == "worked" and newest in way.redrawn


@pytest.mark.rule("HST-FLOD-15", "HST-FLOD-16")
def test_where_pikes_and_elementals_may_go() -> None:
    s = page(flooding="auto")
    dry, wet = room(s, 3.0, 5.0), room(s, 6.0, 5.0)
    wet.fluid = "water"
    path, drowned = tunnel(s, (3.2, 5.0), (5.8, 5.0)), tunnel(s, (3.0, 5.2), (3.0, 7.0))
    drowned.fluid = "water"
    river = tunnel(s, (0.0, 4.0), (11.0, 4.0), kind="river")
    ways = [(dry.id, path.id), (wet.id, path.id), (dry.id, drowned.id), (dry.id, river.id)]
    pike, fire = dweller_named("Giant Pike"), dweller_named("Elemental")
    assert pike is not None and fire is not None
    assert [wandering._may_go(s, pike, *way) for way in ways] == [False, True, True, True]
    assert [wandering._may_go(s, fire, *way) for way in ways] == [True, False, False, False]
    assert [wandering._may_go(s, Flavour(name="Ooze"), *way) for way in ways] == [True, True, True, False]


# Parties.


@pytest.mark.rule("HST-ADVN-14", "HST-ADVN-15", "HST-ADVN-16", "HST-ADVN-17", "HST-ADVN-18")
@pytest.mark.parametrize(
    ("dice", "size", "result", "kills"),
    [((6, 1), 4, "win", 1), ((2, 3), 4, "tie", 0), ((2, 4), 4, "lose", 0), ((3, 5), 3, "dead", 0), ((1, 5), 4, "dead", 0)],
)
def test_what_a_fight_comes_to(dice: tuple[int, int], size: int, result: str, kills: int) -> None:
    s, orcs, band = at_lair("breeder", "Orcs", 3, 0, size)
    ran = play(s, party_fights.fight, band, orcs, dice=[f"1d6={face}" for face in dice])
    assert ran.result == result and band.kills == kills and (band.fate == "died") is (result == "dead")


@pytest.mark.rule("HST-THOT-16", "HST-THOT-17")
def test_a_broken_spell_leaves_no_master() -> None:
    s = page("villainy")
    v, lords = villain(s, "thought_lords", room(s, 5.0, 7.0, "thumb"), 2, 0)
    friends = group(s, "delver", "Dwarves", 3.0, 4.0, 2, 1)
    sync(s, tl.infiltrate, lords, friends)
    assert friends.master == lords.id and len(bd.of(s, friends.id, "control")) == 1
    play(s, tl.mind_pool_test, party(s, friends.lair, 3), friends, dice=["1d6=4", "1d6=3"])
    assert (friends.status, friends.master) == ("free", 0) and not bd.of(s, friends.id, "control") and not v.fallen


@pytest.mark.rule("HST-SANC-02", "HST-AVIL-07")
def test_the_labyrinth_takes_its_toll_once_of_each_party() -> None:
    s, v, g = beast("Minotaur", 1, 0)
    g.sanctum = "Labyrinth"
    band = party(s, g.lair, 6)
    play(s, av.party_meets, band, g, dice=["1d6=2", "1d6=4"])  # five against one and two: a standstill costs another
    assert v.labyrinth_paid == [band.id] and bd.pop(s, band.id) == 6 - 1 - 1
    play(s, av.party_meets, band, g, dice=["1d6=3", "1d6=4"])
    assert v.labyrinth_paid == [band.id] and bd.pop(s, band.id) == 4 - 1 and g.alive


# Civilizations.


@pytest.mark.rule("HST-CIV-01", "HST-CIV-02", "HST-ORDR-02")
def test_each_civilization_is_counted_off() -> None:
    s = page("civilization", civilization="demon")
    s.civs_left = 2
    room(s, 3.0, 5.0)
    play(s, civ_rules.begin, dice=[])
    assert s.civs_left == 1 and [civ.kind for civ in s.civs] == ["demon"]


@pytest.mark.rule("HST-CONF-02", "HST-CONF-03", "HST-CONF-04", "HST-CONF-05", "HST-CONF-06")
@pytest.mark.parametrize(
    ("row", "rule", "dice"),
    [
        ("skirmish", "HST-CONF-02", []),
        ("dwarven_supremacy", "HST-CONF-03", []),
        ("dark_elf_might", "HST-CONF-04", []),
        ("demon_wrath", "HST-CONF-05", []),
        ("all_out_war", "HST-CONF-06", ["1d6=3", "1d6=3"]),
    ],
)
def test_a_conflict_is_told_by_its_own_rule(row: str, rule: str, dice: list[str]) -> None:
    s = page("civilization")
    one, two = clan(s, 4, 2), realm(s, 3, 2)
    play(s, conflict.conflict, one, two, row, dice=dice)
    told = next(entry for entry in s.record if entry.kind == "conflict")
    assert told.rule == rule and told.actor == one.people[0] and told.others == [two.people[0]]


@pytest.mark.rule("HST-TWOC-04")
def test_without_a_city_the_first_place_counts() -> None:
    s = page("civilization")
    civ = realm(s, 3, 2)
    assert dark_elves.strength(s, civ) == 5
    civ.city = civ.acting = 0
    assert dark_elves.strength(s, civ) == 5
    civ.people = []
    assert dark_elves.strength(s, civ) == 0


@pytest.mark.rule("HST-DWRF-15", "HST-GEO-18")
def test_those_closest_to_the_breach_fall_first() -> None:
    s = page("civilization")
    civ = clan(s, 3)
    beds = sorted(bd.of(s, civ.people[0], "pop"), key=lambda bead: bd.xy(s, bead))
    last = bd.xy(s, beds[-1])
    assert sync(s, building.casualties, civ, 1, last).result == 1
    assert beds[-1].id not in s.beads and beds[0].id in s.beads and civ.deaths == 1 and not civ.ended
    assert sync(s, building.casualties, civ, 9, bd.xy(s, beds[0])).result == 2 and civ.ended


@pytest.mark.rule("HST-DELF-18", "HST-DELF-24")
def test_a_slave_too_many_in_summer_is_a_revolt() -> None:
    s = page("civilization")
    civ = realm(s, 3, 5)
    run_season(s, civ, "summer")
    assert civ.ended and any(stack.flavour == "Freed Slaves" for stack in s.stacks.values())
    calm = page("civilization")
    civ = realm(calm, 3, 3)
    run_season(calm, civ, "summer")
    assert counts(calm, civ.city) == (3, 4) and not civ.ended


@pytest.mark.rule("HST-DWCN-04")
def test_the_great_hall_is_vaulted() -> None:
    s = page("civilization")
    civ = clan(s, 4)
    play(s, building.great_hall, civ)
    assert s.rooms[civ.hall].shape == "vault" and s.rooms[civ.hall].name


@pytest.mark.rule("HST-DEMN-16")
def test_what_the_worm_did_not_hoard_is_nobodys() -> None:
    s = page("civilization")
    civ = pit(s, 2)
    mine = civ.people[0]
    hoard, other = bd.make(s, "loot", mine, civ.worm, role="hoard"), bd.make(s, "loot", mine, civ.worm)
    sync(s, decline.end, civ, "test", "HST-DEMN-15")
    (worm,) = s.stacks.values()
    assert (hoard.owner, other.owner) == (worm.id, 0) and worm.roams and s.rooms[s.groups[mine].lair].plague == 1


@pytest.mark.rule("HST-PRIM-17", "HST-CUST-01")
def test_the_entry_that_is_chosen_is_played() -> None:
    s = page("primordial", ask="everything")
    s.quiet = ["drop", "place_room"]
    s.custom = [{"kind": "primordial_event", "id": word, "name": word, "effects": []} for word in ("Dusk", "Dawn")]
    play(s, primordial.special, dice=["1d6=6"], answers=["own:Dawn"])
    assert s.record[-1].text.startswith("Dawn:")


@pytest.mark.rule("HST-DSTR-06", "HST-DSTR-07")
def test_plague_is_written_where_nothing_else_is() -> None:
    s = page("disaster")
    plain, known = room(s, 3.0, 5.0), room(s, 6.0, 5.0)
    known.label, known.plague = "Old Well", 3
    play(s, upheavals.plague)
    assert (plain.label, plain.plague) == ("plague 1", 1) and (known.label, known.plague) == ("Old Well", 3)


# Pages and ages.


@pytest.mark.rule("HST-PRIM-01", "HST-ALTW-02")
def test_only_another_world_is_named() -> None:
    s = page("opening")
    play(s, opening.lay_out, "normal")
    assert s.record[-1].rule == "HST-PRIM-01"
    play(s, opening.lay_out, "hollow_earth")
    assert s.record[-1].rule == "HST-ALTW-02" and "Hollow Earth" in s.record[-1].text


@pytest.mark.rule("HST-CONV-01", "HST-CONV-02", "HST-CONV-03", "HST-CONV-09")
def test_a_hand_of_ones_own_in_hundredths_of_an_inch() -> None:
    s = page(hand="custom", hand_thumb=110, hand_bead=45, hand_half_finger=180, hand_finger=310)
    assert (s.measures.thumb, s.measures.bead, s.measures.half_finger, s.measures.finger) == (1.1, 0.45, 1.8, 3.1)


@pytest.mark.rule("HST-SURF-01", "HST-SURF-02")
def test_a_kingdom_takes_its_turn_with_the_others() -> None:
    s = page()
    realm_of = play(s, kingdoms.set_up).result
    assert s.order == [realm_of.id] and s.kingdoms == [realm_of.id] and counts(s, realm_of.id) == (2, 1)


@pytest.mark.rule("HST-MNST-15", "HST-PRIM-16")
def test_a_wyrm_that_wakes_is_numbered_after_those_who_came() -> None:
    s = page()
    group(s, "breeder", "Goblins", 3.0, 5.0, 2)
    wyrm = group(s, "wyrm", "Ancient Wyrm", 7.0, 5.0, 1, 1)
    wyrm.arrived = 0
    s.order.remove(wyrm.id)
    sync(s, monsters.carry_over)
    assert wyrm.arrived == 2 and s.order[-1] == wyrm.id


@pytest.mark.rule("HST-MNST-02", "HST-MNST-06", "HST-SURF-05")
def test_an_empty_dungeon_begins_anew_once_everybody_could_have_come() -> None:
    def after(year: int, todo: list[str]) -> list[str]:
        s = page()
        s.year, s.todo = year, todo
        sync(s, monsters.check_ends)
        return s.todo

    assert after(1, ["arrive:alpha", "close"]) == ["arrive:alpha", "close"]
    assert after(1, ["kingdoms"]) == ["kingdoms"]
    assert after(1, ["close"]) == ["restart"] and after(3, ["wander"]) == ["restart"]


# Villains.


@pytest.mark.rule("HST-VILL-05")
def test_a_villain_begins_its_turn_afresh() -> None:
    s, v, g = master(1, 0)
    s.met_now = [g.id]
    play(s, villainy.villain_season, v)
    assert g.id not in s.met_now and s.acted == [g.id] and s.season == g.name


@pytest.mark.rule("HST-DMST-08", "HST-DMST-09", "HST-DMST-13")
def test_whoever_resisted_is_tried_again() -> None:
    s, v, g = master(1, 0)
    ogre = group(s, "alpha", "Ogre", 9.0, 3.0, 2, 1)
    v.retry = ogre.id
    play(s, dm.villain_turn, v, g, dice=["1d6=1", "1d6=6"])
    assert v.retry == ogre.id and ogre.status == "free"
    s.met_now = []
    play(s, dm.villain_turn, v, g, dice=["1d6=6", "1d6=1"])
    assert v.retry == 0 and ogre.status == "enslaved"


@pytest.mark.rule("HST-THOT-11")
@pytest.mark.parametrize(
    ("pop", "loot", "after"), [(4, 5, (4, 5)), (4, 6, (5, 3)), (3, 3, (4, 0)), (4, 3, (4, 3)), (3, 2, (3, 2))]
)
def test_when_the_thought_lords_exchange(pop: int, loot: int, after: tuple[int, int]) -> None:
    s = page("villainy")
    v, g = villain(s, "thought_lords", room(s, 5.0, 7.0, "thumb"), pop, loot)
    bd.make(s, "pop", g.id, g.lair, role="prisoner")
    v.pool = g.lair
    play(s, tl.villain_turn, v, g)
    assert counts(s, g.id) == after


@pytest.mark.rule("HST-SANC-00", "HST-SANC-08")
def test_the_beast_of_the_arena_stays_there_and_spares_its_master() -> None:
    s, v, g = beast("Ettin", 2, 1)
    v.built, v.works = ["The Grand Lair", "Temple Complex"], 9
    play(s, sanctum.build, v, g)
    (guard,) = s.stacks.values()
    assert guard.flavour == "Arena Beast" and not guard.roams and guard.ignores == g.id


@pytest.mark.rule("HST-LICH-14")
def test_guards_of_a_gate_do_not_roam() -> None:
    s = page("villainy")
    v, g = villain(s, "liche_king", room(s, 5.0, 7.0, "thumb"), 1, 0)
    gate = room(s, 3.0, 4.0, "thumb", "villain")
    s.entrances.append(Entrance(999, gate.id, "cave_mouth", 3.0, 1.75, 0, gate.id))
    v.gates.append(gate.id)
    servants = group(s, "breeder", "Goblins", 8.0, 6.0, 3)
    servants.status, servants.master = "minion", g.id
    v.minions = servants.id
    play(s, lk.guard_gates, v, g)
    (guard,) = s.stacks.values()
    assert not guard.roams and guard.node == gate.id and bd.pop(s, guard.id) == 1 and bd.pop(s, servants.id) == 2
    v.gates.append(room(s, 1.0, 4.0, "thumb", "villain").id)
    play(s, lk.guard_gates, v, g)
    assert len(s.stacks) == 1


@pytest.mark.rule("HST-LICH-02", "HST-LICH-05")
def test_without_tombs_the_liche_king_sits_in_some_room() -> None:
    s = page("villainy")
    only = room(s, 2.0, 4.0)
    play(s, lk.set_up, 0)
    lair = s.rooms[s.villains[0].hq]
    assert pg.dist((lair.x, lair.y), (only.x, only.y)) < 2 and s.villains[0].tombs == []
    bare = page("villainy")
    play(bare, lk.set_up, 0)
    lair = bare.rooms[bare.villains[0].hq]
    assert pg.dist((lair.x, lair.y), (5.5, 4.25)) < 2


@pytest.mark.rule("HST-THOT-01", "HST-THOT-05")
def test_the_mind_pool_lies_in_the_lower_half() -> None:
    s = page("villainy")
    for k in range(9):
        room(s, 1.0 + 1.1 * k, 6.4, "thumb")
    play(s, tl.set_up, 0)
    pool = s.rooms[s.villains[0].pool]
    assert pool.y >= s.page.height / 2


@pytest.mark.rule("HST-WNDF-04", "HST-WNDF-11")
def test_slime_grows_where_it_is_and_a_troll_leaves() -> None:
    s = page()
    home, far = room(s, 3.0, 5.0), room(s, 8.0, 5.0)
    tunnel(s, (3.2, 5.0), (7.8, 5.0))
    slime = wanderer(s, "Green Slime", home)
    sync(s, skirmishes.stack_pays, slime, 1, killed_all=True, taker=None, by_party=False)
    assert bd.pop(s, slime.id) == 2 and all(bead.room == home.id for bead in bd.of(s, slime.id, "pop"))
    troll = wanderer(s, "Troll", home, 1, 1)
    ogre = group(s, "alpha", "Ogre", 5.0, 7.5, 1)
    sync(s, skirmishes.stack_pays, troll, 1, killed_all=False, taker=ogre, by_party=False)
    assert troll.id in s.stacks and troll.node != home.id and counts(s, ogre.id) == (1, 1) and not bd.loot(s, troll.id)
    assert 0 < pg.dist(bd.stack_xy(s, troll.id), (home.x, home.y)) <= s.measures.half_finger + 0.3
    sync(s, skirmishes.stack_pays, troll, 1, killed_all=False, taker=None, by_party=True)
    assert troll.id not in s.stacks and far.id in s.rooms


@pytest.mark.rule("HST-ADVN-02", "HST-ALTW-07")
def test_in_the_hollow_earth_a_party_starts_on_its_own_side() -> None:
    s = page()
    s.page.world = "hollow_earth"
    for number, y in enumerate((1.75, 3.9, 6.75), 1):
        s.entrances.append(Entrance(100 + number, 0, "cave_mouth", 2.0, y, 0))
    assert {adventure.entrance_for(s, "chaotic").id for _ in range(20)} == {103}
    assert {adventure.entrance_for(s, "lawful").id for _ in range(20)} == {101, 102}
    s.page.world = "normal"
    assert {adventure.entrance_for(s, "lawful").id for _ in range(40)} == {101, 102, 103}


@pytest.mark.rule("HST-DWRF-07")
def test_what_dwarves_gather() -> None:
    s = page("civilization")
    civ = clan(s, 2)
    home = s.groups[civ.people[0]].lair
    lost, sealed = room(s, 6.0, 3.0), room(s, 9.0, 7.0)
    tunnel(s, (4.0, 3.0), (5.8, 3.0))
    guarded = room(s, 8.0, 3.0)
    tunnel(s, (6.2, 3.0), (7.8, 3.0))
    wanderer(s, "Beasts", guarded)
    loose = bd.make(s, "loot", 0, lost.id)
    mine = bd.make(s, "loot", civ.people[0], home)
    for place, role, owner in ((sealed, "", 0), (guarded, "", 0), (lost, "treasure", 0), (lost, "stored", civ.people[0])):
        bd.make(s, "loot", owner, place.id, role=role)
    assert dwarves.gathered(s, civ) == [loose, mine]
    kept = bd.make(s, "loot", civ.people[0], guarded.id)
    assert dwarves.gathered(s, civ) == [loose, mine, kept]


@pytest.mark.rule("HST-DWRF-02", "HST-DWRF-03")
def test_dwarves_without_ore_find_a_vein_first() -> None:
    s = page("civilization")
    play(s, dwarves.set_up, dice=["1d6=3", "1d6=3"])
    assert [ore.kind for ore in s.ores.values()] == ["gold"]
    rich = page("civilization")
    lodes.add_ore(rich, "gold", [(0.0, 5.0), (11.0, 5.0)], "HST-PRIM-08")
    play(rich, dwarves.set_up)
    assert len(rich.ores) == 1


@pytest.mark.rule("HST-DELF-12", "HST-DELF-14")
@pytest.mark.parametrize(
    ("revolt_at", "held", "suggested"), [("over_twice", 5, "found"), ("over_twice", 6, "wait"), ("twice", 5, "wait")]
)
def test_a_colony_is_not_suggested_where_a_revolt_would_follow(revolt_at: str, held: int, suggested: str) -> None:
    s = page("civilization", ask="everything", revolt_at=revolt_at)
    s.quiet = ["place_room", "name", "colony_site", "mine_site"]
    lodes.add_ore(s, "mithral", [(5, 4.2), (5.8, 5.2), (4.2, 5.2)], "HST-PRIM-06")
    civ = realm(s, 3, held)
    assert run_season(s, civ, "spring", answers=["wait"]).asks[0].keys[0] == suggested


@pytest.mark.rule("HST-CIV-06", "HST-CIV-07")
def test_only_the_worm_remembers_what_it_touched() -> None:
    s = page("civilization")
    demons, clan_of = pit(s, 9), clan(s, 3)
    cave = room(s, 7.0, 3.0)
    touch = tunnels.Touch(1.0, "room", cave.id)
    for _ in range(2):
        play(s, breaching.breach, demons, touch, (7.0, 3.0))
    play(s, breaching.breach, clan_of, touch, (7.0, 3.0))
    assert demons.touched == [cave.id] and clan_of.touched == []


@pytest.mark.rule("HST-FLOD-13")
def test_an_octopus_swims_along_rivers() -> None:
    s = page(flooding="auto")
    lake, pond, dry = room(s, 3.0, 5.0), room(s, 5.0, 5.0), room(s, 3.0, 7.0)
    lake.fluid = pond.fluid = "water"
    tunnel(s, (0.0, 5.0), (11.0, 5.0), kind="river")
    tunnel(s, (3.0, 5.2), (3.0, 6.8))
    squid = group(s, "alpha", "Cave Octopus", 0, 0, 1, 0, at=lake)
    reached = alphas.in_range(s, squid)
    assert pond.id in reached and dry.id not in reached
    ogre = group(s, "alpha", "Ogre", 0, 0, 1, 0, at=dry)
    assert lake.id in alphas.in_range(s, ogre) and pond.id not in alphas.in_range(s, ogre)


@pytest.mark.rule("HST-CONV-07", "HST-HIST-04")
def test_the_desk_offers_the_thirty_newest() -> None:
    s = page()
    home = room(s, 5.0, 5.0, "thumb")
    made = [group(s, "breeder", "Goblins", 0, 0, 0, at=home) for _ in range(31)]
    ran = play(s, hand.rename, answers=[f"group:{made[-1].id}", "Newcomers"])
    assert len(ran.asks[0].keys) == 30 and f"group:{made[0].id}" not in ran.asks[0].keys and made[-1].name == "Newcomers"


@pytest.mark.rule("HST-PRIM-12", "HST-RIVR-01", "HST-RIVR-02")
def test_a_level_river_ends_at_the_other_side() -> None:
    s = page("primordial")
    river = play(s, rivers.underground_river, dice=["1d6=4", *["1d10=1"] * 4]).result
    assert [p[0] for p in river.points] == [0.0, 3.0, 6.0, 9.0, 11.0] and {p[1] for p in river.points} == {s.page.marks[3]}


@pytest.mark.rule("HST-ORDR-01")
def test_each_age_has_its_era() -> None:
    s = page()
    eras = {}
    for age in ("disaster", "monsters", "villainy"):
        sync(s, ages.open_age, age)
        eras[age] = s.era
        assert (s.age, s.year, s.todo, s.ages[-1]) == (age, 0, ["begin"], age)
    assert eras == {"disaster": "The Great Disaster", "monsters": "The Age of Monsters", "villainy": "The Age of Villainy"}
    assert not sync(s, ages.open_age, "civilization").texts and s.era == "The Age of Villainy"


@pytest.mark.rule("HST-ALPH-04", "HST-ALPF-08")
def test_loot_in_reach_needs_no_digging() -> None:
    s = page()
    lair, near, sealed = room(s, 3.0, 5.0, "thumb"), room(s, 4.8, 5.0), room(s, 3.0, 6.8)
    tunnel(s, (3.5, 5.0), (4.6, 5.0))
    worm = group(s, "alpha", "Purple Worm", 0, 0, 1, 0, at=lair)
    bd.make(s, "loot", 0, near.id)
    ways = len(s.passages)
    assert sync(s, alphas.gather, worm, alphas.in_range(s, worm), straight=True).result is True
    assert len(s.passages) == ways and bd.loot(s, worm.id) == 1
    bd.make(s, "loot", 0, sealed.id)
    assert sync(s, alphas.gather, worm, alphas.in_range(s, worm), straight=False).result is False
    assert sync(s, alphas.gather, worm, alphas.in_range(s, worm), straight=True).result is True
    assert len(s.passages) > ways and bd.loot(s, worm.id) == 2


@pytest.mark.rule("HST-DELF-19", "HST-DELF-20")
def test_a_work_stands_once_but_the_citys_tunnel_goes_on() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["place_room", "name"]
    civ = realm(s, 4, 2)
    run_season(s, civ, "fall")
    run_season(s, civ, "fall")
    city = s.groups[civ.city]
    assert city.built == ["Tomb"]
    dug = page("civilization", ask="everything")
    dug.quiet = ["place_room", "name"]
    civ = realm(dug, 4, 3)
    run_season(dug, civ, "fall")
    top = civ.tops[civ.city]
    run_season(dug, civ, "fall", answers=["not"])
    assert civ.tops[civ.city] == top
    run_season(dug, civ, "fall", answers=["build"])
    assert civ.tops[civ.city][1] < top[1]


@pytest.mark.rule("HST-AVIL-12")
def test_a_villain_that_kills_a_beast_grows() -> None:
    s, v, g = beast("Owlbear", 2, 0)
    ogre = group(s, "alpha", "Ogre", 8.0, 3.5, 1, 1)
    play(s, av.clash, v, g, ogre, dice=["1d6=5", "1d6=2"])
    assert not ogre.alive and bd.pop(s, g.id) == 3
    s, v, g = beast("Owlbear", 2, 1)
    ogre = group(s, "alpha", "Ogre", 8.0, 3.5, 1, 0)
    play(s, av.clash, v, g, ogre, dice=["1d6=2", "1d6=3"])
    assert counts(s, g.id) == (2, 0) and counts(s, ogre.id) == (1, 1)


@pytest.mark.rule("HST-VILL-04")
@pytest.mark.parametrize(("dice", "left"), [((4, 3), (3, 2)), ((3, 4), (2, 3)), ((4, 4), (3, 3))])
def test_two_villains_meet(dice: tuple[int, int], left: tuple[int, int]) -> None:
    s = page("villainy")
    _, one = villain(s, "dungeon_master", room(s, 3.0, 5.0, "thumb"), 3, 0, "One")
    _, two = villain(s, "dungeon_master", room(s, 8.0, 5.0, "thumb"), 3, 0, "Two")
    assert play(s, enc.encounter, one.id, two.id, dice=[f"1d6={face}" for face in dice]).result is True
    assert (bd.pop(s, one.id), bd.pop(s, two.id)) == left


@pytest.mark.rule("HST-CONF-04", "HST-CONF-05", "HST-DELF-22")
def test_a_place_that_loses_its_last_slave_and_noble_is_gone() -> None:
    s = page("civilization")
    elves, clan_of = realm(s, 0, 1), clan(s, 3, 1)
    play(s, conflict.conflict, clan_of, elves, "dwarven_supremacy")
    assert elves.ended and not clan_of.ended
    s = page("civilization")
    one, two = clan(s, 3, 1), pit(s, 5)
    play(s, conflict.conflict, one, two, "dark_elf_might")
    assert (bd.pop(s, one.people[0]), bd.loot(s, one.people[0]), bd.pop(s, two.people[0])) == (3, 0, 5)


@pytest.mark.rule("HST-VILL-01", "HST-VILL-02", "HST-SURF-16")
def test_villainy_begins_on_a_fresh_sheet() -> None:
    s = page("villainy", villain_choice="thought_lords")
    castle = kingdom(s, 5.0, 2, 6)
    s.trigger = Trigger("loot", castle.id, 3)
    sheets = len(s.strata)
    s.villains = [Villain("liche_king", 1, 1, fallen=True)]
    play(s, villainy.begin)
    assert s.villains == []
    assert len(s.strata) == sheets + 1 and s.strata[-1].age == "villainy" and s.todo == ["setup:thought_lords", "close"]
    assert s.villain_purse == 5 and bd.loot(s, castle.id) == 1


@pytest.mark.rule("HST-ALTW-03")
def test_peaks_are_a_d4_and_of_one_world_only() -> None:
    s = page("opening")
    play(s, opening.lay_out, "firetop_range", dice=["1d4=3"])
    assert s.page.peaks == 3 and sum(y == 0.3 for _, y in s.page.surface) == 3
    play(s, opening.lay_out, "normal")
    assert s.page.peaks == 0


@pytest.mark.rule("HST-SFCN-00", "HST-SFCN-05")
def test_a_building_of_ones_own_has_its_people_and_loot() -> None:
    s = page()
    castle = kingdom(s, 5.0)
    s.specials = 2
    s.custom = [{"kind": "surface_construction", "id": "mint", "name": "The Mint", "pop": 1, "loot": 2}]
    play(s, excursions.special_construction, castle)
    mint = next(r for r in s.rooms.values() if r.name == "The Mint")
    assert sorted(bead.colour for bead in bd.inside(s, mint.id)) == ["loot", "loot", "pop"] and s.specials == 3
    assert all(bead.owner == castle.id for bead in bd.inside(s, mint.id)) and mint.id in castle.rooms


@pytest.mark.rule("HST-SFCN-02", "HST-SFCN-04")
def test_what_lies_in_a_fallen_building_is_nobodys_but_a_strangers_stays_his() -> None:
    s = page()
    castle, ogre = kingdom(s, 5.0, 3, 1), group(s, "alpha", "Ogre", 8.0, 5.0, 1)
    farmhouse = farm(s, castle, 2.0, 0)
    ours, foreign = bd.make(s, "loot", castle.id, farmhouse.id), bd.make(s, "loot", ogre.id, farmhouse.id)
    sync(s, skirmishes.emptied, farmhouse.id)
    assert (ours.owner, foreign.owner) == (0, ogre.id) and farmhouse.owner == castle.id


@pytest.mark.rule("HST-DMST-01", "HST-DMST-04")
def test_the_wizards_tower_is_the_kingdoms_no_more() -> None:
    s = page("villainy")
    castle = kingdom(s, 5.0, 3, 1)
    s.specials = 1
    play(s, excursions.special_construction, castle)
    tower = next(r for r in s.rooms.values() if r.label == "tower")
    assert tower.id in castle.rooms
    play(s, dm.set_up, 0)
    assert tower.id not in castle.rooms and s.villains[0].hq == tower.id
    assert not any(bead.owner == castle.id for bead in bd.inside(s, tower.id))


@pytest.mark.rule("HST-ADVN-02", "HST-ADVN-05", "HST-ADVN-20")
def test_a_party_sets_out_from_its_entrance() -> None:
    s = page()
    kingdom(s, 5.0)
    door(s, 4.0)
    band = play(s, adventure.form_party, dice=Dice(3)).result
    assert band.trail == [(4.0, 1.75)] and band.start == bd.pop(s, band.id) and s.party is band


@pytest.mark.rule("HST-ORDR-03", "HST-TWOC-02")
def test_a_year_is_one_year_and_the_richer_go_first() -> None:
    s = page("civilization")
    clan(s, 2, 1), pit(s, 3)
    before = (s.year, s.absolute)
    sync(s, civ_rules.new_year)
    assert (s.year, s.absolute) == (before[0] + 1, before[1] + 1)
    assert s.todo[0] == "civ:0:spring" and s.todo[4] == "civ:1:spring" and s.todo[-1] == "civ:close"


@pytest.mark.rule("HST-DELF-22")
def test_the_new_city_is_the_largest_place_slaves_and_all() -> None:
    s = page("civilization")
    civ = realm(s, 3, 0)
    small = civ.people[0]
    big = group(s, "dark_elf", "Dark Elves", 8.0, 4.0, 2, 2)
    civ.people.append(big.id)
    civ.city = 0
    sync(s, dark_elves.new_city, civ)
    assert civ.city == big.id and civ.people == [big.id, small]


@pytest.mark.rule("HST-MNST-05", "HST-MNST-09")
@pytest.mark.parametrize(
    ("groups", "answers", "why"), [(8, ["villainy"], "crowded"), (8, ["stay"], ""), (7, [], ""), (9, [], "crowded")]
)
def test_too_many_groups(groups: int, answers: list[str], why: str) -> None:
    s = page(ask="everything", max_groups=9)
    s.quiet = ["drop", "place_room", "name", "own_entry"]
    for k in range(groups):
        group(s, "breeder", "Goblins", 0.8 + 1.1 * k, 5.0, 1, 1 + (k == groups - 1))
    ran = play(s, monsters.yearly_event, answers=answers, dice=[] if why else ["1d6=5", "1d12=3"])
    assert (s.trigger.why if s.trigger else "") == why and len(ran.asks) == len(answers)
    if s.trigger:
        assert s.trigger.group == s.order[-1] and s.trigger.year == s.year


@pytest.mark.rule("HST-DELV-03", "HST-DELV-04")
def test_what_was_mined_is_taken_a_turn_later_and_forgotten() -> None:
    s = page()
    home, far = room(s, 3.0, 5.0, "thumb"), room(s, 9.0, 5.0)
    dwarves_of = group(s, "delver", "Dwarves", 0, 0, 2, 1, at=home)
    lump, other = bd.make(s, "loot", 0, far.id), bd.make(s, "loot", 0, room(s, 9.0, 7.0).id)
    dwarves_of.mined = [lump.id]
    assert sync(s, growth.seize, dwarves_of, "HST-DELV-03").result == 1
    assert lump.owner == dwarves_of.id and other.owner == 0 and dwarves_of.mined == []


@pytest.mark.rule("HST-VILL-22", "HST-SURF-05")
def test_a_castle_built_anew_stands_once_in_the_list() -> None:
    s = page("villainy")
    realm_of = kingdom(s, 5.0, 0, 0)
    play(s, kingdoms.build_castle, realm_of)
    assert realm_of.rooms.count(realm_of.lair) == 1 and counts(s, realm_of.id) == (2, 1)


@pytest.mark.rule("HST-AVIL-06", "HST-AVIL-08")
def test_the_seventh_of_the_brood_ends_it_at_once() -> None:
    s, v, g = beast("Owlbear", 6, 3)
    play(s, av.villain_turn, v, g)
    assert (s.age, s.outcome, s.ending) == ("over", "villain", "alpha_villain triumphs")
    s, v, g = beast("Owlbear", 5, 3)
    play(s, av.villain_turn, v, g)
    assert s.age == "villainy" and counts(s, g.id) == (6, 0)

"""Small edges: choices that are refused, ties and exact distances, and what is not drawn, moved or counted."""

# mypy: disable-error-code="unreachable"
from __future__ import annotations

from itertools import pairwise

import pytest

from undercroft.engine import Dice
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes, works
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import web
from undercroft.games.host.rules import hand
from undercroft.games.host.rules.advanced import flood
from undercroft.games.host.rules.adventurers import adventure, party_fights, undead
from undercroft.games.host.rules.civilization import civilization as civ_rules
from undercroft.games.host.rules.conventions import opening, stacks
from undercroft.games.host.rules.conventions.stacks import new_stack
from undercroft.games.host.rules.dark_elves import places
from undercroft.games.host.rules.demons import tunnel_worm
from undercroft.games.host.rules.disaster import upheavals
from undercroft.games.host.rules.dwarves import building, dwarves
from undercroft.games.host.rules.encounters import kinds, lairs, skirmishes
from undercroft.games.host.rules.encounters.encounters import Meeting
from undercroft.games.host.rules.encounters.zones import frontier, in_zone
from undercroft.games.host.rules.kingdoms import buildings, excursions, kingdoms
from undercroft.games.host.rules.monsters import alphas, breeders, features, growth, monsters, wandering
from undercroft.games.host.rules.villainy import alpha_villain as av
from undercroft.games.host.rules.villainy import dungeon_master as dm
from undercroft.games.host.rules.villainy import legions as lg
from undercroft.games.host.rules.villainy import liche_king as lk
from undercroft.games.host.rules.villainy import liche_works, sanctum, villainy
from undercroft.games.host.rules.villainy import thought_lords as tl
from undercroft.games.host.state import Entrance, Trigger

from .table import counts, farm, group, kingdom, page, play, room, sync, tunnel, villain, wanderer
from .test_civilization import clan, colony, pit, realm, run_season
from .test_kingdoms import door, party
from .test_villainy import beast, liche, lords, master

# Villains.


@pytest.mark.rule("HST-DMST-08", "HST-DMST-09", "HST-DMST-10", "HST-DMCO-00")
@pytest.mark.parametrize(("loot", "army", "left", "built"), [(4, 3, 1, 1), (3, 4, 2, 0), (2, 4, 1, 0), (5, 4, 1, 1)])
def test_what_the_master_does_with_his_purse(loot: int, army: int, left: int, built: int) -> None:
    s, v, g = master(3, loot)
    tunnel(s, (5.5, 6.0), (9.0, 6.0))
    play(s, dm.villain_turn, v, g, dice=["1d4=2"] * built)
    assert (bd.pop(s, g.id), bd.loot(s, g.id), len(v.built)) == (army, left, built)


@pytest.mark.rule("HST-DMST-08", "HST-DMST-09", "HST-DMCO-00")
def test_a_master_who_falls_in_his_turn_takes_nothing_more() -> None:
    s, v, g = master(0, 1, ask="everything")
    s.quiet = ["place_room", "drop"]
    villain(s, "liche_king", room(s, 1.0, 3.0), 1, 0, "Mort")
    orcs = group(s, "breeder", "Orcs", 0, 0, 9, 1, at=room(s, 6.8, 6.0))
    tunnel(s, (5.5, 6.0), (6.6, 6.0))
    lying = bd.make(s, "loot", 0, g.lair)
    play(s, dm.villain_turn, v, g, dice=["1d6=1", "1d6=6"], answers=["save"])
    assert v.fallen and s.age == "villainy" and lying.owner == 0 and bd.loot(s, g.id) == 0 and bd.loot(s, orcs.id) == 2


@pytest.mark.rule("HST-AVIL-10", "HST-AVIL-09")
def test_what_a_beast_in_its_pride_hunts() -> None:
    s, v, g = beast("Ogre", 2, 1)
    far = room(s, 6.9, 5.0)
    beasts = wanderer(s, "Beasts", far, 1, 1)
    play(s, av.forage, v, g)
    assert beasts.id not in s.stacks and counts(s, g.id) == (2, 2)
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, 1, at=room(s, 3.2, 5.0))
    s.met_now = [orcs.id]
    play(s, av.forage, v, g)  # met this turn already
    assert bd.pop(s, orcs.id) == 2


@pytest.mark.rule("HST-AVIL-09")
def test_a_spreading_zone_meets_each_group_once() -> None:
    s, v, g = beast("Ogre", 2, 0)
    orcs = group(s, "breeder", "Orcs", 0, 0, 3, 1, at=room(s, 5.9, 5.0))
    ways = frontier(s, g)
    east = next(w for w in ways if s.passages[w.passage].points[-1][0] > 6)
    play(s, av.spread, v, g, east, dice=["1d6=3", "1d6=4"])
    assert bd.pop(s, orcs.id) == 2 and orcs.id in s.met_now
    s2, v, g = beast("Ogre", 2, 0)
    orcs = group(s2, "breeder", "Orcs", 0, 0, 3, 1, at=room(s2, 5.9, 5.0))
    s2.met_now = [orcs.id]
    east = next(w for w in frontier(s2, g) if s2.passages[w.passage].points[-1][0] > 6)
    play(s2, av.spread, v, g, east)
    assert bd.pop(s2, orcs.id) == 3


@pytest.mark.rule("HST-VILL-19")
@pytest.mark.parametrize(("pop", "loot", "fit"), [(2, 0, 3), (1, 3, 3), (1, 2, 0)])
def test_which_beast_makes_a_villain(pop: int, loot: int, fit: int) -> None:
    s = page("villainy")
    group(s, "alpha", "Ogre", 5.0, 5.0, pop, loot)
    group(s, "breeder", "Orcs", 8.0, 5.0, 6, 5)
    assert av.fit(s) == fit


@pytest.mark.rule("HST-THOT-01")
def test_the_pool_is_not_dug_into_another_room() -> None:
    s = page("villainy", ask="everything")
    s.quiet = ["name"]
    room(s, 3.0, 7.0, "thumb")
    ran = play(s, tl.set_up, 0, answers=["hand", "3 7", "hand", "5 1", "hand", "7 7"])
    assert len([text for text in ran.texts if "will not do" in text]) == 2
    assert (s.rooms[s.villains[0].pool].x, s.rooms[s.villains[0].pool].y) == (7.0, 7.0)


@pytest.mark.rule("HST-LICH-04", "HST-LICH-10", "HST-LICH-13")
def test_at_the_end_of_his_season_his_cash_lies_in_tombs() -> None:
    s, v, g = liche(0, 4, loot=2)
    play(s, lk.villain_turn, v, g)
    where = [b.room for b in bd.of(s, g.id, "loot")]
    assert set(where) <= set(v.tombs) and len(set(where)) == 2 and len(lg.legions(s, v)) == 1
    assert len(lg.empty_tombs(s, v)) == 1


@pytest.mark.rule("HST-LICH-02")
def test_the_densest_graves_count_within_a_finger() -> None:
    s = page("villainy")
    for x in (1.0, 1.9, 10.0):
        room(s, x, 7.0, tags=["tomb"])
    play(s, lk.set_up, 0)
    lair = s.rooms[s.villains[0].hq]
    assert pg.dist((lair.x, lair.y), (1.4, 7.0)) < 1.2
    bare = page("villainy")
    play(bare, lk.set_up, 0)
    lair = bare.rooms[bare.villains[0].hq]
    assert pg.dist((lair.x, lair.y), (5.5, 4.25)) < 0.6


@pytest.mark.rule("HST-LICO-03", "HST-LICO-05")
def test_a_pit_straight_down_and_a_gate_joined_to_its_own_door() -> None:
    s, v, g = liche(0, 0)
    play(s, liche_works.construct, v, g, "Bone Pit")
    (hole,) = [r for r in s.rooms.values() if r.label == "Bone Pit"]
    lair = s.rooms[g.lair]
    assert (
        hole.x == pytest.approx(lair.x, abs=0.02) and hole.y > lair.y and hole.kind == "pit" and gr.connected(s, hole.id, lair.id)
    )
    door(s, 9.0)
    first = door(s, 2.0)
    s.entrances[0].guarded = 1
    plug = room(s, 2.0, 2.3)
    play(s, liche_works.construct, v, g, "Gate Room")
    gate = s.rooms[v.gates[0]]
    assert abs(gate.x - 2.0) < 1.2 and gate.y > 1.9 and gr.connected(s, gate.id, s.entrances[1].node) and plug.id in s.rooms
    assert not gr.connected(s, gate.id, s.entrances[0].node) and first.id in s.passages


@pytest.mark.rule("HST-LICH-07", "HST-LICH-15", "HST-LICH-08")
def test_a_party_may_be_the_tenth_legion() -> None:
    s, v, g = liche(9, 12)
    band = party(s, g.lair, 1)
    play(s, lg.party_meets, band, g)
    assert band.fate == "died" and len(lg.legions(s, v)) == 9 and s.age == "villainy"
    new_stack(s, "Undead Legion", lg.empty_tombs(s, v)[0], 1, roams=False)
    s.age = "villainy"
    band = party(s, g.lair, 1)
    play(s, lg.party_meets, band, g)
    assert s.outcome == "villain"


@pytest.mark.rule("HST-LICH-07", "HST-WCON-03")
def test_a_troll_that_meets_the_legions_only_leaves() -> None:
    s, v, g = liche(2, 3)
    cave = room(s, 2.0, 4.0)
    tunnel(s, (2.2, 4.0), (6.0, 4.0))
    troll = wanderer(s, "Troll", cave, 1, 1)
    sync(s, lg.liche_fights_stack, g, troll, own_turn=True)
    assert troll.id in s.stacks and bd.loot(s, troll.id) == 0 and len(lg.legions(s, v)) == 1


@pytest.mark.rule("HST-SANC-10", "HST-SANC-09", "HST-SANC-08", "HST-SANC-00")
def test_sizes_of_sanctums() -> None:
    sizes = {}
    for flavour in ("Sphinx", "Ettin", "Rakshasa", "Ogre", "Xorn", "Purple Worm"):
        s, v, g = beast(flavour, 1, 9)
        play(s, sanctum.build, v, g)
        sizes[flavour] = next(r.size for r in s.rooms.values() if "sanctum" in r.tags)
    assert sizes == {
        "Sphinx": "three_bead",
        "Ettin": "two_bead",
        "Rakshasa": "two_bead",
        "Ogre": "two_bead",
        "Xorn": "bead",
        "Purple Worm": "bead",
    }


@pytest.mark.rule("HST-AVCO-02", "HST-AVIL-05")
def test_a_temple_is_built_once_and_only_by_those_who_take_sides() -> None:
    s, v, g = beast("Sphinx", 1, 4, "lawful")
    play(s, sanctum.build, v, g)
    assert v.built == ["The Grand Lair", "Temple Complex"]
    for _ in range(2):
        bd.make(s, "loot", g.id, g.lair)
    play(s, sanctum.build, v, g)
    assert v.built.count("Temple Complex") == 1 and "Inner Sanctum" in v.built
    (shrine,) = [r for r in s.rooms.values() if "temple" in r.tags]
    assert shrine.size == "bead" and shrine.id in g.rooms


@pytest.mark.rule("HST-VILL-02", "HST-STRA-06")
def test_a_room_drawn_again_keeps_its_owner() -> None:
    s = page("villainy")
    hall = room(s, 3.0, 5.0, kind="hall")
    hall.state = "fallow"
    villainy.redraw(s)
    assert hall.owner == 0 and hall.state == "active"


# Parties.


@pytest.mark.rule("HST-ADVN-03", "HST-ADVN-05", "HST-ADVN-20", "HST-FEAT-03")
def test_a_party_carries_what_it_has_and_finds_a_way_in() -> None:
    s = page()
    room(s, 5.0, 4.0)
    castle = kingdom(s, 3.0)
    relic = bd.make(s, "loot", castle.id, castle.lair, role="artifact")
    s.artifact = relic.id
    band = play(s, adventure.form_party, size_bonus=2, dice=["1d6=2", "1d6=3"]).result
    assert len(s.entrances) == 1 and band.node == s.entrances[0].node and band.start == 5 and band.alignment == "lawful"
    assert all(b.room == 0 for c in ("pop", "loot") for b in bd.of(s, band.id, c)) and relic.owner == band.id
    assert not any(b.owner == band.id for b in bd.inside(s, castle.lair))


@pytest.mark.rule("HST-ADVN-19")
def test_a_party_meets_a_wanderer_in_a_passage() -> None:
    s = page()
    way = tunnel(s, (3.0, 5.0), (8.0, 5.0))
    stack = wanderer(s, "Beasts", room(s, 9.0, 7.0), 2, 1)
    stack.node, stack.passage, stack.offset = 0, way.id, 2.0
    band = party(s, 0, 3, 0)
    play(s, party_fights.meet_stack, band, stack.id)
    assert counts(s, band.id) == (1, 1) and band.kills == 1 and s.record[-1].room == 0
    cave = room(s, 2.0, 7.0)
    strong = wanderer(s, "Beasts", cave, 4, 1)
    band = party(s, cave.id, 2, 0)
    play(s, party_fights.meet_stack, band, strong.id)
    assert band.fate == "died" and bd.pop(s, strong.id) == 2 and band.kills == 0
    assert any(e.room == cave.id for e in s.record if e.rule == "HST-ADVN-19")


@pytest.mark.rule("HST-UNDD-03", "HST-UNDD-04", "HST-UNDD-02", "HST-UNDD-05")
def test_the_dead_never_roam() -> None:
    for tagged, treasure in ((True, False), (False, True), (False, False)):
        s = page()
        cave = room(s, 5.0, 5.0, tags=["tomb"] if tagged else [])
        if treasure:
            bd.make(s, "loot", 0, cave.id)
        play(s, undead.undead)
        (risen,) = s.stacks.values()
        assert not risen.roams and risen.node == cave.id and cave.tags.count("tomb") == (not treasure)


# Groups.


@pytest.mark.rule("HST-DLVF-02", "HST-DELV-02", "HST-GEO-25")
def test_of_deep_rooms_the_one_an_inch_from_the_bottom() -> None:
    s = page()
    low, right = room(s, 5.0, 8.2), room(s, 5.6, 7.5)
    elves = kinds.flavour_named(s, "delver", "Dark Elf")
    assert lairs.arrival_room(s, elves, (5.3, 3.0), "HST-DLVF-02") is right and low.id in s.rooms


@pytest.mark.rule("HST-DLVF-10", "HST-DELV-02", "HST-BRDF-10")
def test_an_extra_room_belongs_to_the_group() -> None:
    for kind, flavour, label in (("delver", "Magma Spirits", "Magma Pool"), ("breeder", "Outsiders", "Planar Warp")):
        s = page(flooding="auto")
        cave = room(s, 5.0, 5.0)
        what = kinds.flavour_named(s, kind, flavour)
        made = play(s, lairs.arrive, kind, (5.0, 5.0), "HST-DELV-02", what=what).result
        (extra,) = [r for r in s.rooms.values() if r.label == label]
        assert extra.id in made.rooms and extra.owner == made.id and gr.connected(s, extra.id, made.lair)
        assert extra.fluid == ("magma" if kind == "delver" else "") and cave.owner == made.id
        assert counts(s, made.id) == (what.pop, what.loot)


@pytest.mark.rule("HST-INVD-01", "HST-INVD-02", "HST-INVD-03")
def test_invaders_bounce_a_thumb_away_or_stay_with_the_dead() -> None:
    s = page()
    home = room(s, 5.0, 5.0)
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, 2, at=home)
    near, far = room(s, 6.2, 5.0), room(s, 7.6, 5.0)
    goblins = group(s, "breeder", "Goblins", 0, 0, 3, 1, at=home)
    play(s, lairs.invade, goblins, dice=["1d6=6", "1d6=1"])
    assert goblins.lair == far.id and bd.loot(s, goblins.id) == 2 and bd.loot(s, orcs.id) == 1 and near.id in s.rooms
    s = page()
    home = room(s, 5.0, 5.0)
    lone = group(s, "breeder", "Orcs", 0, 0, 1, 0, at=home)
    ogre = group(s, "alpha", "Ogre", 0, 0, 1, 0, at=home)
    play(s, lairs.invade, ogre, dice=["1d6=6", "1d6=1"])
    assert not lone.alive and ogre.lair == home.id
    s = page()
    home = room(s, 5.0, 5.0)
    group(s, "breeder", "Orcs", 0, 0, 4, 0, at=home)
    weak = group(s, "breeder", "Goblins", 0, 0, 1, 0, at=home)
    play(s, lairs.invade, weak, dice=["1d6=1", "1d6=6"])
    assert not weak.alive
    s = page()
    home = room(s, 5.0, 5.0)
    group(s, "breeder", "Orcs", 0, 0, 4, 0, at=home)
    lost = group(s, "breeder", "Goblins", 0, 0, 3, 0, at=home)
    play(s, lairs.invade, lost, dice=["1d6=1", "1d6=6"])  # nowhere to go: a cave of their own
    assert lost.alive and lost.lair != home.id and web(s).at.get(lost.lair) and len(s.rooms) == 2


@pytest.mark.rule("HST-AVIL-04", "HST-INVD-01")
def test_a_beast_sent_by_fate_overruns_whom_it_lands_on() -> None:
    s = page("villainy")
    home = room(s, 5.0, 5.0)
    orcs = group(s, "breeder", "Orcs", 0, 0, 6, 3, at=home)
    ogre = group(s, "alpha", "Ogre", 0, 0, 1, 0, at=home)
    play(s, lairs.invade, ogre, wipes_out=True)
    assert not orcs.alive and bd.loot(s, ogre.id) == 3 and ogre.lair == home.id
    assert all(b.room == home.id for b in bd.of(s, ogre.id, "loot"))


@pytest.mark.rule("HST-MNST-12", "HST-CUST-01")
def test_a_twelve_is_ones_own_and_counted() -> None:
    s = page()
    s.custom = [{"kind": "breeder", "id": "moles", "name": "Moles", "pop": 4, "loot": 0, "alignment": "lawful"}]
    found = [play(s, kinds.roll_flavour, "breeder", "HST-BRED-02", dice=["1d12=12"]).result for _ in range(2)]
    assert s.tallies["own_entries"] == 2 and all(what.name for what in found)
    play(s, kinds.roll_flavour, "breeder", "HST-BRED-02", dice=["1d12=5"])
    assert s.tallies["own_entries"] == 2


@pytest.mark.rule("HST-BRED-11", "HST-BRED-12", "HST-BRDF-01")
def test_who_offers_a_bribe_and_what_it_costs() -> None:
    def met(flavour: str, loot: int, dice: list[str], answers: list[str]) -> tuple[tuple[str, ...], int, int, bool]:
        s = page(ask="everything")
        tribe, ogre = group(s, "breeder", flavour, 3.0, 5.0, 2, loot), group(s, "alpha", "Ogre", 8.0, 5.0, 1, 0)

        async def rule(t: object) -> bool:
            return await breeders.bribed(Meeting(t, tribe, ogre, ogre.lair))  # type: ignore[arg-type]

        ran = play(s, rule, dice=dice, answers=answers)
        keys = ran.asks[0].keys[:2] if ran.asks else ()
        return tuple(keys), bd.loot(s, tribe.id), bd.loot(s, ogre.id), tribe.id in ogre.bribed

    assert met("Goblins", 1, ["1d6=3", "1d6=3"], ["bribe"]) == (("bribe", "fight"), 0, 1, True)
    assert met("Goblins", 1, ["1d6=3", "1d6=4"], ["bribe"]) == (("bribe", "fight"), 1, 0, False)
    assert met("Goblins", 0, [], ["fight"]) == (("fight", "bribe"), 0, 0, False)
    assert met("Ants", 0, ["1d6=4", "1d6=3"], ["bribe"]) == (("bribe", "fight"), 0, 0, True)
    assert met("Ants", 1, ["1d6=4", "1d6=3"], ["bribe"]) == (("bribe", "fight"), 1, 0, True)


@pytest.mark.rule("HST-BRED-05", "HST-GEO-14")
def test_a_zone_grows_a_bead_down_every_way_and_around_corners() -> None:
    s = page()
    home = room(s, 5.0, 5.0)
    mid = room(s, 5.5, 5.0)
    tunnel(s, (5.2, 5.0), (5.3, 5.0))
    up, on = tunnel(s, (5.5, 4.8), (5.5, 3.5)), tunnel(s, (5.7, 5.0), (8.0, 5.0))
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, at=home)
    (way,) = frontier(s, orcs)
    play(s, growth.extend, orcs, way, 1.0, everywhere=True)
    assert mid.id in orcs.held
    lengths = [sum(b - a for a, b in orcs.claimed.get(w.id, ())) for w in (up, on)]
    assert lengths[0] == pytest.approx(lengths[1]) and 0.1 < lengths[0] < 0.9
    s = page()
    home = room(s, 5.0, 5.0)
    room(s, 5.5, 5.0)
    tunnel(s, (5.2, 5.0), (5.3, 5.0))
    up, on = tunnel(s, (5.5, 4.8), (5.5, 3.5)), tunnel(s, (5.7, 5.0), (8.0, 5.0))
    dwarves_of = group(s, "delver", "Dwarves", 0, 0, 2, at=home)
    (way,) = frontier(s, dwarves_of)
    play(s, growth.extend, dwarves_of, way, 1.0, everywhere=False)
    assert sum(bool(dwarves_of.claimed.get(w.id)) for w in (up, on)) == 1


@pytest.mark.rule("HST-GEO-21", "HST-BRED-13")
def test_a_lair_moves_as_far_as_it_must_and_no_further() -> None:
    s = page()
    rooms = [room(s, x, 5.0) for x in (2.0, 4.0, 7.0, 9.5)]
    for a, b in pairwise(rooms):
        tunnel(s, (a.x + 0.2, 5.0), (b.x - 0.2, 5.0))
    foe, ogre = group(s, "breeder", "Orcs", 0, 0, 3, at=rooms[0]), group(s, "alpha", "Ogre", 0, 0, 1, 1, at=rooms[1])
    play(s, lairs.move_lair, ogre, foe.id, 3.0, "HST-BRED-13")
    assert ogre.lair == rooms[2].id and bd.loot(s, ogre.id) == 1  # exactly a finger further
    play(s, lairs.move_lair, ogre, foe.id, 2.6, "HST-BRED-13")
    assert ogre.lair not in (rooms[2].id, rooms[3].id) and gr.connected(s, ogre.lair, rooms[2].id)
    rooms[2].plague = 1
    play(s, lairs.move_lair, ogre, 0, 0.5, "HST-BRED-13")
    assert ogre.lair != rooms[2].id


@pytest.mark.rule("HST-ALPF-08", "HST-ALPF-11")
def test_a_worm_digs_crookedly_and_a_xorn_straight() -> None:
    for flavour, rule, straight in (("Purple Worm", "HST-ALPF-08", False), ("Xorn", "HST-ALPF-11", True)):
        s = page()
        hunter = group(s, "alpha", flavour, 3.0, 5.0, 1)
        orcs = group(s, "breeder", "Orcs", 5.5, 6.0, 2)
        play(s, alphas.dig_to, hunter, orcs.id, "group", orcs.lair)
        (way,) = s.passages.values()
        assert way.rule == rule and way.finish == "natural" and gr.connected(s, hunter.lair, orcs.lair)
        assert (way.length == pytest.approx(pg.dist(way.points[0], way.points[-1]), abs=1e-3)) is straight
        play(s, alphas.dig_to, hunter, orcs.id, "group", orcs.lair)
        assert len(s.passages) == 1  # a way leads there already


@pytest.mark.rule("HST-FEAT-14", "HST-FEAT-19")
def test_a_new_cave_beside_a_tribe_hurts_it() -> None:
    s = page()
    near, far = group(s, "breeder", "Orcs", 3.0, 5.0, 2), group(s, "breeder", "Orcs", 8.0, 5.0, 2)
    before = s.next_id
    room(s, 3.9, 5.0)
    sync(s, features.affected, before, set())
    assert (bd.pop(s, near.id), bd.pop(s, far.id)) == (1, 2)


@pytest.mark.rule("HST-FEAT-12")
def test_an_oubliette_lies_half_a_finger_under_the_floor() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5.0, 4.0, 3, 1)
    play(s, features.oubliette, (0.0, 0.0))
    (hole,) = [r for r in s.rooms.values() if r.label == "oubliette"]
    assert hole.x == 5.0 and hole.y == pytest.approx(4.0 + 0.5 + 1.75, abs=0.02) and orcs.alive
    (shaft,) = s.passages.values()
    assert shaft.kind == "shaft" and shaft.owner == orcs.id


# Years and ages.


@pytest.mark.rule("HST-MNST-13", "HST-MNST-11")
def test_after_the_years_event_come_the_seasons_unless_the_age_is_over() -> None:
    s = page()
    cave = room(s, 5.0, 5.0)
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, 1, at=cave)
    s.todo, s.year = ["event"], 3
    play(s, monsters.monsters_step, dice=["1d6=6"])
    assert s.todo == [f"season:{orcs.id}", "wander", "close"]
    s.todo, s.dials = ["event"], page(monsters_cap=10).dials
    s.year = 11
    play(s, monsters.monsters_step)
    assert s.age == "villainy" and s.todo == ["begin"]


@pytest.mark.rule("HST-PRIM-01", "HST-PRIM-02", "HST-PRIM-03")
def test_a_fresh_page_has_nothing_left_to_do() -> None:
    s = page("opening", primordial_events=4)
    s.todo = ["old"]
    play(s, opening.lay_out, "normal")
    assert (s.todo, s.events_left, s.age, s.ages[-1]) == ([], 4, "primordial", "primordial") and len(s.page.marks) == 6
    late = page("opening", start_age="monsters")
    play(late, opening.lay_out, "normal")
    assert late.events_left == 0


@pytest.mark.rule("HST-CIV-01", "HST-CIV-02", "HST-CIV-03")
def test_a_civilization_is_chosen_rolled_or_settled_beforehand() -> None:
    s = page("civilization", ask="everything")
    assert play(s, civ_rules.which, "civilization", "demon").result == "demon"
    ran = play(s, civ_rules.which, "civilization", "choose", answers=["dark_elf"])
    assert ran.result == "dark_elf" and ran.asks[0].keys[0] == "roll"
    ran = play(s, civ_rules.which, "civilization", "random", dice=["1d10=2"])
    assert ran.result == "dwarven" and not ran.asks
    assert play(s, civ_rules.which, "civilization", "choose", answers=["roll"], dice=["1d10=9"]).result == "demon"
    s = page("civilization", civilization="demon")
    s.civs_left = 1
    clan(s, 2)
    play(s, civ_rules.begin, dice=Dice(2))
    assert [civ.kind for civ in s.civs] == ["demon"]


# Peoples.


@pytest.mark.rule("HST-DELF-12", "HST-DELF-10")
def test_a_site_just_a_finger_off_is_in_reach() -> None:
    s = page("civilization", revolt_at="over_twice")
    civ = realm(s, 3, 3)
    gems = room(s, 9.0, 4.4, tags=["gems"])
    bd.make(s, "loot", 0, gems.id)
    assert places.sites(s, civ)[0].far == 3.0
    run_season(s, civ, "spring")
    assert len(civ.people) == 2


@pytest.mark.rule("HST-DELF-12", "HST-DELF-13")
def test_one_noble_founds_nothing_however_many_slaves() -> None:
    s = page("civilization", ask="everything", revolt_at="over_twice")
    s.quiet = ["place_room", "name"]
    civ = realm(s, 1, 2)
    gems = room(s, 9.0, 6.0, tags=["gems"])
    bd.make(s, "loot", 0, gems.id)
    ran = run_season(s, civ, "spring")
    assert not ran.asks and len(civ.people) == 1


@pytest.mark.rule("HST-DELF-22", "HST-DELF-09")
def test_an_empty_place_is_no_place() -> None:
    s = page("civilization")
    civ = realm(s, 3, 2)
    away = colony(s, civ, 1, 0, (9.0, 4.0))
    for bead in bd.of(s, away.id, "pop"):
        bd.remove(s, bead)
    sync(s, places.settle, civ)
    assert civ.people == [civ.city] and not away.alive and away.cause == "nobody was left"
    assert s.rooms[away.lair].abandoned == away.name
    for colour in ("pop", "loot"):
        for bead in bd.of(s, civ.city, colour):
            bd.remove(s, bead)
    sync(s, places.settle, civ)
    assert civ.ended and civ.city == 0


@pytest.mark.rule("HST-DELF-04", "HST-DELF-03", "HST-DELF-02")
def test_where_the_city_stands_and_what_its_road_breaks_into() -> None:
    seen = []
    for seed in range(14):
        s = page("civilization")
        s.streams["judge"] = s.streams["place"] = seed
        lodes.add_ore(s, "mithral", [(9.0, 3.0), (9.8, 4.0), (8.2, 4.0)], "HST-PRIM-06")
        civ = play(s, places.set_up).result
        xs = [s.rooms[r].x for r in s.groups[civ.city].rooms]
        seen.append(sum(xs) / len(xs))
    assert all(0.9 <= x <= 10.1 for x in seen) and any(abs(x - 9.0) < 0.7 for x in seen) and any(x < 7 for x in seen)
    s = page("civilization")
    lodes.add_ore(s, "mithral", [(9.0, 3.0), (9.8, 4.0), (8.2, 4.0)], "HST-PRIM-06")
    for k in range(8):
        works.draw_room(s, (1.0, 6.6 + 0.24 * k), "bead", "natural", "HST-GEO-06", kind="cave", dims=(0.3, 0.23)).plague = 1
    civ = play(s, places.set_up).result
    hurt = places.nobles(s, civ.city) + places.slaves(s, civ.city)
    assert hurt < 6


@pytest.mark.rule("HST-DWRF-03")
def test_a_shaft_by_hand_must_have_ore_below() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["name", "place_room"]
    lodes.add_ore(s, "gold", [(1.0, 4.0), (4.0, 4.0)], "HST-PRIM-08")
    ran = play(s, dwarves.set_up, answers=["hand", "9 3", "hand", "2.6 3"])
    assert any("no ore straight below" in text for text in ran.texts)
    assert s.passages[s.civs[0].shaft].points[0] == (2.6, 1.75)


@pytest.mark.rule("HST-DWRF-02", "HST-DWRF-03", "HST-DWRF-04")
def test_the_spot_of_the_shaft_follows_the_clans_taste() -> None:
    found = set()
    for seed in range(16):
        s = page("civilization")
        s.streams["judge"] = seed
        lodes.add_ore(s, "gold", [(1.0, 4.0), (10.0, 4.0)], "HST-PRIM-08")
        lodes.add_ore(s, "mithral", [(8.0, 4.5), (8.6, 5.5), (7.4, 5.5)], "HST-PRIM-06")
        civ = play(s, dwarves.set_up).result
        x = s.passages[civ.shaft].points[0][0]
        found.add(x)
        assert 1.0 <= x <= 10.0
    shallow = 1.0  # all lie at one depth: the first from the west
    assert min(found) <= shallow + 0.3 and any(4.5 <= x <= 6.9 for x in found) and len(found) >= 3


@pytest.mark.rule("HST-DWRF-09", "HST-DWRF-10")
def test_ore_exactly_half_a_finger_off_is_in_reach() -> None:
    s = page("civilization")
    civ = clan(s, 2)
    mine = s.rooms[civ.mines[0]]
    y = mine.y + mine.h / 2 + 1.75
    ore = lodes.add_ore(s, "gold", [(mine.x - 0.5, y), (mine.x + 0.5, y)], "HST-PRIM-08")
    assert lodes.nearest_ore(s, civ.rooms, civ.works)[0][0] == pytest.approx(1.75, abs=1e-9)
    run_season(s, civ, "summer")
    assert any(cell.remaining == 0 for cell in ore.cells)


@pytest.mark.rule("HST-DMCN-02", "HST-DEMN-08")
def test_a_shrine_beside_a_room_that_is_somebodys() -> None:
    s = page("civilization")
    civ, dwarves_of = pit(s, 5), clan(s, 2, 1)
    home = s.rooms[s.groups[dwarves_of.people[0]].lair]
    civ.worm = home.id
    hoard = bd.make(s, "loot", civ.people[0], home.id, role="hoard")
    play(s, tunnel_worm.feast, civ, home)
    shrine = s.rooms[civ.worm]
    assert shrine is not home and shrine.label == "Charnel Shrine" and hoard.room == shrine.id and home.label != "Charnel Shrine"
    assert (shrine.kind, shrine.maker, shrine.shape, shrine.finish) == ("shrine", "demon", "spiky", "worked")
    assert shrine.owner == civ.people[0] and shrine.id in civ.rooms and bd.pop(s, dwarves_of.people[0]) == 1
    assert dwarves_of.deaths == 1 and civ.sacrificed


@pytest.mark.rule("HST-DSTR-03", "HST-ALTW-08")
def test_an_earthquake_in_a_pocket_universe_stays_inside() -> None:
    s = page("disaster")
    s.page = pg.make_page("pocket_universe", 11.0, 8.5, Dice(3))
    play(s, upheavals.earthquake)
    across = next(p for p in s.passages.values() if p.kind == "fissure")
    ends = sorted((across.points[0][0], across.points[-1][0]))
    assert ends == [pytest.approx(pg.RIM + 0.05, abs=0.02), pytest.approx(11.0 - pg.RIM - 0.05, abs=0.02)]
    assert all(pg.depth(s.page, *p) >= -0.05 for p in across.points)


@pytest.mark.rule("HST-DWCN-03")
def test_workshops_keep_away_from_the_beds() -> None:
    s = page("civilization")
    civ = clan(s, 3)
    play(s, building.workshops, civ)
    shops = [r for r in s.rooms.values() if r.kind == "workshop"]
    beds = [s.rooms[r] for r in civ.rooms if s.rooms[r].kind == "barracks"]
    assert len(shops) == 3 and [r.label for r in shops] == ["workshops", "", ""] and {r.shape for r in shops} == {"square"}
    middle = (sum(r.x for r in shops) / 3, sum(r.y for r in shops) / 3)
    assert all(pg.dist(middle, (b.x, b.y)) >= 1.0 for b in beds)
    mine = s.rooms[civ.mines[-1]]
    assert pg.dist(middle, (mine.x, mine.y)) < 2.2 and all(gr.connected(s, r.id, mine.id) for r in shops)
    assert max(r.x + r.w / 2 for r in shops) - min(r.x - r.w / 2 for r in shops) <= 1.02
    assert all(r.id in civ.rooms and r.id in s.groups[civ.people[0]].rooms for r in shops)


# Kingdoms and the desk.


@pytest.mark.rule("HST-SURF-02", "HST-SURF-05", "HST-VILL-22")
def test_a_new_castle_is_a_room_of_its_kingdom() -> None:
    s = page()
    realm_of = play(s, kingdoms.set_up).result
    assert realm_of.rooms == [realm_of.lair] and s.rooms[realm_of.lair].owner == realm_of.id and realm_of.arrived == 1


@pytest.mark.rule("HST-SURF-14", "HST-SURF-05")
def test_knights_who_die_may_be_the_last() -> None:
    s = page()
    realm_of = kingdom(s, 5.0, 3, 0)
    tunnel(s, (5.5, 1.75), (5.5, 3.0), entrance="cave_mouth")
    den = room(s, 5.5, 3.2)
    wanderer(s, "Beasts", den, 5)
    play(s, excursions.excursion, realm_of)
    assert bd.surface_pop(s) == 0 and s.trigger is not None and s.trigger.why == "kingdoms" and s.specials == 0


@pytest.mark.rule("HST-SURF-15")
def test_cellars_go_straight_down_one_under_the_other() -> None:
    s = page()
    realm_of = kingdom(s, 5.0, 1, 1)
    levels = []
    for _ in range(3):
        sync(s, kingdoms.dig_cellar, realm_of)
        levels.append(next(r for r in reversed(s.rooms.values()) if r.label == "castle cellar"))
    assert len({r.id for r in levels}) == 3 and len({r.x for r in levels}) == 1
    assert [round(b.y - a.y, 2) for a, b in pairwise(levels)] == [0.65, 0.65]
    assert gr.connected(s, levels[2].id, realm_of.lair) and not realm_of.cellar_joined and not s.entrances
    cave = room(s, 5.0, levels[2].y + 0.65)
    sync(s, kingdoms.dig_cellar, realm_of)
    assert (
        gr.connected(s, cave.id, levels[2].id) and realm_of.cellar_joined and [e.kind for e in s.entrances] == ["castle_cellar"]
    )
    count = len(s.rooms)
    sync(s, kingdoms.dig_cellar, realm_of)
    assert len(s.rooms) == count


@pytest.mark.rule("HST-SURF-09")
def test_farms_keep_a_bead_between_them() -> None:
    s = page()
    realm_of = kingdom(s, 5.0)
    assert (
        buildings.too_close(s, realm_of, 5.0)
        and buildings.too_close(s, realm_of, 5.75)
        and not buildings.too_close(s, realm_of, 5.85)
    )
    assert (
        buildings.clear_from(s, realm_of, 5.0) == pytest.approx(5.8, abs=0.01) and buildings.clear_from(s, realm_of, 7.0) == 7.0
    )
    field = farm(s, realm_of, 7.0)
    s.page.world = "hollow_earth"
    dark = kingdom(s, 2.0, alignment="chaotic")
    assert not buildings.too_close(s, dark, 7.0) and buildings.too_close(s, realm_of, 7.0) and field.id in s.rooms


@pytest.mark.rule("HST-NAMT-01", "HST-CONV-07")
def test_only_nameless_treasures_are_offered_a_name() -> None:
    s = page()
    ogre = group(s, "alpha", "Ogre", 3.0, 5.0, 1, 2)
    plain, named = bd.of(s, ogre.id, "loot")
    named.name = "Gleam"
    ran = play(s, hand.name_treasure, answers=[f"bead:{plain.id}", "y" * 44])
    assert [key for key in ran.asks[0].keys if key.startswith("bead")] == [f"bead:{plain.id}"]
    assert plain.name == "y" * 44 and [h.owner for h in plain.history] == [ogre.name]


@pytest.mark.rule("HST-MINR-01", "HST-CONV-07")
def test_a_minor_feature_stands_in_the_room_that_was_chosen() -> None:
    s = page()
    a, b = room(s, 3.0, 5.0), room(s, 8.0, 5.0)
    play(s, hand.add_minor, answers=[f"room:{b.id}"], dice=["1d4=1", "1d20=2"])
    (mark,) = s.landmarks.values()
    assert mark.room == b.id and (mark.x, mark.y) == (8.0, 5.0) and a.id in s.rooms


@pytest.mark.rule("HST-VILL-01", "HST-SURF-16")
def test_five_of_six_vanish_but_never_the_artifact() -> None:
    s = page("villainy", villain_choice="dungeon_master")
    castle = kingdom(s, 5.0, 2, 5)
    relic = bd.make(s, "loot", castle.id, castle.lair, role="artifact")
    s.artifact = relic.id
    s.trigger = Trigger("loot", castle.id, 4)
    play(s, villainy.begin)
    assert s.villain_purse == 5 and relic.owner == castle.id and bd.loot(s, castle.id) == 1
    s.entrances.append(Entrance(991, castle.lair, "cave_mouth", 5.0, 1.75, 0))
    play(s, villainy.set_up_villain, "dungeon_master")
    assert s.villain_purse == 0 and bd.loot(s, s.villains[0].group) == 5
    rich = page("villainy", villain_choice="dungeon_master")
    orcs = group(rich, "breeder", "Orcs", 5.0, 5.0, 2, 6)
    kingdom(rich, 5.0)
    rich.trigger = Trigger("loot", orcs.id, 4)
    play(rich, villainy.begin)
    assert rich.villain_purse == 0 and bd.loot(rich, orcs.id) == 6


@pytest.mark.rule("HST-THOT-09", "HST-THOT-12")
def test_whom_the_pool_may_take_and_whom_it_reaches_for() -> None:
    s, v, g = lords(2, 0, ask="everything")
    big, small, free = (group(s, "breeder", "Orcs", x, 4.0, n, 0) for x, n in ((2.0, 4), (5.0, 1), (9.0, 3)))
    for thrall in (big, small):
        sync(s, tl.infiltrate, g, thrall)
    ran = play(s, tl.sacrifice, v, g, answers=[f"group:{small.id}"])
    assert ran.asks[0].keys[:2] == (f"group:{big.id}", f"group:{small.id}") and not small.alive and free.alive
    ran = play(s, tl.villain_turn, v, g, answers=["wait", f"group:{big.id}"])
    assert ran.asks[0].keys[:2] == ("try", "wait") and free.status == "free"


@pytest.mark.rule("HST-ZOC-01")
def test_a_zone_ends_a_bead_beyond_the_bead() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 1)
    rim = [(2.41, 5.0), (3.59, 5.0), (3.0, 4.4), (3.0, 5.6)]
    beyond = [(2.38, 5.0), (3.62, 5.0), (3.0, 4.38), (3.0, 5.62), (2.5, 4.5), (3.5, 5.5)]
    assert all(in_zone(s, orcs, p) for p in rim) and not any(in_zone(s, orcs, p) for p in beyond)
    assert in_zone(s, orcs, (9.0, 5.0), orcs.lair) and not in_zone(s, orcs, (9.0, 5.0), 999)
    orcs.held = [999]
    assert in_zone(s, orcs, (9.0, 5.0), 999)


@pytest.mark.rule("HST-WAND-02", "HST-WNDF-10", "HST-MNST-16")
def test_skeletons_that_appear_in_a_tomb_are_two() -> None:
    s = page()
    room(s, 5.0, 5.0, tags=["tomb"])
    bones = play(s, wandering.place_one, (5.0, 5.0), dice=["1d12=10"]).result
    other = play(s, wandering.place_one, (5.0, 5.0), dice=["1d12=9"]).result
    assert bd.pop(s, bones.id) == 2 and bd.pop(s, other.id) == 1


@pytest.mark.rule("HST-WCON-03", "HST-WCON-05")
def test_like_joins_like_where_the_other_stands() -> None:
    s = page()
    way, cave = tunnel(s, (3.0, 5.0), (8.0, 5.0)), room(s, 9.0, 7.0)
    one, two = wanderer(s, "Beasts", room(s, 2.0, 7.0), 1, 1), wanderer(s, "Beasts", cave, 1)
    sync(s, skirmishes.stacks_meet, one, two)
    assert counts(s, two.id) == (2, 1) and all(b.room == cave.id for c in ("pop", "loot") for b in bd.of(s, two.id, c))
    three = wanderer(s, "Beasts", room(s, 4.0, 7.0), 1)
    stacks.move_stack(s, three, 0, way.id, 1.0)
    sync(s, skirmishes.stacks_meet, two, three)
    assert counts(s, three.id) == (3, 1) and {(b.room, b.passage, b.offset) for b in bd.of(s, three.id, "pop")} == {
        (0, way.id, 1.0)
    }
    assert list(s.stacks) == [three.id] and s.record[-1].room == 0


@pytest.mark.rule("HST-FLOD-05")
def test_those_who_flee_into_a_strangers_cave_must_fight_for_it() -> None:
    s = page(flooding="auto")
    wet, dry = room(s, 3.0, 6.0, "thumb"), room(s, 4.6, 6.0)
    goblins = group(s, "breeder", "Goblins", 0, 0, 3, 1, at=wet)
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, 1, at=dry)
    wet.fluid = "water"
    play(s, flood.displace, [wet], "water", dice=["1d6=6", "1d6=1"])
    assert goblins.lair == dry.id and goblins.rooms[0] == dry.id and counts(s, goblins.id) == (3, 2) and bd.loot(s, orcs.id) == 0
    assert dry.owner == orcs.id


@pytest.mark.rule("HST-GEO-21", "HST-ALPH-05")
def test_a_lair_taken_over_keeps_its_owner() -> None:
    s = page()
    ogre, orcs = group(s, "alpha", "Ogre", 3.0, 5.0, 1, 1), group(s, "breeder", "Orcs", 8.0, 5.0, 1)
    shared = s.rooms[orcs.lair]
    lairs.relocate(s, ogre, shared)
    assert shared.owner == orcs.id and ogre.lair == shared.id and ogre.held == [] and ogre.claimed == {}


@pytest.mark.rule("HST-MNST-10", "HST-DELV-02", "HST-BRED-02", "HST-ALPH-02", "HST-FLOD-08")
def test_a_group_arrives_with_its_beads_and_a_home() -> None:
    s = page(flooding="ask", ask="everything")
    s.quiet = ["name", "place_room"]
    cave, lake = room(s, 5.0, 5.0), room(s, 9.0, 6.0)
    old = group(s, "breeder", "Orcs", 1.0, 4.0, 1)
    old.alive, cave.owner = False, old.id
    s.order.remove(old.id)
    made = play(s, lairs.arrive, "delver", (5.3, 5.2), "HST-DELV-02", dice=["1d12=3"]).result
    assert (made.flavour, made.alignment, made.lair) == ("Darrow", "lawful", cave.id) and counts(s, made.id) == (4, 1)
    assert cave.owner == made.id and s.order[-1] == made.id and len(made.rooms) == 5  # a bead room holds one
    assert all(bd.free_slots(s, s.rooms[r]) >= 0 for r in made.rooms) and cave.finish == "worked"
    lake.fluid = "water"
    ran = play(s, lairs.arrive, "breeder", (9.0, 6.0), "HST-BRED-02", dice=["1d12=5"], answers=["listed"])
    assert ran.result.flavour == "Crabmen" and ran.asks[0].keys[:2] == ("listed", "rolled")
    s = page(flooding="ask", ask="everything")
    s.quiet = ["name", "place_room"]
    room(s, 9.0, 6.0).fluid = "water"
    ran = play(s, lairs.arrive, "breeder", (9.0, 6.0), "HST-BRED-02", dice=["1d12=5"], answers=["rolled"])
    assert ran.result.flavour == "Goblins" and counts(s, ran.result.id) == (2, 1)
    held = page()
    home = room(held, 5.0, 5.0)
    orcs = group(held, "breeder", "Orcs", 0, 0, 9, 0, at=home)
    assert play(held, lairs.arrive, "alpha", (5.0, 5.0), "HST-ALPH-02", dice=["1d12=7", "1d6=6", "1d6=1"]).result is not None
    assert home.owner == orcs.id and orcs.alive

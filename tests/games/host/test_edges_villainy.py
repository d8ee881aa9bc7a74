"""The edges of the Age of Villainy: villains, their servants and works, played through in small worlds."""

# mypy: disable-error-code="unreachable, comparison-overlap"
from __future__ import annotations

import pytest

from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import web
from undercroft.games.host.rules.adventurers import party_fights
from undercroft.games.host.rules.encounters import downfall
from undercroft.games.host.rules.encounters import encounters as enc
from undercroft.games.host.rules.kingdoms import buildings
from undercroft.games.host.rules.monsters import seasons
from undercroft.games.host.rules.villainy import alpha_villain as av
from undercroft.games.host.rules.villainy import dungeon_master as dm
from undercroft.games.host.rules.villainy import legions as lg
from undercroft.games.host.rules.villainy import liche_king as lk
from undercroft.games.host.rules.villainy import liche_works, master_works, sanctum, villainy
from undercroft.games.host.rules.villainy import thought_lords as tl
from undercroft.games.host.state import Entrance, Host, Room, Trigger

from .table import counts, group, kingdom, page, play, room, sync, tunnel, villain, wanderer
from .test_kingdoms import door, party
from .test_villainy import beast, liche, lords, master


def enslaved(s: Host, master_of: int, kind: str, flavour: str, x: float, y: float, pop: int, loot: int = 0) -> int:
    made = group(s, kind, flavour, x, y, pop, loot)
    made.status, made.master = "enslaved", master_of
    return made.id


# The Dungeon Master and his servants.


@pytest.mark.rule("HST-DMST-15", "HST-DMST-14")
def test_delvers_who_cannot_pay_are_set_to_mining_if_the_author_likes() -> None:
    s, _, g = master(1, 0, ask="everything")
    s.quiet = ["place_room", "drop"]
    vein = lodes.add_ore(s, "gold", [(1.0, 7.5), (10.0, 7.5)], "HST-PRIM-08")
    dwarves = s.groups[enslaved(s, g.id, "delver", "Dwarves", 2.0, 4.0, 3)]
    home = dwarves.lair
    ran = play(s, seasons.season, dwarves.id, answers=["stay"])
    assert ran.asks[0].keys[:2] == ("move", "stay") and dwarves.lair == home and not bd.loot(s, g.id)
    assert all(cell.remaining == 1.0 for cell in vein.cells) and not dwarves.mining
    s.acted = []
    play(s, seasons.season, dwarves.id, answers=["move"])
    camp = s.rooms[dwarves.lair]
    assert (camp.label, camp.kind, camp.size, camp.owner) == ("slave camp", "camp", "bead", dwarves.id)
    assert gr.connected(s, camp.id, g.lair) or web(s).at.get(camp.id)
    assert dwarves.mining and counts(s, dwarves.id) == (3, 0) and bd.loot(s, g.id) == 1
    (paid,) = bd.of(s, g.id, "loot")
    assert paid.room in g.rooms and paid.source == "mine"
    (mine,) = [r for r in s.rooms.values() if r.label == "mine"]
    assert mine.size == "bead" and gr.connected(s, mine.id, camp.id)
    assert sorted(cell.remaining for cell in vein.cells)[:2] == [0.5, 1.0]
    s.acted = []
    play(s, seasons.season, dwarves.id)  # at work already: nobody asks again
    assert bd.loot(s, g.id) == 2 and dwarves.lair == camp.id and sum(c.remaining for c in vein.cells) == len(vein.cells) - 1


@pytest.mark.rule("HST-DMST-15", "HST-DMST-14")
def test_delvers_beside_ore_dig_where_they_are_and_without_ore_idle() -> None:
    s, _, g = master(1, 0, ask="everything")
    s.quiet = ["place_room", "drop"]
    lodes.add_ore(s, "gold", [(1.0, 5.3), (3.0, 5.3)], "HST-PRIM-08")
    dwarves = s.groups[enslaved(s, g.id, "delver", "Dwarves", 2.0, 4.0, 3)]
    home = dwarves.lair
    play(s, seasons.season, dwarves.id)
    assert dwarves.lair == home and dwarves.mining and bd.loot(s, g.id) == 1
    bare, _, g = master(1, 0)
    idle = bare.groups[enslaved(bare, g.id, "delver", "Dwarves", 2.0, 4.0, 3)]
    play(bare, seasons.season, idle.id)
    assert bd.loot(bare, g.id) == 0 and not idle.mining and idle.status == "enslaved"


@pytest.mark.rule("HST-DMST-14", "HST-DMST-16", "HST-DMST-17")
def test_slaves_of_a_dead_master_are_free_and_live_as_they_like() -> None:
    s, _, g = master(1, 0)
    orcs = s.groups[enslaved(s, g.id, "breeder", "Orcs", 2.0, 4.0, 3, 1)]
    g.alive = False
    play(s, seasons.season, orcs.id)
    assert (orcs.status, orcs.master) == ("free", 0) and bd.pop(s, orcs.id) == 3
    s, _, g = master(1, 0)
    orcs = s.groups[enslaved(s, g.id, "breeder", "Orcs", 2.0, 4.0, 4, 1)]
    newest = bd.of(s, orcs.id, "pop")[-1]
    play(s, seasons.season, orcs.id)
    assert newest.owner == g.id and newest.room in g.rooms and bd.pop(s, orcs.id) == 3


@pytest.mark.rule("HST-DMST-01", "HST-DMST-02", "HST-DMST-05")
def test_what_lies_under_the_tower_is_his_unless_somebody_else_owns_it() -> None:
    s = page("villainy")
    realm = kingdom(s, 8.0, 2, 1)
    tower = buildings.raise_building(s, realm, 3.0, "tower", "HST-SFCN-03", "Wizard's Tower")
    realm.rooms.append(tower.id)
    cellar = buildings.cellar_under(s, realm, tower, "HST-SFCN-03", "tower dungeon")
    wizard = bd.make(s, "pop", realm.id, tower.id)
    ogre = group(s, "alpha", "Ogre", 6.0, 6.0, 1)
    castle_gold = bd.of(s, realm.id, "loot")[0]
    ours, loose, foreign = (bd.make(s, "loot", owner, cellar.id) for owner in (realm.id, 0, ogre.id))
    food = bd.make(s, "pop", ogre.id, cellar.id)
    cave = room(s, 3.0, 5.0)
    tunnel(s, (3.0, 5.2), (3.0, 7.0))
    ways = [pid for pid in web(s).at[cellar.id] if s.passages[pid].kind != "path"]
    assert not ways
    play(s, dm.set_up, 2)
    g = s.groups[s.villains[0].group]
    assert wizard.id not in s.beads and food.id in s.beads
    assert ours.owner == loose.owner == g.id and ours.room == tower.id and foreign.owner == ogre.id
    assert castle_gold.owner == realm.id and bd.loot(s, g.id) == 2 + 2
    assert cellar.owner == g.id and cellar.id in g.rooms and gr.connected(s, cellar.id, cave.id)
    barracks = s.rooms[g.rooms[-1]]
    assert barracks.kind == "barracks" and barracks.size == "bead" and not barracks.above
    assert pg.dist((barracks.x, barracks.y), (cellar.x, cellar.y)) < 1.5 and gr.connected(s, barracks.id, cellar.id)
    assert [bead.room for bead in bd.of(s, g.id, "pop")] == [barracks.id]


@pytest.mark.rule("HST-DMST-01")
def test_only_a_place_without_a_way_is_joined() -> None:
    def ways_of(joined: bool) -> int:
        s = page("villainy")
        hall = room(s, 5.0, 6.0, "thumb")
        room(s, 9.0, 4.0)
        tunnel(s, (8.0, 3.0), (8.0, 5.0))
        if joined:
            tunnel(s, (5.5, 6.0), (7.0, 6.0))
        before = len(web(s).at.get(hall.id, ()))
        v, g = villain(s, "dungeon_master", hall, 0, 0)
        dm._join(s, hall, g)
        assert v.hq == hall.id
        return len(web(s).at.get(hall.id, ())) - before

    assert (ways_of(False), ways_of(True)) == (1, 0)


@pytest.mark.rule("HST-DMST-01")
def test_the_largest_room_and_of_equals_the_deepest_but_no_room_with_people() -> None:
    s = page("villainy")
    room(s, 2.0, 4.0, "thumb")
    deep = room(s, 8.0, 7.0, "thumb")
    full = room(s, 5.0, 5.0, "two_bead")
    full.w = full.h = 1.3
    group(s, "breeder", "Goblins", 0, 0, 2, at=full)
    play(s, dm.set_up, 0)
    assert s.villains[0].hq == deep.id
    bare = page("villainy")
    play(bare, dm.set_up, 0)
    hq = bare.rooms[bare.villains[0].hq]
    assert pg.dist((hq.x, hq.y), (5.5, 4.25)) < 1 and "hq" in hq.tags and hq.owner == bare.villains[0].group


@pytest.mark.rule("HST-DMST-09", "HST-DMST-21")
def test_his_zone_grows_a_finger_past_wanderers_and_ends_at_the_first_group() -> None:
    s, v, g = master(4, 0)
    mid, far, last = room(s, 6.6, 6.0), room(s, 8.0, 6.0), room(s, 10.4, 6.0)
    for a, b in ((5.5, 6.4), (6.8, 7.8), (8.2, 10.2)):
        tunnel(s, (a, 6.0), (b, 6.0))
    beasts = wanderer(s, "Beasts", mid, 1, 1)
    play(s, dm.expand, v, g)
    assert beasts.id not in s.stacks and counts(s, g.id) == (3, 1)
    assert mid.id in g.held and far.id in g.held and last.id not in g.held
    reached = sum(b - a for stretches in g.claimed.values() for a, b in stretches)
    assert 2.0 < reached <= s.measures.finger
    s, v, g = master(4, 0)
    for a, b in ((5.5, 6.4), (6.8, 7.8)):
        tunnel(s, (a, 6.0), (b, 6.0))
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, 1, at=room(s, 6.6, 6.0))
    behind = room(s, 8.0, 6.0)
    play(s, dm.expand, v, g, dice=["1d6=5", "1d6=1"])
    assert orcs.status == "enslaved" and behind.id not in g.held
    s.met_now = []
    play(s, dm.expand, v, g)  # servants are passed by
    assert behind.id in g.held


@pytest.mark.rule("HST-DMST-11", "HST-DMST-12", "HST-DMST-13")
def test_a_beast_of_any_alignment_kneels_on_a_tie_and_the_lawful_do_not() -> None:
    def tie(kind: str, flavour: str, pop: int, alignment: str) -> tuple[str, int, int]:
        s, v, g = master(3, 1)
        other = group(s, kind, flavour, 2.0, 4.0, pop, 1, alignment)
        play(s, dm.confront, v, g, other, dice=["1d6=3", "1d6=3"])
        return other.status, bd.pop(s, other.id), bd.pop(s, g.id)

    assert tie("alpha", "Ogre", 1, "lawful") == ("enslaved", 1, 3)
    assert tie("breeder", "Goblins", 3, "lawful") == ("free", 2, 2)
    assert tie("delver", "Dwarves", 3, "chaotic") == ("enslaved", 3, 3)
    s, v, g = master(0, 0)
    dwarves = group(s, "delver", "Dwarves", 2.0, 4.0, 3, 1)
    play(s, dm.confront, v, g, dwarves, dice=["1d6=3", "1d6=3"])  # alone he counts three, and no army is there to be lost
    assert bd.pop(s, dwarves.id) == 2 and not v.fallen and g.alive
    assert dwarves.id in g.met and g.id in dwarves.met and s.met_now == [dwarves.id]
    assert play(s, dm.confront, v, g, dwarves).result is None  # once a turn


@pytest.mark.rule("HST-DMST-21")
def test_protection_without_dice() -> None:
    s, _, g = master(0, 0)
    assert enc.protection(s, g.id) == 2 and enc.body(s, g.id) == 1
    bd.make(s, "pop", g.id, g.lair)
    assert enc.protection(s, g.id) == 0 and enc.body(s, g.id) == 1
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 0)
    ogre = group(s, "alpha", "Ogre", 8.0, 4.0, 2)
    assert (enc.protection(s, orcs.id), enc.body(s, orcs.id)) == (0, 0)
    assert (enc.protection(s, ogre.id), enc.body(s, ogre.id)) == (2, 2)


@pytest.mark.rule("HST-DMCO-01", "HST-DMCO-03")
def test_a_trap_lies_in_a_passage_and_a_prison_on_the_border() -> None:
    s, v, g = master(1, 0)
    way = tunnel(s, (5.5, 6.0), (9.5, 6.0))
    s.pins = [(8.0, 7.0)]
    play(s, master_works.construct, v, g, "Trap")
    (trap,) = s.stacks.values()
    (mark,) = s.landmarks.values()
    assert (trap.node, trap.passage, trap.roams, bd.pop(s, trap.id)) == (0, way.id, False, 1)
    assert trap.offset == pytest.approx(2.5, abs=0.05) and (mark.kind, mark.x, mark.y) == ("trap", 8.0, 6.0)
    far = room(s, 10.3, 3.0)
    g.held = [room(s, 1.0, 3.0).id, far.id]
    play(s, master_works.construct, v, g, "Prison")  # nobody serves yet: at the edge of what he holds
    prison = s.rooms[v.prisons[0]]
    assert pg.dist((prison.x, prison.y), (far.x, far.y)) < 1.2 and prison.kind == "prison" and prison.id in g.rooms
    few = enslaved(s, g.id, "breeder", "Orcs", 1.0, 7.5, 2)
    many = enslaved(s, g.id, "breeder", "Goblins", 1.0, 4.4, 3)
    group(s, "breeder", "Kobolds", 9.0, 8.0, 9)  # free, and no business of his
    play(s, master_works.construct, v, g, "Prison")
    second = s.rooms[v.prisons[1]]
    a, b = gr.node_xy(s, s.groups[many].lair), gr.node_xy(s, g.rooms[0])
    assert pg.dist((second.x, second.y), ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) < 0.7 and bd.pop(s, few) == 2
    captives = [stack for stack in s.stacks.values() if stack.flavour == "Captive"]
    assert [(c.node, bd.pop(s, c.id), c.roams) for c in captives] == [(rid, 1, False) for rid in v.prisons]
    assert v.built == ["Trap", "Prison", "Prison"]


@pytest.mark.rule("HST-DMCO-01")
def test_only_the_mark_of_the_trap_that_sprang_goes() -> None:
    s, v, g = master(1, 0)
    tunnel(s, (5.5, 6.0), (9.5, 6.0))
    for x in (6.5, 8.5):
        s.pins = [(x, 6.1)]
        play(s, master_works.construct, v, g, "Trap")
    first, second = list(s.stacks)
    play(s, party_fights.meet_stack, band := party(s, g.lair, 3), second)
    assert [mark.gone for mark in s.landmarks.values()] == [False, True] and first in s.stacks and bd.pop(s, band.id) == 2


@pytest.mark.rule("HST-DMCO-02", "HST-DMCO-04")
def test_a_hall_is_one_bead_and_grows_by_one() -> None:
    s, v, g = master(1, 0)
    play(s, master_works.construct, v, g, "Lab")
    (lab,) = [r for r in s.rooms.values() if r.label == "Lab"]
    assert lab.size == "bead" and lab.id in g.rooms and gr.connected(s, lab.id, g.lair) and v.hall == 0
    play(s, master_works.construct, v, g, "Hall")
    hall = s.rooms[v.hall]
    slots, width = hall.capacity, hall.w
    assert (hall.kind, hall.shape, hall.size) == ("hall", "vault", "bead") and hall.id in g.rooms
    play(s, master_works.construct, v, g, "Hall")
    assert hall.capacity == slots + 1 and hall.w == pytest.approx(width + s.measures.bead) and g.rooms.count(hall.id) == 1


@pytest.mark.rule("HST-DMST-06", "HST-DMST-18", "HST-DMST-19")
def test_an_army_that_holds_keeps_its_master_safe() -> None:
    s, v, g = master(3, 0)
    band = party(s, g.lair, 2)
    play(s, dm.party_meets, band, g)  # no dice: two for two, and then a deserter
    assert band.fate == "died" and bd.pop(s, g.id) == 3 - 2 + 1 and not v.fallen
    s, v, g = master(2, 0)
    band = party(s, g.lair, 2)
    play(s, dm.party_meets, band, g)
    assert band.fate == "died" and bd.pop(s, g.id) == 1 and not v.fallen
    s, v, g = master(1, 2)
    band = party(s, room(s, 2.0, 4.0).id, 5)
    play(s, dm.party_meets, band, g, dice=["1d6=1", "1d6=6"])  # four and one against three and six
    assert band.fate == "died" and band.node == g.lair and bd.pop(s, g.id) == 1 and not v.fallen


@pytest.mark.rule("HST-DMST-20", "HST-VILL-04")
def test_a_repelled_master_ends_the_age_only_if_he_was_the_last() -> None:
    s, v, g = master(10, 0)
    other, _ = villain(s, "liche_king", room(s, 8.0, 7.0), 1, 0, "Mort")
    kingdom(s, 5.0, 10, 0)
    sync(s, dm.march, v, g)
    assert v.fallen and not other.fallen and s.age == "villainy"
    s, v, g = master(9, 0)
    kingdom(s, 5.0, 1, 0)
    sync(s, dm.march, v, g)
    assert s.age == "villainy" and not s.outcome


# The Thought Lords.


@pytest.mark.rule("HST-THOT-16", "HST-THOT-17")
def test_a_full_prison_gets_another_cell() -> None:
    s, v, g = lords(2, 0, prisoners=1)
    cell = s.rooms[v.prisons[0]]
    assert bd.free_slots(s, cell) == 0
    friends = group(s, "delver", "Dwarves", 3.0, 4.0, 2, 1)
    sync(s, tl.infiltrate, g, friends)
    band = party(s, friends.lair, 3)
    play(s, tl.mind_pool_test, band, friends, dice=["1d6=1", "1d6=6"])
    assert len(v.prisons) == 2 and v.prisons[1] in g.rooms
    new = s.rooms[v.prisons[1]]
    assert (new.label, new.kind, new.size, new.owner) == ("prison", "prison", "bead", g.id) and gr.connected(s, new.id, cell.id)
    assert [bead.room for bead in tl.prisoners(s, g)] == [cell.id, new.id] and bd.pop(s, g.id) == 2
    assert bd.pop(s, band.id) == 2 and not band.fate and friends.status == "infiltrated"
    lone = party(s, friends.lair, 1)
    play(s, tl.mind_pool_test, lone, friends, dice=["1d6=1", "1d6=6"])
    assert lone.fate == "died" and len(tl.prisoners(s, g)) == 3


@pytest.mark.rule("HST-THOT-16")
@pytest.mark.parametrize(("dice", "status"), [((3, 3), "free"), ((1, 2), "infiltrated")])
def test_the_pool_rolls_with_three_and_the_party_with_its_number(dice: tuple[int, int], status: str) -> None:
    s, _, g = lords(5, 0)  # however many Thought Lords there are
    friends = group(s, "delver", "Dwarves", 3.0, 4.0, 9, 1)
    sync(s, tl.infiltrate, g, friends)
    size = 4 if status == "free" else 3
    play(s, tl.mind_pool_test, party(s, friends.lair, size), friends, dice=[f"1d6={face}" for face in dice])
    assert friends.status == status


@pytest.mark.rule("HST-THOT-18")
def test_prisoners_stay_when_the_lords_hold_and_are_lost_with_a_dead_party() -> None:
    s, _, g = lords(3, 0, prisoners=2)
    band = party(s, g.lair, 3)
    play(
        s, tl.party_meets, band, g, dice=["1d6=3", "1d6=3"]
    )  # three and three against three, three and the pool's bead: lost by one
    assert g.alive and len(tl.prisoners(s, g)) == 2 and band.node == g.lair
    s, v, g = lords(1, 0, prisoners=1)
    held = tl.prisoners(s, g)[0]
    band = party(s, g.lair, 1)
    play(s, tl.party_meets, band, g, dice=["1d6=4", "1d6=2"])  # five to four: both die of it
    assert v.fallen and band.fate == "died" and held.id not in s.beads


@pytest.mark.rule("HST-THOT-01", "HST-THOT-02", "HST-THOT-03", "HST-THOT-04", "HST-THOT-05", "HST-THOT-06")
def test_the_cult_moves_in_with_the_purse_of_the_kingdoms() -> None:
    s = page("villainy")
    kingdom(s, 5.5)
    island = room(s, 10.0, 4.6)
    way_in = room(s, 2.0, 4.4)
    door(s, 2.0, 4.2)
    near, far = group(s, "breeder", "Orcs", 5.5, 3.4, 2, 1), group(s, "breeder", "Goblins", 9.0, 2.6, 2, 1)
    play(s, tl.set_up, 3)
    v, g = s.villains[0], s.groups[s.villains[0].group]
    pool = s.rooms[v.pool]
    assert (pool.label, pool.shape, pool.size, pool.owner) == ("Mind Pool", "round", "thumb", g.id) and g.lair == pool.id
    labels = [s.rooms[rid].label for rid in g.rooms]
    assert labels == ["Mind Pool", "cell of a Thought Lord", "cell of a Thought Lord", "prison"]
    assert all(s.rooms[rid].size == "bead" and gr.connected(s, rid, pool.id) for rid in g.rooms[1:])
    assert [len(bd.inside(s, rid)) for rid in g.rooms] == [1 + 3 + 1, 1, 1, 1] and v.prisons == [g.rooms[3]]
    assert counts(s, g.id) == (2, 4) and len(tl.prisoners(s, g)) == 1
    assert gr.connected(s, pool.id, way_in.id) and not gr.connected(s, pool.id, island.id)
    assert [x.status for x in (near, far)] == ["infiltrated", "free"] and near.master == g.id


@pytest.mark.rule("HST-THOT-06", "HST-THOT-08")
def test_without_groups_the_castle_is_infiltrated_first() -> None:
    s = page("villainy")
    castle = kingdom(s, 5.5)
    play(s, tl.set_up, 0)
    assert castle.status == "infiltrated" and [b.room for b in bd.of(s, castle.id, "control")] == [castle.lair]


@pytest.mark.rule("HST-THOT-15")
@pytest.mark.parametrize(("loot", "left", "tithe"), [(2, 1, 1), (1, 1, 0), (3, 2, 1)])
def test_an_infiltrated_group_keeps_its_last_loot(loot: int, left: int, tithe: int) -> None:
    s, _, g = lords(2, 0)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 3, loot)
    sync(s, tl.infiltrate, g, orcs)
    sync(s, tl.tithe, orcs)
    assert (bd.loot(s, orcs.id), bd.loot(s, g.id)) == (left, tithe)
    g.alive = False
    sync(s, tl.tithe, orcs)
    assert bd.loot(s, orcs.id) == left


@pytest.mark.rule("HST-THOT-10")
def test_a_tie_costs_the_group_alone_and_an_artifact_helps() -> None:
    s, _, g = lords(2, 0)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 4, 1)
    s.artifact = bd.make(s, "loot", g.id, g.lair).id
    play(s, tl.attempt, g, orcs, dice=["1d6=2", "1d6=3"])  # 2 + 2 + 3 + 1 against 3 + 4
    assert orcs.status == "infiltrated" and bd.pop(s, g.id) == 3
    s, _, g = lords(2, 0)
    castle = kingdom(s, 5.0, 4, 0)
    play(s, tl.attempt, g, castle, dice=["1d6=1", "1d6=6"])
    assert bd.pop(s, castle.id) == 2 and bd.pop(s, g.id) == 1
    play(s, tl.attempt, g, castle, dice=["1d6=1", "1d6=3"])  # 1 + 1 + 3 against 3 + 2
    assert bd.pop(s, castle.id) == 1 and bd.pop(s, g.id) == 1 and castle.status == "free"


# The Liche King.


@pytest.mark.rule("HST-LICH-03", "HST-LICH-01")
def test_whoever_lives_in_a_tomb_is_removed_and_its_loot_is_his() -> None:
    s = page("villainy")
    crypt, other = room(s, 3.0, 6.0, tags=["tomb"]), room(s, 5.0, 6.0, "thumb")
    crypt.secret = True
    v, g = villain(s, "liche_king", room(s, 8.0, 6.0), 1, 0)
    squatters = group(s, "breeder", "Goblins", 0, 0, 2, 1, at=crypt)
    band = wanderer(s, "Skeletons", crypt, 2, 1)
    half = group(s, "breeder", "Orcs", 0, 0, 2, 0, at=other)
    inside = bd.make(s, "pop", half.id, crypt.id)
    crown = bd.make(s, "loot", 0, crypt.id, role="crypt")
    artifact = bd.make(s, "loot", 0, crypt.id, role="artifact")
    sync(s, lk.claim_tomb, v, g, crypt)
    assert not squatters.alive and squatters.cause == "the villain's tombs" and band.id not in s.stacks
    assert half.alive and inside.id not in s.beads and not crypt.secret and not bd.inside(s, crypt.id)
    assert bd.loot(s, g.id) == 4 and all(b.room == g.lair for b in bd.of(s, g.id, "loot"))
    assert (crown.role, artifact.role) == ("", "artifact")


@pytest.mark.rule("HST-LICH-05", "HST-LICH-06")
def test_the_richest_group_serves_and_of_equals_the_larger() -> None:
    s = page("villainy")
    group(s, "breeder", "Orcs", 2.0, 4.0, 2, 3)
    large = group(s, "delver", "Dwarves", 8.0, 4.0, 4, 3)
    group(s, "breeder", "Goblins", 5.0, 3.5, 9, 2)
    room(s, 5.0, 7.0, tags=["tomb"])
    play(s, lk.set_up, 1)
    v, g = s.villains[0], s.groups[s.villains[0].group]
    assert v.minions == large.id and (large.status, large.master) == ("minion", g.id) and counts(s, large.id) == (4, 1)
    assert v.built == ["The Lab"] and bd.loot(s, g.id) == 0  # two of theirs and one of the purse buy a lab
    kept = [s.groups[gid].status for gid in bd.living(s)]
    assert sorted(kept) == ["free", "free", "minion"]


@pytest.mark.rule("HST-LICH-12")
def test_minions_of_the_dead_are_a_group_with_a_hall() -> None:
    s, v, g = liche(6, 6)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 2, 1)
    play(s, lk.new_minions, v, g)
    dead = s.groups[v.minions]
    assert (dead.type, dead.status, dead.master, dead.alignment) == ("minions", "minion", g.id, "chaotic")
    assert dead.arrived == sum(1 for x in (orcs, g) if x.arrived) + 1 and s.order[-1] == dead.id
    assert bd.pop(s, dead.id) == 2 and len(lg.legions(s, v)) == 4 and {b.room for b in bd.of(s, dead.id, "pop")} == {dead.lair}
    assert gr.connected(s, dead.lair, g.lair) and len(lg.empty_tombs(s, v)) == 2
    few, v, g = liche(5, 5)
    play(few, lk.new_minions, v, g)
    assert not v.minions and len(lg.legions(few, v)) == 5


@pytest.mark.rule("HST-LICH-12")
def test_at_most_three_legions_and_never_more_than_there_are() -> None:
    for legions, offered in ((5, ["0", "1", "2", "3"]), (2, ["0", "1", "2"])):
        s, v, g = liche(legions, legions, ask="everything")
        s.quiet = ["place_room"]
        ran = play(s, lk.new_minions, v, g, answers=["0"])
        assert sorted(key for key in ran.asks[0].keys if key.isdigit()) == offered and not v.minions
    s, v, g = liche(0, 2)
    assert not play(s, lk.new_minions, v, g).asks


@pytest.mark.rule("HST-LICH-10", "HST-LICH-13")
def test_a_legion_each_season_then_a_tomb() -> None:
    s, v, g = liche(0, 2, loot=0)
    play(s, lk.villain_turn, v, g)
    assert len(lg.legions(s, v)) == 1 and len(v.tombs) == 2
    play(s, lk.villain_turn, v, g)
    assert len(lg.legions(s, v)) == 2 and len(v.tombs) == 3 and len(lg.empty_tombs(s, v)) == 1
    s.rooms[v.tombs[2]].state = "collapsed"
    assert lg.empty_tombs(s, v) == []


@pytest.mark.rule("HST-LICH-13")
def test_he_may_leave_it() -> None:
    s, v, g = liche(1, 1, loot=2, ask="everything")
    s.quiet = ["place_room", "liche_minions"]
    ran = play(s, lk.villain_turn, v, g, answers=["no"])
    assert ran.asks[0].keys[:2] == ("yes", "no") and len(v.tombs) == 1
    ran = play(s, lk.villain_turn, v, g, answers=["yes", "save"])
    assert ran.asks[1].keys[:2] == ("pay", "save") and len(v.tombs) == 2
    assert bd.loot(s, g.id) == 2 and len(lg.legions(s, v)) == 1
    assert s.rooms[v.tombs[1]].tags == ["tomb"] and gr.connected(s, v.tombs[1], g.lair)


@pytest.mark.rule("HST-LICH-11")
def test_minions_go_for_the_closest_who_do_not_serve() -> None:
    s, v, g = liche(0, 1)
    minions = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 1)
    minions.status, minions.master = "minion", g.id
    v.minions = minions.id
    servant, near, far = (group(s, "breeder", "Goblins", x, 4.0, 3, 0) for x in (3.6, 5.2, 9.0))
    servant.master = g.id
    play(s, lk.minions_meet, v, g, minions, dice=["1d6=4", "1d6=4"])
    assert [bd.pop(s, x.id) for x in (servant, near, far)] == [3, 2, 3] and bd.loot(s, g.id) == 0
    alone, v, g = liche(0, 1)
    only = group(alone, "breeder", "Orcs", 2.0, 4.0, 3, 1)
    play(alone, lk.minions_meet, v, g, only)
    assert bd.pop(alone, only.id) == 3


@pytest.mark.rule("HST-LICH-07", "HST-LICH-09")
def test_what_the_king_had_goes_to_those_who_live_to_carry_it() -> None:
    s, v, g = liche(1, 2, loot=2)
    band = party(s, g.lair, 3, 0)
    play(s, lg.party_meets, band, g)
    assert v.fallen and counts(s, band.id) == (1, 2)
    s, v, g = liche(1, 2, loot=2)
    band = party(s, g.lair, 2, 0)
    play(s, lg.party_meets, band, g)
    assert v.fallen and band.fate == "died" and bd.loot(s, band.id) == 0 and len(bd.of(s, 0, "loot")) == 2
    s, v, g = liche(3, 4, loot=2)
    band = party(s, g.lair, 2, 0)
    play(s, lg.party_meets, band, g)
    assert not v.fallen and bd.loot(s, g.id) == 2 and len(lg.legions(s, v)) == 3 - 2 + 1


@pytest.mark.rule("HST-LICH-07")
def test_groups_and_wanderers_that_come_upon_him() -> None:
    s, v, g = liche(2, 3)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 2)
    sync(s, lg.liche_fights_group, orcs, g)
    assert not orcs.alive and len(lg.legions(s, v)) == 0 and not v.fallen
    s, v, g = liche(2, 3)
    giants = group(s, "breeder", "Cave Giants", 2.0, 4.0, 2)
    sync(s, lg.liche_fights_group, giants, g)  # each counts as two: three points kill one
    assert bd.pop(s, giants.id) == 1 and v.fallen
    s, v, g = liche(2, 3)
    ooze = wanderer(s, "Ooze", room(s, 9.0, 4.0))
    sync(s, lg.liche_fights_stack, g, ooze, own_turn=True)
    assert ooze.id not in s.stacks and len(lg.legions(s, v)) == 0 and not v.fallen
    guard, caged = wanderer(s, "Gate Guard", room(s, 9.0, 5.0)), wanderer(s, "Beasts", s.rooms[g.lair])
    for stack in (guard, caged):
        sync(s, lg.liche_fights_stack, g, stack, own_turn=True)
    assert guard.id in s.stacks and caged.id in s.stacks


@pytest.mark.rule("HST-LICO-00", "HST-LICO-05", "HST-LICO-06")
def test_gates_once_for_each_entrance_then_tombs_for_the_rest() -> None:
    s, v, g = liche(0, 0, loot=7)
    for x in (2.0, 8.0):
        door(s, x)
    s.entrances[0].guarded = g.lair
    v.built = []
    for bead in bd.of(s, g.id, "loot")[:0]:
        bd.remove(s, bead)
    play(s, liche_works.build, v, g, dice=["1d12=9"])
    assert v.built == ["The Lab", "Menagerie", "Shrine of Evil"] and bd.loot(s, g.id) == 0
    s, v, g = liche(0, 0, loot=1)
    play(s, liche_works.build, v, g)
    assert v.built == ["Tombs"] and len(v.tombs) == 1 and bd.is_empty(s, s.rooms[v.tombs[0]])
    s, v, g = liche(0, 0, loot=9)
    s.entrances.append(Entrance(990, g.lair, "cave_mouth", 5.0, 1.75, 0, 1))
    beasts = wanderer(s, "Beasts", room(s, 9.0, 4.0), 1, 1)
    statue = wanderer(s, "Beasts", room(s, 6.0, 4.0), 1, 0, roams=False)
    play(s, liche_works.build, v, g)
    assert v.built == ["The Lab", "Menagerie", "Bone Pit", "Shrine of Evil"] and bd.loot(s, g.id) == 0
    assert not beasts.roams and s.rooms[beasts.node].label == "Menagerie" and statue.node != beasts.node


@pytest.mark.rule("HST-LICO-05")
def test_a_gate_room_stands_at_its_entrance() -> None:
    s, v, g = liche(0, 0)
    way = door(s, 2.0)
    play(s, liche_works.construct, v, g, "Gate Room")
    gate = s.rooms[v.gates[0]]
    assert gate.label == "Gate Room" and s.entrances[0].guarded == gate.id and gate.id in g.rooms
    assert pg.dist((gate.x, gate.y), (2.0, 1.75)) < 1.3 and gr.connected(s, gate.id, s.entrances[0].node)
    (guard,) = s.stacks.values()
    assert (guard.flavour, guard.node, guard.roams, bd.pop(s, guard.id)) == ("Gate Guard", gate.id, False, 1) and way


# The Alpha Villain.


@pytest.mark.rule("HST-AVIL-03", "HST-AVIL-02")
def test_the_beast_that_ended_the_age_gets_no_gift() -> None:
    s = page("villainy")
    poor, rich = group(s, "alpha", "Purple Worm", 2.0, 4.0, 1, 0), group(s, "alpha", "Ogre", 8.0, 4.0, 1, 2)
    slave = group(s, "alpha", "Ettin", 5.0, 3.0, 2, 5)
    slave.status = "enslaved"
    play(s, av.set_up, 0)
    assert s.villains[0].group == rich.id and rich.type == "villain" and poor.type == "alpha"
    assert s.villains[0].built == ["The Grand Lair", "Inner Sanctum"] and bd.loot(s, rich.id) == 2 + 3 - 3 - 1
    s = page("villainy")
    rich, cause = group(s, "alpha", "Owlbear", 8.0, 4.0, 1, 5), group(s, "alpha", "Ogre", 2.0, 4.0, 1, 4)
    s.trigger = Trigger("loot", cause.id, 3)
    play(s, av.set_up, 0)
    assert s.villains[0].group == cause.id and bd.loot(s, cause.id) == 0
    s = page("villainy")
    rich, cause = group(s, "alpha", "Owlbear", 8.0, 4.0, 1, 5), group(s, "alpha", "Ogre", 2.0, 4.0, 1, 4)
    s.trigger = Trigger("crowded", cause.id, 3)
    play(s, av.set_up, 0)
    assert s.villains[0].group == rich.id and bd.loot(s, rich.id) == 5 + 3 - 3 - 1


@pytest.mark.rule("HST-AVCO-01", "HST-AVCO-03", "HST-AVCO-04", "HST-AVIL-05")
def test_the_court_is_built_from_the_top_as_long_as_loot_lasts() -> None:
    s, v, g = beast("Ogre", 1, 2)
    play(s, sanctum.build, v, g)  # not enough for a grand lair: a throne room, and one wall
    assert v.built == ["Inner Sanctum", "Defensive Works"] and bd.loot(s, g.id) == 0 and v.works == 1
    s, v, g = beast("Ogre", 1, 9)
    play(s, sanctum.build, v, g)
    assert v.built == ["The Grand Lair", "Inner Sanctum", "Defensive Works", "Defensive Works"]
    assert len(g.rooms) == 4 and bd.loot(s, g.id) == 9 - 3 - 1 - 2 and v.works == sanctum.entrances(s, g) == 2
    assert all(gr.connected(s, rid, g.lair) for rid in g.rooms) and s.rooms[g.lair].name
    marks = [mark for mark in s.landmarks.values() if mark.kind == "defensive works"]
    assert len(marks) == 2 and marks[0].room == g.lair
    play(s, sanctum.build, v, g)
    assert bd.loot(s, g.id) == 3  # nothing is built twice


@pytest.mark.rule("HST-AVIL-08", "HST-AVIL-01", "HST-SANC-03", "HST-SANC-04")
@pytest.mark.parametrize(
    ("flavour", "sanctum_name", "loot", "after"),
    [("Owlbear", "", 3, (2, 0)), ("Owlbear", "", 2, (1, 2)), ("Dragon", "Hoard", 3, (1, 3)), ("Dragon", "Hoard", 4, (2, 1))],
)
def test_three_loot_make_one_more(flavour: str, sanctum_name: str, loot: int, after: tuple[int, int]) -> None:
    s, v, g = beast(flavour, 1, loot)
    g.sanctum = sanctum_name
    rooms = len(g.rooms)
    for way in list(s.passages.values()):
        way.kind = "river"  # nowhere to go
    s.met_now = [0]  # it has eaten
    play(s, av.villain_turn, v, g)
    assert counts(s, g.id) == after and len(g.rooms) == rooms + (after[0] - 1)


@pytest.mark.rule("HST-AVIL-11", "HST-AVIL-13")
def test_the_last_bead_may_be_bought_off_once_a_loss() -> None:
    s, v, g = beast("Ogre", 1, 1, ask="everything")
    s.quiet = ["place_room"]
    orcs = group(s, "breeder", "Orcs", 9.0, 3.0, 6)
    ran = play(s, av.clash, v, g, orcs, dice=["1d6=1", "1d6=6"], answers=["loot"])
    assert ran.asks[0].keys[:2] == ("loot", "life") and counts(s, g.id) == (1, 0) and g.alive
    s.met_now = []
    play(s, av.clash, v, g, orcs, dice=["1d6=1", "1d6=6"])
    assert v.fallen and s.outcome == "heroes"
    s, v, g = beast("Ogre", 2, 1)
    orcs = group(s, "breeder", "Orcs", 9.0, 3.0, 6)
    play(s, av.clash, v, g, orcs, dice=["1d6=1", "1d6=6"])
    assert counts(s, g.id) == (1, 1)


@pytest.mark.rule("HST-AVIL-11")
@pytest.mark.parametrize(
    ("pop", "dice", "left", "brood", "loot"),
    [(3, (5, 1), 1, 1, 0), (2, (5, 1), 0, 2, 1), (1, (5, 1), 0, 2, 1), (2, (2, 3), 1, 1, 0), (1, (1, 3), 0, 2, 0)],
)
def test_it_feeds_upon_groups(pop: int, dice: tuple[int, int], left: int, brood: int, loot: int) -> None:
    s, v, g = beast("Ogre", 1, 0)
    orcs = group(s, "breeder", "Orcs", 9.0, 3.0, pop, 2)
    play(s, av.clash, v, g, orcs, dice=[f"1d6={face}" for face in dice])
    assert (bd.pop(s, orcs.id), *counts(s, g.id)) == (left, brood, loot)
    assert orcs.id in s.met_now and (orcs.id in g.met) is orcs.alive


@pytest.mark.rule("HST-AVCO-05", "HST-AVIL-07", "HST-SANC-02")
def test_walls_help_once_each_and_a_labyrinth_may_be_enough() -> None:
    s, v, g = beast("Ogre", 1, 9)
    play(s, sanctum.build, v, g)
    band = party(s, room(s, 2.0, 3.0).id, 3)
    play(s, av.party_meets, band, g, dice=["1d6=3", "1d6=2"])  # 3 + 3 against 2 + 1 + 2 and a wall: a standstill
    assert v.works == 1 and [m.gone for m in s.landmarks.values() if m.kind == "defensive works"] == [True, False]
    assert bd.pop(s, band.id) == 2 and band.node == g.lair and g.alive
    s, v, g = beast("Minotaur", 1, 0)
    g.sanctum = "Labyrinth"
    band = party(s, g.lair, 1)
    play(s, av.party_meets, band, g)
    assert band.fate == "died" and bd.pop(s, g.id) == 2


@pytest.mark.rule("HST-AVIL-09")
def test_it_grows_a_bead_down_every_way_and_tunnels_a_bead_towards_the_rest() -> None:
    s, v, g = beast("Ogre", 1, 0, ask="everything")
    s.quiet = ["place_room"]
    cut_off = room(s, 5.0, 8.0)
    g.claimed = {}
    ways = len(s.passages)
    ran = play(s, av.villain_turn, v, g, answers=["dig"])
    assert ran.asks[0].keys[:2] == ("dig", "no") and len(s.passages) == ways + 1
    burrow = list(s.passages.values())[-1]
    assert burrow.label == "burrow" and burrow.length == pytest.approx(s.measures.bead, abs=0.1)
    assert burrow.points[-1][1] > burrow.points[0][1] and g.claimed[burrow.id] == [(0.0, burrow.length)]
    grown = [sum(b - a for a, b in g.claimed.get(pid, ())) for pid in list(s.passages)[:2]]
    assert grown == [pytest.approx(s.measures.bead)] * 2
    play(s, av.tunnel_on, g, answers=["dig"])
    further = list(s.passages.values())[-1]
    assert further.label == "burrow" and pg.dist(further.points[0], burrow.points[-1]) < 0.1
    play(s, av.tunnel_on, g, answers=["no"])
    assert list(s.passages.values())[-1] is further and cut_off.id in s.rooms
    joined, v, g = beast("Ogre", 1, 0, ask="everything")
    assert not play(joined, av.tunnel_on, g).asks


# The age.


@pytest.mark.rule("HST-VILL-06", "HST-VILL-22", "HST-SURF-05")
def test_a_kingdom_that_was_wiped_out_is_set_up_again_at_dawn() -> None:
    s, _, _ = master(1, 1)
    gone, well = kingdom(s, 3.0, 0, 0), kingdom(s, 8.0, 1, 0)
    loose, foreign = bd.make(s, "loot", 0, gone.lair), bd.make(s, "loot", well.id, gone.lair)
    bones = bd.make(s, "pop", 0, gone.lair)
    play(s, villainy.dawn)
    assert counts(s, gone.id) == (2, 2) and counts(s, well.id) == (1, 1)
    assert loose.owner == gone.id and foreign.owner == well.id and bones.owner == 0


@pytest.mark.rule("HST-VILL-20")
def test_with_play_on_an_age_ends_once_and_everybody_is_free() -> None:
    s, v, g = lords(2, 1)
    s.dials = page("villainy", play_on=True).dials
    s.ages = ["villainy"]
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 1)
    sync(s, tl.infiltrate, g, orcs)
    s.year = 5
    sync(s, downfall.conclude, "twilight", "twilight")
    assert v.fallen and not g.alive and (orcs.status, orcs.master) == ("free", 0) and orcs.alive
    assert s.age == "disaster" and s.trigger is None and not [b for b in s.beads.values() if b.colour == "control"]
    assert s.tallies["villainy years"] == 5 and not s.outcome
    s.age, s.ages = "villainy", ["villainy", "villainy"]
    sync(s, downfall.conclude, "twilight", "twilight")
    assert s.age == "over" and s.outcome == "twilight"


@pytest.mark.rule("HST-VILL-20", "HST-VILL-21")
def test_a_fall_frees_its_own_servants_only() -> None:
    s, v, g = master(1, 1)
    other, rival = villain(s, "thought_lords", room(s, 8.0, 7.0), 2, 0, "Ulm")
    mine = s.groups[enslaved(s, g.id, "breeder", "Orcs", 2.0, 4.0, 3)]
    theirs = group(s, "breeder", "Goblins", 9.0, 3.0, 3)
    sync(s, tl.infiltrate, rival, theirs)
    sync(s, downfall.villain_falls, g.id, "test")
    assert (mine.status, mine.master) == ("free", 0) and (theirs.status, theirs.master) == ("infiltrated", rival.id)
    assert v.fallen and not other.fallen and s.age == "villainy" and bd.of(s, theirs.id, "control")
    sync(s, downfall.villain_falls, rival.id, "test")
    assert s.age == "over" and s.ending == "thought_lords wiped out" and not bd.of(s, theirs.id, "control")


def redrawn(s: Host, rooms: list[Room]) -> list[bool]:
    return [s.strata[-1].index in r.redrawn for r in rooms]


@pytest.mark.rule("HST-VILL-02", "HST-STRA-06")
def test_what_is_drawn_again() -> None:
    s = page("villainy")
    halls = [room(s, 1.0 + 1.2 * k, 5.0, kind=kind) for k, kind in enumerate(("hall", "city", "cave"))]
    sacred = [room(s, 1.0 + 1.2 * k, 7.0, tags=[tag]) for k, tag in enumerate(("tomb", "shrine", "temple", "gate", "slimy"))]
    fallen = room(s, 9.0, 7.0, kind="hall")
    fallen.state = "collapsed"
    loot = room(s, 9.0, 5.0)
    bd.make(s, "loot", 0, loot.id)
    s.strata.append(type(s.strata[-1])(s.strata[-1].index + 1, "villainy", s.absolute))
    villainy.redraw(s)
    assert redrawn(s, halls) == [True, True, False] and redrawn(s, sacred) == [True] * 4 + [False]
    assert redrawn(s, [fallen, loot]) == [False, True]


@pytest.mark.rule("HST-TERM-06", "HST-VILL-05")
def test_a_year_of_villainy_begins_unless_it_would_be_one_too_many() -> None:
    s, _, _ = master(1, 1, villainy_cap=30)
    s.year, s.nested, s.acted, s.todo = 29, 3, [4], []
    absolute = s.absolute
    sync(s, villainy.new_year)
    assert (s.year, s.absolute, s.nested, s.acted, s.todo) == (30, absolute + 1, 0, [], ["dawn"])
    sync(s, villainy.new_year)
    assert s.year == 30 and s.outcome == "twilight"

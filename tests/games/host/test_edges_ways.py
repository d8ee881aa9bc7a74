"""Ways through small worlds: who meets whom along a passage, what is dug, and where a walk ends."""

# mypy: disable-error-code="unreachable, comparison-overlap"
from __future__ import annotations

import pytest

from undercroft.engine import Dice
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import Leg, Spot, web
from undercroft.games.host.rules.conventions import entries, stacks
from undercroft.games.host.rules.demons import tunnel_worm
from undercroft.games.host.rules.encounters import kinds, skirmishes, zones
from undercroft.games.host.rules.kingdoms import excursions, kingdoms
from undercroft.games.host.rules.monsters import alphas, digging, features, growth, monsters, wandering
from undercroft.games.host.rules.own import effects
from undercroft.games.host.rules.primordial import rivers
from undercroft.games.host.rules.villainy import thought_lords as tl
from undercroft.games.host.state import Host

from .table import counts, farm, group, kingdom, page, play, room, sync, tunnel, wanderer
from .test_civilization import clan, pit
from .test_kingdoms import door
from .test_villainy import master


def leg_of(s: Host, passage: int, start: float, stop: float, node: int = 0) -> Leg:
    return Leg(passage, start, stop, node, abs(stop - start))


@pytest.mark.rule("HST-ZOC-01", "HST-ZOC-02", "HST-GEO-26", "HST-GEO-14")
def test_what_lies_along_a_leg_in_the_order_it_is_met() -> None:
    s = page()
    a, b = room(s, 2.0, 5.0), room(s, 9.0, 5.0)
    way = tunnel(s, (2.2, 5.0), (8.8, 5.0))
    early, late = wanderer(s, "Beasts", a), wanderer(s, "Beasts", a)
    for stack, offset in ((early, 1.0), (late, 5.0)):
        stacks.move_stack(s, stack, 0, way.id, offset)
    beside = group(s, "breeder", "Orcs", 5.2, 5.55, 1)
    owner = group(s, "breeder", "Goblins", 4.0, 8.0, 1)
    owner.claimed[way.id] = [(4.0, 6.0)]
    holder = group(s, "breeder", "Kobolds", 8.0, 8.0, 1)
    holder.held = [b.id]
    castle = kingdom(s, 5.0)
    there = [(kind, thing) for _, kind, thing in zones.leg_contacts(s, 0, leg_of(s, way.id, 0.0, way.length, b.id))]
    assert there == [("stack", early.id), ("group", beside.id), ("group", owner.id), ("stack", late.id), ("group", holder.id)]
    back = [(kind, thing) for _, kind, thing in zones.leg_contacts(s, 0, leg_of(s, way.id, way.length, 0.0, a.id))]
    assert back == [("group", owner.id), ("stack", late.id), ("group", beside.id), ("stack", early.id)]
    assert zones.leg_contacts(s, 0, leg_of(s, way.id, 2.0, 2.2)) == [] and castle.alive
    mine = [thing for _, kind, thing in zones.leg_contacts(s, owner.id, leg_of(s, way.id, 4.2, 4.8)) if kind == "group"]
    assert owner.id not in mine


@pytest.mark.rule("HST-ZOC-02", "HST-GEO-26")
def test_stretches_that_touch_become_one() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 1)
    for a, b in ((1.0, 2.0), (4.0, 3.0), (2.0, 2.5)):
        zones.claim(orcs, 7, a, b)
    assert orcs.claimed == {7: [(1.0, 2.5), (3.0, 4.0)]}
    zones.claim(orcs, 7, 2.4, 3.2)
    assert orcs.claimed == {7: [(1.0, 4.0)]}
    assert zones.is_claimed(orcs, 7, 1.0) and zones.is_claimed(orcs, 7, 4.0) and not zones.is_claimed(orcs, 7, 4.1)
    assert not zones.is_claimed(orcs, 8, 2.0)


@pytest.mark.rule("HST-GEO-14", "HST-GEO-26")
def test_a_frontier_is_every_way_that_leads_out() -> None:
    s = page()
    home, inner, outer = room(s, 5.0, 5.0), room(s, 7.0, 5.0), room(s, 9.5, 5.0)
    between, out, up = tunnel(s, (5.2, 5.0), (6.8, 5.0)), tunnel(s, (7.2, 5.0), (9.3, 5.0)), tunnel(s, (5.0, 4.8), (5.0, 3.0))
    orcs = group(s, "breeder", "Orcs", 0, 0, 1, at=home)
    assert [w.passage for w in zones.frontier(s, orcs)] == [between.id, up.id]
    orcs.held = [inner.id]
    assert [w.passage for w in zones.frontier(s, orcs)] == [out.id, up.id]
    zones.claim(orcs, up.id, 0.0, 0.5)
    ways = zones.frontier(s, orcs)
    assert [(w.passage, w.offset) for w in ways] == [(out.id, 0.0), (up.id, 0.5)]
    orcs.held.append(outer.id)
    zones.claim(orcs, up.id, 0.0, up.length)
    assert zones.frontier(s, orcs) == []


@pytest.mark.rule("HST-ALPH-03", "HST-ALPH-04")
def test_what_an_alpha_can_eat() -> None:
    s = page()
    lair = room(s, 3.0, 5.0)
    rooms = [room(s, 3.0 + 1.4 * k, 5.0) for k in range(1, 4)]
    for a, b in zip([lair, *rooms], rooms, strict=False):
        tunnel(s, (a.x + 0.2, 5.0), (b.x - 0.2, 5.0))
    ogre = group(s, "alpha", "Ogre", 0, 0, 1, at=lair)
    orcs, far = group(s, "breeder", "Orcs", 0, 0, 2, 1, at=rooms[1]), group(s, "breeder", "Kobolds", 0, 0, 2, at=rooms[2])
    beasts, mine = wanderer(s, "Beasts", rooms[0]), wanderer(s, "Prisoner", rooms[0])
    mine.ignores = ogre.id
    found = alphas.in_range(s, ogre)
    assert [(kind, thing) for _, kind, thing, _ in alphas.prey_list(s, ogre, found)] == [("stack", beasts.id), ("group", orcs.id)]
    assert far.id not in [thing for _, _, thing, _ in alphas.prey_list(s, ogre, found)]
    ogre.bribed = [orcs.id]
    assert [thing for _, _, thing, _ in alphas.prey_list(s, ogre, found)] == [beasts.id]
    for bead in bd.of(s, orcs.id, "loot"):
        bd.remove(s, bead)
    assert [thing for _, _, thing, _ in alphas.prey_list(s, ogre, found)] == [beasts.id, orcs.id]
    orcs.master = ogre.id
    assert [thing for _, _, thing, _ in alphas.prey_list(s, ogre, found)] == [beasts.id]
    straight = [thing for _, _, thing, _ in alphas.prey_list(s, ogre, None)]
    assert straight == [beasts.id] and beasts.node == rooms[0].id
    way = tunnel(s, (3.0, 5.2), (3.0, 8.4))
    for offset, near in ((2.4, True), (3.1, False)):
        stacks.move_stack(s, beasts, 0, way.id, offset)
        assert bool(alphas.prey_list(s, ogre, alphas.in_range(s, ogre))) is near


@pytest.mark.rule("HST-WNDF-01")
def test_an_ankheng_digs_to_what_is_near() -> None:
    s = page(ask="everything")
    home, other = room(s, 3.0, 5.0), room(s, 5.15, 5.0)
    orcs = group(s, "breeder", "Orcs", 0, 0, 3, at=other)
    worm = wanderer(s, "Ankheng", home)
    what = kinds.flavour_named(s, "wandering", "Ankheng")
    ran = play(s, wandering.wander, worm, what, answers=["dig"])
    assert ran.asks[0].keys[:2] == ("dig", "follow") and bd.pop(s, orcs.id) == 2 and worm.id not in s.stacks
    (way,) = s.passages.values()
    assert gr.connected(s, home.id, other.id) and way.finish == "natural" and way.rule == "HST-WNDF-01"
    s = page(ask="everything")
    home, far = room(s, 3.0, 5.0), room(s, 9.0, 5.0)
    worm = wanderer(s, "Ankheng", home)
    play(s, wandering.wander, worm, what, answers=["dig"])
    (way,) = s.passages.values()
    assert way.length == pytest.approx(1.75, abs=0.3) and (worm.node, worm.passage) == (0, way.id) and far.id in s.rooms
    assert way.points[-1][0] == pytest.approx(3.2 + 1.75, abs=0.1)


@pytest.mark.rule("HST-WAND-03", "HST-WCON-03")
def test_a_wanderer_stops_after_half_a_finger_and_fights_whom_it_walks_into() -> None:
    s = page()
    start = room(s, 2.0, 5.0)
    way = tunnel(s, (2.2, 5.0), (9.0, 5.0))
    beasts = wanderer(s, "Beasts", start, 2)
    what = kinds.flavour_named(s, "wandering", "Beasts")
    play(s, wandering.wander, beasts, what)
    assert (beasts.node, beasts.passage) == (0, way.id) and beasts.offset == pytest.approx(1.75 - 0.2, abs=0.01)
    other = wanderer(s, "Mimic", room(s, 9.0, 8.0))
    stacks.move_stack(s, other, 0, way.id, 2.0)
    stacks.move_stack(s, beasts, start.id)
    play(s, wandering.wander, beasts, what)
    assert other.id in s.stacks and bd.pop(s, beasts.id) == 2  # just out of its way
    stacks.move_stack(s, other, 0, way.id, 1.0)
    stacks.move_stack(s, beasts, start.id)
    play(s, wandering.wander, beasts, what)
    assert other.id not in s.stacks and bd.pop(s, beasts.id) == 1


@pytest.mark.rule("HST-SURF-12", "HST-SURF-13")
def test_knights_fight_their_way_and_pick_up_what_the_dead_leave() -> None:
    s = page()
    realm_of = kingdom(s, 5.0, 4, 0)
    den, on = room(s, 5.0, 3.0), room(s, 5.0, 4.4)
    tunnel(s, (5.0, 1.75), (5.0, 2.8), entrance="cave_mouth")
    tunnel(s, (5.0, 3.2), (5.0, 4.2))
    orcs = group(s, "breeder", "Orcs", 0, 0, 1, 2, at=den)
    play(s, excursions.excursion, realm_of)
    assert not orcs.alive and bd.loot(s, realm_of.id) >= 2 and len(skirmishes.garrison(s, realm_of.lair)) == 3
    assert s.specials == 1 and on.id in s.rooms
    trap_world = page()
    realm_of = kingdom(trap_world, 5.0, 4, 0)
    den = room(trap_world, 5.0, 3.0)
    tunnel(trap_world, (5.0, 1.75), (5.0, 2.8), entrance="cave_mouth")
    beasts, trap = wanderer(trap_world, "Beasts", den, 1, 1), wanderer(trap_world, "Trap", den, 1, roams=False)
    play(trap_world, excursions.excursion, realm_of)
    assert beasts.id not in trap_world.stacks and trap.id in trap_world.stacks and bd.loot(trap_world, realm_of.id) >= 1


@pytest.mark.rule("HST-DEMN-05", "HST-DEMN-08", "HST-DEMN-14", "HST-DEMN-10")
def test_the_worm_rests_at_the_end_of_its_tunnel() -> None:
    s = page("civilization")
    civ = pit(s, 5)
    hoard = bd.make(s, "loot", civ.people[0], civ.rooms[0], role="hoard")
    play(s, tunnel_worm.worm_digs, civ, (5.0, 7.0), (5.0, 4.0), 3.0, "HST-DEMN-10", hungry=False)
    den = s.rooms[civ.worm]
    assert (
        den.label == "worm's den" and pg.dist((den.x, den.y), (5.0, 4.0)) < 0.7 and hoard.room == den.id and den.id in civ.rooms
    )
    assert gr.connected(s, den.id, s.passages[civ.works[0]].stops[0].node) and not civ.ended
    cave = room(s, 8.0, 4.0)
    play(s, tunnel_worm.worm_digs, civ, (den.x + 0.2, den.y), (8.0, 4.0), 3.2, "HST-DEMN-10", hungry=False)
    assert civ.worm == cave.id and hoard.room == cave.id and bd.pop(s, civ.people[0]) == 5
    play(s, tunnel_worm.worm_digs, civ, (3.0, 3.5), (3.0, 0.5), 3.0, "HST-DEMN-14", hungry=False)
    (field,) = s.landmarks.values()
    assert field.kind == "battlefield" and (field.x, field.y) == (pytest.approx(3.0, abs=0.4), pytest.approx(1.75, abs=0.1))
    assert civ.ended == "they lost their war with heaven" and bd.pop(s, civ.people[0]) == 0


@pytest.mark.rule("HST-DEMN-08")
def test_the_worm_may_follow_old_ways() -> None:
    s = page("civilization", ask="everything")
    s.quiet = ["place_room"]
    civ = pit(s, 5)
    a, b = room(s, 3.0, 4.0), room(s, 5.0, 4.0)
    tunnel(s, (3.2, 4.0), (4.8, 4.0))
    civ.worm = a.id
    beasts = wanderer(s, "Beasts", b)
    found = tunnel_worm.prey(s, civ)
    ran = play(s, tunnel_worm.hunt, civ, found[0], answers=["walk"])
    assert ran.asks[0].keys[:2] == ("walk", "dig") and beasts.id not in s.stacks and civ.worm == b.id
    assert b.label == "Charnel Shrine" and b.owner == civ.people[0]


@pytest.mark.rule("HST-PRIM-12", "HST-ALTW-08")
def test_a_river_of_a_pocket_universe_begins_at_its_rim() -> None:
    s = page("opening")
    s.page = pg.make_page("pocket_universe", 11.0, 8.5, Dice(3))
    s.age = "primordial"
    river = play(s, rivers.underground_river, dice=Dice(4)).result
    first = river.points[0]
    assert pg.depth(s.page, *first) == pytest.approx(0.05, abs=0.08) and first[0] < 4.0
    assert all(pg.depth(s.page, *p) >= -0.05 for p in river.points)


@pytest.mark.rule("HST-THOT-04")
def test_the_pool_is_joined_to_the_closest_place_with_a_door_else_to_the_largest_part() -> None:
    s = page("villainy")
    pool, near, open_cave = room(s, 5.0, 7.0, "thumb"), room(s, 6.5, 7.0), room(s, 2.0, 6.0)
    tunnel(s, (2.0, 1.75), (2.0, 5.8), entrance="cave_mouth")
    g = group(s, "villain", "The Thought Lord Cult", 0, 0, 2, at=pool)
    tl.join_large(s, pool, g)
    assert gr.connected(s, pool.id, open_cave.id) and not gr.connected(s, pool.id, near.id)
    s = page("villainy")
    pool, lone = room(s, 5.0, 7.0, "thumb"), room(s, 6.5, 7.0)
    pair = [room(s, 1.0, 6.0), room(s, 1.0, 7.5)]
    tunnel(s, (1.0, 6.2), (1.0, 7.3))
    g = group(s, "villain", "The Thought Lord Cult", 0, 0, 2, at=pool)
    tl.join_large(s, pool, g)
    assert gr.connected(s, pool.id, pair[0].id) and not gr.connected(s, pool.id, lone.id)


@pytest.mark.rule("HST-FEAT-01", "HST-FEAT-11", "HST-FEAT-12")
def test_who_leads_and_how_ties_are_broken() -> None:
    s = page()
    assert features.most(s, "loot", "pop") is None
    a, b, c = (
        group(s, "breeder", "Orcs", 2.0, 5.0, 3, 2),
        group(s, "breeder", "Goblins", 5.0, 5.0, 4, 2),
        group(s, "breeder", "Kobolds", 8.0, 5.0, 4, 1),
    )
    kingdom(s, 5.0, 9, 5)
    assert features.most(s, "loot", "pop") is b and features.most(s, "pop", "loot") is b and features.most(s, "sum") is b
    bd.make(s, "loot", c.id, c.lair)
    assert features.most(s, "pop", "loot") is b
    bd.make(s, "loot", a.id, a.lair)
    assert features.most(s, "loot", "pop") is a and features.most(s, "sum") is a


@pytest.mark.rule("HST-MNST-13", "HST-HIST-01", "HST-MNST-01")
def test_a_year_in_which_nothing_happened_is_told_as_quiet() -> None:
    s = page()
    group(s, "breeder", "Orcs", 3.0, 5.0, 2, 1)
    s.todo = ["close"]
    play(s, monsters.monsters_step)
    assert s.record[-1].kind == "quiet" and "quiet year" in s.record[-1].text
    lines = len(s.record)
    s.todo = ["close"]
    play(s, monsters.monsters_step)
    assert len(s.record) == lines
    s.absolute += 1
    s.todo = ["close"]
    play(s, monsters.monsters_step)
    assert len(s.record) == lines + 1


@pytest.mark.rule("HST-DELV-04", "HST-GEO-18", "HST-CAVE-02")
def test_what_monsters_dig_into() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 4)
    sick = room(s, 5.0, 5.0)
    sick.plague = 1
    foe = group(s, "breeder", "Goblins", 0, 0, 2, 1, at=room(s, 6.5, 5.0))
    way = tunnel(s, (3.5, 5.0), (6.3, 5.0))
    play(s, digging.after_dig, orcs, way, dice=["1d6=6", "1d6=1"])
    assert bd.pop(s, orcs.id) == 3 and orcs.hazards == [sick.id] and counts(s, foe.id) == (2, 0) and bd.loot(s, orcs.id) == 1
    s.met_now = []
    play(s, digging.after_dig, orcs, way, dice=["1d6=3", "1d6=4"])
    assert bd.pop(s, orcs.id) == 2 and bd.pop(s, foe.id) == 1  # the plague hurts once; a tie hurts both


@pytest.mark.rule("HST-DMST-21", "HST-WCON-01")
def test_a_wanderer_meets_a_villain_by_the_villains_own_rule() -> None:
    s, _, g = master(0, 0)
    beasts = wanderer(s, "Beasts", room(s, 8.0, 6.0), 2)
    play(s, skirmishes.meet_stack, g.id, beasts.id, groups_turn=False)
    assert g.alive and not s.stacks and s.record[-1].rule == "HST-DMST-21"


@pytest.mark.rule("HST-CUST-02", "HST-CUST-01")
def test_effects_of_an_entry_do_what_they_say() -> None:
    s = page()
    orcs, dwarves_of = group(s, "breeder", "Orcs", 3.0, 5.0, 3, 1), group(s, "delver", "Dwarves", 8.0, 5.0, 2, 2)
    now = entries.Occasion((3.2, 5.0), "HST-CUST-02", orcs.id)

    def run(**effect: object) -> None:
        play(s, entries.apply, effect, now)

    run(op="gain", who="self", pop=2, loot=1)
    assert counts(s, orcs.id) == (5, 2)
    run(op="lose", who="richest", pop=1, loot=1)
    assert counts(s, orcs.id) == (4, 1) and counts(s, dwarves_of.id) == (2, 2)
    run(op="set_alignment", who="all", alignment="lawful")
    assert orcs.alignment == dwarves_of.alignment == "lawful"
    run(op="tag", target="nearest room to die", tag="tomb")
    assert s.rooms[orcs.lair].tags == ["tomb"]
    run(op="fluid", target="nearest room to die", fluid="water")
    assert s.rooms[orcs.lair].fluid == "water"
    run(op="fluid", target="nearest room to die", fluid="none")
    assert s.rooms[orcs.lair].fluid == ""
    before = counts(s, orcs.id)
    run(op="if", test="pop >= 1", then="lose 1 loot", **{"else": "gain 2 pop"})
    assert counts(s, orcs.id) == (before[0], max(0, before[1] - 1))
    run(op="if", test="pop >= 99", then="lose 1 loot", **{"else": "gain 2 pop"})
    assert counts(s, orcs.id)[0] == before[0] + 2
    run(op="place", at="nearest room to die", pop=2, loot=1, **{"as": "roaming"})
    (strangers,) = s.stacks.values()
    assert strangers.roams and counts(s, strangers.id) == (2, 1) and strangers.node == orcs.lair
    run(op="place", at="nearest room to die", loot=2)
    assert len(bd.of(s, 0, "loot")) == 2
    run(op="draw_ore", at="die", ore="gold")
    (vein,) = s.ores.values()
    assert vein.kind == "gold" and [p[0] for p in vein.points] == [pytest.approx(1.7), pytest.approx(4.7)]
    run(op="record", text="It rained.")
    assert s.record[-1].text == "It rained." and s.record[-1].actor == orcs.id
    run(op="lose", who="self", pop=99)
    assert not orcs.alive and orcs.cause == "misfortune"


@pytest.mark.rule("HST-CUST-02")
def test_places_that_an_entry_may_name() -> None:
    s = page()
    die = (3.0, 5.0)
    assert effects.spot_of(s, "die", die, None) == die and effects.spot_of(s, "nearest room", die, None) == die
    a, b = room(s, 4.0, 5.0), room(s, 9.0, 7.0, label="vault")
    assert effects.spot_of(s, "nearest room to die", die, None) == (4.0, 5.0)
    assert effects.spot_of(s, "vault", die, None) == (9.0, 7.0) and effects.spot_of(s, "page bottom", die, None) == (3.0, 8.1)
    assert effects.spot_of(s, "random room", die, None) in ((a.x, a.y), (b.x, b.y))
    assert effects.spot_of(s, "random surface", die, None)[1] == 1.75
    s.pins = [(6.0, 1.0)]
    assert pg.underground(s.page, *effects.spot_of(s, "random underground", die, None), 0.4, 0.4)
    assert effects.spot_of(s, "nearest ore", die, None) == die
    lodes.add_ore(s, "gold", [(8.0, 4.0), (9.0, 4.0)], "HST-PRIM-08")
    near = lodes.add_ore(s, "gold", [(3.0, 6.0), (4.0, 6.0)], "HST-PRIM-08")
    assert effects.spot_of(s, "nearest ore", die, None) == lodes.anchor(near.cells[0])
    civ = clan(s, 1)
    home = s.rooms[civ.rooms[0]]
    assert (
        effects.spot_of(s, "near own lair", die, civ) == (home.x, home.y)
        and effects.spot_of(s, "near own lair", die, None) == die
    )


@pytest.mark.rule("HST-SURF-15", "HST-SURF-09")
def test_a_cellar_goes_past_what_is_beside_it_and_a_farm_may_be_suggested_again() -> None:
    s = page()
    realm_of = kingdom(s, 5.0, 1, 1)
    sync(s, kingdoms.dig_cellar, realm_of)
    first = next(r for r in s.rooms.values() if r.label == "castle cellar")
    beside = room(s, 5.8, first.y + 0.65)
    sync(s, kingdoms.dig_cellar, realm_of)
    assert sum(r.label == "castle cellar" for r in s.rooms.values()) == 2 and not gr.connected(s, beside.id, first.id)
    s = page(ask="everything")
    realm_of = kingdom(s, 5.0, 1, 1)
    field = farm(s, realm_of, 8.0)
    ran = play(s, kingdoms.new_farm, realm_of, answers=["reroll", "reroll", "accept"])
    new = s.rooms[realm_of.rooms[-1]]
    assert new.label == "farm" and abs(new.x - 8.0) > 0.75 and abs(new.x - 5.0) > 0.75 and field.id in s.rooms
    assert len(ran.asks) == 3 and 0.3 <= new.x <= 10.7 and len(skirmishes.garrison(s, new.id)) == 1


@pytest.mark.rule("HST-ADVN-02", "HST-MNST-09")
def test_doors_and_spots_are_where_they_were_put() -> None:
    s = page()
    door(s, 4.0)
    assert [(e.x, e.y) for e in s.entrances] == [(4.0, 1.75)] and gr.where_is(s, Spot(s.entrances[0].node)) == (4.0, 1.75)
    assert web(s).find(s.entrances[0].node) == web(s).find(s.passages[next(iter(s.passages))].stops[-1].node)
    assert growth.neighbours(s, group(s, "breeder", "Orcs", 8.0, 6.0, 1)) == []

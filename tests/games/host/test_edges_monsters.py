"""The edges of the Age of Monsters: zones, hunger, wanderers, features, floods and parties in small worlds."""

# mypy: disable-error-code="unreachable"
from __future__ import annotations

import pytest

from undercroft.engine import Table
from undercroft.games.host.chronicle import note
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes, strata
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import web
from undercroft.games.host.rules import hand
from undercroft.games.host.rules.advanced import bridges, flood, minor
from undercroft.games.host.rules.adventurers import adventure, party_fights, undead
from undercroft.games.host.rules.conventions import ages, opening
from undercroft.games.host.rules.encounters import encounters as enc
from undercroft.games.host.rules.encounters import fortunes, kinds, lairs, skirmishes, zones
from undercroft.games.host.rules.kingdoms import buildings, excursions, kingdoms
from undercroft.games.host.rules.monsters import (
    alphas,
    breeders,
    delvers,
    digging,
    features,
    growth,
    monsters,
    temple,
    wandering,
)
from undercroft.games.host.rules.villainy import thought_lords as tl
from undercroft.games.host.state import Host, Trigger

from .table import counts, farm, group, kingdom, page, play, room, sync, tunnel, wanderer
from .test_kingdoms import door, party
from .test_villainy import lords, master

# Water and magma.


@pytest.mark.rule("HST-FLOD-05", "HST-FLOD-06")
def test_who_leaves_a_flood_and_where_to() -> None:
    s = page(flooding="auto")
    cave, spare, dry = room(s, 3.0, 6.0, "thumb"), room(s, 8.0, 4.0), room(s, 4.6, 6.0)
    goblins = group(s, "breeder", "Goblins", 0, 0, 3, 1, at=cave)
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, 1, at=room(s, 3.0, 7.6, "thumb"))
    orcs.rooms.append(spare.id)
    fish = group(s, "breeder", "Crabmen", 0, 0, 2, 1, at=room(s, 1.0, 7.0, "thumb"))
    dwarves = group(s, "delver", "Dwarves", 10.0, 7.0, 2, 1)
    beasts, pike = wanderer(s, "Beasts", s.rooms[fish.lair]), wanderer(s, "Giant Pike", s.rooms[fish.lair])
    pike.dweller = "water"
    wet = [s.rooms[x.lair] for x in (goblins, orcs, fish)]
    for r in wet:
        r.fluid = "water"
    home = dwarves.lair
    ran = play(s, flood.displace, wet, "water")
    assert goblins.lair == dry.id and goblins.rooms == [dry.id] and counts(s, goblins.id) == (3, 1)
    assert {b.room for c in ("pop", "loot") for b in bd.of(s, goblins.id, c)} == {dry.id}
    assert orcs.lair == spare.id and orcs.rooms == [spare.id] and {b.room for b in bd.of(s, orcs.id, "pop")} == {spare.id}
    assert fish.lair == wet[2].id and dwarves.lair == home and beasts.node not in {r.id for r in wet} and pike.node == wet[2].id
    assert len([text for text in ran.texts if "fled" in text]) == 2


@pytest.mark.rule("HST-FLOD-06", "HST-FLOD-05")
def test_magma_kills_one_and_the_last_does_not_flee() -> None:
    s = page(flooding="auto")
    hot, refuge = room(s, 3.0, 6.0, "thumb"), room(s, 5.0, 6.0)
    lone = group(s, "breeder", "Goblins", 0, 0, 1, 1, at=hot)
    pair = group(s, "breeder", "Orcs", 0, 0, 2, 1, at=hot)
    hot.fluid = "magma"
    ran = play(s, flood.displace, [hot], "magma")
    assert not lone.alive and pair.alive and counts(s, pair.id) == (1, 1) and pair.lair == refuge.id
    assert not any("Goblins" in text and "fled" in text for text in ran.texts)
    nowhere = page(flooding="auto")
    only = room(nowhere, 3.0, 6.0, "thumb")
    only.fluid = "water"
    drowned = group(nowhere, "breeder", "Goblins", 0, 0, 3, 1, at=only)
    play(nowhere, flood.displace, [only], "water")
    assert not drowned.alive and drowned.cause == "the flood"


@pytest.mark.rule("HST-FLOD-03", "HST-FLOD-04", "HST-FLOD-01")
def test_what_lies_lower_fills_as_far_as_it_flows() -> None:
    s = page(flooding="auto")
    lake = room(s, 2.0, 5.0)
    lake.fluid = "magma"
    high, near, far = room(s, 4.4, 3.4), room(s, 4.4, 5.6), room(s, 8.2, 5.6)
    breach = tunnel(s, (2.2, 5.0), (3.4, 5.0))
    tunnel(s, (3.4, 5.0), (4.4, 5.4))
    tunnel(s, (3.4, 5.0), (4.4, 3.6))
    on = tunnel(s, (4.6, 5.6), (8.0, 5.6))
    play(s, flood.maybe_flood, "room", lake.id, breach, (2.2, 5.0), dice=["1d6=4"])
    assert near.fluid == "" and s.record[-1].kind == "quiet"  # magma moves on a five
    play(s, flood.maybe_flood, "room", lake.id, breach, (2.2, 5.0), dice=["1d6=5"])
    assert (near.fluid, near.state) == ("magma", "flooded") and high.fluid == far.fluid == "" and breach.fluid == "magma"
    assert on.fluid == ""
    lake.fluid = near.fluid = breach.fluid = ""
    near.state = "active"
    play(s, flood.maybe_flood, "room", lake.id, breach, (2.2, 5.0))
    assert near.fluid == ""
    lake.fluid = "water"
    play(s, flood.maybe_flood, "room", lake.id, breach, (2.2, 5.0), dice=["1d6=4"])
    assert near.fluid == "water"


@pytest.mark.rule("HST-FLOD-02", "HST-FLOD-04")
def test_a_diverted_river_leaves_its_lower_bed_dry() -> None:
    s = page(flooding="auto")
    river = tunnel(s, (0.0, 4.0), (11.0, 4.0), kind="river")
    flood.divert(s, river, (6.0, 4.0))
    (bed,) = [p for p in s.passages.values() if p.label == "dry river bed"]
    assert bed.points[0][0] == pytest.approx(6.0) and bed.points[-1][0] == 11.0 and (bed.kind, bed.state) == ("natural", "dry")
    assert river.kind == "river" and river.points[-1][0] == pytest.approx(6.0) and river.length == pytest.approx(6.0)
    s = page(flooding="auto")
    river = tunnel(s, (0.0, 4.0), (11.0, 4.0), kind="river")
    flood.divert(s, river, (10.9, 4.0))
    assert len(s.passages) == 1 and river.kind == "river"
    flood.divert(s, river, (0.1, 4.0))
    assert (river.kind, river.fluid, river.state, river.label) == ("natural", "", "dry", "dry river bed")


@pytest.mark.rule("HST-FLOD-01", "HST-FLOD-04")
def test_the_author_may_hold_the_water_back() -> None:
    s = page(flooding="ask", ask="everything")
    lake, low = room(s, 2.0, 5.0), room(s, 4.0, 5.6)
    lake.fluid = "water"
    way = tunnel(s, (2.2, 5.0), (3.8, 5.6))
    ran = play(s, flood.maybe_flood, "room", lake.id, way, (2.2, 5.0), dice=["1d6=6"], answers=["hold"])
    assert ran.asks[0].keys[:2] == ("flood", "hold") and low.fluid == ""
    ran = play(s, flood.maybe_flood, "room", lake.id, way, (2.2, 5.0), dice=["1d6=3"], answers=["flood"])
    assert ran.asks[0].keys[:2] == ("hold", "flood") and low.fluid == "water"
    path = tunnel(s, (8.0, 5.0), (9.0, 5.0))
    assert not play(s, flood.maybe_flood, "river", path.id, way, (8.0, 5.0)).asks


@pytest.mark.rule("HST-ALTW-04")
def test_a_bridge_joins_the_walls_at_one_height() -> None:
    s = page(ask="everything")
    rift = tunnel(s, (4.0, 1.75), (5.25, 6.0), (6.5, 1.75), kind="rift")
    west, east = room(s, 4.3, 3.6), room(s, 6.2, 3.6)
    for r in (west, east):
        r.x = {west.id: 4.1, east.id: 6.4}[r.id]
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, 1, at=west)
    assert bridges.walls_touched(s, orcs, rift) is None
    orcs.rooms.append(east.id)
    ends = bridges.walls_touched(s, orcs, rift)
    assert ends is not None and ends[0][1] == ends[1][1] == pytest.approx(3.6, abs=0.1)
    assert ends[0][0] == pytest.approx(4.0 + 1.25 * (ends[0][1] - 1.75) / 4.25, abs=0.02)
    assert ends[1][0] == pytest.approx(6.5 - 1.25 * (ends[1][1] - 1.75) / 4.25, abs=0.02)
    east.y = 4.3  # more than a bead lower
    assert bridges.walls_touched(s, orcs, rift) is None
    east.y = 3.6
    ran = play(s, bridges.bridge_rift, dice=["1d6=3"], answers=["no"])
    assert ran.asks[0].keys[:2] == ("no", "yes")
    ran = play(s, bridges.bridge_rift, dice=["1d6=4"], answers=["yes"])
    assert ran.asks[0].keys[:2] == ("yes", "no") and [p.owner for p in s.passages.values() if p.kind == "bridge"] == [orcs.id]
    play(s, bridges.bridge_rift)  # one bridge each
    castle = kingdom(s, 2.0)
    assert bridges.walls_touched(s, castle, rift) is None
    farm(s, castle, 9.0)
    assert bridges.walls_touched(s, castle, rift) == (rift.points[0], rift.points[-1])


# Parties.


@pytest.mark.rule("HST-ADVN-06", "HST-ADVN-07")
def test_a_party_looks_into_every_arm_of_the_dungeon_and_walks_back_for_the_rest() -> None:
    s = page()
    way = door(s, 5.0, 4.0)
    sealed = group(s, "breeder", "Orcs", 9.5, 7.5, 2)  # nobody can get there
    ends = [room(s, x, 5.5) for x in (2.0, 5.0, 8.0)]
    for r in ends:
        tunnel(s, (5.0, 4.0), (r.x, 5.3))
        bd.make(s, "loot", 0, r.id)
        wanderer(s, "Beasts", r)
    band = party(s, s.entrances[0].node, 6, 0)
    play(s, adventure.explore, band)
    assert not s.stacks and sealed.alive and band.fate == "left" and way.id in band.explored and band.kills == 3
    assert sum(not bd.inside(s, r.id) for r in ends) >= 2 and len(band.trail) > 4


@pytest.mark.rule("HST-ADVN-06", "HST-ADVN-07")
def test_when_the_villain_is_dead_nobody_goes_on() -> None:
    s, v, g = master(0, 0)
    s.rooms[g.lair].x = 5.0
    tunnel(s, (5.0, 1.75), (5.0, 5.5), entrance="cave_mouth")
    beyond = room(s, 8.0, 6.0)
    tunnel(s, (5.5, 6.0), (7.8, 6.0))
    wanderer(s, "Beasts", beyond)
    band = party(s, s.entrances[0].node, 6)
    play(s, adventure.explore, band, dice=["1d6=6", "1d6=1"])
    assert v.fallen and s.age == "over" and band.fate == "" and len(s.stacks) == 1


@pytest.mark.rule("HST-ADVN-02", "HST-ADVN-04", "HST-ALTW-07")
def test_where_a_party_comes_from() -> None:
    def home(world: str, alignment_die: str, castles: list[str]) -> tuple[str, int]:
        s = page()
        door(s, 5.0)
        s.page.world = world
        realms = [kingdom(s, 3.0 + 4 * k, alignment=side) for k, side in enumerate(castles)]
        band = play(s, adventure.form_party, dice=[alignment_die, "1d6=3"]).result
        return band.alignment, [0, *(r.id for r in realms)].index(band.home)

    assert home("normal", "1d6=6", ["lawful"]) == ("chaotic", 1)
    assert home("normal", "1d6=5", ["lawful"]) == ("lawful", 1)
    assert home("normal", "1d6=5", []) == ("lawful", 0)
    assert home("hollow_earth", "1d6=4", ["lawful", "chaotic"]) == ("chaotic", 2)
    assert home("hollow_earth", "1d6=3", ["lawful", "chaotic"]) == ("lawful", 1)


@pytest.mark.rule("HST-FEAT-03", "HST-ADVN-05")
def test_the_artifact_goes_along_only_from_a_castle() -> None:
    def carried(where: str) -> bool:
        s = page()
        door(s, 5.0)
        castle = kingdom(s, 3.0)
        ogre = group(s, "alpha", "Ogre", 8.0, 5.0, 1)
        field = farm(s, castle, 9.0)
        place = {"castle": castle.lair, "farm": field.id, "lair": ogre.lair}[where]
        relic = bd.make(s, "loot", ogre.id if where == "lair" else castle.id, place, role="artifact")
        s.artifact = relic.id
        band = play(s, adventure.form_party, dice=["1d6=1", "1d6=4"]).result
        assert bd.pop(s, band.id) == 4 and s.parties == 1
        assert bd.loot(s, band.id) == 1 + (relic.owner == band.id)
        return bool(relic.owner == band.id)

    assert [carried(where) for where in ("castle", "farm", "lair")] == [True, False, False]


@pytest.mark.rule("HST-ADVN-11", "HST-ADVN-13")
def test_friends_under_a_spell_give_no_quest() -> None:
    s, _, g = lords(2, 0)
    dwarves = group(s, "delver", "Dwarves", 2.0, 4.0, 3, 2)
    sync(s, tl.infiltrate, g, dwarves)
    band = party(s, dwarves.lair, 4)
    play(s, party_fights.meet_group, band, dwarves, dice=["1d6=3", "1d6=2"])
    assert dwarves.status == "free" and band.quests == [] and band.met == [dwarves.id]
    play(s, party_fights.meet_group, band, dwarves)  # met is met
    chaotic = party(s, dwarves.lair, 5, alignment="chaotic")
    sync(s, tl.infiltrate, g, dwarves)
    play(s, party_fights.meet_group, chaotic, dwarves, dice=["1d6=6", "1d6=1"])
    assert not dwarves.alive and bd.loot(s, chaotic.id) == 1 + 2


@pytest.mark.rule("HST-ADVN-11", "HST-ADVN-12")
def test_a_quest_is_against_the_next_nearest_and_of_equals_the_deeper() -> None:
    s = page()
    giver_room, up, down = room(s, 5.0, 5.0), room(s, 5.0, 3.6), room(s, 5.0, 6.4)
    tunnel(s, (5.0, 4.8), (5.0, 3.8))
    tunnel(s, (5.0, 5.2), (5.0, 6.2))
    giver = group(s, "delver", "Dwarves", 0, 0, 2, 1, at=giver_room)
    high, low = group(s, "breeder", "Orcs", 0, 0, 1, 1, at=up), group(s, "breeder", "Goblins", 0, 0, 1, 1, at=down)
    island = group(s, "breeder", "Kobolds", 0, 0, 1, 1, at=room(s, 6.0, 5.0))
    band = party(s, giver_room.id, 4, 0)
    play(s, party_fights.quest, band, giver, dice=["1d6=6", "1d6=1"])
    assert not low.alive and high.alive and island.alive and band.node == down.id and band.trail[-1] == (5.0, 6.4)
    assert band.quests == [giver.id] and band.met == [low.id] and bd.loot(s, band.id) == 2 and bd.loot(s, giver.id) == 0
    play(s, party_fights.quest, band, giver)  # once each
    broke = party(s, giver_room.id, 6, 0)
    play(s, party_fights.quest, broke, giver, dice=["1d6=6", "1d6=1", "1d6=6", "1d6=1"])
    assert not high.alive and not giver.alive and bd.loot(s, broke.id) == 1


@pytest.mark.rule("HST-ADVN-11")
def test_who_fails_or_dies_is_not_paid() -> None:
    s = page()
    a, b = room(s, 3.0, 5.0), room(s, 6.0, 5.0)
    tunnel(s, (3.2, 5.0), (5.8, 5.0))
    giver, foe = group(s, "delver", "Dwarves", 0, 0, 2, 1, at=a), group(s, "breeder", "Orcs", 0, 0, 3, 1, at=b)
    band = party(s, a.id, 3, 0)
    play(s, party_fights.quest, band, giver, dice=["1d6=3", "1d6=3"])
    assert foe.alive and bd.loot(s, giver.id) == 1 and band.avoid == [foe.id] and bd.pop(s, band.id) == 2
    other = party(s, a.id, 3, 0)
    other.avoid = [foe.id]
    play(s, party_fights.quest, other, giver)
    assert other.quests == []


@pytest.mark.rule("HST-ADVN-16", "HST-ADVN-17")
def test_lost_by_one_costs_one_for_each_and_a_loot_left_behind() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 5.0, 5.0, 2)
    relic = bd.make(s, "loot", 0, 0)
    band = party(s, orcs.lair, 4, 1)
    bd.give(s, relic, band.id)
    s.artifact = relic.id
    plain = next(b for b in bd.of(s, band.id, "loot") if b is not relic)
    play(s, party_fights.fight, band, orcs, dice=["1d6=1", "1d6=5"])  # 1 + 4 + 1 against 5 + 2
    assert bd.pop(s, band.id) == 2 and plain.room == orcs.lair and plain.owner == 0 and relic.owner == band.id
    giants = group(s, "breeder", "Cave Giants", 8.0, 5.0, 2)
    band = party(s, s.entrances[0].node if s.entrances else orcs.lair, 4, 1)
    play(s, party_fights.fight, band, giants, dice=["1d6=2", "1d6=3"])  # 2 + 4 against 3 + 4: each giant is two
    assert band.fate == "died" and band.node == giants.lair
    assert any(b.room == giants.lair for b in bd.of(s, 0, "loot"))


@pytest.mark.rule("HST-ADVN-08", "HST-ADVN-09")
def test_what_leaves_the_world_is_counted_and_the_artifact_is_not() -> None:
    s = page()
    castle = kingdom(s, 3.0)
    band = party(s, room(s, 5.0, 5.0).id, 3, 2)
    relic = bd.make(s, "loot", band.id, 0)
    s.artifact, band.home = relic.id, castle.id
    before = s.lost_loot
    sync(s, party_fights.leave, band, "grew tired")
    assert (relic.owner, relic.room) == (castle.id, castle.lair) and s.lost_loot == before + 2
    assert s.tallies["loot carried out"] == 2 and band.fate == "left" and not bd.of(s, band.id, "pop")
    sync(s, party_fights.leave, band, "again")
    sync(s, party_fights.perish, band, "died")
    assert band.fate == "left" and "parties lost" not in s.tallies


@pytest.mark.rule("HST-ADVN-10")
@pytest.mark.parametrize(
    ("kills", "left", "restarts"),
    [(1, "", True), (0, "", False), (1, "group", False), (1, "stack", False), (1, "trigger", False)],
)
def test_only_a_clean_sweep_starts_the_age_again(kills: int, left: str, restarts: bool) -> None:
    s = page()
    cave = room(s, 5.0, 5.0)
    s.todo = ["close"]
    if left == "group":
        group(s, "breeder", "Orcs", 0, 0, 2, at=cave)
    elif left == "stack":
        wanderer(s, "Beasts", cave)
    elif left == "trigger":
        s.trigger = Trigger("loot", 0, 2)
    band = party(s, cave.id, 3)
    band.kills, band.trail = kills, [(1.0, 2.0)]
    s.party = band
    sync(s, party_fights.close, band)
    assert (s.todo == ["restart:swept"]) is restarts and s.party is None and s.last_trail == [(1.0, 2.0)]


@pytest.mark.rule("HST-ADVN-19", "HST-CAVE-02", "HST-FEAT-09")
def test_what_a_party_finds_in_a_room() -> None:
    s = page()
    cave = room(s, 5.0, 5.0, tags=["law_shrine"])
    cave.plague, cave.secret = 2, True
    ogre = group(s, "alpha", "Ogre", 8.0, 5.0, 1)
    loose, owned = bd.make(s, "loot", 0, cave.id, role="crypt"), bd.make(s, "loot", ogre.id, cave.id)
    relic = bd.make(s, "loot", 0, cave.id, role="artifact")
    band = party(s, cave.id, 5, 0)
    play(s, adventure.look_into, band, cave)
    assert (loose.owner, loose.role, owned.owner, relic.role) == (band.id, "", ogre.id, "artifact") and not cave.secret
    assert loose.room == 0 and bd.inside(s, cave.id) == [owned]
    assert bd.pop(s, band.id) == 5 - 2 + 1 and band.healed and band.hazards == [cave.id]
    play(s, adventure.look_into, band, cave)
    assert bd.pop(s, band.id) == 4
    whole, outlaws = party(s, cave.id, 3), party(s, cave.id, 3, alignment="chaotic", start=5)
    whole.hazards = outlaws.hazards = [cave.id]
    for other in (whole, outlaws):
        play(s, adventure.look_into, other, cave)
    assert bd.pop(s, whole.id) == bd.pop(s, outlaws.id) == 3 and not whole.healed


@pytest.mark.rule("HST-ADVN-07")
def test_who_counts_as_a_foe_that_is_left() -> None:
    s = page()
    here, there = room(s, 3.0, 5.0), room(s, 6.0, 5.0)
    tunnel(s, (3.2, 5.0), (5.8, 5.0))
    band = party(s, here.id, 3)
    assert not adventure.foes_left(s, band)
    friends = group(s, "delver", "Dwarves", 0, 0, 2, at=there)
    assert adventure.foes_left(s, band)
    band.met = [friends.id]
    assert not adventure.foes_left(s, band)
    friends.alignment = "chaotic"
    assert adventure.foes_left(s, band)
    band.avoid = [friends.id]
    assert not adventure.foes_left(s, band)
    captive = wanderer(s, "Captive", there)
    assert not adventure.foes_left(s, band)
    beasts = wanderer(s, "Beasts", room(s, 9.0, 7.0))
    assert not adventure.foes_left(s, band) and captive.id in s.stacks
    beasts.node = there.id
    assert adventure.foes_left(s, band)


@pytest.mark.rule("HST-ADVN-03")
def test_the_way_in_is_dug_to_the_shallowest_place_one_may_find() -> None:
    s = page()
    secret, ruin, castle = room(s, 2.0, 2.4), room(s, 4.0, 2.6), kingdom(s, 9.0)
    secret.secret, ruin.state = True, "collapsed"
    low = room(s, 6.0, 4.0)
    tunnel(s, (8.0, 3.2), (8.0, 5.0))
    tunnel(s, (0.0, 2.2), (1.0, 2.2), kind="river")
    sync(s, buildings.ensure_entrance)
    (entrance,) = s.entrances
    assert entrance.x == pytest.approx(8.0, abs=0.05) and entrance.kind == "adit" and castle.alive and low.id in s.rooms
    ways = len(s.passages)
    sync(s, buildings.ensure_entrance)
    assert len(s.passages) == ways
    bare = page()
    sync(bare, buildings.ensure_entrance)
    assert bare.entrances and bare.rooms


@pytest.mark.rule("HST-UNDD-02", "HST-UNDD-03", "HST-UNDD-04", "HST-UNDD-05")
def test_where_the_dead_rise() -> None:
    s = page(ask="everything")
    full, empty, ruin = (room(s, x, 6.0, tags=["tomb"]) for x in (2.0, 4.0, 6.0))
    ruin.state = "collapsed"
    bd.make(s, "loot", 0, full.id)
    s.quiet = ["place_room"]
    ran = play(s, undead.undead, answers=[str(empty.id)])
    assert [key for key in ran.asks[0].keys if key.isdigit()] == [str(empty.id)]
    (risen,) = s.stacks.values()
    assert (risen.node, risen.roams, bd.pop(s, risen.id), bd.loot(s, risen.id)) == (empty.id, False, 1, 1)
    tower = kingdom(s, 9.0)
    hidden = room(s, 9.0, 7.0)
    hidden.secret = True
    for place in (tower.lair, hidden.id):
        bd.make(s, "loot", 0, place)
    ran = play(s, undead.undead, answers=[str(full.id)])
    assert [key for key in ran.asks[0].keys if key.isdigit()] == [str(full.id)]
    assert [(st.node, bd.pop(s, st.id), bd.loot(s, st.id)) for st in s.stacks.values()][1] == (full.id, 1, 0)
    bare = page()
    cave, lived_in = room(bare, 3.0, 5.0), group(bare, "breeder", "Orcs", 6.0, 5.0, 2)
    play(bare, undead.undead)
    (risen,) = bare.stacks.values()
    assert risen.node == cave.id and "tomb" in cave.tags and (bd.pop(bare, risen.id), bd.loot(bare, risen.id)) == (2, 1)
    play(bare, undead.undead)
    assert len(bare.rooms) == 3 and lived_in.alive  # the only empty place is taken: a new cave


# Wanderers.


@pytest.mark.rule("HST-MNST-16", "HST-WAND-02")
def test_a_newcomer_fights_the_first_whose_zone_it_is_and_nobody_else() -> None:
    s = page()
    cave = room(s, 5.0, 5.0, "thumb")
    first, second = (group(s, "breeder", "Orcs", 0, 0, 3, at=cave) for _ in range(2))
    stack = play(s, wandering.place_one, (5.0, 5.0), dice=["1d12=9"]).result
    assert bd.pop(s, first.id) == 2 and bd.pop(s, second.id) == 3 and stack.id not in s.stacks


@pytest.mark.rule("HST-WAND-02")
def test_a_newcomer_takes_the_closest_room_or_corridor() -> None:
    s = page()
    cave = room(s, 3.0, 5.0)
    way = tunnel(s, (5.0, 5.0), (9.0, 5.0))
    in_room = play(s, wandering.place_one, (3.4, 5.0), dice=["1d12=9"]).result
    in_way = play(s, wandering.place_one, (7.0, 5.5), dice=["1d12=5"]).result
    assert (in_room.node, in_room.passage) == (cave.id, 0) and in_room.roams and counts(s, in_room.id) == (1, 0)
    assert (in_way.node, in_way.passage, in_way.offset) == (0, way.id, pytest.approx(2.0)) and counts(s, in_way.id) == (1, 1)
    bare = page()
    alone = play(bare, wandering.place_one, (3.0, 5.0), dice=["1d12=7"]).result
    assert not alone.roams and alone.node in bare.rooms


@pytest.mark.rule("HST-WNDF-02", "HST-WNDF-03")
def test_who_spins_and_who_leaves_slime() -> None:
    s = page(slimy=True)
    cave, way = room(s, 5.0, 5.0), tunnel(s, (5.2, 5.0), (8.0, 5.0))
    spider, slug, beasts = (wanderer(s, name, cave) for name in ("Giant Spider", "Giant Slug", "Beasts"))
    for stack in (spider, slug, beasts):
        sync(s, wandering.stay, stack, kinds.flavour_named(s, "wandering", stack.flavour))
    assert [st.webbed for st in (spider, slug, beasts)] == [True, False, False] and cave.tags.count("slimy") == 1
    sync(s, wandering.stay, slug, kinds.flavour_named(s, "wandering", "Giant Slug"))
    assert cave.tags.count("slimy") == 1
    other = room(s, 8.0, 7.0)
    slug.node, slug.passage = other.id, way.id
    sync(s, wandering.stay, slug, kinds.flavour_named(s, "wandering", "Giant Slug"))
    assert "slimy" not in other.tags
    tidy = page(slimy=False)
    den = room(tidy, 5.0, 5.0)
    sync(tidy, wandering.stay, wanderer(tidy, "Giant Slug", den), kinds.flavour_named(tidy, "wandering", "Giant Slug"))
    assert "slimy" not in den.tags


@pytest.mark.rule("HST-WAND-03", "HST-WNDF-03")
def test_only_a_one_sets_them_wandering_and_breaks_a_web() -> None:
    s = page()
    a, b = room(s, 3.0, 5.0), room(s, 4.74, 5.0)
    tunnel(s, (3.2, 5.0), (4.54, 5.0))
    spider = wanderer(s, "Giant Spider", a)
    still = wanderer(s, "Mimic", room(s, 9.0, 7.0))
    guard = wanderer(s, "Beasts", room(s, 7.0, 7.0), roams=False)
    loose, owned = bd.make(s, "loot", 0, b.id, role="mine"), bd.make(s, "loot", still.id, b.id)
    play(s, wandering.wandering_season, dice=["1d4=2"])
    assert spider.node == a.id and spider.webbed
    play(s, wandering.wandering_season, dice=["1d4=1"])
    assert spider.node == b.id and not spider.webbed and (loose.owner, loose.role) == (spider.id, "")
    assert owned.owner == still.id and guard.node and s.rolls_now == []


@pytest.mark.rule("HST-WCON-03", "HST-WCON-05", "HST-WCON-07")
def test_two_wanderers_meet() -> None:
    def meet(one: str, two: str, a: int, b: int) -> tuple[int, int]:
        s = page()
        first, second = wanderer(s, one, room(s, 3.0, 5.0), a), wanderer(s, two, room(s, 6.0, 5.0), b)
        sync(s, skirmishes.stacks_meet, first, second)
        return bd.pop(s, first.id), bd.pop(s, second.id)

    assert meet("Beasts", "Undead", 3, 2) == (1, 0)
    assert meet("Beasts", "Undead", 2, 3) == (0, 1)
    assert meet("Ooze", "Beasts", 1, 3) == meet("Beasts", "Ooze", 3, 1)[::-1] == (0, 1)  # an ooze kills two
    assert meet("Beasts", "Beasts", 2, 3) == (0, 5)
    s = page()
    one, two = wanderer(s, "Beasts", room(s, 3.0, 5.0), 1, 1), wanderer(s, "Beasts", room(s, 6.0, 5.0), 1, roams=False)
    sync(s, skirmishes.stacks_meet, one, two)
    assert not s.stacks  # those who roam do not join those who lie in wait


@pytest.mark.rule("HST-WCON-01", "HST-WCON-06", "HST-WNDF-06")
def test_a_meeting_in_a_passage_and_a_hobgoblin_who_joins() -> None:
    s = page()
    way = tunnel(s, (3.0, 5.0), (8.0, 5.0))
    orcs = group(s, "breeder", "Orcs", 5.0, 6.5, 3)
    stack = wanderer(s, "Beasts", room(s, 9.0, 7.0), 1, 1)
    stack.node, stack.passage, stack.offset = 0, way.id, 2.0
    play(s, skirmishes.meet_stack, orcs.id, stack.id, groups_turn=True)
    assert s.record[-1].room == 0 and counts(s, orcs.id) == (2, 1) and stack.id not in s.stacks
    left = wanderer(s, "Beasts", room(s, 2.0, 7.0), 1, 1)
    play(s, skirmishes.meet_stack, orcs.id, left.id, groups_turn=False)
    assert s.record[-1].room == left.node and counts(s, orcs.id) == (1, 1)  # not their turn: the loot lies there
    goblins = group(s, "breeder", "Goblins", 8.0, 3.5, 2)
    friend = wanderer(s, "Lone Hobgoblin", room(s, 4.0, 3.5), 1, 1)
    play(s, skirmishes.meet_stack, goblins.id, friend.id, groups_turn=False)
    assert counts(s, goblins.id) == (3, 1) and friend.id not in s.stacks
    assert all(b.room in goblins.rooms for b in bd.of(s, goblins.id, "pop"))
    prisoner = wanderer(s, "Prisoner", room(s, 1.0, 3.0))
    prisoner.ignores = goblins.id
    play(s, skirmishes.meet_stack, goblins.id, prisoner.id, groups_turn=True)
    assert prisoner.id in s.stacks and bd.pop(s, goblins.id) == 3


@pytest.mark.rule("HST-SURF-03", "HST-SURF-05", "HST-SURF-18")
def test_the_last_people_of_the_land_fall_to_a_beast() -> None:
    s = page()
    castle = kingdom(s, 5.0, 1, 1)
    beasts = wanderer(s, "Beasts", room(s, 3.0, 5.0), 2)
    play(s, skirmishes.stack_meets_building, beasts, castle.lair)
    assert bd.pop(s, beasts.id) == 1 and s.trigger is not None and (s.trigger.why, s.trigger.group) == ("kingdoms", castle.id)
    s = page()
    castle = kingdom(s, 5.0, 1, 1)
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 3)
    play(s, skirmishes.meet_building, orcs.id, castle.lair)
    assert counts(s, orcs.id) == (2, 1) and s.trigger is not None and s.trigger.why == "kingdoms"
    s = page()
    castle = kingdom(s, 5.0, 3, 1)
    slime = wanderer(s, "Green Slime", room(s, 3.0, 5.0), 3)
    play(s, skirmishes.stack_meets_building, slime, castle.lair)
    assert bd.pop(s, slime.id) == 4 and s.trigger is not None
    play(s, skirmishes.stack_meets_building, slime, castle.lair)
    assert bd.pop(s, slime.id) == 4


# Groups.


@pytest.mark.rule("HST-MNST-11")
def test_newcomers_are_numbered_and_take_their_turn_last() -> None:
    s = page()
    group(s, "breeder", "Orcs", 3.0, 5.0, 2)
    group(s, "breeder", "Orcs", 8.0, 5.0, 2)
    cave = room(s, 5.0, 7.0)
    new = lairs.found_group(s, "breeder", kinds.flavour_named(s, "breeder", "Goblins"), "Us", "chaotic", cave.id)
    assert new.arrived == 3 and s.order[-1] == new.id and new.colour == "" and new.rooms == [cave.id]
    coloured = page(colours="per_group")
    cave = room(coloured, 5.0, 7.0)
    goblins = kinds.flavour_named(coloured, "breeder", "Goblins")
    one, two = (lairs.found_group(coloured, "breeder", goblins, name, "chaotic", cave.id) for name in "AB")
    assert one.colour and two.colour and one.colour != two.colour


@pytest.mark.rule("HST-ALPF-05", "HST-DELV-02", "HST-GEO-25")
def test_an_ogre_goes_a_finger_for_a_cave() -> None:
    s = page()
    near, cave = room(s, 3.0, 5.0, maker="delver"), room(s, 6.0, 5.0)
    near.finish = "worked"
    ogre = kinds.flavour_named(s, "alpha", "Ogre")
    assert lairs.arrival_room(s, ogre, (2.8, 5.0), "HST-ALPH-02") is cave
    assert lairs.arrival_room(s, ogre, (2.7, 5.0), "HST-ALPH-02") is near
    owl = kinds.flavour_named(s, "alpha", "Owlbear")
    assert lairs.arrival_room(s, owl, (2.8, 5.0), "HST-ALPH-02") is near


@pytest.mark.rule("HST-DLVF-02", "HST-ALPF-08", "HST-DELV-02", "HST-GEO-25")
def test_where_dark_elves_and_worms_begin() -> None:
    s = page()
    room(s, 5.0, 4.0)
    deep, far = room(s, 6.0, 7.8), room(s, 1.0, 7.8)
    elves = kinds.flavour_named(s, "delver", "Dark Elf")
    assert lairs.arrival_room(s, elves, (5.0, 4.0), "HST-DLVF-02") is deep
    dug = lairs.arrival_room(s, elves, (10.0, 3.0), "HST-DLVF-02")
    assert dug not in (deep, far) and dug.y > 6.5 and abs(dug.x - 10.0) < 0.5 and web(s).at.get(dug.id)
    worm = kinds.flavour_named(s, "alpha", "Purple Worm")
    den = lairs.arrival_room(s, worm, (8.0, 5.0), "HST-ALPF-08")
    assert pg.dist((den.x, den.y), (8.0, 5.0)) < 0.3 and den.finish == "natural" and web(s).at.get(den.id)


@pytest.mark.rule("HST-DELV-03", "HST-DELV-04", "HST-MNST-02")
def test_the_sixth_loot_ends_the_gathering() -> None:
    s = page()
    home = room(s, 5.0, 5.0, "thumb")
    dwarves = group(s, "delver", "Dwarves", 0, 0, 2, 5, at=home)
    lying = [bd.make(s, "loot", 0, home.id) for _ in range(3)]
    assert sync(s, growth.seize, dwarves, "HST-DELV-03").result == 1 and bd.loot(s, dwarves.id) == 6
    assert [b.owner for b in lying] == [dwarves.id, 0, 0] and s.trigger is not None and s.trigger.why == "loot"


@pytest.mark.rule("HST-DELV-03")
def test_what_is_not_seized() -> None:
    s = page()
    home = room(s, 5.0, 5.0, "thumb")
    dwarves, ogre = group(s, "delver", "Dwarves", 0, 0, 2, 1, at=home), group(s, "alpha", "Ogre", 8.0, 7.0, 1)
    hall = room(s, 3.0, 7.0)
    dwarves.held = [hall.id]
    hall.secret = True
    crypt, shrine = (bd.make(s, "loot", 0, home.id, role=role) for role in ("crypt", "shrine"))
    theirs, found = bd.make(s, "loot", ogre.id, home.id), bd.make(s, "loot", 0, hall.id, role="treasure")
    castle = kingdom(s, 5.0)
    dwarves.held.append(castle.lair)
    above = bd.make(s, "loot", 0, castle.lair)
    assert sync(s, growth.seize, dwarves, "HST-DELV-03").result == 1
    assert [b.owner for b in (crypt, shrine, theirs, above)] == [0, 0, ogre.id, 0]
    assert (found.owner, found.role, found.room) == (dwarves.id, "", hall.id)
    assert hall.id in dwarves.rooms and hall.owner == dwarves.id and not hall.secret


@pytest.mark.rule("HST-ENCT-04", "HST-THOT-13")
def test_who_is_a_neighbour() -> None:
    s = page()
    a, b = room(s, 3.0, 5.0), room(s, 6.0, 5.0)
    tunnel(s, (3.2, 5.0), (5.8, 5.0))
    us, near, island = (
        group(s, "breeder", "Orcs", 0, 0, 2, at=a),
        group(s, "breeder", "Goblins", 0, 0, 2, at=b),
        group(s, "breeder", "Kobolds", 9.0, 7.0, 2),
    )
    castle = kingdom(s, 5.0)
    us.met = [near.id, island.id, castle.id]
    assert growth.neighbours(s, us) == [near.id]
    us.status = near.status = "infiltrated"
    assert growth.neighbours(s, us) == []
    us.status = near.status = "free"
    for servant, lord in ((us, near), (near, us)):
        servant.master = lord.id
        assert growth.neighbours(s, us) == []
        servant.master = 0
    s.order.remove(near.id)
    assert growth.neighbours(s, us) == []
    us.rooms.append(island.lair)
    assert growth.neighbours(s, us) == [island.id]  # they share a room, though no passage leads there


@pytest.mark.rule("HST-ZOC-03")
def test_when_two_zones_touch() -> None:
    s = page()
    one, two = group(s, "breeder", "Orcs", 3.0, 5.0, 1), group(s, "breeder", "Goblins", 8.0, 5.0, 1)
    way = tunnel(s, (3.5, 5.0), (7.5, 5.0))
    assert not zones.touching(s, one, two)
    one.claimed, two.claimed = {way.id: [(0.0, 1.0)]}, {way.id: [(1.5, 3.0)]}
    assert not zones.touching(s, one, two)
    two.claimed = {way.id: [(1.0, 3.0)]}
    assert zones.touching(s, one, two) and zones.touching(s, two, one)
    one.claimed = {}
    two.held = [one.lair]
    assert zones.touching(s, one, two)
    two.held = []
    for x, near in ((4.25, False), (4.2, True), (4.15, True)):
        s.rooms[two.lair].x = x
        web(s).stands.clear()
        assert zones.touching(s, one, two) is near
    s.rooms[two.lair].x, s.rooms[two.lair].y = 3.9, 6.1  # diagonal: beyond both discs
    web(s).stands.clear()
    assert not zones.touching(s, one, two)


@pytest.mark.rule("HST-BRED-08")
def test_a_new_tribe_goes_a_finger_away_and_of_equals_the_deeper() -> None:
    s = page()
    home, near = room(s, 5.0, 5.0), room(s, 7.0, 5.0)
    tunnel(s, (5.2, 5.0), (6.8, 5.0))
    ends = []
    for y in (3.5, 6.5):
        end = room(s, 2.0, y)
        tunnel(s, pg.edge_of_box((2.0, y), 5.0, 5.0, 0.4, 0.4), pg.edge_of_box((5.0, 5.0), 2.0, y, 0.4, 0.4))
        ends.append(end)
    orcs = group(s, "breeder", "Orcs", 0, 0, 5, 1, at=home)
    assert breeders.split_room(s, orcs) is ends[1] and near.id in s.rooms
    s.rooms[ends[1].id].secret = True
    assert breeders.split_room(s, orcs) is ends[0]
    s.rooms[ends[0].id].secret = True
    dug = breeders.split_room(s, orcs)
    assert dug not in (home, near, *ends) and pg.dist((dug.x, dug.y), (5.0, 5.0)) == pytest.approx(3.0, abs=0.2)


@pytest.mark.rule("HST-BRED-08", "HST-BRED-07")
def test_half_of_them_rounded_down_leave() -> None:
    s = page()
    home, far = room(s, 2.0, 5.0, "thumb"), room(s, 7.0, 5.0, "thumb")
    tunnel(s, (2.5, 5.0), (6.5, 5.0))
    goblins = group(s, "breeder", "Goblins", 0, 0, 7, 1, at=home)
    goblins.alignment = "lawful"
    play(s, breeders.support, goblins)  # seven need three: one starves, and six on one loot split
    child = s.groups[s.order[-1]]
    assert counts(s, goblins.id) == (3, 1) and counts(s, child.id) == (3, 0) and child.lair == far.id
    assert {b.room for b in bd.of(s, child.id, "pop")} == {far.id} and {b.room for b in bd.of(s, goblins.id, "pop")} == {home.id}
    assert (child.parent, child.alignment, child.flavour) == (goblins.id, "lawful", "Goblins") and child.id in s.acted
    for flavour, pop, loot, after in (
        ("Orcs", 8, 1, (7, 1)),
        ("Goblins", 6, 0, (5, 0)),
        ("Goblins", 4, 1, (3, 1)),
        ("Goblins", 3, 1, (3, 1)),
    ):
        s = page()
        tribe = group(s, "breeder", flavour, 2.0, 5.0, pop, loot)
        play(s, breeders.support, tribe)
        assert counts(s, tribe.id) == after and len(s.order) == 1


@pytest.mark.rule("HST-DELV-09")
def test_only_what_is_natural_and_below_is_improved() -> None:
    s = page()
    cave, done = room(s, 3.0, 5.0), room(s, 5.0, 5.0)
    done.finish = "worked"
    castle = kingdom(s, 8.0)
    s.rooms[castle.lair].finish = "natural"
    dwarves = group(s, "delver", "Dwarves", 0, 0, 2, 1, at=cave)
    dwarves.rooms += [done.id, castle.lair]
    strata.new_stratum(s, "monsters")
    delvers.improve(s, dwarves)
    newest = s.strata[-1].index
    assert cave.finish == "worked" and newest in cave.redrawn and newest not in done.redrawn
    assert s.rooms[castle.lair].finish == "natural"


@pytest.mark.rule("HST-BRED-06", "HST-DELV-10", "HST-GEO-15")
def test_a_tunnel_to_another_part_of_the_dungeon() -> None:
    s = page()
    home, other = room(s, 3.0, 5.0), room(s, 4.8, 5.0)
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, at=home)
    orcs.colour = "green"
    play(s, digging.dig_out, orcs, "HST-BRED-06", "breeder")
    (way,) = s.passages.values()
    assert gr.connected(s, home.id, other.id) and (way.colour, way.kind, way.owner) == ("green", "natural", orcs.id)
    s = page()
    home = room(s, 3.0, 5.0)
    room(s, 8.0, 5.0)
    dwarves = group(s, "delver", "Dwarves", 0, 0, 2, at=home)
    play(s, digging.dig_out, dwarves, "HST-DELV-10", "delver")
    (way,) = s.passages.values()
    assert way.kind == "tunnel" and way.points[0][0] == pytest.approx(3.2) and way.points[-1][0] == pytest.approx(4.95, abs=0.1)
    assert "unknown" in s.record[-1].text


@pytest.mark.rule("HST-GEO-15")
def test_what_is_another_section() -> None:
    s = page()
    home = room(s, 3.0, 5.0)
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, at=home)
    far = room(s, 9.0, 5.0)
    start, target, joined = digging.other_section(s, orcs, 1.75)
    assert not joined and target == (8.8, 5.0) and start == (3.2, 5.0)
    hidden, ruin = room(s, 4.0, 6.0), room(s, 4.0, 4.0)
    hidden.secret, ruin.state = True, "collapsed"
    assert digging.other_section(s, orcs, 1.75)[1] == (8.8, 5.0)
    close = room(s, 4.4, 5.0)
    assert digging.other_section(s, orcs, 1.75) == ((3.2, 5.0), (4.2, 5.0), True)
    assert digging.other_section(s, orcs, 1.75, shun=[close.id])[2] is False
    tunnel(s, (3.2, 5.0), (4.2, 5.0))  # joined by a short way: the same section
    assert digging.other_section(s, orcs, 1.75)[1] != (4.2, 5.0) and far.id in s.rooms
    loop = page()
    home = room(loop, 3.0, 5.0)
    orcs = group(loop, "breeder", "Orcs", 0, 0, 2, at=home)
    back = room(loop, 3.0, 6.2)
    tunnel(loop, (3.2, 5.0), (8.0, 5.0), (8.0, 6.2), (3.2, 6.2))
    start, target, joined = digging.other_section(loop, orcs, 1.75)  # ten inches round, one inch through
    assert (
        joined and start == (3.0, 5.2) and target[0] == pytest.approx(3.0, abs=0.4) and target[1] == pytest.approx(6.0, abs=0.2)
    )
    assert back.id in loop.rooms


@pytest.mark.rule("HST-DLVF-09")
def test_miners_sink_their_adit_until_they_strike_something() -> None:
    s = page()
    camp = room(s, 5.0, 2.2)
    men = group(s, "delver", "Human Miners", 0, 0, 3, 1, at=camp)
    what = kinds.flavour(s, men).turn_dig
    lodes.add_ore(s, "gold", [(0.0, 5.0), (11.0, 5.0)], "HST-PRIM-08")
    assert play(s, digging.turn_dig, men, what).result is True
    (first,) = s.passages.values()
    assert (
        first.points[0] == (5.0, 2.4) and first.length == pytest.approx(1.75) and (first.kind, first.label) == ("shaft", "adit")
    )
    assert men.claimed == {first.id: [(0.0, first.length)]} and not men.mining
    assert play(s, digging.turn_dig, men, what).result is True
    second = list(s.passages.values())[-1]
    assert second.points[0] == first.points[-1] and men.mining and second.points[-1][1] == pytest.approx(5.0, abs=0.2)


@pytest.mark.rule("HST-DELV-04")
def test_a_mine_is_a_thumb_with_a_loot_that_is_nobodys_yet() -> None:
    s = page()
    dwarves = group(s, "delver", "Dwarves", 3.0, 4.0, 3, 1)
    vein = lodes.add_ore(s, "gold", [(0.0, 5.2), (11.0, 5.2)], "HST-PRIM-08")
    assert digging.ore_in_zone(s, dwarves) is None
    s.rooms[dwarves.lair].y = 4.6
    web(s).stands.clear()
    s.__dict__.pop("web", None)
    found = digging.ore_in_zone(s, dwarves)
    assert found is not None and found[0] is vein
    sync(s, digging.dig_mine, dwarves, *found, "HST-DELV-04")
    (mine,) = [r for r in s.rooms.values() if r.label == "mine"]
    (lump,) = bd.inside(s, mine.id)
    assert mine.size == "thumb" and (lump.owner, lump.role) == (0, "mine") and dwarves.mined == [lump.id]
    assert found[1].remaining == 0 and found[1].mined_by == dwarves.id and gr.connected(s, mine.id, dwarves.lair)


@pytest.mark.rule("HST-ALPH-04")
def test_beasts_drag_home_what_lies_in_reach() -> None:
    s = page()
    lair, near, far = room(s, 3.0, 5.0, "thumb"), room(s, 5.0, 5.0), room(s, 9.0, 5.0)
    for a, b in ((3.5, 4.8), (5.2, 8.8)):
        tunnel(s, (a, 5.0), (b, 5.0))
    ogre = group(s, "alpha", "Ogre", 0, 0, 1, at=lair)
    goblins = group(s, "breeder", "Goblins", 9.5, 7.5, 1)
    mine, crypt, owned = (
        bd.make(s, "loot", 0, near.id, role="mine"),
        bd.make(s, "loot", 0, near.id, role="crypt"),
        bd.make(s, "loot", goblins.id, near.id),
    )
    away = bd.make(s, "loot", 0, far.id)
    ways = len(s.passages)
    assert sync(s, alphas.gather, ogre, alphas.in_range(s, ogre), straight=True).result is True
    assert (mine.owner, mine.role) == (ogre.id, "") and mine.room in ogre.rooms and len(s.passages) == ways
    assert [b.owner for b in (crypt, owned, away)] == [0, goblins.id, 0]
    assert sync(s, alphas.gather, ogre, alphas.in_range(s, ogre), straight=False).result is False


@pytest.mark.rule("HST-ALPH-07")
def test_one_of_what_the_dead_left() -> None:
    s = page()
    ogre, orcs = group(s, "alpha", "Ogre", 3.0, 5.0, 1), group(s, "breeder", "Orcs", 8.0, 5.0, 1, 2)
    annex = room(s, 8.0, 7.0)
    orcs.rooms.append(annex.id)
    kept = bd.make(s, "loot", ogre.id, orcs.lair)
    sync(s, alphas.spoils, ogre, orcs)
    assert bd.loot(s, ogre.id) == 1  # they live
    sync(s, fortunes.lose_pop, orcs.id, 1, "test")
    sync(s, alphas.spoils, ogre, orcs)
    assert bd.loot(s, ogre.id) == 2 and len(bd.of(s, 0, "loot")) == 1 and kept.room == orcs.lair
    last = bd.of(s, 0, "loot")[0]
    bd.move(s, last, annex.id)
    sync(s, alphas.spoils, ogre, orcs)
    assert last.owner == ogre.id
    ogre.alive = False
    spare = bd.make(s, "loot", 0, orcs.lair)
    sync(s, alphas.spoils, ogre, orcs)
    assert spare.owner == 0


@pytest.mark.rule("HST-ALPH-05", "HST-ALPF-01")
def test_a_hungry_beast_spends_or_moves_to_where_the_food_is() -> None:
    s = page()
    lair, poor, rich = room(s, 3.0, 5.0), room(s, 3.0, 7.0), room(s, 5.5, 5.0)
    tunnel(s, (3.0, 5.2), (3.0, 6.8))
    tunnel(s, (3.2, 5.0), (5.3, 5.0))
    tunnel(s, (5.7, 5.0), (7.5, 5.0))
    group(s, "breeder", "Orcs", 8.0, 5.0, 2)
    ogre = group(s, "alpha", "Ogre", 0, 0, 1, 1, at=lair)
    play(s, alphas.go_hungry, ogre)
    assert bd.loot(s, ogre.id) == 0 and ogre.lair == lair.id
    play(s, alphas.go_hungry, ogre)
    assert ogre.lair == rich.id and ogre.old_lairs == [(lair.id, s.absolute)] and poor.id in s.rooms
    s.absolute += 3
    assert alphas.recent_lairs(s, ogre) == [lair.id]
    s.absolute += 1
    assert alphas.recent_lairs(s, ogre) == []
    asleep = page()
    dragon = group(asleep, "alpha", "Dragon", 3.0, 5.0, 1, 2)
    play(asleep, alphas.go_hungry, dragon)
    assert counts(asleep, dragon.id) == (1, 2)


@pytest.mark.rule("HST-ALPH-05")
def test_a_beast_shut_in_breaks_out() -> None:
    s = page()
    ogre = group(s, "alpha", "Ogre", 0, 0, 1, at=room(s, 3.0, 5.0))
    other = room(s, 5.5, 5.0)
    old = ogre.lair
    sync(s, alphas.break_out, ogre)
    assert ogre.lair == other.id and gr.connected(s, old, other.id)
    s = page()
    ogre = group(s, "alpha", "Ogre", 0, 0, 1, at=room(s, 3.0, 5.0))
    sync(s, alphas.break_out, ogre)
    (way,) = [p for p in s.passages.values() if p.length > 1]
    assert ogre.lair != ogre.old_lairs[0][0] and s.rooms[ogre.lair].kind == "cave" and way.length <= 3.5
    assert gr.connected(s, ogre.lair, ogre.old_lairs[0][0])


@pytest.mark.rule("HST-ALPF-04")
def test_a_minotaur_may_build_its_maze_once() -> None:
    s = page(ask="everything")
    bull = group(s, "alpha", "Minotaur", 3.0, 5.0, 1, 2)
    group(s, "breeder", "Orcs", 0, 0, 1, at=s.rooms[bull.lair])
    ran = play(s, alphas.alpha_season, bull, dice=["1d6=1", "1d6=3"], answers=["save"])
    assert ran.asks[0].keys[:2] == ("maze", "save") and "maze" not in s.rooms[bull.lair].tags
    loot = bd.loot(s, bull.id)
    group(s, "breeder", "Kobolds", 0, 0, 3, at=s.rooms[bull.lair])
    s.met_now = []
    play(s, alphas.alpha_season, bull, dice=["1d6=3", "1d6=3"], answers=["maze"])
    assert bd.loot(s, bull.id) == loot - 1 and "maze" in s.rooms[bull.lair].tags
    assert enc.bonus(s, bull.id, bull.lair) == 3 and enc.bonus(s, bull.id) == 2


@pytest.mark.rule("HST-FEAT-06", "HST-FEAT-07")
def test_missionaries_go_to_the_closest_without_a_shrine() -> None:
    s = page()
    cult = group(s, "temple", "Temple of Evil", 5.0, 5.0, 1, 1)
    near, far = group(s, "breeder", "Orcs", 7.0, 5.0, 2), group(s, "delver", "Dwarves", 9.5, 5.0, 2, 1)
    play(s, temple.temple_season, cult)
    assert (
        near.shrine and counts(s, cult.id) == (2, 2) and "evil_shrine" in s.rooms[near.lair].tags and enc.bonus(s, near.id) == 1
    )
    (mark,) = s.landmarks.values()
    assert (mark.kind, mark.room) == ("evil shrine", near.lair)
    play(s, temple.temple_season, cult, dice=["1d6=2", "1d6=2"])  # the lawful argue: a tie is a defeat
    assert far.alignment == "lawful" and counts(s, cult.id) == (1, 2)
    play(s, temple.temple_season, cult, dice=["1d6=6", "1d6=2"])
    assert far.alignment == "chaotic" and not far.shrine
    play(s, temple.temple_season, cult)
    assert far.shrine
    play(s, temple.temple_season, cult)
    assert counts(s, cult.id) == (2, 3)


# Features and years.


@pytest.mark.rule("HST-FEAT-16")
def test_a_disaster_may_be_refused_where_there_is_something_to_lose() -> None:
    def suggested(groups: int) -> set[str]:
        found = set()
        for seed in range(30):
            s = page(ask="everything")
            for k in range(groups):
                group(s, "breeder", "Orcs", 1.0 + 2 * k, 5.0, 1)
            s.streams["judge"] = seed
            ran = play(s, features.accept_disaster, answers=["accept"])
            found.add(ran.asks[0].keys[0])
        return found

    assert suggested(3) == {"accept"} and suggested(4) == {"accept", "refuse"}


@pytest.mark.rule("HST-FEAT-15")
@pytest.mark.parametrize(("rooms", "fresh"), [(60, False), (61, True)])
def test_a_crowded_page_gets_a_fresh_sheet_first(rooms: int, fresh: bool) -> None:
    s = page()
    made = [room(s, 0.4 + 0.7 * (k % 15), 3.0 + 0.9 * (k // 15)) for k in range(rooms)]
    made[0].state = "active"
    sheets = len(s.strata)
    kingdom(s, 5.0)
    play(s, features.disaster, (5.0, 5.0), dice=["1d8=7"])
    assert (len(s.strata) > sheets) is fresh


@pytest.mark.rule("HST-FEAT-13")
def test_two_come_through_the_gate_and_meet_one_group() -> None:
    s = page()
    cave = room(s, 5.0, 5.0, "thumb")
    first, second = (group(s, "breeder", "Orcs", 0, 0, 3, at=cave) for _ in range(2))
    play(s, features.dimensional_gate, (5.0, 5.0))
    assert (bd.pop(s, first.id), bd.pop(s, second.id)) == (1, 3) and "gate" in cave.tags and not s.stacks
    empty = page()
    room(empty, 5.0, 5.0)
    play(empty, features.dimensional_gate, (5.0, 5.0))
    (beings,) = empty.stacks.values()
    assert bd.pop(empty, beings.id) == 2 and beings.roams


@pytest.mark.rule("HST-FEAT-14", "HST-FEAT-19")
def test_whom_a_disaster_runs_through() -> None:
    s = page()
    hit, held, far, sick, old = (
        group(s, "breeder", "Orcs", 3.0, 4.0, 2),
        group(s, "breeder", "Orcs", 6.0, 7.0, 2),
        group(s, "breeder", "Orcs", 9.5, 7.0, 2),
        group(s, "breeder", "Orcs", 9.5, 3.5, 2),
        group(s, "breeder", "Orcs", 1.0, 7.5, 2),
    )
    castle = kingdom(s, 6.0)
    s.rooms[old.lair].plague = 1
    outpost = room(s, 6.0, 4.0)
    held.held = [outpost.id]
    before, plagued = s.next_id, {old.lair}
    tunnel(s, (2.0, 4.0), (5.8, 4.0))
    s.rooms[sick.lair].plague = 1
    sync(s, features.affected, before, plagued)
    assert [bd.pop(s, x.id) for x in (hit, held, far, sick, old)] == [1, 1, 2, 1, 2] and bd.pop(s, castle.id) == 2
    before = s.next_id
    tunnel(s, (6.3, 1.75), (6.3, 2.5), entrance="fissure")
    sync(s, features.affected, before, {old.lair, sick.lair})
    assert bd.pop(s, castle.id) == 1 and bd.pop(s, far.id) == 2


@pytest.mark.rule("HST-FEAT-11", "HST-FEAT-12", "HST-FEAT-01")
def test_who_builds_what() -> None:
    s = page()
    many, rich, both = (
        group(s, "breeder", "Orcs", 2.0, 5.0, 5, 0),
        group(s, "delver", "Dwarves", 5.0, 5.0, 1, 4),
        group(s, "breeder", "Goblins", 8.0, 5.0, 4, 3),
    )
    play(s, features.crypt, (0.0, 0.0))
    (tomb,) = [r for r in s.rooms.values() if r.label == "crypt"]
    assert pg.dist((tomb.x, tomb.y), (2.0, 5.0)) < 1.6 and {"tomb", "crypt"} <= set(tomb.tags) and not bd.inside(s, tomb.id)
    play(s, features.oubliette, (0.0, 0.0))
    (hole,) = [r for r in s.rooms.values() if r.label == "oubliette"]
    assert abs(hole.x - 8.0) < 0.6 and hole.y == pytest.approx(5.0 + 0.5 + 1.75, abs=0.5) and gr.connected(s, hole.id, both.lair)
    (prisoner,) = s.stacks.values()
    assert (prisoner.node, prisoner.ignores, prisoner.roams) == (hole.id, both.id, False)
    play(s, features.dungeon_engineer, (0.0, 0.0))
    assert bd.loot(s, rich.id) == 3 and len(rich.rooms) == 2 and s.rooms[rich.rooms[1]].name and many.alive
    many.alive = rich.alive = False
    bd.make(s, "pop", both.id, both.lair)
    play(s, features.crypt, (0.0, 0.0))
    assert bd.loot(s, both.id) == 2 and [b.role for b in bd.of(s, 0, "loot")] == ["crypt"]
    poor = page()
    group(poor, "breeder", "Orcs", 2.0, 5.0, 5, 0)
    play(poor, features.dungeon_engineer, (0.0, 0.0))
    assert len(poor.rooms) == 1


@pytest.mark.rule("HST-MNST-09", "HST-TERM-05")
@pytest.mark.parametrize(("year", "ends"), [(10, False), (11, True)])
def test_the_last_year_is_played(year: int, ends: bool) -> None:
    s = page(monsters_cap=10)
    poor, rich = group(s, "breeder", "Orcs", 3.0, 5.0, 4, 1), group(s, "breeder", "Goblins", 8.0, 5.0, 1, 2)
    s.year = year
    play(s, monsters.yearly_event, dice=[] if ends else ["1d6=6"])
    assert (s.trigger is not None) is ends and poor.alive
    if s.trigger:
        assert (s.trigger.why, s.trigger.group, s.trigger.year) == ("cap", rich.id, year)


@pytest.mark.rule("HST-MNST-05", "HST-TERM-05", "HST-MNST-11")
def test_a_new_year_is_everybodys() -> None:
    s = page()
    s.acted, s.nested, s.todo = [1, 2], 3, []
    year, absolute = s.year, s.absolute
    sync(s, monsters.new_year)
    assert (s.year, s.absolute, s.acted, s.nested, s.todo) == (year + 1, absolute + 1, [], 0, ["event"])


@pytest.mark.rule("HST-MNST-06")
def test_after_three_new_beginnings_a_villain_comes() -> None:
    s = page()
    s.restarts = 3
    sync(s, monsters.restart, swept=False)
    assert s.trigger is not None and (s.trigger.why, s.trigger.group) == ("restarts", 0) and s.age == "villainy"
    s = page()
    s.restarts = 2
    sync(s, monsters.restart, swept=False)
    assert s.trigger is None and s.age == "disaster" and s.restarts == 3
    s = page()
    sync(s, monsters.restart, swept=True)
    assert s.age == "monsters" and s.todo == ["begin"] and s.year == 0 and s.ages[-1] == "monsters"


@pytest.mark.rule("HST-MNST-08", "HST-MNST-07", "HST-MNST-01")
def test_the_first_year_and_the_order_of_a_later_one() -> None:
    s = page()
    room(s, 5.0, 5.0)
    s.todo, s.year, s.acted = ["begin"], 0, [9]
    year = s.absolute
    play(s, monsters.monsters_step)
    assert s.year == 1 and s.absolute == year + 1 and s.acted == []
    assert s.todo == ["kingdoms", "arrive:delver", "arrive:breeder", "arrive:alpha", "close"]
    play(s, monsters.monsters_step)
    assert len(s.kingdoms) == 1 and s.todo[0] == "arrive:delver"
    orcs = group(s, "breeder", "Orcs", 8.0, 7.0, 2, 1)
    s.year, s.todo = 3, ["event"]
    play(s, monsters.monsters_step, dice=["1d6=6"])
    assert s.todo == [f"season:{gid}" for gid in (s.kingdoms[0], orcs.id)] + ["wander", "close"]
    again = page()
    kingdom(again, 5.0)
    again.todo = ["begin"]
    play(again, monsters.monsters_step)
    assert again.todo[0] == "arrive:delver"
    hollow = page()
    hollow.page.world = "hollow_earth"
    hollow.page.under = [(0.0, 6.75), (11.0, 6.75)]
    hollow.todo = ["kingdoms", "arrive:delver"]
    hollow.year = 1
    play(hollow, monsters.monsters_step)
    assert [hollow.groups[gid].alignment for gid in hollow.kingdoms] == ["lawful", "chaotic"]


@pytest.mark.rule("HST-MINR-01", "HST-MINR-06", "HST-MINR-07")
def test_a_minor_feature_is_a_d4_and_a_d20_and_may_be_replaced() -> None:
    s = page(minor_on_wipeout=True, minor_replace=True)
    lived, empty = room(s, 3.0, 5.0), room(s, 8.0, 5.0)
    orcs = group(s, "breeder", "Orcs", 0, 0, 1, 1, at=lived)
    orcs.rooms.append(empty.id)
    label = s.minor[1][16]
    sync(s, fortunes.lose_pop, orcs.id, 1, "test")
    play(s, minor.after_wipeouts, dice=["1d4=2", "1d20=17"])
    (mark,) = s.landmarks.values()
    assert (mark.name, mark.room, mark.x, mark.y) == (label, empty.id, 8.0, 5.0) and s.wiped == []
    assert s.minor[1][16] != label and s.minor[1][16] not in [x for k, c in enumerate(s.minor) for x in c if k != 1]
    off = page(minor_on_wipeout=False)
    off.wiped = [1]
    play(off, minor.after_wipeouts)
    assert off.wiped == [] and not off.landmarks
    plain = page(minor_on_wipeout=True)
    room(plain, 3.0, 5.0)
    kept = plain.minor[0][0]
    play(plain, minor.minor_feature, (3.0, 5.0), dice=["1d4=1", "1d20=1"])
    assert plain.minor[0][0] == kept


# Kingdoms.


@pytest.mark.rule("HST-SURF-18")
def test_new_people_own_what_lay_about() -> None:
    s = page()
    castle, other = kingdom(s, 5.0, 0, 0), group(s, "alpha", "Ogre", 8.0, 6.0, 1)
    loose, foreign = bd.make(s, "loot", 0, castle.lair), bd.make(s, "loot", other.id, castle.lair)
    bones = bd.make(s, "pop", 0, castle.lair)
    buildings.people(s, castle.id, castle.lair, 2)
    assert counts(s, castle.id) == (2, 1) and loose.owner == castle.id and foreign.owner == other.id and bones.owner == 0


@pytest.mark.rule("HST-SURF-08", "HST-SURF-10", "HST-SURF-11", "HST-SURF-06")
def test_the_year_of_a_castle() -> None:
    def after(castle: int, farms: list[int], loot: int = 1) -> tuple[int, list[int], int]:
        s = page()
        realm = kingdom(s, 5.0, castle, loot)
        fields = [farm(s, realm, 0.6 + 1.1 * k, pop) for k, pop in enumerate(farms)]
        play(s, kingdoms.surface_season, realm)
        new = [r.id for r in buildings.buildings(s, realm.id, "farm") if r not in fields]
        at = [len(skirmishes.garrison(s, rid)) for rid in (realm.lair, *(f.id for f in fields), *new)]
        return at[0], at[1:], bd.loot(s, realm.id)

    assert after(1, []) == (2, [1], 1)  # not supported: a farm
    assert after(1, [0]) == (1, [1], 1)  # an empty farm is filled from the castle
    assert after(1, [], 0) == (2, [1], 1)  # two in the castle and no loot: one is found
    assert after(1, [0], 0) == (1, [1], 0)
    assert after(1, [1, 1]) == (2, [1, 1, 1], 1)  # supported to a man: one farm more
    assert after(1, [1, 1, 1]) == (3, [1, 1, 0], 1)  # a spare hand comes to the castle


@pytest.mark.rule("HST-GEO-19")
def test_a_cellar_that_meets_the_dungeon_is_a_way_in() -> None:
    s = page()
    realm = kingdom(s, 3.0)
    tower = buildings.raise_building(s, realm, 8.0, "tower", "HST-SFCN-03", "Tower")
    cellars = [buildings.cellar_under(s, realm, s.rooms[realm.lair], "HST-SURF-15", "castle cellar")]
    cellars.append(buildings.cellar_under(s, realm, tower, "HST-SFCN-03", "tower dungeon"))
    buildings.refresh_entrances(s)
    assert not s.entrances
    for cellar in cellars:
        tunnel(s, (cellar.x, cellar.y + cellar.h / 2), (cellar.x, 4.0))
    buildings.refresh_entrances(s)
    assert [(e.node, e.kind) for e in s.entrances] == [(realm.lair, "castle_cellar"), (tower.id, "tower_cellar")]
    buildings.refresh_entrances(s)
    assert len(s.entrances) == 2


@pytest.mark.rule("HST-SFCN-05", "HST-SFCN-00")
def test_a_landmark_from_the_library_is_empty() -> None:
    s = page()
    castle = kingdom(s, 5.0)
    s.specials = 2
    play(s, excursions.special_construction, castle)
    made = s.rooms[castle.rooms[-1]]
    assert made.label == "landmark" and made.name and not bd.inside(s, made.id)
    s = page()
    castle, s.specials = kingdom(s, 5.0), 2
    s.custom = [{"kind": "surface_construction", "id": "arch", "name": "The Arch"}]
    play(s, excursions.special_construction, castle)
    arch = s.rooms[castle.rooms[-1]]
    assert arch.name == "The Arch" and not bd.inside(s, arch.id) and s.specials == 3


@pytest.mark.rule("HST-SURF-12", "HST-SURF-13", "HST-SURF-14")
def test_three_knights_go_a_finger_down_the_closest_way() -> None:
    s = page(ask="everything")
    s.quiet = ["place_room", "name", "drop"]
    realm = kingdom(s, 5.0, 4, 1)
    door(s, 9.5, 7.0)
    near = room(s, 6.0, 3.2)
    tunnel(s, (6.0, 1.75), (6.0, 3.0), entrance="cave_mouth")
    tunnel(s, (6.0, 3.4), (6.0, 7.9))
    deep = room(s, 6.0, 8.2)
    lying, beyond = bd.make(s, "loot", 0, near.id), bd.make(s, "loot", 0, deep.id)
    ran = play(s, excursions.excursion, realm, answers=["no"])
    assert ran.asks[0].keys[:2] == ("no", "yes") and lying.owner == realm.id and lying.room == realm.lair and beyond.owner == 0
    assert len(skirmishes.garrison(s, realm.lair)) == 4 and s.specials == 1 and not s.stacks
    assert s.last_trail[0] == (6.0, 1.75) and pg.length(s.last_trail) == pytest.approx(3.0, abs=0.4)


# Pages, ages, and the desk.


@pytest.mark.rule("HST-ALTW-04", "HST-ALTW-05", "HST-PRIM-01", "HST-PRIM-02")
def test_the_rift_and_the_valleys_are_ways_of_their_own() -> None:
    s = page("opening")
    play(s, opening.lay_out, "rift_of_sorrows")
    (rift,) = s.passages.values()
    middle = rift.points[1]
    assert rift.kind == "rift" and middle[1] == 6.0 and s.page.width / 3 <= middle[0] <= s.page.width * 2 / 3
    assert [p[0] - middle[0] for p in (rift.points[0], rift.points[-1])] == [
        pytest.approx(-1.25, abs=0.02),
        pytest.approx(1.25, abs=0.02),
    ]
    s = page("opening")
    play(s, opening.lay_out, "scorched_lands")
    assert s.page.valleys and len(s.passages) == len(s.page.valleys)
    for (left, right), way in zip(s.page.valleys, s.passages.values(), strict=True):
        assert way.kind == "valley" and way.points[0][0] == pytest.approx(left + 0.12, abs=0.02)
        assert way.points[-1][0] == pytest.approx(right - 0.12, abs=0.02)


@pytest.mark.rule("HST-ORDR-01", "HST-ORDR-02")
def test_what_follows_an_age() -> None:
    def following(age: str, civs_left: int = 0, **options: str) -> str:
        s = page(age, **options)
        s.civs_left = civs_left
        sync(s, ages.close_age, age)
        return s.age

    assert following("primordial", 1) == "civilization" and following("primordial", 0) == "disaster"
    assert following("primordial", 1, start_age="disaster") == "disaster"
    assert following("primordial", 1, start_age="monsters") == "monsters"
    assert following("civilization", 1) == "civilization" and following("civilization", 0) == "disaster"
    assert following("disaster") == "monsters" and following("monsters") == "villainy"
    assert following("civilization", 1, stop_after="civilization") == "civilization"
    assert following("civilization", 0, stop_after="civilization") == "over"


@pytest.mark.rule("HST-ORDR-04")
def test_the_outcome_counts_what_there_is() -> None:
    s, v, g = master(1, 2)
    room(s, 2.0, 5.0).state = "collapsed"
    alive, gone = group(s, "breeder", "Orcs", 8.0, 4.0, 2, 1), group(s, "delver", "Dwarves", 9.5, 7.0, 1, 1)
    castle = kingdom(s, 5.0, 2, 1)
    sync(s, fortunes.lose_pop, gone.id, 1, "test")
    s.outcome, s.ending, s.restarts, s.parties = "villain", "dungeon_master conquers", 1, 4
    s.trigger = Trigger("cap", 0, 9)
    for k in range(10):
        sync(s, founding, f"Line {k}.")
    result = ages.outcome(s)
    facts = result.facts
    assert (facts["groups ever"], facts["groups alive"], facts["loot left"], facts["rooms"]) == (2, 1, 2 + 1 + 1 + 1, 3)
    assert (facts["villain"], facts["villain won"], facts["cap reached"], facts["trigger"]) == (
        "a Dungeon Master",
        True,
        True,
        "the years ran out",
    )
    assert len(result.turning_points) == 8 and result.winners == () and result.memorials[0].name == g.name
    s.outcome = "heroes"
    assert ages.outcome(s).winners == (0,) and alive.alive and castle.alive and v.kind


def founding(t: Table[Host], text: str) -> None:
    note(t, "founded", text, "HST-ORDR-04")


@pytest.mark.rule("HST-HIST-04", "HST-CONV-07")
def test_a_name_may_have_forty_four_letters() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 1)
    play(s, hand.rename, answers=[f"group:{orcs.id}", "x" * 44])
    assert orcs.name == "x" * 44 and s.record[-1].kind == "hand_edit"
    with pytest.raises(Exception, match="44"):
        play(s, hand.rename, answers=[f"group:{orcs.id}", "x" * 45])
    lines = len(s.record)
    play(s, hand.rename, answers=[f"group:{orcs.id}", "x" * 44])
    assert len(s.record) == lines


@pytest.mark.rule("HST-ADVN-13", "HST-VILL-11", "HST-VILL-21")
def test_whom_a_lawful_party_fights_on_sight() -> None:
    s = page("villainy")
    friend, foe, bound = (
        group(s, "delver", "Dwarves", 3.0, 5.0, 1),
        group(s, "breeder", "Orcs", 5.0, 5.0, 1),
        group(s, "delver", "Dwarves", 7.0, 5.0, 1),
    )
    hot, court, dead = (
        group(s, "delver", "Flame Devils", 9.0, 5.0, 1, alignment="lawful"),
        group(s, "villain", "The Dungeon Master", 3.0, 7.0, 1, alignment="lawful"),
        group(s, "minions", "Undead", 5.0, 7.0, 1, alignment="lawful"),
    )
    bound.status = "enslaved"
    knights, rogues = party(s, friend.lair, 3), party(s, friend.lair, 3, alignment="chaotic")
    found = [party_fights.is_foe(s, knights, g) for g in (friend, foe, bound, hot, court, dead)]
    assert found == [False, True, True, True, True, True]
    assert [party_fights.is_foe(s, rogues, g) for g in (friend, foe)] == [True, False]


@pytest.mark.rule("HST-BRED-07")
def test_hunger_is_told() -> None:
    s = page()
    orcs = group(s, "breeder", "Goblins", 3.0, 5.0, 4, 1)
    ran = play(s, breeders.support, orcs)
    assert any("went hungry" in text for text in ran.texts) and bd.pop(s, orcs.id) == 3
    assert not play(s, breeders.support, orcs).texts

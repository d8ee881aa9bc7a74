"""Surface kingdoms, wandering monsters, special features, adventurers and the undead."""

# mypy: disable-error-code="unreachable, attr-defined"
from __future__ import annotations

import itertools
from typing import Any

import pytest

from undercroft.engine import Dice
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import nearby, works
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import new_id, web
from undercroft.games.host.rules.adventurers import adventure as adv
from undercroft.games.host.rules.adventurers import party_fights, undead
from undercroft.games.host.rules.conventions.stacks import new_stack
from undercroft.games.host.rules.encounters import encounters as enc
from undercroft.games.host.rules.encounters import kinds, skirmishes
from undercroft.games.host.rules.kingdoms import buildings, excursions, kingdoms
from undercroft.games.host.rules.monsters import features, growth, seasons, wandering
from undercroft.games.host.state import Group, Host, Party, Room, Stack

from .table import counts, farm, group, kingdom, page, play, room, sync, tunnel, wanderer


def door(s: Host, x: float = 5.0, foot: float = 3.5) -> Any:
    """A way in at x."""
    return tunnel(s, (x, 1.75), (x, foot), entrance="cave_mouth")


# Kingdoms.


@pytest.mark.rule("HST-SURF-01", "HST-SURF-02")
def test_a_castle_is_built() -> None:
    s = page()
    realm = play(s, kingdoms.set_up).result
    castle = s.rooms[realm.lair]
    assert realm.type == "surface" and realm.alignment == "lawful" and counts(s, realm.id) == (2, 1)
    assert castle.above and castle.name == realm.name and pg.depth(s.page, castle.x, castle.y) < 0


@pytest.mark.rule(
    "HST-SURF-06",
    "HST-SURF-07",
    "HST-SURF-09",
    "HST-SURF-11",
    "HST-SURF-12",
    "HST-SURF-14",
    "HST-SFCN-01",
    "HST-SFCN-03",
    "HST-MNST-07",
)
def test_the_kingdoms_grow_to_their_first_excursions() -> None:
    s = page()
    realm = kingdom(s, 5.0, 2, 1)
    door(s, 9.5)
    castle, farms, built = {1: 2}, {1: 0}, {}
    for year in range(2, 9):
        s.year, s.acted = year, []
        specials = s.specials
        play(s, seasons.season, realm.id, dice=Dice(year))
        castle[year] = len(skirmishes.garrison(s, realm.lair))
        farms[year] = sum(bool(skirmishes.garrison(s, f.id)) for f in buildings.buildings(s, realm.id, "farm"))
        if s.specials > specials:
            built[year] = s.specials
    assert castle == {1: 2, 2: 3, 3: 4, 4: 5, 5: 5, 6: 5, 7: 5, 8: 5}
    assert farms == {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 6}
    assert built == {7: 1, 8: 2}
    labels = [r.label for r in buildings.buildings(s, realm.id)]
    assert "city" in labels and "tower" in labels


@pytest.mark.rule("HST-SURF-06", "HST-SURF-08", "HST-SURF-10", "HST-SURF-07")
def test_an_unsupported_castle() -> None:
    s = page()
    realm = kingdom(s, 5.0, 3, 0)
    for x, pop in ((1.0, 1), (2.5, 1), (8.0, 0)):
        farm(s, realm, x, pop)
    play(s, seasons.season, realm.id)
    assert len(skirmishes.garrison(s, realm.lair)) == 3
    assert sum(bool(skirmishes.garrison(s, f.id)) for f in buildings.buildings(s, realm.id, "farm")) == 3
    assert bd.loot(s, realm.id) == 1
    s.acted = []
    play(s, seasons.season, realm.id)
    assert bd.loot(s, realm.id) == 1
    full = page()
    realm = kingdom(full, 5.0, 5, 1)
    play(full, seasons.season, realm.id)
    assert len(skirmishes.garrison(full, realm.lair)) == 5


@pytest.mark.rule("HST-SURF-09", "HST-GEO-24", "HST-CONV-07")
def test_a_farm_is_suggested_and_bad_spots_are_refused() -> None:
    s = page(ask="everything")
    realm = kingdom(s, 5.0, 2, 1)
    ran = play(s, kingdoms.new_farm, realm, answers=["hand", "5.1 1.5", "hand", "2 1.5"])
    first = ran.asks[0]
    assert first.keys[0] == "accept" and "alt:1" in first.keys and "reroll" in first.keys and first.rule == "HST-SURF-09"
    assert any("one bead" in text for text in ran.texts)
    (land,) = buildings.buildings(s, realm.id, "farm")
    assert land.x == 2.0 and s.record[-1].chosen_by == "player" and not s.marks


@pytest.mark.rule("HST-SURF-09", "HST-ALTW-06")
def test_farms_keep_a_bead_apart_or_are_not_built() -> None:
    s = page()
    realm = kingdom(s, 5.0, 2, 1)
    for _ in range(30):
        play(s, kingdoms.new_farm, realm)
    xs = sorted(r.x for r in s.rooms.values() if r.above)
    assert min(b - a for a, b in itertools.pairwise(xs)) >= 0.8 - 0.01 and 8 <= len(xs) <= 14
    assert sum("no ground left" in entry.text for entry in s.record) == 1
    twin = page(alternate_worlds="hollow_earth")
    twin.page.world = "hollow_earth"
    twin.page.under = [(0.0, 6.75), (11.0, 6.75)]
    up, down = kingdom(twin, 5.0, 2, 1), kingdom(twin, 5.0, 2, 1, "chaotic")  # one on top, one below, at the same x
    for realm in (up, down):
        for _ in range(5):
            play(twin, kingdoms.new_farm, realm)
        assert len(buildings.buildings(twin, realm.id, "farm")) == 5


@pytest.mark.rule("HST-SURF-11")
def test_a_supported_castle_takes_a_spare_hand() -> None:
    s = page()
    realm = kingdom(s, 5.0, 2, 1)
    for x in (1.0, 2.5, 8.0, 9.5):
        farm(s, realm, x)
    play(s, kingdoms.surface_season, realm, dice=Dice(1))
    assert sum(bool(skirmishes.garrison(s, f.id)) for f in buildings.buildings(s, realm.id, "farm")) == 3
    even = page()
    realm = kingdom(even, 5.0, 2, 1)
    for x in (1.0, 2.5, 8.0):
        farm(even, realm, x)
    play(even, kingdoms.surface_season, realm, dice=Dice(1))
    assert len(buildings.buildings(even, realm.id, "farm")) == 4


@pytest.mark.rule("HST-SURF-12", "HST-FEAT-03")
def test_an_excursion_takes_three_and_the_artifact() -> None:
    s = page()
    realm = kingdom(s, 5.0, 5, 1)
    s.artifact = bd.of(s, realm.id, "loot")[0].id
    door(s, 6.0, 8.0)
    seen: dict[str, Any] = {}
    real = excursions.venture

    async def watched(t: Any, stack: Stack, budget: float) -> None:
        seen.update(
            pop=bd.pop(s, stack.id),
            artifact=s.beads[s.artifact].owner == stack.id,
            left=len(skirmishes.garrison(s, realm.lair)),
            budget=budget,
        )
        await real(t, stack, budget)

    excursions.venture = watched
    play(s, excursions.excursion, realm)
    excursions.venture = real
    assert seen == {"pop": 3, "artifact": True, "left": 2, "budget": 3.0}
    assert s.beads[s.artifact].owner == realm.id and pg.length(s.last_trail) <= 3.01


@pytest.mark.rule("HST-SURF-13", "HST-WCON-04")
def test_excursions_fight_without_dice() -> None:
    s = page()
    realm = kingdom(s, 5.0, 5, 1)
    door(s, 5.0, 3.0)
    home = room(s, 5.0, 3.6, "thumb")
    kobolds = group(s, "breeder", "Kobolds", 0, 0, 2, 1, at=home)
    play(s, excursions.excursion, realm)
    assert not kobolds.alive and len(skirmishes.garrison(s, realm.lair)) == 3 and bd.loot(s, realm.id) >= 2
    s = page()
    realm = kingdom(s, 5.0, 5, 1)
    ettin = group(s, "alpha", "Ettin", 5.0, 4.0, 2)
    knights = new_stack(s, "Excursion", ettin.lair, 3, roams=False)
    bead = bd.make(s, "loot", knights.id, ettin.lair)
    s.artifact = bead.id
    play(s, skirmishes.meet_stack, ettin.id, knights.id, groups_turn=False)
    assert bd.pop(s, ettin.id) == 1 and bd.pop(s, knights.id) == 2


@pytest.mark.rule("HST-SURF-14", "HST-SFCN-01", "HST-SURF-17")
def test_loot_comes_home_before_anything_is_built() -> None:
    s = page()
    realm = kingdom(s, 5.0, 5, 5)
    door(s, 5.0, 3.0)
    hoard = room(s, 5.0, 3.2)
    bd.make(s, "loot", 0, hoard.id)
    play(s, excursions.excursion, realm)
    assert s.trigger is not None and s.trigger.group == realm.id and s.specials == 0


@pytest.mark.rule("HST-SURF-15", "HST-GEO-19")
def test_cellars_go_down_until_they_meet_the_dungeon() -> None:
    s = page()
    realm = kingdom(s, 5.0, 2, 1)
    tunnel(s, (2.0, 3.5), (8.0, 3.5))
    for _ in range(6):
        sync(s, kingdoms.dig_cellar, realm)
    levels = [r for r in s.rooms.values() if r.label == "castle cellar"]
    assert realm.cellar_joined and 2 <= len(levels) <= 3
    assert all(a.y < b.y for a, b in itertools.pairwise(levels))
    assert [e.kind for e in s.entrances] == ["castle_cellar"] and gr.connected(s, realm.lair, levels[-1].id)


@pytest.mark.rule("HST-SURF-05", "HST-VILL-22")
def test_kingdoms_wiped_out() -> None:
    from undercroft.games.host.rules.villainy.villainy import dawn

    s = page()
    realm = kingdom(s, 5.0, 1, 1)
    orcs = group(s, "breeder", "Orcs", 5.0, 3.0, 4, 1)
    play(s, skirmishes.meet_building, orcs.id, realm.lair)
    assert s.trigger is not None and s.trigger.why == "kingdoms"
    s.age = "villainy"
    play(s, dawn)
    assert counts(s, realm.id) == (2, 1)


@pytest.mark.rule("HST-SURF-18", "HST-SURF-03", "HST-SURF-05", "HST-SURF-06")
def test_the_castle_is_sacked_but_the_kingdoms_live() -> None:
    s = page()
    realm = kingdom(s, 5.0, 2, 1)
    farm(s, realm, 8.0)
    orcs = group(s, "breeder", "Orcs", 5.0, 3.5, 4, 2)
    play(s, skirmishes.meet_building, orcs.id, realm.lair)
    assert counts(s, orcs.id) == (2, 3) and not bd.inside(s, realm.lair) and s.trigger is None and s.age == "monsters"
    play(s, seasons.season, realm.id)
    assert len(skirmishes.garrison(s, realm.lair)) == 1


@pytest.mark.rule("HST-SURF-16", "HST-VILL-01")
def test_the_kingdoms_become_too_rich() -> None:
    from undercroft.games.host.rules.history import step
    from undercroft.games.host.rules.monsters.monsters import check_ends

    s = page()
    realm = kingdom(s, 5.0, 2, 5)
    room(s, 5.0, 6.0, "thumb")
    bd.make(s, "loot", realm.id, realm.lair)
    sync(s, check_ends)
    assert s.age == "villainy"
    play(s, step, dice=[1])
    assert bd.loot(s, realm.id) == 1 and s.villain_purse == 5
    play(s, step)
    assert s.villains[0].kind == "dungeon_master" and bd.loot(s, s.villains[0].group) == 5


@pytest.mark.rule("HST-SFCN-00", "HST-SFCN-03", "HST-SFCN-05", "HST-SFCN-01")
def test_constructions_in_order() -> None:
    s = page()
    realm = kingdom(s, 5.0, 2, 1)
    for _ in range(4):
        play(s, excursions.special_construction, realm)
    made = [(r.label, r.name) for r in buildings.buildings(s, realm.id) if r.label != "castle"]
    assert [label for label, _ in made] == ["city", "tower", "landmark", "landmark"] and made[2][1] != made[3][1]
    city = next(r for r in s.rooms.values() if r.label == "city")
    assert [b.colour for b in bd.inside(s, city.id)] == ["pop", "pop", "loot"]
    cellar = next(r for r in s.rooms.values() if r.label == "city cellar")
    assert pg.depth(s.page, cellar.x, cellar.y) > 0 and cellar.size == "bead"
    dungeon = next(r for r in s.rooms.values() if r.label == "tower dungeon")
    tower = next(r for r in s.rooms.values() if r.label == "tower")
    assert [b.colour for b in bd.inside(s, dungeon.id)] == ["loot"] and [b.colour for b in bd.inside(s, tower.id)] == ["pop"]
    assert not bd.inside(s, next(r.id for r in s.rooms.values() if r.label == "landmark"))


@pytest.mark.rule("HST-SFCN-02")
def test_the_city_is_helped() -> None:
    s = page()
    realm = kingdom(s, 5.0, 3, 1)
    play(s, excursions.special_construction, realm)
    city = next(r for r in s.rooms.values() if r.label == "city")
    orcs = group(s, "breeder", "Orcs", 5.0, 5.0, 4, 0)
    play(s, skirmishes.meet_building, orcs.id, city.id)
    assert len(skirmishes.garrison(s, realm.lair)) == 2 and len(skirmishes.garrison(s, city.id)) == 1
    assert [b.colour for b in bd.inside(s, city.id)].count("loot") == 1


@pytest.mark.rule("HST-SFCN-04", "HST-SURF-17", "HST-GEO-25")
def test_an_empty_tower_is_a_room() -> None:
    s = page()
    realm = kingdom(s, 5.0, 3, 1)
    s.specials = 1
    play(s, excursions.special_construction, realm)
    tower = next(r for r in s.rooms.values() if r.label == "tower")
    assert not nearby.is_findable(tower) and bd.loot(s, realm.id) == 2
    orcs = group(s, "breeder", "Orcs", 5.0, 5.0, 4, 0)
    play(s, skirmishes.meet_building, orcs.id, tower.id)
    assert nearby.is_findable(tower) and bd.loot(s, realm.id) == 1


# Wanderers.


@pytest.mark.rule("HST-WAND-02", "HST-WNDF-05", "HST-WNDF-07", "HST-WNDF-09")
def test_three_wanderers_move_in() -> None:
    s = page()
    cave = room(s, 3.0, 4.0)
    way = tunnel(s, (6.0, 6.0), (9.0, 6.0))
    s.pins = [(3.0, 4.3), (7.0, 6.2), (3.4, 4.0)]
    ran = play(s, wandering.arrive_three, dice=[5, 9, 7])
    wizard, jelly, mimic = s.stacks.values()
    assert (wizard.flavour, wizard.node, counts(s, wizard.id)) == ("Itinerant Wizard", cave.id, (1, 1))
    assert jelly.passage == way.id and counts(s, jelly.id) == (1, 0)
    assert not mimic.roams and counts(s, mimic.id) == (1, 1)
    assert sum(e.roll is not None and e.roll.notation == "1d12" for e in ran.events) == 3


@pytest.mark.rule("HST-WAND-03", "HST-WNDF-07")
def test_on_a_one_it_wanders_half_a_finger_and_gathers() -> None:
    s = page()
    home, other = room(s, 3.0, 4.0), room(s, 4.2, 4.0)
    tunnel(s, (3.2, 4.0), (4.0, 4.0))
    tunnel(s, (4.4, 4.0), (8.0, 4.0))
    bd.make(s, "loot", 0, other.id)
    jelly = wanderer(s, "Scavenger Jelly", home)
    wanderer(s, "Mimic", room(s, 9.0, 7.0), roams=False)
    play(s, wandering.wandering_season, dice=[3])
    assert jelly.node == home.id
    play(s, wandering.wandering_season, dice=[1])
    assert bd.loot(s, jelly.id) == 1 and jelly.passage
    far = pg.dist(bd.stack_xy(s, jelly.id), (3.0, 4.0))
    assert far == pytest.approx(1.75, abs=0.05)


@pytest.mark.rule("HST-WAND-04")
def test_a_wanderer_that_enters_a_zone_fights() -> None:
    s = page()
    start = room(s, 3.0, 4.0)
    home = room(s, 4.4, 4.0)
    tunnel(s, (3.2, 4.0), (4.2, 4.0))
    orcs = group(s, "breeder", "Orcs", 0, 0, 3, 1, at=home)
    beast = wanderer(s, "Beasts", start)
    play(s, wandering.wandering_season, dice=[1])
    assert bd.pop(s, orcs.id) == 2 and beast.id not in s.stacks


@pytest.mark.rule("HST-WNDF-01")
def test_an_ankheng_may_dig() -> None:
    s = page(ask="everything")
    s.quiet = ["drop", "place_room"]
    home, other = room(s, 3.0, 4.0), room(s, 4.6, 4.0)
    bug = wanderer(s, "Ankheng", home)
    ran = play(s, wandering.wandering_season, dice=[1], answers=["dig"])
    assert ran.asks[0].keys[:2] == ("dig", "follow") and gr.connected(s, home.id, other.id) and bug.node == other.id


@pytest.mark.rule("HST-WNDF-02", "HST-WNDF-03")
def test_slime_and_webs() -> None:
    s = page()
    a, b = room(s, 3.0, 4.0), room(s, 6.0, 4.0)
    wanderer(s, "Giant Slug", a)
    spider = wanderer(s, "Giant Spider", b, 1, 1)
    play(s, wandering.wandering_season, dice=[2, 3])
    assert "slimy" in a.tags and spider.webbed
    off = page(slimy=False)
    a = room(off, 3.0, 4.0)
    wanderer(off, "Giant Slug", a)
    play(off, wandering.wandering_season, dice=[2])
    assert "slimy" not in a.tags


@pytest.mark.rule("HST-WNDF-10", "HST-UNDD-06")
def test_skeletons_feed_on_tombs_once() -> None:
    s = page()
    grave = room(s, 3.0, 4.0, tags=["tomb"])
    s.pins = [(3.0, 4.0)]
    bones = play(s, wandering.place_one, (3.0, 4.0), dice=[10]).result
    assert bd.pop(s, bones.id) == 2
    sync(s, wandering.feed_on_tomb, bones, kinds.flavour_named(s, "wandering", "Skeletons"))
    assert bd.pop(s, bones.id) == 2 and undead.tombs(s) == [grave]
    for label in ("tomb", "Tomb", "Charnel Shrine", "crypt"):
        room(s, 1.0 + len(s.rooms), 6.0, tags=["tomb"], label=label)
    assert len(undead.tombs(s)) == 5


# Features.


def put(s: Host, name: str, at: tuple[float, float] = (5.0, 5.0), dice: Any = (), answers: Any = ()) -> bool:
    placed: bool = play(s, features.apply_feature, name, at, dice=dice, answers=answers).result
    return placed


@pytest.mark.rule("HST-FEAT-00")
def test_twelve_features_in_order() -> None:
    s = page()
    room(s, 5.0, 5.0)
    play(s, features.special_feature, (5.0, 5.0), dice=[3])
    assert [m.kind for m in s.landmarks.values()] == ["statue"]
    assert tuple(features.PLACE) == (
        "Dungeon Engineer",
        "The Artifact",
        "Great Statue",
        "Temple of Evil",
        "Shrine of Law",
        "Natural Cavern",
        "Crypt",
        "Oubliette",
        "Dimensional Gate",
        "Disaster!",
        "Haunting",
        "Make up your own",
    )


@pytest.mark.rule("HST-FEAT-01")
def test_an_engineer_is_hired_by_the_richest() -> None:
    s = page()
    kingdom(s, 5.0, 5, 5)
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 2, 4)
    group(s, "delver", "Dwarves", 8.0, 5.0, 4, 3)
    put(s, "Dungeon Engineer")
    assert bd.loot(s, orcs.id) == 3
    made = s.rooms[orcs.rooms[-1]]
    assert made.name and gr.connected(s, made.id, orcs.lair)


@pytest.mark.rule("HST-FEAT-02", "HST-COMP-06")
def test_the_artifact_is_unique() -> None:
    s = page()
    realm = kingdom(s, 5.0, 2, 1)
    assert put(s, "The Artifact") and bd.loot(s, realm.id) == 2
    bead = s.beads[s.artifact]
    assert bead.name and bead.room == realm.lair and bead.role == "artifact"
    assert enc.bonus(s, realm.id) == 1
    assert not put(s, "The Artifact")


@pytest.mark.rule("HST-FEAT-04", "HST-FEAT-09", "HST-FEAT-13")
def test_statue_shrine_and_gate() -> None:
    s = page()
    near = room(s, 5.2, 5.0)
    for name in ("Great Statue", "Shrine of Law", "Dimensional Gate"):
        put(s, name)
    marks = {m.kind: m for m in s.landmarks.values()}
    assert (
        set(marks) == {"statue", "shrine of law", "gate"}
        and all(m.room == near.id for m in marks.values())
        and marks["statue"].name
    )
    (beings,) = s.stacks.values()
    assert beings.roams and bd.pop(s, beings.id) == 2 and "law_shrine" in near.tags


@pytest.mark.rule("HST-FEAT-05", "HST-FEAT-06", "HST-FEAT-07", "HST-FEAT-08")
def test_missionaries() -> None:
    s = page()
    room(s, 5.0, 5.0, "thumb")
    dwarves = group(s, "delver", "Dwarves", 8.0, 5.0, 3, 2)
    put(s, "Temple of Evil")
    temple = s.groups[s.order[-1]]
    assert temple.type == "temple" and counts(s, temple.id) == (1, 1) and temple.alignment == "chaotic"
    play(s, seasons.season, temple.id, dice=[6, 2])
    assert dwarves.alignment == "chaotic" and not dwarves.shrine
    s.acted = []
    play(s, seasons.season, temple.id)
    assert dwarves.shrine and counts(s, temple.id) == (2, 2) and enc.bonus(s, dwarves.id) == 1
    s = page()
    temple = group(s, "temple", "Temple of Evil", 5.0, 5.0, 2, 1)
    group(s, "delver", "Dwarves", 8.0, 5.0, 3, 2)
    play(s, seasons.season, temple.id, dice=[2, 2])
    assert bd.pop(s, temple.id) == 1


@pytest.mark.rule("HST-FEAT-10")
def test_a_new_cavern() -> None:
    s = page()
    put(s, "Natural Cavern", dice=[7])
    assert [r.fluid for r in s.rooms.values()] == ["water"]


@pytest.mark.rule("HST-FEAT-11")
def test_a_crypt_for_the_most_populous() -> None:
    s = page()
    realm = kingdom(s, 5.0, 5, 1)
    for x in (1.0, 2.0, 8.0, 9.0, 10.0):
        farm(s, realm, x)
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 6, 2)
    group(s, "delver", "Dwarves", 8.0, 5.0, 4, 3)
    put(s, "Crypt")
    crypt = next(r for r in s.rooms.values() if r.label == "crypt")
    (gold,) = bd.inside(s, crypt.id)
    assert bd.loot(s, orcs.id) == 1 and gold.owner == 0 and "tomb" in crypt.tags
    sync(s, growth.seize, orcs, "HST-BRED-03")
    assert bd.loot(s, orcs.id) == 1


@pytest.mark.rule("HST-FEAT-12")
def test_an_oubliette_is_forgotten_by_its_diggers() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 4, 3)
    other = group(s, "delver", "Dwarves", 8.0, 5.0, 3, 2)
    put(s, "Oubliette")
    (prisoner,) = s.stacks.values()
    assert not prisoner.roams and s.rooms[prisoner.node].label == "oubliette"
    assert any(p.kind == "shaft" and 1.0 <= p.length <= 2.6 for p in s.passages.values())
    play(s, skirmishes.meet_stack, orcs.id, prisoner.id, groups_turn=True)
    assert bd.pop(s, orcs.id) == 4 and prisoner.id in s.stacks
    play(s, skirmishes.meet_stack, other.id, prisoner.id, groups_turn=True)
    assert bd.pop(s, other.id) == 2 and not s.stacks


@pytest.mark.rule("HST-FEAT-14", "HST-FEAT-19")
def test_who_is_affected_by_a_disaster() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 6.0, 4.0, 4, 1, at=room(s, 6.4, 4.0, "thumb"))
    dwarves = group(s, "delver", "Dwarves", 2.0, 4.0, 3, 2)
    ogre = group(s, "alpha", "Ogre", 9.5, 4.0, 1)
    s.pins = [(6.0, 1.0)]
    assert put(s, "Disaster!", dice=[4])
    assert bd.pop(s, orcs.id) == 3 and bd.pop(s, dwarves.id) == 3 and bd.pop(s, ogre.id) == 1


@pytest.mark.rule("HST-FEAT-15", "HST-FEAT-16")
def test_a_disaster_may_be_refused_or_take_a_fresh_sheet() -> None:
    s = page(ask="everything")
    s.quiet = ["drop", "place_room"]
    room(s, 5.0, 5.0)
    for x in (1.5, 4.0, 6.5, 9.0):
        group(s, "alpha", "Owlbear", x, 7.0, 1)
    s.pins = []
    s.quiet += ["name"]
    play(s, features.special_feature, (5.0, 5.0), dice=[10, 3], answers=["refuse"])
    assert "mercy" in " ".join(e.text for e in s.record) and [m.kind for m in s.landmarks.values()] == ["statue"]
    sheets = len(s.strata)
    play(s, features.special_feature, (5.0, 5.0), dice=[10, 7], answers=["accept", "yes"])
    assert len(s.strata) == sheets + 1
    crowded = page()
    for k in range(61):
        room(crowded, 0.5 + (k % 20) * 0.5, 3.0 + (k // 20) * 0.6)
    play(crowded, features.disaster, (5.0, 5.0), dice=[7])
    assert len(crowded.strata) == 2


@pytest.mark.rule("HST-FEAT-17", "HST-UNDD-05")
def test_a_haunting_stays_where_it_is() -> None:
    s = page()
    group(s, "alpha", "Ogre", 5.0, 5.0, 1)
    empty = room(s, 7.5, 5.0)
    put(s, "Haunting")
    (dead,) = s.stacks.values()
    assert dead.node == empty.id and not dead.roams and counts(s, dead.id) == (3, 1)


@pytest.mark.rule("HST-FEAT-18", "HST-CUST-01")
def test_a_feature_of_ones_own() -> None:
    s = page()
    s.custom = [
        {
            "kind": "feature",
            "id": "well",
            "name": "Wishing Well",
            "effects": [{"op": "draw_room", "size": "bead", "at": "nearest room to die", "style": "delver", "label": "Well"}],
        }
    ]
    room(s, 5.0, 5.0)
    put(s, "Make up your own")
    well = next(r for r in s.rooms.values() if r.label == "Well")
    assert web(s).at.get(well.id) and "Wishing Well" in s.record[-1].text


# Adventurers.


def party(s: Host, node: int, size: int, loot: int = 1, alignment: str = "lawful", start: int = 0) -> Party:
    made = Party(new_id(s), "the Test Blades", alignment, start or size, node, s.absolute)
    s.party = made
    for _ in range(size):
        bd.make(s, "pop", made.id, 0)
    for _ in range(loot):
        bd.make(s, "loot", made.id, 0)
    return made


def at_lair(kind: str, flavour: str, pop: int, hoard: int, size: int, **more: Any) -> tuple[Host, Group, Party]:
    s = page()
    foe = group(s, kind, flavour, 5.0, 5.0, pop, hoard)
    return s, foe, party(s, foe.lair, size, **more)


@pytest.mark.rule("HST-ADVN-14", "HST-ADVN-15", "HST-ADVN-16", "HST-ADVN-17", "HST-ADVN-18", "HST-ADVN-13")
@pytest.mark.parametrize(
    ("dice", "alive", "band"),
    [((4, 3), False, (4, 3)), ((3, 3), False, (3, 3)), ((2, 3), True, (3, 1)), ((2, 4), True, (1, 0)), ((1, 5), True, (0, 0))],
)
def test_the_five_results_of_fight(dice: tuple[int, int], alive: bool, band: tuple[int, int]) -> None:
    s, orcs, band_of = at_lair("breeder", "Orcs", 3, 2, 4)
    play(s, party_fights.meet_group, band_of, orcs, dice=list(dice))
    assert orcs.alive is alive and counts(s, band_of.id) == band
    if dice == (2, 3):
        assert orcs.id in band_of.avoid
    if dice == (2, 4):
        assert len(bd.of(s, 0, "loot")) == 1 and party_fights.done_quietly(s, band_of)
    if dice == (1, 5):
        assert band_of.fate == "died" and len(bd.of(s, 0, "loot")) == 1


@pytest.mark.rule("HST-ADVN-14", "HST-ADVN-16", "HST-ADVN-17")
@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((4, 3), "The Test Blades slew Orcs 1 (8 to 6)"),
        ((2, 4), "Orcs 1 nearly finished the Test Blades (7 to 6)"),
        ((1, 5), "(8 to 5)"),
    ],
)
def test_a_score_begins_with_whoever_the_line_begins_with(dice: tuple[int, int], words: str) -> None:
    s, orcs, band = at_lair("breeder", "Orcs", 3, 2, 4)
    ran = play(s, party_fights.fight, band, orcs, dice=list(dice))
    assert any(words in text for text in ran.texts), ran.texts


@pytest.mark.rule("HST-ADVN-16")
def test_losses_above_the_party_destroy_it() -> None:
    s, foe, band = at_lair("breeder", "Orcs", 4, 0, 3, loot=2)
    play(s, party_fights.fight, band, foe, dice=[3, 3])
    assert band.fate == "died" and len(bd.of(s, 0, "loot")) == 2
    s, foe, band = at_lair("breeder", "Orcs", 2, 0, 5, loot=2)
    play(s, party_fights.fight, band, foe, dice=[1, 5])
    assert counts(s, band.id) == (3, 1)


@pytest.mark.rule("HST-ADVN-08", "HST-ADVN-09", "HST-ADVN-07")
def test_the_last_adventurer_slips_away() -> None:
    s, _, band = at_lair("breeder", "Orcs", 3, 0, 1, loot=3, start=4)
    total = len(s.beads)
    assert sync(s, adv.done, band).result is True
    assert band.fate == "left" and len(s.beads) == total - 4 and s.lost_loot == 3
    s, _, lone = at_lair("breeder", "Orcs", 3, 0, 1, loot=3, start=1)
    assert sync(s, adv.done, lone).result is False


@pytest.mark.rule("HST-ADVN-09", "HST-FEAT-03")
def test_the_artifact_goes_home() -> None:
    s, _, band = at_lair("breeder", "Orcs", 3, 0, 2)
    realm = kingdom(s, 8.0)
    s.artifact = bd.of(s, band.id, "loot")[0].id
    assert party_fights.party_bonus(s, band) == 1
    sync(s, party_fights.leave, band, "grew tired")
    assert s.beads[s.artifact].owner == realm.id and s.beads[s.artifact].room == realm.lair


@pytest.mark.rule("HST-ADVN-02", "HST-ADVN-04", "HST-ADVN-05", "HST-ADVN-20", "HST-COMP-04", "HST-FEAT-03")
def test_a_party_is_formed() -> None:
    s = page()
    for x in (2.0, 5.0, 8.0):
        door(s, x)
    realm = kingdom(s, 9.5)
    s.artifact = bd.of(s, realm.id, "loot")[0].id
    band = play(s, adv.form_party, dice=[6, 4]).result
    assert band.alignment == "chaotic" and band.start == 4 and counts(s, band.id) == (4, 2) and band.name in s.record[-1].text
    assert band.node in [e.node for e in s.entrances] and s.party is band
    assert play(s, adv.form_party, dice=[5, 1]).result.alignment == "lawful"
    doors = {adv.entrance_for(s, "lawful").id for _ in range(60)}
    assert len(doors) == 3


@pytest.mark.rule("HST-ADVN-03")
def test_without_a_way_in_one_is_made() -> None:
    s = page()
    high = room(s, 3.0, 3.0)
    room(s, 8.0, 6.0)
    sync(s, buildings.ensure_entrance)
    assert len(s.entrances) == 1 and gr.connected(s, s.entrances[0].node, high.id)


@pytest.mark.rule("HST-ADVN-06", "HST-TERM-07", "HST-ADVN-07")
def test_every_tunnel_is_explored_once() -> None:
    s = page()
    shaft = door(s, 5.0, 4.0)
    tunnel(s, (5.0, 4.0), (8.0, 4.0))
    tunnel(s, (5.0, 4.0), (2.0, 4.0))
    far = room(s, 9.0, 7.0)
    wanderer(s, "Prisoner", far, roams=False)
    tunnel(s, (8.0, 4.0), (9.0, 6.8))
    band = party(s, s.entrances[0].node, 3)
    play(s, adv.explore, band)
    assert band.fate == "left" and shaft.id in band.explored
    for parts in band.explored.values():
        assert len(parts) == len(set(parts))


@pytest.mark.rule("HST-ADVN-10")
def test_a_clean_sweep_starts_over() -> None:
    s, foe, band = at_lair("breeder", "Orcs", 1, 0, 6)
    play(s, party_fights.fight, band, foe, dice=[6, 1])
    sync(s, party_fights.close, band)
    assert s.todo == ["restart:swept"] and s.party is None


@pytest.mark.rule("HST-ADVN-11", "HST-ADVN-12")
def test_a_quest_paid_and_a_quest_unpaid() -> None:
    def meeting(loot: int, dice: list[int]) -> tuple[Host, Group, Group, Party]:
        s = page()
        giver = group(s, "delver", "Dwarves", 3.0, 5.0, 3, loot)
        goblins = group(s, "breeder", "Goblins", 7.0, 5.0, 2, 1)
        tunnel(s, (3.5, 5.0), (6.5, 5.0))
        kingdom(s, 3.0)
        band = party(s, giver.lair, 5)
        play(s, party_fights.meet_group, band, giver, dice=dice)
        return s, giver, goblins, band

    s, giver, goblins, band = meeting(2, [4, 2])
    assert not goblins.alive and bd.loot(s, band.id) == 3 and bd.loot(s, giver.id) == 1
    s, giver, goblins, band = meeting(0, [4, 2, 6, 1])
    assert not goblins.alive and not giver.alive
    assert any(f"could not pay, and {band.name} took it badly" in entry.text for entry in s.record)
    s, giver, goblins, band = meeting(2, [1, 4])
    assert goblins.alive and giver.alive and bd.loot(s, giver.id) == 2


@pytest.mark.rule("HST-ADVN-19", "HST-CAVE-02")
def test_parties_meet_beasts_plague_and_loot() -> None:
    s = page()
    cave = room(s, 5.0, 5.0)
    band = party(s, cave.id, 4)
    beast = wanderer(s, "Beasts", cave, 1)
    play(s, party_fights.meet_stack, band, beast.id)
    assert counts(s, band.id) == (3, 1) and not s.stacks
    bd.make(s, "loot", 0, cave.id)
    cave.plague = 1
    play(s, adv.look_into, band, cave)
    play(s, adv.look_into, band, cave)
    assert counts(s, band.id) == (2, 2)
    troll = wanderer(s, "Troll", cave, 1, 1)
    play(s, party_fights.meet_stack, band, troll.id)
    assert not s.stacks and bd.loot(s, band.id) == 3


@pytest.mark.rule("HST-FEAT-09")
def test_the_shrine_heals_once_and_not_above_the_start() -> None:
    s = page()
    holy = room(s, 5.0, 5.0, tags=["law_shrine"])
    band = party(s, holy.id, 3, start=4)
    play(s, adv.look_into, band, holy)
    play(s, adv.look_into, band, holy)
    assert bd.pop(s, band.id) == 4
    wicked = party(s, holy.id, 3, alignment="chaotic", start=4)
    play(s, adv.look_into, wicked, holy)
    assert bd.pop(s, wicked.id) == 3


# Undead.


@pytest.mark.rule("HST-UNDD-02", "HST-UNDD-03", "HST-UNDD-04")
def test_slumbering_undead() -> None:
    s = page()
    grave = room(s, 3.0, 5.0, tags=["tomb"])
    hall = room(s, 6.0, 5.0)
    bd.make(s, "loot", 0, hall.id)
    play(s, undead.undead)
    (first,) = s.stacks.values()
    assert first.node == grave.id and counts(s, first.id) == (1, 1) and not first.roams
    play(s, undead.undead)
    assert [counts(s, st.id) for st in s.stacks.values() if st.node == hall.id] == [(1, 0)]
    bare = page()
    lone = room(bare, 3.0, 5.0)
    play(bare, undead.undead)
    (st,) = bare.stacks.values()
    assert st.node == lone.id and counts(bare, st.id) == (2, 1) and "tomb" in lone.tags


@pytest.mark.rule("HST-UNDD-02")
def test_places_of_options_are_on_the_map() -> None:
    from undercroft.games.host.draw import picture

    s = page(ask="everything")
    for x in (3.0, 6.0):
        room(s, x, 5.0, tags=["tomb"])
    ask = play(s, undead.undead, answers=[str(next(iter(s.rooms)))]).asks[0]
    places = [option.place for option in ask.options.values() if option.place]
    assert len(places) == 2 and all(f'data-place="{place}"' in picture(s) for place in places)


@pytest.mark.rule("HST-UNDD-02")
def test_the_author_may_choose_the_tomb() -> None:
    s = page(ask="everything")
    a, b = room(s, 3.0, 5.0, tags=["tomb"]), room(s, 6.0, 5.0, tags=["tomb"])
    ran = play(s, undead.undead, answers=[str(b.id)])
    assert set(ran.asks[0].keys) >= {str(a.id), str(b.id)} and bd.inside(s, b.id) and not bd.inside(s, a.id)


def holder(r: Room) -> int:
    return r.owner


@pytest.mark.rule("HST-GEO-20")
def test_new_beads_get_a_room() -> None:
    s = page()
    who = group(s, "delver", "Dwarves", 0, 0, 1, 0, at=room(s, 5.0, 5.0, maker="delver"))
    works.house(s, who.id, "pop", "delver", "HST-GEO-20")
    made = s.rooms[who.rooms[-1]]
    assert (
        holder(made) == who.id and made.size == "bead" and gr.connected(s, made.id, who.lair) and len(bd.inside(s, made.id)) == 1
    )
    s = page()
    home, free = room(s, 5.0, 5.0, maker="delver"), room(s, 6.0, 5.0)
    tunnel(s, (5.2, 5.0), (5.8, 5.0))
    who = group(s, "delver", "Dwarves", 0, 0, 1, 0, at=home)
    works.house(s, who.id, "pop", "delver", "HST-GEO-20")
    assert who.rooms[-1] == free.id and free.owner == who.id

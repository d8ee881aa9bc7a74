"""The Age of Villainy: four arch-villains, their works, their wars and their ends."""

# mypy: disable-error-code="unreachable, attr-defined"
from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Dice
from undercroft.games.host.content import line_at, sanctums, villains
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes, works
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import web
from undercroft.games.host.rules.adventurers import adventure as adv
from undercroft.games.host.rules.adventurers import party_fights
from undercroft.games.host.rules.conventions.stacks import new_stack
from undercroft.games.host.rules.encounters import downfall, encounters, skirmishes, villainies
from undercroft.games.host.rules.encounters import encounters as enc
from undercroft.games.host.rules.history import step
from undercroft.games.host.rules.kingdoms import buildings
from undercroft.games.host.rules.monsters import seasons
from undercroft.games.host.rules.villainy import alpha_villain as av
from undercroft.games.host.rules.villainy import dungeon_master as dm
from undercroft.games.host.rules.villainy import legions as lg
from undercroft.games.host.rules.villainy import liche_king as lk
from undercroft.games.host.rules.villainy import liche_works, master_works, sanctum, villainy
from undercroft.games.host.rules.villainy import thought_lords as tl
from undercroft.games.host.state import Group, Host, Trigger, Villain

from .table import counts, group, kingdom, page, play, room, sync, tunnel, villain, wanderer
from .test_kingdoms import door, party


def master(army: int = 0, loot: int = 0, **options: Any) -> tuple[Host, Villain, Group]:
    s = page("villainy", **options)
    v, g = villain(s, "dungeon_master", room(s, 5.0, 6.0, "thumb", "villain"), army, loot)
    return s, v, g


# The age.


@pytest.mark.rule("HST-VILL-02", "HST-STRA-06", "HST-STRA-05")
def test_a_fresh_sheet_with_what_is_alive() -> None:
    s = page("villainy")
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 4, 1)
    statue = room(s, 6.0, 5.0)
    works.landmark(s, "statue", "the Listening Man", (6.0, 5.0), "HST-FEAT-04", statue.id)
    grave, dull = room(s, 8.0, 5.0, tags=["tomb"]), room(s, 9.5, 5.0)
    before, sheets = len(s.beads), len(s.strata)
    s.trigger = Trigger("loot", orcs.id, 5)
    s.todo = ["begin"]
    play(s, step, dice=[2])
    assert len(s.strata) == sheets + 1 and len(s.beads) == before
    newest = s.strata[-1].index
    for r in (s.rooms[orcs.lair], statue, grave):
        assert newest in r.redrawn
    assert newest not in dull.redrawn and dull.state == "fallow" and s.todo[0] == "setup:thought_lords"


@pytest.mark.rule("HST-VILL-03", "HST-VILL-13")
def test_who_comes() -> None:
    assert [line_at(villains().arch_villain, k).id for k in range(1, 5)] == list(villainies.VILLAINIES)
    s = page("villainy")
    assert play(s, villainy.choose_villain, [], dice=[3]).result == "liche_king"
    s = page("villainy", villain_choice="best_fit")
    group(s, "alpha", "Ogre", 5.0, 5.0, 2)
    ran = play(s, villainy.choose_villain, [])
    assert ran.result == "alpha_villain" and "fits" in ran.texts[0]
    s = page("villainy", villain_choice="player", ask="everything")
    ran = play(s, villainy.choose_villain, [], answers=["thought_lords"])
    assert ran.result == "thought_lords" and "fits this dungeon" in ran.asks[0].options["liche_king"].hint


@pytest.mark.rule("HST-VILL-14", "HST-VILL-15", "HST-VILL-16", "HST-VILL-17", "HST-VILL-18", "HST-VILL-19")
def test_fit_scores() -> None:
    s = page("villainy")

    def fit(kind: str) -> int:
        return villainies.VILLAINIES[kind].fit(s)

    assert [fit(kind) for kind in villainies.VILLAINIES] == [0, 0, 0, 0]
    lodes.add_ore(s, "gold", [(0, 7), (11, 7)], "HST-PRIM-08")
    dungeon = room(s, 1.0, 3.0, label="tower dungeon")
    bd.make(s, "loot", 0, dungeon.id)
    assert fit("dungeon_master") == 3
    for k in range(4):
        group(s, "breeder", "Orcs", 1.0 + k * 2.5, 5.0, 1, 0)
    assert fit("thought_lords") == 3
    big = group(s, "breeder", "Orcs", 10.2, 3.5, 3, 0)
    for k in range(5):
        room(s, 1.0 + k, 8.0, tags=["tomb"])
    assert fit("liche_king") == 1 + 2
    lawful = group(s, "delver", "Dwarves", 8.0, 3.2, 3, 1)
    s.trigger = Trigger("loot", lawful.id, 3)
    assert fit("liche_king") == 1 and big.alive
    group(s, "alpha", "Ogre", 5.0, 3.2, 1, 3)
    assert fit("alpha_villain") == 3


@pytest.mark.rule("HST-VILL-04")
def test_two_villains() -> None:
    s = page("villainy", two_villains=True)
    group(s, "breeder", "Orcs", 3.0, 3.5, 4, 2)
    kingdom(s, 9.0)
    s.todo = ["begin"]
    play(s, step, dice=[1, 1, 2])
    assert s.todo[:2] == ["setup:dungeon_master", "setup:thought_lords"]
    for _ in range(2):
        play(s, step, dice=Dice(3))
    a, b = (s.groups[v.group] for v in s.villains)
    before = bd.pop(s, b.id)
    s.met_now = []
    play(s, enc.encounter, a.id, b.id, dice=[6, 1])
    assert bd.pop(s, b.id) == before - 1 and b.status == "free"
    sync(s, downfall.villain_falls, a.id, "test")
    assert s.age == "villainy" and not s.villains[1].fallen


@pytest.mark.rule("HST-VILL-05", "HST-VILL-06", "HST-VILL-12", "HST-MNST-11")
def test_the_villain_goes_first() -> None:
    s, _, g = master(1, 1)
    realm = kingdom(s, 5.0)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 2)
    s.year, s.todo = 0, []
    ran = play(s, step)
    assert s.year == 1 and s.todo == ["villain:0", f"season:{realm.id}", f"season:{orcs.id}", "wander", "party", "close"]
    assert not [e for e in ran.events if e.kind == "roll"] and g.alive


@pytest.mark.rule("HST-VILL-06", "HST-VILL-07")
def test_arrivals_if_the_option_is_on() -> None:
    s, _, _ = master(1, 1, villainy_arrivals=True)
    room(s, 2.0, 4.0)
    kingdom(s, 9.0)
    s.pins = [(2.0, 4.0)]
    play(s, villainy.dawn, dice=[2, 5])
    assert [s.groups[g].flavour for g in bd.living(s)] == ["Goblins"]
    play(s, villainy.dawn, dice=[6])
    assert s.parties == 0 and not s.stacks


@pytest.mark.rule("HST-VILL-08", "HST-VILL-09", "HST-VILL-10")
def test_party_sizes_grow() -> None:
    sizes = []
    for year, face in ((1, 4), (2, 1), (3, 6), (4, 2)):
        s, _, _ = master(1, 1)
        door(s, 3.0)
        kingdom(s, 9.0)
        s.year = year
        band = play(s, adv.form_party, size_bonus=year - 1, villainy=True, dice=[face]).result
        sizes.append(band.start)
        assert band.alignment == "lawful"
    assert sizes == [4, 2, 8, 5]
    s, _, _ = master(1, 1)
    kingdom(s, 9.0)
    s.todo, s.year = ["party", "close"], 1
    play(s, step, dice=Dice(1))
    assert s.parties == 1


@pytest.mark.rule("HST-VILL-11", "HST-VILL-21")
def test_parties_fight_the_villain_and_its_servants() -> None:
    s = page("villainy")
    beast = group(s, "alpha", "Dragon", 5.0, 5.0, 1, 0, "lawful")
    av.crown(s, beast)
    s.villains.append(Villain("alpha_villain", beast.id, beast.lair))
    band = party(s, beast.lair, 6)
    play(s, party_fights.meet_group, band, beast, dice=[6, 1])
    assert not beast.alive and s.outcome == "heroes"
    s, _, g = master(1, 1)
    slaves = group(s, "delver", "Dwarves", 2.0, 4.0, 2, 1)
    slaves.status, slaves.master = "enslaved", g.id
    band = party(s, slaves.lair, 5)
    play(s, party_fights.meet_group, band, slaves, dice=[6, 1])
    assert not slaves.alive


@pytest.mark.rule("HST-VILL-20", "HST-VILL-21", "HST-ORDR-04")
def test_a_fall_frees_the_servants_and_ends_the_age() -> None:
    s, v, g = master(1, 1)
    slaves = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 1)
    slaves.status, slaves.master = "enslaved", g.id
    sync(s, downfall.villain_falls, g.id, "killed by a party")
    assert v.fallen and slaves.status == "free" and s.age == "over" and s.outcome == "heroes"
    assert s.record[-1].kind == "outcome"
    again, _, g = master(1, 1, play_on=True)
    again.ages = ["villainy"]
    sync(again, downfall.villain_falls, g.id, "killed by a party")
    assert again.age == "disaster"


@pytest.mark.rule("HST-TERM-06")
def test_twilight_at_the_cap() -> None:
    s, _, _ = master(1, 1, villainy_cap=30)
    s.year, s.todo = 30, []
    play(s, step)
    assert s.outcome == "twilight" and s.age == "over"


@pytest.mark.rule("HST-RPG-01", "HST-ORDR-02")
def test_stopping_early() -> None:
    s, _, _ = master(1, 1, stop_after="villainy_2")
    s.year, s.todo = 2, ["close"]
    play(s, step)
    assert s.outcome == "stopped" and s.age == "over"


# The Dungeon Master.


@pytest.mark.rule("HST-DMST-01", "HST-DMST-03", "HST-DMST-05", "HST-WNDF-05", "HST-COMP-06")
def test_he_starts_at_the_wizard() -> None:
    s = page("villainy")
    cave = room(s, 3.0, 5.0)
    room(s, 7.0, 5.0, "thumb")
    wanderer(s, "Itinerant Wizard", cave, 1, 1)
    play(s, dm.set_up, 0)
    g = s.groups[s.villains[0].group]
    assert g.lair == cave.id and not s.stacks and counts(s, g.id) == (1, 1) and "hq" in cave.tags and g.name
    assert web(s).at.get(cave.id) and s.rooms[g.rooms[-1]].kind == "barracks"


@pytest.mark.rule("HST-DMST-01", "HST-DMST-02")
def test_else_in_the_tower_else_in_the_largest_room() -> None:
    from undercroft.games.host.rules.kingdoms.excursions import special_construction

    s = page("villainy")
    realm = kingdom(s, 3.0)
    s.specials = 1
    play(s, special_construction, realm)
    room(s, 7.0, 6.0)
    tower = next(r for r in s.rooms.values() if r.label == "tower")
    play(s, dm.set_up, 0)
    g = s.groups[s.villains[0].group]
    cellar = next(r for r in s.rooms.values() if r.label == "tower dungeon")
    assert g.lair == tower.id and bd.loot(s, g.id) == 1 and realm.status == "free" and not skirmishes.garrison(s, tower.id)
    assert any(s.passages[p].kind != "path" for p in web(s).at[cellar.id])
    s = page("villainy")
    big = room(s, 7.0, 6.0, "thumb")
    room(s, 3.0, 5.0)
    play(s, dm.set_up, 0)
    assert s.groups[s.villains[0].group].lair == big.id
    s = page("villainy")
    tower = room(s, 3.0, 5.0)
    goblins = group(s, "breeder", "Goblins", 0, 0, 2, 1, at=tower)
    wanderer(s, "Itinerant Wizard", tower, 1, 1)
    play(s, dm.set_up, 0)
    assert goblins.status == "enslaved"


@pytest.mark.rule("HST-DMST-01", "HST-DMST-02")
def test_whoever_moved_into_the_tower_serves_him_there() -> None:
    s = page("villainy")
    realm = kingdom(s, 8.0)
    tower = buildings.raise_building(s, realm, 3.0, "tower", "HST-SFCN-03", "Wizard's Tower")
    buildings.cellar_under(s, realm, tower, "HST-SFCN-03", "tower dungeon")
    sync(s, skirmishes.emptied, tower.id)
    orcs = group(s, "breeder", "Orcs", 0, 0, 3, 1, at=tower)
    play(s, dm.set_up, 0)
    assert orcs.status == "enslaved" and orcs.rooms == [tower.id] and s.villains[0].hq == tower.id
    play(s, seasons.season, orcs.id)
    assert bd.pop(s, orcs.id) == 2 and bd.pop(s, s.villains[0].group) == 2


@pytest.mark.rule("HST-DMST-04", "HST-DMST-11")
def test_he_counts_three_alone_and_his_army_if_bigger() -> None:
    for army, strength in ((0, 3), (2, 3), (4, 4)):
        s, _, g = master(army, 0)
        assert enc.strength(s, g.id) == strength


@pytest.mark.rule("HST-DMST-07", "HST-DMST-08")
def test_loot_and_army() -> None:
    s, _, g = master(0, 0, ask="everything")
    s.quiet = ["place_room", "drop"]
    tunnel(s, (5.5, 6.0), (9.0, 6.0))
    ran = play(s, villainy.villain_season, s.villains[0], answers=["pay"])
    assert ran.asks[0].keys[:2] == ("pay", "save") and counts(s, g.id) == (1, 0)
    barracks = [r for r in s.rooms.values() if r.kind == "barracks"]
    assert len(barracks) == 1 and gr.connected(s, barracks[0].id, g.lair)


@pytest.mark.rule("HST-DMST-09", "HST-DMST-21")
def test_he_extends_a_finger_or_retries() -> None:
    s, v, g = master(2, 0)
    far = room(s, 8.0, 6.0)
    bd.make(s, "loot", 0, far.id)
    way = tunnel(s, (5.5, 6.0), (7.8, 6.0))
    play(s, dm.villain_turn, v, g)
    assert g.claimed[way.id] and counts(s, g.id) == (3, 1) and far.id in g.rooms
    s, v, g = master(2, 1)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 6, 1)
    v.retry = orcs.id
    before = dict(g.claimed)
    play(s, villainy.villain_season, v, dice=[1, 6])
    assert orcs.id in s.met_now and g.claimed == before and v.retry == orcs.id


@pytest.mark.rule("HST-DMST-21")
def test_wanderers_meet_the_army() -> None:
    s, _, g = master(2, 0)
    ooze = wanderer(s, "Ooze", room(s, 8.0, 6.0))
    sync(s, dm.fight_stack, g, ooze, own_turn=True)
    assert bd.pop(s, g.id) == 0 and not s.stacks and g.alive
    s, _, g = master(0, 0)
    beasts = wanderer(s, "Beasts", room(s, 8.0, 6.0), 2)
    sync(s, dm.fight_stack, g, beasts, own_turn=True)
    assert g.alive and not s.stacks


@pytest.mark.rule("HST-DMST-12", "HST-DMST-13", "HST-DMST-11")
def test_against_lawful_and_chaotic() -> None:
    def met(kind: str, flavour: str, pop: int, loot: int, dice: list[int], army: int = 2) -> tuple[Host, Group, Group, Villain]:
        s, v, g = master(army, 1)
        other = group(s, kind, flavour, 2.0, 4.0, pop, loot)
        play(s, dm.confront, v, g, other, dice=dice)
        return s, g, other, v

    s, g, dwarves, v = met("delver", "Dwarves", 3, 1, [3, 3])
    assert (bd.pop(s, dwarves.id), bd.pop(s, g.id)) == (2, 1) and v.failed_now == dwarves.id
    s, g, dwarves, _ = met("delver", "Dwarves", 3, 1, [6, 1])
    assert dwarves.status == "enslaved" and dwarves.master == g.id
    s, g, dwarves, _ = met("delver", "Dwarves", 3, 1, [1, 6])
    assert counts(s, g.id) == (1, 0) and bd.loot(s, dwarves.id) == 1
    s, g, orcs, _ = met("breeder", "Orcs", 4, 1, [4, 3])
    assert orcs.status == "enslaved"
    s, g, orcs, _ = met("breeder", "Orcs", 4, 1, [1, 6])
    assert counts(s, g.id) == (1, 0) and bd.loot(s, orcs.id) == 2
    s, g, orcs, v = met("breeder", "Orcs", 4, 1, [1, 6], army=0)
    assert v.fallen and s.outcome == "heroes"


@pytest.mark.rule("HST-DMST-10", "HST-DMCO-00", "HST-DMCO-02", "HST-DMCO-04")
def test_more_than_three_loot_buys_a_construction() -> None:
    for dial, left in (("3", 1), ("all", 0)):
        s, v, g = master(3, 4, dm_construction_cost=dial)
        s.quiet.append("dm_army")
        tunnel(s, (5.5, 6.0), (9.0, 6.0))
        for bead in bd.of(s, g.id, "loot")[:0]:
            bd.remove(s, bead)
        bd.make(s, "loot", g.id, g.lair)
        play(s, villainy.villain_season, v, dice=["1d4=2"])
        assert bd.loot(s, g.id) == left and v.built == ["Lab"]
    assert master_works.WORKS == ("Trap", "Lab", "Prison", "Hall")
    s, v, g = master(1, 0)
    for _ in range(2):
        play(s, master_works.construct, v, g, "Hall")
    halls = [r for r in s.rooms.values() if r.kind == "hall"]
    assert len(halls) == 1 and halls[0].w == pytest.approx(0.8)
    assert any(r.label == "Lab" for r in s.rooms.values()) is False


@pytest.mark.rule("HST-DMCO-01", "HST-DMCO-03")
def test_traps_and_prisons_meet_parties() -> None:
    s, v, g = master(1, 0)
    tunnel(s, (5.5, 6.0), (9.0, 6.0))
    s.pins = [(7.0, 6.3)]
    play(s, master_works.construct, v, g, "Trap")
    slaves = group(s, "breeder", "Orcs", 9.5, 3.5, 4, 0)
    slaves.status, slaves.master = "enslaved", g.id
    play(s, master_works.construct, v, g, "Prison")
    trap, captive = s.stacks.values()
    assert trap.flavour == "Trap" and trap.passage and captive.flavour == "Captive"
    prison = s.rooms[captive.node]
    assert prison.label == "Prison" and pg.dist((prison.x, prison.y), (7.25, 4.75)) < 1.0
    band = party(s, g.lair, 4)
    play(s, party_fights.meet_stack, band, trap.id)
    assert bd.pop(s, band.id) == 3 and trap.id not in s.stacks and next(m for m in s.landmarks.values()).gone
    play(s, party_fights.meet_stack, band, captive.id)
    assert bd.pop(s, band.id) == 4 and not s.stacks


@pytest.mark.rule("HST-DMST-14", "HST-DMST-15", "HST-DMST-16", "HST-DMST-17")
def test_slaves_work() -> None:
    def season_of(kind: str, flavour: str, pop: int, loot: int, *, ore: bool = False) -> tuple[Host, Group, Group]:
        s, _, g = master(1, 0)
        if ore:
            lodes.add_ore(s, "gold", [(1.0, 7.5), (10.0, 7.5)], "HST-PRIM-08")
        other = group(s, kind, flavour, 2.0, 4.0, pop, loot)
        other.status, other.master = "enslaved", g.id
        play(s, seasons.season, other.id)
        return s, g, other

    s, g, delvers = season_of("delver", "Dwarves", 3, 2)
    assert bd.loot(s, delvers.id) == 1 and bd.loot(s, g.id) == 1 and not delvers.claimed
    s, g, delvers = season_of("delver", "Dwarves", 3, 0, ore=True)
    assert bd.loot(s, g.id) == 1 and delvers.alive and abs(s.rooms[delvers.lair].y - 7.5) < 1.0
    assert sum(c.remaining == 0.5 for o in s.ores.values() for c in o.cells) == 1
    s, g, breeders = season_of("breeder", "Orcs", 3, 1)
    assert bd.pop(s, breeders.id) == 2 and bd.pop(s, g.id) == 2
    s, g, breeders = season_of("breeder", "Orcs", 2, 1)
    assert bd.pop(s, breeders.id) == 3 and bd.pop(s, g.id) == 1
    s, g, alpha = season_of("alpha", "Ogre", 1, 2)
    assert bd.loot(s, alpha.id) == 1 and bd.loot(s, g.id) == 1
    s, g, alpha = season_of("alpha", "Ogre", 1, 1)
    assert bd.loot(s, alpha.id) == 1


@pytest.mark.rule("HST-DMST-06", "HST-DMST-18", "HST-DMST-19", "HST-VILL-20")
def test_a_party_reaches_him() -> None:
    s, v, g = master(2, 0)
    band = party(s, g.lair, 5)
    play(s, party_fights.meet_group, band, g, dice=[5, 2])
    assert v.fallen and s.outcome == "heroes" and s.ending == "dungeon_master killed"
    s, v, g = master(3, 0)
    band = party(s, g.lair, 2)
    play(s, party_fights.meet_group, band, g)
    assert band.fate == "died" and bd.pop(s, g.id) == 2


@pytest.mark.rule("HST-DMST-20")
@pytest.mark.parametrize(("people", "outcome"), [(9, "villain"), (10, "heroes")])
def test_the_army_marches(people: int, outcome: str) -> None:
    s, _, _ = master(10, 0)
    kingdom(s, 5.0, people, 0)
    sync(s, villainies.check_goals)
    assert s.outcome == outcome and s.age == "over"


# The Thought Lords.


def lords(pop: int, loot: int, prisoners: int = 0, **options: Any) -> tuple[Host, Villain, Group]:
    s = page("villainy", **options)
    v, g = villain(s, "thought_lords", room(s, 5.0, 7.0, "thumb", "villain"), pop, loot)
    v.pool = g.lair
    cell = room(s, 6.2, 7.0)
    v.prisons.append(cell.id)
    g.rooms.append(cell.id)
    for _ in range(prisoners):
        bd.make(s, "pop", g.id, cell.id, role="prisoner")
    return s, v, g


@pytest.mark.rule(
    "HST-THOT-01", "HST-THOT-02", "HST-THOT-03", "HST-THOT-04", "HST-THOT-05", "HST-THOT-06", "HST-GEO-17", "HST-COMP-03"
)
def test_the_mind_pool_is_dug() -> None:
    s = page("villainy")
    door(s, 2.0, 3.0)
    near = group(s, "breeder", "Orcs", 2.0, 3.6, 4, 1)
    kingdom(s, 5.5)
    play(s, tl.set_up, 0)
    v = s.villains[0]
    g = s.groups[v.group]
    pool = s.rooms[v.pool]
    assert pool.size == "thumb" and pool.y >= 4.25 and len(g.rooms) == 4
    assert all(gr.connected(s, pool.id, r) for r in g.rooms) and gr.connected(s, pool.id, s.entrances[0].node)
    assert counts(s, g.id) == (2, 1) and len(tl.prisoners(s, g)) == 1
    assert near.status == "infiltrated" and enc.bonus(s, near.id) == 1
    control = [b for b in s.beads.values() if b.colour == "control"]
    assert sorted(b.owner for b in control) == sorted([g.id, near.id])
    assert {b.colour for b in s.beads.values()} == {"pop", "loot", "control"}


@pytest.mark.rule("HST-THOT-07", "HST-THOT-08")
def test_their_ends() -> None:
    s, _, g = lords(1, 0)
    from undercroft.games.host.rules.encounters.fortunes import lose_pop

    sync(s, lose_pop, g.id, 1, "the Mind Pool")
    assert s.outcome == "heroes" and s.ending == "thought_lords wiped out"
    s, _, g = lords(2, 0)
    realm = kingdom(s, 5.0)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 1)
    orcs.status = "infiltrated"
    sync(s, villainies.check_goals)
    assert s.age == "villainy"
    realm.status = "infiltrated"
    sync(s, villainies.check_goals)
    assert s.outcome == "villain"


@pytest.mark.rule("HST-THOT-09", "HST-THOT-10")
@pytest.mark.parametrize(
    ("dice", "orcs_pop", "lords_pop", "status"), [((4, 3), 4, 3, "infiltrated"), ((2, 3), 3, 2, "free"), ((1, 6), 2, 1, "free")]
)
def test_infiltration(dice: tuple[int, int], orcs_pop: int, lords_pop: int, status: str) -> None:
    s, _, g = lords(2, 0)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 4, 1)
    play(s, tl.attempt, g, orcs, dice=list(dice))
    assert (bd.pop(s, orcs.id), bd.pop(s, g.id), orcs.status) == (orcs_pop, lords_pop, status)


@pytest.mark.rule("HST-THOT-09")
def test_the_closest_mind_and_the_castle_last() -> None:
    s, _, g = lords(2, 0)
    realm = kingdom(s, 5.0)
    far, near = group(s, "breeder", "Orcs", 9.5, 3.0, 4, 1), group(s, "breeder", "Orcs", 5.0, 5.0, 4, 1)
    assert tl.target_of(s, g) is near
    near.status = "infiltrated"
    assert tl.target_of(s, g) in (far, realm)
    far.status = "infiltrated"
    assert tl.target_of(s, g) is realm


@pytest.mark.rule("HST-THOT-11", "HST-THOT-12")
def test_exchange_and_sacrifice() -> None:
    s, v, g = lords(2, 3, prisoners=1)
    play(s, villainy.villain_season, v)
    assert counts(s, g.id) == (3, 0) and not tl.prisoners(s, g)
    s, v, g = lords(2, 0)
    thrall = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 1)
    other = group(s, "breeder", "Goblins", 2.0, 6.0, 2, 1)
    for x in (thrall, other):
        x.status, x.master = "infiltrated", g.id
    play(s, tl.sacrifice, v, g)
    assert bd.pop(s, thrall.id) == 2
    s, v, g = lords(2, 0)
    play(s, tl.sacrifice, v, g)
    assert bd.pop(s, g.id) == 1
    s, v, g = lords(2, 0, prisoners=1, ask="everything")
    thrall = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 1)
    thrall.status, thrall.master = "infiltrated", g.id
    ran = play(s, tl.sacrifice, v, g, answers=[f"group:{thrall.id}"])
    assert ran.asks[0].keys[0] == "prisoner" and bd.pop(s, thrall.id) == 2


@pytest.mark.rule("HST-THOT-13", "HST-THOT-14", "HST-THOT-15")
def test_infiltrated_groups() -> None:
    s, _, g = lords(2, 0)
    home = room(s, 2.0, 4.0, "thumb")
    for end in ((4.5, 4.0), (2.0, 6.0)):
        tunnel(s, pg.edge_of_box(end, 2.0, 4.0, 1.0, 1.0), end)
    a = group(s, "breeder", "Orcs", 0, 0, 3, 3, at=home)
    b = group(s, "delver", "Dwarves", 8.0, 4.0, 3, 2)
    for x in (a, b):
        x.status, x.master = "infiltrated", g.id
    assert play(s, enc.encounter, a.id, b.id).result is False
    play(s, seasons.season, a.id)
    assert counts(s, a.id) == (3, 2) and bd.loot(s, g.id) == 1
    lodes.add_ore(s, "mithral", [(8.0, 4.6), (8.5, 5.3), (7.5, 5.3)], "HST-PRIM-06")
    tunnel(s, (8.5, 4.0), (10.0, 4.0))
    play(s, seasons.season, b.id)
    assert len(lodes.unmined(s)) == 4


@pytest.mark.rule("HST-THOT-16", "HST-THOT-17")
@pytest.mark.parametrize(
    ("dice", "status", "left", "held"), [((3, 2), "free", 4, 0), ((1, 2, 6, 1), "free", 4, 0), ((1, 5), "infiltrated", 3, 1)]
)
def test_the_mind_pool_against_adventurers(dice: tuple[int, ...], status: str, left: int, held: int) -> None:
    s, _, g = lords(2, 0)
    dwarves = group(s, "delver", "Dwarves", 2.0, 4.0, 3, 2)
    tl_infiltrate(s, g, dwarves)
    band = party(s, dwarves.lair, 4)
    play(s, party_fights.meet_group, band, dwarves, dice=list(dice))
    assert bd.pop(s, band.id) == left and len(tl.prisoners(s, g)) == held
    if dice == (1, 2, 6, 1):
        assert not dwarves.alive
    else:
        assert dwarves.status == status


def tl_infiltrate(s: Host, g: Group, other: Group) -> None:
    sync(s, tl.infiltrate, g, other)


@pytest.mark.rule("HST-THOT-18", "HST-THOT-05")
def test_meeting_the_lords_themselves() -> None:
    s, v, g = lords(3, 1, prisoners=1)
    assert enc.strength(s, g.id) + enc.bonus(s, g.id) == 4
    band = party(s, g.lair, 6)
    play(s, party_fights.meet_group, band, g, dice=[6, 1])
    assert v.fallen and bd.pop(s, band.id) == 7


# The Liche King.


def liche(legions: int, tombs: int, loot: int = 0, **options: Any) -> tuple[Host, Villain, Group]:
    s = page("villainy", **options)
    v, g = villain(s, "liche_king", room(s, 5.0, 6.0, "bead", "villain"), 1, loot)
    for k in range(tombs):
        grave = room(s, 0.6 + (k % 10) * 1.05, 7.2 + (k // 10) * 0.7, tags=["tomb"], kind="tomb")
        v.tombs.append(grave.id)
        if k < legions:
            new_stack(s, "Undead Legion", grave.id, 1, roams=False)
    return s, v, g


@pytest.mark.rule("HST-LICH-02", "HST-LICH-03", "HST-LICH-01")
def test_he_rises_among_the_tombs() -> None:
    s = page("villainy")
    for x in (7.0, 7.8, 8.6):
        room(s, x, 6.0, tags=["tomb"])
    far = room(s, 1.0, 4.0, tags=["tomb"])
    skeleton = wanderer(s, "Skeletons", far, 1)
    for _ in range(3):
        bd.make(s, "loot", 0, far.id)
    door(s, 3.0, 4.0)
    room(s, 3.0, 4.2)
    s.dials = msgspec.structs.replace(s.dials, flooding="off")
    play(s, lk.set_up, 0)
    g = s.groups[s.villains[0].group]
    assert abs(s.rooms[g.lair].x - 7.8) < 1.6 and skeleton.id not in s.stacks and bd.pop(s, g.id) == 1
    assert gr.connected(s, g.lair, s.entrances[0].node) and "The Lab" in s.villains[0].built


@pytest.mark.rule(
    "HST-LICH-03",
    "HST-LICH-05",
    "HST-LICH-06",
    "HST-LICO-00",
    "HST-LICO-01",
    "HST-LICO-02",
    "HST-LICO-03",
    "HST-LICO-04",
    "HST-LICO-05",
    "HST-LICO-06",
)
def test_he_spends_his_opening_hoard() -> None:
    s = page("villainy")
    for k in range(10):
        bd.make(s, "loot", 0, room(s, 0.8 + k, 7.4, tags=["tomb"]).id)
    door(s, 3.0, 4.0)
    room(s, 3.0, 4.2)
    orcs = group(s, "breeder", "Orcs", 6.0, 3.6, 4, 5)
    beast = wanderer(s, "Beasts", room(s, 9.0, 3.6))
    play(s, lk.set_up, 0)
    v = s.villains[0]
    g = s.groups[v.group]
    assert v.built == ["The Lab", "Menagerie", "Bone Pit", "Shrine of Evil", "Gate Room", "Tombs", "Tombs"]
    assert bd.loot(s, g.id) == 0 and bd.loot(s, orcs.id) == 1 and orcs.status == "minion" and len(v.tombs) == 12
    labels = {r.label: r for r in s.rooms.values()}
    assert beast.node == labels["Menagerie"].id and not beast.roams
    shrine = bd.inside(s, labels["Shrine of Evil"].id)
    assert [b.owner for b in shrine] == [0] and shrine[0].role == "shrine"
    guards = {st.flavour: st.node for st in s.stacks.values()}
    assert guards["Gate Guard"] == labels["Gate Room"].id == s.entrances[0].guarded and guards["Lab Guard"] == labels["Lab"].id
    assert labels["Bone Pit"].y > s.rooms[g.lair].y


@pytest.mark.rule("HST-LICO-02", "HST-LICO-05")
def test_menagerie_and_gates() -> None:
    s, v, g = liche(0, 0)
    troll = wanderer(s, "Troll", room(s, 8.0, 4.0), 1, 1)
    play(s, liche_works.construct, v, g, "Menagerie")
    assert not troll.roams and bd.loot(s, g.id) == 1
    s, v, g = liche(0, 0)
    play(s, liche_works.construct, v, g, "Menagerie", dice=[9])
    assert [st.flavour for st in s.stacks.values()] == ["Scavenger Jelly"]
    s, v, g = liche(0, 0, loot=6)
    for x in (2.0, 5.0, 8.0):
        door(s, x)
    v.built = []
    for _ in range(3):
        play(s, liche_works.construct, v, g, "Gate Room")
    assert len(v.gates) == 3 and all(e.guarded for e in s.entrances)


@pytest.mark.rule("HST-LICH-04")
def test_a_tomb_holds_cash_or_a_legion() -> None:
    s, v, g = liche(0, 2, loot=3)
    lk.store_cash(s, v, g)
    assert [len(bd.inside(s, r)) for r in v.tombs] == [0, 1]
    assert sync(s, lg.raise_legion, v, g, "HST-LICH-10").result is True
    assert sync(s, lg.raise_legion, v, g, "HST-LICH-10").result is False


@pytest.mark.rule("HST-LICH-07", "HST-LICH-09", "HST-LICH-15")
def test_the_king_and_his_legions_in_battle() -> None:
    s, v, g = liche(4, 5)
    band = party(s, g.lair, 3)
    play(s, party_fights.meet_group, band, g)
    assert band.fate == "died" and len(lg.legions(s, v)) == 2
    s, v, g = liche(2, 3)
    band = party(s, g.lair, 4)
    play(s, party_fights.meet_group, band, g)
    assert v.fallen and s.outcome == "heroes" and bd.pop(s, band.id) == 1
    s, v, g = liche(3, 3)
    band = party(s, g.lair, 4)
    tomb = lg.legions(s, v)[0]
    play(s, party_fights.meet_stack, band, tomb.id)
    assert v.fallen and band.fate == "died" and s.outcome == "heroes"


@pytest.mark.rule("HST-LICH-08", "HST-LICH-10", "HST-LICH-01")
def test_the_tenth_legion() -> None:
    s, v, g = liche(8, 10)
    play(s, villainy.villain_season, v, answers=())
    assert len(lg.legions(s, v)) >= 7 and s.age == "villainy"
    s, v, g = liche(9, 10)
    minions = group(s, "breeder", "Orcs", 2.0, 4.0, 2, 1)
    v.minions = minions.id
    play(s, villainy.villain_season, v)
    assert s.outcome == "villain" and s.ending == "liche_king triumphs" and g.id


@pytest.mark.rule("HST-LICH-11")
@pytest.mark.parametrize(
    ("dice", "foe", "own", "loot", "legions"), [((6, 1), 2, 3, 1, 0), ((3, 3), 2, 3, 0, 0), ((1, 6), 3, 2, 0, 1)]
)
def test_minions_fall_upon_the_closest(dice: tuple[int, int], foe: int, own: int, loot: int, legions: int) -> None:
    s, v, g = liche(0, 1)
    minions = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 1)
    minions.status, minions.master = "minion", g.id
    v.minions = minions.id
    dwarves = group(s, "delver", "Dwarves", 8.0, 4.0, 3, 2)
    play(s, lk.minions_meet, v, g, minions, dice=list(dice))
    assert (bd.pop(s, dwarves.id), bd.pop(s, minions.id), bd.loot(s, g.id), len(lg.legions(s, v))) == (
        foe,
        own,
        loot,
        legions,
    )


@pytest.mark.rule("HST-LICH-12")
def test_legions_become_minions() -> None:
    s, v, g = liche(4, 4, ask="everything")
    s.quiet = ["place_room"]
    ran = play(s, lk.new_minions, v, g, answers=["2"])
    assert ran.asks[0].keys[:4] == ("0", "1", "2", "3") and bd.pop(s, v.minions) == 2 and len(lg.legions(s, v)) == 2
    assert s.groups[v.minions].status == "minion"


@pytest.mark.rule("HST-LICH-13")
def test_a_free_tomb_and_a_paid_legion() -> None:
    s, v, g = liche(1, 1, loot=1)
    play(s, villainy.villain_season, v)
    assert len(v.tombs) == 2 and len(lg.legions(s, v)) == 2 and bd.loot(s, g.id) == 0
    assert [e.room for e in s.record if e.rule == "HST-LICH-13"] == [v.tombs[-1]] * 2


@pytest.mark.rule("HST-LICH-14")
@pytest.mark.parametrize(("pop", "after", "guards"), [(3, 2, 1), (2, 2, 0)])
def test_breeder_minions_guard_gates(pop: int, after: int, guards: int) -> None:
    s, v, g = liche(0, 0)
    minions = group(s, "breeder", "Orcs", 2.0, 4.0, pop, 1)
    v.minions = minions.id
    v.gates.append(room(s, 8.0, 3.0).id)
    play(s, lk.guard_gates, v, g)
    assert bd.pop(s, minions.id) == after and len(s.stacks) == guards


# The Alpha Villain.


def beast(flavour: str, pop: int, loot: int, alignment: str = "hungry", **options: Any) -> tuple[Host, Villain, Group]:
    s = page("villainy", **options)
    home = room(s, 5.0, 5.0, "thumb")
    for end in ((9.0, 5.0), (1.0, 5.0)):
        tunnel(s, pg.edge_of_box(end, 5.0, 5.0, 1.0, 1.0), end)
    g = group(s, "alpha", flavour, 0, 0, pop, loot, alignment, at=home)
    av.crown(s, g)
    v = Villain("alpha_villain", g.id, g.lair)
    s.villains.append(v)
    return s, v, g


@pytest.mark.rule("HST-AVIL-02", "HST-AVIL-05", "HST-AVCO-00", "HST-AVCO-01", "HST-SANC-01", "HST-AVCO-04")
def test_an_owlbear_becomes_the_villain() -> None:
    s = page("villainy")
    home = room(s, 5.0, 5.0, "thumb")
    for end in ((9.0, 5.0), (1.0, 5.0)):
        tunnel(s, pg.edge_of_box(end, 5.0, 5.0, 1.0, 1.0), end)
    owl = group(s, "alpha", "Owlbear", 0, 0, 1, 6, at=home)
    s.trigger = Trigger("loot", owl.id, 3)
    play(s, av.set_up, 0)
    v = s.villains[0]
    assert v.group == owl.id and counts(s, owl.id) == (2, 0)
    assert v.built == ["The Grand Lair", "Inner Sanctum", "Defensive Works", "Defensive Works"] and v.works == 2
    assert owl.sanctum == "Great Nest" and len(owl.rooms) >= 4


@pytest.mark.rule("HST-AVIL-03", "HST-AVIL-04")
def test_the_richest_alpha_or_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    s = page("villainy")
    group(s, "alpha", "Ogre", 2.0, 4.0, 1, 1)
    rich = group(s, "alpha", "Owlbear", 8.0, 4.0, 1, 2)
    s.quiet.append("x")

    async def nothing(t: Any, v: Villain, g: Group) -> None:
        return None

    monkeypatch.setattr(av, "build", nothing)
    play(s, av.set_up, 0)
    assert s.villains[0].group == rich.id and bd.loot(s, rich.id) == 5
    s = page("villainy")
    orcs = group(s, "breeder", "Orcs", 5.0, 5.0, 5, 2)
    s.pins = [(5.0, 5.0)]
    play(s, av.set_up, 0, dice=[7])
    new = s.groups[s.villains[0].group]
    assert not orcs.alive and bd.loot(s, new.id) == 2 + 3 and new.lair == orcs.lair


@pytest.mark.rule("HST-AVCO-00", "HST-AVCO-02")
def test_a_chaotic_villain_gets_a_temple() -> None:
    s, v, g = beast("Sphinx", 1, 6, "chaotic")
    works_before = sanctum.entrances(s, g)
    play(s, sanctum.build, v, g)
    assert (
        v.built[:3] == ["The Grand Lair", "Temple Complex", "Inner Sanctum"]
        and v.works == 1 <= works_before
        and bd.loot(s, g.id) == 0
    )
    assert any("temple" in r.tags for r in s.rooms.values())
    s, v, g = beast("Ogre", 1, 1)
    play(s, sanctum.build, v, g)
    assert "Temple Complex" not in v.built


@pytest.mark.rule(
    "HST-SANC-00",
    "HST-AVCO-03",
    "HST-SANC-02",
    "HST-SANC-05",
    "HST-SANC-06",
    "HST-SANC-07",
    "HST-SANC-08",
    "HST-SANC-09",
    "HST-SANC-10",
)
def test_every_sanctum() -> None:
    names = {
        "Owlbear": "Great Nest",
        "Minotaur": "Labyrinth",
        "Dragon": "Hoard",
        "Xorn": "Heartgem",
        "Purple Worm": "Midden",
        "Ogre Magi": "Library",
        "Ogre": "Throne Room",
        "Ettin": "Arena of Death",
        "Rakshasa": "Palace",
        "Sphinx": "Grand Gallery",
    }
    assert len(sanctums()) == 11
    for flavour, name in names.items():
        cost = 0 if flavour == "Purple Worm" else 2 if flavour == "Rakshasa" else 1
        s, v, g = beast(flavour, 1, cost)
        v.built = ["The Grand Lair", "Temple Complex"]
        v.works = 9
        play(s, sanctum.build, v, g)
        assert g.sanctum == name, flavour
        made = next(r for r in s.rooms.values() if r.label == name)
        if flavour == "Sphinx":
            assert made.w >= 1.2 - 0.01
        if flavour == "Ettin":
            assert [st.flavour for st in s.stacks.values()] == ["Arena Beast"]
        if flavour == "Rakshasa":
            assert enc.bonus(s, g.id, g.lair) == 3
        if flavour == "Owlbear":
            assert bd.pop(s, g.id) == 2
    s, v, g = beast("Ancient Wyrm", 1, 1)
    assert encounters.sanctum_of(s, g).name == "Hoard"
    s, v, g = beast("Glass Hydra", 1, 1)
    assert encounters.sanctum_of(s, g).name == "Hall of Mirrors"


@pytest.mark.rule("HST-SANC-03", "HST-SANC-04", "HST-AVIL-08", "HST-AVIL-01")
def test_hoard_and_heartgem_are_kept() -> None:
    for flavour, loot, grows in (("Dragon", 3, False), ("Dragon", 4, True), ("Ogre", 3, True), ("Ogre", 2, False)):
        s, v, g = beast(flavour, 1, loot)
        g.sanctum = encounters.sanctum_of(s, g).name
        rooms = len(g.rooms)
        play(s, villainy.villain_season, v)
        assert (bd.pop(s, g.id) == 2) is grows
        assert (len(g.rooms) > rooms) is grows or not grows
    s, v, g = beast("Xorn", 1, 2)
    v.built = ["The Grand Lair", "Temple Complex"]
    v.works = 9
    play(s, sanctum.build, v, g)
    assert bd.loot(s, g.id) == 2 and sanctum.spendable(s, g) == 1


@pytest.mark.rule("HST-SANC-11")
def test_hall_or_forge() -> None:
    s, v, g = beast("Fire Giant", 1, 1, ask="everything")
    s.quiet = ["place_room"]
    ran = play(s, sanctum.inner_sanctum, v, g, encounters.sanctum_of(s, g), answers=["Forge"])
    assert set(ran.asks[0].keys[:2]) == {"Drinking Hall", "Forge"} and g.sanctum == "Forge"


@pytest.mark.rule("HST-AVIL-06", "HST-AVIL-13")
def test_seven_beads_or_none() -> None:
    s, _, _ = beast("Ogre", 7, 0)
    sync(s, villainies.check_goals)
    assert s.outcome == "villain"
    s, v, g = beast("Ogre", 1, 0)
    play(s, av.bleed, v, g, "resisted")
    assert s.outcome == "heroes" and v.fallen


@pytest.mark.rule("HST-AVIL-11", "HST-AVIL-12", "HST-AVIL-10")
def test_the_alpha_villain_fights() -> None:
    def met(
        kind: str, flavour: str, pop: int, loot: int, dice: list[int], mine: tuple[int, int] = (2, 1)
    ) -> tuple[Host, Group, Group]:
        s, v, g = beast("Ogre", *mine)
        other = group(s, kind, flavour, 5.0, 7.5, pop, loot)
        play(s, av.clash, v, g, other, dice=dice)
        return s, g, other

    s, g, goblins = met("breeder", "Goblins", 2, 1, [4, 3])
    assert not goblins.alive and counts(s, g.id) == (3, 2)
    s, g, goblins = met("breeder", "Goblins", 2, 1, [1, 3])
    assert bd.pop(s, goblins.id) == 1 and counts(s, g.id) == (2, 1)
    s, g, goblins = met("breeder", "Goblins", 2, 1, [1, 6])
    assert counts(s, g.id) == (1, 1)
    s, g, goblins = met("breeder", "Goblins", 2, 1, [1, 6], (1, 1))
    assert counts(s, g.id) == (1, 0)
    s, g, owl = met("alpha", "Owlbear", 1, 0, [6, 1])
    assert not owl.alive and bd.pop(s, g.id) == 3
    s, g, owl = met("alpha", "Owlbear", 1, 0, [1, 6])
    assert counts(s, g.id) == (2, 0) and bd.loot(s, owl.id) == 1


@pytest.mark.rule("HST-AVIL-09")
def test_it_spreads_and_tunnels() -> None:
    s, v, g = beast("Ogre", 1, 0, ask="everything")
    s.quiet = ["place_room"]
    cut_off = room(s, 5.0, 7.5)
    ran = play(s, villainy.villain_season, v, answers=["dig"])
    assert ran.asks[0].keys[:2] == ("dig", "no")
    burrow = next(p for p in s.passages.values() if p.label == "burrow")
    assert burrow.length <= 0.55 and len(g.claimed) >= 2 and not gr.connected(s, g.lair, cut_off.id)


@pytest.mark.rule("HST-AVIL-07", "HST-AVCO-05", "HST-SANC-02", "HST-SANC-08")
def test_a_party_in_the_lair() -> None:
    s, v, g = beast("Ogre", 2, 0)
    v.works = 2
    band = party(s, g.lair, 3)
    play(s, party_fights.meet_group, band, g, dice=[1, 1])
    assert v.works == 1 and band.fate == "died" and bd.pop(s, g.id) == 3
    s, v, g = beast("Minotaur", 1, 0)
    g.sanctum = "Labyrinth"
    band = party(s, g.lair, 5)
    play(s, party_fights.meet_group, band, g, dice=[3, 4])
    assert bd.pop(s, band.id) == 3
    s, v, g = beast("Ettin", 1, 1)
    play(s, sanctum.inner_sanctum, v, g, encounters.sanctum_of(s, g))
    (arena,) = s.stacks.values()
    band = party(s, arena.node, 4)
    ran = play(s, party_fights.meet_stack, band, arena.id)
    assert bd.pop(s, band.id) == 3 and not [e for e in ran.events if e.kind == "roll"]


# What ended the Age of Monsters stops nothing in the Age of Villainy.


@pytest.mark.rule("HST-VILL-06", "HST-MNST-02", "HST-BRED-04", "HST-DELV-05")
def test_groups_live_on_under_a_villain() -> None:
    s, _, _ = master(1, 1)
    home = room(s, 2.0, 4.0, "thumb")
    for end in ((4.5, 4.0), (2.0, 5.6)):
        tunnel(s, pg.edge_of_box(end, 2.0, 4.0, 1.0, 1.0), end)
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, 6, at=home)
    s.trigger = Trigger("loot", orcs.id, 5)
    play(s, seasons.season, orcs.id)
    assert bd.pop(s, orcs.id) == 4 and len(orcs.claimed) == 2
    dwarves = group(s, "delver", "Dwarves", 8.0, 4.0, 3, 2)
    tunnel(s, (8.5, 4.0), (10.6, 4.0))
    play(s, seasons.season, dwarves.id)
    assert dwarves.claimed


@pytest.mark.rule("HST-VILL-06", "HST-WAND-03", "HST-SURF-12", "HST-SURF-13")
def test_wanderers_and_knights_go_about_under_a_villain() -> None:
    from undercroft.games.host.rules.kingdoms.excursions import excursion
    from undercroft.games.host.rules.monsters.wandering import wandering_season

    s, _, _ = master(1, 1)
    cave = room(s, 2.0, 4.0)
    tunnel(s, (2.2, 4.0), (5.0, 4.0))
    beast = wanderer(s, "Beasts", cave)
    s.trigger = Trigger("cap", 0, 5)
    play(s, wandering_season, dice=[1])
    assert beast.node != cave.id
    realm = kingdom(s, 8.0, 4, 0)
    door(s, 8.0, 3.0)
    orcs = group(s, "breeder", "Orcs", 8.0, 3.5, 2, 1)
    play(s, excursion, realm)
    assert not orcs.alive and bd.pop(s, realm.id) >= 2 and s.specials == 1


@pytest.mark.rule("HST-VILL-07", "HST-INVD-01")
def test_late_arrivals_invade() -> None:
    from undercroft.games.host.content import flavours
    from undercroft.games.host.rules.encounters.lairs import arrive

    s, _, _ = master(1, 1)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 2, 1)
    room(s, 2.0, 7.0)
    s.trigger = Trigger("cap", 0, 5)
    what = next(f for f in flavours("breeder") if f.name == "Goblins")
    play(s, arrive, "breeder", (2.0, 4.0), "HST-BRED-02", what=what, dice=[6, 1])
    assert any(entry.rule == "HST-INVD-01" for entry in s.record) and orcs.met


@pytest.mark.rule("HST-DMST-11", "HST-DMST-21", "HST-VILL-20")
def test_the_master_without_an_army_can_be_killed_by_anybody() -> None:
    s, v, g = master(0, 0)
    beasts = wanderer(s, "Beasts", room(s, 8.0, 6.0), 2)
    play(s, skirmishes.meet_stack, g.id, beasts.id, groups_turn=False)
    assert g.alive and not s.stacks  # his two protect him
    beasts = wanderer(s, "Beasts", room(s, 8.0, 4.0), 3)
    play(s, skirmishes.meet_stack, g.id, beasts.id, groups_turn=False)
    assert v.fallen and s.outcome == "heroes"
    s, v, g = master(1, 0)
    dwarves = group(s, "delver", "Dwarves", 2.0, 4.0, 6, 1)
    play(s, enc.encounter, dwarves.id, g.id, dice=[6, 1])
    assert not v.fallen and bd.pop(s, g.id) == 0
    play(s, enc.encounter, dwarves.id, g.id, dice=[6, 1], forced=True)
    assert v.fallen


@pytest.mark.rule("HST-ENCT-02", "HST-BRED-10", "HST-DELV-14", "HST-ALPH-08")
def test_groups_meet_a_villain_by_their_own_tables() -> None:
    def met(kind: str, flavour: str, dice: list[int]) -> tuple[tuple[int, int], tuple[int, int]]:
        s, _, g = master(2, 2)
        other = group(s, kind, flavour, 2.0, 4.0, 3, 1)
        play(s, enc.encounter, other.id, g.id, dice=dice)
        return counts(s, other.id), counts(s, g.id)

    assert met("breeder", "Orcs", [6, 1]) == ((3, 2), (2, 1))  # a raid loots and kills nobody
    assert met("breeder", "Orcs", [3, 3]) == ((2, 1), (1, 2))
    assert met("breeder", "Orcs", [1, 6]) == ((2, 1), (2, 2))
    assert met("delver", "Dwarves", [6, 1]) == ((3, 2), (1, 1))  # war with the chaotic
    assert met("delver", "Dwarves", [1, 6]) == ((2, 0), (2, 3))
    assert met("alpha", "Owlbear", [6, 1]) == ((3, 2), (2, 1))  # tribute
    s, _, g = lords(2, 1)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 3, 1)
    play(s, enc.encounter, orcs.id, g.id, dice=[6, 1])
    assert counts(s, orcs.id) == (3, 2) and bd.loot(s, g.id) == 0


@pytest.mark.rule("HST-DMST-21", "HST-SURF-03")
def test_a_lone_master_shrugs_off_a_farm() -> None:
    from .table import farm

    s, v, g = master(0, 0)
    field = farm(s, kingdom(s, 8.0), 2.0)
    play(s, skirmishes.meet_building, g.id, field.id)
    assert not v.fallen and not skirmishes.garrison(s, field.id)


@pytest.mark.rule("HST-DMST-08")
def test_he_pays_for_soldiers_unless_that_would_stop_a_construction() -> None:
    for purse, army in ((1, 4), (2, 4), (3, 4), (4, 3), (5, 4)):
        s, v, g = master(3, purse)
        tunnel(s, (5.5, 6.0), (9.0, 6.0))
        play(s, villainy.villain_season, v, dice=["1d4=2"] if purse > 3 else [])
        assert bd.pop(s, g.id) == army, purse
        assert v.built == (["Lab"] if purse > 3 else [])


@pytest.mark.rule("HST-DMST-08", "HST-DMST-20")
@pytest.mark.parametrize(("people", "purse", "army"), [(10, 1, 9), (9, 1, 10), (9, 4, 10), (10, 4, 9)])
def test_the_tenth_company_is_paid_for_only_when_it_conquers(people: int, purse: int, army: int) -> None:
    s, v, g = master(9, purse)
    kingdom(s, 5.0, people, 0)
    tunnel(s, (5.5, 6.0), (9.0, 6.0))
    play(s, villainy.villain_season, v, dice=["1d4=2"] if army == 9 and purse == 4 else [])
    assert bd.pop(s, g.id) == army
    sync(s, villainies.check_goals)
    assert s.age == ("over" if army == 10 else "villainy") and s.outcome == ("villain" if army == 10 else "")


@pytest.mark.rule("HST-DMST-09")
def test_what_a_dead_party_left_at_his_door_is_his() -> None:
    s, v, g = master(2, 1)
    bd.make(s, "loot", 0, g.lair)
    bd.make(s, "loot", 0, room(s, 1.0, 7.0).id)
    tunnel(s, (5.5, 6.0), (9.0, 6.0))
    play(s, villainy.villain_season, v)
    assert counts(s, g.id) == (3, 1)


@pytest.mark.rule("HST-ENCT-01", "HST-DMST-09", "HST-DMST-12")
def test_whom_he_digs_into_he_would_enslave() -> None:
    """Cut off from everything he digs; a lawful group behind the rock is no skirmish of delvers but asked to kneel."""
    s, _, g = master(4, 0)
    dwarves = group(s, "delver", "Dwarves", 6.3, 6.0, 2, 1)
    play(s, enc.encounter, g.id, dwarves.id, dice=[6, 1])
    assert dwarves.status == "enslaved" and counts(s, g.id) == (4, 0) and bd.pop(s, dwarves.id) == 2


@pytest.mark.rule("HST-LICH-07", "HST-LICH-01")
def test_whoever_wakes_one_legion_meets_them_all() -> None:
    s, v, g = liche(3, 3)
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 6, 1)
    play(s, skirmishes.meet_stack, orcs.id, lg.legions(s, v)[0].id, groups_turn=True)
    assert bd.pop(s, orcs.id) == 2 and v.fallen
    s, v, g = liche(3, 3)
    beasts = wanderer(s, "Beasts", room(s, 2.0, 4.0), 2)
    sync(s, skirmishes.stacks_meet, beasts, lg.legions(s, v)[0])
    assert beasts.id not in s.stacks and len(lg.legions(s, v)) == 1 and g.alive
    beasts = wanderer(s, "Beasts", room(s, 2.0, 5.0), 1)
    play(s, skirmishes.meet_stack, g.id, beasts.id, groups_turn=False)
    assert beasts.id not in s.stacks and not lg.legions(s, v) and g.alive


@pytest.mark.rule("HST-LICH-07", "HST-VILL-04")
def test_a_rival_villain_costs_legions_first() -> None:
    s, v, g = liche(2, 2)
    w, h = villain(s, "dungeon_master", room(s, 8.0, 4.0, "thumb", "villain"), 5, 0, "Mord")
    play(s, enc.encounter, h.id, g.id, dice=[6, 1])
    assert len(lg.legions(s, v)) == 1 and not v.fallen and not w.fallen


@pytest.mark.rule("HST-LICH-12", "HST-LICH-11")
def test_new_minions_in_the_season_in_which_the_old_ones_fell() -> None:
    s, v, g = liche(6, 7)
    minions = group(s, "breeder", "Orcs", 2.0, 4.0, 1, 1)
    minions.status, minions.master, v.minions = "minion", g.id, minions.id
    group(s, "delver", "Dwarves", 8.0, 4.0, 3, 2)
    play(s, villainy.villain_season, v, dice=[1, 6])
    assert not minions.alive and v.minions != minions.id and bd.pop(s, v.minions) == 2


@pytest.mark.rule("HST-FEAT-02", "HST-WCON-04")
def test_the_artifact_protects_a_party_without_dice() -> None:
    def met(foe: str) -> tuple[Host, int]:
        if foe == "army":
            s, _, g = master(2, 0)
        elif foe == "liche":
            s, _, g = liche(1, 1)
        else:
            s, _, g = master(2, 0)
        band = party(s, g.lair, 4, loot=1)
        s.artifact = bd.of(s, band.id, "loot")[0].id
        if foe == "beasts":
            play(s, party_fights.meet_stack, band, wanderer(s, "Beasts", room(s, 2.0, 4.0), 2).id)
        else:
            play(s, party_fights.meet_group, band, g)
        return s, bd.pop(s, band.id)

    assert met("beasts")[1] == 3
    assert met("liche")[1] == 3
    assert met("army")[1] == 3


@pytest.mark.rule("HST-DMCO-01", "HST-DMCO-03")
def test_knights_spring_no_traps_and_free_nobody() -> None:
    from undercroft.games.host.rules.kingdoms.excursions import excursion

    s, _, _ = master(1, 0)
    realm = kingdom(s, 8.0, 4, 0)
    way = door(s, 8.0, 3.0)
    trap = new_stack(s, "Trap", 0, 1, roams=False, passage=way.id, offset=0.5)
    play(s, excursion, realm)
    assert trap.id in s.stacks and s.specials == 1


@pytest.mark.rule("HST-THOT-09", "HST-THOT-10")
def test_nightmares_in_castle_and_city_but_not_on_farms() -> None:
    from .table import farm

    s, _, g = lords(2, 0)
    realm = kingdom(s, 5.0, 3, 0)
    fields = [farm(s, realm, x) for x in (1.0, 2.5, 8.0)]
    play(s, tl.attempt, g, realm, dice=[1, 3])  # 1+2+3 against 3+3
    assert (
        len(skirmishes.garrison(s, realm.lair)) == 2
        and all(skirmishes.garrison(s, f.id) for f in fields)
        and realm.status == "free"
    )
    play(s, tl.attempt, g, realm, dice=[1, 3])
    assert realm.status == "infiltrated"


@pytest.mark.rule("HST-AVIL-10", "HST-ALPH-05", "HST-ALPF-11", "HST-SANC-04")
def test_the_alpha_villain_keeps_the_habits_of_its_kind() -> None:
    def beast(flavour: str, loot: int) -> tuple[Host, Villain, Group]:
        s = page("villainy")
        g = group(s, "alpha", flavour, 5.0, 5.0, 2, loot)
        av.crown(s, g)
        v = Villain("alpha_villain", g.id, g.lair)
        s.villains.append(v)
        return s, v, g

    s, v, g = beast("Owlbear", 2)
    play(s, av.forage, v, g)
    assert bd.loot(s, g.id) == 1
    s, v, g = beast("Dragon", 2)
    play(s, av.forage, v, g)
    assert bd.loot(s, g.id) == 2
    s, v, g = beast("Xorn", 0)
    bd.make(s, "loot", 0, room(s, 7.0, 5.0).id)
    orcs = group(s, "breeder", "Orcs", 5.0, 7.0, 2, 0)
    play(s, av.forage, v, g)
    assert bd.loot(s, g.id) == 1 and bd.pop(s, orcs.id) == 2
    play(s, av.forage, v, g, dice=[6, 1])
    assert not orcs.alive and gr.connected(s, g.lair, orcs.lair)


@pytest.mark.rule("HST-AVIL-06", "HST-AVIL-11", "HST-VILL-20")
def test_a_beast_whose_age_is_over_takes_nothing_more() -> None:
    s = page("villainy", play_on=True)
    s.ages = ["villainy"]
    g = group(s, "alpha", "Owlbear", 5.0, 5.0, 6, 1)
    av.crown(s, g)
    v = Villain("alpha_villain", g.id, g.lair)
    s.villains.append(v)
    orcs = group(s, "breeder", "Orcs", 7.5, 5.0, 1, 2)
    play(s, av.clash, v, g, orcs, dice=[6, 1])
    assert s.age == "disaster" and not g.alive and not bd.of(s, g.id, "loot") and not bd.of(s, orcs.id, "loot")


@pytest.mark.rule("HST-DMST-09", "HST-DMST-21")
def test_a_dead_master_gathers_nothing() -> None:
    s, v, g = master(0, 0)
    far = room(s, 7.5, 6.0)
    loot = bd.make(s, "loot", 0, far.id)
    wanderer(s, "Beasts", far, 4)
    tunnel(s, (5.5, 6.0), (7.3, 6.0))
    play(s, dm.expand, v, g)
    assert v.fallen and loot.owner == 0

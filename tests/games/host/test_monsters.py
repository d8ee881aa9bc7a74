"""The Age of Monsters: years, encounters, zones, invasions, delvers, breeders, alphas."""

# mypy: disable-error-code="unreachable, attr-defined"
from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Dice
from undercroft.games.host.content import flavours, line_at, monsters
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import graph as gr
from undercroft.games.host.ground import lodes
from undercroft.games.host.ground import page as pg
from undercroft.games.host.ground.web import Spot
from undercroft.games.host.rules.encounters import encounters as enc
from undercroft.games.host.rules.encounters import fortunes, kinds, lairs, skirmishes, zones
from undercroft.games.host.rules.history import step
from undercroft.games.host.rules.monsters import alphas, breeders, growth, seasons
from undercroft.games.host.rules.monsters.monsters import check_ends, monster_roll, new_year, restart, yearly_event
from undercroft.games.host.state import Group, Host, Trigger

from .table import counts, farm, group, kingdom, page, play, room, sync, tunnel, wanderer


def pair(one: tuple[Any, ...], two: tuple[Any, ...], **more: Any) -> tuple[Host, Group, Group]:
    """Two groups in rooms joined by a tunnel, with free rooms further off."""
    s = page(**more)
    a = group(s, one[0], one[1], 2.0, 4.0, *one[2:])
    b = group(s, two[0], two[1], 5.0, 4.0, *two[2:])
    tunnel(s, (2.5, 4.0), (4.5, 4.0))
    for k, x in enumerate((7.5, 9.0, 10.2)):
        room(s, x, 4.0)
        tunnel(s, (5.5 if not k else (7.5, 9.0)[k - 1] + 0.2, 4.0), (x - 0.2, 4.0))
    return s, a, b


# Encounters with dice.


@pytest.mark.rule("HST-ENCT-01", "HST-ENCT-02", "HST-ENCT-04", "HST-DELV-14")
@pytest.mark.parametrize(
    ("dice", "delvers", "orcs"), [((6, 1), (3, 3), (3, 0)), ((4, 3), (2, 2), (3, 1)), ((2, 3), (2, 1), (4, 2))]
)
def test_delvers_at_war_with_the_chaotic(dice: tuple[int, int], delvers: tuple[int, int], orcs: tuple[int, int]) -> None:
    s, a, b = pair(("delver", "Dwarves", 3, 2), ("breeder", "Orcs", 4, 1))
    play(s, enc.encounter, a.id, b.id, dice=list(dice))
    assert counts(s, a.id) == delvers and counts(s, b.id) == orcs
    assert b.id in a.met and a.id in b.met


@pytest.mark.rule("HST-ENCT-01", "HST-TERM-07")
def test_a_pair_meets_once_a_turn() -> None:
    s, a, b = pair(("delver", "Dwarves", 3, 2), ("breeder", "Orcs", 4, 1))
    assert play(s, enc.encounter, a.id, b.id, dice=[6, 1]).result is True
    assert play(s, enc.encounter, a.id, b.id).result is False


@pytest.mark.rule("HST-DELV-11", "HST-DLVF-01")
def test_lawful_skirmish_and_the_antling_exception() -> None:
    s, a, b = pair(("delver", "Dwarves", 3, 2), ("breeder", "Gnomes", 2, 1, "lawful"))
    play(s, enc.encounter, a.id, b.id)
    assert (bd.pop(s, a.id), bd.pop(s, b.id)) == (2, 1)
    s, a, b = pair(("delver", "Antlings", 3, 2), ("delver", "Antlings", 3, 2))
    play(s, enc.encounter, a.id, b.id)
    assert (bd.pop(s, a.id), bd.pop(s, b.id)) == (3, 3)


@pytest.mark.rule("HST-DELV-12", "HST-ALPH-06", "HST-ENCT-07")
def test_delvers_kill_an_alpha_by_four() -> None:
    s, a, b = pair(("delver", "Dwarves", 4, 2), ("alpha", "Ogre", 1, 1))
    play(s, enc.encounter, a.id, b.id, dice=[5, 2])
    assert not b.alive and bd.loot(s, a.id) == 3
    s, a, b = pair(("delver", "Dwarves", 4, 2), ("alpha", "Dragon", 1, 1, "lawful"))
    play(s, enc.encounter, a.id, b.id, dice=[5, 2])
    assert not b.alive


@pytest.mark.rule("HST-DELV-12", "HST-GEO-21")
def test_delvers_drive_an_alpha_off() -> None:
    s, a, b = pair(("delver", "Dwarves", 3, 2), ("alpha", "Ogre", 1, 0))
    before = gr.graph_distance(s, a.lair, b.lair)
    play(s, enc.encounter, a.id, b.id, dice=[4, 2])
    assert b.alive and bd.loot(s, a.id) == 2
    assert gr.graph_distance(s, a.lair, b.lair) >= before + 1.0


@pytest.mark.rule("HST-DELV-13")
@pytest.mark.parametrize("dice", [(3, 3), (1, 6)])
def test_delvers_pay_for_a_tie_or_loss(dice: tuple[int, int]) -> None:
    s, a, b = pair(("delver", "Dwarves", 3, 2), ("alpha", "Ogre", 1, 1))
    play(s, enc.encounter, a.id, b.id, dice=list(dice))
    assert counts(s, a.id) == (2, 2) and b.alive


@pytest.mark.rule("HST-BRED-10", "HST-DLVF-08", "HST-MNST-03")
@pytest.mark.parametrize(("kind", "flavour"), [("breeder", "Goblins"), ("delver", "Hobgoblin Miners")])
@pytest.mark.parametrize(
    ("dice", "mine", "theirs"), [((6, 1), (3, 2), (3, 1)), ((3, 3), (2, 1), (2, 2)), ((1, 6), (2, 1), (3, 2))]
)
def test_hit_and_run(kind: str, flavour: str, dice: tuple[int, int], mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    s, a, b = pair((kind, flavour, 3, 1, "chaotic"), ("delver", "Dwarves", 3, 2))
    play(s, enc.encounter, a.id, b.id, dice=list(dice))
    assert counts(s, a.id) == mine and counts(s, b.id) == theirs


@pytest.mark.rule("HST-BRED-11", "HST-BRED-12")
def test_a_bribe_is_remembered_while_loot_lasts() -> None:
    s, a, b = pair(("breeder", "Goblins", 3, 2), ("alpha", "Ogre", 1, 0))
    play(s, enc.encounter, a.id, b.id, dice=[2, 3])
    assert bd.loot(s, a.id) == 1 and bd.loot(s, b.id) == 1 and b.bribed == [a.id]
    found = gr.reach(s, Spot(b.lair), 9.0).far
    assert not [row for row in alphas.prey_list(s, b, found) if row[2] == a.id]
    bd.remove(s, bd.of(s, a.id, "loot")[0])
    assert [row for row in alphas.prey_list(s, b, found) if row[2] == a.id]


@pytest.mark.rule("HST-BRED-11", "HST-BRED-13")
def test_a_failed_bribe_and_a_lost_fight() -> None:
    s, a, b = pair(("breeder", "Goblins", 3, 1), ("alpha", "Ogre", 1, 2))
    play(s, enc.encounter, a.id, b.id, dice=[2, 1, 1, 4])
    assert bd.pop(s, a.id) == 1 and not b.bribed


@pytest.mark.rule("HST-BRED-11")
def test_a_bribe_is_the_authors_choice_and_needs_support() -> None:
    s, a, b = pair(("breeder", "Goblins", 3, 1), ("alpha", "Ogre", 1, 2), ask="everything")
    s.quiet = ["place_room", "flee"]
    ran = play(s, enc.encounter, a.id, b.id, dice=[6, 1], answers=["fight"])
    assert ran.asks[0].keys[:2] == ("bribe", "fight")
    s, a, b = pair(("breeder", "Goblins", 4, 1), ("alpha", "Ogre", 1, 2), ask="everything")
    s.quiet = ["place_room", "flee"]
    assert not play(s, enc.encounter, a.id, b.id, dice=[6, 1]).asks


@pytest.mark.rule("HST-BRED-13", "HST-GEO-21")
def test_breeders_against_alphas() -> None:
    s, a, b = pair(("breeder", "Goblins", 4, 1), ("alpha", "Ogre", 1, 2))
    before = gr.graph_distance(s, a.lair, b.lair)
    play(s, enc.encounter, a.id, b.id, dice=[6, 1])
    assert gr.graph_distance(s, a.lair, b.lair) >= before + 3.0 - 0.01
    s, a, b = pair(("breeder", "Goblins", 4, 1), ("alpha", "Ogre", 1, 2))
    play(s, enc.encounter, a.id, b.id, dice=[3, 4])
    assert counts(s, a.id) == (3, 2) and bd.loot(s, b.id) == 1


@pytest.mark.rule("HST-BRDF-01")
def test_ants_bribe_for_nothing() -> None:
    s, a, b = pair(("breeder", "Ants", 3, 2), ("alpha", "Ogre", 1, 0))
    play(s, enc.encounter, a.id, b.id, dice=[5, 1])
    assert bd.loot(s, a.id) == 2 and b.bribed == [a.id]


@pytest.mark.rule("HST-ALPH-08")
def test_tribute_without_coin() -> None:
    s, a, b = pair(("alpha", "Owlbear", 1, 0), ("breeder", "Kobolds", 3, 0))
    play(s, enc.encounter, a.id, b.id, dice=[4, 2])
    assert bd.pop(s, b.id) == 2 and bd.loot(s, a.id) == 0
    s, a, b = pair(("alpha", "Owlbear", 1, 0), ("breeder", "Orcs", 3, 2))
    play(s, enc.encounter, a.id, b.id, dice=[4, 2])
    assert counts(s, b.id) == (3, 1) and bd.loot(s, a.id) == 1
    s, a, b = pair(("alpha", "Owlbear", 1, 0), ("breeder", "Orcs", 3, 2))
    play(s, enc.encounter, a.id, b.id, dice=[3, 3])
    assert counts(s, b.id) == (2, 2)


@pytest.mark.rule("HST-ALPF-03", "HST-ALPH-08")
def test_the_fire_giant_demands_double() -> None:
    s, a, b = pair(("alpha", "Fire Giant", 1, 0), ("delver", "Dwarves", 3, 3))
    play(s, enc.encounter, a.id, b.id, dice=[5, 1])
    assert (bd.loot(s, a.id), bd.loot(s, b.id)) == (2, 1)
    s, a, b = pair(("alpha", "Fire Giant", 1, 0), ("temple", "Temple of Evil", 3, 3))
    play(s, enc.encounter, a.id, b.id, dice=[5, 1])
    assert bd.loot(s, a.id) == 1


@pytest.mark.rule("HST-ALPH-08", "HST-GEO-21")
def test_an_alpha_beaten_off() -> None:
    s, a, b = pair(("alpha", "Ogre", 1, 1), ("breeder", "Orcs", 5, 2))
    before = gr.graph_distance(s, a.lair, b.lair)
    play(s, enc.encounter, a.id, b.id, dice=[1, 3])
    assert bd.loot(s, a.id) == 0 and [x.room for x in bd.of(s, 0, "loot")] == [b.lair]
    assert gr.far_apart(s, a.lair, b.lair) >= before + 1.75 - 0.01


@pytest.mark.rule("HST-ALPH-09", "HST-ALPH-07")
def test_alpha_against_alpha() -> None:
    def fight(dice: tuple[int, int]) -> tuple[Host, Group, Group, int, int]:
        s, a, b = pair(("alpha", "Ogre", 1, 0), ("alpha", "Owlbear", 1, 1))
        homes = (a.lair, b.lair)
        play(s, enc.encounter, a.id, b.id, dice=list(dice))
        return s, a, b, *homes

    s, a, b, _, _ = fight((5, 3))
    assert not b.alive and bd.loot(s, a.id) == 1
    s, a, b, _, home = fight((4, 4))
    assert b.alive and b.lair != home and bd.loot(s, b.id) == 0 and bd.of(s, 0, "loot")[0].room == home
    s, a, b, home, _ = fight((2, 6))
    assert a.alive and a.lair != home and b.alive


@pytest.mark.rule("HST-ALPH-07")
def test_an_alpha_that_destroys_a_group_loots_one() -> None:
    s, a, b = pair(("alpha", "Owlbear", 1, 0), ("breeder", "Kobolds", 1, 2))
    play(s, enc.encounter, a.id, b.id, dice=[1, 3])
    assert not b.alive and bd.loot(s, a.id) == 1 and len(bd.of(s, 0, "loot")) == 1


@pytest.mark.rule(
    "HST-ENCT-03", "HST-ALPF-09", "HST-BRDF-07", "HST-ALPF-02", "HST-FEAT-08", "HST-THOT-03", "HST-FEAT-02", "HST-ALPF-04"
)
def test_modifiers_add_up() -> None:
    s = page()
    a = group(s, "delver", "Dwarves", 2.0, 4.0, 3, 1)
    a.status = "infiltrated"
    bead = bd.of(s, a.id, "loot")[0]
    s.artifact = bead.id
    assert enc.strength(s, a.id) + enc.bonus(s, a.id) == 3 + 1 + 1
    a.shrine = True
    assert enc.bonus(s, a.id) == 3
    cat = group(s, "alpha", "Rakshasa", 6.0, 4.0, 1, 2)
    assert enc.bonus(s, cat.id) + enc.strength(s, cat.id) == 4
    bd.remove(s, bd.of(s, cat.id, "loot")[0])
    assert enc.bonus(s, cat.id) == 2
    giants = group(s, "breeder", "Cave Giants", 8.0, 4.0, 2, 1)
    assert enc.strength(s, giants.id) == 4
    twohead = group(s, "alpha", "Ettin", 8.0, 6.0, 2)
    assert enc.strength(s, twohead.id) + enc.bonus(s, twohead.id) == 4
    bull = group(s, "alpha", "Minotaur", 2.0, 6.0, 1)
    s.rooms[bull.lair].tags.append("maze")
    assert enc.bonus(s, bull.id, bull.lair) == 3 and enc.bonus(s, bull.id, cat.lair) == 2


@pytest.mark.rule("HST-ENCT-05")
def test_nothing_is_looted_from_the_poor() -> None:
    s, a, b = pair(("breeder", "Goblins", 3, 1), ("breeder", "Kobolds", 3, 0))
    play(s, enc.encounter, a.id, b.id, dice=[6, 1])
    assert counts(s, a.id) == (3, 1)


@pytest.mark.rule("HST-ENCT-06")
def test_alignments_by_default() -> None:
    assert {line.alignment for line in flavours("delver") if line.name in ("Dwarves", "Darrow", "Fungaliths")} == {"lawful"}
    assert {line.alignment for line in flavours("breeder") if line.name in ("Goblins", "Orcs", "Ants")} == {"chaotic"}
    assert {line.alignment for line in flavours("alpha") if line.name in ("Ogre", "Owlbear")} == {"hungry"}
    s = page()
    dragon = line_at(flavours("alpha"), 1)
    assert play(s, kinds.alignment_of, dragon, "alpha", dice=[3]).result == "lawful"
    assert play(s, kinds.alignment_of, dragon, "alpha", dice=[4]).result == "chaotic"


# Without dice.


@pytest.mark.rule("HST-WCON-03", "HST-WCON-04", "HST-WCON-07", "HST-WNDF-08", "HST-BRDF-07")
@pytest.mark.parametrize(
    ("own", "kills", "protection", "per_bead", "pop", "victims", "loss"),
    [
        (1, 1, 0, 1, 3, 1, 1),
        (3, 1, 0, 1, 2, 2, 2),
        (2, 1, 2, 1, 1, 0, 2),
        (3, 1, 2, 1, 1, 1, 1),
        (2, 2, 1, 1, 3, 3, 2),
        (1, 1, 0, 2, 2, 0, 1),
        (5, 1, 2, 1, 1, 1, 1),
        (1, 2, 0, 1, 4, 2, 1),
        (2, 2, 0, 1, 1, 1, 1),
    ],
)
def test_the_one_formula(own: int, kills: int, protection: int, per_bead: int, pop: int, victims: int, loss: int) -> None:
    assert skirmishes.no_dice(own, kills, protection, per_bead, pop) == (victims, loss)


@pytest.mark.rule("HST-WCON-01", "HST-WCON-02", "HST-WCON-06", "HST-WAND-04")
def test_wanderers_roll_no_dice_and_lose_their_loot_to_the_acting_group() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 4, 1)
    mimic = wanderer(s, "Mimic", room(s, 4.0, 4.0), 1, 1, roams=False)
    ran = play(s, skirmishes.meet_stack, orcs.id, mimic.id, groups_turn=True)
    assert not [e for e in ran.events if e.kind == "roll"] and counts(s, orcs.id) == (3, 2) and not s.stacks
    s = page()
    orcs = group(s, "breeder", "Orcs", 2.0, 4.0, 4, 1)
    mimic = wanderer(s, "Mimic", room(s, 4.0, 4.0), 1, 1, roams=False)
    play(s, skirmishes.meet_stack, orcs.id, mimic.id, groups_turn=False)
    assert counts(s, orcs.id) == (3, 1) and len(bd.of(s, 0, "loot")) == 1


@pytest.mark.rule("HST-WCON-04", "HST-ENCT-09")
def test_two_beads_cannot_hurt_a_lone_alpha_but_three_can() -> None:
    for pop, left, alive in ((1, 0, True), (2, 0, True), (3, 2, False)):
        s = page()
        ogre = group(s, "alpha", "Ogre", 2.0, 4.0, 1)
        beasts = wanderer(s, "Beasts", room(s, 4.0, 4.0), pop)
        play(s, skirmishes.meet_stack, ogre.id, beasts.id, groups_turn=False)
        assert (bd.pop(s, beasts.id) if beasts.id in s.stacks else 0) == left and ogre.alive is alive


@pytest.mark.rule("HST-WCON-05", "HST-WCON-03")
def test_the_same_kind_joins_others_kill() -> None:
    s = page()
    cave = room(s, 4.0, 4.0)
    one, two = wanderer(s, "Skeletons", cave, 1), wanderer(s, "Skeletons", cave, 2)
    sync(s, skirmishes.stacks_meet, one, two)
    assert [bd.pop(s, x) for x in s.stacks] == [3]
    s = page()
    cave = room(s, 4.0, 4.0)
    sync(s, skirmishes.stacks_meet, wanderer(s, "Mimic", cave, 1), wanderer(s, "Scavenger Jelly", cave, 1))
    assert not s.stacks
    s = page()
    cave = room(s, 4.0, 4.0)
    sync(s, skirmishes.stacks_meet, wanderer(s, "Beasts", cave, 3), wanderer(s, "Prisoner", cave, 1))
    assert [bd.pop(s, x) for x in s.stacks] == [2]


@pytest.mark.rule("HST-WNDF-04", "HST-WNDF-03", "HST-WNDF-08", "HST-WNDF-11", "HST-WCON-07")
def test_ooze_slime_spider_troll() -> None:
    def met(flavour: str, pop: int, kind: str, name: str, size: int, *, webbed: bool = False) -> tuple[int, int, Host]:
        s = page()
        who = group(s, kind, name, 2.0, 4.0, size, 1)
        cave = room(s, 5.0, 4.0)
        tunnel(s, (5.2, 4.0), (9.0, 4.0))
        st = wanderer(s, flavour, cave, pop, 1 if flavour == "Troll" else 0)
        st.webbed = webbed
        play(s, skirmishes.meet_stack, who.id, st.id, groups_turn=False)
        return bd.pop(s, who.id), bd.pop(s, st.id) if st.id in s.stacks else 0, s

    assert met("Ooze", 1, "breeder", "Orcs", 4)[:2] == (2, 0)
    assert met("Giant Spider", 1, "breeder", "Goblins", 3, webbed=True)[:2] == (2, 1)
    assert met("Green Slime", 2, "breeder", "Orcs", 3)[:2] == (1, 0)
    assert met("Green Slime", 2, "breeder", "Orcs", 2)[:2] == (0, 3)
    orcs, troll, s = met("Troll", 1, "breeder", "Orcs", 4)
    (left,) = s.stacks.values()
    assert (orcs, troll) == (3, 1) and left.passage and len(bd.of(s, 0, "loot")) == 1
    s = page()
    cave = room(s, 4.0, 4.0)
    slime, prey = wanderer(s, "Green Slime", cave, 1), wanderer(s, "Beasts", cave, 1)
    sync(s, skirmishes.stacks_meet, slime, prey)
    assert [bd.pop(s, x) for x in s.stacks] == [2]
    s = page()
    cave = room(s, 4.0, 4.0)
    slime, prey = wanderer(s, "Green Slime", cave, 1), wanderer(s, "Beasts", cave, 1)
    sync(s, skirmishes.stacks_meet, prey, slime)  # whoever moved
    assert list(s.stacks) == [slime.id] and bd.pop(s, slime.id) == 2


@pytest.mark.rule("HST-WNDF-06")
def test_a_lone_hobgoblin_joins_goblins() -> None:
    for name in ("Goblins", "Goblin Miners"):
        s = page()
        who = group(s, "breeder", name, 2.0, 4.0, 2, 1)
        st = wanderer(s, "Lone Hobgoblin", room(s, 5.0, 4.0))
        play(s, skirmishes.meet_stack, who.id, st.id, groups_turn=False)
        assert bd.pop(s, who.id) == 3 and not s.stacks


# Zones.


@pytest.mark.rule("HST-ZOC-01", "HST-ZOC-03")
def test_zone_geometry() -> None:
    s = page()
    a = group(s, "alpha", "Ogre", 5.0, 5.0, 1, at=room(s, 5.0, 5.0))
    assert zones.in_zone(s, a, (5.5, 5.0)) and not zones.in_zone(s, a, (5.7, 5.0))
    for x, touches in ((6.1, True), (6.3, False)):
        s = page()
        a = group(s, "alpha", "Ogre", 5.0, 5.0, 1, at=room(s, 5.0, 5.0))
        b = group(s, "alpha", "Owlbear", x, 5.0, 1, at=room(s, x, 5.0))
        assert zones.touching(s, a, b) is touches


@pytest.mark.rule("HST-ZOC-02", "HST-BRED-05", "HST-GEO-26")
def test_breeders_grow_a_bead_down_every_way() -> None:
    s = page()
    home = room(s, 5.0, 5.0)
    for end in ((8.0, 5.0), (2.0, 5.0), (5.0, 7.5), (5.0, 3.0)):
        start = pg.edge_of_box(end, 5.0, 5.0, 0.4, 0.4)
        tunnel(s, start, end)
    who = group(s, "breeder", "Goblins", 5, 5, 2, 1, at=home)
    for way in zones.frontier(s, who):
        play(s, growth.extend, who, way, s.measures.bead, everywhere=True)
    assert [round(sum(b - a for a, b in parts), 2) for parts in who.claimed.values()] == [0.4] * 4


@pytest.mark.rule("HST-GEO-26", "HST-BRED-05")
def test_a_zone_grows_out_of_a_wide_cave() -> None:
    """Growth is measured from the edge of the zone, so the breadth of the group's own cave costs nothing."""
    s = page()
    home = room(s, 5.0, 5.0, "thumb")
    assert home.w / 2 > s.measures.bead
    way = tunnel(s, (5.0 + home.w / 2, 5.0), (9.5, 5.0))
    who = group(s, "breeder", "Goblins", 5, 5, 2, 1, at=home)
    play(s, growth.extend, who, zones.frontier(s, who)[0], s.measures.bead, everywhere=True)
    assert who.claimed[way.id] == [(0.0, 0.4)]


@pytest.mark.rule("HST-GEO-14")
def test_a_stub_shorter_than_a_pen_stroke_is_claimed_like_any_other() -> None:
    s = page()
    stub = tunnel(s, (3.0, 5.0), (5.0, 5.0))
    home = room(s, 4.79, 5.0)  # the tunnel's end sticks out of it by a hundredth of an inch
    who = group(s, "delver", "Antlings", 4, 5, 3, 2, at=home)
    assert [way.sense for way in zones.frontier(s, who)] == [-1, 1]
    for way in zones.frontier(s, who):
        play(s, growth.extend, who, way, 3.0, everywhere=True)
    assert who.claimed[stub.id][-1][1] == stub.length
    assert zones.frontier(s, who) == []


@pytest.mark.rule("HST-ZOC-04", "HST-ENCT-04", "HST-DELV-08")
def test_standing_contact_is_no_encounter_of_its_own() -> None:
    s, a, b = pair(("delver", "Antlings", 3, 3), ("breeder", "Orcs", 4, 1))
    assert growth.neighbours(s, a) == []
    enc.meet(s, a.id, b.id)
    assert growth.neighbours(s, a) == [b.id]
    b.alive = False
    assert growth.neighbours(s, a) == []


@pytest.mark.rule("HST-GEO-26", "HST-DELV-05")
def test_a_patrol_ends_inside_a_tunnel_or_claims_the_room() -> None:
    s = page()
    home = room(s, 2.0, 5.0)
    far = room(s, 4.6, 5.0, "two_bead")
    way = tunnel(s, (2.2, 5.0), (4.2, 5.0))
    who = group(s, "delver", "Antlings", 2, 5, 3, 2, at=home)
    play(s, growth.extend, who, zones.frontier(s, who)[0], 1.75, everywhere=False)
    assert far.id not in who.held and who.claimed[way.id][0][1] == pytest.approx(1.75, abs=0.01)
    s = page()
    home, far = room(s, 2.0, 5.0), room(s, 3.1, 5.0, "two_bead")
    tunnel(s, (2.2, 5.0), (2.7, 5.0))
    on = tunnel(s, (3.5, 5.0), (6.0, 5.0))
    who = group(s, "delver", "Antlings", 2, 5, 3, 2, at=home)
    play(s, growth.extend, who, zones.frontier(s, who)[0], 1.75, everywhere=False)
    assert far.id in who.held and who.claimed[on.id][0][1] == pytest.approx(1.75 - 0.5 - 0.4 - 0.4, abs=0.01)


@pytest.mark.rule("HST-GEO-14")
def test_one_way_of_three_is_taken() -> None:
    s = page()
    home = room(s, 5.0, 5.0)
    for end in ((8.0, 5.0), (2.0, 5.0), (5.0, 7.5)):
        tunnel(s, pg.edge_of_box(end, 5.0, 5.0, 0.4, 0.4), end)
    who = group(s, "delver", "Antlings", 5, 5, 3, 2, at=home)
    ways = zones.frontier(s, who)
    assert [w.passage for w in ways] == sorted(w.passage for w in ways) and len(ways) == 3
    play(s, growth.extend, who, ways[1], 1.0, everywhere=False)
    assert list(who.claimed) == [ways[1].passage]


# Years.


@pytest.mark.rule("HST-MNST-13", "HST-MNST-09", "HST-MNST-10", "HST-MNST-12", "HST-BRED-02")
def test_the_monster_table_at_the_dies_place() -> None:
    assert [line_at(monsters().monster, k).id for k in range(1, 7)] == [
        "delver",
        "breeder",
        "alpha",
        "wandering",
        "feature",
        "adventurers_or_undead",
    ]
    s = page()
    near = room(s, 3.3, 4.0)
    room(s, 6.0, 4.0)
    s.pins = [(3.0, 4.0)]
    ran = play(s, monster_roll, dice=["1d6=2", "1d12=5"])
    (who,) = [s.groups[g] for g in s.order]
    assert who.type == "breeder" and who.flavour == "Goblins" and who.lair == near.id and counts(s, who.id) == (2, 1)
    assert who.name and any("d12" in (e.roll.notation if e.roll else "") for e in ran.events)


@pytest.mark.rule("HST-MNST-08", "HST-MNST-16", "HST-MNST-07", "HST-HIST-01")
def test_the_first_year_sets_up_and_nobody_acts() -> None:
    s = page()
    s.year, s.todo, s.order = 0, ["begin"], []
    dice = Dice(11)
    while s.year <= 1 and s.age == "monsters" and (s.todo or s.year == 0):
        play(s, step, dice=dice)
    kinds = [s.groups[g].type for g in sorted(s.groups)]
    assert kinds[:1] == ["surface"] and set(kinds[1:]) <= {"delver", "breeder", "alpha"} and len(kinds) == 4
    assert not s.acted and s.year == 1


@pytest.mark.rule("HST-MNST-11")
def test_seasons_go_by_arrival() -> None:
    s = page()
    who = [group(s, "alpha", "Owlbear", x, 5.0, 1, 3) for x in (1.5, 5.0, 8.5)]
    s.todo = ["event"]
    s.pins = [(5.0, 7.5)]
    play(s, step, dice=[5, 3])
    assert s.todo == [f"season:{g.id}" for g in who] + ["wander", "close"]
    play(s, step)
    assert s.acted == [who[0].id]


@pytest.mark.rule("HST-MNST-02", "HST-VILL-01")
def test_six_loot_end_the_age_at_once() -> None:
    s, a, b = pair(("breeder", "Goblins", 4, 5), ("delver", "Dwarves", 1, 2))
    s.todo = [f"season:{b.id}"]
    play(s, enc.encounter, a.id, b.id, dice=[6, 1])
    assert s.trigger is not None and (s.trigger.why, s.trigger.group) == ("loot", a.id)
    sync(s, check_ends)
    assert s.age == "villainy" and s.todo == ["begin"]


@pytest.mark.rule("HST-MNST-04", "HST-MNST-17")
def test_the_dead_leave_their_loot_and_their_name() -> None:
    s, a, b = pair(("breeder", "Goblins", 1, 2), ("alpha", "Ogre", 1, 0))
    enc.meet(s, a.id, b.id)
    b.bribed = [a.id]
    sync(s, fortunes.lose_pop, a.id, 1, "hunger")
    assert not a.alive and s.rooms[a.lair].abandoned == a.name and len(bd.of(s, 0, "loot")) == 2
    assert a.id not in s.order and not b.bribed and a.id not in b.met and not a.claimed
    s.acted = []
    play(s, seasons.season, a.id)
    assert a.id not in s.acted


@pytest.mark.rule("HST-MNST-05")
def test_too_many_groups() -> None:
    s = page(max_groups=14)
    for k in range(14):
        group(s, "alpha", "Owlbear", 0.8 + (k % 7) * 1.5, 3.0 + (k // 7) * 2, 1, k % 3)
    play(s, yearly_event)
    assert s.trigger is not None and s.trigger.why == "crowded" and bd.loot(s, s.trigger.group) == 2
    s = page(ask="everything")
    s.quiet = ["drop", "place_room"]
    for k in range(8):
        group(s, "alpha", "Owlbear", 0.8 + (k % 7) * 1.5, 3.0 + (k // 7) * 2, 1)
    ran = play(s, yearly_event, answers=["villainy"])
    assert ran.asks[0].keys[:2] == ("stay", "villainy") and s.trigger is not None


@pytest.mark.rule("HST-TERM-05")
def test_the_cap_of_years() -> None:
    s = page(monsters_cap=40)
    who = group(s, "alpha", "Owlbear", 5.0, 5.0, 1, 2)
    s.year = 40
    sync(s, new_year)
    play(s, yearly_event)
    assert s.trigger is not None and (s.trigger.why, s.trigger.group) == ("cap", who.id)


@pytest.mark.rule("HST-MNST-06", "HST-ADVN-10")
def test_nobody_left() -> None:
    s = page()
    s.year = 5
    kingdom(s)
    wanderer(s, "Beasts", room(s, 5.0, 5.0), 2)
    sync(s, check_ends)
    assert s.todo == ["restart"]
    play(s, step)
    assert s.age == "disaster" and s.restarts == 1
    swept = page()
    swept.todo = ["restart:swept"]
    play(swept, step)
    assert swept.age == "monsters" and swept.todo == ["begin"] and swept.restarts == 1
    often = page()
    often.restarts = 3
    sync(often, restart, swept=False)
    assert often.age == "villainy"


@pytest.mark.rule("HST-MNST-14", "HST-ADVN-01", "HST-UNDD-01", "HST-UNDD-03")
def test_a_six_brings_a_party_or_the_dead() -> None:
    from undercroft.games.host.rules.adventurers.adventure import adventurers_or_undead

    s = page()
    for x in (1.5, 8.5):
        group(s, "alpha", "Owlbear", x, 5.0, 1)
    hoard = room(s, 5.0, 7.0)
    bd.make(s, "loot", 0, hoard.id)
    play(s, adventurers_or_undead)
    (dead,) = s.stacks.values()
    assert dead.flavour == "Slumbering Undead" and dead.node == hoard.id and counts(s, dead.id) == (1, 0)
    group(s, "alpha", "Ogre", 5.0, 4.0, 1)
    play(s, adventurers_or_undead, dice=Dice(2))
    assert s.parties == 1


@pytest.mark.rule("HST-MNST-01", "HST-CONV-05", "HST-CONV-10", "HST-ALPH-01", "HST-WAND-01")
def test_one_ogre_is_a_group_and_wanderers_are_none() -> None:
    from undercroft.games.host.screen import screen

    s = page()
    group(s, "alpha", "Ogre", 2.0, 4.0, 1)
    for x in (4.0, 5.0, 6.0, 7.0):
        wanderer(s, "Beasts", room(s, x, 6.0))
    assert len(bd.living(s)) == 1
    card = next(sheet for sheet in screen(s).sheets if sheet.title == "Ogre 1")
    assert [(line.label, line.value) for line in card.lines[:2]] == [("●", "1"), ("○", "0")]


# Arrivals and invasions.


def arrive(s: Host, kind: str, at: tuple[float, float], *dice: int) -> Group | None:
    found: Group | None = play(s, lairs.arrive, kind, at, "HST-DELV-02", dice=list(dice)).result
    return found


@pytest.mark.rule("HST-DELV-02", "HST-GEO-20", "HST-GEO-09")
def test_delvers_settle_in_the_closest_room() -> None:
    s = page()
    room(s, 3.0, 3.0)
    deep = room(s, 3.0, 5.0)
    who = arrive(s, "delver", (3.0, 4.0), 5)
    assert who is not None and who.lair == deep.id and counts(s, who.id) == (3, 2)
    assert len(who.rooms) == 5 and all(gr.connected(s, who.lair, r) for r in who.rooms)
    assert all(len(bd.inside(s, r)) <= s.rooms[r].capacity for r in who.rooms)
    assert who.name and who.alignment == "lawful"


@pytest.mark.rule("HST-DLVF-00", "HST-BRDF-00", "HST-ALPF-00", "HST-WNDF-00")
def test_the_flavour_tables_in_order() -> None:
    def names(kind: str) -> list[str]:
        return [line_at(flavours(kind), face).name for face in range(1, 13)]

    assert names("delver") == [
        "Antlings",
        "Dark Elf",
        "Darrow",
        "Druegar",
        "Dwarves",
        "Earth Devils",
        "Fungaliths",
        "Hobgoblin Miners",
        "Human Miners",
        "Magma Spirits",
        "Neanderthal",
        "New Delver",
    ]
    assert names("breeder") == [
        "Ants",
        "Earth Men",
        "Gnolls",
        "Gnomes",
        "Goblins",
        "Goblin Miners",
        "Cave Giants",
        "Kobolds",
        "Orcs",
        "Outsiders",
        "Tunnel Wyrds",
        "New Breeder",
    ]
    assert names("alpha") == [
        "Dragon",
        "Ettin",
        "Fire Giant",
        "Minotaur",
        "Ogre",
        "Ogre Magi",
        "Owlbear",
        "Purple Worm",
        "Rakshasa",
        "Sphinx",
        "Xorn",
        "Make up your own",
    ]
    assert names("wandering") == [
        "Ankheng",
        "Giant Slug",
        "Giant Spider",
        "Green Slime",
        "Itinerant Wizard",
        "Lone Hobgoblin",
        "Mimic",
        "Ooze",
        "Scavenger Jelly",
        "Skeletons",
        "Troll",
        "Make up your own",
    ]


@pytest.mark.rule(
    "HST-DLVF-03",
    "HST-DLVF-04",
    "HST-DLVF-05",
    "HST-DLVF-06",
    "HST-DLVF-07",
    "HST-DLVF-11",
    "HST-BRDF-02",
    "HST-BRDF-03",
    "HST-BRDF-05",
    "HST-BRDF-08",
    "HST-BRDF-11",
    "HST-BRED-01",
    "HST-DELV-01",
    "HST-ALPF-06",
    "HST-ALPF-07",
    "HST-ALPF-10",
    "HST-ALPF-01",
    "HST-ALPH-02",
    "HST-BRDF-09",
)
@pytest.mark.parametrize(
    ("kind", "dice", "beads", "alignment"),
    [
        ("delver", (3,), (4, 1), "lawful"),
        ("delver", (4,), (3, 2), "chaotic"),
        ("delver", (5,), (3, 2), "lawful"),
        ("delver", (6,), (3, 2), "lawful"),
        ("delver", (7,), (2, 2), "lawful"),
        ("delver", (11,), (4, 2), "lawful"),
        ("breeder", (2, 2), (2, 0), "lawful"),
        ("breeder", (3,), (1, 1), "chaotic"),
        ("breeder", (5,), (2, 1), "chaotic"),
        ("breeder", (8,), (3, 0), "chaotic"),
        ("breeder", (9,), (2, 2), "chaotic"),
        ("breeder", (11,), (1, 2), "chaotic"),
        ("alpha", (6,), (1, 1), "hungry"),
        ("alpha", (7,), (1, 0), "hungry"),
        ("alpha", (10, 5), (1, 1), "chaotic"),
        ("alpha", (1, 1), (1, 2), "lawful"),
        ("alpha", (2,), (2, 0), "hungry"),
    ],
)
def test_flavours_start_as_printed(kind: str, dice: tuple[int, ...], beads: tuple[int, int], alignment: str) -> None:
    s = page()
    room(s, 5.0, 5.0, "thumb")
    who = arrive(s, kind, (5.0, 5.0), *dice)
    assert who is not None and counts(s, who.id) == beads and who.alignment == alignment
    assert who.flavour in s.record[-1].text or who.flavour in " ".join(e.text for e in s.record)


@pytest.mark.rule("HST-DLVF-02")
def test_dark_elves_come_from_below() -> None:
    s = page()
    room(s, 4.0, 3.0)
    who = arrive(s, "delver", (4.0, 3.0), 2)
    assert who is not None and s.rooms[who.lair].y >= 6.5 and abs(s.rooms[who.lair].x - 4.0) < 1.0 and who.alignment == "chaotic"


@pytest.mark.rule("HST-DLVF-09", "HST-GEO-19")
def test_human_miners_dig_down_from_the_surface() -> None:
    s = page()
    who = arrive(s, "delver", (5.0, 6.0), 9)
    assert who is not None and counts(s, who.id) == (3, 1)
    lair = s.rooms[who.lair]
    assert lair.x == pytest.approx(5.0, abs=0.1) and lair.y < 2.3 and [e.kind for e in s.entrances] == ["adit"]
    play(s, seasons.season, who.id)
    adit = next(p for p in s.passages.values() if p.label == "adit")
    assert adit.length == pytest.approx(1.75, abs=0.05) and not who.mining
    tunnel(s, (3.0, adit.points[-1][1] + 0.9), (7.0, adit.points[-1][1] + 0.9))
    s.acted = []
    play(s, seasons.season, who.id)
    assert who.mining and sum(p.label == "adit" for p in s.passages.values()) == 2


@pytest.mark.rule("HST-DLVF-10", "HST-BRDF-10")
def test_extra_rooms() -> None:
    for kind, face, label in (("delver", 10, "Magma Pool"), ("breeder", 10, "Planar Warp")):
        s = page()
        room(s, 5.0, 5.0)
        who = arrive(s, kind, (5.0, 5.0), face)
        made = next(r for r in s.rooms.values() if r.label == label)
        assert who is not None and gr.connected(s, made.id, who.lair)


@pytest.mark.rule("HST-ALPF-05", "HST-ALPF-08", "HST-DELV-09")
def test_ogres_like_caves_and_worms_dig_their_own() -> None:
    s = page()
    room(s, 5.5, 5.0, maker="delver")
    cave = room(s, 6.7, 5.0)
    who = arrive(s, "alpha", (5.0, 5.0), 5)
    assert who is not None and who.lair == cave.id
    s = page()
    other = room(s, 2.0, 5.0)
    worm = arrive(s, "alpha", (7.0, 6.0), 8)
    assert worm is not None and (s.rooms[worm.lair].x, s.rooms[worm.lair].y) == (7.0, 6.0)
    assert gr.connected(s, worm.lair, other.id) and bd.loot(s, worm.id) == 1


@pytest.mark.rule("HST-DLVF-12", "HST-BRDF-12", "HST-ALPF-12", "HST-WNDF-12", "HST-CUST-01", "HST-CUST-03")
def test_a_twelve_is_ones_own() -> None:
    own = {"kind": "delver", "id": "glass_folk", "name": "Glass Folk", "pop": 5, "loot": 1, "alignment": "lawful"}
    s = page()
    s.custom = [own]
    room(s, 5.0, 5.0)
    who = arrive(s, "delver", (5.0, 5.0), 12)
    assert who is not None and who.flavour == "Glass Folk" and counts(s, who.id) == (5, 1)
    for kind in ("breeder", "alpha"):
        s = page()
        room(s, 5.0, 5.0)
        who = arrive(s, kind, (5.0, 5.0), 12)
        assert who is not None and who.flavour in ("Mud Imps", "Badgerlings", "Glass Hydra", "Grave Bear")
    from undercroft.games.host.rules.monsters.wandering import place_one

    s = page()
    room(s, 5.0, 5.0)
    st = play(s, place_one, (5.0, 5.0), dice=[12]).result
    assert st.flavour in ("Lost Tax Collector", "Lantern Moths")


@pytest.mark.rule("HST-INVD-01", "HST-INVD-02", "HST-INVD-04")
def test_an_arriving_group_bounces() -> None:
    s = page()
    dwarves = group(s, "delver", "Dwarves", 3.0, 4.0, 3, 2)
    orcs = group(s, "breeder", "Orcs", 6.2, 4.0, 2, 2)
    near = room(s, 5.42, 4.0)
    room(s, 5.2, 6.0)
    goblins = play(s, lairs.arrive, "breeder", (3.0, 4.0), "HST-BRED-02", dice=[5, 2, 5, 5, 2], room=s.rooms[dwarves.lair]).result
    assert zones.in_zone(s, orcs, (near.x, near.y), near.id)
    texts = " ".join(e.text for e in s.record)
    assert texts.count("burst in upon") == 2
    assert counts(s, goblins.id) == (1, 2) and counts(s, orcs.id) == (2, 1) and counts(s, dwarves.id) == (3, 2)
    assert zones.is_outside_zones(s, goblins.lair, goblins.id)


@pytest.mark.rule("HST-INVD-03")
def test_invaders_who_destroy_stay() -> None:
    s = page()
    weak = group(s, "breeder", "Kobolds", 3.0, 4.0, 1, 1)
    home = s.rooms[weak.lair]
    who = play(s, lairs.arrive, "delver", (3.0, 4.0), "HST-DELV-02", dice=[5, 6, 1], room=home).result
    assert not weak.alive and who.lair == home.id


# Seasons.


@pytest.mark.rule("HST-DELV-03", "HST-DELV-04", "HST-DELV-07")
def test_a_delver_season_at_an_ore_body() -> None:
    s = page()
    home = room(s, 5.0, 5.0, "thumb", "delver")
    tunnel(s, (5.5, 5.0), (9.0, 5.0))
    who = group(s, "delver", "Dwarves", 5, 5, 3, 3, at=home)
    other = group(s, "breeder", "Orcs", 1.5, 3.0, 2, 1)
    bd.make(s, "loot", 0, home.id)
    ore = lodes.add_ore(s, "mithral", [(5.0, 5.6), (5.5, 6.3), (4.5, 6.3)], "HST-PRIM-06")
    for cell in ore.cells[1:]:
        cell.remaining = 0.0
    play(s, seasons.season, who.id)
    assert counts(s, who.id) == (4, 4) and bd.loot(s, other.id) == 1
    (mine,) = bd.of(s, 0, "loot")
    assert s.rooms[mine.room].kind == "mine" and mine.id in who.mined
    s.acted = []
    play(s, seasons.season, who.id)
    assert counts(s, who.id) == (5, 5) and not lodes.unmined(s) and who.claimed


@pytest.mark.rule("HST-DLVF-01", "HST-DLVF-11")
@pytest.mark.parametrize("flavour", ["Antlings", "Neanderthal"])
def test_some_delvers_never_mine(flavour: str) -> None:
    s = page()
    home = room(s, 5.0, 5.0, "thumb", "delver")
    tunnel(s, (5.5, 5.0), (9.0, 5.0))
    who = group(s, "delver", flavour, 5, 5, 3, 3, at=home)
    lodes.add_ore(s, "mithral", [(5.0, 5.6), (5.5, 6.3), (4.5, 6.3)], "HST-PRIM-06")
    play(s, seasons.season, who.id)
    assert len(lodes.unmined(s)) == 4 and who.claimed


@pytest.mark.rule("HST-DELV-06")
def test_delvers_without_loot_leave() -> None:
    s = page()
    who = group(s, "delver", "Dwarves", 5.0, 5.0, 3, 0)
    play(s, seasons.season, who.id)
    assert not who.alive and s.rooms[who.lair].abandoned == who.name and not bd.of(s, who.id, "pop")


@pytest.mark.rule("HST-DELV-08")
def test_a_quiet_turn_meets_a_neighbour() -> None:
    s, a, b = pair(("delver", "Neanderthal", 3, 2), ("breeder", "Orcs", 4, 1))
    enc.meet(s, a.id, b.id)
    a.claimed = {pid: [(0.0, s.passages[pid].length)] for pid in s.passages}
    a.held = [r for r in s.rooms if r not in (a.lair, b.lair)]
    play(s, seasons.season, a.id, dice=[6, 1])
    assert b.id in s.met_now


@pytest.mark.rule("HST-DELV-09")
def test_delvers_improve_what_they_hold() -> None:
    s = page()
    home, cave = room(s, 3.0, 5.0), room(s, 4.0, 5.0)
    way = tunnel(s, (3.2, 5.0), (3.8, 5.0))
    who = group(s, "delver", "Antlings", 3, 5, 3, 3, at=home)
    play(s, seasons.season, who.id)
    assert cave.finish == "worked" and home.finish == "worked" and way.finish == "worked"


@pytest.mark.rule("HST-DELV-10", "HST-GEO-15")
def test_a_sealed_colony_digs_out() -> None:
    s = page()
    home = room(s, 3.0, 5.0, maker="delver")
    cave = room(s, 4.9, 5.0)
    who = group(s, "delver", "Antlings", 3, 5, 3, 3, at=home)
    play(s, seasons.season, who.id)
    assert gr.connected(s, home.id, cave.id)
    alone = page()
    home = room(alone, 3.0, 5.0, maker="delver")
    room(alone, 9.0, 5.0)
    who = group(alone, "delver", "Antlings", 3, 5, 3, 3, at=home)
    play(alone, seasons.season, who.id)
    (way,) = list(alone.passages.values())
    assert pg.dist(way.points[0], way.points[-1]) == pytest.approx(1.75, abs=0.05)


@pytest.mark.rule("HST-BRED-03", "HST-BRED-04")
def test_breeders_seize_and_breed() -> None:
    for start, after in (((1, 3), (3, 3)), ((2, 1), (3, 1))):
        s = page()
        home = room(s, 3.0, 5.0, "thumb")
        for end in ((6.0, 5.0), (3.0, 7.5), (1.0, 5.0)):
            tunnel(s, pg.edge_of_box(end, 3.0, 5.0, 1.0, 1.0), end)
        who = group(s, "breeder", "Goblins", 3, 5, *start, at=home)
        play(s, seasons.season, who.id)
        assert counts(s, who.id) == after
    s = page()
    who = group(s, "breeder", "Orcs", 3, 5, 1, 0, at=room(s, 3.0, 5.0, "thumb"))
    bd.make(s, "loot", 0, who.lair)
    sync(s, growth.seize, who, "HST-BRED-03")
    assert bd.loot(s, who.id) == 1


@pytest.mark.rule("HST-BRED-06", "HST-GEO-15")
def test_breeders_with_one_way_dig_another() -> None:
    s = page()
    home = room(s, 3.0, 5.0, "thumb")
    tunnel(s, (3.5, 5.0), (6.0, 5.0))
    cave = room(s, 3.0, 6.7)
    who = group(s, "breeder", "Goblins", 3, 5, 2, 2, at=home)
    play(s, seasons.season, who.id)
    made = [p for p in s.passages.values() if p.rule == "HST-BRED-06"]
    assert len(made) == 1 and made[0].length <= 1.9 and gr.connected(s, home.id, cave.id) and made[0].kind == "natural"


@pytest.mark.rule("HST-BRED-07", "HST-BRED-08")
def test_breeders_outgrow_their_support() -> None:
    s = page()
    home = room(s, 3.0, 5.0, "thumb")
    room(s, 7.5, 5.0, "thumb")
    tunnel(s, (3.5, 5.0), (7.0, 5.0))
    who = group(s, "breeder", "Goblins", 3, 5, 4, 1, at=home)
    sync(s, fortunes.gain_pop, who.id, 1, "HST-BRED-04")
    assert bd.pop(s, who.id) == 5
    play(s, breeders.support, who)
    child = s.groups[s.order[-1]]
    assert child.parent == who.id and counts(s, who.id) == (2, 1) and counts(s, child.id) == (2, 0)
    assert gr.graph_distance(s, who.lair, child.lair) >= 3.0 and child.name != who.name and child.alignment == who.alignment
    fine = page()
    who = group(fine, "breeder", "Goblins", 3, 5, 3, 1)
    play(fine, breeders.support, who)
    assert bd.pop(fine, who.id) == 3


@pytest.mark.rule("HST-BRED-07")
def test_hunger_is_told() -> None:
    """A group that breeds every year and never grows says why."""
    s = page()
    who = group(s, "breeder", "Orcs", 3.0, 5.0, 8, 2)
    ran = play(s, breeders.support, who)
    assert any("hungry" in text and who.name in text for text in ran.texts) and bd.pop(s, who.id) == 7
    fed = play(s, breeders.support, group(s, "breeder", "Orcs", 8.0, 5.0, 6, 2))
    assert not fed.texts
    last = group(s, "breeder", "Orcs", 6.0, 7.0, 1, 0)
    assert not any("hungry" in text for text in play(s, breeders.support, last).texts) and "hunger" in s.record[-1].text


@pytest.mark.rule("HST-BRDF-09", "HST-BRED-07")
def test_orcs_do_not_split() -> None:
    s = page()
    who = group(s, "breeder", "Orcs", 3.0, 5.0, 8, 2)
    play(s, breeders.support, who)
    assert bd.pop(s, who.id) == 7 and s.order == [who.id]


@pytest.mark.rule("HST-BRED-09")
def test_breeders_meet_the_weakest_neighbour() -> None:
    s = page()
    home = room(s, 3.0, 5.0, "thumb")
    who = group(s, "breeder", "Orcs", 3, 5, 3, 3, at=home)
    strong, weak = group(s, "delver", "Dwarves", 8.0, 3.0, 4, 1), group(s, "delver", "Dwarves", 8.0, 7.0, 2, 1)
    tunnel(s, (3.5, 5.0), (7.5, 3.0))
    tunnel(s, (3.5, 5.2), (7.5, 7.0))
    for other in (strong, weak):
        enc.meet(s, who.id, other.id)
    play(s, seasons.season, who.id, dice=[6, 1])
    assert s.met_now == [weak.id]


@pytest.mark.rule("HST-BRDF-04", "HST-BRDF-06")
def test_breeders_who_mine() -> None:
    def mined(flavour: str, pop: int, loot: int) -> int:
        s = page()
        home = room(s, 5.0, 5.0, "thumb")
        for end in ((8.0, 5.0), (2.0, 5.0)):
            tunnel(s, pg.edge_of_box(end, 5.0, 5.0, 1.0, 1.0), end)
        who = group(s, "breeder", flavour, 5, 5, pop, loot, at=home)
        lodes.add_ore(s, "mithral", [(5.0, 5.6), (5.5, 6.3), (4.5, 6.3)], "HST-PRIM-06")
        play(s, seasons.season, who.id)
        return len(bd.of(s, 0, "loot"))

    assert mined("Gnomes", 4, 1) == 1 and mined("Gnomes", 2, 3) == 0
    assert mined("Goblin Miners", 2, 3) == 1 and mined("Goblins", 4, 1) == 0


@pytest.mark.rule("HST-ALPH-03", "HST-ALPH-04")
def test_an_alpha_goes_for_the_closest() -> None:
    s = page()
    home, near, far = room(s, 2.0, 5.0), room(s, 3.4, 5.0), room(s, 4.4, 5.0)
    tunnel(s, (2.2, 5.0), (3.2, 5.0))
    tunnel(s, (3.6, 5.0), (4.2, 5.0))
    ogre = group(s, "alpha", "Ogre", 2, 5, 1, at=home)
    goblins = group(s, "breeder", "Goblins", 0, 0, 2, 1, at=far)
    spider = wanderer(s, "Giant Spider", near)
    play(s, seasons.season, ogre.id)
    assert spider.id not in s.stacks and bd.pop(s, goblins.id) == 2
    s = page()
    home, near, far = room(s, 2.0, 5.0), room(s, 3.4, 5.0), room(s, 4.4, 5.0)
    tunnel(s, (2.2, 5.0), (3.2, 5.0))
    tunnel(s, (3.6, 5.0), (4.2, 5.0))
    ogre = group(s, "alpha", "Ogre", 2, 5, 1, at=home)
    for cave in (near, far):
        bd.make(s, "loot", 0, cave.id)
    play(s, seasons.season, ogre.id)
    assert bd.loot(s, ogre.id) == 2


@pytest.mark.rule("HST-ALPH-05", "HST-ALPF-01")
def test_a_hungry_alpha_spends_then_moves_and_a_dragon_sleeps() -> None:
    s = page()
    home, other = room(s, 2.0, 5.0), room(s, 3.4, 5.0)
    tunnel(s, (2.2, 5.0), (3.2, 5.0))
    ogre = group(s, "alpha", "Ogre", 2, 5, 1, 1, at=home)
    play(s, seasons.season, ogre.id)
    assert counts(s, ogre.id) == (1, 0) and ogre.lair == home.id
    s.acted = []
    play(s, seasons.season, ogre.id)
    assert ogre.lair == other.id
    s = page()
    dragon = group(s, "alpha", "Dragon", 2, 5, 1, 2, "lawful")
    lair = dragon.lair
    play(s, seasons.season, dragon.id)
    assert counts(s, dragon.id) == (1, 2) and dragon.lair == lair


@pytest.mark.rule("HST-ALPH-05", "HST-ALPH-03", "HST-ALPH-04", "HST-GEO-21")
def test_an_alpha_in_a_sealed_cave_breaks_out() -> None:
    s = page()
    home = room(s, 2.0, 5.0)
    other = room(s, 4.4, 5.0)
    beast = group(s, "alpha", "Owlbear", 2, 5, 1, at=home)
    play(s, seasons.season, beast.id)
    (way,) = s.passages.values()
    assert pg.dist(way.points[0], way.points[-1]) == pytest.approx(2.0, abs=0.05)
    assert gr.connected(s, home.id, other.id) and pg.dist(gr.node_xy(s, beast.lair), (2.0, 5.0)) <= 3.0


@pytest.mark.rule("HST-ALPH-05", "HST-GEO-15")
def test_a_starving_beast_does_not_braid_one_tunnel() -> None:
    s = page()
    home, other = room(s, 2.0, 5.0), room(s, 5.1, 5.0)
    tunnel(s, (2.2, 5.0), (4.9, 5.0))  # a little more than a finger from middle to middle
    beast = group(s, "alpha", "Owlbear", 2, 5, 1, at=home)
    for _ in range(6):
        s.acted = []
        s.absolute += 1
        play(s, seasons.season, beast.id)
    joins = [way for way in s.passages.values() if {home.id, other.id} <= {stop.node for stop in way.stops}]
    assert len(joins) == 1 and len(s.passages) > 1
    left = [rid for rid, _ in beast.old_lairs]
    assert all(rid not in left[max(0, k - 3) : k] for k, rid in enumerate(left)), "no lair is taken again within three years"


@pytest.mark.rule("HST-ALPF-04")
def test_a_minotaur_may_build_a_maze() -> None:
    s = page(ask="everything")
    s.quiet = ["place_room"]
    home, cave = room(s, 2.0, 5.0), room(s, 3.4, 5.0)
    tunnel(s, (2.2, 5.0), (3.2, 5.0))
    bull = group(s, "alpha", "Minotaur", 2, 5, 1, 0, at=home)
    bd.make(s, "loot", 0, cave.id)
    play(s, seasons.season, bull.id, answers=["maze"])
    assert "maze" in home.tags and bd.loot(s, bull.id) == 0
    assert enc.strength(s, bull.id) + enc.bonus(s, bull.id, home.id) == 4


@pytest.mark.rule("HST-ALPF-08", "HST-ALPF-11")
def test_worm_and_xorn_dig_to_prey() -> None:
    for flavour in ("Purple Worm", "Xorn"):
        s = page()
        home, prey = room(s, 2.0, 5.0), room(s, 4.0, 5.0)
        digger = group(s, "alpha", flavour, 2, 5, 1, 1, at=home)
        goblins = group(s, "breeder", "Goblins", 0, 0, 2, 1, at=prey)
        play(s, seasons.season, digger.id, dice=[6, 1])
        assert gr.connected(s, home.id, prey.id) and goblins.id in s.met_now


@pytest.mark.rule("HST-ALPF-11")
def test_a_xorn_prefers_loot() -> None:
    s = page()
    home, prey = room(s, 2.0, 5.0), room(s, 4.0, 5.0)
    xorn = group(s, "alpha", "Xorn", 2, 5, 1, 0, at=home)
    goblins = group(s, "breeder", "Goblins", 0, 0, 2, 1, at=prey)
    bd.make(s, "loot", 0, room(s, 2.0, 7.0).id)
    play(s, seasons.season, xorn.id)
    assert bd.loot(s, xorn.id) == 1 and goblins.id not in s.met_now


@pytest.mark.rule("HST-DSTR-07", "HST-CAVE-02")
def test_a_plague_cave_hurts_each_group_once() -> None:
    s = page()
    home, sick = room(s, 3.0, 5.0, "thumb"), room(s, 4.2, 5.0)
    sick.plague = 1
    tunnel(s, (3.5, 5.0), (4.0, 5.0))
    orcs = group(s, "breeder", "Orcs", 3, 5, 3, 2, at=home)
    sync(s, skirmishes.hazard, orcs.id, sick.id)
    sync(s, skirmishes.hazard, orcs.id, sick.id)
    assert bd.pop(s, orcs.id) == 2


@pytest.mark.rule("HST-ENCT-08", "HST-SURF-03", "HST-SURF-04", "HST-WCON-03")
def test_breeders_come_upon_a_farm() -> None:
    for x, met in ((3.0 + 0.8 + 0.2, True), (3.0 + 1.5 + 0.2, False)):
        s = page()
        cave = room(s, 3.0, 2.6)
        tunnel(s, (3.0, 2.4), (3.0, 1.75), entrance="cave_mouth")
        realm = kingdom(s, 9.0)
        land = farm(s, realm, x)
        goblins = group(s, "breeder", "Goblins", 0, 0, 3, 1, at=cave)
        found = gr.reach(s, Spot(cave.id), 3.0).far
        assert (land.id in found) is met
        if met:
            play(s, skirmishes.meet_building, goblins.id, land.id)
            assert bd.pop(s, goblins.id) == 2 and not bd.inside(s, land.id) and land.id in s.rooms
            ogre = group(s, "alpha", "Ogre", 6.0, 6.0, 1)
            bd.make(s, "pop", realm.id, land.id)
            play(s, skirmishes.meet_building, ogre.id, land.id)
            assert bd.pop(s, ogre.id) == 1 and not bd.inside(s, land.id)


@pytest.mark.rule("HST-GEO-21")
def test_a_lair_that_finds_no_room_digs_one() -> None:
    s = page()
    ogre = group(s, "alpha", "Ogre", 5, 5, 1, at=room(s, 5.0, 5.0))
    foe = group(s, "delver", "Dwarves", 3.0, 5.0, 3, 2)
    before = pg.dist(gr.node_xy(s, foe.lair), gr.node_xy(s, ogre.lair))
    play(s, lairs.move_lair, ogre, foe.id, 1.0, "HST-DELV-12")
    assert pg.dist(gr.node_xy(s, foe.lair), gr.node_xy(s, ogre.lair)) >= before + 0.9


@pytest.mark.rule("HST-MNST-02")
def test_crypt_loot_counts_for_nobody() -> None:
    s = page()
    orcs = group(s, "breeder", "Orcs", 3.0, 5.0, 4, 5)
    bd.make(s, "loot", 0, orcs.lair, role="crypt")
    sync(s, growth.seize, orcs, "HST-BRED-03")
    assert bd.loot(s, orcs.id) == 5 and s.trigger is None


def test_the_trigger_is_kept_for_the_villain() -> None:
    s = page()
    s.trigger = Trigger("cap", 0, 3)
    sync(s, check_ends)
    assert s.age == "villainy"

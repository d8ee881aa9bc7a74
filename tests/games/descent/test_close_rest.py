"""A close look at what was left: parachutes, fangs, lines of baddies, names, slaves, prizes, and the desk."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table, run
from undercroft.games.descent.bestiary import Baddie, baddies
from undercroft.games.descent.content import chart
from undercroft.games.descent.content import sages as sages_table
from undercroft.games.descent.rules.battle import balls, blows, tricks
from undercroft.games.descent.rules.bestiary import reptiles
from undercroft.games.descent.rules.campaign import campaign, desk
from undercroft.games.descent.rules.company import company
from undercroft.games.descent.rules.directions import crossings, passages
from undercroft.games.descent.rules.personas import people
from undercroft.games.descent.rules.sages import sages
from undercroft.games.descent.rules.surface import home, recruits
from undercroft.games.descent.rules.treasure import finds
from undercroft.games.descent.state import Game

from .scene import fight, game, played, two
from .test_close_walk import WATER


@pytest.mark.rule("DES-MAZE-17", "DES-MAZE-23")
def test_a_parachute_carries_its_owner_and_one_friend_who_has_none() -> None:
    s = game("warrior", "warrior", "warrior", "warrior", fall_hits=1, maze=two(WATER), at=(2, 2, 1))
    for m in s.members[:2]:
        m.goods["PARACHUTE"] = 1
    whole = [m.body for m in s.members]
    played(passages.fall, s, (3, 2, 2), why="trap door")
    assert [m.body for m in s.members] == whole  # two parachutes carry four
    s.members[1].goods.pop("PARACHUTE")
    played(passages.fall, s, (3, 3, 2), why="trap door")
    assert [m.body < n for m, n in zip(s.members, whole, strict=True)] == [False, False, True, True]


@pytest.mark.rule("DES-SUP-07")
def test_every_bite_is_counted_by_where_it_went() -> None:
    m = game("warrior").members[0]
    for worn in (True, True, False):
        reptiles._fangs(m, worn)
    assert (m.snake_armour, m.snake_hits) == (2, 1)


@pytest.mark.rule("DES-BAD-10")
def test_a_baddies_line_is_the_mazes_own_first_and_the_traitors_is_no_table() -> None:
    s = game("warrior")
    name = next(iter(baddies()))
    assert people.line_of(s, name) is baddies()[name]
    assert people.line_of(s, "Traitor") is people.TRAITOR
    own = Baddie(name=name, category="humanoid", hits=9, to_hit=7, weapons={"others": 8}, number_fixed=1, nerve="fanatic")
    s.home_baddies = [own]
    assert people.line_of(s, name) is own


@pytest.mark.rule("DES-WAR-05", "DES-WAR-06")
@pytest.mark.parametrize("rank", [11, 10, 9])
def test_a_rank_without_a_line_adds_nothing(rank: int) -> None:
    s = game("warrior")
    m = s.members[0]
    m.rank = rank
    extra = people.full_body(s, m) - people.base_hits(s, m)
    row = chart("warrior").get(rank)
    assert extra == (row.extra_hits if row is not None else 0)
    m.rank = 99
    assert people.full_body(s, m) == people.base_hits(s, m)


@pytest.mark.rule("DES-SAGE-13")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_toll_is_told_as_the_die_says(face: int) -> None:
    s = game("warrior")
    s.chest.gold = 10
    ran, _ = played(sages.toll, s, dice=[face])
    takes = next(row.takes for row in sages_table().toll if face in row.die)
    assert ran.texts[-1] == f"The sage takes {takes}."


@pytest.mark.rule("DES-SETUP-05", "DES-SETUP-07")
def test_a_newcomer_without_a_name_has_the_first_that_is_free() -> None:
    s = game("warrior")
    free = recruits.free_names(s, "warrior", "he")
    ran = run(recruits.make, s, 0, "warrior", "human", name="", sex="he", virgin=False, dice=Dice(1))
    assert ran.result.name == free[0]
    assert recruits.free_names(s, "warrior", "he") == free[1:]
    assert run(recruits.make, s, 0, "warrior", "human", name="Odo", sex="he", virgin=False, dice=Dice(1)).result.name == "Odo"


@pytest.mark.rule("DES-SPELL-21")
def test_a_traitor_who_is_bound_comes_back_and_a_baddie_becomes_a_slave() -> None:
    s = game("wizard", "warrior")
    b = fight(s, "Orcs", 2)
    first = s.members[0]
    b.foes[0].member = first.id  # number 0 is a member like any other
    first.status = "traitor"
    s.party = [s.members[1].id]
    count = len(s.members)

    async def bind(t: Table[Game], number: int) -> None:
        balls.enslave(t, b, s.members[1], number)

    run(bind, s, b.foes[0].id)
    assert (first.status, s.party, len(s.members)) == ("ready", [s.members[1].id, first.id], count)
    run(bind, s, b.foes[0].id)
    assert (len(s.members), s.members[-1].kind, b.foes) == (count + 1, "slave", [])


@pytest.mark.rule("DES-TREAS-29", "DES-SUPF-02")
@pytest.mark.parametrize(("number", "it"), [(1, "Take it?"), (2, "Take them?")])
def test_a_prize_is_offered_as_one_or_as_many(number: int, it: str) -> None:
    s = game("warrior")
    ran, change = played(finds.award, s, "TORCHES", number, s.members, rule="DES-TREAS-29", answers=["decline"])
    assert ran.asks[0].prompt.endswith(it)
    assert change["chest.goods.TORCHES"] == number


@pytest.mark.rule("DES-WPN-12")
def test_whoever_parries_has_found_out_what_a_quarterstaff_is_for() -> None:
    s = game("warrior +quarterstaff")
    b = fight(s, "Orcs", 1)
    run(tricks._parry, s, b, s.members[0], None)
    assert b.parry == [s.members[0].id]
    assert "QUARTERSTAFF" in s.discovered


@pytest.mark.rule("DES-DIV-07", "DES-IDEA-13")
def test_when_nobody_comes_back_the_baggage_is_lost() -> None:
    s = game("warrior")
    s.members[0].status = "dead"
    s.ended, s.curses = "lost", ["ill company"]
    s.chest.gold = 50
    run(home.homecoming, s, dice=Dice(1))
    assert (s.chest.gold, s.curses) == (0, [])


@pytest.mark.rule("DES-GM-04")
def test_looking_up_what_they_know_is_no_move() -> None:
    s = game("warrior")
    ran = run(desk.know, s, 1, gamesmaster=1)
    assert ran.result is False
    assert {event.only for event in ran.events} == {(1,)}


@pytest.mark.rule("DES-IDEA-10")
@pytest.mark.parametrize(("rank", "hauled", "winners"), [(10, 0, ()), (10, 1, (0,)), (9, 0, (0,))])
def test_who_brought_anything_at_all_may_win(rank: int, hauled: int, winners: tuple[int, ...]) -> None:
    s = game("warrior")
    m = s.members[0]
    m.rank, m.karma, m.status = rank, 0, "home"
    m.goods, m.gold, m.hand, s.tally["hauled"] = {}, 9, "", hauled  # what is in the purse was there before
    assert campaign.outcome(s).winners == winners


@pytest.mark.rule("DES-BST-38", "DES-ARM-10")
@pytest.mark.parametrize(("effect", "hits"), [("", 1), ("two hits", 2), ("three hits", 3)])
def test_what_a_blow_says_of_its_hits(effect: str, hits: int) -> None:
    aimed = blows.Aim(7, 0, "sword", effect or "one hit")
    assert blows.hits_of(baddies()["Orcs"], aimed, 8, 8, "SWORD") == hits


@pytest.mark.rule("DES-SUP-41", "DES-MAGW-29")
def test_one_boat_sinks_and_the_other_is_still_in_the_baggage() -> None:
    s = game("warrior")
    s.chest.goods = {"BOAT": 2, "STEEL HULL": 2}
    s.boat = {"left": 1, "full": 5}

    async def hit(t: Table[Game]) -> None:
        crossings.hit_boat(t)

    run(hit, s)
    assert (s.boat, s.chest.goods) == ({}, {"BOAT": 1, "STEEL HULL": 1})


@pytest.mark.rule("DES-DIAL-08")
@pytest.mark.parametrize(("level", "more"), [(1, 0), (2, 2), (3, 4)])
def test_deeper_levels_send_more_of_them(level: int, more: int) -> None:
    s = game("warrior", level_danger=2)
    s.at[0] = level
    usual = baddies()["Orcs"].number_2_to_12[7 - 2]
    assert run(company.how_many, s, baddies()["Orcs"], dice=[[3, 4]]).result == (usual + more, False)

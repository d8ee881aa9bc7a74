"""Running: parting blows, stalls, pursuit, and whoever holds the rear."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Table, run
from undercroft.games.descent.maze_file import load
from undercroft.games.descent.rules.battle import field, strikes
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.ending import flee, meeting, rounds
from undercroft.games.descent.rules.mapping.answers import Go
from undercroft.games.descent.rules.mapping.mapping import edge_key
from undercroft.games.descent.rules.orders import walk
from undercroft.games.descent.rules.wounds.wounds import wound
from undercroft.games.descent.state import Game, Guard

from .scene import fight, game
from .test_battle import WALL, blow


@pytest.mark.rule("DES-FLEE-02", "DES-MAGW-12", "DES-MAGW-13", "DES-FLEE-04")
def test_tangle_weed_in_the_right_place() -> None:
    """Example 53."""
    s = game(*WALL, at=(2, 3, 5))
    s.members[0].goods["TANGLE-WEED"] = 2
    s.before = [2, 2, 5]
    b = fight(s, "Orcs", 4, place="chamber")
    s.guards["2:3,5"] = Guard()
    b.chamber = "2:3,5"
    run(flee.run, s, "tangle")
    assert s.members[0].goods["TANGLE-WEED"] == 1
    assert s.at == [2, 2, 5]
    assert all(m.body == 5 for m in s.members)
    s.before = [2, 2, 4]
    b = fight(s, "Orcs", 4)
    assert "tangle" not in dict(flee.stalls(s, b))
    run(flee.run, s, "", dice=[7, 6, 5, 9, [1, 2]])
    assert sum(5 - m.body for m in s.members) == 2
    assert s.at == [2, 2, 4]


@pytest.mark.rule("DES-FLEE-02")
def test_a_slung_shield_takes_parting_blows() -> None:
    s = game("warrior")
    m = s.members[0]
    m.shield, m.shield_left = "SHIELD", 5
    run(wound, s, m, 2, "Orcs", parting=True)
    assert (m.shield_left, m.body) == (3, 5)
    m.shield_front = True
    run(wound, s, m, 2, "Orcs", parting=True)
    assert (m.shield_left, m.body) == (3, 3)


@pytest.mark.rule("DES-FLEE-03", "DES-SUP-21", "DES-SUP-26", "DES-SUP-35", "DES-SUP-36", "DES-MAGW-37", "DES-SPELL-27")
@pytest.mark.parametrize(
    ("goods", "foe", "place", "key", "works"),
    [
        ("TANGLE-WEED", "Orcs", "chamber", "tangle", True), ("SMOKE BOMBS", "Orcs", "corridor", "bomb", True),
        ("SMOKE GRENADES", "Orcs", "corridor", "grenade", True), ("PINS", "Bears", "corridor", "pins", True),
        ("PINS", "Hoplites", "corridor", "pins", False), ("HANDI WRAP", "Orcs", "corridor", "wrap", True),
        ("GLUE", "Orcs", "chamber", "glue", True), ("GLUE", "Orcs", "corridor", "glue", False),
        ("TANGLING BALLS", "Orcs", "chamber", "tangling", True), ("TANGLING BALLS", "Orcs", "corridor", "tangling", False),
    ],
)  # fmt: skip
def test_stalls(goods: str, foe: str, place: str, key: str, works: bool) -> None:
    s = game("warrior", "wizard")
    s.members[1 if "BALLS" in goods else 0].goods[goods] = 1
    b = fight(s, foe, 4, place=place)
    assert (key in dict(flee.stalls(s, b))) is works
    if works:
        ran = run(flee.run, s, key)
        assert not [event for event in ran.events if event.kind == "roll"]
        assert goods not in s.members[1 if "BALLS" in goods else 0].goods or goods == "GLUE"


@pytest.mark.rule("DES-FLEE-03", "DES-SUP-30", "DES-SPELL-26")
def test_burning_brandy_and_blindness_stall() -> None:
    s = game("warrior")
    s.members[0].goods.update({"SAURIAN BRANDY": 1, "MATCHES": 1})
    b = fight(s, "Orcs", 4)
    assert "brandy" in dict(flee.stalls(s, b))
    run(flee.run, s, "brandy")
    assert s.members[0].uses["MATCHES"] == 5
    b = fight(s, "Orcs", 4)
    b.stall = True
    assert "blind" in dict(flee.stalls(s, b))


@pytest.mark.rule("DES-FLEE-05", "DES-FLEE-06")
def test_pursuit_in_corridors_and_running_at_once() -> None:
    s = game("warrior plate")
    run(coming.meet, s, name="Orcs", number=2)
    ran = run(meeting.decide, s, answers=["run"], dice=[3, 3, [4, 4]])
    assert {"fight", "offer", "run"} <= set(ran.asks[0].keys)
    assert s.phase == "battle"
    assert s.battle is not None
    assert len(s.battle.foes) == 2


@pytest.mark.rule("DES-FLEE-01", "DES-FLEE-06")
def test_the_leader_is_asked_again_at_the_end_of_every_round() -> None:
    s = game("warrior plate +axe")
    fight(s, "Trolls", 2)
    for _ in range(2):
        ran = run(rounds.fight_round, s, answers=["strike@0", "stay"], dice=[2, 2, 2])
        assert ran.asks[-1].rule == "DES-FLEE-06"
    b = s.battle
    assert b is not None
    for foe in b.foes:
        foe.hits = 1
    run(rounds.fight_round, s, answers=["strike@0", "stay"], dice=[2, 2, 12, [1, 2]])
    run(rounds.fight_round, s, answers=["strike@1"], dice=[2, 12])
    assert s.phase == "spoils"


@pytest.mark.rule("DES-CHIV-03")
def test_the_chivalrous_do_not_run_from_a_held_comrade() -> None:
    s = game("warrior 7", "warrior 7")
    b = fight(s, "Crocs", 2)
    s.members[1].held = 0
    b.foes[0].holds = 1
    ran = run(flee.run, s, "")
    assert s.battle is not None
    assert any("chivalrous" in text for text in ran.texts)


@pytest.mark.rule("DES-AFT-02", "DES-WPN-05", "DES-WPN-17")
def test_thrown_weapons_come_back_arrows_do_not() -> None:
    from undercroft.games.descent.rules.ending.aftermath import gather

    s = game("warrior +throwing_axe")
    m = s.members[0]
    m.goods["THROWING AXE"] = 2
    b = fight(s, "Trolls", 2)
    for _ in range(2):
        run(blow, s, m, dice=[3])
    assert not strikes._strikes(s, b, m)
    assert m.goods["THROWING AXE"] == 2
    run(gather, s)
    assert field.available(b, m, "THROWING AXE") == 2
    m.goods.update({"BOW": 1, "ARROWS": 10})
    m.hand = "BOW"
    fight(s, "Trolls", 2)
    for _ in range(3):
        run(blow, s, m, dice=[3], ammo="ARROWS")
    run(gather, s)
    assert m.goods["ARROWS"] == 7


@pytest.mark.rule("DES-NOTE-05")
def test_three_mace_bearers_against_twenty_orcs() -> None:
    """The first recorded party: the orcs win nine times in ten, at least."""
    from undercroft.engine import Dice

    lost = 0
    for seed in range(200):
        s = game("priest +mace", "priest +mace", "priest +mace")
        fight(s, "Orcs", 20, light=False)
        dice = Dice(seed)
        while s.phase == "battle":
            drive(s, dice)
        lost += s.phase == "home"
    assert lost >= 180


def drive(s: Game, dice: Any) -> None:
    """One round with every fighter striking and nobody running."""
    from undercroft.engine import Dice

    assert isinstance(dice, Dice)
    table = Table(s, dice, light=True)
    coroutine = rounds.fight_round(table)
    send = None
    try:
        while True:
            ask = coroutine.send(send)
            wanted = [key for key in ask.keys if key.startswith("strike") or key in ("stay", "hold")]
            send = (wanted or list(ask.keys))[0]
    except StopIteration:
        pass


@pytest.mark.rule("DES-IDEA-05")
def test_a_rear_guard_earns_fifteen() -> None:
    s = game("warrior plate", "priest")
    b = fight(s, "Orcs", 2)
    run(flee.rear_guard, s, answers=["m0"], dice=[12, 3])
    assert s.members[0].karma == 15
    assert s.battle is None
    assert b.foes


FALLEN = """
maze   Pit
level  1
north  up

grid
+-+-+-+
|T . o|
+-+-+-+
|. . .|
+-+-+-+
end

legend
T  tower  from=surface
o  trapdoor
end

maze   Pit
level  2
north  up

grid
+-+-+-+-+
|. . A A|
+-+-+ + +
|. .DA A|
+-+-+-+-+
end

legend
A  chamber
end
"""


@pytest.mark.rule("DES-FLEE-04", "DES-MAZE-23")
def test_a_party_that_fell_into_a_chamber_runs_out_of_it() -> None:
    """There is no way back up: it runs by the nearest way out it sees, and does not heal beside those it ran from."""
    s = game("warrior", "priest", maze=load(FALLEN, "pit.txt"), at=(1, 2, 1))
    run(walk.go, s, Go("go", "East"), dice=[1, 2, 1, [3, 4]])
    assert s.at == [2, 3, 1]
    b = s.battle
    assert b is not None
    number = len(b.foes)
    ran = run(meeting.decide, s, answers=["run"], dice=[[0, 1], *[[1, 2]] * min(4, number)])
    assert s.phase == "walk"
    assert s.at == [2, 2, 1]
    assert ran.texts[-2:] == ["The party is out of the chamber.", "'As you like,' says the gamesmaster."]
    assert len(s.guards["2:3,1"].foes) == number


@pytest.mark.rule("DES-FLEE-04")
def test_out_of_a_shut_chamber_it_runs_by_the_door() -> None:
    s = game("warrior", maze=load(FALLEN.replace("|. . A A|", "|. .|A A|"), "pit.txt"), at=(2, 4, 1))
    b = fight(s, "Orcs", 1, place="chamber", chamber="2:3,1")
    s.guards["2:3,1"] = Guard(foes=b.foes, entered=True)
    run(flee.get_away, s, b, stalled=True)
    assert s.at == [2, 2, 2]
    assert edge_key(2, 3, 2, 3) in s.opened


@pytest.mark.rule("DES-FLEE-04")
def test_where_there_is_no_way_out_there_is_no_running() -> None:
    shut = FALLEN.replace("|. . A A|", "|. .|A A|").replace("|. .DA A|", "|. .SA A|")
    s = game("warrior", maze=load(shut, "pit.txt"), at=(2, 3, 1))
    b = fight(s, "Orcs", 1, place="chamber", chamber="2:3,1")
    s.members[0].goods["SMOKE BOMBS"] = 1
    assert not [key for key in meeting.meeting_options(s, b) if key.startswith("run")]
    s.guards["2:3,1"] = Guard(foes=b.foes, entered=True)
    keys = run(rounds.round_ends, s, b, answers=["stay"]).asks[0].keys
    assert not {"run", "run:bomb", "rear"} & set(keys)
    s.sensed.append(edge_key(2, 3, 2, 3))  # a sage has told of the secret door
    assert {"run", "run:bomb"} <= set(meeting.meeting_options(s, b))

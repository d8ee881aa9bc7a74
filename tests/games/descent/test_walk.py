"""The walk on the model level: the spoken directions, doors, panels, chutes, trap doors, the party's own map."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import run
from undercroft.engine.ask import option_of
from undercroft.games.descent.maze_file import load
from undercroft.games.descent.rules.basics.speech import count_aloud, part_of
from undercroft.games.descent.rules.campaign.campaign import walking
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.directions import crossings, passages
from undercroft.games.descent.rules.ending import flee, outcome, rounds
from undercroft.games.descent.rules.mapping.answers import Go
from undercroft.games.descent.rules.mapping.mapping import edge_key, pencil
from undercroft.games.descent.rules.orders import errands, walk
from undercroft.games.descent.rules.orders.answers import Heal
from undercroft.games.descent.rules.wounds import lines
from undercroft.games.descent.state import Guard

from .scene import fight, game, two

ELVES = ("elf warrior", "priest")


TINY = "maze Tiny\nlevel 1\nnorth up\n\ngrid\n+-+-+-+\n|T .DA|\n+-+-+-+\nend\n\nlegend\nT tower from=surface\nA chamber\nend\n"
STAIRS = TINY.replace("|T .DA|", "|T . >|").replace("A chamber", "> stairs to=2")
BELOW = (
    TINY.replace("|T .DA|", "|. . <|").replace("level 1", "level 2").replace("T tower from=surface\nA chamber", "< stairs to=1")
)


def tells(ran: object) -> list[str]:
    return ran.texts  # type: ignore[attr-defined,no-any-return]


@pytest.mark.rule(
    "DES-MAZE-05",
    "DES-MOVE-02",
    "DES-MOVE-03",
    "DES-MOVE-04",
    "DES-MOVE-05",
    "DES-MOVE-06",
    "DES-MOVE-07",
    "DES-MOVE-11",
    "DES-MOVE-16",
    "DES-FORM-04",
    "DES-FLAV-01",
    "DES-MAZE-07",
    "DES-MOVE-13",
    "DES-DENOM-02",
)
def test_the_spoken_walk_from_the_tower() -> None:
    """Example 1: opened door, then East, South, West, South, South, each report as the booklet speaks it, with no dice at all."""
    s = game(*ELVES)
    spoken = []
    for order in ("open:East", "go:East", "go:South", "go:West", "go:South", "go:South"):
        ran = run(walk.order, s, answers=[order])
        spoken += tells(ran)
    assert spoken == [
        "The door opens on a corridor leading to the East.",
        "Ten, twenty feet East, corridor goes North, South, East and West.",
        "Ten feet South, corridor ends, goes West.",
        "Ten, twenty, thirty, forty feet West, corridor ends, goes South.",
        "Ten feet South, continues South, goes East.",
        "Ten feet South, continues South, secret door to the East.",
    ]
    assert s.at == [2, 2, 5]
    assert "open:East" in walk.ways(s)
    assert "go:South" in walk.ways(s)


@pytest.mark.rule(
    "DES-MAZE-08",
    "DES-MOVE-09",
    "DES-MOVE-10",
    "DES-MAZE-05",
    "DES-MAZE-04",
    "DES-MAZE-09",
    "DES-MAZE-01",
    "DES-BAD-01",
    "DES-BAD-02",
    "DES-BAD-03",
)
def test_opening_the_secret_door_on_the_chamber() -> None:
    """Example 2: size, place, the other door, then ten orcs without any doubles roll; no treasure yet."""
    s = game(*ELVES, at=(2, 2, 5))
    assert [option for option in walk.ways(s) if option.startswith("open")] == ["open:East"]
    label = option_of(walk.ways(s)["open:East"]).label
    assert "secret door" in label
    assert "chamber" not in label.lower()
    ran = run(walk.order, s, answers=["open:East"], dice=["1d6=1", "1d6=2", "1d6=1", [3, 4]])
    assert tells(ran)[:3] == [
        "The door opens on a chamber.",
        "Chamber, twenty feet by twenty feet, you are in the upper left-hand part of it, "
        "there is a secret door on the lower right-hand part, to the East.",
        "Ten Orcs (humanoid): one hit each, four abreast; each strikes one, and hits on 8.",
    ]
    assert s.phase == "meeting"
    assert s.battle is not None
    assert s.battle.treasure
    assert s.chest.gold == s.chest.silver == 0
    assert not s.spoils


@pytest.mark.rule("DES-MOVE-07")
def test_a_door_that_stands_open_is_still_called_a_door() -> None:
    s = game(*ELVES, at=(2, 2, 4))
    s.opened.append("2:4,9")
    s.sensed.append("2:4,9")
    ran = run(walk.order, s, answers=["go:South"])
    assert tells(ran)[0] == "Ten feet South, continues South, open door to the East."
    assert option_of(walk.ways(s)["go:East"]).label == "Go East"


@pytest.mark.rule("DES-MOVE-16", "DES-MOVE-11", "DES-DENOM-02")
@pytest.mark.parametrize(("folk", "told"), [("elf warrior", ", secret door to the East"), ("warrior", "")])
def test_where_the_party_is_set_down_it_is_told_of_doors_as_well(folk: str, told: str) -> None:
    s = game(folk, at=(2, 4, 2))
    ran = run(passages.set_down, s, (2, 2, 5), why="trap door")
    assert tells(ran)[-1] == f"Here the corridor goes North and South{told}."


@pytest.mark.rule("DES-MAZE-28", "DES-MAZE-29")
def test_leaving_by_another_door_throws_once_and_by_the_same_door_never() -> None:
    s = game(*ELVES, at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True, cleared=True, emptied=True)
    s.opened.append("2:4,9")
    s.sensed += ["2:4,9", "2:8,11"]
    ran = run(walk.order, s, answers=["open:4,6:East"], dice=[[6, 6], 1, 2, 1, [3, 4]])
    assert s.battle is not None
    assert not s.battle.treasure
    assert sum(1 for event in ran.events if event.kind == "roll") == 5
    s = game(*ELVES, at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True, cleared=True, emptied=True)
    s.opened.append("2:4,9")
    ran = run(walk.order, s, answers=["go:3,5:West"])
    assert s.at == [2, 2, 5]
    assert s.battle is None


@pytest.mark.rule("DES-MAZE-06", "DES-DBL-01", "DES-DBL-03", "DES-DBL-02", "DES-GM-03")
def test_a_secret_door_on_a_corridor_throws_once_a_descent() -> None:
    """Example 3."""
    maze = two(
        "maze Tiny\nlevel 1\nnorth up\n\ngrid\n+-+-+-+\n|T . S.|\n+-+-+-+\nend\n\nlegend\nT tower from=surface\nend\n".replace(
            "|T . S.|", "|T .S.|"
        )
    )
    cases: list[tuple[list[Any], bool]] = [([[5, 5], 1, 2, 1, [3, 4]], True), ([[5, 4]], False)]
    for dice, met in cases:
        s = game("elf warrior", maze=maze, at=(1, 2, 1))
        ran = run(walk.order, s, answers=["open:East"], dice=dice)
        assert (s.battle is not None) is met
        rolls = [event.text for event in ran.events if event.kind == "roll"]
        assert rolls[0].startswith("The gamesmaster throws for doubles")
    ran = run(walk.order, s, answers=["go:East"], dice=[[1, 2]])  # the dead end beyond
    assert s.at == [1, 3, 1]
    ran = run(walk.order, s, answers=["go:West"])
    ran = run(walk.order, s, answers=["go:East"])
    assert not [event for event in ran.events if event.kind == "roll"]


@pytest.mark.rule("DES-DBL-01")
def test_six_of_thirty_six_are_doubles_and_the_dice_agree() -> None:
    from undercroft.engine import Dice, parse

    assert sum(1 for one in range(1, 7) for other in range(1, 7) if one == other) == 6
    dice = Dice(1974)
    pairs = sum(1 for _ in range(60000) if len(set(dice.faces(parse("2d6")))) == 1)
    assert 9600 <= pairs <= 10400


@pytest.mark.rule("DES-MAZE-21", "DES-MAZE-22", "DES-MOVE-17", "DES-DBL-02")
def test_a_sliding_panel_falls_behind_and_gets_one_try() -> None:
    """Example 4: the party's own throw fails, and no second try is offered."""
    s = game(*ELVES, at=(2, 6, 2))
    ran = run(walk.order, s, answers=["go:East"])
    assert tells(ran) == ["Ten, twenty feet East. Something slides shut behind you."]
    assert s.at == [2, 8, 2]
    assert "go:West" not in walk.ways(s)
    assert "panel:West" in errands.errands(s)
    ran = run(walk.order, s, answers=["panel:West"], dice=[[2, 6]])
    assert next(event.text for event in ran.events if event.kind == "roll").startswith("The party throws")
    assert "panel:West" not in errands.errands(s)
    assert pencil(s).edges["14,3"] == "P"


@pytest.mark.rule("DES-MOVE-03", "DES-MAZE-22")
def test_doubles_raise_the_panel() -> None:
    s = game(*ELVES, at=(2, 6, 2))
    run(walk.order, s, answers=["go:East"])
    run(walk.order, s, answers=["panel:West"], dice=[[1, 1]])
    assert "go:West" in walk.ways(s)


@pytest.mark.rule("DES-SUP-34")
def test_gum_in_the_groove_gives_a_second_throw() -> None:
    s = game(*ELVES, at=(2, 7, 2))
    s.members[0].goods["BUBBLE GUM"] = 2
    run(walk.order, s, answers=["gum"])
    assert s.members[0].goods["BUBBLE GUM"] == 1
    run(walk.order, s, answers=["go:East"])
    run(walk.order, s, answers=["panel:West"], dice=[[1, 2]])
    assert "panel:West" in errands.errands(s)
    run(walk.order, s, answers=["panel:West"], dice=[[3, 3]])
    assert "go:West" in walk.ways(s)


@pytest.mark.rule("DES-MAZE-17", "DES-MAZE-18", "DES-MAZE-19", "DES-MAZE-20", "DES-DENOM-03")
def test_the_chute_to_the_fifth_level() -> None:
    """Example 5: sucked in, no dice, no way back, and the dwarf counts three levels."""
    s = game("dwarf warrior", "priest", maze="crabgrass", at=(2, 6, 1))
    assert option_of(walk.ways(s)["open:North"]).label == "Open the door to the North"
    ran = run(walk.order, s, answers=["open:North"])
    assert s.at == [5, 3, 4]
    assert "The dwarf says: three levels down." in tells(ran)
    assert not [event for event in ran.events if event.kind == "roll"]
    s.members[0].goods.update({"ROPES": 3, "GRAPPLING HOOKS": 1})
    assert not any(key.startswith(("climb", "up")) for key in {**walk.ways(s), **errands.errands(s)})
    s = game("human warrior", maze="crabgrass", at=(2, 6, 1))
    ran = run(walk.order, s, answers=["open:North"])
    assert "You slide, and cannot say how far." in tells(ran)
    assert not pencil(s).sure
    from undercroft.games.descent.secrets import mask

    assert mask(s, 0).at[0] == 0
    assert all(sheet.level == 0 for sheet in mask(s, 0).sheets if not sheet.sure)


@pytest.mark.rule("DES-MAZE-23", "DES-MOVE-17", "DES-MAZE-19")
def test_the_trap_door_drops_the_party_straight_down_unhurt() -> None:
    """Example 6; with rope and hook it can be climbed, a chute cannot."""
    s = game(*ELVES, maze="crabgrass", at=(2, 5, 6))
    bodies = [m.body for m in s.members]
    ran = run(walk.order, s, answers=["go:South"])
    assert tells(ran)[0] == "Ten feet South. The floor gives way."
    assert s.at == [3, 5, 7]
    assert [m.body for m in s.members] == bodies


@pytest.mark.rule("DES-SUP-39", "DES-SUP-40")
def test_rope_and_hook_climb_back_through_a_trap_door() -> None:
    s = game(*ELVES, maze="crabgrass", at=(2, 5, 6))
    s.members[0].goods.update({"ROPES": 3, "GRAPPLING HOOKS": 1})
    run(walk.order, s, answers=["go:South"])
    assert "climb" in errands.errands(s)
    run(walk.order, s, answers=["climb"], dice=[6, [2, 3]])
    assert s.at[0] == 3
    run(walk.order, s, answers=["climb"], dice=[6, [2, 2], 1, 2, 1, [3, 4], [0, 1]])
    assert s.battle is not None
    assert s.battle.jumped
    s.battle, s.phase = None, "walk"
    run(walk.order, s, answers=["climb"], dice=[7])
    assert s.at[0] == 2


@pytest.mark.rule("DES-MAZE-23", "DES-MAGW-31")
def test_a_fall_may_hurt_by_dial_and_a_parachute_saves_two() -> None:
    s = game("warrior", "warrior", "warrior", maze="crabgrass", at=(2, 5, 6), fall_hits=1)
    s.members[1].goods["PARACHUTE"] = 1
    run(walk.order, s, answers=["go:South"])
    assert [m.body for m in s.members] == [5, 5, 4]


@pytest.mark.rule("DES-MAZE-11")
def test_the_mammals_chamber_skips_the_category_die() -> None:
    """Example 7."""
    s = game("elf warrior", at=(2, 2, 7))
    run(walk.order, s, answers=["open:South"], dice=["The gamesmaster throws for the sub-category=1", 1, [4, 3]])
    assert s.battle is not None
    assert [foe.name for foe in s.battle.foes] == ["Bears"] * 3


@pytest.mark.rule("DES-MAZE-32", "DES-SPCH-05", "DES-MAZE-26")
def test_double_treasure_is_told_special_treasure_is_not() -> None:
    s = game("elf warrior", at=(2, 7, 6))
    ran = run(walk.order, s, answers=["open:East"], dice=[1, 2, 1, [3, 4]])
    assert any("double treasure" in text for text in tells(ran))
    assert not any("Stormbringer" in text for text in tells(ran))
    order = [text.split()[0] for text in tells(ran)]
    assert order.index("Chamber,") < next(i for i, text in enumerate(tells(ran)) if "(humanoid)" in text)
    assert s.battle is not None
    assert s.battle.width == 2


@pytest.mark.rule("DES-MAZE-26", "DES-BAD-08", "DES-SPCH-05")
def test_a_designated_foe_and_what_is_said_and_noted() -> None:
    text = (
        "maze Tiny\nlevel 1\nnorth up\n\ngrid\n+-+-+-+\n|T .DA|\n+-+-+-+\nend\n\nlegend\nT tower from=surface\n"
        'A chamber baddies="Dragon" special="Stormbringer" say="hot in here" note="be kind"\nend\n'
    )
    s = game("elf warrior", maze=two(text), at=(1, 2, 1))
    ran = run(walk.order, s, answers=["open:East"])
    assert s.battle is not None
    assert [foe.name for foe in s.battle.foes] == ["Dragon"]
    assert "Hot in here." in tells(ran)
    assert not any("be kind" in told for told in tells(ran))
    from undercroft.games.descent import GAME

    assert "be kind" in str(GAME.screen(s, 1))
    assert "be kind" not in str(GAME.screen(GAME.mask(s, 0), 0))


@pytest.mark.rule("DES-MAZE-05", "DES-SPCH-01", "DES-MAZE-25")
def test_a_casino_has_no_guardians() -> None:
    s = game("elf warrior", at=(2, 10, 9))
    ran = run(walk.order, s, answers=["open:East"])
    assert s.battle is None
    assert any(text.startswith("A casino") for text in tells(ran))


@pytest.mark.rule("DES-MAZE-27")
def test_coming_back_to_a_chamber() -> None:
    """Cleared: doubles and no treasure. Run from: still there, wounded. Peace: keeps."""
    from undercroft.games.descent.rules.company.company import line_up

    s = game("elf warrior", at=(2, 2, 5))
    s.opened.append("2:4,9")
    s.guards["2:3,5"] = Guard(entered=True, cleared=True, emptied=True)
    run(walk.order, s, answers=["go:East"], dice=[[3, 3], 1, 2, 1, [3, 4]])
    assert s.battle is not None
    assert not s.battle.treasure
    s = game("elf warrior", at=(2, 2, 5))
    s.opened.append("2:4,9")
    foes = line_up(s, "Trolls", 2)
    foes[0].hits = 1
    s.guards["2:3,5"] = Guard(entered=True, foes=foes)
    run(walk.order, s, answers=["go:East"])
    assert s.battle is not None
    assert s.battle.foes[0].hits == 1
    s = game("elf warrior", at=(2, 2, 5))
    s.opened.append("2:4,9")
    s.guards["2:3,5"] = Guard(entered=True, peace=True, foes=foes)
    run(walk.order, s, answers=["go:East"])
    assert s.battle is None


@pytest.mark.rule("DES-MAZE-13", "DES-MAZE-31", "DES-MOVE-15", "DES-MAZE-14", "DES-MAZE-15", "DES-MAZE-16", "DES-MAZE-30")
def test_dead_ends_and_stairs_are_thrown_for_once_and_plain_corridor_never() -> None:
    corridor = "." + " ." * 12
    text = TINY.replace("|T .DA|", f"|T {corridor}|").replace("+-+-+-+", "+-" * 14 + "+").replace("A chamber\n", "")
    s = game("elf warrior", maze=two(text), at=(1, 2, 1))
    ran = run(walk.order, s, answers=["go:East"], dice=[[2, 2], 1, 2, 1, [3, 4]])
    assert tells(ran)[0].startswith(
        "Ten, twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety, one hundred, one hundred ten, "
        "one hundred twenty feet East, dead end."
    )
    assert s.battle is not None
    assert not s.battle.treasure
    stairs = (
        "maze S\nlevel 1\nnorth up\n\ngrid\n+-+-+-+\n|T . >|\n+-+-+-+\nend\n\nlegend\nT tower from=surface\n> stairs to=2\nend\n"
    )
    below = "maze S\nlevel 2\nnorth up\n\ngrid\n+-+-+-+\n|. . <|\n+-+-+-+\nend\n\nlegend\n< stairs to=1\nend\n"
    s = game("elf warrior", maze=two(stairs + below), at=(1, 2, 1))
    ran = run(walk.order, s, answers=["go:East"], dice=[[5, 5], 1, 2, 1, [3, 4]])
    assert s.battle is not None
    assert s.battle.place == "stairs"
    assert s.battle.ground == "party"
    s.battle, s.phase = None, "walk"
    assert {"down", "go:West"} <= set(walk.ways(s))
    ran = run(walk.order, s, answers=["down"])
    assert s.at == [2, 3, 1]
    assert not [event for event in ran.events if event.kind == "roll"]
    s = game("elf warrior", maze=two(stairs + below), at=(2, 2, 1))
    run(walk.order, s, answers=["go:East"], dice=[[5, 5], 1, 2, 1, [3, 4]])
    assert s.battle is not None
    assert s.battle.ground == "foes"


@pytest.mark.rule("DES-MAZE-15")
def test_where_stairs_lead_both_ways_a_die_decides_the_high_ground() -> None:
    text = "maze S\nlevel 2\nnorth up\n\ngrid\n+-+-+-+\n|T . X|\n+-+-+-+\nend\n\nlegend\nT tower from=surface\nend\n"
    s = game("elf warrior", maze=two(text), at=(2, 2, 1))
    run(walk.order, s, answers=["go:East"], dice=[[5, 5], 1, 2, 1, [3, 4], 3, 3, 5, 2])
    assert s.battle is not None
    assert s.battle.ground == "party"


@pytest.mark.rule("DES-MOVE-08", "DES-MAZE-12")
def test_north_to_the_right_makes_the_top_of_the_sheet_west() -> None:
    text = "maze N\nlevel 1\nnorth right\n\ngrid\n+-+\n|.|\n+ +\n|T|\n+-+\nend\n\nlegend\nT tower from=surface\nend\n"
    s = game("elf warrior", maze=two(text), at=(1, 1, 2))
    ran = run(walk.order, s, answers=["go:West"], dice=[[1, 2]])
    assert tells(ran)[0] == "Ten feet West, dead end."
    for missing in ("level 1\n", "north right\n"):
        with pytest.raises(Exception, match="header lacks"):
            two(text.replace(missing, ""))


@pytest.mark.rule("DES-MOVE-12", "DES-SIM-10", "DES-DENOM-02")
def test_without_an_elf_a_stretch_may_be_searched_once() -> None:
    s = game("warrior", at=(2, 2, 5))
    assert "open:East" not in walk.ways(s)
    run(walk.order, s, answers=["search"], dice=[[2, 3]])
    assert "search" not in errands.errands(s)
    s = game("warrior", at=(2, 2, 5))
    run(walk.order, s, answers=["search"], dice=[[2, 2]])
    assert "open:East" in walk.ways(s)
    assert pencil(s).edges["4,9"] == "S"
    s = game("warrior", at=(2, 2, 5), secret_doors="elf_only")
    assert "search" not in errands.errands(s)
    s = game("warrior", at=(2, 2, 5), secret_doors="always")
    assert "open:East" in walk.ways(s)
    s = game("warrior", "elf warrior simulacrum", at=(2, 2, 5))
    assert "open:East" in walk.ways(s)
    s = game("warrior", "elf warrior", at=(2, 2, 4))
    s.members[1].status = "dead"
    run(walk.order, s, answers=["go:South"])
    assert "open:East" not in walk.ways(s)


@pytest.mark.rule("DES-IDEA-03", "DES-FLAV-02", "DES-MAZE-33", "DES-TORCH-01", "DES-MOVE-14")
def test_the_partys_map_shows_what_it_was_told_and_no_more() -> None:
    s = game(*ELVES)
    for order in ("open:East", "go:East", "go:South"):
        run(walk.order, s, answers=[order])
    assert set(pencil(s).cells) == {"4,2", "5,2", "6,2", "6,3"}
    assert "8,5" not in pencil(s).cells
    s = game(*ELVES, mapping="own")
    run(walk.order, s, answers=["open:East"])
    run(walk.order, s, answers=["go:East"])
    assert pencil(s).cells == {}
    run(walk.order, s, answers=["draw", ". 6,2"])
    assert pencil(s).cells == {"6,2": "."}
    s = game(*ELVES)
    s.members[0].goods.pop("TORCHES")
    drawn = dict(pencil(s).cells)
    run(walk.order, s, answers=["open:East"])
    ran = run(walk.order, s, answers=["go:East"])
    assert pencil(s).cells == drawn
    assert tells(ran) == ["You grope ten feet East."]


@pytest.mark.rule("DES-MOVE-01", "DES-LEAD-05")
def test_only_the_leaders_player_is_asked_where_to_go() -> None:
    s = game("warrior seat0", "priest seat1", "warrior seat2", players=3)
    ran = run(walking, s, answers=[(1, "line"), (1, "done")])
    assert ran.asks[0].seats == (1,)
    with pytest.raises(Exception, match="somebody else is asked now"):
        run(walking, s, answers=[(0, "line")])


@pytest.mark.rule("DES-MAZE-02", "DES-MAZE-03", "DES-IDEA-02", "DES-IDEA-13")
def test_towers_join_levels_and_the_open_air() -> None:
    s = game("elf warrior", maze="crabgrass", at=(1, 4, 2))
    assert {"surface", "tower:2"} <= set(walk.ways(s))
    ran = run(walk.order, s, answers=["tower:2"])
    assert s.at == [2, 4, 2]
    assert not [event for event in ran.events if event.kind == "roll"]
    run(walk.order, s, answers=["tower:1"])
    run(walk.order, s, answers=["surface"])
    assert (s.phase, s.ended) == ("home", "home")
    from undercroft.games.descent.rules.surface.muster import choose_castle

    s = game("elf warrior", maze="grandmother", at=(1, 2, 2))
    s.sheets = []
    ran = run(choose_castle, s, answers=["castle:1"])
    assert s.at == [1, 11, 7]
    assert len(ran.asks[0].keys) == 2


@pytest.mark.rule("DES-MAZE-24", "DES-BAT-02", "DES-BAT-03")
def test_double_doors_and_halls_widen_the_line() -> None:
    from undercroft.games.descent.rules.personas.line_up import capacity, fits

    s = game(*["warrior"] * 9)
    eight = [m.id for m in s.members[:8]]
    assert capacity(s, eight, 2) == 8
    assert fits(s, eight, 2)
    assert not fits(s, [m.id for m in s.members], 2)
    assert not fits(s, eight[:5], 1)
    s.members[0].goods["BROADAXE"], s.members[0].hand = 1, "BROADAXE"
    assert capacity(s, eight, 2) == 6
    assert capacity(s, eight, 1) == 3


@pytest.mark.rule("DES-MAZE-24", "DES-BAT-02", "DES-BAT-19")
def test_at_a_double_door_eight_fight_eight() -> None:
    """The party's line spreads as the baddies' does: eight orcs strike eight warriors, not four of them twice."""
    s = game(*["warrior"] * 9)
    b = fight(s, "Orcs", 12)
    b.width = 2
    assert [len(line) for line in s.lines] == [4, 4, 1]
    ran = run(rounds.fight_round, s, answers=["up:5", "up:4", "up:8", "up:6", "stay"], dice=[list(range(8)), *[[1, 2]] * 8])
    assert s.lines == [[0, 1, 2, 3, 5, 4, 8, 6], [7], []]
    (missed,) = [text for text in ran.texts if "miss" in text]
    assert all(f"warrior{number}" in missed for number in s.lines[0])
    assert "warrior7" not in missed
    assert "twice" not in missed
    again = run(lines.orders, s, b)  # only at the start: after that a place is filled when it falls empty
    assert not again.asks


@pytest.mark.rule("DES-MAZE-24", "DES-BAT-19")
def test_nobody_need_step_up_at_a_double_door() -> None:
    s = game(*["warrior"] * 4, "wizard")
    b = fight(s, "Orcs", 4)
    b.round, b.width = 1, 2
    ran = run(lines.orders, s, b, answers=["leave"])
    assert len(ran.asks) == 1
    assert s.lines[0] == [0, 1, 2, 3]
    b.round = 2
    assert not run(lines.orders, s, b).asks


@pytest.mark.rule("DES-BAT-02")
def test_in_a_hall_twenty_feet_wide_both_lines_are_eight() -> None:
    """Wherever in it somebody comes upon the party."""
    s = game("warrior", "priest", maze=load(HALL, "hall.txt"), at=(1, 2, 2))
    s.members[0].body = 1
    s.facing = 1
    run(errands.heal_here, s, Heal("heal", 1, 0), dice=[1, [3, 3], 1, 2, 1, [3, 4], [0, 1]])
    assert s.battle is not None
    assert s.battle.width == 2
    s.facing = 0  # and the long way four
    run(coming.meet, s, name="Orcs", number=1)
    assert s.battle.width == 4


HALL = """
maze   Wide Hall
level  1
north  up

grid
+-+-+-+-+
|T h h h|
+ + + + +
|h h h h|
+-+-+-+-+
end

legend
T  tower  from=surface
h  hall
end
"""


@pytest.mark.rule("DES-SPCH-04", "DES-SUP-41", "DES-SUP-42", "DES-SUP-43", "DES-MAGW-29", "DES-PRI-15", "DES-WIZ-16")
def test_lakes_need_a_boat_and_boats_sink() -> None:
    s = game("elf warrior", at=(2, 11, 2))
    ran = run(walk.order, s, answers=["go:East"])
    assert s.at == [2, 11, 2]
    assert any("boat" in text for text in tells(ran))
    s.members[0].goods["BOAT"] = 1
    ran = run(walk.order, s, answers=["go:East"], dice=[[1, 2]])
    assert s.at[1:] == [12, 2]
    assert any("6 at a time" in text for text in tells(ran))

    async def hit(t: object, times: int) -> None:
        for _ in range(times):
            crossings.hit_boat(t)  # type: ignore[arg-type]

    assert s.boat == {"left": 5, "full": 5}
    from undercroft.games.descent.rules.battle.onslaught import foes_attack

    from .scene import fight

    b = fight(s, "Crocs", floor="lake")
    run(foes_attack, s, b, dice=[[1, 1]])
    assert s.boat["left"] == 4
    s.boat["left"], s.battle, s.phase = 5, None, "walk"
    run(hit, s, 2)
    s.members[0].goods["BOAT REPAIR KIT"] = 2
    run(crossings.patch, s)
    run(crossings.patch, s)
    assert s.boat["left"] == 5
    run(hit, s, 5)
    assert s.boat == {}
    assert "BOAT" not in s.members[0].goods
    s.members[0].goods.update({"BOAT": 1, "STEEL HULL": 1})
    crossings.launch(s)
    run(hit, s, 14)
    assert s.boat["left"] == 1
    run(hit, s, 1)
    assert s.boat == {}
    s = game("elf warrior", at=(2, 11, 2))
    s.members[0].goods["INFLATABLE RUBBER RAFT"] = 1
    ran = run(walk.order, s, answers=["go:East"], dice=[[1, 2]])
    assert any("4 at a time" in text for text in tells(ran))
    s = game("elf priest 1", at=(2, 11, 2))
    run(walk.order, s, answers=["go:East"], dice=[[1, 2]])
    assert s.at[1:] == [12, 2]
    s = game("elf wizard 2", maze="crabgrass", at=(2, 5, 6))
    run(walk.order, s, answers=["go:South"])
    assert s.at[0] == 2  # does not fall


@pytest.mark.rule("DES-SPCH-04")
def test_a_chasm_needs_rope_or_a_leap() -> None:
    s = game("elf warrior", maze="grandmother", at=(1, 8, 2))
    run(walk.order, s, answers=["go:East", "back"])
    assert s.at == [1, 8, 2]
    s.members[0].goods.update({"ROPES": 3, "GRAPPLING HOOKS": 1})
    run(walk.order, s, answers=["go:East", "rope"], dice=[7])
    assert s.at[1] > 8
    s = game("elf warrior", maze="grandmother", at=(1, 8, 2))
    run(walk.order, s, answers=["go:East", "leap"])
    assert s.at[0] == 3


@pytest.mark.rule("DES-WIZ-17", "DES-MOVE-14", "DES-SPELL-19")
def test_walking_and_banging_through_walls() -> None:
    s = game("warrior", "wizard 1", at=(2, 2, 5))
    ran = run(walk.order, s, answers=["scout:East"], dice=[1, 2, 1, [3, 4]])
    assert "a chamber with 10 Orcs in it" in " ".join(tells(ran))
    assert s.at == [2, 2, 5]
    s = game("warrior", "wizard", at=(2, 2, 6))
    s.members[1].goods["HERBIE WALL-BANGERS"] = 2
    s.members[1].kinds = ["HERBIE WALL-BANGERS"]
    run(walk.order, s, answers=["bang:East"], dice=[1, 2, 1, [3, 4]])
    assert s.battle is not None
    assert s.holes == ["2:4,11"]
    assert s.members[1].goods["HERBIE WALL-BANGERS"] == 1


@pytest.mark.rule("DES-BOOK-07", "DES-BOOK-08")
def test_brochures_and_partial_maps_put_squares_on_the_map() -> None:
    s = game("elf wizard", at=(2, 5, 8))
    s.members[0].goods["TRAVEL BROCHURE"] = 1
    run(walk.order, s, answers=["read:TRAVEL BROCHURE"])
    assert "11,9" in pencil(s).cells
    assert "here!" in pencil(s).notes.values()
    s = game("elf wizard", at=(2, 4, 2))
    s.members[0].goods["PARTIAL MAP"] = 1
    run(walk.order, s, answers=["read:PARTIAL MAP"], dice=["the quarter=1"])
    assert "2,3" in pencil(s).cells
    assert "11,8" not in pencil(s).cells


@pytest.mark.rule("DES-SPCH-02")
def test_the_picture_show() -> None:
    s = game("warrior", "warrior", "priest", "warrior", maze="crabgrass", at=(1, 10, 8))
    s.chest.gold = 6
    for m in s.members:
        m.body = 1
    run(walk.order, s, answers=["show"], dice=[2, 2, 2, 2, [1, 2]])
    assert s.chest.gold == 2
    assert [m.body for m in s.members] == [3, 3, 3, 3]
    assert s.learned["Trolls"] == "axe 9, mace 9, sword 12"
    s = game("warrior", maze="crabgrass", at=(1, 10, 8))
    s.chest.gold = 6
    run(walk.order, s, answers=["show"], dice=[2, [4, 4], 1, 2, 1, [3, 4]])
    assert s.battle is not None


@pytest.mark.rule("DES-IDEA-12")
def test_at_closing_time_the_party_is_led_out_without_the_chest() -> None:
    s = game("warrior", evening=5)
    s.orders, s.chest.gold = 5, 30
    run(walk.order, s)
    assert (s.phase, s.ended, s.chest.gold) == ("home", "closing", 0)


@pytest.mark.rule("DES-DENOM-03")
def test_a_slope_is_noticed_by_dwarfs_alone_and_known_places_are_known_again() -> None:
    s = game("human warrior", maze="crabgrass", at=(4, 9, 7))
    ran = run(walk.order, s, answers=["go:North"])
    assert s.at[0] == 5
    assert not any("level" in text for text in tells(ran))
    s = game("dwarf warrior", maze="crabgrass", at=(4, 9, 7))
    ran = run(walk.order, s, answers=["go:North"])
    assert any("slopes" in text for text in tells(ran))


def test_counting_and_parts() -> None:
    assert count_aloud(3) == "Ten, twenty, thirty"
    assert count_aloud(13).endswith("one hundred thirty")
    room = [(col, row) for row in range(1, 4) for col in range(1, 4)]
    assert [part_of(cell, room) for cell in ((1, 1), (2, 2), (3, 2), (2, 3))] == [
        "upper left-hand",
        "middle",
        "middle right-hand",
        "lower middle",
    ]


def test_a_faulty_maze_does_not_stop_play() -> None:
    """The model level by itself: its chute, stairs and trap door lead to levels that are not there."""
    s = game(*ELVES, at=(2, 6, 1))
    run(walk.order, s, answers=["open:North"])
    assert s.at == [2, 6, 1]
    s = game(*ELVES, at=(2, 5, 6))
    run(walk.order, s, answers=["go:South"])
    assert s.at == [2, 5, 7]
    s = game(*ELVES, at=(2, 9, 2))
    run(walk.order, s, answers=["go:East"], dice=[[1, 2]])
    run(walk.order, s, answers=["down"])
    assert s.at == [2, 10, 2]


@pytest.mark.rule("DES-MOVE-01")
def test_the_way_back_is_marked() -> None:
    s = game("warrior", at=(2, 4, 2))

    def hints() -> dict[str, str]:
        found = {key: option_of(way).hint for key, way in walk.ways(s).items() if key[:2] == "go"}
        return {key: hint for key, hint in found.items() if hint}

    assert hints() == {}  # in the tower nobody has come from anywhere
    run(walk.go, s, Go("go", "East"))
    assert hints() == {"go:West": "back the way you came"}


@pytest.mark.rule("DES-MAZE-27", "DES-FLEE-04")
def test_a_chamber_one_ran_from_is_marked_until_it_is_cleared() -> None:
    s = game("warrior +axe", at=(2, 2, 8))
    s.before = [2, 2, 7]
    b = fight(s, "Bears", 2, place="chamber", chamber="2:2,8")
    s.guards["2:2,8"] = Guard(foes=b.foes, entered=True)
    s.members[0].goods["SMOKE BOMBS"] = 1
    ran = run(flee.run, s, "bomb")
    assert ran.texts[0].startswith("The bomb goes off in a cloud of smoke.")
    assert s.sheets[s.sheet].notes["2,8"] == "beware: Bears"
    s.opened.append(edge_key(2, 2, 7, 2))
    way = option_of(walk.ways(s)["go:South"])
    assert way.hint == "2 Bears, whom you ran from"
    s.at, s.battle = [2, 2, 8], b
    b.foes.clear()
    run(outcome.victory, s)
    assert "2,8" not in s.sheets[s.sheet].notes
    s.at = [2, 2, 7]
    way = option_of(walk.ways(s)["go:South"])
    assert way.hint == "a chamber you have cleared"


OUBLIETTE = """
maze   Oubliette
level  1
north  up

grid
+-+-+-+
|T . o|
+-+-+-+
end

legend
T  tower  from=surface
o  trapdoor
end

maze   Oubliette
level  2
north  up

grid
+-+-+-+
|. .SA|
+ +-+-+
|<|   |
+-+-+-+
end

legend
A  chamber  baddies=none
<  stairs   to=1  at=2,1
end
"""


@pytest.mark.rule("DES-IDEA-13", "DES-MOVE-12")
def test_a_party_shut_in_may_wait_to_be_led_out() -> None:
    """Behind secret doors, without an elf, after a search in vain: there is no way on, and nobody must sit there all night."""
    maze = load(OUBLIETTE, "oubliette.txt")
    s = game("warrior", maze=maze, at=(1, 2, 1))
    run(walk.order, s, answers=["go:East"])
    assert s.at == [2, 3, 1]
    s.chest.gold = 50
    assert {"search", "wait"} <= set(run(walk.order, s, answers=["search"], dice=[[1, 2]]).asks[0].keys)
    ran = run(walk.order, s, answers=["wait"])
    assert "There is no way on." in ran.texts
    assert (s.phase, s.ended, s.chest.gold) == ("home", "closing", 0)


@pytest.mark.rule("DES-IDEA-13")
def test_who_can_get_on_is_not_offered_to_wait() -> None:
    maze = load(OUBLIETTE, "oubliette.txt")
    s = game("elf warrior", maze=maze, at=(1, 2, 1))
    run(walk.order, s, answers=["go:East"])
    assert "wait" not in run(walk.order, s, answers=["open:3,1:West"], dice=[[1, 2]]).asks[0].keys
    s = game("warrior", maze=maze, at=(2, 1, 1))  # the stairs are in sight
    s.tally["drops"] = 1
    assert "wait" not in run(walk.order, s, answers=["line", "done"]).asks[0].keys

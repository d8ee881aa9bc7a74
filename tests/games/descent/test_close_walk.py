"""A close look below ground: doors, falls, stairs, water, errands, who comes, what is found, and how a meeting ends."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Table
from undercroft.games.descent.bestiary import baddies, likes
from undercroft.games.descent.rules.company import books, coming, company
from undercroft.games.descent.rules.directions import chambers, crossings, passages, pins
from undercroft.games.descent.rules.ending import aftermath, flee, meeting, outcome, peace, rounds
from undercroft.games.descent.rules.mapping import guidance, whereabouts
from undercroft.games.descent.rules.mapping.answers import Go
from undercroft.games.descent.rules.mapping.mapping import can_see, fade, pencil, sense
from undercroft.games.descent.rules.orders import errands, walk
from undercroft.games.descent.rules.orders.answers import Heal
from undercroft.games.descent.rules.personas.people import refuses
from undercroft.games.descent.rules.sages import ranks, sages
from undercroft.games.descent.rules.treasure import finds, rolling, special
from undercroft.games.descent.state import Cache, Chest, Game, Guard, Taken

from .scene import fight, game, persona, played, rolls, two

WATER = """maze   Puddle
level  2
north  up

grid
+-+-+-+-+-+
|T . l . .|
+-+-+-+ + +
|H H . h h|
+-+-+-+-+-+
end

legend
T  tower  from=surface
l  lake   say="Cold, deep water: keep out"
h  hall
H  chamber  baddies=none  special="the golden comb"
end

maze   Puddle
level  3
north  up

grid
+-+-+-+-+-+
|T . . . .|
+-+-+-+-+-+
|. . . . .|
+-+-+-+-+-+
end

legend
T  tower  from=surface
end
"""


@pytest.mark.rule("DES-MAZE-05", "DES-MAZE-06", "DES-MAZE-28", "DES-MAZE-17", "DES-MAZE-08", "DES-MOVE-10", "DES-MOVE-16")
def test_opening_doors() -> None:
    s = game("elf warrior")
    ran, change = played(passages.open_door, s, Go("open", "East"))
    assert (rolls(ran), s.opened, change["tally.doors"], s.facing) == ([], ["2:8,3"], 1, 1)  # out of a tower nobody waits
    s = game("elf warrior", at=(2, 2, 5))
    ran, change = played(passages.open_door, s, Go("open", "East"), dice=[1, 2, 1, [1, 2]])
    assert (s.at, s.entry, s.opened, s.before) == ([2, 3, 5], "2:4,9", ["2:4,9"], [2, 2, 5])
    assert (s.tally["chambers entered"], s.tally["rooms"], s.members[0].deepest) == (1, 1, 2)
    assert s.battle is not None
    assert (s.battle.place, s.battle.chamber, s.battle.treasure, s.battle.width) == ("chamber", "2:3,5", True, 1)
    assert (pencil(s).cells["3,5"], pencil(s).cells["4,6"], s.guards["2:3,5"].entered) == ("C", "C", True)
    assert "2:8,11" in s.sensed  # the elf senses the far door
    s.battle, s.phase, s.guards["2:3,5"].foes, s.guards["2:3,5"].cleared = None, "walk", [], True
    ran, _ = played(passages.open_door, s, Go("open", "East", (4, 6)), dice=[[1, 2]])
    assert ([event.rule for event in ran.events if event.kind == "roll"], s.at) == (["DES-MAZE-28"], [2, 4, 6])
    ran, _ = played(passages.open_door, s, Go("open", "East", (4, 6)))
    assert rolls(ran) == []  # thrown for once
    s = game("elf warrior", at=(2, 5, 6))
    s.opened = []
    s.curses, s.chest.gold = ["hole in the purse"], 3
    ran, change = played(passages.open_door, s, Go("open", "West"), dice=[5, 1, 2, 1, [1, 2]])
    assert s.chest.gold == 0
    s = game("elf warrior", at=(2, 7, 6))
    ran, _ = played(passages.open_door, s, Go("open", "East"), dice=[1, 2, 1, [1, 2]])
    assert s.battle is not None
    assert s.battle.width == 2
    s = game("elf warrior", at=(2, 6, 1))
    s.levels.append(msgspec.structs.replace(s.levels[0], number=5))
    played(passages.open_door, s, Go("open", "North"))
    assert (s.at, s.opened, s.sheets[0].notes) == ([5, 3, 4], ["2:11,0"], {"6,1": "chute!"})


@pytest.mark.rule("DES-MAZE-06", "DES-MAZE-05")
@pytest.mark.parametrize(("faces", "met"), [([2, 2], True), ([2, 3], False)])
def test_a_secret_door_on_a_corridor(faces: list[int], met: bool) -> None:
    s = game("elf warrior", at=(2, 11, 6))
    s.levels = list(two(DOORS).levels)
    s.at, s.before = [1, 2, 1], [1, 2, 1]
    sense(s, s.levels[0], [(2, 1)])
    ran, _ = played(passages.open_door, s, Go("open", "East"), dice=[faces, *([1, 2, 1, [1, 2]] if met else [])])
    assert (next(event.rule for event in ran.events if event.kind == "roll"), s.battle is not None) == ("DES-MAZE-06", met)
    assert s.at == [1, 2, 1]


DOORS = """maze   Doors
level  1
north  up

grid
+-+-+-+-+
|T .S. .|
+-+-+-+-+
end

legend
T  tower  from=surface
end
"""


@pytest.mark.rule("DES-MAZE-17", "DES-MAZE-23", "DES-WIZ-16", "DES-MAGW-31", "DES-DENOM-03")
def test_falls() -> None:
    s = game("warrior", "wizard 2", "wizard 3", "warrior 2", fall_hits=1, maze=two(WATER), at=(2, 2, 1))
    played(passages.fall, s, (3, 2, 2), why="trap door")
    assert ([m.body for m in s.members], s.at, s.tally["drops"], s.before) == ([4, 7, 6, 14], [3, 2, 2], 1, [3, 2, 2])
    assert pencil(s).sure is False
    s.members[0].goods["PARACHUTE"] = 1
    played(passages.fall, s, (3, 3, 2), why="trap door")
    assert ([m.body for m in s.members], s.tally["drops"]) == ([4, 7, 5, 13], 2)  # it saves two: the bearer and a friend
    played(passages.fall, s, (3, 3, 2), why="chute")
    assert s.tally["drops"] == 3
    before = [m.body for m in s.members]
    played(passages.fall, s, (9, 1, 1), why="trap door")
    assert (s.at, [m.body for m in s.members]) == ([3, 3, 2], before)  # nothing is there: rubble
    for m in s.members:
        m.armour_left = 0
        m.body, m.goods, m.rank = 1, {}, 9
    played(passages.fall, s, (3, 2, 2), why="trap door")
    assert (s.ended, s.phase) == ("lost", "home")


@pytest.mark.rule("DES-MAZE-14", "DES-MAZE-16", "DES-DENOM-03")
def test_stairs_and_slopes() -> None:
    s = game("warrior", at=(2, 10, 2), maze="model")
    deeper = msgspec.structs.replace(s.levels[0], number=3)
    s.levels.append(deeper)
    ran, _ = played(passages.take_stairs, s, "down")
    assert (s.at, s.before, s.thrown_for) == ([3, 10, 2], [3, 10, 2], ["3:10,2"])
    assert ran.texts[-1].startswith("Here it goes East and West")
    assert (pencil(s).level, pencil(s).sure, s.members[0].deepest) == (3, True, 3)
    s = game("dwarf warrior", maze=two(WATER), at=(2, 2, 1))
    played(passages.slide, s, s.levels[0], (3, 2, 1))
    assert (s.at, len(s.sheets), pencil(s).level, pencil(s).cells["2,1"]) == ([3, 2, 1], 2, 3, ".")
    s = game("warrior", maze=two(WATER), at=(2, 2, 1))
    played(passages.slide, s, s.levels[0], (3, 2, 1))
    assert (s.at, len(s.sheets)) == ([3, 2, 1], 1)  # nobody noticed
    played(passages.slide, s, s.levels[0], (8, 2, 1))
    assert s.at == [3, 2, 1]


@pytest.mark.rule("DES-MAZE-21", "DES-MAZE-22", "DES-SUP-34")
def test_a_panel_comes_down_and_is_tried() -> None:
    s = game("warrior", at=(2, 7, 2))
    played(walk.go, s, Go("go", "East"))
    assert (s.at, s.panels) == ([2, 8, 2], {"2:14,3": 0})
    assert (pencil(s).cells["8,2"], pencil(s).edges["14,3"]) == (".", "P")
    played(errands.try_panel, s, "West", dice=[[1, 2]])
    assert (s.panels, "panel:West" in errands.errands(s)) == ({"2:14,3": 1}, False)
    s.gummed = ["2:14,3"]
    assert "panel:West" in errands.errands(s)
    played(errands.try_panel, s, "West", dice=[[2, 2]])
    assert (s.panels, s.discovered, pencil(s).edges["14,3"]) == ({"2:14,3": -1}, ["BUBBLE GUM"], " ")
    s.members[0].goods["BUBBLE GUM"] = 2
    played(errands.gum, s)
    assert (s.members[0].goods["BUBBLE GUM"], len(s.gummed)) == (1, 5)


@pytest.mark.rule(
    "DES-SPCH-04", "DES-PRI-15", "DES-WIZ-16", "DES-SUP-41", "DES-SUP-42", "DES-MAGW-29", "DES-SUP-43", "DES-SUP-34"
)
def test_boats_rafts_and_those_who_need_none() -> None:
    s = game("priest 1", "wizard 2", "wizard 1")
    assert [crossings.walks_water(m) for m in s.members] == [True, True, True]
    assert played(crossings.cross_lake, s)[0].result is True
    s.members[1].rank, s.members[0].rank = 3, 2
    assert [crossings.walks_water(m) for m in s.members] == [False, False, True]
    assert played(crossings.cross_lake, s)[0].result is False
    s.chest.goods["INFLATABLE RUBBER RAFT"] = 1
    played(crossings.cross_lake, s)
    assert (s.boat, s.discovered) == ({"left": 1, "full": 1, "raft": 1}, [])
    s.boat["left"] = 0
    assert played(crossings.cross_lake, s)[0].result is False
    s.boat, s.chest.goods = {}, {"BOAT": 1, "STEEL HULL": 1}
    played(crossings.cross_lake, s)
    assert (s.boat, s.discovered) == ({"left": 15, "full": 15}, ["BOAT"])
    s.boat, s.chest.goods, s.tally["boat left"] = {}, {"BOAT": 1}, 3
    crossings.launch(s)
    assert s.boat == {"left": 3, "full": 5}

    async def hit(t: Table[Game]) -> None:
        crossings.hit_boat(t)

    played(hit, s)
    s.chest.goods.update({"BOAT REPAIR KIT": 2, "BUBBLE GUM": 2})
    assert "patch" in errands.errands(s)
    played(crossings.patch, s)
    assert (s.boat["left"], s.chest.goods["BOAT REPAIR KIT"], s.discovered) == (3, 1, ["BOAT", "BOAT REPAIR KIT"])
    s.chest.goods.pop("BOAT REPAIR KIT")
    played(crossings.patch, s)
    assert (s.boat["left"], s.chest.goods["BUBBLE GUM"], s.discovered[-1]) == (4, 1, "BUBBLE GUM")
    s.chest.goods["STEEL HULL"] = 1
    s.boat["left"] = 1
    played(hit, s)
    assert (s.boat, s.chest.goods, "boat left" in s.tally) == ({}, {"BUBBLE GUM": 1}, False)
    played(hit, s)
    s.boat = {"left": 1, "full": 1, "raft": 1}
    played(hit, s)
    played(hit, s)
    assert s.boat["left"] == 0


@pytest.mark.rule("DES-SUP-39", "DES-SUP-40", "DES-MAZE-23")
def test_climbing_back_up() -> None:
    s = game("warrior", at=(2, 5, 7))
    deeper = msgspec.structs.replace(s.levels[0], number=3)
    s.levels.append(deeper)
    s.at = s.before = [3, 5, 7]
    s.thrown_for = ["fell:3:5,7"]
    s.chest.goods = {"ROPES": 2, "GRAPPLING HOOKS": 1}
    assert "climb" not in errands.errands(s)
    s.chest.goods["ROPES"] = 3
    assert "climb" in errands.errands(s)
    played(crossings.climb, s, dice=[6, [1, 2]])
    assert (s.at, s.discovered) == ([3, 5, 7], [])
    played(crossings.climb, s, dice=[7])
    assert s.at[0] == 2
    assert tuple(s.at[1:]) in ((5, 6), (5, 8))  # beside the trap door, not on it
    assert s.discovered == ["GRAPPLING HOOKS", "ROPES"]
    s.at = [3, 5, 7]
    played(crossings.throw_hook, s, dice=[6, [2, 2], 1, 2, 1, [1, 2]])
    assert s.battle is not None
    assert s.battle.jumped


@pytest.mark.rule("DES-MOVE-01", "DES-MOVE-13", "DES-TORCH-01", "DES-IDEA-12", "DES-IDEA-13", "DES-MAZE-02")
def test_orders() -> None:
    s = game("warrior", at=(2, 4, 2))
    ran, _ = played(walk.order, s, answers=["surface"])
    assert (ran.asks[0].prompt, s.orders, s.ended, s.phase) == ("Where to?", 1, "home", "home")
    s = game("warrior", at=(2, 6, 2))
    s.members[0].goods = {}
    ran, _ = played(walk.order, s, answers=["go:East"])
    assert ("it is pitch dark" in ran.asks[0].prompt, s.at) == (True, [2, 7, 2])  # ten feet at a time
    s.orders = int(s.dials.evening) - 1
    s.chest.gold = 9
    assert played(walk.order, s, answers=["go:West"])[0].asks
    ran, _ = played(walk.order, s)
    assert (ran.asks, s.ended, s.phase, s.chest.gold) == ([], "closing", "home", 0)
    s = game("warrior", at=(2, 8, 5))
    s.tally["drops"] = 1
    ran, _ = played(walk.order, s, answers=["line", "done"])
    assert "wait" not in ran.asks[0].keys
    s = game("warrior", at=(2, 3, 5))  # only secret doors, and no elf
    s.tally["drops"], s.phase = 1, "walk"
    ran, _ = played(walk.order, s, answers=["wait"])
    assert (s.ended, s.phase) == ("closing", "home")


@pytest.mark.rule("DES-MOVE-02", "DES-MOVE-03", "DES-SPCH-05", "DES-SPCH-04", "DES-MAZE-13")
def test_walking_up_to_water() -> None:
    s = game("warrior", maze=two(WATER), at=(2, 1, 1))
    ran, _ = played(walk.go, s, Go("go", "East"))
    assert (s.at, s.tally["squares"], s.before, s.facing) == ([2, 2, 1], 1, [2, 1, 1], 1)
    ran, _ = played(walk.go, s, Go("go", "East"))
    assert (s.at, pencil(s).cells["3,1"]) == ([2, 2, 1], "~")  # without a boat they look at it
    s.chest.goods["BOAT"] = 1
    played(walk.go, s, Go("go", "East"))
    assert s.at == [2, 4, 1]  # over the water, to where a way branches off

    async def say(t: Table[Game]) -> None:
        walk._say(t, s.levels[0], 1, 1)

    s.at = [2, 3, 1]
    ran, change = played(say, s)
    assert (ran.texts[-1], pencil(s).notes["3,1"], change) == (
        "Cold, deep water: keep out.", "Cold, deep water...", {"thrown_for": ["said:2:l"]},
    )  # fmt: skip
    assert len(played(say, s)[0].texts) == 1  # said once
    for faces, extra, name in (([1, 2], [], None), ([2, 2], [4, [3, 4]], "Crocs"), ([2, 2], [5, 1, 2, 1, [1, 2]], "Orcs")):
        s.at, s.thrown_for, s.battle, s.phase = [2, 3, 1], [], None, "walk"
        ran, _ = played(walk.arrived, s, s.levels[0], dice=[faces, *extra])
        assert (s.battle.foes[0].name if s.battle else None) == name
        assert s.thrown_for == ["2:3,1"]
        assert rolls(ran)[0].startswith("The gamesmaster throws for doubles at the dead end")


@pytest.mark.rule("DES-MAZE-13", "DES-MAZE-14", "DES-MAZE-15")
def test_dead_ends_and_stairs_are_thrown_for() -> None:
    s = game("warrior", at=(2, 6, 1))
    s.opened = []
    s.levels = list(two(DOORS).levels)
    s.at = [1, 4, 1]
    for _ in range(2):
        played(walk.arrived, s, s.levels[0], dice=[[1, 2]] if not s.thrown_for else [])
    assert s.thrown_for == ["1:4,1"]
    s.caches = [Cache(1, 4, 1, ["Bob"], Chest(gold=3))]
    played(walk.arrived, s, s.levels[0])
    assert (s.chest.gold, s.caches) == (3, [])
    s = game("warrior", at=(2, 10, 2))
    played(walk.arrived, s, s.levels[0], dice=[[2, 2], 1, 2, 1, [1, 2]])
    assert s.battle is not None
    assert (s.battle.place, s.battle.ground) == ("stairs", "party")
    for sign, dice, ground in (("<", [], "foes"), (">", [], "party"), ("X", [3, 3, 4, 2], "party"), ("X", [2, 4], "foes")):
        s.battle.ground = ""
        played(walk.high_ground, s, sign, dice=dice)
        assert s.battle.ground == ground
    s.battle = None
    assert played(walk.high_ground, s, ">")[1] == {}


@pytest.mark.rule(
    "DES-MAZE-06", "DES-MOVE-12", "DES-PRI-03", "DES-SPELL-28", "DES-SPELL-32", "DES-SPELL-19", "DES-SUP-36", "DES-MAZE-33"
)
def test_errands() -> None:
    s = game("warrior", "priest", "wizard 5", at=(2, 2, 5))
    m, _priest, mage = s.members
    _, change = played(errands.search, s, dice=[[1, 2]])
    assert (s.thrown_for, s.sensed) == (["search:2:2,5"], [])
    assert "search" not in errands.errands(s)
    played(errands.search, s, dice=[[2, 2]])
    assert (s.sensed, pencil(s).edges["4,9"]) == (["2:4,9"], "S")
    m.body = 1
    _, change = played(errands.heal_here, s, Heal("heal", 1, 0), dice=[2, [1, 2]])
    assert (m.body, s.battle) == (3, None)
    _, change = played(errands.heal_here, s, Heal("heal", 1, 0), dice=[1, [2, 2], 1, 2, 1, [1, 2]])
    assert s.battle is not None
    assert (m.body, s.battle.jumped, s.battle.place) == (4, True, "corridor")
    s.battle, s.phase, m.body, m.conditions = None, "walk", 1, ["bitten"]
    mage.goods = {"HEALING BALLS": 2, "ONE TOTAL HEAL OF SELF": 1, "HERBIE WALL-BANGERS": 3}
    _, change = played(errands.healing_ball, s, Heal("ball", 2, 0), dice=[3])
    assert change == {"members.0.body": 4, "members.0.conditions": [], "members.2.goods.HEALING BALLS": 1, "members.2.thrown": 1}
    mage.body = 1
    _, change = played(errands.make_whole, s, 2)
    assert change == {"members.2.body": 7, "members.2.goods.ONE TOTAL HEAL OF SELF": None, "members.2.thrown": 2}
    m.goods["GLUE"], m.shield, m.shield_left = 1, "SHIELD", 3
    _, change = played(errands.glue, s, 0)
    assert change == {"members.0.shield_left": 4, "members.0.uses.GLUE": 1, "discovered": ["GLUE"]}
    for text, cell in ((". 5,3", "5,3"), ("C 99,99", "99,99")):
        played(errands.draw, s, answers=[text])
        assert pencil(s).cells[cell] == text[0]
    for text in ("CC 5,4", ". 100,1", ". 1,100", ". 5", ". x,1", ". 1,x"):
        cells = dict(pencil(s).cells)
        played(errands.draw, s, answers=[text])
        assert pencil(s).cells == cells
    s.at = [2, 5, 9]
    played(errands.bang, s, "South")
    assert (s.holes, mage.goods["HERBIE WALL-BANGERS"]) == ([], 2)  # rock
    s.at = [2, 2, 6]
    ran, _ = played(errands.bang, s, "East", dice=[1, 2, 1, [1, 2]])
    assert (s.holes, s.at, s.entry) == (["2:4,11"], [2, 3, 6], "2:4,11")
    s.battle, s.phase, s.at, s.holes = None, "walk", [2, 3, 4], []
    ran, _ = played(errands.bang, s, "North", dice=[[1, 2]])
    assert (s.holes, s.opened[-1], len(rolls(ran)), s.before) == (["2:5,6"], "2:5,6", 1, [2, 3, 4])


@pytest.mark.rule("DES-MOVE-14", "DES-WIZ-16", "DES-WIZ-17", "DES-PEACE-04", "DES-CHIV-03")
def test_scouts_and_broken_peace() -> None:
    s = game("wizard 1", "warrior", at=(2, 2, 5))
    played(errands.scout, s, "North")
    assert (s.thrown_for, pencil(s).cells["2,4"]) == (["scout:2:2,4"], ".")
    ran, _ = played(errands.scout, s, "East", dice=[1, 2, 1, [1, 2]])
    guard = s.guards["2:3,5"]
    assert (guard.entered, len(guard.foes) > 0, pencil(s).cells["3,5"], s.battle) == (True, True, "C", None)
    number = len(guard.foes)
    assert ran.texts[-1] == f"The wizard reports: a chamber with {number} Orcs in it."
    ran, _ = played(errands.scout, s, "East")
    assert rolls(ran) == []
    guard.peace = True
    assert played(errands.scout, s, "East")[0].texts == ["The wizard reports: a chamber, and nobody to fight."]
    guard.peace, guard.foes, guard.cleared = False, [], True
    assert played(errands.scout, s, "East")[0].texts == ["The wizard reports: a chamber, and nobody to fight."]
    guard.peace, guard.cleared, guard.foes = True, False, company.line_up(s, "Bears", 2)
    s.at, s.leader = [2, 3, 5], 1
    assert "break" in errands.errands(s)
    played(errands.break_peace, s)
    assert s.battle is not None
    assert (guard.peace, s.battle.offered, s.phase, s.battle.treasure, s.battle.chamber) == (False, True, "battle", True, "2:3,5")


@pytest.mark.rule("DES-BOOK-07", "DES-BOOK-08")
def test_brochures_and_partial_maps() -> None:
    s = game("warrior", at=(2, 10, 9))
    s.members[0].goods["TRAVEL BROCHURE"] = 1
    assert "read:TRAVEL BROCHURE" in errands.errands(s)
    played(guidance.read, s, "TRAVEL BROCHURE")
    assert (s.thrown_for, s.discovered) == (["read:TRAVEL BROCHURE:2"], ["TRAVEL BROCHURE"])
    assert "here!" in pencil(s).notes.values()
    assert "read:TRAVEL BROCHURE" not in errands.errands(s)
    for face, inside, outside in ((1, "4,2", "11,9"), (2, "11,2", "4,2"), (3, "2,9", "4,2"), (4, "11,9", "4,2")):
        s = game("warrior", at=(2, 6, 1))
        cells = dict(pencil(s).cells)
        played(guidance.read, s, "PARTIAL MAP", dice=[face])
        drawn = set(pencil(s).cells) - set(cells)
        assert (inside in drawn, outside in drawn) == (True, False)


@pytest.mark.rule("DES-SPELL-34", "DES-SUP-45", "DES-TORCH-01", "DES-WIZ-18", "DES-BAT-02", "DES-MAZE-24")
def test_light_and_halls() -> None:
    s = game("warrior", "wizard 5")
    m, mage = s.members
    m.goods = {}
    assert not can_see(s)
    for who, name, seen in (
        (m, "TORCHES", True),
        (m, "FLASHLIGHT", False),
        (mage, "FLASHLIGHT", True),
        (m, "STAFF OF ETERNAL LIGHT", False),
        (mage, "STAFF OF ETERNAL LIGHT", True),
        (mage, "TORCHES", True),
    ):
        m.goods, mage.goods = {}, {}
        who.goods[name] = 1
        assert can_see(s) is seen
    mage.goods = {"STAFF OF ETERNAL LIGHT": 1}
    for mage.rank, seen in ((1, True), (5, True), (6, False)):
        assert can_see(s) is seen
    s.chest.goods["TORCHES"] = 1
    assert can_see(s)
    s = game("warrior", maze=two(WATER), at=(2, 4, 2))
    for s.facing, wide in ((0, 2), (1, 1), (2, 2), (3, 1)):
        assert whereabouts.hall_width(s) == wide


# Who comes.


@pytest.mark.rule("DES-BAT-28", "DES-MOVE-10", "DES-BAT-24", "DES-SUP-38", "DES-BAT-05")
def test_a_meeting_begins() -> None:
    s = game("warrior", "warrior", "warrior", lines=False)
    s.lines = [[0], [1], [2]]
    _, change = played(coming.meet, s, dice=[1, 2, 1, [1, 2]])
    b = s.battle
    assert b is not None
    assert (b.foes[0].name, b.joined, b.kinds, b.place, b.back, b.jumped, b.treasure, b.told, s.phase, s.tally["met"]) == (
        "Orcs", len(b.foes), ["Orcs"], "corridor", s.before, False, False, True, "meeting", 1,
    )  # fmt: skip
    assert s.lines == [[0], [1], [2]]
    played(coming.meet, s, name="Bears", number=2, jumped=True, chamber="2:3,5", place="chamber")
    assert s.battle is not None
    assert (sorted([number for line in s.lines for number in line]), [len(line) for line in s.lines], s.battle.jumped) == (
        [0, 1, 2],
        [1, 1, 1],
        True,
    )
    assert s.guards["2:3,5"].foes == s.battle.foes
    s.lines, s.members[2].goods["BIRD CAGES"] = [[0, 1], [2], []], 1
    _, change = played(coming.jump, s, s.battle)
    assert change == {"discovered": ["BIRD CAGES"]}
    s.members[2].goods = {}
    played(coming.jump, s, s.battle, dice=[])
    assert ([len(line) for line in s.lines], sorted([number for line in s.lines for number in line])) == ([2, 1, 0], [0, 1, 2])
    played(coming.join_foes, s, "Orcs", 2)
    assert ([foe.id for foe in s.battle.foes], s.battle.joined, s.battle.kinds) == ([0, 1, 2, 3], 4, ["Bears", "Orcs"])
    played(coming.join_foes, s, "Bears", 1, hits=2)
    assert (s.battle.foes[-1].hits, s.battle.foes[-1].full, s.battle.kinds) == (2, 5, ["Bears", "Orcs"])
    s = game("warrior")
    played(coming.join_foes, s, "Bears", 1, hits=2)
    assert s.battle is not None
    assert (s.battle.foes[0].hits, s.phase) == (2, "meeting")


@pytest.mark.rule("DES-BAD-01", "DES-BAD-02", "DES-BAD-03", "DES-BAD-04", "DES-BAT-25", "DES-DIAL-08", "DES-GM-01")
def test_which_and_how_many() -> None:
    s = game("warrior")
    ran, _ = played(company.which_baddie, s, gamesmaster=1, answers=[(1, "stand")], dice=[1, 2, 1])
    assert ran.result == "Orcs"
    assert [event.seen_by(0) is not None for event in ran.events if event.kind == "roll"] == [False, False, False]
    assert len(rolls(played(company.which_baddie, s, category="mammal", dice=[1, 1])[0])) == 2
    orcs = baddies()["Orcs"]
    assert played(company.how_many, s, orcs, dice=[[3, 4]])[0].result == (10, False)
    assert played(company.how_many, s, orcs, dice=[[6, 6], [3, 4]])[0].result == (30, True)
    s.dials = msgspec.structs.replace(s.dials, doubles_chain=False)
    assert played(company.how_many, s, orcs, dice=[[3, 3], [1, 1]])[0].result == (21, False)
    s.dials = msgspec.structs.replace(s.dials, doubles_chain=True, level_danger=2)
    assert played(company.how_many, s, orcs, dice=[[3, 3], [1, 1], [1, 2]])[0].result == (8 + 13 + 17 + 2, False)
    assert played(company.how_many, s, baddies()["Dragon"])[0].result == (1, False)
    s.dials = msgspec.structs.replace(s.dials, level_danger=0, doubles_chain=False)
    assert played(company.how_many, s, baddies()["Dogs"], dice=[[1, 1], [1, 2]])[0].result == (15, False)
    ran, _ = played(company.how_many, s, orcs, gamesmaster=1, answers=[(1, 99)], dice=[[3, 4]])
    assert (ran.result, ran.asks[0].low, ran.asks[0].high) == ((99, False), 1, 99)


@pytest.mark.rule("DES-BOOK-01", "DES-BOOK-02", "DES-BOOK-03")
def test_books_speak_up() -> None:
    s = game("warrior")
    volume, who = "BOOK OF DEMONS (Vol. I)", '"WHO\'S WHO IN THE DUNGEON"'

    async def look(t: Table[Game], name: str) -> None:
        books.look_up(t, name)

    for name, book in (("Lesser Demon", volume), ("Chimera", "BOOK OF MYTHS"), ("Robbing Hood", who), ("Orcs", "")):
        assert played(look, s, name)[1] == {}
        s.chest.goods = {volume: 1, "BOOK OF MYTHS": 1, who: 1}
        played(look, s, name)
        assert (s.discovered, list(s.learned)) == (([book], [name]) if book else ([], []))
        s.chest.goods, s.discovered, s.learned = {}, [], {}


@pytest.mark.rule("DES-MAZE-05", "DES-MAZE-27", "DES-SPCH-01", "DES-SPCH-02", "DES-STRE-01", "DES-IDEA-04")
def test_chambers() -> None:
    s = game("warrior", maze=two(WATER), at=(2, 1, 2))
    level = s.levels[0]
    played(chambers.guardians, s, level, (1, 2), level.feature(1, 2), width=1)
    assert (s.guards["2:1,2"].cleared, s.guards["2:1,2"].emptied, s.phase, s.spoils) == (True, True, "spoils", ["special"])
    s.phase, s.spoils = "walk", []
    ran, _ = played(chambers.guardians, s, level, (1, 2), level.feature(1, 2), width=1, dice=[[1, 2]])
    assert len(rolls(ran)) == 1
    s = game("warrior", "warrior")
    s.chest.gold, s.members[0].body = 9, 3
    feature = msgspec.structs.replace(s.levels[0].feature(2, 5), kind="theater", options={"feature": "Bears"})
    played(chambers.picture_show, s, feature, dice=[1, 2, [1, 2]])
    assert (s.chest.gold, s.members[0].body, list(s.learned)) == (7, 4, ["Bears"])
    s.guards["2:4,2"] = Guard(entered=True)
    study = msgspec.structs.replace(feature, kind="study", options={"sage": "leech"})
    s.guards[whereabouts.room_key(s, *s.at)] = Guard(entered=True)
    played(chambers.enter_special, s, study, dice=[1])
    assert s.sage is not None
    assert (s.sage.trade, s.sage.study, s.guards[whereabouts.room_key(s, *s.at)].emptied) == ("leech", True, True)
    s.sage = None
    assert played(chambers.enter_special, s, study)[1] == {}


@pytest.mark.rule("DES-SUP-21", "DES-SUP-24", "DES-MAGW-29", "DES-SUP-20")
def test_pins() -> None:
    s = game("warrior", "warrior", "warrior", "warrior", "warrior", "wizard 2", at=(2, 6, 2))
    pins.strew(s)
    pins.strew(s)
    assert s.strewn == ["2:6,2"]
    assert [m.id for m in pins.walkers(s)] == s.lines[0] + [m for line in s.lines[1:] for m in line if m != 5]
    s.chest.goods[pins.POWDER] = 1
    ran, _ = played(pins.tread, s, "2:6,2", sees=True, answers=["powder"], dice=[[2, 2]])
    hurt = [m.id for m in s.members if m.body < (7 if m.id == 5 else 5)]
    assert (ran.result, ran.asks[0].keys, len(hurt), s.discovered) == (
        True,
        ("march", "powder", "sweep", "back"),
        1,
        [pins.POWDER],
    )
    assert played(pins.tread, s, "2:6,2", sees=True, answers=["back"])[0].result is False
    assert played(pins.tread, s, "2:7,2", sees=True)[0].result is True
    ran, change = played(pins.tread, s, "2:6,2", sees=True, answers=["sweep"], dice=[[1, 2]])
    assert (ran.result, change) == (True, {"strewn": [], "chest.goods.PINS": 1})
    s.boat = {"left": 1, "full": 1, "raft": 1}
    s.chest.goods["PIN CUSHIONS"] = 1
    for answer, faces, floats, left in (
        ("risk", [1, 2], True, 1),
        ("cushion", None, True, 1),
        ("risk", [2, 2], False, 0),
        ("ashore", None, True, 0),
    ):
        ran, _ = played(pins.pack_raft, s, answers=[answer], dice=[faces] if faces else [])
        assert (ran.result, s.boat["left"]) == (floats, left)
    assert "PINS" not in s.chest.goods
    assert not played(pins.pack_raft, s)[0].asks


# What is found.


@pytest.mark.rule("DES-MAGW-01", "DES-MAGW-02", "DES-MAGW-11", "DES-MAGW-14", "DES-TREAS-29", "DES-SUPF-01", "DES-SUPF-02")
def test_finding_things() -> None:
    s = game("warrior", "priest", "wizard 4", "wizard 5")
    assert [m.id for m in finds.takers(s, "AXE +1", cutting=True)] == [0, 2]
    assert [m.id for m in finds.takers(s, "MACE +1", cutting=False)] == [0, 1, 2]
    assert played(finds.which_magic_weapon, s, dice=[1, 6, 6, 3])[0].result == [("AXE +2", 1)]
    assert played(finds.which_magic_weapon, s, dice=[6, 1, 1, 2, 2, 4])[0].result == [("SWORD +1", 1), ("SHURIKENS", 4)]
    _, change = played(finds.find_magic_weapon, s, times=2, to=s.members[0], dice=[2, 2, 3])
    assert change == {"members.0.goods.SHURIKENS": 6, "members.0.hand": "SHURIKENS", "tally.magic weapons": 1}
    ran, change = played(finds.find_magic_weapon, s, answers=["decline", "take"], dice=[1, 1, 9, 5])
    assert change == {"members.2.goods.SWORD +1": 1, "members.2.hand": "SWORD +1", "tally.magic weapons": 2}
    _, change = played(finds.award, s, "CHEESE", 2, s.members[:1], rule="DES-SUPF-02", answers=["decline"])
    assert change == {"chest.goods.CHEESE": 2}
    m = s.members[0]
    _, change = played(finds.award, s, "MAGIC SHIELD", 2, [m], rule="DES-MAGW-02", answers=["take", "carry"])
    assert change == {"members.0.shield": "MAGIC SHIELD", "members.0.shield_left": 10, "members.0.goods.MAGIC SHIELD": 1}
    m.shield_left = 2
    _, change = played(finds.award, s, "MAGIC SHIELD", 1, [m], rule="DES-MAGW-02", answers=["take", "on"])
    assert change == {"members.0.shield_left": 10}
    s = game("warrior")
    ran, change = played(finds.find_supplies, s, gamesmaster=1, answers=[(1, "be:CHEESE"), (1, 200), (0, "take")], dice=[1, 1, 4])
    assert (ran.asks[1].low, ran.asks[1].high, s.members[0].goods["CHEESE"]) == (1, 200, 200)
    assert "1d6" in rolls(ran)[2]


@pytest.mark.rule(
    "DES-SPELL-02", "DES-SPELL-03", "DES-SPELL-04", "DES-SPELL-06", "DES-SPELL-18", "DES-SPELL-29", "DES-SPELL-35", "DES-BOOK-09"
)
def test_finding_spells_and_books() -> None:
    s = game("wizard seat0", "wizard seat1", "warrior seat0", players=2)
    one, other, _ = s.members
    for votes, dice, who in (
        ([(0, "m1"), (1, "m1")], [], 1),
        ([(0, "m0"), (1, "m1")], [5, 9], 1),
        ([(0, "m0"), (1, "m1")], [9, 5], 0),
    ):
        ran, _ = played(finds._which_wizard, s, [one, other], "LIGHT BALLS", answers=votes, dice=dice)
        assert ran.result.id == who
    other.seat = 0
    ran, _ = played(finds._which_wizard, s, [one, other], "LIGHT BALLS", answers=[(0, "m1")])
    assert ran.result.id == 1
    assert played(finds._which_wizard, s, [other], "LIGHT BALLS")[0].result is other
    finds.take_spell(one, "BODY SHIELD", 2)
    finds.take_spell(one, "WIZARD'S AXE", 1)
    finds.take_spell(one, "FLASHLIGHT", 1)
    finds.take_spell(one, "SLAVE BALLS", 3)
    assert (one.body_shield, one.hand, one.goods["FLASHLIGHT"], one.goods["SLAVE BALLS"], one.kinds, one.found) == (
        20, "WIZARD'S AXE", 1, 3, ["SLAVE BALLS"], ["SLAVE BALLS"],
    )  # fmt: skip
    finds.take_spell(one, "WIZARD'S SWORD", 1)
    assert (one.hand, one.goods["WIZARD'S SWORD"]) == ("WIZARD'S AXE", 1)
    finds.take_spell(other, "FLASHLIGHT", 1)
    assert other.hand == ""
    ran, _ = played(finds.find_spell, s, to=other, dice=[5, 12, 3, 4])
    assert (len([name for name in other.goods if name != "FLASHLIGHT"]), len(rolls(ran))) == (2, 4)
    ran, _ = played(finds.find_spell, s, to=other, times=2, dice=[6, 1, 2, 3, 5, 3])
    assert s.tally["spells"] == 1
    assert 6 in other.goods.values()


@pytest.mark.rule("DES-RELIC-01", "DES-RELIC-02", "DES-SAGE-11")
def test_relics_and_whose_they_are() -> None:
    s = game("priest", "warrior")
    s.tasks = [Taken("bring a relic from another chamber", 10, "GOLD")]
    played(finds.find_relic, s, dice=[[3, 4]])
    assert (s.members[0].relics, s.members[0].karma, s.tasks[0].done) == (1, 12, True)
    played(finds.find_relic, s, dice=[[3, 3]])
    assert (s.members[0].relics, s.members[0].karma) == (2, 30)
    second = persona(s, "priest")
    s.party.append(2)
    played(finds.find_relic, s, dice=[5, 8, [1, 2]])
    assert (second.relics, second.karma) == (1, 2)
    for m in s.members:
        m.cls = "warrior"
    played(finds.find_relic, s)
    assert s.chest.relics == 1


@pytest.mark.rule(
    "DES-TREAS-01", "DES-MAZE-09", "DES-TREAS-13", "DES-TREAS-14", "DES-TREAS-17", "DES-TREAS-19", "DES-TREAS-20", "DES-TREAS-27"
)
def test_treasure_by_category() -> None:
    s = game("warrior", "warrior", thirty_silver=True)
    _, change = played(rolling._gold, s, 2, dice=[[1, 2], [1, 2], [1, 2]])
    assert change == {"chest.gold": 18, "tally.gold found": 18}
    _, change = played(rolling._silver, s, 2, dice=[[4, 5], [4, 6], [6, 4]])
    assert change == {"chest.silver": 58}
    assert played(rolling._gold_bar, s, 2)[1] == {"chest.gold_bars": 2}
    assert played(rolling._silver_bar, s, 1)[1] == {"chest.silver_bars": 1}
    _, change = played(rolling._jewels, s, 2, dice=[[1, 2], [1, 2], [1, 2], 7])
    assert sum(s.chest.jewels.values()) == 18
    played(rolling._silver, s, 1, dice=[[4, 6], [4, 6], [6, 4], 1])
    assert (s.battle is not None, s.chest.silver) == (True, 88)
    s = game("warrior", "warrior")
    played(rolling._silver, s, 1, dice=[[4, 6], [4, 6], [6, 4]])
    assert s.battle is None  # the dial is off
    for _ in range(2):
        played(rolling._sage, s, 2)
    assert s.spoils == ["sage"]
    bare = game("warrior")
    ran, change = played(rolling.roll_treasure, bare, dice=[12, 2, 2, 2, 2, 3, 3, 2, 2, 2, [1, 2]])
    assert (change, len(rolls(ran)), ran.texts[-1]) == ({"tally.treasures": 1}, 11, "In the chamber: nothing but dust.")
    ran, change = played(rolling.roll_treasure, bare, dice=[12, 6, 2, 4, 2, 3, 3, 2, 4, 2, [2, 2]])
    assert change == {
        "tally.treasures": 2,
        "chest.gold_bars": 2,
        "chest.silver_bars": 2,
        "spoils": ["sage"],
    }  # twice, but one sage
    assert "In the chamber: a gold bar, a silver bar and a sage, all of it twice." in ran.texts
    ran, change = played(
        rolling.roll_treasure, bare, gamesmaster=1, answers=[(1, "nothing")], dice=[12, 6, 2, 4, 2, 3, 3, 2, 4, 2, [2, 2]]
    )
    assert change == {"tally.treasures": 3}
    answers = [(1, "other"), (1, ["GOLD BAR", "DOUBLED TREASURE"])]
    _, change = played(rolling.roll_treasure, bare, gamesmaster=1, answers=answers, dice=[12, 2, 2, 2, 2, 3, 3, 2, 2, 2, [1, 2]])
    assert change == {"tally.treasures": 4, "chest.gold_bars": 4}


@pytest.mark.rule("DES-STRE-01", "DES-STRE-03", "DES-IDEA-05", "DES-SAGE-11")
def test_special_treasure_ghods_and_rewards() -> None:
    s = game("warrior", "priest")
    played(special.find_special, s, "the sword Stormbringer", answers=["take"])
    assert (s.members[0].goods["STORMBRINGER"], s.news) == (
        1,
        ["the party found the sword Stormbringer"],
    )  # no priest throws for it
    played(special.find_special, s, "the golden comb", answers=["take"], dice=[5, 9])
    assert s.members[1].goods["THE GOLDEN COMB"] == 1
    played(special.find_special, s, "UNICORN'S HORN")
    assert s.chest.goods == {"UNICORN'S HORN": 1}
    s.curses, s.veiled, s.members[0].body, s.members[0].conditions = ["x"], ["x"], 1, ["bitten", "venom"]
    played(special.ghod, s, answers=["curses"])
    assert (s.curses, s.veiled, s.members[0].body) == ([], [], 1)
    played(special.ghod, s, answers=["heal"])
    assert (s.members[0].body, s.members[0].conditions) == (5, ["venom"])
    s.tasks = [Taken("a", 15, "GOLD BAR", done=True), Taken("b", 10, "GOLD BAR")]
    played(rolling.reward, s, answers=["m1"])
    assert (s.members[1].karma, s.chest.gold_bars, len(s.tasks)) == (15, 1, 1)


# How a meeting ends.


@pytest.mark.rule("DES-FLEE-06", "DES-PEACE-01", "DES-PEACE-02", "DES-PEACE-03", "DES-MAGW-16")
def test_what_the_leader_may_do_at_a_meeting() -> None:
    s = game("warrior", at=(2, 6, 2))
    s.before = [2, 5, 2]
    b = fight(s, "Orcs", 2, place="chamber")
    b.back, s.phase = [2, 5, 2], "meeting"
    played(meeting.decide, s, answers=["fight"])
    assert (s.phase, s.tally["battles"], b.joined) == ("battle", 1, 2)
    s.phase = "meeting"
    s.chest.goods = {"CHEESE": 1, "ROPES": 1, "FLIES": 1, "GLUE": 1}
    ran, _ = played(meeting.decide, s, answers=["offer", []], dice=[12])
    s.chest.goods = {}
    assert (b.offered, ran.asks[1].low, ran.asks[1].high) == (True, 0, 3)
    b = fight(s, "Orcs", 2, place="chamber", offered=True)
    b.back, s.phase = [2, 5, 2], "meeting"
    s.chest.goods["THORNY TANGLE-WEED"] = 1
    ran, _ = played(meeting.decide, s, answers=["thorny"])
    assert "offer" not in ran.asks[0].keys
    assert (b.foes, b.front, b.thorny, b.largest, s.chest.goods, s.phase, s.tally["won"]) == ([], [], True, 1, {}, "spoils", 1)
    assert s.discovered[-1] == "THORNY TANGLE-WEED"
    b = fight(s, "Orcs", 2)
    b.back, s.phase = [2, 5, 2], "meeting"
    played(meeting.decide, s, answers=["run"], dice=[7, 7, [1, 2]])
    assert (s.at, s.battle, s.phase, s.tally["runs"]) == ([2, 5, 2], None, "walk", 1)


@pytest.mark.rule(
    "DES-FLEE-02", "DES-FLEE-03", "DES-FLEE-04", "DES-FLEE-05", "DES-FLEE-06", "DES-MAGW-13", "DES-CHIV-03", "DES-IDEA-05"
)
def test_running_away() -> None:
    s = game("warrior", "warrior", at=(2, 6, 2))
    s.before = [2, 5, 2]
    b = fight(s, "Orcs", 2)
    b.back = [2, 5, 2]
    s.members[0].misses, s.members[0].shield_front, b.threw, b.stall = 2, True, [0], True
    played(flee.get_away, s, b, stalled=False, dice=[[2, 2]])
    assert (s.phase, b.threw, b.stall, s.at, s.members[0].misses, s.members[0].shield_front) == (
        "battle",
        [],
        False,
        [2, 6, 2],
        0,
        False,
    )
    played(flee.get_away, s, b, stalled=False, dice=[[1, 2]])
    assert (s.phase, s.battle, s.at) == ("walk", None, [2, 5, 2])
    for goods, key in (
        ({"TANGLE-WEED": 1}, "tangle"), ({"SMOKE BOMBS": 1}, "bomb"), ({"SMOKE GRENADES": 1}, "grenade"), ({"GLUE": 1}, "glue"),
        ({"HANDI WRAP": 1}, "wrap"), ({"SAURIAN BRANDY": 1, "MATCHES": 1}, "brandy"), ({"SAURIAN BRANDY": 1}, ""), ({}, ""),
    ):  # fmt: skip
        s = game("warrior", "warrior", at=(2, 6, 2))
        s.members[1].goods = dict(goods)
        b = fight(s, "Hoplites", 2, place="chamber")
        b.back = [2, 5, 2]
        assert [name for name, _ in flee.stalls(s, b)] == ([key] if key else [])
        b.place = "corridor"
        assert [name for name, _ in flee.stalls(s, b)] == ([key] if key not in ("", "tangle", "glue") else [])
        b.place, b.width = "chamber", 2
        assert ("wrap" in [name for name, _ in flee.stalls(s, b)]) is False
        b.width, b.floor = 1, "hall"
        assert ("wrap" in [name for name, _ in flee.stalls(s, b)]) is False
        if key:
            b.floor = ""
            ran, change = played(flee.run, s, key)
            assert (s.at, s.battle, len(rolls(ran)), len(s.discovered) > 0) == ([2, 5, 2], None, 0, True)
            assert s.members[1].goods == ({"GLUE": 1} if key == "glue" else {"MATCHES": 1} if key == "brandy" else {})
    s = game("warrior 7", "warrior seat1", players=2, at=(2, 6, 2))
    b = fight(s, "Crocs", 1)
    b.back, s.phase, s.members[1].held = [2, 5, 2], "meeting", 0
    _, change = played(flee.run, s, "")
    assert (s.phase, s.at) == ("battle", [2, 6, 2])  # a chivalrous leader leaves nobody so
    _, change = played(flee.run, s, "")
    assert change == {"tally.runs": 2}
    s.members[1].held = -1
    ran, change = played(flee.rear_guard, s, answers=[(0, "m1"), (1, "no")])
    assert change == {}
    ran, change = played(flee.rear_guard, s, answers=[(0, "m1"), (1, "yes")], dice=[2])
    assert (s.members[1].karma, s.at, s.battle, s.lines[0]) == (15, [2, 5, 2], None, [0, 1])


@pytest.mark.rule("DES-AFT-01", "DES-MAZE-30", "DES-FLEE-01", "DES-BAT-22", "DES-SAGE-11")
@pytest.mark.parametrize(
    ("treasure", "kind", "spoils"),
    [
        ("", "chamber", ["gather", "treasure", "healing"]),
        ("none", "chamber", ["gather", "healing"]),
        ("double", "chamber", ["gather", "treasure", "treasure", "healing"]),
        ("", "temple", ["gather", "treasure", "relic", "healing"]),
    ],
)
def test_the_field_is_the_partys(treasure: str, kind: str, spoils: list[str]) -> None:
    s = game("warrior +axe", at=(2, 3, 5))
    sign = s.levels[0].cell(3, 5)
    feature = msgspec.structs.replace(s.levels[0].legend[sign], kind=kind, options={"treasure": treasure} if treasure else {})
    s.levels[0] = msgspec.structs.replace(s.levels[0], legend={**s.levels[0].legend, sign: feature})
    s.guards["2:3,5"] = Guard(entered=True)
    s.tasks = [Taken("clear a named chamber of its guardians", 15, "GOLD", target="2:3,5")]
    b = fight(s, "Orcs", 1, place="chamber", chamber="2:3,5", treasure=True)
    s.guards["2:3,5"].foes = b.foes
    assert played(outcome.finished, s, b)[0].result is False
    s.members[0].conditions, s.members[0].goods, s.members[0].misses = ["dark glasses", "venom"], {}, 2
    pencil(s).notes["3,5"] = "beware: orcs"
    b.foes = []
    ran, _ = played(outcome.finished, s, b)
    guard = s.guards["2:3,5"]
    assert (ran.result, s.spoils, s.phase, guard.cleared, guard.emptied, guard.foes, s.tasks[0].done) == (
        True, spoils, "spoils", True, True, [], True,
    )  # fmt: skip
    assert (s.members[0].conditions, s.members[0].hand, s.members[0].misses, s.tally["won"]) == (["venom"], "", 0, 1)
    assert "3,5" not in pencil(s).notes
    b.thorny, b.pinned, b.traitor = True, True, -1

    async def begin(t: Table[Game]) -> None:
        outcome.begin(t)

    played(begin, s)
    assert s.spoils == ["pins", "gather", "picture", "healing"]
    b.place, b.thorny, b.pinned, b.traitor = "corridor", False, False, 0
    s.spoils = ["sage"]
    played(begin, s)
    assert s.spoils == ["gather", "sage"]


@pytest.mark.rule("DES-AFT-02", "DES-DIV-06", "DES-ARM-12", "DES-MAGW-18", "DES-SUP-38")
def test_gathering_after_a_battle() -> None:
    s = game("warrior leather", "warrior plate", "wizard")
    m, dead, mage = s.members
    b = fight(s, "Bats", 1)
    b.flown, b.slain_by = {"0:SHURIKENS": 1}, {1: "Bats"}
    m.goods["BIRD CAGES"] = 2
    dead.status, dead.armour_left, dead.relics = "dead", 9, 2
    dead.goods = {"AXE": 2, "CHEESE": 3}
    m.armour_left = 3
    _, change = played(aftermath.gather, s, answers=["chest", "m0", "m0"])
    assert (b.flown, s.chest.goods, m.goods["AXE"], s.chest.relics) == ({}, {"CAPTIVE BAT": 1, "AXE": 1, "CHEESE": 3}, 1, 2)
    assert (m.armour, m.armour_left, m.goods["BOILED LEATHER ARMOR"]) == ("PLATE ARMOR", 9, 1)
    assert (dead.goods, dead.armour, dead.armour_left, dead.shield, dead.shield_left, dead.relics) == ({}, "", 0, "", 0, 0)
    m.goods["BIRD CAGES"], b.slain_by = 1, {}
    assert played(aftermath.gather, s)[1] == {}
    mage.goods["CAMERA OUTFIT"] = 1
    b.largest = 5
    _, change = played(aftermath.take_picture, s, answers=["click"])
    assert change == {"members.2.uses.CAMERA OUTFIT": 11, "pictures": [3]}
    assert played(aftermath.take_picture, s, answers=["no"])[1] == {}
    mage.uses["CAMERA OUTFIT"] = 0
    assert not played(aftermath.take_picture, s)[0].asks


@pytest.mark.rule("DES-PEACE-03", "DES-PEACE-04", "DES-PEACE-05", "DES-PEACE-06", "DES-SUP-29", "DES-IDEA-04", "DES-SAGE-11")
def test_offers_and_what_becomes_of_them() -> None:
    s = game("warrior", at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True)
    s.tasks = [Taken("make peace with the next three baddies met", 20, "GOLD", count=1)]
    pencil(s).notes["3,5"] = "beware: bears"
    b = fight(s, "Bears", 3, place="chamber", chamber="2:3,5")

    async def friends(t: Table[Game]) -> None:
        peace.make_peace(t, b)

    played(friends, s)
    assert (s.peace_made, s.tally["peace"], s.guards["2:3,5"].peace, len(s.guards["2:3,5"].foes), s.battle, s.phase) == (
        1, 1, True, 3, None, "walk",
    )  # fmt: skip
    assert ("3,5" in pencil(s).notes, s.tasks[0].count, s.tasks[0].done) == (False, 2, False)
    b = fight(s, "Bears", 3)
    played(friends, s)
    assert (s.tasks[0].count, s.tasks[0].done) == (3, True)
    b = fight(s, "Rats", 4)
    s.phase = "meeting"
    played(peace._carry_out, s, b, "war", {"CHEESE": 1}, 1.0, poison=False)
    assert (s.phase, s.discovered, len(b.foes)) == ("battle", [], 4)
    s.phase = "meeting"
    played(peace._carry_out, s, b, "some", {"CHEESE": 1, "ROPES": 1}, 2.0, poison=True)
    assert (s.phase, sorted(s.discovered), len(b.foes), s.tally["poisoned"], s.poisoned) == (
        "battle",
        ["CHEESE", "POISON"],
        2,
        2,
        True,
    )
    played(peace._carry_out, s, b, "some", {"ROPES": 1}, 0.0, poison=False)
    assert len(b.foes) == 1
    b = fight(s, "Rats", 4)
    played(peace._carry_out, s, b, "peace", {"CHEESE": 1}, 4.0, poison=True)
    assert (s.phase, b.foes, s.tally["poisoned"]) == ("spoils", [], 6)


@pytest.mark.rule("DES-BAT-27", "DES-FLEE-06", "DES-MOR-01", "DES-BAT-17", "DES-SPELL-26", "DES-BAT-19", "DES-IDEA-05")
def test_a_whole_round() -> None:
    s = game("warrior +axe seat0", "warrior +axe seat1", "wizard seat0", players=2, at=(2, 6, 2))
    b = fight(s, "Bears", 2, light=False)
    b.back, b.stall, b.threw, b.gap = [2, 5, 2], True, [2], 1
    answers: list[Any] = [(0, "leave"), (0, "strike@0"), (1, "strike@0"), (0, "stay")]
    ran, _ = played(rounds.fight_round, s, answers=answers, dice=[7, 6, 8, 7])
    assert (b.round, b.stall, b.threw, b.seat, b.gap, b.foes[0].hits, b.foes[1].hits) == (1, False, [], 1, 0, 4, 5)
    assert sum(5 - m.body for m in s.members[:2]) == 1
    assert ran.asks[-1].keys == ("stay", "run", "places", "rear")
    b.missing, b.light = 1, 2
    ran, _ = played(rounds.fight_round, s, answers=[(1, "hold"), (0, "hold"), (0, "run")], dice=[2, 2, [1, 2]])
    assert (b.missing, b.light, len([text for text in rolls(ran) if "bear" in text.split(" throws")[0]])) == (0, 1, 2)
    assert (s.at, s.battle) == ([2, 5, 2], None)
    b = fight(s, "Giant Germs", 2)
    b.back, b.round = [2, 5, 2], 80
    ran, _ = played(rounds.round_ends, s, b, dice=[[1, 2]])
    assert (b.foes, s.phase) == ([], "spoils")  # they lose interest


@pytest.mark.rule("DES-SAGE-12", "DES-WIZ-16", "DES-SUP-21", "DES-MAZE-33", "DES-SAGE-13")
def test_moths_feet_pencils_and_tolls_behind_the_screen() -> None:
    s = game("warrior", "warrior", "wizard 2", at=(2, 6, 2))
    pencil(s).cells = {"6,2": ".", "9,4": ".", "10,4": ".", "11,2": ".", "12,2": "."}
    pencil(s).notes = {"9,4": "near", "12,2": "far"}
    fade(s)
    assert len(pencil(s).cells) == 5
    s.curses = ["moth-eaten map"]
    fade(s)
    assert (list(pencil(s).cells), pencil(s).notes) == (["6,2", "9,4", "11,2"], {"9,4": "near"})  # five squares away and no more
    s.lines = [[1], [2], [0]]
    assert [m.id for m in pins.walkers(s)] == [1, 0]  # the front line first; the wizard floats
    s.lines = [[0], [], []]
    assert [m.id for m in pins.walkers(s)] == [0, 1]
    ran, _ = played(errands.draw, s, answers=[". 5,3"])
    assert ran.asks[0].high == 12
    ran, _ = played(sages.toll, s, gamesmaster=1, answers=[(1, "1")], dice=[1])
    assert [event.seen_by(0) is not None for event in ran.events if event.kind == "roll"] == [False]
    ran, _ = played(sages.curse, s, gamesmaster=1, answers=[(1, "1")], dice=[1])
    assert [event.seen_by(0) is not None for event in ran.events if event.kind == "roll"] == [False]


@pytest.mark.rule("DES-BOOK-03", "DES-SON-07", "DES-IDEA-16", "DES-SON-03")
def test_whos_who_knows_what_they_like_and_an_apprentice_stays_one_at_tenth_rank() -> None:
    s = game("apprentice", "daughter")
    s.chest.goods = {'"WHO\'S WHO IN THE DUNGEON"': 1}

    async def look(t: Table[Game], name: str) -> None:
        books.look_up(t, name)

    for name in ("Robbing Hood", "Collection Agents", "Spanish Inquisition", "Doctor Octopus", "Arch-Demon"):
        ran, _ = played(look, s, name)
        assert any("would like" in text for text in ran.texts) is (name in likes())
    played(ranks.promote, s, s.members[0])
    assert (s.members[0].kind, s.members[0].rank) == ("apprentice", 10)
    beast = persona(s, "warrior")
    beast.cls = ""
    assert [refuses(s, m, "AXE") for m in (s.members[1], beast)] == ["daughters do not fight", "beasts bring their own"]

"""A close look at sages and their pastimes: homage, mood, curses, tolls, favours, wishes, and every game to its end."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.games.descent.maze_file import load
from undercroft.games.descent.rules.company import sages_come
from undercroft.games.descent.rules.personas.people import may_use
from undercroft.games.descent.rules.sages import audience, favours, pastimes, sages, wishes
from undercroft.games.descent.state import Game, Guard, Pastime, Sage, Taken

from .scene import fight, game, played, rolls

WHO = '"WHO\'S WHO IN THE DUNGEON"'


def before_a_sage(*specs: str, trade: str = "guide", players: int = 1, **fields: Any) -> tuple[Game, Sage]:
    """A party and a sage, in a corridor of the model level."""
    s = game(*(specs or ("warrior", "priest")), players=players, at=(2, 2, 4))
    s.sage = Sage(trade, **fields)
    s.phase = "sage"
    return s, s.sage


@pytest.mark.rule("DES-SAGE-08", "DES-SUP-28", "DES-SUP-05", "DES-BOOK-04", "DES-SAGE-02")
def test_what_may_be_offered() -> None:
    s, sage = before_a_sage()
    assert played(audience.audience, s, answers=["enough"])[0].asks[0].keys == ("enough", "attack")
    sage.stage = "homage"
    s.members[0].goods.update({"SAURIAN BRANDY": 1, "JOKEBOOK": 1, "QUILLS": 1})
    s.chest.gold, s.chest.relics = 5, 1
    s.chest.jewels = {"DIAMONDS": 1, "RUBIES": 1, "EMERALDS": 3, "TURQUOISE": 3}
    ran, change = played(audience.audience, s, answers=["enough"])
    assert ran.asks[0].keys == ("enough", "brandy", "relic", "gold", "jewels:DIAMONDS", "jewels:EMERALDS", "joke", "attack")
    assert change == {"sage.stage": "mood"}
    sage.stage, s.chest.gold = "homage", 4
    s.members[1].goods["QUILLS"] = 1  # a priest can write
    ran, change = played(audience.audience, s, answers=["quills"])
    assert "gold" not in ran.asks[0].keys
    assert change == {"sage.quilled": True, "sage.homage": 1, "discovered": ["QUILLS"]}
    ran, change = played(audience.audience, s, answers=["joke"])
    assert "quills" not in ran.asks[0].keys
    assert change == {"sage.joked": True, "sage.homage": 2, "discovered": ["QUILLS", "JOKEBOOK"]}
    ran, change = played(audience.audience, s, answers=["relic"])
    assert "joke" not in ran.asks[0].keys
    assert change == {"sage.homage": 5, "sage.worth": 160, "chest.relics": 0}
    ran, change = played(audience.audience, s, answers=["brandy"])
    assert "relic" not in ran.asks[0].keys
    assert change["members.0.goods.SAURIAN BRANDY"] is None
    assert (sage.homage, sage.worth, s.discovered[-1]) == (7, 320, "SAURIAN BRANDY")
    _, change = played(audience.audience, s, answers=["jewels:EMERALDS"])
    assert change == {"chest.jewels.EMERALDS": None, "sage.homage": 8, "sage.worth": 336}  # three at seven silver are a gold
    s.chest.gold = 30
    for gold, homage in ((25, 9), (20, 10), (15, 10)):
        played(audience.audience, s, answers=["gold"])
        assert (s.chest.gold, sage.homage) == (gold, homage)
    assert (sage.worth, s.tally["sage gold"]) == (336 + 240, 3)


@pytest.mark.rule("DES-SAGE-08")
@pytest.mark.parametrize(
    ("favourite", "answer", "homage"),
    [
        ("brandy", "brandy", 4),
        ("relics", "relic", 6),
        ("gold", "gold", 2),
        ("jewels", "jewels:DIAMONDS", 2),
        ("relics", "brandy", 2),
        ("brandy", "relic", 3),
        ("jewels", "gold", 1),
        ("gold", "jewels:DIAMONDS", 1),
    ],
)
def test_what_a_sage_fancies_counts_double(favourite: str, answer: str, homage: int) -> None:
    s, sage = before_a_sage(favourite=favourite)
    s.members[0].goods["SAURIAN BRANDY"] = 1
    s.members[1].relics, s.chest.gold, s.chest.jewels = 1, 5, {"DIAMONDS": 1}
    played(audience.audience, s, answers=[answer])
    assert sage.homage == homage
    assert s.members[1].relics == (0 if answer == "relic" else 1)


@pytest.mark.rule("DES-PEACE-01", "DES-SAGE-08", "DES-SAGE-15")
def test_what_is_anothers_is_not_the_leaders_to_give() -> None:
    s, sage = before_a_sage("priest seat0", "warrior seat1", players=2)
    s.members[1].goods["SAURIAN BRANDY"], s.members[1].relics = 1, 1
    for answer in ("brandy", "relic"):
        _, change = played(audience.audience, s, answers=[(0, answer), (1, "no")])
        assert change == {}
    played(audience.audience, s, answers=[(0, "brandy"), (1, "yes")])
    assert sage.homage == 2
    s.chest.relics = 1
    played(audience.audience, s, answers=["relic"])
    assert (sage.homage, s.members[1].relics, s.chest.relics) == (5, 1, 0)
    s.members[0].relics = 1
    played(audience.audience, s, answers=["relic"])  # the leader's own comes first
    assert (s.members[0].relics, s.members[1].relics) == (0, 1)
    s.chest.gold = 100
    _, change = played(audience.audience, s, answers=["attack"], dice=[1])
    assert (s.anger, s.chest.gold, sage.stage) == (True, 50, "gone")


@pytest.mark.rule("DES-SAGE-03", "DES-SAGE-04", "DES-GM-05")
@pytest.mark.parametrize(
    ("hoard", "weighs"),
    [
        ({"gold": 80}, 0),
        ({"gold": 81}, -2),
        ({"gold_bars": 8}, 0),
        ({"gold_bars": 8, "gold": 1}, -2),
        ({"gold": 80, "silver": 15}, 0),
        ({"gold": 80, "silver": 16}, -2),
        ({"gold": 80, "silver_bars": 1, "silver": 5}, 0),
        ({"gold": 80, "silver_bars": 1, "silver": 6}, -2),
        ({"gold": 80, "jewels": {"DIAMONDS": 1}}, -2),
        ({"gold": 159}, -2),
        ({"gold": 160}, -3),
        ({"gold": 240}, -4),
        ({"gold": 320}, -5),
    ],
)
def test_what_a_hoard_weighs(hoard: dict[str, Any], weighs: int) -> None:
    """Two of them: above forty gold a head minus two, and one more for each further forty."""
    s, sage = before_a_sage()
    s.chest = type(s.chest)(**hoard)
    assert dict(sages.mood_parts(s, sage)).get("too much loot", 0) == weighs


@pytest.mark.rule("DES-SAGE-03", "DES-SUP-03", "DES-GM-05", "DES-SAGE-02")
def test_homage_robe_and_temper_in_the_mood() -> None:
    s, sage = before_a_sage("priest", "warrior 9", homage=3)
    s.members[0].goods["HOLY ROBE"] = s.members[1].goods["HOLY ROBE"] = 1
    s.leader = 1
    assert sages.mood_parts(s, sage) == [("homage", 3)]  # a warrior in a robe impresses nobody
    s.leader = 0
    assert sages.mood_parts(s, sage) == [("homage", 3), ("holy robe", 1)]
    s.tally["sage gold"] = 2
    sage.stage = "mood"
    _, change = played(audience.audience, s, dice=[3])
    assert change == {
        "sage.mood": 7,
        "sage.band": "friendly",
        "sage.face": "friendly",
        "sage.stage": "favour",
        "tally.sage gold": None,
        "tally.sage:friendly": 1,
        "discovered": ["HOLY ROBE"],
    }
    one = game("warrior")
    assert sages.mood_parts(one, Sage("guide")) == []
    one.chest.gold = 41
    assert sages.mood_parts(one, Sage("guide")) == [("too much loot", -2)]


@pytest.mark.rule("DES-SAGE-01", "DES-SAGE-02", "DES-SAGE-08", "DES-SAGE-12", "DES-SAGE-13", "DES-SAGE-14", "DES-BOOK-03")
@pytest.mark.parametrize(
    ("mood", "worth", "dice", "stage", "evil"),
    [
        (2, 0, [5, 2, 6], "gone", False),
        (2, 0, [6], "favour", True),
        (3, 0, [1, 1, 2], "gone", False),
        (4, 0, [1, 2, 6], "gone", False),
        (4, 0, [6], "favour", True),
        (5, 79, [], "gone", False),
        (6, 80, [], "favour", False),
        (7, 0, [], "favour", False),
        (11, 0, [], "favour", False),
    ],
)
def test_how_a_mood_settles(mood: int, worth: int, dice: list[int], stage: str, evil: bool) -> None:
    """Furious: curse and toll; unfriendly: one of them; a six and he only pretends; aloof below five gold: nothing."""
    s, sage = before_a_sage(mood=mood, worth=worth, evil=True)
    s.members[0].goods[WHO] = 1
    ran, change = played(sages.settle, s, sage, dice=dice)
    assert (sage.stage, sage.evil) == (stage, evil)
    assert sage.face == ("friendly" if evil else sage.band)
    assert s.discovered == [WHO]
    known = [event.seen_by(0).text for event in ran.events if event.rule == "DES-BOOK-03" and event.seen_by(0)]  # type: ignore[union-attr]
    assert known == ["Who's Who says: The smile is false." if evil else f"Who's Who says: He is {sage.band}, and means it."]
    assert change.get("curses") == (["short wicks"] if dice in ([5, 2, 6], [1, 1, 2]) else None)


@pytest.mark.rule("DES-SAGE-12", "DES-SAGE-14")
def test_a_curse_is_laid_once_and_veiled_until_felt() -> None:
    s, _ = before_a_sage()
    _, change = played(sages.curse, s, dice=[5])
    assert change == {"curses": ["moth-eaten map"], "tally.curses": 1, "news": ["a sage cursed the party with moth-eaten map"]}
    _, change = played(sages.curse, s, hidden=True, dice=[5])
    assert change == {"tally.curses": 2}  # they know it already
    _, change = played(sages.curse, s, hidden=True, dice=[6])
    assert change == {"curses": ["moth-eaten map", "hole in the purse"], "veiled": ["hole in the purse"], "tally.curses": 3}
    _, change = played(sages.curse, s, dice=[6])
    assert (s.veiled, s.curses) == ([], ["moth-eaten map", "hole in the purse"])
    ran, _ = played(sages.curse, s, gamesmaster=1, answers=[(1, "2")], dice=[1])
    assert (s.curses[-1], ran.asks[0].keys) == ("short wicks", ("1", "2", "3", "4", "5", "6"))
    assert ran.asks[0].options_for(1)["2"].label.startswith("Short wicks")


@pytest.mark.rule("DES-SAGE-13")
def test_what_each_toll_takes() -> None:
    s, _ = before_a_sage()
    m, other = s.members
    s.chest.gold, s.chest.jewels, s.chest.relics, s.chest.goods = 101, {"RUBIES": 2}, 2, {"SAURIAN BRANDY": 2, "CHEESE": 1}
    m.goods.update({"SWORD +1": 1, "AXE": 1, "SAURIAN BRANDY": 1})
    m.hand, m.relics, other.relics = "SWORD +1", 1, 3
    assert played(sages.toll, s, dice=[2])[1] == {"chest.gold": 50}
    assert played(sages.toll, s, dice=[4])[1] == {"chest.jewels.RUBIES": None}
    assert played(sages.toll, s, dice=[5, 1])[1] == {"members.0.goods.SWORD +1": None, "members.0.hand": ""}
    assert played(sages.toll, s, dice=[5])[1] == {}  # nothing magic is left
    assert played(sages.toll, s, dice=[6])[1] == {
        "chest.relics": 0, "chest.goods.SAURIAN BRANDY": None, "members.0.relics": 0, "members.1.relics": 0,
        "members.0.goods.SAURIAN BRANDY": None,
    }  # fmt: skip
    m.goods["AXE +1"], m.hand = 2, "AXE"
    assert played(sages.toll, s, dice=[5, 1])[1] == {"members.0.goods.AXE +1": 1}
    m.goods, m.hand, other.goods = {"TANGLE-WEED": 1}, "AXE", {"SWORD +1": 1}
    assert played(sages.toll, s, dice=[5, 1])[1] == {"members.0.goods.TANGLE-WEED": None}
    ran, change = played(sages.toll, s, gamesmaster=1, answers=[(1, "1")], dice=[6])
    assert (ran.asks[0].keys, change) == (("1", "3", "5", "6"), {"chest.gold": 25})


@pytest.mark.rule("DES-SAGE-09", "DES-SAGE-10", "DES-SAGE-12", "DES-SAGE-14", "DES-SAGE-07")
def test_what_a_friendly_sage_is_asked_for() -> None:
    s, sage = before_a_sage(stage="favour", band="friendly", trade="leech")
    ran, change = played(audience.audience, s)
    assert (ran.asks, sage.stage) == ([], "gone")  # no homage: advice, and that is all
    assert len(s.whispers) == 1
    s.members[0].body, s.curses = 1, ["short wicks", "ill company"]
    s.veiled = ["short wicks"]
    sage.stage, sage.worth = "favour", 159
    ran, _ = played(audience.audience, s, answers=["leave"])
    assert ran.asks[0].keys == ("favour", "leave")
    sage.stage, sage.worth = "favour", 160
    ran, _ = played(audience.audience, s, answers=["lift"])
    assert (ran.asks[0].keys, s.curses, s.veiled) == (("favour", "lift", "leave"), [], [])
    sage.stage = "favour"
    _, change = played(audience.audience, s, answers=["favour"])
    assert change["members.0.body"] == 5
    sage.stage, sage.band, sage.worth = "favour", "delighted", 0
    ran, _ = played(audience.audience, s, answers=["wishes"])
    assert (ran.asks[0].keys, sage.stage) == (("favour", "wishes", "leave"), "wishes")
    sage.stage, sage.evil, sage.band = "favour", True, "furious"
    ran, _ = played(audience.audience, s, dice=[4])
    assert (s.curses, s.veiled, ran.asks, sage.stage) == (["butter fingers"], ["butter fingers"], [], "gone")


@pytest.mark.rule("DES-SAGE-10", "DES-SUP-05", "DES-SAGE-14")
@pytest.mark.parametrize("true", ["North", "South", "East", "West"])
def test_the_sage_points_the_way(true: str) -> None:
    maze = load(CROSS[true], "cross.txt")
    s = game("warrior", maze=maze, at=(1, *SPOTS[true]))
    sage = Sage("guide", quilled=True)
    ran, _ = played(sages.advice, s, sage, false=False)
    words = s.whispers[-1]
    assert words == f"There is an unopened chamber to the {true}, 2 squares' walk."
    assert s.advice == [words]
    assert [event.seen_by(0) is not None for event in ran.events] == [True]
    sage.quilled = False
    played(sages.advice, s, sage, false=True)
    assert s.whispers[-1] == words.replace(true, {"North": "South", "South": "North", "East": "West", "West": "East"}[true])
    assert s.advice == [words]
    s.guards["1:" + ROOMS[true]] = Guard(entered=True)
    played(sages.advice, s, sage, false=False)
    assert s.whispers[-1] == "There is nothing more for you on this level."


def _corridor(rows: list[str], legend: str) -> str:
    return "maze  Cross\nlevel  1\nnorth  up\n\ngrid\n" + "\n".join(rows) + "\nend\n\nlegend\n" + legend + "\nend\n"


LEGEND = "T  tower  from=surface\nC  chamber"
CROSS = {
    "East": _corridor(["+-+-+-+", "|T . C|", "+-+-+-+"], LEGEND), "West": _corridor(["+-+-+-+", "|C . T|", "+-+-+-+"], LEGEND),
    "South": _corridor(["+-+", "|T|", "+ +", "|.|", "+ +", "|C|", "+-+"], LEGEND),
    "North": _corridor(["+-+", "|C|", "+ +", "|.|", "+ +", "|T|", "+-+"], LEGEND),
}  # fmt: skip
SPOTS = {"East": (1, 1), "West": (3, 1), "South": (1, 1), "North": (1, 3)}
ROOMS = {"East": "3,1", "West": "1,1", "South": "1,3", "North": "1,1"}


@pytest.mark.rule("DES-SAGE-08", "DES-SAGE-01", "DES-SAGE-07")
def test_a_sage_comes() -> None:
    s = game("warrior")
    s.tasks = [Taken("carry a letter to the next sage met", 10, "GOLD")]
    s.tally["sage gold"] = 2
    ran, _ = played(sages_come.appear, s, dice=[7, 6])
    assert (s.sage is not None and s.sage.favourite, s.phase, s.tasks[0].done, s.tally) == (
        "jewels", "sage", True, {"throws": 1, "sages": 1},
    )  # fmt: skip
    assert rolls(ran)[1].startswith("The gamesmaster throws for what the sage fancies")
    assert [event.seen_by(0) is not None for event in ran.events if event.kind == "roll"] == [True, False]
    ran, _ = played(sages_come.appear, s, gamesmaster=1, dice=[7, 1], answers=[(1, "own"), (1, "x" * 40), (1, "Well?")])
    assert s.sage is not None
    assert s.sage.trade == "x" * 40
    assert (ran.asks[1].high, ran.asks[2].high) == (40, 300)
    assert [event.seen_by(0) is not None for event in ran.events if event.kind == "roll"] == [False, False]
    ran, _ = played(sages_come.appear, s, trade="leech", study=True, dice=[3])
    assert (s.sage.trade, s.sage.study, s.sage.favourite) == ("leech", True, "relics")
    ran, _ = played(sages_come.appear, s, trade="leech", sent=True, gamesmaster=1, dice=[3], answers=[(1, "Well?")])
    assert len(ran.asks) == 1


# Favours.


@pytest.mark.rule("DES-SAGE-07", "DES-SAGE-05", "DES-SAGE-16", "DES-IDEA-07", "DES-SAGE-17", "DES-SPCH-03", "DES-IDEA-05")
def test_matchmaker_leech_and_promoter() -> None:
    s, _ = before_a_sage("priest", "warrior", "warrior", "warrior")
    assert played(favours._match, s)[1] == {}
    s.members[1].status, s.members[2].status, s.lines, s.ransom = "hostage", "stone", [[0], [], [3]], 3
    played(favours._match, s)
    assert (s.members[1].status, s.members[2].status, s.lines[2], s.members[0].karma, s.ransom) == (
        "ready", "ready", [3, 1, 2], 10, 0,
    )  # fmt: skip
    s.members[2].status, s.lines = "stone", [[0, 1], [], [3]]
    played(favours._match, s)
    assert (s.members[2].status, s.members[0].karma) == ("ready", 10)  # no hostage, no deed
    s.members[2].status, s.lines, s.members[1].body, s.members[1].conditions = "stone", [[0, 1], [], []], 1, ["bitten", "venom"]
    s.members[3].status = "dead"
    played(favours._leech, s)
    assert (s.members[2].status, s.lines[2], s.members[1].body, s.members[1].conditions, s.members[3].status) == (
        "ready", [2], 5, ["venom"], "dead",
    )  # fmt: skip
    s.members[3].status = "gone"
    s.chest.gold = 60  # twenty for each of three
    m = s.members[1]
    m.karma, m.gold = 50, 19
    assert not played(favours._promote, s)[0].asks
    m.gold = 20
    ran, _ = played(favours._promote, s, answers=["m1"])
    assert ran.asks[0].keys == ("m1",)
    assert (m.rank, m.gold, m.karma, s.chest.gold) == (9, 0, 0, 40)


@pytest.mark.rule("DES-SAGE-11", "DES-SAGE-10")
@pytest.mark.parametrize(("face", "target"), [(1, ""), (3, "Snakes"), (4, ""), (5, ""), (6, "2")])
def test_a_task_is_taken_for_treasure(face: int, target: str) -> None:
    s, _ = before_a_sage()
    assert played(favours._task, s, answers=["no"], dice=[face])[1] == {}
    ran, _ = played(favours._task, s, answers=["JEWELS"], dice=[face, *([2] if face == 3 else [])])
    assert (s.tasks[0].target, s.tasks[0].category, s.tasks[0].done) == (target, "JEWELS", False)
    assert s.tasks[0].karma == {1: 10, 3: 15, 4: 10, 5: 20, 6: 25}[face]
    assert ran.asks[0].keys == ("GOLD", "SILVER", "JEWELS", "MAGIC WEAPON", "SPELL", "RELIC", "SUPPLIES", "no")
    for level in s.levels:
        for col, row, _sign in level.cells():
            if level.is_room(col, row):
                s.guards[f"{level.number}:{col},{row}"] = Guard(entered=True)
    played(favours._task, s, answers=["GOLD"], dice=[2])
    assert (s.tasks[1].target, s.tasks[1].done) == ("", True)  # every chamber is known: done at once


@pytest.mark.rule("DES-SAGE-05")
def test_the_blacksmith_improves_what_is_brought() -> None:
    s, _ = before_a_sage("warrior +axe", "priest")
    m = s.members[0]
    m.goods.update({"SWORD +1": 1, "SHURIKENS": 2, "SPEAR": 2})
    ran, change = played(favours._forge, s, answers=["m0:AXE"])
    assert ran.asks[0].keys == ("new", "m0:AXE", "m0:SWORD +1", "m0:SPEAR")
    assert change == {"members.0.goods.AXE": None, "members.0.goods.AXE +1": 1, "members.0.hand": "AXE +1"}
    _, change = played(favours._forge, s, answers=["m0:SWORD +1"])
    assert change == {"members.0.goods.SWORD +1": None, "members.0.goods.SWORD +2": 1}
    _, change = played(favours._forge, s, answers=["m0:SPEAR"])
    assert change == {"members.0.goods.SPEAR": 1, "members.0.goods.SPEAR +1": 1}


@pytest.mark.rule("DES-SAGE-07")
def test_the_pedlar_sells_at_list_and_buys_at_half() -> None:
    s, _ = before_a_sage("warrior +axe", "wizard")
    m, other = s.members
    other.gold = 30
    ran, _ = played(favours._pedlar, s, answers=["buy:LIGHT BALLS", "sell:0:AXE", "done"])
    assert (other.goods, other.kinds, m.goods.get("AXE"), m.hand, m.gold, m.silver) == (
        {"LIGHT BALLS": 1}, ["LIGHT BALLS"], None, "", 2, 8,
    )  # fmt: skip
    assert other.gold < 30
    assert "buy:SIMULACRA" not in ran.asks[0].keys
    assert "buy:SNAKE-BITE KITS" not in ran.asks[0].keys  # thirty-five gold
    m.goods["AXE"], m.hand = 2, "AXE"
    played(favours._pedlar, s, answers=["sell:0:AXE", "done"])
    assert m.hand == "AXE"
    ran, _ = played(favours._pedlar, s, answers=["buy:CHEESE"] * 5)
    assert len(ran.asks) == 5  # and then he shuts his pack


@pytest.mark.rule("DES-SAGE-17", "DES-SPCH-03")
def test_the_transporter() -> None:
    s, _ = before_a_sage("warrior", "priest")
    s.members[0].gold = 3
    s.guards["2:3,5"] = Guard(entered=True)
    ran, _ = played(favours._transport, s, answers=["vegas", "m0"])
    assert ran.asks[0].keys[:2] == ("vegas", "tower")
    assert s.pastime is not None
    assert (s.pastime.house, s.pastime.limit, s.phase, s.pastime.player) == ("las vegas", 0, "pastime", 0)
    s.pastime, s.phase = None, "sage"
    played(favours._transport, s, answers=["tower"])
    assert (s.at, s.sage, s.phase) == ([2, 4, 2], None, "walk")


# Wishes.


@pytest.mark.rule("DES-SAGE-09")
def test_which_wishes_are_open_and_how_greed_is_reckoned() -> None:
    s, sage = before_a_sage("warrior", "wizard 1", stage="wishes", band="delighted", mood=11)
    ran, change = played(audience.audience, s, answers=["none"])
    assert ran.asks[0].keys == ("wish:0", "wish:1", "wish:2", "wish:3", "wish:4", "wish:5", "wish:7", "wish:9", "wish:11", "none")
    assert change == {"sage.wisher": 1}
    s.curses, s.members[1].kinds, s.members[0].status = ["short wicks"], ["LIGHT BALLS"], "dead"
    sage.wisher = 0
    ran, _ = played(audience.audience, s, answers=["none"])
    assert ran.asks[0].keys[6:] == ("wish:6", "wish:7", "wish:8", "wish:9", "wish:10", "none")  # nobody rises from first rank
    s.members[0].status = "ready"
    sage.wisher = 0
    _, change = played(audience.audience, s, answers=["wish:7", "AXE"])
    assert (sage.greed, s.members[0].goods["AXE"]) == (2, 1)
    _, change = played(audience.audience, s, answers=["wish:8"])
    assert (sage.greed, s.curses, sage.stage) == (4, [], "wishes")  # two a head are allowed
    sage.wisher = 0
    _, change = played(audience.audience, s, answers=["wish:4"])
    assert (sage.greed, sage.mood, sage.stage, sage.band, s.members[0].gold) == (5, 7, "gone", "friendly", 0)
    sage.wisher = 2
    sage.stage = "wishes"
    _, change = played(audience.audience, s)
    assert change == {"sage.stage": "gone"}  # everybody has wished


@pytest.mark.rule("DES-SAGE-09")
def test_what_wishes_grant() -> None:
    s, _ = before_a_sage("warrior leather", "wizard")
    m, mage = s.members
    m.body, m.armour_left, m.conditions = 1, 2, ["bitten", "venom"]
    assert played(wishes._be_healed, s, m)[1] == {"members.0.body": 5, "members.0.conditions": ["venom"]}
    assert played(wishes._ten_gold, s, m)[1] == {"members.0.gold": 10}
    assert played(wishes._armour, s, m)[1] == {"members.0.armour_left": 7}
    ran, change = played(wishes._supply, s, mage, answers=["LIGHT BALLS"])
    assert change == {"members.1.goods.LIGHT BALLS": 1, "members.1.kinds": ["LIGHT BALLS"]}
    assert "SNAKE-BITE KITS" not in ran.asks[0].keys
    assert "SIMULACRA" not in ran.asks[0].keys
    assert played(wishes._supply, s, mage, answers=["LIGHT BALLS"])[1] == {"members.1.goods.LIGHT BALLS": 2}
    assert played(wishes._charges, s, mage, answers=["LIGHT BALLS"], dice=[4])[1] == {
        "members.1.goods.LIGHT BALLS": 6, "members.1.found": ["LIGHT BALLS"],
    }  # fmt: skip
    s.curses = ["short wicks", "ill company"]
    assert played(wishes._lift, s, m)[1] == {"curses": ["short wicks"]}
    mage.status, mage.body, s.dead, s.lines = "dead", 0, ["wizard1, human wizard of rank 10, by Orcs"], [[0], [], []]
    _, change = played(wishes._raise, s, m, answers=["m1"])
    assert change == {"members.1.status": "ready", "members.1.body": 1, "dead": [], "lines.2": [1]}
    s.at = [2, 4, 2]
    assert played(wishes._way_home, s, m)[0].texts == ["'You are standing in it,' he says."]
    s.at = [2, 6, 2]
    assert played(wishes._way_home, s, m)[0].texts == ["It is on the map now, 20 feet of it."]


# Pastimes.


def at_table(name: str, *, gold: int = 20, **fields: Any) -> tuple[Game, Pastime]:
    """Somebody sits at a game with a stake of five."""
    s = game("warrior", "priest")
    s.members[0].gold = gold
    s.pastime = Pastime(name, 0, **{"stake": 5, "prize": "gold", **fields})
    s.phase = "pastime"
    return s, s.pastime


@pytest.mark.rule("DES-SPCH-01", "DES-SAGE-06", "DES-SPCH-03")
def test_sitting_down_and_getting_up() -> None:
    s = game("warrior", "priest")
    assert not played(pastimes.sit_down, s, house="casino", limit=25)[0].asks
    s.members[1].gold = 1
    ran, change = played(pastimes.sit_down, s, house="casino", limit=25, answers=["m1"])
    assert (ran.asks[0].keys, s.phase) == (("m1",), "pastime")
    p = s.pastime
    assert p is not None
    assert (p.player, p.limit, p.house) == (1, 25, "casino")
    s.members[1].gold = 30
    ran, change = played(pastimes.turn, s, answers=["craps", 25])
    assert ran.asks[0].keys == ("craps", "black-jack", "poker", "leave")
    assert (ran.asks[1].low, ran.asks[1].high) == (1, 25)
    assert change == {"pastime.game": "craps", "pastime.stake": 25, "pastime.prize": "gold", "tally.plays": 1}
    p.game, s.members[1].gold = "", 7
    assert played(pastimes.turn, s, answers=["poker", 7])[0].asks[1].high == 7
    p.game, p.limit, s.members[1].gold = "", 0, 99
    assert played(pastimes.turn, s, answers=["poker", 99])[0].asks[1].high == 99
    for fields in ({"rounds": 12}, {"player": 0}):
        p = Pastime("", 1)
        for name, value in fields.items():
            setattr(p, name, value)
        s.pastime, s.phase = p, "pastime"
        ran, change = played(pastimes.turn, s)
        assert (ran.asks, change["pastime.player"], change["phase"]) == ([], None, "walk")
    s.pastime, s.sage = Pastime("", 1, rounds=11), Sage("gaming sage")
    _, change = played(pastimes.turn, s, answers=["leave"])
    assert (change["pastime.player"], change["phase"]) == (None, "sage")
    played(pastimes.sit_down, s, house="sage", limit=0, answers=["m0"])
    ran, change = played(pastimes.turn, s, answers=["poker", "spell"])
    assert (ran.asks[0].keys[3], ran.asks[1].keys) == ("Yahtzee", ("weapon", "spell", "karma"))
    assert change == {"pastime.game": "poker", "pastime.prize": "spell", "tally.plays": 4}
    assert s.pastime is not None
    s.pastime.game = ""
    _, change = played(pastimes.turn, s, answers=["Yahtzee"])
    assert change["pastime.prize"] == "karma"
    s.pastime.game, s.pastime.rounds = "", 1
    assert not played(pastimes.turn, s)[0].asks  # a sage plays once


@pytest.mark.rule("DES-SPCH-01", "DES-SPCH-07", "DES-SAGE-06")
@pytest.mark.parametrize(
    ("won", "prize", "gold", "karma"),
    [(1, "gold", 25, 0), (2, "gold", 27, 0), (0, "gold", 20, 0), (-1, "gold", 15, 0), (1, "karma", 20, 25), (-1, "karma", 20, 0)],
)
def test_settling_up(won: int, prize: str, gold: int, karma: int) -> None:
    s, p = at_table("craps", prize=prize)
    played(pastimes.settle, s, p, s.members[0], won=won)
    assert (s.members[0].gold, s.members[0].karma, p.rounds, p.game) == (gold, karma, 1, "")
    assert s.tally.get("gambled", 0) == max(0, gold - 20)


@pytest.mark.rule("DES-SPCH-01", "DES-SUP-09", "DES-MAGW-36", "DES-SPCH-06")
def test_craps_to_the_end() -> None:
    for thrown, gold, point in ((7, 25, 0), (11, 25, 0), (2, 15, 0), (3, 15, 0), (12, 15, 0), (4, 20, 4), (10, 20, 10)):
        s, p = at_table("craps")
        played(pastimes.turn, s, dice=[thrown])
        assert (s.members[0].gold, p.point) == (gold, point)
    for thrown, gold in ((6, 25), (7, 15), (11, 20), (2, 20)):
        s, p = at_table("craps", point=6)
        played(pastimes.turn, s, dice=[thrown])
        assert s.members[0].gold == gold
    s, p = at_table("craps", cheat="magic")
    ran, _ = played(pastimes.turn, s, answers=["12"])
    assert (ran.asks[0].keys, s.members[0].gold) == (tuple(str(number) for number in range(2, 13)), 15)
    s, p = at_table("craps", cheat="loaded")
    played(pastimes.turn, s, dice=[[1, 2]])
    assert (s.members[0].gold, s.discovered) == (25, ["LOADED DICE"])
    for house, hand in (("casino", "STILLETO"), ("las vegas", "AXE")):
        s, p = at_table("craps", cheat="loaded", house=house)
        s.members[0].goods, s.members[0].hand = {"AXE": 1, "STILLETO": 1}, "AXE"
        s.members[1].goods, s.members[1].hand = {"MACE": 1}, "MACE"
        played(pastimes.turn, s, dice=[[2, 2]])
        b = s.battle
        assert b is not None
        assert (len(b.foes), b.foes[0].name, b.place, s.members[0].gold, s.pastime, s.phase) == (
            2, "Trolls", "chamber", 15, None, "meeting",
        )  # fmt: skip
        assert (b.unarmed, s.members[0].hand, s.members[1].hand) == (house == "casino", hand, "" if house == "casino" else "MACE")
    s, p = at_table("craps", cheat="loaded", house="sage", prize="karma")
    s.sage = Sage("gaming sage")
    _, change = played(pastimes.turn, s, dice=[[2, 2]])
    assert (s.anger, change["sage.trade"], s.battle, s.members[0].gold, s.phase) == (True, None, None, 20, "walk")


@pytest.mark.rule("DES-SUP-09", "DES-MAGW-35", "DES-MAGW-36", "DES-CHIV-03", "DES-SPCH-06")
def test_who_may_cheat_and_with_what() -> None:
    s = game("warrior", "warrior 7", "priest")
    kit = {"LOADED DICE": 1, "UNDETECTABLE LOADED DICE": 1, "UNDETECTABLE STACKED DECK": 1}
    for m in s.members:
        m.goods = dict(kit)
    p = Pastime("", 0)
    able = may_use(s.members[0], "LOADED DICE")
    for name, keys in (
        ("craps", ("honest", *(("loaded",) if able else ()), "magic")),
        ("poker", ("honest", "deck")),
        ("black-jack", ("honest", "deck")),
    ):
        ran, _ = played(pastimes._cheat, s, p, s.members[0], name, answers=[keys[-1]])
        assert (ran.asks[0].keys, ran.result) == (keys, keys[-1])
        assert played(pastimes._cheat, s, p, s.members[0], name, answers=["honest"])[0].result == ""
        assert not played(pastimes._cheat, s, p, s.members[1], name)[0].asks  # the chivalrous do not
    assert not played(pastimes._cheat, s, p, s.members[0], "Yahtzee")[0].asks
    s.members[0].goods = {}
    assert not played(pastimes._cheat, s, p, s.members[0], "poker")[0].asks


@pytest.mark.rule("DES-SPCH-01", "DES-MAGW-35", "DES-SPCH-06")
def test_black_jack_to_the_end() -> None:
    """Cards count from the two of clubs; 8 is a ten, 12 an ace."""
    assert [pastimes.points(cards) for cards in ([0, 1], [8, 9], [12, 8], [12, 25], [12, 25, 8], [8, 9, 10], [7, 20, 33])] == [
        5, 20, 21, 12, 12, 30, 27,
    ]  # fmt: skip
    deals = [
        ([8, 12], [8, 9], None, 27), ([8, 12], [21, 25], None, 20), ([8, 9], [8, 7], "stand", 25), ([8, 7], [8, 9], "stand", 15),
        ([8, 9], [21, 22], "stand", 20),
    ]  # fmt: skip
    for mine, house, answer, gold in deals:
        s, p = at_table("black-jack")
        p.hands = [] if answer is None else [list(mine), list(house)]
        if answer is None:
            p.deck = []

            def stacked(t: Any, p: Pastime, deck: tuple[int, ...] = (*house[::-1], *mine[::-1])) -> None:
                p.deck = [0, 1, *deck]

            honest, pastimes.deal = pastimes.deal, stacked
            try:
                played(pastimes.turn, s)
            finally:
                pastimes.deal = honest
        else:
            played(pastimes.turn, s, answers=[answer])
        assert s.members[0].gold == gold
    s, p = at_table("black-jack", deck=[5, 8], hands=[[8, 1], [8, 9]])
    played(pastimes.turn, s, answers=["hit"])
    assert (p.hands[0], s.members[0].gold, p.game) == ([8, 1, 8], 15, "")  # thirty-three
    s, p = at_table("black-jack", deck=[8, 5], hands=[[8, 1], [8, 9]])
    played(pastimes.turn, s, answers=["hit"])
    assert (s.members[0].gold, p.game) == (20, "black-jack")
    s, p = at_table("black-jack", deck=[8], hands=[[8, 1], [8, 4]])
    played(pastimes.turn, s, answers=["stand"])
    assert s.members[0].gold == 25  # the house draws a ten to its sixteen
    s, p = at_table("black-jack", cheat="deck")
    s.members[0].goods["UNDETECTABLE STACKED DECK"] = 2
    played(pastimes.turn, s)
    assert (s.members[0].gold, s.members[0].goods["UNDETECTABLE STACKED DECK"]) == (27, 1)


@pytest.mark.rule("DES-SPCH-01", "DES-MAGW-35", "DES-SPCH-06")
def test_poker_to_the_end() -> None:
    kinds = [
        ([0, 1, 2, 3, 4], 8), ([0, 13, 26, 39, 1], 7), ([0, 13, 26, 1, 14], 6), ([0, 2, 4, 6, 9], 5), ([0, 14, 2, 3, 4], 4),
        ([12, 13, 1, 2, 3], 4), ([0, 13, 26, 1, 2], 3), ([0, 13, 1, 14, 2], 2), ([0, 13, 1, 2, 3], 1), ([0, 14, 2, 3, 5], 0),
        ([12, 0, 1, 2, 3], 8), ([11, 13, 1, 2, 3], 0),
    ]  # fmt: skip
    assert [pastimes.poker_value(cards)[0] for cards, _ in kinds] == [kind for _, kind in kinds]
    assert pastimes.poker_value([5, 18, 1, 14, 9])[1] == [5, 1, 9]  # pairs first, the higher before the lower
    pair, better, worse = [0, 13, 1, 2, 3], [5, 18, 1, 2, 3], [0, 14, 2, 3, 5]
    for answers, gold, house in (
        ([[], "check"], 25, worse), ([[], "raise"], 30, worse), ([[], "fold"], 15, worse), ([[], "raise"], 10, better),
    ):  # fmt: skip
        s, p = at_table("poker", deck=[20, 22, 24], hands=[list(pair), list(house)])
        played(pastimes.turn, s, answers=answers)
        assert s.members[0].gold == gold
    s, p = at_table("poker", gold=9, deck=[40, 41, 42, 43, 44, 45], hands=[list(pair), list(better)])
    ran, _ = played(pastimes.turn, s, answers=[["c1", "c2"]])
    assert len(ran.asks) == 1  # he could not pay as much again
    assert (ran.asks[0].low, ran.asks[0].high) == (0, 3)
    assert p.hands == [[0, 13, 3, 45, 44], [5, 18, 43, 42, 41]]  # the house keeps its pair and changes three
    s, p = at_table("poker", gold=10, deck=[40, 41, 42, 43, 44, 45], hands=[list(pair), list(better)])
    assert len(played(pastimes.turn, s, answers=[[], "check"])[0].asks) == 2
    s, p = at_table("poker", cheat="deck")
    s.members[0].goods["UNDETECTABLE STACKED DECK"] = 1
    played(pastimes.turn, s)
    assert (s.members[0].gold, s.members[0].goods.get("UNDETECTABLE STACKED DECK")) == (25, None)
    assert [len(hand) for hand in p.hands] == [5, 5]


@pytest.mark.rule("DES-SPCH-07")
def test_yahtzee_to_the_end() -> None:
    scores = {
        "ones": ([1, 1, 2, 3, 4], 2), "sixes": ([6, 6, 6, 1, 2], 18), "three of a kind": ([3, 3, 3, 1, 2], 12),
        "four of a kind": ([3, 3, 3, 3, 2], 14), "full house": ([2, 2, 3, 3, 3], 25), "small straight": ([3, 4, 5, 6, 1], 30),
        "large straight": ([2, 3, 4, 5, 6], 40), "Yahtzee": ([4, 4, 4, 4, 4], 50), "chance": ([1, 2, 4, 5, 6], 18),
    }  # fmt: skip
    assert {box: pastimes.box_score(box, dice) for box, (dice, _) in scores.items()} == {
        box: points for box, (_, points) in scores.items()
    }
    poor = {"three of a kind": [3, 3, 1, 1, 2], "four of a kind": [3, 3, 3, 1, 2], "full house": [2, 2, 3, 3, 1],
            "small straight": [1, 2, 3, 5, 6], "large straight": [1, 2, 3, 4, 6], "Yahtzee": [4, 4, 4, 4, 1]}  # fmt: skip
    assert {pastimes.box_score(box, dice) for box, dice in poor.items()} == {0}
    assert pastimes.box_score("full house", [4, 4, 4, 4, 4]) == 25
    assert pastimes.box_score("small straight", [1, 2, 3, 4, 6]) == 30
    assert pastimes.box_score("large straight", [1, 2, 3, 4, 5]) == 40
    assert [pastimes.sheet_total({"sixes": upper, "chance": 5}) for upper in (62, 63)] == [67, 103]
    s, p = at_table("Yahtzee", house="sage", prize="karma")
    ran, _ = played(
        pastimes.turn, s, answers=[["d1", "d3"], ["d2"], "full house"],
        dice=[[1, 2, 6, 3, 3], [3, 2], [2], [5, 5, 1, 2, 3], [5, 1, 1], [5, 5]],
    )  # fmt: skip
    assert [roll.split(":")[1].split("=")[0].strip() for roll in rolls(ran)] == ["5d6", "2d6", "1d6", "5d6", "3d6", "2d6"]
    assert p.card == [{"full house": 25}, {"Yahtzee": 50}]
    p.card = [{"Yahtzee": 50}, {"Yahtzee": 0}]
    played(pastimes.turn, s, answers=[[], "sixes"], dice=[[6, 6, 6, 6, 6], [5, 5, 5, 5, 5]])
    assert p.card == [{"Yahtzee": 50, "bonus": 100, "sixes": 30}, {"Yahtzee": 0, "fives": 25}]
    full = {box: 1 for box in pastimes.BOXES if box != "chance"}
    for theirs, karma in ((1, 25), (40, 0)):
        s, p = at_table("Yahtzee", house="sage", prize="karma")
        p.card = [{**full, "bonus": 1}, {**full, "ones": theirs}]
        played(pastimes.turn, s, answers=[[], "chance"], dice=[[1, 2, 3, 4, 6], [2, 2, 2, 2, 2]])
        assert (s.members[0].karma, p.game, p.rounds) == (karma, "", 1)
    s, p = at_table("Yahtzee", house="sage", prize="karma")
    p.card = [dict(list(full.items())[:-1]), {}]
    played(pastimes.turn, s, answers=[[], "chance"], dice=[[1, 2, 3, 4, 6], [2, 2, 2, 2, 2]])
    assert p.game == "Yahtzee"  # one box is left


@pytest.mark.rule("DES-SPCH-01")
def test_weapons_lie_at_the_casinos_door() -> None:
    s = game("warrior +axe", "priest +mace", "warrior +brass_knuckles")
    s.members[2].goods["AXE"] = 1
    s.members[0].goods["BRASS KNUCKLES"] = 1
    b = fight(s, "Trolls", 2)
    pastimes.leave_weapons(s)
    assert ([m.hand for m in s.members], b.unarmed) == (["BRASS KNUCKLES", "", "BRASS KNUCKLES"], True)

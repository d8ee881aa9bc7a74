"""A close look at the table's talk: the desk, offers of peace weighed, ideas, and the spoken reports."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine.ask import option_of
from undercroft.games.descent.bestiary import gifts
from undercroft.games.descent.rules.basics import speech
from undercroft.games.descent.rules.campaign import campaign, desk
from undercroft.games.descent.rules.ending import ideas, peace
from undercroft.games.descent.rules.mapping.answers import Go
from undercroft.games.descent.rules.mapping.mapping import pencil
from undercroft.games.descent.rules.mapping.whereabouts import arrive_quietly
from undercroft.games.descent.rules.orders import walk
from undercroft.games.descent.rules.personas import karma
from undercroft.games.descent.state import Cache, Guard, Taken

from .scene import fight, game, played


@pytest.mark.rule("DES-GM-04", "DES-GM-01", "DES-GM-02", "DES-GM-05", "DES-IDEA-05", "DES-MAZE-26")
def test_the_desk() -> None:
    s = game("warrior", "simulacrum")
    for key, answers, high in (
        ("gm:say", ["boo"], 400), ("gm:voice", ["boo"], 300), ("gm:rule", ["boo"], 300), ("gm:note", ["boo"], 200),
    ):  # fmt: skip
        ran, change = played(desk.act, s, 1, key, gamesmaster=1, answers=[(1, answer) for answer in answers])
        assert (ran.result, ran.asks[-1].high) == (None, high)
        assert change == ({"gm_notes": ["boo"]} if key == "gm:note" else {})
        if key != "gm:note":
            assert "Boo." in ran.texts[-1]
    ran, change = played(desk.act, s, 1, "gm:karma", gamesmaster=1, answers=[(1, "m0"), (1, 500), (1, "cheek")])
    assert (ran.asks[0].keys, ran.asks[1].low, ran.asks[1].high, ran.asks[2].high) == (("m0",), 1, 500, 80)
    assert (s.members[0].karma, ran.result) == (500, None)
    b = fight(s, "Bears", 2)
    ran, change = played(desk.act, s, 1, "gm:hurt", gamesmaster=1, answers=[(1, "m0"), (1, 30)])
    assert (ran.asks[0].keys, ran.asks[1].low, ran.asks[1].high, change, ran.result) == (
        ("m0", "m1", "f0", "f1"), 1, 30, {"members.0.body": 30}, None,
    )  # fmt: skip
    ran, change = played(desk.act, s, 1, "gm:hurt", gamesmaster=1, answers=[(1, "f1"), (1, 99)])
    assert (ran.asks[1].low, ran.asks[1].high, change) == (1, 99, {"battle.foes.1": "1 Bears 99"})
    assert "The second bear: 99 hits left now." in ran.texts
    for how, phase, foes in (("run", "spoils", 0), ("gone", "walk", 2), ("peace", "walk", 2)):
        s.guards["2:3,5"] = Guard(entered=True)
        b = fight(s, "Bears", 2, chamber="2:3,5")
        s.guards["2:3,5"].foes = b.foes
        ran, _ = played(desk.act, s, 1, "gm:off", gamesmaster=1, answers=[(1, how)])
        guard = s.guards["2:3,5"]
        assert (ran.result, s.phase, len(b.foes), guard.peace, guard.cleared) == (
            "void",
            phase,
            foes,
            how == "peace",
            how != "peace",
        )
        assert (guard.foes == []) is (how != "peace")
    s.battle, s.phase = None, "walk"
    ran, change = played(desk.act, s, 1, "gm:leave", gamesmaster=1, answers=[(1, ["nerve", "peace"])])
    assert (ran.result, s.gm_leaves) == (None, ["peace", "nerve"])
    assert (ran.asks[0].low, ran.asks[0].high) == (0, 12)


@pytest.mark.rule("DES-GM-04", "DES-GM-01", "DES-MAZE-26")
def test_stocking_chambers_and_filling_the_chest() -> None:
    s = game("warrior")
    s.guards["2:3,5"] = Guard(entered=True)
    rooms = desk.unseen_rooms(s)
    assert "2:3,5" not in rooms
    assert "2:11,8" not in rooms  # nobody waits in a casino
    ran, change = played(desk.act, s, 1, "gm:stock", gamesmaster=1, answers=[(1, "2:2,8"), (1, "baddies"), (1, "Bears"), (1, 99)])
    assert (ran.asks[3].low, ran.asks[3].high, len(s.guards["2:2,8"].foes), s.guards["2:2,8"].entered) == (1, 99, 99, False)
    assert desk.contents(s, 2, 2, 8) == "99 Bears"
    ran, _ = played(desk.act, s, 1, "gm:stock", gamesmaster=1, answers=[(1, "2:8,5"), (1, "treasure"), (1, "gold"), (1, 500)])
    assert (ran.asks[3].low, ran.asks[3].high) == (1, 500)
    assert [(one.level, one.col, one.row, one.names, one.chest.gold) for one in s.caches] == [(2, 8, 5, [], 500)]
    assert desk.contents(s, 2, 8, 5) == "double treasure; the sword Stormbringer; something lies there"
    for answers, what in (
        (["silver bars", 1], {"chest.silver_bars": 1}),
        (["relic"], {"chest.relics": 1}),
        (["own", "left boot"], {"chest.goods.LEFT BOOT": 1}),
        (["jewels", "RUBIES", 500], {"chest.jewels.RUBIES": 500}),
        (["ware", "CHEESE", 50], {"chest.goods.CHEESE": 50}),
    ):
        ran, change = played(desk.act, s, 1, "gm:gift", gamesmaster=1, answers=[(1, answer) for answer in answers])
        assert (change, ran.result) == (what, None)
    assert (
        "SIMULACRA"
        not in played(desk.act, s, 1, "gm:gift", gamesmaster=1, answers=[(1, "ware"), (1, "CHEESE"), (1, 1)])[0].asks[1].keys
    )
    s.caches = [Cache(2, 9, 6, [], s.caches[0].chest)]
    assert desk.contents(s, 2, 8, 5).endswith("something lies there")
    s.guards["2:2,8"].foes, s.guards["2:2,8"].cleared = [], True
    assert desk.contents(s, 2, 2, 8) == "cleared"
    for key in rooms:
        s.guards[key] = Guard(entered=True)
    assert played(desk.act, s, 1, "gm:stock", gamesmaster=1)[0].asks == []


@pytest.mark.rule("DES-GM-04")
def test_what_the_gamesmaster_is_told_they_know() -> None:
    s = game("warrior seat0", "warrior seat1", players=2)
    s.discovered, s.learned, s.whispers = ["GLUE", "BOLA"], {"Orcs": "sword 6"}, ["Go left."]
    s.notebooks[1] = {"Orcs": {"axe": [8, 7]}, "Bears": {"axe": [0, 5]}}
    lines = desk.knowledge(s)
    assert lines[0] == "They have drawn one square of level 2."
    assert lines[1].startswith("Uses they have discovered: B")
    assert lines[2:] == [
        "They were told of Orcs: sword 6.", "A sage has told the leader: Go left.", "P0's notebook: empty.",
        "P1's notebook: Orcs (axe hit on 8 missed on 7); Bears (axe missed on 5).",
    ]  # fmt: skip
    pencil(s).sure = False
    assert desk.knowledge(s)[0].endswith("one square of a level they cannot name.")


@pytest.mark.rule("DES-PEACE-02", "DES-PEACE-03", "DES-PEACE-06", "DES-SUP-03", "DES-SUP-29", "DES-CHIV-03", "DES-PEACE-01")
def test_offers_are_weighed() -> None:
    s = game("priest", "warrior seat1", "simulacrum", players=2)
    s.members[0].goods = {}
    s.members[2].goods = {"CHEESE": 9}
    s.members[1].goods = {"CHEESE": 2}
    s.chest.gold, s.chest.goods = 4, {"ROPES": 1, "CHEESE": 1}
    assert peace._giftable(s) == {"CHEESE": 3, "GOLD": 4, "ROPES": 1}  # food first; what a simulacrum has is the keeper's
    s.guards["2:3,5"] = Guard(entered=True, killed=1)
    b = fight(s, "Rats", 4, chamber="2:3,5", place="chamber")
    s.phase = "meeting"

    def weighed(given: dict[str, int], dice: Any) -> tuple[str, str]:
        s.battle, s.phase, b.foes = b, "meeting", b.foes or []
        ran, _ = played(peace._weigh, s, given, poison=False, dice=[dice])
        return next(text for text in ran.texts if text.startswith("The offer comes to")), s.phase

    text, phase = weighed({}, 2)
    assert "their dead" in text
    assert phase == "battle"
    s.members[0].goods["HOLY ROBE"] = 1
    text, _ = weighed({}, 2)
    assert "+1 the holy robe" in text
    s.leader = 1
    s.members[1].goods["HOLY ROBE"] = 1
    assert "robe" not in weighed({}, 2)[0]
    s.leader, s.guards["2:3,5"].killed = 0, 0
    assert "their dead" not in weighed({}, 2)[0]
    assert "enough for all" in weighed({"CHEESE": 40}, 2)[0]
    s.members[1].goods["POISON"] = 1
    ran, change = played(peace._stir_poison, s, {"ROPES": 1})
    assert (ran.result, ran.asks) == (False, [])
    s.members[0].cls = "wizard"
    ran, change = played(peace._stir_poison, s, {"CHEESE": 1}, answers=[(1, "no")])
    assert (ran.result, change) == (False, {})
    ran, change = played(peace._stir_poison, s, {"CHEESE": 1}, answers=[(1, "poison")])
    assert (ran.result, change) == (True, {"members.1.uses.POISON": 3})
    s.members[0].cls, s.members[0].rank = "warrior", 7
    assert played(peace._stir_poison, s, {"CHEESE": 1})[0].result is False  # not under a chivalrous leader
    s.members[0].rank, s.members[1].rank = 10, 7
    assert played(peace._stir_poison, s, {"CHEESE": 1})[0].result is False
    s.chest.goods, s.members[1].goods, s.members[2].goods = {}, {"CHEESE": 1}, {}
    assert played(peace._consents, s, "CHEESE", 0, answers=[(1, "no")])[0].result is False
    assert played(peace._consents, s, "CHEESE", 1)[0].result is True
    assert played(peace._consents, s, "GOLD", 0)[0].result is True
    s.members[1].hand, s.members[1].goods = "AXE", {"AXE": 1}
    peace._hand_over(s, {"GOLD": 3, "AXE": 1})
    assert (s.chest.gold, s.members[1].goods, s.members[1].hand) == (1, {}, "")


@pytest.mark.rule("DES-STORE-14")
@pytest.mark.parametrize(("thrown", "missing"), [(8, 0), (9, 1)])
def test_a_bright_idea(thrown: int, missing: int) -> None:
    s = game("warrior")
    b = fight(s, "Orcs", 2)
    s.phase = "meeting"
    ran, _ = played(ideas.try_idea, s, answers=["We sing."], dice=[thrown])
    assert (b.missing, s.phase, ran.asks[0].high) == (missing, "battle", 160)
    for ruled, phase in (("peace", "walk"), ("flee", "spoils")):
        b = fight(s, "Orcs", 2)
        s.phase = "meeting"
        played(ideas.try_idea, s, gamesmaster=1, answers=["We sing.", (1, ruled)], dice=[2])
        assert (s.phase, s.battle is None) == (phase, ruled == "peace")
    s.phase = "walk"
    s.battle = None
    ran, _ = played(ideas.ask_gamesmaster, s, gamesmaster=1, answers=["We listen", (1, "nothing")])
    assert ([ask.high for ask in ran.asks], ran.texts) == ([160, 300], ["The party's idea: We listen", "Nothing."])


@pytest.mark.rule(
    "DES-MOVE-02", "DES-MOVE-04", "DES-MOVE-05", "DES-MOVE-06", "DES-MOVE-07", "DES-MOVE-15", "DES-MAZE-08", "DES-MOVE-09"
)
def test_spoken_reports() -> None:
    level = game("warrior").levels[0]
    reports = [
        ({0: "open", 1: "open", 2: "open", 3: "open"}, "", "corridor goes North, South, East and West."),
        ({0: "wall", 1: "open", 2: "wall", 3: "open"}, "", "continues East."),
        ({0: "open", 1: "open", 2: "wall", 3: "open"}, "", "continues East, goes North."),
        ({0: "open", 1: "wall", 2: "open", 3: "open"}, "", "corridor ends, goes North and South."),
        ({0: "wall", 1: "door", 2: "secret", 3: "open"}, "", "corridor ends, secret door to the South, door to the East."),
        ({0: "wall", 1: "wall", 2: "wall", 3: "open"}, "", "dead end."),
        ({0: "wall", 1: "wall", 2: "wall", 3: "opened"}, "stairs down", "stairs down."),
        ({0: "wall", 1: "wall", 2: "double", 3: "door"}, "tower", "tower, double door to the South."),
    ]
    for sides, feature, words in reports:
        assert speech.walk_report(level, 2, 1, sides, feature) == f"Ten, twenty feet East, {words}"
    assert [speech.number_word(tens) for tens in (1, 9, 10, 11, 25)] == [
        "ten", "ninety", "one hundred", "one hundred ten", "two hundred fifty",
    ]  # fmt: skip
    assert speech.ways_and_doors(level, {0: "open", 1: "wall", 2: "door", 3: "open"}) == "goes North and West, door to the South"
    assert (
        speech.ways_and_doors(level, {0: "wall", 1: "secret", 2: "wall", 3: "wall"}) == "has no way on, secret door to the East"
    )
    said = speech.chamber_report(level, (3, 5), [((4, 6), 1, "secret"), ((3, 6), 2, "open")], "temple")
    assert said == (
        "A temple of the Great Spider, twenty feet by twenty feet, you are in the upper left-hand part of it, "
        "there is a secret door on the lower right-hand part, to the East, "
        "there is an opening on the lower left-hand part, to the South."
    )
    assert speech.size_of([(1, 1), (2, 1), (3, 1), (1, 2)]) == (3, 2)


@pytest.mark.rule("DES-SAGE-11")
def test_tasks_are_noticed() -> None:
    s = game("warrior", at=(2, 6, 2))
    s.tasks = [Taken("map a whole level", 25, "GOLD", target="2")]
    karma.task_mapped(s)
    assert not s.tasks[0].done
    for col, row, _ in s.levels[0].cells():
        pencil(s).cells[f"{col},{row}"] = "."
    s.tasks[0].target = "3"
    karma.task_mapped(s)
    assert not s.tasks[0].done
    s.tasks[0].target = "2"
    karma.task_mapped(s)
    assert [task.done for task in s.tasks] == [True]
    s.phase = "walk"
    played(campaign.walking, s, answers=["m0", "line", "done"], dice=[[1, 2], [1, 2], [1, 2]])
    assert (s.members[0].karma, s.chest.gold, s.tasks) == (25, 9, [])


@pytest.mark.rule("DES-MAZE-27", "DES-MOVE-01", "DES-MAZE-28", "DES-MAZE-02", "DES-MAZE-03", "DES-MAZE-16")
def test_ways_and_what_is_known_beyond() -> None:
    s = game("elf warrior", at=(2, 4, 2))
    assert list(walk.ways(s)) == ["open:East", "surface"]
    s = game("elf warrior", at=(2, 6, 2))
    s.before, s.facing = [2, 5, 2], 1
    found = walk.ways(s)
    assert list(found) == ["go:North", "go:East", "go:South", "go:West"]
    assert [option_of(option).hint for option in found.values()] == ["", "", "", "back the way you came"]
    s.before = [2, 6, 2]
    assert option_of(walk.ways(s)["go:West"]).hint == ""
    s = game("elf warrior", at=(2, 10, 2))
    assert list(walk.ways(s)) == ["go:East", "go:West", "down"]
    s = game("elf warrior", at=(2, 3, 5))
    arrive_quietly(s, s.levels[0])
    s.entry = "2:4,9"
    s.sensed = ["2:4,9", "2:8,11"]
    s.opened = ["2:4,9"]
    assert list(walk.ways(s)) == ["go:3,5:West", "open:4,6:East"]
    assert option_of(walk.ways(s)["go:3,5:West"]).hint == "the way you came in"
    level = s.levels[0]
    assert walk.known_there(s, level, (3, 5)) == ""
    bears = fight(s, "Bears", 2).foes
    for guard, words in (
        (Guard(), ""),
        (Guard(entered=True, cleared=True), "a chamber you have cleared"),
        (Guard(foes=bears), ""),
        (Guard(entered=True, foes=bears), "2 Bears, whom you ran from"),
        (Guard(entered=True, foes=bears[:1]), "the bear, whom you ran from"),
        (Guard(entered=True, foes=bears, peace=True), "2 Bears, friends of yours"),
    ):
        s.guards["2:3,5"] = guard
        assert walk.known_there(s, level, (4, 6)) == words
    assert walk.known_there(s, level, (6, 2)) == ""


@pytest.mark.rule("DES-PEACE-03", "DES-SUP-37", "DES-BOOK-05")
def test_fools_gold_is_bitten_on_doubles() -> None:
    greedy = gifts().groups.greedy[0]
    for faces, bitten in (([3, 3], True), ([2, 4], False)):
        s = game("warrior")
        b = fight(s, greedy, 2)
        s.phase, s.chest.goods = "meeting", {"FOOL'S GOLD": 1}
        ran, _ = played(peace._weigh, s, {"FOOL'S GOLD": 1}, poison=False, dice=[faces])
        text = next(text for text in ran.texts if text.startswith("The offer comes to"))
        assert ("-3 they bite the fool's gold" in text, "FOOL'S GOLD" in s.discovered, s.chest.goods) == (bitten, True, {})
        assert len(b.foes) >= 1
    s = game("warrior")
    fight(s, "Bears", 2)
    s.phase, s.chest.goods = "meeting", {"FOOL'S GOLD": 1}
    ran, _ = played(peace._weigh, s, {"FOOL'S GOLD": 1}, poison=False, dice=[[3, 3]])
    assert "FOOL'S GOLD" not in s.discovered  # bears do not bite gold
    s = game("warrior")
    fight(s, "Trolls", 2)
    s.phase, s.chest.goods = "meeting", {"TROLL TRANSLATION BOOK": 1}
    ran, _ = played(peace._weigh, s, {}, poison=False, dice=[2])
    assert (s.discovered, any("+3 the translation book" in text for text in ran.texts)) == (["TROLL TRANSLATION BOOK"], True)


@pytest.mark.rule("DES-MOVE-02", "DES-MOVE-03", "DES-MAZE-24", "DES-SPCH-04")
def test_walking_through_an_open_double_door_and_over_water() -> None:
    s = game("warrior", at=(2, 7, 6))
    s.opened = ["2:14,11"]
    played(walk.go, s, Go("go", "East"), dice=[1, 2, 1, [1, 2]])
    assert s.battle is not None
    assert (s.battle.width, s.at, s.entry) == (2, [2, 8, 6], "2:14,11")
    s = game("elf warrior", at=(2, 2, 5))
    s.opened = ["2:4,9"]
    played(walk.go, s, Go("go", "East"), dice=[1, 2, 1, [1, 2]])
    assert s.battle is not None
    assert s.battle.width == 1
    s = game("warrior", at=(2, 12, 2))
    level = s.levels[0]
    assert played(walk.cross, s, level, (12, 1), "lake")[0].result is True  # already on it
    s.at = [2, 11, 2]
    assert played(walk.cross, s, level, (12, 2), "lake")[0].result is False

"""Sages in all their moods and trades, their games, and the special chambers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Table, run
from undercroft.games.descent import GAME
from undercroft.games.descent.content import sages as tables
from undercroft.games.descent.rules.company import sages_come
from undercroft.games.descent.rules.mapping.mapping import pencil
from undercroft.games.descent.rules.orders.walk import order
from undercroft.games.descent.rules.personas import karma
from undercroft.games.descent.rules.sages import audience, sages, wishes
from undercroft.games.descent.rules.treasure import rolling
from undercroft.games.descent.state import Game, Sage, Taken

from .scene import game, said


def with_sage(
    *specs: str, trade: str = "guide", players: int = 1, at: tuple[int, int, int] = (2, 2, 4), **fields: object
) -> tuple[Game, Sage]:
    """A party before a sage."""
    s = game(*(specs or ("warrior", "priest")), players=players, at=at)
    s.sage = Sage(trade, **fields)  # type: ignore[arg-type]
    s.phase = "sage"
    return s, s.sage


@pytest.mark.rule("DES-SAGE-01", "DES-SAGE-07")
@pytest.mark.parametrize(("total", "trade"), [(number, entry.name) for entry in tables().trade for number in entry.total])
def test_the_trades(total: int, trade: str) -> None:
    s = game("warrior", "priest")
    run(sages_come.appear, s, dice=[total, 1])
    assert s.sage is not None
    assert s.sage.trade == trade
    assert s.sage.favourite == "brandy"
    assert len(tables().trade) == 11
    assert GAME.mask(s, 0).sage.favourite == ""  # type: ignore[union-attr]


@pytest.mark.rule("DES-SAGE-01")
def test_a_person_speaks_for_the_sage() -> None:
    s = game("warrior", "priest")
    ran = run(sages_come.appear, s, dice=[7, 1], gamesmaster=1, answers=[(1, "leech"), (1, "Kneel, worms.")])
    assert s.sage is not None
    assert s.sage.trade == "leech"
    assert any(text.endswith(': "Kneel, worms."') for text in ran.texts)
    s.sage.stage = "mood"
    ran = run(audience.audience, s, dice=[2], gamesmaster=1, answers=[(1, "delighted")])
    assert s.sage.band == "delighted"


@pytest.mark.rule("DES-SAGE-02")
def test_mood_bands() -> None:
    assert [sages.band_of(mood) for mood in (2, 3, 4, 5, 6, 7, 10, 11, 14)] == [
        "furious", "unfriendly", "unfriendly", "aloof", "aloof", "friendly", "friendly", "delighted", "delighted",
    ]  # fmt: skip
    friendly = sum(1 for one in range(1, 7) for other in range(1, 7) if one + other >= 7)
    assert friendly == 21
    s, sage = with_sage(stage="mood")
    run(audience.audience, s, dice=[7])
    assert sage.face == "friendly"


@pytest.mark.rule("DES-SAGE-03", "DES-SAGE-04", "DES-SUP-29", "DES-GM-05", "DES-SUP-03")
def test_what_weighs_on_a_mood() -> None:
    s, sage = with_sage("warrior", "priest")
    assert sages.mood_parts(s, sage) == []
    s.anger, s.poisoned = True, True
    s.chest.gold = 180  # ninety a head
    assert dict(sages.mood_parts(s, sage)) == {"too much loot": -3, "angered a sage": -3, "poison": -2}
    s, sage = with_sage("warrior", "priest")
    s.dials = msgspec.structs.replace(s.dials, temperament="cruel")
    s.members[1].goods["HOLY ROBE"] = 1
    assert dict(sages.mood_parts(s, sage)) == {"holy robe": 1, "temperament": -1}


@pytest.mark.rule("DES-SAGE-08", "DES-SUP-28", "DES-SUP-05", "DES-BOOK-04")
def test_homage() -> None:
    s, sage = with_sage(favourite="brandy")
    s.members[0].goods.update({"SAURIAN BRANDY": 2, "JOKEBOOK": 1})
    s.members[1].goods["QUILLS"] = 1
    s.members[1].relics = 1
    s.chest.gold, s.chest.jewels = 20, {"RUBIES": 4}
    for _ in range(2):
        run(audience.audience, s, answers=["brandy"])
    assert sage.homage == 8
    run(audience.audience, s, answers=["relic"])
    assert sage.homage == 11
    run(audience.audience, s, answers=["joke"])
    run(audience.audience, s, answers=["quills"])
    assert sage.homage == 13
    for _ in range(3):
        run(audience.audience, s, answers=["gold"])
    assert sage.homage == 15  # gold counts at most two
    run(audience.audience, s, answers=["jewels:RUBIES"])
    assert sage.homage == 16
    assert s.chest.jewels == {"RUBIES": 2}
    assert s.members[1].relics == 0
    s, sage = with_sage(favourite="gold")
    s.members[0].goods["SAURIAN BRANDY"] = 1
    run(audience.audience, s, answers=["brandy"])
    assert sage.homage == 2


@pytest.mark.rule("DES-SAGE-12", "DES-SAGE-13", "DES-SAGE-14")
def test_ill_will() -> None:
    s, sage = with_sage(stage="mood")
    s.chest.gold = 100
    run(audience.audience, s, dice=[2, 1, 1, 1])  # furious, no pretence, curse 1, toll 1
    assert s.curses == ["a dragon in every chamber"]
    assert s.chest.gold == 50
    s, sage = with_sage(stage="mood")
    run(audience.audience, s, dice=[4, 1, 2, 3])  # unfriendly: the toll
    assert sage.stage == "gone"
    s, sage = with_sage(stage="mood")
    run(audience.audience, s, dice=[3, 6])
    assert (sage.evil, sage.face) == (True, "friendly")
    assert GAME.mask(s, 0).sage.evil is False  # type: ignore[union-attr]
    ran = run(audience.audience, s, dice=[4])
    assert s.curses == ["butter fingers"]
    assert ran.texts


@pytest.mark.rule("DES-SAGE-13")
@pytest.mark.parametrize(("face", "left"), [(1, "gold"), (2, "gold"), (3, "jewels"), (4, "jewels"), (5, "weapon"), (6, "relics")])
def test_tolls(face: int, left: str) -> None:
    s, _ = with_sage("warrior")
    s.chest.gold, s.chest.jewels, s.chest.relics = 100, {"RUBIES": 5}, 2
    s.members[0].goods.update({"SWORD +1": 1, "SAURIAN BRANDY": 2, "AXE": 1})
    run(sages.toll, s, dice=[face, *([1] if face == 5 else [])])
    assert (s.chest.gold == 50) is (left == "gold")
    assert (not s.chest.jewels) is (left == "jewels")
    assert ("SWORD +1" not in s.members[0].goods) is (left == "weapon")
    assert (s.chest.relics == 0 and "SAURIAN BRANDY" not in s.members[0].goods) is (left == "relics")
    assert "AXE" in s.members[0].goods


@pytest.mark.rule("DES-SAGE-12")
@pytest.mark.parametrize(("face", "name"), list(enumerate([entry.name for entry in tables().curse], start=1)))
def test_curses(face: int, name: str) -> None:
    s, _ = with_sage()
    run(sages.curse, s, dice=[face])
    assert s.curses == [name]


@pytest.mark.rule("DES-SAGE-12")
def test_curses_at_work() -> None:
    """Example 46 first."""
    from undercroft.games.descent.rules.basics.throws import something_waits
    from undercroft.games.descent.rules.battle.blows import standing

    from .scene import fight

    s = game("elf warrior", at=(2, 2, 5))
    s.curses = ["a dragon in every chamber"]
    run(order, s, answers=["open:East"])
    assert s.battle is not None
    assert [foe.name for foe in s.battle.foes] == ["Dragon"]
    s = game("warrior")
    s.curses = ["ill company"]

    async def waits(t: Table[Game]) -> bool:
        return await something_waits(t, "dead_end", rule="DES-MAZE-13")

    assert run(waits, s, dice=[[3, 4]]).result
    assert not run(waits, s, dice=[[3, 5]]).result
    s.curses = ["butter fingers"]
    assert ("butter fingers", -1) in standing(s, fight(s, "Orcs"), s.members[0])
    s = game("elf warrior")
    s.curses, s.chest.gold = ["hole in the purse"], 10
    run(order, s, answers=["open:East"], dice=[4])
    assert s.chest.gold == 6
    s = game("warrior", "wizard")
    s.curses = ["short wicks"]
    s.members[1].goods["LIGHT BALLS"] = 1
    b = fight(s, "Orcs", 2, light=False)
    from undercroft.games.descent.rules.battle.balls import throw

    run(throw, s, b, s.members[1], said("LIGHT BALLS"))
    assert b.light == 1
    s = game("elf warrior")
    s.curses = ["moth-eaten map"]
    for step in ("open:East", "go:East", "go:South", "go:West", "go:South"):
        run(order, s, answers=[step])
    assert "6,2" not in pencil(s).cells
    assert "2,4" in pencil(s).cells


@pytest.mark.rule("DES-SAGE-15")
def test_drawing_weapons_on_a_sage() -> None:
    s, sage = with_sage()
    s.chest.gold = 10
    run(audience.audience, s, answers=["attack"], dice=[1])
    assert s.anger
    assert sage.stage == "gone"
    assert s.chest.gold == 5


@pytest.mark.rule("DES-SAGE-10", "DES-SUP-05", "DES-BOOK-03", "DES-SAGE-14")
def test_advice_is_for_the_leader() -> None:
    s, _ = with_sage("warrior seat1", "priest seat0", players=2, stage="favour", band="friendly", face="friendly", quilled=True)
    ran = run(audience.audience, s)
    event = next(event for event in ran.events if "whispers" in event.template)
    assert event.seen_by(0).text.startswith("The sage whispers: There is an unopened chamber")  # type: ignore[union-attr]
    assert event.seen_by(1).text == "The sage whispers to the leader."  # type: ignore[union-attr]
    assert s.advice == s.whispers
    true = s.whispers[0]
    s, _ = with_sage("warrior", "priest", stage="favour", band="unfriendly", face="friendly", evil=True)
    run(audience.audience, s, dice=[1])
    assert s.whispers[0] != true
    s, _sage = with_sage("wizard 8", "priest", stage="mood")
    s.members[0].goods['"WHO\'S WHO IN THE DUNGEON"'] = 1
    ran = run(audience.audience, s, dice=[3, 6])
    assert any("The smile is false" in text for text in ran.texts)


def favour(
    trade: str, *specs: str, answers: list[Any], dice: list[Any] | None = None, at: tuple[int, int, int] = (2, 2, 4)
) -> Game:
    """A party that has had its favour."""
    s, _ = with_sage(*(specs or ("warrior", "priest")), trade=trade, stage="favour", band="delighted", face="delighted", at=at)
    run(audience.audience, s, answers=["favour", *answers], dice=dice or [])
    return s


@pytest.mark.rule("DES-SAGE-05")
def test_the_blacksmith() -> None:
    s, _ = with_sage(
        "warrior +great_sword", "priest", trade="blacksmith", stage="favour", band="friendly", face="friendly", worth=160
    )
    run(audience.audience, s, answers=["favour", "m0:GREAT SWORD"])
    assert s.members[0].goods["GREAT SWORD +1"] == 1
    assert s.members[0].hand == "GREAT SWORD +1"
    s = favour("blacksmith", "warrior", answers=["new", "take"], dice=[1, 1])
    assert s.members[0].goods["SWORD +1"] == 1


@pytest.mark.rule("DES-SAGE-16", "DES-IDEA-07")
def test_the_promoter_waives_only_the_timing() -> None:
    s, _ = with_sage("warrior", "priest", trade="promoter", stage="favour", band="delighted", face="delighted")
    s.members[0].karma, s.members[0].gold, s.chest.gold = 50, 20, 40
    run(audience.audience, s, answers=["favour", "m0"])
    assert (s.members[0].rank, s.members[0].karma, s.members[0].gold, s.chest.gold) == (9, 0, 0, 20)


@pytest.mark.rule("DES-SAGE-11", "DES-IDEA-05")
def test_tasks() -> None:
    s = favour("taskmaster", answers=["GOLD"], dice=[1])
    assert s.tasks[0].name == "bring a relic from another chamber"
    from undercroft.games.descent.rules.treasure.finds import find_relic

    run(find_relic, s, dice=[[1, 2]])
    assert s.tasks[0].done
    run(rolling.reward, s, answers=["m0"], dice=[[1, 2], [1, 2], [1, 2]])
    assert s.members[0].karma == 10
    assert s.chest.gold == 9
    s = game("warrior", "priest", at=(2, 2, 4))
    s.tasks = [
        Taken(entry.name, entry.karma, "GOLD", target={2: "2:3,5", 3: "Bears", 6: "2"}.get(die, ""))
        for die, entry in enumerate(tables().task, start=1)
    ]

    async def all_done(t: Table[Game]) -> None:
        karma.task_cleared(t, "2:3,5", "Orcs")
        karma.task_cleared(t, "x", "Bears")
        karma.task_letter(t)
        for _ in range(3):
            karma.task_peace(t)
        karma.task_relic(t)

    run(all_done, s)
    assert [task.done for task in s.tasks] == [True] * 5 + [False]
    for col, row, _ in s.levels[0].cells():
        pencil(s).cells[f"{col},{row}"] = "."
    karma.task_mapped(s)
    assert s.tasks[5].done


@pytest.mark.rule("DES-SAGE-09")
def test_wishes_and_greed() -> None:
    s, sage = with_sage("warrior", "warrior", "warrior", "priest", stage="wishes", band="delighted", mood=11)
    magic = next(index for index, entry in enumerate(tables().wish) if entry.name == "a magic weapon")
    for _ in range(2):
        run(audience.audience, s, answers=[f"wish:{magic}"], dice=[3, 4])
    run(audience.audience, s, answers=[f"wish:{magic}"], dice=[3, 4]) if sage.greed + 3 <= 8 else None
    ran = run(audience.audience, s, answers=[f"wish:{magic}"])
    assert sage.mood == 7
    assert any("one greedy wish too many" in text for text in ran.texts)
    assert sum(m.goods.get("NECK-BRACE", 0) for m in s.members) == 2


@pytest.mark.rule("DES-SAGE-09")
def test_every_wish_is_granted() -> None:
    listed = {entry.name: index for index, entry in enumerate(tables().wish)}
    s, _ = with_sage("wizard", "warrior plate")
    m, other = s.members
    m.body, m.kinds, m.goods = 1, ["MACE BALLS"], {"MACE BALLS": 1, "TORCHES": 1}
    other.armour_left = 2
    s.curses = ["butter fingers"]
    asks: list[tuple[str, Any, list[Any], list[Any]]] = [
        ("be healed", m, [], []),
        ("know a baddie's weakness", m, ["of:Trolls"], []),
        ("be shown the way home", m, [], []),
        ("one supply from the list costing ten gold or less", m, ["RAGU"], []),
        ("ten gold", m, [], []),
        ("armour made whole", other, [], []),
        ("one die of charges of a spell already known", m, ["MACE BALLS"], [4]),
        ("an ordinary weapon of any price", other, ["MORNING STAR"], []),
        ("lift a curse", m, [], []),
        ("a magic weapon", other, [], [1, 1]),
        ("a rank for nothing", other, [], []),
    ]
    for name, who, answers, dice in asks:
        run(wishes.GRANTS[name], s, who, answers=answers, dice=dice)
    assert m.body == 2
    assert s.learned["Trolls"]
    assert m.goods["RAGU"] == 1
    assert m.gold == 10
    assert other.armour_left == 15
    assert m.goods["MACE BALLS"] == 5
    assert other.goods["MORNING STAR"] == 1
    assert not s.curses
    assert other.goods["SWORD +1"] == 1
    assert other.rank == 9
    other.status = "dead"
    run(wishes.GRANTS["raise a companion killed this descent"], s, m, answers=["m1"])
    assert other.status == "ready"
    assert set(listed) == set(wishes.GRANTS)


@pytest.mark.rule("DES-SAGE-07", "DES-SAGE-17", "DES-SAGE-10")
def test_the_other_trades() -> None:
    s = favour("leech", answers=[])
    assert all(m.body == 5 for m in s.members)
    s = favour("scholar", answers=["of:Dragon"])
    assert s.learned["Dragon"] == "spear 10, sword 6, others 9"
    s = favour("scholar", answers=["plan"], dice=["which half=1"])
    assert "3,5" in pencil(s).cells
    s = favour("guide", answers=["tower"])
    assert "4,2" in pencil(s).cells
    s = favour("transporter", answers=["tower"])
    assert s.at == [2, 4, 2]
    s, _ = with_sage("warrior", "priest", trade="matchmaker", stage="favour", band="delighted", face="delighted")
    s.members[0].status = "stone"
    run(audience.audience, s, answers=["favour"])
    assert s.members[0].status == "ready"
    s, _ = with_sage("warrior", "priest", trade="pedlar", stage="favour", band="delighted", face="delighted")
    s.members[0].gold = 20
    s.members[1].goods["MACE"] = 1
    run(audience.audience, s, answers=["favour", "buy:RAGU", "sell:1:MACE", "done"])
    assert (s.members[0].gold, s.members[0].goods["RAGU"], s.members[1].gold) == (15, 1, 2)
    s, sage = with_sage("warrior", "priest", trade="wish-granter", stage="favour", band="delighted", face="delighted")
    run(audience.audience, s, answers=["favour"])
    assert sage.stage == "wishes"
    s, sage = with_sage(stage="favour", band="friendly", face="friendly", worth=160)
    s.curses = ["butter fingers"]
    run(audience.audience, s, answers=["lift"])
    assert not s.curses

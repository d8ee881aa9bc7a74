"""Games of chance: craps, black-jack, poker, Yahtzee, and those who cheat."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.descent.rules.orders.walk import order
from undercroft.games.descent.rules.sages import audience, pastimes, sages, wishes
from undercroft.games.descent.state import Game, Pastime, Sage

from .scene import game
from .test_sages import favour, with_sage


def sit(
    game_name: str, *, gold: int = 30, stake: int = 10, house: str = "casino", cheat: str = "", prize: str = "gold", **goods: int
) -> tuple[Game, Pastime]:
    s = game("warrior")
    s.members[0].gold = gold
    s.members[0].goods.update({name.replace("_", " "): number for name, number in goods.items()})
    s.pastime = Pastime(game_name, 0, stake=stake, prize=prize, house=house, cheat=cheat)
    s.phase = "pastime"
    return s, s.pastime


@pytest.mark.rule("DES-SPCH-01")
@pytest.mark.parametrize(
    ("dice", "gold"), [([7], 40), ([11], 40), ([2], 20), ([3], 20), ([12], 20), ([8, 5, 8], 40), ([8, 5, 7], 20)]
)
def test_craps(dice: list[int], gold: int) -> None:
    s, _ = sit("craps")
    for thrown in dice:
        run(pastimes.turn, s, dice=[thrown])
    assert s.members[0].gold == gold


@pytest.mark.rule("DES-SPCH-03", "DES-SUP-09", "DES-SAGE-17")
def test_las_vegas() -> None:
    """Example 41."""
    s, _ = with_sage("warrior", trade="transporter", stage="favour", band="delighted", face="delighted")
    m = s.members[0]
    m.gold, m.goods["LOADED DICE"] = 10, 1
    before = list(s.at)
    run(audience.audience, s, answers=["favour", "vegas", "m0"])
    assert s.pastime is not None
    assert s.pastime.limit == 0
    run(pastimes.turn, s, answers=["craps", 10, "loaded"])
    run(pastimes.turn, s, dice=[[2, 5]])
    assert m.gold == 20
    run(pastimes.turn, s, answers=["leave"])
    assert s.at == before
    s, _ = sit("craps", cheat="loaded", LOADED_DICE=1)
    run(pastimes.turn, s, dice=[[3, 3]])
    assert s.members[0].gold == 20
    assert s.battle is not None
    assert [foe.name for foe in s.battle.foes] == ["Trolls", "Trolls"]
    s.members[0].goods.update({"AXE": 1, "BRASS KNUCKLES": 1})
    pastimes.leave_weapons(s)
    from undercroft.games.descent.rules.battle.strikes import acts

    assert s.members[0].hand == "BRASS KNUCKLES"
    assert "draw:AXE" not in acts(s, s.battle, s.members[0])


@pytest.mark.rule("DES-SPCH-01")
def test_black_jack() -> None:
    assert pastimes.points([12, 8]) == 21
    assert pastimes.points([12, 12 + 13, 8]) == 12
    s, p = sit("black-jack")
    p.hands, p.deck = [[8, 5], [7, 6]], [0, 1, 10]  # 17 against 17
    run(pastimes.turn, s, answers=["stand"])
    assert s.members[0].gold == 30
    s, p = sit("black-jack")
    p.hands, p.deck = [[8, 5], [7, 4]], [0, 1, 10]  # 17 against 15: the house draws a queen and is bust
    run(pastimes.turn, s, answers=["stand"])
    assert s.members[0].gold == 40
    s, p = sit("black-jack")
    p.hands, p.deck = [[8, 7], [7, 6]], [0, 1, 10]
    run(pastimes.turn, s, answers=["hit"])
    assert s.members[0].gold == 20


@pytest.mark.rule("DES-SPCH-06", "DES-MAGW-35", "DES-MAGW-36")
def test_stacked_decks_and_undetectable_dice() -> None:
    s, _ = sit("black-jack", cheat="deck", UNDETECTABLE_STACKED_DECK=1)
    run(pastimes.turn, s)
    assert s.members[0].gold == 45  # a natural pays three to two
    assert "UNDETECTABLE STACKED DECK" not in s.members[0].goods
    s, _ = sit("poker", cheat="deck", UNDETECTABLE_STACKED_DECK=1)
    run(pastimes.turn, s)
    assert s.members[0].gold == 40
    s, _ = sit("craps", cheat="magic", UNDETECTABLE_LOADED_DICE=1)
    run(pastimes.turn, s, answers=["11"])
    assert s.members[0].gold == 40
    s, _p = sit("", UNDETECTABLE_LOADED_DICE=1)
    s.members[0].rank = 7
    ran = run(pastimes.turn, s, answers=["craps", 5])
    assert len(ran.asks) == 2  # the chivalrous are not even asked


@pytest.mark.rule("DES-SPCH-01")
def test_poker() -> None:
    royal = [8, 9, 10, 11, 12]
    assert pastimes.poker_value(royal)[0] == 8
    assert pastimes.poker_value([0, 13, 26, 39, 1])[0] == 7
    assert pastimes.poker_value([0, 13, 26, 1, 14])[0] == 6
    assert pastimes.poker_value([0, 2, 4, 6, 8])[0] == 5
    assert pastimes.poker_value([12, 13, 1, 2, 3])[0] == 4
    s, p = sit("poker")
    p.deck, p.hands = list(range(13, 30)), [royal, [0, 14, 28, 42, 17]]
    run(pastimes.turn, s, answers=[[], "raise"])
    assert s.members[0].gold == 50
    s, p = sit("poker")
    p.deck, p.hands = list(range(13, 30)), [royal, [0, 14, 28, 42, 17]]
    run(pastimes.turn, s, answers=[[], "fold"])
    assert s.members[0].gold == 20


@pytest.mark.rule("DES-SAGE-06", "DES-SPCH-07")
def test_yahtzee_with_a_sage() -> None:
    """Example 40: 318 with two Yahtzees; 25 karma, and nothing to lose."""
    s, p = sit("Yahtzee", house="sage", prize="karma", gold=0)
    mine = {
        "ones": 3,
        "twos": 6,
        "threes": 9,
        "fours": 12,
        "fives": 15,
        "sixes": 18,
        "three of a kind": 20,
        "four of a kind": 18,
        "full house": 25,
        "small straight": 30,
        "large straight": 0,
        "Yahtzee": 50,
    }
    p.card = [dict(mine), dict.fromkeys(pastimes.BOXES[:12], 0)]
    run(
        pastimes.turn,
        s,
        answers=[[], "chance"],
        dice=[
            [5, 5, 5, 5, 5],
            [1, 1, 1, 1, 1],
        ],
    )
    assert s.members[0].karma == 25
    assert s.members[0].gold == 0
    card = {**mine, "chance": 25, "bonus": 100}
    assert pastimes.sheet_total(card) == sum(card.values()) + 35
    phaedra = {
        **mine,
        "large straight": 0,
        "chance": 0,
        "bonus": 100,
        "three of a kind": 0,
        "four of a kind": 0,
        "full house": 25,
        "small straight": 30,
    }
    phaedra["chance"] = 318 - pastimes.sheet_total(phaedra)
    assert pastimes.sheet_total(phaedra) == 318
    s, p = sit("Yahtzee", house="sage", prize="karma", gold=0)
    p.card = [dict.fromkeys(pastimes.BOXES[:12], 0), dict(mine)]
    run(pastimes.turn, s, answers=[[], "chance"], dice=[[1, 1, 2, 3, 4], [6, 6, 6, 6, 6]])
    assert (s.members[0].karma, s.members[0].gold) == (0, 0)
    assert pastimes.box_score("full house", [2, 2, 3, 3, 3]) == 25
    assert pastimes.box_score("small straight", [1, 2, 3, 4, 6]) == 30


@pytest.mark.rule("DES-SAGE-06")
def test_a_sage_may_stake_weapons_and_spells() -> None:
    s, _p = sit("craps", house="sage", prize="weapon", gold=0)
    run(pastimes.turn, s, dice=[7, 1, 1])
    assert s.members[0].goods["SWORD +1"] == 1
    s = favour("gaming sage", answers=["m0"])
    run(pastimes.turn, s, answers=["Yahtzee"])
    assert s.pastime is not None
    assert s.pastime.prize == "karma"


@pytest.mark.rule("DES-SPCH-01", "DES-MAZE-25")
def test_a_casino_night() -> None:
    s = game("warrior", at=(2, 11, 9))
    s.members[0].gold = 30
    run(order, s, answers=["play", "m0"])
    ran = run(pastimes.turn, s, answers=["craps", 10])
    assert ran.asks[1].high == 25
    run(pastimes.turn, s, dice=[7])
    assert s.members[0].gold == 40
    run(pastimes.turn, s, answers=["leave"])
    assert s.phase == "walk"


@pytest.mark.rule("DES-SAGE-08", "DES-PEACE-01")
def test_homage_is_not_paid_with_another_players_relic_against_his_will() -> None:
    s = game("priest seat0", "priest seat1", players=2)
    s.members[1].relics = 1
    sage = s.sage = Sage("leech", favourite="relics")
    run(sages.homage, s, sage, answers=["relic", (1, "no")])
    assert (s.members[1].relics, sage.homage) == (1, 0)
    run(sages.homage, s, sage, answers=["relic", (1, "yes")])
    assert (s.members[1].relics, sage.homage) == (0, 6)
    s.members[0].relics = 1
    run(sages.homage, s, sage, answers=["relic"])
    assert s.members[0].relics == 0


@pytest.mark.rule("DES-SAGE-09")
def test_the_way_home_is_told_of_even_in_the_tower() -> None:
    s = game("warrior")
    assert run(wishes.GRANTS["be shown the way home"], s, s.members[0]).texts == ["'You are standing in it,' he says."]
    s = game("warrior", at=(2, 5, 2))
    assert run(wishes.GRANTS["be shown the way home"], s, s.members[0]).texts == ["It is on the map now, 10 feet of it."]

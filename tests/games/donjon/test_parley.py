"""Chapter 5, the lull: what the others show, what is asked of them and how, and the terms that successes buy."""

from __future__ import annotations

import pytest

from undercroft.engine import Table
from undercroft.games.donjon.rules.combat import lull, parley
from undercroft.games.donjon.state import Donjon

from .kit import arena, creature, give, run, table
from .test_combat import bare, notations

GM = 1


@pytest.mark.rule("DON-FLUR-03")
def test_parley_is_a_social_test_and_ends_it() -> None:
    s = table(1)
    foe = creature(s, "human_fighter")
    arena(s, foe)
    bare(s.pc(0))
    ran = run(lull.lull, s, answers=["talk", "leave", "charm", [], "facts:0"], dice=[[20, 19], [1] * 4])
    assert s.fight is None
    assert foe.status == "gone"
    assert s.pc(0).bonus[0].dice == 2  # what buys no term is a fact or a die, as ever
    assert ran.asks[1].keys == ("passage", "leave", "word", "goods", "surrender", "money")
    assert ran.asks[2].keys == ("charm", "threat", "lie", "plead", "bargain")
    assert s.pc(0).xp > 0  # overcome by words (DON-XP-03)


@pytest.mark.rule("DON-FLUR-03")
@pytest.mark.parametrize(
    ("claim", "dice", "status"),
    [("passage", 2, "fled"), ("leave", 4, "gone"), ("word", 5, "gone"), ("goods", 6, "gone"), ("surrender", 7, "yielded")],
)
def test_what_is_asked_for_costs_the_others_dice(claim: str, dice: int, status: str) -> None:
    s = table(1)
    foe = creature(s, "human_fighter")  # Discernment 3 and a mind save of 1
    arena(s, foe)
    bare(s.pc(0))
    told = ["They say there is a way round"] if claim == "word" else []
    ran = run(
        parley.parley, s, [s.pc(0)], [foe], "on", answers=[claim, "threat", *told, [], "facts:0"], dice=[[20, 1], [9] * dice]
    )
    assert notations(ran)[1] == f"{dice}d20"
    assert foe.status == status


@pytest.mark.rule("DON-FLUR-03", "DON-LOOT-01")
def test_nobody_searches_a_field_he_has_left() -> None:
    s = table(1)
    b = bare(s.pc(0))
    foe, fallen = creature(s, "human_fighter"), creature(s, "human_fighter")
    arena(s, foe, fallen)
    fallen.status = "out"
    assert s.scene is not None
    run(lull.lull, s, answers=["talk", "passage", "charm", [], "facts:0"], dice=[[20, 1], [9] * 2])
    assert s.fight is None
    assert s.scene.bodies == []
    assert b.xp > 0  # for the one who fell, not for the one who stood aside
    for who, searched in ((b, []), (foe, [fallen.id])):  # driven off, and left in the field
        foe.status, fallen.status, b.status = "up", "out", "up"
        arena(s, foe, fallen)
        who.status = "fled"
        run(end, s)
        assert s.scene.bodies == searched


async def end(t: Table[Donjon]) -> None:
    """A fight is over."""
    lull.end_fight(t)


@pytest.mark.rule("DON-FLUR-03", "DON-LAW-01", "DON-CHAP-08")
def test_successes_buy_terms() -> None:
    s = table(1)
    foe = creature(s, "human_fighter")
    foe.name = "Odo"
    arena(s, foe)
    b = bare(s.pc(0))
    b.items.clear()
    b.now[5] = 4
    said = "He says that a guard sits by the well"
    answers = ["leave", "charm", ["word", "goods", "arms", "way"], said]
    ran = run(parley.parley, s, [b], [foe], "on", answers=answers, dice=[[20, 19, 18, 17], [1] * 4])
    assert set(ran.asks[2].keys) == {"word", "goods", "arms", "way"}
    assert any(fact.text == said and fact.seat == 0 for fact in s.facts)
    assert s.scene is not None
    assert s.scene.caches == [foe.level]
    assert [item.name for item in b.items] == ["Broadsword"]
    assert foe.wielding == ""
    assert s.owed_cut == 1


@pytest.mark.rule("DON-FLUR-03", "DON-BRIBE-01")
def test_money_may_come_first_and_a_big_bad_is_proud() -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.wealth = 5
    foe = creature(s, "human_fighter")
    foe.wealth = 0
    arena(s, foe)
    ran = run(
        parley.parley,
        s,
        [b],
        [foe],
        "on",
        answers=["money", 3, "leave", "bargain", "plain+2", [], "facts:0"],
        dice=[[20, 19, 1, 1, 1], [9] * 2, [20] + [1] * 3, [9] * 4],
    )
    assert "money" not in ran.asks[2].keys  # once is enough
    assert notations(ran)[2] == "4d20"  # Sociality 2, and the bribe's two
    boss = creature(s, "human_fighter")
    boss.leader = "self"
    arena(s, boss)
    b.bonus = []
    answers = ["surrender", "charm", "write it for me"]
    ran = run(parley.parley, s, [b], [boss], "on", answers=answers, dice=[[1] * 2, [20] * 10])
    assert "leave" not in ran.asks[0].keys
    assert notations(ran)[1] == "10d20"  # 4, and 3 for what is asked, and 3 for pride
    assert boss.status == "up"


@pytest.mark.rule("DON-FLUR-03", "DON-LAW-09")
def test_lost_words_give_the_others_a_breath() -> None:
    s = table(1)
    b = bare(s.pc(0))
    foe = creature(s, "human_fighter")
    arena(s, foe)
    answers = ["surrender", "threat", "write it for me"]
    run(parley.parley, s, [b], [foe], "on", answers=answers, dice=[[1] * 2, [20] * 7])
    assert foe.status == "up"
    assert [(x.about, x.dice) for x in foe.bonus] == [("initiative", 2)]
    assert any(fact.author == "the Game Master" for fact in s.facts)


@pytest.mark.rule("DON-FLUR-03")
def test_a_person_says_how_they_take_it() -> None:
    s = table(1)
    b = bare(s.pc(0))
    foe = creature(s, "human_fighter")
    arena(s, foe)
    s.desk.machine = ["narration", "successes", "facts"]
    answers = ["surrender", "threat", (GM, "tempted"), [], "facts:0"]
    ran = run(parley.parley, s, [b], [foe], "on", answers=answers, dice=[[20, 19], [1] * 4], gamesmaster=GM)
    assert notations(ran)[1] == "4d20"  # 4 + 3 - 3


@pytest.mark.rule("DON-FLUR-03")
def test_anybody_who_wants_to_may_speak() -> None:
    s = table(3)
    foe = creature(s, "human_fighter")
    arena(s, foe)
    for b in s.pcs():
        bare(b)
    ran = run(
        lull.lull,
        s,
        answers=["talk", "off", "talk", "pc2", "leave", "charm", [], "facts:0", "keep"],
        dice=[[20] * s.pc(2).now[5], [1] * 4],
    )
    assert set(ran.asks[3].keys) == {"pc0", "pc2"}
    assert s.fight is None


@pytest.mark.rule("DON-FLUR-03")
def test_the_winning_name_a_price_and_the_losing_show_it() -> None:
    s = table(1)
    b = s.pc(0)
    foe = creature(s, "human_fighter")
    arena(s, foe)
    b.wealth, b.wounds, b.now[4] = 9, 0, 1
    blade = give(s, b, "dagger")
    ran = run(lull.lull, s, answers=["yield"])
    assert "half the Wealth, and nothing else" in ran.asks[0].options["yield"].hint
    assert b.wealth == 4
    assert any(item.id == blade for item in b.items)
    assert s.fight is None
    s = table(1, seriousness="Rust-and-Blood")
    b = s.pc(0)
    b.wealth, b.wounds, b.now[4] = 9, 0, 1
    arena(s, creature(s, "human_fighter"))
    ran = run(lull.lull, s, answers=["on"])
    assert "nothing else" not in ran.asks[0].options["yield"].hint  # not at that table
    s = table(1)
    wolf = creature(s, "red_wolf")
    arena(s, wolf)
    ran = run(lull.lull, s, answers=["on"])
    assert "yield" not in ran.asks[0].keys
    assert "talkers" in ran.asks[0].options["talk"].hint

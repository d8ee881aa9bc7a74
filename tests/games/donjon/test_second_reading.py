"""What a second reading of the book against the rules found: each of these failed once."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Match, Opening, Table
from undercroft.games.donjon import GAME
from undercroft.games.donjon.adventure import Resource
from undercroft.games.donjon.being import Ability, Bonus, Item
from undercroft.games.donjon.rules.combat import lull, moving, parley
from undercroft.games.donjon.rules.combat.combat import attack
from undercroft.games.donjon.rules.combat.hits import land
from undercroft.games.donjon.rules.concepts.facts import Setting, enter
from undercroft.games.donjon.rules.concepts.law import gm_won
from undercroft.games.donjon.rules.creatures.healing import recover
from undercroft.games.donjon.rules.flow import desk
from undercroft.games.donjon.rules.goods import goods
from undercroft.games.donjon.rules.harm import initiative
from undercroft.games.donjon.rules.harm.damage import apply_harm
from undercroft.games.donjon.rules.magic.magic import rest
from undercroft.games.donjon.rules.magic.release import release
from undercroft.games.donjon.rules.magic.spells import Spell, compose, spell_price
from undercroft.games.donjon.rules.resolution.picking import related
from undercroft.games.donjon.rules.resolution.pools import pool, tagged
from undercroft.games.donjon.rules.tasks import tricks
from undercroft.games.donjon.rules.tasks.tasks import against_dice, task
from undercroft.games.donjon.state import ONE, Donjon

from .kit import arena, creature, give, numbers, run, scene, table
from .test_combat import bare, notations

GM = 1


@pytest.mark.rule("DON-FLUR-02")
def test_foes_who_have_had_enough_are_not_let_off() -> None:
    s = table(1)
    foe = creature(s, "red_wolf")
    fight = arena(s, foe)
    fight.stage = "lull"
    run(lull.lull, s, answers=["on", (GM, "off")], gamesmaster=GM)
    assert s.fight is not None
    assert s.fight.stage == "initiative"
    assert foe.status == "up"
    run(lull.lull, s, answers=["off", (GM, "off")], gamesmaster=GM)
    assert s.fight is None


@pytest.mark.rule("DON-FLUR-02", "DON-FLUR-03")
def test_a_failed_parley_ends_it_when_nobody_wants_to_go_on() -> None:
    s = table(1)
    bare(s.pc(0))
    foe = creature(s, "human_fighter")
    arena(s, foe).stage = "lull"
    run(
        lull.lull,
        s,
        answers=["talk", (GM, "off"), "leave", "charm", (GM, "plain"), (GM, "facts:0")],
        dice=[[1] * 2, [20] * 4],
        gamesmaster=GM,
    )
    assert s.fight is None
    assert foe.status == "fled"  # and so no experience


@pytest.mark.rule("DON-LAW-09")
def test_dice_from_a_failed_trick_are_thrown_against_the_next_blow() -> None:
    s = table(1)
    b = bare(s.pc(0))
    foe = creature(s, "living_ooze")
    arena(s, foe)
    run(tricks.trick, s, b, answers=[f"on:{foe.id}", "sneak round behind it"], dice=[[1] * 5, [20, 20, 1]])
    assert against_dice(b, "attack") == 2
    plain = pool(s, foe, "dodge").dice
    ran = run(attack, s, b, foe, dice=[[1] * 5, [20] * (plain + 2)])
    assert notations(ran)[1] == f"{plain + 2}d20"
    assert against_dice(b, "attack") == 0  # used once


@pytest.mark.rule("DON-ATK-02", "DON-ATK-03")
def test_even_one_success_may_be_a_fact_and_some_may_be_kept() -> None:
    s = table(1)
    b = bare(s.pc(0))
    foe = creature(s, "minotaur")
    arena(s, foe)
    run(land, s, b, foe, 1, tagged("x"), answers=["facts", "it trips over a root"], dice=[[1], [20] * 11])
    assert [p.condition for p in foe.penalties] == ["prone"]
    ran = run(land, s, b, foe, 4, tagged("x"), answers=["part", 3], dice=[[1] * 2, [20] * 11])
    assert related(s, b, "attack") == 3
    assert notations(ran)[0] == "2d20"  # Virility 2, fists -1, and the one that was not kept


@pytest.mark.rule("DON-TOWN-08", "DON-ATK-02")
def test_with_the_law_revoked_a_hit_is_damage_and_nothing_else() -> None:
    s = table(1, chapter=0)
    s.town_law = False
    b = bare(s.pc(0))
    foe = creature(s, "human_fighter")
    arena(s, foe)
    ran = run(land, s, b, foe, 3, tagged("x"), dice=[[1] * 4, [20] * 8])
    assert ran.asks == []
    assert notations(ran)[0] == "4d20"  # Virility 2, fists -1, all three


@pytest.mark.rule("DON-SURP-01")
def test_surprise_kept_back_is_good_for_no_later_initiative() -> None:
    s = table(1)
    b = bare(s.pc(0))
    foe = creature(s, "living_ooze")
    arena(s, foe).stage = "initiative"
    b.bonus = [Bonus(2, "stealth", "sneaking", scene=s.scene_no)]
    first = run(initiative.initiative, s, answers=["keep"], dice=[[3] * 7, [4] * 4])
    assert len(first.asks) == 1
    second = run(initiative.initiative, s, dice=[[3] * 7, [4] * 4])
    assert second.asks == []  # not offered again
    assert related(s, b, "attack") == 2  # but still good for a blow


@pytest.mark.rule("DON-HOLD-03")
def test_held_power_hinders_parley_slope_and_haggling() -> None:
    s = table(3)
    azar = bare(s.pc(1))
    azar.spell_dice = 4
    for other in (s.pc(0), s.pc(2)):
        other.status = "out"
    foe = creature(s, "human_fighter")
    arena(s, foe)
    ran = run(
        parley.parley,
        s,
        [azar],
        [foe],
        "on",
        answers=["leave", "charm", "write it for me"],
        dice=[[1] * 4, [20] * (foe.now[2] + foe.save_mind + 4)],
    )
    assert notations(ran)[1] == f"{foe.now[2] + foe.save_mind + 4}d20"
    ran = run(moving.climb_slope, s, azar, answers=["write it for me"], dice=[[1] * azar.now[3], [20] * 5])
    assert notations(ran)[1] == "5d20"  # Easy at Donjon Level 1, and the four held
    line = Resource("Weapons", 4, 3, ["smith"])
    item = give(s, azar, "dagger")
    thing = next(i for i in azar.items if i.id == item)
    azar.wealth = 2
    ran = run(goods.sell, s, azar, thing, line, dice=[[1] * 5, [20] * 9])
    assert notations(ran)[1] == "9d20"  # Wealth 2, Markup 3, and the four held


@pytest.mark.rule("DON-GOODS-01", "DON-SELL-05")
def test_a_menacing_seller_is_paid_better_too() -> None:
    s = table(3, chapter=0)
    fiera = s.pc(2)
    line = Resource("Weapons", 4, 3, ["smith"])
    give(s, fiera, "two_handed_axe")
    axe = fiera.items[-1]
    fiera.abilities.append(Ability("Evaluate Weapon Worth", 2, ["spending_wealth"]))
    ran = run(goods.sell, s, fiera, axe, line, answers=["use:intimidate-people"], dice=[[20] * 9, [1] * 6])
    assert "use:evaluate-weapon-worth" in ran.asks[0].keys
    assert notations(ran)[0] == "9d20"  # Sociality 1, Worth 4, Intimidate People 4
    fiera.service = "!3:guard duty"
    ran = run(goods.sell_service, s, fiera, line, dice=[[20] * 8, [1] * 15])
    assert notations(ran)[0] == "8d20"
    assert all("spending_wealth" not in a.adds for a in fiera.abilities if a.name == "Intimidate People")


@pytest.mark.rule("DON-SPELL-06", "DON-CAST-05")
def test_what_is_paid_for_a_week_outlives_the_night() -> None:
    s = table(3)
    scene(s)
    azar = s.pc(1)
    for duration, nights, home in (("day", False, False), ("week", True, False), ("month", True, True)):
        azar.boons, azar.spell_dice = [], 30
        spell = Spell(["fiery"], ["help"], "Fiery", duration, [azar.id], stretched=[])
        cost = {"day": 2, "week": 4, "month": 8}[duration]
        run(release, s, azar, spell, answers=["attack"], dice=[[20] * (40 - cost), [1]])
        assert [p.until for p in azar.boons] == [duration]
        rest(azar)
        assert bool(azar.boons) is nights
        recover(azar)
        assert bool(azar.boons) is home


@pytest.mark.rule("DON-DMG-06")
def test_what_one_attribute_cannot_take_the_next_does() -> None:
    s = table(1)
    b = s.pc(0)
    boss = creature(s, "minotaur")
    boss.leader, boss.as_pc, boss.wounds = "self", True, 0
    boss.now = [5, 2, 2, 2, 6, 1]
    run(apply_harm, s, boss, 5, tagged("x"), by=b, answers=["attr:adr", "attr:whe"])
    assert boss.now == [5, 2, 2, 0, 3, 1]


@pytest.mark.rule("DON-CLIMAX-03", "DON-DMG-03")
def test_the_damage_question_does_not_tell_whether_the_big_bad_returns() -> None:
    asked = []
    for returns in (False, True):
        s = table(1)
        boss = creature(s, "minotaur")
        boss.leader, boss.as_pc, boss.wounds = "self", returns, 3
        ran = run(apply_harm, s, boss, 4, tagged("x"), by=s.pc(0), answers=["flesh"])
        asked.append([(ask.prompt, ask.keys) for ask in ran.asks])
    assert asked[0] == asked[1]
    assert len(asked[0]) == 1


@pytest.mark.rule("DON-DMG-04", "DON-AGM-01")
def test_a_person_in_the_seat_says_where_her_creatures_hurt() -> None:
    s = table(1)
    b = s.pc(0)
    b.now = b.full = [4, 4, 4, 4, 4, 4]
    mino = creature(s, "minotaur")
    before = b.wounds
    run(
        apply_harm,
        s,
        b,
        3,
        tagged("x"),
        by=mino,
        answers=[(GM, "attr:dis"), (GM, "across the eyes")],
        gamesmaster=GM,
    )
    assert (b.wounds, b.now[2]) == (before, 2)
    s.desk.machine = ["successes"]
    assert run(apply_harm, s, b, 2, tagged("x"), by=mino, gamesmaster=GM).asks == []


@pytest.mark.rule("DON-LAW-09", "DON-AGM-04")
def test_only_the_machine_is_held_to_three_facts() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    facts = [(GM, f"The wall crumbles {n}") for n in range(5)]
    s.desk.machine = ["narration"]
    about = Setting("athletics", "climbing the wall", b)
    run(gm_won, s, b, 5, about, answers=[(GM, "facts:5"), *facts, "write it for me"], gamesmaster=GM)
    assert len(s.facts) == 5


@pytest.mark.rule("DON-AGM-01", "DON-DEATH-01")
def test_overruled_to_no_flesh_wounds_a_creature_falls() -> None:
    s = table(1)
    foe = creature(s, "minotaur")
    arena(s, foe)
    numbers(s, foe, 9)
    run(desk.act, s, GM, "desk:overrule", answers=[(GM, foe.id), (GM, "wounds"), (GM, 0)], gamesmaster=GM)
    assert foe.status == "out"
    run(desk.act, s, GM, "desk:overrule", answers=[(GM, foe.id), (GM, "wounds"), (GM, 2)], gamesmaster=GM)
    assert foe.status == "up"


async def _sneaking(t: Table[Donjon]) -> None:
    await task(t, t.state.pc(0), "stealth", "medium", "sneaking", rule="DON-CONT-03", law=False)


@pytest.mark.rule("DON-CURSE-02")
def test_the_odds_do_not_give_a_curse_away() -> None:
    shown = []
    for curse in (0, 3):
        s = table(1)
        scene(s)
        b = s.pc(0)
        b.items.append(Item("i1", "Boots", curse=curse))
        s.secret.curses["i1"] = "stealth"
        shown.append(pool(s, b, "stealth").dice)  # what every hint counts with
        ran = run(_sneaking, s, answers=["plain"], dice=[[1] * (b.now[3] - curse), [20] * 4])
        assert notations(ran)[0] == f"{b.now[3] - curse}d20"
        assert b.items[-1].curse_known is bool(curse)
    assert shown[0] == shown[1]


@pytest.mark.rule("DON-LOG-02")
def test_a_player_searches_the_ledger_and_cites_from_it() -> None:
    opening = Opening(game="donjon", seats=("Ada", "Bea"), seed=3, options={"heroes": "samples"})
    match: Match[Donjon] = Match.start(GAME, opening)
    bots, dice = GAME.bot("bruiser"), Dice(3)
    while match.ask is not None and not (match.ask.extras and match.ask.seats):
        seat = match.ask.seats[0]
        match.answer(bots(match.view(seat, dice)), seat)
    assert match.ask is not None
    seat, prompt = next(iter(match.ask.extras)), match.ask.prompt
    fact = match.state.facts[-1]
    match.answer("ledger:search", seat)
    assert match.ask.kind == "text"
    match.answer("no such words at all", seat)
    assert match.ask.prompt == prompt  # nothing found, and the question is put again
    match.answer("ledger:search", seat)
    match.answer(fact.text.split()[-1].strip("."), seat)
    assert f"cite:{fact.id}" in match.ask.keys
    match.answer(f"cite:{fact.id}", seat)
    assert match.ask.prompt == prompt
    assert any("cites the ledger" in event.text and fact.text.rstrip(".") in event.text for event in match.events)


@pytest.mark.rule("DON-AGM-18")
def test_a_bot_that_thinks_ahead_cannot_peek() -> None:
    s = table(2, recurring=True)
    b = s.pc(0)
    foe = creature(s, "minotaur")
    foe.leader, foe.as_pc = "self", True
    arena(s, foe, band=ONE)
    numbers(s, b, 9)
    b.items.append(Item("i9", "Boots", curse=2))
    b.items.append(Item("i8", "Hat", curse=2, curse_known=True))
    s.secret.curses = {"i9": "stealth", "i8": "attack"}
    s.desk.framed = ["text:a trap"]
    enter(Table(s, Dice(1)), "There is a dry well", author="Roland", seat=0, test="searching")
    others = [GAME.determinise(s, s, 0, Dice(seed)) for seed in range(30)]
    assert {o.beings[foe.id].as_pc for o in others} == {True, False}
    assert {o.secret.recurring for o in others} == {True, False}
    assert len({o.beings[foe.id].wounds for o in others}) > 2
    assert len({o.beings[foe.id].save_body for o in others}) > 1
    assert all(o.secret.curses == {"i8": "attack"} for o in others)
    assert all(GAME.mask(o, 0) == GAME.mask(s, 0) for o in others)
    seen = GAME.mask(s, 0)
    assert seen.desk.framed == []
    assert seen.options.recurring is False
    foe.wounds = 0  # he stands at none: now everybody knows
    assert all(GAME.determinise(s, s, 0, Dice(seed)).beings[foe.id].as_pc for seed in range(9))
    assert GAME.determinise(s, s, len(s.players), Dice(1)) is s  # the Game Master knows it all


@pytest.mark.rule("DON-SPELL-05", "DON-CAST-07")
def test_a_blessing_may_be_cast_on_a_small_group() -> None:
    s = table(3)
    scene(s)
    azar = s.pc(1)
    azar.spell_dice = 3
    ran = run(compose, s, azar, answers=[["cloud"], "shield", "as cloud in spirit", ["pc0", "pc2"], "scene", "Cloud"])
    spell = ran.result
    assert spell is not None
    assert spell.targets == ["pc0", "pc2"]
    assert spell_price(s, spell) == 2  # a small group, a scene
    run(release, s, azar, spell, dice=[[20] + [1] * 10, [2] * 4])
    assert [[p.dice for p in b.boons] for b in s.pcs()] == [[1], [], [1]]

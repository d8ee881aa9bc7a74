"""Harm, pools and initiative played through: what is thrown, who is asked, and what is left."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Dice, Ran, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.being import Ability, Being, Bonus, Boon, Item, MagicBonus, Penalty, When
from undercroft.games.donjon.rules.concepts.contest import Pool, Result, contest
from undercroft.games.donjon.rules.creatures import healing
from undercroft.games.donjon.rules.harm import damage, initiative
from undercroft.games.donjon.rules.harm.damage import apply_harm, damage_test, soak_pool
from undercroft.games.donjon.rules.resolution import picking, pools
from undercroft.games.donjon.rules.resolution.pools import pool, tagged
from undercroft.games.donjon.state import CLOSE, ONE, TWO, Donjon, Fact

from .kit import arena, creature, give, numbers, run, scene, table
from .test_edges import bare, rolled


def asked(ran: Ran[Donjon, Any]) -> list[list[str]]:
    """What was offered, question by question."""
    return [list(ask.keys) for ask in ran.asks]


# Tests.


async def _two_dice_each(t: Table[Donjon]) -> Result:
    return await contest(t, Pool("a", [("x", 2)], 0), Pool("b", [("y", 2)], reveals="b7"), "a Test", rule="DON-DICE-02")


@pytest.mark.rule("DON-DICE-06", "DON-DICE-09", "DON-DICE-11")
@pytest.mark.parametrize(
    ("how", "dice", "won", "n", "tied"),
    [
        ("continue", [[9, 4], [9, 4], [3], [5]], False, 3, 2),
        ("continue", [[9, 4], [9, 4], [5], [5], [7], [6]], True, 4, 3),
        ("resort", [[9, 4], [9, 4], [12], [5]], True, 1, 0),  # 12 9 4 against 9 5 4: the 12 beats them all
        ("resort", [[9, 4], [9, 4], [3], [2]], True, 3, 2),
        ("resort", [[9, 4], [9, 4], [3], [3], [1], [20]], False, 1, 0),
    ],
)
def test_all_tied_one_die_more_until_somebody_has_won(how: str, dice: list[list[int]], won: bool, n: int, tied: int) -> None:
    s = table(1, tiebreak=how)
    ran = run(_two_dice_each, s, dice=dice)
    result = ran.result
    assert (result.won, result.n, result.tied) == (won, n, tied)
    assert rolled(ran) == ["2d20", "2d20", *["1d20"] * (len(dice) - 2)]
    assert (result.a_faces, result.b_faces) == (
        [f for throw in dice[::2] for f in throw],
        [f for throw in dice[1::2] for f in throw],
    )
    assert (s.tally.tests, s.tested) == (1, ["b7"])


# Damage.


@pytest.mark.rule("DON-DMG-01", "DON-DEATH-05", "DON-MSN-01")
def test_a_blow_is_taken_on_wherewithal_armor_one_ability_and_against_poison_the_save() -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    b.now[4], b.save_body = 2, 3
    give(s, b, "plate_armor")
    dr = b.items[0].dr
    assert run(soak_pool, s, b, tagged("blunt"), 3).result.dice == 2 + min(4, dr)
    assert run(soak_pool, s, b, tagged("blunt"), 3, poison=True).result.dice == 2 + min(4, dr) + 3
    b.abilities = [Ability("Take It", 2, ["soak"])]
    ran = run(soak_pool, s, b, tagged("blunt"), 3, answers=["use:take-it"])
    assert ran.result.dice == 2 + min(4, dr) + 2
    bare(b).now[4] = 0
    assert run(soak_pool, s, b, tagged("blunt"), 3).result.dice == 1
    boss = creature(s, "minotaur")
    bare(boss).now[4] = 0
    made = run(soak_pool, s, boss, tagged("blunt"), 3).result
    assert (made.dice, made.reveals) == (0, boss.id)
    boss.as_pc = True
    assert run(soak_pool, s, boss, tagged("blunt"), 3).result.dice == 1
    assert run(soak_pool, s, b, tagged("blunt"), 3).result.reveals == ""


@pytest.mark.rule("DON-HARM-05", "DON-DMG-01")
def test_a_damage_test_buys_no_facts_and_tells_its_damage() -> None:
    s = table(1)
    scene(s)
    wolf = bare(creature(s, "red_wolf"))
    wolf.now[4] = 2
    ran = run(damage_test, s, Pool("x", [("x", 2)]), wolf, tagged("blunt"), dice=[[5, 4], [9, 1]])
    assert (ran.result, ran.asks, wolf.wounds, wolf.now) == (0, [], wolf.wounds_full, [*wolf.full[:4], 2, wolf.full[5]])
    ran = run(damage_test, s, Pool("x", [("x", 2)]), wolf, tagged("blunt"), dice=[[15, 4], [9, 1]])
    assert (ran.result, ran.asks, wolf.wounds) == (1, [], wolf.wounds_full - 1)
    thrown = Pool("x", [("x", 2)], faces=[15, 14])
    ran = run(damage_test, s, thrown, wolf, tagged("blunt"), dice=[[9, 1]])
    assert (ran.result, rolled(ran)) == (2, ["2d20"])


@pytest.mark.rule("DON-DEATH-04")
def test_a_smash_strikes_the_numbers_and_is_remembered_for_players_characters() -> None:
    s = table(2)
    foe = creature(s, "minotaur")
    arena(s, foe)
    b, other = s.pcs()
    numbers(s, b, 9, 4)
    numbers(s, other, 8)
    t = Table(s, Dice(1))
    damage.smash(t, b)
    assert (b.status, s.tally.smashes, len(s.turning)) == ("out", 1, 1)
    assert s.fight is not None
    assert [f.numbers for f in s.fight.fighters[:2]] == [[], [8]]
    damage.smash(t, foe)
    assert (foe.status, s.tally.smashes, len(s.turning)) == ("out", 2, 1)
    s.fight = None
    damage.smash(t, other)
    assert other.status == "out"


@pytest.mark.rule("DON-DMG-03", "DON-DMG-04", "DON-DMG-05", "DON-DMG-06")
def test_when_the_striker_may_say_where_it_hurts() -> None:
    def struck(n: int, wounds: int, answers: list[object], *, self_led: bool = False) -> tuple[Being, list[list[str]]]:
        s = table(1)
        scene(s)
        mino = creature(s, "minotaur")
        mino.wounds, mino.now, mino.leader = wounds, [3, 0, 2, 2, 2, 0], "self" if self_led else ""
        ran = run(apply_harm, s, mino, n, tagged("cutting"), by=s.pc(0), answers=answers)
        return mino, asked(ran)

    able = ["attr:vir", "attr:dis", "attr:adr", "attr:whe"]  # none is left of the others
    mino, keys = struck(1, 5, [])
    assert (mino.wounds, keys) == (4, [])  # one success buys no fact and a die
    mino, keys = struck(2, 5, ["flesh"])
    assert (mino.wounds, keys) == (3, [["flesh", *able]])
    mino, keys = struck(2, 5, ["attr:dis", "blood in the eyes"])
    assert (mino.wounds, mino.now[2]) == (5, 1)
    mino, keys = struck(3, 5, ["flesh"])
    assert (mino.wounds, keys) == (2, [["flesh", *able, "split"]])
    mino, keys = struck(5, 5, [])
    assert (mino.status, keys) == ("out", [])  # it falls: nothing to ask
    mino, keys = struck(5, 5, ["flesh"], self_led=True)
    assert (mino.status, mino.wounds) == ("out", 0)  # a Big Bad is always asked about
    mino, keys = struck(4, 5, ["split", 1, "attr:vir", 2, "the arm"])
    assert (mino.wounds, mino.now) == (4, [1, 0, 2, 2, 2, 0])
    assert keys[2] == able
    mino, keys = struck(4, 5, ["split", 2, "attr:vir", 1, "the arm"])
    assert (mino.wounds, mino.now) == (3, [2, 0, 2, 2, 2, 0])
    mino, keys = struck(4, 5, ["split", 3])
    assert (mino.wounds, mino.now) == (2, [3, 0, 2, 2, 2, 0])  # one die left buys no fact and a point
    mino, keys = struck(4, 5, ["split", 4])
    assert (mino.wounds, keys) == (1, [["flesh", *able, "split"], []])


@pytest.mark.rule("DON-DMG-05", "DON-DMG-06")
def test_flesh_that_is_gone_makes_the_rest_free() -> None:
    """Split on one who counts as a PC: once the Flesh Wounds are all taken, an Attribute costs no fact."""
    s = table(1)
    scene(s)
    boss = creature(s, "minotaur")
    boss.leader, boss.as_pc, boss.wounds, boss.now = "self", True, 2, [3, 0, 2, 2, 2, 0]
    ran = run(apply_harm, s, boss, 5, tagged("cutting"), by=s.pc(0), answers=["split", 2, "attr:vir", 2, "attr:dis", 1])
    assert (boss.wounds, boss.now, boss.status) == (0, [1, 0, 1, 2, 2, 0], "up")
    assert [(ask.low, ask.high) for ask in ran.asks if ask.kind == "number"] == [(0, 2), (1, 3), (1, 1)]
    boss.wounds, boss.now = 2, [3, 0, 2, 2, 2, 0]
    run(apply_harm, s, boss, 5, tagged("cutting"), by=s.pc(0), answers=["flesh"])
    assert (boss.wounds, boss.now) == (0, [3, 0, 2, 1, 0, 0])  # Wherewithal first, then Adroitness
    boss.now = [3, 0, 2, 2, 2, 0]
    ran = run(apply_harm, s, boss, 4, tagged("cutting"), by=s.pc(0), answers=["attr:dis", "attr:vir"])
    assert boss.now == [1, 0, 0, 2, 2, 0]
    assert asked(ran) == [["attr:vir", "attr:dis", "attr:adr", "attr:whe"], ["attr:vir", "attr:adr", "attr:whe"]]
    boss.now = [1, 0, 0, 0, 0, 0]
    run(apply_harm, s, boss, 4, tagged("cutting"), by=s.pc(0), answers=["attr:vir"])
    assert (boss.now, boss.status) == ([0] * 6, "up")


@pytest.mark.rule("DON-DMG-03", "DON-DMG-06")
def test_the_machine_takes_flesh_first_then_wherewithal_and_on() -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    wolf = creature(s, "red_wolf")
    wolf.role = ""
    b.wounds, b.now = 3, [2, 2, 2, 2, 2, 2]
    ran = run(apply_harm, s, b, 2, tagged("bite"), by=wolf)
    assert (b.wounds, b.now, ran.asks) == (1, [2] * 6, [])
    run(apply_harm, s, b, 4, tagged("bite"), by=wolf)
    assert (b.wounds, b.now) == (0, [2, 2, 2, 1, 0, 2])
    run(apply_harm, s, b, 8, tagged("bite"), by=wolf)
    assert b.now == [0, 0, 0, 0, 0, 1]
    assert b.up
    wolf.wounds, wolf.now = 2, [2] * 6
    run(apply_harm, s, wolf, 5, tagged("bite"), by=creature(s, "human_fighter"))
    assert (wolf.wounds, wolf.now, wolf.status) == (0, [2] * 6, "out")  # an NPC falls, and its Attributes are spared


@pytest.mark.rule("DON-DMG-05", "DON-AGM-04")
def test_a_gamesmaster_says_where_her_creature_hurts() -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    wolf = creature(s, "red_wolf")
    b.wounds, b.now = 4, [2] * 6
    run(apply_harm, s, b, 2, tagged("bite"), by=wolf, gamesmaster=1, answers=[(1, "attr:vir"), (1, "a torn sleeve, and arm")])
    assert (b.wounds, b.now) == (4, [1, 2, 2, 2, 2, 2])
    s.desk.machine = ["successes"]
    wolf.role = ""
    ran = run(apply_harm, s, b, 2, tagged("bite"), by=wolf, gamesmaster=1)
    assert (b.wounds, ran.asks) == (2, [])
    s.desk.machine = []
    ran = run(apply_harm, s, b, 2, tagged("fall"), gamesmaster=1)
    assert (b.wounds, ran.asks) == (0, [])  # nobody's blow


@pytest.mark.rule("DON-DEATH-01", "DON-DEATH-03", "DON-CLIMAX-04", "DON-CLIMAX-03")
def test_who_falls_at_no_flesh_wounds() -> None:
    s = table(1)
    npc, boss = creature(s, "red_wolf"), creature(s, "minotaur")
    arena(s, npc, boss)
    numbers(s, npc, 7)
    t = Table(s, Dice(1))
    npc.wounds = 1
    damage.check_down(t, npc)
    assert npc.up
    npc.wounds = 0
    damage.check_down(t, npc)
    assert s.fight is not None
    assert (npc.status, s.fight.fighters[1].numbers) == ("out", [])
    npc.status = "fled"
    damage.check_down(t, npc)
    assert npc.status == "fled"
    boss.wounds, boss.as_pc, boss.leader = 0, True, "self"
    damage.check_down(t, boss)
    assert boss.up
    boss.as_pc = False
    damage.check_down(t, boss)
    assert boss.status == "out"
    assert t.events[-1].rule == "DON-CLIMAX-04"
    b = s.pc(0)
    b.wounds = 0
    damage.check_down(t, b)
    assert b.up


@pytest.mark.rule("DON-DMG-07", "DON-DMG-03")
def test_no_score_falls_below_nothing() -> None:
    s = table(1)
    b = s.pc(0)
    b.wounds, b.now = 2, [2, 0, 3, 3, 3, 3]
    t = Table(s, Dice(1))
    damage.hurt_attribute(t, b, "vir", 1)
    damage.hurt_attribute(t, b, "cer", 1)
    assert (b.now, len(t.events)) == ([1, 0, 3, 3, 3, 3], 1)
    damage.hurt_attribute(t, b, "vir", 5)
    assert b.now[0] == 0
    damage.hurt_flesh(t, b, 1, frozenset())
    assert (b.wounds, len(t.events)) == (1, 3)
    damage.hurt_flesh(t, b, 5, frozenset())
    assert (b.wounds, [e.rule for e in t.events][-1]) == (0, "DON-DEATH-03")
    told = len(t.events)
    damage.hurt_flesh(t, b, 1, frozenset())
    assert len(t.events) == told


@pytest.mark.rule("DON-HARM-02", "DON-HARM-03", "DON-IHARM-01", "DON-IHARM-02", "DON-IHARM-03", "DON-IHARM-04")
def test_what_nobody_swings_and_what_happens_to_things() -> None:
    s = table(1, chapter=3)
    scene(s)
    b = bare(s.pc(0))
    b.now[4] = 1
    assert [n for _, n in damage.severity_parts(s, 3, 2)] == [s.donjon_level, 3, 2]
    ran = run(
        damage.hazard,
        s,
        b,
        damage.severity_parts(s, 3, 2),
        tagged("fall"),
        why="x",
        dice=[[1] * (s.donjon_level + 5), [20]],
    )
    assert (rolled(ran), ran.result) == ([f"{s.donjon_level + 5}d20", "1d20"], 0)
    ran = run(damage.hazard, s, b, [("the fall", 4)], tagged("fall"), why="x", dice=[[1] * 4, [20]])
    assert rolled(ran) == ["4d20", "1d20"]
    axe = Item("axe", "Axe", "weapon", 2)
    b.items, b.wielding = [axe], "axe"
    ran = run(damage.threaten_item, s, b, axe, 1, dice=[[1] * (s.donjon_level + 1), [20, 19]])
    assert (ran.result, axe.dr, rolled(ran)) == (0, 2, [f"{s.donjon_level + 1}d20", "2d20"])
    assert ran.events[-1].rule == "DON-IHARM-04"
    ran = run(damage.threaten_item, s, b, axe, 1, dice=[[20] + [1] * s.donjon_level, [9, 8]])
    assert (ran.result, axe.dr, ran.events[-1].rule) == (1, 1, "DON-IHARM-02")
    ran = run(damage.threaten_item, s, b, axe, 0, dice=[[20] * s.donjon_level, [9]])
    assert (ran.result, b.items, b.wielding, ran.events[-1].rule) == (s.donjon_level, [], "", "DON-IHARM-03")
    stone = Item("stone", "Stone", "other", 3)
    other = Item("rope", "Rope", abilities=[Ability("Tie", 2, ["handiwork"]), Ability("Hang", 1, ["force"])])
    b.items = [stone, other]
    t = Table(s, Dice(1))
    damage.wear(t, b, other, 2)
    assert ([a.score for a in other.abilities], b.items) == ([0, 1], [stone, other])
    damage.wear(t, b, stone, 1)
    assert b.items == [other]  # it had nothing to lose, and is gone


@pytest.mark.rule("DON-HEAL-01", "DON-HEAL-02", "DON-HEAL-05", "DON-DEATH-06")
def test_dice_come_back_one_by_one() -> None:
    s = table(2)
    b = s.pc(0)
    b.full, b.now, b.wounds, b.wounds_full = [3] * 6, [3, 1, 2, 3, 3, 3], 1, 3
    assert healing.damage_taken(b) == 5
    assert [healing.heal_one(b) for _ in range(6)] == [
        "Cerebrality 2", "Cerebrality 3", "Discernment 3", "Flesh Wounds 2", "Flesh Wounds 3", ""
    ]  # fmt: skip
    assert (b.now, b.wounds) == ([3] * 6, 3)
    b.now = [3, 1, 2, 3, 3, 3]
    assert healing.heal_one(b, "dis") == "Discernment 3"
    assert healing.heal_one(b, "vir") == "Cerebrality 2"  # it is not hurt
    b.now, b.wounds, b.status = [3] * 6, 1, "out"
    t = Table(s, Dice(1))
    assert healing.heal(t, b, 5, rule="DON-HEAL-05") == 2
    assert (b.status, b.wounds) == ("up", 3)
    assert healing.heal(t, b, 1, rule="DON-HEAL-05") == 0
    b.status = "out"
    assert healing.heal(t, b, 1, rule="DON-HEAL-05") == 0
    assert b.status == "out"  # nothing mended, nobody woken
    b.wounds = 2
    healing.heal(t, b, 1, rule="DON-HEAL-05")
    assert b.status == "up"


@pytest.mark.rule("DON-HEAL-01", "DON-HEAL-02", "DON-DEATH-06", "DON-HEAL-04")
def test_a_scene_asks_only_where_the_lowest_are_level() -> None:
    s = table(2)
    b, other = s.pcs()
    b.full, b.now = [4] * 6, [4, 2, 2, 3, 4, 4]
    other.full, other.now, other.wounds, other.wounds_full, other.status = [4] * 6, [4, 2, 3, 4, 4, 4], 1, 3, "out"
    wolf = creature(s, "red_wolf")
    wolf.wounds = 0
    hired = creature(s, "human_fighter")
    hired.tags, hired.wounds, hired.status = ["hired"], 0, "out"
    ran = run(healing.heal_by_scene, s, answers=["attr:dis"])
    assert asked(ran) == [["attr:cer", "attr:dis"]]
    assert (b.now, other.now, other.wounds, other.status) == ([4, 2, 3, 3, 4, 4], [4, 3, 3, 4, 4, 4], 1, "up")
    assert (wolf.wounds, hired.wounds, hired.status) == (0, 1, "up")
    assert ran.texts[-1] == "A rest mends Roland (Discernment 3) and Azar (Cerebrality 3)."


@pytest.mark.rule("DON-HEAL-03", "DON-SPELL-06")
def test_between_adventures_only_long_spells_outlast() -> None:
    b = Being("x", "X", status="out", wounds=0, wounds_full=4, strain=2, spell_dice=3, frozen=1)
    b.full, b.now = [3] * 6, [1] * 6
    b.bonus, b.used, b.argued = [Bonus(1, "x", "y")], ["u"], ["a"]
    b.boons = [Boon(1, ["attack"], until, "x") for until in ("scene", "day", "week", "month", "longer")]
    b.penalties = [Penalty(1, ["any"], until, "x") for until in ("scene", "day", "week", "month", "longer")]
    healing.recover(b)
    assert (b.now, b.wounds, b.strain, b.spell_dice, b.frozen, b.status) == ([3] * 6, 4, 0, 0, 0, "up")
    assert (b.bonus, b.used, b.argued) == ([], [], [])
    assert [p.until for p in b.boons] == [p.until for p in b.penalties] == ["month", "longer"]
    b.status = "dead"
    healing.recover(b)
    assert b.status == "dead"


# Pools.


@pytest.mark.rule("DON-WT-01", "DON-WT-02", "DON-WT-03", "DON-WT-04", "DON-WEAP-03", "DON-WEAP-06")
def test_what_weighs_and_what_protects() -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.now = [2, 3, 3, 4, 3, 3]
    axe = Item("axe", "Axe", "weapon", 3)
    b.items, b.wielding = [axe], "axe"
    assert pools.weight_parts(b, "attack") == [("Axe too heavy", -1)]
    assert pools.weight_parts(b, "damage") == []
    assert pools.two_handed(b, axe)
    b.now[0] = 3
    assert pools.weight_parts(b, "attack") == []
    assert pools.two_handed(b, axe)  # Virility must exceed its Weight
    b.now[0] = 4
    assert not pools.two_handed(b, axe)
    axe.weight = 5
    assert pools.weight_parts(b, "attack") == [("Axe too heavy", -1)]
    light = Item("l", "Feather", "weapon", 1, weight=0)
    b.now[0] = 0
    assert not pools.two_handed(b, light)
    dagger = Item("d", "Dagger", "weapon", 1)
    b.now[0] = 0
    assert pools.two_handed(b, dagger)
    bow, sling = Item("b", "Bow", "weapon", 2, reach="missile", hands=2), Item("s", "Sling", "weapon", 4, reach="missile")
    assert pools.two_handed(b, bow)
    assert not pools.two_handed(b, sling)
    b.now[0] = 4
    mail = Item("m", "Mail", "armor", 3)
    shield, helm = Item("sh", "Shield", "armor", 1, shield=True), Item("h", "Helm", "armor", 1)
    b.items, b.worn = [axe, mail, shield, helm], ["m", "sh", "h", "lost"]
    axe.weight = 3
    assert pools.armor_parts(b) == [("Mail", 3), ("Shield", 1)]  # four mundane dice at most
    axe.weight = 4
    assert pools.armor_parts(b) == [("Mail", 3), ("Helm", 1)]  # no hand for the shield
    b.wielding = ""
    assert pools.armor_parts(b) == [("Mail", 3), ("Shield", 1)]
    b.now[0] = 1
    assert pools.attribute(s, b, "adr") == 4 - 2  # the mail is two too heavy, shield and helm are not
    b.now[3] = 1
    assert pools.attribute(s, b, "adr") == 0


@pytest.mark.rule("DON-DMG-07", "DON-MITEM-02")
def test_magic_adds_to_the_attribute_it_names() -> None:
    b = Being("x", "X", now=[3] * 6)
    b.items = [Item("r", "Ring", magic=[MagicBonus("attribute", "Virility", 2), MagicBonus("general", "Virility", 9)])]
    b.boons = [Boon(1, ["any"], "scene", "spell", "vir"), Boon(4, ["attack"], "scene", "spell")]
    assert [pools.with_magic(b, key) for key in ("vir", "cer")] == [6, 3]


@pytest.mark.rule("DON-ITEM-01", "DON-TEST-04")
def test_every_fitting_thing_adds_but_only_in_hand_or_worn() -> None:
    s = table(1)
    b = bare(s.pc(0))
    sword = Item("s", "Sword", "weapon", 1, abilities=[Ability("Balance", 1, ["attack"]), Ability("Dull", 0, ["attack"])])
    sword.magic = [MagicBonus("general", "Attack", 2), MagicBonus("specific", "Attack Dragons", 3)]
    mail = Item("m", "Mail", "armor", 1, abilities=[Ability("Fit", 1, ["attack"])])
    charm = Item("c", "Charm", abilities=[Ability("Luck", 1, ["attack"], when=[When("place", "cave")])])
    charm.magic = [MagicBonus("general", "Spell Dice Attack", 5), MagicBonus("one_time", "Attack", 4)]
    b.items = [sword, mail, charm]
    assert pools.item_parts(b, "attack", frozenset()) == []
    b.wielding, b.worn = "s", ["m"]
    assert [n for _, n in pools.item_parts(b, "attack", frozenset())] == [1, 2, 1]
    assert [n for _, n in pools.item_parts(b, "attack", tagged("dragons cave"))] == [1, 2, 3, 1, 1]
    assert pools.item_parts(b, "dodge", frozenset()) == []


@pytest.mark.rule("DON-CURSE-02")
def test_a_curse_weighs_from_its_first_bite_on() -> None:
    s = table(1)
    b = bare(s.pc(0))
    row = next(c for c in content.gm().curses if "attack" in c.kinds)
    ring = Item("r", "Ring", curse=2)
    b.items = [Item("o", "Old boot"), ring]
    s.secret.curses = {"r": row.activity}
    b.now[3] = 5
    assert pool(s, b, "attack").dice == 5
    assert pool(s, b, "attack", rolled=True).dice == 3
    other = next(kind for kind in ("social", "knowledge", "soak") if kind not in row.kinds)
    t = Table(s, Dice(1))
    picking.bite(t, b, other)
    assert not ring.curse_known
    picking.bite(t, b, "attack")
    assert (ring.curse_known, len([e for e in t.events if e.rule == "DON-CURSE-02"])) == (True, 1)
    picking.bite(t, b, "attack")
    assert len([e for e in t.events if e.rule == "DON-CURSE-02"]) == 1
    assert pool(s, b, "attack").dice == 3
    ring.curse = 0
    assert pool(s, b, "attack", rolled=True).dice == 5


@pytest.mark.rule("DON-CURSE-02", "DON-ATK-03")
def test_a_penalty_on_the_next_roll_is_used_up_by_a_roll_it_weighs_on() -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.penalties = [
        Penalty(1, ["attack"], "roll", "a"),
        Penalty(1, ["any"], "roll", "b"),
        Penalty(1, ["attack"], "scene", "c"),
        Penalty(1, ["dodge"], "roll", "d"),
    ]
    t = Table(s, Dice(1))
    picking.after_roll(t, b, "soak")
    assert [p.source for p in b.penalties] == ["a", "b", "c", "d"]  # "any" is no penalty on taking a blow
    picking.after_roll(t, b, "attack")
    assert [p.source for p in b.penalties] == ["c", "d"]


@pytest.mark.rule("DON-FUN-18", "DON-FUN-19")
def test_cramped_and_dark_weigh_on_players_characters_alone() -> None:
    s = table(2, chapter=2)
    now = scene(s)
    now.cramped, now.dark = 2, True
    b = bare(s.pc(0))
    b.now = [5] * 6
    wolf = bare(creature(s, "red_wolf"))
    wolf.now = [5] * 6
    assert [pool(s, b, kind).dice for kind in ("attack", "athletics", "dodge", "soak")] == [0, 3, 5, 5]
    assert pool(s, wolf, "attack").dice == 5
    s.torch = "pc1"
    assert pool(s, b, "attack").dice == 3
    s.pc(1).status = "out"
    assert pools.lit(s)  # a torch burns on beside one who has fallen
    s.pc(1).status = "dead"
    assert not pools.lit(s)
    s.torch = ""
    b.items = [Item("l", "Lantern", tags=["light"])]
    assert pools.lit(s)
    b.items = [Item("l", "Wand", magic=[MagicBonus("general", "Make Light", 1)])]
    assert pools.lit(s)
    b.items = []
    assert not pools.lit(s)
    s.chapter = 1
    assert pools.lit(s)
    s.chapter = 0
    assert pools.lit(s)


@pytest.mark.rule("DON-GATH-05", "DON-WEAK-01", "DON-WEAK-02")
def test_an_ability_is_worth_its_score_less_strain_plus_weaknesses() -> None:
    b = Being("x", "X", strain=2)
    assert pools.score(b, Ability("Swing", 3, ["attack"])) == 3
    assert pools.score(b, Ability("Cast", 3, ["magic"], spell=True)) == 1
    assert pools.score(b, Ability("Cast", 1, ["magic"], spell=True)) == 0
    hide = Ability("Hide", 2, ["soak"], weaknesses=["fire flame", "salt"])
    assert pools.score(b, hide) == 4
    assert pools.fits(hide, "soak", tagged("blunt"))
    assert not pools.fits(hide, "soak", tagged("flame"))
    assert not pools.fits(hide, "soak", tagged("salt"))
    assert not pools.fits(hide, "dodge", tagged("blunt"))


@pytest.mark.rule("DON-SAVE-02", "DON-SAVE-03")
def test_saves_have_their_attribute() -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    b.now, b.save_mind, b.save_body = [1, 1, 5, 1, 3, 1], 2, 4
    assert (pools.save_pool(s, b, "save_mind").dice, pools.save_pool(s, b, "save_body").dice) == (7, 7)
    b.now[2], b.now[4] = 1, 2
    assert (pools.save_pool(s, b, "save_mind").dice, pools.save_pool(s, b, "save_body").dice) == (3, 6)
    assert (pools.save_pool(s, b, "save_mind").reveals, pools.save_pool(s, b, "save_mind").seat) == ("", 0)
    wolf = creature(s, "red_wolf")
    assert (pools.save_pool(s, wolf, "save_mind").reveals, pools.save_pool(s, wolf, "save_mind").seat) == (wolf.id, None)
    b.boons, b.penalties = [Boon(1, ["save_mind"], "scene", "x")], [Penalty(2, ["save_body"], "scene", "y")]
    assert (pools.save_pool(s, b, "save_mind").dice, pools.save_pool(s, b, "save_body").dice) == (4, 4)


@pytest.mark.rule("DON-WEAP-01", "DON-WEAP-07")
def test_natural_weapons_have_no_rating_and_fists_less() -> None:
    s = table(1)
    b = bare(s.pc(0))
    assert pools.weapon_dr(b)[1] == -1
    b.natural = "fists"
    assert pools.weapon_dr(b)[1] == -1
    npc = Being("x", "X", natural="fists")
    assert pools.weapon_dr(npc)[1] == 0
    npc.tags = ["talks"]
    assert pools.weapon_dr(npc)[1] == -1
    npc.natural = "claws"
    assert pools.weapon_dr(npc) == ("claws", 0)
    npc.items, npc.wielding = [Item("a", "Axe", "weapon", 3)], "a"
    assert pools.weapon_dr(npc) == ("Axe", 3)


@pytest.mark.rule("DON-LAW-14")
def test_only_what_is_true_here_and_now_makes_the_place() -> None:
    s = table(1)
    now = scene(s)
    now.tags = ["bridge"]

    def stated(n: int, kind: str, where: int, *, live: bool = True) -> Fact:
        return Fact(n, "x", kind, "", "x", 0, "t", where, 1, "h", [f"tag{n}"], live=live)

    s.facts = [
        stated(1, "feature", 1), stated(2, "quality", 1), stated(3, "way", 1), stated(4, "colour", 1),
        stated(5, "feature", 0), stated(6, "feature", 1, live=False),
    ]  # fmt: skip
    words = pools.place_tags(s).split()
    assert "bridge" in words
    assert [w for w in words if w.startswith("tag")] == ["tag1", "tag2", "tag3"]
    s.chapter, s.scene = 0, None
    assert pools.place_tags(s) == "town"


@pytest.mark.rule("DON-UNC-01", "DON-UNC-02", "DON-AGM-02")
def test_the_ladder_of_difficulties() -> None:
    for chapter, level in ((1, 1), (3, 2)):
        s = table(1, chapter=chapter)
        assert [pools.difficulty_pool(s, step).dice for step in ("easy", "medium", "hard", "very_hard", "crazy")] == [
            level, level + 3, level + 6, level + 9, level + 12
        ]  # fmt: skip
        assert pools.difficulty_pool(s, "easy", [("x", 2)]).dice == level + 2
    rows = content.gm().difficulty
    up = next(word for word, move in rows.words.items() if move == 1)
    down = next(word for word, move in rows.words.items() if move == -1)
    assert pools.judge_step("walk on") == "medium"
    assert pools.judge_step(f"walk {up} on") == "hard"
    assert pools.judge_step(f"walk {down} on") == "easy"
    for sign, end in ((1, "crazy"), (-1, "easy")):  # the ladder has two ends
        assert pools.judge_step(" and ".join(word for word, move in rows.words.items() if move * sign > 0)) == end


@pytest.mark.rule("DON-HOLD-03", "DON-AGM-12")
def test_held_power_and_stretched_abilities_help_the_other_side() -> None:
    b = Being("x", "X", spell_dice=4)
    assert picking.opposing_extra(b, "attack") == [("X's held power", 4)]
    for kind in ("dodge", "soak", "save_mind", "save_body", "damage", "magic", "initiative"):
        assert picking.opposing_extra(b, kind) == [], kind
    assert [n for _, n in picking.opposing_extra(b, "attack", stretched=True)] == [3, 4]
    b.spell_dice = 0
    assert picking.opposing_extra(b, "attack") == []


# Initiative.


@pytest.mark.rule("DON-CALL-01")
def test_a_call_for_initiative_draws_in_those_who_are_there() -> None:
    s = table(3)
    scene(s)
    s.pc(2).status = "out"
    wolf, friend = creature(s, "red_wolf"), creature(s, "human_fighter")
    initiative.call_initiative(Table(s, Dice(1)), [wolf], by_party=False, friends=[friend], ambush=True, slope=wolf.id)
    assert s.fight is not None
    assert [f.id for f in s.fight.fighters] == ["pc0", "pc1", friend.id, wolf.id]
    assert (s.fight.by_party, s.fight.ambush, s.fight.slope, s.fight.stage) == (False, True, wolf.id, "place")
    assert s.fight.bands == {f"{who}|{wolf.id}": ONE for who in ("pc0", "pc1", friend.id)}
    assert (friend.side, wolf.side, s.phase, s.tally.fights) == (0, 1, "fight", 1)
    assert s.pc(2).side == 0
    town = table(1, chapter=0)
    initiative.call_initiative(Table(town, Dice(1)), [creature(town, "red_wolf")], by_party=True)
    assert (town.phase, town.tally.fights) == ("town", 1)


@pytest.mark.rule("DON-DIST-02", "DON-DIST-03")
def test_where_everyone_stands_when_it_starts() -> None:
    s = table(2)
    wolf = creature(s, "red_wolf")
    fight = arena(s, wolf)
    fight.by_party = True
    s.pc(0).hint = "hidden"
    ran = run(initiative.place, s, answers=["close", "two"])
    assert asked(ran) == [["close", "one", "two"], ["one", "two"]]
    assert fight.bands == {f"pc0|{wolf.id}": CLOSE, f"pc1|{wolf.id}": TWO}
    assert [f.start for f in fight.fighters[:2]] == [CLOSE, TWO]
    assert fight.stage == "initiative"
    for count, ambush, near in ((3, True, 2), (4, True, 2), (3, False, 0)):
        s = table(1)
        wolves = [creature(s, "red_wolf", f"wolf {n}") for n in range(count)]
        fight = arena(s, *wolves, band=TWO)
        fight.by_party, fight.ambush = False, ambush
        run(initiative.place, s)
        assert list(fight.bands.values()) == [CLOSE] * near + [ONE] * (count - near)
        assert fight.fighters[0].start == (CLOSE if near else ONE)
    s = table(1)
    rooted, king = creature(s, "spraycaps"), creature(s, "mushroom_king")
    fight = arena(s, rooted, king)
    fight.by_party, fight.ambush, fight.slope = False, True, king.id
    run(initiative.place, s)
    assert list(fight.bands.values()) == [ONE, TWO]  # what is rooted does not creep up; a leader stays above


@pytest.mark.rule("DON-INI-01", "DON-INI-02", "DON-INI-05", "DON-SURP-01", "DON-SURP-02", "DON-SURP-03")
def test_a_flurry_throws_for_each_what_is_his() -> None:
    s = table(2)
    b, other = bare(s.pc(0)), bare(s.pc(1))
    b.level, b.now[2], other.now[2] = 2, 3, 4
    wolves = [creature(s, "red_wolf", f"wolf {n}") for n in range(3)]
    lone = creature(s, "human_fighter", "lone")
    for foe in (*wolves, lone):
        foe.abilities = []
    fight = arena(s, *wolves, lone)
    fight.attacked, fight.flames, fight.passed, fight.stage = ["x"], ["y"], ["z"], "initiative"
    b.bonus = [Bonus(2, "stealth", "sneaking", scene=s.scene_no), Bonus(1, "attack", "x", flurry=True)]
    b.penalties = [Penalty(1, ["any"], "flurry", "x"), Penalty(1, ["dodge"], "scene", "y")]
    b.boons = [Boon(1, ["attack"], "flurry", "x"), Boon(1, ["attack"], "scene", "y")]
    b.hint, wolves[0].hint, lone.hint = "hidden", "howl", "behind:pc0"
    wolves[1].bonus = [Bonus(1, "initiative", "ambush", only=True, scene=s.scene_no)]
    fight.fighters[-1].speed = 2
    other.status = "out"
    fight.fighters[1].numbers = [5]
    n, m = wolves[0].level + wolves[0].now[2], lone.level + lone.now[2]
    ran = run(initiative.initiative, s, answers=["use"], dice=[[9] * 7, [8] * n, [15], [7] * m, [18, 3]])
    assert rolled(ran) == ["7d20", f"{n}d20", "1d20", f"{m}d20", "2d20"]
    assert [f.numbers for f in fight.fighters] == [[9] * 7, [], [8] * n, [15] + [8] * n, [8] * n, [18] + [7] * m + [3]]
    assert (fight.flurry, fight.count, fight.stage, fight.rolled, s.tally.flurries) == (2, 20, "count", True, 1)
    assert (fight.attacked, fight.flames, fight.passed) == ([], [], [])
    assert ([p.source for p in b.penalties], [p.source for p in b.boons], b.bonus) == (["y"], ["y"], [])
    assert (b.hint, wolves[0].hint, lone.hint, wolves[1].bonus, fight.fighters[-1].speed) == ("", "", "behind:pc0", [], 0)


@pytest.mark.rule("DON-INI-01", "DON-INI-02")
def test_nobody_has_less_than_one_number() -> None:
    s = table(1)
    dull = Being("x", "X", level=0)
    assert initiative.initiative_dice(s, dull) == 1
    dull.now[2] = 2
    dull.level = 1
    assert initiative.initiative_dice(s, dull) == 3
    dull.abilities = [Ability("Quick", 4, ["initiative"])]
    assert initiative.initiative_dice(s, dull) == 3


@pytest.mark.rule("DON-SURP-01", "DON-LAW-06")
def test_surprise_kept_for_later_is_late_for_initiative() -> None:
    s = table(1)
    b = bare(s.pc(0))
    fight = arena(s, creature(s, "red_wolf"))
    fight.stage = "initiative"
    b.bonus = [Bonus(2, "stealth", "sneaking", scene=s.scene_no)]
    n = b.level + b.now[2]
    ran = run(initiative.initiative, s, answers=["keep"], dice=[[9] * n, [8] * 6])
    assert rolled(ran)[0] == f"{n}d20"
    assert [(x.dice, x.late) for x in b.bonus] == [(2, True)]
    fight.stage = "initiative"
    ran = run(initiative.initiative, s, dice=[[9] * n, [8] * 6])
    assert ran.asks == []


@pytest.mark.rule("DON-SURP-03", "DON-AGM-04")
@pytest.mark.parametrize(("won", "master", "mine", "theirs"), [(True, None, 3, 0), (False, None, 0, 2), (False, 1, 0, 4)])
def test_speed_before_initiative(won: bool, master: int | None, mine: int, theirs: int) -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.now[3], b.abilities = 2, [Ability("Quick", 1, ["initiative_boost"])]
    fight = arena(s, creature(s, "red_wolf"))
    ran = run(
        initiative.speed,
        s,
        b,
        answers=["use"],
        gamesmaster=master,
        dice=[[20] * 3 if won else [1] * 3, [1] * 4 if won else [20] * 4],
    )
    assert rolled(ran) == ["3d20", "4d20"]  # Adroitness and the Ability against Medium
    assert [f.speed for f in fight.fighters] == [mine, theirs]
    assert run(initiative.speed, s, b, answers=["skip"]).events == []
    b.abilities[0].when = [When("gear", "lance")]
    assert run(initiative.speed, s, b).asks == []
    b.abilities = [Ability("Quick", 0, ["initiative_boost"])]
    assert run(initiative.speed, s, b).asks == []

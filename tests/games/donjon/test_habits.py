"""What the machine's creatures do with a hit, and whom a command helps."""

from __future__ import annotations

import pytest

from undercroft.games.donjon import content
from undercroft.games.donjon.being import ATTRIBUTES, Bonus
from undercroft.games.donjon.rules.bestiary import fungi
from undercroft.games.donjon.rules.combat import flurry
from undercroft.games.donjon.rules.combat.actions import act
from undercroft.games.donjon.rules.combat.hits import land
from undercroft.games.donjon.rules.concepts.contest import Pool
from undercroft.games.donjon.rules.concepts.facts import condition_in
from undercroft.games.donjon.rules.harm.damage import damage_test
from undercroft.games.donjon.rules.harm.habits import hit_habit, maims
from undercroft.games.donjon.rules.magic.magic import gather
from undercroft.games.donjon.rules.resolution.picking import related
from undercroft.games.donjon.rules.resolution.pools import tagged
from undercroft.games.donjon.rules.tasks import tricks
from undercroft.games.donjon.state import ONE

from .kit import arena, creature, give, numbers, run, table
from .test_combat import bare, notations


@pytest.mark.rule("DON-AGM-04", "DON-ATK-02")
def test_a_hit_is_damage_unless_a_die_can_be_spared() -> None:
    s = table(1)
    wolf = creature(s, "red_wolf")
    arena(s, wolf)
    b = s.pc(0)
    assert hit_habit(s, wolf, b, 1, 0.5, 0.4) == ("", 0)
    assert hit_habit(s, wolf, b, 3, 0.8, 0.7) == ("", 0)  # a die is worth a tenth: it goes into the bite
    habit, spare = hit_habit(s, wolf, b, 3, 0.97, 0.95)
    assert habit in ("prone", "off_balance")  # nobody there to help
    assert spare == 1
    habit, spare = hit_habit(s, wolf, b, 2, 0.2, 0.15)
    assert habit
    assert spare == 2  # it cannot bite through that: all of it goes elsewhere
    b.wounds = 0
    assert hit_habit(s, wolf, b, 3, 0.97, 0.95) == ("", 0)


@pytest.mark.rule("DON-AGM-04", "DON-ATK-03")
def test_every_role_has_habits_and_every_condition_its_words() -> None:
    hits = content.gm().tactics.hits
    roles = {row.role for row in content.bestiary().values()} | {row.role for row in content.gm().archetypes}
    assert roles - set(hits) == {"immobile"}
    facts = content.narration().gm_facts
    for habit in sorted({habit for liked in hits.values() for habit in liked} - {"help", "reserve"}):
        for line in facts[f"hit_{habit}"]:
            assert condition_in(line) == habit, line
    for key in content.gm().tactics.maims.values():
        assert key in ATTRIBUTES
        assert facts[f"maim_{key}"]


@pytest.mark.rule("DON-AGM-04", "DON-ATK-03")
def test_a_thief_disarms_only_the_armed() -> None:
    s = table(1)
    thief = creature(s, "human_thief")
    arena(s, thief)
    b = bare(s.pc(0))
    give(s, b, "dagger")
    found = {hit_habit(s, thief, b, 3, 0.5, 0.4)[0] for _ in range(9)}
    assert found == {"blinded_briefly", "disarmed", "reserve"}
    b.wielding = ""
    assert "disarmed" not in {hit_habit(s, thief, b, 3, 0.5, 0.4)[0] for _ in range(9)}


@pytest.mark.rule("DON-AGM-04", "DON-LAW-07")
def test_a_hireling_leaves_an_opening() -> None:
    s = table(1)
    b = s.pc(0)
    hilda, wolf = creature(s, "human_fighter", "Hilda"), creature(s, "red_wolf")
    hilda.side = 0
    arena(s, hilda, wolf)
    numbers(s, b, 9)
    for _ in range(4):  # she has more than one habit
        if b.bonus:
            break
        wolf.wounds, wolf.status, wolf.penalties, hilda.bonus = 3, "up", [], []
        ran = run(land, s, hilda, wolf, 9, tagged("fight melee"), dice=[[1] * 15, [20] * 3])  # 4 + 3, and eight of the nine
    assert [(x.dice, x.about, x.against) for x in b.bonus] == [(1, "attack", wolf.id)]
    assert any("Roland" in text for text in ran.texts)


@pytest.mark.rule("DON-DMG-05")
def test_a_heavy_blow_may_go_for_a_limb() -> None:
    s = table(1)
    wolf = creature(s, "red_wolf")
    arena(s, wolf)
    b = bare(s.pc(0))
    b.wounds = b.wounds_full = 9
    assert not maims(s, wolf, b, 2)
    b.now[3] = 1
    assert not any(maims(s, wolf, b, 3) for _ in range(20))
    b.now[3] = b.full[3] = 5
    for _ in range(20):
        b.wounds, b.now[3] = 9, 5
        soak = [1] * (b.now[4] + sum(i.dr for i in b.items if i.id in b.worn))
        run(damage_test, s, Pool("wolf", [("x", 4)]), b, tagged("bite"), by=wolf, dice=[[20] * 4, soak])
        if b.now[3] < 5:
            break
    assert (b.wounds, b.now[3]) == (7, 4)  # four: one for the fact, one off Adroitness, two Flesh Wounds


@pytest.mark.rule("DON-MMK-01")
def test_a_command_helps_whatever_comes_next_and_lapses_with_it() -> None:
    s = table(1)
    king, gob = creature(s, "mushroom_king"), creature(s, "sporegobs")
    fight = arena(s, king, gob, band=ONE)
    run(fungi.worship, s, king, gob, dice=[[20, 19] + [1] * 7, [9]])
    for kind in ("attack", "movement", "social", "athletics", "magic"):
        assert related(s, gob, kind) == 2
    for kind in ("dodge", "soak", "save_mind", "initiative"):
        assert related(s, gob, kind) == 0
    bare(s.pc(0))
    numbers(s, s.pc(0), 3)
    moving = gob.now[3] + 2 + 2  # its own way of running, and the command
    ran = run(act, s, gob, "close:pc0", answers=["resist"], dice=[[20] * moving, [1] * s.pc(0).now[3]])
    assert notations(ran)[0] == f"{moving}d20"
    gob.bonus = []
    run(fungi.worship, s, king, gob, dice=[[20, 19] + [1] * 7, [9]])
    numbers(s, gob, 8)
    fight.count = 8
    gob.frozen = 0
    gob.leader = ""
    gob.tags = [*gob.tags, "rooted"]
    s.pc(0).status = "out"
    run(flurry.next_action, s)
    assert gob.bonus == []  # used or not


@pytest.mark.rule("DON-LAW-07", "DON-MMK-01", "DON-ACT-04")
def test_a_players_rallying_cry_helps_a_friends_next_action() -> None:
    s = table(2)
    roland, azar = bare(s.pc(0)), s.pc(1)
    arena(s, creature(s, "minotaur"))
    run(
        tricks.trick,
        s,
        roland,
        answers=["nobody", "rally Azar with a shout", "facts:0", f"give:{azar.id}"],
        dice=[[20] * roland.now[5], [1] * 4],
    )
    assert related(s, azar, "magic") == roland.now[5]
    ran = run(gather, s, azar, answers=["use"], dice=[[20] * 10 + [1] * roland.now[5], [9] * 4])
    assert notations(ran)[0] == f"{10 + roland.now[5]}d20"
    assert related(s, azar, "magic") == 0


@pytest.mark.rule("DON-LAW-06")
def test_kept_dice_may_wait_while_power_is_gathered() -> None:
    s = table(2)
    azar = s.pc(1)
    azar.bonus.append(Bonus(2, "knowledge", "an old book"))
    ran = run(gather, s, azar, answers=["keep"], dice=[[20] * 10, [9] * 1])
    assert notations(ran)[0] == "10d20"
    assert azar.bonus[0].dice == 2

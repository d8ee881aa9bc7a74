"""Chapter 5: initiative, actions, surprise, distances, movement, attack and defence, damage, death, healing, the lull."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon.being import Ability, Being
from undercroft.games.donjon.rules.basics.distance import apart, band, fighter, out_of_it, place_tokens, set_band, step_token
from undercroft.games.donjon.rules.bestiary.beasts import snake_bite
from undercroft.games.donjon.rules.combat import actions, flurry, lull, moving
from undercroft.games.donjon.rules.combat.combat import (
    abort,
    attack,
    attack_tags,
    can_attack,
    can_parry,
    charge_parts,
    range_penalty,
)
from undercroft.games.donjon.rules.combat.hits import land
from undercroft.games.donjon.rules.concepts import law
from undercroft.games.donjon.rules.concepts.contest import Pool
from undercroft.games.donjon.rules.concepts.facts import Setting, afflict, condition_in
from undercroft.games.donjon.rules.creatures.healing import heal, heal_by_scene, recover
from undercroft.games.donjon.rules.harm import initiative
from undercroft.games.donjon.rules.harm.damage import apply_harm, damage_test, slay, soak_pool
from undercroft.games.donjon.rules.resolution.picking import related
from undercroft.games.donjon.rules.resolution.pools import best_ability, pool, tagged
from undercroft.games.donjon.rules.running.scenes import fate
from undercroft.games.donjon.rules.tasks import tricks
from undercroft.games.donjon.state import CLOSE, ONE, OUT, TWO, Donjon, Fight, Fighter

from .kit import arena, creature, give, numbers, run, scene, table


def bare(b: Being) -> Being:
    """A fighter without Abilities, for plain figures."""
    b.abilities = []
    return b


def notations(ran: object) -> list[str]:
    return [e.roll.notation for e in ran.events if e.roll is not None]  # type: ignore[attr-defined]


@pytest.mark.rule("DON-CALL-01")
def test_only_those_named_are_drawn_in() -> None:
    s = table(3)
    scene(s)
    foes = [creature(s, "minotaur", "Minotaur 1"), creature(s, "minotaur", "Minotaur 2")]
    bystander = creature(s, "red_wolf", "Wolf")
    run(_call, s, foes)
    assert s.fight is not None
    assert [f.id for f in s.fight.fighters] == ["pc0", "pc1", "pc2", foes[0].id, foes[1].id]
    assert bystander.id not in [f.id for f in s.fight.fighters]
    assert s.phase == "fight"


async def _call(t: Table[Donjon], foes: list[Being]) -> None:
    initiative.call_initiative(t, foes, by_party=True)


@pytest.mark.rule("DON-INI-01", "DON-INI-02", "DON-INI-05")
def test_level_and_discernment_rolled_anew_each_flurry() -> None:
    s = table(3)
    wolf = creature(s, "red_wolf")
    fight = arena(s, wolf, ours=("pc2",))
    fight.stage = "initiative"
    ran = run(initiative.initiative, s, dice=[[3, 8, 9, 14, 20], [1, 2, 3, 4, 5, 6]])
    assert notations(ran) == ["5d20", "6d20"]  # Fiera 1 + 4, the wolf 2 + 4
    assert fighter(s, "pc2").numbers == [20, 14, 9, 8, 3]
    assert all(ask.rule != "DON-TEST-02" for ask in ran.asks)
    run(initiative.initiative, s, dice=[[1, 1, 1, 1, 2], [6, 5, 4, 3, 2, 1]])
    assert fighter(s, "pc2").numbers == [2, 1, 1, 1, 1]
    assert fight.flurry == 3


@pytest.mark.rule("DON-INI-03", "DON-SURP-02")
def test_four_of_a_kind_share_a_roll_but_own_their_numbers() -> None:
    s = table(1)
    goblins = [creature(s, "blood_goblin", f"Goblin {n}") for n in range(4)]
    fight = arena(s, *goblins)
    law.keep(s, goblins[1], 1, "initiative", "they heard you", only=True)
    ran = run(initiative.initiative, s, dice=[[5] * 7, [3, 9, 14, 17], [12]])
    assert notations(ran) == ["7d20", "4d20", "1d20"]
    assert [fighter(s, g.id).numbers for g in goblins] == [[17, 14, 9, 3], [17, 14, 12, 9, 3], [17, 14, 9, 3], [17, 14, 9, 3]]
    fight.count = 16
    assert abort(s, goblins[0]) == 17 if 17 in fighter(s, goblins[0].id).numbers else True
    numbers(s, goblins[0], 14, 9)
    abort(s, goblins[0])
    assert [14 in fighter(s, g.id).numbers for g in goblins] == [False, True, True, True]


@pytest.mark.rule("DON-INI-04", "DON-TIE-01")
def test_the_count_goes_down_and_ties_go_round_the_table() -> None:
    s = table(3)
    one, two = creature(s, "minotaur", "M1"), creature(s, "minotaur", "M2")
    arena(s, one, two)
    # Seats from the GM's left: Robin, Jonathan, Ron.
    numbers(s, s.pc(0), 2, 5, 8, 10, 10, 15, 16, 18)
    numbers(s, s.pc(1), 10, 13, 14, 17, 19)
    numbers(s, s.pc(2), 2, 3, 10, 20)
    numbers(s, one, 5, 8, 17, 19)
    numbers(s, two, 7, 9, 10, 12)
    order: list[tuple[int, str]] = []
    assert s.fight is not None
    s.fight.count = 20
    while who := flurry.next_actor(s):
        order.append((s.fight.count, s.beings[who].name))
        fighter(s, who).numbers.remove(s.fight.count)
        s.fight.passed.append(who)
    on = {n: [name for count, name in order if count == n] for n in range(1, 21)}
    assert on[10] == ["Roland", "Azar", "Fiera", "M2", "Roland"]
    assert on[19] == ["Azar", "M1"]
    assert on[20] == ["Fiera"]
    assert [n for n, name in order if name == "Roland"] == [18, 16, 15, 10, 10, 8, 5, 2]
    assert [n for n, _ in order] == sorted((n for n, _ in order), reverse=True)


@pytest.mark.rule("DON-TIE-02", "DON-TIE-03")
def test_seats_by_adroitness_and_nimbler_creatures_first() -> None:
    s = table(3, seat_order="adroitness")
    snake, ooze = creature(s, "snake"), creature(s, "living_ooze")
    arena(s, ooze, snake)
    for b in [*s.pcs(), snake, ooze]:
        numbers(s, b, 12)
    assert flurry.order_on(s, 12) == ["pc0", "pc2", "pc1", snake.id, ooze.id]
    s.options = msgspec.structs.replace(s.options, seat_order="seats")
    assert flurry.order_on(s, 12)[:3] == ["pc0", "pc1", "pc2"]


@pytest.mark.rule("DON-FLUR-01", "DON-FLUR-02", "DON-FLUR-03")
def test_the_lull_asks_everybody_before_anything_is_rolled() -> None:
    s = table(2)
    goblin = creature(s, "minotaur")
    fight = arena(s, goblin)
    fight.count = 1
    run(flurry.next_action, s)
    assert fight.stage == "lull"
    ran = run(lull.lull, s, answers=["off", "off"])
    assert [ask.seats[0] for ask in ran.asks] == [0, 1]
    assert set(ran.asks[0].keys) >= {"on", "talk", "off"}
    assert s.fight is not None
    assert s.fight.stage == "initiative"  # the minotaur goes on
    assert notations(ran) == []
    run(lull.lull, s, answers=["off", "off", (2, "off")], gamesmaster=2)
    assert s.fight is None


@pytest.mark.rule("DON-FLUR-03")
def test_surrender_costs_what_is_loose() -> None:
    s = table(1)
    foe = creature(s, "human_fighter")
    arena(s, foe)
    s.pc(0).wealth = 9
    give(s, s.pc(0), "dagger")
    run(lull.lull, s, answers=["yield"])
    assert s.pc(0).wealth == 4
    assert s.pc(0).items == []


@pytest.mark.rule("DON-FLUR-04", "DON-LOOT-01")
def test_a_combat_ends_at_once_when_one_side_is_gone() -> None:
    s = table(1)
    goblin = creature(s, "blood_goblin")
    arena(s, goblin)
    numbers(s, s.pc(0), 13, 9)
    goblin.status = "out"
    run(flurry.fight_step, s, answers=["wait"])
    assert s.fight is None
    assert s.phase == "loot"
    assert s.scene is not None
    assert s.scene.bodies == [goblin.id]
    assert s.pc(0).xp == 1
    s = table(1)
    goblin = creature(s, "blood_goblin")
    arena(s, goblin, band=TWO)
    numbers(s, s.pc(0), 13)
    run(flurry.fight_step, s, answers=["away"])
    assert s.fight is None
    assert s.pc(0).xp == 0  # no experience for a foe still standing


@pytest.mark.rule("DON-ACT-01", "DON-ACT-02")
def test_one_action_is_one_task_and_a_hit_carries_its_damage() -> None:
    s = table(1)
    b = s.pc(0)
    axe, sword = give(s, b, "axe"), give(s, b, "machete")
    goblin = creature(s, "minotaur")
    fight = arena(s, goblin)
    numbers(s, b, 15, 3)
    fight.count = 15
    run(flurry.next_action, s, answers=[f"draw:{axe}"])
    assert b.wielding == axe
    assert fighter(s, b.id).numbers == [3]
    run(actions.act, s, b, f"draw:{sword}")
    ran = run(
        actions.act,
        s,
        b,
        f"attack:{goblin.id}",
        answers=["damage"],  # the answer named the Ability: it is not asked for again
        dice=[[20, 19, 3, 3, 3, 3, 3, 3], [5, 4], [6] * 6, [20] * 11],
    )
    assert actions.describe_action(s, b, f"attack:{goblin.id}").hint.startswith("Swing Machete: 8 dice")
    assert notations(ran) == ["8d20", "2d20", "6d20", "11d20"]  # attack against dodge, then the Damage Test


@pytest.mark.rule("DON-ACT-03", "DON-ACT-04")
def test_distracting_the_ogre_feeds_the_blow() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = [Ability("Distract Stupid People and Things", 3, ["social"], "main")]
    ogre = Being(
        "n1",
        "the Ogre",
        full=[6, 1, 2, 2, 6, 1],
        now=[6, 1, 2, 2, 6, 1],
        wounds=6,
        wounds_full=6,
        natural="fists",
        tags=["talks"],
    )
    s.beings["n1"] = ogre
    arena(s, ogre)
    ran = run(
        tricks.trick,
        s,
        b,
        answers=["on:n1", "distract the Ogre", "facts:0"],
        dice=[[20, 19, 18, 2, 2], [9]],
    )
    assert notations(ran) == ["5d20", "1d20"]  # Sociality 2 + 3 against Cerebrality 1
    assert related(s, b, "attack", "n1") == 3
    ran = run(attack, s, b, ogre, answers=["plain+3"], dice=[[9] * 8, [20, 20]])
    assert notations(ran)[0] == "8d20"


@pytest.mark.rule("DON-SURP-01")
def test_surprise_dice_count_for_the_first_initiative_only() -> None:
    s = table(1)
    b = s.pc(0)
    arena(s, creature(s, "minotaur"))
    law.keep(s, b, 2, "stealth", "sneaking up")
    ran = run(initiative.initiative, s, answers=["use"], dice=[[9] * 9, [5] * 4])
    assert notations(ran)[0] == "9d20"
    ran = run(initiative.initiative, s, dice=[[9] * 7, [5] * 4])
    assert notations(ran)[0] == "7d20"


@pytest.mark.rule("DON-SURP-02")
def test_a_lost_sneak_gives_the_creatures_dice_one_each() -> None:
    from undercroft.games.donjon.rules.tasks.tasks import sneak

    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    goblins = [creature(s, "blood_goblin") for _ in range(4)]
    run(sneak, s, b, goblins, dice=[[1] * 5, [20, 19, 1, 1, 1]])
    assert [sum(x.dice for x in g.bonus) for g in goblins] == [1, 1, 0, 0]


@pytest.mark.rule("DON-SURP-03")
def test_a_speed_ability_tests_before_initiative() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = [Ability("Ninja Speed", 4, ["initiative_boost"], "main")]
    arena(s, creature(s, "minotaur"))
    ran = run(initiative.initiative, s, answers=["use"], dice=[[20, 19, 3, 3, 3, 3, 3, 3, 3], [10, 9, 8, 7], [5] * 9, [5] * 4])
    assert notations(ran)[:3] == ["9d20", "4d20", "9d20"]
    s = table(1)
    b = s.pc(0)
    b.abilities = [Ability("Ninja Speed", 4, ["initiative_boost"], "main")]
    foe = creature(s, "minotaur")
    arena(s, foe)
    ran = run(initiative.initiative, s, answers=["use"], dice=[[1] * 9, [20, 19, 18, 1], [5] * 7, [5] * 4, [6, 6]])
    assert fighter(s, foe.id).numbers == [6, 6, 5, 5, 5, 5]  # at most two


@pytest.mark.rule("DON-DIST-01", "DON-MOVE-01")
def test_moving_in_on_one_of_two_who_stand_together() -> None:
    s = table(1)
    a, b = creature(s, "living_ooze", "A"), creature(s, "living_ooze", "B")
    arena(s, a, b, band=TWO)
    ran = run(moving.move_in, s, s.pc(0), a)
    assert band(s, "pc0", a.id) == band(s, "pc0", b.id) == ONE
    assert notations(ran) == []
    run(moving.move_in, s, s.pc(0), a)
    assert band(s, "pc0", a.id) == CLOSE


@pytest.mark.rule("DON-DIST-02", "DON-DIST-03")
def test_the_side_that_starts_it_says_how_far() -> None:
    s = table(3)
    foe = creature(s, "minotaur")
    fight = arena(s, foe)
    fight.stage, fight.by_party = "place", True
    s.pc(0).hint = "hidden"
    ran = run(initiative.place, s, answers=["close", "two", "one"])
    assert [band(s, f"pc{n}", foe.id) for n in range(3)] == [CLOSE, TWO, ONE]
    assert "close" not in ran.asks[1].keys  # only the unnoticed
    assert all("out" not in ask.keys for ask in ran.asks)


@pytest.mark.rule("DON-DIST-04")
def test_out_of_range_of_all_is_out_of_the_fight() -> None:
    s = table(1)
    a, b = creature(s, "living_ooze", "A"), creature(s, "living_ooze", "B")
    arena(s, a, b, band=TWO)
    run(moving.move_away, s, s.pc(0))
    assert s.pc(0).status == "fled"
    s = table(1)
    a, b = creature(s, "living_ooze", "A"), creature(s, "living_ooze", "B")
    arena(s, a, b, band=TWO)
    set_band(s, "pc0", b.id, ONE)
    run(moving.move_away, s, s.pc(0))
    assert s.pc(0).status == "up"
    assert not out_of_it(s, s.pc(0))


@pytest.mark.rule("DON-DIST-05", "DON-DIST-06", "DON-DIST-07")
def test_range_bands() -> None:
    s = table(1)
    b = s.pc(0)
    foe = creature(s, "red_wolf")
    arena(s, foe, band=TWO)
    give(s, b, "long_bow")
    assert [range_penalty(b, d) for d in (CLOSE, ONE, TWO, OUT)] == [-6, 0, -3, None]
    give(s, b, "throwing_axe")
    assert [range_penalty(b, d) for d in (CLOSE, ONE, TWO)] == [-3, 0, None]
    give(s, b, "machete")
    assert [range_penalty(b, d) for d in (CLOSE, ONE, TWO)] == [0, None, None]
    assert not can_attack(s, b, foe)
    b.abilities = [Ability("Use Bows", 2, ["attack"], "main")]
    b.items, b.wielding = [], ""
    give(s, b, "short_bow")
    ran = run(attack, s, b, foe, answers=["use:use-bows"], dice=[[1] * 4, [20, 19, 18]])
    assert notations(ran)[0] == "4d20"  # 7 - 3


@pytest.mark.rule("DON-DIST-08")
def test_spells_reach_anyone_in_sight_without_penalty() -> None:
    from undercroft.games.donjon.rules.magic.release import release
    from undercroft.games.donjon.rules.magic.spells import Spell

    s = table(3)
    azar = s.pc(1)
    foe = creature(s, "blood_goblin")
    arena(s, foe, band=TWO)
    azar.spell_dice = 2
    ran = run(release, s, azar, Spell(["fiery"], ["hurt"], "Fiery Cascade", targets=[foe.id]), dice=[[20] + [2] * 11, [9, 9]])
    assert notations(ran)[0] == "12d20"


@pytest.mark.rule("DON-DIST-09")
def test_a_gamesmaster_may_edit_a_distance() -> None:
    from undercroft.games.donjon.rules.flow import desk

    s = table(1)
    foe = creature(s, "minotaur")
    arena(s, foe)
    run(desk.act, s, 1, "desk:distance", answers=[(1, "pc0"), (1, foe.id), (1, "2")], gamesmaster=1)
    assert band(s, "pc0", foe.id) == TWO


@pytest.mark.rule("DON-DIST-10")
def test_distances_among_friends_are_derived() -> None:
    s = table(3)
    foe = creature(s, "human_fighter")
    fight = arena(s, foe, band=CLOSE)
    for f in fight.fighters:
        f.moved = True
    set_band(s, "pc2", foe.id, ONE)
    assert apart(s, s.pc(1), s.pc(0)) == CLOSE
    assert apart(s, s.pc(1), foe) == CLOSE
    assert apart(s, s.pc(1), s.pc(2)) == ONE
    for b in (0, 1, 2):
        set_band(s, f"pc{b}", foe.id, TWO)
    assert apart(s, s.pc(1), s.pc(2)) == TWO
    for f in fight.fighters:
        f.moved = False
    assert apart(s, s.pc(1), s.pc(2)) == CLOSE  # they started side by side


@pytest.mark.rule("DON-MOVE-02", "DON-MOVE-03")
def test_resisting_costs_the_next_number_and_a_lost_test_moves_nobody() -> None:
    s = table(1)
    b = bare(s.pc(0))
    wolf = creature(s, "red_wolf")
    arena(s, wolf, band=ONE)
    numbers(s, b, 8, 5)
    ran = run(moving.move_away, s, wolf, answers=["resist", "facts:0"], dice=[[1, 1, 1], [20, 19, 18, 17, 16]])
    assert fighter(s, "pc0").numbers == [5]
    assert band(s, "pc0", wolf.id) == ONE
    assert notations(ran) == ["3d20", "5d20"]
    numbers(s, b)
    ran = run(moving.move_away, s, wolf)
    assert ran.asks == []  # none left, so he cannot resist
    assert band(s, "pc0", wolf.id) == TWO
    numbers(s, b, 10)
    assert abort(s, b) == 10


@pytest.mark.rule("DON-MOVE-04")
def test_movement_successes_are_dice_for_the_next_move_or_attack() -> None:
    s = table(1)
    b = bare(s.pc(0))
    mino = creature(s, "minotaur")
    arena(s, mino, band=ONE)
    numbers(s, b, 9)
    run(moving.move_away, s, mino, answers=["resist", "facts:0"], dice=[[1, 1], [20, 19, 18, 17, 16]])
    assert related(s, b, "movement", mino.id) == 5
    assert related(s, b, "attack", mino.id) == 5
    assert related(s, b, "movement", "somebody else") == 0


@pytest.mark.rule("DON-MOVE-05", "DON-MOVE-08")
def test_running_from_close_gives_a_free_attack() -> None:
    s = table(1)
    b = bare(s.pc(0))
    mino = creature(s, "minotaur")
    arena(s, mino)
    numbers(s, b)
    ran = run(moving.move_away, s, mino, answers=["take"], dice=[[1] * 5, [20, 20]])
    assert "free attack" in ran.asks[0].prompt
    assert band(s, "pc0", mino.id) == ONE
    assert fighter(s, "pc0").numbers == []  # it uses up no number
    set_band(s, "pc0", mino.id, CLOSE)
    numbers(s, b, 9)
    ran = run(moving.move_away, s, mino, answers=["resist", "take"], dice=[[1, 2], [20, 19, 18, 1, 1], [1] * 8, [20, 20]])
    assert notations(ran)[2] == "8d20"  # 5 + 3 dice of the won chase
    assert band(s, "pc0", mino.id) == CLOSE
    s.options = msgspec.structs.replace(s.options, free_attack="caught")
    numbers(s, b, 9)
    ran = run(moving.move_away, s, mino, answers=["resist"], dice=[[20, 19], [1] * 5])
    assert len(ran.asks) == 1  # he won his way out: no free attack under the switch


@pytest.mark.rule("DON-MOVE-05")
def test_a_runner_who_falls_does_not_get_away() -> None:
    s = table(1)
    goblin = creature(s, "blood_goblin")
    goblin.wounds = 1
    arena(s, goblin)
    give(s, s.pc(0), "machete")
    bare(s.pc(0))
    run(moving.move_away, s, goblin, answers=["take", "damage"], dice=[[20, 20, 20, 20, 20], [1] * 6, [20] * 9, [1, 1]])
    assert goblin.status == "out"
    assert band(s, "pc0", goblin.id) == CLOSE


@pytest.mark.rule("DON-MOVE-06", "DON-MOVE-07", "DON-MOVE-10")
def test_charging() -> None:
    s = table(1)
    fighter_npc = creature(s, "human_fighter")
    arena(s, fighter_npc, band=ONE)
    b = s.pc(0)
    ran = run(moving.move_in, s, fighter_npc, b)
    assert notations(ran) == []  # the foe stands: no Test and no bonus from it
    assert fighter_npc.bonus == []
    assert charge_parts(s, fighter_npc, b) == [("Run and Charge", 2)]
    tags = attack_tags(s, fighter_npc, b)
    attacking = pool(
        s,
        fighter_npc,
        "attack",
        ability=best_ability(s, fighter_npc, "attack", tags),
        tags=tags,
        extra=charge_parts(s, fighter_npc, b),
    )
    assert attacking.dice == 8
    fighter(s, fighter_npc.id).moved_to = ""
    assert charge_parts(s, fighter_npc, b) == []
    s.options = msgspec.structs.replace(s.options, charge="instead")
    fighter(s, fighter_npc.id).moved_to = b.id
    assert charge_parts(s, fighter_npc, b) == []
    ran = run(attack, s, fighter_npc, b, dice=[[1] * 6, [20] * 5])
    assert notations(ran)[0] == "6d20"


@pytest.mark.rule("DON-MOVE-07")
def test_a_charge_counts_for_the_very_next_action() -> None:
    s = table(1)
    npc = creature(s, "human_fighter")
    fight = arena(s, npc, band=ONE)
    numbers(s, npc, 12, 11, 10)
    fight.count = 12
    run(flurry.next_action, s)
    assert fighter(s, npc.id).moved_to == "pc0"
    bare(s.pc(0))
    ran = run(flurry.next_action, s, dice=[[1] * 8, [20] * 5])
    assert notations(ran)[0] == "8d20"
    ran = run(flurry.next_action, s, dice=[[1] * 6, [20] * 5])
    assert notations(ran)[0] == "6d20"


@pytest.mark.rule("DON-MOVE-09")
def test_two_foes_one_of_whom_resists() -> None:
    s = table(1)
    roland = bare(s.pc(0))
    a, b = creature(s, "blood_goblin", "A"), creature(s, "blood_goblin", "B")
    a.role = "brute"
    arena(s, a, b)
    numbers(s, a, 9)
    numbers(s, b)
    ran = run(
        moving.move_away,
        s,
        roland,
        dice=[[2, 4, 9, 10, 13], [1, 8, 15, 19], [1] * 8, [20] * 5, [1] * 6, [20] * 5],
        answers=[(1, "resist")],
        gamesmaster=1,
    )
    assert notations(ran)[:3] == ["5d20", "4d20", "8d20"]  # A strikes with Hunt 2 and two dice more
    assert notations(ran)[4] == "6d20"
    assert band(s, "pc0", a.id) == CLOSE
    assert band(s, "pc0", b.id) == ONE


@pytest.mark.rule("DON-MINI-01", "DON-MINI-02", "DON-MINI-03", "DON-MINI-04")
def test_miniatures() -> None:
    s = table(1, miniatures="squares", mini_move=4)
    b = bare(s.pc(0))
    mino = creature(s, "minotaur")
    arena(s, mino)
    me, other = fighter(s, "pc0"), fighter(s, mino.id)
    me.x, me.y, other.x, other.y = 6, 0, 0, 0
    assert band(s, "pc0", mino.id) == TWO
    me.x = 4
    assert band(s, "pc0", mino.id) == ONE
    me.x = 1
    assert band(s, "pc0", mino.id) == CLOSE
    me.x = 9
    assert band(s, "pc0", mino.id) == OUT
    # A runner moves in any case; a resister who wins is shifted along.
    me.x, other.x = 0, 2
    numbers(s, b, 9)
    run(moving.move_away, s, mino, answers=["resist", "facts:0"], dice=[[1, 1], [20] * 5])
    assert (other.x, me.x) == (6, 4)
    # Someone running in moves in any case; the resisting foe only if he wins.
    me.x, other.x = 10, 0
    assert step_token(s, me, other, away=False) == (-4, 0)
    mino.role = "caster"
    numbers(s, mino)
    run(moving.move_in, s, b, mino)
    assert (me.x, other.x) == (2, 0)
    place_tokens(s)
    assert me.x == max(2, 4) or me.x == 1
    hexes = table(1, miniatures="hexes")
    foe = creature(hexes, "minotaur")
    hexes.fight = Fight([Fighter("pc0", x=2, y=-1), Fighter(foe.id)], "count", 1, 20)
    from undercroft.games.donjon.rules.basics.distance import gap

    assert gap(hexes, hexes.fight.fighters[0], hexes.fight.fighters[1]) == 2
    # Facts put things on the map at once: the drawing of the fight shows them.
    from undercroft.games.donjon.draw import draw
    from undercroft.games.donjon.rules.concepts.facts import enter

    enter(Table(s, Dice(1)), "There is a pit", author="Roland", seat=0, test="fighting")
    assert "There is a pit" in draw(s, 0).svg


@pytest.mark.rule("DON-ATK-01")
def test_an_attack_is_adroitness_and_an_ability() -> None:
    s = table(3)
    fiera = s.pc(2)
    give(s, fiera, "flame_breath")
    mino = creature(s, "minotaur")
    arena(s, mino)
    ran = run(attack, s, fiera, mino, answers=["use:breathe-flame"], dice=[[1] * 7, [20, 20]])
    assert notations(ran) == ["7d20", "2d20"]
    give(s, fiera, "short_bow")
    set_band(s, "pc2", mino.id, ONE)
    ran = run(attack, s, fiera, mino, dice=[[1] * 4, [20, 20]])
    assert notations(ran)[0] == "4d20"  # a missile attack works alike; the breath does not help it


@pytest.mark.rule("DON-ATK-02", "DON-DMG-08", "DON-DMG-01")
def test_attack_successes_go_where_the_winner_likes() -> None:
    for choice, dice in (("damage", "12d20"), ("keep", "8d20")):
        s = table(3)
        fiera = bare(s.pc(2))
        give(s, fiera, "flame_breath")
        mino = creature(s, "minotaur")
        arena(s, mino)
        said = [choice, "keep"] if choice == "keep" else [choice]  # kept, and not given to a friend
        ran = run(land, s, fiera, mino, 4, tagged("breath"), answers=said, dice=[[1] * int(dice.split("d")[0]), [20] * 11])
        assert notations(ran) == [dice, "11d20"]
        assert related(s, fiera, "attack") == (4 if choice == "keep" else 0)


@pytest.mark.rule("DON-ATK-03")
def test_one_fact_makes_one_condition() -> None:
    s = table(1)
    mino = creature(s, "minotaur")
    arena(s, mino)
    b = bare(s.pc(0))
    run(
        land,
        s,
        b,
        mino,
        2,
        tagged("fight"),
        answers=["facts", "facts:1", "the minotaur trips over a root"],
        dice=[[1, 1], [20] * 11],
    )
    assert [p.condition for p in mino.penalties] == ["prone"]
    before = pool(s, mino, "dodge").dice
    assert before == 2 - 1
    afflict(Table(s, Dice(1)), mino, "prone", b)
    afflict(Table(s, Dice(1)), mino, "prone", b)
    afflict(Table(s, Dice(1)), mino, "prone", b)
    assert mino.penalties[0].dice == 3
    assert condition_in("it drops its axe") == "disarmed"
    held = mino.wielding
    afflict(Table(s, Dice(1)), mino, "disarmed", b)
    assert held
    assert mino.wielding == ""
    afflict(Table(s, Dice(1)), mino, "shoved", b)
    assert band(s, "pc0", mino.id) == ONE
    afflict(Table(s, Dice(1)), mino, "cornered", b)
    assert not moving.can_leave(mino)
    run(actions.act, s, mino, "rise")
    assert moving.can_leave(mino)
    assert mino.wielding == held


@pytest.mark.rule("DON-DEF-01", "DON-DEF-02")
def test_dodging_is_free_against_any_number_and_buys_nothing() -> None:
    s = table(1)
    b = bare(s.pc(0))
    mino = creature(s, "minotaur")
    arena(s, mino)
    numbers(s, b, 7)
    for _ in range(5):
        ran = run(attack, s, mino, b, answers=["dodge"], dice=[[1] * 6, [20, 19, 18, 17, 16]])
        assert len(ran.asks) == 1
    assert fighter(s, "pc0").numbers == [7]
    assert b.bonus == []


@pytest.mark.rule("DON-DEF-03", "DON-DEF-04", "DON-DEF-06")
def test_a_parry_costs_an_action_and_strikes_back() -> None:
    s = table(1)
    b = bare(s.pc(0))
    give(s, b, "machete")
    mino = creature(s, "minotaur")
    arena(s, mino)
    numbers(s, b, 9, 4)
    ran = run(attack, s, mino, b, answers=["parry", "damage"], dice=[[1] * 6, [20, 19, 1, 1, 1], [3] * 6, [20] * 11])
    assert fighter(s, "pc0").numbers == [4]
    assert notations(ran)[2] == "6d20"  # Virility 2 + machete 2 + 2 successes
    numbers(s, b)
    assert not can_parry(s, b, "melee")
    ran = run(attack, s, mino, b, dice=[[1] * 6, [20] * 5])
    assert ran.asks == []


@pytest.mark.rule("DON-DEF-05", "DON-HOLD-03")
def test_only_melee_can_be_parried_by_steel_or_by_spell() -> None:
    s = table(3)
    azar = s.pc(1)
    mino = creature(s, "minotaur")
    arena(s, mino)
    numbers(s, azar, 9)
    assert not can_parry(s, azar, "missile")
    azar.spell_dice = 3
    ran = run(attack, s, mino, azar, answers=["spell", "facts:0"], dice=[[1] * 6, [20, 19] + [1] * 11, [9] * 12, [20] * 11])
    assert "spell" in ran.asks[0].keys
    assert notations(ran)[1] == "13d20"  # 6 + 4 + 3
    assert notations(ran)[2] == "12d20"  # 6 + 4 + 2 successes, the Spell Dice being spent
    assert azar.spell_dice == 0
    numbers(s, azar, 9)
    azar.spell_dice = 4
    bare(azar)
    ran = run(attack, s, mino, azar, answers=["parry"], dice=[[20] * 10, [1] * 3, [1] * 16, [20] * 5, [20] * 5, [1] * 4])
    assert notations(ran)[0] == "10d20"  # the held power helps the attacker against a parry with steel


@pytest.mark.rule("DON-DMG-02")
def test_an_arrow_has_the_archers_virility() -> None:
    s = table(1)
    b = bare(s.pc(0))
    give(s, b, "long_bow")
    foe = creature(s, "living_ooze")
    arena(s, foe, band=ONE)
    ran = run(land, s, b, foe, 1, tagged("bow"), answers=["damage"], dice=[[1] * 6, [20] * 6])
    assert notations(ran)[0] == "6d20"


@pytest.mark.rule("DON-DMG-03", "DON-DMG-04", "DON-DMG-05")
def test_damage_to_flesh_or_attributes_or_both() -> None:
    s = table(1)
    b = s.pc(0)
    scene(s)
    mino = creature(s, "minotaur")
    run(apply_harm, s, mino, 3, tagged("fire"), by=b, answers=["flesh"])
    assert mino.wounds == 3
    mino = creature(s, "minotaur")
    run(apply_harm, s, mino, 3, tagged("fire"), by=b, answers=["attr:whe", "the fire takes its breath"])
    assert mino.now[4] == 4
    assert mino.wounds == 6
    mino = creature(s, "minotaur")
    mino.wounds = 7
    run(apply_harm, s, mino, 6, tagged("fire"), by=b, answers=["split", 2, "attr:vir", 1, "an arm", "attr:adr", 1, "a leg"])
    assert (mino.wounds, mino.now[0], mino.now[3]) == (5, 4, 1)


@pytest.mark.rule("DON-DMG-06", "DON-DEATH-03")
def test_without_flesh_wounds_no_fact_is_paid_and_a_pc_fights_on() -> None:
    s = table(3)
    scene(s)
    fiera = s.pc(2)
    fiera.wounds = 0
    run(apply_harm, s, fiera, 3, tagged("blunt"))
    assert fiera.now[4] == 1
    assert fiera.up
    fiera.wounds, fiera.now[4] = 1, 4
    run(apply_harm, s, fiera, 3, tagged("blunt"))
    assert (fiera.wounds, fiera.now[4]) == (0, 2)
    arena(s, creature(s, "minotaur"))
    numbers(s, fiera, 20)
    assert flurry.next_actor(s) == "pc2"


@pytest.mark.rule("DON-DMG-07")
def test_damaged_attributes_lower_every_roll_and_stop_at_nothing() -> None:
    s = table(3)
    scene(s)
    fiera = s.pc(2)
    fiera.now[3] = 1
    assert pool(s, fiera, "dodge", ability=Ability("Dodge", 2, ["dodge"])).dice == 3
    fiera.wounds = 0
    fiera.now[4] = 1
    run(apply_harm, s, fiera, 40, tagged("blunt"))
    assert min(fiera.now) == 0


@pytest.mark.rule("DON-DEATH-01", "DON-DEATH-02")
def test_an_npc_falls_at_nothing_and_dies_of_a_single_blow() -> None:
    s = table(1)
    goblin = creature(s, "blood_goblin")
    arena(s, goblin)
    numbers(s, goblin, 7, 3)
    run(apply_harm, s, goblin, 2, tagged("cutting"))
    assert goblin.status == "out"
    assert fighter(s, goblin.id).numbers == []
    assert f"slay:{goblin.id}" in actions.pc_options(s, s.pc(0))
    ran = run(actions.act, s, s.pc(0), f"slay:{goblin.id}")
    assert goblin.status == "dead"
    assert notations(ran) == []


@pytest.mark.rule("DON-DEATH-04")
def test_smashing_needs_every_die_and_no_flesh_wounds_before() -> None:
    for wounds, faces, out in (
        (0, [20, 19, 18, 17, 16, 15, 14], True),
        (0, [20, 19, 18, 17, 16, 15, 2], False),
        (1, [20, 19, 18, 17, 16, 15, 14], False),
    ):
        s = table(3)
        scene(s)
        fiera = bare(s.pc(2))
        fiera.wounds = wounds
        run(damage_test, s, Pool("Minotaur", [("x", 7)]), fiera, tagged("blunt"), dice=[faces, [4, 3, 2, 2]])
        assert (fiera.status == "out") is out
        if wounds:
            assert fiera.wounds == 0
            assert sum(fiera.full) - sum(fiera.now) == 6


@pytest.mark.rule("DON-DEATH-05")
def test_a_pc_always_has_one_die_of_defence() -> None:
    s = table(3)
    scene(s)
    fiera = bare(s.pc(2))
    fiera.now[4] = 0
    assert run(soak_pool, s, fiera, tagged("blunt"), 3).result.dice == 1
    assert run(soak_pool, s, Being("n", "N"), tagged("blunt"), 3).result.dice == 0


@pytest.mark.rule("DON-DEATH-06")
def test_the_smashed_wake_at_the_next_scene_or_are_at_the_gamesmasters_mercy() -> None:
    s = table(2)
    s.pc(0).status, s.pc(0).wounds = "out", 0
    run(heal_by_scene, s)
    assert s.pc(0).status == "up"
    assert s.pc(0).wounds == 1
    s.pc(0).status = "out"
    s.pc(0).wounds = 0
    for dial, deadly in (("Slapstick", False), ("Rust-and-Blood", True)):
        s = table(2, seriousness=dial)
        scene(s)
        for b in s.pcs():
            b.status = "out"
        run(fate, s, answers=["write it for me"], dice=[1])
        assert (s.phase == "over") is deadly


@pytest.mark.rule("DON-DEATH-07")
def test_the_dead_are_out_and_their_players_make_new_characters() -> None:
    from undercroft.games.donjon.rules.flow.journey import road_step

    s = table(2)
    s.pc(1).level = 2
    run(_slay, s, s.pc(0))
    assert s.pcs() == [s.pc(1)]
    assert s.graves
    run(road_step, s)
    assert s.phase == "creation"
    assert (s.drafts[0].seat, s.drafts[0].level) == (0, 2)
    s = table(1, seriousness="Rust-and-Blood")
    scene(s)
    run(_slay, s, s.pc(0))
    run(fate, s)
    assert s.phase == "over"
    assert s.ended == "slain"


async def _slay(t: Table[Donjon], b: Being) -> None:
    slay(t, b, b)


@pytest.mark.rule("DON-HEAL-02", "DON-HEAL-04")
def test_the_lowest_attribute_heals_first_and_only_player_characters_heal() -> None:
    s = table(3)
    fiera = s.pc(2)
    fiera.now[4], fiera.now[3], fiera.wounds = 1, 3, 0
    wolf = creature(s, "red_wolf")
    wolf.wounds = 1
    run(heal_by_scene, s)
    assert (fiera.now[4], fiera.now[3], fiera.wounds) == (2, 3, 0)
    assert wolf.wounds == 1
    fiera.now[4], fiera.now[3] = 3, 3
    ran = run(heal_by_scene, s, answers=["attr:adr"])
    assert ran.asks[0].keys == ("attr:adr", "attr:whe")
    assert (fiera.now[3], fiera.now[4]) == (4, 3)


@pytest.mark.rule("DON-HEAL-03")
def test_between_adventures_everyone_recovers() -> None:
    s = table(1)
    b = s.pc(0)
    b.now, b.wounds, b.strain, b.spell_dice, b.status = [0] * 6, 0, 3, 4, "out"
    recover(b)
    assert (b.now, b.wounds, b.strain, b.spell_dice, b.status) == (b.full, 3, 0, 0, "up")


async def _heal(t: Table[Donjon], b: Being, n: int) -> int:
    return heal(t, b, n, rule="DON-HEAL-05")


@pytest.mark.rule("DON-HEAL-05")
def test_magic_mends_attributes_first_as_well() -> None:
    s = table(3)
    fiera = s.pc(2)
    fiera.full[3], fiera.now[3], fiera.wounds_full, fiera.wounds = 4, 2, 3, 1
    assert run(_heal, s, fiera, 3).result == 3
    assert (fiera.now[3], fiera.wounds) == (4, 2)


@pytest.mark.rule("DON-MSN-02")
def test_snake_venom_goes_for_the_nerves() -> None:
    victim = Being("v", "V", full=[3] * 6, now=[3] * 6, wounds=3, wounds_full=3)
    assert snake_bite(victim, 1) == [("flesh", 1)]
    assert snake_bite(victim, 3) == [("adr", 2)]
    assert snake_bite(victim, 4) == [("adr", 1), ("dis", 1)]
    assert snake_bite(victim, 5) == [("adr", 2), ("dis", 1)]
    victim.wounds = 0
    assert snake_bite(victim, 3) == [("adr", 2), ("dis", 1)]
    victim.now[2] = victim.now[3] = 0
    assert snake_bite(victim, 2) == [("flesh", 2)]


@pytest.mark.rule("DON-LAW-01")
def test_a_setting_names_what_a_test_was_about() -> None:
    s = table(1)
    about = Setting("attack", "striking", s.pc(0))
    assert about.spell == []

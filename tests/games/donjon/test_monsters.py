"""The creatures of the sample adventure: what each block does when it acts."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.being import Being
from undercroft.games.donjon.rules.basics.distance import fighter, set_band
from undercroft.games.donjon.rules.bestiary import beasts, fungi, horrors
from undercroft.games.donjon.rules.combat.actions import act, npc_sneak
from undercroft.games.donjon.rules.combat.combat import attack, attack_tags, range_penalty
from undercroft.games.donjon.rules.combat.flurry import next_action
from undercroft.games.donjon.rules.combat.hits import damage_parts, deal
from undercroft.games.donjon.rules.combat.instincts import margin
from undercroft.games.donjon.rules.combat.tactics import decide, options, target, wants_lull
from undercroft.games.donjon.rules.harm.damage import damage_test, soak_pool
from undercroft.games.donjon.rules.resolution.pools import armor_parts, best_ability, fits, pool, tagged
from undercroft.games.donjon.state import CLOSE, ONE, TWO, Donjon

from .kit import arena, creature, give, numbers, run, scene, table
from .test_combat import bare, notations


def attacking(s: Donjon, b: Being, victim: Being, mode: str = "") -> int:
    tags = attack_tags(s, b, victim, mode)
    return pool(s, b, "attack", ability=best_ability(s, b, "attack", tags), tags=tags).dice


def soaking(s: Donjon, b: Being, harm: str) -> int:
    return int(run(soak_pool, s, b, tagged(harm), 5).result.dice)


@pytest.mark.rule("DON-MBG-01", "DON-MBG-02")
def test_blood_goblin() -> None:
    s = table(4)
    goblin, mate = creature(s, "blood_goblin"), creature(s, "blood_goblin")
    hide = goblin.abilities[1]
    assert pool(s, goblin, "stealth", ability=best_ability(s, goblin, "stealth", tagged("forest red"))).dice == 7
    assert best_ability(s, goblin, "stealth", tagged("cave rock")) is None
    assert hide.name == "Hide on Red Background"
    arena(s, goblin, mate)
    tags = attack_tags(s, goblin, s.pc(0))
    assert pool(s, goblin, "damage", attr="vir", ability=best_ability(s, goblin, "damage", tags)).dice == 5
    assert decide(s, goblin) == "away"  # two against four
    s.pc(3).status = s.pc(2).status = "out"
    assert decide(s, goblin).startswith("attack:")


@pytest.mark.rule("DON-MHF-01")
def test_human_fighter() -> None:
    s = table(1)
    man = creature(s, "human_fighter")
    arena(s, man)
    assert man.full[0] + sum(n for _, n in damage_parts(man)) == 7
    assert soaking(s, man, "cutting fight") == 8
    assert soaking(s, man, "fall") == 6


@pytest.mark.rule("DON-MHT-01", "DON-MHT-02")
def test_human_thief() -> None:
    s = table(1)
    thief = creature(s, "human_thief")
    arena(s, thief)
    assert armor_parts(thief) == []  # the sword takes both hands
    thief.wielding = ""
    assert armor_parts(thief) == [("Shield", 1)]
    thief.wielding = thief.items[0].id
    bare(s.pc(0))
    assert any(decide(s, thief).startswith("sneak:") for _ in range(8))
    ran = run(npc_sneak, s, thief, s.pc(0), dice=[[20, 19] + [1] * 7, [9] * 6])
    assert notations(ran) == ["9d20", "6d20"]
    assert thief.hint == "behind:pc0"
    ran = run(deal, s, thief, s.pc(0), 0, attack_tags(s, thief, s.pc(0)), dice=[[1] * 6, [20] * 3])
    assert notations(ran)[0] == "6d20"  # Virility 2 + sword 2 + Backstab 2
    ran = run(deal, s, thief, s.pc(0), 0, attack_tags(s, thief, s.pc(0)), dice=[[1] * 4, [20] * 3])
    assert notations(ran)[0] == "4d20"  # face to face


@pytest.mark.rule("DON-MPT-01", "DON-MPT-02")
def test_poison_toad() -> None:
    s = table(1)
    bare(s.pc(0))
    toad = creature(s, "poison_toad")
    arena(s, toad, band=ONE)
    assert range_penalty(toad, ONE, "spit") == 0
    assert range_penalty(toad, CLOSE, "spit") == -3
    assert range_penalty(toad, TWO, "spit") is None
    assert attacking(s, toad, s.pc(0), "spit") == 8
    ran = run(attack, s, toad, s.pc(0), mode="spit", dice=[[20] + [1] * 7, [9] * 5, [1] * 6, [20] * 3])
    assert notations(ran)[2] == "6d20"  # 2 + 3 and one success
    numbers(s, toad, 9, 8, 7)
    assert decide(s, toad) == "jump"
    ran = run(act, s, toad, "jump", dice=[[20, 19] + [1] * 7, [9] * 4])
    assert notations(ran) == ["9d20", "4d20"]
    assert decide(s, toad) == "cling"
    ran = run(act, s, toad, "cling", dice=[[20, 19, 18, 17] + [1] * 7, [9] * 4])
    assert notations(ran) == ["11d20", "4d20"]  # 6 + 3 + the jump's two
    assert decide(s, toad) == "leap:pc0"
    ran = run(act, s, toad, "leap:pc0", dice=[[1] * 10, [20] * 5])
    assert notations(ran)[0] == "10d20"  # a bite with Adroitness 6 + 4
    numbers(s, toad)
    assert decide(s, toad) == "spit:pc0"


@pytest.mark.rule("DON-MPT-03", "DON-MRW-02")
def test_hrrmph_and_howl() -> None:
    for key, name, dice in (("poison_toad", "hrrmph", "4d20"), ("red_wolf", "howl", "8d20")):
        s = table(1)
        beast = creature(s, key)
        arena(s, beast)
        b = bare(s.pc(0))
        n = int(dice.split("d")[0])
        ran = run(beasts.frighten, s, beast, b, name, dice=[[20, 19] + [1] * (n - 2), [9] * 7])
        assert notations(ran) == [dice, "7d20"]
        assert pool(s, b, "attack").dice == 3
        from undercroft.games.donjon.rules.resolution.picking import after_roll

        after_roll(Table(s, Dice(1)), b, "attack")
        assert pool(s, b, "attack").dice == 5  # the next roll only


@pytest.mark.rule("DON-MSN-01", "DON-MSN-02")
def test_snake() -> None:
    s = table(1)
    b = bare(s.pc(0))
    snake = creature(s, "snake")
    arena(s, snake)
    ran = run(deal, s, snake, b, 0, attack_tags(s, snake, b), dice=[[20, 19, 18, 17, 1, 1], [9] * 5])
    assert notations(ran) == ["6d20", "5d20"]  # 2 + 4 against 3 + body save 2
    assert (b.now[3], b.now[2], b.wounds) == (4, 5, 3)


@pytest.mark.rule("DON-MRW-03", "DON-AGM-07")
def test_the_pack_gangs_up() -> None:
    s = table(2)
    one, two = creature(s, "red_wolf", "One"), creature(s, "red_wolf", "Two")
    fight = arena(s, one, two)
    bare(s.pc(0))
    assert decide(s, one).startswith("howl:")
    one.hint = "howl"
    tags = attack_tags(s, one, s.pc(0))
    assert pool(s, one, "damage", attr="vir", ability=best_ability(s, one, "damage", tags)).dice == 3
    fight.attacked.append(f"{one.id}>pc0")
    tags = attack_tags(s, two, s.pc(0))
    assert pool(s, two, "damage", attr="vir", ability=best_ability(s, two, "damage", tags)).dice == 6
    s.seed = 3
    picks = [target(s, two, s.pcs()).id for _ in range(20)]
    assert picks.count("pc0") >= 14


@pytest.mark.rule("DON-MDA-01", "DON-MDA-02", "DON-MDA-03")
def test_daolites() -> None:
    s = table(1)
    b = bare(s.pc(0))
    small = creature(s, "daolites")
    fight = arena(s, small)
    assert soaking(s, small, "cutting") == 10
    assert soaking(s, small, "magic air") == 6
    assert attacking(s, small, b) == 4
    tags = attack_tags(s, small, b)
    assert pool(s, small, "damage", attr="vir", ability=best_ability(s, small, "damage", tags)).dice == 8
    ran = run(horrors.paralyze, s, small, b, 1, dice=[[20, 19, 1, 1, 1, 1], [9] * 5])
    assert notations(ran) == ["6d20", "5d20"]  # 2 + 3 + one success against 3 + 2
    assert b.frozen == 2
    numbers(s, b, 18, 15, 9)
    from undercroft.games.donjon.rules.combat.combat import can_parry

    assert not can_parry(s, b, "melee")
    fight.count = 18
    for _ in range(2):
        ran = run(next_action, s)
        assert ran.asks == []
    ran = run(next_action, s, answers=["wait"])
    assert len(ran.asks) == 1
    assert best_ability(s, small, "stealth", tagged("rock cave")) is not None


@pytest.mark.rule("DON-MLO-01", "DON-MLO-02")
def test_living_ooze() -> None:
    s = table(3)
    ooze = creature(s, "living_ooze")
    fiera = bare(s.pc(2))
    arena(s, ooze)
    assert soaking(s, ooze, "cutting sharp") == 9
    assert soaking(s, ooze, "blunt") == 6
    assert (ooze.full[1], ooze.full[5]) == (0, 0)
    assert attacking(s, ooze, fiera) == 2
    give(s, fiera, "chain_shirt")
    ran = run(deal, s, ooze, fiera, 1, frozenset(), dice=[2, [20, 1, 1, 1, 1], [9, 9]])
    assert notations(ran) == ["5d20", "2d20"]  # 2 + 2 + one success against Worth 2
    assert fiera.items[0].dr == 1
    assert fiera.wounds == 4


@pytest.mark.rule("DON-MBS-01")
def test_big_snake() -> None:
    s = table(1)
    b = bare(s.pc(0))
    snake = creature(s, "snake_big")
    arena(s, snake)
    numbers(s, snake, 9, 5)
    assert decide(s, snake) == "hypnotize:pc0"
    ran = run(act, s, snake, "hypnotize:pc0", dice=[[20, 19] + [1] * 7, [9] * 7])
    assert notations(ran)[0] == "9d20"
    assert decide(s, snake) == "attack:pc0"
    ran = run(act, s, snake, "attack:pc0", dice=[[1] * 10, [20] * 5])
    assert notations(ran)[0] == "10d20"  # 4 + 4 + the two of the stare
    assert b.up


@pytest.mark.rule("DON-MSG-01", "DON-MSG-02", "DON-MSG-03")
def test_sporegobs() -> None:
    s = table(1)
    b = bare(s.pc(0))
    gob = creature(s, "sporegobs")
    gob.leader = "king"
    s.beings["king"] = Being("king", "King", leader="self")
    arena(s, gob)
    assert attacking(s, gob, b) == 6
    tags = attack_tags(s, gob, b)
    assert pool(s, gob, "damage", attr="vir", ability=best_ability(s, gob, "damage", tags)).dice == 7
    assert soaking(s, gob, "blunt") == 7
    assert soaking(s, gob, "cutting sharp") == 5
    gob.wounds = 1
    assert decide(s, gob) == "bite:pc0"
    assert attacking(s, gob, b, "bite") == 3  # Adroitness alone
    ran = run(attack, s, gob, b, mode="bite", dice=[[20] * 3, [9] * 5, [20] * 4 + [1] * 6, [9] * 3])
    assert notations(ran)[2] == "10d20"  # 4 + 3 + three successes
    assert gob.wounds == 3


@pytest.mark.rule("DON-MSC-01", "DON-MSC-02")
def test_spraycaps() -> None:
    s = table(3)
    for b in s.pcs():
        bare(b)
    cap, gob = creature(s, "spraycaps"), creature(s, "sporegobs")
    arena(s, cap, gob, band=ONE)
    give(s, s.pc(0), "machete")
    set_band(s, "pc0", cap.id, CLOSE)
    ran = run(attack, s, s.pc(0), cap, answers=["damage"], dice=[[2, 5, 9, 14, 1], [1] * 9, [20] * 5, [1] * 3, [20] * 3])
    assert "5 successes" in " ".join(e.text for e in ran.events)
    assert decide(s, cap) == "cloud"
    ran = run(
        fungi.spore_cloud,
        s,
        cap,
        dice=[[20, 19, 1, 1], [9] * 5, [1] * 6, [20] * 3, [9] * 3, [1] * 6, [20] * 5, [9] * 4, [1] * 6, [20] * 4],
    )
    assert notations(ran)[0] == "4d20"
    assert notations(ran)[1] == "5d20"
    assert notations(ran)[2] == "6d20"  # Virility 4 + two successes
    assert gob.wounds == 3
    assert "rooted" in cap.tags
    assert not any(key.startswith("close") or key == "away" for key in options(s, cap))


@pytest.mark.rule("DON-MSC-03")
def test_the_cloud_burns() -> None:
    s = table(2, chapter=3)
    for b in s.pcs():
        bare(b)
    cap, gob = creature(s, "spraycaps"), creature(s, "sporegobs")
    fight = arena(s, cap, gob, band=ONE)
    for f in fight.fighters:
        f.moved = False
        f.start = ONE
    s.torch = "pc0"
    ran = run(fungi.spore_cloud, s, cap, dice=[[9] * 5, [20] * 3, [20] * 5, [20] * 5, [20] * 7])
    rolled = notations(ran)
    assert rolled[0] == "5d20"  # Donjon Level 2 + Medium
    assert rolled.count("5d20") == 3  # Azar, the Spraycap with Wherewithal alone, and the fire itself
    assert len(rolled) == 5
    assert not any("choking" in text for text in ran.texts)
    s.torch = ""
    fight.flames = ["pc1"]
    assert fungi.has_flame(s, s.pc(1))


@pytest.mark.rule("DON-MSC-04")
def test_spray_in_return() -> None:
    s = table(1)
    b = bare(s.pc(0))
    cap = creature(s, "spraycaps")
    arena(s, cap)
    ran = run(fungi.retaliate, s, cap, b, 2, dice=[[1] * 5, [20] * 3])
    assert notations(ran) == ["5d20", "3d20"]
    set_band(s, "pc0", cap.id, TWO)
    ran = run(fungi.retaliate, s, cap, b, 2)
    assert notations(ran) == []
    set_band(s, "pc0", cap.id, ONE)
    cap.wounds = 1
    from undercroft.games.donjon.rules.concepts.contest import Pool

    ran = run(
        damage_test, s, Pool("Roland", [("x", 3)]), cap, tagged("cutting"), by=b, dice=[[20] * 3, [1] * 5, [1] * 4, [20] * 3]
    )
    assert cap.status == "out"
    assert notations(ran)[2] == "4d20"  # also with the blow that fells it, by the one Flesh Wound it could lose


@pytest.mark.rule("DON-MMK-01", "DON-MMK-02", "DON-MMK-04")
def test_mushroom_king() -> None:
    s = table(1)
    king, gob = creature(s, "mushroom_king"), creature(s, "sporegobs")
    king.leader, gob.leader = "self", king.id
    arena(s, king, gob, band=TWO)
    numbers(s, king, 9)
    numbers(s, gob, 8)
    assert decide(s, king) == f"worship:{gob.id}"
    ran = run(act, s, king, f"worship:{gob.id}", dice=[[20, 19] + [1] * 7, [9]])
    assert notations(ran) == ["9d20", "1d20"]
    assert gob.bonus[0].dice == 2
    assert decide(s, king) == "blast:pc0"
    bare(s.pc(0))
    ran = run(act, s, king, "blast:pc0", dice=[[20, 19, 18], [9] * 5, [1] * 8, [20] * 3])
    assert notations(ran)[0] == "3d20"  # 2 + 4, less three at two actions
    assert notations(ran)[2] == "8d20"  # 3 + 3 + two successes; a leader buys a condition with the third
    assert s.pc(0).penalties
    assert soaking(s, king, "blunt") == 8
    assert soaking(s, king, "cutting") == 4


@pytest.mark.rule("DON-AGM-07")
def test_every_creature_has_a_role_with_a_plan_and_a_margin() -> None:
    for row in content.bestiary().values():
        assert row.role in content.gm().tactics.margin
        assert margin(Being("x", "X", role=row.role)) > 0
    s = table(1)
    wolf, dead = creature(s, "red_wolf"), creature(s, "red_wolf")
    dead.status = "out"
    arena(s, wolf, dead)
    assert wants_lull(s, [wolf, dead]) == "off"
    assert wants_lull(s, [creature(s, "minotaur")]) == "on"
    from undercroft.games.donjon.rules.combat.instincts import parries

    mino = creature(s, "minotaur")
    arena(s, mino)
    assert parries(s, mino, s.pc(0), 6, tagged("fight"), attack_tags(s, mino, s.pc(0)))
    assert not parries(s, creature(s, "spraycaps"), s.pc(0), 6, frozenset(), frozenset())


def test_powers_in_the_data_have_their_functions() -> None:
    known = {
        "paralyze",
        "hypnotize",
        "howl",
        "hrrmph",
        "spore_cloud",
        "retaliate",
        "worship",
        "destroy_items",
        "eat_and_heal",
        "toad_jump",
        "toad_cling",
        "track_blood",
        "poison_save",
        "spit",
    }
    named = {a.power for row in content.bestiary().values() for a in row.abilities if a.power}
    assert named == known
    s = table(1)
    scene(s)
    assert fits(creature(s, "snake").abilities[0], "attack", tagged("bite"))
    arena(s, creature(s, "snake"))
    assert fighter(s, "pc0").numbers == []

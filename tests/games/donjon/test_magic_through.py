"""Magic played through: gathering, holding, composing and letting go."""

from __future__ import annotations

import pytest

from undercroft.engine import Ran
from undercroft.games.donjon.being import Ability, Being, Bonus, Boon, Item, MagicBonus, Penalty
from undercroft.games.donjon.rules.characters.magic_words import natural_effects
from undercroft.games.donjon.rules.concepts.contest import Pool
from undercroft.games.donjon.rules.magic import magic, release, spells
from undercroft.games.donjon.rules.magic.spells import Spell
from undercroft.games.donjon.rules.resolution import picking
from undercroft.games.donjon.state import CLOSE, ONE, TWO, Donjon

from .kit import Weighed, arena, creature, run, scene, table
from .test_edges import bare, rolled
from .test_harm_through import asked


def mage(s: Donjon, seat: int = 0, *, words: tuple[str, ...] = ("fire", "blind"), held: int = 0) -> Being:
    """Cerebrality 3 and Cast Spells 2, whole."""
    b = bare(s.pc(seat))
    b.abilities = [Ability("Cast Spells", 2, ["magic"], "main", spell=True)]
    b.full = [3, 3, 3, 3, 3, 3]
    b.now, b.words, b.spell_dice, b.wounds, b.wounds_full, b.strain = list(b.full), list(words), held, 4, 4, 0
    return b


@pytest.mark.rule("DON-CAST-01", "DON-GATH-05", "DON-GATH-06")
def test_the_casting_pool() -> None:
    s = table(1)
    b = mage(s)
    assert magic.casting_pool(s, b, 4).dice == 3 + 2 + 4
    b.strain = 1
    assert (magic.casting_pool(s, b, 0).dice, magic.can_cast(b)) == (4, True)
    b.strain = 2
    assert (magic.casting_pool(s, b, 0).dice, magic.can_cast(b)) == (3, False)
    b.strain = 0
    b.abilities.append(Ability("Illusions", 3, ["magic"], spell=True))
    assert magic.casting_pool(s, b, 0).dice == 6  # the stronger of two
    b.penalties = [Penalty(2, ["magic"], "scene", "x")]
    b.items = [Item("w", "Wand", magic=[MagicBonus("general", "Cast Spells", 1)])]
    assert magic.casting_pool(s, b, 0).dice in (4, 5)
    bare(b)
    assert (magic.caster(b), magic.can_cast(b)) == (None, False)


@pytest.mark.rule("DON-GATH-02")
def test_how_hard_it_is_to_gather() -> None:
    s = table(1)
    b = mage(s)
    assert magic.gather_step(s, b) == "easy"
    b.wounds = 3
    assert magic.gather_step(s, b) == "easy"
    b.wounds = 2
    assert magic.gather_step(s, b) == "medium"
    b.wounds, b.now[0] = 4, 2
    assert magic.gather_step(s, b) == "medium"
    b.now[0] = 3
    wolf = creature(s, "red_wolf")
    fight = arena(s, wolf, band=ONE)
    assert magic.gather_step(s, b) == "easy"
    fight.bands[f"pc0|{wolf.id}"] = CLOSE
    assert magic.gather_step(s, b) == "medium"
    b.wounds = 1
    assert magic.gather_step(s, b) == "hard"


@pytest.mark.rule("DON-GATH-01", "DON-GATH-02", "DON-GATH-03", "DON-GATH-04", "DON-GATH-05", "DON-GATH-06", "DON-GATH-07")
def test_gathering_and_gathering_again() -> None:
    s = table(1)
    scene(s)
    b = mage(s)
    ran = run(magic.gather, s, b, dice=[[20, 19, 1, 1, 1], [9]])
    assert (rolled(ran), b.spell_dice, b.strain) == (["5d20", "1d20"], 2, 0)
    ran = run(magic.gather, s, b, dice=[[20, 1, 1, 1], [9]])
    assert (rolled(ran), b.spell_dice, b.strain) == (["4d20", "1d20"], 3, 1)  # again, at a price
    b.spell_dice, b.strain = 3, 1
    ran = run(magic.gather, s, b)
    assert (ran.events != [], b.spell_dice, b.strain) == (True, 0, 2)  # the gift is spent and the power gone
    b.spell_dice, b.strain = 3, 0
    run(magic.gather, s, b, dice=[[1, 1, 1, 1], [20]])
    assert (b.spell_dice, b.bonus) == (2, [])
    b.spell_dice, b.strain, b.wounds = 1, 0, 1
    ran = run(magic.gather, s, b, answers=["write it for me"], dice=[[1] * 4, [20, 19, 18, 1]])
    assert b.spell_dice == 0
    b = mage(s)
    b.bonus = [Bonus(2, "gm:gather", "x"), Bonus(1, "magic", "study", scene=s.scene_no)]
    ran = run(magic.gather, s, b, answers=["use"], dice=[[20] * 6, [1] * 3])
    assert (rolled(ran), b.spell_dice, b.bonus) == (["6d20", "3d20"], 6, [])
    npc = creature(s, "human_wizard")
    npc.now, npc.spell_dice = list(npc.full), 0
    n = npc.now[1] + magic.casting_pool(s, npc, 0).dice - npc.now[1]
    run(magic.gather, s, npc, dice=[[1] * n, [20]])
    assert [(x.dice, x.about, x.only, x.scene) for x in npc.bonus] == [(1, "gm:gather", True, s.scene_no)]


@pytest.mark.rule("DON-LAW-06", "DON-GATH-01")
def test_kept_dice_go_into_magic_only_if_their_owner_wants() -> None:
    s = table(1)
    scene(s)
    b = mage(s)
    assert run(picking.kept_for_magic, s, b).result == []
    b.bonus = [Bonus(2, "magic", "x", scene=1), Bonus(3, "athletics", "y", only=True, scene=1)]
    ran = run(picking.kept_for_magic, s, b, answers=["keep"])
    assert (ran.result, len(b.bonus)) == ([], 2)
    ran = run(picking.kept_for_magic, s, b, answers=["use"])
    assert ([n for _, n in ran.result], [x.dice for x in b.bonus]) == ([2], [3])
    npc = creature(s, "human_wizard")
    npc.bonus = [Bonus(2, "magic", "x", scene=1)]
    ran = run(picking.kept_for_magic, s, npc)
    assert ([n for _, n in ran.result], npc.bonus) == ([2], [])


@pytest.mark.rule("DON-LAW-06", "DON-LAW-07", "DON-MMK-01", "DON-SURP-01")
def test_which_kept_dice_serve_which_test() -> None:
    s = table(1)
    b = bare(s.pc(0))

    def serve(kind: str, bonus: Bonus, against: str = "") -> int:
        b.bonus = [bonus]
        return picking.related(s, b, kind, against)

    assert serve("attack", Bonus(2, "attack", "x")) == 2
    assert serve("dodge", Bonus(2, "attack", "x", only=True)) == 0
    assert serve("attack", Bonus(2, "movement", "x")) == 2  # movement leads into a blow
    assert serve("attack", Bonus(2, "movement", "x", only=True)) == 0
    assert serve("attack", Bonus(2, "attack", "x", against="w1"), "w1") == 2
    assert serve("attack", Bonus(2, "attack", "x", against="w1"), "w2") == 0
    assert serve("attack", Bonus(2, "attack", "x"), "w2") == 2
    assert serve("initiative", Bonus(2, "initiative", "x", late=True)) == 0
    assert serve("attack", Bonus(2, "attack", "x", late=True)) == 2
    assert serve("athletics", Bonus(2, picking.COMMAND, "x")) == 2
    for kind in ("dodge", "soak", "save_mind", "save_body", "initiative", "damage", "looting", "healing"):
        assert serve(kind, Bonus(2, picking.COMMAND, "x")) == 0
    b.bonus = [Bonus(2, "attack", "x"), Bonus(1, "social", "y", only=True), Bonus(1, "attack", "z")]
    assert picking.use_bonus(b, "attack") == 3
    assert [x.about for x in b.bonus] == ["social"]
    b.bonus = [Bonus(2, picking.COMMAND, "x"), Bonus(1, "social", "y"), Bonus(1, picking.COMMAND, "z")]
    assert (picking.commanded(b), [x.about for x in b.bonus]) == (3, ["social"])


@pytest.mark.rule("DON-HOLD-04", "DON-HOLD-05", "DON-HOLD-06", "DON-HOLD-07")
def test_hit_while_holding() -> None:
    s = table(1)
    scene(s)
    b = mage(s, held=3)
    b.now[4] = 4
    ran = run(magic.hold_on, s, b, 2, dice=[[20] * 6, [1] * 5])
    assert (rolled(ran), b.spell_dice, ran.events[-1].rule) == (["6d20", "5d20"], 3, "DON-HOLD-05")
    b.status = "out"
    ran = run(magic.hold_on, s, b, 2, dice=[[20] * 6, [1] * 5])
    assert (b.spell_dice, ran.events[-1].rule) == (0, "DON-HOLD-07")
    b.status, b.spell_dice = "up", 3
    ran = run(magic.hold_on, s, b, 0, dice=[[1] * 6, [20] * 3, [1] * 3, [20] * 4])
    assert (rolled(ran), b.spell_dice, s.tally.backfires) == (["6d20", "3d20", "3d20", "4d20"], 0, 1)
    assert run(magic.shaken, s, b, 1, 1, None).events == []  # nothing held, nothing lost


@pytest.mark.rule("DON-HOLD-06")
def test_an_explosion_is_thrown_once_for_all_in_close() -> None:
    s = table(2)
    b, friend = mage(s, held=2), bare(s.pc(1))
    near, far, down = (bare(creature(s, "red_wolf", name)) for name in ("near", "far", "down"))
    fight = arena(s, near, far, down)
    fight.bands |= {f"pc0|{far.id}": ONE, f"pc1|{near.id}": TWO, f"pc1|{far.id}": TWO, f"pc1|{down.id}": TWO}
    down.status = "out"
    fight.fighters[1].moved = True
    friend.wounds = friend.wounds_full
    before = (friend.wounds, far.wounds, down.wounds)
    ran = run(magic.backfire, s, b, dice=[[15, 14], [1] * b.now[4], [1] * near.now[4]])
    assert rolled(ran) == ["2d20", f"{b.now[4]}d20", f"{near.now[4]}d20"]
    assert (b.wounds, near.wounds, b.spell_dice) == (2, near.wounds_full - 2, 0)
    assert (friend.wounds, far.wounds, down.wounds) == before


@pytest.mark.rule("DON-GATH-06", "DON-HOLD-01")
def test_a_nights_rest() -> None:
    b = Being("x", "X", strain=2, spell_dice=3)
    b.penalties = [Penalty(1, ["any"], until, "x") for until in ("day", "week")]
    b.boons = [Boon(1, ["any"], until, "x") for until in ("day", "week")]
    magic.rest(b)
    assert (b.strain, b.spell_dice, [p.until for p in b.penalties], [p.until for p in b.boons]) == (0, 0, ["week"], ["week"])


@pytest.mark.rule("DON-HOLD-02")
def test_more_power_looks_like_more() -> None:
    b = Being("x", "X", look="sparks")
    looks = []
    for held in (1, 2, 3, 5, 6, 9):
        b.spell_dice = held
        looks.append(magic.look(b))
    assert looks[0] == looks[1] == "sparks"
    assert looks[2] == looks[3] != looks[0]
    assert looks[4] == looks[5] != looks[2]


# Prices.


@pytest.mark.rule("DON-SPELL-02", "DON-SPELL-05", "DON-SPELL-06", "DON-SPELL-08")
def test_prices() -> None:
    text, book = table(1, spell_pricing="text"), table(1, spell_pricing="table")
    assert [spells.words_price(text, n) for n in range(1, 7)] == [0, 1, 2, 3, 4, 5]
    assert [spells.words_price(book, n) for n in range(1, 8)] == [0, 1, 2, 4, 8, 16, 32]
    assert [spells.people_price(n) for n in (1, 2, 5, 6, 25, 26, 250, 251)] == [0, 1, 1, 2, 2, 4, 4, 8]
    spell = Spell(["fire", "blind"], ["hurt", "hinder-body"], "x", duration="scene", targets=["a", "b"])
    assert spells.spell_price(text, spell) == 1 + 1 + 1
    spell.duration, spell.targets = "day", []
    assert spells.spell_price(text, spell) == 1 + 0 + 2
    assert [spells.lasts(Spell([], [], "x", duration=d)) for d in ("instant", "flurry", "scene", "week")] == [
        "flurry", "flurry", "scene", "week"
    ]  # fmt: skip


@pytest.mark.rule("DON-SPELL-01", "DON-SPELL-02", "DON-SPELL-03", "DON-SPELL-04", "DON-SPELL-05", "DON-SPELL-06", "DON-WORD-01")
def test_making_up_a_spell_in_a_fight() -> None:
    s = table(1)
    b = mage(s, words=("fire", "blind", "rat"), held=1)
    wolves = [creature(s, "red_wolf", f"wolf {n}") for n in range(3)]
    arena(s, *wolves)
    ran = run(spells.compose, s, b, answers=[["fire"], "hurt", [w.id for w in wolves], "Grand Fire"])
    assert [(ask.low, ask.high) for ask in ran.asks if ask.kind == "many"] == [(1, 2), (1, 3)]
    assert (ran.result.words, ran.result.effects, ran.result.name) == (["fire"], ["hurt"], "Grand Fire")
    assert ran.result.targets == [w.id for w in wolves]
    assert ran.result.duration == "instant"
    b.spell_dice = 0
    ran = run(spells.compose, s, b, answers=[["fire"], "hurt", [wolves[1].id], "x", "y", "Fire"])
    assert [(ask.low, ask.high) for ask in ran.asks if ask.kind == "many"] == [(1, 1), (1, 1)]  # one is free
    assert ran.result.name == "Fire"  # a name must hold its Word
    b.spell_dice = 3
    ran = run(spells.compose, s, b, answers=[["fire", "blind"], "hurt", "hinder-body", [wolves[0].id], "scene", "Fire and Blind"])
    assert ran.result.duration == "scene"
    (lasting,) = [ask for ask in ran.asks if "How long" in ask.prompt]
    assert list(lasting.keys) == ["instant", "flurry", "scene", "day"]  # one Word more costs a die; two are left
    for far in wolves[1:]:
        far.status = "out"
    ran = run(spells.compose, s, b, answers=[["fire"], "hurt", "no", "no", "no"])
    assert (ran.result.targets, ran.result.name) == ([wolves[0].id], "Fire")  # three bad names, then the plain one


@pytest.mark.rule("DON-SPELL-03", "DON-SPELL-04", "DON-AGM-16")
def test_a_word_far_from_its_meaning_costs_three_dice() -> None:
    s = table(1)
    scene(s)
    b = mage(s, words=("fire",), held=1)
    natural = natural_effects("fire")
    ran = run(spells.compose, s, b, answers=[["fire"], "reveal", "by the light of it", "instant", "Fire"])
    offered = asked(ran)[1]
    assert not set(spells.HOSTILE) & set(offered)  # nobody is there to be hurt
    assert "heal" not in offered  # and nobody is hurt
    assert offered[: len([e for e in natural if e in offered])] == [e for e in offered if e in natural]
    assert ran.result.stretched == ([] if "reveal" in natural else ["fire"])
    b.wounds = 1
    assert "heal" in asked(run(spells.compose, s, b, answers=[["fire"], "make", "instant", "Fire"] if "make" in natural else [["fire"], "make", "so", "instant", "Fire"]))[1]  # fmt: skip  # noqa: E501


@pytest.mark.rule("DON-SPELL-05", "DON-CAST-07")
def test_for_whom_a_kind_spell_is() -> None:
    s = table(3)
    scene(s)
    b = mage(s, words=("shield",), held=2)

    def composed(*answers: object) -> Ran[Donjon, Spell | None]:
        effect = "shield"
        far = [] if effect in natural_effects("shield") else ["because"]
        return run(spells.compose, s, b, answers=[["shield"], effect, *far, *answers, "Shield"])

    ran = composed(["pc0", "pc1", "pc2"], "instant")
    assert ran.result is not None
    assert ran.result.targets == ["pc0", "pc1", "pc2"]
    b.spell_dice = 0
    ran = composed("pc2", "instant")
    assert ran.result is not None
    assert ran.result.targets == ["pc2"]


@pytest.mark.rule("DON-SPELL-01")
def test_a_name_holds_all_its_words() -> None:
    assert spells.name_holds("Hellish Fire of Rats", ["fire", "rat"])
    assert not spells.name_holds("Hellish Fire", ["fire", "rat"])
    assert not spells.name_holds("", ["fire"])


# Letting go.


@pytest.mark.rule("DON-CAST-01", "DON-CAST-02", "DON-CAST-15")
def test_one_roll_of_what_is_left_for_every_target() -> None:
    s = table(1)
    b = mage(s, held=4)
    wolves = [bare(creature(s, "red_wolf", f"wolf {n}")) for n in range(3)]
    arena(s, *wolves, band=ONE)
    for wolf in wolves:
        wolf.now[4], wolf.wounds = 1, 5
    wolves[2].status = "out"
    spell = Spell(["fire"], ["hurt"], "Fire", targets=[w.id for w in wolves])
    ran = run(release.release, s, b, spell, answers=["flesh"], dice=[[15, 14, *[1] * 6], [9], [20], 1])
    assert rolled(ran) == ["8d20", "1d20", "1d20"]  # 3 + 2 and four dice less one for the crowd
    assert ([w.wounds for w in wolves], b.spell_dice, s.tally.spells) == ([3, 5, 5], 0, 1)
    assert s.fight is not None
    assert s.fight.flames == ["pc0"]
    spell = Spell(["blind"], ["hinder-body"], "Blind", targets=[wolves[0].id], stretched=["blind"])
    b.spell_dice = 1
    n = wolves[0].now[4] + wolves[0].save_body
    ran = run(release.release, s, b, spell, dice=[[1] * 6, [20] * (n + 3), 1])
    assert rolled(ran) == ["6d20", f"{n + 3}d20"]  # three dice for a stretched Word
    assert s.fight.flames == ["pc0"]
    poor = Spell(["fire", "blind"], ["hurt", "hinder-body"], "Fire Blind", duration="day", targets=[wolves[0].id])
    b.spell_dice = 1
    ran = run(release.release, s, b, poor, dice=[[1] * 5, [20], 1, [20] * n])
    assert rolled(ran)[0] == "5d20"  # never less than Cerebrality and Ability


@pytest.mark.rule("DON-CAST-14", "DON-ABIL-08", "DON-CAST-15", "DON-CAST-01")
def test_a_damage_ability_of_magic_adds_only_where_it_fits() -> None:
    from undercroft.games.donjon.being import When

    s = table(1)
    b = mage(s, held=2)
    b.abilities.append(Ability("Damage Demons", 3, ["damage"], when=[When("foe", "demon")], magic=True))
    demon, wolf = bare(creature(s, "red_wolf", "demon")), bare(creature(s, "red_wolf"))
    arena(s, demon, wolf)
    for foe in (demon, wolf):
        foe.now[4], foe.wounds = 1, 9
    spell = Spell(["fire"], ["hurt"], "Fire", targets=[demon.id, wolf.id])
    ran = run(release.release, s, b, spell, answers=["flesh"], dice=[[1] * 6, [20, 19, 1], [9], [9], 1])
    assert rolled(ran) == ["6d20", "3d20", "1d20", "1d20"]
    assert (demon.wounds, wolf.wounds) == (7, 9)
    b.spell_dice = 2
    ran = run(release.release, s, b, Spell(["fire"], ["hurt"], "Fire", targets=[wolf.id]), dice=[[1] * 7, [9], 1])
    assert rolled(ran) == ["7d20", "1d20"]


@pytest.mark.rule("DON-CAST-02", "DON-DEATH-04")
def test_a_spell_smashes_like_a_blow() -> None:
    for faces, out in (([20, 19], True), ([20, 1], False)):
        s = table(1)
        b = bare(s.pc(0))
        b.wounds, b.now[4] = 0, 1
        npc = creature(s, "human_wizard")
        npc.abilities, npc.spell_dice, npc.now = [], 0, [1, 2, 1, 1, 1, 1]
        arena(s, npc)
        run(release.release, s, npc, Spell(["fire"], ["hurt"], "Fire", targets=["pc0"]), dice=[faces, [9]])
        assert (b.status == "out") is out


@pytest.mark.rule("DON-CAST-03", "DON-CAST-04", "DON-CAST-05", "DON-CAST-06")
def test_what_a_hindering_spell_takes() -> None:
    s = table(1)
    b = mage(s, words=("rot", "blind"))
    wolf = bare(creature(s, "red_wolf"))
    wolf.now, wolf.save_mind, wolf.save_body = [1, 1, 2, 1, 4, 1], 1, 2
    arena(s, wolf)
    spell = Spell(["rot"], ["hinder-mind"], "Rot", duration="scene", targets=[wolf.id])
    b.spell_dice = 1
    ran = run(release.release, s, b, spell, answers=["facts:0", "movement"], dice=[[20, 19, 1, 1, 1], [9] * 3])
    assert rolled(ran) == ["5d20", "3d20"]
    assert [(p.dice, p.kinds, p.until) for p in wolf.penalties] == [(2, ["movement"], "scene")]
    wolf.penalties = []
    spell = Spell(["blind"], ["hinder-body"], "Blind", targets=[wolf.id])
    ran = run(release.release, s, b, spell, answers=["facts:0"], dice=[[20, 19, 1, 1, 1], [9] * 6])
    assert rolled(ran) == ["5d20", "6d20"]
    assert [(p.dice, p.kinds, p.until) for p in wolf.penalties] == [(2, ["attack", "perception"], "flurry")]
    npc = creature(s, "human_wizard")
    npc.abilities, npc.now[1] = [], 3
    for word, kinds in (("blind", 2), ("rot", 6)):
        b.penalties = []
        n = b.now[4] + b.save_body
        run(release.release, s, npc, Spell([word], ["hinder-body"], "X", targets=["pc0"]), dice=[[20] * 3, [1] * n])
        assert [(p.dice, len(p.kinds)) for p in b.penalties] == [(3, kinds)]


@pytest.mark.rule("DON-CAST-08", "DON-HEAL-05")
def test_healing_faces_the_damage_taken() -> None:
    s = table(2)
    scene(s)
    b, other = mage(s), bare(s.pc(1))
    other.full, other.now, other.wounds, other.wounds_full = [3] * 6, [3, 3, 3, 2, 3, 3], 1, 3
    b.spell_dice = 1
    ran = run(release.release, s, b, Spell(["heal"], ["heal"], "Heal", targets=["pc1"]), dice=[[20, 19, 1, 1, 1, 1], [9] * 3])
    assert (rolled(ran), other.now[3], other.wounds) == (["6d20", "3d20"], 3, 2)
    ran = run(release.release, s, b, Spell(["heal"], ["heal"], "Heal", targets=["pc1"]), dice=[[1] * 5, [9]])
    assert other.wounds == 2
    b.wounds = 3
    ran = run(release.release, s, b, Spell(["heal"], ["heal"], "Heal", stretched=["heal"]), dice=[[20] * 5, [9] * 4])
    assert (rolled(ran), b.wounds) == (["5d20", "4d20"], 4)  # himself, and three dice for the stretch


@pytest.mark.rule("DON-CAST-07", "DON-CAST-09", "DON-CAST-13")
def test_kind_spells_face_a_difficulty() -> None:
    s = table(2)
    scene(s)
    b, other = mage(s), s.pc(1)
    spell = Spell(["grow"], ["help"], "Grow", duration="scene", targets=["pc0", "pc1"])
    b.spell_dice = 2
    ran = run(release.release, s, b, spell, answers=["stealth"], dice=[[20, 19, 1, 1, 1], [9]])
    assert rolled(ran) == ["5d20", "1d20"]  # Easy
    assert [(x.dice, x.kinds, x.until) for x in other.boons] == [(2, ["stealth"], "scene")]
    assert len(b.boons) == 1
    b.boons = []
    run(release.release, s, b, Spell(["wall"], ["shield"], "Wall"), dice=[[20, 1, 1, 1, 1], [9]])
    assert [(x.dice, x.kinds, x.until) for x in b.boons] == [(1, ["dodge", "soak"], "flurry")]
    ran = run(release.release, s, b, Spell(["eye"], ["reveal"], "Eye"), answers=["facts:0", "keep"], dice=[[20] * 5, [1] * 4])
    assert (rolled(ran), [(x.dice, x.about) for x in b.bonus]) == (["5d20", "4d20"], [(5, "perception")])
    b.bonus = []
    ran = run(release.release, s, b, Spell(["wall"], ["make"], "Wall"), answers=["facts:0", "keep"], dice=[[20] * 5, [1] * 4])
    assert (rolled(ran), [(x.dice, x.about) for x in b.bonus]) == (["5d20", "4d20"], [(5, "magic")])


@pytest.mark.rule("DON-CAST-11", "DON-AGM-04", "DON-CAST-16")
def test_what_comes_of_a_failed_spell() -> None:
    for pick, n, penalties, facts in ((1, 3, [], 0), (2, 3, [2], 0), (2, 1, [1], 0), (3, 3, [], 1)):
        s = table(1)
        scene(s)
        b = mage(s)
        spell = Spell(["wall"], ["make"], "Wall")
        dice = Weighed([[5, 1, 1, 1, 1], [6] * n + [1] * (4 - n), pick])
        run(release.release, s, b, spell, dice=dice)
        assert dice.weighings == [[40, 40, 20]]
        assert [(p.dice, p.kinds, p.until) for p in b.penalties] == [(k, ["any"], "roll") for k in penalties]
        assert (len(s.facts), spell.answered) == (facts, True)
    s = table(1)
    arena(s, *(wolves := [bare(creature(s, "red_wolf", f"wolf {n}")) for n in range(2)]))
    b = mage(s, held=1)
    for wolf in wolves:
        wolf.now[4] = 1
    run(
        release.release, s, b, Spell(["fire"], ["hurt"], "Fire", targets=[w.id for w in wolves]), dice=[[1] * 5, [20], 1, [20]]
    )  # once for a whole spell
    npc = creature(s, "human_wizard")
    npc.abilities, npc.now[1] = [], 1
    run(release.release, s, npc, Spell(["fire"], ["hurt"], "Fire", targets=["pc0"]), dice=[[1], [20] * b.now[4]])
    assert b.penalties == npc.penalties == []


@pytest.mark.rule("DON-CAST-09", "DON-CAST-11")
def test_summoning_and_mastering() -> None:
    def summoned(effects: list[str], *dice: object, fight: bool = False) -> tuple[Donjon, list[str], list[Being]]:
        s = table(1, chapter=3)
        scene(s)
        b = mage(s, held=2)
        if fight:
            arena(s, creature(s, "red_wolf"))
        before = set(s.beings)
        spell = Spell(["rat"] * len(effects), effects, "Rat", summon="a rat")
        ran = run(release._summon, s, b, spell, Pool("x", [], None, [10, 1]), [], dice=dice)
        return s, rolled(ran), [x for i, x in s.beings.items() if i not in before]

    s, thrown, came = summoned(["summon"], [9, 9])
    assert (thrown, came) == (["2d20"], [])  # here, nobody's, and gone again
    s, thrown, came = summoned(["summon"], [9, 9], fight=True)
    assert [x.side for x in came] == [1]
    assert s.fight is not None
    assert s.fight.fighters[-1].id == came[0].id
    assert came[0].level == 2
    save = came[0].now[2] + came[0].save_mind
    for face, side in ((1, 0), (20, 1)):
        s, thrown, came = summoned(["summon", "help"], [9, 9], [face] * save, fight=True)
        assert (thrown, [x.side for x in came]) == (["2d20", f"{save}d20"], [side])
    s, thrown, came = summoned(["summon", "hinder-mind"], [9, 9], [1] * save)
    assert s.scene is not None
    assert (s.scene.friends, came[0].side) == ([came[0].id], 0)
    s, thrown, came = summoned(["summon", "help"], [20, 19], 2, [1] * (save + 2), fight=True)
    assert (thrown, [x.side for x in came]) == (["2d20", f"{save + 2}d20"], [0])  # harder to hold by the failure
    s = table(1, chapter=3)
    dice = Weighed([[20, 20], 1])
    scene(s)
    b = mage(s)
    run(
        release._summon,
        s,
        b,
        Spell(["rat"], ["summon"], "Rat", summon="a rat"),
        Pool("x", [], None, [10, 1]),
        [],
        dice=dice,
    )
    assert (dice.weighings, len(s.beings)) == ([[4, 2]], 1)

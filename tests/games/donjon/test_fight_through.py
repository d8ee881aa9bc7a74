"""Fights played through: distances, attacks, hits, movement, counting down, the lull and what follows."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon.being import Ability, Being, Bonus, Boon, Item, Penalty, When
from undercroft.games.donjon.rules.basics import distance
from undercroft.games.donjon.rules.combat import actions, combat, flurry, hits, lull, moving, parley, tactics
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.tasks import tricks
from undercroft.games.donjon.state import CLOSE, ONE, OUT, TWO, Donjon

from .kit import arena, creature, give, numbers, run, table
from .test_edges import bare, rolled
from .test_harm_through import asked


def duel(seats: int = 1, kind: str = "red_wolf", band: int = CLOSE, **options: bool | int | str) -> tuple[Donjon, Being, Being]:
    """Roland against a creature, both with nothing but Attributes of 3; the foe has no number left to parry with."""
    s = table(seats, 1, **options)
    foe = bare(creature(s, kind))
    arena(s, foe, band=band)
    for b in [*s.pcs(), foe]:
        bare(b).full = [3] * 6
        b.now, b.wounds, b.wounds_full, b.save_mind, b.save_body = [3] * 6, 5, 5, 0, 0
        b.natural, b.wealth, b.provisions = ("" if b.pc else "claws"), 0, 0
    return s, s.pc(0), foe


# Distances.


@pytest.mark.rule("DON-DIST-05", "DON-DIST-06", "DON-DIST-07", "DON-MISS-01")
def test_what_reaches_how_far() -> None:
    s, b, foe = duel()
    bow, knife = Item("b", "Bow", "weapon", 1, reach="missile"), Item("k", "Knife", "weapon", 1, reach="thrown")
    b.items = [bow, knife, Item("s", "Sword", "weapon", 1)]
    found = {}
    for item in b.items:
        b.wielding = item.id
        found[item.id] = [combat.range_penalty(b, d) for d in (CLOSE, ONE, TWO, OUT)]
    assert found == {"b": [-6, 0, -3, None], "k": [-3, 0, None, None], "s": [0, None, None, None]}
    b.wielding = ""
    assert [combat.range_penalty(b, d) for d in (CLOSE, ONE)] == [0, None]
    b.wielding = "b"
    distance.set_band(s, b.id, foe.id, TWO)
    b.now[3] = 5
    ran = run(combat.attack, s, b, foe, dice=[[1] * 2, [20] * 3])
    assert rolled(ran) == ["2d20", "3d20"]


@pytest.mark.rule("DON-MISS-01", "DON-MISS-03", "DON-DIST-06")
def test_arrows_are_counted_where_they_are_counted() -> None:
    for counted in (True, False):
        s, b, foe = duel(band=ONE, ammunition=counted)
        bow = Item("b", "Bow", "weapon", 1, reach="missile", ammo=1)
        b.items, b.wielding = [bow], "b"
        assert combat.can_attack(s, b, foe)
        run(combat.attack, s, b, foe, dice=[[1] * 3, [20] * 3])
        assert bow.ammo == 0
        assert combat.can_attack(s, b, foe) is not counted
        bow.ammo = None
        assert combat.can_attack(s, b, foe)
    distance.set_band(s, b.id, foe.id, OUT)
    assert not combat.can_attack(s, b, foe)


@pytest.mark.rule("DON-DIST-10")
def test_how_far_friends_are_apart() -> None:
    s, b, foe = duel(2, band=TWO)
    other = s.pc(1)
    one, two = (distance.fighter(s, x.id) for x in (b, other))
    assert distance.apart(s, b, b) == CLOSE
    assert distance.apart(s, b, foe) == TWO
    one.start = two.start = TWO
    assert distance.apart(s, b, other) == CLOSE  # nobody has moved
    one.moved = True
    assert distance.apart(s, b, other) == TWO
    distance.set_band(s, b.id, foe.id, CLOSE)
    assert distance.apart(s, b, other) == TWO
    distance.set_band(s, other.id, foe.id, ONE)
    assert distance.apart(s, b, other) == ONE
    distance.set_band(s, other.id, foe.id, CLOSE)
    assert distance.apart(s, b, other) == CLOSE  # both at the same foe
    one.moved, one.start = False, ONE
    distance.set_band(s, other.id, foe.id, TWO)
    assert distance.apart(s, b, other) == TWO  # they began apart


@pytest.mark.rule("DON-DIST-09", "DON-MINI-01", "DON-MINI-02", "DON-MINI-03")
def test_distances_set_and_moved_with_and_without_tokens() -> None:
    s, b, foe = duel()
    distance.set_band(s, b.id, foe.id, 9)
    assert distance.band(s, b.id, foe.id) == OUT
    distance.set_band(s, foe.id, b.id, -1)
    assert distance.band(s, b.id, foe.id) == CLOSE
    for sort in ("squares", "hexes", "inches"):
        s, b, foe = duel(miniatures=sort, mini_move=4)
        me, it = distance.fighter(s, b.id), distance.fighter(s, foe.id)
        me.x, me.y, it.x, it.y = 3, 0, 0, 0
        found = []
        for value in (CLOSE, ONE, TWO, OUT):
            distance.set_band(s, b.id, foe.id, value)
            found.append((me.x, me.y, distance.band(s, b.id, foe.id)))
        assert found == [(1, 0, CLOSE), (4, 0, ONE), (8, 0, TWO), (9, 0, OUT)]
        me.x = -3
        distance.set_band(s, b.id, foe.id, ONE)
        assert me.x == -4
    gaps = {}
    for sort in ("squares", "hexes", "inches"):
        s, b, foe = duel(miniatures=sort, mini_move=4)
        me, it = distance.fighter(s, b.id), distance.fighter(s, foe.id)
        it.x, it.y, me.x, me.y = 1, 1, 4, 5
        gaps[sort] = distance.gap(s, me, it)
        assert distance.step_token(s, me, it, away=False)[0] <= 0
    assert gaps == {"squares": 4, "hexes": 7, "inches": 5}


@pytest.mark.rule("DON-MINI-02", "DON-MINI-03")
def test_a_token_moves_as_far_as_an_action_carries() -> None:
    s, b, foe = duel(miniatures="squares", mini_move=3)
    me, it = distance.fighter(s, b.id), distance.fighter(s, foe.id)
    it.x, it.y, me.x, me.y = 0, 0, 6, 2
    assert distance.step_token(s, me, it, away=False) == (-3, -2)
    assert (me.x, me.y) == (3, 0)
    assert distance.step_token(s, me, it, away=False) == (-2, 0)  # it stops beside the other
    assert distance.step_token(s, me, it, away=True) == (3, 0)
    assert (me.x, me.y) == (4, 0)
    me.x = 0
    assert distance.step_token(s, me, it, away=True) == (3, 0)  # from the same square: somewhere
    me.x, me.y = -1, 1
    assert distance.step_token(s, me, it, away=True) == (-3, 3)


# Attack and defence.


@pytest.mark.rule("DON-ATK-01", "DON-DEF-01", "DON-DEF-02", "DON-ATK-02", "DON-LAW-09", "DON-HOLD-03")
def test_an_attack_from_throw_to_harm() -> None:
    s, b, foe = duel()
    b.spell_dice = 2
    b.bonus = [Bonus(1, "gm:attack", "x", only=True, scene=s.scene_no)]
    ran = run(combat.attack, s, b, foe, answers=["damage", "flesh"], dice=[[20, 19, 1], [9] * 6, [20, 19, 1, 1], [9] * 3])
    assert rolled(ran) == ["3d20", "6d20", "4d20", "3d20"]  # dodge 3, held power 2, kept against him 1; Virility 3, fists, 2
    assert (ran.result, foe.wounds, b.bonus) == (True, 3, [])
    assert s.fight is not None
    assert (s.fight.attacked, distance.fighter(s, foe.id).last_foe, s.tally.dodges) == ([f"pc0>{foe.id}"], "pc0", 1)
    b.spell_dice = 0
    ran = run(combat.attack, s, b, foe, bonus=2, dice=[[1] * 5, [20] * 3])
    assert (rolled(ran), ran.result, foe.wounds) == (["5d20", "3d20"], False, 3)
    b.items, b.wielding = [Item("br", "Breath", "weapon", 1, tags=["breath"])], "br"
    for _ in range(2):
        run(combat.attack, s, b, foe, dice=[[1] * 3, [20] * 3])
    assert s.fight.flames == ["pc0"]


@pytest.mark.rule("DON-DEF-01", "DON-DEF-03", "DON-DEF-04", "DON-DEF-05", "DON-DEF-06", "DON-MOVE-02", "DON-ATK-01")
def test_parrying_costs_the_highest_number_and_strikes_back() -> None:
    s, b, foe = duel()
    numbers(s, b, 12, 5)
    ran = run(combat.attack, s, foe, b, answers=["parry", "damage"], dice=[[1] * 3, [20, 19, 1], [20, 1, 1, 1], [9] * 3])
    assert asked(ran)[0] == ["dodge", "parry"]
    assert (distance.fighter(s, "pc0").numbers, foe.wounds, s.tally.parries) == ([5], 4, 1)
    b.spell_dice = 2
    ran = run(combat.attack, s, foe, b, answers=["dodge"], dice=[[1] * 3, [20] * 3])
    assert asked(ran)[0] == ["dodge", "parry", "spell"]
    b.abilities = [Ability("Cast", 1, ["magic"], spell=True)]
    ran = run(
        combat.attack,
        s,
        foe,
        b,
        answers=["spell", "facts:0", "flesh"],
        dice=[[9] * 3, [20, 19, 1, 1, 1, 1], [20, 19, 1, 1, 1, 1], [9] * 3],
    )
    assert rolled(ran) == ["3d20", "6d20", "6d20", "3d20"]  # Cerebrality 3 + 1 + 2 held; then 3 + 1 and two successes
    assert (b.spell_dice, distance.fighter(s, "pc0").numbers, foe.wounds) == (0, [], 2)
    assert not combat.can_parry(s, b, "melee")  # no number left
    numbers(s, b, 4)
    assert combat.can_parry(s, b, "melee")
    assert not combat.can_parry(s, b, "missile")
    b.frozen = 1
    assert not combat.can_parry(s, b, "melee")
    b.frozen = 0
    b.items, b.wielding = [Item("bow", "Bow", "weapon", 1, reach="missile")], "bow"
    assert not combat.can_parry(s, b, "melee")
    b.items[0].reach = "melee"
    assert combat.can_parry(s, b, "melee")
    numbers(s, b, 3, 9, 5)
    assert (combat.abort(s, b), distance.fighter(s, "pc0").numbers) == (9, [5, 3])


@pytest.mark.rule("DON-MOVE-07", "DON-MOVE-10", "DON-MOVE-06")
def test_a_charge_is_added_or_taken_instead() -> None:
    for dial in ("added", "instead"):
        s, b, foe = duel(charge=dial)
        b.abilities = [Ability("Charge", 2, ["charge"]), Ability("Swing", 1, ["attack"]), Ability("Rush", 1, ["charge"])]
        assert combat.charge_parts(s, b, foe) == []
        distance.fighter(s, "pc0").moved_to = foe.id
        assert combat.charge_parts(s, b, foe) == ([("Charge", 2)] if dial == "added" else [])
        ran = run(
            combat.attack,
            s,
            b,
            foe,
            answers=["use:swing" if dial == "added" else "use:charge"],
            dice=[[1] * (6 if dial == "added" else 5), [20] * 3],
        )
        assert set(asked(ran)[0]) >= ({"use:swing", "plain"} if dial == "added" else {"use:swing", "use:charge", "plain"})
        assert [a.adds for a in b.abilities] == [["charge"], ["attack"], ["charge"]]  # nothing sticks
        b.abilities = []
        assert combat.charge_parts(s, b, foe) == []


@pytest.mark.rule("DON-ABIL-03", "DON-MRW-03", "DON-MOVE-07")
def test_words_about_an_attack() -> None:
    s, b, foe = duel(2)
    other = creature(s, "red_wolf", "second")
    assert s.fight is not None
    s.fight.fighters.append(type(s.fight.fighters[0])(other.id))
    words = combat.attack_tags(s, foe, b)
    assert "pack" not in words
    s.fight.attacked = [f"{foe.id}>pc0"]
    assert "pack" not in combat.attack_tags(s, foe, b)  # it does not make a pack with itself
    assert "pack" in combat.attack_tags(s, other, b)
    assert "pack" not in combat.attack_tags(s, other, s.pc(1))
    assert "pack" not in combat.attack_tags(s, b, foe)
    assert "behind" not in words
    foe.hint = "behind:pc0"
    assert "behind" in combat.attack_tags(s, foe, b)
    assert "behind" not in combat.attack_tags(s, foe, s.pc(1))
    assert "mele" in words
    b.items, b.wielding = [Item("bow", "Bow", "weapon", 1, reach="missile")], "bow"
    assert "mele" not in combat.attack_tags(s, b, foe)


# What a hit buys.


@pytest.mark.rule("DON-ATK-02", "DON-ATK-03", "DON-DMG-08", "DON-LAW-07")
def test_what_a_players_hit_may_buy() -> None:
    def hit(n: int, answers: list[object], dealt: int) -> tuple[Being, list[list[str]]]:
        s, b, foe = duel()
        ran = run(hits.land, s, b, foe, n, frozenset(), answers=answers, dice=[[1] * (3 - 1 + dealt), [20] * 3])
        return b, asked(ran)

    b, keys = hit(1, ["damage"], 1)
    assert (keys, b.bonus) == ([["damage", "facts", "keep"]], [])
    b, keys = hit(3, ["damage"], 3)
    assert (keys, b.bonus) == ([["damage", "facts", "keep", "part"]], [])
    b, _ = hit(3, ["keep"], 0)
    assert [x.dice for x in b.bonus] == [3]
    b, _ = hit(3, ["part", 2], 1)
    assert [(x.dice, x.about) for x in b.bonus] == [(2, "attack")]
    b, _ = hit(3, ["facts", "facts:1", "it stumbles"], 2)
    assert b.bonus == []


@pytest.mark.rule("DON-ATK-02", "DON-TOWN-08")
def test_with_the_law_revoked_a_hit_is_damage_alone() -> None:
    s, b, foe = duel()
    s.chapter, s.town_law = 0, False
    ran = run(hits.land, s, b, foe, 2, frozenset(), dice=[[1] * 4, [20] * 3])
    assert (ran.asks, rolled(ran)) == ([], ["4d20", "3d20"])


@pytest.mark.rule("DON-ATK-02", "DON-ATK-03", "DON-LAW-09", "DON-LAW-07")
def test_a_gamesmasters_hit_has_the_same_choices() -> None:
    def hit(n: int, answers: list[object], dealt: int) -> tuple[Donjon, Being, list[list[str]]]:
        s, b, foe = duel()
        ran = run(
            hits.land,
            s,
            foe,
            b,
            n,
            frozenset(),
            gamesmaster=1,
            answers=[(1, a) for a in answers],
            dice=[[1] * (3 + dealt), [20] * 3],
        )
        return s, foe, asked(ran)

    s, foe, keys = hit(1, ["damage"], 1)
    assert (keys, foe.bonus) == ([["damage", "facts", "keep"]], [])
    s, foe, keys = hit(3, ["keep"], 0)
    assert (keys, [x.dice for x in foe.bonus]) == ([["damage", "facts", "keep", "part"]], [3])
    s, foe, keys = hit(3, ["part", 1], 2)
    assert [x.dice for x in foe.bonus] == [1]
    s, foe, keys = hit(1, ["facts", "he trips"], 0)
    assert ([f.text for f in s.facts], foe.bonus) == (["he trips"], [])
    s, foe, keys = hit(3, ["facts", "he trips; he drops it"], 1)
    assert [f.text for f in s.facts] == ["he trips", "he drops it"]
    s, foe, keys = hit(2, ["facts", "he trips; he drops it; he weeps"], 0)
    assert [f.text for f in s.facts] == ["he trips", "he drops it"]  # no more than were bought
    s, foe, keys = hit(2, ["facts", ""], 2)
    assert s.facts == []  # nothing said: all of it goes into the damage


@pytest.mark.rule("DON-DMG-01", "DON-DMG-02", "DON-MHT-01")
def test_what_a_blow_deals() -> None:
    s, b, foe = duel()
    assert hits.damage_parts(b) == [("fists and feet", -1)]
    assert hits.damage_parts(b, "spit") == []
    give(s, b, "broadsword")
    dr = b.items[0].dr
    b.now[0] = 5
    ran = run(hits.deal, s, b, foe, 2, frozenset(), dice=[[1] * (5 + dr + 2), [20] * 3])
    assert rolled(ran)[0] == f"{5 + dr + 2}d20"
    foe.hint = "behind:pc0"
    foe.abilities = [Ability("Backstab", 2, ["damage"], when=[When("position", "behind")])]
    ran = run(hits.deal, s, foe, b, 0, frozenset(), dice=[[1] * 5, [20] * 3])
    assert (rolled(ran)[0], foe.hint) == ("5d20", "")
    ran = run(hits.deal, s, foe, b, 0, frozenset(), dice=[[1] * 3, [20] * 3])
    assert rolled(ran)[0] == "3d20"  # once from behind


# Moving.


@pytest.mark.rule("DON-MOVE-01", "DON-MOVE-02", "DON-MOVE-03", "DON-MOVE-04", "DON-DIST-01")
def test_moving_in_resisted_or_not() -> None:
    s, b, foe = duel(band=TWO)
    foe.role = "brute"
    run(moving.move_in, s, b, foe)
    me = distance.fighter(s, "pc0")
    assert (distance.band(s, "pc0", foe.id), me.moved, me.moved_to) == (ONE, True, foe.id)
    numbers(s, foe, 9, 4)
    ran = run(moving.move_in, s, b, foe, gamesmaster=1, answers=[(1, "resist")], dice=[[1] * 3, [20, 1, 1]])
    assert (rolled(ran), distance.band(s, "pc0", foe.id), distance.fighter(s, foe.id).numbers) == (["3d20", "3d20"], ONE, [4])
    assert [(x.dice, x.about, x.against) for x in foe.bonus] == [(1, "movement", "pc0")]
    ran = run(moving.move_in, s, b, foe, gamesmaster=1, answers=[(1, "resist"), "facts:0"], dice=[[20, 19, 1], [9, 1, 1, 1]])
    assert rolled(ran) == ["3d20", "4d20"]
    assert (distance.band(s, "pc0", foe.id), [(x.dice, x.about, x.against) for x in b.bonus]) == (
        CLOSE,
        [(2, "movement", foe.id)],
    )


@pytest.mark.rule("DON-MOVE-02", "DON-MOVE-09")
def test_who_can_resist() -> None:
    for change in ("none", "frozen", "rooted", "prone"):
        s, b, foe = duel(band=ONE)
        numbers(s, foe, *(() if change == "none" else (5,)))
        foe.frozen = 1 if change == "frozen" else 0
        foe.tags = ["rooted"] if change == "rooted" else []
        foe.penalties = [Penalty(1, ["x"], "scene", "x", "prone")] if change == "prone" else []
        assert run(moving.move_in, s, b, foe, gamesmaster=1).asks == []
    s, b, foe = duel(band=ONE)
    numbers(s, foe, 5)
    foe.penalties = [Penalty(1, ["x"], "scene", "x", "blinded")]
    ran = run(moving.move_in, s, b, foe, gamesmaster=1, answers=[(1, "let")])
    assert distance.fighter(s, foe.id).numbers == [5]
    s, b, foe = duel(band=ONE)
    numbers(s, b, 5)
    ran = run(moving.move_in, s, foe, b, answers=["resist", "facts:0"], dice=[[1] * 3, [20] * 3])
    assert asked(ran)[0] == ["let", "resist"]
    assert (distance.fighter(s, "pc0").numbers, distance.band(s, "pc0", foe.id)) == ([], ONE)


@pytest.mark.rule("DON-DIST-01", "DON-MOVE-01")
def test_those_who_stand_together_are_reached_together() -> None:
    s, b, foe = duel(2, band=TWO)
    beside, apart = creature(s, "red_wolf", "beside"), creature(s, "red_wolf", "apart")
    assert s.fight is not None
    for o in (beside, apart):
        s.fight.fighters.append(type(s.fight.fighters[0])(o.id))
        for who in ("pc0", "pc1"):
            distance.set_band(s, who, o.id, TWO)
    distance.set_band(s, "pc1", apart.id, ONE)
    run(moving.move_in, s, b, foe)
    assert [distance.band(s, "pc0", o.id) for o in (foe, beside, apart)] == [ONE, ONE, TWO]
    assert [distance.band(s, "pc1", o.id) for o in (foe, beside, apart)] == [TWO, TWO, ONE]


@pytest.mark.rule("DON-MOVE-05", "DON-MOVE-08", "DON-MOVE-01", "DON-DIST-04")
def test_moving_away() -> None:
    s, b, foe = duel()
    ran = run(moving.move_away, s, b, dice=[[1] * 3, [20] * 3])
    assert (rolled(ran), distance.band(s, "pc0", foe.id), b.status) == (["3d20", "3d20"], ONE, "up")  # a free attack
    assert distance.fighter(s, "pc0").moved
    ran = run(moving.move_away, s, b)
    assert (rolled(ran), distance.band(s, "pc0", foe.id)) == ([], TWO)
    run(moving.move_away, s, b)
    assert b.status == "fled"
    s, b, foe = duel(free_attack="caught")
    ran = run(moving.move_away, s, b)
    assert (rolled(ran), distance.band(s, "pc0", foe.id)) == ([], ONE)
    s, b, foe = duel()
    numbers(s, foe, 7)
    ran = run(moving.move_away, s, b, gamesmaster=1, answers=[(1, "resist")], dice=[[1] * 3, [20, 19, 1], [1] * 5, [20] * 3])
    assert rolled(ran) == ["3d20", "3d20", "5d20", "3d20"]  # caught: the free attack has two dice more
    assert (distance.band(s, "pc0", foe.id), foe.bonus) == (CLOSE, [])
    s, b, foe = duel(band=ONE)
    numbers(s, foe, 7)
    run(moving.move_away, s, b, gamesmaster=1, answers=[(1, "resist")], dice=[[1] * 3, [20, 19, 1]])
    assert (distance.band(s, "pc0", foe.id), [x.dice for x in foe.bonus]) == (ONE, [2])


@pytest.mark.rule("DON-MOVE-05")
def test_a_free_attack_may_be_let_go_and_is_no_shot() -> None:
    s, b, foe = duel()
    assert asked(run(moving._free_attack, s, b, foe, 0, answers=["decline"])) == [["take", "decline"]]
    bow = Item("bow", "Bow", "weapon", 3, reach="missile")
    b.items, b.wielding = [bow], "bow"
    ran = run(moving._free_attack, s, b, foe, 2, answers=["take"], dice=[[1] * 5, [20] * 3])
    assert (rolled(ran), b.wielding) == (["5d20", "3d20"], "bow")  # with fists, and the bow is in hand again


@pytest.mark.rule("DON-FUN-34")
def test_up_the_slope() -> None:
    s, b, king = duel(kind="mushroom_king", band=ONE)
    assert s.fight is not None
    s.fight.slope = king.id
    ran = run(moving.move_in, s, b, king, answers=["write it for me"], dice=[[1] * 3, [20]])
    assert (rolled(ran), distance.band(s, "pc0", king.id), distance.fighter(s, "pc0").halfway) == (["3d20", "1d20"], ONE, True)
    run(moving.move_in, s, b, king)
    assert (distance.band(s, "pc0", king.id), distance.fighter(s, "pc0").halfway) == (CLOSE, False)
    distance.set_band(s, "pc0", king.id, TWO)
    run(moving.move_in, s, b, king)
    assert distance.band(s, "pc0", king.id) == ONE  # only the last step is the slope
    b.bonus = []
    ran = run(moving.move_in, s, b, king, answers=["facts:0"], dice=[[20] * 3, [1]])
    assert distance.band(s, "pc0", king.id) == CLOSE


@pytest.mark.rule("DON-MOVE-01", "DON-MSC-01")
def test_the_cornered_and_the_rooted_stay() -> None:
    b = Being("x", "X")
    assert moving.can_leave(b)
    b.penalties = [Penalty(1, ["x"], "scene", "x", "prone")]
    assert moving.can_leave(b)
    b.penalties.append(Penalty(1, ["x"], "scene", "x", "cornered"))
    assert not moving.can_leave(b)
    assert not moving.can_leave(Being("x", "X", tags=["rooted"]))


# Counting down.


@pytest.mark.rule("DON-INI-04", "DON-TIE-01", "DON-TIE-02", "DON-TIE-03")
def test_the_order_on_one_number() -> None:
    for dial, order in (("seats", ["pc0", "pc1"]), ("adroitness", ["pc1", "pc0"])):
        s, b, foe = duel(2, seat_order=dial)
        quick = creature(s, "red_wolf", "quick")
        assert s.fight is not None
        s.fight.fighters.append(type(s.fight.fighters[0])(quick.id))
        foe.now[3], quick.now[3], s.pc(1).now[3] = 2, 6, 5
        for x in (b, s.pc(1), foe, quick):
            numbers(s, x, 8)
        assert flurry.order_on(s, 8) == [*order, quick.id, foe.id]
        assert flurry.order_on(s, 7) == []
        numbers(s, b, 8, 8)
        s.fight.count = 20
        seen = []
        while who := flurry.next_actor(s):
            seen.append(who)
            distance.fighter(s, who).numbers.remove(s.fight.count)
            s.fight.passed.append(who)
        assert seen == [*order, quick.id, foe.id, "pc0"]  # one action each round of the table
        assert s.fight.count == 0


@pytest.mark.rule("DON-MDA-02", "DON-INI-04", "DON-MOVE-07", "DON-MMK-01")
def test_one_action_off_the_count() -> None:
    s, b, foe = duel()
    assert s.fight is not None
    numbers(s, b, 9)
    s.fight.count = 20
    b.frozen = 2
    ran = run(flurry.fight_step, s)
    assert (b.frozen, distance.fighter(s, "pc0").numbers, s.fight.count, ran.asks) == (1, [], 9, [])
    numbers(s, b, 9)
    b.frozen = 0
    me = distance.fighter(s, "pc0")
    me.moved_to = foe.id
    b.bonus = [Bonus(2, "action", "worship", scene=s.scene_no), Bonus(1, "social", "x", scene=s.scene_no)]
    s.fight.passed = []
    run(flurry.fight_step, s, answers=["wait"])
    assert (me.moved_to, [x.about for x in b.bonus]) == ("", ["social"])  # a charge and a command count for one action
    numbers(s, foe, 3)
    foe.status = "out"
    run(flurry.next_action, s)
    assert distance.fighter(s, foe.id).numbers == []
    foe.status = "up"
    run(flurry.next_action, s)
    assert s.fight.stage == "lull"


@pytest.mark.rule("DON-FLUR-04", "DON-XP-02", "DON-LOOT-01", "DON-SCENE-03")
def test_when_a_combat_is_over() -> None:
    s, b, foe = duel(2)
    other = s.pc(1)
    fled = creature(s, "red_wolf", "fled")
    assert s.fight is not None
    s.fight.fighters.append(type(s.fight.fighters[0])(fled.id))
    foe.status, fled.status, other.status = "out", "fled", "fled"
    b.frozen, b.hint = 2, "behind:x"
    b.penalties = [Penalty(1, ["any"], until, "x") for until in ("flurry", "action", "scene")]
    b.boons = [Boon(1, ["any"], until, "x") for until in ("flurry", "scene")]
    b.bonus = [Bonus(1, "movement", "x"), Bonus(1, "attack", "x")]
    sword = Item("s", "Sword", "weapon", 2)
    b.items, b.wielding = [Item("r", "Rope"), sword], ""
    lull.end_fight(Table(s, Dice(1)))
    assert (s.phase, s.first_fight, other.status) == ("loot", False, "up")
    assert (b.frozen, b.hint, [p.until for p in b.penalties], [p.until for p in b.boons]) == (0, "", ["scene"], ["scene"])
    assert ([x.about for x in b.bonus], b.wielding) == (["attack"], "s")
    assert s.scene is not None
    assert (s.scene.bodies, s.scene.foes) == ([foe.id], [foe.id, fled.id])
    assert b.xp > 0
    for passed in (True, False):
        s, b, foe = duel()
        foe.status = "yielded"
        assert s.scene is not None
        if passed:
            s.scene.data["passed"] = "1"
        lull.end_fight(Table(s, Dice(1)))
        assert (s.scene.bodies, "passed" in s.scene.data) == ([] if passed else [foe.id], False)
    s, b, foe = duel()
    second = creature(s, "red_wolf")
    assert s.fight is not None
    assert s.scene is not None
    s.fight.fighters.append(type(s.fight.fighters[0])(second.id))
    second.status, b.status = "out", "fled"
    lull.end_fight(Table(s, Dice(1)))
    assert s.scene.bodies == []  # nobody searches a field he has left


@pytest.mark.rule("DON-FLUR-01", "DON-FLUR-02", "DON-FLUR-03")
def test_what_a_lull_comes_to() -> None:
    def lulled(
        say: list[str], want: str, *, talks: bool = False, flurry_no: int = 1, seats: int = 1
    ) -> tuple[Donjon, Being, list[list[str]]]:
        s, _b, foe = duel(seats)
        foe.tags = ["talks"] if talks else []
        assert s.fight is not None
        s.fight.flurry, s.fight.stage = flurry_no, "lull"
        ran = run(lull.lull, s, gamesmaster=seats, answers=[*enumerate(say), (seats, want)])
        return s, foe, asked(ran)

    s, foe, keys = lulled(["on"], "on")
    assert (keys[0], s.fight is not None and s.fight.stage) == (["on", "talk", "off"], "initiative")
    s, foe, keys = lulled(["on"], "on", talks=True)
    assert keys[0] == ["on", "talk", "off", "yield"]
    s, foe, keys = lulled(["off"], "off")
    assert (s.fight, foe.status) == (None, "fled")
    s, foe, keys = lulled(["off"], "talk")
    assert s.fight is None
    s, foe, keys = lulled(["off"], "on")
    assert s.fight is not None
    s, foe, keys = lulled(["off", "on"], "off", seats=2)
    assert s.fight is not None  # one who fights on is enough
    s, foe, keys = lulled(["on"], "on", flurry_no=12)
    assert (s.fight, foe.status) == (None, "fled")  # weary
    s, foe, keys = lulled(["on"], "on", flurry_no=11)
    assert s.fight is not None
    s, foe, keys = lulled(["yield"], "on", talks=True)
    assert (s.fight, s.scene is not None and s.scene.bodies, len(s.turning)) == (None, [], 1)
    s, foe, keys = lulled(["yield"], "off", talks=True)
    assert (s.fight, s.turning) == (None, [])  # they wanted to go anyway
    s, foe, keys = lulled(["yield", "on"], "on", talks=True, seats=2)
    assert s.fight is not None
    s, foe, keys = lulled(["talk"], "off")
    assert (s.fight, foe.status) == (None, "fled")  # nobody to talk to, but nobody wants to go on
    s, foe, keys = lulled(["talk"], "on")
    assert s.fight is not None


@pytest.mark.rule("DON-FLUR-03")
def test_surrender_costs_half_the_wealth_and_unless_offered_what_is_loose() -> None:
    for offered in (True, False):
        s, b, foe = duel()
        b.wealth = 5
        mine, loose, worn = Item("m", "Mine", "weapon", permanent=True), Item("l", "Loose", "weapon"), Item("w", "Worn", "armor")
        b.items, b.wielding, b.worn = [loose, mine, worn], "l", ["w"]
        lull.surrender(Table(s, Dice(1)), [foe], offered=offered)
        assert (b.wealth, foe.status, len(s.turning)) == (2, "fled", 1)
        assert ([i.id for i in b.items], b.wielding, b.worn) == ((["l", "m", "w"], "l", ["w"]) if offered else (["m"], "m", []))


@pytest.mark.rule("DON-FLUR-03", "DON-AGM-07", "DON-DEATH-04")
def test_what_creatures_want_in_a_lull() -> None:
    s, b, foe = duel(seriousness="Tongue-in-Cheek")
    assert tactics.wants_lull(s, []) == "off"
    assert tactics.wants_lull(s, [foe]) == "on"
    foe.role, foe.wounds = "stalker", 1
    assert tactics.wants_lull(s, [foe]) == "off"
    foe.tags = ["talks"]
    assert tactics.wants_lull(s, [foe]) == "talk"
    brave = creature(s, "minotaur")
    brave.role = "brute"
    assert tactics.wants_lull(s, [foe, brave]) == "on"  # half is not most
    foe.role, foe.wounds = "brute", 5
    b.wounds, b.now[0], b.now[3] = 0, 0, 1
    assert tactics.wants_lull(s, [foe]) == "off"  # they have what they wanted
    s2, b2, foe2 = duel(seriousness="Rust-and-Blood")
    foe2.role = "brute"
    b2.wounds, b2.now[0], b2.now[3] = 0, 0, 1
    assert tactics.wants_lull(s2, [foe2]) == "on"
    s, b, foe = duel()
    foe.tags, b.wealth = ["talks"], 1
    assert not tactics.offers(s, [foe])
    b.wounds, b.now[4] = 1, 3
    assert not tactics.offers(s, [foe])  # exactly half
    b.now[4] = 2
    assert tactics.offers(s, [foe])
    b.wealth = 0
    assert not tactics.offers(s, [foe])
    b.wealth, foe.leader = 1, "self"
    assert not tactics.offers(s, [foe])
    foe.leader, foe.tags = "", []
    assert not tactics.offers(s, [foe])


# Actions.


@pytest.mark.rule("DON-ACT-01", "DON-DEATH-02", "DON-GATH-01", "DON-CAST-01")
def test_everything_one_could_do() -> None:
    s, b, foe = duel()
    s.chapter = 1
    near = f"attack:{foe.id}"
    assert actions.pc_options(s, b) == [near, "away", "trick", "wait"]
    distance.set_band(s, "pc0", foe.id, ONE)
    assert actions.pc_options(s, b) == [f"close:{foe.id}", "away", "trick", "wait"]
    b.provisions = 1
    b.abilities, b.words = [Ability("Cast", 1, ["magic"], spell=True)], ["fire"]
    b.items = [Item("s", "Sword", "weapon", 1), Item("p", "Potion", tags=["potion"]), Item("r", "Rope")]
    assert actions.pc_options(s, b) == [f"close:{foe.id}", "away", "gather", "draw:s", "drink:p", "trick", "rummage", "wait"]
    b.spell_dice = 1
    b.wielding = "s"
    b.penalties = [Penalty(1, ["x"], "scene", "x", "prone")]
    assert actions.pc_options(s, b) == [
        f"close:{foe.id}",
        "away",
        "gather",
        "release",
        "drink:p",
        "rise",
        "trick",
        "rummage",
        "wait",
    ]
    b.words = []
    assert "release" not in actions.pc_options(s, b)
    b.items[0].reach = "missile"
    assert "draw:none" in actions.pc_options(s, b)
    b.penalties = [Penalty(1, ["x"], "scene", "x", "cornered")]
    assert "away" not in actions.pc_options(s, b)
    assert "rise" in actions.pc_options(s, b)
    b.penalties = [Penalty(1, ["x"], "scene", "x", "blinded")]
    assert "rise" not in actions.pc_options(s, b)
    foe.status = "out"
    assert f"slay:{foe.id}" not in actions.pc_options(s, b)
    distance.set_band(s, "pc0", foe.id, CLOSE)
    assert f"slay:{foe.id}" in actions.pc_options(s, b)
    assert "away" not in actions.pc_options(s, b)  # from nobody
    foe.leader = "self"
    assert f"slay:{foe.id}" not in actions.pc_options(s, b)
    s.chapter = 0
    assert "rummage" not in actions.pc_options(s, b)


@pytest.mark.rule("DON-ACT-01")
def test_getting_up_and_taking_in_hand() -> None:
    s, b, _foe = duel()
    b.items = [Item("r", "Rope"), Item("s", "Sword", "weapon", 1), Item("t", "Other", "weapon", 1)]
    b.penalties = [Penalty(1, ["x"], "scene", "x", c) for c in ("prone", "cornered", "disarmed", "blinded")]
    run(actions.act, s, b, "rise")
    assert ([p.condition for p in b.penalties], b.wielding) == (["blinded"], "s")
    run(actions.act, s, b, "draw:t")
    assert b.wielding == "t"
    run(actions.act, s, b, "rise")
    assert b.wielding == "t"
    run(actions.act, s, b, "draw:none")
    assert b.wielding == ""


@pytest.mark.rule("DON-CAST-16")
def test_what_a_creature_casts() -> None:
    s, _b, npc = duel(3, kind="human_wizard")
    npc.words = []
    assert actions.npc_spell(s, npc) is None
    npc.words, npc.wounds, npc.wounds_full = ["fire", "heal"], 3, 6
    spell = actions.npc_spell(s, npc)
    assert spell is not None
    assert (spell.effects, spell.targets) == (["heal"], [npc.id])
    npc.wounds = 4
    s.pc(1).wounds = 9
    spell = actions.npc_spell(s, npc)
    assert spell is not None
    assert (spell.words, spell.targets) == (["fire"], ["pc1"])
    npc.spell_dice = 1
    spell = actions.npc_spell(s, npc)
    assert spell is not None
    assert spell.targets == ["pc1"]
    npc.spell_dice = 2
    spell = actions.npc_spell(s, npc)
    assert spell is not None
    assert spell.targets == ["pc0", "pc1", "pc2"]
    s.pc(2).status = "out"
    spell = actions.npc_spell(s, npc)
    assert spell is not None
    assert spell.targets == ["pc1"]  # two are no group
    for who in ("pc0", "pc1"):
        distance.set_band(s, who, npc.id, OUT)
    assert actions.npc_spell(s, npc) is None


# Parley.


@pytest.mark.rule("DON-CONT-03", "DON-FLUR-03")
def test_what_is_asked_has_its_dice() -> None:
    s, _b, npc = duel(kind="human_fighter")
    npc.tags, npc.now[2], npc.save_mind = ["talks"], 3, 1
    dice = {claim: parley._defence(s, [npc], claim, "plain").dice for claim in parley.CLAIMS}
    assert dice == {"passage": 2, "leave": 4, "word": 5, "goods": 6, "surrender": 7}
    assert parley._defence(s, [npc], "leave", "tempted").dice == 1
    assert parley._defence(s, [npc], "leave", "insulted").dice == 7
    wise = creature(s, "human_wizard")
    wise.now[2], wise.save_mind, wise.items = 5, 4, []
    assert parley._defence(s, [npc, wise], "leave", "plain").dice == 9  # the best of them
    wise.leader = "self"
    assert parley._defence(s, [npc, wise], "leave", "plain").dice == 12
    assert parley._defence(s, [npc, wise], "passage", "plain").dice == 7


@pytest.mark.rule("DON-FLUR-03", "DON-LAW-01", "DON-BRIBE-01", "DON-ABIL-07")
def test_a_parley_won_and_lost() -> None:
    s, b, npc = duel(kind="human_fighter")
    npc.tags, npc.items = ["talks"], [Item("s", "Sword", "weapon", 2)]
    npc.wielding = "s"
    s.chapter, s.scenes_done[0] = 1, 0
    ran = run(
        parley.parley,
        s,
        [b],
        [npc],
        "on",
        answers=["goods", "charm", ["word", "way"], "The bridge is out", "facts:0"],
        dice=[[20] * 3, [1] * 5],
    )
    keys = asked(ran)
    assert keys[0] == ["passage", "leave", "word", "goods", "surrender"]
    assert keys[2] == ["word", "arms", "way"]  # what was asked for is not to be bought again
    assert (ran.result, npc.status) == (True, "gone")
    assert s.scene is not None
    assert s.scene.caches == [npc.level]
    assert [x.dice for x in b.bonus] == [1]
    assert {f.kind for f in s.facts} >= {"way"}
    s, b, npc = duel(kind="human_fighter")
    npc.tags, b.wealth = ["talks"], 1
    ran = run(parley.parley, s, [b], [npc], "on", answers=["passage", "charm", "write it for me"], dice=[[1] * 3, [20]])
    assert (asked(ran)[0][-1], ran.result, npc.status) == ("money", False, "up")
    s, b, npc = duel(kind="human_fighter")
    npc.tags = ["talks"]
    cap = creature(s, "spraycaps")
    run(parley.parley, s, [b], [npc, cap], "off", answers=["passage", "charm", [], "facts:0"], dice=[[20] * 3])
    assert s.scene is not None
    assert (npc.status, cap.status, s.scene.data["passed"]) == ("fled", "up", "1")
    s, b, foe = duel()
    assert run(parley.parley, s, [b], [foe], "on").result is False


@pytest.mark.rule("DON-LAW-08", "DON-LOOT-07", "DON-CACHE-01")
def test_terms_are_carried_out() -> None:
    s, b, npc = duel(kind="human_fighter")
    other = creature(s, "human_fighter")
    npc.items, npc.wielding = [Item("d", "Dagger", "weapon", 1)], "d"
    other.items, other.wielding, other.level = [Item("a", "Axe", "weapon", 3)], "a", 4
    about = Setting("social", "talk", b, npc)
    run(parley.grant, s, b, [npc, other], "arms", about)
    assert ([i.id for i in b.items], other.items, other.wielding, npc.wielding) == (["a"], [], "", "d")
    run(parley.grant, s, b, [npc, other], "goods", about)
    assert s.scene is not None
    assert s.scene.caches == [4]
    ran = run(parley.grant, s, b, [npc, other], "word", about, answers=["The king fears blades"])
    assert ([f.text for f in s.facts], s.facts[0].seat, ran.events[-1].rule) == (["The king fears blades"], 0, "DON-LAW-08")
    run(parley.grant, s, b, [npc, other], "way", about)
    assert s.facts[-1].kind == "way"


@pytest.mark.rule("DON-CHAP-08", "DON-LAW-01", "DON-FLUR-03")
def test_terms_that_mean_something() -> None:
    s, _b, npc = duel(kind="human_fighter")
    s.chapter = 1
    assert parley.on_offer(s, [npc], "leave") == ["word", "goods", "way"]
    npc.items, npc.wielding = [Item("d", "Dagger", "weapon", 1)], "d"
    assert parley.on_offer(s, [npc], "leave") == ["word", "goods", "arms", "way"]
    assert parley.on_offer(s, [npc], "surrender") == ["word", "way"]
    assert s.here is not None
    s.scenes_done[0] = s.here.quota - 2
    assert "way" in parley.on_offer(s, [npc], "leave")
    s.scenes_done[0] = s.here.quota - 1
    assert "way" not in parley.on_offer(s, [npc], "leave")
    s.chapter = 0
    assert parley.on_offer(s, [npc], "leave") == ["goods", "arms"]


# Tricks.


@pytest.mark.rule("DON-INTRO-03", "DON-ACT-03", "DON-ACT-04", "DON-LAW-09")
def test_a_trick_on_somebody_and_on_nobody() -> None:
    s, b, foe = duel()
    b.bonus = [Bonus(2, "gm:social", "x", only=True, scene=s.scene_no)]
    b.spell_dice = 1
    ran = run(tricks.trick, s, b, answers=[f"on:{foe.id}", "threaten it", "facts:0"], dice=[[20] * 3, [1] * 6])
    assert (rolled(ran)[0], sum(x.dice for x in b.bonus)) == ("3d20", 3)
    assert asked(ran)[0] == ["nobody", f"on:{foe.id}"]
    b.bonus, b.spell_dice = [], 0
    run(tricks.trick, s, b, answers=[f"on:{foe.id}", "sneak behind it", "facts:0"], dice=[[20] * 3, [1] * 3])
    assert b.hint == f"behind:{foe.id}"
    b.bonus, b.hint = [], ""
    ran = run(tricks.trick, s, b, answers=["nobody", "climb the tree", "facts:0"], dice=[[20] * 3, [1] * 4])
    assert (rolled(ran), b.hint) == (["3d20", "4d20"], "")
    assert tricks.commands("rally the others", None)
    assert not tricks.commands("rally the others", foe)
    assert not tricks.commands("climb the tree", None)

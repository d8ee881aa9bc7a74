"""A fifth reading: what a fact settles, prices of facts, sketches die by die, looting hints, orders and the ways of moving."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import odds
from undercroft.games.donjon.being import Ability, Being, Item, When
from undercroft.games.donjon.rules.basics.words import price
from undercroft.games.donjon.rules.characters import experience
from undercroft.games.donjon.rules.combat import moving
from undercroft.games.donjon.rules.concepts import effects, facts, law
from undercroft.games.donjon.rules.creatures import creatures
from undercroft.games.donjon.rules.fungus import grakvar
from undercroft.games.donjon.rules.harm import damage
from undercroft.games.donjon.rules.magic import loot, spells
from undercroft.games.donjon.rules.running import common_scenes, scenes, sketch
from undercroft.games.donjon.rules.tasks import tasks, tricks
from undercroft.games.donjon.state import CLOSE, ONE, Donjon, Fact

from .kit import creature, numbers, run, scene, table
from .test_edges import bare, rolled
from .test_fight_through import duel

GM = 1


def at_the_table(s: Donjon) -> Table[Donjon]:
    """A bare table, for rules that ask nothing."""
    return Table(s, Dice(1))


# What a fact settles.


@pytest.mark.rule("DON-XP-03", "DON-LAW-14")
def test_of_those_met_only_who_still_stands_against_the_party_is_met_again() -> None:
    s = table(1)
    now = scene(s)
    standing, gone, friend = (creature(s, "red_wolf", f"wolf {n}") for n in range(3))
    gone.status, friend.side = "gone", 0
    now.foes, now.data[effects.SETTLED] = [standing.id, gone.id, friend.id], "leaves"
    before = s.pc(0).xp
    scenes.obey(at_the_table(s), now)
    assert (now.foes, now.over, effects.SETTLED in now.data) == ([standing.id], True, False)
    assert s.pc(0).xp - before == gone.level  # who went off for good is paid for; who stands is not


@pytest.mark.rule("DON-XP-03", "DON-LAW-14")
@pytest.mark.parametrize(("over", "awarded", "paid"), [(True, False, False), (False, True, False), (False, False, True)])
def test_a_settled_scene_is_paid_for_once(over: bool, awarded: bool, paid: bool) -> None:
    s = table(1)
    now = scene(s, "obstacle")
    now.over, now.awarded, now.data[effects.SETTLED] = over, awarded, "solved"
    before = s.pc(0).xp
    scenes.obey(at_the_table(s), now)
    assert (s.pc(0).xp > before, now.over) == (paid, True)


@pytest.mark.rule("DON-FUN-19", "DON-LAW-14")
@pytest.mark.parametrize(
    ("text", "carried", "left"),
    [
        ("My lantern goes out", "pc0", ""),  # his own light
        ("My lantern goes out", "pc1", "pc1"),  # another's burns on
        ("There is a glow", "", "pc0"),
        ("There is a glow", "pc1", "pc0"),
        ("A gloom falls on the place", "pc0", ""),
    ],
)
def test_who_carries_the_light_after_a_fact(text: str, carried: str, left: str) -> None:
    s = table(2)
    scene(s)
    s.torch = carried
    fact = Fact(1, text, "colour", "light", "Roland", 0, "t", 0, 1, "h")
    effects.enlighten(at_the_table(s), fact, s.pc(0))
    assert (s.torch, fact.did) == (left, "there is light" if left == "pc0" else "it is dark")


@pytest.mark.rule("DON-LOG-02", "DON-LAW-14")
def test_the_ledger_offers_its_four_newest_subjects() -> None:
    s = table(1)
    subjects = ["bridge", "ogre", "", "well", "ogre", "cart", "king"]
    s.facts = [Fact(n, f"fact {n}", "colour", subject, "R", 0, "t", 0, 1, "h") for n, subject in enumerate(subjects)]
    ask = run(facts.leaf, s, 0, answers=["nowhere"]).asks[0]
    assert list(ask.suggestions) == ["king", "cart", "ogre", "well"]
    s.facts = []
    assert list(run(facts.leaf, s, 0, answers=["nowhere"]).asks[0].suggestions) == ["the"]


@pytest.mark.rule("DON-LOG-02", "DON-LAW-14")
@pytest.mark.parametrize(("seat", "player"), [(0, "Robin"), (GM, "The Game Master")])
@pytest.mark.parametrize(("live", "ends"), [(True, "h)."), (False, "h; of another scene).")])
def test_who_cites_what_and_whether_it_still_holds(seat: int, player: str, live: bool, ends: str) -> None:
    s = table(1)
    s.facts = [Fact(7, "A bridge of rope.", "way", "way", "Roland", 0, "looking", 0, 1, "h", live=live)]
    said = run(facts.leaf, s, seat, answers=[(seat, "rope"), (seat, "cite:7")], gamesmaster=GM).texts[-1]
    assert said.startswith(f"{player} cites the ledger: 'A bridge of rope' (Roland, looking, ")
    assert said.endswith(ends)


@pytest.mark.rule("DON-AGM-09")
@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("There is smoke", 1),
        ("There is smoke and a door", 2),  # a sentence of its own, and a new subject
        ("There is smoke; the air is bad", 2),
        ("I see smoke, some ash, some bones", 2),
        ("Far below, the glitter of a lake", 1),  # one sentence
        ("A door and a window", 2),
        ("A door, a window and a stair", 3),
        ("Orcs, a dragon and a chest of gold", 3),  # the ledger's own example
        ("The tunnel is steep and slippery", 1),
        (" ".join(["word"] * 18), 1),
        (" ".join(["word"] * 19), 2),
        (" ".join(["word"] * 36), 2),
        (" ".join(["word"] * 37), 3),
        ("", 1),
    ],
)
def test_how_many_facts_a_text_is(text: str, cost: int) -> None:
    assert price(text) == cost


# Who throws.


async def by_hand(t: Table[Donjon], rule: Any, *args: Any) -> Any:
    """A rule with dice that people throw: who is asked for them is who throws."""
    t.physical_dice, t.by = True, 9
    return await rule(t, *args)


@pytest.mark.rule("DON-IHARM-02", "DON-IHARM-03")
def test_the_player_throws_for_his_own_things_and_nobody_else_for_a_creatures() -> None:
    s = table(2)
    owner, wolf = s.pc(1), creature(s, "red_wolf")
    for b, seats in ((owner, [9, 1]), (wolf, [9, 9])):
        item = Item("x", "a pick", abilities=[Ability("Unlock Doors", 2, ["handiwork"])])
        b.items = [item]
        ran = run(by_hand, s, damage.threaten_item, b, item, 2, answers=[(9, [20, 1, 1]), (seats[1], [9, 9])])
        assert [ask.seats[0] for ask in ran.asks] == seats
        assert (ran.result, item.abilities[0].score) == (1, 1)
        ran = run(by_hand, s, damage.threaten_item, b, item, 0, answers=[(9, [20]), (seats[1], [9])])
        assert b.items == []  # its last mundane die


@pytest.mark.rule("DON-CHAP-05", "DON-CHAP-06")
def test_on_the_log_the_players_throw_six_dice_for_it() -> None:
    s = table(2)
    scene(s, "log")
    load = sum(b.now[4] for b in s.pcs())
    for bend, holds in ((20, False), (1, True)):
        ran = run(by_hand, s, common_scenes.log_holds, s.pcs(), answers=[(9, [bend] * load), (0, [10] * 6)])
        assert ([ask.seats[0] for ask in ran.asks], ran.result) == ([9, 0], holds)


# Sketches, die by die.


class Noted(Dice):
    """Seeded dice that remember what was thrown for what."""

    __slots__ = ("thrown",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thrown: list[tuple[str, int, int]] = []

    def below(self, bound: int, label: str = "") -> int:
        """Note it."""
        value = super().below(bound, label)
        self.thrown.append((label, bound, value))
        return value

    def of(self, label: str) -> list[tuple[int, int]]:
        """Bounds and values thrown for something."""
        return [(bound, value) for what, bound, value in self.thrown if what == label]


@pytest.mark.rule("DON-ADV-01", "DON-AGM-15", "DON-CHAP-01")
def test_a_sketch_goes_by_its_dice() -> None:
    counts = set()
    for seed in range(40):
        dice = Noted(seed)
        made = sketch.sketch(dice, 3, 5)
        ((bound, value),) = dice.of("chapters")
        assert (bound, len(made.chapters)) == (3, 2 + value)
        counts.add(len(made.chapters))
        steps = dice.of("step")
        assert [b for b, _ in steps] == [6] * (len(made.chapters) - 1)
        levels = [c.donjon_level for c in made.chapters]
        assert [b - a for a, b in pairwise(levels)] == [0 if value < 2 else 1 for _, value in steps]
        assert [c.exit for c in made.chapters] == ["a stair going down"] * (len(levels) - 1) + ["the last door"]
        names = [f.name for f in made.chapters[0].opponents]
        for at, chapter in enumerate(made.chapters):
            assert [f.level for e in chapter.encounters for f in e.foes] == [levels[at]] * (1 if at == len(levels) - 1 else 2)
            assert len({f.name for f in chapter.opponents}) == 3
        assert made.chapters[1].opponents[0].name == names[2]  # they go on round the list, two a chapter
        guard = made.big_bad.guards[0]
        assert (guard.name, guard.count, guard.level) == (names[0], "3", 3)
        assert any(word in " ".join(made.enticement) for word in ("Wealth", "magic", "smith", "potion"))
        assert "3 x Level" not in " ".join(made.enticement)
        assert [bound for bound, _ in dice.of("size")] == [6]
        told = {1: "suspicious", 6: "friendly"}.get(1 + dice.of("temper")[0][1], "indifferent")
        assert made.town.temper == told
        assert len(dice.of("markup")) == 9  # three dice for each of three Markups
        for line, k in zip(made.town.resources, (0, 3, 6), strict=True):
            middle = sorted(1 + v for _, v in dice.of("markup")[k : k + 3])[1]
            assert line.markup == max(0, middle + {"suspicious": 1, "friendly": -1}.get(told, 0))
    assert counts == {2, 3, 4}


# Creatures, Abilities, spells.


@pytest.mark.rule("DON-NPC-06")
@pytest.mark.parametrize(("virility", "after"), [(2, 1), (1, 0), (0, 0)])
def test_a_creature_brought_down_loses_a_point_at_the_third_level_and_never_below_none(virility: int, after: int) -> None:
    b = Being("x", "X", level=3, full=[virility, 3, 3, 3, 3, 3], abilities=[Ability("Bite", 9, ["attack"])], wounds_full=9)
    creatures.scale(b, 2)
    assert (b.level, b.full[0], b.now[0]) == (2, after, after)
    assert b.abilities[0].score + b.wounds_full == 18 - 5
    creatures.scale(b, 3)
    assert (b.level, b.full[0]) == (3, after + 1)


@pytest.mark.rule("DON-UP-04", "DON-MABIL-01", "DON-ABIL-03")
def test_a_new_ability_with_a_fault_is_told_and_one_that_is_refused_is_not() -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.abilities = [Ability("Hear Noise", 2, ["perception"])]
    ran = run(experience.new_ability, s, b, answers=["Hear Noise", "Climb Walls"])
    assert ran.texts == ["Hear Noise: you have that one already."]
    ran = run(experience.new_ability, s, b, answers=["Swim", (GM, "no"), "Tie Knots", (GM, "fine")], gamesmaster=GM)
    assert [text for text in ran.texts if text.startswith("Swim:")] == []
    assert [(a.name, a.score) for a in b.abilities[1:]] == [("Climb Walls", 1), ("Tie Knots", 1)]


@pytest.mark.rule("DON-SPELL-06", "DON-SPELL-05", "DON-SPELL-02")
@pytest.mark.parametrize(
    ("dice", "lasting"),
    [
        (0, ["instant", "flurry"]),
        (1, ["instant", "flurry", "scene"]),
        (2, ["instant", "flurry", "scene", "day"]),
        (4, ["instant", "flurry", "scene", "day", "week"]),
        (8, ["instant", "flurry", "scene", "day", "week", "month"]),
        (16, ["instant", "flurry", "scene", "day", "week", "month", "longer"]),
    ],
)
def test_how_long_a_spell_may_last_for_its_spare_dice(dice: int, lasting: list[str]) -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    b.words, b.spell_dice = ["fire"], dice
    b.abilities = [Ability("Cast Spells", 2, ["magic"], "main", spell=True)]
    ran = run(spells.compose, s, b, answers=[["fire"], "reveal", "by the light of it", lasting[-1], "Fire"])
    ask = next(ask for ask in ran.asks if ask.rule == "DON-SPELL-06")
    assert list(ask.keys) == lasting
    assert ran.result is not None
    assert (ran.result.duration, ran.result.words) == (lasting[-1], ["fire"])


# Tests.


@pytest.mark.rule("DON-UNC-02", "DON-HARM-01")
def test_she_reads_how_many_dice_a_difficulty_is_here() -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    n, hard = b.now[0], 6 + s.donjon_level

    async def lift(t: Table[Donjon]) -> None:
        await tasks.task(t, b, "force", "medium", "lifting it", rule="DON-UNC-02", attr="vir", law=False)

    ran = run(lift, s, answers=[(GM, "hard")], dice=[[20] * n, [1] * hard], gamesmaster=GM)
    ask = ran.asks[0]
    hints = {key: option.hint for key, option in ask.options_for(GM).items()}
    there = {"easy": 0, "medium": 3, "hard": 6, "very_hard": 9, "crazy": 12}
    for key, dice in there.items():
        assert hints[key].startswith(f"{dice + s.donjon_level} di")
    assert rolled(ran) == [f"{n}d20", f"{hard}d20"]


@pytest.mark.rule("DON-FUN-23", "DON-MOH-02")
def test_a_hermit_who_is_gone_ends_his_scene() -> None:
    s = table(1, 2)
    now = scene(s, "grakvar")
    now.stage, now.foes = "notice", ["n99"]
    ran = run(grakvar.grakvar, s, now)
    assert (ran.asks, now.over, now.awarded) == ([], True, False)


@pytest.mark.rule("DON-ACT-03", "DON-ACT-04", "DON-INTRO-03", "DON-LAW-07")
@pytest.mark.parametrize(
    ("text", "against", "about"),
    [
        ("rally my friends with a shout", False, "action"),  # an order to one's own side helps whatever comes next
        ("threaten it with a terrible story", True, "social"),
        ("rally the wolf against its own", True, "social"),  # it is no friend
    ],
)
def test_what_the_dice_of_words_in_a_fight_are_for(text: str, against: bool, about: str) -> None:
    s, b, foe = duel(2)
    ran = run(
        tricks.trick, s, b, answers=[f"on:{foe.id}" if against else "nobody", text, "facts:0", "keep"],
        dice=[[20] * 3, [1] * (3 if against else 3 + s.donjon_level)],
    )  # fmt: skip
    assert ran.result is True
    assert [(x.dice, x.about) for x in b.bonus] == [(3, about)]


@pytest.mark.rule("DON-LOOT-03", "DON-LOOT-04", "DON-LOOT-05", "DON-LOOT-06")
def test_the_chances_of_looting_count_level_ability_and_kept_dice() -> None:
    for shown, chance in ((False, "6 dice against 4"), (True, odds.words(6, 4))):
        s = table(1, odds_shown=shown)
        scene(s)
        b = bare(s.pc(0))
        b.wealth, b.abilities = 4, [Ability("Find Treasure", 2, ["looting"])]
        law.keep(s, b, 1, "looting", "a tip")
        ask = run(loot.loot, s, b, 3, "the body", answers=["leave"]).asks[0]
        hints = {key: option.hint for key, option in ask.options_for(b.seat).items()}
        assert (hints["money"], hints["item"]) == (f"{chance} (your Wealth)", "6 dice against its Worth")


# Moving.

RUNNER = Ability("Run Away", 2, ["movement"], when=[When("position", "flee")])
CHARGER = Ability("Charge", 1, ["movement"], when=[When("position", "towards")])


@pytest.mark.rule("DON-MOVE-03", "DON-MOVE-09", "DON-MOVE-02")
@pytest.mark.parametrize("away", [True, False])
def test_who_runs_is_helped_by_running_and_who_chases_by_charging(away: bool) -> None:
    s, b, foe = duel(band=CLOSE if away else ONE)
    b.abilities = [Ability(a.name, a.score, list(a.adds), when=list(a.when)) for a in (RUNNER, CHARGER)]
    foe.abilities = [Ability(a.name, a.score, list(a.adds), when=list(a.when)) for a in (RUNNER, CHARGER)]
    numbers(s, foe, 5)
    mine, theirs = (5, 4) if away else (4, 5)
    used = "run-away" if away else "charge"
    ran = run(moving._movement_tests, s, b, [foe], answers=[f"use:{used}"], away=away, dice=[[20] * mine, [1] * theirs])
    assert f"use:{used}" in ran.asks[0].keys
    assert ran.result == {foe.id: mine}

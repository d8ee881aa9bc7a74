"""A sixth reading: scenes that end, tokens, weaknesses, who is asked in a lull, packs, eyes and parries."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.engine.dice import Notation
from undercroft.games.donjon import odds
from undercroft.games.donjon.being import Ability, Penalty, When
from undercroft.games.donjon.rules.basics import distance
from undercroft.games.donjon.rules.basics.words import price
from undercroft.games.donjon.rules.characters import experience
from undercroft.games.donjon.rules.combat import instincts, lull, moving, parley
from undercroft.games.donjon.rules.concepts import facts, law
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.fungus import fungus_caves
from undercroft.games.donjon.rules.goods import pack
from undercroft.games.donjon.rules.magic import loot, magic
from undercroft.games.donjon.rules.resolution.picking import choose_pool
from undercroft.games.donjon.rules.running import common_scenes
from undercroft.games.donjon.rules.tasks import tasks
from undercroft.games.donjon.rules.tasks.declaring import intent_of, opposing
from undercroft.games.donjon.state import CLOSE, TWO, Donjon, Fact

from .kit import arena, creature, give, numbers, run, scene, table
from .test_edges import bare, rolled
from .test_fight_through import duel


def at_the_table(s: Donjon) -> Table[Donjon]:
    """A bare table, for rules that ask nothing."""
    return Table(s, Dice(1))


# Scenes.


@pytest.mark.rule("DON-FUN-24", "DON-CACHE-01")
def test_toads_that_were_fought_and_a_hoard_that_was_seen_are_over() -> None:
    s = table(1, 2)
    now = scene(s, "toads")
    now.stage = "after"
    assert run(fungus_caves.toads, s, now).asks == []
    assert now.over
    hoard = scene(s, "cache")
    hoard.stage = "open"
    run(common_scenes.cache, s, hoard, dice=[2])
    assert (hoard.stage, hoard.caches, hoard.over) == ("set", [s.donjon_level + 2], False)
    run(common_scenes.cache, s, hoard)
    assert hoard.over


@pytest.mark.rule("DON-GATH-03", "DON-GATH-04", "DON-GATH-07")
@pytest.mark.parametrize(("theirs", "kept"), [([20, 1, 1, 1], []), ([20, 19, 1, 1], [1]), ([20, 19, 18, 1], [2])])
def test_what_a_failed_gathering_leaves_to_her_weighs_on_the_next(theirs: list[int], kept: list[int]) -> None:
    s = table(1)
    scene(s)
    assert s.here is not None
    s.here.donjon_level = 4
    b = bare(s.pc(0))
    b.abilities = [Ability("Cast Spells", 2, ["magic"], "main", spell=True)]
    b.words, b.spell_dice, b.bonus = ["fire"], 0, []
    mine = b.now[1] + 2
    run(magic.gather, s, b, answers=["write it for me"], dice=[[10] * mine, theirs])
    assert [(x.dice, x.about) for x in b.bonus] == [(n, "gm:gather") for n in kept]


@pytest.mark.rule("DON-LEVEL-02")
def test_who_starts_on_the_first_level_keeps_his_experience() -> None:
    s = table(1)
    b = s.pc(0)
    b.xp = 7
    experience.starting_level(s, b, 1)
    assert (b.xp, s.advances) == (7, [])
    experience.starting_level(s, b, 2)
    assert b.xp == experience.threshold(2, s.options.advancement)
    assert s.advances


# Fights.


@pytest.mark.rule("DON-MINI-02", "DON-MINI-03")
@pytest.mark.parametrize(
    ("at", "away", "vector"),
    [
        ((0, 3), True, (0, 4)),  # straight away
        ((3, 0), True, (4, 0)),
        ((0, -3), True, (0, -4)),
        ((-2, 2), True, (-4, 4)),
        ((0, 0), True, (4, 0)),  # on the same spot, some way or other
        ((0, 3), False, (0, -2)),  # until it stands beside
        ((4, 0), False, (-3, 0)),
    ],
)
def test_how_a_token_moves(at: tuple[int, int], away: bool, vector: tuple[int, int]) -> None:
    s, b, foe = duel(miniatures="squares", mini_move=4)
    me, it = distance.fighter(s, b.id), distance.fighter(s, foe.id)
    me.x, me.y, it.x, it.y = *at, 0, 0
    assert distance.step_token(s, me, it, away=away) == vector
    assert (me.x, me.y) == (at[0] + vector[0], at[1] + vector[1])


@pytest.mark.rule("DON-FLUR-01", "DON-FLUR-02", "DON-FLUR-03")
def test_only_who_is_in_the_fight_is_asked_in_its_lull() -> None:
    s = table(2)
    foe = creature(s, "red_wolf")
    arena(s, foe, ours=("pc1",))
    ran = run(lull.lull, s, answers=[(1, "on")])
    assert [ask.seats for ask in ran.asks] == [(1,)]


@pytest.mark.rule("DON-LAW-01", "DON-FLUR-03")
@pytest.mark.parametrize(("claim", "passed"), [("passage", True), ("leave", False)])
def test_only_who_was_let_by_has_passed(claim: str, passed: bool) -> None:
    s = table(1)
    foe = creature(s, "human_fighter")
    arena(s, foe)
    b = bare(s.pc(0))
    b.now[5], b.wealth = 4, 0
    against = parley._defence(s, [foe], claim, "plain").dice
    run(parley.parley, s, [b], [foe], "on", answers=[claim, "charm", [], "facts:0"], dice=[[20, 1, 1, 1], [2] * against])
    assert s.scene is not None
    assert (s.scene.data.get("passed") == "1") is passed


@pytest.mark.rule("DON-AGM-07")
def test_a_creature_parries_where_the_odds_gain_its_margin() -> None:
    s, b, foe = duel()
    bare(foe)
    for skill, hitting in ((0, 3), (1, 3), (2, 3), (4, 3), (4, 12)):
        foe.abilities = [Ability("Bite", skill, ["attack"])] if skill else []
        foe.now[0] = foe.now[3] = 3
        dodge, parry = 3, 3 + skill
        gain = odds.win(parry, hitting, s.die) - odds.win(dodge, hitting, s.die)
        assert instincts.parries(s, foe, b, hitting, frozenset(), frozenset()) is (gain >= instincts.margin(foe))
    foe.abilities = [Ability("Bite", 6, ["attack"])]
    assert instincts.parries(s, foe, b, 3, frozenset(), frozenset())
    foe.abilities = []
    assert not instincts.parries(s, foe, b, 3, frozenset(), frozenset())


@pytest.mark.rule("DON-MOVE-02", "DON-MOVE-09")
@pytest.mark.parametrize("away", [True, False])
def test_the_odds_of_resisting_count_what_helps_on_either_side(away: bool) -> None:
    s, b, foe = duel(band=CLOSE if away else TWO)
    for one in (b, foe):
        one.abilities = [
            Ability("Run Away", 2, ["movement"], when=[When("position", "flee")]),
            Ability("Charge", 1, ["movement"], when=[When("position", "towards")]),
        ]
    numbers(s, b, 5)
    mover, theirs = (5, 4) if away else (4, 5)  # the wolf moves, Roland may resist
    ran = run(moving._resisters, s, foe, [b], answers=["let"], away=away)
    assert ran.asks[0].options_for(0)["resist"].hint.startswith(odds.words(theirs, mover, s.die))
    assert ran.result == []


@pytest.mark.rule("DON-TEST-07", "DON-TEST-03")
def test_a_creatures_penalty_on_its_next_roll_is_used_up_by_it() -> None:
    s, _, foe = duel()
    foe.penalties = [Penalty(1, ["any"], "roll", "x"), Penalty(1, ["any"], "flurry", "y"), Penalty(1, ["dodge"], "roll", "z")]

    async def roll(t: Table[Donjon]) -> int:
        return (await choose_pool(t, foe, "attack", tags=frozenset(), other=3, why="x", rule="DON-TEST-03")).pool.dice

    assert run(roll, s).result == 3 - 2
    assert [p.source for p in foe.penalties] == ["y", "z"]


# Facts.


@pytest.mark.rule("DON-WEAK-02", "DON-AGM-09", "DON-LAW-04")
def test_a_fact_may_cost_all_that_is_left_and_no_more() -> None:
    s = table(1)
    scene(s)
    about = Setting("perception", "looking around", s.pc(0))
    one, two = "There is a broken cart here", "A broken cart and a dry well here"
    assert (price(one), price(two)) == (1, 2)
    assert facts.refuse(s, one, about, 1) == ""
    assert "2 facts" in facts.refuse(s, two, about, 1)
    assert "facts in one breath" not in facts.refuse(s, two, about, 2)
    assert price("Big bad orcs and a chest") == 2


@pytest.mark.rule("DON-WEAK-01", "DON-WEAK-03", "DON-LAW-14")
def test_a_weakness_that_was_stated_meets_what_keeps_harm_off_first_and_hearsay_does_not() -> None:
    s = table(1)
    scene(s)
    wolf = creature(s, "red_wolf", "the Wolf")
    wolf.abilities = [Ability("Bite", 4, ["attack"]), Ability("Thick Fur", 2, ["soak"]), Ability("Run", 3, ["movement"])]
    told = Fact(1, "The wolf fears fire", "weakness", "wolf", "Roland", 0, "t", 0, 1, "h")
    for live, hearsay, kind in ((False, False, "weakness"), (True, True, "weakness"), (True, False, "colour")):
        told.live, told.hearsay, told.kind = live, hearsay, kind
        s.facts = [told]
        facts.recall(at_the_table(s), [wolf])
        assert [a.weaknesses for a in wolf.abilities] == [[], [], []]
    told.live, told.hearsay, told.kind = True, False, "weakness"
    facts.recall(at_the_table(s), [wolf])
    assert [a.weaknesses for a in wolf.abilities] == [[], ["fire"], []]
    facts.recall(at_the_table(s), [creature(s, "minotaur", "the Bull")])
    wolf.abilities = [Ability("Bite", 4, ["attack"], when=[When("position", "fight")]), Ability("Run", 3, ["movement"])]
    facts.recall(at_the_table(s), [wolf])
    assert [a.weaknesses for a in wolf.abilities] == [[], ["fire"]]  # what always works before what sometimes does


@pytest.mark.rule("DON-LAW-10", "DON-AGM-06", "DON-LAW-15")
def test_who_tells_his_own_failure_has_spoken_and_three_tries_are_all() -> None:
    s = table(1)
    now = scene(s)
    fact = Fact(1, "The bridge has rotted", "colour", "bridge", "the Game Master", -1, "t", 0, 1, "h")
    run(law.player_narrates, s, s.pc(0), [fact], answers=["I fall off the bridge"])
    assert now.said == [0]
    run(law.player_narrates, s, s.pc(0), [fact], answers=["Off the bridge again"])
    assert now.said == [0]
    now.said = []
    ran = run(law.player_narrates, s, s.pc(0), [fact], answers=["I am fine", "All is well", "Nothing happens"])
    assert "Nothing happens" not in ran.texts[-1]
    assert len(ran.asks) == 3
    assert now.said == []


# Eyes, packs, goods.


@pytest.mark.rule("DON-CONT-03", "DON-UNC-01")
def test_who_is_talked_to_has_the_best_mind_of_all_beside_him_and_who_is_pushed_his_own() -> None:
    s = table(1)
    scene(s)
    weak, sharp = creature(s, "red_wolf", "the Wolf"), creature(s, "minotaur", "the Bull")
    for one, n in ((weak, 2), (sharp, 5)):
        one.abilities, one.now = [], [n] * 6
    assert opposing(s, intent_of("charm the wolf", [weak, sharp]), [weak, sharp]).dice == 5
    pushed = intent_of("wrestle the wolf", [weak, sharp])
    assert (pushed.target, opposing(s, pushed, [weak, sharp]).dice) == (weak, 2)
    assert opposing(s, intent_of("lift the stone", []), []).dice == 3 + s.donjon_level


@pytest.mark.rule("DON-PERC-01", "DON-LAW-02", "DON-ABIL-09")
@pytest.mark.parametrize(
    ("text", "step"),
    [("search for a hidden way", 9), ("find the exit", 9), ("listen at the door", 6), ("look around without an aim", 6)],
)
def test_whoever_looks_for_a_way_early_in_a_chapter_has_it_very_hard(text: str, step: int) -> None:
    s = table(1)
    scene(s)
    assert s.here is not None
    assert s.here.quota >= 2
    b = bare(s.pc(0))
    n = b.now[2]
    ran = run(tasks.look_around, s, b, text, answers=["facts:0"], dice=[[20] * n, [1] * (step + s.donjon_level)])
    assert ran.result == (True, [])


@pytest.mark.rule("DON-PACK-01", "DON-PACK-03", "DON-ITEM-01")
@pytest.mark.parametrize(("wish", "said", "lit"), [("a torch", [3], True), ("a rope", [0, 3], False)])
def test_a_torch_out_of_the_pack_burns(wish: str, said: list[int], lit: bool) -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    b.provisions = 3
    ran = run(pack.rummage, s, b, wish, answers=said, dice=Lucky(1))
    assert ran.result is True
    assert (s.torch == b.id) is lit
    assert [i.name for i in b.items] == [wish]


class Lucky(Dice):
    """The first pool thrown shows nothing but the best, the second nothing but ones."""

    __slots__ = ("thrown",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thrown = 0

    def faces(self, notation: Notation, label: str = "") -> list[int]:
        """By turns."""
        self.thrown += 1
        return [notation.sides if self.thrown % 2 else 1] * notation.count


@pytest.mark.rule("DON-LOOT-03", "DON-LOOT-04", "DON-LOOT-07")
def test_one_alone_searches_unasked() -> None:
    for seats, asked in ((1, 0), (2, 1)):
        s = table(seats)
        scene(s)
        body = creature(s, "human_fighter")
        body.items = []
        give(s, body, "broadsword")
        body.items[0].magic, body.level = [], 1
        ran = run(loot.loot_body, s, body, s.pcs(), answers=["who:pc0"] if asked else [])
        assert len([ask for ask in ran.asks if "Who searches" in ask.prompt]) == asked
        assert body.items == []


@pytest.mark.rule("DON-HARM-01", "DON-UNC-02")
@pytest.mark.parametrize(("danger", "warned"), [(-1, False), (0, True), (3, True)])
def test_harm_is_announced_before_the_roll_however_slight(danger: int, warned: bool) -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    n = b.now[3]

    async def climb(t: Table[Donjon]) -> None:
        await tasks.task(t, b, "athletics", "easy", "climbing", rule="DON-UNC-02", attr="adr", danger=danger)

    ran = run(climb, s, answers=["facts:0"], dice=[[20] * n, [1] * s.donjon_level])
    assert ("DON-HARM-01" in [event.rule for event in ran.events]) is warned
    assert rolled(ran) == [f"{n}d20", f"{s.donjon_level}d20"]

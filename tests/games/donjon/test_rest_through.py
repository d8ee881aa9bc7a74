"""What is left: the ledger, errands, arguments and suggestions, played through."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.adventure import Resource
from undercroft.games.donjon.being import Ability, Being, Bonus, Boon, Item, MagicBonus, Penalty, When
from undercroft.games.donjon.rules.basics.distance import band
from undercroft.games.donjon.rules.bestiary import fungi, horrors, people
from undercroft.games.donjon.rules.characters import callings, choosing_words, inventing
from undercroft.games.donjon.rules.characters.ability_words import suggest_ability
from undercroft.games.donjon.rules.characters.magic_words import natural_effects
from undercroft.games.donjon.rules.combat.actions import npc_action
from undercroft.games.donjon.rules.combat.combat import attack
from undercroft.games.donjon.rules.concepts import facts, law
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.flow import flow
from undercroft.games.donjon.rules.goods import goods, shops
from undercroft.games.donjon.rules.magic import loot, potions, release, spells
from undercroft.games.donjon.rules.magic.spells import Spell
from undercroft.games.donjon.rules.resolution import picking, pools
from undercroft.games.donjon.rules.resolution.pools import pool, tagged
from undercroft.games.donjon.rules.running import town
from undercroft.games.donjon.rules.tasks import declaring, tricks
from undercroft.games.donjon.state import ONE, TWO, Donjon, Fact

from .kit import arena, creature, run, scene, table
from .test_edges import bare, rolled
from .test_fight_through import duel
from .test_goods_through import buyer
from .test_harm_through import asked
from .test_magic_through import mage
from .test_people_through import draft

# Facts at work.


@pytest.mark.rule("DON-LAW-14", "DON-LOG-02", "DON-CHAP-03", "DON-CHAP-08")
def test_what_a_stated_fact_does() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    t = Table(s, Dice(1))
    about = Setting("perception", "looking", b)
    fact = facts.enter(
        t, "There is a troll behind the hill", author="Roland", seat=0, test="looking", about=about, kind="creature"
    )
    assert (fact.id, fact.scene, fact.chapter, s.next_fact, s.tally.facts) == (1, 1, 1, 2, 1)
    assert (fact.place, s.secret.queue) == ("somewhere", ["fact:1"])
    facts.enter(t, "There is a troll behind the hill", author="GM", seat=-1, test="x", kind="creature")
    assert s.secret.queue == ["fact:1"]  # hers are hers to bring
    s.phase = "fight"
    facts.enter(t, "There is a troll behind the hill", author="Roland", seat=0, test="x", kind="creature")
    assert s.secret.queue == ["fact:1"]
    s.phase = "scene"
    assert s.here is not None
    for _ in range(s.here.quota + 2):
        facts.enter(t, "There is a path through the wood", author="Roland", seat=0, test="x", kind="way")
    assert (s.way_known, s.owed_cut) == (True, s.here.quota - 1)  # never below one
    s.scene = None
    assert facts.enter(t, "A dull day", author="x", seat=-1, test="x").place != "somewhere"
    s.chapter = 0
    assert s.adventure is not None
    assert facts.enter(t, "A dull day", author="x", seat=-1, test="x").place == s.adventure.town.name


@pytest.mark.rule("DON-LAW-14", "DON-LOG-02")
def test_leafing_through_the_ledger() -> None:
    s = table(1)
    s.facts = [Fact(n, f"fact {n} of the bridge", "colour", "", "Roland", 0, "t", 0, 1, "h") for n in range(1, 11)]
    ran = run(facts.leaf, s, 0, answers=["bridge", "cite:10"])
    assert asked(ran)[1] == [*(f"cite:{n}" for n in range(3, 11)), "close"]
    assert "fact 10" in ran.texts[-1]
    assert run(facts.leaf, s, 0, answers=["bridge", "close"]).texts == []
    assert len(run(facts.leaf, s, 0, answers=["river"]).asks) == 1
    assert len(facts.search(s, "fact roland bridge")) == 10
    assert facts.search(s, "fact river") == []


@pytest.mark.rule("DON-WEAK-02", "DON-LAW-04")
def test_no_third_weakness() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    foe = bare(creature(s, "minotaur"))
    about = Setting("perception", "watching the minotaur", b, foe)
    text = "The minotaur is afraid of fire"
    for count, stands in ((0, True), (1, True), (2, False)):
        foe.abilities = [Ability("Hide", 3, ["soak"], weaknesses=["salt", "light"][:count]), Ability("Run", 1, ["movement"])]
        assert (facts.refuse(s, text, about, 3) == "") is stands
    foe.abilities.append(Ability("Gore", 3, ["attack"]))
    assert facts.refuse(s, text, about, 3) == ""  # another Ability is still whole


@pytest.mark.rule("DON-HOOK-01")
def test_once_the_big_bad_is_met_his_end_may_be_told() -> None:
    s = table(1, chapter=3)
    assert facts.is_hearsay(s, "The Mushroom King is dead")
    wolf = creature(s, "red_wolf")
    assert facts.is_hearsay(s, "The Mushroom King is dead")
    wolf.leader = "self"
    assert not facts.is_hearsay(s, "The Mushroom King is dead")
    assert not facts.is_hearsay(s, "I find the Emerald")


@pytest.mark.rule("DON-ATK-03", "DON-DIST-09")
@pytest.mark.parametrize(
    ("condition", "until", "kinds", "dice"),
    [
        ("off_balance", "roll", ["any"], 1),
        ("disarmed", "action", ["attack"], 0),
        ("prone", "action", ["attack", "dodge"], 1),
        ("shoved", "roll", [], 0),
        ("blinded_briefly", "flurry", ["perception", "attack"], 1),
        ("cornered", "action", [], 0),
        ("entangled", "roll", ["movement"], 2),
    ],
)
def test_what_one_fact_does_to_somebody(condition: str, until: str, kinds: list[str], dice: int) -> None:
    s, b, foe = duel()
    foe.items, foe.wielding = [Item("a", "Axe", "weapon", 1)], "a"
    for n in range(4):
        facts.afflict(Table(s, Dice(1)), foe, condition, b)
        (penalty,) = foe.penalties
        assert (penalty.until, penalty.kinds, penalty.condition) == (until, kinds, condition)
        assert penalty.dice == min(3, dice + n)
        if condition == "shoved":
            assert band(s, "pc0", foe.id) == min(TWO, n + 1)
    assert foe.wielding == ("" if condition == "disarmed" else "a")


# Arguing for an Ability.


@pytest.mark.rule("DON-TEST-02", "DON-TEST-03", "DON-TEST-04", "DON-TEST-07", "DON-AGM-12")
def test_one_ability_brought_up_or_argued_for() -> None:
    async def pick(t: Table[Donjon], b: Being, kind: str = "stealth", *words: str) -> picking.Picked:
        return await picking.choose_pool(
            t, b, kind, attr="adr", tags=tagged(*words), other=3, why="creeping on", rule="DON-TEST-02"
        )

    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    b.now = [3] * 6
    cave = Ability("Sneak in Caves", 2, ["stealth"], when=[When("place", "cave")])
    b.abilities = [
        Ability("Sneak", 1, ["stealth"], "main"),
        cave,
        Ability("Nil", 0, ["stealth"], "main"),
        Ability("Swing", 4, ["attack"]),
    ]
    b.bonus = [Bonus(2, "stealth", "x", scene=1)]
    ran = run(pick, s, b, "stealth", "cave", answers=["use:sneak-in-caves+2"])
    assert asked(ran) == [["use:sneak", "use:sneak+2", "use:sneak-in-caves", "use:sneak-in-caves+2", "plain", "plain+2"]]
    assert (ran.result.pool.dice, ran.result.bonus, b.bonus) == (3 + 2 + 2, 2, [])
    b.boons, b.penalties = [Boon(1, ["stealth"], "scene", "x")], [Penalty(1, ["stealth"], "roll", "y")]
    ran = run(pick, s, b, "stealth", "forest", answers=["plain"])
    assert (ran.result.pool.dice, b.penalties) == (3, [])
    b.boons = []
    ran = run(pick, s, b, "stealth", "forest", answers=["argue:sneak-in-caves", "creeping is creeping"])
    assert (ran.result.pool.dice, ran.result.stretched, b.argued) == (5, False, ["Sneak in Caves"])
    assert "argue:sneak-in-caves" not in asked(run(pick, s, b, "stealth", "forest", answers=["plain"]))[0]  # once a scene
    b.argued, b.usual = [], {}
    ran = run(pick, s, b, "stealth", "forest", answers=["argue:sneak-in-caves", "because I say so"])
    assert (ran.result.pool.dice, ran.result.stretched) == (5, True)
    b.argued, b.usual = [], {}
    ran = run(
        pick, s, b, "stealth", "forest", gamesmaster=1, answers=["argue:sneak-in-caves", "because I say so", (1, "refused")]
    )
    assert (ran.result.pool.dice, ran.result.stretched, b.tried) == (3, False, [])
    assert picking.precedent(s, cave) == "refused"
    b.abilities = [Ability("Vanish", 2, ["stealth"], "main", once=True)]
    run(pick, s, b, answers=["use:vanish"])
    assert b.used == ["Vanish"]
    assert run(pick, s, b).asks == []
    b.abilities, b.usual = [Ability("Sneak", 1, ["stealth"], "main")], {}
    assert len(run(pick, s, b, answers=["use:sneak"]).asks) == 1
    assert (run(pick, s, b).asks, b.usual["stealth"]) == ([], "use:sneak")  # brought up once in a scene
    b.bonus = [Bonus(1, "stealth", "x", scene=1)]
    assert len(run(pick, s, b, answers=["plain"]).asks) == 1
    npc = bare(creature(s, "red_wolf"))
    npc.now, npc.abilities = [3] * 6, [Ability("Sneak", 1, ["stealth"]), Ability("Lurk", 3, ["stealth"])]
    npc.bonus = [Bonus(1, "stealth", "x", scene=1)]
    ran = run(pick, s, npc)
    assert (ran.result.pool.dice, ran.result.bonus, npc.bonus) == (7, 1, [])


@pytest.mark.rule("DON-AGM-12", "DON-TEST-03")
def test_which_abilities_fit() -> None:
    s = table(1)
    b = bare(s.pc(0))
    here = tagged("cave")
    cases = [
        (Ability("A", 1, ["attack"]), "wrong kind"),
        (Ability("B", 1, ["stealth"]), "plain"),
        (Ability("C", 1, ["stealth"], when=[When("place", "forest")]), "arguable"),
        (Ability("D", 1, ["stealth"], when=[When("object", "tree")]), "arguable"),
        (Ability("E", 1, ["stealth"], when=[When("gear", "cloak")]), "refused"),
        (Ability("F", 1, ["stealth"], when=[When("place", "forest"), When("foe", "orc")]), "refused"),
        (Ability("G", 1, ["stealth"], weaknesses=["cave"]), "refused"),
        (Ability("H", 1, ["stealth"], once=True), "spent"),
        (Ability("I", 1, ["stealth"], when=[When("place", "forest")]), "refused"),
    ]
    b.used, b.argued = ["H"], ["I"]
    for ability, found in cases:
        assert picking.verdict(s, b, ability, "stealth", here) == found, ability.name
    s.scene_no = 2
    assert picking.argue(s, "over the bridge", "crossing the bridge", frozenset()) == "argued"
    assert picking.argue(s, "like a cat", "crossing", tagged("cat")) == "argued"
    assert picking.argue(s, "like a cat", "crossing", frozenset()) == "stretched"
    for where, live, found in ((2, True, "argued"), (1, True, "stretched"), (2, False, "stretched")):
        s.facts = [Fact(1, "x", "colour", "", "x", 0, "t", where, 1, "h", ["cat"], live=live)]
        assert picking.argue(s, "like a cat", "crossing", frozenset()) == found


@pytest.mark.rule("DON-MMK-02", "DON-WEAP-07", "DON-ABIL-03")
def test_words_for_what_is_in_hand() -> None:
    b = Being("x", "X", natural="blast")
    assert pools.gear_tags(b) == "body"
    b.natural = ""
    assert "fists" in pools.gear_tags(b)
    b.natural = "claws"
    assert pools.gear_tags(b) == "claws"
    for reach, sharp, bladed in (("melee", True, True), ("melee", False, False), ("missile", True, False)):
        b.items, b.wielding = [Item("a", "Axe", "weapon", 1, reach, sharp, tags=["axe"])], "a"
        words = pools.gear_tags(b).split()
        assert ("blade" in words) is bladed
        assert {"axe", "weapon", reach} <= set(words)
    b.natural = "blast"
    assert "body" not in pools.gear_tags(b)


# Errands.


@pytest.mark.rule("DON-TOWN-08", "DON-TOWN-09", "DON-SELL-05", "DON-RETURN-03")
def test_each_errand_is_done() -> None:
    s, b = buyer(4)
    s.hooked = True
    line = goods.resource(s, "provisions")
    assert line is not None
    m = b.provisions + goods.markup(s, line)
    run(town.errand, s, b, answers=["provisions", 1], dice=[[20] * 4, [1] * m])
    assert b.provisions == 6
    run(town.errand, s, b, answers=["ask", "facts:0"], dice=[[20] * 3, [1] * 4])
    assert (s.clues, b.tried) == (1, ["asked"])
    b.bonus = []
    run(town.errand, s, b, answers=["service"])
    assert b.service == "3:guard duty on the wall"
    b.service = "!3:guard duty on the wall"
    inn = goods.resource(s, "hospitality")
    assert inn is not None
    run(town.errand, s, b, answers=["paid"], dice=[[20] * 6, [1] * (b.wealth + goods.markup(s, inn))])
    assert (b.service, b.wealth) == ("", 9)
    b.items = [Item("a", "Axe", "weapon", 2)]
    run(town.errand, s, b, answers=["sell", "a"], dice=Dice(1))
    assert b.items == []
    run(town.errand, s, b, answers=["shop:armor", "nothing"])
    run(town.errand, s, b, answers=["ready"])
    assert s.ready == [0]
    s.hooked = False
    run(town.errand, s, b, answers=["hook"])
    assert s.hooked
    s.retreated = True
    run(town.errand, s, b, answers=["giveup"])
    assert (s.gave_up, s.won, s.phase) == (True, [False], "between")
    s = table(1, chapter=0, ammunition=True)
    b = bare(s.pc(0))
    b.now, b.wealth, b.items = [3] * 6, 1, [Item("b", "Bow", "weapon", 2, reach="missile", ammo=0)]
    arms = goods.resource(s, "weapons")
    assert arms is not None
    run(town.errand, s, b, answers=["ammo", 0], dice=[[20] * 3, [1] * (1 + goods.markup(s, arms))])
    assert b.items[0].ammo == 10
    run(town.ask_around, s, b, answers=["write it for me"], dice=[[1] * 3, [20] * 4])
    assert s.clues == 0


@pytest.mark.rule("DON-MAKE-01", "DON-MAKE-02", "DON-MAKE-03", "DON-MAKE-06")
def test_making_is_asked_for_in_words() -> None:
    s, b = buyer(9)
    b.full, b.wounds = [3] * 6, b.wounds_full
    b.abilities, b.words = [Ability("Cast", 2, ["magic"], "main", spell=True)], ["fire"]
    s.adventures_done = 1
    price = content.goods().magic_worth["general"] * 2
    ran = run(town.make, s, b, answers=["Fire charm: fire sight 2", 1], dice=[[20] * 5, [1], [20] * 10, [1] * (price - 1), 4])
    assert [(ask.low, ask.high) for ask in ran.asks if ask.kind == "number"] == [(0, price - 1)]
    assert "fire" in ran.asks[0].suggestions[0].lower()
    assert (b.items[-1].curse, b.items[-1].name) == (1, "Fire charm")
    run(town.make, s, b, answers=["Fire stone"], dice=Dice(1))


# Odds and ends.


@pytest.mark.rule("DON-WORD-03", "DON-WORD-04", "DON-CLASS-01", "DON-RACE-02", "DON-WORLD-02", "DON-CLASS-03")
def test_suggestions_are_many_and_free() -> None:
    s, d = draft(2)
    spell = Ability("Cast Spells", 0, ["magic"], "main", spell=True)
    ran = run(choosing_words.ask_words, s, d.being, 2, spell, answers=["fire", "rat"])
    for ask in ran.asks:
        assert len(set(ask.suggestions)) == 5
    assert ran.asks[0].suggestions != ran.asks[1].suggestions
    names = callings.suggested_names(s, d)
    assert len(names) == 6
    s.pc(1).calling = names[0]
    assert names[0] not in callings.suggested_names(s, d)
    s, d = draft(2, dominant="goblin")
    assert callings.suggested_names(s, d)[0] in content.callings().names.goblin_dominant_classes
    s, d = draft(2)
    d.being.concept = ["magic"]
    assert callings.suggested_names(s, d)[0] == "Wizard of Nod"
    ran = run(callings.concept, s, d, answers=["think", "skip"])
    assert (d.being.concept, d.stage, "(1 of 5" in ran.asks[0].prompt) == (["think"], "calling", True)


@pytest.mark.rule("DON-ABIL-11", "DON-POW-02")
def test_an_ability_is_read_from_its_name() -> None:
    heal = suggest_ability("Regenerate Adroitness Quickly", "supporting")
    assert (heal.once, heal.when, heal.power, heal.attribute) == (True, [], "regenerate_adr", "whe")
    other = suggest_ability("Heal Old Scars", "supporting")
    assert (other.once, other.power) == (True, "")
    main = suggest_ability("Heal Old Scars", "main")
    assert (main.once, main.when) == (False, [])
    plain = suggest_ability("Juggle Knives", "supporting")
    assert (plain.once, len(plain.when), plain.spell) == (False, 1, False)
    assert suggest_ability("Cast Odd Spells", "main").spell


@pytest.mark.rule("DON-ABIL-01", "DON-RACE-03")
def test_only_where_all_have_classes_a_race_shares_its_main_ability() -> None:
    for dial, sort, shares in (("all", "Race", True), ("human", "Race", False), ("all", "Class", False)):
        s, d = draft(2, dominant=dial)
        other = s.pc(1)
        other.species, other.abilities = "elf", [Ability("See Far", 4, ["perception"], "main")]
        d.being.sort, d.being.species = sort, "elf"
        run(inventing.ability, s, d, answers=[] if shares else ["Hit People With Weapons"])
        assert (d.being.abilities[0].name == "See Far", d.ability) == (shares, 1)


@pytest.mark.rule("DON-CAST-10", "DON-CAST-07")
def test_she_may_name_any_score() -> None:
    s = table(1)
    scene(s)
    b = mage(s)
    ran = run(
        release.release,
        s,
        b,
        Spell(["wall"], ["shield"], "Wall"),
        gamesmaster=1,
        answers=[(1, "own"), (1, 30)],
        dice=[[20] * 5, [1] * 30],
    )
    assert [(ask.low, ask.high) for ask in ran.asks if ask.kind == "number"] == [(1, 30)]
    assert [x.dice for x in b.boons] == [5]


@pytest.mark.rule("DON-SPELL-01", "DON-SPELL-02", "DON-SPELL-03", "DON-SPELL-05", "DON-SPELL-06", "DON-WORD-01", "DON-CAST-09")
def test_more_about_making_up_spells() -> None:
    s = table(3)
    b = mage(s, words=("fire", "rat"), held=2)
    wolves = [creature(s, "red_wolf", f"wolf {n}") for n in range(7)]
    arena(s, *wolves)
    ran = run(spells.compose, s, b, answers=[["fire"], "hurt", [w.id for w in wolves], "Fire"])
    assert [ask.high for ask in ran.asks if ask.kind == "many"] == [2, 7]  # two dice reach twenty-five
    b.spell_dice = 1
    ran = run(spells.compose, s, b, answers=[["fire"], "hurt", [w.id for w in wolves[:5]], "Fire"])
    assert [ask.high for ask in ran.asks if ask.kind == "many"][1] == 5
    ran = run(spells.compose, s, b, answers=[["fire", "rat"], "hurt", "summon", *([] if "summon" in natural_effects("rat") else ["so"]), [wolves[0].id], "instant", "a rat king", "Fire Rat"])  # fmt: skip  # noqa: E501
    assert ([ask.high for ask in ran.asks if ask.kind == "many"][1], ran.result.summon) == (1, "a rat king")
    s.pc(2).status = "out"
    b.spell_dice, b.words = 2, ["heal"]
    s.pc(1).wounds = 1
    effects = [] if "heal" in natural_effects("heal") else ["so"]
    ran = run(spells.compose, s, b, answers=[["heal"], "heal", *effects, "pc2", "Heal"])
    (whom,) = [ask for ask in ran.asks if ask.prompt == "For whom?"]
    assert (list(whom.keys), ran.result.targets) == (["pc0", "pc1", "pc2"], ["pc2"])  # one alone, the fallen too
    b.words = ["shield"]
    far = [] if "shield" in natural_effects("shield") else ["so"]
    ran = run(spells.compose, s, b, answers=[["shield"], "shield", *far, ["pc0", "pc1", "pc2"], "scene", "Shield"])
    assert ([ask.high for ask in ran.asks if ask.kind == "many"], ran.result.duration) == ([1, 3], "scene")
    (lasting,) = [ask for ask in ran.asks if "How long" in ask.prompt]
    assert list(lasting.keys) == ["instant", "flurry", "scene"]


@pytest.mark.rule("DON-INTRO-03", "DON-LAW-09")
def test_her_creatures_may_try_anything() -> None:
    s, b, foe = duel(2)
    ran = run(
        tricks.creature_trick,
        s,
        foe,
        gamesmaster=2,
        answers=[(2, "pc1"), (2, "push Azar back"), (2, "facts:0")],
        dice=[[20] * 3, [1] * 3],
    )
    assert (asked(ran)[0], [(x.dice, x.against) for x in foe.bonus]) == (["pc0", "pc1"], [(3, "pc1")])
    foe.bonus = []
    s, b, foe = duel()
    run(
        tricks.creature_trick,
        s,
        foe,
        gamesmaster=1,
        answers=[(1, "do something strange"), (1, "facts:0")],
        dice=[[20] * 3, [1] * 3],
    )
    assert [(x.dice, x.about) for x in foe.bonus] == [(3, "attack")]
    foe.bonus = []
    run(
        tricks.creature_trick,
        s,
        foe,
        gamesmaster=1,
        answers=[(1, "do something strange"), "facts:0", (1, "")],
        dice=[[1] * 3, [20] * 3],
    )
    assert (foe.bonus, [x.dice for x in b.bonus]) == ([], [3])
    b.status = "out"
    assert run(tricks.creature_trick, s, foe, gamesmaster=1).asks == []


@pytest.mark.rule("DON-MLO-02", "DON-MDA-02")
def test_an_ooze_takes_the_dearest_thing_in_use() -> None:
    s, b, _ = duel()
    ooze = creature(s, "living_ooze")
    eat = next(a.score for a in ooze.abilities if a.power == "destroy_items")
    sword, gem, mail = Item("s", "Sword", "weapon", 3), Item("g", "Gem", worth=9), Item("m", "Mail", "armor", 2)
    b.items, b.wielding, b.worn = [sword, gem, mail], "s", ["m"]
    n = ooze.now[0] + eat
    run(horrors.destroy_items, s, ooze, b, 0, dice=[[20, *[1] * (n - 1)], [9] * 3])
    assert (sword.dr, mail.dr) == (2, 2)


@pytest.mark.rule("DON-CLIMAX-05", "DON-DEATH-07", "DON-RETURN-03")
def test_the_numbers_of_a_game() -> None:
    s = table(1)
    tally = s.tally
    tally.buys, tally.bought, tally.fights, tally.flurries, tally.facts, tally.dice_kept = 1, 1, 1, 3, 1, 3
    found = flow.outcome(s).facts
    assert (found["purchases won"], found["flurries per fight"], found["share of successes as facts"]) == (1.0, 3.0, 0.25)
    tally.buys, tally.bought, tally.fights, tally.flurries, tally.facts, tally.dice_kept = 4, 1, 2, 3, 0, 0
    found = flow.outcome(s).facts
    assert (found["purchases won"], found["flurries per fight"], found["share of successes as facts"]) == (0.25, 1.5, 0.0)
    s.pc(0).xp, s.pc(0).level, s.turning = 5, 2, [str(n) for n in range(10)]
    ended = flow.outcome(s)
    assert (ended.facts["experience"], ended.facts["top level"], ended.facts["survivors"]) == (5, 2, 1)


@pytest.mark.rule("DON-LAW-04", "DON-LAW-01", "DON-AGM-08")
def test_a_fact_beside_the_point_may_be_argued_for() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    about = Setting("athletics", "climbing", b)
    text = "Zanzibar exports nutmeg"
    assert facts.refuse(s, text, about, 1) == facts.OFF_THE_POINT
    ran = run(law.spend, s, b, 1, about, answers=["facts:1", text, "", text, "no", text, "x"])
    assert ran.result == ([], 1)  # three refusals, and the die is kept
    ran = run(law.spend, s, b, 1, about, answers=["facts:1", text, "the rope smells of distant nutmeg"])
    assert ([f.kind for f in ran.result[0]], ran.result[1]) == (["colour"], 0)
    assert s.tally.facts == 1


@pytest.mark.rule("DON-LAW-14", "DON-AGM-02", "DON-INTRO-03", "DON-TEST-01", "DON-TEST-06")
def test_a_cited_fact_eases_a_free_action() -> None:
    s = table(1)
    scene(s)
    b = bare(s.pc(0))
    b.now = [3] * 6
    t = Table(s, Dice(1))
    s.facts = [Fact(1, "There is a rope here", "feature", "rope", "Roland", 0, "t", 1, 1, "h", ["rope"])]
    assert declaring.eased(t, "climb by the rope", "hard") == "medium"
    assert declaring.eased(t, "climb by the rope", "easy") == "easy"
    assert declaring.eased(t, "climb by hand", "hard") == "hard"
    for change in ("live", "seat", "kind"):
        fact = Fact(1, "There is a rope here", "feature", "rope", "Roland", 0, "t", 1, 1, "h", ["rope"])
        fact.live, fact.seat, fact.kind = (
            change != "live",
            -1 if change == "seat" else 0,
            "colour" if change == "kind" else "feature",
        )
        s.facts = [fact]
        assert declaring.eased(t, "climb by the rope", "hard") == "hard", change
    s.facts = []
    ran = run(declaring.declare, s, b, [], answers=["climb the tree", "facts:0"], dice=[[20] * 3, [1] * 4])
    assert (ran.result.won, rolled(ran)) == (True, ["3d20", "4d20"])
    b.bonus = []
    wolf = bare(creature(s, "red_wolf"))
    wolf.now[2] = 5
    ran = run(declaring.declare, s, b, [wolf], answers=["sneak past it"], dice=[[1] * 3, [20, *[1] * 4]])
    assert (ran.result.won, rolled(ran)) == (False, ["3d20", "5d20"])


@pytest.mark.rule("DON-MITEM-02", "DON-MITEM-01", "DON-CURSE-01")
def test_worth_by_kind_of_magic() -> None:
    prices = content.goods().magic_worth
    for kind, price in prices.items():
        assert pools.worth(Item("i", "Thing", magic=[MagicBonus(kind, "x", 2)])) == 2 * price
    assert pools.worth(Item("i", "Thing", worth=4, magic=[MagicBonus("one_time", "x", 1)])) == max(4, prices["one_time"])


@pytest.mark.rule("DON-DIST-05", "DON-ATK-01", "DON-TEST-02", "DON-TEST-04")
def test_a_pool_adds_everything_up() -> None:
    s, b, _ = duel(band=ONE)
    b.abilities = [Ability("Swing", 2, ["attack"])]
    b.boons, b.penalties = [Boon(2, ["attack"], "scene", "x")], [Penalty(1, ["any"], "scene", "y")]
    b.items = [Item("c", "Charm", abilities=[Ability("Luck", 1, ["attack"])])]
    made = pool(s, b, "attack", ability=b.abilities[0], extra=[("more", 1)])
    assert (made.dice, made.seat) == (3 + 2 + 1 + 2 + 1 - 1, 0)
    assert pool(s, b, "attack", attr="vir").parts[0] == ("Virility", 3)
    odd = Ability("Odd", 1, ["special"], attribute="soc")
    assert pool(s, b, "special", ability=odd).parts[0] == ("Sociality", 3)


@pytest.mark.rule("DON-SPELL-03", "DON-SPELL-05", "DON-WORD-01", "DON-SPELL-01")
def test_one_die_reaches_five_friends_and_none_one() -> None:
    s = table(7)
    scene(s)
    for held, kind, most in ((2, "many", 7), (1, "many", 5), (0, "choose", 0)):
        b = mage(s, words=("shield",), held=held)
        far = [] if "shield" in natural_effects("shield") else ["so"]
        whom: object = ["pc0"] if kind == "many" else "pc0"
        last = ["instant"]
        ran = run(spells.compose, s, b, answers=[["shield"], "shield", *far, whom, *last, "Shield"])
        ask = next(ask for ask in ran.asks if ask.prompt.startswith("For whom?"))
        assert (ask.kind, ask.high) == (kind, most)


@pytest.mark.rule("DON-CAST-05", "DON-CAST-06", "DON-CAST-13", "DON-CAST-07")
def test_what_a_spell_states_is_told_once() -> None:
    s = table(1)
    b = mage(s, words=("blind",))
    wolf = bare(creature(s, "red_wolf"))
    wolf.now[4], wolf.save_body = 2, 1
    arena(s, wolf)
    for stated in (True, False):
        spell = Spell(["blind"], ["hinder-body"], "Blind", targets=[wolf.id])
        answers = ["facts:1", "The blind wolf stumbles"] if stated else ["facts:0"]
        ran = run(release.release, s, b, spell, answers=answers, dice=[[20, *[1] * 4], [9] * 3])
        assert ("DON-CAST-13" in [event.rule for event in ran.events]) is stated
    s.fight, s.phase = None, "scene"
    words = "There is a hidden door in the wall"
    ran = run(
        release.release, s, b, Spell(["eye"], ["reveal"], "Eye"), answers=["facts:1", words], dice=[[20, *[1] * 4], [9] * 4]
    )
    assert sum("hidden door" in text for text in ran.texts) == 1


@pytest.mark.rule("DON-LOOT-08", "DON-MITEM-04", "DON-PERM-02", "DON-POW-02", "DON-POW-03")
def test_limits_and_words_of_things() -> None:
    s, b = buyer(0, chapter=1)
    scene(s)
    ran = run(loot.loot, s, b, 3, "the body", answers=["item", "own", "Odd coin: attack 9", "yes", 9], dice=Dice(1))
    assert ran.asks[-1].high == 9
    for name, said in (("Flask", "drinks the Flask."), ("A red flask", "drinks a red flask.")):
        b.items = [Item("f", name, tags=["potion"])]
        assert said in run(potions.drink, s, b, "f").texts[0]
    b.items = [Item("1", "Axe", "weapon", 1), Item("2", "Club", "weapon", 1), Item("3", "Ring"), Item("4", "Rope")]
    ran = run(goods.keep_possessions, s, b, answers=[["1"], ["3"]])
    assert ["one weapon" in ran.asks[0].prompt, "one other possession" in ran.asks[1].prompt] == [True, True]
    b.full, b.now = [3, 3, 3, 4, 6, 3], [3, 3, 3, 2, 3, 3]
    b.abilities = [Ability("Regenerate", 2, ["healing"], power="regenerate_adr", once=True)]
    ran = run(people.regenerate_adr, s, b, dice=[[20] * 5, [1, 1]])
    assert (rolled(ran), b.now[3]) == (["5d20", "2d20"], 4)


@pytest.mark.rule("DON-SELL-01", "DON-SELL-03", "DON-BUY-01", "DON-BUY-03")
def test_each_vendor_has_his_own_markup() -> None:
    s, b = buyer(0)
    assert s.adventure is not None
    s.adventure.town.resources = [
        Resource("Weapons", 4, 1, ["smith"]), Resource("Armor", 3, 5, ["tanner"]), Resource("Hospitality", 3, 7, ["innkeeper"])
    ]  # fmt: skip
    for want, markup in ((shops.goods_for(s, b, "weapons")[0], 1), (shops.goods_for(s, b, "armor")[0], 5)):
        b.items = [Item("o", "Old Axe", "weapon", 2)]
        n = content.goods().shown(want).dr + markup
        ran = run(shops.part_with, s, b, list(b.items), trading=True, answers=["o", want], dice=[[1] * 5, [20] * n])
        assert rolled(ran) == ["5d20", f"{n}d20"]
    for item, markup in ((Item("o", "Axe", "weapon", 2), 1), (Item("o", "Mail", "armor", 2), 5), (Item("o", "Vase", worth=2), 7)):
        b.items, b.wealth = [item], 1
        ran = run(shops.part_with, s, b, list(b.items), trading=False, answers=["o"], dice=[[1] * 5, [20] * (1 + markup)])
        assert rolled(ran) == ["5d20", f"{1 + markup}d20"]
    b.now[0] = 2
    ran = run(shops.shop, s, b, "weapons", answers=["more", "nothing"])
    shelf = {key: option.hint for ask in ran.asks for key, option in ask.options.items() if key not in ("nothing", "more")}
    heavy = {key: "heavy" in hint for key, hint in shelf.items()}
    assert heavy == {key: content.goods().shown(key).dr > 2 for key in heavy}
    assert set(heavy.values()) == {True, False}


@pytest.mark.rule("DON-ATK-01", "DON-MOVE-10", "DON-AGM-07")
def test_a_charge_is_only_for_who_has_just_come() -> None:
    s, b, foe = duel(charge="instead")
    b.abilities = [Ability("Charge", 2, ["charge"]), Ability("Swing", 1, ["attack"])]
    ran = run(attack, s, b, foe, answers=["plain"], dice=[[1] * 3, [20] * 3])
    assert asked(ran) == [["use:swing", "plain"]]
    foe.role = "brute"
    ran = run(npc_action, s, foe, gamesmaster=1, answers=[(1, "wait")])
    assert "Roland in close" in ran.asks[0].prompt
    b.status = "out"
    ran = run(npc_action, s, foe, gamesmaster=1, answers=[(1, "wait")])
    assert "nobody near" in ran.asks[0].prompt


@pytest.mark.rule("DON-MSC-03")
def test_fire_spares_those_who_lie_down_and_those_far_off() -> None:
    s, b, _ = duel(3)
    cap = creature(s, "spraycaps")
    fight = arena(s, cap)
    s.pc(1).status = "out"
    fight.bands[f"pc2|{cap.id}"] = TWO
    for x in (b, cap):
        x.abilities, x.now[4] = [], 3
    ran = run(fungi.explode, s, cap, dice=[[1] * (s.donjon_level + 3), [20] * 3, [20] * 3])
    assert rolled(ran) == [f"{s.donjon_level + 3}d20", "3d20", "3d20"]


@pytest.mark.rule("DON-INTRO-02", "DON-AGM-14", "DON-CLIMAX-05")
def test_a_twist_of_hers_is_told_and_so_is_the_emeralds_way() -> None:
    s = table(1)
    for machine, told in ((["narration"], True), ([], True)):
        s.desk.machine = machine
        fact = Fact(1, "a door", "colour", "", "Roland", 0, "t", 0, 1, "h")
        ran = run(law._twist, s, fact, wanted=True, gamesmaster=1, answers=[(1, "it hums")])
        assert ("DON-AGM-14" in [event.rule for event in ran.events]) is told
    assert "Emerald went" not in flow.outcome(s).summary
    s.emerald_kept = True
    assert "Emerald went" in flow.outcome(s).summary

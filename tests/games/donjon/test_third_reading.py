"""What a third reading found, of chapters 2 and 8 and of the Game Master's successes: each of these failed once."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.engine import Dice, Match, Opening, Table
from undercroft.games.donjon import GAME, content, odds
from undercroft.games.donjon.being import Ability, Being, Item, When
from undercroft.games.donjon.rules.basics.distance import band, fighter
from undercroft.games.donjon.rules.bestiary import fungi
from undercroft.games.donjon.rules.characters import (
    attribute_methods,
    callings,
    choosing_words,
    creation,
    experience,
    inventing,
    twenty_dice,
)
from undercroft.games.donjon.rules.characters.ability_words import suggest_ability
from undercroft.games.donjon.rules.combat import actions
from undercroft.games.donjon.rules.combat.hits import deal, land
from undercroft.games.donjon.rules.combat.moving import move_in
from undercroft.games.donjon.rules.concepts.facts import enter
from undercroft.games.donjon.rules.concepts.law import keep
from undercroft.games.donjon.rules.flow import journey, pacing
from undercroft.games.donjon.rules.fungus import emerald, fungus_caves, grakvar
from undercroft.games.donjon.rules.goods import goods, shops
from undercroft.games.donjon.rules.harm import initiative
from undercroft.games.donjon.rules.magic import release, spells
from undercroft.games.donjon.rules.resolution.picking import related
from undercroft.games.donjon.rules.resolution.pools import tagged
from undercroft.games.donjon.rules.running import adventures
from undercroft.games.donjon.rules.running.town import set_out
from undercroft.games.donjon.state import ONE, Donjon

from .kit import arena, creature, give, run, scene, table
from .test_characters import draft
from .test_combat import bare, notations
from .test_fungus import _enter, play, step

GM = 1


def cursed(s: Donjon, b: Being, activity: str, dice: int = 2) -> Item:
    """A thing whose curse nobody has noticed yet."""
    item = Item(s.new_id("i"), "odd locket", curse=dice)
    b.items.append(item)
    s.secret.curses[item.id] = activity
    return item


# Chapter 2.


@pytest.mark.rule("DON-ABIL-06")
def test_a_backstab_is_no_melee_to_the_mercenary() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = [a.make() for a in next(row for row in content.callings().set if row.name == "Mercenary").abilities]
    thief = creature(s, "human_thief")
    arena(s, thief)
    ran = run(deal, s, thief, b, 0, tagged("blade"), answers=["plain"], dice=[[1] * 4, [20] * 3])
    assert "use:take-damage-in-melee-combat" in ran.asks[0].keys
    thief.hint = f"behind:{b.id}"
    ran = run(deal, s, thief, b, 0, tagged("blade"), dice=[[1] * 6, [20] * 3])
    assert ran.asks == []  # nothing but Wherewithal


@pytest.mark.rule("DON-ATGEN-05")
def test_scores_that_cannot_be_moved_stay_as_they_fell() -> None:
    for full in ([1] * 6, [6] * 6):
        s = table(1, attributes="bonus")
        d = draft(s, "attributes")
        d.being.full = list(full)
        run(attribute_methods.one_up_one_down, s, d)
        assert d.being.full == full
    d.being.full = [1, 1, 1, 1, 1, 3]
    ran = run(attribute_methods.one_up_one_down, s, d, answers=["up:vir", "down:soc"])
    assert "up:soc" not in ran.asks[0].keys  # it alone can go down
    assert d.being.full == [2, 1, 1, 1, 1, 2]


@pytest.mark.rule("DON-CLASS-02", "DON-RACE-01")
def test_those_who_have_the_classes_are_no_race() -> None:
    s = table(1)
    d = draft(s, "calling")
    d.being.sort = "Race"
    assert callings.calling_fault(s, "Human", "Race")
    assert not callings.calling_fault(s, "Goblin", "Race")
    names = callings.suggested_names(s, d)
    assert "Human" not in names
    s.options = msgspec.structs.replace(s.options, dominant="goblin")
    assert not callings.calling_fault(s, "Human", "Race")
    assert callings.calling_fault(s, "Goblin", "Race")
    for dominant, species in (("human", "human"), ("goblin", "goblin")):
        s = table(1, dominant=dominant)
        d = draft(s)
        run(callings.start, s, d, answers=["ready", "ready:mercenary"])
        assert d.being.species == species
        d = draft(s)
        run(callings.start, s, d, answers=["ready", "ready:elf"])
        assert d.being.species == "Elf"


@pytest.mark.rule("DON-WORD-05")
def test_a_word_for_narrow_magic_must_be_tied_to_it() -> None:
    s = table(1)
    nature = Ability("Cast Nature Spells", 2, ["magic"], "supporting", [When("object", "nature")], spell=True)
    b = Being("pc0", "Elf", seat=0, abilities=[nature])
    ran = run(choosing_words.ask_words, s, b, 2, nature, answers=["fire", "tree", "clockwork"])
    assert b.words == ["tree", "clockwork"]  # fire is known to be something else; clockwork is anybody's guess
    assert "'fire' will not do: it is no Word for Cast Nature Spells." in ran.texts
    assert all(choosing_words.belongs(word, nature) for word in ran.asks[0].suggestions)
    b.words = []
    run(choosing_words.ask_words, s, b, 1, nature, answers=["clockwork", (GM, "no"), "squirrel"], gamesmaster=GM)
    assert b.words == ["squirrel"]


@pytest.mark.rule("DON-START-01")
def test_a_ready_class_may_place_its_own_dice() -> None:
    s = table(1, attributes="allocated")
    d = draft(s)
    run(callings.start, s, d, answers=["ready", "ready:mercenary"])
    run(creation.name, s, d, answers=["Bram"])
    run(creation.quick, s, d, answers=["take"])
    assert d.stage == "dice"
    run(twenty_dice.dice, s, d, answers=["own", 4, 4, 4, 4, 1, 1, 1])
    assert [a.score for a in d.being.abilities] == [4, 4, 4, 4, 1]
    assert (d.being.save_mind, d.being.save_body, d.being.wounds_full) == (1, 1, 1)
    callings.from_set(d.being, next(row for row in content.callings().set if row.name == "Mercenary"))
    ready = twenty_dice.suggest_dice(d.being)
    assert ready == [4, 2, 1, 2, 3, 2, 2, 4]  # the offer is the ready spread
    run(twenty_dice.dice, s, d, answers=["take"])
    assert twenty_dice.suggest_dice(d.being) == ready


@pytest.mark.rule("DON-POW-01", "DON-POW-02")
def test_a_person_who_judges_may_tone_an_ability_down() -> None:
    s = table(1)
    b = s.pc(0)
    made = Ability("Fly Anywhere", 0, ["athletics"], "supporting", [When("place", "air")])
    assert run(inventing.approve, s, b, made, answers=[(GM, "once")], gamesmaster=GM).result
    assert made.once
    assert run(inventing.approve, s, b, made, answers=[(GM, "milder"), (GM, "Flap a Little")], gamesmaster=GM).result
    assert made.name == "Flap a Little"
    assert not run(inventing.approve, s, b, made, answers=[(GM, "no")], gamesmaster=GM).result
    assert run(inventing.approve, s, b, made).result  # nobody in the seat


@pytest.mark.rule("DON-ABIL-09", "DON-ABIL-10", "DON-MABIL-01", "DON-MABIL-02", "DON-MABIL-04")
def test_abilities_the_book_names_are_read_as_it_reads_them() -> None:
    def read(name: str, rank: str = "supporting") -> Ability:
        return suggest_ability(name, rank)

    assert read("Mystical Stealth").spell
    assert inventing.ability_fault(read("Magic-Slinging"))
    assert not inventing.ability_fault(read("Magic-Slinging", "main"))
    flame = read("Hands of Flame")
    assert (flame.adds, [w.words for w in flame.when]) == (["damage"], ["fists hand"])
    assert not flame.spell
    assert read("Evaluate Weapon Worth").adds == ["spending_wealth"]
    assert read("Regenerate from Anything (except Fire)", "main").adds == ["soak"]
    from undercroft.games.donjon.rules.resolution.pools import fits

    assert fits(read("Hear Noise"), "perception", tagged("listen for trouble ahead"))
    steel = read("Resistant to Non-Magic Weapons")
    assert fits(steel, "soak", tagged("cutting weapon"))
    assert not fits(steel, "soak", tagged("cutting weapon magic"))
    elvish = read("Swing Elvish Sword")
    assert not fits(elvish, "attack", tagged("sword blade"))  # only the elvish one, whose DR is settled before play


@pytest.mark.rule("DON-GOODS-01")
def test_an_eye_for_weapons_helps_to_buy_weapons_only() -> None:
    s = table(1, chapter=0)
    b = bare(s.pc(0))
    b.abilities = [suggest_ability("Evaluate Weapon Worth", "supporting")]
    b.abilities[0].score = 3
    line = goods.resource(s, "weapons")
    assert line is not None
    ran = run(goods.buy, s, b, "dagger", "blacksmith", line, answers=[1, "use:evaluate-weapon-worth"], dice=[[1] * 6, [20] * 4])
    assert notations(ran)[0] == "6d20"  # Wealth 1, Sociality 2, the eye 3
    ran = run(goods.buy, s, b, "shield", "tanner", line, answers=[1, "plain"], dice=[[1] * 3, [20] * 4])
    assert notations(ran)[0] == "3d20"


@pytest.mark.rule("DON-SURP-03")
def test_swift_sword_play_needs_a_sword() -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.abilities = [suggest_ability("Swift Sword-play", "supporting")]
    b.abilities[0].score = 2
    arena(s, creature(s, "snake"))
    assert run(initiative.speed, s, b).asks == []
    give(s, b, "short_sword")
    run(initiative.speed, s, b, answers=["use"], dice=[[20] * 7, [1] * 4])
    assert fighter(s, b.id).speed == 7


@pytest.mark.rule("DON-UP-04", "DON-MABIL-01")
def test_a_later_ability_obeys_the_same_laws() -> None:
    s = table(1)
    b = s.pc(0)
    run(experience.third_level, s, b, answers=["ability", "Cast Spells", "Immune to Fire"])
    assert b.abilities[-1].name == "Resistant to Fire"
    assert b.abilities[-1].score == 1
    assert not any(a.spell for a in b.abilities)


@pytest.mark.rule("DON-BUY-03")
def test_the_whole_shelf_is_for_sale() -> None:
    s = table(1, chapter=0)
    b = s.pc(0)
    ran = run(shops.shop, s, b, "weapons", answers=["more", "sap", 3], dice=[[20] * 5, [1] * 3])
    assert any(i.name == "Sap" for i in b.items)
    shown = {*ran.asks[0].keys, *ran.asks[1].keys}
    cap = goods.resource(s, "weapons")
    assert cap is not None
    assert {k for k, row in content.goods().weapons.items() if row.dr <= cap.cap and not row.supply} <= shown


@pytest.mark.rule("DON-FUN-07")
def test_any_weapon_or_armor_up_to_three_is_made() -> None:
    s = table(1, chapter=1)
    ran = run(emerald.gift, s, s.pc(0), answers=["shield"])
    shop = content.goods()
    wanted = {k for k, row in shop.weapons.items() if row.dr <= 3 and not row.supply}
    assert wanted <= set(ran.asks[0].keys)


@pytest.mark.rule("DON-LAW-06")
def test_dice_won_in_town_lapse_at_the_gate() -> None:
    s = table(1, chapter=0)
    keep(s, s.pc(0), 3, "social", "asking around")
    run(_leave, s, dice=Dice(1))
    assert s.chapter == 1
    assert s.pc(0).bonus == []


async def _leave(t: Table[Donjon]) -> None:
    set_out(t)


# Chapter 8.


@pytest.mark.rule("DON-FUN-25")
def test_the_law_holds_in_the_water_too() -> None:
    s, chasm = play("2e", 1)
    chasm.stage, chasm.data["turn"], chasm.data["fallen"] = "water", "0", " pc0"
    step(s, ["facts:0"], [[20] * 3, [1] * 4])
    assert related(s, s.pc(0), "endurance") == 3


@pytest.mark.rule("DON-FUN-22", "DON-CURSE-02")
def test_a_drink_from_the_well_counts_all_that_weighs_on_the_save() -> None:
    s, _ = play("2b", 1)
    b = s.pc(0)
    cursed(s, b, next(c.activity for c in content.gm().curses if "save_body" in c.kinds))
    ran = run(fungus_caves.drink_spores, s, b, dice=[[1] * (b.now[4] + b.save_body - 2), [20] * 8])
    assert notations(ran) == [f"{b.now[4] + b.save_body - 2}d20", "8d20"]
    assert b.items[-1].curse_known


@pytest.mark.rule("DON-FUN-27")
def test_the_trapdoor_drops_them_into_the_next_chapter() -> None:
    s, _ = play("2g", 1)
    assert adventures.owed(s) == 5
    step(s, ["look", "facts:1", "There is a trapdoor under the gold"], [[20, 19, 1, 1, 1, 1], [9] * 4])
    step(s, ["through"])
    assert s.scene is None
    assert adventures.owed(s) == 0
    run(pacing.next_scene, s)
    assert s.chapter == 3


@pytest.mark.rule("DON-FUN-34", "DON-LAW-03")
def test_a_failed_scramble_costs_one_action_more_and_a_good_one_pays() -> None:
    s = table(1, chapter=3)
    b = bare(s.pc(0))
    king = creature(s, "mushroom_king")
    fight = arena(s, king, band=ONE)
    fight.slope = king.id
    run(move_in, s, b, king, answers=["write it for me"], dice=[[1] * 5, [20, 19]])
    assert band(s, b.id, king.id) == ONE
    ran = run(move_in, s, b, king)  # the other half of the slope
    assert notations(ran) == []
    assert band(s, b.id, king.id) == 0
    s = table(1, chapter=3)
    b = bare(s.pc(0))
    king = creature(s, "mushroom_king")
    fight = arena(s, king, band=ONE)
    fight.slope = king.id
    run(move_in, s, b, king, answers=["facts:0"], dice=[[20] * 5, [1, 1]])
    assert band(s, b.id, king.id) == 0
    assert related(s, b, "attack") == 5


@pytest.mark.rule("DON-FUN-41")
def test_grakvar_met_and_alive_comes_back_when_they_are_weak() -> None:
    s = table(1, chapter=3)
    orc = creature(s, "orc_hermit")
    orc.status = "gone"
    s.secret.grakvar = "driven off"
    assert not grakvar.grakvar_waits(s)
    s.pc(0).wounds = 1
    assert grakvar.grakvar_waits(s)
    s.homeward, s.home_left = True, [2]
    run(journey.home_step, s)
    assert s.scene is not None
    assert s.scene.kind == "grakvar_returns"
    step(s)
    assert orc.status == "up"
    assert s.fight is not None
    orc.status = "dead"
    assert not grakvar.grakvar_waits(s)


def test_where_grakvar_is_stays_hidden() -> None:
    s, _ = play("2c", 1)
    step(s)
    assert s.secret.grakvar == "trailing"
    assert GAME.mask(s, 0).secret.grakvar == "unmet"
    assert "trailing" not in str(GAME.mask(s, 0).tally)


# The ambush, and curses on the defence.


@pytest.mark.rule("DON-MRW-04", "DON-LAW-03")
def test_whoever_sees_the_ambush_spends_the_successes() -> None:
    s, _ = play("1d", 2)
    run_ = step(s, ["facts:0", "keep"], [1, [1] * 6, [20] * 6])
    assert notations(run_) == ["6d20", "6d20"]
    assert related(s, s.pc(0), "initiative") == 6


@pytest.mark.rule("DON-CURSE-02")
def test_a_curse_bites_the_defender_too() -> None:
    seeing = next(c.activity for c in content.gm().curses if "perception" in c.kinds)
    s = table(1)
    b = bare(s.pc(0))
    thief = creature(s, "human_thief")
    arena(s, thief)
    item = cursed(s, b, seeing)
    ran = run(actions.npc_sneak, s, thief, b, dice=[[20] * 9, [1] * 4])
    assert notations(ran)[1] == "4d20"  # Discernment 6 less the curse
    assert item.curse_known
    s, _ = play("1d", 1)
    item = cursed(s, s.pc(0), seeing)
    ran = step(s, dice=[1, [20] * 6, [1] * 4])
    assert notations(ran)[1] == "4d20"
    assert item.curse_known
    dodging = next(c.activity for c in content.gm().curses if "dodge" in c.kinds)
    s = table(1, chapter=3)
    b = bare(s.pc(0))
    cap = creature(s, "spraycaps")
    arena(s, cap, band=ONE)
    item = cursed(s, b, dodging)
    ran = run(fungi.spore_cloud, s, cap, dice=[[20] * 4, [1] * 3, [1] * 8, [20] * 3])
    assert notations(ran)[1] == "3d20"  # Adroitness 5 less the curse
    assert item.curse_known


# The Game Master's own successes.


@pytest.mark.rule("DON-ATK-02", "DON-ATK-03", "DON-LAW-07", "DON-LAW-09")
def test_a_person_spends_her_creatures_hits_as_players_do() -> None:
    s = table(1)
    b = bare(s.pc(0))
    one, other = creature(s, "red_wolf", "one"), creature(s, "red_wolf", "other")
    arena(s, one, other)
    run(
        land,
        s,
        one,
        b,
        3,
        tagged("x"),
        answers=[(GM, "keep"), (GM, f"give:{other.id}")],
        dice=[[1] * 3, [20] * 3],
        gamesmaster=GM,
    )
    assert related(s, other, "attack") == 3
    ran = run(
        land,
        s,
        one,
        b,
        3,
        tagged("x"),
        answers=[(GM, "facts"), (GM, "Roland trips; Roland drops what was in hand")],
        dice=[[1] * 4, [20] * 3],
        gamesmaster=GM,
    )
    assert notations(ran)[0] == "4d20"  # Virility 3 and the one success left
    assert {p.condition for p in b.penalties} >= {"prone", "disarmed"}
    ran = run(
        land,
        s,
        one,
        b,
        1,
        tagged("x"),
        answers=[(GM, "facts"), (GM, "Roland staggers")],
        dice=[[1] * 3, [20] * 3],
        gamesmaster=GM,
    )
    assert notations(ran)[0] == "3d20"
    ran = run(
        land, s, one, b, 3, tagged("x"), answers=[(GM, "part"), (GM, 2), (GM, "self")], dice=[[1] * 4, [20] * 3], gamesmaster=GM
    )
    assert related(s, one, "attack") == 2


@pytest.mark.rule("DON-LAW-07", "DON-ATK-02")
def test_dice_kept_from_a_hit_may_go_to_a_friend() -> None:
    s = table(2)
    b = bare(s.pc(0))
    foe = creature(s, "minotaur")
    arena(s, foe)
    run(land, s, b, foe, 3, tagged("x"), answers=["keep", "give:pc1"], dice=[[1], [20] * 11])
    assert related(s, s.pc(1), "attack") == 3
    assert related(s, b, "attack") == 0


@pytest.mark.rule("DON-CAST-11")
def test_a_person_may_use_all_her_successes_against_a_failed_spell() -> None:
    for gamesmaster, off in ((None, 2), (GM, 4)):
        s = table(3)
        azar = s.pc(1)
        scene(s)
        azar.spell_dice = 1
        spell = spells.Spell(["cloud"], ["make"], "Cloud")
        answers = [] if gamesmaster is None else [(3, "medium"), (3, "penalty")]
        dice = [[1] * 11, [20] * 4, 2] if gamesmaster is None else [[1] * 11, [20] * 4]
        run(release.release, s, azar, spell, answers=answers, dice=dice, gamesmaster=None if gamesmaster is None else 3)
        assert [p.dice for p in azar.penalties] == [off]


# What a bot that thinks ahead may know.


@pytest.mark.rule("DON-AGM-18")
def test_creatures_are_drawn_anew_even_after_a_blow_has_begun() -> None:
    """At every third decision of fights: the copy shows the same table and asks the same, and most know other creatures."""
    asked = redrawn = 0
    for seed in (2, 3):
        opening = Opening(game="donjon", seats=("A", "B"), seed=seed, options={"heroes": "samples"})
        match: Match[Donjon] = Match.start(GAME, opening)
        bots = [GAME.bot("bruiser"), GAME.bot("caster")]
        dice = Dice(seed)
        while match.ask is not None and match.move_count < 260:
            seat = match.ask.seats[0]
            if match.state.fight is not None and match.move_count % 3 == 0:
                other = match.determinised(seat, seed=match.move_count)
                assert other.ask is not None
                assert (other.ask.prompt, list(other.ask.keys_for(seat))) == (match.ask.prompt, list(match.ask.keys_for(seat)))
                assert GAME.mask(other.state, seat) == GAME.mask(match.state, seat)
                asked += 1
                theirs = [(b, other.state.beings[b.id]) for b in match.state.beings.values() if not b.pc]
                redrawn += any((a.wounds, a.save_body) != (b.wounds, b.save_body) for a, b in theirs)
            match.answer(bots[seat](match.view(seat, dice)), seat)
    assert asked > 40
    assert redrawn > 0.7 * asked


@pytest.mark.rule("DON-FUN-08")
def test_a_slow_party_finds_the_rivals_in_front() -> None:
    for done, ahead in ((6, False), (8, True)):
        s = table(3, race=True)
        s.secret.rivals = 7
        s.scenes_done[0] = done
        run(_enter, s, 2, dice=Dice(1))
        assert ("rivals" in s.secret.queue) is ahead
        s = table(3, chapter=3, race=True)
        s.secret.rivals, s.scenes_done[2] = 7, done
        run(pacing.climax, s)
        assert s.secret.rivals_ahead is ahead


@pytest.mark.rule("DON-ODDS-01", "DON-ODDS-03")
def test_the_quick_odds_of_hints_are_the_exact_ones() -> None:
    for die in (4, 6, 20):
        for a in range(8):
            for b in range(8):
                exact = odds.chances(a, b, die)
                assert odds.win(a, b, die) == pytest.approx(float(exact.a_wins), abs=1e-9)
                if exact.mean_a is not None:
                    assert odds.mean(a, b, die) == pytest.approx(float(exact.mean_a), abs=1e-9)


@pytest.mark.rule("DON-CHAP-04", "DON-AGM-10")
def test_what_was_called_up_never_holds_a_party_for_ever() -> None:
    """With the deck empty and nothing owed, called-up scenes are played, and after a few in a row the way on is found."""
    s = table(1, chapter=2)
    s.torch = "pc0"
    s.scenes_done[1], s.secret.deck = 9, []
    for words in ("I hear footsteps behind us", "I see a small group of orcs"):
        enter(Table(s, Dice(1)), words, author="Roland", seat=0, test="Hear Noise")
    waiting = len(s.secret.queue)
    s.made_in_row = 3
    run(pacing.next_scene, s, dice=Dice(2))
    assert len(s.secret.queue) == waiting - 1  # not one more wanderer
    s.scene, s.phase, s.made_in_row = None, "road", 5
    run(pacing.next_scene, s)
    assert s.way_known

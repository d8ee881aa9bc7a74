"""Edges: one before and one after a limit, what must not happen, and what is left when a rule has done its work."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.being import Ability, Being, Bonus, Boon, Item, Penalty
from undercroft.games.donjon.rules.basics.distance import out_of_it, set_band
from undercroft.games.donjon.rules.bestiary import beasts
from undercroft.games.donjon.rules.characters import attribute_methods, callings, inventing
from undercroft.games.donjon.rules.characters.ability_words import suggest_ability
from undercroft.games.donjon.rules.combat import actions, hits
from undercroft.games.donjon.rules.combat.tactics import spent
from undercroft.games.donjon.rules.concepts import facts
from undercroft.games.donjon.rules.concepts.contest import Pool, compare, contest
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.concepts.law import WRITE_FOR_ME
from undercroft.games.donjon.rules.creatures.creatures import npc_wealth
from undercroft.games.donjon.rules.flow import desk
from undercroft.games.donjon.rules.fungus import fungus_caves, spores_below
from undercroft.games.donjon.rules.goods import goods, shops
from undercroft.games.donjon.rules.harm import initiative
from undercroft.games.donjon.rules.harm.damage import slay, wear
from undercroft.games.donjon.rules.magic import magic
from undercroft.games.donjon.rules.magic.loot import parse_wish
from undercroft.games.donjon.rules.magic.release import release
from undercroft.games.donjon.rules.magic.spells import Spell
from undercroft.games.donjon.rules.resolution.pools import attribute, pool, tagged, worth
from undercroft.games.donjon.rules.running import adventures, climax, meetings, scenes, sketch
from undercroft.games.donjon.rules.tasks.tricks import trick
from undercroft.games.donjon.state import OUT, TWO, Donjon, Draft

from .kit import arena, creature, give, run, scene, table


def rolled(ran: object) -> list[str]:
    """The dice thrown, in order."""
    return [event.roll.notation for event in ran.events if event.roll is not None]  # type: ignore[attr-defined]


def bare(b: Being) -> Being:
    """Nothing but Attributes."""
    b.abilities, b.items, b.worn, b.wielding = [], [], [], ""
    return b


# Tests and facts.


@pytest.mark.rule("DON-DICE-02", "DON-DICE-03", "DON-DICE-04", "DON-DICE-05")
def test_dice_against_none_all_count() -> None:
    found = compare([1, 1, 1], [])
    assert found is not None
    assert (found.won, found.n, found.every) == (True, 3, True)
    lost = compare([], [1])
    assert lost is not None
    assert (lost.won, lost.n) == (False, 1)
    part = compare([9, 3], [5])
    assert part is not None
    assert (part.won, part.n, part.every) == (True, 1, False)


async def _tie(t: Table[Donjon]) -> tuple[list[int], list[int]]:
    result = await contest(t, Pool("a", [("x", 1)]), Pool("b", [("y", 1)]), "a Test", rule="DON-DICE-02")
    return result.a_faces, result.b_faces


@pytest.mark.rule("DON-DICE-06")
def test_the_dice_of_a_tie_break_lie_with_the_others() -> None:
    s = table(1)
    ran = run(_tie, s, dice=[[7], [7], [3], [3], [12], [4]])
    assert ran.result == ([7, 3, 12], [7, 3, 4])
    assert s.tray is not None
    assert (s.tray.a_faces, s.tray.b_faces, s.tray.won) == ([12, 7, 3], [7, 4, 3], True)


@pytest.mark.rule("DON-CLASS-05", "DON-PRE-01")
def test_who_was_brought_along_is_offered_once() -> None:
    s = table(2)
    s.brought = [Being("b", "Old Tom", calling="Ferryman", level=3), Being("c", "Nob", calling=s.pc(1).calling)]
    d = Draft(0, "start")
    del s.beings["pc0"]
    ran = run(callings.start, s, d, answers=["brought:0"])
    assert "brought:1" not in ran.asks[0].keys  # somebody at the table has that calling
    assert (d.being.name, d.being.seat, d.being.id, d.stage) == ("Old Tom", 0, "pc0", "done")
    assert [b.name for b in s.brought] == ["Nob"]


@pytest.mark.rule("DON-HOOK-01")
def test_only_words_against_a_fixed_point_are_hearsay() -> None:
    s = table(1)
    assert not facts.is_hearsay(s, "There is a dry path to the rocks")
    assert not facts.is_hearsay(s, "The Mushroom King likes soup")
    assert facts.is_hearsay(s, "The Mushroom King is dead")
    assert facts.is_hearsay(s, "I find the Emerald")
    s.adventure = None
    assert not facts.is_hearsay(s, "I find the Emerald")


@pytest.mark.rule("DON-LAW-14", "DON-LOG-02")
def test_facts_are_counted_by_kind() -> None:
    s = table(1)
    t = Table(s, Dice(1))
    for text in ("There is a dry well here", "There is a broken cart here"):
        facts.enter(t, text, author="Roland", seat=0, test="looking")
    assert s.tally.facts_by_kind == {"feature": 2}
    assert [f.id for f in s.facts] == [1, 2]


# Characters.


@pytest.mark.rule("DON-CLASS-01", "DON-CLASS-03", "DON-RACE-02")
def test_a_calling_leads_to_the_first_ability() -> None:
    s = table(1)
    d = Draft(0, "calling", being=Being("pc0", "", seat=0, player="Robin"), ability=3)
    s.beings.clear()
    run(callings.calling, s, d, answers=["class", "Rat Catcher"])
    assert (d.being.calling, d.being.sort, d.stage, d.ability) == ("Rat Catcher", "Class", "ability", 0)


@pytest.mark.rule("DON-ABIL-01", "DON-ABIL-02", "DON-ABIL-08", "DON-ABIL-11", "DON-MABIL-04")
def test_abilities_are_named_one_after_the_other_main_first() -> None:
    s = table(1)
    d = Draft(0, "ability", being=Being("pc0", "", seat=0, player="Robin"))
    names = ["Swing Hammers", "Pick Locks", "Hide in Shadows", "Pick Locks", "Hear Noise"]
    for n, name in enumerate(names):
        assert d.ability == n
        known = name.lower() in content.known_abilities() and n != 3
        run(inventing.ability, s, d, answers=[name] if known else [name, "yes"])
    assert [(a.name, a.rank, a.score) for a in d.being.abilities] == [
        ("Swing Hammers", "main", 0),
        ("Pick Locks", "supporting", 0),
        ("Hide in Shadows", "supporting", 0),
        ("Pick Locks Again", "supporting", 0),
        ("Hear Noise", "supporting", 0),
    ]
    assert d.being.abilities[2].adds == ["stealth"]
    assert d.stage == "attributes"


@pytest.mark.rule("DON-RACE-03", "DON-MABIL-02")
def test_a_race_shares_its_main_ability() -> None:
    s = table(2, dominant="all")
    other = s.pc(1)
    other.species, other.abilities = "elf", [Ability("See Far", 4, ["perception"], "main", magic=True)]
    d = Draft(0, "ability", being=Being("pc0", "", seat=0, sort="Race", species="elf"))
    run(inventing.ability, s, d)
    assert [(a.name, a.score, a.rank, a.adds) for a in d.being.abilities] == [("See Far", 0, "main", ["perception"])]
    assert d.ability == 1
    alone = Draft(0, "ability", being=Being("pc0", "", seat=0, sort="Race", species="dwarf"))
    run(inventing.ability, s, alone, answers=["Swing Hammers", "yes"])
    assert alone.being.abilities[0].name == "Swing Hammers"


@pytest.mark.rule("DON-ABIL-05", "DON-ABIL-11")
def test_the_form_takes_the_kind_that_is_said() -> None:
    s = table(1)
    d = Draft(0, being=Being("pc0", "", seat=0))
    made = suggest_ability("Juggle", "main")
    run(inventing.confirm, s, d, made, answers=["kind", "fight", "dodge"])
    assert (made.adds, made.spell) == (["dodge"], False)
    stab = suggest_ability("Backstab", "supporting")
    run(inventing.confirm, s, d, stab, answers=["attack"])
    assert (stab.adds, [(w.key, w.words) for w in stab.when]) == (["attack"], [("position", "behind")])


@pytest.mark.rule("DON-ATGEN-07")
def test_a_ready_spread_is_taken_whole() -> None:
    s = table(1)
    for name, spread in attribute_methods.SPREADS.items():
        d = Draft(0, being=Being("pc0", "", seat=0))
        run(attribute_methods.allocate, s, d, answers=[name])
        assert d.being.full == list(spread)
        assert sum(spread) == 21
    d = Draft(0, being=Being("pc0", "", seat=0))
    ran = run(attribute_methods.allocate, s, d, answers=["own", 6, 6, 5, 2])
    assert d.being.full == [6, 6, 5, 2, 1, 1]
    assert ran.asks[1].low == 1
    assert ran.asks[1].high == 6


# Goods.


@pytest.mark.rule("DON-BUY-01", "DON-BUY-02")
def test_who_cannot_pay_has_nothing_and_is_refused_until_richer() -> None:
    s = table(1, chapter=0)
    b = bare(s.pc(0))
    line = goods.resource(s, "weapons")
    assert line is not None
    n = 1 + goods.markup(s, line)
    ran = run(goods.buy, s, b, "club", "smith", line, answers=[1], dice=[[1] * (b.now[5] + 1), [20] * n])
    assert ran.result is False
    assert b.items == []
    assert goods.barred(b, "smith:club", b.wealth)
    assert not goods.barred(b, "smith:club", b.wealth + 1)


@pytest.mark.rule("DON-TOWN-04", "DON-ADV-07")
def test_respect_lowers_and_hostility_raises_a_markup() -> None:
    s = table(1, chapter=0)
    line = goods.resource(s, "weapons")
    assert line is not None
    plain = goods.markup(s, line)
    s.respect = 1
    assert goods.markup(s, line) == plain - 1
    s.respect = 20
    assert goods.markup(s, line) == 0
    s.hostile = True
    assert goods.markup(s, line) == 3


@pytest.mark.rule("DON-SELL-01", "DON-SELL-03")
def test_selling_takes_the_thing_and_trading_gives_another() -> None:
    s = table(1, chapter=0)
    b = bare(s.pc(0))
    item = give(s, b, "dagger")
    b.wielding = ""
    run(shops.part_with, s, b, list(b.items), trading=False, answers=[item], dice=Dice(1))
    assert b.items == []
    item = give(s, b, "two_handed_axe")
    b.wielding = ""
    ran = run(shops.part_with, s, b, list(b.items), trading=True, answers=[item, "club", 0], dice=Dice(3))
    assert [ask.prompt for ask in ran.asks][:2] == ["Part with what?", "For what?"]


@pytest.mark.rule("DON-MITEM-01", "DON-MITEM-02", "DON-CURSE-01")
def test_worth_adds_up_and_a_curse_takes_off() -> None:
    pick = Item("i", "pick", abilities=[Ability("Open", 2, ["handiwork"]), Ability("Pry", 1, ["force"])])
    assert worth(pick) == 3
    pick.curse = 2
    assert worth(pick) == 1
    pick.curse = 9
    assert worth(pick) == 1
    assert worth(Item("j", "axe", "weapon", 3, abilities=[Ability("Chop", 1, ["force"])])) == 4
    assert worth(Item("k", "stone", "other", 3)) == 0


@pytest.mark.rule("DON-MITEM-03")
@pytest.mark.parametrize(
    ("text", "sort", "dr", "magic", "tags"),
    [
        ("Broadsword of Wrath: attack 2, defend 1", "weapon", 3, [("general", 2), ("general", 1)], True),
        ("Red potion: once Healing 3", "other", 0, [("one_time", 3)], True),
        ("Fire iron: DR 2", "weapon", 2, [], False),
        ("An old boot", "other", 0, [], False),
    ],
)
def test_a_wish_is_read_as_it_is_said(text: str, sort: str, dr: int, magic: list[tuple[str, int]], tags: bool) -> None:
    item = parse_wish(table(1), text)
    assert (item.sort, item.dr, [(m.kind, m.dice) for m in item.magic]) == (sort, dr, magic)
    assert ("magic" in item.tags) is tags


@pytest.mark.rule("DON-IHARM-02", "DON-IHARM-03")
def test_a_thing_wears_die_by_die_and_breaks_at_the_last() -> None:
    s = table(1)
    b = bare(s.pc(0))
    axe = Item("axe", "Axe", "weapon", 2, abilities=[Ability("Chop", 1, ["force"])])
    b.items, b.wielding = [axe], "axe"
    t = Table(s, Dice(1))
    wear(t, b, axe, 1)
    assert (axe.dr, axe.abilities[0].score, len(b.items)) == (2, 0, 1)
    wear(t, b, axe, 1)
    assert (axe.dr, b.wielding) == (1, "axe")
    wear(t, b, axe, 1)
    assert (b.items, b.wielding) == ([], "")
    mail = Item("mail", "Mail", "armor", 3)
    b.items, b.worn = [mail], ["mail"]
    wear(t, b, mail, 2)
    assert (mail.dr, b.worn) == (1, ["mail"])
    wear(t, b, mail, 5)
    assert (b.items, b.worn) == ([], [])


@pytest.mark.rule("DON-NPC-07", "DON-BRIBE-03")
def test_what_creatures_have_to_lose() -> None:
    s = table(1)
    for key in ("human_fighter", "red_wolf", "blood_goblin", "spraycaps"):
        b = creature(s, key)
        assert b.wealth == npc_wealth(b)
    assert creature(s, "human_fighter").wealth == 3 + content.bestiary()["human_fighter"].level
    assert creature(s, "red_wolf").wealth == 0
    assert npc_wealth(Being("x", "X", level=4)) == 4
    assert npc_wealth(Being("x", "X", level=4, tags=["noble"])) == 10
    assert npc_wealth(Being("x", "X", level=4, tags=["merchant"])) == 10
    assert npc_wealth(Being("x", "X", level=1, tags=["commoner"])) == 2


@pytest.mark.rule("DON-WT-03")
def test_armor_weighs_on_adroitness_alone() -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.now[:] = [2, 3, 3, 5, 3, 3]
    give(s, b, "plate_armor")
    assert [attribute(s, b, key) for key in ("vir", "cer", "dis", "adr", "whe", "soc")] == [2, 3, 3, 3, 3, 3]
    b.now[0] = 4
    assert attribute(s, b, "adr") == 5


# In a fight.


@pytest.mark.rule("DON-INI-03")
def test_two_of_a_kind_roll_for_themselves_and_three_together() -> None:
    for count, throws in ((2, 3), (3, 2)):
        s = table(1)
        bare(s.pc(0))
        wolves = [creature(s, "red_wolf", f"wolf {n}") for n in range(count)]
        for wolf in wolves:
            wolf.abilities = []
        fight = arena(s, *wolves)
        fight.stage = "initiative"
        ran = run(initiative.initiative, s, dice=Dice(4))
        assert len(rolled(ran)) == throws
        found = [f.numbers for f in fight.fighters if f.id != "pc0"]
        assert (all(n == found[0] for n in found)) is (count == 3)
        assert (fight.stage, fight.count) == ("count", 20)


@pytest.mark.rule("DON-DEATH-04")
def test_a_party_is_spent_when_nobody_could_hurt_anybody() -> None:
    s = table(1)
    b = s.pc(0)
    arena(s, creature(s, "red_wolf"))
    b.wounds, b.now[:] = 0, [1, 5, 5, 0, 5, 5]
    assert spent(s)
    b.now[3] = 1
    assert not spent(s)
    b.now[3], b.wounds = 0, 1
    assert not spent(s)
    b.wounds, b.spell_dice = 0, 1
    assert not spent(s)


@pytest.mark.rule("DON-DIST-04")
def test_out_of_range_of_all_is_out_of_it() -> None:
    s = table(1)
    one, other = creature(s, "red_wolf", "one"), creature(s, "red_wolf", "other")
    arena(s, one, other)
    b = s.pc(0)
    set_band(s, b.id, one.id, OUT)
    set_band(s, b.id, other.id, TWO)
    assert not out_of_it(s, b)
    set_band(s, b.id, other.id, OUT)
    assert out_of_it(s, b)
    other.status = one.status = "out"
    assert not out_of_it(s, b)


@pytest.mark.rule("DON-DEATH-02", "DON-DEATH-06", "DON-DEATH-07")
def test_the_slain_are_counted_if_they_were_players_characters() -> None:
    s = table(2)
    wolf = creature(s, "red_wolf")
    t = Table(s, Dice(1))
    slay(t, wolf, s.pc(0))
    assert (wolf.status, s.tally.deaths, s.graves) == ("dead", 0, [])
    slay(t, s.pc(1), wolf)
    assert (s.tally.deaths, len(s.graves), len(s.turning)) == (1, 1, 1)
    assert [b.id for b in s.pcs()] == ["pc0"]


@pytest.mark.rule("DON-ACT-01", "DON-MBS-01", "DON-MPT-03")
def test_an_odd_power_is_turned_on_whom_the_answer_names() -> None:
    s = table(2)
    toad = creature(s, "poison_toad")
    arena(s, toad)
    for b in s.pcs():
        bare(b)
    run(actions.act, s, toad, "hrrmph:pc1", dice=[[20] * (toad.now[5] + 3), [1] * (s.pc(1).now[2] + s.pc(1).save_mind)])
    assert [p.kinds for p in s.pc(1).penalties] == [["any"]]
    assert s.pc(0).penalties == []
    assert toad.hint == "hrrmph"
    ran = run(
        beasts.frighten, s, toad, s.pc(0), "hrrmph", dice=[[1] * (toad.now[5] + 3), [20] * (s.pc(0).now[2] + s.pc(0).save_mind)]
    )
    assert {event.rule for event in ran.events} == {"DON-MPT-03"}
    assert s.pc(0).penalties == []
    ran = run(actions.act, s, toad, "wait")
    assert ran.texts == [f"{toad.cap} waits."]


@pytest.mark.rule("DON-MHT-02")
def test_a_thief_behind_a_back_has_dice_on_the_stab() -> None:
    s = table(1)
    thief = creature(s, "human_thief")
    bare(s.pc(0))
    arena(s, thief)
    hiding = pool(s, thief, "stealth", ability=next(a for a in thief.abilities if "stealth" in a.adds)).dice
    for high, low, kept in ((20, 1, True), (1, 20, False)):
        thief.bonus, thief.hint = [], ""
        n = s.pc(0).now[2]
        ran = run(actions.npc_sneak, s, thief, s.pc(0), dice=[[high] * hiding, [low] * n])
        assert bool(thief.bonus) is kept
        assert (thief.hint == "behind:pc0") is kept
        if kept:
            (bonus,) = thief.bonus
            assert (bonus.about, bonus.only, bonus.against) == ("attack", True, "pc0")
        assert ran.events


@pytest.mark.rule("DON-INTRO-03", "DON-ACT-03", "DON-ACT-04")
@pytest.mark.parametrize(("wits", "against"), [(1, 1), (3, 3)])
def test_the_dim_are_fooled_by_their_cerebrality(wits: int, against: int) -> None:
    s = table(1)
    foe = bare(creature(s, "human_fighter"))
    foe.now[1], foe.now[2] = wits, 6
    b = bare(s.pc(0))
    arena(s, foe)
    n = b.now[5]
    ran = run(trick, s, b, answers=[f"on:{foe.id}", "distract him with a song", "facts:0"], dice=[[20] * n, [1] * against])
    assert rolled(ran) == [f"{n}d20", f"{against}d20"]


@pytest.mark.rule("DON-CAST-02", "DON-CAST-15")
def test_a_spell_on_the_hurt_is_answered_by_what_it_took_alone() -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.abilities = [Ability("Cast Spells", 2, ["magic"], "main", spell=True)]
    b.words, b.spell_dice, b.now[1] = ["fire"], 2, 2
    cap = creature(s, "spraycaps")
    cap.abilities = [a for a in cap.abilities if a.power == "retaliate"]
    cap.wounds = cap.wounds_full - 1
    arena(s, cap)
    spell = Spell(["fire"], ["hurt"], "Blaze", targets=[cap.id])
    ran = run(release, s, b, spell, dice=[[20] + [1] * 5, [9] * cap.now[4], [1] * 4, [20] * b.now[4]])
    assert rolled(ran)[2] == "4d20"  # its 3 and the one point of this blow


@pytest.mark.rule("DON-CAST-02", "DON-DEATH-04")
@pytest.mark.parametrize(("wounds", "status"), [(0, "out"), (3, "up")])
def test_a_spell_smashes_only_those_without_flesh_wounds(wounds: int, status: str) -> None:
    s = table(1)
    b = bare(s.pc(0))
    b.wounds, b.wounds_full = wounds, 4
    wizard = creature(s, "human_wizard")
    wizard.spell_dice = 2
    arena(s, wizard)
    n = magic.casting_pool(s, wizard, 2).dice
    spell = Spell([wizard.words[0]], ["hurt"], "Blaze", targets=[b.id])
    run(release, s, wizard, spell, dice=[[20] * n, [1] * b.now[4]])
    assert b.status == status


@pytest.mark.rule("DON-ATK-02", "DON-ATK-03", "DON-AGM-04", "DON-LAW-07")
def test_what_a_creatures_blow_can_spare_is_one_die_and_no_more() -> None:
    s = table(1)
    wolf = creature(s, "red_wolf")
    b = s.pc(0)
    b.wounds = b.wounds_full = 9
    arena(s, wolf)
    about = Setting("attack", "striking", wolf, b)
    for n in (2, 5):
        dice, kept = hits._machine_spends_hit(Table(s, Dice(1)), wolf, b, n, tagged("bite"), about, mode="")
        bought = len([f for f in s.facts if f.seat == -1]) + sum(x.dice for f in s.beings.values() for x in f.bonus)
        assert dice + kept + min(1, bought) in (n, n + 1)
        assert kept in (0, 1, n)


@pytest.mark.rule("DON-GATH-04", "DON-GATH-07")
def test_a_failed_gathering_weighs_on_the_next_one_only() -> None:
    s = table(1)
    wizard = creature(s, "human_wizard")
    n = magic.casting_pool(s, wizard, 0).dice
    run(magic.gather, s, wizard, dice=[[1] * n, [20] * (s.donjon_level + content.gm().difficulty.dice[0])])
    (bonus,) = wizard.bonus
    assert (bonus.about, bonus.only) == ("gm:gather", True)
    ran = run(magic.gather, s, wizard, dice=Dice(1))
    assert rolled(ran)[1] == f"{s.donjon_level + content.gm().difficulty.dice[0] + bonus.dice}d20"
    assert not [x for x in wizard.bonus if x.dice == bonus.dice and x is bonus]


@pytest.mark.rule("DON-GATH-06", "DON-HOLD-01")
def test_a_nights_rest_ends_the_spells_of_a_day() -> None:
    b = Being("x", "X", strain=2, spell_dice=3)
    b.penalties = [Penalty(1, ["any"], "day", "a"), Penalty(1, ["any"], "week", "b")]
    b.boons = [Boon(1, ["attack"], "day", "a"), Boon(1, ["attack"], "month", "b")]
    magic.rest(b)
    assert (b.strain, b.spell_dice) == (0, 0)
    assert [p.until for p in b.penalties] == ["week"]
    assert [p.until for p in b.boons] == ["month"]


# Running it.


@pytest.mark.rule("DON-FLOW-01", "DON-TOWN-01")
def test_an_adventure_opens_with_a_clean_table() -> None:
    s = table(1)
    s.hooked = s.way_known = s.homeward = s.retreated = True
    s.town_turns, s.owed_cut, s.clues, s.torch, s.first_fight = 4, 2, 3, "pc0", False
    s.ready, s.provisions_spent, s.scenes_done = [0], {"0": 3}, [4, 4, 4]
    facts.enter(Table(s, Dice(1)), "There is a well", author="Roland", seat=0, test="x")
    adventures.open_adventure(Table(s, Dice(1)))
    assert (s.phase, s.chapter, s.hooked, s.town_turns, s.ready, s.scenes_done) == ("town", 0, False, 0, [], [0, 0, 0])
    assert (s.owed_cut, s.clues, s.way_known, s.homeward, s.retreated) == (0, 0, False, False, False)
    assert (s.first_fight, s.provisions_spent, s.torch, s.facts) == (True, {}, "", [])
    s.adventures_done = 1
    facts.enter(Table(s, Dice(1)), "There is a well", author="Roland", seat=0, test="x")
    adventures.open_adventure(Table(s, Dice(1)))
    assert len(s.facts) == 1


@pytest.mark.rule("DON-ADV-03", "DON-CHAP-01")
def test_a_chapter_begins_with_its_deck_and_nothing_of_the_last() -> None:
    s = table(1)
    s.owed_cut, s.way_known, s.made_in_row, s.town_turns, s.stuck, s.torch = 2, True, 3, 4, 5, "pc0"
    adventures.enter_chapter(Table(s, Dice(1)), 1)
    assert (s.owed_cut, s.way_known, s.made_in_row, s.town_turns, s.stuck, s.phase, s.torch) == (0, False, 0, 0, 0, "road", "")
    assert s.here is not None
    assert sorted(s.secret.deck) == sorted(e.id for e in s.here.encounters)
    last = [e.id for e in s.here.encounters if e.position == "last"]
    assert s.secret.deck[len(s.secret.deck) - len(last) :] == last


@pytest.mark.rule("DON-FUN-08")
@pytest.mark.parametrize(("scenes_done", "ahead"), [(4, False), (5, True)])
def test_rivals_are_ahead_only_of_the_slower(scenes_done: int, ahead: bool) -> None:
    s = table(1, race=True)
    s.secret.rivals, s.scenes_done[0] = 4, scenes_done
    ran = run(_enter, s, 2, dice=Dice(2))
    assert ("rivals" in s.secret.queue) is ahead
    assert any("rivals are ahead" in text for text in ran.texts) is ahead


async def _enter(t: Table[Donjon], number: int) -> None:
    adventures.enter_chapter(t, number)


@pytest.mark.rule("DON-PERM-02", "DON-HEAL-03")
def test_between_two_adventures_everyone_is_seen_to_once() -> None:
    s = table(2, adventures=2)
    s.adventures_done = 1
    for b in s.pcs():
        bare(b)
        b.wounds = 0
    run(adventures.between, s, dice=Dice(1))
    assert [b.wounds == b.wounds_full for b in s.pcs()] == [True, False]
    run(adventures.between, s, dice=Dice(1))
    run(adventures.between, s, dice=Dice(1))
    assert "between" not in s.scores
    assert s.phase == "town"


@pytest.mark.rule("DON-FUN-18")
@pytest.mark.parametrize(("die", "cramped"), [(1, 2), (2, 0)])
def test_a_cave_may_be_cramped(die: int, cramped: int) -> None:
    s = table(1, chapter=2)
    assert s.here is not None
    run(scenes.begin, s, s.here.encounters[0], planned=True, dice=[die])
    assert s.scene is not None
    assert s.scene.cramped == cramped
    assert s.scene.dark


@pytest.mark.rule("DON-FUN-22")
def test_the_well_is_done_when_all_have_chosen() -> None:
    s = table(2, chapter=2)
    now = scene(s, "spore_well")
    now.data["turn"] = "0"
    for _ in s.party():
        run(fungus_caves.spore_well, s, now, answers=["no"])
        assert not now.over
    run(fungus_caves.spore_well, s, now)
    assert now.over


@pytest.mark.rule("DON-FUN-31")
def test_an_escaped_sentry_raises_the_alarm_next() -> None:
    s = table(2, chapter=3)
    now = scene(s, "sentries")
    now.stage = "after"
    gob, other = creature(s, "sporegobs"), creature(s, "sporegobs")
    now.foes, gob.status, other.status = [gob.id, other.id], "fled", "out"
    s.secret.deck = ["3c"]
    run(spores_below.sentries, s, now)
    assert (s.secret.deck, s.secret.escapees, s.secret.alerted, now.over) == (["3b", "3c"], 1, True, True)


@pytest.mark.rule("DON-FUN-27")
def test_the_gold_of_the_pit_is_searched_when_the_snakes_are_dead() -> None:
    s = table(1, chapter=2)
    now = scene(s, "snake_pit")
    now.stage, now.foes = "after", []
    run(fungus_caves.snake_pit, s, now)
    assert (now.stage, now.caches, now.over) == ("gold", [4], False)
    run(fungus_caves.snake_pit, s, now)
    assert now.over


@pytest.mark.rule("DON-CLIMAX-03", "DON-CLIMAX-04", "DON-CLIMAX-05")
@pytest.mark.parametrize(
    ("status", "recurring", "won"), [("out", False, True), ("yielded", False, True), ("fled", False, False), ("fled", True, True)]
)
def test_a_big_bad_is_beaten_or_comes_back(status: str, recurring: bool, won: bool) -> None:
    s = table(2, chapter=3)
    now = scene(s, "big_bad")
    s.scenes_done = [5, 5, 3]
    boss = creature(s, "minotaur")
    boss.leader, boss.status, boss.as_pc, boss.level = "self", status, recurring, 5
    now.foes, now.stage = [boss.id], "after"
    run(climax.big_bad, s, now)
    assert now.over
    assert s.homeward is won
    assert [b.xp for b in s.pcs()] == ([2, 2] if recurring else [0, 0])
    assert s.scores.get("falls", 0) == (0 if won else 1)
    assert s.scenes_done[2] == (3 if won else 1)
    assert (boss.id in s.beings) is won
    if won:
        assert (boss.leader, s.home_left) == ("", [3, 2, 1])


@pytest.mark.rule("DON-CLIMAX-01", "DON-CLIMAX-02")
def test_a_big_bad_leads_or_hits() -> None:
    s = table(2, chapter=4, adventure="nok")
    now = scene(s, "big_bad")
    now.stage = "open"
    run(climax.big_bad, s, now, dice=Dice(1))
    boss = s.beings[now.foes[0]]
    assert (boss.leader, boss.as_pc, now.stage) == ("self", False, "meet")
    assert boss.role in ("leader", "caster", "brute")
    assert any("heart_of_nok" in item.tags for item in boss.items)
    assert all(s.beings[i].leader == boss.id for i in now.foes[1:])
    run(climax.big_bad, s, now, dice=Dice(1))
    assert s.fight is not None
    assert not s.fight.by_party


@pytest.mark.rule("DON-TOWN-02", "DON-TOWN-03", "DON-TOWN-04", "DON-TOWN-05")
def test_towns_come_in_all_sizes_and_tempers() -> None:
    towns = [sketch.sketch_town(Dice(seed), ["Help!"], "the reeve") for seed in range(60)]
    assert {town.temper for town in towns} == {"suspicious", "indifferent", "friendly"}
    assert {town.kind.removeprefix("a ") for town in towns} == {row.name for row in content.gm().towns}
    assert sum(town.temper == "friendly" for town in towns) < 25
    assert all(town.hook == ["Help!"] and town.giver == "the reeve" and town.name for town in towns)


@pytest.mark.rule("DON-XP-01", "DON-CHAP-02", "DON-LAW-06")
def test_a_scene_that_ends_pays_counts_and_clears() -> None:
    s = table(1)
    now = scene(s, "obstacle")
    now.beaten = 6
    s.pc(0).bonus = [Bonus(2, "attack", "x", scene=s.scene_no)]
    run(scenes.end, s)
    assert s.pc(0).xp == s.donjon_level + 6
    assert (s.scenes_done[0], s.scene, s.phase, s.pc(0).bonus) == (1, None, "road", [])
    rest = scene(s, "quiet", encounter="rest")
    run(scenes.end, s)
    assert s.scenes_done[0] == 1
    assert rest.over is False


@pytest.mark.rule("DON-CALL-01", "DON-CONT-03", "DON-XP-03")
def test_slipping_past_ends_it_and_failing_starts_it() -> None:
    for high, low, over in ((20, 1, True), (1, 20, False)):
        s = table(1)
        b = bare(s.pc(0))
        goblin = bare(creature(s, "blood_goblin"))
        now = scene(s)
        now.foes, now.stage = [goblin.id], "meet"
        dice = [[high] * b.now[3], [low] * goblin.now[2]]
        answers = ["slip", "facts:0"] if over else ["slip", WRITE_FOR_ME]
        ran = run(meetings.approach, s, now, [goblin], answers=answers, dice=dice)
        assert (now.over, s.fight is None) == (over, over)
        assert (now.foes == []) is over
        assert ran.events


@pytest.mark.rule("DON-AGM-01")
def test_calls_are_handed_over_one_by_one_or_all_at_once() -> None:
    s = table(1)
    for key, left in (("npcs", ["npcs"]), ("facts", ["npcs", "facts"]), ("npcs", ["facts"])):
        ran = run(desk.act, s, 1, "desk:hand", answers=[(1, key)], gamesmaster=1)
        assert s.desk.machine == left
        assert len(ran.texts) == 1
        assert ("leaves to the machine" in ran.texts[0]) is (key in left)
    ran = run(desk.act, s, 1, "desk:hand", answers=[(1, "all")], gamesmaster=1)
    assert "leaves everything" in ran.texts[0]
    assert len(s.desk.machine) == 9
    ran = run(desk.act, s, 1, "desk:hand", answers=[(1, "none")], gamesmaster=1)
    assert ran.texts == ["The Game Master takes everything back."]
    assert s.desk.machine == []

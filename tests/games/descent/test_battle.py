"""Battle: lines, numbers, who strikes whom, light, balls, nerve, running, and karma."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Table, run
from undercroft.games.descent.arsenal import Weapon, weapon
from undercroft.games.descent.bestiary import baddies
from undercroft.games.descent.rules.battle import field, nerve, onslaught, strikes
from undercroft.games.descent.rules.battle.blows import aim, dark_penalty, standing
from undercroft.games.descent.rules.company import coming, company
from undercroft.games.descent.rules.ending import meeting, outcome, rounds
from undercroft.games.descent.rules.personas.people import new_member
from undercroft.games.descent.rules.wounds import lines
from undercroft.games.descent.rules.wounds.wounds import wound
from undercroft.games.descent.screen import notebook
from undercroft.games.descent.secrets import mask
from undercroft.games.descent.state import Game, Member

from .scene import fight, game

WALL = ("warrior +axe", "warrior +axe", "warrior +axe", "warrior +axe")


async def blow(t: Table[Game], m: Member, *, ammo: str = "", call: str = "") -> int:
    """One attack with the weapon in hand at the first foe; the hits it gave."""
    b = t.state.battle
    assert b is not None
    before = {foe.id: foe.hits for foe in b.foes}
    await strikes.strike(t, b, m, b.foes[0], ammo=ammo, call=call)
    return sum(before.values()) - sum(foe.hits for foe in b.foes)


def struck(
    s: Game, foe: str, thrown: int, hand: str = "", *, light: bool = True, ammo: str = "", call: str = "", who: int = 0
) -> int:
    """Hits given by one throw with a weapon at a fresh foe."""
    m = s.members[who]
    if hand:
        m.goods[hand] = m.goods.get(hand, 0) + 1
        m.hand = hand
    if ammo:
        m.goods[ammo] = 5
    fight(s, foe, 1, light=light)
    return run(blow, s, m, dice=[[max(1, thrown - 6), thrown - max(1, thrown - 6)]], ammo=ammo, call=call).result


@pytest.mark.rule("DES-BAT-13", "DES-BAT-14", "DES-BST-01", "DES-NOTE-01")
def test_troll_numbers() -> None:
    """Example 9."""
    s = game("warrior")
    assert struck(s, "Trolls", 9, "AXE") == 1
    assert struck(s, "Trolls", 8, "AXE") == 0
    assert struck(s, "Trolls", 9, "MACE") == 1
    assert struck(s, "Trolls", 11, "SWORD") == 0
    assert struck(s, "Trolls", 12, "SWORD") == 1
    assert struck(s, "Trolls", 12, "SPEAR") == 0


@pytest.mark.rule("DES-BST-03")
def test_hoplite_numbers() -> None:
    """Example 10."""
    s = game("warrior")
    assert [struck(s, "Hoplites", n, "SPEAR") for n in (7, 6)] == [1, 0]
    assert [struck(s, "Hoplites", n, "AXE") for n in (9, 8)] == [1, 0]


@pytest.mark.rule("DES-BST-10", "DES-MAGW-07", "DES-WPN-20", "DES-BAT-29", "DES-BAT-30", "DES-MAGW-27", "DES-WPN-19")
def test_spears_pikes_and_bows_on_the_dragon() -> None:
    """Examples 13 and 56."""
    s = game("warrior 9")
    assert struck(s, "Dragon", 10, "SPEAR") == 1
    assert struck(s, "Dragon", 12, "SPEAR +1") == 10
    assert struck(s, "Dragon", 12, "PIKE") == 10
    assert struck(s, "Dragon", 9, "PIKE") == 1
    assert struck(s, "Dragon", 12, "SPEAR") == 1
    assert struck(s, "Dragon", 6, "SWORD") == 1
    assert struck(s, "Dragon", 9, "MACE") == 1
    assert struck(s, "Dragon", 8, "MACE") == 0
    assert [struck(s, "Dragon", n, "CROSS-BOW", ammo="ARROWS") for n in (12, 9, 8)] == [10, 1, 0]
    assert struck(s, "Dragon", 12, "BOW", ammo="ARROWS") == 1
    assert struck(s, "Dragon", 12, "BOW", ammo="MAGIC ARROWS") == 1
    assert struck(s, "Dragon", 8, "BOW", ammo="MAGIC ARROWS") == 1
    assert struck(s, "Dragon", 12, "HALBERD", call="spear") == 1


@pytest.mark.rule("DES-BAT-29")
def test_the_lookup_of_numbers() -> None:
    assert (needed("BOW", "Bears", ammo="ARROWS"), needed("QUARTERSTAFF", "Trolls"), needed("MARTEL DE FER", "Turtles")) == (
        9,
        10,
        7,
    )
    assert needed("SLING", "Trolls") is None
    assert needed("PIKE", "Hoplites") == 9
    assert needed("SPEAR", "Gorillas") == 8
    assert needed("SLING", "Gorillas") == 9


def needed(name: str, baddie: str, *, ammo: str = "", call: str = "") -> int | None:
    """What must be thrown by a plain tenth-rank fighter in the light."""
    arm = weapon(name)
    assert arm is not None
    found = aim(arm, baddies()[baddie], ammo=ammo, call=call)
    return None if found is None else found.number - found.modifier


@pytest.mark.rule("DES-BAT-30", "DES-MAGW-15", "DES-MAGW-20", "DES-MAGW-19", "DES-MAGW-39")
def test_things_that_hit_anything() -> None:
    s = game("warrior 8")
    assert struck(s, "Trolls", 7, "SHURIKENS", light=False) == 1  # +1 rank, -1 dark
    assert struck(s, "Trolls", 6, "SHURIKENS", light=False) == 0
    assert struck(s, "Trolls", 8, "THROWING DARTS") == 1
    assert struck(s, "Trolls", 7, "THROWING DARTS") == 0
    s = game("warrior 9")
    m = s.members[0]
    assert struck(s, "Trolls", 8, "BLOW-GUN", ammo="MAGIC BLOW-GUN DARTS") == 1
    assert m.goods["MAGIC BLOW-GUN DARTS"] == 4
    s = game("warrior 10 +shurikens")
    s.members[0].goods["SHURIKENS"] = 3
    b = fight(s, "Trolls", 2)
    for _ in range(3):
        run(blow, s, s.members[0], dice=[[1, 1]])
    assert not [key for key in strikes.acts(s, b, s.members[0]) if key.startswith("strike")]
    from undercroft.games.descent.rules.personas.people import refuses

    assert refuses(s, s.members[0], "BLOW-GUN")


@pytest.mark.rule("DES-BAT-13", "DES-BAT-20", "DES-MAGW-05", "DES-MAGW-08", "DES-WAR-10", "DES-DIAL-02")
def test_modifiers_add_up() -> None:
    s = game("warrior 8")
    assert struck(s, "Trolls", 8, "AXE +1", light=False) == 1  # +1 rank -1 dark +1 magic
    assert struck(s, "Trolls", 7, "AXE +1", light=False) == 0
    s = game("warrior")
    assert struck(s, "Trolls", 9, "AXE", light=False) == 0
    assert struck(s, "Trolls", 10, "AXE", light=False) == 1
    assert struck(s, "Trolls", 8, "AXE +1") == 1
    assert struck(s, "Orcs", 5, "SWORD +1") == 1
    s = game("warrior", dark_penalty=-2)
    assert [struck(s, "Orcs", n, "SWORD", light=False) for n in (8, 7)] == [1, 0]
    s.dials = msgspec.structs.replace(s.dials, temperament="cruel")
    assert dark_penalty(s) == -3


@pytest.mark.rule("DES-BAT-12", "DES-DIAL-03")
def test_what_baddies_need_to_hit() -> None:
    """Example 11, as the ledger has it: the minotaur throws for each of the two it strikes."""
    s = game("warrior", "warrior", "warrior", "warrior", minotaur_throws="for_each")
    b = fight(s, "Minotaur")
    ran = run(onslaught.foes_attack, s, b, dice=[[3, 3], [2, 3]])
    assert sum(1 for m in s.members if m.body == 4) == 1
    rolls = [event.text for event in ran.events if event.kind == "roll"]
    assert len(rolls) == 2
    assert "warrior0" in rolls[0]
    assert "warrior1" in rolls[1]
    s = game("warrior")
    b = fight(s, "Minotaur")
    run(onslaught.foes_attack, s, b, dice=[[3, 3]])  # a single fighter: one throw
    for thrown, rule, left in ((9, "meet_or_beat", 4), (8, "meet_or_beat", 5), (9, "exceed", 5), (10, "exceed", 4)):
        s = game("warrior", hit_rule=rule)
        run(onslaught.foes_attack, s, fight(s, "Hoplites"), dice=[thrown])
        assert s.members[0].body == left


@pytest.mark.rule("DES-BST-11", "DES-BAT-15")
@pytest.mark.parametrize(("thrown", "left"), [(6, [5, 4, 4, 5]), (5, [5, 5, 5, 5])])
def test_a_minotaurs_one_throw_hits_two_neighbours_or_none(thrown: int, left: list[int]) -> None:
    s = game(*WALL)
    ran = run(onslaught.foes_attack, s, fight(s, "Minotaur"), dice=[[1, 2, 0, 3], thrown])
    assert [m.body for m in s.members] == left
    rolls = [str(event.values["why"]) for event in ran.events if event.kind == "roll"]
    assert rolls == ["The minotaur throws at both warrior1 and warrior2 (hits on 6)"]
    if thrown == 5:
        assert ran.texts[-1] == "The minotaur misses warrior1 and warrior2."
    else:
        assert ran.texts[-2:] == ["The minotaur finds warrior1: body, 4 left.", "warrior2 is hit by the minotaur: body, 4 left."]


@pytest.mark.rule("DES-BST-11")
def test_one_of_two_may_parry_the_minotaurs_blow() -> None:
    s = game("warrior", "warrior")
    b = fight(s, "Minotaur")
    b.parry = [0]
    run(onslaught.foes_attack, s, b, dice=[[0, 1], 6])
    assert [m.body for m in s.members] == [5, 4]


@pytest.mark.rule("DES-BST-11", "DES-SPELL-25")
def test_a_minotaur_on_the_partys_side_hits_two_at_a_time_as_well() -> None:
    s = game("wizard")
    beast = new_member(s, seat=0, name="Moo", kind="slave", cls="", rank=0, baddie="Minotaur", master=0, denomination="")
    b = fight(s, "Trolls", 3)
    run(strikes.beast_strikes, s, b, beast, b.foes[1], dice=[6])
    assert [foe.hits for foe in b.foes] == [3, 3, 4]
    run(strikes.beast_strikes, s, b, beast, b.foes[1], dice=[5])
    assert [foe.hits for foe in b.foes] == [3, 3, 4]


@pytest.mark.rule("DES-BAT-05", "DES-BST-11")
def test_the_party_is_told_of_the_minotaurs_blow() -> None:
    async def announce(t: Table[Game]) -> None:
        assert t.state.battle is not None
        coming.announce(t, t.state.battle)

    for throws, words in (("once", "hits two at a time with one throw"), ("for_each", "strikes two")):
        s = game("warrior", minotaur_throws=throws)
        fight(s, "Minotaur")
        assert words in run(announce, s).texts[0]


@pytest.mark.rule("DES-BAT-15", "DES-BAT-26")
def test_attacks_are_dealt_so_that_nobody_gets_a_second_first() -> None:
    s = game(*WALL, "wizard")
    b = fight(s, "Rats", 6)
    ran = run(onslaught.foes_attack, s, b, dice=[3] * 6)
    struck_at = [event.values["why"] for event in ran.events if event.kind == "roll"]
    names = [str(why).rpartition(" at ")[2].partition(" (")[0] for why in struck_at]
    assert sorted(names.count(f"warrior{n}") for n in range(4)) == [1, 1, 2, 2]
    assert "wizard4" not in names
    s = game(*WALL)
    ran = run(onslaught.foes_attack, s, fight(s, "Dragon"), dice=[[2, 3, 0, 1], 3])
    assert [str(event.values["why"]) for event in ran.events if event.kind == "roll"] == [
        "The dragon throws at warrior2 (hits on 6)"
    ]


def test_misses_are_told_in_one_breath() -> None:
    s = game("warrior +axe", "warrior +axe", "warrior +axe")
    b = fight(s, "Trolls", 3)
    ran = run(onslaught.foes_attack, s, b, dice=[[0, 1, 2], [1, 2], [2, 2], [3, 2]])
    assert len(ran.texts) == 1
    assert ran.texts[0].startswith("The Trolls miss warrior")
    assert "twos" not in ran.texts[0]  # nothing comes of that pair
    struck: list[int] = []
    rest = run(strikes.party_strikes, s, b, struck, answers=["rest"], dice=[[1, 2], [6, 5], [2, 1]])
    assert rest.texts == ["warrior1 hits the first troll: 1 of 4; warrior0 and warrior2 miss."]


@pytest.mark.rule("DES-BAT-16")
def test_whoever_strikes_like_the_rest_is_asked_no_more() -> None:
    s = game("warrior +axe", "warrior +morning_star")
    b = fight(s, "Trolls", 3)
    b.foes[2].hits = 1
    ran = run(strikes.party_strikes, s, b, [], answers=["rest"], dice=[[1, 2], [6, 5], [6, 5]])
    assert len(ran.asks) == 1
    assert [foe.hits for foe in b.foes] == [3, 4]  # the wounded one first, then the next


@pytest.mark.rule("DES-BAT-08", "DES-BAT-27", "DES-BAT-16", "DES-BAT-17")
def test_a_round_baddies_first_then_round_the_table() -> None:
    s = game("warrior seat0 +axe", "warrior seat1 +axe", "warrior seat2 +axe", players=3)
    fight(s, "Trolls", 4)
    seen: list[int] = []
    for round_number in (1, 2):
        answers = []
        for step in range(3):
            seat = (round_number - 1 + step) % 3
            answers.append((seat, "strike@0"))
        final: list[Any] = [*answers, (0, "stay")]
        ran = run(rounds.fight_round, s, answers=final, dice=[[1, 1]] * 6)
        rolls = [str(event.values["why"]) for event in ran.events if event.kind == "roll"]
        assert rolls[0].startswith("The first troll throws at")
        seen += [ask.seats[0] for ask in ran.asks if ask.rule == "DES-BAT-09"]
        targets = next(ask for ask in ran.asks if ask.rule == "DES-BAT-09").keys
        assert [key for key in targets if key.startswith("strike")] == ["strike@0", "strike@1", "strike@2"]
    assert seen == [0, 1, 2, 1, 2, 0]
    assert s.battle is not None
    assert s.battle.round == 2


@pytest.mark.rule("DES-FLEE-06")
def test_whoever_must_say_stay_or_run_is_told_how_the_fight_stands() -> None:
    s = game("warrior plate +axe", "warrior +axe")
    b = fight(s, "Trolls", 3)
    assert field.standing_of(s, b) == "Three Trolls still stand; weakest in front is warrior1 with 5 hits left."
    s.members[1].body = 1
    assert field.standing_of(s, b).endswith("warrior1 with 1 hit left.")
    del b.foes[1:]
    b.foes[0].hits = 2
    s.lines = [[0], [1], []]
    assert field.standing_of(s, b) == "The troll has 2 of 4 hits left; in front stands warrior0 with 20 hits left."


def test_a_foe_is_called_by_its_number_while_others_fight_beside_it() -> None:
    s = game("warrior +axe")
    b = fight(s, "Trolls", 2)
    ran = run(onslaught.foes_attack, s, b, dice=[[0], 7, [0], 3])
    assert ran.texts == ["The first troll hits warrior0: body, 4 left.", "The second troll misses: warrior0 stood elsewhere."]
    b.foes[1].hits = 1
    ran = run(strikes.strike, s, b, s.members[0], b.foes[1], dice=[9])
    assert ran.texts == ["warrior0 makes an end of the second troll: 4 karma."]
    assert run(strikes.strike, s, b, s.members[0], b.foes[0], dice=[9]).texts == ["warrior0 hits the troll (1 of 4)."]


def test_to_strike_with_the_rest_is_always_the_first_answer() -> None:
    s = game("warrior +axe", "warrior +axe")
    b = fight(s, "Trolls", 3)
    ran = run(strikes.party_strikes, s, b, [], answers=["strike@0", "strike@0"], dice=[2, 2])
    assert [ask.keys[0] for ask in ran.asks] == ["rest", "strike@0"]


@pytest.mark.rule("DES-MAZE-15", "DES-DIAL-02")
def test_high_ground() -> None:
    """Example 38."""
    s = game("warrior +axe")
    b = fight(s, "Trolls", ground="party")
    run(blow, s, s.members[0], dice=[8])
    assert b.foes[0].hits == 3
    run(onslaught.foes_attack, s, b, dice=[6])
    assert s.members[0].body == 5
    b = fight(s, "Trolls", ground="foes")
    run(blow, s, s.members[0], dice=[8])
    assert b.foes[0].hits == 4
    run(onslaught.foes_attack, s, b, dice=[6])
    assert s.members[0].body == 4


@pytest.mark.rule("DES-BAT-05", "DES-BAT-06", "DES-BAT-07", "DES-GM-04", "DES-BAD-09")
def test_the_party_is_told_seven_things_and_no_weapon_number() -> None:
    s = game("warrior")
    ran = run(coming.meet, s, name="Trolls", number=4)
    assert ran.texts == ["Four Trolls (humanoid): four hits each, three abreast; each strikes one, and hits on 7."]
    assert {entry.category for entry in baddies().values()} == {"humanoid", "mammal", "reptile", "mythical beast", "weirdie"}
    from undercroft.games.descent import GAME

    shown = str(GAME.screen(mask(s, 0), 0))
    assert "axe 9" not in shown
    assert "sword 12" in str(GAME.screen(s, 1))
    s = game("warrior")
    ran = run(coming.meet, s, name="Rolling Meatballs", number=2)
    assert "five hits each" in ran.texts[0]
    assert not any("gravy" in text for text in ran.texts)


@pytest.mark.rule("DES-BAT-09", "DES-BAT-10", "DES-LEAD-08", "DES-FLAV-03")
def test_learning_by_trial() -> None:
    """Example 54: only hit or miss is said; the notebook keeps it."""
    s = game("warrior +axe")
    fight(s, "Trolls", 1)
    said = []
    for thrown in (7, 8, 9):
        said += run(blow, s, s.members[0], dice=[thrown]).texts
    assert [text for text in said if "iss" in text or "hit" in text] == [
        "warrior0 misses.",
        "warrior0 misses.",
        "warrior0 hits the troll (1 of 4).",
    ]
    assert s.notebooks[0]["Trolls"]["axe"] == [9, 8]
    assert ("Trolls", "axe", "9 hits", "8 misses") in notebook(s, 0, "The notebook", told=True).rows


@pytest.mark.rule("DES-BAT-01", "DES-BAT-11")
def test_changing_weapons_costs_the_round() -> None:
    s = game("warrior +axe")
    s.members[0].goods["SWORD"] = 1
    fight(s, "Trolls", 2)
    ran = run(rounds.fight_round, s, answers=["draw:SWORD", "stay"], dice=[[1, 1]] * 2)
    assert not [event for event in ran.events if event.kind == "roll" and "warrior0 throws" in event.text]
    ran = run(rounds.fight_round, s, answers=["strike@0", "stay"], dice=[[1, 1]] * 2 + [[6, 6]])
    assert s.battle is not None
    assert s.battle.foes[0].hits == 3
    s = game("warrior +axe", at=(2, 2, 5))
    assert "draw" not in str(meeting.meeting_options(s, fight(s, "Trolls")))


@pytest.mark.rule("DES-BAT-03", "DES-STORE-07", "DES-WPN-28", "DES-STORE-06", "DES-WPN-09")
def test_great_sword_and_flail() -> None:
    """Example 30."""
    s = game("warrior +axe", "warrior +axe", "warrior +axe", "warrior +axe")
    s.members[0].goods["GREAT SWORD"] = 1
    fight(s, "Orcs", 10)
    ran = run(rounds.fight_round, s, answers=["draw:GREAT SWORD", "back:3", "hold", "hold", "stay"], dice=[2] * 4)
    assert len(s.lines[0]) == 3
    assert len(s.lines[1]) == 1
    assert "3 can stand abreast" in " ".join(ask.prompt for ask in ran.asks)
    assert struck(game("warrior"), "Orcs", 5, "GREAT SWORD") == 1
    assert struck(game("warrior"), "Trolls", 11, "GREAT SWORD") == 1
    s = game("priest +flail")
    b = fight(s, "Turtles", 1)
    run(blow, s, s.members[0], dice=[8, 7])
    assert b.foes[0].hits == 9


@pytest.mark.rule("DES-BAT-04", "DES-WPN-20")
def test_only_marked_weapons_reach_from_the_second_line() -> None:
    s = game("warrior +axe", "warrior +sword", "warrior +bow", "warrior +cross-bow", lines=False)
    for m in s.members[2:]:
        m.goods["ARROWS"] = 3
    s.lines = [[0], [1, 2, 3], []]
    b = fight(s, "Orcs", 3)
    reach = [[key for key in strikes.acts(s, b, m) if key.startswith(("strike", "shoot"))] for m in s.members]
    assert reach[0]
    assert not reach[1]
    assert reach[2]
    assert not reach[3]


@pytest.mark.rule("DES-BAT-18", "DES-BAD-06")
def test_fallen_baddies_are_replaced_next_round() -> None:
    s = game(*WALL)
    b = fight(s, "Orcs", 10)
    assert len(b.front) == 4
    for foe in list(b.foes[:4]):
        b.foes.remove(foe)
        b.front.remove(foe.id)
    assert not strikes._strikes(s, b, s.members[0])
    field.refill(s, b)
    assert len(b.front) == 4
    assert len(fight(s, "Bears", 7).front) == 3
    assert len(fight(s, "Dragon", 1).front) == 1
    assert len(fight(s, "Rats", 20).front) == 6


@pytest.mark.rule("DES-BAT-19")
def test_gaps_are_filled_and_swaps_cost_both_their_attack() -> None:
    s = game("warrior +axe", "warrior +axe", "warrior +axe", lines=False)
    s.lines = [[0, 1], [2], []]
    b = fight(s, "Orcs", 4)
    b.round, b.gap = 1, 1
    s.members[1].status = "dead"
    s.lines[0].remove(1)
    run(lines.orders, s, b, answers=["up:2"])
    assert s.lines == [[0, 2], [], []]
    s = game("warrior +axe", "warrior +axe", lines=False)
    s.lines = [[0], [1], []]
    b = fight(s, "Orcs", 4)
    assert b.foes
    run(lines.change_places, s, answers=["swap:0:1"])
    assert s.lines[:2] == [[1], [0]]
    assert [m.misses for m in s.members] == [1, 1]


@pytest.mark.rule("DES-BAT-21", "DES-WZB-01", "DES-WZB-03", "DES-WZB-04", "DES-SUP-10")
def test_one_ball_a_round_and_light_for_the_battle() -> None:
    """Example 37."""
    s = game("warrior +axe", "wizard 9")
    s.members[1].goods.update({"LIGHT BALLS": 2, "MACE BALLS": 2, "SWORD BALLS": 2})
    s.members[1].kinds = ["LIGHT BALLS", "MACE BALLS", "SWORD BALLS"]
    b = fight(s, "Orcs", 12, light=False)
    ran = run(rounds.fight_round, s, answers=["LIGHT BALLS", "hold", "stay"], dice=[2] * 4)
    assert [ask.rule for ask in ran.asks].count("DES-WZB-01") == 1
    assert [ask.rule for ask in ran.asks].index("DES-WZB-01") < [ask.rule for ask in ran.asks].index("DES-BAT-09")
    assert b.light == 99
    run(rounds.fight_round, s, answers=["SWORD BALLS", "hold", "stay"], dice=[2] * 4 + [1, 5, 1, 6, 1, 5, 1, 6, 1, 5])
    assert s.members[1].karma == 2
    assert s.members[1].goods["SWORD BALLS"] == 1
    b.light = 0
    assert ("dark", -1) in standing(s, b, s.members[1], ball=True)


@pytest.mark.rule("DES-WZB-02", "DES-BAT-18", "DES-KAR-04")
def test_a_ball_empties_the_front_line() -> None:
    """Example 57."""
    s = game("warrior +sword", "warrior +sword", "wizard 9")
    s.members[2].goods["SWORD BALLS"] = 1
    b = fight(s, "Orcs", 10)
    answers = ["SWORD BALLS", "stay"]
    dice: list[Any] = [2, 2, 2, 2, 1, 6, 1, 7, 1, 9, 1, 6]
    ran = run(rounds.fight_round, s, answers=answers, dice=dice)
    assert len(b.foes) == 6
    assert s.members[2].karma == 4
    assert "The rest of the ball finds nobody." in ran.texts
    field.refill(s, b)
    assert len(b.front) == 4


@pytest.mark.rule("DES-WZB-04")
def test_a_sword_ball_on_gorillas_cuts_and_a_mace_ball_does_not() -> None:
    cut = Weapon(name="SWORD", own="sword", base=("sword",), cutting=True)
    thump = Weapon(name="MACE", own="mace", base=("mace",), cutting=False)
    gorilla = baddies()["Gorillas"]
    assert aim(cut, gorilla).number == 8  # type: ignore[union-attr]
    assert aim(thump, gorilla).number == 9  # type: ignore[union-attr]


@pytest.mark.rule("DES-KAR-01", "DES-KAR-02", "DES-KAR-03", "DES-SIM-08")
def test_karma_is_the_killing_blows() -> None:
    """Example 12."""
    s = game("warrior +axe", "warrior +axe", "warrior simulacrum +axe")
    b = fight(s, "Trolls", 1)
    for who in (0, 0, 0, 1):
        run(blow, s, s.members[who], dice=[9])
    assert [m.karma for m in s.members] == [0, 4, 0]
    b = fight(s, "Dragon", 1)
    b.foes[0].hits = 5
    s.members[0].goods["SPEAR +1"] = 1
    s.members[0].hand = "SPEAR +1"
    run(blow, s, s.members[0], dice=[12])
    assert s.members[0].karma == 26
    fight(s, "Dogs", 1)
    run(blow, s, s.members[2], dice=[12])
    assert sum(m.karma for m in s.members) == 30
    b = fight(s, "Orcs", 12)
    del b.foes[5:]
    run(nerve.nerve, s, b, dice=[[5, 5]])
    assert sum(m.karma for m in s.members) == 30
    assert not b.foes


@pytest.mark.rule("DES-MOR-01", "DES-MOR-02")
def test_nerve() -> None:
    s = game("warrior")
    b = fight(s, "Orcs", 12)
    del b.foes[7:]
    assert not nerve.shaken(s, b)
    del b.foes[6:]
    assert run(nerve.nerve, s, b, dice=[[5, 5]]).result
    assert not b.foes
    b = fight(s, "Crazed Italians", 8)
    del b.foes[4:]
    assert run(nerve.nerve, s, b, dice=[[4, 6]]).result  # shaky: ten or more
    b = fight(s, "Orcs", 8)
    del b.foes[4:]
    assert not run(nerve.nerve, s, b, dice=[[4, 6]]).result
    b = fight(s, "Rolling Meatballs", 8)
    del b.foes[4:]
    assert not run(nerve.nerve, s, b).result  # fanatics never throw
    b = fight(s, "Dragon", 1)
    b.foes[0].hits = 13
    assert nerve.shaken(s, b)
    b.foes[0].hits = 14
    assert not nerve.shaken(s, b)


@pytest.mark.rule("DES-BAT-22", "DES-BAT-23", "DES-IDEA-13", "DES-IDEA-14")
def test_death_and_defeat() -> None:
    s = game("warrior", "warrior simulacrum", "priest simulacrum")
    fight(s, "Orcs", 4)
    run(wound, s, s.members[0], 4, "Orcs")
    assert s.members[0].status == "ready"
    run(wound, s, s.members[0], 1, "Orcs")
    assert s.members[0].status == "dead"
    assert s.battle is not None
    assert run(outcome.finished, s, s.battle).result
    assert (s.phase, s.ended) == ("home", "lost")
    from undercroft.games.descent.rules.surface.home import homecoming

    run(homecoming, s)
    assert s.grudge == 2
    assert all(m.status != "home" for m in s.members)


@pytest.mark.rule("DES-BAT-24", "DES-SUP-38")
def test_a_jump_shuffles_the_line_unless_a_canary_sings() -> None:
    s = game("warrior", "warrior", "priest", lines=False)
    s.lines = [[0], [1], [2]]
    b = fight(s, "Orcs", 3)
    run(coming.jump, s, b, dice=[[2, 0, 1]])
    assert s.lines == [[2], [0], [1]]
    s.lines = [[0], [1], [2]]
    s.members[0].goods["BIRD CAGES"] = 1
    run(coming.jump, s, b)
    assert s.lines == [[0], [1], [2]]


@pytest.mark.rule("DES-BAT-25", "DES-BAT-28", "DES-BAD-07")
def test_some_come_alone() -> None:
    for name in ("Giant Turtle", "Minotaur", "Dragon", "Chimera"):
        assert run(company.how_many, game("warrior"), baddies()[name]).result == (1, False)
    s = game("warrior")
    run(coming.meet, s, dice=[1, 2, 1, [3, 4]])
    assert s.battle is not None
    assert len({foe.name for foe in s.battle.foes}) == 1


@pytest.mark.rule("DES-BAD-01", "DES-BAD-02", "DES-BAD-05")
@pytest.mark.parametrize(
    ("dice", "name"),
    [
        ([1, 1, 1], "Orcs"),
        ([6, 3, 6], "Hoplites"),
        ([2, 1, 3], "Dogs"),
        ([3, 4, 5], "Giant Turtle"),
        ([4, 6, 5], "Doctor Octopus"),
        ([5, 6, 1], "Unicorn"),
        ([4, 1, 1], "Rolling Meatballs"),
        ([2, 4, 4], "Mangani"),
    ],
)
def test_category_sub_category_and_baddie(dice: list[int], name: str) -> None:
    assert run(company.which_baddie, game("warrior"), dice=dice).result == name
    trolls = baddies()["Trolls"]
    assert (trolls.hits, trolls.to_hit) == (4, 7)


@pytest.mark.rule("DES-BAD-03", "DES-BAD-04", "DES-DIAL-09", "DES-DIAL-08", "DES-BST-06")
@pytest.mark.parametrize(
    ("name", "dice", "dials", "number"),
    [
        ("Trolls", [6], {}, 2),
        ("Orcs", [[2, 2], [3, 4]], {}, 20),
        ("Dogs", [[1, 1], [5, 6]], {}, 15),
        ("Bears", [[3, 3], [6, 6]], {}, 9),
        ("Dogs", [[1, 1], [1, 1], [3, 4]], {}, 10),
        ("Bears", [[3, 3], [6, 6], [3, 4]], {"doubles_chain": True}, 12),
        ("Orcs", [[3, 4]], {"level_danger": 1}, 11),
        ("Bears", [[6, 6], [3, 4]], {}, 10),
    ],
)
def test_numbers(name: str, dice: list[Any], dials: dict[str, Any], number: int) -> None:
    """Examples 19, 20, 21 and 58."""
    s = game("warrior", **dials)
    assert run(company.how_many, s, baddies()[name], dice=dice).result[0] == number


@pytest.mark.rule("DES-DIAL-07")
def test_book_only() -> None:
    s = game("warrior", baddies="book_only")
    assert run(company.which_baddie, s, dice=[4, 1, 1, 1, 1, 1]).result == "Orcs"
    assert run(company.which_baddie, s, dice=[5, 6, 1]).result == "Unicorn"


@pytest.mark.rule("DES-BAD-10")
def test_a_maze_brings_its_own_baddies() -> None:
    s = game("warrior", maze="grandmother", at=(1, 8, 4))
    from undercroft.games.descent.maze_file import packaged
    from undercroft.games.descent.rules.orders.walk import order
    from undercroft.games.descent.rules.personas.people import line_of

    s.home_baddies = list(packaged("grandmother").baddies)
    assert line_of(s, "Aunts").hits == 2
    run(order, s, answers=["open:South"], dice=[[3, 4]])
    assert s.battle is not None
    assert s.battle.foes[0].name == "Aunts"
    assert run(company.which_baddie, s, dice=[1, 1, 7]).result == "Aunts"
    made = new_member(s, seat=0, name="aunt", kind="slave", cls="", rank=0, baddie="Aunts", master=0, denomination="")
    assert made.body == 2
    assert mask(s, 0).home_baddies[0].weapons == {}

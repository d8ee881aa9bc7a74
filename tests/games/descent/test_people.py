"""Personas: creation, denominations, ranks, leading, children, chivalry, the Great Spider, apprentices."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import run
from undercroft.games.descent import GAME
from undercroft.games.descent.content import chart
from undercroft.games.descent.rules.battle import balls
from undercroft.games.descent.rules.campaign import desk
from undercroft.games.descent.rules.ending import aftermath, flee
from undercroft.games.descent.rules.ending.peace import offer
from undercroft.games.descent.rules.orders import errands, mutiny
from undercroft.games.descent.rules.personas import line_up
from undercroft.games.descent.rules.personas.line_up import fits, room_taken
from undercroft.games.descent.rules.personas.people import (
    attack_bonus,
    claims,
    find_leader,
    full_body,
    may_wear,
    price_of_rise,
    refuses,
    shortfalls,
)
from undercroft.games.descent.rules.sages import ranks
from undercroft.games.descent.rules.surface import recruits
from undercroft.games.descent.rules.wounds import lines
from undercroft.games.descent.rules.wounds.lines import close_ranks
from undercroft.games.descent.rules.wounds.wounds import die
from undercroft.games.descent.screen import persona_sheet
from undercroft.games.descent.state import Game, Member

from .scene import fight, game


def risen(
    spec: str,
    *,
    gold: int = 2000,
    karma: int = 5000,
    dice: list[Any] | None = None,
    answers: list[str] | None = None,
    **goods: int,
) -> tuple[Game, Member]:
    """A persona who has just moved up one rank at home."""
    s = game(spec)
    m = s.members[0]
    m.status, m.gold, m.karma = "home", gold, karma
    m.goods.update({name.replace("_", " "): number for name, number in goods.items()})
    run(ranks.rise, s, m, dice=dice or [], answers=answers or [])
    return s, m


# Ranks.

WARRIORS = {
    11: (25, 25, 0, 0),
    10: (40, 50, 0, 0),
    9: (50, 100, 0, 0),
    8: (65, 176, 1, 0),
    7: (80, 200, 1, 0),
    6: (110, 400, 1, 5),
    5: (150, 580, 2, 5),
    4: (190, 700, 2, 10),
    3: (300, 950, 2, 10),
    2: (500, 1325, 3, 10),
    1: (0, 0, 3, 15),
}
PRIESTS = {
    10: (35, 45, 0, 0),
    9: (40, 95, 0, 0),
    8: (50, 165, 1, 0),
    7: (75, 260, 1, 5),
    6: (110, 380, 1, 5),
    5: (160, 525, 1, 5),
    4: (200, 680, 2, 5),
    3: (325, 950, 2, 10),
    2: (550, 1150, 2, 15),
    1: (0, 0, 2, 15),
}
LIMITS = {11: 2, 10: 5, 9: 10, 8: 18, 7: 20, 6: 0, 5: 0, 4: 0, 3: 0, 2: 0, 1: 0}


@pytest.mark.rule(
    "DES-WAR-02",
    "DES-WAR-07",
    "DES-WAR-08",
    "DES-WAR-09",
    "DES-WAR-10",
    "DES-WAR-11",
    "DES-WAR-12",
    "DES-WAR-13",
    "DES-WAR-14",
    "DES-WAR-15",
    "DES-WAR-16",
    "DES-WAR-17",
    "DES-WAR-05",
)
@pytest.mark.parametrize("rank", WARRIORS)
def test_the_warriors_chart(rank: int) -> None:
    """Example 28 among them."""
    gold, karma, bonus, extra = WARRIORS[rank]
    s = game(f"warrior {rank}")
    m = s.members[0]
    assert (chart("warrior")[rank].next_gold, chart("warrior")[rank].next_karma) == (gold, karma)
    assert attack_bonus(s, m) == bonus
    assert full_body(s, m) == 5 + extra
    assert price_of_rise(m) == ((gold, karma) if rank > 1 else None)


@pytest.mark.rule(
    "DES-PRI-06",
    "DES-PRI-07",
    "DES-PRI-08",
    "DES-PRI-09",
    "DES-PRI-10",
    "DES-PRI-11",
    "DES-PRI-12",
    "DES-PRI-13",
    "DES-PRI-14",
    "DES-PRI-15",
)
@pytest.mark.parametrize("rank", PRIESTS)
def test_the_priests_chart(rank: int) -> None:
    gold, karma, bonus, extra = PRIESTS[rank]
    s = game(f"priest {rank}")
    assert (chart("priest")[rank].next_gold, chart("priest")[rank].next_karma) == (gold, karma)
    assert attack_bonus(s, s.members[0]) == bonus
    assert full_body(s, s.members[0]) == 5 + extra
    if rank == 3:
        s.dials = msgspec.structs.replace(s.dials, priest_rank3_hits=5)
        assert full_body(s, s.members[0]) == 10
    s.dials = msgspec.structs.replace(s.dials, priest_bonus_applies="healing")
    assert attack_bonus(s, s.members[0]) == 0


@pytest.mark.rule(
    "DES-WIZ-03",
    "DES-WIZ-05",
    "DES-WIZ-07",
    "DES-WIZ-08",
    "DES-WIZ-09",
    "DES-WIZ-10",
    "DES-WIZ-11",
    "DES-WIZ-12",
    "DES-WIZ-13",
    "DES-WIZ-15",
)
@pytest.mark.parametrize("rank", LIMITS)
def test_the_wizards_chart(rank: int) -> None:
    entry = chart("wizard")[rank]
    assert entry.spell_limit == LIMITS[rank]
    assert (entry.next_gold, entry.next_karma) == WARRIORS[rank][:2]
    s = game(f"wizard {rank}")
    assert full_body(s, s.members[0]) == 2 + (5 if rank <= 5 else 0)
    assert may_wear(s.members[0], "PLATE ARMOR") is (rank <= 3)


@pytest.mark.rule("DES-WIZ-01")
def test_a_young_wizard_wears_and_wields_nothing() -> None:
    s = game("wizard")
    assert not may_wear(s.members[0], "PLATE ARMOR")
    assert not may_wear(s.members[0], "SHIELD")
    assert refuses(s, s.members[0], "SWORD")


@pytest.mark.rule("DES-WAR-03", "DES-WAR-08", "DES-IDEA-06", "DES-IDEA-16")
def test_the_first_rise_of_a_warrior() -> None:
    """Example 26."""
    _, m = risen("warrior", gold=45, karma=60)
    assert (m.rank, m.karma, m.gold) == (9, 10, 5)
    _, m = risen("warrior", gold=40, karma=50)
    assert (m.rank, m.karma, m.gold) == (9, 0, 0)
    s = game("warrior")
    m = s.members[0]
    m.status, m.karma, m.gold, m.gold_bars, m.jewels = "home", 50, 15, 2, {"DIAMONDS": 5}
    run(ranks.rise, s, m)
    assert (m.rank, m.gold_bars, m.gold, m.jewels) == (9, 0, 0, {})


@pytest.mark.rule("DES-WAR-04", "DES-IDEA-07")
def test_several_ranks_between_descents_and_none_below() -> None:
    s = game("warrior")
    m = s.members[0]
    m.gold, m.karma = 90, 150
    assert run(ranks.interval, s, 0).result is True  # below ground nobody is asked
    m.status = "home"
    assert run(ranks.interval, s, 0, answers=["rise:0"]).result is False
    run(ranks.interval, s, 0, answers=["rise:0"])
    assert (m.rank, m.gold, m.karma) == (8, 0, 0)


@pytest.mark.rule("DES-DENOM-04", "DES-APP-02", "DES-WIZ-03")
def test_surcharges() -> None:
    """Examples 27 and 59."""
    members = game(
        "elf warrior 8", "elf apprentice", "dwarf priest 3", "elf warrior", "dwarf wizard 3", "elf priest 2", "human wizard"
    ).members
    assert [price_of_rise(m) for m in members] == [(72, 194), (30, 30), (358, 1045), (44, 55), (330, 1045), (605, 1265), (40, 50)]


@pytest.mark.rule("DES-WIZ-04", "DES-WIZ-10")
def test_the_horn() -> None:
    s = game("wizard 8")
    m = s.members[0]
    m.status, m.gold, m.karma = "home", 500, 500
    assert not ranks.can_rise(s, m)
    m.goods["UNICORN'S HORN"] = 1
    assert ranks.can_rise(s, m)
    run(ranks.rise, s, m)
    assert m.rank == 7
    assert "UNICORN'S HORN" not in m.goods


# Wizards' gains and apprentices.


@pytest.mark.rule("DES-WIZ-12", "DES-WIZ-13", "DES-APP-01")
def test_apprentice_and_staff() -> None:
    s, m = risen("elf wizard 7")
    apprentice = s.members[-1]
    assert (apprentice.kind, apprentice.rank, apprentice.denomination, apprentice.master) == ("apprentice", 11, "elf", m.id)
    s, m = risen("wizard 6")
    assert m.goods["STAFF OF ETERNAL LIGHT"] == 1
    assert full_body(s, m) == 7


@pytest.mark.rule("DES-APP-05", "DES-APP-03")
def test_an_apprentice_graduates() -> None:
    s = game("wizard 6", "apprentice")
    master, m = s.members
    m.master, m.rank, m.status, m.gold, m.karma = 0, 8, "home", 500, 500
    assert not ranks.can_rise(s, m)
    m.goods["UNICORN'S HORN"] = 1
    run(ranks.rise, s, m)
    assert (m.rank, m.kind, full_body(s, m)) == (7, "persona", 5)
    assert (s.members[-1].kind, s.members[-1].rank, s.members[-1].master) == ("apprentice", 11, master.id)


# Leading.


@pytest.mark.rule("DES-LEAD-01", "DES-LEAD-02", "DES-IDEA-16")
@pytest.mark.parametrize(
    ("party", "leader"),
    [
        (("priest 10", "warrior 10", "wizard 10"), "priest"),
        (("priest 9", "warrior 8"), "warrior"),
        (("priest 10", "warrior 8", "wizard 8"), "wizard"),
        (("warrior 10", "wizard 10"), "wizard"),
        (("priest 9", "warrior 9", "wizard 10"), "priest"),
    ],
)
def test_who_leads(party: tuple[str, ...], leader: str) -> None:
    """Example 29."""
    assert [m.cls for m in claims(game(*party))] == [leader]


@pytest.mark.rule("DES-LEAD-03", "DES-LEAD-04")
def test_ties_are_thrown_for_and_the_next_takes_over() -> None:
    s = game("priest", "priest", "son", "daughter", "warrior simulacrum")
    s.leader = -1
    run(find_leader, s, dice=[8, 6])
    assert s.leader == 0
    run(die, s, s.members[0], "Orcs")
    assert s.leader == 1
    run(die, s, s.members[1], "Orcs")
    assert s.leader == 2  # the son, for want of anyone else
    run(die, s, s.members[2], "Orcs")
    assert s.leader == -1


@pytest.mark.rule("DES-LEAD-06", "DES-APP-04", "DES-CHIV-03")
def test_mutiny() -> None:
    s = game("priest seat0", "warrior seat1", "warrior seat1", "warrior seat2", "warrior seat2", "warrior seat3", players=4)
    run(mutiny.mutiny, s, 1, answers=[(1, "m1"), (2, "no"), (3, "no")])
    assert s.leader == 0  # two of five
    run(mutiny.mutiny, s, 1, answers=[(1, "m1"), (2, "no"), (3, "yes")])
    assert s.leader == 1  # three of five
    run(find_leader, s)
    assert s.leader == 1  # for the descent
    s = game("wizard 6 seat0", "apprentice seat0", "warrior seat1", players=2)
    s.members[1].master = 0
    run(mutiny.mutiny, s, 1, answers=[(1, "m2"), (0, "yes")])
    assert s.leader == 0  # the apprentice stays with his master
    s = game("priest 8 seat0", "priest 9 seat1", players=2)
    run(mutiny.mutiny, s, 1, answers=[(1, "m1")])
    assert s.leader == 0  # the chivalrous do not rise against a higher one


@pytest.mark.rule("DES-LEAD-07", "DES-LEAD-06")
def test_a_threat_and_when_mutiny_is_open() -> None:
    from undercroft.engine import Ask, Table
    from undercroft.engine.dice import Dice

    s = game("priest seat0", "warrior seat1", players=2)
    s.before = [2, 5, 2]
    ran = run(mutiny.threat, s, 1, answers=["back"])
    assert s.at == [2, 5, 2]
    assert ran.texts[0] == "warrior1 mutters of mutiny against priest0."
    walking = Ask("choose", (0,), "Where to?", ["a"], rule="DES-MOVE-01")
    striking = Ask("choose", (0,), "Strike?", ["a"], rule="DES-BAT-09")
    table: Table[Game] = Table(s, Dice(1), game=GAME)
    assert {"mutiny", "threat"} <= set(desk.anytime(table, walking)[1])
    assert 1 not in desk.anytime(table, striking)


# Set-up.


@pytest.mark.rule("DES-SETUP-05", "DES-SETUP-06", "DES-DENOM-01", "DES-DENOM-05", "DES-IDEA-09", "DES-SETUP-07")
def test_making_personas() -> None:
    s = game()
    s.members, s.party = [], []
    ran = run(recruits.roll_call, s, 0, answers=["new:priest:elf", "she:virgin", "Phaedra"], dice=[[1, 2], [1, 2], [1, 2]])
    m = s.members[0]
    assert (m.name, m.cls, m.denomination, m.rank, m.karma, m.virgin, m.gold) == ("Phaedra", "priest", "elf", 10, 0, True, 9)
    new = [key for key in ran.asks[0].keys if key.startswith("new:")]
    assert len(new) == 9
    for _ in range(2):
        run(recruits.roll_call, s, 0, answers=["new:warrior:human", "he:experienced", "Bo"], dice=[[1, 2], [1, 2], [1, 2]])
    assert len(s.party) == 3
    s.dials = msgspec.structs.replace(s.dials, personas_per_player=3)
    assert not [key for key in run(recruits.roll_call, s, 0, answers=["done"]).asks[0].keys if key.startswith("new:")]
    s.dials = msgspec.structs.replace(s.dials, starting_gold="fixed:40")
    made = run(recruits.make, s, 0, "warrior", "human", name="Rich", sex="he", virgin=False).result
    assert made.gold == 40


@pytest.mark.rule("DES-DENOM-06")
def test_cedric_the_centaur() -> None:
    """Example 45."""
    from .test_battle import blow

    s = game("centaur warrior", "warrior", "warrior", exotic_personas=True)
    cedric = s.members[0]
    cedric.goods["SPIKED HOOVES"], cedric.hand = 1, "SPIKED HOOVES"
    assert room_taken(s, cedric) == 2
    assert fits(s, [0, 1, 2], 1)
    b = fight(s, "Bears")
    run(blow, s, cedric, dice=[5, 4])
    assert b.foes[0].hits == 4
    assert price_of_rise(cedric) == (80, 100)
    s.members, s.party = [], []
    assert (
        "new:warrior:centaur"
        in run(recruits.roll_call, s, 0, answers=["new:warrior:centaur", "he:virgin", "Cedric"], dice=[[1, 2]] * 3).asks[0].keys
    )


FIELDS = (
    "player",
    "name",
    "class",
    "denomination",
    "sex",
    "virgin_or_experienced",
    "rank",
    "karma",
    "gold",
    "silver",
    "bars",
    "jewels",
    "body_hits",
    "armour",
    "shield",
    "weapon_in_hand",
    "weapons_carried",
    "ammunition",
    "spells",
    "balls",
    "books",
    "supplies",
    "relics",
    "children_or_apprentice",
    "slaves",
    "chivalrous",
    "conditions",
    "debts",
    "descents_survived",
    "kills",
)


@pytest.mark.rule("DES-SETUP-09", "DES-SETUP-06", "DES-CHIV-04", "DES-PRI-05")
def test_the_persona_sheet_has_every_field() -> None:
    s = game("priest")
    labels = {line.label.replace(" ", "_") for line in persona_sheet(s, s.members[0]).lines}
    assert set(FIELDS) <= labels
    assert not labels & {"strength", "wisdom", "alignment", "intelligence"}
    assert any(line.label == "faith" and line.value == "Spiderist" for line in persona_sheet(s, s.members[0]).lines)


@pytest.mark.rule("DES-SETUP-02", "DES-SETUP-03", "DES-SETUP-04", "DES-SETUP-11")
def test_the_authors_advice() -> None:
    assert any("Warriors" in line for line in shortfalls(game("warrior", "priest", "wizard")))
    assert any("dark" in line for line in shortfalls(game("warrior", "warrior", "priest")))
    assert any("another priest" in line for line in shortfalls(game(*["warrior"] * 8, "priest")))
    assert any("elves" in line for line in shortfalls(game("elf warrior", "warrior", "priest", "wizard")))
    good = game("elf warrior", "elf warrior", "dwarf warrior", "dwarf priest", "wizard")
    assert not shortfalls(good)


@pytest.mark.rule("DES-SETUP-10")
def test_weight_is_not_part_of_the_game() -> None:
    from .test_battle import struck

    s = game("warrior")
    s.members[0].goods["GARBAGE"] = 20
    assert struck(s, "Trolls", 9, "AXE") == 1


@pytest.mark.rule("DES-SETUP-01", "DES-IDEA-01")
def test_the_order_of_set_up_and_one_party() -> None:
    from undercroft.engine import Match

    from .scene import opening

    match = Match.start(GAME, opening("A", "B", "C", gamesmaster="G", seed=3))
    phases: list[str] = []
    while match.ask is not None and match.state.phase != "walk":
        if match.state.phase not in phases:
            phases.append(match.state.phase)
        keys = match.ask.keys
        match.answer(next((key for key in ("usual", "torch", "done", "castle:0") if key in keys), keys[0]), match.ask.seats[0])
    assert phases == ["roll-call", "store", "line"]
    assert match.state.phase == "walk"
    assert {match.state.members[number].seat for number in match.state.party} == {0, 1, 2}
    assert GAME.mask(match.state, 3).levels
    assert not GAME.mask(match.state, 0).levels


@pytest.mark.rule("DES-IDEA-08")
def test_retiring() -> None:
    s = game("warrior")
    s.members[0].status, s.party = "home", []
    run(recruits.roll_call, s, 0, answers=["retire:0"])
    assert s.members[0].status == "retired"
    assert "take:0" not in run(recruits.roll_call, s, 0, answers=["usual"], dice=[3] * 18).asks[0].keys


@pytest.mark.rule("DES-IDEA-09")
def test_three_personas_of_one_player_act_apart() -> None:
    s = game("warrior +axe", "warrior +axe", "warrior +axe")
    fight(s, "Trolls", 3)
    from undercroft.games.descent.rules.ending.rounds import fight_round

    ran = run(fight_round, s, answers=["strike@0", "later", "strike@1", "hold", "stay"], dice=[2, 2, 2, 2, 2])
    asked = [ask.prompt.partition(" against ")[0] for ask in ran.asks if ask.rule == "DES-BAT-09"]
    assert asked == [f"{name}'s axe" for name in ("warrior0", "warrior1", "warrior2", "warrior1")]


@pytest.mark.rule("DES-CHIV-03", "DES-SUP-29")
def test_the_chivalrous_do_not_poison() -> None:
    from undercroft.games.descent.rules.company import coming

    s = game("priest 9")
    s.members[0].goods.update({"CHEESE": 2, "POISON": 1})
    run(coming.meet, s, name="Rats", number=10)
    ran = run(offer, s, answers=[["CHEESE"], 2], dice=[12])
    assert not [ask for ask in ran.asks if ask.rule == "DES-SUP-29"]


@pytest.mark.rule("DES-BAT-26")
def test_when_a_line_is_gone_the_next_is_the_front() -> None:
    s = game("warrior", "wizard", lines=False)
    s.lines = [[0], [], [1]]
    b = fight(s, "Orcs", 1)
    run(die, s, s.members[0], "Orcs")
    close_ranks(s, b)
    assert s.lines[0] == [1]


@pytest.mark.rule("DES-WIZ-19")
def test_wizards_and_their_whispers_stay_with_the_leader() -> None:
    from undercroft.games.descent.wits.temper import TEMPERS

    assert TEMPERS["miser"].secretive
    assert not TEMPERS["steady"].secretive
    s = game("wizard 9 seat0", "warrior seat1", players=2)
    s.whispers = ["go West"]
    assert GAME.mask(s, 0).whispers == ["go West"]
    assert GAME.mask(s, 1).whispers == []


@pytest.mark.rule("DES-IDEA-15")
def test_credits() -> None:
    for name in ("VanGrasstek", "1974", "Blue Petal", "Fallert", "Peterson"):
        assert name in GAME.rulebook().credit
    assert GAME.credit.startswith("Follows ")


@pytest.mark.rule("DES-PRI-03", "DES-SPELL-28", "DES-SUP-36")
def test_in_a_large_party_every_priest_may_heal_everybody() -> None:
    """Nothing is cut off: four priests, and all ten who are hurt."""
    s = game(*["priest"] * 4, *["warrior"] * 5, "wizard")
    for m in s.members:
        m.body = 1
    s.members[9].goods["HEALING BALLS"] = 1
    s.members[9].kinds = s.members[9].found = ["HEALING BALLS"]
    keys = errands.errands(s)
    assert {f"heal:{priest}:{patient}" for priest in range(4) for patient in range(10)} <= set(keys)
    assert {f"ball:9:{patient}" for patient in range(10)} <= set(keys)
    for m in s.members[:2]:
        m.shield, m.shield_left, m.goods["GLUE"] = "SHIELD", 2, 1
    assert {"glue:0", "glue:1"} <= set(errands.errands(s))


@pytest.mark.rule("DES-BAT-19")
def test_in_a_large_party_anybody_may_change_places_with_anybody() -> None:
    s = game(*["warrior"] * 12)
    b = fight(s, "Orcs", 2)
    b.round = 1
    keys = run(lines.change_places, s, answers=["swap:3:11"]).asks[0].keys
    assert len(keys) == 1 + 4 * 8
    assert s.lines[0] == [0, 1, 2, 11]
    assert [m.id for m in s.members if m.misses] == [3, 11]


@pytest.mark.rule("DES-BAT-01", "DES-LEAD-05")
def test_the_line_is_set_until_the_leader_is_done() -> None:
    s = game(*["warrior"] * 8, "warrior")
    changes = [f"line:{number}:{to}" for number, to in ((0, 2), (1, 2), (2, 2), (3, 2), (8, 0), (7, 0), (6, 0), (5, 0))]
    back = [f"line:{number}:2" for number in (8, 7, 6, 5)] + [f"line:{number}:0" for number in (0, 1, 2, 3)]
    run(line_up.set_lines, s, 0, answers=[*changes, *back, "done"])
    assert s.lines[0] == [0, 1, 2, 3]
    s = game("warrior", "warrior")
    ran = run(line_up.set_lines, s, 0, answers=["line:1:2", "line:1:0"] * 12)  # nobody dithers for ever, and he is told so
    assert ran.texts == ["'That will do,' says the gamesmaster. The line stands."]


@pytest.mark.rule("DES-DIV-06", "DES-ARM-12", "DES-FLEE-04")
def test_in_a_large_party_anybody_may_take_what_the_dead_leave_or_carry_a_statue() -> None:
    s = game("warrior plate +sword", *["warrior"] * 10)
    fight(s, "Orcs", 2)
    s.members[0].status = "dead"
    ran = run(aftermath.strip, s, s.members[0], answers=["m10", "m9"])
    assert [len(ask.keys) for ask in ran.asks] == [11, 11]
    assert s.members[10].goods == {"SWORD": 1}
    assert s.members[9].armour == "PLATE ARMOR"
    s.members[1].status = "stone"
    run(flee.carry_stone, s, answers=["m10"])
    assert s.members[1].carried


@pytest.mark.rule("DES-SPELL-21", "DES-SPELL-34")
def test_a_wizard_may_aim_at_any_of_many() -> None:
    s = game("wizard 1", *["warrior"] * 9)
    wizard = s.members[0]
    wizard.goods = {"SLAVE BALLS": 1, "BLASTING WAND": 1, "SNAKE SMASHERS": 1, "FLASHLIGHT": 1}
    wizard.kinds = wizard.found = ["SLAVE BALLS", "BLASTING WAND", "SNAKE SMASHERS"]
    b = fight(s, "Snakes", 14, light=False)
    b.front = list(range(8))
    keys = balls.ball_keys(s, b, wizard)
    assert {f"{kind}@{foe}" for kind in ("SLAVE BALLS", "BLASTING WAND") for foe in range(14)} <= set(keys)
    assert {f"SNAKE SMASHERS@{foe}" for foe in range(8)} <= set(keys)
    assert {f"flashlight#{number}" for number in range(10)} <= set(keys)

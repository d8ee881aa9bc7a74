"""A close look at people: what they are, carry and become, the throws they make, and the line they stand in."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Table
from undercroft.games.descent.rules.basics import throws
from undercroft.games.descent.rules.basics.money import coin
from undercroft.games.descent.rules.basics.speech import part_of
from undercroft.games.descent.rules.orders import mutiny
from undercroft.games.descent.rules.personas import baggage, karma, line_up, people
from undercroft.games.descent.rules.sages import ranks
from undercroft.games.descent.state import Game

from .scene import game, persona, played, rolls


@pytest.mark.rule("DES-FLAV-04", "DES-GM-03", "DES-DBL-01", "DES-DBL-02", "DES-DBL-03")
def test_pairs_are_marked_and_counted() -> None:
    s = game("warrior")
    ran, _ = played(throws.two_dice, s, "Ada", "for doubles, on a whim", rule="DES-DBL-01", aloud=True, dice=[[3, 3]])
    assert (ran.result, s.tally) == ((3, 3), {"throws": 1, "doubles": 1})
    assert ran.texts == ["Doubles: two threes!"]
    ran, _ = played(throws.two_dice, s, "Ada", "for luck", rule="DES-DBL-01", dice=[[3, 4]])
    assert (ran.texts, s.tally) == ([], {"throws": 2, "doubles": 1})
    ran, _ = played(throws.two_dice, s, "Ada", "for luck", rule="DES-DBL-01", aloud=True, dice=[[6, 6]])
    assert ran.texts == ["Doubles for luck: two sixes!"]
    ran, _ = played(throws.two_dice, s, "Ada", "for luck", rule="DES-DBL-01", dice=[[6, 6]])
    assert ran.texts == []  # nothing comes of it
    for faces, result in (([4, 4], True), ([4, 3], False)):
        ran, _ = played(throws.doubles, s, "sliding_panel", rule="DES-DBL-01", dice=[faces])
        assert ran.result is result
        assert rolls(ran)[0].startswith("The party throws for doubles: 2d6")
        assert rolls(played(throws.doubles, s, "sliding_panel", rule="DES-DBL-01", who="Bo", dice=[faces])[0])[0].startswith(
            "Bo "
        )


@pytest.mark.rule("DES-DBL-02", "DES-DBL-03", "DES-SAGE-12", "DES-GM-01")
@pytest.mark.parametrize(
    ("faces", "plain", "cursed"),
    [([2, 2], True, True), ([3, 4], False, True), ([1, 6], False, True), ([4, 4], True, True), ([2, 6], False, False),
     ([1, 5], False, False)],
)  # fmt: skip
def test_company_comes_on_doubles_and_ill_company_on_sevens_too(faces: list[int], plain: bool, cursed: bool) -> None:
    s = game("warrior")
    assert played(throws.something_waits, s, "dead_end", rule="DES-MAZE-13", dice=[faces])[0].result is plain
    s.curses, s.veiled = ["ill company"], ["ill company"]
    ran, change = played(throws.something_waits, s, "dead_end", rule="DES-MAZE-13", dice=[faces])
    assert ran.result is cursed
    assert ("veiled" in change) is (sum(faces) == 7)  # felt only when it was the curse that brought them
    for gamesmaster, seen in ((None, True), (1, True)):
        ran, _ = played(throws.one_die, s, "The gamesmaster", "x", rule="DES-BAD-01", gamesmaster=gamesmaster, dice=[2])
        assert (ran.events[0].seen_by(0) is not None) is seen
    ran, _ = played(throws.one_die, s, "The gamesmaster", "x", rule="DES-BAD-01", behind=True, gamesmaster=1, dice=[2])
    assert [ran.events[0].seen_by(seat) is not None for seat in (0, 1)] == [False, True]
    ran, _ = played(throws.one_die, s, "The gamesmaster", "x", rule="DES-BAD-01", behind=True, dice=[2])
    assert ran.events[0].seen_by(0) is not None
    ran, _ = played(throws.one_die, s, "The gamesmaster", "x", rule="DES-BAD-01", hidden=True, dice=[2])
    assert ran.events[0].seen_by(0) is None


@pytest.mark.rule("DES-TREAS-13", "DES-SETUP-07", "DES-LEAD-03", "DES-TREAS-29")
def test_amounts_and_ties() -> None:
    s = game("warrior")
    assert played(throws.amount, s, "gold", rule="DES-TREAS-13", dice=[[1, 2], [3, 3], [1, 4], [2, 5]])[0].result == 21
    s.dials = msgspec.structs.replace(s.dials, doubles_chain=True)
    assert played(throws.amount, s, "gold", rule="DES-TREAS-13", dice=[[1, 2], [3, 3], [1, 1], [1, 2], [2, 5]])[0].result == 21
    s.dials = msgspec.structs.replace(s.dials, doubles_chain=False)
    assert (
        played(throws.amount, s, "gold", rule="DES-TREAS-13", dice=[*[[1, 2], [3, 3], [1, 1], [1, 2], [2, 5]][:3], [1, 3]])[
            0
        ].result
        == 15
    )
    order = [(0, "A", 0), (1, "B", 0), (2, "C", 0)]
    ran, _ = played(throws.highest, s, order, "to lead", rule="DES-LEAD-03", dice=[7, 9, 7, 5, 6])
    assert (ran.result, [text[0] for text in rolls(ran)]) == ([1, 2, 0], ["A", "B", "C", "A", "C"])


@pytest.mark.rule("DES-KAR-01", "DES-SIM-08", "DES-IDEA-05")
def test_karma_is_kept_by_those_with_a_sheet() -> None:
    s = game("warrior", "simulacrum", "apprentice")
    for who, gains in ((0, True), (1, False), (2, True)):

        async def give(t: Table[Game], who: int = who) -> None:
            karma.give_karma(t, s.members[who], 7, "nothing much", "DES-KAR-01")

        before = s.tally.get("karma", 0)
        _, change = played(give, s)
        assert change == ({f"members.{who}.karma": 7, f"members.{who}.earned": 7, "tally.karma": before + 7} if gains else {})


@pytest.mark.rule("DES-STORE-08")
def test_a_use_is_discovered_once() -> None:
    s = game("warrior")

    async def see(t: Table[Game], name: str) -> None:
        baggage.discover(t, name)

    for name in ("BOLA", "GLUE", "BOLA"):
        played(see, s, name)
    assert s.discovered == ["BOLA", "GLUE"]


@pytest.mark.rule("DES-WAR-05", "DES-WAR-06", "DES-WIZ-02", "DES-DIAL-01", "DES-PRI-13")
def test_hits_by_rank_and_kind() -> None:
    s = game("warrior", base_hits_warrior=6, base_hits_priest=4, base_hits_wizard=3, base_hits_son=2, base_hits_daughter=1,
             base_hits_apprentice=5, priest_rank3_hits=7)  # fmt: skip
    hits = {
        spec: people.full_body(s, persona(s, spec))
        for spec in ("warrior 7", "warrior 6", "warrior 4", "priest 4", "priest 3", "priest 2", "wizard 6", "wizard 5", "son",
                     "daughter", "apprentice", "simulacrum", "priest simulacrum")
    }  # fmt: skip
    assert hits == {
        "warrior 7": 6, "warrior 6": 11, "warrior 4": 16, "priest 4": 9, "priest 3": 11, "priest 2": 19, "wizard 6": 3,
        "wizard 5": 8, "son": 2, "daughter": 1, "apprentice": 5, "simulacrum": 6, "priest simulacrum": 4,
    }  # fmt: skip
    grown = persona(s, "wizard 7")
    grown.hardy = True
    assert people.full_body(s, grown) == 5
    grown.baddie = "Bears"
    assert people.full_body(s, grown) == 5
    grown.baddie = "Dragon"
    assert people.full_body(s, grown) == 26


@pytest.mark.rule("DES-WAR-13", "DES-PRI-08", "DES-PRI-02")
@pytest.mark.parametrize(("applies", "strikes", "heals"), [("attack", 1, 0), ("healing", 0, 1), ("both", 1, 1)])
def test_a_priests_bonus_goes_where_the_dial_says(applies: str, strikes: int, heals: int) -> None:
    s = game("priest 8", "warrior 5", "wizard 5", "daughter", priest_bonus_applies=applies)
    assert [people.attack_bonus(s, m) for m in s.members] == [strikes, 2, 0, 0]
    assert people.healing_bonus(s, s.members[0]) == heals


@pytest.mark.rule("DES-DENOM-04", "DES-APP-02", "DES-WAR-02")
@pytest.mark.parametrize(
    ("spec", "price"),
    [("warrior 10", (40, 50)), ("elf warrior 8", (72, 194)), ("dwarf warrior 9", (55, 110)), ("centaur warrior 10", (80, 100)),
     ("warrior 2", (500, 1325)), ("warrior 1", None), ("simulacrum", None), ("daughter", None), ("son", (25, 25))],
)  # fmt: skip
def test_what_the_next_rank_costs(spec: str, price: tuple[int, int] | None) -> None:
    """An eighth-rank elf pays a tenth more than 65 and 176, rounded up."""
    s = game(spec)
    assert people.price_of_rise(s.members[0]) == price


@pytest.mark.rule("DES-WAR-01", "DES-PRI-01", "DES-WIZ-01", "DES-SON-03", "DES-CHIV-02", "DES-WIZ-14", "DES-DIAL-06")
def test_who_may_wield_what() -> None:
    s = game("wizard 5", "wizard 4", "son", "warrior 7", "priest", "warrior 8", "daughter", "warrior 9")
    able = {
        name: [m.id for m in s.members if not people.refuses(s, m, name)]
        for name in ("AXE", "MACE", "BROADAXE", "SPEAR", "STILLETO", "PIKE", "BOOMERANG", "WIZARD'S SWORD", "SWORD +1", "TORCHES")
    }
    assert able == {
        "AXE": [1, 2, 3, 5, 7], "MACE": [1, 2, 3, 4, 5, 7], "BROADAXE": [1, 3, 5, 7], "SPEAR": [1, 2, 3, 5, 7],
        "STILLETO": [1, 2, 5, 7], "PIKE": [1, 3, 5, 7], "BOOMERANG": [1, 3, 5], "WIZARD'S SWORD": [0, 1],
        "SWORD +1": [1, 2, 3, 5, 7], "TORCHES": [],
    }  # fmt: skip
    s.dials = msgspec.structs.replace(s.dials, son_weapon_limit="under_five")
    assert people.refuses(s, s.members[2], "AXE")
    assert not people.refuses(s, s.members[2], "MACE")


@pytest.mark.rule("DES-WIZ-01", "DES-WIZ-15", "DES-STORE-10", "DES-STORE-17", "DES-SUP-06")
def test_who_may_wear_and_use_what() -> None:
    s = game("wizard 4", "wizard 3", "priest", "warrior", "daughter", "apprentice")
    beast = persona(s, "warrior")
    beast.cls = ""
    assert [people.may_wear(m, "PLATE ARMOR") for m in s.members] == [False, True, True, True, False, False, False]
    used = {name: [m.id for m in s.members if people.may_use(m, name)] for name in ("WOODEN STAKES", "HOLY WATER", "CHEESE", "X")}
    assert used == {"WOODEN STAKES": [2, 3], "HOLY WATER": [2], "CHEESE": [0, 1, 2, 3, 5], "X": [0, 1, 2, 3, 5]}


@pytest.mark.rule("DES-WIZ-05", "DES-WIZ-06", "DES-SPELL-05", "DES-DIAL-04", "DES-SUP-15", "DES-SPELL-37", "DES-SPELL-38")
def test_which_balls_a_wizard_may_throw() -> None:
    s = game("apprentice", "wizard 8", "warrior", "wizard 10")
    young, old, warrior, tenth = s.members
    assert [people.has_spell(m, kind) for m in (young, old, warrior) for kind in ("LIGHT BALLS", "MACE BALLS", "AXE BALLS")] == [
        True, True, False, True, True, True, False, False, False,
    ]  # fmt: skip
    young.goods = {"MACE BALLS": 1, "AXE BALLS": 2, "SLAVE BALLS": 1, "LIGHT BALLS": 1}
    young.kinds = ["AXE BALLS", "MACE BALLS"]
    assert people.held_kinds(young) == ["AXE BALLS", "MACE BALLS", "LIGHT BALLS", "SLAVE BALLS"]
    assert people.usable_balls(s, young) == ["MACE BALLS"]  # two kinds at eleventh rank, and axe balls he has not learnt
    people.gain_spell(young, "AXE BALLS", 3)
    assert (young.goods["AXE BALLS"], young.found, young.kinds) == (5, ["AXE BALLS"], ["AXE BALLS", "MACE BALLS"])
    people.gain_spell(young, "SUNLIGHT BALLS", 1)
    people.gain_spell(young, "SUNLIGHT BALLS", 1)
    assert (young.found, young.kinds) == (["AXE BALLS", "SUNLIGHT BALLS"], ["AXE BALLS", "MACE BALLS", "SUNLIGHT BALLS"])
    assert people.usable_balls(s, young) == ["AXE BALLS", "MACE BALLS"]
    assert people.usable_balls(s, warrior) == []
    warrior.goods["LIGHT BALLS"] = 1
    assert people.usable_balls(s, warrior) == []
    young.goods["GENERAL BALLS"] = 1
    assert people.usable_balls(s, young) == ["AXE BALLS", "MACE BALLS"]  # no room for a further kind
    old.goods = {"GENERAL BALLS": 2, "SWORD BALLS": 1}
    assert people.usable_balls(s, old) == ["SWORD BALLS", "LIGHT BALLS", "MACE BALLS", "AXE BALLS"]
    people.take_ball(old, "SWORD BALLS")
    people.take_ball(old, "SWORD BALLS")
    assert (old.goods, old.thrown) == ({"GENERAL BALLS": 1}, 2)
    s.dials = msgspec.structs.replace(s.dials, spell_limit_counts="charges_per_descent")
    tenth.goods = {"MACE BALLS": 9, "LIGHT BALLS": 1, "AXE BALLS": 1}
    for tenth.thrown, able in ((4, ["LIGHT BALLS", "MACE BALLS"]), (5, [])):
        assert people.usable_balls(s, tenth) == able
    old.rank, old.thrown = 6, 99
    assert people.usable_balls(s, old)  # no limit from sixth rank on


@pytest.mark.rule("DES-ARM-05", "DES-ARM-06", "DES-ARM-11")
def test_whole_again_for_the_next_descent() -> None:
    s = game("warrior plate", "warrior")
    m, other = s.members
    m.body, m.armour_left, m.shield, m.shield_left, m.shield_front, m.body_shield = 1, 2, "SHIELD", 1, True, 4
    m.misses, m.held, m.thrown, m.carried, m.snake_hits, m.snake_armour, m.conditions = 2, 3, 4, True, 5, 6, ["venom"]
    m.goods = {"AXE": 1, "SWORD": 1, "SPEAR +1": 1, "TORCHES": 1, "BULLET-PROOF VEST": 1}
    people.refresh(s, m)
    assert (m.body, m.armour_left, m.shield, m.shield_left, m.shield_front, m.body_shield) == (5, 15, "SHIELD", 1, False, 4)
    assert (m.misses, m.held, m.thrown, m.carried, m.snake_hits, m.snake_armour, m.conditions) == (0, -1, 0, False, 0, 0, [])
    assert (m.hand, m.vest_left > 0) == ("SPEAR +1", True)  # magic before the dearer sword
    m.hand = "AXE"
    people.refresh(s, m)
    assert m.hand == "AXE"  # a weapon chosen stays in hand
    m.hand, m.goods, m.shield_left = "AXE", {"SPEAR": 1, "MACE": 1}, 0
    people.refresh(s, m)
    assert (m.hand, m.shield, m.vest_left) == ("MACE", "", 0)
    people.refresh(s, other)
    assert (other.hand, other.armour_left) == ("", 0)


@pytest.mark.rule("DES-SON-01", "DES-SON-02", "DES-SON-04", "DES-DAU-01", "DES-DAU-04", "DES-DAU-06", "DES-APP-01", "DES-APP-03")
def test_children_and_apprentices_as_they_come() -> None:
    s = game("elf warrior 7 seat0", "dwarf wizard 6 seat1", players=2)
    parent, master = s.members
    son, daughter = people.gain_son(s, parent), people.gain_daughter(s, parent)
    pupil = people.gain_apprentice(s, master)
    seen = [
        (m.kind, m.cls, m.rank, m.sex, m.denomination, m.seat, m.parents, m.master, m.virgin, m.status, m.armour, m.armour_left)
        for m in (son, daughter, pupil)
    ]
    assert seen == [
        ("son", "warrior", 11, "he", "elf", 0, [0], -1, True, "home", "", 0),
        ("daughter", "", 0, "she", "elf", 0, [0], -1, True, "home", "ORNAMENTAL LEATHER", 6),
        ("apprentice", "wizard", 11, "he", "dwarf", 1, [], 1, True, "home", "", 0),
    ]
    s.dials = msgspec.structs.replace(s.dials, children="even_handed")
    other = people.gain_daughter(s, parent)
    assert (other.kind, other.rank, other.sex, other.name) == ("son", 11, "she", "warrior0's daughter")


@pytest.mark.rule("DES-SIM-06", "DES-MOVE-01")
def test_who_decides_for_whom() -> None:
    s = game("warrior seat1", "simulacrum", "warrior seat0", players=2)
    s.leader = 0
    assert [people.seat_of(s, m) for m in s.members] == [1, 1, 0]
    assert people.leader_seat(s) == 1
    s.leader = 1
    assert people.seat_of(s, s.members[1]) == 0
    s.leader = -1
    assert (people.seat_of(s, s.members[1]), people.leader_seat(s)) == (0, 0)


@pytest.mark.rule("DES-LEAD-01", "DES-LEAD-02", "DES-LEAD-03", "DES-LEAD-04")
def test_who_leads_and_when_it_changes() -> None:
    assert [m.id for m in people.claims(game("warrior 9", "priest 9", "wizard 9"))] == [1]
    assert [m.id for m in people.claims(game("warrior 8", "priest 9", "wizard 8"))] == [2]
    assert [m.id for m in people.claims(game("warrior 8", "priest 9", "warrior 8", "wizard 9"))] == [0, 2]
    assert [m.id for m in people.claims(game("son", "warrior", "apprentice"))] == [1]
    assert [m.id for m in people.claims(game("son", "apprentice"))] == [1]
    assert people.claims(game("simulacrum")) == []
    s = game("priest", "warrior", "priest")
    s.leader = -1
    _, change = played(people.find_leader, s, dice=[5, 6])
    assert change == {"leader": 2}
    assert played(people.find_leader, s)[1] == {}  # for the whole descent, no second throw
    s.leader, s.mutinied = 1, True
    assert played(people.find_leader, s)[1] == {}
    s.leader = 0
    s.mutinied = True
    s.members[0].status = "stone"
    assert played(people.find_leader, s)[1] == {"leader": 2, "mutinied": False}
    s.leader, s.mutinied, s.party = 1, True, [0, 2]
    assert played(people.find_leader, s)[1] == {"leader": 2, "mutinied": False}
    s.members[2].status = "dead"
    assert played(people.find_leader, s)[1] == {"leader": -1}


@pytest.mark.rule("DES-SETUP-02", "DES-SETUP-03", "DES-SETUP-04", "DES-SETUP-11")
@pytest.mark.parametrize(
    ("party", "said"),
    [
        (["warrior elf", "warrior elf", "warrior dwarf", "warrior dwarf", "priest", "wizard"], ""),
        (["warrior elf", "warrior elf", "warrior dwarf", "priest dwarf", "wizard", "simulacrum"], ""),
        (["warrior elf", "warrior elf", "warrior dwarf", "warrior dwarf", "warrior", "priest", "wizard"], "P"),
        (["warrior elf", "warrior elf", "warrior dwarf", "warrior dwarf", "wizard"], "P"),
        (["warrior elf", "warrior elf", "warrior dwarf", "warrior dwarf", "priest"], "W"),
        (["warrior elf", "priest dwarf", "wizard elf", "warrior dwarf", "wizard"], "F"),
        (["warrior elf", "warrior dwarf", "warrior dwarf", "warrior", "priest", "wizard"], "E"),
        (["warrior elf", "warrior elf", "warrior dwarf", "warrior", "priest", "wizard"], "D"),
    ],
)
def test_advice_before_the_descent(party: list[str], said: str) -> None:
    words = {"F": "heavy fighting", "W": "Without a wizard", "P": "take another priest", "E": "two elves", "D": "two dwarfs"}
    advice = people.shortfalls(game(*party))
    assert [letter for letter, part in words.items() if any(part in line for line in advice)] == list(said)
    assert len(advice) == len(said)


@pytest.mark.rule("DES-BAT-01", "DES-BAT-02", "DES-BAT-03", "DES-DENOM-06", "DES-SPELL-25", "DES-STORE-07", "DES-MAZE-24")
def test_room_in_a_line() -> None:
    s = game("warrior +axe", "centaur warrior", "warrior +great_sword", "warrior", "warrior", "warrior", lines=False)
    beast = persona(s, "warrior")
    beast.baddie, beast.denomination = "Bears", ""
    s.party.append(beast.id)
    assert [line_up.room_taken(s, m) for m in s.members] == [1, 2, 1, 1, 1, 1, 4 / 3]
    assert [line_up.big_in(s, line) for line in ([0, 1], [0, 2], [])] == [False, True, False]
    assert [line_up.capacity(s, line, width) for line in ([0], [2]) for width in (1, 2)] == [4, 8, 3, 6]
    fits = [line_up.fits(s, line, 1) for line in ([0, 3, 4, 5], [0, 1, 3], [0, 1, 3, 4], [2, 3, 4], [2, 3, 4, 5], [6, 6, 6])]
    assert fits == [True, True, False, True, False, True]
    assert line_up.fits(s, [2, 3, 4, 5], 2)


@pytest.mark.rule("DES-BAT-01", "DES-ARM-07", "DES-STORE-07")
def test_the_leader_sets_the_line() -> None:
    s = game("warrior +axe", "warrior +axe", "warrior +axe", "warrior +axe", "priest +mace", "wizard")
    assert s.lines == [[0, 1, 2, 3], [4], [5]]
    s.members[0].goods["GREAT SWORD"] = 1
    s.members[1].shield, s.members[1].shield_left = "SHIELD", 5
    answers = ["weapon:0:GREAT SWORD", "shield:1:front", "line:4:2", "line:5:1", "line:2:2", "line:4:0", "done"]
    ran, change = played(line_up.set_lines, s, 0, answers=answers)
    assert change == {"members.0.hand": "GREAT SWORD", "members.1.shield_front": True, "lines.0": [0, 1, 4], "lines.1": [3, 5],
                      "lines.2": [2]}  # fmt: skip
    first = ran.asks[0].keys
    assert [key for key in first if key.startswith("line:")] == [
        "line:0:1", "line:0:2", "line:1:1", "line:1:2", "line:2:1", "line:2:2", "line:3:1", "line:3:2", "line:4:2", "line:5:1",
    ]  # fmt: skip # the front is full
    assert [key for key in first if not key.startswith("line:")] == ["done", "weapon:0:GREAT SWORD", "shield:1:front"]
    assert "line:3:0" not in ran.asks[1].keys  # with a great sword in it three are enough
    assert "shield:1:back" in ran.asks[2].keys
    s.lines = [[], [0, 1], []]
    ran, change = played(line_up.set_lines, s, 0, answers=["done"])
    assert s.lines[0]  # somebody must stand in front
    s.lines = [[0, 1, 2], [3], [5]]
    s.members[2].status = "stone"
    played(line_up.set_lines, s, 0, answers=["done"])
    assert (2 in [number for line in s.lines for number in line], 4 in s.lines[2]) == (False, True)


@pytest.mark.rule("DES-WAR-03", "DES-IDEA-06", "DES-TREAS-15")
@pytest.mark.parametrize(
    ("purse", "price", "left"),
    [
        ({"gold": 50}, 40, {"gold": 10}),
        ({"gold_bars": 5, "gold": 1}, 40, {"gold_bars": 1, "gold": 1}),
        ({"gold_bars": 3, "gold": 10}, 35, {"gold_bars": 0, "gold": 5}),
        ({"gold_bars": 4}, 35, {"gold_bars": 0}),
        ({"gold": 39, "silver": 0, "silver_bars": 3}, 40, {"gold": 0, "silver": 4, "silver_bars": 1}),
        ({"gold": 38, "silver_bars": 4}, 40, {"gold": 0, "silver": 8, "silver_bars": 0}),
        ({"gold": 39, "silver": 6, "silver_bars": 2}, 40, {"gold": 0, "silver": 0, "silver_bars": 1}),
        ({"gold": 39, "jewels": {"RUBIES": 2}}, 40, {"gold": 0, "silver": 4, "jewels": {}}),
        ({"gold": 35, "gold_bars": 1, "jewels": {"QUARTZ": 1}}, 40, {"gold": 5, "gold_bars": 0, "jewels": {"QUARTZ": 1}}),
    ],
)
def test_paying_for_a_rank(purse: dict[str, Any], price: int, left: dict[str, Any]) -> None:
    """Bars at face value and coin; jewels are changed only when those fall short; what is too much on a bar is forfeit."""
    s = game("warrior")
    m = s.members[0]
    for name, value in purse.items():
        setattr(m, name, value)
    ranks.pay(m, price)
    assert {name: getattr(m, name) for name in left} == left


@pytest.mark.rule("DES-WIZ-04", "DES-IDEA-07", "DES-WAR-04", "DES-IDEA-06", "DES-WAR-03", "DES-WAR-02")
def test_rising_between_descents() -> None:
    s = game("wizard 8", "priest 7", "warrior seat1", "priest 6", players=2)
    mage, priest, other, sixth = s.members
    for m in s.members:
        m.status = "home"
    mage.gold, mage.karma = 65, 176
    assert not ranks.can_rise(s, mage)  # no horn
    s.chest.goods["UNICORN'S HORN"] = 1
    assert ranks.can_rise(s, mage)
    mage.gold = 64
    assert not ranks.can_rise(s, mage)
    assert ranks.can_rise(s, mage, extra=1)
    mage.gold, mage.karma = 65, 175
    assert not ranks.can_rise(s, mage)
    mage.karma = 176
    priest.gold, priest.karma, other.gold, other.karma = 75, 260, 99, 99
    sixth.gold, sixth.karma = 110, 380
    ran, change = played(ranks.interval, s, 0, answers=["rise:0"])
    assert ran.asks[0].keys == ("rise:0", "rise:1", "rise:3", "done")
    hints = [option.hint for option in ran.asks[0].options_for(0).values()]
    assert hints == ["65 gold, 176 karma", "75 gold, 260 karma; then the throw for a son, and the Great Spider waits",
                     "110 gold, 380 karma; then the throw for a daughter", ""]  # fmt: skip
    assert ran.result is False
    assert change == {
        "members.0.rank": 7, "members.0.gold": 0, "members.0.karma": 0, "chest.goods.UNICORN'S HORN": None, "tally.rises": 1,
        "news": ["wizard0 rose to rank 7"],
    }  # fmt: skip
    assert played(ranks.interval, s, 0, answers=["done"])[0].result is True
    mage.rank, mage.gold, mage.karma, mage.goods["UNICORN'S HORN"], s.chest.goods["UNICORN'S HORN"] = 8, 65, 176, 1, 1
    _, change = played(ranks.rise, s, mage)
    assert (change["members.0.goods.UNICORN'S HORN"], s.chest.goods) == (None, {"UNICORN'S HORN": 1})  # his own first
    _, change = played(ranks.rise, s, other)
    assert (change["members.2.rank"], change["members.2.gold"], s.chest.goods) == (9, 59, {"UNICORN'S HORN": 1})
    for m in s.members:
        m.gold = 0
    ran, _ = played(ranks.interval, s, 0)
    assert (ran.result, ran.asks) == (True, [])


@pytest.mark.rule(
    "DES-IDEA-16", "DES-SON-01", "DES-SON-07", "DES-DAU-01", "DES-SPID-06", "DES-WIZ-12", "DES-WIZ-13", "DES-APP-05"
)
def test_what_a_new_rank_brings() -> None:
    s = game("warrior 8", "warrior 7", "priest 6", "wizard 7", "wizard 6", "son", "wizard 6", "warrior 9")
    for number, brings in ((0, "son"), (1, "daughter"), (3, "apprentice")):
        before = len(s.members)
        _, change = played(ranks.promote, s, s.members[number])
        assert [m.kind for m in s.members[before:]] == [brings]
        assert change[f"members.{number}.rank"] == s.members[number].rank
    before = len(s.members)
    assert len(rolls(played(ranks.promote, s, s.members[2], dice=[[1, 2]])[0])) == 1
    assert len(s.members) == before
    s.members[2].rank = 6
    played(ranks.promote, s, s.members[2], dice=[[2, 2]])
    assert [m.kind for m in s.members[before:]] == ["daughter"]
    played(ranks.promote, s, s.members[4])
    assert s.members[4].goods == {"STAFF OF ETERNAL LIGHT": 1}
    _, change = played(ranks.promote, s, s.members[5])
    assert (change["members.5.kind"], change["members.5.rank"]) == ("persona", 10)
    master = s.members[6]
    pupil = people.gain_apprentice(s, master)
    pupil.rank = 8
    before = len(s.members)
    _, change = played(ranks.promote, s, pupil)
    assert (pupil.kind, pupil.hardy, pupil.master, [m.master for m in s.members[before:]]) == ("persona", True, -1, [6])
    master.status = "dead"
    orphan = people.gain_apprentice(s, master)
    orphan.rank, orphan.master = 8, 6
    before = len(s.members)
    played(ranks.promote, s, orphan)
    assert (orphan.kind, len(s.members)) == ("persona", before)
    last = s.members[7]
    last.body, last.status = 2, "ready"
    assert s.tally["rises"] == 9
    played(ranks.promote, s, last)
    assert last.body == 5  # below ground he is no more than whole
    last.rank, last.body = 7, 1
    played(ranks.promote, s, last)
    assert (last.rank, last.body) == (6, 6)  # five more hits to have, and he has five more
    last.rank, last.body, last.status = 7, 1, "home"
    played(ranks.promote, s, last)
    assert last.body == 10


@pytest.mark.rule("DES-SPID-05", "DES-SAGE-19", "DES-SPID-02", "DES-SPID-03", "DES-SPID-04")
def test_the_spider_the_lollipop_and_the_robe_laid_down() -> None:
    s = game("priest 6 +mace", "warrior")
    m = s.members[0]
    m.goods.update({"SPIDER-SHAPED LOLLIPOPS": 4, "FLIES": 2})
    for faces, flies, saved in (([1, 3], True, False), ([2, 3], False, False), ([2, 3], True, True), ([4, 4], False, True)):
        before = dict(m.goods)
        ran, change = played(ranks.lollipop, s, m, flies=flies, dice=[faces])
        assert ran.result is saved
        assert m.goods.get("SPIDER-SHAPED LOLLIPOPS", 0) == before["SPIDER-SHAPED LOLLIPOPS"] - 1
        assert m.goods.get("FLIES", 0) == before.get("FLIES", 0) - flies
        assert ("members.2.kind" in change or "members.3.kind" in change) is saved
    assert s.discovered == ["FLIES", "SPIDER-SHAPED LOLLIPOPS"]
    m.karma, m.body = 99, 1

    async def robe(t: Table[Game]) -> None:
        ranks.become_warrior(t, m)

    _, change = played(robe, s)
    assert change == {
        "members.0.cls": "warrior", "members.0.rank": 10, "members.0.karma": 0, "members.0.body": 5,
        "news": ["priest0 gave a son to the Great Spider"],
    }  # fmt: skip
    m.cls, m.rank, m.hand = "priest", 6, "TRIPLE FLAIL"
    m.goods["BOOMERANG"] = 1
    m.hand = "BOOMERANG"
    played(robe, s)
    assert m.hand == ""  # too good for a tenth rank
    m.status = "home"
    m.gold = 30
    _, change = played(ranks.devoured, s, m)
    assert (m.status, s.party, s.members[2].gold, coin(m)) == ("dead", [1], 30, 0)  # his son has the purse


@pytest.mark.rule("DES-LEAD-06", "DES-LEAD-07", "DES-APP-04", "DES-CHIV-03")
def test_mutinies_threats_and_who_stays_loyal() -> None:
    s = game("priest seat0", "warrior seat1", "warrior seat1", "warrior seat2", "son seat2", players=3)
    s.leader = 0
    ran, change = played(mutiny.mutiny, s, 1, answers=[(1, "m2"), (2, "no")])
    assert ran.asks[0].keys == ("m1", "m2", "m3")  # no leader, nobody of eleventh rank
    assert (ran.result, change) == (False, {})  # two of four are not more than half
    ran, change = played(mutiny.mutiny, s, 1, answers=[(1, "m2"), (2, "yes")])
    assert ran.result is True
    assert change == {"leader": 2, "mutinied": True, "news": ["mutiny: warrior2 took the lead from priest0"]}
    s.leader, s.mutinied = 0, False
    s.members[0].rank = 8
    s.members[1].rank = s.members[2].rank = 7
    assert [mutiny._loyal(s, number) for number in (1, 2, 3)] == [False, False, False]
    s.members[0].rank = 6
    assert [mutiny._loyal(s, number) for number in (1, 2, 3)] == [True, True, False]
    s.members[0].rank = 7
    assert not mutiny._loyal(s, 1)  # of the same rank
    s.members[3].kind, s.members[3].master = "apprentice", 0
    assert mutiny._loyal(s, 3)
    s.before = [2, 4, 2]
    s.at = [2, 5, 2]
    ran, change = played(mutiny.threat, s, 1, answers=["stand"])
    assert (ran.result, change) == (False, {})
    ran, change = played(mutiny.threat, s, 1, answers=["back"])
    assert (ran.result, change) == (True, {"at": [2, 4, 2]})
    assert played(mutiny.threat, s, 1, answers=["back"])[0].result is False  # nothing to take back
    s.at = [3, 5, 2]
    assert played(mutiny.threat, s, 1, answers=["back"])[0].result is False
    s = game("priest", "son")
    assert played(mutiny.mutiny, s, 0)[0].result is False


@pytest.mark.rule("DES-MOVE-09")
def test_parts_of_a_chamber() -> None:
    wide = [(col, 1) for col in range(1, 4)]
    high = [(1, row) for row in range(1, 4)]
    square = [(col, row) for col in range(1, 4) for row in range(1, 4)]
    assert [part_of(cell, wide) for cell in wide] == ["left-hand", "middle", "right-hand"]
    assert [part_of(cell, high) for cell in high] == ["upper", "middle", "lower"]
    assert [part_of(cell, square) for cell in ((1, 1), (2, 1), (2, 2), (3, 2), (2, 3), (1, 3))] == [
        "upper left-hand", "upper middle", "middle", "middle right-hand", "lower middle", "lower left-hand",
    ]  # fmt: skip
    assert part_of((1, 1), [(1, 1)]) == "middle"
    assert [part_of(cell, [(1, 1), (2, 1)]) for cell in ((1, 1), (2, 1))] == ["left-hand", "right-hand"]


@pytest.mark.rule("DES-MAGW-03", "DES-STORE-10")
def test_things_pass_from_hand_to_hand() -> None:
    s = game("warrior +axe seat0", "priest seat1", "wizard seat0", players=2)
    s.leader = 0
    s.members[1].goods = {"MACE": 2, "LIGHT BALLS": 1}
    s.members[1].hand = "MACE"
    s.chest.goods = {"SHIELD": 1, "PLATE ARMOR": 1, "BULLET-PROOF VEST": 1}
    ran, change = played(baggage.hand, s, answers=["never-mind"])
    assert ran.asks[0].keys == ("m0", "m1", "chest", "never-mind")
    ran, change = played(baggage.hand, s, answers=[(0, "m1"), (0, "MACE"), (0, "m0"), (1, "no")])
    assert change == {}
    ran, change = played(baggage.hand, s, answers=[(0, "m1"), (0, "LIGHT BALLS"), (0, "m2"), (1, "yes")])
    assert change == {"members.1.goods.LIGHT BALLS": None, "members.2.goods.LIGHT BALLS": 1, "members.2.kinds": ["LIGHT BALLS"]}
    assert ran.asks[2].keys == ("m0", "m2")
    ran, change = played(baggage.hand, s, answers=["m0", "AXE", "m2"])
    assert change == {"members.0.goods.AXE": None, "members.0.hand": "", "members.2.goods.AXE": 1}  # which he may not wield
    for item, want in (
        ("SHIELD", {"members.0.shield": "SHIELD", "members.0.shield_left": 5}),
        ("PLATE ARMOR", {"members.0.armour": "PLATE ARMOR", "members.0.armour_left": 15}),
    ):
        _, change = played(baggage.hand, s, answers=["chest", item, "m0"])
        assert change == {f"chest.goods.{item}": None, **want}
    _, change = played(baggage.hand, s, answers=["chest", "BULLET-PROOF VEST", "m2"])
    assert change == {"chest.goods.BULLET-PROOF VEST": None, "members.2.goods.BULLET-PROOF VEST": 1, "members.2.vest_left": 5}
    _, change = played(baggage.hand, s, answers=["m2", "AXE", "m0"])
    assert (change["members.0.hand"], s.members[0].goods["AXE"]) == ("AXE", 1)
    ran, _ = played(baggage.hand, s, answers=["never-mind"])
    assert "chest" not in ran.asks[0].keys  # it is empty now

"""Spells and books: what is found, how it flies, what it does."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.engine import run
from undercroft.games.descent.arsenal import supplies
from undercroft.games.descent.hoard import books, spells
from undercroft.games.descent.rules.battle import balls, field, nerve, strikes
from undercroft.games.descent.rules.battle.answers import read
from undercroft.games.descent.rules.battle.balls import ball_keys, throw
from undercroft.games.descent.rules.battle.blows import is_lit, standing
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.company.books import look_up
from undercroft.games.descent.rules.ending import flee, peace, rounds
from undercroft.games.descent.rules.mapping.mapping import can_see
from undercroft.games.descent.rules.orders.answers import Heal
from undercroft.games.descent.rules.orders.errands import healing_ball, slaves_on_leash
from undercroft.games.descent.rules.personas.people import gain_spell, held_kinds, new_member, refuses, usable_balls
from undercroft.games.descent.rules.surface.muster import feed_cost
from undercroft.games.descent.rules.surface.shelves import why_not
from undercroft.games.descent.rules.surface.store import hire
from undercroft.games.descent.rules.treasure import finds
from undercroft.games.descent.rules.wounds.wounds import die, wound
from undercroft.games.descent.state import Battle, Game

from .scene import fight, game, said


def mage(*balls_held: str, rank: int = 10, foe: str = "Orcs", number: int = 4, light: bool = True) -> tuple[Game, Battle]:
    """A warrior, a wizard holding one of each ball, and a battle."""
    s = game("warrior +axe", f"wizard {rank}")
    for kind in balls_held:
        gain_spell(s.members[1], kind, 1)
    return s, fight(s, foe, number, light=light)


@pytest.mark.rule(
    "DES-SPELL-01",
    "DES-SPELL-02",
    "DES-SPELL-03",
    "DES-SPELL-07",
    "DES-SPELL-08",
    "DES-SPELL-09",
    "DES-SPELL-10",
    "DES-SPELL-11",
    "DES-SPELL-12",
    "DES-SPELL-13",
    "DES-SPELL-14",
    "DES-SPELL-15",
    "DES-SPELL-16",
    "DES-SPELL-17",
    "DES-SPELL-19",
    "DES-SPELL-20",
    "DES-SPELL-21",
    "DES-SPELL-26",
    "DES-SPELL-27",
    "DES-SPELL-28",
    "DES-SPELL-32",
    "DES-SPELL-36",
)
@pytest.mark.parametrize(
    ("dice", "name", "charges"),
    [
        ([1, 1, 4], "GORGON GORERS", 4),
        ([1, 2, 1], "CROC CRUNCHERS", 1),
        ([1, 3, 1], "TURTLE THUMPERS", 1),
        ([1, 4, 1], "MANGANI MANGLERS", 1),
        ([1, 5, 3], "SNAKE SMASHERS", 3),
        ([1, 6, 2], "BLASTING WAND", 2),
        ([2, 1, 1], "AXE BALLS", 1),
        ([2, 2, 6], "SWORD BALLS", 6),
        ([2, 3, 1], "SPEAR BALLS", 1),
        ([2, 4, 1], "PIKE BALLS", 1),
        ([2, 5, 1], "MORNING STAR BALLS", 1),
        ([3, 1, 1], "HERBIE WALL-BANGERS", 1),
        ([3, 2, 1], "SUNLIGHT BALLS", 1),
        ([3, 3, 1], "SLAVE BALLS", 1),
        ([3, 4, 1], "BLINDING BALLS", 1),
        ([3, 5, 1], "TANGLING BALLS", 1),
        ([3, 6, 1], "HEALING BALLS", 1),
        ([4, 4], "ONE TOTAL HEAL OF SELF", 1),
    ],
)
def test_the_spell_table(dice: list[int], name: str, charges: int) -> None:
    s = game("wizard")
    run(finds.find_spell, s, dice=dice)
    assert s.members[0].goods[name] == charges
    assert name in s.members[0].found
    assert not {"LIGHT BALLS", "MACE BALLS"} & {spell.name for spell in spells().values()}


@pytest.mark.rule("DES-SPELL-29", "DES-SPELL-30", "DES-SPELL-31", "DES-SPELL-33", "DES-SPELL-34")
def test_category_four() -> None:
    s = game("wizard")
    m = s.members[0]
    for face in (1, 2, 3, 5, 6):
        run(finds.find_spell, s, dice=[4, face])
    assert m.body_shield == 10
    assert {"WIZARD'S SWORD", "WIZARD'S AXE", "CAMERA OUTFIT", "FLASHLIGHT"} <= set(m.goods)
    assert not refuses(s, m, "WIZARD'S SWORD")
    assert refuses(s, game("warrior").members[0], "WIZARD'S SWORD")
    run(wound, s, m, 7, "Orcs")
    assert (m.body_shield, m.body) == (3, 2)
    m.goods.pop("TORCHES", None)
    assert can_see(s)
    from .test_battle import struck

    assert struck(s, "Orcs", 6, "WIZARD'S SWORD") == 1
    assert struck(s, "Trolls", 9, "WIZARD'S AXE") == 1


@pytest.mark.rule("DES-SPELL-18")
def test_choice_comes_before_the_charges() -> None:
    s = game("wizard")
    ran = run(finds.find_spell, s, answers=["PIKE BALLS"], dice=[2, 6, 5])
    assert set(ran.asks[0].keys) == {"AXE BALLS", "SWORD BALLS", "SPEAR BALLS", "PIKE BALLS", "MORNING STAR BALLS"}
    assert s.members[0].goods["PIKE BALLS"] == 5


@pytest.mark.rule("DES-SPELL-35", "DES-BOOK-09")
def test_sixes_and_twelves_are_two() -> None:
    s = game("wizard")
    run(finds.find_spell, s, dice=[6, 1, 1, 2, 1, 2, 3])
    assert (s.members[0].goods["GORGON GORERS"], s.members[0].goods["CROC CRUNCHERS"]) == (2, 3)
    run(finds.find_spell, s, dice=[5, 12, 7, 11])
    assert {"JOKEBOOK", "PARTIAL MAP"} <= set(s.members[0].goods)


@pytest.mark.rule("DES-SPELL-38", "DES-SPELL-37")
def test_charges_add_up_and_are_used_up() -> None:
    s = game("wizard")
    m = s.members[0]
    gain_spell(m, "HEALING BALLS", 2)
    gain_spell(m, "HEALING BALLS", 3)
    assert m.goods["HEALING BALLS"] == 5
    assert held_kinds(m) == ["HEALING BALLS"]
    s, b = mage("SWORD BALLS", rank=9)
    s.members[1].goods["SWORD BALLS"] = 3
    run(throw, s, b, s.members[1], said("SWORD BALLS"), dice=[1, 2] * 5)
    assert s.members[1].goods["SWORD BALLS"] == 2


@pytest.mark.rule("DES-SPELL-04")
def test_wizards_settle_or_throw() -> None:
    s = game("wizard seat0", "wizard seat1", "warrior seat1", players=2)
    run(finds.find_spell, s, answers=[(0, "m1"), (1, "m1")], dice=[1, 1, 2])
    assert s.members[1].goods["GORGON GORERS"] == 2
    run(finds.find_spell, s, answers=[(0, "m0"), (1, "m1")], dice=[1, 2, 9, 5, 3])
    assert s.members[0].goods["CROC CRUNCHERS"] == 3


@pytest.mark.rule("DES-BOOK-09", "DES-SPELL-06")
def test_without_a_wizard_balls_crumble_and_books_are_carried() -> None:
    s = game("warrior")
    ran = run(finds.find_spell, s, dice=[1, 1])
    assert any("crumble" in text for text in ran.texts)
    run(finds.find_spell, s, dice=[5, 7])
    assert s.chest.goods["JOKEBOOK"] == 1
    run(finds.find_spell, s, dice=[4, 6])
    assert s.chest.goods["FLASHLIGHT"] == 1


@pytest.mark.rule(
    "DES-SPELL-05",
    "DES-SUP-11",
    "DES-SUP-12",
    "DES-SUP-13",
    "DES-SUP-14",
    "DES-WIZ-06",
    "DES-WIZ-08",
    "DES-WIZ-09",
    "DES-WIZ-10",
    "DES-WIZ-11",
    "DES-WIZ-07",
)
def test_which_balls_are_sold_to_whom() -> None:
    s = game("wizard", "wizard 9", "wizard 8", "wizard 7", "apprentice")
    kinds = ("LIGHT BALLS", "MACE BALLS", "SWORD BALLS", "AXE BALLS", "PIKE BALLS", "SPEAR BALLS")
    sold = [[kind for kind in kinds if not why_not(m, kind)] for m in s.members]
    assert sold == [list(kinds[:2]), list(kinds[:3]), list(kinds[:4]), list(kinds[:5]), list(kinds[:2])]
    s.members[0].found = ["SPEAR BALLS", "AXE BALLS"]
    assert not why_not(s.members[0], "SPEAR BALLS")
    assert not why_not(s.members[0], "AXE BALLS")
    assert supplies()["SPEAR BALLS"].gold == 1
    assert "MORNING STAR BALLS" not in supplies()


@pytest.mark.rule("DES-WIZ-05", "DES-DIAL-04", "DES-SUP-15", "DES-WIZ-07", "DES-WIZ-12")
def test_the_spell_limit() -> None:
    s = game("wizard", "apprentice")
    m = s.members[0]
    for kind in ("LIGHT BALLS", "MACE BALLS", "SPEAR BALLS", "SLAVE BALLS", "HEALING BALLS", "BLINDING BALLS"):
        gain_spell(m, kind, 2)
    assert "BLINDING BALLS" not in usable_balls(s, m)
    assert "HEALING BALLS" in usable_balls(s, m)
    m.goods.pop("SLAVE BALLS")
    assert "BLINDING BALLS" in usable_balls(s, m)
    s.dials = msgspec.structs.replace(s.dials, spell_limit_counts="charges_per_descent")
    m.thrown = 4
    assert usable_balls(s, m)
    m.thrown = 5
    assert not usable_balls(s, m)
    s = game("wizard", "apprentice")
    s.members[0].goods["GENERAL BALLS"] = 1
    assert usable_balls(s, s.members[0]) == ["LIGHT BALLS", "MACE BALLS"]
    for kind in ("LIGHT BALLS", "MACE BALLS", "HEALING BALLS"):
        gain_spell(s.members[1], kind, 1)
    assert usable_balls(s, s.members[1]) == ["LIGHT BALLS", "MACE BALLS"]


@pytest.mark.rule("DES-SIM-05", "DES-WIZ-05")
def test_the_hired_wizard() -> None:
    """Example 50."""
    s = game("warrior")
    made = hire(s, "wizard", "human")
    assert made.goods == {"LIGHT BALLS": 12, "MACE BALLS": 6, "SPEAR BALLS": 6, "SLAVE BALLS": 1}
    assert len(held_kinds(made)) == 4
    assert len(usable_balls(s, made)) == 4


@pytest.mark.rule("DES-SPELL-07", "DES-SPELL-08", "DES-SPELL-09", "DES-SPELL-10", "DES-SPELL-11")
@pytest.mark.parametrize(
    ("ball", "foe", "karma"),
    [
        ("GORGON GORERS", "Gorgons", 8),
        ("CROC CRUNCHERS", "Crocs", 8),
        ("TURTLE THUMPERS", "Giant Turtle", 30),
        ("MANGANI MANGLERS", "Mangani", 6),
        ("SNAKE SMASHERS", "Snakes", 1),
    ],
)
def test_balls_that_kill_one_kind(ball: str, foe: str, karma: int) -> None:
    s, b = mage(ball, foe=foe, number=2 if foe != "Giant Turtle" else 1)
    before = len(b.foes)
    assert f"{ball}@0" in ball_keys(s, b, s.members[1])
    ran = run(throw, s, b, s.members[1], said(f"{ball}@0"))
    assert len(b.foes) == before - 1
    assert s.members[1].karma == karma
    assert not [event for event in ran.events if event.kind == "roll"]
    s, b = mage("MANGANI MANGLERS", foe="Gorillas")
    assert not [key for key in ball_keys(s, b, s.members[1]) if key.startswith("MANGANI")]


@pytest.mark.rule("DES-SPELL-12")
def test_the_blasting_wand() -> None:
    s, b = mage("BLASTING WAND", foe="Dragon", number=1)
    run(throw, s, b, s.members[1], said("BLASTING WAND@0"))
    assert not b.foes
    assert s.members[1].karma == 26


@pytest.mark.rule("DES-SPELL-13", "DES-SPELL-14", "DES-SPELL-15", "DES-SPELL-16", "DES-SPELL-17", "DES-SUP-11")
@pytest.mark.parametrize(
    ("ball", "foe", "number", "blows"),
    [
        ("AXE BALLS", "Trolls", 9, 5),
        ("SWORD BALLS", "Orcs", 6, 5),
        ("SPEAR BALLS", "Hoplites", 7, 3),
        ("PIKE BALLS", "Dragon", 9, 3),
        ("MORNING STAR BALLS", "Trolls", 9, 8),
        ("MACE BALLS", "Turtles", 8, 3),
    ],
)
def test_fighting_balls(ball: str, foe: str, number: int, blows: int) -> None:
    count = 1 if foe == "Dragon" else 6
    s, b = mage(ball, rank=7, foe=foe, number=count)
    total = sum(entry.hits for entry in b.foes)
    dice = [value for _ in range(blows) for value in (1, number)]
    if foe == "Orcs":
        dice = dice[:8]  # four stand in front
    run(throw, s, b, s.members[1], said(ball), dice=dice)
    expected = 4 if foe == "Orcs" else blows
    assert total - sum(entry.hits for entry in b.foes) == expected
    s, b = mage(ball, rank=7, foe=foe, number=count)
    run(throw, s, b, s.members[1], said(ball), dice=[value for _ in range(blows) for value in (1, number - 1)])
    assert sum(entry.hits for entry in b.foes) == total


@pytest.mark.rule("DES-SPELL-17")
def test_the_morning_star_dial() -> None:
    s, b = mage("MORNING STAR BALLS", foe="Trolls")
    s.dials = msgspec.structs.replace(s.dials, morning_star_ball_axe_rolls=4)
    run(throw, s, b, s.members[1], said("MORNING STAR BALLS"), dice=[1, 2] * 4)


@pytest.mark.rule("DES-SPELL-20")
def test_sunlight() -> None:
    s, b = mage("SUNLIGHT BALLS", foe="Vampires", number=3, light=False)
    run(throw, s, b, s.members[1], said("SUNLIGHT BALLS"))
    assert not b.foes
    assert s.members[1].karma == 18
    assert is_lit(s, b)


@pytest.mark.rule("DES-SPELL-21", "DES-SPELL-22", "DES-SPELL-25", "DES-SPELL-24", "DES-KAR-03")
def test_slaves() -> None:
    s, b = mage("SLAVE BALLS", foe="Orcs")
    run(throw, s, b, s.members[1], said("SLAVE BALLS@0"))
    slave = s.members[-1]
    assert (slave.kind, slave.master, slave.baddie) == ("slave", 1, "Orcs")
    assert len(b.foes) == 3
    assert s.members[1].karma == 0
    for line in s.lines:
        if slave.id in line:
            line.remove(slave.id)
    s.lines[0].insert(0, slave.id)
    field.refill(s, b)
    run(strikes._do, s, b, slave, read(f"strike@{b.front[0]}"), dice=[7])
    assert len(b.foes) == 3
    run(strikes._do, s, b, slave, read(f"strike@{b.front[0]}"), dice=[8])
    assert len(b.foes) == 2
    assert all(m.karma == 0 for m in s.members)
    for _ in range(4):
        new_member(s, seat=0, name="x", kind="slave", cls="", rank=0, baddie="Orcs", master=1, status="ready", denomination="")
    gain_spell(s.members[1], "SLAVE BALLS", 1)
    assert not [key for key in ball_keys(s, b, s.members[1]) if key.startswith("SLAVE")]
    bear = new_member(s, seat=0, name="b", kind="slave", cls="", rank=0, baddie="Bears", master=1, denomination="")
    dragon = new_member(s, seat=0, name="d", kind="slave", cls="", rank=0, baddie="Dragon", master=1, denomination="")
    assert (feed_cost(s, bear), feed_cost(s, dragon)) == (1, 6)


@pytest.mark.rule("DES-SPELL-23")
def test_the_leash() -> None:
    s = game("warrior", "wizard")
    slave = new_member(s, seat=0, name="troll", kind="slave", cls="", rank=0, baddie="Trolls", master=1, denomination="")
    s.party.append(slave.id)
    s.lines[1].append(slave.id)
    s.members[1].status = "stone"
    for _ in range(5):
        run(slaves_on_leash, s)
    assert slave.status == "ready"
    run(slaves_on_leash, s, dice=[[1, 2]])
    assert slave.status == "gone"
    s = game("warrior", "wizard")
    slave = new_member(s, seat=0, name="troll", kind="slave", cls="", rank=0, baddie="Trolls", master=1, denomination="")
    s.party.append(slave.id)
    fight(s, "Orcs", 1)
    run(die, s, s.members[1], "Orcs", dice=[[3, 3]])
    assert s.battle is not None
    assert "Trolls" in {foe.name for foe in s.battle.foes}


@pytest.mark.rule("DES-SPELL-26", "DES-SPELL-33")
def test_blinding_and_flash_cubes_cost_them_an_attack() -> None:
    s, b = mage("BLINDING BALLS", foe="Trolls", number=2)
    run(throw, s, b, s.members[1], said("BLINDING BALLS"))
    assert b.missing == 1
    ran = run(rounds.fight_round, s, answers=["hold", "stay"])
    assert not [event for event in ran.events if event.kind == "roll"]
    s, b = mage(foe="Trolls", number=2)
    s.members[1].goods["CAMERA OUTFIT"] = 1
    for left in (2, 1, 0):
        assert "flash" in ball_keys(s, b, s.members[1])
        run(throw, s, b, s.members[1], said("flash"))
        assert s.members[1].uses["flash-cubes"] == left
    assert "flash" not in ball_keys(s, b, s.members[1])
    assert b.missing == 3
    assert s.members[1].uses.get("CAMERA OUTFIT", 12) == 12


@pytest.mark.rule("DES-SPELL-28", "DES-SPELL-32")
def test_healing_balls_and_the_total_heal() -> None:
    s, b = mage("HEALING BALLS", "ONE TOTAL HEAL OF SELF")
    s.members[0].body = 2
    run(throw, s, b, s.members[1], said("HEALING BALLS#0"), dice=[5])
    assert s.members[0].body == 5
    s.members[1].body = 1
    run(throw, s, b, s.members[1], said("ONE TOTAL HEAL OF SELF"))
    assert s.members[1].body == 2
    assert "ONE TOTAL HEAL OF SELF" not in s.members[1].goods
    s = game("warrior", "wizard")
    gain_spell(s.members[1], "HEALING BALLS", 1)
    s.members[0].body, s.members[0].conditions = 1, ["bitten"]
    run(healing_ball, s, Heal("ball", 1, 0), dice=[2])
    assert (s.members[0].body, s.members[0].conditions) == (3, [])


@pytest.mark.rule("DES-SPELL-34")
def test_a_flashlight_helps_one_fighter() -> None:
    s, b = mage(light=False)
    s.members[1].goods["FLASHLIGHT"] = 1
    run(throw, s, b, s.members[1], said("flashlight#0"))
    assert "dark" not in dict(standing(s, b, s.members[0]))
    assert dict(standing(s, b, s.members[1]))["dark"] == -1


@pytest.mark.rule("DES-WIZ-18", "DES-WIZ-13", "DES-TORCH-04")
def test_the_staff_of_eternal_light() -> None:
    s = game("warrior", "wizard 5")
    b = fight(s, "Orcs", 2, light=False)
    assert not is_lit(s, b)  # a torch is not enough to fight by
    s.members[1].goods["STAFF OF ETERNAL LIGHT"] = 1
    assert is_lit(s, b)
    s.members[0].goods.pop("TORCHES")
    assert can_see(s)
    s.members[1].status = "dead"
    assert not is_lit(s, b)


@pytest.mark.rule("DES-WIZ-16")
def test_an_invisible_wizard_is_not_attacked_until_he_acts() -> None:
    from undercroft.games.descent.rules.battle.powers import may_attack

    s = game("wizard 2", lines=False)
    s.lines = [[0], [], []]
    b = fight(s, "Orcs", 2, light=True)
    assert not may_attack(b, b.foes[0], s.members[0], parting=False)
    assert ("high ground", 1) in standing(s, b, s.members[0])
    gain_spell(s.members[0], "MACE BALLS", 1)
    run(balls.announce_balls, s, b, answers=["MACE BALLS"], dice=[1, 2] * 3)
    assert may_attack(b, b.foes[0], s.members[0], parting=False)


# Books.


@pytest.mark.rule(
    "DES-BOOK-01", "DES-BOOK-02", "DES-BOOK-03", "DES-BOOK-04", "DES-BOOK-05", "DES-BOOK-06", "DES-BOOK-07", "DES-BOOK-08"
)
def test_the_book_list() -> None:
    assert {roll: book.name for roll, book in books().items()} == {
        2: "BOOK OF DEMONS (Vol. I)",
        3: "BOOK OF DEMONS (Vol. II)",
        4: "BOOK OF DEMONS (Vol. III)",
        5: "BOOK OF MYTHS",
        6: '"WHO\'S WHO IN THE DUNGEON"',
        7: "JOKEBOOK",
        8: "TROLL TRANSLATION BOOK",
        9: "JAPANESE TRANSLATION BOOK",
        10: "TRAVEL BROCHURE",
        11: "PARTIAL MAP",
        12: "TWO BOOKS",
    }


@pytest.mark.rule("DES-BOOK-01", "DES-BOOK-02", "DES-BOOK-03")
def test_books_that_know_somebody() -> None:
    for book, foe, told in (
        ("BOOK OF DEMONS (Vol. I)", "Lesser Demon", "holy water 7, sword 9, others 10"),
        ("BOOK OF MYTHS", "Chimera", "sword 7, others 9"),
        ('"WHO\'S WHO IN THE DUNGEON"', "Robbing Hood", "quarterstaff 7, sword 9, others 10"),
    ):
        s = game("wizard")
        s.members[0].goods[book] = 1

        async def meet_it(t: object, name: str = foe) -> None:
            look_up(t, name)  # type: ignore[arg-type]

        run(meet_it, s)
        assert s.learned[foe] == told


@pytest.mark.rule("DES-BOOK-01")
def test_reading_to_demons_and_calling_one() -> None:
    s, b = mage(foe="Lesser Demon", number=1)
    s.members[1].goods["BOOK OF DEMONS (Vol. I)"] = 1
    run(throw, s, b, s.members[1], said("read"))
    assert run(nerve.nerve, s, b, dice=[[2, 2]]).result
    s, b = mage(foe="Orcs")
    for volume in ("I", "II", "III"):
        s.members[1].goods[f"BOOK OF DEMONS (Vol. {volume})"] = 1
    assert "call" in ball_keys(s, b, s.members[1])
    run(throw, s, b, s.members[1], said("call"))
    assert s.members[-1].baddie == "Lesser Demon"
    assert s.members[-1].id in s.lines[0]
    assert "call" not in ball_keys(s, b, s.members[1])
    balls.dismiss_demon(s)
    assert s.members[-1].status == "gone"


@pytest.mark.rule("DES-BOOK-04")
def test_jokes() -> None:
    s, b = mage(foe="Orcs")
    s.members[1].goods["JOKEBOOK"] = 1
    run(throw, s, b, s.members[1], said("jokebook"), dice=[10])
    assert b.missing == 1
    assert "jokebook" not in ball_keys(s, b, s.members[1])
    s, b = mage(foe="Orcs")
    s.members[1].goods["JOKEBOOK"] = 1
    run(throw, s, b, s.members[1], said("jokebook"), dice=[9])
    assert b.missing == 0
    s, b = mage(foe="Bears")
    s.members[1].goods["JOKEBOOK"] = 1
    assert "jokebook" not in ball_keys(s, b, s.members[1])


@pytest.mark.rule("DES-BOOK-05", "DES-BOOK-06")
def test_translation_books() -> None:
    for book, foe, gift in (
        ("TROLL TRANSLATION BOOK", "Trolls", "GARBAGE"),
        ("JAPANESE TRANSLATION BOOK", "Ninja", "SMOKE GRENADES"),
    ):
        s = game("warrior")
        s.members[0].goods.update({book: 1, gift: 1})
        run(coming.meet, s, name=foe, number=1)
        ran = run(peace.offer, s, answers=[[gift]], dice=[2])
        assert any("comes to 10" in text for text in ran.texts)  # 2 + 3 + 2 + 3
        assert s.battle is None


def test_tangling_balls_are_spent_when_running() -> None:
    s, b = mage("TANGLING BALLS")
    b.place = "chamber"
    b.threw = [1]
    assert "tangling" not in dict(flee.stalls(s, b))

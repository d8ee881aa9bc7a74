"""What is seldom met: uses that were never offered before somebody looked for every one of them."""

from __future__ import annotations

import pytest

from undercroft.engine import Table, run
from undercroft.games.descent.rules.battle import strikes
from undercroft.games.descent.rules.directions.crossings import cross_lake, hit_boat, patch
from undercroft.games.descent.rules.ending import flee, meeting, peace
from undercroft.games.descent.rules.orders import errands
from undercroft.games.descent.rules.personas.people import gain_spell, people, wear
from undercroft.games.descent.rules.surface import recruits, store
from undercroft.games.descent.rules.surface.home import finish
from undercroft.games.descent.rules.treasure.finds import award
from undercroft.games.descent.rules.wounds import lines
from undercroft.games.descent.state import Game, Member, add

from .scene import fight, game, keys_of


@pytest.mark.rule("DES-SPELL-32")
def test_a_total_heal_also_works_between_battles() -> None:
    s = game("warrior", "wizard")
    gain_spell(s.members[1], "ONE TOTAL HEAL OF SELF", 1)
    assert "whole:1" not in errands.errands(s)
    s.members[1].body = 1
    assert "whole:1" in errands.errands(s)
    run(errands.make_whole, s, 1)
    assert s.members[1].body == 2
    assert "whole:1" not in errands.errands(s)
    assert "ONE TOTAL HEAL OF SELF" not in s.members[1].goods


@pytest.mark.rule("DES-MAGW-29", "DES-SUP-43")
def test_a_raft_with_a_hole_must_be_patched_before_it_floats_again() -> None:
    s = game("warrior")
    s.members[0].goods["INFLATABLE RUBBER RAFT"] = 1
    assert run(cross_lake, s).result
    assert any("hole" in text for text in run(struck, s).texts)
    assert not run(cross_lake, s).result
    assert "patch" not in errands.errands(s)
    s.members[0].goods["BUBBLE GUM"] = 1
    assert "patch" in errands.errands(s)
    run(patch, s)
    assert "BUBBLE GUM" not in s.members[0].goods
    assert run(cross_lake, s).result


async def struck(t: Table[Game]) -> None:
    """One hit on whatever floats."""
    hit_boat(t)


async def home(t: Table[Game]) -> None:
    """The end of a descent."""
    finish(t)


async def won(t: Table[Game], name: str) -> None:
    """A thing is thrown for, and taken."""
    await award(t, name, 1, people(t.state), rule="DES-MAGW-02")


@pytest.mark.rule("DES-SUP-41", "DES-MAGW-29")
def test_a_raft_says_nothing_of_the_boat_at_home() -> None:
    s = game("warrior")
    s.members[0].goods["INFLATABLE RUBBER RAFT"] = 1
    run(cross_lake, s)
    s.ended = "home"
    run(home, s)
    assert "boat left" not in s.tally


@pytest.mark.rule("DES-ARM-12", "DES-MAGW-21")
@pytest.mark.parametrize(("answer", "worn", "kept"), [("on", "MAGIC SHIELD", 0), ("carry", "SHIELD", 1)])
def test_a_found_shield_may_take_the_place_of_the_old_one(answer: str, worn: str, kept: int) -> None:
    s = game("warrior")
    wear(s.members[0], "SHIELD", 2)
    run(won, s, "MAGIC SHIELD", answers=["take", answer])
    m = s.members[0]
    assert m.shield == worn
    assert m.shield_left == (10 if kept == 0 else 2)
    assert m.goods.get("MAGIC SHIELD", 0) == kept


@pytest.mark.rule("DES-ARM-12", "DES-MAGW-28")
def test_found_armour_is_put_on_between_battles_if_wanted() -> None:
    s = game("warrior leather")
    run(won, s, "SPEED ARMOR", answers=["take", "on"])
    assert (s.members[0].armour, s.members[0].armour_left) == ("SPEED ARMOR", 10)
    assert "BOILED LEATHER ARMOR" not in s.members[0].goods  # one suit is taken down, and one comes home
    wizard = game("wizard 4")
    run(won, wizard, "SPEED ARMOR", answers=["take"])
    assert wizard.members[0].armour == ""


@pytest.mark.rule("DES-STORE-15", "DES-ARM-04")
def test_a_shield_in_the_bag_is_taken_up_at_the_store() -> None:
    s = game("warrior", "wizard")
    for m in s.members:
        m.status = "home"
        m.goods["MIRRORED MAGIC SHIELD"] = 1
    wear(s.members[0], "SHIELD", 3)
    counter = store.counter(s, 0)
    assert "wear:0:MIRRORED MAGIC SHIELD" in counter
    assert "wear:1:MIRRORED MAGIC SHIELD" not in counter
    run(store.visit, s, 0, answers=["wear:0:MIRRORED MAGIC SHIELD"])
    m = s.members[0]
    assert (m.shield, m.shield_left, m.armour) == ("MIRRORED MAGIC SHIELD", 10, "")
    assert "MIRRORED MAGIC SHIELD" not in m.goods
    assert "SHIELD" not in m.goods


@pytest.mark.rule("DES-MAGW-23", "DES-ARM-07")
def test_a_mirror_may_be_brought_round_when_gorgons_are_met() -> None:
    s = game("warrior plate", "warrior plate")
    wear(s.members[0], "MIRRORED MAGIC SHIELD")
    wear(s.members[1], "SHIELD")
    b = fight(s, "Gorgons")
    asked = run(lines.ready, s, b, answers=["front:0"]).asks
    assert keys_of(asks=asked, rule="DES-ARM-07")[0] == ("ready", "front:0")
    assert s.members[0].shield_front
    s.members[0].shield_front = False
    assert run(lines.ready, s, fight(s, "Trolls")).asks == []


@pytest.mark.rule("DES-PEACE-02", "DES-PEACE-03")
def test_anything_may_be_offered_and_what_nobody_likes_is_refused() -> None:
    s = game("warrior +AXE")
    s.members[0].goods["HOLY ROBE"] = 1
    b = fight(s, "Trolls")
    s.phase = "meeting"
    ended = run(peace.offer, s, answers=[["AXE"]], dice=[[4, 5]])
    assert set(ended.asks[0].keys) == {"AXE", "HOLY ROBE", "TORCHES"}
    assert any("-1 the gift" in text for text in ended.texts)
    assert s.members[0].hand == ""
    assert "AXE" not in s.members[0].goods
    assert s.phase == "battle"
    assert len(b.foes) == 1


@pytest.mark.rule("DES-PEACE-02")
def test_food_stands_first_among_the_gifts() -> None:
    s = game("warrior +AXE")
    s.members[0].goods |= {"RAGU": 1, "CHEESE": 2}
    assert list(peace._giftable(s))[:2] == ["CHEESE", "RAGU"]


@pytest.mark.rule("DES-MAGW-13")
@pytest.mark.parametrize("ruling", ["refuse", "catch", "allow"])
def test_a_person_may_allow_tangle_weed_in_the_open(ruling: str) -> None:
    s = game("warrior plate +AXE")
    add(s.members[0].goods, "TANGLE-WEED", 2)
    b = fight(s, "Trolls", place="corridor")
    s.phase = "meeting"
    assert "run:tangle" not in meeting.meeting_options(s, b)
    assert "run:tangle" in meeting.meeting_options(s, b, judged=True)
    run(meeting.decide, s, answers=["run:tangle", ruling], gamesmaster=1)
    assert s.members[0].goods["TANGLE-WEED"] == (2 if ruling == "refuse" else 1)
    assert s.phase == ("walk" if ruling == "allow" else "battle")
    assert (b.missing, s.members[0].misses) == ((1, 1) if ruling == "catch" else (0, 0))


@pytest.mark.rule("DES-MAGW-13")
def test_without_a_person_to_judge_weed_stays_barred_in_the_open() -> None:
    s = game("warrior")
    add(s.members[0].goods, "TANGLE-WEED")
    for place in ("corridor", "stairs"):
        assert ("tangle", "tangle-weed") not in flee.stalls(s, fight(s, "Trolls", place=place))
    assert ("tangle", "tangle-weed") in flee.stalls(s, fight(s, "Trolls", place="chamber"))


async def elf(t: Table[Game]) -> Member:
    """A new elf wizard."""
    return await recruits.make(t, 0, "wizard", "elf", name="", sex="she", virgin=False)


@pytest.mark.rule("DES-SETUP-05")
def test_storied_veterans_bring_a_die_of_finds() -> None:
    s = game("warrior", veterans="storied")
    made = run(elf, s, dice=[[1, 2], [1, 2], [1, 2], 2, 2, 2, 1, 3, 1, 1, 5]).result
    assert (made.rank, made.gold, made.karma) == (9, 9 + 55 + 72, 110 + 194)  # an elf's price for eighth and for seventh rank
    assert made.goods == {"AXE BALLS": 3, "GORGON GORERS": 5}
    assert made.found == ["AXE BALLS", "GORGON GORERS"]
    assert s.members[0].goods == {"TORCHES": 1}


@pytest.mark.rule("DES-MAGW-28", "DES-BAT-11")
def test_a_quick_change_of_weapons_is_made_once_a_turn() -> None:
    s = game("warrior +AXE")
    m = s.members[0]
    wear(m, "SPEED ARMOR")
    m.goods["SPEAR"] = 1
    b = fight(s, "Trolls")
    ended = run(strikes.act, s, b, m, answers=["draw:SPEAR", "hold"])
    assert "draw:SPEAR" in ended.asks[0].keys
    assert not [key for key in ended.asks[1].keys if key.startswith("draw:")]
    assert m.hand == "SPEAR"

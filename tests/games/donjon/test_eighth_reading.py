"""What a wizard's evening played by hand stumbled over, and what a person at the desk did."""

from __future__ import annotations

import pytest

from undercroft.games.donjon.rules.concepts.contest import Pool
from undercroft.games.donjon.rules.concepts.facts import thing_in
from undercroft.games.donjon.rules.magic import release
from undercroft.games.donjon.rules.magic.spells import Spell

from .kit import arena, creature, run, scene, table
from .test_edges import bare
from .test_magic_through import mage


@pytest.mark.rule("DON-LAW-14")
@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("In the roots I find a jar of honey", "a jar of honey"),
        ("The chest holds a silver key, a rope, and a letter", "a silver key"),
        ("A lantern stands here, and it is lit", "A lantern"),
        ("He hands me over a coil of good hemp rope of the kind that sailors use", "a coil of good hemp rope"),
        ("I find it", "something"),
    ],
)
def test_a_thing_is_called_what_was_said_and_no_more(said: str, thing: str) -> None:
    assert thing_in(said) == thing


@pytest.mark.rule("DON-CAST-09")
def test_who_is_summoned_is_called_by_the_shorter_name() -> None:
    for summoned, name in (
        ("a brass rat, who knows the way", "Brass Rat"),
        ("an old rat with a lantern", "Old Rat"),
        ("rat of the deep", "Rat"),
    ):
        s = table(1, chapter=3)
        scene(s)
        b = mage(s, held=2)
        spell = Spell(["rat"] * 2, ["summon", "hinder-mind"], "Rat", summon=summoned)
        before, save = set(s.beings), 6  # Discernment and save of a rat
        run(release._summon, s, b, spell, Pool("x", [], None, [20, 19]), [], dice=[[1, 1], [1] * save])
        assert [s.beings[i].name for i in s.beings if i not in before] == [name]


@pytest.mark.rule("DON-CAST-05")
def test_a_spells_facts_are_told_once() -> None:
    s = table(1)
    b = mage(s, words=("blind",))
    wolf = bare(creature(s, "red_wolf"))
    wolf.now[4], wolf.save_body = 2, 1
    arena(s, wolf)
    words = "The wolf walks into a tree"
    spell = Spell(["blind"], ["hinder-body"], "Blind", targets=[wolf.id])
    ran = run(release.release, s, b, spell, answers=["facts:1", words], dice=[[20, *[1] * 4], [9] * 3])
    assert sum("walks into a tree" in text for text in ran.texts) == 1


@pytest.mark.rule("DON-CAST-06")
@pytest.mark.parametrize(("words", "gone"), [("The wolf leaves the fight", True), ("The wolf sneezes", False)])
def test_nobody_asks_what_is_taken_off_somebody_who_is_gone(words: str, gone: bool) -> None:
    s = table(1)
    b = mage(s, words=("rot",))
    wolf, other = bare(creature(s, "red_wolf", "the wolf")), creature(s, "red_wolf", "another")
    wolf.now[2], wolf.save_mind = 2, 1
    now = scene(s)
    now.stage, now.foes = "meet", [wolf.id, other.id]
    spell = Spell(["rot"], ["hinder-mind"], "Rot", duration="scene", targets=[wolf.id])
    b.spell_dice = 1
    answers = ["facts:1", words] if gone else ["facts:1", words, "movement"]
    ran = run(release.release, s, b, spell, answers=answers, dice=[[20, 19, 1, 1, 1], [9] * 3])
    assert wolf.up is not gone
    assert [p.kinds for p in wolf.penalties if p.source == "Rot"] == ([] if gone else [["movement"]])
    assert len(ran.asks) >= len(answers)

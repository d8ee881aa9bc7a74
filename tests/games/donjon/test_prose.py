"""How it reads: no sentence of the narrator's comes twice in an evening, and grammar holds whatever the names are."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening
from undercroft.engine.words import plural, sentence
from undercroft.games.donjon import GAME, content
from undercroft.games.donjon.being import When
from undercroft.games.donjon.rules.basics import narrate
from undercroft.games.donjon.rules.basics.words import singular
from undercroft.games.donjon.rules.characters.ability_words import circumstance, suggest_ability

from .kit import table

MECHANICAL = re.compile(
    r"\d|^\[|hands \w+ di(?:e|ce) to|is no help|easier by a step|^\w.* against .*\.$"
    r"|adds its dice when|numbers? more for|^The way is known|keeps \w+ Spell D|has no weapon in hand"
)
"""Lines that state a result: numbers, Tests, what an Ability is for, dice handed on, who fights whom, a weakness,
power that is left, bare hands."""


def evening(seed: int, bots: tuple[str, ...], **options: bool | int | str) -> Match[Any]:
    """A game of bots to its end."""
    match = Match.start(GAME, Opening(game="donjon", seats=("Ann", "Bo", "Cy")[: len(bots)], seed=seed, options=options))
    dice, players = Dice(seed), [find_bot(GAME, name) for name in bots]
    while match.ask is not None and match.move_count < 900:
        seat = match.ask.seats[0]
        match.answer(players[seat](match.view(seat, dice)), seat)
    return match


def sentences(match: Match[Any]) -> list[str]:
    """Every sentence of prose that was told."""
    found: list[str] = []
    for event in match.log(None):
        if event.kind == "tell":
            found += [part.strip() for part in re.split(r"(?<=[.!?])\s+", event.text) if part.strip()]
    own = {sentence(fact.text) for fact in match.state.facts}  # players' words are their own, and may come again
    return [text for text in found if not MECHANICAL.search(text) and text not in own]


@pytest.mark.rule("DON-AGM-05", "DON-SCENE-01")
@pytest.mark.parametrize(
    ("seed", "bots", "adventure"),
    [
        (2, ("storyteller", "bruiser", "caster"), "fungus"),
        (4, ("chainer", "storyteller"), "fungus"),
        (7, ("storyteller", "miser", "bruiser"), "sketch"),
    ],
)
def test_no_sentence_comes_twice_in_an_evening(seed: int, bots: tuple[str, ...], adventure: str) -> None:
    told = sentences(evening(seed, bots, adventure=adventure))
    again = {text: n for text, n in Counter(told).items() if n > 1}
    assert len(told) > 150
    assert [text for text in again if len(text.split()) >= 6] == []
    assert sum(n - 1 for n in again.values()) <= len(told) // 40, again  # the few are a player's words, said again


def test_lines_come_again_only_with_another_end() -> None:
    s = table(1)
    lines = content.narration().events["attack_hit"]
    seen = [narrate.line(s, "attack_hit", lines) for _ in range(10 * len(lines))]
    assert len(set(seen)) == len(seen)
    ends = content.narration().flourish["down"]
    short = [narrate.line(s, "short", ["It is {how_down}.", "Down{how_down}."]) for _ in range(2 * (1 + len(ends) ** 2))]
    assert len(set(short)) == len(short)  # when all ends have been told, two of them are
    assert all(", ;" not in line and ",:" not in line and "how_" not in line for line in seen)


def test_chapters_are_places_and_circumstances_are_english() -> None:
    assert narrate.place_name("Through the Crimson Forest") == "the Crimson Forest"
    assert narrate.place_name("The Cave") == "the Cave"
    assert circumstance(When("gear", "fire iron")) == "with fire or iron"
    assert circumstance(When("place", "not cave")) == "not where there is a cave"
    made = suggest_ability("Tell Children Terrible Stories", "supporting")
    assert made.adds == ["social"]
    assert "storie" not in " ".join(w.words for w in made.when).split()


@pytest.mark.rule("DON-ADV-01", "DON-ADV-03", "DON-CHAP-01")
@pytest.mark.parametrize("key", ["fungus", "temple", "nok"])
def test_an_adventure_is_whole_in_the_books_form(key: str) -> None:
    adventure = content.adventure(key)
    assert adventure.goal
    assert adventure.environment
    assert adventure.enticement
    assert len(adventure.town.hook) >= 3
    assert adventure.big_bad.level > max(chapter.donjon_level for chapter in adventure.chapters)
    ids = [e.id for chapter in adventure.chapters for e in chapter.encounters]
    assert len(ids) == len(set(ids))
    for chapter in adventure.chapters:
        assert len(chapter.encounters) > chapter.quota  # several scenes made ready, more than are played
        assert len({e.scene for e in chapter.encounters}) >= 3  # and not all of one sort
        assert len(chapter.senses) >= 9
        assert chapter.opponents
        assert chapter.exit


def test_more_than_one_of_them() -> None:
    names = ("Hedge Witch", "Drowned Man", "Red Wolf", "Harpy", "Blood Goblin", "Ogre")
    assert [plural(name) for name in names] == ["Hedge Witches", "Drowned Men", "Red Wolves", "Harpies", "Blood Goblins", "Ogres"]
    assert [singular(plural(name)) for name in names] == list(names)

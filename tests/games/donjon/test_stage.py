"""What the stage and the coach say of a throw of donjon: whose dice they are, which of them counted, and why."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Ask, Match, Opening, guide
from undercroft.games import find
from undercroft.games.donjon.first import case, lesson
from undercroft.games.donjon.rules.concepts.contest import compare
from undercroft.games.donjon.stage import reckoned


@pytest.mark.rule("DON-DICE-02", "DON-DICE-04", "DON-DICE-05")
@pytest.mark.parametrize(
    ("won", "lost", "said"),
    [
        ([17, 8, 2], [14, 9], "17 beats 14"),
        ([19, 18, 18, 15], [16, 16], "19, 18 and 18 beat 16"),
        ([18, 16, 15, 14, 9], [18, 11, 11], "18 ties and counts for the winner; 16, 15 and 14 beat 11"),
        ([20, 20, 7], [20, 20, 5], "20 and 20 tie and count for the winner; 7 beats 5"),
        ([19, 18, 17, 16, 15], [3], "19 down to 15, 5 dice, beat 3"),
        ([9, 4], [], "9 and 4 beat no dice at all"),
        ([12, 12], [12], "12 ties and counts for the winner; 12 beats no dice at all"),
    ],
)
def test_a_throw_is_read_off_in_words(won: list[int], lost: list[int], said: str) -> None:
    found = compare(won, lost)
    assert found is not None and found.won
    assert reckoned(won, lost, found.n) == said


@pytest.mark.rule("DON-DICE-06")
def test_a_tie_to_the_last_die_says_that_one_more_decides() -> None:
    assert reckoned([17, 12, 9], [17, 9, 5], 3) == "all tie; one more die each decides"


def guided() -> Match[Any]:
    """The guided game, where the newcomer takes over."""
    game = find("donjon")
    assert game.guide is not None
    match = Match.start(game, Opening(game="donjon", seats=("Ada",), seed=game.guide.seed, brief=True, practice=True))
    guide.lay_table(match, match.answer, {})
    return match


def told(match: Match[Any]) -> str:
    assert match.ask is not None
    found = lesson(match.game.mask(match.state, 0), 0, match.ask)
    return found.text if found is not None else ""


def test_the_guided_hero_goes_armed_and_is_taught_as_he_goes() -> None:
    match = guided()
    hero = match.state.pcs()[0]
    assert hero.wielding and any(item.name == "Machete" for item in hero.items)
    match.answer("use:track-anything", 0)
    stage = match.stage(0)
    assert stage is not None
    throw = stage.throws[-1]
    assert throw.whose == (hero.name, "Red Wolf") and throw.counted == (3, 0) and throw.good  # one's own dice lie in front
    assert sorted(throw.roll.faces)[-3:] == [18, 18, 19] and throw.against is not None and max(throw.against.faces) == 16
    assert throw.needed == "19, 18 and 18 beat 16" and throw.needed in told(match)
    assert match.ask is not None
    assert next(iter(match.ask.options_for(0))) == "facts:1" and match.ask.keys[0] == "facts:0"  # facts stand first, keys stay
    heard = set()
    while match.ask is not None and match.state.fight is None:
        match.answer("I hear red wolves arguing, not far off" if match.ask.kind == "text" else match.ask.keys[-1], 0)
    assert "with a machete" in told(match)
    bot = match.game.bot(match.game.bots[0])
    for _ in range(14):
        advice = guide.advice(match, 0, bot)
        assert advice is not None and match.ask is not None
        found = lesson(match.game.mask(match.state, 0), 0, match.ask)
        heard.add(found.key if found is not None else "")
        match.answer(advice.answer, 0)
    assert {"fight", "hit", "wounds", "defend"} <= heard


def test_bare_hands_are_named() -> None:
    match = guided()
    hero = match.state.pcs()[0]
    hero.items, hero.wielding = [], ""
    match.answer("use:track-anything", 0)
    while match.ask is not None and match.state.fight is None:
        match.answer("I hear red wolves arguing, not far off" if match.ask.kind == "text" else match.ask.keys[-1], 0)
    assert "bare hands" in told(match)
    while match.ask is not None and not any(key.startswith("attack:") for key in match.ask.keys):
        match.answer(match.ask.keys[0], 0)
    assert match.ask is not None
    label = next(option.label for key, option in match.ask.options_for(0).items() if key.startswith("attack:"))
    assert label == "Attack the Red Wolf with bare hands"


@pytest.mark.rule("DON-TEST-02")
def test_the_case_says_where_the_dice_came_from() -> None:
    match = guided()
    assert match.ask is not None
    match.state.tray = None
    assert case(match.state, 0, match.ask) == []
    match.answer("use:track-anything", 0)
    assert isinstance(match.ask, Ask)
    found = guide.case(match, 0)
    assert found is not None and "Roland 10 (Discernment 6 + Track Anything 4)" in found.lines[0]
    assert any("19, 18 and 18 beat 16: 3 successes" in line for line in found.lines)
    assert guide.case(match, 5) is None

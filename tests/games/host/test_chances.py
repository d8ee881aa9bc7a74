"""Odds of meetings: what walking the rules gives is what two dice give by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from undercroft.engine import BadOpening
from undercroft.games.host import GAME


def ways(ahead: int) -> tuple[Fraction, Fraction, Fraction]:
    """How often a die and so much more is over, even with, and under another."""
    apart = [mine + ahead - theirs for mine in range(1, 7) for theirs in range(1, 7)]
    over, even = sum(one > 0 for one in apart), sum(one == 0 for one in apart)
    return Fraction(over, 36), Fraction(even, 36), Fraction(36 - over - even, 36)


def found(question: str) -> dict[str, Fraction]:
    return {name: Fraction(share) for name, share in GAME.odds(question.split()).fractions.items()}


@pytest.mark.rule("HST-BRED-10")
def test_a_raid() -> None:
    assert found("raid goblins pop=4 against gnomes pop=3 loot=2") == {
        "Goblins raided the Gnomes, and it paid": ways(1)[0],
        "Goblins raided the Gnomes, and both sides buried somebody": ways(1)[1],
        "Goblins raided the Gnomes and were thrown back": ways(1)[2],
    }  # fmt: skip
    assert set(found("raid goblins against gnomes loot=0")) == {
        "Goblins raided the Gnomes and found the chests empty", "Goblins raided the Gnomes, and both sides buried somebody",
        "Goblins raided the Gnomes and were thrown back",
    }  # fmt: skip


@pytest.mark.rule("HST-BRED-11", "HST-BRED-12", "HST-BRED-13")
def test_a_bribe_and_the_fight_when_it_is_not_enough() -> None:
    enough, fight = ways(3 - 1)[0], ways(2 - 1 - 2)  # an ogre is one, and two more for an alpha
    assert found("bribe goblins pop=2 loot=3 against ogre pop=1 loot=1") == {
        "Goblins paid the Ogre to eat elsewhere": enough,
        "Goblins drove the Ogre out": (1 - enough) * fight[0],
        "Goblins stole from the Ogre, and one of them was eaten": (1 - enough) * fight[1],
        "Goblins tried to rob the Ogre, and two of them were eaten": (1 - enough) * fight[2],
    }
    poor = GAME.odds(["bribe", "goblins", "pop=7", "loot=2", "against", "ogre"])
    assert "Goblins paid the Ogre to eat elsewhere" not in poor.fractions and "nothing is offered" in poor.text


@pytest.mark.rule("HST-ADVN-14", "HST-ADVN-15", "HST-ADVN-16", "HST-ADVN-17")
def test_a_party_at_a_lair() -> None:
    told = GAME.odds(["party", "5", "against", "gnolls", "pop=3"])
    shares = {name: Fraction(share) for name, share in told.fractions.items()}
    assert shares["the lair is theirs"] == ways(2)[0]
    assert shares["a standstill"] == ways(2)[1]
    assert shares["beaten, and some get away"] == Fraction(3, 36)  # one short: three of the five fall
    assert shares["nobody comes back"] == Fraction(3, 36)
    # one over costs one, even costs one, one short costs three
    lost = Fraction(5, 36) + ways(2)[1] + 3 * Fraction(3, 36) + 5 * Fraction(3, 36)
    assert f"{float(5 - lost):.2f} of 5" in told.text
    assert "exact" in told.text and not told.played
    with_it = GAME.odds(["party", "5", "artifact", "against", "gnolls", "pop=3"])
    assert Fraction(with_it.fractions["the lair is theirs"]) == ways(3)[0]


def test_it_says_what_can_be_asked() -> None:
    assert "raid GROUP" in GAME.odds([]).text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("dance orcs", "there are no odds for 'dance'; ask for bribe, raid, party"),
        ("raid orcs", "against GROUP"),
        ("raid orcs against elves", "there is no group 'elves'; there are"),
        ("raid orcs pop=0 against dwarves", "'pop=0' is not to be had"),
        ("raid orcs gold=3 against dwarves", "'gold=3' is not to be had"),
        ("bribe dwarves against ogre", "only breeders bribe"),
        ("bribe orcs against dwarves", "only breeders bribe"),
        ("party many against orcs", "how many adventurers?"),
        ("party 0 against orcs", "how many adventurers?"),
    ],
)
def test_mistakes_are_named(question: str, said: str) -> None:
    with pytest.raises(BadOpening) as caught:
        GAME.odds(question.split())
    assert said in str(caught.value)

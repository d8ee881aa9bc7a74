"""Odds of strikes, battles and running: exact ones against the numbers on a baddie's line, tried ones with their error."""

from __future__ import annotations

from fractions import Fraction

import pytest

from undercroft.engine import BadOpening, Odds
from undercroft.games.descent import GAME, chances

AT_LEAST = {number: Fraction(sum(a + b >= number for a in range(1, 7) for b in range(1, 7)), 36) for number in range(2, 14)}


def found(question: str) -> Odds:
    return GAME.odds(question.split())


@pytest.mark.rule("DES-BAT-13", "DES-BAT-14")
@pytest.mark.parametrize(
    ("question", "needs"),
    [
        ("strike axe at trolls lit", 9),
        ("strike sword at troll lit", 12),
        ("strike spear at hoplites lit", 7),
        ("strike axe at trolls", 10),
        ("strike axe +1 at trolls lit", 8),
        ("strike axe at trolls rank=8 lit", 8),
        ("strike mace at dragon priest lit", 9),
    ],
)
def test_a_strike_hits_on_its_number(question: str, needs: int) -> None:
    told = found(question)
    assert Fraction(told.fractions["1 hit"]) == AT_LEAST[needs]
    assert Fraction(told.fractions["no hit"]) == 1 - AT_LEAST[needs]
    assert not told.played


@pytest.mark.rule("DES-BAT-29")
def test_a_strike_that_does_more_and_one_that_cannot() -> None:
    assert Fraction(found("strike cross-bow at dragon lit").fractions["10 hits"]) == AT_LEAST[12]
    assert found("strike spear at trolls").fractions == {"no hit": "1"}
    twice = found("strike flail at orcs").fractions
    assert sum(map(Fraction, twice.values())) == 1


@pytest.mark.rule("DES-FLEE-05")
def test_doubles_catch_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "BATTLES", 30)
    told = found("pursuit trolls 4 against 3 warrior")
    assert told.fractions == {"away": "5/6", "caught": "1/6"}
    assert told.played == 30 and "parting blows are not exact" in told.text
    assert told.chances["nobody falls"] + told.chances["somebody falls"] == 1
    assert found("pursuit trolls 4 against wizard").chances["somebody falls"] > 0


@pytest.mark.rule("DES-BAT-27")
def test_a_chamber_is_fought_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "BATTLES", 25)
    easy, hard = found("chamber orcs 1 against 5 warrior sword plate"), found("chamber dragon 1 against wizard sword rank=10")
    assert easy.chances["won"] == 1 and hard.chances["lost"] > 0.8
    assert not easy.fractions and easy.played == 25 and "not exact: played 25 times" in easy.text
    assert 0 < easy.errors["won"] < 0.2
    assert found("chamber orcs 1 against 5 warrior sword plate") == easy
    dark, light = (found(f"chamber trolls 3 against 3 warrior axe leather{how}").chances["won"] for how in ("", " lit"))
    assert dark < light
    assert "as many as come" in found("chamber rats").question


def test_it_says_what_can_be_asked() -> None:
    assert "strike WEAPON at BADDIE" in found("").text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("dance", "ask for strike, chamber, pursuit"),
        ("strike axe", "strike axe at trolls"),
        ("strike umbrella at trolls", "there is no weapon 'umbrella'"),
        ("strike axe at teapots", "there are no baddies named 'teapots'"),
        ("strike axe at trolls rank=12", "from 1 to 10"),
        ("chamber trolls 40", "too many"),
        ("chamber trolls against 13 warrior", "too many"),
        ("chamber trolls against warrior hat", "there is no weapon 'hat'"),
    ],
)
def test_mistakes_are_named(question: str, said: str) -> None:
    with pytest.raises(BadOpening) as caught:
        found(question)
    assert said in str(caught.value)

"""The bots play like persons: they break off, run, offer terms, go home to learn, and differ from each other."""

from __future__ import annotations

import pytest

from undercroft.engine import Ask, Dice, Match, Opening, View
from undercroft.games.donjon import GAME
from undercroft.games.donjon.being import Being
from undercroft.games.donjon.bot import _lull, _runs, answer
from undercroft.games.donjon.rules.combat.lull import LULL
from undercroft.games.donjon.state import Donjon
from undercroft.games.donjon.tastes import STYLES

from .kit import arena, creature, table

TASTES = tuple(STYLES)


def fight(kind: str, count: int, wounds: int, whe: int) -> Donjon:
    """Three characters in this shape against so many of a kind."""
    s = table(3)
    arena(s, *(creature(s, kind, f"{kind} {n}") for n in range(count)))
    for b in s.pcs():
        b.wounds, b.now[4] = wounds, whe
    return s


def says(s: Donjon, taste: str) -> str:
    """What a bot says in the lull, from what it may see."""
    talks = any("talks" in b.tags for b in s.beings.values() if not b.pc)
    keys = [*LULL, "yield"] if talks else list(LULL)
    return _lull(GAME.mask(s, 0), keys, STYLES[taste])


@pytest.mark.rule("DON-FLUR-02", "DON-FLUR-03")
@pytest.mark.parametrize("taste", TASTES)
def test_a_fair_fight_goes_on_and_a_lost_one_does_not(taste: str) -> None:
    assert says(fight("red_wolf", 3, 3, 4), taste) == "on"
    assert says(fight("red_wolf", 3, 0, 0), taste) == "off"
    assert says(fight("human_fighter", 3, 0, 0), taste) in ("talk", "off", "yield")


def test_the_storyteller_alone_would_rather_be_robbed_than_buried() -> None:
    hopeless = fight("human_fighter", 3, 0, 0)
    assert says(hopeless, "storyteller") == "yield"
    assert all(says(hopeless, taste) != "yield" for taste in TASTES if taste != "storyteller")


def test_the_losing_are_offered_terms_by_all_but_the_bruiser() -> None:
    s = fight("human_fighter", 3, 3, 4)
    foes = [b for b in s.beings.values() if not b.pc]
    foes[0].status = foes[1].status = "out"
    foes[2].wounds = 1
    assert says(s, "miser") == "talk"
    assert says(s, "bruiser") == "on"


@pytest.mark.parametrize("taste", TASTES)
def test_a_lost_fight_is_run_from_but_not_from_the_big_bad(taste: str) -> None:
    s, fair = fight("red_wolf", 3, 0, 0), fight("red_wolf", 3, 3, 4)
    assert _runs(GAME.mask(s, 0), s.pc(0), STYLES[taste])
    assert not _runs(GAME.mask(fair, 0), fair.pc(0), STYLES[taste])
    assert s.scene is not None
    s.scene.kind = "mushroom_king"
    for b in s.pcs():
        b.wounds = 1
    assert not _runs(GAME.mask(s, 0), s.pc(0), STYLES[taste])


def road(s: Donjon, taste: str, keys: tuple[str, ...] = ("on", "look", "rest", "town")) -> str:
    """What a bot does between scenes."""
    ask = Ask("choose", (0,), "What now?", dict.fromkeys(keys, "x"), rule="DON-TEST-01")
    found = answer(View(GAME, s, 0, ask, Dice(1)), STYLES[taste])
    assert isinstance(found, str)
    return found


def test_the_prudent_go_home_to_learn() -> None:
    s = table(2)
    assert road(s, "miser") != "town"
    for b in s.pcs():
        b.xp = 30
    assert road(s, "miser") == "town"
    assert road(s, "bruiser") == "on"


def test_hurt_parties_camp() -> None:
    s = table(2)
    for b in s.pcs():
        b.wounds = 0
        b.now = [1] * 6
    assert all(road(s, taste) == "rest" for taste in TASTES)


def played(taste: str, seed: int) -> Being:
    """The character a bot makes."""
    match: Match[Donjon] = Match.start(GAME, Opening(game="donjon", seats=("A",), seed=seed), light=True)
    dice = Dice(seed)
    while match.ask is not None and match.state.phase == "creation":
        match.answer(answer(View(GAME, match.state, 0, match.ask, dice), STYLES[taste]), 0)
    return match.state.pc(0)


def test_tastes_show_in_the_characters() -> None:
    callings = {taste: {played(taste, seed).calling for seed in range(8)} for taste in TASTES}
    assert all(len(found) >= 3 for found in callings.values())  # not always the same one
    assert all(played("caster", seed).words for seed in range(6))
    assert not any(played("bruiser", seed).words for seed in range(6))

"""A history with choices: whom to meet, where to dig and flee, names in a batch, and one key that lets the world play on."""

from __future__ import annotations

from itertools import pairwise

import pytest

from undercroft.engine import Match, Opening
from undercroft.games.host import GAME
from undercroft.games.host.desk import STEERED
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.names import take
from undercroft.games.host.rules.conventions import naming
from undercroft.games.host.rules.encounters import encounters as enc
from undercroft.games.host.rules.encounters import lairs, steering
from undercroft.games.host.rules.encounters.zones import frontier
from undercroft.games.host.rules.monsters import alphas
from undercroft.games.host.state import Group, Host

from .table import group, page, play, room, tunnel


def steered(**options: str) -> Host:
    s = page(**options)
    s.quiet = [judgement for judgement in s.quiet if judgement not in STEERED]
    return s


def row_of(s: Host, *kinds: tuple[str, str, int, int]) -> list[Group]:
    """Groups in rooms along one tunnel, an inch and a half apart."""
    rooms = [room(s, 2.0 + 1.5 * k, 5.0) for k in range(len(kinds))]
    for a, b in pairwise(rooms):
        tunnel(s, (a.x + 0.2, 5.0), (b.x - 0.2, 5.0))
    return [group(s, kind, name, 0, 0, pop, loot, at=at) for (kind, name, pop, loot), at in zip(kinds, rooms, strict=True)]


@pytest.mark.rule("HST-ENCT-02")
def test_odds_are_counted_from_all_throws() -> None:
    assert steering.chance(0) == (42, 17) and steering.chance(6) == (100, 0) and steering.chance(-5) == (0, 3)
    s = steered()
    orcs, ogre = row_of(s, ("breeder", "Orcs", 3, 1), ("alpha", "Ogre", 1, 0))
    ahead = enc.strength(s, orcs.id) + enc.bonus(s, orcs.id) - enc.strength(s, ogre.id) - enc.bonus(s, ogre.id)
    assert steering.odds(s, orcs.id, ogre.id) == "{}% to win, {}% even".format(*steering.chance(ahead))


@pytest.mark.rule("HST-DELV-08")
def test_the_author_chooses_the_neighbour_with_odds_before_him() -> None:
    s = steered()
    dwarves, orcs, gnolls = row_of(s, ("delver", "Dwarves", 4, 2), ("breeder", "Orcs", 2, 1), ("breeder", "Gnolls", 5, 1))
    known = [orcs.id, gnolls.id]
    ran = play(s, steering.whom, dwarves, known, orcs.id, "HST-DELV-08", answers=[f"group:{gnolls.id}"])
    assert ran.result == gnolls.id
    ask = ran.asks[0]
    assert ask.keys[:2] == (f"group:{orcs.id}", f"group:{gnolls.id}")
    s.quiet = list(STEERED)
    assert play(s, steering.whom, dwarves, known, orcs.id, "HST-DELV-08").result == orcs.id
    s.quiet, s.rules = [], 2  # begun before: not asked
    assert not play(s, steering.whom, dwarves, known, orcs.id, "HST-DELV-08").asks


@pytest.mark.rule("HST-ALPH-03")
def test_a_beast_goes_for_any_that_are_equally_near() -> None:
    s = steered()
    rooms = [room(s, x, 5.0) for x in (3.5, 5.0, 6.5)]
    tunnel(s, (3.7, 5.0), (4.8, 5.0))
    tunnel(s, (5.2, 5.0), (6.3, 5.0))
    ogre = group(s, "alpha", "Ogre", 0, 0, 1, 1, at=rooms[1])
    orcs = group(s, "breeder", "Orcs", 0, 0, 2, 1, at=rooms[0])
    gnolls = group(s, "breeder", "Gnolls", 0, 0, 2, 1, at=rooms[2])
    ran = play(s, alphas.forage, ogre, dice=[6, 1], answers=[f"group:{gnolls.id}"])
    assert len(ran.asks) == 1 and bd.loot(s, gnolls.id) == 0 and bd.loot(s, orcs.id) == 1


@pytest.mark.rule("HST-GEO-21")
def test_a_beast_flees_where_the_author_points() -> None:
    s = steered()
    orcs, ogre, *_ = row_of(s, ("breeder", "Orcs", 3, 1), ("alpha", "Ogre", 1, 1))
    far = [room(s, 6.5, 5.0), room(s, 8.5, 5.0)]
    tunnel(s, (3.7, 5.0), (6.3, 5.0))
    tunnel(s, (6.7, 5.0), (8.3, 5.0))
    ran = play(s, lairs.move_lair, ogre, orcs.id, 1.0, "HST-BRED-13", answers=[f"room:{far[1].id}"])
    assert ran.asks[0].keys[0] == f"room:{far[0].id}" and ogre.lair == far[1].id


@pytest.mark.rule("HST-DELV-05")
def test_a_group_spreads_the_way_it_is_sent() -> None:
    s = steered()
    middle = room(s, 5.0, 5.0)
    west, east = tunnel(s, (4.8, 5.0), (2.0, 5.0)), tunnel(s, (5.2, 5.0), (8.0, 5.0))
    dwarves = group(s, "delver", "Dwarves", 0, 0, 2, 2, at=middle)
    ways = frontier(s, dwarves)
    assert {way.passage for way in ways} == {west.id, east.id}
    ran = play(s, steering.which_way, dwarves, ways, 0, "HST-DELV-05", answers=["way:1"])
    assert ran.result == ways[1] and not s.marks


@pytest.mark.rule("HST-HIST-04", "HST-NAME-01")
def test_the_names_of_a_year_are_one_question() -> None:
    s = steered()
    orcs, ogre = row_of(s, ("breeder", "Orcs", 3, 1), ("alpha", "Ogre", 1, 0))
    for g in (orcs, ogre):
        take(s, g.name)
    play(s, naming.names_of_year, answers=[f"group:{orcs.id}", "The Sunday Club", "accept"])
    assert orcs.name == "The Sunday Club" and "The Sunday Club" in s.used_names
    assert not play(s, naming.names_of_year).asks  # and never twice


def seconds(match: Match[Host]) -> str:
    """Take suggestions until monsters are about and something is asked."""
    while (ask := match.ask) is not None:
        if match.state.age == "monsters" and "auto:year" in ask.keys:
            return "auto:year"
        match.answer(ask.keys[0] if ask.keys else ask.suggestions[0])
    raise AssertionError


@pytest.mark.rule("HST-CONV-07")
def test_one_key_lets_a_year_or_an_age_play_on() -> None:
    for key in ("auto:season", "auto:year", "auto:age"):
        match = Match.start(GAME, Opening(game="host", seats=("Author",), seed=3), light=True)
        seconds(match)
        year = match.state.absolute
        match.answer(key)
        after = match.state
        if key == "auto:year":
            assert after.absolute > year and after.age == "monsters"
        if key == "auto:age":
            assert after.age != "monsters"


@pytest.mark.rule("HST-VILL-08", "HST-VILL-09")
def test_parties_may_be_steady_or_seldom() -> None:
    sizes = {}
    for parties in ("book", "steady", "seldom"):
        opening = Opening(
            game="host", seats=("A",), seed=5, options={"ask": "nothing", "parties": parties, "villain_choice": "thought_lords"}
        )
        match = Match.start(GAME, opening, light=True)
        while (ask := match.ask) is not None:
            match.answer(ask.keys[0] if ask.keys else ask.suggestions[0])
        came = [entry for entry in match.state.record if entry.rule == "HST-ADVN-20" and entry.age == "villainy"]
        sizes[parties] = (len(came), max((entry.year for entry in came), default=0))
        if parties == "seldom":
            assert all(entry.year % 2 for entry in came)
    assert sizes["book"][0] >= sizes["seldom"][0]

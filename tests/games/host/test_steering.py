"""A history with choices: whom to meet, where to dig and flee, names in a batch, and one key that lets the world play on."""

from __future__ import annotations

from itertools import pairwise

import pytest

from undercroft.engine import Match, Opening
from undercroft.games.host import GAME, names
from undercroft.games.host.desk import STEERED, all_in_words, in_words
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.names import take
from undercroft.games.host.rules.conventions import naming
from undercroft.games.host.rules.conventions.backing import backed, fate
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
    mine, theirs = (enc.strength(s, who.id) + enc.bonus(s, who.id) for who in (orcs, ogre))
    said = "a die and {} against a die and {}: {}% to win, {}% even"
    assert steering.odds(s, orcs.id, ogre.id) == said.format(mine, theirs, *steering.chance(mine - theirs))


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


def test_once_its_people_are_gone_the_author_says_whose_story_it_is_and_again_when_those_fall() -> None:
    match = Match.start(GAME, Opening(game="host", seats=("Ada",), seed=3, options={"civilization": "dwarven"}))
    backings: list[tuple[str, str]] = []
    while match.ask is not None:
        ask = match.ask
        if "nobody" in ask.keys:
            lesson = GAME.lesson(match.state, 0, ask)
            backings.append((ask.prompt, lesson.key if lesson is not None else ""))
            mine = backed(match.state)
            assert mine is None or not mine.alive
            place = ask.options_for(0)[ask.keys[0]].place
            assert place in {f"room-{room}" for room in match.state.rooms}
        match.answer(ask.keys[0] if ask.keys else ask.suggestions[0])
    assert backings[0][1] == "back" and "The time of the Seamkeepers of Morgrik is over: they delved too deep." in backings[0][0]
    assert all(key == "fallen" for _, key in backings[1:])
    assert len(match.state.backed) == len(backings)
    told = GAME.drama(match.state).near
    assert [line for line in told if line.startswith("This was the story of")] == fate(match.state)
    assert len(fate(match.state)) == len(backings)


def test_nobodys_story_is_not_asked_about_again_and_old_games_never_are() -> None:
    def played(rules: int, answer: str) -> tuple[int, list[int]]:
        match = Match.start(GAME, Opening(game="host", seats=("Ada",), seed=3, options={"civilization": "dwarven"}))
        match.state.rules = rules
        asked = 0
        while match.ask is not None and match.state.age != "villainy":
            keys = match.ask.keys
            asked += "nobody" in keys
            match.answer(answer if answer in keys else keys[0] if keys else match.ask.suggestions[0])
        return asked, match.state.backed

    assert played(5, "nobody") == (1, [0])
    assert played(4, "nobody") == (0, [])


def test_places_are_told_by_what_they_are_next_to_and_no_two_alike() -> None:
    s = page()
    room(s, 8.0, 4.0, label="mine", kind="mine")
    assert in_words(s, (8.0, 4.6)) == "in the east, just below a mine"
    assert in_words(s, (8.0, 3.0)) == "in the east, above a mine"
    assert in_words(s, (1.0, 8.0)).startswith("in the far west, ") and "mine" not in in_words(s, (1.0, 8.0))
    assert in_words(s, (5.5, 0.2)) == "on the surface, in the middle"
    told = all_in_words(s, [(8.0, 4.6), (8.0, 4.7), (8.1, 4.6), (8.0, 4.65)])
    assert len(set(told)) == 4 and told[1] == f"{told[0]}, lower" and told[2] == f"{told[0]}, further east"


def test_the_stage_shows_the_fall_whose_story_it_is_and_the_sums_of_a_fight() -> None:
    match = Match.start(GAME, Opening(game="host", seats=("Ada",), seed=3, options={"civilization": "dwarven"}))
    titles, sums, yours, since = [], [], set(), 0
    while match.ask is not None and match.state.age != "villainy":
        told = match.told(0)
        shown = GAME.stage(match.state, 0, told[since:])
        since = len(told)
        assert shown is not None
        titles.append(shown.title)
        sums += [(throw.needed, throw.verdict) for throw in shown.throws if throw.against is not None]
        yours |= {line.value for line in shown.stakes if line.label == "Yours"}
        match.answer(match.ask.keys[0] if match.ask.keys else match.ask.suggestions[0])
    assert "The end of the Seamkeepers of Morgrik" in titles
    assert ("a die and 4 against a die and 2", "8 to 8, even") in sums
    assert {"the Seamkeepers of Morgrik", "Deep Lode"} <= yours


def test_no_two_names_differ_by_their_article_alone() -> None:
    s = page()
    first = names.suggest(s, "beast")
    names.take(s, f"the {first}" if not first.startswith("the ") else first.removeprefix("the "))
    s.streams["names"] = page().streams["names"]
    assert names.bare(names.suggest(s, "beast")) != names.bare(first)
    s.rules, s.streams["names"] = 4, page().streams["names"]
    assert names.suggest(s, "beast") == first, "a game begun before goes on as it would have"

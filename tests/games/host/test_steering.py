"""A history with choices: whom to meet, where to dig and flee, names in a batch, and one key that lets the world play on."""

from __future__ import annotations

from itertools import pairwise

import pytest

from undercroft.engine import Match, Opening, Told
from undercroft.engine.guide import onward, standing
from undercroft.games.host import GAME, names, stage
from undercroft.games.host.chronicle import note
from undercroft.games.host.desk import STEERED, all_in_words, called, in_words
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.names import take
from undercroft.games.host.rules.adventurers.party_fights import fight
from undercroft.games.host.rules.conventions import backing, naming
from undercroft.games.host.rules.conventions.backing import CHANCES, fate, kept
from undercroft.games.host.rules.encounters import encounters as enc
from undercroft.games.host.rules.encounters import lairs, steering
from undercroft.games.host.rules.encounters.zones import frontier
from undercroft.games.host.rules.monsters import alphas
from undercroft.games.host.state import LOST, Group, Host, Party, backed

from .table import group, kingdom, page, play, room, sync, tunnel, villain


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
    assert steering.odds(s, orcs.id, ogre.id).partition("; ")[0] == said.format(mine, theirs, *steering.chance(mine - theirs))


@pytest.mark.rule("HST-DELV-11", "HST-DELV-14", "HST-BRED-10", "HST-BRED-13", "HST-ALPH-08", "HST-ALPH-09")
def test_odds_say_what_either_side_may_lose() -> None:
    s = steered()
    dwarves, gnomes, orcs, ogre, troll = row_of(
        s, ("delver", "Dwarves", 4, 2), ("delver", "Gnomes", 2, 1), ("breeder", "Orcs", 2, 1), ("alpha", "Ogre", 1, 0),
        ("alpha", "Troll", 1, 0),
    )  # fmt: skip
    assert steering.odds(s, dwarves.id, gnomes.id) == "no dice: one dies on each side"
    stakes = {
        (dwarves.id, orcs.id): steering.WAR,
        (dwarves.id, ogre.id): steering.HUNT,
        (orcs.id, dwarves.id): steering.RAID,
        (orcs.id, ogre.id): steering.DRIVING,
        (ogre.id, dwarves.id): steering.TRIBUTE,
        (ogre.id, troll.id): steering.BEASTS,
    }
    for (one, two), lost in stakes.items():
        assert steering.odds(s, one, two).endswith(f"even; {lost}")


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


def seconds(match: Match[Host]) -> None:
    """Take suggestions until monsters are about and something is asked."""
    while (ask := match.ask) is not None:
        if match.state.age == "monsters" and "onward" in ask.keys:
            return
        match.answer(ask.keys[0] if ask.keys else ask.suggestions[0])
    raise AssertionError


@pytest.mark.rule("HST-CONV-07")
def test_one_key_lets_a_year_or_an_age_play_on() -> None:
    for key in ("auto:season", "auto:year", "auto:age"):
        match = Match.start(GAME, Opening(game="host", seats=("Author",), seed=3), light=True)
        seconds(match)
        year = match.state.absolute
        match.answer("onward")
        match.answer(key)
        after = match.state
        if key == "auto:year":
            assert after.absolute > year and after.age == "monsters"
        if key == "auto:age":
            assert after.age != "monsters" or (match.ask is not None and match.ask.prompt.startswith("The time of"))


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
    stops: list[tuple[str, str]] = []
    while match.ask is not None:
        ask = match.ask
        lesson = GAME.lesson(match.state, 0, ask)
        if ask.keys == ("on",):
            stops.append((ask.prompt, lesson.key if lesson is not None else ""))
        if "nobody" in ask.keys:
            backings.append((ask.prompt, lesson.key if lesson is not None else ""))
            mine = backed(match.state)
            assert mine is None or not mine.alive
            place = ask.options_for(0)[ask.keys[0]].place
            assert place in {f"room-{room}" for room in match.state.rooms}
        match.answer(ask.keys[0] if ask.keys else ask.suggestions[0])
    assert backings[0] == ("Whose story is it now? Three choices in all.", "back")
    assert stops[0] == ("The time of the Seamkeepers of Morgrik is over: they delved too deep.", "fall")
    assert all(key == "fallen" for _, key in backings[1:])
    assert match.state.backed[-1] == LOST and len(match.state.backed) - 1 == len(backings)
    told = GAME.drama(match.state).near
    assert [line for line in told if " the story of " in line] == fate(match.state)
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


def test_the_stage_shows_the_fall_whose_story_it_is_who_threatens_them_and_the_sums_of_a_fight() -> None:
    match = Match.start(GAME, Opening(game="host", seats=("Ada",), seed=3, options={"civilization": "dwarven"}))
    titles, sums, danger, story = [], [], [], set()
    while match.ask is not None and match.state.age != "villainy":
        shown = GAME.stage(match.state, 0, match.told(0))
        assert shown is not None
        titles.append((shown.title, shown.moment))
        sums += [(throw.needed, throw.verdict) for throw in shown.throws if throw.against is not None]
        if any(line.value == "the Mosshide, 72%" for line in shown.stakes):
            case = GAME.case(match.state, 0, match.ask)
            assert case[0].startswith("Your Deep Lode: two strong, ")
            assert case[1] == "Of those who know them the Mosshide is the worst to meet: 72% that it goes ill when they meet."
        danger += [(line.value, line.hint) for line in shown.stakes if line.label == "Danger"]
        story |= {line.value for line in shown.stakes if line.label == "Your story"}
        match.answer(match.ask.keys[0] if match.ask.keys else match.ask.suggestions[0])
    assert ("The end of the Seamkeepers of Morgrik", "death") in titles and ("The end of Deep Lode", "death") in titles
    assert ("a die and 2 against a die and 2", "7 to 6: The Bone Lickers won") in sums
    assert [title for title, moment in titles if moment == "fight"].count("Deep Lode") >= 2
    assert any(value.startswith("heroes from above") for value, _ in danger)
    assert ("the Mosshide, 72%", "that it goes ill, when they meet") in danger
    assert story == {"1 of 3", "2 of 3", "3 of 3"}


def begun(seed: int, *, rules: int = 7, **options: str) -> Match[Host]:
    """A history of the Dwarves, to where its author is asked whose story it is."""
    match = Match.start(GAME, Opening(game="host", seats=("Ada",), seed=seed, options={"civilization": "dwarven", **options}))
    match.state.rules = rules
    while match.ask is not None and "nobody" not in match.ask.keys:
        accept(match)
    return match


def accept(match: Match[Host], *prefer: str) -> None:
    """The first of these answers that is offered, else what is suggested."""
    assert match.ask is not None
    keys = match.ask.keys
    match.answer(next((key for key in prefer if key in keys), keys[0] if keys else match.ask.suggestions[0]))


WORLDS_OWN = {"HST-CONV-07", "HST-HIST-04"}  # whose story it is, and names


def test_once_the_story_is_somebodys_what_they_do_is_asked_and_what_others_do_is_not() -> None:
    def questions(rules: int, ask: str = "important") -> tuple[list[str], list[str]]:
        match = begun(18, rules=rules, ask=ask)
        mine: list[str] = []
        others: list[str] = []
        while match.ask is not None and match.state.age != "villainy":
            name = own.name if (own := backed(match.state)) is not None else "-"
            doing = any(key.startswith(("way:", "group:", "room:", "bribe")) for key in match.ask.keys)
            if doing and match.ask.rule not in WORLDS_OWN:
                (mine if name in match.ask.prompt else others).append(match.ask.prompt)
            accept(match)
        return mine, others

    mine, others = questions(6)
    assert len(mine) >= 6 and not others
    assert (
        mine[0] == "Your Seventh Adit Colony want to spread: four strong, one treasure; with five they are one more. Which way?"
    )
    assert questions(5)[1], "in a game begun before, everybody's doings are asked"
    assert questions(6, "everything")[1], "and at a table that wants to be asked everything"


def test_nobodys_story_is_asked_about_as_ever() -> None:
    match, whose = begun(18, ask="everything"), set()
    accept(match, "nobody")
    while match.ask is not None and match.state.age != "villainy":
        whose |= {group.name for group in match.state.groups.values() if group.name in match.ask.prompt}
        accept(match)
    assert len(whose) > 1 and match.state.backed == [0]


def test_a_story_is_begun_three_times_at_most_and_lost_with_the_third() -> None:
    match, left, end = begun(17), [], []
    while match.ask is not None:
        if match.ask.keys == ("on",) and backed(match.state) is not None:
            shown = GAME.stage(match.state, 0, match.told(0))
            assert shown is not None and [throw.verdict for throw in shown.throws] == ["8 to 5: Hollowbelly of the Deep won"]
            end.append((match.ask.prompt, shown.title, shown.moment))
        if match.ask.rule == "HST-CONV-07" and "nobody" in match.ask.keys:
            left.append(match.ask.prompt.rpartition("? ")[2])
        accept(match)
    assert left == ["Three choices in all.", "Two choices are left.", "It is your last choice."]
    assert match.state.backed[-1] == LOST and len(match.state.backed) == CHANCES + 1
    assert kept(match.state) is False and match.outcome is not None and match.outcome.winners == ()
    assert match.outcome.summary.startswith("Your story was lost: ") and "Yours did not live to see" in match.outcome.summary
    gone = "The time of Mother Dreadhoof is over: killed by Hollowbelly of the Deep. "
    stop = "It was your last choice; the history goes on without you."
    assert end == [(gone + stop, "The end of Mother Dreadhoof", "death")], (
        "the world stops once, with the throw before one's eyes"
    )


def test_ones_own_fall_stops_the_world_and_is_chosen_anew_at_once() -> None:
    s = steered()
    orcs, ogre = row_of(s, ("breeder", "Orcs", 3, 1), ("alpha", "Ogre", 1, 0))
    s.backed, s.auto, orcs.alive, orcs.cause = [orcs.id], "age", False, "eaten by Ogre 2"
    s.quiet, s.order = [], [ogre.id]
    s.rules = 6
    assert not play(s, backing.own_fall).asks and s.auto == "age", "a game begun before goes on as it would have"
    s.rules = 7
    ask = play(s, backing.own_fall, answers=[f"group:{ogre.id}"]).asks[0]
    assert ask.prompt.startswith("The time of Orcs 1 is over: eaten by Ogre 2. Whose story is it now?")
    assert (s.backed, s.auto, s.stood) == ([orcs.id, ogre.id], "", (1, 0))
    assert not play(s, backing.own_fall).asks
    ogre.alive, ogre.fell, ogre.cause, s.age = False, s.absolute, "killed by a party", "over"
    sync(s, note, "adventure", "{who}, {n:words} strong, entered the dungeon.", "HST-ADVN-20", who="the Order of Owls", n=3)
    over = play(s, backing.own_fall, answers=["on"]).asks[0]
    assert over.prompt == "The time of Ogre 2 is over: killed by the Order of Owls. The history ended in the same hour."
    assert s.backed[-1] == LOST


def test_ones_own_that_becomes_the_villain_may_be_left_for_somebody_else() -> None:
    s = steered()
    (orcs,) = row_of(s, ("breeder", "Orcs", 3, 1))
    _, vex = villain(s, "alpha_villain", room(s, 5.0, 7.0), 3, 2)
    s.backed, s.year, s.quiet = [vex.id], 0, []
    ask = play(s, backing.whose_story, answers=["stay"]).asks[0]
    assert ask.prompt.startswith(f"Your {vex.name} is the arch-villain now") and s.backed == [vex.id]
    assert "no choice is left" in ask.options_for(0)["stay"].hint and f"group:{vex.id}" not in ask.keys
    play(s, backing.whose_story, answers=[f"group:{orcs.id}"])
    assert s.backed == [vex.id, orcs.id]


def test_of_the_only_villain_no_further_choice_is_promised() -> None:
    s = page()
    _, vex = villain(s, "alpha_villain", room(s, 5.0, 5.0), 3, 2)
    s.rules, s.backed = 7, [0, vex.id]
    kingdom(s)
    shown = GAME.stage(s, 0, ())
    assert shown is not None
    stakes = {line.label: line for line in shown.stakes}
    assert stakes["Your story"].hint.endswith("if it falls, all is over")
    heroes = steering.heroes(s, vex)
    assert 0 < heroes < 100 and stakes["Danger"].value == f"heroes from above, {heroes}%"
    s.year += 3
    assert steering.heroes(s, vex) > heroes, "parties are stronger every year"


def test_a_fight_says_who_won_whoever_its_line_names_first() -> None:
    s = page()
    (orcs,) = row_of(s, ("breeder", "Orcs", 3, 1))
    party = Party(900, "the Order of Owls", "lawful", 3, orcs.lair, s.absolute)
    s.party = party
    for _ in range(3):
        bd.make(s, "pop", party.id, 0)
    ran = play(s, fight, party, orcs, dice=[3, 4])
    told = [
        Told(**{name: getattr(event, name) for name in Told.__struct_fields__ if hasattr(event, name)}) for event in ran.events
    ]
    throw = stage._throws(s, told)[0]
    assert throw.verdict == "6 to 7: Orcs 1 won" and throw.whose == ("The Order of Owls", "Orcs 1")


def test_a_story_is_kept_by_whoever_stands_at_the_end() -> None:
    match = begun(18)
    while match.ask is not None:
        accept(match)
    mine = backed(match.state)
    assert mine is not None and mine.alive and kept(match.state)
    assert match.outcome is not None and match.outcome.winners == (0,)
    assert match.outcome.summary.startswith(f"Your story was kept, at the third try: {mine.name} still stood")


def test_when_a_villain_comes_one_may_go_over_to_it() -> None:
    match = begun(50)
    while match.ask is not None and "stay" not in match.ask.keys:
        accept(match)
    ask = match.ask
    assert ask is not None and ask.prompt == "Fane of the Sunless Eye has come. Whose story is it now? Two choices are left."
    villain = match.state.villains[0].group
    accept(match, f"group:{villain}")
    assert match.state.backed[-1] == villain
    asked = set()
    while match.ask is not None:
        asked.add(match.ask.rule)
        accept(match)
    assert {"HST-THOT-09", "HST-THOT-12"} <= asked, "what it does is decided by whoever went over to it"


def test_one_key_goes_on_to_what_concerns_ones_own() -> None:
    match = begun(43)
    accept(match)
    passed = 0
    while match.ask is not None and match.state.age == "monsters":
        mine, ask = backed(match.state), match.ask
        answer = onward(match, 0, standing(match, 0))
        if mine is not None and mine.alive and answer is not None:
            assert called(match.state, mine) not in ask.prompt and ask.rule != "HST-CONV-07"
            passed += 1
        elif mine is not None and mine.alive:
            assert mine.name.removeprefix("the ") in ask.prompt or ask.rule == "HST-CONV-07"
        accept(match)
    assert passed


def test_a_newcomer_that_is_gone_again_has_no_name_to_keep() -> None:
    s = page()
    orcs, ogre = row_of(s, ("breeder", "Orcs", 3, 1), ("alpha", "Ogre", 1, 0))
    s.used_names = [orcs.name, ogre.name]
    ogre.alive = False
    assert [thing.name for thing in naming.newcomers(s).values()] == [orcs.name]
    s.rules = 5
    assert len(naming.newcomers(s)) == 2


def test_no_two_names_differ_by_their_article_alone() -> None:
    s = page()
    first = names.suggest(s, "beast")
    names.take(s, f"the {first}" if not first.startswith("the ") else first.removeprefix("the "))
    s.streams["names"] = page().streams["names"]
    assert names.bare(names.suggest(s, "beast")) != names.bare(first)
    s.rules, s.streams["names"] = 4, page().streams["names"]
    assert names.suggest(s, "beast") == first, "a game begun before goes on as it would have"

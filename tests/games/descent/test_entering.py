"""Another game's world as a maze: sound, along its ways, its peoples under the book's lines; deeds come home."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec import UNSET

from tests.site.sites import (
    BEAST,
    DOOR,
    DUST,
    GOLD,
    HALL,
    HAMMER,
    LAMP,
    MINE,
    PIT,
    SWARM,
    VAULT,
    grown,
    small_site,
)
from undercroft.bots import find_bot
from undercroft.engine import BadOpening, Dice, Match, Opening, Table, run, words
from undercroft.engine.site import Deed, Site
from undercroft.games.descent import GAME
from undercroft.games.descent.bestiary import baddies
from undercroft.games.descent.maze import STEPS, Feature, Maze
from undercroft.games.descent.maze_file import load, packaged, write
from undercroft.games.descent.rules.battle.blows import reckon
from undercroft.games.descent.rules.campaign.homecoming import place_of
from undercroft.games.descent.rules.ending.peace import offer, old_friends
from undercroft.games.descent.rules.mapping.whereabouts import room_key
from undercroft.games.descent.rules.treasure.special import begin_quiet
from undercroft.games.descent.rules.wounds.wounds import die
from undercroft.games.descent.soundness import check
from undercroft.games.descent.state import Battle, Cache, Fall, Foe, Game, Guard, Member
from undercroft.site.account import check_deeds, check_ticket
from undercroft.site.cut import cut, goals
from undercroft.testing.laws import check_game

SEEDS = range(1, 21)


def entered(site: Site, goal: int = 0, seed: int = 1) -> tuple[Game, Maze]:
    """The table of a descent into a site, before its first question, and its maze."""
    entry = GAME.enter(site, site.doors[0].id, goal, Dice(seed))
    opening = Opening(game="descent", seats=("Ada",), seed=seed, bring=entry.bring, options=entry.options)
    return Match.start(GAME, opening).state, load(entry.bring["maze"], "site")


def chambers(maze: Maze) -> dict[int, tuple[int, str, Feature]]:
    """By place: the level of the maze, the sign and the legend of its chamber."""
    return {
        int(feature.get("site")): (level.number, sign, feature)
        for level in maze.levels
        for sign, feature in level.legend.items()
        if feature.get("site")
    }


# Writing mazes.


@given(
    some.dictionaries(
        some.sampled_from(["say", "note", "special", "peculiarity", "baddies"]),
        some.text(some.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp", "Cn", "Co"]), max_size=40).map(words.plain),
    )
)
def test_what_is_written_is_read_again(options: dict[str, str]) -> None:
    maze = packaged("model")
    level = msgspec.structs.replace(maze.levels[0], legend={**maze.levels[0].legend, "A": Feature("chamber", options)})
    again = load(write(Maze(maze.name, [level], maze.rules, list(baddies().values()))), "again")
    assert again.levels[0].legend == level.legend
    assert again.levels[0].rows == level.rows
    assert again.baddies == list(baddies().values())


@pytest.mark.parametrize("name", ["crabgrass", "popnecker", "grandmother", "model"])
def test_our_own_mazes_survive_being_written(name: str) -> None:
    again = load(write(packaged(name)), name)
    assert (again.levels, again.rules, again.baddies) == (packaged(name).levels, packaged(name).rules, packaged(name).baddies)


@pytest.mark.parametrize("option", ["number", "hoards", "site"])
def test_a_number_must_be_one(option: str) -> None:
    text = write(packaged("model")).replace("A  chamber", f"A  chamber  {option}=many", 1)
    with pytest.raises(Exception, match=f"{option}=many is no number"):
        load(text, "model")


@pytest.mark.rule("DES-STRE-01")
def test_treasure_as_the_legend_notes_it() -> None:
    assert Feature("chamber").throws == 1
    assert Feature("chamber", {"treasure": "double"}).throws == 2
    assert Feature("chamber", {"treasure": "none"}).throws == 0
    assert Feature("chamber", {"hoards": "3"}).throws == 3
    assert Feature("chamber", {"hoards": "0"}).bare
    assert not Feature("chamber", {"hoards": "0", "special": "a harp"}).bare
    assert not Feature("chamber", {"treasure": "none"}).bare
    assert Feature("chamber", {"special": "the Lamp of Ash; a harp"}).specials == ["the Lamp of Ash", "a harp"]


# The maze.


@pytest.mark.parametrize("seed", SEEDS)
def test_mazes_are_sound_and_law_1_holds(seed: int) -> None:
    for stop in ("monsters", "villainy"):
        site = grown(seed, stop)
        goal = next(iter(goals(site)), 0)
        entry = GAME.enter(site, site.doors[seed % len(site.doors)].id, goal, Dice(seed))
        check_ticket(site, entry.ticket)
        maze = load(entry.bring["maze"], "site")
        assert [problem for problem in check(maze) if problem.grave] == []
        assert set(chambers(maze)) == {place.id for place in cut(site, site.doors[0].id, goal, 12)}
        assert len(msgspec.json.encode(entry.bring)) < 64_000


def test_the_same_dice_dig_the_same_maze() -> None:
    one, other = (GAME.enter(grown(4), grown(4).doors[0].id, 0, Dice(9)) for _ in range(2))
    assert msgspec.json.encode(one) == msgspec.json.encode(other)


def test_places_are_chambers_from_left_to_right() -> None:
    _, maze = entered(small_site())
    where = chambers(maze)
    assert where[MINE][0] == where[PIT][0]
    assert where[HALL][0] < where[MINE][0]
    columns = {
        place: min(col for col, _, found in maze.levels[level - 1].cells() if found == sign)
        for place, (level, sign, _) in where.items()
    }
    assert columns[MINE] < columns[PIT]


def test_a_way_is_a_corridor() -> None:
    """From the mine one walks to the pit without passing another chamber: a way joins them."""
    _, maze = entered(small_site())
    number, sign, _ = chambers(maze)[MINE]
    level = maze.levels[number - 1]
    ahead = [(col, row) for col, row, found in level.cells() if found == sign]
    seen = set(ahead)
    met = set()
    while ahead:
        col, row = ahead.pop()
        for way in range(4):
            near = (col + STEPS[way][0], row + STEPS[way][1])
            if level.passage(col, row, way) == "wall" or near in seen:
                continue
            seen.add(near)
            if level.is_room(*near):
                met.add(int(level.feature(*near).get("site")))
            else:
                ahead.append(near)
    assert PIT in met


def test_what_nobody_has_found_hangs_by_a_secret_door() -> None:
    _, maze = entered(small_site())
    number, sign, _ = chambers(maze)[VAULT]
    level = maze.levels[number - 1]
    doors = {
        level.passage(col, row, way)
        for col, row, found in level.cells()
        if found == sign
        for way in range(4)
        if level.cell(col + STEPS[way][0], row + STEPS[way][1]) != sign
    }
    assert doors == {"wall", "secret"}


def test_who_lives_there_and_what_lies_there() -> None:
    state, maze = entered(small_site())
    where = {place: feature for place, (_, _, feature) in chambers(maze).items()}
    assert (where[MINE].get("baddies"), where[MINE].get("number")) == ("Cave Giants", "8")  # five beads, and the most is eight
    assert (where[MINE].throws, where[MINE].specials) == (1, ["the Bitter Hammer"])
    assert (where[HALL].get("baddies"), where[HALL].get("number"), where[HALL].throws) == ("Ogre", "1", 0)
    assert (where[VAULT].get("baddies"), where[VAULT].specials) == ("none", ["the Lamp of Ash"])
    assert (where[PIT].get("baddies"), where[PIT].throws) == ("none", 1)
    assert where[MINE].get("say") == "The mine of the Stolen Tongues. Three winters ago: the Silver Coins were never seen again."
    giants = next(own for own in state.home_baddies if own.name == "Cave Giants")
    assert giants == msgspec.structs.replace(baddies()["Trolls"], name="Cave Giants", power="")
    e = state.expedition
    assert e is not UNSET
    assert e.ticket.shares == {
        f"people {MINE}": (SWARM, 60),
        f"people {HALL}": (BEAST, 12),
        "people 12": (52, 12),
        f"hoard {HAMMER}": (HAMMER, 12),
        f"hoard {GOLD}": (GOLD, 8),
        f"hoard {LAMP}": (LAMP, 12),
        f"hoard {DUST}": (DUST, 12),
    }


# Deeds.


@pytest.mark.parametrize("seed", SEEDS)
def test_law_2_deeds_never_exceed_the_ticket(seed: int) -> None:
    site = grown(seed)
    entry = GAME.enter(site, site.doors[0].id, next(iter(goals(site)), 0), Dice(seed))
    opening = Opening(game="descent", seats=("Ada",), seed=seed, bring=entry.bring, options=entry.options)
    match = Match.start(GAME, opening, light=True)
    player, dice = find_bot(GAME, GAME.bots[seed % len(GAME.bots)]), Dice(seed)
    while match.ask is not None:
        match.answer(player(match.view(match.ask.seats[0], dice)), match.ask.seats[0])
    outcome = GAME.outcome(match.state)
    check_deeds(entry.ticket, outcome.deeds)
    known = {place.id for place in site.places}
    assert {deed.place for deed in outcome.deeds} - {0} <= known
    assert set(outcome.trail) <= known
    again = msgspec.json.decode(msgspec.json.encode(match.state), type=Game)
    assert GAME.outcome(again).deeds == outcome.deeds  # they follow from the final state alone


def table(goal: int = 0) -> tuple[Game, dict[int, str]]:
    """The table of a descent that is over, with nothing done yet, and the key of each place's chamber."""
    state, maze = entered(small_site(), goal)
    state.over, state.ended = True, "home"
    keys = {}
    for place, (number, sign, _) in chambers(maze).items():
        col, row = min(
            ((c, r) for c, r, found in maze.levels[number - 1].cells() if found == sign), key=lambda cell: (cell[1], cell[0])
        )
        keys[place] = f"{number}:{col},{row}"
    return state, keys


def _deeds(state: Game) -> list[Deed]:
    return list(GAME.outcome(state).deeds)


def test_nothing_done_no_deeds() -> None:
    assert _deeds(table()[0]) == []


def test_slain_in_twelfths() -> None:
    state, _ = table()
    assert state.expedition is not UNSET
    state.expedition.slain = {MINE: 5}
    assert _deeds(state) == [Deed("slain", SWARM, MINE, 8 + 8 + 8 + 8 + 7, "", "5 of 8")]  # sixty over eight heads
    state.expedition.slain = {MINE: 99}
    assert _deeds(state)[0].twelfths == 60


def test_the_chest_comes_home_or_lies_where_the_last_one_fell() -> None:
    state, keys = table()
    state.guards = {keys[PIT]: Guard(entered=True, emptied=True), keys[MINE]: Guard(entered=True)}
    assert _deeds(state) == [Deed("taken", DUST, 0, 12)]
    number, _, spot = keys[MINE].partition(":")
    col, _, row = spot.partition(",")
    state.ended = "lost"
    state.caches = [Cache(int(number), int(col), int(row), ["Maud"])]
    assert _deeds(state) == [Deed("left", DUST, MINE, 12)]
    assert GAME.outcome(state).trail == (PIT, MINE)


async def _come_in(t: Table[Game], key: str) -> None:
    t.state.guards[key] = Guard(entered=True)
    begin_quiet(t, key)


@pytest.mark.rule("DES-STRE-01")
def test_what_nobody_guards_is_paid() -> None:
    state, keys = table()
    assert run(_come_in, state, keys[PIT]).state.spoils == ["treasure"]
    assert run(_come_in, state, keys[VAULT]).state.spoils == ["special"]
    assert [deed.thing for deed in _deeds(state) if deed.what == "taken"] == [DUST, LAMP]


def test_only_its_own_people_count_in_a_chamber() -> None:
    state, keys = table()
    assert state.expedition is not UNSET
    for name in ("Cave Giants", "Rats", "Cave Giants"):
        reckon(state, state.expedition, keys[MINE], name)
    reckon(state, state.expedition, keys[PIT], "Cave Giants")
    assert state.expedition.slain == {MINE: 2}


async def _perish(t: Table[Game]) -> None:
    await die(t, t.state.members[0], "Ogre")


def test_where_one_falls_is_kept() -> None:
    state, keys = table()
    assert state.expedition is not UNSET
    state.members, state.party = [Member(id=0, seat=0, name="Maud")], [0]
    state.lines = [[0], [], []]
    number, _, spot = keys[PIT].partition(":")
    state.at = [int(number), *map(int, spot.split(","))]
    after = run(_perish, state).state
    assert Deed("died", 0, PIT, 0, "Maud", "killed by Ogre") in _deeds(after)


def test_the_dead_have_a_place_and_the_raised_none() -> None:
    state, keys = table()
    assert state.expedition is not UNSET
    state.members = [Member(id=0, seat=0, name="Maud", status="dead"), Member(id=1, seat=0, name="Bruno", status="home")]
    state.party = [0, 1]
    number, _, spot = keys[HALL].partition(":")
    col, _, row = spot.partition(",")
    state.expedition.fallen = [Fall(n, int(number), int(col), int(row), "Ogre") for n in (0, 1)]
    home = Deed("returned", who="Bruno", text="human warrior of rank 10")
    assert _deeds(state) == [Deed("died", 0, HALL, 0, "Maud", "killed by Ogre"), home]
    assert place_of(state, 9, 1, 1) == 0


def test_friends_are_made_and_doors_are_opened() -> None:
    state, keys = table()
    state.guards = {keys[MINE]: Guard(entered=True, peace=True), keys[VAULT]: Guard(entered=True)}
    assert _deeds(state) == [Deed("befriended", SWARM, MINE), Deed("opened", 0, VAULT)]


@pytest.mark.rule("DES-PEACE-04")
def test_old_friends_make_peace_without_a_throw() -> None:
    site = small_site()
    site.peoples[0].friends = ["The Silver Coins"]
    state, maze = entered(site)
    number, sign, _ = chambers(maze)[MINE]
    spot = next((c, r) for level in state.levels if level.number == number for c, r, mark in level.cells() if mark == sign)
    state.at = [number, *spot]
    key = room_key(state, number, *spot)
    state.guards = {key: Guard(entered=True)}
    state.battle = Battle(place="chamber", chamber=key, foes=[Foe(id=1, name="Cave Giants", hits=8, full=8)])
    assert old_friends(state, state.battle) == "The Silver Coins"
    told = run(offer, state, dice=[]).events
    assert [event.text for event in told] == [
        "The Cave Giants have not forgotten The Silver Coins.", "Peace. The Cave Giants let the party pass.",
    ]  # fmt: skip
    assert state.guards[key].peace


@pytest.mark.parametrize(("goal", "truth"), [(-1, "true"), (-2, "false")])
def test_a_rumour_is_learned_by_those_who_went_for_it(goal: int, truth: str) -> None:
    state, keys = table(goal)
    state.guards = {keys[HALL]: Guard(entered=True)}
    assert _deeds(state) == []
    about = MINE if goal == -1 else 12
    state.guards = {keys[about]: Guard(entered=True, emptied=True)}
    assert [deed.text for deed in _deeds(state) if deed.what == "learned"] == [truth]


# Secrets, plain games, bad openings.


@pytest.mark.parametrize("seed", [2, 5])
def test_the_laws_of_every_game_hold_on_an_expedition(seed: int) -> None:
    entry = GAME.enter(grown(seed), grown(seed).doors[0].id, 0, Dice(seed))
    check_game(GAME, [seed], seats=2, bring=entry.bring, options=entry.options, decisions=300, every=50)


def test_what_a_ticket_gives_away_is_not_seen() -> None:
    state, _ = entered(small_site(), -1)
    seen = GAME.mask(state, 0).expedition
    assert seen is not UNSET
    assert (seen.ticket.shares, seen.numbers, seen.hoards, seen.hidden, seen.rumour) == ({}, {}, {}, [], None)
    assert state.expedition is not UNSET
    told = state.expedition
    assert (seen.told, seen.journey, seen.aim) == (told.told, told.journey, told.aim), "what everybody heard is known"
    assert told.told


def test_a_plain_game_has_no_trace_of_it() -> None:
    plain = Match.start(GAME, Opening(game="descent", seats=("Ada",), seed=1)).state
    assert b"expedition" not in msgspec.msgpack.encode(plain)


def _brought(**changes: Any) -> dict[str, Any]:
    bring: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(GAME.enter(small_site(), DOOR, 0, Dice(1)).bring))
    for path, value in changes.items():
        inner = bring
        *way, last = path.split("__")
        for key in way:
            inner = inner[key]
        inner[last] = value
    return bring


@pytest.mark.parametrize(
    ("changes", "words_"),
    [
        ({"maze": None}, "brings its maze"),
        ({"maze": "maze x"}, "level"),
        ({"expedition__ticket__shares": {"people 999": [5, 12]}}, "people 999"),
        ({"expedition__ticket__shares": {"hoard 70": [70, 0]}}, "hoard 70"),
        ({"expedition__numbers": {"999": 3}, "expedition__ticket__shares": {}}, "place 999"),
        ({"expedition__numbers__10": 300}, "1 to 99 heads"),
        ({"expedition__plays": {"Cave Giants": "Puppets"}}, "'Puppets'"),
        ({"expedition__slain": {"10": 3}}, "nobody has fallen"),
        ({"expedition__aim": "x" * 201}, "200 letters"),
        ({"expedition": []}, "does not read"),
    ],
)
def test_wrong_data_is_refused_with_a_reason(changes: dict[str, Any], words_: str) -> None:
    with pytest.raises(BadOpening, match=words_):
        Match.start(GAME, Opening(game="descent", seats=("Ada",), seed=1, bring=_brought(**changes), options={"descents": 1}))


def test_an_expedition_is_one_descent() -> None:
    with pytest.raises(BadOpening, match="one descent, not 3"):
        Match.start(GAME, Opening(game="descent", seats=("Ada",), seed=1, bring=_brought(), options={"descents": 3}))

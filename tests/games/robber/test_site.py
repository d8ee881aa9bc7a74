"""A world that a robber goes into: what becomes of its places, peoples and hoards, and what is said of it at home."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest

from tests.sites import site as world
from tests.small_site import small_site
from undercroft.engine import BadOpening, Dice, Match, Opening, run
from undercroft.engine.site import Deed, Hero, Site
from undercroft.games.robber import GAME
from undercroft.games.robber.content import MONSTERS
from undercroft.games.robber.deeds import deeds
from undercroft.games.robber.entering import BOTTOM, CASTING, EACH, PLACES, brought, enter, played_by
from undercroft.games.robber.masking import mask
from undercroft.games.robber.rules.belongings import carrying
from undercroft.games.robber.rules.chambers import chamber
from undercroft.games.robber.rules.character import coins, life, lots
from undercroft.games.robber.rules.delving import discovery
from undercroft.games.robber.rules.fight import meeting, parlay, sneaking
from undercroft.games.robber.rules.monsters import running
from undercroft.games.robber.rules.town import business, departure, homecoming
from undercroft.games.robber.screen_world import the_world
from undercroft.games.robber.state import RobberState
from undercroft.games.robber.state_site import Haunt
from undercroft.site.account import account, check_deeds, check_ticket
from undercroft.site.bring import KEY
from undercroft.site.casting import read_casting
from undercroft.site.cut import goals
from undercroft.testing import check_game, play

from .desk import party, robber, table

DOOR = 20


def below(goal: int = 0, level: int = 1, **fields: Any) -> RobberState:
    """A robber in the small dungeon."""
    s = table(level=level, dials={"length": "delve"}, **fields)
    s.site = brought(enter(small_site(), DOOR, goal).bring)
    return s


def haunt(s: RobberState, place: int) -> Haunt:
    found = lots.haunt_of(s, place)
    assert found is not None
    return found


def done(s: RobberState) -> list[tuple[str, int, int, int]]:
    return [(deed.what, deed.thing, deed.place, deed.twelfths) for deed in deeds(s) if deed.what != "returned"]


# Going in.


def test_places_become_haunts_of_levels_counted_from_the_shallowest() -> None:
    s = below()
    assert {h.id: h.level for h in lots.haunts(s)} == {12: 1, 71: 1, 80: 1, 117: 1, 90: 2}
    assert [folk.number for folk in haunt(s, 71).folk] == [EACH * 1, EACH * 2]  # beasts and giants, two for a bead
    assert [folk.number for folk in haunt(s, 90).folk] == [1]  # a wyrm is one, whatever it looks like
    assert haunt(s, 71).name == "the mine of the Stolen Tongues"
    assert haunt(s, 71).tale == "Four winters ago: Twin Heading Union met the Stolen Tongues: war, and a defeat."
    assert haunt(s, 80).tale == "This is where the Silver Coins died, three winters ago."


def test_the_ticket_is_the_account_of_what_can_be_seen() -> None:
    entry = enter(small_site(), DOOR, 163)
    assert entry.ticket.shares == {
        "folk-71-16": (16, 12),
        "folk-71-163": (163, 21),  # two beads, three twelfths hurt
        "hoard-76": (76, 12),
        "hoard-177": (177, 8),  # thinned by earlier visitors
        "hoard-118": (118, 12),
        "folk-90-170": (170, 12),
        "hoard-190": (190, 12),
    }
    assert entry.options == {"length": "delve"}


def test_a_door_that_is_not_there() -> None:
    with pytest.raises(BadOpening, match="no door 9; it has 20"):
        GAME.enter(small_site(), 9, 0, Dice(1))
    with pytest.raises(BadOpening, match="nothing of the number 4711"):
        GAME.enter(small_site(), DOOR, 4711, Dice(1))


def test_every_flavour_is_played_by_a_monster_of_the_level_or_the_next() -> None:
    casting = read_casting(CASTING)
    assert {*casting.flavour.values(), *casting.type.values()} <= {m.id for m in MONSTERS.values() if m.level}
    for flavour, ideal in casting.flavour.items():
        for level in range(1, BOTTOM + 1):
            kind = MONSTERS[played_by(flavour, "other", level)]
            assert abs(kind.level - level) <= 1
            if abs(MONSTERS[ideal].level - level) <= 1:
                assert kind.id == ideal
    assert MONSTERS[played_by("Orcs", "breeder", 7)].wits == "intelligent"
    assert MONSTERS[played_by("Ants", "breeder", 7)].wits == "unintelligent"


def faults() -> list[tuple[str, str]]:
    return [
        ("ticket", "does not read"),
        ("haunts.0.level", "level 99; there are levels 1 to 10"),
        ("haunts.1.folk.0.kind", "nobody in the bestiary is a 'butler'"),
        ("haunts.1.folk.0.number", "too few or too many"),
        ("haunts.1.loot.0.home", "played already"),
        ("haunts.1.visits", "played already"),
        ("haunts.1.folk.0.key", "do not agree"),
        ("title", "one line of at most 200 letters"),
        ("ticket.shares.hoard-76", "-1 twelfths of 76"),
        ("trail", "played already"),
    ]


WRONG: dict[str, Any] = {
    "level": 99, "kind": "butler", "number": 5000, "home": True, "visits": 1, "key": "folk-1-1", "title": "x" * 500, "ticket": 3,
    "hoard-76": [76, -1], "trail": [71],
}  # fmt: skip


@pytest.mark.parametrize(("path", "said"), faults())
def test_what_a_guest_brings_is_checked(path: str, said: str) -> None:
    raw = deepcopy(enter(small_site(), DOOR, 0).bring[KEY])
    at: Any = raw
    *way, last = path.split(".")
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    at[last] = WRONG[last]
    with pytest.raises(BadOpening, match=said):
        GAME.setup(GAME.check_opening(Opening(game="robber", seats=("Ada",), seed=1, bring={KEY: raw})), Dice(1))


def test_too_many_places_or_one_twice() -> None:
    raw = enter(small_site(), DOOR, 0).bring[KEY]
    with pytest.raises(BadOpening, match=f"at most {PLACES} places"):
        brought({KEY: {**raw, "haunts": raw["haunts"] * 2}})
    with pytest.raises(BadOpening, match="twice"):
        brought({KEY: {**raw, "haunts": [raw["haunts"][0]] * 2}})


# Down there.


@pytest.mark.rule("ROB-CHAM-01")
def test_a_chamber_is_the_next_place_of_its_level_instead_of_a_roll() -> None:
    s = below()
    found = run(chamber.chamber, s, dice=[30])  # a search in the Bone Pit, and no d20 for the chamber
    assert s.world is not None
    assert s.world.trail == [12]
    assert any("The Bone Pit" in event.text for event in found.events)
    assert s.encounter is None


@pytest.mark.rule("ROB-CHAM-04")
def test_whoever_lives_there_guards_what_lies_there_under_its_own_name() -> None:
    s = below()
    haunt(s, 12).visits = 1
    told = run(chamber.chamber, s, dice=[4]).events
    assert s.encounter is not None
    [giant] = s.encounter.foes
    assert (giant.called, giant.lot, giant.kind) == ("cave giant", "folk-71-163", played_by("Cave Giants", "breeder", 1))
    assert s.encounter.hoards == ["hoard-76"]
    assert [event.text for event in told if event.kind == "headline"] == [
        "The mine of the Stolen Tongues.",
        "A cave giant of the Stolen Tongues.",
    ]
    assert lots.about(s, haunt(s, 71).folk[1]) == 3


@pytest.mark.rule("ROB-PARLAY-08")
def test_talk_with_old_friends_begins_friendly() -> None:
    site = small_site()
    site.peoples[0].friends = ["The Silver Coins"]
    s = below()
    s.site = brought(enter(site, DOOR, 0).bring)
    haunt(s, 12).visits = 1
    run(chamber.chamber, s, dice=[4])
    hint = meeting.describe(s, "parlay").hint
    assert "they remember The Silver Coins; friendly 100%" in hint and "attacks 0%" in hint
    told = run(parlay.parlay, s, bribe=False, dice=[[1, 1]]).events
    assert "They have not forgotten The Silver Coins. You are let by." in [event.text for event in told]
    assert s.encounter is None
    roamers = below()
    haunt(roamers, 12).visits = 1
    run(chamber.chamber, roamers, dice=[4])
    assert "remember" not in meeting.describe(roamers, "parlay").hint


def test_who_came_home_sits_in_town() -> None:
    site = small_site()
    site.heroes = [Hero("Bruno", "human warrior of rank 9", 29, 80)]
    entry = enter(site, DOOR, 0)
    match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=1, bring=entry.bring, options=entry.options))
    told = [event.text for event in match.events]
    sits = "In Leekhill Cross sits Bruno, a human warrior of rank 9, who came home last winter and talks of the Hall of Records."
    assert sits in told
    assert sits in the_world(match.state)[0].text


def test_a_slain_giant_is_half_a_bead_and_its_hammer_comes_home() -> None:
    s = below(high="str")
    haunt(s, 12).visits = 1
    run(chamber.chamber, s, dice=[1])
    run(meeting.meeting, s, answers=["fight", "attack"], dice=[19, 6])
    assert s.encounter is None
    assert haunt(s, 71).folk[1].slain == 1
    assert s.robbers[0].purse.gems == 1  # 250 GP a level
    assert coins.carried(s.robbers[0]) >= 25_000
    run(homecoming.leave, s)
    assert done(s) == [("slain", 163, 71, 5), ("taken", 76, 71, 12)]  # 21 twelfths are four giants: five for the first
    check_deeds(enter(small_site(), DOOR, 0).ticket, deeds(s))


def test_all_of_a_people_slain_is_all_of_its_share() -> None:
    s = below()
    haunt(s, 71).folk[1].slain = 4
    assert done(s) == [("slain", 163, 71, 21)]


def test_who_falls_leaves_it_where_they_fell() -> None:
    s = below()
    haunt(s, 12).visits = 1
    run(chamber.chamber, s, dice=[1])
    run(sneaking.slip_by, s, steal=True)
    assert s.world is not None
    s.world.last = 80
    run(_die, s)
    assert done(s) == [("left", 76, 80, 12), ("died", 0, 80, 0)]


async def _die(t: Any) -> None:
    life.drop_dead(t, t.state.robbers[0], "pit", rule="ROB-FIGHT-13")


def test_a_grave_names_the_people() -> None:
    s = below()
    haunt(s, 12).visits = 1
    run(chamber.chamber, s, dice=[1])

    async def struck(t: Any) -> None:
        life.hurt(t, t.state.robbers[0], 99, t.state.encounter.foes[0].kind, rule="ROB-FIGHT-13")

    run(struck, s)
    assert s.robbers[0].epitaph == "was killed by a cave giant of the Stolen Tongues"
    assert s.robbers[0].cause == "cave giant"


@pytest.mark.rule("ROB-CARRY-02")
def test_a_box_that_is_dropped_stays_there() -> None:
    s = below()
    haunt(s, 12).visits = haunt(s, 71).visits = 1
    run(chamber.chamber, s, answers=["box"], dice=[40, 10])  # silver, in a Heavy box
    assert haunt(s, 80).loot[0].boxed
    assert s.robbers[0].heavy is not None

    async def drop(t: Any) -> None:
        carrying.drop_heavy(t, t.state.robbers[0])

    run(drop, s)
    run(homecoming.leave, s)
    assert done(s) == [("left", 177, 80, 8)]


def test_gems_spent_on_the_way_leave_the_treasure_behind() -> None:
    s = below()
    loot = haunt(s, 71).loot[0]
    loot.carrier, loot.gems = 0, 2
    s.robbers[0].purse.gems = 1
    run(homecoming.leave, s)
    assert [deed.what for deed in deeds(s)] == ["left", "returned"]


@pytest.mark.rule("ROB-TRAP-02")
def test_a_secret_place_is_found_by_its_door_alone() -> None:
    s = below()
    for place in (12, 71, 80):
        haunt(s, place).visits = 1
    run(chamber.chamber, s, dice=[4, 30])  # nothing but the book's chambers is left, and 117 is not among them
    assert haunt(s, 117).visits == 0
    run(chamber.secret_door, s, dice=[2])
    assert haunt(s, 117).visits == 1
    assert done(s) == [("opened", 0, 117, 0)]
    assert haunt(s, 117).loot[0].carrier == 0


def test_who_came_for_a_secret_place_knows_where_to_knock() -> None:
    s = below(goal=118)
    for place in (12, 71, 80):
        haunt(s, place).visits = 1
    run(chamber.chamber, s)
    assert haunt(s, 117).visits == 1


@pytest.mark.rule("ROB-CHAM-01")
@pytest.mark.parametrize(("roll", "met"), [(13, True), (16, True), (18, False), (5, False)])
def test_when_all_are_seen_the_books_monsters_are_those_who_are_left_and_its_treasures_are_none(roll: int, met: bool) -> None:
    s = below()
    for each in lots.haunts(s):
        each.visits = 1
        for loot in each.loot:
            loot.home = True
    run(chamber.chamber, s, dice=[roll, 3 if met else 30])
    assert (s.encounter is not None) == met
    if s.encounter is not None:
        assert s.encounter.foes[0].lot == "folk-71-163"
        assert s.encounter.loot == "useful"
    assert s.robbers[0].purse.copper == 0


@pytest.mark.rule("ROB-DISC-18")
def test_those_who_roam_are_the_wandering_monsters() -> None:
    s = below()
    run(discovery.wandering_monster, s, dice=[2])
    assert s.encounter is not None
    assert s.encounter.foes[0].lot == "folk-71-16"
    s = below(level=2)
    run(discovery.wandering_monster, s, dice=[2, 2])  # nobody roams there: the book's own
    assert s.encounter is not None
    assert s.encounter.foes[0].lot is msgspec.UNSET


def test_one_that_was_let_be_is_at_home_again() -> None:
    s = below()
    haunt(s, 12).visits = 1
    run(chamber.chamber, s, dice=[3])
    giants = haunt(s, 71).folk[1]
    run(running.run_away, s)
    assert (lots.about(s, giants), len(s.delve.pursuers)) == (3, 1)
    s.delve.pursuers = []
    assert lots.about(s, giants) == 4


@pytest.mark.rule("ROB-MULTI-06")
def test_a_party_meets_one_for_each_but_no_more_than_there_are() -> None:
    s = party(robber(), robber(seat=1, name="Bo"), robber(seat=2, name="Cy"))
    s.site = brought(enter(small_site(), DOOR, 0).bring)
    haunt(s, 12).visits = 1
    haunt(s, 71).folk[1].slain = 2
    run(chamber.chamber, s, dice=[3, 3])
    assert s.encounter is not None
    assert len(s.encounter.foes) == 2


# Home again.


@pytest.mark.rule("ROB-SETUP-05")
def test_one_delve_is_all_and_everybody_calls_it_a_day() -> None:
    s = party(robber(), robber(seat=1, name="Bo"))
    s.site = brought(enter(small_site(), DOOR, 0).bring)
    s.dials = msgspec.structs.replace(s.dials, length="delve")
    run(homecoming.leave, s)
    assert "enter" not in business.options(s, s.robbers[0])
    run(business.visit, s, answers=["pause"])
    assert not s.over
    run(business.visit, s, answers=["pause"])
    assert s.over


def test_a_delve_ends_whatever_the_length_of_the_game() -> None:
    s = below()
    s.dials = msgspec.structs.replace(s.dials, length="life")
    run(homecoming.leave, s)
    run(business.visit, s, answers=["pause"])
    assert s.over


@pytest.mark.rule("ROB-RETIRE-01")
def test_a_robber_who_retires_rich_becomes_somebody() -> None:
    s = below(level=1)
    s.robbers[0].level, s.robbers[0].xp = 2, 2500
    run(homecoming.leave, s)
    run(departure.retire, s, s.robbers[0])
    assert deeds(s)[-1] == Deed("retired", 0, 0, 0, "Ada", "tavernkeeper")


def test_no_world_no_deeds() -> None:
    assert deeds(table()) == ()


# What nobody has seen is nobody's business.


def test_players_see_the_places_they_found_and_no_counts() -> None:
    s = below()
    haunt(s, 71).visits = 1
    seen = mask(s)
    assert seen.world is not None
    assert [h.id for h in seen.world.haunts] == [71]
    assert seen.world.ticket.shares == {}
    assert [folk.number for folk in seen.world.haunts[0].folk] == [0]
    assert seen.world.haunts[0].loot == []


@pytest.mark.parametrize("mapping", [False, True])
def test_the_laws_of_every_game_hold_in_a_world(mapping: bool) -> None:
    entry = enter(small_site(), DOOR, 163)
    options = {**entry.options, "mapping": mapping, "odd": "advanced"}
    check_game(GAME, range(4), options=options, bring=entry.bring, decisions=150)


# The laws of the account, over worlds and games of bots.


@pytest.fixture(scope="module")
def worlds() -> list[Site]:
    return [world(seed) for seed in range(1, 9)]


def test_no_ticket_gives_more_than_there_is(worlds: list[Site]) -> None:
    for site in worlds:
        there = account(site)
        for door in site.doors:
            for goal in [0, *goals(site), *(rumour.seq for rumour in site.rumours[:4]), *(place.id for place in site.places[:4])]:
                entry = GAME.enter(site, door.id, goal, Dice(1))
                check_ticket(site, entry.ticket)
                hoards = [thing for key, (thing, _) in entry.ticket.shares.items() if key.startswith("hoard")]
                assert len(hoards) == len(set(hoards))
                assert {thing for thing, _ in entry.ticket.shares.values()} <= set(there)
                assert len(msgspec.json.encode(entry.bring)) < 16_000


def test_no_delve_does_more_than_its_ticket_gave(worlds: list[Site]) -> None:
    whats: set[str] = set()
    for number, site in enumerate(worlds):
        for goal in goals(site)[:2]:
            entry = GAME.enter(site, site.doors[0].id, goal, Dice(1))
            for bot in ("bold", "sensible", "random"):
                match = play(GAME, [bot], number, options=entry.options, bring=entry.bring)
                assert match.outcome is not None
                check_deeds(entry.ticket, match.outcome.deeds)
                assert match.state.tally.returns <= 1
                assert set(match.outcome.trail) <= {place.id for place in site.places}
                assert match.outcome.deeds == deeds(_again(match))
                whats |= {deed.what for deed in match.outcome.deeds}
    assert {"slain", "taken", "left", "died"} <= whats


def _again(match: Match[RobberState]) -> RobberState:
    """The final state as a stranger would read it from a file."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=RobberState)

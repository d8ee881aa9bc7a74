"""Chapter 5: town, experience, titles, retiring - and the digital dials."""

from __future__ import annotations

import pytest

from undercroft.engine import BadOpening, Dice, IllegalAnswer, Match, Opening, SettingValue, run
from undercroft.games.robber import GAME
from undercroft.games.robber.content import ITEMS, STATIONS
from undercroft.games.robber.ending import outcome, ranked
from undercroft.games.robber.masking import determinise, mask
from undercroft.games.robber.rules import turn
from undercroft.games.robber.rules.character import coins, sheet
from undercroft.games.robber.rules.fight import rounds
from undercroft.games.robber.rules.monsters import appearing, facing, running
from undercroft.games.robber.rules.odd import happenings
from undercroft.games.robber.rules.town import business, departure, homecoming, station
from undercroft.games.robber.rules.traps import bearings
from undercroft.games.robber.screen import screen
from undercroft.games.robber.state import Encounter, Heavy, Home, Purse, Retired, Robber, RobberState

from .desk import creature, gp, robber, table, under


def home(gold: int = 0, **fields: object) -> RobberState:
    """A robber in town with gold in the chest."""
    s = table(place="town", **fields)  # type: ignore[arg-type]
    s.robbers[0].home.cp = gold * 100
    return s


def who(s: RobberState) -> Robber:
    return s.robbers[0]


@pytest.mark.rule("ROB-TOWN-02")
def test_selling_and_keeping() -> None:
    s = home(pack={"bludgeon": 1, "sword": 2})
    run(business.visit, s, answers=["sell", "sell:sword"])
    assert (who(s).home.cp, who(s).pack["sword"]) == (800, 1)
    run(business.visit, s, answers=["sell", "sell:bludgeon"])
    assert who(s).home.cp == 900
    s = table(purse=Purse(cp=5, sp=7, ep=3, gp=2, pp=1, gems=1, jewelry=1))
    run(homecoming.leave, s)
    assert who(s).home.cp == 5 + 70 + 150 + 200 + 500 + 25_000 + 100_000
    assert who(s).pack == {"bludgeon": 1}


@pytest.mark.rule("ROB-TOWN-03")
def test_the_temple() -> None:
    s = home(120, hp=2)
    run(business.visit, s, answers=["temple"])
    assert (who(s).hp, who(s).home.cp) == (10, 2000)
    s = home(100, hp=9)
    run(business.visit, s, answers=["temple"])
    assert (who(s).hp, who(s).home.cp) == (10, 0)
    assert "temple" not in business.options(home(99, hp=2), who(home(99, hp=2)))
    s = home(100, who=robber(hp=2, level=5))  # of 15: ten and no more
    run(business.visit, s, answers=["temple"])
    assert who(s).hp == 12


@pytest.mark.rule("ROB-TOWN-04")
def test_rest() -> None:
    s = home(65, hp=5)
    run(business.visit, s, answers=["rest"])
    run(business.visit, s, answers=["rest"])
    assert (who(s).hp, who(s).home.cp) == (7, 500)
    assert "rest" not in business.options(s, who(s))


@pytest.mark.rule("ROB-TOWN-06", "ROB-KEY-18", "ROB-TOWN-09")
def test_the_cure() -> None:
    s = home(1000, lycanthropy=True)
    run(business.visit, s, answers=["cure"])
    assert (who(s).lycanthropy, who(s).home.cp, who(s).xp) == (False, 0, 0)
    assert "cure" not in business.options(home(999, lycanthropy=True), who(home(999, lycanthropy=True)))


@pytest.mark.rule("ROB-TOWN-07")
def test_what_ends_at_the_door() -> None:
    s = table(
        pursuer="rat",
        strong=True,
        sick=True,
        blessed=True,
        lycanthropy=True,
        finding=True,
        high="dex",
        henchmen=[creature("orc")],
        cursed=True,
        weapon="cursed_sword",
        pack={"cursed_sword": 1, "bludgeon": 1},
    )
    delve = s.delve
    delve.topsy = delve.caves = delve.crypt = delve.mine = delve.rival = delve.signs = True
    delve.password = "orc"
    run(homecoming.leave, s)
    after, robber_after = s.delve, who(s)
    assert not any((after.topsy, after.caves, after.crypt, after.mine, after.rival, after.signs, after.password, after.pursuers))
    assert after.bearings == "mapping"
    assert not any((robber_after.strong, robber_after.sick, robber_after.blessed, robber_after.cursed, robber_after.henchmen))
    assert (robber_after.lycanthropy, robber_after.finding, robber_after.high) == (True, True, ["dex"])


@pytest.mark.rule("ROB-TOWN-08", "ROB-TOWN-09")
def test_going_back_in_is_free_in_any_state() -> None:
    s = home(3, hp=1)
    run(business.visit, s, answers=["enter", 0])
    assert (s.place, who(s).hp, who(s).home.cp) == ("dungeon", 1, 300)
    s = home(0, hp=1)
    run(business.visit, s, answers=["enter"])
    assert s.place == "dungeon"


@pytest.mark.rule("ROB-TOWN-10")
def test_what_stays_home_is_safe_and_scores_nothing() -> None:
    s = home(500, pack={"bludgeon": 1, "plate_mail": 1})
    run(business.visit, s, answers=["pack", ["take:bludgeon"]])
    assert (who(s).pack, who(s).home.things) == ({"bludgeon": 1}, {"plate_mail": 1})
    run(business.visit, s, answers=["enter", 40])
    assert (who(s).purse.gp, who(s).home.cp) == (40, 46_000)
    s.encounter = Encounter("fight", [creature("skeleton")], "passage", begun=True)
    who(s).hp = 1
    run(rounds.foes_turn, s, dice=[20])
    end = outcome(s)
    assert (end.scores, end.winners, who(s).home.cp) == ((0.0,), (), 46_000)
    assert "40" in end.summary or "41" in end.summary
    s = home(500)
    with pytest.raises(IllegalAnswer):
        run(business.visit, s, answers=["enter", 101])
    s = home(500, pack={"sack": 1})
    run(business.visit, s, answers=["enter", 500])
    assert who(s).purse.gp == 500


@pytest.mark.rule("ROB-TOWN-11")
def test_the_town_sells_no_gear() -> None:
    keys = business.options(home(400), who(home(400)))
    assert not [key for key in keys if "buy" in key or key.partition(":")[2] in ITEMS]
    assert keys == ["enter", "sell", "spend"]


@pytest.mark.rule("ROB-XP-01")
def test_gold_buys_experience() -> None:
    s = home(700)
    run(business.visit, s, answers=["spend", 700])
    assert (who(s).xp, who(s).home.cp) == (700, 0)
    s = home()
    who(s).home.cp = 1225
    ran = run(business.visit, s, answers=["spend", 12])
    assert ran.asks[1].high == 12
    assert (who(s).xp, who(s).home.cp) == (12, 25)
    s = home(200, hp=2)
    run(business.visit, s, answers=["temple"])
    assert who(s).xp == 0


@pytest.mark.rule("ROB-XP-02")
@pytest.mark.parametrize(
    ("xp", "level"), [(999, 0), (1000, 1), (4999, 4), (9999, 5), (10_000, 6), (99_999, 10), (100_000, 11), (250_000, 11)]
)
def test_levels_by_experience(xp: int, level: int) -> None:
    assert sheet.station(xp).level == level


TITLES = [
    (0, 0, "laborer"),
    (1, 1000, "yeoman"),
    (2, 2000, "tavernkeeper"),
    (3, 3000, "merchant"),
    (4, 4000, "squire"),
    (5, 5000, "mayor"),
    (6, 10_000, "knight"),
    (7, 20_000, "baron baroness"),
    (8, 30_000, "count countess"),
    (9, 40_000, "duke duchess"),
    (10, 50_000, "prince princess"),
    (11, 100_000, "king queen"),
]


@pytest.mark.rule(
    "ROB-TITLE-00",
    "ROB-TITLE-01",
    "ROB-TITLE-02",
    "ROB-TITLE-03",
    "ROB-TITLE-04",
    "ROB-TITLE-05",
    "ROB-TITLE-06",
    "ROB-TITLE-07",
    "ROB-TITLE-08",
    "ROB-TITLE-09",
    "ROB-TITLE-10",
    "ROB-TITLE-11",
    "ROB-XP-01",
)
@pytest.mark.parametrize(("level", "xp", "titles"), TITLES)
def test_titles(level: int, xp: int, titles: str) -> None:
    assert STATIONS[level].xp == xp
    for form, title in zip(("him", "her"), titles.split(), strict=False):
        s = home(xp)
        if xp:
            run(business.visit, s, answers=["spend", xp, *([form] if level >= 7 else [])])
        assert sheet.title(who(s)) == title
        assert any(line.value == title for line in screen(s, 0).sheets[0].lines)
        assert ("retire" in business.options(s, who(s))) is (level >= 1)


@pytest.mark.rule("ROB-TITLE-11", "ROB-XP-02")
def test_the_crown_is_congratulated() -> None:
    ran = run(business.visit, home(100_000), answers=["spend", 100_000, "her"])
    assert any("Long live" in text for text in ran.texts)


@pytest.mark.rule("ROB-XP-03")
def test_levels_give_hit_points() -> None:
    s = home(4000, hp=6)
    run(business.visit, s, answers=["spend", 4000])
    assert (sheet.max_hp(who(s)), who(s).hp) == (14, 10)


@pytest.mark.rule("ROB-XP-04")
def test_levels_give_ac_on_the_run() -> None:
    assert (sheet.armor_class(robber(level=2)), sheet.armor_class(robber(level=2), fleeing=True)) == (10, 12)


@pytest.mark.rule("ROB-XP-05")
def test_killing_teaches_nothing() -> None:
    s = table(level=10, foes=[creature("dragon", 1)])
    run(rounds.fight_round, s, answers=["attack"], dice=[20, "Useful Items=50"])
    assert (who(s).xp, who(s).level) == (0, 0)


@pytest.mark.rule("ROB-RETIRE-01", "ROB-RETIRE-02", "ROB-END-01", "ROB-TOWN-11")
def test_retiring_or_going_on() -> None:
    s = home(0, who=robber(xp=1200, level=1))
    assert {"retire", "enter"} <= set(business.options(s, who(s)))
    run(business.visit, s, answers=["retire"])
    end = outcome(s)
    assert s.over
    assert (end.winners, end.scores, end.memorials[0].kind) == ((0,), (1200.0,), "retired")
    assert (end.memorials[0].data["xp"], end.memorials[0].data["level"]) == (1200, 1)


@pytest.mark.rule("ROB-RETIRE-01")
def test_unspent_gold_is_offered_and_level_decides() -> None:
    s = home(900, who=robber(xp=1200, level=1))
    run(business.visit, s, answers=["retire", "spend"])
    assert (who(s).xp, who(s).level, who(s).retired) == (2100, 2, True)
    sick = home(0, who=robber(xp=1500, level=0, lycanthropy=True))
    assert "retire" not in business.options(sick, who(sick))


@pytest.mark.rule("ROB-RETIRE-03", "ROB-FIGHT-13")
def test_the_dead_are_never_on_the_list() -> None:
    s = table(who=robber(xp=30_000, level=8, hp=1), foes=[creature("skeleton")])
    run(rounds.foes_turn, s, dice=[20])
    end = outcome(s)
    assert [memorial.kind for memorial in end.memorials] == ["grave"]
    assert end.winners == ()


@pytest.mark.rule("ROB-RETIRE-05")
def test_the_wall_ranks_by_experience_level_and_date() -> None:
    wall = [
        Retired("A", "yeoman", 1000, 1, "2026-02-01"),
        Retired("B", "knight", 12_000, 6),
        Retired("C", "yeoman", 1000, 1, "2026-01-01"),
    ]
    assert [entry.name for entry in ranked(wall)] == ["B", "C", "A"]
    match = Match.start(
        GAME,
        Opening(
            game="robber",
            seats=("Ada",),
            seed=1,
            bring={"retired": [{"name": "B", "title": "knight", "xp": 12_000}], "grave": [{"line": "A fell."}]},
        ),
    )
    assert any("retired" in page.title and page.rows[0][1] == "B" for page in match.screen(0).sheets)


@pytest.mark.rule("ROB-END-01", "ROB-XP-02")
def test_a_living_robber_plays_on_whatever_the_riches() -> None:
    s = home(200_000)
    run(turn.step, s, answers=["spend", 200_000, "her"])
    assert (sheet.title(who(s)), GAME.is_over(s)) == ("queen", False)  # a crown ends nothing
    run(turn.step, s, answers=["enter"])
    assert not GAME.is_over(s)
    who(s).hp = 1
    s.encounter = Encounter("fight", [creature("skeleton")], "passage", begun=True)
    run(rounds.foes_turn, s, dice=[20])
    assert (GAME.is_over(s), outcome(s).winners) == (True, ())


# Dials.


@pytest.mark.rule("ROB-DIAL-01")
def test_hit_points_are_hidden_unless_shown() -> None:
    s = table(foes=[creature("orc", 2, full=5)], pursuer="")
    seen = mask(s)
    assert seen.encounter is not None
    assert (seen.encounter.foes[0].hp, seen.encounter.foes[0].looks) == (0, "badly hurt")
    assert facing.here(s).foes[0].hp == 2
    assert [facing.condition(creature("orc", hp, full=5)) for hp in (5, 3, 2)] == ["unhurt", "hurt", "badly hurt"]
    assert any("badly hurt" in row for page in screen(seen, 0).sheets for row in page.rows)
    shown = table(foes=[creature("orc", 2, full=5)], dials={"show_hp": True})
    assert mask(shown) is shown
    assert any("2 HP" in row for page in screen(shown, 0).sheets for row in page.rows)
    ran = run(under(appearing.spawn), table(), "orc", dice=[3])
    assert ran.events[0].seen_by(0) is None
    ran = run(under(appearing.spawn), table(dials={"show_hp": True}), "orc", dice=[3])
    assert ran.events[0].seen_by(0) is not None


@pytest.mark.rule("ROB-DIAL-01")
def test_a_guess_looks_the_same() -> None:
    for seed in range(20):
        start = table(foes=[creature("orc", 3, full=5)], pursuer="")
        now = table(foes=[creature("orc", 1, full=5)], pursuer="")
        before, after = mask(start), mask(now)
        guess = determinise(start, now, Dice(seed))
        assert mask(guess) == before
        foe = facing.here(guess).foes[0]
        assert foe.full - foe.hp == 2
        assert foe.hp > 2
        assert after.encounter is not None


@pytest.mark.rule("ROB-DIAL-02", "ROB-ODD-01")
def test_basic_odd_happenings_roll_a_d20() -> None:
    ran = run(happenings.odd_happening, table(), dice=["1d20=20"])
    assert ran.events[0].roll is not None


@pytest.mark.rule("ROB-DIAL-03")
def test_any_mix_of_options_is_taken_and_recorded() -> None:
    options: dict[str, SettingValue] = {
        "mode": "old_school",
        "classes": True,
        "mapping": True,
        "odd": "advanced",
        "saves": "first_edition",
        "be_yourself": True,
    }
    opening = GAME.check_opening(Opening(game="robber", seats=("A", "B", "C", "D"), seed=1, options=options))
    s = GAME.setup(opening, Dice(1))
    assert all(getattr(s.dials, name) == value for name, value in options.items())
    s.robbers = [robber(retired=True, xp=1000, level=1)]
    recorded = outcome(s).memorials[0].data["options"]
    assert isinstance(recorded, dict)
    assert recorded["mode"] == "old_school"
    with pytest.raises(BadOpening):
        GAME.check_opening(Opening(game="robber", seats=("A",) * 5, seed=1))


@pytest.mark.rule("ROB-DIAL-04")
def test_own_dice_are_asked_for_by_die_and_purpose() -> None:
    match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=1, physical_dice=True))
    match.answer("Hob")
    assert match.ask is not None
    assert match.ask.kind == "dice"
    assert "1d6" in match.ask.prompt
    assert "Strength" in match.ask.prompt
    for face in (6, 1, 1, 1, 1, 1):
        match.answer([face])
    match.answer("con")
    assert match.state.robbers[0].high == ["str", "con"]


def test_paying_makes_change_upwards() -> None:
    purse = Purse(pp=3, sp=4)
    paid = coins.pay(purse, 1000)
    assert (paid.copper, purse.pp) == (1000, 1)
    purse = Purse(pp=1)
    assert coins.pay(purse, 100).copper == 500
    assert gp(3).copper == 300
    assert Heavy("box", box=Purse(gp=1)).box == Purse(gp=1)
    assert bearings.LAST_ROOM == 10
    assert running.OIL_AC == 10


@pytest.mark.rule("ROB-TOWN-01", "ROB-TOWN-10", "ROB-MOVE-17")
def test_what_was_taken_along_is_not_brought_home() -> None:
    ada = robber(pack={"sword_plus1": 1, "plate_plus1": 1}, weapon="sword_plus1", armor="plate_plus1", home=Home(cp=30_000))
    s = table(who=ada, place="town")
    run(business.visit, s, answers=["enter", 100])
    run(homecoming.leave, s)
    assert (s.tally.brought_cp, s.tally.best_cp, ada.home.cp) == (0, 0, 30_000)
    run(business.visit, s, answers=["enter", 100])
    ada.purse.gems += 1
    ada.purse.gp -= 60  # a bribe
    run(homecoming.leave, s)
    assert (s.tally.brought_cp, s.tally.best_cp) == (19_000, 19_000)


@pytest.mark.rule("ROB-TOWN-01", "ROB-TOWN-07")
def test_a_delve_that_cost_more_than_it_brought_takes_nothing_back() -> None:
    s = table(who=robber(purse=gp(5), took=2_000))
    s.tally.brought_cp = 700
    run(homecoming.leave, s)
    assert s.tally.brought_cp == 700


@pytest.mark.rule("ROB-RETIRE-01")
def test_a_retirement_is_part_of_the_story() -> None:
    s = table(place="town", who=robber(level=1, xp=1234))
    run(departure.retire, s, s.robbers[0])
    assert s.story == [f"Ada retired as {STATIONS[1].title} with 1,234 XP"]
    assert (s.over, s.robbers[0].retired) == (True, True)


@pytest.mark.rule("ROB-TOWN-10")
def test_a_shield_left_at_home_is_not_held() -> None:
    for chosen, held in ((["take:bludgeon"], False), (["take:bludgeon", "take:shield"], True)):
        s = table(place="town", pack={"bludgeon": 1, "shield": 1}, shield=True)
        run(business.pack, s, s.robbers[0], "", answers=[chosen])
        assert s.robbers[0].shield is held


@pytest.mark.rule("ROB-MOVE-17", "ROB-TURN-01")
def test_returns_and_turns_are_counted_one_by_one() -> None:
    s = table(room=1)
    run(turn.turn, s, answers=["up"])
    assert (s.tally.returns, s.tally.turns, s.delve.turn) == (1, 1, 1)


@pytest.mark.rule("ROB-TOWN-02", "ROB-TURN-02", "ROB-MOVE-13")
def test_purses_are_emptied_at_home_and_delves_are_counted() -> None:
    s = table(purse=gp(7))
    run(homecoming.leave, s)
    assert (s.robbers[0].purse, s.robbers[0].home.cp) == (Purse(), 700)
    run(departure.enter, s)
    run(departure.enter, s)
    assert (s.tally.delves, s.delve.turn, s.delve.level, s.delve.room) == (2, 0, 1, 1)


@pytest.mark.rule("ROB-MOVE-17", "ROB-TOWN-07")
def test_no_encounter_follows_anybody_home() -> None:
    s = table(foes=[creature("orc")])
    run(homecoming.leave, s)
    assert (s.encounter, s.place) == (None, "town")


@pytest.mark.rule("ROB-TOWN-01", "ROB-SETUP-05", "ROB-TOWN-11")
def test_calling_it_a_day_ends_the_game() -> None:
    s = table(place="town", dials={"length": "delve"})
    s.tally.returns = 1
    run(business.visit, s, answers=["pause"])
    assert (s.over, s.paused) == (True, True)


@pytest.mark.rule("ROB-TOWN-02")
def test_a_box_is_emptied_into_the_chest() -> None:
    s = table(heavy=Heavy("box", box=gp(300)))
    run(homecoming.leave, s)
    assert (s.robbers[0].home.cp, s.robbers[0].heavy) == (30_000, None)


@pytest.mark.rule("ROB-RETIRE-01", "ROB-XP-01")
def test_the_last_gold_is_spent_to_the_piece() -> None:
    s = table(place="town", who=robber(level=1, xp=1000, home=Home(cp=5_050)))
    run(departure.retire, s, s.robbers[0], answers=["spend"])
    assert (s.robbers[0].xp, s.robbers[0].home.cp) == (1050, 50)


@pytest.mark.rule("ROB-TOWN-07", "ROB-MOVE-17")
def test_the_depth_reached_is_remembered_at_home() -> None:
    s = table(level=1, deepest=4)
    s.delve.deepest = 4
    run(homecoming.leave, s)
    assert s.tally.deepest == 4


@pytest.mark.rule("ROB-XP-02")
def test_a_station_already_held_is_not_told_again() -> None:
    s = table(place="town", who=robber(level=1, xp=1000, chosen=True))
    ran = run(station.rise, s, s.robbers[0])
    assert (ran.texts, s.story) == ([], [])


@pytest.mark.rule("ROB-MOVE-13")
def test_a_new_delve_forgets_who_has_packed() -> None:
    s = table(place="town")
    s.visited = [0]
    run(departure.enter, s)
    assert s.visited == []


@pytest.mark.rule("ROB-XP-02")
def test_a_better_station_is_part_of_the_story() -> None:
    s = table(place="town", who=robber(xp=1000))
    run(station.rise, s, s.robbers[0])
    assert s.story == [f"Ada became a {STATIONS[1].title}"]


@pytest.mark.rule("ROB-TOWN-09", "ROB-XP-01")
@pytest.mark.parametrize(("copper", "may"), [(100, True), (99, False)])
def test_one_gold_piece_can_be_spent(copper: int, may: bool) -> None:
    s = table(place="town", who=robber(home=Home(cp=copper)))
    assert ("spend" in business.options(s, s.robbers[0])) is may

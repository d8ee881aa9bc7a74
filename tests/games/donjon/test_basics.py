"""Introduction and chapter 1: seats, dials, the glossary, dice, ties, odds and the Law in short."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from undercroft.engine import BadOpening, Dice, Opening, Table
from undercroft.games.donjon import GAME, content, odds
from undercroft.games.donjon.adventure import Encounter
from undercroft.games.donjon.being import Being
from undercroft.games.donjon.rules.basics import narrate
from undercroft.games.donjon.rules.characters.attribute_methods import median
from undercroft.games.donjon.rules.concepts import facts as ledger
from undercroft.games.donjon.rules.concepts.contest import compare
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.concepts.law import keep, player_won
from undercroft.games.donjon.rules.creatures.healing import heal_by_scene
from undercroft.games.donjon.rules.resolution.picking import related
from undercroft.games.donjon.rules.resolution.pools import pool, tagged
from undercroft.games.donjon.rules.running import meetings, scenes
from undercroft.games.donjon.rules.tasks.tasks import look_around
from undercroft.games.donjon.rules.tasks.tricks import trick
from undercroft.games.donjon.screen import CREDITS, dial_board, screen
from undercroft.games.donjon.state import Donjon, Fact, Scene

from .kit import arena, creature, run, scene, table, toss

GOLDEN = list(csv.DictReader((Path(__file__).parent / "odds_golden.csv").read_text(encoding="utf-8").splitlines()))


@pytest.mark.rule("DON-INTRO-01", "DON-LAW-02", "DON-LAW-05", "DON-ABIL-09", "DON-TEST-01")
def test_a_won_search_makes_the_thing_exist_though_nobody_had_prepared_it() -> None:
    s = table(1)
    scene(s, "quiet")
    ran = run(
        look_around,
        s,
        s.pc(0),
        "search for secret doors",
        answers=["plain", "facts:1", "There is a secret door in the left wall"],
        dice=[[20, 19, 5, 4, 3, 2], [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    )
    won, stated = ran.result
    assert won
    assert [f.text for f in stated] == ["There is a secret door in the left wall"]
    assert ran.state.facts[0].kind == "way"
    assert ran.state.facts[0].scene == ran.state.scene_no


@pytest.mark.rule("DON-INTRO-02", "DON-LAW-13", "DON-AGM-14")
def test_the_genie_adds_to_about_two_in_five_found_things_and_denies_none() -> None:
    s = table(1)
    twisted = 0
    for number in range(1000):
        fact = Fact(number, "I find a gold ring", "object", "ring", "Roland", 0, "search", 1, 1, "here")
        twist = ledger.twist(_quiet(s), fact)
        twisted += bool(twist)
        assert fact.text == "I find a gold ring"
        assert "not there" not in twist
    assert 330 <= twisted <= 470


def _quiet(s: Donjon) -> Table[Donjon]:
    return Table(s, Dice(1))


@pytest.mark.rule("DON-INTRO-03", "DON-ACT-03")
def test_any_action_in_words_is_resolved_by_a_test() -> None:
    s = table(1)
    wolf = creature(s, "red_wolf", "Wolf")
    arena(s, wolf)
    ran = run(
        trick,
        s,
        s.pc(0),
        answers=["nobody", "light an acrid fire to smoke them out", "facts:0"],
        dice=[[20, 18, 17, 3, 2], [10, 9, 8, 7]],
    )
    assert ran.state.pc(0).bonus[0].dice == 3
    assert related(ran.state, ran.state.pc(0), "attack") == 3


@pytest.mark.rule("DON-INTRO-04", "DON-FUN-02", "DON-SER-01")
def test_the_tone_of_the_telling_follows_the_dial() -> None:
    setting = next(x for x in GAME.settings if x.name == "seriousness")
    assert len(setting.choices) == 6
    assert setting.default == "Tongue-in-Cheek"
    tones = [narrate.tone(table(1, seriousness=dial)) for dial in setting.choices]
    assert len(set(tones)) == 6
    for dial, line in zip(setting.choices, tones, strict=True):
        assert line in content.narration().tail[dial]
        s = table(1, seriousness=dial)
        assert s.adventure is not None
        assert [e.id for e in s.adventure.chapters[0].encounters] == ["1a", "1b", "1c", "1d", "1e", "1f"]


@pytest.mark.rule("DON-INTRO-05")
def test_one_to_eight_players_and_a_gamesmaster_by_person_or_machine() -> None:
    for seats in (1, 8):
        for master in (None, "Gus"):
            opening = Opening(game="donjon", seats=tuple(f"P{n}" for n in range(seats)), seed=1, gamesmaster=master)
            assert len(GAME.check_opening(opening).seats) == seats
    assert GAME.takes_gamesmaster


@pytest.mark.rule("DON-INTRO-06")
def test_the_credits_name_everybody() -> None:
    for name in (
        "Clinton R. Nixon",
        "Zak Arntson",
        "James V. West",
        "Rod Alexander",
        "Vincent Baker",
        "Tim Denee",
        "Chris Martinez",
        "Bob McNamee",
        "Ben Morgan",
        "Colin Theriot",
    ):
        assert name in CREDITS
    s = table(1)
    s.phase = "creation"
    assert any(sheet.text == CREDITS for sheet in screen(s, 0).sheets)
    assert "Clinton R. Nixon" in GAME.credit


@pytest.mark.rule("DON-BOOK-01")
def test_every_dial_is_shown_with_setter_moment_and_default() -> None:
    board = dial_board()
    assert len(board.rows) == len(content.dials()) == 15
    assert all(all(cell for cell in row) for row in board.rows)
    assert {row[0] for row in board.rows} >= {"Die size", "Seriousness level", "Attribute generation", "Humans and other races"}


@pytest.mark.rule("DON-BOOK-02")
def test_tips_stand_on_the_matching_page() -> None:
    tips = content.tips()
    assert set(tips.player) == {"abilities", "law", "charging", "everything"}
    assert set(tips.gm) == {"initiative", "spells", "monsters", "treasure"}
    s = table(1)
    s.phase = "creation"
    assert any(sheet.text == tips.player["abilities"] for sheet in screen(s, 0).sheets)
    s.phase = "road"
    assert any(sheet.text == tips.player["law"] for sheet in screen(s, 0).sheets)
    for page in ("monsters", "spells", "treasure", "initiative"):
        s.pc(0).spell_dice = int(page == "spells")
        s.phase = "loot" if page == "treasure" else "scene"
        if page == "initiative":
            arena(s, creature(s, "red_wolf"))
        assert [sheet.text for sheet in screen(s, 1).sheets if sheet.title == "A tip"] == [tips.gm[page]]


@pytest.mark.rule("DON-GLOS-01", "DON-GLOS-02")
def test_the_glossary_explains_the_terms() -> None:
    words = GAME.glossary()
    for term in (
        "Ability",
        "Attribute",
        "Class",
        "d20",
        "Donjon",
        "Game Master",
        "Median",
        "Narrate",
        "Non-player character",
        "Player character",
        "Race",
        "Saving Throws",
        "Scene",
        "Test",
    ):
        assert words[term]
    assert "Donjon Master" in words["Game Master"]


@pytest.mark.rule("DON-GLOS-03")
def test_the_median_is_the_middle_one() -> None:
    assert median([1, 2, 5]) == 2
    assert median([6, 1, 1]) == 1


@pytest.mark.rule("DON-SCENE-01")
def test_three_encounters_are_three_scenes() -> None:
    s = table(1)
    for number, kind in enumerate(("talk", "obstacle", "foes"), start=1):
        run(scenes.begin, s, Encounter(f"e{number}", f"thing {number}", kind), planned=True)
        assert s.scene is not None
        s.scene.foes = []
        ran = run(scenes.end, s)
        assert ran.state.scenes_done[0] == number
    assert s.scene_no == 3


@pytest.mark.rule("DON-SCENE-02")
def test_walking_about_is_no_scene_and_heals_nobody() -> None:
    s = table(1)
    s.pc(0).wounds = 1
    from undercroft.games.donjon.rules.flow.journey import road_step

    s.town_turns = 1
    run(
        road_step,
        s,
        answers=["look", "look around without an aim", "use:track-anything", "write it for me"],
        dice=[[1] * 10, [20, 19, 18, 17]],
    )
    assert s.scene is None
    assert s.scene_no == 0
    assert s.pc(0).wounds == 1


@pytest.mark.rule("DON-SCENE-03")
def test_a_fight_inside_a_scene_starts_no_new_one() -> None:
    s = table(1)
    play = scene(s, "foes")
    b = s.pc(0)
    b.wounds = 2
    keep(s, b, 2, "stealth", "sneaking up")
    foes = [creature(s, "minotaur", "Minotaur 1"), creature(s, "minotaur", "Minotaur 2")]
    run(_start, s, play, foes)
    assert s.scene_no == 1
    assert b.wounds == 2
    assert related(s, b, "initiative") == 2
    s.fight = None
    run(scenes.end, s)
    ran = run(scenes.begin, s, Encounter("next", "next", "quiet"), planned=True)
    assert ran.state.pc(0).wounds == 3
    assert ran.state.scene_no == 2


async def _start(t: Table[Donjon], play: Scene, foes: list[Being]) -> None:
    meetings.start_fight(t, play, foes, by_party=True)


@pytest.mark.rule("DON-DICE-01", "DON-DIE-01")
def test_a_score_is_a_pool_of_dice_of_one_size() -> None:
    for die in (20, 6):
        s = table(1, die=die)
        ran = run(toss, s, 5, 4, dice=Dice(4))
        assert ran.result.n >= 1
        rolled = [e.roll for e in ran.events if e.roll is not None]
        assert rolled[0].notation == f"5d{die}"
        assert all(1 <= f <= die for r in rolled for f in r.faces)


@pytest.mark.rule("DON-DICE-02", "DON-DICE-03")
def test_the_higher_die_wins_and_every_die_above_the_losers_best_is_a_success() -> None:
    found = compare([4, 7, 9, 11, 12], [6, 12, 15, 18])
    assert found is not None
    assert (found.won, found.n, found.tied) == (False, 2, 0)


@pytest.mark.rule("DON-DICE-04", "DON-DICE-05")
def test_ties_are_set_aside_and_go_to_the_winner() -> None:
    found = compare([3, 11, 12, 13, 15], [5, 8, 10, 13, 15])
    assert found is not None
    assert (found.won, found.n, found.tied) == (True, 4, 2)


@pytest.mark.rule("DON-DICE-06", "DON-DICE-11")
@pytest.mark.parametrize(("switch", "successes"), [("continue", 3), ("resort", 1)])
def test_all_dice_tied_each_side_adds_one(switch: str, successes: int) -> None:
    s = table(1, tiebreak=switch)
    ran = run(toss, s, 2, 2, dice=[[10, 5], [10, 5], [12], [7]])
    assert ran.result.won
    assert ran.result.n == successes


@pytest.mark.rule("DON-DICE-07", "DON-DICE-08")
def test_a_missing_die_counts_as_nothing() -> None:
    found = compare([15], [15, 4])
    assert found is not None
    assert (found.won, found.n) == (False, 2)
    empty = compare([], [1, 2, 3, 4, 5, 6, 7])
    assert empty is not None
    assert (empty.won, empty.n) == (False, 7)
    s = table(1)
    ran = run(toss, s, 0, -3, dice=[[9], [4]])
    assert (ran.result.won, ran.result.n) == (True, 1)


@pytest.mark.rule("DON-DICE-09")
def test_every_test_has_one_winner_with_a_success() -> None:
    s = table(1)
    dice = Dice(7)
    for number in range(3000):
        a, b = dice.below(16), dice.below(16)
        ran = run(toss, s, a, b, dice=dice, light=True)
        winner = len(ran.result.a_faces if ran.result.won else ran.result.b_faces)
        assert 1 <= ran.result.n <= winner, number


@pytest.mark.rule("DON-DICE-10", "DON-TEST-02")
def test_attribute_and_one_fitting_ability_or_the_attribute_alone() -> None:
    s = table(1)
    roland = s.pc(0)
    assert pool(s, roland, "perception", attr="dis", ability=roland.abilities[0]).dice == 10
    assert pool(s, roland, "perception", attr="dis").dice == 6


@pytest.mark.rule("DON-ODDS-01", "DON-ODDS-02")
def test_exact_odds_agree_with_the_golden_table() -> None:
    assert len(GOLDEN) == 41
    for row in GOLDEN:
        exact = odds.chances(int(row["a_dice"]), int(row["b_dice"]), int(row["die"]))
        figures = {
            "p_a_wins": exact.a_wins,
            "p_b_wins": exact.b_wins,
            "p_all_tied": exact.all_tied,
            "p_a_every_die": exact.a_every,
            "p_b_every_die": exact.b_every,
        }
        for name, value in figures.items():
            assert f"{float(value):.12f}" == row[name], (row["die"], row["a_dice"], row["b_dice"], name)
        for k in range(1, 11):
            assert float(exact.a.get(k, Fraction(0))) == pytest.approx(float(row[f"a_{k}"]), abs=2e-12)
            assert float(exact.b.get(k, Fraction(0))) == pytest.approx(float(row[f"b_{k}"]), abs=2e-12)
        for side, mean in (("a", exact.mean_a), ("b", exact.mean_b)):
            printed = row[f"mean_{side}_given_win"]
            assert (mean is None) == (printed == "")
            if mean is not None:
                assert float(mean) == pytest.approx(float(printed), abs=1e-9)
    assert round(odds.win(4, 8), 6) == 0.302566
    assert round(odds.win(10, 5), 6) == 0.702908


@pytest.mark.rule("DON-ODDS-01")
def test_exact_odds_agree_with_rolling() -> None:
    s = table(1)
    dice = Dice(11)
    wins = sum(run(toss, s, 7, 5, dice=dice, light=True).result.won for _ in range(4000))
    assert wins / 4000 == pytest.approx(odds.win(7, 5), abs=0.04)


@pytest.mark.rule("DON-ODDS-03", "DON-TEST-07")
def test_odds_are_shown_before_the_roll() -> None:
    assert odds.words(7, 5) == "7 dice against 5: 60%, about two successes"
    assert odds.words(1, 8) == "1 die against 8: 9%, about one success"
    assert odds.report(9, 5)["a"]["wins"] == pytest.approx(0.6736, abs=1e-4)
    assert "first side wins" in odds.text(9, 5)
    told = GAME.odds(["4", "8", "die=6"])
    assert told.question == "4 dice against 8 on d6"
    assert told.chances["first wins"] == pytest.approx(0.227, abs=5e-4)
    assert sum(Fraction(told.fractions[f"{side} wins"]) for side in ("first", "second")) == 1
    assert GAME.odds(["9", "against", "5"]).chances["first wins"] == pytest.approx(odds.win(9, 5))
    assert "two pools" in GAME.odds([]).text
    with pytest.raises(BadOpening):
        GAME.odds(["9"])
    s = table(1)
    scene(s)
    ran = run(
        look_around, s, s.pc(0), "search", answers=["plain", "write it for me"], dice=[[1] * 6, [20, 19, 18, 17, 16, 15, 14]]
    )
    hint = ran.asks[0].options["use:track-anything"].hint
    assert hint == odds.words(10, 7)


@pytest.mark.rule("DON-DIE-02")
def test_smaller_dice_hurt_the_smaller_pool_but_make_more_successes() -> None:
    assert odds.win(4, 8, 6) < odds.win(4, 8, 20)
    assert odds.mean(4, 8, 6) > odds.mean(4, 8, 20)
    dial = next(x for x in GAME.settings if x.name == "die")
    assert "hurt" in dial.help


@pytest.mark.rule("DON-DIE-03")
def test_other_dice_earn_a_jibe_once_and_nothing_else() -> None:
    from undercroft.games.donjon.rules.flow.flow import step

    for die, jibes in ((6, 1), (20, 0)):
        s = table(1, die=die)
        s.phase = "creation"
        ran = run(step, s)
        assert sum("twenty sides" in text for text in ran.texts) == jibes
        assert ran.state.phase == "town"


@pytest.mark.rule("DON-LAW-01", "DON-LAW-03")
@pytest.mark.parametrize("number", [0, 2, 4])
def test_each_success_is_a_fact_or_a_die(number: int) -> None:
    s = table(1)
    scene(s)
    texts = ["There is a hollow log", "There is a cold spring", "It is quiet here", "There is a row of stones"]
    ran = run(
        player_won,
        s,
        s.pc(0),
        4,
        Setting("perception", "look", s.pc(0), None, tagged("forest")),
        answers=[f"facts:{number}", *texts[:number]],
    )
    assert len(ran.state.facts) == number
    assert sum(x.dice for x in ran.state.pc(0).bonus) == 4 - number


@pytest.mark.rule("DON-HEAL-01")
def test_two_scenes_mend_two_wounds() -> None:
    s = table(1)
    s.pc(0).wounds = 1
    run(heal_by_scene, s)
    run(heal_by_scene, s)
    run(heal_by_scene, s)
    assert s.pc(0).wounds == 3

"""The road, the pacing of scenes, meetings and the way home, played through."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import content
from undercroft.games.donjon.being import Ability, Being, Bonus, Item
from undercroft.games.donjon.rules.combat import instincts
from undercroft.games.donjon.rules.creatures import creatures
from undercroft.games.donjon.rules.flow import flow, journey, pacing
from undercroft.games.donjon.rules.running import adventures, climax, coming_home, common_scenes, meetings, scene_facts, town
from undercroft.games.donjon.state import Donjon, Fact

from .kit import Weighed, arena, creature, run, scene, table
from .test_edges import bare, rolled
from .test_harm_through import asked


def road(seats: int = 2, chapter: int = 1, **options: bool | int | str) -> Donjon:
    """Between two scenes, with nothing in anybody's hands."""
    s = table(seats, chapter=chapter, **options)
    for b in s.pcs():
        bare(b).provisions = 0
    s.torch = "pc0"
    s.town_turns = 1
    return s


# The road.


@pytest.mark.rule("DON-CHAP-04", "DON-TEST-01", "DON-AGM-10", "DON-CHAP-02")
def test_what_may_be_done_on_the_road() -> None:
    s = road()
    ran = run(journey.road_step, s, answers=["town"])
    always = ["look", "declare", "rest", "town"]
    assert asked(ran) == [["on", *always]]
    assert (s.phase, s.chapter, s.scores["left_chapter"], s.retreated, s.town_turns) == ("town", 0, 1, True, 0)
    s = road()
    s.pc(1).provisions = 1
    s.pc(1).abilities = [Ability("Cast", 2, ["magic"], "main", spell=True)]
    s.pc(0).items = [Item("p", "Potion", tags=["potion"])]
    ran = run(journey.road_step, s, answers=["town"])
    assert asked(ran) == [["on", "look", "declare", "magic", "rummage", "drink", "rest", "town"]]
    s = road()
    s.pc(0).spell_dice = 1
    assert "magic" in asked(run(journey.road_step, s, answers=["town"]))[0]
    s = road()
    s.scenes_done[0], s.way_known = 5, True
    ran = run(journey.road_step, s, answers=["chapter"], dice=Dice(1))
    assert asked(ran) == [["chapter", "stay", *always]]
    assert s.chapter == 2
    for done, known, chapter in ((5, False, 1), (4, True, 1), (5, True, 3)):
        s = road(chapter=chapter)
        s.scenes_done[chapter - 1], s.way_known = done, known
        assert asked(run(journey.road_step, s, answers=["town"]))[0][0] == "on"


@pytest.mark.rule("DON-CHAP-04")
def test_the_road_before_anybody_is_asked() -> None:
    s = road(2)
    s.beings["pc1"].status = "dead"
    run(journey.road_step, s)
    assert (s.phase, [(d.seat, d.stage, d.join) for d in s.drafts]) == ("creation", [(1, "start", True)])
    s = road(2)
    for b in s.pcs():
        b.status = "out"
    run(journey.road_step, s, answers=["town"])
    assert [b.status for b in s.pcs()] == ["up", "up"]
    s = road(2, chapter=2)
    s.town_turns, s.torch = 0, ""
    s.pc(0).provisions = 1
    ran = run(journey.road_step, s, answers=["no"])
    assert (asked(ran), s.town_turns) == ([["yes", "no"]], 1)  # the dark asks for a torch first, once
    s.town_turns = 0
    s.scenes_done[1] = 1
    assert asked(run(journey.road_step, s, answers=["town"]))[0][0] == "on"
    s = road(2)
    s.desk.framed = ["1b"]
    s.secret.deck = ["1b", "1c"]
    run(journey.road_step, s)
    assert (s.scene is not None and s.scene.encounter, s.secret.deck) == ("1b", ["1c"])


@pytest.mark.rule("DON-CHAP-04")
@pytest.mark.parametrize(("seats", "turns", "comes"), [(2, 5, False), (2, 6, True), (1, 3, False), (1, 4, True)])
def test_who_stands_about_is_found(seats: int, turns: int, comes: bool) -> None:
    """Two things and two more a head: then a scene comes by itself."""
    s = road(seats)
    s.town_turns = turns
    s.secret.deck = ["1b"]
    ran = run(journey.road_step, s, answers=[] if comes else ["town"], dice=[1] if comes else [])
    assert (ran.asks == []) is comes
    assert (s.scene is not None) is comes


@pytest.mark.rule("DON-CHAP-04", "DON-TEST-01")
def test_what_is_done_on_the_road_is_done_by_who_answers() -> None:
    s = road(2)
    s.secret.deck = ["1b", "1c"]
    lead = s.lead
    n = s.pc(1).now[2]
    run(journey.road_step, s, answers=[(1, "look"), (1, "tracks"), (1, "facts:0"), (1, "keep")], dice=[[20] * n, [1] * 4])
    assert (s.lead, s.pc(1).bonus != [], s.pc(0).bonus, s.scene) == (lead + 1, True, [], None)
    s = road(2)
    s.pc(1).provisions = 2
    ran = run(journey.road_step, s, answers=[(0, "rummage"), (1, "a rope"), (1, 3), (1, 0)], dice=Dice(2))
    assert ran.asks[1].seats == (1,)  # whose pack holds anything
    s = road(1)
    s.pc(0).items = [Item("p", "Potion", tags=["potion"])]
    ran = run(journey.road_step, s, answers=["drink", "pc0/p"], dice=Dice(1))
    assert s.pc(0).items == []
    s = road(1)
    s.secret.deck = ["1b"]
    run(journey.road_step, s, answers=["on"], dice=[1])
    assert s.scene is not None
    assert s.scene.encounter == "1b"
    s = road(1)
    run(journey.road_step, s, answers=["rest"])
    assert s.scene is not None
    assert (s.scene.encounter, s.scene.kind, s.rested) == ("rest", "quiet", True)


@pytest.mark.rule("DON-GATH-06", "DON-CHAP-04")
def test_a_second_night_may_be_found() -> None:
    for pick, kind in ((1, "quiet"), (2, "wander")):
        s = road(1)
        s.rested = True
        dice = Weighed([pick])
        run(journey.camp, s, dice=dice)
        assert dice.weighings == [[3, 1]]
        assert s.scene is not None
        assert s.scene.kind == kind
        assert not s.scene.planned


@pytest.mark.rule("DON-GATH-01", "DON-CAST-01")
def test_magic_on_the_road_is_for_those_who_can() -> None:
    s = road(2)
    caster = s.pc(1)
    caster.abilities, caster.words = [Ability("Cast", 2, ["magic"], "main", spell=True)], ["fire"]
    ran = run(meetings.work_magic, s, answers=["none"])
    assert asked(ran) == [["gather:pc1", "none"]]
    caster.spell_dice = 8
    assert asked(run(meetings.work_magic, s, answers=["none"])) == [["gather:pc1", "release:pc1", "none"]]
    caster.spell_dice = 9
    assert asked(run(meetings.work_magic, s, answers=["none"])) == [["release:pc1", "none"]]
    caster.words = []
    assert asked(run(meetings.work_magic, s, answers=["none"])) == [["none"]]


@pytest.mark.rule("DON-DEATH-07")
def test_new_characters_come_at_the_lowest_level() -> None:
    s = road(3)
    s.beings["pc2"].status = "dead"
    s.pc(0).level, s.pc(1).level = 4, 3
    journey._new_characters(Table(s, Dice(1)))
    assert [(d.seat, d.level, d.join) for d in s.drafts] == [(2, 3, True)]
    assert (s.phase, s.scores["back_to_road"]) == ("creation", 1)


@pytest.mark.rule("DON-RETURN-01", "DON-RETURN-02", "DON-FUN-41")
def test_the_way_home_chapter_by_chapter() -> None:
    for way, left in (("cut", []), ("quick", [3, 2, 1]), ("full", [3, 3, 2, 2, 1, 1])):
        s = road(1, chapter=3, return_trip=way)
        climax.set_home(s)
        assert s.home_left == left
    s = road(1, chapter=3)
    s.homeward, s.home_left, s.secret.grakvar = True, [3, 2], "beaten"
    dice = Weighed([2])
    run(journey.road_step, s, dice=dice)
    assert (dice.weighings, s.home_left, s.chapter, s.scene) == ([[1, 1]], [2], 3, None)
    run(journey.road_step, s, dice=[1])
    assert s.scene is not None
    assert (s.scene.encounter, s.scene.kind, s.scene.planned, s.home_left) == ("home", "wander", False, [])
    s.scene = None
    run(journey.road_step, s)
    assert s.phase == "home"
    s = road(1, chapter=3)
    s.homeward, s.home_left, s.secret.grakvar = True, [2], "unmet"
    run(journey.road_step, s)
    assert s.scene is not None
    assert (s.scene.kind, s.scene.planned) == ("grakvar_returns", True)


# Pacing.


def called_up(s: Donjon, text: str = "I hear a troll in the bushes") -> Fact:
    fact = Fact(7, text, "creature", "troll", "Roland", 0, "looking", 0, 1, "here", ["troll"], "chapter")
    s.facts.append(fact)
    s.secret.queue.append("fact:7")
    return fact


@pytest.mark.rule("DON-AGM-10", "DON-CHAP-02", "DON-CHAP-03")
def test_what_comes_when_nothing_is_owed() -> None:
    s = road(1)
    s.scenes_done[0] = 5
    run(pacing.next_scene, s)
    assert (s.way_known, s.chapter, s.scene, s.town_turns) == (True, 1, None, 0)
    run(pacing.next_scene, s, dice=Dice(1))
    assert s.chapter == 2
    s = road(1)
    s.scenes_done[0], s.town_turns = 5, 4
    run(pacing.next_scene, s, dice=Dice(1))
    assert s.chapter == 2  # they have stood about long enough
    s = road(1)
    s.scenes_done[0], s.town_turns = 5, 3
    run(pacing.next_scene, s)
    assert s.chapter == 1
    s = road(1)
    s.scenes_done[0], s.way_known, s.secret.deck = 5, True, ["1b"]
    run(pacing.next_scene, s, stay=True, dice=[1])
    assert (s.chapter, s.scene is not None and s.scene.encounter) == (1, "1b")
    s = road(1)
    s.scenes_done[0] = 5
    called_up(s)
    run(pacing.next_scene, s)
    assert s.scene is not None
    assert (s.scene.kind, s.scene.seed_fact, s.scene.name, s.scene.planned, s.secret.queue) == (
        "creature", 7, "A troll in the bushes", False, []
    )  # fmt: skip
    s = road(1)
    s.scenes_done[0], s.made_in_row = 5, 5
    called_up(s)
    run(pacing.next_scene, s)
    assert (s.scene, s.way_known) == (None, True)  # four made scenes in a row are enough
    s = road(1)
    s.scenes_done[0], s.made_in_row = 5, 4
    called_up(s)
    run(pacing.next_scene, s)
    assert s.scene is not None
    s = road(1, chapter=3)
    s.scenes_done[2] = 9
    run(pacing.next_scene, s)
    assert s.scene is not None
    assert (s.scene.encounter, s.scene.kind) == ("climax", "mushroom_king")


@pytest.mark.rule("DON-AGM-10", "DON-FUN-17")
def test_the_automated_gamesmasters_order_of_scenes() -> None:
    def next_of(roll: int = 0, chapter: int = 1, **given: object) -> str:
        s = road(1, chapter=chapter)
        for key, value in given.items():
            setattr(s.secret if hasattr(s.secret, key) else s, key, value)
        return pacing._default_next(s, Table(s, Dice(1)) if not roll else Table(s, Weighed([roll])))

    assert next_of(1, deck=["1b", "1c"]) == "1b"
    assert next_of(75, deck=["1b", "1c"]) == "1b"
    assert next_of(76, deck=["1b", "1c"]) == "wander"
    assert next_of(77, deck=["1b", "1c"], rested=True) == "quiet"
    assert next_of(78, deck=["1b", "1c"], rested=True) == "wander"
    assert next_of(77, deck=["1b", "1c"]) == "wander"
    assert next_of(90, deck=["1b", "1c"]) == "wander"
    assert next_of(91, deck=["1b", "1c"]) == "quiet"
    assert next_of(91, deck=[]) == "wander"
    assert next_of(99, chapter=3, deck=["3c"], scenes_done=[0, 0, 1]) == "3c"  # the last chapter has only its own scenes
    assert next_of(deck=["1b", "1f"], scenes_done=[4, 0, 0]) == "1f"  # the river comes last
    assert next_of(1, deck=["1b", "1f"], scenes_done=[3, 0, 0]) == "1b"
    assert next_of(chapter=3, deck=["3c", "3a"]) == "3a"
    assert next_of(1, chapter=3, deck=["3c", "3a"], scenes_done=[0, 0, 1]) == "3c"
    assert next_of(1, chapter=3, deck=["3b", "3c"], scenes_done=[0, 0, 1]) == "3c"  # nobody has raised the alarm
    assert next_of(chapter=3, deck=["3c", "3b"], scenes_done=[0, 0, 1], alerted=True) == "3b"
    assert next_of(deck=["1b"], queue=["rivals"]) == "rivals"
    assert next_of(deck=["1b"], queue=["rivals"], made_in_row=1) == "rivals"
    assert next_of(1, deck=["1b"], queue=["rivals"], made_in_row=2) == "1b"
    assert next_of(deck=[], queue=["rivals"], made_in_row=2) == "rivals"


@pytest.mark.rule("DON-AGM-10", "DON-CHAP-03")
def test_each_sort_of_scene_begins_as_what_it_is() -> None:
    s = road(1)
    s.secret.queue = ["rivals"]
    run(pacing.next_scene, s)
    assert s.scene is not None
    assert (s.scene.kind, s.scene.encounter, s.secret.queue, s.scene.planned) == ("foes", "1e", [], True)
    s = road(1)
    s.secret.queue = ["fact:99"]
    run(pacing.next_scene, s)
    assert s.scene is not None
    assert (s.scene.kind, s.scene.planned, s.secret.queue) == ("wander", False, [])  # a fact that is gone
    for roll, kind in ((76, "wander"), (95, "quiet")):
        s = road(1)
        s.secret.deck = ["1b"]
        run(pacing.next_scene, s, dice=[roll])
        assert s.scene is not None
        assert (s.scene.kind, s.scene.planned, s.secret.deck) == (kind, False, ["1b"])


@pytest.mark.rule("DON-AGM-10", "DON-AGM-11", "DON-CHAP-01", "DON-CHAP-03")
def test_a_gamesmaster_is_offered_all_there_is() -> None:
    s = road(1)
    s.secret.deck = ["1b", "1c"]
    called_up(s)
    s.secret.queue.append("rivals")
    ran = run(pacing.next_scene, s, gamesmaster=1, answers=[(1, "1c")])
    assert asked(ran) == [["fact:7", "rivals", "1b", "1c", "wander", "quiet", "own"]]
    assert s.scene is not None
    assert (s.scene.encounter, s.secret.deck) == ("1c", ["1b"])


@pytest.mark.rule("DON-CLIMAX-01", "DON-FUN-08")
def test_the_rivals_may_be_first_at_the_big_bad() -> None:
    for race, done, ahead in ((True, 5, True), (True, 4, False), (False, 5, False)):
        s = road(1, chapter=3, race=race)
        s.secret.rivals, s.scenes_done[2] = 4, done
        run(pacing.climax, s)
        assert s.secret.rivals_ahead is ahead
        assert s.scene is not None
        assert (s.scene.encounter, s.scene.planned, s.scene.tags) == ("climax", True, ["slope", "hall"])


# Adventures.


@pytest.mark.rule("DON-FLOW-01", "DON-TOWN-01")
def test_an_adventure_opens_with_a_clean_table() -> None:
    s = table(1, chapter=2)
    s.hooked = s.way_known = s.homeward = s.retreated = True
    s.first_fight = False
    s.town_turns, s.ready, s.scenes_done, s.owed_cut, s.clues = 3, [0], [1, 2, 3], 2, 4
    s.provisions_spent, s.torch = {"0": 2}, "pc0"
    adventures.open_adventure(Table(s, Dice(1)))
    assert (s.phase, s.chapter, s.hooked, s.town_turns, s.ready, s.scenes_done) == ("town", 0, False, 0, [], [0, 0, 0])
    assert (s.owed_cut, s.clues, s.way_known, s.homeward, s.retreated) == (0, 0, False, False, False)
    assert (s.first_fight, s.provisions_spent, s.torch) == (True, {}, "")


@pytest.mark.rule("DON-UP-01", "DON-CLIMAX-05", "DON-XP-04")
def test_closing_pays_the_last_level_and_six_if_it_was_won() -> None:
    for won, chapter, xp in ((True, 1, 7), (True, 0, 8), (True, 3, 8), (False, 3, 0)):
        s = table(2, chapter=chapter)
        s.homeward = True
        s.scores = {"home": 2, "climax/x": 1, "falls": 1}
        adventures.close(Table(s, Dice(1)), won=won)
        assert [b.xp for b in s.pcs()] == [xp, xp]
        assert (s.won, s.adventures_done, s.homeward, s.chapter, s.phase) == ([won], 1, False, 0, "between")
        assert s.scores == {"falls": 1}
    s = table(1, chapter=1)
    s.pc(0).xp = 29
    adventures.close(Table(s, Dice(1)), won=True)
    assert {a.seat for a in s.advances} == {0}
    assert s.last_level == 1


@pytest.mark.rule("DON-HEAL-03", "DON-PERM-02")
def test_between_two_adventures_one_after_the_other_recovers() -> None:
    s = table(2, chapter=0, adventures=2)
    s.adventures_done = 1
    for b in s.pcs():
        bare(b).wounds = 0
    run(adventures.between, s)
    assert ([b.wounds > 0 for b in s.pcs()], s.scores["between"]) == ([True, False], 1)
    run(adventures.between, s)
    assert ([b.wounds > 0 for b in s.pcs()], s.scores["between"]) == ([True, True], 2)
    run(adventures.between, s, dice=Dice(1))
    assert ("between" in s.scores, s.phase) == (False, "town")
    for done, gave_up, ended in ((2, False, "home"), (2, True, "gave up")):
        s.adventures_done, s.gave_up = done, gave_up
        run(adventures.between, s)
        assert (s.phase, s.ended) == ("over", ended)


@pytest.mark.rule("DON-ADV-03", "DON-CHAP-01")
def test_a_chapters_deck_has_its_first_and_last_in_their_places() -> None:
    s = table(1, chapter=0)
    s.owed_cut, s.way_known, s.made_in_row, s.town_turns, s.stuck = 2, True, 3, 4, 1
    adventures.enter_chapter(Table(s, Weighed([[4, 3, 2, 1, 0]])), 1)
    assert s.secret.deck == ["1e", "1d", "1c", "1b", "1a", "1f"]
    assert (s.owed_cut, s.way_known, s.made_in_row, s.town_turns, s.stuck, s.phase) == (0, False, 0, 0, 0, "road")
    assert s.pc(0).xp == 0
    s.torch, s.chapter = "pc0", 1
    adventures.enter_chapter(Table(s, Dice(1)), 2)
    assert (s.pc(0).xp, s.last_level, s.torch) == (1 + 3, 1, "pc0")
    adventures.enter_chapter(Table(s, Weighed([])), 3)
    assert (s.torch, s.last_level, s.secret.deck) == ("", 1, ["3a", "3c"])  # glowing walls need no torch; 3b waits for an alarm


@pytest.mark.rule("DON-FUN-08", "DON-ADV-03", "DON-CHAP-01")
def test_the_race_is_run_chapter_by_chapter() -> None:
    for done, needed, ahead in ((5, 4, True), (4, 4, False)):
        s = table(1, chapter=1, race=True)
        s.scenes_done[0], s.secret.rivals = done, needed
        quota = s.adventure.chapters[1].quota if s.adventure else 0
        adventures.enter_chapter(Table(s, Weighed([6])), 2)
        assert s.secret.queue == (["rivals"] if ahead else [])
        assert s.secret.rivals == quota + 6 - 2
        assert not s.secret.rivals_ahead
    s = table(1, chapter=0, race=True)
    s.secret.rivals_ahead = True
    adventures.enter_chapter(Table(s, Weighed([1])), 1)
    assert (s.secret.queue, s.secret.rivals_ahead) == ([], True)  # nobody is ahead before it began
    s = table(1, chapter=0)
    adventures.enter_chapter(Table(s, Weighed([])), 1)
    assert s.secret.rivals == 0


@pytest.mark.rule("DON-CHAP-02", "DON-CHAP-08")
def test_what_is_owed_is_the_quota_less_ways_less_scenes() -> None:
    s = road(1)
    assert s.here is not None
    quota = s.here.quota
    assert adventures.owed(s) == quota
    s.owed_cut, s.scenes_done[0] = 1, 2
    assert adventures.owed(s) == quota - 3
    s.scenes_done[0] = 9
    assert adventures.owed(s) == 0


# The climax.


@pytest.mark.rule("DON-CLIMAX-03", "DON-CLIMAX-04", "DON-CLIMAX-05")
@pytest.mark.parametrize(
    ("status", "as_pc", "beaten", "xp"),
    [
        ("out", False, True, 0),
        ("dead", False, True, 0),
        ("yielded", False, True, 0),
        ("fled", True, True, 2),
        ("fled", False, False, 0),
        ("up", False, False, 0),
    ],
)
def test_how_a_climax_ends(status: str, as_pc: bool, beaten: bool, xp: int) -> None:
    s = table(2, chapter=3)
    now = scene(s, "mushroom_king")
    king = creature(s, "mushroom_king")
    guard = creature(s, "sporegobs")
    king.leader, king.status, king.as_pc, guard.status, guard.leader = "self", status, as_pc, "out", king.id
    king.wounds = king.wounds_full - 2
    now.foes = [king.id, guard.id]
    s.scenes_done[2], s.scores = 5, {"climax/old": 1} if beaten else {}
    run(climax.climax_over, s, now)
    assert (now.over, s.homeward, len(s.turning)) == (True, beaten, int(beaten))
    assert [b.xp for b in s.pcs()] == [xp, xp]  # a thwarted one is worth his Level, shared
    if beaten:
        assert (s.home_left, s.scenes_done[2], s.scores, king.leader) == ([3, 2, 1], 5, {}, "")
    else:
        assert (king.id in s.beings, s.scenes_done[2], s.scores["falls"]) == (False, 3, 1)
        assert (s.scores["climax/hurt"], s.scores["climax/sporegobs"], s.scores["climax/scene"]) == (2, 1, s.scene_no)
        s.scenes_done[2] = 1
        run(climax.climax_over, s, now)
        assert s.homeward  # nobody is there any more


@pytest.mark.rule("DON-CLIMAX-01", "DON-CLIMAX-02", "DON-CLIMAX-03")
def test_a_big_bad_of_any_adventure_comes_with_his_guard_and_the_prize() -> None:
    for recurring, which in ((True, "temple"), (False, "nok")):
        s = table(1, chapter=1, adventure=which)
        assert s.adventure is not None
        s.chapter = len(s.adventure.chapters)
        s.secret.recurring = recurring
        now = scene(s, "big_bad", "climax")
        now.stage = "open"
        run(climax.big_bad, s, now, dice=Dice(1))
        boss, *guards = [s.beings[i] for i in now.foes]
        assert (boss.name, boss.leader, boss.as_pc, now.stage) == (s.adventure.big_bad.name, "self", recurring, "meet")
        assert boss.role in ("leader", "caster", "brute")
        assert guards
        assert {g.leader for g in guards} == {boss.id}
        prize = s.adventure.big_bad.prize
        found = boss.items[-1]
        if prize:
            assert found.name == content.goods().shown(prize).name
        else:
            assert (found.worth, found.tags) == (s.adventure.big_bad.level, ["prize"])
        run(climax.big_bad, s, now)
        assert s.fight is not None
        assert (s.fight.by_party, now.stage) == (False, "after")


@pytest.mark.rule("DON-LAW-14", "DON-HEAL-01")
def test_the_guard_that_fell_stays_fallen_and_the_boss_mends_one_a_scene() -> None:
    s = table(1, chapter=3)
    s.scene_no = 9
    s.scores = {"climax/hurt": 4, "climax/scene": 7, "climax/sporegobs": 1}
    boss = Being("b", "Boss", wounds=8, wounds_full=8)
    guard = [creature(s, "sporegobs", f"gob {n}") for n in range(3)] + [creature(s, "spraycaps")]
    left = scene_facts.as_they_left_it(s, boss, guard)
    assert (boss.wounds, [b.name for b in left]) == (6, ["gob 1", "gob 2", guard[3].name])
    assert guard[0].id not in s.beings
    s.scores["climax/hurt"] = 30
    scene_facts.as_they_left_it(s, boss, [])
    assert boss.wounds == 1
    s.scores["climax/hurt"] = 1
    scene_facts.as_they_left_it(s, boss, [])
    assert boss.wounds == 8
    assert [scene_facts.still_there(s, "sporegobs", n) for n in (0, 1, 3)] == [0, 0, 2]
    s.scores = {}
    scene_facts.as_they_left_it(s, boss, [])
    assert boss.wounds == 8


@pytest.mark.rule("DON-CLIMAX-05", "DON-ADV-07")
def test_home_with_the_prize() -> None:
    s = table(2, chapter=1, adventure="temple")
    for b in s.pcs():
        b.wealth = 1
    run(coming_home.homecoming, s)
    assert ([b.wealth for b in s.pcs()], s.respect, s.won, s.phase) == ([3, 3], 1, [True], "between")
    assert "home" not in s.scores


# Foes and meetings.


@pytest.mark.rule("DON-FUN-35", "DON-MBG-02", "DON-AGM-07")
def test_when_creatures_have_had_enough() -> None:
    def enough(
        role: str, wounds: int = 5, full: int = 5, *, friends: int = 0, fallen: int = 0, boss: str = "", party: int = 2
    ) -> bool:
        s = table(party)
        them = [creature(s, "red_wolf", f"wolf {n}") for n in range(1 + friends + fallen)]
        for b in them[1 + friends :]:
            b.status = "out"
        b = them[0]
        b.role, b.wounds, b.wounds_full, b.words, b.abilities = role, wounds, full, [], []
        arena(s, *them)
        if boss:
            lord = creature(s, "minotaur")
            lord.leader, lord.status = "self", boss
        return instincts.flees(s, b)

    assert enough("coward")  # two against one
    assert not enough("coward", friends=1)
    assert enough("coward", 1, friends=1)
    assert not enough("coward", 2, friends=1)
    assert not enough("coward", 1, 1, friends=1)
    assert enough("pack", friends=0, fallen=1)  # half of the pack
    assert not enough("pack", friends=1, fallen=1)
    assert enough("pack", friends=0, fallen=2)
    assert not enough("pack")
    for role in ("skirmisher", "controller"):
        assert enough(role, 1)
        assert not enough(role, 2)
        assert not enough(role, 1, 1)
    assert enough("ambusher", 4)
    assert not enough("ambusher")
    assert not enough("ambusher", 4, friends=1)
    assert enough("caster")  # without power there is nothing to stay for
    assert enough("stalker", 2)
    assert not enough("stalker", 3)
    assert enough("runner", boss="out")
    assert not enough("runner", boss="up")
    assert not enough("runner")
    assert enough("brute", boss="out")
    assert not enough("brute", boss="up")
    assert not enough("brute", boss="out", friends=1)
    assert not enough("leader", 0)


@pytest.mark.rule("DON-FUN-35", "DON-AGM-07")
def test_the_guard_runs_when_its_leader_falls_but_not_what_is_rooted() -> None:
    s = table(1)
    king, gob, cap = creature(s, "mushroom_king"), creature(s, "sporegobs"), creature(s, "spraycaps")
    gob.leader = cap.leader = king.id
    king.leader = "self"
    gob.role = "brute"
    arena(s, king, gob, cap)
    assert not instincts.flees(s, gob)
    king.status = "out"
    assert instincts.flees(s, gob)
    assert not instincts.flees(s, cap)
    king.status, king.as_pc, king.wounds, king.role = "up", True, 0, "leader"
    assert instincts.flees(s, king)
    king.wounds = 1
    assert not instincts.flees(s, king)
    caster = creature(s, "human_wizard")
    caster.role, caster.wounds, caster.wounds_full = "caster", 4, 4
    assert not instincts.flees(s, caster)
    caster.wounds = 1
    assert instincts.flees(s, caster)
    s.fight = None
    assert not instincts.flees(s, caster)


@pytest.mark.rule("DON-FUN-10", "DON-NPC-02")
def test_how_many_come() -> None:
    assert [creatures.group_limits(n, 3) for n in (-1, 0, 1)] == [(3, 9), (2, 6), (1, 3)]
    assert creatures.group_limits(0, 1) == (1, 2)

    class Range(Weighed):
        def below(self, bound: int, label: str = "") -> int:
            self.weighings.append([bound])
            return bound - 1

    def most(offset: int, *, easy: bool = False, level: int = 3, first: bool = False, hurt: bool = False) -> int:
        s = table(3)
        s.first_fight = first
        for b in s.pcs():
            b.level, b.wounds_full, b.wounds = level, 9, 2 if hurt else 9
        return creatures.group_count(Table(s, Range([])), offset, easy=easy)

    assert most(0) == 6
    assert most(0, easy=True) == 4
    assert most(0, first=True) == 4
    assert most(0, level=1) == 4  # newcomers
    assert most(-1, easy=True) == 6
    assert most(1, easy=True) == 2
    assert most(0, hurt=True) == 2
    s = table(3)
    s.first_fight = False
    for b in s.pcs():
        b.level, b.wounds_full, b.wounds = 3, 9, 3
    assert creatures.group_count(Table(s, Range([])), 0, easy=False) == 6  # a third is not less than a third
    s.pc(0).level = 1
    assert creatures.group_count(Table(s, Range([])), 0, easy=False) == 6  # not all are new


@pytest.mark.rule("DON-NPC-01", "DON-NPC-02")
def test_the_worse_off_the_party_the_weaker_the_foes() -> None:
    for wounds, weights in ((9, (2, 5, 3)), (7, (2, 5, 3)), (6, (4, 5, 1)), (4, (4, 5, 1)), (3, (7, 3, 0))):
        s = table(1)
        s.pc(0).wounds, s.pc(0).wounds_full = wounds, 9
        assert creatures.balance(s) == dict(zip(("-1", "0", "1"), weights, strict=True)), wounds
    s = table(1, chapter=3)
    s.pc(0).wounds, s.pc(0).wounds_full = 3, 9
    dice = Weighed([1])
    assert run(meetings.how_strong, s, "How?", creatures.balance(s), dice=dice).result == 1
    assert dice.weighings == [[7, 3]]  # nobody stronger: not even to be drawn
    assert run(meetings.how_strong, s, "How?", {"-1": 1, "0": 1, "1": 1}, dice=[3]).result == 3
    s.chapter = 1
    assert run(meetings.how_strong, s, "How?", {"-1": 1, "0": 1, "1": 1}, dice=[1]).result == 1


@pytest.mark.rule("DON-NPC-01", "DON-NPC-02", "DON-RETURN-02")
def test_wanderers_come_from_the_chapters_list() -> None:
    s = road(2)
    now = scene(s, "wander", "wander")
    now.stage = "open"
    run(meetings.wander, s, now, dice=[2, 1])
    assert s.here is not None
    foes = [s.beings[i] for i in now.foes]
    assert foes
    assert now.stage == "meet"
    assert all(b.level == 1 for b in foes)
    s = road(2, chapter=3)
    s.homeward = True
    now = scene(s, "wander", "wander")
    now.stage = "open"
    dice = Weighed([1, 1])
    run(meetings.wander, s, now, dice=dice)
    assert dice.weighings == [[1]]  # on the way home always one Level below
    assert {s.beings[i].level for i in now.foes} == {1}


@pytest.mark.rule("DON-CALL-01", "DON-SURP-01")
def test_what_may_be_done_about_those_who_have_not_decided() -> None:
    s = road(2)
    wolf, man = creature(s, "red_wolf"), creature(s, "human_fighter")
    now = scene(s)
    now.foes = [wolf.id]
    for b in s.pcs():
        b.wealth = 0
    plain = ["fight", "sneak", "look", "slip", "declare"]
    ran = run(meetings.approach, s, now, [wolf], answers=["fight"])
    assert asked(ran) == [plain]
    assert s.fight is not None
    assert (s.fight.by_party, now.rounds, now.stage) == (True, 1, "after")
    s.fight, s.phase = None, "scene"
    ran = run(meetings.approach, s, now, [wolf, man], answers=["sneak"])
    assert asked(ran) == [[*plain, "talk"]]
    assert (now.stage, now.data["turn"], now.rounds) == ("sneak", "0", 2)
    s.pc(1).wealth = 1
    ran = run(meetings.approach, s, now, [wolf, man], answers=["sneak"])
    assert asked(ran) == [[*plain, "talk", "bribe"]]
    ran = run(meetings.approach, s, now, [wolf, man], answers=["fight"])
    assert asked(ran) == [["fight", "slip"]]  # after three tries


@pytest.mark.rule("DON-CALL-01", "DON-SURP-01", "DON-CONT-03", "DON-XP-03")
def test_slipping_past_and_talking_round() -> None:
    for won in (True, False):
        s = road(1)
        b = s.pc(0)
        wolf = bare(creature(s, "red_wolf"))
        now = scene(s)
        now.foes = [wolf.id]
        throw = [[20] * b.now[3], [1] * wolf.now[2]] if won else [[1] * b.now[3], [20] * wolf.now[2]]
        ran = run(meetings.approach, s, now, [wolf], answers=["slip", "facts:0" if won else "write it for me"], dice=throw)
        assert rolled(ran) == [f"{b.now[3]}d20", f"{wolf.now[2]}d20"]
        assert (now.over, now.foes == [], s.fight is None) == (won, won, won)
        if s.fight is not None:
            assert not s.fight.by_party
    for won in (True, False):
        s = road(1)
        b = s.pc(0)
        man = bare(creature(s, "human_fighter"))
        man.level = 3
        now = scene(s)
        now.foes = [man.id]
        n, m = b.now[5], man.now[2]
        throw = [[20] * n, [1] * m] if won else [[1] * n, [20] * m]
        run(meetings.approach, s, now, [man], answers=["talk", "charm", "facts:0" if won else "write it for me"], dice=throw)
        assert (now.over, man.status, s.fight is None) == (won, "gone" if won else "up", won)
        assert (b.xp > 0) is won


@pytest.mark.rule("DON-SURP-02")
def test_each_sneaks_for_himself() -> None:
    s = road(2)
    wolf = bare(creature(s, "red_wolf"))
    now = scene(s)
    now.foes, now.data["turn"] = [wolf.id], "0"
    a, b = s.pcs()
    ran = run(meetings.sneaking, s, now, [wolf], answers=["sneak", "facts:0", "keep"], dice=[[20] * a.now[3], [1] * wolf.now[2]])
    assert asked(ran)[0] == ["sneak", "back"]
    assert (a.hint, now.data["turn"], "heard" in now.data, s.fight) == ("hidden", "1", False, None)
    run(meetings.sneaking, s, now, [wolf], answers=["back"])
    assert (b.hint, now.data["turn"], "heard" in now.data) == ("", "2", False)
    run(meetings.sneaking, s, now, [wolf])
    assert s.fight is not None
    assert s.fight.by_party
    s = road(1)
    wolf = bare(creature(s, "red_wolf"))
    now = scene(s)
    now.foes = [wolf.id]
    a = s.pc(0)
    run(meetings.sneaking, s, now, [wolf], answers=["write it for me"], dice=[[1] * a.now[3], [20] * wolf.now[2]])
    assert (a.hint, now.data) == ("", {"turn": "1", "heard": "1"})  # alone there is nothing to ask


@pytest.mark.rule("DON-SCENE-03")
def test_whoever_walks_along_fights_along() -> None:
    s = road(1)
    now = scene(s)
    friend, hireling, wolf = (
        creature(s, "human_fighter", "friend"),
        creature(s, "human_fighter", "hireling"),
        creature(s, "red_wolf"),
    )
    fallen, other = creature(s, "human_fighter", "fallen"), creature(s, "human_fighter", "other")
    hireling.side = fallen.side = 0
    fallen.status = "out"
    now.friends = [friend.id, fallen.id]
    n = s.scene_no
    meetings.start_fight(Table(s, Dice(1)), now, [wolf], by_party=False, friends=[other])
    assert s.fight is not None
    assert [s.beings[f.id].name for f in s.fight.fighters] == ["Roland", "friend", "hireling", "other", wolf.name]
    assert (now.stage, s.scene_no, friend.side) == ("after", n, 0)


@pytest.mark.rule("DON-CHAP-07")
def test_the_dying_man_is_worth_a_goal_if_he_lives() -> None:
    for status, xp in (("up", 4), ("out", 0)):
        s = road(1)
        now = scene(s, "rescue")
        victim = creature(s, "human_fighter")
        now.stage, now.friends = "after", [victim.id]
        victim.status = status
        run(meetings.rescue, s, now)
        assert (s.pc(0).xp, now.awarded, now.over) == (xp, True, True)
    s = road(1)
    now = scene(s, "rescue")
    now.stage = "open"
    run(meetings.rescue, s, now)
    victim = s.beings[now.friends[0]]
    assert (victim.wounds, victim.side, now.stage) == (1, 0, "meet")
    run(meetings.rescue, s, now)
    assert now.over  # no beasts are left


# The log.


@pytest.mark.rule("DON-CHAP-05", "DON-CHAP-06")
def test_one_at_a_time_over_the_rotten_log() -> None:
    s = road(2)
    now = scene(s, "rotten_log")
    now.stage = "open"
    run(common_scenes.rotten_log, s, now, answers=["one"])
    assert (now.stage, now.data) == ("cross", {"turn": "0"})
    a, b = s.pcs()
    a.now[3], b.now[3], b.now[4] = 3, 5, 1
    b.items, b.worn = [Item("m", "Mail", "armor", 2)], ["m"]
    b.now[0] = 4
    ran = run(common_scenes.rotten_log, s, now, dice=[[20] * 3, [1] * 4])
    assert (rolled(ran), now.data["turn"]) == (["3d20", "4d20"], "1")
    ran = run(common_scenes.rotten_log, s, now, dice=[[1] * 3, [20, 19, 1, 1], [1] * 3, [20] * 3])
    assert rolled(ran) == ["3d20", "4d20", "3d20", "3d20"]  # Adroitness less the mail; then Level and two successes against 1 + 2
    run(common_scenes.rotten_log, s, now)
    assert ([x.xp for x in s.pcs()], now.over, now.awarded) == ([4, 4], True, True)


@pytest.mark.rule("DON-CHAP-05", "DON-CHAP-06")
@pytest.mark.parametrize("holds", [True, False])
def test_all_together_it_may_break(holds: bool) -> None:
    s = road(2)
    now = scene(s, "rotten_log")
    now.stage = "open"
    a, b = s.pcs()
    a.now[4], b.now[4] = 3, 4
    ran = run(
        common_scenes.rotten_log, s, now, answers=["all"], dice=[[1] * 7 if holds else [20] * 7, [20] * 6 if holds else [1] * 6]
    )
    assert rolled(ran) == ["7d20", "6d20"]
    assert now.data == ({"turn": "0"} if holds else {"turn": "0", "broken": "1"})
    if holds:
        ran = run(common_scenes.rotten_log, s, now, dice=[[20] * a.now[3], [1] * 4])
    else:
        ran = run(common_scenes.rotten_log, s, now, dice=[[1], [20] * 3])
        assert rolled(ran) == ["1d20", "3d20"]  # the Donjon Level alone
    assert now.data["turn"] == "1"


# Town.


@pytest.mark.rule("DON-TOWN-09", "DON-HOOK-02", "DON-RETURN-03", "DON-LAW-06")
def test_setting_out() -> None:
    s = table(1, chapter=0)
    b = s.pc(0)
    s.town_law = False
    b.tried = ["asked", "x"]
    b.bonus = [Bonus(1, "social", "x", scene=s.scene_no)]
    town.set_out(Table(s, Dice(1)))
    assert (s.town_law, b.tried, b.bonus, s.chapter, s.phase) == (True, ["x"], [], 1, "road")
    s = table(1, chapter=0)
    s.retreated, s.town_turns, s.scores["left_chapter"] = True, 4, 2
    s.secret.deck = ["2a"]
    town.set_out(Table(s, Dice(1)))
    assert (s.retreated, s.town_turns, s.chapter, s.phase, s.secret.deck) == (False, 0, 2, "road", ["2a"])


@pytest.mark.rule("DON-TOWN-09", "DON-TOWN-05", "DON-FUN-05")
def test_the_town_pushes_in_the_end() -> None:
    s = table(2, chapter=0)
    run(town.town_step, s, answers=["ready"])
    assert (s.hooked, s.ready) == (False, [])
    run(town.town_step, s, answers=["ready"])
    assert (s.hooked, s.town_turns) == (True, 2)  # all have waited at the inn
    s = table(2, chapter=0)
    s.town_turns = 3
    run(town.town_step, s)
    assert (s.hooked, s.town_turns) == (True, 3)
    s.town_turns = 11
    run(town.town_step, s, answers=["ready"])
    assert s.ready == [0, 1]  # the adventure pushes after six visits a head
    run(town.town_step, s)
    assert (s.phase, s.chapter) == ("road", 1)
    s = table(2, chapter=0)
    s.hooked, s.town_turns = True, 10
    run(town.town_step, s, answers=["ready"])
    assert len(s.ready) == 1


# Flow.


@pytest.mark.rule("DON-CLIMAX-05", "DON-DEATH-07", "DON-RETURN-03")
def test_how_it_is_summed_up() -> None:
    s = table(2)
    s.won = [True, False]
    s.pc(0).xp, s.pc(1).status = 12, "dead"
    s.graves = ["Azar, Sorcerer of Level 1, a cave"]
    found = flow.outcome(s)
    assert (found.winners, found.scores, found.rule) == ((0,), (12.0, 0.0), "DON-CLIMAX-05")
    assert [m.kind for m in found.memorials] == ["persona", "grave"]
    assert "with one of two adventures won" in found.summary
    s.won, s.gave_up = [False], True
    found = flow.outcome(s)
    assert (found.winners, found.rule) == ((), "DON-RETURN-03")
    s.gave_up, s.ended = False, "slain"
    assert flow.outcome(s).rule == "DON-DEATH-07"
    assert "fell" in flow.outcome(s).summary

"""Rules played through: what is thrown, offered and left in the state at every turn of a scene."""

from __future__ import annotations

import pytest

from undercroft.games.donjon.adventure import Encounter
from undercroft.games.donjon.being import HIRED, Bonus, Boon, Item, Penalty
from undercroft.games.donjon.rules.running import scenes
from undercroft.games.donjon.state import Fact

from .kit import Weighed, creature, run, scene, table


def fact(n: int, seat: int, where: int, text: str, *tags: str, scope: str = "scene") -> Fact:
    return Fact(n, text, "colour", "", "x", seat, "test", where, 1, "here", list(tags), scope)


# Beginning and ending a scene.


@pytest.mark.rule("DON-SCENE-01", "DON-HEAL-01")
def test_a_new_scene_heals_one_and_sets_everything_of_the_last_aside() -> None:
    s = table(2)
    scene(s)
    s.made_in_row, s.town_turns = 1, 3
    b, other = s.pcs()
    b.used, b.argued, b.usual = ["Regenerate"], ["Climb"], {"attack": "Swing"}
    b.penalties = [Penalty(1, ["any"], "scene", "x"), Penalty(2, ["any"], "week", "y")]
    b.boons = [Boon(1, ["attack"], "scene", "x"), Boon(1, ["attack"], "day", "y")]
    b.service, other.service = "3:carry sacks", "!2:done"
    b.wounds, other.wounds = b.wounds_full - 2, other.wounds_full
    s.facts = [fact(1, 0, 1, "gone with the scene"), fact(2, 0, 2, "of this one"), fact(3, 0, 1, "kept", scope="adventure")]
    run(scenes.begin, s, Encounter("x1", "a bridge", "obstacle", place="a gorge", tags=["water"], xp=5), planned=False)
    now = s.scene
    assert now is not None
    assert (now.n, now.where, now.tags, now.planned, now.goal, now.seed_fact) == (2, "a gorge", ["water"], False, 5, -1)
    assert (s.phase, s.town_turns, s.made_in_row, s.tally.made, s.tally.planned, s.rested) == ("scene", 0, 2, 1, 0, False)
    assert [f.live for f in s.facts] == [False, True, True]
    assert (b.used, b.argued, b.usual) == ([], [], {})
    assert [p.until for p in b.penalties] == ["week"]
    assert [p.until for p in b.boons] == ["day"]
    assert (b.service, other.service) == ("!3:carry sacks", "!2:done")
    assert (b.wounds, other.wounds) == (b.wounds_full - 1, other.wounds_full)
    assert (now.cramped, now.dark) == (0, False)
    run(scenes.begin, s, Encounter("rest", "a camp", "quiet"), planned=True, fact=s.facts[1])
    assert s.scene is not None
    assert s.scene.seed_fact == 2
    assert (s.rested, s.made_in_row, s.tally.planned, s.tally.made) == (True, 0, 1, 1)
    assert b.wounds == b.wounds_full
    assert s.scene.where != "Town"
    town = table(1, chapter=0)
    run(scenes.begin, town, Encounter("y", "a brawl", "foes"), planned=False)
    assert town.scene is not None
    assert (town.scene.where, town.scene.dark) == ("Town", False)


@pytest.mark.rule("DON-FUN-18", "DON-SCENE-01")
def test_the_caves_are_dark_and_may_be_cramped_but_not_on_the_way_home() -> None:
    for face, homeward, off in ((1, False, 2), (2, False, 0), (0, True, 0)):
        s = table(1, chapter=2)
        s.homeward = homeward
        run(scenes.begin, s, Encounter("x", "a hole", "quiet"), planned=False, dice=[face] if face else [])
        assert s.scene is not None
        assert (s.scene.cramped, s.scene.dark) == (off, True)


@pytest.mark.rule("DON-XP-01", "DON-XP-04", "DON-LAW-06", "DON-CHAP-02")
def test_the_end_of_a_scene_pays_the_goal_and_pays_off_a_scene() -> None:
    s = table(1)
    now = scene(s, "obstacle")
    now.beaten = 6
    b = s.pc(0)
    b.bonus = [Bonus(2, "athletics", "x", scene=s.scene_no)]
    lead = s.lead
    run(scenes.end, s)
    assert b.xp == 1 + 6  # Donjon Level and the difficulty beaten
    assert b.bonus == []
    assert (s.scenes_done, s.scene, s.phase, s.lead) == ([1, 0, 0], None, "road", lead + 1)
    for change in ("awarded", "unbeaten", "printed", "town", "foes"):
        s = table(1, chapter=0 if change == "town" else 1)
        now = scene(s, "obstacle")
        now.beaten = -1 if change == "unbeaten" else 0
        now.awarded = change == "awarded"
        now.goal = 4 if change == "printed" else -1
        now.foes = ["x"] if change == "foes" else []
        run(scenes.end, s)
        assert s.pc(0).xp == 0, change
        assert s.phase == ("town" if change == "town" else "road")
    s = table(1)
    scene(s, "obstacle").beaten = 0
    run(scenes.end, s)
    assert s.pc(0).xp == 1  # Easy is 0 dice, and beaten
    s = table(1)
    scene(s, "quiet", "rest")
    run(scenes.end, s)
    assert s.scenes_done == [0, 0, 0]  # a night's rest is no scene of the chapter
    s = table(1)
    s.homeward = True
    scene(s, "obstacle")
    run(scenes.end, s)
    assert (s.scenes_done, s.phase) == ([0, 0, 0], "road")


@pytest.mark.rule("DON-XP-01", "DON-LAW-06", "DON-CHAP-02")
def test_who_is_still_there_when_a_scene_ends() -> None:
    s = table(2)
    now = scene(s)
    beaten, standing, friend = (creature(s, "red_wolf", name) for name in ("beaten", "standing", "friend"))
    hireling, boss, orc, guest = (creature(s, "human_fighter", name) for name in ("hireling", "boss", "orc", "guest"))
    orc.kind = "orc_hermit"
    hireling.tags, hireling.side, hireling.status = [HIRED], 0, "out"
    beaten.status, boss.status, orc.status, guest.status = "dead", "out", "gone", "out"
    boss.leader, boss.side, friend.side, guest.side = "self", 0, 0, 0
    now.foes, now.friends = [beaten.id, standing.id, friend.id], [guest.id]
    s.pc(1).status = "out"
    run(scenes.end, s)
    assert {b.name for b in s.beings.values()} == {"Roland", "Azar", "friend", "hireling", "boss", "orc", "guest"}
    s = table(1)
    scene(s)
    hireling = creature(s, "human_fighter")
    hireling.tags, hireling.status = [HIRED], "dead"
    run(scenes.end, s)
    assert hireling.id not in s.beings
    s = table(1)
    scene(s)
    hireling = creature(s, "human_fighter")
    hireling.tags, hireling.status = [HIRED], "out"
    s.pc(0).status = "out"
    run(scenes.end, s)
    assert hireling.id not in s.beings  # nobody is left to carry him


@pytest.mark.rule("DON-RETURN-03", "DON-CHAP-02", "DON-XP-01")
def test_four_falls_and_somebody_else_is_sent() -> None:
    for falls, homeward, lost in ((3, False, []), (4, False, [False]), (4, True, [])):
        s = table(1)
        s.homeward = homeward
        scene(s)
        s.scores["falls"] = falls
        run(scenes.end, s)
        assert s.won == lost
        assert s.scores["falls"] == (0 if lost else falls)
        assert s.phase == ("between" if lost else "road")


@pytest.mark.rule("DON-XP-05", "DON-AGM-13")
@pytest.mark.parametrize(
    ("seats", "cheers", "points"), [(2, 1, 1), (3, 1, 2), (3, 2, 3), (4, 1, 1), (4, 2, 2), (4, 3, 3), (5, 2, 2)]
)
def test_the_more_laugh_the_more_it_pays(seats: int, cheers: int, points: int) -> None:
    s = table(seats)
    now = scene(s)
    now.said = [0]
    answers: list[object] = [(n, "cheer:0" if n <= cheers else "none") for n in range(1, seats)]
    run(scenes.applause, s, answers=answers)
    assert [b.xp for b in s.pcs()] == [points] + [0] * (seats - 1)


@pytest.mark.rule("DON-XP-05", "DON-AGM-13")
def test_nobody_is_asked_where_nothing_was_said_and_none_cheers_himself() -> None:
    s = table(3)
    now = scene(s)
    assert run(scenes.applause, s).asks == []
    now.said = [0, 1]
    ran = run(scenes.applause, s, answers=[(0, "cheer:1"), (1, "none"), (2, "none")])
    (ask,) = ran.asks
    assert ask.per_seat is not None
    assert {seat: list(options) for seat, options in ask.per_seat.items()} == {
        0: ["none", "cheer:1"],
        1: ["none", "cheer:0"],
        2: ["none", "cheer:0", "cheer:1"],
    }
    assert [b.xp for b in s.pcs()] == [0, 2, 0]
    s = table(3, applause=False)
    scene(s).said = [0]
    assert run(scenes.applause, s).asks == []


@pytest.mark.rule("DON-XP-05", "DON-AGM-13")
def test_alone_a_long_callback_pays_once() -> None:
    long = "the old bridge over the dry gorge groans again"
    cases = [
        (long, ("bridge",), ("bridge",), 0, 1),
        (long, ("bridge",), ("river",), 0, 0),  # nothing to call back to
        ("the bridge groans", ("bridge",), ("bridge",), 0, 0),  # too short
        (long, ("old",), ("old",), 0, 0),  # too short a word
        (long, ("bridge",), ("bridge",), -1, 0),  # what the Game Master said is no callback
    ]
    for text, mine, old, seat, xp in cases:
        s = table(1)
        scene(s)
        now = scene(s)
        now.said = [0]
        s.facts = [fact(1, seat, 1, "There is a bridge", *old), fact(2, 0, 2, text, *mine)]
        run(scenes.applause, s)
        assert s.pc(0).xp == xp, text
        run(scenes.applause, s)
        assert s.pc(0).xp == xp  # once a scene
    s = table(1)
    scene(s)
    now = scene(s)
    s.facts = [fact(1, 0, 1, "There is a bridge", "bridge"), fact(2, 0, 2, long, "bridge")]
    run(scenes.applause, s)
    assert s.pc(0).xp == 0  # nothing was said


@pytest.mark.rule("DON-DEATH-06", "DON-DEATH-07")
@pytest.mark.parametrize(
    ("seriousness", "late", "ways"),
    [
        ("Monty Python and the Geeks", True, [("capture", 3), ("rescue", 7)]),
        ("Slapstick", True, [("capture", 4), ("rescue", 6)]),
        ("Tongue-in-Cheek", True, [("death", 1), ("capture", 4), ("rescue", 5)]),
        ("Tongue-in-Cheek", False, [("capture", 4), ("rescue", 5)]),
        ("Black Humor", True, [("death", 3), ("capture", 4), ("rescue", 3)]),
        ("Black Humor", False, [("capture", 4), ("rescue", 3)]),
        ("Serious", False, [("death", 4), ("capture", 4), ("rescue", 2)]),
        ("Rust-and-Blood", False, [("death", 8), ("capture", 2)]),
    ],
)
def test_what_becomes_of_the_beaten_follows_the_dial(seriousness: str, late: bool, ways: list[tuple[str, int]]) -> None:
    for face, (way, _) in enumerate(ways, start=1):
        s = table(2, seriousness=seriousness)
        s.scene_no = 4 if late else 3
        now = scene(s)
        now.bodies, now.caches = ["x"], [3]
        for b in s.pcs():
            b.status, b.wounds, b.wounds_full, b.now, b.full = "out", 0, 9, [2] * 6, [2] * 6
        kept, worn, lost = Item("k", "kept", permanent=True), Item("w", "worn"), Item("l", "lost")
        s.pc(0).items, s.pc(0).worn = [kept, worn, lost], ["w"]
        dice = Weighed([face])
        run(scenes.scene_step, s, dice=dice)
        assert dice.weighings == [[weight for _, weight in ways]]
        if way == "death":
            assert (s.phase, s.ended, s.won, s.tally.deaths, len(s.graves)) == ("over", "slain", [False], 2, 2)
            assert [b.status for b in s.beings.values()] == ["dead", "dead"]
            continue
        assert (s.phase, s.ended, s.won, s.tally.deaths, s.scores["falls"]) == ("road", "", [], 0, 1)
        assert [b.status for b in s.pcs()] == ["up", "up"]
        assert [b.wounds for b in s.pcs()] == ([3, 3] if way == "capture" else [6, 6])
        assert [i.name for i in s.pc(0).items] == (["kept", "worn"] if way == "capture" else ["kept", "worn", "lost"])
        assert (now.over, now.bodies, now.caches, s.scene, s.fight) == (True, [], [], None, None)
        assert (len(s.turning), s.scenes_done[0]) == (1, 1)


@pytest.mark.rule("DON-DEATH-06")
def test_who_falls_at_the_climax_has_two_scenes_to_go_again() -> None:
    for done, left in ((5, 4), (1, 1)):
        s = table(1, chapter=3, seriousness="Slapstick")
        now = scene(s, "mushroom_king")
        s.scenes_done[2] = done
        s.pc(0).status = "out"
        run(scenes.fate, s, dice=[1])
        assert now.data["failed"] == "1"
        assert s.scenes_done[2] == left  # two back, and this scene counts
    s = table(1)
    now = scene(s)
    s.scenes_done[0] = 5
    s.pc(0).status = "out"
    run(scenes.fate, s, dice=[1])
    assert "failed" not in now.data
    assert s.scenes_done[0] == 6

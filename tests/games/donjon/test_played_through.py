"""Rules played through: what is thrown, offered and left in the state at every turn of a scene."""

from __future__ import annotations

import pytest

from undercroft.games.donjon import content
from undercroft.games.donjon.adventure import Encounter
from undercroft.games.donjon.being import HIRED, Being, Bonus, Boon, Item, Penalty
from undercroft.games.donjon.rules.fungus import crimson_forest, emerald, fungus_caves, grakvar, spores_below
from undercroft.games.donjon.rules.running import common_scenes, scenes
from undercroft.games.donjon.state import Donjon, Fact, Scene

from .kit import Weighed, creature, run, scene, table
from .test_edges import rolled
from .test_fungus import play, step
from .test_harm_through import asked


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
        run(scenes.scene_step, s, answers=["write it for me"], dice=dice)
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
        run(scenes.fate, s, answers=["write it for me"], dice=[1])
        assert now.data["failed"] == "1"
        assert s.scenes_done[2] == left  # two back, and this scene counts
    s = table(1)
    now = scene(s)
    s.scenes_done[0] = 5
    s.pc(0).status = "out"
    run(scenes.fate, s, answers=["write it for me"], dice=[1])
    assert "failed" not in now.data
    assert s.scenes_done[0] == 6


# The sample adventure.


def level(b: Being) -> Being:
    """Everything 3, nothing in hand."""
    b.full, b.now, b.wounds, b.wounds_full, b.save_body, b.save_mind = [3] * 6, [3] * 6, 5, 5, 1, 1
    b.items, b.worn, b.wielding, b.bonus = [], [], "", []
    return b


def begun(key: str, seats: int = 1) -> tuple[Donjon, Scene]:
    """A written scene, before its first step, with plain people in it."""
    s, now = play(key, seats)
    for b in s.pcs():
        level(b)
    return s, now


@pytest.mark.rule("DON-FUN-11")
def test_the_hollow_tree_from_foot_to_nest() -> None:
    s, now = begun("1a")
    ran = step(s, ["look", "write it for me"], [[1] * 3, [20, 1, 1, 1]])
    assert (asked(ran)[0], now.stage, now.rounds) == (["outside", "look", "leave"], "foot", 1)
    level(s.pc(0))
    ran = step(s, ["inside", "write it for me"], [[1] * 3, [20] * 4, [1] * 7, [20] * 3])
    assert (asked(ran)[0], rolled(ran)) == (["inside", "outside", "look", "leave"], ["3d20", "4d20", "7d20", "3d20"])  # a fall
    assert now.stage == "foot"
    level(s.pc(0))
    step(s, ["outside", "facts:0"], [[20] * 3, [1] * 7])
    assert (now.stage, now.data["climber"]) == ("air", "pc0")
    step(s)
    assert s.fight is not None
    assert (s.fight.by_party, [s.beings[i].kind for i in now.foes]) == (False, ["giant_bird"])
    s.fight, s.phase = None, "scene"
    s.beings[now.foes[0]].status = "fled"
    step(s)
    assert (now.stage, now.over) == ("top", False)
    step(s)
    assert (now.stage, now.goal, now.awarded, now.caches, s.pc(0).xp, s.way_known) == ("down", 7, True, [4], 7, True)
    for who, foe in (("out", "out"), ("up", "up")):
        s, now = begun("1a", 2)
        bird = creature(s, "giant_bird")
        now.stage, now.foes, now.data["climber"] = "after", [bird.id], "pc0"
        s.pc(0).status, bird.status = who, foe
        step(s)
        assert s.scene is None  # nobody gets to the top
        assert not s.way_known
    s, now = begun("1a")
    step(s, ["leave"])
    assert s.scene is None
    s, now = begun("1a")
    now.stage, now.rounds = "foot", 5
    step(s, ["look"])
    assert s.scene is None


@pytest.mark.rule("DON-FUN-12")
def test_the_surrounded_man_is_saved_or_left() -> None:
    for way, xp in (("slip", 0), ("talk", 4)):
        s, now = begun("1b")
        step(s)
        man = s.beings[now.friends[0]]
        for i in now.foes:
            level(s.beings[i]).abilities = []
            s.beings[i].tags = ["talks"]
        answers = ["slip", "facts:0"] if way == "slip" else ["talk", "charm", "facts:0"]
        run(crimson_forest.surrounded, s, now, answers=answers, dice=[[20] * 3, [1] * 3])
        assert (now.over, now.awarded, now.friends, man.status) == (True, True, [], "dead" if way == "slip" else "up")
        assert s.pc(0).xp >= xp
        if way == "slip":
            assert s.pc(0).xp == 0
    s, now = begun("1b")
    step(s)
    for i in now.foes:
        s.beings[i].status = "out"
    run(crimson_forest.surrounded, s, now)
    assert (s.pc(0).xp, now.over, now.awarded, now.friends) == (4, True, True, [])


@pytest.mark.rule("DON-FUN-13")
def test_the_rope_parts_by_itself_in_the_end() -> None:
    s, now = begun("1c", 2)
    now.stage, now.data["victim"] = "hang", "pc1"
    for n in range(3):
        ran = step(s, ["self"], [[1] * 3, [20] * 7])
        assert (asked(ran)[0][:2], now.rounds, now.over) == (["self", "prepare"], n + 1, False)
    ran = step(s, ["self"], [[1] * 3, [20] * 7, [1] * 6, [20] * 3])
    assert (asked(ran)[0], rolled(ran)) == (["self", "friend:pc0"], ["3d20", "7d20", "6d20", "3d20"])
    assert (s.scene, s.pc(0).xp) == (None, 0)
    s, now = begun("1c", 2)
    now.stage, now.data["victim"] = "hang", "pc1"
    ran = step(s, ["self", "plain+2"], [[20, 19, 1], [9] * 7, [1] * 6, [20] * 5])
    assert (rolled(ran)[3], [b.xp for b in s.pcs()]) == ("5d20", [7, 7])
    s, now = begun("1c", 2)
    now.stage, now.data["victim"] = "hang", "pc1"
    step(s, ["prepare", "climb the tree beside it", "facts:0", "keep"], [[20] * 3, [1] * 4])
    assert (now.rounds, now.over) == (1, False)
    s, now = begun("1c", 1)
    step(s)
    step(s, ["facts:0"], [[20] * 3, [1] * 4])
    assert (s.scene, s.pc(0).xp) == (None, 4)
    assert run(crimson_forest.cut_down, s, level(s.pc(0)), 0, dice=[[20] * 6, [1] * 3]).result == 6


@pytest.mark.rule("DON-FUN-14", "DON-MRW-04", "DON-PERC-03")
def test_what_lies_in_wait_deals_its_dice_out() -> None:
    s, now = begun("1d", 2)
    s.pc(1).now[2] = 5
    s.pc(1).full[2] = 5
    ran = step(s, dice=[1, [20, 19, 18, 1, 1, 1], [9] * 5])
    wolves = [s.beings[i] for i in now.foes]
    assert rolled(ran) == ["6d20", "5d20"]  # the sharpest eyes of the party
    assert s.fight is not None
    assert (s.fight.ambush, s.fight.by_party, sum(len(w.bonus) for w in wolves)) == (True, False, 3)
    assert max(len(w.bonus) for w in wolves) - min(len(w.bonus) for w in wolves) <= 1
    assert {(x.dice, x.about, x.only, x.scene) for w in wolves for x in w.bonus} == {(1, "initiative", True, s.scene_no)}
    s, now = begun("1d", 1)
    step(s, ["facts:0"], [1, [1] * 6, [20] * 3])
    assert (next(s.beings[i].bonus for i in now.foes), [x.dice for x in s.pc(0).bonus]) == ([], [3])
    s.fight, s.phase = None, "scene"
    step(s)
    assert s.scene is None


@pytest.mark.rule("DON-FUN-15")
def test_rivals_never_noticed_get_ahead() -> None:
    s, now = begun("1e", 1)
    step(s)
    thief = next(s.beings[i] for i in now.foes if s.beings[i].kind == "human_thief")
    thief.abilities, thief.now[3], thief.items = [], 4, []
    step(s, ["write it for me"], [[1] * 3, [20, *[1] * 3]])
    assert now.stage == "notice"
    step(s)
    assert (s.secret.rivals_ahead, s.scene, now.foes) == (True, None, [])


@pytest.mark.rule("DON-FUN-16", "DON-FUN-17")
def test_in_the_nylo() -> None:
    s, now = begun("1f", 2)
    assert asked(step(s, ["all"])) == [["one", "all"]]
    step(s, ["facts:0", "keep", "plain", "facts:0", "keep"], [[20] * 3, [1], [20] * 3, [1] * 4])
    s.pc(0).bonus = []
    step(s, ["write it for me"], [[1] * 3, [20]])
    assert now.data["wet"].split() == ["pc1"]
    step(s)
    step(s, dice=[1, 3])
    assert (now.stage, now.data["turn"]) == ("swim", "0")
    level(s.pc(1))
    step(s, ["write it for me"], [[1] * 3, [20, *[1] * 6]])
    assert (now.data["turn"], "dry" in now.data) == ("1", False)
    step(s)
    assert s.fight is not None
    assert not s.fight.by_party  # one is in the water still, and so are they
    s, now = begun("1f", 2)
    now.stage, now.data = "swim", {"how": "one", "turn": "0", "wet": " pc1 gone"}
    snake = creature(s, "snake")
    now.foes = [snake.id]
    step(s, ["facts:0", "keep"], [[20] * 3, [1] * 7])
    assert now.data["dry"].split() == ["pc1"]
    step(s)
    assert (now.stage, now.foes, s.fight) == ("far", [], None)
    step(s)
    assert ([b.xp for b in s.pcs()], s.way_known, s.scene) == ([4, 4], True, None)
    s, now = begun("1f", 1)
    assert step(s).asks == []  # alone there is no all together
    assert now.data["how"] == "one"


@pytest.mark.rule("DON-FUN-19")
def test_a_torch_is_asked_for_until_one_burns() -> None:
    s = table(3, chapter=2)
    for b in s.pcs():
        level(b).abilities = []
        b.provisions = 2
    s.torch = ""
    ran = run(fungus_caves.need_light, s, answers=["no", "yes", 0], dice=[[20] * 3, [1] * 3])
    assert (rolled(ran), s.torch, len(ran.asks)) == (["3d20", "3d20"], "pc1", 3)
    s.torch, s.pc(0).provisions = "", 0
    s.beings["pc1"].items = []
    ran = run(fungus_caves.need_light, s, answers=["yes", 0, "no"], dice=[[1] * 3, [20] * 3])
    assert (s.torch, ran.events[-1].rule) == ("", "DON-FUN-19")
    ran = run(fungus_caves.need_light, s, answers=["no"])
    assert len(ran.asks) == 1  # who has looked already is not asked again


@pytest.mark.rule("DON-FUN-21")
def test_dust_and_daolites() -> None:
    for face, comes in ((1, True), (2, False)):
        s, now = begun("2a")
        now.stage = "dust"
        dice = Weighed([face, *([1] if comes else [])])
        run(scenes.scene_step, s, dice=dice)
        assert dice.weighings[0] == [1, 1]
        assert (s.fight is not None) is comes
        if s.fight is not None:
            assert not s.fight.by_party
            assert {s.beings[i].kind for i in now.foes} == {"daolites"}
        else:
            assert s.scene is None
    s, now = begun("2a")
    now.stage = "after"
    step(s)
    assert s.scene is None


@pytest.mark.rule("DON-FUN-22")
def test_a_drink_heals_or_hurts() -> None:
    s, now = begun("2b", 1)
    b = s.pc(0)
    b.now[3], b.wounds = 2, 3
    now.stage, now.data["turn"] = "set", "0"
    ran = step(s, ["drink"], [[20, 19, 1, 1], [9] * 8])
    assert (rolled(ran), b.now[3], b.wounds, now.beaten) == (["4d20", "8d20"], 3, 4, 0)
    assert run(fungus_caves.drink_spores, s, b, dice=[[1] * 4, [20, 19, *[1] * 6]]).result == -2
    assert b.wounds == 2
    step(s)
    assert s.scene is None


@pytest.mark.rule("DON-FUN-23", "DON-MOH-02")
def test_grakvar_in_all_his_moods() -> None:
    def met() -> tuple[Donjon, Scene, Being]:
        s, now = begun("2c")
        step(s)
        orc = s.beings[now.foes[0]]
        assert (s.secret.grakvar, now.stage) == ("trailing", "notice")
        level(orc).abilities = []
        orc.save_mind = 0
        now.stage = "talk"
        return s, now, orc

    s, now, orc = met()
    now.stage = "notice"
    step(s, ["write it for me"], [[1] * 3, [20] * 3])
    assert (s.secret.grakvar, now.stage) == ("trailing", "notice")
    step(s)
    assert (s.scene, orc.id in s.beings) == (None, False)
    s, now, orc = met()
    now.stage = "notice"
    step(s, ["facts:0"], [[20] * 3, [1] * 3])
    assert (s.secret.grakvar, now.stage) == ("noticed", "talk")
    s, now, orc = met()
    step(s, ["sense", "facts:0"], [[20] * 3, [1] * 4])
    assert (now.data["insight"], now.rounds) == ("1", 1)
    assert [(x.dice, x.about, x.only, x.against) for x in s.pc(0).bonus if x.only] == [(2, "social", True, orc.id)]
    level(s.pc(0))
    step(s, ["fight"])
    assert s.fight is not None
    assert (s.secret.grakvar, s.fight.by_party) == ("fought", True)
    s.fight, s.phase, orc.status = None, "scene", "out"
    step(s)
    assert (s.secret.grakvar, s.pc(0).xp) == ("beaten", 4)
    for key, manner, story, xp in (
        ("talk", "charm", "befriended", 7),
        ("talk", "threat", "driven off", 1),
        ("scare", "charm", "driven off", 1),
    ):
        s, now, orc = met()
        dice = Weighed([[20] * 3, [1] * 3, *([1] if xp == 7 else [])])
        run(scenes.scene_step, s, answers=[key, manner, "facts:0"], dice=dice)
        assert (s.secret.grakvar, s.pc(0).xp) == (story, xp)
        assert (s.clues, dice.weighings) == ((1, [[1, 1]]) if xp == 7 else (0, []))
        if xp == 7:
            assert (orc.side, orc.role, orc.hint, "friend:Grakvar" in s.library) == (0, "brute", "", True)
    s, now, orc = met()
    for n in range(3):
        level(s.pc(0))
        step(s, ["talk", "charm", "write it for me"], [[1] * 3, [20] * 3])
        assert (s.fight is not None) is (n == 2)  # his patience is three talks long
    s, now, orc = met()
    now.rounds = 3
    step(s, ["sense", "charm", "facts:0"], [[20] * 3, [1] * 3, 2])
    assert (s.secret.grakvar, orc.side) == ("befriended", 1)  # too late to read him: they talk; he stays behind


@pytest.mark.rule("DON-FUN-41")
def test_when_grakvar_waits_above() -> None:
    s = table(2, chapter=2)
    for story, waits in (("unmet", True), ("trailing", True), ("befriended", False), ("beaten", False)):
        s.secret.grakvar = story
        assert grakvar.grakvar_waits(s) is waits
    s.secret.grakvar = "driven off"
    assert not grakvar.grakvar_waits(s)
    orc = creature(s, "orc_hermit")
    for b in s.pcs():
        b.wounds_full, b.wounds = 4, 2
    assert grakvar.grakvar_waits(s)
    s.pc(0).wounds = 3
    assert not grakvar.grakvar_waits(s)
    s.pc(0).wounds = 2
    orc.side = 0
    assert not grakvar.grakvar_waits(s)
    orc.side, orc.status = 1, "dead"
    assert not grakvar.grakvar_waits(s)
    orc.status = "gone"
    assert grakvar.on_the_way_home(s) is not None
    s.chapter = 1
    assert grakvar.on_the_way_home(s) is None
    for status, story in (("fled", "escaped on the way home"), ("out", "beaten on the way home")):
        now = scene(s, "grakvar_returns")
        now.stage = "open"
        orc.side, orc.status = 0, "gone"
        run(grakvar.grakvar_returns, s, now)
        assert s.fight is not None
        assert (orc.side, orc.status, now.foes, s.fight.by_party) == (1, "up", [orc.id], False)
        orc.status = status
        run(grakvar.grakvar_returns, s, now)
        assert (s.secret.grakvar, now.over) == (story, True)


@pytest.mark.rule("DON-FUN-25")
def test_over_and_into_the_chasm() -> None:
    s, now = begun("2e", 2)
    step(s)
    step(s, ["jump", "facts:0", "keep"], [[20] * 3, [1] * 7])
    level(s.pc(0))
    step(s, ["jump", "facts:0", "keep"], [[20] * 3, [1] * 7])
    step(s)
    step(s)
    assert ([b.xp for b in s.pcs()], s.scene) == ([7, 7], None)
    for way, back in (("well", False), ("king", True), ("outside", False)):
        s, now = begun("2e", 2)
        now.stage, now.data = "water", {"turn": "0", "fallen": " pc0 gone"}
        step(s, ["facts:0", "keep"], [[20] * 3, [1] * 4])
        assert now.data["turn"] == "1"
        s.pc(0).bonus = []
        s.scenes_done[1] = 9 if way == "king" else 0
        for b in s.pcs():
            b.wounds = 1 if way == "outside" else 5
        step(s)
        assert (s.secret.back_way, s.way_known) == (back, back)
        if way == "king":
            assert s.owed_cut == s.adventure.chapters[1].quota if s.adventure else 0
        assert (now.stage, now.data["turn"]) == ("well", "0") if way == "well" else s.scene is None
        if way == "well":
            step(s, ["no"])
            step(s, ["no"])
            step(s)
            assert s.scene is None
    s, now = begun("2e", 1)
    step(s)
    for n in range(2):
        ran = step(s, ["prepare", "climb down a little", "facts:0"], [[20] * 3, [1] * 4])
        assert (asked(ran)[0], now.rounds, now.data["turn"]) == (["jump", "prepare"], n + 1, "0")
        s.pc(0).bonus = []
    ran = step(s, ["jump", "write it for me"], [[1] * 3, [20, *[1] * 6]])
    assert (asked(ran)[0], now.data["fallen"].split(), now.rounds) == (["jump"], ["pc0"], 0)


@pytest.mark.rule("DON-FUN-25")
@pytest.mark.parametrize(
    ("wounds", "done", "cut", "way"),
    [(3, 0, 0, "well"), (2, 0, 0, "outside"), (9, 3, 0, "well"), (9, 4, 0, "king"), (9, 3, 1, "king")],
)
def test_where_the_water_leads(wounds: int, done: int, cut: int, way: str) -> None:
    s = table(1, chapter=2)
    s.pc(0).wounds, s.pc(0).wounds_full = wounds, 9
    s.scenes_done[1], s.owed_cut = done, cut
    assert s.here is not None
    assert s.here.quota == 5
    assert run(fungus_caves.chasm_exit, s).result == way


@pytest.mark.rule("DON-FUN-26")
def test_the_tunnel_left_stuck_or_crawled() -> None:
    s, now = begun("2f")
    assert asked(step(s, ["leave"])) == [["crawl", "leave"]]
    assert (s.scene, s.pc(0).xp) == (None, 0)
    s, now = begun("2f")
    step(s, ["crawl", "write it for me"], [[1] * 3, [20]])
    assert (s.scene, s.pc(0).xp) == (None, 0)
    for face, caches, stage in ((1, None, ""), (2, [3], "found"), (3, [], "meet")):
        s, now = begun("2f")
        dice = Weighed([[20] * 3, [1], face, *([1] if face == 3 else [])])
        run(scenes.scene_step, s, answers=["crawl", "facts:0"], dice=dice)
        assert (dice.weighings[0], s.pc(0).xp) == ([2, 2, 1], 1)
        if caches is None:
            assert s.scene is None
        else:
            assert (now.stage, now.caches, bool(now.foes)) == (stage, caches, face == 3)


@pytest.mark.rule("DON-FUN-27")
def test_the_pit_left_entered_or_fallen_through() -> None:
    s, now = begun("2g", 1)
    for n in range(2):
        ran = step(s, ["look", "write it for me"], [[1] * 3, [20, *[1] * 3]])
        assert (asked(ran)[0], now.rounds) == (["down", "look", "leave"], n + 1)
        level(s.pc(0))
    ran = step(s, ["leave"])
    assert (asked(ran)[0], s.scene, s.owed_cut) == (["down", "leave"], None, 0)
    s, now = begun("2g", 1)
    now.data["trapdoor"] = "1"
    ran = step(s, ["through"])
    assert (asked(ran)[0], s.scene) == (["down", "look", "leave", "through"], None)
    assert s.adventure is not None
    assert s.owed_cut == s.adventure.chapters[1].quota
    s, now = begun("2g", 2)
    step(s, ["down"])
    assert s.fight is not None
    assert (s.fight.by_party, len(now.foes), now.stage) == (True, 4, "after")
    s.fight, s.phase, now.bodies = None, "scene", []
    step(s)
    assert (s.scene, s.owed_cut) == (None, 0)  # the snakes are still there
    s, now = begun("2g", 2)
    now.stage, now.data["trapdoor"] = "gold", "1"
    step(s)
    assert s.owed_cut > 0


@pytest.mark.rule("DON-FUN-31")
def test_sentries_raise_the_alarm() -> None:
    s, now = begun("3a", 3)
    step(s, dice=[1])
    assert s.fight is not None
    assert (s.fight.by_party, len(now.foes)) == (True, 2)
    for i in now.foes:
        s.beings[i].status = "fled"
    s.fight, s.phase = None, "scene"
    s.secret.deck = ["3c"]
    step(s)
    assert (s.secret.escapees, s.secret.alerted, s.secret.deck, s.scene) == (2, True, ["3b", "3c"], None)
    s, now = begun("3a", 3)
    now.stage, s.secret.deck = "after", ["3b"]
    step(s)
    assert (s.secret.escapees, s.secret.alerted, s.secret.deck) == (0, False, ["3b"])


@pytest.mark.rule("DON-FUN-32")
def test_the_current_tires_after_seven_waves() -> None:
    for rounds, again in ((5, True), (6, False)):
        s, now = begun("3b", 1)
        now.stage, now.rounds, now.data = "set", rounds, {"turn": "1", "down": "1"}
        step(s)
        assert (s.scene is not None) is again
        assert s.pc(0).xp == (0 if again else 4)
        if again:
            assert (now.rounds, now.data) == (6, {"turn": "0", "down": "0"})


@pytest.mark.rule("DON-FUN-33")
def test_the_goblin_runs_either_way() -> None:
    for won in (True, False):
        s, now = begun("3c", 1)
        step(s)
        goblin = s.beings[now.foes[0]]
        dice = [[20] * 3, [1] * 5] if won else [[1] * 3, [20, *[1] * 4]]
        run(scenes.scene_step, s, answers=["free", "facts:0" if won else "write it for me"], dice=dice)
        assert (s.clues, s.scene, now.foes, goblin.status) == (int(won), None, [], "gone")


@pytest.mark.rule("DON-FUN-34", "DON-FUN-35", "DON-FUN-36", "DON-FUN-08")
def test_the_kings_guard_is_counted() -> None:
    for seats, escapees, race, gobs in (
        (4, 0, False, 2),
        (5, 1, False, 4),
        (3, 0, False, 2),
        (1, 0, False, 1),
        (4, 3, True, 2),
        (2, 0, True, 0),
    ):
        s = table(seats, chapter=3, race=race)
        s.secret.escapees, s.secret.rivals_ahead, s.secret.recurring = escapees, True, race
        now = scene(s, "mushroom_king", "climax")
        now.stage = "open"
        run(spores_below.mushroom_king, s, now)
        king, *guard = [s.beings[i] for i in now.foes]
        assert [b.kind for b in guard] == ["sporegobs"] * gobs + ["spraycaps"] * 2
        assert (king.leader, king.as_pc, {g.leader for g in guard}) == ("self", race, {king.id})
        assert "emerald" in king.items[-1].tags
        run(spores_below.mushroom_king, s, now)
        assert s.fight is not None
        assert (s.fight.slope, s.fight.by_party) == (king.id, False)


@pytest.mark.rule("DON-FUN-07")
def test_the_mayors_thanks() -> None:
    s = table(2, chapter=0)
    for b in s.pcs():
        level(b)
    item = content.goods().item("emerald", "e")
    s.pc(1).items = [item]
    ran = run(emerald.homecoming, s, answers=[(1, "give")])
    assert ran.asks[0].seats == (1,)
    assert [[i.name for i in b.items] for b in s.pcs()] == [[content.goods().shown("potion_of_toughness").name]] * 2
    for n in range(2):
        ran = run(emerald.homecoming, s, answers=["club"])
        rows = content.goods()
        assert all(rows.shown(k).dr <= 3 for k in ran.asks[0].keys)
        assert any(rows.shown(k).dr == 3 for k in ran.asks[0].keys)
        assert len(s.pc(n).items) == 2
    assert s.respect == 0
    run(emerald.homecoming, s)
    assert (s.respect, s.won, s.phase) == (1, [True], "between")
    s = table(2, chapter=0)
    s.pc(1).items = [item]
    run(emerald.homecoming, s, answers=[(1, "keep")])
    assert (s.hostile, s.emerald_kept, s.won, [i.name for i in s.pc(1).items]) == (True, True, [True], [item.name])


# Common scenes.


@pytest.mark.rule("DON-XP-04", "DON-TEST-01", "DON-UNC-01")
def test_an_obstacle_is_passed_studied_or_gone_round() -> None:
    s = table(1, adventure="temple")
    assert s.adventure is not None
    enc = next(e for c in s.adventure.chapters for e in c.encounters if e.scene == "obstacle")
    enc.kind, enc.difficulty, enc.attribute, enc.danger, enc.xp = "athletics", "hard", "vir", -1, -1
    now = scene(s, "obstacle", enc.id)
    b = level(s.pc(0))
    b.abilities = []
    n = s.donjon_level
    for r in range(2):
        ran = run(common_scenes.obstacle, s, now, answers=["look", "facts:0"], dice=[[20] * 3, [1] * (n + 6)])
        assert (asked(ran)[0], now.rounds) == (["try", "prepare", "look"], r + 1)
        b.bonus = []
    ran = run(common_scenes.obstacle, s, now, answers=["try", "write it for me"], dice=[[1] * 3, [20, *[1] * (n + 5)]])
    assert (asked(ran)[0], now.over) == (["try", "prepare", "look", "leave"], False)
    b.bonus = []
    run(common_scenes.obstacle, s, now, answers=["try", "facts:0"], dice=[[20] * 3, [1] * (n + 6)])
    assert (b.xp, now.awarded, now.over) == (n + 6, True, True)
    now.over, enc.xp, b.xp, b.bonus = False, 5, 0, []
    run(common_scenes.obstacle, s, now, answers=["try", "facts:0"], dice=[[20] * 3, [1] * (n + 6)])
    assert b.xp == 5
    now.over, b.xp = False, 0
    run(common_scenes.obstacle, s, now, answers=["leave"])
    assert (now.over, b.xp) == (True, 0)
    now.over, now.rounds, b.bonus = False, 5, []
    run(common_scenes.obstacle, s, now, answers=["try", "write it for me"], dice=[[1] * 3, [20, *[1] * (n + 5)]])
    assert not now.over
    run(common_scenes.obstacle, s, now, answers=["try"])
    assert now.over  # six tries are enough


@pytest.mark.rule("DON-PERC-01", "DON-HARM-01", "DON-XP-04")
def test_a_trap_is_seen_by_one_for_all_or_dodged_by_each() -> None:
    s = table(2, adventure="temple")
    assert s.adventure is not None
    enc = s.adventure.chapters[0].encounters[0]
    enc.kind, enc.difficulty, enc.attribute, enc.danger = "athletics", "hard", "", 3
    for b in s.pcs():
        level(b).abilities = []
    n = s.donjon_level
    now = scene(s, "trap", enc.id)
    now.stage, now.data["turn"] = "notice", "0"
    run(common_scenes.trap, s, now, answers=["facts:0", "keep"], dice=[[20] * 3, [1] * (n + 3)])
    assert (now.data["seen"], now.data["turn"]) == ("1", "2")
    run(common_scenes.trap, s, now)
    assert ([b.xp for b in s.pcs()], now.awarded, now.over) == ([n + 6] * 2, True, True)
    now = scene(s, "trap", enc.id)
    now.stage, now.data["turn"] = "notice", "2"
    run(common_scenes.trap, s, now)
    assert (now.stage, now.data["turn"], now.over) == ("avoid", "0", False)
    for b in s.pcs():
        level(b).xp = 0
    run(common_scenes.trap, s, now, answers=["facts:0", "keep"], dice=[[20] * 3, [1] * (n + 6)])
    assert "hurt" not in now.data
    level(s.pc(0))
    ran = run(common_scenes.trap, s, now, dice=[[1] * 3, [20, *[1] * (n + 5)], [20] * (n + 4), [1] * 3])
    assert (rolled(ran)[2], now.data["hurt"]) == (f"{n + 4}d20", "1")
    run(common_scenes.trap, s, now)
    assert ([b.xp for b in s.pcs()], now.over) == ([0, 0], True)


@pytest.mark.rule("DON-CONT-01", "DON-SCENE-01", "DON-PERC-01", "DON-CLIMAX-01")
def test_somebody_to_be_won_over() -> None:
    for won in (True, False):
        s = table(1)
        b = level(s.pc(0))
        b.abilities = []
        now = scene(s, "talk", "nobody", "An old ferryman")
        now.stage = "open"
        run(common_scenes.talking, s, now)
        npc = s.beings[now.foes[0]]
        level(npc).abilities = []
        npc.save_mind = 0
        assert (now.stage, npc.level) == ("talk", 1)
        ran = run(common_scenes.talking, s, now, answers=["look", "facts:0"], dice=[[20] * 3, [1] * 4])
        assert (asked(ran)[0], now.rounds, len(rolled(ran))) == (["talk", "look", "pass"], 1, 2)
        b.bonus, now.rounds = [], 3
        dice = [[20] * 3, [1] * 3] if won else [[1] * 3, [20] * 3]
        ran = run(common_scenes.talking, s, now, answers=["talk", "charm", "facts:0" if won else "write it for me"], dice=dice)
        assert asked(ran)[0] == ["talk", "pass"]
        assert (s.clues, b.xp, now.awarded, now.over, now.foes) == (int(won), 4 if won else 0, won, True, [])
    now.over = False
    now.foes = [npc.id]
    run(common_scenes.talking, s, now, answers=["pass"])
    assert now.over


@pytest.mark.rule("DON-GATH-06", "DON-HOLD-01")
def test_a_quiet_place_gives_each_of_three_a_turn() -> None:
    s = table(4)
    now = scene(s, "quiet")
    now.stage = "open"
    run(common_scenes.quiet, s, now)
    assert (now.stage, now.data["left"]) == ("set", "3")
    for b in s.pcs():
        level(b).abilities = []
        b.strain, b.spell_dice = 1, 2
    s.pc(3).status = "out"
    ran = run(common_scenes.quiet, s, now, answers=["rest"])
    assert (asked(ran)[0], now.over) == (["look", "declare", "rest", "on"], True)
    assert [(b.strain, b.spell_dice) for b in s.pcs()] == [(0, 0)] * 4
    s = table(1)
    now = scene(s, "quiet")
    now.stage, now.data["left"] = "set", "1"
    level(s.pc(0)).abilities = []
    run(common_scenes.quiet, s, now, answers=["look", "tracks", "facts:0"], dice=[[20] * 3, [1] * 7])
    assert (now.data["left"], now.over) == ("0", False)
    run(common_scenes.quiet, s, now)
    assert now.over
    now.over, now.data["left"] = False, "1"
    run(common_scenes.quiet, s, now, answers=["on"])
    assert now.over

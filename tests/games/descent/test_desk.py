"""A person in the gamesmaster's seat: the desk, the screen he sits behind, and what he leaves to the machine (DES-GM)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Ask, Match, Option, Table, run
from undercroft.engine.dice import Dice
from undercroft.games.descent import GAME
from undercroft.games.descent.bestiary import baddies
from undercroft.games.descent.maze import STEPS
from undercroft.games.descent.maze_file import packaged
from undercroft.games.descent.rules.basics.judging import KINDS, VOID, judged
from undercroft.games.descent.rules.basics.wares import counted, label, listed, some
from undercroft.games.descent.rules.battle import nerve
from undercroft.games.descent.rules.campaign import desk, whims
from undercroft.games.descent.rules.company import coming, sages_come
from undercroft.games.descent.rules.directions import chambers
from undercroft.games.descent.rules.ending import aftermath, ideas, peace
from undercroft.games.descent.rules.mapping.answers import chamber
from undercroft.games.descent.rules.orders import walk
from undercroft.games.descent.rules.personas.people import new_member, ready_weapon
from undercroft.games.descent.rules.sages import sages, wishes
from undercroft.games.descent.rules.surface import muster
from undercroft.games.descent.rules.treasure import finds, rolling
from undercroft.games.descent.secrets import mask
from undercroft.games.descent.state import Game, Sage, here

from .scene import fight, game, opening

GIL = 1


def behind(ran: Any) -> list[str]:
    """What the first player saw of a run."""
    return [seen.text for event in ran.events if (seen := event.seen_by(0)) is not None]


def offered(s: Game, ask: Ask) -> set[str]:
    table: Table[Game] = Table(s, Dice(1), game=GAME, gamesmaster=GIL)
    return set(desk.anytime(table, ask).get(GIL, {}))


WALK = Ask("choose", (0,), "Where to?", ["a"], rule="DES-MOVE-01")


# The desk.


@pytest.mark.rule("DES-GM-01")
def test_nothing_is_offered_that_would_come_to_nothing() -> None:
    s = GAME.setup(opening("Ada", gamesmaster="Gil"), Dice(1))
    above = offered(s, Ask("choose", (0,), "Who goes down?", ["a"], rule="DES-SETUP-05"))
    assert above == {
        "gm:say", "gm:voice", "gm:rule", "gm:stock", "gm:maze", "gm:invent", "gm:know", "gm:note", "gm:leave",
    }  # fmt: skip
    s = game("warrior")
    assert {"gm:karma", "gm:gift", "gm:hurt", "gm:send", "gm:sage", "gm:curse", "gm:move", "gm:kill"} <= offered(s, WALK)
    fight(s, "Orcs", 2)
    round_over = Ask("choose", (0,), "Stay or run?", ["a"], rule="DES-FLEE-06")
    assert "gm:off" in offered(s, round_over)
    assert not {"gm:send", "gm:sage"} & offered(s, round_over)


@pytest.fixture
def below() -> Match[Game]:
    """A party of the machine's below ground, and Gil behind the screen."""
    match = Match.start(GAME, opening("Ada", gamesmaster="Gil", maze="model"))
    dice, mind = Dice(1), GAME.bot("steady")
    while match.state.phase != "walk":
        assert match.ask is not None
        match.answer(mind(match.view(0, dice)), 0)
    return match


@pytest.mark.rule("DES-GM-01", "DES-GM-04")
@pytest.mark.parametrize("key", [key for key in desk.ACTS if key not in ("gm:off", "gm:know")])
def test_the_desks_own_questions_do_not_offer_the_desk_but_a_way_out(below: Match[Game], key: str) -> None:
    before, asked = msgspec.msgpack.encode(below.state), below.ask
    assert asked is not None
    below.answer(key, GIL)
    assert below.ask is not None
    assert below.ask.seats == (GIL,)
    assert list(below.ask.extras[GIL]) == ["never:mind"]
    below.answer("never:mind", GIL)
    assert (below.ask.prompt, below.ask.seats) == (asked.prompt, asked.seats)
    assert msgspec.msgpack.encode(below.state) == before


def test_an_action_from_the_desk_offers_no_other_and_settles_the_question_at_hand(below: Match[Game]) -> None:
    match = below
    match.answer("gm:send", GIL)
    assert match.ask is not None
    assert not [key for key in match.ask.keys_for(GIL) if key.startswith("gm:")]
    match.answer("Bears", GIL)  # how many: a question of the game's, in the middle of the desk's
    assert match.ask.kind == "number"
    assert not [key for key in match.ask.keys_for(GIL) if key.startswith("gm:")]
    match.answer(2, GIL)
    assert (match.ask.rule, match.ask.seats) == ("DES-PEACE-01", (0,))  # the order asked for before is not asked again
    assert "gm:say" in match.ask.keys_for(GIL)
    match.answer("gm:off", GIL)
    assert not match.ask.keys_for(0)
    match.answer("peace", GIL)
    assert (match.state.phase, match.ask.rule) == ("walk", "DES-MOVE-01")


@pytest.mark.rule("DES-GM-01", "DES-SAGE-01")
def test_puppets_and_rulings() -> None:
    s = game("warrior")
    ran = run(desk.act, s, GIL, "gm:sage", gamesmaster=GIL, answers=[(GIL, "gaming sage"), (GIL, "Fancy a game?")], dice=[3])
    assert ran.result == VOID
    assert s.sage is not None
    assert (s.phase, s.sage.trade) == ("sage", "gaming sage")
    ran = run(desk.act, s, GIL, "gm:voice", gamesmaster=GIL, answers=[(GIL, "sage"), (GIL, "no cheating")])
    assert ran.texts == ['The gaming sage: "No cheating."']
    fight(s, "Trolls", 2)
    ran = run(desk.act, s, GIL, "gm:voice", gamesmaster=GIL, answers=[(GIL, "foe:Trolls"), (GIL, "Ug!")])
    assert ran.texts == ['The Trolls: "Ug!"']
    ran = run(desk.act, s, GIL, "gm:rule", gamesmaster=GIL, answers=[(GIL, "ducks float")])
    assert (ran.events[0].kind, ran.texts) == ("ruling", ["Ducks float."])


@pytest.mark.rule("DES-GM-01")
@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (["gold", 12], "The party finds 12 gold."),
        (["gold bars", 1], "The party finds 1 gold bar."),
        (["jewels", "RUBIES", 4], "The party finds 4 rubies."),
        (["relic"], "The party finds a relic."),
        (["ware", "GLUE", 2], "The party finds 2 jars of glue."),
        (["magic", "TANGLE-WEED", 1], "The party finds a seed of tangle-weed."),
        (["own", "rubber duck"], "The party finds a rubber duck."),
    ],
)
def test_anything_may_be_put_in_the_chest(answers: list[Any], told: str) -> None:
    s = game("warrior")
    ran = run(desk.act, s, GIL, "gm:gift", gamesmaster=GIL, answers=[(GIL, answer) for answer in answers])
    assert ran.texts == [told]
    chest = s.chest
    assert chest.gold + chest.gold_bars + chest.relics + sum(chest.jewels.values()) + sum(chest.goods.values()) == (
        answers[-1] if isinstance(answers[-1], int) else 1
    )


@pytest.mark.rule("DES-GM-01", "DES-MAZE-26")
def test_a_chamber_ahead_is_stocked_with_baddies_and_treasure() -> None:
    s = game("warrior")
    rooms = desk.unseen_rooms(s)
    key = next(key for key in rooms if key.startswith("2:"))
    put = run(desk.act, s, GIL, "gm:stock", gamesmaster=GIL, answers=[(GIL, key), (GIL, "baddies"), (GIL, "Hoplites"), (GIL, 3)])
    assert behind(put) == []
    run(desk.act, s, GIL, "gm:stock", gamesmaster=GIL, answers=[(GIL, key), (GIL, "treasure"), (GIL, "gold"), (GIL, 9)])
    again = desk.unseen_rooms(s)[key]
    assert isinstance(again, Option)
    assert "3 Hoplites" in again.hint
    level = here(s)
    _, col, row = chamber(key)
    s.at = [2, col, row]
    ran = run(chambers.guardians, s, level, (col, row), level.feature(col, row), width=1)  # no dice for who, or how many
    assert s.battle is not None
    assert [foe.name for foe in s.battle.foes] == ["Hoplites"] * 3
    assert s.battle.treasure
    assert "They are still here" not in " ".join(ran.texts)
    assert key not in desk.unseen_rooms(s)
    found = run(aftermath.gather, s)
    assert "Here lies something: 9 gold." in found.texts
    assert s.chest.gold == 9


@pytest.mark.rule("DES-GM-01")
def test_hits_of_either_side_and_calling_it_off() -> None:
    s = game("warrior")
    b = fight(s, "Bears", 2)
    run(desk.act, s, GIL, "gm:hurt", gamesmaster=GIL, answers=[(GIL, "f1"), (GIL, 1)])
    assert [foe.hits for foe in b.foes] == [5, 1]
    ran = run(desk.act, s, GIL, "gm:off", gamesmaster=GIL, answers=[(GIL, "peace")])
    assert (ran.result, s.phase, s.battle) == (VOID, "walk", None)
    b = fight(s, "Bears", 2)
    run(desk.act, s, GIL, "gm:off", gamesmaster=GIL, answers=[(GIL, "run")])
    assert s.phase == "spoils"
    fight(s, "Bears", 2)
    run(desk.act, s, GIL, "gm:off", gamesmaster=GIL, answers=[(GIL, "gone")])
    assert (s.phase, s.battle) == ("walk", None)


@pytest.mark.rule("DES-GM-01", "DES-PRI-03")
def test_what_the_gamesmaster_changes_shows_in_the_order_asked_for() -> None:
    s = game("priest", "warrior")
    hurt: list[Any] = [(GIL, "gm:hurt"), (GIL, "m1"), (GIL, 1)]
    ran = run(walk.order, s, game=GAME, gamesmaster=GIL, answers=[*hurt, "line", "done"])
    before, after = (set(ask.keys) for ask in ran.asks if ask.rule == "DES-MOVE-01")
    assert {key.partition(":")[0] for key in after - before} == {"heal"}


@pytest.mark.rule("DES-GM-04")
def test_what_each_player_knows_is_for_the_gamesmaster_alone() -> None:
    s = game("warrior", "priest seat1", players=2)
    s.notebooks[1] = {"Trolls": {"AXE": [9, 7]}}
    s.discovered = ["GLUE"]
    s.whispers = ["Left, then left."]
    ran = run(desk.act, s, 2, "gm:know", gamesmaster=2)
    assert "P1's notebook: Trolls (axe hit on 9 missed on 7)." in ran.texts
    assert "A sage has told the leader: Left, then left." in ran.texts
    assert all(event.seen_by(0) is None and event.seen_by(None) is None for event in ran.events)


@pytest.mark.rule("DES-GM-04")
def test_the_gamesmaster_turns_to_any_level_and_reads_its_key(below: Match[Game]) -> None:
    masked, s = GAME.mask(below.state, 0), below.state
    assert GAME.dials(masked, 0) == ()  # the party has drawn one sheet
    s.levels = [s.levels[0], msgspec.structs.replace(s.levels[0], number=3)]
    (dial,) = GAME.dials(s, GIL)
    assert [key for key, _ in dial.choices] == ["here", "level-2", "level-3"]
    far = GAME.draw_at(s, GIL, {"sheet": "level-3"})
    assert far is not None
    assert "level 3" in far.text
    assert 'id="party"' not in far.svg
    near = GAME.draw_at(s, GIL, {"sheet": "level-2"})
    assert near is not None
    assert 'id="party"' in near.svg
    col, row, sign = next(cell for cell in s.levels[0].cells() if cell[2] == "E")
    told = GAME.tale(s, GIL, f"cell-{col},{row}")
    assert told is not None
    assert (sign in told.title, told.lines[0].value) == (True, "casino")
    assert GAME.tale(masked, 0, f"cell-{col},{row}") is None
    below.state.sheets[0].notes["4,2"] = "chute!"
    jotted = GAME.tale(GAME.mask(below.state, 0), 0, "cell-4,2")
    assert jotted is not None
    assert jotted.lines[0].value == "chute!"


def test_the_gamesmaster_sees_the_maze_before_the_descent() -> None:
    match = Match.start(GAME, opening("Ada", gamesmaster="Gil", maze="model"))
    assert "casino" in str(match.screen(GIL).drawing)
    assert "casino" not in str(match.screen(0))
    assert "casino" not in str(match.screen(None))


# Behind the screen.


@pytest.mark.rule("DES-GM-01", "DES-GM-03", "DES-GM-04")
def test_throws_the_gamesmaster_may_overrule_fall_behind_his_screen() -> None:
    s = game("warrior")
    answers: list[Any] = [(GIL, "other"), (GIL, "be:Snakes"), (GIL, 6)]
    ran = run(coming.meet, s, gamesmaster=GIL, answers=answers, dice=[1, 2, 1, [4, 4], [3, 4]])
    assert not [text for text in behind(ran) if "throws" in text or "Doubles" in text or "19" in text]
    assert any("Snakes" in text for text in behind(ran))
    open_table = run(coming.meet, game("warrior"), dice=[1, 2, 1, [4, 4], [3, 4]])
    assert any("Doubles" in text for text in behind(open_table))


@pytest.mark.rule("DES-GM-01", "DES-GM-04")
def test_what_an_offer_comes_to_and_their_nerve_are_the_gamesmasters_to_tell() -> None:
    s = game("warrior")
    fight(s, "Dogs", 2)
    s.phase = "meeting"
    ran = run(peace.offer, s, gamesmaster=GIL, answers=[[], (GIL, "peace")], dice=[[1, 2]])
    assert not [text for text in behind(ran) if "comes to" in text or "throws" in text]
    s = game("warrior")
    b = fight(s, "Orcs", 4)
    del b.foes[2:]
    checked = run(nerve.nerve, s, b, gamesmaster=GIL, answers=[(GIL, "yes")], dice=[[1, 2]])
    assert behind(checked) == ["The Orcs lose their nerve and slip away through the walls."]


@pytest.mark.rule("DES-GM-01", "DES-TREAS-01")
def test_treasure_may_be_changed_before_it_is_announced() -> None:
    s = game("warrior")
    thrown: list[Any] = [[1, 1], [1, 1], [2, 3], *([[1, 2]] * 4), [2, 2], [1, 2], [1, 2], [1, 2]]
    gold: list[Any] = [[1, 2], [1, 2], [1, 2]]
    answers: list[Any] = [(GIL, "other"), (GIL, ["GOLD", "DOUBLED TREASURE"])]
    ran = run(rolling.roll_treasure, s, gamesmaster=GIL, answers=answers, dice=[*thrown, *gold])
    assert (s.chest.gold, s.chest.silver) == (18, 0)
    assert "In the chamber: gold, all of it twice." in behind(ran)
    assert not any("silver" in text for text in behind(ran))


@pytest.mark.rule("DES-STORE-14", "DES-GM-02")
@pytest.mark.parametrize(("ruled", "phase"), [("flee", "spoils"), ("peace", "walk"), ("yes", "battle"), ("no", "battle")])
def test_what_comes_of_an_idea_is_the_gamesmasters_to_say(ruled: str, phase: str) -> None:
    s = game("warrior")
    fight(s, "Orcs", 4)
    s.phase = "meeting"
    run(ideas.try_idea, s, gamesmaster=GIL, answers=["We quack like ducks", (GIL, ruled)], dice=[[1, 2]])
    assert s.phase == phase


# The machine.


@pytest.mark.rule("DES-GM-01", "DES-GM-02")
def test_what_is_left_to_the_machine_is_not_asked_and_can_be_taken_back() -> None:
    s = game("warrior")
    run(desk.act, s, GIL, "gm:leave", gamesmaster=GIL, answers=[(GIL, ["nerve", "baddies", "numbers"])])
    assert s.gm_leaves == ["baddies", "numbers", "nerve"]
    assert mask(s, 0).gm_leaves == []
    b = fight(s, "Orcs", 4)
    del b.foes[2:]
    ran = run(nerve.nerve, s, b, gamesmaster=GIL, dice=[[1, 1]])
    assert ran.result
    run(coming.meet, s, gamesmaster=GIL, dice=[1, 2, 1, [3, 4]])
    run(desk.act, s, GIL, "gm:leave", gamesmaster=GIL, answers=[(GIL, [])])
    fight(s, "Orcs", 4)
    assert s.battle is not None
    del s.battle.foes[2:]
    ran = run(nerve.nerve, s, s.battle, gamesmaster=GIL, answers=[(GIL, "no")], dice=[[1, 1]])
    assert not ran.result


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_left(kind: str) -> None:
    s = game("warrior")
    s.gm_leaves = [kind]
    options: dict[str, str | Option] = {"yes": "Yes", "no": Option("No", hint="rather not")}

    async def well(t: Table[Game], default: Any) -> str:
        return await judged(t, kind, "Well?", options, default, rule="DES-GM-02")

    assert run(well, s, "no", gamesmaster=GIL).result == "no"
    assert run(well, s, {"yes": 1}, gamesmaster=GIL, dice=Dice(1)).result == "yes"
    s.gm_leaves = []
    ran = run(well, s, "no", gamesmaster=GIL, answers=[(GIL, "yes")])
    assert ran.asks[0].options["no"].hint == "rather not; the machine's choice"


# Words.


@pytest.mark.parametrize(
    ("name", "one", "three", "many"),
    [
        ("CRUCIFIX", "a crucifix", "3 crucifixes", "crucifixes"),
        ("GLUE", "a jar of glue", "3 jars of glue", "jars of glue"),
        ("PINS", "a hundred pins", "3 hundred pins", "hundreds of pins"),
        ("AXE", "an axe", "3 axes", "axes"),
        ("LIGHT BALLS", "a light ball", "3 light balls", "light balls"),
        ("SWORD +1", "a sword +1", "3 swords +1", "swords +1"),
        ("PLATE ARMOR", "a suit of plate armor", "3 suits of plate armor", "suits of plate armor"),
        ("BOOK OF MYTHS", "Book of Myths", "3 copies of Book of Myths", "Book of Myths"),
        ("UNICORN'S HORN", "a unicorn's horn", "3 unicorn's horns", "unicorn's horns"),
        ("DR. SCHOLL'S FOOT POWDER", "a tin of Dr. Scholl's foot powder", "3 tins of Dr. Scholl's foot powder",
         "tins of Dr. Scholl's foot powder"),
    ],
)  # fmt: skip
def test_wares_have_names(name: str, one: str, three: str, many: str) -> None:
    assert (some(name), some(name, 3), counted(name)) == (one, three, many)


def test_bags_in_words() -> None:
    assert listed({"AXE": 1, "SPEAR": 2, "MACE BALLS": 7}) == "an axe, 2 spears and 7 mace balls"
    assert listed({}) == "nothing"
    assert label("BOOK OF DEMONS (Vol. II)") == "Book of Demons (Vol. II)"


# The book's whims.


@pytest.mark.rule("DES-SUPF-01", "DES-GM-02")
def test_any_amount_of_any_supply_the_gamesmaster_feels_like() -> None:
    s = game("warrior")
    answers: list[Any] = [(GIL, "be:CHEESE"), (GIL, 40), "take"]
    ran = run(finds.find_supplies, s, gamesmaster=GIL, answers=answers, dice=[1, 1, 4])
    assert s.members[0].goods["CHEESE"] == 40
    assert "Supplies: 40 wheels of cheese." in behind(ran)
    assert not any("throws" in text for text in behind(ran))


@pytest.mark.rule("DES-SAGE-01", "DES-SAGE-07")
def test_a_sage_of_any_kind_the_gamesmaster_finds_appropriate() -> None:
    s = game("warrior")
    who: list[Any] = [(GIL, "own"), (GIL, "retired dentist"), (GIL, "Open wide")]
    ran = run(sages_come.appear, s, gamesmaster=GIL, answers=who, dice=[[3, 4], 2])
    assert s.sage is not None
    assert s.sage.trade == "retired dentist"
    assert 'The retired dentist: "Open wide."' in ran.texts
    s.sage.band = "delighted"
    asked: list[Any] = [(GIL, "Floss."), "favour", (GIL, "He pulls the dragon's tooth out of Gimbal's shield")]
    ran = run(sages.favour, s, s.sage, gamesmaster=GIL, answers=asked)
    assert "He pulls the dragon's tooth out of Gimbal's shield." in ran.texts
    assert s.sage.stage == "gone"
    sent: list[Any] = [(GIL, "own"), (GIL, "critic"), (GIL, "I have seen better mazes")]
    run(desk.act, s, GIL, "gm:sage", gamesmaster=GIL, answers=sent, dice=[2])
    assert s.sage.trade == "critic"


@pytest.mark.rule("DES-STORE-14", "DES-GM-02")
def test_anything_may_be_tried_between_battles_and_is_answered() -> None:
    s = game("warrior")
    words: list[Any] = ["idea", "We listen at the door", (GIL, "somebody is snoring")]
    ran = run(walk.order, s, gamesmaster=GIL, answers=words)
    assert ran.texts[-2:] == ["The party's idea: We listen at the door", "Somebody is snoring."]
    assert "idea" not in run(walk.order, game("warrior"), answers=["line", "done"]).asks[0].keys


@pytest.mark.rule("DES-GM-02", "DES-SPELL-24")
def test_the_price_of_feed_is_arranged_with_the_keeper() -> None:
    s = game("wizard")
    slave = new_member(s, seat=0, name="the bear", kind="slave", cls="", rank=0, denomination="", baddie="Bears", master=0)
    s.members[0].gold = 20
    run(muster.feed, s, slave, gamesmaster=GIL, answers=[(GIL, 7), "feed"])
    assert s.members[0].gold == 13


@pytest.mark.rule("DES-GM-04", "DES-SAGE-02")
def test_overruling_a_throw_the_party_may_not_see_is_not_told_to_it() -> None:
    s = game("priest")
    sage = s.sage = Sage("leech")

    async def watched(t: Table[Game]) -> None:
        t.watching = True
        await sages.read_mood(t, sage)

    ran = run(watched, s, gamesmaster=GIL, answers=[(GIL, "6 5"), (GIL, "delighted")], dice=[[1, 2]])
    assert any(event.kind == "ruling" for event in ran.events)
    assert behind(ran) == ["The sage is delighted."]


@pytest.mark.rule("DES-SAGE-08", "DES-SAGE-01")
def test_homage_may_be_anything_a_gamesmaster_will_have() -> None:
    s = game("priest")
    sage = s.sage = Sage("leech")
    words: list[Any] = ["other", "We sing to him", (GIL, 2)]
    ran = run(sages.homage, s, sage, gamesmaster=GIL, answers=words)
    assert (sage.homage, sage.worth > 0) == (2, True)
    assert "The party offers: We sing to him." in ran.texts
    run(sages.homage, s, sage, gamesmaster=GIL, answers=["other", "We sing again", (GIL, -3)])
    assert sage.homage == -1
    assert "other" not in run(sages.homage, s, sage, answers=["enough"]).asks[0].keys


@pytest.mark.rule("DES-SAGE-09", "DES-SAGE-01")
def test_a_wish_may_be_anything_a_gamesmaster_will_grant() -> None:
    s = game("priest")
    sage = s.sage = Sage("wish-granter", band="delighted", mood=12)
    asked: list[Any] = ["own", "A hat that fits", (GIL, "no"), (GIL, "It is a very good hat")]
    ran = run(wishes.wish, s, sage, gamesmaster=GIL, answers=asked)
    assert ran.texts == ["priest0 wishes: A hat that fits.", "It is a very good hat."]
    sage.wisher = 0
    refused: list[Any] = ["own", "The whole dungeon", (GIL, "yes"), (GIL, "friendly")]
    ran = run(wishes.wish, s, sage, gamesmaster=GIL, answers=refused)
    assert (sage.mood, sage.stage) == (8, "gone")


@pytest.mark.rule("DES-GM-01")
def test_the_gamesmaster_is_shown_those_of_the_same_category_first() -> None:
    s = game("warrior")
    ran = run(coming.meet, s, gamesmaster=1, answers=[(1, "be:Trolls"), (1, 5)], dice=[1, 2, 2, [3, 4]])
    first = next(ask for ask in ran.asks if "Let it stand?" in ask.prompt)
    kinds = {baddies()[key[3:]].category for key in first.keys if key.startswith("be:")}
    assert kinds == {"humanoid"}
    assert "other" in first.keys
    assert s.battle is not None
    assert [foe.name for foe in s.battle.foes] == ["Trolls"] * 5
    s = game("warrior")
    ran = run(coming.meet, s, gamesmaster=1, answers=[(1, "other"), (1, "be:Dragon"), (1, 1)], dice=[1, 2, 2])
    every = next(ask for ask in ran.asks if "What is it, then?" in ask.prompt)
    assert not {key for key in every.keys if key in first.keys and key.startswith("be:")}
    assert s.battle is not None
    assert s.battle.foes[0].name == "Dragon"


@pytest.mark.rule("DES-BAT-01", "DES-LEAD-01")
def test_whoever_does_not_lead_gives_counsel_and_takes_up_arms_of_his_own() -> None:
    s = game("warrior", "priest seat1", players=2)
    s.leader = 0
    s.members[1].goods, s.members[1].hand = {"MACE": 1, "QUARTERSTAFF": 1}, "MACE"
    table: Table[Game] = Table(s, Dice(1), game=GAME)
    assert list(desk.anytime(table, WALK)) == [1]
    assert list(desk.anytime(table, WALK)[1]) == ["counsel", "arm:1:QUARTERSTAFF", "mutiny", "threat"]
    ran = run(desk.act, s, 1, "counsel:back: the way we came")
    assert (ran.texts, ran.result) == ([f'{s.members[1].name}: "Back: the way we came."'], None)
    run(desk.act, s, 1, "arm:1:QUARTERSTAFF")
    assert s.members[1].hand == "QUARTERSTAFF"
    s.phase = "battle"
    assert desk.anytime(table, WALK) == {}


@pytest.mark.rule("DES-GM-05")
@pytest.mark.parametrize("judged_by", [None, GIL])
def test_the_machine_remembers_whom_such_as_these_have_killed(judged_by: int | None) -> None:
    s = game("warrior")
    s.dead = ["Osric, human warrior of rank 10, by Orcs", "Bruno, elf priest of rank 9, by Trolls"]
    ran = run(coming.meet, s, name="Orcs", number=2, gamesmaster=judged_by)
    said = "You have met Orcs before: Osric did not come back from it."
    assert (said in ran.texts) is (judged_by is None)


# Whims.


@pytest.mark.rule("DES-GM-01")
def test_what_is_taken_is_gone_from_whoever_had_it() -> None:
    s = game("warrior")
    s.chest.gold, m = 12, s.members[0]
    ran = run(desk.act, s, GIL, "gm:take", gamesmaster=GIL, answers=[(GIL, "chest"), (GIL, "gold"), (GIL, 5)])
    assert (s.chest.gold, ran.texts) == (7, ["5 gold are gone from the chest."])
    m.goods, m.hand = {"AX": 1}, "AX"
    ran = run(desk.act, s, GIL, "gm:take", gamesmaster=GIL, answers=[(GIL, f"m{m.id}"), (GIL, "AX")])
    assert (m.goods, ready_weapon(m)) == ({}, None)
    assert ran.texts == [f"An ax is gone from {m.name}'s things."]


@pytest.mark.rule("DES-GM-01", "DES-SAGE-12")
def test_a_curse_is_laid_and_lifted() -> None:
    s = game("warrior")
    run(desk.act, s, GIL, "gm:curse", gamesmaster=GIL, answers=[(GIL, "lay:moth-eaten map")])
    assert s.curses == ["moth-eaten map"]
    s.veiled = ["moth-eaten map"]
    ran = run(desk.act, s, GIL, "gm:curse", gamesmaster=GIL, answers=[(GIL, "lift:moth-eaten map")])
    assert (s.curses, s.veiled, ran.texts) == ([], [], ["Something lets go of the party: moth-eaten map."])


@pytest.mark.rule("DES-GM-01")
def test_a_moved_party_stands_there_and_is_asked_from_there(below: Match[Game]) -> None:
    hints = {key: option.hint for key, option in whims.places(below.state).items() if isinstance(option, Option)}
    stair = next(key for key, hint in hints.items() if hint == "stairs")
    below.answer("gm:move", GIL)
    below.answer(stair, GIL)
    level, col, row = below.state.at
    assert f"{level}:{col},{row}" == stair
    assert below.ask is not None
    assert (below.ask.rule, below.ask.seats) == ("DES-MOVE-01", (0,))
    assert {"up", "down"} & set(below.ask.keys)


@pytest.mark.rule("DES-GM-05")
def test_whom_the_gamesmaster_points_at_dies_and_nobody_earns_by_it() -> None:
    s = game("warrior", "priest")
    ran = run(desk.act, s, GIL, "gm:kill", gamesmaster=GIL, answers=[(GIL, "m1")])
    assert (s.members[1].status, s.phase, ran.result) == ("dead", "walk", VOID)
    run(desk.act, s, GIL, "gm:kill", gamesmaster=GIL, answers=[(GIL, "m0")])
    assert (s.ended, s.phase) == ("lost", "home")
    s = game("warrior")
    fight(s, "Orcs", 2)
    ran = run(desk.act, s, GIL, "gm:kill", gamesmaster=GIL, answers=[(GIL, "f1")])
    assert s.battle is not None
    assert ([foe.id for foe in s.battle.foes], ran.result, s.members[0].karma) == ([0], None, 0)


@pytest.mark.rule("DES-GM-01")
@pytest.mark.parametrize(
    ("words", "told", "lies"),
    [
        ("2 {at} east wall", "Altered", "wall"),
        ("2 {at} East secret door", "Altered", "secret"),
        ("2 {at} east open", "Altered", "open"),
        ("9 {at} east door", "Nothing was altered: there is no level 9", None),
        ("2 99,99 east door", "Nothing was altered: 99,99 is solid rock", None),
        ("2 {at} sideways door", "Nothing was altered: say it like this", None),
    ],
)
def test_the_maze_is_altered_under_their_feet(words: str, told: str, lies: str | None) -> None:
    s = game("warrior")
    s.levels = [msgspec.structs.replace(level) for level in s.levels]
    level = here(s)
    way, (col, row) = level.heading("East"), (s.at[1], s.at[2])
    before = level.passage(col, row, way)
    ran = run(desk.act, s, GIL, f"gm:maze:{words.format(at=f'{col},{row}')}", gamesmaster=GIL)
    assert ran.texts[0].startswith(told)
    assert here(s).passage(col, row, way) == (lies or before)
    assert behind(ran) == []


@pytest.mark.rule("DES-GM-01")
def test_a_new_opening_into_rock_is_a_square_to_walk_on_and_the_printed_maze_stays_as_it_is() -> None:
    printed = [level.rows for level in packaged("model").levels]
    s = GAME.setup(opening("Ada", gamesmaster="Gil", maze="model"), Dice(1))
    level = s.levels[0]
    col, row, way = next(
        (col, row, way)
        for col, row, _ in level.cells()
        for way, (dx, dy) in enumerate(STEPS)
        if level.cell(col + dx, row + dy) == " " and 1 <= col + dx <= level.width and 1 <= row + dy <= level.height
    )
    run(desk.act, s, GIL, f"gm:maze:{level.number} {col},{row} {level.compass(way)} open", gamesmaster=GIL)
    assert s.levels[0].passage(col, row, way) == "open"
    assert s.levels[0].cell(col + STEPS[way][0], row + STEPS[way][1]) == "."
    assert [level.rows for level in packaged("model").levels] == printed


@pytest.mark.rule("DES-GM-01")
def test_an_invented_baddie_can_be_sent() -> None:
    s = game("warrior")
    run(desk.act, s, GIL, "gm:invent", gamesmaster=GIL, answers=[(GIL, word) for word in ("Wardrobes", 4, 9, 6, 3)])
    run(desk.act, s, GIL, "gm:send", gamesmaster=GIL, answers=[(GIL, "Wardrobes"), (GIL, 3)])
    assert s.battle is not None
    assert [(foe.name, foe.hits) for foe in s.battle.foes] == [("Wardrobes", 4)] * 3
    ran = run(desk.act, s, GIL, "gm:invent", gamesmaster=GIL, answers=[(GIL, "Orcs")])
    assert ran.texts == ["There are Orcs already."]


@pytest.mark.rule("DES-GM-01", "DES-GM-04")
def test_a_chamber_is_stocked_in_one_line_and_nobody_waits_for_it(below: Match[Game]) -> None:
    key, option = next(iter(desk.unseen_rooms(below.state).items()))
    assert isinstance(option, Option)
    where = option.label.removeprefix("Level ").split(" at ")[0].replace(", ", "")
    asked = below.ask
    assert asked is not None
    for words in (f"{where} 4 orcs", f"{where} 30 gold", "nonsense", f"{where} 4 unheard-of things"):
        below.answer(f"gm:stock:{words}", GIL)
        assert below.ask is not None
        assert below.ask.prompt == asked.prompt
    assert [foe.name for foe in below.state.guards[key].foes] == ["Orcs"] * 4
    assert below.state.caches[-1].chest.gold == 30
    told = [seen.text for event in below.events[-4:] if (seen := event.seen_by(GIL)) is not None]
    assert ["now holds" in text for text in told] == [True, True, False, False]
    assert all(event.seen_by(0) is None for event in below.events[-4:])

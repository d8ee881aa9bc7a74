"""The Game Master's seat: by person, by machine, or shared; what players may not see; the desk."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.engine import Dice, Match, Opening, Table, run
from undercroft.games.donjon import GAME
from undercroft.games.donjon.rules import desk, facts
from undercroft.games.donjon.rules.flurry import npc_action
from undercroft.games.donjon.rules.judging import AREAS, call, holds
from undercroft.games.donjon.state import Donjon

from .kit import arena, creature, numbers, scene, table
from .test_combat import notations
from .test_resolution import try_task

GM = 1


@pytest.mark.rule("DON-AGM-01")
def test_she_changes_a_proposed_difficulty_before_the_dice_fall() -> None:
    s = table(1)
    scene(s)
    s.pc(0).abilities = []
    s.desk.machine = ["successes", "facts", "narration"]
    ran = run(
        try_task,
        s,
        s.pc(0),
        "athletics",
        "medium",
        "climbing",
        attr="vir",
        answers=[(GM, "crazy"), "write it for me"],
        dice=[[1, 1], [20] * 13],
        gamesmaster=GM,
    )
    assert ran.asks[0].seats == (GM,)
    assert "the machine would" in ran.asks[0].options_for(GM)["medium"].hint
    assert notations(ran)[1] == "13d20"


@pytest.mark.rule("DON-AGM-01")
def test_any_kind_of_call_can_be_handed_over_and_taken_back() -> None:
    s = table(1)
    scene(s)
    run(desk.act, s, GM, "desk:hand", answers=[(GM, "difficulty")], gamesmaster=GM)
    assert s.desk.machine == ["difficulty"]
    ran = run(_hold, s, gamesmaster=GM)
    assert ran.result == [area for area in AREAS if area != "difficulty"]
    run(desk.act, s, GM, "desk:hand", answers=[(GM, "all")], gamesmaster=GM)
    assert run(_hold, s, gamesmaster=GM).result == []
    run(desk.act, s, GM, "desk:hand", answers=[(GM, "none")], gamesmaster=GM)
    assert s.desk.machine == []
    assert run(_hold, s).result == []  # nobody in the seat: the machine holds all
    ran2 = run(_call, s, dice=[2])
    assert ran2.result == "b"


async def _hold(t: Table[Donjon]) -> list[str]:
    return [area for area in AREAS if holds(t, area)]


async def _call(t: Table[Donjon]) -> str:
    return await call(t, "world", "?", {"a": "A", "b": "B"}, {"a": 1, "b": 1}, rule="DON-AGM-01")


@pytest.mark.rule("DON-AGM-01", "DON-TEST-01", "DON-XP-05", "DON-LAW-13", "DON-TOWN-08")
def test_the_desk() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    b.abilities = []
    facts.enter(Table(s, Dice(1)), "There is a bell", author="Roland", seat=0, test="x")
    s.secret.deck = ["1a", "1b"]
    assert {"desk:frame", "desk:test", "desk:award", "desk:fact", "desk:twist", "desk:overrule", "desk:hand"} <= set(
        desk.options(Table(s, Dice(1)))
    )
    run(desk.act, s, GM, "desk:award", answers=[(GM, b.id), (GM, 2)], gamesmaster=GM)
    assert b.xp == 2
    run(desk.act, s, GM, "desk:fact", answers=[(GM, "It begins to rain")], gamesmaster=GM)
    assert s.facts[-1].author == "the Game Master"
    run(desk.act, s, GM, "desk:twist", answers=[(GM, f"fact:{s.facts[0].id}"), (GM, "it is cracked")], gamesmaster=GM)
    assert (s.facts[0].text, s.facts[0].twist) == ("There is a bell", "it is cracked")
    run(desk.act, s, GM, "desk:overrule", answers=[(GM, b.id), (GM, "wounds"), (GM, 1)], gamesmaster=GM)
    assert b.wounds == 1
    run(desk.act, s, GM, "desk:frame", answers=[(GM, "1b")], gamesmaster=GM)
    run(desk.act, s, GM, "desk:frame", answers=[(GM, "own"), (GM, "A giant spider hangs over the way")], gamesmaster=GM)
    assert s.desk.framed == ["1b", "text:A giant spider hangs over the way"]
    s.desk.machine = list(AREAS)
    run(
        desk.act,
        s,
        GM,
        "desk:test",
        answers=[(GM, b.id), (GM, "athletics"), (GM, "easy"), (GM, "keeping your footing"), (GM, "no"), "facts:0"],
        dice=[[20, 19], [1]],
        gamesmaster=GM,
    )
    assert b.bonus[0].dice == 2
    s.chapter = 0
    run(desk.act, s, GM, "desk:law", gamesmaster=GM)
    assert s.town_law is False


@pytest.mark.rule("DON-AGM-01", "DON-AGM-11", "DON-CHAP-03")
def test_framed_scenes_come_next() -> None:
    from undercroft.games.donjon.rules.journey import next_scene

    s = table(1)
    s.secret.deck = ["1a", "1b"]
    s.desk.framed = ["1b", "text:A giant spider hangs over the way", "text:An old shrine, swept clean"]
    s.desk.machine = list(AREAS)
    seen = []
    for _ in range(3):
        run(next_scene, s, dice=Dice(2), gamesmaster=GM)
        assert s.scene is not None
        seen.append(s.scene.kind)
        s.scene = None
    assert seen == ["surrounded", "creature", "quiet"]


@pytest.mark.rule("DON-AGM-07")
def test_she_runs_her_creatures_herself() -> None:
    s = table(1)
    mino = creature(s, "minotaur")
    arena(s, mino)
    numbers(s, mino, 3)
    ran = run(npc_action, s, mino, answers=[(GM, "wait")], gamesmaster=GM)
    assert ran.asks[0].seats == (GM,)
    assert "attack:pc0" in ran.asks[0].keys
    assert notations(ran) == []


@pytest.mark.rule("DON-AGM-18")
def test_plans_and_sheets_are_hidden_and_dice_are_open() -> None:
    s = table(2, chapter=2, recurring=True)
    mino = creature(s, "minotaur")
    mino.as_pc = True
    s.secret.deck = ["2a", "2b"]
    s.secret.curses = {"i1": "gathering Magic Power"}
    s.torch = "pc0"
    arena(s, mino)
    for seat in (0, None):
        masked = GAME.mask(s, seat)
        raw = msgspec.msgpack.encode(masked)
        for secret in (
            b"Tough Hide",
            b"Kill with Axe",
            b"2a",
            b"gathering Magic Power",
            b"cave_in",
            b"spore_well",
            b"mushroom_king",
        ):
            assert secret not in raw, secret
        shown = masked.beings[mino.id]
        assert (shown.now, shown.abilities, shown.as_pc, shown.level) == ([0] * 6, [], False, 0)
        assert masked.secret.deck == []
        assert masked.adventure is not None
        assert masked.adventure.chapters[2].name == "?"
    assert GAME.mask(s, 2) is s  # the gamesmaster sees all
    assert masked.donjon_level == 1
    ran = run(
        try_task,
        s,
        s.pc(0),
        "athletics",
        "medium",
        "climbing",
        attr="vir",
        answers=["plain", "facts:0", "keep"],
        dice=[[20, 19], [1] * 4],
    )
    assert any("Medium 3 + Donjon Level 1" in text for text in ran.texts)


@pytest.mark.rule("DON-AGM-01")
def test_a_human_gamesmaster_can_lead_a_whole_scene_and_hand_the_rest_over() -> None:
    opening = Opening(game="donjon", seats=("Ada",), seed=4, options={"heroes": "samples"}, gamesmaster="Gus")
    match: Match[Donjon] = Match.start(GAME, opening)
    dice = Dice(3)
    bot = GAME.bot("storyteller")
    from undercroft.bots.random import any_answer

    for _ in range(150):
        if match.ask is None:
            break
        seat = match.ask.seats[0]
        match.answer(any_answer(match.ask, seat, dice) if seat == 1 else bot(match.view(seat, dice)), seat)
    assert match.ask is None or match.state.scene_no >= 1
    if match.ask is not None:
        match.answer("desk:hand", 1)
        match.answer("all", 1)
        assert match.state.desk.machine == list(AREAS)
        if match.ask.seats[0] == 1:  # the question that was on the table
            match.answer(any_answer(match.ask, 1, dice), 1)
        while match.ask is not None:
            seat = match.ask.seats[0]
            assert seat == 0, match.ask.prompt  # the machine leads from here
            match.answer(bot(match.view(seat, dice)), seat)
    assert match.outcome is not None

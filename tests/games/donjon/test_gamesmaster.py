"""The Game Master's seat: by person, by machine, or shared; what players may not see; the desk."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from undercroft.engine import Dice, Match, Opening, Table
from undercroft.games.donjon import GAME
from undercroft.games.donjon.rules.basics.judging import AREAS, call, holds
from undercroft.games.donjon.rules.combat.actions import npc_action
from undercroft.games.donjon.rules.concepts import facts
from undercroft.games.donjon.rules.flow import desk
from undercroft.games.donjon.rules.running.adventures import enter_chapter
from undercroft.games.donjon.state import Donjon

from .kit import arena, creature, numbers, run, scene, table
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
    run(desk.act, s, GM, "desk:award", answers=[(GM, "style"), (GM, b.id), (GM, 2)], gamesmaster=GM)
    assert b.xp == 2
    run(desk.act, s, GM, "desk:award", answers=[(GM, "goal"), (GM, "hard"), (GM, "a good plan")], gamesmaster=GM)
    assert b.xp == 2 + s.donjon_level + 6
    run(desk.act, s, GM, "desk:award", answers=[(GM, "fight"), (GM, 5)], gamesmaster=GM)
    assert b.xp == 2 + s.donjon_level + 6 + 5
    run(desk.act, s, GM, "desk:fact", answers=[(GM, "It begins to rain")], gamesmaster=GM)
    assert s.facts[-1].author == "the Game Master"
    run(desk.act, s, GM, "desk:twist", answers=[(GM, f"fact:{s.facts[0].id}"), (GM, "it is cracked")], gamesmaster=GM)
    assert (s.facts[0].text, s.facts[0].twist) == ("There is a bell", "it is cracked")
    run(desk.act, s, GM, "desk:twist", answers=[(GM, f"fact:{s.facts[0].id}"), (GM, "But it rings.")], gamesmaster=GM)
    assert s.facts[0].twist == "it is cracked; it rings"  # no twist is rewritten either
    run(desk.act, s, GM, "desk:overrule", answers=[(GM, b.id), (GM, "wounds"), (GM, 1)], gamesmaster=GM)
    assert b.wounds == 1
    run(desk.act, s, GM, "desk:overrule", answers=[(GM, b.id), (GM, "now:5"), (GM, 1)], gamesmaster=GM)
    assert b.now[5] == 1
    run(desk.act, s, GM, "desk:frame", answers=[(GM, "1b")], gamesmaster=GM)
    run(desk.act, s, GM, "desk:frame", answers=[(GM, "own"), (GM, "A giant spider hangs over the way")], gamesmaster=GM)
    assert s.desk.framed == ["1b", "text:A giant spider hangs over the way"]
    s.desk.machine = list(AREAS)
    run(
        desk.act,
        s,
        GM,
        "desk:test",
        answers=[(GM, "keep your footing"), (GM, "hard:easy"), "facts:0"],
        dice=[[20, 19], [1]],
        gamesmaster=GM,
    )
    assert b.bonus[0].dice == 2
    assert b.bonus[0].about == "athletics"
    s.chapter = 0
    run(desk.act, s, GM, "desk:law", gamesmaster=GM)
    assert s.town_law is False


@pytest.mark.rule("DON-AGM-01", "DON-AGM-11", "DON-CHAP-03")
def test_framed_scenes_come_next() -> None:
    from undercroft.games.donjon.rules.flow.pacing import next_scene

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


@pytest.mark.rule("DON-AGM-01", "DON-CHAP-01")
def test_a_framed_encounter_stays_behind_with_its_chapter() -> None:
    from undercroft.games.donjon.rules.flow.pacing import next_scene

    async def go_on(t: Table[Donjon]) -> None:
        enter_chapter(t, 2)

    s = table(1)
    s.desk.framed = ["1b", "text:An old shrine, swept clean"]
    run(go_on, s, dice=Dice(2), gamesmaster=GM)
    assert s.desk.framed == ["text:An old shrine, swept clean"]
    s.desk.framed.insert(0, "1b")  # as saves from before have it
    s.desk.machine = list(AREAS)
    run(next_scene, s, dice=Dice(2), gamesmaster=GM)
    assert s.scene is not None and s.scene.name == "An old shrine, swept clean"
    assert s.desk.framed == []


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
        match.answer("desk:open", 1)
        match.answer("desk:hand", 1)
        match.answer("all", 1)
        assert match.state.desk.machine == list(AREAS)
        for _ in range(6):  # the question that was on the table, and what it brings with it
            if match.ask is not None and match.ask.seats[0] == 1:
                match.answer(any_answer(match.ask, 1, dice), 1)
        while match.ask is not None:
            seat = match.ask.seats[0]
            assert seat == 0, match.ask.prompt  # the machine leads from here
            match.answer(bot(match.view(seat, dice)), seat)
    assert match.outcome is not None


@pytest.mark.rule("DON-AGM-01", "DON-AGM-18")
def test_only_her_side_of_the_screen_shows_the_deck_and_the_creatures_sheets() -> None:
    s = table(1)
    scene(s)
    wolf = creature(s, "red_wolf", "the Red Wolf")
    arena(s, wolf)
    s.secret.deck = ["1a", "1b"]
    s.desk.machine = ["npcs"]
    hers = GAME.screen(GAME.mask(s, GM), GM)
    titles = [sheet.title for sheet in hers.sheets]
    assert "Behind the screen" in titles
    assert any(title.startswith("the Red Wolf") for title in titles)
    secret = next(sheet for sheet in hers.sheets if sheet.title == "Behind the screen")
    told = {line.label: line.value for line in secret.lines}
    assert "what your creatures do" in told["Left to the machine"]
    assert told["In the deck"].count(";") == 1
    for seat in (0, None):
        shown = [sheet.title for sheet in GAME.screen(GAME.mask(s, seat), seat).sheets]
        assert "Behind the screen" not in shown
        assert not any(title.startswith("the Red Wolf") for title in shown)


@pytest.mark.rule("DON-AGM-01", "DON-AGM-07", "DON-INTRO-03")
def test_her_creature_may_try_anything_in_her_words() -> None:
    s = table(1)
    scene(s)
    wolf = creature(s, "red_wolf", "the Red Wolf")
    arena(s, wolf)
    b = s.pc(0)
    b.abilities = []
    s.desk.machine = [area for area in AREAS if area not in ("npcs", "successes")]
    ran = run(
        npc_action,
        s,
        wolf,
        answers=[(GM, "own"), (GM, "distract Roland"), (GM, "facts:0")],
        dice=Dice(5),
        gamesmaster=GM,
    )
    assert ran.asks[0].prompt.startswith("The Red Wolf's turn, on ")
    assert any("distract Roland" in text for text in ran.texts)
    assert sum(x.dice for x in wolf.bonus if x.against == b.id) > 0


@pytest.mark.rule("DON-AGM-01", "DON-LAW-13", "DON-AGM-08")
def test_she_lets_a_fact_stand_twists_it_or_reads_it_otherwise() -> None:
    from undercroft.games.donjon.rules.concepts import law
    from undercroft.games.donjon.rules.concepts.facts import Setting

    s = table(1)
    scene(s)
    b = s.pc(0)
    about = Setting("handiwork", "picking the lock", b)
    ran = run(law.spend, s, b, 3, about, answers=[
        "facts:3", "I hear orcs", (GM, "stand"), "The lock is old", (GM, "twist"), (GM, "but it bites"),
        "The baron was here", (GM, "read"), (GM, "knows"),
    ], gamesmaster=GM)  # fmt: skip
    heard, old, baron = ran.result[0]
    assert heard.kind == "creature"  # she lets it stand as it is, whatever the machine thinks
    assert s.secret.queue == [f"fact:{heard.id}"]
    assert old.twist == "it bites"
    assert (baron.kind, s.clues) == ("clue", 1)


@pytest.mark.rule("DON-AGM-01")
def test_the_desks_own_questions_offer_no_desk() -> None:
    match = Match.start(GAME, Opening(game="donjon", seats=("Ann",), gamesmaster="Gail", seed=3, options={"heroes": "samples"}))
    assert match.ask is not None
    assert "desk:open" in match.ask.keys_for(GM)
    match.answer("desk:open", GM)
    match.answer("desk:fact", GM)
    assert match.ask is not None
    assert not [key for key in match.ask.keys_for(GM) if key.startswith("desk:")]
    match.answer("It is market day", GM)
    assert match.ask is not None
    assert "desk:open" in match.ask.keys_for(GM)


@pytest.mark.rule("DON-AGM-01", "DON-AGM-11", "DON-NPC-01", "DON-AGM-10")
def test_she_frames_a_scene_and_says_who_is_met() -> None:
    from undercroft.games.donjon.rules.flow.pacing import next_scene

    s = table(1)
    s.secret.deck = ["1a", "1b"]
    s.desk.machine = [area for area in AREAS if area != "scenes"]
    answers: list[str | int] = ["own", "Deserters cook a stolen goose", "say", "Deserter", "sneak", 2, 2]
    ran = run(next_scene, s, answers=[(GM, answer) for answer in answers], dice=Dice(1), gamesmaster=GM)
    assert s.scene is not None
    met = [s.beings[i] for i in s.scene.foes]
    assert [(b.level, "Deserter" in b.name) for b in met] == [(2, True), (2, True)]
    assert len({b.name for b in met}) == 2
    assert any("Deserters cook a stolen goose." in text for text in ran.texts)
    assert s.secret.deck == ["1a", "1b"]  # the deck waits
    s = table(1)
    s.desk.machine = [area for area in AREAS if area != "scenes"]
    answers = ["own", "Two bored sentries guard a plank bridge", "read", 2, 1]
    ran = run(next_scene, s, answers=[(GM, answer) for answer in answers], dice=Dice(1), gamesmaster=GM)
    assert s.scene is not None
    assert next(ask for ask in ran.asks if ask.prompt == "How many?").suggestions == ("2",)  # as many as she said
    met = [s.beings[i] for i in s.scene.foes]
    assert all(b.want and "Sentry" in b.name for b in met), "who can be talked to wants something"


def _at_two_seats(until: Callable[[Donjon], bool], seed: int = 6) -> tuple[Match[Donjon], list[tuple[str, str]]]:
    """Ada plays, Gail judges: what the machine would do, but facts for every blow of hers that can buy some. Returns what Gail
    was asked."""
    opening = Opening(game="donjon", seats=("Ada",), seed=seed, options={"heroes": "samples"}, gamesmaster="Gail")
    match: Match[Donjon] = Match.start(GAME, opening)
    bot, dice = GAME.bot("bruiser"), Dice(seed)
    asked: list[tuple[str, str]] = []
    while match.ask is not None and match.move_count < 900 and not until(match.state):
        ask, seat = match.ask, match.ask.seats[0]
        if seat != GM:
            match.answer(bot(match.view(seat, dice)), seat)
            continue
        asked.append((ask.kind, ask.prompt))
        if ask.kind == "choose":
            options = ask.options_for(GM)
            keys = [key for key in ask.keys if not key.startswith("desk:")]
            marked = next((key for key in keys if "the machine would" in options[key].hint), keys[0])
            facts = ask.rule == "DON-ATK-02" and "facts" in keys
            match.answer("facts" if facts else marked, GM)
        elif ask.kind == "text":
            match.answer(next((text for text in ask.suggestions if text), "so it is"), GM)
        else:
            match.answer(int(ask.suggestions[0]) if ask.suggestions else ask.low, GM)
    return match, asked


@pytest.mark.rule("DON-AGM-01", "DON-ATK-02", "DON-ATK-03", "DON-AGM-07")
def test_a_scene_and_a_fight_are_played_to_their_ends_at_two_seats() -> None:
    """All facts of a blow are one question, and every question can be answered by what the machine would do."""
    fought = []

    def over(s: Donjon) -> bool:
        fought.append(s.fight is not None)
        return any(fought) and s.fight is None and s.scene is None and s.phase != "town"

    match, asked = _at_two_seats(over)
    assert any(fought) and match.state.fight is None and match.state.tally.fights
    hits = [n for n, (_, prompt) in enumerate(asked) if "What do they buy?" in prompt]
    assert hits
    for n in hits:
        told = [kind for kind, prompt in asked[n + 1 : n + 3] if prompt.startswith("What happens to")]
        assert told == ["text"]


@pytest.mark.rule("DON-AGM-01")
def test_every_desk_question_has_a_way_out() -> None:
    """Whatever is opened from the desk, one answer leaves it, and the question on the table is as it was."""
    match, _ = _at_two_seats(lambda s: s.fight is not None and s.fight.stage == "count")
    assert match.ask is not None and match.state.fight is not None
    prompt, moment = match.ask.prompt, msgspec.msgpack.encode(match.state)
    match.answer("desk:open", GM)
    items = [key for key in match.ask.keys if key != "back"]
    assert len(items) >= 8
    match.answer("back", GM)
    for item in items:
        match.answer("desk:open", GM)
        match.answer(item, GM)
        for _ in range(4):
            ask = match.ask
            assert ask is not None
            if ask.prompt == prompt:
                break
            assert GM in ask.seats, item
            leave = next((key for key in ("nothing", "back", "close") if key in ask.keys_for(GM)), "")
            match.answer(leave, GM)
        assert match.ask is not None and match.ask.prompt == prompt, item
        assert msgspec.msgpack.encode(match.state) == moment, item

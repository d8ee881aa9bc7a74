"""The gamesmaster's desk, dials, secrets, screens, bots, coverage and conformance."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Dice, Match, Opening, Table, run
from undercroft.games.descent import GAME
from undercroft.games.descent.bestiary import encounters, gifts
from undercroft.games.descent.content import doubles_uses, item_uses, sages
from undercroft.games.descent.hoard import supply_finds
from undercroft.games.descent.maze import KINDS
from undercroft.games.descent.maze_file import load, packaged, write
from undercroft.games.descent.rules.basics.throws import doubles
from undercroft.games.descent.rules.battle import nerve, onslaught
from undercroft.games.descent.rules.battle.blows import dark_penalty
from undercroft.games.descent.rules.campaign import desk
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.ending import peace
from undercroft.games.descent.rules.orders.walk import order
from undercroft.games.descent.secrets import mask
from undercroft.games.descent.state import Game, Sage
from undercroft.games.descent.unseen import redraw

from .scene import fight, game, opening


def play(
    seed: int, bot: str, *, seats: int = 1, light: bool = True, met: dict[tuple[str, str], int] | None = None, **options: Any
) -> Match[Game]:
    """A whole campaign by one kind of bot."""
    match = Match.start(GAME, opening(*(f"P{number}" for number in range(seats)), seed=seed, **options), light=light)
    match.table.met = met
    dice, mind = Dice(seed), GAME.bot(bot)
    while match.ask is not None:
        seat = match.ask.seats[0]
        match.answer(mind(match.view(seat, dice)), seat)
    return match


@pytest.mark.parametrize("bot", GAME.bots)
def test_every_bot_finishes_a_campaign_alone(bot: str) -> None:
    match = play(11, bot, maze="popnecker")
    assert match.outcome is not None
    assert match.state.papers
    assert match.outcome.facts["descents"] == 1


@pytest.mark.rule("DES-IDEA-12")
def test_ten_people_and_a_save_in_mid_corridor() -> None:
    names = tuple(f"P{number}" for number in range(10))
    match = Match.start(GAME, opening(*names, seed=4))
    dice, mind = Dice(4), GAME.bot("steady")
    while match.ask is not None and not (match.state.phase == "walk" and match.state.orders > 2):
        match.answer(mind(match.view(match.ask.seats[0], dice)), match.ask.seats[0])
    again = Match.restore(GAME, match.opening, match.snapshot())
    assert again.ask is not None
    assert match.ask is not None
    for played in (match, again):
        fresh = Dice(9)
        for _ in range(30):
            assert played.ask is not None
            played.answer(mind(played.view(played.ask.seats[0], fresh)), played.ask.seats[0])
    one, other = match.snapshot(), again.snapshot()
    assert (one.state, one.dice, one.answers) == (other.state, other.dice, other.answers)


# The gamesmaster.


@pytest.mark.rule("DES-GM-01", "DES-IDEA-01")
def test_a_gamesmaster_may_change_what_comes_before_the_party_hears() -> None:
    s = game("warrior")
    ran = run(coming.meet, s, dice=[1, 2, 1, [3, 4]], gamesmaster=1, answers=[(1, "be:Trolls"), (1, 5)])
    assert s.battle is not None
    assert [foe.name for foe in s.battle.foes] == ["Trolls"] * 5
    ruling = next(event for event in ran.events if event.kind == "ruling")
    assert ruling.seen_by(1) is not None
    assert ruling.seen_by(0) is None


@pytest.mark.rule("DES-IDEA-05", "DES-GM-01")
def test_the_desk() -> None:
    s = game("warrior")
    ran = run(desk.act, s, 1, "gm:karma", gamesmaster=1, answers=[(1, "m0"), (1, 10), (1, "a rescue")])
    assert s.members[0].karma == 10
    assert "a rescue" in ran.texts[0]
    ran = run(desk.act, s, 1, "gm:say", gamesmaster=1, answers=[(1, "It drips.")])
    assert ran.texts == ["It drips."]
    run(desk.act, s, 1, "gm:gift", gamesmaster=1, answers=[(1, "ware"), (1, "CHEESE"), (1, 1)])
    assert s.chest.goods["CHEESE"] == 1
    run(desk.act, s, 1, "gm:hurt", gamesmaster=1, answers=[(1, "m0"), (1, 2)])
    assert s.members[0].body == 2
    run(desk.act, s, 1, "gm:note", gamesmaster=1, answers=[(1, "They are tired.")])
    assert s.gm_notes == ["They are tired."]
    assert mask(s, 0).gm_notes == []
    ran = run(desk.act, s, 1, "gm:know", gamesmaster=1)
    assert ran.events[0].seen_by(0) is None
    run(desk.act, s, 1, "gm:send", gamesmaster=1, answers=[(1, "Bears"), (1, 2)], dice=[[3, 4]])
    assert s.battle is not None
    assert s.battle.foes[0].name == "Bears"


@pytest.mark.rule("DES-GM-01")
def test_the_desk_is_open_at_every_ask() -> None:
    match = Match.start(GAME, opening("A", "B", gamesmaster="G"))
    assert match.ask is not None
    assert {"gm:say", "gm:leave", "dice:watch"} <= set(match.ask.keys_for(2))
    match.answer("gm:say", 2)
    match.answer("Welcome.", 2)
    assert match.events[-1].text == "Welcome."


@pytest.mark.rule("DES-GM-02")
def test_every_whim_has_a_table() -> None:
    assert sages().trade
    assert supply_finds()
    assert peace.peace_number(game("warrior")) == 10
    assert gifts().likes
    assert encounters().sub
    assert item_uses().item
    assert {"casino", "theater", "temple", "study", "bower", "lake", "ice", "chasm"} <= set(KINDS)
    assert {"morale", "keeper_buys", "robbing_hood_pity"} <= set(doubles_uses())
    s = game("warrior")
    fight(s, "Orcs", 4)
    assert s.battle is not None
    del s.battle.foes[2:]
    assert run(nerve.nerve, s, s.battle, dice=[[1, 2]], gamesmaster=1, answers=[(1, "yes")]).result


@pytest.mark.rule("DES-GM-04", "DES-BAT-07")
def test_nothing_hidden_reaches_a_player() -> None:
    s = game("warrior seat0", "priest seat1", players=2)
    fight(s, "Trolls", 2)
    seen = mask(s, 0)
    assert seen.levels == []
    assert seen.guards == {}
    assert "Stormbringer" not in str(seen)
    assert "mammal" not in str(seen)
    assert mask(s, 2) is s
    for seed in range(3):
        other = redraw(s, s, 0, Dice(seed))
        assert mask(other, 0) == seen
    assert any(redraw(s, s, 0, Dice(seed)).levels != s.levels for seed in range(5))


def test_what_nobody_has_met_may_be_elsewhere_for_a_thinking_bot() -> None:
    s = game("warrior", maze="crabgrass", at=(1, 4, 2))
    drawn = [redraw(s, s, 0, Dice(seed)) for seed in range(12)]
    for number, level in enumerate(s.levels):
        others = [other.levels[number] for other in drawn]
        for other in others:
            assert sorted(other.legend) == sorted(level.legend)
            assert sorted("".join(other.rows)) == sorted("".join(level.rows))  # moved, never more or less of anything
            for x, sign in ((x, sign) for row in level.rows for x, sign in enumerate(row) if sign in "T<>X"):
                assert any(line[x] == sign for line in other.rows)
    assert any(other.levels[1].rows != s.levels[1].rows for other in drawn)
    kinds = {next(sign for sign, line in other.levels[1].legend.items() if line.kind == "casino") for other in drawn}
    assert len(kinds) > 1
    known = game("warrior", maze="crabgrass", at=(2, 4, 2))
    for col, row, _ in known.levels[1].cells():
        known.sheets[0].cells[f"{col},{row}"] = "."
    assert all(redraw(known, known, 0, Dice(seed)).levels[1].rows == known.levels[1].rows for seed in range(6))
    known.sage = Sage("guide", favourite="relics")
    fancies = {sage.favourite for seed in range(12) if (sage := redraw(known, known, 0, Dice(seed)).sage) is not None}
    assert len(fancies) > 2
    assert redraw(known, known, 1, Dice(1)) is known  # the gamesmaster's seat: nothing is hidden from it


@pytest.mark.rule("DES-GM-05", "DES-DIAL-02")
def test_temperament() -> None:
    for temper, needed, dark in (("fair", 10, -1), ("cruel", 11, -2), ("kindly", 9, -1)):
        s = game("warrior", temperament=temper)
        assert (peace.peace_number(s), dark_penalty(s)) == (needed, dark)


# Dials and mazes.


@pytest.mark.rule("DES-IDEA-11", "DES-DIAL-11")
def test_a_maze_sets_its_own_dials_and_says_so() -> None:
    text = write(packaged("popnecker")).replace("north  up", "north  up\nrules  dark_penalty=-2, base_hits.warrior=7", 1)
    opened = GAME.check_opening(Opening(game="descent", seats=("A",), seed=1, bring={"maze": text}))
    s = GAME.setup(opened, Dice(1))
    assert s.dials.dark_penalty == -2
    assert s.dials.base_hits_warrior == 7
    shown = str(GAME.screen(mask(s, 0), 0))
    assert "set by this maze" in shown
    assert "What the dark costs" in shown
    bad = text.replace("dark_penalty=-2", "gravity=2")
    with pytest.raises(Exception, match="no dial"):
        GAME.setup(GAME.check_opening(Opening(game="descent", seats=("A",), seed=1, bring={"maze": bad})), Dice(1))
    assert load(text, "x").rules


# Flavour.


@pytest.mark.rule("DES-FLAV-04")
def test_doubles_are_marked_where_something_comes_of_them() -> None:
    s = game("elf warrior", maze="popnecker", at=(1, 3, 6))
    s.thrown_for = []
    ran = run(order, s, answers=["line", "done"])
    assert ran
    fight(s, "Orcs", 1)
    assert s.battle is not None
    ran = run(onslaught.foes_attack, s, s.battle, dice=[[2, 2]])
    assert ran.texts == ["The orc misses warrior0."]  # nothing comes of an attack's pair

    async def plain(t: Table[Game]) -> None:
        await doubles(t, "sliding_panel", rule="DES-DBL-01")

    assert run(plain, s, dice=[[2, 2]]).texts == ["Doubles: two twos!"]
    ran = run(onslaught.foes_attack, s, s.battle, dice=[[2, 3]])
    assert not any("Doubles" in text for text in ran.texts)


@pytest.mark.rule("DES-FLAV-07")
def test_the_words_of_1974() -> None:
    match = play(5, "steady", light=False, maze="popnecker")
    words = " ".join(event.text for event in match.log(0)) + str(match.screen(0)) + str(desk.desk(match.state, "")) + GAME.tagline
    for term in ("baddie", "karma", "persona", "descent", "gamesmaster"):
        assert term in words.lower()


@pytest.mark.rule("DES-FLAV-01", "DES-FLAV-02")
def test_screens_and_drawings_of_every_phase() -> None:
    import xml.etree.ElementTree as ElementTree

    match = Match.start(GAME, opening("<b>Ada</b>", "Bob & Co", seed=8, maze="popnecker"))
    dice, mind = Dice(8), GAME.bot("plunderer")
    seen: set[str] = set()
    while match.ask is not None:
        if match.state.phase not in seen or (
            match.state.battle is not None and len(seen) < 40 and match.state.battle.round % 5 == 1
        ):
            seen.add(match.state.phase)
            for seat in (0, 1, None):
                shown = match.screen(seat)
                assert shown.drawing is not None
                ElementTree.fromstring(shown.drawing.svg)
                assert shown.drawing.text
                assert "<b>Ada" not in shown.drawing.svg
        match.answer(mind(match.view(match.ask.seats[0], dice)), match.ask.seats[0])
    assert {"roll-call", "store", "walk", "meeting", "battle"} <= seen
    assert match.outcome is not None
    for name, write_out in GAME.exports().items():
        assert write_out(match.state, None), name


def test_a_campaign_of_three_descents_keeps_its_people() -> None:
    match = play(3, "steady", seats=2, maze="crabgrass", descents=3)
    assert len(match.state.papers) == 3
    assert match.outcome is not None
    assert [line.removeprefix("The Daily Dungeon: ") for line in GAME.drama(match.state).said] == [
        paper.headline for paper in match.state.papers
    ]

"""The pen put down and taken up again: a world into which nobody went is the same as one never paused."""

from __future__ import annotations

import os
from typing import Any

import msgspec
import pytest

from tests.games.host.worlds import played
from undercroft.engine import BadOpening, Match, Opening, SettingValue
from undercroft.engine.site import Deed, Homecoming
from undercroft.games.host import GAME
from undercroft.games.host.state import Host, visits

SOAK = os.environ.get("UNDERCROFT_SOAK") == "1"
SEEDS = range(1, 101 if SOAK else 6)
Plain = dict[str, Any]


def opening(seed: int, world: Plain, **options: SettingValue) -> Opening:
    chosen: dict[str, SettingValue] = {"ask": "nothing", "civilization": "roll", "named_treasures": True, **options}
    return Opening(game="host", seats=("Author",), seed=seed, options=chosen, bring={"world": world})


def play(opened: Opening) -> Match[Host]:
    """Every suggestion accepted."""
    return accept(Match.start(GAME, opened, light=True))


def accept(match: Match[Host]) -> Match[Host]:
    while (ask := match.ask) is not None:
        match.answer(ask.keys[0] if ask.keys else ask.suggestions[0])
    return match


def carried(match: Match[Host], **more: Any) -> Plain:
    """What the next season brings."""
    seen = visits(match.state)
    assert seen is not None
    return {"state": msgspec.to_builtins(match.state, str_keys=True), "dice": seen.dice, **more}


def history(seed: int, world: Plain, **options: SettingValue) -> tuple[Host, int]:
    """A world played season by season to its end, and how many seasons that took."""
    match, seasons = play(opening(seed, world, **options)), 1
    while match.state.age != "over":
        more = {key: value for key, value in world.items() if key != "age"}
        match = play(opening(seed + seasons, carried(match, **more), **options))
        seasons += 1
    return match.state, seasons


def bare(s: Host) -> bytes:
    """A world without what is noted of its visits."""
    copy = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=Host)
    copy.visits = msgspec.UNSET
    return msgspec.msgpack.encode(copy)


@pytest.mark.rule("HST-ORDR-02")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_world_nobody_went_into_is_the_same_as_one_never_paused(seed: int) -> None:
    whole, once = history(seed, {})
    assert once == 1
    assert bare(whole) == bare(played(seed, civilization="roll", named_treasures=True))
    years, seasons = history(seed, {"years": 1})
    assert seasons > 2
    assert bare(years) == bare(whole)
    five, _ = history(seed, {"years": 2, "age": "monsters"})
    assert bare(five) == bare(whole)


@pytest.mark.rule("HST-ADVN-20")
@pytest.mark.parametrize("seed", SEEDS)
def test_adventurers_whom_nobody_plays_go_down_by_the_book(seed: int) -> None:
    whole, _ = history(seed, {})
    paused, seasons = history(seed, {"expeditions": True})
    assert seasons > 1 or not whole.parties
    assert [entry.text for entry in paused.record] == [entry.text for entry in whole.record]
    assert paused.beads == whole.beads


def test_the_same_when_the_author_is_asked() -> None:
    whole, _ = history(3, {}, ask="important")
    years, seasons = history(3, {"years": 1}, ask="important")
    assert seasons >= 5
    assert [entry.text for entry in years.record] == [entry.text for entry in whole.record]


def test_the_desk_puts_the_pen_down_at_the_end_of_the_year() -> None:
    match = Match.start(GAME, opening(3, {}, ask="everything"))
    while not (match.ask is not None and match.state.year == 2):
        assert match.ask is not None
        match.answer(match.ask.keys[0] if match.ask.keys else match.ask.suggestions[0])
    for label, pen in (("Put down the pen", True), ("Keep the pen", False), ("Put down the pen", True)):
        match.answer("desk")
        assert match.ask is not None
        assert match.ask.options["pen"].label.startswith(label)
        match.answer("pen")
        seen = visits(match.state)
        assert seen is not None
        assert seen.pen is pen
    year = match.state.absolute
    accept(match)
    assert (match.state.absolute, match.state.age) == (year, "civilization")
    outcome = match.outcome
    assert outcome is not None
    assert outcome.facts["outcome"] == "the pen was put down"
    assert not outcome.memorials


def test_other_games_have_no_pen_at_their_desk() -> None:
    plain = Match.start(GAME, Opening(game="host", seats=("Author",), seed=3, options={"ask": "everything"}))
    assert visits(plain.state) is None
    assert b"visits" not in msgspec.msgpack.encode(plain.state)
    plain.answer("desk")
    assert plain.ask is not None
    assert "pen" not in plain.ask.keys


def test_adventurers_can_be_played_by_hand_and_come_home() -> None:
    match = Match.start(GAME, opening(4, {}, ask="important"))
    while (ask := match.ask) is not None:
        match.answer("play" if "play" in ask.keys else ask.keys[0] if ask.keys else ask.suggestions[0])
    s = match.state
    assert s.party is not None
    site = GAME.site(s)
    name, parties = s.party.name, s.parties
    hoard = next(hoard for hoard in site.hoards if not hoard.name)
    home = Homecoming("m1", "descent", name, s.absolute, (Deed("taken", hoard.id, hoard.place, 12),), (hoard.place,))
    settled = GAME.settle(s, [home])
    assert settled.state.party is None
    assert hoard.id not in settled.state.beads
    assert settled.state.parties == parties
    assert settled.state.made_loot - settled.state.lost_loot == sum(b.colour == "loot" for b in settled.state.beads.values())
    after = play(opening(5, carried(match, homecomings=[msgspec.to_builtins(home)], years=1)))
    assert after.state.record[len(s.record)].text.startswith(name[:1].upper() + name[1:])
    assert after.state.absolute >= s.absolute


@pytest.mark.rule("HST-VILL-20")
def test_after_the_end_the_place_starts_anew_any_number_of_times() -> None:
    match = play(opening(2, {}))
    for again in range(3):
        assert match.state.age == "over"
        count, ages = len(match.state.record), len(match.state.ages)
        match = play(opening(30 + again, carried(match)))
        assert match.state.record[count].text == "An age ended; the dungeon did not."
        assert match.state.ages[ages - 1] == "disaster"
        assert "monsters" in match.state.ages[ages:]


@pytest.mark.rule("HST-ORDR-02")
@pytest.mark.parametrize("stop", ["primordial", "civilization", "disaster", "monsters", "villainy_1"])
def test_what_the_author_stopped_goes_on_with_the_next_age(stop: str) -> None:
    match = play(opening(6, {}, stop_after=stop))
    before = match.state.ages[:-1]
    after = play(opening(7, carried(match)))
    assert after.state.outcome in ("heroes", "villain", "twilight")
    follows = {"primordial": "civilization", "civilization": "disaster", "disaster": "monsters", "monsters": "villainy"}
    assert after.state.ages[: len(before)] == before
    if stop in follows:
        assert after.state.ages[len(before)] == follows[stop]


@pytest.mark.parametrize("world", [{"years": -1}, {"age": "stone"}, {"state": {"seed": "x"}}, {"who": 1}, 7])
def test_a_world_that_will_not_do_is_refused(world: Any) -> None:
    with pytest.raises(BadOpening, match=r"world|season"):
        Match.start(GAME, opening(1, world))

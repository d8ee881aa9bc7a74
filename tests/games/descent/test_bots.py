"""Bots: every one of them gets home or dies trying, none of them shops for ever, and each is unlike the others."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Ask, Dice, Option, View
from undercroft.games.descent import GAME
from undercroft.games.descent.content import item_uses
from undercroft.games.descent.generate import LORDS, VOLUMES, generate
from undercroft.games.descent.rules.surface.store import counter
from undercroft.games.descent.rules.treasure.special import special_name
from undercroft.games.descent.state import Game, Pencil
from undercroft.games.descent.wits.chart import Chart
from undercroft.games.descent.wits.mind import Mind
from undercroft.games.descent.wits.notions import fighter
from undercroft.games.descent.wits.temper import TEMPERS
from undercroft.simulate.play import Plan, simulate

from .scene import fight, game


def answer(s: Game, name: str, ask: Ask, seed: int = 1) -> Any:
    """What a bot says."""
    return GAME.bot(name)(View(GAME, s, 0, ask, Dice(seed)))


def choice(rule: str, *keys: str) -> Ask:
    """A question with these answers."""
    return Ask("choose", (0,), "What now?", {key: Option(key) for key in keys}, rule=rule)


def test_a_bot_is_found_by_its_own_name() -> None:
    assert set(GAME.bots) == set(TEMPERS)
    assert not {"random", "search", "greedy"} & set(GAME.bots)  # the table has bots of these names already


@pytest.mark.parametrize("name", GAME.bots)
def test_whose_wealth_is_in_bars_does_not_shop_for_ever(name: str) -> None:
    s = game("warrior leather +AXE", "priest leather +MACE", "wizard")
    s.phase = "store"
    for m in s.members:
        m.status, m.gold, m.gold_bars = "home", 7, 1
        m.goods |= {"SHIELD": 1, "SPEAR": 1, "MEDI-KIT": 1, "LIGHT BALLS": 9, "MACE BALLS": 9}
    dice, bot = Dice(3), GAME.bot(name)
    from undercroft.engine import Table
    from undercroft.games.descent.rules.surface.store import visit

    for _ in range(200):
        t = Table(s, dice, light=True)
        step = visit(t, 0)
        ask, done = step.send(None), None
        while done is None:
            try:
                ask = step.send(ask.check(bot(View(GAME, s, 0, ask, dice)), 0))
            except StopIteration as stop:
                done = bool(stop.value)
        if done:
            break
    else:
        pytest.fail(f"{name} is still in the store")
    assert counter(s, 0)


def test_a_careful_priest_does_not_rise_to_the_spider_without_sweets() -> None:
    s = game("priest 7")
    s.phase = "rise"
    s.members[0].status = "home"
    ask = choice("DES-IDEA-07", "rise:0", "done")
    assert answer(s, "steady", ask) == "done"
    assert answer(s, "plunderer", ask) == "rise:0"
    s.members[0].goods["SPIDER-SHAPED LOLLIPOPS"] = 2
    assert answer(s, "steady", ask) == "rise:0"


def test_the_line_takes_up_its_best_weapons() -> None:
    s = game("warrior +AXE")
    s.phase = "line"
    s.members[0].goods["MORNING STAR"] = 1
    ask = choice("DES-BAT-01", "done", "weapon:0:MORNING STAR")
    assert answer(s, "steady", ask) == "weapon:0:MORNING STAR"
    s.members[0].hand = "MORNING STAR"
    assert answer(s, "steady", choice("DES-BAT-01", "done", "weapon:0:AXE")) == "done"


def test_the_collector_draws_what_nobody_has_tried() -> None:
    s = game("warrior +AXE", "warrior +AXE")
    m = s.members[0]
    m.goods["SLING"] = 1
    b = fight(s, "Bats", 3)
    s.notebooks[0]["Bats"] = {"axe": [0, 7]}
    ask = Ask("choose", (0,), f"{m.name} (axe): what now?", {key: Option(key) for key in ("strike@0", "draw:SLING", "hold")},
              rule="DES-BAT-09")  # fmt: skip
    said = [answer(s, "collector", ask, seed) for seed in range(12)]
    assert "draw:SLING" in said
    s.notebooks[0]["Bats"]["sling"] = [0, 7]
    assert "draw:SLING" not in [answer(s, "collector", ask, seed) for seed in range(12)]
    assert b.foes


def test_the_collector_sees_more_uses_than_anybody() -> None:
    def seen(name: str) -> float:
        plan = Plan("descent", 2, 5, bots=(name,), options={**GAME.cover_options, "descents": 2}, cover=True)
        return simulate(plan).means["uses seen"].mean

    collector = seen("collector")
    assert collector > 2 * seen("steady")
    assert collector <= len(item_uses().item) + 30


def test_a_chart_leads_to_the_nearest_blank_and_round_hazards() -> None:
    # 1,1 - 2,1 - 3,1 (a lake) - 4,1 opens on the blank; from 2,1 a door is shut to the south
    sheet = Pencil(
        1, cells={"1,1": ".", "2,1": ".", "3,1": "~", "4,1": "."}, edges={"2,1": " ", "4,1": " ", "6,1": " ", "3,2": "D"}
    )
    chart = Chart(sheet)
    assert chart.is_edge((2, 1))
    assert not chart.is_edge((1, 1))
    assert chart.soonest({"go:East": (2, 1)}, lambda cell: cell == (4, 1)) == []
    afloat = Chart(sheet, "~")
    assert afloat.soonest({"go:East": (2, 1)}, lambda cell: cell == (4, 1)) == ["go:East"]
    assert afloat.is_edge((3, 1))
    assert chart.signs("~") == [(3, 1)]


def test_a_chart_goes_round_chambers_the_party_ran_from() -> None:
    # a chamber of two squares, 2,1 and 2,2, between corridors; one of its doors was never opened
    sheet = Pencil(
        1,
        cells={"1,1": ".", "2,1": "#", "2,2": "#", "3,1": ".", "1,2": "."},
        edges={"2,1": "d", "4,1": "d", "3,2": " ", "1,2": " ", "2,3": "D"},
    )
    through = {"go:East": (2, 1)}
    assert Chart(sheet).soonest(through, lambda cell: cell == (3, 1)) == ["go:East"]
    assert Chart(sheet).is_edge((1, 2))
    sheet.notes["2,1"] = "beware: dragon"
    chart = Chart(sheet)
    assert chart.lairs == {(2, 1), (2, 2)}
    assert chart.soonest(through, lambda cell: cell == (3, 1)) == []
    assert not chart.is_edge((1, 2))  # that door leads to the same dragon
    assert Chart(sheet, shy=False).soonest(through, lambda cell: cell == (3, 1)) == ["go:East"]


@pytest.mark.parametrize("name", ["steady", "plunderer", "mapper", "miser"])
def test_nobody_walks_back_to_whom_he_ran_from(name: str) -> None:
    s = game("warrior +AXE", "warrior +AXE")
    here = {"go:East": Option("Go East", hint="the dragon, whom you ran from"), "go:West": Option("Go West")}
    ask = Ask("choose", (0,), "Where to?", here, rule="DES-MOVE-01")
    assert {answer(s, name, ask, seed) for seed in range(20)} == {"go:West"}


def test_the_worn_out_are_relieved_by_whoever_stands_idle_behind() -> None:
    s = game("warrior plate +AXE", "warrior plate +AXE", "warrior +AXE", "warrior plate +AXE", "priest chain +MACE", "wizard")
    s.lines = [[0, 1, 2, 3], [4], [5]]
    assert "line" in {answer(s, "steady", choice("DES-MOVE-01", "go:East", "line"), seed) for seed in range(8)}
    setting = ("done", "line:2:1", "line:2:2", "line:4:2")
    s.phase = "line"
    assert answer(s, "steady", choice("DES-BAT-01", *setting)) == "line:2:1"
    s.lines = [[0, 1, 3], [4, 2], [5]]
    s.members[3].armour_left, s.members[3].body = 0, 4
    assert answer(s, "steady", choice("DES-BAT-01", "line:4:0", "line:3:1", "done")) == "line:4:0"
    s.lines = [[0, 1, 3, 4], [2], [5]]
    assert answer(s, "steady", choice("DES-BAT-01", "line:3:1", "done")) == "done"  # nobody behind is fresher


def test_blows_in_vain_are_broken_off() -> None:
    s = game("warrior +AXE", "warrior +AXE")
    b = fight(s, "Vampires", 2)
    ask = choice("DES-FLEE-06", "stay", "run")
    b.round = 4
    assert answer(s, "steady", ask) == "stay"
    b.round = 5  # not a scratch on them
    assert answer(s, "steady", ask) == "run"
    b.foes[0].hits -= 1
    assert answer(s, "steady", ask) == "stay"
    s.notebooks[0]["Vampires"] = {"axe": [0, 11]}  # known from another day
    assert answer(s, "steady", ask) == "run"


def test_the_miser_hoards() -> None:
    s = game("warrior +AXE", "warrior +AXE")
    walk = choice("DES-MOVE-01", "surface", "go:East")
    assert answer(s, "miser", walk) != "surface"
    s.chest.gold_bars, s.chest.gold, s.chest.silver = 4, 19, 16
    assert answer(s, "miser", walk) == "surface"
    assert answer(s, "steady", walk) != "surface"
    s.phase = "rise"
    assert answer(s, "miser", choice("DES-IDEA-07", "rise:0", "done")) == "done"
    assert answer(s, "steady", choice("DES-IDEA-07", "rise:0", "done")) == "rise:0"
    s.phase = "store"
    for m in s.members:
        m.status = "home"
    assert answer(s, "miser", choice("DES-STORE-15", "sell:0:SPEAR", "done")) == "sell:0:SPEAR"
    assert answer(s, "steady", choice("DES-STORE-15", "sell:0:SPEAR", "done")) == "done"


def test_bots_know_what_to_do_about_pins() -> None:
    s = game("warrior +AXE", "warrior +AXE")
    floor = choice("DES-SUP-21", "march", "powder", "sweep", "back")
    for name in GAME.bots:
        assert answer(s, name, floor) == "powder"
    assert answer(s, "steady", choice("DES-SUP-21", "march", "sweep")) == "march"
    aboard = choice("DES-SUP-21", "ashore", "risk", "cushion")
    assert answer(s, "steady", aboard) == "cushion"
    assert {answer(s, "collector", aboard, seed) for seed in range(20)} == {"risk", "cushion"}


@pytest.mark.rule("DES-STRE-01")
def test_generated_mazes_hold_every_special_treasure_and_the_demons_their_book() -> None:
    special: set[str] = set()
    lords: set[str] = set()
    for seed in range(16):
        maze = generate(Dice(seed), levels=3)
        found = {feature.get("special") for level in maze.levels for feature in level.legend.values()} - {""}
        foes = {feature.get("baddies") for level in maze.levels for feature in level.legend.values()}
        assert ("Arch-Demon" in foes) == (set(VOLUMES) <= found)
        assert ("Arch-Demon" in foes) == ("Middling Demon" in foes)
        special |= found
        lords |= foes & set(LORDS)
    assert special >= {"the sword Stormbringer", "a ghod", "SPEED ARMOR", *VOLUMES}
    assert len(lords) > 3
    assert special_name("a mouldy Book of Demons (Vol. II)") == "BOOK OF DEMONS (Vol. II)"


def test_a_bot_knows_whose_blow_is_asked_for() -> None:
    s = game("warrior +AXE", "warrior +AXE")
    s.members[1].name = "warrior0's son"
    for m in s.members[:2]:
        ask = Ask("choose", (0,), f"{m.name}'s axe against two in front. What now?", ["hold"], rule="DES-BAT-09")
        assert fighter(Mind(View(GAME, s, 0, ask, Dice(1), None), TEMPERS["steady"])) is m

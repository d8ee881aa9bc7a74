"""Tales: what each seat is told of a token in a battle, and what it is not."""

from __future__ import annotations

import re

import msgspec
import pytest

from undercroft.engine import Table, Tale, run
from undercroft.games.descent import GAME
from undercroft.games.descent.rules.battle import onslaught, strikes
from undercroft.games.descent.rules.battle.field import REMEMBERED, record
from undercroft.games.descent.state import Game, Member

from .scene import fight, game

GIL = 2  # behind the screen, at a table of two players


def told(s: Game, seat: int | None, place: str) -> dict[str, str]:
    """A tale as that seat hears it, label by label."""
    tale = GAME.tale(GAME.mask(s, seat), seat, place)
    assert tale is not None
    return {line.label: line.value for line in tale.lines}


def scene() -> Game:
    s = game("warrior +axe", "warrior seat1 +axe", players=2)
    fight(s, "Trolls", 3)
    return s


def words_of(tale: Tale) -> str:
    return " ".join([tale.title, *(f"{line.label} {line.value} {line.hint}" for line in tale.lines)])


def test_every_token_on_the_drawing_has_a_tale() -> None:
    s = game("warrior plate +axe", "warrior +axe", "priest", "wizard", players=2)
    fight(s, "Orcs", 9)
    for seat in (0, 1, GIL, None):
        masked = GAME.mask(s, seat)
        drawing = GAME.draw(masked, seat)
        assert drawing is not None
        tokens = re.findall(r'data-place="((?:foe|member)-\d+)"', drawing.svg)
        assert len(tokens) == 4 + 4
        for token in tokens:
            tale = GAME.tale(masked, seat, token)
            assert tale is not None
            assert tale.title
            assert len(tale.lines) >= 3
            assert all(not line.rule or line.rule in GAME.rulebook() for line in tale.lines)


@pytest.mark.rule("DES-BAT-05")
def test_a_foes_tale_is_what_the_party_was_told() -> None:
    s = scene()
    lines = told(s, 0, "foe-1")
    assert lines["hits left"] == "4"
    assert lines["hits"] == "on 7"
    assert lines["is"] == "humanoid, one of 3; in front"
    assert told(s, 0, "Trolls 2") == told(s, 0, "troll 2") == lines
    assert GAME.tale(GAME.mask(s, 0), 0, "foe-9") is None
    s.battle = None
    assert GAME.tale(GAME.mask(s, 0), 0, "foe-1") is None


@pytest.mark.rule("DES-BAT-07", "DES-GM-04")
def test_what_hurts_them_their_nerve_and_their_likings_are_the_gamesmasters() -> None:
    s = scene()
    desk = told(s, GIL, "foe-0")
    assert desk["hurt by"] == "axe 9, mace 9, sword 12"
    assert desk["nerve"] == "steady"
    assert desk["likes"] == "garbage"
    for seat in (0, 1, None):
        tale = GAME.tale(GAME.mask(s, seat), seat, "foe-0")
        assert tale is not None
        assert not {"hurt by", "nerve", "power", "likes"} & {line.label for line in tale.lines}
        assert "axe" not in words_of(tale)
        assert "garbage" not in words_of(tale)


def test_a_players_tale_does_not_change_with_what_is_hidden() -> None:
    """Whatever the bestiary, the maze and the chambers really are: the words stay the same."""
    s = scene()
    changed = msgspec.structs.replace(s, levels=[], guards={}, gm_notes=["they fear cheese"], thrown_for=["2:1,1"])
    for seat in (0, 1, None):
        for place in ("foe-0", "member-0", "member-1"):
            assert GAME.tale(GAME.mask(s, seat), seat, place) == GAME.tale(GAME.mask(changed, seat), seat, place)


@pytest.mark.rule("DES-BST-31")
def test_nobody_is_told_the_numbers_of_those_he_was_not_told_of() -> None:
    s = game("warrior")
    b = fight(s, "Spanish Inquisition", 2)
    b.told = False
    tale = GAME.tale(GAME.mask(s, 0), 0, "foe-0")
    assert tale is not None
    assert [line.value for line in tale.lines] == ["one of the Spanish Inquisition; nobody has told you more"]
    assert not re.search(r"\d", words_of(tale).replace("Inquisitor 1", ""))
    behind = GAME.tale(s, 1, "foe-0")
    assert behind is not None
    assert "hits left" in [line.label for line in behind.lines]


@pytest.mark.rule("DES-BAT-10", "DES-FLAV-03")
def test_a_notebook_is_read_by_its_owner_and_the_leaders_by_all() -> None:
    s = scene()
    s.leader = 0
    s.notebooks[0] = {"Trolls": {"axe": [9, 8]}}
    s.notebooks[1] = {"Trolls": {"mace": [10, 0]}, "Orcs": {"axe": [8, 0]}}
    assert told(s, 0, "foe-0")["the leader's notebook"] == "axe hit on 9 and missed on 8"
    assert "your own notebook" not in told(s, 0, "foe-0")
    assert told(s, 1, "foe-0")["your own notebook"] == "mace hit on 10"
    assert "mace" not in str(told(s, None, "foe-0"))
    s.learned["Trolls"] = "axe 9, mace 9, sword 12"
    assert told(s, 0, "foe-0")["you were told"] == "axe 9, mace 9, sword 12"


async def _round(t: Table[Game], m: Member) -> None:
    b = t.state.battle
    assert b is not None
    b.round = 1
    await onslaught.foes_attack(t, b)
    await strikes.strike(t, b, m, b.foes[0])


def test_a_tale_tells_what_was_done_and_suffered_in_this_fight() -> None:
    s = game("warrior +axe", "warrior +axe")
    fight(s, "Trolls", 1)
    assert "so far" not in told(s, 0, "member-0")
    run(_round, s, s.members[0], dice=[[0, 1], 7, 9])
    assert told(s, 0, "foe-0")["round 1"] == "hits warrior0; is hit by warrior0"
    assert told(s, 0, "member-0")["round 1"] == "is hit by the troll; hits the troll"
    assert told(s, 0, "member-1")["so far"] == "has not struck or been struck"
    assert s.battle is not None
    s.battle.foes[0].hits = 1
    run(_round, s, s.members[0], dice=[[1, 0], 2, 9])
    assert told(s, 0, "member-0")["round 1"].endswith("kills the troll")
    assert told(s, 0, "member-1")["round 1"] == "is missed by the troll"


def test_exchanges_alike_are_said_once_and_old_ones_forgotten() -> None:
    s = scene()
    assert s.battle is not None
    for number in range(3):
        record(s.battle, "member-0", "misses", "the troll" if number else "the orc")
    assert told(s, 0, "member-0")["before the first round"] == "misses the orc and the troll twice"
    for number in range(60):
        s.battle.round = number
        record(s.battle, "member-0", "hits", "the troll")
    assert len(s.battle.exchanges["member-0"]) == REMEMBERED
    assert len([label for label in told(s, 0, "member-0") if label.startswith("round")]) == 5


@pytest.mark.rule("DES-WPN-11")
def test_a_tale_tells_of_bonds_and_teeth() -> None:
    s = game("warrior +axe", "warrior")
    b = fight(s, "Crocs", 2)
    b.foes[0].holds, s.members[1].held = 1, 0
    b.foes[1].tied = 2
    assert told(s, 0, "foe-0")["now"] == "has its teeth in warrior1"
    assert told(s, 0, "foe-1")["now"] == "tied up: it misses 2 attacks"
    assert told(s, 0, "member-1")["now"] == "held fast in something's teeth"


def test_names_of_strangers_go_into_a_tale_as_text() -> None:
    s = scene()
    s.members[0].name = "<b>Bob</b>"
    tale = GAME.tale(GAME.mask(s, 0), 0, "member-0")
    assert tale is not None
    assert tale.title == "<b>Bob</b>"  # clients set it as text

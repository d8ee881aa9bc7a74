"""What the optional rules put on the screen: a place on the map, what lasts, a chase, a borrowed body, spells."""

from __future__ import annotations

from undercroft.engine import run
from undercroft.games.robber import GAME
from undercroft.games.robber.ending import obituary
from undercroft.games.robber.rules.odd import mirror
from undercroft.games.robber.rules.paper.places import where
from undercroft.games.robber.state import Possession

from .desk import creature, robber, table
from .desk import party as table_of
from .test_mapping import hall


def facts(state: object) -> dict[str, str]:
    """The sheet of what hangs over the party."""
    screen = GAME.screen(state, 0)  # type: ignore[arg-type]
    return {line.label: line.value for sheet in screen.sheets if sheet.kind == "facts" for line in sheet.lines}


def test_the_place_is_on_the_map_or_off_it() -> None:
    state = hall()
    assert where(state) == "chamber 1"
    shown = GAME.stage(state, 0, [])
    assert shown is not None and shown.place == "Level 1, chamber 1"
    assert next(line for line in GAME.screen(state, 0).status if line.label == "Place").value == "chamber 1"
    assert state.map is not None
    state.map.area = 0
    assert where(state) == "off the map"
    state.delve.room, state.delve.bearings, state.map.unseen = 7, "lost", "Left 90 degrees"
    assert where(state) == "room 7"
    assert "left 90 degrees" in next(line for line in GAME.screen(state, 0).status if line.label == "Place").hint
    state.robbers[0].epitaph, state.robbers[0].died_at = "fell", (2, 0)
    assert "Level 2, on a map" in obituary(state, state.robbers[0])


def test_what_lasts_is_listed_with_its_rule() -> None:
    assert facts(table()) == {}
    state = table(caves=True, password="kobold", signs=True, crypt=True, mine=True, rival=True, topsy=True, blessed=True)
    assert list(facts(state)) == [
        "Ancient caves", "Password", "Tracks", "Crypt", "Dwarven mine", "Rival at large", "Topsy-turvy", "Blessing",
    ]  # fmt: skip
    rules = GAME.rulebook()
    assert all(line.rule in rules for sheet in GAME.screen(state, 0).sheets if sheet.kind == "facts" for line in sheet.lines)


def test_chases_bodies_and_spells_are_listed() -> None:
    state = table()
    state.delve.quarry = creature("kobold")
    assert facts(state)["You are chasing"] == "a kobold"
    state = table(level=3)
    state.possession = Possession([robber()], table(level=2).delve, 4)
    assert facts(state)["Your body"] == "waits on level 2, room 4"
    state = table(calling="wizard", learned=["sleep"], memorized=["sleep", "magic_missile"])
    assert facts(state) == {"Ada, spells in mind": "sleep, magic missile", "Ada knows": "sleep"}
    cleric = robber(calling="cleric", memorized=["any"])
    cleric.level = 2
    assert facts(table(who=cleric)) == {"Ada, prayers": "1 of 2 left"}


def test_only_the_borrowed_monster_has_a_sheet() -> None:
    state = table_of(robber(), robber(seat=1, name="Bob"))
    run(mirror.control, state, dice=[1, 3, 7])
    sheets = [sheet.title for sheet in GAME.screen(state, 0).sheets if sheet.kind == "sheet"]
    assert not any("Bob" in title for title in sheets)
    assert any("centipede" in title for title in sheets)

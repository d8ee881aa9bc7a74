"""Appendix A: three difficulties, and saving throws of another book."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import undercroft
from undercroft.engine import run
from undercroft.games.robber import GAME
from undercroft.games.robber.content import CALLINGS
from undercroft.games.robber.ending import drama
from undercroft.games.robber.rules.character import life, rollup, sheet
from undercroft.games.robber.rules.monsters import bestiary, blows
from undercroft.games.robber.rules.traps import gases
from undercroft.games.robber.rules.treasure import searching
from undercroft.games.robber.state import Dials, Robber, RobberState

from .desk import creature, robber, table

NORMAL_ROLLS = [1, 1, 1, 1, 1, 1]


def roll_up(mode: str, dice: Sequence[int | str], answers: list[str]) -> Robber:
    """A new robber of a mode: two picks for trade and name, then the dice given."""
    state = RobberState(Dials(mode=mode), ["Ada"])
    run(rollup.new_robber, state, 0, answers=["Ada", *answers], dice=[1, 1, *dice])
    return state.robbers[0]


@pytest.mark.rule("ROB-ADV-01", "ROB-ADV-02", "ROB-ADV-03", "ROB-CHAR-01")
def test_an_advanced_robber_has_eight_hp_a_dagger_and_no_free_pick() -> None:
    ada = roll_up("advanced", NORMAL_ROLLS, [])
    assert (ada.hp, sheet.max_hp(ada), ada.weapon, ada.pack, ada.high) == (8, 8, "dagger", {"dagger": 1}, [])
    hardy = roll_up("advanced", [1, 1, 1, 1, 6, 1], [])
    assert (hardy.high, hardy.hp) == (["con"], 9)


@pytest.mark.rule("ROB-OLD-01", "ROB-OLD-02", "ROB-OLD-03")
@pytest.mark.parametrize("face", [1, 4, 6])
def test_an_old_school_robber_has_a_die_of_hp_and_two_fists(face: int) -> None:
    ada = roll_up("old_school", [*NORMAL_ROLLS, f"1d6={face}"], [])
    assert (ada.hp, ada.weapon, ada.pack, ada.high) == (face, "", {}, [])
    state = table(foes=[creature("kobold", 4)], who=ada)
    assert state.encounter is not None
    run(blows.strike, state, ada, state.encounter.foes[0], dice=[19])
    assert state.encounter.foes[0].hp == 3


@pytest.mark.rule("ROB-OLD-04", "ROB-CHAR-01")
def test_old_school_is_advised_to_map_and_not_to_fight() -> None:
    state = RobberState(Dials(mode="old_school"), ["Ada"])
    ran = run(rollup.new_robber, state, 0, answers=["Ada"], dice=[1, 1, *NORMAL_ROLLS, 3])
    hint = next(event.text for event in ran.events if event.rule == "ROB-OLD-04")
    assert "avoid combat" in hint
    assert "Real Mapping" in hint
    help_ = next(setting.help for setting in GAME.settings if setting.name == "mode")
    assert "Real Mapping" in help_
    assert state.dials.mapping is False  # suggested, not forced
    ran = run(
        rollup.new_robber,
        RobberState(Dials(mode="old_school", mapping=True), ["Ada"]),
        0,
        answers=["Ada"],
        dice=[1, 1, *NORMAL_ROLLS, 3],
    )
    assert not any("Real Mapping" in text for text in ran.texts)


@pytest.mark.rule("ROB-ADV-04")
def test_only_the_start_differs_between_modes() -> None:
    kits = {mode: (kit.hp, kit.weapon, kit.picks) for mode, kit in rollup.KITS.items()}
    assert kits == {"normal": ("10", "bludgeon", 1), "advanced": ("8", "dagger", 0), "old_school": ("1d6", "", 0)}
    ada = roll_up("normal", NORMAL_ROLLS, ["str"])
    assert (ada.hp, ada.weapon, ada.high) == (10, "bludgeon", ["str"])
    for mode in kits:
        one = table(dials={"mode": mode}, base_hp=5, hp=5)
        life.set_level(run(rest, one).table, one.robbers[0], 2)
        assert sheet.max_hp(one.robbers[0]) == 7  # levels are worth the same in all three


async def rest(t: object) -> None:
    """Do nothing."""


@pytest.mark.rule("ROB-DND-01")
def test_by_the_book_every_save_is_ten() -> None:
    state = table()
    for danger in ("poison", "paralysis", "disease", "petrification", "stone", "oil", "spell"):
        assert sheet.save_number(state, state.robbers[0], danger) == 10
    wise = table(high="wis")
    assert sheet.save_number(wise, wise.robbers[0], "poison") == 8


@pytest.mark.rule("ROB-DND-02")
def test_first_edition_saves_by_danger_whatever_the_level() -> None:
    state = table(dials={"saves": "first_edition"}, level=4)
    ada = state.robbers[0]
    numbers = {
        danger: sheet.save_number(state, ada, danger)
        for danger in ("poison", "paralysis", "disease", "petrification", "stone", "oil", "spell")
    }
    assert numbers == {"poison": 16, "paralysis": 16, "disease": 16, "petrification": 17, "stone": 17, "oil": 19, "spell": 19}
    ada.level = 9
    assert sheet.save_number(state, ada, "poison") == 16
    ada.high = ["wis"]
    assert (sheet.save_number(state, ada, "poison"), sheet.save_number(state, ada, "spell")) == (14, 17)


@pytest.mark.rule("ROB-DND-02", "ROB-MOVE-07")
def test_first_edition_saves_are_thrown_where_dangers_are() -> None:
    dials = {"saves": "first_edition"}
    state = table(dials=dials)
    run(gases.poison, state, dice=[15])
    assert not state.robbers[0].alive
    state = table(dials=dials)
    run(gases.poison, state, dice=[16])
    assert state.robbers[0].alive
    state = table(dials=dials)
    run(gases.fear, state, dice=[18])  # fear is a spell: 19
    assert state.delve.forced
    state = table(dials=dials, foes=[creature("medusa")])
    assert state.encounter is not None
    run(bestiary.gaze, state, state.encounter.foes[0], state.robbers[0], dice=[16])  # petrification: 17
    assert not state.robbers[0].alive
    state = table(dials=dials)
    run(searching.moldy_clothes, state, state.robbers[0], dice=[15, 4])  # poison: 16
    assert state.robbers[0].hp == 6


@pytest.mark.rule("ROB-DND-02")
def test_monsters_keep_their_ten() -> None:
    assert life.MONSTER_SAVE == 10
    orc = creature("orc", 6)
    state = table(dials={"saves": "first_edition"}, foes=[orc])

    async def saves(t: object) -> bool:
        return await life.creature_saves(t, orc, rule="ROB-CHAR-05")  # type: ignore[arg-type]

    assert run(saves, state, dice=[10]).result is True
    assert run(saves, state, dice=[9]).result is False


@pytest.mark.rule("ROB-DND-03")
def test_the_four_classes_are_the_books_own() -> None:
    assert list(CALLINGS) == ["", "thief", "fighter", "cleric", "wizard"]
    assert [setting.name for setting in GAME.settings if "class" in setting.name] == ["classes"]
    assert robber().calling == ""


@pytest.mark.parametrize(("home", "told"), [(0, "none came home"), (1, "one came home"), (2, "every one came home")])
def test_the_last_page_counts_who_came_home(home: int, told: str) -> None:
    state = undercroft.new_match("robber", ["Ada"], seed=1).state
    state.tally.delves, state.tally.returns = 2, home
    assert f"Two delves, of which {told};" in " ".join(drama(state).figures)

"""Chapter 1: the premise, the board, rolling up a character, abilities."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from undercroft.cli import main
from undercroft.engine import Dice, Match, Opening, parse, run
from undercroft.games.robber import GAME
from undercroft.games.robber.content import ITEMS, TABLES
from undercroft.games.robber.ending import obituary
from undercroft.games.robber.rules.chambers import chamber, pools
from undercroft.games.robber.rules.character import life, rollup, sheet
from undercroft.games.robber.rules.delving import discovery, movement
from undercroft.games.robber.rules.fight import parlay, rounds, sneaking
from undercroft.games.robber.rules.monsters import blows, henchmen
from undercroft.games.robber.rules.town import business
from undercroft.games.robber.screen import screen
from undercroft.games.robber.state import Dials, Robber, RobberState, Stair
from undercroft.store import Keeper, open_store

from .desk import creature, gp, robber, table, under


def new(**dials: Any) -> RobberState:
    return RobberState(Dials(**dials), ["Ada"])


def roll_up(faces: list[int], pick: str = "con", **dials: Any) -> RobberState:
    """Roll one up with these ability dice."""
    return run(rollup.roll_up, new(**dials), answers=["Hob", pick], dice=[1, 1, *faces]).state


@pytest.mark.rule("ROB-INTRO-01")
def test_the_first_screen_names_trade_torch_and_goal() -> None:
    match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=1))
    shown = match.screen(0)
    text = shown.sheets[0].text
    assert all(word in text for word in ("beggar", "torch", "tavern"))
    assert "torch" in match.events[0].text


@pytest.mark.rule("ROB-INTRO-02")
def test_the_end_names_killer_place_loss_and_turns() -> None:
    s = table(level=2, room=5, hp=1, purse=gp(120), foes=[creature("skeleton")])
    s.tally.turns, s.tally.delves = 31, 2
    ran = run(rounds.foes_turn, s, dice=[20])
    assert ran.state.over
    line = obituary(s, s.robbers[0])
    assert all(part in line for part in ("skeleton", "Level 2, room 5", "121 GP", "on the second delve and 31st turn"))
    assert "Somebody new" in screen(s, 0).sheets[0].text


@pytest.mark.rule("ROB-INTRO-02")
@pytest.mark.parametrize("word", ["yes", "no"])
def test_a_new_robber_goes_in_at_once_if_somebody_wants_to(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Death is the usual end, so the terminal offers the next robber: the same table, new dice; the dead are remembered."""
    match, dice, player = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=3)), Dice(3), GAME.bot("bold")
    while match.ask is not None:
        match.answer(player(match.view(0, dice)))
    assert match.outcome is not None
    assert match.outcome.memorials[0].kind == "grave"
    told = [",".join(move.answer) if isinstance(move.answer, list) else str(move.answer) for move in match.moves]
    lines = iter([*told, word, "/quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: print(prompt) or next(lines))
    db = f"sqlite:///{tmp_path / 'games.db'}"
    assert main(["play", "robber", "--seats", "Ada", "--seed", "3", "--plain", "--db", db]) == 0
    said = capsys.readouterr().out
    assert match.outcome.memorials[0].line.split(",")[0] in " ".join(said.split())
    assert "Another game at once, with new dice?" in said
    store = open_store(db)
    games = [Keeper.open(store, kept.record.id) for kept in store.matches()]
    store.close()
    assert len(games) == (2 if word == "yes" else 1)
    if word == "yes":
        fresh, old = sorted(games, key=lambda game: game.match.ask is None)
        assert (fresh.match.move_count, old.match.move_count) == (0, match.move_count)
        assert fresh.record.opening.seats == ("Ada",)
        assert fresh.record.opening.seed != 3
        assert fresh.record.opening.bring["grave"][0]["line"] == match.outcome.memorials[0].line


@pytest.mark.rule("ROB-INTRO-03")
def test_the_glossary_explains_the_shorthand() -> None:
    glossary = {term.lower() for term in GAME.glossary()}
    assert {"hp", "ac", "saving throw", "1d4+1", "gp", "xp"} <= glossary


@pytest.mark.rule("ROB-INTRO-04")
def test_the_credits() -> None:
    assert all(word in GAME.rulebook().credit for word in ("Paul Hughes", "2012", "beta", "poster"))
    assert all(word in GAME.credit for word in ("Paul Hughes", "2012", "beta"))


@pytest.mark.rule("ROB-COMP-01", "ROB-COMP-03")
def test_the_board_always_shows_its_four_tokens_and_the_discovery_table() -> None:
    s = table(level=3, room=7, bearings="lost", hp=6, rolled=12, found="Chamber")
    lines = {line.label: line for line in screen(s, 0).status}
    assert [lines[label].value for label in ("Level", "Room", "Bearings", "HP")] == ["3", "7", "Lost", "6"]
    discovery_sheet = next(sheet for sheet in screen(s, 0).sheets if sheet.title.startswith("Discovery"))
    assert [row[0] for row in discovery_sheet.rows if row[0].startswith(">")] == ["> 11-13"]
    s.delve.level, s.delve.room, s.delve.bearings, s.robbers[0].hp = 4, 1, "mapping", 3
    lines = {line.label: line for line in screen(s, 0).status}
    assert [lines[label].value for label in ("Level", "Room", "Bearings", "HP")] == ["4", "1", "Mapping", "3"]
    drawing = GAME.draw(s, 0)
    assert drawing is not None
    assert "[MAPPING]" in drawing.text
    assert 'id="token-bearings"' in drawing.svg


@pytest.mark.rule("ROB-COMP-02")
@pytest.mark.parametrize("name", [name for name, die in TABLES.items() if die.die.startswith("d")])
def test_every_table_covers_its_die_once(name: str) -> None:
    die = TABLES[name]
    faces = [face for entry in die.entries for face in range(entry.lo, entry.hi + 1)]
    assert faces == list(range(1, parse(die.die).high + 1))


@pytest.mark.rule("ROB-COMP-04")
def test_the_sheet_has_every_field_of_the_printed_one() -> None:
    s = roll_up([1, 1, 1, 1, 1, 1], pick="wis")
    lines = {line.label.lower(): line.value for page in screen(s, 0).sheets for line in page.lines}
    with (Path(__file__).parent / "sheet_fields.csv").open() as file:
        for row in csv.DictReader(file):
            assert row["field"].lower() in lines, row["field"]
            if row["start"]:
                assert lines[row["field"].lower()] == row["start"], row["field"]


@pytest.mark.rule("ROB-COMP-05")
@pytest.mark.parametrize("dice", ["d4", "d6", "d8", "d10", "d20", "d100", "2d6", "1d4+1", "3d4"])
def test_dice_lie_in_range_and_repeat(dice: str) -> None:
    notation = parse(dice)
    one, two = Dice(5), Dice(5)
    rolls = [one.total(notation) for _ in range(300)]
    assert rolls == [two.total(notation) for _ in range(300)]
    assert min(rolls) >= notation.low
    assert max(rolls) <= notation.high
    assert notation.high > 20 or {notation.low, notation.high} <= set(rolls)


@pytest.mark.rule("ROB-COMP-06")
def test_a_second_robber_takes_a_fresh_sheet() -> None:
    first = robber(name="Hob", hp=0, alive=False, xp=700, epitaph="fell", died_at=(1, 2))
    s = table(who=first)
    s.over = True
    grave = GAME.outcome(s).memorials[0]
    assert (grave.kind, grave.data["xp"]) == ("grave", 700)
    fresh = roll_up([1, 1, 1, 1, 1, 1]).robbers[0]
    assert (fresh.xp, fresh.level, fresh.pack, fresh.purse.copper) == (0, 0, {"bludgeon": 1}, 0)


@pytest.mark.rule("ROB-SETUP-01", "ROB-SETUP-02", "ROB-SETUP-04", "ROB-MOVE-13", "ROB-TURN-02")
def test_a_delve_begins_in_room_1_of_level_1_mapping_without_a_discovery() -> None:
    s = table(place="town", level=3, room=9, bearings="lost")
    ran = run(business.visit, s, answers=["enter"])
    assert (s.delve.level, s.delve.room, s.delve.bearings, s.place) == (1, 1, "mapping", "dungeon")
    assert not [event for event in ran.events if event.kind == "roll"]
    assert movement.moves(s) == ["explore", "up"]
    run(movement.movement, s, answers=["explore"])
    assert s.delve.room == 2


@pytest.mark.rule("ROB-SETUP-03", "ROB-CHAR-02", "ROB-ABIL-10")
def test_starting_hit_points() -> None:
    assert (roll_up([1] * 6, pick="wis").robbers[0].hp, sheet.max_hp(roll_up([1] * 6, pick="wis").robbers[0])) == (10, 10)
    assert (roll_up([1] * 6, pick="con").robbers[0].hp, sheet.max_hp(roll_up([1] * 6, pick="con").robbers[0])) == (11, 11)


@pytest.mark.rule("ROB-SETUP-03")
def test_a_survivor_keeps_the_hit_points_of_last_time() -> None:
    s = new()
    s.bring = [robber(hp=3, level=1, xp=1000)]
    ran = run(rollup.roll_up, s, answers=["survivor"])
    assert ran.state.robbers[0].hp == 3


@pytest.mark.rule("ROB-SETUP-05", "ROB-RETIRE-04")
def test_a_survivor_may_be_played_and_a_poor_one_must_be() -> None:
    s = new()
    s.bring = [robber(level=1, xp=1200)]
    assert run(rollup.ask_survivor, s, 0, answers=["new"]).result is None
    s.bring = [robber(level=0, xp=999)]
    ran = run(rollup.ask_survivor, s, 0, answers=["survivor"])
    assert ran.asks[0].keys == ("survivor",)
    assert ran.result is not None
    assert "retire" not in business.options(table(place="town", xp=999), robber(xp=999))


@pytest.mark.rule("ROB-SETUP-05")
def test_a_survivor_comes_home_from_one_game_and_starts_the_next() -> None:
    s = table(place="town", dials={"length": "delve"}, hp=4, xp=300)
    s.tally.returns = 1
    run(business.visit, s, answers=["pause"])
    survivor = GAME.outcome(s).memorials[0]
    assert survivor.kind == "survivor"
    match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=1, bring={"survivor": survivor.data}))
    assert match.ask is not None
    assert match.ask.keys == ("survivor",)
    match.answer("survivor")
    assert (match.state.robbers[0].hp, match.state.robbers[0].xp) == (4, 300)


@pytest.mark.rule("ROB-BEAR-01")
def test_mapping_opens_explore_and_backtrack() -> None:
    assert movement.moves(table(room=4)) == ["explore", "backtrack"]


@pytest.mark.rule("ROB-BEAR-02")
def test_lost_leaves_only_wandering() -> None:
    s = table(room=4, bearings="lost")
    assert movement.moves(s) == ["wander"]
    s.delve.stairs = Stair("down1")
    assert movement.moves(s) == ["wander", "stairs"]


@pytest.mark.rule("ROB-BEAR-03", "ROB-MOVE-03")
@pytest.mark.parametrize("bearings", ["lost", "pursued"])
def test_pursued_is_lost_and_more(bearings: str) -> None:
    s = table(room=4, bearings=bearings)
    if bearings == "pursued":
        s.delve.pursuers = [creature("rat")]
    assert movement.moves(s) == ["wander"]


@pytest.mark.rule("ROB-BEAR-04")
@pytest.mark.parametrize("roll", [3, 18])
def test_the_pursued_pick_nothing_up(roll: int) -> None:
    ran = run(chamber.chamber, table(pursuer="rat"), dice=[roll])
    assert ran.state.robbers[0].purse.copper == 0
    assert ran.state.delve.bearings == "pursued"


@pytest.mark.rule("ROB-CHAR-01")
def test_a_name_is_offered_and_may_be_changed() -> None:
    ran = run(rollup.new_robber, new(), 0, answers=["Griselda", "con"], dice=[1, 2, 1, 1, 1, 1, 1, 1])
    assert ran.asks[0].suggestions[0] == "Alf"
    assert ran.state.robbers[0].name == "Griselda"


@pytest.mark.rule("ROB-CHAR-03", "ROB-CHAR-06", "ROB-CHAR-07", "ROB-CHAR-08")
def test_a_new_robber_has_nothing_but_a_bludgeon() -> None:
    fresh = roll_up([1] * 6, pick="wis").robbers[0]
    assert sheet.armor_class(fresh) == 10
    assert (fresh.level, fresh.xp, fresh.purse.copper, sheet.sneak_bonus(fresh), sheet.attack_bonus(fresh)) == (0, 0, 0, 0, 0)
    assert fresh.calling == ""
    assert sheet.calling(fresh).attack == (0, 1)
    assert fresh.weapon == "bludgeon"
    assert ITEMS["bludgeon"].damage == "1d6"


@pytest.mark.rule("ROB-CHAR-04", "ROB-ABIL-06")
@pytest.mark.parametrize(("high", "face", "saved"), [("", 10, True), ("", 9, False), ("wis", 8, True), ("wis", 7, False)])
def test_saving_throws(high: str, face: int, saved: bool) -> None:
    s = table(high=high)
    assert run(under(life.save), s, s.robbers[0], "poison", dice=[face]).result is saved


@pytest.mark.rule("ROB-CHAR-05")
@pytest.mark.parametrize(("face", "charmed"), [(10, False), (9, True)])
def test_every_monster_saves_on_10(face: int, charmed: bool) -> None:
    s = table(level=10, high="int", pack={"scroll_charm": 1}, foes=[creature("dragon")])
    run(rounds.act, s, s.robbers[0], answers=["read:charm"], dice=[face])
    assert bool(s.robbers[0].henchmen) is charmed


@pytest.mark.rule("ROB-CHAR-09", "ROB-CHAR-10")
def test_a_six_is_high_and_one_more_is_picked() -> None:
    ran = run(rollup.roll_up, new(), answers=["Hob", "con"], dice=[1, 1, 6, 1, 5, 6, 2, 3])
    assert ran.asks[1].keys == ("int", "wis", "con", "cha")
    assert ran.state.robbers[0].high == ["str", "dex", "con"]
    six = run(rollup.roll_up, new(), answers=["Hob"], dice=[1, 1, 6, 6, 6, 6, 6, 6]).state.robbers[0]
    assert len(six.high) == 6


@pytest.mark.rule("ROB-CHAR-11")
def test_a_robber_uses_every_weapon_and_armor() -> None:
    nobody = robber()
    for item in ITEMS.values():
        if item.slot == "weapon":
            assert sheet.may_wield(nobody, item)
        elif item.slot:
            assert sheet.may_wear(nobody, item)


@pytest.mark.rule("ROB-CHAR-12")
def test_the_sheet_says_how_little_ten_points_are() -> None:
    hints = {line.label: line.hint for page in screen(table(), 0).sheets for line in page.lines}
    assert "two or three" in hints["Hit points"]
    assert "easy to hit" in hints["Armor class"]


@pytest.mark.rule("ROB-ABIL-01", "ROB-ABIL-02")
@pytest.mark.parametrize(("face", "damage"), [(10, 2), (20, 7)])
def test_high_strength_hits_and_hurts_by_one_more(face: int, damage: int) -> None:
    foe = creature("kobold", 9)
    s = table(high="str", foes=[foe])
    run(blows.strike, s, s.robbers[0], foe, dice=[face, 1][: 1 if face == 20 else 2])
    assert foe.hp == 9 - damage


@pytest.mark.rule("ROB-ABIL-02")
def test_strength_adds_nothing_to_fists_oil_or_wands() -> None:
    foe = creature("kobold", 30)
    s = table(high="str", pack={"oil": 1, "wand_mm": 1}, weapon="", foes=[foe])
    run(blows.strike, s, s.robbers[0], foe, dice=[15])
    assert foe.hp == 29
    run(rounds.act, s, s.robbers[0], answers=["oil"], dice=[15, [1, 1]])
    assert foe.hp == 27
    run(rounds.act, s, s.robbers[0], answers=["wand"], dice=[15, 1])
    assert foe.hp == 25


@pytest.mark.rule("ROB-ABIL-03")
@pytest.mark.parametrize(("high", "opens"), [("str", True), ("", False)])
def test_high_strength_forces_doors(high: str, opens: bool) -> None:
    assert run(discovery.force_door, table(high=high, pursuer="rat"), dice=[4]).result is opens


@pytest.mark.rule("ROB-ABIL-04", "ROB-MOVE-04")
def test_high_intelligence_takes_either_die_and_picks_where_to_be_lost() -> None:
    s = table(room=8, high="int")
    run(movement.backtrack, s, answers=["room:1"], dice=[[3, 12]])
    assert (s.delve.room, s.delve.bearings) == (1, "mapping")
    s = table(room=8, high="int")
    ran = run(movement.backtrack, s, answers=["room:5"], dice=[[3, 5]])
    assert ran.asks[0].keys == ("room:3", "room:5")
    assert (s.delve.room, s.delve.bearings) == (5, "lost")


@pytest.mark.rule("ROB-ABIL-05", "ROB-ABIL-07")
@pytest.mark.parametrize(
    ("ability", "scroll", "key"), [("int", "scroll_sleep", "read:sleep"), ("wis", "scroll_sanctuary", "read:sanctuary")]
)
def test_scrolls_ask_for_the_right_ability(ability: str, scroll: str, key: str) -> None:
    other = "wis" if ability == "int" else "int"
    for high, offered in ((ability, True), (other, False), ("", False)):
        s = table(high=high, pack={scroll: 1}, foes=[creature("orc")])
        assert (key in rounds.options(s, s.robbers[0])) is offered
        assert scroll in business.sellables(s.robbers[0])


@pytest.mark.rule("ROB-ABIL-08")
def test_high_dexterity_is_armor() -> None:
    assert sheet.armor_class(robber(high="dex")) == 11


@pytest.mark.rule("ROB-ABIL-09", "ROB-SNEAK-08")
@pytest.mark.parametrize(
    ("high", "pack", "face", "works"),
    [
        ("dex", {}, 9, True),
        ("", {}, 9, False),
        ("", {"elven_boots": 1, "ring_invisibility": 1}, 7, True),
        ("", {"elven_boots": 1}, 7, False),
    ],
)
def test_sneak_bonuses(high: str, pack: dict[str, int], face: int, works: bool) -> None:
    s = table(high=high, pack=pack, foes=[creature("kobold")], stage="meeting", where="chamber")
    run(sneaking.sneak, s, steal=False, dice=[face] if works else [face, 1, 1, 1], answers=[] if works else ["attack"])
    assert (s.encounter is None) is works


@pytest.mark.rule("ROB-ABIL-11")
@pytest.mark.parametrize(("level", "most"), [(0, 11), (1, 13), (2, 14), (3, 16)])
def test_constitution_at_odd_levels(level: int, most: int) -> None:
    assert sheet.max_hp(robber(high="con", level=level)) == most


@pytest.mark.rule("ROB-ABIL-12")
@pytest.mark.parametrize(("high", "friendly"), [("cha", True), ("", False)])
def test_high_charisma_parlays_better(high: str, friendly: bool) -> None:
    s = table(high=high, foes=[creature("kobold")], stage="meeting")
    run(parlay.parlay, s, bribe=False, dice=[[4, 4]])
    assert (s.encounter is None) is friendly


@pytest.mark.rule("ROB-ABIL-13", "ROB-HENCH-05")
def test_high_charisma_keeps_two_henchmen() -> None:
    for high, answers, left in (("cha", [], 2), ("", ["dismiss:1"], 1)):
        s = table(high=high, henchmen=[creature("kobold", number=1)])
        run(under(henchmen.join), s, s.robbers[0], creature("orc", number=2), answers=answers)
        assert len(s.robbers[0].henchmen) == left
        assert s.robbers[0].henchmen[-1].kind == "orc"


@pytest.mark.rule("ROB-ABIL-14")
def test_high_is_yes_or_no() -> None:
    assert sheet.attack_bonus(robber(high="str", pack={"gauntlets": 1}, strong=True)) == 1
    s = table(hp=10, level=3)
    s.robbers[0].level = 3
    run(life.raise_ability, s, s.robbers[0], "con")
    assert sheet.max_hp(s.robbers[0]) == 16
    run(pools.lower_ability, s, s.robbers[0], "con")
    assert sheet.max_hp(s.robbers[0]) == 13


@pytest.mark.rule("ROB-RETIRE-04", "ROB-SETUP-05")
@pytest.mark.parametrize(("level", "poor"), [(0, True), (1, False)])
def test_the_prompt_says_who_is_too_poor_to_retire(level: int, poor: bool) -> None:
    s = RobberState(Dials(), ["Ada"], bring=[Robber(0, "Bess", level=level)])
    ran = run(rollup.ask_survivor, s, 0, answers=["survivor"])
    assert ("too poor to retire" in ran.asks[0].prompt) is poor

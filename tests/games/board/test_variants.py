"""Winning, the end, the introductory game, the dials, solo play."""

from __future__ import annotations

import pytest

from undercroft.engine import BadOpening, Dice, Match, Opening, run
from undercroft.games.board import ADVANCED, GAME
from undercroft.games.board.bot import STYLES, bot, choose_target, plan_turn
from undercroft.games.board.rules.pieces.hand import goal
from undercroft.games.board.rules.pieces.odds import odds
from undercroft.games.board.rules.setting_up.order import throw_for_order
from undercroft.games.board.state import Dials, Dungeon

from .table import Setting, goes, new_match


@pytest.mark.rule("BRD-WIN-01", "BRD-WIN-04")
def test_back_on_the_staircase_with_enough_wins_at_once() -> None:
    table = Setting("hero", "elf").at("main_gallery").give("Huge Diamond")
    ran = table.turn("go:main_staircase")
    assert table.s.winner == 0
    assert GAME.is_over(table.s)
    assert len(ran.asks) == 1
    outcome = GAME.outcome(_whole(table.s))
    assert outcome.winners == (0,)


def _whole(s: Dungeon) -> Dungeon:
    """Put every prize that is nowhere out of the game, so that all are accounted for."""
    placed = [c for p in s.pawns for c in (*p.prizes, *p.stored, *p.trap_prizes)]
    placed += (
        [c for stack in s.stacks for guard in stack for c in guard.hoard]
        + [c for cards in s.loose.values() for c in cards]
        + s.gone
    )
    s.gone += [card for card in range(80) if card not in placed]
    return s


@pytest.mark.rule("BRD-WIN-02")
def test_what_each_type_needs() -> None:
    assert [goal(Setting(kind).pawn) for kind in ("elf", "hero", "superhero", "wizard")] == [10_000, 10_000, 20_000, 30_000]
    for kind, wins in (("elf", True), ("hero", True), ("superhero", False), ("wizard", False)):
        table = Setting(kind).at("main_gallery").give("Huge Diamond")
        table.turn("go:main_staircase", *([] if wins else ["end"]))
        assert (table.s.winner == 0) == wins


@pytest.mark.rule("BRD-WIN-03")
def test_gold_elsewhere_or_lost_on_the_way_does_not_win() -> None:
    table = Setting("hero").at("main_gallery").give("Huge Diamond")
    table.turn("end")
    assert table.s.winner == -1
    poor = Setting("hero").at("main_gallery", trail=["main_staircase", "main_gallery"]).guard("main_gallery", "Giant")
    poor.give("Gold Necklace", "Gold Ring")
    poor.turn("end", "drop:2", dice=[2, 6])
    assert poor.where() == "main_staircase"
    assert poor.s.winner == -1


@pytest.mark.rule("BRD-WIN-05")
def test_the_winner_shows_his_prizes() -> None:
    table = Setting("hero", "elf").at("main_gallery").give("Huge Diamond", "Silver Cup")
    ran = table.turn("go:main_staircase")
    last = ran.events[-1].seen_by(1)
    assert last is not None
    assert "Huge Diamond (10,000)" in last.text
    assert "11,000" in last.text
    assert GAME.mask(table.s, 1).pawns[0].prizes == table.pawn.prizes


@pytest.mark.rule("BRD-WIN-06")
def test_a_retreat_onto_the_staircase_wins() -> None:
    table = Setting("hero", "elf").at("main_gallery", trail=["main_staircase", "main_gallery"]).guard("main_gallery", "Giant")
    table.give("Huge Diamond", "Silver Cup")
    table.turn("end", "drop:2", dice=[2, 6])
    assert table.s.winner == 0


@pytest.mark.rule("BRD-WIN-07")
def test_bots_run_home_when_they_have_enough() -> None:
    table = Setting("hero", "elf").at("2-C53").give("Huge Diamond").guard("2-R03", "Ghouls", prizes=["Gold Ring"])
    assert choose_target(table.s, table.pawn) == table.board.start
    table.pawn.prizes = []
    assert choose_target(table.s, table.pawn) == table.board.find("2-R03")


@pytest.mark.rule("BRD-END-02")
def test_the_round_limit_ends_a_game_without_a_winner() -> None:
    def passing(limit: int, rounds: int) -> Match[Dungeon]:
        match = new_match("A", "B", types="elf,hero", round_limit=limit, light=True)
        while match.ask is not None and match.state.round <= rounds:
            match.answer("end")
        return match

    match = passing(100, 200)
    assert match.ask is None
    assert match.state.round == 100
    assert match.outcome is not None
    assert match.outcome.winners == ()
    assert passing(0, 600).ask is not None
    assert next(setting.default for setting in GAME.settings if setting.name == "round_limit") == 500


# The introductory game.


@pytest.mark.rule("BRD-INT-02", "BRD-INT-03", "BRD-INT-04")
def test_heroes_and_elves_only_chosen_before_the_dice() -> None:
    with pytest.raises(BadOpening, match="2 to 6"):
        new_match(*"ABCDEFG", mode="introductory")
    match = new_match(*"ABCDEF", mode="introductory")
    assert match.ask is not None
    assert match.ask.keys == ("be:elf", "be:hero")
    assert match.ask.seats == (0,)
    assert not [event for event in match.events if event.roll]
    for kind in ("elf", "elf", "elf"):
        match.answer(f"be:{kind}")
    assert all(pawn.kind in (0, 1) for pawn in match.state.pawns)
    assert sum(pawn.kind == 0 for pawn in match.state.pawns) == 3
    assert not any(pawn.spells for pawn in match.state.pawns)


@pytest.mark.rule("BRD-INT-04")
def test_highest_first_then_clockwise() -> None:
    table = Setting("elf", "elf", "elf", "hero", introductory=True)
    for pawn in table.s.pawns:
        pawn.wish = pawn.kind
        pawn.kind = -1
        pawn.space = -1
    run(throw_for_order, table.s, dice=[5, 4, 11, 9])
    assert table.s.order == [2, 3, 0, 1]


@pytest.mark.rule("BRD-INT-05")
def test_ten_thousand_wins_the_introductory_game() -> None:
    table = Setting("elf", introductory=True).at("main_gallery").give("Huge Diamond")
    table.turn("go:main_staircase")
    assert table.s.winner == 0


@pytest.mark.rule("BRD-INT-14")
def test_the_introductory_game_uses_the_same_losing_table_and_retreats() -> None:
    table = Setting("hero", introductory=True).at("1-C09", trail=["1-C11", "1-C10", "1-C09"]).guard("1-R02", "Giant")
    table.turn("open:1-R02", dice=[2, 9])
    assert (table.where(), table.pawn.lose_turns) == ("1-C11", 1)


@pytest.mark.rule("BRD-INT-15")
def test_re_entry_may_be_switched_on_in_the_introductory_game() -> None:
    assert new_match("A", "B", mode="introductory", re_entry=True).state.dials.re_entry
    table = Setting("hero", "elf", introductory=True, re_entry=True)
    table.pawn.alive = False
    table.pawn.space = -1
    assert table.asked() == ("be:elf", "out")


@pytest.mark.rule("BRD-INT-16")
def test_advanced_rules_are_off_in_the_introductory_game() -> None:
    dials = new_match("A", "B", mode="introductory").state.dials
    assert [getattr(dials, name) for name in ADVANCED] == [False] * 4


# The dials.


@pytest.mark.rule("BRD-DIAL-01")
@pytest.mark.parametrize("name", ["increased_wizard_spells", "special_magic_swords", *ADVANCED])
def test_each_optional_rule_is_a_switch_of_its_own(name: str) -> None:
    dials = new_match("A", "B", **{name: True}).state.dials
    for other in ("increased_wizard_spells", "special_magic_swords", *ADVANCED):
        assert getattr(dials, other) == (other == name)


@pytest.mark.rule("BRD-DIAL-02")
def test_the_advanced_preset_sets_four_and_each_can_be_switched_off() -> None:
    dials = new_match("A", "B", advanced=True).state.dials
    assert all(getattr(dials, name) for name in ADVANCED)
    assert not dials.increased_wizard_spells
    assert not dials.special_magic_swords
    dials = new_match("A", "B", advanced=True, ambush=False).state.dials
    assert not dials.ambush
    assert dials.re_entry
    opening = GAME.check_opening(Opening(game="board", seats=("A", "B"), seed=1, options={"advanced": True, "ambush": False}))
    assert GAME.check_opening(opening).options == opening.options
    forms = dict.fromkeys(ADVANCED, False)
    assert all(getattr(new_match("A", "B", advanced=True, **forms).state.dials, name) for name in ADVANCED)


@pytest.mark.rule("BRD-DIAL-03")
def test_the_house_dials_default_to_the_rulings() -> None:
    assert new_match("A", "B").state.dials == Dials()
    defaults = {setting.name: setting.default for setting in GAME.settings}
    assert defaults["wounded_return"] == "carried"
    assert defaults["retreat_known_secret_doors"] is False
    assert defaults["re_entry_limit"] == "below_first_type"
    assert defaults["spell_stock"] == "limited_36"
    assert defaults["memory_aid"] == "shared"
    assert defaults["show_prize_backs"] is True
    assert defaults["round_limit"] == 500


@pytest.mark.rule("BRD-DIAL-04", "BRD-WND-02", "BRD-WND-03", "BRD-WND-04")
def test_the_wounded_may_walk_home() -> None:
    table = Setting("hero", wounded_walk=True)
    home = table.board.distances([table.board.start], stop=lambda s: table.board.site[s] >= 0 and s != table.board.gallery)
    where = next(i for i in range(table.board.size) if home[i] == 12 and table.board.kind[i] == 1)
    table.at(table.board.address[where]).give("Gold Ring")
    table.pawn.wounded = True
    nearer = [i for i in range(table.board.size) if home[i] == 9 and table.board.kind[i] == 1]
    for space in nearer:
        table.s.loose[space] = [table.prize("Sack of Gold")]
    table.turn("end")  # he may rest
    assert table.pawn.space == where
    for left in (7, 2):
        keys = table.asked()
        assert all(home[table.board.number[a]] < home[table.pawn.space] for a in goes(keys))
        target = next(a for a in goes(keys) if home[table.board.number[a]] == left)
        ran = table.turn(f"go:{target}")
        assert len(ran.asks) == 1
        assert table.pawn.wounded
    ran = table.turn("go:main_staircase")
    assert not table.pawn.wounded
    assert any("Good Fairy" in text for text in ran.texts)
    assert table.hand() == ["Gold Ring"]
    assert len(goes(table.asked())) > 5
    crossing = (
        Setting("hero", wounded_walk=True)
        .at("5U-C34")
        .guard("queens_treasure_room", "Troll")
        .guard("queens_treasure_room_annex", "Giant")
    )
    crossing.pawn.wounded = True
    assert goes(crossing.asked()) == ["queens_treasure_room"]  # no farther than the first monster
    crossing.turn("go:queens_treasure_room", dice=[12])
    assert crossing.stack("queens_treasure_room") == []


@pytest.mark.rule("BRD-DIAL-08")
def test_without_the_memory_aid_only_backs_are_left() -> None:
    for aid in (True, False):
        table = (
            Setting("hero", "elf", memory_aid=aid)
            .at("1-C09", trail=["1-C10", "1-C09"])
            .guard("1-R02", "Giant")
            .give("ESP Medallion", "Gold Ring")
        )
        table.turn("look:1-R02", "open:1-R02", "drop:2", dice=[2, 8])
        site = table.board.site[table.board.find("1-R02")]
        for seat in (0, 1):
            assert (GAME.mask(table.s, seat).stacks[site][0].card >= 0) == aid
            sheets = [sheet.title for sheet in GAME.screen(GAME.mask(table.s, seat), seat).sheets]
            assert ("Monsters you know of" in sheets) == aid
        assert bool(table.pawn.notes) == aid
        assert (GAME.mask(table.s, 0).stacks[site][0].hoard[0] >= 0) == aid


@pytest.mark.rule("BRD-DIAL-09")
def test_without_prize_backs_a_hand_is_a_bare_count() -> None:
    table = Setting("hero", "elf", show_prize_backs=False).give("Gold Ring", "Huge Diamond")
    masked = GAME.mask(table.s, 1)
    assert masked.pawns[0].prizes == [-7, -7]
    sheet = next(sheet for sheet in GAME.screen(masked, 1).sheets if sheet.seat == 0)
    line = next(line for line in sheet.lines if line.label == "Prizes")
    assert (line.value, line.hint) == ("2", "")


# Solo.


def _alone(seed: int = 1, bring: dict[str, object] | None = None, **options: object) -> Match[Dungeon]:
    opening = Opening(game="board", seats=("Ada",), seed=seed, options=options, bring=bring or {})  # type: ignore[arg-type]
    match = Match.start(GAME, opening, light=True)
    play, dice = bot("greedy"), Dice(seed)
    while match.ask is not None:
        match.answer(play(match.view(0, dice)))
    return match


@pytest.mark.rule("BRD-SOLO-01", "BRD-SOLO-02")
def test_a_solo_game_reports_turns_gold_and_depth_and_suggests_deeper() -> None:
    with pytest.raises(BadOpening, match="1 player"):
        new_match("A", "B", solo="plain")
    match = _alone(seed=3, solo="plain", types="hero")
    outcome = match.outcome
    assert outcome is not None
    assert "turn" in outcome.summary
    assert outcome.facts["rounds"] == match.state.round
    memory = next(memorial for memorial in outcome.memorials if memorial.kind == "solo")
    assert memory.data["turns"] == match.state.round
    assert memory.data["average_level"] == outcome.facts["average level"]
    deeper = int(float(str(outcome.facts["average level"]))) + 1
    assert f"try level {deeper}" in memory.line
    again = Match.start(
        GAME,
        Opening(
            game="board",
            seats=("Ada",),
            seed=1,
            options={"solo": "plain"},
            bring={"solo": [{"average_level": 0.5}, memory.data, {"average_level": 0.25}]},
        ),
    )
    lines = {line.label: line for line in again.screen(0, drawing=False).status}
    assert lines["Deeper"].value == f"level {memory.data['average_level']:g} at best so far"


@pytest.mark.rule("BRD-SOLO-03")
def test_a_tour_plays_the_four_types_in_turn_and_compares_them() -> None:
    match = _alone(seed=5, solo="type_tour", round_limit=120)
    assert [leg.kind for leg in match.state.legs] == [0, 1, 2, 3]
    assert match.outcome is not None
    for kind in ("elf", "hero", "superhero", "wizard"):
        assert f"{kind}: " in match.outcome.summary


@pytest.mark.rule("BRD-SOLO-04")
def test_a_quest_is_won_by_the_named_prize() -> None:
    table = Setting("hero", solo="quest", quest="Huge Ruby").at("main_gallery").give("Huge Diamond")
    table.turn("go:main_staircase", "end")
    assert table.s.winner == -1
    table.at("main_gallery").give("Huge Ruby")
    table.turn("go:main_staircase")
    assert table.s.winner == 0
    assert "Huge Ruby" in GAME.outcome(_whole(table.s)).summary
    assert new_match("A", solo="quest").state.dials.quest == "Huge Diamond"


@pytest.mark.rule("BRD-SOLO-05")
def test_a_time_limit_loses_the_game() -> None:
    match = Match.start(
        GAME, Opening(game="board", seats=("Ada",), seed=1, options={"solo": "time_limit", "solo_turn_limit": 7, "types": "hero"})
    )
    turns = 0
    while match.ask is not None:
        match.answer("end")
        turns += 1
    assert turns == 7
    assert match.outcome is not None
    assert match.outcome.winners == ()
    assert "7 turns are up" in match.outcome.summary


@pytest.mark.rule("BRD-SOLO-06")
def test_wandering_monsters_follow_each_turn_of_a_solo_game() -> None:
    table = Setting("hero", solo="plain", wandering_monsters=True).killed("Goblins")
    table.turn("end")
    assert table.s.phase == "wander"


def test_losing_chance_of_a_known_monster() -> None:
    table = Setting("hero")
    assert odds(table.s, table.pawn, table.monster("Ogre")) == 10


def test_a_seat_that_is_richer_and_nearer_home_stands_better() -> None:
    table = Setting("hero", "hero").at("2-C53").at("2-C53", seat=1)
    assert GAME.promise(table.s, 0) == GAME.promise(table.s, 1) == 0.5
    table.give("Gold Ring")
    assert GAME.promise(table.s, 0) > 0.5 > GAME.promise(table.s, 1)
    table.give("Huge Diamond")
    before = GAME.promise(table.s, 0)
    table.at("main_gallery")
    assert GAME.promise(table.s, 0) > before
    table.turn("go:main_staircase")
    assert (GAME.promise(table.s, 0), GAME.promise(table.s, 1)) == (1.0, 0.0)


@pytest.mark.rule("BRD-WIN-07", "BRD-WAND-15")
def test_a_bot_with_enough_fights_its_way_through_a_monster_in_the_gallery() -> None:
    table = Setting("hero", "elf").at("1-C55").give("Huge Diamond").guard("main_gallery", "Giant")
    assert plan_turn(table.s, table.pawn, table.asked(), STYLES["greedy"]) == "go:main_gallery"
    away = Setting("hero", "elf").at("1-C59").give("Huge Diamond").guard("main_gallery", "Giant")
    assert plan_turn(away.s, away.pawn, away.asked(), STYLES["greedy"]) in ("go:1-C55", "go:main_gallery")

"""Retreats, lost turns, dropped prizes, wounds and death."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.board.board import ROOM, SECRET
from undercroft.games.board.rules.combat import fight
from undercroft.games.board.rules.combat.retreat import free_lines, runs
from undercroft.games.board.rules.pieces.hand import worth

from .table import Setting, goes

TRAIL = ["1-C12", "1-C11", "1-C10", "1-C09"]


def _beaten(total: int, *answers: str, trail: list[str] | None = None, **dials: object) -> Setting:
    table = Setting("hero", "elf", **dials).at("1-C09", trail=trail or TRAIL).guard("1-R02", "Giant")
    table.turn("open:1-R02", *answers, dice=[2, total])
    return table


@pytest.mark.rule("BRD-RET-01", "BRD-RET-02")
@pytest.mark.parametrize(("total", "end"), [(6, "1-C10"), (8, "1-C10"), (4, "1-C11"), (5, "1-C11"), (9, "1-C11"), (10, "1-C11")])
def test_a_retreat_goes_back_exactly_one_or_two(total: int, end: str) -> None:
    assert _beaten(total).where() == end


@pytest.mark.rule("BRD-RET-03", "BRD-RET-06")
def test_a_pawn_on_the_end_space_bars_the_way_and_the_player_chooses_another() -> None:
    table = Setting("hero", "elf").at("1-C09", trail=TRAIL).guard("1-R02", "Giant").at("1-C10", seat=1)
    ran = table.turn("open:1-R02", "back:1-C08", dice=[2, 6])
    assert "back:1-C10" not in ran.asks[1].keys
    assert table.where() == "1-C08"
    crowd = Setting("hero", "elf").at("main_gallery", trail=["main_staircase", "main_gallery"]).guard("main_gallery", "Giant")
    crowd.turn("end", dice=[2, 6])
    assert crowd.where() == "main_staircase"  # always vacant


@pytest.mark.rule("BRD-RET-04")
def test_a_retreat_seeks_no_other_monster() -> None:
    table = Setting("superhero").at("5U-C34", trail=["5U-C31", "queens_treasure_room", "5U-C34"])
    table.guard("queens_treasure_room_annex", "Purple Worm")
    ran = table.turn("go:queens_treasure_room_annex", dice=[2, 9])
    assert table.where() == "queens_treasure_room"
    assert len([event for event in ran.events if event.rule == "BRD-CMB-03" and event.roll]) == 1


@pytest.mark.rule("BRD-RET-05", "BRD-DIAL-05")
def test_no_retreat_through_a_secret_door_unless_the_dial_allows_it() -> None:
    def lose(**dials: object) -> Setting:
        table = Setting("hero", **dials)
        before = next(s for s, via, _ in table.board.near[table.board.find("5U-C35")] if via == 0)
        table.at("5U-C35", trail=[table.board.address[before], "5U-C35"]).known("5U-C35", "queens_treasure_room_annex")
        table.guard("queens_treasure_room_annex", "Giant").guard("queens_treasure_room", "Green Slime")
        return table

    table = lose()
    table.turn("go:queens_treasure_room_annex", dice=[2, 6])
    assert table.where() == "5U-C34"
    table = lose()
    table.turn("go:queens_treasure_room_annex", dice=[2, 4, 2, 7])
    assert table.where() == "queens_treasure_room"
    table = lose(retreat_known_secret_doors=True)
    before = table.pawn.trail[0]
    ran = table.turn("go:queens_treasure_room_annex", dice=[2, 4])
    assert table.pawn.space == before
    assert len([event for event in ran.events if event.roll]) == 2
    # The dial opens the doors one knows, no others.
    stranger = Setting("hero", retreat_known_secret_doors=True).at("5L-R03", trail=["5L-C10", "5L-R03"]).guard("5L-R04", "Giant")
    stranger.turn("open:5L-R04", dice=[2, 6])
    assert stranger.where() == "5L-R03"
    guest = Setting("hero", retreat_known_secret_doors=True).at("5L-R03", trail=["5L-C10", "5L-R03"]).guard("5L-R04", "Giant")
    guest.known("5L-C10", "5L-R03").turn("open:5L-R04", dice=[2, 6])
    assert guest.where() == "5L-C10"


@pytest.mark.rule("BRD-RET-07", "BRD-RET-08")
def test_without_a_free_line_the_pawn_runs_into_the_next_monster() -> None:
    table = Setting("hero", "elf").at("5U-C34", trail=["queens_treasure_room_annex", "5U-C34"]).at("5U-C30", seat=1)
    table.guard("queens_treasure_room", "Green Slime").guard("queens_treasure_room_annex", "Giant")
    ran = table.turn("go:queens_treasure_room", dice=[2, 10, 2, 7])
    assert table.where() == "queens_treasure_room_annex"
    assert len(ran.asks) == 1  # all in the same turn, nobody asked
    assert table.s.order[table.s.turn] == 1


@pytest.mark.rule("BRD-RET-07")
def test_a_guarded_room_is_fought_from_the_last_free_space() -> None:
    # A room between rooms: every other way out is a guarded room or held by a pawn.
    board = Setting("hero").board
    inner, outer = next((r, s) for r in board.rooms for s, via, _ in board.near[r] if via == 1 and board.kind[s] == ROOM)
    free = [s for s, via, _ in board.near[outer] if via != SECRET and s != inner]
    table = Setting("hero", *["elf"] * len(free)).at(board.address[outer]).guard(board.address[inner], "Giant")
    for number, space in enumerate(free):
        table.at(board.address[space], seat=number + 1)
    run_to = runs(table.s, board, table.pawn, 1)
    assert [inner] in run_to
    ran = run(fight.retreat, table.s, table.pawn, 1, dice=[2, 11])
    assert table.pawn.space == outer
    assert any("is driven into the next monster" in text for text in ran.texts)
    assert table.pawn.standoff == inner


@pytest.mark.rule("BRD-RET-09", "BRD-RET-10", "BRD-LOSE-02")
def test_results_of_a_chain_add_up_and_the_line_runs_to_and_fro() -> None:
    table = Setting("hero", "elf").at("5U-C34", trail=["queens_treasure_room_annex", "5U-C34"]).at("5U-C30", seat=1)
    table.guard("queens_treasure_room", "Green Slime").guard("queens_treasure_room_annex", "Giant")
    table.give("Silver Ring", "Silver Ring", "Gold Cup", "Gold Ring", "Silver Cup")
    table.turn("go:queens_treasure_room", "drop:1", "drop:1", "drop:1", "drop:1", dice=[2, 10, 2, 4, 2, 5, 2, 6])
    assert table.pawn.lose_turns == 3
    assert len(table.hand()) == 1
    assert (len(table.hoard("queens_treasure_room")), len(table.hoard("queens_treasure_room_annex"))) == (2, 2)
    for _ in range(3):
        table.turn("end")
        assert not table.turn().asks
    table.turn("end")
    assert table.asked()


@pytest.mark.rule("BRD-RET-11")
def test_whoever_came_by_magic_retreats_as_he_likes() -> None:
    table = Setting("wizard").at("queens_treasure_room").spells("transference").guard("kings_treasure_room", "Blue Dragon")
    ran = table.turn("transfer:kings_treasure_room", "back:6-C31", dice=[2, 6])
    assert len(ran.asks[1].keys) > 1
    assert table.where() == "6-C31"


@pytest.mark.rule("BRD-RET-12")
def test_the_trail_runs_on_from_turn_to_turn() -> None:
    table = Setting("hero").at("1-C11").guard("1-R02", "Giant")
    table.turn("go:1-C10", "end")
    table.turn("go:1-C09", "open:1-R02", dice=[2, 9])
    assert table.where() == "1-C11"
    stayed = Setting("hero").at("1-C11").guard("1-R02", "Giant")
    stayed.turn("go:1-C09", "end")
    stayed.turn("open:1-R02", dice=[2, 9])
    assert stayed.where() == "1-C11"
    home = Setting("hero").at("1-C09", trail=TRAIL)
    home.pawn.wounded = True
    home.turn()
    assert home.pawn.trail == [home.board.start]


@pytest.mark.rule("BRD-RET-13")
def test_a_retreat_may_lead_through_a_cleared_room() -> None:
    table = Setting("hero").at("2-R03")
    beyond = next(s for s, via, _ in table.board.near[table.board.find("2-R03")] if via == 1 and table.board.kind[s] == 1)
    table.at("2-R03", trail=[table.board.address[beyond], "2-R03"]).guard("2-R04", "Giant")
    table.turn("open:2-R04", dice=[2, 6])
    assert table.pawn.space == beyond
    into = Setting("hero").at(table.board.address[beyond], trail=["2-R03", table.board.address[beyond]])
    run(fight.retreat, into.s, into.pawn, 1)
    assert into.where() == "2-R03"
    other = Setting("hero").at(table.board.address[beyond])  # no way back: any free line, rooms among them
    assert [table.board.find("2-R03")] in free_lines(other.s, other.board, other.pawn, 1)
    other.guard("2-R03", "Ghouls")
    assert [table.board.find("2-R03")] not in free_lines(other.s, other.board, other.pawn, 1)


@pytest.mark.rule("BRD-RET-14")
def test_with_little_room_the_pawn_goes_as_far_as_it_can_or_stays() -> None:
    table = Setting("hero", "elf", "elf").at("main_staircase")
    gallery = table.board.gallery
    beyond = [s for s, via, _ in table.board.near[gallery] if via == 0 and s != table.board.start]
    pawns = Setting("hero", *["elf"] * len(beyond)).at("main_staircase")
    for number, space in enumerate(beyond):
        pawns.at(pawns.board.address[space], seat=number + 1)
    run(fight.retreat, pawns.s, pawns.pawn, 2)
    assert pawns.where() == "main_gallery"
    stuck = Setting("hero", "elf").at("5U-C34").at("queens_treasure_room", seat=1)
    stuck.s.pawns.append(type(stuck.pawn)(2, "Third", kind=0, first_kind=0, space=stuck.board.find("queens_treasure_room_annex")))
    ran = run(fight.retreat, stuck.s, stuck.pawn, 1)
    assert stuck.where() == "5U-C34"
    assert any("no way back" in text for text in ran.texts)
    # Two spaces are no better than one where a closed secret door is the only way out.
    cell = Setting("hero").at("5L-R03").guard("5L-R04", "Giant")
    cell.turn("open:5L-R04", dice=[2, 9])
    assert (cell.where(), cell.pawn.lose_turns) == ("5L-R03", 1)


@pytest.mark.rule("BRD-RET-07", "BRD-RET-14", "BRD-RET-17")
def test_nobody_runs_back_into_the_monster_he_has_just_lost_to() -> None:
    # In by the secret door, which is closed to retreats; the only other way out is the door he fought at.
    table = Setting("hero").at("5L-R03", trail=["5L-C10", "5L-R03"]).known("5L-C10", "5L-R03").guard("5L-R04", "Giant")
    ran = table.turn("open:5L-R04", dice=[2, 6])
    assert table.where() == "5L-R03"
    assert any("no way back" in text for text in ran.texts)
    # On the way back lies the room he came out of, and that is where he lost.
    out = Setting("hero", "elf").at("2-C50", trail=["2-R07", "2-C50"]).at("2-C51", seat=1).guard("2-R07", "Giant")
    ran = out.turn("open:2-R07", dice=[2, 8])
    assert out.where() == "2-C50"
    assert len([event for event in ran.events if event.rule == "BRD-CMB-03" and event.roll]) == 1
    # Another monster behind another door is met all the same.
    other = Setting("hero", "elf").at("2-R03", trail=["2-C13", "2-R03"]).at("2-C13", seat=1).guard("2-R04", "Giant")
    run(fight.retreat, other.s, other.pawn, 1, dice=[2, 7])
    assert other.pawn.standoff == other.board.find("2-R04")


@pytest.mark.rule("BRD-RET-15")
def test_nobody_is_ambushed_and_nothing_picked_up_on_a_retreat() -> None:
    table = (
        Setting("hero", "elf", ambush=True)
        .at("1-C09", trail=TRAIL)
        .at("1-C10", seat=1)
        .guard("1-R02", "Giant")
        .loose("1-C11", "Gold Ring")
    )
    ran = table.turn("open:1-R02", dice=[2, 9])
    assert len(ran.asks) == 1
    assert table.where() == "1-C11"
    assert table.hand() == []


@pytest.mark.rule("BRD-RET-16")
def test_no_spell_between_the_fights_of_a_chain() -> None:
    table = Setting("wizard", "elf").at("5U-C34", trail=["queens_treasure_room_annex", "5U-C34"]).at("5U-C30", seat=1)
    table.guard("queens_treasure_room", "Green Slime").guard("queens_treasure_room_annex", "Giant").spells(
        "transference", "fireball"
    )
    ran = table.turn("go:queens_treasure_room", "fight", dice=[2, 10, 2, 7])
    assert len(ran.asks) == 2
    assert table.where() == "queens_treasure_room_annex"


@pytest.mark.rule("BRD-RET-17")
def test_a_line_never_doubles_back() -> None:
    table = Setting("hero").at("1-C09", trail=["1-C08", "1-C09", "1-C10", "1-C09"]).guard("1-R02", "Giant")
    ran = table.turn("open:1-R02", "back:1-C08,1-C07", dice=[2, 9])
    assert all(not key.endswith("1-C09") for key in ran.asks[1].keys)
    assert "back:1-C10,1-C11" in ran.asks[1].keys
    assert table.where() == "1-C07"
    # Nor does it lead round into the chamber of the fight: to and fro, he ends with the other monster.
    chamber = Setting("hero").at("5U-C34", trail=["queens_treasure_room_annex", "5U-C34"])
    chamber.guard("queens_treasure_room_annex", "Giant").guard("queens_treasure_room", "Green Slime")
    ran = chamber.turn("go:queens_treasure_room_annex", dice=[2, 9, 2, 7])
    assert chamber.where() == "queens_treasure_room"
    assert any("Green Slime" in text for text in ran.texts)


@pytest.mark.rule("BRD-RET-05", "BRD-RET-07")
def test_nobody_is_driven_through_a_secret_door_into_a_monster() -> None:
    board = Setting("hero").board
    room = board.find("1-R09")
    doors = [s for s, via, _ in board.near[room] if via != SECRET]
    table = Setting("hero", *["elf"] * len(doors)).at("1-R09", trail=["main_gallery", "1-R09"]).guard("main_gallery", "Giant")
    table.known("main_gallery", "1-R09")
    for number, space in enumerate(doors):
        table.at(board.address[space], seat=number + 1)
    ran = run(fight.retreat, table.s, table.pawn, 1)
    assert table.where() == "1-R09"
    assert any("no way back" in text for text in ran.texts)


@pytest.mark.rule("BRD-RET-18")
def test_a_forced_retreat_stops_at_the_first_monster_and_a_win_ends_the_chain() -> None:
    table = Setting("hero", "elf").at("5U-C34", trail=["queens_treasure_room", "5U-C34"]).give("Silver Cup")
    table.guard("queens_treasure_room", "Green Slime", prizes=["Gold Ring"]).guard("queens_treasure_room_annex", "Giant")
    table.turn("go:queens_treasure_room_annex", dice=[2, 9, 12])
    assert table.where() == "queens_treasure_room"
    assert table.hand() == ["Gold Ring"]
    assert table.hoard("queens_treasure_room_annex") == ["Silver Cup"]
    assert table.pawn.lose_turns == 1
    first = (
        Setting("hero", "elf")
        .at("5U-C34", trail=["5U-C31", "queens_treasure_room", "5U-C34"])
        .guard("queens_treasure_room", "Troll")
    )
    first.guard("queens_treasure_room_annex", "Giant")
    run(fight.retreat, first.s, first.pawn, 2, dice=[2, 11])
    assert first.where() == "queens_treasure_room"


# Lost turns.


@pytest.mark.rule("BRD-LOSE-01", "BRD-UI-08")
def test_a_prone_pawn_skips_its_next_turn_and_is_told_of_once() -> None:
    table = _beaten(9)
    from undercroft.games.board import GAME

    assert "rotate(90)" in GAME.draw(table.s, 0).svg
    table.turn("end")
    ran = table.turn()
    assert not ran.asks
    assert not any("down" in text for text in ran.texts)  # it was told when he fell
    assert "rotate(90)" not in GAME.draw(table.s, 0).svg
    table.turn("end")
    assert table.asked()


@pytest.mark.rule("BRD-LOSE-03")
def test_a_prone_pawn_defends_itself() -> None:
    table = Setting("superhero", "hero", ambush=True).at("1-C09").at("1-C10", seat=1)
    table.s.pawns[1].lose_turns = 1
    ran = table.turn("go:1-C10", (0, "ambush:1"), (1, "pass"), dice=[9, 2, 7])
    assert [event.values["why"] for event in ran.events if event.roll][:2] == [
        "Hero 1 strikes at Superhero 1", "Superhero 1 strikes at Hero 1"
    ]  # fmt: skip


@pytest.mark.rule("BRD-LOSE-04")
def test_nothing_acts_on_a_pawn_that_loses_its_turn() -> None:
    table = Setting("hero").at("queens_treasure_room").guard("queens_treasure_room", "Troll")
    table.pawn.lose_turns = 1
    ran = table.turn()
    assert not [event for event in ran.events if event.roll]
    ran = table.turn("end", dice=[12])
    assert [event for event in ran.events if event.roll]


# Dropped prizes.


@pytest.mark.rule("BRD-DROP-01", "BRD-DROP-05")
def test_the_loser_chooses_what_goes_under_the_monster() -> None:
    table = Setting("hero").at("1-C09", trail=TRAIL).guard("1-R02", "Giant").give("Gold Ring", "Silver Cup", "Jade Idol")
    ran = table.turn("open:1-R02", "drop:2", dice=[2, 8])
    assert ran.asks[1].seats == (0,)
    assert table.hoard("1-R02") == ["Silver Cup"]
    assert table.hand() == ["Gold Ring", "Jade Idol"]


@pytest.mark.rule("BRD-DROP-02", "BRD-WND-01", "BRD-KILL-01", "BRD-CLT-05")
@pytest.mark.parametrize("total", [2, 3, 12])
def test_drop_all_means_all(total: int) -> None:
    table = Setting("hero", "elf").at("1-C09", trail=TRAIL).guard("1-R02", "Giant").give("Gold Ring", "Silver Cup", "Jade Idol")
    table.turn("open:1-R02", dice=[2, total])
    assert table.hand() == []
    assert table.hoard("1-R02") == ["Gold Ring", "Silver Cup", "Jade Idol"]
    assert table.pawn.wounded == (total != 2)
    assert (table.where() == "off") == (total == 2)


@pytest.mark.rule("BRD-DROP-03")
def test_with_nothing_to_drop_the_rest_applies() -> None:
    assert _beaten(8).where() == "1-C10"


@pytest.mark.rule("BRD-DROP-04")
def test_special_cards_can_be_dropped_with_their_power() -> None:
    from undercroft.games.board.rules.pieces.hand import has_entrance, sword_bonus

    table = Setting("hero").at("1-C09", trail=TRAIL).guard("1-R02", "Giant")
    table.give("Magic Sword", "Secret Entrance Card", "ESP Medallion", "Crystal Ball")
    assert sword_bonus(table.s, table.deck, table.pawn) == 1
    table.turn("open:1-R02", "drop:1", dice=[2, 8])
    assert sword_bonus(table.s, table.deck, table.pawn) == 0
    table.turn("open:1-R02", "drop:1", dice=[2, 8])
    assert not has_entrance(table.deck, table.pawn)
    assert table.hoard("1-R02") == ["Magic Sword", "Secret Entrance Card"]


@pytest.mark.rule("BRD-DROP-06")
def test_only_the_monster_that_was_fought_owns_the_drop() -> None:
    table = Setting("hero", "superhero").at("5U-C31", trail=["5U-C30", "5U-C31"]).at("5U-C31", seat=1).give("Silver Cup")
    table.guard("queens_treasure_room", "Troll", "Giant", "Witch")
    table.turn("go:queens_treasure_room", dice=[2, 8])
    stack = table.s.stacks[table.board.site[table.board.find("queens_treasure_room")]]
    assert [len(guard.hoard) for guard in stack] == [1, 0, 0]
    table.turn("go:queens_treasure_room", dice=[12])
    assert table.hand(1) == ["Silver Cup"]


@pytest.mark.rule("BRD-DROP-08")
def test_the_dropper_remembers_and_others_see_a_back() -> None:
    from undercroft.games.board import GAME

    table = Setting("hero", "elf").at("1-C09", trail=TRAIL).guard("1-R02", "Giant").give("Gold Ring")
    table.turn("open:1-R02", dice=[2, 8])
    site = table.board.site[table.board.find("1-R02")]
    assert GAME.mask(table.s, 0).stacks[site][0].hoard == [table.s.stacks[site][0].hoard[0]]
    assert GAME.mask(table.s, 1).stacks[site][0].hoard == [-3]
    notes = next(sheet for sheet in GAME.screen(GAME.mask(table.s, 0), 0).sheets if sheet.title == "Your notes")
    assert notes.rows[0][1:] == (table.board.title(table.board.find("1-R02")), "Gold Ring (3,000)", "dropped")
    assert not any(sheet.title == "Your notes" for sheet in GAME.screen(GAME.mask(table.s, 1), 1).sheets)


# Wounds.


@pytest.mark.rule("BRD-WND-02", "BRD-WND-03", "BRD-WND-07")
def test_a_wounded_pawn_is_carried_home_and_cured() -> None:
    table = _beaten(12)
    assert (table.pawn.wounded, table.where()) == (True, "1-C09")
    table.turn("end")
    ran = table.turn()
    assert not ran.asks
    assert (table.pawn.wounded, table.where()) == (False, "main_staircase")
    assert any("Good Fairy" in text for text in ran.texts)
    table.turn("end")
    near = table.board.distances([table.pawn.space])
    assert max(near[table.board.number[a]] for a in goes(table.asked())) == 5


@pytest.mark.rule("BRD-WND-03", "BRD-WND-07")
def test_a_wounded_pawn_driven_onto_the_staircase_is_cured_there() -> None:
    table = Setting("elf", "hero", ambush=True).at("1-C34").at("main_gallery", seat=1, trail=["main_staircase", "main_gallery"])
    hero = table.s.pawns[1]
    hero.wounded = True
    ran = table.turn("go:main_gallery", (0, "ambush:1"), dice=[2, 12, 6])
    assert (table.where(1), hero.wounded) == ("main_staircase", False)
    assert any("Good Fairy" in text for text in ran.texts)
    near = table.board.distances([hero.space])
    assert max(near[table.board.number[a]] for a in goes(table.asked())) == 5  # a turn like any other


@pytest.mark.rule("BRD-WND-04", "BRD-AMB-16")
def test_a_wounded_pawn_takes_nothing_and_declares_nothing() -> None:
    table = Setting("hero", "elf", ambush=True, wounded_walk=True).at("1-C09").at("1-C10", seat=1).loose("1-C11", "Gold Ring")
    table.pawn.wounded = True
    near = table.board.distances([table.board.start])
    key = min(goes(table.asked()), key=lambda a: near[table.board.number[a]])
    ran = table.turn(f"go:{key}")
    assert not any("Yours?" in ask.prompt for ask in ran.asks)
    passer = Setting("hero", "elf", ambush=True).at("1-C09").at("1-C10", seat=1)
    passer.s.pawns[1].wounded = True
    ran = passer.turn("go:1-C10", (0, "pass"), "end")
    assert not ran.asks[1].keys_for(1)
    limper = Setting("hero", "elf", ambush=True, wounded_walk=True).at("1-C09")
    limper.pawn.wounded = True
    limper.at(key, seat=1)
    ran = limper.turn(f"go:{key}", (1, "pass"))
    assert not ran.asks[1].keys_for(0)


@pytest.mark.rule("BRD-WND-05")
def test_a_wounded_pawn_is_left_alone_by_the_monsters_of_its_space() -> None:
    table = Setting("hero", "elf").at("5U-C31").guard("queens_treasure_room", "Troll")
    ran = table.turn("go:queens_treasure_room", dice=[2, 3])
    assert table.pawn.wounded
    assert len([event for event in ran.events if event.roll]) == 2
    victim = Setting("elf", "hero", ambush=True).at("1-C09").at("1-C10", seat=1)
    victim.s.pawns[1].wounded = True
    ran = victim.turn("go:1-C10", (0, "ambush:1"), dice=[2, 2])
    assert [event for event in ran.events if event.roll]


@pytest.mark.rule("BRD-WND-06", "BRD-SAMB-07")
@pytest.mark.parametrize("ambush", [True, False])
def test_a_wounded_wizard_may_throw_a_spell_before_he_is_carried_off(ambush: bool) -> None:
    table = (
        Setting("wizard", "hero", ambush=ambush)
        .at("1-C09")
        .at("1-C10", seat=1, trail=["1-C12", "1-C11", "1-C10"])
        .spells("fireball")
    )
    table.give("Gold Ring", seat=1)
    table.pawn.wounded = True
    if ambush:
        ran = table.turn("cast:fireball@pawn-1", dice=[12, 8])
        assert len(ran.asks) == 1  # no advance for the wounded
        assert table.s.loose == {table.board.find("1-C10"): [table.used_prizes[0]]}
    else:
        assert not table.turn().asks
    assert table.where() == "main_staircase"


# Death.


@pytest.mark.rule("BRD-KILL-03")
def test_a_killed_wizards_spells_go_back_to_the_stock() -> None:
    table = (
        Setting("wizard", "elf")
        .at("1-C09", trail=TRAIL)
        .guard("1-R02", "Giant")
        .spells("fireball", "fireball", "lightning", "transference")
    )
    table.turn("open:1-R02", dice=[2, 2])
    assert table.s.spell_stock == [12, 12, 12]
    assert not table.pawn.alive


@pytest.mark.rule("BRD-KILL-04", "BRD-REEN-05")
def test_a_freed_pawn_may_be_used_by_another() -> None:
    table = Setting("superhero", "hero", "hero", "hero", re_entry=True)
    table.pawn.alive = False
    table.pawn.space = -1
    assert table.asked() == ("be:elf", "out")
    table.s.pawns[2].alive = False
    table.s.pawns[2].space = -1
    assert table.asked() == ("be:hero", "be:elf", "out")
    table.turn("be:hero", "end")
    assert table.pawn.mark == 2
    assert worth(table.deck, table.pawn) == 0


@pytest.mark.rule("BRD-DIAL-05", "BRD-SEN-02")
def test_with_the_dial_a_card_bearer_falls_back_through_any_secret_door() -> None:
    def lose(*prizes: str) -> Setting:
        table = Setting("hero", retreat_known_secret_doors=True).at("queens_treasure_room_annex").give(*prizes)
        table.guard("queens_treasure_room_annex", "Giant").guard("queens_treasure_room", "Green Slime")
        return table

    table = lose("Gold Ring", "Secret Entrance Card")
    table.turn("end", "drop:1", "back:5U-C35,5U-C37", dice=[2, 4])
    assert table.where() == "5U-C37"
    assert len(table.pawn.doors) == 1
    without = lose("Gold Ring", "Secret Entrance Card")
    without.turn("end", "drop:2", dice=[2, 4, 2, 7])  # the card is dropped first: into the Slime
    assert without.where() == "queens_treasure_room"


@pytest.mark.rule("BRD-WND-04", "BRD-TRAP-03")
def test_a_wounded_prisoner_leaves_the_prize_of_the_trap_behind() -> None:
    table = Setting("hero").at("2-R01")
    table.pawn.trap_turns, table.pawn.trap_prizes, table.pawn.wounded = 1, [table.prize("Gold Ring")], True
    table.turn()
    assert table.hand() == []
    assert table.s.loose == {table.board.find("2-R01"): [table.used_prizes[0]]}
    table.turn()
    assert table.where() == "main_staircase"
    well = Setting("hero").at("2-R01")
    well.pawn.trap_turns, well.pawn.trap_prizes = 1, [well.prize("Gold Ring")]
    well.turn()
    assert well.hand() == ["Gold Ring"]

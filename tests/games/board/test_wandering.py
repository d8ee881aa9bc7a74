"""Wandering monsters."""

from __future__ import annotations

import pytest

from undercroft.engine import Table, run
from undercroft.games.board.board import CHAMBER, CORRIDOR, ROOM
from undercroft.games.board.content import tables
from undercroft.games.board.rules import step
from undercroft.games.board.rules.advanced.wandering import _nearest, settle
from undercroft.games.board.rules.pieces.odds import WAYS
from undercroft.games.board.state import Dungeon, Guard

from .table import Setting


def _wander(*kinds: str, **dials: object) -> Setting:
    table = Setting(*kinds, wandering_monsters=True, **dials)
    table.s.phase = "wander"
    table.s.turn = len(kinds) - 1
    return table


@pytest.mark.rule("BRD-WAND-01")
def test_no_roll_before_the_first_kill() -> None:
    table = Setting("hero", wandering_monsters=True)
    table.turn("end")
    assert table.s.phase == "turn"
    trapped = Setting("hero", wandering_monsters=True).at("1-C09").guard("1-R02", "lose_turns")
    trapped.turn("open:1-R02", dice=[1])
    assert trapped.s.phase == "turn"
    killer = Setting("hero", wandering_monsters=True).at("1-C09").guard("1-R02", "Goblins")
    killer.turn("open:1-R02", "stay", dice=[12])
    assert killer.s.phase == "wander"


@pytest.mark.rule("BRD-WAND-02")
def test_one_roll_a_round_after_the_last_player() -> None:
    table = Setting("hero", "elf", "hero", "elf", wandering_monsters=True).killed("Goblins")
    rolls = 0
    for _ in range(8):
        table.turn("end")
        if table.s.phase == "wander":
            rolls += 1
            ran = run(step, table.s, dice=[12])
            assert [event.rule for event in ran.events if event.roll] == ["BRD-WAND-02"]
    assert rolls == 2
    assert table.s.round == 3


@pytest.mark.rule("BRD-WAND-03", "BRD-WAND-19")
def test_the_table() -> None:
    rows = {total: row.section for total, row in tables().wander.items()}
    assert rows == {2: "1", 3: "2", 4: "3U", 10: "3L", 5: "4U", 9: "4L", 6: "5U", 8: "5L", 7: "6", 11: "none", 12: "none"}
    chances: dict[int, int] = {}
    for total, row in tables().wander.items():
        chances[row.level] = chances.get(row.level, 0) + WAYS[total]
    assert chances == {1: 1, 2: 2, 3: 6, 4: 8, 5: 10, 6: 6, 0: 3}


@pytest.mark.rule("BRD-WAND-04", "BRD-WAND-11", "BRD-WAND-12")
def test_one_of_the_killed_comes_and_goes_back_when_killed_again() -> None:
    table = _wander("hero").at("3U-C10").killed("Ogre", "Gargoyle", "Goblins")
    ran = run(step, table.s, dice=[4, 2, 12])
    assert any("the Gargoyle, killed once already" in text for text in ran.texts)
    assert sorted(table.deck.monsters[card].name for card in table.s.discards[2]) == ["Gargoyle", "Ogre"]
    assert table.hand() == []
    missed = _wander("hero").at("3U-C10", trail=["3U-C12", "3U-C11", "3U-C10"]).killed("Ogre")
    ran = run(step, missed.s, dice=[4, 1, 2, 9])
    assert missed.where() == "3U-C12"
    assert missed.pawn.lose_turns == 1


@pytest.mark.rule("BRD-WAND-05")
def test_without_a_killed_monster_of_that_level_nothing_comes() -> None:
    table = _wander("hero").at("3U-C10").killed("Goblins")
    ran = run(step, table.s, dice=[4])
    assert len([event for event in ran.events if event.roll]) == 1


@pytest.mark.rule("BRD-WAND-06", "BRD-WAND-17", "BRD-STAIR-04")
def test_only_pawns_in_corridors_of_that_section_are_attacked() -> None:
    room = next(a for a in Setting("hero").board.address if a.startswith("3U-R"))
    for where in (room, "storeroom", "ST07-1", "main_staircase", "3L-C10", "2-C10"):
        table = _wander("hero").at(where).killed("Ogre")
        ran = run(step, table.s, dice=[4])
        assert len([event for event in ran.events if event.roll]) == 1
        assert len(table.s.discards[2]) == 1


@pytest.mark.rule("BRD-WAND-06", "BRD-WND-05", "BRD-LOSE-03")
def test_prone_and_wounded_pawns_are_exposed() -> None:
    table = _wander("hero").at("3U-C10").killed("Ogre")
    table.pawn.wounded = True
    ran = run(step, table.s, dice=[4, 1, 2, 3])
    assert len([event for event in ran.events if event.roll]) == 3
    prone = _wander("hero").at("3U-C10").killed("Ogre")
    prone.pawn.lose_turns = 1
    run(step, prone.s, dice=[4, 1, 12])
    assert prone.pawn.kills == 1


@pytest.mark.rule("BRD-WAND-07", "BRD-WAND-10")
def test_the_strongest_type_is_attacked_and_only_one() -> None:
    table = _wander("hero", "wizard", "elf").at("3U-C10").at("3U-C11", seat=1).at("3U-C12", seat=2).killed("Ogre")
    run(step, table.s, dice=[4, 1, 12])
    assert [pawn.fights for pawn in table.s.pawns] == [0, 1, 0]


@pytest.mark.rule("BRD-WAND-08")
def test_among_equals_the_one_with_most_prizes() -> None:
    table = _wander("hero", "hero").at("3U-C10").at("3U-C11", seat=1).killed("Ogre")
    table.give("Gold Ring", "Gold Ring").give("Silver Cup", "Silver Cup", "Silver Cup", seat=1)
    run(step, table.s, dice=[4, 1, 12])
    assert [pawn.fights for pawn in table.s.pawns] == [0, 1]


@pytest.mark.rule("BRD-WAND-09")
def test_then_the_one_farthest_from_stairs_up_and_a_die_at_last() -> None:
    board = Setting("hero").board
    up = board.distances(board.steps_up[3])
    spaces = [i for i in range(board.size) if board.kind[i] == CORRIDOR and board.rows[i].section == "3U" and up[i] < 99]
    near, far = min(spaces, key=lambda i: up[i]), max(spaces, key=lambda i: up[i])
    table = _wander("hero", "hero").at(board.address[near]).at(board.address[far], seat=1).killed("Ogre")
    run(step, table.s, dice=[4, 1, 12])
    assert [pawn.fights for pawn in table.s.pawns] == [0, 1]
    home = board.distances([board.start])
    first = [i for i in range(board.size) if board.kind[i] == CORRIDOR and board.rows[i].section == "1"]
    one, other = min(first, key=lambda i: home[i]), max(first, key=lambda i: home[i])
    level_one = _wander("hero", "hero").at(board.address[other]).at(board.address[one], seat=1).killed("Goblins")
    run(step, level_one.s, dice=[2, 1, 12])
    assert [pawn.fights for pawn in level_one.s.pawns] == [1, 0]
    tie = _wander("hero", "hero").at("3U-C10").at("3U-C10", seat=1).killed("Ogre")
    run(step, tie.s, dice=[4, 2, 1, 12])
    assert [pawn.fights for pawn in tie.s.pawns] == [0, 1]


def _robbed(where: str, *vacant: str) -> Setting:
    """A hero robbed in a corridor while only some places are vacant."""
    table = _wander("hero").at(where).killed("Ogre").give("Gold Ring")
    for place in table.board.places:
        if table.board.address[place] not in vacant:
            table.s.stacks[table.board.site[place]] = [Guard(0, [])]
    return table


@pytest.mark.rule("BRD-WAND-13", "BRD-WAND-20")
def test_monster_and_booty_go_to_the_nearest_vacant_place_before_the_retreat() -> None:
    board = Setting("hero").board
    corridor, room = next(
        (s, r)
        for r in board.rooms
        for s, via, _ in board.near[r]
        if via == 1 and board.kind[s] == CORRIDOR and board.rows[r].section == "3U"
    )
    # He came out of the cleared room: the monster moves in there, so he must fall back another way.
    table = (
        _wander("hero")
        .at(board.address[corridor], trail=[board.address[room], board.address[corridor]])
        .killed("Ogre")
        .give("Gold Ring")
    )
    lines = [f"back:{board.address[s]}" for s, via, _ in board.near[corridor] if via != 2 and s != room and board.site[s] < 0]
    table.loose(board.address[room], "Silver Cup")
    ran = run(step, table.s, answers=[lines[0]] if len(lines) > 1 else [], dice=[4, 1, 2, 8])
    assert table.stack(board.address[room]) == ["Ogre"]
    assert sorted(table.hoard(board.address[room])) == ["Gold Ring", "Silver Cup"]
    assert not table.s.loose
    assert table.pawn.space not in (room, corridor)
    rules = [event.rule for event in ran.events]
    assert rules.index("BRD-DROP-01") < rules.index("BRD-WAND-13") < rules.index("BRD-RET-01")
    assert [board.address[note.space] for note in table.pawn.notes] == [board.address[room]]  # where it went, not where he stood


@pytest.mark.rule("BRD-WAND-13")
def test_with_nothing_vacant_they_go_under_the_nearest_chamber() -> None:
    table = _robbed("3U-C36")
    dist = table.board.distances([table.pawn.space])
    nearest = min(table.board.chambers, key=lambda c: dist[c])
    before = len(table.s.stacks[table.board.site[nearest]])
    trail = [s for s, via, _ in table.board.near[table.pawn.space] if via == 0 and table.board.site[s] < 0]
    table.pawn.trail = [trail[0], table.pawn.space]
    run(step, table.s, dice=[4, 1, 2, 8])
    stack = table.s.stacks[table.board.site[nearest]]
    assert len(stack) == before + 1
    assert len(stack[-1].hoard) == 1


@pytest.mark.rule("BRD-WAND-14")
def test_at_equal_distance_a_room_before_a_chamber_and_an_upper_level_before_a_lower() -> None:
    table = Setting("hero")
    board = table.board
    dist = [9] * board.size
    room3, room4 = (next(r for r in board.rooms if board.level[r] == level) for level in (3, 4))
    chamber = next(c for c in board.chambers if board.level[c] == 2)
    ran = run(_nearest_of, table.s, [chamber, room4, room3], dist)
    assert ran.result == room3
    dist[chamber] = 8
    assert run(_nearest_of, table.s, [chamber, room4, room3], dist).result == chamber
    assert {board.kind[room3], board.kind[chamber]} == {ROOM, CHAMBER}


async def _nearest_of(t: object, places: list[int], dist: list[int]) -> int:
    return _nearest(t, places, dist)  # type: ignore[arg-type]


@pytest.mark.rule("BRD-WAND-15")
def test_after_no_effect_it_goes_under_the_nearest_chamber() -> None:
    table = _wander("hero").at("3U-C36").killed("Ogre").guard("storeroom", "Gargoyle", "Mummy").give("Gold Ring")
    run(step, table.s, dice=[4, 1, 2, 7])
    assert table.stack("storeroom") == ["Gargoyle", "Mummy", "Ogre"]
    assert table.hand() == ["Gold Ring"]
    gallery = _wander("hero").at("1-C30").killed("Goblins")
    run(step, gallery.s, dice=[2, 1, 2, 7])
    assert gallery.stack("main_gallery") == ["Goblins"]


@pytest.mark.rule("BRD-WAND-16")
def test_with_nothing_won_it_goes_back_to_the_pile() -> None:
    table = _wander("hero").at("3U-C10", trail=["3U-C11", "3U-C10"]).killed("Ogre")
    run(step, table.s, dice=[4, 1, 2, 8])
    assert len(table.s.discards[2]) == 1
    assert not any(table.s.stacks)


@pytest.mark.rule("BRD-WAND-18")
def test_no_spells_against_it() -> None:
    table = _wander("wizard").at("3U-C10").killed("Ogre").spells("fireball", "lightning", "transference")
    ran = run(step, table.s, dice=[4, 1, 12])
    assert not ran.asks


@pytest.mark.rule("BRD-WAND-20")
def test_a_retreat_it_forces_is_finished_before_the_next_round() -> None:
    table = _wander("hero").at("3U-C10", trail=["3U-C11", "3U-C10"]).killed("Ogre")
    run(step, table.s, dice=[4, 1, 2, 8])
    assert table.where() == "3U-C11"
    assert (table.s.phase, table.s.round) == ("turn", 2)


@pytest.mark.rule("BRD-WAND-13")
def test_a_room_with_a_pawn_in_it_is_not_vacant() -> None:
    async def settles(t: Table[Dungeon], where: int, card: int) -> int:
        return settle(t, Guard(card, []), where)

    table = Setting("hero", "elf").at("1-C09").at("1-R02", seat=1)
    assert "1-R02" in [table.board.address[s] for s, _, _ in table.board.near[table.pawn.space]]
    taken = run(settles, table.s, table.pawn.space, table.monster("Ogre"), dice=[1]).result
    assert taken != table.board.find("1-R02")
    free = Setting("hero", "elf").at("1-C09")
    assert run(settles, free.s, free.pawn.space, free.monster("Ogre")).result == free.board.find("1-R02")


@pytest.mark.rule("BRD-WAND-17", "BRD-UI-04")
@pytest.mark.parametrize(("total", "where"), [(8, "the lower half of level 5"), (7, "level 6"), (4, "the upper half of level 3")])
def test_the_log_names_the_half_of_the_level(total: int, where: str) -> None:
    table = _wander("hero").killed("Blue Dragon", "Witch", "Ogre")
    assert run(step, table.s, dice=[total]).texts == [f"Something stirs on {where} and finds nobody in the corridors."]

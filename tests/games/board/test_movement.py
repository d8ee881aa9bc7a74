"""Movement, stairs, doors and secret doors."""

from __future__ import annotations

import pytest

from undercroft.games.board.board import CORRIDOR, ROOM, SECRET
from undercroft.games.board.rules.movement.landmarks import landmarks_of
from undercroft.games.board.rules.movement.reach import reach_of, reaches_of
from undercroft.games.board.rules.turn.choices import turn_keys
from undercroft.games.board.rules.turn.labels import describer

from .table import Setting, goes


@pytest.mark.rule("BRD-MOVE-01")
def test_up_to_five_spaces_without_dice() -> None:
    table = Setting("hero").at("1-C20")
    reach = reaches_of(table.board).reach(table.pawn.space, 5, table.s.stacks, [], all_doors=False)
    assert set(reach.dist.values()) == {0, 1, 2, 3, 4, 5}
    near = table.board.distances([table.pawn.space])
    offered = {table.board.number[a] for a in goes(table.asked())}
    corridor = {i for i in range(table.board.size) if 0 < near[i] <= 5}
    assert offered == corridor
    assert not any(event.roll for event in table.turn("end").events)


@pytest.mark.rule("BRD-MOVE-01")
def test_walking_on_towards_a_landmark_spends_the_whole_move() -> None:
    table = Setting("hero").at("1-C20").guard("crypt", "Troll").guard("2-R03", "Ghouls").guard("1-R02", "Goblins")
    keys = [key for key in table.asked() if key.startswith("towards:")]
    assert keys
    far = next(key for key in keys if key != "towards:main_staircase")
    mark = table.board.find(far[8:])
    before = landmarks_of(table.board).surroundings(table.pawn.space).marks[mark]
    assert before > 5
    table.turn(far)
    assert landmarks_of(table.board).surroundings(table.pawn.space).marks[mark] == before - 5
    assert not [key for key in table.asked("go:" + goes(table.asked())[-1]) if key.startswith("towards:")]  # only as a first move
    barred = Setting("hero").at("1-C09").guard("main_gallery", "Giant")
    ran = barred.turn("towards:main_staircase", "end")  # stops before the monster, with a space left
    assert barred.where() == "1-C34"
    assert not [event for event in ran.events if event.roll]


def test_every_corridor_can_be_described_by_what_is_near() -> None:
    board = Setting("hero").board
    told = [landmarks_of(board).beside(space) for space in range(board.size) if board.kind[space] == CORRIDOR]
    assert "at the door of room 1-R02" in told
    assert "before the Crypt" in told
    assert sum(not text for text in told) == 0
    marks = landmarks_of(board)
    for stair in board.stairs:
        top, foot = board.find(stair.upper_end), board.find(stair.lower_end)
        if board.via[board.link_between[top, board.find(stair.steps[0])]] != SECRET:
            assert marks.stairs_from(top, board.find(stair.steps[0])) == f"the {stair.name} down to level {stair.lower_level}"
            assert marks.stairs_from(foot, board.find(stair.steps[-1])) == f"the {stair.name} up to level {stair.upper_level}"


@pytest.mark.rule("BRD-MOVE-02", "BRD-MOVE-03", "BRD-MOVE-05", "BRD-MOVE-11")
def test_rooms_and_chambers_are_one_space_and_doors_cost_nothing() -> None:
    table = Setting("hero")
    board = table.board
    found = 0
    for room in board.rooms:
        doors = [space for space, via, _ in board.near[room] if via == 1 and board.kind[space] == CORRIDOR]
        for door in doors:
            reach = reaches_of(board).reach(door, 5, table.s.stacks, [], all_doors=False)
            assert reach.dist[room] == 1
        if len(doors) > 1:
            found += 1
            reach = reaches_of(board).reach(doors[0], 2, table.s.stacks, [], all_doors=False)
            assert reach.dist[doors[1]] <= 2
    assert found
    kitchen = board.find("kitchen")
    ways = [space for space, via, _ in board.near[kitchen] if via == 0]
    assert len(ways) >= 2
    reach = reaches_of(board).reach(ways[0], 5, table.s.stacks, [], all_doors=False)
    assert reach.dist[kitchen] == 1
    assert reach.dist[ways[1]] == 2


@pytest.mark.rule("BRD-MOVE-06")
def test_pawns_pass_each_other_and_share_a_space() -> None:
    table = Setting("hero", "elf").at("1-C09").at("1-C10", seat=1)
    table.turn("go:1-C12", "end")
    assert table.where() == "1-C12"
    table.s.turn = 0
    table.turn("go:1-C10", "end")
    assert table.where(0) == table.where(1) == "1-C10"


@pytest.mark.rule("BRD-MOVE-07", "BRD-MOVE-09")
def test_a_stocked_chamber_stops_the_pawn_and_starts_the_fight() -> None:
    table = Setting("superhero").at("5U-C30", trail=["5U-C29", "5U-C30"]).guard("queens_treasure_room", "Troll")
    keys = table.asked()
    assert "go:queens_treasure_room" in keys
    assert "go:5U-C34" not in keys
    ran = table.turn("go:queens_treasure_room", dice=[12])
    assert len(ran.asks) == 1  # two spaces used, three lost
    assert table.where() == "queens_treasure_room"
    assert table.stack("queens_treasure_room") == []


@pytest.mark.rule("BRD-MOVE-08")
def test_a_pawn_may_turn_round() -> None:
    table = Setting("hero").at("1-C09")
    table.turn("go:1-C12", "go:1-C10")  # three out, two back: the allowance is spent
    assert table.where() == "1-C10"


@pytest.mark.rule("BRD-MOVE-10", "BRD-INT-06", "BRD-CMB-16", "BRD-NOEF-02")
@pytest.mark.parametrize("introductory", [False, True])
def test_after_a_chamber_fight_the_pawn_leaves_freely_next_turn(introductory: bool) -> None:
    table = Setting("hero", introductory=introductory).at("2-C10").guard("kitchen", "Ghouls", "Hobgoblins", "Evil Hero")
    door = next(space for space, via, _ in table.board.near[table.board.find("kitchen")] if via == 0)
    table.at(table.board.address[door])
    table.turn("go:kitchen", dice=[12])
    assert table.stack("kitchen") == ["Hobgoblins", "Evil Hero"]
    exits = [table.board.address[space] for space, via, _ in table.board.near[table.board.find("kitchen")] if via == 0]
    assert set(exits) <= set(goes(table.asked()))
    other = next(a for a in exits if table.board.number[a] != door)
    table.turn(f"go:{other}", "end")
    assert table.where() == other
    assert len(table.stack("kitchen")) == 2


@pytest.mark.rule("BRD-MOVE-12")
def test_movement_follows_links_only() -> None:
    table = Setting("hero")
    reach = reaches_of(table.board).reach(table.board.find("3L-C22"), 1, table.s.stacks, [], all_doors=False)
    assert "go:armory" not in reach.menu
    stairs = reaches_of(table.board).reach(table.board.find("1-C01"), 1, table.s.stacks, [], all_doors=False)
    assert stairs.dist[table.board.number["ST03-1"]] == 1


@pytest.mark.rule("BRD-MOVE-13")
def test_unused_spaces_are_not_saved() -> None:
    table = Setting("hero").at("1-C09")
    table.turn("go:1-C11", "end")
    here = table.pawn.space
    near = table.board.distances([here])
    assert max(near[table.board.number[a]] for a in goes(table.asked())) == 5


@pytest.mark.rule("BRD-MOVE-14", "BRD-CMB-15", "BRD-MOVE-01")
def test_loose_prizes_may_be_taken_in_passing_or_left() -> None:
    table = Setting("hero").at("1-C09").loose("1-C10", "Gold Ring")
    table.turn("go:1-C12", "take", "end")
    assert table.hand() == ["Gold Ring"]
    assert table.where() == "1-C12"
    table = Setting("hero").at("1-C09").loose("1-C10", "Gold Ring")
    table.turn("go:1-C12", "leave", "end")
    assert table.hand() == []
    table = Setting("hero").at("1-C09").loose("1-C09", "Gold Ring")
    table.turn("take", "end")
    assert table.hand() == ["Gold Ring"]
    room = Setting("hero").at("1-C09").loose("1-R02", "Silver Cup")
    room.turn("go:1-R02", "take", "end")
    assert room.hand() == ["Silver Cup"]


@pytest.mark.rule("BRD-MOVE-15", "BRD-SEC-12")
def test_adjacent_means_through_an_opening_the_pawn_can_use() -> None:
    def sights(table: Setting) -> list[str]:
        return [key for key in table.asked() if key.startswith("cast:")]

    table = Setting("wizard").at("5U-C31").spells("fireball").guard("queens_treasure_room", "Troll")
    assert sights(table) == ["cast:fireball@queens_treasure_room"]
    table = Setting("wizard").at("5U-C35").spells("fireball").guard("queens_treasure_room_annex", "Giant")
    assert sights(table) == []
    table.known("5U-C35", "queens_treasure_room_annex")
    assert sights(table) == ["cast:fireball@queens_treasure_room_annex"]
    table = (
        Setting("wizard")
        .at("5U-C35")
        .spells("fireball")
        .guard("queens_treasure_room_annex", "Giant")
        .give("Secret Entrance Card")
    )
    assert "cast:fireball@queens_treasure_room_annex" in sights(table)
    table = Setting("hero").at("5U-C35").guard("queens_treasure_room_annex", "Giant").give("ESP Medallion")
    assert not [key for key in table.asked() if key.startswith(("look:", "open:", "go:queens"))]


# Stairs.


@pytest.mark.rule("BRD-STAIR-01", "BRD-STAIR-03")
def test_a_stair_costs_a_space_for_each_step_and_can_be_stopped_on() -> None:
    table = Setting("hero")
    for stair in table.board.stairs:
        head, foot = table.board.find(stair.upper_end), table.board.find(stair.lower_end)
        if table.board.via[table.board.link_between[head, table.board.find(stair.steps[0])]] == SECRET:
            continue
        for a, b in ((head, foot), (foot, head)):
            reach = reaches_of(table.board).reach(a, 5, table.s.stacks, [], all_doors=False)
            assert [s for s in reach.path_to(b) if table.board.kind[s] == 2] == [
                table.board.find(step) for step in (stair.steps if a == head else reversed(stair.steps))
            ]
    upper = table.board.stairs[4].upper_end
    assert table.board.stairs[4].id == "ST05"
    two_before = next(
        a for a, d in enumerate(table.board.distances([table.board.find(upper)])) if d == 2 and table.board.kind[a] == CORRIDOR
    )
    table.at(table.board.address[two_before])
    table.turn("go:ST05-3")
    assert table.where() == "ST05-3"


@pytest.mark.rule("BRD-STAIR-04")
def test_steps_belong_to_no_level() -> None:
    board = Setting("hero").board
    for stair in board.stairs:
        assert all(board.level[board.find(step)] == 0 and board.kind[board.find(step)] != CORRIDOR for step in stair.steps)


# Doors.


@pytest.mark.rule("BRD-DOOR-01", "BRD-INT-18")
def test_a_door_may_be_opened_or_passed_by_without_a_roll() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Goblins")
    assert "open:1-R02" in table.asked()
    table.turn("go:1-C08", "end")
    assert table.stack("1-R02") == ["Goblins"]
    table.at("1-C09").turn("open:1-R02", "stay", dice=["2d6=12"])


@pytest.mark.rule("BRD-DOOR-02", "BRD-DOOR-05", "BRD-INT-08")
@pytest.mark.parametrize("introductory", [False, True])
def test_a_door_opens_after_five_spaces_and_the_winner_steps_in(introductory: bool) -> None:
    table = Setting("hero", introductory=introductory).guard("1-R02", "Goblins", prizes=["Sack of Gold"])
    far = next(
        i for i, d in enumerate(table.board.distances([table.board.find("1-C09")])) if d == 5 and table.board.kind[i] == CORRIDOR
    )
    table.at(table.board.address[far])
    ran = table.turn("go:1-C09", "open:1-R02", "enter", dice=[12])
    assert "0 of" not in ran.asks[1].prompt
    assert table.where() == "1-R02"
    assert table.hand() == ["Sack of Gold"]


@pytest.mark.rule("BRD-DOOR-03", "BRD-CMB-01")
def test_opening_a_guarded_room_reveals_the_card_and_starts_the_fight() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Goblins")
    ran = table.turn("open:1-R02", dice=[2, 7])
    assert table.stack("1-R02") == ["Goblins"]
    assert table.s.stacks[table.board.site[table.board.find("1-R02")]][0].card in table.s.shown
    assert any("strikes at the Goblins" in text for text in ran.texts)


@pytest.mark.rule("BRD-DOOR-04")
def test_a_room_is_fought_from_the_doorway() -> None:
    table = Setting("hero").at("1-C09", trail=["1-C11", "1-C10", "1-C09"]).guard("1-R02", "Goblins")
    table.turn("open:1-R02", dice=[2, 6])
    assert table.where() == "1-C10"


@pytest.mark.rule("BRD-DOOR-06")
def test_the_winner_may_stay_outside_and_the_prize_waits_for_anyone() -> None:
    table = Setting("hero", "elf").at("1-C09").at("1-C10", seat=1).guard("1-R02", "Goblins", prizes=["Sack of Gold"])
    table.turn("open:1-R02", "stay", dice=[12])
    assert table.where() == "1-C09"
    assert table.hand() == []
    table.turn("go:1-R02", "take", "end")
    assert table.hand(1) == ["Sack of Gold"]


@pytest.mark.rule("BRD-DOOR-07")
def test_an_empty_room_costs_a_space() -> None:
    table = Setting("hero")
    far = next(
        i for i, d in enumerate(table.board.distances([table.board.find("1-C09")])) if d == 5 and table.board.kind[i] == CORRIDOR
    )
    table.at(table.board.address[far])
    assert "go:1-R02" not in table.asked("go:1-C09")


@pytest.mark.rule("BRD-DOOR-08", "BRD-CMB-13")
def test_all_doors_of_a_room_lead_to_the_same_card() -> None:
    table = Setting("hero")
    board = table.board
    room = next(r for r in board.rooms if sum(via == 1 and board.kind[s] == CORRIDOR for s, via, _ in board.near[r]) > 1)
    one, other = [s for s, via, _ in board.near[room] if via == 1 and board.kind[s] == CORRIDOR][:2]
    address = board.address[room]
    table.guard(address, "Giant", prizes=["Gold Cup"]).at(board.address[one])
    table.turn(f"open:{address}", dice=[2, 11])
    table.at(board.address[other])
    ran = table.turn(f"open:{address}", dice=[2, 11])
    assert any("the Giant" in text for text in ran.texts)
    assert table.hoard(address) == ["Gold Cup"]


@pytest.mark.rule("BRD-DOOR-09")
def test_a_door_between_rooms_is_fought_from_the_cleared_room() -> None:
    table = Setting("hero").at("2-R03").guard("2-R04", "Ghouls")
    assert table.board.kind[table.board.find("2-R03")] == ROOM
    table.turn("open:2-R04", dice=[2, 7])
    assert table.where() == "2-R03"
    assert table.pawn.standoff == table.board.find("2-R04")


@pytest.mark.rule("BRD-DOOR-10")
def test_a_chamber_has_no_door_to_open() -> None:
    table = Setting("hero").at("5U-C31").guard("queens_treasure_room", "Troll")
    keys = table.asked()
    assert "go:queens_treasure_room" in keys
    assert "open:queens_treasure_room" not in keys
    table.turn("go:queens_treasure_room", dice=[2, 7])
    assert table.where() == "queens_treasure_room"


# Secret doors.

DOOR = "try:5U-C35/queens_treasure_room_annex"


def _door(table: Setting) -> str:
    return next(key for key in table.asked() if key.startswith("try:") and "annex" in key and "C35" in key)


@pytest.mark.rule("BRD-SEC-01", "BRD-SEC-02")
@pytest.mark.parametrize(
    ("kind", "die", "opens"), [("hero", 1, True), ("hero", 2, True), ("hero", 3, False), ("elf", 4, True), ("elf", 5, False)]
)
def test_what_opens_a_secret_door(kind: str, die: int, opens: bool) -> None:
    table = Setting(kind).at("5U-C35")
    key = _door(table)
    table.turn(key, *(["end"] if opens else []), dice=[f"1d6={die}"])
    assert bool(table.pawn.doors) == opens


@pytest.mark.rule("BRD-SEC-03", "BRD-SEC-04")
def test_a_success_lets_the_pawn_go_on_and_a_failure_ends_the_turn() -> None:
    table = Setting("hero").at("5U-C35")
    board = table.board
    two_away = next(i for i, d in enumerate(board.distances([board.find("5U-C35")])) if d == 2 and board.kind[i] == CORRIDOR)
    table.at(board.address[two_away])
    key = _door(table)
    after = goes(table.asked("go:5U-C35", key, dice=[2]))
    near = board.distances([board.find("queens_treasure_room_annex")])
    beyond = [a for a in after if board.rows[board.find(a)].kind in ("chamber", "corridor") and near[board.find(a)] <= 2]
    assert "queens_treasure_room_annex" in after
    assert "5U-C34" in after
    assert "queens_treasure_room" in after  # three spaces left: Annex, space between, Queen's
    assert "5U-C31" not in after
    assert beyond
    failed = Setting("hero").at(board.address[two_away])
    ran = failed.turn("go:5U-C35", key, dice=[3])
    assert len(ran.asks) == 2


@pytest.mark.rule("BRD-SEC-05")
def test_a_door_may_be_tried_turn_after_turn() -> None:
    table = Setting("hero").at("5U-C35")
    key = _door(table)
    for _ in range(3):
        table.turn(key, dice=[6])
    table.turn(key, "end", dice=[1])
    assert len(table.pawn.doors) == 1


@pytest.mark.rule("BRD-SEC-06", "BRD-INT-07")
def test_several_secret_doors_in_a_turn_but_one_in_the_introductory_game() -> None:
    table = Setting("elf").at("5U-C35")
    key = _door(table)
    more = table.asked(key, "go:queens_treasure_room_annex", dice=[4])
    assert [k for k in more if k.startswith("try:")]
    sheet = Setting("elf", introductory=True).at("5U-C35")
    rest = sheet.asked(key, "go:queens_treasure_room_annex", dice=[4])
    assert not [k for k in rest if k.startswith("try:")]
    with_card = Setting("elf", introductory=True).at("5U-C35").give("Secret Entrance Card")
    with_card.turn("go:queens_treasure_room_annex", "go:5U-C34", "go:queens_treasure_room", "end")
    assert with_card.where() == "queens_treasure_room"


@pytest.mark.rule("BRD-SEC-07", "BRD-INT-09")
@pytest.mark.parametrize("introductory", [False, True])
def test_an_opened_door_stays_known_from_both_sides(introductory: bool) -> None:
    table = Setting("hero", introductory=introductory).at("5U-C35").guard("queens_treasure_room_annex", "Giant")
    key = _door(table)
    table.turn(key, "go:queens_treasure_room_annex", dice=[1, 2, 7])
    table.turn("go:5U-C35", "end")
    assert table.where() == "5U-C35"
    table.turn("go:queens_treasure_room_annex", dice=[2, 7])
    assert table.where() == "queens_treasure_room_annex"


@pytest.mark.rule("BRD-SEC-08")
def test_the_knowledge_belongs_to_the_pawn() -> None:
    table = Setting("hero", "hero").at("5U-C35").at("5U-C35", seat=1).known("5U-C35", "queens_treasure_room_annex")
    assert "go:queens_treasure_room_annex" in table.asked()
    table.s.turn = 1
    keys = table.asked()
    assert "go:queens_treasure_room_annex" not in keys
    assert any(k.startswith("try:") for k in keys)


@pytest.mark.rule("BRD-SEC-09", "BRD-SEN-01")
def test_the_secret_entrance_card_makes_every_secret_door_a_door() -> None:
    table = Setting("hero").give("Secret Entrance Card")
    for index, link in enumerate(table.board.links):
        if link.via == "secret":
            for a, b in (table.board.ends[index], table.board.ends[index][::-1]):
                reach = reaches_of(table.board).reach(a, 1, table.s.stacks, [], all_doors=True)
                assert reach.dist[b] == 1
                assert not reach.tries
    table.at("5U-C35")
    ran = table.turn("go:queens_treasure_room_annex", "end")
    assert not [event for event in ran.events if event.roll]


@pytest.mark.rule("BRD-SEC-10")
def test_a_failure_inside_a_guarded_chamber_means_a_fight_and_no_spell() -> None:
    table = Setting("wizard").at("queens_treasure_room", trail=["5U-C31", "queens_treasure_room"])
    table.spells("transference", "fireball").guard("queens_treasure_room", "Black Pudding")
    key = next(k for k in table.asked() if k.startswith("try:") and "queens_treasure_room/" in k + "/" and "annex" not in k)
    ran = table.turn(key, dice=[3, 2, 7])
    assert len(ran.asks) == 1
    assert any("Black Pudding" in text for text in ran.texts)


@pytest.mark.rule("BRD-SEC-11")
def test_trying_a_door_without_movement_needs_something_to_do_there() -> None:
    board = Setting("hero").board
    index, corridor, room = next(
        (i, a, b)
        for i, link in enumerate(board.links)
        for a, b in (board.ends[i], board.ends[i][::-1])
        if link.via == "secret" and board.kind[a] == CORRIDOR and board.kind[b] == ROOM
    )
    for stocked, offered in ((True, True), (False, False)):
        table = Setting("hero").at(board.address[corridor])
        if stocked:
            table.guard(board.address[room], "Giant")
        table.s.now.moves = 0
        reach = reach_of(table.s, board, table.deck, table.pawn)
        keys = turn_keys(table.s, board, table.deck, table.pawn, reach)
        assert (f"try:{board.door_name(index)}" in keys) == offered
    for kind, held, offered in (("hero", (), False), ("wizard", ("transference",), False), ("wizard", ("lightning",), True)):
        table = Setting(kind).at("5U-C35").spells(*held).guard("queens_treasure_room_annex", "Giant")
        table.s.now.moves = 0
        reach = reach_of(table.s, board, table.deck, table.pawn)
        keys = turn_keys(table.s, board, table.deck, table.pawn, reach)
        assert any(k.startswith("try:") and "annex" in k for k in keys) == offered
    far = next(i for i, d in enumerate(board.distances([corridor])) if d == 5 and board.kind[i] == CORRIDOR)
    table = Setting("hero").at(board.address[far]).guard(board.address[room], "Giant", prizes=["Gold Cup"])
    table.turn(
        f"go:{board.address[corridor]}", f"try:{board.door_name(index)}", f"open:{board.address[room]}", "enter", dice=[1, 12]
    )
    assert table.hand() == ["Gold Cup"]


@pytest.mark.rule("BRD-MOVE-07", "BRD-UI-02")
def test_no_road_leads_on_through_a_monster_in_the_gallery() -> None:
    free = Setting("hero")
    assert any(key.startswith("towards:") for key in free.asked())
    barred = Setting("hero").guard("main_gallery", "Troll")
    assert barred.asked() == ("go:main_gallery", "end")


@pytest.mark.rule("BRD-MOVE-01", "BRD-SEC-07", "BRD-SEN-01")
def test_walking_on_takes_the_secret_doors_the_pawn_can_open() -> None:
    inside = Setting("hero").at("1-R09")
    assert "towards:main_staircase" in inside.asked()
    inside.known("1-R09", "main_gallery")
    assert "go:main_staircase" in inside.asked()
    assert "towards:main_staircase" not in inside.asked()  # two spaces away

    def way_home(table: Setting) -> list[str]:
        table.asked("towards:main_staircase")
        return [table.board.address[space] for space in table.pawn.trail]

    around = way_home(Setting("hero").at("5U-C45"))
    assert around == ["5U-C45", "5U-C44", "5U-C43", "5U-C42", "5U-C41", "5U-C40"]
    known = Setting("hero").at("5U-C45").known("5U-C46", "queens_treasure_room")
    through = ["5U-C45", "5U-C46", "queens_treasure_room", "5U-C31", "5U-C30", "5U-C29"]
    assert way_home(known) == through
    assert way_home(Setting("hero").at("5U-C45").give("Secret Entrance Card")) == through
    guarded = Setting("hero").at("5U-C45").known("5U-C46", "queens_treasure_room").guard("queens_treasure_room", "Giant")
    assert way_home(guarded) == around


@pytest.mark.rule("BRD-BOARD-20", "BRD-STAIR-01")
def test_a_stair_has_one_name_from_near_and_far() -> None:
    board = Setting("hero").board
    for stair in board.stairs:
        step = board.find(stair.steps[0])
        table = Setting("hero").at(stair.upper_end).known(stair.upper_end, stair.steps[0])
        label = _labels(table)[f"go:{stair.steps[0]}"]
        first = "" if len(stair.steps) == 1 else "the first step of "
        assert label == f"Go to {first}the {stair.name}"
        far = next(s for s in range(board.size) if board.distances([s])[step] == 9 and board.kind[s] == CORRIDOR)
        for key, said in _labels(Setting("hero").at(board.address[far])).items():
            if key == f"towards:{stair.steps[0]}":
                assert said.startswith(f"Walk to the {stair.name} ")


@pytest.mark.rule("BRD-NOEF-05")
def test_a_stand_off_offers_one_way_to_fight_again() -> None:
    table = Setting("hero").at("1-C09").guard("1-R02", "Ogre")
    assert "open:1-R02" in table.asked()
    table.pawn.standoff = table.board.find("1-R02")
    assert "open:1-R02" not in table.asked()
    assert _labels(table)["end"] == "Stay in the doorway and fight again"
    assert "open:1-R02" in table.asked("go:1-C10")  # once it has left, the door may be opened again


def _labels(table: Setting) -> dict[str, str]:
    reach = reach_of(table.s, table.board, table.deck, table.pawn)
    describe = describer(table.s, table.board, table.deck, table.pawn, reach)
    return {key: describe(key).label for key in turn_keys(table.s, table.board, table.deck, table.pawn, reach)}

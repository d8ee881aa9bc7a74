"""A turn: what rules it at its start, the free turn, its end, and who is next (BRD-TURN, -LOSE, -WND, -REEN)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ..board import FAR, ROOM
from ..content import KINDS, WIZARD, tables
from ..state import Dungeon, Pawn, Turn, board_of, deck_of
from . import ambush, combat, ending, losing, prizes, spells, travel
from .table import cards, guarded, kind_name, lay_loose, mover, put_by_magic, stack_at, the, turns


async def take_turn(t: Table[Dungeon]) -> None:
    """One player's turn. States that rule it are settled first: turns to lose, wounds, a hold; else he is free (BRD-TURN-07)."""
    s = t.state
    pawn = mover(s)
    s.now = Turn(moves=travel.ALLOWANCE, began=pawn.space)
    if not pawn.alive and not await re_enter(t, pawn):
        await close_turn(t, pawn)
        return
    if not t.light:
        t.tell(
            "{name} the {role}, round {round}.",
            rule="BRD-TURN-01",
            kind="headline",
            role=kind_name(pawn),
            name=pawn.name,
            round=s.round,
        )
    if pawn.trap_turns or pawn.lose_turns:
        await skip(t, pawn)
    elif pawn.wounded:
        await go_home_wounded(t, pawn)
    elif not (s.holds and await ambush.held(t, pawn)):
        await free_turn(t, pawn)
    if s.phase == "turn":
        await end_turn(t, pawn)
    await close_turn(t, pawn)


async def free_turn(t: Table[Dungeon], pawn: Pawn) -> None:
    """Movement, doors, looks and spells in any order until an attack or the player ends it (BRD-TURN-01, 02)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    now = s.now
    if s.loose and pawn.space in s.loose and not guarded(s, board, pawn.space):
        await prizes.offer_loose(t, pawn)
    while not now.over and pawn.alive:
        reach = travel.reach_of(s, board, deck, pawn)
        keys = travel.turn_keys(s, board, deck, pawn, reach)
        if len(keys) == 1:
            return
        key = await t.choose(
            pawn.seat,
            "{name} the {kind} {where}, {moves} to move. What now?",
            keys,
            rule="BRD-MOVE-01",
            describe=travel.describer(s, board, deck, pawn, reach),
            name=pawn.name,
            kind=kind_name(pawn),
            where=lambda: board.spot(pawn.space),
            moves=lambda: _spaces(0 if now.ball else now.moves),
        )
        await travel.act(t, pawn, key, reach, board)


def _spaces(count: int) -> str:
    return ("no spaces", "1 space", "2 spaces", "3 spaces", "4 spaces", "5 spaces")[count]


async def skip(t: Table[Dungeon], pawn: Pawn) -> None:
    """A turn to lose is taken off, no more; the last one in a trap brings its prize (BRD-LOSE-01, 04, BRD-TRAP-03)."""
    s = t.state
    s.now.over = s.now.skipped = True
    if pawn.trap_turns:
        pawn.trap_turns -= 1
        t.tell("{name} sits in the trap in {where}: {left}.", rule="BRD-TRAP-02", name=pawn.name, where=the(s, pawn.space),
               left=f"{turns(pawn.trap_turns)} more" if pawn.trap_turns else "the last turn of it")  # fmt: skip
        if not pawn.trap_turns:
            won, pawn.trap_prizes = pawn.trap_prizes, []
            if pawn.wounded:
                lay_loose(s, pawn.space, won)  # BRD-WND-04
            else:
                await prizes.gain(t, pawn, won, "BRD-TRAP-03")
    else:
        pawn.lose_turns -= 1
        t.tell("{name} lies prone and loses this turn.", rule="BRD-LOSE-01", name=pawn.name)


async def go_home_wounded(t: Table[Dungeon], pawn: Pawn) -> None:
    """A Seriously Wounded pawn goes back to the Main Staircase; a Wizard may throw a spell first (BRD-WND-02, 06)."""
    s, board = t.state, board_of(t.state)
    if s.dials.ambush and pawn.kind == WIZARD:
        await ambush.answer_by_spell(t, pawn, spells.spell_victims(s, pawn), "BRD-WND-06")
    s.now.over = False
    if s.dials.wounded_walk and await walk_home(t, pawn):
        return
    put_by_magic(s, pawn, board.start)
    s.now.moved = True
    losing.cure(t, pawn)
    ending.check_win(t, pawn)


async def walk_home(t: Table[Dungeon], pawn: Pawn) -> bool:
    """House dial: the wounded pawn walks, every space bringing it nearer to the Main Staircase (BRD-DIAL-04). False: no way."""
    s, board = t.state, board_of(t.state)
    home = board.distances([board.start], doors=pawn.doors, stop=lambda u: board.kind[u] == ROOM and guarded(s, board, u))
    if home[pawn.space] >= FAR:
        return False
    now = s.now
    while not now.over and pawn.alive and pawn.wounded and now.moves:
        near = _nearer(s, pawn, home)
        if not near:
            break
        keys = [f"go:{board.address[space]}" for space in near]
        key = await t.choose(
            pawn.seat,
            "{name} limps home, {left} spaces to go. How far this turn?",
            [*keys, "end"],
            rule="BRD-DIAL-04",
            describe=lambda key: "Rest here" if key == "end" else Option(
                f"Go to {board.label(board.number[key[3:]])}", place=key[3:], hint=f"{home[board.number[key[3:]]]} left to go"
            ),
            name=pawn.name,
            left=home[pawn.space],
        )  # fmt: skip
        if key == "end":
            break
        target = board.number[key[3:]]
        if not await travel.walk(t, pawn, near[target]):
            break
        if guarded(s, board, pawn.space):
            now.over = True
            await combat.enter_chamber(t, pawn)
    now.over = True
    return True


def _nearer(s: Dungeon, pawn: Pawn, home: list[int]) -> dict[int, list[int]]:
    """Where the wounded pawn can get this turn, always downhill, and by which path."""
    board = board_of(s)
    paths: dict[int, list[int]] = {pawn.space: []}
    queue = [pawn.space]
    while queue:
        here = queue.pop(0)
        if len(paths[here]) == s.now.moves or (here != pawn.space and guarded(s, board, here)):
            continue
        for space, _via, link in board.near[here]:
            if home[space] == home[here] - 1 and space not in paths and board.passable(link, pawn.doors, all_doors=False):
                paths[space] = [*paths[here], space]
                queue.append(space)
    del paths[pawn.space]
    return paths


async def re_enter(t: Table[Dungeon], pawn: Pawn) -> bool:
    """A killed player comes back as a weaker type, if he likes and a pawn is free, and moves at once (BRD-REEN-01 to 06)."""
    s, board = t.state, board_of(t.state)
    limit = pawn.kind if s.dials.below_last_type else pawn.first_kind
    free = [kind for kind in range(limit) if free_mark(s, kind) and not (s.dials.introductory and kind > 1)]
    if not free:
        t.tell("No pawn is free for {name} to come back with.", rule="BRD-REEN-05", name=pawn.name)
        return False
    key = await t.choose(
        pawn.seat,
        "{name}, your adventurer is dead. Come back as a weaker one?",
        [*(f"be:{KINDS[kind]}" for kind in reversed(free)), "out"],
        rule="BRD-REEN-03",
        describe=lambda key: "Stay dead" if key == "out" else Option(key[3:].title(), hint=f"{deal_line(KINDS.index(key[3:]))}"),
        name=pawn.name,
    )
    if key == "out":
        pawn.out = True
        t.tell("{name} takes no further part.", rule="BRD-KILL-02", name=pawn.name)
        if ending.eliminated(s):
            ending.close(t, "dead", "BRD-END-01", "Nobody is left. The dungeon has won.")
        return False
    become(s, pawn, KINDS.index(key[3:]))
    pawn.alive = True
    s.now.began = -2  # he did not spend this turn resting on the Main Staircase
    put_by_magic(s, pawn, board.start)
    t.tell("{name} enters the dungeon again, as {role}.", rule="BRD-REEN-02", name=pawn.name, role=key[3:])
    return True


def free_mark(s: Dungeon, kind: int) -> int:
    """The lowest mark of a type that no living pawn bears, or 0 when its three pawns are in play (BRD-SEL-02, BRD-KILL-04)."""
    taken = [pawn.mark for pawn in s.pawns if pawn.kind == kind and pawn.alive and pawn.space >= 0]
    return next((mark for mark in (1, 2, 3) if mark not in taken), 0)


def become(s: Dungeon, pawn: Pawn, kind: int) -> None:
    """Give a player a fresh pawn of a type."""
    pawn.mark = free_mark(s, kind)
    pawn.kind = kind
    pawn.prizes, pawn.used, pawn.stored, pawn.spells, pawn.doors = [], [], [], [], []
    pawn.lose_turns = pawn.trap_turns = pawn.spell_limit = 0
    pawn.wounded = False
    pawn.standoff = -1


def deal_line(kind: int) -> str:
    """What a type is in for."""
    one = tables().adventurers[kind]
    spells_line = ", seven spells" if one.spells_at_start else ""
    return (
        f"{one.gold_to_win:,} gold pieces to win, secret doors on 1-{one.secret_door_success_up_to}, "
        f"advised on levels {one.advised_level_from} to {one.advised_level_to}{spells_line}"
    )


async def end_turn(t: Table[Dungeon], pawn: Pawn) -> None:
    """The end of a turn: a fight that is due, a spell in answer to an ambush, a spell regained, prizes a monster claims."""
    s, board = t.state, board_of(t.state)
    now = s.now
    if pawn.alive and not (pawn.wounded or pawn.trap_turns or now.skipped or now.fought):
        place = pawn.standoff
        if guarded(s, board, pawn.space):
            await combat.fight(t, pawn, pawn.space)  # BRD-CMB-10, BRD-NOEF-04
        elif place >= 0 and guarded(s, board, place) and not now.met_duty:
            await combat.fight(t, pawn, place)  # BRD-NOEF-05
        else:
            pawn.standoff = -1
    if now.ambushers and pawn.alive and s.winner < 0:
        near = [victim for victim in spells.spell_victims(s, pawn) if victim.seat in now.ambushers]
        await ambush.answer_by_spell(t, pawn, near, "BRD-SAMB-06")
    if s.winner < 0 and pawn.alive and pawn.space == board.start and now.began == board.start and not now.moved:
        await spells.regain(t, pawn)


async def close_turn(t: Table[Dungeon], pawn: Pawn) -> None:
    """Cards are turned down, loose prizes beside a monster become its own (BRD-AMB-12), and the next player is on."""
    s, board = t.state, board_of(t.state)
    if s.loose:
        for space in [space for space in s.loose if guarded(s, board, space)]:
            won = s.loose.pop(space)
            stack_at(s, board, space)[0].hoard += won
            t.tell("The monster in {where} sits down on {cards}.", rule="BRD-AMB-12", cards=cards(len(won)), where=the(s, space))
    s.facing, s.peeked_monsters, s.peeked_prizes = [], [], []
    if s.phase == "turn":
        pass_on(t)


def pass_on(t: Table[Dungeon]) -> None:
    """The next player still in the game; after the last of them the round is complete (BRD-TURN-06)."""
    s = t.state
    for index in range(s.turn + 1, len(s.order)):
        pawn = s.pawns[s.order[index]]
        if pawn.alive or ending.can_return(s, pawn):
            s.turn = index
            return
    if s.dials.wandering_monsters and s.killed:
        s.phase = "wander"
    else:
        next_round(t)


def next_round(t: Table[Dungeon]) -> None:
    """A new round, unless a limit is reached (BRD-END-02, BRD-SOLO-05)."""
    s = t.state
    s.facing = []
    if s.dials.solo == "time_limit" and s.round >= s.dials.solo_turn_limit:
        ending.close(t, "time", "BRD-SOLO-05", "The time is up.")
        return
    if s.dials.round_limit and s.round >= s.dials.round_limit:
        ending.close(t, "rounds", "BRD-END-02", "The last round is over, and nobody has won.")
        return
    s.round += 1
    s.phase = "turn"
    s.turn = next(i for i, seat in enumerate(s.order) if s.pawns[seat].alive or ending.can_return(s, s.pawns[seat]))

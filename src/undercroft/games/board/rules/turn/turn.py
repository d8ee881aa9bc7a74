"""A turn: what rules it at its start, the free turn, its end (BRD-TURN, -LOSE, -WND)."""

from __future__ import annotations

from undercroft.engine import Table

from ...state import Dungeon, Pawn, Turn, board_of, deck_of
from ..advanced.ambush import held
from ..advanced.re_entry import re_enter
from ..advanced.spell_ambush import answer_by_spell, spell_victims
from ..combat.fight import fight
from ..combat.losing import cure
from ..movement.limping import walk_home
from ..movement.reach import reach_of
from ..movement.walking import ALLOWANCE
from ..pieces.table import guarded, lay_loose, mover, put_by_magic, stack_at
from ..pieces.words import cards, kind_name, the, turns
from ..prizes.gaining import gain, offer_loose
from ..spells.stock import regain
from ..winning.rounds import pass_on
from ..winning.winning import check_win
from .choices import act, turn_keys
from .labels import describer


async def take_turn(t: Table[Dungeon]) -> None:
    """One player's turn. States that rule it are settled first: turns to lose, wounds, a hold; else he is free (BRD-TURN-07)."""
    s = t.state
    pawn = mover(s)
    s.now = Turn(moves=ALLOWANCE, began=pawn.space)
    if not pawn.alive and not await re_enter(t, pawn):
        close_turn(t)
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
    elif not (s.holds and await held(t, pawn)):
        await free_turn(t, pawn)
    if s.phase == "turn":
        await end_turn(t, pawn)
    close_turn(t)


async def free_turn(t: Table[Dungeon], pawn: Pawn) -> None:
    """Movement, doors, looks and spells in any order until an attack or the player ends it (BRD-TURN-01, 02)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    now = s.now
    if s.loose and pawn.space in s.loose and not guarded(s, board, pawn.space):
        await offer_loose(t, pawn)
    while not now.over and pawn.alive:
        reach = reach_of(s, board, deck, pawn)
        keys = turn_keys(s, board, deck, pawn, reach)
        if len(keys) == 1:
            return
        key = await t.choose(
            pawn.seat,
            "{name} the {kind} {where}, {moves} to move. What now?",
            keys,
            rule="BRD-MOVE-01",
            describe=describer(s, board, deck, pawn, reach),
            name=pawn.name,
            kind=kind_name(pawn),
            where=lambda: board.spot(pawn.space),
            moves=lambda: _spaces(0 if now.ball else now.moves),
        )
        await act(t, pawn, key, reach, board)


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
                await gain(t, pawn, won, "BRD-TRAP-03")
    else:
        pawn.lose_turns -= 1
        t.tell("{name} lies prone and loses this turn.", rule="BRD-LOSE-01", name=pawn.name)


async def go_home_wounded(t: Table[Dungeon], pawn: Pawn) -> None:
    """A Seriously Wounded pawn goes back to the Main Staircase; a Wizard may throw a spell first (BRD-WND-02, 06)."""
    s, board = t.state, board_of(t.state)
    await answer_by_spell(t, pawn, spell_victims(s, pawn), "BRD-WND-06")
    s.now.over = False
    if s.dials.wounded_walk and await walk_home(t, pawn):
        return
    put_by_magic(s, pawn, board.start)
    s.now.moved = True
    cure(t, pawn)
    check_win(t, pawn)


async def end_turn(t: Table[Dungeon], pawn: Pawn) -> None:
    """The end of a turn: a fight that is due, a spell in answer to an ambush, a spell regained, prizes a monster claims."""
    s, board = t.state, board_of(t.state)
    now = s.now
    if pawn.alive and not (pawn.wounded or pawn.trap_turns or now.skipped or now.fought):
        place = pawn.standoff
        if guarded(s, board, pawn.space):
            await fight(t, pawn, pawn.space)  # BRD-CMB-10, BRD-NOEF-04
        elif place >= 0 and guarded(s, board, place) and not now.met_duty:
            await fight(t, pawn, place)  # BRD-NOEF-05
        else:
            pawn.standoff = -1
        if s.phase != "turn":
            return
    if now.ambushers and pawn.alive:
        near = [victim for victim in spell_victims(s, pawn) if victim.seat in now.ambushers]
        await answer_by_spell(t, pawn, near, "BRD-SAMB-06")
    if s.phase == "turn" and pawn.alive and pawn.space == board.start and now.began == board.start and not now.moved:
        await regain(t, pawn)


def close_turn(t: Table[Dungeon]) -> None:
    """Cards are turned down, loose prizes beside a monster become its own (BRD-AMB-12), and the next player is on."""
    s, board = t.state, board_of(t.state)
    if s.loose:
        site, stacks = board.site, s.stacks
        for space in [space for space in s.loose if (number := site[space]) >= 0 and stacks[number]]:
            won = s.loose.pop(space)
            stack_at(s, board, space)[0].hoard += won
            t.tell("The monster in {where} sits down on {cards}.", rule="BRD-AMB-12", cards=cards(len(won)), where=the(s, space))
    s.facing, s.peeked_monsters, s.peeked_prizes = [], [], []
    if s.phase == "turn":
        pass_on(t)

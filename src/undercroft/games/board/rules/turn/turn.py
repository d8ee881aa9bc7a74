"""A turn: what rules it at its start, the free turn, its end (BRD-TURN, -LOSE, -WND)."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

from undercroft.engine import Table
from undercroft.engine.words import count, listed

from .....engine.words import number
from ...board import Board
from ...state import Dungeon, Pawn, Turn, board_of, deck_of
from ..advanced.ambush import held
from ..advanced.re_entry import re_enter
from ..advanced.spell_ambush import answer_by_spell, spell_victims
from ..combat.fight import fight
from ..combat.losing import cure
from ..movement.landmarks import landmarks_of
from ..movement.limping import walk_home
from ..movement.reach import Reach, reach_of, reaches_of
from ..movement.walking import ALLOWANCE, stroll
from ..pieces.hand import goal, worth
from ..pieces.table import guarded, lay_loose, mover, put_by_magic, stack_at
from ..pieces.words import cards, the
from ..prizes.gaining import gain, offer_loose
from ..spells.stock import regain
from ..winning.rounds import pass_on
from ..winning.winning import check_win
from .choices import act, turn_keys
from .labels import describer

HEADED = 10  # how often a round is a chapter of the story; its number is on the screen


async def take_turn(t: Table[Dungeon]) -> None:
    """One player's turn. States that rule it are settled first: turns to lose, wounds, a hold; else he is free (BRD-TURN-07)."""
    s = t.state
    pawn = mover(s)
    s.now = Turn(moves=ALLOWANCE, began=pawn.space)
    if not pawn.alive and not await re_enter(t, pawn):
        close_turn(t, board_of(s))
        return
    if s.headed != s.round and (s.round == 1 or s.round % HEADED == 0):
        s.headed = s.round
        head = "Round {round}. {standing}." if s.round > 1 else "Round 1. {who} goes first."
        t.tell(head, rule="BRD-TURN-01", kind="headline", round=s.round, who=pawn.name, standing=lambda: standing(s))
    if pawn.trap_turns or pawn.lose_turns:
        await skip(t, pawn)
    elif pawn.wounded:
        await go_home_wounded(t, pawn)
    elif not (s.holds and await held(t, pawn)):
        await free_turn(t, pawn)
    board = board_of(s)
    if s.phase == "turn" and something_due(s, board, pawn):
        await end_turn(t, pawn)
    close_turn(t, board)


def standing(s: Dungeon) -> str:
    """How it stands, as all can see it: who holds how many prizes."""
    held = [(pawn.name, len(pawn.prizes) + len(pawn.stored)) for pawn in s.pawns if pawn.alive]
    if not any(prizes for _, prizes in held):
        return "Nobody holds anything yet"
    return "Prizes so far: " + listed(f"{name} {number(prizes)}" for name, prizes in held if prizes)


async def free_turn(t: Table[Dungeon], pawn: Pawn) -> None:
    """Movement, doors, looks and spells in any order until an attack or the player ends it (BRD-TURN-01, 02)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    now = s.now
    if s.loose and pawn.space in s.loose and not guarded(s, board, pawn.space):
        await offer_loose(t, pawn)
    bare = reaches_of(board).bare if not s.dials.safe_keeping else ()
    while not now.over and pawn.alive:
        if not now.moves and bare and bare[pawn.space] and not (pawn.spells or now.looked >= 0) and now.moved:
            return  # a turn that is spent
        reach = reach_of(s, board, deck, pawn)
        keys = turn_keys(s, board, deck, pawn, reach)
        if len(keys) == 1:
            return
        key = t.at_once(pawn.seat, keys) or await what_now(t, pawn, keys, reach)
        path = reach.walk_of(key)
        if not path or not stroll(t, board, pawn, path):
            await act(t, pawn, key, reach, board)


def what_now(t: Table[Dungeon], pawn: Pawn, keys: Sequence[str], reach: Reach) -> Awaitable[str]:
    """What the mover does next."""
    s, board = t.state, board_of(t.state)
    return t.choose(
        pawn.seat,
        "{name} stands {where}, {held}{left}. What now?",
        keys,
        rule="BRD-MOVE-01",
        describe=describer(s, board, deck_of(s), pawn, reach),
        words=lambda: {
            "name": pawn.name,
            "where": landmarks_of(board).spot(pawn.space),
            "left": _left(0 if s.now.ball else s.now.moves),
            "held": stake(s, pawn),
        },
    )


def _left(moves: int) -> str:
    """What is left of a walk, once some of it is gone."""
    return "" if moves == ALLOWANCE else f", and {count(moves, 'space')} left to move"


def stake(s: Dungeon, pawn: Pawn) -> str:
    """What a pawn still lacks; the gold is known to its own player, who is asked."""
    if s.dials.quest or any(card < 0 for card in pawn.prizes):
        return f"{cards(len(pawn.prizes))} in hand"
    missing = goal(pawn) - worth(deck_of(s), pawn)
    return f"{missing:,} gold short" if missing > 0 else "with enough to win"


async def skip(t: Table[Dungeon], pawn: Pawn) -> None:
    """A turn to lose is taken off, no more; the last one in a trap brings its prize (BRD-LOSE-01, 04, BRD-TRAP-03)."""
    s = t.state
    s.now.over = s.now.skipped = True
    if pawn.trap_turns:
        pawn.trap_turns -= 1
        if not pawn.trap_turns:
            t.tell("The trap in {where} lets go of {name}.", rule="BRD-TRAP-02", name=pawn.name, where=the(s, pawn.space))
            won, pawn.trap_prizes = pawn.trap_prizes, []
            if pawn.wounded:
                lay_loose(s, pawn.space, won)  # BRD-WND-04
            else:
                await gain(t, pawn, won, "BRD-TRAP-03")
    else:
        pawn.lose_turns -= 1
        if pawn.lose_turns:  # one turn was told of when he went down
            t.tell("{name} is still down, for {left:count turn|turns} more.", rule="BRD-LOSE-01", name=pawn.name,
                   left=pawn.lose_turns)  # fmt: skip


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


def something_due(s: Dungeon, board: Board, pawn: Pawn) -> bool:
    """Whether the end of this turn is more than its end."""
    now, site = s.now, board.site[pawn.space]
    return (
        pawn.standoff >= 0
        or (site >= 0 and bool(s.stacks[site]))
        or bool(now.ambushers)
        or (not now.moved and pawn.space == board.start == now.began)
    )


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


def close_turn(t: Table[Dungeon], board: Board) -> None:
    """Cards are turned down, loose prizes beside a monster become its own (BRD-AMB-12), and the next player is on."""
    s = t.state
    if s.loose and not board.place_set.isdisjoint(s.loose):
        site, stacks = board.site, s.stacks
        for space in [space for space in s.loose if (number := site[space]) >= 0 and stacks[number]]:
            won = s.loose.pop(space)
            stack_at(s, board, space)[0].hoard += won
            t.tell("The monster in {where} sits down on {cards}.", rule="BRD-AMB-12", cards=cards(len(won)), where=the(s, space))
    s.facing, s.peeked_monsters, s.peeked_prizes = [], [], []
    if s.phase == "turn":
        pass_on(t)

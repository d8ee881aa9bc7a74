"""The Combat Losing Table and its results: stand-off, retreat, wounds, death (BRD-CLT, -NOEF, -RET, -LOSE, -WND, -KILL)."""

from __future__ import annotations

from functools import partial

from undercroft.engine import Option, Table

from ..board import ROOM, SECRET, Board
from ..content import DASH, Deck, LosingRow, tables
from ..state import Dungeon, Pawn, board_of, deck_of
from . import combat, ending
from .table import acted, guarded, has_entrance, kind_name, lay_loose, open_by_card, part, put, sword_bonus, the

WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # ways of rolling each total of two dice, in 36


def chance(need: int) -> int:
    """In how many of 36 throws two dice show at least this."""
    return sum(WAYS[max(2, need) :])


def odds(s: Dungeon, pawn: Pawn, card: int) -> int:
    """In how many of 36 throws the pawn kills this monster by hand (BRD-UI-05)."""
    deck = deck_of(s)
    if deck.monsters[card].trap:
        return 0
    need = deck.monsters[card].needs[pawn.kind]
    bonus = sword_bonus(s, deck, pawn)
    return 0 if need == DASH and not bonus else chance(need - bonus)


def mean_chance(deck: Deck, level: int, line: int, bonus: int) -> float:
    """The mean chance, from 0 to 1, to kill a face-down monster of a level: by hand (a type's line) or by spell (4 and 5)."""
    found = deck.averages.get((level, line, bonus))
    if found is None:
        cards = [deck.monsters[card] for card in deck.monsters_by_level[level] if not deck.monsters[card].trap]
        total = sum(0 if card.needs[line] == DASH and not bonus else chance(card.needs[line] - bonus) for card in cards)
        found = deck.averages[level, line, bonus] = total / 36 / max(1, len(cards))
    return found


def about(share: float) -> str:
    """A mean chance of winning in words."""
    return f"about {round(share * 36)} in 36 to win"


def odds_line(s: Dungeon, pawn: Pawn, card: int) -> str:
    """The odds in words, for hints."""
    deck = deck_of(s)
    if card < 0:
        return "an unknown card"
    if deck.monsters[card].trap:
        return "a trap"
    need, bonus = deck.monsters[card].needs[pawn.kind], sword_bonus(s, deck, pawn)
    if need == DASH and not bonus:
        return f"{deck.monsters[card].name}: you cannot kill it"
    return f"{deck.monsters[card].name}: {need - bonus} or more, {odds(s, pawn, card)} in 36"


async def losing_roll(t: Table[Dungeon], pawn: Pawn) -> LosingRow:
    """The monster strikes back: two dice on the losing table, no sword helps (BRD-CMB-06, BRD-CLT-03)."""
    total = await t.roll("2d6", f"{pawn.name} on the losing table", rule="BRD-CLT-01", seat=pawn.seat)
    row = tables().losing[total]
    acted(t.state, pawn)
    t.meet("losing", row.result)
    t.tell(
        "{name} throws {total} on the losing table: {result}.", rule="BRD-CLT-01", name=pawn.name, total=total, result=row.text
    )
    return row


async def suffer(t: Table[Dungeon], pawn: Pawn, row: LosingRow, foe: str, *, bar: int = -1, fled: int = -1) -> None:
    """Carry out a losing-table result after the prizes were dropped: the retreat first, then the lost turns (BRD-CLT-05).

    `bar`: a space where the retreat may not end though it counts as vacant (BRD-SAMB-03). `fled`: the place of the monster
    one runs from, into which no retreat leads (BRD-RET-17).
    """
    if row.retreat:
        lapse_trap(t, pawn)
        await retreat(t, pawn, row.retreat, bar=bar, fled=fled)
        if row.lose_turns and pawn.alive:
            pawn.lose_turns += row.lose_turns
            t.tell("{name} is laid prone and loses a turn.", rule="BRD-LOSE-01", name=pawn.name)
    elif row.result == "seriously_wounded":
        lapse_trap(t, pawn)
        wound(t, pawn, foe)
    elif row.result == "killed":
        lapse_trap(t, pawn)
        kill(t, pawn, foe)


def lapse_trap(t: Table[Dungeon], pawn: Pawn) -> None:
    """Whoever is driven out of a trap is free of it, and its prize lies loose (BRD-TRAP-10)."""
    if pawn.trap_turns:
        pawn.trap_turns = 0
        lay_loose(t.state, pawn.space, pawn.trap_prizes)
        pawn.trap_prizes = []
        t.tell("{name} is torn out of the trap; its prize lies open.", rule="BRD-TRAP-10", name=pawn.name)


def wound(t: Table[Dungeon], pawn: Pawn, foe: str) -> None:
    """Seriously Wounded: he waits where he fell until his next turn (BRD-WND-01, 05)."""
    s = t.state
    if not pawn.wounded:
        pawn.wounds += 1
    pawn.wounded = True
    part(s, pawn)
    s.moments.append(f"{pawn.name} the {kind_name(pawn)} was seriously wounded by {foe} in round {s.round}")
    t.tell("{name} is seriously wounded.", rule="BRD-WND-01", name=pawn.name)


def cure(t: Table[Dungeon], pawn: Pawn) -> None:
    """On the Main Staircase the wounds are cured at once, and the turn is over (BRD-WND-03, 07)."""
    pawn.wounded = False
    t.state.now.over = True
    t.tell("A Good Fairy salves the wounds of {name} on the Main Staircase.", rule="BRD-WND-07", name=pawn.name)


def kill(t: Table[Dungeon], pawn: Pawn, foe: str) -> None:
    """Killed: the pawn leaves the board, its spells go back to the stock, its stored prizes out of the game.

    BRD-KILL-01, BRD-KILL-03, BRD-SAFE-07.
    """
    s = t.state
    part(s, pawn)
    pawn.alive = False
    pawn.deaths += 1
    pawn.killed_by = foe
    pawn.killed_round = s.round
    pawn.space = -1
    pawn.trail = []
    pawn.lose_turns = 0
    pawn.wounded = False
    pawn.standoff = -1
    pawn.doors = []
    for spell in pawn.spells:
        s.spell_stock[spell] += 1
    pawn.spells = []
    s.gone += pawn.stored + pawn.prizes
    pawn.stored, pawn.prizes = [], []
    s.moments.append(f"{pawn.name} the {kind_name(pawn)} was killed by {foe} in round {s.round}")
    t.tell("{name} the {role} is killed by {foe}.", rule="BRD-KILL-01", name=pawn.name, role=kind_name(pawn), foe=foe)
    if ending.eliminated(s):
        ending.close(t, "dead", "BRD-END-01", "Nobody is left. The dungeon has won.")


# Retreats.


def _open_to_retreat(s: Dungeon, board: Board, pawn: Pawn, link: int) -> bool:
    """No retreat through a secret door, known or not, unless the house dial allows it (BRD-RET-05, BRD-DIAL-05)."""
    if board.via[link] != SECRET:
        return True
    return s.dials.retreat_known_secret_doors and (link in pawn.doors or has_entrance(deck_of(s), pawn))


def _vacant(s: Dungeon, board: Board, pawn: Pawn, space: int, bar: int) -> bool:
    """Free of other pawns; Main Staircase and Main Gallery always are (BRD-RET-03)."""
    if space == bar:
        return False
    if space in (board.start, board.gallery):
        return True
    return not any(other.space == space and other is not pawn for other in s.pawns)


def way_back(s: Dungeon, board: Board, pawn: Pawn, length: int, bar: int = -1) -> list[int] | None:
    """The way the pawn came, if it can be used in full without a new combat (BRD-RET-02, 06, 12, 17)."""
    trail = pawn.trail
    if len(trail) <= length:
        return None
    line = [trail[-2 - step] for step in range(length)]
    here = pawn.space
    seen = [here]
    for space in line:
        link = board.link_between.get((here, space))
        if link is None or not _open_to_retreat(s, board, pawn, link) or space in seen or guarded(s, board, space):
            return None
        seen.append(space)
        here = space
    return line if _vacant(s, board, pawn, line[-1], bar) else None


def free_lines(s: Dungeon, board: Board, pawn: Pawn, length: int, bar: int = -1) -> list[list[int]]:
    """Every line of this length without a monster, ending on a vacant space, touching no space twice."""
    lines: list[list[int]] = [[]]
    for _ in range(length):
        longer = []
        for line in lines:
            here = line[-1] if line else pawn.space
            for space, _via, link in board.near[here]:
                if space == pawn.space or space in line or guarded(s, board, space):
                    continue
                if _open_to_retreat(s, board, pawn, link):
                    longer.append([*line, space])
        lines = longer
    return [line for line in lines if _vacant(s, board, pawn, line[-1], bar)]


def runs(s: Dungeon, board: Board, pawn: Pawn, length: int, fled: int = -1) -> list[list[int]]:
    """Every line of at most this length whose last space, and no other, holds a monster: another than the one fled from."""
    found: list[list[int]] = []
    lines: list[list[int]] = [[]]
    for _ in range(length):
        longer: list[list[int]] = []
        for line in lines:
            here = line[-1] if line else pawn.space
            for space, _via, link in board.near[here]:
                if space in (pawn.space, fled) or space in line or not _open_to_retreat(s, board, pawn, link):
                    continue
                (found if guarded(s, board, space) else longer).append([*line, space])
        lines = longer
    return found


def _run_back(s: Dungeon, board: Board, pawn: Pawn, length: int, fled: int) -> list[int] | None:
    """The way back up to the first monster on it, if it meets one in time and can be walked (BRD-RET-07)."""
    here, line = pawn.space, [pawn.space]
    for step in range(min(length, len(pawn.trail) - 1)):
        space = pawn.trail[-2 - step]
        link = board.link_between.get((here, space))
        if link is None or space in line or space == fled or not _open_to_retreat(s, board, pawn, link):
            return None
        line.append(space)
        if guarded(s, board, space):
            return line[1:]
        here = space
    return None


async def retreat(t: Table[Dungeon], pawn: Pawn, length: int, *, bar: int = -1, fled: int = -1) -> None:
    """Fall back exactly this far: the way one came; else another free line; else into the next monster, and fight it at once.

    BRD-RET-01 to 18. Nobody runs back into the monster he has just lost to, behind a door or not (BRD-RET-17).
    With neither line nor monster, as far as one can (BRD-RET-14).
    """
    s, board = t.state, board_of(t.state)
    line = way_back(s, board, pawn, length, bar)
    if line is None:
        lines = free_lines(s, board, pawn, length, bar)
        if lines:
            line = await _choose_line(t, pawn, lines, "The way you came will not do. Which way do you fall back?", "BRD-RET-06")
    if line is not None:
        await _fall_back(t, pawn, line)
        return
    run = _run_back(s, board, pawn, length, fled)
    if run is None:
        choices = runs(s, board, pawn, length, fled)
        if choices:
            run = await _choose_line(t, pawn, choices, "Every way leads into a monster. Which one?", "BRD-RET-07")
    if run is not None:
        place = run.pop() if board.kind[run[-1]] == ROOM else run[-1]
        await _fall_back(t, pawn, run)
        t.tell("{name} is driven into the next monster, in {where}.", rule="BRD-RET-07", name=pawn.name, where=the(s, place))
        if place == pawn.space:
            await combat.enter_chamber(t, pawn, chained=True)
        else:
            await combat.fight(t, pawn, place, chained=True)
        return
    for shorter in range(length - 1, 0, -1):
        lines = free_lines(s, board, pawn, shorter, bar)
        if lines:
            await _fall_back(t, pawn, await _choose_line(t, pawn, lines, "There is little room. Where to?", "BRD-RET-14"))
            return
    t.tell("{name} has nowhere to fall back to.", rule="BRD-RET-14", name=pawn.name)


async def _choose_line(t: Table[Dungeon], pawn: Pawn, lines: list[list[int]], prompt: str, rule: str) -> list[int]:
    if len(lines) == 1:
        return lines[0]
    board = board_of(t.state)
    by_key = {"back:" + ",".join(board.address[space] for space in line): line for line in lines}
    key = await t.choose(
        pawn.seat,
        prompt,
        list(by_key),
        rule=rule,
        describe=lambda key: Option(
            f"To {board.label(by_key[key][-1])}", hint=f"{len(by_key[key])} back", place=board.address[by_key[key][-1]]
        ),
    )
    return by_key[key]


async def _fall_back(t: Table[Dungeon], pawn: Pawn, line: list[int]) -> None:
    """Move along a line of retreat, space by space; nobody is ambushed and nothing picked up on it (BRD-RET-15)."""
    s, board = t.state, board_of(t.state)
    for space in line:
        open_by_card(t, pawn, board.link_between[pawn.space, space])
        put(s, pawn, space)
        t.tell("{name} falls back to {where}.", rule="BRD-RET-01", name=pawn.name, where=partial(board.label, space))
    if pawn.space == board.start:
        if pawn.wounded:
            cure(t, pawn)
        ending.check_win(t, pawn)

"""Prizes: gaining, dropping, storing them, and the powers of some (BRD-PRZ, -DROP, -SWD, -SSW, -ESP, -BALL, -SAFE)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ..board import CHAMBER
from ..content import BALL, MEDALLION, SWORD, LosingRow, tables
from ..state import Dungeon, Pawn, board_of, deck_of
from . import ending
from .table import (
    bears,
    cards,
    forget_prize,
    monster_name,
    note,
    prize_name,
    prize_names,
    show,
    stack_at,
    the,
    worth,
)


async def gain(t: Table[Dungeon], pawn: Pawn, won: list[int], rule: str) -> None:
    """Take prizes into the hand, face down: all see how many and of which level, the owner sees what they are (BRD-CMB-12).

    A sword found under the special-swords option shows its strength once and for all (BRD-SSW-01, BRD-SSW-05).
    """
    if not won:
        return
    s, deck = t.state, deck_of(t.state)
    t.reveal()
    for card in won:
        forget_prize(s, card)
        pawn.prizes.append(card)
        pawn.won_levels += deck.prizes[card].level
        pawn.won_count += 1
        t.meet("prize", deck.prizes[card].record)
    if not t.light:
        backs = ", ".join(f"level {deck.prizes[card].level}" for card in won) if s.dials.show_prize_backs else cards(len(won))
        t.tell("{name} takes {cards} ({backs}).", rule=rule, only=pawn.seat,
               secret="{name} takes {names} and holds {gold} gold pieces.",
               name=pawn.name, cards=cards(len(won)), backs=backs, names=prize_names(deck, won),
               gold=f"{worth(deck, pawn):,}")  # fmt: skip
    if s.dials.special_magic_swords:
        for card in won:
            if deck.prizes[card].special == SWORD and card not in s.weighed:
                await weigh(t, pawn, card)


async def weigh(t: Table[Dungeon], pawn: Pawn, card: int) -> None:
    """The finder of a sword rolls two dice; the deeper it lay, the likelier it is +2 (BRD-SSW-02)."""
    s, deck = t.state, deck_of(t.state)
    s.weighed.append(card)
    total = await t.roll("2d6", "the sword's strength", rule="BRD-SSW-01", seat=pawn.seat, only=(pawn.seat,))
    if total >= tables().swords[deck.prizes[card].level]:
        s.plus_two.append(card)
        t.tell("{name}'s Magic Sword is one of the great ones: +2.", rule="BRD-SSW-02", only=pawn.seat, name=pawn.name)
    else:
        t.tell("{name}'s Magic Sword gives +1.", rule="BRD-SSW-02", only=pawn.seat, name=pawn.name)


async def offer_loose(t: Table[Dungeon], pawn: Pawn, rule: str = "BRD-MOVE-14") -> None:
    """A pawn in a space with unguarded prizes may take them at no cost; a Seriously Wounded one may not (BRD-WND-04)."""
    s = t.state
    lying = s.loose.get(pawn.space)
    if not lying or pawn.wounded:
        return
    key = await t.choose(
        pawn.seat,
        "{cards} without a guard in {where}. Yours?",
        {"take": Option("Take what lies here", hint="it costs no movement"), "leave": "Leave it"},
        rule=rule,
        cards=cards(len(lying)),
        where=the(s, pawn.space),
    )
    if key == "take":
        won = s.loose.pop(pawn.space)
        await gain(t, pawn, won, rule)
    else:
        t.tell("{name} leaves the prizes in {where}.", rule=rule, name=pawn.name, where=the(s, pawn.space))


async def drop(t: Table[Dungeon], pawn: Pawn, row: LosingRow, place: int) -> list[int]:
    """Give up what the losing table asks for: one prize of the loser's choice, or all (BRD-DROP-01 to 04).

    They are left in `place`. Driven onto the Main Staircase by an earlier blow, he has them in safety (BRD-SAFE-02).
    """
    s, deck = t.state, deck_of(t.state)
    if row.drop == "none" or not pawn.prizes or (s.dials.safe_keeping and pawn.space == board_of(s).start):
        return []
    if row.drop == "all":
        lost = pawn.prizes
        pawn.prizes = []
        pawn.used = []
    elif len(pawn.prizes) == 1:
        lost = [_let_go(pawn, 0)]
    else:
        key = await t.choose(
            pawn.seat,
            "{name}, which prize do you leave behind?",
            [f"drop:{place}" for place in range(1, len(pawn.prizes) + 1)],
            rule="BRD-DROP-01",
            describe=lambda key: Option(
                prize_name(deck, pawn.prizes[int(key[5:]) - 1]), hint=_power(s, pawn.prizes[int(key[5:]) - 1])
            ),
            name=pawn.name,
        )
        lost = [_let_go(pawn, int(key[5:]) - 1)]
    for card in lost:
        note(s, pawn, place, card, "dropped", prize=True)
    t.tell("{name} drops {cards}.", rule="BRD-DROP-01", only=pawn.seat, secret="{name} drops {names}.",
           name=pawn.name, cards=cards(len(lost)), names=lambda: prize_names(deck, lost))  # fmt: skip
    return lost


def _let_go(pawn: Pawn, place: int) -> int:
    card = pawn.prizes.pop(place)
    if card in pawn.used:
        pawn.used.remove(card)
    return card


def _power(s: Dungeon, card: int) -> str:
    special = deck_of(s).prizes[card].special
    if special == SWORD:
        return "+2 in combat goes with it" if card in s.plus_two else "+1 in combat goes with it"
    return "its power goes with it" if special else ""


async def look(t: Table[Dungeon], pawn: Pawn, place: int) -> None:
    """The ESP Medallion: see the top monster card of an adjacent place before fighting it, alone (BRD-ESP-01, 02, 05)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    card = stack_at(s, board, place)[0].card
    s.now.looked = place
    show(pawn, bears(deck, pawn, MEDALLION))
    t.reveal()
    s.peeked_monsters.append(card)
    note(s, pawn, place, card, "medallion", prize=False)
    t.meet("special", MEDALLION)
    t.tell("{name} looks into {where} through the ESP Medallion.", rule="BRD-ESP-02", only=pawn.seat,
           secret="{name} looks into {where} through the ESP Medallion: {what}.", name=pawn.name, where=the(s, place),
           what=monster_name(deck, card))  # fmt: skip


async def gaze(t: Table[Dungeon], pawn: Pawn) -> None:
    """The Crystal Ball: without moving, see two cards of one room or chamber anywhere (BRD-BALL-01 to 03)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    places = [space for space in board.places if _pool(s, space)]
    if not places:
        t.tell("The Crystal Ball shows empty halls.", rule="BRD-BALL-01", only=pawn.seat)
        s.now.ball = True
        return
    key = await t.choose(
        pawn.seat,
        "Into which room or chamber do you gaze?",
        [f"gaze:{board.address[space]}" for space in places],
        rule="BRD-BALL-01",
        describe=lambda key: Option(
            board.label(board.number[key[5:]]),
            hint=f"level {board.level[board.number[key[5:]]]}, {len(_pool(s, board.number[key[5:]]))} cards",
            place=key[5:],
        ),
    )
    space = board.number[key[5:]]
    pool = _pool(s, space)
    if board.kind[space] == CHAMBER and len(pool) > 2 and not pool[1][1] and not s.dials.introductory:
        pool = pool[:2]  # in a chamber, the top two monsters; the introductory sheet says any two
    if len(pool) > 2:
        names = _pool_names(pool)
        picked = await t.choose_many(pawn.seat, "Which two cards?", names, 2, 2, rule="BRD-BALL-02")
        pool = [pool[int(key[5:])] for key in picked]
    s.now.ball = True
    show(pawn, bears(deck, pawn, BALL))
    t.reveal()
    t.meet("special", BALL)
    for card, prize in pool:
        (s.peeked_prizes if prize else s.peeked_monsters).append(card)
        note(s, pawn, space, card, "ball", prize=prize)
    if not t.light:
        seen = " and ".join(prize_name(deck, card) if prize else monster_name(deck, card) for card, prize in pool)
        t.tell("{name} gazes into the Crystal Ball, at {where}.", rule="BRD-BALL-03", only=pawn.seat,
               secret="{name} gazes into the Crystal Ball, at {where}: {seen}.",
               name=pawn.name, where=the(s, space), seen=seen)  # fmt: skip


def _pool_names(pool: list[tuple[int, bool]]) -> dict[str, str]:
    """Face-down cards as one points at them."""
    monsters = sum(not prize for _, prize in pool)
    tops = (
        ["The monster card"] if monsters == 1 else ["The top card", *(f"Card {i + 1} from the top" for i in range(1, monsters))]
    )
    return {f"card:{i}": f"Prize {i - monsters + 1}" if prize else tops[i] for i, (_, prize) in enumerate(pool)}


def _pool(s: Dungeon, space: int) -> list[tuple[int, bool]]:
    """The face-down cards of a place, monsters first: (card, is it a prize)."""
    board = board_of(s)
    stack = stack_at(s, board, space)
    monsters = [(guard.card, False) for guard in stack]
    prizes = [(card, True) for guard in stack for card in guard.hoard] + [(card, True) for card in s.loose.get(space, ())]
    return monsters + prizes


async def bank(t: Table[Dungeon], pawn: Pawn) -> None:
    """Safe keeping: leave prizes on the Main Staircase, or fetch stored ones (BRD-SAFE-01, 03, 06). Leaving any ends the turn."""
    s, deck = t.state, deck_of(t.state)
    s.now.banked = True
    every = pawn.stored + pawn.prizes
    before = len(pawn.stored)
    options = {
        f"keep:{i + 1}": Option(prize_name(deck, card), hint="stored now" if i < before else "in your hand")
        for i, card in enumerate(every)
    }
    picked = await t.choose_many(
        pawn.seat, "Which prizes shall lie in safety here? The others go with you.", options, 0, len(every), rule="BRD-SAFE-03"
    )
    safe = [int(key[5:]) - 1 for key in picked]
    deposited = [i for i in safe if i >= before]
    fetched = [i for i in range(before) if i not in safe]
    pawn.stored = [every[i] for i in safe]
    pawn.prizes = [card for i, card in enumerate(every) if i not in safe]
    pawn.used = [card for card in pawn.used if card in pawn.prizes]
    if deposited and fetched:
        t.tell("{name} leaves {left} in safe keeping and takes {out} out.", rule="BRD-SAFE-03",
               name=pawn.name, left=cards(len(deposited)), out=cards(len(fetched)))  # fmt: skip
    elif deposited:
        t.tell("{name} leaves {left} in safe keeping.", rule="BRD-SAFE-03", name=pawn.name, left=cards(len(deposited)))
    elif fetched:
        t.tell("{name} takes {out} out of safe keeping.", rule="BRD-SAFE-03", name=pawn.name, out=cards(len(fetched)))
    else:
        t.tell("{name} counts the prizes in safe keeping and leaves it at that.", rule="BRD-SAFE-03", name=pawn.name)
    if deposited:
        s.now.over = True  # BRD-SAFE-04
    ending.check_win(t, pawn)

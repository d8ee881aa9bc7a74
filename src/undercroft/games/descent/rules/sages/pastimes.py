"""Pastimes: craps, black-jack, poker and Yahtzee, with the house, a sage, or Las Vegas (DES-SPCH-01, -03, -06, -07,
DES-SAGE-06).
"""

from __future__ import annotations

from collections import Counter

from .....engine import Option, Table
from .....engine.words import capital, listed, ordinal
from ...content import deeds
from ...state import Game, Member, Pastime, add, count, member
from ..basics.answers import chosen, whos
from ..basics.throws import doubles, total
from ..company.coming import meet
from ..personas.baggage import discover
from ..personas.karma import give_karma
from ..personas.people import chivalrous, has, leader_seat, may_use, people
from ..treasure.finds import find_magic_weapon, find_spell
from .answers import Piece, pieces

GAME_WON = "a sage's game"  # among the deeds

HIDDEN_ARMS = ("STILLETO", "BRASS KNUCKLES")
MOST_HANDS = 12  # at one sitting
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
COURT = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = ("clubs", "diamonds", "hearts", "spades")
BOXES = (
    "ones", "twos", "threes", "fours", "fives", "sixes", "three of a kind", "four of a kind", "full house", "small straight",
    "large straight", "Yahtzee", "chance",
)  # fmt: skip


async def sit_down(t: Table[Game], *, house: str, limit: int) -> None:
    """Choose who plays; the game goes on in its own phase."""
    s = t.state
    able = [m for m in people(s) if house == "sage" or m.gold > 0]
    if not able:
        t.tell("Nobody has a gold piece to stake.", rule="DES-SPCH-01")
        return
    key = await t.choose(
        leader_seat(s),
        "Who sits down to play?",
        whos(able),
        rule="DES-SAGE-06" if house == "sage" else "DES-SPCH-01",
    )
    s.pastime = Pastime("", chosen(s, key).id, limit=limit, house=house)
    s.phase = "pastime"


async def turn(t: Table[Game]) -> None:
    """One hand, throw or turn of the game at hand."""
    s = t.state
    p = s.pastime
    assert p is not None
    m = member(s, p.player)
    if not p.game:
        await choose_game(t, p, m)
    elif p.game == "craps":
        await craps(t, p, m)
    elif p.game == "black-jack":
        await black_jack(t, p, m)
    elif p.game == "poker":
        await poker(t, p, m)
    else:
        await yahtzee(t, p, m)


def leave_weapons(s: Game) -> None:
    """Weapons lie at the casino's door, save brass knuckles and stilletos (DES-SPCH-01)."""
    assert s.battle is not None
    s.battle.unarmed = True
    for m in people(s):
        m.hand = next((name for name in HIDDEN_ARMS if has(m, name)), "")


def leave(t: Table[Game]) -> None:
    """Up from the table: back to the sage, or to where the party stood (DES-SPCH-03)."""
    s = t.state
    s.pastime = None
    s.phase = "sage" if s.sage is not None else "walk"
    t.tell("The game is over; the party is where it was.", rule="DES-SPCH-03")


async def choose_game(t: Table[Game], p: Pastime, m: Member) -> None:
    """Which game, for how much; a sage stakes what the booklet says and asks nothing."""
    s = t.state
    broke = p.house != "sage" and m.gold < 1
    if p.rounds >= MOST_HANDS or m.status != "ready" or broke or (p.house == "sage" and p.rounds):
        leave(t)
        return
    games = ["craps", "black-jack", "poker", *(["Yahtzee"] if p.house == "sage" else []), "leave"]
    game = await t.choose(m.seat, "{name} has {gold:,} gold. Which game?", games, rule="DES-SPCH-01", name=m.name, gold=m.gold,
                          describe=lambda key: "Leave the table" if key == "leave" else capital(key))  # fmt: skip
    if game == "leave":
        leave(t)
        return
    count(s, "plays")
    t.meet("pastime", game)
    if p.house == "sage":
        p.prize = (
            "karma"
            if game == "Yahtzee"
            else await t.choose(
                m.seat,
                "For which stake of the sage's?",
                {"weapon": "A magic weapon", "spell": "A spell", "karma": f"{deeds()[GAME_WON]} karma"},
                rule="DES-SAGE-06",
            )
        )
    else:
        p.prize = "gold"
        most = min(m.gold, p.limit) if p.limit else m.gold
        p.stake = await t.ask_number(
            m.seat,
            "How much gold on it? (table limit {limit})",
            1,
            most,
            rule="DES-SPCH-01",
            suggest=min(5, most),
            limit=p.limit or "none",
        )
    p.cheat = await _cheat(t, p, m, game)
    p.game, p.stage, p.point, p.hands, p.turn = game, "", 0, [], 0


async def _cheat(t: Table[Game], p: Pastime, m: Member, game: str) -> str:
    """Loaded dice and stacked decks; the chivalrous do not (DES-SUP-09, DES-MAGW-35, DES-MAGW-36, DES-CHIV-03)."""
    if chivalrous(m):
        return ""
    options: dict[str, str | Option] = {"honest": "Play honestly"}
    if game == "craps" and has(m, "LOADED DICE") and may_use(m, "LOADED DICE"):
        options["loaded"] = Option("Use the loaded dice", hint="always seven; seen on the house's doubles", rule="DES-SUP-09")
    if game == "craps" and has(m, "UNDETECTABLE LOADED DICE"):
        options["magic"] = Option("Use the undetectable dice", rule="DES-MAGW-36")
    if game in ("black-jack", "poker") and has(m, "UNDETECTABLE STACKED DECK"):
        options["deck"] = Option("Use the stacked deck", hint="once", rule="DES-MAGW-35")
    if len(options) == 1:
        return ""
    choice = await t.choose(m.seat, "An honest game?", options, rule="DES-SPCH-06")
    return "" if choice == "honest" else choice


async def settle(t: Table[Game], p: Pastime, m: Member, *, won: int) -> None:
    """Pay out: +1 won, 0 even, -1 lost; black-jack's natural pays three to two (won=2)."""
    s = t.state
    p.rounds += 1
    game = p.game
    p.game = ""
    if won <= 0:
        if won < 0 and p.prize == "gold":
            m.gold -= p.stake
        t.tell("{name} loses." if won < 0 else "Nobody wins.", rule="DES-SPCH-01", name=m.name)
        return
    if p.prize == "gold":
        pay = p.stake + (p.stake // 2 if won == 2 else 0)
        m.gold += pay
        count(s, "gambled", pay)
        t.tell("{name} wins {pay:,} gold.", rule="DES-SPCH-01", name=m.name, pay=pay)
        return
    if p.prize == "karma":
        give_karma(t, m, deeds()[GAME_WON], f"beating a sage at {game}", "DES-SPCH-07")
        t.meet("deed", "a sage's game")
    elif p.prize == "weapon":
        await find_magic_weapon(t, to=m)
    else:
        await find_spell(t)


async def craps(t: Table[Game], p: Pastime, m: Member) -> None:
    """Seven or eleven wins at once, two, three or twelve loses; otherwise the point before a seven (DES-SPCH-01)."""
    s = t.state
    if p.cheat == "loaded":
        discover(t, "LOADED DICE")
        if await doubles(t, "loaded_dice_seen", rule="DES-SUP-09"):
            t.tell("The house has seen the dice. Two bouncers step up.", rule="DES-SUP-09")
            if p.prize == "gold":
                m.gold -= p.stake
            where = p.house
            s.pastime, s.phase = None, "walk"
            if where == "sage":
                s.anger, s.sage = True, None
                return
            await meet(t, name="Trolls", number=2, place="chamber")
            if s.battle is not None and where == "casino":
                leave_weapons(s)
            return
        t.tell("The dice show seven.", rule="DES-SUP-09")
        await settle(t, p, m, won=1)
        return
    if p.cheat == "magic":
        t.meet("use", "UNDETECTABLE LOADED DICE")
        called = await t.choose(
            m.seat, "Which total do the dice show?", [str(number) for number in range(2, 13)], rule="DES-MAGW-36"
        )
        first = int(called)
    else:
        first = await total(t, m.name, "at craps", rule="DES-SPCH-01", seat=m.seat)
    if p.point == 0:
        if first in (7, 11):
            await settle(t, p, m, won=1)
        elif first in (2, 3, 12):
            await settle(t, p, m, won=-1)
        else:
            p.point = first
            t.tell("The point is {n}.", rule="DES-SPCH-01", n=first)
    elif first == p.point:
        await settle(t, p, m, won=1)
    elif first == 7:
        await settle(t, p, m, won=-1)


def card_name(card: int) -> str:
    """A card in words."""
    rank = RANKS[card % 13]
    return f"{COURT.get(rank, rank)} of {SUITS[card // 13]}"


def deal(t: Table[Game], p: Pastime) -> None:
    """A fresh, shuffled deck."""
    p.deck = list(range(52))
    t.shuffle(p.deck, "the deck")


def points(cards: list[int]) -> int:
    """Black-jack points, aces as eleven where they can."""
    value = sum(11 if card % 13 == 12 else min(10, card % 13 + 2) for card in cards)
    aces = sum(1 for card in cards if card % 13 == 12)
    while value > 21 and aces:
        value, aces = value - 10, aces - 1
    return value


async def black_jack(t: Table[Game], p: Pastime, m: Member) -> None:
    """One deck; the dealer draws to sixteen and stands on seventeen; a natural pays three to two (DES-SPCH-01)."""
    if not p.hands:
        deal(t, p)
        if p.cheat == "deck":
            add(m.goods, "UNDETECTABLE STACKED DECK", -1)
            t.meet("use", "UNDETECTABLE STACKED DECK")
            t.tell("{name} holds a natural.", rule="DES-SPCH-06", name=m.name)
            await settle(t, p, m, won=2)
            return
        p.hands = [[p.deck.pop(), p.deck.pop()], [p.deck.pop(), p.deck.pop()]]
        t.tell("{name} holds {mine}; the house shows {theirs}.", rule="DES-SPCH-01", name=m.name,
               mine=listed(card_name(card) for card in p.hands[0]), theirs=card_name(p.hands[1][0]))  # fmt: skip
        if points(p.hands[0]) == 21:
            await settle(t, p, m, won=0 if points(p.hands[1]) == 21 else 2)
            return
    mine, theirs = p.hands
    choice = await t.choose(
        m.seat, "{n} points. Another card?", {"hit": "Another card", "stand": "Stand"}, rule="DES-SPCH-01", n=points(mine)
    )
    if choice == "hit":
        mine.append(p.deck.pop())
        t.tell("{card:^}: {n} points.", rule="DES-SPCH-01", card=card_name(mine[-1]), n=points(mine))
        if points(mine) > 21:
            await settle(t, p, m, won=-1)
        return
    while points(theirs) < 17:
        theirs.append(p.deck.pop())
    t.tell("The house has {n}.", rule="DES-SPCH-01", n=points(theirs))
    mine_points, house = points(mine), points(theirs)
    await settle(t, p, m, won=1 if house > 21 or mine_points > house else 0 if mine_points == house else -1)


def poker_value(cards: list[int]) -> tuple[int, list[int]]:
    """A five-card hand's worth: kind of hand, then ranks that break ties."""
    ranks = sorted((card % 13 for card in cards), reverse=True)
    groups = Counter(ranks).most_common()
    order = [rank for rank, _ in sorted(groups, key=lambda entry: (-entry[1], -entry[0]))]
    shape = sorted((number for _, number in groups), reverse=True)
    flush = len({card // 13 for card in cards}) == 1
    straight = len(set(ranks)) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    if straight and flush:
        return 8, order
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    if kind >= 6:
        return kind, order
    return (5 if flush else 4 if straight else kind), order


HAND_NAMES = (
    "high card",
    "a pair",
    "two pairs",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)


async def poker(t: Table[Game], p: Pastime, m: Member) -> None:
    """Five cards, one draw, one stake before and one after the draw (DES-SPCH-01)."""
    if not p.hands:
        deal(t, p)
        p.hands = [[p.deck.pop() for _ in range(5)], [p.deck.pop() for _ in range(5)]]
        if p.cheat == "deck":
            add(m.goods, "UNDETECTABLE STACKED DECK", -1)
            t.meet("use", "UNDETECTABLE STACKED DECK")
            t.tell("{name} holds four of a kind.", rule="DES-SPCH-06", name=m.name)
            await settle(t, p, m, won=1)
            return
    mine, theirs = p.hands
    options: dict[str, str | Option] = {Piece("c", card).key: card_name(card) for card in mine}
    thrown = await t.choose_many(m.seat, "You hold {hand}. Which cards do you change?", options, 0, 3, rule="DES-SPCH-01",
                                 hand=HAND_NAMES[poker_value(mine)[0]])  # fmt: skip
    for piece in pieces(thrown):
        mine.remove(piece.number)
        mine.append(p.deck.pop())
    pairs = Counter(card % 13 for card in theirs)
    for card in [card for card in theirs if pairs[card % 13] == 1][:3]:
        theirs.remove(card)
        theirs.append(p.deck.pop())
    if p.prize == "gold" and m.gold >= 2 * p.stake:
        raised = await t.choose(
            m.seat,
            "You hold {hand}. Put as much again?",
            {"check": "Check", "raise": "Raise", "fold": "Fold"},
            rule="DES-SPCH-01",
            hand=HAND_NAMES[poker_value(mine)[0]],
        )
        if raised == "fold":
            await settle(t, p, m, won=-1)
            return
        if raised == "raise":
            p.stake *= 2
    a, b = poker_value(mine), poker_value(theirs)
    t.tell(
        "{name}: {mine}. The house: {theirs}.", rule="DES-SPCH-01", name=m.name, mine=HAND_NAMES[a[0]], theirs=HAND_NAMES[b[0]]
    )
    await settle(t, p, m, won=1 if a > b else 0 if a == b else -1)


def box_score(box: str, dice: list[int]) -> int:
    """What five dice are worth in a box."""
    number = Counter(dice)
    if box in BOXES[:6]:
        face = BOXES.index(box) + 1
        return face * number[face]
    most = max(number.values())
    if box == "three of a kind":
        return sum(dice) if most >= 3 else 0
    if box == "four of a kind":
        return sum(dice) if most >= 4 else 0
    if box == "full house":
        return 25 if sorted(number.values()) in ([2, 3], [5]) else 0
    faces = set(dice)
    if box == "small straight":
        return 30 if any({start, start + 1, start + 2, start + 3} <= faces for start in (1, 2, 3)) else 0
    if box == "large straight":
        return 40 if faces in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}) else 0
    if box == "Yahtzee":
        return 50 if most == 5 else 0
    return sum(dice)


def sheet_total(card: dict[str, int]) -> int:
    """A score sheet's sum: 35 more for 63 above, 100 for each further Yahtzee."""
    upper = sum(card.get(box, 0) for box in BOXES[:6])
    return sum(card.values()) + (35 if upper >= 63 else 0)


async def yahtzee(t: Table[Game], p: Pastime, m: Member) -> None:
    """Thirteen boxes, highest score wins; the sage gives 25 karma and takes nothing (DES-SPCH-07)."""
    if not p.card:
        p.card = [{}, {}]
    mine, theirs = p.card
    dice = await t.roll_faces("5d6", f"{m.name} throws at Yahtzee", rule="DES-SPCH-07", seat=m.seat)
    for throw in (2, 3):
        shown = " ".join(str(face) for face in sorted(dice))
        options: dict[str, str | Option] = {
            Piece("d", index + 1).key: Option(str(face), hint=f"the {ordinal(index + 1)} die") for index, face in enumerate(dice)
        }
        again = await t.choose_many(
            m.seat, "{shown}. Which dice again? (throw {n} of 3)", options, 0, 5, rule="DES-SPCH-07", shown=shown, n=throw
        )
        if not again:
            break
        fresh = await t.roll_faces(f"{len(again)}d6", f"{m.name} throws again", rule="DES-SPCH-07", seat=m.seat)
        for piece, face in zip(pieces(again), fresh, strict=True):
            dice[piece.number - 1] = face
    free = [box for box in BOXES if box not in mine]
    box = await t.choose(
        m.seat,
        "{shown}. Into which box?",
        free,
        rule="DES-SPCH-07",
        shown=" ".join(str(face) for face in sorted(dice)),
        describe=lambda key: Option(capital(key), hint=f"{box_score(key, dice)} points"),
    )
    _enter(mine, box, dice)
    _enter(theirs, *await _sage_turn(t, theirs))
    if len(mine) - (1 if "bonus" in mine else 0) < len(BOXES):
        return
    a, b = sheet_total(mine), sheet_total(theirs)
    t.tell("{name}: {a}. The sage: {b}.", rule="DES-SPCH-07", name=m.name, a=a, b=b)
    await settle(t, p, m, won=1 if a > b else 0 if a == b else -1)


def _enter(card: dict[str, int], box: str, dice: list[int]) -> None:
    if card.get("Yahtzee") == 50 and len(set(dice)) == 1:
        card["bonus"] = card.get("bonus", 0) + 100
    card[box] = box_score(box, dice)


async def _sage_turn(t: Table[Game], card: dict[str, int]) -> tuple[str, list[int]]:
    """The sage keeps his commonest face, throws twice more, and takes the best box left."""
    dice = await t.roll_faces("5d6", "The sage throws at Yahtzee", rule="DES-SPCH-07")
    for _ in range(2):
        face, _number = max(sorted(Counter(dice).items()), key=lambda entry: (entry[1], entry[0]))
        again = [index for index, shown in enumerate(dice) if shown != face]
        if not again:
            break
        fresh = await t.roll_faces(f"{len(again)}d6", "The sage throws again", rule="DES-SPCH-07")
        for index, shown in zip(again, fresh, strict=True):
            dice[index] = shown
    free = [box for box in BOXES if box not in card]
    return max(free, key=lambda box: (box_score(box, dice), -BOXES.index(box))), dice

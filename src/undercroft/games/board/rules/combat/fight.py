"""A fight by hand: the blow, the victory, what a lost one costs, a retreat into the next one (BRD-CMB, -NOEF, -RET)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from undercroft.engine import Option, Table
from undercroft.engine.words import Noun

from ...board import ROOM
from ...content import DASH, LosingRow
from ...state import Dungeon, Pawn, board_of, deck_of
from ..pieces.deeds import TRAPS, TYPES, pawns_meet
from ..pieces.hand import show_sword, sword_bonus
from ..pieces.table import acted, discard, forget_monster, guarded, lay_loose, own_turn, put, stack_at, turn_up
from ..pieces.words import kind_name, the, the_monster
from ..prizes.dropping import drop
from ..prizes.gaining import gain, offer_loose
from .losing import FATES, lapse_trap, losing_roll
from .retreat import Cost, choose_line, fall_back, free_lines, run_back, runs, way_back


async def enter_chamber(t: Table[Dungeon], pawn: Pawn, *, chained: bool = False) -> None:
    """A pawn now in a chamber with cards meets the top one: a trap acts at once, a Wizard may slip away, else they fight.

    BRD-MOVE-09, BRD-TRN-04, BRD-TRN-09.
    """
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    card = stack_at(s, board, pawn.space)[0].card
    turn_up(t, card)
    kind = TYPES.get(pawn.kind)
    if kind is not None and not deck.monsters[card].trap and not chained and await kind.slips_away(t, pawn, card):
        return
    await fight(t, pawn, pawn.space, chained=chained)


async def fight(t: Table[Dungeon], pawn: Pawn, place: int, *, chained: bool = False, opened: bool = False) -> None:
    """One attack on the top card of a place, and its answer: kill it and take its hoard, or roll on the losing table.

    A room is fought from the doorway, a chamber from within (BRD-CMB-01 to 09, BRD-DOOR-03, 04).
    """
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    guard = stack_at(s, board, place)[0]
    fresh = guard.card not in s.shown and guard.card not in s.facing  # what has been met twice is not told of twice
    turn_up(t, guard.card)
    pawn.standoff = -1
    if own_turn(s, pawn):
        s.now.over = True
    recall(t, place)
    if deck.monsters[guard.card].trap:
        if opened:
            t.tell("{name} opens the door of {where}.", rule="BRD-DOOR-03", name=pawn.name, where=the(s, place))
        await spring(t, pawn, place, chained=chained)
        return
    if own_turn(s, pawn):
        s.now.fought = True
    if await strike(t, pawn, guard.card, place, opened=opened, fresh=fresh):
        await win(t, pawn, place)
        return
    row = await losing_roll(t, pawn)
    lost = await drop(t, pawn, row, place)
    guard.hoard += lost
    if row.result == "no_effect":
        t.tell("A stand-off: {name} and {monster} draw apart.", rule="BRD-NOEF-01",
               name=pawn.name, monster=the_monster(deck, guard.card))  # fmt: skip
        if place != pawn.space:
            pawn.standoff = place
    await suffer(t, pawn, row, the_monster(deck, guard.card), fled=place, lost=lost)


def recall(t: Table[Dungeon], place: int) -> None:
    """The first who comes to a place of another game's world remembers what is told of it."""
    s, board = t.state, board_of(t.state)
    address = board.address[place]
    if s.expedition is UNSET or address in s.expedition.seen:
        return
    s.expedition.seen.append(address)
    told = board.told.get(address, ())[1:]
    if told:
        t.tell("{where:^}. {tale}", rule="BRD-DOOR-03", where=the(s, place), tale=told[-1])


async def strike(t: Table[Dungeon], pawn: Pawn, card: int, place: int, *, opened: bool = False, fresh: bool = True) -> bool:
    """Roll two dice for the number on the card; equal or higher kills (BRD-CMB-03). A dash needs a sword (BRD-CMB-07)."""
    s, deck = t.state, deck_of(t.state)
    monster = deck.monsters[card]
    need = monster.needs[pawn.kind]
    bonus = sword_bonus(s, deck, pawn)
    pawn.fights += 1
    acted(s, pawn)
    t.meet("monster", monster.record)
    if bonus:
        show_sword(t, pawn)
    if need == DASH and not bonus:
        text = (
            "{name} opens {where} upon {monster}, and has no weapon that bites on that."
            if opened
            else ("{name} has no weapon that bites on {monster}.")
        )
        t.tell(text, rule="BRD-CMB-07", name=pawn.name, monster=the_monster(deck, card), where=the(s, place))
        return False
    total = await t.roll("2d6", f"{pawn.name} against the {monster.name}", rule="BRD-CMB-03", seat=pawn.seat)
    killed = total + bonus >= need
    if killed and need - bonus > 10:
        s.moments.append(
            f"{pawn.name} the {kind_name(pawn)} killed {the_monster(deck, card)} by hand against the odds in round {s.round}"
        )
    if not t.light:
        sword = f" and the sword's +{bonus}" if bonus else ""
        needs = f"{need}" if need < DASH else f"a rolled {DASH - bonus}"
        end = f"{monster.voice.falls}." if killed else f"not enough. {monster.voice.gloats * fresh}".strip()
        began = "{name} opens {where} and strikes at {monster}" if opened else "{name} strikes at {monster} in {where}"
        t.tell(f"{began} (needs {{needs}}) with {{total}}{{sword}}: {end}", rule="BRD-CMB-03",
               name=pawn.name, monster=the_monster(deck, card), where=the(s, place), needs=needs,
               sword=sword, total=total)  # fmt: skip
    return killed


async def win(t: Table[Dungeon], pawn: Pawn, place: int) -> None:
    """The monster goes to its discard pile; the victor may step into a room, and takes all it guarded (BRD-CMB-04, 05)."""
    s, board = t.state, board_of(t.state)
    slain = deck_of(s).monsters[stack_at(s, board, place)[0].card]
    lay_loose(s, place, slay(t, pawn, place))
    stepping = ""
    if place != pawn.space:
        lying = len(s.loose.get(place, ()))
        gone = Noun(slain.name, plural=slain.several)
        key = await t.choose(
            pawn.seat,
            "{gone:The} {gone:is|are} gone; {gone:its|their} {lying:prize is|prizes are} not. Step into {where}?"
            if lying
            else ("{gone:The} {gone:is|are} gone, and guarded nothing. Step into {where}?"),
            {
                "enter": Option("Step in", hint="costs no movement", place=board.address[place]),
                "stay": Option("Stay outside", hint="whoever comes next may have it" if lying else "there is nothing in it"),
            },
            rule="BRD-DOOR-05",
            where=the(s, place),
            gone=gone,
            lying=lying,
        )
        if key == "stay":
            t.tell("{name} stays outside.", rule="BRD-DOOR-06", name=pawn.name)
            return
        put(s, pawn, place)
        stepping = the(s, place)
    if s.loose.get(place) and not pawn.wounded:
        await gain(t, pawn, s.loose.pop(place), "BRD-CMB-05", stepping=stepping)
    elif stepping:
        t.tell("{name} steps into {where}.", rule="BRD-DOOR-05", name=pawn.name, where=stepping)


def slay(t: Table[Dungeon], pawn: Pawn, place: int) -> list[int]:
    """Remove the top monster of a place and return what it guarded."""
    s, deck = t.state, deck_of(t.state)
    guard = stack_at(s, board_of(s), place).pop(0)
    discard(s, deck, guard.card)
    s.killed += 1
    pawn.kills += 1
    if s.killed == 1:
        s.moments.append(f"{pawn.name} killed the first monster, {the_monster(deck, guard.card)}, in round {s.round}")
    return guard.hoard


async def spring(t: Table[Dungeon], pawn: Pawn, place: int, *, chained: bool = False) -> None:
    """A trap: nothing is fought, the finder does what the card says, and the card leaves the game (BRD-TRAP-01, 07, 09)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    guard = stack_at(s, board, place).pop(0)
    forget_monster(s, guard.card)
    acted(s, pawn)
    card = deck.monsters[guard.card]
    t.meet("trap", card.record)
    if pawn.space != place:
        put(s, pawn, place)
    if await TRAPS[card.trap].springs(t, pawn, guard):
        await land(t, pawn, chained=chained)


async def land(t: Table[Dungeon], pawn: Pawn, *, chained: bool = False) -> None:
    """A pawn set down in a chamber: others may ambush it, loose prizes may be taken, a monster is met as on walking in."""
    s, board = t.state, board_of(t.state)
    if own_turn(s, pawn) and not chained and await pawns_meet(t, pawn):
        return
    if guarded(s, board, pawn.space):
        if own_turn(s, pawn):
            s.now.over = True
        await enter_chamber(t, pawn, chained=chained)
    elif not chained:
        await offer_loose(t, pawn)


async def suffer(t: Table[Dungeon], pawn: Pawn, row: LosingRow, foe: str, *, bar: int = -1, fled: int = -1,
                 lost: Sequence[int] = ()) -> None:  # fmt: skip
    """Carry out a losing-table result after the prizes were dropped: the retreat first, then the lost turns (BRD-CLT-05).

    `bar`: a space where the retreat may not end though it counts as vacant (BRD-SAMB-03). `fled`: the place of the monster
    one runs from, into which no retreat leads (BRD-RET-17). `lost`: what was dropped and is to be told of.
    """
    if row.retreat:
        lapse_trap(t, pawn)
        cost = Cost(list(lost), row.lose_turns)
        await retreat(t, pawn, row.retreat, bar=bar, fled=fled, cost=cost)
        if row.lose_turns and pawn.alive:
            pawn.lose_turns += row.lose_turns
            if cost.turns:
                t.tell("{name} is down for a turn.", rule="BRD-LOSE-01", name=pawn.name)
    elif row.result in FATES:
        lapse_trap(t, pawn)
        FATES[row.result](t, pawn, foe)


async def retreat(t: Table[Dungeon], pawn: Pawn, length: int, *, bar: int = -1, fled: int = -1, cost: Cost | None = None) -> None:
    """Fall back exactly this far: the way one came; else another free line; else into the next monster, and fight it at once.

    BRD-RET-01 to 18. Nobody runs back into the monster he has just lost to, behind a door or not (BRD-RET-17).
    With neither line nor monster, as far as one can (BRD-RET-14).
    """
    s, board = t.state, board_of(t.state)
    cost = cost or Cost([], 0)
    line = way_back(s, board, pawn, length, bar)
    if line is None:
        lines = free_lines(s, board, pawn, length, bar)
        if lines:
            line = await choose_line(t, pawn, lines, "The way you came will not do. Which way do you fall back?", "BRD-RET-06")
    if line is not None:
        await fall_back(t, pawn, line, cost)
        return
    run = run_back(s, board, pawn, length, fled)
    if run is None:
        choices = runs(s, board, pawn, length, fled)
        if choices:
            run = await choose_line(t, pawn, choices, "Every way leads into a monster. Which one?", "BRD-RET-07")
    if run is not None:
        place = run.pop() if board.kind[run[-1]] == ROOM else run[-1]
        await fall_back(t, pawn, run, cost, into=the(s, place))
        if place == pawn.space:
            await enter_chamber(t, pawn, chained=True)
        else:
            await fight(t, pawn, place, chained=True)
        return
    for shorter in range(length - 1, 0, -1):
        lines = free_lines(s, board, pawn, shorter, bar)
        if lines:
            await fall_back(t, pawn, await choose_line(t, pawn, lines, "There is little room. Where to?", "BRD-RET-14"), cost)
            return
    cost.tell(t, pawn, "finds no way back that is free", rule="BRD-RET-14")

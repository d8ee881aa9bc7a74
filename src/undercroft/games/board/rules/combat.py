"""Combat with monsters by hand, and traps (BRD-CMB, -TRAP, -TRN-04 on entering a chamber)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ..content import DASH, SWORD, voices
from ..state import Dungeon, Guard, Pawn, board_of, deck_of
from . import losing, prizes, spells
from .deeds import TRAPS, TYPES, pawns_meet
from .table import (
    acted,
    discard,
    forget_monster,
    guarded,
    kind_name,
    lay_loose,
    lies,
    own_turn,
    put,
    put_by_magic,
    show_sword,
    stack_at,
    sword_bonus,
    the,
    the_monster,
    turn_up,
    turns,
)


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


async def fight(t: Table[Dungeon], pawn: Pawn, place: int, *, chained: bool = False) -> None:
    """One attack on the top card of a place, and its answer: kill it and take its hoard, or roll on the losing table.

    A room is fought from the doorway, a chamber from within (BRD-CMB-01 to 09, BRD-DOOR-03, 04).
    """
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    guard = stack_at(s, board, place)[0]
    turn_up(t, guard.card)
    pawn.standoff = -1
    if own_turn(s, pawn):
        s.now.over = True
    if deck.monsters[guard.card].trap:
        await spring(t, pawn, place, chained=chained)
        return
    if own_turn(s, pawn):
        s.now.fought = True
    if await strike(t, pawn, guard.card, place):
        await win(t, pawn, place)
        return
    row = await losing.losing_roll(t, pawn)
    guard.hoard += await prizes.drop(t, pawn, row, place)
    if row.result == "no_effect":
        t.tell("A stand-off: {name} and {monster} draw apart.", rule="BRD-NOEF-01",
               name=pawn.name, monster=the_monster(deck, guard.card))  # fmt: skip
        if place != pawn.space:
            pawn.standoff = place
    await losing.suffer(t, pawn, row, the_monster(deck, guard.card), fled=place)


async def strike(t: Table[Dungeon], pawn: Pawn, card: int, place: int) -> bool:
    """Roll two dice for the number on the card; equal or higher kills (BRD-CMB-03). A dash needs a sword (BRD-CMB-07)."""
    s, deck = t.state, deck_of(t.state)
    monster = deck.monsters[card]
    need = monster.needs[pawn.kind]
    bonus = sword_bonus(s, deck, pawn)
    pawn.fights += 1
    acted(s, pawn)
    t.meet("monster", monster.record)
    if bonus:
        show_sword(s, deck, pawn)
        t.meet("special", SWORD)
    if need == DASH and not bonus:
        t.tell(
            "{name} has no weapon that bites on {monster}.", rule="BRD-CMB-07", name=pawn.name, monster=the_monster(deck, card)
        )
        return False
    total = await t.roll("2d6", f"{pawn.name} against the {monster.name}", rule="BRD-CMB-03", seat=pawn.seat)
    killed = total + bonus >= need
    if killed and need - bonus > 10:
        s.moments.append(
            f"{pawn.name} the {kind_name(pawn)} killed {the_monster(deck, card)} by hand against the odds in round {s.round}"
        )
    if not t.light:
        sword = f", sword +{bonus}" if bonus else ""
        needs = f"{need}" if need < DASH else f"a rolled {DASH - bonus}"
        voice = voices().get(monster.name)
        end = (f"{voice.falls}." if voice else "it falls.") if killed else "not enough."
        end = end if killed or voice is None else f"{end} {voice.gloats}"
        t.tell("{name} strikes at {monster} in {where} (needs {needs}{sword}) with {total}: {end}", rule="BRD-CMB-03",
               name=pawn.name, monster=the_monster(deck, card), where=the(s, place), needs=needs,
               sword=sword, total=total, end=end)  # fmt: skip
    return killed


async def win(t: Table[Dungeon], pawn: Pawn, place: int) -> None:
    """The monster goes to its discard pile; the victor may step into a room, and takes all it guarded (BRD-CMB-04, 05)."""
    s, board = t.state, board_of(t.state)
    hoard = slay(t, pawn, place)
    lay_loose(s, place, hoard)
    if place != pawn.space:
        lying = len(s.loose.get(place, ()))
        key = await t.choose(
            pawn.seat,
            "The way into {where} is free; {cards} in it. Step in?",
            {"enter": Option("Step in", hint="costs no movement", place=board.address[place]), "stay": "Stay outside"},
            rule="BRD-DOOR-05",
            where=the(s, place),
            cards=lies(lying),
        )
        if key == "stay":
            t.tell("{name} stays outside.", rule="BRD-DOOR-06", name=pawn.name)
            return
        put(s, pawn, place)
        t.tell("{name} steps into {where}.", rule="BRD-DOOR-05", name=pawn.name, where=the(s, place))
    if s.loose.get(place) and not pawn.wounded:
        await prizes.gain(t, pawn, s.loose.pop(place), "BRD-CMB-05")


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
    if own_turn(s, pawn):
        s.now.over = True
    if await TRAPS[card.trap].springs(t, pawn, guard):
        await land(t, pawn, chained=chained)


async def hold_in_trap(t: Table[Dungeon], pawn: Pawn, guard: Guard) -> bool:
    """Lose 1-6 Turns: sit in the room for a die's worth of turns; its prize waits for the prisoner (BRD-TRAP-02, 03, 10)."""
    s = t.state
    lost = await t.roll("1d6", f"turns {pawn.name} is trapped", rule="BRD-TRAP-02", seat=pawn.seat)
    pawn.trap_turns = lost
    if lost > 3:
        s.moments.append(f"A trap shut on {pawn.name} the {kind_name(pawn)} for {turns(lost)} in round {s.round}")
    pawn.trap_prizes = guard.hoard
    t.tell("A trap shuts on {name} in {where}, for {turns}.", rule="BRD-TRAP-02",
           name=pawn.name, where=the(s, pawn.space), turns=turns(lost))  # fmt: skip
    return False


async def transport(t: Table[Dungeon], pawn: Pawn, guard: Guard) -> bool:
    """Transported to a chamber one level lower, of his own choice; he may take the room's prize along (BRD-TRAP-04 to 06)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    t.tell("The floor gives way under {name} in {where}.", rule="BRD-TRAP-04", name=pawn.name, where=the(s, pawn.space))
    lay_loose(s, pawn.space, guard.hoard)
    await prizes.offer_loose(t, pawn, "BRD-TRAP-05")
    targets = board.chambers_of[min(6, deck.monsters[guard.card].level + 1)]
    if deck.monsters[guard.card].level == 6 or not targets:
        t.tell("There is nothing below: the trap only rattles.", rule="BRD-TRAP-04")
        return False
    key = await t.choose(
        pawn.seat,
        "Down you go. Into which chamber?",
        [f"fall:{board.address[space]}" for space in targets],
        rule="BRD-TRAP-04",
        describe=lambda key: Option(
            board.title(board.number[key[5:]]), hint=spells.chamber_line(s, board.number[key[5:]]), place=key[5:]
        ),
    )
    put_by_magic(s, pawn, board.number[key[5:]])
    t.tell("{name} lands in {where}.", rule="BRD-TRAP-04", name=pawn.name, where=the(s, pawn.space))
    return True


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
        await prizes.offer_loose(t, pawn)

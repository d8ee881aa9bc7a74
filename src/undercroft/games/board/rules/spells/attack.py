"""Lightning and Fire Ball thrown at monsters (BRD-ATK)."""

from __future__ import annotations

from undercroft.engine import Option, Table
from undercroft.engine.words import some

from ...content import ATTACK_SPELLS, DASH, SPELL_NAMES, WIZARD, spell_line
from ...state import Dungeon, Pawn, board_of, deck_of
from ..combat.fight import fight, recall, slay
from ..pieces.deeds import pawns_meet
from ..pieces.table import guarded, lay_loose, open_by_card, put, stack_at, turn_up
from ..pieces.words import cards, the, the_monster
from ..prizes.gaining import gain
from .stock import spend


def spells_at_hand(s: Dungeon, pawn: Pawn) -> list[int]:
    """The attack spells a Wizard may throw now: one spell a turn (BRD-SPL-04)."""
    if pawn.kind != WIZARD or s.now.spell_used:
        return []
    return [spell for spell in ATTACK_SPELLS if spell in pawn.spells]


async def cast(t: Table[Dungeon], pawn: Pawn, spell: int, place: int) -> None:
    """Lightning or a Fire Ball at the top card of an adjacent place, chosen before the card is seen (BRD-ATK-01 to 11).

    A failure costs nothing but the spell; after a kill the Wizard may advance.
    """
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    open_by_card(t, pawn, board.link_between[pawn.space, place])
    spend(t, pawn, spell)
    s.now.over = True
    if place == pawn.standoff:
        s.now.met_duty = True  # BRD-NOEF-05
    guard = stack_at(s, board, place)[0]
    turn_up(t, guard.card)
    recall(t, place)
    monster = deck.monsters[guard.card]
    if monster.trap:
        t.tell("{name}'s {spell} strikes a trap in {where} and is wasted; the trap lies in wait again.", rule="BRD-ATK-11",
               name=pawn.name, spell=SPELL_NAMES[spell], where=the(s, place))  # fmt: skip
        return
    need = monster.needs[spell_line(spell)]
    t.meet("monster", monster.record)
    if need == DASH:
        t.tell("{name}'s {spell} does nothing to {monster} in {where}.", rule="BRD-ATK-04", name=pawn.name,
               spell=SPELL_NAMES[spell], monster=the_monster(deck, guard.card), where=the(s, place))  # fmt: skip
        return
    pawn.fights += 1
    total = await t.roll("2d6", f"{SPELL_NAMES[spell]} at the {monster.name}", rule="BRD-ATK-03", seat=pawn.seat)
    if total < need:
        t.tell("{name}'s {spell} at {monster} in {where} (needs {need}) fails with {total}. The card is turned down again.",
               rule="BRD-ATK-05", name=pawn.name, spell=SPELL_NAMES[spell], monster=the_monster(deck, guard.card), need=need,
               total=total, where=the(s, place))  # fmt: skip
        return
    t.tell("{name}'s {spell} strikes {monster} in {where} (needs {need}) with {total}: {end}.", rule="BRD-ATK-03",
           name=pawn.name, where=the(s, place), total=total, spell=SPELL_NAMES[spell], need=need,
           monster=the_monster(deck, guard.card),
           end=monster.voice.falls)  # fmt: skip
    lay_loose(s, place, slay(t, pawn, place))
    await advance(t, pawn, place)


async def advance(t: Table[Dungeon], pawn: Pawn, place: int) -> None:
    """After a kill the Wizard may step in at no cost; where more cards lie, the next one is fought at once (BRD-ATK-07, 09)."""
    s, board = t.state, board_of(t.state)
    left = len(stack_at(s, board, place))
    risk = f"{some(left, 'more card')}: you fight the next by hand" if left else "costs no movement"
    options = {"enter": Option("Step in", hint=risk, place=board.address[place]), "stay": Option("Stay where you are")}
    if left:
        options = {"stay": options["stay"], "enter": options["enter"]}
    free = "The way into {where} is free; {cards} {lying:lies|lie} in it. Step in?"
    key = await t.choose(pawn.seat, free, options, rule="BRD-ATK-07",
                         where=board.label(place), lying=len(s.loose.get(place, ())),
                         cards=lambda: cards(len(s.loose.get(place, ()))))  # fmt: skip
    if key == "stay":
        if left and s.loose.get(place):
            stack_at(s, board, place)[0].hoard += s.loose.pop(place)
        return
    put(s, pawn, place)
    s.now.moved = True
    if s.loose.get(place):
        await gain(t, pawn, s.loose.pop(place), "BRD-ATK-07", stepping=the(s, place))
    else:
        t.tell("{name} steps into {where}.", rule="BRD-ATK-07", name=pawn.name, where=the(s, place))
    if await pawns_meet(t, pawn):
        return
    if guarded(s, board, place):
        await fight(t, pawn, place)

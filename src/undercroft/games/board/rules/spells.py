"""Wizard spells: thrown at monsters, Transference, and regaining them (BRD-SPL, -TRN, -ATK, -REG, -INC)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ..board import CHAMBER
from ..content import (
    DASH,
    FIREBALL,
    FIREBALL_LINE,
    LIGHTNING,
    LIGHTNING_LINE,
    SPELL_NAMES,
    SPELLS,
    TRANSFERENCE,
    WIZARD,
    tables,
    voices,
)
from ..state import Dungeon, Pawn, board_of, deck_of
from . import combat, ending, losing, prizes
from .deeds import pawns_meet
from .table import (
    acted,
    cards,
    guarded,
    has_entrance,
    lay_loose,
    lies,
    open_by_card,
    put,
    put_by_magic,
    stack_at,
    the,
    the_monster,
    turn_up,
)

SPELLS_AT_START = 7  # BRD-SPL-02


def spend(t: Table[Dungeon], pawn: Pawn, spell: int) -> None:
    """A used spell goes back to the stock, whether it works or not; one a turn (BRD-SPL-03, 04)."""
    s = t.state
    pawn.spells.remove(spell)
    s.spell_stock[spell] += 1
    s.now.spell_used = True
    acted(s, pawn)
    t.meet("spell", SPELLS[spell])


def in_stock(s: Dungeon, spell: int) -> int:
    """How many of a kind may still be taken (BRD-SPL-07, BRD-DIAL-07)."""
    return 99 if s.dials.unlimited_spells else s.spell_stock[spell]


def take(s: Dungeon, pawn: Pawn, spell: int, count: int = 1) -> None:
    """Take spells from the stock."""
    pawn.spells += [spell] * count
    pawn.spells.sort()
    s.spell_stock[spell] = max(0, s.spell_stock[spell] - count) if s.dials.unlimited_spells else s.spell_stock[spell] - count


async def choose_first_spells(t: Table[Dungeon], pawn: Pawn) -> None:
    """A new Wizard takes his spells in any mix the stock allows: seven, or six and a die (BRD-SPL-02, BRD-INC-01)."""
    s = t.state
    pawn.spell_limit = SPELLS_AT_START
    if s.dials.increased_wizard_spells:
        die = await t.roll("1d6", f"spells for {pawn.name}", rule="BRD-INC-01", seat=pawn.seat)
        pawn.spell_limit = 6 + die
    left = min(pawn.spell_limit, sum(in_stock(s, spell) for spell in range(3)))
    for spell, others in ((FIREBALL, (LIGHTNING, TRANSFERENCE)), (LIGHTNING, (TRANSFERENCE,))):
        low = max(0, left - sum(in_stock(s, other) for other in others))
        high = min(left, in_stock(s, spell))
        count = low
        if low < high:
            count = await t.ask_number(
                pawn.seat,
                "{name}, {left} spells to choose. How many are {spell}?",
                low,
                high,
                rule="BRD-SPL-02",
                suggest=min(high, max(low, (left + 1) // 2)),
                name=pawn.name,
                left=left,
                spell=SPELL_NAMES[spell] + "s",
            )
        take(s, pawn, spell, count)
        left -= count
    take(s, pawn, TRANSFERENCE, left)
    t.tell("{name} takes {count} spells.", rule="BRD-SPL-02", only=pawn.seat, secret="{name} takes {spells}.", name=pawn.name,
           count=len(pawn.spells), spells=spell_list(pawn.spells))  # fmt: skip


def spell_list(held: list[int]) -> str:
    """Spells in words, or how many."""
    if any(spell < 0 for spell in held):
        return f"{len(held)} spells"
    parts = [f"{held.count(spell)} {SPELL_NAMES[spell]}" for spell in (FIREBALL, LIGHTNING, TRANSFERENCE) if spell in held]
    return ", ".join(parts) or "no spells"


# At monsters.


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
    monster = deck.monsters[guard.card]
    if monster.trap:
        t.tell("{name}'s {spell} strikes a trap in {where} and is wasted; the trap lies in wait again.", rule="BRD-ATK-11",
               name=pawn.name, spell=SPELL_NAMES[spell], where=the(s, place))  # fmt: skip
        return
    need = monster.needs[LIGHTNING_LINE if spell == LIGHTNING else FIREBALL_LINE]
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
           end=voices()[monster.name].falls if monster.name in voices() else "it falls")  # fmt: skip
    lay_loose(s, place, combat.slay(t, pawn, place))
    await advance(t, pawn, place)


async def advance(t: Table[Dungeon], pawn: Pawn, place: int) -> None:
    """After a kill the Wizard may step in at no cost; where more cards lie, the next one is fought at once (BRD-ATK-07, 09)."""
    s, board = t.state, board_of(t.state)
    left = len(stack_at(s, board, place))
    risk = f"{left} more card{'s' * (left > 1)}: you fight the next by hand" if left else "costs no movement"
    options = {"enter": Option("Step in", hint=risk, place=board.address[place]), "stay": Option("Stay where you are")}
    if left:
        options = {"stay": options["stay"], "enter": options["enter"]}
    key = await t.choose(pawn.seat, "The way into {where} is free; {cards} in it. Step in?", options, rule="BRD-ATK-07",
                         where=board.label(place), cards=lies(len(s.loose.get(place, ()))))  # fmt: skip
    if key == "stay":
        if left and s.loose.get(place):
            stack_at(s, board, place)[0].hoard += s.loose.pop(place)
        return
    put(s, pawn, place)
    s.now.moved = True
    t.tell("{name} steps into {where}.", rule="BRD-ATK-07", name=pawn.name, where=the(s, place))
    if s.loose.get(place):
        await prizes.gain(t, pawn, s.loose.pop(place), "BRD-ATK-07")
    if await pawns_meet(t, pawn):
        return
    if guarded(s, board, place):
        await combat.fight(t, pawn, place)


# Transference.


def may_transfer(s: Dungeon, pawn: Pawn) -> bool:
    """A Wizard in a large chamber or on the Main Staircase, in his own turn, with the spell and no other used (BRD-TRN-01)."""
    if pawn.kind != WIZARD or s.phase != "turn" or s.order[s.turn] != pawn.seat or s.now.spell_used:
        return False
    board = board_of(s)
    return TRANSFERENCE in pawn.spells and (board.kind[pawn.space] == CHAMBER or pawn.space == board.start)


def transfer_targets(s: Dungeon, pawn: Pawn) -> list[int]:
    """Every other large chamber one level away at most; the Main Staircase is one of level 0 (BRD-TRN-02, 03)."""
    board = board_of(s)
    level = board.level[pawn.space]
    targets = [board.start] if level == 1 else []
    for near in (level - 1, level, level + 1):
        targets += [space for space in board.chambers_of.get(near, ()) if space != pawn.space]
    return targets


def describe_transfer(s: Dungeon, key: str) -> Option:
    """A Transference option in words."""
    board = board_of(s)
    space = board.number[key[9:]]
    return Option(f"Transference to {board.label(space)}", hint=chamber_line(s, space), place=key[9:], rule="BRD-TRN-02")


def chamber_line(s: Dungeon, space: int) -> str:
    """What all know of a chamber."""
    board, deck = board_of(s), deck_of(s)
    if space == board.start:
        return "the way out"
    stack = stack_at(s, board, space)
    if not stack:
        return f"level {board.level[space]}, no cards"
    top = stack[0].card
    name = deck.monsters[top].name if top in s.shown or top in s.facing else "unknown"
    return f"level {board.level[space]}, {len(stack)} cards, on top: {name}; you fight it by hand"


async def transfer(t: Table[Dungeon], pawn: Pawn, target: int) -> None:
    """Vanish from here and appear there; what waits there must be fought by hand, else the turn goes on (BRD-TRN-04 to 08)."""
    s, board = t.state, board_of(t.state)
    here = pawn.space
    spend(t, pawn, TRANSFERENCE)
    put_by_magic(s, pawn, target)
    s.now.moved = True
    t.tell("{name} vanishes from {here} by Transference and appears in {there}.", rule="BRD-TRN-01",
           name=pawn.name, here=the(s, here), there=the(s, target))  # fmt: skip
    if target == board.start:
        ending.check_win(t, pawn)
        return
    await combat.land(t, pawn)


async def slip_away(t: Table[Dungeon], pawn: Pawn, card: int) -> bool:
    """Faced with a monster in a chamber, a Wizard may be gone by Transference before it moves (BRD-TRN-04, BRD-TRN-09)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    if not may_transfer(s, pawn):
        return False
    t.tell("{name} steps into {where} and faces {monster}.", rule="BRD-TRN-04",
           name=pawn.name, where=the(s, pawn.space), monster=the_monster(deck, card))  # fmt: skip
    key = await t.choose(
        pawn.seat,
        "{monster} waits in {where}. Fight, or be gone before it moves?",
        ["fight", *(f"transfer:{board.address[space]}" for space in transfer_targets(s, pawn))],
        rule="BRD-TRN-04",
        describe=lambda key: (
            Option("Fight by hand", hint=losing.odds_line(s, pawn, card)) if key == "fight" else describe_transfer(s, key)
        ),
        monster=deck.monsters[card].name,
        where=the(s, pawn.space),
    )
    if key == "fight":
        return False
    await transfer(t, pawn, board.number[key[9:]])
    return True


# Regaining.


async def regain(t: Table[Dungeon], pawn: Pawn) -> None:
    """A Wizard who spent the whole turn on the Main Staircase takes one spell, up to his maximum (BRD-REG-01 to 04)."""
    s = t.state
    if pawn.kind != WIZARD or len(pawn.spells) >= pawn.spell_limit:
        return
    kinds = [spell for spell in (FIREBALL, LIGHTNING, TRANSFERENCE) if in_stock(s, spell) > 0]
    if not kinds:
        return
    spell = kinds[0]
    if len(kinds) > 1:
        key = await t.choose(
            pawn.seat,
            "A turn of rest on the Main Staircase: which spell comes back?",
            [f"take:{SPELLS[spell]}" for spell in kinds],
            rule="BRD-REG-01",
            describe=lambda key: Option(
                SPELL_NAMES[SPELLS.index(key[5:])], hint=f"{in_stock(s, SPELLS.index(key[5:]))} in stock"
            ),
        )
        spell = SPELLS.index(key[5:])
    take(s, pawn, spell)
    t.tell("{name} regains a spell.", rule="BRD-REG-01", only=pawn.seat, secret="{name} regains {spell}.", name=pawn.name,
           spell=SPELL_NAMES[spell])  # fmt: skip


# At pawns: the ambush by spell.


def spell_victims(s: Dungeon, pawn: Pawn) -> list[Pawn]:
    """Pawns in spaces next to a Wizard, through openings and doors he can use; nobody on the Main Staircase (BRD-SAMB-10)."""
    board, deck = board_of(s), deck_of(s)
    all_doors = has_entrance(deck, pawn)
    near = [
        space
        for space, _via, link in board.near[pawn.space]
        if space != board.start and board.passable(link, pawn.doors, all_doors=all_doors)
    ]
    return [other for other in s.pawns if other.alive and other is not pawn and other.space in near]


async def blast(t: Table[Dungeon], pawn: Pawn, spell: int, victim: Pawn) -> None:
    """Ambush by spell from the next space: a hit sends the victim to the losing table; he does not strike back.

    BRD-SAMB-01 to 09. If prizes fall, a Wizard who is not Seriously Wounded may advance and take them.
    """
    s, board = t.state, board_of(t.state)
    open_by_card(t, pawn, board.link_between[pawn.space, victim.space])
    spend(t, pawn, spell)
    s.now.over = True
    s.ambushes += 1
    acted(s, victim)
    where = victim.space
    need = tables().spell_combat[spell][victim.kind]
    total = await t.roll("2d6", f"{SPELL_NAMES[spell]} at {victim.name}", rule="BRD-SAMB-02", seat=pawn.seat)
    t.tell("{name} throws a {spell} at {victim} ({need} needed): {end}", rule="BRD-SAMB-02", name=pawn.name, victim=victim.name,
           spell=SPELL_NAMES[spell], need=need, end="a hit." if total >= need else "it misses.")  # fmt: skip
    if total < need:
        return
    row = await losing.losing_roll(t, victim)
    dropped = await prizes.drop(t, victim, row, where)
    lay_loose(s, where, dropped)
    await losing.suffer(t, victim, row, f"{pawn.name}'s {SPELL_NAMES[spell]}", bar=pawn.space)
    if not dropped or pawn.wounded or not s.loose.get(where) or s.winner >= 0:
        return
    key = await t.choose(
        pawn.seat,
        "{cards} on the floor where {victim} stood. Go and take them?",
        {"enter": Option("Advance", hint="costs no movement", place=board.address[where]), "stay": "Stay where you are"},
        rule="BRD-SAMB-05",
        cards=cards(len(dropped)),
        victim=victim.name,
    )
    if key == "enter":
        put(s, pawn, where)
        s.now.moved = True
        await prizes.offer_loose(t, pawn, "BRD-SAMB-05")
        if await pawns_meet(t, pawn):
            return
        if guarded(s, board, where):
            await combat.fight(t, pawn, where)

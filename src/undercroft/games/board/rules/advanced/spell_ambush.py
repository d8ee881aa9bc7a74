"""Ambush by Wizard spell, from the next space (BRD-SAMB)."""

from __future__ import annotations

from undercroft.engine import Option, Table
from undercroft.engine.words import told_odds

from ...content import SPELL_NAMES, tables
from ...state import Dungeon, Pawn, board_of, deck_of
from ..combat.fight import fight, suffer
from ..combat.losing import losing_roll
from ..pieces.deeds import pawns_meet
from ..pieces.hand import has_entrance
from ..pieces.odds import chance
from ..pieces.table import acted, guarded, lay_loose, open_by_card, put
from ..pieces.words import cards
from ..prizes.dropping import drop
from ..prizes.gaining import offer_loose
from ..spells.answers import Blast
from ..spells.attack import spells_at_hand
from ..spells.stock import spend


async def answer_by_spell(t: Table[Dungeon], pawn: Pawn, victims: list[Pawn], rule: str) -> None:
    """A Wizard ambushed in his own turn, or Seriously Wounded, may throw a spell at a pawn next to him (BRD-SAMB-06, 07)."""
    s = t.state
    at_hand = spells_at_hand(s, pawn)
    if not at_hand or not victims or not s.dials.ambush:
        return
    keys = [Blast(spell, victim.seat).key for victim in victims for spell in at_hand]
    key = await t.choose(
        pawn.seat,
        "Your turn is nearly over, and a spell is at hand. Throw it?",
        ["no", *keys],
        rule=rule,
        describe=lambda key: "Keep your spells" if key == "no" else describe_blast(s, Blast.read(key)),
    )
    if key != "no":
        await blast(t, pawn, Blast.read(key))


def describe_blast(s: Dungeon, throw: Blast) -> Option:
    """A spell ambush in words."""
    victim = s.pawns[throw.seat]
    need = tables().spell_combat[throw.spell][victim.kind]
    hint = told_odds(f"{need} or more, {chance(need)} in 36; ") + "no risk to you"
    return Option(
        f"{SPELL_NAMES[throw.spell]} at {victim.name}", hint=hint, place=board_of(s).address[victim.space], rule="BRD-SAMB-01"
    )


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


async def blast(t: Table[Dungeon], pawn: Pawn, throw: Blast) -> None:
    """Ambush by spell from the next space: a hit sends the victim to the losing table; he does not strike back.

    BRD-SAMB-01 to 09. If prizes fall, a Wizard who is not Seriously Wounded may advance and take them.
    """
    s, board = t.state, board_of(t.state)
    spell, victim = throw.spell, s.pawns[throw.seat]
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
    row = await losing_roll(t, victim)
    dropped = await drop(t, victim, row, where)
    lay_loose(s, where, dropped)
    await suffer(t, victim, row, f"{pawn.name}'s {SPELL_NAMES[spell]}", bar=pawn.space, lost=dropped)
    if not dropped or pawn.wounded or not s.loose.get(where) or s.winner >= 0:
        return
    key = await t.choose(
        pawn.seat,
        "{cards:^} on the floor where {victim} stood. Go and take them?",
        {"enter": Option("Advance", hint="costs no movement", place=board.address[where]), "stay": "Stay where you are"},
        rule="BRD-SAMB-05",
        cards=cards(len(dropped)),
        victim=victim.name,
    )
    if key == "enter":
        put(s, pawn, where)
        s.now.moved = True
        await offer_loose(t, pawn, "BRD-SAMB-05")
        if await pawns_meet(t, pawn):
            return
        if guarded(s, board, where):
            await fight(t, pawn, where)

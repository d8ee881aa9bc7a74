"""Ambush: pawns against pawns, three in a space, holds, and Transference out of it (BRD-AMB, -TAMB)."""

from __future__ import annotations

from undercroft.engine import Option, Options, Table
from undercroft.engine.words import listed, told_odds

from ...content import tables
from ...state import Dungeon, Hold, Pawn, board_of, deck_of
from ..combat.fight import suffer
from ..combat.losing import losing_roll
from ..pieces.hand import bonus_of, show_sword, sword_bonus
from ..pieces.odds import chance
from ..pieces.table import acted, lay_loose, pawns_at
from ..pieces.words import kind_name, the
from ..prizes.dropping import drop
from ..prizes.gaining import offer_loose
from ..spells.answers import Transfer
from ..spells.transference import describe_transfer, may_transfer, transfer, transfer_keys
from .answers import Ambush, Strike


async def meet_pawns(t: Table[Dungeon], pawn: Pawn) -> bool:
    """A pawn has moved onto others: either side may declare an ambush (BRD-AMB-01, 17). True: it stopped the movement.

    Not on the Main Staircase (BRD-AMB-19), never by the Seriously Wounded (BRD-AMB-16).
    """
    s = t.state
    if pawn.space == board_of(s).start:
        return False
    others = pawns_at(s, pawn.space, pawn)
    if not others:
        return False
    asked: dict[int, Options] = {
        other.seat: {
            "pass": Option(f"Let {pawn.name} pass"),
            "ambush": Option(f"Ambush {pawn.name}", hint=_odds(s, other, pawn), rule="BRD-AMB-03"),
        }
        for other in others
        if not other.wounded
    }
    if not pawn.wounded:
        own: dict[str, str | Option] = {"pass": "Go in peace"}
        for other in others:
            own[Ambush(other.seat).key] = Option(f"Ambush {other.name}", hint=_odds(s, pawn, other), rule="BRD-AMB-03")
        asked[pawn.seat] = own
    if not asked:
        return False
    said = await t.choose_all("{name} comes upon {others} in {where}. Does anyone draw?", asked, rule="BRD-AMB-01",
                              name=pawn.name, where=the(s, pawn.space),
                              others=listed(other.name for other in others))  # fmt: skip
    attackers = [other for other in others if said.get(other.seat) == "ambush"]
    wanted = said.get(pawn.seat, "pass")
    if not attackers and wanted == "pass":
        return False
    s.ambushes += 1
    s.now.ambushers = [other.seat for other in attackers]
    foes = attackers or [other for other in others if wanted == Ambush(other.seat).key]
    t.tell("Ambush in {where}! {one} against {two}.", rule="BRD-AMB-02", where=the(s, pawn.space),
           two=pawn.name if attackers else foes[0].name,
           one=listed(foe.name for foe in foes) if attackers else pawn.name)  # fmt: skip
    if attackers and may_transfer(s, pawn):
        key = await t.choose(
            pawn.seat,
            "An ambush! Slip away by Transference before a blow falls?",
            ["fight", *transfer_keys(s, pawn)],
            rule="BRD-TAMB-01",
            describe=lambda key: "Stand and fight" if key == "fight" else describe_transfer(s, Transfer.read(key)),
        )
        if key != "fight":
            await transfer(t, pawn, Transfer.read(key).space(board_of(s)))
            return True
    target = await _choose_foe(t, pawn, foes)
    s.now.over = True
    await melee(t, pawn, foes, target)
    return True


def _odds(s: Dungeon, one: Pawn, other: Pawn) -> str:
    """Both chances, in 36ths; a sword one does not show is not counted for the other."""
    deck = deck_of(s)
    table = tables().combat
    mine = chance(table[one.kind][other.kind] - sword_bonus(s, deck, one))
    theirs = chance(table[other.kind][one.kind] - _shown_bonus(s, other))
    return told_odds(f"you hit {mine} in 36, {other.name} hits {theirs} in 36")


def _shown_bonus(s: Dungeon, pawn: Pawn) -> int:
    """What the swords all have seen at work are worth; a better one still in hiding is not given away."""
    deck = deck_of(s)
    return max((bonus_of(s, deck, pawn, card) for card in pawn.used), default=0)


async def _choose_foe(t: Table[Dungeon], pawn: Pawn, foes: list[Pawn]) -> Pawn:
    """Attacked by several, a pawn strikes at one of them, named before the dice (BRD-AMB-18)."""
    if len(foes) == 1:
        return foes[0]
    s = t.state
    key = await t.choose(
        pawn.seat,
        "Several fall upon you. At whom do you strike?",
        [Strike(foe.seat).key for foe in foes],
        rule="BRD-AMB-18",
        describe=lambda key: _label(s, pawn, s.pawns[Strike.read(key).number]),
    )
    return s.pawns[Strike.read(key).number]


def _label(s: Dungeon, pawn: Pawn, foe: Pawn) -> Option:
    return Option(foe.name, hint=_odds(s, pawn, foe))


async def melee(t: Table[Dungeon], pawn: Pawn, foes: list[Pawn], target: Pawn) -> None:
    """One round of player combat: every foe strikes at the pawn, the pawn at one of them; all blows are simultaneous.

    The pawn whose turn it is bears its results first, then its target (BRD-AMB-03 to 06, 10, 18). Who is not parted, holds.
    """
    s = t.state
    space = pawn.space
    s.now.fought = True
    hits = [foe for foe in foes if await strike(t, foe, pawn)]
    struck = await strike(t, pawn, target)
    stood: list[int] = []  # seats that took a hit without effect
    for foe in hits:
        if pawn.alive and s.winner < 0:
            await bear(t, pawn, foe, space, stood)
    if struck and target.alive and s.winner < 0:
        await bear(t, target, pawn, space, stood)
    if s.phase == "over":
        return
    for fighter in (pawn, *foes):
        if fighter.alive and fighter.space == space and s.loose.get(space):
            await offer_loose(t, fighter, "BRD-AMB-10")
    pairs = [(pawn.seat, foe.seat) for foe in foes]
    s.holds = [h for h in s.holds if (h.holder, h.held) not in pairs and (h.held, h.holder) not in pairs]
    for foe in foes:
        together = pawn.alive and foe.alive and pawn.space == foe.space and not pawn.wounded and not foe.wounded
        if together:
            must = pawn.seat in stood or foe.seat in stood
            s.holds += [Hold(pawn.seat, foe.seat, must), Hold(foe.seat, pawn.seat, must)]
            t.tell("{name} and {foe} hold each other.", rule="BRD-AMB-08" if must else "BRD-AMB-09", name=pawn.name, foe=foe.name)


async def strike(t: Table[Dungeon], one: Pawn, other: Pawn) -> bool:
    """Two dice for the Player Combat Table, sword and all; equal or higher hits (BRD-AMB-03, 06)."""
    s, deck = t.state, deck_of(t.state)
    need = tables().combat[one.kind][other.kind]
    bonus = sword_bonus(s, deck, one)
    if bonus:
        show_sword(t, one)
    acted(s, one)
    acted(s, other)
    total = await t.roll("2d6", f"{one.name} strikes at {other.name}", rule="BRD-AMB-03", seat=one.seat)
    hit = total + bonus >= need
    t.tell("{name} the {role} strikes at {other} with {total} ({need} needed{sword}): {end}", rule="BRD-AMB-03",
           name=one.name, role=kind_name(one), other=other.name, need=need, total=total,
           sword=f", sword +{bonus}" if bonus else "", end="a hit." if hit else "a miss.")  # fmt: skip
    return hit


async def bear(t: Table[Dungeon], pawn: Pawn, foe: Pawn, space: int, stood: list[int]) -> None:
    """Roll on the losing table for a hit and obey it; what is dropped lies where the fight was (BRD-AMB-05, 10, 13)."""
    row = await losing_roll(t, pawn)
    lost = await drop(t, pawn, row, space)
    lay_loose(t.state, space, lost)
    if row.result == "no_effect":
        stood.append(pawn.seat)
    await suffer(t, pawn, row, f"{foe.name} the {kind_name(foe)}", lost=lost)


async def held(t: Table[Dungeon], pawn: Pawn) -> bool:
    """At the start of a turn those who hold this pawn say whether they go on; if so it is a round of combat (BRD-AMB-08, 09).

    True: the turn was spent so.
    """
    s = t.state
    holding: list[Pawn] = []
    for hold in [hold for hold in s.holds if hold.held == pawn.seat]:
        other = s.pawns[hold.holder]
        if not hold.must:
            key = await t.choose(
                other.seat,
                "{name} wants to move on. Do you hold the ambush?",
                {"hold": Option(f"Hold {pawn.name}", hint=_odds(s, other, pawn)), "release": f"Let {pawn.name} go"},
                rule="BRD-AMB-09",
                name=pawn.name,
            )
            if key == "release":
                s.holds = [h for h in s.holds if (h.holder, h.held) != (other.seat, pawn.seat)]
                t.tell("{other} lets {name} go.", rule="BRD-AMB-09", other=other.name, name=pawn.name)
                continue
        holding.append(other)
    if not holding:
        return False
    t.tell("{name} is held in {where} by {others}.", rule="BRD-AMB-09", name=pawn.name, where=the(s, pawn.space),
           others=listed(other.name for other in holding))  # fmt: skip
    s.now.ambushers = [other.seat for other in holding]
    s.now.over = True
    await melee(t, pawn, holding, await _choose_foe(t, pawn, holding))
    return True

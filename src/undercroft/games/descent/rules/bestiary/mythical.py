"""Mythical beasts: gorgons, the unicorn, harpies, demons (DES-BST-35 to -41)."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import Battle, Foe, Game, Member, add
from ..basics.answers import chosen, whos
from ..basics.deeds import Deeds, Way
from ..basics.throws import doubles, total
from ..battle.blows import slay
from ..company.coming import start_battle
from ..ending.outcome import victory
from ..personas.baggage import discover
from ..personas.karma import reward_deed
from ..personas.people import PEOPLE, has, leader_seat, living, new_member
from ..wounds.wounds import turn_to_stone


async def gaze(t: Table[Game], b: Battle, m: Member, foe: Foe) -> None:
    """Doubles against a gorgon: stone, unless glasses are worn or a mirror is in front (DES-BST-35, DES-MAGW-23)."""
    t.meet("doubles", "gorgon_gaze")
    t.meet("power", "Gorgons")
    if m.shield == "MIRRORED MAGIC SHIELD" and m.shield_front:
        t.meet("use", "MIRRORED MAGIC SHIELD")
        if await doubles(t, "gorgon_mirror", rule="DES-MAGW-23") and foe in b.foes:
            t.tell("The gorgon sees herself, and is stone.", rule="DES-MAGW-23")
            await slay(t, b, foe, m)
        return
    if "dark glasses" in m.conditions:
        discover(t, "DARK GLASSES")
        return
    await turn_to_stone(t, m)


GORGONS = Deeds(
    dreads=frozenset({"GORGON GORERS"}),
    glares=True,
    looked_at=gaze,
    heard="strike at a gorgon and you may meet her eye, and whoever meets it is stone",
)


# The unicorn.


def _virgins(s: Game) -> list[Member]:
    return [m for m in living(s) if m.virgin and m.kind in (*PEOPLE, "daughter")]


def _tamable(s: Game) -> Option | None:
    assert s.battle is not None
    if s.battle.offered or not _virgins(s):
        return None
    return Option("Let a virgin try to tame it", hint="9 or more", rule="DES-BST-36")


async def tame(t: Table[Game]) -> None:
    """A virgin may tame a unicorn on nine or more, sugar and perfume helping (DES-BST-36, DES-NOTE-03)."""
    s = t.state
    b = s.battle
    assert b is not None
    b.offered = True
    t.meet("power", "Unicorn")
    virgins = _virgins(s)
    if len(virgins) > 1:
        tamer = chosen(s, await t.choose(leader_seat(s), "Who goes up to the unicorn?", whos(virgins), rule="DES-BST-36"))
    else:
        tamer = virgins[0]
    bonus = 0
    for treat in ("SUGAR", "UNICORN PERFUME"):
        if has(tamer, treat):
            add(tamer.goods, treat, -1)
            discover(t, treat)
            bonus += 3
    thrown = await total(t, tamer.name, "to tame the unicorn", rule="DES-BST-36", seat=tamer.seat)
    if thrown + bonus < 9:
        t.tell("The unicorn tosses its head.", rule="DES-BST-36")
        start_battle(t)
        return
    beast = new_member(s, seat=tamer.seat, name=f"{tamer.name}'s unicorn", kind="unicorn", cls="", rank=0, baddie="Unicorn",
                       master=tamer.id, denomination="")  # fmt: skip
    beast.body = b.foes[0].hits
    s.party.append(beast.id)
    s.lines[0 if len(s.lines[0]) < 3 else 1].append(beast.id)
    reward_deed(t, tamer, "taming a unicorn", "DES-IDEA-05")
    t.tell("{name} has tamed the unicorn.", rule="DES-NOTE-04", name=tamer.name)
    s.news.append(f"{tamer.name} tamed a unicorn")
    if b.chamber:
        s.guards[b.chamber].foes = []
        s.guards[b.chamber].cleared = True
    b.foes.clear()
    await victory(t)


def _horn(t: Table[Game], by: Member) -> None:
    if by.kind in PEOPLE:
        add(t.state.chest.goods, "UNICORN'S HORN")
        t.tell("The horn is theirs.", rule="DES-BST-36")


def _maiden(m: Member) -> bool:
    return m.virgin


UNICORN = Deeds(ways={"tame": Way(option=_tamable, take=tame)}, harmless=_maiden, slain=_horn)

HARPIES = Deeds(captive="CAPTIVE HARPY", picks_line=True)  # DES-BST-37


def _demon(volume: str, *, famous: bool = False) -> Deeds:
    """A demon keeps off from a crucifix, and one volume knows its numbers (DES-SUP-01, DES-BOOK-01)."""
    return Deeds(dreads=frozenset({"CRUCIFIX"}), volume=f"BOOK OF DEMONS (Vol. {volume})", famous=famous)


BEAST = Deeds(dreads=frozenset({"BULL-WHIP"}))  # not a mammal, but backs off like one (DES-WPN-31)

MYTHICAL = {
    "Minotaur": BEAST,
    "Chimera": BEAST,
    "Gorgons": GORGONS,
    "Unicorn": UNICORN,
    "Harpies": HARPIES,
    "Lesser Demon": _demon("I"),
    "Middling Demon": _demon("II"),
    "Arch-Demon": _demon("III", famous=True),
}

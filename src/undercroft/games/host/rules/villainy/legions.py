"""The Liche King's legions: raised in tombs, and fighting with him as one (HST-LICH-07, HST-LICH-10)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note, toll
from ...desk import decide
from ...ground import beads as bd
from ...state import Group, Host, Party, Stack, Villain
from ..adventurers.party_fights import alive, hurt, party_bonus
from ..conventions import stacks
from ..encounters.downfall import villain_falls
from ..encounters.encounters import bonus, encounter
from ..encounters.fortunes import lose_pop
from ..encounters.kinds import flavour, flavour_named
from ..encounters.oddities import Oddity, oddity
from ..encounters.skirmishes import no_dice, stack_pays
from ..encounters.villainies import check_goals, reigning

GUARDS = ("Lab Guard", "Gate Guard")


def legions(s: Host, villain: Villain) -> list[Stack]:
    """Undead legions: every tomb of his with a bead in it (HST-LICH-01)."""
    return [stack for stack in s.stacks.values() if stack.flavour == "Undead Legion" and stack.node in villain.tombs]


def empty_tombs(s: Host, villain: Villain) -> list[int]:
    """Tombs that hold nothing."""
    return [rid for rid in villain.tombs if bd.is_empty(s, s.rooms[rid]) and s.rooms[rid].state != "collapsed"]


def raise_legion(t: Table[Host], villain: Villain, group: Group, rule: str, tomb: int = 0) -> bool:
    """A legion in an empty tomb."""
    s = t.state
    free = [tomb] if tomb else empty_tombs(s, villain)
    if not free:
        return False
    stacks.new_stack(s, "Undead Legion", free[0], 1, roams=False)
    note(t, "undead", "A legion rose for {who}; they were {n:words}.", rule, by=group, room=free[0], n=len(legions(s, villain)))
    return True


def army(s: Host, villain: Villain) -> int:
    """The Liche King and all his legions as one big wandering monster (HST-LICH-07)."""
    return 1 + len(legions(s, villain))


def losses(t: Table[Host], gid: int, count: int, cause: str) -> int:
    """Legions are lost first, he himself last (HST-LICH-07). Returns how many fell."""
    s = t.state
    villain = next(v for v in s.villains if v.group == gid)
    legion = legions(s, villain)
    for stack in legion[:count]:
        stacks.lose(s, stack, 1)
    if count > len(legion):
        villain_falls(t, gid, cause)
    return min(count, len(legion) + 1)


async def party_finds_legion(t: Table[Host], party: Party, legion: Stack) -> None:
    """Whoever comes upon a tomb with a legion meets the whole of it."""
    king = reigning(t.state, "liche_king")
    if king is not None:
        await party_meets(t, party, t.state.groups[king.group])


async def group_finds_legion(t: Table[Host], gid: int) -> None:
    """Whoever comes upon a legion in its tomb meets the Liche King and all of them (HST-LICH-07)."""
    king = reigning(t.state, "liche_king")
    if king is not None and gid != king.group:
        await encounter(t, gid, king.group)


def stack_finds_legion(t: Table[Host], stack: Stack) -> None:
    """So does a wanderer."""
    king = reigning(t.state, "liche_king")
    if king is not None:
        liche_fights_stack(t, t.state.groups[king.group], stack, own_turn=False)


async def party_meets(t: Table[Host], party: Party, group: Group) -> None:
    """No dice: his strength against the party; a fallen party may fill a tomb (HST-LICH-07, 09, 15)."""
    s = t.state
    villain = next(v for v in s.villains if v.group == group.id)
    if villain.fallen:
        return
    cost = no_dice(army(s, villain), 1, party_bonus(s, party), 1, alive(s, party))
    note(
        t,
        "encounter",
        "{who} met {other} and the legions; {toll}.",
        "HST-LICH-07",
        by=party,
        room=group.lair,
        other=group.name,
        toll=toll(cost.victims, cost.loss, "of the dead"),
    )
    loot = bd.of(s, group.id, "loot") if cost.loss >= army(s, villain) else []
    if loot and cost.victims < alive(s, party):
        for bead in loot:
            bd.move(s, bead, 0)
            bd.give(s, bead, party.id)
    losses(t, group.id, cost.loss, "killed by a party")
    hurt(t, party, cost.victims)
    if party.fate == "died" and not villain.fallen and empty_tombs(s, villain):
        options = {"yes": Option("Raise one of them"), "no": Option("Let them lie")}
        prompt = "The party is dead. Raise one as a legion?"
        if await decide(t, "liche_reward", prompt, options, "yes", rule="HST-LICH-15", about=group.id) == "yes":
            raise_legion(t, villain, group, "HST-LICH-15")
            check_goals(t)


def liche_fights_group(t: Table[Host], one: Group, two: Group) -> None:
    """A monster group bumps into him: he and his legions are a big wandering monster (HST-LICH-07)."""
    s = t.state
    villain = next(v for v in s.villains if v.group == two.id)
    cost = no_dice(army(s, villain), 1, bonus(s, one.id), flavour(s, one).strength_per_bead, bd.pop(s, one.id))
    note(
        t,
        "encounter",
        "{who} disturbed {other}; {toll}.",
        "HST-LICH-07",
        by=one,
        room=two.lair,
        others=[two.id],
        other=two.name,
        toll=toll(cost.victims, cost.loss, "of the dead"),
    )
    lose_pop(t, one.id, cost.victims, "the villain's legions")
    losses(t, two.id, cost.loss, f"killed by {one.name}")


def liche_fights_stack(t: Table[Host], group: Group, stack: Stack, *, own_turn: bool) -> None:
    """A wanderer and the biggest one of them all: no dice (HST-LICH-07, HST-WCON-03)."""
    s = t.state
    villain = next(v for v in s.villains if v.group == group.id)
    if villain.fallen or oddity(stack).inert or stack.flavour in GUARDS or stack.node in group.rooms:
        return  # his own guards and beasts stand by him
    kind = flavour_named(s, "wandering", stack.flavour)
    cost = no_dice(stacks.strength(s, stack), kind.kills_per_bead, 0, 1, army(s, villain))
    note(
        t,
        "encounter",
        "{what} came upon {who}; {toll}.",
        "HST-LICH-07",
        by=group,
        room=group.lair,
        what=bd.stack_name(s, stack),
        toll=toll(cost.loss, cost.victims, "of the dead"),
    )
    losses(t, group.id, cost.victims, f"killed by {bd.stack_name(s, stack)}")
    stack_pays(t, stack, cost.loss, killed_all=not group.alive, taker=None, by_party=False)


UNDEAD_LEGION = Oddity(party_meets=party_finds_legion, group_meets=group_finds_legion, stack_meets=stack_finds_legion)

"""Mutiny: what members may do against their leader while the party walks (DES-LEAD-06, DES-LEAD-07)."""

from __future__ import annotations

from .....engine import Option, Options, Table
from .....engine.words import listed
from ...state import Game, member
from ..basics.answers import chosen, whos
from ..personas.people import chivalrous, leader_seat, people

MUTINY: dict[str, Option] = {
    "mutiny": Option("Call a mutiny", hint="more than half of the others must join", rule="DES-LEAD-06"),
    "threat": Option("Threaten mutiny", hint="the leader may take the last order back", rule="DES-LEAD-07"),
}


async def mutiny(t: Table[Game], seat: int) -> bool:
    """A mutiny names a new leader and succeeds when more than half of the others join (DES-LEAD-06, DES-APP-04); whether it
    did.
    """
    s = t.state
    able = [m for m in people(s) if m.id != s.leader and m.rank <= 10]
    if not able:
        return False
    old = member(s, s.leader)
    key = await t.choose(seat, "Who should lead instead of {old}?", whos(able), rule="DES-LEAD-06",
                         old=old.name)  # fmt: skip
    new = chosen(s, key)
    voters = {m.seat for m in people(s) if m.id != s.leader}
    ballot: dict[int, Options] = {
        voter: {"yes": Option(f"Follow {new.name}"), "no": Option(f"Stay with {old.name}")}
        for voter in sorted(voters)
        if voter != seat
    }
    votes = (
        await t.choose_all("Mutiny! {name} would lead. Do yours join?", ballot, rule="DES-LEAD-06", name=new.name)
        if ballot
        else {}
    )
    votes[seat] = "yes"
    joined_them = [m for m in people(s) if m.id != s.leader and votes.get(m.seat) == "yes" and not _loyal(s, m.id)]
    others = [m for m in people(s) if m.id != s.leader]
    if len(joined_them) * 2 <= len(others):
        t.tell("Mutiny! Only {n} of {all} join. {old} still leads.", rule="DES-LEAD-06", n=len(joined_them), all=len(others),
               old=old.name)  # fmt: skip
        return False
    s.leader, s.mutinied = new.id, True
    t.tell("Mutiny! {n} of {all} join: {name} leads now.", rule="DES-LEAD-06", n=len(joined_them), all=len(others), name=new.name)
    s.news.append(f"mutiny: {new.name} took the lead from {old.name}")
    return True


def _loyal(s: Game, number: int) -> bool:
    """The chivalrous do not mutiny against a higher-ranked chivalrous leader; an apprentice votes with his master
    (DES-CHIV-03, DES-APP-04).
    """
    m, leader = member(s, number), member(s, s.leader)
    if m.kind == "apprentice" and m.master == s.leader:
        return True
    return chivalrous(m) and chivalrous(leader) and leader.rank < m.rank


async def threat(t: Table[Game], seat: int) -> bool:
    """A threat is announced; the leader may then take back the last order (DES-LEAD-07). True if the party goes back."""
    s = t.state
    leader = member(s, s.leader)
    names = [m.name for m in people(s) if m.seat == seat]
    t.tell("{names} {mutter} of mutiny against {leader}.", rule="DES-LEAD-07", names=listed(names),
           mutter="mutter" if len(names) > 1 else "mutters", leader=leader.name)  # fmt: skip
    choice = await t.choose(
        leader_seat(s),
        "They threaten mutiny. Take back the last order?",
        {"back": Option("Take it back", hint="the party returns to where it was given"), "stand": "It stands"},
        rule="DES-LEAD-07",
    )
    if choice == "stand":
        t.tell("{leader} is unmoved.", rule="DES-LEAD-07", leader=leader.name)
        return False
    t.tell("{leader} takes the order back.", rule="DES-LEAD-07", leader=leader.name)
    if s.at[0] != s.before[0] or s.at == s.before:
        return False
    s.at = list(s.before)
    return True

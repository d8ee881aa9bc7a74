"""Desk: what a gamesmaster may do at any time, and members' mutiny (DES-GM, DES-IDEA-05, DES-LEAD-06, DES-LEAD-07)."""

from __future__ import annotations

from ....engine import Ask, Option, Options, Table
from ..content import baddies
from ..state import Game, add, member
from .blows import give_karma
from .people import chivalrous, leader_seat, living, people

DESK: dict[str, Option] = {
    "gm:say": Option("Say something", hint="free narration to all", rule="DES-GM-01"),
    "gm:karma": Option("Award karma", hint="with a reason", rule="DES-IDEA-05"),
    "gm:gift": Option("Put something in the baggage", rule="DES-GM-01"),
    "gm:hurt": Option("Mark hits off or give them back", rule="DES-GM-01"),
    "gm:note": Option("Write yourself a note", rule="DES-GM-04"),
    "gm:know": Option("What does the party know?", rule="DES-GM-04"),
}
MUTINY: dict[str, Option] = {
    "mutiny": Option("Call a mutiny", hint="more than half must join", rule="DES-LEAD-06"),
    "threat": Option("Threaten mutiny", hint="the leader may take the order back", rule="DES-LEAD-07"),
}


def anytime(t: Table[Game], ask: Ask) -> dict[int, Options]:
    """The gamesmaster's desk at every ask; mutiny for members while the party walks, never in a battle round."""
    s = t.state
    extras: dict[int, Options] = {}
    if t.gamesmaster is not None:
        desk = dict(DESK)
        if s.phase == "walk" and s.battle is None and ask.rule == "DES-MOVE-01":
            desk["gm:send"] = Option("Send baddies", hint="what waits here, by your choice", rule="DES-GM-01")
        extras[t.gamesmaster] = desk
    if s.phase == "walk" and ask.rule == "DES-MOVE-01" and s.leader >= 0:
        for seat in range(len(s.names)):
            if seat != leader_seat(s) and any(m.seat == seat for m in people(s)):
                extras[seat] = MUTINY
    return extras


async def act(t: Table[Game], seat: int, key: str) -> None:
    """Carry out an action from the desk."""
    if key in ("mutiny", "threat"):
        await (mutiny(t, seat) if key == "mutiny" else threat(t, seat))
        return
    s = t.state
    if key == "gm:say":
        words = await t.ask_text(
            seat, "What do you tell them?", rule="DES-GM-01", high=400, suggest=("You hear dripping water.",)
        )
        t.tell("{words}", rule="DES-GM-01", words=words)
    elif key == "gm:note":
        s.gm_notes.append(
            await t.ask_text(seat, "A note to yourself:", rule="DES-GM-04", high=200, suggest=("They trust the sage.",))
        )
    elif key == "gm:know":
        known = ", ".join(sorted(s.discovered)).lower() or "nothing"
        drawn = sum(len(sheet.cells) for sheet in s.sheets)
        t.tell(
            "The party has {n} squares on its map and has discovered the use of: {known}.",
            rule="DES-GM-04",
            only=seat,
            n=drawn,
            known=known,
        )
    elif key == "gm:karma":
        await _award(t, seat)
    elif key == "gm:gift":
        what = await t.ask_text(seat, "What lies there?", rule="DES-GM-01", high=40, suggest=("CHEESE",))
        add(s.chest.goods, what.upper())
        t.tell("The party finds {what}.", rule="DES-GM-01", what=what)
    elif key == "gm:hurt":
        await _hurt(t, seat)
    elif key == "gm:send" and s.battle is None:
        from .meeting import meet

        names = sorted({**baddies(), **{own.name: own for own in s.home_baddies}})
        which = await t.choose(seat, "Who comes?", names, rule="DES-GM-01")
        await meet(t, name=which)


async def _award(t: Table[Game], seat: int) -> None:
    """Any amount of karma, with a reason that goes into the log (DES-IDEA-05)."""
    s = t.state
    able = [m for m in s.members if m.kind in ("persona", "son", "apprentice") and m.status in ("ready", "home")]
    if not able:
        return
    who = await t.choose(seat, "Karma for whom?", {f"m{m.id}": m.name for m in able}, rule="DES-IDEA-05")
    karma = await t.ask_number(seat, "How much?", 1, 500, rule="DES-IDEA-05", suggest=10)
    why = await t.ask_text(seat, "For what?", rule="DES-IDEA-05", high=80, suggest=("a rescue",))
    give_karma(t, member(s, int(who[1:])), karma, why, "DES-IDEA-05")


async def _hurt(t: Table[Game], seat: int) -> None:
    s = t.state
    able = living(s)
    if not able:
        return
    who = await t.choose(seat, "Whose hits?", {f"m{m.id}": f"{m.name} ({m.body} left)" for m in able}, rule="DES-GM-01")
    m = member(s, int(who[1:]))
    m.body = await t.ask_number(seat, "How many body hits has {name} left?", 1, 30, rule="DES-GM-01", suggest=m.body, name=m.name)
    t.tell("The gamesmaster sets {name} to {n} hits.", rule="DES-GM-01", kind="ruling", name=m.name, n=m.body)


async def mutiny(t: Table[Game], seat: int) -> None:
    """A mutiny names a new leader and succeeds when more than half of the others join (DES-LEAD-06, DES-APP-04)."""
    s = t.state
    able = [m for m in people(s) if m.id != s.leader and m.rank <= 10]
    if not able:
        return
    key = await t.choose(seat, "Who should lead instead?", {f"m{m.id}": m.name for m in able}, rule="DES-LEAD-06")
    new = member(s, int(key[1:]))
    voters = {m.seat for m in people(s) if m.id != s.leader}
    ballot: dict[int, Options] = {
        voter: {"yes": Option(f"Follow {new.name}"), "no": Option(f"Stay with {member(s, s.leader).name}")}
        for voter in sorted(voters)
        if voter != seat
    }
    votes = (
        await t.choose_all("Mutiny! {name} would lead. Do yours join?", ballot, rule="DES-LEAD-06", name=new.name)
        if ballot
        else {}
    )
    votes[seat] = "yes"
    joined = [m for m in people(s) if m.id != s.leader and votes.get(m.seat) == "yes" and not _loyal(s, m.id)]
    others = [m for m in people(s) if m.id != s.leader]
    if len(joined) * 2 > len(others):
        s.leader, s.mutinied = new.id, True
        t.tell("{n} of {all} join: {name} leads now.", rule="DES-LEAD-06", n=len(joined), all=len(others), name=new.name)
        s.news.append(f"mutiny: {new.name} took the lead")
    else:
        t.tell("Only {n} of {all} join. The leader stays.", rule="DES-LEAD-06", n=len(joined), all=len(others))


def _loyal(s: Game, number: int) -> bool:
    """The chivalrous do not mutiny against a higher-ranked chivalrous leader; an apprentice votes with his master
    (DES-CHIV-03, DES-APP-04).
    """
    m, leader = member(s, number), member(s, s.leader)
    if m.kind == "apprentice" and m.master == s.leader:
        return True
    return chivalrous(m) and chivalrous(leader) and leader.rank < m.rank


async def threat(t: Table[Game], seat: int) -> None:
    """A threat is announced; the leader may then take back the last order (DES-LEAD-07)."""
    s = t.state
    names = ", ".join(m.name for m in people(s) if m.seat == seat)
    t.tell("{names} mutter of mutiny against {leader}.", rule="DES-LEAD-07", names=names, leader=member(s, s.leader).name)
    choice = await t.choose(
        leader_seat(s),
        "They threaten mutiny. Take back the last order?",
        {"back": "Take it back", "stand": "It stands"},
        rule="DES-LEAD-07",
    )
    if choice == "back":
        t.tell("The leader takes the order back.", rule="DES-LEAD-07")
        if s.at[0] == s.before[0]:
            s.at = list(s.before)

"""Meeting: who waits, what the party is told of them, and peace by gifts (DES-BAD, DES-BAT-05, DES-PEACE)."""

from __future__ import annotations

from functools import partial

from .....engine import Option, Table
from .....engine.ask import Label
from .....engine.dice import parse, totals
from .....engine.words import count
from ...bestiary import one_of
from ...state import Battle, Game, member
from ..basics.deeds import deeds_of, open_ways
from ..basics.judging import VOID
from ..battle.blows import needs
from ..battle.field import abreast, toughness
from ..company.coming import refuse
from ..directions.passages import way_out
from ..personas.baggage import discover, held, take_goods
from ..personas.line_up import front_row
from ..personas.people import leader_seat, line_of
from ..wounds.wounds import die
from .answers import Run, read
from .flee import run, stalls
from .ideas import try_idea
from .outcome import victory
from .peace import offer, old_friends


async def decide(t: Table[Game]) -> None:
    """At a meeting the leader fights, offers peace, or runs (DES-PEACE-01, DES-FLEE-06)."""
    s = t.state
    b = s.battle
    assert b is not None
    lead = b.foes[0].name
    surprise = deeds_of(lead).surprise
    if surprise is not None and not b.told:
        await surprise(t, b)
        return
    seat = leader_seat(s)
    options = meeting_options(s, b, judged=t.gamesmaster is not None)
    choice = await t.choose(
        seat,
        "{n:Words} {name} bar the way. What does the party do?"
        if len(b.foes) > 1
        else "The {name} bars the way. What does the party do?",
        options,
        rule="DES-PEACE-01",
        n=len(b.foes),
        name=lead if len(b.foes) > 1 else one_of(lead),
    )
    if choice == VOID:
        return  # the gamesmaster has called them off
    if choice == "fight":
        await refuse(t)
    elif choice == "offer":
        await offer(t)
    elif isinstance(said := read(choice), Run):
        await run(t, said.stall)
    else:
        await act(t, lead, choice)


async def act(t: Table[Game], lead: str, choice: str) -> None:
    """One of the ways out that are not in every meeting."""
    take = MEETING_ACTS.get(choice) or deeds_of(lead).ways[choice].take
    await take(t)


RUN = Option("Run", hint="they stab at your backs", rule="DES-FLEE-02")
THORNY = Option("Throw thorny tangle-weed", hint="kills everything; no karma", rule="DES-MAGW-16")
IDEA = Option("Try something clever", hint="say what; 9 or more", rule="DES-STORE-14")


def _fight(s: Game, b: Battle) -> Option:
    """A fight, with what the announcement comes to: hits a round on the one side, what the front can take on the other."""
    hint = "the baddies strike first"
    row = front_row(s)
    if b.told and row:
        lead = line_of(s, b.foes[0].name)
        blows = min(len(b.foes), max(1, abreast(s, b, lead.name))) * min(lead.attacks, len(row))
        often = blows * float(sum(chance for total, chance in totals(parse("2d6")) if total >= needs(s, lead.to_hit)))
        hits = f"about {count(round(often), 'hit')} a round" if often >= 0.75 else "less than a hit a round"
        hint = f"they strike first, {hits}; your front can take {sum(toughness(m) for m in row)}"
    return Option("Fight", hint=hint, rule="DES-BAT-08")


def _gift(s: Game, b: Battle) -> Option:
    friends = old_friends(s, b)
    return Option(
        "Offer peace", hint=f"they remember {friends}" if friends else "one try; a refused gift is lost", rule="DES-PEACE-03"
    )


def meeting_options(s: Game, b: Battle, *, judged: bool = False) -> dict[str, Label]:
    """What is open to the leader when somebody is met."""
    options: dict[str, Label] = {"fight": partial(_fight, s, b)}
    if not b.offered and b.traitor < 0:
        options["offer"] = partial(_gift, s, b)
    if way_out(s, b.back):
        options[Run().key] = RUN
    for key, label in stalls(s, b, judged=judged):
        options[Run(key).key] = Option(f"Run behind {label}", hint="unstabbed", rule="DES-FLEE-03")
    if ways := deeds_of(b.foes[0].name).ways:
        options.update(open_ways(s, ways))
    if b.place == "chamber" and held(s, "THORNY TANGLE-WEED"):
        options["thorny"] = THORNY
    options["idea"] = IDEA
    return options


async def throw_thorny(t: Table[Game]) -> None:
    """Thorny tangle-weed kills everything in the chamber; no karma, but what pictures (DES-MAGW-16, -17)."""
    s = t.state
    b = s.battle
    assert b is not None
    take_goods(s, "THORNY TANGLE-WEED", 1)
    discover(t, "THORNY TANGLE-WEED")
    b.thorny = True
    b.largest = max(foe.full for foe in b.foes)
    t.tell("The weed grows. It is over quickly, and it is not pretty.", rule="DES-MAGW-16")
    for foe in b.foes:
        if foe.member >= 0:
            await die(t, member(s, foe.member), "thorny tangle-weed")
    b.foes.clear()
    b.front.clear()
    await victory(t)


MEETING_ACTS = {
    "thorny": throw_thorny, "idea": try_idea,
}  # fmt: skip

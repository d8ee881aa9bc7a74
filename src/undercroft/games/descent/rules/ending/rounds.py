"""Rounds: baddies first, then the party in turn, nerve at the end, and stay or run (DES-BAT-27, DES-FLEE-06)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.ask import Label
from ...content import deeds
from ...state import Battle, Game
from ..basics.deeds import deeds_of
from ..basics.judging import VOID
from ..basics.throws import feel
from ..battle import powers
from ..battle.balls import announce_balls
from ..battle.blows import in_vain
from ..battle.field import muster_of, refill, standing_of
from ..battle.nerve import nerve
from ..battle.onslaught import foes_attack
from ..battle.strikes import first_strikes, party_strikes
from ..personas.line_up import front_row
from ..personas.people import leader_seat, living
from ..wounds.lines import change_places, orders, ready
from .answers import Run, read
from .flee import rear_guard, run
from .meeting import act, meeting_options
from .outcome import finished, victory

MUSTERED = 4  # how often a round begins with a muster; its end says how things stand
LONGEST_BATTLE = 80  # rounds; then the baddies lose interest and go


FIGHT_ON = Option("Fight on", rule="DES-FLEE-06")
PLACES = Option("Fight on, but change places", hint="both lose their attack", rule="DES-BAT-19")


async def fight_round(t: Table[Game]) -> None:
    """One round: an attack by the baddies and one by the party (DES-BAT-27)."""
    s = t.state
    b = s.battle
    assert b is not None
    b.round += 1
    b.stall, b.threw = False, []
    if b.round % MUSTERED == 1:
        t.tell("Round {n}: {foes} against {party:words} of the party.", rule="DES-BAT-27", kind="headline", n=b.round,
               foes=muster_of(b), party=len(living(s)))  # fmt: skip
    await powers.round_begins(t, b)
    refill(s, b)
    await orders(t, b)
    await ready(t, b)
    struck = await first_strikes(t, b)
    if b.foes and b.missing > 0:
        b.missing -= 1
        t.tell("The baddies miss their attack.", rule="DES-SPELL-26")
    elif b.foes:
        await foes_attack(t, b)
    b.safe, b.parry = [], []
    if await finished(t, b):
        return
    await announce_balls(t, b)
    if await finished(t, b):
        return
    await party_strikes(t, b, struck)
    if await finished(t, b):
        return
    await round_ends(t, b)


async def round_ends(t: Table[Game], b: Battle) -> None:
    """Powers, nerve, and the leader's word: stay or run (DES-MOR-01, DES-FLEE-06)."""
    s = t.state
    b.seat = (b.seat + 1) % len(s.names)  # DES-BAT-17
    if 0 < b.light < 99:
        b.light -= 1
        feel(t, "short wicks")
    await powers.round_finishes(t, b)
    if await finished(t, b):
        return
    await nerve(t, b)
    if await finished(t, b):
        return
    if b.round >= LONGEST_BATTLE:
        t.tell("The baddies lose interest and slip away through the walls.", rule="DES-MOR-02")
        b.foes.clear()
        await victory(t)
        return
    every = meeting_options(s, b, judged=t.gamesmaster is not None)
    options: dict[str, Label] = {"stay": FIGHT_ON}
    options.update({key: option for key, option in every.items() if isinstance(read(key), Run)})
    ways = deeds_of(b.foes[0].name).ways
    options.update({key: every[key] for key in ("thorny", *ways) if key in every and (key == "thorny" or ways[key].in_battle)})
    if s.lines[0] and any(s.lines[1:]):
        options["places"] = PLACES
    if Run().key in every and front_row(s) and len(living(s)) > 1:
        karma = deeds()["holding the rear alone"]
        options["rear"] = Option(
            "Run while one stays behind", hint=f"{karma} karma if he lives; he takes every parting blow", rule="DES-IDEA-05"
        )
    choice = await t.choose(
        leader_seat(s),
        "Round {n} is over. {standing} Stay or run?",
        options,
        rule="DES-FLEE-06",
        n=b.round,
        standing=lambda: " ".join(filter(None, (in_vain(s, b), standing_of(s, b)))),
    )
    if choice == VOID:
        return  # the gamesmaster has called them off
    if choice == "rear":
        await rear_guard(t)
    elif choice == "places":
        await change_places(t)
    elif isinstance(said := read(choice), Run):
        await run(t, said.stall)
    elif choice != "stay":
        await act(t, b.foes[0].name, choice)

"""Between orders: what those who do not lead may do while the party walks, without holding it up (DES-LEAD, DES-BAT-01)."""

from __future__ import annotations

from .....engine import Ask, Option, Options, Table
from .....engine.words import listed, sentence
from ...state import Game, Member, member
from ..basics.answers import Thing, spoken, thing
from ..basics.wares import some
from ..personas.people import leader_seat, own_weapons, people
from .mutiny import MUTINY, mutiny, threat

COUNSEL = {"counsel": Option("Give counsel", hint="what would you do? Everybody hears it", rule="DES-LEAD-01", words=160)}


def between(s: Game, ask: Ask) -> dict[int, Options]:
    """By seat: everybody with somebody in the party, but the leader; never in a battle round."""
    if s.phase != "walk" or ask.rule != "DES-MOVE-01" or s.leader < 0:
        return {}
    seats = sorted({m.seat for m in people(s)} - {leader_seat(s)})
    return {seat: {**COUNSEL, **_arms(s, seat), **MUTINY} for seat in seats if 0 <= seat < len(s.names)}


def _own(s: Game, seat: int) -> list[Member]:
    return [m for m in people(s) if m.seat == seat]


def _arms(s: Game, seat: int) -> dict[str, Option]:
    """Another weapon in one's own hand: nobody else's business."""
    return {
        Thing.say("arm", m.id, name): Option(f"{m.name} takes {some(name)} in hand", rule="DES-BAT-01")
        for m in _own(s, seat)
        for name in own_weapons(s, m)
        if name != m.hand
    }


async def act(t: Table[Game], seat: int, key: str) -> bool:
    """Carry one of them out; whether the question at hand is overtaken by it."""
    deed, words = spoken(key, (*ACTS, "arm", *COUNSEL))
    if deed in ACTS:
        return await ACTS[deed](t, seat)
    if deed == "arm":
        said = thing(key)
        m = member(t.state, said.member)
        m.hand = said.name
        t.tell("{who} takes {what} in hand.", rule="DES-BAT-01", who=m.name, what=some(said.name))
        return False
    words = words or await t.ask_text(seat, "What is your counsel?", rule="DES-LEAD-01", high=160,
                                      suggest=("Back the way we came.", "Let us rest here."))  # fmt: skip
    names = listed([m.name for m in _own(t.state, seat)])
    t.tell('{who}: "{words}"', rule="DES-LEAD-01", who=names, words=sentence(words))
    return False


ACTS = {"mutiny": mutiny, "threat": threat}

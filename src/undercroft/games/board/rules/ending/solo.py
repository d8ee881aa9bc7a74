"""Playing solo: the aims, the depth reached, the tour of the four types (BRD-SOLO)."""

from __future__ import annotations

from undercroft.engine import Memorial, Outcome, Table

from .....engine.words import some
from ...content import KINDS
from ...state import Dungeon, Leg, Pawn, Turn, deck_of
from ..pieces.hand import worth
from ..pieces.words import kind_name
from ..setting_up.deal import deal


def average_level(pawn: Pawn) -> float:
    """The average level of the prizes a pawn gained (BRD-SOLO-02)."""
    return round(pawn.won_levels / pawn.won_count, 2) if pawn.won_count else 0.0


def leg_of(s: Dungeon) -> Leg:
    """The finished game of a solo tour."""
    pawn = s.pawns[0]
    return Leg(pawn.kind, s.winner == 0, s.round, worth(deck_of(s), pawn), average_level(pawn))


def solo_outcome(
    s: Dungeon, facts: dict[str, bool | int | float | str], scores: tuple[float, ...], memorials: list[Memorial]
) -> Outcome:
    """A solo game: turns, gold and depth, kept for the next one (BRD-SOLO-01 to 05)."""
    pawn = s.pawns[0]
    depth = average_level(pawn)
    gold = worth(deck_of(s), pawn) if pawn.alive else 0
    facts["average level"] = depth
    facts["gold"] = gold
    facts["winner"] = KINDS[pawn.kind] if s.winner == 0 else "nobody"
    rule = {"plain": "BRD-SOLO-01", "type_tour": "BRD-SOLO-03", "quest": "BRD-SOLO-04", "time_limit": "BRD-SOLO-05"}[s.dials.solo]
    data = {
        "type": KINDS[pawn.kind],
        "won": s.winner == 0,
        "turns": s.round,
        "gold": gold,
        "average_level": depth,
        "aim": s.dials.solo,
    }
    if s.dials.solo == "type_tour":
        lines = [
            f"{KINDS[leg.kind]}: {'won' if leg.won else 'lost'} after {some(leg.turns, 'turn')}, {leg.gold:,} gold"
            for leg in s.legs
        ]
        won = sum(leg.won for leg in s.legs)
        text = f"The tour is over, {won} of {len(s.legs)} games won. " + "; ".join(lines) + "."
        facts["tour wins"] = won
        memorials.append(
            Memorial("hall of fame", pawn.name, text, {**data, "legs": [[KINDS[g.kind], g.won, g.turns] for g in s.legs]})
        )
        return Outcome((0,) if won == len(s.legs) else (), text, scores, facts, tuple(memorials), tuple(s.moments[-12:]), rule)
    if s.winner == 0:
        what = f"brought the {s.dials.quest} home" if s.dials.quest else f"brought {gold:,} gold pieces home"
        text = f"{pawn.name} the {kind_name(pawn)} {what} in {some(s.round, 'turn')}."
        memorials.append(Memorial("hall of fame", pawn.name, text, data))
    elif s.ending == "time":
        text = f"{s.dials.solo_turn_limit} turns are up, and {pawn.name} the {kind_name(pawn)} is not home: lost."
    elif s.ending == "dead":
        text = f"{pawn.name} the {kind_name(pawn)} was killed in turn {s.round}."
    else:
        text = f"{some(s.round, 'turn')}, and {pawn.name} the {kind_name(pawn)} never came home."
    target = min(6, int(depth) + 1)
    memorials.append(
        Memorial("solo", pawn.name, f"{text} Average level of the prizes: {depth:g}. Next time, try level {target}.", data)
    )
    return Outcome((0,) if s.winner == 0 else (), text, scores, facts, tuple(memorials), tuple(s.moments[-12:]), rule)


def next_leg(t: Table[Dungeon]) -> None:
    """The next type of a solo tour, on a freshly dealt board (BRD-SOLO-03)."""
    s = t.state
    old = s.pawns[0]
    t.tell("The tour goes on: game {number} of 4.", rule="BRD-SOLO-03", number=len(s.legs) + 1)
    s.pawns = [Pawn(0, old.name, wounds=old.wounds, deaths=old.deaths, kills=old.kills, fights=old.fights)]
    deal(s, t.shuffle)
    s.holds, s.plus_two, s.weighed, s.facing, s.killed = [], [], [], [], 0
    s.winner, s.ending, s.round, s.turn, s.picks, s.now = -1, "", 1, 0, 0, Turn()
    s.order = [0]
    s.phase = "pick"

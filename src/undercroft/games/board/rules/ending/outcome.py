"""The outcome: who won and how, the numbers worth counting, and how a seat stands meanwhile (BRD-WIN, -END)."""

from __future__ import annotations

from undercroft.engine import Drama, Memorial, Outcome, words

from ...content import KINDS
from ...state import Dungeon, Pawn, board_of, deck_of
from ..pieces.hand import goal, worth
from ..pieces.words import kind_name
from .solo import solo_outcome


def lying(s: Dungeon) -> dict[str, int]:
    """Where the prizes lie: guarded by level, loose, in hands, stored, out of the game."""
    deck, board = deck_of(s), board_of(s)
    found = {f"prizes guarded on level {level}": 0 for level in range(1, 7)}
    for site, stack in enumerate(s.stacks):
        for guard in stack:
            found[f"prizes guarded on level {board.level[board.places[site]]}"] += len(guard.hoard)
    found["prizes loose"] = sum(len(cards) for cards in s.loose.values())
    found["prizes in hand"] = sum(len(pawn.prizes) + len(pawn.trap_prizes) for pawn in s.pawns)
    found["prizes stored"] = sum(len(pawn.stored) for pawn in s.pawns)
    found["prizes out of the game"] = len(s.gone)
    assert sum(found.values()) == len(deck.prizes)
    return found


def outcome(s: Dungeon) -> Outcome:
    """Who won, how, and the numbers worth counting."""
    deck = deck_of(s)
    deaths = sum(pawn.deaths for pawn in s.pawns)
    facts: dict[str, bool | int | float | str] = {
        "rounds": s.round,
        "deaths": deaths,
        "wounds": sum(pawn.wounds for pawn in s.pawns),
        "fights": sum(pawn.fights for pawn in s.pawns),
        "monsters killed": s.killed,
        "ending": s.ending,
        "ambushes": s.ambushes,
        "wandering attacks": s.wandered,
        "winner": "nobody",
        "winning seat": "nobody",
        "winning place in the order": "nobody",
        **lying(s),
    }
    for index, kind in enumerate(KINDS):
        if any(pawn.first_kind == index for pawn in s.pawns):
            facts[f"{kind} wins"] = s.winner >= 0 and s.pawns[s.winner].kind == index
            facts[f"{kind} deaths"] = sum(pawn.deaths for pawn in s.pawns if pawn.first_kind == index)
    for pawn in s.pawns:
        if pawn.killed_by:
            facts["last killer"] = pawn.killed_by
    scores = tuple(float(worth(deck, pawn)) if pawn.alive else 0.0 for pawn in s.pawns)
    memorials: list[Memorial] = []
    for pawn in s.pawns:
        if not pawn.alive and pawn.killed_by:
            line = f"{pawn.name} the {kind_name(pawn)} was killed by {pawn.killed_by} in round {pawn.killed_round}."
            memorials.append(Memorial("grave", pawn.name, line))
    # Solo play has aims of its own.
    if s.dials.solo != "off":
        return solo_outcome(s, facts, scores, memorials)
    # A player reached the Main Staircase with enough.
    if s.winner >= 0:
        pawn = s.pawns[s.winner]
        facts["winner"] = KINDS[pawn.kind]
        facts["winning seat"] = f"seat {s.winner + 1}"
        facts["winning place in the order"] = f"{s.order.index(s.winner) + 1}"
        facts["winning gold"] = worth(deck, pawn)
        line = f"{pawn.name} the {kind_name(pawn)} won in round {s.round} with {worth(deck, pawn):,} gold pieces."
        memorials.insert(0, Memorial("hall of fame", pawn.name, line, {"type": KINDS[pawn.kind], "rounds": s.round}))
        return Outcome((s.winner,), line, scores, facts, tuple(memorials), tuple(s.moments[-12:]), "BRD-WIN-04")
    # Monsters have eliminated every player.
    if s.ending == "dead":
        text = "Nobody is left: the dungeon has won."
        return Outcome((), text, scores, facts, tuple(memorials), tuple(s.moments[-12:]), "BRD-END-01")
    # The house limit of rounds.
    text = f"{s.round} rounds, and nobody has brought enough home: nobody wins."
    return Outcome((), text, scores, facts, tuple(memorials), tuple(s.moments[-12:]), "BRD-END-02")


def drama(s: Dungeon) -> Drama:
    """What the last page tells besides the outcome."""
    return Drama(_near(s), (), _figures(s))


def _near(s: Dungeon) -> tuple[str, ...]:
    """How near everybody else was to winning: gold, and spaces from the Main Staircase."""
    deck, board = deck_of(s), board_of(s)
    home = board.distances([board.start])
    lines = []
    for pawn in s.pawns:
        if pawn.seat == s.winner or pawn.kind < 0:
            continue
        gold, wanted = worth(deck, pawn), goal(pawn)
        held = f"had the whole {wanted:,}" if gold >= wanted else f"was {wanted - gold:,} short of {wanted:,}"
        held = held if gold else "had nothing to show"
        if not pawn.alive:
            lines.append(f"{pawn.name} {held}, and was dead.")
        else:
            far = home[pawn.space] if pawn.space >= 0 else 0
            lines.append(f"{pawn.name} {held}, {words.count(far, 'space') + ' from' if far else 'on'} the Main Staircase.")
    return tuple(lines)


def _figures(s: Dungeon) -> tuple[str, ...]:
    """What was counted, in words."""
    fights, wounds, deaths = (sum(getattr(pawn, what) for pawn in s.pawns) for what in ("fights", "wounds", "deaths"))
    below = sum(many for where, many in lying(s).items() if where.startswith("prizes guarded"))
    said = words.said
    return (
        said("{n:Words} {n:round|rounds}, {fights:count fight|fights},", n=s.round, fights=fights)
        + said(" {n:count monster|monsters} killed.", n=s.killed),
        said("{n:Words} {n:serious wound|serious wounds}, and {dead}.", n=wounds,
             dead=words.count(deaths, "death") if deaths else "nobody killed"),
        said("{n:Words} {n:prize|prizes} still {n:lies|lie} guarded below.", n=below),
    )  # fmt: skip


def promise(s: Dungeon, seat: int) -> float:
    """How a seat stands, from 0 to 1: its share of the gold it needs, how near home it is with it, and the best rival."""
    if s.phase == "over":
        return float(s.winner == seat)
    deck, board = deck_of(s), board_of(s)
    home = board.distances([board.start])

    def standing(pawn: Pawn) -> float:
        if not pawn.alive or pawn.kind < 0:
            return 0.0
        share = min(1.0, worth(deck, pawn) / goal(pawn))
        near = max(0.0, 1 - home[pawn.space] / 60) if pawn.space >= 0 else 0.0
        return 0.75 * share + (0.25 * near if share == 1 else 0.05) - (0.05 if pawn.wounded or pawn.lose_turns else 0.0)

    own = standing(s.pawns[seat])
    rivals = max((standing(pawn) for pawn in s.pawns if pawn.seat != seat), default=0.0)
    return max(0.0, min(1.0, own if len(s.pawns) == 1 else 0.5 + (own - rivals) / 2))

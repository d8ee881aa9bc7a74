"""How it ends: victory on the Main Staircase, the last pawn killed, or a limit reached (BRD-WIN, -END, -SOLO)."""

from __future__ import annotations

from undercroft.engine import Memorial, Outcome, Table

from ..content import KINDS
from ..state import Dungeon, Leg, Pawn, board_of, deck_of
from .table import goal, kind_name, prize_names, worth


def check_win(t: Table[Dungeon], pawn: Pawn) -> bool:
    """On the Main Staircase with enough, by whatever way he came, the player wins at once (BRD-WIN-01, BRD-WIN-06)."""
    s = t.state
    if s.winner >= 0 or pawn.space != board_of(s).start or not pawn.alive:
        return False
    deck = deck_of(s)
    if s.dials.quest:
        if not any(deck.prizes[card].name == s.dials.quest for card in (*pawn.prizes, *pawn.stored)):
            return False
    elif worth(deck, pawn) < goal(pawn):
        return False
    s.winner = pawn.seat
    s.ending = "won"
    s.phase = "over"
    s.now.over = True
    if not t.light:
        t.tell("{name} the {role} is back on the Main Staircase and turns up {prizes}: {gold} gold pieces. {name} wins!",
               rule="BRD-WIN-05", role=kind_name(pawn), name=pawn.name, gold=f"{worth(deck, pawn):,}",
               prizes=prize_names(deck, pawn.prizes + pawn.stored))  # fmt: skip
    return True


def can_return(s: Dungeon, pawn: Pawn) -> bool:
    """Whether a killed player may still come back some day (BRD-REEN-03)."""
    limit = pawn.kind if s.dials.below_last_type else pawn.first_kind
    return s.dials.re_entry and not pawn.alive and not pawn.out and limit > 0


def eliminated(s: Dungeon) -> bool:
    """Whether nobody is left and nobody can come back (BRD-END-01)."""
    return not any(pawn.alive or can_return(s, pawn) for pawn in s.pawns)


def close(t: Table[Dungeon], how: str, rule: str, text: str) -> None:
    """End the game without a winner."""
    s = t.state
    s.phase = "over"
    s.ending = how
    s.now.over = True
    t.tell(text, rule=rule)


def average_level(pawn: Pawn) -> float:
    """The average level of the prizes a pawn gained (BRD-SOLO-02)."""
    return round(pawn.won_levels / pawn.won_count, 2) if pawn.won_count else 0.0


def leg_of(s: Dungeon) -> Leg:
    """The finished game of a solo tour."""
    pawn = s.pawns[0]
    return Leg(pawn.kind, s.winner == 0, s.round, worth(deck_of(s), pawn), average_level(pawn))


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
        "somebody won": s.winner >= 0,
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
        return _solo(s, facts, scores, memorials)
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


def _solo(
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
            f"{KINDS[leg.kind]}: {'won' if leg.won else 'lost'} after {leg.turns} turns, {leg.gold:,} gold" for leg in s.legs
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
        text = f"{pawn.name} the {kind_name(pawn)} {what} in {s.round} turns."
        memorials.append(Memorial("hall of fame", pawn.name, text, data))
    elif s.ending == "time":
        text = f"{s.dials.solo_turn_limit} turns are up, and {pawn.name} the {kind_name(pawn)} is not home: lost."
    elif s.ending == "dead":
        text = f"{pawn.name} the {kind_name(pawn)} was killed in turn {s.round}."
    else:
        text = f"{s.round} turns, and {pawn.name} the {kind_name(pawn)} never came home."
    target = min(6, int(depth) + 1)
    memorials.append(
        Memorial("solo", pawn.name, f"{text} Average level of the prizes: {depth:g}. Next time, try level {target}.", data)
    )
    return Outcome((0,) if s.winner == 0 else (), text, scores, facts, tuple(memorials), tuple(s.moments[-12:]), rule)

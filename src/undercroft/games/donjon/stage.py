"""The stage: who tests against whom, both pools face against face, who won by how much, and what hangs on it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...engine import Line, Side, Stage, Throw, Told
from ...engine.stage import last_told, purpose
from ...engine.words import capital, listed, some
from .being import KEPT_OFF, Being
from .draw_fight import condition, figure_of
from .rules.basics.distance import band
from .state import DISTANCES, Donjon

MOST = 4  # Tests that are shown at once: two attacks and their damage
MOST_NAMED = 4  # dice that are named one by one


def stage(s: Donjon, seat: int | None, told: Sequence[Told]) -> Stage | None:
    """What is happening to one's own character, or to the party for those who have none."""
    pcs = s.pcs()
    mine = next((b for b in pcs if b.seat == seat), pcs[s.lead % len(pcs)] if pcs else None)
    if mine is None:
        return Stage("Who will you be?", s.adventure.town.name if s.adventure else "", stakes=_stakes(s))
    tests = _tests(s, told)
    foe = _foe(s, mine)
    said = [event for event in told if event.roll is None and "winner" not in event.values and event.kind != "headline"]
    died = last_told(told, "DON-DEATH-01", "DON-DEATH-02", "DON-DEATH-04", "DON-DEATH-06")
    return Stage(
        _title(s, foe),
        _place(s),
        (_side(s, mine), *((foe,) if foe is not None else ())),
        _stakes(s),
        tests,
        (died or said[-1]).text if died or said else "",
        "death"
        if mine.status in ("dead", "out")
        else "fight"
        if s.fight is not None
        else "find"
        if s.phase == "loot"
        else "throw"
        if tests
        else "",
    )


def _title(s: Donjon, foe: Side | None) -> str:
    if s.fight is not None and foe is not None:
        return capital(foe.name)
    if s.scene is not None:
        return capital(s.scene.name)
    if s.here is not None:
        return s.here.name
    return s.adventure.town.name if s.adventure is not None else "Donjon"


def _place(s: Donjon) -> str:
    if s.here is not None:
        return s.here.name if s.scene is not None else f"Chapter {s.chapter}"
    return "in Town" if s.adventure is not None else ""


def _side(s: Donjon, b: Being) -> Side:
    lines = (
        Line("Flesh Wounds", str(b.wounds), b.wounds_full, hint="none left: it goes deep", rule="DON-FW-01"),
        Line("Wherewithal", str(b.now[4]), b.full[4], hint="at 0 you are out", rule="DON-ATTR-01"),
    )
    against = sum(bonus.dice for bonus in b.bonus if bonus.about.startswith("gm:"))
    kept = sum(bonus.dice for bonus in b.bonus) - against
    notes = [f"{some(kept, 'die')} kept"] if kept else []
    notes += [f"{some(against, 'die')} against {b.name}"] if against else []
    return Side(b.name, figure_of(b), lines, (*notes, *_troubles(b)))


def _troubles(b: Being) -> list[str]:
    """What hinders somebody, with the dice it costs."""
    says = [(p, p.source if p.condition == KEPT_OFF else p.condition.replace("_", " ") or p.source) for p in b.penalties]
    return [what + (f" (-{p.dice})" if p.dice else "") for p, what in says]


def _foe(s: Donjon, mine: Being) -> Side | None:
    """Whoever stands against the party here, the nearest first."""
    here = [f.id for f in s.fight.fighters] if s.fight is not None else s.scene.foes if s.scene is not None else []
    foes = [s.beings[key] for key in here if key in s.beings and s.beings[key].side == 1 and s.beings[key].up]
    if not foes:
        return None
    fighting = s.fight is not None and any(f.id == mine.id for f in s.fight.fighters)
    if fighting:
        foes.sort(key=lambda b: band(s, mine.id, b.id))
    first = foes[0]
    notes = [condition(first)]
    if fighting:
        notes.append(DISTANCES[band(s, mine.id, first.id)])
    notes += _troubles(first)
    if len(foes) > 1:
        notes.append(f"and {len(foes) - 1} more")
    return Side(first.name, figure_of(first), (), tuple(notes))


def _stakes(s: Donjon) -> tuple[Line, ...]:
    return (Line("The goal", s.adventure.goal, rule="DON-ADV-01"),) if s.adventure is not None else ()


def reckoned(won: Sequence[int], lost: Sequence[int], n: int) -> str:
    """How `n` successes are read off two rows of dice, each the highest first: which beat which (DON-DICE-02 to -06)."""
    tied = next((at for at, (one, other) in enumerate(zip(won, lost, strict=False)) if one != other), min(len(won), len(lost)))
    best = lost[tied] if tied < len(lost) else 0
    high = won[tied:n]
    if not high or high[-1] <= best:
        return "all tie; one more die each decides"
    many = len(high) > MOST_NAMED
    shown = f"{high[0]} down to {high[-1]}, {len(high)} dice," if many else listed([str(face) for face in high])
    above = f"{shown} {'beats' if len(high) == 1 else 'beat'} {best or 'no dice at all'}"
    if not tied:
        return above
    ties = listed([str(face) for face in won[:tied]])
    return f"{ties} {'ties and counts' if tied == 1 else 'tie and count'} for the winner; {above}"


class _Row:
    """One side of a Test: whose dice, how they lie, and the throw among those told that brought them."""

    def __init__(self, event: Told, side: str, thrown: Sequence[Told]) -> None:
        self.name = str(event.values[side])
        self.faces = [int(face) for face in str(event.values[f"{side}_faces"]).split() if face != "-"]
        alike = (one for one in thrown if one.roll is not None and sorted(one.roll.faces, reverse=True) == self.faces)
        first = side == "a" or len(thrown) < 2  # tied to the last die: what fell first stands for all
        told = next(alike, thrown[0] if first else thrown[1])
        self.n, self.roll = told.n, told.roll if self.faces else None


def _purpose(event: Told) -> str:
    """What a Test is for; a blow that is parried says so, for then a miss is struck back (DON-DEF-03)."""
    why = str(event.values["why"])
    if found := re.fullmatch(r"(.+) hurts (.+)", why):
        return f"Does {found[1]} hurt {found[2]}?"
    return f"{why} (parried)" if event.rule == "DON-DEF-03" else why


def _tests(s: Donjon, told: Sequence[Told]) -> tuple[Throw, ...]:
    """Each Test as one throw: a side's dice with the other's against them, and the verdict of the line that sums it up."""
    party = {b.name for b in s.beings.values() if b.side == 0 or b.pc}
    thrown: list[Told] = []
    found: list[Throw] = []
    for event in told:
        if event.roll is not None:
            thrown.append(event)
            continue
        if "winner" in event.values and thrown:
            sides = [_Row(event, side, thrown) for side in ("a", "b")]
            sides.sort(key=lambda row: (row.roll is None, row.name not in party))  # one's own dice lie in front
            mine, other = sides
            won, n = event.values["winner"] == mine.name, int(str(event.values["n"]))
            said = reckoned(mine.faces, other.faces, n) if won else reckoned(other.faces, mine.faces, n)
            ours, theirs = mine.name in party, other.name in party
            assert mine.roll is not None
            found.append(Throw(
                mine.n, _purpose(event) or purpose(thrown[0]), mine.roll, said,
                some(n, "success") if won else f"beaten by {n}", won == ours if ours or theirs else None, other.roll,
                (mine.name.removeprefix("the "), other.name.removeprefix("the ")), (n, 0) if won else (0, n),
            ))  # fmt: skip
        thrown = []
    return tuple(found[-MOST:])

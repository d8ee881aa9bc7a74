"""The stage: who tests against whom, both pools face against face, who won by how much, and what hangs on it."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Line, Side, Stage, Throw, Told
from ...engine.stage import last_told, purpose
from ...engine.words import capital, some
from .being import Being
from .draw_fight import condition, figure_of
from .rules.basics.distance import band
from .state import DISTANCES, Donjon

MOST = 2  # Tests that are shown at once: an attack and its damage


def stage(s: Donjon, seat: int | None, told: Sequence[Told]) -> Stage | None:
    """What is happening to one's own character, or to the party for those who have none."""
    pcs = s.pcs()
    mine = next((b for b in pcs if b.seat == seat), pcs[s.lead % len(pcs)] if pcs else None)
    if mine is None:
        return Stage("Who will you be?", s.adventure.town.name if s.adventure else "", stakes=_stakes(s))
    tests = _tests(s, told)
    foe = _foe(s, mine)
    said = [event for event in told if event.roll is None and "winner" not in event.values and event.kind != "headline"]
    died = last_told(told, "DON-DEATH-01", "DON-DEATH-02")
    return Stage(
        _title(s, foe),
        _place(s),
        (_side(s, mine), *((foe,) if foe is not None else ())),
        _stakes(s),
        tests,
        (died or said[-1]).text if died or said else "",
        "death"
        if mine.status == "dead"
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
    kept = sum(bonus.dice for bonus in b.bonus)
    notes = [f"{some(kept, 'die')} kept"] if kept else []
    notes += [penalty.condition.replace("_", " ") for penalty in b.penalties if penalty.condition]
    return Side(b.name, figure_of(b), lines, tuple(notes))


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
    if len(foes) > 1:
        notes.append(f"and {len(foes) - 1} more")
    return Side(first.name, figure_of(first), (), tuple(notes))


def _stakes(s: Donjon) -> tuple[Line, ...]:
    return (Line("The goal", s.adventure.goal, rule="DON-ADV-01"),) if s.adventure is not None else ()


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
            dice, against = thrown[0], thrown[1].roll if len(thrown) > 1 else None
            ours = event.values["a"] in party
            won = event.values["winner"] == event.values["a"]
            n = int(str(event.values["n"]))
            word = some(n, "success") if won else f"beaten by {n}"
            assert dice.roll is not None
            found.append(Throw(dice.n, str(event.values["why"]) or purpose(dice), dice.roll, f"to beat {event.values['b']}",
                               word, won == ours if ours or event.values["b"] in party else None, against))  # fmt: skip
        thrown = []
    return tuple(found[-MOST:])

"""Reading actions: the kind of Test and the Attribute that a player's words mean, likeliest first."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from .english import Clause, clauses, is_question
from .lexicon import lexicon

FIRST, VERB, FRAME, THING = 4.0, 2.0, 5.0, 1.0  # fixed weights: the first verb, a later one, a frame, a thing


class Reading(msgspec.Struct, frozen=True):
    """One way to understand an action."""

    kind: str
    attr: str
    weight: float
    word: str  # what it hangs on


@lru_cache(maxsize=2048)
def read_action(text: str) -> tuple[Reading, ...]:
    """Every way to understand an action, the likeliest first; none: no word of it is known."""
    found: dict[tuple[str, str], list[float | str]] = {}
    started = False
    asking = is_question(text)
    for clause in clauses(text):
        share = _share(clause, started)
        hits = _hits(clause, first=not started)
        if any(weight >= VERB for _, _, weight, _ in hits) and share:
            started = True
        for kind, attr, weight, word in hits:
            entry = found.setdefault((kind, attr), [0.0, word])
            entry[0] = float(entry[0]) + weight * share
    if asking:
        entry = found.setdefault(("perception", "dis"), [0.0, "?"])
        entry[0] = float(entry[0]) + 1.5
    for number, (kind, attr, word) in enumerate(_guesses(text)):
        found.setdefault((kind, attr), [0.9 - number / 20, word])
    made = [Reading(kind, attr, float(entry[0]), str(entry[1])) for (kind, attr), entry in found.items() if float(entry[0]) > 0]
    made.sort(key=lambda reading: -reading.weight)
    return tuple(made)


def _guesses(text: str) -> list[tuple[str, str, str]]:
    """What a plan may be by what it names, when its verb says little."""
    known = lexicon()
    said = [word for clause in clauses(text) if not clause.denied for word in clause.words]
    guessed: list[tuple[str, str, str]] = []
    for name, rows in known.guesses.items():
        word = next((word for word in said if word in known.classes[name]), "")
        if word:
            guessed += [(*row.partition(" ")[::2], word) for row in rows]
    return guessed


def _share(clause: Clause, started: bool) -> float:
    """How much a clause counts: one that is denied not at all, a subordinate one little."""
    if clause.denied or clause.link == "without":
        return 0.0
    return lexicon().links.get(clause.link, 1.0) if started else max(0.5, lexicon().links.get(clause.link, 1.0))


def _hits(clause: Clause, *, first: bool) -> list[tuple[str, str, float, str]]:
    known = lexicon()
    said = [word for word in clause.words if word not in known.helpers]
    hits: list[tuple[str, str, float, str]] = []
    verbs: list[tuple[int, str, str, str]] = []
    framed: set[str] = set()
    for deed in known.deeds:
        for frame in deed.frames:
            parts = frame.split()
            at = spans(parts, list(clause.words))
            if at >= 0:
                hits.append((deed.kind, deed.attr, FRAME + len(parts) / 2 - at / 4, frame))
                framed.update(parts[:1])
        verbs += [(said.index(verb), deed.kind, deed.attr, verb) for verb in deed.verbs if verb in said]
        hits += [(deed.kind, deed.attr, THING, thing) for thing in deed.things if thing in said]
    verbs.sort(key=lambda row: row[0])
    for at, kind, attr, verb in verbs:
        leading = first and at == verbs[0][0]
        weight = (FIRST if leading else VERB) - at / 10
        if at and said[at - 1] in known.classes["article"]:  # "the climb": a thing, not a deed
            weight = THING
        hits.append((kind, attr, weight if verb not in framed else weight / 4, verb))
    return hits


def spans(parts: list[str], said: list[str]) -> int:
    """Where a frame begins in what was said, its words in order and at most four words apart; -1: nowhere."""
    for start, word in enumerate(said):
        if word != parts[0]:
            continue
        at, here = start, True
        for part in parts[1:]:
            nearby = said[at + 1 : at + 6]
            if part not in nearby:
                here = False
                break
            at += 1 + nearby.index(part)
        if here:
            return start
    return -1

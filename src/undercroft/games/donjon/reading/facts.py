"""Reading facts: which of the closed list of effects a statement means, likeliest first."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from .english import clauses
from .lexicon import frames_about, lexicon

COLOUR = "colour"
_DENIALS = frozenset(["not", "no", "never", "nobody", "none", "nothing"])
GAP = 2  # words that may stand between two of a frame


class Effect(msgspec.Struct, frozen=True):
    """One way to understand a statement."""

    effect: str
    weight: float


@lru_cache(maxsize=4096)
def read_effects(text: str, names: frozenset[str] = frozenset()) -> tuple[Effect, ...]:
    """Every effect the statement may mean, the likeliest first; colour stands last at the latest.

    `names`: words (in ground form) that stand for somebody who is here.
    """
    found: dict[str, float] = {}
    started = False
    for clause in clauses(text, facts=True):
        said = clause.words
        share = lexicon().statement_links.get(clause.link, 1.0) if started else 1.0
        best: dict[str, list[float]] = {}
        subject = _subject(said, names)
        for effect, weight, pattern in frames_about(said):
            if _fits(pattern, said, names):
                full = float(weight) + len(pattern) / 10
                said_so = not _DENIALS & set(said) or any(word in _DENIALS for part in pattern for word in part.split("|"))
                about = lexicon().suits.get(effect)
                fitting = 0.0 if about is None or not subject else 1.0 if subject in about else -3.0
                best.setdefault(effect, []).append((full if said_so else full / 2) + fitting)
        for effect, weights in best.items():
            weights.sort(reverse=True)
            found[effect] = found.get(effect, 0.0) + share * (weights[0] + 0.3 * sum(weights[1:3]))
        started = started or bool(best)
    every = [word for clause in clauses(text, facts=True) for word in clause.words]
    padding: list[str] = []
    for name, effects in lexicon().padding.items():
        at = next(
            (n for n, word in enumerate(every) if word in lexicon().classes[name] or (name == "creature" and word in names)), -1
        )
        if at >= 0:
            padding += [effect for effect in effects if effect not in found and effect not in padding]
    found |= {effect: 0.9 - number / 20 for number, effect in enumerate(padding)}
    ranked = sorted((Effect(effect, weight) for effect, weight in found.items()), key=lambda e: -e.weight)
    if COLOUR not in found:
        ranked.append(Effect(COLOUR, 0.0))
    return tuple(ranked)


_SORTS = ("me", "they", "creature", "light", "part", "way", "thing")


def _subject(said: tuple[str, ...], names: frozenset[str]) -> str:
    """What sort of subject a clause has: the first word of a known sort, or the one it is "of"; "": no telling."""
    for at, word in enumerate(said[:6]):
        found = _sort(word, names)
        if not found:
            continue
        following = said[at + 1 : at + 3]
        if found == "they" and word in ("his", "her", "their", "it") and following and word != "it":
            found = _sort(following[0], names) or found
        if len(following) == 2 and following[0] == "of":
            found = _sort(following[1], names) or found
        elif following and word not in ("i", "we") and found not in ("they", "me") and (then := _sort(following[0], names)):
            found = then  # "the brass key": the last of two names it
        if found == "me" and word in ("my", "our"):
            found = (_sort(following[0], names) if following else "") or found
        return found
    return ""


def _sort(word: str, names: frozenset[str]) -> str:
    if word in names:
        return "creature"
    return next((sort for sort in _SORTS if word in lexicon().classes[sort]), "")


def _fits(pattern: tuple[str, ...], said: tuple[str, ...], names: frozenset[str]) -> bool:
    return any(_from(pattern, said, start, names) for start in range(len(said)))


def _from(pattern: tuple[str, ...], said: tuple[str, ...], start: int, names: frozenset[str]) -> bool:
    """Whether a frame fits with its first word here."""
    if pattern[0] == "^":
        return start == 0 and _rest(pattern[1:], said, 0, names, 2)
    return _rest(pattern, said, start, names, 0)


def _rest(pattern: tuple[str, ...], said: tuple[str, ...], at: int, names: frozenset[str], gap: int) -> bool:
    if not pattern:
        return True
    if pattern[0] == "$":
        return at >= len(said)
    if pattern[0] == "*":
        return _rest(pattern[1:], said, at, names, 5)
    for here in range(at, min(len(said), at + gap + 1)):
        if _is(pattern[0], said[here], names) and _rest(pattern[1:], said, here + 1, names, GAP):
            return True
    return False


def _is(part: str, word: str, names: frozenset[str]) -> bool:
    for one in part.split("|"):
        if one[0] == "@":
            classes = lexicon().classes
            if word in classes[one[1:]] or (one == "@creature" and word in names):
                return True
        elif one == word:
            return True
    return False

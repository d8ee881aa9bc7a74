"""Evidence: everything in a text that speaks for one reading or another, as plain numbers. What is said outright, what is hinted
at, and which words stand where; weights.py says how much each counts."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from .english import Clause, clauses, ground, is_question, tokens, unquoted
from .lexicon import frames_about, lexicon

FIRST, VERB, FRAME, THING = 4.0, 2.0, 5.0, 1.0  # fixed weights: the first verb, a later one, a frame, a thing
ASIDE = 0.4  # what others do, beside what the speaker does
ALOUD = 0.25  # words inside a speech
GAP = 2  # words that may stand between two of a frame
_DENIALS = frozenset(["not", "no", "never", "nobody", "none", "nothing"])
_SELVES = frozenset(["i", "we", "my", "our"])
_TELLING = frozenset(["tell", "say", "claim", "swear", "promise", "explain", "insist", "announce", "assure", "warn", "boast"])
_SORTS = ("me", "they", "creature", "light", "part", "way", "thing")


class Evidence(msgspec.Struct):
    """What speaks for each reading."""

    outright: dict[str, float] = {}
    hinted: dict[str, float] = {}
    features: dict[str, float] = {}
    attrs: dict[tuple[str, str], float] = {}  # plans only: kind and Attribute
    words: dict[str, str] = {}  # what a reading hangs on
    best: dict[str, float] = {}

    def add(self, name: str, weight: float, word: str) -> None:
        """Something said outright."""
        self.outright[name] = self.outright.get(name, 0.0) + weight
        if weight > self.best.get(name, 0.0):
            self.best[name], self.words[name] = weight, word

    def hint(self, name: str, weight: float, word: str) -> None:
        """Something hinted at."""
        self.hinted[name] = self.hinted.get(name, 0.0) + weight
        if weight / 2 > self.best.get(name, 0.0):
            self.best[name], self.words[name] = weight / 2, word

    def feature(self, name: str, value: float) -> None:
        """A word or a trait of the text; the strongest place counts."""
        self.features[name] = max(value, self.features.get(name, 0.0))


# Plans.


@lru_cache(maxsize=2048)
def deed_evidence(text: str) -> Evidence:
    """What a plan speaks for."""
    seen = Evidence()
    plain, aloud = unquoted(text)
    parts = clauses(plain)
    owned = any(clause.own and not clause.denied for clause in parts)
    started = told = False
    for clause in parts:
        share = _share(clause, started=started, owned=owned)
        told_here = told and (not clause.own or bool(_SELVES & set(clause.words)))  # "I tell them that I ...": told, not done
        share = min(share, ALOUD) if told_here else share
        hits = _hits(clause, first=not started)
        if any(weight >= VERB for _, _, weight, _ in hits) and share:
            started = True
        for kind, attr, weight, word in hits:
            if share:
                seen.add(kind, weight * share, word)
                seen.attrs[kind, attr] = seen.attrs.get((kind, attr), 0.0) + weight * share
        _hint(seen, lexicon().deed_hints, clause.words, max(share, 0.1 if clause.denied or told_here else 0.3))
        _traits(seen, clause.words, max(share, 0.1 if clause.denied or told_here else 0.4))
        verb = _main_verb(clause)
        if verb and share:
            seen.feature(f"v {verb}", share)
        told = told or (verb in _TELLING and bool(share))
    for clause in clauses(aloud) if aloud else ():
        _hint(seen, lexicon().deed_hints, clause.words, ALOUD)
    if aloud:
        seen.feature("aloud", 1.0)
    if is_question(plain):
        seen.feature("asking", 1.0)
    return seen


def _main_verb(clause: Clause) -> str:
    """What the speaker does in a clause: the first word after "I" that is no helper, or the first of all."""
    known = lexicon()
    at = next((n for n, word in enumerate(clause.words) if word in ("i", "we")), -1)
    if at < 0 and not clause.own:
        return ""
    return next((word for word in clause.words[at + 1 :] if word not in known.helpers and word != "not"), "")


def _share(clause: Clause, *, started: bool, owned: bool) -> float:
    """How much a clause counts: one that is denied not at all, a subordinate one or somebody else's little."""
    if clause.denied or clause.link == "without":
        return 0.0
    weight = lexicon().links.get(clause.link, 1.0)
    share = weight if started else max(0.5, weight)
    return share if clause.own or not owned or clause.link in ("to", "and", "then", ",") else min(share, ASIDE)


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


# Statements.


@lru_cache(maxsize=4096)
def fact_evidence(text: str, names: frozenset[str] = frozenset()) -> Evidence:
    """What a statement speaks for. `names`: words (in ground form) that stand for somebody who is here."""
    seen = Evidence()
    plain, aloud = unquoted(text)
    started = False
    for clause in clauses(plain, facts=True):
        said = clause.words
        share = lexicon().statement_links.get(clause.link, 1.0) if started else 1.0
        best: dict[str, list[tuple[float, str]]] = {}
        subject = _subject(said, names)
        for effect, weight, pattern in frames_about(said):
            if _fits(pattern, said, names):
                full = float(weight) + len(pattern) / 10
                said_so = not _DENIALS & set(said) or any(word in _DENIALS for part in pattern for word in part.split("|"))
                about = lexicon().suits.get(effect)
                fitting = 0.0 if about is None or not subject else 1.0 if subject in about else -3.0
                best.setdefault(effect, []).append(((full if said_so else full / 2) + fitting, " ".join(pattern)))
        for effect, weights in best.items():
            weights.sort(reverse=True)
            seen.add(effect, share * (weights[0][0] + 0.3 * sum(w for w, _ in weights[1:3])), weights[0][1])
        _hint(seen, lexicon().fact_hints, said, share)
        _traits(seen, said, share)
        if subject:
            seen.feature(f"s {subject}", share)
            for word in said:
                if word in lexicon().verbs or word in lexicon().fact_hints:
                    seen.feature(f"s {subject} {word}", share)
        started = started or bool(best)
    for clause in clauses(aloud, facts=True) if aloud else ():
        _hint(seen, lexicon().fact_hints, clause.words, ALOUD)
    if aloud:
        seen.feature("aloud", 1.0)
    every = {ground(word) for word in tokens(plain)}
    for name, words in lexicon().classes.items():
        if any(word in words or (name == "creature" and word in names) for word in every):
            seen.feature(f"has {name}", 1.0)
    return seen


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
        return start == 0 and _rest(pattern[1:], said, 0, names, GAP)
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


# Both.


def _hint(seen: Evidence, hints: dict[str, tuple[tuple[str, float], ...]], said: tuple[str, ...], share: float) -> None:
    """Single words that speak for something, and pairs with at most one word between."""
    for at, word in enumerate(said):
        for name, weight in hints.get(word, ()):
            seen.hint(name, weight * share, word)
        for other in said[at + 1 : at + 3]:
            for name, weight in hints.get(f"{word} {other}", ()):
                seen.hint(name, weight * share, f"{word} {other}")


def _traits(seen: Evidence, said: tuple[str, ...], share: float) -> None:
    """The words themselves, alone and in pairs."""
    for at, word in enumerate(said):
        seen.feature(word, share)
        if at + 1 < len(said):
            seen.feature(f"{word} {said[at + 1]}", share)

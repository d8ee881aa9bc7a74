"""The lexicon of the reader: data/lexicon.toml, read strictly and once, with what is worked out from it."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec

from ....engine.content import load_toml
from ..rows import Strict


class Deed(Strict):
    """What people do, and the Test it is: verbs by themselves, frames of several words, things that point that way."""

    kind: str
    attr: str
    verbs: list[str] = []
    frames: list[str] = []
    things: list[str] = []


class Frame(Strict):
    """Ways of saying that one effect has come about. Heavier frames win."""

    effect: str
    weight: int
    says: list[str]


class EffectRow(Strict):
    """An effect a fact may have: the kind of fact it is, and how it is put to the player."""

    family: str
    label: str
    does: str


class Hints(Strict):
    """Words that speak for a kind or an effect, surely, likely or slightly; a-b stands for two words that follow each other."""

    sure: str
    likely: str
    slight: str


class _Hints(Strict):
    deeds: dict[str, Hints]
    facts: dict[str, Hints]


class _File(Strict):
    contractions: dict[str, str]
    irregular: dict[str, str]
    subjects: list[str]
    predicates: list[str]
    asking: list[str]
    empty: list[str]
    links: dict[str, float]
    statement_links: dict[str, float]
    helpers: list[str]
    known: list[str]
    suits: dict[str, list[str]]
    classes: dict[str, list[str]]
    deed: list[Deed]
    effects: dict[str, EffectRow]
    frame: list[Frame]


class Lexicon(msgspec.Struct, frozen=True):
    """Words, what they come from and what they point to."""

    contractions: dict[str, str]
    irregular: dict[str, str]
    subjects: frozenset[str]
    predicates: frozenset[str]
    asking: frozenset[str]
    empty: frozenset[str]
    links: dict[str, float]
    statement_links: dict[str, float]
    helpers: frozenset[str]
    suits: dict[str, list[str]]
    classes: dict[str, frozenset[str]]
    deeds: tuple[Deed, ...]
    effects: dict[str, EffectRow]
    frames: tuple[tuple[str, int, tuple[str, ...]], ...]  # effect, weight, pattern
    vocabulary: frozenset[str]
    by_start: dict[str, tuple[str, ...]]  # two letters -> words that a misspelling may mean
    verbs: frozenset[str]  # what people do
    deed_hints: dict[str, tuple[tuple[str, float], ...]]  # word, or two words with a blank -> kinds it speaks for
    fact_hints: dict[str, tuple[tuple[str, float], ...]]  # the same for effects


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The whole lexicon."""
    raw = load_toml(files(__package__.rpartition(".")[0]) / "data" / "lexicon.toml", _File)
    hints = load_toml(files(__package__.rpartition(".")[0]) / "data" / "hints.toml", _Hints)
    frames = tuple((row.effect, row.weight, tuple(line.split())) for row in raw.frame for line in row.says)
    target: list[str] = [word for many in raw.classes.values() for word in many]
    for deed in raw.deed:
        target += [*deed.verbs, *deed.things, *(w for frame in deed.frames for w in frame.split() if w.isalpha())]
    for _, _, pattern in frames:
        target += [word for part in pattern for word in part.split("|") if word.isalpha()]
    deed_hints, fact_hints = _turned(hints.deeds), _turned(hints.facts)
    target += [word for many in (deed_hints, fact_hints) for entry in many for word in entry.split()]
    verbs = [verb for deed in raw.deed for verb in deed.verbs] + [
        word for row in hints.deeds.values() for word in f"{row.sure} {row.likely}".split()
    ]
    by_start: dict[str, list[str]] = {}
    for word in dict.fromkeys(target):
        if len(word) >= 4:
            by_start.setdefault(word[:2], []).append(word)
    vocabulary = frozenset(
        [*target, *raw.known, *raw.empty, *raw.subjects, *raw.predicates, *raw.helpers, *raw.irregular.values()]
    )
    return Lexicon(
        raw.contractions, raw.irregular, frozenset(raw.subjects), frozenset(raw.predicates), frozenset(raw.asking),
        frozenset(raw.empty), raw.links, raw.statement_links, frozenset(raw.helpers), raw.suits,
        {k: frozenset(v) for k, v in raw.classes.items()},
        tuple(raw.deed), raw.effects, frames, vocabulary, {k: tuple(v) for k, v in by_start.items()},
        frozenset(verbs), deed_hints, fact_hints,
    )  # fmt: skip


@lru_cache(maxsize=1)
def _frames_by_word() -> tuple[dict[str, list[int]], list[int], dict[str, int], list[int]]:
    """The numbers of frames by each word that their narrowest part may be; those without such a part. And each part of a
    frame as a bit: the parts that a word may be, and those that a frame needs."""
    by_word: dict[str, list[int]] = {}
    open_ones: list[int] = []
    parts_of: dict[str, int] = {}
    needed: list[int] = []
    bit = 1
    classes = lexicon().classes
    for number, (_, _, pattern) in enumerate(lexicon().frames):
        parts = [part.split("|") for part in pattern if part not in ("^", "$", "*") and "@creature" not in part]
        may_be = [frozenset(w for one in part for w in (classes[one[1:]] if one[0] == "@" else (one,))) for part in parts]
        needed.append(0)
        for many in may_be:
            for word in many:
                parts_of[word] = parts_of.get(word, 0) | bit
            needed[-1] |= bit
            bit <<= 1
        if not parts:
            open_ones.append(number)
            continue
        for word in min(may_be, key=len):
            by_word.setdefault(word, []).append(number)
    return by_word, open_ones, parts_of, needed


def frames_about(said: tuple[str, ...]) -> list[tuple[str, int, tuple[str, ...]]]:
    """The frames of which every part is among these words, in the lexicon's order; all others cannot fit."""
    by_word, open_ones, parts_of, needed = _frames_by_word()
    numbers, there = set(open_ones), 0
    for word in said:
        numbers.update(by_word.get(word, ()))
        there |= parts_of.get(word, 0)
    frames = lexicon().frames
    return [frames[n] for n in sorted(numbers) if not needed[n] & ~there]


SURE, LIKELY, SLIGHT = 4.0, 2.0, 0.8


def _turned(rows: dict[str, Hints]) -> dict[str, tuple[tuple[str, float], ...]]:
    """Hints by word. One that speaks for many speaks less for each."""
    found: dict[str, dict[str, float]] = {}
    for name, row in rows.items():
        for weight, words in ((SLIGHT, row.slight), (LIKELY, row.likely), (SURE, row.sure)):
            for word in words.split():
                entry = found.setdefault(word.replace("-", " "), {})
                entry[name] = max(weight, entry.get(name, 0.0))
    return {word: tuple(entry.items()) for word, entry in found.items()}

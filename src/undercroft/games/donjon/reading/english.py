"""English, as far as a sentence at the table needs it: words in their ground forms, clauses, denials and questions."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from .lexicon import lexicon

_WORD = re.compile(r"[a-z0-9]+(?:['’][a-z]+)?|[,;:.!?()]|[-–—]{1,2}(?=\s)")
_QUOTED = re.compile(r'"([^"]+)"?|(?<!\w)\'([^\']*(?:\w\'\w[^\']*)*)\'(?!\w)')
_ENDINGS = (("n't", "not"), ("'ve", "have"), ("'re", "be"), ("'ll", "will"), ("'m", "be"), ("'d", "would"))
_VOWELS = frozenset("aeiouy")


class Clause(msgspec.Struct, frozen=True):
    """A clause: its words in ground form, how it hangs on the sentence, whether it is denied, and whose it is."""

    words: tuple[str, ...]
    link: str = ""  # the word that opens it, if it is not the main clause
    denied: bool = False
    own: bool = False  # the speaker does it: "I ...", "let me ...", or a command to oneself


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """Words and stops in small letters, contractions written out; a possessive's ending stands alone as 's."""
    found: list[str] = []
    raw = _WORD.findall(text.lower().replace("’", "'"))
    for number, word in enumerate(raw):
        if "'" not in word and word not in lexicon().contractions:
            found.append(word)
            continue
        following = raw[number + 1] if number + 1 < len(raw) else ""
        found += _apart(word, following)
    return tuple(found)


def _apart(word: str, following: str) -> list[str]:
    odd = lexicon().contractions.get(word)
    if odd is not None:
        return odd.split()
    for ending, full in _ENDINGS:
        if word.endswith(ending):
            return [part for part in (word[: -len(ending)], full) if part]
    base, _, ending = word.partition("'")
    if ending != "s":
        return [base + ending]
    known = lexicon()
    if base in known.subjects or following in known.predicates or following.endswith("ing"):
        return [base, "be"]
    return [base, "'s"]


@lru_cache(maxsize=8192)
def ground(word: str) -> str:
    """A word in its ground form: wolves -> wolf, ran -> run, climbing -> climb; a slip of the pen is set right."""
    known = lexicon()
    if word in known.irregular:
        return known.irregular[word]
    if word in known.vocabulary:
        return word
    forms = _forms(word)
    for form in forms:
        if form in known.vocabulary:
            return form
    right = _set_right(word) or _heard(word)
    if right:
        return right
    return forms[0] if forms else word


def _forms(word: str) -> list[str]:
    """What a word may come from, likeliest first."""
    found: list[str] = []
    for ending in ("ves", "ies", "ied", "ing", "ed", "es", "s"):
        if not word.endswith(ending) or len(word) - len(ending) < 2:
            continue
        base = word[: -len(ending)]
        if ending == "ves":
            found += [base + "f", base + "fe", base + "ve"]
        elif ending in ("ies", "ied"):
            found += [base + "y", base + "ie"]
        elif ending in ("ing", "ed"):
            if not _VOWELS & set(base):
                continue
            if len(base) > 2 and base[-1] == base[-2] and base[-1] not in "ls":
                found += [base[:-1], base]
            else:
                found += [base, base + "e"]
                if len(base) > 2 and base[-1] == base[-2]:
                    found.append(base[:-1])
        elif ending == "es":
            found += [base, base + "e"] if base.endswith(("ch", "sh", "s", "x", "z", "o")) else [base + "e", base]
        elif not word.endswith("ss") and len(word) > 3:
            found.append(base)
    if word.endswith("ly") and len(word) > 4:
        found.append(word[:-2])
    return found


def _set_right(word: str) -> str:
    """The one word of the lexicon that this is a common misspelling of, or nothing.

    A letter doubled, dropped or added, two changed about, or one vowel for another: never one consonant for another.
    """
    if len(word) < 5:
        return ""
    found = [right for right in lexicon().by_start.get(word[:2], ()) if _slip(word, right)]
    for form in _forms(word):
        found += [right for right in lexicon().by_start.get(form[:2], ()) if _slip(form, right) and right not in found]
    return found[0] if len(found) == 1 else ""


_SOUNDS = (  # consonants alone: vowels that sound alike are other words too often
    ("sten", "sen"), ("stle", "sle"), ("tch", "ch"), ("ph", "f"), ("wh", "w"), ("kn", "n"), ("wr", "r"), ("mb", "m"),
    ("dge", "je"), ("qu", "kw"), ("ck", "k"), ("x", "ks"), ("ce", "se"), ("ci", "si"), ("cy", "sy"), ("ch", "tsh"), ("c", "k"),
)  # fmt: skip


def _sound(word: str) -> str:
    """Roughly how a word sounds: what is written as it is heard has the same sound as what was meant."""
    for written, heard in _SOUNDS:
        word = word.replace(written, heard)
    return "".join(c for n, c in enumerate(word) if not n or c != word[n - 1] or c in _VOWELS)


@lru_cache(maxsize=1)
def _by_sound() -> dict[str, tuple[str, ...]]:
    made: dict[str, tuple[str, ...]] = {}
    for word in sorted({*lexicon().verbs, *lexicon().classes["thing"], *lexicon().classes["barrier"], *lexicon().classes["way"]}):
        if word.isalpha() and len(word) >= 4:
            made[_sound(word)] = (*made.get(_sound(word), ()), word)
    return made


def _heard(word: str) -> str:
    """The one verb or thing that sounds like this word, or nothing: "pik the lok", "lissen"."""
    if len(word) < 3:
        return ""
    found = _by_sound().get(_sound(word), ())
    for form in _forms(word):
        found = (
            (*found, *(right for right in _by_sound().get(_sound(form), ()) if right not in found)) if len(form) >= 3 else found
        )
    return found[0] if len(found) == 1 else ""


def _slip(word: str, right: str) -> bool:
    if len(right) < 4 or abs(len(word) - len(right)) > 1 or (len(right) == 4 and len(word) < 5):
        return False
    if len(word) == len(right):
        apart = [n for n in range(len(word)) if word[n] != right[n]]
        if len(apart) == 1:
            return len(word) >= 5 and word[apart[0]] in _VOWELS and right[apart[0]] in _VOWELS
        return (
            len(apart) == 2
            and apart[1] == apart[0] + 1
            and (word[apart[0]], word[apart[1]]) == (right[apart[1]], right[apart[0]])
        )
    long, short = (word, right) if len(word) > len(right) else (right, word)
    cut = [n for n in range(len(long)) if long[:n] + long[n + 1 :] == short]
    doubled = bool(cut) and any(n and long[n] == long[n - 1] for n in cut)
    return doubled or (bool(cut) and len(short) >= 7 and cut[0] < len(long) - 1)


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """All words of a text in ground form, stops left out."""
    return tuple(ground(word) for word in tokens(text) if word[0].isalnum())


def is_question(text: str) -> bool:
    """Whether somebody asks instead of saying."""
    first = tokens(text)[:1]
    return text.rstrip().endswith("?") or bool(first and first[0] in lexicon().asking)


@lru_cache(maxsize=4096)
def unquoted(text: str) -> tuple[str, str]:
    """A text without what is said aloud in it, and what is said aloud."""
    said: list[str] = []

    def aside(found: re.Match[str]) -> str:
        words = found[1] or found[2]
        if len(words.split()) < 2:
            return f" {words} "
        said.append(words)
        return " , "

    plain = _QUOTED.sub(aside, text.replace("“", '"').replace("”", '"').replace("’", "'").replace("‘", "'"))
    return (plain, " ".join(said)) if any(c.isalpha() for c in plain) else (text, "")


@lru_cache(maxsize=4096)
def clauses(text: str, *, facts: bool = False) -> tuple[Clause, ...]:
    """The clauses of a sentence in order, each with what links it; little words that say nothing are left out.

    `facts`: a statement, which is cut up less than a plan is.
    """
    known = lexicon()
    links = known.statement_links if facts else known.links
    found: list[Clause] = []
    held: list[str] = []
    link = ""

    def close(opening: str) -> None:
        nonlocal link
        if held:
            found.append(Clause(tuple(w for w in held if w not in known.empty), link, _denied(held), _own(held)))
            held.clear()
            link = opening
        elif opening and not link:
            link = opening

    said = tokens(text)
    for number, word in enumerate(said):
        following = said[number + 1] if number + 1 < len(said) else ""
        if not word[0].isalnum() and word != "'s":
            close(",")
        elif not facts and (word, following) in _NOT_SO:
            close("without")
        elif not facts and word == "instead":
            close(",")
        elif not facts and link == "without" and word in _SELVES and held:
            close(",")  # "rather than fight I ...": the main clause begins
            held.append(ground(word))
        elif word in links:
            close(word)
        elif word != "'s":
            if not facts and word in _SELVES and len(held) > 2 and link not in ("", ","):
                close(",")  # "while the duke talks I ...": the main clause begins
            held.append(ground(word))
    close("")
    return tuple(found)


_SELVES = frozenset(["i", "we"])
_NOT_SO = frozenset([("rather", "than"), ("instead", "of"), ("sooner", "than")])  # what is not done


def _own(held: list[str]) -> bool:
    """Whether a clause says what the speaker does."""
    known = lexicon()
    first = next((word for word in held if word not in known.empty), "")
    if any(word in _SELVES for word in held[:5]) or held[:2] in (["let", "me"], ["let", "us"]):
        return True
    return first in known.verbs and first not in known.classes["article"]


def _denied(held: list[str]) -> bool:
    return "not" in held or "never" in held

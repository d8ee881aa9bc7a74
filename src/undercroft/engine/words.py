"""The small words of English: articles, numbers, lists, owners, verbs and pronouns that agree. One place for all games.

A template may ask for any of them, so that no rule does: `{who:The} {who:has|have} {n:count coin|coins}, {names:and}.`

| spec | gives | for |
|---|---|---|
| `a` `A` `the` `The` | an orc, The orc; a proper name stays as it is | a noun |
| `'s` `the's` `The's` | Bo's, the bats' | a noun |
| `it` `its` `them` `It` `Its` `Them` | its pronoun | a noun, or several |
| `^` | the same, with a large first letter | anything |
| `one\\|many` | the word that agrees | a number, a noun, a list |
| `count one\\|many` | no coins, one coin, 1,200 coins | a number |
| `words` `Words` | the number itself, in words up to twelve | a number |
| `and` `or` `And` `Or` | a, b and c | a list |

Any other spec is Python's own (`{n:,}`). A text with a large first letter counts as a proper name.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec


class Noun(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word for something, with what English must know of it. The data of a game keeps these beside its numbers."""

    one: str
    many: str = ""  # its plural, where the rule does not give it
    proper: bool = False  # a name: no article
    mass: bool = False  # gold, armour: no "a" and no plural
    plural: bool = False  # several by itself: the Goblins have
    pronoun: str = ""  # "he", "she", "it", "they"; empty: it, or they for several


Word: TypeAlias = str | Noun
Value: TypeAlias = str | int | Noun | list[str]
"""A value of a template: plain data, kept with the event."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")
_PRONOUNS = {
    "he": ("he", "him", "his"), "she": ("she", "her", "her"), "it": ("it", "it", "its"), "they": ("they", "them", "their"),
}  # fmt: skip
_FORMS = {"it": 0, "them": 1, "its": 2}
_ODD = (
    ("mouse", "mice"), ("louse", "lice"), ("tooth", "teeth"), ("foot", "feet"), ("goose", "geese"), ("child", "children"),
    ("thief", "thieves"), ("knife", "knives"), ("wife", "wives"), ("die", "dice"), ("ox", "oxen"),
)  # fmt: skip
_SOUNDS_LIKE_A_CONSONANT = ("eu", "one", "once", "uni", "use", "usu", "ura", "ute", "uti", "uto")
_SOUNDS_LIKE_A_VOWEL = ("hour", "heir", "honest", "honour", "8", "11", "18")


def listed(parts: Iterable[str], last: str = "and", none: str = "nothing") -> str:
    """ "a", "a and b", "a, b and c"; without any, what `none` says."""
    every = list(parts)
    return f"{', '.join(every[:-1])} {last} {every[-1]}" if len(every) > 1 else every[0] if every else none


_odds_told = ContextVar("odds_told", default=True)


def told_odds(text: str) -> str:
    """Words that tell a chance, in a hint or on a screen: nothing at a table that does not want to be told."""
    return text if _odds_told.get() else ""


@contextmanager
def telling_odds(told: bool) -> Iterator[None]:
    """While words are made for a table that wants to be told the odds, or does not."""
    before = _odds_told.set(told)
    try:
        yield
    finally:
        _odds_told.reset(before)


def capital(text: str) -> str:
    """The same, with a large first letter."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """A title in the middle of a sentence: its article with a small first letter."""
    return text[:1].lower() + text[1:] if text.startswith(("The ", "A ", "An ")) else text


def sentence(text: str) -> str:
    """The same as a sentence of its own: a large first letter and a full stop."""
    text = text.strip()
    return capital(text) + ("" if text[-1] in ".!?'\"…)" else ".") if text else ""


def number(n: int) -> str:
    """A number in words up to twelve, in figures with thousands marked above."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else f"{n:,}"


def ordinal(n: int) -> str:
    """Which one it is: "first" to "twelfth", "34th" above."""
    if 1 <= n <= len(ORDINALS):
        return ORDINALS[n - 1]
    return f"{n:,}{'th' if n % 100 in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def some(n: int, one: str, many: str = "") -> str:
    """So many of something, in figures: "1 answer", "20 answers"."""
    return f"{n:,} {one if n == 1 else many or plural(one)}"


def count(n: int, one: str, many: str = "") -> str:
    """So many of something, in words where they are few: "no gold", "one die", "1,200 coins"."""
    return f"{number(n)} {one if n == 1 else many or plural(one)}"


@lru_cache(maxsize=4096)
def plural(noun: str) -> str:
    """More than one of them, by rule: witches, wolves, thieves, mummies, dwarves, men, mice."""
    last = noun.rpartition(" ")[2].lower()
    for one, many in _ODD:
        if last == one or (len(one) > 3 and last.endswith(one)):
            return noun[: len(noun) - len(one) + 1] + many[1:]
    if last.endswith("man") and not last.endswith("human"):
        return noun[:-2] + "en"
    if last.endswith(("ch", "sh", "s", "x", "z")):
        return noun + "es"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    if last.endswith(("lf", "arf", "eaf")):
        return noun[:-1] + "ves"
    return noun + "s"


def many(noun: Word) -> str:
    """The word for several: the noun's own, or by rule."""
    if isinstance(noun, str):
        return plural(noun)
    return noun.one if noun.plural or noun.mass else noun.many or plural(noun.one)


def _named(noun: Word) -> bool:
    return noun[:1].isupper() if isinstance(noun, str) else noun.proper


def _plain(noun: Word) -> str:
    return noun if isinstance(noun, str) else noun.one


def a(noun: Word) -> str:
    """The noun with "a" or "an"; a name, a plural and a mass word without."""
    text = _plain(noun)
    if _named(noun) or (isinstance(noun, Noun) and (noun.mass or noun.plural)):
        return text
    return f"{article(text)} {text}"


def article(text: str) -> str:
    """ "a" or "an", whichever this is said with."""
    low = text.lower()
    vowel = low.startswith(_SOUNDS_LIKE_A_VOWEL) or (low[:1] in tuple("aeiou") and not low.startswith(_SOUNDS_LIKE_A_CONSONANT))
    return "an" if vowel or low.startswith(("unin", "unim")) else "a"


def the(noun: Word) -> str:
    """The noun with "the"; a name, and what begins with "the" already, as it is."""
    text = _plain(noun)
    return text if _named(noun) or text.startswith("the ") else f"the {text}"


def owned(text: str, many: bool = False) -> str:
    """Whose it is: "Bo's", "Silas's", and of many "the bats'"."""
    return f"{text}'" if many and text.endswith("s") else f"{text}'s"


def several(value: object) -> bool:
    """Whether a verb beside this stands in the plural."""
    if isinstance(value, int):
        return value != 1
    if isinstance(value, Noun):
        return value.plural or value.pronoun == "they"
    return isinstance(value, list | tuple) and len(value) != 1


def pronoun(value: object, form: str = "it") -> str:
    """ "it", "them" or "its" for this: he, her, their ..."""
    person = value.pronoun if isinstance(value, Noun) and value.pronoun else "they" if several(value) else "it"
    return _PRONOUNS[person][_FORMS[form]]


def plain(text: str) -> str:
    """Text on one line, without characters that a terminal would obey or that nobody could see."""
    if text.isprintable():
        return " ".join(text.split())
    kept = (c if c.isprintable() or (c == JOINER and _joins(text, i)) else " " for i, c in enumerate(text))
    return " ".join("".join(kept).split())


JOINER = "\u200d"  # makes one picture of two
_ON_PICTURES = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"  # how one is shown: in colour, in a colour of skin


def _joins(text: str, at: int) -> bool:
    """Whether there is a picture on both sides of a joiner; anywhere else nobody could see it."""
    before, after = text[max(0, at - 3) : at].rstrip(_ON_PICTURES)[-1:], text[at + 1 : at + 2]
    return all(side and unicodedata.category(side) == "So" for side in (before, after))


def harmless(markdown: str) -> bytes:
    """A page of Markdown in which no name is a tag or a link, whoever chose it: a file to take away."""
    return markdown.replace("&", "&amp;").replace("<", "&lt;").replace("](", "]\\(").encode()


def said(template: str, **values: Value) -> str:
    """The same, with the values by name."""
    return fill(template, values)


def fill(template: str, values: Mapping[str, Any]) -> str:
    """The template with its values said as it asks for."""
    if ":" not in template:
        return template.format_map(_Plainly(values))
    parts = _parts(template)
    if parts is None:
        return _SPEAKER.vformat(template, (), values)
    return "".join([text if name is None else _SPEAKER.format_field(values[name], text) for text, name in parts])


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[tuple[str, str | None], ...] | None:
    """A template cut up: plain texts, and specs with the name of their value. None: it asks for more than that."""
    parts: list[tuple[str, str | None]] = []
    for text, name, spec, conversion in _SPEAKER.parse(template):
        if conversion or "{" in (spec or "") or not (name is None or name.isidentifier()):
            return None
        parts.append((text, None))
        if name is not None:
            parts.append((spec or "", name))
    return tuple(parts)


class _Plainly(dict[str, Any]):
    """Values as they stand in a sentence when nothing is asked of them."""

    def __getitem__(self, key: str) -> Any:
        return _bare(super().__getitem__(key))


def _bare(value: Any) -> Any:
    return value.one if isinstance(value, Noun) else listed(value) if isinstance(value, list) else value


class _Speaker(string.Formatter):
    def format_field(self, value: Any, spec: str) -> str:
        if not spec:
            return str(_bare(value))
        if "|" in spec:
            one, _, more = spec.partition("|")
            if one.startswith("count ") and isinstance(value, int):
                return count(value, one[6:], more)
            return more if several(value) else one
        low = spec[:1].lower() + spec[1:]
        said = _say(value, low)
        if said is None:
            return format(_bare(value), spec)
        return capital(said) if spec != low else said


def _say(value: Any, spec: str) -> str | None:
    """The value as one of our own specs asks for it, or None: it is Python's."""
    if spec == "^":
        return capital(str(_bare(value)))
    if spec in _FORMS:
        return pronoun(value, spec)
    if isinstance(value, int):
        return number(value) if spec == "words" else None
    if isinstance(value, Sequence) and not isinstance(value, str):
        return listed(value, spec) if spec in ("and", "or") else None
    if spec in ("and", "or"):
        return str(_bare(value))
    if spec == "a":
        return a(value)
    if spec in ("the", "the's", "'s"):
        text = the(value) if spec != "'s" else _plain(value)
        return text if spec == "the" else owned(text, several(value))
    return None


_SPEAKER = _Speaker()

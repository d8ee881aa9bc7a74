"""Retelling: a player's "I" and "we" in the third person, with verbs that agree, so that a fact stands in the story."""

from __future__ import annotations

import re

from ....engine.words import capital
from .english import ground
from .lexicon import lexicon

_WORDS = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?|[^A-Za-z]+")
_SHORT = {"i'm": "is", "i've": "has", "i'll": "will", "i'd": "would"}
_MANY = {"is": "are", "has": "have", "does": "do", "was": "were"}
_WE = {"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves", "we're": "they are",
       "we've": "they have", "we'll": "they will", "we'd": "they would"}  # fmt: skip
_VERBS = {"am": "is", "have": "has", "do": "does", "go": "goes", "don't": "doesn't", "haven't": "hasn't", "'m": "is"}
_BETWEEN = frozenset(
    ["never", "always", "just", "also", "only", "quickly", "quietly", "carefully", "still", "now", "then", "suddenly", "slowly"]
)
_SAME = frozenset(["can", "could", "will", "would", "shall", "should", "may", "might", "must", "was", "cannot", "can't", "won't"])
_AGAIN = frozenset(["and", "then", "or", "but", ","])  # after these a second verb of the same subject may stand
_MORE = frozenset(
    ["wait", "fall", "stand", "sit", "lie", "smile", "laugh", "nod", "keep", "let", "make", "say", "put", "give", "get", "take"]
)
_FORMS = {  # subject, object, before a noun, alone, self
    "he": ("he", "him", "his", "his", "himself"),
    "she": ("she", "her", "her", "hers", "herself"),
    "they": ("they", "them", "their", "theirs", "themself"),
}
PRONOUNS = tuple(_FORMS)


def retold(text: str, name: str, pronoun: str = "they") -> str:
    """What a player stated of "I" and "we", told of the character, by name first and then by pronoun: "I find my key and I
    run" -> "Roland finds his key and he runs". Where somebody else goes by that pronoun the name stands again."""
    parts = _WORDS.findall(text)
    he, him, his, alone, self = _FORMS[pronoun]
    low_words = {part.lower() for part in parts}
    taken = bool(low_words & {he, him, his} or (pronoun == "they" and low_words & _WE.keys()))
    told: list[str] = []
    named = False
    verb = ""  # what the next verb must agree with: "one" or "many"; "": nothing
    before = ""
    for number, part in enumerate(parts):
        low = part.lower().replace("’", "'")
        again = named and not taken
        if verb and part[0].isalpha() and low not in _BETWEEN:
            told.append(_third(part, low) if verb == "one" else _MANY.get(_VERBS.get(low, low), part) if low == "am" else part)
            verb = ""
        elif low == "i":
            told.append(he if again else name)
            verb = "many" if again and pronoun == "they" else "one"
            named = True
        elif low in _SHORT:
            many = again and pronoun == "they"
            told.append(f"{he if again else name} {_MANY.get(_SHORT[low], _SHORT[low]) if many else _SHORT[low]}")
            named = True
        elif low == "me":
            told.append(him if again else name)
            named = True
        elif low == "my":
            told.append(his if named else f"{name}'s")
            named = True
        elif low == "mine":
            told.append(alone if named else f"{name}'s")
        elif low == "myself":
            told.append(self if named else name)
        elif low in _WE:
            told.append(name if low == "us" and "them" in low_words else _WE[low])  # "between us and them"
        elif named and before in _AGAIN and _own_verb(parts, number, low):
            told.append(_third(part, low))
        else:
            told.append(part)
        if part[0].isalpha():
            before = low
        elif "," in part and before not in _AGAIN:
            before = ","
    text = "".join(told)
    return capital(text) if parts and parts[0][:1].isupper() else text


def doing(text: str) -> str:
    """A bare plan as something that is being done: "look about" -> "looking about"; anything else as it is."""
    first, blank, rest = text.partition(" ")
    if first.lower() != first or first not in lexicon().verbs or ground(first) != first:
        return text
    if first.endswith("ie"):
        first = first[:-2] + "y"
    elif first.endswith("e") and not first.endswith(("ee", "oe", "ye")):
        first = first[:-1]
    elif re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", first):
        first += first[-1]
    return f"{first}ing{blank}{rest}"


def _own_verb(parts: list[str], number: int, low: str) -> bool:
    """Whether a bare verb after "and" is still the speaker's: "I take the key and run"."""
    first = next((p.lower() for p in parts if p[0].isalpha()), "")
    return (
        first == "i"
        and low != "fast"
        and (low in lexicon().verbs or low in _MORE)
        and low == ground(low)
        and not _nouns_ahead(parts[:number])
    )


def _nouns_ahead(parts: list[str]) -> bool:
    """Whether another subject has come up since: then a verb after "and" may be anybody's."""
    return any(p.lower() in ("that", "who", "which", "they", "he", "she", "it", "you", "the two", "to") for p in parts)


def _third(word: str, low: str) -> str:
    """The verb after "I" as it stands after a name; a past tense and an auxiliary stay."""
    if low in _VERBS:
        return _VERBS[low]
    if low in _SAME or low in lexicon().irregular or ground(low) != low or low.endswith("ed"):
        return word
    if low.endswith(("ch", "sh", "s", "x", "z", "o")):
        return word + "es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"

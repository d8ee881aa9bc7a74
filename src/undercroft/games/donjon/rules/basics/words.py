"""Words: reading what players type. Stems, the kind of Test an action means, and what a fact is about. No dice, no state
changes."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from .....engine.words import some
from ... import content
from ...reading.facts import MEANT, read_effects
from ...reading.lexicon import lexicon

STOP = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "and",
        "or",
        "but",
        "is",
        "are",
        "was",
        "be",
        "it",
        "its",
        "they",
        "their",
        "he",
        "she",
        "his",
        "her",
        "i",
        "we",
        "you",
        "with",
        "by",
        "for",
        "from",
        "into",
        "that",
        "this",
        "there",
        "here",
        "not",
        "no",
        "one",
        "some",
        "any",
        "as",
        "has",
        "have",
        "had",
        "been",
        "will",
        "would",
        "my",
        "our",
        "your",
        "who",
        "what",
        "which",
        "up",
        "down",
    ]
)
_ARTICLES = ("a", "an", "the", "some", "two", "three", "four", "five", "six", "ten", "many", "several")
_MORE_CREATURES = (
    "footsteps",
    "voices",
    "somebody",
    "someone",
    "orcs",
    "rats",
    "patrol",
    "pack",
    "swarm",
    "crowd",
    "hermit",
    "figure",
    "dragon",
    "troll",
    "demon",
    "spider",
    "bear",
    "ghost",
    "zombie",
    "skeleton",
    "ogre",
    "giant",
)
_EXCLUSIVE = (("open", "locked"), ("alive", "dead"), ("alone", "many"), ("empty", "full"), ("asleep", "awake"), ("dry", "wet"))


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """A short key from a name: "Swing Machete" -> "swing-machete"."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower())) or "x"


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A word without its ending."""
    word = word.lower()
    for ending in ("ies", "ing", "ves", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: -len(ending)]
            if ending == "ies":
                return base + "y"
            if ending == "ves":
                return base + "f"
            return base[:-1] if ending in ("ing", "ed") and len(base) > 3 and base[-1] == base[-2] else base
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning. For membership only: never loop over it."""
    return frozenset(stem(word) for word in re.findall(r"[a-z']+", text.lower()) if word not in STOP)


def content_words(text: str) -> list[str]:
    """The words that carry meaning, in order."""
    return [word for word in re.findall(r"[a-z']+", text.lower()) if word not in STOP]


@lru_cache(maxsize=2048)
def kind_of(text: str) -> str:
    """The kind of Test that an action or an Ability's name suggests (the lexicon of the GM's tables)."""
    low = f" {' '.join(re.findall(r'[a-z]+', text.lower()))} "
    found = stems(text)
    best, best_at = "", 999
    for kind, words in content.gm().lexicon.items():
        for word in words:
            at = low.find(f" {word}") if " " in word else _position(low, word, found)
            if 0 <= at < best_at and (" " in word or stem(word) in found):
                best, best_at = kind, at
    return best or "special"


def _position(low: str, word: str, found: frozenset[str]) -> int:
    if stem(word) not in found:
        return -1
    at = low.find(f" {word}")
    return at if at >= 0 else low.find(f" {stem(word)}")


@lru_cache(maxsize=1)
def _creature_words() -> dict[str, str]:
    """Stem of a creature word -> bestiary key or archetype."""
    rules = content.gm().encounters
    known = {stem(word): key for word, key in rules.synonyms.items()}
    known.update({stem(word): key for word, key in rules.archetype_of.items() if stem(word) not in known})
    known.update({stem(word): "talker" for word in _MORE_CREATURES if stem(word) not in known})
    for key, row in content.bestiary().items():
        for word in content_words(row.short):
            known.setdefault(stem(word), key)
    for word in ("human", "big", "red", "blood", "poison", "living", "mayor", "king", "mushroom"):
        known.pop(stem(word), None)
    return known


_REMAINS = frozenset(
    {"trap", "traps", "tracks", "track", "skin", "den", "hide", "statue", "bones", "bone", "skull", "tooth", "teeth", "hole",
     "nest", "pelt", "head", "horn", "dung", "cage", "pit", "web", "feather", "feathers", "egg", "eggs"}
)  # fmt: skip


_DONE = frozenset(["guard", "guards", "scout", "scouts"])  # "two sentries guard a bridge" speaks of no guard


def creature_in(text: str) -> str:
    """The creature word in a text, as typed, or nothing."""
    known = _creature_words()
    said = content_words(text)
    words = [word for n, word in enumerate(said) if not n or said[n - 1] in _NUMBERS or not _done(word, text)]
    for number, word in enumerate(words):
        if stem(word) in known:  # "a giant spider" is a spider, and a bear trap is no bear
            following = words[number + 1] if number + 1 < len(words) else ""
            if following in _REMAINS:
                continue
            return following if following and stem(following) in known else word
    return ""


def _done(word: str, text: str) -> bool:
    """Whether a word is what somebody does: "two sentries guard a bridge" speaks of no guard."""
    return word in _DONE and re.search(rf"\b{word} (a|an|the|this|that|our|his|her|their) ", text.lower()) is not None


_NUMBERS = {
    **dict.fromkeys(("a", "an", "one", "single", "lone", "another", "somebody", "someone", "every", "each", "this", "that"), 1),
    **dict.fromkeys(("two", "both", "pair", "couple", "brace", "twin", "twins"), 2),
    **dict.fromkeys(("three", "trio", "triplet", "triplets"), 3),
    "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12,
    "twenty": 20, "hundred": 100,
}  # fmt: skip


def number_in(text: str, word: str) -> int:
    """How many of a creature a text speaks of: "three snoring bandits" are three, "a pair of wolves" two; 0: it does not say."""
    words = re.findall(r"[a-z]+|[0-9]+", text.lower())
    if word not in words:
        return 0
    at = words.index(word)
    for number in range(at - 1, max(-1, at - 6), -1):
        if words[number].isdigit():
            return int(words[number])
        found = _NUMBERS.get(words[number], 0)
        if found == 1 and singular(word) != word:  # "a band of orcs", "a few wolves": one band, and nobody knows how many
            return int(words[number] == "one")
        if found:
            return found
    return int(singular(word) == word)


_BEFORE = frozenset(
    ["there", "is", "are", "here", "come", "comes", "i", "we", "see", "hear", "meet", "spot", "find", "suddenly", "then"]
)
_AFTER = frozenset(  # what ends the name of somebody
    ["who", "that", "which", "with", "at", "in", "on", "by", "under", "over", "from", "of", "to", "and", "is", "are", "has",
     "have", "comes", "come", "sits", "stands", "waits", "lies", "walks", "lives", "guards", "watches", "behind", "near",
     "outside", "inside"]
)  # fmt: skip


def somebody_in(text: str) -> str:
    """The word for whoever a text says is there: a creature the tables know, or the noun it speaks of ("two homesick
    deserters camp here": deserters)."""
    if known := creature_in(text):
        return known
    low = text.lower()
    while (
        (head := re.match(r"[^,;:.]*", low)) is not None
        and not frozenset(re.findall(r"[a-z]+", head[0])) - _BEFORE
        and "," in low
    ):
        low = low.partition(",")[2]  # "then, suddenly, a washerwoman": nobody yet
    words = re.findall(r"[a-z]+|[0-9]+", re.split(r"[,;:.]", low.strip())[0])  # "strangers, not far off" are no "far off"
    start = next((n for n, word in enumerate(words) if word not in _BEFORE), 0)
    many = any(word.isdigit() or _NUMBERS.get(word, 0) > 1 for word in words[start : start + 3])
    named = words[start : next((n for n in range(start + 1, len(words)) if words[n] in _AFTER), len(words))]
    named = [word for word in named if word not in STOP and word not in _NUMBERS and not word.isdigit()]
    if many:
        return next((word for word in named if singular(word) != word), named[-1] if named else "")
    verb = next((n for n, word in enumerate(named) if n and word.endswith("s") and not word.endswith("ss")), len(named))
    named = named[:verb]
    while len(named) > 1 and named[-1].endswith("ing"):  # "a washerwoman singing"
        named.pop()
    return named[-1] if named else ""


class Read(msgspec.Struct):
    """How a fact was understood (DON-AGM-08)."""

    kind: str
    subject: str
    tags: list[str]
    price: int  # successes it costs
    denies: bool


WEAK = (
    r"\b(can(no|')t (stand|bear|abide|cross)|(will not|won't|dares? not) (cross|touch|go near)|(is|are) (afraid of|"
    r"weak against|allergic to|helpless against)|fears?|hates?|shuns?|(wilts?|melts?|dissolves?|burns?) in|"
    r"(runs?|flees?) from)\b"
)
_OPENERS = frozenset(["find", "see", "hear", "spot", "smell", "holds", "contains", "means", "remember", "inside", "leads"])
_QUALITY = re.compile(r"^(it is|it's|they are|they're|he is|she is|they have)\b")
_FEATURE = re.compile(r"^(there is|there are|there's|i see|i hear|(a|an|the) .*\b(in|on|at|around|under|behind|near)\b)")


def read_fact(text: str) -> Read:
    """Kind, subject, tags and price of a typed fact (DON-AGM-08, DON-AGM-09)."""
    read = _read(text)
    return Read(read.kind, read.subject, list(read.tags), read.price, read.denies)


@lru_cache(maxsize=4096)
def _read(text: str) -> Read:
    low = text.lower().strip()
    first = read_effects(text)[0]
    kind = lexicon().effects[first.effect].family if first.weight >= MEANT else "colour"
    if kind == "colour" or first.effect in ("leaves", "mind", "joins", "solved"):  # they work only where somebody is met
        kind = "quality" if _QUALITY.match(low) else "feature" if _FEATURE.match(low) else "colour"
    creature = creature_in(low)
    words = [word for word in content_words(low) if word not in _OPENERS] or content_words(low)
    subject = stem(creature) if creature and kind in ("creature", "weakness") else (stem(words[0]) if words else "it")
    if kind == "way":
        subject = "way"
    return Read(kind, subject, [stem(word) for word in content_words(low)], price(text), kind == "absence")


def price(text: str) -> int:
    """How many successes a text costs as one fact: at most 18 words and one new subject each (DON-AGM-09)."""
    limits = content.gm().facts
    by_length = -(-len(text.split()) // limits.max_words)
    chunks = re.split(r",|;| and ", text.lower())
    subjects = 0
    for chunk in chunks:
        words = re.findall(r"[a-z']+", chunk)
        if words and (words[0] in _ARTICLES or (len(words) <= 3 and creature_in(chunk))):
            subjects += 1
    extra = subjects - 1 if subjects > 1 else (1 if subjects == 1 and len(chunks) > 1 and _starts_new(chunks) else 0)
    return max(1, by_length, 1 + max(0, extra))


def _starts_new(chunks: list[str]) -> bool:
    """Whether a later chunk opens a new subject although the first is a whole sentence with one of its own."""
    first = re.findall(r"[a-z']+", chunks[0])
    if len(first) <= 3 and first[:1] not in (["there"], ["i"]):  # "Far below, the glitter ..." opens one sentence, not two
        return False
    later = [re.findall(r"[a-z']+", chunk) for chunk in chunks[1:]]
    return bool(first) and first[0] not in _ARTICLES and any(words and words[0] in _ARTICLES for words in later)


def contradicts(new: list[str], old: list[str]) -> bool:
    """Whether two sets of tags hold an exclusive pair."""
    fresh, known = frozenset(new), frozenset(old)
    for one, other in _EXCLUSIVE:
        a, b = stem(one), stem(other)
        if (a in fresh and b in known) or (b in fresh and a in known):
            return True
    return False


def singular(word: str) -> str:
    """A word without its plural ending."""
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    if word.endswith(("lves", "ieves")):
        return word[:-3] + "f"
    if word.endswith(("knives", "wives", "lives")):
        return word[:-3] + "fe"
    if word.lower().endswith("men") and len(word) > 4:
        return word[:-2] + "an"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def dice_words(n: int) -> str:
    """So many dice, in words that agree: "1 die", "3 dice"."""
    return some(n, "die") if n > 0 else "no dice"

"""The words of an Ability: reading its name as data, when it counts, and saying so. Chapter 2."""

from __future__ import annotations

import re
from functools import lru_cache

from .....engine.words import article
from ... import content
from ...being import Ability, When
from ...reading.actions import read_action
from ..basics.words import STOP, kind_of, singular, stem


def matches(when: When, tags: frozenset[str]) -> bool:
    """Whether a circumstance is met by the tags of a Test. Tags are stems; "not X" is met when X is absent."""
    apart, stems = _asked(when.words)
    return tags.isdisjoint(stems) if apart else not tags.isdisjoint(stems)


@lru_cache(maxsize=4096)
def _asked(words: str) -> tuple[bool, frozenset[str]]:
    """Whether a circumstance asks for the absence of these stems, and the stems."""
    parts = words.lower().split()
    apart = parts[:1] == ["not"]
    return apart, frozenset(map(stem, parts[apart:]))


def _as_read(name: str) -> str:
    """What the reader of actions makes of an Ability that the tables do not know: "Vanish in a Crowd" is stealth."""
    first = next(iter(read_action(name)), None)
    plain = first is not None and first.weight >= 0.6 and first.kind not in ("magic", "spending_wealth", "attack")
    return first.kind if first is not None and plain else "special"


def suggest_ability(name: str, rank: str) -> Ability:
    """Pre-fill an invented Ability from the words of its name (DON-ABIL-11)."""
    kind = _as_read(name) if kind_of(name) == "special" else kind_of(name)
    known = content.known_abilities()
    if name.lower() in known:
        ability = known[name.lower()].make(0)
        ability.rank = rank
        if rank != "main" and not ability.when and not ability.once:
            ability.when = [circumstance_in(name, kind)]
            ability.adds = ability.adds[:1]
        return ability
    ability = Ability(name, 0, [kind], rank)
    if rank != "main":
        ability.when = [circumstance_in(name, kind)]
    if kind == "magic":
        ability.spell = True
    if any(word in name.lower() for word in ("regenerate", "heal")) and rank != "main":
        ability.once = True
        ability.when = []
        if "adroitness" in name.lower():
            ability.power, ability.attribute = "regenerate_adr", "whe"
    return ability


_PREPOSITIONS = {"in": "place", "on": "place", "under": "place", "with": "gear", "against": "foe", "from": "harm", "to": "harm"}
_DEFAULT_WHEN = {
    "attack": "gear",
    "damage": "gear",
    "dodge": "position",
    "soak": "harm",
    "movement": "position",
    "charge": "position",
    "athletics": "object",
    "perception": "object",
    "stealth": "place",
    "social": "manner",
    "knowledge": "object",
    "handiwork": "object",
    "force": "object",
    "endurance": "place",
    "magic": "object",
    "looting": "object",
}


_PHRASES = {
    "gear": "with {}",
    "foe": "against {}",
    "place": "where there is {}",
    "harm": "against harm from {}",
    "position": "{}",
    "manner": "by {}",
    "object": "when it is about {}",
}
_NO_ARTICLE = frozenset({"water", "snow", "ice", "fog", "darkness", "dark", "light", "shadow", "mud", "fire", "nature", "rain"})
_MOMENTS = {"fight": "in a fight", "melee": "in melee", "behind": "from behind", "charge": "at a rush", "above": "from above"}


def circumstance(when: When) -> str:
    """A circumstance in words, after "only"."""
    words = when.words.split()
    denied = words[:1] == ["not"]
    words = words[1:] if denied else words
    if when.key == "position":
        words = [_MOMENTS.get(word, f"when: {word}") for word in words]
    if when.key == "place":
        words = [word if word in _NO_ARTICLE else f"{article(word)} {word}" for word in words]
    listed = f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)
    if when.key == "manner" and len(words) > 1:
        return f"when it is a matter of {listed}"
    return f"{'not ' if denied else ''}{_PHRASES.get(when.key, '{}').format(listed)}"


_LOOSE = frozenset(
    {
        "through",
        "over",
        "past",
        "behind",
        "about",
        "like",
        "without",
        "when",
        "while",
        "say",
        "says",
        "said",
        "all",
        "other",
        "spell",
        "spells",
        "magic",
        "once",
        "two",
        "three",
        "four",
        "five",
        "many",
        "much",
        "out",
        "up",
        "down",
    }
)


def circumstance_in(name: str, kind: str) -> When:
    """The circumstance that an Ability's name suggests."""
    words = re.findall(r"[a-z']+", name.lower())
    for number, word in enumerate(words[:-1]):
        if word in _PREPOSITIONS and words[number + 1 :]:
            rest = [w for w in words[number + 1 :] if w not in STOP]
            if rest and not (word == "to" and kind != "soak"):
                key = _PREPOSITIONS[word]
                if rest[0] in ("melee", "combat", "fight"):
                    return When("position", "fight")
                return When(key, singular(rest[-1]))
    rest = [word for word in words[1:] if word not in STOP and word not in _LOOSE] or words[-1:]
    key = _DEFAULT_WHEN.get(kind, "object")
    manner = {"intimidate": "threat", "lie": "lie", "bargain": "bargain", "charm": "charm", "grovel": "plead", "bluff": "lie"}
    if key == "manner":
        return When("manner", manner.get(words[0], words[0]))
    return When(key, " ".join(singular(word) for word in rest))


def tone_down(name: str) -> str:
    """A milder name for an Ability that claims too much (DON-POW-01, DON-POW-02); the name itself if it is fine."""
    low = name.lower()
    found = re.match(r"^(immune|immunity|invulnerable) (to|against) (.+)$", low)
    if found:
        return "Resistant to " + found[3].title()
    if low in ("regenerate", "regenerate damage", "regenerate all damage", "heal anything", "regenerate anything"):
        return "Regenerate Adroitness Damage"
    return name

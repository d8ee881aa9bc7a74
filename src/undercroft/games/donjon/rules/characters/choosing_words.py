"""Choosing Magic Words and the look of power. Chapters 2 and 6."""

from __future__ import annotations

from .....engine import Table
from ... import content
from ...being import Ability, Being
from ...state import Donjon, Draft
from ..basics import lengths
from ..basics.judging import call
from .callings import s_name
from .magic_words import field_of, word_fault


async def ask_words(t: Table[Donjon], b: Being, count: int, spell: Ability) -> None:
    """Magic Words: nouns, verbs and adjectives; four for a Main gift, two for a Supporting one, and these must be tied to
    that kind of magic (DON-WORD-03 to 06)."""
    sets = content.callings().words
    ideas = [w for words in sets.values() for w in words]
    ideas.sort(key=lambda w: not belongs(w, spell))
    for number in range(1, count + 1):
        word = ""
        for attempt in range(4):
            free = [w for w in dict.fromkeys(ideas) if w not in b.words]
            able = [w for w in free if belongs(w, spell)] or free
            start_at = (b.seat * 3 + len(b.words)) % max(1, len(able))
            offered = [able[(start_at + k) % len(able)] for k in range(min(5, len(able)))]
            word = await t.ask_text(
                b.seat,
                "Magic Word {number} of {count} for {ability}: one noun, verb or adjective. All your spells are made of these.",
                rule="DON-WORD-04",
                low=lengths.SOMETHING,
                high=lengths.WORD,
                suggest=offered,
                ability=spell.name,
                number=number,
                count=count,
            )
            fault = word_fault(word) or ("you have it already" if word.lower() in b.words else "")
            fault = fault or await _untied(t, word, spell)
            if not fault:
                break
            t.tell("'{word}' will not do: {fault}.", rule="DON-WORD-04", word=word, fault=fault)
            if attempt == 3:
                word = offered[0]
        b.words.append(word.lower())


async def _untied(t: Table[Donjon], word: str, spell: Ability) -> str:
    """Why a Word cannot belong to a narrow kind of magic, or nothing. The machine lets Words stand that no table knows
    (DON-WORD-05)."""
    if spell.rank == "main" or belongs(word, spell):
        return ""
    ruled = await call(
        t,
        "world",
        "Does '{word}' belong to {ability}?",
        {"yes": "Near enough", "no": "No: another Word"},
        "yes" if field_of(word) == "unknown" else "no",
        rule="DON-WORD-05",
        word=word,
        ability=spell.name,
    )
    return f"it is no Word for {spell.name}" if ruled == "no" else ""


async def words(t: Table[Donjon], d: Draft) -> None:
    """A caster settles Words and the look of power before play (DON-MABIL-03, DON-HOLD-02)."""
    b = d.being
    for a in b.abilities:
        if a.spell:
            await ask_words(t, b, 4 if a.rank == "main" else 2, a)
    b.look = await t.ask_text(
        b.seat,
        "How does it look when {who} holds power?",
        rule="DON-HOLD-02",
        low=3,
        high=lengths.PURPOSE,
        suggest=("a cold wind turns the pages of nothing", "small lights come to look", "every shadow points the wrong way"),
        who=s_name(b),
    )
    d.stage = "dice"


def belongs(word: str, a: Ability) -> bool:
    """Whether a Word is reasonably tied to a narrow kind of magic."""
    field = field_of(word)
    fields = {
        "nature": ("life", "beast"),
        "shadow": ("body", "sense"),
        "bardic": ("mind",),
        "illusion": ("sense", "mind"),
        "stealth": ("body", "sense"),
    }
    wanted = next((names for theme, names in fields.items() if theme in a.name.lower()), None)
    return wanted is None or field in wanted

"""Making a character, page by page, from the first question to the finished sheet. Chapter 2.

Each stage is a step of its own, and each offers something good to take.
"""

from __future__ import annotations

import re

from .....engine import Option, Table
from ... import content
from ...being import ATTRIBUTE_NAMES, ATTRIBUTES
from ...state import Donjon, Draft
from ..basics import lengths
from .attribute_methods import attributes
from .callings import calling, concept, start
from .choosing_words import words
from .experience import starting_level
from .inventing import ability
from .twenty_dice import dice


async def creation_step(t: Table[Donjon]) -> None:
    """One page of one character."""
    s = t.state
    draft = s.drafts[0]
    await STAGES[draft.stage](t, draft)
    if draft.stage == "done":
        finish(t, draft)
        s.drafts.pop(0)


async def weapon(t: Table[Donjon], d: Draft) -> None:
    """If an Ability is limited to certain weapons their DR is settled before play (DON-WEAP-05)."""
    b = d.being
    for a in b.abilities:
        gear = next((w.words for w in a.when if w.key == "gear"), "")
        if "attack" in a.adds and gear and not known_weapon(gear):
            n = await t.ask_number(
                d.seat,
                "{ability}: how hard does it hit? Damage Rating 0 to 4 (a sword is 2 or 3).",
                0,
                4,
                rule="DON-WEAP-05",
                suggest=2,
                ability=a.name,
            )
            b.notes.append(f"weapon:{gear}={n}")
    d.stage = "purse"


def known_weapon(words: str) -> bool:
    """Whether the smiths know this weapon: the last word names it ("fire iron" is an iron, not a fire)."""
    said = words.lower().split()[-1:]
    rows = [row for row in content.goods().weapons.values() if not row.supply]
    return any(any(w in row.tags or w in row.name.lower().split() for w in said) for row in rows) or any(
        w in ("sharp", "blade", "weapon", "fists", "hand", "fist", "thrown", "breath") for w in said
    )


async def purse(t: Table[Donjon], d: Draft) -> None:
    """One of Wealth and Provisions starts at five dice, the other at three (DON-START-02)."""
    pick = await t.choose(
        d.seat,
        "Rich, or well packed?",
        {
            "wealth": Option("Wealth 5, Provisions 3", hint="more to buy arms with"),
            "provisions": Option("Provisions 5, Wealth 3", hint="more in the pack"),
        },
        rule="DON-START-02",
    )
    d.being.wealth, d.being.provisions = (5, 3) if pick == "wealth" else (3, 5)
    d.stage = "name" if not d.being.name else "done"


_NAMES = {"Bram": "he", "Odile": "she", "Tuck": "he", "Marrow": "they", "Isolde": "she", "Gunnar": "he", "Pip": "he",
          "Sable": "she", "Wren": "they", "Hob": "he", "Ansel": "he", "Brida": "she"}  # fmt: skip
_NAMED = re.compile(r"^(.*?)\s*[,(]\s*(he|she|they)\s*\)?$", re.IGNORECASE)


async def name(t: Table[Donjon], d: Draft) -> None:
    """A name at last."""
    s = t.state
    b = d.being
    used = [o.name for o in s.pcs()]
    free = [n for n in _NAMES if n not in used]
    start_at = (d.seat * 4 + s.seed) % len(free)
    said = await t.ask_text(
        d.seat,
        "What is your {calling} called? (And spoken of as he, she or they? Add it: Pip (she).)",
        rule="DON-CLASS-01",
        high=lengths.NAME,
        suggest=[free[(start_at + k) % len(free)] for k in range(4)],
        calling=b.calling,
    )
    found = _NAMED.match(said)
    b.name = (found[1].strip() if found is not None else "") or said
    b.pronoun = found[2].lower() if found is not None and found[1].strip() else _NAMES.get(b.name, "they")
    if b.name in used:
        b.name = f"{b.name} the Other"
    if d.idea:  # a ready Class: Attributes and purse are still to come
        d.idea = ""
        d.stage = "quick"
        return
    d.stage = "done" if b.wealth or b.provisions else "purse"


async def quick(t: Table[Donjon], d: Draft) -> None:
    """A ready Class: keep its Attributes (only if the table allocates), or roll by the dial."""
    s = t.state
    if s.options.attributes == "allocated":
        pick = await t.choose(
            d.seat,
            "Attributes as suggested: {shown}?",
            {"take": "Take them", "own": "Set them myself"},
            rule="DON-ATGEN-07",
            shown=", ".join(f"{ATTRIBUTE_NAMES[k]} {n}" for k, n in zip(ATTRIBUTES, d.being.full, strict=True)),
        )
        if pick == "take":
            d.being.now = list(d.being.full)
            d.stage = "dice"
            return
    await attributes(t, d)
    d.stage = "dice"


def finish(t: Table[Donjon], d: Draft) -> None:
    """The character joins the party: Level 1, no possessions, no experience (DON-LEVEL-01, DON-START-03)."""
    s = t.state
    b = d.being
    b.side = 0
    s.beings[b.id] = b
    if b.sort == "Race":
        s.races[b.calling.lower()] = [a.name for a in b.abilities]
    t.tell(
        "{name}, {calling} ({player}): {abilities}.",
        rule="DON-LEVEL-01",
        name=b.cap,
        calling=b.calling,
        player=b.player,
        abilities=", ".join(f"{a.name} {a.score}" for a in b.abilities),
    )
    level = max(d.level, s.options.starting_level)
    if b.level < level:
        starting_level(s, b, level)


async def done(t: Table[Donjon], d: Draft) -> None:
    """Nothing more to ask."""


STAGES = {
    "start": start,
    "concept": concept,
    "calling": calling,
    "ability": ability,
    "attributes": attributes,
    "words": words,
    "dice": dice,
    "weapon": weapon,
    "purse": purse,
    "name": name,
    "quick": quick,
    "done": done,
}

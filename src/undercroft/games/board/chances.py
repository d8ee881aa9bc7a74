"""Exact odds in words: a fighter or a spell against a monster, pawn against pawn, the losing table, a secret door."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from undercroft.engine import BadOpening, Odds

from .content import DASH, KINDS, SPELLS, printed_deck, spell_line, tables
from .rules.pieces.odds import WAYS, chance

USAGE = (
    "Ask: hero troll; hero troll sword (or sword+2); fireball troll; superhero against hero; lightning against elf; "
    "losing; wandering; door elf."
)


def odds(question: Sequence[str]) -> Odds:
    """Answer a question such as ["hero", "troll", "sword"]."""
    words = [word.lower() for word in question]
    text = " ".join(words)
    if not words:
        return Odds("", USAGE)
    if words[0] in ("losing", "clt"):
        return _spread(text, {row.text: sum(WAYS[total] for total in row.totals) for row in tables().losing_rows})
    if words[0] == "wandering":
        names = {row.section: sum(WAYS[total] for total in row.totals) for row in tables().wander_rows}
        return _spread(text, {("nothing" if name == "none" else f"section {name}"): ways for name, ways in names.items()})
    if words[0] == "door" and len(words) == 2 and words[1] in KINDS:
        return _one(text, Fraction(tables().finds[KINDS.index(words[1])], 6), "opens a secret door")
    if words[0] in (*KINDS, "lightning", "fireball"):
        return _against(text, words)
    raise BadOpening(f"{text!r} is not a question I know. {USAGE}")


def _against(text: str, words: list[str]) -> Odds:
    bonus = 2 if "sword+2" in words else 1 if "sword" in words else 0
    rest = [word for word in words[1:] if word not in ("sword", "sword+1", "sword+2")]
    who = words[0]
    if rest[:1] == ["against"] and rest[1:] and rest[1] in KINDS:
        if who in KINDS:
            need = tables().combat[KINDS.index(who)][KINDS.index(rest[1])] - bonus
        else:
            need = tables().spell_combat[SPELLS.index(who)][KINDS.index(rest[1])]
        return _one(text, Fraction(chance(need), 36), f"hits the {rest[1]} (from {max(2, need)})")
    name = " ".join(rest)
    card = next((card for card in printed_deck().monsters if card.name.lower() == name), None)
    if card is None or card.trap:
        raise BadOpening(f"there is no monster {name!r}. {USAGE}")
    line = KINDS.index(who) if who in KINDS else spell_line(SPELLS.index(who))
    need = card.needs[line]
    if who not in KINDS:
        bonus = 0  # a sword does not help a spell
    if need == DASH and not bonus:
        return _one(text, Fraction(0), f"kills the {card.name} (it cannot)")
    return _one(text, Fraction(chance(need - bonus), 36), f"kills the {card.name} (from {max(2, need - bonus)})")


def _one(question: str, share: Fraction, what: str) -> Odds:
    ways = share * 36
    return Odds(question, f"{what}: {ways} in 36, {float(share):.1%}", {what: str(share)}, {what: float(share)})


def _spread(question: str, ways: dict[str, int]) -> Odds:
    text = "\n".join(f"{name}: {count} in 36, {count / 36:.1%}" for name, count in ways.items())
    return Odds(
        question, text, {name: str(Fraction(count, 36)) for name, count in ways.items()}, {n: c / 36 for n, c in ways.items()}
    )

"""Notions: what several parts of a bot know of a persona - who strikes, who shoots, who owes a son."""

from __future__ import annotations

from ..rules.basics.answers import Name
from ..rules.basics.money import coin
from ..rules.battle.answers import read
from ..rules.personas.people import living, refuses
from ..rules.surface.shelves import afford, price, why_not
from ..state import Member
from .mind import Mind


def fighter(mind: Mind) -> Member | None:
    """Whose turn it is, by the question."""
    prompt = mind.ask.prompt
    strikes = " against " in prompt
    name = prompt.partition(" (")[0]
    found = [m for m in living(mind.s) if (prompt.startswith(f"{m.name}'s ") if strikes else m.name == name)]
    return max(found, key=lambda m: len(m.name)) if found else None


LOLLIPOPS = "SPIDER-SHAPED LOLLIPOPS"


def owes_son(m: Member) -> bool:
    """Whether his next rank brings him before the Great Spider."""
    return m.cls == "priest" and m.rank == 7


def launcher(mind: Mind, m: Member) -> str:
    """What would shoot the magic arrows or darts he has found."""
    for missiles, name in (("MAGIC ARROWS", "BOW"), ("MAGIC BLOW-GUN DARTS", "BLOW-GUN")):
        if m.goods.get(missiles) and not m.goods.get(name) and not refuses(mind.s, m, name):
            return name
    return ""


def sold(mind: Mind, m: Member, name: str) -> bool:
    """Whether he can pay for it in coin, and the keeper would sell it to him."""
    return coin(m) >= price(mind.s, name) and afford(mind.s, m, name) == "coin" and not why_not(m, name)


def drawn(mind: Mind) -> dict[str, str]:
    """The weapons he might change to, by key."""
    return {key: said.name for key, said in mind.heard(read).items() if isinstance(said, Name)}

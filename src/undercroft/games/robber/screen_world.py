"""The world that a delve goes into, as far as anybody at the table knows it: what is told in town, and the places seen."""

from __future__ import annotations

from ...engine import Sheet
from ...engine.words import capital, count, listed, sentence
from .rules.character import lots
from .state import RobberState
from .state_site import Haunt


def the_world(s: RobberState) -> list[Sheet]:
    """What they say of it, and what you have seen of it; nothing in the book's own dungeon."""
    site = s.world
    if site is None:
        return []
    said = [f"This hole has a name: {site.title}. {site.lore} {site.travel}".replace("  ", " ")]
    if site.goal:
        said.append(f"You go down {site.goal.rstrip('.')}.")
    said += site.said
    said += [f"They say in {site.town or 'town'}: {sentence(rumour)}" for rumour in site.rumours]
    sheets = [Sheet(site.title, kind="note", text="\n\n".join(said))]
    seen = [haunt for place in site.trail if (haunt := lots.haunt_of(s, place)) is not None]
    if seen:
        rows = tuple(
            (f"{haunt.level}{f', room {haunt.room}' if haunt.room else ''}", haunt.name, _who(haunt), _what(haunt))
            for haunt in seen
        )
        sheets.append(
            Sheet("Places you have seen", kind="table", columns=("Level", "Place", "Who lives there", "What happened"), rows=rows)
        )
    return sheets


def _who(haunt: Haunt) -> str:
    """The people of a place, and how many of them will not be back."""
    dead = {folk.key: f", {count(folk.slain, 'grave')}" if folk.slain else "" for folk in haunt.folk}
    return listed((f"{folk.name}{dead[folk.key]}" for folk in haunt.folk), none="nobody")


def _what(haunt: Haunt) -> str:
    gone = [loot.name or "a hoard" for loot in haunt.loot if not lots.lies(loot)]
    return " ".join(
        [*([haunt.tale] if haunt.tale else []), *([f"{capital(listed(gone))} is not there any more."] if gone else [])]
    )

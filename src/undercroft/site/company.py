"""What to call those who go down: by the name they gave themselves, or by who plays them; and how they come home."""

from __future__ import annotations

from ..engine.game import Opening, Outcome
from ..engine.site import MOST_DEEDS, Homecoming
from ..engine.words import listed

CALLED = {"descent": "the party of {names}", "robber": "{names} the robber", "donjon": "the heroes of {names}"}


def company(opening: Opening, outcome: Outcome | None = None) -> str:
    """A company as a record tells of it; a game may say so itself, among the facts of an outcome."""
    told = outcome.facts.get("company") if outcome is not None else None
    if isinstance(told, str) and told:
        return told
    return CALLED.get(opening.game, "{names}").format(names=listed(list(opening.seats)))


def homecoming(match: str, opening: Opening, outcome: Outcome, year: int = 0) -> Homecoming:
    """What a finished match has to say to the world it went into."""
    deeds = outcome.deeds[:MOST_DEEDS]
    done = {deed.what for deed in deeds}
    lost = "died" in done and not done & {"returned", "retired"}
    return Homecoming(match, opening.game, company(opening, outcome), year, deeds, outcome.trail, lost)

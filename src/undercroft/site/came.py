"""What came of what an expedition went down for, in one sentence."""

from __future__ import annotations

from ..engine.site import Homecoming, Site
from .telling import unlevelled


def came_of(site: Site, goal: int, home: Homecoming, *, gone: bool = False) -> str:
    """Found, not found, or `gone` before they came; "" if they went for whatever there is.

    Everybody above may read it: it names nothing that only the author knows.
    """
    if not goal:
        return ""
    touched = {deed.thing for deed in home.deeds if deed.what in ("slain", "taken", "befriended")}
    for rumour in site.rumours:
        if rumour.seq == goal:
            learned = [deed.text for deed in home.deeds if deed.what == "learned" and deed.thing == goal]
            there = rumour.about in touched or rumour.about in home.trail
            if learned:
                end = "and so it was" if learned[-1] == "true" else "and it was not so"
            else:
                end = "and they went where it was said to be" if there else "and they did not find it"
            return f"They had been told: \u201c{unlevelled(rumour).rstrip('.')}\u201d, {end}."
    for place in site.places:
        if place.id == goal:
            where = place.name or f"the {place.kind}"
            return f"They saw {where} again." if goal in home.trail else f"They did not get as far as {where}."
    if gone:
        return "What they went down for was gone before them."
    return "They found what they went down for." if goal in touched else "They did not find what they went down for."

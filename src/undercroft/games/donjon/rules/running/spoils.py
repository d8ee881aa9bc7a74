"""What lies in a place of the world, once nothing stands before it: a treasure with a name, a cache for the rest. Chapter 7."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital
from ...being import Item
from ...state import Donjon, Scene
from ..basics import quest
from ..goods.goods import take

CACHE = 1  # with one for each hoard: its Worth above the Donjon Level


def spoils(t: Table[Donjon], scene: Scene) -> None:
    """A scene in the world is over: whoever is in the spotlight finds what has a name; the rest is a cache (DON-CACHE-01)."""
    s = t.state
    stop = quest.stop_of(s, scene.encounter)
    if stop is None or stop.searched or not quest.is_clear(s, scene, stop):
        return
    stop.searched = True
    party = s.party()
    if not party:
        return
    finder = party[s.lead % len(party)]
    for prize in stop.prizes:
        if prize.name:
            item = Item(s.new_id("i"), prize.name.removeprefix("the "), worth=s.donjon_level + 2, tags=["prize", "magic"])
            prize.seat, prize.item = finder.seat, item.id
            take(s, finder, item)
            t.tell("{what}{past}. {who} has it now.", rule="DON-CACHE-01", kind="headline", what=capital(prize.name),
                   past=f", {prize.past}" if prize.past else "", who=finder.name)  # fmt: skip
            s.turning.append(f"{finder.name} finds {prize.name}")
    plain = sum(not prize.name and prize.seat < 0 for prize in stop.prizes)
    if plain and scene.kind != "cache":  # a cache was searched already
        scene.caches = [s.donjon_level + CACHE + plain]
        t.tell("What {who} kept is in the next room.", rule="DON-CACHE-01", who=stop.who or "somebody")

"""The world that an adventure is in, as far as the party knows it: what is told of it, and the places seen."""

from __future__ import annotations

from ...engine.screen import Sheet
from ...engine.words import capital, count, listed, sentence
from .state import Donjon
from .state_quest import Stop


def the_world(s: Donjon) -> list[Sheet]:
    """What they say, what the record has, and where the party has been; nothing in the book's own adventures."""
    quest = s.quest
    if quest is None:
        return []
    town = s.adventure.town.name if s.adventure is not None else "Town"
    said = [f"They say in {town}: {sentence(told.text)}" for told in quest.rumours]
    said += [f"It is written: {sentence(line)}" for line in quest.lore]
    sheets = [Sheet(quest.title, (), "note", text="\n\n".join(said))]
    rows = tuple((capital(stop.name), stop.who or "nobody", _what(stop)) for stop in quest.stops if stop.seen)
    if rows:
        sheets.append(
            Sheet("Places you have seen", kind="table", columns=("Place", "Who lives there", "What you did"), rows=rows)
        )
    return sheets


def _what(stop: Stop) -> str:
    """What the party did in a place."""
    done = [f"{count(stop.fallen, 'grave')}"] if stop.fallen else []
    done += [f"{prize.name or 'a hoard'} {'lost again' if prize.fell else 'found'}" for prize in stop.prizes]
    done += ["made friends"] if stop.befriended else []
    return listed([*done, *(["found the door"] if stop.opened else [])], none="")
